use std::collections::{BTreeMap, BTreeSet};

use super::fact::{Fact, Pair, PairingId, Plan, Score};
use super::format::{Format, Stage};
use super::standings::Entry;
use super::team::Team;
use crate::id::{EventId, Millis, Place, PlayerId, Seat, TableId, TeamId, Version};

/// A match of a contest as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number.
    pub id: PairingId,
    /// The stage, from 0.
    pub stage: u8,
    /// The round, from 1.
    pub round: u16,
    /// The board, or the match in a round of a bracket.
    pub slot: u16,
    /// Who plays, first seat first.
    pub players: [PlayerId; 2],
    /// Who came, by seat.
    pub shown: [bool; 2],
    /// Whether they were reminded.
    pub reminded: bool,
    /// Until when everybody must have come.
    pub appear: Millis,
    /// Until when it is to be played.
    pub until: Millis,
    /// Its table.
    pub table: Option<TableId>,
    /// How often it was drawn and is played again.
    pub levelled: u8,
    /// The result and when it came.
    pub score: Option<(Score, Millis)>,
}

impl Pairing {
    /// The seat of this player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.players[seat.index()] == player)
    }

    /// Who won, if anybody did.
    #[must_use]
    pub fn winner(&self) -> Option<PlayerId> {
        Some(self.players[self.score?.0.winner?.index()])
    }

    fn reopen(&mut self, appear: Millis, until: Millis) {
        self.appear = appear;
        self.until = until;
        self.table = None;
        self.shown = [false; 2];
        self.reminded = false;
    }
}

/// Whether a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Yes.
    Playing,
    /// Not for the time being.
    Paused,
    /// Not any more.
    Dropped,
}

/// Somebody who signed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who.
    pub player: PlayerId,
    /// For which team.
    pub team: Option<TeamId>,
    /// Whether they said that they are there.
    pub checked_in: bool,
    /// Whether they play.
    pub presence: Presence,
}

/// How far a contest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// People sign up.
    Open,
    /// It is played.
    Running,
    /// It was played to its end.
    Finished,
    /// It was called off.
    Cancelled,
}

/// A stage as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its number, from 0.
    pub stage: u8,
    /// Who plays it, the best seed first.
    pub entries: Vec<Entry>,
    /// How its rounds are made.
    pub plan: Plan,
    /// How many rounds are intended.
    pub rounds: u16,
    /// The last round that was paired.
    pub round: u16,
    /// When.
    pub paired_at: Millis,
    /// Who had no opponent, by round and match of the bracket.
    pub byes: Vec<(u16, u16, PlayerId)>,
    /// Who was not there to be paired, by round.
    pub absent: Vec<(u16, PlayerId)>,
    /// Who fell, after which round.
    pub fallen: Vec<(u16, PlayerId)>,
    /// Who reached the target, in which round.
    pub arrived: Vec<(u16, PlayerId)>,
    /// The places, once it is over.
    pub places: Option<Vec<(u16, PlayerId)>>,
}

impl Ran {
    /// Whether the player is still in it.
    #[must_use]
    pub fn is_alive(&self, player: PlayerId) -> bool {
        let out = |list: &[(u16, PlayerId)]| list.iter().any(|(_, gone)| *gone == player);
        !out(&self.fallen) && !out(&self.arrived)
    }
}

/// A contest as its log tells it.
#[derive(Clone, Debug)]
pub struct Contest {
    pub(super) id: EventId,
    pub(super) version: Version,
    pub(super) place: Place,
    pub(super) organisers: BTreeSet<PlayerId>,
    pub(super) format: Format,
    pub(super) starts: Option<Millis>,
    pub(super) status: Status,
    pub(super) check_in_open: bool,
    pub(super) held: Option<Millis>,
    /// Whether an organiser let everything stand still.
    pub(super) stopped: bool,
    /// Whether the place is gone.
    pub(super) lost: bool,
    pub(super) entrants: BTreeMap<PlayerId, Entrant>,
    pub(super) waiting: Vec<(PlayerId, bool)>,
    pub(super) waiting_teams: Vec<(Team, bool)>,
    pub(super) teams: Vec<Team>,
    pub(super) draw: Vec<PlayerId>,
    pub(super) ran: Vec<Ran>,
    pub(super) pairings: Vec<Pairing>,
}

impl Contest {
    /// The contest that this log tells; `None` for a log that does not begin with `Opened`.
    #[must_use]
    pub fn replay(id: EventId, log: &[(Millis, Fact)]) -> Option<Contest> {
        let ((_, first), rest) = log.split_first()?;
        let mut contest = Contest::opened(id, first)?;
        for (at, fact) in rest {
            contest.evolve(*at, fact);
        }
        Some(contest)
    }

