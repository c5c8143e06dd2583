//! What everybody has, and the places it gives.

use std::collections::BTreeMap;

use super::bracket::knockout_places;
use super::format::{Count, Kind, Stage, Uneven};
use super::standings::{Entry, Line, Sheet, Standing, TeamStanding, standings, team_standings};
use super::state::{Contest, Ran};
use super::survival::Balance;
use crate::id::PlayerId;

impl Contest {
    fn lines(&self, stage: u8) -> Vec<Line> {
        self.pairings_of(stage)
            .filter_map(|pairing| {
                let (score, _) = pairing.score?;
                Some(Line {
                    players: pairing.players,
                    marks: score.marks(),
                    points: score.points.map(i64::from),
                })
            })
            .collect()
    }

    /// What everybody has in an elimination stage, in the order of the seeds.
    pub(super) fn balances(&self, stage: &Stage, ran: &Ran) -> Vec<Balance> {
        let Kind::Elimination {
            start,
            base,
            grow_every,
            grow_by,
            ..
        } = stage.play
        else {
            return Vec::new();
        };
        let worth =
            |round: u16| i64::from(base) + i64::from(grow_by) * i64::from((round.max(1) - 1) / grow_every.max(1));
        let mut balances: BTreeMap<PlayerId, i64> = ran
            .entries
            .iter()
            .map(|entry| (entry.player, i64::from(start) + entry.points))
            .collect();
        let mut pass = |player: PlayerId, points: i64| *balances.entry(player).or_default() += points;
        for pairing in self.pairings_of(ran.stage) {
            if let Some((score, _)) = pairing.score {
                let lead = (i64::from(score.points[0]) - i64::from(score.points[1])) * worth(pairing.round);
                pass(pairing.players[0], lead);
                pass(pairing.players[1], -lead);
            }
        }
        for (round, player) in &ran.absent {
            pass(*player, -i64::from(self.format.rounds.walkover) * worth(*round));
        }
        ran.entries
            .iter()
            .map(|entry| Balance {
                player: entry.player,
                points: balances.get(&entry.player).copied().unwrap_or(0),
            })
            .collect()
    }

    /// What everybody has in an elimination stage that was begun, in the order of the seeds.
    #[must_use]
    pub fn balances_of(&self, stage: u8) -> Vec<Balance> {
        match (
            self.format.stages.get(usize::from(stage)),
            self.ran.get(usize::from(stage)),
        ) {
            (Some(stage), Some(ran)) => self.balances(stage, ran),
            _ => Vec::new(),
        }
    }

    pub(super) fn standings_in(&self, stage: &Stage, ran: &Ran) -> Vec<Standing> {
        let count = stage.count();
        standings(&Sheet {
            entries: &ran.entries,
            lines: self.lines(ran.stage),
            byes: ran.byes.iter().map(|(.., player)| *player).collect(),
            bye_points: match count {
                Count::Hands => i64::from(self.format.rounds.walkover),
                Count::Match => 0,
            },
            count,
            tie_breaks: stage.tie_breaks(),
        })
    }

    /// The standings of a stage that was begun, by the points of its matches; a knockout and an elimination have places of
    /// their own.
    #[must_use]
    pub fn standings(&self, stage: u8) -> Vec<Standing> {
        match (
            self.format.stages.get(usize::from(stage)),
            self.ran.get(usize::from(stage)),
        ) {
            (Some(stage), Some(ran)) => self.standings_in(stage, ran),
            _ => Vec::new(),
        }
    }

    /// The teams' standings, where teams play.
    #[must_use]
    pub fn team_standings(&self) -> Vec<TeamStanding> {
        let Some((stage, ran)) = self.stage() else {
            return Vec::new();
        };
        let average = matches!(
            stage.play,
            Kind::Team {
                uneven: Uneven::Average,
                ..
            }
        );
        team_standings(&self.teams, &self.lines(ran.stage), stage.count(), average)
    }

    /// The places in a stage, as they are.
    #[must_use]
    pub fn places(&self, stage: u8) -> Vec<(u16, PlayerId)> {
        match (
            self.format.stages.get(usize::from(stage)),
            self.ran.get(usize::from(stage)),
        ) {
            (Some(stage), Some(ran)) => ran.places.clone().unwrap_or_else(|| self.places_of(stage, ran)),
            _ => Vec::new(),
        }
    }

