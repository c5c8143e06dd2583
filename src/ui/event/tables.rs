//! What the pages of an event list: places, matches, rounds; each as a row of a picture and as a line of words.

use super::scene::EventScene;
use crate::contest::{Count, Kind, Pairing, PairingId, Presence, Standing, Status, TieBreak};
use crate::id::PlayerId;
use crate::pictures::{BoardRow, Rank, SheetRow};
use crate::ui::names::tidy;
use crate::ui::voice::{Voice, say};

/// A table of places.
#[derive(Default)]
pub(super) struct Places {
    /// Of which stage it is, where that is not the one that is played.
    pub(super) state: Option<String>,
    /// The heads of the figures.
    pub(super) columns: Vec<String>,
    /// The rows, the best first.
    pub(super) rows: Vec<SheetRow>,
    /// The same as lines of words.
    pub(super) lines: Vec<String>,
    /// What stands under them: what decides between equals, what the marks mean.
    pub(super) foot: Vec<String>,
}

/// Why somebody is marked in a table of places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Away {
    /// Beaten, gone or taken out: no further part.
    Out,
    /// Not paired until they are back.
    Paused,
}

/// A match, or somebody without one, as a row and as a line.
pub(super) struct Board {
    /// The stage, from 0, and the round, from 1.
    pub(super) round: (u8, u16),
    pub(super) row: BoardRow,
    pub(super) line: String,
}

