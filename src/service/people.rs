use std::sync::atomic::Ordering;

use super::{Error, Service, plan};
use crate::id::{Account, Platform, PlayerId, Seat, TableId, Venue};
use crate::store::{Of, PersonRow, Reach, SlotKind};
use crate::table::{Hindrance, Stage, Table};

impl Service {
    /// Notes a person as the platform shows them now, and says who it is.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn meet(&self, account: Account, name: &str, handle: Option<&str>) -> Result<PlayerId, Error> {
        self.store()
            .meet(account, name, handle, self.now())
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// The person with this account.
    ///
    /// # Errors
    /// When they were never met, or the store fails.
    pub async fn player(&self, account: Account) -> Result<PlayerId, Error> {
        let player = self
            .store()
            .player_of(account)
            .await
            .map_err(|error| Error::of(self, error))?;
        player.ok_or_else(|| self.fault("a person nobody met"))
    }

    /// These persons' names, languages and accounts.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn people(&self, players: &[PlayerId]) -> Result<Vec<PersonRow>, Error> {
        self.store()
            .people(players)
            .await
            .map_err(|error| Error::of(self, error))
    }

    /// The person opened the private chat: parked messages go out, and tables that waited for it deal. Gives the tables
    /// that are open for this person.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn reachable(&self, account: Account, private_chat: i64) -> Result<Vec<TableId>, Error> {
        self.reach(account, Reach::Open, Some(private_chat)).await
    }

    /// The person can't be written to in private any more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unreachable(&self, account: Account) -> Result<(), Error> {
        self.reach(account, Reach::Closed, None).await.map(|_| ())
    }

    /// What could not be said to this person in private is tried once more, though nothing says that it will work.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn try_private(&self, account: Account) -> Result<(), Error> {
        self.store()
            .unpark_player(account, self.now())
            .await
            .map_err(|error| Error::of(self, error))?;
        self.changed(account.platform).notify_one();
        Ok(())
    }

    /// A group's id changed: everything of it moves.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn migrate_chat(&self, platform: Platform, from: i64, to: i64) -> Result<(), Error> {
        self.store()
            .migrate_chat(platform, from, to)
            .await
            .map_err(|error| Error::of(self, error))?;
        self.changed(platform).notify_one();
        // The old group is gone, which may have been noticed first; its matches are in the new one.
        let venue = Venue { platform, chat: to };
        self.place_back(venue, &[Hindrance::Removed, Hindrance::Deleted]).await
    }

    async fn reach(&self, account: Account, reach: Reach, chat: Option<i64>) -> Result<Vec<TableId>, Error> {
        let store = self.store();
        let Some(player) = store.player_of(account).await.map_err(|error| Error::of(self, error))? else {
            return Ok(Vec::new());
        };
        let people = self.people(&[player]).await?;
        let known = people
            .iter()
            .flat_map(|person| &person.accounts)
            .find(|known| known.account == account);
        let changed = known.is_none_or(|known| known.reach != reach);
        store
            .set_reach(account, reach, chat, self.now())
            .await
            .map_err(|error| Error::of(self, error))?;
        let tables = store
            .open_tables(Of::Player(player))
            .await
            .map_err(|error| Error::of(self, error))?;
        if changed {
            // Counted after the change and before the wish to show it, so that no message in between escapes.
            self.0.reached.fetch_add(1, Ordering::SeqCst);
            for &table in &tables {
                if reach == Reach::Open {
                    // One that can't be read is in the log, and keeps no other from its deal.
                    drop(self.try_gather(table).await);
                }
                // The public message says who can't be reached.
                store
                    .show_again(table, SlotKind::Table)
                    .await
                    .map_err(|error| Error::of(self, error))?;
            }
            self.changed(account.platform).notify_one();
        }
        if reach == Reach::Closed {
            self.go_round(account, player).await?;
        }
        Ok(tables)
    }

    pub(super) async fn handle_of(&self, player: PlayerId, platform: Platform) -> Result<Option<String>, Error> {
        let people = self.people(&[player]).await?;
        let accounts = people.into_iter().flat_map(|person| person.accounts);
        Ok(accounts
            .filter(|known| known.account.platform == platform)
            .find_map(|known| known.handle))
    }

    /// Whether cards may be dealt: where a person must open the private chat first, everybody has.
    pub(super) async fn all_reachable(&self, table: &Table) -> Result<bool, Error> {
        Ok(table.stage() != Stage::Gathering || self.can_be_dealt(table).await? == [true; 2])
    }

    /// Who can be dealt cards, by seat: on Telegram a person must open the private chat first.
    pub(super) async fn can_be_dealt(&self, table: &Table) -> Result<[bool; 2], Error> {
        let there = table
            .players()
            .filter(|(seat, _)| table.side(*seat) == Platform::Telegram);
        let there: Vec<(Seat, PlayerId)> = there.collect();
        let players: Vec<PlayerId> = there.iter().map(|(_, player)| *player).collect();
        let people = self.people(&players).await?;
        let mut reachable = [true; 2];
        for (seat, player) in there {
            let account = plan::account(&people, player, Platform::Telegram);
            let mut known = people.iter().flat_map(|person| &person.accounts);
            reachable[seat.index()] = account
                .is_some_and(|account| known.any(|known| known.account == account && known.reach == Reach::Open));
        }
        Ok(reachable)
    }
}
