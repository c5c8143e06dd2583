//! Boards of ratings.

use std::cmp::Reverse;

use sqlx::sqlite::SqliteRow;

use super::boards::{Board, Period, Scope};
use super::codes::Metric;
use super::marks::{Mark, Marks, Walk};
use super::pages::{cut, id, line, number, slice};
use super::{Store, StoreError, int, narrow, rungs, text};
use crate::id::Millis;

impl Store {
    /// The ladder of these rules in a venue (0: all); without rules, that which lists the most players, or while none lists
    /// anybody has the most.
    async fn ladder_of(
        &self,
        venue: i64,
        rules: Option<&str>,
        now: Millis,
    ) -> Result<Option<(i64, String)>, StoreError> {
        if let Some(rules) = rules {
            let query = sqlx::query(rungs::LADDER.sql).bind(venue).bind(rules);
            let row = query.fetch_optional(self.readers()).await?;
            return row.map(|row| Ok((int(&row, 0)?, text(&row, 1)?))).transpose();
        }
        let rows = sqlx::query(rungs::LADDERS_OF.sql).bind(venue);
        let mut ladders = Vec::new();
        for row in rows.fetch_all(self.readers()).await? {
            let (id, rules, some) = (int(&row, 0)?, text(&row, 1)?, int(&row, 2)?);
            let listed = self.rated_marks(id, venue, now).await?.total;
            ladders.push((Reverse((listed, some)), rules, id));
        }
        ladders.sort_unstable();
        Ok(ladders.into_iter().next().map(|(_, rules, id)| (id, rules)))
    }

    /// How many a ladder of a venue lists, with marks along one of all venues.
    async fn rated_marks(&self, ladder: i64, venue: i64, now: Millis) -> Result<Marks, StoreError> {
        let walk = Walk {
            tied: &rungs::RATED_TIED,
            lower: &rungs::RATED_LOWER,
            rest: &rungs::RATED_TOTAL,
        };
        let key = (ladder, 0, Metric::Rating);
        self.marks(key, &walk, &[ladder], venue == 0, now).await
    }

    /// A page of a board of ratings.
    pub(super) async fn rated_board(
        &self,
        mut board: Board,
        now: Millis,
        offset: u32,
        limit: u32,
    ) -> Result<Board, StoreError> {
        let book = self.book();
        board.least = Some(book.provisional.games);
        let Some((place, season)) = self.place_of_board(&board.query, now).await? else {
            return Ok(board);
        };
        self.settle_for(place.venue).await?;
        board.season = season;
        let Some((ladder, rules)) = self.ladder_of(place.venue, board.query.rules.as_deref(), now).await? else {
            return Ok(board);
        };
        board.query.rules = Some(rules);
        let sums = slice(&board.query);
        if let Scope::Friends(player) = board.query.scope {
            let query = sqlx::query(rungs::RATED_FRIENDS.sql)
                .bind(player.0)
                .bind(ladder)
                .bind(sums);
            let rows = query.fetch_all(self.readers()).await?;
            let lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
            cut(&mut board, lines, offset, limit)?;
            return Ok(board);
        }
        let absent = if board.query.hide_absent { place.venue } else { 0 };
        if let (Period::Season(_), Some(season)) = (board.query.period, &board.season)
            && let Some(ended) = season.ended
        {
            let query = sqlx::query(rungs::RATED_THEN.sql)
                .bind(ladder)
                .bind(season.starts.0)
                .bind(ended.0)
                .bind(place.venue)
                .bind(400_000_000 + i64::from(season.number) + sums)
                .bind(book.provisional.deviation)
                .bind(i64::from(book.provisional.games))
                .bind(i64::from(book.provisional.opponents))
                .bind(absent);
            let rows = query.fetch_all(self.readers()).await?;
            let lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
            cut(&mut board, lines, offset, limit)?;
            return Ok(board);
        }
        let marks = self.rated_marks(ladder, place.venue, now).await?;
        if limit > 0 {
            let (statement, (mark, passed)) = if absent == 0 {
                (&rungs::RATED_PAGE, marks.before_row(offset))
            } else {
                (&rungs::RATED_PRESENT, (Mark::TOP, 0))
            };
            let query = sqlx::query(statement.sql)
                .bind(ladder)
                .bind(sums)
                .bind(i64::from(limit))
                .bind(i64::from(offset - passed))
                .bind(place.venue)
                .bind(mark.value)
                .bind(mark.player);
            let rows = query.fetch_all(self.readers()).await?;
            board.lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
            let ties = match board.lines.first() {
                Some(first) if offset > 0 => self.rated_ties(ladder, absent, first.value, id(first.who)).await?,
                _ => 0,
            };
            number(&mut board.lines, offset, offset.saturating_sub(ties));
        }
        let mut total = i64::from(marks.total);
        if absent != 0 {
            total -= int(&self.rated_absent(ladder, absent, 0, 0).await?, 2)?;
        }
        board.total = narrow(total.max(0))?;
        if let Some(viewer) = board.query.viewer {
            let own = sqlx::query(rungs::RATED_OWN.sql)
                .bind(ladder)
                .bind(place.venue)
                .bind(sums)
                .bind(viewer.0);
            let left = absent != 0 && self.is_absent(absent, viewer).await?;
            if let Some(row) = own.fetch_optional(self.readers()).await?.filter(|_| !left) {
                let mut line = line(&row)?;
                let (higher, before) = self
                    .rated_before(ladder, marks.above(line.value), absent, line.value, viewer.0)
                    .await?;
                line.place = higher + 1;
                line.row = before;
                board.own = Some(line);
            }
        }
        Ok(board)
    }

