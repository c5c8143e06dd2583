//! Checks test vectors: JSON Lines, one case a line, whose expected values were made elsewhere by brute force.
//!
//! Rows are hands (ten cards and an eleventh drawn) and knocks (a knock and the defender's best answer under several rule
//! sets). Rule sets that aren't built are skipped by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::layoff::best_layoff;
use super::meld::{Arrangement, Meld};
use super::rules::{Aces, KnockLimit, Preset, Rules, Tie};
use super::score::Tier;
use super::solve;
use crate::cards::{Card, CardSet};

/// What a whole file's check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many rows were read.
    pub rows: usize,
    /// How many rows had nothing that could be compared.
    pub rows_skipped: usize,
    /// How many values were compared.
    pub compared: usize,
    /// The number of the line, from 1, and what is wrong there.
    pub mismatches: Vec<(usize, Mismatch)>,
    /// The rule sets that aren't built, each with the number of its cases.
    pub skipped: BTreeMap<String, usize>,
}

/// What one row's check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many values were compared.
    pub compared: usize,
    /// What differs.
    pub mismatches: Vec<Mismatch>,
    /// The rule sets of the row that aren't built.
    pub skipped: Vec<String>,
}

/// A value that isn't what the row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The row's own name; `?` when it has none.
    pub id: String,
    /// Which value.
    pub what: String,
    /// What the row says.
    pub expected: String,
    /// What the rules give.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}: expected {}, got {}",
            self.id, self.what, self.expected, self.got
        )
    }
}

/// Checks a file's text; empty lines are passed over.
#[must_use]
pub fn check_text(text: &str) -> Report {
    let mut report = Report::default();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let checked = check(line);
        report.rows += 1;
        report.rows_skipped += usize::from(checked.compared == 0 && checked.mismatches.is_empty());
        report.compared += checked.compared;
        report
            .mismatches
            .extend(checked.mismatches.into_iter().map(|mismatch| (index + 1, mismatch)));
        for name in checked.skipped {
            *report.skipped.entry(name).or_default() += 1;
        }
    }
    report
}

/// Checks one row; a row that can't be read is a mismatch.
#[must_use]
pub fn check(line: &str) -> Checked {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return unreadable("?", &error.to_string()),
    };
    let id = value.get("id").and_then(Value::as_str).unwrap_or("?").to_owned();
    let has = |key: &str| value.get(key).is_some();
    let mut checking = Checking {
        id,
        found: Checked::default(),
    };
    if has("expect") {
        checking.knock(value);
    } else if has("deadwood_ace_low") {
        checking.corner_hand(value);
    } else if has("shapes") {
        checking.found.skipped.push("continental".to_owned());
    } else if has("hand") {
        checking.hand(value);
    } else {
        return unreadable(&checking.id, "neither a hand nor a knock");
    }
    checking.found
}

fn unreadable(id: &str, why: &str) -> Checked {
    let mismatch = Mismatch {
        id: id.to_owned(),
        what: "row".to_owned(),
        expected: "a case".to_owned(),
        got: why.to_owned(),
    };
    Checked {
        mismatches: vec![mismatch],
        ..Checked::default()
    }
}

#[derive(Deserialize)]
struct HandRow {
    hand: Vec<Card>,
    deadwood: i64,
    tier: Option<String>,
    draw: Card,
    after_discard: BTreeMap<Card, Kept>,
    best_after_discard: i64,
    knock10: Vec<Card>,
    knock5: Vec<Card>,
}

#[derive(Deserialize)]
struct Kept {
    deadwood: i64,
    tier: Option<String>,
}

/// Ten cards and an eleventh, the ace high or low, round the corner, and worth fifteen.
#[derive(Deserialize)]
struct CornerRow {
    hand: Vec<Card>,
    deadwood: i64,
    deadwood_ace_low: i64,
    draw: Card,
    knock10: BTreeMap<Card, i64>,
}

#[derive(Deserialize)]
struct KnockRow {
    knocker_melds: Vec<Vec<Card>>,
    knocker_deadwood_cards: Vec<Card>,
    knocker_deadwood: i64,
    knocker_tier: Option<String>,
    defender: Vec<Card>,
    defender_deadwood_alone: i64,
    expect: BTreeMap<String, Option<Expected>>,
}

