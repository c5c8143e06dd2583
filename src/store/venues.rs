//! Venues, their settings, and chats that get a new id.

use super::codes;
use super::plan::{Plan, args};
use super::{Store, StoreError, maybe, statements as sql, sums, text};
use crate::id::{Account, Lang, Millis, Venue};

impl Store {
    /// Notes a venue's name and the language that its platform suggests for it; writes only when something is new.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn note_venue(
        &self,
        venue: Venue,
        name: Option<&str>,
        suggested: Option<Lang>,
    ) -> Result<(), StoreError> {
        let known = self.venue(venue).await?;
        if known.is_some_and(|known| {
            (name.is_none() || known.name.as_deref() == name) && (suggested.is_none() || known.suggested == suggested)
        }) {
            return Ok(());
        }
        let (platform, chat) = (venue.platform.code(), venue.chat);
        let mut plan = self.venue_plan(venue);
        plan.add(
            &sql::VENUE_NOTE,
            args![platform, chat, name, suggested.map(codes::lang_code)],
        );
        self.write(plan).await.map(|_| ())
    }

    /// The name that a venue showed last.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn venue_name(&self, venue: Venue) -> Result<Option<String>, StoreError> {
        Ok(self.venue(venue).await?.and_then(|known| known.name))
    }

    /// The language of a venue's public posts: the one that was set, else the one suggested.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn venue_lang(&self, venue: Venue) -> Result<Option<Lang>, StoreError> {
        Ok(self
            .venue(venue)
            .await?
            .and_then(|known| known.lang.or(known.suggested)))
    }

    /// Sets the language of a venue's public posts.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_venue_lang(&self, venue: Venue, lang: Lang) -> Result<(), StoreError> {
        let mut plan = self.venue_plan(venue);
        plan.add(
            &sql::VENUE_LANG,
            args![venue.platform.code(), venue.chat, codes::lang_code(lang)],
        );
        self.write(plan).await.map(|_| ())
    }

    /// A setting of one venue; `None` while nobody has set it there.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn venue_setting(&self, venue: Venue, key: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(sql::VENUE_SETTING.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(key)
            .fetch_optional(self.readers())
            .await?;
        row.map(|row| text(&row, 0)).transpose()
    }

    /// Sets a setting of one venue, or with `None` forgets it.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_venue_setting(&self, venue: Venue, key: &str, value: Option<&str>) -> Result<(), StoreError> {
        let mut plan = self.venue_plan(venue);
        let (platform, chat) = (venue.platform.code(), venue.chat);
        match value {
            Some(value) => plan.add(&sql::VENUE_SETTING_SET, args![platform, chat, key, value]),
            None => plan.add(&sql::VENUE_SETTING_OFF, args![platform, chat, key]),
        };
        self.write(plan).await.map(|_| ())
    }

    /// A setting of the whole program.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(sql::SETTING.sql)
            .bind(key)
            .fetch_optional(self.readers())
            .await?;
        row.map(|row| text(&row, 0)).transpose()
    }

    /// Sets a setting of the whole program.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn set_setting(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(Plan::of(&sql::SETTING_SET, args![key, value]))
            .await
            .map(|_| ())
    }

    /// Notes that whoever has this account is no member of a venue any more, or is one again; writes only when something is
    /// new.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn note_member(
        &self,
        venue: Venue,
        account: Account,
        member: bool,
        at: Millis,
    ) -> Result<(), StoreError> {
        let (platform, chat) = (venue.platform.code(), venue.chat);
        let (on, user) = (account.platform.code(), account.user);
        let known = sqlx::query(sums::ABSENT_HAS.sql)
            .bind(platform)
            .bind(chat)
            .bind(on)
            .bind(user);
        let absent = super::int(&known.fetch_one(self.readers()).await?, 0)? > 0;
        let plan = match (absent, member) {
            (true, true) => Plan::of(&sums::ABSENT_OFF, args![platform, chat, on, user]),
            (false, false) => Plan::of(&sums::ABSENT_ADD, args![platform, chat, on, user, at.0]),
            _ => return Ok(()),
        };
        self.write(plan).await.map(|_| ())
    }

    pub(super) fn venue_plan(&self, venue: Venue) -> Plan {
        Plan::of(
            &sql::VENUE_ADD,
            args![self.new_id(Millis(0)), venue.platform.code(), venue.chat],
        )
    }

    async fn venue(&self, venue: Venue) -> Result<Option<VenueRow>, StoreError> {
        let read = self.read_venue(venue);
        self.kept(|memos| &memos.venues, venue, read).await
    }

    async fn read_venue(&self, venue: Venue) -> Result<Option<VenueRow>, StoreError> {
        let query = sqlx::query(sql::VENUE.sql).bind(venue.platform.code()).bind(venue.chat);
        let Some(row) = query.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        let name = sqlx::Row::try_get(&row, 1)?;
        Ok(Some(VenueRow {
            name,
            lang: codes::lang(maybe(&row, 2)?),
            suggested: codes::lang(maybe(&row, 3)?),
        }))
    }
}

/// A chat as the store knows it.
#[derive(Clone)]
pub(super) struct VenueRow {
    name: Option<String>,
    lang: Option<Lang>,
    suggested: Option<Lang>,
}
