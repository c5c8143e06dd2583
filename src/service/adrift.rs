//! Events whose place is gone: everything of them stands still until it is back, or until nothing comes of them any more.

use std::collections::BTreeMap;

use super::{Error, Service, chapter};
use crate::contest::{Contest, Fact, Loss, Setting, Status, Who, Wish};
use crate::id::{EventId, PlayerId, TableId, Venue};
use crate::store::Chapter;
use crate::table::Hindrance;

impl Service {
    /// The place of these events, or one channel of it, is gone or back. One that can't be read keeps no other from it.
    pub(super) async fn events_adrift(&self, venue: Venue, channel: Option<i64>, wishes: &[Wish]) -> Result<(), Error> {
        let open = self.store().events_in(venue, true, u32::MAX).await;
        for row in self.sift(open.map_err(|error| Error::of(self, error))?) {
            let here = row.place.venue == venue && channel.is_none_or(|channel| channel == row.place.channel);
            if here {
                drop(self.event_adrift(row.id, wishes).await);
            }
        }
        Ok(())
    }

    /// The same for one event by a message of it, when this is its own place; `None` when the number is a table's.
    pub(super) async fn adrift_by_message(
        &self,
        id: TableId,
        venue: Venue,
        wishes: &[Wish],
    ) -> Result<Option<bool>, Error> {
        let event = EventId(id.0);
        let place = self.store().event_place(event).await;
        match place.map_err(|error| Error::of(self, error))? {
            None => Ok(None),
            Some(place) if place.venue == venue => self.event_adrift(event, wishes).await.map(Some),
            Some(_) => Ok(Some(false)),
        }
    }

    async fn event_adrift(&self, event: EventId, wishes: &[Wish]) -> Result<bool, Error> {
        let decide = |contest: &Contest, setting: &Setting<'_>| {
            let mut facts = Vec::new();
            if !chapter::is_over(contest) {
                // None of them has to do with what another one changes.
                for wish in wishes {
                    facts.extend(contest.decide(Who::Clock, wish.clone(), setting)?);
                }
            }
            Ok(facts)
        };
        let outcome = self.change_event(event, None, decide, |_, _| {}).await;
        let outcome = outcome.map_err(|error| self.fault(error))?;
        let changed = outcome.before != outcome.contest.version();
        if changed {
            tracing::info!(event = event.0, ?wishes, "the place of an event");
            drop(self.run_errands(outcome).await);
        }
        Ok(changed)
    }

    /// Somebody left this venue for good: before the start they are taken out of its events, afterwards they are not paired
    /// until they say that they are back.
    pub(super) async fn left_events(&self, player: PlayerId, venue: Venue) -> Result<(), Error> {
        let events = self.store().events_of(player).await;
        for event in events.map_err(|error| Error::of(self, error))? {
            let decide = |contest: &Contest, setting: &Setting<'_>| Ok(leaving(contest, player, venue, setting));
            if let Err(error) = self.change_event(event, None, decide, |_, _| {}).await {
                self.fault(error);
            }
        }
        Ok(())
    }

    /// The same as what it writes in each of them. One that can't be read stays as it is.
    pub(super) async fn out_of_events(&self, player: PlayerId, venue: Venue) -> Result<Vec<Chapter>, Error> {
        let ids = self.store().events_of(player).await;
        let mut chapters = Vec::new();
        for id in ids.map_err(|error| Error::of(self, error))? {
            let contest = self.readable_event(id).await.map_err(|error| self.as_error(error))?;
            let Some(contest) = contest else { continue };
            let setting = Setting {
                now: self.now(),
                seed: self.dice(),
                ratings: &BTreeMap::new(),
                venue: None,
                shown: false,
            };
            let facts = leaving(&contest, player, venue, &setting);
            if !facts.is_empty() {
                chapters.push(chapter::change(&contest, setting.now, facts).1);
            }
        }
        Ok(chapters)
    }
}

/// What becomes of an event of this venue when somebody may or can be in it no more.
fn leaving(contest: &Contest, player: PlayerId, venue: Venue, setting: &Setting<'_>) -> Vec<Fact> {
    if contest.place().venue != venue || chapter::is_over(contest) {
        return Vec::new();
    }
    let wish = match contest.status() {
        Status::Open => Wish::SignOff,
        _ => Wish::Pause,
    };
    // Whoever is out of it already has nothing to leave. Nobody who goes begins an event, so nobody is drawn by a rating.
    contest.decide(Who::Person(player), wish, setting).unwrap_or_default()
}

/// What is wished of an event whose place is gone in this way.
pub(super) fn gone(why: Hindrance) -> [Wish; 1] {
    [Wish::PlaceGone(loss(why))]
}

/// What is wished of an event whose place is back, as far as it was gone in these ways.
pub(super) fn back(from: &[Hindrance]) -> Vec<Wish> {
    from.iter().map(|why| Wish::PlaceBack(loss(*why))).collect()
}

fn loss(why: Hindrance) -> Loss {
    match why {
        Hindrance::Removed => Loss::Removed,
        Hindrance::Deleted => Loss::Deleted,
    }
}
