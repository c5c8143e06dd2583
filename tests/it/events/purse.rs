//! Fees, pots and purses on a real file: whatever happens, and wherever the process ends, every point is somewhere, once.

use jinlami::contest::{Fact, Format, Kind, LOST_MS, Score, Start, Status, Why, Wish};
use jinlami::id::{Account, EventId, Platform, Seat};
use jinlami::service::{Caller, Command, EventError, EventOutcome, Hindrance, Moved, NewSchedule, OPENING, reckon};
use jinlami::store::{Audit, Difference, OddPot, StoreError};

use super::hall::{Hall, cut, format, person};
use crate::dice::Dice;
use crate::effort::cases;
use crate::program::program;
use crate::rig::{ANNA, PLACE};

const DAY: i64 = 86_400_000;
/// Somebody on Telegram.
const GUEST: Account = Account {
    platform: Platform::Telegram,
    user: 777,
};

fn swiss(fee: u32) -> Format {
    let mut format = format(Kind::Swiss { rounds: Some(2) });
    format.fee = fee;
    format
}

async fn purse(hall: &Hall, who: Account) -> i64 {
    hall.rig.service.purse(hall.rig.player(who).await).await.unwrap()
}

async fn open(hall: &Hall, format: Format) -> EventId {
    let command = Command::OpenEvent {
        place: PLACE,
        format,
        starts: None,
        inbox: None,
    };
    let opened = hall.rig.service.handle_event(Caller::Person(ANNA), command).await;
    opened.unwrap().event
}

async fn ask(hall: &Hall, event: EventId, who: Account, wish: Wish) -> Result<EventOutcome, EventError> {
    let command = Command::Event {
        event,
        wish,
        admin: false,
        at: Some(PLACE),
        brings: false,
        inbox: None,
    };
    hall.rig.service.handle_event(Caller::Person(who), command).await
}

/// Every point is somewhere, and nobody owes any.
async fn balanced(hall: &Hall) {
    assert_eq!(hall.number("SELECT COALESCE(sum(balance), 0) FROM accounts").await, 0);
    let owing = "SELECT count(*) FROM accounts WHERE kind <> 0 AND balance < 0";
    assert_eq!(hall.number(owing).await, 0);
    let apart = "SELECT count(*) FROM accounts a WHERE a.balance <> \
        COALESCE((SELECT sum(points) FROM movements WHERE taker_kind = a.kind AND taker = a.id), 0) - \
        COALESCE((SELECT sum(points) FROM movements WHERE giver_kind = a.kind AND giver = a.id), 0)";
    assert_eq!(hall.number(apart).await, 0);
}

async fn in_pots(hall: &Hall) -> i64 {
    hall.number("SELECT COALESCE(sum(balance), 0) FROM accounts WHERE kind = 2")
        .await
}

/// C-031: ten presses at once are one seat and one fee; so are ten that leave one refund.
#[tokio::test]
async fn ten_presses_at_once_are_one_seat_and_one_fee() {
    let hall = Hall::open(swiss(20), None, 1).await;
    for (wish, seats, left, why) in [(Wish::SignUp, 1, 980, 2), (Wish::SignOff, 0, 1_000, 3)] {
        let presses = (0..10).map(|_| hall.ask(person(0), wish.clone()));
        let done = futures::future::join_all(presses).await;
        let moved: usize = done.iter().flatten().map(|outcome| outcome.points.len()).sum();
        assert_eq!(moved, 1, "{why}");
        assert_eq!(hall.contest().await.entrants().count(), seats);
        assert_eq!(purse(&hall, person(0)).await, left);
        let booked = hall.number("SELECT count(*) FROM movements WHERE why IN (2, 3)").await;
        assert_eq!(booked, why - 1);
    }
    balanced(&hall).await;
    hall.is_sound().await;
}

