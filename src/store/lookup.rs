//! What the local page asks: the messages and the people of a table.

use super::codes::SlotKind;
use super::plan::{Plan, args};
use super::slots::{Slot, slot};
use super::{Store, StoreError, int, statements as sql};
use crate::id::{PlayerId, TableId};

impl Store {
    /// Every message slot of a table, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slots_of(&self, table: TableId) -> Result<Vec<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOTS_OF.sql).bind(table.0);
        query.fetch_all(self.readers()).await?.iter().map(slot).collect()
    }

    /// Lets the messages of this kind be shown anew although the table's log has not grown.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn show_again(&self, table: TableId, kind: SlotKind) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOTS_AGAIN, args![table.0, kind.code()]))
            .await
            .map(|_| ())
    }

    /// The people who find a table among theirs.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn players_of(&self, table: TableId) -> Result<Vec<PlayerId>, StoreError> {
        let query = sqlx::query(sql::PLAYERS_OF.sql).bind(table.0);
        query
            .fetch_all(self.readers())
            .await?
            .iter()
            .map(|row| Ok(PlayerId(int(row, 0)?)))
            .collect()
    }
}
