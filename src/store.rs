//! The log and everything read from it: one SQLite file, one writer, a few readers.
//!
//! Every write is one transaction of the writer's task, which gathers all waiting writes into one commit and answers
//! each after it: what is acknowledged survives a crash and a power cut. A write whose caller stopped waiting still
//! happens whole or not at all. No type of the database driver shows in a signature.

mod audit;
mod boards;
mod civil;
mod codes;
mod contests;
mod copy;
mod file;
mod fill;
mod joined;
mod ladder;
mod laurels;
mod leaves;
mod links;
mod log;
mod lookup;
mod manners;
mod marks;
mod memo;
mod merges;
mod moderation;
mod pages;
mod passed;
mod people;
mod plan;
mod privacy;
mod profiles;
mod purse;
mod rated;
mod ratings;
mod rungs;
mod schedules;
mod schema;
mod seasons;
mod sifted;
mod slots;
mod statements;
mod sums;
mod teams;
mod venues;
mod writer;

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::id::{Millis, PlayerId};
pub use crate::table::ModeKind;
pub use audit::{Audit, Difference, EventTruth, OddPot, Shown, Spot, Truth};
pub use boards::{Board, BoardLine, BoardQuery, Figures, Period, Scope, Who};
pub use civil::ZONE;
pub use codes::TeamDeedKind;
pub use codes::{Calendar, DeedKind, LiveStage, Metric, Reach, SlotKind};
pub use contests::{Chapter, Errand, EventDue, EventRow, PLACES_MAX, Task};
pub use copy::{Copied, CopyError, Restored};
use file::File;
pub use ladder::{MatchResult, SeatResult, Standing};
pub use laurels::TeamPlace;
pub use links::{LinkCode, Merge};
pub use log::{Append, DueRow, Live, Of};
pub use manners::{Abort, Aborts};
use merges::Merges;
pub use moderation::{Bound, Change, Deed};
use passed::Walk;
pub use people::{AccountRow, PersonRow};
use plan::Plan;
pub use privacy::{Farewell, Mention, Message, Traces};
pub use profiles::{FamilyRating, LastMatch, Profile, Records, Versus};
pub use purse::{Moved, Movement, OPENING};
pub use ratings::{KnownRating, RatingBook, RatingChange};
pub use schedules::{QuickSeat, ScheduleRow};
pub use schema::Checkup;
pub use seasons::{CHANNEL, Season};
pub use sifted::{Sifted, Unread};
pub use slots::{Slot, SlotId, SlotKey, Want};
pub use teams::{Invitation, NewTeam, TeamBar, TeamBounds, TeamBy, TeamChange, TeamDeed, TeamLine, TeamRow};
use writer::{Changes, Job};

/// Why a store can't be opened, in words for the person who starts the program.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address isn't one.
    #[error("the database address must look like sqlite://data/jinlami.db (a file, without parameters)")]
    Address,
    /// The folder can't be made or written.
    #[error("the folder {} can't be written: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the operating system said.
        reason: String,
    },
    /// Another process works with this file.
    #[error("the database {} is in use by another jinlami{}: stop that one first, or give this one another file", path.display(), process_text(*process))]
    InUse {
        /// The database file.
        path: PathBuf,
        /// The other process, when it left its number.
        process: Option<u32>,
    },
    /// The file was written by a newer program.
    #[error("the database has schema {found}, but this program knows only {known}: start a newer jinlami")]
    Newer {
        /// The schema version in the file.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// There is no such file.
    #[error("there is no database {} yet", path.display())]
    Missing {
        /// The database file.
        path: PathBuf,
    },
    /// The file was written by an older program.
    #[error("the database has schema {found}, and this program writes {known}: `jinlami migrate` brings it up to date")]
    Older {
        /// The schema version in the file.
        found: i64,
        /// The one that this program writes.
        known: i64,
    },
    /// The file belongs to some other program.
    #[error("the database file holds tables, but none of jinlami's: give another file")]
    Foreign,
    /// The SQLite in use has a known fault.
    #[error("SQLite {found} can corrupt a database; at least 3.51.3 is needed")]
    OldSqlite {
        /// The version found.
        found: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Backend(String),
}

/// Why the store didn't do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else appended first: load and decide again.
    #[error("the log has moved on")]
    Conflict,
    /// This update was handled before.
    #[error("the update was handled before")]
    Duplicate,
    /// The player did this too often lately.
    #[error("the player did this too often")]
    Limit,
    /// A player who comes to the table has had their data deleted.
    #[error("the player's data was deleted")]
    Gone,
    /// As many tables are open as there may be.
    #[error("too many open tables: {0:?}")]
    Full(Bound),
    /// A purse holds fewer play points than are to be paid.
    #[error("too few play points")]
    Poor,
    /// A team can't be as it was wished.
    #[error("{0}")]
    Team(TeamBar),
    /// A request that no state of the store allows.
    #[error("impossible: {0}")]
    Impossible(String),
    /// The database failed; a text for one log line, without anything private.
    #[error("the database failed: {0}")]
    Backend(String),
    /// The same while writing: nothing was stored, and nothing that was acknowledged before is lost.
    #[error("the database took no write: {0}")]
    NotStored(String),
}

