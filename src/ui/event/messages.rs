//! An event's own messages: the one with everything, one a round, the calls, and how it ended.

use std::collections::BTreeSet;

use futures::future::BoxFuture;

use super::scene::{EventScene, code};
use super::token::{EventAct, EventPage};
use crate::contest::{Due, DueKind, Fact, LOST_MS, Lapse, Pairing, Presence, Start, Status};
use crate::id::{Account, EventId, PlayerId, Venue, Version};
use crate::service::{CALLED, Error, EventError, MATCHES, Slot, SlotKind, moved_at, round_of};
use crate::ui::desk::{Desk, Shown};
use crate::ui::draft::Draft;
use crate::ui::post::{Button, Row, Span, Style};
use crate::ui::voice::{Lines, say, spans};

/// Up to so many matches it says how far each is (ours): more would not fit with everybody called.
const TOLD: usize = 12;
/// A round's message is at most so long in UTF-16 units (Discord: 2,000 with everything that marks names and moments) ...
const WHOLE: usize = 1_850;
/// ... and with longer names these are cut to so many.
const SHORT: usize = 14;
/// How many who are in the first message names.
const NAMED: usize = 24;
/// How many teams it names.
const TEAMS: usize = 8;

impl Desk {
    /// What a message of an event must show now.
    pub(in crate::ui) fn event_slot<'a>(&'a self, slot: &'a Slot) -> BoxFuture<'a, Result<Option<Shown>, Error>> {
        Box::pin(async move {
            let event = EventId(slot.key.table.0);
            let contest = match self.service.event(event).await {
                Ok(contest) => contest,
                Err(EventError::NoEvent) => return Ok(None),
                Err(error) => return Err(broken(error)),
            };
            let venue = Venue {
                platform: slot.key.platform,
                chat: slot.key.chat,
            };
            let lang = match self.venue_lang(venue).await? {
                Some(lang) => lang,
                None => match contest.organisers().next() {
                    Some(organiser) => self.reader_lang(organiser, venue.platform, venue).await?,
                    None => crate::id::Lang::default(),
                },
            };
            let scene = self.event_scene(&contest, lang, venue, None).await?;
            let draft = match slot.key.kind {
                SlotKind::Round => scene.round_message(slot.key.number),
                SlotKind::Call => match moved_at(slot.key.number) {
                    Some(version) => match self.fact_at(event, version).await? {
                        Some(fact) => scene.moved_up(&fact),
                        None => None,
                    },
                    None => scene.call(slot.key.number),
                },
                SlotKind::Closing => scene.closing(round_of(slot.key.number).map_or(0, |(part, ..)| part)),
                _ => Some(scene.message()),
            };
            let Some(draft) = draft else { return Ok(None) };
            Ok(Some(Shown {
                post: self.finish(draft).await,
                version: contest.version().0,
            }))
        })
    }

    /// The fact that brought an event's log to this length.
    async fn fact_at(&self, event: EventId, version: Version) -> Result<Option<Fact>, Error> {
        let log = self.service.event_facts(event).await.map_err(broken)?;
        let at = version.0.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        Ok(at.and_then(|at| log.into_iter().nth(at)).map(|(_, fact)| fact))
    }
}

