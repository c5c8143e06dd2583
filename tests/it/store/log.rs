//! The log, the tables found through it, what falls due, and the inbox.

use std::collections::BTreeSet;

use futures::future::join_all;
use jinlami::store::{DueRow, Of};

use super::*;

promises! { sqlite:
    a_log_comes_back_as_it_was_written,
    a_wrong_expectation_conflicts_and_changes_nothing,
    racing_writers_win_each_version_once,
    an_update_is_handled_once,
    a_refused_press_never_fails_its_neighbours,
    a_write_nobody_waits_for_happens_whole_or_not,
    due_rows_are_replaced_as_a_whole,
    a_table_is_found_by_player_venue_and_place_until_it_is_over,
    impossible_requests_are_refused,
    settings_come_back,
}

async fn a_log_comes_back_as_it_was_written(home: Home) {
    let store = home.open().await;
    assert_eq!(store.load(T).await, Ok(None));
    assert_eq!(store.place_of(T).await, Ok(None));

    let mut opening = press(T, 0);
    opening.events = (1..=5).map(fact).collect();
    store.append(opening).await.expect("opened");
    let mut next = press(T, 5);
    next.events = vec![fact(6), fact(7)];
    store.append(next).await.expect("appended");
    store.append(press(TableId(1), 0)).await.expect("another table");

    let log = store.load(T).await.expect("loads").expect("is there");
    let facts: Vec<_> = log.iter().map(|(_, fact)| fact.clone()).collect();
    assert_eq!(facts, (1..=7).map(fact).collect::<Vec<_>>());
    assert!(log[..5].iter().all(|(at, _)| *at == NOW));
    assert!(log[5..].iter().all(|(at, _)| *at == Millis(NOW.0 + 5)));
    assert_eq!(store.place_of(T).await, Ok(Some(place(-10))));
}

async fn a_wrong_expectation_conflicts_and_changes_nothing(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    for wrong in [0, 2, 9] {
        let mut late = press(T, wrong);
        late.due = vec![clock(0, 5, 1)];
        late.slots = vec![public(T, 9)];
        late.inbox = Some((Platform::Telegram, 400));
        assert_eq!(store.append(late).await, Err(StoreError::Conflict), "expected {wrong}");
    }
    assert_eq!(
        store.append(press(TableId(99), 3)).await,
        Err(StoreError::Conflict),
        "a table that was never opened"
    );
    assert_eq!(length(&store, T).await, 1);
    assert_eq!(length(&store, TableId(99)).await, 0);
    assert_eq!(store.next_due().await, Ok(None));
    assert_eq!(store.slots_todo(Platform::Telegram, NOW, 10).await, Ok(vec![]));
    assert_eq!(
        store.seen(Platform::Telegram, 400).await,
        Ok(false),
        "a refused press may come again"
    );
}

async fn racing_writers_win_each_version_once(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    let race = |writer: i64| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut won = Vec::new();
            while let version @ ..200 = length(&store, T).await {
                let expected = i64::try_from(version).expect("small");
                let mut append = press(T, expected);
                append.events = vec![fact(1_000 * writer + expected)];
                match store.append(append).await {
                    Ok(()) => won.push((expected + 1, 1_000 * writer + expected)),
                    Err(StoreError::Conflict) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            won
        })
    };
    let won = join_all((1..=8).map(race))
        .await
        .into_iter()
        .flat_map(|writer| writer.expect("ran"));
    let won: Vec<_> = won.collect();
    let versions: BTreeSet<_> = won.iter().map(|(version, _)| *version).collect();
    assert_eq!(won.len(), 199, "each version after the first has one winner");
    assert_eq!(versions, (2..=200).collect());
    let log = store.load(T).await.expect("loads").expect("is there");
    for (version, number) in won {
        let index = usize::try_from(version - 1).expect("small");
        assert_eq!(log[index].1, fact(number), "version {version} is its winner's");
    }
}

