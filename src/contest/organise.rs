//! What an organiser does: the start, the next round, standing still, calling it off.

use super::caps::ORGANISERS_MAX;
use super::decide::{Refusal, Setting, Who};
use super::fact::Fact;
use super::format::{Seeding, Start};
use super::rounds::Work;
use super::shuffle::shuffle;
use super::standings::Entry;
use super::state::{Contest, Status};
use super::team::Team;
use crate::id::{Millis, PlayerId, TeamId};

/// Who is there before the start, and who is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// How many signed up or wait, people or teams.
    pub signed: usize,
    /// How many of them could begin now.
    pub here: usize,
    /// How many it takes.
    pub least: u16,
    /// Who must still say that they are there; of a team its captain.
    pub absent: Vec<PlayerId>,
}

impl Contest {
    /// Who is there before the start, and who is not.
    #[must_use]
    pub fn muster(&self) -> Muster {
        let check = self.format.sign_up.check_in.is_some();
        let (signed, absent) = if self.format.squads.is_some() {
            let waits = self.waiting_teams.iter().map(|(team, there)| (team, *there));
            let teams = self.teams.iter();
            let teams = teams.map(|team| (team, self.of_team(team.id).any(|entrant| entrant.checked_in)));
            let all: Vec<(&Team, bool)> = teams.chain(waits).collect();
            let absent = all.iter().filter(|(_, there)| !there).map(|(team, _)| team.captain);
            (all.len(), absent.collect())
        } else {
            let entrants = self
                .entrants
                .values()
                .map(|entrant| (entrant.player, entrant.checked_in));
            let all: Vec<(PlayerId, bool)> = entrants.chain(self.waiting.iter().copied()).collect();
            let absent = all.iter().filter(|(_, there)| !there).map(|(player, _)| *player);
            (all.len(), absent.collect())
        };
        Muster {
            signed,
            here: self.present().len(),
            least: self.format.size.least,
            absent: if check { absent } else { Vec::new() },
        }
    }

    /// Whether the event is over with the next step that an organiser can take: its last round is played.
    #[must_use]
    pub fn ends_next(&self) -> bool {
        if self.status != Status::Running || !self.is_complete() {
            return false;
        }
        let mut work = Work::on(self, Millis(0));
        work.step([0; 32]);
        work.facts.contains(&Fact::Finished)
    }

    /// What follows when it shall begin now. With too few people an organiser is refused, and the clock calls it off.
    pub(super) fn start(&self, setting: &Setting<'_>, who: Who) -> Result<Vec<Fact>, Refusal> {
        match self.status {
            Status::Open => {}
            Status::Running => return Ok(Vec::new()),
            Status::Finished | Status::Cancelled => return Err(Refusal::Over),
        }
        if self.present().len() < usize::from(self.format.size.least) {
            return match who {
                Who::Clock => Ok(vec![Fact::Cancelled { by: None, why: None }]),
                _ => Err(Refusal::TooFew),
            };
        }
        let mut work = Work::on(self, setting.now);
        work.start(setting);
        Ok(work.facts)
    }

    /// Who is there, or the captains of the teams that are.
    fn present(&self) -> Vec<PlayerId> {
        if self.format.squads.is_some() {
            return self.present_teams().iter().map(|team| team.captain).collect();
        }
        let check = self.format.sign_up.check_in.is_some();
        let here = self
            .entrants
            .values()
            .filter(|entrant| entrant.checked_in || !check)
            .map(|entrant| entrant.player);
        let waiting = self
            .waiting
            .iter()
            .filter(|(_, there)| *there || !check)
            .map(|(player, _)| *player);
        here.chain(waiting).take(usize::from(self.format.size.most)).collect()
    }

    fn present_teams(&self) -> Vec<Team> {
        let check = self.format.sign_up.check_in.is_some();
        let least = self.format.squads.map_or(0, |squads| usize::from(squads.least));
        let there = |team: &&Team| {
            team.members.len() >= least && (!check || self.of_team(team.id).any(|entrant| entrant.checked_in))
        };
        let in_line = self
            .waiting_teams
            .iter()
            .filter(|(team, there)| team.members.len() >= least && (*there || !check))
            .map(|(team, _)| team);
        let most = usize::from(self.format.size.most);
        self.teams
            .iter()
            .filter(there)
            .chain(in_line)
            .take(most)
            .cloned()
            .collect()
    }

