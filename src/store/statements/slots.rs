//! Message slots.

use super::Statement;

macro_rules! slot_columns {
    () => {
        "s.id, s.table_id, s.kind, s.number, s.reader, s.platform, s.chat, s.channel, s.message, s.want, s.sent, s.attempted_at, s.fails"
    };
}

statements! {
    SLOT_WANT_PUBLIC: concat!(
        "INSERT INTO slots(id, table_id, kind, number, reader, platform, chat, channel, want, retry_at) ",
        "SELECT $1, t.id, $3, $4, 0, v.platform, v.chat, t.channel, $5, $6 ",
        "FROM tables t JOIN venues v ON v.id = t.venue WHERE t.id = $2 ",
        wanted!()
    );
    SLOT_WANT_MIRROR: concat!(
        "INSERT INTO slots(id, table_id, kind, number, reader, platform, chat, channel, want, retry_at) ",
        "SELECT $1, m.table_id, $3, $4, 0, v.platform, v.chat, m.channel, $5, $6 ",
        "FROM mirrors m JOIN venues v ON v.id = m.venue WHERE m.table_id = $2 AND m.number = $7 ",
        wanted!()
    );
    // Once: a season ends once. A season without a result is no news.
    SLOT_WANT_SEASON: concat!(
        "INSERT INTO slots(id, table_id, kind, number, reader, platform, chat, channel, want, retry_at) ",
        "SELECT $1, n.id, $3, 0, 0, v.platform, v.chat, ",
        "COALESCE((SELECT CAST(s.value AS BIGINT) FROM settings s WHERE s.venue = v.id AND s.key = $4), n.channel, ",
        "(SELECT t.channel FROM tables t WHERE t.venue = v.id ORDER BY t.id DESC LIMIT 1), 0), 1, $5 ",
        "FROM seasons n JOIN venues v ON v.id = n.venue WHERE n.id = $2 AND EXISTS (SELECT 1 FROM results r ",
        "WHERE r.venue = n.venue AND r.ended_at >= n.starts_at AND r.ended_at < n.ended_at) ",
        wanted!()
    );
    SLOT_WANT_PRIVATE: concat!(
        "INSERT INTO slots(id, table_id, kind, number, reader, platform, chat, channel, want, retry_at) ",
        "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 ",
        // Somebody's data may be deleted after it was read who is to be told.
        "WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $5 AND gone_at IS NOT NULL) ",
        wanted!()
    );
    SLOTS_TODO: concat!(
        "SELECT ", slot_columns!(), " FROM slots s WHERE s.platform = $1 AND s.retry_at <= $2 AND s.want > s.sent ",
        "ORDER BY s.retry_at, s.id LIMIT $3"
    );
    SLOT_NEXT: "SELECT min(retry_at) FROM slots WHERE platform = $1 AND want > sent AND retry_at < 9223372036854775807";
    SLOTS_WAITING: "SELECT count(*), min(retry_at) FROM slots \
        WHERE platform = $1 AND want > sent AND retry_at <= $2";
    SLOT_ATTEMPT: "UPDATE slots SET attempted_at = $2 WHERE id = $1";
    SLOT_SENT: "UPDATE slots SET sent = CASE WHEN $2 > sent THEN $2 ELSE sent END, message = COALESCE($3, message), \
        attempted_at = NULL, fails = 0 WHERE id = $1";
    SLOT_RETRY: "UPDATE slots SET retry_at = $2, fails = fails + 1 WHERE id = $1";
    SLOT_GONE: "UPDATE slots SET message = NULL, sent = -1, attempted_at = NULL WHERE id = $1";
    SLOT_MESSAGE: "SELECT message FROM slots WHERE id = $1";
    SLOT_ANEW: "UPDATE slots SET message = $2, sent = want - 1, attempted_at = NULL, fails = 0 WHERE id = $1";
    SLOT_PARK: "UPDATE slots SET retry_at = 9223372036854775807, attempted_at = NULL WHERE id = $1 \
        AND NOT EXISTS (SELECT 1 FROM identities i WHERE slots.reader <> 0 AND i.platform = slots.platform \
        AND i.user_id = slots.chat AND i.reach = 1)";
    SLOTS_WAKE_PRIVATE: "UPDATE slots SET retry_at = $3, fails = 0 \
        WHERE platform = $1 AND chat = $2 AND reader <> 0 AND retry_at = 9223372036854775807";
    SLOTS_WAKE_PUBLIC: "UPDATE slots SET retry_at = $3, fails = 0 \
        WHERE platform = $1 AND chat = $2 AND reader = 0 AND retry_at > $3";
    SLOTS_WAITING_AT: "SELECT count(*) FROM slots WHERE platform = $1 AND want > sent AND retry_at > $2 \
        AND chat = $3 AND +reader = 0 AND ($4 IS NULL OR channel = $4)";
    SLOTS_WAKE_AT: "UPDATE slots SET retry_at = $2, fails = 0 WHERE platform = $1 AND want > sent AND retry_at > $2 \
        AND chat = $3 AND +reader = 0 AND ($4 IS NULL OR channel = $4)";
    SLOTS_ASLEEP: "SELECT count(*) FROM slots \
        WHERE platform = $1 AND chat = $2 AND reader <> 0 AND retry_at = 9223372036854775807";
    SLOTS_AGAIN: "UPDATE slots SET sent = want - 1 WHERE table_id = $1 AND kind = $2 AND sent >= want";
    SLOTS_OF: concat!("SELECT ", slot_columns!(), " FROM slots s WHERE s.table_id = $1 ORDER BY s.id");
    SLOT_OF: concat!(
        "SELECT ", slot_columns!(), " FROM slots s ",
        "WHERE s.table_id = $1 AND s.kind = $2 AND s.number = $3 AND s.reader = $4 ORDER BY s.id DESC LIMIT 1"
    );
    SLOT_BY_ID: concat!("SELECT ", slot_columns!(), " FROM slots s WHERE s.id = $1");
    SLOT_IN: concat!(
        "SELECT ", slot_columns!(), " FROM slots s ",
        "WHERE s.table_id = $1 AND s.kind = $2 AND s.number = $3 AND s.reader = $4 AND s.platform = $5 AND s.chat = $6"
    );
    SLOT_BY_MESSAGE: concat!(
        "SELECT ", slot_columns!(), " FROM slots s WHERE s.platform = $1 AND s.chat = $2 AND s.message = $3 LIMIT 1"
    );
}
