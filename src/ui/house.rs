//! House rules: what a challenge or a place changes in a preset, read from words and said in words.

use super::challenge::{preset, shown};
use super::voice::{Voice, say};
use crate::gin::options::{self, Value};
use crate::gin::{BadOption, Change, Contradiction, Preset, Setting};
use crate::table::Terms;
use crate::words;

/// The most changes that a sentence names, so that it stays one (ours).
const NAMED: usize = 5;
/// How many names are offered for one that nobody knows.
const OFFERED: usize = 3;

/// What was written as house rules, each piece known, the whole unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct House {
    /// What is changed.
    pub(super) preset: Option<Preset>,
    /// How.
    pub(super) changes: Vec<Change>,
    /// How the match is decided, as in a challenge.
    pub(super) mode: Option<String>,
    pub(super) hands: Option<i64>,
    pub(super) target: Option<i64>,
    pub(super) clock: Option<String>,
}

impl House {
    /// Reads `oklahoma big_gin=31 target=150`.
    ///
    /// # Errors
    /// What can't be read, in words.
    pub(super) fn read(voice: Voice<'_>, text: &str) -> Result<House, String> {
        let mut house = House::default();
        for (name, value) in options::pieces(text) {
            house.piece(voice, &name, value)?;
        }
        Ok(house)
    }

    fn piece(&mut self, voice: Voice<'_>, name: &str, value: Option<String>) -> Result<(), String> {
        let twice = |option: &str| Err(say!(voice, "refused-option-twice", option = option));
        let named = match (name.to_lowercase().as_str(), &value) {
            ("rules" | "规则" | "規則", Some(value)) => {
                Some(preset(value).ok_or_else(|| voice.no_such_rules(value))?)
            }
            (_, None) => preset(name),
            _ => None,
        };
        if named.is_some() {
            if self.preset.is_some() {
                return twice("rules");
            }
            self.preset = named;
            return Ok(());
        }
        let number = |text: &str| text.trim().parse::<i64>().unwrap_or(i64::MAX);
        match (name.to_lowercase().as_str(), value.as_deref()) {
            ("mode" | "赛制" | "賽制", Some(value)) => {
                once(&mut self.mode, value.to_owned()).or_else(|()| twice("mode"))
            }
            ("hands" | "局数" | "局數", Some(value)) => {
                once(&mut self.hands, number(value)).or_else(|()| twice("hands"))
            }
            ("target" | "达标分" | "達標分", Some(value)) => {
                once(&mut self.target, number(value)).or_else(|()| twice("target"))
            }
            ("clock" | "步时" | "步時", Some(value)) => {
                once(&mut self.clock, value.to_owned()).or_else(|()| twice("clock"))
            }
            (_, value) => options::add(&mut self.changes, name, value).map_err(|bad| voice.bad_option(&bad)),
        }
    }

    /// The same words in one order, as a place keeps them.
    pub(super) fn write(&self) -> String {
        let mut parts: Vec<String> = self.preset.iter().map(|preset| preset.name().to_owned()).collect();
        if !self.changes.is_empty() {
            parts.push(options::write(&self.changes));
        }
        parts.extend(self.mode.iter().map(|mode| format!("mode={mode}")));
        parts.extend(self.hands.iter().map(|hands| format!("hands={hands}")));
        parts.extend(self.target.iter().map(|target| format!("target={target}")));
        parts.extend(self.clock.iter().map(|clock| format!("clock={clock}")));
        parts.join(" ")
    }

    /// Whether it says how the match is decided.
    pub(super) fn decides(&self) -> bool {
        let games = self.changes.iter().any(|(setting, _)| setting.of_match());
        games || self.mode.is_some() || self.hands.is_some() || self.target.is_some()
    }
}

fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), ()> {
    if slot.is_some() {
        return Err(());
    }
    *slot = Some(value);
    Ok(())
}

/// Whether a word, alone or with `=` or `:` behind it, names a rule that can be changed.
#[must_use]
pub fn names_option(word: &str) -> bool {
    let name = word.split(['=', ':', '：', '＝']).next().unwrap_or_default();
    Setting::named(name).is_some()
}

