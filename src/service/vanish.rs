use super::adrift::{back, gone};
use super::{Error, Outcome, Service};
use crate::id::{Account, Place, PlayerId, Seat, Stamp, TableId, Venue};
use crate::store::Of;
use crate::table::{Event, Gone, Hindrance, Table};

impl Service {
    /// A person went away: from this venue, or with `None` from the whole platform. Their opponents see it; what was not
    /// dealt yet is called off.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn left(&self, account: Account, from: Option<Venue>, how: Gone) -> Result<(), Error> {
        self.member(account, from, false).await?;
        self.tell_tables(account, from, |table, player| table.leave(player, how))
            .await?;
        let known = self.store().player_of(account).await;
        let known = known.map_err(|error| Error::of(self, error))?;
        let Some(player) = known else { return Ok(()) };
        let Some(venue) = from else {
            // Whoever can't be written to any more, or is no more, waits for nobody.
            let done = self.store().leave_quick(player).await;
            return done.map(|_| ()).map_err(|error| Error::of(self, error));
        };
        if how != Gone::Blocked {
            let done = self.store().leave_quick_in(player, venue).await;
            done.map_err(|error| Error::of(self, error))?;
            self.left_events(player, venue).await?;
        }
        Ok(())
    }

    /// A person is a member of this venue, which is nothing that they do towards the bot; or with `None` showed themselves on
    /// the platform.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn returned(&self, account: Account, to: Option<Venue>) -> Result<(), Error> {
        self.member(account, to, true).await?;
        let back = if to.is_some() { Table::rejoin } else { Table::come_back };
        self.tell_tables(account, to, back).await
    }

    /// Notes for the leaderboards of a venue who is a member of it.
    async fn member(&self, account: Account, venue: Option<Venue>, member: bool) -> Result<(), Error> {
        let Some(venue) = venue else { return Ok(()) };
        let noted = self.store().note_member(venue, account, member, self.now()).await;
        noted.map_err(|error| Error::of(self, error))
    }

    /// A player showed themselves at this table; gives it as it is now.
    ///
    /// # Errors
    /// When there is no such table, or the store fails.
    pub async fn seen(&self, table: TableId, player: PlayerId) -> Result<Table, Error> {
        let outcome = self.change(table, |_, table| Ok(table.come_back(player))).await?;
        Ok(outcome.table)
    }

    /// This venue, or this channel of it, is gone: the clocks of its matches stand still.
    ///
    /// Gives the matches that are paused by it; one that can't be is in the log, and keeps no other from it.
    ///
    /// # Errors
    /// When the store fails, or no match could be paused of those that should.
    pub async fn place_gone(&self, venue: Venue, channel: Option<i64>, why: Hindrance) -> Result<Vec<TableId>, Error> {
        let closed = self.store().close_quick(venue, channel).await;
        closed.map_err(|error| Error::of(self, error))?;
        let of = channel.map_or(Of::Venue(venue), |channel| Of::Place(Place { venue, channel }));
        let open = self.store().open_tables(of).await;
        let (mut paused, mut failed) = (Vec::new(), Ok(()));
        for id in open.map_err(|error| Error::of(self, error))? {
            match self.suspend(id, venue, why).await {
                Ok(true) => paused.push(id),
                Ok(false) => {}
                Err(error) => failed = failed.and(Err(error)),
            }
        }
        self.events_adrift(venue, channel, &gone(why)).await?;
        // The players of those that are paused must be told all the same.
        if paused.is_empty() {
            failed.map(|()| paused)
        } else {
            Ok(paused)
        }
    }

    /// A place of this table is gone: when it is its own, its clock stands still. `false` when it did before, or need not.
    ///
    /// # Errors
    /// When there is no such table, or the store fails.
    pub async fn suspend(&self, table: TableId, venue: Venue, why: Hindrance) -> Result<bool, Error> {
        if let Some(changed) = self.adrift_by_message(table, venue, &gone(why)).await? {
            return Ok(changed);
        }
        // A second place that is gone takes the match's own with it no more than its players' private chats.
        let pause = |_: &Service, table: &Table| {
            let own = table.place().venue == venue;
            Ok(if own { table.pause(why) } else { Vec::new() })
        };
        let outcome = self.change(table, pause).await?;
        let paused = outcome.before != outcome.table.version();
        if paused {
            tracing::info!(table = table.0, ?why, "a match is paused: its place is gone");
        }
        Ok(paused)
    }

    /// Whose move a table waits for, by the account that they play from.
    ///
    /// # Errors
    /// When there is no such table, or the store fails.
    pub async fn waited_for(&self, table: TableId) -> Result<Option<Account>, Error> {
        let table = self.table(table).await?;
        let seat = table.to_move().map(Seat::index);
        let Some(player) = seat.and_then(|seat| table.seats()[seat].player()) else {
            return Ok(None);
        };
        self.account_at(&table, player).await
    }

    /// This venue is back: matches that were paused for one of these reasons go on, and what could not be said there is
    /// tried again.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn place_back(&self, venue: Venue, from: &[Hindrance]) -> Result<(), Error> {
        let paused = self.store().paused_tables(venue).await;
        let mut done = Ok(());
        for id in paused.map_err(|error| Error::of(self, error))? {
            // One that can't be read keeps no other from going on.
            done = done.and(self.resume(id, from).await);
        }
        done = done.and(self.events_adrift(venue, None, &back(from)).await);
        let woken = self
            .store()
            .wake_place(venue.platform, venue.chat, None, self.now())
            .await;
        // Servers announce themselves at every start, and most wait for nothing.
        if woken.map_err(|error| Error::of(self, error))? {
            self.changed(venue.platform).notify_one();
        }
        done
    }

    /// A public message of this table arrived in this venue after others had not: if the match was paused because that is its
    /// own place, it goes on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn place_works(&self, table: TableId, venue: Venue) -> Result<(), Error> {
        let from = &[Hindrance::Removed, Hindrance::Deleted];
        if self.adrift_by_message(table, venue, &back(from)).await?.is_some() {
            return Ok(());
        }
        let place = self.store().place_of(table).await;
        if place.map_err(|error| Error::of(self, error))?.map(|place| place.venue) != Some(venue) {
            return Ok(());
        }
        self.resume(table, from).await
    }

    async fn resume(&self, id: TableId, from: &[Hindrance]) -> Result<(), Error> {
        let decide = |service: &Service, table: &Table| {
            let stands = table.paused().is_some_and(|pause| from.contains(&pause.why));
            Ok(if stands {
                table.resume(service.now())
            } else {
                Vec::new()
            })
        };
        let outcome = self.change(id, decide).await?;
        if outcome.before != outcome.table.version() {
            tracing::info!(table = id.0, "a match goes on: its place is back");
        }
        Ok(())
    }

    /// Claims a match whose other player is away.
    pub(super) async fn claim(&self, account: Account, id: TableId, stamp: Option<Stamp>) -> Result<Outcome, Error> {
        let player = self.player(account).await?;
        self.change(id, |service, table| Ok(table.claim(player, stamp, service.now())?))
            .await
    }

    async fn tell_tables(
        &self,
        account: Account,
        venue: Option<Venue>,
        decide: impl Fn(&Table, PlayerId) -> Vec<Event>,
    ) -> Result<(), Error> {
        let store = self.store();
        let known = store.player_of(account).await.map_err(|error| Error::of(self, error))?;
        let Some(player) = known else { return Ok(()) };
        let open = store.open_tables(Of::Player(player)).await;
        let mut done = Ok(());
        for id in open.map_err(|error| Error::of(self, error))? {
            // Whoever plays from elsewhere is missed nowhere else.
            let here = |table: &Table| {
                let side = table
                    .seat_of(player)
                    .map_or(table.place().venue.platform, |seat| table.side(seat));
                side == account.platform && venue.is_none_or(|venue| table.place_in(venue).is_some())
            };
            let told = self
                .change(id, |_, table| {
                    Ok(if here(table) { decide(table, player) } else { Vec::new() })
                })
                .await;
            // One that can't be read keeps no other from being told.
            done = done.and(told.map(|_| ()));
        }
        done
    }
}
