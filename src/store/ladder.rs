//! Results of finished matches, and what the write of one counts it to.

use sqlx::sqlite::SqliteRow;

use super::boards::{BoardQuery, Scope, Who};
use super::civil::Keys;
use super::codes::{self, Metric};
use super::plan::{Plan, args};
use super::{Store, StoreError, int, maybe, statements as sql, sums, text};
use crate::id::{EventId, Millis, PlayerId, TableId, Venue};
use crate::table::{Feats, ModeKind};

/// The result of a finished match; counted once, however often it is appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The table.
    pub table: TableId,
    /// The venue that it was played for. A chat that got a new id meanwhile is counted under the new one.
    pub venue: Venue,
    /// When it ended.
    pub ended: Millis,
    /// The name of the rules.
    pub preset: String,
    /// How it was to end.
    pub mode: ModeKind,
    /// Whether it moves ratings.
    pub rated: bool,
    /// One entry a seat, in seat order.
    pub seats: Vec<SeatResult>,
}

/// One seat's part in a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there; `None`: a robot, which no leaderboard shows.
    pub player: Option<PlayerId>,
    /// Whether the seat won the match.
    pub won: bool,
    /// Its points.
    pub points: i32,
    /// What it did in the hands.
    pub feats: Feats,
}

/// One line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, counted from 1; equal scores share one and the next are counted on (1, 1, 3).
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// The name that they showed last.
    pub name: String,
    /// Matches played.
    pub played: i64,
    /// Matches won.
    pub wins: i64,
    /// Points of all matches added up.
    pub points: i64,
    /// Hands won.
    pub hands: i64,
    /// Gold hands (gin) won.
    pub gold: i64,
}

impl Store {
    /// A page of the leaderboard of a venue, or of all: `limit` lines after the first `offset`. Who was there first
    /// stands first among equals.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn leaders(
        &self,
        scope: Option<Venue>,
        metric: Metric,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<Standing>, StoreError> {
        let query = BoardQuery {
            metric,
            ..BoardQuery::of(scope.map_or(Scope::All, Scope::Venue))
        };
        let board = self.board(&query, Millis(0), offset, limit).await?;
        Ok(board.lines.into_iter().filter_map(standing).collect())
    }

    /// One player's line of the leaderboard of a venue, or of all; `None` when they are not on it.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn standing(
        &self,
        scope: Option<Venue>,
        metric: Metric,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError> {
        let query = BoardQuery {
            metric,
            viewer: Some(player),
            ..BoardQuery::of(scope.map_or(Scope::All, Scope::Venue))
        };
        let board = self.board(&query, Millis(0), 0, 0).await?;
        Ok(board.own.and_then(standing))
    }

    /// Every leaderboard line reckoned anew from the results, by venue and player, to compare with the sums kept. Slow:
    /// it reads every result.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn reckon(&self) -> Result<Vec<(Venue, Standing)>, StoreError> {
        let rows = sqlx::query(sql::RECKONED.sql).fetch_all(self.readers()).await?;
        let line = |row: &SqliteRow| {
            let venue = Venue {
                platform: codes::platform(int(row, 0)?)?,
                chat: int(row, 1)?,
            };
            let number = |column| Ok::<_, StoreError>(maybe(row, column)?.unwrap_or(0));
            let standing = Standing {
                place: 0,
                player: PlayerId(int(row, 2)?),
                name: text(row, 3)?,
                played: number(4)?,
                wins: number(5)?,
                points: number(6)?,
                hands: number(7)?,
                gold: number(8)?,
            };
            Ok((venue, standing))
        };
        rows.iter().map(line).collect()
    }

    /// What counts an event as won (place 1) or nearly won by these players, once, however often it is written; to be
    /// joined to the write of the event's end.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub(super) async fn champions(
        &self,
        event: EventId,
        venue: Venue,
        at: Millis,
        players: &[(PlayerId, u32)],
    ) -> Result<Plan, StoreError> {
        // A season that is over by the calendar takes nothing that was won after it.
        self.roll_seasons(at).await?;
        let keys = self.keys(venue, at).await?;
        let mut plan = self.venue_plan(venue);
        let (platform, chat) = (venue.platform.code(), venue.chat);
        for (player, place) in players {
            let row = args![
                event.0,
                player.0,
                platform,
                chat,
                at.0,
                i64::from(*place),
                keys.day,
                keys.week,
                keys.month,
                keys.uday,
                keys.uweek,
                keys.umonth,
                keys.quarter,
            ];
            let counted = plan.add(&sums::AWARD_ADD, row);
            plan.add_after(counted, &sums::AWARD_COUNT, args![event.0, player.0]);
        }
        Ok(plan)
    }

    /// Counts an event as won (place 1) or nearly won by these players, once, however often it is told.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn award(
        &self,
        event: EventId,
        venue: Venue,
        at: Millis,
        players: &[(PlayerId, u32)],
    ) -> Result<(), StoreError> {
        let plan = self.champions(event, venue, at, players).await?;
        self.write(plan).await.map(|_| ())
    }

    /// The zone that moderators set for a venue.
    pub(super) async fn zone(&self, venue: Venue) -> Result<Option<String>, StoreError> {
        let query = sqlx::query(sums::VENUE_ZONE.sql)
            .bind(venue.platform.code())
            .bind(venue.chat);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| text(&row, 0)).transpose()
    }

    /// The civil keys of a moment in a venue.
    pub(super) async fn keys(&self, venue: Venue, at: Millis) -> Result<Keys, StoreError> {
        Ok(Keys::of(at, self.zone(venue).await?.as_deref()))
    }

    /// Counts a result to everything that it counts to.
    pub(super) fn add_result(&self, plan: &mut Plan, result: &MatchResult, keys: &Keys) {
        let table = result.table.0;
        let id = || self.new_id(result.ended);
        plan.add(&sums::SPOT_ADD, args![table, id()]);
        let mut first = None;
        let players: Vec<PlayerId> = result.seats.iter().filter_map(|line| line.player).collect();
        for (seat, row) in (0_i64..).zip(rows(result, keys)) {
            let counted = plan.add(&sums::RESULT_ADD, row);
            plan.add_after(counted, &sums::STANDING_ADD, args![table, seat]);
            first = first.or(Some(counted));
        }
        let Some(first) = first else { return };
        plan.add_after(first, &sums::LATE_STREAKS, args![table]);
        if is_rated(result) {
            let (rules, ended) = (result.preset.as_str(), result.ended.0);
            plan.add_after(first, &sums::RATING_MARK, args![table, id(), rules, ended]);
            plan.add_after(first, &sums::RATING_MARK_ALL, args![id(), rules, ended]);
        }
        for player in players {
            plan.add_after(first, &sums::ABSENT_JOINS, args![table, player.0]);
        }
    }
}

