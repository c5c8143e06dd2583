//! Play points: what the accounts hold is what their movements add up to, and what lies in the pots is what the events say.

use sqlx::{Executor, Row};

use super::Audit;
use super::truth::EventTruth;
use crate::id::EventId;
use crate::store::{StoreError, int};

/// What the accounts must hold.
pub(super) const ACCOUNTS: &str = "INSERT INTO temp.true_accounts SELECT kind, id, sum(points) FROM \
    (SELECT giver_kind AS kind, giver AS id, -points AS points FROM main.movements \
    UNION ALL SELECT taker_kind, taker, points FROM main.movements) GROUP BY kind, id";

/// A pot that does not hold what it should, or of which nothing can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddPot {
    /// The event.
    pub event: EventId,
    /// How many play points lie in it by the book.
    pub holds: i64,
    /// How many there must be by the event's log; `None`: it can't be read.
    pub must: Option<i64>,
}

impl Audit {
    /// The pots that don't hold what the events say, once every event is noted. The book stands as it is: nobody's points are
    /// moved by a repair.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn pots(&mut self) -> Result<Vec<OddPot>, StoreError> {
        let text = "SELECT event, sum(held), sum(must), max(unread) FROM \
            (SELECT giver AS event, -points AS held, 0 AS must, 0 AS unread FROM main.movements WHERE giver_kind = 2 \
            UNION ALL SELECT taker, points, 0, 0 FROM main.movements WHERE taker_kind = 2 \
            UNION ALL SELECT event, 0, points, 0 FROM temp.true_pots \
            UNION ALL SELECT event, 0, 0, 1 FROM temp.unread_events) \
            GROUP BY event HAVING sum(held) <> sum(must) ORDER BY event";
        let rows = self.connection.fetch_all(text).await?;
        let pot = |row: &sqlx::sqlite::SqliteRow| {
            Ok(OddPot {
                event: EventId(int(row, 0)?),
                holds: int(row, 1)?,
                must: match row.try_get::<i64, _>(3)? {
                    0 => Some(int(row, 2)?),
                    _ => None,
                },
            })
        };
        rows.iter().map(pot).collect()
    }

    pub(super) async fn note_pot(&mut self, truth: &EventTruth) -> Result<(), StoreError> {
        if truth.pot == 0 {
            return Ok(());
        }
        let row = [Some(truth.row.id.0), Some(truth.pot)];
        self.add("INSERT INTO temp.true_pots VALUES ($1, $2)", &row, None).await
    }
}
