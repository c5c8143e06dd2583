//! What people and organisers do, and what must hold when they do it at the wrong moment.

use jinlami::contest::{
    Asked, Contest, Due, DueKind, Fact, Format, How, Kind, NoShow, PairingId, Presence, Refusal, Score, Seeding, Stage,
    Start, Status, Unfinished, Who, Wish,
};
use jinlami::id::{Millis, Platform, Seat, TableId, Venue};

use super::arena::{Arena, HOST, PLACE, VENUE, format, one, player, players};

const MINUTE: i64 = 60_000;

fn swiss(rounds: u16) -> Format {
    one(Kind::Swiss { rounds: Some(rounds) })
}

fn won(winner: Seat) -> Score {
    let mut points = [10, 10];
    points[winner.index()] = 60;
    Score {
        winner: Some(winner),
        points,
        hands: 5,
        how: How::Played,
    }
}

const DRAWN: Score = Score {
    winner: None,
    points: [30, 30],
    hands: 5,
    how: How::Played,
};

#[test]
fn when_it_is_full_people_wait_and_move_up() {
    let mut small = swiss(2);
    small.size.most = 3;
    let mut arena = Arena::open(&small, 1);
    for one in players(5) {
        arena.ask(one, Wish::SignUp);
        // A second press changes nothing.
        assert_eq!(arena.wish(Who::Person(one), Wish::SignUp), Ok(0));
    }
    assert_eq!(arena.contest.view(None).waiting, [player(3), player(4)]);
    assert_eq!(arena.asked(player(3)), Asked::WaitForPlace);
    arena.ask(player(4), Wish::SignOff);
    arena.ask(player(0), Wish::SignOff);
    assert_eq!(arena.asked(player(3)), Asked::WaitForStart);
    assert!(arena.contest.view(None).waiting.is_empty());
    assert_eq!(
        arena.wish(Who::Person(player(9)), Wish::SignOff),
        Err(Refusal::NotSignedUp)
    );
    small.sign_up.waiting = false;
    let mut arena = Arena::open(&small, 1);
    for one in players(3) {
        arena.ask(one, Wish::SignUp);
    }
    assert_eq!(arena.wish(Who::Person(player(3)), Wish::SignUp), Err(Refusal::Full));
}

/// C-101: who signed up and is not there at the start is not drawn; who waited and is there moves up.
#[test]
fn only_who_is_there_is_drawn() {
    let mut timed = swiss(2);
    timed.start = Start::AtTime;
    timed.sign_up.check_in = Some(30);
    timed.size.most = 4;
    let starts = Millis(100 * MINUTE);
    let mut arena = Arena::open_at(&timed, Some(starts), 2);
    for one in players(6) {
        arena.ask(one, Wish::SignUp);
    }
    assert_eq!(
        arena.wish(Who::Person(player(0)), Wish::CheckIn),
        Err(Refusal::NoCheckIn)
    );
    assert_eq!(arena.asked(player(0)), Asked::WaitForStart);
    assert_eq!(arena.tick(), DueKind::CheckIn);
    assert_eq!(arena.now, Millis(70 * MINUTE));
    assert_eq!(arena.asked(player(0)), Asked::CheckIn);
    for number in [0, 1, 2, 5] {
        arena.ask(player(number), Wish::CheckIn);
        assert_eq!(arena.wish(Who::Person(player(number)), Wish::CheckIn), Ok(0));
    }
    assert_eq!(arena.tick(), DueKind::Start);
    assert_eq!(arena.now, starts);
    let there: Vec<_> = arena
        .contest
        .view(None)
        .entrants
        .iter()
        .map(|entrant| entrant.player)
        .collect();
    assert_eq!(there, [0, 1, 2, 5].map(player));
    assert_eq!(arena.asked(player(3)), Asked::Nothing);
    arena.run();
}

