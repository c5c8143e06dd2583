//! Pages about teams: who is in one, which there are, one's own, and what happened in them.

use super::ask::{Answer, Guest};
use super::desk::{Desk, Fault, alert, fault};
use super::draft::{Draft, rows};
use super::names::{isolated, tell_apart, tidy};
use super::page_people::person_code;
use super::people::is_private;
use super::post::{Button, Post, Span, Style};
use super::team_token::TeamAct;
use super::teams::{Lost, button, team_buttons, team_command, team_span};
use super::voice::{Lines, Voice, say, spans};
use super::zone::written;
use crate::id::{Lang, Platform, PlayerId, TeamId, Venue};
use crate::service::{Error, Invitation, TEAM_MEMBERS, TeamDeedKind, TeamLine, TeamRow, TeamWho};

/// How many teams a page of the list shows, and how many deeds the log shows (ours).
const PAGE: u32 = 15;

/// Who invites somebody, until when, and the buttons that answer.
fn invited(voice: Voice<'_>, asked: &[Invitation], lines: &mut Lines, buttons: &mut Vec<Button>) {
    for invitation in asked.iter().take(5) {
        lines.line(spans!(
            voice,
            "teams-asked-line",
            team = team_span(&invitation.name),
            until = Span::When(invitation.until)
        ));
        let label = say!(voice, "button-team-accept", team = isolated(&invitation.name));
        buttons.push(button(label, invitation.team, TeamAct::Accept, Style::Success));
        let label = say!(voice, "button-team-decline", team = isolated(&invitation.name));
        buttons.push(button(label, invitation.team, TeamAct::Decline, Style::Secondary));
    }
}

impl Desk {
    /// Whether somebody may look at a team, and come into an open one, with a button: where it is at home, in their private
    /// chat when they are known there, and wherever they are as a member or as somebody who was asked. A button is no
    /// proof, since anybody could write one.
    pub(super) async fn is_near(&self, guest: &Guest, who: TeamWho, team: &TeamRow) -> Result<bool, Error> {
        if who.admin || who.player.is_some_and(|player| team.has(player)) {
            return Ok(true);
        }
        let same = guest.account.platform == team.venue.platform;
        let home = match guest.place.filter(|place| !is_private(*place)) {
            Some(place) => place.venue == team.venue,
            None => same && self.may_read(guest, team.venue.chat).await?,
        };
        if home {
            self.let_read(guest);
            return Ok(true);
        }
        let Some(player) = who.player else { return Ok(false) };
        let asked = self.service.store().team_invitation(team.id, player).await;
        let asked = asked.map_err(|error| self.service.fault(error))?;
        let now = self.service.now();
        Ok(asked.is_some_and(|asked| asked.answered.is_none() && asked.until > now))
    }

    /// Who is in a team.
    pub(super) async fn roster_page(&self, voice: Voice<'_>, guest: &Guest, team: &TeamRow) -> Result<Draft, Error> {
        let people = self.service.people(&team.members).await?;
        let platform = guest.account.platform;
        let mut faces: Vec<_> = people.iter().map(|person| self.face(voice, person, platform)).collect();
        tell_apart(&mut faces);
        let mut lines = Lines::default();
        lines.line([team_span(&team.name)]);
        let n = i64::try_from(team.members.len()).unwrap_or(i64::MAX);
        let size = say!(voice, "team-size", n = n, most = TEAM_MEMBERS);
        let way = if team.open {
            say!(voice, "team-way-open")
        } else {
            say!(voice, "team-way-invitation")
        };
        lines.plain(format!("{size} · {way}"));
        for (number, face) in (1_i64..).zip(&faces) {
            let said = if face.player == Some(team.captain) {
                spans!(voice, "team-line-captain", n = number, player = face.span())
            } else {
                spans!(voice, "team-line", n = number, player = face.span())
            };
            lines.line(said);
        }
        Ok(Draft {
            text: lines.text(),
            rows: rows(team_buttons(voice, team).into_iter().filter(|_| team.open).collect()),
            ..Draft::default()
        })
    }

    /// A page of the teams here.
    pub(super) async fn list_of_teams(&self, guest: &Guest, venue: Venue, page: u32) -> Result<Answer, Lost> {
        let voice = self.public_voice(guest).await?;
        let (mut teams, mut count) = self.service.teams_of(venue, PAGE, page.saturating_mul(PAGE)).await?;
        let mut page = page;
        if teams.is_empty() && page > 0 {
            // Teams ended meanwhile.
            page = 0;
            (teams, count) = self.service.teams_of(venue, PAGE, 0).await?;
        }
        let mut lines = Lines::default();
        lines.bold(say!(voice, "teams-title", n = count));
        if teams.is_empty() {
            lines.plain(say!(voice, "teams-none", command = team_command(guest, "create")));
        }
        for team in &teams {
            let captain = self.name_of(voice, guest, team.captain).await?;
            let way = if team.open { "open" } else { "asked" };
            lines.line(spans!(
                voice,
                "teams-line",
                team = team_span(&team.name),
                n = team.members,
                captain = captain,
                way = way
            ));
        }
        let mut page_rows = rows(looks(&teams));
        let mut buttons = Vec::new();
        let nobody = TeamId(0);
        if page > 0 {
            let act = TeamAct::List(page - 1);
            buttons.push(button(
                say!(voice, "button-teams-before"),
                nobody,
                act,
                Style::Secondary,
            ));
        }
        if (page + 1).saturating_mul(PAGE) < count {
            let act = TeamAct::List(page + 1);
            buttons.push(button(say!(voice, "button-teams-after"), nobody, act, Style::Secondary));
        }
        page_rows.extend(rows(buttons));
        let draft = Draft {
            text: lines.text(),
            rows: page_rows,
            ..Draft::default()
        };
        Ok(self.to_all(guest, draft).await?)
    }

