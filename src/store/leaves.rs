//! The statements by which boards are read: each page from one index, and places by counting along it.

use super::statements::{Statement, statements};
use super::sums::line;

/// What stands after a mark, whose value and player are these placeholders.
macro_rules! after {
    ($by:literal, $value:literal, $player:literal) => {
        concat!(
            " AND ",
            $by,
            " <= ",
            $value,
            " AND (",
            $by,
            " < ",
            $value,
            " OR player > ",
            $player,
            ")"
        )
    };
}

/// The lines of a board. `$is`: the condition of its index.
macro_rules! of_board {
    ($is:literal) => {
        concat!(" FROM standings WHERE scope = $1 AND period = $2 AND ", $is)
    };
}

/// A page of a board: by the index alone from a mark up to it, then the lines of it.
macro_rules! page {
    ($by:literal, $is:literal, $present:literal) => {
        concat!(
            "SELECT r.player, p.name, s.",
            $by,
            ", ",
            line!(),
            " FROM (SELECT player",
            of_board!($is),
            after!($by, "$5", "$6"),
            $present,
            " ORDER BY ",
            $by,
            " DESC, player LIMIT $3 OFFSET $4) r JOIN standings s ON s.scope = $1 AND s.period = $2 \
             AND s.player = r.player JOIN players p ON p.id = r.player"
        )
    };
}

/// The same without those who are no members any more.
macro_rules! present {
    ($by:literal, $is:literal) => {
        page!(
            $by,
            $is,
            " AND NOT EXISTS (SELECT 1 FROM absent a WHERE a.venue = $7 AND a.player = standings.player)"
        )
    };
}

/// How many stand after a mark.
macro_rules! total {
    ($by:literal, $is:literal) => {
        concat!("SELECT count(*)", of_board!($is), after!($by, "$3", "$4"))
    };
}

/// How many of those who have the same stand after a mark, up to so many, and the last of these.
macro_rules! tied {
    ($by:literal, $is:literal) => {
        concat!(
            "SELECT count(*), COALESCE(max(player), 0) FROM (SELECT player",
            of_board!($is),
            " AND ",
            $by,
            " = $3 AND player > $4 ORDER BY player LIMIT $5) t"
        )
    };
}

/// The line that comes so many after the first one of a lower value.
macro_rules! lower {
    ($by:literal, $is:literal) => {
        concat!(
            "SELECT ",
            $by,
            ", player",
            of_board!($is),
            " AND ",
            $by,
            " < $3 ORDER BY ",
            $by,
            " DESC, player LIMIT 1 OFFSET $4"
        )
    };
}

/// How many after a mark stand higher.
macro_rules! higher {
    ($by:literal, $is:literal) => {
        concat!(total!($by, $is), " AND ", $by, " > $5")
    };
}

/// How many of those who have the same stand before.
macro_rules! ties {
    ($by:literal, $is:literal) => {
        concat!("SELECT count(*)", of_board!($is), " AND ", $by, " = $3 AND player < $4")
    };
}

/// How many of those who are no members any more stand higher, and before, and how many of them are on the board at all.
macro_rules! absent_before {
    ($by:literal, $is:literal) => {
        concat!(
            "SELECT CAST(COALESCE(sum(CASE WHEN s.",
            $by,
            " > $3 THEN 1 ELSE 0 END), 0) AS BIGINT), CAST(COALESCE(sum(CASE WHEN s.",
            $by,
            " > $3 OR s.",
            $by,
            " = $3 AND s.player < $4 THEN 1 ELSE 0 END), 0) AS BIGINT), count(*) FROM absent a CROSS JOIN standings s \
             WHERE a.venue = $5 AND s.scope = $1 AND s.period = $2 AND s.player = a.player AND s.",
            $is
        )
    };
}