impl EventScene<'_> {
    /// The places as they are; before the start whoever is in.
    pub(super) fn places(&self) -> Places {
        let Some((stage, ran)) = self.contest.stage() else {
            return self.signed_up();
        };
        if !self.view.team_standings.is_empty() {
            return self.team_places();
        }
        let over = self.view.status == Status::Finished;
        let counts = matches!(stage.play, Kind::Elimination { .. });
        if over && !counts && self.contest.stages().len() > 1 {
            return self.explained(self.by_wins(&self.view.places, self.contest.pairings()));
        }
        self.placed(ran.stage, &self.view.places)
    }

    /// The places as they are, then those of every stage before, the last of them first.
    pub(super) fn all_places(&self) -> Vec<Places> {
        let mut all = vec![self.places()];
        let stages = self.contest.stages();
        if stages.len() > 1 && self.view.team_standings.is_empty() {
            // When all is over the first table is of the whole event.
            let over = self.view.status == Status::Finished;
            let before = stages.len() - usize::from(!over);
            for ran in stages[..before].iter().rev() {
                all.push(Places {
                    state: Some(self.round_name(ran.stage, ran.round)),
                    ..self.placed(ran.stage, &self.contest.places(ran.stage))
                });
            }
        }
        all
    }

    /// The places of a stage in this order.
    fn placed(&self, number: u8, order: &[(u16, PlayerId)]) -> Places {
        let at = usize::from(number);
        let (Some(stage), Some(ran)) = (self.contest.format().stages.get(at), self.contest.stages().get(at)) else {
            return Places::default();
        };
        let places = match stage.play {
            Kind::Knockout { .. } => {
                let all: Vec<Pairing> = self.contest.pairings_of(number).cloned().collect();
                self.by_wins(order, &all)
            }
            Kind::Elimination { .. } => {
                let over = self.view.status == Status::Finished;
                let balances = self.contest.balances_of(number);
                let mut places = Places {
                    columns: vec![say!(self.voice, "event-column-balance")],
                    ..Places::default()
                };
                for (place, player) in order.iter().copied() {
                    let balance = balances.iter().find(|balance| balance.player == player);
                    let fell = !ran.is_alive(player) && !over;
                    let figures = vec![balance.map_or_else(|| "–".to_owned(), |balance| balance.points.to_string())];
                    self.put(&mut places, place, player, figures, fell);
                }
                places
            }
            _ => self.by_points(
                order,
                &self.contest.standings(number),
                stage.count(),
                stage.tie_breaks(),
            ),
        };
        self.explained(places)
    }

    /// The table with what its marks mean under it.
    fn explained(&self, mut places: Places) -> Places {
        for away in [Away::Out, Away::Paused] {
            let mark = self.mark(away);
            if places.rows.iter().any(|row| row.mark == mark) {
                let means = say!(self.voice, "event-mark-means", away = away.key(), mark = mark);
                places.foot.push(means);
            }
        }
        places
    }

    /// The word behind somebody's name.
    fn mark(&self, away: Away) -> String {
        say!(self.voice, "event-mark", away = away.key())
    }

    /// Whether somebody is out for good or sits out, as far as they have said so or an organiser did.
    fn away(&self, player: PlayerId) -> Option<Away> {
        match self.contest.entrant(player)?.presence {
            Presence::Playing => None,
            Presence::Paused => (self.view.status == Status::Running).then_some(Away::Paused),
            Presence::Dropped => Some(Away::Out),
        }
    }

    /// Places without figures but the won matches: a knockout's, and those of an event of several stages that is over.
    fn by_wins(&self, order: &[(u16, PlayerId)], all: &[Pairing]) -> Places {
        let mut places = Places {
            columns: vec![say!(self.voice, "event-column-wins")],
            ..Places::default()
        };
        let over = self.view.status == Status::Finished;
        for (place, player) in order.iter().copied() {
            let wins = all.iter().filter(|pairing| pairing.winner() == Some(player)).count();
            let lost = |pairing: &Pairing| {
                pairing.score.is_some() && pairing.seat_of(player).is_some() && pairing.winner() != Some(player)
            };
            let out = all.iter().any(lost) && !over;
            self.put(&mut places, place, player, vec![wins.to_string()], out);
        }
        places
    }

    fn by_points(
        &self,
        order: &[(u16, PlayerId)],
        standings: &[Standing],
        count: Count,
        breaks: &[TieBreak],
    ) -> Places {
        let voice = self.voice;
        let named: Vec<TieBreak> = breaks.iter().copied().take(2).collect();
        let main = match count {
            Count::Match => say!(voice, "event-column-marks"),
            Count::Hands => say!(voice, "event-column-points"),
        };
        let mut places = Places {
            columns: [main, say!(voice, "event-column-record")]
                .into_iter()
                .chain(named.iter().map(|tie_break| voice.short(*tie_break)))
                .collect(),
            foot: match breaks {
                [] => Vec::new(),
                breaks => vec![say!(
                    voice,
                    "event-tie-breaks",
                    list = voice.list(breaks.iter().map(|tie_break| voice.tie_break(*tie_break)))
                )],
            },
            ..Places::default()
        };
        let mut rows: Vec<&Standing> = standings.iter().collect();
        // A target's places are by who arrived first.
        rows.sort_by_key(|row| order.iter().position(|(_, player)| *player == row.player));
        for row in rows {
            let place = order
                .iter()
                .find(|(_, player)| *player == row.player)
                .map_or(row.place, |(place, _)| *place);
            let main = match count {
                Count::Match => halves(i64::from(row.marks)),
                Count::Hands => row.points.to_string(),
            };
            let lost = row.played.saturating_sub(row.wins + row.draws);
            let mut figures = vec![main, format!("{}–{}–{}", row.wins, row.draws, lost)];
            figures.extend(
                named
                    .iter()
                    .zip(&row.breaks)
                    .map(|(tie_break, value)| written(*tie_break, *value)),
            );
            self.put(&mut places, place, row.player, figures, false);
        }
        places
    }

    fn team_places(&self) -> Places {
        let voice = self.voice;
        let mut places = Places {
            columns: vec![
                say!(voice, "event-column-points"),
                say!(voice, "event-column-boards"),
                say!(voice, "event-column-meetings"),
            ],
            ..Places::default()
        };
        for row in &self.view.team_standings {
            let name = self.team(row.team);
            let figures = vec![
                row.points.to_string(),
                row.boards.to_string(),
                halves(i64::from(row.marks)),
            ];
            places
                .lines
                .push(self.place_line(row.place, &name, &places.columns, &figures));
            let plain = self.view.teams.iter().find(|team| team.id == row.team);
            places.rows.push(SheetRow {
                place: row.place.to_string(),
                rank: if row.place == 1 { Rank::Gold } else { Rank::Plain },
                name: plain.map(|team| tidy(&team.name)).unwrap_or_default(),
                figures,
                ..SheetRow::default()
            });
        }
        places
    }

    /// Before the start: who is in, in the order of their numbers.
    fn signed_up(&self) -> Places {
        let voice = self.voice;
        let check = self.contest.format().sign_up.check_in.is_some();
        let mut places = Places::default();
        if check {
            places.columns.push(say!(voice, "event-column-there"));
        }
        let there = |yes: bool| {
            let mark = if yes { "✓" } else { "–" };
            if check { vec![mark.to_owned()] } else { Vec::new() }
        };
        if self.contest.format().squads.is_some() {
            for team in &self.view.teams {
                let name = tidy(&team.name);
                let people: Vec<PlayerId> = team.people().collect();
                places
                    .lines
                    .push(format!("{} · {}", self.team(team.id), self.names(&people, 8)));
                let yes = self
                    .view
                    .entrants
                    .iter()
                    .any(|entrant| entrant.team == Some(team.id) && entrant.checked_in);
                places.rows.push(SheetRow {
                    name,
                    figures: there(yes),
                    ..SheetRow::default()
                });
            }
            return places;
        }
        for (at, entrant) in self.view.entrants.iter().enumerate() {
            let figures = there(entrant.checked_in);
            let name = self.name(entrant.player);
            let line = match figures.first() {
                Some(mark) => format!("{}. {name} {mark}", at + 1),
                None => format!("{}. {name}", at + 1),
            };
            places.lines.push(line);
            places.rows.push(SheetRow {
                place: (at + 1).to_string(),
                rank: Rank::Plain,
                name: self.bare(entrant.player),
                figures,
                ..SheetRow::default()
            });
        }
        places
    }

    fn put(&self, places: &mut Places, place: u16, player: PlayerId, figures: Vec<String>, beaten: bool) {
        let away = if beaten { Some(Away::Out) } else { self.away(player) };
        let mark = away.map(|away| self.mark(away));
        let name = match &mark {
            Some(mark) => say!(self.voice, "event-marked", name = self.name(player), mark = mark),
            None => self.name(player),
        };
        places
            .lines
            .push(self.place_line(place, &name, &places.columns, &figures));
        places.rows.push(SheetRow {
            place: place.to_string(),
            rank: match (place, away) {
                (_, Some(_)) => Rank::Quiet,
                (1..=3, None) => Rank::Gold,
                _ => Rank::Plain,
            },
            name: self.bare(player),
            mark: mark.unwrap_or_default(),
            figures,
            ..SheetRow::default()
        });
    }

    /// "1. Anna: points 2½, W–D–L 2–1–0"
    fn place_line(&self, place: u16, name: &str, columns: &[String], figures: &[String]) -> String {
        let voice = self.voice;
        let figures = columns
            .iter()
            .zip(figures)
            .map(|(head, figure)| format!("{head} {figure}"));
        say!(
            voice,
            "event-place",
            place = place,
            name = name,
            figures = voice.list(figures)
        )
    }

    /// The matches in the order of pairing, with who has none.
    pub(super) fn boards(&self) -> Vec<Board> {
        let mut boards: Vec<Board> = Vec::new();
        for ran in self.contest.stages() {
            let all: Vec<&Pairing> = self.contest.pairings_of(ran.stage).collect();
            for round in 1..=ran.round {
                let pairings = all.iter().filter(|pairing| pairing.round == round);
                boards.extend(pairings.map(|pairing| self.board(pairing)));
                for (_, _, player) in ran.byes.iter().filter(|(of, ..)| *of == round) {
                    let rest = say!(self.voice, "event-bye");
                    boards.push(Board {
                        round: (ran.stage, round),
                        line: format!("{} · {rest}", self.name(*player)),
                        // It is no match: a number would be taken for one whose result can be corrected.
                        row: BoardRow {
                            names: [self.bare(*player), rest],
                            middle: "–".to_owned(),
                            over: true,
                            ..BoardRow::default()
                        },
                    });
                }
            }
        }
        boards
    }

    pub(super) fn board(&self, pairing: &Pairing) -> Board {
        let won = pairing
            .score
            .and_then(|(score, _)| score.winner)
            .map(crate::id::Seat::index);
        Board {
            round: (pairing.stage, pairing.round),
            line: self.board_line(pairing),
            row: BoardRow {
                number: (pairing.id.0 + 1).to_string(),
                names: pairing.players.map(|player| self.bare(player)),
                middle: self.result(pairing).unwrap_or_else(|| match pairing.table {
                    Some(_) => say!(self.voice, "event-plays"),
                    None => "–".to_owned(),
                }),
                under: self.result_under(pairing),
                won,
                over: pairing.score.is_some(),
            },
        }
    }

    /// "3. Anna – Ben · 34 : 12"
    fn board_line(&self, pairing: &Pairing) -> String {
        let [one, two] = pairing.players.map(|player| self.name(player));
        format!("{}. {one} – {two} · {}", pairing.id.0 + 1, self.board_state(pairing))
    }

    /// How far a match is: "34 : 12", "Anna is here", "playing".
    pub(super) fn board_state(&self, pairing: &Pairing) -> String {
        let voice = self.voice;
        if let Some(result) = self.result_said(pairing) {
            return result;
        }
        let state = if pairing.table.is_some() {
            say!(voice, "event-plays")
        } else {
            match pairing.shown {
                [true, true] => say!(voice, "event-both-here"),
                [true, false] => say!(voice, "event-here", name = self.name(pairing.players[0])),
                [false, true] => say!(voice, "event-here", name = self.name(pairing.players[1])),
                [false, false] => say!(voice, "event-not-here"),
            }
        };
        if pairing.levelled > 0 {
            return say!(voice, "event-levelled", state = state);
        }
        state
    }

    /// The match with this number.
    pub(super) fn pairing(&self, pairing: PairingId) -> Option<&Pairing> {
        self.contest.pairing(pairing)
    }
}

