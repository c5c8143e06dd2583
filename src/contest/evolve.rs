//! What each fact changes. Nothing is judged again here.

use std::collections::{BTreeMap, BTreeSet};

use super::caps::Comings;
use super::fact::{Fact, Pair, PairingId, Plan};
use super::format::Start;
use super::lapse::{IDLE_DAYS, Still};
use super::standings::Entry;
use super::state::{Contest, Entrant, Pairing, Presence, Ran, Status};
use super::team::Team;
use crate::id::{EventId, Millis, PlayerId, TeamId, Version};

impl Contest {
    /// The contest that this log tells; `None` for a log that does not begin with `Opened`.
    #[must_use]
    pub fn replay(id: EventId, log: &[(Millis, Fact)]) -> Option<Contest> {
        let ((at, first), rest) = log.split_first()?;
        let mut contest = Contest::opened(id, *at, first)?;
        for (at, fact) in rest {
            contest.evolve(*at, fact);
        }
        Some(contest)
    }

    /// The contest that this first fact begins.
    #[must_use]
    pub fn opened(id: EventId, at: Millis, fact: &Fact) -> Option<Contest> {
        let Fact::Opened {
            place,
            organiser,
            format,
            starts,
            idle,
        } = fact
        else {
            return None;
        };
        Some(Contest {
            id,
            version: Version(1),
            place: *place,
            organisers: BTreeSet::from([*organiser]),
            format: format.clone(),
            starts: *starts,
            status: Status::Open,
            check_in_open: format.sign_up.check_in.is_some() && starts.is_none(),
            still: Still::default(),
            idle: idle.unwrap_or(IDLE_DAYS),
            stirred: at,
            lapsed: None,
            comings: Comings::default(),
            entrants: BTreeMap::new(),
            waiting: Vec::new(),
            waiting_teams: Vec::new(),
            teams: Vec::new(),
            draw: Vec::new(),
            ran: Vec::new(),
            pairings: Vec::new(),
        })
    }

