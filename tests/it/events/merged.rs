//! Two people who become one beside an event.

use jinlami::contest::{Fact, Kind, Status, Wish};
use jinlami::id::{Account, Platform};
use jinlami::service::{BoardQuery, CodeError, Deed, DeedKind, Metric, Scope};
use jinlami::store::{Merge, StoreError};

use super::hall::{Hall, format, person};
use crate::rig::{ANNA, PLACE};

/// Somebody on Telegram.
const GUEST: Account = Account {
    platform: Platform::Telegram,
    user: 777,
};

async fn hall() -> Hall {
    let hall = Hall::open(format(Kind::Swiss { rounds: Some(2) }), None, 3).await;
    hall.rig.service.meet(GUEST, "Guest", None).await.unwrap();
    hall
}

/// The log of an event that is not over names two people also when one of them is out of it.
#[tokio::test]
async fn nobody_becomes_somebody_who_was_in_the_same_event() {
    let hall = hall().await;
    let service = &hall.rig.service;
    for who in [person(0), person(1), GUEST] {
        hall.ask(who, Wish::SignUp).await.unwrap();
    }
    hall.ask(GUEST, Wish::SignOff).await.unwrap();
    let (code, _) = service.link_code(person(0)).await.unwrap();
    let refused = service.enter_link(GUEST, &code).await.err();
    assert!(matches!(refused, Some(CodeError::SameEvent)), "{refused:?}");
    // Nor where somebody came in after it was asked.
    let (from, into) = (hall.rig.player(GUEST).await, hall.rig.player(person(0)).await);
    let (code, _) = service.link_code(person(0)).await.unwrap();
    let entered = service.store().enter_link_code(GUEST, &code, hall.now()).await;
    entered.unwrap().unwrap();
    let merge = || Merge {
        from,
        into,
        at: hall.now(),
        accounts: [person(0), GUEST],
        open: 0,
        appends: Vec::new(),
        results: Vec::new(),
    };
    assert!(matches!(
        service.store().merge(merge()).await,
        Err(StoreError::Conflict)
    ));
    hall.is_sound().await;
    hall.ask(ANNA, Wish::Cancel).await.unwrap();
    service.store().merge(merge()).await.unwrap();
    assert_eq!(hall.rig.player(GUEST).await, into);
}

/// Whoever read an event's log just before two accounts became one player writes the one that goes on: among those who have
/// to do with it, among those who won it, and among what moderators did.
#[tokio::test]
async fn an_event_written_beside_a_merge_names_who_goes_on() {
    let hall = hall().await;
    let service = &hall.rig.service;
    hall.ask(GUEST, Wish::SignUp).await.unwrap();
    let (old, new) = (hall.rig.player(GUEST).await, hall.rig.player(person(0)).await);
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(GUEST, &code).await.unwrap();
    service.link(GUEST, &code).await.unwrap();
    let contest = hall.contest().await;
    assert!(contest.entrant(new).is_some());
    let player = hall.rig.player(person(1)).await;
    let mut chapter = hall.chapter(&contest, vec![Fact::SignedUp { player }]);
    chapter.row.status = Status::Finished;
    chapter.people = vec![(old, true), (player, true)];
    chapter.joins = vec![player];
    chapter.deed = Some(Deed {
        at: hall.now(),
        venue: PLACE.venue,
        by: Some(old),
        act: DeedKind::EventCancelled,
        table: None,
        whom: Some(old),
        detail: None,
    });
    chapter.winners = vec![(old, 1)];
    let store = service.store();
    store.write_event(chapter).await.unwrap();
    assert_eq!(store.events_ever(old).await.unwrap(), []);
    assert_eq!(store.events_ever(new).await.unwrap(), [hall.event]);
    assert_eq!(store.traces(old).await.unwrap().awards, []);
    assert_eq!(store.traces(new).await.unwrap().awards, [(hall.event, hall.now(), 1)]);
    let now = hall.now();
    let line = |player| async move {
        let board = BoardQuery {
            metric: Metric::Events,
            viewer: Some(player),
            ..BoardQuery::of(Scope::All)
        };
        store.board(&board, now, 0, 1).await.unwrap().own
    };
    assert!(line(old).await.is_none());
    assert_eq!(line(new).await.unwrap().value, 1);
    assert_eq!(
        (
            store.deeds_by(old).await.unwrap().len(),
            store.deeds_about(old).await.unwrap().len()
        ),
        (0, 0)
    );
    assert_eq!(
        (
            store.deeds_by(new).await.unwrap().len(),
            store.deeds_about(new).await.unwrap().len()
        ),
        (1, 1)
    );
}