/// What a store can be tuned by; the defaults are right outside tests and benches.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Writes that may share one transaction; 1 gives each its own.
    pub batch: usize,
    /// Connections that read.
    pub readers: u32,
    /// The largest size of the file in pages of 4 KiB, to rehearse a full disk.
    pub max_pages: Option<u32>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            batch: 256,
            readers: 4,
            max_pages: None,
        }
    }
}

/// A handle to the store; cheap to clone.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    last_id: AtomicI64,
    /// Who became whom; read with every log, and changed only after it is stored.
    merges: RwLock<Arc<Merges>>,
    book: RwLock<RatingBook>,
    /// Held by whoever brings ratings up to date.
    rating: tokio::sync::Mutex<()>,
    /// What is read at every press and seldom changes.
    memos: memo::Memos,
    /// How long boards are, and marks along them.
    marks: Mutex<marks::Known>,
    /// How far boards are looked through for lines that nobody can see any more.
    walk: tokio::sync::Mutex<Walk>,
    /// How much was rated so far, see `store::ratings`.
    settled: AtomicU64,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the file at an address like `sqlite://data/jinlami.db`, makes it and its folder when missing, and brings
    /// its schema up to date.
    ///
    /// # Errors
    ///
    /// A wrong address, a folder that can't be written, a file in use by another process, a newer schema, an SQLite
    /// with known faults, or a failure of the database.
    pub async fn open(url: &str) -> Result<Store, OpenError> {
        Store::open_with(url, Tuning::default()).await
    }

    /// Like `open`, tuned.
    ///
    /// # Errors
    ///
    /// Those of `open`.
    pub async fn open_with(url: &str, tuning: Tuning) -> Result<Store, OpenError> {
        let file = File::from_url(url)?;
        let (lock, mut connection, _) = prepare(&file, tuning).await?;
        let last: Option<i64> = sqlx::query(statements::LARGEST_ID.sql)
            .fetch_one(&mut connection)
            .await?
            .try_get(0)?;
        let merges = Merges::load(&mut connection).await;
        let merges = merges.map_err(|error| OpenError::Backend(error.to_string()))?;
        let readers = file.readers(tuning.readers).await?;
        let memos = memo::Memos::default();
        let jobs = writer::start(file, connection, lock, tuning, memos.era.clone());
        Ok(Store {
            inner: Arc::new(Inner {
                jobs,
                readers,
                last_id: AtomicI64::new(last.unwrap_or(0)),
                merges: RwLock::new(Arc::new(merges)),
                book: RwLock::default(),
                rating: tokio::sync::Mutex::default(),
                memos,
                marks: Mutex::default(),
                walk: tokio::sync::Mutex::default(),
                settled: AtomicU64::new(0),
            }),
        })
    }

    /// Brings the schema of the file at `url` up to date and closes it: the versions before and after.
    ///
    /// # Errors
    ///
    /// Those of `open`.
    pub async fn migrate(url: &str) -> Result<(i64, i64), OpenError> {
        let file = File::from_url(url)?;
        let (lock, connection, found) = prepare(&file, Tuning::default()).await?;
        sqlx::Connection::close(connection).await?;
        drop(lock);
        Ok((found, schema::known()))
    }

    /// Looks whether the file at `url` could be opened, without migrating it.
    ///
    /// # Errors
    ///
    /// Those of `open`, except that a file in use is no error here.
    pub async fn check(url: &str) -> Result<Checkup, OpenError> {
        schema::check(&File::from_url(url)?).await
    }

    /// Looks at a file that is only to be read, also where nothing can be written.
    ///
    /// # Errors
    ///
    /// When there is no database of this program's, or a newer one's.
    pub async fn checkup(url: &str) -> Result<Checkup, OpenError> {
        schema::look(&File::from_url(url)?).await
    }

    /// Lets the waiting writes happen, then closes the file; later writes fail.
    pub async fn close(&self) {
        self.inner.readers.close().await;
        let (reply, done) = oneshot::channel();
        if self.inner.jobs.send(Job::Close { reply }).await.is_ok() {
            let _ = done.await;
        }
    }

    /// Hands a write to the writer and waits for its commit.
    async fn write(&self, plan: Plan) -> Result<Changes, StoreError> {
        let (reply, done) = oneshot::channel();
        let closed = || StoreError::NotStored("the store is closed".to_owned());
        self.inner
            .jobs
            .send(Job::Write { plan, reply })
            .await
            .map_err(|_| closed())?;
        done.await.map_err(|_| closed())?.map_err(|error| match error {
            StoreError::Backend(text) => StoreError::NotStored(text),
            other => other,
        })
    }

    fn merges(&self) -> Arc<Merges> {
        let merges = self.inner.merges.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&merges)
    }

    fn note_merge(&self, old: PlayerId, new: PlayerId) {
        let mut merges = self.inner.merges.write().unwrap_or_else(PoisonError::into_inner);
        *merges = Arc::new(merges.with(old, new));
    }

    fn readers(&self) -> &SqlitePool {
        &self.inner.readers
    }

    /// A new id, larger than every one before and near `at` · 2²⁰ while the clock goes forward.
    fn new_id(&self, at: Millis) -> i64 {
        self.new_ids(at, 1)
    }

    /// The first of so many new ids in a row.
    fn new_ids(&self, at: Millis, count: i64) -> i64 {
        let wanted = at.0.saturating_mul(1 << 20);
        let first = |last: i64| wanted.max(last.saturating_add(1));
        let next = |last: i64| Some(first(last).saturating_add(count - 1));
        let last = self
            .inner
            .last_id
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        first(last.unwrap_or_else(|last| last))
    }
}

