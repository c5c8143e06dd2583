use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::rules::{AceRuns, Aces};
use super::runs::{self, COLUMN};
use super::solve;
use crate::cards::{Card, CardSet, Rank, Suit};

/// A card's deadwood points: the ace as the rules have it, 2 … 10 their number, J Q K 10.
#[must_use]
pub fn points(card: Card, aces: Aces) -> u8 {
    match card.rank() {
        Rank::Ace => aces.points,
        Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u8 + 1,
    }
}

/// A meld (搭子): three or four of a rank, or three or more in sequence in one suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Meld(CardSet);

/// The two kinds of meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeldKind {
    /// 同花順: cards in sequence in one suit.
    Run,
    /// 刻子: cards of one rank.
    Set,
}

/// The cards make no meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a meld")]
pub struct NotAMeld;

impl Meld {
    /// The meld of exactly these cards.
    ///
    /// # Errors
    /// When they are neither a set nor a run.
    pub fn new(cards: CardSet, runs: AceRuns) -> Result<Meld, NotAMeld> {
        let bits = cards.bits();
        let lowest = bits.trailing_zeros();
        let set = cards.len() >= 3 && bits & !(COLUMN << (lowest % 13)) == 0;
        // A run has one start; a suit that is there as a whole, round the corner, has none.
        let run = cards.len() >= 3
            && lowest / 13 == (63 - bits.leading_zeros()) / 13
            && (bits & !runs::up(bits, runs)).count_ones() <= 1;
        if set || run { Ok(Meld(cards)) } else { Err(NotAMeld) }
    }

    /// The meld of these cards, which the caller has found to be one.
    pub(super) const fn of(cards: CardSet) -> Meld {
        Meld(cards)
    }

    /// The cards.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// Whether it is a run or a set.
    #[must_use]
    pub const fn kind(self) -> MeldKind {
        let bits = self.0.bits();
        if bits & (bits >> 1) == 0 {
            MeldKind::Set
        } else {
            MeldKind::Run
        }
    }

    /// The card that it begins with when it is laid out: a run's first (the queen of Q-K-A), a set's first suit.
    #[must_use]
    pub fn start(self) -> Option<Card> {
        let bits = self.0.bits();
        let starts = bits & !runs::up(bits, AceRuns::Around);
        CardSet::from_bits(if starts == 0 { bits } else { starts })
            .iter()
            .next()
    }

    /// The cards as they are laid out: a run from its first card (A 2 3, Q K A), a set by suit.
    #[must_use]
    pub fn in_order(self) -> Vec<Card> {
        let from = self.start();
        let later = self.0.iter().filter(|&card| Some(card) >= from);
        later.chain(self.0.iter().filter(|&card| Some(card) < from)).collect()
    }

    /// The meld after this card has been laid off on it; nothing when it doesn't fit.
    #[must_use]
    pub fn with(self, card: Card, runs: AceRuns) -> Option<Meld> {
        if self.0.contains(card) {
            None
        } else {
            Meld::new(self.0.with(card), runs).ok()
        }
    }

    /// The cards that fit directly: the missing suit of a set, the neighbours of a run.
    #[must_use]
    pub fn open(self, runs: AceRuns) -> CardSet {
        let bits = self.0.bits();
        CardSet::from_bits(match self.kind() {
            MeldKind::Set => (COLUMN << (bits.trailing_zeros() % 13)) & !bits,
            MeldKind::Run => (runs::up(bits, runs) | runs::down(bits, runs)) & !bits,
        })
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Meld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Meld, D::Error> {
        Meld::new(CardSet::deserialize(deserializer)?, AceRuns::Around).map_err(serde::de::Error::custom)
    }
}

/// A hand laid out: disjoint melds (at most three) and the loose cards; only one that fits its hand can be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement {
    melds: [Meld; Arrangement::MOST],
    count: u8,
    loose: CardSet,
    aces: Aces,
}

/// The melds don't lie in the hand, or share a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the melds do not fit the hand")]
pub struct NotAnArrangement;

