//! `jinlami doctor` and `jinlami rebuild`.

use std::path::Path;

use crate::config::Config;
use crate::id::TableId;
use crate::service::reckon;
use crate::store::{Audit, Difference, OddPot, OpenError, Store, Unread};

/// Less room than this, or than the database takes twice over, is worth a word: 64 MiB (ours).
const LITTLE: u64 = 64 << 20;

/// Examines the database, whether or not the bot runs, and changes nothing; `false` when something is wrong with it.
pub(super) async fn doctor(config: &Config, say: &(dyn Fn(&str) + Sync)) -> bool {
    match examine(config, say).await {
        Ok(fine) => {
            say(if fine { "Sound." } else { "Not sound." });
            fine
        }
        Err(error) => {
            say(&format!("Database: {error:#}."));
            say("Not sound.");
            false
        }
    }
}

async fn examine(config: &Config, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let found = Store::checkup(&config.database.url).await?;
    let file = found.path.display();
    let Some(schema) = found.schema else {
        return Err(OpenError::Missing { path: found.path }.into());
    };
    let runs = if found.in_use {
        "a jinlami is running on it"
    } else {
        "no jinlami is running on it"
    };
    say(&format!("Database: {file}, schema {schema}; {runs}."));
    let mut fine = room(&found.path, say);

    let mut audit = Audit::look(&config.database.url).await?;
    let faults = audit.faults().await?;
    for fault in &faults {
        fine = false;
        say(&format!("File: {fault}."));
    }
    if faults.is_empty() {
        say("File: pages, indices and references are sound.");
    }
    let unread = reckon(&mut audit).await?;
    fine &= unread.is_empty();
    complain(&unread, say);
    let odd = audit.unreadable().await?;
    fine &= odd.is_empty();
    complain_of_rows(&odd, say);
    let pots = audit.pots().await?;
    fine &= pots.is_empty();
    complain_of_pots(&pots, say);
    let waiting = audit.waiting().await?;
    if waiting > 0 {
        say(&format!(
            "Ratings: results of {waiting} ladders are still to be rated; the bot does that when it runs. What was rated before \
             them is examined."
        ));
    }
    let differences = audit.finish().await?;
    if differences.is_empty() {
        say("Logs: everything derived from them is as they say.");
    } else {
        fine = false;
        for line in &differences {
            say(&told(line));
        }
        say("Stop the bot and run `jinlami rebuild` to put that right; the logs are the truth.");
    }
    Ok(fine)
}

/// Reckons everything that is derived from the logs anew and stores what differs.
pub(super) async fn rebuild(config: &Config, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let mut audit = Audit::repair(&config.database.url).await?;
    let unread = reckon(&mut audit).await?;
    complain(&unread, say);
    let odd = audit.unreadable().await?;
    complain_of_rows(&odd, say);
    let pots = audit.pots().await?;
    complain_of_pots(&pots, say);
    let differences = audit.finish().await?;
    for line in &differences {
        say(&told(line));
    }
    say(match (differences.is_empty(), unread.is_empty()) {
        (true, true) => "Everything derived from the logs was as they say.",
        (false, true) => "Put right: everything derived from the logs is as they say.",
        (true, false) => "Everything derived from the logs that can be read was as they say.",
        (false, false) => "Put right: everything derived from the logs that can be read is as they say.",
    });
    // What fell due and could not be read is gone; a schedule is somebody's own and stays.
    let stays = odd.iter().any(|row| matches!(row, Unread::Schedule(_)));
    Ok(unread.is_empty() && !stays && pots.is_empty())
}

fn told(line: &Difference) -> String {
    let Difference { rows, missing, extra } = line;
    format!(
        "Logs: of {rows}, {missing} rows are missing or other than the logs say, {extra} are there that they do not."
    )
}

fn complain(unread: &[TableId], say: &(dyn Fn(&str) + Sync)) {
    for table in unread {
        say(&format!(
            "Logs: that of match {} can't be read; what is stored about it stays as it is.",
            table.code().to_uppercase()
        ));
    }
}

fn complain_of_rows(odd: &[Unread], say: &(dyn Fn(&str) + Sync)) {
    for row in odd {
        say(&format!("Events: {row}."));
    }
}

fn complain_of_pots(pots: &[OddPot], say: &(dyn Fn(&str) + Sync)) {
    for OddPot { event, holds, must } in pots {
        let event = TableId(event.0).code().to_uppercase();
        say(&match must {
            Some(must) => format!("Play points: the pot of event {event} holds {holds}, and its log says {must}."),
            None => format!(
                "Play points: {holds} lie in the pot of event {event}, whose log can't be read; they stay there."
            ),
        });
    }
}

/// Says how much room there is; `false` when it is little.
#[cfg(unix)]
fn room(file: &Path, say: &(dyn Fn(&str) + Sync)) -> bool {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let Ok(found) = rustix::fs::statvfs(folder) else {
        return true;
    };
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    let size = file.metadata().map(|meta| meta.len()).unwrap_or(0);
    say(&format!("Disk: {} MiB are free in {}.", free >> 20, folder.display()));
    let enough = free >= LITTLE.max(size.saturating_mul(2));
    if !enough {
        say("Disk: that is little. When it is full, no move can be stored; the bot then says so and waits for room.");
    }
    enough
}

#[cfg(not(unix))]
fn room(_: &Path, _: &(dyn Fn(&str) + Sync)) -> bool {
    true
}
