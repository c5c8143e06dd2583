//! People as they are met.

use super::Statement;

statements! {
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
    NAMES_ON: "SELECT p.id, p.name FROM identities i JOIN players p ON p.id = i.player \
        WHERE i.platform = $1 AND p.gone_at IS NULL";
    HAVE_MET: "SELECT count(*) FROM seats a JOIN seats b ON b.table_id = a.table_id WHERE a.player = $1 AND b.player = $2";
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
}
