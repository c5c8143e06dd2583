//! What moderators did, whom they shut out, and results that count no more.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::civil::ZONE;
use super::codes::{self, DeedKind};
use super::contests::Chapter;
use super::plan::{Need, Plan, args};
use super::{Store, StoreError, int, maybe, statements as sql, sums, text};
use crate::id::{Lang, Millis, Place, PlayerId, TableId, Venue};

/// Something that a moderator did; kept for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// When.
    pub at: Millis,
    /// Where.
    pub venue: Venue,
    /// Who did it; `None`: an administrator whom the platform does not name.
    pub by: Option<PlayerId>,
    /// What.
    pub act: DeedKind,
    /// Which match it was about.
    pub table: Option<TableId>,
    /// Whom it was about.
    pub whom: Option<PlayerId>,
    /// The reason, or what was set.
    pub detail: Option<String>,
}

/// How many tables may be open, looked at in the write itself, so that no two at once slip through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// So many in the channel or topic, the new one included.
    Place(u32),
    /// So many at which this player sits in the venue, the new one included. Being asked to a match is nobody's own doing
    /// and counts only when it is accepted.
    Player(PlayerId, u32),
}

/// A change in a venue that is no match's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A setting; `None` forgets it.
    Setting(&'static str, Option<String>),
    /// The language of public messages.
    Language(Lang),
    /// This player may play there no more.
    Block(PlayerId),
    /// This player may play there again.
    Unblock(PlayerId),
}

impl Store {
    /// Makes a change in a deed's venue, with what follows from it in events, and keeps the deed, all or nothing; `false` when
    /// it was so already, and no deed is kept then.
    ///
    /// # Errors
    ///
    /// `Gone` when whoever is to be blocked has deleted their data; `Conflict` when one of the events is another by now; `Backend`
    /// when the database fails.
    pub async fn govern(&self, change: &Change, deed: &Deed, events: Vec<Chapter>) -> Result<bool, StoreError> {
        let (platform, chat) = (deed.venue.platform.code(), deed.venue.chat);
        let mut plan = self.venue_plan(deed.venue);
        let until = match change {
            Change::Setting(ZONE, zone) => self.season_until(deed.venue, deed.at, zone.as_deref()).await?,
            _ => None,
        };
        let done = match change {
            Change::Setting(key, Some(value)) => {
                plan.add(&sql::VENUE_SETTING_SET, args![platform, chat, *key, value.as_str()])
            }
            Change::Setting(key, None) => plan.add(&sql::VENUE_SETTING_OFF, args![platform, chat, *key]),
            Change::Language(lang) => plan.add(&sql::VENUE_LANG, args![platform, chat, codes::lang_code(*lang)]),
            Change::Block(player) => {
                // A block of nobody would not find the account when it comes back.
                plan.require(&sql::PLAYER_HERE, args![player.0], Need::Gone);
                plan.add(&sql::BLOCK_ADD, args![platform, chat, player.0, deed.at.0])
            }
            Change::Unblock(player) => plan.add(&sql::BLOCK_OFF, args![platform, chat, player.0]),
        };
        if let Some((season, until)) = until {
            plan.add_after(done, &sums::SEASON_UNTIL, args![season.0, until.map(|at| at.0)]);
        }
        add_deed(&mut plan, self.new_id(deed.at), deed, Some(done));
        for chapter in events {
            plan.join(self.chapter_plan(chapter).await?);
        }
        let changes = self.write(plan).await?;
        Ok(changes.get(done).is_some_and(|rows| *rows > 0))
    }

    /// What moderators did in a venue, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn deeds(&self, venue: Venue, limit: u32) -> Result<Vec<Deed>, StoreError> {
        let query = sqlx::query(sql::DEEDS_OF.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(i64::from(limit));
        query.fetch_all(self.readers()).await?.iter().map(deed).collect()
    }

