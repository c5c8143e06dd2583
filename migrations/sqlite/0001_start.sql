-- Times are Unix milliseconds, ids are made by the application, booleans are 0 or 1,
-- small numbers for kinds and platforms are listed in src/store/codes.rs.

CREATE TABLE players(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  lang INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE identities(
  platform INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES players(id),
  handle TEXT,
  reach INTEGER NOT NULL DEFAULT 0,
  private_chat INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY(platform, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_player ON identities(player);
CREATE UNIQUE INDEX identities_handle ON identities(platform, handle) WHERE handle IS NOT NULL;

CREATE TABLE venues(
  id INTEGER PRIMARY KEY,
  platform INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  name TEXT,
  lang INTEGER,
  suggested INTEGER,
  UNIQUE(platform, chat)
) STRICT;

-- Venue 0: the whole program.
CREATE TABLE settings(
  venue INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY(venue, key)
) STRICT, WITHOUT ROWID;

-- The log. A rowid table on purpose: the events of all tables append to one hot page; the unique index is the lock.
CREATE TABLE events(
  table_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE(table_id, version)
) STRICT;

-- One small row a table, rewritten by every press. It knows the place of today; the log keeps the place of the opening.
CREATE TABLE tables(
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX tables_open ON tables(venue, channel, id) WHERE ended_at IS NULL;
CREATE INDEX tables_venue ON tables(venue, id);
CREATE INDEX tables_place ON tables(venue, channel, id);

CREATE TABLE seats(
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  player INTEGER NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY(table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats(player, table_id);
CREATE INDEX seats_open ON seats(player, table_id) WHERE open = 1;

CREATE TABLE due(
  table_id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  at INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  PRIMARY KEY(table_id, kind, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_at ON due(at);

-- What must be shown where. Reader 0: everybody. No content: a wire derives it from the log.
CREATE TABLE slots(
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  number INTEGER NOT NULL,
  reader INTEGER NOT NULL,
  platform INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  message INTEGER,
  want INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT -1,
  attempted_at INTEGER,
  retry_at INTEGER NOT NULL,
  fails INTEGER NOT NULL DEFAULT 0,
  UNIQUE(table_id, kind, number, reader, platform, chat)
) STRICT;
CREATE INDEX slots_todo ON slots(platform, retry_at, id) WHERE want > sent;
CREATE INDEX slots_message ON slots(platform, chat, message) WHERE message IS NOT NULL;
CREATE INDEX slots_parked ON slots(platform, chat) WHERE retry_at = 9223372036854775807;
CREATE INDEX slots_public ON slots(platform, chat) WHERE reader = 0;

CREATE TABLE inbox(
  platform INTEGER NOT NULL,
  key INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(platform, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_at ON inbox(at);

-- Player NULL: a robot's seat.
CREATE TABLE results(
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  player INTEGER,
  venue INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  preset TEXT NOT NULL,
  won INTEGER NOT NULL,
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  PRIMARY KEY(table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_venue ON results(venue, ended_at);
CREATE INDEX results_player ON results(player, ended_at);

-- Sums over results. Venue 0: over all venues. Period 0: all time.
CREATE TABLE standings(
  venue INTEGER NOT NULL,
  period INTEGER NOT NULL,
  player INTEGER NOT NULL,
  played INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  PRIMARY KEY(venue, period, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_points ON standings(venue, period, points DESC, player);
CREATE INDEX standings_wins ON standings(venue, period, wins DESC, player);
CREATE INDEX standings_hands ON standings(venue, period, hands DESC, player);
CREATE INDEX standings_gold ON standings(venue, period, gold DESC, player);