async fn prepare(file: &File, tuning: Tuning) -> Result<(file::Lock, SqliteConnection, i64), OpenError> {
    file.make_folder()?;
    // The driver's own migration lock does nothing on SQLite.
    let lock = file.lock().await?;
    file.make_private().map_err(|error| file.no_folder(&error))?;
    let mut connection = file.writer(tuning.max_pages).await?;
    let found = schema::migrate(&mut connection).await?;
    fill::fill(&mut connection)
        .await
        .map_err(|error| OpenError::Backend(error.to_string()))?;
    Ok((lock, connection, found))
}

fn process_text(process: Option<u32>) -> String {
    process
        .map(|process| format!(" (process {process})"))
        .unwrap_or_default()
}

fn int(row: &SqliteRow, column: usize) -> Result<i64, StoreError> {
    Ok(row.try_get(column)?)
}

fn maybe(row: &SqliteRow, column: usize) -> Result<Option<i64>, StoreError> {
    Ok(row.try_get(column)?)
}

fn text(row: &SqliteRow, column: usize) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

fn narrow<T: TryFrom<i64>>(value: i64) -> Result<T, StoreError> {
    T::try_from(value).map_err(|_| StoreError::Impossible("a stored number is out of range".to_owned()))
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Backend(line(&error))
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> OpenError {
        OpenError::Backend(line(&error))
    }
}

/// What an operator can do about a result of SQLite's, by its number.
fn advice(code: i64) -> &'static str {
    match code & 0xff {
        5 | 6 => "; another program holds the file: close it",
        8 => "; the file or its folder may not be written: give the bot's user the right to",
        10 => "; the disk or the file system fails",
        11 | 26 => "; the file is damaged: `jinlami restore` puts a backup in its place",
        13 => "; the disk is full: make room. Nothing stored is lost, and it goes on by itself",
        14 => "; the file or its folder can't be opened: look at the rights of both",
        _ => "",
    }
}

/// One line about a failure. The database's own message names tables and columns, never values.
fn line(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            let advice = advice(code.parse().unwrap_or(0));
            format!("{} (code {code}){advice}", error.message())
        }
        sqlx::Error::Io(error) => format!("input or output: {}", error.kind()),
        sqlx::Error::PoolTimedOut => "no connection became free in time".to_owned(),
        sqlx::Error::PoolClosed => "the store is closed".to_owned(),
        sqlx::Error::WorkerCrashed => "the database's thread has ended".to_owned(),
        sqlx::Error::ColumnDecode { index, .. } => format!("column {index} can't be read"),
        sqlx::Error::RowNotFound => "a row is missing".to_owned(),
        _ => "the database driver failed".to_owned(),
    }
}
