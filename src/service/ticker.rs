use std::collections::HashSet;
use std::sync::PoisonError;
use std::time::Duration;

use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use super::{Caller, Command, Error, Service};
use crate::id::{Millis, TableId};

/// How many due rows are read at once.
const BATCH: u32 = 256;
/// How many tables the ticker serves at the same time, so that group commit has something to group.
const AT_ONCE: usize = 32;
/// How long the ticker sleeps at most, should a wake-up be missed or a fault repeat.
const NAP: Duration = Duration::from_secs(1);

/// How often handled updates are forgotten: every hour (ours).
const PRUNE_MS: i64 = 3_600_000;
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
        let waiting = self.store().gathering().await.map_err(|error| Error::of(self, error))?;
        for table in waiting {
            drop(self.try_gather(table).await);
        }
        Ok(())
    }

    /// Presses for the clock and the computer until told to stop.
    pub async fn run(&self, stop: CancellationToken) {
        let mut pruned = Millis(0);
        while !stop.is_cancelled() {
            if self.now().0 - pruned.0 > PRUNE_MS {
                pruned = self.now();
                self.prune().await;
            }
            self.ticked();
            let calm = self.tick().await;
            let nap = if calm { self.until_next().await } else { NAP };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.0.planned.notified() => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
    }

    /// Does everything that is due now; `false` when something of it failed. What somebody would lose by waits while their
    /// platform is silent.
    pub async fn tick(&self) -> bool {
        loop {
            let now = self.now();
            let broken = self.broken(now);
            // Room for those that are left alone, so that they never crowd out the others.
            let room = BATCH.saturating_add(u32::try_from(broken.len()).unwrap_or(u32::MAX));
            let mut rows = match self.store().due_but(&self.quiet(now), now, room).await {
                Ok(rows) => rows,
                Err(error) => {
                    self.fault(error);
                    return false;
                }
            };
            rows.retain(|row| !broken.contains(&row.table));
            if rows.is_empty() {
                return true;
            }
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
                let mut broken = self.0.broken.lock().unwrap_or_else(PoisonError::into_inner);
                broken.extend(failed.into_iter().map(|table| (table, now.plus(REST_MS))));
                return false;
            }
        }
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
        match self.store().next_due().await {
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
