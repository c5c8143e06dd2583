//! Who deals, as the rules say.

use jinlami::gin::{AfterDrawn, FirstDealer, NextDealer, Rules};

use super::*;

/// The dealers of a match of so many hands, each with the winner of the hand before.
fn dealers(rules: Rules, dice: u64) -> Vec<(Option<Option<Seat>>, Seat)> {
    let terms = Terms {
        rules,
        mode: Mode::Fixed { hands: 12 },
        ..Terms::of(Preset::Classic)
    };
    let mut game = Match::playing_with(dice, terms);
    let mut hand = 0;
    while !game.table.is_over() {
        // Every third hand is played out without a knock.
        let peaceful = game.table.hand_number().is_multiple_of(3);
        let (_, automatic) = game.table.hand().unwrap().automatic().unwrap();
        game.step(|legal| {
            let knock = legal.iter().find(|action| matches!(action, Action::Knock(_)));
            *knock.filter(|_| !peaceful).unwrap_or(&automatic)
        });
        hand = hand.max(game.table.hand_number());
    }
    assert_eq!(hand, 12);
    let dealt = game.log.iter().filter_map(|(_, event)| match event {
        Event::Dealt { dealer, .. } => Some(*dealer),
        _ => None,
    });
    let before = game.table.hands().iter().map(|record| Some(record.score.winner));
    std::iter::once(None).chain(before).zip(dealt).collect()
}

#[test]
fn the_next_dealer_is_the_other_the_loser_or_the_winner_and_after_a_drawn_hand_the_other_or_the_same() {
    let (mut won, mut drawn) = (0, 0);
    for next_dealer in [NextDealer::Alternate, NextDealer::Loser, NextDealer::Winner] {
        for after_drawn in [AfterDrawn::Alternate, AfterDrawn::Same] {
            for dice in 0..3 {
                let rules = Rules {
                    next_dealer,
                    after_drawn,
                    // So that hands played without a thought end in a knock too.
                    knock_limit: jinlami::gin::KnockLimit::Points(50),
                    ..Preset::Classic.rules()
                };
                let dealers = dealers(rules, dice);
                for pair in dealers.windows(2) {
                    let (last, (before, dealer)) = (pair[0].1, pair[1]);
                    let expected = match (before.unwrap(), next_dealer, after_drawn) {
                        (None, _, AfterDrawn::Same) => last,
                        (None, _, AfterDrawn::Alternate) | (Some(_), NextDealer::Alternate, _) => last.other(),
                        (Some(winner), NextDealer::Loser, _) => winner.other(),
                        (Some(winner), NextDealer::Winner, _) => winner,
                    };
                    assert_eq!(dealer, expected, "{next_dealer:?} {after_drawn:?}");
                    won += usize::from(before.unwrap().is_some());
                    drawn += usize::from(before.unwrap().is_none());
                }
            }
        }
    }
    assert!(won > 50 && drawn > 20, "{won} {drawn}");
}

#[test]
fn the_first_dealer_cuts_the_lowest_card_or_is_anybody() {
    let mut seats = [0; 2];
    for dice in 0..40 {
        for first_dealer in [FirstDealer::LowestCard, FirstDealer::Random] {
            let rules = Rules {
                first_dealer,
                ..Preset::Classic.rules()
            };
            let game = Match::playing_with(
                dice,
                Terms {
                    rules,
                    ..Terms::of(Preset::Classic)
                },
            );
            let dealt = game.log.iter().find_map(|(_, event)| match event {
                Event::Dealt { dealer, cut, .. } => Some((*dealer, *cut)),
                _ => None,
            });
            match (first_dealer, dealt.unwrap()) {
                (FirstDealer::LowestCard, (dealer, Some(cut))) => {
                    let low = |seat: Seat| (cut[seat.index()].rank(), cut[seat.index()].suit());
                    assert!(low(dealer) < low(dealer.other()));
                }
                (FirstDealer::Random, (dealer, None)) => seats[dealer.index()] += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(seats.iter().all(|&count| count > 5), "{seats:?}");
}
