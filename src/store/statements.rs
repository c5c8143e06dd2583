//! Every statement the store ever sends, each under a name, so that a test can prepare them all.
//!
//! Placeholders are `$1`, `$2` and each text is meant to serve SQLite and PostgreSQL alike.

/// A registered statement.
pub(super) struct Statement {
    pub sql: &'static str,
}

impl Statement {
    /// How many values it takes: its highest placeholder.
    pub(super) fn arity(&self) -> usize {
        self.sql
            .split('$')
            .skip(1)
            .map(|rest| leading_number(rest).0)
            .max()
            .unwrap_or(0)
    }

    /// The text with its placeholders moved up by `offset`, for a place in a longer command.
    pub(super) fn shifted(&self, offset: usize) -> String {
        let mut parts = self.sql.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (number, digits) = leading_number(part);
            text.push('$');
            // Otherwise it begins a path into JSON.
            if digits > 0 {
                text.push_str(&(number + offset).to_string());
            }
            text.push_str(&part[digits..]);
        }
        text
    }
}

fn leading_number(text: &str) -> (usize, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (text[..digits].parse().unwrap_or(0), digits)
}

macro_rules! statements {
    ($($name:ident: $sql:expr;)*) => {
        $(pub(super) static $name: Statement = Statement { sql: $sql };)*
        #[cfg(test)]
        pub(super) static ALL: &[(&str, &Statement)] = &[$((stringify!($name), &$name)),*];
    };
}
pub(super) use statements;

/// The lines of boards to which the rows `r` of a table of team results count.
macro_rules! team_lines {
    ($rows:literal, $which:literal) => {
        concat!(
            "SELECT CASE l.scope WHEN 2 THEN r.venue ELSE 0 END, l.kind * 100000000 + CASE l.kind \
             WHEN 1 THEN CASE l.scope WHEN 3 THEN r.uday ELSE r.day END \
             WHEN 2 THEN CASE l.scope WHEN 3 THEN r.uweek ELSE r.week END \
             WHEN 3 THEN CASE l.scope WHEN 3 THEN r.umonth ELSE r.month END \
             WHEN 4 THEN r.season WHEN 5 THEN r.quarter ELSE 0 END, r.team, 1, r.place = 1, r.points \
             FROM ",
            $rows,
            " r CROSS JOIN ladders l WHERE l.scope > 1 AND l.slice = 0 AND (l.kind <> 4 OR r.season > 0) AND ",
            $which
        )
    };
}
pub(super) use team_lines;

macro_rules! slot_columns {
    () => {
        "s.id, s.table_id, s.kind, s.number, s.reader, s.platform, s.chat, s.channel, s.message, s.want, s.sent, s.attempted_at, s.fails"
    };
}

macro_rules! schedule_columns {
    () => {
        "s.id, v.platform, v.chat, s.channel, s.player, s.template, s.format, s.cron, s.zone, s.ahead, s.next_at, s.opens_at"
    };
}

