//! What a person can ask of the bot, and what comes back.

use super::people::is_private;
use super::{BoardWish, EventAsk, Order, Post, TeamAsk};
use crate::id::{Account, Place, Venue};
use crate::service::{Slot, SlotId};

/// The person who asks, as the platform tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Who it is.
    pub account: Account,
    /// The name others see, uncleaned.
    pub name: String,
    /// The unique user name, without `@`.
    pub handle: Option<String>,
    /// The platform's language code for this person.
    pub locale: Option<String>,
    /// Where it was asked; `None` in a private chat with the bot.
    pub place: Option<Place>,
    /// The channel that the thread where it was asked belongs to.
    pub parent: Option<i64>,
    /// The private chat's id, where the platform told it.
    pub private_chat: Option<i64>,
    /// Whether this person may change the venue's settings.
    pub admin: bool,
    /// In a private chat: the venue that the wish belongs to, where the platform says that this person may administer it.
    pub admin_of: Option<Venue>,
    /// The roles that this person has in the venue, where the platform has roles.
    pub roles: Vec<i64>,
    /// The platform's key of this update, by which a repeated one is recognised.
    pub update: Option<i64>,
    /// The venue's name.
    pub venue_name: Option<String>,
    /// The platform's language code for the venue.
    pub venue_locale: Option<String>,
}

impl Guest {
    /// Whether this person may administer that venue: the one where they ask, or the one that their wish belongs to.
    #[must_use]
    pub fn governs(&self, venue: Venue) -> bool {
        match self.place.filter(|place| !is_private(*place)) {
            Some(here) => self.admin && here.venue == venue,
            None => self.admin_of == Some(venue),
        }
    }
}

/// A wish as the platform understood it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A button or an option was pressed; the token is not trusted.
    Press(String),
    /// A new challenge.
    Challenge(Challenge),
    /// An open challenge with a code for somebody who is somewhere else; against whom it says is not looked at.
    Invite(Challenge),
    /// Yes to the invitation with this code.
    Join {
        /// As it was typed.
        code: String,
    },
    /// One player with another account: a code for it, or the one that it got.
    Link {
        /// As it was typed.
        code: Option<String>,
    },
    /// A player of one's own again.
    Unlink,
    /// "Show me my hand."
    Hand,
    /// "Show the table."
    Table,
    /// "I resign": asks back once.
    Resign,
    /// "A draw?", or yes to the other's offer.
    Draw,
    /// "I break the match off", before its first discard: asks back once.
    Abort,
    /// "Call my opponent."
    Nudge,
    /// "Once more?", or yes to that.
    Rematch,
    /// The public facts of one match, for the asker alone.
    Watch {
        /// The match's id as it was typed.
        id: String,
    },
    /// A leaderboard.
    Leaders(BoardWish),
    /// What somebody has done.
    Stats {
        /// Whose; `None`: the asker's.
        whom: Option<Foe>,
        /// Against whom.
        versus: Option<Foe>,
    },
    /// The seasons of the place where it is asked.
    Seasons,
    /// The rules of a preset.
    Rules {
        /// The preset's name, or `house` for what is played here, or house rules as in a challenge; `None`: what is played
        /// here.
        preset: Option<String>,
    },
    /// A venue's settings.
    Settings(Settings),
    /// Whether the deal of a finished hand was fair.
    Verify {
        /// The match's id as it is shown.
        id: String,
        /// The hand's number; `None`: the last finished one.
        hand: Option<i64>,
    },
    /// Words of the asker's own for the deals of the running match.
    Cut {
        /// Uncleaned.
        words: String,
    },
    /// What one can do here.
    Help,
    /// The asker's running matches.
    Games,
    /// Which language to speak.
    Language {
        /// The wanted one; `None` shows the choice.
        lang: Option<String>,
        /// For the venue instead of the asker; admins only.
        venue: bool,
    },
    /// A finished hand, step by step.
    Replay {
        /// The match's id as it was typed; `None`: the asker's latest one.
        table: Option<String>,
        /// The hand's number; `None`: the last finished one.
        hand: Option<i64>,
    },
    /// What a moderator asks for.
    Admin(Order),
    /// Something about events.
    Event(EventAsk),
    /// A match at once, with whoever waits here or comes next; `None`: under the usual terms.
    Quick(Option<Challenge>),
    /// Something about teams.
    Team(TeamAsk),
    /// What is kept about the asker.
    Privacy {
        /// `policy` (default), `export` or `delete`.
        what: Option<String>,
    },
    /// The private chat was opened.
    Start {
        /// What the deep link carried: `t` and a table's id.
        payload: Option<String>,
    },
}