#[derive(Deserialize)]
struct Expected {
    score: i64,
}

/// The rules of this name: a preset whose limit no upcard has to say, or the classic game where a tie counts for nobody.
fn rule_set(name: &str) -> Option<Rules> {
    if name == "classic-notie" {
        return Some(Rules {
            tie: Tie::Nobody,
            ..Preset::Classic.rules()
        });
    }
    let rules = name.parse::<Preset>().ok()?.rules();
    matches!(rules.knock_limit, KnockLimit::Points(_)).then_some(rules)
}

struct Checking {
    id: String,
    found: Checked,
}

impl Checking {
    fn hand(&mut self, value: Value) {
        let Some(row) = self.read::<HandRow>(value) else { return };
        let Some((ten, eleven)) = self.ten_and_eleven(&row.hand, row.draw) else {
            return;
        };
        self.same("deadwood", row.deadwood, i64::from(solve::deadwood(ten, Aces::LOW)));
        self.same(
            "tier",
            tier_name(row.tier.as_deref()),
            tier_name(solve::tier(ten, Aces::LOW).map(Tier::name)),
        );
        let discards = solve::discards(eleven, Aces::LOW);
        self.same(
            "after_discard",
            row.after_discard.keys().copied().collect::<CardSet>(),
            discards.iter().map(|&(card, _)| card).collect(),
        );
        for &(card, dead) in discards.iter() {
            let Some(kept) = row.after_discard.get(&card) else {
                continue;
            };
            let name = card.letters();
            let tier = solve::tier(eleven.without(card), Aces::LOW).map(Tier::name);
            self.same(
                &format!("after_discard {name} deadwood"),
                kept.deadwood,
                i64::from(dead),
            );
            self.same(
                &format!("after_discard {name} tier"),
                tier_name(kept.tier.as_deref()),
                tier_name(tier),
            );
        }
        let best = discards.iter().map(|&(_, dead)| dead).min().unwrap_or(u8::MAX);
        self.same("best_after_discard", row.best_after_discard, i64::from(best));
        for (what, knock_limit, expected) in [("knock10", 10, &row.knock10), ("knock5", 5, &row.knock5)] {
            // The eleventh card comes from the stock, so every discard is free.
            let rules = Rules {
                knock_limit: KnockLimit::Points(knock_limit),
                ..Preset::Jinlami.rules()
            };
            let got: CardSet = solve::knocks(eleven, &rules, knock_limit, None)
                .into_iter()
                .map(|knock| knock.discard)
                .collect();
            self.same(what, expected.iter().copied().collect(), got);
        }
    }

    fn corner_hand(&mut self, value: Value) {
        let Some(row) = self.read::<CornerRow>(value) else {
            return;
        };
        let Some((ten, eleven)) = self.ten_and_eleven(&row.hand, row.draw) else {
            return;
        };
        let rules = Preset::Tedesco.rules();
        self.same("deadwood", row.deadwood, i64::from(solve::deadwood(ten, rules.aces)));
        self.same(
            "deadwood_ace_low",
            row.deadwood_ace_low,
            i64::from(solve::deadwood(ten, Aces::LOW)),
        );
        let got: BTreeMap<Card, i64> = solve::knocks(eleven, &rules, 10, None)
            .iter()
            .map(|knock| (knock.discard, i64::from(knock.deadwood)))
            .collect();
        self.same("knock10", row.knock10, got);
    }

    /// The row's ten cards, and the same with the one drawn.
    fn ten_and_eleven(&mut self, hand: &[Card], draw: Card) -> Option<(CardSet, CardSet)> {
        let ten = self.cards("hand", hand, 10)?;
        if ten.contains(draw) {
            self.wrong("draw", "a card outside the hand", draw.letters());
            return None;
        }
        Some((ten, ten.with(draw)))
    }

