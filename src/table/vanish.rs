use serde::{Deserialize, Serialize};

use super::event::{Event, Sitter, Why};
use super::game::Refusal;
use super::plan::GRACE_MS;
use super::state::{MatchEnd, Stage, Table};
use super::{Due, DueKind};
use crate::id::{Millis, PlayerId, Seat, Stamp};

/// How long somebody must be away before the other one may claim the match, unless a turn is shorter: 24 h (ours, C-017).
pub const CLAIM_MS: i64 = 86_400_000;

/// How long a match waits for its place to come back before it is void: 7 days (ours).
pub const ABANDON_MS: i64 = 7 * 86_400_000;

/// How often one player's going away is noted in a match (ours); whoever comes and goes for ever fills no log.
pub const LEAVES_MAX: u8 = 20;

/// How somebody went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gone {
    /// Left the group or server where the match is played.
    Left,
    /// Was removed or banned from there.
    Removed,
    /// Blocked the bot.
    Blocked,
    /// The account does not exist any more.
    Deleted,
}

impl Gone {
    /// How much it takes to be back; whoever is away in two ways is so in the one that takes more.
    fn grade(self) -> u8 {
        match self {
            Gone::Left | Gone::Removed => 0,
            Gone::Blocked => 1,
            Gone::Deleted => 2,
        }
    }
}

/// What became of the place of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
    /// The bot was removed from it.
    Removed,
    /// The channel or group does not exist any more.
    Deleted,
}

/// A player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// How they went.
    pub how: Gone,
    /// Since when.
    pub since: Millis,
    /// From when on the other one may claim the match, whenever it is the turn of the one who is away.
    pub claim: Millis,
}

/// A match whose place is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// What became of the place.
    pub why: Hindrance,
    /// When the match is void unless the place comes back.
    pub until: Millis,
}

/// Who is away and whether the place is, as the log tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Vanished {
    away: [Option<(Gone, Millis)>; 2],
    leaves: [u8; 2],
    pause: Option<Pause>,
    /// How often the match went on after a pause.
    resumes: u16,
    /// How much of the time for the present question was left when the match was paused.
    left: Option<i64>,
}

impl Table {
    /// Whether the player in this seat is away: the clock runs as ever, and the other one may claim the match in time.
    #[must_use]
    pub fn away(&self, seat: Seat) -> Option<Away> {
        let (how, since) = self.vanished.away[seat.index()].filter(|_| self.stage == Stage::Playing)?;
        Some(Away {
            how,
            since,
            claim: since.plus(self.terms.turn.min(CLAIM_MS)),
        })
    }

    /// Why the clock stands still, when it does.
    #[must_use]
    pub fn paused(&self) -> Option<Pause> {
        self.vanished.pause.filter(|_| self.may_pause())
    }

    /// What follows when this player goes away. Before the deal that is the end of it, and so it is of a match against the
    /// computer, which nobody is left to play.
    #[must_use]
    pub fn leave(&self, player: PlayerId, how: Gone) -> Vec<Event> {
        let asked = matches!(self.invitee(), super::Invitee::Player(invited) if *invited == player);
        match (self.stage, self.seat_of(player)) {
            (Stage::Invited | Stage::Gathering, seat) if how != Gone::Blocked && (seat.is_some() || asked) => {
                vec![Event::Withdrawn { by: player }]
            }
            (Stage::Playing, Some(seat)) => {
                let known = self.vanished.away[seat.index()].map(|(how, _)| how);
                if how != Gone::Blocked && self.seats.contains(&Sitter::Robot) {
                    vec![Event::Abandoned]
                } else if known.is_some_and(|known| known.grade() >= how.grade())
                    || self.vanished.leaves[seat.index()] >= LEAVES_MAX
                {
                    Vec::new()
                } else {
                    vec![Event::Left { seat, how }]
                }
            }
            _ => Vec::new(),
        }
    }

    /// What follows when this player shows themselves again.
    #[must_use]
    pub fn come_back(&self, player: PlayerId) -> Vec<Event> {
        match self.seat_of(player) {
            Some(seat) if self.away(seat).is_some() => vec![Event::Returned { seat }],
            _ => Vec::new(),
        }
    }

