use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use super::{Caller, Command, Error, Service};
use crate::id::{EventId, Millis, TableId};
use crate::store::{EventDue, ScheduleRow};
use crate::table::Table;

/// How many due rows are read at once.
const BATCH: u32 = 256;
/// How many tables the ticker serves at the same time, so that group commit has something to group.
const AT_ONCE: usize = 32;
/// How long the ticker sleeps at most, should a wake-up be missed or a fault repeat.
const NAP: Duration = Duration::from_secs(1);

/// How often handled updates are forgotten: every hour (ours).
const PRUNE_MS: i64 = 3_600_000;
/// How often some lines of boards are taken away that nobody can see any more: every second (ours), so that no press waits for it.
const TIDY_MS: i64 = 1_000;
/// How many days a handled update is remembered (ours); Telegram keeps undelivered updates for 24 hours.
pub const INBOX_DAYS: i64 = 7;
const INBOX_MS: i64 = INBOX_DAYS * 86_400_000;

/// How long a table whose turn broke is left alone, so that one broken log neither fills the other one nor crowds out
/// healthy tables: 1 minute (ours).
const REST_MS: i64 = 60_000;

impl Service {
    /// Gives time to everybody whose deadline passed while the bot was down, and deals where a stop came between the last
    /// person's reaching the private chat and the deal. Call once, before `run`. A table that can't be read is left alone.
    ///
    /// # Errors
    /// When the store can't say what is due.
    pub async fn wake(&self) -> Result<(), Error> {
        let rows = self
            .store()
            .due(self.now(), u32::MAX)
            .await
            .map_err(|error| Error::of(self, error))?;
        for row in rows.into_iter().filter(|row| row.due.kind.costs()) {
            // A fault is in the log already; one table's must not keep all the others from being played.
            drop(self.forgive(row).await);
        }
        self.wake_events().await?;
        let waiting = self.store().gathering().await.map_err(|error| Error::of(self, error))?;
        for table in waiting {
            drop(self.try_gather(table).await);
        }
        Ok(())
    }