/// Who has too little is told how much it is and how much they have; of two events entered at the same moment one is paid.
#[tokio::test]
async fn nobody_pays_what_they_do_not_have() {
    let hall = Hall::open(swiss(600), None, 4).await;
    let other = open(&hall, swiss(500)).await;
    for number in 0..4 {
        let both = [hall.event, other].map(|event| ask(&hall, event, person(number), Wish::SignUp));
        let done = futures::future::join_all(both).await;
        let refused: Vec<(i64, i64)> = done
            .iter()
            .filter_map(|done| match done {
                Err(EventError::Poor { fee, points }) => Some((*fee, *points)),
                _ => None,
            })
            .collect();
        let left = purse(&hall, person(number)).await;
        assert!(
            refused == [(500, 400)] && left == 400 || refused == [(600, 500)] && left == 500,
            "{refused:?}"
        );
    }
    balanced(&hall).await;
    // Refused is as if never asked; with the fee back it works.
    let entered: usize = [
        hall.contest().await.entrants().count(),
        hall.rig.service.event(other).await.unwrap().entrants().count(),
    ]
    .iter()
    .sum();
    assert_eq!(entered, 4);
    for event in [hall.event, other] {
        drop(ask(&hall, event, person(0), Wish::SignOff).await);
    }
    ask(&hall, hall.event, person(0), Wish::SignUp).await.unwrap();
    assert_eq!(purse(&hall, person(0)).await, 400);
    // Not even on the waiting list.
    let mut small = swiss(700);
    small.size.most = 2;
    let crowded = open(&hall, small).await;
    let refused = ask(&hall, crowded, person(0), Wish::SignUp).await.err();
    assert!(
        matches!(refused, Some(EventError::Poor { fee: 700, points: 400 })),
        "{refused:?}"
    );
    hall.is_sound().await;
}

/// C-019: whoever calls an event off, everybody has the fee back: an organiser, the clock, a place that is gone; before the start
/// and in the middle.
#[tokio::test]
async fn a_cancelled_event_gives_back_whoever_cancels_it() {
    for (begun, how) in [(false, 0), (true, 0), (false, 1), (false, 2), (true, 2), (false, 3)] {
        let mut event = swiss(300);
        event.size.most = 3;
        let starts = (how == 3).then_some(DAY);
        if how == 3 {
            // It begins at a time to which too few come.
            (event.start, event.size.least) = (Start::AtTime, 3);
            event.sign_up.check_in = Some(10);
        }
        let hall = Hall::open(event, starts, 4).await;
        for number in 0..4 {
            let joined = hall.ask(person(number), Wish::SignUp).await.unwrap();
            assert_eq!(joined.points[0].why, Why::Paid);
        }
        assert_eq!(in_pots(&hall).await, 1_200, "who waits has paid too");
        if begun {
            hall.ask(ANNA, Wish::Start).await.unwrap();
            assert_eq!(purse(&hall, person(3)).await, 1_000, "who got no place has it back");
            hall.ask(person(0), Wish::Drop).await.unwrap();
            assert_eq!(in_pots(&hall).await, 900);
        }
        let hall = hall.restart().await;
        match how {
            0 => drop(hall.ask(ANNA, Wish::Cancel).await.unwrap()),
            1 => hall.rig.pass(14 * DAY),
            2 => {
                let gone = hall.rig.service.place_gone(PLACE.venue, None, Hindrance::Removed);
                gone.await.unwrap();
                hall.rig.pass(LOST_MS);
            }
            _ => hall.rig.pass(DAY),
        }
        for _ in 0..4 {
            hall.tick().await;
        }
        assert_eq!(hall.contest().await.status(), Status::Cancelled, "{how}");
        for number in 0..4 {
            assert_eq!(purse(&hall, person(number)).await, 1_000, "{how}");
        }
        assert_eq!(in_pots(&hall).await, 0);
        let again = hall.ask(ANNA, Wish::Cancel).await.is_err();
        assert!(again, "once");
        let hall = hall.restart().await;
        balanced(&hall).await;
        hall.is_sound().await;
    }
}

/// What somebody does next before the start, when it is not all done.
async fn fill(hall: &Hall) {
    let contest = hall.contest().await;
    if contest.status() != Status::Open {
        return hall.step().await;
    }
    for number in 0..hall.count {
        let player = hall.rig.player(person(number)).await;
        if contest.entrant(player).is_none() {
            drop(hall.ask(person(number), Wish::SignUp).await);
            return;
        }
    }
    drop(hall.ask(ANNA, Wish::Start).await);
}

