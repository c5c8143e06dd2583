use serde::{Deserialize, Serialize};

use super::meld::{Arrangement, Meld, MeldKind};
use super::rules::{AceRuns, Rules};
use super::runs;
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
        chains: [Chain::NONE; Chain::MOST],
        count: 0,
        chosen: [0; Chain::MOST],
        best: [0; Chain::MOST],
        best_points: score::judge(rules, against, hand).0,
        best_laid: 0,
    };
    if against.permits_layoff(rules) {
        for (index, &meld) in shown.melds().iter().enumerate() {
            search.reach(meld, index as u8);
        }
        search.choose(0, 0);
    }
    let mut placed = Vec::new();
    let mut laid = CardSet::EMPTY;
    for (chain, &chosen) in search.chains.iter().zip(&search.best) {
        for card in chain.outwards(chosen) {
            if laid.insert(card) {
                placed.push((card, chain.meld));
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

/// Cards of the defender's that can come onto one meld one after another.
#[derive(Clone, Copy)]
struct Chain {
    /// The first card, as a bit; nothing when there is none.
    first: u64,
    /// All of them.
    cards: u64,
    way: Way,
    /// The index of the knocker's meld.
    meld: u8,
}

/// Whether a chain goes up or down in rank, and how far.
#[derive(Clone, Copy)]
enum Way {
    Up(AceRuns),
    Down(AceRuns),
}

impl Way {
    fn next(self, bit: u64) -> u64 {
        match self {
            Way::Up(runs) => runs::up(bit, runs),
            Way::Down(runs) => runs::down(bit, runs),
        }
    }
}

impl Chain {
    /// A run has two ends, and three melds are shown at most.
    const MOST: usize = 2 * Arrangement::MOST;

    const NONE: Chain = Chain {
        first: 0,
        cards: 0,
        way: Way::Up(AceRuns::Low),
        meld: 0,
    };

    /// These of its cards, the first first.
    fn outwards(self, chosen: u64) -> impl Iterator<Item = Card> {
        let mut next = self.first;
        std::iter::from_fn(move || {
            let here = next & chosen;
            next = self.way.next(next);
            CardSet::from_bits(here).iter().next()
        })
    }
}

struct Search<'a> {
    rules: &'a Rules,
    against: Against,
    hand: u64,
    chains: [Chain; Chain::MOST],
    count: usize,
    chosen: [u64; Chain::MOST],
    best: [u64; Chain::MOST],
    best_points: i32,
    best_laid: u32,
}

impl Search<'_> {
    /// Finds the chains of this meld: both ways from a run, the missing card of a set.
    fn reach(&mut self, meld: Meld, index: u8) {
        let runs = self.rules.aces.runs;
        let bits = meld.cards().bits();
        match meld.kind() {
            MeldKind::Set => self.chain(meld.open(runs).bits(), Way::Up(AceRuns::Low), index, true),
            MeldKind::Run => {
                self.chain(runs::down(bits, runs) & !bits, Way::Down(runs), index, false);
                self.chain(runs::up(bits, runs) & !bits, Way::Up(runs), index, false);
            }
        }
    }

    fn chain(&mut self, first: u64, way: Way, meld: u8, single: bool) {
        let mut cards = 0;
        let mut next = first & self.hand;
        // A whole suit, round the corner, would go on for ever.
        while next & self.hand & !cards != 0 {
            cards |= next;
            next = if single { 0 } else { way.next(next) };
        }
        if cards != 0 {
            self.chains[self.count] = Chain {
                first,
                cards,
                way,
                meld,
            };
            self.count += 1;
        }
    }

    /// Tries every choice for the chains from `index` on, `laid` being chosen already.
    fn choose(&mut self, index: usize, laid: u64) {
        if index == self.count {
            self.weigh(laid);
            return;
        }
        let Chain { first, cards, way, .. } = self.chains[index];
        let mut chosen = 0;
        let mut next = first;
        loop {
            self.chosen[index] = chosen;
            self.choose(index + 1, laid | chosen);
            if next & cards & !chosen == 0 {
                break;
            }
            chosen |= next;
            next = way.next(next);
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