impl EventScene<'_> {
    /// The one message that says everything.
    pub(super) fn message(&self) -> Draft {
        let mut draft = match self.view.status {
            Status::Open => self.sign_up(),
            Status::Running => self.live(),
            Status::Finished | Status::Cancelled => self.over(),
        };
        draft.private = false;
        draft
    }

    fn heading(&self, lines: &mut Lines) {
        lines.bold(self.title());
        let terms = self
            .terms
            .as_ref()
            .map(|terms| self.voice.agreed(terms))
            .unwrap_or_default();
        lines.plain(format!("{} · {terms}", self.plan()));
    }

    /// "Organiser: Mo · event K7Q2M"
    fn foot(&self, lines: &mut Lines) {
        let organisers: Vec<PlayerId> = self.contest.organisers().collect();
        lines.plain(say!(
            self.voice,
            "event-foot",
            names = self.names(&organisers, 4),
            id = code(self.id())
        ));
    }

    fn sign_up(&self) -> Draft {
        let voice = self.voice;
        let format = self.contest.format();
        let mut lines = Lines::default();
        self.heading(&mut lines);
        match (format.start, self.contest.starts()) {
            (_, Some(at)) => {
                lines.line(spans!(voice, "event-starts-at", at = self.at(at)));
            }
            (Start::WhenFull, None) => {
                lines.plain(say!(voice, "event-starts-full", n = format.size.most));
            }
            _ => {
                lines.plain(say!(voice, "event-starts-hand"));
            }
        }
        self.check_in_lines(&mut lines);
        if !format.rated {
            lines.plain(say!(voice, "event-unrated"));
        }
        self.fee_lines(&mut lines);
        if self.view.held {
            lines.plain(self.state());
        }
        self.lapse_line(&mut lines);
        let teams = format.squads.is_some();
        let (n, what) = if teams {
            (self.view.teams.len(), "teams")
        } else {
            (self.view.entrants.len(), "people")
        };
        lines.plain(say!(
            voice,
            "event-size",
            n = i64::try_from(n).unwrap_or(i64::MAX),
            most = format.size.most,
            least = format.size.least,
            what = what
        ));
        if teams {
            // With many teams fewer of each are named, so that everything below still fits.
            let named = if self.view.teams.len() > TEAMS / 2 { 3 } else { 8 };
            for team in self.view.teams.iter().take(TEAMS) {
                let people: Vec<PlayerId> = team.people().collect();
                lines.plain(format!("{}: {}", self.team(team.id), self.names(&people, named)));
            }
            if let Some(more) = self.view.teams.len().checked_sub(TEAMS).filter(|more| *more > 0) {
                let more = i64::try_from(more).unwrap_or(i64::MAX);
                lines.plain(say!(voice, "and-more-teams", n = more));
            }
            lines.plain(say!(voice, "event-enter-team", id = code(self.id())));
        } else if n > 0 {
            let players: Vec<PlayerId> = self.view.entrants.iter().map(|entrant| entrant.player).collect();
            lines.plain(self.names(&players, NAMED));
        }
        if !self.view.waiting.is_empty() {
            lines.plain(say!(voice, "event-waiting", names = self.names(&self.view.waiting, 8)));
        }
        self.foot(&mut lines);
        let mut first = Vec::new();
        if !teams {
            first.push(self.button(say!(voice, "button-event-join"), EventAct::Join, Style::Success));
        }
        if self.checks_in() {
            first.push(self.button(say!(voice, "button-event-check-in"), EventAct::CheckIn, Style::Primary));
        }
        first.push(self.button(say!(voice, "button-event-leave"), EventAct::AskLeave, Style::Secondary));
        Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(first), Row::Buttons(self.public_leads())],
            ..Draft::default()
        }
    }

    fn check_in_lines(&self, lines: &mut Lines) {
        let voice = self.voice;
        let Some(minutes) = self.contest.format().sign_up.check_in else {
            return;
        };
        if self.checks_in() {
            let there = self.view.entrants.iter().filter(|entrant| entrant.checked_in).count();
            let n = i64::try_from(there).unwrap_or(i64::MAX);
            lines.plain(say!(voice, "event-check-in-open", n = n));
        } else {
            let time = voice.lasting(i64::from(minutes) * 60_000);
            lines.plain(say!(voice, "event-check-in-later", time = time));
        }
    }

    /// Whether people can say now that they are there.
    fn checks_in(&self) -> bool {
        let Some(minutes) = self.contest.format().sign_up.check_in else {
            return false;
        };
        let opens = |due: &crate::contest::Due| due.kind == crate::contest::DueKind::CheckIn;
        minutes > 0 && self.view.status == Status::Open && !self.view.held && !self.contest.dues().iter().any(opens)
    }

    /// When it is called off by itself, and what helps against that.
    fn lapse_line(&self, lines: &mut Lines) {
        if let Some((at, why)) = self.contest.lapses() {
            let key = lapse_key(Some(why));
            lines.line(spans!(self.voice, "event-lapses", at = self.at(at), why = key));
        }
    }

    /// That it is called off, and why where the clock did it.
    fn cancelled(&self) -> String {
        let days = match self.contest.lapsed() {
            Some(Lapse::Lost) => LOST_MS / 86_400_000,
            _ => i64::from(self.contest.idle_days()),
        };
        say!(
            self.voice,
            "event-cancelled",
            why = lapse_key(self.contest.lapsed()),
            n = days
        )
    }

    /// The pages, and what is asked of whoever presses.
    fn public_leads(&self) -> Vec<Button> {
        let mut leads = vec![self.button(say!(self.voice, "button-event-mine"), EventAct::Mine, Style::Secondary)];
        let pages = self.pages().into_iter().take(3);
        leads.extend(pages.map(|page| self.button(self.page_name(page), EventAct::Open(page), Style::Secondary)));
        leads.push(self.button(
            say!(self.voice, "button-event-manage"),
            EventAct::Manage,
            Style::Secondary,
        ));
        leads
    }

    fn live(&self) -> Draft {
        let voice = self.voice;
        let mut lines = Lines::default();
        let round = self.view.round.map_or(0, |(_, round, _)| round);
        let all: Vec<&Pairing> = self
            .view
            .pairings
            .iter()
            .filter(|pairing| pairing.round == round)
            .collect();
        let done = all.iter().filter(|pairing| pairing.score.is_some()).count();
        if round > 0 {
            lines.plain(say!(
                voice,
                "event-progress",
                n = i64::try_from(done).unwrap_or(i64::MAX),
                of = i64::try_from(all.len()).unwrap_or(i64::MAX)
            ));
        }
        let next = |due: &Due| matches!(due.kind, DueKind::Next { .. });
        if let Some(due) = self.contest.dues().into_iter().find(next) {
            lines.line(spans!(voice, "event-goes-on", at = self.at(due.at)));
        }
        if self.late() {
            lines.plain(say!(voice, "event-late", n = self.contest.format().sign_up.late));
        }
        self.fee_lines(&mut lines);
        self.lapse_line(&mut lines);
        self.foot(&mut lines);
        let foot = lines.units() + 1;
        let mut draft = if self.view.teams.is_empty() && self.is_knockout() {
            self.bracket_page(None, foot)
        } else if self.view.teams.is_empty() {
            self.first_places(foot)
        } else {
            self.scoreboard(foot)
        };
        append(&mut draft, lines);
        let mut rows = Vec::new();
        if self.late() {
            rows.push(Row::Buttons(vec![self.button(
                say!(voice, "button-event-join-late"),
                EventAct::Join,
                Style::Success,
            )]));
        }
        rows.push(Row::Buttons(self.public_leads()));
        draft.rows = rows;
        draft
    }

    /// Whether somebody may still come in.
    fn late(&self) -> bool {
        let late = self.contest.format().sign_up.late;
        let first = matches!(self.view.round, Some((0, round, _)) if round < late);
        first && self.view.entrants.len() < usize::from(self.contest.format().size.most)
    }

    fn over(&self) -> Draft {
        // What was a picture stays one: a chat can't turn it into words where it stands.
        if self.view.status == Status::Cancelled && self.view.round.is_none() {
            let mut lines = Lines::default();
            self.heading(&mut lines);
            lines.plain(self.cancelled());
            self.fee_lines(&mut lines);
            self.foot(&mut lines);
            return Draft {
                text: lines.text(),
                ..Draft::default()
            };
        }
        let mut lines = Lines::default();
        if self.view.status == Status::Cancelled {
            lines.plain(self.cancelled());
        }
        self.fee_lines(&mut lines);
        self.foot(&mut lines);
        let foot = lines.units() + 1;
        let mut draft = if self.view.teams.is_empty() {
            self.first_places(foot)
        } else {
            self.scoreboard(foot)
        };
        append(&mut draft, lines);
        let pages = self.pages().into_iter().take(4);
        let leads = pages.map(|page| self.button(self.page_name(page), EventAct::Open(page), Style::Secondary));
        draft.rows = vec![Row::Buttons(leads.collect())];
        draft
    }

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

/// Puts lines behind a draft's text, which left room for them.
fn append(draft: &mut Draft, lines: Lines) {
    draft.text.0.push(Span::Plain("\n".to_owned()));
    draft.text.0.extend(lines.text().0);
}

fn lapse_key(lapse: Option<Lapse>) -> &'static str {
    match lapse {
        None => "called",
        Some(Lapse::Idle) => "idle",
        Some(Lapse::Held) => "held",
        Some(Lapse::Lost) => "lost",
    }
}

/// A store that fails, as the desk's own errors say it.
pub(in crate::ui) fn broken(error: EventError) -> Error {
    match error {
        EventError::Fault { code } => Error::Fault { code },
        EventError::NotStored { code } => Error::NotStored { code },
        other => Error::Fault {
            code: other.to_string(),
        },
    }
}
