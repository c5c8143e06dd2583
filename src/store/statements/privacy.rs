//! What there is about one player, and taking leave of them.

use super::Statement;

statements! {
    PLAYER_SINCE: "SELECT created_at FROM players WHERE id = $1";
    IDENTITIES_WHOLE: "SELECT platform, user_id, handle, reach, private_chat, locale, changed_at FROM identities \
        WHERE player = $1 ORDER BY platform, user_id";
    SEATS_OF: "SELECT table_id FROM seats WHERE player = $1 ORDER BY table_id";
    WATCHED_BY: "SELECT table_id FROM watchers WHERE player = $1 ORDER BY table_id";
    ABORTED_BY: "SELECT table_id, at FROM aborts WHERE player = $1 ORDER BY at";
    MESSAGES_TO: "SELECT s.table_id, s.kind, s.platform, s.chat, s.message FROM \
        (SELECT DISTINCT table_id FROM seats WHERE player = $1) t JOIN slots s ON s.table_id = t.table_id \
        WHERE s.reader = $1 AND s.message IS NOT NULL ORDER BY s.table_id, s.kind";
    ASKED_AFTERWARDS: "SELECT DISTINCT d.table_id FROM seats s JOIN due d ON d.table_id = s.table_id \
        WHERE s.player = $1 AND d.kind = $2 ORDER BY d.table_id";
    NAMED: "SELECT e.table_id FROM events e WHERE e.version = 1 AND instr(e.body, '\"invitee\":{\"name\":') > 0 \
        AND CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.opened.invitee.name') END = $1";
    NAMED_DECLINED: "SELECT DISTINCT e.table_id FROM events e CROSS JOIN events d \
        WHERE d.table_id = e.table_id AND e.version = 1 AND instr(e.body, '\"invitee\":{\"name\":') > 0 \
        AND CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.opened.invitee.name') END > '' AND d.body = $1";
    CUT_BY: "SELECT DISTINCT e.table_id FROM seats s JOIN events e ON e.table_id = s.table_id \
        WHERE s.player = $1 AND e.body LIKE '{\"cut\":%'";
    SEATS_NAMED: "SELECT e.table_id FROM seats s JOIN events e ON e.table_id = s.table_id AND e.version = 1 \
        WHERE s.player = $1 AND instr(e.body, '\"invitee\":{\"name\":') > 0";
    OPENED_IN: "SELECT t.id FROM venues v JOIN tables t ON t.venue = v.id WHERE v.platform = $1 AND v.chat = $2 \
        UNION ALL SELECT m.table_id FROM venues v JOIN mirrors m ON m.venue = v.id WHERE v.platform = $1 AND v.chat = $2";
    BLOCKS_ON: "SELECT v.platform, v.chat, v.name, b.at FROM blocks b JOIN venues v ON v.id = b.venue WHERE b.player = $1";
    BARRED_FROM: "SELECT v.platform, v.chat, v.name, x.at FROM barred x JOIN venues v ON v.id = x.venue \
        WHERE x.platform = $1 AND x.user_id = $2";
    BARRED_ADD: "INSERT INTO barred(platform, user_id, venue, at) SELECT i.platform, i.user_id, b.venue, b.at \
        FROM identities i JOIN blocks b ON b.player = i.player WHERE i.player = $1 \
        ON CONFLICT (platform, user_id, venue) DO NOTHING";
    BARRED_BACK: "INSERT INTO blocks(venue, player, at) SELECT x.venue, i.player, x.at FROM barred x \
        JOIN identities i ON i.platform = x.platform AND i.user_id = x.user_id \
        WHERE x.platform = $1 AND x.user_id = $2 ON CONFLICT (venue, player) DO NOTHING";
    BARRED_IN: "SELECT count(DISTINCT x.user_id) FROM venues v JOIN barred x ON x.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2";
    BARRED_OFF: "DELETE FROM barred WHERE platform = $1 AND user_id = $2";
    BLOCKS_DROP: "DELETE FROM blocks WHERE player = $1";
    REASONS_DROP: "UPDATE events SET body = json_remove(body, '$.voided.reason', '$.cancelled.reason') \
        WHERE table_id IN (SELECT table_id FROM seats WHERE player = $1) \
        AND (body LIKE '{\"voided\":%' OR body LIKE '{\"cancelled\":%')";
    DETAILS_DROP: "UPDATE deeds SET detail = NULL WHERE whom = $1";
    DETAILS_DROP_TABLES: "UPDATE deeds SET detail = NULL \
        WHERE venue IN (SELECT t.venue FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.player = $1) \
        AND table_id IN (SELECT table_id FROM seats WHERE player = $1)";
    EVENT_REWRITE: "UPDATE events SET body = $3 WHERE table_id = $1 AND version = $2";
    VENUE_HIDE: "UPDATE venues SET chat = $3, name = NULL, lang = NULL, suggested = NULL \
        WHERE platform = $1 AND chat = $2";
    VENUE_SETTINGS_DROP: "DELETE FROM settings WHERE venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";
    SLOTS_HIDE: "UPDATE slots SET chat = $3, message = NULL, sent = want, attempted_at = NULL \
        WHERE platform = $1 AND chat = $2 AND reader = 0";
    SLOTS_DROP: "DELETE FROM slots WHERE reader = $1 AND table_id IN (SELECT table_id FROM seats WHERE player = $1)";
    WATCHERS_DROP: "DELETE FROM watchers WHERE player = $1";
    PREFERENCES_DROP: "DELETE FROM preferences WHERE player = $1";
    IDENTITIES_DROP: "DELETE FROM identities WHERE player = $1";
    PLAYER_GONE: "UPDATE players SET name = '', lang = NULL, gone_at = $2 WHERE id = $1 AND gone_at IS NULL \
        AND NOT EXISTS (SELECT 1 FROM seats WHERE player = $1 AND open = 1) \
        AND NOT EXISTS (SELECT 1 FROM entrants WHERE player = $1 AND open = 1)";
}
