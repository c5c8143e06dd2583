//! What goes wrong in an event, and what the clock, an organiser or a moderator does about it.

use jinlami::contest::{DueKind, How, Kind, NoShow, Presence, Refusal, Score, Start, Status, Wish};
use jinlami::id::{Account, Place, Platform, Seat, TableId, Venue};
use jinlami::service::{Change, DeedKind, EventError, Hindrance, Ruling, Slot};
use jinlami::store::SlotKind;
use jinlami::table::{MatchEnd, Stage};

use super::hall::{Hall, format, person};
use crate::rig::{ANNA, BEN, PLACE};

const MINUTE: i64 = 60_000;

fn swiss() -> jinlami::contest::Format {
    format(Kind::Swiss { rounds: Some(2) })
}

async fn messages(hall: &Hall, kind: SlotKind) -> Vec<Slot> {
    let slots = hall.rig.service.store().slots_of(TableId(hall.event.0)).await.unwrap();
    slots.into_iter().filter(|slot| slot.key.kind == kind).collect()
}

/// C-101: who does not come is called once, then loses by the rules and is not paired until they are back.
#[tokio::test]
async fn who_does_not_come_loses_and_is_paused() {
    let hall = Hall::begun(swiss(), 4).await;
    let contest = hall.contest().await;
    let [one, two] = [0, 1].map(|at| contest.pairings()[at].clone());
    hall.show(one.id, 1).await.unwrap();
    hall.next().await;
    let calls = messages(&hall, SlotKind::Call).await;
    assert_eq!(calls.len(), 1, "both matches in one call");
    assert!(hall.contest().await.pairings().iter().all(|pairing| pairing.reminded));
    hall.next().await;
    let scores = [one.id, two.id].map(|id| async move { id });
    drop(scores);
    let after = hall.contest().await;
    let score = |id| after.pairing(id).unwrap().score.unwrap().0;
    assert_eq!(
        (score(one.id).winner, score(one.id).points, score(one.id).how),
        (Some(Seat::SECOND), [0, 50], How::Walkover)
    );
    assert_eq!(score(two.id), Score::nobody());
    assert_eq!(after.entrant(one.players[0]).unwrap().presence, Presence::Paused);
    assert_eq!(after.entrant(one.players[1]).unwrap().presence, Presence::Playing);
    let late = hall.account(one.players[0]).await;
    hall.ask(late, Wish::Return).await.unwrap();
    hall.next().await;
    assert_eq!(hall.contest().await.pairings().len(), 3, "two are there again");
    hall.is_sound().await;
}

/// C-101: who came, can't be dealt cards and goes again, or lets it lapse, has not come: the round waits no longer for it.
#[tokio::test]
async fn coming_and_going_puts_no_round_off() {
    let hall = Hall::open(swiss(), None, 1).await;
    let there = Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat: -77,
        },
        channel: 0,
    };
    let guest = Account {
        platform: Platform::Telegram,
        user: 9_001,
    };
    hall.rig.service.meet(guest, "Guest", None).await.unwrap();
    hall.ask(person(0), Wish::SignUp).await.unwrap();
    hall.ask_from(guest, Wish::SignUp, Some(there)).await.unwrap();
    hall.ask(ANNA, Wish::Start).await.unwrap();
    let before = hall.open_pairing().await.unwrap();
    let home = before.seat_of(hall.rig.player(person(0)).await).unwrap();
    hall.ask(person(0), Wish::Show(before.id)).await.unwrap();
    for _ in 0..3 {
        hall.ask_from(guest, Wish::Show(before.id), Some(there)).await.unwrap();
        let id = hall.pairing(before.id).await.table.unwrap();
        let table = hall.table(id).await;
        assert_eq!(
            (table.stage(), table.deadline()),
            (Stage::Gathering, Some(before.appear)),
            "nobody has opened the private chat"
        );
        hall.rig
            .wish(guest, &table, jinlami::table::Wish::Withdraw)
            .await
            .unwrap();
        hall.tick().await;
        let after = hall.pairing(before.id).await;
        assert_eq!(
            (after.table, after.appear, after.until),
            (None, before.appear, before.until)
        );
        assert!(after.shown[home.index()] && !after.shown[home.other().index()]);
    }
    let again = hall.ask_from(guest, Wish::Show(before.id), Some(there)).await.err();
    assert!(
        matches!(again, Some(EventError::Refused(Refusal::TooOften))),
        "three times is enough: {again:?}"
    );
    hall.rig.pass(16 * MINUTE);
    hall.tick().await;
    let score = hall.pairing(before.id).await.score.unwrap().0;
    assert_eq!((score.winner, score.how), (Some(home), How::Walkover));
    hall.is_sound().await;
}

