//! Marks along long boards, so that a place far down is found without counting from the top.
//!
//! A mark is a line's value and player: it parts those before from those after it whatever becomes of that line. How many
//! stand before it is counted anew each minute.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use sqlx::sqlite::SqliteRow;

use super::codes::Metric;
use super::statements::Statement;
use super::{Store, StoreError, int, narrow};
use crate::id::Millis;

/// How many lines a board must have for its length to be counted only now and then (ours).
const LONG: u32 = 5_000;
/// How long such a count is good for: 1 minute (ours).
const GOOD_MS: i64 = 60_000;
/// From mark to mark, in lines (ours): counting so many takes half a millisecond.
const STEP: u32 = 16_384;
/// Of how many boards this is remembered (ours).
const BOARDS: usize = 1_000;

/// A scope (a ladder for ratings), a period and a metric.
pub(super) type BoardKey = (i64, i64, Metric);
/// What is remembered of long boards.
pub(super) type Known = HashMap<BoardKey, Marks>;

/// A point between two lines of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub value: i64,
    pub player: i64,
}

impl Mark {
    /// Before the first line.
    pub const TOP: Mark = Mark {
        value: i64::MAX,
        player: i64::MIN,
    };
}

/// How long a board is, and every so many lines a mark.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    pub total: u32,
    marks: Arc<Vec<Mark>>,
    at: Millis,
}

/// The statements of the way along a board; each takes first what the board is named by.
pub(super) struct Walk {
    /// How many there are of this value after this player, up to so many, and the last of these.
    pub tied: &'static Statement,
    /// The line that comes so many after the first one of a lower value.
    pub lower: &'static Statement,
    /// How many stand after a mark.
    pub rest: &'static Statement,
}

impl Marks {
    fn last(&self) -> Mark {
        self.marks.last().copied().unwrap_or(Mark::TOP)
    }

    fn push(&mut self, mark: Mark) {
        Arc::make_mut(&mut self.marks).push(mark);
        self.total = self.total.saturating_add(STEP);
    }

    /// The last mark before the row that comes after so many, and how many stand before it.
    pub fn before_row(&self, row: u32) -> (Mark, u32) {
        self.nth(self.marks.len().min((row / STEP) as usize))
    }

    /// The last mark at a line of a higher value, and how many stand before it.
    pub fn above(&self, value: i64) -> (Mark, u32) {
        self.nth(self.marks.partition_point(|mark| mark.value > value))
    }

    fn nth(&self, count: usize) -> (Mark, u32) {
        let mark = count.checked_sub(1).and_then(|last| self.marks.get(last).copied());
        (
            mark.unwrap_or(Mark::TOP),
            u32::try_from(count).map_or(0, |count| count * STEP),
        )
    }
}

impl Store {
    /// How long a board is that is named by these numbers, and when it is one that may become very long marks along it.
    pub(super) async fn marks(
        &self,
        key: BoardKey,
        walk: &Walk,
        board: &[i64],
        far: bool,
        now: Millis,
    ) -> Result<Marks, StoreError> {
        if let Some(marks) = self.known_marks(key, now) {
            return Ok(marks);
        }
        let mut marks = Marks {
            total: 0,
            marks: Arc::default(),
            at: now,
        };
        if far {
            while let Some(next) = self.next_mark(walk, board, marks.last()).await? {
                marks.push(next);
            }
        }
        let Mark { value, player } = marks.last();
        let rest = self.step(walk.rest, board, &[value, player]).await?;
        let rest = rest.map_or(Ok(0), |row| int(&row, 0))?;
        marks.total = marks.total.saturating_add(narrow(rest)?);
        self.note_marks(key, &marks);
        Ok(marks)
    }

    async fn next_mark(&self, walk: &Walk, board: &[i64], last: Mark) -> Result<Option<Mark>, StoreError> {
        // Those of the same value are gone through apart: an index is not entered in the middle of them otherwise.
        let about = [last.value, last.player, i64::from(STEP)];
        let tied = match self.step(walk.tied, board, &about).await? {
            Some(row) => (int(&row, 0)?, int(&row, 1)?),
            None => (0, 0),
        };
        let more = i64::from(STEP) - tied.0;
        if more == 0 {
            return Ok(Some(Mark {
                value: last.value,
                player: tied.1,
            }));
        }
        let next = self.step(walk.lower, board, &[last.value, more - 1]).await?;
        next.map(|row| {
            Ok(Mark {
                value: int(&row, 0)?,
                player: int(&row, 1)?,
            })
        })
        .transpose()
    }

    async fn step(&self, statement: &Statement, board: &[i64], about: &[i64]) -> Result<Option<SqliteRow>, StoreError> {
        let values = board.iter().chain(about);
        let query = values.fold(sqlx::query(statement.sql), |query, value| query.bind(*value));
        Ok(query.fetch_optional(self.readers()).await?)
    }

    fn known_marks(&self, key: BoardKey, now: Millis) -> Option<Marks> {
        let known = self.inner.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = known.get(&key)?;
        let good = marks.at.0..marks.at.0.saturating_add(GOOD_MS);
        good.contains(&now.0).then(|| marks.clone())
    }

    /// Has the boards of a metric counted anew.
    pub(super) fn forget_marks(&self, metric: Metric) {
        let mut known = self.inner.marks.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(.., of), _| *of != metric);
    }

    /// Remembers a board when it is a long one.
    fn note_marks(&self, key: BoardKey, marks: &Marks) {
        let mut known = self.inner.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if marks.total < LONG {
            known.remove(&key);
            return;
        }
        if known.len() >= BOARDS {
            known.clear();
        }
        known.insert(key, marks.clone());
    }
}
