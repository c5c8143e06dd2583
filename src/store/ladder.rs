//! Results of finished matches, and the leaderboards that add them up.

use sqlx::sqlite::SqliteRow;

use super::codes::{self, Metric};
use super::plan::{Plan, args};
use super::{Store, StoreError, int, maybe, statements as sql, text};
use crate::id::{Millis, PlayerId, TableId, Venue};

/// The period of all time.
const EVER: i64 = 0;
/// The venue number that stands for all venues.
const EVERYWHERE: i64 = 0;

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
    /// One entry a seat, in seat order.
    pub seats: Vec<SeatResult>,
}

/// One seat's part in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there; `None`: a robot, which no leaderboard shows.
    pub player: Option<PlayerId>,
    /// Whether the seat won the match.
    pub won: bool,
    /// Its points.
    pub points: i32,
    /// Hands won.
    pub hands: u32,
    /// Gold hands (gin) won.
    pub gold: u32,
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

impl Standing {
    fn score(&self, metric: Metric) -> i64 {
        match metric {
            Metric::Wins => self.wins,
            Metric::Hands => self.hands,
            Metric::Gold => self.gold,
            _ => self.points,
        }
    }
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
        let Some(venue) = self.scope_id(scope).await? else {
            return Ok(Vec::new());
        };
        let statement = match metric {
            Metric::Wins => &sql::LEADERS_WINS,
            Metric::Hands => &sql::LEADERS_HANDS,
            Metric::Gold => &sql::LEADERS_GOLD,
            _ => &sql::LEADERS_POINTS,
        };
        let query = sqlx::query(statement.sql)
            .bind(venue)
            .bind(EVER)
            .bind(i64::from(limit))
            .bind(i64::from(offset));
        let rows = query.fetch_all(self.readers()).await?;
        let mut lines = rows.iter().map(standing).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = lines.first() else { return Ok(lines) };

        let mut score = first.score(metric);
        let mut place = self.place(venue, metric, score).await?;
        for (line, number) in lines.iter_mut().zip(offset + 1..) {
            if line.score(metric) != score {
                score = line.score(metric);
                place = number;
            }
            line.place = place;
        }
        Ok(lines)
    }

    /// One player's line of the leaderboard of a venue, or of all; `None` before their first finished match.
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
        let Some(venue) = self.scope_id(scope).await? else {
            return Ok(None);
        };
        let query = sqlx::query(sql::STANDING.sql).bind(venue).bind(EVER).bind(player.0);
        let Some(row) = query.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        let mut line = standing(&row)?;
        line.place = self.place(venue, metric, line.score(metric)).await?;
        Ok(Some(line))
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
            Ok((venue, sums(row, 2, text(row, 3)?, 4)?))
        };
        rows.iter().map(line).collect()
    }

    async fn place(&self, venue: i64, metric: Metric, score: i64) -> Result<u32, StoreError> {
        let statement = match metric {
            Metric::Wins => &sql::AHEAD_WINS,
            Metric::Hands => &sql::AHEAD_HANDS,
            Metric::Gold => &sql::AHEAD_GOLD,
            _ => &sql::AHEAD_POINTS,
        };
        let row = sqlx::query(statement.sql)
            .bind(venue)
            .bind(EVER)
            .bind(score)
            .fetch_one(self.readers())
            .await?;
        super::narrow(int(&row, 0)?.saturating_add(1))
    }

    async fn scope_id(&self, scope: Option<Venue>) -> Result<Option<i64>, StoreError> {
        let Some(venue) = scope else {
            return Ok(Some(EVERYWHERE));
        };
        let query = sqlx::query(sql::VENUE.sql).bind(venue.platform.code()).bind(venue.chat);
        query
            .fetch_optional(self.readers())
            .await?
            .map(|row| int(&row, 0))
            .transpose()
    }
}

pub(super) fn add_result(plan: &mut Plan, result: &MatchResult) {
    let table = result.table.0;
    for (seat, line) in (0_i64..).zip(&result.seats) {
        let SeatResult {
            player,
            won,
            points,
            hands,
            gold,
        } = *line;
        let (won, points, hands, gold) = (i64::from(won), i64::from(points), i64::from(hands), i64::from(gold));
        let who = player.map(|player| player.0);
        let preset = result.preset.as_str();
        let row = args![table, seat, who, result.ended.0, preset, won, points, hands, gold];
        let counted = plan.add(&sql::RESULT_ADD, row);
        if let Some(player) = player {
            let sums = args![table, EVER, player.0, won, points, hands, gold];
            plan.add_after(counted, &sql::STANDING_ADD_VENUE, sums);
            plan.add_after(
                counted,
                &sql::STANDING_ADD_ALL,
                args![EVER, player.0, won, points, hands, gold],
            );
        }
    }
}

fn standing(row: &SqliteRow) -> Result<Standing, StoreError> {
    sums(row, 0, text(row, 1)?, 2)
}

/// A line whose place isn't reckoned yet.
fn sums(row: &SqliteRow, player: usize, name: String, first: usize) -> Result<Standing, StoreError> {
    let number = |column| Ok::<_, StoreError>(maybe(row, column)?.unwrap_or(0));
    Ok(Standing {
        place: 0,
        player: PlayerId(int(row, player)?),
        name,
        played: number(first)?,
        wins: number(first + 1)?,
        points: number(first + 2)?,
        hands: number(first + 3)?,
        gold: number(first + 4)?,
    })
}
