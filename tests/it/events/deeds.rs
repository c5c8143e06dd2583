//! What moderators do about events is one write with what follows from it, wherever the process ends.

use jinlami::contest::{Format, Kind, Presence, Wish};
use jinlami::id::EventId;
use jinlami::service::{Caller, Change, Command, DeedKind, EventError, NewSchedule};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::hall::{Hall, cut, format, person};
use crate::rig::{ANNA, PLACE};

fn swiss(fee: u32) -> Format {
    let mut format = format(Kind::Swiss { rounds: Some(2) });
    format.fee = fee;
    format
}

/// A running event and one that takes sign-ups for a fee, with the first four people in both.
async fn two_events() -> (Hall, EventId) {
    let hall = Hall::begun(swiss(0), 4).await;
    let command = Command::OpenEvent {
        place: PLACE,
        format: swiss(100),
        starts: None,
        inbox: None,
    };
    let service = &hall.rig.service;
    let lobby = service.handle_event(Caller::Person(ANNA), command).await.unwrap().event;
    for number in 0..4 {
        let command = Command::Event {
            event: lobby,
            wish: Wish::SignUp,
            admin: false,
            at: Some(PLACE),
            brings: false,
            inbox: None,
        };
        let signed = service.handle_event(Caller::Person(person(number)), command).await;
        signed.unwrap();
    }
    (hall, lobby)
}

/// Whether somebody is blocked, in the lobby, paired in the running event, without the fee, and how often that is in the log.
async fn part(hall: &Hall, lobby: EventId, number: usize) -> (bool, bool, bool, bool, usize) {
    let service = &hall.rig.service;
    let player = hall.rig.player(person(number)).await;
    let blocked = service.store().is_blocked(PLACE.venue, player).await.unwrap();
    let signed_up = service.event(lobby).await.unwrap().entrant(player).is_some();
    let presence = hall.contest().await.entrant(player).unwrap().presence;
    let paid = service.purse(player).await.unwrap() == 900;
    let deeds = service.store().deeds_about(player).await.unwrap();
    (blocked, signed_up, presence == Presence::Playing, paid, deeds.len())
}

async fn file(hall: &Hall) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.rig.path());
    options.connect().await.unwrap()
}

const IN: (bool, bool, bool, bool, usize) = (false, true, true, true, 0);
const OUT: (bool, bool, bool, bool, usize) = (true, false, false, false, 1);

/// Whoever is blocked is out of the place's events, with the fee back, in the same write, after whichever step the process ends.
#[tokio::test]
async fn to_block_somebody_is_one_write_with_their_events() {
    let (mut hall, lobby) = two_events().await;
    for number in 0..3 {
        let player = hall.rig.player(person(number)).await;
        let mut polls = 1;
        loop {
            assert_eq!(part(&hall, lobby, number).await, IN);
            let service = hall.rig.service.clone();
            let block = service.govern(None, PLACE.venue, DeedKind::Blocked, Change::Block(player), None);
            let done = cut(block, polls).await;
            drop(service);
            hall = hall.restart().await;
            let now = part(&hall, lobby, number).await;
            hall.is_sound().await;
            if let Some(done) = done {
                assert!(done.unwrap(), "it was not so before");
                assert_eq!(now, OUT);
            }
            if now == OUT {
                break;
            }
            assert_eq!(now, IN, "half of it is done after {polls} steps");
            polls += 1;
        }
        // Once more changes nothing more.
        let service = &hall.rig.service;
        let again = service.govern(None, PLACE.venue, DeedKind::Blocked, Change::Block(player), None);
        assert!(!again.await.unwrap());
        assert_eq!(part(&hall, lobby, number).await, OUT);
    }
    assert_eq!(part(&hall, lobby, 3).await, IN, "nobody else is touched");
}

