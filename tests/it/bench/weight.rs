//! What open tables cost: a press beside them, and memory.

use std::path::Path;
use std::time::Duration;

use jinlami::id::{Account, Place, Platform, Venue};
use jinlami::service::Service;
use jinlami::store::Store;
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::time::Instant;

use super::sheet::{Sheet, folder, ms};
use super::{TIME, press};
use crate::fakes::discord::FakeDiscord;
use crate::fakes::telegram::FakeTelegram;
use crate::storm::host::Host;

/// How many tables two people have between them; each may have 20.
const BETWEEN_TWO: i64 = 19;
/// How many tables are opened at the same time.
const AT_ONCE: i64 = 200;
/// How long a program that has just started settles.
const CALM: Duration = Duration::from_secs(4);

/// A press with 10, 1,000 and 100,000 open tables in the file, and what these weigh in a running program.
pub async fn crowd(sheet: &mut Sheet<'_>, program: &Path) -> anyhow::Result<()> {
    sheet.head("Open tables in the file");
    let (mut presses, mut resident) = (Vec::new(), Vec::new());
    for tables in [10_i64, 1_000, 100_000] {
        let folder = folder()?;
        let mut host = host(program, folder.path(), Vec::new());
        let service = press::service(Store::open(&host.url()).await?);
        let begun = Instant::now();
        fill(&service, tables).await?;
        let filled = begun.elapsed();
        let pairs = press::pairs(&service, 100).await?;
        let run = press::played(&service, pairs.into_iter(), TIME).await?;
        service.store().close().await;
        let bytes = std::fs::metadata(host.database())?.len();
        // A sleeping table's messages have been shown long ago.
        let mut file = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(host.database())
            .connect()
            .await?;
        file.execute("UPDATE slots SET sent = want, message = id").await?;
        file.close().await?;

        let begun = Instant::now();
        host.start().await?;
        let start = begun.elapsed();
        tokio::time::sleep(CALM).await;
        let usage = host.usage()?;
        host.stop().await?;
        sheet.note(&format!("presses of 100 more tables beside {tables}"), &run.to_string());
        let about = format!(
            "{:.1} MiB resident, started in {}, file {:.1} MiB, opened in {:.1} s",
            mib(usage.resident << 10),
            ms(start),
            mib(bytes),
            filled.as_secs_f64()
        );
        sheet.note(&format!("  the program with {tables}"), &about);
        presses.push(run);
        resident.push(usage.resident as f64);
    }
    let ratio = |percent| presses[2].at(percent).as_secs_f64() / presses[0].at(percent).as_secs_f64();
    sheet.most(
        "a press with 100,000 open tables beside one with 10, p50",
        ratio(50.0),
        1.2,
    );
    let each = |at: usize, tables: f64| (resident[at] - resident[0]).max(0.0) / tables;
    sheet.note(
        "memory a sleeping table, of 1,000",
        &format!("{:.2} KiB", each(1, 1_000.0)),
    );
    sheet.most_of(
        "memory a sleeping table, of 100,000",
        each(2, 100_000.0),
        1.0,
        "KiB",
        "",
    );
    Ok(())
}

/// The whole program with all platforms and nothing to do.
pub async fn idle(sheet: &mut Sheet<'_>, program: &Path) -> anyhow::Result<()> {
    sheet.head("Idle");
    let (discord, telegram) = (FakeDiscord::start().await, FakeTelegram::start().await);
    let folder = folder()?;
    let settings = vec![
        ("JINLAMI_DISCORD__TOKEN", discord.token()),
        ("JINLAMI_DISCORD__API_URL", discord.url()),
        ("JINLAMI_TELEGRAM__TOKEN", telegram.token()),
        ("JINLAMI_TELEGRAM__API_URL", telegram.url().to_owned()),
    ];
    let mut host = host(program, folder.path(), settings);
    host.start().await?;
    discord.connected().await;
    tokio::time::sleep(CALM).await;
    let usage = host.usage()?;
    host.stop().await?;
    let beside = format!("{} threads, {} open files", usage.threads, usage.files);
    sheet.most_of(
        "resident, all three platforms",
        mib(usage.resident << 10),
        64.0,
        "MiB",
        &beside,
    );
    Ok(())
}

/// The program in this folder, with a page on a free port.
pub fn host(program: &Path, folder: &Path, mut settings: Vec<(&'static str, String)>) -> Host {
    settings.push(("JINLAMI_WEB__LISTEN", "127.0.0.1:0".to_owned()));
    Host::new(program, folder, settings)
}

async fn fill(service: &Service, tables: i64) -> anyhow::Result<()> {
    let workers = (0..AT_ONCE).map(|worker| {
        let service = service.clone();
        tokio::spawn(async move {
            for number in (worker..tables).step_by(usize::try_from(AT_ONCE)?) {
                let two = number / BETWEEN_TWO * 2;
                let account = |user| Account {
                    platform: Platform::Discord,
                    user: 10_000_000 + user,
                };
                let place = Place {
                    venue: Venue {
                        platform: Platform::Discord,
                        chat: 1_000 + number % 500,
                    },
                    channel: 1_000 + number % 500,
                };
                press::open(&service, [account(two), account(two + 1)], place).await?;
            }
            anyhow::Ok(())
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await??;
    }
    Ok(())
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
