use serde::{Deserialize, Serialize};

use super::event::Sitter;
use super::state::{Stage, Table};
use crate::id::{Millis, Seat, Stamp};

/// How long a challenge waits for an answer, and an accepted one for the players to be reached: 24 h (ours).
pub const GATHER_MS: i64 = 86_400_000;

/// How much time a player still has when the deadline passed while the bot could not be reached, but never more than a turn: 10 minutes (ours).
pub const GRACE_MS: i64 = 600_000;

/// Something to be done at a time, for the clock or the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// What.
    pub kind: DueKind,
    /// When.
    pub at: Millis,
    /// The stamp of the question it was planned for: a move made in the meantime makes it void.
    pub stamp: Stamp,
    /// Whose question it is.
    pub seat: Seat,
}

/// What is to be done; the number is what the store keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DueKind {
    /// The challenge ends unanswered.
    Expire = 1,
    /// The player to move is reminded.
    Remind = 2,
    /// The turn is over.
    Clock = 3,
    /// The computer moves.
    Robot = 4,
    /// The question for a rematch ends unanswered.
    Rematch = 5,
    /// The match is void: its place did not come back.
    Abandon = 6,
}

impl DueKind {
    /// Every kind.
    pub const ALL: [DueKind; 6] = [
        DueKind::Expire,
        DueKind::Remind,
        DueKind::Clock,
        DueKind::Robot,
        DueKind::Rematch,
        DueKind::Abandon,
    ];

    /// By which somebody loses what they could have kept, had they been able to reach the bot. A reminder or a computer's
    /// move that is late is none the worse for it.
    pub const COSTLY: [DueKind; 3] = [DueKind::Expire, DueKind::Clock, DueKind::Abandon];

    /// Whether it is one of these.
    #[must_use]
    pub fn costs(self) -> bool {
        DueKind::COSTLY.contains(&self)
    }

    /// The number the store keeps.
    #[must_use]
    pub fn code(self) -> i64 {
        self as i64
    }

    /// The kind with this number.
    #[must_use]
    pub fn from_code(code: i64) -> Option<DueKind> {
        DueKind::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

impl Table {
    /// Until when an answer or a move is awaited; nobody waits while the match is paused.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.paused().is_some() {
            return None;
        }
        let length = match self.stage {
            Stage::Invited | Stage::Gathering => GATHER_MS,
            Stage::Playing => {
                let seat = self.asked()?;
                self.seats[seat.index()].player()?;
                self.terms.turn
            }
            Stage::Over(_) => return None,
        };
        let at = self.asked_at.plus(length);
        let at = match self.bout().and_then(|bout| bout.appear) {
            // An event waits no longer for whoever can't be dealt cards than for whoever does not come, but for a little time
            // after both said that they are there.
            Some(appear) if self.stage == Stage::Gathering => appear.max(self.asked_at.plus(GRACE_MS)).min(at),
            _ => at,
        };
        Some(self.grace.unwrap_or(at))
    }

    /// Everything that is to be done for this table at some time.
    #[must_use]
    pub fn dues(&self) -> Vec<Due> {
        if let Some(due) = self.suspended() {
            return vec![due];
        }
        let first = Seat::FIRST;
        if let (Stage::Invited | Stage::Gathering, Some(at)) = (self.stage, self.deadline()) {
            return vec![Due {
                kind: DueKind::Expire,
                at,
                stamp: self.stamp(first),
                seat: first,
            }];
        }
        let Some(seat) = self.asked() else {
            return self.afterwards();
        };
        let stamp = self.stamp(seat);
        let due = |kind, at| Due { kind, at, stamp, seat };
        if self.seats[seat.index()] == Sitter::Robot {
            return vec![due(DueKind::Robot, self.last_at)];
        }
        let Some(deadline) = self.deadline() else {
            return Vec::new();
        };
        let mut dues = vec![due(DueKind::Clock, deadline)];
        if !self.reminded {
            // A quarter of the turn is left: late enough not to nag, early enough to act.
            dues.push(due(DueKind::Remind, deadline.plus(-self.terms.turn / 4)));
        }
        dues
    }

    /// Whether this is still to be done.
    #[must_use]
    pub fn is_due(&self, due: &Due) -> bool {
        self.dues().contains(due)
    }

    /// The deadline that a player gets when the present one passed unseen.
    #[must_use]
    pub fn grace(&self, now: Millis) -> Millis {
        now.plus(GRACE_MS.min(self.terms.turn))
    }
}
