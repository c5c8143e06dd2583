use serde::{Deserialize, Serialize};

use super::meld::{Arrangement, Meld, MeldKind};
use super::rules::{AceRuns, Rules};
use super::score::{self, Against, Ending};
use crate::cards::{Card, CardSet};

/// A defender's answer to a knock and what it scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayOff {
    /// The cards laid off, in an order in which each fits, with the index of the knocker's meld.
    pub placed: Vec<(Card, u8)>,
    /// The other cards, as they lie best.
    pub own: Arrangement,
    /// The points from the defender's side: positive when the defender scores, negative when the knocker does.
    pub points: i32,
    /// The ending that it makes.
    pub ending: Ending,
}

/// The defender's best answer by score under these rules, over every choice of cards to lay off: none, some, in chains,
/// out of own melds. Among equal scores the fewest cards are laid off.
#[must_use]
pub fn best_layoff(rules: &Rules, shown: &Arrangement, hand: CardSet) -> LayOff {
    let against = Against::shown(shown, rules);
    let mut search = Search {
        rules,
        against,
        hand: hand.bits(),
        reach: [Reach::NONE; Arrangement::MOST],
        count: 0,
        chosen: [0; Arrangement::MOST],
        best: [0; Arrangement::MOST],
        best_points: score::judge(rules, against, hand).0,
        best_laid: 0,
    };
    if against.permits_layoff(rules) {
        let melds = shown.melds();
        for (reach, &meld) in search.reach.iter_mut().zip(melds) {
            *reach = Reach::of(meld, hand.bits(), rules.aces.runs);
        }
        search.count = melds.len();
        search.choose(0, 0);
    }
    let mut placed = Vec::new();
    let mut laid = CardSet::EMPTY;
    for (index, (&chosen, meld)) in search.best.iter().zip(shown.melds()).enumerate() {
        for card in outwards(CardSet::from_bits(chosen), *meld) {
            if laid.insert(card) {
                placed.push((card, index as u8));
            }
        }
    }
    settled(rules, against, hand, placed)
}

/// The answer that lays off exactly these cards.
pub(super) fn keep(rules: &Rules, shown: &Arrangement, hand: CardSet, placed: &[(Card, u8)]) -> LayOff {
    settled(rules, Against::shown(shown, rules), hand, placed.to_vec())
}

/// The knocker's meld with this index as it lies after these cards have been placed.
pub(super) fn grown(rules: &Rules, shown: &Arrangement, placed: &[(Card, u8)], index: u8) -> Option<Meld> {
    let meld = shown.melds().get(usize::from(index))?;
    let cards = placed
        .iter()
        .filter(|&&(_, on)| on == index)
        .fold(meld.cards(), |cards, &(card, _)| cards.with(card));
    Meld::new(cards, rules.aces.runs).ok()
}

fn settled(rules: &Rules, against: Against, hand: CardSet, placed: Vec<(Card, u8)>) -> LayOff {
    let rest = placed.iter().fold(hand, |rest, &(card, _)| rest.without(card));
    let (points, ending) = score::judge(rules, against, rest);
    LayOff {
        placed,
        own: Arrangement::best(rest, rules.aces),
        points,
        ending,
    }
}

/// Which of the defender's cards can come onto one meld: chains of cards, nearest first.
#[derive(Clone, Copy)]
struct Reach {
    /// Below a run, or the missing card of a set.
    down: u64,
    /// Above a run.
    up: u64,
}

impl Reach {
    const NONE: Reach = Reach { down: 0, up: 0 };

    fn of(meld: Meld, hand: u64, runs: AceRuns) -> Reach {
        if meld.kind() == MeldKind::Set {
            return Reach {
                down: meld.open(runs).bits() & hand,
                up: 0,
            };
        }
        let bits = meld.cards().bits();
        let suit = 0x1FFF << (bits.trailing_zeros() / 13 * 13);
        let hand = hand & suit;
        let mut reach = Reach::NONE;
        let mut next = (bits & bits.wrapping_neg()) >> 1;
        while next & hand != 0 {
            reach.down |= next;
            next >>= 1;
        }
        let mut next = 1 << (64 - bits.leading_zeros());
        while next & hand != 0 {
            reach.up |= next;
            next <<= 1;
        }
        reach
    }
}

struct Search<'a> {
    rules: &'a Rules,
    against: Against,
    hand: u64,
    reach: [Reach; Arrangement::MOST],
    count: usize,
    chosen: [u64; Arrangement::MOST],
    best: [u64; Arrangement::MOST],
    best_points: i32,
    best_laid: u32,
}

impl Search<'_> {
    /// Tries every choice for the melds from `index` on, `laid` being chosen already.
    fn choose(&mut self, index: usize, laid: u64) {
        if index == self.count {
            self.weigh(laid);
            return;
        }
        let Reach { down, up } = self.reach[index];
        let mut low = down;
        loop {
            let mut high = up;
            loop {
                self.chosen[index] = low | high;
                self.choose(index + 1, laid | low | high);
                if high == 0 {
                    break;
                }
                // Above a run the farthest card is the highest.
                high &= !(1 << (63 - high.leading_zeros()));
            }
            if low == 0 {
                break;
            }
            // Below a run the farthest card is the lowest.
            low &= low - 1;
        }
    }

    fn weigh(&mut self, laid: u64) {
        if laid == 0 {
            return;
        }
        let (points, _) = score::judge(self.rules, self.against, CardSet::from_bits(self.hand & !laid));
        let count = laid.count_ones();
        if points > self.best_points || points == self.best_points && count < self.best_laid {
            self.best_points = points;
            self.best_laid = count;
            self.best = self.chosen;
        }
    }
}

/// The cards that lie outside the meld, those next to it first.
fn outwards(cards: CardSet, meld: Meld) -> impl Iterator<Item = Card> {
    let lowest = meld.in_order()[0];
    let mut below: Vec<Card> = cards.iter().filter(|&card| card < lowest).collect();
    below.reverse();
    below.into_iter().chain(cards.iter().filter(move |&card| card > lowest))
}
