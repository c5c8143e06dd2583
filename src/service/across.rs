//! Matches between people of two places: where else a table stands, and from which platform each plays.

use super::{Error, Service, plan};
use crate::id::{Account, Millis, Place, Platform, PlayerId, TableId, Venue};
use crate::store::{Of, PersonRow, Reach};
use crate::table::{Event, Stage, Table};

impl Service {
    /// Adds to the facts that open a table what it takes for people of several places: it stands in each player's place too,
    /// and each hand goes to the platform of its player's place. For whoever opens tables for others, once both sit; `table`
    /// is moved on with what is added.
    pub fn across(&self, table: &mut Table, events: &mut Vec<Event>, now: Millis, wanted: &[(PlayerId, Place)]) {
        for (player, place) in wanted {
            let mut more = table.mirror(*place);
            more.extend(table.cross(*player, place.venue.platform));
            for event in &more {
                table.evolve(now, event);
            }
            events.extend(more);
        }
    }

    /// Where each of these players plays when a table is opened for them in the first of these places: nobody is named who has
    /// an account on its platform. The others play in the first place on a platform of theirs, else in their private chat.
    pub(super) async fn seats_elsewhere(
        &self,
        players: &[PlayerId],
        places: &[Place],
    ) -> Result<Vec<(PlayerId, Place)>, Error> {
        let people = self.people(players).await?;
        let mut elsewhere = Vec::new();
        for person in &people {
            let has = |place: &&Place| {
                let mut accounts = person.accounts.iter();
                accounts.any(|known| known.account.platform == place.venue.platform)
            };
            if places.first().is_none_or(|home| has(&home)) {
                continue;
            }
            let alone = || person.accounts.first().map(|known| alone(known.account));
            if let Some(place) = places.iter().find(has).copied().or_else(alone) {
                elsewhere.push((person.player, place));
            }
        }
        Ok(elsewhere)
    }

    /// Whoever acts from another platform than before plays from there: their hand follows, and the table into their private
    /// chat where it does not stand on that platform. Nothing when what they did ends the match, or when nothing came of it.
    pub(super) fn cross(
        &self,
        table: &Table,
        events: &mut Vec<Event>,
        now: Millis,
        (player, from): (PlayerId, Account),
    ) {
        if events.is_empty() {
            return;
        }
        if table.seat_of(player).is_some() {
            // First of all, so that what follows is shown where it is played.
            events.splice(0..0, over(table, player, from));
            return;
        }
        let mut after = table.clone();
        for event in events.iter() {
            after.evolve(now, event);
        }
        events.extend(over(&after, player, from));
    }

    /// An account can't be written to: where its player has another one that can, their hands go there.
    pub(super) async fn go_round(&self, closed: Account, player: PlayerId) -> Result<(), Error> {
        let people = self.people(&[player]).await?;
        let Some(other) = other_route(&people, closed) else {
            return Ok(());
        };
        let open = self.store().open_tables(Of::Player(player)).await;
        for id in open.map_err(|error| Error::of(self, error))? {
            let there = |_: &Service, table: &Table| {
                let seat = table.seat_of(player);
                let stuck =
                    table.stage() == Stage::Playing && seat.map(|seat| table.side(seat)) == Some(closed.platform);
                Ok(if stuck { over(table, player, other) } else { Vec::new() })
            };
            // One that can't be read keeps no other from its way.
            drop(self.change(id, there).await);
        }
        Ok(())
    }

    /// The account by which a table's player is reached in their seat.
    pub(super) async fn account_at(&self, table: &Table, player: PlayerId) -> Result<Option<Account>, Error> {
        let people = self.people(&[player]).await?;
        let side = table.seat_of(player).map(|seat| table.side(seat));
        Ok(side.and_then(|side| plan::account(&people, player, side)))
    }

    /// The open tables of a channel or topic, newest first: its own, and those of other places that stand there too.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn standing_in(&self, place: Place) -> Result<Vec<TableId>, Error> {
        let store = self.store();
        let own = store.open_tables(Of::Place(place)).await;
        let mut tables = own.map_err(|error| Error::of(self, error))?;
        let others = store.mirrored_in(place).await;
        tables.extend(others.map_err(|error| Error::of(self, error))?);
        tables.sort_unstable_by(|one, other| other.cmp(one));
        Ok(tables)
    }
}

/// What makes a player play from this account.
fn over(table: &Table, player: PlayerId, to: Account) -> Vec<Event> {
    let mut events = table.cross(player, to.platform);
    if !events.is_empty() && table.place_on(to.platform).is_none() {
        events.extend(table.mirror(alone(to)));
    }
    events
}

/// The private chat of an account with the bot, as a place.
fn alone(account: Account) -> Place {
    let Account { platform, user } = account;
    let chat = if platform == Platform::Discord { -user } else { user };
    Place {
        venue: Venue { platform, chat },
        channel: 0,
    }
}

/// Another account of the same player that can be written to; the local page shows everything by itself.
fn other_route(people: &[PersonRow], closed: Account) -> Option<Account> {
    let accounts = people.iter().flat_map(|person| &person.accounts);
    let mut open = accounts.filter(|known| {
        let Account { platform, .. } = known.account;
        let reached = known.reach == Reach::Open || platform == Platform::Discord && known.reach == Reach::Unknown;
        known.account != closed && platform != Platform::Web && reached
    });
    open.next().map(|known| known.account)
}
