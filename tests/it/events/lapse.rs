//! Events of which nothing comes any more: their place is gone, nobody begins them, or there are too many.

use jinlami::contest::{Kind, LOST_MS, Lapse, Presence, Start, Status, Wish};
use jinlami::id::TableId;
use jinlami::service::{Caller, Command, EventError, Hindrance, NewSchedule, OPEN_EVENTS};
use jinlami::store::SlotKind;

use super::hall::{Hall, format, person};
use crate::rig::{ANNA, PLACE};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

fn swiss() -> jinlami::contest::Format {
    format(Kind::Swiss { rounds: Some(2) })
}

fn weekly(by: jinlami::id::PlayerId) -> NewSchedule {
    NewSchedule {
        place: PLACE,
        by,
        template: "swiss".to_owned(),
        format: swiss(),
        cron: "0 20 * * 5".to_owned(),
        zone: Some("Europe/Berlin".to_owned()),
        ahead: None,
    }
}

/// A place that does not come back ends its events, as it ends its matches; nothing more is opened there.
#[tokio::test]
async fn an_event_ends_with_its_place() {
    let hall = Hall::begun(swiss(), 4).await;
    let service = &hall.rig.service;
    let anna = hall.rig.player(ANNA).await;
    service.add_schedule(weekly(anna)).await.unwrap();
    let id = hall.seat(hall.open_pairing().await.unwrap().id).await;
    service.place_gone(PLACE.venue, None, Hindrance::Removed).await.unwrap();
    hall.rig.pass(LOST_MS - 1);
    hall.tick().await;
    assert_eq!(hall.contest().await.status(), Status::Running);
    hall.rig.pass(1);
    hall.tick().await;
    let over = hall.contest().await;
    assert_eq!((over.status(), over.lapsed()), (Status::Cancelled, Some(Lapse::Lost)));
    assert!(hall.table(id).await.is_over());
    assert!(service.schedules(PLACE.venue).await.unwrap().is_empty());
    assert!(service.events(PLACE.venue, true).await.unwrap().is_empty());
    service.place_back(PLACE.venue, &[Hindrance::Removed]).await.unwrap();
    assert_eq!(hall.contest().await.status(), Status::Cancelled);
    hall.is_sound().await;
}

/// A server that is back after a reconnect does not bring back a channel that was deleted.
#[tokio::test]
async fn a_reconnect_brings_no_deleted_channel_back() {
    let hall = Hall::begun(swiss(), 2).await;
    let service = &hall.rig.service;
    let before = hall.open_pairing().await.unwrap();
    let (server, both) = ([Hindrance::Removed], [Hindrance::Removed, Hindrance::Deleted]);
    let elsewhere = service.place_gone(PLACE.venue, Some(PLACE.channel + 1), Hindrance::Deleted);
    elsewhere.await.unwrap();
    assert!(!hall.contest().await.is_lost(), "another channel");
    let own = service.place_gone(PLACE.venue, Some(PLACE.channel), Hindrance::Deleted);
    own.await.unwrap();
    for _ in 0..2 {
        service.place_back(PLACE.venue, &server).await.unwrap();
        assert!(hall.contest().await.is_lost(), "the server is back, the channel is not");
        hall.rig.pass(60 * MINUTE);
        service.place_gone(PLACE.venue, None, Hindrance::Removed).await.unwrap();
        hall.rig.pass(60 * MINUTE);
    }
    hall.tick().await;
    let version = hall.contest().await.version();
    service.place_gone(PLACE.venue, None, Hindrance::Removed).await.unwrap();
    assert_eq!(hall.contest().await.version(), version, "told once");
    // Both are back: it goes on, later by as long as it stood still.
    service.place_back(PLACE.venue, &both).await.unwrap();
    let after = hall.contest().await;
    assert!(!after.is_lost() && after.held().is_none());
    assert_eq!(after.pairings()[0].appear, before.appear.plus(240 * MINUTE));
    // A message that arrives shows that all of it is there.
    service
        .suspend(TableId(hall.event.0), PLACE.venue, Hindrance::Deleted)
        .await
        .unwrap();
    assert!(hall.contest().await.is_lost());
    service.place_works(TableId(hall.event.0), PLACE.venue).await.unwrap();
    assert!(!hall.contest().await.is_lost());
    hall.is_sound().await;
}

