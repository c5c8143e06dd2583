//! The log of each table, the rows that find tables, and what falls due.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::codes::{self, LiveStage};
use super::contests::add_bout;
use super::file::File;
use super::ladder::MatchResult;
use super::manners::{Abort, add_abort};
use super::merges::Merges;
use super::moderation::{Bound, Deed, add_bound, add_deed, add_void};
use super::plan::{Need, Plan, args};
use super::schema;
use super::slots::{Want, add_want};
use super::{OpenError, Store, StoreError, int, narrow, statements as sql};
use crate::contest::PairingId;
use crate::id::{EventId, Millis, Place, Platform, PlayerId, Seat, Stamp, TableId, Venue, Version};
use crate::table::{Due, DueKind, Event};

/// One press: everything that it changes, in one transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The length of the log that the decision rests on; 0 opens the table.
    pub expected: Version,
    /// When the facts happened.
    pub at: Millis,
    /// The facts, in order.
    pub events: Vec<Event>,
    /// The table's row for look-ups.
    pub live: Live,
    /// Where else its public messages stand, by number; what is known of a number already stays.
    pub mirrors: Vec<Place>,
    /// Everything that may fall due at this table from now on, one for each kind and seat; replaces what was there.
    pub due: Vec<Due>,
    /// Who comes to the table by this press: nobody whose data was deleted may.
    pub joins: Vec<PlayerId>,
    /// The messages that must show this state.
    pub slots: Vec<Want>,
    /// The result, when the match is over.
    pub results: Option<MatchResult>,
    /// Who breaks the match off with this press, to be counted.
    pub abort: Option<Abort>,
    /// The match of an event that the table is.
    pub bout: Option<(EventId, PairingId)>,
    /// Whether the event is to be told: the match ended, or its result was voided.
    pub tells: bool,
    /// How many tables may be open.
    pub bounds: Vec<Bound>,
    /// Whether this takes the table's result out of every reckoning.
    pub void: bool,
    /// What a moderator did by it, to be kept for ever.
    pub deed: Option<Deed>,
    /// A code by which somebody elsewhere may accept the challenge that this opens.
    pub invite: Option<String>,
    /// The platform's number of the update behind the press, to refuse it a second time.
    pub inbox: Option<(Platform, i64)>,
}

/// The part of a table that look-ups need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// Where it stands; at `Over` it is no longer an open table.
    pub stage: LiveStage,
    /// Where it was opened. Read at the opening only: afterwards the store knows better, see `place_of`.
    pub place: Place,
    /// The people who find it among their tables.
    pub players: Vec<PlayerId>,
}

/// Something that falls due, with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueRow {
    /// The table.
    pub table: TableId,
    /// What falls due there.
    pub due: Due,
}

/// Whose tables are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A player's.
    Player(PlayerId),
    /// A venue's.
    Venue(Venue),
    /// Those of one channel or topic.
    Place(Place),
    /// All.
    All,
}

impl Store {
    /// A table's facts with their times, oldest first; the length is the version. `None` when there is no such table.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails; `Impossible` when the log has a gap or a fact that can't be read.
    pub async fn load(&self, table: TableId) -> Result<Option<Vec<(Millis, Event)>>, StoreError> {
        let rows = sqlx::query(sql::EVENTS_OF.sql)
            .bind(table.0)
            .fetch_all(self.readers())
            .await?;
        facts(table, &rows, &self.merges())
    }

    /// The same from the file at `url`, whoever else works with it, and without changing anything.
    ///
    /// # Errors
    ///
    /// When there is no such file, when it is not a database of this program's, or when it can't be read.
    pub async fn peek(url: &str, table: TableId) -> Result<Option<Vec<(Millis, Event)>>, OpenError> {
        let file = File::from_url(url)?;
        if !file.path().exists() {
            return Ok(None);
        }
        let mut connection = file.visitor().await?;
        let (found, known) = (schema::version(&mut connection).await?, schema::known());
        if found > known {
            return Err(OpenError::Newer { found, known });
        }
        let rows = match found {
            0 => Vec::new(),
            _ => {
                sqlx::query(sql::EVENTS_OF.sql)
                    .bind(table.0)
                    .fetch_all(&mut connection)
                    .await?
            }
        };
        sqlx::Connection::close(connection).await?;
        // Who sits there is nobody's question here.
        facts(table, &rows, &Merges::default()).map_err(|error| OpenError::Backend(error.to_string()))
    }