    /// The places in the whole event: those of the last stage, then of the one before whoever did not go on, and so on.
    #[must_use]
    pub fn final_places(&self) -> Vec<(u16, PlayerId)> {
        let mut all: Vec<(u16, PlayerId)> = Vec::new();
        for ran in self.ran.iter().rev() {
            let known = all.len();
            let places = self.places(ran.stage);
            let rest = places
                .into_iter()
                .filter(|(_, player)| !all.iter().any(|(_, placed)| placed == player));
            let rest: Vec<_> = rest.collect();
            // Whoever left here shares a place only with those who left here too.
            let mut before = 0;
            for (at, (place, player)) in rest.iter().enumerate() {
                if at == 0 || rest[at - 1].0 != *place {
                    before = known + at;
                }
                all.push((u16::try_from(before + 1).unwrap_or(u16::MAX), *player));
            }
        }
        all
    }

    pub(super) fn places_of(&self, stage: &Stage, ran: &Ran) -> Vec<(u16, PlayerId)> {
        let seeds: Vec<PlayerId> = ran.entries.iter().map(|entry| entry.player).collect();
        match stage.play {
            Kind::Knockout { third_place } => {
                let mut won: BTreeMap<PlayerId, u16> = BTreeMap::new();
                for round in 1..=ran.round {
                    let matches = u16::try_from(seeds.len().next_power_of_two().max(2) >> round).unwrap_or(0);
                    for winner in (0..matches).filter_map(|slot| self.won(ran, round, slot)) {
                        *won.entry(winner).or_default() += 1;
                    }
                }
                let third = self.in_bracket(ran, ran.rounds, 1).filter(|_| third_place);
                let third = third.and_then(|pairing| Some([pairing.winner()?, self.lost(ran, ran.rounds, 1)?]));
                knockout_places(&seeds, &won, third)
            }
            Kind::Elimination { .. } => {
                let mut rows: Vec<(Option<u16>, usize, Balance)> = self
                    .balances(stage, ran)
                    .into_iter()
                    .map(|balance| {
                        let fell = ran.fallen.iter().position(|(_, player)| *player == balance.player);
                        (fell.map(|at| ran.fallen[at].0), fell.unwrap_or(0), balance)
                    })
                    .collect();
                // Who is still there is before whoever fell, and who fell later before whoever fell earlier.
                rows.sort_by_key(|(round, at, balance)| {
                    let round = round.unwrap_or(u16::MAX);
                    (
                        std::cmp::Reverse(round),
                        std::cmp::Reverse(*at),
                        std::cmp::Reverse(balance.points),
                    )
                });
                (1..)
                    .zip(rows)
                    .map(|(place, (.., balance))| (place, balance.player))
                    .collect()
            }
            Kind::Target { .. } => {
                let mut places: Vec<(u16, PlayerId)> = Vec::new();
                let arrived = ran.arrived.iter().map(|(_, player)| *player);
                for player in arrived {
                    places.push((u16::try_from(places.len() + 1).unwrap_or(u16::MAX), player));
                }
                let before = places.len();
                let table = self.standings_in(stage, ran);
                let rest: Vec<&Standing> = table.iter().filter(|row| ran.is_alive(row.player)).collect();
                for row in &rest {
                    let better = rest.iter().filter(|other| other.place < row.place).count();
                    places.push((u16::try_from(before + better + 1).unwrap_or(u16::MAX), row.player));
                }
                places
            }
            _ => self
                .standings_in(stage, ran)
                .into_iter()
                .map(|row| (row.place, row.player))
                .collect(),
        }
    }

    /// Who goes on to the next stage, with what they take along.
    pub(super) fn advancing(&self, stage: &Stage, ran: &Ran, places: &[(u16, PlayerId)]) -> Vec<Entry> {
        let table = self.standings_in(stage, ran);
        let balances = self.balances(stage, ran);
        let part = |points: i64| points * i64::from(stage.carry) / 100;
        let on = places
            .iter()
            .map(|(_, player)| *player)
            .filter(|player| !self.is_dropped(*player));
        on.take(usize::from(stage.advance.unwrap_or(0)))
            .map(|player| {
                let row = table.iter().find(|row| row.player == player);
                let balance = balances.iter().find(|balance| balance.player == player);
                let points = balance.map_or_else(|| row.map_or(0, |row| row.points), |balance| balance.points);
                Entry {
                    player,
                    marks: i32::try_from(part(row.map_or(0, |row| i64::from(row.marks)))).unwrap_or(0),
                    points: part(points),
                }
            })
            .collect()
    }
}
