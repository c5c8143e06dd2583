//! Presses on the store and on the service, as many at once or as many a second as are asked for.

use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::Context;
use futures::future::try_join_all;
use jinlami::app::{clock, dice};
use jinlami::gin::{Mode, Preset};
use jinlami::id::{Account, Millis, Place, Platform, PlayerId, Seat, Stamp, TableId, Venue, Version};
use jinlami::service::{Caller, Command, Service};
use jinlami::store::{Append, Live, LiveStage, SlotKey, SlotKind, Store, Want};
use jinlami::table::{Due, DueKind, Event, Invitee, Table, Terms, Wish};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use super::sheet::Run;

/// The first number that no run has used for a table or a person.
static FREE: AtomicI64 = AtomicI64::new(1_000_000);

/// Bare writes of a page with a sync each, on the disk of this folder: how many a second.
pub async fn bare_commits(folder: PathBuf, time: Duration) -> anyhow::Result<f64> {
    let write = move || -> std::io::Result<f64> {
        let mut file = std::fs::File::create(folder.join("bare"))?;
        let (mut count, begun) = (0_u32, Instant::now());
        while begun.elapsed() < time {
            if count.is_multiple_of(1_000) {
                // As a write-ahead log does: over and over the same place.
                file.rewind()?;
            }
            file.write_all(&[7_u8; 4_096])?;
            file.sync_data()?;
            count += 1;
        }
        Ok(f64::from(count) / begun.elapsed().as_secs_f64())
    };
    Ok(tokio::task::spawn_blocking(write).await??)
}

/// So many tables at once, each pressing again as soon as its press is acknowledged.
pub async fn appends(store: &Store, writers: usize, time: Duration) -> anyhow::Result<Run> {
    let begun = Instant::now();
    let writer = |_| {
        let (store, table) = (store.clone(), TableId(FREE.fetch_add(1, Ordering::Relaxed)));
        spawned(async move {
            let mut times = Vec::new();
            while begun.elapsed() < time {
                let sent = Instant::now();
                store.append(append(table, i64::try_from(times.len())?)).await?;
                times.push(sent.elapsed());
            }
            Ok(times)
        })
    };
    let times = try_join_all((0..writers).map(writer)).await?;
    Ok(Run::of(times.concat(), begun.elapsed()))
}

/// So many presses a second, whether the earlier ones are acknowledged or not; lateness counts.
pub async fn steady_appends(store: &Store, rate: u32, time: Duration) -> anyhow::Result<Run> {
    steadily(rate, time, |_| {
        let (store, table) = (store.clone(), TableId(FREE.fetch_add(1, Ordering::Relaxed)));
        async move { Ok(store.append(append(table, 0)).await?) }
    })
    .await
}

async fn steadily<F>(rate: u32, time: Duration, press: impl Fn(usize) -> F) -> anyhow::Result<Run>
where
    F: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let (begun, gap) = (Instant::now(), Duration::from_secs(1) / rate);
    let mut tasks = Vec::new();
    let mut planned = begun;
    while planned < begun + time {
        planned += gap;
        sleep_until(planned).await;
        let (work, due) = (press(tasks.len()), planned);
        // It runs from now on, whoever waits for it.
        tasks.push(tokio::spawn(async move {
            work.await?;
            anyhow::Ok(due.elapsed())
        }));
    }
    let times: anyhow::Result<Vec<Duration>> = try_join_all(tasks).await?.into_iter().collect();
    Ok(Run::of(times?, begun.elapsed()))
}

async fn spawned<T: Send + 'static>(
    work: impl Future<Output = anyhow::Result<T>> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::spawn(work).await?
}

/// What a turn writes: a fact, the next deadline and reminder, the public table and both hands.
fn append(table: TableId, version: i64) -> Append {
    let at = Millis(1_700_000_000_000 + version);
    let place = place(-(table.0 % 1_000) - 1);
    let due = |kind, ms| Due {
        kind,
        at: at.plus(ms),
        stamp: Stamp(u32::try_from(version).unwrap_or(u32::MAX)),
        seat: Seat::FIRST,
    };
    let want = |kind, reader: Option<PlayerId>| {
        let key = SlotKey {
            table,
            kind,
            number: 0,
            reader,
            platform: Platform::Telegram,
            chat: reader.map_or(place.venue.chat, |reader| reader.0),
            channel: 0,
        };
        Want { key, want: version + 1 }
    };
    let players = vec![PlayerId(table.0 * 2), PlayerId(table.0 * 2 + 1)];
    Append {
        table,
        expected: Version(version),
        at,
        events: vec![Event::Grace { until: at }],
        due: vec![due(DueKind::Clock, 86_400_000), due(DueKind::Remind, 64_800_000)],
        slots: vec![
            want(SlotKind::Table, None),
            want(SlotKind::Hand, Some(players[0])),
            want(SlotKind::Hand, Some(players[1])),
        ],
        live: Live {
            stage: LiveStage::Playing,
            place,
            players,
        },
        results: None,
        abort: None,
        deed: None,
        joins: Vec::new(),
        bout: None,
        tells: false,
        bounds: Vec::new(),
        mirrors: Vec::new(),
        invite: None,
        void: false,
        inbox: None,
    }
}

