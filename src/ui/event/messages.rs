//! The one message of an event that says everything: who signs up, how it stands, how it ended.

use futures::future::BoxFuture;

use super::scene::{EventScene, code};
use super::token::EventAct;
use crate::contest::{Due, DueKind, Fact, LOST_MS, Lapse, Pairing, Start, Status};
use crate::id::{EventId, Lang, PlayerId, Venue, Version};
use crate::service::{Error, EventError, Slot, SlotKind, moved_at, round_of};
use crate::ui::desk::{Desk, Shown};
use crate::ui::draft::Draft;
use crate::ui::names::tidy;
use crate::ui::post::{Button, Row, Span, Style};
use crate::ui::voice::{Lines, say, spans};

/// How many who are in the first message names.
const NAMED: usize = 24;
/// How many teams it names.
const TEAMS: usize = 8;

impl Desk {
    /// What a message of an event must show now.
    pub(in crate::ui) fn event_slot<'a>(
        &'a self,
        slot: &'a Slot,
        wanted: Option<Lang>,
    ) -> BoxFuture<'a, Result<Option<Shown>, Error>> {
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
            let set = match wanted {
                Some(lang) => Some(lang),
                None => self.venue_lang(venue).await?,
            };
            let lang = match set {
                Some(lang) => lang,
                None => match contest.organisers().next() {
                    Some(organiser) => self.reader_lang(organiser, venue.platform, venue).await?,
                    None => Lang::default(),
                },
            };
            let scene = self.event_scene(&contest, lang, venue, None).await?;
            let places = self.service.event_places(event).await.map_err(broken)?;
            if !places.iter().any(|place| place.venue == venue) {
                return Ok(self.gone_from_here(slot, &scene).await);
            }
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

    /// Where an event was sent away its messages say no more than that.
    async fn gone_from_here(&self, slot: &Slot, scene: &EventScene<'_>) -> Option<Shown> {
        slot.message?;
        let title = tidy(&scene.contest.format().title);
        let draft = Draft {
            text: say!(scene.voice, "event-away", title = title).into(),
            ..Draft::default()
        };
        Some(Shown {
            post: self.finish(draft).await,
            version: 0,
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
    pub(super) fn checks_in(&self) -> bool {
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
    pub(super) fn cancelled(&self) -> String {
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
