//! The schema and its forward-only migrations, embedded in the program.

use sqlx::{Executor, Row, SqliteConnection};

use super::OpenError;
use super::file::File;

/// Every migration, oldest first; the place in the list, counted from 1, is the schema version.
const MIGRATIONS: &[(&str, &str)] = &[
    ("start", include_str!("../../migrations/sqlite/0001_start.sql")),
    ("manners", include_str!("../../migrations/sqlite/0002_manners.sql")),
    ("moves", include_str!("../../migrations/sqlite/0003_moves.sql")),
    ("privacy", include_str!("../../migrations/sqlite/0004_privacy.sql")),
    (
        "moderation",
        include_str!("../../migrations/sqlite/0005_moderation.sql"),
    ),
    ("boards", include_str!("../../migrations/sqlite/0006_boards.sql")),
    ("contests", include_str!("../../migrations/sqlite/0007_contests.sql")),
    ("teams", include_str!("../../migrations/sqlite/0008_teams.sql")),
    ("links", include_str!("../../migrations/sqlite/0009_links.sql")),
    ("seasons", include_str!("../../migrations/sqlite/0010_seasons.sql")),
    ("purse", include_str!("../../migrations/sqlite/0011_purse.sql")),
];

/// The oldest SQLite that doesn't corrupt a file on a reset of the write-ahead log.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// The schema version that this program writes.
pub(super) fn known() -> i64 {
    i64::try_from(MIGRATIONS.len()).expect("a handful of migrations")
}

/// Brings the schema up to date and says which version it had.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    refuse_old_sqlite(connection).await?;
    let found = version(connection).await?;
    if found > known() {
        return Err(OpenError::Newer { found, known: known() });
    }
    for (number, (name, script)) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > found) {
        // One transaction a migration: a crash in the middle leaves the older schema whole.
        connection.execute("BEGIN IMMEDIATE").await?;
        let done = apply(connection, number, name, script).await;
        connection
            .execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })
            .await?;
        done?;
    }
    Ok(found)
}

async fn apply(
    connection: &mut SqliteConnection,
    number: i64,
    name: &'static str,
    script: &'static str,
) -> Result<(), sqlx::Error> {
    if number == 1 {
        connection
            .execute("CREATE TABLE migrations(version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
            .await?;
    }
    sqlx::raw_sql(script).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO migrations(version, name) VALUES ($1, $2)")
        .bind(number)
        .bind(name)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

/// The schema version of a file; 0 for an empty one.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    let row =
        sqlx::query("SELECT count(*), COALESCE(sum(name = 'migrations'), 0) FROM sqlite_schema WHERE type = 'table'")
            .fetch_one(&mut *connection)
            .await?;
    let (tables, ours): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    if tables == 0 {
        return Ok(0);
    }
    if ours == 0 {
        return Err(OpenError::Foreign);
    }
    let row = sqlx::query("SELECT COALESCE(max(version), 0) FROM migrations")
        .fetch_one(&mut *connection)
        .await?;
    Ok(row.try_get(0)?)
}

async fn refuse_old_sqlite(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let row = sqlx::query("SELECT sqlite_version()")
        .fetch_one(&mut *connection)
        .await?;
    let found: String = row.try_get(0)?;
    if sound_sqlite(&found) {
        Ok(())
    } else {
        Err(OpenError::OldSqlite { found })
    }
}

fn sound_sqlite(version: &str) -> bool {
    let numbers: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.as_slice() >= OLDEST_SQLITE.as_slice())
}

/// What `check` found, without changing the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// The database file.
    pub path: std::path::PathBuf,
    /// The schema version found; `None` when there is no file yet.
    pub schema: Option<i64>,
    /// The schema version that this program writes.
    pub known: i64,
    /// Whether another process works with the file right now.
    pub in_use: bool,
}

pub(super) async fn check(file: &File) -> Result<Checkup, OpenError> {
    file.make_folder()?;
    tempfile_in(file)?;
    let in_use = match file.try_lock() {
        Ok(_) => false,
        Err(OpenError::InUse { .. }) => true,
        Err(error) => return Err(error),
    };
    let mut schema = None;
    if file.path().exists() {
        let mut connection = file.visitor().await?;
        refuse_old_sqlite(&mut connection).await?;
        let found = version(&mut connection).await?;
        if found > known() {
            return Err(OpenError::Newer { found, known: known() });
        }
        schema = Some(found);
        sqlx::Connection::close(connection).await?;
    }
    Ok(Checkup {
        path: file.path().to_owned(),
        schema,
        known: known(),
        in_use,
    })
}

/// The same for a file that is only to be read, wherever it lies.
pub(super) async fn look(file: &File) -> Result<Checkup, OpenError> {
    let path = file.path().to_owned();
    if !path.exists() {
        return Err(OpenError::Missing { path });
    }
    // Where no lock can be laid nobody can hold one.
    let in_use = matches!(file.try_lock(), Err(OpenError::InUse { .. }));
    let mut connection = file.source().await?;
    refuse_old_sqlite(&mut connection).await?;
    let (found, known) = (version(&mut connection).await?, known());
    sqlx::Connection::close(connection).await?;
    if found > known {
        return Err(OpenError::Newer { found, known });
    }
    Ok(Checkup {
        path,
        schema: Some(found),
        known,
        in_use,
    })
}

/// SQLite writes its log beside the file, so the folder must take new files.
fn tempfile_in(file: &File) -> Result<(), OpenError> {
    let probe = file.folder().join(format!(".jinlami-check-{}", std::process::id()));
    std::fs::write(&probe, b"check")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|error| file.no_folder(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_versions() {
        for (version, sound) in [
            ("3.51.3", true),
            ("3.52.0", true),
            ("4.0.0", true),
            ("3.51.2", false),
            ("3.9", false),
        ] {
            assert_eq!(sound_sqlite(version), sound, "{version}");
        }
        assert!(!sound_sqlite("new"));
    }
}