    /// The asker's teams here, with the invitations that wait for them.
    pub(super) async fn own_teams(&self, guest: &Guest, who: TeamWho, venue: Venue) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        let Some(player) = who.player else {
            return self.list_of_teams(guest, venue, 0).await;
        };
        let teams = self.service.teams_with(player, venue).await?;
        let asked = self.service.invitations_of(player, venue).await?;
        let mut lines = Lines::default();
        lines.bold(say!(voice, "teams-yours"));
        if teams.is_empty() {
            lines.plain(say!(
                voice,
                "teams-yours-none",
                create = team_command(guest, "create"),
                list = team_command(guest, "list")
            ));
        }
        let mut buttons = Vec::new();
        for team in &teams {
            let n = i64::try_from(team.members.len()).unwrap_or(i64::MAX);
            let part = if team.captain == player { "captain" } else { "member" };
            lines.line(spans!(
                voice,
                "teams-yours-line",
                team = team_span(&team.name),
                n = n,
                part = part
            ));
            buttons.push(button(isolated(&team.name), team.id, TeamAct::Roster, Style::Secondary));
        }
        invited(voice, &asked, &mut lines, &mut buttons);
        if guest.account.platform == Platform::Web {
            lines.plain(say!(voice, "teams-your-code", code = person_code(player)));
        }
        let mut rows = rows(buttons);
        rows.truncate(5);
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            })
            .await)
    }

    /// The invitations to the teams of this venue that wait for somebody, to be answered; none where none does.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invitations(&self, player: PlayerId, venue: Venue, lang: Lang) -> Result<Option<Post>, Fault> {
        let asked = self.service.invitations_of(player, venue).await.map_err(fault)?;
        if asked.is_empty() {
            return Ok(None);
        }
        let voice = Voice::new(&self.words, lang);
        let (mut lines, mut buttons) = (Lines::default(), Vec::new());
        lines.bold(say!(voice, "teams-asked"));
        invited(voice, &asked, &mut lines, &mut buttons);
        let draft = Draft {
            text: lines.text(),
            rows: rows(buttons),
            private: true,
            ..Draft::default()
        };
        Ok(Some(self.finish(draft).await))
    }

    /// What happened in the teams here, newest first.
    pub(super) async fn team_log(&self, guest: &Guest, who: TeamWho, venue: Venue) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        if !who.admin {
            return Ok(alert(say!(voice, "refused-moderator")));
        }
        if who.player.is_none() {
            // It could only be said aloud.
            return Ok(alert(say!(voice, "refused-log-anonymous")));
        }
        let deeds = self.service.team_deeds(venue, PAGE).await?;
        let zone = self.zone(venue).await?;
        let players: Vec<PlayerId> = deeds.iter().flat_map(|deed| [deed.by, deed.whom]).flatten().collect();
        let people = self.service.people(&players).await?;
        let name = |player: Option<PlayerId>| {
            let found = player.and_then(|player| people.iter().find(|person| person.player == player));
            found.map(|person| self.face(voice, person, guest.account.platform).said())
        };
        let mut lines = Lines::default();
        lines.bold(say!(voice, "team-log"));
        if deeds.is_empty() {
            lines.plain(say!(voice, "admin-log-empty"));
        }
        for deed in &deeds {
            let act = match deed.act {
                TeamDeedKind::Made => "made",
                TeamDeedKind::Invited => "invited",
                TeamDeedKind::Joined => "joined",
                TeamDeedKind::Declined => "declined",
                TeamDeedKind::Left => "left",
                TeamDeedKind::Kicked => "kicked",
                TeamDeedKind::Captain => "captain",
                TeamDeedKind::Renamed => "renamed",
                TeamDeedKind::Opened => "opened",
                TeamDeedKind::Disbanded => "disbanded",
            };
            let detail = deed.detail.as_deref().map(tidy).unwrap_or_default();
            let whom = name(deed.whom).unwrap_or_default();
            let what = say!(voice, "team-deed", act = act, whom = whom, detail = isolated(&detail));
            let mut who = name(deed.by).unwrap_or_default();
            if !who.is_empty() {
                who = format!("{who}: ");
            }
            lines.line(spans!(
                voice,
                "team-log-line",
                when = zone
                    .as_ref()
                    .and_then(|zone| written(deed.at, zone))
                    .map_or(Span::When(deed.at), Span::Plain),
                team = team_span(&deed.name),
                what = format!("{who}{what}")
            ));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }
}

/// A button for each team that opens its roster.
fn looks(teams: &[TeamLine]) -> Vec<Button> {
    let look = |team: &TeamLine| button(isolated(&team.name), team.id, TeamAct::Roster, Style::Secondary);
    teams.iter().map(look).collect()
}
