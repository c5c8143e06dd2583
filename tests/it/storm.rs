//! A storm: scripted players on both fake platforms, the real program between them, and everything going wrong at random.
//! `jinlami storm` runs it long, the tests short.

mod brain;
pub mod chance;
pub mod chronicle;
pub mod host;
mod pair;
mod people;
mod town;
mod verdict;
mod weather;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Context;
use jinlami::id::Millis;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use chance::Chance;
use chronicle::{Archive, cards_in};
use host::{Host, Use};
use pair::{Book, Mood};
use town::Town;
use verdict::{Run, Verdict};
use weather::Weather;

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

/// How long the last matches and messages may take when nothing goes wrong any more; Telegram lets a group be written to 20
/// times a minute and a person once a second.
const FINISH: Duration = Duration::from_secs(300);
/// Whoever still plays after this long gives up: in a short storm, and in a long one.
const LEAVE: [Duration; 2] = [Duration::from_secs(8), Duration::from_secs(120)];
/// A storm of this length has a second part without kills, in which nothing may grow.
const LONG: Duration = Duration::from_secs(60);
/// How much the resident memory may grow between two calm moments: 24 MiB (ours), for caches that are not full yet.
const GROWTH: u64 = 24 << 10;
/// How many threads or open files may come and go: connections are kept for a while.
const FEW: u64 = 24;

/// Runs a storm; `false` when the program failed it. What happened is said line by line.
///
/// # Errors
/// When it can't be run at all.
pub async fn storm(plan: Plan, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let seed = plan.seed.unwrap_or_else(fresh_seed);
    let mut chance = Chance::new(seed);
    let again = format!(
        "jinlami storm --seed {seed} --players {} --minutes {}",
        plan.players,
        plan.length.as_secs_f64() / 60.0
    );
    say(&format!("Seed {seed}: {again}"));
    let folder = tempfile::tempdir()?;
    let mut town = Town::found().await;
    let settings = vec![
        ("JINLAMI_DISCORD__TOKEN", town.discord.token()),
        ("JINLAMI_DISCORD__API_URL", town.discord.url()),
        ("JINLAMI_TELEGRAM__TOKEN", town.telegram.token()),
        ("JINLAMI_TELEGRAM__API_URL", town.telegram.url().to_owned()),
        ("JINLAMI_WEB__LISTEN", "127.0.0.1:0".to_owned()),
        ("JINLAMI_LOG__FILTER", "warn,jinlami=info".to_owned()),
    ];
    let mut storm = Storm {
        host: Host::new(&plan.program, folder.path(), settings),
        weather: Weather::new(chance.branch()),
        book: Arc::default(),
        mood: watch::channel(Mood::Wild).0,
        kills: Vec::new(),
        verdict: Verdict::default(),
        chance: chance.branch(),
    };
    storm.host.start().await?;
    let anchor = (Instant::now(), wall_clock());
    let short = plan.length < LONG;
    let pace = if short { (40, 200) } else { (150, 900) };
    let mut tasks = JoinSet::new();
    for pair in town.settle(plan.players, &mut chance, &storm.book, pace) {
        tasks.spawn(pair.play(storm.mood.subscribe()));
    }
    if short {
        storm.blow(&town, plan.length, true).await?;
        storm.settle(&town, true, say).await?;
    } else {
        storm.blow(&town, plan.length.mul_f64(0.6), true).await?;
        let before = storm.settle(&town, false, say).await?;
        storm.mood.send_replace(Mood::Wild);
        storm.blow(&town, plan.length.mul_f64(0.4), false).await?;
        let after = storm.settle(&town, false, say).await?;
        storm.grown(before, after);
    }
    storm.mood.send_replace(Mood::Gone);
    while let Some(ended) = tasks.join_next().await {
        ended.context("a player's task")?;
    }
    let end = wall_clock();
    storm.look_after(folder.path()).await?;
    let archive = Archive::read(&storm.host.url()).await?;
    let run = Run {
        town: &town,
        book: &storm.book,
        kills: &storm.kills,
        anchor,
        end,
    };
    let mut verdict = storm.verdict;
    verdict.judge(&run, &archive);
    for (what, count) in &storm.weather.tally {
        say(&format!("{count:>8} {what}"));
    }
    say(&format!("{:>8} kills", storm.kills.len()));
    for (what, count) in &verdict.counts {
        say(&format!("{count:>8} {what}"));
    }
    for fault in &verdict.faults {
        say(&format!("FAULT {fault}"));
    }
    let fine = verdict.faults.is_empty();
    if fine {
        say("Nothing was lost, stuck or leaked.");
    } else {
        let kept = folder.keep();
        say(&format!(
            "The database and the log are in {}; again with: {again}",
            kept.display()
        ));
    }
    Ok(fine)
}

