//! The log of each event, the rows that find events, and what falls due in them.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::codes::{self, SlotKind};
use super::laurels::TeamPlace;
use super::log::Append;
use super::merges::Merges;
use super::moderation::{Deed, add_deed};
use super::plan::{Need, Plan, args};
use super::purse::add_bookings;
use super::sifted::sifted;
use super::{Sifted, Store, StoreError, Unread, int, maybe, statements as sql, text};
use crate::contest::{Booking, Due, DueKind, Fact, PairingId, Status};
use crate::id::{EventId, Millis, Place, Platform, PlayerId, TableId, Venue, Version};

/// One change of an event: everything that it writes, in one transaction.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The event.
    pub event: EventId,
    /// The length of the log that the decision rests on; 0 opens the event.
    pub expected: Version,
    /// When the facts happened.
    pub at: Millis,
    /// The facts, in order.
    pub facts: Vec<Fact>,
    /// The event's row for look-ups. The place counts at the opening only.
    pub row: EventRow,
    /// Everybody who has to do with the event, and whether they take part or wait in it while it is not over.
    pub people: Vec<(PlayerId, bool)>,
    /// Who comes in by this change: nobody whose data was deleted may.
    pub joins: Vec<PlayerId>,
    /// Everything that follows from the log and falls due from now on; replaces what was there.
    pub due: Vec<Due>,
    /// What is to be done at once, beside that.
    pub errands: Vec<Errand>,
    /// What this change has done.
    pub done: Vec<EventDue>,
    /// The messages that must show it: what, its number, and the event's version that it must show at least.
    pub slots: Vec<(SlotKind, i64, i64)>,
    /// A further place where the event's messages stand from now on.
    pub shown_in: Option<Place>,
    /// A further place where they stand no more: what stands there already comes to say so.
    pub hidden_in: Option<Venue>,
    /// At its opening: how many events may be open in the venue with it.
    pub most: u32,
    /// Whether it is called off because its place did not come back: nothing more is opened there by the calendar.
    pub lost: bool,
    /// What a moderator did by it, to be kept for ever.
    pub deed: Option<Deed>,
    /// The platform's number of the update behind it, to refuse it a second time.
    pub inbox: Option<(Platform, i64)>,
    /// Who came off best, where the event is over by it, with the place.
    pub winners: Vec<(PlayerId, u32)>,
    /// How the teams came off, where the event is over by it and teams play.
    pub team_places: Vec<TeamPlace>,
    /// The play points that it moves.
    pub points: Vec<Booking>,
}

/// An event as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Which.
    pub id: EventId,
    /// What it is called.
    pub title: String,
    /// How far it is.
    pub status: Status,
    /// When it begins or was to begin, where that is known.
    pub starts: Option<Millis>,
    /// Its own place.
    pub place: Place,
}

/// Something that is to be done once, at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Errand {
    /// Both came to this match: it gets its table.
    Seat(PairingId),
    /// This table of the event ended, or its result was voided.
    Told(TableId),
    /// The table of this match has nothing to be played for any more, or one of the two is out of the event.
    Close(PairingId),
}

/// What falls due in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// What follows from its log.
    Due(DueKind),
    /// An errand.
    Errand(Errand),
}

/// Something that falls due, with its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventDue {
    /// The event.
    pub event: EventId,
    /// What.
    pub task: Task,
    /// When.
    pub at: Millis,
}

impl Errand {
    /// The kind as the store keeps it: a number for the kind, and what it is about.
    #[must_use]
    pub fn code(self) -> (i64, i64) {
        match self {
            Errand::Seat(pairing) => (10, i64::from(pairing.0)),
            Errand::Told(table) => (11, table.0),
            Errand::Close(pairing) => (12, i64::from(pairing.0)),
        }
    }
}

