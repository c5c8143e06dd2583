//! The fast solver gives what a slow one gives that tries everything. The slow one shares nothing with it but the cards.

use std::collections::HashSet;

use jinlami::cards::{Card, CardSet};
use jinlami::gin::{self, Aces, Arrangement, Ending, LayOff, Meld, MeldKind, Preset, Rules, Tie};
use proptest::prelude::*;

use crate::dice::Dice;
use crate::play::set;
use crate::slow::{dead, every_meld, layouts, least, slow_layoff, worth};

/// How many cards outside the hand fit directly on one of these melds.
fn open_places(chosen: &[CardSet], hand: CardSet, melds: &[Vec<Card>]) -> usize {
    let all: HashSet<CardSet> = melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    let fits = |card: Card| chosen.iter().any(|&meld| all.contains(&meld.with(card)));
    Card::all().filter(|&card| !hand.contains(card) && fits(card)).count()
}

/// The order in which arrangements are preferred, the best first.
fn preference(chosen: &[CardSet], loose: CardSet, hand: CardSet, melds: &[Vec<Card>]) -> (u32, usize, usize) {
    let deadwood = dead(loose);
    (
        deadwood,
        if deadwood == 0 { chosen.len() } else { 0 },
        open_places(chosen, hand, melds),
    )
}

/// A hand that is likely to hold melds that cross: cards from a window of ranks.
fn crossing_hand(dice: &mut Dice, count: usize) -> CardSet {
    let width = 3 + dice.below(11);
    let lowest = dice.below(14 - width);
    let suits = if width >= 6 && dice.below(3) == 0 { 2 } else { 4 };
    let mut from: Vec<Card> = Card::all()
        .filter(|card| (lowest..lowest + width).contains(&(card.rank() as usize)) && (card.suit() as usize) < suits)
        .collect();
    let mut hand = CardSet::EMPTY;
    while (hand.len() as usize) < count {
        if from.is_empty() {
            from = Card::all().filter(|&card| !hand.contains(card)).collect();
        }
        let card = from.swap_remove(dice.below(from.len()));
        hand.insert(card);
    }
    hand
}

fn check_hand(hand: CardSet, melds: &[Vec<Card>]) {
    let all = layouts(hand, melds);
    let expected = all
        .iter()
        .map(|(_, loose)| dead(*loose))
        .min()
        .expect("made by the test");
    assert_eq!(u32::from(gin::deadwood(hand, Aces::LOW)), expected, "{hand:?}");
    let best = Arrangement::best(hand, Aces::LOW);
    assert_eq!(best.cards(), hand);
    assert_eq!(u32::from(best.deadwood()), expected, "{hand:?}");
    let chosen: Vec<CardSet> = best.melds().iter().map(|meld| meld.cards()).collect();
    let known: HashSet<CardSet> = melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    assert!(chosen.iter().all(|meld| known.contains(meld)), "{best:?}");
    assert_eq!(
        chosen.iter().fold(best.loose(), |all, &meld| all | meld),
        hand,
        "{best:?}"
    );
    let preferred = all
        .iter()
        .map(|(chosen, loose)| preference(chosen, *loose, hand, melds))
        .min()
        .expect("made by the test");
    assert_eq!(
        preference(&chosen, best.loose(), hand, melds),
        preferred,
        "{hand:?} {best:?}"
    );
    assert_eq!(best.open().len() as usize, preferred.2, "{best:?}");
}