/// A storm under way.
struct Storm {
    host: Host,
    weather: Weather,
    book: Arc<Book>,
    mood: watch::Sender<Mood>,
    kills: Vec<Instant>,
    verdict: Verdict,
    chance: Chance,
}

impl Storm {
    /// Lets things go wrong for so long.
    async fn blow(&mut self, town: &Town, length: Duration, kills: bool) -> anyhow::Result<()> {
        let until = Instant::now() + length;
        let url = self.host.url();
        // Some eight kills in a minute of a short storm, three in a minute of a long one.
        let between = if length < LONG {
            (4000, 10_000)
        } else {
            (10_000, 30_000)
        };
        let mut kill = Instant::now() + self.chance.millis(between.0, between.1);
        while Instant::now() < until {
            tokio::time::sleep(self.weather.pause()).await;
            self.weather.step(town, &self.book, &url);
            let now = Instant::now();
            if !self.host.alive() {
                self.verdict.fault("the program ended by itself", String::new);
                self.weather.unlock().await;
                self.host.start().await?;
            }
            if kills && now >= kill {
                self.kills.push(now);
                self.host.kill().await?;
                self.weather.unlock().await;
                tokio::time::sleep(self.chance.millis(0, 1000)).await;
                self.host.start().await?;
                kill = Instant::now() + self.chance.millis(between.0, between.1);
            }
        }
        Ok(())
    }

    /// Puts everything right and waits until every match is over and every message delivered: a calm moment.
    async fn settle(&mut self, town: &Town, hurry: bool, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<Use> {
        self.weather.calm(town).await;
        self.mood.send_replace(Mood::Finishing);
        let (begun, mut left) = (Instant::now(), (0.0, 0.0));
        loop {
            let sum = |values: Vec<(String, f64)>| values.into_iter().map(|(_, value)| value).sum::<f64>();
            left = (
                sum(self
                    .host
                    .metric("jinlami_open_tables")
                    .await
                    .unwrap_or(vec![(String::new(), left.0)])),
                sum(self
                    .host
                    .metric("jinlami_queue_messages")
                    .await
                    .unwrap_or(vec![(String::new(), left.1)])),
            );
            if left == (0.0, 0.0) {
                break;
            }
            if begun.elapsed() > LEAVE[usize::from(!hurry)] {
                self.mood.send_replace(Mood::Leaving);
            }
            if begun.elapsed() > FINISH {
                self.verdict.fault("it does not come to rest", || {
                    format!("{} matches are open and {} messages wait", left.0, left.1)
                });
                break;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let used = self.host.usage()?;
        say(&format!(
            "Calm after {:.0} s: {} MiB, {} threads, {} files.",
            begun.elapsed().as_secs_f64(),
            used.resident >> 10,
            used.threads,
            used.files
        ));
        Ok(used)
    }

    /// No memory, task or file grew between two calm moments.
    fn grown(&mut self, before: Use, after: Use) {
        if after.resident > before.resident + GROWTH
            || after.threads > before.threads + FEW
            || after.files > before.files + FEW
        {
            self.verdict
                .fault("the program grew", || format!("from {before:?} to {after:?}"));
        }
    }

    /// What the program says of itself, and the end in order.
    async fn look_after(&mut self, folder: &Path) -> anyhow::Result<()> {
        let (status, health) = self.host.ask("/healthz").await?;
        if status != 200 {
            self.verdict.fault("it is not well", || health);
        }
        let (sound, words) = self.host.run(&["doctor"]).await?;
        if !sound {
            self.verdict.fault("doctor", || words);
        }
        if !self.host.stop().await? {
            self.verdict.fault("the program did not stop in order", String::new);
        }
        let log = std::fs::read_to_string(folder.join("log.txt"))?;
        for line in log.lines() {
            if !cards_in(line).is_empty() {
                self.verdict.fault("a card is in the log", || line.to_owned());
            }
            if line.contains("panicked") {
                self.verdict.fault("a panic", || line.to_owned());
            }
        }
        Ok(())
    }
}

fn fresh_seed() -> u64 {
    let past = UNIX_EPOCH.elapsed().unwrap_or_default();
    Chance::new(u64::try_from(past.as_nanos() & u128::from(u64::MAX)).unwrap_or(0)).next() % 1_000_000_000
}

fn wall_clock() -> Millis {
    let past = UNIX_EPOCH.elapsed().unwrap_or_default();
    Millis(i64::try_from(past.as_millis()).unwrap_or(i64::MAX))
}
