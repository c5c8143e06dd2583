//! Pages of leaderboards: each from one index, and everybody's own place by counting who stands before.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::boards::{Board, BoardLine, BoardQuery, Figures, Period, Scope, Who};
use super::civil::Keys;
use super::codes::{Metric, family};
use super::marks::{Mark, Marks, Walk};
use super::seasons::Season;
use super::statements::Statement;
use super::{Store, StoreError, int, leaves, narrow, statements as sql, sums, text};
use crate::id::{Millis, PlayerId};

/// The statements of a metric.
struct Order {
    page: &'static Statement,
    present: &'static Statement,
    higher: &'static Statement,
    ties: &'static Statement,
    absent: &'static Statement,
    walk: Walk,
}

macro_rules! order {
    ($page:ident, $present:ident, $higher:ident, $ties:ident, $absent:ident, $tied:ident, $lower:ident, $total:ident) => {
        Order {
            page: &leaves::$page,
            present: &leaves::$present,
            higher: &leaves::$higher,
            ties: &leaves::$ties,
            absent: &leaves::$absent,
            walk: Walk {
                tied: &leaves::$tied,
                lower: &leaves::$lower,
                rest: &leaves::$total,
            },
        }
    };
}

fn order(metric: Metric) -> Option<Order> {
    Some(match metric {
        Metric::Points => order!(
            PAGE_POINTS,
            PRESENT_POINTS,
            HIGHER_POINTS,
            TIES_POINTS,
            ABSENT_POINTS,
            TIED_POINTS,
            LOWER_POINTS,
            TOTAL_POINTS
        ),
        Metric::Wins => order!(
            PAGE_WINS,
            PRESENT_WINS,
            HIGHER_WINS,
            TIES_WINS,
            ABSENT_WINS,
            TIED_WINS,
            LOWER_WINS,
            TOTAL_WINS
        ),
        Metric::WinRate => order!(
            PAGE_RATE,
            PRESENT_RATE,
            HIGHER_RATE,
            TIES_RATE,
            ABSENT_RATE,
            TIED_RATE,
            LOWER_RATE,
            TOTAL_RATE
        ),
        Metric::Hands => order!(
            PAGE_HANDS,
            PRESENT_HANDS,
            HIGHER_HANDS,
            TIES_HANDS,
            ABSENT_HANDS,
            TIED_HANDS,
            LOWER_HANDS,
            TOTAL_HANDS
        ),
        Metric::Gold => order!(
            PAGE_GOLD,
            PRESENT_GOLD,
            HIGHER_GOLD,
            TIES_GOLD,
            ABSENT_GOLD,
            TIED_GOLD,
            LOWER_GOLD,
            TOTAL_GOLD
        ),
        Metric::Dragon => order!(
            PAGE_DRAGON,
            PRESENT_DRAGON,
            HIGHER_DRAGON,
            TIES_DRAGON,
            ABSENT_DRAGON,
            TIED_DRAGON,
            LOWER_DRAGON,
            TOTAL_DRAGON
        ),
        Metric::Undercuts => order!(
            PAGE_UNDERCUTS,
            PRESENT_UNDERCUTS,
            HIGHER_UNDERCUTS,
            TIES_UNDERCUTS,
            ABSENT_UNDERCUTS,
            TIED_UNDERCUTS,
            LOWER_UNDERCUTS,
            TOTAL_UNDERCUTS
        ),
        Metric::Streak => order!(
            PAGE_STREAK,
            PRESENT_STREAK,
            HIGHER_STREAK,
            TIES_STREAK,
            ABSENT_STREAK,
            TIED_STREAK,
            LOWER_STREAK,
            TOTAL_STREAK
        ),
        Metric::Events => order!(
            PAGE_EVENTS,
            PRESENT_EVENTS,
            HIGHER_EVENTS,
            TIES_EVENTS,
            ABSENT_EVENTS,
            TIED_EVENTS,
            LOWER_EVENTS,
            TOTAL_EVENTS
        ),
        Metric::Rating | Metric::Teams => return None,
    })
}

/// Where a board's lines stand.
#[derive(Clone, Copy)]
pub(super) struct Where {
    /// The spot or the venue; 0 for all venues.
    pub scope: i64,
    /// The venue; 0 for all.
    pub venue: i64,
    /// The number of the period and of what was filtered.
    pub period: i64,
}

