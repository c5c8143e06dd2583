use serde::{Deserialize, Serialize};

use super::layoff::LayOff;
use super::meld::Arrangement;
use super::rules::{Aces, Rules, Tie};
use super::solve;
use super::turn::Knocked;
use crate::cards::{Card, CardSet};
use crate::id::Seat;

/// How a hand ended and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandScore {
    /// Who scores; nobody after a drawn hand or a tie that counts for nobody.
    pub winner: Option<Seat>,
    /// The winner's points.
    pub points: u16,
    /// How the hand ended.
    pub ending: Ending,
    /// Both hands laid open.
    pub shown: Showdown,
}

/// The ways a hand ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// 米胡: the knocker has less deadwood.
    Knock,
    /// 金胡: the knocker has no deadwood.
    Gold(Tier),
    /// All eleven cards melded, shown without a discard (big gin).
    BigGin,
    /// 詐胡: the defender has no more deadwood than the knocker.
    Undercut(Pattern),
    /// Equal deadwood under rules where that counts for nobody.
    Tie,
    /// Drawn: the stock ran out.
    DrawnStock,
    /// Drawn: too many discards without a knock.
    DrawnCap,
    /// A player gave the hand up.
    Forfeit,
}

/// The tiers of a gold hand (金胡), the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// 金龙: all ten cards in one run.
    Dragon,
    /// 二金: two melds.
    Two,
    /// 三金: three melds.
    Three,
}

impl Tier {
    /// The tier of a hand of this many melds without a loose card.
    #[must_use]
    pub const fn of_melds(melds: u8) -> Option<Tier> {
        match melds {
            1 => Some(Tier::Dragon),
            2 => Some(Tier::Two),
            3 => Some(Tier::Three),
            _ => None,
        }
    }

    /// The name in the vector files: `jinlong`, `erjin`, `sanjin`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Dragon => "jinlong",
            Tier::Two => "erjin",
            Tier::Three => "sanjin",
        }
    }
}

/// What the defender's cards make after laying off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// All in one meld.
    Dragon,
    /// All in two melds.
    Two,
    /// All in three melds.
    Three,
    /// 米: some card is loose.
    Loose,
    /// No card is left: all were laid off.
    Bare,
}

/// Both hands laid open at the end of a hand, for the players to see and for the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Showdown {
    /// Who knocked, if anybody did.
    pub knocker: Option<Seat>,
    /// The card that the knocker put down with the knock.
    pub discard: Option<Card>,
    /// Each seat's cards: the knocker's as shown, the defender's as they are after laying off, else as they lie best.
    pub arrangements: [Arrangement; 2],
    /// The defender's cards laid off, in order, each with the index of the knocker's meld.
    pub laid_off: Vec<(Card, u8)>,
    /// What the defender's remaining cards make, after a knock.
    pub pattern: Option<Pattern>,
}

impl Showdown {
    /// The seat's deadwood at the end, in points.
    #[must_use]
    pub fn deadwood(&self, seat: Seat) -> u8 {
        self.arrangements[seat.index()].deadwood()
    }

    /// How many cards the seat has left at the end.
    #[must_use]
    pub fn cards_left(&self, seat: Seat) -> u8 {
        self.arrangements[seat.index()].cards().len() as u8
    }

    /// Both hands as they lie best, without a knock.
    pub(super) fn without_knock(hands: [CardSet; 2], aces: Aces) -> Showdown {
        Showdown {
            knocker: None,
            discard: None,
            arrangements: hands.map(|hand| Arrangement::best(hand, aces)),
            laid_off: Vec::new(),
            pattern: None,
        }
    }
}

/// What the defender has to beat.
#[derive(Clone, Copy)]
pub(super) struct Against {
    deadwood: u8,
    tier: Option<Tier>,
}

impl Against {
    pub(super) fn shown(shown: &Arrangement, rules: &Rules) -> Against {
        let deadwood = shown.deadwood();
        // The fewest melds count, whatever was shown (rule book, decision 6).
        Against {
            deadwood,
            tier: if deadwood == 0 {
                solve::tier(shown.cards(), rules.aces)
            } else {
                None
            },
        }
    }

    /// Whether the defender may lay off at all.
    pub(super) fn permits_layoff(self, rules: &Rules) -> bool {
        self.tier.is_none() || rules.layoff_on_gold
    }
}

/// The points from the defender's side, and the ending, when the defender is left with these cards.
pub(super) fn judge(rules: &Rules, against: Against, rest: CardSet) -> (i32, Ending) {
    let (left, melds) = solve::deadwood_and_melds(rest, rules.aces);
    let difference = i32::from(left) - i32::from(against.deadwood);
    if let Some(tier) = against.tier {
        return (
            -(i32::from(rules.gold.points(tier)) + i32::from(left)),
            Ending::Gold(tier),
        );
    }
    if difference > 0 {
        return (-(i32::from(rules.knock_bonus) + difference), Ending::Knock);
    }
    if difference == 0 && rules.tie == Tie::Nobody {
        return (0, Ending::Tie);
    }
    let pattern = pattern(rest, left, melds);
    let base = rules.undercut.points(rest.len() as u8, pattern);
    (i32::from(base) - difference, Ending::Undercut(pattern))
}

fn pattern(rest: CardSet, deadwood: u8, melds: u8) -> Pattern {
    if rest.is_empty() {
        return Pattern::Bare;
    }
    match (deadwood, melds) {
        (0, 1) => Pattern::Dragon,
        (0, 2) => Pattern::Two,
        (0, 3) => Pattern::Three,
        _ => Pattern::Loose,
    }
}

/// The score after a knock that the defender answers like this.
pub(super) fn settle(knock: &Knocked, answer: LayOff, rules: &Rules) -> HandScore {
    let defender = knock.defender();
    let winner = match answer.ending {
        Ending::Knock | Ending::Gold(_) => Some(knock.seat),
        Ending::Undercut(_) => Some(defender),
        _ => None,
    };
    let mut arrangements = [knock.shown; 2];
    arrangements[defender.index()] = answer.own;
    let rest = answer.own.cards();
    let (left, melds) = solve::deadwood_and_melds(rest, rules.aces);
    HandScore {
        winner,
        points: u16::try_from(answer.points.unsigned_abs()).unwrap_or(u16::MAX),
        ending: answer.ending,
        shown: Showdown {
            knocker: Some(knock.seat),
            discard: Some(knock.discard),
            arrangements,
            laid_off: answer.placed,
            pattern: Some(pattern(rest, left, melds)),
        },
    }
}
