//! The rules that a challenge can change by name: one table of names, values and bounds, and what contradicts what.
//!
//! A changed rule is written `big_gin=31`; several stand beside each other, parted by spaces or commas.

use std::fmt;

use super::rules::{
    AceRuns, AfterDrawn, FirstDealer, GamesScoring, Gold, KnockLimit, LimitFrom, Mode, NextDealer, Opening, Preset,
    Rules, Tie, Undercut, UndercutRow,
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

/// A setting and what it is set to.
pub type Change = (Setting, Value);

/// What a match can be changed in by name: the rules of a hand, and how several games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The rules of a hand.
    pub rules: Rules,
    /// How the match is decided.
    pub mode: Mode,
}

/// Why words name no change of the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    /// There is no such setting.
    #[error("there is no rule called {0}")]
    Unknown(String),
    /// The setting can't have that value.
    #[error("{setting} can't be {text}")]
    Value {
        /// The setting.
        setting: Setting,
        /// What was written as its value; empty when nothing was.
        text: String,
    },
    /// The setting is named twice.
    #[error("{0} is named twice")]
    Twice(Setting),
}

/// Rules that can't be played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A figure is outside its bounds.
    #[error("{0} is out of bounds")]
    OutOfBounds(Setting),
    /// The knock limit follows the first upcard, but a hand begins without one.
    #[error("a knock limit by the upcard needs an opening with one")]
    LimitNeedsUpcard,
    /// A spade as the first upcard multiplies the hand, but a hand begins without one.
    #[error("a multiplier by the upcard needs an opening with one")]
    MultiplierNeedsUpcard,
    /// A gold hand of fewer melds is worth less than one of more.
    #[error("fewer melds must not be worth less")]
    GoldOrder,
    /// A bonus for a won game, but nobody can win one: the number of hands is fixed.
    #[error("a bonus for a game needs a target")]
    BonusNeedsTarget,
    /// A way of counting several games, but there is only one.
    #[error("a scoring of games needs games")]
    ScoringNeedsGames,
}

/// The most points that any single figure of the rules may be worth (ours).
const MOST_POINTS: u16 = 1_000;
/// The points that end each of several games where neither the preset nor the challenge says so (rule book: 200).
const USUAL_GAME: u16 = 200;
/// The word for the rule book's undercut table by cards left.
const TABLE: &str = "table";

const SWITCH: &[&str] = &["on", "off"];

/// A row of the table of settings.
struct Entry {
    setting: Setting,
    /// The name that is written, then what it is called besides.
    names: &'static [&'static str],
    words: &'static [&'static str],
    /// The least and the most of each number; the least above the most: there are none.
    bounds: (u16, u16),
    /// How many numbers may stand there.
    lengths: &'static [usize],
    get: fn(&Variant) -> Option<Value>,
    set: fn(&mut Variant, &Value),
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
static ENTRIES: [Entry; 23] = [
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
        &["shutout", "零封加倍"],
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
            "corner" | "both" | "round_the_corner" => "around",
            "lowest" => "lowest_card",
            "eleven" => "dealer_eleven",
            other => other,
        };
        let known = entry.words.iter().find(|known| **known == word);
        known.map(|word| Value::Word(word)).ok_or_else(wrong)
    }

    fn entry(self) -> &'static Entry {
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

/// The words of a text with what stands after `=` or `:`, in order; spaces and commas part them.
#[must_use]
pub fn pieces(text: &str) -> Vec<(String, Option<String>)> {
    let mut flat = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ':' | '：' | '＝' => flat.push('='),
            ',' | ';' | '，' | '；' | '、' => flat.push(' '),
            other => flat.push(other),
        }
    }
    let mut pieces: Vec<(String, Option<String>)> = Vec::new();
    // A `=` with spaces around it belongs to the words beside it.
    let mut waits = false;
    for word in flat.split_whitespace() {
        let mut rest = word;
        if let Some(value) = word.strip_prefix('=')
            && let Some((_, last @ None)) = pieces.last_mut()
        {
            if value.is_empty() {
                waits = true;
            } else {
                *last = Some(value.to_owned());
            }
            continue;
        }
        if waits && let Some((_, last)) = pieces.last_mut() {
            *last = Some(word.to_owned());
            waits = false;
            continue;
        }
        let mut value = None;
        if let Some((name, after)) = word.split_once('=') {
            rest = name;
            waits = after.is_empty();
            value = (!waits).then(|| after.to_owned());
        }
        pieces.push((rest.to_owned(), value));
    }
    pieces
}