#[test]
fn too_few_do_not_begin() {
    let mut timed = swiss(2);
    timed.start = Start::AtTime;
    timed.fee = 5;
    timed.size.least = 4;
    let mut arena = Arena::open_at(&timed, Some(Millis(100 * MINUTE)), 3);
    for one in players(3) {
        arena.ask(one, Wish::SignUp);
    }
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Start), Err(Refusal::TooFew));
    assert!(arena.contest.refunds().is_empty());
    arena.tick();
    assert_eq!(arena.contest.status(), Status::Cancelled);
    assert_eq!(arena.contest.refunds(), players(3));
    let late = Contest::open(Millis(9), PLACE, HOST, timed.clone(), Some(Millis(9)));
    assert_eq!(late, Err(Refusal::NoTime));
    assert_eq!(Contest::open(Millis(9), PLACE, HOST, timed, None), Err(Refusal::NoTime));
}

#[test]
fn two_begin_at_once_when_that_is_full() {
    let mut quick = one(Kind::Knockout { third_place: false });
    quick.size.most = 2;
    quick.start = Start::WhenFull;
    let mut arena = Arena::open(&quick, 4);
    arena.ask(player(0), Wish::SignUp);
    assert_eq!(arena.contest.status(), Status::Open);
    arena.ask(player(1), Wish::SignUp);
    assert_eq!(arena.contest.status(), Status::Running);
    assert!(matches!(arena.asked(player(0)), Asked::Show(..)));
    arena.run();
    assert_eq!(arena.contest.final_places().len(), 2);
}

/// C-098: the same round asked for twice at once is paired once, whoever is first.
#[test]
fn two_presses_for_the_next_round_make_one_set_of_pairings() {
    let mut arena = Arena::begun(&swiss(3), 9, 5);
    arena.play_round();
    let next = Wish::Next { stage: 0, round: 2 };
    let one = arena.decide(Who::Person(HOST), next.clone(), Some(VENUE)).unwrap();
    let two = arena.decide(Who::Clock, next.clone(), None).unwrap();
    assert!(matches!(one[..], [Fact::Paired { round: 2, .. }]) && matches!(two[..], [Fact::Paired { round: 2, .. }]));
    // One of them is stored; the other decides again on what is there now.
    arena.take(&one);
    assert_eq!(arena.wish(Who::Clock, next.clone()), Ok(0));
    assert_eq!(arena.fire(DueKind::Next { stage: 0, round: 2 }), 0);
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Next { stage: 0, round: 4 }),
        Err(Refusal::NotYet)
    );
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Next { stage: 0, round: 3 }),
        Err(Refusal::RoundOpen)
    );
    assert_eq!(arena.contest.pairings_of(0).count(), 8);
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Start), Ok(0));
    arena.run();
}

/// C-101: who does not come loses, the opponent is credited; before the next round they are paused, and can come back.
#[test]
fn a_no_show_is_paused_and_can_come_back() {
    let mut arena = Arena::begun(&swiss(4), 6, 6);
    let open = arena.open_pairings();
    let first = arena.contest.pairing(open[0]).unwrap().clone();
    let second = arena.contest.pairing(open[1]).unwrap().clone();
    arena.ask(first.players[1], Wish::Show(open[0]));
    assert!(matches!(arena.asked(first.players[1]), Asked::WaitForOpponent(..)));
    let third = arena.contest.pairing(open[2]).unwrap().players;
    for one in third {
        arena.ask(one, Wish::Show(open[2]));
    }
    let mut kinds = Vec::new();
    while arena.open_pairings().len() > 1 {
        kinds.push(arena.tick());
    }
    assert_eq!(
        kinds,
        [
            DueKind::Remind(open[0]),
            DueKind::Remind(open[1]),
            DueKind::NoShow(open[0]),
            DueKind::NoShow(open[1])
        ]
    );
    let score = |id: PairingId| arena.contest.pairing(id).unwrap().score.unwrap().0;
    assert_eq!(score(open[0]), Score::walkover(Seat::SECOND, 50));
    assert_eq!(score(open[1]), Score::nobody());
    let paused = [first.players[0], second.players[0], second.players[1]];
    for one in paused {
        assert_eq!(arena.asked(one), Asked::Return);
    }
    // Both of the third came, so they are waited for.
    assert!(arena.contest.dues().is_empty());
    arena.play_round();
    arena.ask(paused[1], Wish::Return);
    arena.tick();
    let round: Vec<_> = arena
        .contest
        .pairings_of(0)
        .filter(|pairing| pairing.round == 2)
        .cloned()
        .collect();
    assert_eq!(round.len(), 2);
    for gone in [paused[0], paused[2]] {
        assert!(round.iter().all(|pairing| pairing.seat_of(gone).is_none()));
    }
    assert!(round.iter().any(|pairing| pairing.seat_of(paused[1]).is_some()));
    // Back as if they had signed up anew.
    arena.ask(paused[0], Wish::SignUp);
    arena.ask(paused[2], Wish::Return);
    arena.run();
    assert_eq!(
        arena
            .contest
            .pairings_of(0)
            .filter(|pairing| pairing.round == 3)
            .count(),
        3
    );
}

