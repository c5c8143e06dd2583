//! The tables of an event's matches: opened when both came, told of when they end, closed when nothing is left to be played
//! for. Each of these is an errand in the store until it is done, and doing one twice changes nothing.

use super::chapter;
use super::door::TRIES;
use super::events::{EventError, EventOutcome, terms_of};
use super::{Service, plan};
use crate::contest::{Contest, DueKind, Fact, How, PairingId, Presence, Refusal, Score, Setting, Who, Wish};
use crate::id::{EventId, Millis, PlayerId, Seat, TableId};
use crate::store::{Errand, EventDue, StoreError, Task};
use crate::table::{Bout, Event, GRACE_MS, MatchEnd, Stage, Table};

impl Service {
    /// Gives every match that both came to its table at once; the ticker would do it too.
    pub(super) async fn run_errands(&self, mut outcome: EventOutcome) -> Result<EventOutcome, EventError> {
        let waiting: Vec<PairingId> = outcome.contest.unseated().map(|pairing| pairing.id).collect();
        if waiting.is_empty() {
            return Ok(outcome);
        }
        for pairing in waiting {
            // What was wished is stored already: a fault here is no answer to it.
            drop(self.seat(outcome.event, pairing, None).await);
        }
        outcome.contest = self.event(outcome.event).await?;
        Ok(outcome)
    }

    /// Does everything of one event that is due.
    pub(super) async fn event_due(&self, event: EventId, rows: Vec<EventDue>) -> Result<(), EventError> {
        let (mut dues, mut broken) = (Vec::new(), Ok(()));
        for row in rows {
            match row.task {
                Task::Due(_) => dues.push(row),
                // One match that can't go on stops neither the others nor the event's clock.
                Task::Errand(errand) => broken = self.errand(event, errand, &row).await.and(broken),
            }
        }
        if dues.is_empty() {
            return broken;
        }
        dues.sort_by_key(|row| row.at);
        let outcome = self
            .change_event(
                event,
                None,
                |contest, setting| Ok(self.fire(contest, setting, &dues)),
                |_, _| {},
            )
            .await?;
        if outcome.before == outcome.contest.version() {
            // Nothing of it is to be done any more.
            for row in &dues {
                let done = self.store().drop_event_due(row).await;
                done.map_err(|error| EventError::of(self, error))?;
            }
        }
        self.run_errands(outcome).await.map(|_| ()).and(broken)
    }

    /// Everything that follows from what is due, one after another, as one change.
    fn fire(&self, contest: &Contest, setting: &Setting<'_>, dues: &[EventDue]) -> Vec<Fact> {
        let platform = contest.place().venue.platform;
        let known = contest.dues();
        // The event may have moved on since the rows were read: what is not due any more delays nothing.
        let stands = |row: &&EventDue| {
            known
                .iter()
                .any(|due| Task::Due(due.kind) == row.task && due.at == row.at)
        };
        let unseen = dues
            .iter()
            .filter(stands)
            .find(|row| row.task.costs() && self.unseen(platform, row.at));
        if let Some(row) = unseen {
            return delay(setting.now, row.at);
        }
        let mut contest = contest.clone();
        let mut facts = Vec::new();
        for row in dues {
            let Task::Due(kind) = row.task else { continue };
            for fact in contest.fire(kind, setting) {
                contest.evolve(setting.now, &fact);
                facts.push(fact);
            }
        }
        facts
    }