/// Adds up all lines of one player anew.
pub(super) fn add_recount(plan: &mut Plan, player: PlayerId) {
    plan.add(&sums::RECOUNT_DROP, args![player.0]);
    plan.add(&sums::RECOUNT_ADD, args![player.0]);
}

/// Whether ratings have to do with it: a match of two different people that was not said to be unrated.
fn is_rated(result: &MatchResult) -> bool {
    match result.seats.as_slice() {
        [one, two] => result.rated && one.player.is_some() && two.player.is_some() && one.player != two.player,
        _ => false,
    }
}

/// A result's rows, one a seat, as `RESULT_ADD` takes them.
pub(super) fn rows(result: &MatchResult, keys: &Keys) -> Vec<Vec<super::plan::Arg>> {
    let seats = result.seats.iter().zip(0_i64..);
    let row = |(line, seat): (&SeatResult, i64)| {
        let opponent = result.seats.iter().zip(0_i64..).find(|(_, other)| *other != seat);
        row(result, line, opponent.map(|(other, _)| other), seat, keys)
    };
    seats.map(row).collect()
}

fn row(
    result: &MatchResult,
    line: &SeatResult,
    other: Option<&SeatResult>,
    seat: i64,
    keys: &Keys,
) -> Vec<super::plan::Arg> {
    let feats = &line.feats;
    let drawn = !result.seats.iter().any(|line| line.won);
    args![
        result.table.0,
        seat,
        line.player.map(|player| player.0),
        other.and_then(|other| other.player).map(|player| player.0),
        result.ended.0,
        result.preset.as_str(),
        codes::family(&result.preset),
        result.mode.code(),
        i64::from(is_rated(result)),
        i64::from(line.won),
        i64::from(drawn),
        i64::from(line.points),
        other.map_or(0, |other| i64::from(other.points)),
        i64::from(feats.hands),
        i64::from(feats.gold),
        i64::from(feats.three),
        i64::from(feats.two),
        i64::from(feats.dragon),
        i64::from(feats.undercuts),
        i64::from(feats.undercut),
        i64::from(feats.knocks),
        i64::from(feats.knocked),
        i64::from(feats.deadwood),
        i64::from(feats.caught),
        i64::from(feats.best_hand),
        keys.zone.as_str(),
        keys.day,
        keys.week,
        keys.month,
        keys.uday,
        keys.uweek,
        keys.umonth,
        keys.quarter,
    ]
}

fn standing(line: super::BoardLine) -> Option<Standing> {
    let Who::Player(player) = line.who else { return None };
    Some(Standing {
        place: line.place,
        player,
        name: line.name,
        played: line.figures.played,
        wins: line.figures.wins,
        points: line.figures.points,
        hands: line.figures.hands,
        gold: line.figures.gold,
    })
}
