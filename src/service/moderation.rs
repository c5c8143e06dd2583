use super::door::TRIES;
use super::{Error, Outcome, Service, plan};
use crate::id::{PlayerId, TableId, Venue};
use crate::store::{Change, Deed, DeedKind, StoreError};

/// What a moderator wants of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It ends here and now without a result.
    Cancel,
    /// Its result counts no more.
    Void,
}

impl Service {
    /// Cancels a match or voids its result, for a moderator of `within` (`None`: of every place). The deed is kept in the
    /// same write. That the person may do this is for the caller to know.
    ///
    /// # Errors
    /// `NoTable` for a match of another place; a refusal when there is nothing to cancel or void.
    pub async fn rule(
        &self,
        by: Option<PlayerId>,
        within: Option<Venue>,
        id: TableId,
        ruling: Ruling,
        reason: Option<&str>,
    ) -> Result<Outcome, Error> {
        for _ in 0..TRIES {
            let before = self.table(id).await?;
            let venue = before.place().venue;
            if within.is_some_and(|within| within != venue) {
                return Err(Error::NoTable);
            }
            let (events, act) = match ruling {
                Ruling::Cancel => (before.cancel(by, reason)?, DeedKind::Cancelled),
                Ruling::Void => (before.void(by, reason)?, DeedKind::Voided),
            };
            let now = self.now();
            let mut table = before.clone();
            for event in &events {
                table.evolve(now, event);
            }
            let people = self.people_at(&table).await.map_err(|error| Error::of(self, error))?;
            let mut append = plan::append(Some(&before), &table, now, events, &people, None);
            append.deed = Some(Deed {
                at: now,
                venue,
                by,
                act,
                table: Some(id),
                whom: None,
                detail: table.ruling_reason().map(str::to_owned),
            });
            match self.store().append(append).await {
                Ok(()) => {
                    self.stored(&table);
                    return Ok(Outcome {
                        before: before.version(),
                        table,
                    });
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("a table that never stands still"))
    }

    /// Changes something in a venue and keeps who did; `false` when it was so already.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn govern(
        &self,
        by: Option<PlayerId>,
        venue: Venue,
        act: DeedKind,
        change: Change,
        detail: Option<String>,
    ) -> Result<bool, Error> {
        let whom = match &change {
            Change::Block(player) | Change::Unblock(player) => Some(*player),
            Change::Setting(..) | Change::Language(_) => None,
        };
        let deed = Deed {
            at: self.now(),
            venue,
            by,
            act,
            table: None,
            whom,
            detail,
        };
        let done = self.store().govern(&change, &deed).await;
        done.map_err(|error| Error::of(self, error))
    }
}