/// C-101: who comes and goes again before the deal has not come: however often, the time is over when it always was.
#[test]
fn nobody_puts_a_round_off_by_coming_and_going() {
    let mut arena = Arena::begun(&swiss(2), 4, 9);
    let [id, other] = [0, 1].map(|at| arena.open_pairings()[at]);
    let unseat = |pairing, table, stayed| Wish::Unseat { pairing, table, stayed };
    // What ended by nobody's doing has the whole time once more.
    arena.now = arena.now.plus(60_000);
    for player in arena.contest.pairing(other).unwrap().players {
        arena.ask(player, Wish::Show(other));
    }
    let table = arena.seat(other);
    arena.wish(Who::Clock, unseat(other, table, None)).unwrap();
    let after = arena.contest.pairing(other).unwrap();
    assert_eq!((after.appear, after.shown), (arena.now.plus(15 * MINUTE), [false; 2]));
    let before = arena.contest.pairing(id).unwrap().clone();
    let [one, two] = before.players;
    arena.ask(one, Wish::Show(id));
    for _ in 0..2 {
        arena.now = arena.now.plus(60_000);
        arena.ask(two, Wish::Show(id));
        let table = arena.seat(id);
        arena.wish(Who::Clock, unseat(id, table, Some([true, false]))).unwrap();
        assert_eq!(
            arena.wish(Who::Clock, unseat(id, table, Some([true, false]))),
            Ok(0),
            "told once"
        );
        let after = arena.contest.pairing(id).unwrap();
        assert_eq!((after.appear, after.until), (before.appear, before.until));
        assert_eq!((after.table, after.shown), (None, [true, false]));
    }
    // The last time it is too late: the one who stayed has won.
    arena.ask(two, Wish::Show(id));
    let table = arena.seat(id);
    arena.now = before.appear.plus(3_600_000);
    arena.wish(Who::Clock, unseat(id, table, Some([true, false]))).unwrap();
    let late = arena.contest.pairing(id).unwrap();
    assert_eq!((late.appear, late.reminded), (arena.now, true));
    while arena.contest.pairing(id).unwrap().score.is_none() {
        arena.tick();
    }
    let score = arena.contest.pairing(id).unwrap().score.unwrap().0;
    assert_eq!(score, Score::walkover(Seat::FIRST, 50));
    assert_eq!(arena.contest.entrant(two).unwrap().presence, Presence::Paused);
}

#[test]
fn what_a_no_show_costs_is_the_formats_to_say() {
    for (rule, after) in [(NoShow::Lose, Presence::Playing), (NoShow::Drop, Presence::Dropped)] {
        let mut format = swiss(2);
        format.rounds.no_show = rule;
        let mut arena = Arena::begun(&format, 4, 7);
        let open = arena.open_pairings();
        let [one, two] = arena.contest.pairing(open[0]).unwrap().players;
        arena.ask(one, Wish::Show(open[0]));
        while arena.contest.pairing(open[0]).unwrap().score.is_none() {
            arena.tick();
        }
        assert_eq!(arena.contest.entrant(two).unwrap().presence, after);
    }
}

