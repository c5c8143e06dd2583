use super::{Error, Service};
use crate::id::{Millis, Place, Platform, PlayerId, SeasonId, TableId, Venue};
use crate::store::{
    Aborts, Board, BoardLine, BoardQuery, Calendar, Deed, DeedKind, Figures, Metric, Period, Profile, RatingBook,
    RatingChange, Records, Scope, Season,
};
use crate::table::ABORTS_MS;

/// How many lines are looked through for those who share the first three places (ours).
const CHAMPIONS: u32 = 20;

/// The key of a person's own setting: `1` hides their profile from others.
pub const HIDE_PROFILE: &str = "hide_profile";
/// The key of a venue's setting: `1` leaves out of its leaderboards who is no member any more.
pub const HIDE_ABSENT: &str = "hide_absent";

/// What came of a wish about seasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeasonDone {
    /// The season that runs now; of an end, the one that ended.
    Done(Season),
    /// One runs already.
    Running(Season),
    /// None runs.
    NoSeason,
}

/// A season that is over, or its present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// Which.
    pub season: Season,
    /// Who won it: the first three places by points, shared ones included.
    pub champions: Vec<BoardLine>,
    /// The first three places by rating, with the rules they are of.
    pub rated: Option<(String, Vec<BoardLine>)>,
    /// A page of all by points.
    pub lines: Vec<BoardLine>,
    /// How many lines there are in all.
    pub total: u32,
}

