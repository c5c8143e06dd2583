//! The end of a hand, for everybody to see.

use super::cards::{close, symbols};
use super::draft::{Draft, Sketch};
use super::scene::Scene;
use super::voice::{Lines, say};
use crate::gin::Arrangement;
use crate::id::Seat;
use crate::pictures::{Look, ShowdownPicture, ShownHand};
use crate::table::HandRecord;

impl Scene<'_> {
    /// The showdown of the finished hand with this number.
    pub(super) fn showdown_page(&self, number: i64) -> Option<Draft> {
        let at = self
            .table
            .hands()
            .iter()
            .position(|record| i64::from(record.number) == number)?;
        let record = &self.table.hands()[at];
        let voice = self.voice;
        let (title, gain) = (self.ending(record), self.gain(record));
        let mut lines = Lines::default();
        lines.bold(title.clone());
        lines.bold(gain.clone());
        for seat in order(record) {
            let shown = &record.score.shown.arrangements[seat.index()];
            let (name, points) = (self.name(seat), shown.deadwood());
            lines.plain(say!(
                voice,
                "shown-line",
                name = name,
                points = points,
                cards = close(shown)
            ));
        }
        if let Some(cards) = laid_off(record) {
            let cards = symbols(cards, " ");
            let name = record
                .score
                .shown
                .knocker
                .map_or_else(String::new, |seat| self.name(seat.other()));
            lines.plain(say!(voice, "lays-off", name = name, cards = cards));
        }
        let mut totals = [0; 2];
        for past in &self.table.hands()[..=at] {
            if let Some(winner) = past.score.winner {
                totals[winner.index()] += i32::from(past.score.points);
            }
        }
        lines.line(self.score_line(totals));
        lines.plain([self.hand_number(record.number), self.match_id()].join(" · "));
        let hands = order(record).into_iter().map(|seat| {
            let shown = &record.score.shown;
            let laid = if shown.knocker == Some(seat) {
                shown.laid_off.as_slice()
            } else {
                &[]
            };
            ShownHand {
                name: self.bare_name(seat),
                count: say!(voice, "count-deadwood", points = shown.deadwood(seat)),
                groups: voice.groups(&shown.arrangements[seat.index()], laid),
            }
        });
        let picture = ShowdownPicture {
            look: Look::default(),
            title,
            hands: hands.collect(),
            result: gain,
        };
        let alt = self.showdown_alt(record);
        Some(Draft {
            text: lines.text(),
            sketch: Some((Sketch::Showdown(picture), alt)),
            ..Draft::default()
        })
    }

    fn showdown_alt(&self, record: &HandRecord) -> String {
        let voice = self.voice;
        let sentence = |text: String| say!(voice, "sentence", text = text);
        let groups = |seat: Seat, points: bool| {
            let shown: &Arrangement = &record.score.shown.arrangements[seat.index()];
            say!(
                voice,
                "alt-shown",
                name = self.name(seat),
                groups = voice.laid_out(shown, points)
            )
        };
        let [first, second] = order(record);
        let mut parts = vec![
            sentence(self.ending(record)),
            groups(first, record.score.shown.knocker.is_none()),
        ];
        if let Some(cards) = laid_off(record) {
            parts.push(say!(
                voice,
                "lays-off",
                name = self.name(second),
                cards = voice.cards(cards)
            ));
        }
        parts.push(groups(second, true));
        parts.push(sentence(self.gain(record)));
        parts.join(voice.space())
    }
}

/// The knocker first.
fn order(record: &HandRecord) -> [Seat; 2] {
    let first = record.score.shown.knocker.unwrap_or(Seat::FIRST);
    [first, first.other()]
}

fn laid_off(record: &HandRecord) -> Option<Vec<crate::cards::Card>> {
    let cards: Vec<_> = record.score.shown.laid_off.iter().map(|(card, _)| *card).collect();
    (!cards.is_empty()).then_some(cards)
}
