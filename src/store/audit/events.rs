//! What the logs of events say, and what beside them can't be read.

use std::collections::BTreeSet;

use sqlx::{Executor, Row};

use super::Audit;
use super::truth::EventTruth;
use crate::contest::Fact;
use crate::id::{EventId, Millis, PlayerId, TableId};
use crate::store::civil::Keys;
use crate::store::contests::{contest_facts, event_due, status_code, unread_due};
use crate::store::schedules::schedules;
use crate::store::sifted::{Unread, sifted};
use crate::store::{StoreError, int, statements as sql, sums};

/// What an award must be. Its days and its season are no log's: what was kept of them stays.
const AWARD: &str = "INSERT INTO temp.true_awards SELECT $1, $2, c.venue, $3, $4, \
    COALESCE(m.day, $5), COALESCE(m.week, $6), COALESCE(m.month, $7), \
    COALESCE(m.season, (SELECT max(n.number) FROM main.seasons n WHERE n.venue = c.venue AND n.starts_at <= $3 \
    AND (n.ended_at IS NULL OR n.ended_at > $3)), 0), COALESCE(m.uday, $8), COALESCE(m.uweek, $9), \
    COALESCE(m.umonth, $10), COALESCE(m.quarter, $11) FROM temp.true_contests c \
    LEFT JOIN main.awards m ON m.event = $1 AND m.player = $2 WHERE c.id = $1";

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
        if let Some(ended) = truth.ended {
            let zone = sqlx::query(sums::VENUE_ZONE.sql).bind(platform).bind(chat);
            let zone = zone.fetch_optional(&mut self.connection).await?;
            let zone: Option<String> = zone.map(|row| row.try_get(0)).transpose()?;
            self.note_end(truth, ended, &Keys::of(ended, zone.as_deref())).await?;
        }
        self.note_pot(truth).await?;
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

    /// What is stored about events beside their logs and can't be read. A repair takes away what falls due: what follows from
    /// logs is reckoned anew, and errands are found at the next start.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn unreadable(&mut self) -> Result<Vec<Unread>, StoreError> {
        let dues = "SELECT event, kind, about, at FROM main.contest_due ORDER BY event, kind, about";
        let dues = self.connection.fetch_all(dues).await?;
        let mut unread = sifted(&dues, event_due, unread_due)?.unread;
        if self._lock.is_some() {
            for row in &unread {
                let Unread::Due { event, kind, about } = row else {
                    continue;
                };
                let text = "DELETE FROM main.contest_due WHERE event = $1 AND kind = $2 AND about = $3";
                self.add(text, &[event.0, *kind, *about].map(Some), None).await?;
            }
        }
        let rows = self.connection.fetch_all(sql::SCHEDULES_ALL.sql).await?;
        unread.extend(schedules(&rows)?.unread);
        Ok(unread)
    }

    /// Notes who won an event and how its teams came off.
    async fn note_end(&mut self, truth: &EventTruth, ended: Millis, keys: &Keys) -> Result<(), StoreError> {
        let event = truth.row.id.0;
        if self.is_doubled(truth.row.id, ended).await? {
            let text = "INSERT OR IGNORE INTO temp.doubled_events VALUES ($1)";
            return self.add(text, &[Some(event)], None).await;
        }
        let days = [
            keys.day,
            keys.week,
            keys.month,
            keys.uday,
            keys.uweek,
            keys.umonth,
            keys.quarter,
        ];
        for (player, place) in &truth.winners {
            let mut row = vec![event, player.0, ended.0, i64::from(*place)];
            row.extend(days);
            let row: Vec<Option<i64>> = row.into_iter().map(Some).collect();
            self.add(AWARD, &row, None).await?;
        }
        for line in &truth.team_places {
            let (boards, marks) = (i64::from(line.boards), i64::from(line.marks));
            let mut row = vec![
                event,
                line.team.0,
                ended.0,
                i64::from(line.place),
                line.points,
                boards,
                marks,
            ];
            row.extend(days);
            let row: Vec<Option<i64>> = row.into_iter().map(Some).collect();
            self.add(TEAM_RESULT, &row, Some(&line.name)).await?;
        }
        Ok(())
    }

    /// Whether the log names two people who became one player after the end: as it is read today, one of them has played
    /// twice, so it can't say any more who won.
    async fn is_doubled(&mut self, event: EventId, ended: Millis) -> Result<bool, StoreError> {
        let later = sqlx::query("SELECT old, new FROM merges WHERE at >= $1").bind(ended.0);
        let later = later.fetch_all(&mut self.connection).await?;
        if later.is_empty() {
            return Ok(false);
        }
        let query = sqlx::query(sql::FACTS_OF.sql).bind(event.0);
        let mut named = BTreeSet::new();
        for row in query.fetch_all(&mut self.connection).await? {
            named.extend(self.merges.named(row.try_get(2)?));
        }
        for row in later {
            let (old, new) = (int(&row, 0)?, PlayerId(int(&row, 1)?));
            let other = |number: &i64| *number != old && self.merges.today(PlayerId(*number)) == new;
            if named.contains(&old) && named.iter().any(other) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
