//! A match at once: with whoever waits here, or with who comes next.

use futures::future::BoxFuture;

use super::scene::key;
use super::token::EventAct;
use crate::id::EventId;
use crate::service::{Error, EventError, Quick};
use crate::ui::ask::{Answer, Challenge, Guest};
use crate::ui::challenge::terms;
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::{Draft, Keys, rows};
use crate::ui::hand::NO_STAMP;
use crate::ui::people::is_private;
use crate::ui::post::Style;
use crate::ui::token::{Act, table_code};
use crate::ui::voice::{Lines, say, spans};

impl Desk {
    /// The same for a typed wish.
    pub(in crate::ui) fn quick_match<'a>(
        &'a self,
        guest: &'a Guest,
        typed: Option<Challenge>,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let answered = self.quick(guest, typed).await;
            self.event_said(guest, answered).await
        })
    }

    /// Finds somebody for a match at once, or waits for somebody.
    async fn quick(&self, guest: &Guest, typed: Option<Challenge>) -> Result<Answer, EventError> {
        self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return Ok(alert(say!(voice, "refused-quick-private")));
        };
        let usual = self.house_here(guest).await?;
        // 達標: first to the score, unless something else is said here.
        let mode = (!usual.decides()).then(|| "target".to_owned());
        let challenge = typed.unwrap_or(Challenge {
            mode,
            ..Challenge::default()
        });
        let terms = match terms(voice, &challenge, &usual) {
            Ok(terms) => terms,
            Err(said) => return Ok(alert(said)),
        };
        let said = voice.agreed(&terms);
        let found = match self.service.quick(guest.account, place, terms, guest.update).await {
            Ok(found) => found,
            // A match is refused, not an event.
            Err(error @ (Error::Full(_) | Error::TooMany | Error::Refused(_))) => {
                return Ok(voice.excuse(&error).map(alert).unwrap_or_default());
            }
            Err(error) => return Err(error.into()),
        };
        match found {
            Quick::Waiting { until } => {
                let mut lines = Lines::default();
                lines.line(spans!(
                    voice,
                    "quick-waiting",
                    terms = said,
                    at = crate::ui::post::Span::At(until)
                ));
                let stop = key(
                    EventId(0),
                    say!(voice, "button-quick-stop"),
                    EventAct::Unqueue,
                    Style::Secondary,
                );
                Ok(self
                    .to_one(Draft {
                        text: lines.text(),
                        rows: rows(vec![stop]),
                        ..Draft::default()
                    })
                    .await)
            }
            Quick::Found(outcome) => {
                let table = &outcome.table;
                let scene = self.scene(table, voice.lang).await?;
                let own = self.service.player(guest.account).await?;
                let seat = table.seat_of(own).unwrap_or(crate::id::Seat::FIRST);
                let keys = Keys {
                    table: table.id(),
                    stamp: NO_STAMP,
                };
                let id = table_code(table.id()).to_uppercase();
                let said = say!(voice, "quick-found", name = scene.name(seat.other()), id = id);
                let hand = keys.button(say!(voice, "button-hand"), Act::Hand, Style::Primary);
                Ok(self
                    .to_one(Draft {
                        text: said.into(),
                        rows: rows(vec![hand]),
                        ..Draft::default()
                    })
                    .await)
            }
        }
    }

    /// Not wait any more.
    pub(super) async fn unqueue(&self, guest: &Guest) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        let waited = self.service.quick_leave(guest.account).await?;
        let said = if waited {
            say!(voice, "quick-left")
        } else {
            say!(voice, "quick-left-already")
        };
        Ok(self.settled(guest, said).await)
    }
}