    /// How many stand higher than this rating, and how many before a player who has it; counted from a mark before which so
    /// many stand.
    pub(super) async fn rated_before(
        &self,
        ladder: i64,
        (mark, passed): (Mark, u32),
        absent: i64,
        value: i64,
        player: i64,
    ) -> Result<(u32, u32), StoreError> {
        let query = sqlx::query(rungs::RATED_HIGHER.sql)
            .bind(ladder)
            .bind(mark.value)
            .bind(mark.player)
            .bind(value);
        let mut higher = i64::from(passed) + int(&query.fetch_one(self.readers()).await?, 0)?;
        let mut before = higher + self.rated_same(ladder, value, player).await?;
        if absent != 0 {
            let row = self.rated_absent(ladder, absent, value, player).await?;
            higher -= int(&row, 0)?;
            before -= int(&row, 1)?;
        }
        Ok((narrow(higher.max(0))?, narrow(before.max(0))?))
    }

    /// How many of those with this rating stand before a player who has it.
    async fn rated_ties(&self, ladder: i64, absent: i64, value: i64, player: i64) -> Result<u32, StoreError> {
        let mut ties = self.rated_same(ladder, value, player).await?;
        if absent != 0 {
            let row = self.rated_absent(ladder, absent, value, player).await?;
            ties -= int(&row, 1)? - int(&row, 0)?;
        }
        // It may have moved between the two counts.
        narrow(ties.max(0))
    }

    async fn rated_same(&self, ladder: i64, value: i64, player: i64) -> Result<i64, StoreError> {
        let query = sqlx::query(rungs::RATED_TIES.sql).bind(ladder).bind(value).bind(player);
        int(&query.fetch_one(self.readers()).await?, 0)
    }

    async fn rated_absent(&self, ladder: i64, absent: i64, value: i64, player: i64) -> Result<SqliteRow, StoreError> {
        let query = sqlx::query(rungs::RATED_ABSENT.sql)
            .bind(ladder)
            .bind(value)
            .bind(player)
            .bind(absent);
        Ok(query.fetch_one(self.readers()).await?)
    }
}