    /// Takes a fact in. It is not judged again.
    pub fn evolve(&mut self, at: Millis, fact: &Fact) {
        self.version.0 += 1;
        self.count_coming(at, fact);
        match fact {
            Fact::Opened { .. } => {}
            Fact::OrganiserNamed { player } => {
                self.organisers.insert(*player);
            }
            Fact::OrganiserUnnamed { player } => {
                self.organisers.remove(player);
            }
            Fact::SignedUp { player } => self.admit(*player, None, false),
            Fact::PutInLine { player } => self.waiting.push((*player, false)),
            Fact::MovedUp { player } => {
                let there = self.waiting.iter().any(|(waiting, there)| waiting == player && *there);
                self.waiting.retain(|(waiting, _)| waiting != player);
                self.admit(*player, None, there);
            }
            Fact::SignedOff { player } => {
                self.waiting.retain(|(waiting, _)| waiting != player);
                self.entrants.remove(player);
            }
            Fact::CheckInOpened => self.check_in_open = true,
            Fact::CheckedIn { player } => {
                if let Some(entrant) = self.entrants.get_mut(player) {
                    entrant.checked_in = true;
                }
                self.waiting
                    .iter_mut()
                    .filter(|(waiting, _)| waiting == player)
                    .for_each(|(_, there)| *there = true);
                self.waiting_teams
                    .iter_mut()
                    .filter(|(team, _)| team.has(*player))
                    .for_each(|(_, there)| *there = true);
            }
            Fact::TeamEntered { team } => self.enter_team(team, false),
            Fact::TeamInLine { team } => match self.waiting_teams.iter_mut().find(|(known, _)| known.id == team.id) {
                Some((known, _)) => *known = team.clone(),
                None => self.waiting_teams.push((team.clone(), false)),
            },
            Fact::TeamMovedUp { team } => {
                if let Some(at) = self.waiting_teams.iter().position(|(known, _)| known.id == *team) {
                    let (team, there) = self.waiting_teams.remove(at);
                    self.enter_team(&team, there);
                }
            }
            Fact::TeamLeft { team } => {
                self.remove_people(*team);
                self.teams.retain(|known| known.id != *team);
                self.waiting_teams.retain(|(known, _)| known.id != *team);
            }
            Fact::StartMoved { starts, timed } => {
                self.starts = Some(*starts);
                if *timed {
                    self.format.start = Start::AtTime;
                }
            }
            Fact::Began { draw, absent, teams } => {
                self.status = Status::Running;
                self.draw.clone_from(draw);
                self.teams.clone_from(teams);
                for player in absent {
                    self.entrants.remove(player);
                }
                self.waiting.clear();
                self.waiting_teams.clear();
            }
            Fact::Joined { player } => {
                self.admit(*player, None, true);
                self.draw.push(*player);
                if let Some(ran) = self.ran.last_mut() {
                    ran.entries.push(Entry::new(*player));
                }
            }
            Fact::StageBegan {
                stage,
                entries,
                plan,
                rounds,
            } => self.ran.push(Ran {
                stage: *stage,
                entries: entries.clone(),
                plan: plan.clone(),
                rounds: *rounds,
                round: 0,
                paired_at: at,
                byes: Vec::new(),
                absent: Vec::new(),
                fallen: Vec::new(),
                arrived: Vec::new(),
                places: None,
            }),
            Fact::Paired {
                stage,
                round,
                pairs,
                absent,
                appear,
                until,
            } => self.pair(at, *stage, *round, pairs, absent, [*appear, *until]),
            Fact::Showed { pairing, player } => self.amend(*pairing, |pairing| {
                if let Some(seat) = pairing.seat_of(*player) {
                    pairing.shown[seat.index()] = true;
                }
            }),
            Fact::Reminded { pairing } => self.amend(*pairing, |pairing| pairing.reminded = true),
            Fact::Seated { pairing, table } => self.amend(*pairing, |pairing| pairing.table = Some(*table)),
            Fact::Scored { pairing, score, .. } | Fact::Corrected { pairing, score, .. } => {
                self.amend(*pairing, |pairing| pairing.score = Some((*score, at)));
            }
            Fact::Unseated {
                pairing,
                stayed,
                appear,
                until,
                ..
            } => self.amend(*pairing, |pairing| {
                let went = pairing.went;
                pairing.reopen(*appear, *until);
                if let Some(stayed) = stayed {
                    pairing.shown = *stayed;
                    pairing.went = [0, 1].map(|at: usize| went[at].saturating_add(u8::from(!stayed[at])));
                }
                // What is over already is nobody's to be reminded of.
                pairing.reminded |= *appear <= at;
            }),
            Fact::Levelled {
                pairing, appear, until, ..
            } => self.amend(*pairing, |pairing| {
                pairing.reopen(*appear, *until);
                pairing.levelled = pairing.levelled.saturating_add(1);
            }),
            Fact::Unscored { pairing, appear, until } => self.amend(*pairing, |pairing| {
                pairing.reopen(*appear, *until);
                pairing.levelled = 0;
                pairing.score = None;
            }),
            Fact::Paused { player } => self.presence(*player, Presence::Paused),
            Fact::Returned { player } => self.presence(*player, Presence::Playing),
            Fact::Dropped { player } => self.presence(*player, Presence::Dropped),
            Fact::Substituted { team, out, into } => self.put_in(*team, *out, *into),
            Fact::Fell { round, players, .. } => {
                if let Some(ran) = self.ran.last_mut() {
                    ran.fallen.extend(players.iter().map(|player| (*round, *player)));
                }
            }
            Fact::Arrived { round, players, .. } => {
                if let Some(ran) = self.ran.last_mut() {
                    ran.arrived.extend(players.iter().map(|player| (*round, *player)));
                }
            }
            Fact::Held | Fact::Resumed | Fact::PlaceGone | Fact::PlaceBack | Fact::ChannelGone | Fact::ChannelBack => {
                if let Some(pause) = self.still.take(at, fact) {
                    self.put_off(pause);
                }
            }
            Fact::Delayed { ms } => self.put_off(*ms),
            Fact::StageEnded { places, .. } => {
                if let Some(ran) = self.ran.last_mut() {
                    ran.places = Some(places.clone());
                }
            }
            Fact::Finished => self.status = Status::Finished,
            Fact::Cancelled { why, .. } => {
                self.status = Status::Cancelled;
                self.lapsed = *why;
            }
        }
        if Contest::stirs(fact) {
            self.stirred = self.stirred.max(at);
        }
    }