/// An event that nobody signs up for, begins or lets go on is called off, and its organiser is told.
#[tokio::test]
async fn an_event_that_nobody_wants_ends() {
    let hall = Hall::open(swiss(), None, 2).await;
    hall.rig.pass(13 * DAY);
    hall.ask(person(0), Wish::SignUp).await.unwrap();
    let hall = hall.restart().await;
    hall.rig.pass(14 * DAY - 1);
    hall.tick().await;
    assert_eq!(hall.contest().await.status(), Status::Open);
    hall.rig.pass(1);
    hall.tick().await;
    let over = hall.contest().await;
    assert_eq!((over.status(), over.lapsed()), (Status::Cancelled, Some(Lapse::Idle)));
    let slots = hall.rig.service.store().slots_of(TableId(hall.event.0)).await.unwrap();
    assert!(slots.iter().any(|slot| slot.key.kind == SlotKind::Closing));
    hall.is_sound().await;
    // What stands still by an organiser's wish, too; whoever lets it go on in time has the time once more.
    let hall = Hall::begun(swiss(), 2).await;
    hall.ask(ANNA, Wish::Hold).await.unwrap();
    hall.rig.pass(10 * DAY);
    hall.ask(ANNA, Wish::Resume).await.unwrap();
    hall.ask(ANNA, Wish::Hold).await.unwrap();
    hall.rig.pass(10 * DAY);
    hall.tick().await;
    let held = hall.contest().await;
    assert_eq!(held.status(), Status::Running);
    assert!(held.entrants().all(|entrant| entrant.presence == Presence::Playing));
    hall.rig.pass(4 * DAY);
    hall.tick().await;
    assert_eq!(hall.contest().await.lapsed(), Some(Lapse::Held));
    hall.is_sound().await;
}

/// How long that is stands in the settings; what begins at a time begins then.
#[tokio::test]
async fn how_long_an_event_waits_is_set() {
    let hall = Hall::open(swiss(), None, 0).await;
    let mut timed = swiss();
    timed.start = Start::AtTime;
    hall.rig.service.set_idle_days(3);
    for (format, starts, days) in [(swiss(), None, Some(3)), (timed, Some(hall.now().plus(30 * DAY)), None)] {
        let command = Command::OpenEvent {
            place: PLACE,
            format,
            starts,
            inbox: None,
        };
        let opened = hall
            .rig
            .service
            .handle_event(Caller::Person(ANNA), command)
            .await
            .unwrap();
        let lapses = opened.contest.lapses().map(|(at, _)| at);
        assert_eq!(lapses, days.map(|days| hall.now().plus(days * DAY)));
    }
    let first = hall.contest().await.lapses().unwrap().0;
    assert_eq!(first, hall.now().plus(14 * DAY), "as it was when it was opened");
}

/// However many ask at once, no more events are open in a place than may be; a plan without room goes on.
#[tokio::test]
async fn only_so_many_events_are_open_at_once() {
    let hall = Hall::open(swiss(), None, 0).await;
    let service = &hall.rig.service;
    let open = || {
        let command = Command::OpenEvent {
            place: PLACE,
            format: swiss(),
            starts: None,
            inbox: None,
        };
        service.handle_event(Caller::Person(ANNA), command)
    };
    let asked = futures::future::join_all((0..30).map(|_| open())).await;
    let done = asked.iter().filter(|done| done.is_ok()).count();
    assert_eq!(done + 1, usize::try_from(OPEN_EVENTS).unwrap());
    assert!(
        asked
            .into_iter()
            .filter_map(Result::err)
            .all(|error| matches!(error, EventError::TooMany))
    );
    assert_eq!(
        hall.number("SELECT count(*) FROM contests WHERE ended_at IS NULL")
            .await,
        i64::from(OPEN_EVENTS)
    );
    let anna = hall.rig.player(ANNA).await;
    let row = service.add_schedule(weekly(anna)).await.unwrap();
    hall.rig.pass(row.next.0 - hall.now().0);
    hall.tick().await;
    let moved = service.schedules(PLACE.venue).await.unwrap().remove(0);
    assert!(moved.next > row.next);
    hall.ask(ANNA, Wish::Cancel).await.unwrap();
    assert!(open().await.is_ok());
    assert!(matches!(open().await, Err(EventError::TooMany)));
}