fn place(chat: i64) -> Place {
    Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat,
        },
        channel: 0,
    }
}

/// Two people and the number of their match.
pub type Pair = Arc<Mutex<(Table, [Account; 2])>>;

pub fn service(store: Store) -> Service {
    Service::new(store, clock(), dice())
}

/// So many matches between people who play nowhere else, cards dealt.
pub async fn pairs(service: &Service, count: usize) -> anyhow::Result<Vec<Pair>> {
    let pair = |_| {
        let service = service.clone();
        spawned(async move {
            let accounts = [(); 2].map(|()| Account {
                platform: Platform::Discord,
                user: FREE.fetch_add(1, Ordering::Relaxed),
            });
            let here = Place {
                venue: Venue {
                    platform: Platform::Discord,
                    chat: 77,
                },
                channel: 78,
            };
            let table = open(&service, accounts, here).await?;
            Ok(Arc::new(Mutex::new((table, accounts))))
        })
    };
    try_join_all((0..count).map(pair)).await
}

/// A match between these two, cards dealt.
pub async fn open(service: &Service, [one, other]: [Account; 2], place: Place) -> anyhow::Result<Table> {
    service.meet(one, &format!("Guest {}", one.user), None).await?;
    let invited = service.meet(other, &format!("Guest {}", other.user), None).await?;
    let challenge = Command::Challenge {
        place,
        opponent: Invitee::Player(invited),
        terms: Terms {
            mode: Mode::Fixed { hands: 99 },
            ..Terms::of(Preset::Jinlami)
        },
        inbox: None,
    };
    let opened = service.handle(Caller::Person(one), challenge).await?;
    let accept = Command::Wish {
        table: opened.table.id(),
        stamp: None,
        wish: Wish::Accept,
        press: None,
    };
    Ok(service.handle(Caller::Person(other), accept).await?.table)
}

/// Plays these matches at once, each press right after the one before, and tells how long each took.
pub async fn played(service: &Service, pairs: impl Iterator<Item = Pair>, time: Duration) -> anyhow::Result<Run> {
    let begun = Instant::now();
    let playing = |pair: Pair| {
        let service = service.clone();
        spawned(async move {
            let mut times = Vec::new();
            while begun.elapsed() < time {
                times.push(step(&service, &pair).await?);
            }
            Ok(times)
        })
    };
    let times = try_join_all(pairs.map(playing)).await?;
    Ok(Run::of(times.concat(), begun.elapsed()))
}

/// Plays these matches in turn, so many presses a second in all; lateness counts.
pub async fn steadily_played(service: &Service, pairs: Vec<Pair>, rate: u32, time: Duration) -> anyhow::Result<Run> {
    steadily(rate, time, |number| {
        let (service, pair) = (service.clone(), Arc::clone(&pairs[number % pairs.len()]));
        async move { step(&service, &pair).await.map(drop) }
    })
    .await
}

/// The next press of a match, and how long it took until it was acknowledged.
async fn step(service: &Service, pair: &Pair) -> anyhow::Result<Duration> {
    let mut pair = pair.lock().await;
    let (table, accounts) = &mut *pair;
    let seat = table.to_move().context("ninety-nine hands are not over so soon")?;
    let view = table.view(Some(seat)).hand.context("a hand is played")?;
    let action = jinlami::robot::choose(&view).context("who is to move can move")?;
    let command = Command::Wish {
        table: table.id(),
        stamp: Some(table.stamp(seat)),
        wish: Wish::Play(action),
        press: None,
    };
    let sent = Instant::now();
    let outcome = service.handle(Caller::Person(accounts[seat.index()]), command).await?;
    let took = sent.elapsed();
    *table = outcome.table;
    Ok(took)
}
