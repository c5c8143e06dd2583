//! The queue for quick matches: who asks and finds nobody waits for the next one in the same place.

use std::collections::BTreeSet;

use super::door::TRIES;
use super::{Error, Outcome, Service, plan};
use crate::id::{Account, Millis, Place, Version};
use crate::store::{QuickSeat, StoreError};
use crate::table::{Chance, Event, Invitee, Sitter, Table, Terms};

/// How long somebody waits for a quick match: 10 minutes (ours).
pub const QUICK_MS: i64 = 600_000;

/// What came of asking for a quick match.
pub enum Quick {
    /// Nobody else waits: the person does, until then.
    Waiting {
        /// Until when.
        until: Millis,
    },
    /// The match with whoever waited, begun.
    Found(Box<Outcome>),
}

impl Service {
    /// Finds somebody who waits in this venue for a match under these terms and begins it; else the person waits, with a
    /// fresh timer.
    ///
    /// # Errors
    /// Why neither came about.
    pub async fn quick(
        &self,
        account: Account,
        place: Place,
        terms: Terms,
        inbox: Option<i64>,
    ) -> Result<Quick, Error> {
        let broke = |error| Error::of(self, error);
        terms.check().map_err(crate::table::Refusal::from)?;
        let player = self.player(account).await?;
        let written = serde_json::to_string(&terms).map_err(|error| self.fault(error))?;
        // Whose data was deleted is told so by the write that would take them in.
        let mut gone = BTreeSet::new();
        for tried in 0..TRIES {
            self.may_open(place, player, None).await?;
            let now = self.now();
            let waiting = self.store().quick_seats(place.venue, now).await.map_err(broke)?;
            let (mut other, mut passed) = (None, Vec::new());
            for seat in waiting
                .into_iter()
                .filter(|seat| seat.player != player && seat.terms == written)
            {
                // Whoever was shut out, or sits at as many tables as they may, waits on and keeps nobody from the others.
                if !gone.contains(&seat.player) && self.may_open(seat.place, seat.player, None).await.is_ok() {
                    other = Some(seat);
                    break;
                }
                passed.push(seat);
            }
            let Some(seat) = other else {
                let until = now.plus(QUICK_MS);
                let seat = QuickSeat {
                    player,
                    place,
                    terms: written.clone(),
                    at: now,
                    until,
                };
                let inbox = inbox.map(|key| (account.platform, key));
                match self.store().wait_quick(&seat, &passed, inbox).await {
                    Ok(()) => {
                        self.0.planned.notify_one();
                        return Ok(Quick::Waiting { until });
                    }
                    // Somebody began to wait at the same moment.
                    Err(StoreError::Conflict) => continue,
                    Err(error) => return Err(Error::of(self, error)),
                }
            };
            let chance = Chance {
                press: inbox,
                ..self.chance(None)
            };
            let invitee = Invitee::Player(player);
            let mut facts = Table::open(seat.place, seat.player, invitee, terms.clone(), &self.chance(None))?;
            facts.push(Event::Accepted {
                by: Sitter::Player(player),
                press: chance.press,
            });
            let id = self.fresh_id(tried);
            let mut table = Table::opened(id, now, &facts[0]).ok_or_else(|| self.fault("no opening"))?;
            for event in &facts[1..] {
                table.evolve(now, event);
            }
            self.gather(&mut table, &mut facts, now).await?;
            let people = self.people_at(&table).await.map_err(broke)?;
            let inbox = inbox.map(|key| (account.platform, key));
            let mut append = plan::append(None, &table, now, facts, &people, inbox);
            append.bounds = self.bounds(place.venue, true, &[seat.player, player]).await?;
            match self.store().match_quick(&seat, player, append).await {
                Ok(()) => {
                    self.stored(&table);
                    drop(self.try_gather(id).await);
                    let table = self.table(id).await?;
                    return Ok(Quick::Found(Box::new(Outcome {
                        table,
                        before: Version(0),
                    })));
                }
                // Whoever waited waits no more or has no more room, or the id is taken.
                Err(StoreError::Conflict | StoreError::Full(_)) => {}
                Err(StoreError::Gone) => drop(gone.insert(seat.player)),
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("a queue that never stands still"))
    }

    /// Where and until when a person waits for a quick match.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn quick_waits(&self, account: Account) -> Result<Vec<(Place, Millis)>, Error> {
        let player = self.player(account).await?;
        let seats = self.store().quick_of(player, self.now()).await;
        let seats = seats.map_err(|error| Error::of(self, error))?;
        Ok(seats.into_iter().map(|seat| (seat.place, seat.until)).collect())
    }

    /// Stops waiting for a quick match; `false` when the person did not wait.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn quick_leave(&self, account: Account) -> Result<bool, Error> {
        let player = self.player(account).await?;
        let done = self.store().leave_quick(player).await;
        done.map_err(|error| Error::of(self, error))
    }
}
