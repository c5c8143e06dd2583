//! From round to round and from stage to stage.

use std::collections::BTreeMap;

use super::bracket::{self, bracket};
use super::circle::{equal_schedule, round_robin};
use super::fact::{Fact, Pair, Plan, Score};
use super::format::{Kind, Pace, Stage};
use super::standings::Entry;
use super::state::{Contest, Pairing, Presence, Ran};
use super::survival::{fallen, redraw};
use super::swiss::{Contender, swiss};
use super::team::team_match;
use crate::id::{Millis, PlayerId, Seat};

/// Facts that are decided one after another, each on the state that the ones before it give.
pub(super) struct Work {
    pub(super) contest: Contest,
    pub(super) facts: Vec<Fact>,
    now: Millis,
}

impl Work {
    pub(super) fn on(contest: &Contest, now: Millis) -> Work {
        Work {
            contest: contest.clone(),
            facts: Vec::new(),
            now,
        }
    }

    pub(super) fn push(&mut self, fact: Fact) {
        self.contest.evolve(self.now, &fact);
        self.facts.push(fact);
    }

    /// Whatever follows a round of which every match has a result: the next round, the next stage, or the end.
    pub(super) fn step(&mut self, seed: [u8; 32]) {
        let Some((stage, ran)) = self.contest.stage() else {
            return;
        };
        let (stage, number, round) = (stage.clone(), ran.stage, ran.round);
        let players = self.contest.parting(&stage, ran);
        if !players.is_empty() {
            self.push(match stage.play {
                Kind::Target { .. } => Fact::Arrived {
                    stage: number,
                    round,
                    players,
                },
                _ => Fact::Fell {
                    stage: number,
                    round,
                    players,
                },
            });
        }
        self.go_on(seed);
    }

    /// Begins the first stage with these, the best seed first.
    pub(super) fn begin(&mut self, entries: Vec<Entry>, seed: [u8; 32]) {
        self.begin_stage(0, entries);
        self.go_on(seed);
    }

    fn begin_stage(&mut self, number: u8, entries: Vec<Entry>) {
        let Some(stage) = self.contest.format.stages.get(usize::from(number)) else {
            return;
        };
        let players: Vec<PlayerId> = entries.iter().map(|entry| entry.player).collect();
        let length = |rounds: &Vec<Vec<Pair>>| u16::try_from(rounds.len()).unwrap_or(u16::MAX);
        let schedule = |rounds: Vec<Vec<Pair>>| (length(&rounds), Plan::Rounds(rounds));
        let (rounds, plan) = match stage.play {
            Kind::Fixed { matches } => schedule(equal_schedule(&players, matches)),
            Kind::RoundRobin { cycles } => schedule(round_robin(&players, cycles)),
            Kind::Team { uneven, .. } => schedule(team_match(&self.contest.teams, uneven)),
            Kind::Knockout { .. } => {
                let places = bracket(&players);
                (bracket::rounds(places.len()), Plan::Bracket(places))
            }
            Kind::Swiss { rounds } => {
                let usual = u16::try_from(players.len().max(2).next_power_of_two().ilog2()).unwrap_or(1);
                (rounds.unwrap_or(usual), Plan::ByScore)
            }
            Kind::Target { rounds, .. } | Kind::Elimination { rounds, .. } => (rounds, Plan::ByScore),
        };
        self.push(Fact::StageBegan {
            stage: number,
            entries,
            plan,
            rounds,
        });
    }

    /// The next round, or, as long as there is nothing to be played, the next stage, or the end.
    fn go_on(&mut self, seed: [u8; 32]) {
        loop {
            let Some((stage, ran)) = self.contest.stage() else {
                return;
            };
            if !self.contest.stage_over(stage, ran) {
                return self.pair(seed);
            }
            let (number, places) = (ran.stage, self.contest.places_of(stage, ran));
            let entries = self.contest.advancing(stage, ran, &places);
            self.push(Fact::StageEnded { stage: number, places });
            if usize::from(number) + 1 >= self.contest.format.stages.len() {
                return self.push(Fact::Finished);
            }
            self.begin_stage(number + 1, entries);
        }
    }

    fn pair(&mut self, seed: [u8; 32]) {
        let Some((stage, ran)) = self.contest.stage() else {
            return;
        };
        let (free, number) = (stage.pace == Pace::Free, ran.stage);
        let rounds = match &ran.plan {
            Plan::Rounds(_) if free => ran.round + 1..=ran.rounds,
            _ => ran.round + 1..=ran.round + 1,
        };
        let minutes = |minutes: u32| i64::from(minutes) * 60_000;
        let times = self.contest.format.rounds;
        let until = self
            .now
            .plus(minutes(times.minutes) * if free { rounds.clone().count() as i64 } else { 1 });
        let appear = if free {
            until
        } else {
            self.now.plus(minutes(times.appear))
        };
        for round in rounds {
            let Some((stage, ran)) = self.contest.stage() else {
                return;
            };
            let (pairs, absent) = self.contest.round(stage, ran, round, seed);
            let before = self.contest.pairings.len();
            self.push(Fact::Paired {
                stage: number,
                round,
                pairs,
                absent,
                appear,
                until,
            });
            self.walk_over(before);
        }
    }

