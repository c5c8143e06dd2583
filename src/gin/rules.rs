use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::meld::points;
use super::score::{Pattern, Tier};
use crate::cards::{Card, Rank};

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
    /// Where an ace stands in a run and what it costs when it is loose (rule book: run ends, ace as deadwood).
    #[serde(default)]
    pub aces: Aces,
    /// The most deadwood that may be left when knocking (rule book: `knock_limit`).
    pub knock_limit: KnockLimit,
    /// Every score of a hand counts this many times when the first upcard is a spade (rule book: `spade_multiplier`; 1: never).
    #[serde(default = "once")]
    pub spade_multiplier: u8,
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
    /// Points on top of the loser's deadwood for eleven melded cards, shown without a discard; none: that does not exist
    /// (rule book: big gin, option 31).
    #[serde(default)]
    pub big_gin: Option<u16>,
    /// A discard that is no knock and leaves this many cards in the stock, or fewer, ends the hand drawn.
    pub stock_floor: u8,
    /// The discard that would end the hand drawn may still be taken to knock (rule book: 50th-card rule).
    #[serde(default)]
    pub fiftieth_card: bool,
    /// This many discards without a knock end the hand drawn (rule book, decision 9: 200).
    pub discard_cap: u16,
    /// What is added when a game is won (rule book: game / box / shutout bonus).
    #[serde(default)]
    pub bonuses: Bonuses,
}

impl Rules {
    /// Whether the first upcard says more than what it is: the knock limit, or how often the hand counts.
    #[must_use]
    pub fn asks_upcard(&self) -> bool {
        self.knock_limit == KnockLimit::From(LimitFrom::Upcard) || self.spade_multiplier != 1
    }
}

const fn once() -> u8 {
    1
}

/// Where an ace stands in a run and what it costs when it is loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aces {
    /// Where it stands in a run.
    pub runs: AceRuns,
    /// What it costs when it is loose, in points (rule book: 1, in Tedesco 15).
    pub points: u8,
}

impl Aces {
    /// Below the two, one point.
    pub const LOW: Aces = Aces {
        runs: AceRuns::Low,
        points: 1,
    };
    /// At both ends and round the corner, fifteen points (rule book: `tedesco`).
    pub const CORNER: Aces = Aces {
        runs: AceRuns::Around,
        points: 15,
    };
}

impl Default for Aces {
    fn default() -> Aces {
        Aces::LOW
    }
}

/// Where an ace stands in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AceRuns {
    /// Below the two only: A-2-3.
    Low,
    /// Below the two, above the king, and round the corner: A-2-3, Q-K-A, K-A-2.
    Around,
}

/// The most deadwood that may be left when knocking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KnockLimit {
    /// This many points.
    Points(u8),
    /// What the hand's first upcard says.
    From(LimitFrom),
}

/// What says how much deadwood may be left when knocking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitFrom {
    /// The value of the first upcard, J Q K = 10; an ace: gin only (rule book: `oklahoma`).
    Upcard,
}

impl KnockLimit {
    /// The limit, in points, of a hand with this first upcard; without one that should say it: gin only.
    #[must_use]
    pub fn of(self, upcard: Option<Card>) -> u8 {
        match (self, upcard) {
            (KnockLimit::Points(limit), _) => limit,
            (KnockLimit::From(LimitFrom::Upcard), None) => 0,
            (KnockLimit::From(LimitFrom::Upcard), Some(card)) if card.rank() == Rank::Ace => 0,
            (KnockLimit::From(LimitFrom::Upcard), Some(card)) => points(card, Aces::LOW),
        }
    }
}