impl Voice<'_> {
    /// "Oklahoma gin rules with big gin 31"
    pub(super) fn variant(&self, terms: &Terms) -> String {
        self.variant_within(terms, NAMED)
    }

    /// The same in few words, for a message that says much besides.
    pub(super) fn variant_in_short(&self, terms: &Terms) -> String {
        self.variant_within(terms, 1)
    }

    fn variant_within(&self, terms: &Terms, most: usize) -> String {
        let preset = say!(self, "preset", preset = terms.preset.name());
        let changes = terms.variant().changes(terms.preset);
        if changes.is_empty() {
            return preset;
        }
        // One left over is named as well: "one more change" would be as long.
        let named = if changes.len() > most + 1 { most } else { changes.len() };
        let mut said: Vec<String> = changes.iter().take(named).map(|change| self.change(change)).collect();
        let more = i64::try_from(changes.len() - named).unwrap_or(i64::MAX);
        if more > 0 {
            said.push(say!(self, "house-more", n = more));
        }
        say!(self, "house-with", preset = preset, changes = self.list(said))
    }

    /// "big gin 31"
    fn change(&self, (setting, value): &Change) -> String {
        let value = match value {
            Value::Word(word) => words::Value::from(*word),
            Value::Numbers(numbers) if numbers.len() == 1 => words::Value::from(numbers[0]),
            Value::Numbers(_) => words::Value::from(value.to_string()),
        };
        say!(self, "house-change", name = setting.name(), value = value)
    }

    /// Why rules can't be played together.
    pub(super) fn contradiction(&self, contradiction: Contradiction) -> String {
        match contradiction {
            Contradiction::OutOfBounds(setting) => {
                let known = self.possible(setting);
                say!(self, "refused-option-missing", option = setting.name(), known = known)
            }
            Contradiction::LimitNeedsUpcard => say!(self, "refused-limit-upcard"),
            Contradiction::MultiplierNeedsUpcard => say!(self, "refused-spades-upcard"),
            Contradiction::GoldOrder => say!(self, "refused-gold-order"),
            Contradiction::BonusNeedsTarget => say!(self, "refused-bonus-target"),
            Contradiction::ShutoutNeedsBonus => say!(self, "refused-shutout-bonus"),
            Contradiction::ScoringNeedsGames => say!(self, "refused-scoring-games"),
        }
    }

    /// Why words name no change of the rules.
    pub(super) fn bad_option(&self, bad: &BadOption) -> String {
        match bad {
            BadOption::Unknown(text) => {
                let near = nearest(text);
                if near.is_empty() {
                    return say!(self, "refused-option-strange", text = shown(text));
                }
                let known = self.list(near.into_iter().map(str::to_owned));
                say!(self, "refused-option", text = shown(text), known = known)
            }
            BadOption::Value { setting, text } if text.is_empty() => {
                let known = self.possible(*setting);
                say!(self, "refused-option-missing", option = setting.name(), known = known)
            }
            BadOption::Value { setting, text } => {
                let known = self.possible(*setting);
                say!(
                    self,
                    "refused-option-value",
                    option = setting.name(),
                    text = shown(text),
                    known = known
                )
            }
            BadOption::Twice(setting) => say!(self, "refused-option-twice", option = setting.name()),
        }
    }

    /// "There are no rules called …"
    pub(super) fn no_such_rules(&self, typed: &str) -> String {
        let known = self.list(Preset::ALL.iter().map(|preset| preset.name().to_owned()));
        say!(self, "refused-rules", text = shown(typed), known = known)
    }

    /// What a setting can be: "upcard, 0 to 50".
    fn possible(&self, setting: Setting) -> String {
        let mut known: Vec<String> = setting.words().iter().map(|word| (*word).to_owned()).collect();
        if let Some((least, most)) = setting.bounds() {
            known.push(say!(self, "option-numbers", least = least, most = most));
        }
        let several = setting.lengths().iter().filter(|length| **length > 1);
        known.extend(several.map(|length| {
            let n = i64::try_from(*length).unwrap_or(i64::MAX);
            say!(self, "option-several", n = n)
        }));
        self.list(known)
    }
}

/// The names that look most like this one.
fn nearest(text: &str) -> Vec<&'static str> {
    let typed = shown(text).to_lowercase();
    let mut names: Vec<(usize, &'static str)> = Setting::all()
        .map(|setting| (distance(&typed, setting.name()), setting.name()))
        .collect();
    // What shares less than half of its letters is no guess.
    let length = typed.chars().count();
    names.retain(|(away, name)| away * 2 <= length.max(name.chars().count()));
    names.sort_by_key(|(away, _)| *away);
    names.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}

/// How many letters must be put in, taken out or changed to make one word the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (column, known) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *known);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Lang;
    use crate::words::Words;

    #[test]
    fn house_rules_are_read_and_written() {
        let words = Words::new();
        let voice = Voice::new(&words, Lang::En);
        let house = House::read(voice, "Oklahoma, big-gin:31 target=150, clock = 5m tie=nobody").unwrap();
        assert_eq!(house.preset, Some(Preset::Oklahoma));
        assert_eq!(house.write(), "oklahoma big_gin=31 tie=nobody target=150 clock=5m");
        assert_eq!(House::read(voice, &house.write()), Ok(house));
        assert_eq!(House::read(voice, ""), Ok(House::default()));
        assert_eq!(House::read(voice, "大金胡=31").unwrap().write(), "big_gin=31");
        for (text, said) in [
            ("oklahoma classic", "gave rules twice"),
            ("target=1 target=2", "gave target twice"),
            ("tie=nobody tie=nobody", "gave tie twice"),
            ("big_gim=31", "Do you mean big_gin"),
            ("tie=both", "It can be: undercut, nobody."),
            ("gold=1/2", "0 to 1000, 3 of these"),
            ("big_gin", "needs a value: off, 1 to 1000."),
            ("rules=poker", "“poker”"),
        ] {
            let refused = House::read(voice, text).unwrap_err();
            assert!(refused.contains(said), "{text}: {refused}");
        }
    }

    #[test]
    fn near_names_are_near() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("knock_limt")[0], "knock_limit");
        assert_eq!(nearest("throwback")[0], "throw_back");
        assert!(nearest("foo").is_empty() && nearest("blubber").is_empty());
    }
}
