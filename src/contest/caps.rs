//! How often and how many: what keeps one person from filling an event's log, its lists and its message.

use std::collections::{BTreeMap, BTreeSet};

use super::decide::Refusal;
use super::fact::Fact;
use super::state::Contest;
use super::team::Team;
use crate::id::{Millis, PlayerId};

/// How often one person may come in, come back or change a line-up within an hour (ours); to go is always possible.
pub const COMINGS_MAX: usize = 10;
/// How many people may wait for a place (ours).
pub const WAITING_MAX: usize = 100;
/// How many teams may wait for a place (ours).
pub const WAITING_TEAMS_MAX: usize = 20;
/// How many people may run an event (ours).
pub const ORGANISERS_MAX: usize = 10;
/// How often one may go from a match before its deal and come to it again (ours); then they have not come.
pub const GOINGS_MAX: u8 = 3;

const HOUR_MS: i64 = 3_600_000;

/// When each person came in, came back or changed a line-up within the last hour.
#[derive(Clone, Debug, Default)]
pub(super) struct Comings(BTreeMap<PlayerId, Vec<Millis>>);

impl Contest {
    /// Whether this person has not come too often lately.
    pub(super) fn may_come(&self, now: Millis, player: PlayerId) -> Result<(), Refusal> {
        let times = self.comings.0.get(&player).map_or(&[][..], Vec::as_slice);
        let lately = times.iter().filter(|at| now.0 - at.0 < HOUR_MS).count();
        if lately < COMINGS_MAX {
            Ok(())
        } else {
            Err(Refusal::TooOften)
        }
    }

    /// Counts a fact that is about to be taken in.
    pub(super) fn count_coming(&mut self, at: Millis, fact: &Fact) {
        let who = match fact {
            Fact::SignedUp { player }
            | Fact::PutInLine { player }
            | Fact::Joined { player }
            | Fact::Returned { player } => *player,
            Fact::TeamEntered { team } | Fact::TeamInLine { team } => self.changer(team),
            _ => return,
        };
        let times = self.comings.0.entry(who).or_default();
        times.retain(|time| at.0 - time.0 < HOUR_MS);
        times.push(at);
    }

    /// Whose doing it is that a team is entered like this: that of the one who comes or goes, else its captain's.
    pub(super) fn changer(&self, team: &Team) -> PlayerId {
        let mut known = self.teams.iter().chain(self.waiting_teams());
        let Some(known) = known.find(|known| known.id == team.id) else {
            return team.captain;
        };
        let (before, after): (BTreeSet<PlayerId>, BTreeSet<PlayerId>) =
            (known.people().collect(), team.people().collect());
        let mut changed = before.symmetric_difference(&after);
        match (changed.next(), changed.next()) {
            (Some(one), None) => *one,
            _ => team.captain,
        }
    }
}
