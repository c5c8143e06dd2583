//! Leaderboards in a file of many results: a page with the reader's own place, of every circle and time.

use std::path::Path;
use std::time::Duration;

use jinlami::id::{Millis, Platform, PlayerId, Venue};
use jinlami::service::{BoardQuery, Metric, Period, Scope};
use jinlami::store::Store;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tokio::time::Instant;

use super::sheet::{Run, Sheet, folder, ms};

/// How many pages of each board are asked for.
const PAGES: u32 = 200;
/// How many venues each player plays in; every tenth player is in the largest venue too.
const VENUES_EACH: i64 = 5;
/// 2026-12-01, noon in Greenwich.
const NOW: Millis = Millis(1_796_126_400_000);

/// What so many results leave: 100 for each player, and a venue for every ten players.
struct Size {
    results: i64,
    players: i64,
    venues: i64,
}

/// Measures boards over so many results.
pub async fn boards(sheet: &mut Sheet<'_>, results: u64) -> anyhow::Result<()> {
    let results = i64::try_from(results)?;
    let players = (results / 100).max(100);
    let size = Size {
        results,
        players,
        venues: (players / 10).max(10),
    };
    sheet.head(&format!(
        "Leaderboards: {} results, {} players, {} venues",
        size.results, size.players, size.venues
    ));
    let folder = folder()?;
    let path = folder.path().join("boards.db");
    let url = format!("sqlite://{}", path.display());
    Store::open(&url).await?.close().await;
    let begun = Instant::now();
    generate(&path, &size).await?;
    let bytes = std::fs::metadata(&path)?.len();
    let told = format!("{:.0} s, {} MiB", begun.elapsed().as_secs_f64(), bytes >> 20);
    sheet.note("generated in", &told);

    let store = Store::open(&url).await?;
    let venue = |number: i64| Venue {
        platform: Platform::Discord,
        chat: number,
    };
    let scopes = |at: i64| {
        [
            ("all venues", Scope::All),
            ("the largest venue", Scope::Venue(venue(1))),
            ("a venue", Scope::Venue(venue(2 + at % (size.venues - 1)))),
            ("a channel", Scope::Channel(venue(2 + at % (size.venues - 1)), 7)),
            ("friends", Scope::Friends(PlayerId(1_000_000 + at % size.players))),
        ]
    };
    // The goal is for every circle and time: the slowest of them counts.
    let mut slowest = [Duration::ZERO; 2];
    for which in 0..5 {
        for (name, period) in [
            ("today", Period::Today),
            ("week", Period::Week),
            ("month", Period::Month),
            ("season", Period::Season(None)),
            ("everything", Period::All),
        ] {
            let mut times = Vec::new();
            let mut last = 0;
            let started = Instant::now();
            for at in 0..PAGES {
                let number = i64::from(at) * 7_919;
                let (_, scope) = scopes(number)[which];
                let metric = [
                    Metric::Points,
                    Metric::Wins,
                    Metric::WinRate,
                    Metric::Gold,
                    Metric::Undercuts,
                    Metric::Streak,
                    Metric::Rating,
                ][at as usize % 7];
                let query = BoardQuery {
                    metric,
                    period,
                    viewer: Some(PlayerId(1_000_000 + number % size.players)),
                    ..BoardQuery::of(scope)
                };
                // The first pages, one from the middle of a board as long as the last one, and the last page of such a board.
                let offset = [0, 10, 20, last / 2, u32::saturating_sub(last, 10)][at as usize % 5];
                let asked = Instant::now();
                let board = store.board(&query, NOW, offset, 10).await?;
                times.push(asked.elapsed());
                last = board.total;
                anyhow::ensure!(
                    which > 1 || at % 5 > 0 || metric != Metric::Points || !board.lines.is_empty(),
                    "an empty board"
                );
            }
            let run = Run::of(times, started.elapsed());
            slowest = [slowest[0].max(run.at(50.0)), slowest[1].max(run.at(99.0))];
            let what = format!("{} · {name}", scopes(0)[which].0);
            sheet.note(&what, &format!("p50 {}, p99 {}", ms(run.at(50.0)), ms(run.at(99.0))));
        }
    }
    let beside = summed(&path).await?;
    let told = format!("everything added up when asked: {}", ms(beside));
    let [half, most] = slowest;
    sheet.most_ms_beside(
        "a page with the own place, p50 of the slowest of these",
        half,
        2.5,
        &told,
    );
    sheet.most_ms_beside(
        "a page with the own place, p99 of the slowest of these",
        most,
        8.0,
        &told,
    );
    store.close().await;
    Ok(())
}

