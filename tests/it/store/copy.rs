//! Copies: made under load without stopping anything, and put back on another machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use jinlami::store::{CopyError, Metric, OpenError};
use sqlx::{ConnectOptions, Connection, Executor};

use super::*;
use crate::effort::cases;

/// Writers at so many tables at once, until stopped: how far each table is acknowledged, and what failed.
struct Load {
    stop: Arc<AtomicBool>,
    kept: Arc<Mutex<BTreeMap<i64, i64>>>,
    presses: Arc<AtomicI64>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Load {
    fn start(store: &Store, tables: i64) -> Load {
        let mut load = Load {
            stop: Arc::default(),
            kept: Arc::default(),
            presses: Arc::default(),
            tasks: Vec::new(),
        };
        for table in 1..=tables {
            let (store, stop, kept, presses) = (
                store.clone(),
                Arc::clone(&load.stop),
                Arc::clone(&load.kept),
                Arc::clone(&load.presses),
            );
            load.tasks.push(tokio::spawn(async move {
                let mut version = 0;
                while !stop.load(Ordering::Relaxed) {
                    let mut append = press(TableId(table), version);
                    append.events = (1..=3).map(|number| fact(version + number)).collect();
                    append.due = vec![clock(0, version + 3, 1)];
                    append.slots = vec![public(TableId(table), version + 3)];
                    store.append(append).await.expect("a press while a copy is made");
                    version += 3;
                    kept.lock().expect("held").insert(table, version);
                    presses.fetch_add(1, Ordering::Relaxed);
                }
            }));
        }
        load
    }

    /// Waits until so many more presses are acknowledged.
    async fn more(&self, presses: i64) {
        let goal = self.presses.load(Ordering::Relaxed) + presses;
        let waiting = async {
            while self.presses.load(Ordering::Relaxed) < goal {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), waiting)
            .await
            .expect("presses go on");
    }

    fn kept(&self) -> BTreeMap<i64, i64> {
        self.kept.lock().expect("held").clone()
    }

    async fn stop(self) -> BTreeMap<i64, i64> {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.expect("no press failed");
        }
        self.kept.lock().expect("held").clone()
    }
}

