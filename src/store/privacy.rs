//! Everything that is kept about one player, and taking leave of them in one write.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::codes::{self, Reach, SlotKind};
use super::contests::Chapter;
use super::file::File;
use super::log::Append;
use super::merges::Merges;
use super::pages::figures;
use super::plan::{Need, Plan, args};
use super::purse::add_farewell;
use super::rosters::add_parting;
use super::{
    Deed, Figures, Inner, KnownRating, OpenError, Store, StoreError, int, maybe, schema, statements as sql, sums,
};
use crate::id::{Account, EventId, Lang, Millis, Platform, PlayerId, TableId, Venue, Version};
use crate::table::{DueKind, Event};

/// What it takes to delete a player's data: all of it happens, or nothing.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// The player.
    pub player: PlayerId,
    /// When.
    pub at: Millis,
    /// What ends each of their open tables, and closes the questions that wait for them.
    pub appends: Vec<Append>,
    /// What takes them out of each event that is not over.
    pub chapters: Vec<Chapter>,
    /// The events whose log can't be read: they are out of those, too, though the log can't say it.
    pub unread: Vec<EventId>,
    /// The facts of the past that hold something of theirs, as they read from now on.
    pub rewritten: Vec<(TableId, Version, Event)>,
    /// Their private chats with the bot, each with the number of nobody that stands there from now on.
    pub hidden: Vec<(Venue, i64)>,
}

/// An account with everything that is kept about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The account.
    pub account: Account,
    /// The platform's unique name for it.
    pub handle: Option<String>,
    /// Whether it can be written to in private.
    pub reach: Reach,
    /// The chat for private messages.
    pub private_chat: Option<i64>,
    /// The language that the platform told last.
    pub locale: Option<Lang>,
    /// When this was noted.
    pub changed: Millis,
}

/// A private message that the bot has sent to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The table that it belongs to.
    pub table: TableId,
    /// What it shows.
    pub kind: SlotKind,
    /// The platform.
    pub platform: Platform,
    /// The chat, as the platform numbers it.
    pub chat: i64,
    /// The message, as the platform numbers it.
    pub message: i64,
}

/// What is kept about a player beside the logs of their tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Traces {
    /// When they were met.
    pub since: Millis,
    /// Their accounts.
    pub accounts: Vec<Mention>,
    /// What they have set for themselves.
    pub preferences: Vec<(String, String)>,
    /// The tables that they sit or sat at, or were asked to, oldest first.
    pub tables: Vec<TableId>,
    /// The tables that they watch.
    pub watched: Vec<TableId>,
    /// The matches that they broke off, and when.
    pub aborted: Vec<(TableId, Millis)>,
    /// Their line of each venue's leaderboard of all time, with the venue and its name.
    pub standings: Vec<(Venue, Option<String>, Figures)>,
    /// Their ratings.
    pub ratings: Vec<KnownRating>,
    /// The events in which they won a place, when, and which place.
    pub awards: Vec<(EventId, Millis, i64)>,
    /// The venues of which they are no members any more, with their names and since when.
    pub absent: Vec<(Venue, Option<String>, Millis)>,
    /// The private messages that the bot has sent to them and still knows.
    pub messages: Vec<Message>,
    /// The venues that they are shut out of, with their names and since when.
    pub blocks: Vec<(Venue, Option<String>, Millis)>,
    /// What moderators did about them, and what they did as moderators themselves.
    pub deeds: Vec<Deed>,
}

impl Store {
    /// Opens the file at `url` to be read only, whoever else works with it; every write is refused.
    ///
    /// # Errors
    ///
    /// When there is no database of this program's, or it has another schema than this program writes.
    pub async fn look(url: &str) -> Result<Store, OpenError> {
        let file = File::from_url(url)?;
        let path = file.path().to_owned();
        if !path.exists() {
            return Err(OpenError::Missing { path });
        }
        let mut connection = file.visitor().await?;
        let (found, known) = (schema::version(&mut connection).await?, schema::known());
        match found {
            0 => return Err(OpenError::Missing { path }),
            _ if found > known => return Err(OpenError::Newer { found, known }),
            _ if found < known => return Err(OpenError::Older { found, known }),
            _ => {}
        }
        let merges = Merges::load(&mut connection).await;
        let merges = merges.map_err(|error| OpenError::Backend(error.to_string()))?;
        sqlx::Connection::close(connection).await?;
        // Nobody takes the jobs: each is answered as by a store that is closed.
        let (jobs, _) = tokio::sync::mpsc::channel(1);
        let readers = file.readers(1).await?;
        Ok(Store {
            inner: std::sync::Arc::new(Inner {
                jobs,
                readers,
                last_id: 0.into(),
                merges: std::sync::RwLock::new(std::sync::Arc::new(merges)),
                book: std::sync::RwLock::default(),
                rating: tokio::sync::Mutex::default(),
                memos: super::memo::Memos::foreign(),
                marks: std::sync::Mutex::default(),
                walk: tokio::sync::Mutex::default(),
                settled: 0.into(),
            }),
        })
    }

