//! The one door for every wish.

use std::collections::BTreeMap;

use super::fact::{Fact, PairingId, Score};
use super::flaw::Flaw;
use super::format::{Format, Start};
use super::lapse::Loss;
use super::state::{Contest, Status};
use super::team::Team;
use crate::id::{Millis, Place, PlayerId, TableId, TeamId, Venue};

/// Who wishes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Person(PlayerId),
    /// A person who may run every event of the venue, an administrator.
    Admin(PlayerId),
    /// A person who leads the team that the wish is about today, whoever led it when it was entered.
    Captain(PlayerId),
    /// The clock and the tables.
    Clock,
}

impl Who {
    /// The person, unless it is the clock.
    #[must_use]
    pub fn person(self) -> Option<PlayerId> {
        match self {
            Who::Person(player) | Who::Admin(player) | Who::Captain(player) => Some(player),
            Who::Clock => None,
        }
    }

    /// Whether this is the captain of a team that this player led when it was entered.
    pub(super) fn leads(self, captain: PlayerId) -> bool {
        matches!(self, Who::Captain(_)) || self.person() == Some(captain)
    }
}

/// What a decision may know beyond the log.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The time.
    pub now: Millis,
    /// Thirty-two bytes nobody could know before: lots are drawn with them.
    pub seed: [u8; 32],
    /// The ratings of those who signed up, for seeding.
    pub ratings: &'a BTreeMap<PlayerId, f64>,
    /// Where the wish was said, nothing in the private chat; an organiser's is heard in the event's own venue only.
    pub venue: Option<Venue>,
    /// Whether the event's messages stand in that venue, or do from this wish on, by its own leave: a captain's orders are
    /// heard there too.
    pub shown: bool,
}

/// What somebody can want of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Take part, or wait for a place; after the start, where that is allowed, come in late, or come back.
    SignUp,
    /// Not take part after all; before the start.
    SignOff,
    /// Say that one is there.
    CheckIn,
    /// Enter a team, or change its roster; its captain and organisers can.
    Enter(Team),
    /// Change into another team of the event.
    Switch(TeamId),
    /// Take a team out; before the start.
    WithdrawTeam(TeamId),
    /// Not be paired for the time being.
    Pause,
    /// Be paired again.
    Return,
    /// Be out for good.
    Drop,
    /// Put a substitute in a member's place.
    Substitute {
        /// The member.
        out: PlayerId,
        /// The substitute.
        into: PlayerId,
    },
    /// Say that one is there for a match.
    Show(PairingId),
    /// Give a match its table.
    Seat(PairingId, TableId),
    /// Tell the result of a match's table.
    Score(PairingId, TableId, Score),
    /// Tell that a match's table ended without a result.
    Unseat {
        /// The match.
        pairing: PairingId,
        /// The table.
        table: TableId,
        /// Who stayed at it, by seat, where it ended before the deal because somebody did not; none: it is nobody's doing.
        stayed: Option<[bool; 2]>,
    },
    /// Give the start another time.
    Move(Millis),
    /// Begin.
    Start,
    /// Begin this round of this stage.
    Next {
        /// The stage, from 0.
        stage: u8,
        /// The round, from 1; one after the last round is the end of the stage.
        round: u16,
    },
    /// Void the result of a match.
    Void(PairingId),
    /// Say what the result of a match is.
    Correct(PairingId, Score),
    /// Take somebody out.
    Expel(PlayerId),
    /// Let everything stand still.
    Hold,
    /// Let it go on.
    Resume,
    /// Let everything stand still until the place is back.
    PlaceGone(Loss),
    /// The place is back, as far as it was gone in this way.
    PlaceBack(Loss),
    /// Put everything that has a time off by so many milliseconds.
    Delay(i64),
    /// Call it off.
    Cancel,
    /// Let somebody else run it too.
    NameOrganiser(PlayerId),
    /// Let somebody not run it any more; an administrator's.
    UnnameOrganiser(PlayerId),
}

impl Wish {
    /// Whether only those can who run the event.
    #[must_use]
    pub fn organises(&self) -> bool {
        matches!(
            self,
            Wish::Start
                | Wish::Move(_)
                | Wish::Next { .. }
                | Wish::Void(_)
                | Wish::Correct(..)
                | Wish::Expel(_)
                | Wish::Hold
                | Wish::Resume
                | Wish::Cancel
                | Wish::NameOrganiser(_)
                | Wish::UnnameOrganiser(_)
        )
    }
}

