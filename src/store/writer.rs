//! The one task that writes: it gathers the writes that wait, runs them in one transaction, and answers each after the
//! commit.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Connection, Either, Executor, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::file::{File, Lock};
use super::memo::{Era, changes_people};
use super::plan::{Arg, Need, Plan, Step};
use super::{StoreError, Tuning};

/// A command of more steps than this is prepared for its one time (ours): ratings are reckoned in commands of some hundred steps,
/// each of another shape, and hundreds of such would stay prepared for nothing.
const LONG: usize = 60;
/// Writes that may wait before senders have to: some seconds of work.
const WAITING: usize = 4_096;
/// How long until deleted data that is still in the write-ahead log is tried to be removed again: 0.2 s (ours).
const SCRUB_AGAIN: Duration = Duration::from_millis(200);
/// Meanwhile readers are waited for only so long as a write may wait for that (in ms, ours), and then as long as ever.
const BRIEF: &str = "PRAGMA busy_timeout = 20";
const PATIENT: &str = "PRAGMA busy_timeout = 5000";

/// How many rows each step of a write changed.
pub(super) type Changes = Vec<u64>;

pub(super) enum Job {
    Write {
        plan: Plan,
        reply: oneshot::Sender<Result<Changes, StoreError>>,
    },
    Close {
        reply: oneshot::Sender<()>,
    },
}

/// Starts the task; it ends when every sender is gone or at `Job::Close`, and keeps the lock until then.
pub(super) fn start(
    file: File,
    connection: SqliteConnection,
    lock: Lock,
    tuning: Tuning,
    era: Era,
) -> mpsc::Sender<Job> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let writer = Writer {
        file,
        tuning,
        era,
        connection: Some(connection),
        texts: HashMap::new(),
        // The process before may have been killed between a deletion and this.
        scrub: true,
    };
    tokio::spawn(writer.run(receiver, lock));
    sender
}

struct Writer {
    file: File,
    tuning: Tuning,
    /// Ends whenever something changed that is kept in memory.
    era: Era,
    /// `None` after a failure, until it is opened again.
    connection: Option<SqliteConnection>,
    texts: HashMap<Vec<usize>, Arc<str>>,
    /// Whether deleted data may still be in the write-ahead log.
    scrub: bool,
}

struct Waiting {
    plan: Plan,
    reply: oneshot::Sender<Result<Changes, StoreError>>,
}

/// Whether a write changed something that is kept in memory.
fn touches(plan: &Plan, changes: &Changes) -> bool {
    let mut steps = plan.steps.iter().zip(changes);
    steps.any(|(step, changed)| *changed > 0 && changes_people(step.statement))
}

/// Where a command stands in its transaction.
#[derive(Clone, Copy)]
enum Lead {
    Begin,
    Next,
    Within,
}

impl Lead {
    // A savepoint stays open until the next write replaces it or the commit ends it: one statement less a write.
    fn parts(self) -> &'static [&'static str] {
        match self {
            Lead::Begin => &["BEGIN IMMEDIATE", "SAVEPOINT press"],
            Lead::Next => &["RELEASE press", "SAVEPOINT press"],
            Lead::Within => &[],
        }
    }
}

/// Why a write didn't happen.
enum Trouble {
    /// Its own fault: undone up to its savepoint, the transaction goes on.
    Refused(StoreError),
    /// The database's: the transaction is lost. `early`: not even begun.
    Broken { error: sqlx::Error, early: bool },
}

