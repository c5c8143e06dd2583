//! What a moderator decided about a match, as everybody reads it and as its players are told.

use super::draft::Draft;
use super::scene::Scene;
use super::voice::{Lines, say};
use crate::id::Seat;
use crate::table::{MatchEnd, Stage};

impl Scene<'_> {
    /// What stands behind the verdict: that the result was voided, and the moderator's reason.
    pub(super) fn ruling(&self) -> Option<String> {
        let voice = self.voice;
        let voided = self.table.voided().then(|| say!(voice, "over-voided"));
        let reason = self
            .table
            .ruling_reason()
            .map(|reason| say!(voice, "ruling-reason", reason = super::names::isolated(reason)));
        let said: Vec<String> = voided.into_iter().chain(reason).collect();
        (!said.is_empty()).then(|| said.join(voice.space()))
    }

    /// That it was broken off, and by whom that can have been.
    pub(super) fn cancelled(&self) -> String {
        match self.table.bout() {
            Some(_) => say!(self.voice, "over-cancelled-event"),
            None => say!(self.voice, "over-cancelled"),
        }
    }

    /// The same where nothing has said yet that the match was cancelled.
    pub(super) fn whole_ruling(&self) -> Option<String> {
        let cancelled = matches!(self.table.stage(), Stage::Over(MatchEnd::Cancelled));
        let cancelled = cancelled.then(|| self.cancelled());
        let said: Vec<String> = cancelled.into_iter().chain(self.ruling()).collect();
        (!said.is_empty()).then(|| said.join(self.voice.space()))
    }

    /// Tells a player what a moderator decided about the match.
    pub(super) fn ruling_page(&self, seat: Seat) -> Option<Draft> {
        let voice = self.voice;
        let (opponent, at) = (self.name(seat.other()), format!("{} · {}", self.venue, self.match_id()));
        let mut lines = Lines::default();
        match self.table.stage() {
            Stage::Over(MatchEnd::Cancelled) if self.table.hand_number() == 0 => {
                lines.plain(say!(voice, "told-challenge-cancelled", at = at))
            }
            Stage::Over(MatchEnd::Cancelled) => {
                lines.plain(say!(voice, "told-cancelled", opponent = opponent, at = at))
            }
            Stage::Over(_) if self.table.voided() => {
                lines.plain(say!(voice, "told-voided", opponent = opponent, at = at))
            }
            _ => return None,
        };
        if let Some(reason) = self.table.ruling_reason() {
            lines.plain(say!(voice, "ruling-reason", reason = super::names::isolated(reason)));
        }
        Some(Draft {
            text: lines.text(),
            private: true,
            ..Draft::default()
        })
    }
}