/// Why a wish is not fulfilled: an answer to the person, nothing is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event is over: nothing changes any more.
    #[error("the event is over")]
    Over,
    /// Only organisers can.
    #[error("only an organiser can")]
    NotOrganiser,
    /// The person does not run the event.
    #[error("not an organiser")]
    NoOrganiser,
    /// Only administrators of the venue can.
    #[error("only an administrator can")]
    NotAdmin,
    /// Not from another venue.
    #[error("only in the event's own venue")]
    Elsewhere,
    /// Not from a venue in which the event is not shown.
    #[error("only where the event is shown")]
    NotShown,
    /// The person does not take part.
    #[error("not signed up")]
    NotSignedUp,
    /// No place is free.
    #[error("no place is free")]
    Full,
    /// No place is free, and as many wait for one as can.
    #[error("no place is free, and no room is left on the waiting list")]
    LineFull,
    /// The person came and went too often lately.
    #[error("too often lately")]
    TooOften,
    /// As many people run the event as can.
    #[error("as many run the event as can")]
    Organisers,
    /// Nobody can come in any more.
    #[error("nobody can come in any more")]
    Closed,
    /// It has begun, and what was settled then stays.
    #[error("the event has begun")]
    Begun,
    /// It has not begun.
    #[error("the event has not begun")]
    NotBegun,
    /// There is nothing to check in for now.
    #[error("there is no check-in now")]
    NoCheckIn,
    /// Teams play here.
    #[error("teams play here")]
    TeamNeeded,
    /// No teams play here, or not this one.
    #[error("no such team here")]
    NoTeams,
    /// The team is too small or too large.
    #[error("the team is too small or too large")]
    TeamSize,
    /// The captain is missing in the roster, or somebody is in it twice.
    #[error("the captain is missing, or somebody is there twice")]
    Roster,
    /// Somebody plays for another team of the event.
    #[error("somebody plays for another team")]
    OtherTeam(PlayerId),
    /// Only the captain can.
    #[error("only the captain can")]
    NotCaptain,
    /// Not a substitute of that team.
    #[error("not a substitute of the team")]
    NotSubstitute,
    /// One of them plays at a table.
    #[error("one of them sits at a table")]
    Sits,
    /// Too few are there to begin.
    #[error("too few are there")]
    TooFew,
    /// A match of the round has no result yet.
    #[error("a match has no result yet")]
    RoundOpen,
    /// It is not time for that.
    #[error("not yet")]
    NotYet,
    /// There is no such match.
    #[error("no such match")]
    NoPairing,
    /// It is not the person's match.
    #[error("not one's own match")]
    NotYours,
    /// The match has a result already.
    #[error("the match has a result already")]
    Scored,
    /// The match has another table already.
    #[error("the match has a table already")]
    Seated,
    /// What came after it was decided from this result.
    #[error("what came after depends on it")]
    Depends,
    /// A knockout match needs a winner.
    #[error("a winner is needed")]
    NoWinner,
    /// The person is out for good.
    #[error("out for good")]
    Dropped,
    /// Everything stands still.
    #[error("everything stands still")]
    Held,
    /// A figure is out of bounds.
    #[error("a figure is out of bounds")]
    Bounds,
    /// The start lies in the past, or there is none.
    #[error("a time in the future is needed")]
    NoTime,
    /// The format can't be played.
    #[error("{0}")]
    Format(#[from] Flaw),
}

impl Contest {
    /// The facts that open a contest.
    ///
    /// # Errors
    /// When the format can't be played, or begins at a time and there is none in the future.
    pub fn open(
        now: Millis,
        place: Place,
        organiser: PlayerId,
        format: Format,
        starts: Option<Millis>,
    ) -> Result<Vec<Fact>, Refusal> {
        format.check()?;
        let late = starts.is_some_and(|starts| starts <= now);
        if late || format.start == Start::AtTime && starts.is_none() {
            return Err(Refusal::NoTime);
        }
        Ok(vec![Fact::Opened {
            place,
            organiser,
            format,
            starts,
            idle: None,
        }])
    }

