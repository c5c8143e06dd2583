-- When a player's data was deleted. What is left of them is a number, so that what others played still adds up.
ALTER TABLE players ADD COLUMN gone_at INTEGER;

-- The language that the platform told last; it was a setting of the whole program, named after the account.
ALTER TABLE identities ADD COLUMN locale INTEGER;
UPDATE identities SET locale = (
  SELECT CASE s.value WHEN 'en' THEN 1 WHEN 'zh-Hans' THEN 2 WHEN 'zh-Hant' THEN 3 END FROM settings s
  WHERE s.venue = 0 AND s.key = 'locale/' || identities.platform || '/' || identities.user_id
);
DELETE FROM settings WHERE venue = 0 AND key LIKE 'locale/%';

-- What a player has set for themselves, wherever they play.
CREATE TABLE preferences(
  player INTEGER NOT NULL REFERENCES players(id),
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY(player, key)
) STRICT, WITHOUT ROWID;

-- Accounts whose player's data was deleted while they were shut out of a venue: they stay shut out.
CREATE TABLE barred(
  platform INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  venue INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(platform, user_id, venue)
) STRICT, WITHOUT ROWID;
CREATE INDEX barred_venue ON barred(venue);

CREATE INDEX watchers_player ON watchers(player);

-- Challenges to a name whose owner nobody had met.
CREATE INDEX events_named ON events(CASE WHEN json_valid(body) THEN json_extract(body, '$.opened.invitee.name') END)
  WHERE version = 1 AND instr(body, '"invitee":{"name":') > 0;
