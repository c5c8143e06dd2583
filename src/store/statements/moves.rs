//! A chat that got a new id.

use super::{Statement, team_lines};

macro_rules! venue_from {
    () => {
        "(SELECT id FROM venues WHERE platform = $1 AND chat = $2)"
    };
}

macro_rules! venue_to {
    () => {
        "(SELECT id FROM venues WHERE platform = $1 AND chat = $3)"
    };
}

statements! {
    MOVE_VENUE: "INSERT INTO venues(id, platform, chat, name, lang, suggested) \
        SELECT $1, platform, $4, name, lang, suggested FROM venues WHERE platform = $2 AND chat = $3 \
        ON CONFLICT (platform, chat) DO UPDATE SET name = COALESCE(venues.name, excluded.name), \
        lang = COALESCE(venues.lang, excluded.lang), suggested = COALESCE(venues.suggested, excluded.suggested)";
    MOVE_NOTE: "INSERT INTO moves(platform, from_chat, to_chat, last_table) \
        SELECT $1, $2, $3, max(COALESCE((SELECT max(id) FROM tables), 0), COALESCE((SELECT max(id) FROM contests), 0)) \
        FROM venues WHERE platform = $1 AND chat = $2";
    MOVES_OF: "SELECT from_chat, to_chat FROM moves WHERE platform = $1 AND last_table >= $2 ORDER BY id";
    MOVE_SLOTS_TWICE: "DELETE FROM slots WHERE platform = $1 AND chat = $2 AND reader = 0 AND EXISTS \
        (SELECT 1 FROM slots o WHERE o.table_id = slots.table_id AND o.kind = slots.kind AND o.number = slots.number \
        AND o.reader = 0 AND o.platform = slots.platform AND o.chat = $3)";
    MOVE_SLOTS: "UPDATE slots SET chat = $3, message = NULL, attempted_at = NULL, fails = 0, \
        retry_at = CASE WHEN want > sent THEN 0 ELSE retry_at END WHERE platform = $1 AND chat = $2 AND reader = 0";
    MOVE_SHOW_AGAIN: "UPDATE slots SET sent = -1, retry_at = 0 WHERE platform = $1 AND chat = $2 AND reader = 0 \
        AND kind = 1 AND message IS NULL AND table_id IN (SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND t.ended_at IS NULL \
        UNION ALL SELECT m.table_id FROM mirrors m JOIN venues v ON v.id = m.venue JOIN tables t ON t.id = m.table_id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.ended_at IS NULL)";
    MOVE_CONTESTS: concat!("UPDATE contests SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_SCHEDULES: concat!("UPDATE schedules SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_EVENT_PLACES: concat!("UPDATE OR IGNORE event_places SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_EVENT_PLACES_OLD: concat!("DELETE FROM event_places WHERE venue = ", venue_from!());
    MOVE_QUICK: concat!("DELETE FROM quick WHERE venue = ", venue_from!());
    MOVE_EVENTS_AGAIN: "UPDATE slots SET sent = -1, retry_at = 0 WHERE platform = $1 AND chat = $2 AND reader = 0 \
        AND kind IN (20, 21) AND message IS NULL AND table_id IN (SELECT c.id FROM contests c WHERE c.ended_at IS NULL \
        AND c.id = slots.table_id)";
    MOVE_MIRRORS: concat!("UPDATE mirrors SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_TABLES: concat!("UPDATE tables SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_RESULTS: concat!("UPDATE results SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_SETTINGS: concat!(
        "INSERT INTO settings(venue, key, value) SELECT ", venue_to!(), ", key, value FROM settings ",
        "WHERE venue = ", venue_from!(), " ON CONFLICT (venue, key) DO NOTHING"
    );
    MOVE_SETTINGS_OLD: concat!("DELETE FROM settings WHERE venue = ", venue_from!());
    MOVE_DEEDS: concat!("UPDATE deeds SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_BLOCKS: concat!(
        "INSERT INTO blocks(venue, player, at) SELECT ", venue_to!(), ", player, at FROM blocks ",
        "WHERE venue = ", venue_from!(), " ON CONFLICT (venue, player) DO NOTHING"
    );
    MOVE_BLOCKS_OLD: concat!("DELETE FROM blocks WHERE venue = ", venue_from!());
    MOVE_BARRED: concat!(
        "INSERT INTO barred(platform, user_id, venue, at) SELECT platform, user_id, ", venue_to!(), ", at FROM barred ",
        "WHERE venue = ", venue_from!(), " ON CONFLICT (platform, user_id, venue) DO NOTHING"
    );
    MOVE_BARRED_OLD: concat!("DELETE FROM barred WHERE venue = ", venue_from!());
    MOVE_TEAMS: concat!(
        "UPDATE teams SET key = CASE WHEN disbanded_at IS NULL AND EXISTS (SELECT 1 FROM teams o WHERE o.venue = ",
        venue_to!(), " AND o.key = teams.key AND o.disbanded_at IS NULL) THEN key || '/' || id ELSE key END, venue = ",
        venue_to!(), " WHERE venue = ", venue_from!()
    );
    MOVE_TEAM_DEEDS: concat!("UPDATE team_deeds SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_TEAM_RESULTS: concat!("UPDATE team_results SET venue = ", venue_to!(), " WHERE venue = ", venue_from!());
    MOVE_TEAM_LINES_DROP: "DELETE FROM team_standings WHERE scope IN \
        (SELECT id FROM venues WHERE platform = $1 AND chat IN ($2, $3))";
    TEAM_RESULTS_SEASON: "UPDATE team_results SET season = COALESCE((SELECT max(n.number) FROM seasons n \
        WHERE n.venue = team_results.venue AND n.starts_at <= team_results.at \
        AND (n.ended_at IS NULL OR n.ended_at > team_results.at)), 0) \
        WHERE venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)";
    MOVE_TEAM_LINES: concat!(
        "INSERT INTO team_standings(scope, period, team, events, won, points) ",
        team_lines!("team_results", "l.scope = 2 AND r.venue = (SELECT id FROM venues WHERE platform = $1 AND chat = $2)"),
        " ON CONFLICT (scope, period, team) DO UPDATE SET events = team_standings.events + excluded.events, \
        won = team_standings.won + excluded.won, points = team_standings.points + excluded.points"
    );
    MOVE_VENUE_OLD: "DELETE FROM venues WHERE platform = $1 AND chat = $2";
}
