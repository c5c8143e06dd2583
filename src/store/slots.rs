//! Message slots: what must be shown where, and how far a wire has come with it.

use sqlx::sqlite::SqliteRow;

use super::codes::{self, SlotKind};
use super::plan::{Plan, args};
use super::{Store, StoreError, int, maybe, narrow, statements as sql};
use crate::id::{Account, Millis, Platform, PlayerId, TableId};

/// A message slot's number in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub i64);

/// What a message is: one for each table, kind, number and reader in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotKey {
    /// The table.
    pub table: TableId,
    /// What it shows.
    pub kind: SlotKind,
    /// A showdown's hand number, a reminder's or a nudge's call, the seat that asks for a rematch, else 0.
    pub number: i64,
    /// Who reads it; `None`: everybody.
    pub reader: Option<PlayerId>,
    /// The platform.
    pub platform: Platform,
    /// Public: the venue's chat. Private: the reader's user id there.
    pub chat: i64,
    /// Public: the channel or topic inside the chat. Private: 0.
    pub channel: i64,
}

/// A state that a message must come to show. A public one goes to the table's place of today, whatever its key says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// The message.
    pub key: SlotKey,
    /// The table's version that it must show at least.
    pub want: i64,
}

/// A message slot as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number.
    pub id: SlotId,
    /// What it is.
    pub key: SlotKey,
    /// The platform's message id; `None` before the first send.
    pub message: Option<i64>,
    /// The version that it must show.
    pub want: i64,
    /// The version that it shows; -1: none yet.
    pub sent: i64,
    /// When a send was begun whose end isn't known.
    pub attempted: Option<Millis>,
    /// Failures in a row.
    pub fails: u32,
}

