//! What a knocker may show: every arrangement that is worth a thought.

use std::ops::Deref;

use super::meld::{Arrangement, Meld, MeldKind};
use super::rules::{AceRuns, Aces, Rules};
use super::runs::{self, COLUMN, Runs, with_runs};
use super::solve::ranks_held_thrice;
use crate::cards::CardSet;

/// Arrangements of one hand, the best first.
#[derive(Clone, Copy, Debug)]
pub struct Arrangements {
    all: [Arrangement; Arrangements::MOST],
    count: usize,
}

impl Arrangements {
    /// The most that are kept; no hand of ten cards is known to have as many (a test looks for one).
    pub const MOST: usize = 32;
}

impl Deref for Arrangements {
    type Target = [Arrangement];

    fn deref(&self) -> &[Arrangement] {
        &self.all[..self.count]
    }
}

impl IntoIterator for Arrangements {
    type Item = Arrangement;
    type IntoIter = std::iter::Take<std::array::IntoIter<Arrangement, { Arrangements::MOST }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter().take(self.count)
    }
}

/// The arrangements that a knocker who keeps these cards may show within the limit, without those to which another is never
/// inferior: that has no more deadwood, and whatever can be laid off on it can be laid off on the other too (rule book,
/// decision 7). The first is [`Arrangement::best`]; the others follow by deadwood, then by open places. None when the least
/// deadwood is over the limit.
#[must_use]
pub fn arrangements(kept: CardSet, limit: u8, aces: Aces) -> Arrangements {
    let best = Arrangement::best(kept, aces);
    let mut choice = Choice {
        kept: kept.bits(),
        limit,
        aces,
        found: Arrangements {
            all: [best; Arrangements::MOST],
            count: 0,
        },
        places: [Places::NONE; Arrangements::MOST],
    };
    choice.offer(best);
    if choice.found.count == 1 {
        with_runs!(aces, runs => choice.sets(runs, kept.bits(), ranks_held_thrice(kept.bits()), Melds::NONE));
        choice.sort();
    }
    choice.found
}

/// What a knocker under these rules may choose from: [`arrangements`], or the first of them alone when it is a gold hand on
/// which nothing may be laid off, because no other can be better then.
#[must_use]
pub fn knock_choices(kept: CardSet, limit: u8, rules: &Rules) -> Arrangements {
    let mut all = arrangements(kept, limit, rules.aces);
    if !rules.layoff_on_gold && all.first().is_some_and(|best| best.deadwood() == 0) {
        all.count = 1;
    }
    all
}

/// Where cards can be laid off on an arrangement. Everything else follows from the cards kept: a chain goes on until it meets
/// one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Places {
    /// The missing cards of sets.
    single: u64,
    /// The first cards of chains upwards.
    up: u64,
    /// The first cards of chains downwards.
    down: u64,
}

impl Places {
    const NONE: Places = Places {
        single: 0,
        up: 0,
        down: 0,
    };

    fn of(shown: &Arrangement, kept: u64, runs: AceRuns) -> Places {
        let mut places = Places::NONE;
        for meld in shown.melds() {
            let bits = meld.cards().bits();
            match meld.kind() {
                MeldKind::Set => places.single |= meld.open(runs).bits(),
                MeldKind::Run => {
                    places.up |= runs::up(bits, runs) & !bits;
                    places.down |= runs::down(bits, runs) & !bits;
                }
            }
        }
        Places {
            single: places.single & !kept,
            up: places.up & !kept,
            down: places.down & !kept,
        }
    }

    /// The cards that fit directly.
    fn direct(self) -> u64 {
        self.single | self.up | self.down
    }

    /// Whether any cards that can all be laid off here can all be laid off there.
    fn within(self, other: Places, kept: u64, runs: AceRuns) -> bool {
        if self.direct() & !other.direct() != 0 {
            return false;
        }
        let chains = |firsts: u64, next: fn(u64, AceRuns) -> u64| {
            bits(firsts).all(|first| {
                let mut chain = 0;
                links(first, u64::MAX, kept, runs, next).all(|card| {
                    chain |= card;
                    other.takes(chain, kept, runs)
                })
            })
        };
        // Chains that start alike are alike.
        chains(self.up & !other.up, runs::up) && chains(self.down & !other.down, runs::down)
    }

    /// Whether all of these cards can be laid off here.
    fn takes(self, cards: u64, kept: u64, runs: AceRuns) -> bool {
        let mut taken = cards & self.single;
        for first in bits(self.up) {
            taken |= links(first, cards, kept, runs, runs::up).fold(0, |all, card| all | card);
        }
        for first in bits(self.down) {
            taken |= links(first, cards, kept, runs, runs::down).fold(0, |all, card| all | card);
        }
        taken == cards
    }
}

/// The single bits of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The cards of a chain as long as they are among these, until it meets a card kept.
fn links(first: u64, among: u64, kept: u64, runs: AceRuns, next: fn(u64, AceRuns) -> u64) -> impl Iterator<Item = u64> {
    let mut here = first;
    std::iter::from_fn(move || {
        let card = here & among & !kept;
        here = next(here, runs);
        (card != 0).then_some(card)
    })
}

