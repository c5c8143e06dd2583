-- Matches broken off before their first discard, one row a match: by whom and when.
CREATE TABLE aborts(
  table_id INTEGER PRIMARY KEY,
  player INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX aborts_player ON aborts(player, at);

-- Who pressed Watch where a table stands, and so may look at it from the private chat too.
CREATE TABLE watchers(
  table_id INTEGER NOT NULL,
  player INTEGER NOT NULL,
  PRIMARY KEY(table_id, player)
) STRICT, WITHOUT ROWID;
