//! Everything that is derived from the logs, reckoned anew beside what is stored: to compare the two, or to replace the
//! one by the other.
//!
//! What the logs say is laid into temporary tables of the same shape; the database itself then tells the difference. These
//! statements run by an operator's command only and on tables that exist only then, so they are not among the registered
//! ones: `tests/it/audit.rs` runs each.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Connection, Executor, Row, SqliteConnection};

use super::civil::Keys;
use super::codes::{LiveStage, SlotKind};
use super::contests::{contest_facts, status_code};
use super::copy;
use super::file::{File, Lock};
use super::fill::fill;
use super::ladder::rows;
use super::laurels::TeamPlace;
use super::log::facts;
use super::merges::Merges;
use super::plan::Arg;
use super::ratings::{BEGINNING, is_listed, rated, shown};
use super::statements::team_lines;
use super::sums::{self, line_columns, period_of, reckoned, scope_of};
use super::{EventRow, MatchResult, OpenError, RatingBook, StoreError, int, maybe, schema, statements as sql, text};
use crate::contest::{Fact, Ladder, PairingId};
use crate::id::{EventId, Millis, Place, Platform, PlayerId, TableId, Version};
use crate::table::{Due, Event};

/// What a table's log says about everything that is derived from it.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The table.
    pub table: TableId,
    /// The length of its log.
    pub version: Version,
    /// Where it stands.
    pub stage: LiveStage,
    /// Where it was opened.
    pub place: Place,
    /// Where else its public messages stand, as the log names these places.
    pub mirrors: Vec<Place>,
    /// When it was opened.
    pub opened: Millis,
    /// When it ended.
    pub ended: Option<Millis>,
    /// The people who find it among their tables, in seat order.
    pub players: Vec<PlayerId>,
    /// The match of an event that it is.
    pub bout: Option<(EventId, PairingId)>,
    /// What falls due there.
    pub due: Vec<Due>,
    /// What must be shown.
    pub shown: Vec<Shown>,
    /// The result, when it counts.
    pub result: Option<MatchResult>,
    /// Who is counted for breaking it off, and when.
    pub abort: Option<(PlayerId, Millis)>,
}

/// What an event's log says about everything that is derived from it.
#[derive(Clone, Debug)]
pub struct EventTruth {
    /// The event's row for look-ups, with the place of its opening.
    pub row: EventRow,
    /// The length of its log.
    pub version: Version,
    /// When it was opened.
    pub opened: Millis,
    /// When it ended.
    pub ended: Option<Millis>,
    /// Everybody who has or had to do with it, and whether they take part or wait in it while it is not over.
    pub people: Vec<(PlayerId, bool)>,
    /// How the teams came off, when it was played to its end.
    pub team_places: Vec<TeamPlace>,
    /// What falls due there.
    pub due: Vec<crate::contest::Due>,
    /// What must be shown: the kind of message, its number, and the event's version that it must show at least.
    pub shown: Vec<(SlotKind, i64, i64)>,
}

/// A message that must show a state, wherever its reader is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it shows.
    pub kind: SlotKind,
    /// As in `SlotKey`.
    pub number: i64,
    /// Who reads it; `None`: everybody.
    pub reader: Option<PlayerId>,
    /// Where.
    pub to: Spot,
    /// The table's version that it must show at least.
    pub want: i64,
}

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In the table's own place.
    Home,
    /// In the second place with this number, counted from 0.
    Mirror(usize),
    /// In the reader's private chat on this platform.
    On(Platform),
}

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

/// One kind of derived rows.
struct Derived {
    name: &'static str,
    columns: &'static str,
    key: &'static str,
    /// Rows that nothing can be said about, beside those of tables that can't be read.
    unknown: &'static str,
}

