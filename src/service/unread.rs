//! What is stored about events and can't be read: it is in the log once, and stands in nobody's way.

use std::sync::PoisonError;

use super::events::EventError;
use super::{Error, Service};
use crate::contest::{Contest, Fact};
use crate::id::{EventId, Millis};
use crate::store::{Sifted, StoreError, Unread};

impl Service {
    /// The event with this id; `None` where there is none or its log can't be read, which is in the log then.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn readable_event(&self, event: EventId) -> Result<Option<Contest>, EventError> {
        let Some(log) = self.readable_facts(event).await? else {
            return Ok(None);
        };
        let place = self.store().event_place(event).await;
        let place = place.map_err(|error| EventError::of(self, error))?;
        if place.is_none() {
            self.unread(Unread::Row(event));
        }
        let contest = Contest::replay(event, &log).zip(place);
        Ok(contest.map(|(contest, place)| contest.moved_to(place)))
    }

    /// The facts of the event with this id, which begin with its opening; `None` as above.
    pub(super) async fn readable_facts(&self, event: EventId) -> Result<Option<Vec<(Millis, Fact)>>, Error> {
        let log = match self.store().event_facts(event).await {
            Err(StoreError::Impossible(_)) => None,
            read => read.map_err(|error| Error::of(self, error))?,
        };
        let begins = |log: &Vec<(Millis, Fact)>| {
            log.first()
                .is_some_and(|(at, first)| Contest::opened(event, *at, first).is_some())
        };
        let log = log.filter(begins);
        if log.is_none() {
            self.unread(Unread::Log(event));
        }
        Ok(log)
    }

    /// The rows that can be read; the others are in the log, once.
    pub fn sift<T>(&self, found: Sifted<T>) -> Vec<T> {
        for unread in found.unread {
            self.unread(unread);
        }
        found.rows
    }

    /// Logs once that this can't be read.
    fn unread(&self, what: Unread) {
        let mut known = self.0.unread.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert(what) {
            self.fault(what);
        }
    }
}