/// The process ends in the middle of every single step, each time a little later in it: every fee is taken once, and the pot is
/// paid once; called off in the middle, everything is back.
#[tokio::test]
async fn a_stop_within_any_step_books_nothing_twice() {
    for called_off in [false, true] {
        let mut hall = Hall::open(swiss(25), None, 4).await;
        let mut polls = 0;
        while !hall.is_over().await {
            polls += 1;
            assert!(polls < 2_000, "it does not end");
            let halfway = hall.contest().await.pairings().len() > 2;
            if called_off && halfway {
                cut(hall.ask(ANNA, Wish::Cancel), 1 + polls % 40).await;
            } else {
                cut(fill(&hall), 1 + polls % 40).await;
            }
            hall = hall.restart().await;
            balanced(&hall).await;
            assert_eq!(in_pots(&hall).await, hall.contest().await.pot());
        }
        assert!(polls > 10, "only {polls} steps");
        let hall = hall.restart().await;
        let contest = hall.contest().await;
        assert_eq!(hall.number("SELECT count(*) FROM movements WHERE why = 2").await, 4);
        let won = if called_off { 0 } else { 100 };
        assert_eq!(
            hall.number("SELECT COALESCE(sum(points), 0) FROM movements WHERE why = 4")
                .await,
            won
        );
        let mut prizes = contest.prizes();
        prizes.retain(|(_, points)| *points > 0);
        assert_eq!(prizes.iter().map(|(_, points)| points).sum::<i64>(), won);
        for number in 0..4 {
            let player = hall.rig.player(person(number)).await;
            let prize = prizes
                .iter()
                .find(|(winner, _)| *winner == player)
                .map_or(0, |(_, points)| *points);
            let paid = if called_off { 0 } else { 25 };
            assert_eq!(purse(&hall, person(number)).await, 1_000 - paid + prize);
        }
        assert_eq!(in_pots(&hall).await, 0);
        hall.is_sound().await;
    }
}

/// Any wishes of anybody in any order in two events at once, with stops anywhere: every point is somewhere, nobody owes, and when
/// all is over the pots are empty.
#[tokio::test]
async fn any_wishes_in_two_events_at_once_keep_the_books() {
    let (mut poor, mut finished) = (0, 0);
    for seed in 0..u64::from(cases(8)) {
        let mut dice = Dice::new(seed);
        let mut late = swiss(600);
        (late.sign_up.late, late.size.most) = (1, 4);
        let mut hall = Hall::open(late, None, 6).await;
        let events = [hall.event, open(&hall, swiss(450)).await];
        for turn in 0..70 {
            hall.event = events[dice.below(2)];
            let someone = person(dice.below(6));
            let player = hall.rig.player(person(dice.below(6))).await;
            let polls = 1 + dice.below(60);
            let (who, wish) = match dice.below(if turn < 30 { 9 } else { 16 }) {
                0..=4 => (someone, Wish::SignUp),
                5 => (someone, Wish::SignOff),
                6 => (ANNA, Wish::Expel(player)),
                7 => (someone, Wish::Pause),
                8 if dice.below(3) == 0 => (ANNA, Wish::Start),
                9 => (someone, Wish::Drop),
                10 if dice.below(6) == 0 => (ANNA, Wish::Cancel),
                11 if !hall.is_over().await => {
                    cut(fill(&hall), polls).await;
                    hall = hall.restart().await;
                    continue;
                }
                _ => {
                    if !hall.is_over().await {
                        fill(&hall).await;
                    }
                    continue;
                }
            };
            match hall.ask(who, wish).await {
                Err(EventError::Poor { fee, points }) => {
                    assert!(points < fee);
                    poor += 1;
                }
                Err(EventError::Refused(_)) | Ok(_) => {}
                Err(other) => panic!("{other}"),
            }
            balanced(&hall).await;
            let mut pots = 0;
            for event in events {
                pots += hall.rig.service.event(event).await.unwrap().pot();
            }
            assert_eq!(in_pots(&hall).await, pots);
        }
        for event in events {
            hall.event = event;
            for _ in 0..400 {
                if hall.is_over().await {
                    break;
                }
                if hall.contest().await.status() == Status::Open {
                    drop(hall.ask(ANNA, Wish::Cancel).await);
                } else {
                    hall.step().await;
                }
            }
            assert!(hall.is_over().await);
            let contest = hall.contest().await;
            finished += usize::from(contest.status() == Status::Finished);
            let (mut paid, mut won) = (hall.rig.service.paid_out(hall.event).await.unwrap(), contest.prizes());
            paid.sort();
            won.sort();
            assert_eq!(paid, won, "what was booked is what follows from the log");
        }
        assert_eq!(in_pots(&hall).await, 0);
        // What was opened is what all purses hold.
        let opened = hall.number("SELECT count(*) FROM movements WHERE why = 1").await;
        let held = hall.number("SELECT sum(balance) FROM accounts WHERE kind = 1").await;
        assert_eq!(held, OPENING * opened);
        balanced(&hall).await;
        hall.is_sound().await;
    }
    assert!(poor > 0 && finished > 0, "{poor} could not pay, {finished} were played");
}

