//! Teams, and the rounds of a team match.

use serde::{Deserialize, Serialize};

use super::circle::round_robin;
use super::fact::Pair;
use super::format::Uneven;

use crate::id::{PlayerId, TeamId};

/// A team as it takes part in one contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Which team.
    pub id: TeamId,
    /// Its name then.
    pub name: String,
    /// Who speaks for it.
    pub captain: PlayerId,
    /// Who plays, the strongest first: the line-up.
    pub members: Vec<PlayerId>,
    /// Who may take over from a member.
    pub substitutes: Vec<PlayerId>,
}

impl Team {
    /// Everybody of the team, substitutes included.
    pub fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.members.iter().chain(&self.substitutes).copied()
    }

    /// Whether the person belongs to the team.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.people().any(|person| person == player)
    }
}

/// Rounds in which every member of each team plays every member of every other team once; nobody plays twice in a round, and nobody
/// a team-mate. Where teams are uneven, all play, or only as many leaders as the smaller of two teams has.
#[must_use]
pub fn team_match(teams: &[Team], uneven: Uneven) -> Vec<Vec<Pair>> {
    // The circle method for the teams themselves, which stand for their captains' places in the list.
    let places: Vec<PlayerId> = (0i64..).take(teams.len()).map(PlayerId).collect();
    let team = |place: PlayerId| usize::try_from(place.0).ok().and_then(|place| teams.get(place));
    let mut rounds = Vec::new();
    for meetings in round_robin(&places, 1) {
        let mut boards: Vec<Vec<(PlayerId, Option<PlayerId>)>> = Vec::new();
        for meeting in meetings {
            let (Some(one), Some(two)) = (team(meeting.first), meeting.second.and_then(team)) else {
                continue;
            };
            for (round, pairs) in meeting_rounds(&one.members, &two.members, uneven)
                .into_iter()
                .enumerate()
            {
                if boards.len() == round {
                    boards.push(Vec::new());
                }
                boards[round].extend(pairs);
            }
        }
        rounds.extend(boards.into_iter().map(Pair::boards));
    }
    rounds
}

fn meeting_rounds(one: &[PlayerId], two: &[PlayerId], uneven: Uneven) -> Vec<Vec<(PlayerId, Option<PlayerId>)>> {
    let fewest = one.len().min(two.len());
    let (one, two) = match uneven {
        Uneven::Leaders => (&one[..fewest], &two[..fewest]),
        Uneven::Average => (one, two),
    };
    let (few, many, swap) = if one.len() <= two.len() {
        (one, two, false)
    } else {
        (two, one, true)
    };
    (0..many.len())
        .map(|round| {
            few.iter()
                .enumerate()
                .map(|(at, player)| {
                    let other = many[(at + round) % many.len()];
                    // Half of the matches each begins.
                    if (at + round + usize::from(swap)) % 2 == 0 {
                        (*player, Some(other))
                    } else {
                        (other, Some(*player))
                    }
                })
                .collect()
        })
        .collect()
}