async fn an_update_is_handled_once(home: Home) {
    let store = home.open().await;
    let mut first = press(T, 0);
    first.inbox = Some((Platform::Telegram, 500));
    store.append(first).await.expect("opened");
    assert_eq!(store.seen(Platform::Telegram, 500).await, Ok(true));
    assert_eq!(store.seen(Platform::Discord, 500).await, Ok(false));

    let mut again = press(T, 1);
    again.inbox = Some((Platform::Telegram, 500));
    assert_eq!(store.append(again).await, Err(StoreError::Duplicate));
    assert_eq!(length(&store, T).await, 1);

    let twins = join_all((0..8).map(|table| {
        let mut twin = press(TableId(100 + table), 0);
        twin.inbox = Some((Platform::Telegram, 501));
        store.append(twin)
    }));
    let twins = twins.await;
    assert_eq!(twins.iter().filter(|result| result.is_ok()).count(), 1, "{twins:?}");
    assert_eq!(
        twins
            .iter()
            .filter(|result| **result == Err(StoreError::Duplicate))
            .count(),
        7,
        "{twins:?}"
    );

    assert_eq!(store.remember(Platform::Discord, 500, NOW).await, Ok(()));
    assert_eq!(
        store.remember(Platform::Discord, 500, NOW).await,
        Err(StoreError::Duplicate)
    );
    assert_eq!(store.prune_inbox(NOW).await, Ok(0));
    assert_eq!(store.prune_inbox(NOW.plus(1)).await, Ok(3));
    assert_eq!(store.seen(Platform::Telegram, 500).await, Ok(false));
}

async fn a_refused_press_never_fails_its_neighbours(home: Home) {
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("opened");
    // All at once, so that they share transactions: every third conflicts, every fifth breaks a constraint.
    let results = join_all((0..60).map(|number| {
        let table = TableId(20_000 + number);
        let mut append = press(table, if number % 3 == 0 { 4 } else { 0 });
        if number % 5 == 0 {
            append.due = vec![clock(0, 1, 1), clock(0, 2, 2)];
        }
        store.append(append)
    }))
    .await;
    for (number, result) in (0..60).zip(results) {
        let table = TableId(20_000 + number);
        match (number % 3 == 0, number % 5 == 0) {
            (true, _) => assert_eq!(result, Err(StoreError::Conflict), "{number}"),
            (false, true) => assert!(matches!(result, Err(StoreError::Impossible(_))), "{number}: {result:?}"),
            (false, false) => assert_eq!(result, Ok(()), "{number}"),
        }
        let kept = number % 3 != 0 && number % 5 != 0;
        assert_eq!(length(&store, table).await, usize::from(kept), "{number}");
    }
    assert_eq!(store.next_due().await, Ok(None), "nothing is left of the refused ones");
}

