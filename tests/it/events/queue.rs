//! The queue for quick matches where somebody in it can't play, or many come at once.

use jinlami::id::Account;
use jinlami::service::{Change, DeedKind, Error, Gone, Hindrance, PER_PLAYER, Quick};

use super::hall::person;
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

async fn quick(rig: &Rig, who: Account) -> Result<Quick, Error> {
    rig.service.quick(who, PLACE, hands(1), None).await
}

async fn waits(rig: &Rig, who: Account) -> bool {
    !rig.service.quick_waits(who).await.unwrap().is_empty()
}

/// Whoever waits and sits at as many tables as they may, or is shut out, is not played with and keeps nobody from playing.
#[tokio::test]
async fn who_has_no_room_keeps_nobody_waiting() {
    let rig = Rig::new().await;
    let limit = Change::Setting(PER_PLAYER, Some("1".to_owned()));
    let set = rig.service.govern(None, PLACE.venue, DeedKind::Limits, limit, None);
    assert!(set.await.unwrap());
    assert!(matches!(quick(&rig, ANNA).await.unwrap(), Quick::Waiting { .. }));
    // Anna sits down elsewhere while she waits.
    let table = rig.begin(hands(1)).await;
    assert!(waits(&rig, ANNA).await);
    assert!(
        matches!(quick(&rig, BEN).await, Err(Error::Full(_))),
        "who has no room does not wait for what can't come"
    );
    assert!(matches!(quick(&rig, EVE).await.unwrap(), Quick::Waiting { .. }));
    for number in 0..2 {
        rig.service.meet(person(number), "Somebody", None).await.unwrap();
    }
    let Quick::Found(found) = quick(&rig, person(0)).await.unwrap() else {
        panic!("Eve has room")
    };
    assert!(found.table.seat_of(rig.player(EVE).await).is_some());
    // Once her match is over, Anna is played with.
    rig.wish(BEN, &table, jinlami::table::Wish::Resign).await.unwrap();
    let Quick::Found(found) = quick(&rig, person(1)).await.unwrap() else {
        panic!("Anna has room again")
    };
    assert!(found.table.seat_of(rig.player(ANNA).await).is_some());
    // Whoever is shut out while they wait.
    assert!(matches!(quick(&rig, BEN).await.unwrap(), Quick::Waiting { .. }));
    let shut = Change::Block(rig.player(BEN).await);
    let set = rig.service.govern(None, PLACE.venue, DeedKind::Blocked, shut, None);
    assert!(set.await.unwrap());
    rig.service.meet(person(2), "Somebody", None).await.unwrap();
    assert!(matches!(quick(&rig, person(2)).await.unwrap(), Quick::Waiting { .. }));
}

/// Of any number who come at the same moment two and two play, and at most one waits.
#[tokio::test]
async fn two_who_come_at_once_do_not_both_wait() {
    let rig = Rig::new().await;
    for number in 0..8 {
        rig.service.meet(person(number), "Somebody", None).await.unwrap();
    }
    for count in [2, 2, 3, 5, 8] {
        let asked = futures::future::join_all((0..count).map(|number| quick(&rig, person(number)))).await;
        let found = asked.iter().filter(|done| matches!(done, Ok(Quick::Found(_)))).count();
        assert!(asked.iter().all(Result::is_ok));
        assert_eq!(found, count / 2, "{count} at once");
        for number in 0..count {
            rig.service.quick_leave(person(number)).await.unwrap();
        }
    }
}

/// C-011: whoever leaves, or whose place is gone, waits no more.
#[tokio::test]
async fn who_is_gone_waits_no_more() {
    let rig = Rig::new().await;
    quick(&rig, ANNA).await.unwrap();
    rig.service.left(ANNA, Some(PLACE.venue), Gone::Left).await.unwrap();
    assert!(!waits(&rig, ANNA).await);
    quick(&rig, ANNA).await.unwrap();
    rig.service.left(ANNA, None, Gone::Blocked).await.unwrap();
    assert!(!waits(&rig, ANNA).await);
    quick(&rig, ANNA).await.unwrap();
    let other = rig
        .service
        .place_gone(PLACE.venue, Some(PLACE.channel + 1), Hindrance::Deleted);
    other.await.unwrap();
    assert!(waits(&rig, ANNA).await);
    let own = rig
        .service
        .place_gone(PLACE.venue, Some(PLACE.channel), Hindrance::Deleted);
    own.await.unwrap();
    assert!(!waits(&rig, ANNA).await);
}