    /// Scores the matches from this one on of which somebody is not there.
    fn walk_over(&mut self, from: usize) {
        for at in from..self.contest.pairings.len() {
            let pairing = &self.contest.pairings[at];
            let there = pairing.players.map(|player| self.contest.is_playing(player));
            let walkover = self.contest.format.rounds.walkover;
            let score = match there {
                [true, true] => continue,
                [true, false] => Score::walkover(Seat::FIRST, walkover),
                [false, true] => Score::walkover(Seat::SECOND, walkover),
                [false, false] => Score::nobody(),
            };
            self.push(Fact::Scored {
                pairing: pairing.id,
                table: None,
                score,
            });
        }
    }
}

impl Contest {
    /// Whether every match of the stage that is played has a result.
    pub(super) fn is_complete(&self) -> bool {
        self.ran
            .last()
            .is_some_and(|ran| self.pairings_of(ran.stage).all(|pairing| pairing.score.is_some()))
    }

    pub(super) fn is_playing(&self, player: PlayerId) -> bool {
        self.entrants
            .get(&player)
            .is_some_and(|entrant| entrant.presence == Presence::Playing)
    }

    pub(super) fn is_dropped(&self, player: PlayerId) -> bool {
        self.entrants
            .get(&player)
            .is_none_or(|entrant| entrant.presence == Presence::Dropped)
    }

    /// Who can be paired in the stage, the best seed first.
    fn field(&self, ran: &Ran) -> Vec<PlayerId> {
        let all = ran.entries.iter().map(|entry| entry.player);
        all.filter(|player| ran.is_alive(*player) && self.is_playing(*player))
            .collect()
    }

    fn stage_over(&self, stage: &Stage, ran: &Ran) -> bool {
        let spent = ran.round >= ran.rounds;
        let alone = || self.field(ran).len() < 2;
        match stage.play {
            Kind::Team { hands: Some(hands), .. } if ran.rounds > 0 => {
                // A schedule that is gone through ten times without the hands being played will not bring them any more.
                self.hands_played(ran.stage) >= u64::from(hands) || ran.round >= ran.rounds.saturating_mul(10)
            }
            Kind::Fixed { .. } | Kind::RoundRobin { .. } | Kind::Team { .. } | Kind::Knockout { .. } => spent,
            Kind::Swiss { .. } => spent || alone(),
            Kind::Target { arrive, .. } => {
                let enough = arrive.or(stage.advance).unwrap_or(1);
                spent || alone() || ran.arrived.len() >= usize::from(enough)
            }
            Kind::Elimination { keep, .. } => {
                let alive = ran.entries.iter().filter(|entry| ran.is_alive(entry.player)).count();
                spent || alone() || alive <= usize::from(keep)
            }
        }
    }

    /// The hands of the two teams that played the fewest against each other.
    fn hands_played(&self, stage: u8) -> u64 {
        let team = |player: PlayerId| self.teams.iter().position(|team| team.has(player));
        let mut played: BTreeMap<[usize; 2], u64> = BTreeMap::new();
        for one in 0..self.teams.len() {
            for two in one + 1..self.teams.len() {
                played.insert([one, two], 0);
            }
        }
        for pairing in self.pairings_of(stage) {
            if let ([Some(one), Some(two)], Some((score, _))) = (pairing.players.map(team), pairing.score) {
                *played.entry([one.min(two), one.max(two)]).or_default() += u64::from(score.hands);
            }
        }
        played.into_values().min().unwrap_or(0)
    }

