//! Places from results.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::format::{Count, TieBreak};
use super::team::Team;
use crate::id::{PlayerId, TeamId};

/// Who takes part in a stage, and what was brought along from the stage before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who.
    pub player: PlayerId,
    /// The match points brought along, in half points.
    #[serde(default)]
    pub marks: i32,
    /// The points brought along.
    #[serde(default)]
    pub points: i64,
}

impl Entry {
    /// Somebody who brings nothing along.
    #[must_use]
    pub fn new(player: PlayerId) -> Entry {
        Entry {
            player,
            marks: 0,
            points: 0,
        }
    }
}

/// What one match adds to the standings, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who played.
    pub players: [PlayerId; 2],
    /// The match points in half points: a win is 2, a draw 1.
    pub marks: [i32; 2],
    /// The points of the hands.
    pub points: [i64; 2],
}

/// Everything that places are made of; the order of `lines` and `byes` does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<'a> {
    /// Who takes part, in the order of the draw.
    pub entries: &'a [Entry],
    /// The matches that count.
    pub lines: Vec<Line>,
    /// Who had no opponent, once for each time.
    pub byes: Vec<PlayerId>,
    /// The points for that; the match points are a win's.
    pub bye_points: i64,
    /// What places go by.
    pub count: Count,
    /// What decides between equals, in this order.
    pub tie_breaks: &'a [TieBreak],
}

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The place, from 1; equal ones share it.
    pub place: u16,
    /// Who.
    pub player: PlayerId,
    /// Match points in half points, with what was brought along.
    pub marks: i32,
    /// The points of the hands, with what was brought along.
    pub points: i64,
    /// The opponents' points of the hands.
    pub against: i64,
    /// Matches that count.
    pub played: u16,
    /// Won ones.
    pub wins: u16,
    /// Drawn ones.
    pub draws: u16,
    /// Rounds without an opponent.
    pub byes: u16,
    /// What decided between equals, in the order asked for; match points of opponents in half points, Sonneborn–Berger in
    /// quarter points.
    pub breaks: Vec<i64>,
}

/// The standings, the best first; equal ones in the order of the draw.
#[must_use]
pub fn standings(sheet: &Sheet<'_>) -> Vec<Standing> {
    let mut rows: BTreeMap<PlayerId, Standing> = sheet
        .entries
        .iter()
        .map(|entry| (entry.player, Standing::of(entry)))
        .collect();
    for line in &sheet.lines {
        for seat in [0, 1] {
            if let Some(row) = rows.get_mut(&line.players[seat]) {
                row.marks += line.marks[seat];
                row.points += line.points[seat];
                row.against += line.points[1 - seat];
                row.played += 1;
                row.wins += u16::from(line.marks[seat] == 2);
                row.draws += u16::from(line.marks[seat] == 1);
            }
        }
    }
    for player in &sheet.byes {
        if let Some(row) = rows.get_mut(player) {
            row.marks += 2;
            row.points += sheet.bye_points;
            row.byes += 1;
        }
    }
    let mut groups: Vec<Vec<PlayerId>> = vec![sheet.entries.iter().map(|entry| entry.player).collect()];
    let main = |player: &PlayerId| match sheet.count {
        Count::Match => i64::from(rows[player].marks),
        Count::Hands => rows[player].points,
    };
    groups = split(groups, |_| Box::new(main));
    let mut breaks: BTreeMap<PlayerId, Vec<i64>> = BTreeMap::new();
    for tie_break in sheet.tie_breaks {
        let of = |group: &[PlayerId]| {
            let reckoned: BTreeMap<PlayerId, i64> = group
                .iter()
                .map(|player| (*player, sheet.tie_break(*tie_break, *player, group, &rows)))
                .collect();
            reckoned
        };
        for group in &groups {
            for (player, value) in of(group) {
                breaks.entry(player).or_default().push(value);
            }
        }
        groups = split(groups, |group| {
            let reckoned = of(group);
            Box::new(move |player: &PlayerId| reckoned[player])
        });
    }
    let mut table = Vec::with_capacity(rows.len());
    for group in groups {
        let place = u16::try_from(table.len() + 1).unwrap_or(u16::MAX);
        for player in group {
            if let Some(mut row) = rows.remove(&player) {
                row.place = place;
                row.breaks = breaks.remove(&player).unwrap_or_default();
                table.push(row);
            }
        }
    }
    table
}

type Value<'a> = Box<dyn Fn(&PlayerId) -> i64 + 'a>;

/// Parts groups of equals by a value, the greatest first; the order inside a part is kept.
fn split<'a>(groups: Vec<Vec<PlayerId>>, value: impl Fn(&[PlayerId]) -> Value<'a>) -> Vec<Vec<PlayerId>> {
    let mut parts = Vec::new();
    for mut group in groups {
        let value = value(&group);
        group.sort_by_key(|player| std::cmp::Reverse(value(player)));
        parts.extend(
            group
                .chunk_by(|one, two| value(one) == value(two))
                .map(<[PlayerId]>::to_vec),
        );
    }
    parts
}

impl Standing {
    fn of(entry: &Entry) -> Standing {
        Standing {
            place: 1,
            player: entry.player,
            marks: entry.marks,
            points: entry.points,
            against: 0,
            played: 0,
            wins: 0,
            draws: 0,
            byes: 0,
            breaks: Vec::new(),
        }
    }
}

