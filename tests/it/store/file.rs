//! What the SQLite file promises: one process, a known schema, nothing acknowledged lost, a full disk survived.

use futures::future::join_all;
use jinlami::store::{Checkup, OpenError};
use sqlx::{ConnectOptions, Connection, Executor};

use super::*;

#[tokio::test]
async fn everything_acknowledged_is_there_after_a_drop_without_close() {
    let home = Home::sqlite();
    for round in 0..5_i64 {
        let store = home.open().await;
        assert_eq!(length(&store, T).await as i64, round * 10);
        for number in 0..10 {
            store.append(press(T, round * 10 + number)).await.expect("appended");
        }
        drop(store);
    }
    let store = home.open().await;
    assert_eq!(length(&store, T).await, 50);
    store.close().await;
    assert!(is_backend(&store.append(press(T, 50)).await), "a closed store refuses");
    assert!(is_backend(&store.load(T).await));
    store.close().await;
    let wal = home.path().with_extension("db-wal");
    assert!(!wal.exists(), "closing empties the write-ahead log into the file");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_that_wait_at_the_close_still_happen() {
    let home = Home::sqlite();
    let store = home.open().await;
    let waiting: Vec<_> = (0..200)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move { store.append(press(TableId(table + 1), 0)).await.is_ok() })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let done: Vec<bool> = join_all(waiting)
        .await
        .into_iter()
        .map(|result| result.expect("ran"))
        .collect();
    let store = home.open().await;
    for (done, table) in done.into_iter().zip(1..) {
        assert_eq!(
            length(&store, TableId(table)).await,
            usize::from(done),
            "acknowledged means kept, refused means not"
        );
    }
}

#[tokio::test]
async fn a_second_process_is_refused_in_plain_words() {
    let home = Home::sqlite();
    let store = home.open().await;
    let refused = Store::open(&home.url()).await.expect_err("in use");
    assert!(matches!(refused, OpenError::InUse { process: Some(process), .. } if process == std::process::id()));
    let text = refused.to_string();
    assert!(
        text.contains("in use by another jinlami") && text.contains(&std::process::id().to_string()),
        "{text}"
    );
    assert!(matches!(
        Store::migrate(&home.url()).await,
        Err(OpenError::InUse { .. })
    ));
    assert!(Store::check(&home.url()).await.expect("a look is allowed").in_use);
    store.append(press(T, 0)).await.expect("the first one goes on");
    store.close().await;
    Store::open(&home.url()).await.expect("free again");
}

#[tokio::test]
async fn a_check_changes_nothing() {
    let home = Home::sqlite();
    let found = Store::check(&home.url()).await.expect("fine");
    let known = found.known;
    assert_eq!(
        found,
        Checkup {
            path: home.path(),
            schema: None,
            known,
            in_use: false
        }
    );
    assert!(!home.path().exists());
    assert_eq!(Store::migrate(&home.url()).await.expect("migrated"), (0, known));
    assert_eq!(
        Store::migrate(&home.url()).await.expect("nothing to do"),
        (known, known)
    );
    assert_eq!(Store::check(&home.url()).await.expect("fine").schema, Some(known));
    assert!(matches!(
        Store::check("postgres://localhost/x").await,
        Err(OpenError::Address)
    ));
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let home = Home::sqlite();
    std::fs::write(home.folder.path().join("deep"), b"a file where a folder should be").expect("written");
    for refused in [
        Store::open(&home.url()).await.map(|_| ()).expect_err("no folder"),
        Store::check(&home.url()).await.map(|_| ()).expect_err("no folder"),
    ] {
        assert!(matches!(&refused, OpenError::Folder { .. }), "{refused}");
        assert!(refused.to_string().contains("deep"), "{refused}");
    }
}

