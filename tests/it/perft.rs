//! How many ways there are to go on from fixed positions under every preset, counted to a depth: a rule that lets one move
//! too many or too few through changes a figure. At every node on the way the legal moves are those that are accepted.

use jinlami::gin::{Action, Hand, Phase, Preset, Rules};
use jinlami::id::Seat;

use crate::dice::Dice;
use crate::play::{keen, universe};

/// The leaves of the tree of this depth; a hand that is over counts once, wherever it ended.
fn perft(hand: &Hand, depth: u32, wishes: &[Action]) -> u64 {
    let Some(seat) = hand.to_move().filter(|_| depth > 0) else {
        return 1;
    };
    let legal = hand.legal(seat);
    assert!(hand.legal(seat.other()).is_empty());
    // Deeper down there are too many nodes to try every wish at each.
    if !wishes.is_empty() {
        let accepted = wishes.iter().filter(|wish| hand.decide(seat, wish).is_ok());
        assert_eq!(accepted.count(), legal.len());
        assert!(wishes.iter().all(|wish| hand.decide(seat.other(), wish).is_err()));
    }
    let below = if depth > 3 { wishes } else { &[] };
    let leaves = legal.iter().map(|action| {
        let mut next = hand.clone();
        for event in hand.decide(seat, action).expect("legal") {
            next.evolve(&event);
        }
        perft(&next, depth - 1, below)
    });
    leaves.sum()
}

fn counts(hand: &Hand, depth: u32) -> Vec<u64> {
    let wishes = universe();
    (1..=depth).map(|depth| perft(hand, depth, &wishes)).collect()
}

/// A hand just dealt.
fn dealt(rules: Rules) -> Hand {
    Hand::deal(&rules, Seat::FIRST, Dice::new(50).pack())
}

/// The first hand of these dice, played by keen players, that comes to where the test wants it.
fn reached(rules: Rules, knocks_at: Option<u8>, wanted: impl Fn(&Hand) -> bool) -> Hand {
    for seed in 0..2000 {
        let mut hand = Hand::deal(&rules, Seat::FIRST, Dice::new(seed).pack());
        while let Some(seat) = hand.to_move() {
            if wanted(&hand) {
                return hand;
            }
            let action = keen(&hand, seat, knocks_at);
            for event in hand.decide(seat, &action).expect("legal") {
                hand.evolve(&event);
            }
        }
    }
    panic!("no such hand")
}

fn house(rules: Rules) -> Rules {
    Rules {
        big_gin: Some(31),
        fiftieth_card: true,
        throw_back_taken: true,
        layoff_on_gold: true,
        ..rules
    }
}

#[test]
fn from_the_deal() {
    let found = Preset::ALL.map(|preset| counts(&dealt(preset.rules()), 5));
    // Eleven discards; stock or pile; eleven or, since what was taken stays, ten.
    let eleven = [11, 11 * 2, 11 * 21, 11 * 21 * 2, 11 * 21 * 21];
    // Taken at once, by the other, or by nobody.
    let upcard = [
        2,
        10 + 2,
        10 * 2 + 10 + 1,
        10 * 21 + 10 * 2 + 11,
        10 * 21 * 2 + 10 * 21 + 11 * 2,
    ];
    assert_eq!(found, [eleven, eleven, upcard, upcard, upcard]);
}

#[test]
fn from_where_a_knock_is_possible() {
    let may_knock = |hand: &Hand| {
        let seat = hand.to_move().expect("asked");
        hand.legal(seat).iter().any(|action| matches!(action, Action::Knock(_)))
    };
    let found = Preset::ALL.map(|preset| counts(&reached(preset.rules(), Some(5), may_knock), 4));
    assert_eq!(
        found,
        [
            [14, 36, 250, 472],
            [12, 28, 229, 445],
            [14, 36, 250, 472],
            [14, 36, 250, 472],
            [14, 36, 238, 460]
        ]
    );
}

#[test]
fn from_an_answer_with_chains() {
    let chain = |hand: &Hand| match hand.phase() {
        Phase::LayOff { placed, .. } => {
            let seat = hand.to_move().expect("asked");
            let places = hand
                .legal(seat)
                .iter()
                .filter(|action| matches!(action, Action::Place(..)))
                .count();
            placed.is_empty() && places >= 2
        }
        _ => false,
    };
    let found = Preset::ALL.map(|preset| counts(&reached(preset.rules(), Some(5), chain), 5));
    assert_eq!(
        found,
        [
            [7, 29, 95, 275, 761],
            [5, 15, 43, 123, 323],
            [5, 13, 27, 51, 93],
            [5, 14, 35, 80, 177],
            [5, 15, 43, 122, 344]
        ]
    );
}

#[test]
fn from_the_end_of_the_stock() {
    let short = |rules: Rules| {
        move |hand: &Hand| *hand.phase() == Phase::Draw && hand.view(None).stock == rules.stock_floor + 2
    };
    let found = Preset::ALL.map(|preset| {
        let rules = preset.rules();
        counts(&reached(rules, Some(5), short(rules)), 5)
    });
    assert_eq!(
        found,
        [
            [2, 21, 42, 639, 1689],
            [2, 26, 66, 534, 997],
            [2, 27, 72, 659, 1439],
            [2, 21, 42, 449, 793],
            [2, 33, 94, 571, 1031]
        ]
    );
}

#[test]
fn with_every_option_of_the_book() {
    let last = |hand: &Hand| *hand.phase() == Phase::Last;
    let found = Preset::ALL.map(|preset| counts(&reached(house(preset.rules()), None, last), 3));
    // Left, or taken and knocked: with each discard in two words for the same.
    assert_eq!(found, [[2, 9, 9], [2, 3, 3], [2, 9, 9], [2, 9, 9], [2, 9, 9]]);
    let eleven = |hand: &Hand| {
        let seat = hand.to_move().expect("asked");
        hand.legal(seat).contains(&Action::BigGin)
    };
    let found = Preset::ALL.map(|preset| counts(&reached(house(preset.rules()), None, eleven), 4));
    assert_eq!(
        found,
        [
            [36, 101, 574, 1020],
            [20, 55, 359, 625],
            [36, 101, 574, 1020],
            [36, 101, 574, 1020],
            [36, 101, 423, 719]
        ]
    );
}
