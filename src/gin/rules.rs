use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::score::{Pattern, Tier};

/// The parameters of a hand and of who deals, as the rule book's table lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// How a hand begins.
    pub opening: Opening,
    /// Who deals the first hand of a match.
    pub first_dealer: FirstDealer,
    /// Who deals after a hand that somebody won.
    pub next_dealer: NextDealer,
    /// Who deals after a drawn hand.
    pub after_drawn: AfterDrawn,
    /// The most deadwood, in points, that may be left when knocking (rule book: `knock_limit`).
    pub knock_limit: u8,
    /// Whether the card just taken from the pile may be discarded again (rule book: no in every preset).
    pub throw_back_taken: bool,
    /// Whether the defender may lay off on a gold hand too; such a hand is never undercut (rule book: `layoff_on_gold`).
    pub layoff_on_gold: bool,
    /// Points on top of the difference for a knock that succeeds (rule book: 10 jinlami, 0 classic).
    pub knock_bonus: u16,
    /// Points on top of the loser's deadwood for a gold hand.
    pub gold: Gold,
    /// Points on top of the difference for an undercut (詐胡).
    pub undercut: Undercut,
    /// What equal deadwood after a knock means.
    pub tie: Tie,
    /// A discard that is no knock and leaves this many cards in the stock, or fewer, ends the hand drawn.
    pub stock_floor: u8,
    /// This many discards without a knock end the hand drawn (rule book, decision 9: 200).
    pub discard_cap: u16,
}

/// How a hand begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// The dealer gets eleven cards and discards first, without drawing.
    DealerEleven,
    /// Ten cards each and the next one face up, offered to the non-dealer and then to the dealer.
    Upcard,
}

/// Who deals the first hand of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstDealer {
    /// Chance decides.
    Random,
    /// Whoever cuts the lowest card.
    LowestCard,
}

/// Who deals after a hand that somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextDealer {
    /// The players deal in turn.
    Alternate,
    /// The loser of the hand.
    Loser,
}

/// Who deals after a drawn hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterDrawn {
    /// The players deal in turn.
    Alternate,
    /// The same dealer deals again.
    Same,
}

/// Points for a gold hand (金胡), on top of the loser's deadwood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gold {
    /// 金龙: one meld of ten cards.
    pub dragon: u16,
    /// 二金: two melds.
    pub two: u16,
    /// 三金: three melds.
    pub three: u16,
}

impl Gold {
    /// The points of this tier.
    #[must_use]
    pub const fn points(self, tier: Tier) -> u16 {
        match tier {
            Tier::Dragon => self.dragon,
            Tier::Two => self.two,
            Tier::Three => self.three,
        }
    }
}

/// Points for an undercut (詐胡) by how many cards the defender has left after laying off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undercut {
    /// Eight cards or more.
    pub eight: UndercutRow,
    /// Seven cards.
    pub seven: UndercutRow,
    /// Six cards or fewer; also when everything was laid off (rule book, decision 5).
    pub six: UndercutRow,
}

/// Points for an undercut by what the defender's remaining cards make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndercutRow {
    /// All in one meld.
    pub dragon: u16,
    /// All in two melds.
    pub two: u16,
    /// All in three melds.
    pub three: u16,
    /// Some card is loose, or no card is left.
    pub loose: u16,
}

impl Undercut {
    /// The same points in every case.
    #[must_use]
    pub const fn flat(points: u16) -> Undercut {
        let row = UndercutRow {
            dragon: points,
            two: points,
            three: points,
            loose: points,
        };
        Undercut {
            eight: row,
            seven: row,
            six: row,
        }
    }

    /// The points for this many cards left that make this pattern.
    #[must_use]
    pub const fn points(self, cards_left: u8, pattern: Pattern) -> u16 {
        let row = match cards_left {
            8.. => self.eight,
            7 => self.seven,
            _ => self.six,
        };
        match pattern {
            Pattern::Dragon => row.dragon,
            Pattern::Two => row.two,
            Pattern::Three => row.three,
            Pattern::Loose | Pattern::Bare => row.loose,
        }
    }
}

/// What equal deadwood after a knock means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The defender has undercut.
    Undercut,
    /// Nobody scores.
    Nobody,
}

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// 金拉米: the dealer's eleven cards, knock limit 10, gold tiers and the 詐胡 table.
    Jinlami,
    /// Gin Rummy as in the books: upcard, knock limit 10, gin 25, undercut 10.
    Classic,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 2] = [Preset::Jinlami, Preset::Classic];

    /// The name in commands, the log and the vector files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Jinlami => "jinlami",
            Preset::Classic => "classic",
        }
    }

    /// The rule book's column of this name.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Preset::Jinlami => JINLAMI,
            Preset::Classic => CLASSIC,
        }
    }

    /// How a match is decided unless the challenge says otherwise.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Preset::Jinlami => Mode::Fixed { hands: 4 },
            Preset::Classic => Mode::Target {
                points: 100,
                within: None,
            },
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such rules")]
pub struct NotAPreset;

impl FromStr for Preset {
    type Err = NotAPreset;

    fn from_str(text: &str) -> Result<Preset, NotAPreset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name().eq_ignore_ascii_case(text))
            .ok_or(NotAPreset)
    }
}

/// How a match is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// 定局積分: this many hands, the higher total wins.
    Fixed {
        /// The number of hands, drawn ones included.
        hands: u16,
    },
    /// 達標: the first to reach the points wins; else the higher total after the last hand.
    Target {
        /// The points to reach.
        points: u16,
        /// The most hands to play, drawn ones included; none: until somebody gets there.
        within: Option<u16>,
    },
}

const JINLAMI: Rules = Rules {
    opening: Opening::DealerEleven,
    first_dealer: FirstDealer::Random,
    next_dealer: NextDealer::Alternate,
    after_drawn: AfterDrawn::Alternate,
    knock_limit: 10,
    throw_back_taken: false,
    layoff_on_gold: false,
    knock_bonus: 10,
    gold: Gold {
        dragon: 400,
        two: 100,
        three: 50,
    },
    undercut: Undercut {
        eight: UndercutRow {
            dragon: 400,
            two: 100,
            three: 50,
            loose: 50,
        },
        seven: UndercutRow {
            dragon: 100,
            two: 50,
            three: 50,
            loose: 50,
        },
        six: UndercutRow {
            dragon: 50,
            two: 50,
            three: 50,
            loose: 50,
        },
    },
    tie: Tie::Undercut,
    stock_floor: 0,
    discard_cap: 200,
};

const CLASSIC: Rules = Rules {
    opening: Opening::Upcard,
    first_dealer: FirstDealer::LowestCard,
    next_dealer: NextDealer::Loser,
    after_drawn: AfterDrawn::Same,
    knock_limit: 10,
    throw_back_taken: false,
    layoff_on_gold: false,
    knock_bonus: 0,
    gold: Gold {
        dragon: 25,
        two: 25,
        three: 25,
    },
    undercut: Undercut::flat(10),
    tie: Tie::Undercut,
    stock_floor: 2,
    discard_cap: 200,
};
