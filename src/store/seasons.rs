//! Seasons of a venue.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::codes::{self, Calendar, SlotKind};
use super::moderation::{Deed, add_deed};
use super::plan::{Need, Plan, args};
use super::{Store, StoreError, civil, int, maybe, narrow, statements as sql, sums};
use crate::contest::Rating;
use crate::id::{Millis, Place, SeasonId, Venue};

/// The key of a venue's setting: the one channel in which games are posted.
pub const CHANNEL: &str = "channel";

/// A season of a venue's leaderboards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Which.
    pub id: SeasonId,
    /// Where.
    pub venue: Venue,
    /// Its number in the venue, from 1.
    pub number: u32,
    /// What moderators call it.
    pub name: Option<String>,
    /// When it began.
    pub starts: Millis,
    /// When it ended; none while it runs.
    pub ended: Option<Millis>,
    /// When it will end by itself.
    pub until: Option<Millis>,
    /// How the next one follows.
    pub calendar: Calendar,
    /// The channel in which moderators spoke of it last; none: before anybody noted that.
    pub channel: Option<i64>,
}

impl Store {
    /// The seasons of a venue, newest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn seasons(&self, venue: Venue) -> Result<Vec<Season>, StoreError> {
        let query = sqlx::query(sums::SEASONS_OF.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        query.fetch_all(self.readers()).await?.iter().map(season).collect()
    }

    /// A season.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        let query = sqlx::query(sums::SEASON.sql).bind(id.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(season).transpose()
    }

    /// The season that runs in a venue.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn running_season(&self, venue: Venue) -> Result<Option<Season>, StoreError> {
        let query = sqlx::query(sums::SEASON_RUNNING.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(season).transpose()
    }

    /// Begins a season at a moment, with the deed of whoever did: the season, or `None` when one runs already. Ratings of
    /// the venue are softly reset in the same write. News of it go to the channel unless another is set for games.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn begin_season(
        &self,
        Place { venue, channel }: Place,
        at: Millis,
        name: Option<&str>,
        calendar: Calendar,
        deed: Option<&Deed>,
    ) -> Result<Option<Season>, StoreError> {
        let zone = self.zone(venue).await?;
        let id = self.new_id(at);
        let mut plan = self.venue_plan(venue);
        let begun = Begun {
            id,
            at,
            name,
            calendar,
            channel: Some(channel),
        };
        self.add_season(&mut plan, venue, &begun, zone.as_deref());
        if let Some(deed) = deed {
            add_deed(&mut plan, self.new_id(at), deed, None);
        }
        match self.write(plan).await {
            Ok(_) => self.season(SeasonId(id)).await,
            Err(StoreError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Ends a season at a moment, and begins the next one then when `next` says so (with its name, and the channel in which
    /// that was said): the season that runs now, else the one that ended. `None` when it had ended already; nothing is done
    /// then.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn end_season(
        &self,
        season: &Season,
        at: Millis,
        next: Option<(Option<&str>, i64)>,
        deed: Option<&Deed>,
    ) -> Result<Option<Season>, StoreError> {
        let next = next.map(|(name, channel)| (name, Some(channel)));
        self.over(season, at, next, deed, None).await
    }

    /// Ends a season. `told`: from then on by a message of its own in the venue, wanted in the same write, since nobody asked
    /// for it who is answered.
    async fn over(
        &self,
        season: &Season,
        at: Millis,
        next: Option<(Option<&str>, Option<i64>)>,
        deed: Option<&Deed>,
        told: Option<Millis>,
    ) -> Result<Option<Season>, StoreError> {
        let zone = self.zone(season.venue).await?;
        let at = at.max(season.starts.plus(1));
        let mut plan = Plan::default();
        plan.require(&sums::SEASON_END, args![season.id.0, at.0], Need::Conflict);
        if let Some(now) = told {
            let kind = SlotKind::Season.code();
            let row = args![self.new_id(at), season.id.0, kind, CHANNEL, now.0];
            plan.add(&sql::SLOT_WANT_SEASON, row);
        }
        let mut id = season.id.0;
        if let Some((name, channel)) = next {
            id = self.new_id(at);
            let begun = Begun {
                id,
                at,
                name,
                calendar: season.calendar,
                channel,
            };
            self.add_season(&mut plan, season.venue, &begun, zone.as_deref());
        }
        if let Some(deed) = deed {
            add_deed(&mut plan, self.new_id(at), deed, None);
        }
        match self.write(plan).await {
            Ok(_) => self.season(SeasonId(id)).await,
            Err(StoreError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Rolls over every season whose end has come by the calendar, at that end and however late it is noticed. Whoever wrote
    /// the end wants the message that tells of it. Whether there was any.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn roll_seasons(&self, now: Millis) -> Result<bool, StoreError> {
        let mut rolled = false;
        loop {
            let due = sqlx::query(sums::SEASONS_DUE.sql).bind(now.0);
            let due = due.fetch_all(self.readers()).await?;
            if due.is_empty() {
                return Ok(rolled);
            }
            rolled = true;
            for row in &due {
                let season = season(row)?;
                let at = season.until.unwrap_or(now);
                self.over(&season, at, Some((None, season.channel)), None, Some(now))
                    .await?;
            }
        }
    }

    /// The season that runs in a venue at a moment, and when it ends by itself if the venue's zone is this one.
    pub(super) async fn season_until(
        &self,
        venue: Venue,
        now: Millis,
        zone: Option<&str>,
    ) -> Result<Option<(SeasonId, Option<Millis>)>, StoreError> {
        // One whose end has come by the old zone is over.
        self.roll_seasons(now).await?;
        let running = self.running_season(venue).await?;
        Ok(running.map(|season| (season.id, civil::next(season.calendar, now, zone))))
    }

    fn add_season(&self, plan: &mut Plan, venue: Venue, begun: &Begun<'_>, zone: Option<&str>) {
        let Begun {
            id,
            at,
            name,
            calendar,
            channel,
        } = *begun;
        let (platform, chat) = (venue.platform.code(), venue.chat);
        let until = civil::next(calendar, at, zone).map(|at| at.0);
        let row = args![id, platform, chat, name, at.0, until, calendar.code(), channel];
        plan.require(&sums::SEASON_ADD, row, Need::Conflict);
        let reset = self.book().reset;
        let keep = reset.keep.clamp(0.0, 1.0);
        let deviation = reset.deviation.min(Rating::default().deviation);
        plan.add(&sums::SEASON_RESET, args![platform, chat, keep, deviation]);
        plan.add(&sums::SEASON_MARK, args![platform, chat, at.0]);
    }
}

/// A season that begins.
struct Begun<'a> {
    id: i64,
    at: Millis,
    name: Option<&'a str>,
    calendar: Calendar,
    channel: Option<i64>,
}

fn season(row: &SqliteRow) -> Result<Season, StoreError> {
    Ok(Season {
        id: SeasonId(int(row, 0)?),
        venue: Venue {
            platform: codes::platform(int(row, 1)?)?,
            chat: int(row, 2)?,
        },
        number: narrow(int(row, 3)?)?,
        name: row.try_get(4)?,
        starts: Millis(int(row, 5)?),
        ended: maybe(row, 6)?.map(Millis),
        until: maybe(row, 7)?.map(Millis),
        calendar: Calendar::from_code(int(row, 8)?)?,
        channel: maybe(row, 9)?,
    })
}
