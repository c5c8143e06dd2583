-- Events, and the matches of which they are made. The log of an event is `facts`; everything else about it but its further
-- places, what somebody has scheduled and who waits for a quick match follows from logs.
CREATE TABLE contests(
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  status INTEGER NOT NULL,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  title TEXT NOT NULL,
  starts INTEGER,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX contests_venue ON contests(venue, id);
CREATE INDEX contests_open ON contests(venue, id) WHERE ended_at IS NULL;
CREATE INDEX contests_running ON contests(id) WHERE ended_at IS NULL;

CREATE TABLE facts(
  event INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE(event, version)
) STRICT;

-- Everybody who has to do with an event. Open: takes part or waits in one that is not over.
CREATE TABLE entrants(
  event INTEGER NOT NULL,
  player INTEGER NOT NULL,
  open INTEGER NOT NULL,
  PRIMARY KEY(event, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrants_player ON entrants(player, event);
CREATE INDEX entrants_open ON entrants(player, event) WHERE open = 1;

-- What falls due in an event. Kinds below 10 follow from its log; the others are errands that are done once.
CREATE TABLE contest_due(
  event INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  about INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(event, kind, about)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_due_at ON contest_due(at);

-- The tables of events' matches.
CREATE TABLE bouts(
  table_id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL,
  pairing INTEGER NOT NULL
) STRICT;
CREATE INDEX bouts_event ON bouts(event, pairing);

-- Where an event's messages stand beside its own place.
CREATE TABLE event_places(
  event INTEGER NOT NULL,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  PRIMARY KEY(event, venue)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_places_venue ON event_places(venue, event);

-- Events that are opened by the clock.
CREATE TABLE schedules(
  id INTEGER PRIMARY KEY,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  player INTEGER NOT NULL,
  template TEXT NOT NULL,
  format TEXT NOT NULL,
  cron TEXT NOT NULL,
  zone TEXT NOT NULL,
  ahead INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  opens_at INTEGER NOT NULL
) STRICT;
CREATE INDEX schedules_venue ON schedules(venue, id);
CREATE INDEX schedules_opens ON schedules(opens_at);
CREATE INDEX schedules_player ON schedules(player);

-- Who waits for somebody to play with at once.
CREATE TABLE quick(
  venue INTEGER NOT NULL REFERENCES venues(id),
  player INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  terms TEXT NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY(venue, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX quick_next ON quick(venue, at, player);
CREATE INDEX quick_until ON quick(until);
CREATE INDEX quick_player ON quick(player);