/// Two accounts that become one have one purse, opened once; a fee comes back to who one is today.
#[tokio::test]
async fn two_purses_become_one() {
    let hall = Hall::open(swiss(300), None, 2).await;
    let service = &hall.rig.service;
    service.meet(GUEST, "Guest", None).await.unwrap();
    let other = open(&hall, swiss(100)).await;
    ask(&hall, hall.event, GUEST, Wish::SignUp).await.unwrap();
    ask(&hall, other, person(0), Wish::SignUp).await.unwrap();
    assert_eq!((purse(&hall, GUEST).await, purse(&hall, person(0)).await), (700, 900));
    let old = hall.rig.player(GUEST).await;
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(GUEST, &code).await.unwrap();
    service.link(GUEST, &code).await.unwrap();
    let new = hall.rig.player(GUEST).await;
    assert_ne!(old, new);
    assert_eq!(purse(&hall, GUEST).await, 600, "as if one had paid both");
    balanced(&hall).await;
    hall.is_sound().await;
    ask(&hall, hall.event, ANNA, Wish::Cancel).await.unwrap();
    ask(&hall, other, person(0), Wish::SignOff).await.unwrap();
    assert_eq!(purse(&hall, person(0)).await, OPENING);
    // Their book is whole: what came in and went out is what is there.
    let moved = service.store().movements(new).await.unwrap();
    assert_eq!(moved.iter().map(|one| one.points).sum::<i64>(), OPENING);
    let twice = moved.iter().filter(|one| one.why == Moved::OpenedTwice);
    assert_eq!(twice.map(|one| one.points).collect::<Vec<_>>(), [-OPENING]);
    // Whose purse was never needed brings nothing, and nobody gets anything by it.
    service.unlink(GUEST, "Guest").await.unwrap();
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(GUEST, &code).await.unwrap();
    service.link(GUEST, &code).await.unwrap();
    assert_eq!(purse(&hall, GUEST).await, OPENING);
    balanced(&hall).await;
    hall.is_sound().await;
}

/// Who comes in while they become one with somebody who is in it already pays once and has one place: what was decided on the
/// event as it was before that is not written.
#[tokio::test]
async fn who_is_in_already_under_another_number_pays_once() {
    for most in [8, 2] {
        let mut event = swiss(300);
        event.size.most = most;
        let hall = Hall::open(event, None, 4).await;
        let service = &hall.rig.service;
        service.meet(GUEST, "Guest", None).await.unwrap();
        for who in [person(1), person(2), GUEST] {
            hall.ask(who, Wish::SignUp).await.unwrap();
        }
        let (read, player) = (hall.contest().await, hall.rig.player(person(0)).await);
        let (code, _) = service.link_code(person(0)).await.unwrap();
        service.enter_link(GUEST, &code).await.unwrap();
        service.link(GUEST, &code).await.unwrap();
        assert_eq!(hall.rig.player(GUEST).await, player);
        let fact = match most {
            2 => Fact::PutInLine { player },
            _ => Fact::SignedUp { player },
        };
        let mut chapter = hall.chapter(&read, vec![fact]);
        (chapter.people, chapter.joins) = (vec![(player, true)], vec![player]);
        assert_eq!(chapter.points.len(), 1);
        let refused = service.store().write_event(chapter).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
        let again = hall.ask(person(0), Wish::SignUp).await;
        assert!(again.is_err() || again.is_ok_and(|again| again.points.is_empty()));
        assert_eq!((purse(&hall, person(0)).await, in_pots(&hall).await), (700, 900));
        balanced(&hall).await;
        hall.is_sound().await;
        hall.ask(person(0), Wish::SignOff).await.unwrap();
        let contest = hall.contest().await;
        let here = contest
            .entrants()
            .map(|entrant| entrant.player)
            .chain(contest.waiting());
        assert_eq!(here.filter(|here| *here == player).count(), 0);
        assert_eq!((purse(&hall, person(0)).await, in_pots(&hall).await), (1_000, 600));
        // Out of it, they may come again.
        hall.ask(GUEST, Wish::SignUp).await.unwrap();
        assert_eq!(purse(&hall, person(0)).await, 700);
        balanced(&hall).await;
        hall.is_sound().await;
    }
}