impl Writer {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>, lock: Lock) {
        let mut closing = None;
        let mut batch = Vec::new();
        while closing.is_none() {
            let Some(first) = self.next(&mut jobs).await else { break };
            // Those whose last write was just acknowledged get the chance to ask for the next one, into this same batch.
            tokio::task::yield_now().await;
            let mut next = Some(first);
            while let Some(job) = next {
                match job {
                    Job::Write { plan, reply } => batch.push(Waiting { plan, reply }),
                    Job::Close { reply } => {
                        jobs.close();
                        closing = Some(reply);
                    }
                }
                next = if batch.len() < self.tuning.batch {
                    jobs.try_recv().ok()
                } else {
                    None
                };
            }
            self.write(std::mem::take(&mut batch)).await;
        }
        // Writes that were waiting when the store closed still happen.
        while let Some(job) = jobs.recv().await {
            if let Job::Write { plan, reply } = job {
                self.write(vec![Waiting { plan, reply }]).await;
            }
        }
        if let Some(mut connection) = self.connection.take() {
            let _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
            let _ = connection.close().await;
        }
        drop(lock);
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// The next job; until it comes, deleted data is removed from the write-ahead log, as soon as no reader needs it.
    async fn next(&mut self, jobs: &mut mpsc::Receiver<Job>) -> Option<Job> {
        while self.scrub {
            self.scrub = !self.scrubbed().await;
            if self.scrub
                && let Ok(job) = tokio::time::timeout(SCRUB_AGAIN, jobs.recv()).await
            {
                return job;
            }
        }
        jobs.recv().await
    }

    /// Empties the write-ahead log, which keeps earlier states of what is deleted; whether that was possible.
    async fn scrubbed(&mut self) -> bool {
        let Some(connection) = self.connection.as_mut() else {
            return false;
        };
        let _ = connection.execute(BRIEF).await;
        let emptied = connection.fetch_one("PRAGMA wal_checkpoint(TRUNCATE)").await;
        let _ = connection.execute(PATIENT).await;
        // The first column: whether somebody was in the way.
        emptied.is_ok_and(|row| row.try_get::<i64, _>(0).is_ok_and(|busy| busy == 0))
    }

    async fn write(&mut self, batch: Vec<Waiting>) {
        if batch.is_empty() {
            return;
        }
        self.scrub |= batch.iter().any(|waiting| waiting.plan.scrub);
        if self.connection.is_some() {
            match self.together(&batch).await {
                Ok(results) => {
                    let mut done = batch.iter().zip(&results);
                    if done.any(|(waiting, result)| result.as_ref().is_ok_and(|done| touches(&waiting.plan, done))) {
                        self.era.ends();
                    }
                    for (waiting, result) in batch.into_iter().zip(results) {
                        // A caller that no longer waits doesn't undo its write.
                        let _ = waiting.reply.send(result);
                    }
                    return;
                }
                Err(error) => {
                    tracing::error!(error = %error, writes = batch.len(), "a batch of writes failed; trying one by one");
                    self.hang_up().await;
                }
            }
        }
        self.one_by_one(batch).await;
    }

    /// All writes in one transaction. An error means that none of them happened.
    async fn together(&mut self, batch: &[Waiting]) -> Result<Vec<Result<Changes, StoreError>>, StoreError> {
        let mut results = Vec::with_capacity(batch.len());
        for (number, waiting) in batch.iter().enumerate() {
            let lead = if number == 0 { Lead::Begin } else { Lead::Next };
            match self.perform(&waiting.plan, lead).await {
                Ok(changes) => results.push(Ok(changes)),
                Err(Trouble::Refused(error)) => results.push(Err(error)),
                Err(Trouble::Broken { error, .. }) => return Err(error.into()),
            }
        }
        self.commit().await?;
        Ok(results)
    }

    async fn one_by_one(&mut self, batch: Vec<Waiting>) {
        // Set once the database can't even begin: the rest would only wait for the same refusal.
        let mut down: Option<String> = None;
        for waiting in batch {
            let result = match &down {
                Some(text) => Err(StoreError::Backend(text.clone())),
                None => match self.alone(&waiting.plan).await {
                    Ok(result) => result,
                    Err((error, early)) => {
                        self.hang_up().await;
                        if early {
                            down = Some(error.to_string());
                        }
                        Err(error)
                    }
                },
            };
            // After trouble nobody knows for sure what was written.
            self.era.ends();
            let _ = waiting.reply.send(result);
        }
    }