    /// What moderators did about a player, anywhere, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn deeds_about(&self, player: PlayerId) -> Result<Vec<Deed>, StoreError> {
        let query = sqlx::query(sql::DEEDS_ABOUT.sql).bind(player.0);
        query.fetch_all(self.readers()).await?.iter().map(deed).collect()
    }

    /// What a player did as a moderator, anywhere, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn deeds_by(&self, player: PlayerId) -> Result<Vec<Deed>, StoreError> {
        let query = sqlx::query(sql::DEEDS_BY.sql).bind(player.0);
        query.fetch_all(self.readers()).await?.iter().map(deed).collect()
    }

    /// Who may not play in a venue.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn blocks(&self, venue: Venue) -> Result<Vec<PlayerId>, StoreError> {
        let query = sqlx::query(sql::BLOCKS_OF.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok(PlayerId(int(row, 0)?))).collect()
    }

    /// How many accounts may not play in a venue of which nothing else is known any more, since their data was deleted.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn barred_in(&self, venue: Venue) -> Result<i64, StoreError> {
        let query = sqlx::query(sql::BARRED_IN.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        int(&query.fetch_one(self.readers()).await?, 0)
    }

    /// Every setting of a venue that somebody has set.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn venue_settings(&self, venue: Venue) -> Result<Vec<(String, String)>, StoreError> {
        let query = sqlx::query(sql::VENUE_SETTINGS.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?))).collect()
    }

    /// Whether a player may not play in a venue.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn is_blocked(&self, venue: Venue, player: PlayerId) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::BLOCKED_IN.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(player.0);
        Ok(int(&query.fetch_one(self.readers()).await?, 0)? > 0)
    }
}

/// Keeps a deed; with `after` only when that step changed something.
pub(super) fn add_deed(plan: &mut Plan, id: i64, deed: &Deed, after: Option<usize>) {
    let row = args![
        id,
        deed.at.0,
        deed.by.map(|player| player.0),
        deed.act.code(),
        deed.table.map(|table| table.0),
        deed.whom.map(|player| player.0),
        deed.detail.as_deref(),
        deed.venue.platform.code(),
        deed.venue.chat
    ];
    match after {
        Some(step) => plan.add_after(step, &sql::DEED_ADD, row),
        None => plan.add(&sql::DEED_ADD, row),
    };
}

/// Refuses the write when as many tables are open in this place as there may be.
pub(super) fn add_bound(plan: &mut Plan, place: Place, bound: Bound) {
    let Place { venue, channel } = place;
    let (platform, chat) = (venue.platform.code(), venue.chat);
    match bound {
        Bound::Place(most) => plan.require(
            &sql::ROOM_IN_PLACE,
            args![platform, chat, channel, i64::from(most)],
            Need::Room(bound),
        ),
        Bound::Player(player, most) => plan.require(
            &sql::ROOM_FOR_PLAYER,
            args![platform, chat, player.0, i64::from(most)],
            Need::Room(bound),
        ),
    };
}

/// Takes a table's result out of every sum, as if it had never been played.
pub(super) fn add_void(plan: &mut Plan, table: TableId) {
    for statement in [
        &sums::VOID_RATING,
        &sums::VOID_LINES,
        &sums::VOID_EMPTY,
        &sums::VOID_RESULT,
    ] {
        plan.add(statement, args![table.0]);
    }
}

fn deed(row: &SqliteRow) -> Result<Deed, StoreError> {
    Ok(Deed {
        at: Millis(int(row, 0)?),
        venue: Venue {
            platform: codes::platform(int(row, 1)?)?,
            chat: int(row, 2)?,
        },
        by: maybe(row, 3)?.map(PlayerId),
        act: DeedKind::from_code(int(row, 4)?)?,
        table: maybe(row, 5)?.map(TableId),
        whom: maybe(row, 6)?.map(PlayerId),
        detail: row.try_get(7)?,
    })
}