    /// Who is to leave the stage after this round: those who fell, or those who reached the target.
    fn parting(&self, stage: &Stage, ran: &Ran) -> Vec<PlayerId> {
        match stage.play {
            Kind::Elimination { line, keep, .. } => {
                let gone: Vec<PlayerId> = ran
                    .entries
                    .iter()
                    .map(|entry| entry.player)
                    .filter(|player| ran.is_alive(*player) && self.is_dropped(*player))
                    .collect();
                let mut alive = self.balances(stage, ran);
                alive.retain(|balance| ran.is_alive(balance.player) && !gone.contains(&balance.player));
                let mut out = gone;
                out.extend(fallen(&alive, i64::from(line), usize::from(keep)));
                out
            }
            Kind::Target { points, .. } => {
                let table = self.standings_in(stage, ran);
                let there = table
                    .iter()
                    .filter(|row| ran.is_alive(row.player) && row.points >= i64::from(points));
                there.map(|row| row.player).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pairs of a round, and who is not there for it.
    fn round(&self, stage: &Stage, ran: &Ran, round: u16, seed: [u8; 32]) -> (Vec<Pair>, Vec<PlayerId>) {
        let boards = |(tables, rest): (Vec<[PlayerId; 2]>, Option<PlayerId>)| {
            let pairs = tables.into_iter().map(|[first, second]| (first, Some(second)));
            Pair::boards(pairs.chain(rest.map(|player| (player, None))))
        };
        match &ran.plan {
            Plan::Rounds(rounds) => {
                let at = usize::from(round.saturating_sub(1)) % rounds.len().max(1);
                let mut pairs = rounds.get(at).cloned().unwrap_or_default();
                // Whoever is not there hears nothing of a round without an opponent.
                pairs.retain(|pair| pair.second.is_some() || self.is_playing(pair.first));
                (pairs, Vec::new())
            }
            Plan::Bracket(places) => (self.bracket_round(stage, ran, places, round), Vec::new()),
            Plan::ByScore => {
                let field = self.contenders(stage, ran);
                let alive = ran
                    .entries
                    .iter()
                    .map(|entry| entry.player)
                    .filter(|player| ran.is_alive(*player));
                let absent = alive.filter(|player| !self.is_playing(*player)).collect();
                match stage.play {
                    Kind::Elimination { .. } => (boards(redraw(&field, seed)), absent),
                    _ => {
                        let left = usize::from(ran.rounds.saturating_sub(round));
                        (boards(swiss(&field, left)), Vec::new())
                    }
                }
            }
        }
    }

    fn contenders(&self, stage: &Stage, ran: &Ran) -> Vec<Contender> {
        let table = self.standings_in(stage, ran);
        let marks: BTreeMap<PlayerId, i32> = table.iter().map(|row| (row.player, row.marks)).collect();
        let mut field: Vec<Contender> = self
            .field(ran)
            .into_iter()
            .map(|player| Contender {
                marks: marks.get(&player).copied().unwrap_or(0),
                ..Contender::new(player)
            })
            .collect();
        for contender in &mut field {
            let player = contender.player;
            contender.byes = ran.byes.iter().filter(|(.., rested)| *rested == player).count() as u32;
            for pairing in self.pairings_of(ran.stage) {
                let Some(seat) = pairing.seat_of(player) else { continue };
                let other = pairing.players[seat.other().index()];
                *contender.met.entry(other).or_default() += 1;
                contender.first += if seat == Seat::FIRST { 1 } else { -1 };
                if pairing.round == ran.round {
                    let before = |one: PlayerId| {
                        let now = marks.get(&one).copied().unwrap_or(0);
                        let won = pairing
                            .seat_of(one)
                            .zip(pairing.score)
                            .map(|(seat, (score, _))| score.marks()[seat.index()]);
                        now - won.unwrap_or(0)
                    };
                    contender.float = (before(other) - before(player)).signum();
                }
            }
        }
        field
    }

    fn bracket_round(&self, stage: &Stage, ran: &Ran, places: &[Option<PlayerId>], round: u16) -> Vec<Pair> {
        let there = |player: Option<PlayerId>| player.filter(|player| !self.is_dropped(*player));
        let meet = |slot: u16, one: Option<PlayerId>, two: Option<PlayerId>| {
            let (first, second) = match (there(one), there(two)) {
                (Some(one), two) => (one, two),
                (None, Some(two)) => (two, None),
                (None, None) => return None,
            };
            Some(Pair { slot, first, second })
        };
        let matches = u16::try_from(places.len() >> round).unwrap_or(0);
        let from = |at: u16| match round {
            1 => places.get(usize::from(at)).copied().flatten(),
            _ => self.won(ran, round - 1, at),
        };
        let mut pairs: Vec<Pair> = (0..matches)
            .filter_map(|slot| meet(slot, from(2 * slot), from(2 * slot + 1)))
            .collect();
        let third = matches!(stage.play, Kind::Knockout { third_place: true });
        if third && round == ran.rounds && round > 1 {
            let losers = [0, 1].map(|slot| self.lost(ran, round - 1, slot));
            pairs.extend(meet(1, losers[0], losers[1]).filter(|pair| pair.second.is_some()));
        }
        pairs
    }

    /// Who won this match of a bracket, or had no opponent there.
    pub(super) fn won(&self, ran: &Ran, round: u16, slot: u16) -> Option<PlayerId> {
        let bye = ran
            .byes
            .iter()
            .find(|(of, at, _)| (*of, *at) == (round, slot))
            .map(|(.., player)| *player);
        bye.or_else(|| self.in_bracket(ran, round, slot)?.winner())
    }

    pub(super) fn lost(&self, ran: &Ran, round: u16, slot: u16) -> Option<PlayerId> {
        let pairing = self.in_bracket(ran, round, slot)?;
        pairing
            .players
            .into_iter()
            .find(|player| pairing.winner().is_some_and(|winner| winner != *player))
    }

    pub(super) fn in_bracket(&self, ran: &Ran, round: u16, slot: u16) -> Option<&Pairing> {
        self.pairings_of(ran.stage)
            .find(|pairing| (pairing.round, pairing.slot) == (round, slot))
    }
}