    /// What is kept about a player beside the logs of their tables.
    ///
    /// # Errors
    ///
    /// `Impossible` for an unknown player; `Backend` when the database fails.
    pub async fn traces(&self, player: PlayerId) -> Result<Traces, StoreError> {
        let since = self.about(&sql::PLAYER_SINCE, player).await?;
        let since = since
            .first()
            .ok_or_else(|| StoreError::Impossible("the player is unknown".to_owned()))?;
        Ok(Traces {
            since: Millis(int(since, 0)?),
            accounts: read(&self.about(&sql::IDENTITIES_WHOLE, player).await?, mention)?,
            preferences: self.preferences(player).await?,
            tables: read(&self.about(&sql::SEATS_OF, player).await?, table)?,
            watched: read(&self.about(&sql::WATCHED_BY, player).await?, table)?,
            aborted: read(&self.about(&sql::ABORTED_BY, player).await?, |row| {
                Ok((table(row)?, Millis(int(row, 1)?)))
            })?,
            standings: read(&self.about(&sums::STANDINGS_OF, player).await?, standing)?,
            ratings: self.ratings_of(player).await?,
            awards: read(&self.about(&sums::AWARDS_OF, player).await?, |row| {
                Ok((EventId(int(row, 0)?), Millis(int(row, 1)?), int(row, 2)?))
            })?,
            absent: read(&self.about(&sums::ABSENT_FROM, player).await?, block)?,
            messages: read(&self.about(&sql::MESSAGES_TO, player).await?, message)?,
            blocks: read(&self.about(&sql::BLOCKS_ON, player).await?, block)?,
            deeds: {
                let mut deeds = self.deeds_about(player).await?;
                deeds.extend(self.deeds_by(player).await?);
                deeds
            },
        })
    }

