//! Durable presses: group commit, one transaction a press, and the bare write + fdatasync of the same disk in one run.
//!
//! `cargo bench --bench store` prints the figures; `-- 5` measures each for five seconds instead of two.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench reads the clock and prints its figures"
)]

use std::fmt;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use jinlami::id::{Millis, Place, Platform, PlayerId, Seat, Stamp, TableId, Venue, Version};
use jinlami::store::{Append, Live, LiveStage, Metric, Of, SlotKey, SlotKind, Store, Tuning, Want};
use jinlami::table::{By, Due, DueKind, Event};

fn main() {
    let seconds = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(2);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure(Duration::from_secs(seconds)));
}

async fn measure(time: Duration) {
    let bare = bare_commits(home().path(), time);
    println!("bare 4 KiB write + fdatasync                {bare:>8.0}/s");

    let mut rates = Vec::new();
    for (name, batch) in [
        ("one transaction a press", 1),
        ("group commit", Tuning::default().batch),
    ] {
        for writers in [1, 100, 1_000] {
            let home = home();
            let store = open(home.path(), batch).await;
            let run = closed_loop(&store, writers, time).await;
            println!("{name:<24} {writers:>5} at once       {run}");
            rates.push((batch, writers, run.rate));
            store.close().await;
        }
    }
    let rate = |group: bool, writers| {
        let found = rates
            .iter()
            .find(|(batch, at, _)| (*batch > 1) == group && *at == writers);
        found.map_or(0.0, |(_, _, rate)| *rate)
    };
    let group = rate(true, 100);
    println!(
        "group commit, 100 tables: {:.1} x one transaction a press (goal 6)",
        group / rate(false, 100)
    );
    println!("group commit, 100 tables: {:.1} x the bare rate (goal 2)", group / bare);

    let home = home();
    let store = open(home.path(), Tuning::default().batch).await;
    for rate in [500, 2_000] {
        let run = open_loop(&store, rate, time).await;
        println!("open loop, {rate:>5} presses/s                 {run}");
    }
    store.close().await;
    crowd(time).await;
}

/// A press with 10 and with 100,000 open tables in the file, and what a reader then pays.
async fn crowd(time: Duration) {
    let mut costs = Vec::new();
    for tables in [10, 100_000] {
        let home = home();
        let store = open(home.path(), Tuning::default().batch).await;
        fill(&store, tables).await;
        let run = closed_loop(&store, 100, time).await;
        println!("group commit, {tables:>6} open tables in the file {run}");
        costs.push(run.p50.as_secs_f64());
        let load = reads(async |number| {
            store
                .load(TableId(1 + number % tables))
                .await
                .expect("loads")
                .expect("is there");
        })
        .await;
        let find = reads(async |number| {
            store
                .open_tables(Of::Player(PlayerId(1 + number)))
                .await
                .expect("tables");
        })
        .await;
        let due = reads(async |_| {
            store.next_due().await.expect("due");
            store
                .slots_todo(Platform::Discord, Millis(i64::MAX - 1), 50)
                .await
                .expect("slots");
        })
        .await;
        let page = reads(async |_| {
            store.leaders(None, Metric::Points, 10, 0).await.expect("leaders");
        })
        .await;
        println!(
            "  a log {load:.0?}, a player's tables {find:.0?}, a look for work {due:.0?}, a leaderboard page {page:.0?}"
        );
        store.close().await;
    }
    println!(
        "press with 100,000 open tables: {:.2} x the press with 10 (goal 1.2)",
        costs[1] / costs[0]
    );
}

/// A folder beside the build: the system's temporary folder may live in memory.
fn home() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

async fn open(folder: &Path, batch: usize) -> Store {
    let url = format!("sqlite://{}", folder.join("bench.db").display());
    Store::open_with(
        &url,
        Tuning {
            batch,
            ..Tuning::default()
        },
    )
    .await
    .expect("the store opens")
}

struct Run {
    rate: f64,
    p50: Duration,
    p99: Duration,
    /// Processor time of the whole process a press; tells more than the rate on a busy machine.
    work: Duration,
}

