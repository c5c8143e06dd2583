//! What an event costs and pays, in words: the fee and the pot in its messages, what was taken and given back in the answers.

use super::scene::EventScene;
use crate::contest::{Contest, Status, Why};
use crate::id::{Platform, PlayerId};
use crate::service::{EventError, EventOutcome};
use crate::ui::desk::Desk;
use crate::ui::draft::cut;
use crate::ui::names::isolated;
use crate::ui::voice::{Lines, Voice, say};

/// How many who get something of the pot are named (ours): more only where very many share a place.
const NAMED: usize = 8;
/// Their names have at most so many UTF-16 units (ours): the line stands under a picture, whose words are few.
const SHORT: usize = 20;

impl EventScene<'_> {
    /// The fee and what lies in the pot; what became of it once it is over.
    pub(super) fn fee_lines(&self, lines: &mut Lines) {
        let (voice, fee) = (self.voice, self.contest.format().fee);
        if fee == 0 {
            return;
        }
        lines.plain(match self.view.status {
            Status::Open => say!(voice, "fee-open", fee = fee, pot = self.contest.pot()),
            Status::Running => say!(voice, "fee-running", fee = fee, pot = self.contest.pot()),
            Status::Cancelled if self.contest.refunds().is_empty() => return,
            Status::Cancelled => say!(voice, "fee-all-back", fee = fee),
            Status::Finished => {
                let won = &self.paid_out;
                let share = |(player, n): &(PlayerId, i64)| {
                    let name = isolated(&cut(self.bare(*player), SHORT));
                    say!(voice, "pot-share", name = name, n = *n)
                };
                let mut said: Vec<String> = won.iter().take(NAMED).map(share).collect();
                if let Some(more) = won.len().checked_sub(NAMED).filter(|more| *more > 0) {
                    said.push(say!(voice, "and-more", n = i64::try_from(more).unwrap_or(i64::MAX)));
                }
                say!(voice, "pot-won", list = voice.list(said))
            }
        });
    }
}

impl Desk {
    /// What was said, with what it cost this player or gave back to them.
    pub(super) async fn with_fee(
        &self,
        voice: Voice<'_>,
        player: PlayerId,
        outcome: &EventOutcome,
        said: String,
    ) -> Result<String, EventError> {
        let Some(booking) = outcome.points.iter().find(|booking| booking.player == player) else {
            return Ok(said);
        };
        let left = self.service.purse(player).await?;
        let more = match booking.why {
            Why::Paid => say!(voice, "fee-paid", fee = booking.points, left = left),
            Why::Returned => say!(voice, "fee-back", fee = booking.points, left = left),
            // Told to everybody at the end.
            Why::Won => return Ok(said),
        };
        Ok(format!("{said}\n{more}"))
    }

    /// Adds what this player has, where the event has to do with it.
    pub(super) async fn purse_line(
        &self,
        voice: Voice<'_>,
        player: PlayerId,
        lines: &mut Lines,
    ) -> Result<(), EventError> {
        let points = self.service.purse(player).await?;
        lines.plain(say!(voice, "purse-own", n = points));
        Ok(())
    }
}

/// What is said to who leaves an event that has begun, or asks to.
pub(super) fn fee_stays(voice: Voice<'_>, contest: &Contest, said: String) -> String {
    if contest.format().fee == 0 {
        return said;
    }
    format!("{said}\n{}", say!(voice, "fee-stays"))
}

/// How fees work, with what says how many play points one has: on the page statistics stand for both seats to read.
pub(super) fn fee_help(voice: Voice<'_>, platform: Platform) -> String {
    let stats = match platform {
        Platform::Discord => "/gin stats".to_owned(),
        Platform::Telegram => "/stats".to_owned(),
        Platform::Web => say!(voice, "button-event-mine"),
    };
    say!(voice, "event-help-fee", stats = stats)
}
