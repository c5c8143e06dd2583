//! The pages of an event: places, matches, the bracket, the rounds, who takes part. Each as a picture and in words.

use std::ops::Range;

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

/// How many rows a page has at most: as many as a phone shows without scrolling far (ours).
pub(super) const ROWS: usize = 16;
/// What has to fit in any case, in UTF-16 units: "and 99 more" (ours).
pub(super) const MORE: usize = 24;

impl EventScene<'_> {
    /// A page; `at` counts from 0, and what is not there is the first or the last.
    pub(super) fn page(&self, page: EventPage, at: Option<usize>) -> Draft {
        let mut draft = match page {
            EventPage::Standings => self.standings_page(at.unwrap_or(0)),
            EventPage::Pairings => self.pairings_page(at),
            EventPage::Bracket => self.bracket_page(at, 0),
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
        match self.view.status {
            Status::Open => vec![EventPage::People, EventPage::Schedule],
            Status::Cancelled if self.view.round.is_none() => vec![EventPage::People],
            Status::Running | Status::Finished | Status::Cancelled => {
                let mut pages = vec![EventPage::Standings, EventPage::Pairings];
                if self.has_bracket() {
                    pages.push(EventPage::Bracket);
                }
                pages.push(EventPage::Schedule);
                pages
            }
        }
    }

    /// Whether a knockout is or was played in it.
    pub(super) fn has_bracket(&self) -> bool {
        let mut stages = self.contest.stages().iter();
        stages.any(|ran| matches!(ran.plan, Plan::Bracket(_)))
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
        let held = if matches!(self.view.status, Status::Finished | Status::Cancelled) {
            "no"
        } else if self.contest.is_lost() {
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

    /// The places as they are, and behind them those of the stages before.
    fn standings_page(&self, at: usize) -> Draft {
        let all = self.all_places();
        let leaves = all.iter().flat_map(|places| {
            let leaves = self.leaves_of(places, 0);
            leaves.into_iter().map(move |leaf| (places, leaf))
        });
        let leaves: Vec<(&Places, Range<usize>)> = leaves.collect();
        let at = at.min(leaves.len() - 1);
        let (places, leaf) = &leaves[at];
        let mut draft = self.places_draft(places, leaf.clone(), None);
        draft.rows.extend(self.turns(EventPage::Standings, at, leaves.len()));
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
        let leaves = self.leaves_of(&places, 0);
        let at = at.min(leaves.len() - 1);
        let mut draft = self.places_draft(&places, leaves[at].clone(), None);
        draft.rows.extend(self.turns(EventPage::People, at, leaves.len()));
        draft
    }

    /// The first page of the places, with room for so much under it, and how many more there are.
    pub(super) fn first_places(&self, foot: usize) -> Draft {
        let places = self.places();
        let leaf = self.leaves_of(&places, foot + MORE).swap_remove(0);
        let left = places.lines.len() - leaf.end;
        let more = (left > 0).then(|| {
            let more = i64::try_from(left).unwrap_or(i64::MAX);
            if self.view.team_standings.is_empty() {
                say!(self.voice, "and-more", n = more)
            } else {
                say!(self.voice, "and-more-teams", n = more)
            }
        });
        self.places_draft(&places, leaf, more)
    }

    fn head(&self, places: &Places) -> [String; 2] {
        [self.title(), places.state.clone().unwrap_or_else(|| self.state())]
    }

    fn leaves_of(&self, places: &Places, foot: usize) -> Vec<Range<usize>> {
        let own: usize = places.foot.iter().map(|line| units(line) + 1).sum();
        leaves(&places.lines, room(&self.head(places), foot + own))
    }

    /// A page of places as a picture and as lines, with how many more there are.
    fn places_draft(&self, places: &Places, leaf: Range<usize>, more: Option<String>) -> Draft {
        let head = self.head(places);
        let picture = SheetPicture {
            title: tidy(&self.contest.format().title),
            note: head[1].clone(),
            columns: places.columns.clone(),
            rows: places.rows[leaf.clone()].to_vec(),
            foot: places.foot.clone(),
        };
        let lines = places.lines[leaf].iter().cloned();
        let lines = lines.chain(more).chain(places.foot.iter().cloned()).collect();
        self.listed(
            head,
            lines,
            (!picture.rows.is_empty()).then_some(Sketch::Sheet(picture)),
        )
    }

    /// A head, lines under it, and the picture that shows the same.
    pub(super) fn listed(&self, [title, note]: [String; 2], lines: Vec<String>, sketch: Option<Sketch>) -> Draft {
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
            let lines: Vec<String> = round.iter().map(|board| board.line.clone()).collect();
            let head = [self.title(), self.round_name(round[0].round.0, round[0].round.1)];
            let foot = self.two_teams().map_or(0, |teams| units(&scores(&teams)) + 1);
            chunks.extend(leaves(&lines, room(&head, foot)).into_iter().map(|leaf| &round[leaf]));
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
        let note = boards
            .first()
            .map(|board| self.round_name(board.round.0, board.round.1))
            .unwrap_or_default();
        let picture = BoardsPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            teams: self.two_teams(),
            rows: boards.iter().map(|board| board.row.clone()).collect(),
        };
        let teams = picture.teams.iter().map(scores);
        let lines = teams.chain(boards.iter().map(|board| board.line.clone())).collect();
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

    /// The live scoreboard of a team match, with room for so much under it: the teams over the boards of the round that is
    /// played.
    pub(super) fn scoreboard(&self, foot: usize) -> Draft {
        let boards = self.boards();
        let round = boards.last().map_or((0, 0), |board| board.round);
        let of_round: Vec<&Board> = boards.iter().filter(|board| board.round == round).collect();
        let note = if round.1 == 0 {
            self.state()
        } else {
            self.round_name(round.0, round.1)
        };
        let Some(teams) = self.two_teams() else {
            return self.first_places(foot);
        };
        let head = [self.title(), note];
        let mut lines: Vec<String> = self.places().lines;
        let over: usize = lines.iter().map(|line| units(line) + 1).sum();
        let below: Vec<String> = of_round.iter().map(|board| board.line.clone()).collect();
        let leaf = leaves(&below, room(&head, over + foot + MORE)).swap_remove(0);
        let picture = BoardsPicture {
            title: tidy(&self.contest.format().title),
            note: head[1].clone(),
            rows: of_round[leaf.clone()].iter().map(|board| board.row.clone()).collect(),
            teams: Some(teams),
        };
        let left = below.len() - leaf.end;
        lines.extend_from_slice(&below[leaf]);
        if left > 0 {
            let more = i64::try_from(left).unwrap_or(i64::MAX);
            lines.push(say!(self.voice, "and-more-matches", n = more));
        }
        self.listed(head, lines, Some(Sketch::Boards(picture)))
    }

    /// A part of the bracket, with room for so much under it; without a number the one where something is open.
    pub(super) fn bracket_page(&self, at: Option<usize>, foot: usize) -> Draft {
        // Those of earlier stages come first.
        let parts: Vec<(u8, usize, tree::Part)> = self
            .contest
            .stages()
            .iter()
            .filter_map(|ran| Some((ran.stage, tree::Bracket::of(self, ran)?.parts())))
            .flat_map(|(stage, parts)| {
                let of = parts.len();
                parts.into_iter().map(move |part| (stage, of, part))
            })
            .collect();
        if parts.is_empty() {
            let mut lines = Lines::default();
            lines.bold(self.title()).plain(say!(self.voice, "event-no-bracket"));
            return Draft {
                text: lines.text(),
                ..Draft::default()
            };
        }
        let open = parts.iter().position(|(.., part)| part.open).unwrap_or(parts.len() - 1);
        let at = at.unwrap_or(open).min(parts.len() - 1);
        let (stage, of, part) = &parts[at];
        let before = parts.iter().take(at).filter(|(other, ..)| other == stage).count();
        // A bracket of another stage than the last says which it is.
        let ran = self.contest.stages().iter().find(|ran| ran.stage == *stage);
        let last = self.contest.stages().last().map(|ran| ran.stage);
        let state = match ran.filter(|ran| Some(ran.stage) != last) {
            Some(ran) => self.round_name(ran.stage, ran.round),
            None => self.state(),
        };
        let note = if *of > 1 {
            let (n, of) = (i64::try_from(before + 1).unwrap_or(1), i64::try_from(*of).unwrap_or(1));
            format!("{state} · {}", say!(self.voice, "event-part", n = n, of = of))
        } else {
            state
        };
        let picture = BracketPicture {
            title: tidy(&self.contest.format().title),
            note: note.clone(),
            heads: part.heads.clone(),
            columns: part.columns.clone(),
            aside: part.aside.clone(),
        };
        let head = [self.title(), note];
        let lines = self.matches(part, room(&head, foot + MORE));
        let mut draft = self.listed(head, lines, Some(Sketch::Bracket(picture)));
        draft.rows.extend(self.turns(EventPage::Bracket, at, parts.len()));
        draft
    }

    /// A bracket's lines, as many as fit; the matches that are left over stand on the page of matches, and are counted.
    fn matches(&self, part: &tree::Part, room: usize) -> Vec<String> {
        let is_head = |line: &String| part.heads.contains(line);
        let mut left = room;
        let mut kept = Vec::new();
        for (at, line) in part.lines.iter().enumerate() {
            if let Some(rest) = left.checked_sub(units(line) + 1) {
                left = rest;
                kept.push(line.clone());
                continue;
            }
            while kept.last().is_some_and(is_head) {
                kept.pop();
            }
            let more = part.lines[at..].iter().filter(|line| !is_head(line)).count();
            let more = i64::try_from(more).unwrap_or(i64::MAX);
            kept.push(say!(self.voice, "and-more-matches", n = more));
            break;
        }
        kept
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

/// "Reds 12 : 9 Blues"
fn scores([one, two]: &[Side; 2]) -> String {
    format!("{} {} : {} {}", one.name, one.score, two.score, two.name)
}

/// How much a page's lines may say under its head and over what stands below them.
pub(super) fn room([title, note]: &[String; 2], foot: usize) -> usize {
    CAPTION.saturating_sub(units(title) + units(note) + 2 + foot)
}

/// Where the pages of these lines begin and end: each has at most [`ROWS`] and ends where its words do, so that picture and
/// words show the same.
pub(super) fn leaves(lines: &[String], room: usize) -> Vec<Range<usize>> {
    let mut leaves = Vec::new();
    let mut from = 0;
    while from < lines.len() || leaves.is_empty() {
        let mut left = room;
        let fit = lines[from..].iter().take(ROWS).take_while(|line| {
            let rest = left.checked_sub(units(line) + 1);
            left = rest.unwrap_or(0);
            rest.is_some()
        });
        let to = lines.len().min(from + fit.count().max(1));
        leaves.push(from..to);
        from = to;
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_where_their_words_do() {
        let lines = |lengths: &[usize]| lengths.iter().map(|n| "x".repeat(*n)).collect::<Vec<_>>();
        assert_eq!(leaves(&[], 100).len(), 1);
        assert_eq!(leaves(&lines(&[10; 17]), 1_000), [0..16, 16..17]);
        assert_eq!(leaves(&lines(&[49; 5]), 100), [0..2, 2..4, 4..5]);
        // What fits nowhere stands alone.
        assert_eq!(leaves(&lines(&[10, 200, 10]), 100), [0..1, 1..2, 2..3]);
    }
}
