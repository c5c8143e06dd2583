//! Kills: a child process writes and tells what was acknowledged; whatever it told is there afterwards.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::*;

const HOME: &str = "JINLAMI_TEST_CRASH_HOME";

/// The child: presses at eight tables at once until it is killed. Does nothing when run as an ordinary test.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test passes the address in the environment"
)]
async fn child_that_is_killed() {
    let Ok(url) = std::env::var(HOME) else { return };
    let store = Store::open(&url).await.expect("opens after any kill");
    let tables = (1..=8).map(|table| {
        let store = store.clone();
        tokio::spawn(async move {
            let table = TableId(table);
            let mut version = i64::try_from(length(&store, table).await).expect("small");
            loop {
                let mut append = press(table, version);
                append.events = (1..=3).map(|number| fact(version + number)).collect();
                append.due = vec![clock(0, version + 3, 1)];
                append.slots = vec![public(table, version + 3)];
                // Each press opens another table in the same write, as a rematch does.
                let other = press(TableId(other(table, version + 3)), 0);
                store.append_both(append, other).await.expect("appended");
                version += 3;
                let mut out = std::io::stdout().lock();
                let told = writeln!(out, "\nkept {} {version}", table.0).and_then(|()| out.flush());
                if told.is_err() {
                    return;
                }
            }
        })
    });
    futures::future::join_all(tables.collect::<Vec<_>>()).await;
}

/// The table that the press opens which brings this table's log to this length.
fn other(table: TableId, length: i64) -> i64 {
    table.0 * 1_000_000_000 + length
}

#[tokio::test]
async fn kills_lose_nothing_acknowledged_and_leave_nothing_half_done() {
    let home = Home::sqlite();
    let mut kept: BTreeMap<i64, usize> = BTreeMap::new();
    for round in 0..8_usize {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "store::crash::child_that_is_killed", "--nocapture"])
            .env(HOME, home.url())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a child");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut told = 0;
        for line in lines {
            let line = line.expect("text");
            let mut words = line.split(' ');
            let (Some("kept"), Some(table), Some(version)) = (words.next(), words.next(), words.next()) else {
                continue;
            };
            kept.insert(table.parse().expect("a table"), version.parse().expect("a version"));
            told += 1;
            if told == 40 + 13 * round {
                // SIGKILL, in the middle of whatever it does. What it told before is still read below.
                child.kill().expect("killed");
            }
        }
        child.wait().expect("ended");
        assert!(told >= 40, "the child worked: {told}");

        let store = home.open().await;
        for (table, version) in &kept {
            let table = TableId(*table);
            let log = store.load(table).await.expect("loads").expect("is there");
            assert!(
                log.len() >= *version,
                "table {} kept {} of {version}",
                table.0,
                log.len()
            );
            assert_eq!(log.len() % 3, 0, "a press is whole");
            let facts: Vec<_> = log.iter().map(|(_, fact)| fact.clone()).collect();
            assert_eq!(facts, (1..).take(log.len()).map(fact).collect::<Vec<_>>());
            let length = i64::try_from(log.len()).expect("small");
            for pressed in (0..10).map(|back| length - 3 * back).filter(|pressed| *pressed > 0) {
                let with = TableId(other(table, pressed));
                assert_eq!(super::length(&store, with).await, 1, "both or neither");
            }
            let next = TableId(other(table, length + 3));
            assert_eq!(super::length(&store, next).await, 0, "both or neither");
            let due = store.due(Millis(i64::MAX), 100).await.expect("due");
            assert!(
                due.iter().any(|row| row.table == table && row.due.at == Millis(length)),
                "the press's deadline"
            );
            let slot = store
                .slot(table, SlotKind::Table, 0, None)
                .await
                .expect("slot")
                .expect("is there");
            assert_eq!(slot.want, length, "the press's message");
        }
        store.close().await;
    }
    assert_eq!(kept.len(), 8);
}
