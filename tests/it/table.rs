//! A match on its own, without any store: stages, stamps, clock, modes and forfeits.

mod dealers;
mod manners;
mod replay;
mod sheet;
mod vanish;

use jinlami::gin::{Action, Mode, Phase, Preset};
use jinlami::id::{Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::table::{Chance, Due, DueKind, Event, Invitee, MatchEnd, Refusal, Stage, Table, Terms, Why, Wish, WonBy};
use proptest::prelude::*;

const ANNA: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const EVE: PlayerId = PlayerId(3);
const PLACE: Place = Place {
    venue: Venue {
        platform: Platform::Discord,
        chat: 7,
    },
    channel: 8,
};

/// A match with its log, driven by hand.
struct Match {
    table: Table,
    log: Vec<(Millis, Event)>,
    now: Millis,
    dice: u64,
}

impl Match {
    fn open(invitee: Invitee, terms: Terms) -> Match {
        Match::open_with(0, invitee, terms)
    }

    /// The same with another seal.
    fn open_with(dice: u64, invitee: Invitee, terms: Terms) -> Match {
        let events = Table::open(PLACE, ANNA, invitee, terms, &chance(dice)).unwrap();
        let now = Millis(1_000_000);
        let mut begun = Match {
            table: Table::opened(TableId(5), now, &events[0]).unwrap(),
            log: Vec::new(),
            now,
            dice: 0,
        };
        begun.log.push((now, events[0].clone()));
        begun.take(events[1..].to_vec());
        begun
    }

    fn playing(terms: Terms) -> Match {
        Match::playing_with(0, terms)
    }

    /// The same with other cards.
    fn playing_with(dice: u64, terms: Terms) -> Match {
        let mut game = Match::open_with(dice, Invitee::Player(BEN), terms);
        game.wish(BEN, Wish::Accept).unwrap();
        let chance = game.chance();
        game.take(game.table.gather(game.now, &chance));
        assert_eq!(game.table.stage(), Stage::Playing);
        game
    }

    fn chance(&mut self) -> Chance {
        self.dice += 1;
        chance(self.dice)
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            self.table.evolve(self.now, &event);
            self.log.push((self.now, event));
        }
    }

    fn wish(&mut self, player: PlayerId, wish: Wish) -> Result<(), Refusal> {
        let chance = self.chance();
        let stamp = self.table.seat_of(player).map(|seat| self.table.stamp(seat));
        let events = self.table.decide(player, None, stamp, wish, &chance)?;
        self.take(events);
        Ok(())
    }

    /// The player to move makes the move that this picks.
    fn step(&mut self, pick: impl Fn(&[Action]) -> Action) {
        let seat = self.table.to_move().expect("somebody is to move");
        let player = if seat == Seat::FIRST { ANNA } else { BEN };
        let legal = self.table.hand().unwrap().legal(seat);
        self.wish(player, Wish::Play(pick(&legal))).unwrap();
    }

    fn run_out(&mut self) {
        self.now = self.table.deadline().unwrap();
        let due = self
            .table
            .dues()
            .into_iter()
            .find(|due| due.kind == DueKind::Clock)
            .unwrap();
        assert_eq!(due.at, self.now);
        let chance = self.chance();
        self.take(self.table.out_of_time(self.now, &chance));
    }
}

fn chance(dice: u64) -> Chance {
    let mut root = [0; 32];
    root[..8].copy_from_slice(&dice.to_le_bytes());
    Chance {
        root,
        press: i64::try_from(dice).ok(),
    }
}

fn fixed(hands: u16) -> Terms {
    Terms {
        mode: Mode::Fixed { hands },
        ..Terms::of(Preset::Jinlami)
    }
}

