//! The statements of leaderboards: what counts to which board is written down here once, and the insert of a result, a
//! void, a chat that moves, an old file and an audit all use it.

use super::statements::{Statement, statements};

/// The board's scope to which a row `r` counts by the ladder `l`.
macro_rules! scope_of {
    () => {
        "CASE l.scope WHEN 1 THEN r.spot WHEN 2 THEN r.venue ELSE 0 END"
    };
}

/// The board's period to which a row `r` counts by the ladder `l`.
macro_rules! period_of {
    () => {
        "(CASE l.slice WHEN 1 THEN r.family * 10 WHEN 2 THEN r.mode WHEN 3 THEN r.family * 10 + r.mode ELSE 0 END \
         * 10000000000 + l.kind * 100000000 + CASE l.kind \
         WHEN 1 THEN CASE l.scope WHEN 3 THEN r.uday ELSE r.day END \
         WHEN 2 THEN CASE l.scope WHEN 3 THEN r.uweek ELSE r.week END \
         WHEN 3 THEN CASE l.scope WHEN 3 THEN r.umonth ELSE r.month END \
         WHEN 4 THEN r.season WHEN 5 THEN r.quarter ELSE 0 END)"
    };
}

/// The columns of a board's line, as they are inserted.
macro_rules! line_columns {
    () => {
        "scope, period, player, played, wins, draws, points, hands, gold, three, two, dragon, undercuts, undercut, knocks, \
         knocked, deadwood, caught, best_hand, streak, best_streak, events, rate"
    };
}
pub(super) use line_columns;

/// The win rate of so many wins and matches in a period, in hundredths of a per cent; none while there are too few of them.
/// `store::pages` knows the fewest too.
macro_rules! rate {
    ($wins:literal, $played:literal, $period:literal) => {
        concat!(
            "CASE WHEN ",
            $played,
            " >= CASE ",
            $period,
            " / 100000000 % 10 WHEN 1 THEN 3 WHEN 2 THEN 5 ELSE 10 END THEN (",
            $wins,
            ") * 10000 / (",
            $played,
            ") END"
        )
    };
}
pub(super) use rate;

/// The lines to which the result of table `$1` counts.
macro_rules! lines_of_table {
    () => {
        concat!(
            "SELECT ",
            scope_of!(),
            ", ",
            period_of!(),
            ", r.player FROM results r CROSS JOIN ladders l \
             WHERE r.table_id = $1 AND r.player IS NOT NULL AND (l.kind <> 4 OR r.season > 0)"
        )
    };
}

/// Whether somebody who played at table `$1` has another result of that moment or later: one of the same write too, which
/// may be counted already or not.
macro_rules! later {
    () => {
        "EXISTS (SELECT 1 FROM results a JOIN results b ON b.player = a.player AND b.ended_at >= a.ended_at \
         AND b.table_id <> a.table_id WHERE a.table_id = $1)"
    };
}

/// Whether a result `r` counts to the line `l` of those that `VOID_LINES` gathers: all of a day, a week, a month or a quarter are
/// only so many days apart, in whatever zones.
macro_rules! of_line {
    ($lower:literal, $upper:literal, $but:literal) => {
        concat!(
            "r.player = l.player AND r.ended_at >= ",
            $lower,
            " AND r.ended_at <= ",
            $upper,
            " AND ",
            scope_of!(),
            " = l.line AND ",
            period_of!(),
            " = l.term",
            $but
        )
    };
}

/// The lines to which the result of table `$1` counts, each with the figures that it added, when it ended, and how many days of
/// results it may gather before and after that.
macro_rules! lines_with_figures {
    () => {
        concat!(
            "SELECT l.scope, l.kind, l.slice, ",
            scope_of!(),
            " AS line, ",
            period_of!(),
            " AS term, r.player, r.ended_at, r.won, r.drawn, r.points, r.hands, r.gold, r.three, r.two, r.dragon, r.undercuts, \
             r.undercut, r.knocks, r.knocked, r.deadwood, r.caught, r.best_hand, \
             CASE l.kind WHEN 1 THEN 3 WHEN 2 THEN 10 WHEN 3 THEN 34 WHEN 5 THEN 95 ELSE 100000 END * 86400000 AS far \
             FROM results r CROSS JOIN ladders l \
             WHERE r.table_id = $1 AND r.player IS NOT NULL AND (l.kind <> 4 OR r.season > 0)"
        )
    };
}

