//! A table with everything that its pages say: names, language, links.

use super::draft::Keys;
use super::names::Face;
use super::post::Span;
use super::taste::Taste;
use super::token::table_code;
use super::voice::{Voice, say, spans};
use crate::gin::{Ending, GamesScoring, HandScore, Mode, Tier};
use crate::id::{Platform, Seat};
use crate::service::RatingChange;
use crate::table::{HandRecord, MatchEnd, Stage, Table, Terms, Why, WonBy};

/// A table as one language's readers see it.
pub(super) struct Scene<'a> {
    pub(super) voice: Voice<'a>,
    pub(super) table: &'a Table,
    /// By seat; the invited person counts as the second before they accept. One face when that is nobody in particular.
    pub(super) faces: Vec<Face>,
    /// The place's name in words.
    pub(super) venue: String,
    /// The time zone of the place, where moments need one.
    pub(super) zone: Option<jiff::tz::TimeZone>,
    /// By seat: whether that person can't be written to in private.
    pub(super) closed: [bool; 2],
    /// What the match did to ratings, once it is over.
    pub(super) rated: Option<RatingChange>,
    /// How many matches of the same two change ratings on one day.
    pub(super) rated_a_day: u32,
    /// Whether a player's data was deleted: nothing more can be asked of them.
    pub(super) gone: bool,
    /// By seat: how that player wants it.
    pub(super) tastes: [Taste; 2],
    /// Opens the private chat and says for which table.
    pub(super) start: Option<String>,
    /// Leads to the public message.
    pub(super) back: Option<String>,
}

impl Scene<'_> {
    /// A player's name inside a sentence.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.faces
            .get(seat.index())
            .map_or_else(|| say!(self.voice, "nobody"), Face::said)
    }

    /// A player's name for a picture, where each stands alone.
    pub(super) fn bare_name(&self, seat: Seat) -> String {
        self.faces
            .get(seat.index())
            .map_or_else(|| say!(self.voice, "nobody"), |face| face.name.clone())
    }

    /// A player as a piece of text.
    pub(super) fn person(&self, seat: Seat) -> Span {
        self.faces
            .get(seat.index())
            .map_or_else(|| Span::Plain(say!(self.voice, "nobody")), Face::span)
    }

    pub(super) fn platform(&self) -> Platform {
        self.table.place().venue.platform
    }

    pub(super) fn keys(&self, seat: Seat) -> Keys {
        Keys {
            table: self.table.id(),
            stamp: self.table.stamp(seat),
        }
    }

    pub(super) fn score(&self, seat: Seat) -> i32 {
        self.table.scores().get(seat.index()).copied().unwrap_or(0)
    }

    /// "Mara 34 · Tomasz 52"
    pub(super) fn score_line(&self, scores: [i32; 2]) -> Vec<Span> {
        spans!(
            self.voice,
            "table-score",
            first = self.person(Seat::FIRST),
            one = scores[0],
            second = self.person(Seat::SECOND),
            two = scores[1]
        )
    }

    pub(super) fn scores(&self) -> [i32; 2] {
        Seat::BOTH.map(|seat| self.score(seat))
    }

    /// "Hand 2 of 4"
    pub(super) fn hand_number(&self, number: u16) -> String {
        match self.table.terms().mode {
            Mode::Fixed { hands }
            | Mode::Target {
                within: Some(hands), ..
            } => {
                say!(self.voice, "hand-number-of", n = number, hands = hands)
            }
            Mode::Target { within: None, .. } | Mode::Games { .. } => say!(self.voice, "hand-number", n = number),
        }
    }

    /// "match K7Q2M"
    pub(super) fn match_id(&self) -> String {
        say!(self.voice, "match-id", id = table_code(self.table.id()).to_uppercase())
    }

    /// "Jinlami rules · 4 hands · 1 day a turn"
    pub(super) fn terms(&self) -> String {
        self.voice.agreed(self.table.terms())
    }

    /// "Mara knocks with 6"
    pub(super) fn ending(&self, record: &HandRecord) -> String {
        self.voice.ending(&record.score, |seat| self.name(seat))
    }

    /// "Mara scores 21"
    pub(super) fn gain(&self, record: &HandRecord) -> String {
        self.voice.gain(&record.score, record.times, |seat| self.name(seat))
    }

    /// "Hand 1: Mara knocks with 6 · Mara scores 21"
    pub(super) fn hand_result(&self, record: &HandRecord) -> String {
        let what = format!("{} · {}", self.ending(record), self.gain(record));
        say!(self.voice, "over-hand", n = record.number, what = what)
    }

    /// How the match ended, when it did.
    pub(super) fn verdict(&self) -> Option<String> {
        let Stage::Over(end) = self.table.stage() else {
            return None;
        };
        let voice = self.voice;
        let said = match end {
            MatchEnd::Won { winner, by } => {
                let (name, loser) = (self.name(winner), self.name(winner.other()));
                match by {
                    WonBy::Points => say!(voice, "over-won", name = name),
                    WonBy::Target => say!(voice, "over-target", name = name),
                    WonBy::Games => say!(voice, "over-games", name = name),
                    WonBy::Forfeit(Why::Resigned) => say!(voice, "over-resigned", name = name, loser = loser),
                    WonBy::Forfeit(Why::Clock) => say!(voice, "over-clock", name = name, loser = loser),
                    WonBy::Forfeit(Why::Absent) => say!(voice, "over-absent", name = name, loser = loser),
                }
            }
            MatchEnd::Drawn => say!(voice, "over-drawn"),
            MatchEnd::Agreed => say!(voice, "over-agreed"),
            MatchEnd::Aborted { by } => say!(voice, "over-aborted", name = self.name(by)),
            MatchEnd::Declined => say!(voice, "challenge-declined", name = self.name(Seat::SECOND)),
            MatchEnd::Withdrawn => say!(voice, "challenge-withdrawn"),
            MatchEnd::Lapsed => say!(voice, "challenge-lapsed"),
            MatchEnd::Abandoned => say!(voice, "over-abandoned"),
            MatchEnd::Cancelled if self.table.hand_number() == 0 => say!(voice, "challenge-cancelled"),
            MatchEnd::Cancelled => self.cancelled(),
        };
        Some(match self.ruling() {
            Some(ruling) => format!("{said}{}{ruling}", voice.space()),
            None => said,
        })
    }
}