async fn a_write_nobody_waits_for_happens_whole_or_not(home: Home) {
    let store = home.open().await;
    for number in 0..50 {
        let table = TableId(30_000 + number);
        let mut append = press(table, 0);
        append.events = (0..20).map(fact).collect();
        append.due = vec![clock(0, number, 1)];
        // Polled once and dropped: the write is on its way or not, never in between.
        let waiting = store.append(append);
        tokio::pin!(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
    }
    store.append(press(T, 0)).await.expect("the writer is well");
    let due = store.due(Millis(1_000), 1_000).await.expect("due");
    for number in 0..50 {
        let table = TableId(30_000 + number);
        let facts = length(&store, table).await;
        assert!(facts == 0 || facts == 20, "{facts} facts");
        assert_eq!(due.iter().any(|row| row.table == table), facts == 20);
    }
}

async fn due_rows_are_replaced_as_a_whole(home: Home) {
    let store = home.open().await;
    assert_eq!(store.next_due().await, Ok(None));
    let mut opening = press(T, 0);
    let remind = Due {
        kind: DueKind::Remind,
        ..clock(1, 300, 4)
    };
    opening.due = vec![clock(1, 500, 4), remind];
    store.append(opening).await.expect("opened");
    let mut other = press(TableId(8), 0);
    other.due = vec![clock(0, 400, 2)];
    store.append(other).await.expect("opened");

    assert_eq!(store.next_due().await, Ok(Some(Millis(300))));
    assert_eq!(store.due(Millis(299), 10).await, Ok(vec![]));
    let row = |table, due| DueRow { table, due };
    let all = [
        row(T, remind),
        row(TableId(8), clock(0, 400, 2)),
        row(T, clock(1, 500, 4)),
    ];
    assert_eq!(
        store.due(Millis(500), 10).await,
        Ok(all.to_vec()),
        "the longest overdue first"
    );
    assert_eq!(store.due(Millis(500), 2).await, Ok(all[..2].to_vec()));

    store.drop_due(&all[0]).await.expect("dropped");
    let mut next = press(T, 1);
    next.due = vec![clock(1, 900, 5)];
    store.append(next).await.expect("appended");
    store
        .drop_due(&all[2])
        .await
        .expect("a row that was replaced meanwhile");
    assert_eq!(
        store.due(Millis(1_000), 10).await,
        Ok(vec![all[1], row(T, clock(1, 900, 5))])
    );

    let mut last = press(T, 2);
    last.live.stage = LiveStage::Over;
    store.append(last).await.expect("over");
    assert_eq!(store.due(Millis(1_000), 10).await, Ok(vec![all[1]]));
}

async fn a_table_is_found_by_player_venue_and_place_until_it_is_over(home: Home) {
    let store = home.open().await;
    let (ann, bob, cid) = (PlayerId(1), PlayerId(2), PlayerId(3));
    let open = async |table: i64, place: Place, players: &[PlayerId]| {
        let mut append = press(TableId(table), 0);
        append.live = Live {
            stage: LiveStage::Invited,
            place,
            players: players.to_vec(),
        };
        store.append(append).await.expect("opened");
    };
    let topic = Place {
        venue: venue(-10),
        channel: 5,
    };
    open(1, place(-10), &[ann, bob]).await;
    open(2, topic, &[ann]).await;
    open(3, place(-20), &[bob, cid]).await;
    let ids = |ids: &[i64]| Ok(ids.iter().copied().map(TableId).collect::<Vec<_>>());
    assert_eq!(store.open_tables(Of::Player(ann)).await, ids(&[2, 1]));
    assert_eq!(store.open_tables(Of::Venue(venue(-10))).await, ids(&[2, 1]));
    assert_eq!(store.open_tables(Of::Place(topic)).await, ids(&[2]));
    assert_eq!(store.open_tables(Of::Place(place(-10))).await, ids(&[1]));
    assert_eq!(store.open_tables(Of::Venue(venue(-30))).await, ids(&[]));
    assert_eq!(store.open_tables(Of::All).await, ids(&[3, 2, 1]));

    // Somebody else accepts, and the first one invited is no longer a player of it.
    let mut accepted = press(TableId(1), 1);
    accepted.live.players = vec![ann, cid];
    store.append(accepted).await.expect("accepted");
    assert_eq!(store.open_tables(Of::Player(bob)).await, ids(&[3]));
    assert_eq!(store.open_tables(Of::Player(cid)).await, ids(&[3, 1]));
    let mut alone = press(TableId(3), 1);
    alone.live.players = vec![bob];
    store.append(alone).await.expect("one player less");
    assert_eq!(store.open_tables(Of::Player(cid)).await, ids(&[1]));

    let mut over = press(TableId(1), 2);
    over.live = Live {
        stage: LiveStage::Over,
        place: place(-10),
        players: vec![ann, cid],
    };
    store.append(over).await.expect("over");
    assert_eq!(store.open_tables(Of::Player(cid)).await, ids(&[]));
    assert_eq!(store.open_tables(Of::Player(ann)).await, ids(&[2]));
    assert_eq!(store.open_tables(Of::Venue(venue(-10))).await, ids(&[2]));
    assert_eq!(store.open_tables(Of::Place(place(-10))).await, ids(&[]));
    assert_eq!(store.open_tables(Of::All).await, ids(&[3, 2]));
    assert_eq!(store.latest_tables(Of::Player(ann), 5).await, ids(&[2, 1]));
    assert_eq!(store.latest_tables(Of::Player(ann), 1).await, ids(&[2]));
    assert_eq!(store.latest_tables(Of::Venue(venue(-10)), 5).await, ids(&[2, 1]));
    assert_eq!(store.latest_tables(Of::Place(place(-10)), 5).await, ids(&[1]));
    assert_eq!(store.latest_tables(Of::All, 2).await, ids(&[3, 2]));
}

async fn impossible_requests_are_refused(home: Home) {
    let store = home.open().await;
    let mut empty = press(T, 0);
    empty.events.clear();
    assert!(matches!(store.append(empty).await, Err(StoreError::Impossible(_))));
    assert!(matches!(
        store.append(press(T, -1)).await,
        Err(StoreError::Impossible(_))
    ));
    assert_eq!(store.load(T).await, Ok(None));

    // Nothing new in the log, but other rows change: allowed on a table that stands where it is expected.
    store.append(press(T, 0)).await.expect("opened");
    let mut quiet = press(T, 1);
    quiet.events.clear();
    quiet.due = vec![clock(0, 9, 1)];
    store.append(quiet.clone()).await.expect("a deadline moves");
    assert_eq!(store.next_due().await, Ok(Some(Millis(9))));
    quiet.expected = Version(2);
    assert_eq!(store.append(quiet).await, Err(StoreError::Conflict));
}

async fn settings_come_back(home: Home) {
    let store = home.open().await;
    assert_eq!(store.setting("commands").await, Ok(None));
    store.set_setting("commands", "12ab").await.expect("set");
    store.set_setting("commands", "34cd").await.expect("set again");
    store.set_setting("offset", "").await.expect("set");
    assert_eq!(store.setting("commands").await, Ok(Some("34cd".to_owned())));
    assert_eq!(store.setting("offset").await, Ok(Some(String::new())));
}