    /// The contest that this first fact begins.
    #[must_use]
    pub fn opened(id: EventId, fact: &Fact) -> Option<Contest> {
        let Fact::Opened {
            place,
            organiser,
            format,
            starts,
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
            held: None,
            stopped: false,
            lost: false,
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
        match fact {
            Fact::Opened { .. } => {}
            Fact::OrganiserNamed { player } => {
                self.organisers.insert(*player);
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
            Fact::StartMoved { starts } => self.starts = Some(*starts),
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
                pairing, appear, until, ..
            } => self.amend(*pairing, |pairing| pairing.reopen(*appear, *until)),
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
            Fact::Held => {
                self.stopped = true;
                self.held.get_or_insert(at);
            }
            Fact::PlaceGone => {
                self.lost = true;
                self.held.get_or_insert(at);
            }
            Fact::Resumed => {
                self.stopped = false;
                self.resume(at);
            }
            Fact::PlaceBack => {
                self.lost = false;
                self.resume(at);
            }
            Fact::Delayed { ms } => self.put_off(*ms),
            Fact::StageEnded { places, .. } => {
                if let Some(ran) = self.ran.last_mut() {
                    ran.places = Some(places.clone());
                }
            }
            Fact::Finished => self.status = Status::Finished,
            Fact::Cancelled { .. } => self.status = Status::Cancelled,
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

    fn resume(&mut self, at: Millis) {
        if self.stopped || self.lost {
            return;
        }
        let Some(since) = self.held.take() else { return };
        self.put_off(at.0 - since.0);
    }

    /// Moves everything that has a time.
    fn put_off(&mut self, pause: i64) {
        if self.status == Status::Open {
            self.starts = self.starts.map(|starts| starts.plus(pause));
        }
        for pairing in self.pairings.iter_mut().filter(|pairing| pairing.score.is_none()) {
            pairing.appear = pairing.appear.plus(pause);
            pairing.until = pairing.until.plus(pause);
        }
    }

    pub(super) fn of_team(&self, team: TeamId) -> impl Iterator<Item = &Entrant> {
        self.entrants.values().filter(move |entrant| entrant.team == Some(team))
    }

    /// The stage that is played, or was played last.
    #[must_use]
    pub fn stage(&self) -> Option<(&Stage, &Ran)> {
        let ran = self.ran.last()?;
        Some((self.format.stages.get(usize::from(ran.stage))?, ran))
    }

    /// The matches of a stage, in the order of pairing.
    pub fn pairings_of(&self, stage: u8) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(move |pairing| pairing.stage == stage)
    }

    /// The match with this number.
    #[must_use]
    pub fn pairing(&self, pairing: PairingId) -> Option<&Pairing> {
        self.pairings.get(pairing.0 as usize)
    }

    /// The event's id.
    #[must_use]
    pub fn id(&self) -> EventId {
        self.id
    }

    /// The length of the log.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Where its public messages go.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The same event after its group got another id.
    #[must_use]
    pub fn moved_to(mut self, place: Place) -> Contest {
        self.place = place;
        self
    }

    /// When it begins, where that is known.
    #[must_use]
    pub fn starts(&self) -> Option<Millis> {
        self.starts
    }

    /// Since when everything stands still, if it does.
    #[must_use]
    pub fn held(&self) -> Option<Millis> {
        self.held
    }

    /// Whether everything stands still because its place is gone.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Who may run it.
    pub fn organisers(&self) -> impl Iterator<Item = PlayerId> {
        self.organisers.iter().copied()
    }

    /// Everybody who takes part, in the order of their numbers.
    pub fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.values()
    }

    /// Who waits for a place, the next one first; people of teams that wait included.
    pub fn waiting(&self) -> impl Iterator<Item = PlayerId> {
        let alone = self.waiting.iter().map(|(player, _)| *player);
        alone.chain(self.waiting_teams.iter().flat_map(|(team, _)| team.people()))
    }

    /// The teams that wait for a place, the next one first.
    pub fn waiting_teams(&self) -> impl Iterator<Item = &Team> {
        self.waiting_teams.iter().map(|(team, _)| team)
    }

    /// Every match, in the order of pairing.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The matches that both came to and that have no table yet; none while everything stands still.
    pub fn unseated(&self) -> impl Iterator<Item = &Pairing> {
        let runs = self.status == Status::Running && self.held.is_none();
        let waits =
            |pairing: &&Pairing| pairing.score.is_none() && pairing.table.is_none() && pairing.shown == [true, true];
        self.pairings.iter().filter(waits).filter(move |_| runs)
    }

    /// What it is.
    #[must_use]
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// How far it is.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether this person may run it.
    #[must_use]
    pub fn is_organiser(&self, player: PlayerId) -> bool {
        self.organisers.contains(&player)
    }

    /// The teams.
    #[must_use]
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Somebody who signed up.
    #[must_use]
    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants.get(&player)
    }

    /// The stages that were begun.
    #[must_use]
    pub fn stages(&self) -> &[Ran] {
        &self.ran
    }

    /// Who paid the fee and gets it back, now that it is called off.
    #[must_use]
    pub fn refunds(&self) -> Vec<PlayerId> {
        if self.status != Status::Cancelled || self.format.fee == 0 {
            return Vec::new();
        }
        self.entrants.keys().copied().collect()
    }
}