    /// Presses for the clock and the computer until told to stop.
    pub async fn run(&self, stop: CancellationToken) {
        let (mut pruned, mut tidied) = (Millis(0), Millis(0));
        while !stop.is_cancelled() {
            if self.now().0 - pruned.0 > PRUNE_MS {
                pruned = self.now();
                self.prune().await;
            }
            self.ticked();
            let rated = self.keep_boards().await;
            if !(0..TIDY_MS).contains(&(self.now().0 - tidied.0)) {
                tidied = self.now();
                if let Err(error) = self.store().prune_boards(tidied).await {
                    self.fault(error);
                }
            }
            let turn = self.do_all().await;
            // What ended by the clock is rated without waiting for the next turn; of much only the first part, since the clock
            // goes on meanwhile.
            let rated = rated || turn != Some(false) && self.keep_boards().await;
            let nap = match (rated, turn) {
                (true, _) => Duration::ZERO,
                (false, Some(_)) => self.until_next().await,
                (false, None) => NAP,
            };
            let rises = self.now().plus(i64::try_from(nap.as_millis()).unwrap_or(i64::MAX));
            self.0.rises.store(rises.0, Ordering::SeqCst);
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.0.planned.notified() => {}
                () = tokio::time::sleep(nap) => {}
            }
            self.0.rises.store(i64::MAX, Ordering::SeqCst);
        }
    }

    /// Does everything that is due now; `false` when something of it failed. What somebody would lose by waits while their
    /// platform is silent.
    pub async fn tick(&self) -> bool {
        self.do_all().await.is_some()
    }

    /// The same; whether there was anything, or nothing when something of it failed.
    async fn do_all(&self) -> Option<bool> {
        let mut busy = false;
        loop {
            // The one makes work for the other: a match that ends is told to its event, which opens the next ones.
            match (self.tick_tables().await?, self.tick_events().await?) {
                (false, false) => return Some(busy),
                _ => busy = true,
            }
        }
    }

    /// Does everything that is due at tables; whether there was anything, or nothing when something of it failed.
    async fn tick_tables(&self) -> Option<bool> {
        let (mut busy, mut room) = (false, BATCH);
        loop {
            let now = self.now();
            let broken = self.broken(now);
            let mut rows = match self.store().due_but(&self.quiet(now), now, room).await {
                Ok(rows) => rows,
                Err(error) => {
                    self.fault(error);
                    return None;
                }
            };
            let full = is_full(rows.len(), room);
            rows.retain(|row| !broken.contains(&row.table));
            if rows.is_empty() {
                if full {
                    // Those that are left alone never crowd out the others, however much is due there.
                    room = room.saturating_mul(2);
                    continue;
                }
                return Some(busy);
            }
            busy = true;
            let failed: Vec<TableId> = futures::stream::iter(rows)
                .map(|row| async move {
                    self.handle(Caller::Clock, Command::Due(row))
                        .await
                        .err()
                        .map(|_| row.table)
                })
                .buffer_unordered(AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await;
            if !failed.is_empty() {
                let until = now.plus(REST_MS);
                self.rest(failed.into_iter().map(|table| (table, until)));
                return None;
            }
        }
    }

    /// Does everything that is due in events, schedules and the queue for quick matches.
    async fn tick_events(&self) -> Option<bool> {
        let (mut busy, mut room) = (false, BATCH);
        loop {
            let now = self.now();
            let broken = self.broken(now);
            let store = self.store();
            let (full, dues, schedules) = match (
                store.event_dues(&self.quiet(now), now, room).await,
                store.schedules_due(now, room).await,
            ) {
                (Ok(dues), Ok(schedules)) => {
                    let full = is_full(dues.found(), room) || is_full(schedules.found(), room);
                    (full, self.sift(dues), self.sift(schedules))
                }
                (Err(error), _) | (_, Err(error)) => {
                    self.fault(error);
                    return None;
                }
            };
            if let Err(error) = store.expire_quick(now).await {
                self.fault(error);
                return None;
            }
            // An event's number is no table's, so both lists of those that are left alone are one.
            let mut events: BTreeMap<EventId, Vec<EventDue>> = BTreeMap::new();
            for due in dues.into_iter().filter(|due| !broken.contains(&TableId(due.event.0))) {
                events.entry(due.event).or_default().push(due);
            }
            let schedules: Vec<ScheduleRow> = schedules
                .into_iter()
                .filter(|row| !broken.contains(&TableId(row.id)))
                .collect();
            if events.is_empty() && schedules.is_empty() {
                if full {
                    room = room.saturating_mul(2);
                    continue;
                }
                return Some(busy);
            }
            busy = true;
            let rested = now.plus(REST_MS);
            let mut failed: Vec<(TableId, Millis)> = futures::stream::iter(events)
                .map(|(event, rows)| async move {
                    self.event_due(event, rows).await.err()?;
                    // A log that can't be read can't be until somebody has looked after the file, with the bot stopped.
                    let lost = matches!(self.readable_facts(event).await, Ok(None));
                    Some((TableId(event.0), if lost { Millis(i64::MAX) } else { rested }))
                })
                .buffer_unordered(AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await;
            for row in schedules {
                if self.run_schedule(&row).await.is_err() {
                    failed.push((TableId(row.id), rested));
                }
            }
            if !failed.is_empty() {
                self.rest(failed);
                return None;
            }
        }
    }

    /// Gives time to events whose deadline passed while the bot was down, and looks after what may have been lost at their
    /// tables.
    async fn wake_events(&self) -> Result<(), Error> {
        let broke = |error| Error::of(self, error);
        let now = self.now();
        let dues = self.store().event_dues(&[], now, u32::MAX).await.map_err(broke)?;
        let dues = self.sift(dues).into_iter().filter(|due| due.task.costs());
        let late: BTreeSet<EventId> = dues.map(|due| due.event).collect();
        // A fault is in the log already; one event's must not keep all the others from being played.
        for event in late {
            drop(self.forgive_event(event).await);
        }
        for event in self.store().open_events().await.map_err(broke)? {
            drop(self.recall_errands(event).await);
        }
        Ok(())
    }

    /// Wakes the ticker for what a table has to have done, unless it rises before that. While it is awake it is always woken: it
    /// may have looked for what is due already.
    pub(super) fn wake_for(&self, table: &Table) {
        let rises = self.0.rises.load(Ordering::SeqCst);
        if table.is_over() || table.dues().iter().any(|due| due.at.0 < rises) {
            self.0.planned.notify_one();
        }
    }

    /// Leaves those alone until then whose last try broke.
    fn rest(&self, failed: impl IntoIterator<Item = (TableId, Millis)>) {
        let mut broken = self.0.broken.lock().unwrap_or_else(PoisonError::into_inner);
        broken.extend(failed);
    }

    /// Rolls over the seasons that end by the calendar, and rates the first part of what waits for it: whether there may be
    /// more. What fails is in the log, and tried again in a while.
    pub async fn keep_boards(&self) -> bool {
        // What fails is in the log already.
        if self.roll_seasons().await.is_err() {
            return false;
        }
        self.store().settle_some().await.unwrap_or_else(|error| {
            self.fault(error);
            false
        })
    }

    /// The tables that are left alone for now because the last try broke.
    fn broken(&self, now: Millis) -> HashSet<TableId> {
        let mut broken = self.0.broken.lock().unwrap_or_else(PoisonError::into_inner);
        broken.retain(|_, until| *until > now);
        broken.keys().copied().collect()
    }

    /// Forgets which updates were handled, once no platform repeats them any more.
    async fn prune(&self) {
        if let Err(error) = self.store().prune_inbox(self.now().plus(-INBOX_MS)).await {
            self.fault(error);
        }
    }

    async fn until_next(&self) -> Duration {
        let (tables, events) = (self.store().next_due().await, self.store().next_event_due().await);
        match tables.and_then(|tables| Ok(tables.into_iter().chain(events?).min())) {
            Ok(Some(at)) => {
                // What is overdue even now belongs to a table that is left alone, or to a platform that is silent.
                let wait = u64::try_from(at.0 - self.now().0).ok().filter(|wait| *wait > 0);
                wait.map_or(NAP, Duration::from_millis).min(NAP)
            }
            Ok(None) => NAP,
            Err(error) => {
                self.fault(error);
                NAP
            }
        }
    }
}

/// Whether there may be more rows than were read.
fn is_full(rows: usize, room: u32) -> bool {
    u32::try_from(rows).is_ok_and(|rows| rows >= room)
}
