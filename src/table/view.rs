use crate::gin;
use crate::id::{Millis, Seat};

use super::event::Sitter;
use super::state::{Stage, Table};

/// What one viewer may know of a match: the public facts and, for a seat, its own cards.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Who looks; `None` is the public.
    pub viewer: Option<Seat>,
    /// How far the match is.
    pub stage: Stage,
    /// Who sits, by seat.
    pub seats: Vec<Sitter>,
    /// The totals in points, by seat.
    pub scores: Vec<i32>,
    /// The running hand's number, from 1; 0 before the first deal.
    pub hand_number: u16,
    /// The running (or last) hand.
    pub hand: Option<gin::View>,
    /// Who is to move.
    pub to_move: Option<Seat>,
    /// Until when.
    pub deadline: Option<Millis>,
}

impl Table {
    /// What this viewer may know; the only way out for private cards.
    #[must_use]
    pub fn view(&self, viewer: Option<Seat>) -> View {
        View {
            viewer,
            stage: self.stage,
            seats: self.seats.clone(),
            scores: self.scores.clone(),
            hand_number: self.dealt,
            hand: self.hand.as_ref().map(|hand| hand.view(viewer)),
            to_move: self.asked(),
            deadline: self.deadline(),
        }
    }
}
