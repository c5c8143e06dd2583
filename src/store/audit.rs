//! Everything that is derived from the logs, reckoned anew beside what is stored: to compare the two, or to replace the
//! one by the other.
//!
//! What the logs say is laid into temporary tables of the same shape; the database itself then tells the difference. These
//! statements run by an operator's command only and on tables that exist only then, so they are not among the registered
//! ones: `tests/it/audit.rs` runs each.

mod derived;
mod events;
mod matches;
mod purse;
mod ratings;
mod truth;

use sqlx::{AssertSqlSafe, Connection, Executor, Row, SqliteConnection};

use super::copy;
use super::file::{File, Lock};
use super::fill::fill;
use super::merges::Merges;
use super::passed;
use super::statements::team_lines;
use super::sums::{period_of, rate, reckoned, scope_of};
use super::{OpenError, StoreError, int, schema, statements as sql};
use crate::id::{Place, TableId};
use derived::{AWARDS, DERIVED, Derived, OVER, RESULTS, TEAM_RESULTS, UNTOLD};

pub use purse::OddPot;
pub use truth::{EventTruth, Shown, Spot, Truth};

/// How one kind of derived rows differs from what the logs say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The table of the database.
    pub rows: &'static str,
    /// Rows that the logs call for and that aren't stored like that.
    pub missing: i64,
    /// Rows that are stored and that no log calls for like that.
    pub extra: i64,
}

/// A database under audit: one moment of it, and what its logs say.
pub struct Audit {
    connection: SqliteConnection,
    merges: Merges,
    _lock: Option<Lock>,
}

/// What the boards of teams must be: all their results added up.
const TEAM_STANDINGS: &str = concat!(
    "INSERT INTO temp.true_team_standings(scope, period, team, events, won, points) \
     SELECT scope, period, team, sum(events), sum(won), sum(points) FROM (SELECT 0 AS scope, 0 AS period, 0 AS team, \
     0 AS events, 0 AS won, 0 AS points WHERE FALSE UNION ALL ",
    team_lines!("temp.all_team_results", "TRUE"),
    ") GROUP BY scope, period, team"
);

/// What the standings must be: all results and awards added up.
const STANDINGS: &str = concat!(
    "INSERT INTO temp.true_standings ",
    reckoned!("temp.all_results", "temp.all_awards", "true", "true", "true")
);

impl Audit {
    /// Looks at the file at `url`, whoever works with it, without changing anything.
    ///
    /// # Errors
    ///
    /// When there is no database of this program's, or it has another schema than this program writes.
    pub async fn look(url: &str) -> Result<Audit, OpenError> {
        let file = File::from_url(url)?;
        if !file.path().exists() {
            return Err(OpenError::Missing {
                path: file.path().to_owned(),
            });
        }
        let mut connection = file.source().await?;
        let (found, known) = (schema::version(&mut connection).await?, schema::known());
        if found > known {
            return Err(OpenError::Newer { found, known });
        }
        if found < known {
            return Err(OpenError::Older { found, known });
        }
        Audit::begin(connection, None, "BEGIN").await
    }

    /// Takes the file at `url` for itself, to put right what differs.
    ///
    /// # Errors
    ///
    /// Those of `Store::open`; when there is no database.
    pub async fn repair(url: &str) -> Result<Audit, OpenError> {
        let file = File::from_url(url)?;
        if !file.path().exists() {
            return Err(OpenError::Missing {
                path: file.path().to_owned(),
            });
        }
        let lock = file.lock().await?;
        let mut connection = file.writer(None).await?;
        schema::migrate(&mut connection).await?;
        fill(&mut connection)
            .await
            .map_err(|error| OpenError::Backend(error.to_string()))?;
        Audit::begin(connection, Some(lock), "BEGIN IMMEDIATE").await
    }

    async fn begin(
        mut connection: SqliteConnection,
        lock: Option<Lock>,
        begin: &'static str,
    ) -> Result<Audit, OpenError> {
        for kind in &DERIVED {
            let Derived { name, columns, .. } = kind;
            let text = format!("CREATE TEMP TABLE true_{name}({columns})");
            connection.execute(AssertSqlSafe(text)).await?;
        }
        connection
            .execute("CREATE TEMP TABLE unread(table_id INTEGER PRIMARY KEY)")
            .await?;
        connection
            .execute("CREATE TEMP TABLE unread_events(event INTEGER PRIMARY KEY)")
            .await?;
        connection
            .execute("CREATE TEMP TABLE doubled_events(event INTEGER PRIMARY KEY)")
            .await?;
        connection.execute("CREATE TEMP TABLE passed(kind, first)").await?;
        connection
            .execute("CREATE TEMP TABLE true_pots(event INTEGER PRIMARY KEY, points INTEGER)")
            .await?;
        connection.execute(begin).await?;
        let merges = Merges::load(&mut connection).await;
        let merges = merges.map_err(|error| OpenError::Backend(error.to_string()))?;
        Ok(Audit {
            connection,
            merges,
            _lock: lock,
        })
    }

