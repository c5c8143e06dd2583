use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Caller, Error, EventError, EventOutcome, Outcome, Service};
use crate::id::{Millis, Platform};
use crate::store::StoreError;
use crate::table::Refusal;

/// A platform that said nothing for so long is not connected: 150 s (ours); Discord's heartbeats come every 41 s, and
/// Telegram answers a question for updates within 25 s.
const SILENT_MS: i64 = 150_000;
/// While a platform says nothing for so long, no time is counted against anybody there: 60 s (ours). Discord's heartbeats are
/// looked at every 3 s, and Telegram answers a question for updates within 25 s.
const QUIET_MS: i64 = 60_000;
/// A message that waited for so long says that delivery stands still: 10 minutes (ours); the busiest group may be written to 20
/// times a minute.
const QUEUE_MS: i64 = 600_000;
/// The ticker sleeps for a second at most; after so long it stands still: 1 minute (ours).
const TICK_MS: i64 = 60_000;
/// How long an attempt to write counts: 5 s (ours), so that whoever asks often costs nothing.
const PROBE_MS: i64 = 5_000;
/// For how long a write that failed is told of: 1 minute (ours). One may have needed room that smaller ones still find.
const FAILED_MS: i64 = 60_000;
/// The upper bounds of the latency histogram, in milliseconds.
const BOUNDS: [u64; 10] = [5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000];
/// For how long it is told of that another program answers the same people: 10 minutes (ours).
const RIVAL_MS: i64 = 600_000;
/// What is wrong then, and what helps.
const RIVAL: &str =
    "another program answers presses with the same token: stop one of them, or give it a bot of its own";
/// The setting that an attempt to write leaves its time in.
const ALIVE: &str = "alive";

/// What the running whole can tell about itself; nothing about anybody.
#[derive(Default)]
pub(super) struct Pulse {
    /// When each platform was heard last, in milliseconds; 0: it isn't awaited, -1: it is, but may be silent for long.
    heard: [AtomicI64; 3],
    /// When each platform was heard for the first time after its last silence; 0: there was none.
    back: [AtomicI64; 3],
    /// When another program was last found to answer the same people, by platform; 0: never.
    rivalled: [AtomicI64; 3],
    ticked: AtomicI64,
    faults: AtomicU64,
    /// How many commands came to what, for people and for the clock.
    answers: Mutex<BTreeMap<(&'static str, &'static str), u64>>,
    refusals: Mutex<BTreeMap<String, u64>>,
    /// Commands of people by how long they took, those beyond every bound last.
    times: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    /// The last write that failed, and why.
    failed: Mutex<Option<(Millis, StoreError)>>,
    probed: tokio::sync::Mutex<Option<(Millis, Result<(), StoreError>)>>,
}

/// Whether everything works, in words for an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Whether it does.
    pub fine: bool,
    /// A line about each part; nothing about anybody.
    pub lines: Vec<String>,
}

impl Service {
    /// This platform is on from now on. With `signs`, something is wrong when nothing is heard of it for long.
    pub fn awaits(&self, platform: Platform, signs: bool) {
        let heard = if signs { self.now().0.max(1) } else { -1 };
        self.0.pulse.heard[place(platform)].store(heard, Ordering::Relaxed);
    }

    /// A sign of life from a platform.
    pub fn heard(&self, platform: Platform) {
        let now = self.now();
        let Some(silent) = self.silent(platform, now) else {
            return;
        };
        let pulse = &self.0.pulse;
        if silent > QUIET_MS {
            // First, so that no deadline of the silence is met without it.
            pulse.back[place(platform)].store(now.0.max(1), Ordering::SeqCst);
            tracing::info!(
                platform = name(platform),
                silent,
                "heard again; whose time ran out gets some"
            );
        }
        pulse.heard[place(platform)].store(now.0.max(1), Ordering::SeqCst);
    }

    /// The platforms on which nobody can be asked for anything now.
    pub(super) fn quiet(&self, now: Millis) -> Vec<Platform> {
        let quiet = |platform: &Platform| self.silent(*platform, now).is_some_and(|silent| silent > QUIET_MS);
        Platform::ALL.into_iter().filter(quiet).collect()
    }

