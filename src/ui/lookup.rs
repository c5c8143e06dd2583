//! The match that somebody named by its id.

use super::ask::Guest;
use super::desk::Desk;
use super::people::private_place;
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
        match table_of_code(typed.trim()) {
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
        let table = match self.service.table(id).await {
            Ok(table) => table,
            Err(Error::NoTable) => return Ok(None),
            Err(error) => return Err(error),
        };
        let here = guest.place.unwrap_or_else(|| private_place(guest)).venue;
        let may = table.seat_of(player).is_some() || table.place().venue == here;
        Ok(may.then_some(table))
    }
}