/// Two of an ended event who become one later have both their shares, and what is said of the pot is what was paid.
#[tokio::test]
async fn what_was_paid_out_stays_what_it_was() {
    let hall = Hall::open(swiss(100), None, 3).await;
    hall.rig.service.meet(GUEST, "Guest", None).await.unwrap();
    hall.ask(GUEST, Wish::SignUp).await.unwrap();
    for number in 0..hall.count {
        hall.ask(person(number), Wish::SignUp).await.unwrap();
    }
    hall.ask(ANNA, Wish::Start).await.unwrap();
    for _ in 0..40 {
        let contest = hall.contest().await;
        if contest.status() != Status::Running {
            break;
        }
        let open = contest.pairings().iter().find(|pairing| pairing.score.is_none());
        let ran = contest.stages().last().unwrap();
        let wish = match open {
            Some(open) => Wish::Correct(open.id, Score::walkover(Seat::FIRST, 10)),
            None => Wish::Next {
                stage: ran.stage,
                round: ran.round + 1,
            },
        };
        hall.ask(ANNA, wish).await.unwrap();
    }
    assert_eq!(hall.contest().await.status(), Status::Finished);
    let service = &hall.rig.service;
    let before = service.paid_out(hall.event).await.unwrap();
    assert_eq!(before.iter().map(|(_, points)| points).sum::<i64>(), 400);
    let both = [hall.rig.player(GUEST).await, hall.rig.player(person(0)).await];
    let shares = before.iter().filter(|(player, _)| both.contains(player));
    let share: i64 = shares.map(|(_, points)| points).sum();
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(GUEST, &code).await.unwrap();
    service.link(GUEST, &code).await.unwrap();
    let one = hall.rig.player(GUEST).await;
    let after = service.paid_out(hall.event).await.unwrap();
    assert_eq!(after.iter().map(|(_, points)| points).sum::<i64>(), 400);
    let own = after.iter().find(|(player, _)| *player == one);
    assert_eq!(own.map_or(0, |(_, points)| *points), share);
    assert!(after.is_sorted_by_key(|(_, points)| -points), "{after:?}");
}

/// Whose purse is empty and whose other one was never opened have what is left of both, never more.
#[tokio::test]
async fn a_purse_is_not_filled_by_linking() {
    let hall = Hall::open(swiss(900), None, 2).await;
    let service = &hall.rig.service;
    service.meet(GUEST, "Guest", None).await.unwrap();
    ask(&hall, hall.event, GUEST, Wish::SignUp).await.unwrap();
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(GUEST, &code).await.unwrap();
    service.link(GUEST, &code).await.unwrap();
    assert_eq!(purse(&hall, person(0)).await, 100);
    balanced(&hall).await;
    hall.is_sound().await;
}