    fn knock(&mut self, value: Value) {
        let names: BTreeSet<String> = value["expect"]
            .as_object()
            .map(|sets| sets.keys().cloned().collect())
            .unwrap_or_default();
        let (built, skipped): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| rule_set(name).is_some());
        self.found.skipped.extend(skipped.iter().cloned());
        // A row's own figures are by the melds and values of its rule sets, which are the same for all of them.
        let aces = match built.first().and_then(|name| rule_set(name)) {
            Some(rules) => rules.aces,
            None if skipped.is_empty() => Aces::LOW,
            None => return,
        };
        let Some(row) = self.read::<KnockRow>(value) else {
            return;
        };
        let Some(shown) = self.shown(&row, aces) else { return };
        let Some(defender) = self.cards("defender", &row.defender, 10) else {
            return;
        };
        if !(defender & shown.cards()).is_empty() {
            self.wrong(
                "defender",
                "cards that the knocker doesn't hold",
                "the same card twice".to_owned(),
            );
            return;
        }
        let deadwood = shown.deadwood();
        let tier = if deadwood == 0 {
            solve::tier(shown.cards(), aces).map(Tier::name)
        } else {
            None
        };
        self.same("knocker_deadwood", row.knocker_deadwood, i64::from(deadwood));
        self.same("knocker_tier", tier_name(row.knocker_tier.as_deref()), tier_name(tier));
        self.same(
            "defender_deadwood_alone",
            row.defender_deadwood_alone,
            i64::from(solve::deadwood(defender, aces)),
        );
        for (name, expected) in &row.expect {
            let Some(rules) = rule_set(name) else { continue };
            if rules.aces != aces {
                self.wrong(name, "the melds of the row's other rule sets", "other melds".to_owned());
                continue;
            }
            let score = (deadwood <= rules.knock_limit.of(None))
                .then(|| i64::from(best_layoff(&rules, &shown, defender).points));
            let print = |score: Option<i64>| score.map_or("no knock".to_owned(), |score| score.to_string());
            self.same(
                &format!("{name} score"),
                Shown(print(expected.as_ref().map(|expected| expected.score))),
                Shown(print(score)),
            );
        }
    }

    fn shown(&mut self, row: &KnockRow, aces: Aces) -> Option<Arrangement> {
        let all: Vec<Card> = row
            .knocker_melds
            .iter()
            .flatten()
            .chain(&row.knocker_deadwood_cards)
            .copied()
            .collect();
        let hand = self.cards("knocker", &all, 10)?;
        let melds: Result<Vec<Meld>, _> = row
            .knocker_melds
            .iter()
            .map(|cards| Meld::new(cards.iter().copied().collect(), aces.runs))
            .collect();
        let shown = melds.ok().and_then(|melds| Arrangement::new(hand, &melds, aces).ok());
        if shown.is_none() {
            self.wrong("knocker_melds", "melds", "cards that make none".to_owned());
        }
        shown
    }

    fn read<Row: DeserializeOwned>(&mut self, value: Value) -> Option<Row> {
        match serde_json::from_value(value) {
            Ok(row) => Some(row),
            Err(error) => {
                self.wrong("row", "a case", error.to_string());
                None
            }
        }
    }

    fn cards(&mut self, what: &str, cards: &[Card], count: usize) -> Option<CardSet> {
        let set: CardSet = cards.iter().copied().collect();
        if cards.len() == count && set.len() as usize == count {
            return Some(set);
        }
        self.wrong(
            what,
            &format!("{count} different cards"),
            format!("{} ({} different)", cards.len(), set.len()),
        );
        None
    }

    fn same<T: PartialEq + fmt::Debug>(&mut self, what: &str, expected: T, got: T) {
        self.found.compared += 1;
        if expected != got {
            self.wrong(what, &format!("{expected:?}"), format!("{got:?}"));
        }
    }

    fn wrong(&mut self, what: &str, expected: &str, got: String) {
        let (id, what, expected) = (self.id.clone(), what.to_owned(), expected.to_owned());
        self.found.mismatches.push(Mismatch {
            id,
            what,
            expected,
            got,
        });
    }
}

/// A text that is printed without quotation marks.
#[derive(PartialEq)]
struct Shown(String);

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn tier_name(tier: Option<&str>) -> Shown {
    Shown(tier.unwrap_or("none").to_owned())
}
