//! What the ratings must be, by all results in their order.

use std::collections::BTreeSet;

use sqlx::{Executor, Row};

use super::Audit;
use crate::contest::Ladder;
use crate::id::Millis;
use crate::store::ratings::{BEGINNING, is_listed, rated, shown};
use crate::store::{RatingBook, StoreError, int, maybe, text};

impl Audit {
    /// Reckons the ratings of every ladder, of one that waits up to what it waits for, and says how many ladders are missing.
    /// A repair makes those, for the program to fill.
    pub(super) async fn reckon_ratings(&mut self) -> Result<i64, StoreError> {
        let book = sqlx::query("SELECT value FROM main.settings WHERE venue = 0 AND key = 'ratings'");
        let book = book.fetch_optional(&mut self.connection).await?;
        let book: Option<String> = book.map(|row| row.try_get(0)).transpose()?;
        let book: RatingBook = book
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let ladders = "SELECT o.venue, o.preset, l.id, l.dirty_at FROM (\
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
            self.reckon_ladder(id, venue, &rules, &book).await?;
            if let Some(from) = maybe(&row, 3)? {
                for text in [
                    "DELETE FROM temp.true_rating_steps WHERE ladder = $1 AND ended_at >= $2",
                    "DELETE FROM temp.true_ratings WHERE ladder = $1 AND $2 = $2",
                ] {
                    self.add(text, &[Some(id), Some(from)], None).await?;
                }
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
}
