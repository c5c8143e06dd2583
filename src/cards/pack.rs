use std::fmt;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Card, CardSet, NotACard, Rank, Suit};

/// A pack: all 52 cards in an order. The last card is dealt first.
#[derive(Clone, PartialEq, Eq)]
pub struct Pack([Card; 52]);

impl Pack {
    /// The pack in this order.
    ///
    /// # Errors
    /// When a card is missing or there twice.
    pub fn new(cards: &[Card]) -> Result<Pack, NotAPack> {
        let cards: [Card; 52] = cards.try_into().map_err(|_| NotAPack)?;
        let seen: CardSet = cards.iter().copied().collect();
        if seen == CardSet::FULL {
            Ok(Pack(cards))
        } else {
            Err(NotAPack)
        }
    }

    /// The order that this seed gives: an unbiased Fisher–Yates shuffle fed by ChaCha20.
    #[must_use]
    pub fn shuffled(seed: [u8; 32]) -> Pack {
        let mut rng = ChaCha20Rng::from_seed(seed);
        let mut cards = Pack::ORDERED.0;
        for last in (1..52).rev() {
            cards.swap(last as usize, below(&mut rng, last + 1) as usize);
        }
        Pack(cards)
    }

    /// Clubs, diamonds, hearts, spades, each from ace to king: what a shuffle starts from.
    const ORDERED: Pack = {
        let mut cards = [Card::new(Rank::Ace, Suit::Clubs); 52];
        let mut at = 0;
        while at < 52 {
            if let Some(card) = Card::from_code(at as u8) {
                cards[at] = card;
            }
            at += 1;
        }
        Pack(cards)
    };

    /// The cards; the last one is dealt first.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.0
    }
}

/// A number below `bound`, each with the same chance: values that would favour small numbers are thrown away.
fn below(rng: &mut ChaCha20Rng, bound: u32) -> u32 {
    let limit = u32::MAX - u32::MAX % bound;
    loop {
        let value = rng.next_u32();
        if value < limit {
            return value % bound;
        }
    }
}

/// The cards are not one pack of 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a pack of 52 different cards")]
pub struct NotAPack;

/// A pack is secret: its order is never printed.
impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pack(…)")
    }
}

/// Written as 52 cards' letters in one text.
impl Serialize for Pack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.iter().map(|card| card.letters()).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for Pack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pack, D::Error> {
        let text = String::deserialize(deserializer)?;
        let cards = cards_of(&text).map_err(serde::de::Error::custom)?;
        Pack::new(&cards).map_err(serde::de::Error::custom)
    }
}

/// Reads cards written one after another, two letters each.
pub(super) fn cards_of(text: &str) -> Result<Vec<Card>, NotACard> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(2) {
        return Err(NotACard);
    }
    bytes
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).map_err(|_| NotACard)?.parse())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_order_and_another_seed_another() {
        let pack = Pack::shuffled([7; 32]);
        assert_eq!(pack, Pack::shuffled([7; 32]));
        assert_ne!(pack, Pack::shuffled([8; 32]));
        let text = serde_json::to_string(&pack).unwrap();
        assert_eq!(text.len(), 2 + 104);
        assert_eq!(serde_json::from_str::<Pack>(&text).unwrap(), pack);
        assert_eq!(format!("{pack:?}"), "Pack(…)");
    }

    #[test]
    fn a_pack_has_every_card_once() {
        let mut cards: Vec<Card> = Card::all().collect();
        assert!(Pack::new(&cards[1..]).is_err());
        cards[0] = cards[1];
        assert_eq!(Pack::new(&cards), Err(NotAPack));
    }
}
