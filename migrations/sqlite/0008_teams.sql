-- Teams of a venue. The key is the name as names are compared; only teams that are there keep theirs.
CREATE TABLE teams(
  id INTEGER PRIMARY KEY,
  venue INTEGER NOT NULL REFERENCES venues(id),
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  captain INTEGER NOT NULL,
  open INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  disbanded_at INTEGER
) STRICT;
CREATE UNIQUE INDEX teams_key ON teams(venue, key) WHERE disbanded_at IS NULL;
CREATE INDEX teams_venue ON teams(venue);
CREATE INDEX teams_captain ON teams(captain) WHERE disbanded_at IS NULL;

-- Who is in a team that is there; the smallest number is the oldest member.
CREATE TABLE team_members(
  team INTEGER NOT NULL,
  player INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(team, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_members_order ON team_members(team, number);
CREATE INDEX team_members_player ON team_members(player, number);

-- One row for each person whom a team asked: the newest question, and when it was answered.
CREATE TABLE team_invitations(
  team INTEGER NOT NULL,
  player INTEGER NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  answered_at INTEGER,
  PRIMARY KEY(team, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_invitations_player ON team_invitations(player, team);

-- What happened in teams, kept for moderators: who did it, to whom, and a name or a setting.
CREATE TABLE team_deeds(
  id INTEGER PRIMARY KEY,
  team INTEGER NOT NULL,
  venue INTEGER NOT NULL,
  at INTEGER NOT NULL,
  player INTEGER,
  act INTEGER NOT NULL,
  whom INTEGER,
  detail TEXT
) STRICT;
CREATE INDEX team_deeds_venue ON team_deeds(venue, id);
CREATE INDEX team_deeds_team ON team_deeds(team, id);
CREATE INDEX team_deeds_player ON team_deeds(player, id) WHERE player IS NOT NULL;
CREATE INDEX team_deeds_whom ON team_deeds(whom, id) WHERE whom IS NOT NULL;

-- How teams came off in events that are over; each event once.
CREATE TABLE team_results(
  event INTEGER NOT NULL,
  team INTEGER NOT NULL,
  venue INTEGER NOT NULL,
  at INTEGER NOT NULL,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  points INTEGER NOT NULL,
  boards INTEGER NOT NULL,
  marks INTEGER NOT NULL,
  day INTEGER NOT NULL,
  week INTEGER NOT NULL,
  month INTEGER NOT NULL,
  season INTEGER NOT NULL,
  uday INTEGER NOT NULL,
  uweek INTEGER NOT NULL,
  umonth INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  PRIMARY KEY(event, team)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_results_team ON team_results(team, at);
CREATE INDEX team_results_venue ON team_results(venue, at);

-- Sums over team_results. Scope and period are those of standings.
CREATE TABLE team_standings(
  scope INTEGER NOT NULL,
  period INTEGER NOT NULL,
  team INTEGER NOT NULL,
  events INTEGER NOT NULL,
  won INTEGER NOT NULL,
  points INTEGER NOT NULL,
  PRIMARY KEY(scope, period, team)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_standings_points ON team_standings(scope, period, points DESC, team);
CREATE INDEX team_standings_team ON team_standings(team, scope, period);
