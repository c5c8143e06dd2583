//! A team in events: entered, lined up, changed, with a substitute in a member's place.

use super::ask::{Answer, Guest};
use super::challenge::shown;
use super::desk::Desk;
use super::draft::Draft;
use super::event::venue_of;
use super::names::tidy;
use super::people::is_private;
use super::team_ask::TeamAsk;
use super::team_meant::Part;
use super::teams::{Lost, team_span};
use super::voice::{Lines, Voice, say, spans};
use crate::contest::{Contest, Team};
use crate::id::{PlayerId, TeamId, Venue};
use crate::service::{Error, EventError, EventOutcome, LineupError, Speaker, TeamWho, team_key};

impl From<LineupError> for Lost {
    fn from(error: LineupError) -> Lost {
        match error {
            LineupError::Team(error) => Lost::Failed(error),
            LineupError::Event(error) => Lost::Event(error),
        }
    }
}

impl Desk {
    /// What a captain wants in an event, and a member who changes teams there.
    pub(super) async fn team_in_event(
        &self,
        guest: &Guest,
        who: TeamWho,
        venue: Venue,
        ask: TeamAsk,
    ) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        let speaker = Speaker {
            account: guest.account,
            who,
            at: guest.place.filter(|place| !is_private(*place)),
            brings: matches!(ask, TeamAsk::Enter { .. }) && self.may_open(guest).await?,
            inbox: guest.update,
        };
        match ask {
            TeamAsk::Enter {
                event,
                team,
                lineup,
                substitutes,
            } => {
                let contest = self.event_typed(voice, guest, &event).await?;
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                let lineup = self.people_of(voice, guest, &team.members, lineup.as_deref()).await?;
                let substitutes = self
                    .people_of(voice, guest, &team.members, substitutes.as_deref())
                    .await?;
                let done = self
                    .service
                    .enter_team(
                        &speaker,
                        contest.id(),
                        team.id,
                        lineup.as_deref(),
                        substitutes.as_deref(),
                    )
                    .await?;
                self.lineup_said(guest, voice, &done, team.id).await
            }
            TeamAsk::Withdraw { event, team } => {
                let contest = self.event_typed(voice, guest, &event).await?;
                // Who runs the event means a team in it, wherever that belongs.
                let team = match entered(&contest, team.as_deref()) {
                    Some(team) => self.service.team(team).await?,
                    None => {
                        self.team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                            .await?
                    }
                };
                self.service.withdraw_team(&speaker, contest.id(), team.id).await?;
                let title = tidy(&contest.format().title);
                let mut lines = Lines::default();
                lines.line(spans!(
                    voice,
                    "team-withdrawn",
                    team = team_span(&team.name),
                    event = title
                ));
                Ok(self.lines_to_one(lines).await)
            }
            TeamAsk::Change { event, team } => {
                let contest = self.event_typed(voice, guest, &event).await?;
                let Some(typed) = team.as_deref() else {
                    return Err(Lost::Said(say!(voice, "refused-team-join")));
                };
                let team = self.team_meant(voice, who, venue, Some(typed), Part::Member).await?;
                let done = self.service.change_team_in(&speaker, contest.id(), team.id).await?;
                self.lineup_said(guest, voice, &done, team.id).await
            }
            TeamAsk::Substitute { event, out, into } => {
                let contest = self.event_typed(voice, guest, &event).await?;
                let all: Vec<PlayerId> = contest.teams().iter().flat_map(Team::people).collect();
                let own = contest
                    .teams()
                    .iter()
                    .find(|team| who.player == Some(team.captain) || who.player.is_some_and(|player| team.has(player)));
                let people = own.map_or(all, |team| team.people().collect());
                let out = self.one_of(voice, guest, &people, &out).await?;
                let into = self.one_of(voice, guest, &people, &into).await?;
                let done = self.service.substitute(&speaker, contest.id(), out, into).await?;
                let (out, into) = (
                    self.name_of(voice, guest, out).await?,
                    self.name_of(voice, guest, into).await?,
                );
                let title = tidy(&done.contest.format().title);
                let mut lines = Lines::default();
                lines.plain(say!(voice, "team-substituted", out = out, into = into, event = title));
                Ok(self.lines_to_one(lines).await)
            }
            _ => Ok(Answer::default()),
        }
    }

    async fn event_typed(&self, voice: Voice<'_>, guest: &Guest, typed: &str) -> Result<Contest, Lost> {
        match self.service.event_called(guest.account, typed, venue_of(guest)).await {
            Ok(contest) => Ok(contest),
            Err(EventError::NoEvent) => Err(Lost::Said(say!(voice, "refused-event-unknown", text = shown(typed)))),
            Err(error) => Err(Lost::Event(error)),
        }
    }

    /// Those of the team whom the words name, one after another.
    async fn people_of(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        members: &[PlayerId],
        typed: Option<&str>,
    ) -> Result<Option<Vec<PlayerId>>, Lost> {
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
            return Ok(None);
        };
        let mut people = Vec::new();
        for name in names(typed) {
            people.push(self.one_of(voice, guest, members, &name).await?);
        }
        Ok(Some(people))
    }

    async fn lineup_said(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        done: &EventOutcome,
        team: TeamId,
    ) -> Result<Answer, Lost> {
        let contest = &done.contest;
        let title = tidy(&contest.format().title);
        let entered = contest.teams().iter().find(|known| known.id == team);
        let (known, waits) = match (entered, contest.waiting_teams().find(|known| known.id == team)) {
            (Some(known), _) => (known, false),
            (None, Some(known)) => (known, true),
            (None, None) => return Ok(Answer::default()),
        };
        let mut lines = Lines::default();
        let name = team_span(&known.name);
        lines.line(if waits {
            spans!(voice, "team-waits", team = name, event = title)
        } else {
            spans!(voice, "team-entered", team = name, event = title)
        });
        let people = self.all_names(voice, guest, &known.members).await?;
        lines.plain(say!(voice, "team-lineup", names = people));
        if !known.substitutes.is_empty() {
            let people = self.all_names(voice, guest, &known.substitutes).await?;
            lines.plain(say!(voice, "team-substitutes", names = people));
        }
        Ok(self.lines_to_one(lines).await)
    }

    async fn all_names(&self, voice: Voice<'_>, guest: &Guest, players: &[PlayerId]) -> Result<String, Error> {
        let mut names = Vec::with_capacity(players.len());
        for player in players {
            names.push(self.name_of(voice, guest, *player).await?);
        }
        Ok(voice.list(names))
    }

    async fn lines_to_one(&self, lines: Lines) -> Answer {
        self.to_one(Draft {
            text: lines.text(),
            ..Draft::default()
        })
        .await
    }
}

