//! `jinlami person` and `jinlami forget`: what an operator does for somebody who asks them.

use anyhow::Context;

use crate::config::Config;
use crate::id::Account;
use crate::service::Service;
use crate::store::Store;

/// Prints everything that is kept about a person; `false` when nothing is.
pub(super) async fn person(config: &Config, typed: &str, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let account = read(typed)?;
    let service = over(Store::look(&config.database.url).await?);
    let record = match service.store().player_of(account).await? {
        Some(player) => Some(service.record(player).await?),
        None => service.remnant(account).await?,
    };
    let Some(record) = record else {
        say(&nobody(typed));
        return Ok(false);
    };
    say(&serde_json::to_string_pretty(&record)?);
    Ok(true)
}

/// Deletes what is kept about a person, or says what that would be; `false` when nothing is known of them.
pub(super) async fn forget(
    config: &Config,
    typed: &str,
    yes: bool,
    say: &(dyn Fn(&str) + Sync),
) -> anyhow::Result<bool> {
    let account = read(typed)?;
    // Only a file that is there: a wrong folder must not look like a person nobody knows.
    Store::look(&config.database.url).await?.close().await;
    if !yes {
        let service = over(Store::look(&config.database.url).await?);
        let Some(player) = service.store().player_of(account).await? else {
            say(&left(&service, account, typed).await?);
            return Ok(false);
        };
        let people = service.people(&[player]).await?;
        let name = people.first().map_or("", |person| person.name.as_str());
        let matches = service.store().traces(player).await?.tables.len();
        let open = service.at_stake(player).await?;
        say(&format!(
            "{typed} is {name:?}, with {matches} matches, {open} of them open."
        ));
        say("Open matches are given up. Finished ones stay without the name, and the results of others keep counting.");
        say("This can't be undone. To do it, stop the bot and add --yes.");
        return Ok(true);
    }
    let service = over(Store::open(&config.database.url).await?);
    let done = service.forget(account).await;
    let left = left(&service, account, typed).await;
    service.store().close().await;
    match done? {
        Some(parting) => {
            say(&format!(
                "Deleted. {} open matches were given up; whoever played in them is told when the bot runs again.",
                parting.given_up
            ));
            say(&left?);
            say("Backups keep what was in them: throw away those from before.");
            Ok(true)
        }
        None => {
            say(&left?);
            Ok(false)
        }
    }
}

fn over(store: Store) -> Service {
    Service::new(store, super::clock(), super::dice())
}

fn read(typed: &str) -> anyhow::Result<Account> {
    let account = typed.parse().ok();
    account.with_context(|| {
        format!("{typed:?} is no account: discord:, telegram: or web: and a number, as in discord:80351110224678912")
    })
}

/// What is kept about an account of which no player is known.
async fn left(service: &Service, account: Account, typed: &str) -> anyhow::Result<String> {
    Ok(match service.store().barred(account).await?.len() {
        0 => nobody(typed),
        n => format!("Kept about {typed} is only that it stays shut out of {n} servers or groups."),
    })
}

fn nobody(typed: &str) -> String {
    format!("Nothing is kept about {typed}.")
}
