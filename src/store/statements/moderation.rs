//! Moderators, and the limits they set.

use super::Statement;

statements! {
    DEED_ADD: "INSERT INTO deeds(id, at, venue, player, act, table_id, whom, detail) \
        SELECT $1, $2, v.id, COALESCE((SELECT m.new FROM merges m WHERE m.old = $3), $3), $4, $5, \
        COALESCE((SELECT m.new FROM merges m WHERE m.old = $6), $6), $7 \
        FROM venues v WHERE v.platform = $8 AND v.chat = $9";
    DEEDS_OF: "SELECT d.at, v.platform, v.chat, d.player, d.act, d.table_id, d.whom, d.detail \
        FROM venues v JOIN deeds d ON d.venue = v.id WHERE v.platform = $1 AND v.chat = $2 ORDER BY d.id DESC LIMIT $3";
    DEEDS_ABOUT: "SELECT d.at, v.platform, v.chat, d.player, d.act, d.table_id, d.whom, d.detail \
        FROM deeds d JOIN venues v ON v.id = d.venue WHERE d.whom = $1 ORDER BY d.id";
    DEEDS_BY: "SELECT d.at, v.platform, v.chat, d.player, d.act, d.table_id, d.whom, d.detail \
        FROM deeds d JOIN venues v ON v.id = d.venue WHERE d.player = $1 ORDER BY d.id";
    BLOCK_ADD: "INSERT INTO blocks(venue, player, at) SELECT v.id, $3, $4 FROM venues v \
        WHERE v.platform = $1 AND v.chat = $2 ON CONFLICT (venue, player) DO NOTHING";
    PLAYER_HERE: "UPDATE players SET name = name WHERE id = $1 AND gone_at IS NULL";
    BLOCK_OFF: "DELETE FROM blocks WHERE venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2) \
        AND player = $3";
    BLOCKS_OF: "SELECT b.player FROM venues v JOIN blocks b ON b.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY b.player";
    BLOCKED_IN: "SELECT count(*) FROM blocks b WHERE b.player = $3 \
        AND b.venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";

    // A row that is written as it was: only whether it is found counts.
    ROOM_IN_PLACE: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM tables t \
        WHERE t.venue = venues.id AND t.channel = $3 AND t.ended_at IS NULL) < $4";
    ROOM_FOR_PLAYER: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM seats s \
        JOIN tables t ON t.id = s.table_id WHERE s.player = $3 AND s.open = 1 AND t.venue = venues.id \
        AND NOT (t.stage = 1 AND s.seat = 1)) < $4";
}
