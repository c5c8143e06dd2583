//! What the logs of events say, laid beside what is stored.

use sqlx::{Executor, Row};

use super::Audit;
use super::truth::EventTruth;
use crate::contest::Fact;
use crate::id::{EventId, Millis, TableId};
use crate::store::civil::Keys;
use crate::store::contests::{contest_facts, status_code};
use crate::store::{StoreError, int, statements as sql, sums};

/// What a team's result must be. Its days and its season are no log's: what was kept of them stays.
const TEAM_RESULT: &str = "INSERT INTO temp.true_team_results SELECT $1, $2, c.venue, $3, $15, $4, $5, $6, $7, \
    COALESCE(m.day, $8), COALESCE(m.week, $9), COALESCE(m.month, $10), \
    COALESCE(m.season, (SELECT max(n.number) FROM main.seasons n WHERE n.venue = c.venue AND n.starts_at <= $3 \
    AND (n.ended_at IS NULL OR n.ended_at > $3)), 0), COALESCE(m.uday, $11), COALESCE(m.uweek, $12), \
    COALESCE(m.umonth, $13), COALESCE(m.quarter, $14) FROM temp.true_contests c \
    LEFT JOIN main.team_results m ON m.event = $1 AND m.team = $2 WHERE c.id = $1";

impl Audit {
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
}