impl Arrangement {
    /// The most melds that a hand of ten or eleven cards has room for.
    pub const MOST: usize = 3;

    /// The hand laid out with these melds; the other cards are loose.
    ///
    /// # Errors
    /// When a meld's card is not in the hand or in two melds, or there are more than three melds, or a run goes round the
    /// corner where none may.
    pub fn new(hand: CardSet, melds: &[Meld], aces: Aces) -> Result<Arrangement, NotAnArrangement> {
        if melds.len() > Arrangement::MOST {
            return Err(NotAnArrangement);
        }
        let mut loose = hand;
        for meld in melds {
            if !loose.contains_all(meld.0) || Meld::new(meld.0, aces.runs).is_err() {
                return Err(NotAnArrangement);
            }
            loose -= meld.0;
        }
        let mut made = Arrangement::of(melds.iter().copied(), loose, aces);
        made.melds[..melds.len()].sort_unstable_by_key(|meld| {
            let start = meld.start().map_or(0, Card::code);
            match meld.kind() {
                MeldKind::Run => (MeldKind::Run, start),
                MeldKind::Set => (MeldKind::Set, start % 13),
            }
        });
        Ok(made)
    }

    /// The arrangement of disjoint melds, at most three and in order, and the cards beside them.
    pub(super) fn of(melds: impl Iterator<Item = Meld>, loose: CardSet, aces: Aces) -> Arrangement {
        let mut made = Arrangement {
            melds: [Meld(CardSet::EMPTY); Arrangement::MOST],
            count: 0,
            loose,
            aces,
        };
        for (place, meld) in made.melds.iter_mut().zip(melds) {
            *place = meld;
            made.count += 1;
        }
        made
    }

    /// The best arrangement of at most eleven cards: the least deadwood; of a gold hand the fewest melds; then the fewest
    /// open places, which are the cards outside the hand that fit on its melds (rule book, decisions 6 and 7).
    #[must_use]
    pub fn best(hand: CardSet, aces: Aces) -> Arrangement {
        solve::arrangement(hand, aces)
    }

    /// The melds: runs by suit and first card, then sets by rank.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds[..usize::from(self.count)]
    }

    /// The cards in no meld.
    #[must_use]
    pub const fn loose(&self) -> CardSet {
        self.loose
    }

    /// The loose cards by rank, then by suit.
    #[must_use]
    pub fn loose_in_order(&self) -> Vec<Card> {
        Rank::ALL
            .into_iter()
            .flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)))
            .filter(|&card| self.loose.contains(card))
            .collect()
    }

    /// All cards.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.melds().iter().fold(self.loose, |cards, meld| cards | meld.0)
    }

    /// The points of the loose cards.
    #[must_use]
    pub fn deadwood(&self) -> u8 {
        runs::loose_points(self.loose.bits(), self.aces)
    }

    /// The cards outside the hand that fit directly on one of its melds.
    #[must_use]
    pub fn open(&self) -> CardSet {
        self.melds()
            .iter()
            .fold(CardSet::EMPTY, |open, meld| open | meld.open(self.aces.runs))
            - self.cards()
    }
}

impl fmt::Debug for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arrangement")
            .field("melds", &self.melds())
            .field("loose", &self.loose)
            .finish()
    }
}

/// What is written down of an arrangement.
#[derive(Serialize, Deserialize)]
struct Written {
    melds: Vec<Meld>,
    loose: CardSet,
    #[serde(default, skip_serializing_if = "is_usual")]
    aces: Aces,
}

fn is_usual(aces: &Aces) -> bool {
    *aces == Aces::LOW
}

