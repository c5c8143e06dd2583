//! What ten or eleven cards are worth, exactly.
//!
//! Once it is settled which cards lie in sets, the best runs of the rest are plain: every stretch of three or more in one
//! suit is one run. So one table of 13-bit suit lanes answers for the runs, and only the choice of sets is searched.

use std::ops::Deref;

use super::meld::{Arrangement, Meld};
use super::rules::{Aces, Rules};
use super::runs::{COLUMN, LANE, Runs, with_runs};
use super::score::Tier;
use crate::cards::{Card, CardSet};

/// The least deadwood of a hand, in points.
#[must_use]
pub fn deadwood(hand: CardSet, aces: Aces) -> u8 {
    with_runs!(aces, runs => {
        let mut least = u8::MAX;
        walk(runs, hand.bits(), |rest, _| least = least.min(runs.points(runs.weigh(rest))));
        least
    })
}

/// The least deadwood and, when it is 0, the fewest melds that leave it.
pub(super) fn deadwood_and_melds(hand: CardSet, aces: Aces) -> (u8, u8) {
    with_runs!(aces, runs => {
        let mut least = (u8::MAX, u8::MAX);
        walk(runs, hand.bits(), |rest, sets| {
            let dead = runs.points(runs.weigh(rest));
            let melds = if dead == 0 { runs.count(rest) + sets.count } else { 0 };
            least = least.min((dead, melds));
        });
        least
    })
}

/// The best arrangement; see [`Arrangement::best`].
pub(super) fn arrangement(hand: CardSet, aces: Aces) -> Arrangement {
    with_runs!(aces, runs => arrange(runs, hand.bits(), aces))
}

fn arrange(runs: impl Runs, bits: u64, aces: Aces) -> Arrangement {
    let mut least = u32::MAX;
    let mut best = (bits, Sets::NONE);
    walk(runs, bits, |rest, sets| {
        let dead = u32::from(runs.points(runs.weigh(rest)));
        if dead > least >> 16 {
            return;
        }
        let melds = u32::from(runs.count(rest) + sets.count);
        let open = (runs.ends(rest) | sets.open()) & !bits;
        let open = open.count_ones();
        let key = if dead == 0 {
            melds << 8 | open
        } else {
            dead << 16 | open << 8 | melds
        };
        if key < least {
            least = key;
            best = (rest, *sets);
        }
    });
    let (rest, sets) = best;
    let in_runs = runs.cards(rest);
    Arrangement::of(
        runs.stretches(in_runs).chain(sets.melds()),
        CardSet::from_bits(rest & !in_runs),
        aces,
    )
}

/// The discards of a hand of eleven, each with the least deadwood of the ten cards kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discards {
    all: [(Card, u8); Discards::MOST],
    count: usize,
}

impl Discards {
    const MOST: usize = 11;
}

impl Deref for Discards {
    type Target = [(Card, u8)];

    fn deref(&self) -> &[(Card, u8)] {
        &self.all[..self.count]
    }
}

impl IntoIterator for Discards {
    type Item = (Card, u8);
    type IntoIter = std::iter::Take<std::array::IntoIter<(Card, u8), { Discards::MOST }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter().take(self.count)
    }
}

/// Every discard of a hand of at most eleven cards with the least deadwood of the cards kept, in points; in order of the
/// cards' codes.
#[must_use]
pub fn discards(hand: CardSet, aces: Aces) -> Discards {
    let mut found = Discards {
        all: [(FIRST, u8::MAX); Discards::MOST],
        count: 0,
    };
    for (place, card) in found.all.iter_mut().zip(hand.iter()) {
        place.0 = card;
        found.count += 1;
    }
    with_runs!(aces, runs => leave_one_out(runs, hand.bits(), &mut found.all[..found.count]));
    found
}

fn leave_one_out(runs: impl Runs, bits: u64, discards: &mut [(Card, u8)]) {
    walk(runs, bits, |rest, sets| {
        let dead = runs.weigh(rest);
        for (card, least) in &mut *discards {
            let bit = 1 << card.code();
            let kept = if rest & bit != 0 {
                let shift = card.code() / 13 * 13;
                let lane = rest >> shift & LANE;
                dead - runs.weigh_lane(lane) + runs.weigh_lane(lane & !(bit >> shift))
            } else if sets.fours & bit != 0 {
                dead
            } else {
                // The two that stay of the broken set count as loose; a choice without the set is walked where they
                // could do better.
                dead + 2 * runs.weigh_loose(card.code() % 13)
            };
            *least = runs.points(kept).min(*least);
        }
    });
}

const FIRST: Card = match Card::from_code(0) {
    Some(card) => card,
    None => panic!("there is a first card"),
};

/// A discard that permits a knock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knock {
    /// The discard.
    pub discard: Card,
    /// The deadwood that it leaves, in points.
    pub deadwood: u8,
    /// The gold tier of the ten cards kept, when all are melded.
    pub tier: Option<Tier>,
}

