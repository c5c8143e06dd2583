//! Venues and settings.

use super::Statement;

statements! {
    VENUE_ADD: "INSERT INTO venues(id, platform, chat) VALUES ($1, $2, $3) ON CONFLICT (platform, chat) DO NOTHING";
    VENUE_NOTE: "UPDATE venues SET name = COALESCE($3, name), suggested = COALESCE($4, suggested) \
        WHERE platform = $1 AND chat = $2";
    VENUE_LANG: "UPDATE venues SET lang = $3 WHERE platform = $1 AND chat = $2";
    VENUE: "SELECT id, name, lang, suggested FROM venues WHERE platform = $1 AND chat = $2";
    SETTING: "SELECT value FROM settings WHERE venue = 0 AND key = $1";
    SETTING_SET: "INSERT INTO settings(venue, key, value) VALUES (0, $1, $2) \
        ON CONFLICT (venue, key) DO UPDATE SET value = excluded.value";
    VENUE_SETTINGS: "SELECT s.key, s.value FROM venues v JOIN settings s ON s.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2";
    VENUE_SETTING: "SELECT s.value FROM settings s JOIN venues v ON v.id = s.venue \
        WHERE v.platform = $1 AND v.chat = $2 AND s.key = $3";
    VENUE_SETTING_SET: "INSERT INTO settings(venue, key, value) \
        SELECT v.id, $3, $4 FROM venues v WHERE v.platform = $1 AND v.chat = $2 \
        ON CONFLICT (venue, key) DO UPDATE SET value = excluded.value";
    VENUE_SETTING_OFF: "DELETE FROM settings WHERE key = $3 AND venue = \
        (SELECT v.id FROM venues v WHERE v.platform = $1 AND v.chat = $2)";
}
