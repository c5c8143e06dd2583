//! Copies of the whole file: made beside a running bot, and put back in its place.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{Connection, Executor, Row, SqliteConnection};

use super::file::File;
use super::{OpenError, Store, schema};

/// What a copy holds, as it was read back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its schema version.
    pub schema: i64,
    /// Matches in it, the finished ones included.
    pub tables: i64,
    /// Facts in the logs of these.
    pub facts: i64,
}

/// What a copy was put back in place of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What the database holds now.
    pub copied: Copied,
    /// Where the file that was there before lies now; `None`: there was none.
    pub aside: Option<PathBuf>,
}

/// Why a copy could not be made or put back, in words for the person who asked for it.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// There is nothing to copy.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// A copy never overwrites anything.
    #[error("{} exists already, and a backup overwrites nothing: give another name", .0.display())]
    Exists(PathBuf),
    /// The file holds no matches of this program's.
    #[error("{} is not a database of jinlami's", .0.display())]
    Foreign(PathBuf),
    /// What was named is no file.
    #[error("{} is a folder: name a file", .0.display())]
    NoFile(PathBuf),
    /// A file's folder is missing.
    #[error("there is no folder {}: make it, or give another name", .0.display())]
    NoFolder(PathBuf),
    /// A check found the file damaged.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check said first.
        what: String,
    },
    /// A file can't be written, linked or renamed.
    #[error("{} can't be written: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the operating system or the database said.
        reason: String,
    },
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl Store {
    /// Copies the database at `url` into a new file, whoever works with it meanwhile: one moment of it, whole, checked, and
    /// on the disk when this returns.
    ///
    /// # Errors
    ///
    /// When there is no database, when `to` exists or can't be written, or when the copy doesn't pass its check. Nothing is
    /// left behind then.
    pub async fn backup(url: &str, to: &Path) -> Result<Copied, CopyError> {
        let file = File::from_url(url)?;
        if !file.path().exists() {
            return Err(CopyError::Missing(file.path().to_owned()));
        }
        if to.is_dir() {
            return Err(CopyError::NoFile(to.to_owned()));
        }
        if to.exists() {
            return Err(CopyError::Exists(to.to_owned()));
        }
        let folder = File::at(to.to_owned()).folder().to_owned();
        if !folder.is_dir() {
            return Err(CopyError::NoFolder(folder));
        }
        let part = Part::beside(to)?;
        let copied = copy(file.path(), &part.path).await?;
        // A link, not a rename: it refuses to replace what came to be there meanwhile.
        match fs::hard_link(&part.path, to) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(CopyError::Exists(to.to_owned())),
            Err(_) => fs::rename(&part.path, to).map_err(|error| unwritable(to, &error))?,
        }
        drop(part);
        sync_folder(to);
        Ok(copied)
    }

    /// Puts a copy in the place of the database at `url` and keeps the old file under another name.
    ///
    /// # Errors
    ///
    /// When another process works with the database, when `from` is not a sound database of this program's or a newer
    /// one's, or when the folder can't be written. The database is as it was then.
    pub async fn restore(url: &str, from: &Path) -> Result<Restored, CopyError> {
        let file = File::from_url(url)?;
        if !from.exists() {
            return Err(CopyError::Missing(from.to_owned()));
        }
        if from.is_dir() {
            return Err(CopyError::NoFile(from.to_owned()));
        }
        file.make_folder()?;
        let _lock = file.lock().await?;
        let part = Part::beside(file.path())?;
        let copied = copy(from, &part.path).await?;
        let aside = match file.path().exists() {
            true => Some(put_aside(&file).await?),
            false => None,
        };
        fs::rename(&part.path, file.path()).map_err(|error| unwritable(file.path(), &error))?;
        drop(part);
        sync_folder(file.path());
        Ok(Restored { copied, aside })
    }
}

/// A file under way; what is left of it is taken away when it goes out of sight.
struct Part {
    path: PathBuf,
}

impl Part {
    fn beside(path: &Path) -> Result<Part, CopyError> {
        // Absolute, since the database reads a name that starts with "file:" as something else.
        let whole = std::path::absolute(path).map_err(|error| unwritable(path, &error))?;
        let part = with(&whole, &format!(".part-{}", std::process::id()));
        let _ = fs::remove_file(&part);
        // Open hands are in it: readable for its owner only.
        File::at(part.clone())
            .make_private()
            .map_err(|error| unwritable(path, &error))?;
        Ok(Part { path: part })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(with(&self.path, "-journal"));
    }
}