    /// What follows when this player is in the place of the match, as far as others tell: whoever has blocked the bot or has no
    /// account any more stays away, as those are members too.
    #[must_use]
    pub fn rejoin(&self, player: PlayerId) -> Vec<Event> {
        match self.seat_of(player).and_then(|seat| self.away(seat)) {
            Some(away) if away.how.grade() == 0 => self.come_back(player),
            _ => Vec::new(),
        }
    }

    /// What follows when this player claims the match because the other one is away: they win it.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn claim(&self, player: PlayerId, stamp: Option<Stamp>, now: Millis) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        self.dealt_and_running()?;
        if self.paused().is_some() {
            return Err(Refusal::Paused);
        }
        if stamp.is_some_and(|stamp| stamp != self.stamp(seat)) {
            return Err(Refusal::Stale);
        }
        let absent = seat.other();
        let away = self.away(absent).ok_or(Refusal::NotAway)?;
        if self.asked() != Some(absent) || now < away.claim {
            return Err(Refusal::ClaimEarly);
        }
        self.forfeit(absent, Why::Absent)
    }

    /// What follows when the place of the match is gone: the clock stands still.
    #[must_use]
    pub fn pause(&self, why: Hindrance) -> Vec<Event> {
        match self.paused() {
            None if self.may_pause() => vec![Event::Paused { why }],
            _ => Vec::new(),
        }
    }

    /// What follows when the place of the match is back: the clock goes on with the time that was left, but never with less
    /// than a fair one.
    #[must_use]
    pub fn resume(&self, now: Millis) -> Vec<Event> {
        if self.paused().is_none() {
            return Vec::new();
        }
        let fair = GRACE_MS.min(self.terms.turn);
        let until = self.vanished.left.map(|left| now.plus(left.max(fair)));
        vec![Event::Resumed { until }]
    }

    /// What follows when the place of the match did not come back in time.
    #[must_use]
    pub fn abandon(&self) -> Vec<Event> {
        match self.paused() {
            Some(_) => vec![Event::Abandoned],
            None => Vec::new(),
        }
    }

    /// What is due while the match is paused.
    pub(super) fn suspended(&self) -> Option<Due> {
        let pause = self.paused()?;
        Some(Due {
            kind: DueKind::Abandon,
            at: pause.until,
            stamp: self.stamp(Seat::FIRST),
            seat: Seat::FIRST,
        })
    }

    /// Takes in what a fact means for people and places that vanish; called for every fact, before anything else changes.
    pub(super) fn part(&mut self, at: Millis, event: &Event) {
        let left = self.deadline().map(|deadline| deadline.0 - at.0);
        let vanished = &mut self.vanished;
        match event {
            Event::Left { seat, how } => {
                let away = &mut vanished.away[seat.index()];
                let since = away.map_or(at, |(_, since)| since);
                *away = Some((*how, since));
                vanished.leaves[seat.index()] = vanished.leaves[seat.index()].saturating_add(1);
            }
            Event::Returned { seat } => vanished.away[seat.index()] = None,
            Event::Paused { why } => {
                vanished.left = left;
                vanished.pause = Some(Pause {
                    why: *why,
                    until: at.plus(ABANDON_MS),
                });
            }
            Event::Resumed { until } => {
                vanished.pause = None;
                vanished.resumes = vanished.resumes.saturating_add(1);
                self.grace = *until;
                // Whoever is to move is called at once, which is the reminder too when that would be due by now.
                let fourth = self.terms.turn / 4;
                self.reminded = until.is_some_and(|until| until.plus(-fourth) <= at);
            }
            Event::Abandoned => self.stage = Stage::Over(MatchEnd::Abandoned),
            Event::Grace { until } => {
                if let Some(pause) = &mut vanished.pause {
                    pause.until = *until;
                }
                return;
            }
            _ => return,
        }
        // Both hand messages say it.
        self.changed = vec![self.version; 2];
    }

    /// Which of the calls to one question that are due to pauses is the newest: one when the match goes on, one more when the
    /// reminder comes after that; 0 in a match that was never paused.
    pub(super) fn recalls(&self) -> i64 {
        match i64::from(self.vanished.resumes) {
            0 => 0,
            resumes => resumes * 2 + i64::from(self.reminded),
        }
    }

    fn may_pause(&self) -> bool {
        matches!(self.stage, Stage::Gathering | Stage::Playing)
    }
}