    /// Appends facts and everything that follows from them, all or nothing.
    ///
    /// # Errors
    ///
    /// `Conflict` when the log isn't `expected` long; `Duplicate` when the update was handled before; `Limit` when the
    /// player broke off too many matches; `Backend` when the database fails.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let plan = self.append_plan(append).await?;
        self.write(plan).await.map(|_| ())
    }

    /// Appends to two tables in one transaction: both happen, or neither does.
    ///
    /// # Errors
    ///
    /// Those of `append`, for either of the two.
    pub async fn append_both(&self, one: Append, other: Append) -> Result<(), StoreError> {
        let mut plan = self.append_plan(one).await?;
        plan.join(self.append_plan(other).await?);
        self.write(plan).await.map(|_| ())
    }

    pub(super) async fn append_plan(&self, append: Append) -> Result<Plan, StoreError> {
        let table = append.table.0;
        let count = i64::try_from(append.events.len()).unwrap_or(i64::MAX);
        let version = append.expected.0.saturating_add(count);
        if append.expected.0 < 0 || version == 0 {
            return Err(StoreError::Impossible("a table opens with a fact".to_owned()));
        }
        let mut plan = Plan::default();
        if let Some((platform, key)) = append.inbox {
            plan.require(
                &sql::INBOX_ADD,
                args![platform.code(), key, append.at.0],
                Need::Duplicate,
            );
        }

        let live = &append.live;
        let stage = live.stage.code();
        if append.expected == Version(0) {
            let venue = live.place.venue;
            let venue_id = self.new_id(append.at);
            plan.add(&sql::VENUE_ADD, args![venue_id, venue.platform.code(), venue.chat]);
        }
        for bound in &append.bounds {
            add_bound(&mut plan, live.place, *bound);
        }
        if append.expected == Version(0) {
            let Place { venue, channel } = live.place;
            let row = args![
                table,
                version,
                stage,
                channel,
                append.at.0,
                venue.platform.code(),
                venue.chat
            ];
            plan.require(&sql::TABLE_OPEN, row, Need::Conflict);
        } else {
            plan.require(
                &sql::TABLE_MOVE,
                args![table, append.expected.0, version, stage],
                Need::Conflict,
            );
        }
        for (number, fact) in (append.expected.0 + 1..).zip(&append.events) {
            let body = serde_json::to_string(fact).map_err(|error| {
                StoreError::Impossible(format!("a fact can't be written: {:?} error", error.classify()))
            })?;
            plan.require(&sql::EVENT_ADD, args![table, number, append.at.0, body], Need::Conflict);
        }

        for (seat, player) in (0_i64..).zip(&live.players) {
            let row = args![table, seat, player.0];
            if append.joins.contains(player) {
                plan.require(&sql::SEAT_JOIN, row, Need::Gone);
            } else {
                plan.add(&sql::SEAT_SET, row);
            }
        }
        plan.add(
            &sql::SEATS_BEYOND,
            args![table, i64::try_from(live.players.len()).unwrap_or(i64::MAX)],
        );
        if let Some(code) = &append.invite {
            // Two alike are never given out; should it happen, the later one finds another table id, and another code.
            plan.require(&sql::INVITE_ADD, args![code.as_str(), table], Need::Conflict);
        }
        if live.stage == LiveStage::Over {
            plan.add(&sql::INVITES_END, args![table]);
            plan.add(&sql::TABLE_END, args![table, append.at.0]);
            plan.add(&sql::SEATS_END, args![table]);
        }

        plan.add(&sql::DUE_CLEAR, args![table]);
        for due in &append.due {
            let Due { kind, at, stamp, seat } = *due;
            plan.add(
                &sql::DUE_ADD,
                args![table, kind.code(), i64::from(seat.0), at.0, i64::from(stamp.0)],
            );
        }
        for (number, place) in (0_i64..).zip(&append.mirrors) {
            let Place { venue, channel } = *place;
            let (platform, chat) = (venue.platform.code(), venue.chat);
            plan.add(&sql::VENUE_ADD, args![self.new_id(append.at), platform, chat]);
            plan.add(&sql::MIRROR_ADD, args![table, number, channel, platform, chat]);
        }
        for want in &append.slots {
            add_want(&mut plan, self.new_id(append.at), want, append.at);
            for (number, _) in (0_i64..).zip(&append.mirrors).filter(|_| want.key.reader.is_none()) {
                let (kind, id) = (want.key.kind.code(), self.new_id(append.at));
                let row = args![id, table, kind, want.key.number, want.want, append.at.0, number];
                plan.add(&sql::SLOT_WANT_MIRROR, row);
            }
        }
        if let Some(result) = &append.results {
            // A season that is over by the calendar takes no result that ended after it.
            self.roll_seasons(result.ended).await?;
            let keys = self.keys(result.venue, result.ended).await?;
            self.add_result(&mut plan, result, &keys);
        }
        if let Some(abort) = &append.abort {
            add_abort(&mut plan, append.table, append.at, abort);
        }
        add_bout(&mut plan, &append);
        if append.void {
            add_void(&mut plan, append.table);
        }
        if let Some(deed) = &append.deed {
            add_deed(&mut plan, self.new_id(append.at), deed, None);
        }
        Ok(plan)
    }

    /// Where a table's public messages go today; `None` when there is no such table. Its first fact keeps the place of
    /// the opening, which a chat that got a new id has left.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn place_of(&self, table: TableId) -> Result<Option<Place>, StoreError> {
        let row = sqlx::query(sql::TABLE_PLACE.sql)
            .bind(table.0)
            .fetch_optional(self.readers())
            .await?;
        row.map(|row| {
            let venue = Venue {
                platform: codes::platform(int(&row, 0)?)?,
                chat: int(&row, 1)?,
            };
            Ok(Place {
                venue,
                channel: int(&row, 2)?,
            })
        })
        .transpose()
    }

    /// Where else a table's public messages stand today, by number; see `place_of`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn mirrors_of(&self, table: TableId) -> Result<Vec<Place>, StoreError> {
        let rows = sqlx::query(sql::MIRRORS_OF.sql)
            .bind(table.0)
            .fetch_all(self.readers())
            .await?;
        let place = |row: &SqliteRow| {
            let venue = Venue {
                platform: codes::platform(int(row, 0)?)?,
                chat: int(row, 1)?,
            };
            Ok(Place {
                venue,
                channel: int(row, 2)?,
            })
        };
        rows.iter().map(place).collect()
    }

    /// The open tables that stand in a channel or topic beside their own place, newest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn mirrored_in(&self, place: Place) -> Result<Vec<TableId>, StoreError> {
        let Place { venue, channel } = place;
        let query = sqlx::query(sql::MIRRORED_IN.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(channel);
        table_ids(&query.fetch_all(self.readers()).await?)
    }

    /// Tables that aren't over, newest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn open_tables(&self, of: Of) -> Result<Vec<TableId>, StoreError> {
        let rows = match of {
            Of::Player(player) => sqlx::query(sql::OPEN_OF_PLAYER.sql)
                .bind(player.0)
                .fetch_all(self.readers()),
            Of::Venue(Venue { platform, chat }) => sqlx::query(sql::OPEN_OF_VENUE.sql)
                .bind(platform.code())
                .bind(chat)
                .fetch_all(self.readers()),
            Of::Place(Place {
                venue: Venue { platform, chat },
                channel,
            }) => sqlx::query(sql::OPEN_OF_PLACE.sql)
                .bind(platform.code())
                .bind(chat)
                .bind(channel)
                .fetch_all(self.readers()),
            Of::All => sqlx::query(sql::OPEN_OF_ALL.sql).fetch_all(self.readers()),
        };
        table_ids(&rows.await?)
    }

    /// The tables of a venue whose clock stands still because their place is gone.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn paused_tables(&self, venue: Venue) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query(sql::PAUSED_OF_VENUE.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(DueKind::Abandon.code());
        table_ids(&query.fetch_all(self.readers()).await?)
    }

    /// How many tables aren't over.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn open_count(&self) -> Result<i64, StoreError> {
        int(&sqlx::query(sql::OPEN_COUNT.sql).fetch_one(self.readers()).await?, 0)
    }

    /// The accepted tables that wait for their players to be reached, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn gathering(&self) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query(sql::OPEN_IN_STAGE.sql).bind(LiveStage::Gathering.code());
        table_ids(&query.fetch_all(self.readers()).await?)
    }

    /// The newest tables, those that are over included, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn latest_tables(&self, of: Of, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let limit = i64::from(limit);
        let query = match of {
            Of::Player(player) => sqlx::query(sql::LATEST_OF_PLAYER.sql).bind(player.0),
            Of::Venue(Venue { platform, chat }) => {
                sqlx::query(sql::LATEST_OF_VENUE.sql).bind(platform.code()).bind(chat)
            }
            Of::Place(Place {
                venue: Venue { platform, chat },
                channel,
            }) => sqlx::query(sql::LATEST_OF_PLACE.sql)
                .bind(platform.code())
                .bind(chat)
                .bind(channel),
            Of::All => sqlx::query(sql::LATEST_OF_ALL.sql),
        };
        table_ids(&query.bind(limit).fetch_all(self.readers()).await?)
    }

    /// What is due at `now`, the longest overdue first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn due(&self, now: Millis, limit: u32) -> Result<Vec<DueRow>, StoreError> {
        let query = sqlx::query(sql::DUE_NOW.sql).bind(now.0).bind(i64::from(limit));
        query.fetch_all(self.readers()).await?.iter().map(due_row).collect()
    }

    /// The same without what somebody would lose by where one of these platforms can't be reached.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn due_but(&self, silent: &[Platform], now: Millis, limit: u32) -> Result<Vec<DueRow>, StoreError> {
        if silent.is_empty() {
            return self.due(now, limit).await;
        }
        let mut query = sqlx::query(sql::DUE_HEARD.sql).bind(now.0).bind(i64::from(limit));
        for kind in DueKind::COSTLY {
            query = query.bind(kind.code());
        }
        for place in 0..Platform::ALL.len() {
            query = query.bind(silent.get(place).map_or(0, |platform| platform.code()));
        }
        query.fetch_all(self.readers()).await?.iter().map(due_row).collect()
    }

    /// When the next thing falls due.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query(sql::DUE_NEXT.sql).fetch_one(self.readers()).await?;
        Ok(super::maybe(&row, 0)?.map(Millis))
    }

    /// Drops exactly this row; one that an append has replaced meanwhile stays.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn drop_due(&self, row: &DueRow) -> Result<(), StoreError> {
        let Due { kind, at, stamp, seat } = row.due;
        let args = args![row.table.0, kind.code(), i64::from(seat.0), at.0, i64::from(stamp.0)];
        self.write(Plan::of(&sql::DUE_DROP, args)).await.map(|_| ())
    }

    /// Whether an update was handled.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn seen(&self, platform: Platform, key: i64) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::INBOX_HAS.sql).bind(platform.code()).bind(key);
        Ok(int(&query.fetch_one(self.readers()).await?, 0)? > 0)
    }

    /// Notes an update as handled.
    ///
    /// # Errors
    ///
    /// `Duplicate` when it was handled before; `Backend` when the database fails.
    pub async fn remember(&self, platform: Platform, key: i64, now: Millis) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        plan.require(&sql::INBOX_ADD, args![platform.code(), key, now.0], Need::Duplicate);
        self.write(plan).await.map(|_| ())
    }

    /// Forgets the updates that were handled before a moment, and says how many.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn prune_inbox(&self, before: Millis) -> Result<u64, StoreError> {
        let changes = self.write(Plan::of(&sql::INBOX_PRUNE, args![before.0])).await?;
        Ok(changes.iter().sum())
    }
}

