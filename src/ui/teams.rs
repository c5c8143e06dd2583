//! `/team …`: what is done and what is said. Every wish is the service's to grant; here it is only found out which team and
//! which person are meant.

use super::ask::{Answer, Foe, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert, note};
use super::draft::{Draft, rows};
use super::names::{isolated, tidy};
use super::people::{is_private, tidy_handle};
use super::post::{Button, Press, Span, Style, Text};
use super::replay::on_or_off;
use super::team_ask::TeamAsk;
use super::team_meant::Part;
use super::team_orders::team_help;
use super::team_token::{TeamAct, decode_team, encode_team};
use super::voice::{Lines, Voice, say, spans};
use crate::id::{Place, Platform, TeamId, Venue};
use crate::service::{
    Error, EventError, TEAM_MEMBERS, TEAM_NAME_MAX, TEAMS_PER_PLAYER, TEAMS_PER_VENUE, TeamBar, TeamDone, TeamError,
    TeamRow, TeamWho, TeamWish,
};

/// How long the question whether to end a team can be answered, in minutes (ours).
const MINUTES: u32 = 15;

/// Why a team or a person can't be found, in words, or something worse.
pub(super) enum Lost {
    Said(String),
    Failed(TeamError),
    Event(EventError),
}

impl From<TeamError> for Lost {
    fn from(error: TeamError) -> Lost {
        Lost::Failed(error)
    }
}

impl From<TeamBar> for Lost {
    fn from(bar: TeamBar) -> Lost {
        Lost::Failed(bar.into())
    }
}

impl From<Error> for Lost {
    fn from(error: Error) -> Lost {
        Lost::Failed(error.into())
    }
}

impl Desk {
    /// Answers what somebody asks about teams.
    pub(super) async fn team(&self, guest: &Guest, ask: TeamAsk) -> Result<Answer, Error> {
        let done = self.team_asked(guest, ask).await;
        self.team_said(guest, done).await
    }

    /// A press on a button about teams.
    pub(super) async fn team_press(&self, guest: &Guest, token: &str) -> Result<Answer, Error> {
        let done = self.team_pressed(guest, token).await;
        self.team_said(guest, done).await
    }

