//! The private hand message and its pages.

use super::cards::{after_discard, close, signed, symbol, symbols};
use super::draft::{Draft, Sketch, cut, link, rows};
use super::knock::{may_knock, must_knock};
use super::people::is_private;
use super::post::{Button, Row, Style};
use super::scene::Scene;
use super::taste::Taste;
use super::token::Act;
use super::voice::{Lines, say, spans};
use crate::cards::Card;
use crate::gin::{self, Action, Arrangement, Last, ViewPhase};
use crate::id::{Platform, Seat, Stamp};
use crate::pictures::HandPicture;
use crate::table::{By, Drawn};

/// The longest toast in characters (Telegram's limit for a callback answer).
pub(super) const TOAST_LIMIT: usize = 200;

impl Scene<'_> {
    /// The hand's main page: the cards and the buttons of the running question.
    pub(super) fn hand_page(&self, seat: Seat) -> Draft {
        let Some(view) = self.table.view(Some(seat)).hand else {
            return self.no_hand(Some(seat));
        };
        let mut lines = self.head(seat);
        if let Some(verdict) = self.verdict() {
            lines.plain(verdict).plain(say!(self.voice, "match-over"));
            self.rating_lines(&mut lines);
            self.manners_lines(&mut lines);
            return self.page(lines, &view, self.rematch_rows());
        }
        self.news(&mut lines, seat, &view);
        self.own_words(&mut lines, seat);
        self.question(&mut lines, seat, &view);
        self.draw_line(&mut lines, seat);
        self.vanish_lines(&mut lines, Some(seat));
        let places = view.legal.iter().any(|action| matches!(action, Action::Place(..)));
        if view.phase == ViewPhase::LayOff && view.to_move == Some(seat) && !places {
            lines.plain(say!(self.voice, "nothing-fits"));
        }
        let mut rows = match view.phase {
            _ if self.table.paused().is_some() => Vec::new(),
            _ if view.to_move != Some(seat) => self.claim_row(seat).into_iter().collect(),
            ViewPhase::LayOff if !view.placed.is_empty() => self.place_rows(seat, &view),
            ViewPhase::LayOff => self.answer_rows(seat, &view),
            ViewPhase::Discard { .. } => self.discard_rows(seat, &view),
            ViewPhase::Upcard | ViewPhase::Draw | ViewPhase::Last | ViewPhase::Over => self.draw_rows(seat, &view),
        };
        rows.push(self.last_row(seat));
        self.page(lines, &view, rows)
    }

    /// The page where the defender lays off card by card.
    pub(super) fn choose_page(&self, seat: Seat) -> Draft {
        let view = match self.table.view(Some(seat)).hand {
            Some(view) if view.phase == ViewPhase::LayOff && view.to_move == Some(seat) => view,
            _ => return self.hand_page(seat),
        };
        let mut lines = self.head(seat);
        self.question(&mut lines, seat, &view);
        let places = view.legal.iter().any(|action| matches!(action, Action::Place(..)));
        lines.plain(if places {
            say!(self.voice, "ask-place")
        } else {
            say!(self.voice, "nothing-fits")
        });
        let mut rows = self.place_rows(seat, &view);
        rows.push(self.last_row(seat));
        self.page(lines, &view, rows)
    }

    /// The page that asks whether to resign.
    pub(super) fn resign_page(&self, seat: Seat) -> Draft {
        let Some(view) = self.table.view(Some(seat)).hand else {
            return self.no_hand(Some(seat));
        };
        let voice = self.voice;
        let keys = self.keys(seat);
        let opponent = self.name(seat.other());
        let points = self.table.resigning_costs(seat).unwrap_or(0);
        let question = say!(voice, "ask-resign", opponent = opponent, points = points);
        let buttons = vec![
            keys.button(say!(voice, "button-back"), Act::Main, Style::Secondary),
            keys.button(say!(voice, "button-yes-resign"), Act::Resign, Style::Danger),
        ];
        let mut lines = self.head(seat);
        lines.plain(question);
        self.page(lines, &view, vec![Row::Buttons(buttons)])
    }

    /// The hand within a toast's length: `4♥5♥6♥7♥ · 2♠ 3♦ | deadwood 15`.
    pub(super) fn hand_toast(&self, seat: Seat) -> Option<String> {
        let view = self.table.view(Some(seat)).hand?;
        let laid = Laid::of(&view, self.throws_back())?;
        let cards = close(&laid.arrangement);
        let said = match laid.after {
            Some(after) => say!(self.voice, "toast-hand-after", cards = cards, points = after),
            None => say!(
                self.voice,
                "toast-hand",
                cards = cards,
                points = laid.arrangement.deadwood()
            ),
        };
        let turn = if view.to_move == Some(seat) && self.verdict().is_none() {
            say!(self.voice, "toast-your-turn")
        } else {
            String::new()
        };
        Some(cut(format!("{said}\n{turn}").trim_end().to_owned(), TOAST_LIMIT))
    }

    /// Before the deal there is only the way out.
    fn no_hand(&self, seat: Option<Seat>) -> Draft {
        let mut lines = Lines::default();
        let verdict = self.verdict();
        let mut rows = Vec::new();
        if let (None, Some(seat)) = (&verdict, seat) {
            let label = say!(self.voice, "button-withdraw");
            let button = self.keys(seat).button(label, Act::Resign, Style::Secondary);
            rows.push(Row::Buttons(vec![button]));
        }
        lines.plain(verdict.unwrap_or_else(|| say!(self.voice, "no-hand-yet")));
        lines.plain(format!("{} · {}", self.venue, self.match_id()));
        Draft {
            text: lines.text(),
            rows,
            private: true,
            ..Draft::default()
        }
    }

    fn throws_back(&self) -> bool {
        self.table.terms().rules.throw_back_taken
    }

    /// Whose hand against whom, where, in which match, and how it stands (C-002).
    pub(super) fn head(&self, seat: Seat) -> Lines {
        let voice = self.voice;
        let opponent = self.name(seat.other());
        let mut lines = Lines::default();
        lines.bold(say!(voice, "hand-against", opponent = &opponent));
        lines.plain(
            [
                self.venue.clone(),
                self.match_id(),
                self.hand_number(self.table.hand_number()),
            ]
            .join(" · "),
        );
        let (mine, theirs) = (self.score(seat), self.score(seat.other()));
        lines.plain(say!(
            voice,
            "hand-score",
            mine = mine,
            opponent = opponent,
            theirs = theirs
        ));
        lines
    }

    /// What happened last.
    fn news(&self, lines: &mut Lines, seat: Seat, view: &gin::View) {
        if view.last == Last::Dealt
            && let Some(record) = self.table.hands().last()
        {
            lines.plain(self.hand_result(record));
        }
        match (view.drawn, view.last) {
            // The question says it.
            (None, Last::Knocked(_)) if view.phase == ViewPhase::LayOff && view.to_move == Some(seat) => lines,
            (Some(card), Last::Took(..)) => lines.plain(say!(self.voice, "you-took", card = symbol(card))),
            (Some(card), _) => lines.plain(say!(self.voice, "you-drew", card = symbol(card))),
            (None, _) => lines.plain(self.last(view, symbol)),
        };
    }

    /// The last public act, cards written by `card`, and whether the clock made it.
    pub(super) fn last(&self, view: &gin::View, card: impl Fn(Card) -> String) -> String {
        let voice = self.voice;
        // The draw is told with the discard, since whoever looks later never saw the draw by itself.
        let (how, taken) = match self.table.last_drawn() {
            Drawn::Nothing => ("nothing", String::new()),
            Drawn::Stock => ("stock", String::new()),
            Drawn::Pile(taken) => ("pile", card(taken)),
        };
        let said = match view.last {
            Last::Dealt => say!(voice, "last-dealt", name = self.name(view.dealer)),
            Last::Passed(seat) => say!(voice, "last-passed", name = self.name(seat)),
            Last::Took(seat, taken) => say!(voice, "last-took", name = self.name(seat), card = card(taken)),
            Last::Drew(seat) => say!(voice, "last-drew", name = self.name(seat)),
            Last::Discarded(seat, thrown) => {
                let (name, thrown) = (self.name(seat), card(thrown));
                say!(
                    voice,
                    "last-discarded",
                    how = how,
                    name = name,
                    taken = taken,
                    card = thrown
                )
            }
            Last::Knocked(seat) => say!(voice, "last-knocked", how = how, name = self.name(seat), taken = taken),
        };
        if self.table.last_by() == By::Clock && view.last != Last::Dealt {
            [said, say!(voice, "by-clock")].join(voice.space())
        } else {
            said
        }
    }

    /// What a knocker has shown, in words; while the other player may lay off.
    pub(super) fn shown_alt(&self, view: &gin::View) -> Option<String> {
        let (seat, shown) = view.knock.as_ref().filter(|_| view.phase == ViewPhase::LayOff)?;
        let groups = self.voice.laid_out(shown, true);
        Some(say!(self.voice, "alt-shown", name = self.name(*seat), groups = groups))
    }

    fn question(&self, lines: &mut Lines, seat: Seat, view: &gin::View) {
        let voice = self.voice;
        let Some(asked) = view.to_move else { return };
        if asked != seat {
            match self.table.deadline() {
                Some(when) => lines.line(spans!(
                    voice,
                    "to-move-until",
                    name = self.name(asked),
                    when = self.when(when)
                )),
                None => lines.plain(say!(voice, "to-move", name = self.name(asked))),
            };
            return;
        }
        let stock = view.legal.contains(&Action::DrawStock);
        let take = view.legal.iter().find_map(|action| match action {
            Action::TakePile(card) => Some(symbol(*card)),
            _ => None,
        });
        let said = match (view.phase, take) {
            (ViewPhase::Upcard, Some(card)) => say!(voice, "ask-upcard", card = card),
            (ViewPhase::Draw, Some(card)) if stock => say!(voice, "ask-draw", card = card),
            (ViewPhase::Draw, Some(card)) => say!(voice, "ask-draw-take", card = card),
            (ViewPhase::Last, Some(card)) => say!(voice, "ask-last", card = card),
            (ViewPhase::Upcard | ViewPhase::Draw | ViewPhase::Last, None) => say!(voice, "ask-draw-stock"),
            (ViewPhase::Discard { .. }, _) if must_knock(view) => say!(voice, "ask-must-knock"),
            (ViewPhase::Discard { .. }, _) if may_knock(view) => say!(voice, "ask-discard-knock"),
            (ViewPhase::Discard { .. }, _) => say!(voice, "ask-discard"),
            (ViewPhase::LayOff, _) => self.knock_said(view),
            (ViewPhase::Over, _) => say!(voice, "match-over"),
        };
        lines.bold(said);
        if !matches!(view.phase, ViewPhase::LayOff | ViewPhase::Over) {
            lines.plain(self.voice.knock_limit(view));
            if let Some(upcard) = self.voice.first_upcard(view) {
                lines.plain(upcard);
            }
        }
        if !view.placed.is_empty() {
            let cards = symbols(view.placed.iter().map(|(card, _)| *card), " ");
            lines.plain(say!(voice, "placed", cards = cards));
        }
        if let Some(when) = self.table.deadline() {
            lines.line(spans!(voice, "deadline", when = self.when(when)));
        }
        let missed = self.table.missed(seat);
        if missed > 0 {
            lines.plain(say!(voice, "missed", name = self.name(seat), n = missed));
        }
    }

    fn knock_said(&self, view: &gin::View) -> String {
        let Some((knocker, shown)) = &view.knock else {
            return String::new();
        };
        say!(
            self.voice,
            "ask-layoff",
            name = self.name(*knocker),
            points = shown.deadwood(),
            melds = close(shown)
        )
    }

    fn draw_rows(&self, seat: Seat, view: &gin::View) -> Vec<Row> {
        let (voice, keys) = (self.voice, self.keys(seat));
        let button = |action: &Action| match action {
            Action::DrawStock => Some(keys.button(say!(voice, "button-stock"), Act::Stock, Style::Primary)),
            Action::TakePile(card) => {
                let label = say!(voice, "button-take", card = card.to_string());
                Some(keys.button(label, Act::Take(*card), Style::Primary))
            }
            Action::Pass => Some(keys.button(say!(voice, "button-pass"), Act::Pass, Style::Secondary)),
            _ => None,
        };
        rows(view.legal.iter().filter_map(button).collect())
    }

    fn answer_rows(&self, seat: Seat, view: &gin::View) -> Vec<Row> {
        let (voice, keys) = (self.voice, self.keys(seat));
        if !view.legal.iter().any(|action| matches!(action, Action::Place(..))) {
            // Nothing fits, so there is nothing to choose.
            let points = view.running.as_ref().map_or(0, |running| running.points);
            let done = say!(voice, "button-done", points = signed(points));
            return vec![Row::Buttons(vec![keys.button(done, Act::Best, Style::Primary)])];
        }
        let best = view.best_layoff.as_ref().map_or(0, |best| best.points);
        vec![Row::Buttons(vec![
            keys.button(
                say!(voice, "button-best", points = signed(best)),
                Act::Best,
                Style::Primary,
            ),
            keys.button(say!(voice, "button-choose"), Act::Choose, Style::Secondary),
            keys.button(say!(voice, "button-none"), Act::LayNone, Style::Secondary),
        ])]
    }

    fn place_rows(&self, seat: Seat, view: &gin::View) -> Vec<Row> {
        let (voice, keys) = (self.voice, self.keys(seat));
        let melds = view.knock.as_ref().map(|(_, shown)| shown.melds()).unwrap_or_default();
        let places = view.legal.iter().filter_map(|action| match action {
            Action::Place(card, at) => {
                let meld = melds
                    .get(usize::from(*at))
                    .map(|meld| super::cards::short(*meld))
                    .unwrap_or_default();
                Some((
                    say!(voice, "button-place", card = card.to_string(), meld = meld),
                    Act::Place(*card, *at),
                ))
            }
            _ => None,
        });
        let mut rows = choice(
            say!(voice, "select-place"),
            "place",
            places.collect(),
            Style::Secondary,
            |act| keys.token(act),
        );
        let running = view.running.as_ref().map_or(0, |running| running.points);
        let mut last = Vec::new();
        if view.placed.is_empty() {
            last.push(keys.button(say!(voice, "button-back"), Act::Main, Style::Secondary));
        } else if view.legal.contains(&Action::TakeBack) {
            last.push(keys.button(say!(voice, "button-take-back"), Act::TakeBack, Style::Secondary));
        }
        last.push(keys.button(
            say!(voice, "button-done", points = signed(running)),
            Act::Done,
            Style::Primary,
        ));
        rows.push(Row::Buttons(last));
        rows
    }

    /// Apart from the rest, so that no thumb hits it: the way back to the table, and the way out.
    fn last_row(&self, seat: Seat) -> Row {
        let keys = self.keys(seat);
        let mut buttons: Vec<Button> = Vec::new();
        match &self.back {
            Some(address) => buttons.push(link(say!(self.voice, "button-table"), address.clone())),
            // On the local page, and in a private chat with the computer, the table stands beside the hand.
            None if self.platform() == Platform::Web || is_private(self.table.place()) => {}
            None => buttons.push(keys.button(say!(self.voice, "button-table"), Act::Table, Style::Secondary)),
        }
        buttons.push(self.more_button(seat));
        let resign = if self.tastes[seat.index()].confirm {
            Act::AskResign
        } else {
            Act::Resign
        };
        buttons.push(keys.button(say!(self.voice, "button-resign"), resign, Style::Danger));
        Row::Buttons(buttons)
    }

    pub(super) fn page(&self, mut lines: Lines, view: &gin::View, rows: Vec<Row>) -> Draft {
        let Some(laid) = Laid::of(view, self.throws_back()) else {
            return self.no_hand(view.viewer);
        };
        let voice = self.voice;
        let taste = view
            .viewer
            .map_or_else(Taste::default, |seat| self.tastes[seat.index()]);
        let dead = laid.arrangement.deadwood();
        let note = match laid.after {
            Some(after) => say!(voice, "text-after", points = after),
            None => say!(voice, "text-points", points = dead),
        };
        lines.mono(voice.text_hand(&laid.arrangement, &note));
        let left = laid.after.unwrap_or(dead);
        let gold = may_knock(view);
        let count = if gold && left == 0 {
            say!(voice, "count-gin")
        } else {
            say!(voice, "count-deadwood", points = left)
        };
        let picture = HandPicture {
            look: taste.look(),
            title: say!(voice, "hand-title"),
            count,
            aside: laid.after.map(|_| say!(voice, "count-after")),
            gold,
            groups: voice.groups(&laid.arrangement, &[]),
            drawn: view.drawn,
        };
        let alt = self.hand_alt(view, &laid);
        let sketch = if taste.pictures {
            Some((Sketch::Hand(picture), alt))
        } else {
            lines.plain(alt);
            None
        };
        Draft {
            text: lines.text(),
            sketch,
            rows,
            document: None,
            private: true,
            ping: None,
            calls: Vec::new(),
        }
    }

    fn hand_alt(&self, view: &gin::View, laid: &Laid) -> String {
        let voice = self.voice;
        let mut parts = vec![say!(voice, "alt-hand", n = laid.arrangement.cards().len())];
        for meld in laid.arrangement.melds() {
            parts.push(say!(
                voice,
                "alt-group",
                label = voice.kind(meld.kind()),
                cards = voice.meld(*meld)
            ));
        }
        let loose = laid.arrangement.loose_in_order();
        if !loose.is_empty() {
            parts.push(say!(
                voice,
                "alt-group",
                label = say!(voice, "deadwood"),
                cards = voice.cards(loose)
            ));
        }
        parts.push(match laid.after {
            Some(after) => say!(voice, "alt-deadwood-after", points = after),
            None => say!(voice, "alt-deadwood", points = laid.arrangement.deadwood()),
        });
        if let Some(card) = view.drawn {
            parts.push(say!(voice, "alt-drawn", card = voice.card(card)));
        }
        if self.verdict().is_none() && !matches!(view.phase, ViewPhase::LayOff | ViewPhase::Over) {
            parts.push(say!(voice, "alt-may-knock", limit = view.limit));
            parts.extend(
                self.voice
                    .counts_times(view)
                    .map(|text| say!(voice, "sentence", text = text)),
            );
        }
        if let (ViewPhase::Upcard | ViewPhase::Draw | ViewPhase::Last, Some(card)) = (view.phase, view.upcard) {
            parts.push(say!(voice, "alt-pile", card = voice.card(card)));
        }
        parts.extend(self.shown_alt(view));
        parts.join(voice.space())
    }
}

