use super::{Error, Service, chapter};
use crate::id::{Account, EventId, Millis, Platform, Venue};
use crate::store::{Slot, SlotKind};

/// Why a message could not be brought to its wanted state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The message is not there any more, or can't be edited any more: send a fresh one.
    Gone,
    /// The chat can't be written to.
    Forbidden,
    /// Not before so many milliseconds.
    TryLater(i64),
    /// Anything else, in words for the log.
    Other(String),
}

/// How long a chat that can't be written to is left alone: 10 minutes (ours).
const PARK_MS: i64 = 600_000;
/// After how many tries that wait doubles, up to 32 times as long: 1 hour (ours). A chat that the bot was thrown out of would
/// otherwise be knocked at for ever, once for each message that ever stood there.
const PARK_TRIES: u32 = 6;
/// After so many tries in a row, which takes half a day, a message of a match that is over is given up (ours): who comes back
/// finds the next match, and a chat that is gone is left in peace.
const GIVE_UP_TRIES: u32 = 12;

impl Service {
    /// The messages of this platform that are not in their wanted state, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn todo(&self, platform: Platform, limit: u32) -> Result<Vec<Slot>, Error> {
        self.store()
            .slots_todo(platform, self.now(), limit)
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// When the next message of this platform is to be tried again.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn next_todo(&self, platform: Platform) -> Result<Option<Millis>, Error> {
        self.store()
            .next_slot(platform)
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// A public place, or one channel of it, may be open again: what could not be said there is tried at once.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn reopened(&self, venue: Venue, channel: Option<i64>) -> Result<(), Error> {
        let woken = self
            .store()
            .wake_place(venue.platform, venue.chat, channel, self.now())
            .await
            .map_err(|error| Error::of(self, error))?;
        if woken {
            self.changed(venue.platform).notify_one();
        }
        Ok(())
    }

    /// A first send is about to be tried.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn attempt(&self, slot: &Slot) -> Result<(), Error> {
        self.store()
            .slot_attempt(slot.id, self.now())
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// The message shows this version; `message` is its id when it was sent anew.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn sent(&self, slot: &Slot, version: i64, message: Option<i64>) -> Result<(), Error> {
        self.store()
            .slot_sent(slot.id, version, message)
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// The message is not there any more: a fresh one is sent at once.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn gone(&self, slot: &Slot) -> Result<(), Error> {
        self.failed(slot, Delivery::Gone).await?;
        self.changed(slot.key.platform).notify_one();
        Ok(())
    }

    /// The message could not be brought to its wanted state.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn failed(&self, slot: &Slot, why: Delivery) -> Result<(), Error> {
        let now = self.now();
        let store = self.store();
        let done = match why {
            Delivery::Gone => store.slot_gone(slot.id).await,
            Delivery::TryLater(ms) => store.slot_retry(slot.id, now.plus(ms)).await,
            Delivery::Forbidden if slot.key.reader.is_some() => {
                tracing::info!(slot = slot.id.0, platform = ?slot.key.platform, "a private chat is closed");
                // First closed, then parked: a chat that opens in between wakes the slot.
                self.unreachable(Account {
                    platform: slot.key.platform,
                    user: slot.key.chat,
                })
                .await?;
                store.slot_park(slot.id).await
            }
            Delivery::Forbidden if slot.fails >= GIVE_UP_TRIES && self.is_over(slot).await => {
                tracing::info!(slot = slot.id.0, platform = ?slot.key.platform, "a chat that is closed for good is left alone");
                store.slot_sent(slot.id, slot.want, None).await
            }
            Delivery::Forbidden => {
                tracing::info!(slot = slot.id.0, platform = ?slot.key.platform, "a chat can't be written to");
                let wait = PARK_MS << slot.fails.saturating_sub(PARK_TRIES).min(5);
                store.slot_retry(slot.id, now.plus(wait)).await
            }
            Delivery::Other(cause) => {
                tracing::warn!(slot = slot.id.0, platform = ?slot.key.platform, cause, "a message was not delivered");
                let wait = 1_000_i64 << slot.fails.min(9);
                store.slot_retry(slot.id, now.plus(wait)).await
            }
        };
        done.map_err(|error| Error::of(self, error))?;
        Ok(())
    }

    async fn is_over(&self, slot: &Slot) -> bool {
        let table = slot.key.table;
        // Only the end of a season is told.
        if slot.key.kind == SlotKind::Season {
            return true;
        }
        match self.table(table).await {
            Ok(table) => table.is_over(),
            // Or the message is an event's.
            Err(Error::NoTable) => {
                let event = self.event(EventId(table.0)).await;
                event.is_ok_and(|contest| chapter::is_over(&contest))
            }
            Err(_) => false,
        }
    }
}
