//! What the logs of matches say, laid beside what is stored.

use sqlx::{Executor, Row};

use super::Audit;
use super::truth::{Shown, Spot, Truth};
use crate::id::{Millis, TableId};
use crate::store::civil::Keys;
use crate::store::codes::LiveStage;
use crate::store::ladder::rows;
use crate::store::log::facts;
use crate::store::plan::Arg;
use crate::store::{MatchResult, StoreError, int, statements as sql};
use crate::table::Event;

/// What a result must be, as it is inserted: the zone and the season are no log's.
const RESULT: &str = "INSERT INTO temp.true_results SELECT $1, $2, $3, $4, t.venue, \
    COALESCE((SELECT s.id FROM main.spots s WHERE s.venue = t.venue AND s.channel = t.channel), -1), $5, $6, $7, $8, $9, \
    $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, \
    COALESCE((SELECT max(n.number) FROM main.seasons n WHERE n.venue = t.venue AND n.starts_at <= $5 \
    AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $30, $31, $32, $33 FROM temp.true_tables t WHERE t.id = $1";

impl Audit {
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