/// A database elsewhere, made from a copy.
async fn elsewhere(copy: &Path) -> (Home, Store) {
    let home = Home::sqlite();
    let restored = Store::restore(&home.url(), copy).await.expect("restored");
    assert_eq!(restored.aside, None);
    let store = home.open().await;
    (home, store)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_holds_every_press_acknowledged_before_it_and_is_one_moment() {
    // C-134, C-132: five copies while five hundred tables press at once and the leaderboard is read; nothing fails. With
    // `JINLAMI_FUZZ` it goes on for minutes.
    let home = Home::sqlite();
    let store = home.open().await;
    let load = Load::start(&store, 500);
    load.more(1_500).await;
    for round in 0..cases(5) {
        let before = load.kept();
        let copy = home.folder.path().join(format!("copy-{round}.db"));
        let url = home.url();
        let making = Store::backup(&url, &copy);
        let reading = async {
            store.leaders(None, Metric::Points, 10, 0).await.expect("a board");
        };
        let (copied, ()) = tokio::join!(making, reading);
        let copied = copied.expect("a copy");
        let after = load.kept();
        assert!(copied.tables >= i64::try_from(before.len()).expect("few"));

        let mode = std::os::unix::fs::PermissionsExt::mode(&copy.metadata().expect("a file").permissions());
        assert_eq!(mode & 0o077, 0, "open hands are in it");
        let (_other, restored) = elsewhere(&copy).await;
        let mut facts = 0;
        for (&table, &acknowledged) in &before {
            let table = TableId(table);
            let log = restored.load(table).await.expect("loads").expect("is there");
            let length = i64::try_from(log.len()).expect("few");
            facts += length;
            assert!(length >= acknowledged, "{length} of {acknowledged}");
            assert!(length <= after[&table.0] + 3, "nothing from after it");
            assert_eq!(length % 3, 0, "a press is whole");
            let slot = restored.slot(table, SlotKind::Table, 0, None).await.expect("read");
            assert_eq!(
                slot.expect("a message").want,
                length,
                "the log and its messages are of one moment"
            );
        }
        assert!(copied.facts >= facts);
        restored.close().await;
        std::fs::remove_file(&copy).expect("it was there");
        load.more(500).await;
    }
    let kept = load.stop().await;
    for (table, version) in kept {
        assert_eq!(length(&store, TableId(table)).await as i64, version);
    }
    let left: Vec<_> = std::fs::read_dir(home.folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .filter(|name| name.contains("part"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[tokio::test]
async fn a_backup_takes_what_is_still_in_the_write_ahead_log() {
    // C-134: the main file alone lacks it.
    let home = Home::sqlite();
    let store = home.open().await;
    for version in 0..10 {
        store.append(press(T, version)).await.expect("appended");
    }
    let wal = home.path().with_extension("db-wal");
    assert!(std::fs::metadata(&wal).expect("a log").len() > 0);
    let copy = home.folder.path().join("copy.db");
    Store::backup(&home.url(), &copy).await.expect("a copy");
    let (_other, restored) = elsewhere(&copy).await;
    assert_eq!(length(&restored, T).await, 10);

    // Also of a database that nobody has open, and of one whose last process was killed.
    store.close().await;
    let again = home.folder.path().join("again.db");
    assert_eq!(Store::backup(&home.url(), &again).await.expect("a copy").facts, 10);
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_nothing_behind_when_it_fails() {
    let home = Home::sqlite();
    let copy = home.folder.path().join("copy.db");
    assert!(matches!(
        Store::backup(&home.url(), &copy).await,
        Err(CopyError::Missing(_))
    ));
    assert!(!copy.exists() && !home.path().exists());

    let store = home.open().await;
    store.append(press(T, 0)).await.expect("appended");
    std::fs::write(&copy, b"precious").expect("written");
    let refused = Store::backup(&home.url(), &copy).await.expect_err("it exists");
    assert!(refused.to_string().contains("overwrites nothing"), "{refused}");
    assert_eq!(std::fs::read(&copy).expect("read"), b"precious");

    let nowhere = home.folder.path().join("missing/copy.db");
    let refused = Store::backup(&home.url(), &nowhere).await.expect_err("no folder");
    assert!(refused.to_string().contains("there is no folder"), "{refused}");

    // A page of it torn.
    store.close().await;
    let sound = home.folder.path().join("sound.db");
    Store::backup(&home.url(), &sound).await.expect("still sound");
    tear(&home.path());
    let torn = home.folder.path().join("torn.db");
    let refused = Store::backup(&home.url(), &torn).await.expect_err("damaged");
    assert!(refused.to_string().contains("is damaged"), "{refused}");
    assert!(!torn.exists());
    // And what is sound can be put back over it, with the damaged one kept.
    let restored = Store::restore(&home.url(), &sound).await.expect("restored");
    assert!(restored.aside.expect("kept").exists());
    assert_eq!(length(&home.open().await, T).await, 1);
}

/// Overwrites the second page and those after it.
fn tear(path: &Path) {
    let mut bytes = std::fs::read(path).expect("read");
    for byte in &mut bytes[4_096..] {
        *byte = 0x5a;
    }
    std::fs::write(path, bytes).expect("written");
}

#[tokio::test]
async fn a_restore_refuses_while_a_bot_runs_and_keeps_what_it_replaces() {
    let home = Home::sqlite();
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("appended");
    let copy = home.folder.path().join("copy.db");
    Store::backup(&home.url(), &copy).await.expect("a copy");
    store.append(press(T, 1)).await.expect("appended");
    let refused = Store::restore(&home.url(), &copy).await.expect_err("in use");
    assert!(matches!(refused, CopyError::Open(OpenError::InUse { .. })), "{refused}");
    store.append(press(T, 2)).await.expect("the running one goes on");
    store.close().await;

    let restored = Store::restore(&home.url(), &copy).await.expect("restored");
    let aside = restored.aside.expect("the old one is kept");
    assert_eq!((restored.copied.tables, restored.copied.facts), (1, 1));
    let old = jinlami::store::Store::peek(&format!("sqlite://{}", aside.display()), T).await;
    assert_eq!(old.expect("readable").expect("there").len(), 3);
    let again = Store::restore(&home.url(), &copy).await.expect("restored");
    assert_ne!(again.aside.expect("kept too"), aside);
    let store = home.open().await;
    assert_eq!(length(&store, T).await, 1);
    store.append(press(T, 1)).await.expect("it goes on from there");
    store.close().await;

    // What was killed with its last presses in the write-ahead log alone is kept whole too.
    let store = home.open().await;
    store.append(press(T, 2)).await.expect("appended");
    drop(store);
    let restored = loop {
        match Store::restore(&home.url(), &copy).await {
            Err(CopyError::Open(OpenError::InUse { .. })) => tokio::task::yield_now().await,
            done => break done.expect("restored"),
        }
    };
    let aside = format!("sqlite://{}", restored.aside.expect("kept").display());
    assert_eq!(Store::peek(&aside, T).await.expect("readable").expect("there").len(), 3);
    assert_eq!(length(&home.open().await, T).await, 1);
}

#[tokio::test]
async fn a_restore_takes_nothing_but_a_sound_database_of_ours_and_touches_nothing_before_it_knows() {
    let home = Home::sqlite();
    let store = home.open().await;
    store.append(press(T, 0)).await.expect("appended");
    store.close().await;
    let file = |name: &str| home.folder.path().join(name);

    let refused = Store::restore(&home.url(), &file("missing.db"))
        .await
        .expect_err("none");
    assert!(matches!(refused, CopyError::Missing(_)), "{refused}");
    let refused = Store::restore(&home.url(), home.folder.path())
        .await
        .expect_err("a folder");
    assert!(refused.to_string().contains("is a folder: name a file"), "{refused}");
    let refused = Store::backup(&home.url(), home.folder.path())
        .await
        .expect_err("a folder");
    assert!(refused.to_string().contains("is a folder: name a file"), "{refused}");
    let refused = Store::backup(&home.url(), &file("nowhere/copy.db")).await;
    let refused = refused.expect_err("no folder");
    assert!(
        refused.to_string().contains("there is no folder") && refused.to_string().contains("nowhere"),
        "{refused}"
    );
    std::fs::write(file("noise.db"), [7; 8_192]).expect("written");
    let refused = Store::restore(&home.url(), &file("noise.db")).await.expect_err("noise");
    assert!(refused.to_string().contains("is damaged"), "{refused}");
    std::fs::write(file("empty.db"), b"").expect("written");
    let refused = Store::restore(&home.url(), &file("empty.db"))
        .await
        .expect_err("nothing in it");
    assert!(matches!(refused, CopyError::Foreign(_)), "{refused}");
    change(&file("other.db"), "CREATE TABLE invoices(id INTEGER)").await;
    let refused = Store::restore(&home.url(), &file("other.db"))
        .await
        .expect_err("foreign");
    assert!(refused.to_string().contains("not a database of jinlami's"), "{refused}");

    Store::backup(&home.url(), &file("newer.db")).await.expect("a copy");
    let future = "INSERT INTO migrations(version, name) VALUES (999, 'from the future')";
    change(&file("newer.db"), future).await;
    let refused = Store::restore(&home.url(), &file("newer.db")).await.expect_err("newer");
    assert!(refused.to_string().contains("newer jinlami"), "{refused}");

    Store::backup(&home.url(), &file("loose.db")).await.expect("a copy");
    let loose = "INSERT INTO identities(platform, user_id, player, changed_at) VALUES (1, 1, 12345, 0)";
    change(&file("loose.db"), loose).await;
    let refused = Store::restore(&home.url(), &file("loose.db"))
        .await
        .expect_err("a loose end");
    assert!(refused.to_string().contains("identities"), "{refused}");

    assert_eq!(length(&home.open().await, T).await, 1);
    let names = std::fs::read_dir(home.path().parent().expect("a folder")).expect("read");
    let left: Vec<_> = names.map(|entry| entry.expect("an entry").file_name()).collect();
    assert!(
        left.iter()
            .all(|name| !name.to_string_lossy().contains("part") && !name.to_string_lossy().contains("before")),
        "{left:?}"
    );
}

async fn change(path: &Path, statement: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(false);
    let mut connection = options.connect().await.expect("another program opens it");
    connection.execute(statement).await.expect("changed");
    connection.close().await.expect("closed");
}
