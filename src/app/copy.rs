//! `jinlami backup` and `jinlami restore`.

use std::path::Path;

use crate::config::Config;
use crate::store::{Copied, Store};

/// Copies the database, whether or not the bot runs.
pub(super) async fn backup(config: &Config, file: &Path, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<()> {
    let copied = Store::backup(&config.database.url, file).await?;
    say(&format!("{} holds {}.", file.display(), holds(&copied)));
    say("It is checked and can be restored. Open hands are in it: keep it as private as the database.");
    Ok(())
}

/// Puts a copy in the database's place.
pub(super) async fn restore(config: &Config, file: &Path, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<()> {
    let restored = Store::restore(&config.database.url, file).await?;
    say(&format!(
        "{} now holds {}.",
        config.database.url,
        holds(&restored.copied)
    ));
    if let Some(aside) = restored.aside {
        say(&format!("What was there before is {} now.", aside.display()));
    }
    say(
        "Messages that were sent after the backup was made stay in the chats; their buttons answer with the state of now.",
    );
    Ok(())
}

fn holds(copied: &Copied) -> String {
    format!(
        "{} matches, {} facts, schema {}, {} KiB",
        copied.tables,
        copied.facts,
        copied.schema,
        copied.bytes.div_ceil(1024)
    )
}
