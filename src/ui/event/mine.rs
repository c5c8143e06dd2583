//! What one person has to do with which event: the list, and the card of one.

use futures::future::BoxFuture;

use super::run::token_of;
use super::scene::{EventScene, code, key};
use super::token::EventAct;
use crate::contest::{Asked, Contest, Status};
use crate::id::{Platform, PlayerId, TableId};
use crate::service::{EventError, EventRow};
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::{Draft, Keys};
use crate::ui::hand::NO_STAMP;
use crate::ui::names::{isolated, tidy};
use crate::ui::people::{is_private, private_place};
use crate::ui::post::{Button, Row, Span, Style};
use crate::ui::token::{Act, table_code};
use crate::ui::voice::{Lines, Voice, say, spans};

/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;
/// How many events of oneself a list tells about (ours).
const LISTED: usize = 10;

/// How many events that are over it names (ours).
const PAST: usize = 5;

/// Lines about events, and the options that show each: label and token.
pub(in crate::ui) type Tasks = (Lines, Vec<(String, String)>);

impl Desk {
    /// An event as one person has to do with it.
    pub(super) async fn card(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        replace: bool,
    ) -> Result<Answer, EventError> {
        let lang = self.voice_for(guest).await.lang;
        let venue = guest.place.unwrap_or_else(|| private_place(guest)).venue;
        let scene = self.event_scene(contest, lang, venue, Some(player)).await?;
        let mut lines = Lines::default();
        lines
            .bold(scene.title())
            .plain(format!("{} · {}", scene.state(), scene.code()));
        if scene.view.status == Status::Open
            && let Some(at) = scene.view.starts
        {
            lines.line(spans!(scene.voice, "event-starts-at", at = scene.at(at)));
        }
        lines.line(scene.asked());
        if contest.format().fee > 0 {
            self.purse_line(scene.voice, player, &mut lines).await?;
        }
        let mut draft = Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(scene.own_buttons(player))],
            ..Draft::default()
        };
        let pages = scene.pages().into_iter().take(5);
        let leads = pages.map(|page| {
            scene.button(
                scene.page_name(page),
                EventAct::Turn(page, super::pages::FIRST),
                Style::Secondary,
            )
        });
        draft.rows.push(Row::Buttons(leads.collect()));
        draft
            .rows
            .retain(|row| !matches!(row, Row::Buttons(buttons) if buttons.is_empty()));
        let mut answer = self.to_one(draft).await;
        answer.replace = replace;
        Ok(answer)
    }

    /// What the guest has to do in which event.
    pub(super) async fn my_events(&self, guest: &Guest) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let (lines, options) = self.event_tasks(guest, voice, player).await?;
        if options.is_empty() {
            return Ok(alert(none(voice, guest)));
        }
        let rows = vec![which("event-mine", voice, options)];
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            })
            .await)
    }

    /// The events of a player as lines, and as options that show each.
    pub(in crate::ui) fn event_tasks<'a>(
        &'a self,
        guest: &'a Guest,
        voice: Voice<'a>,
        player: PlayerId,
    ) -> BoxFuture<'a, Result<Tasks, EventError>> {
        Box::pin(async move {
            let mut lines = Lines::default();
            let mut options = Vec::new();
            let mine = self.service.my_events(player).await?;
            let venue = guest.place.unwrap_or_else(|| private_place(guest)).venue;
            if !mine.is_empty() {
                lines.bold(say!(voice, "event-mine"));
            }
            for contest in mine.iter().take(LISTED) {
                let scene = self.event_scene(contest, voice.lang, venue, Some(player)).await?;
                let mut spans = vec![Span::Plain(format!("{} · {}: ", scene.title(), scene.state()))];
                spans.extend(scene.asked());
                lines.line(spans);
                let label = format!("{} · {}", tidy(&contest.format().title), code(contest.id()));
                options.extend(token_of(scene.button(label, EventAct::Mine, Style::Secondary)));
            }
            Ok((lines, options))
        })
    }

    /// The events here, and one's own.
    pub(super) async fn event_list(&self, guest: &Guest) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let mut lines = Lines::default();
        let mut options = Vec::new();
        let mut past: Vec<EventRow> = Vec::new();
        let place = guest.place.filter(|place| !is_private(*place));
        if let Some(place) = place {
            lines.bold(say!(voice, "event-list"));
            let rows = self.service.events(place.venue, true).await?;
            if rows.is_empty() {
                lines.plain(say!(voice, "event-list-none"));
            }
            let all = self.service.events(place.venue, false).await?;
            let over = all.into_iter().filter(|row| row.status == Status::Finished);
            past.extend(over.take(PAST));
            for row in rows.iter().take(OPTIONS) {
                // One that can't be read keeps no other from being listed.
                let Some(contest) = self.service.readable_event(row.id).await? else {
                    continue;
                };
                let scene = self
                    .event_scene(&contest, voice.lang, place.venue, Some(player))
                    .await?;
                let mut spans = vec![Span::Plain(format!(
                    "{} · {} · {}",
                    scene.title(),
                    code(row.id),
                    scene.state()
                ))];
                if row.status == Status::Open
                    && let Some(at) = row.starts
                {
                    spans.push(Span::Plain(" · ".to_owned()));
                    spans.push(scene.at(at));
                }
                lines.line(spans);
                let label = format!("{} · {}", tidy(&row.title), code(row.id));
                options.extend(token_of(scene.button(label, EventAct::Mine, Style::Secondary)));
            }
        }
        let (own, more) = self.event_tasks(guest, voice, player).await?;
        lines.line(own.text().0);
        if !past.is_empty() {
            let names = past
                .iter()
                .map(|row| format!("{} · {}", isolated(&tidy(&row.title)), code(row.id)));
            lines.plain(say!(voice, "event-list-over", list = voice.list(names)));
        }
        let over = past.iter().map(|row| {
            let label = format!("{} · {}", tidy(&row.title), code(row.id));
            token_of(key(row.id, label, EventAct::Mine, Style::Secondary))
        });
        let more = more.into_iter().chain(over.flatten());
        for option in more {
            if !options.iter().any(|(_, token)| *token == option.1) {
                options.push(option);
            }
        }
        options.truncate(OPTIONS);
        if options.is_empty() && place.is_none() {
            return Ok(alert(none(voice, guest)));
        }
        // A list of nothing can't be shown.
        let rows = (!options.is_empty()).then(|| which("event-list", voice, options));
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows: rows.into_iter().collect(),
                ..Draft::default()
            })
            .await)
    }
}