/// A challenge as it was typed, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Against whom.
    pub opponent: Foe,
    /// A preset's name.
    pub rules: Option<String>,
    /// `fixed`, `target` or `games`.
    pub mode: Option<String>,
    /// How many hands, 1 to 99.
    pub hands: Option<i64>,
    /// The target score, 10 to 10,000.
    pub target: Option<i64>,
    /// Time for a turn: `90s`, `5m`, `24h`, `3d`; one minute to three days.
    pub clock: Option<String>,
    /// House rules: `big_gin=31 tie=nobody`; also a preset's name and `mode=`, `hands=`, `target=`, `clock=`.
    pub house: Option<String>,
}

/// Settings of a venue, for its admins. What is `None` stays; when everything is, they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The language of public messages.
    pub lang: Option<String>,
    /// The rules of challenges that name none, written as in a challenge; `off` forgets them.
    pub house: Option<String>,
    /// Whether everybody may look at the finished hands of a running match: `on` or `off`.
    pub open_replay: Option<String>,
}

/// Whom a challenge is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Foe {
    /// A person whom the platform named by id.
    Person {
        /// Who it is.
        account: Account,
        /// The name others see, uncleaned.
        name: String,
        /// The unique user name, without `@`.
        handle: Option<String>,
    },
    /// A typed `@name`, with or without the `@`.
    Handle(String),
    /// The computer.
    Computer,
    /// Some other bot, which can't play.
    Bot,
    /// Whoever accepts first.
    #[default]
    Anyone,
}

/// What comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// A refusal or a short note, private to the asker.
    pub toast: Option<Toast>,
    /// An answer to the asker alone (`private`), or with `replace` the new state of the pressed message.
    pub post: Option<Post>,
    /// Whether `post` replaces the pressed message. A private post may only replace a message that nobody but the asker
    /// can see; where the pressed one is public, the wire answers with a new private message instead.
    pub replace: bool,
    /// The message slot that `post` shows, with the version shown: after the message is sent or edited, tell the service,
    /// with the message's id.
    pub slot: Option<(SlotId, i64)>,
    /// An answer meant for the whole chat.
    pub public: Option<Post>,
    /// The message slot that `public` shows: where its message has scrolled away, the new one takes its place and the old one
    /// goes. Boxed, for few answers have one.
    pub anew: Option<Box<Slot>>,
    /// What another place hears of it, where the asker did in the private chat what concerns that place. Boxed, for few
    /// answers have it.
    pub news: Option<Box<(Place, Post)>>,
    /// Whether the note is for nobody else's ears: where the asker can't be reached alone, it is not said aloud either.
    pub hushed: bool,
}

impl Answer {
    /// The same, never to be said aloud.
    pub(super) fn hushed(self) -> Answer {
        Answer { hushed: true, ..self }
    }
}

/// A short note that pops up for the asker alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Toast {
    /// At most 200 characters (Telegram's limit for a callback answer).
    pub text: String,
    /// Whether it stays until it is dismissed.
    pub alert: bool,
}

/// A note may hold the asker's own cards.
impl std::fmt::Debug for Toast {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Toast({} characters, alert: {})",
            self.text.chars().count(),
            self.alert
        )
    }
}