macro_rules! wanted {
    () => {
        "ON CONFLICT (table_id, kind, number, reader, platform, chat) DO UPDATE SET \
         retry_at = CASE WHEN slots.want > slots.sent THEN slots.retry_at ELSE excluded.retry_at END, \
         want = CASE WHEN excluded.want > slots.want THEN excluded.want ELSE slots.want END"
    };
}

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
    // The log and the tables.
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

    // Message slots.
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
    PLAYERS_OF: "SELECT player FROM seats WHERE table_id = $1 ORDER BY seat";
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

    // Events. No table and no event have the same id: their messages share one list.
    CONTEST_OPEN: "INSERT INTO contests(id, version, status, venue, channel, title, starts, opened_at) \
        SELECT $1, $2, $3, v.id, $4, $5, $6, $7 FROM venues v WHERE v.platform = $8 AND v.chat = $9 \
        AND NOT EXISTS (SELECT 1 FROM tables WHERE id = $1) ON CONFLICT (id) DO NOTHING";
    CONTEST_MOVE: "UPDATE contests SET version = $3, status = $4, starts = $5 WHERE id = $1 AND version = $2";
    CONTEST_END: "UPDATE contests SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    CONTEST_PLACE: "SELECT v.platform, v.chat, c.channel FROM contests c JOIN venues v ON v.id = c.venue WHERE c.id = $1";
    FACT_ADD: "INSERT INTO facts(event, version, at, body) VALUES ($1, $2, $3, $4)";
    FACTS_OF: "SELECT version, at, body FROM facts WHERE event = $1 ORDER BY version";
    ENTRANT_SET: "INSERT INTO entrants(event, player, open) VALUES ($1, $2, $3) \
        ON CONFLICT (event, player) DO UPDATE SET open = excluded.open WHERE entrants.open <> excluded.open";
    ENTRANT_JOIN: "INSERT INTO entrants(event, player, open) SELECT $1, $2, $3 \
        WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = $2 AND gone_at IS NOT NULL) \
        ON CONFLICT (event, player) DO UPDATE SET open = excluded.open";
    CONTEST_DUE_CLEAR: "DELETE FROM contest_due WHERE event = $1 AND kind < 10";
    CONTEST_DUE_ADD: "INSERT INTO contest_due(event, kind, about, at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (event, kind, about) DO NOTHING";
    CONTEST_DUE_DROP: "DELETE FROM contest_due WHERE event = $1 AND kind = $2 AND about = $3 AND at = $4";
    // 1, 3, 4: the start, nobody came, time is over.
    CONTEST_DUE_NOW: concat!(
        "SELECT d.event, d.kind, d.about, d.at FROM contest_due d WHERE d.at <= $1 AND NOT (d.kind IN (1, 3, 4) ",
        "AND (SELECT v.platform FROM contests c JOIN venues v ON v.id = c.venue WHERE c.id = d.event) IN ($3, $4, $5)) ",
        "ORDER BY d.at, d.event LIMIT $2"
    );
    CONTEST_DUE_NEXT: "SELECT min(m.at) FROM (SELECT min(at) AS at FROM contest_due \
        UNION ALL SELECT min(opens_at) FROM schedules UNION ALL SELECT min(until) FROM quick) m";
    EVENT_PLACE_ADD: "INSERT INTO event_places(event, venue, channel) SELECT $1, v.id, $2 FROM venues v \
        WHERE v.platform = $3 AND v.chat = $4 AND (SELECT count(*) FROM event_places WHERE event = $1) < 9 \
        AND NOT EXISTS (SELECT 1 FROM contests c WHERE c.id = $1 AND c.venue = v.id) ON CONFLICT (event, venue) DO NOTHING";
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
    SCHEDULE_ADD: "INSERT INTO schedules(id, venue, channel, player, template, format, cron, zone, ahead, next_at, opens_at) \
        SELECT $1, v.id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM venues v WHERE v.platform = $11 AND v.chat = $12 \
        AND NOT EXISTS (SELECT 1 FROM players WHERE id = $3 AND gone_at IS NOT NULL)";
    SCHEDULE_OFF: "DELETE FROM schedules WHERE id = $3 AND venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";
    SCHEDULE_MOVE: "UPDATE schedules SET next_at = $3, opens_at = $4 WHERE id = $1 AND next_at = $2";
    SCHEDULE_END: "DELETE FROM schedules WHERE id = $1 AND next_at = $2";
    SCHEDULES_OF: concat!("SELECT ", schedule_columns!(), " FROM venues v JOIN schedules s ON s.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY s.id");
    SCHEDULES_DUE: concat!("SELECT ", schedule_columns!(), " FROM schedules s JOIN venues v ON v.id = s.venue \
        WHERE s.opens_at <= $1 ORDER BY s.opens_at LIMIT $2");
    QUICK_IN: "SELECT q.player, v.platform, v.chat, q.channel, q.terms, q.at, q.until FROM venues v \
        JOIN quick q ON q.venue = v.id WHERE v.platform = $1 AND v.chat = $2 AND q.until > $3 ORDER BY q.at, q.player";
    QUICK_OF: "SELECT q.player, v.platform, v.chat, q.channel, q.terms, q.at, q.until FROM quick q \
        JOIN venues v ON v.id = q.venue WHERE q.player = $1 AND q.until > $2";
    QUICK_ADD: "INSERT INTO quick(venue, player, channel, terms, at, until) SELECT v.id, $3, $4, $5, $6, $7 FROM venues v \
        WHERE v.platform = $1 AND v.chat = $2 \
        AND NOT EXISTS (SELECT 1 FROM players WHERE id = $3 AND gone_at IS NOT NULL) \
        ON CONFLICT (venue, player) DO UPDATE SET channel = excluded.channel, terms = excluded.terms, at = excluded.at, \
        until = excluded.until";
    QUICK_TAKE: "DELETE FROM quick WHERE venue = (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2) \
        AND player = $3 AND at = $4";
    QUICK_DROP: "DELETE FROM quick WHERE player = $1";
    QUICK_EXPIRED: "SELECT count(*) FROM quick WHERE until <= $1";
    QUICK_EXPIRE: "DELETE FROM quick WHERE until <= $1";

    // Broken-off matches and watchers.
    ABORT_ADD: "INSERT INTO aborts(table_id, player, at) SELECT $1, $2, $3 \
        WHERE (SELECT count(*) FROM aborts WHERE player = $2 AND at > $4) < $5";
    ABORTS_OF: "SELECT count(*), CAST(COALESCE(sum(CASE WHEN at > $2 THEN 1 ELSE 0 END), 0) AS BIGINT) \
        FROM aborts WHERE player = $1";
    WATCHER_ADD: "INSERT INTO watchers(table_id, player) VALUES ($1, $2) ON CONFLICT (table_id, player) DO NOTHING";
    WATCHER_HAS: "SELECT count(*) FROM watchers WHERE table_id = $1 AND player = $2";

    // Codes, and two accounts that become one player.
    INVITE_ADD: "INSERT INTO invites(code, table_id) VALUES ($1, $2) ON CONFLICT (code) DO NOTHING";
    INVITES_END: "DELETE FROM invites WHERE table_id = $1";
    INVITE: "SELECT table_id FROM invites WHERE code = $1";
    INVITE_OF: "SELECT code FROM invites WHERE table_id = $1";
    GUESS_ADD: "INSERT INTO guesses(platform, user_id, since, count) VALUES ($1, $2, $3, 1) \
        ON CONFLICT (platform, user_id) DO UPDATE SET \
        count = CASE WHEN guesses.since <= $4 THEN 1 ELSE guesses.count + 1 END, \
        since = CASE WHEN guesses.since <= $4 THEN excluded.since ELSE guesses.since END \
        WHERE guesses.since <= $4 OR guesses.count < $5";
    LINK_CODES_PRUNE: "DELETE FROM link_codes WHERE until <= $1";
    LINK_CODE_SET: "INSERT INTO link_codes(platform, user_id, code, until) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (platform, user_id) DO UPDATE SET code = excluded.code, until = excluded.until, \
        by_platform = NULL, by_user = NULL";
    LINK_CODE_ENTER: "UPDATE link_codes SET by_platform = $2, by_user = $3 WHERE code = $1 AND until > $4 \
        AND (by_user IS NULL OR (by_platform = $2 AND by_user = $3)) AND NOT (platform = $2 AND user_id = $3)";
    LINK_CODE_BY: "SELECT platform, user_id, until FROM link_codes WHERE by_platform = $1 AND by_user = $2 \
        AND until > $3 ORDER BY until DESC LIMIT 1";
    LINK_CODE_DROP: "DELETE FROM link_codes WHERE by_platform = $1 AND by_user = $2";
    LINK_CODE_USE: "DELETE FROM link_codes WHERE platform = $1 AND user_id = $2 AND by_platform = $3 AND by_user = $4 \
        AND until > $5";
    LINK_CODES_DROP: "DELETE FROM link_codes WHERE EXISTS (SELECT 1 FROM identities i WHERE i.player = $1 \
        AND (i.platform = link_codes.platform AND i.user_id = link_codes.user_id \
        OR i.platform = link_codes.by_platform AND i.user_id = link_codes.by_user))";
    GUESSES_DROP: "DELETE FROM guesses WHERE (platform, user_id) IN \
        (SELECT i.platform, i.user_id FROM identities i WHERE i.player = $1)";
    LINK_CODES_OF: "SELECT c.code, c.until FROM identities i JOIN link_codes c ON c.platform = i.platform \
        AND c.user_id = i.user_id WHERE i.player = $1";
    MERGES: "SELECT old, new FROM merges";
    MERGED_INTO: "SELECT at FROM merges WHERE new = $1 ORDER BY at";
    MERGE_ADD: "INSERT INTO merges(old, new, at) SELECT $1, p.id, $3 FROM players p WHERE p.id = $2 AND p.gone_at IS NULL \
        AND EXISTS (SELECT 1 FROM players o WHERE o.id = $1 AND o.gone_at IS NULL) \
        AND (SELECT count(*) FROM seats s WHERE s.player = $1 AND s.open = 1) = $4 \
        AND (SELECT count(*) FROM results r WHERE r.player = $1) = $5 \
        AND NOT EXISTS (SELECT 1 FROM entrants o JOIN entrants n ON n.event = o.event AND n.player = $2 \
        JOIN contests c ON c.id = o.event AND c.ended_at IS NULL WHERE o.player = $1) \
        ON CONFLICT (old) DO NOTHING";
    MERGE_FOLLOW: "UPDATE merges SET new = $2 WHERE new = $1";
    MERGE_IDENTITIES: "UPDATE identities SET player = $2, changed_at = $3 WHERE player = $1 AND NOT EXISTS \
        (SELECT 1 FROM identities o JOIN identities n ON n.platform = o.platform AND n.player = $2 WHERE o.player = $1)";
    MERGE_SLOTS: "UPDATE OR IGNORE slots SET reader = $2 WHERE reader = $1 \
        AND table_id IN (SELECT table_id FROM seats WHERE player = $1)";
    MERGE_SEATS: "UPDATE seats SET player = $2 WHERE player = $1";
    BOTH_ENTERED: "SELECT count(*) FROM entrants o JOIN entrants n ON n.event = o.event AND n.player = $2 \
        JOIN contests c ON c.id = o.event AND c.ended_at IS NULL WHERE o.player = $1";
    MERGE_ENTRANTS: "INSERT INTO entrants(event, player, open) SELECT event, $2, open FROM entrants WHERE player = $1 \
        ON CONFLICT (event, player) DO UPDATE SET open = max(entrants.open, excluded.open)";
    MERGE_ENTRANTS_OLD: "DELETE FROM entrants WHERE player = $1";
    MERGE_SCHEDULES: "UPDATE schedules SET player = $2 WHERE player = $1";
    MERGE_ABORTS: "UPDATE aborts SET player = $2 WHERE player = $1";
    MERGE_WATCHERS: "INSERT INTO watchers(table_id, player) SELECT table_id, $2 FROM watchers WHERE player = $1 \
        ON CONFLICT (table_id, player) DO NOTHING";
    MERGE_BLOCKS: "INSERT INTO blocks(venue, player, at) SELECT venue, $2, at FROM blocks WHERE player = $1 \
        ON CONFLICT (venue, player) DO NOTHING";
    MERGE_PREFERENCES: "INSERT INTO preferences(player, key, value) SELECT $2, key, value FROM preferences WHERE player = $1 \
        ON CONFLICT (player, key) DO NOTHING";
    MERGE_DEEDS_BY: "UPDATE deeds SET player = $2 WHERE player = $1";
    MERGE_DEEDS_ABOUT: "UPDATE deeds SET whom = $2 WHERE whom = $1";
    MERGE_LANG: "UPDATE players SET lang = COALESCE(lang, (SELECT o.lang FROM players o WHERE o.id = $1)), \
        created_at = (SELECT min(o.created_at) FROM players o WHERE o.id IN ($1, $2)) WHERE id = $2";
    MERGE_TEAM_MEMBERS: "INSERT INTO team_members(team, player, number, at) SELECT team, $2, number, at FROM team_members \
        WHERE player = $1 ON CONFLICT (team, player) DO NOTHING";
    MERGE_TEAM_ASKED: "INSERT INTO team_invitations(team, player, at, until, answered_at) \
        SELECT team, $2, at, until, answered_at FROM team_invitations WHERE player = $1 \
        ON CONFLICT (team, player) DO NOTHING";
    MERGE_TEAM_CAPTAINS: "UPDATE teams SET captain = $2 WHERE captain = $1 AND disbanded_at IS NULL";
    MERGE_TEAM_DEEDS_BY: "UPDATE team_deeds SET player = $2 WHERE player = $1";
    MERGE_TEAM_DEEDS_ABOUT: "UPDATE team_deeds SET whom = $2 WHERE whom = $1";
    COUNTED_FOR: "SELECT DISTINCT table_id FROM results WHERE player = $1 ORDER BY table_id";
    PART_PLAYER: "INSERT INTO players(id, name, lang, created_at) SELECT $1, $2, p.lang, $3 FROM identities i \
        JOIN players p ON p.id = i.player WHERE i.platform = $4 AND i.user_id = $5 \
        AND (SELECT count(*) FROM identities o WHERE o.player = p.id) > 1 \
        AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = p.id AND s.open = 1)";
    PART_BLOCKS: "INSERT INTO blocks(venue, player, at) SELECT b.venue, $1, b.at FROM identities i \
        JOIN blocks b ON b.player = i.player WHERE i.platform = $2 AND i.user_id = $3 \
        ON CONFLICT (venue, player) DO NOTHING";
    PART_IDENTITY: "UPDATE identities SET player = $1, changed_at = $4 WHERE platform = $2 AND user_id = $3";

    // Moderators.
    DEED_ADD: "INSERT INTO deeds(id, at, venue, player, act, table_id, whom, detail) \
        SELECT $1, $2, v.id, $3, $4, $5, $6, $7 FROM venues v WHERE v.platform = $8 AND v.chat = $9";
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
    VENUE_SETTINGS: "SELECT s.key, s.value FROM venues v JOIN settings s ON s.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2";

    // Teams. A row that is written as it was: only whether it is found counts.
    TEAMS_ROOM: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM teams t \
        WHERE t.venue = venues.id AND t.disbanded_at IS NULL) < $3";
    TEAMS_ROOM_PERSON: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) \
        FROM team_members m JOIN teams t ON t.id = m.team WHERE m.player = $3 AND t.venue = venues.id) < $4";
    TEAM_ADD: "INSERT INTO teams(id, venue, name, key, captain, open, made_at) \
        SELECT $1, v.id, $4, $5, $6, $7, $8 FROM venues v WHERE v.platform = $2 AND v.chat = $3 \
        AND NOT EXISTS (SELECT 1 FROM teams t WHERE t.venue = v.id AND t.key = $5 AND t.disbanded_at IS NULL)";
    TEAM_LED: "UPDATE teams SET captain = captain WHERE id = $1 AND captain = $2 AND disbanded_at IS NULL";
    TEAM_THERE: "UPDATE teams SET captain = captain WHERE id = $1 AND disbanded_at IS NULL";
    TEAM_IS_OPEN: "UPDATE teams SET captain = captain WHERE id = $1 AND open = 1 AND disbanded_at IS NULL";
    TEAM_ROOM: "UPDATE teams SET captain = captain WHERE id = $1 \
        AND (SELECT count(*) FROM team_members m WHERE m.team = $1) < $2";
    TEAM_ROOM_PERSON: "UPDATE teams SET captain = captain WHERE id = $1 AND (SELECT count(*) FROM team_members m \
        JOIN teams t ON t.id = m.team WHERE m.player = $2 AND t.venue = teams.venue) < $3";
    TEAM_MEMBER_ADD: "INSERT INTO team_members(team, player, number, at) SELECT t.id, p.id, $3, $4 \
        FROM teams t JOIN players p ON p.id = $2 WHERE t.id = $1 AND t.disbanded_at IS NULL AND p.gone_at IS NULL \
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.venue = t.venue AND b.player = p.id) \
        ON CONFLICT (team, player) DO NOTHING";
    TEAM_MEMBER_OFF: "DELETE FROM team_members WHERE team = $1 AND player = $2";
    TEAM_MEMBERS_OFF: "DELETE FROM team_members WHERE team = $1";
    TEAM_HEIR: "UPDATE teams SET captain = (SELECT m.player FROM team_members m WHERE m.team = $1 ORDER BY m.number LIMIT 1) \
        WHERE id = $1 AND captain = $2 AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1)";
    TEAM_DISBAND_EMPTY: "UPDATE teams SET disbanded_at = $2 WHERE id = $1 AND disbanded_at IS NULL \
        AND NOT EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1)";
    TEAM_ASK: "INSERT INTO team_invitations(team, player, at, until) SELECT t.id, p.id, $3, $4 \
        FROM teams t JOIN players p ON p.id = $2 WHERE t.id = $1 AND p.gone_at IS NULL \
        AND (SELECT count(*) FROM team_invitations i WHERE i.team = $1 AND i.player <> $2 AND i.answered_at IS NULL \
        AND i.until > $3) < $5 \
        ON CONFLICT (team, player) DO UPDATE SET at = excluded.at, until = excluded.until, answered_at = NULL";
    TEAM_ANSWER: "UPDATE team_invitations SET answered_at = $3 \
        WHERE team = $1 AND player = $2 AND answered_at IS NULL AND until > $3";
    TEAM_ASKED_OFF: "DELETE FROM team_invitations WHERE team = $1";
    TEAM_CAPTAIN: "UPDATE teams SET captain = $2 WHERE id = $1 \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1 AND m.player = $2)";
    TEAM_RENAME: "UPDATE teams SET name = $2, key = $3 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM teams t \
        WHERE t.venue = teams.venue AND t.key = $3 AND t.disbanded_at IS NULL AND t.id <> $1)";
    TEAM_OPEN: "UPDATE teams SET open = $2 WHERE id = $1";
    TEAM: "SELECT t.id, v.platform, v.chat, t.name, t.captain, t.open, t.made_at, t.disbanded_at \
        FROM teams t JOIN venues v ON v.id = t.venue WHERE t.id = $1";
    TEAM_CALLED: "SELECT t.id, v.platform, v.chat, t.name, t.captain, t.open, t.made_at, t.disbanded_at \
        FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.key = $3 AND t.disbanded_at IS NULL";
    TEAM_MEMBERS: "SELECT player FROM team_members WHERE team = $1 ORDER BY number";
    TEAMS_OF: "SELECT t.id, t.name, t.captain, t.open, (SELECT count(*) FROM team_members m WHERE m.team = t.id) \
        FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.disbanded_at IS NULL ORDER BY t.key LIMIT $3 OFFSET $4";
    TEAMS_COUNT: "SELECT count(*) FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.disbanded_at IS NULL";
    TEAMS_WITH: "SELECT team FROM team_members WHERE player = $1 ORDER BY number";
    TEAM_ASKED: "SELECT i.team, t.name, i.player, i.at, i.until, i.answered_at \
        FROM team_invitations i JOIN teams t ON t.id = i.team WHERE i.team = $1 AND i.player = $2";
    TEAMS_ASKING: "SELECT i.team, t.name, i.player, i.at, i.until, i.answered_at \
        FROM team_invitations i JOIN teams t ON t.id = i.team WHERE i.player = $1 ORDER BY i.team";
    TEAM_DEED_ADD: "INSERT INTO team_deeds(team, venue, at, player, act, whom, detail) \
        SELECT t.id, t.venue, $2, $3, $4, $5, $6 FROM teams t WHERE t.id = $1";
    TEAM_DEED_HEIR: "INSERT INTO team_deeds(team, venue, at, act, whom) \
        SELECT t.id, t.venue, $2, $3, t.captain FROM teams t WHERE t.id = $1";
    TEAM_DEEDS_OF: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM venues v JOIN team_deeds d ON d.venue = v.id JOIN teams t ON t.id = d.team \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY d.id DESC LIMIT $3";
    TEAM_DEEDS_BY: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM team_deeds d JOIN teams t ON t.id = d.team WHERE d.player = $1 ORDER BY d.id";
    TEAM_DEEDS_ABOUT: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM team_deeds d JOIN teams t ON t.id = d.team \
        WHERE d.whom = $1 AND (d.player IS NULL OR d.player <> $1) ORDER BY d.id";

    // How teams came off in events.
    TEAM_RESULT_ADD: "INSERT INTO team_results(event, team, venue, at, name, place, points, boards, marks, day, week, month, \
        season, uday, uweek, umonth, quarter) SELECT $1, $2, v.id, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
        COALESCE((SELECT max(n.number) FROM seasons n WHERE n.venue = v.id AND n.starts_at <= $5 \
        AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $14, $15, $16, $17 \
        FROM venues v WHERE v.platform = $3 AND v.chat = $4 ON CONFLICT (event, team) DO NOTHING";
    TEAM_RESULT_COUNT: concat!(
        "INSERT INTO team_standings(scope, period, team, events, won, points) ",
        team_lines!("team_results", "r.event = $1 AND r.team = $2"),
        " ON CONFLICT (scope, period, team) DO UPDATE SET events = team_standings.events + excluded.events, \
        won = team_standings.won + excluded.won, points = team_standings.points + excluded.points"
    );
    TEAM_BOARD: "SELECT s.team, t.name, s.points FROM team_standings s JOIN teams t ON t.id = s.team \
        WHERE s.scope = $1 AND s.period = $2 AND s.points > 0 ORDER BY s.points DESC, s.team LIMIT $3 OFFSET $4";
    TEAM_BOARD_AHEAD: "SELECT count(*) FROM team_standings WHERE scope = $1 AND period = $2 AND points > $3";
    TEAM_BOARD_BEFORE: "SELECT count(*) FROM team_standings WHERE scope = $1 AND period = $2 AND points = $3 AND team < $4";
    TEAM_BOARD_OWN: "SELECT s.team, t.name, s.points FROM team_members m \
        JOIN team_standings s ON s.team = m.team AND s.scope = $1 AND s.period = $2 JOIN teams t ON t.id = s.team \
        WHERE m.player = $3 AND s.points > 0";

    // Teams whose captain, or a member, has their data deleted.
    TEAM_DEEDS_HAND_OVER: "INSERT INTO team_deeds(team, venue, at, act, whom) SELECT t.id, t.venue, $2, $3, \
        (SELECT m.player FROM team_members m WHERE m.team = t.id AND m.player <> $1 ORDER BY m.number LIMIT 1) \
        FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = t.id AND m.player <> $1)";
    TEAMS_HAND_OVER: "UPDATE teams SET captain = (SELECT m.player FROM team_members m \
        WHERE m.team = teams.id AND m.player <> $1 ORDER BY m.number LIMIT 1) \
        WHERE captain = $1 AND disbanded_at IS NULL \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = teams.id AND m.player <> $1)";
    TEAM_MEMBER_OF_NONE: "DELETE FROM team_members WHERE player = $1";
    TEAM_DEEDS_ENDED: "INSERT INTO team_deeds(team, venue, at, act) SELECT t.id, t.venue, $2, $3 \
        FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL";
    TEAMS_ASKED_OFF: "DELETE FROM team_invitations WHERE team IN \
        (SELECT t.id FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL)";
    TEAMS_END: "UPDATE teams SET disbanded_at = $2 WHERE captain = $1 AND disbanded_at IS NULL";
    TEAMS_ASKED_DROP: "DELETE FROM team_invitations WHERE player = $1";
    TEAM_DETAILS_DROP: "UPDATE team_deeds SET detail = NULL WHERE player = $1";

    // Updates already handled.
    INBOX_ADD: "INSERT INTO inbox(platform, key, at) VALUES ($1, $2, $3) ON CONFLICT (platform, key) DO NOTHING";
    INBOX_HAS: "SELECT count(*) FROM inbox WHERE platform = $1 AND key = $2";
    INBOX_PRUNE: "DELETE FROM inbox WHERE at < $1";

    // People.
    PLAYER_ADD: "INSERT INTO players(id, name, created_at) SELECT $1, $2, $3 \
        WHERE NOT EXISTS (SELECT 1 FROM identities WHERE platform = $4 AND user_id = $5)";
    IDENTITY_ADD: "INSERT INTO identities(platform, user_id, player, changed_at) \
        SELECT $1, $2, p.id, $4 FROM players p WHERE p.id = $3 ON CONFLICT (platform, user_id) DO NOTHING";
    PLAYER_NAME: "UPDATE players SET name = $3 WHERE name <> $3 \
        AND id = (SELECT player FROM identities WHERE platform = $1 AND user_id = $2)";
    HANDLE_FREE: "UPDATE identities SET handle = NULL, changed_at = $4 \
        WHERE platform = $1 AND handle = $3 AND user_id <> $2";
    HANDLE_SET: "UPDATE identities SET handle = $3, changed_at = $4 WHERE platform = $1 AND user_id = $2";
    IDENTITY: "SELECT i.player, p.name, i.handle, i.reach, i.private_chat, i.locale FROM identities i \
        JOIN players p ON p.id = i.player WHERE i.platform = $1 AND i.user_id = $2";
    BY_HANDLE: "SELECT player FROM identities WHERE platform = $1 AND handle = $2";
    PLAYER: "SELECT name, lang, gone_at FROM players WHERE id = $1";
    IDENTITIES_OF: "SELECT platform, user_id, handle, reach, private_chat FROM identities WHERE player = $1 \
        ORDER BY platform, user_id";
    PLAYER_LANG: "UPDATE players SET lang = $2 WHERE id = $1 AND gone_at IS NULL";
    LOCALE_SET: "UPDATE identities SET locale = $3 WHERE platform = $1 AND user_id = $2";
    PREFERENCES: "SELECT key, value FROM preferences WHERE player = $1 ORDER BY key";
    PREFERENCE_SET: "INSERT INTO preferences(player, key, value) SELECT p.id, $2, $3 FROM players p \
        WHERE p.id = $1 AND p.gone_at IS NULL ON CONFLICT (player, key) DO UPDATE SET value = excluded.value";
    PREFERENCE_OFF: "DELETE FROM preferences WHERE player = $1 AND key = $2";
    REACH_SET: "UPDATE identities SET reach = $3, private_chat = COALESCE($4, private_chat), changed_at = $5 \
        WHERE platform = $1 AND user_id = $2";

    // What there is about one player, and taking leave of them.
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

    // Venues and settings.
    VENUE_ADD: "INSERT INTO venues(id, platform, chat) VALUES ($1, $2, $3) ON CONFLICT (platform, chat) DO NOTHING";
    VENUE_NOTE: "UPDATE venues SET name = COALESCE($3, name), suggested = COALESCE($4, suggested) \
        WHERE platform = $1 AND chat = $2";
    VENUE_LANG: "UPDATE venues SET lang = $3 WHERE platform = $1 AND chat = $2";
    VENUE: "SELECT id, name, lang, suggested FROM venues WHERE platform = $1 AND chat = $2";
    SETTING: "SELECT value FROM settings WHERE venue = 0 AND key = $1";
    SETTING_SET: "INSERT INTO settings(venue, key, value) VALUES (0, $1, $2) \
        ON CONFLICT (venue, key) DO UPDATE SET value = excluded.value";
    VENUE_SETTING: "SELECT s.value FROM settings s JOIN venues v ON v.id = s.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND s.key = $3";
    VENUE_SETTING_SET: "INSERT INTO settings(venue, key, value) \
        SELECT v.id, $3, $4 FROM venues v WHERE v.platform = $1 AND v.chat = $2 \
        ON CONFLICT (venue, key) DO UPDATE SET value = excluded.value";
    VENUE_SETTING_OFF: "DELETE FROM settings WHERE key = $3 AND venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";

    // Results and leaderboards.
    RECKONED: "SELECT v.platform, v.chat, r.player, p.name, CAST(count(*) AS BIGINT), CAST(sum(r.won) AS BIGINT), \
        CAST(sum(r.points) AS BIGINT), CAST(sum(r.hands) AS BIGINT), CAST(sum(r.gold) AS BIGINT) \
        FROM results r JOIN venues v ON v.id = r.venue JOIN players p ON p.id = r.player \
        GROUP BY v.platform, v.chat, r.player, p.name ORDER BY v.platform, v.chat, r.player";

    // A chat that got a new id.
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
    MOVE_TEAM_STANDINGS: concat!(
        "INSERT INTO team_standings(scope, period, team, events, won, points) ",
        "SELECT ", venue_to!(), ", period, team, events, won, points FROM team_standings ",
        "WHERE scope = ", venue_from!(), " ON CONFLICT (scope, period, team) DO UPDATE SET ",
        "events = team_standings.events + excluded.events, won = team_standings.won + excluded.won, ",
        "points = team_standings.points + excluded.points"
    );
    MOVE_TEAM_STANDINGS_OLD: concat!("DELETE FROM team_standings WHERE scope = ", venue_from!());
    MOVE_VENUE_OLD: "DELETE FROM venues WHERE platform = $1 AND chat = $2";

    // The program itself.
    LARGEST_ID: "SELECT max(m.id) FROM (SELECT max(id) AS id FROM players UNION ALL SELECT max(id) FROM slots \
        UNION ALL SELECT max(id) FROM venues UNION ALL SELECT max(id) FROM deeds \
        UNION ALL SELECT max(id) FROM teams \
        UNION ALL SELECT max(id) FROM spots UNION ALL SELECT max(id) FROM seasons \
        UNION ALL SELECT max(id) FROM rating_ladders) m";
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Executor, Row, SqlSafeStr};

    use super::*;

    #[test]
    fn placeholders_move() {
        let statement = Statement {
            sql: "SELECT $1, $2, $10 WHERE a = $1",
        };
        assert_eq!(statement.arity(), 10);
        assert_eq!(statement.shifted(0), statement.sql);
        assert_eq!(statement.shifted(5), "SELECT $6, $7, $15 WHERE a = $6");
        let path = Statement {
            sql: "SELECT json_extract($1, '$.voided.reason')",
        };
        assert_eq!(path.shifted(3), "SELECT json_extract($4, '$.voided.reason')");
    }

    fn all() -> impl Iterator<Item = &'static (&'static str, &'static Statement)> {
        use crate::store::{rungs, sums};
        ALL.iter().chain(sums::ALL).chain(rungs::ALL)
    }

    async fn empty_database(folder: &tempfile::TempDir) -> sqlx::SqliteConnection {
        let file = crate::store::file::File::at(folder.path().join("all.db"));
        let mut connection = file.writer(None).await.expect("a database");
        crate::store::schema::migrate(&mut connection).await.expect("a schema");
        connection
    }

    /// Queries are checked at run time only, so every registered text is prepared against the real schema.
    #[tokio::test]
    async fn every_statement_prepares() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut connection = empty_database(&folder).await;
        for (name, statement) in all() {
            for offset in [0, 7] {
                let text = AssertSqlSafe(statement.shifted(offset)).into_sql_str();
                if let Err(error) = connection.prepare(text).await {
                    panic!("{name}: {error}");
                }
            }
        }
    }

    /// A press must cost the same in a file of ten tables and of a million: nothing is found by reading a whole table,
    /// nor sorted afterwards, but for these, which look at everything on purpose or at the rows of one owner; no press
    /// waits for what a person asks about themselves, which starts from their few rows, sorted and each once.
    #[tokio::test]
    async fn every_statement_finds_its_rows_by_an_index() {
        const READ_ALL: [&str; 15] = [
            // The events that are open, and who became whom, are read at the start; codes for linking live for minutes.
            "CONTESTS_OPEN",
            "MERGES",
            "LINK_CODES_PRUNE",
            "LINK_CODES_DROP",
            "OPEN_OF_ALL",
            "OPEN_COUNT",
            "OPEN_IN_STAGE",
            "RECKONED",
            "LARGEST_ID",
            // A deletion looks through every challenge by name: who was meant stands nowhere else.
            "NAMED_DECLINED",
            // Once, for a file of an earlier release; and when ratings are reckoned by other rules.
            "FILL_SPOT",
            "FILL_DROP",
            "FILL_LINES",
            "FILL_LADDERS",
            "RATINGS_ANEW",
        ];
        // What starts from the rows of one table, one player, one venue or one season, and goes through those: also by the 27
        // kinds of boards `l`.
        const OF_FEW: [&str; 31] = [
            "SLOT_WANT_EVENT",
            "STANDING_ADD",
            "LATE_DROP",
            "LATE_ADD",
            "VOID_LINES",
            "VOID_AGAIN",
            "RECOUNT_ADD",
            "MOVE_LADDERS",
            "MOVE_LINES",
            "FRIENDS",
            "RECORD_POINTS",
            "RECORD_HAND",
            "RECORD_MARGIN",
            "LADDERS_OF",
            "RATED_FRIENDS",
            "RATED_THEN",
            "RATINGS_OF",
            "RATED_PAGE",
            "RATED_PRESENT",
            "PAGE_POINTS",
            "PAGE_WINS",
            "PAGE_RATE",
            "PAGE_HANDS",
            "PAGE_GOLD",
            "PAGE_DRAGON",
            "PAGE_UNDERCUTS",
            "PAGE_STREAK",
            "PAGE_EVENTS",
            "AWARD_COUNT",
            "LINE_OF",
            "STANDINGS_OF",
        ];
        const OF_A_PERSON: [&str; 4] = ["STANDINGS_OF", "MESSAGES_TO", "ASKED_AFTERWARDS", "CUT_BY"];
        const SORT_FEW: [&str; 9] = [
            "LINK_CODE_BY",
            "MERGED_INTO",
            "COUNTED_FOR",
            "STEPPED",
            "OPEN_OF_VENUE",
            "IDENTITIES_OF",
            "SLOTS_OF",
            "SLOT_OF",
            "BARRED_IN",
        ];
        let folder = tempfile::tempdir().expect("a folder");
        let mut connection = empty_database(&folder).await;
        let mut bad = Vec::new();
        for (name, statement) in all().filter(|(name, _)| !READ_ALL.contains(name)) {
            let text = format!("EXPLAIN QUERY PLAN {}", statement.sql);
            let rows = sqlx::raw_sql(AssertSqlSafe(text))
                .fetch_all(&mut connection)
                .await
                .expect("a plan");
            for row in rows {
                let detail: String = row.try_get("detail").expect("a detail");
                // The first of an index by its order, as a leaderboard page is read, is no reading of all.
                let reads_all = detail.starts_with("SCAN") && !detail.contains("CONSTANT ROW") && !reads_in_order(name);
                // Such a statement's rows, gathered first, are gone through as `r` and `t`.
                let few = OF_A_PERSON.contains(name) && ["SCAN r", "SCAN t"].contains(&detail.as_str());
                let reads_all = reads_all && !few;
                let sorts = detail.contains("TEMP B-TREE") && !SORT_FEW.contains(name) && !OF_A_PERSON.contains(name);
                let small = ["SCAN l", "SCAN r", "SCAN w", "SCAN t", "SCAN f", "SCAN p"].contains(&detail.as_str());
                let small = small || detail.starts_with("SCAN (subquery") || detail.contains("TEMP B-TREE");
                if small && (OF_FEW.contains(name) || name.starts_with("PRESENT_")) {
                    continue;
                }
                if reads_all || sorts {
                    bad.push(format!("{name}: {detail}"));
                }
            }
        }
        assert_eq!(bad, Vec::<String>::new());
    }

    fn reads_in_order(name: &str) -> bool {
        ["LATEST_OF_ALL", "DUE_NEXT", "DIRTY", "UNFILLED"].contains(&name)
    }
}