fn table_ids(rows: &[SqliteRow]) -> Result<Vec<TableId>, StoreError> {
    rows.iter().map(|row| Ok(TableId(int(row, 0)?))).collect()
}

fn due_row(row: &SqliteRow) -> Result<DueRow, StoreError> {
    let due = Due {
        kind: codes::due_kind(int(row, 1)?)?,
        seat: Seat(narrow(int(row, 2)?)?),
        at: Millis(int(row, 3)?),
        stamp: Stamp(narrow(int(row, 4)?)?),
    };
    Ok(DueRow {
        table: TableId(int(row, 0)?),
        due,
    })
}

/// A table's facts, oldest first, from their rows.
pub(super) fn facts(
    table: TableId,
    rows: &[SqliteRow],
    merges: &Merges,
) -> Result<Option<Vec<(Millis, Event)>>, StoreError> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut facts = Vec::with_capacity(rows.len());
    for (version, row) in (1..).zip(rows) {
        if int(row, 0)? != version {
            return Err(StoreError::Impossible(format!(
                "the log of table {} lacks fact {version}",
                table.0
            )));
        }
        let body: &str = row.try_get(2)?;
        // The parser's own message could quote a card: only its kind is passed on.
        let fact = serde_json::from_str(&merges.read(body)).map_err(|error| {
            let kind = error.classify();
            StoreError::Impossible(format!(
                "fact {version} of table {} can't be read: {kind:?} error",
                table.0
            ))
        })?;
        facts.push((Millis(int(row, 1)?), fact));
    }
    Ok(Some(facts))
}
