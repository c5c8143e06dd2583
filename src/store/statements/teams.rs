//! Teams, and how they came off in events.

use super::Statement;

/// The lines of boards to which the rows `r` of a table of team results count.
macro_rules! team_lines {
    ($rows:literal, $which:literal) => {
        concat!(
            "SELECT CASE l.scope WHEN 2 THEN r.venue ELSE 0 END, l.kind * 100000000 + CASE l.kind \
             WHEN 1 THEN CASE l.scope WHEN 3 THEN r.uday ELSE r.day END \
             WHEN 2 THEN CASE l.scope WHEN 3 THEN r.uweek ELSE r.week END \
             WHEN 3 THEN CASE l.scope WHEN 3 THEN r.umonth ELSE r.month END \
             WHEN 4 THEN r.season WHEN 5 THEN r.quarter ELSE 0 END, r.team, 1, r.place = 1, r.points \
             FROM ",
            $rows,
            " r CROSS JOIN ladders l WHERE l.scope > 1 AND l.slice = 0 AND (l.kind <> 4 OR r.season > 0) AND ",
            $which
        )
    };
}
pub(in crate::store) use team_lines;

statements! {
    // A row that is written as it was: only whether it is found counts.
    TEAMS_ROOM: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) FROM teams t \
        WHERE t.venue = venues.id AND t.disbanded_at IS NULL) < $3";
    TEAMS_ROOM_PERSON: "UPDATE venues SET name = name WHERE platform = $1 AND chat = $2 AND (SELECT count(*) \
        FROM team_members m JOIN teams t ON t.id = m.team WHERE m.player = $3 AND t.venue = venues.id) < $4";
    TEAM_ADD: "INSERT INTO teams(id, venue, name, key, captain, open, made_at) \
        SELECT $1, v.id, $4, $5, $6, $7, $8 FROM venues v WHERE v.platform = $2 AND v.chat = $3 \
        AND NOT EXISTS (SELECT 1 FROM teams t WHERE t.venue = v.id AND t.key = $5 AND t.disbanded_at IS NULL)";
    TEAM_LED: "UPDATE teams SET captain = captain WHERE id = $1 AND captain = $2 AND disbanded_at IS NULL";
    TEAM_THERE: "UPDATE teams SET captain = captain WHERE id = $1 AND disbanded_at IS NULL";
    TEAM_IS_OPEN: "UPDATE teams SET captain = captain WHERE id = $1 AND open = 1 AND disbanded_at IS NULL";
    TEAM_ROOM: "UPDATE teams SET captain = captain WHERE id = $1 \
        AND (SELECT count(*) FROM team_members m WHERE m.team = $1) < $2";
    TEAM_ROOM_PERSON: "UPDATE teams SET captain = captain WHERE id = $1 AND (SELECT count(*) FROM team_members m \
        JOIN teams t ON t.id = m.team WHERE m.player = $2 AND t.venue = teams.venue) < $3";
    TEAM_MEMBER_ADD: "INSERT INTO team_members(team, player, number, at) SELECT t.id, p.id, $3, $4 \
        FROM teams t JOIN players p ON p.id = $2 WHERE t.id = $1 AND t.disbanded_at IS NULL AND p.gone_at IS NULL \
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.venue = t.venue AND b.player = p.id) \
        ON CONFLICT (team, player) DO NOTHING";
    TEAM_MEMBER_OFF: "DELETE FROM team_members WHERE team = $1 AND player = $2";
    TEAM_MEMBERS_OFF: "DELETE FROM team_members WHERE team = $1";
    TEAM_HEIR: "UPDATE teams SET captain = (SELECT m.player FROM team_members m WHERE m.team = $1 ORDER BY m.number LIMIT 1) \
        WHERE id = $1 AND captain = $2 AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1)";
    TEAM_DISBAND_EMPTY: "UPDATE teams SET disbanded_at = $2 WHERE id = $1 AND disbanded_at IS NULL \
        AND NOT EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1)";
    TEAM_ASK: "INSERT INTO team_invitations(team, player, at, until) SELECT t.id, p.id, $3, $4 \
        FROM teams t JOIN players p ON p.id = $2 WHERE t.id = $1 AND p.gone_at IS NULL \
        AND (SELECT count(*) FROM team_invitations i WHERE i.team = $1 AND i.player <> $2 AND i.answered_at IS NULL \
        AND i.until > $3) < $5 \
        ON CONFLICT (team, player) DO UPDATE SET at = excluded.at, until = excluded.until, answered_at = NULL";
    TEAM_ANSWER: "UPDATE team_invitations SET answered_at = $3 \
        WHERE team = $1 AND player = $2 AND answered_at IS NULL AND until > $3";
    TEAM_ASKED_OFF: "DELETE FROM team_invitations WHERE team = $1";
    TEAM_CAPTAIN: "UPDATE teams SET captain = $2 WHERE id = $1 \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = $1 AND m.player = $2)";
    TEAM_RENAME: "UPDATE teams SET name = $2, key = $3 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM teams t \
        WHERE t.venue = teams.venue AND t.key = $3 AND t.disbanded_at IS NULL AND t.id <> $1)";
    TEAM_OPEN: "UPDATE teams SET open = $2 WHERE id = $1";
    TEAM: "SELECT t.id, v.platform, v.chat, t.name, t.captain, t.open, t.made_at, t.disbanded_at \
        FROM teams t JOIN venues v ON v.id = t.venue WHERE t.id = $1";
    TEAM_CALLED: "SELECT t.id, v.platform, v.chat, t.name, t.captain, t.open, t.made_at, t.disbanded_at \
        FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.key = $3 AND t.disbanded_at IS NULL";
    TEAM_MEMBERS: "SELECT player FROM team_members WHERE team = $1 ORDER BY number";
    TEAMS_OF: "SELECT t.id, t.name, t.captain, t.open, (SELECT count(*) FROM team_members m WHERE m.team = t.id) \
        FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.disbanded_at IS NULL ORDER BY t.key LIMIT $3 OFFSET $4";
    TEAMS_COUNT: "SELECT count(*) FROM venues v JOIN teams t ON t.venue = v.id \
        WHERE v.platform = $1 AND v.chat = $2 AND t.disbanded_at IS NULL";
    TEAMS_WITH: "SELECT team FROM team_members WHERE player = $1 ORDER BY number";
    TEAM_ASKED: "SELECT i.team, t.name, i.player, i.at, i.until, i.answered_at \
        FROM team_invitations i JOIN teams t ON t.id = i.team WHERE i.team = $1 AND i.player = $2";
    TEAMS_ASKING: "SELECT i.team, t.name, i.player, i.at, i.until, i.answered_at \
        FROM team_invitations i JOIN teams t ON t.id = i.team WHERE i.player = $1 ORDER BY i.team";
    TEAM_DEED_ADD: "INSERT INTO team_deeds(team, venue, at, player, act, whom, detail) \
        SELECT t.id, t.venue, $2, $3, $4, $5, $6 FROM teams t WHERE t.id = $1";
    TEAM_DEED_HEIR: "INSERT INTO team_deeds(team, venue, at, act, whom) \
        SELECT t.id, t.venue, $2, $3, t.captain FROM teams t WHERE t.id = $1";
    TEAM_DEEDS_OF: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM venues v JOIN team_deeds d ON d.venue = v.id JOIN teams t ON t.id = d.team \
        WHERE v.platform = $1 AND v.chat = $2 ORDER BY d.id DESC LIMIT $3";
    TEAM_DEEDS_BY: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM team_deeds d JOIN teams t ON t.id = d.team WHERE d.player = $1 ORDER BY d.id";
    TEAM_DEEDS_ABOUT: "SELECT d.team, t.name, d.at, d.player, d.act, d.whom, d.detail \
        FROM team_deeds d JOIN teams t ON t.id = d.team \
        WHERE d.whom = $1 AND (d.player IS NULL OR d.player <> $1) ORDER BY d.id";

    // How teams came off in events.
    TEAM_RESULT_ADD: "INSERT INTO team_results(event, team, venue, at, name, place, points, boards, marks, day, week, month, \
        season, uday, uweek, umonth, quarter) SELECT $1, $2, v.id, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
        COALESCE((SELECT max(n.number) FROM seasons n WHERE n.venue = v.id AND n.starts_at <= $5 \
        AND (n.ended_at IS NULL OR n.ended_at > $5)), 0), $14, $15, $16, $17 \
        FROM venues v WHERE v.platform = $3 AND v.chat = $4 ON CONFLICT (event, team) DO NOTHING";
    TEAM_RESULT_COUNT: concat!(
        "INSERT INTO team_standings(scope, period, team, events, won, points) ",
        team_lines!("team_results", "r.event = $1 AND r.team = $2"),
        " ON CONFLICT (scope, period, team) DO UPDATE SET events = team_standings.events + excluded.events, \
        won = team_standings.won + excluded.won, points = team_standings.points + excluded.points"
    );
    TEAM_BOARD: "SELECT s.team, t.name, s.points FROM team_standings s JOIN teams t ON t.id = s.team \
        WHERE s.scope = $1 AND s.period = $2 AND s.points > 0 ORDER BY s.points DESC, s.team LIMIT $3 OFFSET $4";
    TEAM_BOARD_AHEAD: "SELECT count(*) FROM team_standings WHERE scope = $1 AND period = $2 AND points > $3";
    TEAM_BOARD_BEFORE: "SELECT count(*) FROM team_standings WHERE scope = $1 AND period = $2 AND points = $3 AND team < $4";
    TEAM_BOARD_OWN: "SELECT s.team, t.name, s.points FROM team_members m \
        JOIN team_standings s ON s.team = m.team AND s.scope = $1 AND s.period = $2 JOIN teams t ON t.id = s.team \
        WHERE m.player = $3 AND s.points > 0";

    // Teams whose captain, or a member, has their data deleted.
    TEAM_DEEDS_HAND_OVER: "INSERT INTO team_deeds(team, venue, at, act, whom) SELECT t.id, t.venue, $2, $3, \
        (SELECT m.player FROM team_members m WHERE m.team = t.id AND m.player <> $1 ORDER BY m.number LIMIT 1) \
        FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = t.id AND m.player <> $1)";
    TEAMS_HAND_OVER: "UPDATE teams SET captain = (SELECT m.player FROM team_members m \
        WHERE m.team = teams.id AND m.player <> $1 ORDER BY m.number LIMIT 1) \
        WHERE captain = $1 AND disbanded_at IS NULL \
        AND EXISTS (SELECT 1 FROM team_members m WHERE m.team = teams.id AND m.player <> $1)";
    TEAM_MEMBER_OF_NONE: "DELETE FROM team_members WHERE player = $1";
    TEAM_DEEDS_ENDED: "INSERT INTO team_deeds(team, venue, at, act) SELECT t.id, t.venue, $2, $3 \
        FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL";
    TEAMS_ASKED_OFF: "DELETE FROM team_invitations WHERE team IN \
        (SELECT t.id FROM teams t WHERE t.captain = $1 AND t.disbanded_at IS NULL)";
    TEAMS_END: "UPDATE teams SET disbanded_at = $2 WHERE captain = $1 AND disbanded_at IS NULL";
    TEAMS_ASKED_DROP: "DELETE FROM team_invitations WHERE player = $1";
    TEAM_DETAILS_DROP: "UPDATE team_deeds SET detail = NULL WHERE player = $1";
}