    /// Whether a deadline passed while this platform was silent.
    pub(super) fn unseen(&self, platform: Platform, deadline: Millis) -> bool {
        deadline.0 <= self.0.pulse.back[place(platform)].load(Ordering::SeqCst)
    }

    /// Another program with the same token answered a press before this one could.
    pub fn rivalled(&self, platform: Platform) {
        let now = self.now().0.max(1);
        let before = self.0.pulse.rivalled[place(platform)].swap(now, Ordering::SeqCst);
        if now - before > RIVAL_MS || before == 0 {
            tracing::error!(platform = name(platform), "{RIVAL}");
        }
    }

    pub(super) fn ticked(&self) {
        self.0.pulse.ticked.store(self.now().0, Ordering::Relaxed);
    }

    pub(super) fn faulted(&self) {
        self.0.pulse.faults.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn not_stored(&self, error: &StoreError) {
        let mut failed = self.0.pulse.failed.lock().unwrap_or_else(PoisonError::into_inner);
        *failed = Some((self.now(), error.clone()));
    }

    pub(super) fn answered(&self, caller: Caller, took: Duration, answer: &Result<Outcome, Error>) {
        let what = match answer {
            Ok(_) => "done",
            Err(Error::Refused(_)) => "refused",
            Err(Error::NoTable) => "no_table",
            Err(Error::Gone) => "refused",
            Err(Error::TooMany | Error::Full(_)) => "too_many",
            Err(Error::Blocked { .. }) => "blocked",
            Err(Error::Duplicate) => "duplicate",
            Err(Error::NotStored { .. }) => "not_stored",
            Err(Error::Fault { .. }) => "fault",
        };
        let refusal = match answer {
            Err(Error::Refused(refusal)) => Some(kind(refusal)),
            _ => None,
        };
        self.counted(caller, took, what, refusal);
    }

    /// The same for a wish about an event.
    pub(super) fn answered_event(&self, caller: Caller, took: Duration, answer: &Result<EventOutcome, EventError>) {
        let what = match answer {
            Ok(_) => "done",
            Err(EventError::Refused(_) | EventError::Flawed(_) | EventError::Poor { .. } | EventError::Private) => {
                "refused"
            }
            Err(EventError::Guesses | EventError::Crowded) => "refused",
            Err(EventError::Cron | EventError::TooOften | EventError::Zone | EventError::Gone) => "refused",
            Err(EventError::NoEvent) => "no_event",
            Err(EventError::TooMany) => "too_many",
            Err(EventError::Blocked | EventError::BlockedOther(_)) => "blocked",
            Err(EventError::Duplicate) => "duplicate",
            Err(EventError::NotStored { .. }) => "not_stored",
            Err(EventError::Fault { .. }) => "fault",
        };
        let refusal = match answer {
            Err(EventError::Refused(refusal)) => Some(format!("Event{}", word(format!("{refusal:?}")))),
            _ => None,
        };
        self.counted(caller, took, what, refusal);
    }

    fn counted(&self, caller: Caller, took: Duration, what: &'static str, refusal: Option<String>) {
        let pulse = &self.0.pulse;
        let who = match caller {
            Caller::Person(_) => "person",
            Caller::Clock => "clock",
        };
        *pulse
            .answers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry((who, what))
            .or_default() += 1;
        if let Some(refusal) = refusal {
            let mut refusals = pulse.refusals.lock().unwrap_or_else(PoisonError::into_inner);
            *refusals.entry(refusal).or_default() += 1;
        }
        if matches!(caller, Caller::Person(_)) {
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            let bucket = BOUNDS.iter().position(|bound| micros <= bound * 1_000);
            pulse.times[bucket.unwrap_or(BOUNDS.len())].fetch_add(1, Ordering::Relaxed);
            pulse.micros.fetch_add(micros, Ordering::Relaxed);
        }
    }

    /// Whether everything works: the database takes writes, the clock goes, each platform is heard, messages are delivered.
    pub async fn health(&self) -> Health {
        let now = self.now();
        let mut health = Health {
            fine: true,
            lines: Vec::new(),
        };
        let mut line = |fine: bool, text: String| {
            health.fine &= fine;
            health.lines.push(format!("{} {text}", if fine { "ok" } else { "BAD" }));
        };
        match self.writable(now).await {
            Ok(()) => line(true, "database: takes writes".to_owned()),
            Err(error) => line(false, format!("database: {error}")),
        }
        let since = now.0 - self.0.pulse.ticked.load(Ordering::Relaxed);
        line(since <= TICK_MS, format!("clock: looked {} s ago", since / 1_000));
        for platform in Platform::ALL {
            if let Some(silent) = self.silent(platform, now) {
                let text = format!("{}: heard {} s ago", name(platform), silent / 1_000);
                line(silent <= SILENT_MS, text);
            }
            let rivalled = self.0.pulse.rivalled[place(platform)].load(Ordering::SeqCst);
            if rivalled > 0 && now.0 - rivalled <= RIVAL_MS {
                line(false, format!("{}: {RIVAL}", name(platform)));
            }
            // What waits for a platform that is off waits for its token.
            if self.0.pulse.heard[place(platform)].load(Ordering::Relaxed) == 0 {
                continue;
            }
            match self.store().waiting(platform, now).await {
                Ok((0, _)) => {}
                Ok((count, age)) => {
                    let text = format!(
                        "{}: {count} messages wait, the longest for {} s",
                        name(platform),
                        age / 1_000
                    );
                    line(age <= QUEUE_MS, text);
                }
                Err(error) => line(false, format!("{}: {error}", name(platform))),
            }
        }
        health
    }

    /// Everything countable as Prometheus reads it; nothing about anybody, and no card.
    ///
    /// # Errors
    /// When the database can't be read.
    pub async fn metrics(&self) -> Result<String, Error> {
        let now = self.now();
        let pulse = &self.0.pulse;
        let broke = |error| Error::of(self, error);
        let writable = self.writable(now).await.is_ok();
        let open = self.store().open_count().await.map_err(broke)?;
        let due = self.store().next_due().await.map_err(broke)?;
        let events = self.store().open_events().await.map_err(broke)?.len();
        let event_due = self.store().next_event_due().await.map_err(broke)?;
        let mut page = Page::default();

        page.family("jinlami_info", "gauge", "The running version.");
        page.sample("jinlami_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
        page.family(
            "jinlami_database_writable",
            "gauge",
            "1 when the database takes writes.",
        );
        page.sample("jinlami_database_writable", &[], u8::from(writable));
        page.family(
            "jinlami_open_tables",
            "gauge",
            "Challenges and matches that are not over.",
        );
        page.sample("jinlami_open_tables", &[], open);
        let late = due.map_or(0, |at| (now.0 - at.0).max(0));
        page.family(
            "jinlami_due_age_seconds",
            "gauge",
            "How late the longest overdue deadline or computer's move is.",
        );
        page.sample("jinlami_due_age_seconds", &[], seconds(late));
        page.family("jinlami_open_events", "gauge", "Events that are not over.");
        page.sample("jinlami_open_events", &[], events);
        let late = event_due.map_or(0, |at| (now.0 - at.0).max(0));
        page.family(
            "jinlami_event_due_age_seconds",
            "gauge",
            "How late the longest overdue deadline, errand or schedule of an event is.",
        );
        page.sample("jinlami_event_due_age_seconds", &[], seconds(late));

        page.family(
            "jinlami_silence_seconds",
            "gauge",
            "Since when a platform was not heard.",
        );
        for platform in Platform::ALL {
            if let Some(silent) = self.silent(platform, now) {
                let labels = [("platform", name(platform))];
                page.sample("jinlami_silence_seconds", &labels, seconds(silent));
            }
        }
        let mut waiting = Vec::new();
        for platform in Platform::ALL {
            waiting.push((platform, self.store().waiting(platform, now).await.map_err(broke)?));
        }
        page.family(
            "jinlami_queue_messages",
            "gauge",
            "Messages that may be sent or edited now and are not yet.",
        );
        for (platform, (count, _)) in &waiting {
            page.sample("jinlami_queue_messages", &[("platform", name(*platform))], count);
        }
        page.family(
            "jinlami_queue_age_seconds",
            "gauge",
            "How long the oldest of them waits.",
        );
        for (platform, (_, age)) in &waiting {
            page.sample(
                "jinlami_queue_age_seconds",
                &[("platform", name(*platform))],
                seconds(*age),
            );
        }

        page.family(
            "jinlami_commands_total",
            "counter",
            "Wishes of people and of the clock, by what came of them.",
        );
        for ((caller, outcome), count) in &*pulse.answers.lock().unwrap_or_else(PoisonError::into_inner) {
            page.sample(
                "jinlami_commands_total",
                &[("caller", caller), ("outcome", outcome)],
                count,
            );
        }
        page.family("jinlami_refusals_total", "counter", "Refused wishes by why.");
        for (kind, count) in &*pulse.refusals.lock().unwrap_or_else(PoisonError::into_inner) {
            page.sample("jinlami_refusals_total", &[("kind", kind)], count);
        }
        page.family(
            "jinlami_faults_total",
            "counter",
            "Faults, each with its code in the log.",
        );
        page.sample("jinlami_faults_total", &[], pulse.faults.load(Ordering::Relaxed));

        let timed = "jinlami_command_seconds";
        page.family(
            timed,
            "histogram",
            "How long a person's wish took until it was stored or refused.",
        );
        let mut sum = 0;
        for (bound, times) in BOUNDS.iter().map(Some).chain([None]).zip(&pulse.times) {
            sum += times.load(Ordering::Relaxed);
            let bound = bound.map_or("+Inf".to_owned(), |bound| {
                seconds(i64::try_from(*bound).unwrap_or(i64::MAX)).to_string()
            });
            page.sample(&format!("{timed}_bucket"), &[("le", &bound)], sum);
        }
        let micros = u32::try_from(pulse.micros.load(Ordering::Relaxed) / 1_000).unwrap_or(u32::MAX);
        page.sample(&format!("{timed}_sum"), &[], f64::from(micros) / 1_000.0);
        page.sample(&format!("{timed}_count"), &[], sum);
        Ok(page.text)
    }

    /// For how long an awaited platform wasn't heard, in milliseconds.
    fn silent(&self, platform: Platform, now: Millis) -> Option<i64> {
        let heard = self.0.pulse.heard[place(platform)].load(Ordering::SeqCst);
        (heard > 0).then(|| (now.0 - heard).max(0))
    }

    /// Whether the database takes writes: none failed lately, and one that is tried now and then is taken.
    async fn writable(&self, now: Millis) -> Result<(), StoreError> {
        let failed = self
            .0
            .pulse
            .failed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some((at, error)) = failed
            && (0..FAILED_MS).contains(&(now.0 - at.0))
        {
            return Err(error);
        }
        let mut probed = self.0.pulse.probed.lock().await;
        if let Some((at, result)) = &*probed
            && (0..PROBE_MS).contains(&(now.0 - at.0))
        {
            return result.clone();
        }
        let result = self.store().set_setting(ALIVE, &now.0.to_string()).await;
        *probed = Some((now, result.clone()));
        result
    }
}

fn place(platform: Platform) -> usize {
    match platform {
        Platform::Discord => 0,
        Platform::Telegram => 1,
        Platform::Web => 2,
    }
}

fn name(platform: Platform) -> &'static str {
    match platform {
        Platform::Discord => "discord",
        Platform::Telegram => "telegram",
        Platform::Web => "page",
    }
}

/// A refusal's kind: its own name alone, so that nothing of what it is about gets into a label.
fn kind(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Illegal(illegal) => format!("Illegal{}", word(format!("{illegal:?}"))),
        other => word(format!("{other:?}")),
    }
}

fn word(text: String) -> String {
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn seconds(ms: i64) -> f64 {
    f64::from(i32::try_from(ms).unwrap_or(i32::MAX)) / 1_000.0
}

/// A page of metrics in Prometheus's text format, version 0.0.4.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let labels: Vec<String> = labels.iter().map(|(key, value)| format!("{key}=\"{value}\"")).collect();
        let labels = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", labels.join(","))
        };
        let _ = writeln!(self.text, "{name}{labels} {value}");
    }
}
