//! The real program as a child process.

use std::path::Path;
use std::process::Command;

/// The program in a folder of its own, with none of this process's settings: `.ci/run` has variables of the same prefix,
/// and the tokens of whoever runs the tests must never reach a real platform from here.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jinlami"));
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("JINLAMI_") {
            command.env_remove(name);
        }
    }
    // Scripted players press faster than people may.
    command.env("JINLAMI_LIMITS__PERSON_PER_MINUTE", "0");
    command.env("JINLAMI_LIMITS__CHAT_PER_MINUTE", "0");
    command
}