/// Where the matches begin, after `z`, and end, before `n`, that were won one after another around table `$1` on the line `l`.
macro_rules! around {
    () => {
        concat!(
            "(SELECT e, t FROM (SELECT r.ended_at AS e, r.table_id AS t FROM results r WHERE ",
            of_line!("l.ended_at - l.far", "l.ended_at", ""),
            " AND (r.ended_at < l.ended_at OR r.table_id < $1) AND r.won = 0 \
             ORDER BY r.ended_at DESC, r.table_id DESC LIMIT 1) a \
             UNION ALL SELECT -9223372036854775807, 0 ORDER BY e DESC LIMIT 1) z CROSS JOIN \
             (SELECT e, t FROM (SELECT r.ended_at AS e, r.table_id AS t FROM results r WHERE ",
            of_line!("l.ended_at", "l.ended_at + l.far", ""),
            " AND (r.ended_at > l.ended_at OR r.table_id > $1) AND r.won = 0 \
             ORDER BY r.ended_at, r.table_id LIMIT 1) b \
             UNION ALL SELECT 9223372036854775807, 0 ORDER BY e LIMIT 1) n"
        )
    };
}

/// How many were won one after another around table `$1` on the line `l`, that one left out.
macro_rules! joined {
    () => {
        concat!(
            "(SELECT count(*) FROM ",
            around!(),
            " CROSS JOIN results r WHERE ",
            of_line!("z.e", "n.e", " AND r.table_id <> $1"),
            " AND (r.ended_at > z.e OR r.table_id > z.t) AND (r.ended_at < n.e OR r.table_id < n.t))"
        )
    };
}

/// The most matches of the line `l` that were ever won one after another.
macro_rules! best_streak {
    ($but:literal) => {
        concat!(
            "COALESCE((SELECT max(run) FROM (SELECT sum(won) AS run FROM (SELECT r.won AS won, sum(1 - r.won) OVER \
             (ORDER BY r.ended_at, r.table_id ROWS UNBOUNDED PRECEDING) AS stretch FROM results r WHERE ",
            of_line!("l.ended_at - l.far", "l.ended_at + l.far", $but),
            ") w GROUP BY stretch) t), 0)"
        )
    };
}

/// Whole lines, reckoned from tables of results and awards: those rows of the two that the first conditions choose, and those
/// lines that the last one chooses. A stretch is a won match after another: it ends with one that is not won.
macro_rules! reckoned {
    ($results:literal, $awards:literal, $of_results:expr, $of_awards:expr, $lines:expr) => {
        concat!(
            "SELECT scope, period, player, sum(played), sum(run), sum(draws), sum(points), sum(hands), sum(gold), \
             sum(three), sum(two), sum(dragon), sum(undercuts), sum(undercut), sum(knocks), sum(knocked), sum(deadwood), \
             sum(caught), max(best_hand), max(stretch * 1000000 + run) % 1000000, max(run), sum(events), ",
            rate!("sum(run)", "sum(played)", "period"),
            " FROM (SELECT scope, period, player, stretch, sum(played) AS played, sum(won) AS run, sum(drawn) AS draws, \
             sum(points) AS points, sum(hands) AS hands, sum(gold) AS gold, sum(three) AS three, sum(two) AS two, \
             sum(dragon) AS dragon, sum(undercuts) AS undercuts, sum(undercut) AS undercut, sum(knocks) AS knocks, \
             sum(knocked) AS knocked, sum(deadwood) AS deadwood, sum(caught) AS caught, max(best_hand) AS best_hand, \
             sum(events) AS events FROM (SELECT ",
            scope_of!(),
            " AS scope, ",
            period_of!(),
            " AS period, r.*, sum(r.played - r.won) OVER (PARTITION BY ",
            scope_of!(),
            ", ",
            period_of!(),
            ", r.player ORDER BY r.ended_at, r.table_id ROWS UNBOUNDED PRECEDING) AS stretch FROM (\
             SELECT table_id, player, venue, spot, ended_at, family, mode, 1 AS played, won, drawn, points, hands, gold, \
             three, two, dragon, undercuts, undercut, knocks, knocked, deadwood, caught, best_hand, 0 AS events, \
             day, week, month, season, uday, uweek, umonth, quarter FROM ",
            $results,
            " WHERE player IS NOT NULL AND day > 0 AND ",
            $of_results,
            " UNION ALL SELECT event, player, venue, 0, at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, \
             day, week, month, season, uday, uweek, umonth, quarter FROM ",
            $awards,
            " WHERE place = 1 AND ",
            $of_awards,
            ") r CROSS JOIN ladders l WHERE (l.kind <> 4 OR r.season > 0) \
             AND (r.played = 1 OR l.scope > 1 AND l.slice = 0) AND ",
            $lines,
            ") w GROUP BY scope, period, player, stretch) t WHERE true GROUP BY scope, period, player"
        )
    };
}
pub(super) use {period_of, reckoned, scope_of};