/// C-103: both of a match drop in the same round; the round goes on, and neither is paired again.
#[test]
fn both_of_a_match_drop_in_the_same_round() {
    for kind in [
        Kind::Swiss { rounds: Some(3) },
        Kind::Knockout { third_place: true },
        Kind::RoundRobin { cycles: 1 },
    ] {
        let mut arena = Arena::begun(&one(kind), 8, 8);
        let open = arena.open_pairings();
        let [first, second] = arena.contest.pairing(open[0]).unwrap().players;
        arena.ask(first, Wish::Drop);
        assert_eq!(arena.contest.pairing(open[0]).unwrap().winner(), Some(second));
        arena.ask(second, Wish::Drop);
        assert_eq!(arena.wish(Who::Person(second), Wish::Drop), Ok(0));
        assert_eq!(arena.wish(Who::Person(second), Wish::Return), Err(Refusal::Dropped));
        arena.run();
        for gone in [first, second] {
            assert_eq!(arena.asked(gone), Asked::Done);
            let all = arena.contest.pairings_of(0);
            let later: Vec<_> = all
                .filter(|pairing| pairing.round > 1 && pairing.seat_of(gone).is_some())
                .collect();
            assert!(later.iter().all(|pairing| pairing.score.unwrap().0.how != How::Played));
            assert!(kind == Kind::RoundRobin { cycles: 1 } || later.is_empty());
        }
    }
}

/// C-103: who is out of a knockout hears nothing of a round without an opponent, whoever else has one.
#[test]
fn who_is_beaten_hears_nothing_of_a_bye() {
    let mut arena = Arena::begun(&one(Kind::Knockout { third_place: false }), 6, 9);
    let bye: Vec<_> = players(6)
        .into_iter()
        .filter(|one| arena.asked(*one) == Asked::Bye)
        .collect();
    assert_eq!(bye.len(), 2);
    for pairing in arena.open_pairings() {
        arena.play(pairing, won(Seat::FIRST));
        let loser = arena.contest.pairing(pairing).unwrap().players[1];
        assert_eq!(arena.asked(loser), Asked::Done);
    }
    // Somebody leaves between the rounds, so somebody has no opponent in the next one.
    arena.ask(bye[0], Wish::Drop);
    arena.tick();
    let said: Vec<Asked> = players(6).into_iter().map(|one| arena.asked(one)).collect();
    assert_eq!(said.iter().filter(|asked| **asked == Asked::Bye).count(), 1);
    assert_eq!(said.iter().filter(|asked| **asked == Asked::Done).count(), 3);
    arena.run();
}

/// C-103: signing up early gives no better seed; with ratings the better one is before.
#[test]
fn early_sign_ups_are_not_seeded_better() {
    let mut first = [0; 8];
    for seed in 0..400 {
        let arena = Arena::begun(&swiss(1), 8, seed);
        let best = arena.contest.stages()[0].entries[0].player;
        first[usize::try_from(best.0 - 1).unwrap()] += 1;
    }
    assert!(first.iter().all(|times| (25..=80).contains(times)), "{first:?}");
    let mut rated = swiss(1);
    rated.seeding = Seeding::Rating;
    let mut arena = Arena::open(&rated, 1);
    for (at, one) in players(5).into_iter().enumerate() {
        arena.ask(one, Wish::SignUp);
        arena.ratings.insert(one, 1400.0 + 50.0 * at as f64);
    }
    arena.organise(Wish::Start);
    let order: Vec<i64> = arena.contest.stages()[0]
        .entries
        .iter()
        .map(|entry| entry.player.0)
        .collect();
    assert_eq!(order, [5, 4, 3, 2, 1]);
}

/// C-103: nothing about a finished event can be changed, not by an administrator either; a result told again is no error.
#[test]
fn a_finished_event_stays_as_it_is() {
    let mut arena = Arena::begun(&swiss(2), 4, 10);
    arena.run();
    assert_eq!(arena.contest.status(), Status::Finished);
    let before = arena.contest.view(None);
    let wishes = [
        Wish::SignUp,
        Wish::Drop,
        Wish::Pause,
        Wish::Start,
        Wish::Void(PairingId(0)),
        Wish::Correct(PairingId(0), won(Seat::SECOND)),
        Wish::Next { stage: 0, round: 3 },
        Wish::Cancel,
        Wish::Hold,
        Wish::NameOrganiser(player(0)),
        Wish::Expel(player(0)),
    ];
    for wish in wishes {
        for who in [Who::Person(player(0)), Who::Person(HOST), Who::Admin(player(77))] {
            assert_eq!(arena.wish(who, wish.clone()), Err(Refusal::Over), "{wish:?}");
        }
    }
    assert_eq!(
        arena.wish(Who::Clock, Wish::Score(PairingId(0), TableId(1), won(Seat::FIRST))),
        Ok(0)
    );
    assert!(arena.contest.dues().is_empty());
    assert_eq!(arena.contest.view(None), before);
}