    /// The tables that are over and where the question for a rematch waits for an answer, of one player.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn asked_afterwards(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query(sql::ASKED_AFTERWARDS.sql)
            .bind(player.0)
            .bind(DueKind::Rematch.code());
        read(&query.fetch_all(self.readers()).await?, table)
    }

    /// The tables whose log holds something of this player's own: words for a deal, their name as that of somebody
    /// nobody had met, or the number of one of these private chats. `handles` as in `by_handle`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn mentions(
        &self,
        player: PlayerId,
        handles: &[String],
        private: &[Venue],
    ) -> Result<Vec<TableId>, StoreError> {
        let mut found = self.about(&sql::CUT_BY, player).await?;
        found.extend(self.about(&sql::SEATS_NAMED, player).await?);
        for handle in handles {
            let query = sqlx::query(sql::NAMED.sql).bind(handle);
            found.extend(query.fetch_all(self.readers()).await?);
        }
        let declined = serde_json::to_string(&Event::Declined { by: player })
            .map_err(|_| StoreError::Impossible("a fact can't be written".to_owned()))?;
        let query = sqlx::query(sql::NAMED_DECLINED.sql).bind(declined);
        found.extend(query.fetch_all(self.readers()).await?);
        for venue in private {
            let query = sqlx::query(sql::OPENED_IN.sql)
                .bind(venue.platform.code())
                .bind(venue.chat);
            found.extend(query.fetch_all(self.readers()).await?);
        }
        let mut tables = read(&found, table)?;
        tables.sort_unstable();
        tables.dedup();
        Ok(tables)
    }

    /// The venues that an account stays shut out of though nobody knows a player of it, with their names and since when.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn barred(&self, account: Account) -> Result<Vec<(Venue, Option<String>, Millis)>, StoreError> {
        let query = sqlx::query(sql::BARRED_FROM.sql)
            .bind(account.platform.code())
            .bind(account.user);
        read(&query.fetch_all(self.readers()).await?, block)
    }

    /// Takes leave of a player: everything that tells who they are is gone with one write, and what others played with
    /// them goes on counting.
    ///
    /// # Errors
    ///
    /// `Conflict` when one of the tables has moved on, or the player has an open table that the farewell does not end, or
    /// was deleted before; `Backend` when the database fails.
    pub async fn forget(&self, farewell: Farewell) -> Result<(), StoreError> {
        let Farewell {
            player,
            at,
            appends,
            chapters,
            unread,
            rewritten,
            hidden,
        } = farewell;
        let mut plan = Plan::default();
        for append in appends {
            plan.join(self.append_plan(append).await?);
        }
        for chapter in chapters {
            plan.join(self.chapter_plan(chapter).await?);
        }
        for event in unread {
            plan.add(&sql::ENTRANT_SET, args![event.0, player.0, 0_i64]);
        }
        for (table, version, fact) in rewritten {
            let body = serde_json::to_string(&fact)
                .map_err(|_| StoreError::Impossible("a fact can't be written".to_owned()))?;
            plan.require(&sql::EVENT_REWRITE, args![table.0, version.0, body], Need::Conflict);
        }
        for (venue, nobody) in hidden {
            let (platform, chat) = (venue.platform.code(), venue.chat);
            plan.add(&sql::SLOTS_HIDE, args![platform, chat, nobody]);
            plan.add(&sql::VENUE_SETTINGS_DROP, args![platform, chat]);
            plan.add(&sql::VENUE_HIDE, args![platform, chat, nobody]);
        }
        add_parting(&mut plan, player, at);
        add_farewell(&mut plan, player, at);
        plan.add(&sql::BARRED_ADD, args![player.0]);
        for drop in [
            &sql::BLOCKS_DROP,
            &sql::REASONS_DROP,
            &sql::DETAILS_DROP,
            &sql::DETAILS_DROP_TABLES,
            &sql::SLOTS_DROP,
            &sql::WATCHERS_DROP,
            &sql::QUICK_DROP,
            &sql::SCHEDULES_DROP,
            &sums::ABSENT_DROP,
            &sql::PREFERENCES_DROP,
            &sql::LINK_CODES_DROP,
            &sql::GUESSES_DROP,
            &sql::IDENTITIES_DROP,
        ] {
            plan.add(drop, args![player.0]);
        }
        plan.require(&sql::PLAYER_GONE, args![player.0, at.0], Need::Conflict);
        plan.scrub = true;
        self.write(plan).await.map(|_| ())
    }

    async fn about(&self, statement: &sql::Statement, player: PlayerId) -> Result<Vec<SqliteRow>, StoreError> {
        let query = sqlx::query(statement.sql).bind(player.0);
        Ok(query.fetch_all(self.readers()).await?)
    }
}

fn read<T>(rows: &[SqliteRow], one: impl Fn(&SqliteRow) -> Result<T, StoreError>) -> Result<Vec<T>, StoreError> {
    rows.iter().map(one).collect()
}

fn table(row: &SqliteRow) -> Result<TableId, StoreError> {
    Ok(TableId(int(row, 0)?))
}

fn mention(row: &SqliteRow) -> Result<Mention, StoreError> {
    Ok(Mention {
        account: Account {
            platform: codes::platform(int(row, 0)?)?,
            user: int(row, 1)?,
        },
        handle: row.try_get(2)?,
        reach: Reach::from_code(int(row, 3)?)?,
        private_chat: maybe(row, 4)?,
        locale: codes::lang(maybe(row, 5)?),
        changed: Millis(int(row, 6)?),
    })
}

fn standing(row: &SqliteRow) -> Result<(Venue, Option<String>, Figures), StoreError> {
    let venue = Venue {
        platform: codes::platform(int(row, 0)?)?,
        chat: int(row, 1)?,
    };
    // No place: that would tell about others.
    Ok((venue, row.try_get(2)?, figures(row, 3)?))
}

fn block(row: &SqliteRow) -> Result<(Venue, Option<String>, Millis), StoreError> {
    let venue = Venue {
        platform: codes::platform(int(row, 0)?)?,
        chat: int(row, 1)?,
    };
    Ok((venue, row.try_get(2)?, Millis(int(row, 3)?)))
}

fn message(row: &SqliteRow) -> Result<Message, StoreError> {
    Ok(Message {
        table: table(row)?,
        kind: SlotKind::from_code(int(row, 1)?)?,
        platform: codes::platform(int(row, 2)?)?,
        chat: int(row, 3)?,
        message: int(row, 4)?,
    })
}
