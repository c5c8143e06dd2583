//! The statements of ratings.

use super::statements::{Statement, statements};
use super::sums::line;

/// Whether something of player `$2` on ladder `$1` is to be reckoned from `$3` on, by the rules `$4` of the venue `$5` (0: all):
/// then their rating is set when that is done, and until then the one before stands.
macro_rules! to_come {
    () => {
        "(EXISTS (SELECT 1 FROM rating_steps t WHERE t.ladder = $1 AND t.player = $2 AND t.ended_at >= $3) \
         OR EXISTS (SELECT 1 FROM results t WHERE t.player = $2 AND t.ended_at >= $3 AND t.rated = 1 AND t.preset = $4 \
         AND ($5 = 0 OR t.venue = $5)))"
    };
}

statements! {
    DIRTY: "SELECT id, venue, rules, dirty_at, version FROM rating_ladders WHERE dirty_at IS NOT NULL ORDER BY id LIMIT 1";
    DIRTY_IN: "SELECT id, venue, rules, dirty_at, version FROM rating_ladders WHERE venue = $1 AND dirty_at IS NOT NULL LIMIT 1";
    LADDER: "SELECT l.id, l.rules FROM rating_ladders l WHERE l.venue = $1 AND l.rules = $2";
    LADDERS_OF: "SELECT l.id, l.rules, (SELECT count(*) FROM (SELECT 1 FROM ratings r WHERE r.ladder = l.id LIMIT 1000) t) \
        FROM rating_ladders l WHERE l.venue = $1";
    RESULTS_OF_ALL: "SELECT table_id, ended_at, day, player, opponent, won, drawn, points - against FROM results \
        WHERE preset = $1 AND seat = 0 AND rated = 1 AND ended_at >= $2 ORDER BY ended_at, table_id LIMIT $3";
    RESULTS_OF_VENUE: "SELECT table_id, ended_at, day, player, opponent, won, drawn, points - against FROM results \
        WHERE venue = $4 AND preset = $1 AND seat = 0 AND rated = 1 AND ended_at >= $2 ORDER BY ended_at, table_id LIMIT $3";
    SEASON_STARTS: "SELECT starts_at FROM seasons WHERE venue = $1";
    STEP_BEFORE: "SELECT ended_at, value, deviation, volatility, games, opponents FROM rating_steps \
        WHERE ladder = $1 AND player = $2 AND ended_at < $3 ORDER BY ended_at DESC, table_id DESC LIMIT 1";
    MEETINGS: "SELECT CAST(COALESCE(sum(CASE WHEN ended_at >= $5 THEN 1 ELSE 0 END), 0) AS BIGINT), \
        CAST(COALESCE(sum(CASE WHEN day = $6 THEN 1 ELSE 0 END), 0) AS BIGINT) FROM rating_steps \
        WHERE ladder = $1 AND player = $2 AND opponent = $3 AND ended_at < $4";
    STEPPED: "SELECT DISTINCT player FROM rating_steps WHERE ladder = $1 AND ended_at >= $2 AND ended_at < $3";
    LADDER_CLEAN: "UPDATE rating_ladders SET dirty_at = $3, version = version + 1 WHERE id = $1 AND version = $2";
    STEPS_DROP: "DELETE FROM rating_steps WHERE ladder = $1 AND ended_at >= $2 AND ended_at < $3";
    STEP_ADD: "INSERT INTO rating_steps(ladder, player, ended_at, table_id, opponent, day, before, value, deviation, \
        volatility, games, opponents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    RATING_SET: concat!(
        "INSERT INTO ratings(ladder, player, value, deviation, volatility, games, opponents, shown, listed) \
        SELECT $1, $2, $6, $7, $8, $9, $10, $11, $12 WHERE NOT ", to_come!(),
        " ON CONFLICT (ladder, player) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, \
        volatility = excluded.volatility, games = excluded.games, opponents = excluded.opponents, shown = excluded.shown, \
        listed = excluded.listed"
    );
    RATING_OFF: concat!("DELETE FROM ratings WHERE ladder = $1 AND player = $2 AND NOT ", to_come!());
    RATINGS_ANEW: "UPDATE rating_ladders SET dirty_at = -9223372036854775807, version = version + 1";
    RATED_PAGE: concat!(
        "SELECT r.player, p.name, r.shown, ", line!(), " FROM (SELECT o.player, o.shown FROM ratings o WHERE o.ladder = $1 \
        AND o.listed = 1 AND o.shown <= $6 AND (o.shown < $6 OR o.player > $7) \
        ORDER BY o.shown DESC, o.player LIMIT $3 OFFSET $4) r JOIN players p ON p.id = r.player \
        LEFT JOIN standings s ON s.scope = $5 AND s.period = $2 AND s.player = r.player"
    );
    RATED_PRESENT: concat!(
        "SELECT r.player, p.name, r.shown, ", line!(), " FROM (SELECT o.player, o.shown FROM ratings o WHERE o.ladder = $1 \
        AND o.listed = 1 AND o.shown <= $6 AND (o.shown < $6 OR o.player > $7) AND NOT EXISTS (SELECT 1 FROM absent a WHERE a.venue = $5 AND a.player = o.player) \
        ORDER BY o.shown DESC, o.player LIMIT $3 OFFSET $4) r JOIN players p ON p.id = r.player \
        LEFT JOIN standings s ON s.scope = $5 AND s.period = $2 AND s.player = r.player"
    );
    RATED_HIGHER: "SELECT count(*) FROM ratings WHERE ladder = $1 AND listed = 1 AND shown > $4 \
        AND shown <= $2 AND (shown < $2 OR player > $3)";
    RATED_TIES: "SELECT count(*) FROM ratings WHERE ladder = $1 AND listed = 1 AND shown = $2 AND player < $3";
    RATED_ABSENT: "SELECT CAST(COALESCE(sum(CASE WHEN r.shown > $2 THEN 1 ELSE 0 END), 0) AS BIGINT), \
        CAST(COALESCE(sum(CASE WHEN r.shown > $2 OR r.shown = $2 AND r.player < $3 THEN 1 ELSE 0 END), 0) AS BIGINT), \
        count(*) FROM absent a CROSS JOIN ratings r WHERE a.venue = $4 AND r.ladder = $1 AND r.player = a.player \
        AND r.listed = 1";
    RATED_TOTAL: "SELECT count(*) FROM ratings WHERE ladder = $1 AND listed = 1 \
        AND shown <= $2 AND (shown < $2 OR player > $3)";
    RATED_TIED: "SELECT count(*), COALESCE(max(player), 0) FROM (SELECT player FROM ratings WHERE ladder = $1 \
        AND listed = 1 AND shown = $2 AND player > $3 ORDER BY player LIMIT $4) t";
    RATED_LOWER: "SELECT shown, player FROM ratings WHERE ladder = $1 AND listed = 1 AND shown < $2 \
        ORDER BY shown DESC, player LIMIT 1 OFFSET $3";
    RATED_OWN: concat!(
        "SELECT r.player, p.name, r.shown, ", line!(), " FROM ratings r JOIN players p ON p.id = r.player \
        LEFT JOIN standings s ON s.scope = $2 AND s.period = $3 AND s.player = r.player \
        WHERE r.ladder = $1 AND r.player = $4 AND r.listed = 1"
    );
    RATED_FRIENDS: concat!(
        "SELECT r.player, p.name, r.shown, ", line!(), " FROM (SELECT DISTINCT opponent AS player FROM results \
        WHERE player = $1 AND opponent IS NOT NULL UNION SELECT $1) f JOIN ratings r ON r.ladder = $2 \
        AND r.player = f.player AND r.listed = 1 JOIN players p ON p.id = r.player \
        LEFT JOIN standings s ON s.scope = 0 AND s.period = $3 AND s.player = r.player"
    );
    RATED_THEN: concat!(
        "SELECT r.player, p.name, CAST(round(r.value) AS BIGINT), ", line!(), " FROM (SELECT player, value, deviation, games, \
        opponents, row_number() OVER (PARTITION BY player ORDER BY ended_at DESC, table_id DESC) AS back FROM rating_steps \
        WHERE ladder = $1 AND ended_at >= $2 AND ended_at < $3) r JOIN players p ON p.id = r.player \
        LEFT JOIN standings s ON s.scope = $4 AND s.period = $5 AND s.player = r.player \
        WHERE r.back = 1 AND r.deviation <= $6 AND r.games >= $7 AND r.opponents >= $8 \
        AND ($9 = 0 OR NOT EXISTS (SELECT 1 FROM absent a WHERE a.venue = $9 AND a.player = r.player))"
    );
    RATINGS_OF: "SELECT l.id, l.rules, r.value, r.deviation, r.volatility, r.games, r.opponents, r.shown, r.listed \
        FROM rating_ladders l JOIN ratings r ON r.ladder = l.id AND r.player = $2 WHERE l.venue = $1 \
        ORDER BY r.games DESC, l.id";
    CURVE: "SELECT ended_at, CAST(round(value) AS BIGINT) FROM rating_steps WHERE ladder = $1 AND player = $2 \
        ORDER BY ended_at DESC, table_id DESC LIMIT $3";
    RATED_TABLE: "SELECT s.player, CAST(round(s.before) AS BIGINT), CAST(round(s.value) AS BIGINT) FROM rating_steps s \
        JOIN rating_ladders l ON l.id = s.ladder JOIN results r ON r.table_id = s.table_id AND r.seat = 0 \
        AND l.venue = r.venue WHERE s.table_id = $1";
    RATED_FLAG: "SELECT rated, venue FROM results WHERE table_id = $1 AND seat = 0";
    ALL_RATINGS_OF: "SELECT v.platform, v.chat, v.name, l.rules, r.value, r.deviation, r.volatility, r.games, r.opponents \
        FROM ratings r JOIN rating_ladders l ON l.id = r.ladder LEFT JOIN venues v ON v.id = l.venue WHERE r.player = $1 \
        ORDER BY r.ladder";
}
