use super::door::TRIES;
use super::{Error, OPEN_TABLES, Outcome, Service, plan};
use crate::id::{Account, Millis, Place, Platform, PlayerId, TableId};
use crate::store::{Abort, Aborts, Of, StoreError};
use crate::table::{ABORTS_MAX, ABORTS_MS, Event, Rematch, Sitter, Table};

impl Service {
    /// How many matches this player broke off, of all time and lately.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn aborts(&self, player: PlayerId) -> Result<Aborts, Error> {
        let since = self.now().plus(-ABORTS_MS);
        self.store()
            .aborts(player, since)
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// The table with this id, for somebody who looks at it from this place (`None`: the private chat): its players may
    /// from anywhere, everybody else where it stands, and who watches it there from the private chat too.
    ///
    /// # Errors
    /// `NoTable` for a table that this person may not look at.
    pub async fn look(&self, player: PlayerId, from: Option<Place>, id: TableId) -> Result<Table, Error> {
        let table = self.table(id).await?;
        let here = from.is_some_and(|from| table.place_in(from.venue).is_some());
        if here || table.seat_of(player).is_some() {
            return Ok(table);
        }
        let watches = self.store().watches(id, player).await;
        if watches.map_err(|error| Error::of(self, error))? {
            Ok(table)
        } else {
            Err(Error::NoTable)
        }
    }

    /// Notes that somebody who may look at a table watches it, and gives it.
    ///
    /// # Errors
    /// Those of `look`.
    pub async fn watch(&self, player: PlayerId, from: Option<Place>, id: TableId) -> Result<Table, Error> {
        let table = self.look(player, from, id).await?;
        // Where an answer to one person stays in the place itself, nobody has to be remembered.
        if table.place_on(Platform::Telegram).is_some() && table.seat_of(player).is_none() {
            let done = self.store().watch(id, player).await;
            done.map_err(|error| Error::of(self, error))?;
        }
        Ok(table)
    }

    /// Asks for a rematch, or accepts one: the old match learns of the new one in the same transaction that opens it.
    pub(super) async fn rematch(&self, account: Account, id: TableId, press: Option<i64>) -> Result<Outcome, Error> {
        let player = self.player(account).await?;
        for tried in 0..TRIES {
            let mut before = self.table(id).await?;
            if self.has_expired(&before) {
                // The ticker is late: nobody accepts what has lapsed.
                let lapse = |service: &Service, table: &Table| {
                    Ok(if service.has_expired(table) {
                        table.lapse()
                    } else {
                        Vec::new()
                    })
                };
                before = self.change(id, lapse).await?.table;
            }
            let people = self.people_at(&before).await.map_err(|error| Error::of(self, error))?;
            if people.iter().any(|person| person.gone) {
                return Err(Error::Gone);
            }
            let next = self.fresh_id(tried);
            let chance = self.chance(press);
            let events = before.ask_rematch(player, next, &chance)?;
            let made = events.iter().any(|event| matches!(event, Event::Rematched { .. }));
            let other = before
                .players()
                .map(|(_, seated)| seated)
                .find(|seated| *seated != player);
            self.admit(before.place().venue, player, other).await?;
            if !made || before.seats().contains(&Sitter::Robot) {
                self.room_for(player).await?;
            }
            let now = self.now();
            let mut table = before.clone();
            for event in &events {
                table.evolve(now, event);
            }
            let done = if made {
                let facts = before.successor(&chance)?;
                self.open_rematch(&before, &table, (next, facts), now, events).await?
            } else {
                self.append(Some(&before), &table, now, events, None, &[]).await
            };
            match done {
                Ok(()) => {
                    if made {
                        // Whoever opened the private chat meanwhile found no table that waited for it yet.
                        drop(self.try_gather(next).await);
                    }
                    return Ok(Outcome {
                        table,
                        before: before.version(),
                    });
                }
                // Somebody was faster, or the id is taken.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("a rematch that never comes about"))
    }

    /// Whether the time for the answer to the question for a rematch is over.
    fn has_expired(&self, table: &Table) -> bool {
        matches!(table.rematch(), Rematch::Asked { until, .. } if until <= self.now())
    }

    async fn open_rematch(
        &self,
        before: &Table,
        after: &Table,
        (next, mut facts): (TableId, Vec<Event>),
        now: Millis,
        events: Vec<Event>,
    ) -> Result<Result<(), StoreError>, Error> {
        let mut table = Table::opened(next, now, &facts[0]).ok_or_else(|| self.fault("no opening"))?;
        for event in &facts[1..] {
            table.evolve(now, event);
        }
        self.gather(&mut table, &mut facts, now).await?;
        let people = self.people_at(after).await.map_err(|error| Error::of(self, error))?;
        let old = plan::append(Some(before), after, now, events, &people, None);
        let mut new = plan::append(None, &table, now, facts, &people, None);
        let players: Vec<PlayerId> = table.players().map(|(_, player)| player).collect();
        new.bounds = self.bounds(table.place().venue, true, &players).await?;
        let done = self.store().append_both(old, new).await;
        if done.is_ok() {
            self.stored(&table);
        }
        Ok(done)
    }

    /// Refuses one more table to a player who has as many as one may have.
    pub(super) async fn room_for(&self, player: PlayerId) -> Result<(), Error> {
        let open = self
            .store()
            .open_tables(Of::Player(player))
            .await
            .map_err(|error| Error::of(self, error))?;
        if open.len() >= OPEN_TABLES && self.seated(&open, player).await? >= OPEN_TABLES {
            return Err(Error::TooMany);
        }
        Ok(())
    }

    /// The player's finished matches that could be played again or are asked to be, newest first, of the newest few.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn finished(&self, player: PlayerId) -> Result<Vec<Table>, Error> {
        let newest = self.store().latest_tables(Of::Player(player), LOOKED_AT).await;
        let mut tables = Vec::new();
        for id in newest.map_err(|error| Error::of(self, error))? {
            let table = self.table(id).await?;
            if table.seat_of(player).is_some() && table.rematch() != Rematch::Closed {
                tables.push(table);
            }
        }
        Ok(tables)
    }
}

/// How many of a player's newest tables are looked at for one to play again (ours).
const LOOKED_AT: u32 = 20;

/// Who is counted for breaking this match off; nobody against the computer, where nobody loses anything by it.
pub(super) fn aborted(table: &Table, now: Millis, events: &[Event]) -> Option<Abort> {
    let by = events.iter().find_map(|event| match event {
        Event::Aborted { by } => Some(*by),
        _ => None,
    })?;
    if table.seats().contains(&Sitter::Robot) {
        return None;
    }
    Some(Abort {
        player: table.seats().get(by.index())?.player()?,
        since: now.plus(-ABORTS_MS),
        most: ABORTS_MAX,
    })
}