impl Voice<'_> {
    /// "median Buchholz"
    pub(super) fn tie_break(&self, tie_break: TieBreak) -> String {
        say!(self, "event-tie-break", by = name(tie_break))
    }

    /// The head of a column for it.
    fn short(&self, tie_break: TieBreak) -> String {
        say!(self, "event-tie-break-short", by = name(tie_break))
    }
}

impl Away {
    fn key(self) -> &'static str {
        match self {
            Away::Out => "out",
            Away::Paused => "paused",
        }
    }
}

fn name(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::Buchholz => "buchholz",
        TieBreak::MedianBuchholz => "median",
        TieBreak::SonnebornBerger => "sonneborn",
        TieBreak::Direct => "direct",
        TieBreak::Wins => "wins",
        TieBreak::Marks => "marks",
        TieBreak::Points => "points",
        TieBreak::Difference => "difference",
    }
}

fn written(tie_break: TieBreak, value: i64) -> String {
    match tie_break {
        TieBreak::Buchholz | TieBreak::MedianBuchholz | TieBreak::Direct | TieBreak::Marks => halves(value),
        TieBreak::SonnebornBerger => quarters(value),
        TieBreak::Difference if value > 0 => format!("+{value}"),
        TieBreak::Wins | TieBreak::Points | TieBreak::Difference => value.to_string(),
    }
}

/// Half points: 5 is "2½".
pub(super) fn halves(value: i64) -> String {
    match (value / 2, value % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Quarter points: 13 is "3¼".
fn quarters(value: i64) -> String {
    let part = ["", "¼", "½", "¾"][usize::try_from(value.rem_euclid(4)).unwrap_or(0)];
    match value / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_points_are_written_as_such() {
        assert_eq!([0, 1, 2, 5].map(halves), ["0", "½", "1", "2½"]);
        assert_eq!([0, 1, 4, 13, 14].map(quarters), ["0", "¼", "1", "3¼", "3½"]);
        assert_eq!(written(TieBreak::Difference, 35), "+35");
        assert_eq!(written(TieBreak::Difference, -35), "-35");
    }
}
