//! A team's part in events: who plays and who stands by, changed before the start and by substitutes afterwards. The event
//! holds the rules; here it is only found out whether somebody speaks for the team, and whom the team has.

use std::collections::BTreeMap;

use super::events::Asker;
use super::{Error, EventError, EventOutcome, Service, TeamError, TeamWho, TeamWish, chapter};
use crate::contest::{Contest, Fact, Refusal, Setting, Status, Team, Who, Wish};
use crate::id::{Account, EventId, Place, PlayerId, TeamId};
use crate::store::{Chapter, TeamBar, TeamChange, TeamRow};

/// Who asks something for a team in an event, and where.
#[derive(Clone, Copy, Debug)]
pub struct Speaker {
    /// The account that they ask from.
    pub account: Account,
    /// Who they are.
    pub who: TeamWho,
    /// Where it was said; `None`: in the private chat.
    pub at: Option<Place>,
    /// Whether they may bring events of other places there: for the caller to know.
    pub brings: bool,
    /// The platform's number of the update that asks.
    pub inbox: Option<i64>,
}

/// Why nothing came of a wish about a team in an event.
#[derive(Debug, thiserror::Error)]
pub enum LineupError {
    /// The team says no.
    #[error("{0}")]
    Team(#[from] TeamError),
    /// The event says no.
    #[error("{0}")]
    Event(#[from] EventError),
}

impl From<TeamBar> for LineupError {
    fn from(bar: TeamBar) -> LineupError {
        LineupError::Team(bar.into())
    }
}

impl Service {
    /// Enters a team in an event, or changes its line-up there. Who is not named is chosen: the members in the order of
    /// their time in the team, as many as play, and the next as substitutes.
    ///
    /// # Errors
    /// Why not; nothing is changed then.
    pub async fn enter_team(
        &self,
        speaker: &Speaker,
        event: EventId,
        team: TeamId,
        lineup: Option<&[PlayerId]>,
        substitutes: Option<&[PlayerId]>,
    ) -> Result<EventOutcome, LineupError> {
        let row = self.team(team).await?;
        if speaker.who.player != Some(row.captain) {
            return Err(TeamBar::NotCaptain.into());
        }
        let contest = self.event(event).await?;
        if !all_in(&row, lineup) || !all_in(&row, substitutes) {
            return Err(TeamBar::NotMember.into());
        }
        let roster = roster(&contest, &row, lineup, substitutes)?;
        Ok(self.for_team(speaker, event, Wish::Enter(roster), Who::Captain).await?)
    }

    /// Takes a team out of an event before its start: its captain can, and whoever runs the event.
    ///
    /// # Errors
    /// Why not.
    pub async fn withdraw_team(
        &self,
        speaker: &Speaker,
        event: EventId,
        team: TeamId,
    ) -> Result<EventOutcome, LineupError> {
        let row = self.team(team).await?;
        let contest = self.event(event).await?;
        let home = contest.place().venue;
        let governs = speaker.who.admin && speaker.at.is_some_and(|at| at.venue == home);
        let runs = speaker.who.player.is_some_and(|player| contest.is_organiser(player));
        let who = match speaker.who.player == Some(row.captain) {
            true => Who::Captain,
            false if governs => Who::Admin,
            false if runs => Who::Person,
            false => return Err(TeamBar::NotCaptain.into()),
        };
        Ok(self.for_team(speaker, event, Wish::WithdrawTeam(team), who).await?)
    }

    /// Brings a person into another team of an event before its start: one that they are in, or may join.
    ///
    /// # Errors
    /// Why not.
    pub async fn change_team_in(
        &self,
        speaker: &Speaker,
        event: EventId,
        team: TeamId,
    ) -> Result<EventOutcome, LineupError> {
        let contest = self.event(event).await?;
        if contest.status() != Status::Open {
            return Err(EventError::Refused(Refusal::Begun).into());
        }
        if !contest.teams().iter().any(|known| known.id == team) {
            return Err(EventError::Refused(Refusal::NoTeams).into());
        }
        // Nobody is brought into a team for a change that can't be.
        if let Some(player) = speaker.who.player {
            let setting = Setting {
                now: self.now(),
                seed: [0; 32],
                ratings: &BTreeMap::new(),
                venue: speaker.at.map(|at| at.venue),
                shown: false,
            };
            let facts = contest.decide(Who::Person(player), Wish::Switch(team), &setting);
            facts.map_err(EventError::from)?;
        }
        self.handle_team(speaker.who, team, &TeamWish::Join).await?;
        Ok(self.for_team(speaker, event, Wish::Switch(team), Who::Person).await?)
    }

    /// Puts a substitute in a member's place in a running event.
    ///
    /// # Errors
    /// Why not.
    pub async fn substitute(
        &self,
        speaker: &Speaker,
        event: EventId,
        out: PlayerId,
        into: PlayerId,
    ) -> Result<EventOutcome, LineupError> {
        let contest = self.event(event).await?;
        let playing = contest.teams().iter().find(|team| team.members.contains(&out));
        // Who leads the team today speaks for it; who led it at the start does where it has ended since.
        let leads = match playing {
            Some(team) => match self.team(team.id).await {
                Ok(row) => speaker.who.player == Some(row.captain),
                Err(TeamError::Barred(TeamBar::NoTeam)) => speaker.who.player == Some(team.captain),
                Err(error) => return Err(error.into()),
            },
            None => false,
        };
        let wish = Wish::Substitute { out, into };
        let who = if leads { Who::Captain } else { Who::Person };
        Ok(self.for_team(speaker, event, wish, who).await?)
    }

    /// What a change of a team writes in events that have not begun: whoever leaves is taken out of its line-ups. What has
    /// begun stays as it was.
    pub(super) async fn out_of_lineups(&self, team: &TeamRow, change: &TeamChange) -> Result<Vec<Chapter>, EventError> {
        let gone = match change {
            TeamChange::Leave(player) => vec![*player],
            TeamChange::Disband => team.members.clone(),
            _ => Vec::new(),
        };
        let now = self.now();
        // Each event as it was, as it comes to be, and by which facts: several of the team may leave the same one.
        let mut left: BTreeMap<EventId, (Contest, Contest, Vec<Fact>)> = BTreeMap::new();
        for player in gone {
            for contest in self.my_events(player).await? {
                let (_, after, facts) = left
                    .entry(contest.id())
                    .or_insert_with(|| (contest.clone(), contest, Vec::new()));
                let entrant = after.entrant(player);
                let entered = entrant.is_some_and(|entrant| entrant.team == Some(team.id));
                let waits = after
                    .waiting_teams()
                    .any(|waiting| waiting.id == team.id && waiting.has(player));
                if after.status() != Status::Open || !(entered || waits) {
                    continue;
                }
                let ratings = self.seeds(after).await?;
                let setting = Setting {
                    now,
                    seed: self.dice(),
                    ratings: &ratings,
                    venue: None,
                    shown: false,
                };
                // What the event refuses stays in it.
                if let Ok(more) = after.decide(Who::Person(player), Wish::SignOff, &setting) {
                    *after = chapter::change(after, now, more.clone()).0;
                    facts.extend(more);
                }
            }
        }
        let left = left.into_values().filter(|(_, _, facts)| !facts.is_empty());
        Ok(left
            .map(|(before, _, facts)| chapter::change(&before, now, facts).1)
            .collect())
    }

    async fn for_team(
        &self,
        speaker: &Speaker,
        event: EventId,
        wish: Wish,
        // The event knows who led the team when it was entered; who leads it today is known here.
        who: fn(PlayerId) -> Who,
    ) -> Result<EventOutcome, EventError> {
        let asker = Asker {
            account: speaker.account,
            who,
            at: speaker.at,
            brings: speaker.brings,
            inbox: speaker.inbox,
        };
        self.wish_for_team(&asker, event, wish).await
    }
}

fn all_in(row: &TeamRow, named: Option<&[PlayerId]>) -> bool {
    named.unwrap_or_default().iter().all(|player| row.has(*player))
}

/// A team as it shall take part.
fn roster(
    contest: &Contest,
    row: &TeamRow,
    lineup: Option<&[PlayerId]>,
    substitutes: Option<&[PlayerId]>,
) -> Result<Team, EventError> {
    let squads = contest.format().squads.ok_or(EventError::Refused(Refusal::NoTeams))?;
    let (most, spare) = (usize::from(squads.most), usize::from(squads.substitutes));
    let mut all = contest.teams().iter().chain(contest.waiting_teams());
    let known = all.find(|known| known.id == row.id);
    let members = match (lineup, known) {
        (Some(lineup), _) => lineup.to_vec(),
        (None, Some(known)) => {
            let stands_by = |player: &PlayerId| substitutes.is_some_and(|named| named.contains(player));
            let kept = known.members.iter().copied();
            kept.filter(|player| row.has(*player) && !stands_by(player)).collect()
        }
        (None, None) => {
            let named = |player: &PlayerId| substitutes.is_some_and(|named| named.contains(player));
            let captain = [row.captain].into_iter();
            let others = row.members.iter().copied().filter(|player| *player != row.captain);
            captain
                .chain(others)
                .filter(|player| !named(player))
                .take(most)
                .collect::<Vec<_>>()
        }
    };
    let rest = |player: &PlayerId| !members.contains(player);
    let mut others: Vec<PlayerId> = match (substitutes, known) {
        (Some(named), _) => named.to_vec(),
        (None, Some(known)) => {
            let kept = known.substitutes.iter().copied();
            kept.filter(|player| row.has(*player) && rest(player)).collect()
        }
        (None, None) => row.members.iter().copied().filter(rest).take(spare).collect(),
    };
    // Who speaks for the team is part of it.
    if !members.contains(&row.captain) && !others.contains(&row.captain) {
        if substitutes.is_none() && others.len() >= spare {
            others.truncate(spare.saturating_sub(1));
        }
        others.push(row.captain);
    }
    Ok(Team {
        id: row.id,
        name: row.name.clone(),
        captain: row.captain,
        members,
        substitutes: others,
    })
}

impl From<Error> for LineupError {
    fn from(error: Error) -> LineupError {
        LineupError::Team(error.into())
    }
}
