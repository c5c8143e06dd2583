//! Codes that lead to a match or to a second account, and two accounts that become one player.

use sqlx::sqlite::SqliteRow;

use super::codes;
use super::ladder::MatchResult;
use super::ladder::add_recount;
use super::log::Append;
use super::plan::{Need, Plan, args};
use super::purse;
use super::{Store, StoreError, int, statements as sql, sums};
use crate::id::{Account, Millis, PlayerId, TableId};

/// What it takes to make two players one: all of it happens, or nothing.
#[derive(Clone, Debug)]
pub struct Merge {
    /// Who is no player any more.
    pub from: PlayerId,
    /// Who it is from now on.
    pub into: PlayerId,
    /// When.
    pub at: Millis,
    /// The account that asked for the code, and the one that entered it.
    pub accounts: [Account; 2],
    /// How many open tables the old player has.
    pub open: usize,
    /// What these learn, and those that are over where a question waits.
    pub appends: Vec<Append>,
    /// Every table that counts for the old player, with what it counts from now on; `None`: nothing any more.
    pub results: Vec<(TableId, Option<MatchResult>)>,
}

/// A code that makes two accounts one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkCode {
    /// Who asked for it.
    pub account: Account,
    /// Until when it is good.
    pub until: Millis,
}

impl Store {
    /// The table that a code leads to; `None` for a code that is none, or of a challenge that is over.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn invited_by(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        let query = sqlx::query(sql::INVITE.sql).bind(code);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| Ok(TableId(int(&row, 0)?))).transpose()
    }

    /// The code of an open challenge, where it has one.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn invite_of(&self, table: TableId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query(sql::INVITE_OF.sql).bind(table.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| super::text(&row, 0)).transpose()
    }

    /// Counts that an account enters a code, before it is known whether it is one.
    ///
    /// # Errors
    ///
    /// `Limit` when that were more than `most` since `since`; `Backend` when the database fails.
    pub async fn guess(&self, account: Account, now: Millis, since: Millis, most: u32) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        let row = args![account.platform.code(), account.user, now.0, since.0, i64::from(most)];
        plan.require(&sql::GUESS_ADD, row, Need::Limit);
        self.write(plan).await.map(|_| ())
    }

    /// Gives an account a code that makes it and another one player; an earlier one is good no more. What is too old goes.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_link_code(
        &self,
        account: Account,
        code: &str,
        until: Millis,
        now: Millis,
    ) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        plan.add(&sql::LINK_CODES_PRUNE, args![now.0]);
        let row = args![account.platform.code(), account.user, code, until.0];
        plan.add(&sql::LINK_CODE_SET, row);
        self.write(plan).await.map(|_| ())
    }

    /// An account enters a code: nobody else can from now on, and what it entered before is left. `None` when it is none,
    /// too old, entered by somebody else, or the account's own.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn enter_link_code(&self, by: Account, code: &str, now: Millis) -> Result<Option<LinkCode>, StoreError> {
        let mut plan = Plan::default();
        let row = args![code, by.platform.code(), by.user, now.0];
        let entered = plan.add(&sql::LINK_CODE_ENTER, row);
        plan.add_after(entered, &sql::LINK_CODES_LEFT, args![by.platform.code(), by.user, code]);
        let changes = self.write(plan).await?;
        if changes.get(entered).is_none_or(|rows| *rows == 0) {
            return Ok(None);
        }
        self.entered_link_code(by, code, now).await
    }

    /// This code, where it is the one that an account has entered last and is still good.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn entered_link_code(
        &self,
        by: Account,
        code: &str,
        now: Millis,
    ) -> Result<Option<LinkCode>, StoreError> {
        let query = sqlx::query(sql::LINK_CODE_BY.sql)
            .bind(by.platform.code())
            .bind(by.user)
            .bind(code)
            .bind(now.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(link_code).transpose()
    }

    /// Forgets this code, where an account has entered it.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn drop_link_code(&self, by: Account, code: &str) -> Result<(), StoreError> {
        let plan = Plan::of(&sql::LINK_CODE_DROP, args![by.platform.code(), by.user, code]);
        self.write(plan).await.map(|_| ())
    }

    /// Whether both have or had a part in one event that is not over.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn in_one_event(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::BOTH_ENTERED.sql).bind(one.0).bind(other.0);
        Ok(int(&query.fetch_one(self.readers()).await?, 0)? > 0)
    }

    /// The tables that count for a player, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn counted(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        self.tables_by(&sql::COUNTED_FOR, player).await
    }

    /// The tables at which a player sits or sat, or was asked to, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn tables_of(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        self.tables_by(&sql::SEATS_OF, player).await
    }

    /// When others became this player, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn merged_into(&self, player: PlayerId) -> Result<Vec<Millis>, StoreError> {
        let query = sqlx::query(sql::MERGED_INTO.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok(Millis(int(row, 0)?))).collect()
    }

    /// The codes that a player's accounts have asked for, and until when each is good.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn codes_of(&self, player: PlayerId) -> Result<Vec<(String, Millis)>, StoreError> {
        let query = sqlx::query(sql::LINK_CODES_OF.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter()
            .map(|row| Ok((super::text(row, 0)?, Millis(int(row, 1)?))))
            .collect()
    }

    /// Who this player is today: somebody else, where two accounts became one player.
    #[must_use]
    pub fn today(&self, player: PlayerId) -> PlayerId {
        self.merges().today(player)
    }

    /// Makes two players one with one write. The logs stay as they are.
    ///
    /// # Errors
    ///
    /// `Conflict` when one of the tables has moved on, the old player has another part in matches than was seen, the code is
    /// used or too old, or one of the two is gone; `Backend` when the database fails.
    pub async fn merge(&self, merge: Merge) -> Result<(), StoreError> {
        let Merge {
            from,
            into,
            at,
            accounts: [asked, entered],
            open,
            appends,
            results,
        } = merge;
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let mut plan = Plan::default();
        let row = args![
            asked.platform.code(),
            asked.user,
            entered.platform.code(),
            entered.user,
            at.0
        ];
        plan.require(&sql::LINK_CODE_USE, row, Need::Conflict);
        let row = args![from.0, into.0, at.0, count(open), count(results.len())];
        plan.require(&sql::MERGE_ADD, row, Need::Conflict);
        for statement in [
            &sql::MERGE_FOLLOW,
            // Before the tables ask for the same messages under the new number.
            &sql::MERGE_SLOTS,
            &sql::MERGE_SEATS,
        ] {
            plan.add(statement, args![from.0, into.0]);
        }
        for append in appends {
            plan.join(self.append_plan(append).await?);
        }
        for (table, result) in &results {
            plan.add(&sums::VOID_RATING, args![table.0]);
            if result.is_some() {
                // When and where it counts stays as it is: a zone that was set since re-dates nothing.
                plan.add(&sums::MERGE_RESULT, args![table.0, from.0, into.0]);
            } else {
                plan.add(&sums::VOID_RESULT, args![table.0]);
            }
        }
        for statement in [
            &sums::MERGE_AWARDS,
            &sums::MERGE_AWARDS_TWICE,
            &sums::MERGE_STEPS,
            &sums::MERGE_RATINGS,
        ] {
            plan.add(statement, args![from.0, into.0]);
        }
        // Sums of those whom they played don't change by it: who played against themselves was nobody else.
        for player in [from, into] {
            add_recount(&mut plan, player);
        }
        for statement in [
            &sql::MERGE_ENTRANTS,
            &sql::MERGE_SCHEDULES,
            &sql::MERGE_ABORTS,
            &sql::MERGE_WATCHERS,
            &sql::MERGE_BLOCKS,
            &sql::MERGE_PREFERENCES,
            &sql::MERGE_DEEDS_BY,
            &sql::MERGE_DEEDS_ABOUT,
            &sql::MERGE_LANG,
            &sql::MERGE_TEAM_MEMBERS,
            &sql::MERGE_TEAM_ASKED,
            &sql::MERGE_TEAM_CAPTAINS,
            &sql::MERGE_TEAM_DEEDS_BY,
            &sql::MERGE_TEAM_DEEDS_ABOUT,
        ] {
            plan.add(statement, args![from.0, into.0]);
        }
        purse::add_merge(&mut plan, from, into, at);
        plan.require(&sql::MERGE_IDENTITIES, args![from.0, into.0, at.0], Need::Conflict);
        for statement in [
            &sql::WATCHERS_DROP,
            &sql::BLOCKS_DROP,
            &sql::PREFERENCES_DROP,
            &sql::QUICK_DROP,
            &sql::MERGE_ENTRANTS_OLD,
            &sql::TEAM_MEMBER_OF_NONE,
            &sql::TEAMS_ASKED_DROP,
            &sums::ABSENT_DROP,
        ] {
            plan.add(statement, args![from.0]);
        }
        plan.require(&sql::PLAYER_GONE, args![from.0, at.0], Need::Conflict);
        self.write(plan).await?;
        self.note_merge(from, into);
        Ok(())
    }

    /// Makes an account a player of its own again, without a history; where its player may not play, neither may the new one.
    ///
    /// # Errors
    ///
    /// `Conflict` when it is the player's only account, or the player has open tables; `Backend` when the database fails.
    pub async fn part(&self, account: Account, name: &str, at: Millis) -> Result<PlayerId, StoreError> {
        let (platform, user, id) = (account.platform.code(), account.user, self.new_id(at));
        let mut plan = Plan::default();
        plan.require(&sql::PART_PLAYER, args![id, name, at.0, platform, user], Need::Conflict);
        plan.add(&sql::PART_BLOCKS, args![id, platform, user]);
        plan.require(&sql::PART_IDENTITY, args![id, platform, user, at.0], Need::Conflict);
        self.write(plan).await?;
        Ok(PlayerId(id))
    }

    async fn tables_by(&self, statement: &sql::Statement, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query(statement.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok(TableId(int(row, 0)?))).collect()
    }
}

fn link_code(row: &SqliteRow) -> Result<LinkCode, StoreError> {
    Ok(LinkCode {
        account: Account {
            platform: codes::platform(int(row, 0)?)?,
            user: int(row, 1)?,
        },
        until: Millis(int(row, 2)?),
    })
}