statements! {
    PAGE_POINTS: page!("points", "played > 0", "");
    PAGE_WINS: page!("wins", "wins <> 0", "");
    PAGE_RATE: page!("rate", "rate IS NOT NULL", "");
    PAGE_HANDS: page!("hands", "hands <> 0", "");
    PAGE_GOLD: page!("gold", "gold <> 0", "");
    PAGE_DRAGON: page!("dragon", "dragon <> 0", "");
    PAGE_UNDERCUTS: page!("undercuts", "undercuts <> 0", "");
    PAGE_STREAK: page!("best_streak", "best_streak <> 0", "");
    PAGE_EVENTS: page!("events", "events <> 0", "");
    PRESENT_POINTS: present!("points", "played > 0");
    PRESENT_WINS: present!("wins", "wins <> 0");
    PRESENT_RATE: present!("rate", "rate IS NOT NULL");
    PRESENT_HANDS: present!("hands", "hands <> 0");
    PRESENT_GOLD: present!("gold", "gold <> 0");
    PRESENT_DRAGON: present!("dragon", "dragon <> 0");
    PRESENT_UNDERCUTS: present!("undercuts", "undercuts <> 0");
    PRESENT_STREAK: present!("best_streak", "best_streak <> 0");
    PRESENT_EVENTS: present!("events", "events <> 0");
    TIED_POINTS: tied!("points", "played > 0");
    LOWER_POINTS: lower!("points", "played > 0");
    TIED_WINS: tied!("wins", "wins <> 0");
    LOWER_WINS: lower!("wins", "wins <> 0");
    TIED_RATE: tied!("rate", "rate IS NOT NULL");
    LOWER_RATE: lower!("rate", "rate IS NOT NULL");
    TIED_HANDS: tied!("hands", "hands <> 0");
    LOWER_HANDS: lower!("hands", "hands <> 0");
    TIED_GOLD: tied!("gold", "gold <> 0");
    LOWER_GOLD: lower!("gold", "gold <> 0");
    TIED_DRAGON: tied!("dragon", "dragon <> 0");
    LOWER_DRAGON: lower!("dragon", "dragon <> 0");
    TIED_UNDERCUTS: tied!("undercuts", "undercuts <> 0");
    LOWER_UNDERCUTS: lower!("undercuts", "undercuts <> 0");
    TIED_STREAK: tied!("best_streak", "best_streak <> 0");
    LOWER_STREAK: lower!("best_streak", "best_streak <> 0");
    TIED_EVENTS: tied!("events", "events <> 0");
    LOWER_EVENTS: lower!("events", "events <> 0");
    HIGHER_POINTS: higher!("points", "played > 0");
    HIGHER_WINS: higher!("wins", "wins <> 0");
    HIGHER_RATE: higher!("rate", "rate IS NOT NULL");
    HIGHER_HANDS: higher!("hands", "hands <> 0");
    HIGHER_GOLD: higher!("gold", "gold <> 0");
    HIGHER_DRAGON: higher!("dragon", "dragon <> 0");
    HIGHER_UNDERCUTS: higher!("undercuts", "undercuts <> 0");
    HIGHER_STREAK: higher!("best_streak", "best_streak <> 0");
    HIGHER_EVENTS: higher!("events", "events <> 0");
    TIES_POINTS: ties!("points", "played > 0");
    TIES_WINS: ties!("wins", "wins <> 0");
    TIES_RATE: ties!("rate", "rate IS NOT NULL");
    TIES_HANDS: ties!("hands", "hands <> 0");
    TIES_GOLD: ties!("gold", "gold <> 0");
    TIES_DRAGON: ties!("dragon", "dragon <> 0");
    TIES_UNDERCUTS: ties!("undercuts", "undercuts <> 0");
    TIES_STREAK: ties!("best_streak", "best_streak <> 0");
    TIES_EVENTS: ties!("events", "events <> 0");
    ABSENT_POINTS: absent_before!("points", "played > 0");
    ABSENT_WINS: absent_before!("wins", "wins <> 0");
    ABSENT_RATE: absent_before!("rate", "rate IS NOT NULL");
    ABSENT_HANDS: absent_before!("hands", "hands <> 0");
    ABSENT_GOLD: absent_before!("gold", "gold <> 0");
    ABSENT_DRAGON: absent_before!("dragon", "dragon <> 0");
    ABSENT_UNDERCUTS: absent_before!("undercuts", "undercuts <> 0");
    ABSENT_STREAK: absent_before!("best_streak", "best_streak <> 0");
    ABSENT_EVENTS: absent_before!("events", "events <> 0");
    TOTAL_POINTS: total!("points", "played > 0");
    TOTAL_WINS: total!("wins", "wins <> 0");
    TOTAL_RATE: total!("rate", "rate IS NOT NULL");
    TOTAL_HANDS: total!("hands", "hands <> 0");
    TOTAL_GOLD: total!("gold", "gold <> 0");
    TOTAL_DRAGON: total!("dragon", "dragon <> 0");
    TOTAL_UNDERCUTS: total!("undercuts", "undercuts <> 0");
    TOTAL_STREAK: total!("best_streak", "best_streak <> 0");
    TOTAL_EVENTS: total!("events", "events <> 0");
    LINE_OF: concat!(
        "SELECT s.player, p.name, 0, ", line!(), " FROM standings s JOIN players p ON p.id = s.player \
        WHERE s.scope = $1 AND s.period = $2 AND s.player = $3"
    );
    FRIENDS: concat!(
        "SELECT s.player, p.name, 0, ", line!(), " FROM (SELECT DISTINCT opponent AS player FROM results WHERE player = $1 \
        AND opponent IS NOT NULL UNION SELECT $1) r JOIN standings s ON s.scope = 0 AND s.period = $2 \
        AND s.player = r.player JOIN players p ON p.id = s.player"
    );
}