    async fn team_said(&self, guest: &Guest, done: Result<Answer, Lost>) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        match done {
            Ok(answer) => Ok(answer),
            Err(Lost::Said(words)) => Ok(alert(words)),
            Err(Lost::Failed(TeamError::Barred(bar))) => Ok(alert(voice.team_bar(bar))),
            Err(Lost::Failed(TeamError::Other(Error::Blocked { own: false }))) => {
                Ok(alert(voice.team_bar(TeamBar::Shut)).hushed())
            }
            Err(Lost::Failed(TeamError::Other(error))) => Err(error),
            Err(Lost::Event(error)) => self.event_said(guest, Err(error)).await,
        }
    }

    async fn team_asked(&self, guest: &Guest, ask: TeamAsk) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        if ask == TeamAsk::Help {
            let text = team_help(voice, guest.account.platform);
            return Ok(self
                .to_one(Draft {
                    text,
                    ..Draft::default()
                })
                .await);
        }
        let venue = match guest.place.filter(|place| !is_private(*place)) {
            Some(place) => place.venue,
            None => return Err(TeamBar::Private.into()),
        };
        let who = self.team_who(guest, venue).await?;
        match ask {
            TeamAsk::Help => Ok(Answer::default()),
            TeamAsk::Mine => self.own_teams(guest, who, venue).await,
            TeamAsk::List => self.list_of_teams(guest, venue, 0).await,
            TeamAsk::Log => self.team_log(guest, who, venue).await,
            TeamAsk::Create { name, open } => self.create_team(guest, who, &name, open).await,
            TeamAsk::Invite { whom, team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                self.invite_to_team(guest, who, &team, whom).await
            }
            TeamAsk::Join { team } => self.join_team(guest, who, venue, team.as_deref()).await,
            TeamAsk::Leave { team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Member)
                    .await?;
                self.change_team(guest, who, &team, TeamWish::Leave).await
            }
            TeamAsk::Kick { whom, team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                let player = self.one_of(voice, guest, &team.members, &whom).await?;
                self.change_team(guest, who, &team, TeamWish::Kick(player)).await
            }
            TeamAsk::Captain { whom, team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                let player = self.one_of(voice, guest, &team.members, &whom).await?;
                self.change_team(guest, who, &team, TeamWish::Captain(player)).await
            }
            TeamAsk::Rename { name, team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                self.change_team(guest, who, &team, TeamWish::Rename(tidy(&name))).await
            }
            TeamAsk::Open { set, team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                let typed = set.unwrap_or_default();
                let Some(open) = on_or_off(&typed) else {
                    return Ok(alert(say!(voice, "refused-on-off", text = shown(&typed))));
                };
                self.change_team(guest, who, &team, TeamWish::Open(open)).await
            }
            TeamAsk::Roster { team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Member)
                    .await?;
                let voice = self.public_voice(guest).await?;
                let draft = self.roster_page(voice, guest, &team).await?;
                Ok(self.to_all(guest, draft).await?)
            }
            TeamAsk::Disband { team } => {
                let team = self
                    .team_meant(voice, who, venue, team.as_deref(), Part::Captain)
                    .await?;
                Ok(self.ask_to_disband(guest, voice, who, &team).await?)
            }
            ask @ (TeamAsk::Enter { .. }
            | TeamAsk::Withdraw { .. }
            | TeamAsk::Change { .. }
            | TeamAsk::Substitute { .. }) => self.team_in_event(guest, who, venue, ask).await,
        }
    }

    async fn team_pressed(&self, guest: &Guest, token: &str) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        let Some((id, act)) = decode_team(token) else {
            return Ok(alert(say!(voice, "refused-unreadable")));
        };
        if let TeamAct::List(page) = act {
            let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
                return Err(TeamBar::Private.into());
            };
            let answer = self.list_of_teams(guest, place.venue, page).await?;
            return Ok(turned(answer));
        }
        if act == TeamAct::Keep {
            let text = Text::from(say!(voice, "team-kept"));
            return Ok(turned(
                self.to_one(Draft {
                    text,
                    ..Draft::default()
                })
                .await,
            ));
        }
        let team = self.service.team(id).await?;
        let who = self.team_who(guest, team.venue).await?;
        if matches!(act, TeamAct::Roster | TeamAct::Join) && !self.is_near(guest, who, &team).await? {
            return Err(Lost::Said(say!(voice, "refused-team-elsewhere")));
        }
        match act {
            TeamAct::Roster => {
                let draft = self.roster_page(voice, guest, &team).await?;
                Ok(self.to_one(draft).await)
            }
            TeamAct::Accept => {
                self.must_be_asked(who, &team).await?;
                Ok(turned(self.change_team(guest, who, &team, TeamWish::Accept).await?))
            }
            TeamAct::Decline => {
                self.must_be_asked(who, &team).await?;
                Ok(turned(self.change_team(guest, who, &team, TeamWish::Decline).await?))
            }
            TeamAct::Join => self.change_team(guest, who, &team, TeamWish::Join).await,
            TeamAct::Disband(asked) => {
                let now = self.team_minute();
                if !(asked..=asked.saturating_add(MINUTES)).contains(&now) {
                    return Ok(alert(say!(voice, "team-question-old")));
                }
                let answer = self.change_team(guest, who, &team, TeamWish::Disband).await?;
                // The question was the asker's alone; that the team is no more is everybody's business.
                Ok(match answer.public {
                    Some(_) => answer,
                    None => turned(answer),
                })
            }
            TeamAct::List(_) | TeamAct::Keep => Ok(Answer::default()),
        }
    }

    /// Somebody else's invitation is answered by nobody else, and who is in the team already is told so.
    async fn must_be_asked(&self, who: TeamWho, team: &TeamRow) -> Result<(), Lost> {
        let player = who.player.ok_or(TeamBar::NotInvited)?;
        if team.has(player) {
            return Err(TeamBar::Member.into());
        }
        Ok(())
    }

    async fn create_team(&self, guest: &Guest, who: TeamWho, name: &str, open: bool) -> Result<Answer, Lost> {
        let Some(place) = guest.place else {
            return Err(TeamBar::Private.into());
        };
        // The local page is one room of few: teams are open there until their captains close them.
        let open = open || place.venue.platform == Platform::Web;
        let made = self
            .service
            .make_team(who, place, &tidy(name), open, guest.update)
            .await?;
        let voice = self.public_voice(guest).await?;
        let captain = self.name_of(voice, guest, made.captain).await?;
        let mut lines = Lines::default();
        lines.line(spans!(
            voice,
            "team-made",
            team = team_span(&made.name),
            captain = captain
        ));
        lines.plain(if open {
            say!(voice, "team-made-open")
        } else {
            say!(voice, "team-made-invite", command = team_command(guest, "invite"))
        });
        let draft = Draft {
            text: lines.text(),
            rows: rows(team_buttons(voice, &made)),
            ..Draft::default()
        };
        Ok(self.to_all(guest, draft).await?)
    }

    async fn invite_to_team(
        &self,
        guest: &Guest,
        who: TeamWho,
        team: &TeamRow,
        whom: Option<Foe>,
    ) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        let player = match whom {
            Some(Foe::Person { account, name, handle }) => {
                // Nobody is met by somebody who may not ask them.
                if who.player != Some(team.captain) {
                    return Err(TeamBar::NotCaptain.into());
                }
                self.meet_person(account, &name, handle.as_deref()).await?
            }
            Some(Foe::Handle(typed)) if guest.account.platform == Platform::Web => {
                let asker = who.player.ok_or(TeamBar::NotCaptain)?;
                if asker != team.captain {
                    return Err(TeamBar::NotCaptain.into());
                }
                self.page_person(voice, asker, &typed).await?
            }
            Some(Foe::Handle(typed)) => {
                let store = self.service.store();
                let known = store.by_handle(guest.account.platform, &tidy_handle(&typed)).await;
                let known = known.map_err(|error| self.service.fault(error))?;
                known.ok_or_else(|| Lost::Said(say!(voice, "refused-block-unknown", text = shown(&typed))))?
            }
            Some(Foe::Computer | Foe::Bot) => return Err(Lost::Said(say!(voice, "refused-team-bot"))),
            Some(Foe::Anyone) | None => return Err(Lost::Said(say!(voice, "refused-team-nobody"))),
        };
        let asked = self.service.store().team_invitation(team.id, player).await;
        let asked = asked.map_err(|error| self.service.fault(error))?;
        let now = self.service.now();
        let again = asked.is_some_and(|asked| asked.answered.is_none() && asked.until > now);
        let done = self
            .service
            .handle_team(who, team.id, &TeamWish::Invite(player))
            .await?;
        if !done.changed {
            return Err(TeamBar::Member.into());
        }
        let voice = self.public_voice(guest).await?;
        let people = self.service.people(&[player]).await?;
        let Some(face) = people
            .first()
            .map(|person| self.face(voice, person, guest.account.platform))
        else {
            return Err(TeamBar::Shut.into());
        };
        let mut lines = Lines::default();
        lines.line(spans!(
            voice,
            "team-invitation",
            player = face.span(),
            captain = self.name_of(voice, guest, team.captain).await?,
            team = team_span(&team.name),
            until = Span::When(now.plus(crate::service::INVITATION_MS))
        ));
        let draft = Draft {
            text: lines.text(),
            rows: rows(vec![
                button(say!(voice, "button-accept"), team.id, TeamAct::Accept, Style::Success),
                button(
                    say!(voice, "button-decline"),
                    team.id,
                    TeamAct::Decline,
                    Style::Secondary,
                ),
                button(say!(voice, "button-roster"), team.id, TeamAct::Roster, Style::Secondary),
            ]),
            // Whoever was called once is not called again by the same question.
            ping: face.account.filter(|_| !again),
            ..Draft::default()
        };
        Ok(self.to_all(guest, draft).await?)
    }

    async fn join_team(&self, guest: &Guest, who: TeamWho, venue: Venue, typed: Option<&str>) -> Result<Answer, Lost> {
        let voice = self.voice_for(guest).await;
        let team = match typed.map(str::trim).filter(|typed| !typed.is_empty()) {
            Some(typed) => self.team_meant(voice, who, venue, Some(typed), Part::Member).await?,
            // The only team that asks.
            None => {
                let asked = match who.player {
                    Some(player) => self.service.invitations_of(player, venue).await?,
                    None => Vec::new(),
                };
                match asked.as_slice() {
                    [only] => self.service.team(only.team).await?,
                    _ => return Err(Lost::Said(say!(voice, "refused-team-join"))),
                }
            }
        };
        self.change_team(guest, who, &team, TeamWish::Join).await
    }

    /// Fulfils a wish and says to everybody what came of it.
    async fn change_team(&self, guest: &Guest, who: TeamWho, team: &TeamRow, wish: TeamWish) -> Result<Answer, Lost> {
        let done = self.service.handle_team(who, team.id, &wish).await?;
        let voice = self.voice_for(guest).await;
        if !done.changed {
            return Ok(note(match wish {
                TeamWish::Accept | TeamWish::Join | TeamWish::Invite(_) => voice.team_bar(TeamBar::Member),
                _ => say!(voice, "team-so-already"),
            }));
        }
        let voice = self.public_voice(guest).await?;
        let draft = self.team_changed(voice, guest, who, &done, &wish).await?;
        let mut answer = self.to_all(guest, draft).await?;
        let home = done.team.venue;
        // What is done in the private chat is the business of the team's place all the same.
        if guest.place.is_none_or(is_private) && home.platform == guest.account.platform {
            let lang = self.venue_lang(home).await?.unwrap_or(voice.lang);
            let voice = Voice::new(&self.words, lang);
            let draft = self.team_changed(voice, guest, who, &done, &wish).await?;
            let channel = self.channel_of(home).await?.unwrap_or(0);
            let place = Place { venue: home, channel };
            answer.news = Some(Box::new((place, self.finish(draft).await)));
        }
        Ok(answer)
    }

    /// What came of a wish, for everybody.
    async fn team_changed(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        who: TeamWho,
        done: &TeamDone,
        wish: &TeamWish,
    ) -> Result<Draft, Error> {
        let mut lines = Lines::default();
        lines.line(self.team_news(voice, guest, who, done, wish).await?);
        if done.team.disbanded.is_none() && done.team.captain != done.before.captain {
            let captain = self.name_of(voice, guest, done.team.captain).await?;
            if !matches!(wish, TeamWish::Captain(_)) {
                lines.plain(say!(voice, "team-captain-now", captain = captain));
            }
        }
        let buttons = match done.team.disbanded {
            Some(_) => Vec::new(),
            None => team_buttons(voice, &done.team),
        };
        Ok(Draft {
            text: lines.text(),
            rows: rows(buttons),
            ..Draft::default()
        })
    }

    async fn team_news(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        who: TeamWho,
        done: &TeamDone,
        wish: &TeamWish,
    ) -> Result<Vec<Span>, Error> {
        let team = || team_span(&done.before.name);
        let own = match who.player {
            Some(player) => self.name_of(voice, guest, player).await?,
            None => say!(voice, "admin-anonymous"),
        };
        Ok(match wish {
            TeamWish::Accept | TeamWish::Join => {
                let n = i64::try_from(done.team.members.len()).unwrap_or(i64::MAX);
                spans!(voice, "team-joined", player = own, team = team(), n = n)
            }
            TeamWish::Decline => spans!(voice, "team-declined", player = own, team = team()),
            TeamWish::Leave if done.team.disbanded.is_some() => {
                spans!(voice, "team-left-last", player = own, team = team())
            }
            TeamWish::Leave => spans!(voice, "team-left", player = own, team = team()),
            TeamWish::Kick(player) => {
                let player = self.name_of(voice, guest, *player).await?;
                spans!(voice, "team-kicked", player = player, team = team())
            }
            TeamWish::Captain(player) => {
                let player = self.name_of(voice, guest, *player).await?;
                spans!(voice, "team-captain", player = player, team = team())
            }
            TeamWish::Rename(_) => spans!(
                voice,
                "team-renamed",
                before = team(),
                team = team_span(&done.team.name)
            ),
            TeamWish::Open(true) => spans!(voice, "team-open", team = team()),
            TeamWish::Open(false) => spans!(voice, "team-closed", team = team()),
            TeamWish::Disband => spans!(voice, "team-disbanded", player = own, team = team()),
            TeamWish::Invite(_) => Vec::new(),
        })
    }

    async fn ask_to_disband(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        who: TeamWho,
        team: &TeamRow,
    ) -> Result<Answer, Lost> {
        if who.player != Some(team.captain) && !who.admin {
            return Err(TeamBar::NotCaptain.into());
        }
        let n = i64::try_from(team.members.len()).unwrap_or(i64::MAX);
        if who.player.is_none() {
            // Nobody in particular can be asked back: everybody would see the question.
            return self.change_team(guest, who, team, TeamWish::Disband).await;
        }
        let text = Text(spans!(voice, "team-disband-ask", team = team_span(&team.name), n = n));
        let minute = self.team_minute();
        let draft = Draft {
            text,
            rows: rows(vec![
                button(
                    say!(voice, "button-disband"),
                    team.id,
                    TeamAct::Disband(minute),
                    Style::Danger,
                ),
                button(say!(voice, "button-team-keep"), team.id, TeamAct::Keep, Style::Primary),
            ]),
            ..Draft::default()
        };
        Ok(self.to_one(draft).await)
    }

    fn team_minute(&self) -> u32 {
        u32::try_from(self.service.now().0 / 60_000).unwrap_or(0)
    }
}

