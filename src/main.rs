//! The program: reads its arguments, runs, says what happened.

#![expect(clippy::print_stderr, reason = "the one room that speaks to the terminal")]

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
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
    match runtime.block_on(run(arguments, &say)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("jinlami: {error:#}");
            ExitCode::FAILURE
        }
    }
}
