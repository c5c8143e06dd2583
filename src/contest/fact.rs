use serde::{Deserialize, Serialize};

use super::format::Format;
use super::lapse::Lapse;
use super::standings::Entry;
use super::team::Team;
use crate::id::{Millis, Place, PlayerId, Seat, TableId, TeamId};

/// A match of a contest, numbered from 0 in the order of pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairingId(pub u32);

/// A fact of a contest, one row of its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Somebody made an event.
    Opened {
        /// Where its public messages go.
        place: Place,
        /// Who did.
        organiser: PlayerId,
        /// What it is.
        format: Format,
        /// When it begins, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts: Option<Millis>,
        /// After how many days in which nothing happens it is called off; none: 14.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        idle: Option<u16>,
    },
    /// One more person may run it.
    OrganiserNamed {
        /// Who.
        player: PlayerId,
    },
    /// Somebody may not run it any more.
    OrganiserUnnamed {
        /// Who.
        player: PlayerId,
    },
    /// Somebody takes part.
    SignedUp {
        /// Who.
        player: PlayerId,
    },
    /// It is full: somebody waits for a place.
    PutInLine {
        /// Who.
        player: PlayerId,
    },
    /// Somebody who waited got a place.
    MovedUp {
        /// Who.
        player: PlayerId,
    },
    /// Somebody does not want to take part (or wait) any more; before the start.
    SignedOff {
        /// Who.
        player: PlayerId,
    },
    /// From now on people say that they are there.
    CheckInOpened,
    /// Somebody said that they are there.
    CheckedIn {
        /// Who.
        player: PlayerId,
    },
    /// A team takes part, or its roster changed; before the start.
    TeamEntered {
        /// The whole team.
        team: Team,
    },
    /// It is full: a team waits for a place, or its roster changed while it waits.
    TeamInLine {
        /// The whole team.
        team: Team,
    },
    /// A team that waited got a place.
    TeamMovedUp {
        /// Which.
        team: TeamId,
    },
    /// A team does not take part (or wait) any more; before the start.
    TeamLeft {
        /// Which.
        team: TeamId,
    },
    /// The start has another time.
    StartMoved {
        /// When it begins now.
        starts: Millis,
        /// Whether it begins by itself then, although nobody but an organiser would have begun it before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        timed: bool,
    },
    /// It began; who takes part and who is in which team is settled.
    Began {
        /// Everybody in the order of the draw.
        draw: Vec<PlayerId>,
        /// Who had signed up and was not there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<PlayerId>,
        /// The teams in the order of the draw, where teams play.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        teams: Vec<Team>,
    },
    /// Somebody came in after the start.
    Joined {
        /// Who.
        player: PlayerId,
    },
    /// A stage began.
    StageBegan {
        /// Its number, from 0.
        stage: u8,
        /// Who plays it, the best seed first.
        entries: Vec<Entry>,
        /// How its rounds are made.
        plan: Plan,
        /// How many rounds are intended.
        rounds: u16,
    },
    /// A round was paired.
    Paired {
        /// The stage.
        stage: u8,
        /// The round, from 1.
        round: u16,
        /// Who meets whom.
        pairs: Vec<Pair>,
        /// Who is in the stage and was not there to be paired.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<PlayerId>,
        /// Until when everybody must have come.
        appear: Millis,
        /// Until when the matches are to be played.
        until: Millis,
    },
    /// Somebody came to their match.
    Showed {
        /// Which match.
        pairing: PairingId,
        /// Who.
        player: PlayerId,
    },
    /// Whoever is awaited at a match was reminded.
    Reminded {
        /// Which match.
        pairing: PairingId,
    },
    /// A match has its table.
    Seated {
        /// Which match.
        pairing: PairingId,
        /// Its table.
        table: TableId,
    },
    /// The table of a match ended without a result: the match is open, and whoever did not stay must come anew.
    Unseated {
        /// Which match.
        pairing: PairingId,
        /// The table that it was.
        table: TableId,
        /// Who stayed at it, by seat, where it ended before the deal because somebody did not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stayed: Option<[bool; 2]>,
        /// Until when everybody must have come.
        appear: Millis,
        /// Until when it is to be played.
        until: Millis,
    },
    /// A match has a result.
    Scored {
        /// Which match.
        pairing: PairingId,
        /// The table that it was played at, if it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// The result.
        score: Score,
    },
    /// A match that must have a winner was drawn and is played again.
    Levelled {
        /// Which match.
        pairing: PairingId,
        /// The table that it was played at.
        table: TableId,
        /// Until when everybody must have come to the next one.
        appear: Millis,
        /// Until when it is to be played.
        until: Millis,
    },
    /// A result was voided: the match is open as if it had never been played.
    Unscored {
        /// Which match.
        pairing: PairingId,
        /// Until when everybody must have come.
        appear: Millis,
        /// Until when it is to be played.
        until: Millis,
    },
    /// An organiser said what the result is.
    Corrected {
        /// Which match.
        pairing: PairingId,
        /// The result.
        score: Score,
        /// Who said so.
        by: PlayerId,
    },
    /// Somebody is not paired for the time being.
    Paused {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is back.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is out for good.
    Dropped {
        /// Who.
        player: PlayerId,
    },
    /// A substitute took over all that a member had still to play.
    Substituted {
        /// Of which team.
        team: TeamId,
        /// The member.
        out: PlayerId,
        /// The substitute.
        into: PlayerId,
    },
    /// These fell out of an elimination stage after a round, the first to fall first.
    Fell {
        /// The stage.
        stage: u8,
        /// After which round.
        round: u16,
        /// Who.
        players: Vec<PlayerId>,
    },
    /// These reached the target of a stage in a round, the best first.
    Arrived {
        /// The stage.
        stage: u8,
        /// In which round.
        round: u16,
        /// Who.
        players: Vec<PlayerId>,
    },
    /// Everything stands still.
    Held,
    /// It goes on; what had a time has it later by as long as it stood still.
    Resumed,
    /// The bot was removed from its place: everything stands still until it is back.
    PlaceGone,
    /// The bot is in its place again.
    PlaceBack,
    /// Its channel does not exist any more: everything stands still.
    ChannelGone,
    /// Its channel is there after all.
    ChannelBack,
    /// What had a time has it later, because nobody could be reached when it came.
    Delayed {
        /// By how much, in milliseconds.
        ms: i64,
    },
    /// A stage is over.
    StageEnded {
        /// Which.
        stage: u8,
        /// The places.
        places: Vec<(u16, PlayerId)>,
    },
    /// The whole event is over.
    Finished,
    /// It is called off.
    Cancelled {
        /// By whom; nobody: by the clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerId>,
        /// Why the clock did; none: too few came.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Lapse>,
    },
}

