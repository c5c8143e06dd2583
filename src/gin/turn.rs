use std::fmt;

use serde::{Deserialize, Serialize};

use super::meld::Arrangement;
use super::score::HandScore;
use crate::cards::Card;
use crate::id::Seat;

/// Where a hand stands; what a phase needs lies in its variant.
#[derive(Clone, PartialEq, Eq)]
pub enum Phase {
    /// The first upcard is offered.
    Upcard {
        /// How many players have passed.
        passes: u8,
    },
    /// A player is to draw.
    Draw,
    /// A player holds eleven cards and is to discard or to knock.
    Discard {
        /// The card just taken from the pile; it may not be thrown back.
        taken: Option<Card>,
        /// The card just drawn from the stock; private.
        drawn: Option<Card>,
        /// Whether the discard must be a knock, the last discard having been taken (50th-card rule).
        must_knock: bool,
    },
    /// The discard that would end the hand drawn is offered to the other player, who may take it to knock (50th-card rule).
    Last,
    /// The defender answers a knock.
    LayOff {
        /// The knock.
        knock: Knocked,
        /// The cards placed so far, in order, each with the index of the knocker's meld.
        placed: Vec<(Card, u8)>,
        /// How often a placed card was taken back.
        taken_back: u8,
    },
    /// The hand is over.
    Over(HandScore),
}

/// Prints no card: a phase knows private ones.
impl fmt::Debug for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Upcard { passes } => write!(f, "Upcard({passes})"),
            Phase::Draw => f.write_str("Draw"),
            Phase::Discard { .. } => f.write_str("Discard"),
            Phase::Last => f.write_str("Last"),
            Phase::LayOff { .. } => f.write_str("LayOff"),
            Phase::Over(score) => write!(f, "Over({:?}, {:?}, {})", score.ending, score.winner, score.points),
        }
    }
}

/// How often a defender may take a placed card back in one answer: 50 (ours; no answer goes on for ever).
pub const TAKE_BACKS_MAX: u8 = 50;

/// A knock: who, with which discard, and what was shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knocked {
    /// The knocker.
    pub seat: Seat,
    /// The discard; it lies face down until the hand is over.
    pub discard: Card,
    /// The knocker's ten cards laid out.
    pub shown: Arrangement,
}

impl Knocked {
    /// The other player.
    #[must_use]
    pub fn defender(&self) -> Seat {
        opponent(self.seat)
    }
}

/// Leaves the discard out: it lies face down.
impl fmt::Debug for Knocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knocked")
            .field("seat", &self.seat)
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

/// The other seat of two, whatever number a damaged log may hold.
pub(super) fn opponent(seat: Seat) -> Seat {
    if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST }
}

/// One of the two seats, whatever number a damaged log may hold.
pub(super) fn seated(seat: Seat) -> Seat {
    opponent(opponent(seat))
}

/// What a player wishes to do; it names its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Leave the first upcard, or the last discard.
    Pass,
    /// 吃牌: take this card, the top of the pile.
    TakePile(Card),
    /// 抓牌: draw the top of the stock.
    DrawStock,
    /// Put this card on the pile.
    Discard(Card),
    /// 胡: go out with this card face down, the others in their best arrangement.
    Knock(Card),
    /// 胡: go out with this card face down, the others in the arrangement with this index: 0 the best.
    KnockWith(Card, u8),
    /// Go out with all eleven cards melded and no discard (big gin).
    BigGin,
    /// Lay off what scores best, in place of anything placed so far.
    LayOffBest,
    /// Lay off nothing.
    LayOffNone,
    /// 貼牌: lay this card off on the knocker's meld with this index.
    Place(Card, u8),
    /// Take the card placed last back.
    TakeBack,
    /// Leave it at what is placed.
    Done,
}

/// A fact: what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A player left the first upcard, or the last discard.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player took the top of the pile.
    TookPile {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player drew the top of the stock; the pack's order tells which card it was.
    DrewStock {
        /// Who.
        seat: Seat,
    },
    /// A player put a card on the pile.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The discard that would have ended the hand drawn was offered to the other player, once (50th-card rule).
    OfferedLast {
        /// To whom.
        seat: Seat,
    },
    /// A player knocked.
    Knocked(Knocked),
    /// A player showed eleven melded cards (big gin).
    MeldedAll {
        /// Who.
        seat: Seat,
        /// The eleven cards laid out.
        shown: Arrangement,
    },
    /// The defender laid a card off.
    Placed {
        /// The card.
        card: Card,
        /// The index of the knocker's meld.
        meld: u8,
    },
    /// The defender took the card placed last back.
    TookBack,
    /// The hand ended, whatever way.
    Scored(HandScore),
}

/// Why a wish is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The other player is to move.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// Nothing like that can be done now.
    #[error("that can't be done now")]
    WrongPhase,
    /// Another card lies on top of the pile.
    #[error("another card is on top of the pile")]
    NotThatCard,
    /// Both players have left the first upcard, so the first draw comes from the stock.
    #[error("both passed on the upcard: draw from the stock")]
    UpcardPassed,
    /// No card is left in the stock.
    #[error("the stock is empty")]
    StockEmpty,
    /// The player doesn't hold this card.
    #[error("{0} is not in the hand")]
    NotInHand(Card),
    /// The card was just taken from the pile and may not be thrown back.
    #[error("{0} was just taken from the pile")]
    JustTaken(Card),
    /// Too much deadwood for a knock.
    #[error("{deadwood} points of deadwood, at most {limit} to knock")]
    TooMuchDeadwood {
        /// What would be left, in points.
        deadwood: u8,
        /// The most that may be left, in points.
        limit: u8,
    },
    /// The last discard was taken: the hand must be knocked.
    #[error("the last discard was taken to knock")]
    MustKnock,
    /// The cards kept can't be shown in an arrangement with this index.
    #[error("there is no such arrangement")]
    NoSuchArrangement,
    /// The card doesn't fit on that meld.
    #[error("{0} doesn't fit there")]
    DoesNotFit(Card),
    /// There is no placed card to take back.
    #[error("nothing has been placed")]
    NothingPlaced,
    /// Placed cards were taken back as often as they may be in one answer.
    #[error("cards were taken back {TAKE_BACKS_MAX} times")]
    TakenBackOften,
    /// The hand is over.
    #[error("the hand is over")]
    Over,
}
