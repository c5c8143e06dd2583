//! Results of a file of an earlier release: what boards add up today is read from the logs, once.

use sqlx::{Connection, SqliteConnection};

use super::civil::Keys;
use super::codes::family;
use super::log::facts;
use super::merges::Merges;
use super::statements::Statement;
use super::{StoreError, int, maybe, statements as sql, sums};
use crate::id::{Millis, Seat, TableId};
use crate::table::{ModeKind, Table, Terms};

/// Fills in what results of an earlier release lack, and adds everything up. All of it happens, or nothing.
pub(super) async fn fill(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query(sums::UNFILLED.sql).fetch_all(&mut *connection).await?;
    if rows.is_empty() {
        return Ok(());
    }
    let merges = Merges::load(connection).await?;
    let mut work = connection.begin_with("BEGIN IMMEDIATE").await?;
    for row in &rows {
        let table = TableId(int(row, 0)?);
        sqlx::query(sums::FILL_SPOT.sql)
            .bind(table.0)
            .execute(&mut *work)
            .await?;
        let place = sqlx::query(sums::FILL_ZONE.sql).bind(table.0);
        let place = place.fetch_optional(&mut *work).await?;
        let (ended, zone) = match &place {
            Some(row) => (maybe(row, 0)?, sqlx::Row::try_get::<Option<String>, _>(row, 1)?),
            None => (None, None),
        };
        let log = sqlx::query(sql::EVENTS_OF.sql)
            .bind(table.0)
            .fetch_all(&mut *work)
            .await?;
        // A log that can't be read has a result all the same: what it counted goes on counting.
        let log = facts(table, &log, &merges).ok().flatten();
        let told = log.as_deref().and_then(|log| Table::replay(table, log));
        let ended = log
            .as_deref()
            .and_then(|log| over_at(table, log))
            .or(ended.map(Millis))
            .unwrap_or(Millis(0));
        let keys = Keys::of(ended, zone.as_deref());
        for seat in Seat::BOTH {
            fill_seat(&mut work, table, told.as_ref(), seat, &keys).await?;
        }
    }
    for statement in [&sums::FILL_DROP, &sums::FILL_LINES, &sums::FILL_LADDERS] {
        run(&mut work, statement).await?;
    }
    work.commit().await?;
    Ok(())
}

async fn fill_seat(
    connection: &mut SqliteConnection,
    table: TableId,
    told: Option<&Table>,
    seat: Seat,
    keys: &Keys,
) -> Result<(), StoreError> {
    let feats = told.map(|told| told.feats(seat)).unwrap_or_default();
    let other = told.and_then(|told| told.seats().get(seat.other().index())?.player());
    let terms = told.map(Table::terms);
    let against = told.map_or(0, |told| told.scores()[seat.other().index()]);
    let query = sqlx::query(sums::FILL_RESULT.sql)
        .bind(table.0)
        .bind(i64::from(seat.0))
        .bind(other.map(|player| player.0))
        .bind(terms.map_or(9, |terms| family(terms.preset.name())))
        .bind(terms.map_or(ModeKind::Fixed, Terms::kind).code())
        .bind(i64::from(told.is_some_and(is_drawn)))
        .bind(i64::from(against))
        .bind(i64::from(feats.three))
        .bind(i64::from(feats.two))
        .bind(i64::from(feats.dragon))
        .bind(i64::from(feats.undercuts))
        .bind(i64::from(feats.undercut))
        .bind(i64::from(feats.knocks))
        .bind(i64::from(feats.knocked))
        .bind(i64::from(feats.deadwood))
        .bind(i64::from(feats.caught))
        .bind(i64::from(feats.best_hand))
        .bind(&keys.zone)
        .bind(keys.day)
        .bind(keys.week)
        .bind(keys.month)
        .bind(keys.uday)
        .bind(keys.uweek)
        .bind(keys.umonth)
        .bind(keys.quarter);
    query.execute(connection).await?;
    Ok(())
}

fn is_drawn(table: &Table) -> bool {
    use crate::table::{MatchEnd, Stage};
    matches!(table.stage(), Stage::Over(MatchEnd::Drawn | MatchEnd::Agreed))
}

/// When the match was over, which more facts may follow.
fn over_at(id: TableId, log: &[(Millis, crate::table::Event)]) -> Option<Millis> {
    let ((at, first), rest) = log.split_first()?;
    let mut table = Table::opened(id, *at, first)?;
    for (at, event) in rest {
        table.evolve(*at, event);
        if table.is_over() {
            return Some(*at);
        }
    }
    None
}

async fn run(connection: &mut SqliteConnection, statement: &Statement) -> Result<(), StoreError> {
    sqlx::query(statement.sql).execute(connection).await?;
    Ok(())
}