    async fn alone(&mut self, plan: &Plan) -> Result<Result<Changes, StoreError>, (StoreError, bool)> {
        if self.connection.is_none() {
            let opened = self.file.writer(self.tuning.max_pages).await;
            self.connection = Some(opened.map_err(|error| (error.into(), true))?);
        }
        let result = match self.perform(plan, Lead::Begin).await {
            Ok(changes) => Ok(changes),
            Err(Trouble::Refused(error)) => Err(error),
            Err(Trouble::Broken { error, early }) => return Err((error.into(), early)),
        };
        self.commit().await.map_err(|error| (error.into(), false))?;
        Ok(result)
    }

    /// A connection that failed in a transaction isn't trusted again.
    async fn hang_up(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            let _ = connection.execute("ROLLBACK").await;
            let _ = connection.close().await;
        }
    }

    async fn commit(&mut self) -> Result<(), sqlx::Error> {
        // Also ends the savepoint that is still open.
        self.connection()?.execute("COMMIT").await.map(|_| ())
    }

    fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        self.connection.as_mut().ok_or(sqlx::Error::WorkerCrashed)
    }

    async fn perform(&mut self, plan: &Plan, lead: Lead) -> Result<Changes, Trouble> {
        let mut changes = vec![0; plan.steps.len()];
        self.command(plan, |step, _| step.after.is_none(), lead, &mut changes)
            .await?;
        if plan
            .steps
            .iter()
            .any(|step| step.after.is_some_and(|earlier| changes[earlier] > 0))
        {
            let follows = |step: &Step, changes: &Changes| step.after.is_some_and(|earlier| changes[earlier] > 0);
            self.command(plan, follows, Lead::Within, &mut changes).await?;
        }
        Ok(changes)
    }

    /// Runs the chosen steps as one command: a round trip to the database's thread costs more than most statements.
    async fn command(
        &mut self,
        plan: &Plan,
        chosen: impl Fn(&Step, &Changes) -> bool,
        lead: Lead,
        changes: &mut Changes,
    ) -> Result<(), Trouble> {
        let numbers: Vec<usize> = (0..plan.steps.len())
            .filter(|at| chosen(&plan.steps[*at], changes))
            .collect();
        let text = self.text(plan, &numbers, lead);
        let ahead = lead.parts().len();
        let mut arguments = SqliteArguments::default();
        for number in &numbers {
            for arg in &plan.steps[*number].args {
                let bound = match arg {
                    Arg::Int(value) => arguments.add(*value),
                    Arg::Real(value) => arguments.add(*value),
                    Arg::Text(value) => arguments.add(value.clone()),
                };
                bound.map_err(|error| Trouble::Broken {
                    error: sqlx::Error::Encode(error),
                    early: false,
                })?;
            }
        }

        let connection = self
            .connection()
            .map_err(|error| Trouble::Broken { error, early: true })?;
        let mut done = 0_usize;
        let mut failure = None;
        {
            let query = sqlx::query_with(AssertSqlSafe(text), arguments).persistent(numbers.len() <= LONG);
            let mut stream = connection.fetch_many(query);
            while let Some(item) = stream.next().await {
                match item {
                    Ok(Either::Left(result)) => {
                        if let Some(number) = done.checked_sub(ahead).and_then(|at| numbers.get(at)) {
                            changes[*number] = result.rows_affected();
                        }
                        done += 1;
                    }
                    Ok(Either::Right(_)) => {}
                    Err(error) => {
                        failure = Some(error);
                        break;
                    }
                }
            }
        }

        let finished = &numbers[..done.saturating_sub(ahead).min(numbers.len())];
        let unmet = finished
            .iter()
            .filter(|number| changes[**number] == 0)
            .find_map(|number| plan.steps[*number].need.refusal());
        let refusal = match failure {
            None => unmet,
            Some(error) => {
                if done < ahead || !is_own_fault(&error) {
                    return Err(Trouble::Broken {
                        error,
                        early: done == 0 && matches!(lead, Lead::Begin),
                    });
                }
                // A step that found nothing to change explains a later one that then broke a constraint.
                let step = numbers.get(done - ahead).map(|number| &plan.steps[*number]);
                unmet.or_else(|| match step.map(|step| step.need) {
                    Some(Need::Conflict) if is_unique(&error) => Some(StoreError::Conflict),
                    Some(Need::Points) if is_unique(&error) => Some(StoreError::Conflict),
                    Some(Need::Points) if is_check(&error) => Some(StoreError::Poor),
                    _ => Some(StoreError::Impossible(describe(&error))),
                })
            }
        };
        let Some(refusal) = refusal else { return Ok(()) };
        self.connection()
            .map_err(|error| Trouble::Broken { error, early: false })?
            .execute("ROLLBACK TO press")
            .await
            .map_err(|error| Trouble::Broken { error, early: false })?;
        Err(Trouble::Refused(refusal))
    }

    /// The text of a command; unless it is a long one it is built once for each shape, so that the database finds it prepared.
    fn text(&mut self, plan: &Plan, numbers: &[usize], lead: Lead) -> Arc<str> {
        let mut shape: Vec<usize> = numbers
            .iter()
            .map(|number| std::ptr::from_ref(plan.steps[*number].statement).addr())
            .collect();
        shape.push(lead as usize);
        let build = || -> Arc<str> {
            let mut parts: Vec<String> = lead.parts().iter().map(ToString::to_string).collect();
            let mut offset = 0;
            for number in numbers {
                let statement = plan.steps[*number].statement;
                parts.push(statement.shifted(offset));
                offset += statement.arity();
            }
            parts.join(";\n").into()
        };
        if numbers.len() > LONG {
            return build();
        }
        if self.texts.len() > 1_000 {
            self.texts.clear();
        }
        Arc::clone(self.texts.entry(shape).or_insert_with(build))
    }
}