    /// What follows when this round shall begin. Nothing when it was begun before.
    pub(super) fn next_round(&self, setting: &Setting<'_>, stage: u8, round: u16) -> Result<Vec<Fact>, Refusal> {
        let (_, ran) = self.stage().ok_or(Refusal::NotBegun)?;
        if (stage, round) < (ran.stage, ran.round + 1) {
            return Ok(Vec::new());
        }
        if (stage, round) != (ran.stage, ran.round + 1) {
            return Err(Refusal::NotYet);
        }
        if !self.is_complete() {
            return Err(Refusal::RoundOpen);
        }
        let mut work = Work::on(self, setting.now);
        work.step(setting.seed);
        Ok(work.facts)
    }

    pub(super) fn move_start(&self, now: Millis, starts: Millis) -> Result<Vec<Fact>, Refusal> {
        if self.format.start == Start::WhenFull || starts <= now {
            return Err(Refusal::NoTime);
        }
        // Who is told a time comes at that time, so it begins then.
        let timed = self.format.start == Start::ByHand;
        Ok(if self.starts == Some(starts) && !timed {
            Vec::new()
        } else {
            vec![Fact::StartMoved { starts, timed }]
        })
    }

    pub(super) fn cancel(&self, who: Who) -> Vec<Fact> {
        vec![Fact::Cancelled {
            by: who.person(),
            why: None,
        }]
    }

    pub(super) fn name_organiser(&self, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if self.is_organiser(player) {
            return Ok(Vec::new());
        }
        if self.organisers.len() >= ORGANISERS_MAX {
            return Err(Refusal::Organisers);
        }
        Ok(vec![Fact::OrganiserNamed { player }])
    }

    /// Nobody may be left: who administers the venue runs it then.
    pub(super) fn unname_organiser(&self, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if self.is_organiser(player) {
            Ok(vec![Fact::OrganiserUnnamed { player }])
        } else {
            Err(Refusal::NoOrganiser)
        }
    }
}

impl Work {
    /// Settles who takes part, draws, and begins.
    pub(super) fn start(&mut self, setting: &Setting<'_>) {
        let contest = &self.contest;
        let mut draw = contest.present();
        // The order of signing up must give nobody a better seed, so the lot comes first and equal ratings stay as it left them.
        draw.sort_unstable();
        shuffle(&mut draw, setting.seed);
        if contest.format.seeding == Seeding::Rating {
            let rating = |player: &PlayerId| setting.ratings.get(player).copied().unwrap_or(1500.0);
            draw.sort_by(|one, two| rating(two).total_cmp(&rating(one)));
        }
        let mut teams = contest.present_teams();
        if contest.format.squads.is_some() {
            let at = |team: &Team| draw.iter().position(|captain| *captain == team.captain);
            teams.sort_by_key(at);
            draw = teams.iter().flat_map(Team::people).collect();
        } else {
            teams.clear();
        }
        let players: Vec<PlayerId> = match teams.is_empty() {
            true => draw.clone(),
            false => teams.iter().flat_map(|team| team.members.iter().copied()).collect(),
        };
        let waiting: Vec<PlayerId> = contest.waiting.iter().map(|(player, _)| *player).collect();
        for player in waiting.into_iter().filter(|player| draw.contains(player)) {
            self.push(Fact::MovedUp { player });
        }
        let in_line: Vec<TeamId> = self.contest.waiting_teams().map(|team| team.id).collect();
        for team in in_line.into_iter().filter(|id| teams.iter().any(|team| team.id == *id)) {
            self.push(Fact::TeamMovedUp { team });
        }
        let entrants = self.contest.entrants.keys().copied();
        let absent = entrants.filter(|player| !draw.contains(player)).collect();
        self.push(Fact::Began { draw, absent, teams });
        self.begin(players.into_iter().map(Entry::new).collect(), setting.seed);
    }
}
