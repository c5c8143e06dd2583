//! Every rule that can be changed by name, as one table: names, values, bounds, where it stands in the rules.

use std::fmt;

use super::options::{BadOption, Variant};
use super::rules::{
    AceRuns, AfterDrawn, FirstDealer, GamesScoring, Gold, KnockLimit, LimitFrom, Mode, NextDealer, Opening, Preset,
    Tie, Undercut, UndercutRow,
};

/// A rule that can be changed by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// How a hand begins.
    Opening,
    /// Who deals the first hand.
    FirstDealer,
    /// Who deals after a hand that somebody won.
    NextDealer,
    /// Who deals after a drawn hand.
    AfterDrawn,
    /// Where an ace stands in a run.
    Aces,
    /// What a loose ace costs.
    AcePoints,
    /// The most deadwood that may be left when knocking.
    KnockLimit,
    /// Whether one may lay off on a gold hand.
    LayoffOnGold,
    /// Whether the card just taken may be thrown back.
    ThrowBack,
    /// What eleven melded cards are worth.
    BigGin,
    /// What equal deadwood means.
    Tie,
    /// How many cards are left in the stock when a hand ends drawn.
    StockFloor,
    /// Whether the last discard may still be taken to knock.
    FiftiethCard,
    /// How many times a hand counts whose first upcard is a spade.
    SpadeMultiplier,
    /// Points on top of the difference for a knock.
    KnockBonus,
    /// Points for a gold hand: of three melds, two, one.
    Gold,
    /// Points for an undercut.
    Undercut,
    /// After how many discards a hand ends drawn.
    DiscardCap,
    /// Points for winning a game.
    GameBonus,
    /// Points for each hand won.
    BoxBonus,
    /// Whether a game counts twice when the loser won no hand.
    Shutout,
    /// How many games make the match.
    Games,
    /// Into which of the games a hand is entered.
    Scoring,
}

/// What a setting is set to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// One of the setting's words.
    Word(&'static str),
    /// Numbers, parted by `/` where there are several.
    Numbers(Vec<u16>),
}

/// The most points that any single figure of the rules may be worth (ours).
const MOST_POINTS: u16 = 1_000;
/// The points that end each of several games where neither the preset nor the challenge says so (rule book: 200).
const USUAL_GAME: u16 = 200;
/// The word for the rule book's undercut table by cards left.
const TABLE: &str = "table";

/// What a switch can be.
pub(super) const SWITCH: &[&str] = &["on", "off"];

/// A row of the table of settings.
pub(super) struct Entry {
    pub(super) setting: Setting,
    /// The name that is written, then what it is called besides.
    names: &'static [&'static str],
    words: &'static [&'static str],
    /// The least and the most of each number; the least above the most: there are none.
    pub(super) bounds: (u16, u16),
    /// How many numbers may stand there.
    lengths: &'static [usize],
    pub(super) get: fn(&Variant) -> Option<Value>,
    pub(super) set: fn(&mut Variant, &Value),
}

const NONE: (u16, u16) = (1, 0);

fn number(value: &Value) -> u16 {
    match value {
        Value::Numbers(numbers) => numbers.first().copied().unwrap_or(0),
        Value::Word(_) => 0,
    }
}

fn byte(value: &Value) -> u8 {
    u8::try_from(number(value)).unwrap_or(u8::MAX)
}

fn on(value: &Value) -> bool {
    *value == Value::Word("on")
}

fn switch(on: bool) -> Option<Value> {
    Some(Value::Word(if on { "on" } else { "off" }))
}

fn one(number: impl Into<u16>) -> Option<Value> {
    Some(Value::Numbers(vec![number.into()]))
}

macro_rules! entry {
    ($setting:ident, $names:expr, $words:expr, $bounds:expr, $lengths:expr, $get:expr, $set:expr) => {
        Entry {
            setting: Setting::$setting,
            names: $names,
            words: $words,
            bounds: $bounds,
            lengths: $lengths,
            get: $get,
            set: $set,
        }
    };
}

/// A setting whose words are the variants of an enum.
macro_rules! words {
    ($setting:ident, $names:expr, $at:ident: $kind:ident { $($word:literal = $variant:ident),+ }) => {
        entry!(
            $setting,
            $names,
            &[$($word),+],
            NONE,
            &[],
            |variant| Some(Value::Word(match variant.rules.$at { $($kind::$variant => $word),+ })),
            |variant, value| {
                variant.rules.$at = match value { $(Value::Word($word) => $kind::$variant,)+ _ => return };
            }
        )
    };
}

