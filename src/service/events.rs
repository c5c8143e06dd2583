//! Events: opened, changed and read through one door; what follows at tables is an errand, see `bouts`.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::door::TRIES;
use super::{Caller, Command, Error, Service, chapter};
use crate::contest::{Booking, Contest, Fact, Flaw, Format, PairingId, Refusal, Seeding, Setting, Who, Why, Wish};
use crate::id::{Account, EventId, Millis, Place, Platform, PlayerId, TableId, Venue, Version};
use crate::store::{Chapter, Deed, DeedKind, EventRow, StoreError};
use crate::table::Terms;

/// How many events may be open in one venue (ours).
pub const OPEN_EVENTS: u32 = 20;
/// How many events are listed at most (ours).
const LISTED: u32 = 50;

/// What came of a wish about an event.
pub struct EventOutcome {
    /// The event.
    pub event: EventId,
    /// The event after it.
    pub contest: Contest,
    /// The log's length before it; equal to the event's when nothing happened.
    pub before: Version,
    /// The play points that it moved.
    pub points: Vec<Booking>,
}

/// Who wishes something of an event, and from where.
pub(super) struct Asker {
    pub(super) account: Account,
    /// As whom the player is heard.
    pub(super) who: fn(PlayerId) -> Who,
    /// Where it was said; `None`: in the private chat.
    pub(super) at: Option<Place>,
    /// Whether they may bring events of others there.
    pub(super) brings: bool,
    pub(super) inbox: Option<i64>,
}