/// The discards that permit a knock, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knocks {
    all: [Knock; Discards::MOST],
    count: usize,
}

impl Deref for Knocks {
    type Target = [Knock];

    fn deref(&self) -> &[Knock] {
        &self.all[..self.count]
    }
}

impl IntoIterator for Knocks {
    type Item = Knock;
    type IntoIter = std::iter::Take<std::array::IntoIter<Knock, { Discards::MOST }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter().take(self.count)
    }
}

/// The discards of a hand of eleven that permit a knock under these rules, the least deadwood and the best tier first.
/// `taken` is the card just taken from the pile.
#[must_use]
pub fn knocks(hand: CardSet, rules: &Rules, limit: u8, taken: Option<Card>) -> Knocks {
    let none = Knock {
        discard: FIRST,
        deadwood: u8::MAX,
        tier: None,
    };
    let mut found = Knocks {
        all: [none; Discards::MOST],
        count: 0,
    };
    for &(discard, deadwood) in discards(hand, rules.aces).iter() {
        if deadwood > limit || taken == Some(discard) && !rules.throw_back_taken {
            continue;
        }
        let tier = match deadwood {
            0 => tier(hand.without(discard), rules.aces),
            _ => None,
        };
        found.all[found.count] = Knock {
            discard,
            deadwood,
            tier,
        };
        found.count += 1;
    }
    // The cards' codes rise, so this is the order of a stable sort, which would take memory.
    found.all[..found.count].sort_unstable_by_key(|knock| (knock.deadwood, knock.tier, knock.discard));
    found
}

/// The gold tier of a hand: by the fewest melds that leave no loose card (rule book, decision 6).
pub(super) fn tier(hand: CardSet, aces: Aces) -> Option<Tier> {
    match deadwood_and_melds(hand, aces) {
        (0, melds) => Tier::of_melds(melds),
        _ => None,
    }
}

/// The sets chosen on the way to a leaf of the search.
#[derive(Clone, Copy)]
struct Sets {
    threes: u64,
    fours: u64,
    count: u8,
}

impl Sets {
    const NONE: Sets = Sets {
        threes: 0,
        fours: 0,
        count: 0,
    };

    fn with(self, cards: u64) -> Sets {
        let count = self.count + 1;
        if cards.count_ones() == 4 {
            Sets {
                fours: self.fours | cards,
                count,
                ..self
            }
        } else {
            Sets {
                threes: self.threes | cards,
                count,
                ..self
            }
        }
    }

    /// The fourth cards of the threes.
    fn open(self) -> u64 {
        let ranks = ranks_of(self.threes);
        (ranks * COLUMN) & !self.threes
    }

    fn melds(self) -> impl Iterator<Item = Meld> {
        let all = self.threes | self.fours;
        let mut ranks = ranks_of(all);
        std::iter::from_fn(move || {
            if ranks == 0 {
                return None;
            }
            let rank = ranks.trailing_zeros();
            ranks &= ranks - 1;
            Some(Meld::of(CardSet::from_bits(all & COLUMN << rank)))
        })
    }
}

/// Calls `leaf` with the cards outside the sets, and the sets, for every choice of sets that can be best.
fn walk(runs: impl Runs, bits: u64, mut leaf: impl FnMut(u64, &Sets)) {
    let ranks = ranks_held_thrice(bits);
    if ranks == 0 {
        leaf(bits, &Sets::NONE);
    } else {
        choose(bits, runs.cards(bits), ranks, Sets::NONE, &mut leaf);
    }
}

fn choose(rest: u64, in_runs: u64, ranks: u64, sets: Sets, leaf: &mut impl FnMut(u64, &Sets)) {
    if ranks == 0 {
        leaf(rest, &sets);
        return;
    }
    let rank = ranks.trailing_zeros();
    let ranks = ranks & (ranks - 1);
    let cards = rest & COLUMN << rank;
    choose(rest & !cards, in_runs, ranks, sets.with(cards), leaf);
    // Only a card that a run could use is worth keeping out of its set.
    let wanted = cards & in_runs;
    let four = cards.count_ones() == 4;
    if wanted.count_ones() > u32::from(four) {
        choose(rest, in_runs, ranks, sets, leaf);
    }
    if four {
        let mut wanted = wanted;
        while wanted != 0 {
            let three = cards & !(wanted & wanted.wrapping_neg());
            wanted &= wanted - 1;
            choose(rest & !three, in_runs, ranks, sets.with(three), leaf);
        }
    }
}

/// The ranks of which three or four cards are there, as a lane.
pub(super) fn ranks_held_thrice(bits: u64) -> u64 {
    let (a, b, c, d) = (bits, bits >> 13, bits >> 26, bits >> 39);
    ((a & b & (c | d)) | (c & d & (a | b))) & LANE
}

/// The ranks of which a card is there, as a lane.
fn ranks_of(bits: u64) -> u64 {
    (bits | bits >> 13 | bits >> 26 | bits >> 39) & LANE
}
