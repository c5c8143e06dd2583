use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A suit, in the order in which sets are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// The four suits in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit's symbol: ♣ ♦ ♥ ♠.
    #[must_use]
    pub fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit's letter: C D H S.
    #[must_use]
    pub fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }
}

/// A rank; the ace is low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// A
    Ace,
    /// 2
    Two,
    /// 3
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
    /// 7
    Seven,
    /// 8
    Eight,
    /// 9
    Nine,
    /// 10
    Ten,
    /// J
    Jack,
    /// Q
    Queen,
    /// K
    King,
}

impl Rank {
    /// The thirteen ranks from ace to king.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// What is printed on the card: A 2 … 10 J Q K.
    #[must_use]
    pub fn label(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][self as usize]
    }

    /// The rank's letter in notation: A 2 … 9 T J Q K.
    #[must_use]
    pub fn letter(self) -> char {
        b"A23456789TJQK"[self as usize] as char
    }
}

/// A card: 13 · suit + rank, 0..52. Codes above are kept free for jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are.
    pub const COUNT: u8 = 52;

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank as u8)
    }

    /// The card with this code, 0..52.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Card> {
        if code < Card::COUNT { Some(Card(code)) } else { None }
    }

    /// The card's code, 0..52.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The rank.
    #[must_use]
    pub fn rank(self) -> Rank {
        Rank::ALL[usize::from(self.0 % 13)]
    }

    /// The suit.
    #[must_use]
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / 13)]
    }

    /// All 52 cards in order of their codes.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT).map(Card)
    }

    /// Rank and suit letters, the notation of the log and of typed input: `TD`, `AS`.
    #[must_use]
    pub fn letters(self) -> String {
        [self.rank().letter(), self.suit().letter()].into_iter().collect()
    }
}

/// Rank and symbol, as a player reads it: `10♦`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().label(), self.suit().symbol())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}

/// The text names no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a card")]
pub struct NotACard;

/// Reads `TD`, `10D`, `10♦`, and the same with the suit first, in either case.
impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let mut suit = None;
        let mut rank = String::new();
        for letter in text.chars().filter(|&c| c != '\u{FE0E}' && c != '\u{FE0F}') {
            let upper = letter.to_ascii_uppercase();
            match Suit::ALL
                .into_iter()
                .find(|s| s.letter() == upper || s.symbol() == letter)
            {
                Some(found) if suit.is_none() => suit = Some(found),
                Some(_) => return Err(NotACard),
                None => rank.push(upper),
            }
        }
        let rank = Rank::ALL
            .into_iter()
            .find(|r| r.label() == rank || (rank.len() == 1 && rank.starts_with(r.letter())))
            .ok_or(NotACard)?;
        Ok(Card::new(rank, suit.ok_or(NotACard)?))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.letters())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_of_every_card_reads_back() {
        for card in Card::all() {
            let suit_first: String = card.letters().chars().rev().collect();
            for text in [
                card.letters(),
                card.to_string(),
                suit_first,
                card.letters().to_lowercase(),
            ] {
                assert_eq!(text.parse(), Ok(card), "{text}");
            }
        }
        for text in ["", "T", "D", "DD", "1D", "TDD", "JK", "11D", "A♠♠", "🂡"] {
            assert_eq!(text.parse::<Card>(), Err(NotACard), "{text}");
        }
    }
}
