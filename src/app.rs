//! Arguments, build, run, stop: everything is put together here, for the program and for tests alike.

mod build;
mod check;
mod vectors;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;

pub use build::App;

use crate::config::Config;
use crate::id::Millis;
use crate::service::{Clock, Dice};
use crate::store::Store;

/// Hosts Gin Rummy (金拉米) on Discord, Telegram and a local page.
#[derive(Parser)]
#[command(version, about)]
pub struct Arguments {
    /// What to do; without it, `run`.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play: the local page, and whichever platforms have tokens.
    Run,
    /// Say in plain words what is missing: tokens, permissions, a writable folder.
    Check,
    /// Bring the database to this program's schema and stop.
    Migrate,
    /// Check files of test vectors; a line per mismatch, a count at the end.
    Vectors {
        /// JSON Lines files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Does what the arguments say; `say` prints a line. Gives `false` when it found something wrong.
///
/// # Errors
/// When it can't be done at all.
pub async fn run(arguments: Arguments, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let command = arguments.command.unwrap_or(Command::Run);
    if let Command::Vectors { files } = command {
        return Ok(vectors::check(&files, say));
    }
    let config = Config::load(Path::new("."))?;
    match command {
        Command::Run => play(&config, say).await.map(|()| true),
        Command::Check => Ok(check::check(&config, say).await),
        Command::Migrate => {
            Store::migrate(&config.database.url).await?;
            say(&format!("{} has this program's schema.", config.database.url));
            Ok(true)
        }
        Command::Vectors { .. } => Ok(true),
    }
}

async fn play(config: &Config, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<()> {
    log(config)?;
    let stop = CancellationToken::new();
    let app = App::start(config, clock(), dice(), stop.clone()).await?;
    say(&format!(
        "jinlami {} keeps everything in {}.",
        env!("CARGO_PKG_VERSION"),
        config.database.url
    ));
    match app.address() {
        Some(address) => say(&format!("Play here: http://{address}/")),
        None => say("The local page is off: web.listen is empty."),
    }
    for line in check::platforms(config) {
        say(&line);
    }
    say("Stop with Ctrl-C.");
    signals().await?;
    say("Stopping.");
    app.stop().await;
    Ok(())
}

/// The machine's clock.
#[must_use]
pub fn clock() -> Clock {
    Arc::new(|| {
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    })
}

/// The operating system's chance.
#[must_use]
pub fn dice() -> Dice {
    Arc::new(|| {
        let mut seed = [0; 32];
        // Without chance there is no fair deal: stopping is the only honest answer.
        getrandom::fill(&mut seed).expect("the operating system gives random bytes");
        seed
    })
}

fn log(config: &Config) -> anyhow::Result<()> {
    let mut filter =
        tracing_subscriber::EnvFilter::try_new(&config.log.filter).context("log.filter is not a filter")?;
    // The platforms' libraries log whole updates, and a pressed message in one holds its reader's cards.
    for library in [
        "serenity",
        "poise",
        "tokio_tungstenite",
        "tungstenite",
        "teloxide",
        "teloxide_core",
        "reqwest",
        "hyper",
    ] {
        filter = filter.add_directive(format!("{library}=warn").parse()?);
    }
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init()
        .map_err(anyhow::Error::msg)
}

/// Waits for SIGINT or SIGTERM.
async fn signals() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        let mut term = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result?,
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}
