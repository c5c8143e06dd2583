//! Events that stand still or that nobody begins: since when, and when nothing comes of them any more.

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::format::Start;
use super::state::{Contest, Status};
use crate::id::Millis;

/// How long an event waits for its place to come back before it is called off, in milliseconds: 7 days, as a match does (ours).
pub const LOST_MS: i64 = 7 * DAY_MS;
/// After how many days in which nobody signs up, or nobody lets it go on, an event is called off when its log does not say it:
/// 14 (ours).
pub const IDLE_DAYS: u16 = 14;

const DAY_MS: i64 = 86_400_000;

/// Why the clock calls an event off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lapse {
    /// Nobody signed up for it or began it for long.
    Idle,
    /// An organiser let it stand still, and nobody let it go on.
    Held,
    /// Its place did not come back.
    Lost,
}

/// What of an event's place is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The bot was removed from it.
    Removed,
    /// The channel or group does not exist any more, whether or not the bot is let in again.
    Deleted,
}

/// Since when an event stands still, and why; several things may stand against it at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Still {
    since: Option<Millis>,
    stopped: Option<Millis>,
    removed: Option<Millis>,
    deleted: Option<Millis>,
}

impl Still {
    pub(super) fn since(&self) -> Option<Millis> {
        self.since
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn is_lost(&self) -> bool {
        self.removed.is_some() || self.deleted.is_some()
    }

    /// Takes in what stands against it, or does no more; how long it stood still when it goes on by that.
    pub(super) fn take(&mut self, at: Millis, fact: &Fact) -> Option<i64> {
        let (what, stands) = match fact {
            Fact::Held => (&mut self.stopped, true),
            Fact::Resumed => (&mut self.stopped, false),
            Fact::PlaceGone => (&mut self.removed, true),
            Fact::PlaceBack => (&mut self.removed, false),
            Fact::ChannelGone => (&mut self.deleted, true),
            Fact::ChannelBack => (&mut self.deleted, false),
            _ => return None,
        };
        if stands {
            what.get_or_insert(at);
            self.since.get_or_insert(at);
            return None;
        }
        *what = None;
        if self.is_stopped() || self.is_lost() {
            return None;
        }
        self.since.take().map(|since| at.0 - since.0)
    }

    /// Moves everything later. What is counted from its beginning to its end is shorter by as much as was counted now.
    pub(super) fn put_off(&mut self, ms: i64) {
        for time in [&mut self.since, &mut self.stopped, &mut self.removed, &mut self.deleted] {
            *time = time.map(|time| time.plus(ms));
        }
    }
}

impl Contest {
    /// When it is called off unless something happens, and why it would be.
    #[must_use]
    pub fn lapses(&self) -> Option<(Millis, Lapse)> {
        let idle = i64::from(self.idle) * DAY_MS;
        let lost = [self.still.removed, self.still.deleted].into_iter().flatten().min();
        let lost = lost.map(|since| (since.plus(LOST_MS), Lapse::Lost));
        let held = self.still.stopped.map(|since| (since.plus(idle), Lapse::Held));
        match self.status {
            Status::Finished | Status::Cancelled => None,
            _ if self.still.since.is_some() => lost.into_iter().chain(held).min_by_key(|(at, _)| *at),
            // What has a time begins then, or is called off.
            Status::Open if self.format.start != Start::AtTime => {
                let since = self.starts.map_or(self.stirred, |starts| starts.max(self.stirred));
                Some((since.plus(idle), Lapse::Idle))
            }
            Status::Open | Status::Running => None,
        }
    }

    /// Why the clock called it off, where it did so because nothing came of it.
    #[must_use]
    pub fn lapsed(&self) -> Option<Lapse> {
        self.lapsed
    }

    /// After how many days in which nothing happens it is called off.
    #[must_use]
    pub fn idle_days(&self) -> u16 {
        self.idle
    }

    /// What follows when its time is over.
    pub(super) fn lapse(&self) -> Vec<Fact> {
        let lapse = self.lapses().map(|(_, why)| why);
        lapse
            .map(|why| Fact::Cancelled {
                by: None,
                why: Some(why),
            })
            .into_iter()
            .collect()
    }

    pub(super) fn hold(&self) -> Vec<Fact> {
        if self.still.is_stopped() {
            Vec::new()
        } else {
            vec![Fact::Held]
        }
    }

    pub(super) fn resume_now(&self) -> Vec<Fact> {
        if self.still.is_stopped() {
            vec![Fact::Resumed]
        } else {
            Vec::new()
        }
    }

    pub(super) fn place_gone(&self, loss: Loss) -> Vec<Fact> {
        match loss {
            Loss::Removed if self.still.removed.is_none() => vec![Fact::PlaceGone],
            Loss::Deleted if self.still.deleted.is_none() => vec![Fact::ChannelGone],
            _ => Vec::new(),
        }
    }

    pub(super) fn place_back(&self, loss: Loss) -> Vec<Fact> {
        match loss {
            Loss::Removed if self.still.removed.is_some() => vec![Fact::PlaceBack],
            Loss::Deleted if self.still.deleted.is_some() => vec![Fact::ChannelBack],
            _ => Vec::new(),
        }
    }

    /// Whether this shows that somebody still wants something of an event that has not begun.
    pub(super) fn stirs(fact: &Fact) -> bool {
        matches!(
            fact,
            Fact::SignedUp { .. }
                | Fact::PutInLine { .. }
                | Fact::TeamEntered { .. }
                | Fact::TeamInLine { .. }
                | Fact::OrganiserNamed { .. }
                | Fact::StartMoved { .. }
                | Fact::Resumed
        )
    }
}