/// A hand as it is shown.
struct Laid {
    arrangement: Arrangement,
    /// With a card too many: the least deadwood after a discard.
    after: Option<u8>,
}

impl Laid {
    fn of(view: &gin::View, throws_back: bool) -> Option<Laid> {
        let hand = view.hand?;
        let discarding = matches!(view.phase, ViewPhase::Discard { .. }) && view.to_move == view.viewer;
        let kept = match view.phase {
            ViewPhase::Discard { taken } if !throws_back => taken,
            _ => None,
        };
        let after = discarding.then(|| after_discard(hand, kept, view.aces));
        Some(Laid {
            arrangement: Arrangement::best(hand, view.aces),
            after,
        })
    }
}

/// Up to five choices as buttons, more as a select.
pub(super) fn choice(
    prompt: String,
    id: &str,
    choices: Vec<(String, Act)>,
    style: Style,
    token: impl Fn(Act) -> String,
) -> Vec<Row> {
    let choices: Vec<(String, String)> = choices.into_iter().map(|(label, act)| (label, token(act))).collect();
    match choices.len() {
        0 => Vec::new(),
        1..=5 => {
            let button = |(label, token)| Button {
                label,
                press: super::Press::Token(token),
                style,
            };
            vec![Row::Buttons(choices.into_iter().map(button).collect())]
        }
        _ => vec![Row::Select {
            id: id.to_owned(),
            prompt,
            options: choices,
        }],
    }
}

/// The stamp of a question that needs none.
pub(super) const NO_STAMP: Stamp = Stamp(0);
