//! A slow solver that tries everything; it shares nothing with the fast one but the cards.

use std::collections::HashSet;

use jinlami::cards::{Card, CardSet, Rank, Suit};
use jinlami::gin::{Arrangement, Rules, Tie};

/// Every meld of the pack, as lists of cards.
pub fn every_meld() -> Vec<Vec<Card>> {
    let mut melds = Vec::new();
    for rank in Rank::ALL {
        let four = Suit::ALL.map(|suit| Card::new(rank, suit));
        melds.push(four.to_vec());
        melds.extend((0..4).map(|left_out| (0..4).filter(|&i| i != left_out).map(|i| four[i]).collect::<Vec<_>>()));
    }
    for suit in Suit::ALL {
        for first in 0..13 {
            for last in first + 2..13 {
                melds.push((first..=last).map(|rank| Card::new(Rank::ALL[rank], suit)).collect());
            }
        }
    }
    melds
}

/// A card's points, written down anew.
pub fn worth(card: Card) -> u32 {
    match card.rank() {
        Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u32 + 1,
    }
}

/// Every way to lay the hand out: the melds chosen and the cards left.
pub fn layouts(hand: CardSet, melds: &[Vec<Card>]) -> Vec<(Vec<CardSet>, CardSet)> {
    fn go(rest: CardSet, melds: &[CardSet], chosen: &mut Vec<CardSet>, found: &mut Vec<(Vec<CardSet>, CardSet)>) {
        found.push((chosen.clone(), rest));
        for (index, &meld) in melds.iter().enumerate() {
            if rest.contains_all(meld) {
                chosen.push(meld);
                go(rest - meld, &melds[index + 1..], chosen, found);
                chosen.pop();
            }
        }
    }
    let inside: Vec<CardSet> = melds
        .iter()
        .map(|meld| meld.iter().copied().collect::<CardSet>())
        .filter(|&meld| hand.contains_all(meld))
        .collect();
    let mut found = Vec::new();
    go(hand, &inside, &mut Vec::new(), &mut found);
    found
}

/// The points of these cards.
pub fn dead(cards: CardSet) -> u32 {
    cards.iter().map(worth).sum()
}

/// The least deadwood, and the fewest melds that leave it.
pub fn least(hand: CardSet, melds: &[Vec<Card>]) -> (u32, usize) {
    layouts(hand, melds)
        .iter()
        .map(|(chosen, loose)| (dead(*loose), chosen.len()))
        .min()
        .expect("a hand has a layout")
}

/// The defender's score under the rules, written down anew from the rule book.
fn score(rules: &Rules, knocker: (u32, usize), left: (u32, usize), cards: usize) -> i32 {
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

/// The best score over every state that placing cards one after another can reach.
pub fn slow_layoff(rules: &Rules, shown: &Arrangement, hand: CardSet, melds: &[Vec<Card>]) -> i32 {
    let known: HashSet<CardSet> = melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    let knocker = (
        dead(shown.loose()),
        if shown.loose().is_empty() {
            least(shown.cards(), melds).1
        } else {
            0
        },
    );
    let start: Vec<CardSet> = shown.melds().iter().map(|meld| meld.cards()).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![(start, hand)];
    let mut valued = HashSet::new();
    let mut best = i32::MIN;
    while let Some((on_table, rest)) = open.pop() {
        if valued.insert(rest) {
            best = best.max(score(rules, knocker, least(rest, melds), rest.len() as usize));
        }
        if knocker.0 == 0 && !rules.layoff_on_gold {
            continue;
        }
        for card in rest.iter() {
            for index in 0..on_table.len() {
                let grown = on_table[index].with(card);
                if known.contains(&grown) {
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
