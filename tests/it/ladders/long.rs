//! Boards of thousands of lines: places far down, found from marks along them, are those that counting from the top gives.

use std::cmp::Reverse;

use jinlami::id::{Millis, PlayerId};
use jinlami::service::{Board, BoardLine, BoardQuery, Metric, Period, Scope, Who};
use jinlami::store::Store;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::dice::Dice;

/// More than two stretches from mark to mark, which are 16,384 lines.
const PLAYERS: i64 = 38_000;
const NOW: Millis = Millis(1_796_126_400_000);
const PAGE: u32 = 10;

/// What every player has: points of a wide and streaks of a narrow range, and a rating when they are listed.
struct Line {
    player: i64,
    points: i64,
    streak: i64,
    rating: Option<i64>,
}

async fn filled() -> (tempfile::TempDir, Store, Vec<Line>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.db");
    let url = format!("sqlite://{}", path.display());
    Store::open(&url).await.unwrap().close().await;
    let mut dice = Dice::new(5);
    let mut any = |below: usize| i64::try_from(dice.below(below)).unwrap();
    let line = |player| {
        let (points, streak, rating) = (any(6_000) - 500, 1 + any(4), 1_000 + any(900));
        Line {
            player,
            points,
            streak,
            rating: (any(10) > 0).then_some(rating),
        }
    };
    let lines: Vec<Line> = (1_000_000..1_000_000 + PLAYERS).map(line).collect();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&path)
        .foreign_keys(false);
    let mut file = options.connect().await.unwrap();
    let mut text = "BEGIN; INSERT INTO rating_ladders(id, venue, rules) VALUES (9, 0, 'jinlami');".to_owned();
    for part in lines.chunks(500) {
        let rows = |row: &dyn Fn(&Line) -> Option<String>| part.iter().filter_map(row).collect::<Vec<_>>().join(", ");
        let people = rows(&|line| Some(format!("({0}, 'P{0}', 0)", line.player)));
        let sums = rows(&|line| {
            let Line {
                player, points, streak, ..
            } = line;
            Some(format!(
                "(0, 0, {player}, 1, 0, 0, {points}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {streak}, 0)"
            ))
        });
        let ratings = rows(&|line| {
            let rating = line.rating?;
            Some(format!("(9, {}, {rating}, 80, 0.06, 20, 9, {rating}, 1)", line.player))
        });
        text += &format!(
            "INSERT INTO players(id, name, created_at) VALUES {people}; \
             INSERT INTO standings(scope, period, player, played, wins, draws, points, hands, gold, three, two, dragon, \
             undercuts, undercut, knocks, knocked, deadwood, caught, best_hand, streak, best_streak, events) VALUES {sums}; \
             INSERT INTO ratings(ladder, player, value, deviation, volatility, games, opponents, shown, listed) \
             VALUES {ratings};"
        );
    }
    file.execute(sqlx::AssertSqlSafe(text + "COMMIT")).await.unwrap();
    file.close().await.unwrap();
    (folder, Store::open(&url).await.unwrap(), lines)
}

fn told(line: &BoardLine) -> (i64, i64, u32, u32) {
    let Who::Player(player) = line.who else {
        panic!("a player");
    };
    (line.value, player.0, line.place, line.row)
}

#[tokio::test]
async fn places_far_down_a_long_board_are_those_that_counting_gives() {
    let (_folder, store, lines) = filled().await;
    let mut dice = Dice::new(6);
    for metric in [Metric::Points, Metric::Streak, Metric::Rating] {
        let mut order: Vec<(i64, i64)> = lines
            .iter()
            .filter_map(|line| match metric {
                Metric::Points => Some((line.points, line.player)),
                Metric::Streak => Some((line.streak, line.player)),
                _ => Some((line.rating?, line.player)),
            })
            .collect();
        order.sort_by_key(|(value, player)| (Reverse(*value), *player));
        let expected = |row: usize| {
            let (value, player) = order[row];
            let place = order.partition_point(|(other, _)| *other > value) + 1;
            (
                value,
                player,
                u32::try_from(place).unwrap(),
                u32::try_from(row).unwrap(),
            )
        };
        let last = order.len() - 1;
        let near = [0, 1, 16_382, 16_383, 16_384, 16_385, 32_767, 32_768, last - 9, last];
        let some = (0..40).map(|_| dice.below(order.len())).collect::<Vec<_>>();
        for row in near.into_iter().chain(some) {
            let viewer = PlayerId(order[row].1);
            let query = BoardQuery {
                metric,
                period: Period::All,
                viewer: Some(viewer),
                ..BoardQuery::of(Scope::All)
            };
            let offset = u32::try_from(row).unwrap();
            let Board { lines, total, own, .. } = store.board(&query, NOW, offset, PAGE).await.unwrap();
            assert_eq!(total as usize, order.len(), "{metric:?}");
            assert_eq!(own.as_ref().map(told), Some(expected(row)), "{metric:?} {row}");
            let page = (row..order.len()).take(PAGE as usize).map(expected);
            assert_eq!(
                lines.iter().map(told).collect::<Vec<_>>(),
                page.collect::<Vec<_>>(),
                "{metric:?} {row}"
            );
        }
    }
    store.close().await;
}

