-- Channels and topics, numbered, as leaderboards of their own.
CREATE TABLE spots(
  id INTEGER PRIMARY KEY,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  UNIQUE(venue, channel)
) STRICT;

-- A result with everything that boards, profiles and ratings add up. Day (yyyymmdd), week (ISO, yyyyww) and month (yyyymm) of
-- its end are those of the venue's zone at that time; those that begin with u, and the quarter (yyyyq), are of UTC. Day 0: of an
-- earlier release, to be filled from its log when the file is opened. Season: its number in the venue, 0 for none.
CREATE TABLE results_new(
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  player INTEGER,
  opponent INTEGER,
  venue INTEGER NOT NULL,
  spot INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  preset TEXT NOT NULL,
  family INTEGER NOT NULL,
  mode INTEGER NOT NULL,
  rated INTEGER NOT NULL,
  won INTEGER NOT NULL,
  drawn INTEGER NOT NULL,
  points INTEGER NOT NULL,
  against INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  three INTEGER NOT NULL,
  two INTEGER NOT NULL,
  dragon INTEGER NOT NULL,
  undercuts INTEGER NOT NULL,
  undercut INTEGER NOT NULL,
  knocks INTEGER NOT NULL,
  knocked INTEGER NOT NULL,
  deadwood INTEGER NOT NULL,
  caught INTEGER NOT NULL,
  best_hand INTEGER NOT NULL,
  zone TEXT NOT NULL,
  day INTEGER NOT NULL,
  week INTEGER NOT NULL,
  month INTEGER NOT NULL,
  season INTEGER NOT NULL,
  uday INTEGER NOT NULL,
  uweek INTEGER NOT NULL,
  umonth INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  PRIMARY KEY(table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO results_new
SELECT table_id, seat, player, NULL, venue, 0, ended_at, preset, 9, 1, 1, won, 0, points, 0, hands, gold,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 0, 0, 0, 0, 0, 0, 0, 0
FROM results;
DROP TABLE results;
ALTER TABLE results_new RENAME TO results;
CREATE INDEX results_venue ON results(venue, ended_at);
CREATE INDEX results_player ON results(player, ended_at, table_id);
CREATE INDEX results_pair ON results(player, opponent, ended_at);
CREATE INDEX results_unfilled ON results(table_id) WHERE day = 0;
-- What ratings are reckoned from, in order.
CREATE INDEX results_rated ON results(preset, ended_at, table_id) WHERE seat = 0 AND rated = 1;
CREATE INDEX results_rated_venue ON results(venue, preset, ended_at, table_id) WHERE seat = 0 AND rated = 1;

-- To which boards a result counts: those of scope 1 (its channel), 2 (its venue), 3 (all venues), of kind 0 (everything),
-- 1 (day), 2 (week), 3 (month), 4 (season), 5 (quarter); slice 0: whatever was played, 1: by rules, 2: by mode, 3: by both.
CREATE TABLE ladders(
  scope INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  slice INTEGER NOT NULL,
  PRIMARY KEY(scope, kind, slice)
) STRICT, WITHOUT ROWID;
INSERT INTO ladders(scope, kind, slice) VALUES
  (1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0),
  (2, 0, 0), (2, 1, 0), (2, 2, 0), (2, 3, 0), (2, 4, 0), (2, 0, 1), (2, 0, 2), (2, 0, 3), (2, 4, 1), (2, 4, 2), (2, 4, 3),
  (3, 0, 0), (3, 1, 0), (3, 2, 0), (3, 3, 0), (3, 5, 0), (3, 0, 1), (3, 0, 2), (3, 0, 3), (3, 5, 1), (3, 5, 2), (3, 5, 3);

-- Sums over results. Scope: a spot, a venue, or 0 for all venues. Period: (rules · 10 + mode) · 10¹⁰ + kind · 10⁸ + day, week,
-- month, season or quarter. Rate: hundredths of a per cent of the matches won; none before there are enough of them. A board is
-- read from its index alone, so there are no generated columns and no expressions: the rows would be looked up for those.
DROP TABLE standings;
CREATE TABLE standings(
  scope INTEGER NOT NULL,
  period INTEGER NOT NULL,
  player INTEGER NOT NULL,
  played INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  three INTEGER NOT NULL,
  two INTEGER NOT NULL,
  dragon INTEGER NOT NULL,
  undercuts INTEGER NOT NULL,
  undercut INTEGER NOT NULL,
  knocks INTEGER NOT NULL,
  knocked INTEGER NOT NULL,
  deadwood INTEGER NOT NULL,
  caught INTEGER NOT NULL,
  best_hand INTEGER NOT NULL,
  streak INTEGER NOT NULL,
  best_streak INTEGER NOT NULL,
  events INTEGER NOT NULL,
  rate INTEGER,
  PRIMARY KEY(scope, period, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_points ON standings(scope, period, points DESC, player, played) WHERE played > 0;
CREATE INDEX standings_wins ON standings(scope, period, wins DESC, player) WHERE wins <> 0;
CREATE INDEX standings_rate ON standings(scope, period, rate DESC, player) WHERE rate IS NOT NULL;
CREATE INDEX standings_hands ON standings(scope, period, hands DESC, player) WHERE hands <> 0;
CREATE INDEX standings_gold ON standings(scope, period, gold DESC, player) WHERE gold <> 0;
CREATE INDEX standings_dragon ON standings(scope, period, dragon DESC, player) WHERE dragon <> 0;
CREATE INDEX standings_undercuts ON standings(scope, period, undercuts DESC, player) WHERE undercuts <> 0;
CREATE INDEX standings_streak ON standings(scope, period, best_streak DESC, player) WHERE best_streak <> 0;
CREATE INDEX standings_events ON standings(scope, period, events DESC, player) WHERE events <> 0;
CREATE INDEX standings_player ON standings(player);

-- Who won an event (place 1) or came near it.
CREATE TABLE awards(
  event INTEGER NOT NULL,
  player INTEGER NOT NULL,
  venue INTEGER NOT NULL,
  at INTEGER NOT NULL,
  place INTEGER NOT NULL,
  day INTEGER NOT NULL,
  week INTEGER NOT NULL,
  month INTEGER NOT NULL,
  season INTEGER NOT NULL,
  uday INTEGER NOT NULL,
  uweek INTEGER NOT NULL,
  umonth INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  PRIMARY KEY(event, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX awards_player ON awards(player, at);
CREATE INDEX awards_venue ON awards(venue, at);

-- Seasons of a venue. Calendar: src/store/codes.rs.
CREATE TABLE seasons(
  id INTEGER PRIMARY KEY,
  venue INTEGER NOT NULL REFERENCES venues(id),
  number INTEGER NOT NULL,
  name TEXT,
  starts_at INTEGER NOT NULL,
  ended_at INTEGER,
  until INTEGER,
  calendar INTEGER NOT NULL,
  UNIQUE(venue, number)
) STRICT;
CREATE UNIQUE INDEX seasons_running ON seasons(venue) WHERE ended_at IS NULL;
CREATE INDEX seasons_until ON seasons(until) WHERE ended_at IS NULL AND until IS NOT NULL;

-- Ratings of a venue, or of all (0), by one family of rules. `dirty_at`: results from this moment on are still to be
-- reckoned, in order; `version` guards that against being done twice.
CREATE TABLE rating_ladders(
  id INTEGER PRIMARY KEY,
  venue INTEGER NOT NULL,
  rules TEXT NOT NULL,
  dirty_at INTEGER,
  version INTEGER NOT NULL DEFAULT 0,
  UNIQUE(venue, rules)
) STRICT;
CREATE INDEX rating_ladders_dirty ON rating_ladders(id) WHERE dirty_at IS NOT NULL;

-- What each result made of the ratings of the two, for those results that counted.
CREATE TABLE rating_steps(
  ladder INTEGER NOT NULL,
  player INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  table_id INTEGER NOT NULL,
  opponent INTEGER NOT NULL,
  day INTEGER NOT NULL,
  before REAL NOT NULL,
  value REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  games INTEGER NOT NULL,
  opponents INTEGER NOT NULL,
  PRIMARY KEY(ladder, player, ended_at, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_steps_order ON rating_steps(ladder, ended_at, table_id);
CREATE INDEX rating_steps_pair ON rating_steps(ladder, player, opponent, day, ended_at);
CREATE INDEX rating_steps_table ON rating_steps(table_id);

-- The ratings of today. Listed: 1 when it is sure enough to be shown.
CREATE TABLE ratings(
  ladder INTEGER NOT NULL,
  player INTEGER NOT NULL,
  value REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  games INTEGER NOT NULL,
  opponents INTEGER NOT NULL,
  shown INTEGER NOT NULL,
  listed INTEGER NOT NULL,
  PRIMARY KEY(ladder, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_shown ON ratings(ladder, shown DESC, player) WHERE listed = 1;
CREATE INDEX ratings_player ON ratings(player);

-- Who is no member of a venue any more.
CREATE TABLE absent(
  venue INTEGER NOT NULL,
  player INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(venue, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX absent_player ON absent(player);
