//! Finished hands moment by moment, read from the log alone.

use jinlami::cards::CardSet;
use jinlami::gin::{self, Hand};
use jinlami::table::{By, Moment, Replay, What};

use super::*;
use crate::dice::Dice;
use crate::rig::sensible;

/// A match of these terms between two computers, with a defender who often lays off by hand.
fn played(terms: Terms, seed: u64) -> Match {
    let mut game = Match::playing(terms);
    let mut dice = Dice::new(seed);
    for _ in 0..4000 {
        let Some(seat) = game.table.to_move() else { break };
        assert!(
            Replay::of(&game.log, game.table.hand_number()).is_none(),
            "a running hand"
        );
        let player = if seat == Seat::FIRST { ANNA } else { BEN };
        let legal = game.table.hand().unwrap().legal(seat);
        let by_hand = matches!(game.table.hand().unwrap().phase(), Phase::LayOff { .. }) && dice.below(3) > 0;
        let knock = legal
            .iter()
            .find(|action| matches!(action, Action::Knock(_) | Action::BigGin));
        let action = match knock {
            _ if by_hand => legal[dice.below(legal.len())],
            // Whoever knocks as soon as it is allowed, against somebody who waits, is undercut now and then.
            Some(knock) if seat == Seat::FIRST => *knock,
            _ => match sensible(&game.table, seat) {
                Action::Knock(card) if seed.is_multiple_of(2) => Action::Discard(card),
                other => other,
            },
        };
        game.wish(player, Wish::Play(action)).unwrap();
    }
    game
}

/// Every card of the pack, wherever it lies, once.
fn whole(hand: &Hand, moment: &Moment) {
    let mut seen = CardSet::EMPTY;
    let mut count = 0;
    let mut add = |cards: CardSet| {
        count += cards.len();
        seen |= cards;
    };
    moment.hands.into_iter().for_each(&mut add);
    add(moment.laid_off.iter().map(|(card, _)| *card).collect());
    add(moment.put_down.into_iter().collect());
    assert_eq!(seen.len(), count, "no card lies twice");
    assert_eq!(count + u32::from(moment.stock) + u32::from(moment.pile), 52);
    assert_eq!(moment.top.is_some(), moment.pile > 0);
    let view = hand.view(None);
    assert_eq!(
        (moment.stock, moment.pile, moment.top),
        (view.stock, view.pile, view.upcard)
    );
}

#[test]
fn every_moment_of_every_finished_hand_is_told_with_all_cards() {
    let mut endings = std::collections::BTreeSet::new();
    for preset in Preset::ALL {
        for seed in 0..6 {
            let terms = Terms {
                mode: Mode::Fixed { hands: 3 },
                ..Terms::of(preset)
            };
            let game = played(terms.clone(), seed);
            assert!(game.table.is_over());
            assert_eq!(game.table.hands().len(), 3);
            for record in game.table.hands() {
                let replay = Replay::of(&game.log, record.number).unwrap();
                assert!(replay.record == *record);
                let ending = format!("{:?}", record.score.ending);
                endings.insert(ending.split('(').next().unwrap().to_owned());
                follows(&game, &terms, &replay);
            }
            assert!(Replay::of(&game.log, 0).is_none());
            assert!(Replay::of(&game.log, 4).is_none());
        }
    }
    for wanted in ["Knock", "Gold", "Undercut"] {
        assert!(endings.contains(wanted), "{endings:?}");
    }
}