/// Melds chosen so far.
#[derive(Clone, Copy)]
struct Melds {
    all: [Meld; Arrangement::MOST],
    count: usize,
    cards: u64,
}

impl Melds {
    const NONE: Melds = Melds {
        all: [Meld::of(CardSet::EMPTY); Arrangement::MOST],
        count: 0,
        cards: 0,
    };

    fn with(mut self, cards: u64) -> Melds {
        if let Some(place) = self.all.get_mut(self.count) {
            *place = Meld::of(CardSet::from_bits(cards));
            self.count += 1;
            self.cards |= cards;
        }
        self
    }
}

struct Choice {
    kept: u64,
    limit: u8,
    aces: Aces,
    found: Arrangements,
    places: [Places; Arrangements::MOST],
}

impl Choice {
    /// Tries every choice of sets of these ranks.
    fn sets(&mut self, runs: impl Runs, rest: u64, ranks: u64, sets: Melds) {
        if ranks == 0 {
            self.runs(runs, runs.cards(rest), Melds::NONE, &sets);
            return;
        }
        let cards = rest & COLUMN << ranks.trailing_zeros();
        let ranks = ranks & (ranks - 1);
        self.sets(runs, rest & !cards, ranks, sets.with(cards));
        self.sets(runs, rest, ranks, sets);
        if cards.count_ones() == 4 {
            for left_out in bits(cards) {
                let three = cards & !left_out;
                self.sets(runs, rest & !three, ranks, sets.with(three));
            }
        }
    }

    /// Tries what can be shown of every stretch of cards in sequence: as it is, or with an end that others could lay off on
    /// closed by a card kept loose, or nothing of it.
    fn runs(&mut self, runs: impl Runs, stretches: u64, chosen: Melds, sets: &Melds) {
        let Some(stretch) = runs.stretches(stretches).next() else {
            self.weigh(&chosen, sets);
            return;
        };
        let cards = stretch.cards().bits();
        let rest = stretches & !cards;
        self.runs(runs, rest, chosen.with(cards), sets);
        let low = cards & !runs.up(cards);
        let high = cards & !runs.down(cards);
        let low_open = runs.down(low) & !self.kept != 0;
        let high_open = runs.up(high) & !self.kept != 0;
        let length = cards.count_ones();
        if low_open && length >= 4 {
            self.runs(runs, rest, chosen.with(cards & !low), sets);
        }
        if high_open && length >= 4 {
            self.runs(runs, rest, chosen.with(cards & !high), sets);
        }
        if low_open && high_open && length >= 5 {
            self.runs(runs, rest, chosen.with(cards & !low & !high), sets);
        } else if low_open && high_open || (low_open || high_open) && length == 3 {
            self.runs(runs, rest, chosen, sets);
        }
    }

    fn weigh(&mut self, chosen: &Melds, sets: &Melds) {
        let loose = self.kept & !chosen.cards & !sets.cards;
        if runs::loose_points(loose, self.aces) > self.limit {
            return;
        }
        let mut melds = *chosen;
        for set in &sets.all[..sets.count] {
            melds = melds.with(set.cards().bits());
        }
        let hand = CardSet::from_bits(self.kept);
        if let Ok(shown) = Arrangement::new(hand, &melds.all[..melds.count], self.aces) {
            self.offer(shown);
        }
    }

    /// Keeps the arrangement unless one that is there is as good; drops those that it beats.
    fn offer(&mut self, shown: Arrangement) {
        let deadwood = shown.deadwood();
        if deadwood > self.limit {
            return;
        }
        let (kept, runs) = (self.kept, self.aces.runs);
        let places = Places::of(&shown, kept, runs);
        let beats = |(one, on_one): (&Arrangement, Places), (other, on_other): (&Arrangement, Places)| {
            one.deadwood() <= other.deadwood() && on_one.within(on_other, kept, runs)
        };
        let there = 0..self.found.count;
        if there
            .clone()
            .any(|index| beats((&self.found.all[index], self.places[index]), (&shown, places)))
        {
            return;
        }
        // The best by the rule book's order stays, whatever beats it.
        let mut count = self.found.count.min(1);
        for index in there.skip(1) {
            if !beats((&shown, places), (&self.found.all[index], self.places[index])) {
                self.found.all[count] = self.found.all[index];
                self.places[count] = self.places[index];
                count += 1;
            }
        }
        let place = if count < Arrangements::MOST {
            count
        } else {
            let dearest = (1..count).max_by_key(|&index| self.found.all[index].deadwood());
            let Some(dearest) = dearest.filter(|&index| self.found.all[index].deadwood() > deadwood) else {
                return;
            };
            dearest
        };
        self.found.all[place] = shown;
        self.places[place] = places;
        self.found.count = count.max(place + 1);
    }

    fn sort(&mut self) {
        let count = self.found.count;
        self.found.all[1..count].sort_unstable_by_key(|shown| {
            let melds = shown.melds();
            let key = |index: usize| melds.get(index).map(|meld| meld.cards().bits());
            (
                shown.deadwood(),
                shown.open().len(),
                melds.len(),
                key(0),
                key(1),
                key(2),
            )
        });
    }
}