macro_rules! again {
    ($of_results:expr, $of_awards:expr, $lines:expr) => {
        concat!(
            "INSERT INTO standings(",
            line_columns!(),
            ") ",
            reckoned!("results", "awards", $of_results, $of_awards, $lines)
        )
    };
}

/// Adds one row's figures to a line; of a result that comes after a later one what goes by order is left as it is.
macro_rules! added {
    () => {
        concat!(
            "ON CONFLICT (scope, period, player) DO UPDATE SET played = standings.played + 1, \
         wins = standings.wins + excluded.wins, draws = standings.draws + excluded.draws, \
         points = standings.points + excluded.points, hands = standings.hands + excluded.hands, \
         gold = standings.gold + excluded.gold, three = standings.three + excluded.three, \
         two = standings.two + excluded.two, dragon = standings.dragon + excluded.dragon, \
         undercuts = standings.undercuts + excluded.undercuts, undercut = standings.undercut + excluded.undercut, \
         knocks = standings.knocks + excluded.knocks, knocked = standings.knocked + excluded.knocked, \
         deadwood = standings.deadwood + excluded.deadwood, caught = standings.caught + excluded.caught, \
         best_hand = CASE WHEN excluded.best_hand > standings.best_hand THEN excluded.best_hand \
         ELSE standings.best_hand END, \
         streak = CASE WHEN ",
            later!(),
            " THEN standings.streak WHEN excluded.wins = 1 THEN standings.streak + 1 ELSE 0 END, \
             best_streak = CASE WHEN ",
            later!(),
            " THEN standings.best_streak WHEN excluded.wins = 1 AND standings.streak >= standings.best_streak \
             THEN standings.streak + 1 ELSE standings.best_streak END, rate = ",
            rate!(
                "standings.wins + excluded.wins",
                "standings.played + 1",
                "standings.period"
            )
        )
    };
}

/// When somebody of the result `r` was rated last on a ladder before that.
macro_rules! played_before {
    ($who:literal) => {
        concat!(
            "COALESCE((SELECT max(s.ended_at) FROM rating_steps s WHERE s.ladder = rating_ladders.id AND s.player = ",
            $who,
            " AND s.ended_at < r.ended_at), r.ended_at)"
        )
    };
}

/// Where a result waits to be rated: the ladder is reckoned anew from there on.
macro_rules! marked {
    () => {
        "ON CONFLICT (venue, rules) DO UPDATE SET version = rating_ladders.version + 1, \
         dirty_at = CASE WHEN rating_ladders.dirty_at < excluded.dirty_at THEN rating_ladders.dirty_at \
         ELSE excluded.dirty_at END"
    };
}

/// The figures of a line.
macro_rules! line {
    () => {
        "s.played, s.wins, s.draws, s.points, s.hands, s.gold, s.three, s.two, s.dragon, s.undercuts, s.undercut, s.knocks, \
         s.knocked, s.deadwood, s.caught, s.best_hand, s.streak, s.best_streak, s.events"
    };
}
pub(super) use line;

/// Whether the lines of a chat `$2` that goes into the chat `$3` are reckoned anew: where something counts or begins there
/// already, or to which season something counts will be another than it was noted.
macro_rules! counted_there {
    () => {
        "(EXISTS (SELECT 1 FROM venues v WHERE v.platform = $1 AND v.chat = $3 \
         AND (EXISTS (SELECT 1 FROM spots s WHERE s.venue = v.id) OR EXISTS (SELECT 1 FROM awards a WHERE a.venue = v.id) \
         OR EXISTS (SELECT 1 FROM seasons n WHERE n.venue = v.id))) \
         OR EXISTS (SELECT 1 FROM venues v WHERE v.platform = $1 AND v.chat = $2 \
         AND ((SELECT max(n.number) FROM seasons n WHERE n.venue = v.id) \
         <> (SELECT count(*) FROM seasons n WHERE n.venue = v.id) \
         OR EXISTS (SELECT 1 FROM results r WHERE r.venue = v.id AND r.season <> COALESCE((SELECT max(n.number) \
         FROM seasons n WHERE n.venue = v.id AND n.starts_at <= r.ended_at \
         AND (n.ended_at IS NULL OR n.ended_at > r.ended_at)), 0)) \
         OR EXISTS (SELECT 1 FROM awards r WHERE r.venue = v.id AND r.season <> COALESCE((SELECT max(n.number) \
         FROM seasons n WHERE n.venue = v.id AND n.starts_at <= r.at AND (n.ended_at IS NULL OR n.ended_at > r.at)), 0)))))"
    };
}

/// Whether the chat `$2` has no lines.
macro_rules! no_lines {
    () => {
        "NOT EXISTS (SELECT 1 FROM standings s JOIN venues v ON v.id = s.scope WHERE v.platform = $1 AND v.chat = $2)"
    };
}