/// Where an event's part can't be stored nobody is blocked; and a block beside other changes of the event comes through.
#[tokio::test]
async fn what_an_event_cannot_store_blocks_nobody() {
    let (hall, lobby) = two_events().await;
    let service = &hall.rig.service;
    let player = hall.rig.player(person(0)).await;
    let block = || service.govern(None, PLACE.venue, DeedKind::Blocked, Change::Block(player), None);
    let mut file = file(&hall).await;
    file.execute("CREATE TRIGGER full BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no room'); END")
        .await
        .unwrap();
    block().await.unwrap_err();
    assert_eq!(part(&hall, lobby, 0).await, IN);
    file.execute("DROP TRIGGER full").await.unwrap();
    file.close().await.unwrap();

    let leave = |number| {
        let command = Command::Event {
            event: lobby,
            wish: Wish::SignOff,
            admin: false,
            at: Some(PLACE),
            brings: false,
            inbox: None,
        };
        service.handle_event(Caller::Person(person(number)), command)
    };
    let (blocked, one, two) = tokio::join!(block(), leave(1), leave(2));
    assert!(blocked.unwrap() && one.is_ok() && two.is_ok());
    assert_eq!(part(&hall, lobby, 0).await, OUT);
    assert_eq!(service.event(lobby).await.unwrap().entrants().count(), 1);
    hall.is_sound().await;
}

/// A plan is in the log of its place from the write on that made it, and its end from the one that took it away.
#[tokio::test]
async fn a_plan_and_its_deed_are_one_write() {
    let mut hall = Hall::open(swiss(0), None, 1).await;
    let anna = hall.rig.player(ANNA).await;
    let plan = || NewSchedule {
        place: PLACE,
        by: anna,
        template: "swiss".to_owned(),
        format: swiss(0),
        cron: "0 20 * * 5".to_owned(),
        zone: None,
        ahead: None,
    };
    let kept = async |hall: &Hall| {
        let deeds = hall.rig.service.store().deeds(PLACE.venue, 1_000).await.unwrap();
        let told = |what: &str| {
            let wanted = format!("{what} Friday · 0 20 * * 5");
            let about = deeds.iter().filter(|deed| deed.act == DeedKind::Schedule);
            let by_anna = about.filter(|deed| deed.by == Some(anna));
            by_anna.filter(|deed| deed.detail.as_deref() == Some(&wanted)).count()
        };
        let plans = hall.rig.service.schedules(PLACE.venue).await.unwrap();
        (told("+"), told("–"), plans)
    };
    let mut polls = 1;
    loop {
        let service = hall.rig.service.clone();
        let done = cut(service.add_schedule(plan()), polls).await;
        drop(service);
        hall = hall.restart().await;
        let (added, _, plans) = kept(&hall).await;
        assert_eq!(added, plans.len(), "half of it is done after {polls} steps");
        polls += 1;
        if let Some(row) = done {
            assert!(plans.contains(&row.unwrap()));
            break;
        }
    }
    polls = 1;
    while let (added, removed, plans) = kept(&hall).await
        && let Some(row) = plans.first()
    {
        assert_eq!(added - removed, plans.len(), "half of it is done after {polls} steps");
        let service = hall.rig.service.clone();
        drop(cut(service.remove_schedule(Some(anna), row), polls).await);
        drop(service);
        hall = hall.restart().await;
        polls += 1;
    }
    let (added, removed, _) = kept(&hall).await;
    assert!(added > 0 && added == removed, "{added} {removed}");

    // What the log has no room for is not done.
    let service = &hall.rig.service;
    let row = service.add_schedule(plan()).await.unwrap();
    let mut file = file(&hall).await;
    file.execute("CREATE TRIGGER full BEFORE INSERT ON deeds BEGIN SELECT RAISE(ABORT, 'no room'); END")
        .await
        .unwrap();
    let failed = service.add_schedule(plan()).await;
    assert!(matches!(
        failed,
        Err(EventError::Fault { .. } | EventError::NotStored { .. })
    ));
    service.remove_schedule(None, &row).await.unwrap_err();
    assert_eq!(kept(&hall).await.2, std::slice::from_ref(&row));
    file.execute("DROP TRIGGER full").await.unwrap();
    file.close().await.unwrap();
    assert!(service.remove_schedule(None, &row).await.unwrap());
    assert!(!service.remove_schedule(None, &row).await.unwrap(), "once");
    hall.is_sound().await;
}
