//! What calls people: a round's message, the reminders, and how it ended.

use std::collections::BTreeSet;

use super::scene::EventScene;
use super::token::{EventAct, EventPage};
use crate::contest::{Fact, Pairing, Presence, Status};
use crate::id::{Account, PlayerId};
use crate::service::{CALLED, MATCHES, round_of};
use crate::ui::draft::Draft;
use crate::ui::post::{Button, Row, Span, Style};
use crate::ui::voice::{Lines, say, spans};

/// Up to so many matches it says how far each is (ours): more would not fit with everybody called.
const TOLD: usize = 12;
/// A round's message is at most so long in UTF-16 units (Discord: 2,000 with everything that marks names and moments) ...
const WHOLE: usize = 1_850;
/// ... and with longer names these are cut to so many.
const SHORT: usize = 14;

impl EventScene<'_> {
    /// Who meets whom in a round, or in this part of a large one; calls everybody who has to come, once.
    pub(super) fn round_message(&self, number: i64) -> Option<Draft> {
        let voice = self.voice;
        let (part, stage, round) = round_of(number)?;
        let ran = self.contest.stages().get(usize::from(stage))?;
        let all: Vec<&Pairing> = self
            .contest
            .pairings_of(stage)
            .filter(|pairing| pairing.round == round)
            .skip(part * MATCHES)
            .take(MATCHES)
            .collect();
        let byes: Vec<PlayerId> = ran
            .byes
            .iter()
            .filter(|(of, ..)| *of == round && part == 0)
            .map(|(_, _, player)| *player)
            .collect();
        if all.is_empty() && byes.is_empty() {
            return None;
        }
        let open: Vec<&&Pairing> = all.iter().filter(|pairing| pairing.score.is_none()).collect();
        let running = self.view.status == Status::Running;
        let mut lines = self.round_lines((stage, round), &all, &byes, usize::MAX);
        if lines.units() > WHOLE {
            lines = self.round_lines((stage, round), &all, &byes, SHORT);
        }
        let mut buttons = Vec::new();
        if running && !open.is_empty() {
            buttons.push(self.button(say!(voice, "button-event-here"), EventAct::Here, Style::Success));
        }
        buttons.push(self.button(
            self.page_name(EventPage::Pairings),
            EventAct::Open(EventPage::Pairings),
            Style::Secondary,
        ));
        buttons.push(self.button(say!(voice, "button-event-mine"), EventAct::Mine, Style::Secondary));
        Some(Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(buttons)],
            calls: self.accounts(open.iter().flat_map(|pairing| pairing.players)),
            ..Draft::default()
        })
    }

    /// A round's matches in words, with names of at most so many units.
    fn round_lines(&self, (stage, round): (u8, u16), all: &[&Pairing], byes: &[PlayerId], most: usize) -> Lines {
        let voice = self.voice;
        let running = self.view.status == Status::Running;
        let mut lines = Lines::default();
        lines.bold(format!("{} · {}", self.title(), self.round_name(stage, round)));
        let awaited = all
            .iter()
            .filter(|pairing| pairing.score.is_none() && pairing.table.is_none() && pairing.shown != [true, true]);
        if running
            && !self.view.held
            && let Some(appear) = awaited.map(|pairing| pairing.appear).max()
        {
            lines.line(spans!(voice, "event-come", at = self.at(appear)));
        }
        if running && self.view.held {
            lines.plain(self.state());
        }
        let told = all.len() <= TOLD;
        for pairing in all {
            let [one, two] = pairing.players.map(|player| self.person_within(player, most));
            let number = i64::from(pairing.id.0) + 1;
            if told || pairing.score.is_some() {
                let state = self.board_state(pairing);
                lines.line(spans!(
                    voice,
                    "event-board",
                    n = number,
                    first = one,
                    second = two,
                    state = state
                ));
            } else {
                lines.line(spans!(voice, "event-board-bare", n = number, first = one, second = two));
            }
        }
        if !byes.is_empty() {
            lines.plain(say!(voice, "event-byes", names = self.names(byes, 8)));
        }
        lines
    }

    /// Calls those who are still awaited: to check in, or to the matches of a round.
    pub(super) fn call(&self, number: i64) -> Option<Draft> {
        let voice = self.voice;
        if self.view.held {
            return None;
        }
        let (part, stage, round) = round_of(number)?;
        if (stage, round) == (0, 0) {
            if !self.checks_in() {
                return None;
            }
            let all = self.view.entrants.iter().skip(part * CALLED).take(CALLED);
            let players: Vec<PlayerId> = all
                .filter(|entrant| !entrant.checked_in)
                .map(|entrant| entrant.player)
                .collect();
            let starts = self.contest.starts()?;
            if players.is_empty() {
                return None;
            }
            let mut lines = Lines::default();
            lines.bold(self.title());
            lines.line(spans!(voice, "event-call-check-in", at = self.at(starts)));
            let buttons = vec![
                self.button(say!(voice, "button-event-check-in"), EventAct::CheckIn, Style::Success),
                self.button(say!(voice, "button-event-leave"), EventAct::AskLeave, Style::Secondary),
            ];
            return Some(self.calling(lines, &players, buttons));
        }
        let all = self.contest.pairings_of(stage).filter(|pairing| pairing.round == round);
        let awaited = all
            .skip(part * MATCHES)
            .take(MATCHES)
            .filter(|pairing| pairing.score.is_none() && pairing.table.is_none() && pairing.reminded);
        let mut players = Vec::new();
        let mut appear = None;
        for pairing in awaited {
            for (seat, player) in pairing.players.into_iter().enumerate() {
                if !pairing.shown[seat] {
                    players.push(player);
                    appear = appear.max(Some(pairing.appear));
                }
            }
        }
        let appear = appear.filter(|_| self.view.status == Status::Running)?;
        let mut lines = Lines::default();
        lines.bold(format!("{} · {}", self.title(), self.round_name(stage, round)));
        lines.line(spans!(voice, "event-call", at = self.at(appear)));
        let here = self.button(say!(voice, "button-event-here"), EventAct::Here, Style::Success);
        Some(self.calling(lines, &players, vec![here]))
    }

    /// Tells those who waited that a place became free and is theirs now; after the start the round calls them.
    pub(super) fn moved_up(&self, fact: &Fact) -> Option<Draft> {
        let voice = self.voice;
        let players: Vec<PlayerId> = match fact {
            Fact::MovedUp { player } => vec![*player],
            Fact::TeamMovedUp { team } => {
                let team = self.view.teams.iter().find(|known| known.id == *team)?;
                team.people().collect()
            }
            _ => return None,
        };
        let there = |player: &PlayerId| self.contest.entrant(*player).is_some();
        if self.view.status != Status::Open || !players.iter().all(there) {
            return None;
        }
        let mut lines = Lines::default();
        lines.bold(self.title());
        lines.plain(say!(voice, "event-call-moved"));
        let mut buttons = Vec::new();
        if self.checks_in() {
            buttons.push(self.button(say!(voice, "button-event-check-in"), EventAct::CheckIn, Style::Success));
        }
        buttons.push(self.button(say!(voice, "button-event-leave"), EventAct::AskLeave, Style::Secondary));
        Some(self.calling(lines, &players, buttons))
    }

    /// A message that calls people.
    fn calling(&self, mut lines: Lines, players: &[PlayerId], buttons: Vec<Button>) -> Draft {
        self.called(&mut lines, players);
        Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(buttons)],
            calls: self.accounts(players.iter().copied().take(CALLED)),
            ..Draft::default()
        }
    }

    /// People one after another, as pieces that can call.
    fn called(&self, lines: &mut Lines, players: &[PlayerId]) {
        let comma = say!(self.voice, "comma");
        let named = |most| {
            let mut names = Lines::default();
            let mut spans = Vec::new();
            for (at, player) in players.iter().take(CALLED).enumerate() {
                if at > 0 {
                    spans.push(Span::Plain(comma.clone()));
                }
                spans.push(self.person_within(*player, most));
            }
            names.line(spans);
            names
        };
        let mut names = named(usize::MAX);
        if lines.units() + names.units() > WHOLE {
            names = named(SHORT);
        }
        lines.line(names.text().0);
    }

    /// How it ended; of a large event that was called off, the message that calls this part of those who had signed up.
    pub(super) fn closing(&self, part: usize) -> Option<Draft> {
        let voice = self.voice;
        let mut lines = Lines::default();
        match self.view.status {
            Status::Finished => {
                lines.bold(say!(voice, "event-over", title = self.title()));
                for winner in self.winners(3) {
                    lines.line(winner);
                }
                let best = self.best_players(3);
                if !best.is_empty() {
                    let names = best
                        .iter()
                        .map(|(player, points)| format!("{} {points}", self.name(*player)));
                    lines.plain(say!(voice, "event-best", names = voice.list(names)));
                }
                self.fee_lines(&mut lines);
            }
            Status::Cancelled => {
                lines.bold(say!(voice, "event-called-off", title = self.title()));
                if self.contest.lapsed().is_some() {
                    lines.plain(self.cancelled());
                }
                self.fee_lines(&mut lines);
            }
            Status::Open | Status::Running => return None,
        }
        let leads = match self.view.status {
            Status::Finished => {
                let pages = self.pages().into_iter().take(4);
                pages
                    .map(|page| self.button(self.page_name(page), EventAct::Open(page), Style::Secondary))
                    .collect()
            }
            _ => Vec::new(),
        };
        let winners: Vec<PlayerId> = match self.view.status {
            Status::Finished => self
                .view
                .places
                .iter()
                .filter(|(place, _)| *place <= 3)
                .map(|(_, player)| *player)
                .take(8)
                .collect(),
            // Everybody who had signed up, or waited for a place, learns that nothing comes of it.
            _ => {
                let all = self
                    .view
                    .entrants
                    .iter()
                    .filter(|entrant| entrant.presence != Presence::Dropped);
                let all = all.map(|entrant| entrant.player).chain(self.contest.waiting());
                // Who runs it did not call it off, so they learn it too.
                let lapsed = self.contest.lapsed().is_some();
                let all = all.chain(self.contest.organisers().filter(|_| lapsed));
                let all: BTreeSet<PlayerId> = all.collect();
                all.into_iter().skip(part * CALLED).take(CALLED).collect()
            }
        };
        if part > 0 && winners.is_empty() {
            return None;
        }
        if self.view.status == Status::Cancelled && !winners.is_empty() {
            self.called(&mut lines, &winners);
        }
        Some(Draft {
            text: lines.text(),
            rows: if leads.is_empty() {
                Vec::new()
            } else {
                vec![Row::Buttons(leads)]
            },
            calls: self.accounts(winners),
            ..Draft::default()
        })
    }

    fn accounts(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<Account> {
        players.into_iter().filter_map(|player| self.account(player)).collect()
    }
}
