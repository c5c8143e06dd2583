-- What moderators did, kept for ever: who (no player: an administrator whom the platform does not name), what, about which
-- match or person, and the new value or the reason. In no match's log, so no rebuild touches it.
CREATE TABLE deeds(
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  venue INTEGER NOT NULL,
  player INTEGER,
  act INTEGER NOT NULL,
  table_id INTEGER,
  whom INTEGER,
  detail TEXT
) STRICT;
CREATE INDEX deeds_venue ON deeds(venue, id);
CREATE INDEX deeds_player ON deeds(player, id) WHERE player IS NOT NULL;
CREATE INDEX deeds_whom ON deeds(whom, id) WHERE whom IS NOT NULL;

-- Who may neither challenge nor accept nor be challenged in a venue.
CREATE TABLE blocks(
  venue INTEGER NOT NULL,
  player INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(venue, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_player ON blocks(player);