/// Every setting, in the order in which they are written.
pub(super) static ENTRIES: [Entry; 23] = [
    words!(Opening, &["opening", "开局", "開局"], opening: Opening {
        "dealer_eleven" = DealerEleven, "upcard" = Upcard
    }),
    words!(FirstDealer, &["first_dealer", "首局庄家", "首局莊家"], first_dealer: FirstDealer {
        "random" = Random, "lowest_card" = LowestCard
    }),
    words!(NextDealer, &["next_dealer", "下局庄家", "下局莊家"], next_dealer: NextDealer {
        "alternate" = Alternate, "loser" = Loser, "winner" = Winner
    }),
    words!(AfterDrawn, &["after_drawn", "平局后", "平局後"], after_drawn: AfterDrawn {
        "alternate" = Alternate, "same" = Same
    }),
    entry!(
        Aces,
        &["aces", "A牌"],
        &["low", "around"],
        NONE,
        &[],
        |variant| Some(Value::Word(match variant.rules.aces.runs {
            AceRuns::Low => "low",
            AceRuns::Around => "around",
        })),
        |variant, value| {
            variant.rules.aces.runs = match value {
                Value::Word("around") => AceRuns::Around,
                _ => AceRuns::Low,
            }
        }
    ),
    entry!(
        AcePoints,
        &["ace_points", "A米数", "A米數"],
        &[],
        (1, 25),
        &[1],
        |variant| one(variant.rules.aces.points),
        |variant, value| variant.rules.aces.points = byte(value)
    ),
    entry!(
        KnockLimit,
        &["knock_limit", "knock", "胡牌上限", "米胡上限"],
        &["upcard"],
        (0, 50),
        &[1],
        |variant| match variant.rules.knock_limit {
            KnockLimit::Points(limit) => one(limit),
            KnockLimit::From(LimitFrom::Upcard) => Some(Value::Word("upcard")),
        },
        |variant, value| {
            variant.rules.knock_limit = match value {
                Value::Word(_) => KnockLimit::From(LimitFrom::Upcard),
                Value::Numbers(_) => KnockLimit::Points(byte(value)),
            }
        }
    ),
    entry!(
        LayoffOnGold,
        &["layoff_on_gold", "金胡可贴牌", "金胡可貼牌"],
        SWITCH,
        NONE,
        &[],
        |variant| switch(variant.rules.layoff_on_gold),
        |variant, value| variant.rules.layoff_on_gold = on(value)
    ),
    entry!(
        ThrowBack,
        &["throw_back", "throw_back_taken", "可打回"],
        SWITCH,
        NONE,
        &[],
        |variant| switch(variant.rules.throw_back_taken),
        |variant, value| variant.rules.throw_back_taken = on(value)
    ),
    entry!(
        BigGin,
        &["big_gin", "大金胡", "大金"],
        &["off"],
        (1, MOST_POINTS),
        &[1],
        |variant| match variant.rules.big_gin {
            None => Some(Value::Word("off")),
            Some(points) => one(points),
        },
        |variant, value| {
            variant.rules.big_gin = match value {
                Value::Word(_) => None,
                Value::Numbers(_) => Some(number(value)),
            }
        }
    ),
    words!(Tie, &["tie", "同米"], tie: Tie { "undercut" = Undercut, "nobody" = Nobody }),
    entry!(
        StockFloor,
        &["stock_floor", "牌堆底数", "牌堆底數"],
        &[],
        (0, 20),
        &[1],
        |variant| one(variant.rules.stock_floor),
        |variant, value| variant.rules.stock_floor = byte(value)
    ),
    entry!(
        FiftiethCard,
        &["fiftieth_card", "50th_card", "末张可吃", "末張可吃"],
        SWITCH,
        NONE,
        &[],
        |variant| switch(variant.rules.fiftieth_card),
        |variant, value| variant.rules.fiftieth_card = on(value)
    ),
    entry!(
        SpadeMultiplier,
        &["spade_multiplier", "spades", "黑桃倍数", "黑桃倍數"],
        &[],
        (1, 4),
        &[1],
        |variant| one(variant.rules.spade_multiplier),
        |variant, value| variant.rules.spade_multiplier = byte(value)
    ),
    entry!(
        KnockBonus,
        &["knock_bonus", "米胡加分"],
        &[],
        (0, MOST_POINTS),
        &[1],
        |variant| one(variant.rules.knock_bonus),
        |variant, value| variant.rules.knock_bonus = number(value)
    ),
    entry!(
        Gold,
        &["gold", "金胡"],
        &[],
        (0, MOST_POINTS),
        &[1, 3],
        |variant| {
            let Gold { dragon, two, three } = variant.rules.gold;
            Some(Value::Numbers(if three == two && two == dragon {
                vec![three]
            } else {
                vec![three, two, dragon]
            }))
        },
        |variant, value| {
            let Value::Numbers(points) = value else { return };
            let [three, .., dragon] = points[..] else {
                let points = number(value);
                variant.rules.gold = Gold {
                    dragon: points,
                    two: points,
                    three: points,
                };
                return;
            };
            let two = points[1];
            variant.rules.gold = Gold { dragon, two, three };
        }
    ),
    entry!(
        Undercut,
        &["undercut", "诈胡", "詐胡"],
        &[TABLE],
        (0, MOST_POINTS),
        &[1, 4, 12],
        |variant| {
            let undercut = variant.rules.undercut;
            if undercut == Preset::Jinlami.rules().undercut {
                return Some(Value::Word(TABLE));
            }
            let all: Vec<u16> = [undercut.eight, undercut.seven, undercut.six]
                .into_iter()
                .flat_map(|row| [row.dragon, row.two, row.three, row.loose])
                .collect();
            Some(Value::Numbers(if all.iter().all(|points| *points == all[0]) {
                vec![all[0]]
            } else if all[..4] == all[4..8] && all[..4] == all[8..] {
                all[..4].to_vec()
            } else {
                all
            }))
        },
        |variant, value| {
            let row = |points: &[u16]| UndercutRow {
                dragon: points[0],
                two: points[1],
                three: points[2],
                loose: points[3],
            };
            variant.rules.undercut = match value {
                Value::Word(_) => Preset::Jinlami.rules().undercut,
                Value::Numbers(points) if points.len() == 12 => Undercut {
                    eight: row(&points[..4]),
                    seven: row(&points[4..8]),
                    six: row(&points[8..]),
                },
                Value::Numbers(points) if points.len() == 4 => Undercut {
                    eight: row(points),
                    seven: row(points),
                    six: row(points),
                },
                Value::Numbers(_) => Undercut::flat(number(value)),
            }
        }
    ),
    entry!(
        DiscardCap,
        &["discard_cap", "打牌上限"],
        &[],
        (20, 999),
        &[1],
        |variant| one(variant.rules.discard_cap),
        |variant, value| variant.rules.discard_cap = number(value)
    ),
    entry!(
        GameBonus,
        &["game_bonus", "局盘加分", "局盤加分", "盘加分", "盤加分"],
        &[],
        (0, MOST_POINTS),
        &[1],
        |variant| one(variant.rules.bonuses.game),
        |variant, value| variant.rules.bonuses.game = number(value)
    ),
    entry!(
        BoxBonus,
        &["box_bonus", "line_bonus", "胜局加分", "勝局加分"],
        &[],
        (0, MOST_POINTS),
        &[1],
        |variant| one(variant.rules.bonuses.hand),
        |variant, value| variant.rules.bonuses.hand = number(value)
    ),
    entry!(
        Shutout,
        &["shutout", "零封加倍", "完封加倍"],
        SWITCH,
        NONE,
        &[],
        |variant| switch(variant.rules.bonuses.shutout_doubles),
        |variant, value| variant.rules.bonuses.shutout_doubles = on(value)
    ),
    entry!(
        Games,
        &["games", "盘数", "盤數"],
        &[],
        (1, 9),
        &[1],
        |variant| match variant.mode {
            Mode::Games { games, .. } => one(games),
            Mode::Fixed { .. } | Mode::Target { .. } => None,
        },
        |variant, value| {
            let (points, scoring) = match variant.mode {
                Mode::Games { points, scoring, .. } => (points, scoring),
                Mode::Target { points, .. } => (points, GamesScoring::Hollywood),
                Mode::Fixed { .. } => (USUAL_GAME, GamesScoring::Hollywood),
            };
            variant.mode = Mode::Games {
                games: byte(value),
                points,
                scoring,
            };
        }
    ),
    entry!(
        Scoring,
        &["scoring", "计盘", "計盤"],
        &["hollywood", "sequential"],
        NONE,
        &[],
        |variant| match variant.mode {
            Mode::Games { scoring, .. } => Some(Value::Word(match scoring {
                GamesScoring::Hollywood => "hollywood",
                GamesScoring::Sequential => "sequential",
            })),
            Mode::Fixed { .. } | Mode::Target { .. } => None,
        },
        |variant, value| {
            if let Mode::Games { scoring, .. } = &mut variant.mode {
                *scoring = match value {
                    Value::Word("sequential") => GamesScoring::Sequential,
                    _ => GamesScoring::Hollywood,
                };
            }
        }
    ),
];

