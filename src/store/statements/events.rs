//! Events, their schedules and the queue for quick matches.

use super::Statement;

macro_rules! schedule_columns {
    () => {
        "s.id, v.platform, v.chat, s.channel, s.player, s.template, s.format, s.cron, s.zone, s.ahead, s.next_at, s.opens_at"
    };
}

statements! {
    // No table and no event have the same id: their messages share one list.
    CONTEST_OPEN: "INSERT INTO contests(id, version, status, venue, channel, title, starts, opened_at) \
        SELECT $1, $2, $3, v.id, $4, $5, $6, $7 FROM venues v WHERE v.platform = $8 AND v.chat = $9 \
        AND NOT EXISTS (SELECT 1 FROM tables WHERE id = $1) ON CONFLICT (id) DO NOTHING";
    CONTESTS_ROOM: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM contests c \
        WHERE c.venue = venues.id AND c.ended_at IS NULL) < $3";
    CONTEST_MOVE: "UPDATE contests SET version = $3, status = $4, starts = $5 WHERE id = $1 AND version = $2";
    CONTEST_END: "UPDATE contests SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    CONTEST_PLACE: "SELECT v.platform, v.chat, c.channel FROM contests c JOIN venues v ON v.id = c.venue WHERE c.id = $1";
    FACT_ADD: "INSERT INTO facts(event, version, at, body) VALUES ($1, $2, $3, $4)";
    FACTS_OF: "SELECT version, at, body FROM facts WHERE event = $1 ORDER BY version";
    // Whoever read the log just before two accounts became one player still names the old one.
    ENTRANT_SET: "INSERT INTO entrants(event, player, open) \
        SELECT $1, COALESCE((SELECT m.new FROM merges m WHERE m.old = $2), $2), $3 WHERE true \
        ON CONFLICT (event, player) DO UPDATE SET open = excluded.open WHERE entrants.open <> excluded.open";
    // Who comes in is written down first, and then comes in unless they are in already: under another number, say, that has become
    // theirs since the event was read.
    ENTRANT_JOIN: "INSERT INTO entrants(event, player, open) SELECT $1, $2, 0 \
        WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $2 AND gone_at IS NOT NULL) \
        ON CONFLICT (event, player) DO UPDATE SET open = entrants.open";
    ENTRANT_COME: "UPDATE entrants SET open = 1 WHERE event = $1 AND player = $2 AND open = 0";
    CONTEST_DUE_CLEAR: "DELETE FROM contest_due WHERE event = $1 AND kind < 10";
    CONTEST_DUE_ADD: "INSERT INTO contest_due(event, kind, about, at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (event, kind, about) DO NOTHING";
    CONTEST_ERRAND_ADD: "INSERT INTO contest_due(event, kind, about, at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (event, kind, about) DO UPDATE SET at = contest_due.at - 1";
    CONTEST_DUE_DROP: "DELETE FROM contest_due WHERE event = $1 AND kind = $2 AND about = $3 AND at = $4";
    // 1, 3, 4, 7: the start, nobody came, time is over, nothing comes of it.
    CONTEST_DUE_NOW: concat!(
        "SELECT d.event, d.kind, d.about, d.at FROM contest_due d WHERE d.at <= $1 AND NOT (d.kind IN (1, 3, 4, 7) ",
        "AND (SELECT v.platform FROM contests c JOIN venues v ON v.id = c.venue WHERE c.id = d.event) IN ($3, $4, $5)) ",
        "ORDER BY d.at, d.event LIMIT $2"
    );
    CONTEST_DUE_NEXT: "SELECT min(m.at) FROM (SELECT min(at) AS at FROM contest_due \
        UNION ALL SELECT min(opens_at) FROM schedules UNION ALL SELECT min(until) FROM quick) m";
    EVENT_PLACE_ADD: "INSERT INTO event_places(event, venue, channel) SELECT $1, v.id, $2 FROM venues v \
        WHERE v.platform = $3 AND v.chat = $4 AND (SELECT count(*) FROM event_places WHERE event = $1) < 9 \
        AND NOT EXISTS (SELECT 1 FROM contests c WHERE c.id = $1 AND c.venue = v.id) ON CONFLICT (event, venue) DO NOTHING";
    EVENT_PLACE_DROP: "DELETE FROM event_places WHERE event = $1 AND venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $2 AND v.chat = $3)";
    // Behind every version, so that each is written once more and none is awaited when the event comes back.
    EVENT_SLOTS_AWAY: "UPDATE slots SET want = 0, sent = -1, retry_at = $4, fails = 0 WHERE table_id = $1 AND platform = $2 AND chat = $3 \
        AND reader = 0";
    EVENT_PLACES: "SELECT v.platform, v.chat, p.channel FROM event_places p JOIN venues v ON v.id = p.venue \
        WHERE p.event = $1 ORDER BY p.venue";
    CONTESTS_IN: "SELECT c.id, c.title, c.status, c.starts, v.platform, v.chat, c.channel FROM venues v \
        JOIN contests c ON c.venue = v.id WHERE v.platform = $1 AND v.chat = $2 ORDER BY c.id DESC LIMIT $3";
    CONTESTS_OPEN_IN: "SELECT c.id, c.title, c.status, c.starts, v.platform, v.chat, c.channel FROM venues v \
        JOIN contests c ON c.venue = v.id WHERE v.platform = $1 AND v.chat = $2 AND c.ended_at IS NULL \
        ORDER BY c.id DESC LIMIT $3";
    CONTESTS_SHOWN_IN: "SELECT c.id, c.title, c.status, c.starts, o.platform, o.chat, c.channel FROM venues v \
        JOIN event_places p ON p.venue = v.id JOIN contests c ON c.id = p.event JOIN venues o ON o.id = c.venue \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY p.event DESC LIMIT $3";
    CONTESTS_OF_PLAYER: "SELECT event FROM entrants WHERE player = $1 AND open = 1 ORDER BY event DESC";
    CONTESTS_EVER: "SELECT event FROM entrants WHERE player = $1 ORDER BY event";
    CONTESTS_OPEN: "SELECT id FROM contests WHERE ended_at IS NULL ORDER BY id";
    BOUT_ADD: "INSERT INTO bouts(table_id, event, pairing) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO NOTHING";
    BOUT_OF: "SELECT event, pairing FROM bouts WHERE table_id = $1";
    // One message in the event's own place and one in each further place, each with a number of its own.
    SLOT_WANT_EVENT: concat!(
        "INSERT INTO slots(id, table_id, kind, number, reader, platform, chat, channel, want, retry_at) ",
        "SELECT $1 + p.at, $2, $3, $4, 0, v.platform, v.chat, p.channel, $5, $6 ",
        "FROM (SELECT 0 AS at, venue, channel FROM contests WHERE id = $2 UNION ALL ",
        "SELECT row_number() OVER (ORDER BY venue), venue, channel FROM event_places WHERE event = $2) p ",
        "JOIN venues v ON v.id = p.venue WHERE TRUE ",
        wanted!()
    );

    // Schedules and the queue for quick matches.
    SCHEDULES_ROOM: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM schedules s \
        WHERE s.venue = venues.id) < $3";
    SCHEDULE_ADD: "INSERT INTO schedules(id, venue, channel, player, template, format, cron, zone, ahead, next_at, opens_at) \
        SELECT $1, v.id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM venues v WHERE v.platform = $11 AND v.chat = $12 \
        AND NOT EXISTS (SELECT 1 FROM players WHERE id = $3 AND gone_at IS NOT NULL)";
    SCHEDULE_OFF: "DELETE FROM schedules WHERE id = $3 AND venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";
    SCHEDULE_MOVE: "UPDATE schedules SET next_at = $3, opens_at = $4 WHERE id = $1 AND next_at = $2";
    SCHEDULE_END: "DELETE FROM schedules WHERE id = $1 AND next_at = $2";
    SCHEDULE: concat!("SELECT ", schedule_columns!(), " FROM schedules s JOIN venues v ON v.id = s.venue WHERE s.id = $1");
    SCHEDULES_LOST: "DELETE FROM schedules WHERE venue = (SELECT c.venue FROM contests c WHERE c.id = $1) AND channel = $2";
    SCHEDULES_OF: concat!("SELECT ", schedule_columns!(), " FROM venues v JOIN schedules s ON s.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY s.id");
    SCHEDULES_DUE: concat!("SELECT ", schedule_columns!(), " FROM schedules s JOIN venues v ON v.id = s.venue \
        WHERE s.opens_at <= $1 ORDER BY s.opens_at LIMIT $2");
    SCHEDULES_BY: concat!("SELECT ", schedule_columns!(), " FROM schedules s JOIN venues v ON v.id = s.venue \
        WHERE s.player = $1 ORDER BY s.id");
    SCHEDULES_ALL: concat!("SELECT ", schedule_columns!(), " FROM schedules s JOIN venues v ON v.id = s.venue \
        ORDER BY s.id");
    SCHEDULES_DROP: "DELETE FROM schedules WHERE player = $1";
    QUICK_IN: "SELECT q.player, v.platform, v.chat, q.channel, q.terms, q.at, q.until FROM venues v \
        JOIN quick q ON q.venue = v.id WHERE v.platform = $1 AND v.chat = $2 AND q.until > $3 ORDER BY q.at, q.player";
    QUICK_OF: "SELECT q.player, v.platform, v.chat, q.channel, q.terms, q.at, q.until FROM quick q \
        JOIN venues v ON v.id = q.venue WHERE q.player = $1 AND q.until > $2";
    QUICK_FIRST: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND NOT EXISTS (SELECT 1 FROM quick q \
        WHERE q.venue = venues.id AND q.player <> $3 AND q.terms = $4 AND q.until > $5 \
        AND $6 NOT LIKE '%|' || q.player || ':' || q.at || '|%')";
    QUICK_ADD: "INSERT INTO quick(venue, player, channel, terms, at, until) SELECT v.id, $3, $4, $5, $6, $7 FROM venues v \
        WHERE v.platform = $1 AND v.chat = $2 \
        AND NOT EXISTS (SELECT 1 FROM players WHERE id = $3 AND gone_at IS NOT NULL) \
        ON CONFLICT (venue, player) DO UPDATE SET channel = excluded.channel, terms = excluded.terms, at = excluded.at, \
        until = excluded.until";
    QUICK_TAKE: "DELETE FROM quick WHERE venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2) \
        AND player = $3 AND at = $4";
    QUICK_DROP: "DELETE FROM quick WHERE player = $1";
    QUICK_LEFT: "DELETE FROM quick WHERE venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2) \
        AND player = $3";
    QUICK_CLOSE: "DELETE FROM quick WHERE venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2) \
        AND channel = COALESCE($3, channel)";
    QUICK_EXPIRED: "SELECT count(*) FROM quick WHERE until <= $1";
    QUICK_EXPIRE: "DELETE FROM quick WHERE until <= $1";
}
