//! What a match's result is shown as: the points, and in words what they don't say.

use super::scene::EventScene;
use crate::contest::{How, Pairing, Score};
use crate::ui::voice::say;

impl EventScene<'_> {
    /// What each of the two has, by seat: the points, or "+" and "–" where there are none. Nothing while it is open, and where
    /// all that is known is that it was drawn.
    pub(super) fn figures(&self, pairing: &Pairing) -> Option<[String; 2]> {
        let (score, _) = pairing.score?;
        let signs = |signs: [&str; 2]| Some(signs.map(str::to_owned));
        let bare = score.hands == 0 && score.points == [0, 0];
        match (score.how, score.winner.map(crate::id::Seat::index)) {
            (How::Nobody, _) => signs(["–", "–"]),
            (How::Walkover, Some(0)) => signs(["+", "–"]),
            (How::Walkover, _) => signs(["–", "+"]),
            (How::Organiser, Some(winner)) if bare => signs(if winner == 0 { ["+", "–"] } else { ["–", "+"] }),
            (How::Time | How::Seed | How::Organiser, _) if bare => None,
            _ => Some(score.points.map(|points| points.to_string())),
        }
    }

    /// The figures in one piece, "34 : 12", or that it was drawn.
    pub(super) fn result(&self, pairing: &Pairing) -> Option<String> {
        pairing.score?;
        let figures = self.figures(pairing).map(|figures| figures.join(" : "));
        Some(figures.unwrap_or_else(|| say!(self.voice, "event-drawn")))
    }

    /// The whole result in words: "34 : 34, draw", "+ : – (no-show)", "20 : 20, draw (organiser’s ruling)".
    pub(super) fn result_said(&self, pairing: &Pairing) -> Option<String> {
        let voice = self.voice;
        let (score, _) = pairing.score?;
        let mut said = self.result(pairing)?;
        if level(&score) && self.figures(pairing).is_some() {
            said = say!(voice, "event-result-drawn", result = said);
        }
        let winner = pairing.winner().map(|winner| self.name(winner)).unwrap_or_default();
        let how = match score.how {
            How::Played if telling(&score) => return Some(said),
            How::Played => return Some(say!(voice, "event-result-won", result = said, name = winner)),
            other => how(other),
        };
        Some(say!(voice, "event-result-how", result = said, how = how, name = winner))
    }

    /// A word under the figures of a picture: what they don't say by themselves.
    pub(super) fn result_under(&self, pairing: &Pairing) -> String {
        let voice = self.voice;
        let Some((score, _)) = pairing.score else {
            return String::new();
        };
        // Without figures the word stands in their place already.
        let drawn = level(&score) && self.figures(pairing).is_some();
        match (drawn, score.how) {
            (true, How::Played) => say!(voice, "event-drawn"),
            (false, How::Played) => String::new(),
            (true, other) => say!(voice, "event-under-drawn", how = how(other)),
            (false, other) => say!(voice, "event-under", how = how(other)),
        }
    }
}

/// Whether neither has won, although it was to be played: also where the better seed goes on.
fn level(score: &Score) -> bool {
    match score.how {
        How::Nobody => false,
        How::Seed => true,
        _ => score.winner.is_none(),
    }
}

/// Whether the points say who won, or that nobody did.
fn telling(score: &Score) -> bool {
    let [one, two] = score.points;
    score
        .winner
        .is_none_or(|winner| if winner.index() == 0 { one > two } else { two > one })
}

fn how(how: How) -> &'static str {
    match how {
        How::Played => "played",
        How::Walkover => "walkover",
        How::Nobody => "nobody",
        How::Time => "time",
        How::Seed => "seed",
        How::Organiser => "organiser",
    }
}