/// Adds a change that was written as this name and value.
///
/// # Errors
/// When there is no such setting, it can't have that value, or it is there already.
pub fn add(changes: &mut Vec<Change>, name: &str, value: Option<&str>) -> Result<(), BadOption> {
    let setting = Setting::named(name).ok_or_else(|| BadOption::Unknown(name.to_owned()))?;
    let value = match value {
        Some(value) => setting.read(value)?,
        // "throw_back" alone switches it on.
        None if setting.words() == SWITCH => Value::Word("on"),
        None => {
            return Err(BadOption::Value {
                setting,
                text: String::new(),
            });
        }
    };
    if changes.iter().any(|(known, _)| *known == setting) {
        return Err(BadOption::Twice(setting));
    }
    changes.push((setting, value));
    changes.sort_by_key(|(setting, _)| *setting);
    Ok(())
}

/// Reads changes: `big_gin=31, tie=nobody`.
///
/// # Errors
/// The first word that names none.
pub fn read(text: &str) -> Result<Vec<Change>, BadOption> {
    let mut changes = Vec::new();
    for (name, value) in pieces(text) {
        add(&mut changes, &name, value.as_deref())?;
    }
    Ok(changes)
}

/// Writes changes as [`read`] reads them.
#[must_use]
pub fn write(changes: &[Change]) -> String {
    let parts: Vec<String> = changes
        .iter()
        .map(|(setting, value)| format!("{setting}={value}"))
        .collect();
    parts.join(" ")
}

impl Variant {
    /// A preset as it is.
    #[must_use]
    pub fn of(preset: Preset) -> Variant {
        Variant {
            rules: preset.rules(),
            mode: preset.mode(),
        }
    }

    /// What a setting is; nothing where the way a match is decided has no place for it.
    #[must_use]
    pub fn get(&self, setting: Setting) -> Option<Value> {
        (setting.entry().get)(self)
    }

    /// The same with these changes.
    ///
    /// # Errors
    /// When they contradict each other or the rest.
    pub fn with(mut self, changes: &[Change]) -> Result<Variant, Contradiction> {
        let mut changes: Vec<&Change> = changes.iter().collect();
        // The number of games comes before how they are counted.
        changes.sort_by_key(|(setting, _)| *setting);
        for (setting, value) in changes {
            if *setting == Setting::Scoring && !matches!(self.mode, Mode::Games { .. }) {
                return Err(Contradiction::ScoringNeedsGames);
            }
            (setting.entry().set)(&mut self, value);
        }
        self.check()?;
        Ok(self)
    }

    /// Whether everything is within its bounds and nothing contradicts anything.
    ///
    /// # Errors
    /// The first thing that is not as it must be.
    pub fn check(&self) -> Result<(), Contradiction> {
        for entry in &ENTRIES {
            if let Some(Value::Numbers(numbers)) = (entry.get)(self)
                && !numbers
                    .iter()
                    .all(|number| (entry.bounds.0..=entry.bounds.1).contains(number))
            {
                return Err(Contradiction::OutOfBounds(entry.setting));
            }
        }
        let rules = &self.rules;
        if rules.opening != Opening::Upcard {
            if rules.knock_limit == KnockLimit::From(LimitFrom::Upcard) {
                return Err(Contradiction::LimitNeedsUpcard);
            }
            if rules.spade_multiplier != 1 {
                return Err(Contradiction::MultiplierNeedsUpcard);
            }
        }
        if rules.gold.dragon < rules.gold.two || rules.gold.two < rules.gold.three {
            return Err(Contradiction::GoldOrder);
        }
        if matches!(self.mode, Mode::Fixed { .. }) && rules.bonuses != Default::default() {
            return Err(Contradiction::BonusNeedsTarget);
        }
        Ok(())
    }

