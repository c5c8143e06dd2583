//! The one door for every wish: load, decide, append, outcome. Store first, tell afterwards.

mod across;
mod adrift;
mod audit;
mod boards;
mod bouts;
mod chapter;
mod chronicle;
mod delivery;
mod door;
mod events;
mod guests;
mod lineup;
mod links;
mod manners;
mod moderation;
mod people;
mod plan;
mod privacy;
mod pulse;
mod purse;
mod quick;
mod record;
mod schedule;
mod teams;
mod templates;
mod ticker;
mod unread;
mod vanish;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use crate::contest;
use crate::id::{Account, EventId, Millis, Place, Platform, Stamp, TableId, Version};
use crate::store::{Store, StoreError, Unread};
use crate::table::{Chance, Invitee, Refusal, Table, Terms, Wish};

pub use crate::store::{
    Aborts, AccountRow, Board, BoardLine, BoardQuery, Bound, Calendar, Change, Deed, DeedKind, DueRow, FamilyRating,
    Figures, LastMatch, Metric, ModeKind, Of, Period, PersonRow, Profile, RatingBook, RatingChange, Reach, Records,
    Scope, Season, Slot, SlotId, SlotKey, SlotKind, Standing, Versus, Who,
};
pub use crate::store::{EventRow, Moved, Movement, OPENING, ScheduleRow};
pub use crate::store::{Invitation, TeamBar, TeamDeed, TeamDeedKind, TeamLine, TeamRow};
pub use crate::table::{Gone, Hindrance};
pub use audit::reckon;
pub use boards::{Archive, HIDE_ABSENT, HIDE_PROFILE, SeasonDone};
pub use chapter::{CALLED, MATCHES, moved_at, part_number, round_number, round_of};
pub use delivery::Delivery;
pub use events::{EventError, EventOutcome, OPEN_EVENTS, terms_of};
pub use guests::GUESTS;
pub use lineup::{LineupError, Speaker};
pub use links::{CODE_LETTERS, CodeError, GUESSES, LINK_MS, Proposal, tidy_code};
pub use moderation::{CHANNEL, EVENT_ROLE, EVENTS, PER_CHANNEL, PER_PLAYER, Ruling, THREADS, ZONE};
pub use privacy::Parting;
pub use pulse::Health;
pub use quick::{QUICK_MS, Quick};
pub use schedule::{AHEAD, AHEAD_LEAST, AHEAD_MAX, NewSchedule, SCHEDULES_MAX, Turn, next_run, turn};
pub use teams::{
    INVITATION_MS, TEAM_MEMBERS, TEAM_NAME_MAX, TEAMS, TEAMS_PER_PLAYER, TEAMS_PER_VENUE, TeamDone, TeamError, TeamWho,
    TeamWish, team_key,
};
pub use templates::templates;
pub use ticker::INBOX_DAYS;

/// What time it is.
pub type Clock = Arc<dyn Fn() -> Millis + Send + Sync>;
/// Thirty-two bytes nobody could know before.
pub type Dice = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;

/// The game service; cheap to clone.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    dice: Dice,
    /// Wakes a platform's delivery.
    changed: [Notify; 3],
    /// Wakes the ticker.
    planned: Notify,
    /// When the ticker wakes by itself; the end of time while it is awake.
    rises: AtomicI64,
    /// Tables whose last turn of the clock or the computer broke, and until when they are left alone.
    broken: Mutex<HashMap<TableId, Millis>>,
    /// What can't be read and is in the log already.
    unread: Mutex<HashSet<Unread>>,
    /// Counts changes of who can be written to.
    reached: AtomicU64,
    /// Told when somebody's data was deleted.
    parted: tokio::sync::watch::Sender<()>,
    /// Told when anything about a team has changed.
    teamed: tokio::sync::watch::Sender<()>,
    /// The last table id given out.
    last_table: AtomicI64,
    /// Whoever changes an event or a team waits here for whoever does so already: where sixty-four people press at once, the
    /// last of them would meet somebody faster at every try.
    turns: [tokio::sync::Mutex<()>; 64],
    pulse: pulse::Pulse,
    /// The templates of events, once somebody has set them.
    templates: Mutex<Option<Vec<(String, contest::Format)>>>,
    /// After how many days in which nothing happens an event is called off.
    idle: AtomicU16,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A person on a platform, met before.
    Person(Account),
    /// The clock or the computer.
    Clock,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Command {
    /// Open a match.
    Challenge {
        /// Where its public messages go.
        place: Place,
        /// Who may accept.
        opponent: Invitee,
        /// What is played.
        terms: Terms,
        /// The platform's number of the update that asks: a second one with the same number is a duplicate. It is the
        /// challenger's share in the deals too.
        inbox: Option<i64>,
    },
    /// Something at a table.
    Wish {
        /// Which.
        table: TableId,
        /// The stamp of the pressed button; `None` for a typed wish.
        stamp: Option<Stamp>,
        /// What.
        wish: Wish,
        /// The platform's number of the press, the person's own share in the next deals.
        press: Option<i64>,
    },
    /// Words of the person's own, mixed into the deals of a table from the next one on.
    Cut {
        /// Which table.
        table: TableId,
        /// Cleaned, at most 64 characters.
        words: String,
    },
    /// Another match between the same two: asked for, or accepted.
    Rematch {
        /// The match that is over.
        table: TableId,
        /// The platform's number of the press, the person's own share in the first deal.
        press: Option<i64>,
    },
    /// The match, because the other player is away.
    Claim {
        /// Which.
        table: TableId,
        /// The stamp of the pressed button.
        stamp: Option<Stamp>,
    },
    /// Open an event; for `handle_event`.
    OpenEvent {
        /// Where its public messages go.
        place: Place,
        /// What it is, its terms written out in full.
        format: contest::Format,
        /// When it begins, where that is known.
        starts: Option<Millis>,
        /// The platform's number of the update that asks.
        inbox: Option<i64>,
    },
    /// Something about an event; for `handle_event`.
    Event {
        /// Which.
        event: EventId,
        /// What.
        wish: contest::Wish,
        /// Whether the person may run every event of the venue: for the caller to know.
        admin: bool,
        /// Where it was said; `None`: in the private chat.
        at: Option<Place>,
        /// Whether the person may bring events of other places to where it was said: for the caller to know.
        brings: bool,
        /// The platform's number of the update that asks.
        inbox: Option<i64>,
    },
    /// Something that is due.
    Due(DueRow),
}

