//! A page of a board: the picture, the same in words, and the buttons that turn it.

use super::draft::{Draft, Sketch};
use super::leaders::LINES;
use super::leaf::{BoardLeaf, Leaf, Menu, Page, encode};
use super::names::{Face, isolated};
use super::post::{Button, Press, Row, Style};
use super::ranking::{AMONG, Among, METRICS, WHEN, When, among_key, metric_key, mode_key, when_key};
use super::seasons::season_command;
use super::voice::{Lines, Voice, say, units};
use crate::id::Platform;
use crate::pictures::{RankingPicture, RankingRow};
use crate::service::{Board, BoardLine, Metric, Period, Scope, Who};

/// All words together stay within a caption (Telegram's limit of 1024 UTF-16 units), with room for the sentence's end.
const ROOM: usize = 1_000;

/// Everything that a page of a board says.
pub(super) struct Ladder<'w> {
    pub(super) voice: Voice<'w>,
    pub(super) platform: Platform,
    pub(super) leaf: BoardLeaf,
    /// Only its reader sees it.
    pub(super) alone: bool,
    /// The place's name.
    pub(super) name: Option<String>,
    /// The name of who asked, where everybody sees it.
    pub(super) own_name: Option<String>,
    pub(super) faces: Vec<Face>,
    pub(super) board: Board,
    pub(super) zone: jiff::tz::TimeZone,
}

