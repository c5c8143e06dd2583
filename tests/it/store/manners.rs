//! Two tables in one write, counted aborts, watchers.

use jinlami::store::{Abort, Aborts};

use super::*;

promises! { sqlite:
    both_happen_or_neither,
    racing_pairs_win_once,
    aborts_are_counted_and_bounded_in_the_write_itself,
    an_abort_that_loses_the_race_counts_for_nobody,
    watchers_are_remembered,
}

const NEXT: TableId = TableId(7_001);
const ANNA: PlayerId = PlayerId(1);

async fn both_happen_or_neither(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    // The old log moved on; the new table would be fine.
    assert_eq!(
        store.append_both(press(T, 5), press(NEXT, 0)).await,
        Err(StoreError::Conflict)
    );
    assert_eq!((length(&store, T).await, length(&store, NEXT).await), (1, 0));
    // The new id is taken; the old log would be fine.
    store.append(press(TableId(8), 0)).await.expect("opened");
    assert_eq!(
        store.append_both(press(T, 1), press(TableId(8), 0)).await,
        Err(StoreError::Conflict)
    );
    assert_eq!((length(&store, T).await, length(&store, TableId(8)).await), (1, 1));

    let mut old = press(T, 1);
    old.slots = vec![public(T, 2)];
    let mut new = press(NEXT, 0);
    new.due = vec![clock(0, 5, 1)];
    new.slots = vec![public(NEXT, 1), private(NEXT, ANNA, 31, 1)];
    store.append_both(old, new).await.expect("both");
    assert_eq!((length(&store, T).await, length(&store, NEXT).await), (2, 1));
    assert_eq!(store.place_of(NEXT).await, Ok(Some(place(-10))));
    assert_eq!(store.next_due().await, Ok(Some(Millis(5))));
    let todo = store.slots_todo(Platform::Telegram, Millis(NOW.0 + 9), 9).await;
    assert_eq!(todo.expect("slots").len(), 3);
}

async fn racing_pairs_win_once(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    let writes = (0..12).map(|number| store.append_both(press(T, 1), press(TableId(9_000 + number), 0)));
    let done = futures::future::join_all(writes).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1, "{done:?}");
    let mut opened = 0;
    for number in 0..12 {
        opened += length(&store, TableId(9_000 + number)).await;
    }
    assert_eq!((length(&store, T).await, opened), (2, 1));
}

/// A write that breaks a match off.
fn abort(table: i64, at: i64) -> Append {
    Append {
        at: Millis(at),
        abort: Some(Abort {
            player: ANNA,
            since: Millis(at - 1_000),
            most: 3,
        }),
        ..press(TableId(table), 1)
    }
}

async fn aborts_are_counted_and_bounded_in_the_write_itself(home: Home) {
    let store = home.open().await;
    for table in 1..=12 {
        store.append(press(TableId(table), 0)).await.expect("opened");
    }
    assert_eq!(store.aborts(ANNA, Millis(0)).await, Ok(Aborts::default()));
    // Ten at once: three get through, and the others change nothing at all.
    let done = futures::future::join_all((1..=10).map(|table| store.append(abort(table, 10_000)))).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 3);
    for (done, table) in done.iter().zip(1..) {
        match done {
            Ok(()) => assert_eq!(length(&store, TableId(table)).await, 2),
            Err(refused) => {
                assert_eq!(refused, &StoreError::Limit);
                assert_eq!(length(&store, TableId(table)).await, 1);
            }
        }
    }
    assert_eq!(store.append(abort(11, 10_999)).await, Err(StoreError::Limit));
    // One that is as old as the time looked at counts no more.
    store.append(abort(11, 11_000)).await.expect("free again");
    assert_eq!(
        store.aborts(ANNA, Millis(10_000)).await,
        Ok(Aborts { all: 4, recent: 1 })
    );
    assert_eq!(store.aborts(PlayerId(2), Millis(0)).await, Ok(Aborts::default()));
    drop(store);
    let store = home.open().await;
    assert_eq!(store.aborts(ANNA, Millis(0)).await, Ok(Aborts { all: 4, recent: 4 }));
}

async fn an_abort_that_loses_the_race_counts_for_nobody(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    let late = Append {
        table: T,
        ..abort(0, 10_000)
    };
    store.append(press(T, 1)).await.expect("somebody was faster");
    assert_eq!(store.append(late).await, Err(StoreError::Conflict));
    assert_eq!(store.aborts(ANNA, Millis(0)).await, Ok(Aborts::default()));
}

async fn watchers_are_remembered(home: Home) {
    let store = home.open().await;
    assert_eq!(store.watches(T, ANNA).await, Ok(false));
    for _ in 0..2 {
        store.watch(T, ANNA).await.expect("noted");
    }
    drop(store);
    let store = home.open().await;
    assert_eq!(store.watches(T, ANNA).await, Ok(true));
    assert_eq!(store.watches(T, PlayerId(2)).await, Ok(false));
    assert_eq!(store.watches(NEXT, ANNA).await, Ok(false));
}
