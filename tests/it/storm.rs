//! A storm: scripted players on both fake platforms, the real program between them, and everything going wrong at random.
//! `jinlami storm` runs it long, the tests short.

mod chance;
mod host;

use std::path::PathBuf;
use std::time::Duration;

use chance::Chance;
use host::Host;

use crate::fakes::discord::FakeDiscord;
use crate::fakes::telegram::FakeTelegram;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program that is tried.
    pub program: PathBuf,
    /// How long things go wrong.
    pub length: Duration,
    /// Where all chance comes from; without it, a new one.
    pub seed: Option<u64>,
    /// How many people play at once, on both platforms together.
    pub players: usize,
}

/// Runs a storm; `false` when the program failed it. What happened is said line by line.
pub async fn storm(plan: Plan, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let seed = plan
        .seed
        .unwrap_or_else(|| Chance::new(std::process::id().into()).next());
    say(&format!("Seed {seed}, {} players, {:?}.", plan.players, plan.length));
    let folder = tempfile::tempdir()?;
    let (discord, telegram) = (FakeDiscord::start().await, FakeTelegram::start().await);
    let settings = vec![
        ("JINLAMI_DISCORD__TOKEN", discord.token()),
        ("JINLAMI_DISCORD__API_URL", discord.url()),
        ("JINLAMI_TELEGRAM__TOKEN", telegram.token()),
        ("JINLAMI_TELEGRAM__API_URL", telegram.url().to_owned()),
        ("JINLAMI_WEB__LISTEN", "127.0.0.1:0".to_owned()),
    ];
    let mut host = Host::new(&plan.program, folder.path(), settings);
    host.start().await?;
    discord.connected().await;
    let (fine, words) = host.run(&["doctor"]).await?;
    if !fine {
        say(&words);
    }
    Ok(host.stop().await? && fine)
}