fn check_eleven(hand: CardSet, melds: &[Vec<Card>]) {
    let kept: Vec<(Card, (u32, usize))> = hand
        .iter()
        .map(|card| (card, least(hand.without(card), melds)))
        .collect();
    let discards: Vec<(Card, u32)> = gin::discards(hand, Aces::LOW)
        .into_iter()
        .map(|(card, deadwood)| (card, u32::from(deadwood)))
        .collect();
    assert_eq!(
        discards,
        kept.iter()
            .map(|&(card, (deadwood, _))| (card, deadwood))
            .collect::<Vec<_>>(),
        "{hand:?}"
    );
    let taken = hand.iter().nth(3);
    for limit in [0, 5, 10] {
        let rules = Rules {
            knock_limit: gin::KnockLimit::Points(limit),
            ..Preset::Jinlami.rules()
        };
        let mut expected: Vec<(Card, u32, Option<usize>)> = kept
            .iter()
            .filter(|&&(card, (deadwood, _))| Some(card) != taken && deadwood <= u32::from(limit))
            .map(|&(card, (deadwood, count))| (card, deadwood, (deadwood == 0).then_some(count)))
            .collect();
        // The best first, as they are offered.
        expected.sort_by_key(|&(_, deadwood, count)| (deadwood, count));
        let knocks: Vec<(Card, u32, Option<usize>)> = gin::knocks(hand, &rules, limit, taken)
            .into_iter()
            .map(|knock| {
                (
                    knock.discard,
                    u32::from(knock.deadwood),
                    knock.tier.map(|tier| tier as usize + 1),
                )
            })
            .collect();
        assert_eq!(knocks, expected, "{hand:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ten_and_eleven_cards_are_laid_out_as_by_trying_everything(seed: u64) {
        let melds = every_meld();
        let mut dice = Dice::new(seed);
        check_hand(crossing_hand(&mut dice, 10), &melds);
        let eleven = crossing_hand(&mut dice, 11);
        check_hand(eleven, &melds);
        check_eleven(eleven, &melds);
        // A plain deal too.
        let mut pack: Vec<Card> = Card::all().collect();
        dice.shuffle(&mut pack);
        check_hand(pack[..10].iter().copied().collect(), &melds);
        check_eleven(pack[..11].iter().copied().collect(), &melds);
    }

    #[test]
    fn a_hand_with_few_cards_left_is_laid_out_exactly_too(seed: u64, count in 0_usize..10) {
        check_hand(crossing_hand(&mut Dice::new(seed), count), &every_meld());
    }
}

/// C-117: long runs are one meld, and no card is in two.
#[test]
fn c_117_long_runs_that_cross_sets() {
    let melds = every_meld();
    for (text, deadwood) in [
        ("3S 4S 5S 6S 7S 5H 5D KC QD 9H", 39),
        ("3S 4S 5S 6S 7S 8S 5H 5D 8H 8D", 10),
        ("4H 5H 6H 7H 8H 6S 6D 6C AC 2C", 3),
        ("AS 2S 3S 4S 5S 6S AH AD 6H 6D", 0),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC", 0),
        ("7S 8S 9S TS JS 7H 7D JH JD KD", 10),
    ] {
        let hand = set(text);
        check_hand(hand, &melds);
        assert_eq!(gin::deadwood(hand, Aces::LOW), deadwood, "{text}");
        for card in Card::all().filter(|&card| !hand.contains(card)) {
            check_eleven(hand.with(card), &melds);
        }
    }
}

/// A knocker's arrangement and a defender whose cards like to lie beside it.
fn knock_position(dice: &mut Dice, melds: &[Vec<Card>]) -> (Arrangement, CardSet) {
    loop {
        let mut chosen: Vec<Meld> = Vec::new();
        let mut taken = CardSet::EMPTY;
        for _ in 0..3 {
            let meld = Meld::new(melds[dice.below(melds.len())].iter().copied().collect(), Aces::LOW.runs)
                .expect("made by the test");
            let long = meld.cards().len() > 5 && dice.below(4) != 0;
            if !long && (taken & meld.cards()).is_empty() && (taken | meld.cards()).len() <= 10 {
                chosen.push(meld);
                taken |= meld.cards();
            }
        }
        let mut hand = taken;
        let mut cheap: Vec<Card> = Card::all()
            .filter(|&card| !taken.contains(card) && worth(card) <= 10)
            .collect();
        cheap.sort_by_key(|&card| worth(card));
        while hand.len() < 10 {
            hand.insert(cheap.remove(dice.below(8.min(cheap.len()))));
        }
        let shown = Arrangement::new(hand, &chosen, Aces::LOW).expect("made by the test");
        if shown.deadwood() > 10 {
            continue;
        }
        let near: Vec<Card> = Card::all()
            .filter(|&card| !hand.contains(card))
            .filter(|&card| chosen.iter().any(|meld| beside(*meld, card)))
            .collect();
        let mut rest: Vec<Card> = Card::all()
            .filter(|&card| !hand.contains(card) && !near.contains(&card))
            .collect();
        let mut near = near;
        dice.shuffle(&mut near);
        let mut defender = CardSet::EMPTY;
        while defender.len() < 10 {
            let pick_near = rest.is_empty() || !near.is_empty() && dice.below(3) != 0;
            let card = if pick_near {
                near.pop().expect("made by the test")
            } else {
                rest.swap_remove(dice.below(rest.len()))
            };
            defender.insert(card);
        }
        return (shown, defender);
    }
}

fn beside(meld: Meld, card: Card) -> bool {
    meld.cards().iter().any(|other| match meld.kind() {
        MeldKind::Set => other.rank() == card.rank(),
        MeldKind::Run => {
            other.suit() == card.suit() && (other.rank() as i8 - card.rank() as i8).abs() <= 3
                || (other.rank() as i8 - card.rank() as i8).abs() <= 1
        }
    })
}

/// The answer is one that the rules allow and that scores what it says.
fn check_answer(rules: &Rules, shown: &Arrangement, hand: CardSet, answer: &LayOff, melds: &[Vec<Card>]) {
    let mut on_table: Vec<Meld> = shown.melds().to_vec();
    let mut rest = hand;
    for &(card, index) in &answer.placed {
        assert!(rest.remove(card), "{answer:?}");
        let meld = &mut on_table[usize::from(index)];
        *meld = meld
            .with(card, rules.aces.runs)
            .unwrap_or_else(|| panic!("{card} does not fit: {answer:?}"));
    }
    assert_eq!(answer.own.cards(), rest);
    assert_eq!(u32::from(answer.own.deadwood()), least(rest, melds).0);
    match answer.ending {
        Ending::Knock | Ending::Gold(_) => assert!(answer.points < 0),
        Ending::Undercut(_) => assert!(answer.points >= 0),
        Ending::Tie => assert_eq!((answer.points, rules.tie), (0, Tie::Nobody)),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_best_layoff_scores_as_by_trying_everything(seed: u64) {
        let melds = every_meld();
        let mut dice = Dice::new(seed);
        let (shown, defender) = knock_position(&mut dice, &melds);
        let jinlami = Preset::Jinlami.rules();
        let classic = Preset::Classic.rules();
        // The fields that later presets will turn: lay-off on gold, a tie that counts for nobody.
        let others = [Rules { layoff_on_gold: true, ..jinlami }, Rules { tie: Tie::Nobody, ..classic }];
        for rules in [jinlami, classic].iter().chain(&others) {
            let answer = gin::best_layoff(rules, &shown, defender);
            check_answer(rules, &shown, defender, &answer, &melds);
            prop_assert_eq!(
                answer.points,
                slow_layoff(rules, &shown, defender, &melds),
                "{:?} against {:?}", defender, shown
            );
        }
    }
}