/// Between two counts the marks stay where they are; who comes or climbs meanwhile is on the page where they stand, and a
/// minute later everything is counted again.
#[tokio::test]
async fn what_moves_on_a_long_board_is_counted_again_after_a_minute() {
    let (folder, store, lines) = filled().await;
    let query = |viewer| BoardQuery {
        viewer: Some(PlayerId(viewer)),
        ..BoardQuery::of(Scope::All)
    };
    let lowest = lines
        .iter()
        .min_by_key(|line| (line.points, Reverse(line.player)))
        .unwrap();
    let before = store.board(&query(lowest.player), NOW, 0, PAGE).await.unwrap();
    assert_eq!(before.own.unwrap().row + 1, before.total);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("long.db"));
    let mut file = options.connect().await.unwrap();
    let climbed = format!("UPDATE standings SET points = 99999 WHERE player = {}", lowest.player);
    file.execute(sqlx::AssertSqlSafe(climbed)).await.unwrap();
    file.close().await.unwrap();
    let top = store.board(&query(lowest.player), NOW, 0, PAGE).await.unwrap();
    assert_eq!(top.own.as_ref().map(|own| (own.place, own.row)), Some((1, 0)));
    assert_eq!(top.own.as_ref(), top.lines.first());
    // Everybody else has moved down by one.
    let mut others: Vec<&Line> = lines.iter().filter(|line| line.player != lowest.player).collect();
    others.sort_by_key(|line| (Reverse(line.points), line.player));
    let last = others.last().unwrap();
    let later = NOW.plus(60_000);
    let after = store.board(&query(last.player), later, 0, PAGE).await.unwrap();
    assert_eq!(after.own.unwrap().row + 1, after.total);
    store.close().await;
}

/// Where the last lines go, or some come behind them, the end of a long board is what is there just now, within the minute too;
/// a page that is gone says how long the board is.
#[tokio::test]
async fn the_end_of_a_long_board_is_where_it_is_now() {
    let (folder, store, lines) = filled().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.path().join("long.db"))
        .foreign_keys(false);
    let mut file = options.connect().await.unwrap();
    for metric in [Metric::Points, Metric::Rating] {
        let mut order: Vec<(i64, i64)> = match metric {
            Metric::Points => lines.iter().map(|line| (line.points, line.player)).collect(),
            _ => lines
                .iter()
                .filter_map(|line| Some((line.rating?, line.player)))
                .collect(),
        };
        order.sort_by_key(|(value, player)| (Reverse(*value), *player));
        let query = BoardQuery {
            metric,
            period: Period::All,
            ..BoardQuery::of(Scope::All)
        };
        let page = async |offset: usize| {
            let offset = u32::try_from(offset).unwrap();
            let board = store.board(&query, NOW, offset, PAGE).await.unwrap();
            let players = board.lines.iter().map(|line| told(line).1).collect::<Vec<_>>();
            (players, board.total as usize)
        };
        let players = |some: &[(i64, i64)]| some.iter().map(|(_, player)| *player).collect::<Vec<_>>();
        let count = order.len();
        assert_eq!(page(count - 5).await, (players(&order[count - 5..]), count));
        let gone = players(&order[count - 25..]);
        for player in &gone {
            let text = match metric {
                Metric::Points => format!("DELETE FROM standings WHERE player = {player}"),
                _ => format!("UPDATE ratings SET listed = 0 WHERE player = {player}"),
            };
            file.execute(sqlx::AssertSqlSafe(text)).await.unwrap();
        }
        let left = count - 25;
        assert_eq!(page(count - 5).await, (Vec::new(), left), "{metric:?}");
        assert_eq!(
            page(left - 3).await,
            (players(&order[left - 3..left]), left),
            "{metric:?}"
        );
        // Beyond the end nothing is and nothing was.
        assert_eq!(page(left + 1_000).await, (Vec::new(), left));
        if metric == Metric::Rating {
            for player in &gone {
                let text = format!("UPDATE ratings SET listed = 1 WHERE player = {player}");
                file.execute(sqlx::AssertSqlSafe(text)).await.unwrap();
            }
            assert_eq!(page(left - 3).await, (players(&order[left - 3..left + 7]), count));
            assert_eq!(page(count - 5).await, (players(&order[count - 5..]), count));
        }
    }
    file.close().await.unwrap();
    store.close().await;
}
