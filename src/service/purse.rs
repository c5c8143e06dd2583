//! Play points as people ask for them: what one has oneself, and that it is too little for a fee.

use serde_json::{Value, json};

use super::events::EventError;
use super::{Error, Service};
use crate::contest::{Format, Why};
use crate::id::{EventId, PlayerId, TableId};
use crate::store::Moved;

impl Service {
    /// How many play points a player has. Nobody else's business: it is told to that player alone.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn purse(&self, player: PlayerId) -> Result<i64, Error> {
        let points = self.store().purse(player).await;
        points.map_err(|error| Error::of(self, error))
    }

    /// To whom the pot of an event went when it ended, the most first: what was booked then, whoever has become one since.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn paid_out(&self, event: EventId) -> Result<Vec<(PlayerId, i64)>, Error> {
        let paid = self.store().paid_out(event).await;
        paid.map_err(|error| Error::of(self, error))
    }

    /// Why somebody can't pay the fee of an event of this format.
    pub(super) async fn too_poor(&self, player: PlayerId, format: &Format) -> EventError {
        match self.purse(player).await {
            Ok(points) => EventError::Poor {
                fee: i64::from(format.fee),
                points,
            },
            Err(error) => error.into(),
        }
    }

    /// A player's purse and everything that went into it and out of it, for that player.
    pub(super) async fn purse_on_record(&self, player: PlayerId) -> Result<Value, Error> {
        let moved = self.store().movements(player).await;
        let moved = moved.map_err(|error| Error::of(self, error))?;
        let movements = moved.iter().map(|one| {
            json!({
                "at": one.at,
                "what": said(one.why),
                "event": one.event.map(|event| TableId(event.0).code().to_uppercase()),
                "points": one.points,
            })
        });
        Ok(json!({
            "points": self.purse(player).await?,
            "movements": movements.collect::<Vec<_>>(),
        }))
    }
}

fn said(why: Moved) -> &'static str {
    match why {
        Moved::Opened => "your purse was opened",
        Moved::Event(Why::Paid) => "fee of an event",
        Moved::Event(Why::Returned) => "fee given back",
        Moved::Event(Why::Won) => "won in an event",
        Moved::OpenedTwice => "two accounts became one: what the second purse was opened with",
        Moved::Gone => "your data was deleted",
    }
}
