//! Cards in words and in symbols, and a hand in its order.

use super::voice::{Voice, say};
use crate::cards::{Card, CardSet, Suit};
use crate::gin::{Aces, Arrangement, Meld, MeldKind};
use crate::pictures::{Group, Tone};

/// Keeps phones from swapping a suit for an emoji.
const AS_TEXT: char = '\u{FE0E}';

/// A card as text: `Q♥`.
pub(super) fn symbol(card: Card) -> String {
    format!("{card}{AS_TEXT}")
}

/// Cards as text with this between them.
pub(super) fn symbols(cards: impl IntoIterator<Item = Card>, between: &str) -> String {
    cards.into_iter().map(symbol).collect::<Vec<_>>().join(between)
}

/// Melds, each close together, then the loose cards: `4♥5♥6♥7♥ · 9♣9♦9♠ · 2♠ 3♦`.
pub(super) fn close(arrangement: &Arrangement) -> String {
    let mut parts: Vec<String> = arrangement
        .melds()
        .iter()
        .map(|meld| symbols(meld.in_order(), ""))
        .collect();
    let loose = arrangement.loose_in_order();
    if !loose.is_empty() {
        parts.push(symbols(loose, " "));
    }
    parts.join(" · ")
}

/// A meld in the width of a button: `4–7♥`, `9♣9♦9♠`.
pub(super) fn short(meld: Meld) -> String {
    let cards = meld.in_order();
    match (meld.kind(), cards.first(), cards.last()) {
        (MeldKind::Run, Some(first), Some(last)) => format!("{}–{last}", first.rank().label()),
        _ => cards.iter().map(Card::to_string).collect(),
    }
}

/// An arrangement's cards in the order in which a hand is shown: runs, sets, deadwood.
pub(super) fn in_order(arrangement: &Arrangement) -> Vec<Card> {
    let melds = arrangement.melds().iter().flat_map(|meld| meld.in_order());
    melds.chain(arrangement.loose_in_order()).collect()
}

impl Voice<'_> {
    /// "queen of hearts"
    pub(super) fn card(&self, card: Card) -> String {
        let suit = card.suit().letter().to_string();
        say!(self, "card", rank = card.rank().label(), suit = suit)
    }

    /// "2 of spades, 3 of diamonds"
    pub(super) fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        self.list(cards.into_iter().map(|card| self.card(card)))
    }

    /// "4, 5, 6, 7 of hearts"; "9 of clubs, diamonds, spades"
    pub(super) fn meld(&self, meld: Meld) -> String {
        let cards = meld.in_order();
        let Some(first) = cards.first() else {
            return String::new();
        };
        match meld.kind() {
            MeldKind::Run => {
                let ranks = self.list(cards.iter().map(|card| self.rank(*card)));
                say!(
                    self,
                    "run-cards",
                    ranks = ranks,
                    suit = first.suit().letter().to_string()
                )
            }
            MeldKind::Set => {
                let suits = self.list(cards.iter().map(|card| self.suit(card.suit())));
                say!(self, "set-cards", suits = suits, rank = first.rank().label())
            }
        }
    }

    /// "run 4, 5, 6, 7 of hearts; set 9 of clubs, diamonds, spades; deadwood 2 of spades", for the middle of a sentence.
    pub(super) fn laid_out(&self, arrangement: &Arrangement, points: bool) -> String {
        let mut parts: Vec<String> = arrangement
            .melds()
            .iter()
            .map(|&meld| match meld.kind() {
                MeldKind::Run => say!(self, "said-run", cards = self.meld(meld)),
                MeldKind::Set => say!(self, "said-set", cards = self.meld(meld)),
            })
            .collect();
        let loose = arrangement.loose_in_order();
        if loose.is_empty() {
            if arrangement.melds().is_empty() {
                parts.push(say!(self, "said-no-deadwood"));
            }
        } else if points {
            let cards = self.cards(loose);
            parts.push(say!(
                self,
                "said-deadwood-points",
                cards = cards,
                points = arrangement.deadwood()
            ));
        } else {
            parts.push(say!(self, "said-deadwood", cards = self.cards(loose)));
        }
        parts.join(&say!(self, "semicolon"))
    }

    /// The word under a meld.
    pub(super) fn kind(&self, kind: MeldKind) -> String {
        match kind {
            MeldKind::Run => say!(self, "meld-run"),
            MeldKind::Set => say!(self, "meld-set"),
        }
    }

    fn rank(&self, card: Card) -> String {
        say!(self, "rank", rank = card.rank().label())
    }

    fn suit(&self, suit: Suit) -> String {
        say!(self, "suit", suit = suit.letter().to_string())
    }

    /// The groups of a picture. `laid` are the cards that the other player laid off, with the index of the meld.
    pub(super) fn groups(&self, arrangement: &Arrangement, laid: &[(Card, u8)]) -> Vec<Group> {
        let mut groups = Vec::new();
        for (index, meld) in arrangement.melds().iter().enumerate() {
            let more: Vec<Card> = laid
                .iter()
                .filter(|(_, at)| usize::from(*at) == index)
                .map(|(card, _)| *card)
                .collect();
            let label = match (meld.kind(), more.is_empty()) {
                (kind, true) => self.kind(kind),
                (MeldKind::Run, false) => say!(self, "meld-run-laid"),
                (MeldKind::Set, false) => say!(self, "meld-set-laid"),
            };
            let mut cards = meld.in_order();
            cards.extend(&more);
            groups.push(Group {
                label,
                tone: Tone::Meld,
                cards,
                laid_off: more.len(),
            });
        }
        let loose = arrangement.loose_in_order();
        if !loose.is_empty() {
            groups.push(Group {
                label: say!(self, "deadwood"),
                tone: Tone::Deadwood,
                cards: loose,
                laid_off: 0,
            });
        }
        groups
    }

    /// The text hand: a line a group, labels padded to one width, `note` after the deadwood.
    pub(super) fn text_hand(&self, arrangement: &Arrangement, note: &str) -> String {
        let mut lines: Vec<(String, String)> = arrangement
            .melds()
            .iter()
            .map(|meld| (self.kind(meld.kind()), symbols(meld.in_order(), " ")))
            .collect();
        let loose = symbols(arrangement.loose_in_order(), " ");
        let loose = if loose.is_empty() {
            note.to_owned()
        } else {
            format!("{loose}   {note}")
        };
        lines.push((say!(self, "deadwood"), loose));
        let widest = lines.iter().map(|(label, _)| columns(label)).max().unwrap_or(0);
        let line =
            |(label, cards): (String, String)| format!("{label}{}  {cards}", " ".repeat(widest - columns(&label)));
        lines.into_iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// How many columns a monospace font gives to a label: Chinese letters take two.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|letter| if u32::from(letter) >= 0x2E80 { 2 } else { 1 })
        .sum()
}

/// The least deadwood that a discard can leave, in points; `kept` may not be discarded.
pub(super) fn after_discard(hand: CardSet, kept: Option<Card>, aces: Aces) -> u8 {
    let left = crate::gin::discards(hand, aces)
        .into_iter()
        .filter(|(card, _)| Some(*card) != kept);
    left.map(|(_, left)| left).min().unwrap_or(0)
}

/// Points with their sign: `+21`, `−21`, `0`.
pub(super) fn signed(points: i32) -> String {
    match points {
        1.. => format!("+{points}"),
        0 => "0".to_owned(),
        _ => format!("−{}", points.unsigned_abs()),
    }
}