impl Ladder<'_> {
    pub(super) fn draft(self) -> Draft {
        let voice = self.voice;
        let title = self.title();
        let about = self.about();
        let rows = self.rows();
        let mut lines = Lines::default();
        lines.bold(title.clone()).plain(about.clone());
        if self.board.lines.is_empty() {
            lines.plain(self.empty());
            for note in self.notes() {
                lines.plain(note);
            }
            return Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            };
        }
        let page = self.page_of();
        let foot = self.foot();
        let notes = self.notes();
        let around: usize = [&title, &about, &page, &foot]
            .into_iter()
            .chain(&notes)
            .map(|text| units(text) + 1)
            .sum();
        let told = self.told(ROOM.saturating_sub(around));
        lines.plain(told.clone()).plain(foot.clone());
        if !page.is_empty() {
            lines.plain(page.clone());
        }
        for note in notes {
            lines.plain(note);
        }
        let alt = format!(
            "{}\n{told}\n{foot}",
            say!(voice, "sentence", text = format!("{title} · {about}"))
        );
        let picture = RankingPicture {
            title,
            aside: about,
            page,
            rows: self.picture_rows(),
            foot,
        };
        Draft {
            text: lines.text(),
            sketch: Some((Sketch::Ranking(picture), alt)),
            rows,
            ..Draft::default()
        }
    }

    fn title(&self) -> String {
        let name = self.name.clone().unwrap_or_default();
        match self.board.query.scope {
            Scope::Channel(..) => say!(self.voice, "board-channel", venue = name),
            Scope::Venue(_) => say!(self.voice, "board-here", venue = name),
            Scope::All => say!(self.voice, "board-overall"),
            Scope::Friends(_) => say!(self.voice, "board-friends"),
        }
    }

    /// "Matches won · this week · Classic gin rules"
    fn about(&self) -> String {
        let voice = self.voice;
        let query = &self.board.query;
        let mut parts = vec![say!(voice, "metric", metric = metric_key(query.metric))];
        // A rating is what it is now.
        if query.metric != Metric::Rating || query.period != Period::All {
            parts.push(self.time());
        }
        if let Some(rules) = &query.rules {
            parts.push(say!(voice, "preset", preset = rules));
        }
        if let Some(mode) = query.mode {
            parts.push(say!(voice, "board-mode", mode = mode_key(mode)));
        }
        parts.join(" · ")
    }

    fn time(&self) -> String {
        let voice = self.voice;
        if let Some(season) = &self.board.season {
            return voice.season(season);
        }
        let time = match (self.board.query.period, self.board.query.scope.venue()) {
            (Period::Today, _) => "today",
            (Period::Week, _) => "week",
            (Period::Month, _) => "month",
            (Period::Season(_), None) => "quarter",
            (Period::Season(_), Some(_)) => "season",
            (Period::All, _) => "all",
        };
        say!(voice, "board-time", time = time)
    }

    fn pages(&self) -> u32 {
        self.board.total.div_ceil(LINES).max(1)
    }

    fn number(&self) -> u32 {
        match self.leaf.page {
            Page::Number(number) => number,
            Page::Mine => 0,
        }
    }

    fn page_of(&self) -> String {
        if self.pages() == 1 {
            return String::new();
        }
        say!(self.voice, "board-page", n = self.number() + 1, of = self.pages())
    }

    /// Where the reader stands, or how many do.
    fn foot(&self) -> String {
        let (voice, of) = (self.voice, self.board.total);
        match (&self.board.own, &self.own_name) {
            (Some(own), _) if self.alone => say!(voice, "board-you", place = own.place, of = of),
            (Some(own), Some(name)) => say!(voice, "board-them", name = name, place = own.place, of = of),
            (None, _) if self.alone => {
                [say!(voice, "board-of", of = of), say!(voice, "board-you-not")].join(voice.space())
            }
            _ => say!(voice, "board-of", of = of),
        }
    }

    /// What one should know about the board.
    fn notes(&self) -> Vec<String> {
        let voice = self.voice;
        let query = &self.board.query;
        let mut notes = Vec::new();
        match (self.board.least, query.metric) {
            (Some(n), Metric::Rating) => notes.push(say!(voice, "board-provisional", n = n)),
            (Some(n), _) => notes.push(say!(voice, "board-least", n = n)),
            (None, _) => {}
        }
        if let Some(season) = &self.board.season {
            notes.push(voice.season_span(season, &self.zone));
        }
        if query.hide_absent {
            notes.push(say!(voice, "board-left-out"));
        }
        let asked = self.leaf.rules.is_some() || self.leaf.mode.is_some();
        if asked && query.rules.is_none() && query.mode.is_none() {
            notes.push(say!(voice, "board-narrowed"));
        }
        notes
    }

    /// Why nobody stands here.
    fn empty(&self) -> String {
        let voice = self.voice;
        let query = &self.board.query;
        let venue = query.scope.venue();
        if matches!(query.period, Period::Season(_)) && venue.is_some() && self.board.season.is_none() {
            let command = season_command(self.platform);
            return say!(voice, "board-no-season", command = command);
        }
        match (query.metric, query.scope, self.board.least, query.period) {
            (_, Scope::Friends(_), ..) => say!(voice, "board-empty-friends"),
            (Metric::Rating, _, Some(n), _) => say!(voice, "board-empty-rating", n = n),
            (Metric::WinRate, _, Some(n), _) => say!(voice, "board-empty-least", n = n),
            (Metric::Events, ..) => say!(voice, "board-empty-events"),
            (Metric::Teams, ..) => say!(voice, "board-empty-teams"),
            (_, _, _, Period::Today) => say!(voice, "board-empty-time", time = "today"),
            (_, _, _, Period::Week) => say!(voice, "board-empty-time", time = "week"),
            (_, _, _, Period::Month) => say!(voice, "board-empty-time", time = "month"),
            (_, _, _, Period::Season(_)) => say!(voice, "board-empty-time", time = "season"),
            (Metric::Points | Metric::Wins | Metric::Hands, _, _, Period::All) => say!(voice, "board-empty"),
            (_, _, _, Period::All) => say!(voice, "board-empty-kind"),
        }
    }

    fn is_own(&self, line: &BoardLine) -> bool {
        self.alone && self.board.own.as_ref().is_some_and(|own| own.who == line.who)
    }

    /// Line by line in words; what does not fit is counted.
    fn told(&self, room: usize) -> String {
        let voice = self.voice;
        let mut text = String::new();
        for (at, (line, face)) in self.board.lines.iter().zip(&self.faces).enumerate() {
            let name = isolated(&face.name);
            let value = voice.board_value(self.board.query.metric, line);
            let note = self.note(line);
            let mut told = if note.is_empty() || self.board.query.metric == Metric::Wins {
                say!(
                    voice,
                    "board-line-short",
                    place = line.place,
                    name = name,
                    value = value
                )
            } else {
                say!(
                    voice,
                    "board-line",
                    place = line.place,
                    name = name,
                    value = value,
                    note = note
                )
            };
            if self.is_own(line) {
                told = say!(voice, "board-line-own", line = told);
            }
            if at > 0 {
                text.push('\n');
            }
            // Room for "and 9 more" stays.
            if units(&text) + units(&told) + 16 > room {
                let more = i64::try_from(self.board.lines.len() - at).unwrap_or(i64::MAX);
                text.push_str(&match line.who {
                    Who::Team(_) => say!(voice, "and-more-teams", n = more),
                    Who::Player(_) => say!(voice, "and-more", n = more),
                });
                break;
            }
            text.push_str(&told);
        }
        text
    }

    /// What stands beside the figure.
    fn note(&self, line: &BoardLine) -> String {
        let voice = self.voice;
        let figures = &line.figures;
        match (self.board.query.metric, line.who) {
            (_, Who::Team(_)) => String::new(),
            (Metric::Wins, _) => say!(voice, "board-note-played", played = figures.played),
            (Metric::Gold | Metric::Dragon, _) if figures.gold > 0 => say!(
                voice,
                "board-note-gold",
                three = figures.three,
                two = figures.two,
                dragon = figures.dragon
            ),
            (Metric::Streak, _) => say!(voice, "board-note-streak", now = figures.streak),
            _ if figures.played == 0 => String::new(),
            _ => say!(voice, "board-note-won", wins = figures.wins, played = figures.played),
        }
    }

    fn picture_rows(&self) -> Vec<RankingRow> {
        let lines = self.board.lines.iter().zip(&self.faces);
        lines
            .map(|(line, face)| {
                let (own, note) = (self.is_own(line), self.note(line));
                RankingRow {
                    place: line.place.to_string(),
                    medal: line.place,
                    name: face.name.clone(),
                    note: match (own, note.is_empty()) {
                        (false, _) => note,
                        (true, true) => say!(self.voice, "board-own-note-short"),
                        (true, false) => say!(self.voice, "board-own-note", note = note),
                    },
                    figure: figure(self.board.query.metric, line.value),
                    own,
                }
            })
            .collect()
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let pages = self.turning();
        if !pages.is_empty() {
            rows.push(Row::Buttons(pages));
        }
        if self.platform == Platform::Telegram {
            rows.extend(self.menus());
        } else {
            rows.extend(self.selects());
        }
        let local = self.board.query.scope.venue().is_some();
        if self.leaf.when == When::Season && local && self.leaf.menu == Menu::Pages {
            let leaf = Leaf::Seasons {
                chat: self.leaf.chat,
                page: 0,
            };
            rows.push(Row::Buttons(vec![button(say!(self.voice, "button-seasons"), leaf)]));
        }
        rows
    }

    /// The buttons that turn pages, as far as they lead somewhere.
    fn turning(&self) -> Vec<Button> {
        let voice = self.voice;
        let (number, last) = (self.number(), self.pages() - 1);
        let mut buttons = Vec::new();
        let mut to = |label: String, page| {
            let leaf = BoardLeaf {
                page,
                menu: Menu::Pages,
                ..self.leaf
            };
            buttons.push(button(label, Leaf::Board(leaf)));
        };
        if number > 1 {
            to(say!(voice, "button-first"), Page::Number(0));
        }
        if number > 0 {
            to(say!(voice, "button-page-back"), Page::Number(number - 1));
        }
        if number < last {
            to(say!(voice, "button-page-next"), Page::Number(number + 1));
        }
        if number + 1 < last {
            to(say!(voice, "button-last"), Page::Number(last));
        }
        // In a message for everybody, whoever presses finds their own place on a page of their own.
        let here = self.board.own.as_ref().is_some_and(|own| own.row / LINES == number);
        if last > 0 && !(here && self.alone) && (self.board.own.is_some() || !self.alone) {
            to(say!(voice, "button-mine"), Page::Mine);
        }
        buttons
    }

    /// What else can be shown, as labels with their boards; the present one is not among them.
    fn choices(&self, menu: Menu) -> Vec<(String, BoardLeaf)> {
        let (voice, now) = (self.voice, self.leaf);
        let from = BoardLeaf {
            page: Page::Number(0),
            menu: Menu::Pages,
            ..now
        };
        match menu {
            Menu::Pages => Vec::new(),
            Menu::Metrics => METRICS
                .into_iter()
                .filter(|metric| *metric != now.metric)
                .map(|metric| {
                    let label = say!(voice, "metric", metric = metric_key(metric));
                    (label, BoardLeaf { metric, ..from })
                })
                .collect(),
            Menu::Times => WHEN
                .into_iter()
                .filter(|when| *when != now.when)
                .map(|when| {
                    let key = match when_key(when) {
                        "season" if self.board.query.scope.venue().is_none() => "quarter",
                        key => key,
                    };
                    let label = say!(voice, "board-time", time = key);
                    (
                        label,
                        BoardLeaf {
                            when,
                            season: None,
                            ..from
                        },
                    )
                })
                .collect(),
            Menu::Among => AMONG
                .into_iter()
                .filter(|among| *among != now.among)
                // Without a place there is neither its board nor a channel's.
                .filter(|among| now.chat != 0 || !matches!(among, Among::Venue | Among::Channel))
                .filter(|among| *among != Among::Channel || now.channel != 0 || self.platform == Platform::Discord)
                .map(|among| {
                    let label = say!(voice, "board-among", among = among_key(among));
                    (
                        label,
                        BoardLeaf {
                            among,
                            season: None,
                            ..from
                        },
                    )
                })
                .collect(),
        }
    }

    /// Lists to choose from.
    fn selects(&self) -> Vec<Row> {
        let voice = self.voice;
        let now = [(Menu::Metrics, "metric"), (Menu::Times, "time"), (Menu::Among, "among")];
        let mut rows = Vec::new();
        for (menu, id) in now {
            let options: Vec<(String, String)> = self
                .choices(menu)
                .into_iter()
                .map(|(label, leaf)| (label, encode(Leaf::Board(leaf))))
                .collect();
            if options.is_empty() {
                continue;
            }
            let prompt = match menu {
                Menu::Metrics => {
                    let now = say!(voice, "metric", metric = metric_key(self.leaf.metric));
                    say!(voice, "choose-metric", now = now)
                }
                Menu::Times => say!(voice, "choose-time", now = self.time()),
                Menu::Among | Menu::Pages => {
                    let now = say!(voice, "board-among", among = among_key(self.leaf.among));
                    say!(voice, "choose-among", now = now)
                }
            };
            rows.push(Row::Select {
                id: id.to_owned(),
                prompt,
                options,
            });
        }
        rows
    }

    /// The same as buttons: one for each list, which shows the choices in the place of the lists.
    fn menus(&self) -> Vec<Row> {
        let voice = self.voice;
        if self.leaf.menu == Menu::Pages {
            let menus = [
                (say!(voice, "button-rank-by"), Menu::Metrics),
                (say!(voice, "button-time"), Menu::Times),
                (say!(voice, "button-among"), Menu::Among),
            ];
            let buttons = menus.into_iter().map(|(label, menu)| {
                let leaf = BoardLeaf { menu, ..self.leaf };
                button(label, Leaf::Board(leaf))
            });
            return vec![Row::Buttons(buttons.collect())];
        }
        let mut buttons: Vec<Button> = self
            .choices(self.leaf.menu)
            .into_iter()
            .map(|(label, leaf)| button(label, Leaf::Board(leaf)))
            .collect();
        let back = BoardLeaf {
            menu: Menu::Pages,
            ..self.leaf
        };
        buttons.push(button(say!(voice, "button-back-to"), Leaf::Board(back)));
        // Three a row can be read on a phone.
        buttons.chunks(3).map(|row| Row::Buttons(row.to_vec())).collect()
    }
}

impl Voice<'_> {
    /// "4 matches won"
    pub(super) fn board_value(&self, metric: Metric, line: &BoardLine) -> String {
        say!(
            self,
            "board-value",
            metric = metric_key(metric),
            n = line.value,
            value = figure(metric, line.value),
            played = line.figures.played
        )
    }
}

/// A figure as it is written: a win rate in per cent with one digit behind the point.
pub(super) fn figure(metric: Metric, value: i64) -> String {
    match metric {
        Metric::WinRate => per_cent(value),
        _ => value.to_string(),
    }
}

/// Hundredths of a per cent: `66.7%`.
pub(super) fn per_cent(value: i64) -> String {
    let tenths = (value + 5).div_euclid(10);
    format!("{}.{}%", tenths.div_euclid(10), tenths.rem_euclid(10))
}

/// A button of a board, a profile or a list of seasons.
pub(super) fn button(label: String, leaf: Leaf) -> Button {
    Button {
        label,
        press: Press::Token(encode(leaf)),
        style: Style::Secondary,
    }
}
