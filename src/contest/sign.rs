//! Coming in and going out: signing up, waiting, checking in, teams, pausing, dropping, substitutes.

use std::collections::BTreeSet;

use super::caps::{WAITING_MAX, WAITING_TEAMS_MAX};
use super::decide::{Refusal, Setting, Who};
use super::fact::Fact;
use super::format::{Kind, Start};
use super::rounds::Work;
use super::state::{Contest, Presence, Status};
use super::team::Team;
use crate::id::{Millis, PlayerId, TeamId};

impl Contest {
    pub(super) fn sign_up(&self, setting: &Setting<'_>, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if self.format.squads.is_some() {
            return Err(Refusal::TeamNeeded);
        }
        if self.status == Status::Running {
            return self.join_late(setting.now, player);
        }
        if self.entrants.contains_key(&player) || self.waiting.iter().any(|(waiting, _)| *waiting == player) {
            return Ok(Vec::new());
        }
        self.may_come(setting.now, player)?;
        if self.entrants.len() >= usize::from(self.format.size.most) {
            return match self.format.sign_up.waiting {
                false => Err(Refusal::Full),
                true if self.waiting.len() >= WAITING_MAX => Err(Refusal::LineFull),
                true => Ok(vec![Fact::PutInLine { player }]),
            };
        }
        let mut work = Work::on(self, setting.now);
        work.push(Fact::SignedUp { player });
        work.start_when_full(setting);
        Ok(work.facts)
    }

    fn join_late(&self, now: Millis, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if self.entrants.contains_key(&player) {
            return self.come_back(now, player);
        }
        let (stage, ran) = self.stage().ok_or(Refusal::Closed)?;
        let open = matches!(stage.play, Kind::Swiss { .. } | Kind::Target { .. });
        if !open || ran.stage != 0 || ran.places.is_some() || ran.round >= self.format.sign_up.late {
            return Err(Refusal::Closed);
        }
        if self.entrants.len() >= usize::from(self.format.size.most) {
            return Err(Refusal::Full);
        }
        Ok(vec![Fact::Joined { player }])
    }

    pub(super) fn sign_off(&self, setting: &Setting<'_>, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if self.waiting.iter().any(|(waiting, _)| *waiting == player) {
            return Ok(vec![Fact::SignedOff { player }]);
        }
        if let Some((team, _)) = self.waiting_teams.iter().find(|(team, _)| team.has(player)) {
            return Ok(vec![match without(team, player) {
                Some(team) => Fact::TeamInLine { team },
                None => Fact::TeamLeft { team: team.id },
            }]);
        }
        let entrant = self.entrants.get(&player).ok_or(Refusal::NotSignedUp)?;
        let mut work = Work::on(self, setting.now);
        if let Some(team) = entrant.team {
            for fact in self.leave_team(player, team)? {
                work.push(fact);
            }
            work.move_team_up(setting);
            return Ok(work.facts);
        }
        work.push(Fact::SignedOff { player });
        if let Some((next, _)) = self.waiting.first() {
            work.push(Fact::MovedUp { player: *next });
        }
        Ok(work.facts)
    }

    pub(super) fn check_in(&self, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        if !self.check_in_open {
            return Err(Refusal::NoCheckIn);
        }
        let there = match self.entrants.get(&player) {
            Some(entrant) => entrant.checked_in,
            None => {
                let alone = self.waiting.iter().find(|(waiting, _)| *waiting == player);
                let team = self.waiting_teams.iter().find(|(team, _)| team.has(player));
                let there = alone.map(|(_, there)| *there).or(team.map(|(_, there)| *there));
                there.ok_or(Refusal::NotSignedUp)?
            }
        };
        Ok(if there {
            Vec::new()
        } else {
            vec![Fact::CheckedIn { player }]
        })
    }

    /// Enters a team, or changes the roster of one that is entered.
    pub(super) fn enter(&self, setting: &Setting<'_>, who: Who, team: Team) -> Result<Vec<Fact>, Refusal> {
        let squads = self.format.squads.ok_or(Refusal::NoTeams)?;
        let entered = self.teams.iter().find(|known| known.id == team.id);
        let waits = self.waiting_teams().find(|known| known.id == team.id);
        let known = entered.or(waits);
        let captain = known.map_or(team.captain, |known| known.captain);
        if !self.may_organise(who) && !who.leads(captain) {
            return Err(Refusal::NotCaptain);
        }
        if known == Some(&team) {
            return Ok(Vec::new());
        }
        if !self.may_organise(who) {
            self.may_come(setting.now, self.changer(&team))?;
        }
        let sizes = usize::from(squads.least)..=usize::from(squads.most);
        if !sizes.contains(&team.members.len()) || team.substitutes.len() > usize::from(squads.substitutes) {
            return Err(Refusal::TeamSize);
        }
        let people: BTreeSet<PlayerId> = team.people().collect();
        if people.len() < team.members.len() + team.substitutes.len() || !people.contains(&team.captain) {
            return Err(Refusal::Roster);
        }
        let elsewhere = |player: &PlayerId| {
            let entrant = self.entrants.get(player);
            let waits = self
                .waiting_teams()
                .any(|other| other.id != team.id && other.has(*player));
            waits || entrant.is_some_and(|entrant| entrant.team != Some(team.id))
        };
        if let Some(player) = people.into_iter().find(elsewhere) {
            return Err(Refusal::OtherTeam(player));
        }
        if waits.is_some() {
            return Ok(vec![Fact::TeamInLine { team }]);
        }
        if known.is_none() && self.teams.len() >= usize::from(self.format.size.most) {
            return match self.format.sign_up.waiting {
                false => Err(Refusal::Full),
                true if self.waiting_teams.len() >= WAITING_TEAMS_MAX => Err(Refusal::LineFull),
                true => Ok(vec![Fact::TeamInLine { team }]),
            };
        }
        let mut work = Work::on(self, setting.now);
        work.push(Fact::TeamEntered { team });
        work.start_when_full(setting);
        Ok(work.facts)
    }

    /// Changes into another team of the event, as the last of its members.
    pub(super) fn switch(&self, now: Millis, player: PlayerId, team: TeamId) -> Result<Vec<Fact>, Refusal> {
        let squads = self.format.squads.ok_or(Refusal::NoTeams)?;
        let mut next = self
            .teams
            .iter()
            .find(|known| known.id == team)
            .ok_or(Refusal::NoTeams)?
            .clone();
        if next.has(player) {
            return Ok(Vec::new());
        }
        if self.waiting().any(|waiting| waiting == player) {
            return Err(Refusal::OtherTeam(player));
        }
        self.may_come(now, player)?;
        if next.members.len() >= usize::from(squads.most) {
            return Err(Refusal::Full);
        }
        let mut work = Work::on(self, now);
        if let Some(before) = self.entrants.get(&player).and_then(|entrant| entrant.team) {
            for fact in self.leave_team(player, before)? {
                work.push(fact);
            }
        }
        next.members.push(player);
        work.push(Fact::TeamEntered { team: next });
        Ok(work.facts)
    }

    /// Out of a team before the start; a team of which nobody is left, or no member, does not take part.
    fn leave_team(&self, player: PlayerId, team: TeamId) -> Result<Vec<Fact>, Refusal> {
        let known = self.teams.iter().find(|known| known.id == team);
        Ok(vec![match without(known.ok_or(Refusal::NoTeams)?, player) {
            Some(team) => Fact::TeamEntered { team },
            None => Fact::TeamLeft { team },
        }])
    }

    pub(super) fn withdraw_team(&self, setting: &Setting<'_>, who: Who, team: TeamId) -> Result<Vec<Fact>, Refusal> {
        let known = self
            .teams
            .iter()
            .chain(self.waiting_teams())
            .find(|known| known.id == team)
            .ok_or(Refusal::NoTeams)?;
        if !self.may_organise(who) && !who.leads(known.captain) {
            return Err(Refusal::NotCaptain);
        }
        let mut work = Work::on(self, setting.now);
        work.push(Fact::TeamLeft { team });
        work.move_team_up(setting);
        Ok(work.facts)
    }

    pub(super) fn pause(&self, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        match self.entrants.get(&player).ok_or(Refusal::NotSignedUp)?.presence {
            Presence::Playing => Ok(vec![Fact::Paused { player }]),
            Presence::Paused => Ok(Vec::new()),
            Presence::Dropped => Err(Refusal::Dropped),
        }
    }

    pub(super) fn come_back(&self, now: Millis, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        match self.entrants.get(&player).ok_or(Refusal::NotSignedUp)?.presence {
            Presence::Playing => Ok(Vec::new()),
            Presence::Paused => self.may_come(now, player).map(|()| vec![Fact::Returned { player }]),
            Presence::Dropped => Err(Refusal::Dropped),
        }
    }

    pub(super) fn drop_out(&self, now: Millis, player: PlayerId) -> Result<Vec<Fact>, Refusal> {
        let entrant = self.entrants.get(&player).ok_or(Refusal::NotSignedUp)?;
        if entrant.presence == Presence::Dropped {
            return Ok(Vec::new());
        }
        let mut work = Work::on(self, now);
        work.leave(player);
        Ok(work.facts)
    }

    pub(super) fn substitute(&self, who: Who, out: PlayerId, into: PlayerId) -> Result<Vec<Fact>, Refusal> {
        let team = self
            .teams
            .iter()
            .find(|team| team.members.contains(&out))
            .ok_or(Refusal::NoTeams)?;
        if !self.may_organise(who) && !who.leads(team.captain) {
            return Err(Refusal::NotCaptain);
        }
        let fit = self
            .entrants
            .get(&into)
            .is_some_and(|entrant| entrant.presence != Presence::Dropped);
        if !team.substitutes.contains(&into) || !fit {
            return Err(Refusal::NotSubstitute);
        }
        let sits = |player: PlayerId| {
            self.pairings
                .iter()
                .any(|pairing| pairing.score.is_none() && pairing.table.is_some() && pairing.seat_of(player).is_some())
        };
        if sits(out) || sits(into) {
            return Err(Refusal::Sits);
        }
        let mut facts = vec![Fact::Substituted {
            team: team.id,
            out,
            into,
        }];
        if self
            .entrants
            .get(&into)
            .is_some_and(|entrant| entrant.presence == Presence::Paused)
        {
            facts.push(Fact::Returned { player: into });
        }
        Ok(facts)
    }
}

/// The team without this person; nothing when no member is left.
fn without(team: &Team, player: PlayerId) -> Option<Team> {
    let mut rest = team.clone();
    rest.members.retain(|member| *member != player);
    rest.substitutes.retain(|substitute| *substitute != player);
    let first = rest.members.first().copied()?;
    if rest.captain == player {
        rest.captain = first;
    }
    Some(rest)
}

impl Work {
    /// Gives a place that became free to the team that waits for it the longest.
    fn move_team_up(&mut self, setting: &Setting<'_>) {
        let contest = &self.contest;
        if contest.teams.len() >= usize::from(contest.format.size.most) {
            return;
        }
        let next = contest.waiting_teams().next().map(|team| team.id);
        if let Some(team) = next {
            self.push(Fact::TeamMovedUp { team });
            self.start_when_full(setting);
        }
    }

    fn start_when_full(&mut self, setting: &Setting<'_>) {
        let contest = &self.contest;
        let count = if contest.format.squads.is_some() {
            contest.teams.len()
        } else {
            contest.entrants.len()
        };
        if contest.format.start == Start::WhenFull && count >= usize::from(contest.format.size.most) {
            self.start(setting);
        }
    }
}
