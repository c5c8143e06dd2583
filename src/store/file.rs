//! The database file: its address, the lock beside it, and connections to it.

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use super::OpenError;

/// How long a connection waits for somebody else's lock on the file.
const BUSY: Duration = Duration::from_secs(5);
/// How long a start waits for a process that is just stopping.
const LOCK_PATIENCE: Duration = Duration::from_millis(1_000);
/// Prepared commands kept by the writer; each press has one of a few dozen shapes.
const WRITER_STATEMENTS: usize = 192;

#[derive(Clone, Debug)]
pub(super) struct File {
    path: PathBuf,
}

/// The lock beside the file; the operating system takes it back when the process ends, however it ends.
pub(super) struct Lock {
    _file: fs::File,
}

impl File {
    pub(super) fn at(path: PathBuf) -> File {
        File { path }
    }

    /// Reads an address like `sqlite://data/jinlami.db`.
    pub(super) fn from_url(url: &str) -> Result<File, OpenError> {
        let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"));
        match path {
            Some(path) if !path.is_empty() && !path.contains('?') && path != ":memory:" => Ok(File::at(path.into())),
            _ => Err(OpenError::Address),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    pub(super) fn make_folder(&self) -> Result<(), OpenError> {
        fs::create_dir_all(self.folder()).map_err(|error| self.no_folder(&error))
    }

    pub(super) fn no_folder(&self, error: &io::Error) -> OpenError {
        OpenError::Folder {
            folder: self.folder().to_owned(),
            reason: error.kind().to_string(),
        }
    }

    /// Makes a missing file readable for its owner only, since open hands are in it. What SQLite lays beside it follows.
    pub(super) fn make_private(&self) -> io::Result<()> {
        if self.path.exists() {
            return Ok(());
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.path).map(drop)
    }

    fn lock_path(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".lock");
        name.into()
    }

    /// Takes the lock, or says who has it.
    pub(super) async fn lock(&self) -> Result<Lock, OpenError> {
        let mut waited = Duration::ZERO;
        loop {
            match self.try_lock() {
                Err(OpenError::InUse { .. }) if waited < LOCK_PATIENCE => {
                    let pause = Duration::from_millis(50);
                    tokio::time::sleep(pause).await;
                    waited += pause;
                }
                done => return done,
            }
        }
    }

    pub(super) fn try_lock(&self) -> Result<Lock, OpenError> {
        let mut file = fs::OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.lock_path())
            .map_err(|error| self.no_folder(&error))?;
        match file.try_lock() {
            Ok(()) => {
                // The number is only a kindness to the reader of the refusal; the lock works without it.
                let _ = file
                    .set_len(0)
                    .and_then(|()| file.rewind())
                    .and_then(|()| write!(file, "{}", std::process::id()));
                Ok(Lock { _file: file })
            }
            Err(fs::TryLockError::WouldBlock) => {
                let mut process = String::new();
                let _ = file.read_to_string(&mut process);
                let process = process.trim().parse().ok();
                Err(OpenError::InUse {
                    path: self.path.clone(),
                    process,
                })
            }
            Err(fs::TryLockError::Error(error)) => Err(self.no_folder(&error)),
        }
    }

    fn options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .filename(&self.path)
            .busy_timeout(BUSY)
            .foreign_keys(true)
            .disable_statement_logging()
    }

    /// The one connection that writes. `pages` limits the size of the file, to rehearse a full disk.
    pub(super) async fn writer(&self, pages: Option<u32>) -> Result<SqliteConnection, sqlx::Error> {
        let mut options = self
            .options()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // NORMAL buys nothing with group commit and loses acknowledged presses when the power fails.
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", "-8000")
            // What is deleted or written over is no longer in the file.
            .pragma("secure_delete", "ON")
            .statement_cache_capacity(WRITER_STATEMENTS)
            .thread_name(|_| "store-writer".to_owned());
        if let Some(pages) = pages {
            options = options.pragma("max_page_count", pages.to_string());
        }
        options.connect().await
    }

    /// A look at a file that exists, changing nothing.
    pub(super) async fn visitor(&self) -> Result<SqliteConnection, sqlx::Error> {
        self.options().pragma("query_only", "ON").connect().await
    }

    /// A connection that copies from a file, or reads a copy. It never changes the file itself.
    pub(super) async fn source(&self) -> Result<SqliteConnection, sqlx::Error> {
        let options = self.options().read_only(true);
        let mut connection = options.clone().connect().await?;
        let read = sqlx::raw_sql("SELECT count(*) FROM sqlite_schema")
            .execute(&mut connection)
            .await;
        match read {
            // In a folder that takes no files nothing can be laid beside it. Where nothing waits in a write-ahead log nobody
            // writes, and the file alone is all there is.
            Err(error) if super::writer::code(&error).is_some_and(cannot_be_written) && !self.has_log() => {
                options.immutable(true).connect().await
            }
            _ => Ok(connection),
        }
    }

    fn has_log(&self) -> bool {
        let mut name = self.path.clone().into_os_string();
        name.push("-wal");
        fs::metadata(name).is_ok_and(|log| log.len() > 0)
    }

    pub(super) async fn readers(&self, count: u32) -> Result<SqlitePool, sqlx::Error> {
        let options = self
            .options()
            .pragma("query_only", "ON")
            .thread_name(|number| format!("store-reader-{number}"));
        SqlitePoolOptions::new()
            .max_connections(count)
            .min_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .test_before_acquire(false)
            .connect_with(options)
            .await
    }
}

/// SQLite's numbers for a file or a folder that takes no writes, or a file beside it that can't be made.
fn cannot_be_written(code: i64) -> bool {
    matches!(code & 0xff, 8 | 14)
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    #[test]
    fn addresses() {
        let path = |url| File::from_url(url).map(|file| file.path().to_owned());
        assert_eq!(path("sqlite://data/jinlami.db").ok(), Some("data/jinlami.db".into()));
        assert_eq!(
            path("sqlite:///var/lib/jinlami.db").ok(),
            Some("/var/lib/jinlami.db".into())
        );
        for wrong in [
            "",
            "data/jinlami.db",
            "sqlite://",
            "sqlite::memory:",
            "postgres://x",
            "sqlite://a.db?mode=ro",
        ] {
            assert!(matches!(path(wrong), Err(OpenError::Address)), "{wrong}");
        }
    }

    /// What an acknowledged press survives rests on these settings; a kill can't tell whether the disk was asked to sync.
    #[tokio::test]
    async fn connections_are_set_up_to_keep_what_they_acknowledge() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = File::at(folder.path().join("set.db"));
        let mut writer = file.writer(None).await.expect("a database");
        let settings = [
            ("synchronous", "2"),
            ("journal_mode", "wal"),
            ("foreign_keys", "1"),
            ("busy_timeout", "5000"),
            ("secure_delete", "1"),
        ];
        for (name, value) in settings {
            assert_eq!(setting(&mut writer, name).await, value, "{name}");
        }
        let readers = file.readers(1).await.expect("readers");
        let mut reader = readers.acquire().await.expect("a reader");
        assert_eq!(setting(&mut reader, "query_only").await, "1");
    }

    async fn setting(connection: &mut SqliteConnection, name: &str) -> String {
        let text = sqlx::AssertSqlSafe(format!("PRAGMA {name}"));
        let row = sqlx::raw_sql(text).fetch_one(connection).await.expect("a setting");
        row.try_get::<String, _>(0)
            .or_else(|_| row.try_get::<i64, _>(0).map(|number| number.to_string()))
            .expect("a value")
    }
}
