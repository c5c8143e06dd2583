//! The program: reads its arguments, runs, says what happened.

#![expect(clippy::print_stderr, reason = "the one room that speaks to the terminal")]

/// The fake platforms and what runs on them, shared with the tests.
#[cfg(feature = "storm")]
#[path = "../tests/it"]
mod it {
    pub mod bench;
    #[expect(dead_code, unused_imports, reason = "the tests need more of them than a storm does")]
    pub mod fakes;
    #[expect(dead_code, reason = "the tests need more of it than a storm does")]
    pub mod storm;
}

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
#[cfg(feature = "storm")]
use it::{bench, fakes, storm};
#[cfg(feature = "storm")]
use jinlami::app::Trial;
use jinlami::app::{Arguments, run};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("jinlami: no runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    // Whoever read the output may be gone: that is no reason to stop a match.
    let say = |line: &str| drop(writeln!(std::io::stdout(), "{line}"));
    #[cfg(feature = "storm")]
    let done = match arguments.trial() {
        Some(trial) => runtime.block_on(tried(trial, &say)),
        None => runtime.block_on(run(arguments, &say)),
    };
    #[cfg(not(feature = "storm"))]
    let done = runtime.block_on(run(arguments, &say));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("jinlami: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a storm or a bench; `false` when it found something wrong.
#[cfg(feature = "storm")]
async fn tried(trial: &Trial, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::ERROR)
        .with_writer(std::io::stderr)
        .init();
    match trial {
        Trial::Storm { seed, players, .. } => {
            let plan = storm::Plan {
                program: std::env::current_exe()?,
                length: trial.length(),
                seed: *seed,
                players: usize::from(*players),
            };
            storm::storm(plan, say).await
        }
        Trial::Bench { results, only } => bench::bench(std::env::current_exe()?, *results, *only, say).await,
    }
}