/// How the rounds of a stage are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// One by one, from the score.
    ByScore,
    /// From this schedule.
    Rounds(Vec<Vec<Pair>>),
    /// From this bracket: the places of the first round, two for a match.
    Bracket(Vec<Option<PlayerId>>),
}

/// Two who meet in a round, or one without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The number of the board in its round, or of the match in its round of a bracket, from 0.
    pub slot: u16,
    /// Who sits in the first seat.
    pub first: PlayerId,
    /// Who sits in the second; nobody: a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<PlayerId>,
}

impl Pair {
    /// Whether the player is one of them.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.first == player || self.second == Some(player)
    }

    pub(super) fn boards(pairs: impl IntoIterator<Item = (PlayerId, Option<PlayerId>)>) -> Vec<Pair> {
        (0u16..)
            .zip(pairs)
            .map(|(slot, (first, second))| Pair { slot, first, second })
            .collect()
    }
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Who won; nobody: drawn, or nobody came.
    pub winner: Option<Seat>,
    /// The points, by seat.
    pub points: [i32; 2],
    /// How many hands were played.
    pub hands: u16,
    /// How it came about.
    pub how: How,
}

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It was played (or given up at the table).
    Played,
    /// Only one came.
    Walkover,
    /// Nobody came: both lose.
    Nobody,
    /// Time was over.
    Time,
    /// In a knockout that stayed level, the better seed goes on.
    Seed,
    /// An organiser said so.
    Organiser,
}

impl Score {
    /// The result when only this seat came.
    #[must_use]
    pub fn walkover(winner: Seat, points: u16) -> Score {
        let mut score = Score {
            winner: Some(winner),
            points: [0; 2],
            hands: 0,
            how: How::Walkover,
        };
        score.points[winner.index().min(1)] = i32::from(points);
        score
    }

    /// The result when nobody came.
    #[must_use]
    pub fn nobody() -> Score {
        Score {
            winner: None,
            points: [0; 2],
            hands: 0,
            how: How::Nobody,
        }
    }

    /// The match points, by seat, in half points.
    #[must_use]
    pub fn marks(&self) -> [i32; 2] {
        match (self.winner, self.how) {
            (Some(Seat::FIRST), _) => [2, 0],
            (Some(_), _) => [0, 2],
            (None, How::Nobody) => [0, 0],
            (None, _) => [1, 1],
        }
    }
}
