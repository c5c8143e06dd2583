//! `jinlami bench`: what the program does a second, how long a person waits, and what it all weighs, each figure beside its
//! goal and what this machine itself could do in the same run.

mod boards;
mod press;
mod sheet;
mod swiss;
mod weight;
mod wire;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use jinlami::app::Part;
use jinlami::store::{Store, Tuning};

use sheet::{Sheet, ms};

/// How long each rate is measured.
const TIME: Duration = Duration::from_secs(3);

/// Measures everything in a folder beside the current one, since the system's folder for such things may lie in memory.
///
/// # Errors
/// When it can't be measured.
pub async fn bench(
    program: PathBuf,
    results: u64,
    only: Option<Part>,
    say: &(dyn Fn(&str) + Sync),
) -> anyhow::Result<bool> {
    let mut sheet = Sheet::new(say);
    for part in Part::value_variants() {
        if only.is_some_and(|only| only != *part) {
            continue;
        }
        match part {
            Part::Presses => durable(&mut sheet).await?,
            Part::Swiss => swiss::swiss(&mut sheet).await?,
            Part::Boards => boards::boards(&mut sheet, results).await?,
            Part::Tables => weight::crowd(&mut sheet, &program).await?,
            Part::Idle => weight::idle(&mut sheet, &program).await?,
            Part::Shown => wire::presses(&mut sheet, &program).await?,
        }
    }
    Ok(sheet.end())
}

/// Presses that are on the disk when they are acknowledged.
async fn durable(sheet: &mut Sheet<'_>) -> anyhow::Result<()> {
    sheet.head("Durable presses (synchronous=FULL)");
    let folder = sheet::folder()?;
    let bare = press::bare_commits(folder.path().to_owned(), TIME).await?;
    sheet.note("write of 4 KiB and fdatasync, nothing else", &format!("{bare:.0}/s"));

    let mut alone = 0.0;
    for (name, batch) in [
        ("one transaction a press", 1),
        ("group commit", Tuning::default().batch),
    ] {
        for writers in [1, 100] {
            let folder = sheet::folder()?;
            let store = open(&folder, batch).await?;
            let run = press::appends(&store, writers, TIME).await?;
            store.close().await;
            let what = format!("bare store append, {name}, {writers} at once");
            if batch == 1 || writers == 1 {
                sheet.note(&what, &run.to_string());
                if batch == 1 {
                    alone = run.rate();
                }
            } else {
                sheet.note(&what, &run.to_string());
                sheet.least("  beside one transaction a press", run.rate() / alone, 6.0);
                sheet.least("  beside the bare write and fdatasync", run.rate() / bare, 2.0);
                sheet.most_ms("  p99 of it", run.at(99.0), 20.0);
            }
        }
    }
    let folder = sheet::folder()?;
    let store = open(&folder, Tuning::default().batch).await?;
    let steady = press::steady_appends(&store, 500, TIME).await?;
    sheet.most_ms(
        "bare store append, 500 a second whatever happens, p99",
        steady.at(99.0),
        25.0,
    );
    store.close().await;

    // The whole way of a press below the platforms: load, replay, decide, append.
    let folder = sheet::folder()?;
    let service = press::service(open(&folder, Tuning::default().batch).await?);
    let pairs = press::pairs(&service, 100).await?;
    for at_once in [1, 100] {
        let run = press::played(&service, pairs.iter().take(at_once).cloned(), TIME).await?;
        sheet.note(
            &format!("presses of running matches, {at_once} tables at once"),
            &run.to_string(),
        );
    }
    let pairs = press::pairs(&service, 500).await?;
    let run = press::steadily_played(&service, pairs, 500, TIME).await?;
    let beside = format!("{} p50; bare append {} p99", ms(run.at(50.0)), ms(steady.at(99.0)));
    sheet.most_ms_beside(
        "presses of 500 running matches, 500 a second, p99",
        run.at(99.0),
        25.0,
        &beside,
    );
    service.store().close().await;
    Ok(())
}

async fn open(folder: &tempfile::TempDir, batch: usize) -> anyhow::Result<Store> {
    let url = format!("sqlite://{}", folder.path().join("bench.db").display());
    let tuning = Tuning {
        batch,
        ..Tuning::default()
    };
    Ok(Store::open_with(&url, tuning).await?)
}
