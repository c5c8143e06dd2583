//! What a person can ask about events, as a wire understood it.

use super::token::EventPage;
use crate::ui::ask::{Challenge, Foe};

/// A question or a wish about events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventAsk {
    /// How events work.
    Help,
    /// An order that begins with this word, which is none.
    Unknown(String),
    /// The events here, and one's own.
    List,
    /// What one has to do in which event.
    Mine,
    /// A new event.
    Create(Box<NewEvent>),
    /// An event that is opened by the calendar again and again.
    Plan {
        /// When, as a cron expression or in words; `None`: show what is planned.
        when: Option<String>,
        /// How many minutes before the start people can sign up.
        ahead: Option<i64>,
        /// What is opened.
        event: Box<NewEvent>,
    },
    /// No more events by this plan; the plan's id as it was typed, `None`: show what is planned.
    Unplan(Option<String>),
    /// Show the event of another place with this typed id here.
    Bring(String),
    /// Not show the event of another place with this typed id here any more.
    Away(String),
    /// A page about an event.
    Show {
        /// The event's id as it was typed; `None`: the one that must be meant.
        event: Option<String>,
        /// Which page.
        page: EventPage,
    },
    /// Something to be done.
    Do {
        /// The event's id as it was typed; `None`: the one that must be meant.
        event: Option<String>,
        /// What.
        deed: EventDeed,
    },
}

/// What can be done in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventDeed {
    /// Sign up.
    Join,
    /// Not take part after all.
    Leave,
    /// Say that one is there.
    CheckIn,
    /// Begin now, or begin the next round now.
    Start,
    /// Be out for good.
    Drop,
    /// Sit out until further notice.
    Rest,
    /// Be back.
    Return,
    /// Let everything stand still; for who does not run the event: sit out.
    Pause,
    /// Let it go on; for who does not run the event: be back.
    Resume,
    /// Call it off.
    Cancel,
    /// Say what the result of a match is.
    Correct {
        /// The number of the match, as the pages show it.
        board: Option<i64>,
        /// `34:12`, `1`, `2`, `draw`, `void`.
        result: Option<String>,
    },
    /// Let somebody else run it too.
    Organiser(Option<Foe>),
    /// Let somebody not run it any more.
    NoOrganiser(Option<Foe>),
    /// Take somebody out.
    Expel(Option<Foe>),
    /// Give the start another time.
    Move(Option<String>),
    /// What an organiser can do.
    Manage,
}

/// An event as it was typed, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEvent {
    /// The name of a template.
    pub template: Option<String>,
    /// What it is called, uncleaned.
    pub title: Option<String>,
    /// What its matches are played under, as in a challenge.
    pub terms: Option<Challenge>,
    /// When it begins: a time, `full` or `hand`.
    pub starts: Option<String>,
    /// How many people (or teams) may take part.
    pub size: Option<i64>,
    /// How many rounds the first stage has.
    pub rounds: Option<i64>,
    /// What taking part costs, in play points.
    pub fee: Option<i64>,
}

impl EventAsk {
    /// Whether the answer depends on the asker being an administrator.
    #[must_use]
    pub fn is_for_admins(&self) -> bool {
        match self {
            EventAsk::Create(_)
            | EventAsk::Plan { .. }
            | EventAsk::Unplan(_)
            | EventAsk::Bring(_)
            | EventAsk::Away(_) => true,
            // Who may open events here brings those of other places along.
            EventAsk::Do {
                event: Some(_),
                deed: EventDeed::Join,
            } => true,
            EventAsk::Do { deed, .. } => matches!(
                deed,
                EventDeed::Start
                    | EventDeed::Pause
                    | EventDeed::Resume
                    | EventDeed::Cancel
                    | EventDeed::Correct { .. }
                    | EventDeed::Organiser(_)
                    | EventDeed::NoOrganiser(_)
                    | EventDeed::Expel(_)
                    | EventDeed::Move(_)
                    | EventDeed::Manage
            ),
            EventAsk::Help | EventAsk::Unknown(_) | EventAsk::List | EventAsk::Mine | EventAsk::Show { .. } => false,
        }
    }
}