    fn admit(&mut self, player: PlayerId, team: Option<TeamId>, checked_in: bool) {
        let entrant = Entrant {
            player,
            team,
            checked_in,
            presence: Presence::Playing,
        };
        self.entrants.insert(player, entrant);
    }

    fn enter_team(&mut self, team: &Team, all_there: bool) {
        let there: Vec<PlayerId> = self
            .of_team(team.id)
            .filter(|entrant| entrant.checked_in)
            .map(|entrant| entrant.player)
            .collect();
        self.remove_people(team.id);
        match self.teams.iter_mut().find(|known| known.id == team.id) {
            Some(known) => *known = team.clone(),
            None => self.teams.push(team.clone()),
        }
        for player in team.people() {
            self.admit(player, Some(team.id), all_there || there.contains(&player));
        }
    }

    fn remove_people(&mut self, team: TeamId) {
        self.entrants.retain(|_, entrant| entrant.team != Some(team));
    }

    fn presence(&mut self, player: PlayerId, presence: Presence) {
        if let Some(entrant) = self.entrants.get_mut(&player) {
            entrant.presence = presence;
        }
    }

    fn amend(&mut self, pairing: PairingId, change: impl FnOnce(&mut Pairing)) {
        if let Some(pairing) = self.pairings.get_mut(pairing.0 as usize) {
            change(pairing);
        }
    }

    fn pair(
        &mut self,
        at: Millis,
        stage: u8,
        round: u16,
        pairs: &[Pair],
        absent: &[PlayerId],
        [appear, until]: [Millis; 2],
    ) {
        let Some(ran) = self.ran.last_mut() else { return };
        ran.round = round;
        ran.paired_at = at;
        ran.absent.extend(absent.iter().map(|player| (round, *player)));
        for pair in pairs {
            let Some(second) = pair.second else {
                ran.byes.push((round, pair.slot, pair.first));
                continue;
            };
            self.pairings.push(Pairing {
                id: PairingId(u32::try_from(self.pairings.len()).unwrap_or(u32::MAX)),
                stage,
                round,
                slot: pair.slot,
                players: [pair.first, second],
                shown: [false; 2],
                went: [0; 2],
                reminded: false,
                appear,
                until,
                table: None,
                levelled: 0,
                score: None,
            });
        }
    }

    fn put_in(&mut self, team: TeamId, out: PlayerId, into: PlayerId) {
        let swap = |player: &mut PlayerId| {
            if *player == out {
                *player = into;
            }
        };
        if let Some(team) = self.teams.iter_mut().find(|known| known.id == team) {
            team.members.iter_mut().for_each(swap);
            for substitute in &mut team.substitutes {
                if *substitute == into {
                    *substitute = out;
                }
            }
        }
        for pairing in self.pairings.iter_mut().filter(|pairing| pairing.score.is_none()) {
            if let Some(seat) = pairing.seat_of(out) {
                pairing.players[seat.index()] = into;
                pairing.shown[seat.index()] = false;
                pairing.went[seat.index()] = 0;
            }
        }
        if let Some(ran) = self.ran.last_mut() {
            if let Plan::Rounds(rounds) = &mut ran.plan {
                let later = rounds.iter_mut().flatten();
                for pair in later {
                    swap(&mut pair.first);
                    pair.second.iter_mut().for_each(swap);
                }
            }
            if !ran.entries.iter().any(|entry| entry.player == into) {
                ran.entries.push(Entry::new(into));
            }
        }
    }

    /// Moves everything that has a time.
    fn put_off(&mut self, pause: i64) {
        self.still.put_off(pause);
        self.stirred = self.stirred.plus(pause);
        if self.status == Status::Open {
            self.starts = self.starts.map(|starts| starts.plus(pause));
        }
        for pairing in self.pairings.iter_mut().filter(|pairing| pairing.score.is_none()) {
            pairing.appear = pairing.appear.plus(pause);
            pairing.until = pairing.until.plus(pause);
        }
    }
}

impl Pairing {
    fn reopen(&mut self, appear: Millis, until: Millis) {
        // Once for one time to come, however often the match is opened again within it.
        self.reminded &= self.appear == appear;
        self.appear = appear;
        self.until = until;
        self.table = None;
        self.shown = [false; 2];
        self.went = [0; 2];
    }
}