/// The one team of an event with this name.
fn entered(contest: &Contest, typed: Option<&str>) -> Option<TeamId> {
    let key = team_key(&tidy(typed?));
    let all = contest.teams().iter().chain(contest.waiting_teams());
    let named: Vec<TeamId> = all
        .filter(|team| team_key(&team.name) == key)
        .map(|team| team.id)
        .collect();
    match named.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// One name after another: parted by commas where there are any, else by blanks, and by mentions in any case.
fn names(typed: &str) -> Vec<String> {
    let apart = typed.replace("<@", " <@").replace('>', "> ");
    let comma = |letter: char| matches!(letter, ',' | '，' | '、' | ';' | '；' | '\n');
    let pieces: Vec<&str> = if apart.contains(comma) {
        apart.split(comma).collect()
    } else {
        apart.split_whitespace().collect()
    };
    let pieces = pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty());
    pieces
        .flat_map(|piece| match piece.contains("<@") {
            true => piece.split_whitespace().map(str::to_owned).collect(),
            false => vec![piece.to_owned()],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn people_are_named_one_after_another() {
        assert_eq!(names("<@1><@!2> <@3>"), ["<@1>", "<@!2>", "<@3>"]);
        assert_eq!(names("Anna Lee, Ben、3"), ["Anna Lee", "Ben", "3"]);
        assert_eq!(names("@ann 2  bob"), ["@ann", "2", "bob"]);
        assert_eq!(names(" , "), [""; 0]);
    }
}
