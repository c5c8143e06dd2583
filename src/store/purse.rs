//! Play points: what each player has, and the book in which every movement stands. What an event moves is booked in the write of
//! its own facts, so that a fee is taken as often as somebody comes in, and never beside it.

use super::contests::Chapter;
use super::plan::{Need, Plan, args};
use super::{Store, StoreError, int, statements as sql};
use crate::contest::Why;
use crate::id::{EventId, Millis, PlayerId};

/// How many play points a purse is opened with, once for each player (ours).
pub const OPENING: i64 = 1_000;

/// What went into a player's purse or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// When.
    pub at: Millis,
    /// Why.
    pub why: Moved,
    /// The event that it was for.
    pub event: Option<EventId>,
    /// How many play points: above 0 what came in, below 0 what went out.
    pub points: i64,
}

/// Why play points went into a purse or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The purse was opened.
    Opened,
    /// What an event moved.
    Event(Why),
    /// Two accounts became one player: what the second purse was opened with went back.
    OpenedTwice,
    /// The player's data was deleted.
    Gone,
}

impl Moved {
    fn from_code(code: i64) -> Result<Moved, StoreError> {
        Ok(match code {
            1 => Moved::Opened,
            2 => Moved::Event(Why::Paid),
            3 => Moved::Event(Why::Returned),
            4 => Moved::Event(Why::Won),
            6 => Moved::OpenedTwice,
            7 => Moved::Gone,
            _ => {
                return Err(StoreError::Impossible(format!(
                    "reason {code} of a movement is unknown"
                )));
            }
        })
    }
}

impl Store {
    /// How many play points a player has; whose purse nothing was taken from or put into yet has what it is opened with.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn purse(&self, player: PlayerId) -> Result<i64, StoreError> {
        let query = sqlx::query(sql::PURSE.sql).bind(player.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.map_or(Ok(OPENING), |row| int(&row, 0))
    }

    /// What an event that was played to its end has paid out, the most first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn paid_out(&self, event: EventId) -> Result<Vec<(PlayerId, i64)>, StoreError> {
        let query = sqlx::query(sql::POT_PAID.sql).bind(event.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter()
            .map(|row| Ok((PlayerId(int(row, 0)?), int(row, 1)?)))
            .collect()
    }

    /// Everything that went into a player's purse or out of it, oldest first; nothing where it was never needed.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn movements(&self, player: PlayerId) -> Result<Vec<Movement>, StoreError> {
        let query = sqlx::query(sql::PURSE_BOOK.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        let movement = |row| {
            let event = int(row, 2)?;
            Ok(Movement {
                at: Millis(int(row, 0)?),
                why: Moved::from_code(int(row, 1)?)?,
                event: (event != 0).then_some(EventId(event)),
                points: int(row, 3)?,
            })
        };
        rows.iter().map(movement).collect()
    }
}

/// What a change of an event books, in the same write: once, since the log has this length once.
pub(super) fn add_bookings(plan: &mut Plan, chapter: &Chapter, version: i64) {
    let (event, at) = (chapter.event.0, chapter.at.0);
    for booking in &chapter.points {
        let player = booking.player.0;
        let why = match booking.why {
            Why::Paid => {
                plan.add(&sql::PURSE_OPEN, args![player, OPENING, at]);
                let row = args![player, event, version, booking.points, at];
                plan.require(&sql::FEE_PAY, row, Need::Points);
                continue;
            }
            Why::Returned => 3_i64,
            Why::Won => 4,
        };
        let row = args![player, event, version, booking.points, at, why];
        plan.require(&sql::POT_PAY, row, Need::Conflict);
    }
}

/// What becomes of a purse when its player becomes another one.
pub(super) fn add_merge(plan: &mut Plan, from: PlayerId, into: PlayerId, at: Millis) {
    plan.add(&sql::MERGE_PURSE_OPEN, args![from.0, into.0, at.0, OPENING]);
    plan.add(&sql::MERGE_PURSE, args![from.0, into.0, at.0]);
    plan.add(&sql::MERGE_PURSE_TWICE, args![from.0, into.0, at.0, OPENING]);
}

/// What somebody has whose data is deleted goes back to the house.
pub(super) fn add_farewell(plan: &mut Plan, player: PlayerId, at: Millis) {
    plan.add(&sql::PURSE_CLOSE, args![player.0, at.0]);
}
