//! Leaderboards: what is asked, and what a page of one tells.

use super::codes::Metric;
use super::seasons::Season;
use crate::id::{PlayerId, SeasonId, TeamId, Venue};
use crate::table::ModeKind;

/// Whose results a leaderboard adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those of one channel or topic of a venue. A match in a thread of its own counts for that thread.
    Channel(Venue, i64),
    /// Those of a venue.
    Venue(Venue),
    /// Those of all venues.
    All,
    /// Those of all venues, of this player and whoever finished a match with them.
    Friends(PlayerId),
}

impl Scope {
    /// The venue that it lies in.
    #[must_use]
    pub fn venue(self) -> Option<Venue> {
        match self {
            Scope::Channel(venue, _) | Scope::Venue(venue) => Some(venue),
            Scope::All | Scope::Friends(_) => None,
        }
    }
}

/// From when a leaderboard adds up. Days begin at midnight in the venue's time zone, and in UTC where all venues are added
/// up; weeks begin on Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// The present day.
    Today,
    /// The present week.
    Week,
    /// The present month.
    Month,
    /// This season of the venue, or with `None` the present one. Over all venues there are no seasons: it is the present
    /// quarter of the year there.
    Season(Option<SeasonId>),
    /// Everything.
    All,
}

/// What is asked of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardQuery {
    /// What it is ordered by.
    pub metric: Metric,
    /// Whose results.
    pub scope: Scope,
    /// From when.
    pub period: Period,
    /// Only matches by rules of this family: the name of a preset.
    pub rules: Option<String>,
    /// Only matches that end like this.
    pub mode: Option<ModeKind>,
    /// Who looks: their own line is told beside the page.
    pub viewer: Option<PlayerId>,
    /// Whether to leave out who is no member of the venue any more; the others close up.
    pub hide_absent: bool,
}

impl BoardQuery {
    /// All points of a scope.
    #[must_use]
    pub fn of(scope: Scope) -> BoardQuery {
        BoardQuery {
            metric: Metric::Points,
            scope,
            period: Period::All,
            rules: None,
            mode: None,
            viewer: None,
            hide_absent: false,
        }
    }

    /// The question that is answered for this one, which says what the answer really holds:
    ///
    /// * Rules and mode are counted apart for a venue and for all venues, over a season and over everything; elsewhere they
    ///   are left away. Neither is kept for events and teams.
    /// * A rating is of a venue or of all venues, by rules and whatever the mode, and the present one, or that at the end
    ///   of a season.
    /// * Only a venue has members, and only of players it is known who is one.
    #[must_use]
    pub fn served(&self) -> BoardQuery {
        let mut served = self.clone();
        if self.metric == Metric::Rating {
            served.mode = None;
            if let Scope::Channel(venue, _) = self.scope {
                served.scope = Scope::Venue(venue);
            }
            let past = matches!(self.period, Period::Season(Some(_))) && self.scope.venue().is_some();
            if !past {
                served.period = Period::All;
            }
        } else {
            let scope = matches!(self.scope, Scope::Venue(_) | Scope::All | Scope::Friends(_));
            let period = matches!(self.period, Period::Season(_) | Period::All);
            if !(scope && period) || matches!(self.metric, Metric::Events | Metric::Teams) {
                served.rules = None;
                served.mode = None;
            }
        }
        if served.metric == Metric::Teams && matches!(served.scope, Scope::Channel(..)) {
            served.scope = self.scope.venue().map_or(Scope::All, Scope::Venue);
        }
        served.hide_absent &= served.scope.venue().is_some() && served.metric != Metric::Teams;
        served
    }
}

/// Who stands on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A player.
    Player(PlayerId),
    /// A team.
    Team(TeamId),
}

/// What a player's matches add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Matches played.
    pub played: i64,
    /// Matches won.
    pub wins: i64,
    /// Matches drawn; the rest is lost.
    pub draws: i64,
    /// Points made.
    pub points: i64,
    /// Hands won.
    pub hands: i64,
    /// Gold hands won, of every tier and big gin.
    pub gold: i64,
    /// Gold hands of three melds (三金).
    pub three: i64,
    /// Gold hands of two melds (二金).
    pub two: i64,
    /// Gold hands of one meld (金龙).
    pub dragon: i64,
    /// Undercuts (詐胡) made.
    pub undercuts: i64,
    /// Undercuts suffered.
    pub undercut: i64,
    /// Hands in which the player knocked, gold hands included.
    pub knocks: i64,
    /// Those of them that the player won.
    pub knocked: i64,
    /// Deadwood points left in hands that the other one won by a knock or a gold hand.
    pub deadwood: i64,
    /// How many such hands.
    pub caught: i64,
    /// The most points of one hand.
    pub best_hand: i64,
    /// Matches won one after another, up to now.
    pub streak: i64,
    /// The most matches won one after another.
    pub best_streak: i64,
    /// Events won.
    pub events: i64,
}

/// One line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// The place, counted from 1; equal values share one and the next are counted on (1, 1, 3).
    pub place: u32,
    /// How many lines stand before it, to find its page.
    pub row: u32,
    /// Who.
    pub who: Who,
    /// The name that they showed last; empty for somebody whose data was deleted.
    pub name: String,
    /// What the board is ordered by; a win rate is in hundredths of a per cent, a rating is rounded.
    pub value: i64,
    /// Everything that is added up for a player on this board; all 0 on a board of teams, and that of all time on a board
    /// of ratings.
    pub figures: Figures,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The question that this answers, see `BoardQuery::served`; ratings tell here which rules they are of.
    pub query: BoardQuery,
    /// The season that it adds up.
    pub season: Option<Season>,
    /// The page.
    pub lines: Vec<BoardLine>,
    /// How many lines there are in all.
    pub total: u32,
    /// The viewer's own line; none when they are not on the board.
    pub own: Option<BoardLine>,
    /// How many matches one must have played to be listed: for win rates and ratings.
    pub least: Option<u32>,
}