impl Setting {
    /// Every setting, in the order in which they are written.
    pub fn all() -> impl Iterator<Item = Setting> {
        ENTRIES.iter().map(|entry| entry.setting)
    }

    /// The name as it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().names[0]
    }

    /// The setting of this name, whatever its case; what it is called in Chinese counts too.
    #[must_use]
    pub fn named(text: &str) -> Option<Setting> {
        let text = text.trim().replace('-', "_");
        let entry = ENTRIES
            .iter()
            .find(|entry| entry.names.iter().any(|name| name.eq_ignore_ascii_case(&text)))?;
        Some(entry.setting)
    }

    /// The words that it can be set to.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        self.entry().words
    }

    /// The least and the most of a number that it can be set to; none where it takes only words.
    #[must_use]
    pub fn bounds(self) -> Option<(u16, u16)> {
        let (least, most) = self.entry().bounds;
        (least <= most).then_some((least, most))
    }

    /// How many numbers it can be set to; empty where it takes only words.
    #[must_use]
    pub fn lengths(self) -> &'static [usize] {
        self.entry().lengths
    }

    /// Whether it belongs to the match and not to a hand.
    #[must_use]
    pub fn of_match(self) -> bool {
        matches!(self, Setting::Games | Setting::Scoring)
    }

    /// Reads a value.
    ///
    /// # Errors
    /// When the setting can't have it.
    pub fn read(self, text: &str) -> Result<Value, BadOption> {
        let entry = self.entry();
        let typed = text.trim();
        let wrong = || BadOption::Value {
            setting: self,
            text: typed.to_owned(),
        };
        let numbers: Option<Vec<u16>> = typed
            .split('/')
            .map(|part| {
                let part = part.trim();
                let digits = !part.is_empty() && part.len() <= 5 && part.bytes().all(|byte| byte.is_ascii_digit());
                part.parse().ok().filter(|_| digits)
            })
            .collect();
        if let Some(numbers) = numbers
            && entry.lengths.contains(&numbers.len())
            && numbers
                .iter()
                .all(|number| (entry.bounds.0..=entry.bounds.1).contains(number))
        {
            return Ok(Value::Numbers(numbers));
        }
        let lower = typed.to_lowercase().replace('-', "_");
        let word = match lower.as_str() {
            "yes" | "true" | "1" | "开" | "開" | "是" | "有" => "on",
            "no" | "none" | "false" | "0" | "关" | "關" | "否" | "无" | "無" => "off",
            "corner" | "both" | "round_the_corner" | "绕转" | "繞轉" | "首尾相接" => "around",
            "lowest" => "lowest_card",
            "eleven" => "dealer_eleven",
            other => other,
        };
        let known = entry.words.iter().find(|known| **known == word);
        known.map(|word| Value::Word(word)).ok_or_else(wrong)
    }

    pub(super) fn entry(self) -> &'static Entry {
        // The table is in the order of the variants; a test holds that.
        &ENTRIES[self as usize]
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Numbers(numbers) => {
                for (at, number) in numbers.iter().enumerate() {
                    if at > 0 {
                        f.write_str("/")?;
                    }
                    write!(f, "{number}")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_on_the_pages_are_understood_in_both_scripts() {
        for name in ["零封加倍", "完封加倍"] {
            assert_eq!(Setting::named(name), Some(Setting::Shutout));
        }
        for value in ["绕转", "繞轉", "首尾相接", "around"] {
            assert_eq!(Setting::Aces.read(value), Ok(Value::Word("around")));
        }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_settings_and_every_name_is_one_settings() {
        let mut names = std::collections::BTreeSet::new();
        for (at, entry) in ENTRIES.iter().enumerate() {
            assert_eq!(entry.setting as usize, at, "{}", entry.names[0]);
            for name in entry.names {
                assert!(names.insert(name.to_lowercase()), "{name} is there twice");
                assert_eq!(Setting::named(name), Some(entry.setting));
                assert_eq!(Setting::named(&name.to_uppercase()), Some(entry.setting));
            }
            assert_eq!(entry.lengths.is_empty(), entry.bounds.0 > entry.bounds.1);
            assert!(!(entry.words.is_empty() && entry.lengths.is_empty()));
        }
    }
}