const DERIVED: [Derived; 16] = [
    Derived {
        name: "tables",
        columns: "id, version, stage, venue, channel, opened_at, ended_at",
        key: "id",
        unknown: "id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "seats",
        columns: "table_id, seat, player, open",
        key: "table_id, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "mirrors",
        columns: "table_id, number, venue, channel",
        key: "table_id, number",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "due",
        columns: "table_id, kind, seat, at, stamp",
        key: "table_id, kind, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "slots",
        columns: "table_id, kind, number, reader, platform, chat, channel, want",
        key: "table_id, kind, number, reader, platform, chat",
        // An account that is no longer its player's can't be found from the log.
        unknown: "table_id IN (SELECT table_id FROM temp.unread) \
            OR table_id IN (SELECT event FROM temp.unread_events) OR reader <> 0 AND NOT EXISTS (SELECT 1 FROM identities i \
            WHERE i.platform = slots.platform AND i.user_id = slots.chat AND i.player = slots.reader)",
    },
    Derived {
        name: "results",
        columns: RESULTS,
        key: "table_id, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "standings",
        columns: line_columns!(),
        key: "scope, period, player",
        unknown: "FALSE",
    },
    Derived {
        name: "contests",
        columns: "id, version, status, venue, channel, starts, opened_at, ended_at, title",
        key: "id",
        unknown: "id IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "entrants",
        columns: "event, player, open",
        key: "event, player",
        unknown: "event IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "contest_due",
        columns: "event, kind, about, at",
        key: "event, kind, about",
        // Errands are done once and stand in no log; what was lost of them is found at the next start.
        unknown: "kind >= 10 OR event IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "bouts",
        columns: "table_id, event, pairing",
        key: "table_id",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "rating_steps",
        columns: "ladder, player, ended_at, table_id, opponent, day, before, value, deviation, volatility, games, opponents",
        key: "ladder, player, ended_at, table_id",
        unknown: WAITING,
    },
    Derived {
        name: "ratings",
        columns: "ladder, player, value, deviation, volatility, games, opponents, shown, listed",
        key: "ladder, player",
        unknown: WAITING,
    },
    Derived {
        name: "team_results",
        columns: TEAM_RESULTS,
        key: "event, team",
        unknown: "event IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "team_standings",
        columns: "scope, period, team, events, won, points",
        key: "scope, period, team",
        unknown: "FALSE",
    },
    Derived {
        name: "aborts",
        columns: "table_id, player, at",
        key: "table_id",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
];

const RESULTS: &str = "table_id, seat, player, opponent, venue, spot, ended_at, preset, family, mode, rated, won, drawn, \
    points, against, hands, gold, three, two, dragon, undercuts, undercut, knocks, knocked, deadwood, caught, best_hand, \
    zone, day, week, month, season, uday, uweek, umonth, quarter";

const TEAM_RESULTS: &str = "event, team, venue, at, name, place, points, boards, marks, day, week, month, season, uday, \
    uweek, umonth, quarter";

/// What a team's result must be. Its days and its season are no log's: what was kept of them stays.
const TEAM_RESULT: &str = "INSERT INTO temp.true_team_results SELECT $1, $2, c.venue, $3, $15, $4, $5, $6, $7, \
    COALESCE(m.day, $8), COALESCE(m.week, $9), COALESCE(m.month, $10), \
    COALESCE(m.season, (SELECT max(n.number) FROM main.seasons n WHERE n.venue = c.venue AND n.starts_at <= $3 \
    AND (n.ended_at IS NULL OR n.ended_at > $3)), 0), COALESCE(m.uday, $11), COALESCE(m.uweek, $12), \
    COALESCE(m.umonth, $13), COALESCE(m.quarter, $14) FROM temp.true_contests c \
    LEFT JOIN main.team_results m ON m.event = $1 AND m.team = $2 WHERE c.id = $1";

/// What the boards of teams must be: all their results added up.
const TEAM_STANDINGS: &str = concat!(
    "INSERT INTO temp.true_team_standings(scope, period, team, events, won, points) \
     SELECT scope, period, team, sum(events), sum(won), sum(points) FROM (SELECT 0 AS scope, 0 AS period, 0 AS team, \
     0 AS events, 0 AS won, 0 AS points WHERE FALSE UNION ALL ",
    team_lines!("temp.all_team_results", "TRUE"),
    ") GROUP BY scope, period, team"
);

/// A ladder whose results are still to be rated: the program does that when it runs.
const WAITING: &str = "ladder IN (SELECT id FROM main.rating_ladders WHERE dirty_at IS NOT NULL)";

/// What the standings must be: all results and awards added up.
const STANDINGS: &str = concat!(
    "INSERT INTO temp.true_standings ",
    reckoned!("temp.all_results", "true", "true", "true")
);

/// What a result must be, as it is inserted: the zone and the season are no log's.
const RESULT: &str = "INSERT INTO temp.true_results SELECT $1, $2, $3, $4, t.venue, \
    COALESCE((SELECT s.id FROM main.spots s WHERE s.venue = t.venue AND s.channel = t.channel), -1), $5, $6, $7, $8, $9, \
    $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, \
    COALESCE((SELECT max(n.number) FROM main.seasons n WHERE n.venue = t.venue AND n.starts_at <= $5 \
    AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $30, $31, $32, $33 FROM temp.true_tables t WHERE t.id = $1";

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

    /// Every table that has a log, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        let rows = self
            .connection
            .fetch_all("SELECT DISTINCT table_id FROM events ORDER BY table_id")
            .await?;
        rows.iter().map(|row| Ok(TableId(int(row, 0)?))).collect()
    }

    /// A table's facts with their times, oldest first.
    ///
    /// # Errors
    ///
    /// `Impossible` when the log has a gap or a fact that can't be read; `Backend` when the database fails.
    pub async fn log(&mut self, table: TableId) -> Result<Vec<(Millis, Event)>, StoreError> {
        let query = sqlx::query(sql::EVENTS_OF.sql).bind(table.0);
        let rows = query.fetch_all(&mut self.connection).await?;
        Ok(facts(table, &rows, &self.merges)?.unwrap_or_default())
    }

    /// Notes that nothing can be said about a table: its log can't be read. What is stored about it stays.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn unread(&mut self, table: TableId) -> Result<(), StoreError> {
        self.add("INSERT OR IGNORE INTO temp.unread VALUES ($1)", &[Some(table.0)], None)
            .await
    }

    /// Notes what a table's log says.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn note(&mut self, truth: &Truth) -> Result<(), StoreError> {
        let table = truth.table.0;
        let (platform, chat) = (
            truth.place.venue.platform.code(),
            self.chat_of_today(truth.table, truth.place).await?,
        );
        let row = [
            Some(table),
            Some(truth.version.0),
            Some(truth.stage.code()),
            Some(truth.place.channel),
            Some(truth.opened.0),
            truth.ended.map(|at| at.0),
            Some(platform),
            Some(chat),
        ];
        // A venue that lost its row gets one with the next number, in a repair and in what a look compares with alike.
        self.add(
            "INSERT INTO temp.true_tables SELECT $1, $2, $3, \
             COALESCE((SELECT id FROM venues WHERE platform = $7 AND chat = $8), -1), $4, $5, $6",
            &row,
            None,
        )
        .await?;
        let mut mirrors = Vec::new();
        for (number, place) in (0_i64..).zip(&truth.mirrors) {
            let (platform, chat) = (
                place.venue.platform.code(),
                self.chat_of_today(truth.table, *place).await?,
            );
            mirrors.push((platform, chat, place.channel));
            let row = [table, number, place.channel, platform, chat].map(Some);
            let text = "INSERT INTO temp.true_mirrors SELECT $1, $2, \
                COALESCE((SELECT id FROM venues WHERE platform = $4 AND chat = $5), -1), $3";
            self.add(text, &row, None).await?;
        }
        let open = i64::from(truth.stage != LiveStage::Over);
        for (seat, player) in (0_i64..).zip(&truth.players) {
            let row = [table, seat, player.0, open].map(Some);
            self.add("INSERT INTO temp.true_seats VALUES ($1, $2, $3, $4)", &row, None)
                .await?;
        }
        for due in &truth.due {
            let row = [
                table,
                due.kind.code(),
                i64::from(due.seat.0),
                due.at.0,
                i64::from(due.stamp.0),
            ]
            .map(Some);
            self.add("INSERT INTO temp.true_due VALUES ($1, $2, $3, $4, $5)", &row, None)
                .await?;
        }
        for shown in newest(&truth.shown) {
            let Shown {
                kind,
                number,
                reader,
                to,
                want,
            } = shown;
            let kind = kind.code();
            let (platform, chat, channel) = match to {
                Spot::Home => (platform, chat, truth.place.channel),
                Spot::Mirror(number) => match mirrors.get(number) {
                    Some(place) => *place,
                    None => continue,
                },
                Spot::On(platform) => (platform.code(), 0, 0),
            };
            match reader {
                None => {
                    let row = [table, kind, number, platform, chat, channel, want].map(Some);
                    let text = "INSERT INTO temp.true_slots VALUES ($1, $2, $3, 0, $4, $5, $6, $7)";
                    self.add(text, &row, None).await?;
                }
                Some(reader) => {
                    let row = [table, kind, number, reader.0, platform, want].map(Some);
                    let text = "INSERT INTO temp.true_slots SELECT $1, $2, $3, $4, $5, i.user_id, 0, $6 \
                        FROM identities i WHERE i.player = $4 AND i.platform = $5 ORDER BY i.user_id LIMIT 1";
                    self.add(text, &row, None).await?;
                }
            }
        }
        if let Some(result) = &truth.result {
            self.note_result(result).await?;
        }
        if let Some((event, pairing)) = truth.bout {
            let row = [table, event.0, i64::from(pairing.0)].map(Some);
            self.add("INSERT INTO temp.true_bouts VALUES ($1, $2, $3)", &row, None)
                .await?;
        }
        if let Some((player, at)) = truth.abort {
            let row = [table, player.0, at.0].map(Some);
            self.add("INSERT INTO temp.true_aborts VALUES ($1, $2, $3)", &row, None)
                .await?;
        }
        Ok(())
    }

    /// Every event that has a log, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn events(&mut self) -> Result<Vec<EventId>, StoreError> {
        let rows = self
            .connection
            .fetch_all("SELECT DISTINCT event FROM facts ORDER BY event")
            .await?;
        rows.iter().map(|row| Ok(EventId(int(row, 0)?))).collect()
    }

    /// An event's facts with their times, oldest first.
    ///
    /// # Errors
    ///
    /// `Impossible` when the log has a gap or a fact that can't be read; `Backend` when the database fails.
    pub async fn event_log(&mut self, event: EventId) -> Result<Vec<(Millis, Fact)>, StoreError> {
        let query = sqlx::query(sql::FACTS_OF.sql).bind(event.0);
        let rows = query.fetch_all(&mut self.connection).await?;
        Ok(contest_facts(event, &rows, &self.merges)?.unwrap_or_default())
    }

    /// Notes that nothing can be said about an event: its log can't be read. What is stored about it stays.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn unread_event(&mut self, event: EventId) -> Result<(), StoreError> {
        let text = "INSERT OR IGNORE INTO temp.unread_events VALUES ($1)";
        self.add(text, &[Some(event.0)], None).await
    }

    /// Notes what an event's log says.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn note_event(&mut self, truth: &EventTruth) -> Result<(), StoreError> {
        let (event, place) = (truth.row.id.0, truth.row.place);
        let platform = place.venue.platform.code();
        let chat = self.chat_of_today(TableId(event), place).await?;
        let row = [
            Some(event),
            Some(truth.version.0),
            Some(status_code(truth.row.status)),
            Some(place.channel),
            truth.row.starts.map(|at| at.0),
            Some(truth.opened.0),
            truth.ended.map(|at| at.0),
            Some(platform),
            Some(chat),
        ];
        let text = "INSERT INTO temp.true_contests SELECT $1, $2, $3, \
            COALESCE((SELECT id FROM venues WHERE platform = $8 AND chat = $9), -1), $4, $5, $6, $7, $10";
        self.add(text, &row, Some(&truth.row.title)).await?;
        for (player, open) in &truth.people {
            let row = [event, player.0, i64::from(*open)].map(Some);
            self.add("INSERT INTO temp.true_entrants VALUES ($1, $2, $3)", &row, None)
                .await?;
        }
        if let (Some(ended), false) = (truth.ended, truth.team_places.is_empty()) {
            let zone = sqlx::query(sums::VENUE_ZONE.sql).bind(platform).bind(chat);
            let zone = zone.fetch_optional(&mut self.connection).await?;
            let zone: Option<String> = zone.map(|row| row.try_get(0)).transpose()?;
            let keys = Keys::of(ended, zone.as_deref());
            for line in &truth.team_places {
                let row = [
                    event,
                    line.team.0,
                    ended.0,
                    i64::from(line.place),
                    line.points,
                    i64::from(line.boards),
                    i64::from(line.marks),
                    keys.day,
                    keys.week,
                    keys.month,
                    keys.uday,
                    keys.uweek,
                    keys.umonth,
                    keys.quarter,
                ]
                .map(Some);
                self.add(TEAM_RESULT, &row, Some(&line.name)).await?;
            }
        }
        for due in &truth.due {
            let (kind, about) = due.kind.code();
            let row = [event, kind, about, due.at.0].map(Some);
            self.add("INSERT INTO temp.true_contest_due VALUES ($1, $2, $3, $4)", &row, None)
                .await?;
        }
        for (kind, number, want) in &truth.shown {
            let row = [event, kind.code(), *number, *want, platform, chat, place.channel].map(Some);
            let own = "INSERT INTO temp.true_slots VALUES ($1, $2, $3, 0, $5, $6, $7, $4)";
            self.add(own, &row, None).await?;
            // A place that came in later shows what has changed since, and what changes it says by itself.
            let others = "INSERT INTO temp.true_slots SELECT $1, $2, $3, 0, v.platform, v.chat, p.channel, \
                COALESCE((SELECT s.want FROM main.slots s WHERE s.table_id = $1 AND s.kind = $2 AND s.number = $3 \
                AND s.reader = 0 AND s.platform = v.platform AND s.chat = v.chat), $4) \
                FROM main.event_places p JOIN main.venues v ON v.id = p.venue WHERE p.event = $1";
            let row = [event, kind.code(), *number, *want].map(Some);
            self.add(others, &row, None).await?;
        }
        Ok(())
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
        self.connection.execute(STANDINGS).await?;
        self.connection
            .execute(AssertSqlSafe(format!(
                "CREATE TEMP VIEW all_team_results AS SELECT {TEAM_RESULTS} FROM temp.true_team_results UNION ALL \
                     SELECT {TEAM_RESULTS} FROM main.team_results WHERE event IN (SELECT event FROM temp.unread_events)"
            )))
            .await?;
        self.connection.execute(TEAM_STANDINGS).await?;
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

    async fn note_result(&mut self, result: &MatchResult) -> Result<(), StoreError> {
        let table = result.table.0;
        if self._lock.is_some() {
            let spot = "INSERT INTO main.spots(id, venue, channel) SELECT (SELECT max(id) FROM (SELECT max(id) AS id \
                FROM main.venues UNION ALL SELECT max(id) FROM main.spots)) + 1, t.venue, t.channel FROM temp.true_tables t \
                WHERE t.id = $1 ON CONFLICT (venue, channel) DO NOTHING";
            self.add(spot, &[Some(table)], None).await?;
        }
        let zone = "SELECT COALESCE((SELECT zone FROM main.results WHERE table_id = $1 AND zone <> '' LIMIT 1), \
            (SELECT s.value FROM temp.true_tables t JOIN main.settings s ON s.venue = t.venue AND s.key = 'zone' \
            WHERE t.id = $1))";
        let zone = sqlx::query(zone).bind(table).fetch_one(&mut self.connection).await?;
        let zone: Option<String> = zone.try_get(0)?;
        let keys = Keys::of(result.ended, zone.as_deref());
        for row in rows(result, &keys) {
            let mut query = sqlx::query::<sqlx::Sqlite>(RESULT);
            for value in row {
                query = match value {
                    Arg::Int(value) => query.bind(value),
                    Arg::Real(value) => query.bind(value),
                    Arg::Text(value) => query.bind(value.map(|text| text.to_string())),
                };
            }
            query.execute(&mut self.connection).await?;
        }
        Ok(())
    }

    /// Reckons the ratings of every ladder that waits for nothing, and says how many ladders are missing. A repair makes
    /// those, for the program to fill.
    async fn reckon_ratings(&mut self) -> Result<i64, StoreError> {
        let book = sqlx::query("SELECT value FROM main.settings WHERE venue = 0 AND key = 'ratings'");
        let book = book.fetch_optional(&mut self.connection).await?;
        let book: Option<String> = book.map(|row| row.try_get(0)).transpose()?;
        let book: RatingBook = book
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let ladders = "SELECT o.venue, o.preset, l.id, l.dirty_at IS NOT NULL FROM (\
            SELECT DISTINCT venue, preset FROM temp.all_results WHERE rated = 1 AND seat = 0 UNION \
            SELECT DISTINCT 0, preset FROM temp.all_results WHERE rated = 1 AND seat = 0) o \
            LEFT JOIN main.rating_ladders l ON l.venue = o.venue AND l.rules = o.preset";
        let mut lost = 0;
        for row in self.connection.fetch_all(ladders).await? {
            let (venue, rules, id) = (int(&row, 0)?, text(&row, 1)?, maybe(&row, 2)?);
            let Some(id) = id else {
                lost += 1;
                if self._lock.is_some() {
                    let made = "INSERT INTO main.rating_ladders(id, venue, rules, dirty_at) \
                        SELECT COALESCE(max(id), 0) + 1, $1, $3, $2 FROM main.rating_ladders";
                    self.add(made, &[Some(venue), Some(BEGINNING)], Some(&rules)).await?;
                }
                continue;
            };
            if int(&row, 3)? == 0 {
                self.reckon_ladder(id, venue, &rules, &book).await?;
            }
        }
        Ok(lost)
    }

    async fn reckon_ladder(&mut self, id: i64, venue: i64, rules: &str, book: &RatingBook) -> Result<(), StoreError> {
        let starts = sqlx::query("SELECT starts_at FROM main.seasons WHERE venue = $1").bind(venue);
        let starts = starts.fetch_all(&mut self.connection).await?;
        let starts = starts.iter().map(|row| Ok(Millis(int(row, 0)?)));
        let mut ladder = Ladder::new(
            starts.collect::<Result<_, StoreError>>()?,
            book.reset,
            Millis(BEGINNING),
        );
        let results = "SELECT table_id, ended_at, day, player, opponent, won, drawn, points - against \
            FROM temp.all_results WHERE rated = 1 AND seat = 0 AND preset = $1 AND ($2 = 0 OR venue = $2) \
            ORDER BY ended_at, table_id";
        let results = sqlx::query(results).bind(rules).bind(venue);
        let results = results.fetch_all(&mut self.connection).await?;
        let mut players = BTreeSet::new();
        for row in &results {
            let result = rated(row)?;
            let before = result.players.map(|player| ladder.rating(player, result.ended));
            let Some(after) = ladder.take(&result, &book.rules) else {
                continue;
            };
            players.extend(result.players);
            for seat in [0, 1] {
                let step =
                    "INSERT INTO temp.true_rating_steps VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
                let rating = &after[seat];
                sqlx::query(step)
                    .bind(id)
                    .bind(result.players[seat].0)
                    .bind(result.ended.0)
                    .bind(result.table.0)
                    .bind(result.players[1 - seat].0)
                    .bind(result.day)
                    .bind(before[seat].unwrap_or_default().value)
                    .bind(rating.value)
                    .bind(rating.deviation)
                    .bind(rating.volatility)
                    .bind(i64::from(rating.games))
                    .bind(i64::from(rating.opponents))
                    .execute(&mut self.connection)
                    .await?;
            }
        }
        for player in players {
            let Some(rating) = ladder.rating(player, Millis(i64::MAX)) else {
                continue;
            };
            sqlx::query("INSERT INTO temp.true_ratings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
                .bind(id)
                .bind(player.0)
                .bind(rating.value)
                .bind(rating.deviation)
                .bind(rating.volatility)
                .bind(i64::from(rating.games))
                .bind(i64::from(rating.opponents))
                .bind(shown(&rating))
                .bind(i64::from(is_listed(&rating, book)))
                .execute(&mut self.connection)
                .await?;
        }
        Ok(())
    }

    async fn mend(&mut self, kind: &Derived) -> Result<(), StoreError> {
        let Derived { name, columns, key, .. } = kind;
        if *name == "slots" {
            return self.mend_slots(kind).await;
        }
        let (extra, missing) = (kind.extra(), kind.missing());
        for text in [
            format!("DELETE FROM main.{name} WHERE ({key}) IN (SELECT {key} FROM ({extra}))"),
            format!("INSERT INTO main.{name}({columns}) {missing}"),
        ] {
            self.connection.execute(AssertSqlSafe(text)).await?;
        }
        Ok(())
    }

    /// Which message it is and how far a wire has come with it is in no log, so a row that is there is only set right.
    async fn mend_slots(&mut self, kind: &Derived) -> Result<(), StoreError> {
        let Derived {
            columns, key, unknown, ..
        } = kind;
        for text in [
            format!(
                "DELETE FROM main.slots WHERE NOT ({unknown}) AND ({key}) NOT IN (SELECT {key} FROM temp.true_slots)"
            ),
            "UPDATE main.slots SET want = t.want, channel = t.channel FROM temp.true_slots t \
             WHERE (slots.table_id, slots.kind, slots.number, slots.reader, slots.platform, slots.chat) = \
             (t.table_id, t.kind, t.number, t.reader, t.platform, t.chat) \
             AND (slots.want <> t.want OR slots.channel <> t.channel)"
                .to_owned(),
            // What was never shown at a table that is over needs nobody any more.
            format!(
                "INSERT INTO main.slots({columns}, sent, retry_at) SELECT {columns}, \
                 CASE WHEN COALESCE((SELECT ended_at FROM main.tables WHERE id = table_id), \
                 (SELECT ended_at FROM main.contests WHERE id = table_id)) IS NULL THEN -1 ELSE want END, 0 \
                 FROM temp.true_slots WHERE ({key}) NOT IN (SELECT {key} FROM main.slots)"
            ),
        ] {
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

impl Derived {
    fn missing(&self) -> String {
        let Derived {
            name, columns, unknown, ..
        } = self;
        format!("SELECT {columns} FROM temp.true_{name} EXCEPT SELECT {columns} FROM main.{name} WHERE NOT ({unknown})")
    }

    fn extra(&self) -> String {
        let Derived {
            name, columns, unknown, ..
        } = self;
        format!("SELECT {columns} FROM main.{name} WHERE NOT ({unknown}) EXCEPT SELECT {columns} FROM temp.true_{name}")
    }
}

/// Of several wishes for the same message the newest.
fn newest(shown: &[Shown]) -> Vec<Shown> {
    let mut wants: Vec<Shown> = Vec::new();
    for one in shown {
        let key = |shown: &Shown| (shown.kind, shown.number, shown.reader, shown.to);
        let same = |other: &&mut Shown| key(other) == key(one);
        match wants.iter_mut().find(same) {
            Some(other) => other.want = other.want.max(one.want),
            None => wants.push(*one),
        }
    }
    wants
}