impl Sheet<'_> {
    fn tie_break(
        &self,
        tie_break: TieBreak,
        player: PlayerId,
        equals: &[PlayerId],
        rows: &BTreeMap<PlayerId, Standing>,
    ) -> i64 {
        let row = &rows[&player];
        match tie_break {
            TieBreak::Wins => i64::from(row.wins),
            TieBreak::Points => row.points,
            TieBreak::Difference => row.points - row.against,
            TieBreak::Marks => i64::from(row.marks),
            TieBreak::Buchholz => self.opponents(player, rows).iter().sum(),
            TieBreak::MedianBuchholz => {
                let mut opponents = self.opponents(player, rows);
                opponents.sort_unstable();
                let inner = opponents.len().saturating_sub(2);
                opponents.iter().skip(1).take(inner).sum()
            }
            TieBreak::SonnebornBerger => self
                .matches(player)
                .map(|(marks, opponent)| i64::from(marks) * rows.get(&opponent).map_or(0, |row| i64::from(row.marks)))
                .sum(),
            TieBreak::Direct => self.direct(player, equals),
        }
    }

    /// The player's matches: what they brought, and against whom.
    fn matches(&self, player: PlayerId) -> impl Iterator<Item = (i32, PlayerId)> {
        self.lines.iter().filter_map(move |line| {
            let seat = line.players.iter().position(|seated| *seated == player)?;
            Some((line.marks[seat], line.players[1 - seat]))
        })
    }

    /// The opponents' match points. A round without an opponent counts as one with the player's own score (ours, after the
    /// virtual opponent of chess federations).
    fn opponents(&self, player: PlayerId, rows: &BTreeMap<PlayerId, Standing>) -> Vec<i64> {
        let row = &rows[&player];
        let met = self
            .matches(player)
            .map(|(_, opponent)| rows.get(&opponent).map_or(0, |row| i64::from(row.marks)));
        met.chain((0..row.byes).map(|_| i64::from(row.marks))).collect()
    }

    /// The match points among equals; nothing unless all of them met.
    fn direct(&self, player: PlayerId, equals: &[PlayerId]) -> i64 {
        let among = |one: PlayerId| -> BTreeSet<PlayerId> {
            self.matches(one)
                .map(|(_, other)| other)
                .filter(|other| equals.contains(other))
                .collect()
        };
        if equals.iter().any(|one| among(*one).len() + 1 < equals.len()) {
            return 0;
        }
        let marks = self
            .matches(player)
            .filter(|(_, other)| equals.contains(other))
            .map(|(marks, _)| i64::from(marks));
        marks.sum()
    }
}

/// A team's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamStanding {
    /// The place, from 1; equal ones share it.
    pub place: u16,
    /// Which team.
    pub team: TeamId,
    /// The points of the hands of all its members.
    pub points: i64,
    /// The matches they are from.
    pub boards: u32,
    /// Points for won meetings with other teams, in half points.
    pub marks: i32,
    /// Everybody who played for it with their points, the best first.
    pub best: Vec<(PlayerId, i64)>,
}

/// The teams' standings, the best first: by the points of the hands (`Hands`) or by won meetings (`Match`), then by the
/// other. With `average`, the points of the hands are compared by match, because uneven teams play unequally many.
#[must_use]
pub fn team_standings(teams: &[Team], lines: &[Line], count: Count, average: bool) -> Vec<TeamStanding> {
    let of = |player: PlayerId| teams.iter().position(|team| team.has(player));
    let mut rows: Vec<TeamStanding> = teams
        .iter()
        .map(|team| TeamStanding {
            place: 1,
            team: team.id,
            points: 0,
            boards: 0,
            marks: 0,
            best: Vec::new(),
        })
        .collect();
    let mut people: BTreeMap<(usize, PlayerId), i64> = BTreeMap::new();
    let mut meetings: BTreeMap<[usize; 2], i64> = BTreeMap::new();
    for line in lines {
        let [Some(one), Some(two)] = line.players.map(of) else {
            continue;
        };
        for (team, seat) in [(one, 0), (two, 1)] {
            rows[team].points += line.points[seat];
            rows[team].boards += 1;
            *people.entry((team, line.players[seat])).or_default() += line.points[seat];
        }
        let lead = line.points[0] - line.points[1];
        *meetings.entry([one.min(two), one.max(two)]).or_default() += if one <= two { lead } else { -lead };
    }
    for ([one, two], lead) in meetings {
        rows[one].marks += (lead.signum() + 1) as i32;
        rows[two].marks += (1 - lead.signum()) as i32;
    }
    for ((team, player), points) in people {
        rows[team].best.push((player, points));
    }
    for row in &mut rows {
        row.best
            .sort_by_key(|(player, points)| (std::cmp::Reverse(*points), *player));
    }
    let compare = |one: &TeamStanding, two: &TeamStanding| {
        let points = if average {
            // Fractions compared without dividing.
            let weigh = |row: &TeamStanding, by: &TeamStanding| i128::from(row.points) * i128::from(by.boards.max(1));
            weigh(two, one).cmp(&weigh(one, two))
        } else {
            two.points.cmp(&one.points)
        };
        let marks = two.marks.cmp(&one.marks);
        match count {
            Count::Hands => points.then(marks),
            Count::Match => marks.then(points),
        }
    };
    rows.sort_by(compare);
    for at in 1..rows.len() {
        rows[at].place = if compare(&rows[at - 1], &rows[at]).is_eq() {
            rows[at - 1].place
        } else {
            u16::try_from(at + 1).unwrap_or(u16::MAX)
        };
    }
    rows
}