impl Voice<'_> {
    /// "Mara knocks with 6"
    pub(super) fn ending(&self, score: &HandScore, who: impl Fn(Seat) -> String) -> String {
        let name = |seat: Option<Seat>| seat.map_or_else(|| say!(self, "nobody"), &who);
        let knocker = score.shown.knocker;
        match score.ending {
            Ending::Knock => {
                let points = knocker.map_or(0, |seat| score.shown.deadwood(seat));
                say!(self, "shown-knock", name = name(knocker), points = points)
            }
            Ending::Gold(tier) => say!(self, "shown-gin", tier = tier_key(tier), name = name(knocker)),
            Ending::BigGin => say!(self, "shown-big-gin", name = name(knocker)),
            Ending::Undercut(_) => say!(self, "shown-undercut", name = name(score.winner)),
            Ending::Tie => say!(self, "shown-tie"),
            Ending::DrawnStock => say!(self, "shown-drawn-stock"),
            Ending::DrawnCap => say!(self, "shown-drawn-cap"),
            Ending::Forfeit => say!(self, "shown-forfeit", name = name(score.winner.map(Seat::other))),
        }
    }

    /// "Mara scores 42 (counts double)"
    pub(super) fn gain(&self, score: &HandScore, times: u8, who: impl Fn(Seat) -> String) -> String {
        let said = match score.winner {
            Some(seat) => say!(self, "scores", name = who(seat), points = score.points),
            None => return say!(self, "scores-nobody"),
        };
        if times > 1 {
            say!(self, "scores-times", text = said, times = times)
        } else {
            said
        }
    }

    /// "Jinlami rules · 4 hands · 1 day a turn"
    pub(super) fn agreed(&self, terms: &Terms) -> String {
        say!(
            self,
            "terms",
            preset = self.variant(terms),
            mode = self.mode(terms.mode),
            turn = self.lasting(terms.turn)
        )
    }

    /// "4 hands"; "first to 100"
    pub(super) fn mode(&self, mode: Mode) -> String {
        match mode {
            Mode::Fixed { hands } => say!(self, "mode-fixed", hands = hands),
            Mode::Target { points, within: None } => say!(self, "mode-target", points = points),
            Mode::Games { games, points, scoring } => {
                let scoring = match scoring {
                    GamesScoring::Hollywood => "hollywood",
                    GamesScoring::Sequential => "sequential",
                };
                say!(self, "mode-games", games = games, points = points, scoring = scoring)
            }
            Mode::Target {
                points,
                within: Some(hands),
            } => {
                say!(self, "mode-target-within", points = points, hands = hands)
            }
        }
    }

    /// A time in its largest whole unit: "5 minutes"
    pub(super) fn lasting(&self, ms: i64) -> String {
        let seconds = ms / 1000;
        let units = [("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1)];
        let (unit, length) = units
            .into_iter()
            .find(|(_, length)| seconds % length == 0)
            .unwrap_or(("seconds", 1));
        say!(self, "lasting", unit = unit, n = seconds / length)
    }
}

/// The tier's name in the sentences.
pub(super) fn tier_key(tier: Tier) -> &'static str {
    match tier {
        Tier::Dragon => "dragon",
        Tier::Two => "two",
        Tier::Three => "three",
    }
}