/// The fewest matches for a win rate: three on a day, five in a week, ten else (ours). `store::sums` knows them too.
fn least(period: Period) -> u32 {
    match period {
        Period::Today => 3,
        Period::Week => 5,
        Period::Month | Period::Season(_) | Period::All => 10,
    }
}

/// Whether a page shows that the board is not as long as it was when it was counted.
fn has_moved(board: &Board, offset: u32, limit: u32) -> bool {
    let shown = u32::try_from(board.lines.len()).unwrap_or(u32::MAX);
    let end = offset.saturating_add(shown);
    match shown {
        0 => offset < board.total,
        _ => end > board.total || shown < limit && end < board.total,
    }
}

impl Store {
    /// A page of a leaderboard: `limit` lines after the first `offset`. The length of a long board, and how many stand before a
    /// line far down, may be as it was up to a minute ago, unless its end is on the page or should be.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn board(&self, query: &BoardQuery, now: Millis, offset: u32, limit: u32) -> Result<Board, StoreError> {
        let board = self.board_as_counted(query, now, offset, limit).await?;
        if limit == 0 || !has_moved(&board, offset, limit) {
            return Ok(board);
        }
        self.forget_marks(board.query.metric);
        self.board_as_counted(query, now, offset, limit).await
    }

    async fn board_as_counted(
        &self,
        query: &BoardQuery,
        now: Millis,
        offset: u32,
        limit: u32,
    ) -> Result<Board, StoreError> {
        let query = query.served();
        let mut board = Board {
            least: (query.metric == Metric::WinRate).then(|| least(query.period)),
            query,
            season: None,
            lines: Vec::new(),
            total: 0,
            own: None,
        };
        if board.query.metric == Metric::Rating {
            return self.rated_board(board, now, offset, limit).await;
        }
        let Some((place, season)) = self.place_of_board(&board.query, now).await? else {
            return Ok(board);
        };
        board.season = season;
        let Some(order) = order(board.query.metric) else {
            return self.team_board(board, place, offset, limit).await;
        };
        if let Scope::Friends(player) = board.query.scope {
            return self.friends_board(board, place, player, offset, limit).await;
        }
        let absent = if board.query.hide_absent { place.venue } else { 0 };
        let key = (place.scope, place.period, board.query.metric);
        let far = place.scope == 0;
        let marks = self
            .marks(key, &order.walk, &[place.scope, place.period], far, now)
            .await?;
        board.total = marks.total;
        if absent != 0 {
            let row = self.absent_before(&order, place, absent, 0, 0).await?;
            board.total = board.total.saturating_sub(narrow(int(&row, 2)?)?);
        }
        board.lines = self.page(&order, place, &marks, absent, offset, limit).await?;
        if let Some(viewer) = board.query.viewer {
            board.own = self.own(&board.query, &order, place, &marks, absent, viewer).await?;
        }
        Ok(board)
    }

    /// Where the lines of a board stand; none while nothing can have counted to it.
    pub(super) async fn place_of_board(
        &self,
        query: &BoardQuery,
        now: Millis,
    ) -> Result<Option<(Where, Option<Season>)>, StoreError> {
        let Some(venue) = query.scope.venue() else {
            let keys = Keys::of(now, None);
            let period = match query.period {
                Period::All => 0,
                Period::Today => 100_000_000 + keys.uday,
                Period::Week => 200_000_000 + keys.uweek,
                Period::Month => 300_000_000 + keys.umonth,
                Period::Season(_) => 500_000_000 + keys.quarter,
            };
            let place = Where {
                scope: 0,
                venue: 0,
                period: period + slice(query),
            };
            return Ok(Some((place, None)));
        };
        let id = sqlx::query(sql::VENUE.sql).bind(venue.platform.code()).bind(venue.chat);
        let Some(row) = id.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        let id = int(&row, 0)?;
        let scope = match query.scope {
            Scope::Channel(_, channel) => {
                let spot = sqlx::query(sums::SPOT.sql)
                    .bind(venue.platform.code())
                    .bind(venue.chat)
                    .bind(channel);
                match spot.fetch_optional(self.readers()).await? {
                    Some(row) => int(&row, 0)?,
                    None => return Ok(None),
                }
            }
            _ => id,
        };
        let mut season = None;
        let period = match query.period {
            Period::All => 0,
            Period::Season(which) => {
                let found = match which {
                    Some(id) => self.season(id).await?.filter(|season| season.venue == venue),
                    None => self.running_season(venue).await?,
                };
                let Some(found) = found else { return Ok(None) };
                let number = i64::from(found.number);
                season = Some(found);
                400_000_000 + number
            }
            recent => {
                let keys = self.keys(venue, now).await?;
                match recent {
                    Period::Today => 100_000_000 + keys.day,
                    Period::Week => 200_000_000 + keys.week,
                    _ => 300_000_000 + keys.month,
                }
            }
        };
        let place = Where {
            scope,
            venue: id,
            period: period + slice(query),
        };
        Ok(Some((place, season)))
    }

    async fn page(
        &self,
        order: &Order,
        place: Where,
        marks: &Marks,
        absent: i64,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<BoardLine>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        // Marks count everybody, members or not.
        let (statement, (mark, passed)) = if absent == 0 {
            (order.page, marks.before_row(offset))
        } else {
            (order.present, (Mark::TOP, 0))
        };
        let mut query = sqlx::query(statement.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(i64::from(limit))
            .bind(i64::from(offset - passed))
            .bind(mark.value)
            .bind(mark.player);
        if absent != 0 {
            query = query.bind(absent);
        }
        let rows = query.fetch_all(self.readers()).await?;
        let mut lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
        let ties = match lines.first() {
            Some(first) if offset > 0 => self.ties(order, place, absent, first.value, id(first.who)).await?,
            _ => 0,
        };
        number(&mut lines, offset, offset.saturating_sub(ties));
        Ok(lines)
    }

    /// How many of those with this value stand before a player who has it.
    async fn ties(&self, order: &Order, place: Where, absent: i64, value: i64, player: i64) -> Result<u32, StoreError> {
        let mut ties = self.count(order.ties, place, &[value, player]).await?;
        if absent != 0 {
            let row = self.absent_before(order, place, absent, value, player).await?;
            ties -= int(&row, 1)? - int(&row, 0)?;
        }
        // It may have moved between the two counts.
        narrow(ties.max(0))
    }

    async fn count(&self, statement: &Statement, place: Where, about: &[i64]) -> Result<i64, StoreError> {
        let query = sqlx::query(statement.sql).bind(place.scope).bind(place.period);
        let query = about.iter().fold(query, |query, value| query.bind(*value));
        int(&query.fetch_one(self.readers()).await?, 0)
    }

    /// How many stand higher than this value, and how many before a player who has it.
    async fn before(
        &self,
        order: &Order,
        place: Where,
        marks: &Marks,
        absent: i64,
        value: i64,
        player: i64,
    ) -> Result<(u32, u32), StoreError> {
        let (mark, passed) = marks.above(value);
        let after = self
            .count(order.higher, place, &[mark.value, mark.player, value])
            .await?;
        let mut higher = i64::from(passed) + after;
        let mut before = higher + self.count(order.ties, place, &[value, player]).await?;
        if absent != 0 {
            let row = self.absent_before(order, place, absent, value, player).await?;
            higher -= int(&row, 0)?;
            before -= int(&row, 1)?;
        }
        Ok((narrow(higher.max(0))?, narrow(before.max(0))?))
    }

    async fn absent_before(
        &self,
        order: &Order,
        place: Where,
        absent: i64,
        value: i64,
        player: i64,
    ) -> Result<SqliteRow, StoreError> {
        let query = sqlx::query(order.absent.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(value)
            .bind(player)
            .bind(absent);
        Ok(query.fetch_one(self.readers()).await?)
    }

    async fn own(
        &self,
        query: &BoardQuery,
        order: &Order,
        place: Where,
        marks: &Marks,
        absent: i64,
        viewer: PlayerId,
    ) -> Result<Option<BoardLine>, StoreError> {
        let found = sqlx::query(leaves::LINE_OF.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(viewer.0);
        let Some(row) = found.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        if absent != 0 && self.is_absent(absent, viewer).await? {
            return Ok(None);
        }
        let mut line = line(&row)?;
        let Some(value) = value(query.metric, &line.figures, least(query.period)) else {
            return Ok(None);
        };
        line.value = value;
        let (higher, before) = self.before(order, place, marks, absent, value, viewer.0).await?;
        line.place = higher + 1;
        line.row = before;
        Ok(Some(line))
    }

    /// Whether somebody is no member of a venue any more.
    pub(super) async fn is_absent(&self, venue: i64, player: PlayerId) -> Result<bool, StoreError> {
        let query = sqlx::query(sums::ABSENT_IS.sql).bind(venue).bind(player.0);
        Ok(query.fetch_optional(self.readers()).await?.is_some())
    }

    /// A board of few: those with whom somebody finished a match, and they themselves.
    async fn friends_board(
        &self,
        mut board: Board,
        place: Where,
        player: PlayerId,
        offset: u32,
        limit: u32,
    ) -> Result<Board, StoreError> {
        let query = sqlx::query(leaves::FRIENDS.sql).bind(player.0).bind(place.period);
        let rows = query.fetch_all(self.readers()).await?;
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut line = line(row)?;
            if let Some(value) = value(board.query.metric, &line.figures, least(board.query.period)) {
                line.value = value;
                lines.push(line);
            }
        }
        cut(&mut board, lines, offset, limit)?;
        Ok(board)
    }
}

/// Sorts the lines of a whole board, and puts the page and the viewer's own line into it.
pub(super) fn cut(board: &mut Board, mut lines: Vec<BoardLine>, offset: u32, limit: u32) -> Result<(), StoreError> {
    lines.sort_by_key(|line| (std::cmp::Reverse(line.value), id(line.who)));
    number(&mut lines, 0, 0);
    board.total = narrow(i64::try_from(lines.len()).unwrap_or(i64::MAX))?;
    let viewer = board.query.viewer.map(Who::Player);
    board.own = lines.iter().find(|line| Some(line.who) == viewer).cloned();
    board.lines = lines.into_iter().skip(offset as usize).take(limit as usize).collect();
    Ok(())
}

pub(super) fn id(who: Who) -> i64 {
    match who {
        Who::Player(player) => player.0,
        Who::Team(team) => team.0,
    }
}

/// Numbers lines that are in order, the first of which stands after `offset` others, `higher` of them with a better value.
pub(super) fn number(lines: &mut [BoardLine], offset: u32, higher: u32) {
    let mut last: Option<(i64, u32)> = None;
    for (line, row) in lines.iter_mut().zip(offset..) {
        let place = match last {
            Some((value, place)) if value == line.value => place,
            Some(_) => row + 1,
            None => higher + 1,
        };
        line.row = row;
        line.place = place;
        last = Some((line.value, place));
    }
}

/// What a line counts on a board; none when it is not on it.
fn value(metric: Metric, figures: &Figures, least: u32) -> Option<i64> {
    let some = |value: i64| (value != 0).then_some(value);
    match metric {
        Metric::Points => (figures.played > 0).then_some(figures.points),
        Metric::Wins => some(figures.wins),
        Metric::WinRate => (figures.played >= i64::from(least)).then(|| figures.wins * 10_000 / figures.played.max(1)),
        Metric::Hands => some(figures.hands),
        Metric::Gold => some(figures.gold),
        Metric::Dragon => some(figures.dragon),
        Metric::Undercuts => some(figures.undercuts),
        Metric::Streak => some(figures.best_streak),
        Metric::Events => some(figures.events),
        Metric::Rating | Metric::Teams => None,
    }
}

/// What is filtered, as the upper part of a period's number.
pub(super) fn slice(query: &BoardQuery) -> i64 {
    let rules = query.rules.as_deref().map_or(0, family);
    let mode = query.mode.map_or(0, crate::table::ModeKind::code);
    (rules * 10 + mode) * 10_000_000_000
}

/// A line without its place: player, name, value, figures.
pub(super) fn line(row: &SqliteRow) -> Result<BoardLine, StoreError> {
    Ok(BoardLine {
        place: 0,
        row: 0,
        who: Who::Player(PlayerId(int(row, 0)?)),
        name: text(row, 1)?,
        value: row.try_get::<Option<i64>, _>(2)?.unwrap_or(0),
        figures: figures(row, 3)?,
    })
}

/// The figures of a line from this column on.
pub(super) fn figures(row: &SqliteRow, first: usize) -> Result<Figures, StoreError> {
    let number = |column: usize| Ok::<_, StoreError>(row.try_get::<Option<i64>, _>(first + column)?.unwrap_or(0));
    Ok(Figures {
        played: number(0)?,
        wins: number(1)?,
        draws: number(2)?,
        points: number(3)?,
        hands: number(4)?,
        gold: number(5)?,
        three: number(6)?,
        two: number(7)?,
        dragon: number(8)?,
        undercuts: number(9)?,
        undercut: number(10)?,
        knocks: number(11)?,
        knocked: number(12)?,
        deadwood: number(13)?,
        caught: number(14)?,
        best_hand: number(15)?,
        streak: number(16)?,
        best_streak: number(17)?,
        events: number(18)?,
    })
}