impl Run {
    fn of(mut times: Vec<Duration>, took: Duration, work: Duration) -> Run {
        times.sort_unstable();
        let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
        let rate = times.len() as f64 / took.as_secs_f64();
        let work = work / u32::try_from(times.len().max(1)).expect("not that many");
        Run {
            rate,
            p50: at(50),
            p99: at(99),
            work,
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { rate, p50, p99, work } = self;
        let ms = |time: &Duration| time.as_secs_f64() * 1_000.0;
        write!(
            f,
            "{rate:>8.0}/s  p50 {:>7.2} ms  p99 {:>7.2} ms  {work:>4.0?} of processor",
            ms(p50),
            ms(p99)
        )
    }
}

/// Processor time that this process has used; zero where the system doesn't tell.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in brackets; the 14th and 15th fields of proc(5), in ticks of 10 ms.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

fn bare_commits(folder: &Path, time: Duration) -> f64 {
    let mut file = std::fs::File::create(folder.join("bare")).expect("a file");
    let (mut count, begun) = (0_u32, Instant::now());
    while begun.elapsed() < time {
        if count.is_multiple_of(1_000) {
            // As a write-ahead log does: over and over the same place.
            file.rewind().expect("rewound");
        }
        file.write_all(&[7_u8; 4_096]).expect("written");
        file.sync_data().expect("synced");
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}

/// Each of `writers` tables presses again as soon as its press is acknowledged.
async fn closed_loop(store: &Store, writers: i64, time: Duration) -> Run {
    static TABLES: AtomicI64 = AtomicI64::new(1_000_000);
    let (begun, before) = (Instant::now(), processor());
    let task = |_| {
        let store = store.clone();
        let table = TableId(TABLES.fetch_add(1, Ordering::Relaxed));
        tokio::spawn(async move {
            let mut times = Vec::new();
            while begun.elapsed() < time {
                let press = press(table, i64::try_from(times.len()).expect("small"));
                let sent = Instant::now();
                store.append(press).await.expect("appended");
                times.push(sent.elapsed());
            }
            times
        })
    };
    let mut times = Vec::new();
    for task in (0..writers).map(task).collect::<Vec<_>>() {
        times.extend(task.await.expect("ran"));
    }
    Run::of(times, begun.elapsed(), processor() - before)
}

/// Presses arrive at a steady rate, whether the earlier ones are acknowledged or not; lateness counts.
async fn open_loop(store: &Store, rate: u32, time: Duration) -> Run {
    static TABLES: AtomicI64 = AtomicI64::new(5_000_000);
    let gap = Duration::from_secs(1) / rate;
    let (begun, before) = (Instant::now(), processor());
    let mut tasks = Vec::new();
    let mut planned = begun;
    while planned < begun + time {
        planned += gap;
        tokio::time::sleep_until(planned.into()).await;
        let store = store.clone();
        let table = TableId(TABLES.fetch_add(1, Ordering::Relaxed));
        tasks.push(tokio::spawn(async move {
            let sent = Instant::now();
            store.append(press(table, 0)).await.expect("appended");
            sent.elapsed()
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.push(task.await.expect("ran"));
    }
    Run::of(times, begun.elapsed(), processor() - before)
}

/// The mean time of one read.
async fn reads(read: impl AsyncFn(i64)) -> Duration {
    const READS: u32 = 2_000;
    let begun = Instant::now();
    for number in 0..READS {
        read(i64::from(number)).await;
    }
    begun.elapsed() / READS
}

async fn fill(store: &Store, tables: i64) {
    let next = Arc::new(AtomicI64::new(1));
    let worker = |_| {
        let (store, next) = (store.clone(), Arc::clone(&next));
        tokio::spawn(async move {
            loop {
                let table = next.fetch_add(1, Ordering::Relaxed);
                if table > tables {
                    return;
                }
                store.append(press(TableId(table), 0)).await.expect("opened");
            }
        })
    };
    for worker in (0..200).map(worker).collect::<Vec<_>>() {
        worker.await.expect("ran");
    }
}

/// What a turn writes: the fact, the next deadline and reminder, the public table and both hands, the update's number.
fn press(table: TableId, version: i64) -> Append {
    static UPDATES: AtomicI64 = AtomicI64::new(1);
    let at = Millis(1_700_000_000_000 + version);
    let seat = if version % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
    let place = Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat: -(table.0 % 1_000) - 1,
        },
        channel: 0,
    };
    let stamp = Stamp(u32::try_from(version).unwrap_or(u32::MAX));
    let due = |kind, ms| Due {
        kind,
        at: at.plus(ms),
        stamp,
        seat,
    };
    let want = |kind, reader: Option<PlayerId>| {
        let chat = reader.map_or(place.venue.chat, |reader| reader.0);
        let key = SlotKey {
            table,
            kind,
            number: 0,
            reader,
            platform: Platform::Telegram,
            chat,
            channel: 0,
        };
        Want { key, want: version + 1 }
    };
    let [first, second] = [PlayerId(table.0 * 2), PlayerId(table.0 * 2 + 1)];
    Append {
        table,
        expected: Version(version),
        at,
        events: vec![Event::Played {
            seat,
            by: By::Person,
            fact: jinlami::gin::Event::DrewStock { seat },
            press: None,
        }],
        live: Live {
            stage: LiveStage::Playing,
            place,
            players: vec![first, second],
        },
        joins: Vec::new(),
        due: vec![due(DueKind::Clock, 86_400_000), due(DueKind::Remind, 64_800_000)],
        slots: vec![
            want(SlotKind::Table, None),
            want(SlotKind::Hand, Some(first)),
            want(SlotKind::Hand, Some(second)),
        ],
        results: None,
        abort: None,
        bout: None,
        tells: false,
        bounds: Vec::new(),
        mirrors: Vec::new(),
        invite: None,
        void: false,
        deed: None,
        inbox: Some((Platform::Telegram, UPDATES.fetch_add(1, Ordering::Relaxed))),
    }
}