#[test]
fn a_challenge_is_answered_once_and_only_by_whom_it_is_for() {
    let mut game = Match::open(Invitee::Player(BEN), fixed(2));
    assert_eq!(game.wish(ANNA, Wish::Accept), Err(Refusal::OwnChallenge));
    assert_eq!(game.wish(EVE, Wish::Accept), Err(Refusal::NotInvited));
    assert_eq!(game.wish(EVE, Wish::Decline), Err(Refusal::NotInvited));
    assert_eq!(game.wish(BEN, Wish::Play(Action::DrawStock)), Err(Refusal::NotDealt));
    game.wish(BEN, Wish::Accept).unwrap();
    assert_eq!(game.table.stage(), Stage::Gathering);
    assert_eq!(game.wish(BEN, Wish::Accept), Err(Refusal::NotOpen));
    assert_eq!(game.wish(EVE, Wish::Accept), Err(Refusal::NotSeated));
    for (player, wish, end) in [
        (BEN, Wish::Decline, MatchEnd::Declined),
        (BEN, Wish::Resign, MatchEnd::Declined),
        (ANNA, Wish::Withdraw, MatchEnd::Withdrawn),
        (ANNA, Wish::Resign, MatchEnd::Withdrawn),
    ] {
        let mut game = Match::open(Invitee::Player(BEN), fixed(2));
        game.wish(player, wish).unwrap();
        assert_eq!(
            game.table.stage(),
            Stage::Over(end),
            "C-012: {wish:?} ends an unanswered challenge"
        );
        assert_eq!(game.wish(BEN, Wish::Accept), Err(Refusal::NotOpen));
    }
    let own = Table::open(PLACE, ANNA, Invitee::Player(ANNA), fixed(2), &chance(0));
    assert_eq!(own.unwrap_err(), Refusal::OwnChallenge, "C-115");
}

#[test]
fn a_challenge_by_name_is_checked_at_the_press() {
    let game = Match::open(Invitee::Name("bob".into()), fixed(1));
    assert!(game.table.may_accept(BEN, Some("Bob")));
    assert!(!game.table.may_accept(BEN, Some("bobby")));
    assert!(!game.table.may_accept(BEN, None));
}

#[test]
fn figures_out_of_bounds_are_refused() {
    for terms in [
        fixed(0),
        fixed(100),
        Terms {
            mode: Mode::Target {
                points: 0,
                within: None,
            },
            ..fixed(1)
        },
        Terms {
            mode: Mode::Target {
                points: 100,
                within: Some(0),
            },
            ..fixed(1)
        },
        Terms {
            turn: 59_999,
            ..fixed(1)
        },
        Terms {
            turn: 3 * 86_400_000 + 1,
            ..fixed(1)
        },
    ] {
        let opened = Table::open(PLACE, ANNA, Invitee::Anyone, terms.clone(), &chance(0));
        assert!(matches!(opened, Err(Refusal::Terms(_))), "{terms:?}");
    }
}

#[test]
fn an_old_button_does_nothing() {
    let mut game = Match::playing(fixed(1));
    let seat = game.table.to_move().unwrap();
    let player = if seat == Seat::FIRST { ANNA } else { BEN };
    let old = game.table.stamp(seat);
    game.step(|legal| {
        *legal
            .iter()
            .find(|action| matches!(action, Action::Discard(_)))
            .unwrap()
    });
    let chance = game.chance();
    let pressed = game
        .table
        .decide(player, None, Some(old), Wish::Play(Action::DrawStock), &chance);
    assert_eq!(pressed, Err(Refusal::Stale));
}

#[test]
fn drawing_twice_draws_once() {
    // C-030: the second of two equal presses carries the stamp of the question that the first one answered.
    let mut game = Match::playing(fixed(1));
    game.step(|legal| {
        *legal
            .iter()
            .find(|action| matches!(action, Action::Discard(_)))
            .unwrap()
    });
    let seat = game.table.to_move().unwrap();
    let player = if seat == Seat::FIRST { ANNA } else { BEN };
    let stamp = game.table.stamp(seat);
    let chance = game.chance();
    let first = game
        .table
        .decide(player, None, Some(stamp), Wish::Play(Action::DrawStock), &chance)
        .unwrap();
    game.take(first);
    let second = game
        .table
        .decide(player, None, Some(stamp), Wish::Play(Action::DrawStock), &chance);
    assert_eq!(second, Err(Refusal::Stale));
    assert!(matches!(
        game.table.hand().unwrap().phase(),
        Phase::Discard { drawn: Some(_), .. }
    ));
}

