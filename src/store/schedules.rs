//! Events that are opened by the clock, and who waits for a quick match.

use sqlx::sqlite::SqliteRow;

use super::contests::{Chapter, place};
use super::log::Append;
use super::moderation::{Deed, add_deed};
use super::plan::{Need, Plan, args};
use super::sifted::sifted;
use super::{Sifted, Store, StoreError, Unread, int, narrow, statements as sql, text};
use crate::contest::Format;
use crate::id::{Millis, Place, Platform, PlayerId, Venue};

/// Events of one kind that are opened by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleRow {
    /// Its number.
    pub id: i64,
    /// Where the events are opened.
    pub place: Place,
    /// In whose name.
    pub by: PlayerId,
    /// The name of the template that it was made from.
    pub template: String,
    /// What is opened: the template as it was then.
    pub format: Format,
    /// When, as a cron expression.
    pub cron: String,
    /// The time zone that this is meant in, by its name in the database of zones.
    pub zone: String,
    /// How many minutes before that moment the event is opened.
    pub ahead: u32,
    /// The next moment.
    pub next: Millis,
    /// When the event for it is opened.
    pub opens: Millis,
}

/// Somebody who waits for a quick match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickSeat {
    /// Who.
    pub player: PlayerId,
    /// Where they asked for it.
    pub place: Place,
    /// What they want to play, written out in full.
    pub terms: String,
    /// Since when.
    pub at: Millis,
    /// Until when.
    pub until: Millis,
}

impl Store {
    /// Adds a schedule, keeps who did and gives its number; `most` is how many a venue may have.
    ///
    /// # Errors
    ///
    /// `Limit` when the venue has as many already; `Gone` when the data of whoever adds it was deleted; `Backend` when the
    /// database fails.
    pub async fn add_schedule(&self, row: &ScheduleRow, most: u32, deed: &Deed) -> Result<i64, StoreError> {
        let Place { venue, channel } = row.place;
        let mut plan = self.venue_plan(venue);
        let room = args![venue.platform.code(), venue.chat, i64::from(most)];
        plan.require(&sql::SCHEDULES_ROOM, room, Need::Limit);
        let id = self.new_id(deed.at);
        let format = serde_json::to_string(&row.format)
            .map_err(|_| StoreError::Impossible("a format can't be written".to_owned()))?;
        let row = args![
            id,
            channel,
            row.by.0,
            row.template.as_str(),
            format,
            row.cron.as_str(),
            row.zone.as_str(),
            i64::from(row.ahead),
            row.next.0,
            row.opens.0,
            venue.platform.code(),
            venue.chat
        ];
        plan.require(&sql::SCHEDULE_ADD, row, Need::Gone);
        add_deed(&mut plan, self.new_id(deed.at), deed, None);
        self.write(plan).await.map(|_| id)
    }

