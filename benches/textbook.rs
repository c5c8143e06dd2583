//! A plain solver as a textbook has it, the yardstick of the benchmarks: it lists the melds of a hand and tries them one
//! after another, and lays off card by card. No tables, no bit tricks.

use std::collections::HashSet;

use jinlami::cards::{Card, CardSet, Rank, Suit};
use jinlami::gin::{AceRuns, Aces, Arrangement, Rules, Tie, points};

/// The best melds of a hand: the least deadwood, then the fewest melds.
pub fn best_melds(hand: CardSet, aces: Aces) -> (u32, Vec<CardSet>) {
    let mut best = (u32::MAX, Vec::new());
    let melds = melds(hand, aces);
    try_melds(hand, &melds, aces, &mut Vec::new(), &mut best);
    best
}

/// The least deadwood.
pub fn deadwood(hand: CardSet, aces: Aces) -> u32 {
    best_melds(hand, aces).0
}

/// Every discard with the deadwood that it leaves.
pub fn discards(hand: CardSet, aces: Aces) -> Vec<(Card, u32)> {
    hand.iter()
        .map(|card| (card, deadwood(hand.without(card), aces)))
        .collect()
}

/// The discards that permit a knock, with the deadwood and the number of melds that they leave.
pub fn knocks(hand: CardSet, limit: u32, aces: Aces) -> Vec<(Card, u32, usize)> {
    let mut found: Vec<_> = hand
        .iter()
        .filter_map(|card| {
            let (left, melds) = best_melds(hand.without(card), aces);
            (left <= limit).then_some((card, left, melds.len()))
        })
        .collect();
    found.sort_by_key(|&(_, left, melds)| (left, melds));
    found
}

/// The defender's best score against what is shown, over every way to lay off.
pub fn layoff(rules: &Rules, shown: &Arrangement, hand: CardSet) -> i32 {
    let against = (
        points_of(shown.loose(), rules.aces),
        best_melds(shown.cards(), rules.aces).1.len(),
    );
    let table: Vec<CardSet> = shown.melds().iter().map(|meld| meld.cards()).collect();
    let mut best = i32::MIN;
    lay_off(rules, against, table, hand, &mut HashSet::new(), &mut best);
    best
}

fn lay_off(
    rules: &Rules,
    against: (u32, usize),
    table: Vec<CardSet>,
    hand: CardSet,
    seen: &mut HashSet<(Vec<CardSet>, CardSet)>,
    best: &mut i32,
) {
    if !seen.insert((table.clone(), hand)) {
        return;
    }
    *best = score(rules, against, hand).max(*best);
    if against.0 == 0 && !rules.layoff_on_gold {
        return;
    }
    for card in hand.iter() {
        for index in 0..table.len() {
            let grown = table[index].with(card);
            if melds(grown, rules.aces).contains(&grown) {
                let mut next = table.clone();
                next[index] = grown;
                lay_off(rules, against, next, hand.without(card), seen, best);
            }
        }
    }
}

/// The defender's score with these cards left.
fn score(rules: &Rules, (knocker, shown): (u32, usize), hand: CardSet) -> i32 {
    let (left, melds) = best_melds(hand, rules.aces);
    let more = left as i32 - knocker as i32;
    if knocker == 0 {
        let gold = [rules.gold.dragon, rules.gold.two, rules.gold.three][shown - 1];
        return -(i32::from(gold) + more);
    }
    if more > 0 {
        return -(i32::from(rules.knock_bonus) + more);
    }
    if more == 0 && rules.tie == Tie::Nobody {
        return 0;
    }
    let row = match hand.len() {
        8.. => rules.undercut.eight,
        7 => rules.undercut.seven,
        _ => rules.undercut.six,
    };
    let base = match (left, melds.len()) {
        (0, 1) => row.dragon,
        (0, 2) => row.two,
        (0, 3) => row.three,
        _ => row.loose,
    };
    i32::from(base) - more
}

fn try_melds(rest: CardSet, melds: &[CardSet], aces: Aces, chosen: &mut Vec<CardSet>, best: &mut (u32, Vec<CardSet>)) {
    let left = points_of(rest, aces);
    if left < best.0 || left == best.0 && chosen.len() < best.1.len() {
        *best = (left, chosen.clone());
    }
    for (index, &meld) in melds.iter().enumerate() {
        if rest.contains_all(meld) {
            chosen.push(meld);
            try_melds(rest - meld, &melds[index + 1..], aces, chosen, best);
            chosen.pop();
        }
    }
}

fn points_of(cards: CardSet, aces: Aces) -> u32 {
    cards.iter().map(|card| u32::from(points(card, aces))).sum()
}

/// Every meld that lies in the hand.
fn melds(hand: CardSet, aces: Aces) -> Vec<CardSet> {
    let mut found = Vec::new();
    for rank in Rank::ALL {
        let same: CardSet = hand.iter().filter(|card| card.rank() == rank).collect();
        if same.len() >= 3 {
            found.push(same);
        }
        if same.len() == 4 {
            found.extend(same.iter().map(|card| same.without(card)));
        }
    }
    let longest = match aces.runs {
        AceRuns::Low => 13,
        AceRuns::Around => 25,
    };
    for suit in Suit::ALL {
        for first in 0..13 {
            let mut run = CardSet::EMPTY;
            for rank in first..longest.min(first + 13) {
                let card = Card::new(Rank::ALL[rank % 13], suit);
                if !hand.contains(card) {
                    break;
                }
                run.insert(card);
                if run.len() >= 3 && !found.contains(&run) {
                    found.push(run);
                }
            }
        }
    }
    found
}
