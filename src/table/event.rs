//! What can happen in a match: the facts of its log.

use serde::{Deserialize, Serialize};

use super::Terms;
use super::fair::Proof;
use super::vanish::{Gone, Hindrance};
use crate::cards::{Card, Commitment, Pack, Root};
use crate::gin::{self, HandScore};
use crate::id::{EventId, Millis, Place, Platform, PlayerId, Seat, TableId};

/// A fact of a match, one row of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Somebody asked for a match.
    Opened {
        /// Where the public messages go.
        place: Place,
        /// Who asked; sits in the first seat.
        challenger: PlayerId,
        /// Who may accept.
        invitee: Invitee,
        /// What is played.
        terms: Terms,
        /// The platform's number of the press that asked: the challenger's share in the deals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        press: Option<i64>,
        /// The match of an event that it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bout: Option<Bout>,
    },
    /// The deals of the match are bound to this.
    Sealed {
        /// What the public is told.
        commitment: Commitment,
        /// What the seeds are made from; secret, and missing in a match that was read from an export.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        root: Option<Root>,
    },
    /// A player chose words to be mixed into the deals from the next one on.
    Cut {
        /// Whose words they are.
        seat: Seat,
        /// At most 64 characters.
        words: String,
    },
    /// The second seat is taken.
    Accepted {
        /// By whom.
        by: Sitter,
        /// The platform's number of the press.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        press: Option<i64>,
    },
    /// Everybody can be reached in private: dealing may begin.
    Gathered,
    /// The invited player said no.
    Declined {
        /// Who said it.
        by: PlayerId,
    },
    /// The challenger, or somebody who waited in vain, called it off before the first deal.
    Withdrawn {
        /// Who did.
        by: PlayerId,
    },
    /// Nobody answered in time.
    Lapsed,
    /// A hand began.
    Dealt {
        /// The dealer.
        dealer: Seat,
        /// The cards that were cut for the first deal, first seat's first; the lower one deals.
        cut: Option<[Card; 2]>,
        /// The order of the pack.
        pack: Pack,
        /// What it was computed from; none in a match of an earlier release.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<Proof>,
    },
    /// Something happened in the hand.
    Played {
        /// Whose action it was.
        seat: Seat,
        /// Who pressed.
        by: By,
        /// What happened.
        fact: gin::Event,
        /// The platform's number of the press, with the first fact that came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        press: Option<i64>,
    },
    /// The player to move was reminded.
    Reminded {
        /// Who was.
        seat: Seat,
    },
    /// The deadline passed while the bot was down and was moved.
    Grace {
        /// The new deadline.
        until: Millis,
    },
    /// A player gave the match up.
    Forfeited {
        /// Who did.
        seat: Seat,
        /// Why.
        why: Why,
        /// What the running hand counts (rule book, decision 13).
        score: HandScore,
    },
    /// This match is the rematch of another one; said before the deal.
    Follows {
        /// The match before.
        table: TableId,
        /// Who deals first: the other one than there.
        dealer: Seat,
    },
    /// A player offered a draw.
    DrawOffered {
        /// Who did.
        by: Seat,
    },
    /// The offer of a draw was declined, or taken back.
    DrawDeclined {
        /// By whom.
        by: Seat,
    },
    /// The offer of a draw was accepted: the match is over.
    DrawAgreed {
        /// By whom.
        by: Seat,
    },
    /// A player broke the match off before its first discard.
    Aborted {
        /// Who did.
        by: Seat,
    },
    /// The player to move was nudged by the one who waits.
    Nudged {
        /// Who was.
        seat: Seat,
    },
    /// A player asked for a rematch.
    RematchAsked {
        /// Who did.
        by: Seat,
        /// What the rematch's deals will be bound to, told with the question.
        commitment: Commitment,
        /// What that is made from; secret.
        root: Root,
        /// The platform's number of the press: the asker's share in the deals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        press: Option<i64>,
    },
    /// The question for a rematch was declined, or taken back.
    RematchDeclined {
        /// By whom.
        by: Seat,
    },
    /// Nobody answered the question for a rematch in time.
    RematchLapsed,
    /// The rematch was agreed on and opened.
    Rematched {
        /// Who accepted.
        by: Seat,
        /// The rematch.
        table: TableId,
    },
    /// A player went away: from the place of the match, from the bot, or from the platform.
    Left {
        /// Who did.
        seat: Seat,
        /// How.
        how: Gone,
    },
    /// A player who was away showed themselves again.
    Returned {
        /// Who did.
        seat: Seat,
    },
    /// The place of the match is gone, and the clock stands still.
    Paused {
        /// What became of the place.
        why: Hindrance,
    },
    /// The place of the match is back, and the clock goes on.
    Resumed {
        /// The new deadline; none while nobody is waited for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Millis>,
    },
    /// The place did not come back in time, or nobody is left to play: the match is void.
    Abandoned,
    /// The public messages stand in a second place too.
    Mirrored {
        /// Where: on another platform, or in another server or group.
        place: Place,
    },
    /// A player plays from another platform from now on.
    Crossed {
        /// Who does.
        seat: Seat,
        /// Where their hand goes.
        to: Platform,
    },
    /// Two accounts became one player while one of them had a part in this match.
    Merged {
        /// Who is no player any more.
        from: PlayerId,
        /// Who it is from now on.
        into: PlayerId,
    },
    /// A moderator ended the match or the challenge before its end: it has no result.
    Cancelled {
        /// Who did; nobody for an administrator whom the platform does not name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerId>,
        /// Why, in the moderator's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A moderator took the result out of every reckoning, after the end.
    Voided {
        /// Who did; nobody for an administrator whom the platform does not name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerId>,
        /// Why, in the moderator's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// Which match of which event a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// The event.
    pub event: EventId,
    /// The number of its pairing, from 0 in the order of pairing.
    pub pairing: u32,
    /// Until when both must have come to be dealt cards, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appear: Option<Millis>,
}

/// Who may take the second seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitee {
    /// This player.
    Player(PlayerId),
    /// Whoever has this name on the platform, written in lower case without `@`.
    Name(String),
    /// Anybody.
    Anyone,
    /// The computer.
    Robot,
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sitter {
    /// A person.
    Player(PlayerId),
    /// The computer.
    Robot,
}

impl Sitter {
    /// The person, unless it is the computer.
    #[must_use]
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Sitter::Player(player) => Some(player),
            Sitter::Robot => None,
        }
    }
}

/// Who pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player.
    Person,
    /// The turn clock, for a player who did not.
    Clock,
    /// The computer, in its own seat.
    Robot,
}

/// Why a match was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The player resigned.
    Resigned,
    /// The clock played three turns in a row for the player.
    Clock,
    /// The player was away for long, and the other one claimed the match.
    Absent,
}
