use super::{Error, Service};
use crate::id::{PlayerId, SeasonId, Venue};
use crate::store::{
    Board, BoardLine, BoardQuery, Calendar, Figures, Metric, Period, Profile, Records, Scope, Season, Standing, Who,
};

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
        let query = query.served();
        let plain = matches!(
            query.metric,
            Metric::Points | Metric::Wins | Metric::Hands | Metric::Gold
        );
        let mut board = Board {
            query,
            season: None,
            lines: Vec::new(),
            total: 0,
            own: None,
            least: None,
        };
        if plain && board.query.period == Period::All {
            let venue = board.query.scope.venue();
            let store = self.store();
            let all = store.leaders(venue, board.query.metric, u32::MAX, 0).await;
            let all = all.map_err(|error| Error::of(self, error))?;
            let lines: Vec<BoardLine> = all
                .iter()
                .zip(0..)
                .map(|(line, row)| told(line, row, board.query.metric))
                .collect();
            board.total = u32::try_from(lines.len()).unwrap_or(u32::MAX);
            board.own = lines
                .iter()
                .find(|line| board.query.viewer.map(Who::Player) == Some(line.who))
                .cloned();
            board.lines = lines.into_iter().skip(offset as usize).take(limit as usize).collect();
        }
        Ok(board)
    }

    /// What is told of a player in a scope (a channel's is its venue's), to somebody who may look at it, and against a rival.
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
        let _ = (viewer, rival);
        let people = self.people(&[player]).await?;
        let standing = self.store().standing(scope.venue(), Metric::Points, player).await;
        let standing = standing.map_err(|error| Error::of(self, error))?;
        Ok(Profile {
            player,
            name: people.first().map(|person| person.name.clone()).unwrap_or_default(),
            hidden: false,
            since: self.now(),
            scope,
            figures: standing
                .map(|line| told(&line, 0, Metric::Points).figures)
                .unwrap_or_default(),
            ratings: Vec::new(),
            records: Records::default(),
            versus: None,
            last: Vec::new(),
            aborts: self.aborts(player).await?,
        })
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

    /// Whether a person hides their profile.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hides_profile(&self, player: PlayerId) -> Result<bool, Error> {
        let all = self.store().preferences(player).await;
        let all = all.map_err(|error| Error::of(self, error))?;
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
        let _ = venue;
        Ok(Vec::new())
    }

    /// Begins a season, for a moderator.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_start(
        &self,
        by: Option<PlayerId>,
        venue: Venue,
        name: Option<&str>,
        calendar: Calendar,
    ) -> Result<SeasonDone, Error> {
        let _ = (by, venue, name, calendar);
        Ok(SeasonDone::NoSeason)
    }

    /// Ends the running season, for a moderator; none follows.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_end(&self, by: Option<PlayerId>, venue: Venue) -> Result<SeasonDone, Error> {
        let _ = (by, venue);
        Ok(SeasonDone::NoSeason)
    }

    /// Ends the running season and begins the next one, for a moderator.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season_roll(
        &self,
        by: Option<PlayerId>,
        venue: Venue,
        name: Option<&str>,
    ) -> Result<SeasonDone, Error> {
        let _ = (by, venue, name);
        Ok(SeasonDone::NoSeason)
    }

    /// A season with its champions and a page of its board; `None` when there is no such season in this venue.
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
        let _ = (venue, season, offset, limit);
        Ok(None)
    }
}

fn told(line: &Standing, row: u32, metric: Metric) -> BoardLine {
    BoardLine {
        place: line.place,
        row,
        who: Who::Player(line.player),
        name: line.name.clone(),
        value: match metric {
            Metric::Wins => line.wins,
            Metric::Hands => line.hands,
            Metric::Gold => line.gold,
            _ => line.points,
        },
        figures: Figures {
            played: line.played,
            wins: line.wins,
            points: line.points,
            hands: line.hands,
            gold: line.gold,
            ..Figures::default()
        },
    }
}