#[tokio::test]
async fn a_newer_schema_and_a_foreign_file_are_refused() {
    let home = Home::sqlite();
    Store::migrate(&home.url()).await.expect("migrated");
    sql(
        &home,
        "INSERT INTO migrations(version, name) VALUES (999, 'from the future')",
    )
    .await;
    for refused in [
        Store::open(&home.url()).await.map(|_| ()).expect_err("too new"),
        Store::check(&home.url()).await.map(|_| ()).expect_err("too new"),
    ] {
        assert!(matches!(refused, OpenError::Newer { found: 999, .. }), "{refused}");
        assert!(refused.to_string().contains("newer jinlami"), "{refused}");
    }

    let other = Home::sqlite();
    std::fs::create_dir_all(other.path().parent().expect("a folder")).expect("made");
    sql(&other, "CREATE TABLE invoices(id INTEGER)").await;
    assert!(matches!(Store::open(&other.url()).await, Err(OpenError::Foreign)));

    let noise = Home::sqlite();
    std::fs::create_dir_all(noise.path().parent().expect("a folder")).expect("made");
    std::fs::write(noise.path(), [7; 8_192]).expect("written");
    assert!(matches!(Store::open(&noise.url()).await, Err(OpenError::Backend(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_fails_only_what_has_no_room() {
    let home = Home::sqlite();
    home.open().await.close().await;
    let pages = u32::try_from(std::fs::metadata(home.path()).expect("a file").len() / 4_096).expect("small");
    let store = home
        .open_with(Tuning {
            max_pages: Some(pages + 200),
            ..Tuning::default()
        })
        .await;
    for key in 0..4_000 {
        // Room that can be given back later.
        store.remember(Platform::Discord, key, Millis(key)).await.expect("room");
    }

    // Small writes and one far too big, at once, again and again: only the big ones fail.
    for round in 0..10_i64 {
        let writes = (0..9_i64).map(|number| {
            let mut append = press(TableId(1_000 * (round + 1) + number), 0);
            if number == 4 {
                append.events = vec![long_fact(2_000_000)];
            }
            store.append(append)
        });
        for (result, number) in join_all(writes).await.into_iter().zip(0..) {
            assert_eq!(is_backend(&result), number == 4, "write {number}: {result:?}");
            let kept = length(&store, TableId(1_000 * (round + 1) + number)).await;
            assert_eq!(kept, usize::from(number != 4));
        }
    }

    // Until nothing fits any more.
    let mut table = 100_000;
    let full = loop {
        table += 1;
        let mut append = press(TableId(table), 0);
        append.events = vec![long_fact(20_000)];
        if let Err(error) = store.append(append).await {
            break error;
        }
        assert!(table < 101_000, "the disk never fills");
    };
    assert!(full.to_string().contains("full"), "{full}");
    assert_eq!(length(&store, TableId(table)).await, 0);
    for kept in 100_001..table {
        assert_eq!(
            length(&store, TableId(kept)).await,
            1,
            "acknowledged before the disk was full"
        );
    }

    // And when there is room again, the same store goes on.
    assert_eq!(store.prune_inbox(Millis(4_000)).await, Ok(4_000));
    let mut append = press(TableId(table), 0);
    append.events = vec![long_fact(20_000)];
    store.append(append).await.expect("room again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_lock_delays_writes_and_loses_none() {
    let home = Home::sqlite();
    let store = home.open().await;
    let mut other = other_program(&home).await;
    other.execute("BEGIN IMMEDIATE").await.expect("the lock");
    let writes: Vec<_> = (1..=20)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move { store.append(press(TableId(table), 0)).await })
        })
        .collect();
    assert_eq!(length(&store, T).await, 0, "reading needs no lock");
    other.execute("COMMIT").await.expect("let go");
    for write in writes {
        assert_eq!(write.await.expect("ran"), Ok(()));
    }
}

/// A connection as another program would have it.
async fn other_program(home: &Home) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(home.path())
        .create_if_missing(true);
    options.connect().await.expect("another program opens the file")
}

async fn sql(home: &Home, statement: &'static str) {
    let mut connection = other_program(home).await;
    connection.execute(statement).await.expect("another program writes");
    connection.close().await.expect("closed");
}
