//! People and places that vanish: who is away, why the clock stands still, and the claim of a match.

use super::ask::Answer;
use super::draft::Draft;
use super::people::seen_by;
use super::post::{Row, Span, Style};
use super::press::Press;
use super::scene::Scene;
use super::token::Act;
use super::voice::{Lines, say, spans};
use crate::id::{PlayerId, Seat};
use crate::service::{Caller, Command, Error};
use crate::table::{Gone, Hindrance, Sitter, Table};

use super::desk::Desk;

impl Scene<'_> {
    /// On the public table and, for the reader in this seat, on the hand: that the clock stands still, and who is away.
    pub(super) fn vanish_lines(&self, lines: &mut Lines, reader: Option<Seat>) {
        let voice = self.voice;
        if let Some(pause) = self.table.paused() {
            let when = Span::When(pause.until);
            lines.line(spans!(voice, "paused", why = hindrance_key(pause.why), when = when));
        }
        for seat in Seat::BOTH {
            let Some(away) = self.table.away(seat) else { continue };
            lines.plain(say!(voice, "away", how = gone_key(away.how), name = self.name(seat)));
            let other = seat.other();
            if self.table.paused().is_some() || !self.claims(other) {
                continue;
            }
            let (name, when) = (self.name(seat), Span::When(away.claim));
            if reader == Some(other) {
                lines.line(spans!(voice, "away-claim-you", name = name, when = when));
            } else if reader.is_none() {
                let opponent = self.name(other);
                lines.line(spans!(
                    voice,
                    "away-claim",
                    name = name,
                    opponent = opponent,
                    when = when
                ));
            }
        }
    }

    /// Under the hand of whoever may claim the match because the one to move is away.
    pub(super) fn claim_row(&self, seat: Seat) -> Option<Row> {
        let absent = seat.other();
        let may = self.table.to_move() == Some(absent) && self.table.away(absent).is_some();
        if !may || self.table.paused().is_some() {
            return None;
        }
        let label = say!(self.voice, "button-claim");
        Some(Row::Buttons(vec![self.keys(seat).button(
            label,
            Act::Claim,
            Style::Success,
        )]))
    }

    /// Whether there is a person in this seat who could claim the match.
    fn claims(&self, seat: Seat) -> bool {
        matches!(self.table.seats().get(seat.index()), Some(Sitter::Player(_)))
    }
}

impl Press<'_> {
    /// Claims the match because the other one is away.
    pub(super) async fn claim(&self) -> Result<Answer, Error> {
        let command = Command::Claim {
            table: self.token.table,
            stamp: Some(self.token.stamp),
        };
        let outcome = self
            .desk
            .service
            .handle(Caller::Person(self.guest.account), command)
            .await;
        let table = match &outcome {
            Ok(outcome) => outcome.table.clone(),
            Err(Error::Refused(_)) => self.desk.service.table(self.token.table).await?,
            Err(_) => return outcome.map(|_| Answer::default()),
        };
        let table = seen_by(table, self.guest);
        let Some(seat) = table.seat_of(self.player) else {
            return Ok(self.stranger());
        };
        match outcome {
            Err(error) => self.refused(&table, seat, &error).await,
            Ok(_) => {
                let draft: Draft = self.desk.scene(&table, self.voice.lang).await?.hand_page(seat);
                self.hand_message(&table, draft).await
            }
        }
    }
}

impl Desk {
    /// The table after its player showed themselves: whoever was away is back.
    pub(super) async fn seen(&self, table: Table, player: PlayerId) -> Result<Table, Error> {
        match table.seat_of(player).and_then(|seat| table.away(seat)) {
            Some(_) => self.service.seen(table.id(), player).await,
            None => Ok(table),
        }
    }
}

fn gone_key(how: Gone) -> &'static str {
    match how {
        Gone::Left => "left",
        Gone::Removed => "removed",
        Gone::Blocked => "blocked",
        Gone::Deleted => "deleted",
    }
}

pub(super) fn hindrance_key(why: Hindrance) -> &'static str {
    match why {
        Hindrance::Removed => "removed",
        Hindrance::Deleted => "deleted",
    }
}