impl Voice<'_> {
    /// Why a team is not as it was wished.
    pub(super) fn team_bar(&self, bar: TeamBar) -> String {
        match bar {
            TeamBar::Name => say!(
                self,
                "refused-team-name",
                most = i64::try_from(TEAM_NAME_MAX).unwrap_or(0)
            ),
            TeamBar::Taken => say!(self, "refused-team-taken"),
            TeamBar::NoTeam => say!(self, "refused-team-gone"),
            TeamBar::Full => say!(self, "refused-team-full", most = TEAM_MEMBERS),
            TeamBar::TooMany => say!(self, "refused-team-many", most = TEAMS_PER_PLAYER),
            TeamBar::TooManyHere => say!(self, "refused-team-many-here", most = TEAMS_PER_VENUE),
            TeamBar::TooManyAsked => say!(self, "refused-team-asked", most = TEAM_MEMBERS),
            TeamBar::NotCaptain => say!(self, "refused-team-captain"),
            TeamBar::NotMember => say!(self, "refused-team-member"),
            TeamBar::NotInvited => say!(self, "refused-team-invitation"),
            TeamBar::ByInvitation => say!(self, "refused-team-closed"),
            TeamBar::Member => say!(self, "refused-team-already"),
            TeamBar::Shut => say!(self, "refused-team-shut"),
            TeamBar::Admins => say!(self, "refused-team-admins"),
            TeamBar::Private => say!(self, "refused-no-venue"),
        }
    }
}

/// The same as the new state of the pressed message.
fn turned(answer: Answer) -> Answer {
    match answer.public {
        Some(post) => Answer {
            post: Some(post),
            public: None,
            replace: true,
            ..answer
        },
        None => Answer {
            replace: answer.post.is_some(),
            ..answer
        },
    }
}

/// A team's name inside a sentence.
pub(super) fn team_span(name: &str) -> Span {
    Span::Bold(isolated(name))
}

pub(super) fn button(label: String, team: TeamId, act: TeamAct, style: Style) -> Button {
    Button {
        label,
        press: Press::Token(encode_team(team, act)),
        style,
    }
}

pub(super) fn team_buttons(voice: Voice<'_>, team: &TeamRow) -> Vec<Button> {
    let mut buttons = Vec::new();
    if team.open {
        buttons.push(button(
            say!(voice, "button-team-join"),
            team.id,
            TeamAct::Join,
            Style::Success,
        ));
    }
    buttons.push(button(
        say!(voice, "button-roster"),
        team.id,
        TeamAct::Roster,
        Style::Secondary,
    ));
    buttons
}

/// How a command about teams is typed.
pub(super) fn team_command(_: &Guest, what: &str) -> String {
    format!("/team {what}")
}