/// Copies one moment of a database, its write-ahead log included, and reads the copy through.
async fn copy(from: &Path, to: &Path) -> Result<Copied, CopyError> {
    let damaged = |error: &sqlx::Error| broken(from, to, error);
    let text = to.to_str().ok_or_else(|| CopyError::Unwritable {
        path: to.to_owned(),
        reason: "its name is not text".to_owned(),
    })?;
    let source = File::at(from.to_owned());
    let mut connection = source.source().await.map_err(|error| damaged(&error))?;
    match schema::version(&mut connection).await {
        Ok(0) | Err(OpenError::Foreign) => return Err(CopyError::Foreign(from.to_owned())),
        Ok(found) if found > schema::known() => {
            let known = schema::known();
            return Err(OpenError::Newer { found, known }.into());
        }
        Ok(_) => {}
        Err(_) => {
            return Err(CopyError::Damaged {
                path: from.to_owned(),
                what: "it can't be read as a database".to_owned(),
            });
        }
    }
    // In one step: an online backup in pieces starts anew with every press and never ends under load.
    let done = sqlx::query("VACUUM INTO $1").bind(text).execute(&mut connection).await;
    done.map_err(|error| damaged(&error))?;
    let _ = connection.close().await;
    let copied = look_through(to, from).await?;
    fs::File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| unwritable(to, &error))?;
    Ok(copied)
}

/// Reads a fresh copy through; `name` is what its faults are told of.
async fn look_through(copy: &Path, name: &Path) -> Result<Copied, CopyError> {
    let damaged = |error: &sqlx::Error| broken(name, copy, error);
    let file = File::at(copy.to_owned());
    let mut connection = file.source().await.map_err(|error| damaged(&error))?;
    if let Some(what) = faults(&mut connection)
        .await
        .map_err(|error| damaged(&error))?
        .into_iter()
        .next()
    {
        return Err(CopyError::Damaged {
            path: name.to_owned(),
            what,
        });
    }
    let schema = schema::version(&mut connection).await?;
    let counts = connection
        .fetch_one("SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events)")
        .await
        .map_err(|error| damaged(&error))?;
    let count = |column: usize| counts.try_get(column).map_err(|error| damaged(&error));
    let copied = Copied {
        bytes: fs::metadata(copy).map_err(|error| unwritable(copy, &error))?.len(),
        schema,
        tables: count(0)?,
        facts: count(1)?,
    };
    let _ = connection.close().await;
    Ok(copied)
}

/// What is wrong with a database by its own reckoning: pages, indices, constraints, references.
pub(super) async fn faults(connection: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let mut faults = Vec::new();
    // A check that breaks off has found something too, and says nothing against the next one.
    match connection.fetch_all("PRAGMA integrity_check").await {
        Ok(rows) => {
            for row in rows {
                let text: String = row.try_get(0)?;
                if text != "ok" {
                    faults.push(text);
                }
            }
        }
        Err(error) => faults.push(format!("the check of the pages broke off: {error}")),
    }
    match connection.fetch_all("PRAGMA foreign_key_check").await {
        Ok(rows) => {
            for row in rows {
                let (table, parent): (String, String) = (row.try_get(0)?, row.try_get(2)?);
                faults.push(format!("a row of {table} names a row of {parent} that isn't there"));
            }
        }
        Err(error) => faults.push(format!("the check of the references broke off: {error}")),
    }
    Ok(faults)
}

/// Gives the file that is in the way another name, with whatever of it is still in its write-ahead log.
async fn put_aside(file: &File) -> Result<PathBuf, CopyError> {
    let path = file.path();
    // Usually this empties the log into the file. A file too damaged for that keeps its log beside it.
    if let Ok(mut connection) = file.writer(None).await {
        let _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
        let _ = connection.close().await;
    }
    let names = (1..).map(|number| match number {
        1 => with(path, ".before-restore"),
        _ => with(path, &format!(".before-restore-{number}")),
    });
    for aside in names {
        match fs::hard_link(path, &aside) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(_) if aside.exists() => continue,
            Err(_) => fs::rename(path, &aside).map_err(|error| unwritable(&aside, &error))?,
        }
        for ending in ["-wal", "-shm"] {
            let beside = with(path, ending);
            if beside.exists() {
                fs::rename(&beside, with(&aside, ending)).map_err(|error| unwritable(&aside, &error))?;
            }
        }
        return Ok(aside);
    }
    Err(CopyError::Exists(with(path, ".before-restore")))
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn unwritable(path: &Path, error: &io::Error) -> CopyError {
    CopyError::Unwritable {
        path: path.to_owned(),
        reason: error.kind().to_string(),
    }
}

/// Whether the source or the copy is to blame, by the database's own number.
fn broken(from: &Path, to: &Path, error: &sqlx::Error) -> CopyError {
    const WRITING: [i64; 4] = [8, 10, 13, 14];
    let code = super::writer::code(error).map(|code| code & 0xff);
    if code.is_some_and(|code| WRITING.contains(&code)) {
        return CopyError::Unwritable {
            path: to.to_owned(),
            reason: super::line(error),
        };
    }
    CopyError::Damaged {
        path: from.to_owned(),
        what: super::line(error),
    }
}

/// Makes a new name in a folder survive a power cut, where the system can do that.
fn sync_folder(path: &Path) {
    let folder = File::at(path.to_owned()).folder().to_owned();
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}