impl Serialize for Arrangement {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            melds: self.melds().to_vec(),
            loose: self.loose,
            aces: self.aces,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Arrangement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Arrangement, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let hand = written.melds.iter().fold(written.loose, |cards, meld| cards | meld.0);
        let made = Arrangement::new(hand, &written.melds, written.aces).map_err(serde::de::Error::custom)?;
        // A loose card that is also in a meld would vanish silently.
        if made.loose == written.loose {
            Ok(made)
        } else {
            Err(serde::de::Error::custom(NotAnArrangement))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn only_sets_and_runs_are_melds() {
        for (text, kind) in [
            ("AS 2S 3S", MeldKind::Run),
            ("JD QD KD", MeldKind::Run),
            ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", MeldKind::Run),
            ("8S 8D 8C", MeldKind::Set),
            ("KS KD KC KH", MeldKind::Set),
        ] {
            assert_eq!(Meld::new(set(text), AceRuns::Low).map(Meld::kind), Ok(kind), "{text}");
        }
        for text in [
            "AS",
            "AS 2S",
            "QD KD AD",
            "QC KC AD",
            "KC AD 2D",
            "8S 8D 9S",
            "3S 4S 5D",
            "3S 4S 6S",
            "8S 8D 9S 9D",
        ] {
            assert_eq!(Meld::new(set(text), AceRuns::Low), Err(NotAMeld), "{text}");
        }
        assert_eq!(Meld::new(CardSet::EMPTY, AceRuns::Low), Err(NotAMeld));
    }

    #[test]
    fn round_the_corner_a_run_has_no_end_until_the_suit_is_used_up() {
        let around = |text: &str| Meld::new(set(text), AceRuns::Around);
        for (text, from, open) in [
            ("AS 2S 3S", "AS", "KS 4S"),
            ("QD KD AD", "QD", "JD 2D"),
            ("KC AC 2C", "KC", "QC 3C"),
            ("JH QH KH AH 2H", "JH", "TH 3H"),
            ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "2H", "AH"),
            ("3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "3H", "2H"),
            ("8S 8D 8C", "8C", "8H"),
        ] {
            let meld = around(text).unwrap();
            assert_eq!(meld.start(), Some(from.parse().unwrap()), "{text}");
            assert_eq!(meld.open(AceRuns::Around), set(open), "{text}");
        }
        let suit: CardSet = Rank::ALL
            .map(|rank| Card::new(rank, Suit::Hearts))
            .into_iter()
            .collect();
        let whole = Meld::new(suit, AceRuns::Around).unwrap();
        assert_eq!(whole.kind(), MeldKind::Run);
        assert_eq!(whole.open(AceRuns::Around), CardSet::EMPTY);
        assert_eq!(whole.in_order().len(), 13);
        for text in [
            "KD AD",
            "QD KD 2D",
            "QC KC AD",
            "KC AD 2D",
            "JS QS AS",
            "QS KS 2S 3S",
            "AS 2S QS",
        ] {
            assert_eq!(around(text), Err(NotAMeld), "{text}");
        }
    }

    #[test]
    fn a_meld_knows_what_fits_on_it() {
        let open = |text: &str| Meld::new(set(text), AceRuns::Low).unwrap().open(AceRuns::Low);
        assert_eq!(open("AS 2S 3S"), set("4S"));
        assert_eq!(open("JC QC KC"), set("TC"));
        assert_eq!(open("4D 5D 6D"), set("3D 7D"));
        assert_eq!(open("8S 8D 8C"), set("8H"));
        assert_eq!(open("8S 8D 8C 8H"), CardSet::EMPTY);
    }

    #[test]
    fn an_arrangement_is_written_and_read_back_and_a_wrong_one_refused() {
        let hand = set("AS 2S 3S 8S 8D 8C KH KD QH 5C");
        let best = Arrangement::best(hand, Aces::LOW);
        assert_eq!(best.deadwood(), 35);
        let text = serde_json::to_string(&best).unwrap();
        assert_eq!(text, r#"{"melds":["AS2S3S","8C8D8S"],"loose":"5CKDQHKH"}"#);
        assert_eq!(serde_json::from_str::<Arrangement>(&text).unwrap(), best);
        for wrong in [
            r#"{"melds":["AS2S3S","3S3D3C"],"loose":""}"#,
            r#"{"melds":["AS2S3S"],"loose":"3S"}"#,
            r#"{"melds":["AS2S4S"],"loose":""}"#,
        ] {
            assert!(serde_json::from_str::<Arrangement>(wrong).is_err(), "{wrong}");
        }
    }
}