/// Why nothing came of a wish about an event.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// An answer to the person who asked.
    #[error("{0}")]
    Refused(Refusal),
    /// The format can't be played.
    #[error("{0}")]
    Flawed(#[from] Flaw),
    /// There is no such event.
    #[error("no such event")]
    NoEvent,
    /// The person may not play here.
    #[error("blocked here")]
    Blocked,
    /// Somebody else whom it would let in may not play here.
    #[error("somebody is blocked here")]
    BlockedOther(PlayerId),
    /// Too many ids of events of other places were entered lately.
    #[error("too many codes entered")]
    Guesses,
    /// The event is shown in as many places as it may be.
    #[error("shown in too many places")]
    Crowded,
    /// As many events (or schedules) are open here as may be.
    #[error("too many open events here")]
    TooMany,
    /// The person has less than the fee.
    #[error("too few play points")]
    Poor {
        /// The fee, in play points.
        fee: i64,
        /// What the person has.
        points: i64,
    },
    /// Not in a private chat.
    #[error("not in a private chat")]
    Private,
    /// The cron expression can't be read, or never comes.
    #[error("no such time")]
    Cron,
    /// The schedule comes more often than once an hour.
    #[error("too often")]
    TooOften,
    /// There is no such time zone.
    #[error("no such time zone")]
    Zone,
    /// The same update was handled before.
    #[error("a duplicate")]
    Duplicate,
    /// Somebody who comes in has had their data deleted.
    #[error("a player is gone")]
    Gone,
    /// The database takes no writes; the cause is in the log under this code.
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

impl From<Refusal> for EventError {
    fn from(refusal: Refusal) -> EventError {
        match refusal {
            Refusal::Format(flaw) => EventError::Flawed(flaw),
            other => EventError::Refused(other),
        }
    }
}

impl From<Error> for EventError {
    fn from(error: Error) -> EventError {
        match error {
            Error::Duplicate => EventError::Duplicate,
            Error::Gone => EventError::Gone,
            Error::Blocked { .. } => EventError::Blocked,
            Error::TooMany | Error::Full(_) => EventError::TooMany,
            Error::NoTable => EventError::NoEvent,
            Error::NotStored { code } => EventError::NotStored { code },
            Error::Fault { code } => EventError::Fault { code },
            // No wish at a table is asked for here.
            Error::Refused(_) => EventError::NoEvent,
        }
    }
}

impl EventError {
    pub(super) fn of(service: &Service, error: StoreError) -> EventError {
        match error {
            StoreError::Limit => EventError::TooMany,
            error => Error::of(service, error).into(),
        }
    }
}

impl Service {
    /// Fulfils a wish about an event. What comes back is stored.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn handle_event(&self, caller: Caller, command: Command) -> Result<EventOutcome, EventError> {
        let begun = tokio::time::Instant::now();
        let answer = match (caller, command) {
            (
                Caller::Person(account),
                Command::OpenEvent {
                    place,
                    format,
                    starts,
                    inbox,
                },
            ) => self.open_event(account, place, format, starts, inbox).await,
            (
                Caller::Person(account),
                Command::Event {
                    event,
                    wish,
                    admin,
                    at,
                    brings,
                    inbox,
                },
            ) => {
                let asker = Asker {
                    account,
                    who: if admin { Who::Admin } else { Who::Person },
                    at,
                    brings,
                    inbox,
                };
                self.event_wish(&asker, event, wish).await
            }
            _ => Err(self.fault("a command from the wrong caller").into()),
        };
        self.answered_event(caller, begun.elapsed(), &answer);
        answer
    }

    /// Fulfils a wish about a team's part in an event, whoever leads the team.
    pub(super) async fn wish_for_team(
        &self,
        asker: &Asker,
        event: EventId,
        wish: Wish,
    ) -> Result<EventOutcome, EventError> {
        let begun = tokio::time::Instant::now();
        let answer = self.event_wish(asker, event, wish).await;
        self.answered_event(Caller::Person(asker.account), begun.elapsed(), &answer);
        answer
    }

    /// The event with this id, as its log tells it.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn event(&self, event: EventId) -> Result<Contest, EventError> {
        let broke = |error| EventError::of(self, error);
        let log = self.store().event_facts(event).await.map_err(broke)?;
        let log = log.ok_or(EventError::NoEvent)?;
        let contest = Contest::replay(event, &log).ok_or_else(|| self.fault("an event without a beginning"))?;
        // A group's id may have changed since the event was opened.
        let place = self.store().event_place(event).await.map_err(broke)?;
        Ok(contest.moved_to(place.ok_or(EventError::NoEvent)?))
    }

    /// The facts of the event with this id, oldest first.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn event_facts(&self, event: EventId) -> Result<Vec<(Millis, Fact)>, EventError> {
        let log = self.store().event_facts(event).await;
        log.map_err(|error| EventError::of(self, error))?
            .ok_or(EventError::NoEvent)
    }

    /// The events of a venue and those that are shown in it, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn events(&self, venue: Venue, open_only: bool) -> Result<Vec<EventRow>, EventError> {
        let rows = self.store().events_in(venue, open_only, LISTED).await;
        Ok(self.sift(rows.map_err(|error| EventError::of(self, error))?))
    }

    /// Where an event's messages stand: its own place, then the others.
    ///
    /// # Errors
    /// When there is no such event, or the store fails.
    pub async fn event_places(&self, event: EventId) -> Result<Vec<Place>, EventError> {
        let broke = |error| EventError::of(self, error);
        let own = self.store().event_place(event).await.map_err(broke)?;
        let mut places = vec![own.ok_or(EventError::NoEvent)?];
        places.extend(self.store().event_places(event).await.map_err(broke)?);
        Ok(places)
    }

    /// The match of an event that a table is or was.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn event_of(&self, table: TableId) -> Result<Option<(EventId, PairingId)>, EventError> {
        let bout = self.store().bout_of(table).await;
        bout.map_err(|error| EventError::of(self, error))
    }

    /// The open events that a player takes part in or waits for, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn my_events(&self, player: PlayerId) -> Result<Vec<Contest>, EventError> {
        let ids = self.store().events_of(player).await;
        let mut events = Vec::new();
        for id in ids.map_err(|error| EventError::of(self, error))? {
            events.extend(self.readable_event(id).await?);
        }
        Ok(events)
    }

    async fn open_event(
        &self,
        account: Account,
        place: Place,
        format: Format,
        starts: Option<Millis>,
        inbox: Option<i64>,
    ) -> Result<EventOutcome, EventError> {
        let player = self.player(account).await?;
        self.admit(place.venue, player, None).await?;
        let inbox = inbox.map(|key| (place.venue.platform, key));
        self.open_as(player, place, format, starts, inbox).await
    }

    /// The facts that open an event, with how long it may lie idle here.
    pub(super) fn begin_event(
        &self,
        place: Place,
        organiser: PlayerId,
        format: Format,
        starts: Option<Millis>,
    ) -> Result<Vec<Fact>, EventError> {
        may_be_opened(place.venue, &format)?;
        let mut facts = Contest::open(self.now(), place, organiser, format, starts)?;
        if let Some(Fact::Opened { idle, .. }) = facts.first_mut() {
            *idle = Some(self.0.idle.load(Ordering::Relaxed));
        }
        Ok(facts)
    }

    /// From now on events are called off after so many days in which nothing happens.
    pub fn set_idle_days(&self, days: u16) {
        self.0.idle.store(days, Ordering::Relaxed);
    }

    async fn open_as(
        &self,
        player: PlayerId,
        place: Place,
        format: Format,
        starts: Option<Millis>,
        inbox: Option<(Platform, i64)>,
    ) -> Result<EventOutcome, EventError> {
        let facts = self.begin_event(place, player, format, starts)?;
        for tried in 0..TRIES {
            let event = EventId(self.fresh_id(tried).0);
            let now = self.now();
            let Some((contest, mut chapter)) = chapter::opening(event, now, &facts) else {
                return Err(self.fault("no opening").into());
            };
            chapter.inbox = inbox;
            match self.store().write_event(chapter).await {
                Ok(()) => {
                    self.told_of_event(&contest);
                    return Ok(EventOutcome {
                        event,
                        contest,
                        before: Version(0),
                        points: Vec::new(),
                    });
                }
                Err(StoreError::Conflict) => {} // The id is taken: another one.
                Err(error) => return Err(EventError::of(self, error)),
            }
        }
        Err(self.fault("no free event id").into())
    }

    async fn event_wish(&self, asker: &Asker, event: EventId, wish: Wish) -> Result<EventOutcome, EventError> {
        let player = self.player(asker.account).await?;
        let who = (asker.who)(player);
        let contest = self.event(event).await?;
        let home = contest.place().venue;
        self.let_in(home, player, &wish).await?;
        // Whom moderators shut out runs nothing either.
        if wish.organises() && !matches!(who, Who::Admin(_)) {
            self.admit(home, player, None).await?;
        }
        let standing = self.standing(&contest, &wish, asker.at, asker.brings).await?;
        if let Some(there) = standing.brought {
            self.admit(there.venue, player, None).await?;
        }
        let cancels = matches!(wish, Wish::Cancel);
        let inbox = asker.inbox.map(|key| (asker.account.platform, key));
        let place = asker.at.map(|at| (at.venue, standing.shown));
        let outcome = self
            .change_event(
                event,
                place,
                |contest, setting| contest.decide(who, wish.clone(), setting),
                |chapter, before| {
                    chapter.inbox = inbox;
                    chapter.shown_in = standing.brought;
                    if cancels && !before.is_organiser(player) {
                        chapter.deed = Some(Deed {
                            at: chapter.at,
                            venue: before.place().venue,
                            by: Some(player),
                            act: DeedKind::EventCancelled,
                            table: Some(TableId(event.0)),
                            whom: None,
                            detail: Some(before.format().title.clone()),
                        });
                    }
                },
            )
            .await?;
        self.run_errands(outcome).await
    }

    /// Writes an event anew as it stands, with what `finish` adds that is no fact.
    pub(super) async fn rewrite_event(
        &self,
        event: EventId,
        finish: impl Fn(&mut Chapter),
    ) -> Result<EventOutcome, EventError> {
        for _ in 0..TRIES {
            let contest = self.event(event).await?;
            let (_, mut chapter) = chapter::change(&contest, self.now(), Vec::new());
            finish(&mut chapter);
            match self.store().write_event(chapter).await {
                Ok(()) => {
                    self.told_of_event(&contest);
                    let before = contest.version();
                    return Ok(EventOutcome {
                        event,
                        contest,
                        before,
                        points: Vec::new(),
                    });
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(EventError::of(self, error)),
            }
        }
        Err(self.fault("an event that never stands still").into())
    }

    /// Loads, decides and stores, again while somebody else was faster. The place is where it was said, and whether the event
    /// is shown there as a guest; `finish` adds what is no fact.
    pub(super) async fn change_event(
        &self,
        event: EventId,
        place: Option<(Venue, bool)>,
        decide: impl Fn(&Contest, &Setting<'_>) -> Result<Vec<Fact>, Refusal>,
        finish: impl Fn(&mut Chapter, &Contest),
    ) -> Result<EventOutcome, EventError> {
        let _turn = self.turn(event.0).await;
        for _ in 0..TRIES {
            let before = self.event(event).await?;
            let now = self.now();
            let setting = Setting {
                now,
                seed: self.dice(),
                ratings: &BTreeMap::new(),
                venue: place.map(|(venue, _)| venue),
                shown: place.is_some_and(|(_, shown)| shown),
            };
            let mut facts = decide(&before, &setting)?;
            let begins = facts.iter().any(|fact| matches!(fact, Fact::Began { .. }));
            if begins {
                // Ratings are looked up only when somebody is drawn by them.
                let ratings = &self.seeds(&before).await?;
                facts = decide(&before, &Setting { ratings, ..setting })?;
            }
            if facts.is_empty() {
                let version = before.version();
                return Ok(EventOutcome {
                    event,
                    contest: before,
                    before: version,
                    points: Vec::new(),
                });
            }
            let (contest, mut chapter) = chapter::change(&before, now, facts);
            finish(&mut chapter, &before);
            let points = chapter.points.clone();
            match self.store().write_event(chapter).await {
                Ok(()) => {
                    self.told_of_event(&contest);
                    let before = before.version();
                    return Ok(EventOutcome {
                        event,
                        contest,
                        before,
                        points,
                    });
                }
                Err(StoreError::Conflict) => {}
                Err(StoreError::Poor) => {
                    let payer = points.iter().find(|booking| booking.why == Why::Paid);
                    let payer = payer.map_or(PlayerId(0), |booking| booking.player);
                    return Err(self.too_poor(payer, before.format()).await);
                }
                Err(error) => return Err(EventError::of(self, error)),
            }
        }
        Err(self.fault("an event that never stands still").into())
    }

    /// The ratings by which people are drawn, where they are: those in the event's venue under its rules.
    pub(super) async fn seeds(&self, contest: &Contest) -> Result<BTreeMap<PlayerId, f64>, EventError> {
        if contest.format().seeding != Seeding::Rating {
            return Ok(BTreeMap::new());
        }
        let broke = |error| EventError::of(self, error);
        let rules = terms_of(contest.format()).map_or("", |terms| terms.preset.name());
        let venue = Some(contest.place().venue);
        // What was played a moment ago counts too.
        self.store().settle().await.map_err(broke)?;
        let mut seeds = BTreeMap::new();
        let entered = contest.entrants().map(|entrant| entrant.player);
        for player in entered.chain(contest.waiting()) {
            let known = self.store().ratings_of(player).await.map_err(broke)?;
            let here = known.iter().find(|(place, _, by, _)| *place == venue && by == rules);
            if let Some((.., rating)) = here {
                seeds.insert(player, rating.value);
            }
        }
        Ok(seeds)
    }

    /// What broke where an event could not be read, for a wish that is none about an event.
    pub(super) fn as_error(&self, error: EventError) -> Error {
        match error {
            EventError::NotStored { code } => Error::NotStored { code },
            EventError::Fault { code } => Error::Fault { code },
            other => self.fault(other),
        }
    }

    /// Wakes whoever has to do with a change of an event that is stored.
    pub(super) fn told_of_event(&self, _: &Contest) {
        self.told_of_events();
    }

    /// The same for any number of events.
    pub(super) fn told_of_events(&self) {
        // Its messages may stand on every platform.
        for platform in Platform::ALL {
            self.changed(platform).notify_one();
        }
        self.0.planned.notify_one();
    }
}

/// Whether an event of this format can be opened here at all.
pub(super) fn may_be_opened(venue: Venue, format: &Format) -> Result<(), EventError> {
    format.check()?;
    if is_private(venue) {
        return Err(EventError::Private);
    }
    terms_of(format).map(|_| ()).ok_or(EventError::Flawed(Flaw::Terms))
}

/// What the matches of an event are played under: written out in full, or nothing for this program's usual rules.
#[must_use]
pub fn terms_of(format: &Format) -> Option<Terms> {
    let terms = match format.terms.trim() {
        "" => Terms::default(),
        written => serde_json::from_str(written).ok()?,
    };
    terms.check().ok()?;
    Some(terms)
}

/// Whether this is somebody's own chat with the bot.
pub(super) fn is_private(venue: Venue) -> bool {
    match venue.platform {
        Platform::Discord => venue.chat < 0,
        Platform::Telegram => venue.chat > 0,
        Platform::Web => false,
    }
}
