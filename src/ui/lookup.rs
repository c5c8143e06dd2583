//! The match that somebody named by its id.

use super::ask::Guest;
use super::desk::Desk;
use super::token::table_of_code;
use crate::id::{PlayerId, TableId};
use crate::service::Error;
use crate::table::Table;

impl Desk {
    /// The match with this typed id, when this person may look at it: who plays it may anywhere, everybody else only where
    /// it is played.
    pub(super) async fn match_called(
        &self,
        guest: &Guest,
        player: PlayerId,
        typed: &str,
    ) -> Result<Option<Table>, Error> {
        // Under a table stands "match K7Q2M", and so it is copied.
        match table_of_code(typed.split_whitespace().last().unwrap_or_default()) {
            Some(id) => self.match_with(guest, player, id).await,
            None => Ok(None),
        }
    }

    /// The match with this id, when this person may look at it.
    pub(super) async fn match_with(
        &self,
        guest: &Guest,
        player: PlayerId,
        id: TableId,
    ) -> Result<Option<Table>, Error> {
        match self.service.look(player, guest.place, id).await {
            Ok(table) => Ok(Some(table)),
            Err(Error::NoTable) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
