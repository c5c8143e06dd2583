//! Players and the accounts that they write from.

use super::codes::{self, Reach};
use super::plan::{Need, Plan, args};
use super::{Store, StoreError, int, maybe, statements as sql, text};
use crate::id::{Account, Lang, Millis, Platform, PlayerId};
use sqlx::Row;

/// A player as the store knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    /// The player.
    pub player: PlayerId,
    /// The name that they showed last.
    pub name: String,
    /// The language that they chose.
    pub lang: Option<Lang>,
    /// The accounts that they write from.
    pub accounts: Vec<AccountRow>,
    /// Whether their data was deleted: they are a number without a name then.
    pub gone: bool,
}

/// One account of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// The account.
    pub account: Account,
    /// The platform's unique name for it, lower case, without `@`.
    pub handle: Option<String>,
    /// Whether it can be written to in private.
    pub reach: Reach,
    /// The chat for private messages.
    pub private_chat: Option<i64>,
}

impl Store {
    /// Notes a person who wrote or was named, and gives their player; writes only when something is new.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn meet(
        &self,
        account: Account,
        name: &str,
        handle: Option<&str>,
        now: Millis,
    ) -> Result<PlayerId, StoreError> {
        if let Some(known) = self.identity(account).await?
            && known.name == name
            && known.handle.as_deref() == handle
        {
            return Ok(known.player);
        }
        let (platform, user) = (account.platform.code(), account.user);
        let id = self.new_id(now);
        let mut plan = Plan::default();
        plan.add(&sql::PLAYER_ADD, args![id, name, now.0, platform, user]);
        plan.add(&sql::IDENTITY_ADD, args![platform, user, id, now.0]);
        // Whoever deleted their data while they were shut out of a venue still is.
        plan.add(&sql::BARRED_BACK, args![platform, user]);
        plan.add(&sql::BARRED_OFF, args![platform, user]);
        plan.add(&sql::PLAYER_NAME, args![platform, user, name]);
        if handle.is_some() {
            // A platform's name belongs to one account; whoever shows it last has it.
            plan.add(&sql::HANDLE_FREE, args![platform, user, handle, now.0]);
        }
        plan.add(&sql::HANDLE_SET, args![platform, user, handle, now.0]);
        self.write(plan).await?;
        let met = self.identity(account).await?;
        met.map(|met| met.player)
            .ok_or_else(|| StoreError::Impossible("a person just met is unknown".to_owned()))
    }

    /// The player behind an account.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn player_of(&self, account: Account) -> Result<Option<PlayerId>, StoreError> {
        Ok(self.identity(account).await?.map(|known| known.player))
    }

    /// The player behind a platform's unique name (lower case, without `@`).
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn by_handle(&self, platform: Platform, handle: &str) -> Result<Option<PlayerId>, StoreError> {
        let query = sqlx::query(sql::BY_HANDLE.sql).bind(platform.code()).bind(handle);
        query
            .fetch_optional(self.readers())
            .await?
            .map(|row| Ok(PlayerId(int(&row, 0)?)))
            .transpose()
    }

    /// Everybody who has an account of this platform, by name; for the local page, which knows few.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn names_on(&self, platform: Platform) -> Result<Vec<(PlayerId, String)>, StoreError> {
        let query = sqlx::query(sql::NAMES_ON.sql).bind(platform.code());
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter()
            .map(|row| Ok((PlayerId(int(row, 0)?), text(row, 1)?)))
            .collect()
    }

    /// Whether two have sat at one table.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn have_met(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::HAVE_MET.sql).bind(one.0).bind(other.0);
        Ok(int(&query.fetch_one(self.readers()).await?, 0)? > 0)
    }

    /// Players with their accounts, in the order asked; unknown ones are left out.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn people(&self, players: &[PlayerId]) -> Result<Vec<PersonRow>, StoreError> {
        let mut people = Vec::with_capacity(players.len());
        for &player in players {
            let kept = self.kept(|memos| &memos.people, player, self.person(player));
            people.extend(kept.await?);
        }
        Ok(people)
    }

    async fn person(&self, player: PlayerId) -> Result<Option<PersonRow>, StoreError> {
        let row = sqlx::query(sql::PLAYER.sql).bind(player.0);
        let Some(row) = row.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        let rows = sqlx::query(sql::IDENTITIES_OF.sql)
            .bind(player.0)
            .fetch_all(self.readers())
            .await?;
        let account = |row| {
            Ok(AccountRow {
                account: Account {
                    platform: codes::platform(int(row, 0)?)?,
                    user: int(row, 1)?,
                },
                handle: row.try_get(2)?,
                reach: Reach::from_code(int(row, 3)?)?,
                private_chat: maybe(row, 4)?,
            })
        };
        Ok(Some(PersonRow {
            player,
            name: text(&row, 0)?,
            lang: codes::lang(maybe(&row, 1)?),
            accounts: rows.iter().map(account).collect::<Result<_, StoreError>>()?,
            gone: maybe(&row, 2)?.is_some(),
        }))
    }

    /// Sets the language that a player reads.
    ///
    /// # Errors
    ///
    /// `Impossible` for an unknown player; `Backend` when the database fails.
    pub async fn set_player_lang(&self, player: PlayerId, lang: Lang) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        plan.require(
            &sql::PLAYER_LANG,
            args![player.0, codes::lang_code(lang)],
            Need::Known("the player"),
        );
        self.write(plan).await.map(|_| ())
    }

    /// Notes whether an account can be written to in private, and in which chat. `Open` wakes its resting slots.
    ///
    /// # Errors
    ///
    /// `Impossible` for an account that was never met; `Backend` when the database fails.
    pub async fn set_reach(
        &self,
        account: Account,
        reach: Reach,
        private_chat: Option<i64>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let (platform, user) = (account.platform.code(), account.user);
        let known = self.identity(account).await?;
        if known
            .is_some_and(|known| known.reach == reach && (private_chat.is_none() || known.private_chat == private_chat))
        {
            let query = sqlx::query(sql::SLOTS_ASLEEP.sql).bind(platform).bind(user);
            let asleep = int(&query.fetch_one(self.readers()).await?, 0)?;
            if reach != Reach::Open || asleep == 0 {
                return Ok(());
            }
        }
        let mut plan = Plan::default();
        let row = args![platform, user, reach.code(), private_chat, now.0];
        plan.require(&sql::REACH_SET, row, Need::Known("the account"));
        if reach == Reach::Open {
            plan.add(&sql::SLOTS_WAKE_PRIVATE, args![platform, user, now.0]);
        }
        self.write(plan).await.map(|_| ())
    }

    /// The language that the platform told last for an account.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn locale(&self, account: Account) -> Result<Option<Lang>, StoreError> {
        Ok(self.identity(account).await?.and_then(|known| known.locale))
    }

    /// Notes the language that the platform tells for an account; nothing for one that was never met.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_locale(&self, account: Account, lang: Lang) -> Result<(), StoreError> {
        let (platform, user) = (account.platform.code(), account.user);
        let plan = Plan::of(&sql::LOCALE_SET, args![platform, user, codes::lang_code(lang)]);
        self.write(plan).await.map(|_| ())
    }

    /// What a player has set for themselves: keys and values.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn preferences(&self, player: PlayerId) -> Result<Vec<(String, String)>, StoreError> {
        let read = async {
            let query = sqlx::query(sql::PREFERENCES.sql).bind(player.0);
            let rows = query.fetch_all(self.readers()).await?;
            rows.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?))).collect()
        };
        self.kept(|memos| &memos.preferences, player, read).await
    }

    /// Sets something for a player, or with `None` leaves it as it is for everybody.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_preference(&self, player: PlayerId, key: &str, value: Option<&str>) -> Result<(), StoreError> {
        let plan = match value {
            Some(value) => Plan::of(&sql::PREFERENCE_SET, args![player.0, key, value]),
            None => Plan::of(&sql::PREFERENCE_OFF, args![player.0, key]),
        };
        self.write(plan).await.map(|_| ())
    }

    async fn identity(&self, account: Account) -> Result<Option<Identity>, StoreError> {
        let read = self.read_identity(account);
        self.kept(|memos| &memos.identities, account, read).await
    }

    async fn read_identity(&self, account: Account) -> Result<Option<Identity>, StoreError> {
        let query = sqlx::query(sql::IDENTITY.sql)
            .bind(account.platform.code())
            .bind(account.user);
        let Some(row) = query.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        Ok(Some(Identity {
            player: PlayerId(int(&row, 0)?),
            name: text(&row, 1)?,
            handle: row.try_get(2)?,
            reach: Reach::from_code(int(&row, 3)?)?,
            private_chat: maybe(&row, 4)?,
            locale: codes::lang(maybe(&row, 5)?),
        }))
    }
}

/// An account as the store knows it.
#[derive(Clone)]
pub(super) struct Identity {
    player: PlayerId,
    name: String,
    handle: Option<String>,
    reach: Reach,
    private_chat: Option<i64>,
    locale: Option<Lang>,
}