impl Task {
    /// Whether somebody loses by it what they could have kept, had they been able to reach the bot.
    #[must_use]
    pub fn costs(self) -> bool {
        match self {
            Task::Due(DueKind::Start | DueKind::NoShow(_) | DueKind::Unfinished(_) | DueKind::Lapse) => true,
            Task::Due(DueKind::CheckIn | DueKind::Remind(_) | DueKind::Next { .. }) | Task::Errand(_) => false,
        }
    }

    fn code(self) -> (i64, i64) {
        match self {
            Task::Due(kind) => kind.code(),
            Task::Errand(errand) => errand.code(),
        }
    }

    fn from_code(code: (i64, i64)) -> Option<Task> {
        let pairing = || u32::try_from(code.1).ok().map(PairingId);
        Some(match code.0 {
            10 => Task::Errand(Errand::Seat(pairing()?)),
            11 => Task::Errand(Errand::Told(TableId(code.1))),
            12 => Task::Errand(Errand::Close(pairing()?)),
            _ => Task::Due(DueKind::from_code(code)?),
        })
    }
}

impl Store {
    /// An event's facts with their times, oldest first; the length is the version. `None` when there is no such event.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails; `Impossible` when the log has a gap or a fact that can't be read.
    pub async fn event_facts(&self, event: EventId) -> Result<Option<Vec<(Millis, Fact)>>, StoreError> {
        let query = sqlx::query(sql::FACTS_OF.sql).bind(event.0);
        contest_facts(event, &query.fetch_all(self.readers()).await?, &self.merges())
    }

    /// Appends facts to an event and everything that follows from them, all or nothing.
    ///
    /// # Errors
    ///
    /// `Conflict` when the log isn't `expected` long, or somebody who comes in is in already; `Duplicate` when the update was handled before; `Gone` when
    /// somebody who comes in has had their data deleted; `Limit` when as many events are open in the venue as may be; `Poor` when
    /// somebody has less than the fee; `Backend` when the database fails.
    pub async fn write_event(&self, chapter: Chapter) -> Result<(), StoreError> {
        let plan = self.chapter_plan(chapter).await?;
        self.write(plan).await.map(|_| ())
    }

    /// The same, together with what it opens or changes at a table: both happen, or neither does.
    ///
    /// # Errors
    ///
    /// Those of `write_event` and of `append`.
    pub async fn write_event_and_table(&self, chapter: Chapter, append: Append) -> Result<(), StoreError> {
        let mut plan = self.chapter_plan(chapter).await?;
        plan.join(self.append_plan(append).await?);
        self.write(plan).await.map(|_| ())
    }