    /// Removes a schedule of the deed's venue and keeps the deed, both or neither; `false` when there is none with this number,
    /// and nothing is kept then.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn remove_schedule(&self, id: i64, deed: &Deed) -> Result<bool, StoreError> {
        let mut plan = Plan::default();
        let args = args![deed.venue.platform.code(), deed.venue.chat, id];
        let done = plan.add(&sql::SCHEDULE_OFF, args);
        add_deed(&mut plan, self.new_id(deed.at), deed, Some(done));
        let changes = self.write(plan).await?;
        Ok(changes.get(done).is_some_and(|rows| *rows > 0))
    }

    /// The schedule with this number, wherever it belongs.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn schedule(&self, id: i64) -> Result<Option<ScheduleRow>, StoreError> {
        let query = sqlx::query(sql::SCHEDULE.sql).bind(id);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(schedule).transpose()
    }

    /// The schedules of a venue, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn schedules(&self, venue: Venue) -> Result<Sifted<ScheduleRow>, StoreError> {
        let query = sqlx::query(sql::SCHEDULES_OF.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        schedules(&query.fetch_all(self.readers()).await?)
    }

    /// The schedules in a player's name, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn schedules_by(&self, player: PlayerId) -> Result<Sifted<ScheduleRow>, StoreError> {
        let query = sqlx::query(sql::SCHEDULES_BY.sql).bind(player.0);
        schedules(&query.fetch_all(self.readers()).await?)
    }

    /// The schedules whose next event is to be opened by now, the longest overdue first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn schedules_due(&self, now: Millis, limit: u32) -> Result<Sifted<ScheduleRow>, StoreError> {
        let query = sqlx::query(sql::SCHEDULES_DUE.sql).bind(now.0).bind(i64::from(limit));
        schedules(&query.fetch_all(self.readers()).await?)
    }

    /// Moves a schedule from the moment `due` on to its next one, together with the event that is opened for it.
    ///
    /// # Errors
    ///
    /// `Conflict` when somebody else did so, when the schedule is gone, or when the event's id is taken; `Limit` when as many
    /// events are open in the venue as may be; `Backend` when the database fails.
    pub async fn run_schedule(
        &self,
        row: &ScheduleRow,
        next: Option<(Millis, Millis)>,
        opened: Option<Chapter>,
    ) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        match next {
            Some((next, opens)) => plan.require(
                &sql::SCHEDULE_MOVE,
                args![row.id, row.next.0, next.0, opens.0],
                Need::Conflict,
            ),
            // It never comes again.
            None => plan.require(&sql::SCHEDULE_END, args![row.id, row.next.0], Need::Conflict),
        };
        if let Some(chapter) = opened {
            plan.join(self.chapter_plan(chapter).await?);
        }
        self.write(plan).await.map(|_| ())
    }

    /// Who waits for a quick match in a venue, the longest waiting first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn quick_seats(&self, venue: Venue, now: Millis) -> Result<Vec<QuickSeat>, StoreError> {
        let query = sqlx::query(sql::QUICK_IN.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(now.0);
        query.fetch_all(self.readers()).await?.iter().map(quick_seat).collect()
    }

    /// Where a player waits for a quick match.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn quick_of(&self, player: PlayerId, now: Millis) -> Result<Vec<QuickSeat>, StoreError> {
        let query = sqlx::query(sql::QUICK_OF.sql).bind(player.0).bind(now.0);
        query.fetch_all(self.readers()).await?.iter().map(quick_seat).collect()
    }

    /// Lets a player wait for a quick match, with a fresh timer; who waits in this venue already waits anew. Of two who come
    /// at the same moment one waits: `passed` are those who wait for the same and can't be played with.
    ///
    /// # Errors
    ///
    /// `Conflict` when somebody else waits there for the same; `Duplicate` when the update was handled before; `Gone` when
    /// the player's data was deleted; `Backend` when the database fails.
    pub async fn wait_quick(
        &self,
        seat: &QuickSeat,
        passed: &[QuickSeat],
        inbox: Option<(Platform, i64)>,
    ) -> Result<(), StoreError> {
        let Place { venue, channel } = seat.place;
        let mut plan = Plan::default();
        if let Some((platform, key)) = inbox {
            plan.require(&sql::INBOX_ADD, args![platform.code(), key, seat.at.0], Need::Duplicate);
        }
        plan.join(self.venue_plan(venue));
        let passed: String = passed
            .iter()
            .map(|seat| format!("|{}:{}|", seat.player.0, seat.at.0))
            .collect();
        let row = args![
            venue.platform.code(),
            venue.chat,
            seat.player.0,
            seat.terms.as_str(),
            seat.at.0,
            passed
        ];
        plan.require(&sql::QUICK_FIRST, row, Need::Conflict);
        let row = args![
            venue.platform.code(),
            venue.chat,
            seat.player.0,
            channel,
            seat.terms.as_str(),
            seat.at.0,
            seat.until.0
        ];
        plan.require(&sql::QUICK_ADD, row, Need::Gone);
        self.write(plan).await.map(|_| ())
    }

    /// Takes a waiting player, and the one who plays with them, out of every queue and opens their match: all or nothing.
    ///
    /// # Errors
    ///
    /// `Conflict` when that player does not wait there any more; those of `append`.
    pub async fn match_quick(&self, seat: &QuickSeat, other: PlayerId, append: Append) -> Result<(), StoreError> {
        let venue = seat.place.venue;
        let mut plan = Plan::default();
        let row = args![venue.platform.code(), venue.chat, seat.player.0, seat.at.0];
        plan.require(&sql::QUICK_TAKE, row, Need::Conflict);
        for player in [seat.player, other] {
            plan.add(&sql::QUICK_DROP, args![player.0]);
        }
        plan.join(self.append_plan(append).await?);
        self.write(plan).await.map(|_| ())
    }

    /// Lets a player wait nowhere any more; `false` when they did not.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn leave_quick(&self, player: PlayerId) -> Result<bool, StoreError> {
        let changes = self.write(Plan::of(&sql::QUICK_DROP, args![player.0])).await?;
        Ok(changes.iter().any(|rows| *rows > 0))
    }

    /// Lets a player wait in this venue no more.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn leave_quick_in(&self, player: PlayerId, venue: Venue) -> Result<(), StoreError> {
        let args = args![venue.platform.code(), venue.chat, player.0];
        self.write(Plan::of(&sql::QUICK_LEFT, args)).await.map(|_| ())
    }

    /// Lets nobody wait any more in a venue, or in one channel of it, that is gone.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn close_quick(&self, venue: Venue, channel: Option<i64>) -> Result<(), StoreError> {
        let args = args![venue.platform.code(), venue.chat, channel];
        self.write(Plan::of(&sql::QUICK_CLOSE, args)).await.map(|_| ())
    }

    /// Forgets who has waited for a quick match in vain, if anybody has; says how many.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn expire_quick(&self, now: Millis) -> Result<u64, StoreError> {
        let row = sqlx::query(sql::QUICK_EXPIRED.sql)
            .bind(now.0)
            .fetch_one(self.readers())
            .await?;
        if int(&row, 0)? == 0 {
            return Ok(0);
        }
        Ok(self
            .write(Plan::of(&sql::QUICK_EXPIRE, args![now.0]))
            .await?
            .iter()
            .sum())
    }
}

/// Each of these rows.
pub(super) fn schedules(rows: &[SqliteRow]) -> Result<Sifted<ScheduleRow>, StoreError> {
    sifted(rows, schedule, |row| Ok(Unread::Schedule(int(row, 0)?)))
}

fn schedule(row: &SqliteRow) -> Result<ScheduleRow, StoreError> {
    let format = text(row, 6)?;
    Ok(ScheduleRow {
        id: int(row, 0)?,
        place: place(row, 1)?,
        by: PlayerId(int(row, 4)?),
        template: text(row, 5)?,
        format: serde_json::from_str(&format)
            .map_err(|_| StoreError::Impossible("a schedule's format can't be read".to_owned()))?,
        cron: text(row, 7)?,
        zone: text(row, 8)?,
        ahead: narrow(int(row, 9)?)?,
        next: Millis(int(row, 10)?),
        opens: Millis(int(row, 11)?),
    })
}

fn quick_seat(row: &SqliteRow) -> Result<QuickSeat, StoreError> {
    Ok(QuickSeat {
        player: PlayerId(int(row, 0)?),
        place: place(row, 1)?,
        terms: text(row, 4)?,
        at: Millis(int(row, 5)?),
        until: Millis(int(row, 6)?),
    })
}