/// C-103: an organiser's wishes are heard in the event's own venue only, and only from organisers.
#[test]
fn nobody_runs_an_event_from_elsewhere() {
    let mut arena = Arena::open(&swiss(2), 11);
    for one in players(4) {
        arena.ask(one, Wish::SignUp);
    }
    let elsewhere = Venue {
        platform: Platform::Telegram,
        chat: 7,
    };
    for venue in [None, Some(elsewhere)] {
        for wish in [Wish::Start, Wish::Cancel, Wish::Hold, Wish::NameOrganiser(player(0))] {
            let refused = arena.decide(Who::Person(HOST), wish.clone(), venue);
            assert_eq!(refused, Err(Refusal::Elsewhere));
            assert_eq!(
                arena.decide(Who::Admin(player(9)), wish, venue),
                Err(Refusal::Elsewhere)
            );
        }
    }
    assert_eq!(
        arena.wish(Who::Person(player(0)), Wish::Start),
        Err(Refusal::NotOrganiser)
    );
    arena.organise(Wish::NameOrganiser(player(0)));
    arena.ask(player(0), Wish::Start);
    let told = Wish::Score(PairingId(0), TableId(1), won(Seat::FIRST));
    for wish in [told, Wish::Seat(PairingId(0), TableId(1))] {
        assert_eq!(arena.wish(Who::Admin(player(0)), wish), Err(Refusal::NotOrganiser));
    }
    // Taking part needs no venue.
    let show = arena.decide(Who::Person(player(1)), Wish::Pause, None);
    assert_eq!(show, Ok(vec![Fact::Paused { player: player(1) }]));
}

/// C-088: a result that is told again, or in another order, is stored once and changes nothing.
#[test]
fn a_result_counts_once_in_whatever_order_it_comes() {
    let results: Vec<Score> = (0..8)
        .map(|at| if at % 3 == 0 { DRAWN } else { won(Seat(at % 2)) })
        .collect();
    let play = |order: &[usize], times: usize| {
        let mut arena = Arena::begun(&swiss(3), 16, 12);
        let open = arena.open_pairings();
        let tables: Vec<TableId> = open.iter().map(|pairing| arena.seat(*pairing)).collect();
        for time in 0..times {
            for at in order {
                let told = arena.wish(Who::Clock, Wish::Score(open[*at], tables[*at], results[*at]));
                assert_eq!(told, Ok(usize::from(time == 0)));
            }
        }
        arena.contest.standings(0)
    };
    let known = play(&[0, 1, 2, 3, 4, 5, 6, 7], 1);
    assert_eq!(play(&[7, 2, 5, 0, 1, 6, 3, 4], 3), known);
    assert_eq!(play(&[3, 4, 6, 1, 7, 0, 2, 5], 2), known);
}

/// C-089: a voided result is as if the match had never been played; the table's result told again does not come back.
#[test]
fn a_void_gives_the_match_back() {
    let mut arena = Arena::begun(&swiss(3), 6, 13);
    let open = arena.open_pairings();
    let before = (arena.contest.view(None), arena.contest.dues());
    let table = arena.play(open[0], won(Seat::FIRST));
    assert_ne!(arena.contest.standings(0), before.0.standings);
    arena.organise(Wish::Void(open[0]));
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Void(open[0])), Ok(0));
    let told = Wish::Score(open[0], table, won(Seat::FIRST));
    assert_eq!(arena.wish(Who::Clock, told), Ok(0));
    // All is as it was, but that there is time to come again.
    let mut after = arena.contest.view(None);
    assert!(after.pairings[0].appear > before.0.pairings[0].appear);
    after.pairings[0].appear = before.0.pairings[0].appear;
    after.pairings[0].until = before.0.pairings[0].until;
    assert_eq!(after, before.0);
    let kinds = |dues: &[Due]| dues.iter().map(|due| due.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&arena.contest.dues()), kinds(&before.1));
    // Played anew, all is as if it had been played so at once.
    arena.play(open[0], won(Seat::SECOND));
    let mut other = Arena::begun(&swiss(3), 6, 13);
    other.play(open[0], won(Seat::SECOND));
    assert_eq!(arena.contest.standings(0), other.contest.standings(0));
    // In a later round it still counts as not played until it is.
    arena.play_round();
    arena.tick();
    arena.organise(Wish::Void(open[1]));
    assert_eq!(arena.open_pairings().len(), 4);
    arena.run();
}

