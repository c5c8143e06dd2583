//! Events of other places: shown here by leave, and what is said where they are not.

use super::scene::code;
use crate::contest::{Asked, Contest, Wish};
use crate::id::{EventId, PlayerId, Venue};
use crate::service::EventError;
use crate::ui::ask::{Answer, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::Draft;
use crate::ui::names::tidy;
use crate::ui::people::is_private;
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
        let contest = match self.service.event_called(guest.account, typed, Some(place.venue)).await {
            Err(EventError::NoEvent) => {
                return Ok(alert(say!(voice, "refused-event-unknown", text = shown(typed))));
            }
            found => found?,
        };
        self.service
            .bring_event(guest.account, contest.id(), place, guest.update)
            .await?;
        let title = tidy(&contest.format().title);
        Ok(alert(say!(voice, "event-brought", title = title)))
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