    /// In which settings of a hand these rules differ from the preset's.
    #[must_use]
    pub fn changes(&self, preset: Preset) -> Vec<Change> {
        let usual = Variant::of(preset);
        let mine = Setting::all().filter(|setting| !setting.of_match());
        mine.filter_map(|setting| {
            let value = self.get(setting)?;
            (usual.get(setting).as_ref() != Some(&value)).then_some((setting, value))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn spaces_commas_and_colons_part_the_pieces() {
        let pair = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        for text in [
            "a=1 b=2",
            "a:1,b:2",
            "a = 1, b = 2",
            "a =1；b= 2",
            "a：1、b＝2",
            "  a=1\n b=2 ",
        ] {
            assert_eq!(pieces(text), [pair("a", "1"), pair("b", "2")], "{text}");
        }
        assert_eq!(pieces("a b=2"), [("a".to_owned(), None), pair("b", "2")]);
        assert_eq!(pieces("=1"), [pair("", "1")]);
        assert_eq!(pieces("a="), [("a".to_owned(), None)]);
        assert_eq!(pieces(" , "), []);
    }

    #[test]
    fn what_contradicts_is_refused_with_its_reason() {
        let with = |preset, text: &str| Variant::of(preset).with(&read(text).unwrap());
        for (preset, text, reason) in [
            (Preset::Jinlami, "knock_limit=upcard", Contradiction::LimitNeedsUpcard),
            (
                Preset::Jinlami,
                "spade_multiplier=2",
                Contradiction::MultiplierNeedsUpcard,
            ),
            (
                Preset::Oklahoma,
                "opening=dealer_eleven",
                Contradiction::LimitNeedsUpcard,
            ),
            (
                Preset::Oklahoma,
                "opening=dealer_eleven knock_limit=10",
                Contradiction::MultiplierNeedsUpcard,
            ),
            (Preset::Classic, "gold=50/100/25", Contradiction::GoldOrder),
            (Preset::Jinlami, "gold=100/50/400", Contradiction::GoldOrder),
            (Preset::Jinlami, "game_bonus=100", Contradiction::BonusNeedsTarget),
            (Preset::Jinlami, "shutout=on", Contradiction::BonusNeedsTarget),
            (Preset::Classic, "scoring=sequential", Contradiction::ScoringNeedsGames),
        ] {
            assert_eq!(with(preset, text), Err(reason), "{preset} {text}");
        }
        assert!(with(Preset::Jinlami, "opening=upcard knock_limit=upcard spade_multiplier=2").is_ok());
        assert!(with(Preset::Jinlami, "games=3 game_bonus=100 box_bonus=20 shutout").is_ok());
        let games = with(Preset::Classic, "scoring=sequential games=2").unwrap();
        assert_eq!(
            games.mode,
            Mode::Games {
                games: 2,
                points: 100,
                scoring: GamesScoring::Sequential
            }
        );
        let mut outside = Variant::of(Preset::Classic);
        outside.rules.aces.points = 200;
        assert_eq!(outside.check(), Err(Contradiction::OutOfBounds(Setting::AcePoints)));
        for preset in Preset::ALL {
            assert_eq!(Variant::of(preset).check(), Ok(()), "{preset}");
            assert_eq!(Variant::of(preset).changes(preset), []);
        }
    }

    #[test]
    fn what_names_no_change_is_refused() {
        let value = |setting, text: &str| BadOption::Value {
            setting,
            text: text.to_owned(),
        };
        for (text, why) in [
            ("jokers=2", BadOption::Unknown("jokers".to_owned())),
            ("big_gin", value(Setting::BigGin, "")),
            ("big_gin=", value(Setting::BigGin, "")),
            ("big_gin=-1", value(Setting::BigGin, "-1")),
            ("big_gin=+5", value(Setting::BigGin, "+5")),
            ("big_gin=99999999999", value(Setting::BigGin, "99999999999")),
            ("big_gin=1001", value(Setting::BigGin, "1001")),
            ("knock_limit=51", value(Setting::KnockLimit, "51")),
            ("gold=1/2", value(Setting::Gold, "1/2")),
            ("gold=1/2/3/", value(Setting::Gold, "1/2/3/")),
            ("tie=upcard", value(Setting::Tie, "upcard")),
            ("tie=knocker big_gin=31", value(Setting::Tie, "knocker")),
            ("tie=nobody TIE=undercut", BadOption::Twice(Setting::Tie)),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
    }
}