    /// Gives an event whose deadline passed while the bot was down some time, counted from the first that did.
    pub(super) async fn forgive_event(&self, event: EventId) -> Result<(), EventError> {
        let put_off = |contest: &Contest, setting: &Setting<'_>| {
            let dues = contest.dues().into_iter();
            let missed = dues.filter(|due| due.at <= setting.now && Task::Due(due.kind).costs());
            let first = missed.map(|due| due.at).min();
            Ok(first.map_or_else(Vec::new, |deadline| delay(setting.now, deadline)))
        };
        self.change_event(event, None, put_off, |_, _| {}).await.map(|_| ())
    }

    /// Notes once more what is to be done at the tables of an event, should it have been lost.
    pub(super) async fn recall_errands(&self, event: EventId) -> Result<(), EventError> {
        let contest = self.event(event).await?;
        let mut errands = chapter::errands(&contest);
        for (pairing, table) in chapter::voidable(&contest) {
            // It may have been voided in the moment when its result was told.
            let Ok(table) = self.table(table).await else {
                continue;
            };
            errands.extend(news(&contest, pairing, &table, None).map(|_| Errand::Told(table.id())));
        }
        // An event of an earlier release has no end of its own in the list.
        let ends = contest.dues().into_iter().find(|due| due.kind == DueKind::Lapse);
        if errands.is_empty() && ends.is_none() {
            return Ok(());
        }
        let done = self.store().add_errands(event, &errands, ends, self.now()).await;
        done.map_err(|error| EventError::of(self, error))
    }

    async fn errand(&self, event: EventId, errand: Errand, row: &EventDue) -> Result<(), EventError> {
        match errand {
            Errand::Seat(pairing) => self.seat(event, pairing, Some(row)).await,
            Errand::Told(table) => self.told_by(event, table, row).await,
            Errand::Close(pairing) => self.close(event, pairing, row).await,
        }
    }

    async fn done(&self, row: Option<&EventDue>) -> Result<(), EventError> {
        let Some(row) = row else { return Ok(()) };
        let done = self.store().drop_event_due(row).await;
        done.map_err(|error| EventError::of(self, error))
    }

    /// Opens the table of a match, in the same write in which the event learns of it.
    async fn seat(&self, event: EventId, pairing: PairingId, row: Option<&EventDue>) -> Result<(), EventError> {
        let _turn = self.turn(event.0).await;
        for tried in 0..TRIES {
            let before = self.event(event).await?;
            let Some(match_of) = before.unseated().find(|open| open.id == pairing) else {
                return self.done(row).await;
            };
            let mut terms = terms_of(before.format())
                .ok_or_else(|| self.fault(format_args!("the terms of event {} can't be read", event.0)))?;
            terms.rated &= before.format().rated;
            let bout = Bout {
                event,
                pairing: pairing.0,
                appear: Some(match_of.appear),
            };
            let (id, now) = (self.fresh_id(tried), self.now());
            let opening = Table::of_event(before.place(), match_of.players, terms, bout, &self.chance(None));
            let mut events = opening.map_err(|refusal| self.fault(refusal))?;
            let mut table = Table::opened(id, now, &events[0]).ok_or_else(|| self.fault("no opening"))?;
            for event in &events[1..] {
                table.evolve(now, event);
            }
            let places = self.event_places(event).await?;
            let elsewhere = self.seats_elsewhere(&match_of.players, &places).await?;
            self.across(&mut table, &mut events, now, &elsewhere);
            self.gather(&mut table, &mut events, now).await?;
            let people = self.people_at(&table).await;
            let people = people.map_err(|error| EventError::of(self, error))?;
            let append = plan::append(None, &table, now, events, &people, None);
            let seated = vec![Fact::Seated { pairing, table: id }];
            let (contest, mut chapter) = chapter::change(&before, now, seated);
            chapter.done.extend(row.copied());
            match self.store().write_event_and_table(chapter, append).await {
                Ok(()) => {
                    self.stored(&table);
                    self.told_of_event(&contest);
                    // Whoever opened the private chat meanwhile found no table that waited for it yet.
                    drop(self.try_gather(id).await);
                    return Ok(());
                }
                // Somebody was faster, or the id is taken.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(EventError::of(self, error)),
            }
        }
        Err(self.fault("a match that never gets its table").into())
    }

    /// Tells an event how one of its tables ended, or that its result was voided.
    async fn told_by(&self, event: EventId, id: TableId, row: &EventDue) -> Result<(), EventError> {
        let table = self.table(id).await?;
        let bout = table.bout().filter(|bout| bout.event == event);
        let Some(pairing) = bout.map(|bout| PairingId(bout.pairing)) else {
            return self.done(Some(row)).await;
        };
        let stayed = self.stayed(&table).await?;
        let tell = |contest: &Contest, setting: &Setting<'_>| {
            let Some(wish) = news(contest, pairing, &table, stayed) else {
                return Ok(Vec::new());
            };
            match contest.decide(Who::Clock, wish, setting) {
                Err(refusal @ (Refusal::Depends | Refusal::Over)) => {
                    // The result counts no more, but what came after it was decided from it.
                    tracing::warn!(event = event.0, pairing = pairing.0, %refusal, "a voided match stays in its event");
                    Ok(Vec::new())
                }
                decided => decided,
            }
        };
        let outcome = self
            .change_event(event, None, tell, |chapter, _| chapter.done.push(*row))
            .await?;
        if outcome.before == outcome.contest.version() {
            return self.done(Some(row)).await;
        }
        Ok(())
    }

    /// Who stayed at a table that ended before its deal because somebody went, or could not be dealt cards in time.
    async fn stayed(&self, table: &Table) -> Result<Option<[bool; 2]>, EventError> {
        let gone = match table.stage() {
            Stage::Over(MatchEnd::Withdrawn) => {
                let log = self.store().load(table.id()).await;
                let log = log.map_err(|error| EventError::of(self, error))?.unwrap_or_default();
                log.into_iter().find_map(|(_, event)| match event {
                    Event::Withdrawn { by } => Some(by),
                    _ => None,
                })
            }
            Stage::Over(MatchEnd::Lapsed) => return Ok(Some(self.can_be_dealt(table).await?)),
            _ => return Ok(None),
        };
        let seat = gone.and_then(|player| table.seat_of(player));
        Ok(Some(Seat::BOTH.map(|one| Some(one) != seat)))
    }

    /// Ends a table that is played in vain: whoever is out of the event gives up, everything else has no result.
    async fn close(&self, event: EventId, pairing: PairingId, row: &EventDue) -> Result<(), EventError> {
        let contest = self.event(event).await?;
        let open = contest
            .pairing(pairing)
            .and_then(|pairing| Some((pairing, pairing.table?)));
        let Some((match_of, id)) = open else {
            return self.done(Some(row)).await;
        };
        let gone = match_of.players.into_iter().find(|player| is_out(&contest, *player));
        let over = chapter::is_over(&contest);
        let settled = match_of.score.is_some();
        self.change(id, |service, table| {
            if table.is_over() {
                return Ok(Vec::new());
            }
            Ok(match gone {
                Some(player) if !settled && !over => {
                    table.decide(player, None, None, crate::table::Wish::Resign, &service.chance(None))?
                }
                _ if settled || over => table.cancel(None, None)?,
                _ => Vec::new(),
            })
        })
        .await?;
        self.done(Some(row)).await
    }
}