/// What is added to the hands' points when a game is won; all zero in every preset (rule book: option 100 / 20 / double).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bonuses {
    /// Points for winning the game.
    pub game: u16,
    /// Points for each hand won (box, line), to both players.
    pub hand: u16,
    /// Whether the game bonus counts twice when the other player won no hand (shutout).
    pub shutout_doubles: bool,
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
    /// The winner of the hand.
    Winner,
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
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// 金拉米: the dealer's eleven cards, knock limit 10, gold tiers and the 詐胡 table.
    Jinlami,
    /// 金拉米 PK: as jinlami with knock limit 5 and laying off on gold hands, first to a target within ten hands.
    JinlamiPk,
    /// Gin Rummy as in the books: upcard, knock limit 10, gin 25, undercut 10.
    Classic,
    /// As classic; the first upcard sets the knock limit, and a spade doubles the hand.
    Oklahoma,
    /// As classic with aces at both ends and round the corner, three games to 200 at once.
    Tedesco,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 5] = [
        Preset::Jinlami,
        Preset::JinlamiPk,
        Preset::Classic,
        Preset::Oklahoma,
        Preset::Tedesco,
    ];

    /// The name in commands, the log and the vector files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Jinlami => "jinlami",
            Preset::JinlamiPk => "jinlami-pk",
            Preset::Classic => "classic",
            Preset::Oklahoma => "oklahoma",
            Preset::Tedesco => "tedesco",
        }
    }

    /// The rule book's column of this name.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Preset::Jinlami => JINLAMI,
            Preset::JinlamiPk => JINLAMI_PK,
            Preset::Classic => CLASSIC,
            Preset::Oklahoma => OKLAHOMA,
            Preset::Tedesco => TEDESCO,
        }
    }

    /// How a match is decided unless the challenge says otherwise.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Preset::Jinlami => Mode::Fixed { hands: 4 },
            Preset::JinlamiPk => Mode::Target {
                points: 100,
                within: Some(10),
            },
            Preset::Classic | Preset::Oklahoma => Mode::Target {
                points: 100,
                within: None,
            },
            Preset::Tedesco => Mode::Games {
                games: 3,
                points: 200,
                scoring: GamesScoring::Hollywood,
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
    /// Several games, each to a number of points; whoever wins more of them wins the match, then the points decide.
    Games {
        /// The number of games.
        games: u8,
        /// The points that end a game.
        points: u16,
        /// Into which of the games a hand is entered.
        scoring: GamesScoring,
    },
}

/// Into which of several games a won hand is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GamesScoring {
    /// All games run at once: a player's first won hand is entered in the first game, the second in the first two, and so on.
    Hollywood,
    /// One game after another.
    Sequential,
}

const JINLAMI: Rules = Rules {
    opening: Opening::DealerEleven,
    first_dealer: FirstDealer::Random,
    next_dealer: NextDealer::Alternate,
    after_drawn: AfterDrawn::Alternate,
    aces: Aces::LOW,
    knock_limit: KnockLimit::Points(10),
    spade_multiplier: 1,
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
    big_gin: None,
    stock_floor: 0,
    fiftieth_card: false,
    discard_cap: 200,
    bonuses: Bonuses {
        game: 0,
        hand: 0,
        shutout_doubles: false,
    },
};

const CLASSIC: Rules = Rules {
    opening: Opening::Upcard,
    first_dealer: FirstDealer::LowestCard,
    next_dealer: NextDealer::Loser,
    after_drawn: AfterDrawn::Same,
    aces: Aces::LOW,
    knock_limit: KnockLimit::Points(10),
    spade_multiplier: 1,
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
    big_gin: None,
    stock_floor: 2,
    fiftieth_card: false,
    discard_cap: 200,
    bonuses: Bonuses {
        game: 0,
        hand: 0,
        shutout_doubles: false,
    },
};

const JINLAMI_PK: Rules = Rules {
    knock_limit: KnockLimit::Points(5),
    layoff_on_gold: true,
    ..JINLAMI
};

const OKLAHOMA: Rules = Rules {
    knock_limit: KnockLimit::From(LimitFrom::Upcard),
    spade_multiplier: 2,
    ..CLASSIC
};

const TEDESCO: Rules = Rules {
    aces: Aces::CORNER,
    ..CLASSIC
};
