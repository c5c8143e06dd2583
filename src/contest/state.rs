//! A contest as it stands, to be looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::caps::Comings;
use super::fact::{PairingId, Plan, Score};
use super::format::{Format, Stage};
use super::lapse::{Lapse, Still};
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
    /// How often each went before the deal after they had come, by seat.
    pub went: [u8; 2],
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

    /// A number that tells what stands in it now from what stood before or will: by it a "yes" is known to be about what it was
    /// asked about (FNV-1a).
    #[must_use]
    pub fn mark(&self) -> u32 {
        let Some((score, at)) = self.score else { return 0 };
        let winner = score.winner.map_or(2, |winner| winner.index() as u8);
        let mut bytes = vec![winner, score.how as u8];
        for points in score.points {
            bytes.extend(points.to_le_bytes());
        }
        bytes.extend(at.0.to_le_bytes());
        bytes.into_iter().fold(0x811C_9DC5, |mark: u32, byte| {
            (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
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
    pub(super) still: Still,
    /// After how many days in which nothing happens it is called off.
    pub(super) idle: u16,
    /// When somebody last showed that they want something of it, before the start.
    pub(super) stirred: Millis,
    /// Why the clock called it off, where nothing came of it.
    pub(super) lapsed: Option<Lapse>,
    pub(super) comings: Comings,
    pub(super) entrants: BTreeMap<PlayerId, Entrant>,
    pub(super) waiting: Vec<(PlayerId, bool)>,
    pub(super) waiting_teams: Vec<(Team, bool)>,
    pub(super) teams: Vec<Team>,
    pub(super) draw: Vec<PlayerId>,
    pub(super) ran: Vec<Ran>,
    pub(super) pairings: Vec<Pairing>,
}

impl Contest {
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
        self.still.since()
    }

    /// Whether everything stands still because its place is gone.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.still.is_lost()
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
        let runs = self.status == Status::Running && self.held().is_none();
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
}