#[test]
fn the_clock_plays_two_turns_and_forfeits_the_third() {
    let mut game = Match::playing(fixed(5));
    let sleeper = game.table.to_move().unwrap();
    for missed in 1..=2 {
        assert_eq!(game.table.to_move(), Some(sleeper));
        game.run_out();
        assert_eq!(game.table.missed(sleeper), missed);
        assert_eq!(
            game.table.to_move(),
            Some(sleeper.other()),
            "C-013: the clock plays the whole turn"
        );
        if game.table.to_move() == Some(sleeper.other()) {
            game.step(|legal| *legal.iter().find(|action| matches!(action, Action::DrawStock)).unwrap());
            game.step(|legal| {
                *legal
                    .iter()
                    .find(|action| matches!(action, Action::Discard(_)))
                    .unwrap()
            });
        }
    }
    game.run_out();
    let won = MatchEnd::Won {
        winner: sleeper.other(),
        by: WonBy::Forfeit(Why::Clock),
    };
    assert_eq!(game.table.stage(), Stage::Over(won));
    assert!(game.table.dues().is_empty());
    assert!(
        game.table.scores()[sleeper.other().index()] >= 50,
        "rule book, decision 13: a 三金 and the deadwood"
    );
}

#[test]
fn a_move_of_ones_own_forgives_missed_turns() {
    let mut game = Match::playing(fixed(5));
    let sleeper = game.table.to_move().unwrap();
    game.run_out();
    game.step(|legal| *legal.iter().find(|action| matches!(action, Action::DrawStock)).unwrap());
    game.step(|legal| {
        *legal
            .iter()
            .find(|action| matches!(action, Action::Discard(_)))
            .unwrap()
    });
    assert_eq!((game.table.to_move(), game.table.missed(sleeper)), (Some(sleeper), 1));
    game.step(|legal| *legal.iter().find(|action| matches!(action, Action::DrawStock)).unwrap());
    assert_eq!(game.table.missed(sleeper), 0);
}

#[test]
fn a_turn_has_one_deadline_for_drawing_and_discarding() {
    let mut game = Match::playing(fixed(5));
    game.step(|legal| {
        *legal
            .iter()
            .find(|action| matches!(action, Action::Discard(_)))
            .unwrap()
    });
    let deadline = game.table.deadline().unwrap();
    assert_eq!(deadline, game.now.plus(Terms::TURN_DEFAULT));
    game.now = game.now.plus(5_000);
    game.step(|legal| *legal.iter().find(|action| matches!(action, Action::DrawStock)).unwrap());
    assert_eq!(game.table.deadline(), Some(deadline));
    let seat = game.table.to_move().unwrap();
    game.take(vec![Event::Reminded { seat }]);
    let kinds: Vec<DueKind> = game.table.dues().iter().map(|due: &Due| due.kind).collect();
    assert_eq!(kinds, [DueKind::Clock], "one reminder a turn");
    game.take(vec![Event::Grace {
        until: deadline.plus(600_000),
    }]);
    assert_eq!(game.table.deadline(), Some(deadline.plus(600_000)));
    game.step(|legal| {
        *legal
            .iter()
            .find(|action| matches!(action, Action::Discard(_)))
            .unwrap()
    });
    assert_eq!(game.table.deadline(), Some(game.now.plus(Terms::TURN_DEFAULT)));
}

