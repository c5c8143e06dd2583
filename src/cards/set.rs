use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Card, NotACard};

/// A set of cards as a bit mask: bit `code` is the card with that code, so each suit is a lane of 13 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// The set with these bits; bits that name no card are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards are in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no card is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.code() & 1 == 1
    }

    /// Whether every card of `other` is in it.
    #[must_use]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set and this card.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.code())
    }

    /// The set without this card.
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.code()))
    }

    /// Adds a card; tells whether it is new.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        *self = self.with(card);
        new
    }

    /// Takes a card out; tells whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        *self = self.without(card);
        there
    }

    /// The cards in order of their codes.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let card = Card::from_code(u8::try_from(bits.trailing_zeros()).ok()?)?;
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Written as the cards' letters in one text: `4H5H6H`.
impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.iter().map(Card::letters).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::pack::cards_of(&text)
            .map(|cards| cards.into_iter().collect())
            .map_err(|NotACard| serde::de::Error::custom("not a set of cards"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let cards: Vec<Card> = Card::all().step_by(7).collect();
        let mut set: CardSet = cards.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cards);
        assert_eq!(set.len() as usize, cards.len());
        assert!(!set.insert(cards[0]));
        assert!(set.remove(cards[0]) && !set.contains(cards[0]));
        assert_eq!(set | CardSet::EMPTY.with(cards[0]), cards.iter().copied().collect());
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<CardSet>(&text).unwrap(), set);
    }
}
