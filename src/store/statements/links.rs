//! Codes, and two accounts that become one player.

use super::Statement;

statements! {
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
    // What was entered last is the only one that can be said yes to.
    LINK_CODES_LEFT: "UPDATE link_codes SET by_platform = NULL, by_user = NULL \
        WHERE by_platform = $1 AND by_user = $2 AND code <> $3";
    LINK_CODE_BY: "SELECT platform, user_id, until FROM link_codes WHERE code = $3 AND by_platform = $1 AND by_user = $2 \
        AND until > $4";
    LINK_CODE_DROP: "DELETE FROM link_codes WHERE code = $3 AND by_platform = $1 AND by_user = $2";
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
}