fn is_out(contest: &Contest, player: PlayerId) -> bool {
    let entrant = contest.entrant(player);
    entrant.is_some_and(|entrant| entrant.presence == Presence::Dropped)
}

/// What a table has to tell its event; nothing while it is played, or when it was told before.
fn news(contest: &Contest, pairing: PairingId, table: &Table, stayed: Option<[bool; 2]>) -> Option<Wish> {
    let known = contest.pairing(pairing)?;
    if known.table != Some(table.id()) {
        return None;
    }
    match (table.stage(), known.score) {
        (Stage::Over(_), Some((score, _))) if table.voided() => {
            (score.how == How::Played || score.how == How::Seed).then_some(Wish::Void(pairing))
        }
        (Stage::Over(_), Some(_)) => None,
        (Stage::Over(end), None) => Some(match score(table, end) {
            Some(score) if !table.voided() => Wish::Score(pairing, table.id(), score),
            _ => Wish::Unseat {
                pairing,
                table: table.id(),
                stayed,
            },
        }),
        _ => None,
    }
}

/// The result of a match, as its table tells it: the points of its hands, those of whoever gave up by the rules.
fn score(table: &Table, end: MatchEnd) -> Option<Score> {
    let winner = match end {
        MatchEnd::Won { winner, .. } => Some(winner),
        MatchEnd::Drawn | MatchEnd::Agreed => None,
        _ => return None,
    };
    let points = |seat: usize| table.scores().get(seat).copied().unwrap_or(0);
    Some(Score {
        winner,
        points: [points(0), points(1)],
        hands: u16::try_from(table.hands().len()).unwrap_or(u16::MAX),
        how: How::Played,
    })
}

/// Puts everything of an event off, so that what was due at a moment nobody saw is due in ten minutes.
fn delay(now: Millis, deadline: Millis) -> Vec<Fact> {
    let ms = now.0.saturating_sub(deadline.0).max(0).saturating_add(GRACE_MS);
    vec![Fact::Delayed { ms }]
}