/// A result that a moderator voids is as if it had never been played, also in its event; a match without a result too.
#[tokio::test]
async fn a_voided_or_cancelled_match_is_played_again() {
    let hall = Hall::begun(swiss(), 4).await;
    let pairing = hall.open_pairing().await.unwrap().id;
    let first = hall.seat(pairing).await;
    hall.resign(first, 0).await;
    hall.tick().await;
    assert!(hall.pairing(pairing).await.score.is_some());
    let rule = |table, ruling| {
        hall.rig
            .service
            .rule(None, Some(PLACE.venue), table, ruling, Some("spam"))
    };
    rule(first, Ruling::Void).await.unwrap();
    hall.tick().await;
    let again = hall.pairing(pairing).await;
    assert_eq!((again.score, again.table, again.shown), (None, None, [false; 2]));
    let second = hall.seat(pairing).await;
    rule(second, Ruling::Cancel).await.unwrap();
    hall.tick().await;
    let again = hall.pairing(pairing).await;
    assert_eq!((again.score, again.table), (None, None));
    let third = hall.seat(pairing).await;
    assert!(third != first && third != second);
    hall.resign(third, 1).await;
    hall.tick().await;
    assert_eq!(hall.pairing(pairing).await.score.unwrap().0.winner, Some(Seat::FIRST));
    hall.is_sound().await;
}

#[tokio::test]
async fn nobody_breaks_a_match_of_an_event_off() {
    let hall = Hall::begun(swiss(), 2).await;
    let pairing = hall.open_pairing().await.unwrap().id;
    let table = hall.table(hall.seat(pairing).await).await;
    let who = hall.account(table.seats()[0].player().unwrap()).await;
    let refused = hall.rig.wish(who, &table, jinlami::table::Wish::Abort).await.err();
    let of_event = jinlami::table::Refusal::OfEvent;
    assert!(matches!(refused, Some(jinlami::service::Error::Refused(refusal)) if refusal == of_event));
}

/// Who goes out of an event gives the match up that they play; an organiser takes people out too.
#[tokio::test]
async fn who_goes_out_gives_the_match_up() {
    let hall = Hall::begun(swiss(), 4).await;
    let first = hall.open_pairing().await.unwrap();
    let id = hall.seat(first.id).await;
    let who = hall.account(first.players[0]).await;
    hall.ask(who, Wish::Drop).await.unwrap();
    hall.tick().await;
    assert!(hall.table(id).await.is_over());
    let score = hall.pairing(first.id).await.score.unwrap().0;
    assert_eq!((score.winner, score.how), (Some(Seat::SECOND), How::Played));
    let second = hall.open_pairing().await.unwrap();
    let elsewhere = Place {
        channel: 5,
        venue: Venue {
            chat: 99,
            ..PLACE.venue
        },
    };
    let expel = Wish::Expel(second.players[1]);
    // C-103: nobody runs an event from elsewhere.
    let refused = hall.ask_from(ANNA, expel.clone(), Some(elsewhere)).await.err();
    assert!(matches!(refused, Some(EventError::Refused(Refusal::Elsewhere))));
    hall.ask(ANNA, expel).await.unwrap();
    assert_eq!(hall.pairing(second.id).await.score.unwrap().0.winner, Some(Seat::FIRST));
    hall.is_sound().await;
}

#[tokio::test]
async fn an_event_that_is_called_off_ends_its_tables() {
    let hall = Hall::begun(swiss(), 4).await;
    let pairing = hall.open_pairing().await.unwrap().id;
    let id = hall.seat(pairing).await;
    assert!(matches!(
        hall.ask(BEN, Wish::Cancel).await.err(),
        Some(EventError::Refused(Refusal::NotOrganiser))
    ));
    hall.ask(ANNA, Wish::Cancel).await.unwrap();
    hall.tick().await;
    assert_eq!(hall.table(id).await.stage(), Stage::Over(MatchEnd::Cancelled));
    assert_eq!(hall.contest().await.status(), Status::Cancelled);
    // C-103: nothing changes any more.
    assert!(matches!(
        hall.ask(person(0), Wish::Drop).await.err(),
        Some(EventError::Refused(Refusal::Over))
    ));
    assert_eq!(hall.number("SELECT count(*) FROM contest_due").await, 0);
    hall.is_sound().await;
}

/// What passed while nobody could reach the bot is put off, not counted against anybody.
#[tokio::test]
async fn a_start_that_was_missed_while_the_bot_was_down_is_put_off() {
    let mut cup = format(Kind::Knockout { third_place: false });
    cup.start = Start::AtTime;
    cup.sign_up.check_in = Some(10);
    let hall = Hall::open(cup, Some(60 * MINUTE), 4).await;
    for number in 0..4 {
        hall.ask(person(number), Wish::SignUp).await.unwrap();
    }
    let moved = hall.now().plus(90 * MINUTE);
    hall.ask(ANNA, Wish::Move(moved)).await.unwrap();
    let early = hall.ask(ANNA, Wish::Move(hall.now())).await.err();
    assert!(matches!(early, Some(EventError::Refused(Refusal::NoTime))));
    hall.rig.pass(100 * MINUTE);
    let hall = hall.restart().await;
    hall.tick().await;
    let contest = hall.contest().await;
    assert_eq!(
        (contest.status(), contest.starts()),
        (Status::Open, Some(hall.now().plus(10 * MINUTE)))
    );
    assert_eq!(
        messages(&hall, SlotKind::Call).await.len(),
        1,
        "people are called to check in"
    );
    for number in 0..3 {
        hall.ask(person(number), Wish::CheckIn).await.unwrap();
    }
    hall.rig.pass(10 * MINUTE);
    hall.tick().await;
    let contest = hall.contest().await;
    assert_eq!((contest.status(), contest.entrants().count()), (Status::Running, 3));
    hall.is_sound().await;
}