    pub(super) async fn chapter_plan(&self, chapter: Chapter) -> Result<Plan, StoreError> {
        let event = chapter.event.0;
        let count = i64::try_from(chapter.facts.len()).unwrap_or(i64::MAX);
        let version = chapter.expected.0.saturating_add(count);
        if chapter.expected.0 < 0 || version == 0 {
            return Err(StoreError::Impossible("an event opens with a fact".to_owned()));
        }
        let mut plan = Plan::default();
        if let Some((platform, key)) = chapter.inbox {
            let row = args![platform.code(), key, chapter.at.0];
            plan.require(&sql::INBOX_ADD, row, Need::Duplicate);
        }
        let EventRow {
            title,
            status,
            starts,
            place: Place { venue, channel },
            ..
        } = &chapter.row;
        let (platform, chat, status) = (venue.platform.code(), venue.chat, status_code(*status));
        let starts = starts.map(|at| at.0);
        if chapter.expected == Version(0) {
            plan.add(&sql::VENUE_ADD, args![self.new_id(chapter.at), platform, chat]);
            let room = args![platform, chat, i64::from(chapter.most)];
            plan.require(&sql::CONTESTS_ROOM, room, Need::Limit);
            let row = args![
                event,
                version,
                status,
                *channel,
                title.as_str(),
                starts,
                chapter.at.0,
                platform,
                chat
            ];
            plan.require(&sql::CONTEST_OPEN, row, Need::Conflict);
        } else {
            let row = args![event, chapter.expected.0, version, status, starts];
            plan.require(&sql::CONTEST_MOVE, row, Need::Conflict);
        }
        for (number, fact) in (chapter.expected.0 + 1..).zip(&chapter.facts) {
            let body = written(fact)?;
            plan.require(&sql::FACT_ADD, args![event, number, chapter.at.0, body], Need::Conflict);
        }
        if chapter.row.is_over() {
            plan.add(&sql::CONTEST_END, args![event, chapter.at.0]);
            if chapter.lost {
                plan.add(&sql::SCHEDULES_LOST, args![event, *channel]);
            }
        }
        for (player, open) in &chapter.people {
            if chapter.joins.contains(player) {
                plan.require(&sql::ENTRANT_JOIN, args![event, player.0], Need::Gone);
                plan.require(&sql::ENTRANT_COME, args![event, player.0], Need::Conflict);
            } else {
                plan.add(&sql::ENTRANT_SET, args![event, player.0, i64::from(*open)]);
            }
        }
        plan.add(&sql::CONTEST_DUE_CLEAR, args![event]);
        for due in &chapter.due {
            let (kind, about) = due.kind.code();
            plan.add(&sql::CONTEST_DUE_ADD, args![event, kind, about, due.at.0]);
        }
        for done in &chapter.done {
            plan.add(&sql::CONTEST_DUE_DROP, drop_args(done));
        }
        for errand in &chapter.errands {
            add_errand(&mut plan, chapter.event, *errand, chapter.at);
        }
        if let Some(Place { venue, channel }) = chapter.shown_in {
            let (platform, chat) = (venue.platform.code(), venue.chat);
            plan.add(&sql::VENUE_ADD, args![self.new_id(chapter.at), platform, chat]);
            plan.add(&sql::EVENT_PLACE_ADD, args![event, channel, platform, chat]);
        }
        if let Some(venue) = chapter.hidden_in {
            let (platform, chat) = (venue.platform.code(), venue.chat);
            plan.add(&sql::EVENT_PLACE_DROP, args![event, platform, chat]);
            plan.add(&sql::EVENT_SLOTS_AWAY, args![event, platform, chat, chapter.at.0]);
        }
        for (kind, number, want) in &chapter.slots {
            // As many numbers as there may be places: each message has its own.
            let first = self.new_ids(chapter.at, 1 + PLACES_MAX);
            let row = args![first, event, kind.code(), *number, *want, chapter.at.0];
            plan.add(&sql::SLOT_WANT_EVENT, row);
        }
        if let Some(deed) = &chapter.deed {
            add_deed(&mut plan, self.new_id(chapter.at), deed, None);
        }
        add_bookings(&mut plan, &chapter, version);
        plan.join(self.laurels(&chapter).await?);
        Ok(plan)
    }

