//! The public table, from the challenge to the end, and the reminder.

use super::cards::{close, symbol};
use super::draft::{CAPTION, Draft, Keys, Sketch, link};
use super::hand::NO_STAMP;
use super::post::{Button, Row, Span, Style};
use super::scene::Scene;
use super::token::Act;
use super::voice::{Lines, say, spans, units};
use crate::gin::{self, ViewPhase};
use crate::id::{Platform, Seat};
use crate::pictures::{Look, SeatPanel, TablePicture};
use crate::table::{Invitee, MatchEnd, Stage};

/// How many finished hands the last table message lists at most.
const LISTED: usize = 8;

impl Scene<'_> {
    /// What everybody sees of the table.
    pub(super) fn table_page(&self) -> Draft {
        match self.table.stage() {
            Stage::Invited => self.invited(),
            Stage::Gathering => self.gathering(),
            Stage::Playing => self.playing(),
            Stage::Over(end) => self.over(end),
        }
    }

    /// The short message that pings whoever is to move; `None` when that question is answered.
    pub(super) fn reminder(&self, number: i64) -> Option<Draft> {
        let seat = self.table.to_move()?;
        if self.table.call(seat) != number {
            return None;
        }
        let when = self.when(self.table.deadline()?);
        let mut lines = Lines::default();
        lines.line(spans!(self.voice, "reminder", name = self.person(seat), when = when));
        let missed = self.table.missed(seat);
        if missed > 0 {
            lines.plain(say!(self.voice, "missed", name = self.name(seat), n = missed));
        }
        lines.plain(say!(self.voice, "reminder-after"));
        Some(Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(vec![self.hand_button()])],
            ping: self.faces.get(seat.index()).and_then(|face| face.account),
            ..Draft::default()
        })
    }

    pub(super) fn keyless(&self) -> Keys {
        Keys {
            table: self.table.id(),
            stamp: NO_STAMP,
        }
    }

    pub(super) fn hand_button(&self) -> Button {
        self.keyless()
            .button(say!(self.voice, "button-hand"), Act::Hand, Style::Primary)
    }

    fn rules_button(&self) -> Button {
        self.keyless()
            .button(say!(self.voice, "button-rules"), Act::ShowRules, Style::Secondary)
    }

    fn invited(&self) -> Draft {
        let voice = self.voice;
        let challenger = self.person(Seat::FIRST);
        let mut lines = Lines::default();
        match self.table.invitee() {
            Invitee::Player(_) => lines.line(spans!(
                voice,
                "challenge-person",
                challenger = challenger,
                opponent = self.person(Seat::SECOND)
            )),
            // The name went with the data of whom it was for.
            Invitee::Name(name) if name.is_empty() => lines.line(spans!(
                voice,
                "challenge-person",
                challenger = challenger,
                opponent = Span::Plain(say!(voice, "deleted-player"))
            )),
            Invitee::Name(name) => lines.line(spans!(voice, "challenge-name", challenger = challenger, handle = name)),
            Invitee::Anyone => lines.line(spans!(voice, "challenge-anyone", challenger = challenger)),
            Invitee::Robot => lines.line(spans!(voice, "challenge-computer", challenger = challenger)),
        };
        lines.plain(self.terms());
        self.seal(&mut lines);
        if let Some(when) = self.table.deadline() {
            lines.line(spans!(voice, "challenge-open-until", when = self.when(when)));
        }
        let keys = Keys {
            table: self.table.id(),
            stamp: self.table.stamp(Seat::SECOND),
        };
        let mut buttons = vec![keys.button(say!(voice, "button-accept"), Act::Accept, Style::Success)];
        if *self.table.invitee() != Invitee::Anyone {
            buttons.push(keys.button(say!(voice, "button-decline"), Act::Decline, Style::Secondary));
        }
        buttons.push(keys.button(say!(voice, "button-withdraw"), Act::Withdraw, Style::Secondary));
        buttons.push(self.rules_button());
        Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(buttons)],
            ping: self.faces.get(1).and_then(|face| face.account),
            ..Draft::default()
        }
    }

    fn gathering(&self) -> Draft {
        let voice = self.voice;
        let mut lines = Lines::default();
        lines.line(spans!(
            voice,
            "gathering",
            challenger = self.person(Seat::FIRST),
            opponent = self.person(Seat::SECOND)
        ));
        for seat in Seat::BOTH {
            if self.closed[seat.index()] {
                lines.line(spans!(voice, "gathering-missing", name = self.person(seat)));
            }
        }
        lines.plain(self.terms());
        self.seal(&mut lines);
        if let Some(when) = self.table.deadline() {
            lines.line(spans!(voice, "challenge-open-until", when = self.when(when)));
        }
        self.vanish_lines(&mut lines, None);
        let mut buttons = Vec::new();
        if let Some(start) = &self.start {
            buttons.push(link(say!(voice, "button-open-chat"), start.clone()));
        }
        buttons.push(
            self.keyless()
                .button(say!(voice, "button-withdraw"), Act::Withdraw, Style::Secondary),
        );
        Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(buttons)],
            ..Draft::default()
        }
    }

    fn playing(&self) -> Draft {
        let voice = self.voice;
        let Some(view) = self.table.view(None).hand else {
            return self.gathering();
        };
        let mut lines = Lines::default();
        lines.line(self.score_line(self.scores()));
        self.sheet(&mut lines, self.table.games());
        lines.plain(
            [
                voice.variant_in_short(self.table.terms()),
                self.hand_number(self.table.hand_number()),
                self.match_id(),
            ]
            .join(" · "),
        );
        lines.plain(self.last(&view, symbol));
        if view.phase == ViewPhase::LayOff
            && let Some((seat, shown)) = &view.knock
        {
            let (name, points) = (self.name(*seat), shown.deadwood());
            lines.plain(say!(
                voice,
                "shown-line",
                name = name,
                points = points,
                cards = close(shown)
            ));
        }
        if let Some(seat) = view.to_move {
            match self.table.deadline() {
                Some(when) => lines.line(spans!(
                    voice,
                    "to-move-until",
                    name = self.person(seat),
                    when = self.when(when)
                )),
                None => lines.line(spans!(voice, "to-move", name = self.person(seat))),
            };
            let missed = self.table.missed(seat);
            if missed > 0 {
                lines.plain(say!(voice, "missed", name = self.name(seat), n = missed));
            }
        }
        let top = view.upcard.map_or_else(|| say!(voice, "discard-empty"), symbol);
        lines.plain(say!(voice, "table-cards", stock = view.stock, top = top));
        lines.plain(self.voice.knock_limit(&view));
        if let Some(upcard) = self.voice.first_upcard(&view) {
            lines.plain(upcard);
        }
        self.seal(&mut lines);
        self.manners_lines(&mut lines);
        self.vanish_lines(&mut lines, None);
        let mut buttons = vec![self.hand_button()];
        buttons.extend(self.watch_button());
        buttons.push(self.rules_button());
        for seat in Seat::BOTH.into_iter().filter(|seat| self.closed[seat.index()]) {
            if self.platform() == Platform::Telegram {
                lines.line(spans!(voice, "closed-link", name = self.person(seat)));
            } else {
                lines.line(spans!(voice, "closed-button", name = self.person(seat)));
            }
        }
        if self.closed.contains(&true)
            && let Some(start) = &self.start
        {
            buttons.push(link(say!(voice, "button-open-chat"), start.clone()));
        }
        let foot = self.voice.knock_limit(&view);
        Draft {
            text: lines.text(),
            sketch: Some(self.table_sketch(&view, foot)),
            rows: vec![Row::Buttons(buttons)],
            ..Draft::default()
        }
    }

    fn over(&self, end: MatchEnd) -> Draft {
        let verdict = self.verdict().unwrap_or_default();
        let view = match end {
            MatchEnd::Won { .. }
            | MatchEnd::Drawn
            | MatchEnd::Agreed
            | MatchEnd::Aborted { .. }
            | MatchEnd::Abandoned
            | MatchEnd::Cancelled => self.table.view(None).hand,
            MatchEnd::Declined | MatchEnd::Withdrawn | MatchEnd::Lapsed => None,
        };
        let Some(view) = view else {
            let mut lines = Lines::default();
            lines.bold(verdict);
            lines.plain([self.terms(), self.match_id()].join(" · "));
            return Draft {
                text: lines.text(),
                ..Draft::default()
            };
        };
        // What nobody finds anywhere else stands before the hands, of which there may be any number.
        let written = |terms: String| {
            let mut lines = Lines::default();
            lines.bold(verdict.clone());
            lines.line(self.score_line(self.scores()));
            self.sheet(&mut lines, self.table.games());
            self.rating_lines(&mut lines);
            lines.plain([terms, self.match_id()].join(" · "));
            self.seal(&mut lines);
            self.manners_lines(&mut lines);
            lines
        };
        let (sketch, alt) = self.table_sketch(&view, verdict.clone());
        let described = units(&alt) + 2;
        let mut lines = written(self.terms());
        if lines.units() + described > CAPTION {
            lines = written(self.voice.variant_in_short(self.table.terms()));
        }
        // Words that no caption holds whole stand without a picture.
        let sketch = (lines.units() + described <= CAPTION).then_some((sketch, alt));
        let described = sketch.as_ref().map_or(0, |_| described);
        let room = CAPTION.saturating_sub(lines.units() + described);
        for line in self.latest_hands(room) {
            lines.plain(line);
        }
        Draft {
            text: lines.text(),
            sketch,
            rows: self.rematch_rows(),
            ..Draft::default()
        }
    }

    /// The results of the latest hands, as many as fit into this many UTF-16 units, the oldest first.
    fn latest_hands(&self, room: usize) -> Vec<String> {
        let mut left = room;
        let mut lines: Vec<String> = Vec::new();
        for record in self.table.hands().iter().rev().take(LISTED) {
            let line = self.hand_result(record);
            let Some(rest) = left.checked_sub(units(&line) + 1) else {
                break;
            };
            left = rest;
            lines.push(line);
        }
        lines.reverse();
        lines
    }

    fn table_sketch(&self, view: &gin::View, foot: String) -> (Sketch, String) {
        let voice = self.voice;
        let running = self.verdict().is_none();
        let seats = Seat::BOTH.into_iter().map(|seat| {
            let to_move = running && view.to_move == Some(seat);
            let n = view.counts[seat.index()];
            SeatPanel {
                name: self.bare_name(seat),
                line: if to_move {
                    say!(voice, "panel-cards-to-move", n = n)
                } else {
                    say!(voice, "panel-cards", n = n)
                },
                score: self.score(seat).to_string(),
                to_move,
            }
        });
        let picture = TablePicture {
            look: Look::default(),
            seats: seats.collect(),
            stock: view.stock,
            stock_label: say!(voice, "stock"),
            discard: view.upcard,
            pile: view.pile,
            discard_name: view
                .upcard
                .map_or_else(|| say!(voice, "discard-empty"), |card| capital(&voice.card(card))),
            discard_label: say!(voice, "discard-pile"),
            foot: foot.clone(),
        };
        (Sketch::Table(picture), self.table_alt(view, running))
    }

    fn table_alt(&self, view: &gin::View, running: bool) -> String {
        let voice = self.voice;
        let [one, two] = self.scores();
        let (first, second) = (self.name(Seat::FIRST), self.name(Seat::SECOND));
        let mut parts = vec![say!(
            voice,
            "alt-score",
            first = first,
            one = one,
            second = second,
            two = two
        )];
        if running {
            parts.push(self.last(view, |card| voice.card(card)));
            parts.extend(self.shown_alt(view));
        }
        match (self.verdict(), view.to_move) {
            // It may end in a moderator's own words.
            (Some(verdict), _) if verdict.ends_with(|end: char| end.is_alphanumeric()) => {
                parts.push(say!(voice, "sentence", text = verdict))
            }
            (Some(verdict), _) => parts.push(verdict),
            (None, Some(seat)) => parts.push(say!(voice, "alt-to-move", name = self.name(seat))),
            (None, None) => {}
        }
        parts.push(match view.upcard {
            Some(card) => say!(voice, "alt-pile", card = voice.card(card)),
            None => say!(voice, "alt-pile-empty"),
        });
        parts.push(say!(voice, "alt-stock", n = view.stock));
        if running {
            parts.push(say!(voice, "alt-limit", limit = view.limit));
            parts.extend(
                self.voice
                    .counts_times(view)
                    .map(|text| say!(voice, "sentence", text = text)),
            );
        }
        parts.join(voice.space())
    }
}

/// The text with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
