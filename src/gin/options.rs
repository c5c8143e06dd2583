//! The rules that a challenge can change by name: one table of names, values and bounds, and what contradicts what.
//!
//! A changed rule is written `big_gin=31`; several stand beside each other, parted by spaces or commas.

use super::rules::{KnockLimit, LimitFrom, Mode, Opening, Preset, Rules};
use super::settings::{ENTRIES, SWITCH};

pub use super::settings::{Setting, Value};

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
    /// A game bonus that counts double for a shutout, but there is no game bonus.
    #[error("a shutout that doubles needs a game bonus")]
    ShutoutNeedsBonus,
    /// A way of counting several games, but there is only one.
    #[error("a scoring of games needs games")]
    ScoringNeedsGames,
}

/// The words of a text with what stands after `=` or `:`, in order; spaces and commas part them.
#[must_use]
pub fn pieces(text: &str) -> Vec<(String, Option<String>)> {
    let mut flat = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ':' | '：' | '＝' => flat.push('='),
            ',' | ';' | '，' | '；' | '、' => flat.push(' '),
            // A Chinese keyboard's digits.
            '０'..='９' => flat.extend(char::from_u32(u32::from(letter) - u32::from('０') + u32::from('0'))),
            other if other.is_whitespace() => flat.push(' '),
            // Nobody sees these, so nobody meant them.
            other if other.is_control() => {}
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' => {}
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
        if rules.bonuses.shutout_doubles && rules.bonuses.game == 0 {
            return Err(Contradiction::ShutoutNeedsBonus);
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
    use crate::gin::GamesScoring;

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
            (
                Preset::Classic,
                "shutout=on box_bonus=20",
                Contradiction::ShutoutNeedsBonus,
            ),
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