    /// Where an event's own messages go today; `None` when there is no such event.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn event_place(&self, event: EventId) -> Result<Option<Place>, StoreError> {
        let query = sqlx::query(sql::CONTEST_PLACE.sql).bind(event.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| place(&row, 0)).transpose()
    }

    /// The further places where an event's messages stand.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn event_places(&self, event: EventId) -> Result<Vec<Place>, StoreError> {
        let query = sqlx::query(sql::EVENT_PLACES.sql).bind(event.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| place(row, 0)).collect()
    }

    /// The events of a venue and those that are shown in it, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn events_in(&self, venue: Venue, open_only: bool, limit: u32) -> Result<Sifted<EventRow>, StoreError> {
        let (platform, chat) = (venue.platform.code(), venue.chat);
        let own = if open_only {
            &sql::CONTESTS_OPEN_IN
        } else {
            &sql::CONTESTS_IN
        };
        let mut rows = Vec::new();
        for statement in [own, &sql::CONTESTS_SHOWN_IN] {
            let query = sqlx::query(statement.sql)
                .bind(platform)
                .bind(chat)
                .bind(i64::from(limit));
            rows.extend(query.fetch_all(self.readers()).await?);
        }
        let mut found = sifted(&rows, event_row, |row| Ok(Unread::Row(EventId(int(row, 0)?))))?;
        found.rows.retain(|row| !open_only || !row.is_over());
        found.rows.sort_by_key(|row| std::cmp::Reverse(row.id));
        found.rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    /// The events that a player takes part in or waits for, newest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn events_of(&self, player: PlayerId) -> Result<Vec<EventId>, StoreError> {
        let query = sqlx::query(sql::CONTESTS_OF_PLAYER.sql).bind(player.0);
        event_ids(&query.fetch_all(self.readers()).await?)
    }

    /// Every event that a player has or had to do with, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn events_ever(&self, player: PlayerId) -> Result<Vec<EventId>, StoreError> {
        let query = sqlx::query(sql::CONTESTS_EVER.sql).bind(player.0);
        event_ids(&query.fetch_all(self.readers()).await?)
    }

    /// Every event that is not over, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn open_events(&self) -> Result<Vec<EventId>, StoreError> {
        event_ids(&sqlx::query(sql::CONTESTS_OPEN.sql).fetch_all(self.readers()).await?)
    }

    /// The match of an event that a table is or was.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn bout_of(&self, table: TableId) -> Result<Option<(EventId, PairingId)>, StoreError> {
        let query = sqlx::query(sql::BOUT_OF.sql).bind(table.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| Ok((EventId(int(&row, 0)?), PairingId(super::narrow(int(&row, 1)?)?))))
            .transpose()
    }

    /// What is due in events at `now`, the longest overdue first, without what somebody would lose by where one of these
    /// platforms can't be reached.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn event_dues(
        &self,
        silent: &[Platform],
        now: Millis,
        limit: u32,
    ) -> Result<Sifted<EventDue>, StoreError> {
        let mut query = sqlx::query(sql::CONTEST_DUE_NOW.sql).bind(now.0).bind(i64::from(limit));
        for at in 0..Platform::ALL.len() {
            query = query.bind(silent.get(at).map_or(0, |platform| platform.code()));
        }
        sifted(&query.fetch_all(self.readers()).await?, event_due, unread_due)
    }

    /// When the next thing falls due in an event, a schedule or the queue for quick matches.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn next_event_due(&self) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query(sql::CONTEST_DUE_NEXT.sql).fetch_one(self.readers()).await?;
        Ok(maybe(&row, 0)?.map(Millis))
    }

    /// Drops exactly this row.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn drop_event_due(&self, due: &EventDue) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::CONTEST_DUE_DROP, drop_args(due)))
            .await
            .map(|_| ())
    }

    /// Notes errands of an event that were lost, and what else falls due in it where that is in no list yet.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn add_errands(
        &self,
        event: EventId,
        errands: &[Errand],
        due: Option<Due>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        if let Some(due) = due {
            let (kind, about) = due.kind.code();
            plan.add(&sql::CONTEST_DUE_ADD, args![event.0, kind, about, due.at.0]);
        }
        for errand in errands {
            add_errand(&mut plan, event, *errand, at);
        }
        self.write(plan).await.map(|_| ())
    }
}

/// In how many places beside its own an event's messages may stand (ours).
pub const PLACES_MAX: i64 = 9;

/// What a table that is an event's match writes beside the rest: which match it is, and, when it ended or was voided, that
/// the event is to be told.
pub(super) fn add_bout(plan: &mut Plan, append: &Append) {
    let Some((event, pairing)) = append.bout else { return };
    let table = append.table;
    if append.expected == Version(0) {
        plan.add(&sql::BOUT_ADD, args![table.0, event.0, i64::from(pairing.0)]);
    }
    if append.tells {
        add_errand(plan, event, Errand::Told(table), append.at);
    }
}