#[test]
fn resigning_works_in_every_phase() {
    // C-010: before the first discard, after a draw, at the opponent's turn, and while laying off.
    for steps in 0..6 {
        for player in [ANNA, BEN] {
            let mut game = Match::playing(fixed(3));
            for _ in 0..steps {
                game.step(|legal| {
                    let draw = legal.iter().find(|action| matches!(action, Action::DrawStock));
                    *draw
                        .or_else(|| legal.iter().find(|action| matches!(action, Action::Discard(_))))
                        .unwrap()
                });
            }
            game.wish(player, Wish::Resign).unwrap();
            let winner = game.table.seat_of(player).unwrap().other();
            let won = MatchEnd::Won {
                winner,
                by: WonBy::Forfeit(Why::Resigned),
            };
            assert_eq!(game.table.stage(), Stage::Over(won));
            assert_eq!(game.wish(player, Wish::Resign), Err(Refusal::Over));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Whole matches by random legal moves: the log replays to the same match, the totals are the sum of the hands, and
    /// the end follows from the mode.
    #[test]
    fn whole_matches_hold_the_modes_rules(seed in any::<u32>(), hands in 1_u16..5, target in proptest::option::of(20_u16..200), classic in any::<bool>()) {
        let preset = if classic { Preset::Classic } else { Preset::Jinlami };
        let mode = match target {
            Some(points) => Mode::Target { points, within: Some(hands) },
            None => Mode::Fixed { hands },
        };
        let mut game = Match::playing_with(u64::from(seed) << 20, Terms { mode, ..Terms::of(preset) });
        let mut turn = seed;
        while !game.table.is_over() {
            turn = turn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let before = game.table.clone();
            let asked = before.to_move().unwrap();
            game.step(|legal| {
                let knock = legal.iter().find(|action| matches!(action, Action::Knock(_) | Action::LayOffBest));
                *knock.unwrap_or(&legal[(turn >> 8) as usize % legal.len()])
            });
            // A stamp moves only for whoever was asked or is asked now, unless a hand began.
            let other = asked.other();
            if game.table.to_move() != Some(other) && game.table.hand_number() == before.hand_number() && !game.table.is_over() {
                prop_assert_eq!(game.table.stamp(other), before.stamp(other));
            }
        }
        let table = &game.table;
        let replayed = Table::replay(table.id(), &game.log).unwrap();
        prop_assert_eq!(replayed.view(None), table.view(None));
        for seat in Seat::BOTH {
            prop_assert_eq!(replayed.view(Some(seat)), table.view(Some(seat)));
            prop_assert_eq!(replayed.stamp(seat), table.stamp(seat));
            let sum: i32 = table.hands().iter().filter(|hand| hand.score.winner == Some(seat)).map(|hand| i32::from(hand.score.points)).sum();
            prop_assert_eq!(sum, table.scores()[seat.index()]);
        }
        prop_assert_eq!(table.version().0 as usize, game.log.len());
        let scores = table.scores();
        match (table.stage(), target) {
            (Stage::Over(MatchEnd::Won { winner, by: WonBy::Target }), Some(target)) => {
                prop_assert!(scores[winner.index()] >= i32::from(target), "C-118");
                prop_assert!(scores[winner.other().index()] < i32::from(target));
            }
            (Stage::Over(MatchEnd::Won { winner, by: WonBy::Points }), _) => {
                prop_assert_eq!(table.hands().len(), usize::from(hands));
                prop_assert!(scores[winner.index()] > scores[winner.other().index()]);
            }
            (Stage::Over(MatchEnd::Drawn), _) => prop_assert_eq!(scores[0], scores[1], "rule book, decision 10"),
            other => prop_assert!(false, "{:?}", other),
        }
        let json: Vec<String> = game.log.iter().map(|(_, event)| serde_json::to_string(event).unwrap()).collect();
        for (text, (_, event)) in json.iter().zip(&game.log) {
            prop_assert_eq!(&serde_json::from_str::<Event>(text).unwrap(), event);
        }
    }
}

#[test]
fn grace_for_the_answer_is_no_limit_for_what_comes_after_it() {
    let mut game = Match::open(Invitee::Player(BEN), fixed(1));
    game.now = game.table.deadline().unwrap().plus(5);
    let until = game.table.grace(game.now);
    game.take(vec![Event::Grace { until }]);
    assert_eq!(game.table.deadline(), Some(until));
    game.wish(BEN, Wish::Accept).unwrap();
    let whole = game.now.plus(jinlami::table::GATHER_MS);
    assert_eq!(
        (game.table.stage(), game.table.deadline()),
        (Stage::Gathering, Some(whole))
    );
}
