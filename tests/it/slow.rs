//! A slow solver that tries everything; it shares nothing with the fast one but the cards.

use std::collections::HashSet;

use jinlami::cards::{Card, CardSet, Rank, Suit};
use jinlami::gin::{AceRuns, Aces, Arrangement, Rules, Tie};

/// The slow solver for one kind of ace.
pub struct Slow {
    pub aces: Aces,
    /// Every meld of the pack.
    pub melds: Vec<CardSet>,
    known: HashSet<CardSet>,
}

/// One way to lay a hand out.
#[derive(Clone, Debug)]
pub struct Layout {
    pub melds: Vec<CardSet>,
    pub loose: CardSet,
}

impl Slow {
    pub fn new(aces: Aces) -> Slow {
        let mut melds = Vec::new();
        for rank in Rank::ALL {
            let four: CardSet = Suit::ALL.map(|suit| Card::new(rank, suit)).into_iter().collect();
            melds.push(four);
            melds.extend(four.iter().map(|left_out| four.without(left_out)));
        }
        for suit in Suit::ALL {
            for first in 0..13 {
                for length in 3..=13 {
                    let ends = match aces.runs {
                        AceRuns::Low => first + length <= 13,
                        // The whole suit is one meld, wherever it starts.
                        AceRuns::Around => length < 13 || first == 0,
                    };
                    if ends {
                        let ranks = (first..first + length).map(|rank| Rank::ALL[rank % 13]);
                        melds.push(ranks.map(|rank| Card::new(rank, suit)).collect());
                    }
                }
            }
        }
        let known = melds.iter().copied().collect();
        Slow { aces, melds, known }
    }

    /// A card's points, written down anew.
    pub fn worth(&self, card: Card) -> u32 {
        match card.rank() {
            Rank::Ace => u32::from(self.aces.points),
            Rank::Jack | Rank::Queen | Rank::King => 10,
            rank => rank as u32 + 1,
        }
    }

    /// The points of these cards.
    pub fn dead(&self, cards: CardSet) -> u32 {
        cards.iter().map(|card| self.worth(card)).sum()
    }

    pub fn is_meld(&self, cards: CardSet) -> bool {
        self.known.contains(&cards)
    }

    /// Every way to lay the hand out.
    pub fn layouts(&self, hand: CardSet) -> Vec<Layout> {
        fn go(rest: CardSet, melds: &[CardSet], chosen: &mut Vec<CardSet>, found: &mut Vec<Layout>) {
            found.push(Layout {
                melds: chosen.clone(),
                loose: rest,
            });
            for (index, &meld) in melds.iter().enumerate() {
                if rest.contains_all(meld) {
                    chosen.push(meld);
                    go(rest - meld, &melds[index + 1..], chosen, found);
                    chosen.pop();
                }
            }
        }
        let mut found = Vec::new();
        go(hand, &self.inside(hand), &mut Vec::new(), &mut found);
        found
    }

    /// The least deadwood, and the fewest melds that leave it.
    pub fn least(&self, hand: CardSet) -> (u32, usize) {
        fn go(slow: &Slow, rest: CardSet, melds: &[CardSet], count: usize) -> (u32, usize) {
            let mut least = (slow.dead(rest), count);
            for (index, &meld) in melds.iter().enumerate() {
                if rest.contains_all(meld) {
                    least = least.min(go(slow, rest - meld, &melds[index + 1..], count + 1));
                }
            }
            least
        }
        go(self, hand, &self.inside(hand), 0)
    }

    fn inside(&self, hand: CardSet) -> Vec<CardSet> {
        let melds = self.melds.iter().copied();
        melds.filter(|&meld| hand.contains_all(meld)).collect()
    }

    /// The defender's best score over every state that placing cards one after another can reach.
    pub fn layoff(&self, rules: &Rules, shown: &Arrangement, hand: CardSet) -> i32 {
        let tier = if shown.loose().is_empty() {
            self.least(shown.cards()).1
        } else {
            0
        };
        let knocker = (self.dead(shown.loose()), tier);
        let start: Vec<CardSet> = shown.melds().iter().map(|meld| meld.cards()).collect();
        let mut seen = HashSet::from([start.clone()]);
        let mut open = vec![(start, hand)];
        let mut valued = HashSet::new();
        let mut best = i32::MIN;
        while let Some((on_table, rest)) = open.pop() {
            if valued.insert(rest) {
                best = best.max(score(rules, knocker, self.least(rest), rest.len() as usize));
            }
            if knocker.0 == 0 && !rules.layoff_on_gold {
                continue;
            }
            for card in rest.iter() {
                for index in 0..on_table.len() {
                    let grown = on_table[index].with(card);
                    if self.is_meld(grown) {
                        let mut next = on_table.clone();
                        next[index] = grown;
                        if seen.insert(next.clone()) {
                            open.push((next, rest.without(card)));
                        }
                    }
                }
            }
        }
        best
    }

    /// What can be laid off on each meld of the layout alone: every set of cards outside the hand that turns it into a
    /// longer meld.
    pub fn growth(&self, layout: &Layout, hand: CardSet) -> Vec<CardSet> {
        let mut found = Vec::new();
        for &meld in &layout.melds {
            let longer = self.melds.iter().filter(|longer| longer.contains_all(meld));
            found.extend(
                longer
                    .map(|&longer| longer - meld)
                    .filter(|&more| !more.is_empty() && (more & hand).is_empty()),
            );
        }
        found
    }

    /// Whether whatever can be laid off on one layout of the hand can be laid off on the other.
    pub fn no_more_open(&self, one: &Layout, other: &Layout, hand: CardSet) -> bool {
        let there = self.growth(other, hand);
        self.growth(one, hand).into_iter().all(|more| {
            let parts = there.iter().filter(|&&part| more.contains_all(part));
            parts.fold(CardSet::EMPTY, |all, &part| all | part) == more
        })
    }
}

/// The defender's score under the rules, written down anew from the rule book.
pub fn score(rules: &Rules, knocker: (u32, usize), left: (u32, usize), cards: usize) -> i32 {
    let (k, tier) = knocker;
    let (d, melds) = left;
    let difference = d as i32 - k as i32;
    if k == 0 {
        let gold = [rules.gold.dragon, rules.gold.two, rules.gold.three][tier - 1];
        return -(i32::from(gold) + d as i32);
    }
    if difference > 0 {
        return -(i32::from(rules.knock_bonus) + difference);
    }
    if difference == 0 && rules.tie == Tie::Nobody {
        return 0;
    }
    let row = match cards {
        0..=6 => rules.undercut.six,
        7 => rules.undercut.seven,
        _ => rules.undercut.eight,
    };
    let base = match (d, melds) {
        (0, 1) => row.dragon,
        (0, 2) => row.two,
        (0, 3) => row.three,
        _ => row.loose,
    };
    i32::from(base) - difference
}