/// What came of it.
pub struct Outcome {
    /// The table after it.
    pub table: Table,
    /// The log's length before it; equal to the table's when nothing happened.
    pub before: Version,
}

/// Why nothing came of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An answer to the person who asked.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is no such table.
    #[error("no such table")]
    NoTable,
    /// The person has as many open tables as one may have.
    #[error("too many open tables")]
    TooMany,
    /// As many matches are open here as moderators allow.
    #[error("too many open tables here")]
    Full(Bound),
    /// The person may not play here, or the one they would play with may not.
    #[error("blocked here")]
    Blocked {
        /// Whether it is the person who asks.
        own: bool,
    },
    /// The same update was handled before.
    #[error("a duplicate")]
    Duplicate,
    /// One of the two has had their data deleted.
    #[error("a player is gone")]
    Gone,
    /// The database takes no writes, so no wish counts; the cause is in the log under this code.
    #[error("nothing can be stored: {code}")]
    NotStored {
        /// A short code that the person sees too.
        code: String,
    },
    /// Something broke; the cause is in the log under this code.
    #[error("fault {code}")]
    Fault {
        /// A short code that the person sees too.
        code: String,
    },
}

/// The most tables one person may have open at once (ours).
pub const OPEN_TABLES: usize = 20;

impl Service {
    /// A service over this store, with this clock and these dice.
    #[must_use]
    pub fn new(store: Store, clock: Clock, dice: Dice) -> Service {
        Service(Arc::new(Inner {
            store,
            clock,
            dice,
            changed: [Notify::new(), Notify::new(), Notify::new()],
            planned: Notify::new(),
            rises: AtomicI64::new(i64::MAX),
            broken: Mutex::default(),
            unread: Mutex::default(),
            reached: AtomicU64::new(0),
            parted: tokio::sync::watch::Sender::new(()),
            teamed: tokio::sync::watch::Sender::new(()),
            last_table: AtomicI64::new(0),
            turns: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            pulse: pulse::Pulse::default(),
            templates: Mutex::default(),
            idle: AtomicU16::new(contest::IDLE_DAYS),
        }))
    }

    /// Waits until nobody else changes the event or the team of this id. Whoever holds it asks for no other.
    async fn turn(&self, id: i64) -> tokio::sync::MutexGuard<'_, ()> {
        let turns = &self.0.turns;
        let mine = usize::try_from(id.unsigned_abs() % turns.len() as u64).unwrap_or(0);
        turns[mine].lock().await
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Millis {
        (self.0.clock)()
    }

    /// The store, for reading.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Wakes whoever brings this platform's messages up to date; for one waiter.
    #[must_use]
    pub fn changed(&self, platform: Platform) -> &Notify {
        match platform {
            Platform::Discord => &self.0.changed[0],
            Platform::Telegram => &self.0.changed[1],
            Platform::Web => &self.0.changed[2],
        }
    }

    /// How often it changed who can be written to. A message that was made before such a change and sent after it may
    /// show what was true before: it must be made once more.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.0.reached.load(Ordering::SeqCst)
    }

    /// Thirty-two bytes nobody could know before.
    #[must_use]
    pub fn dice(&self) -> [u8; 32] {
        (self.0.dice)()
    }

    fn chance(&self, press: Option<i64>) -> Chance {
        Chance {
            root: self.dice(),
            press,
        }
    }

    /// Logs a fault once, under a short code that the person is told.
    pub fn fault(&self, cause: impl std::fmt::Display) -> Error {
        let dice = self.dice();
        let code: String = dice
            .iter()
            .take(5)
            .map(|byte| char::from(b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ"[usize::from(byte % 32)]))
            .collect();
        self.faulted();
        tracing::error!(code, %cause, "fault");
        Error::Fault { code }
    }
}

impl Error {
    fn of(service: &Service, error: StoreError) -> Error {
        match error {
            StoreError::Duplicate => Error::Duplicate,
            StoreError::Gone => Error::Gone,
            StoreError::Full(bound) => Error::Full(bound),
            StoreError::Limit => Error::Refused(Refusal::Aborts),
            StoreError::NotStored(_) => {
                service.not_stored(&error);
                match service.fault(&error) {
                    Error::Fault { code } => Error::NotStored { code },
                    other => other,
                }
            }
            other => service.fault(other),
        }
    }
}
