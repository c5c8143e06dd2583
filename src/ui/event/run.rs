//! What people do in events: typed or pressed, it is found which event is meant, done, and answered.

use futures::future::BoxFuture;

use super::ask::{EventAsk, NewEvent};
use super::fee::fee_stays;
use super::guests::venue_of;
use super::meant::{Meant, Wanted};
use super::scene::key;
use super::token::{EventAct, EventPage, EventToken, decode};
use crate::contest::{Asked, Contest, DueKind, Status, Wish};
use crate::id::PlayerId;
use crate::service::{Caller, Command, Error, EventError, EventOutcome};
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::{Draft, Keys, cut, rows};
use crate::ui::hand::NO_STAMP;
use crate::ui::names::tidy;
use crate::ui::people::{is_private, private_place};
use crate::ui::post::{Button, Press, Style, Text};
use crate::ui::token::{Act, table_code};
use crate::ui::voice::{Lines, Voice, say};

/// The longest label of one in UTF-16 units (Discord: 100 characters).
const LABEL: usize = 90;

impl Desk {
    /// Answers a question about events, or fulfils a wish.
    pub(in crate::ui) fn event<'a>(&'a self, guest: &'a Guest, ask: EventAsk) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let answered = match ask {
                EventAsk::Help => self.event_help(guest, None).await,
                EventAsk::Unknown(word) => self.event_help(guest, Some(&word)).await,
                EventAsk::List => self.event_list(guest).await,
                EventAsk::Mine => self.my_events(guest).await,
                EventAsk::Create(new) => self.create(guest, *new).await,
                EventAsk::Plan { when, ahead, event } => self.plan(guest, when, ahead, *event).await,
                EventAsk::Unplan(Some(typed)) => self.unplan_typed(guest, &typed).await,
                EventAsk::Unplan(None) => self.plan(guest, None, None, NewEvent::default()).await,
                EventAsk::Bring(event) => self.bring(guest, &event).await,
                EventAsk::Away(event) => self.send_away_typed(guest, &event).await,
                EventAsk::Show { event, page } => self.show_page(guest, event.as_deref(), page).await,
                EventAsk::Do { event, deed } => self.event_deed(guest, event.as_deref(), deed).await,
            };
            self.event_said(guest, answered).await
        })
    }

    /// Answers a pressed button of an event.
    pub(in crate::ui) fn event_press<'a>(
        &'a self,
        guest: &'a Guest,
        token: &'a str,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let Some(token) = decode(token) else {
                return Ok(alert(say!(self.voice_for(guest).await, "refused-event-unreadable")));
            };
            let answered = self.event_pressed(guest, token).await;
            self.event_said(guest, answered).await
        })
    }

    pub(in crate::ui) async fn event_said(
        &self,
        guest: &Guest,
        answered: Result<Answer, EventError>,
    ) -> Result<Answer, Error> {
        match answered {
            Ok(answer) => Ok(answer),
            Err(error) => {
                let voice = self.voice_for(guest).await;
                let answer = self.event_excuse(guest, voice, &error).await?;
                let hushed = matches!(error, EventError::Blocked | EventError::BlockedOther(_));
                Ok(Answer { hushed, ..answer })
            }
        }
    }

    async fn event_excuse(&self, guest: &Guest, voice: Voice<'_>, error: &EventError) -> Result<Answer, Error> {
        use crate::contest::Refusal;
        if let EventError::Refused(Refusal::OtherTeam(player)) = error {
            let name = self.name_of(voice, guest, *player).await?;
            return Ok(alert(say!(voice, "refused-event-other-team", name = name)));
        }
        if let EventError::BlockedOther(player) = error {
            let name = self.name_of(voice, guest, *player).await?;
            return Ok(alert(say!(voice, "refused-event-blocked-other", name = name)));
        }
        Ok(voice.event_excuse(error).map(alert).unwrap_or_default())
    }

    fn event_pressed<'a>(&'a self, guest: &'a Guest, token: EventToken) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let player = self.meet(guest).await?;
            let voice = self.voice_for(guest).await;
            match token.act {
                EventAct::Make(at) => return self.create_plain(guest, at).await,
                EventAct::Unplan(schedule) => return self.unplan(guest, schedule).await,
                EventAct::Unqueue => return self.unqueue(guest).await,
                EventAct::Mine if token.event.0 == 0 => return self.my_events(guest).await,
                _ => {}
            }
            let contest = match token.act {
                // A button can be made up: it brings nobody into an event that they can't know of.
                EventAct::Join => {
                    self.service
                        .event_met(guest.account, token.event, venue_of(guest))
                        .await?
                }
                _ => self.service.event(token.event).await?,
            };
            self.act(guest, voice, player, &contest, token.act).await
        })
    }

    /// Does what a button or an order asks for.
    pub(super) fn act<'a>(
        &'a self,
        guest: &'a Guest,
        voice: Voice<'a>,
        player: PlayerId,
        contest: &'a Contest,
        act: EventAct,
    ) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            match act {
                EventAct::Join => self.sign_up(guest, voice, player, contest).await,
                EventAct::AskLeave => self.ask_leave(guest, voice, player, contest).await,
                EventAct::Leave => self.leave(guest, voice, player, contest).await,
                EventAct::CheckIn => self.check_in(guest, voice, contest).await,
                EventAct::Here => self.come(guest, voice, player, contest).await,
                EventAct::Pause => self.personal(guest, player, contest, Wish::Pause).await,
                EventAct::Return => self.personal(guest, player, contest, Wish::Return).await,
                EventAct::Mine => self.card(guest, player, contest, false).await,
                EventAct::Open(page) => self.page_of(guest, player, contest, page, None, false).await,
                EventAct::Turn(page, at) => {
                    let at = (at != super::pages::FIRST).then_some(usize::from(at));
                    self.page_of(guest, player, contest, page, at, true).await
                }
                EventAct::Away(chat) => self.send_away(guest, voice, contest, chat).await,
                _ => self.organise(guest, voice, player, contest, act).await,
            }
        })
    }

    /// Does it in the name of the guest.
    pub(super) async fn event_wish(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        wish: Wish,
    ) -> Result<EventOutcome, EventError> {
        let here = guest.place.filter(|place| !is_private(*place));
        let home = contest.place();
        let admin = guest.governs(home.venue) || self.owns(guest);
        // The private chat is nobody's other venue: who runs an event runs it from there too.
        let at = here.or_else(|| (admin || contest.is_organiser(player)).then_some(home));
        let brings = here.is_some_and(|place| place.venue != home.venue) && self.may_open(guest).await?;
        let command = Command::Event {
            event: contest.id(),
            wish,
            admin,
            at,
            brings,
            inbox: guest.update,
        };
        self.service.handle_event(Caller::Person(guest.account), command).await
    }

    /// Signs off at once before the start; after it, asks first.
    async fn ask_leave(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        if contest.status() != Status::Running || contest.entrant(player).is_none() {
            return self.leave(guest, voice, player, contest).await;
        }
        let asked = say!(voice, "event-ask-drop", title = tidy(&contest.format().title));
        let yes = key(
            contest.id(),
            say!(voice, "button-event-drop"),
            EventAct::Leave,
            Style::Danger,
        );
        let rest = key(
            contest.id(),
            say!(voice, "button-event-pause"),
            EventAct::Pause,
            Style::Secondary,
        );
        Ok(self
            .to_one(Draft {
                text: fee_stays(voice, contest, asked).into(),
                rows: rows(vec![yes, rest]),
                ..Draft::default()
            })
            .await)
    }

    async fn leave(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        let title = tidy(&contest.format().title);
        if contest.status() == Status::Running {
            self.event_wish(guest, player, contest, Wish::Drop).await?;
            let said = fee_stays(voice, contest, say!(voice, "event-dropped", title = title));
            return Ok(self.settled(guest, said).await);
        }
        let outcome = self.event_wish(guest, player, contest, Wish::SignOff).await?;
        let said = say!(voice, "event-left", title = title);
        Ok(alert(self.with_fee(voice, player, &outcome, said).await?))
    }

    async fn check_in(&self, guest: &Guest, voice: Voice<'_>, contest: &Contest) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        self.event_wish(guest, player, contest, Wish::CheckIn).await?;
        Ok(alert(say!(
            voice,
            "event-checked-in",
            title = tidy(&contest.format().title)
        )))
    }

    /// "I'm here" for the match of this round.
    async fn come(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        let Asked::Show(pairing, _) = contest.asked(player) else {
            return self.card(guest, player, contest, false).await;
        };
        let outcome = self.event_wish(guest, player, contest, Wish::Show(pairing)).await?;
        // Both are there: the table may be laid already.
        let contest = self.service.event(outcome.event).await?;
        match contest.asked(player) {
            Asked::Play(_, table) => {
                let keys = Keys { table, stamp: NO_STAMP };
                let id = table_code(table).to_uppercase();
                let button = keys.button(say!(voice, "button-hand"), Act::Hand, Style::Primary);
                Ok(self
                    .to_one(Draft {
                        text: say!(voice, "event-begins", id = id).into(),
                        rows: rows(vec![button]),
                        ..Draft::default()
                    })
                    .await)
            }
            _ => {
                let scene = self
                    .event_scene(&contest, voice.lang, contest.place().venue, Some(player))
                    .await?;
                // A note can't show moments: who must come by when is a message.
                let mut lines = Lines::default();
                lines.line(scene.asked());
                Ok(self
                    .to_one(Draft {
                        text: lines.text(),
                        ..Draft::default()
                    })
                    .await)
            }
        }
    }

    async fn personal(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        wish: Wish,
    ) -> Result<Answer, EventError> {
        let outcome = self.event_wish(guest, player, contest, wish).await?;
        self.card(guest, player, &outcome.contest, true).await
    }

    /// A pressed page becomes a sentence.
    pub(super) async fn settled(&self, _: &Guest, said: impl Into<Text>) -> Answer {
        let mut answer = self
            .to_one(Draft {
                text: said.into(),
                ..Draft::default()
            })
            .await;
        answer.replace = true;
        answer
    }

    async fn show_page(&self, guest: &Guest, typed: Option<&str>, page: EventPage) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        if page == EventPage::Schedule
            && typed.is_none()
            && let Some(answer) = self.agenda(guest, player).await?
        {
            return Ok(answer);
        }
        let act = EventAct::Turn(page, super::pages::FIRST);
        match self.meant(guest, player, typed, Wanted::Shown).await? {
            Meant::One(contest) => self.page_of(guest, player, &contest, page, None, false).await,
            Meant::Several(all) => {
                let all: Vec<_> = all.iter().map(|contest| (contest, act)).collect();
                Ok(self.which_event(guest, &all).await)
            }
            Meant::Said(said) => Ok(alert(said)),
        }
    }

    async fn page_of(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        page: EventPage,
        at: Option<usize>,
        replace: bool,
    ) -> Result<Answer, EventError> {
        let lang = self.voice_for(guest).await.lang;
        let venue = guest.place.unwrap_or_else(|| private_place(guest)).venue;
        let scene = self.event_scene(contest, lang, venue, Some(player)).await?;
        // What this event does not have is shown as what it has instead.
        let page = match page {
            EventPage::Bracket if !scene.has_bracket() => EventPage::Standings,
            other => other,
        };
        let mut answer = self.to_one(scene.page(page, at)).await;
        answer.replace = replace;
        Ok(answer)
    }

    /// How events work; first what of an order was not understood.
    async fn event_help(&self, guest: &Guest, unknown: Option<&str>) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        Ok(self
            .to_one(Draft {
                text: super::orders::help(voice, guest.account.platform, unknown),
                ..Draft::default()
            })
            .await)
    }
}

/// The round that an organiser can begin now: all matches of the one before have a result.
pub(super) fn next_round(contest: &Contest) -> Option<(u8, u16)> {
    contest.dues().into_iter().find_map(|due| match due.kind {
        DueKind::Next { stage, round } => Some((stage, round)),
        _ => None,
    })
}

/// A button as an option of a select.
pub(super) fn token_of(button: Button) -> Option<(String, String)> {
    match button.press {
        Press::Token(token) => Some((cut(button.label, LABEL), token)),
        Press::Link(_) => None,
    }
}
