//! The small numbers that stand in the database for kinds, languages and platforms.

use super::StoreError;
use crate::id::{Lang, Platform};
use crate::table::{DueKind, Stage};

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant = $code,)* }

        impl $name {
            /// The number that the store keeps.
            #[must_use]
            pub fn code(self) -> i64 {
                self as i64
            }
        }
    };
    (read $(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal,)* }) => {
        codes! { $(#[$doc])* $name { $($(#[$variant_doc])* $variant = $code,)* } }

        impl $name {
            pub(super) fn from_code(code: i64) -> Result<$name, StoreError> {
                match code {
                    $($code => Ok($name::$variant),)*
                    _ => Err(StoreError::Impossible(format!("{} {code} is unknown", stringify!($name)))),
                }
            }
        }
    };
}

codes! {
    read
    /// Whether a person can be written to in private.
    Reach {
        /// Nobody knows yet.
        Unknown = 0,
        /// Yes: the private chat is open.
        Open = 1,
        /// No: never opened, blocked, or closed by a privacy setting.
        Closed = 2,
    }
}

codes! {
    /// Where a table stands, as its row for look-ups knows it.
    LiveStage {
        /// The challenge waits for an answer.
        Invited = 1,
        /// Accepted; somebody can't be reached in private yet.
        Gathering = 2,
        /// Cards are dealt.
        Playing = 3,
        /// Over: played, declined, withdrawn or lapsed.
        Over = 4,
    }
}

impl From<Stage> for LiveStage {
    fn from(stage: Stage) -> LiveStage {
        match stage {
            Stage::Invited => LiveStage::Invited,
            Stage::Gathering => LiveStage::Gathering,
            Stage::Playing => LiveStage::Playing,
            Stage::Over(_) => LiveStage::Over,
        }
    }
}

codes! {
    read
    /// What a message shows.
    SlotKind {
        /// The public table.
        Table = 1,
        /// One reader's hand.
        Hand = 2,
        /// A finished hand, both sides face up.
        Showdown = 3,
        /// A reminder that pings.
        Reminder = 4,
        /// A call to the player to move, from the one who waits.
        Nudge = 5,
        /// The question for a rematch.
        Rematch = 6,
        /// What a moderator decided about a match, told to one of its players.
        Ruling = 9,
        /// An event, with everything about it.
        Event = 20,
        /// A round of an event: who meets whom.
        Round = 21,
        /// A call that pings: to check in (number 0), or to come to the matches of a round.
        Call = 22,
        /// How an event ended.
        Closing = 23,
        /// That a season ended by its calendar, and who won it. Its slot is the season's.
        Season = 30,
    }
}

codes! {
    read
    /// What a moderator did.
    DeedKind {
        /// Ended a match or a challenge.
        Cancelled = 1,
        /// Took a result out of every reckoning.
        Voided = 2,
        /// Shut a player out of the venue's matches.
        Blocked = 3,
        /// Let a player in again.
        Unblocked = 4,
        /// Set the language of public messages.
        Language = 5,
        /// Set the rules of challenges that name none.
        House = 6,
        /// Set whether finished hands of running matches are open to all.
        OpenReplay = 7,
        /// Set the one channel in which games are posted.
        Channel = 8,
        /// Set whether each match gets a thread.
        Threads = 9,
        /// Set the time zone in which moments are written.
        Zone = 10,
        /// Set how many matches may be open at once.
        Limits = 11,
        /// Began, ended or rolled over a season.
        Season = 12,
        /// Set whether leaderboards leave out who is no member any more.
        Absent = 13,
        /// Set who may create events.
        Events = 20,
        /// Called an event off, as an administrator.
        EventCancelled = 21,
        /// Added or removed a schedule of events.
        Schedule = 22,
        /// Gave somebody's team another name.
        TeamRenamed = 30,
        /// Ended somebody's team.
        TeamDisbanded = 31,
        /// Set who may make teams.
        Teams = 32,
    }
}

codes! {
    read
    /// What happened in a team.
    TeamDeedKind {
        /// Somebody made it.
        Made = 1,
        /// Its captain asked somebody to come in.
        Invited = 2,
        /// Somebody came in.
        Joined = 3,
        /// Somebody who was asked did not want to.
        Declined = 4,
        /// Somebody went.
        Left = 5,
        /// Its captain sent somebody away.
        Kicked = 6,
        /// Somebody became its captain.
        Captain = 7,
        /// It got another name.
        Renamed = 8,
        /// It was opened to everybody, or closed again.
        Opened = 9,
        /// It ended.
        Disbanded = 10,
    }
}

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The rating; provisional players are not listed.
    Rating,
    /// Points of all matches added up.
    Points,
    /// Matches won.
    Wins,
    /// Matches won of a hundred, among those who played enough.
    WinRate,
    /// Hands won.
    Hands,
    /// Gold hands (gin) won, of every tier.
    Gold,
    /// Gold hands of the highest tier (金龙).
    Dragon,
    /// Undercuts (詐胡) made.
    Undercuts,
    /// The most matches won one after another.
    Streak,
    /// Events won.
    Events,
    /// Points that teams made.
    Teams,
}