    /// What follows when this is wished; nothing when it is so already.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn decide(&self, who: Who, wish: Wish, setting: &Setting<'_>) -> Result<Vec<Fact>, Refusal> {
        if matches!(self.status, Status::Finished | Status::Cancelled) {
            return match wish {
                // A result that is told late, or again, is nobody's fault.
                Wish::Score(..) if who == Who::Clock => Ok(Vec::new()),
                _ => Err(Refusal::Over),
            };
        }
        self.may(who, &wish, setting)?;
        let now = setting.now;
        let person = || who.person().ok_or(Refusal::NotSignedUp);
        match wish {
            Wish::SignUp => self.sign_up(setting, person()?),
            Wish::SignOff => self.sign_off(setting, person()?),
            Wish::CheckIn => self.check_in(person()?),
            Wish::Enter(team) => self.enter(setting, who, team),
            Wish::Switch(team) => self.switch(now, person()?, team),
            Wish::WithdrawTeam(team) => self.withdraw_team(setting, who, team),
            Wish::Pause => self.pause(person()?),
            Wish::Return => self.come_back(now, person()?),
            Wish::Drop => self.drop_out(now, person()?),
            Wish::Expel(player) if self.status == Status::Open => self.sign_off(setting, player),
            Wish::Expel(player) => self.drop_out(now, player),
            Wish::Substitute { out, into } => self.substitute(who, out, into),
            Wish::Show(pairing) => self.show(person()?, pairing),
            Wish::Seat(pairing, table) => self.seat(pairing, table),
            Wish::Score(pairing, table, score) => Ok(self.score(now, pairing, table, score)),
            Wish::Unseat { pairing, table, stayed } => Ok(self.unseat(now, pairing, table, stayed)),
            Wish::Move(starts) => self.move_start(now, starts),
            Wish::PlaceGone(loss) => Ok(self.place_gone(loss)),
            Wish::PlaceBack(loss) => Ok(self.place_back(loss)),
            Wish::Delay(ms) => Ok(if ms > 0 { vec![Fact::Delayed { ms }] } else { Vec::new() }),
            Wish::Start => self.start(setting, who),
            Wish::Next { stage, round } => self.next_round(setting, stage, round),
            Wish::Void(pairing) => self.void(setting, pairing),
            Wish::Correct(pairing, score) => self.correct(who, pairing, score),
            Wish::Hold => Ok(self.hold()),
            Wish::Resume => Ok(self.resume_now()),
            Wish::Cancel => Ok(self.cancel(who)),
            Wish::NameOrganiser(player) => self.name_organiser(player),
            Wish::UnnameOrganiser(player) => self.unname_organiser(player),
        }
    }

    /// Whether this person runs the event.
    pub(super) fn may_organise(&self, who: Who) -> bool {
        match who {
            Who::Person(player) | Who::Captain(player) => self.is_organiser(player),
            Who::Admin(_) | Who::Clock => true,
        }
    }

    /// Who leads the team that this wish is an order about; nobody where it is about none.
    fn captain_of(&self, wish: &Wish) -> Option<PlayerId> {
        let mut known = self.teams.iter().chain(self.waiting_teams());
        match wish {
            // Whoever enters a new team leads it.
            Wish::Enter(team) => Some(known.find(|known| known.id == team.id).unwrap_or(team).captain),
            Wish::WithdrawTeam(team) => Some(known.find(|known| known.id == *team)?.captain),
            Wish::Substitute { out, .. } => Some(known.find(|known| known.members.contains(out))?.captain),
            _ => None,
        }
    }

    /// Whether an order about a team is heard where it is said: its captain's in the private chat too, and wherever the event
    /// is shown; everybody else's in the event's own venue.
    fn heard(&self, who: Who, wish: &Wish, setting: &Setting<'_>) -> Result<(), Refusal> {
        let order = matches!(wish, Wish::Enter(_) | Wish::WithdrawTeam(_) | Wish::Substitute { .. });
        if !order || who == Who::Clock || setting.venue == Some(self.place.venue) {
            return Ok(());
        }
        if !self.captain_of(wish).is_some_and(|captain| who.leads(captain)) {
            return Err(Refusal::Elsewhere);
        }
        if setting.venue.is_some() && !setting.shown {
            return Err(Refusal::NotShown);
        }
        Ok(())
    }

    /// Whether this wish can be heard at all: from whom, where, and when.
    fn may(&self, who: Who, wish: &Wish, setting: &Setting<'_>) -> Result<(), Refusal> {
        let clocks = matches!(
            wish,
            Wish::Seat(..)
                | Wish::Score(..)
                | Wish::Unseat { .. }
                | Wish::PlaceGone(_)
                | Wish::PlaceBack(_)
                | Wish::Delay(_)
        );
        if clocks && who != Who::Clock {
            return Err(Refusal::NotOrganiser);
        }
        if wish.organises() {
            if who != Who::Clock && setting.venue != Some(self.place.venue) {
                return Err(Refusal::Elsewhere);
            }
            if !self.may_organise(who) {
                return Err(Refusal::NotOrganiser);
            }
            // Whoever was let in by an organiser can't send that organiser away.
            if matches!(wish, Wish::UnnameOrganiser(_)) && !matches!(who, Who::Admin(_)) {
                return Err(Refusal::NotAdmin);
            }
        }
        self.heard(who, wish, setting)?;
        let before = matches!(
            wish,
            Wish::SignOff | Wish::Move(_) | Wish::CheckIn | Wish::Enter(_) | Wish::Switch(_) | Wish::WithdrawTeam(_)
        );
        let after = matches!(
            wish,
            Wish::Pause
                | Wish::Return
                | Wish::Drop
                | Wish::Substitute { .. }
                | Wish::Show(_)
                | Wish::Seat(..)
                | Wish::Unseat { .. }
                | Wish::Next { .. }
                | Wish::Void(_)
                | Wish::Correct(..)
        );
        match self.status {
            Status::Running if before => return Err(Refusal::Begun),
            Status::Open if after => return Err(Refusal::NotBegun),
            _ => {}
        }
        let moves = matches!(wish, Wish::Start | Wish::Next { .. } | Wish::Seat(..));
        if self.held().is_some() && moves {
            return Err(Refusal::Held);
        }
        Ok(())
    }
}