statements! {
    // What a result counts to.
    SPOT_ADD: "INSERT INTO spots(id, venue, channel) SELECT $2, t.venue, t.channel FROM tables t WHERE t.id = $1 \
        ON CONFLICT (venue, channel) DO NOTHING";
    RESULT_ADD: "INSERT INTO results(table_id, seat, player, opponent, venue, spot, ended_at, preset, family, mode, rated, \
        won, drawn, points, against, hands, gold, three, two, dragon, undercuts, undercut, knocks, knocked, deadwood, \
        caught, best_hand, zone, day, week, month, season, uday, uweek, umonth, quarter) \
        SELECT t.id, $2, $3, $4, t.venue, s.id, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
        $21, $22, $23, $24, $25, $26, $27, $28, $29, COALESCE((SELECT max(n.number) FROM seasons n \
        WHERE n.venue = t.venue AND n.starts_at <= $5 AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $30, $31, $32, $33 \
        FROM tables t JOIN spots s ON s.venue = t.venue AND s.channel = t.channel WHERE t.id = $1 \
        ON CONFLICT (table_id, seat) DO NOTHING";
    STANDING_ADD: concat!(
        "INSERT INTO standings(", line_columns!(), ") SELECT ", scope_of!(), ", ", period_of!(),
        ", r.player, 1, r.won, r.drawn, r.points, r.hands, r.gold, r.three, r.two, r.dragon, r.undercuts, r.undercut, \
        r.knocks, r.knocked, r.deadwood, r.caught, r.best_hand, r.won, r.won, 0, NULL FROM results r CROSS JOIN ladders l \
        WHERE r.table_id = $1 AND r.seat = $2 AND r.player IS NOT NULL AND (l.kind <> 4 OR r.season > 0) ", added!()
    );
    // One that comes after a later one: what goes by order changes only around it, unless it parted the best. Several of one
    // write, which are of one moment, may part it together.
    LATE_STREAKS: concat!(
        "UPDATE standings SET streak = CASE q.last WHEN 1 THEN q.now ELSE standings.streak END, best_streak = q.best \
        FROM (SELECT l.line, l.term, l.player, l.last, CASE l.won WHEN 1 THEN l.joined + 1 ELSE (SELECT count(*) \
        FROM results r WHERE ", of_line!("l.ended_at", "l.ended_at + l.far", ""),
        " AND (r.ended_at > l.ended_at OR r.table_id > $1)) END AS now, CASE WHEN s.best_streak > l.joined + l.won \
        AND (l.won = 1 OR NOT EXISTS (SELECT 1 FROM results o WHERE o.player = l.player AND o.ended_at = l.ended_at \
        AND o.table_id <> $1)) \
        THEN s.best_streak WHEN l.won = 1 THEN l.joined + 1 ELSE ", best_streak!(""), " END AS best \
        FROM (SELECT l.*, (SELECT n.t = 0 FROM ", around!(), ") AS last, ", joined!(), " AS joined FROM (",
        lines_with_figures!(), " AND ", later!(),
        " LIMIT 100) l LIMIT 100) l CROSS JOIN standings s WHERE s.scope = l.line AND s.period = l.term \
        AND s.player = l.player LIMIT 100) q \
        WHERE standings.scope = q.line AND standings.period = q.term AND standings.player = q.player"
    );
    RATING_MARK: concat!(
        "INSERT INTO rating_ladders(id, venue, rules, dirty_at) SELECT $2, t.venue, $3, $4 FROM tables t WHERE t.id = $1 ",
        marked!()
    );
    RATING_MARK_ALL: concat!(
        "INSERT INTO rating_ladders(id, venue, rules, dirty_at) VALUES ($1, 0, $2, $3) ", marked!()
    );

    // A void: lines as if it had never been played. Whoever is counted no more leaves no empty line.
    // Whose rating is to be set when it is reckoned, and now never is, is looked at again where they played before.
    VOID_RATING: concat!(
        "UPDATE rating_ladders SET version = rating_ladders.version + 1, \
        dirty_at = CASE WHEN rating_ladders.dirty_at < r.ended_at THEN min(rating_ladders.dirty_at, ",
        played_before!("r.player"), ", ", played_before!("r.opponent"), ") ELSE r.ended_at END \
        FROM (SELECT venue, preset, ended_at, player, opponent FROM results WHERE table_id = $1 AND seat = 0 AND rated = 1) r \
        WHERE rating_ladders.venue IN (0, r.venue) AND rating_ladders.rules = r.preset"
    );
    // A result is taken from the sums of its lines; what goes by order changes only around it, unless it was part of the best.
    VOID_LINES: concat!(
        "UPDATE standings SET played = standings.played - 1, wins = standings.wins - q.won, \
        draws = standings.draws - q.drawn, points = standings.points - q.points, hands = standings.hands - q.hands, \
        gold = standings.gold - q.gold, three = standings.three - q.three, two = standings.two - q.two, \
        dragon = standings.dragon - q.dragon, undercuts = standings.undercuts - q.undercuts, \
        undercut = standings.undercut - q.undercut, knocks = standings.knocks - q.knocks, \
        knocked = standings.knocked - q.knocked, deadwood = standings.deadwood - q.deadwood, \
        caught = standings.caught - q.caught, best_hand = q.hand, \
        streak = CASE q.last WHEN 1 THEN q.joined ELSE standings.streak END, best_streak = q.best, rate = ",
        rate!("standings.wins - q.won", "standings.played - 1", "standings.period"),
        " FROM (SELECT l.*, CASE WHEN s.best_hand > l.best_hand THEN s.best_hand ELSE COALESCE((SELECT max(r.best_hand) \
        FROM results r WHERE ", of_line!("l.ended_at - l.far", "l.ended_at + l.far", " AND r.table_id <> $1"), "), 0) END AS hand, \
        CASE WHEN l.won = 0 THEN CASE WHEN s.best_streak > l.joined THEN s.best_streak ELSE l.joined END \
        WHEN s.best_streak > l.joined + 1 THEN s.best_streak ELSE ", best_streak!(" AND r.table_id <> $1"), " END AS best \
        FROM (SELECT l.*, (SELECT n.t = 0 FROM ", around!(), ") AS last, ", joined!(), " AS joined FROM (",
        lines_with_figures!(),
        " LIMIT 100) l LIMIT 100) l CROSS JOIN standings s WHERE s.scope = l.line AND s.period = l.term AND s.player = l.player LIMIT 100) q \
        WHERE standings.scope = q.line AND standings.period = q.term AND standings.player = q.player"
    );
    VOID_EMPTY: concat!(
        "DELETE FROM standings WHERE played = 0 AND events = 0 AND (scope, period, player) IN (", lines_of_table!(), ")"
    );
    VOID_RESULT: "DELETE FROM results WHERE table_id = $1";

    // All lines of one player, and where their results are rated.
    RECOUNT_DROP: "DELETE FROM standings WHERE player = $1";
    RECOUNT_ADD: again!("player = $1", "player = $1", "true");
    MERGE_RESULT: "UPDATE results SET player = CASE WHEN player = $2 THEN $3 ELSE player END, \
        opponent = CASE WHEN opponent = $2 THEN $3 ELSE opponent END WHERE table_id = $1";
    MERGE_AWARDS: "UPDATE awards SET player = $2 WHERE player = $1 \
        AND event NOT IN (SELECT event FROM awards WHERE player = $2)";
    MERGE_RATINGS: "DELETE FROM ratings WHERE player = $1 AND $2 <> $1";
    MERGE_STEPS: "DELETE FROM rating_steps WHERE ladder IN (SELECT ladder FROM ratings WHERE player = $1) \
        AND player = $1 AND $2 <> $1";
    MERGE_AWARDS_TWICE: "DELETE FROM awards WHERE player = $1 AND $2 <> $1";

    // Events won.
    AWARD_ADD: "INSERT INTO awards(event, player, venue, at, place, day, week, month, season, uday, uweek, umonth, quarter) \
        SELECT $1, COALESCE((SELECT m.new FROM merges m WHERE m.old = $2), $2), v.id, $5, $6, $7, $8, $9, \
        COALESCE((SELECT max(n.number) FROM seasons n WHERE n.venue = v.id \
        AND n.starts_at <= $5 AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $10, $11, $12, $13 \
        FROM venues v WHERE v.platform = $3 AND v.chat = $4 ON CONFLICT (event, player) DO NOTHING";
    AWARD_COUNT: concat!(
        "INSERT INTO standings(", line_columns!(), ") SELECT ", scope_of!(), ", ", period_of!(),
        ", r.player, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, NULL FROM (SELECT player, venue, 0 AS spot, \
        0 AS family, 0 AS mode, day, week, month, season, uday, uweek, umonth, quarter FROM awards \
        WHERE event = $1 AND player = COALESCE((SELECT m.new FROM merges m WHERE m.old = $2), $2) AND place = 1) r \
        CROSS JOIN ladders l WHERE l.scope > 1 AND l.slice = 0 \
        AND (l.kind <> 4 OR r.season > 0) \
        ON CONFLICT (scope, period, player) DO UPDATE SET events = standings.events + 1"
    );

    // Where something is counted.
    SPOT: "SELECT s.id FROM venues v JOIN spots s ON s.venue = v.id WHERE v.platform = $1 AND v.chat = $2 AND s.channel = $3";
    VENUE_ZONE: "SELECT s.value FROM venues v JOIN settings s ON s.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND s.key = 'zone'";

    VENUE_HIDES: "SELECT 1 FROM settings WHERE venue = $1 AND key = 'hide_absent' AND value = '1'";

    // Lines of times that are over, which no board shows any more.
    SCOPE_NEXT: "SELECT min(scope) FROM standings WHERE scope > $1";
    PASSED: "SELECT 1 FROM standings WHERE scope = $1 AND period >= $2 AND period < $3 LIMIT $4";
    PASSED_DROP: "DELETE FROM standings WHERE (scope, period, player) IN (SELECT scope, period, player FROM standings \
        WHERE scope = $1 AND period >= $2 AND period < $3 LIMIT $4)";
    TEAM_SCOPE_NEXT: "SELECT min(scope) FROM team_standings WHERE scope > $1";
    TEAM_PASSED: "SELECT 1 FROM team_standings WHERE scope = $1 AND period >= $2 AND period < $3 LIMIT $4";
    TEAM_PASSED_DROP: "DELETE FROM team_standings WHERE (scope, period, team) IN (SELECT scope, period, team \
        FROM team_standings WHERE scope = $1 AND period >= $2 AND period < $3 LIMIT $4)";

    // Who is no member any more.
    ABSENT_ADD: "INSERT INTO absent(venue, player, at) SELECT v.id, i.player, $5 FROM venues v CROSS JOIN identities i \
        WHERE v.platform = $1 AND v.chat = $2 AND i.platform = $3 AND i.user_id = $4 ON CONFLICT (venue, player) DO NOTHING";
    ABSENT_OFF: "DELETE FROM absent WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) \
        AND player = (SELECT player FROM identities WHERE platform = $3 AND user_id = $4)";
    // A match that was open already when they left proves nothing.
    ABSENT_JOINS: "DELETE FROM absent WHERE player = $2 AND venue = (SELECT venue FROM tables WHERE id = $1) \
        AND at <= (SELECT opened_at FROM tables WHERE id = $1)";
    ABSENT_IS: "SELECT 1 FROM absent WHERE venue = $1 AND player = $2";
    ABSENT_HAS: "SELECT count(*) FROM venues v CROSS JOIN identities i JOIN absent a ON a.venue = v.id AND a.player = i.player \
        WHERE v.platform = $1 AND v.chat = $2 AND i.platform = $3 AND i.user_id = $4";
    ABSENT_DROP: "DELETE FROM absent WHERE player = $1";
    ABSENT_FROM: "SELECT v.platform, v.chat, v.name, a.at FROM absent a JOIN venues v ON v.id = a.venue WHERE a.player = $1";

    // Seasons.
    SEASON_ADD: "INSERT INTO seasons(id, venue, number, name, starts_at, until, calendar, channel) \
        SELECT $1, v.id, COALESCE((SELECT max(number) FROM seasons WHERE venue = v.id), 0) + 1, $4, \
        COALESCE((SELECT max(ended_at) FROM seasons WHERE venue = v.id AND ended_at > $5), $5), $6, $7, $8 \
        FROM venues v WHERE v.platform = $2 AND v.chat = $3 \
        AND NOT EXISTS (SELECT 1 FROM seasons WHERE venue = v.id AND ended_at IS NULL)";
    // What was counted to it while somebody was ending it stays in it.
    SEASON_END: "UPDATE seasons SET ended_at = (SELECT max(at) FROM (SELECT CAST($2 AS BIGINT) AS at UNION ALL \
        SELECT max(ended_at) + 1 FROM results WHERE venue = seasons.venue AND ended_at >= $2 AND season = seasons.number \
        UNION ALL SELECT max(at) + 1 FROM awards WHERE venue = seasons.venue AND at >= $2 AND season = seasons.number \
        UNION ALL SELECT max(at) + 1 FROM team_results WHERE venue = seasons.venue AND at >= $2 \
        AND season = seasons.number) t) \
        WHERE id = $1 AND ended_at IS NULL";
    SEASON_UNTIL: "UPDATE seasons SET until = $2 WHERE id = $1 AND ended_at IS NULL";
    SEASON_RESET: "UPDATE ratings SET value = 1500.0 + (value - 1500.0) * $3, \
        deviation = CASE WHEN deviation < $4 THEN $4 ELSE deviation END, games = 0, opponents = 0, listed = 0, \
        shown = CAST(round(1500.0 + (value - 1500.0) * $3) AS BIGINT) WHERE ladder IN (SELECT l.id FROM venues v \
        JOIN rating_ladders l ON l.venue = v.id WHERE v.platform = $1 AND v.chat = $2)";
    SEASON_MARK: "UPDATE rating_ladders SET version = version + 1, \
        dirty_at = CASE WHEN dirty_at < $3 THEN dirty_at ELSE $3 END \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    SEASONS_OF: "SELECT n.id, v.platform, v.chat, n.number, n.name, n.starts_at, n.ended_at, n.until, n.calendar, n.channel \
        FROM venues v JOIN seasons n ON n.venue = v.id WHERE v.platform = $1 AND v.chat = $2 ORDER BY n.number DESC";
    SEASON: "SELECT n.id, v.platform, v.chat, n.number, n.name, n.starts_at, n.ended_at, n.until, n.calendar, n.channel \
        FROM seasons n JOIN venues v ON v.id = n.venue WHERE n.id = $1";
    SEASON_RUNNING: "SELECT n.id, v.platform, v.chat, n.number, n.name, n.starts_at, n.ended_at, n.until, n.calendar, n.channel \
        FROM venues v JOIN seasons n ON n.venue = v.id AND n.ended_at IS NULL WHERE v.platform = $1 AND v.chat = $2";
    SEASONS_DUE: "SELECT n.id, v.platform, v.chat, n.number, n.name, n.starts_at, n.ended_at, n.until, n.calendar, n.channel \
        FROM seasons n JOIN venues v ON v.id = n.venue WHERE n.ended_at IS NULL AND n.until IS NOT NULL AND n.until <= $1";

    // A chat that got a new id: its channels, seasons and ratings go with it. Where nothing has counted under the new id yet its
    // lines go there as they are; else those of both are reckoned anew.
    MOVE_LINES_KEEP: concat!(
        "UPDATE standings SET scope = (SELECT id FROM venues WHERE platform = $1 AND chat = $3) \
        WHERE scope = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) AND NOT ", counted_there!()
    );
    MOVE_LINES_DROP: concat!(
        "DELETE FROM standings WHERE ", counted_there!(),
        " AND scope IN (SELECT id FROM venues WHERE platform = $1 AND chat IN ($2, $3) \
        UNION ALL SELECT s.id FROM venues v JOIN spots s ON s.venue = v.id WHERE v.platform = $1 AND v.chat IN ($2, $3))"
    );
    MOVE_RESULTS_SPOT: "UPDATE results SET spot = COALESCE((SELECT n.id FROM spots o JOIN spots n ON n.channel = o.channel \
        WHERE o.id = results.spot AND n.venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $3)), spot) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_SPOTS_TWICE: "DELETE FROM spots WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) \
        AND channel IN (SELECT channel FROM spots WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $3))";
    MOVE_SPOTS: "UPDATE spots SET venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $3) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    SEASONS_STILL: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $3 AND (SELECT 2 * count(*) \
        + COALESCE(sum(CASE WHEN n.ended_at IS NULL THEN 1 ELSE 0 END), 0) FROM venues o JOIN seasons n ON n.venue = o.id \
        WHERE o.platform = $1 AND o.chat IN ($2, $3)) = $4";
    SEASON_DROP: "DELETE FROM seasons WHERE id = $1";
    SEASON_PLACE: "UPDATE seasons SET venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2), number = $4, \
        starts_at = $5, ended_at = $6 WHERE id = $3";
    SEASON_NUMBERS: "UPDATE seasons SET number = -number WHERE number < 0 \
        AND venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    // To which season something counts follows from when it ended.
    RESULTS_SEASON: "UPDATE results SET season = COALESCE((SELECT max(n.number) FROM seasons n \
        WHERE n.venue = results.venue AND n.starts_at <= results.ended_at \
        AND (n.ended_at IS NULL OR n.ended_at > results.ended_at)), 0) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    AWARDS_SEASON: "UPDATE awards SET season = COALESCE((SELECT max(n.number) FROM seasons n \
        WHERE n.venue = awards.venue AND n.starts_at <= awards.at AND (n.ended_at IS NULL OR n.ended_at > awards.at)), 0) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_AWARDS: "UPDATE awards SET venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $3) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_ABSENT_DROP: "DELETE FROM absent WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_RATINGS_DROP: "DELETE FROM ratings WHERE ladder IN (SELECT id FROM rating_ladders \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2))";
    MOVE_STEPS_DROP: "DELETE FROM rating_steps WHERE ladder IN (SELECT id FROM rating_ladders \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2))";
    MOVE_LADDERS: "INSERT INTO rating_ladders(id, venue, rules, dirty_at) SELECT $4 + row_number() OVER (), \
        (SELECT id FROM venues WHERE platform = $1 AND chat = $3), rules, -9223372036854775807 FROM rating_ladders \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) \
        ON CONFLICT (venue, rules) DO UPDATE SET dirty_at = excluded.dirty_at, version = rating_ladders.version + 1";
    MOVE_LADDERS_DROP: "DELETE FROM rating_ladders WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_LINES: again!(
        concat!("venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) AND ", no_lines!()),
        concat!("venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2) AND ", no_lines!()),
        "l.scope < 3"
    );

    // Profiles.
    LAST_OF: "SELECT r.table_id, r.ended_at, r.preset, r.opponent, p.name, r.won, r.drawn, r.points, r.against, \
        (SELECT CAST(round(s.value) - round(s.before) AS BIGINT) FROM rating_ladders l JOIN rating_steps s \
        ON s.ladder = l.id AND s.player = r.player AND s.ended_at = r.ended_at AND s.table_id = r.table_id \
        WHERE l.venue = $2 AND l.rules = r.preset) \
        FROM results r JOIN players p ON p.id = r.opponent WHERE r.player = $1 AND ($2 = 0 OR r.venue = $2) \
        ORDER BY r.ended_at DESC, r.table_id DESC LIMIT $3";
    RECORD_POINTS: "SELECT points, table_id, ended_at FROM results WHERE player = $1 AND ($2 = 0 OR venue = $2) \
        AND points > 0 ORDER BY points DESC, ended_at LIMIT 1";
    RECORD_HAND: "SELECT best_hand, table_id, ended_at FROM results WHERE player = $1 AND ($2 = 0 OR venue = $2) \
        AND best_hand > 0 ORDER BY best_hand DESC, ended_at LIMIT 1";
    RECORD_MARGIN: "SELECT points - against, table_id, ended_at FROM results WHERE player = $1 AND ($2 = 0 OR venue = $2) \
        AND won = 1 AND points > against ORDER BY points - against DESC, ended_at LIMIT 1";
    VERSUS: "SELECT count(*), CAST(COALESCE(sum(won), 0) AS BIGINT), CAST(COALESCE(sum(drawn), 0) AS BIGINT), \
        CAST(COALESCE(sum(points), 0) AS BIGINT), CAST(COALESCE(sum(against), 0) AS BIGINT) FROM results \
        WHERE player = $1 AND opponent = $2 AND ($3 = 0 OR venue = $3)";
    STANDINGS_OF: concat!(
        "SELECT v.platform, v.chat, v.name, ", line!(), " FROM (SELECT DISTINCT venue FROM results WHERE player = $1 \
        UNION SELECT venue FROM awards WHERE player = $1) r JOIN standings s ON s.scope = r.venue AND s.period = 0 \
        AND s.player = $1 JOIN venues v ON v.id = r.venue ORDER BY v.platform, v.chat"
    );
    AWARDS_OF: "SELECT a.event, a.at, a.place FROM awards a WHERE a.player = $1 ORDER BY a.at";

    // A file of an earlier release.
    UNFILLED: "SELECT DISTINCT table_id FROM results WHERE day = 0 ORDER BY table_id";
    FILL_SPOT: "INSERT INTO spots(id, venue, channel) SELECT COALESCE((SELECT max(id) FROM venues), 0) \
        + COALESCE((SELECT count(*) FROM spots), 0) + 1, t.venue, t.channel FROM tables t WHERE t.id = $1 \
        AND NOT EXISTS (SELECT 1 FROM spots s WHERE s.venue = t.venue AND s.channel = t.channel)";
    FILL_ZONE: "SELECT t.ended_at, (SELECT s.value FROM settings s WHERE s.venue = t.venue AND s.key = 'zone') \
        FROM tables t WHERE t.id = $1";
    FILL_RESULT: "UPDATE results SET opponent = $3, family = $4, mode = $5, drawn = $6, against = $7, three = $8, two = $9, \
        dragon = $10, undercuts = $11, undercut = $12, knocks = $13, knocked = $14, deadwood = $15, caught = $16, \
        best_hand = $17, zone = $18, day = $19, week = $20, month = $21, uday = $22, uweek = $23, umonth = $24, \
        quarter = $25, spot = COALESCE((SELECT s.id FROM tables t JOIN spots s ON s.venue = t.venue \
        AND s.channel = t.channel WHERE t.id = $1), 0) WHERE table_id = $1 AND seat = $2";
    FILL_DROP: "DELETE FROM standings";
    FILL_LINES: again!("true", "true", "true");
    FILL_LADDERS: "INSERT INTO rating_ladders(id, venue, rules, dirty_at) \
        SELECT COALESCE((SELECT max(id) FROM rating_ladders), 0) + row_number() OVER (), venue, preset, -9223372036854775807 \
        FROM (SELECT DISTINCT venue, preset FROM results UNION SELECT DISTINCT 0, preset FROM results) o WHERE true \
        ON CONFLICT (venue, rules) DO UPDATE SET dirty_at = excluded.dirty_at";
}
