//! Marks along long boards, so that a place far down is found without counting from the top.
//!
//! A mark is a line's value and player: it parts those before from those after it whatever becomes of that line. How many
//! stand before it is counted anew each minute.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use sqlx::sqlite::SqliteRow;

use super::codes::Metric;
use super::{Store, StoreError, int};
use crate::id::Millis;

/// How many lines a board must have for its length to be counted only now and then (ours).
const LONG: u32 = 5_000;
/// How long such a count is good for: 1 minute (ours).
const GOOD_MS: i64 = 60_000;
/// From mark to mark, in lines (ours): counting so many takes a fraction of a millisecond.
const STEP: u32 = 8_192;
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

    /// The line that is read with its value and player first.
    pub fn of(row: &SqliteRow) -> Result<Mark, StoreError> {
        Ok(Mark {
            value: int(row, 0)?,
            player: int(row, 1)?,
        })
    }
}

/// How long a board is, and every so many lines a mark.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    pub total: u32,
    marks: Arc<Vec<Mark>>,
    at: Millis,
}

impl Marks {
    /// How many lines are skipped to come from the one after a mark to the next mark.
    pub const SKIP: i64 = STEP as i64 - 1;

    /// None yet.
    pub fn new(at: Millis) -> Marks {
        Marks {
            total: 0,
            marks: Arc::default(),
            at,
        }
    }

    /// The last one.
    pub fn last(&self) -> Mark {
        self.marks.last().copied().unwrap_or(Mark::TOP)
    }

    /// One more.
    pub fn push(&mut self, mark: Mark) {
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
    /// What is remembered of a board.
    pub(super) fn known_marks(&self, key: BoardKey, now: Millis) -> Option<Marks> {
        let known = self.inner.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = known.get(&key)?;
        let good = marks.at.0..marks.at.0.saturating_add(GOOD_MS);
        good.contains(&now.0).then(|| marks.clone())
    }

    /// Remembers a board when it is a long one; `rest` lines stand after its last mark.
    pub(super) fn note_marks(&self, key: BoardKey, mut marks: Marks, rest: u32) -> Marks {
        marks.total = marks.total.saturating_add(rest);
        let mut known = self.inner.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if marks.total < LONG {
            known.remove(&key);
            return marks;
        }
        if known.len() >= BOARDS {
            known.clear();
        }
        known.insert(key, marks.clone());
        marks
    }
}