    /// What is wrong with the file by the database's own reckoning: pages, indices, constraints, references.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails at even that.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(copy::faults(&mut self.connection).await?)
    }

    /// How many ladders have results that are still to be rated.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn waiting(&mut self) -> Result<i64, StoreError> {
        let count = "SELECT count(*) FROM main.rating_ladders WHERE dirty_at IS NOT NULL";
        int(&self.connection.fetch_one(count).await?, 0)
    }

    /// What differs, once every table is noted: nothing, in a sound database. A repair stores what the logs say; a look
    /// only tells.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails; nothing is changed then.
    pub async fn finish(mut self) -> Result<Vec<Difference>, StoreError> {
        self.connection
            .execute(AssertSqlSafe(format!(
                "CREATE TEMP VIEW all_results AS SELECT {RESULTS} FROM temp.true_results UNION ALL \
                     SELECT {RESULTS} FROM main.results WHERE table_id IN (SELECT table_id FROM temp.unread)"
            )))
            .await?;
        for (rows, columns) in [("awards", AWARDS), ("team_results", TEAM_RESULTS)] {
            self.connection
                .execute(AssertSqlSafe(format!(
                    "CREATE TEMP VIEW all_{rows} AS SELECT {columns} FROM temp.true_{rows} UNION ALL \
                     SELECT {columns} FROM main.{rows} WHERE {UNTOLD}"
                )))
                .await?;
        }
        self.connection.execute(STANDINGS).await?;
        self.connection.execute(TEAM_STANDINGS).await?;
        self.connection.execute(purse::ACCOUNTS).await?;
        self.leave_out_what_is_over().await?;
        let mut differences = Vec::new();
        let lost = self.reckon_ratings().await?;
        if lost > 0 {
            differences.push(Difference {
                rows: "rating_ladders",
                missing: lost,
                extra: 0,
            });
        }
        for kind in &DERIVED {
            let missing = self.count(&kind.missing()).await?;
            let extra = self.count(&kind.extra()).await?;
            if missing + extra > 0 {
                differences.push(Difference {
                    rows: kind.name,
                    missing,
                    extra,
                });
            }
        }
        if self._lock.is_some() {
            for kind in &DERIVED {
                self.mend(kind).await?;
            }
            self.connection.execute("COMMIT").await?;
            let _ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
        }
        let _ = self.connection.close().await;
        Ok(differences)
    }

    /// Lines of times that are over are not kept.
    async fn leave_out_what_is_over(&mut self) -> Result<(), StoreError> {
        let kept = sqlx::query("SELECT value FROM main.settings WHERE venue = 0 AND key = $1").bind(passed::PASSED);
        let kept = kept.fetch_optional(&mut self.connection).await?;
        let kept: Option<String> = kept.map(|row| row.try_get(0)).transpose()?;
        for (kind, first) in passed::read(&kept.unwrap_or_default()) {
            self.add(
                "INSERT INTO temp.passed VALUES ($1, $2)",
                &[Some(kind), Some(first)],
                None,
            )
            .await?;
        }
        for name in ["standings", "team_standings"] {
            let text = format!("DELETE FROM temp.true_{name} WHERE {OVER}");
            self.connection.execute(AssertSqlSafe(text)).await?;
        }
        Ok(())
    }

    /// The chat in which a table stands today: that of its opening, moved by every later change of the chat's id. In a
    /// repair it has a row afterwards.
    async fn chat_of_today(&mut self, table: TableId, place: Place) -> Result<i64, StoreError> {
        let (platform, mut chat) = (place.venue.platform.code(), place.venue.chat);
        let query = sqlx::query(sql::MOVES_OF.sql).bind(platform).bind(table.0);
        for row in query.fetch_all(&mut self.connection).await? {
            if int(&row, 0)? == chat {
                chat = int(&row, 1)?;
            }
        }
        if self._lock.is_some() {
            let text = "INSERT INTO main.venues(id, platform, chat) SELECT COALESCE(max(id), 0) + 1, $1, $2 FROM venues \
                WHERE true ON CONFLICT (platform, chat) DO NOTHING";
            self.add(text, &[Some(platform), Some(chat)], None).await?;
        }
        Ok(chat)
    }

    async fn add(&mut self, text: &'static str, row: &[Option<i64>], last: Option<&str>) -> Result<(), StoreError> {
        let mut query = sqlx::query::<sqlx::Sqlite>(text);
        for value in row {
            query = query.bind(*value);
        }
        if let Some(last) = last {
            query = query.bind(last.to_owned());
        }
        query.execute(&mut self.connection).await?;
        Ok(())
    }

    async fn count(&mut self, rows: &str) -> Result<i64, StoreError> {
        let text = AssertSqlSafe(format!("SELECT count(*) FROM ({rows})"));
        Ok(self.connection.fetch_one(text).await?.try_get(0)?)
    }
}
