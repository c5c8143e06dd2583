//! Matches: their log, their seats, what falls due, who broke off and who watches.

use super::Statement;

statements! {
    EVENT_ADD: "INSERT INTO events(table_id, version, at, body) VALUES ($1, $2, $3, $4)";
    EVENTS_OF: "SELECT version, at, body FROM events WHERE table_id = $1 ORDER BY version";
    TABLE_OPEN: "INSERT INTO tables(id, version, stage, venue, channel, opened_at) \
        SELECT $1, $2, $3, v.id, $4, $5 FROM venues v WHERE v.platform = $6 AND v.chat = $7 \
        AND NOT EXISTS (SELECT 1 FROM contests WHERE id = $1) ON CONFLICT (id) DO NOTHING";
    TABLE_MOVE: "UPDATE tables SET version = $3, stage = $4 WHERE id = $1 AND version = $2";
    TABLE_END: "UPDATE tables SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    TABLE_PLACE: "SELECT v.platform, v.chat, t.channel FROM tables t JOIN venues v ON v.id = t.venue WHERE t.id = $1";
    MIRROR_ADD: "INSERT INTO mirrors(table_id, number, venue, channel) SELECT $1, $2, v.id, $3 FROM venues v \
        WHERE v.platform = $4 AND v.chat = $5 ON CONFLICT (table_id, number) DO NOTHING";
    MIRRORS_OF: "SELECT v.platform, v.chat, m.channel FROM mirrors m JOIN venues v ON v.id = m.venue \
        WHERE m.table_id = $1 ORDER BY m.number";
    MIRRORED_IN: "SELECT m.table_id FROM venues v JOIN mirrors m ON m.venue = v.id JOIN tables t ON t.id = m.table_id \
        WHERE v.platform = $1 AND v.chat = $2 AND m.channel = $3 AND t.ended_at IS NULL ORDER BY m.table_id DESC";
    // Whoever read the log just before two accounts became one player still names the old one.
    SEAT_SET: "INSERT INTO seats(table_id, seat, player) \
        SELECT $1, $2, COALESCE((SELECT m.new FROM merges m WHERE m.old = $3), $3) WHERE true \
        ON CONFLICT (table_id, seat) DO UPDATE SET player = excluded.player WHERE seats.player <> excluded.player";
    SEAT_JOIN: "INSERT INTO seats(table_id, seat, player) SELECT $1, $2, $3 \
        WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $3 AND gone_at IS NOT NULL) \
        ON CONFLICT (table_id, seat) DO UPDATE SET player = excluded.player";
    SEATS_BEYOND: "DELETE FROM seats WHERE table_id = $1 AND seat >= $2";
    SEATS_END: "UPDATE seats SET open = 0 WHERE table_id = $1";
    PLAYERS_OF: "SELECT player FROM seats WHERE table_id = $1 ORDER BY seat";
    OPEN_OF_PLAYER: "SELECT DISTINCT table_id FROM seats WHERE player = $1 AND open = 1 ORDER BY table_id DESC";
    OPEN_OF_VENUE: "SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND t.ended_at IS NULL ORDER BY t.id DESC";
    OPEN_OF_PLACE: "SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND t.channel = $3 AND t.ended_at IS NULL ORDER BY t.id DESC";
    PAUSED_OF_VENUE: "SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND t.ended_at IS NULL \
        AND EXISTS (SELECT 1 FROM due d WHERE d.table_id = t.id AND d.kind = $3)";
    OPEN_OF_ALL: "SELECT id FROM tables WHERE ended_at IS NULL ORDER BY id DESC";
    OPEN_COUNT: "SELECT count(*) FROM tables WHERE ended_at IS NULL";
    OPEN_IN_STAGE: "SELECT id FROM tables WHERE ended_at IS NULL AND stage = $1 ORDER BY id";
    LATEST_OF_PLAYER: "SELECT DISTINCT table_id FROM seats WHERE player = $1 ORDER BY table_id DESC LIMIT $2";
    LATEST_OF_VENUE: "SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY t.id DESC LIMIT $3";
    LATEST_OF_PLACE: "SELECT t.id FROM tables t JOIN venues v ON v.id = t.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND t.channel = $3 ORDER BY t.id DESC LIMIT $4";
    LATEST_OF_ALL: "SELECT id FROM tables ORDER BY id DESC LIMIT $1";

    // What falls due.
    DUE_CLEAR: "DELETE FROM due WHERE table_id = $1";
    DUE_ADD: "INSERT INTO due(table_id, kind, seat, at, stamp) VALUES ($1, $2, $3, $4, $5)";
    DUE_NOW: "SELECT table_id, kind, seat, at, stamp FROM due WHERE at <= $1 ORDER BY at, table_id LIMIT $2";
    DUE_HEARD: concat!(
        "SELECT d.table_id, d.kind, d.seat, d.at, d.stamp FROM due d WHERE d.at <= $1 AND NOT (d.kind IN ($3, $4, $5) ",
        "AND (SELECT v.platform FROM tables t JOIN venues v ON v.id = t.venue WHERE t.id = d.table_id) IN ($6, $7, $8)) ",
        "ORDER BY d.at, d.table_id LIMIT $2"
    );
    DUE_NEXT: "SELECT min(at) FROM due";
    DUE_DROP: "DELETE FROM due WHERE table_id = $1 AND kind = $2 AND seat = $3 AND at = $4 AND stamp = $5";

    // Broken-off matches and watchers.
    ABORT_ADD: "INSERT INTO aborts(table_id, player, at) SELECT $1, $2, $3 \
        WHERE (SELECT count(*) FROM aborts WHERE player = $2 AND at > $4) < $5";
    ABORTS_OF: "SELECT count(*), CAST(COALESCE(sum(CASE WHEN at > $2 THEN 1 ELSE 0 END), 0) AS BIGINT) \
        FROM aborts WHERE player = $1";
    WATCHER_ADD: "INSERT INTO watchers(table_id, player) VALUES ($1, $2) ON CONFLICT (table_id, player) DO NOTHING";
    WATCHER_HAS: "SELECT count(*) FROM watchers WHERE table_id = $1 AND player = $2";
}
