-- Where a table's public messages stand beside its own place, by number. The log names each place as it was; a chat that gets
-- a new id takes these rows with it.
CREATE TABLE mirrors(
  table_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  PRIMARY KEY(table_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirrors_place ON mirrors(venue, channel, table_id);

-- Codes by which somebody elsewhere accepts an open challenge; they go when it is over.
CREATE TABLE invites(
  code TEXT PRIMARY KEY,
  table_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invites_table ON invites(table_id);

-- Codes by which two accounts become one player: one for each account that asked, good once and for minutes. Whoever has
-- entered it is who may say yes.
CREATE TABLE link_codes(
  platform INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  until INTEGER NOT NULL,
  by_platform INTEGER,
  by_user INTEGER,
  PRIMARY KEY(platform, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX link_codes_code ON link_codes(code);
CREATE INDEX link_codes_by ON link_codes(by_platform, by_user) WHERE by_user IS NOT NULL;

-- How many wrong codes an account has entered since when.
CREATE TABLE guesses(
  platform INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  since INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY(platform, user_id)
) STRICT, WITHOUT ROWID;

-- Players who became another player. The logs keep the old number; whoever reads one reads the new. Never a chain: when the
-- new one becomes a third, these rows follow.
CREATE TABLE merges(
  old INTEGER PRIMARY KEY,
  new INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX merges_new ON merges(new);