/// The moments are the hand's facts in order, and each stands as the hand stood.
fn follows(game: &Match, terms: &Terms, replay: &Replay) {
    let number = replay.record.number;
    let mut dealt = 0;
    let mut hand: Option<Hand> = None;
    let mut moments = replay.moments.iter().peekable();
    for (_, event) in &game.log {
        match event {
            Event::Dealt { dealer, pack, .. } => {
                dealt += 1;
                if dealt != number {
                    continue;
                }
                let fresh = Hand::deal(&terms.rules, *dealer, pack.clone());
                let moment = moments.next().unwrap();
                assert_eq!(moment.what, What::Dealt(*dealer));
                assert_eq!(replay.limit, fresh.limit());
                whole(&fresh, moment);
                hand = Some(fresh);
            }
            Event::Played { seat, by, fact, .. } if dealt == number => {
                let hand = hand.as_mut().unwrap();
                if let gin::Event::Scored(score) = fact
                    && let Some(laid) = moments.next_if(|moment| matches!(moment.what, What::LaidOff(..)))
                {
                    assert_eq!(laid.laid_off, score.shown.laid_off);
                    assert!(laid.score.is_none());
                    whole(hand, laid);
                }
                let before = hand.clone();
                hand.evolve(fact);
                if matches!(fact, gin::Event::OfferedLast { .. }) {
                    continue;
                }
                let moment = moments.next().unwrap();
                assert_eq!(moment.by, Some(*by));
                match (&moment.what, fact) {
                    (What::Passed(who, card), gin::Event::Passed { seat }) => {
                        assert!(who == seat && *card == before.view(None).upcard);
                    }
                    (What::Took(who, card), gin::Event::TookPile { seat, card: taken }) => {
                        assert!(who == seat && card == taken && moment.hands[seat.index()].contains(*card));
                    }
                    (What::Drew(who, Some(card)), gin::Event::DrewStock { seat }) => {
                        let had = before.view(Some(*seat)).hand.unwrap();
                        assert!(who == seat && !had.contains(*card));
                        assert!(moment.hands[seat.index()] == had.with(*card));
                    }
                    (What::Discarded(who, card), gin::Event::Discarded { seat, card: thrown }) => {
                        assert!(who == seat && card == thrown && moment.top == Some(*card));
                    }
                    (What::Knocked(who, card), gin::Event::Knocked(knock)) => {
                        assert!(*who == knock.seat && *card == Some(knock.discard) && moment.put_down == *card);
                    }
                    (What::Knocked(who, None), gin::Event::MeldedAll { seat, .. }) => assert_eq!(who, seat),
                    (What::LaidOff(who, cards), gin::Event::Placed { card, .. }) => {
                        assert!(who == seat && *cards == [*card] && !moment.hands[seat.index()].contains(*card));
                    }
                    (What::TookBack(who, Some(card)), gin::Event::TookBack) => {
                        assert!(who == seat && moment.hands[seat.index()].contains(*card));
                    }
                    (What::Scored, gin::Event::Scored(score)) => assert_eq!(moment.score.as_ref(), Some(score)),
                    (what, _) => panic!("{what:?} for another fact"),
                }
                whole(hand, moment);
            }
            _ => {}
        }
    }
    assert!(moments.next().is_none());
    let last = replay.moments.last().unwrap();
    assert_eq!(last.score.as_ref(), Some(&replay.record.score));
    assert!(replay.moments.iter().rev().skip(1).all(|moment| moment.score.is_none()));
}

#[test]
fn a_hand_given_up_ends_with_that() {
    let mut game = Match::playing(fixed(2));
    for _ in 0..3 {
        let seat = game.table.to_move().unwrap();
        let action = sensible(&game.table, seat);
        game.step(|_| action);
    }
    game.wish(BEN, Wish::Resign).unwrap();
    let replay = Replay::of(&game.log, 1).unwrap();
    let last = replay.moments.last().unwrap();
    assert_eq!(last.what, What::GaveUp(Seat::SECOND, Why::Resigned));
    assert_eq!(last.score.as_ref(), Some(&game.table.hands()[0].score));
    assert_eq!(replay.moments.len(), 5, "the deal, three facts, the end");
}

#[test]
fn the_clock_is_named_where_it_played() {
    let mut game = Match::playing(fixed(1));
    game.run_out();
    while game.table.to_move().is_some() {
        let seat = game.table.to_move().unwrap();
        let action = sensible(&game.table, seat);
        game.step(|_| action);
    }
    let replay = Replay::of(&game.log, 1).unwrap();
    assert_eq!(replay.moments[0].by, None);
    assert_eq!(replay.moments[1].by, Some(By::Clock));
    assert_eq!(replay.moments.last().unwrap().by, Some(By::Person));
}

#[test]
fn a_hand_that_nobody_finished_is_never_shown() {
    // A match that ended in the middle of a hand leaves that hand unshown.
    let mut game = Match::playing(fixed(2));
    game.step(|legal| legal[0]);
    assert!(Replay::of(&game.log, 1).is_none());
    assert!(Replay::of(&[], 1).is_none());
    assert!(Replay::of(&game.log[1..], 1).is_none(), "a log without a beginning");
}
