//! The pages of an event: places, matches, the bracket, the rounds, who takes part. Each as a picture and in words.

use super::scene::EventScene;
use super::tables::{Board, Places};
use super::token::{EventAct, EventPage};
use super::tree;
use crate::contest::{Kind, Plan, Status};
use crate::id::PlayerId;
use crate::pictures::{BoardsPicture, BracketPicture, Rank, SheetPicture, SheetRow, Side};
use crate::ui::draft::{CAPTION, Draft, Sketch};
use crate::ui::names::tidy;
use crate::ui::post::{Button, Row, Span, Style};
use crate::ui::voice::{Lines, say, spans, units};

/// How many rows a page has: as many as a phone shows without scrolling far (ours).
pub(super) const ROWS: usize = 16;
/// A list of words ends before it gets longer than this many UTF-16 units, so that it fits beside a picture everywhere.
const ROOM: usize = CAPTION - 220;

impl EventScene<'_> {
    /// A page; `at` counts from 0, and what is not there is the first or the last.
    pub(super) fn page(&self, page: EventPage, at: Option<usize>) -> Draft {
        let mut draft = match page {
            EventPage::Standings => self.standings_page(at.unwrap_or(0)),
            EventPage::Pairings => self.pairings_page(at),
            EventPage::Bracket => self.bracket_page(at),
            EventPage::Schedule => self.schedule_page(),
            EventPage::People => self.people_page(at.unwrap_or(0)),
        };
        let leads = self.leads(page);
        if !leads.is_empty() {
            draft.rows.push(Row::Buttons(leads));
        }
        draft.private = true;
        draft
    }

    /// The other pages.
    fn leads(&self, page: EventPage) -> Vec<Button> {
        let mut leads = Vec::new();
        for other in self.pages() {
            if other != page {
                leads.push(self.button(self.page_name(other), EventAct::Turn(other, FIRST), Style::Secondary));
            }
        }
        leads.truncate(5);
        leads
    }

    /// The pages that this event has.
    pub(super) fn pages(&self) -> Vec<EventPage> {
        let knockout = self.view.bracket.is_some();
        match self.view.status {
            Status::Open => vec![EventPage::People, EventPage::Schedule],
            Status::Cancelled if self.view.round.is_none() => vec![EventPage::People],
            Status::Running | Status::Finished | Status::Cancelled => {
                let mut pages = vec![EventPage::Standings, EventPage::Pairings];
                if knockout {
                    pages.push(EventPage::Bracket);
                }
                pages.push(EventPage::Schedule);
                pages
            }
        }
    }

    pub(super) fn page_name(&self, page: EventPage) -> String {
        match page {
            EventPage::Standings => say!(self.voice, "button-event-standings"),
            EventPage::Pairings => say!(self.voice, "button-event-pairings"),
            EventPage::Bracket => say!(self.voice, "button-event-bracket"),
            EventPage::Schedule => say!(self.voice, "button-event-schedule"),
            EventPage::People => say!(self.voice, "button-event-people"),
        }
    }

    /// How far it is: "Round 2 of 5", "Sign-up", "Final standings".
    pub(super) fn state(&self) -> String {
        let voice = self.voice;
        let held = if self.contest.is_lost() {
            "lost"
        } else if self.view.held {
            "held"
        } else {
            "no"
        };
        let said = match (self.view.status, self.view.round) {
            (Status::Open, _) => say!(voice, "event-state-open"),
            (Status::Cancelled, _) => say!(voice, "event-state-cancelled"),
            (Status::Finished, _) => say!(voice, "event-state-finished"),
            (Status::Running, Some((stage, round, _))) if round > 0 => self.round_name(stage, round),
            (Status::Running, _) => say!(voice, "event-state-running"),
        };
        match held {
            "no" => said,
            why => say!(voice, "event-state-held", state = said, why = why),
        }
    }

    fn standings_page(&self, at: usize) -> Draft {
        let places = self.places();
        let at = at.min(pages(places.rows.len()) - 1);
        let mut draft = self.places_draft(&places, at, ROWS);
        draft
            .rows
            .extend(self.turns(EventPage::Standings, at, pages(places.rows.len())));
        draft
    }

    fn people_page(&self, at: usize) -> Draft {
        // Whoever waits stands behind whoever is in.
        let mut places = self.places();
        for (n, player) in self.view.waiting.iter().enumerate() {
            let mark = say!(self.voice, "event-waits", n = i64::try_from(n + 1).unwrap_or(i64::MAX));
            places.lines.push(format!("{} · {mark}", self.name(*player)));
            places.rows.push(SheetRow {
                rank: Rank::Quiet,
                name: format!("{} · {mark}", self.bare(*player)),
                ..SheetRow::default()
            });
        }
        let at = at.min(pages(places.rows.len()) - 1);
        let mut draft = self.places_draft(&places, at, ROWS);
        draft
            .rows
            .extend(self.turns(EventPage::People, at, pages(places.rows.len())));
        draft
    }

    /// Places as a picture and as lines, from this page of so many rows.
    pub(super) fn places_draft(&self, places: &Places, at: usize, most: usize) -> Draft {
        let from = at * most;
        let to = places.rows.len().min(from + most);
        let note = if places.note.is_empty() {
            self.state()
        } else {
            format!("{} · {}", self.state(), places.note)
        };
        let picture = SheetPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            columns: places.columns.clone(),
            rows: places.rows[from..to].to_vec(),
        };
        let lines = self.fitting(&places.lines[from..to]);
        let head = [self.title(), note];
        self.listed(
            head,
            lines,
            (!picture.rows.is_empty()).then_some(Sketch::Sheet(picture)),
        )
    }

    /// A head, lines under it, and the picture that shows the same.
    fn listed(&self, [title, note]: [String; 2], lines: Vec<String>, sketch: Option<Sketch>) -> Draft {
        let mut text = Lines::default();
        text.bold(title.clone()).plain(note);
        for line in &lines {
            text.plain(line.clone());
        }
        let alt = format!("{title}\n{}", lines.join("\n"));
        Draft {
            text: text.text(),
            sketch: sketch.map(|sketch| (sketch, alt)),
            ..Draft::default()
        }
    }

    /// As many lines as fit; what is left over is counted.
    pub(super) fn fitting(&self, lines: &[String]) -> Vec<String> {
        let mut left = ROOM;
        let mut kept = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            match left.checked_sub(units(line) + 1) {
                Some(rest) => left = rest,
                None => {
                    let more = i64::try_from(lines.len() - at).unwrap_or(i64::MAX);
                    kept.push(say!(self.voice, "and-more", n = more));
                    break;
                }
            }
            kept.push(line.clone());
        }
        kept
    }

    /// Back and on, where there are several pages.
    fn turns(&self, page: EventPage, at: usize, of: usize) -> Option<Row> {
        if of < 2 {
            return None;
        }
        let to = |at: usize| EventAct::Turn(page, u8::try_from(at).unwrap_or(u8::MAX - 1));
        let mut buttons = Vec::new();
        if at > 0 {
            buttons.push(self.button(say!(self.voice, "button-event-back"), to(at - 1), Style::Secondary));
        }
        if at + 1 < of {
            buttons.push(self.button(say!(self.voice, "button-event-on"), to(at + 1), Style::Secondary));
        }
        Some(Row::Buttons(buttons))
    }

    fn pairings_page(&self, at: Option<usize>) -> Draft {
        let boards = self.boards();
        // A page never holds two rounds.
        let mut chunks: Vec<&[Board]> = Vec::new();
        for round in boards.chunk_by(|one, two| one.round == two.round) {
            chunks.extend(round.chunks(ROWS));
        }
        let newest = boards.last().map(|board| board.round);
        let first = chunks
            .iter()
            .position(|chunk| chunk.first().map(|board| board.round) == newest);
        let at = at.unwrap_or(first.unwrap_or(0)).min(chunks.len().max(1) - 1);
        let Some(chunk) = chunks.get(at) else {
            let mut lines = Lines::default();
            lines.bold(self.title()).plain(say!(self.voice, "event-no-pairings"));
            return Draft {
                text: lines.text(),
                ..Draft::default()
            };
        };
        let mut draft = self.boards_draft(chunk);
        draft.rows.extend(self.turns(EventPage::Pairings, at, chunks.len()));
        draft
    }

    /// Matches as a picture and as lines.
    fn boards_draft(&self, boards: &[Board]) -> Draft {
        let stage = self.view.round.map_or(0, |(stage, ..)| stage);
        let note = boards
            .first()
            .map(|board| self.round_name(stage, board.round))
            .unwrap_or_default();
        let picture = BoardsPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            teams: self.two_teams(),
            rows: boards.iter().map(|board| board.row.clone()).collect(),
        };
        let lines: Vec<String> = boards.iter().map(|board| board.line.clone()).collect();
        let mut lines = self.fitting(&lines);
        if let Some([one, two]) = &picture.teams {
            lines.insert(0, format!("{} {} : {} {}", one.name, one.score, two.score, two.name));
        }
        self.listed([self.title(), note], lines, Some(Sketch::Boards(picture)))
    }

    /// Two teams and their scores, where exactly two meet.
    fn two_teams(&self) -> Option<[Side; 2]> {
        let [one, two] = self.view.teams.as_slice() else {
            return None;
        };
        let score = |team: crate::id::TeamId| {
            let row = self.view.team_standings.iter().find(|row| row.team == team);
            row.map_or((0, 1), |row| (row.points, row.place))
        };
        let scores = [score(one.id), score(two.id)];
        let side = |at: usize, name: &str| Side {
            name: tidy(name),
            score: scores[at].0.to_string(),
            ahead: scores[at].1 < scores[1 - at].1,
        };
        Some([side(0, &one.name), side(1, &two.name)])
    }

    /// The live scoreboard of a team match: the teams over the boards of the round that is played.
    pub(super) fn scoreboard(&self) -> Draft {
        let boards = self.boards();
        let round = boards.last().map_or(0, |board| board.round);
        let of_round: Vec<&Board> = boards.iter().filter(|board| board.round == round).collect();
        let stage = self.view.round.map_or(0, |(stage, ..)| stage);
        let note = if round == 0 {
            self.state()
        } else {
            self.round_name(stage, round)
        };
        let Some(teams) = self.two_teams() else {
            return self.places_draft(&self.places(), 0, ROWS);
        };
        let picture = BoardsPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            rows: of_round.iter().take(ROWS).map(|board| board.row.clone()).collect(),
            teams: Some(teams.clone()),
        };
        let mut lines: Vec<String> = self.places().lines;
        lines.extend(of_round.iter().take(ROWS).map(|board| board.line.clone()));
        let lines = self.fitting(&lines);
        self.listed([self.title(), note], lines, Some(Sketch::Boards(picture)))
    }

    /// A part of the bracket; without a number the one where something is open.
    pub(super) fn bracket_page(&self, at: Option<usize>) -> Draft {
        let parts = tree::parts(self);
        if parts.is_empty() {
            let mut lines = Lines::default();
            lines.bold(self.title()).plain(say!(self.voice, "event-no-bracket"));
            return Draft {
                text: lines.text(),
                ..Draft::default()
            };
        }
        let open = parts.iter().position(|part| part.open).unwrap_or(parts.len() - 1);
        let at = at.unwrap_or(open).min(parts.len() - 1);
        let part = &parts[at];
        let note = if parts.len() > 1 {
            let (n, of) = (
                i64::try_from(at + 1).unwrap_or(1),
                i64::try_from(parts.len()).unwrap_or(1),
            );
            format!("{} · {}", self.state(), say!(self.voice, "event-part", n = n, of = of))
        } else {
            self.state()
        };
        let picture = BracketPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            heads: part.heads.clone(),
            columns: part.columns.clone(),
            aside: part.aside.clone(),
        };
        let lines = self.fitting(&part.lines);
        let mut draft = self.listed([self.title(), note], lines, Some(Sketch::Bracket(picture)));
        draft.rows.extend(self.turns(EventPage::Bracket, at, parts.len()));
        draft
    }

    /// The rounds: what was, what is, what comes.
    fn schedule_page(&self) -> Draft {
        let voice = self.voice;
        let mut text = Lines::default();
        text.bold(self.title()).plain(self.state());
        let mut rows = Vec::new();
        let mut alt = vec![self.title()];
        if let Some(starts) = self.contest.starts() {
            text.line(spans!(voice, "event-starts-at", at = self.at(starts)));
        }
        for (at, stage) in self.contest.format().stages.iter().enumerate() {
            let ran = self.contest.stages().get(at);
            let name = voice.stage(stage);
            let number = u8::try_from(at).unwrap_or(u8::MAX);
            let Some(ran) = ran else {
                let line = say!(voice, "event-schedule-later", stage = &name);
                text.plain(line.clone());
                alt.push(line);
                rows.push(SheetRow {
                    place: String::new(),
                    rank: Rank::Quiet,
                    name,
                    figures: vec!["–".to_owned()],
                });
                continue;
            };
            for round in 1..=ran.rounds.max(ran.round) {
                let all: Vec<_> = self
                    .contest
                    .pairings_of(number)
                    .filter(|one| one.round == round)
                    .collect();
                let done = all.iter().filter(|one| one.score.is_some()).count();
                let title = self.round_name(number, round);
                let (n, of) = (
                    i64::try_from(done).unwrap_or(i64::MAX),
                    i64::try_from(all.len()).unwrap_or(i64::MAX),
                );
                let (line, rank) = if round > ran.round {
                    if ran.places.is_some() {
                        continue;
                    }
                    (say!(voice, "event-schedule-later", stage = &title), Rank::Quiet)
                } else {
                    let rank = if done == all.len() { Rank::Quiet } else { Rank::Gold };
                    (
                        say!(voice, "event-schedule-round", round = &title, n = n, of = of),
                        rank,
                    )
                };
                alt.push(line.clone());
                let until = all.iter().filter(|one| one.score.is_none()).map(|one| one.until).max();
                match until {
                    Some(until) if rank == Rank::Gold => text.line(spans!(
                        voice,
                        "event-schedule-until",
                        round = line,
                        when = self.at(until)
                    )),
                    _ => text.plain(line),
                };
                rows.push(SheetRow {
                    place: round.to_string(),
                    rank,
                    name: title,
                    figures: vec![if round > ran.round {
                        "–".to_owned()
                    } else {
                        format!("{done}/{}", all.len())
                    }],
                });
            }
            if let Plan::Rounds(rounds) = &ran.plan
                && let Some(next) = rounds.get(usize::from(ran.round))
            {
                let names = next.iter().filter_map(|pair| {
                    let second = pair.second?;
                    Some(format!("{} – {}", self.name(pair.first), self.name(second)))
                });
                let names: Vec<String> = names.take(8).collect();
                text.plain(say!(voice, "event-schedule-next", list = voice.list(names)));
            }
        }
        let at = rows
            .iter()
            .position(|row| row.rank == Rank::Gold)
            .unwrap_or(0)
            .saturating_sub(ROWS / 2);
        rows = rows.into_iter().skip(at).take(ROWS).collect();
        let picture = SheetPicture {
            title: tidy(&self.contest.format().title),
            note: self.state(),
            columns: vec![say!(voice, "event-column-played")],
            rows,
        };
        let text = text.text();
        let fits = units(&text.plain()) + 40 < ROOM;
        Draft {
            text,
            sketch: fits.then(|| (Sketch::Sheet(picture), alt.join("\n"))),
            ..Draft::default()
        }
    }

    /// The best, in words: "1. Anna", equal ones in one line.
    pub(super) fn winners(&self, most: u16) -> Vec<Vec<Span>> {
        let voice = self.voice;
        let mut said = Vec::new();
        if !self.view.team_standings.is_empty() {
            for row in self.view.team_standings.iter().filter(|row| row.place <= most) {
                let name = self.team(row.team);
                said.push(spans!(
                    voice,
                    "event-winner-team",
                    place = row.place,
                    name = name,
                    points = row.points
                ));
            }
            return said;
        }
        for (place, player) in self.view.places.iter().filter(|(place, _)| *place <= most).take(8) {
            said.push(spans!(
                voice,
                "event-winner",
                place = *place,
                name = self.person(*player)
            ));
        }
        said
    }

    /// The best players of a team event with their points, the best first.
    pub(super) fn best_players(&self, most: usize) -> Vec<(PlayerId, i64)> {
        let all = self.view.team_standings.iter().flat_map(|row| row.best.iter().copied());
        let mut all: Vec<(PlayerId, i64)> = all.collect();
        all.sort_by_key(|(player, points)| (std::cmp::Reverse(*points), *player));
        all.truncate(most);
        all
    }

    /// Whether a bracket is what best shows how it stands.
    pub(super) fn is_knockout(&self) -> bool {
        matches!(
            self.contest.stage().map(|(stage, _)| stage.play),
            Some(Kind::Knockout { .. })
        )
    }
}

/// "The page that matters now", in a token.
pub(super) const FIRST: u8 = u8::MAX;

/// How many pages so many rows are; none are one.
fn pages(rows: usize) -> usize {
    rows.div_ceil(ROWS).max(1)
}
