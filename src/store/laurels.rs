//! How teams came off in events that are over, and the boards that add it up.

use sqlx::sqlite::SqliteRow;

use super::boards::{Board, BoardLine, Figures, Who};
use super::contests::Chapter;
use super::pages::{Where, number};
use super::plan::{Plan, args};
use super::{Store, StoreError, int, narrow, statements as sql, text};
use crate::contest::Status;
use crate::id::TeamId;

/// How a team came off in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPlace {
    /// Which team.
    pub team: TeamId,
    /// Its name then.
    pub name: String,
    /// The place, from 1; equal ones share it.
    pub place: u16,
    /// The points of the hands of all its members.
    pub points: i64,
    /// The matches they are from.
    pub boards: u32,
    /// Points for won meetings with other teams, in half points.
    pub marks: i32,
}

impl Store {
    /// What the end of an event counts, once, however often it is written: who won it, and how the teams came off.
    pub(super) async fn laurels(&self, chapter: &Chapter) -> Result<Plan, StoreError> {
        if chapter.row.status != Status::Finished {
            return Ok(Plan::default());
        }
        let (venue, at) = (chapter.row.place.venue, chapter.at);
        let mut plan = self.champions(chapter.event, venue, at, &chapter.winners).await?;
        let keys = self.keys(venue, at).await?;
        for line in &chapter.team_places {
            let row = args![
                chapter.event.0,
                line.team.0,
                venue.platform.code(),
                venue.chat,
                at.0,
                line.name.as_str(),
                i64::from(line.place),
                line.points,
                i64::from(line.boards),
                i64::from(line.marks),
                keys.day,
                keys.week,
                keys.month,
                keys.uday,
                keys.uweek,
                keys.umonth,
                keys.quarter,
            ];
            let counted = plan.add(&sql::TEAM_RESULT_ADD, row);
            plan.add_after(counted, &sql::TEAM_RESULT_COUNT, args![chapter.event.0, line.team.0]);
        }
        Ok(plan)
    }

    /// A board of teams, by the points of the hands that they made in events.
    pub(super) async fn team_board(
        &self,
        mut board: Board,
        place: Where,
        offset: u32,
        limit: u32,
    ) -> Result<Board, StoreError> {
        let page = sqlx::query(sql::TEAM_BOARD.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(i64::from(limit))
            .bind(i64::from(offset));
        let rows = page.fetch_all(self.readers()).await?;
        board.lines = rows.iter().map(line).collect::<Result<_, _>>()?;
        let higher = match board.lines.first() {
            Some(first) => self.teams_ahead(place, first.value).await?,
            None => 0,
        };
        number(&mut board.lines, offset, higher);
        board.total = self.teams_ahead(place, 0).await?;
        if let Some(viewer) = board.query.viewer {
            // The best of the teams that they are in.
            let own = sqlx::query(sql::TEAM_BOARD_OWN.sql)
                .bind(place.scope)
                .bind(place.period)
                .bind(viewer.0);
            let rows = own.fetch_all(self.readers()).await?;
            let lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
            if let Some(mut best) = lines.into_iter().max_by_key(|line| line.value) {
                best.place = self.teams_ahead(place, best.value).await? + 1;
                let before = sqlx::query(sql::TEAM_BOARD_BEFORE.sql)
                    .bind(place.scope)
                    .bind(place.period)
                    .bind(best.value)
                    .bind(match best.who {
                        Who::Team(team) => team.0,
                        Who::Player(player) => player.0,
                    });
                let before: u32 = narrow(int(&before.fetch_one(self.readers()).await?, 0)?)?;
                best.row = best.place - 1 + before;
                board.own = Some(best);
            }
        }
        Ok(board)
    }

    async fn teams_ahead(&self, place: Where, value: i64) -> Result<u32, StoreError> {
        let query = sqlx::query(sql::TEAM_BOARD_AHEAD.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(value);
        narrow(int(&query.fetch_one(self.readers()).await?, 0)?)
    }
}

fn line(row: &SqliteRow) -> Result<BoardLine, StoreError> {
    Ok(BoardLine {
        place: 0,
        row: 0,
        who: Who::Team(TeamId(int(row, 0)?)),
        name: text(row, 1)?,
        value: int(row, 2)?,
        figures: Figures::default(),
    })
}
