//! Events of other places: shown here by leave, and what is said where they are not.

use super::scene::{code, key};
use super::token::EventAct;
use crate::contest::{Asked, Contest, Refusal, Wish};
use crate::id::{EventId, PlayerId, Venue};
use crate::service::EventError;
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::Draft;
use crate::ui::names::tidy;
use crate::ui::people::is_private;
use crate::ui::post::{Row, Style};
use crate::ui::voice::{Lines, Voice, say};

impl Desk {
    /// Shows an event of another place here, for somebody who may open events here.
    pub(super) async fn bring(&self, guest: &Guest, typed: &str) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return Err(EventError::Private);
        };
        if !self.may_open(guest).await? {
            return Ok(alert(say!(voice, "refused-event-bringer")));
        }
        self.meet(guest).await?;
        let contest = match self.event_called(guest, voice, typed).await? {
            Ok(contest) => contest,
            Err(said) => return Ok(alert(said)),
        };
        let title = tidy(&contest.format().title);
        let places = self.service.event_places(contest.id()).await?;
        let stood = places.iter().any(|known| known.venue == place.venue);
        self.service
            .bring_event(guest.account, contest.id(), place, guest.update)
            .await?;
        Ok(alert(if stood {
            say!(voice, "event-brought-already", title = title)
        } else {
            say!(voice, "event-brought", title = title, id = code(contest.id()))
        }))
    }

    /// Shows an event of another place here no more, by the id as it was typed.
    pub(super) async fn send_away_typed(&self, guest: &Guest, typed: &str) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        let Some(here) = venue_of(guest) else {
            return Err(EventError::Private);
        };
        self.meet(guest).await?;
        let contest = match self.event_called(guest, voice, typed).await? {
            Ok(contest) => contest,
            Err(said) => return Ok(alert(said)),
        };
        self.send_away(guest, voice, &contest, here.chat).await
    }

    /// Shows an event no more in the place with this chat, which must be the one where that is asked.
    pub(super) async fn send_away(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        contest: &Contest,
        chat: i64,
    ) -> Result<Answer, EventError> {
        let Some(here) = venue_of(guest).filter(|here| here.chat == chat) else {
            return Ok(alert(say!(voice, "refused-event-away-where")));
        };
        let title = tidy(&contest.format().title);
        if here == contest.place().venue {
            return Ok(alert(say!(voice, "refused-event-away-home", title = title)));
        }
        // Whoever runs it may take it back from where it was shown, as well as those who could have brought it.
        let player = self.meet(guest).await?;
        if !contest.is_organiser(player) && !self.may_open(guest).await? {
            return Ok(alert(say!(voice, "refused-event-bringer")));
        }
        let done = self.service.send_event_away(contest.id(), here).await?;
        Ok(self
            .settled(
                guest,
                if done {
                    say!(voice, "event-away", title = title)
                } else {
                    say!(voice, "event-away-already", title = title)
                },
            )
            .await)
    }

    /// An event is run where it belongs; where it is only shown, whoever may can send it away.
    pub(super) async fn elsewhere(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        contest: &Contest,
        here: Venue,
    ) -> Result<Answer, EventError> {
        let places = self.service.event_places(contest.id()).await?;
        let shown_here = places.iter().any(|place| place.venue == here);
        if !shown_here || !self.may_open(guest).await? {
            return Err(EventError::Refused(Refusal::Elsewhere));
        }
        let away = key(
            contest.id(),
            say!(voice, "button-event-away"),
            EventAct::Away(here.chat),
            Style::Danger,
        );
        let mut lines = Lines::default();
        lines.plain(say!(voice, "refused-event-elsewhere"));
        lines.plain(say!(voice, "event-away-how"));
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows: vec![Row::Buttons(vec![away])],
                ..Draft::default()
            })
            .await)
    }

    /// Signs somebody up, from wherever they ask.
    pub(super) async fn sign_up(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        let outcome = self.event_wish(guest, player, contest, Wish::SignUp).await?;
        let title = tidy(&contest.format().title);
        let was = outcome.before == outcome.contest.version();
        let said = match outcome.contest.asked(player) {
            Asked::WaitForPlace => {
                let at = outcome.contest.waiting().position(|waiting| waiting == player);
                let n = i64::try_from(at.unwrap_or(0) + 1).unwrap_or(1);
                say!(voice, "event-joined-waiting", title = title, n = n)
            }
            _ if was => say!(voice, "event-joined-already", title = title),
            Asked::CheckIn => say!(voice, "event-joined-check-in", title = title),
            _ => say!(voice, "event-joined", title = title),
        };
        let said = self.with_fee(voice, player, &outcome, said).await?;
        self.told_where(guest, voice, outcome.event, said).await
    }

    /// What is said to somebody who came in; where the event is not shown, that too.
    async fn told_where(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        event: EventId,
        said: String,
    ) -> Result<Answer, EventError> {
        let Some(here) = venue_of(guest) else {
            return Ok(alert(said));
        };
        let places = self.service.event_places(event).await?;
        if places.iter().any(|place| place.venue == here) {
            return Ok(alert(said));
        }
        let mut lines = Lines::default();
        lines.plain(said);
        lines.plain(say!(voice, "event-not-shown", id = code(event)));
        let text = lines.text();
        Ok(self
            .to_one(Draft {
                text,
                ..Draft::default()
            })
            .await)
    }
}

/// The server or group where somebody asks; none in a private chat.
pub(in crate::ui) fn venue_of(guest: &Guest) -> Option<Venue> {
    let place = guest.place.filter(|place| !is_private(*place));
    place.map(|place| place.venue)
}