#[test]
fn what_later_rounds_rest_on_is_not_undone() {
    let mut arena = Arena::begun(&one(Kind::Knockout { third_place: false }), 4, 14);
    let open = arena.open_pairings();
    for pairing in &open {
        arena.play(*pairing, won(Seat::FIRST));
    }
    // While the next round is not made, everything can be corrected.
    arena.organise(Wish::Correct(open[0], won(Seat::SECOND)));
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Correct(open[0], won(Seat::SECOND))),
        Ok(0)
    );
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Correct(open[0], DRAWN)),
        Err(Refusal::NoWinner)
    );
    let huge = Score {
        points: [i32::MAX, 0],
        ..won(Seat::FIRST)
    };
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Correct(open[0], huge)),
        Err(Refusal::Bounds)
    );
    let finalist = arena.contest.pairing(open[0]).unwrap().players[1];
    arena.tick();
    let last = arena.open_pairings()[0];
    assert!(arena.contest.pairing(last).unwrap().seat_of(finalist).is_some());
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Correct(open[0], won(Seat::FIRST))),
        Err(Refusal::Depends)
    );
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Void(open[0])),
        Err(Refusal::Depends)
    );
    // The points may still be put right.
    let better = Score {
        points: [0, 90],
        ..won(Seat::SECOND)
    };
    arena.organise(Wish::Correct(open[0], better));
    arena.run();
}

#[test]
fn a_drawn_knockout_match_is_played_again_and_then_the_better_seed_goes_on() {
    let mut arena = Arena::begun(&one(Kind::Knockout { third_place: false }), 2, 15);
    let only = arena.open_pairings()[0];
    let first = arena.play(only, DRAWN);
    assert!(arena.contest.pairing(only).unwrap().table.is_none());
    // The first table's result told again is not the second one's.
    assert_eq!(arena.wish(Who::Clock, Wish::Score(only, first, DRAWN)), Ok(0));
    arena.play(only, DRAWN);
    assert!(arena.contest.pairing(only).unwrap().score.is_none());
    arena.play(only, DRAWN);
    let best = arena.contest.stages()[0].entries[0].player;
    let pairing = arena.contest.pairing(only).unwrap();
    assert_eq!(
        (pairing.winner(), pairing.score.unwrap().0.how),
        (Some(best), How::Seed)
    );
    arena.run();
    assert_eq!(arena.contest.final_places()[0], (1, best));
}

#[test]
fn time_can_run_out() {
    let mut format = swiss(2);
    format.rounds.unfinished = Unfinished::Draw;
    let mut arena = Arena::begun(&format, 2, 16);
    let only = arena.open_pairings()[0];
    arena.seat(only);
    assert_eq!(arena.tick(), DueKind::Unfinished(only));
    assert_eq!(arena.contest.pairing(only).unwrap().score.unwrap().0.how, How::Time);
    assert_eq!(arena.contest.standings(0)[1].marks, 1);
}

#[test]
fn what_stands_still_goes_on_later() {
    let mut arena = Arena::begun(&swiss(2), 4, 17);
    let open = arena.open_pairings();
    let until = arena.contest.pairing(open[0]).unwrap().appear;
    arena.organise(Wish::Hold);
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Hold), Ok(0));
    let kinds: Vec<DueKind> = arena.contest.dues().iter().map(|due| due.kind).collect();
    assert!(kinds == [DueKind::Lapse] && arena.contest.view(None).held);
    assert_eq!(arena.fire(DueKind::NoShow(open[0])), 0);
    assert_eq!(
        arena.wish(Who::Clock, Wish::Seat(open[0], TableId(1))),
        Err(Refusal::Held)
    );
    arena.now = arena.now.plus(600 * MINUTE);
    arena.organise(Wish::Resume);
    assert_eq!(arena.contest.pairing(open[0]).unwrap().appear, until.plus(600 * MINUTE));
    arena.run();
}