impl Service {
    /// A page of a leaderboard: `limit` lines after the first `offset`. Who was there first stands first among equals, so
    /// that pages are the same however often they are asked for.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn board(&self, query: &BoardQuery, offset: u32, limit: u32) -> Result<Board, Error> {
        let now = self.now();
        // A season whose end has come is over, also while the ticker sleeps.
        self.roll_seasons().await?;
        let board = self.store().board(query, now, offset, limit).await;
        board.map_err(|error| Error::of(self, error))
    }

    /// What is told of a player in a scope, to somebody who may look at it, and against a rival. A channel's scope is its
    /// venue's, and that of friends is all venues.
    ///
    /// # Errors
    /// When the player is unknown, or the store fails.
    pub async fn profile(
        &self,
        player: PlayerId,
        viewer: PlayerId,
        rival: Option<PlayerId>,
        scope: Scope,
    ) -> Result<Profile, Error> {
        let since = self.now().plus(-ABORTS_MS);
        let rival = rival.filter(|rival| *rival != player);
        let profile = self.store().profile(player, rival, scope, since).await;
        let profile = profile.map_err(|error| Error::of(self, error))?;
        if player == viewer || !self.hides_profile(player).await? {
            // A rival who hides is told of to nobody but the two.
            let told = match rival {
                Some(rival) if player != viewer && rival != viewer => !self.hides_profile(rival).await?,
                _ => true,
            };
            let versus = profile.versus.filter(|_| told);
            return Ok(Profile { versus, ..profile });
        }
        Ok(Profile {
            hidden: true,
            since: Millis(0),
            figures: Figures::default(),
            ratings: Vec::new(),
            records: Records::default(),
            versus: None,
            last: Vec::new(),
            aborts: Aborts::default(),
            ..profile
        })
    }

    /// What a match did to the ratings of its players: also that it counted no more, since the two had played so often that
    /// day.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn rating_change(&self, table: TableId) -> Result<RatingChange, Error> {
        let change = self.store().rating_change(table).await;
        change.map_err(|error| Error::of(self, error))
    }

    /// How many matches of the same two change ratings on one day.
    #[must_use]
    pub fn rated_a_day(&self) -> u32 {
        self.store().book().rules.a_day
    }

    /// Reckons ratings by this book from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn rate_by(&self, book: RatingBook) -> Result<(), Error> {
        let done = self.store().rate_by(book).await;
        done.map_err(|error| Error::of(self, error))
    }

    /// Hides a person's profile from others, or shows it again.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hide_profile(&self, player: PlayerId, hide: bool) -> Result<(), Error> {
        let value = if hide { Some("1") } else { None };
        let done = self.store().set_preference(player, HIDE_PROFILE, value).await;
        done.map_err(|error| Error::of(self, error))
    }

    /// Whether a person hides their profile. Of whoever deleted their data nobody is left who could show it, and their wish
    /// is forgotten: it stays hidden.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hides_profile(&self, player: PlayerId) -> Result<bool, Error> {
        let broken = |error| Error::of(self, error);
        let player = self.store().today(player);
        let people = self.store().people(&[player]).await.map_err(broken)?;
        if people.first().is_some_and(|person| person.gone) {
            return Ok(true);
        }
        let all = self.store().preferences(player).await.map_err(broken)?;
        Ok(all.iter().any(|(key, value)| key == HIDE_PROFILE && value == "1"))
    }

    /// Whether a venue's leaderboards leave out who is no member any more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hides_absent(&self, venue: Venue) -> Result<bool, Error> {
        let set = self.store().venue_setting(venue, HIDE_ABSENT).await;
        Ok(set.map_err(|error| Error::of(self, error))?.as_deref() == Some("1"))
    }

    /// The seasons of a venue, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn seasons(&self, venue: Venue) -> Result<Vec<Season>, Error> {
        self.roll_seasons().await?;
        let seasons = self.store().seasons(venue).await;
        seasons.map_err(|error| Error::of(self, error))
    }

    /// Rolls over the seasons that end by the calendar, and has the places told.
    pub(super) async fn roll_seasons(&self) -> Result<(), Error> {
        let rolled = self.store().roll_seasons(self.now()).await;
        if rolled.map_err(|error| Error::of(self, error))? {
            for platform in Platform::ALL {
                self.changed(platform).notify_one();
            }
        }
        Ok(())
    }

    /// Begins a season, for a moderator, and where news of it go unless a channel is set for games. The deed is kept in the
    /// same write.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_start(
        &self,
        by: Option<PlayerId>,
        place: Place,
        name: Option<&str>,
        calendar: Calendar,
    ) -> Result<SeasonDone, Error> {
        let broken = |error| Error::of(self, error);
        let at = self.now();
        self.roll_seasons().await?;
        let venue = place.venue;
        let deed = deed(by, venue, at, name.map(str::to_owned));
        let begun = self.store().begin_season(place, at, name, calendar, Some(&deed)).await;
        if let Some(season) = begun.map_err(broken)? {
            return Ok(SeasonDone::Done(season));
        }
        let running = self.store().running_season(venue).await.map_err(broken)?;
        Ok(running.map_or(SeasonDone::NoSeason, SeasonDone::Running))
    }

    /// Ends the running season, for a moderator; none follows.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_end(&self, by: Option<PlayerId>, venue: Venue) -> Result<SeasonDone, Error> {
        self.season_over(by, venue, None, None).await
    }

    /// Ends the running season and begins the next one, for a moderator; where as in `season_start`. The next ones follow by
    /// the same calendar unless another is given.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_roll(
        &self,
        by: Option<PlayerId>,
        Place { venue, channel }: Place,
        name: Option<&str>,
        calendar: Option<Calendar>,
    ) -> Result<SeasonDone, Error> {
        self.season_over(by, venue, Some((name, channel)), calendar).await
    }

    async fn season_over(
        &self,
        by: Option<PlayerId>,
        venue: Venue,
        next: Option<(Option<&str>, i64)>,
        calendar: Option<Calendar>,
    ) -> Result<SeasonDone, Error> {
        let broken = |error| Error::of(self, error);
        let at = self.now();
        self.roll_seasons().await?;
        let Some(season) = self.store().running_season(venue).await.map_err(broken)? else {
            return Ok(SeasonDone::NoSeason);
        };
        let calendar = calendar.unwrap_or(season.calendar);
        let season = Season { calendar, ..season };
        let deed = deed(by, venue, at, season.name.clone());
        let done = self.store().end_season(&season, at, next, Some(&deed)).await;
        Ok(done.map_err(broken)?.map_or(SeasonDone::NoSeason, SeasonDone::Done))
    }

    /// A season with its champions and a page of its board; `None` when there is no such season in this venue. What is voided
    /// after a season's end is taken out of it all the same.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_archive(
        &self,
        venue: Venue,
        season: SeasonId,
        offset: u32,
        limit: u32,
    ) -> Result<Option<Archive>, Error> {
        let found = self.store().season(season).await;
        let found = found.map_err(|error| Error::of(self, error))?;
        let Some(season) = found.filter(|season| season.venue == venue) else {
            return Ok(None);
        };
        let points = BoardQuery {
            period: Period::Season(Some(season.id)),
            ..BoardQuery::of(Scope::Venue(venue))
        };
        let page = self.board(&points, offset, limit).await?;
        let champions = self.season_champions(&season).await?;
        let rating = BoardQuery {
            metric: Metric::Rating,
            ..points
        };
        let rated = self.board(&rating, 0, CHAMPIONS).await?;
        let rules = rated.query.rules.clone().filter(|_| !rated.lines.is_empty());
        Ok(Some(Archive {
            season,
            champions,
            rated: rules.map(|rules| (rules, best(rated.lines))),
            lines: page.lines,
            total: page.total,
        }))
    }

    /// Who won a season: the first three places by points, shared ones included.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_champions(&self, season: &Season) -> Result<Vec<BoardLine>, Error> {
        let query = BoardQuery {
            period: Period::Season(Some(season.id)),
            ..BoardQuery::of(Scope::Venue(season.venue))
        };
        let board = self.store().board(&query, self.now(), 0, CHAMPIONS).await;
        Ok(best(board.map_err(|error| Error::of(self, error))?.lines))
    }
}

/// Those of the first lines of a board who are on the first three places.
fn best(lines: Vec<BoardLine>) -> Vec<BoardLine> {
    lines.into_iter().filter(|line| line.place <= 3).collect()
}

fn deed(by: Option<PlayerId>, venue: Venue, at: Millis, detail: Option<String>) -> Deed {
    Deed {
        at,
        venue,
        by,
        act: DeedKind::Season,
        table: None,
        whom: None,
        detail,
    }
}