/// Errors of one write that leave the transaction sound: a broken constraint, a value too big or of a wrong type.
fn is_own_fault(error: &sqlx::Error) -> bool {
    const TOO_BIG: i64 = 18;
    const CONSTRAINT: i64 = 19;
    const MISMATCH: i64 = 20;
    matches!(
        code(error).map(|code| code & 0xff),
        Some(TOO_BIG | CONSTRAINT | MISMATCH)
    )
}

fn is_unique(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

fn is_check(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_check_violation)
}

pub(super) fn code(error: &sqlx::Error) -> Option<i64> {
    error.as_database_error()?.code()?.parse().ok()
}

fn describe(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => "the database refused the write".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan::args;
    use crate::store::{rungs, schema};

    /// What ratings are reckoned with is written and leaves nothing in memory; what every press writes stays prepared.
    #[tokio::test]
    async fn long_commands_are_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = File::at(folder.path().join("long.db"));
        let mut connection = file.writer(None).await.expect("a database");
        schema::migrate(&mut connection).await.expect("a schema");
        let mut writer = Writer {
            file,
            tuning: Tuning::default(),
            era: Era::default(),
            connection: Some(connection),
            texts: HashMap::new(),
            scrub: false,
        };
        let steps = |from: i64, count: i64| {
            let mut plan = Plan::default();
            for table in from..from + count {
                let row = args![
                    1_i64, 2_i64, 3_i64, table, 4_i64, 5_i64, 1500.0, 1510.0, 80.0, 0.06, 1_i64, 1_i64
                ];
                plan.add(&rungs::STEP_ADD, row);
            }
            plan
        };
        writer
            .alone(&steps(900, 3))
            .await
            .map_err(|(error, _)| error)
            .expect("a transaction")
            .expect("a write");
        let mut kept = Vec::new();
        for (from, count) in [(0, 3), (100, 61), (200, 3), (300, 200), (600, 170)] {
            let changes = writer.alone(&steps(from, count)).await;
            let changes = changes
                .map_err(|(error, _)| error)
                .expect("a transaction")
                .expect("a write");
            assert_eq!(changes, vec![1; usize::try_from(count).expect("a few")]);
            let prepared = writer.connection.as_ref().map(Connection::cached_statements_size);
            kept.push((writer.texts.len(), prepared));
        }
        assert_eq!(kept[0].0, 1);
        assert!(kept.iter().all(|now| *now == kept[0]), "{kept:?}");
    }
}
