use super::fact::{PairingId, Plan};
use super::format::Kind;
use super::standings::{Standing, TeamStanding};
use super::state::{Contest, Entrant, Pairing, Presence, Status};
use super::survival::Balance;
use super::team::Team;
use crate::id::{Millis, PlayerId, TableId, TeamId};

/// What one person may know of a contest, and what is asked of them. Nothing in a contest is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// How far it is.
    pub status: Status,
    /// Whether everything stands still.
    pub held: bool,
    /// When it begins, where that is known.
    pub starts: Option<Millis>,
    /// Everybody who takes part.
    pub entrants: Vec<Entrant>,
    /// Who waits for a place, the next one first.
    pub waiting: Vec<PlayerId>,
    /// The teams, where teams play.
    pub teams: Vec<Team>,
    /// The teams that wait for a place, the next one first.
    pub waiting_teams: Vec<Team>,
    /// The stage from 0, the round and how many rounds are intended; none before the start.
    pub round: Option<(u8, u16, u16)>,
    /// The matches of the stage, in the order of pairing.
    pub pairings: Vec<Pairing>,
    /// The bracket's first round, where one is played.
    pub bracket: Option<Vec<Option<PlayerId>>>,
    /// The standings of the stage.
    pub standings: Vec<Standing>,
    /// The places of the stage, or, when all is over, of the whole event.
    pub places: Vec<(u16, PlayerId)>,
    /// What everybody has, in an elimination.
    pub balances: Vec<Balance>,
    /// The teams' standings.
    pub team_standings: Vec<TeamStanding>,
    /// What is asked of whoever looks.
    pub asked: Asked,
}

/// What is asked of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: they have nothing to do with it.
    Nothing,
    /// To wait for a free place.
    WaitForPlace,
    /// To say that they are there, before the start.
    CheckIn,
    /// To wait for the start.
    WaitForStart,
    /// To come to a match.
    Show(PairingId, Millis),
    /// To wait for the opponent to come.
    WaitForOpponent(PairingId, Millis),
    /// To play at a table.
    Play(PairingId, TableId),
    /// To wait for the next round; in this one they have no opponent.
    Bye,
    /// To wait for the next round.
    WaitForRound,
    /// To say when they are back.
    Return,
    /// To stand by for their team.
    StandBy(TeamId),
    /// Nothing any more: out, or the event is over.
    Done,
}

impl Contest {
    /// What this person (or anybody) may know.
    #[must_use]
    pub fn view(&self, viewer: Option<PlayerId>) -> View {
        let running = self.stage();
        let stage = running.map(|(_, ran)| ran.stage);
        View {
            status: self.status,
            held: self.held().is_some(),
            starts: self.starts,
            entrants: self.entrants.values().copied().collect(),
            waiting: self.waiting.iter().map(|(player, _)| *player).collect(),
            teams: self.teams.clone(),
            waiting_teams: self.waiting_teams().cloned().collect(),
            round: running.map(|(_, ran)| (ran.stage, ran.round, ran.rounds)),
            pairings: stage
                .map(|stage| self.pairings_of(stage).cloned().collect())
                .unwrap_or_default(),
            bracket: running.and_then(|(_, ran)| match &ran.plan {
                Plan::Bracket(places) => Some(places.clone()),
                _ => None,
            }),
            standings: stage.map(|stage| self.standings(stage)).unwrap_or_default(),
            places: match (self.status, stage) {
                (Status::Finished, _) => self.final_places(),
                (_, Some(stage)) => self.places(stage),
                (_, None) => Vec::new(),
            },
            balances: running
                .map(|(stage, ran)| self.balances(stage, ran))
                .unwrap_or_default(),
            team_standings: self.team_standings(),
            asked: viewer.map_or(Asked::Nothing, |viewer| self.asked(viewer)),
        }
    }

    /// What is asked of this person.
    #[must_use]
    pub fn asked(&self, player: PlayerId) -> Asked {
        if self.waiting().any(|waiting| waiting == player) {
            return Asked::WaitForPlace;
        }
        let Some(entrant) = self.entrants.get(&player) else {
            return Asked::Nothing;
        };
        match self.status {
            Status::Open if self.check_in_open && !entrant.checked_in => return Asked::CheckIn,
            Status::Open => return Asked::WaitForStart,
            Status::Finished | Status::Cancelled => return Asked::Done,
            Status::Running => {}
        }
        let open = self.pairings.iter().filter(|pairing| pairing.score.is_none());
        let mut own = open.filter_map(|pairing| Some((pairing, pairing.seat_of(player)?)));
        if let Some((pairing, seat)) = own.next() {
            return match pairing.table {
                Some(table) => Asked::Play(pairing.id, table),
                None if pairing.shown[seat.index()] => Asked::WaitForOpponent(pairing.id, pairing.appear),
                None => Asked::Show(pairing.id, pairing.appear),
            };
        }
        self.resting(entrant)
    }

    fn resting(&self, entrant: &Entrant) -> Asked {
        let player = entrant.player;
        match (entrant.presence, self.ran.last()) {
            (Presence::Dropped, _) => return Asked::Done,
            (Presence::Paused, _) => return Asked::Return,
            (Presence::Playing, None) => return Asked::WaitForStart,
            (Presence::Playing, Some(ran)) if !ran.entries.iter().any(|entry| entry.player == player) => {
                return match entrant.team {
                    Some(team) => Asked::StandBy(team),
                    None => Asked::Done,
                };
            }
            (Presence::Playing, Some(ran)) if !ran.is_alive(player) => {
                // Whoever reached a target waits for the next stage, if there is one.
                let arrived = ran.arrived.iter().any(|(_, there)| *there == player);
                let more = usize::from(ran.stage) + 1 < self.format.stages.len();
                return if arrived && more {
                    Asked::WaitForRound
                } else {
                    Asked::Done
                };
            }
            (Presence::Playing, Some(_)) => {}
        }
        let Some(ran) = self.ran.last() else {
            return Asked::WaitForStart;
        };
        if ran
            .byes
            .iter()
            .any(|(round, _, rested)| (*round, *rested) == (ran.round, player))
        {
            return Asked::Bye;
        }
        let beaten = matches!(ran.plan, Plan::Bracket(_)) && self.is_beaten(ran.stage, ran.rounds, player);
        if beaten { Asked::Done } else { Asked::WaitForRound }
    }

    /// Whether somebody lost a match of a bracket and has none for the third place to come.
    fn is_beaten(&self, stage: u8, rounds: u16, player: PlayerId) -> bool {
        let third = matches!(
            self.format.stages.get(usize::from(stage)).map(|stage| stage.play),
            Some(Kind::Knockout { third_place: true })
        );
        let own = self
            .pairings_of(stage)
            .filter(|pairing| pairing.seat_of(player).is_some());
        let last = own.last();
        last.is_some_and(|pairing| {
            let lost = pairing.score.is_some() && pairing.winner() != Some(player);
            let semifinal =
                third && pairing.round + 1 == rounds && self.ran.last().is_some_and(|ran| ran.round < rounds);
            pairing.round == rounds && pairing.score.is_some() || lost && !semifinal
        })
    }
}