/// What is to be done at once. Where the same is to be done already its moment changes: whoever does that now, from what it
/// read before this write, strikes off another moment than the one that stands there then, and does it once more.
fn add_errand(plan: &mut Plan, event: EventId, errand: Errand, at: Millis) {
    let (kind, about) = errand.code();
    plan.add(&sql::CONTEST_ERRAND_ADD, args![event.0, kind, about, at.0]);
}

pub(super) fn status_code(status: Status) -> i64 {
    match status {
        Status::Open => 1,
        Status::Running => 2,
        Status::Finished => 3,
        Status::Cancelled => 4,
    }
}

fn status(code: i64) -> Result<Status, StoreError> {
    [Status::Open, Status::Running, Status::Finished, Status::Cancelled]
        .into_iter()
        .find(|status| status_code(*status) == code)
        .ok_or_else(|| StoreError::Impossible(format!("an event's status {code} is unknown")))
}

impl EventRow {
    /// Whether it was played to its end or called off.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Finished | Status::Cancelled)
    }
}

pub(super) fn written(fact: &Fact) -> Result<String, StoreError> {
    serde_json::to_string(fact)
        .map_err(|error| StoreError::Impossible(format!("a fact can't be written: {:?} error", error.classify())))
}

fn drop_args(due: &EventDue) -> Vec<super::plan::Arg> {
    let (kind, about) = due.task.code();
    args![due.event.0, kind, about, due.at.0]
}

fn event_ids(rows: &[SqliteRow]) -> Result<Vec<EventId>, StoreError> {
    rows.iter().map(|row| Ok(EventId(int(row, 0)?))).collect()
}

pub(super) fn place(row: &SqliteRow, first: usize) -> Result<Place, StoreError> {
    let venue = Venue {
        platform: codes::platform(int(row, first)?)?,
        chat: int(row, first + 1)?,
    };
    Ok(Place {
        venue,
        channel: int(row, first + 2)?,
    })
}

fn event_row(row: &SqliteRow) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        id: EventId(int(row, 0)?),
        title: text(row, 1)?,
        status: status(int(row, 2)?)?,
        starts: maybe(row, 3)?.map(Millis),
        place: place(row, 4)?,
    })
}

/// Which row of what falls due cannot be read.
pub(super) fn unread_due(row: &SqliteRow) -> Result<Unread, StoreError> {
    Ok(Unread::Due {
        event: EventId(int(row, 0)?),
        kind: int(row, 1)?,
        about: int(row, 2)?,
    })
}

pub(super) fn event_due(row: &SqliteRow) -> Result<EventDue, StoreError> {
    let code = (int(row, 1)?, int(row, 2)?);
    let unknown = || StoreError::Impossible(format!("kind {} of an event's dues is unknown", code.0));
    Ok(EventDue {
        event: EventId(int(row, 0)?),
        task: Task::from_code(code).ok_or_else(unknown)?,
        at: Millis(int(row, 3)?),
    })
}

/// An event's facts, oldest first, from their rows.
pub(super) fn contest_facts(
    event: EventId,
    rows: &[SqliteRow],
    merges: &Merges,
) -> Result<Option<Vec<(Millis, Fact)>>, StoreError> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut facts = Vec::with_capacity(rows.len());
    for (version, row) in (1..).zip(rows) {
        if int(row, 0)? != version {
            let text = format!("the log of event {} lacks fact {version}", event.0);
            return Err(StoreError::Impossible(text));
        }
        let body: &str = row
            .try_get(2)
            .map_err(|_| StoreError::Impossible(format!("fact {version} of event {} is no text", event.0)))?;
        let fact = serde_json::from_str(&merges.read(body)).map_err(|error| {
            let kind = error.classify();
            StoreError::Impossible(format!(
                "fact {version} of event {} can't be read: {kind:?} error",
                event.0
            ))
        })?;
        facts.push((Millis(int(row, 1)?), fact));
    }
    Ok(Some(facts))
}