impl Store {
    /// The slots of a platform that are behind and may be tried at `now`, the longest waiting first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slots_todo(&self, platform: Platform, now: Millis, limit: u32) -> Result<Vec<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOTS_TODO.sql)
            .bind(platform.code())
            .bind(now.0)
            .bind(i64::from(limit));
        query.fetch_all(self.readers()).await?.iter().map(slot).collect()
    }

    /// When the next slot of a platform that is behind may be tried; parked ones don't count.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn next_slot(&self, platform: Platform) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query(sql::SLOT_NEXT.sql)
            .bind(platform.code())
            .fetch_one(self.readers())
            .await?;
        Ok(maybe(&row, 0)?.map(Millis))
    }

    /// How many slots of a platform are behind and may be tried at `now`, and since how many milliseconds the oldest may.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn waiting(&self, platform: Platform, now: Millis) -> Result<(u64, i64), StoreError> {
        let query = sqlx::query(sql::SLOTS_WAITING.sql).bind(platform.code()).bind(now.0);
        let row = query.fetch_one(self.readers()).await?;
        let since = maybe(&row, 1)?.unwrap_or(now.0);
        Ok((narrow(int(&row, 0)?)?, now.0.saturating_sub(since)))
    }

    /// Notes that a send begins now.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_attempt(&self, slot: SlotId, now: Millis) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_ATTEMPT, args![slot.0, now.0]))
            .await
            .map(|_| ())
    }

    /// Notes that the slot shows `version`, in the message with this id when it is a new one.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_sent(&self, slot: SlotId, version: i64, message: Option<i64>) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_SENT, args![slot.0, version, message]))
            .await
            .map(|_| ())
    }

    /// Puts the next attempt off until a moment and counts a failure.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_retry(&self, slot: SlotId, at: Millis) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_RETRY, args![slot.0, at.0]))
            .await
            .map(|_| ())
    }

    /// Notes that the message no longer exists: the slot is sent anew.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_gone(&self, slot: SlotId) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_GONE, args![slot.0])).await.map(|_| ())
    }

    /// The platform's id of the slot's message.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_message(&self, slot: SlotId) -> Result<Option<i64>, StoreError> {
        let query = sqlx::query(sql::SLOT_MESSAGE.sql).bind(slot.0);
        match query.fetch_optional(self.readers()).await? {
            Some(row) => maybe(&row, 0),
            None => Ok(None),
        }
    }

    /// Notes that the slot has another message now, whose state is to be looked at once more.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_anew(&self, slot: SlotId, message: i64) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_ANEW, args![slot.0, message]))
            .await
            .map(|_| ())
    }

    /// Lets a slot rest until its reader or chat is woken. A private slot whose reader's reach is `Open` doesn't rest,
    /// so that a chat that opens at the same moment isn't missed: note the reader as `Closed` first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_park(&self, slot: SlotId) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOT_PARK, args![slot.0])).await.map(|_| ())
    }

    /// Wakes the resting private slots of an account.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn unpark_player(&self, account: Account, now: Millis) -> Result<(), StoreError> {
        let args = args![account.platform.code(), account.user, now.0];
        self.write(Plan::of(&sql::SLOTS_WAKE_PRIVATE, args)).await.map(|_| ())
    }

    /// Wakes the public slots of a chat that rest or wait for another attempt.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn unpark_chat(&self, platform: Platform, chat: i64, now: Millis) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SLOTS_WAKE_PUBLIC, args![platform.code(), chat, now.0]))
            .await
            .map(|_| ())
    }

    /// Wakes the public slots of a chat, or of one of its channels, that are behind and wait for another attempt. `false`:
    /// there are none, and nothing was written.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn wake_place(
        &self,
        platform: Platform,
        chat: i64,
        channel: Option<i64>,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let waiting = sqlx::query(sql::SLOTS_WAITING_AT.sql)
            .bind(platform.code())
            .bind(now.0)
            .bind(chat)
            .bind(channel);
        if int(&waiting.fetch_one(self.readers()).await?, 0)? == 0 {
            return Ok(false);
        }
        let args = args![platform.code(), now.0, chat, channel];
        self.write(Plan::of(&sql::SLOTS_WAKE_AT, args)).await.map(|_| true)
    }

    /// One slot of a table; `number` as in `SlotKey`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot(
        &self,
        table: TableId,
        kind: SlotKind,
        number: i64,
        reader: Option<PlayerId>,
    ) -> Result<Option<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOT_OF.sql)
            .bind(table.0)
            .bind(kind.code())
            .bind(number)
            .bind(reader_code(reader));
        query
            .fetch_optional(self.readers())
            .await?
            .as_ref()
            .map(slot)
            .transpose()
    }

    /// A slot as it stands now; `None` when it was taken away.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_now(&self, slot: SlotId) -> Result<Option<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOT_BY_ID.sql).bind(slot.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(self::slot).transpose()
    }

    /// One slot of a table in a chat; `number` as in `SlotKey`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_in(
        &self,
        table: TableId,
        kind: SlotKind,
        number: i64,
        reader: Option<PlayerId>,
        (platform, chat): (Platform, i64),
    ) -> Result<Option<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOT_IN.sql)
            .bind(table.0)
            .bind(kind.code())
            .bind(number)
            .bind(reader_code(reader))
            .bind(platform.code())
            .bind(chat);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(self::slot).transpose()
    }

    /// The slot that a message holds.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn slot_by_message(
        &self,
        platform: Platform,
        chat: i64,
        message: i64,
    ) -> Result<Option<Slot>, StoreError> {
        let query = sqlx::query(sql::SLOT_BY_MESSAGE.sql)
            .bind(platform.code())
            .bind(chat)
            .bind(message);
        query
            .fetch_optional(self.readers())
            .await?
            .as_ref()
            .map(slot)
            .transpose()
    }
}

pub(super) fn add_want(plan: &mut Plan, id: i64, want: &Want, at: Millis) {
    let SlotKey {
        table,
        kind,
        number,
        reader,
        platform,
        chat,
        channel,
    } = want.key;
    match reader {
        None => plan.add(
            &sql::SLOT_WANT_PUBLIC,
            args![id, table.0, kind.code(), number, want.want, at.0],
        ),
        Some(reader) => {
            let platform = platform.code();
            let args = args![
                id,
                table.0,
                kind.code(),
                number,
                reader.0,
                platform,
                chat,
                channel,
                want.want,
                at.0
            ];
            plan.add(&sql::SLOT_WANT_PRIVATE, args)
        }
    };
}

fn reader_code(reader: Option<PlayerId>) -> i64 {
    reader.map_or(0, |reader| reader.0)
}

pub(super) fn slot(row: &SqliteRow) -> Result<Slot, StoreError> {
    let reader = int(row, 4)?;
    let key = SlotKey {
        table: TableId(int(row, 1)?),
        kind: SlotKind::from_code(int(row, 2)?)?,
        number: int(row, 3)?,
        reader: (reader != 0).then_some(PlayerId(reader)),
        platform: codes::platform(int(row, 5)?)?,
        chat: int(row, 6)?,
        channel: int(row, 7)?,
    };
    Ok(Slot {
        id: SlotId(int(row, 0)?),
        key,
        message: maybe(row, 8)?,
        want: int(row, 9)?,
        sent: int(row, 10)?,
        attempted: maybe(row, 11)?.map(Millis),
        fails: narrow(int(row, 12)?)?,
    })
}
