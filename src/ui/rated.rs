//! What a match did to ratings, told where it ends.

use super::cards::signed;
use super::desk::Desk;
use super::scene::Scene;
use super::voice::{Lines, say, spans};
use crate::id::Seat;
use crate::service::{Error, RatingChange};
use crate::table::{MatchEnd, Sitter, Stage, Table};

impl Desk {
    /// What a match that is over did to the ratings of its two players; `None` while it runs, where it has no result, and
    /// against the computer, which has no rating.
    pub(super) async fn rated(&self, table: &Table) -> Result<Option<RatingChange>, Error> {
        let counts = match table.stage() {
            Stage::Over(MatchEnd::Won { .. } | MatchEnd::Drawn | MatchEnd::Agreed) => true,
            Stage::Over(_) | Stage::Invited | Stage::Gathering | Stage::Playing => false,
        };
        if !counts || table.seats().contains(&Sitter::Robot) {
            return Ok(None);
        }
        self.service.rating_change(table.id()).await.map(Some)
    }
}

impl Scene<'_> {
    /// On the pages of a match that is over: how each player's rating moved, or why it did not.
    pub(super) fn rating_lines(&self, lines: &mut Lines) {
        let voice = self.voice;
        match &self.rated {
            None | Some(RatingChange::Nothing) => {}
            Some(RatingChange::Unrated) => {
                lines.plain(say!(voice, "rating-unrated"));
            }
            Some(RatingChange::TooMany) => {
                let most = self.rated_a_day;
                let (first, second) = (self.person(Seat::FIRST), self.person(Seat::SECOND));
                lines.line(spans!(
                    voice,
                    "rating-too-many",
                    first = first,
                    second = second,
                    most = most
                ));
            }
            Some(RatingChange::Moved(moved)) => {
                let of = |seat: Seat| {
                    let player = self.table.seats().get(seat.index())?.player()?;
                    let (_, before, after) = *moved.iter().find(|(who, ..)| *who == player)?;
                    Some((after, signed(i32::try_from(after - before).ok()?)))
                };
                if let (Some((one, gain)), Some((two, loss))) = (of(Seat::FIRST), of(Seat::SECOND)) {
                    lines.line(spans!(
                        voice,
                        "rating-moved",
                        first = self.person(Seat::FIRST),
                        one = one,
                        gain = gain,
                        second = self.person(Seat::SECOND),
                        two = two,
                        loss = loss
                    ));
                }
            }
        }
    }
}
