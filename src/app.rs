//! Arguments, build, run, stop: everything is put together here, for the program and for tests alike.

mod alone;
mod build;
mod check;
mod copy;
mod doctor;
mod events;
mod fair;
mod people;
mod trial;
mod vectors;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;
use tracing::{Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use build::App;
pub use trial::{Part, Trial};

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
    /// Copy the database into a new file; also while the bot runs.
    Backup {
        /// The file to write. It must not exist yet.
        file: PathBuf,
    },
    /// Put a backup in the database's place; the old file is kept beside it. Not while the bot runs.
    Restore {
        /// A file that `backup` wrote.
        file: PathBuf,
    },
    /// Examine the database: the file, everything derived from the logs, the room on the disk; also while the bot runs.
    Doctor,
    /// Reckon results, leaderboards, deadlines and messages anew from the logs. Not while the bot runs.
    Rebuild,
    /// Print everything that is kept about a person, as JSON; also while the bot runs.
    Person {
        /// The account: `discord:`, `telegram:` or `web:` and the platform's number of it.
        account: String,
    },
    /// Delete what is kept about a person, by the rules of `/privacy delete`. Not while the bot runs.
    Forget {
        /// The account: `discord:`, `telegram:` or `web:` and the platform's number of it.
        account: String,
        /// Do it; without this, only say what it would be.
        #[arg(long)]
        yes: bool,
    },
    /// Print the finished hands of a match as text; also while the bot runs.
    Export {
        /// The match's id, as it stands on its table.
        id: String,
    },
    /// Check that hands were dealt fairly: all of an exported match, or one by its commitment, seed and entropy.
    Verify(fair::Verify),
    /// Check files of test vectors; a line per mismatch, a count at the end.
    Vectors {
        /// JSON Lines files, and matches as `export` prints them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    #[command(flatten)]
    Trial(Trial),
}

impl Arguments {
    /// The trial that was asked for, if it was one: `main` runs it, where the fake platforms are.
    #[must_use]
    pub fn trial(&self) -> Option<&Trial> {
        match &self.command {
            Some(Command::Trial(trial)) => Some(trial),
            _ => None,
        }
    }
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
    if let Command::Verify(what) = &command {
        return fair::verify(what, say);
    }
    if let Command::Trial(trial) = &command {
        anyhow::bail!(trial.missing());
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
        Command::Backup { file } => copy::backup(&config, &file, say).await.map(|()| true),
        Command::Restore { file } => copy::restore(&config, &file, say).await.map(|()| true),
        Command::Doctor => Ok(doctor::doctor(&config, say).await),
        Command::Rebuild => doctor::rebuild(&config, say).await,
        Command::Person { account } => people::person(&config, &account, say).await,
        Command::Forget { account, yes } => people::forget(&config, &account, yes, say).await,
        Command::Export { id } => fair::export(&config, &id, say).await,
        Command::Verify(_) | Command::Vectors { .. } | Command::Trial(_) => Ok(true),
    }
}

async fn play(config: &Config, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<()> {
    log(config)?;
    let stop = CancellationToken::new();
    let mut app = App::start(config, clock(), dice(), stop.clone()).await?;
    say(&format!(
        "jinlami {} keeps everything in {}.",
        env!("CARGO_PKG_VERSION"),
        config.database.url
    ));
    match app.address() {
        Some(address) => say(&format!("Play here: http://{address}/")),
        None if cfg!(feature = "web") => say("The local page is off: web.listen is empty."),
        None => say("Local page: not built into this program."),
    }
    if let Some(line) = check::fleeting(config) {
        say(&line);
    }
    if let Some(address) = app.signs_address() {
        say(&format!("Health and metrics: {address}, /healthz and /metrics."));
    }
    if let Some(line) = check::exposed(config) {
        say(line);
    }
    for line in check::platforms(config) {
        say(&line);
    }
    say("Stop with Ctrl-C.");
    let doom = tokio::select! {
        told = signals() => told.map(|()| None)?,
        reason = app.doomed() => Some(reason),
    };
    say("Stopping.");
    app.stop().await;
    match doom {
        None => Ok(()),
        Some(reason) => anyhow::bail!(reason),
    }
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
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    logger(&config.log.filter, std::io::stderr, colours)?.try_init()?;
    Ok(())
}

/// Libraries that print what goes over the wire, tokens and private hands included, once their lower levels are on (the
/// gateway's does so at `warn`). What an operator has to know, this program says itself.
const TALKATIVE: [&str; 13] = [
    "serenity",
    "poise",
    "teloxide",
    "teloxide_core",
    "tungstenite",
    "tokio_tungstenite",
    "reqwest",
    "hyper",
    "hyper_util",
    "h2",
    "rustls",
    "axum",
    "sqlx",
];

/// What is written where: what the settings ask for, with those libraries held to errors whatever they ask.
fn logger<W>(filter: &str, writer: W, colours: bool) -> anyhow::Result<impl Subscriber + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(filter).context("log.filter is not a filter")?;
    let quiet = filter_fn(|meta| {
        let library = meta.target().split("::").next().unwrap_or_default();
        *meta.level() == Level::ERROR || !TALKATIVE.contains(&library)
    });
    Ok(tracing_subscriber::registry()
        .with(filter)
        .with(quiet)
        .with(tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(colours)))
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

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Mutex, PoisonError};

    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written under this filter when a library and the program speak.
    fn written(text: &str) -> String {
        let paper = Paper::default();
        let writer = paper.clone();
        let subscriber = logger(text, move || writer.clone(), false).unwrap();
        tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!(target: "serenity::gateway::shard", "handle_event", event = "in-a-span");
            span.in_scope(|| tracing::info!(target: "jinlami::discord", "own words"));
            tracing::warn!(target: "serenity::gateway::ws", "payload-of-a-hand");
            tracing::trace!(target: "tungstenite::protocol", "frame-with-a-token");
            tracing::error!(target: "jinlami::service", "own fault");
        });
        let bytes = paper.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn no_filter_makes_a_library_print_what_goes_over_the_wire() {
        for text in ["info", "trace", "info,serenity::gateway=trace,tungstenite=trace"] {
            let log = written(text);
            assert!(log.contains("own words") && log.contains("own fault"), "{text}: {log}");
            assert!(!log.contains('\u{1b}'), "no colours outside a terminal: {log}");
            for secret in ["payload-of-a-hand", "frame-with-a-token", "in-a-span"] {
                assert!(!log.contains(secret), "{text}: {log}");
            }
        }
        assert_eq!(written("off"), "");
        assert!(logger("a=b=c", std::io::sink, false).is_err());
    }
}