/// The rows that so many results leave. The sums of each line are by chance, of the size that its player's results give;
/// which lines there are, and all indices, are as the program makes them.
async fn generate(path: &Path, size: &Size) -> anyhow::Result<()> {
    let mut file = connect(path).await?;
    let Size {
        results,
        players,
        venues,
    } = size;
    let numbers = |most: i64| {
        format!(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {})",
            most - 1
        )
    };
    let mix = |salt: i64| format!("((n.i * 2654435761 + {salt} * 40503) % 4294967296)");
    let run = async |file: &mut SqliteConnection, text: String| -> anyhow::Result<()> {
        file.execute(sqlx::AssertSqlSafe(text)).await?;
        Ok(())
    };
    run(&mut file, "BEGIN".to_owned()).await?;
    run(
        &mut file,
        format!(
            "{} INSERT INTO players(id, name, created_at) SELECT 1000000 + i, 'P' || i, 0 FROM n",
            numbers(*players)
        ),
    )
    .await?;
    run(
        &mut file,
        format!(
            "{} INSERT INTO venues(id, platform, chat) SELECT 1 + i, 1, 1 + i FROM n",
            numbers(*venues)
        ),
    )
    .await?;
    run(
        &mut file,
        "INSERT INTO spots(id, venue, channel) SELECT 500000 + id, id, 7 FROM venues; \
         INSERT INTO seasons(id, venue, number, starts_at, calendar) SELECT 700000 + id, id, 1, 0, 1 FROM venues"
            .to_owned(),
    )
    .await?;
    // Which scopes a player has lines in: everywhere, five venues and their channels, and some the largest venue.
    run(
        &mut file,
        format!(
            "CREATE TEMP TABLE homes AS {} SELECT DISTINCT 1000000 + n.i AS player, 2 + {} % {} AS venue FROM n \
             CROSS JOIN (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) v \
             UNION ALL SELECT id, 1 FROM players WHERE id % 10 = 0",
            numbers(*players),
            "((n.i * 2654435761 + v.k * 97003) % 4294967296)",
            venues - 1
        ),
    )
    .await?;
    anyhow::ensure!(VENUES_EACH == 5, "as many as are written above");
    // 2026-12-01 is a Tuesday in week 49.
    run(
        &mut file,
        "CREATE TEMP TABLE parts AS SELECT l.scope AS level, \
         (CASE l.slice WHEN 1 THEN 10 WHEN 2 THEN 1 WHEN 3 THEN 11 ELSE 0 END) * 10000000000 + l.kind * 100000000 + \
         CASE l.kind WHEN 1 THEN 20261201 WHEN 2 THEN 202649 WHEN 3 THEN 202612 WHEN 4 THEN 1 WHEN 5 THEN 20264 ELSE 0 END \
         AS period, CASE l.kind WHEN 1 THEN 30 WHEN 2 THEN 8 WHEN 3 THEN 3 ELSE 1 END AS rare FROM ladders l"
            .to_owned(),
    )
    .await?;
    let lines = |scopes: &str| {
        format!(
            "INSERT INTO standings(scope, period, player, played, wins, draws, points, hands, gold, three, two, dragon, \
             undercuts, undercut, knocks, knocked, deadwood, caught, best_hand, streak, best_streak, events, rate) \
             SELECT scope, period, player, 2 + r % 200, r % 100, 1, r % 9000, r % 400, r % 37, r % 20, r % 10, r % 3, r % 50, \
             r % 45, r % 500, r % 300, r % 4000, r % 300, r % 130, r % 4, 1 + r % 15, r % 2, \
             CASE WHEN 2 + r % 200 >= CASE period / 100000000 % 10 WHEN 1 THEN 3 WHEN 2 THEN 5 ELSE 10 END THEN r % 100 * 10000 / (2 + r % 200) END FROM ({scopes}) s \
             WHERE r / 4096 % rare = 0 ORDER BY scope, period, player"
        )
    };
    let chance = |scope: &str| format!("abs((player * 2654435761 + {scope} * 40503 + p.period * 69069) % 2147483647)");
    run(
        &mut file,
        lines(&format!(
            "SELECT 0 AS scope, p.period, h.id AS player, p.rare, {} AS r FROM players h CROSS JOIN parts p WHERE p.level = 3",
            chance("7").replace("player", "h.id")
        )),
    )
    .await?;
    for (level, scope) in [(2, "h.venue"), (1, "500000 + h.venue")] {
        run(
            &mut file,
            lines(&format!(
                "SELECT {scope} AS scope, p.period, h.player, p.rare, {} AS r FROM homes h CROSS JOIN parts p \
                 WHERE p.level = {level}",
                chance("h.venue").replace("player", "h.player")
            )),
        )
        .await?;
    }
    // Ratings by one family of rules, of all venues and of each.
    run(
        &mut file,
        "INSERT INTO rating_ladders(id, venue, rules) VALUES (900000000, 0, 'jinlami'); \
         INSERT INTO rating_ladders(id, venue, rules) SELECT 900000000 + id, id, 'jinlami' FROM venues"
            .to_owned(),
    )
    .await?;
    let rated = |ladder: &str, from: &str| {
        format!(
            "INSERT INTO ratings(ladder, player, value, deviation, volatility, games, opponents, shown, listed) \
             SELECT {ladder}, player, 1000 + r % 1000, 80, 0.06, 20, 9, 1000 + r % 1000, r % 10 < 9 \
             FROM (SELECT h.*, abs((h.player * 2654435761 + h.venue * 40503) % 2147483647) AS r FROM ({from}) h) \
             ORDER BY 1, 2"
        )
    };
    let everywhere = rated("900000000", "SELECT id AS player, 0 AS venue FROM players");
    let in_venues = rated("900000000 + venue", "SELECT player, venue FROM homes");
    run(&mut file, format!("{everywhere}; {in_venues}")).await?;
    // The results themselves, for the yardstick and for who played with whom.
    run(
        &mut file,
        "DROP INDEX results_player; DROP INDEX results_pair; DROP INDEX results_rated; DROP INDEX results_rated_venue; \
         DROP INDEX results_unfilled; DROP INDEX results_venue"
            .to_owned(),
    )
    .await?;
    for seat in [0, 1] {
        let (own, other) = if seat == 0 { (mix(1), mix(2)) } else { (mix(2), mix(1)) };
        run(
            &mut file,
            format!(
                "{} INSERT INTO results SELECT 1 + n.i, {seat}, 1000000 + {own} % {players}, 1000000 + {other} % {players}, \
                 1 + {} % {venues}, 1, {} + n.i, 'jinlami', 1, 1, 0, n.i % 2 = {seat}, 0, n.i % 100, 0, n.i % 4, n.i % 2, 0, 0, \
                 0, 0, 0, 1, 1, 0, 0, 30, 'UTC', 20261201, 202649, 202612, 1, 20261201, 202649, 202612, 20264 FROM n",
                numbers(*results),
                mix(3),
                NOW.0 - results
            ),
        )
        .await?;
    }
    run(
        &mut file,
        "CREATE INDEX results_venue ON results(venue, ended_at); \
         CREATE INDEX results_pair ON results(player, opponent, ended_at); \
         CREATE INDEX results_player ON results(player, ended_at, table_id)"
            .to_owned(),
    )
    .await?;
    run(&mut file, "COMMIT".to_owned()).await?;
    file.close().await?;
    Ok(())
}

/// How long the first page of everybody's points takes when it is added up from the results.
async fn summed(path: &Path) -> anyhow::Result<Duration> {
    let mut file = connect(path).await?;
    let begun = Instant::now();
    let page = "SELECT player, sum(points) AS p FROM results GROUP BY player ORDER BY p DESC, player LIMIT 10";
    let rows = file.fetch_all(page).await?;
    let took = begun.elapsed();
    anyhow::ensure!(rows.len() == 10, "ten lines");
    file.close().await?;
    Ok(took)
}

async fn connect(path: &Path) -> anyhow::Result<SqliteConnection> {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        // It is made in one go and thrown away.
        .synchronous(sqlx::sqlite::SqliteSynchronous::Off)
        .pragma("cache_size", "-200000")
        .pragma("temp_store", "FILE");
    Ok(options.connect().await?)
}
