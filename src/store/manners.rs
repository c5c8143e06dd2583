//! Broken-off matches, counted for each player, and who watches a table.

use super::plan::{Need, Plan, args};
use super::{Store, StoreError, int, narrow, statements as sql};
use crate::id::{Millis, PlayerId, TableId};

/// A match that somebody breaks off: counted in the same write, and refused there when it is one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abort {
    /// Who breaks it off.
    pub player: PlayerId,
    /// From when on earlier ones count.
    pub since: Millis,
    /// How many there may be in that time, this one included.
    pub most: u32,
}

/// How many matches a player broke off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aborts {
    /// Of all time.
    pub all: u32,
    /// Since the moment asked for.
    pub recent: u32,
}

impl Store {
    /// How many matches a player broke off, of all time and after this moment.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn aborts(&self, player: PlayerId, since: Millis) -> Result<Aborts, StoreError> {
        let query = sqlx::query(sql::ABORTS_OF.sql).bind(player.0).bind(since.0);
        let row = query.fetch_one(self.readers()).await?;
        Ok(Aborts {
            all: narrow(int(&row, 0)?)?,
            recent: narrow(int(&row, 1)?)?,
        })
    }

    /// Notes that a player watches a table; a second time changes nothing.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn watch(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        if self.watches(table, player).await? {
            return Ok(());
        }
        self.write(Plan::of(&sql::WATCHER_ADD, args![table.0, player.0]))
            .await
            .map(|_| ())
    }

    /// Whether a player watches a table.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn watches(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::WATCHER_HAS.sql).bind(table.0).bind(player.0);
        Ok(int(&query.fetch_one(self.readers()).await?, 0)? > 0)
    }
}

pub(super) fn add_abort(plan: &mut Plan, table: TableId, at: Millis, abort: &Abort) {
    let Abort { player, since, most } = *abort;
    plan.require(
        &sql::ABORT_ADD,
        args![table.0, player.0, at.0, since.0, i64::from(most)],
        Need::Limit,
    );
}