/// A list to choose one of several events from.
pub(in crate::ui) fn which(id: &str, voice: Voice<'_>, options: Vec<(String, String)>) -> Row {
    Row::Select {
        id: id.to_owned(),
        prompt: say!(voice, "event-which"),
        options,
    }
}

impl EventScene<'_> {
    /// What is asked of whoever looks, as a sentence.
    pub(super) fn asked(&self) -> Vec<Span> {
        let voice = self.voice;
        let plain = |text: String| vec![Span::Plain(text)];
        match self.view.asked {
            Asked::Nothing => plain(say!(voice, "event-asked-nothing")),
            Asked::WaitForPlace => plain(say!(voice, "event-asked-place")),
            Asked::CheckIn => plain(say!(voice, "event-asked-check-in")),
            Asked::WaitForStart => plain(say!(voice, "event-asked-start")),
            Asked::Show(pairing, until) => {
                let name = self.opponent(pairing);
                spans!(voice, "event-asked-show", name = name, at = self.at(until))
            }
            Asked::WaitForOpponent(pairing, until) => {
                let name = self.opponent(pairing);
                spans!(voice, "event-asked-opponent", name = name, at = self.at(until))
            }
            Asked::Play(pairing, table) => {
                let id = table_code(table).to_uppercase();
                plain(say!(voice, "event-asked-play", name = self.opponent(pairing), id = id))
            }
            Asked::Bye => plain(say!(voice, "event-asked-bye")),
            Asked::WaitForRound => plain(say!(voice, "event-asked-round")),
            Asked::Return => plain(say!(voice, "event-asked-return")),
            Asked::StandBy(team) => plain(say!(voice, "event-asked-stand-by", team = self.team(team))),
            Asked::Done => plain(say!(voice, "event-asked-done")),
        }
    }

    /// Whom the viewer meets in a match. The viewer is whoever is asked, so the other of the two.
    fn opponent(&self, pairing: crate::contest::PairingId) -> String {
        let viewer = self.viewer;
        let players = self.contest.pairing(pairing).map(|pairing| pairing.players);
        let other = players.and_then(|players| players.into_iter().find(|player| Some(*player) != viewer));
        other.map_or_else(|| say!(self.voice, "nobody"), |player| self.name(player))
    }

    /// What the viewer can do now, the next step first.
    fn own_buttons(&self, player: PlayerId) -> Vec<Button> {
        let voice = self.voice;
        let mut buttons = Vec::new();
        let teams = self.contest.format().squads.is_some();
        match self.view.asked {
            Asked::Nothing if self.view.status == Status::Open && !teams => {
                buttons.push(self.button(say!(voice, "button-event-join"), EventAct::Join, Style::Success));
            }
            Asked::CheckIn => {
                buttons.push(self.button(say!(voice, "button-event-check-in"), EventAct::CheckIn, Style::Success));
            }
            Asked::Show(..) => {
                buttons.push(self.button(say!(voice, "button-event-here"), EventAct::Here, Style::Success));
            }
            Asked::Play(_, table) => buttons.push(hand_button(voice, table)),
            Asked::Return => {
                buttons.push(self.button(say!(voice, "button-event-return"), EventAct::Return, Style::Success));
            }
            _ => {}
        }
        let running = self.view.status == Status::Running;
        let plays = self
            .contest
            .entrant(player)
            .is_some_and(|entrant| entrant.presence == crate::contest::Presence::Playing);
        if running && plays && self.view.asked != Asked::Done {
            buttons.push(self.button(say!(voice, "button-event-pause"), EventAct::Pause, Style::Secondary));
        }
        if !matches!(self.view.asked, Asked::Nothing | Asked::Done) {
            buttons.push(self.button(say!(voice, "button-event-leave"), EventAct::AskLeave, Style::Danger));
        }
        if self.contest.is_organiser(player) && matches!(self.view.status, Status::Open | Status::Running) {
            buttons.push(self.button(say!(voice, "button-event-manage"), EventAct::Manage, Style::Secondary));
        }
        buttons
    }
}

/// Where to look for events when one has none.
fn none(voice: Voice<'_>, guest: &Guest) -> String {
    match guest.account.platform {
        Platform::Web => say!(voice, "event-mine-none-page"),
        Platform::Discord | Platform::Telegram => say!(voice, "event-mine-none"),
    }
}

fn hand_button(voice: Voice<'_>, table: TableId) -> Button {
    let keys = Keys { table, stamp: NO_STAMP };
    keys.button(say!(voice, "button-hand"), Act::Hand, Style::Primary)
}
