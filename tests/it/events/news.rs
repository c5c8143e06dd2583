//! What a table tells its event in the moment when the event is told something else.

use std::collections::BTreeMap;

use jinlami::contest::{DueKind, Fact, How, Kind, PairingId, Score, Setting, Who, Wish};
use jinlami::id::{Platform, Seat, TableId};
use jinlami::service::Ruling;
use jinlami::store::{Errand, Task};

use super::hall::{Hall, format};
use crate::rig::PLACE;

const MINUTE: i64 = 60_000;

async fn begun() -> (Hall, PairingId, TableId) {
    let hall = Hall::begun(format(Kind::Swiss { rounds: Some(2) }), 2).await;
    let pairing = hall.open_pairing().await.unwrap().id;
    let table = hall.seat(pairing).await;
    (hall, pairing, table)
}

async fn void(hall: &Hall, table: TableId) {
    let service = &hall.rig.service;
    let done = service
        .rule(None, Some(PLACE.venue), table, Ruling::Void, Some("spam"))
        .await;
    done.unwrap();
}

/// The match is voided after the ticker has read its table and before it writes the result: the news of the void is not
/// struck off with that of the result, though it is of the same moment.
#[tokio::test]
async fn a_void_while_the_result_is_told_is_told_too() {
    let (hall, pairing, table) = begun().await;
    hall.resign(table, 0).await;
    let store = hall.rig.service.store();
    let dues = store.event_dues(&[], hall.now(), 100).await.unwrap().rows;
    let told = dues
        .into_iter()
        .find(|due| due.task == Task::Errand(Errand::Told(table)));
    let before = hall.contest().await;
    let setting = Setting {
        now: hall.now(),
        seed: [0; 32],
        ratings: &BTreeMap::new(),
        venue: None,
        shown: false,
    };
    let score = Score {
        winner: Some(Seat::SECOND),
        points: [0, 0],
        hands: 1,
        how: How::Played,
    };
    let facts = before
        .decide(Who::Clock, Wish::Score(pairing, table, score), &setting)
        .unwrap();
    assert!(matches!(facts[0], Fact::Scored { .. }));
    void(&hall, table).await;
    let mut chapter = hall.chapter(&before, facts);
    chapter.done = vec![told.unwrap()];
    store.write_event(chapter).await.unwrap();
    assert!(hall.pairing(pairing).await.score.is_some());
    hall.tick().await;
    let again = hall.pairing(pairing).await;
    assert_eq!((again.score, again.table), (None, None));
    hall.is_sound().await;
}

/// The same where that news was lost: a start looks whether a result that is told still stands.
#[tokio::test]
async fn a_start_finds_a_void_that_was_never_told() {
    let (hall, pairing, table) = begun().await;
    hall.resign(table, 0).await;
    hall.tick().await;
    let scored = hall.contest().await.version();
    // A result that stands is not told again.
    let hall = hall.restart().await;
    assert_eq!(hall.number("SELECT count(*) FROM contest_due WHERE kind = 11").await, 0);
    void(&hall, table).await;
    let store = hall.rig.service.store();
    for due in store.event_dues(&[], hall.now(), 100).await.unwrap().rows {
        store.drop_event_due(&due).await.unwrap();
    }
    hall.tick().await;
    assert_eq!(hall.contest().await.version(), scored, "it is lost");
    let hall = hall.restart().await;
    hall.tick().await;
    let again = hall.pairing(pairing).await;
    assert_eq!((again.score, again.table), (None, None));
    hall.is_sound().await;
}

/// What is not due any more when the bot is heard again puts nothing off.
#[tokio::test]
async fn a_due_of_the_past_delays_nothing() {
    let (hall, pairing, _) = begun().await;
    let (kind, about) = DueKind::NoShow(pairing).code();
    hall.change(&format!(
        "INSERT INTO contest_due(event, kind, about, at) VALUES ({}, {kind}, {about}, {})",
        hall.event.0,
        hall.now().0
    ))
    .await;
    let before = hall.contest().await.version();
    let service = &hall.rig.service;
    service.awaits(Platform::Discord, true);
    hall.rig.pass(20 * MINUTE);
    service.heard(Platform::Discord);
    hall.tick().await;
    assert_eq!(hall.contest().await.version(), before, "nobody waits for it");
    assert_eq!(hall.number("SELECT count(*) FROM contest_due").await, 0);
    hall.is_sound().await;
}