impl Metric {
    /// Every order, the usual one first.
    pub const ALL: [Metric; 11] = [
        Metric::Points,
        Metric::Rating,
        Metric::Wins,
        Metric::WinRate,
        Metric::Hands,
        Metric::Gold,
        Metric::Dragon,
        Metric::Undercuts,
        Metric::Streak,
        Metric::Events,
        Metric::Teams,
    ];
}

codes! {
    read
    /// When a season ends by itself and the next one begins: at midnight in the venue's time zone.
    Calendar {
        /// Never by itself.
        Open = 1,
        /// Every Monday.
        Weekly = 2,
        /// On the first day of each month.
        Monthly = 3,
        /// On the first day of January, April, July and October.
        Quarterly = 4,
        /// On the first day of each year.
        Yearly = 5,
    }
}

impl Calendar {
    /// Every calendar.
    pub const ALL: [Calendar; 5] = [
        Calendar::Open,
        Calendar::Weekly,
        Calendar::Monthly,
        Calendar::Quarterly,
        Calendar::Yearly,
    ];
}

/// The number of a family of rules in the period of a leaderboard; 9 for one that this program doesn't know.
pub(super) fn family(rules: &str) -> i64 {
    match rules {
        "jinlami" => 1,
        "jinlami-pk" => 2,
        "classic" => 3,
        "oklahoma" => 4,
        "tedesco" => 5,
        _ => 9,
    }
}

pub(super) fn platform(code: i64) -> Result<Platform, StoreError> {
    Platform::from_code(code).ok_or_else(|| StoreError::Impossible(format!("platform {code} is unknown")))
}

pub(super) fn due_kind(code: i64) -> Result<DueKind, StoreError> {
    DueKind::from_code(code).ok_or_else(|| StoreError::Impossible(format!("due kind {code} is unknown")))
}

pub(super) fn lang_code(lang: Lang) -> i64 {
    match lang {
        Lang::En => 1,
        Lang::ZhHans => 2,
        Lang::ZhHant => 3,
    }
}

/// A language that this program doesn't know is none: the reader then gets the default.
pub(super) fn lang(code: Option<i64>) -> Option<Lang> {
    Lang::ALL.into_iter().find(|lang| Some(lang_code(*lang)) == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for lang_in in Lang::ALL {
            assert_eq!(lang(Some(lang_code(lang_in))), Some(lang_in));
        }
        for kind in [
            SlotKind::Table,
            SlotKind::Hand,
            SlotKind::Showdown,
            SlotKind::Reminder,
            SlotKind::Nudge,
            SlotKind::Rematch,
            SlotKind::Ruling,
            SlotKind::Event,
            SlotKind::Round,
            SlotKind::Call,
            SlotKind::Closing,
            SlotKind::Season,
        ] {
            assert_eq!(SlotKind::from_code(kind.code()).ok(), Some(kind));
        }
        assert!(SlotKind::from_code(77).is_err());
    }
}