/// While a platform is silent nobody loses by the clock.
#[tokio::test]
async fn no_time_runs_while_the_platform_is_silent() {
    let hall = Hall::begun(swiss(), 2).await;
    let service = &hall.rig.service;
    service.awaits(Platform::Discord, true);
    hall.rig.pass(20 * MINUTE);
    hall.tick().await;
    assert_eq!(hall.contest().await.pairings()[0].score, None);
    service.heard(Platform::Discord);
    hall.tick().await;
    let pairing = hall.contest().await.pairings()[0].clone();
    assert_eq!((pairing.score, pairing.appear), (None, hall.now().plus(10 * MINUTE)));
    hall.is_sound().await;
}

/// The place is gone: everything stands still, and goes on where it stood when it is back.
#[tokio::test]
async fn an_event_waits_for_its_place() {
    let hall = Hall::begun(swiss(), 2).await;
    let service = &hall.rig.service;
    service.place_gone(PLACE.venue, None, Hindrance::Removed).await.unwrap();
    let gone = hall.contest().await;
    assert!(gone.is_lost() && gone.dues().iter().all(|due| due.kind == DueKind::Lapse));
    hall.rig.pass(300 * MINUTE);
    hall.tick().await;
    service.place_back(PLACE.venue, &[Hindrance::Removed]).await.unwrap();
    let back = hall.contest().await;
    assert!(back.held().is_none());
    assert_eq!(back.pairings()[0].appear, gone.pairings()[0].appear.plus(300 * MINUTE));
    service
        .migrate_chat(Platform::Discord, PLACE.venue.chat, 4_242)
        .await
        .unwrap();
    let moved = hall.contest().await.place();
    assert_eq!((moved.venue.chat, moved.channel), (4_242, PLACE.channel));
    assert!(
        messages(&hall, SlotKind::Event)
            .await
            .iter()
            .all(|slot| slot.key.chat == 4_242)
    );
    let venue = Venue {
        chat: 4_242,
        ..PLACE.venue
    };
    assert_eq!(service.events(venue, true).await.unwrap().len(), 1);
    hall.is_sound().await;
}

/// Whoever is shut out takes no part; whoever leaves the server is signed off, or not paired.
#[tokio::test]
async fn who_is_shut_out_or_gone_takes_no_part() {
    let hall = Hall::open(swiss(), None, 4).await;
    let service = &hall.rig.service;
    let eve = hall.rig.player(person(3)).await;
    let block = service
        .govern(None, PLACE.venue, DeedKind::Blocked, Change::Block(eve), None)
        .await;
    assert!(block.unwrap());
    assert!(matches!(
        hall.ask(person(3), Wish::SignUp).await.err(),
        Some(EventError::Blocked)
    ));
    for number in 0..3 {
        hall.ask(person(number), Wish::SignUp).await.unwrap();
    }
    let left = jinlami::service::Gone::Left;
    service.left(person(2), Some(PLACE.venue), left).await.unwrap();
    assert_eq!(hall.contest().await.entrants().count(), 2);
    hall.ask(ANNA, Wish::Start).await.unwrap();
    service.left(person(1), Some(PLACE.venue), left).await.unwrap();
    let one = hall.rig.player(person(1)).await;
    assert_eq!(hall.contest().await.entrant(one).unwrap().presence, Presence::Paused);
}

/// Deleting one's data takes one out of every event; what others played goes on counting.
#[tokio::test]
async fn whose_data_is_deleted_is_out() {
    let mut format = swiss();
    format.rounds.no_show = NoShow::Drop;
    let hall = Hall::begun(format, 4).await;
    let first = hall.open_pairing().await.unwrap();
    let id = hall.seat(first.id).await;
    let who = hall.account(first.players[0]).await;
    let record = hall.rig.service.record(first.players[0]).await.unwrap();
    let events = record["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["what_you_did"].as_array().unwrap().len(), 2, "{record}");
    hall.rig.service.forget(who).await.unwrap().unwrap();
    hall.tick().await;
    let contest = hall.contest().await;
    assert_eq!(contest.entrant(first.players[0]).unwrap().presence, Presence::Dropped);
    assert!(hall.table(id).await.is_over());
    assert_eq!(contest.pairing(first.id).unwrap().winner(), Some(first.players[1]));
    assert_eq!(hall.number("SELECT count(*) FROM entrants e JOIN players p ON p.id = e.player WHERE p.gone_at IS NOT NULL AND e.open = 1").await, 0);
    hall.is_sound().await;
}
