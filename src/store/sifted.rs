//! Rows that stand for themselves each: one that can't be read keeps no other from being used.

use std::fmt;

use sqlx::sqlite::SqliteRow;

use super::StoreError;
use crate::id::{EventId, TableId};

/// The rows that were found: what they say, and which can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sifted<T> {
    /// What can be read.
    pub rows: Vec<T>,
    /// What can't.
    pub unread: Vec<Unread>,
}

/// Something about events that is stored and can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unread {
    /// The log of an event.
    Log(EventId),
    /// The row of an event in lists.
    Row(EventId),
    /// Something that falls due in an event, by its numbers in the store.
    Due {
        /// The event.
        event: EventId,
        /// The number of the kind.
        kind: i64,
        /// The number of what it is about.
        about: i64,
    },
    /// A schedule.
    Schedule(i64),
}

impl<T> Sifted<T> {
    /// How many rows were found, whether or not they can be read.
    #[must_use]
    pub fn found(&self) -> usize {
        self.rows.len() + self.unread.len()
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |event: &EventId| TableId(event.0).code().to_uppercase();
        match self {
            Unread::Log(event) => write!(f, "the log of event {} can't be read", code(event)),
            Unread::Row(event) => write!(f, "the row of event {} can't be read", code(event)),
            Unread::Due { event, kind, about } => {
                let event = code(event);
                write!(
                    f,
                    "what falls due in event {event} as kind {kind} about {about} can't be read"
                )
            }
            Unread::Schedule(id) => write!(f, "schedule {id} can't be read, so no event is opened by it"),
        }
    }
}

/// Reads each row; `key` says which one it is that can't be read.
pub(super) fn sifted<T>(
    found: &[SqliteRow],
    one: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    key: impl Fn(&SqliteRow) -> Result<Unread, StoreError>,
) -> Result<Sifted<T>, StoreError> {
    let (mut rows, mut unread) = (Vec::with_capacity(found.len()), Vec::new());
    for row in found {
        match one(row) {
            Ok(read) => rows.push(read),
            Err(_) => unread.push(key(row)?),
        }
    }
    Ok(Sifted { rows, unread })
}
