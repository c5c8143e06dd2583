//! The computer plays from a view alone: always legally, and clearly better than chance.

use jinlami::cards::Pack;
use jinlami::gin::{Aces, Action, Hand, Preset, Rules};
use jinlami::id::Seat;
use jinlami::robot;

use crate::dice::Dice;

/// One hand: the computer in `computer`, somebody who presses anything in the other seat.
fn hand(preset: Preset, computer: Seat, dice: &mut Dice) -> Option<(Seat, u16)> {
    let dealer = Seat(u8::try_from(dice.below(2)).unwrap());
    let mut hand = Hand::deal(&preset.rules(), dealer, dice.pack());
    while let Some(seat) = hand.to_move() {
        let legal = hand.legal(seat);
        let action = if seat == computer {
            let view = hand.view(Some(seat));
            let chosen = robot::choose(&view).expect("the computer always has a move");
            assert!(legal.contains(&chosen), "the computer's move is legal");
            assert!(
                !matches!(chosen, Action::LayOffNone),
                "it never leaves points on the table"
            );
            chosen
        } else {
            let knocks: Vec<Action> = legal
                .iter()
                .copied()
                .filter(|action| matches!(action, Action::Knock(_)))
                .collect();
            let choices = if knocks.is_empty() { legal } else { knocks };
            choices[dice.below(choices.len())]
        };
        for event in hand.decide(seat, &action).unwrap() {
            hand.evolve(&event);
        }
    }
    let score = hand.score().unwrap();
    score.winner.map(|winner| (winner, score.points))
}

#[test]
fn it_plays_legally_and_beats_whoever_presses_anything() {
    let mut dice = Dice::new(20_261_130);
    for preset in Preset::ALL {
        let (mut won, mut lost) = (0, 0);
        for number in 0..150 {
            let computer = Seat(number % 2);
            if let Some((winner, _)) = hand(preset, computer, &mut dice) {
                *(if winner == computer { &mut won } else { &mut lost }) += 1;
            }
        }
        assert!(won > 4 * lost, "{}: won {won}, lost {lost}", preset.name());
    }
}

#[test]
fn it_sees_nothing_that_its_seat_may_not_see() {
    // The same view gives the same move, whatever the hidden cards are: it is given nothing else.
    let pack = Pack::shuffled([5; 32]);
    let dealt = Hand::deal(&Preset::Jinlami.rules(), Seat::FIRST, pack.clone());
    let mut cards = pack.cards().to_vec();
    // The stock lies at the front of the pack, the last card is dealt first.
    cards[..31].reverse();
    let other = Hand::deal(&Preset::Jinlami.rules(), Seat::FIRST, Pack::new(&cards).unwrap());
    let views = [dealt.view(Some(Seat::FIRST)), other.view(Some(Seat::FIRST))];
    assert_eq!(views[0], views[1]);
    assert_eq!(robot::choose(&views[0]), robot::choose(&views[1]));
    assert_eq!(robot::choose(&dealt.view(None)), None, "the public has no move");
}

/// Points won and lost by a computer that knows its aces, against one that takes them for low ones worth one.
fn with_and_without_corner(rules: &Rules, dice: &mut Dice, knows: Seat) -> i32 {
    let dealer = Seat(u8::try_from(dice.below(2)).unwrap());
    let mut hand = Hand::deal(rules, dealer, dice.pack());
    while let Some(seat) = hand.to_move() {
        let mut view = hand.view(Some(seat));
        if seat != knows {
            view.aces = Aces::LOW;
        }
        let action = robot::choose(&view).expect("the computer always has a move");
        for event in hand.decide(seat, &action).unwrap() {
            hand.evolve(&event);
        }
    }
    let score = hand.score().unwrap();
    let points = i32::from(score.points);
    match score.winner {
        Some(winner) if winner == knows => points,
        Some(_) => -points,
        None => 0,
    }
}

#[test]
fn it_knows_that_runs_go_round_the_corner_and_that_a_loose_ace_is_dear() {
    let mut dice = Dice::new(15);
    let rules = Preset::Tedesco.rules();
    let points: i32 = (0..600_u16)
        .map(|number| with_and_without_corner(&rules, &mut dice, Seat((number % 2) as u8)))
        .sum();
    assert!(points > 600, "{points} points more in 600 hands");
}