#[test]
fn late_ones_come_in_while_that_is_allowed() {
    let mut format = swiss(4);
    format.sign_up.late = 2;
    let mut arena = Arena::begun(&format, 4, 18);
    arena.ask(player(10), Wish::SignUp);
    assert_eq!(arena.asked(player(10)), Asked::WaitForRound);
    arena.round();
    assert!(matches!(arena.asked(player(10)), Asked::Show(..) | Asked::Bye));
    assert_eq!(arena.wish(Who::Person(player(11)), Wish::SignUp), Err(Refusal::Closed));
    arena.ask(player(10), Wish::Drop);
    assert_eq!(arena.wish(Who::Person(player(10)), Wish::SignUp), Err(Refusal::Dropped));
    arena.run();
    let mut knockout = Arena::begun(&one(Kind::Knockout { third_place: false }), 4, 18);
    assert_eq!(
        knockout.wish(Who::Person(player(10)), Wish::SignUp),
        Err(Refusal::Closed)
    );
}

#[test]
fn what_is_due_is_kept_as_numbers_and_done_once() {
    let kinds = [
        DueKind::Start,
        DueKind::CheckIn,
        DueKind::Lapse,
        DueKind::Remind(PairingId(3)),
        DueKind::NoShow(PairingId(u32::MAX)),
        DueKind::Unfinished(PairingId(0)),
        DueKind::Next { stage: 5, round: 700 },
    ];
    for kind in kinds {
        assert_eq!(DueKind::from_code(kind.code()), Some(kind));
    }
    assert_eq!(DueKind::from_code((9, 0)), None);
    assert_eq!(DueKind::from_code((5, -1)), None);
    let mut arena = Arena::begun(&swiss(2), 4, 19);
    // Not before its time.
    let due = arena.contest.dues()[0];
    assert_eq!(arena.fire(due.kind), 0);
    arena.now = due.at;
    assert_eq!(arena.fire(due.kind), 1);
    assert_eq!(arena.fire(due.kind), 0);
}

#[test]
fn seats_are_taken_by_the_two_of_a_match_only() {
    let mut arena = Arena::begun(&swiss(2), 4, 20);
    let open = arena.open_pairings();
    let stranger = arena.contest.pairing(open[1]).unwrap().players[0];
    assert_eq!(
        arena.wish(Who::Person(stranger), Wish::Show(open[0])),
        Err(Refusal::NotYours)
    );
    assert_eq!(
        arena.wish(Who::Person(stranger), Wish::Show(PairingId(99))),
        Err(Refusal::NoPairing)
    );
    let table = arena.seat(open[0]);
    assert_eq!(arena.wish(Who::Clock, Wish::Seat(open[0], table)), Ok(0));
    assert_eq!(
        arena.wish(Who::Clock, Wish::Seat(open[0], TableId(99))),
        Err(Refusal::Seated)
    );
    // Another table's result is none of this match.
    assert_eq!(arena.wish(Who::Clock, Wish::Score(open[0], TableId(99), DRAWN)), Ok(0));
    let [one, _] = arena.contest.pairing(open[0]).unwrap().players;
    assert_eq!(arena.asked(one), Asked::Play(open[0], table));
    // Who leaves at a table loses there: its result ends the match.
    arena.ask(one, Wish::Drop);
    assert!(arena.contest.pairing(open[0]).unwrap().score.is_none());
    arena
        .wish(Who::Clock, Wish::Score(open[0], table, won(Seat::SECOND)))
        .unwrap();
    arena.run();
}

#[test]
fn a_cancelled_event_gives_the_fee_back() {
    let mut paid = format(vec![Stage::of(Kind::Swiss { rounds: None })]);
    paid.fee = 10;
    let mut arena = Arena::begun(&paid, 4, 21);
    arena.organise(Wish::Cancel);
    assert_eq!(arena.contest.status(), Status::Cancelled);
    assert_eq!(arena.contest.refunds(), players(4));
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Cancel), Err(Refusal::Over));
    arena.replayed();
}