/// C-128 for play points: they are handed over to whose they are, and go back to the house with them; what lies in the pot of an
/// event that goes on stays there.
#[tokio::test]
async fn a_purse_is_handed_over_and_goes_with_its_owner() {
    let hall = Hall::open(swiss(300), None, 4).await;
    let service = &hall.rig.service;
    let other = open(&hall, swiss(50)).await;
    for number in 0..4 {
        hall.ask(person(number), Wish::SignUp).await.unwrap();
    }
    hall.ask(ANNA, Wish::Start).await.unwrap();
    ask(&hall, other, person(0), Wish::SignUp).await.unwrap();
    let player = hall.rig.player(person(0)).await;
    let record = service.record(player).await.unwrap();
    assert_eq!(record["play_points"]["points"], 650);
    let moved = record["play_points"]["movements"].as_array().unwrap();
    let points: Vec<i64> = moved.iter().map(|one| one["points"].as_i64().unwrap()).collect();
    assert_eq!(points, [1_000, -300, -50]);
    assert_eq!(
        moved[1]["event"],
        jinlami::id::TableId(hall.event.0).code().to_uppercase()
    );
    service.forget(person(0)).await.unwrap().unwrap();
    assert_eq!(service.purse(player).await.unwrap(), 0);
    assert_eq!(in_pots(&hall).await, 1_200);
    assert_eq!(
        hall.number("SELECT balance FROM accounts WHERE kind = 0").await,
        -1_000 * 3 - 300
    );
    balanced(&hall).await;
    hall.is_sound().await;
    // Called off: the fee of somebody who is gone goes to the house.
    hall.ask(ANNA, Wish::Cancel).await.unwrap();
    assert_eq!(service.purse(player).await.unwrap(), 0);
    assert_eq!(in_pots(&hall).await, 0);
    assert_eq!(hall.number("SELECT balance FROM accounts WHERE kind = 0").await, -3_000);
    balanced(&hall).await;
    hall.is_sound().await;
}

/// `doctor` names a balance that is not what its movements say, and a pot that is not what its event says; `rebuild` puts the
/// first right, and moves nobody's points. An event that can't be read keeps its pot.
#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_add_up_is_named() {
    let hall = Hall::open(swiss(40), None, 2).await;
    let service = &hall.rig.service;
    hall.ask(person(0), Wish::SignUp).await.unwrap();
    hall.change("UPDATE accounts SET balance = balance + 5 WHERE kind = 1")
        .await;
    let url = format!("sqlite://{}", hall.rig.path().display());
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    assert_eq!(audit.pots().await.unwrap(), []);
    let apart = Difference {
        rows: "accounts",
        missing: 1,
        extra: 1,
    };
    assert_eq!(audit.finish().await.unwrap(), [apart]);
    let folder = tempfile::tempdir().unwrap();
    let run = |word: &str| {
        let mut program = program(folder.path());
        let output = program.arg(word).env("JINLAMI_DATABASE__URL", &url).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (fine, said) = run("doctor");
    assert!(!fine && said.contains("of accounts, 1 rows"), "{said}");
    service.store().close().await;
    let (fine, said) = run("rebuild");
    assert!(fine, "{said}");
    hall.is_sound().await;
    // A pot that lost its movement; then an event that can't be read.
    let event = jinlami::id::TableId(hall.event.0).code().to_uppercase();
    hall.change("UPDATE movements SET points = 30 WHERE why = 2").await;
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    let mut odd = OddPot {
        event: hall.event,
        holds: 30,
        must: Some(40),
    };
    assert_eq!(audit.pots().await.unwrap(), [odd]);
    drop(audit);
    let (fine, said) = run("rebuild");
    assert!(
        !fine && said.contains(&format!("the pot of event {event} holds 30, and its log says 40")),
        "{said}"
    );
    hall.change("UPDATE facts SET body = '{\"unknown\":1}' WHERE version = 2")
        .await;
    odd.must = None;
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap().len(), 1);
    assert_eq!(audit.pots().await.unwrap(), [odd]);
    assert_eq!(audit.finish().await.unwrap(), []);
    let (fine, said) = run("doctor");
    assert!(
        !fine && said.contains(&format!("30 lie in the pot of event {event}")),
        "{said}"
    );
}

/// A planned event has the fee of its plan.
#[tokio::test]
async fn a_planned_event_takes_its_fee() {
    let hall = Hall::open(swiss(0), None, 1).await;
    let service = &hall.rig.service;
    let row = service
        .add_schedule(NewSchedule {
            place: PLACE,
            by: hall.rig.player(ANNA).await,
            template: "swiss".to_owned(),
            format: swiss(150),
            cron: "0 20 * * 5".to_owned(),
            zone: None,
            ahead: None,
        })
        .await
        .unwrap();
    hall.rig.pass(row.opens.0 - hall.now().0);
    hall.tick().await;
    let open = service.events(PLACE.venue, true).await.unwrap();
    let planned = open.iter().find(|row| row.id != hall.event).unwrap().id;
    ask(&hall, planned, person(0), Wish::SignUp).await.unwrap();
    assert_eq!((purse(&hall, person(0)).await, in_pots(&hall).await), (850, 150));
    hall.is_sound().await;
}
