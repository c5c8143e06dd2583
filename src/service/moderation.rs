use super::door::TRIES;
use super::{Error, Outcome, Service, plan};
use crate::id::{Place, PlayerId, TableId, Venue};
use crate::store::{Bound, Change, Deed, DeedKind, Of, StoreError};
use crate::table::Table;

/// The key of a venue's setting: the one channel in which games are posted.
pub const CHANNEL: &str = crate::store::CHANNEL;
/// The key of a venue's setting: each match gets a thread of its own.
pub const THREADS: &str = "threads";
/// The key of a venue's setting: the time zone in which moments are written.
pub const ZONE: &str = crate::store::ZONE;
/// The key of a venue's setting: how many matches may be open in one channel.
pub const PER_CHANNEL: &str = "per_channel";
/// The key of a venue's setting: how many matches a player may have open there.
pub const PER_PLAYER: &str = "per_player";

/// The key of a venue's setting: who may open events, `everybody` or `admins`.
pub const EVENTS: &str = "events";
/// The key of a Discord server's setting: the role whose members may open events.
pub const EVENT_ROLE: &str = "event_role";

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

    /// Changes something in a venue and keeps who did; `false` when it was so already. Whoever is blocked is taken out of the
    /// venue's events in the same write: nobody gets a place by waiting, or an opponent who waits in vain.
    ///
    /// # Errors
    /// `Gone` when whoever is to be blocked has deleted their data; when the store fails.
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
        for _ in 0..TRIES {
            let events = match &change {
                Change::Block(player) => Box::pin(self.out_of_events(*player, venue)).await?,
                Change::Unblock(_) | Change::Setting(..) | Change::Language(_) => Vec::new(),
            };
            let told = !events.is_empty();
            match self.store().govern(&change, &deed, events).await {
                Ok(done) => {
                    if told {
                        self.told_of_events();
                    }
                    return Ok(done);
                }
                // One of the events changed in between.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("events that never stand still"))
    }

    /// Refuses whoever moderators have shut out of a venue's matches.
    ///
    /// # Errors
    /// `Blocked` for the player, or for the one they would play with.
    pub async fn admit(&self, venue: Venue, player: PlayerId, other: Option<PlayerId>) -> Result<(), Error> {
        let store = self.store();
        for (who, own) in [(Some(player), true), (other, false)] {
            let Some(who) = who else { continue };
            let blocked = store.is_blocked(venue, who).await;
            if blocked.map_err(|error| Error::of(self, error))? {
                return Err(Error::Blocked { own });
            }
        }
        Ok(())
    }

    /// How many tables may be open in a venue when one more is opened there, or joined by these players.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn bounds(&self, venue: Venue, opened: bool, players: &[PlayerId]) -> Result<Vec<Bound>, Error> {
        let settings = self.store().venue_settings(venue).await;
        let settings = settings.map_err(|error| Error::of(self, error))?;
        let most = |key: &str| -> Option<u32> {
            let (_, value) = settings.iter().find(|(known, _)| known == key)?;
            value.parse().ok()
        };
        let mut bounds = Vec::new();
        bounds.extend(most(PER_CHANNEL).filter(|_| opened).map(Bound::Place));
        if let Some(most) = most(PER_PLAYER) {
            bounds.extend(players.iter().map(|player| Bound::Player(*player, most)));
        }
        Ok(bounds)
    }

    /// Whether a match could be opened in this place just now; whoever opens one is looked at once more in the write.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_open(&self, place: Place, player: PlayerId, opponent: Option<PlayerId>) -> Result<(), Error> {
        self.admit(place.venue, player, opponent).await?;
        self.room_for(player).await?;
        for bound in self.bounds(place.venue, true, &[player]).await? {
            let of = match bound {
                Bound::Place(_) => Of::Place(place),
                Bound::Player(player, _) => Of::Player(player),
            };
            let open = self.tables(of).await?;
            let (count, most) = match bound {
                Bound::Place(most) => (open.len(), most),
                Bound::Player(player, most) => {
                    let sits = |table: &&Table| table.place().venue == place.venue && table.seat_of(player).is_some();
                    (open.iter().filter(sits).count(), most)
                }
            };
            if u32::try_from(count).unwrap_or(u32::MAX) >= most {
                return Err(Error::Full(bound));
            }
        }
        Ok(())
    }
}
