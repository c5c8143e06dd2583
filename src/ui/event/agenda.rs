//! What happens when: the rounds of one event, and everything that a place expects.

use super::guests::venue_of;
use super::mine::which;
use super::pages::{FIRST, MORE, ROWS, leaves, room};
use super::run::token_of;
use super::scene::{EventScene, code};
use super::token::{EventAct, EventPage};
use crate::contest::{Due, DueKind, Plan, Start, Status};
use crate::id::{Millis, Platform, PlayerId};
use crate::pictures::{Rank, SheetPicture, SheetRow};
use crate::service::{EventError, next_run};
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::Desk;
use crate::ui::draft::{CAPTION, Draft, Sketch};
use crate::ui::names::{isolated, tidy};
use crate::ui::post::{Span, Style};
use crate::ui::voice::{Lines, Voice, say, spans, units};
use crate::ui::zone::written;

/// How many times of one plan it tells ahead (ours).
const RUNS: usize = 3;
/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;

/// Something that happens at some time.
struct Entry {
    /// When; none: that is not known.
    at: Option<Millis>,
    title: String,
    /// "starts", "Round 2 of 5: to be played by then"
    what: String,
    rank: Rank,
}

impl Desk {
    /// Everything that is expected where the guest asks, in the order of time; nothing where one event says it all.
    pub(super) async fn agenda(&self, guest: &Guest, player: PlayerId) -> Result<Option<Answer>, EventError> {
        let Some(venue) = venue_of(guest) else {
            return Ok(None);
        };
        let voice = self.voice_for(guest).await;
        let rows = self.service.events(venue, true).await?;
        let plans = self.service.schedules(venue).await?;
        if plans.is_empty() && rows.len() < 2 {
            return Ok(None);
        }
        let mut entries = Vec::new();
        let mut options = Vec::new();
        for row in rows.iter().take(OPTIONS) {
            // One that can't be read keeps no other from being listed.
            let Some(contest) = self.service.readable_event(row.id).await? else {
                continue;
            };
            let scene = self.event_scene(&contest, voice.lang, venue, Some(player)).await?;
            let twin = rows.iter().any(|other| other.id != row.id && other.title == row.title);
            entries.extend(scene.entries().into_iter().map(|entry| match twin {
                true => Entry {
                    title: format!("{} · {}", entry.title, code(row.id)),
                    ..entry
                },
                false => entry,
            }));
            let label = format!("{} · {}", tidy(&row.title), code(row.id));
            let act = EventAct::Turn(EventPage::Schedule, FIRST);
            options.extend(token_of(scene.button(label, act, Style::Secondary)));
        }
        for plan in &plans {
            let mut at = Some(plan.next);
            for run in 0..RUNS {
                let Some(next) = at else { break };
                let mut entry = |at, what| {
                    entries.push(Entry {
                        at: Some(at),
                        title: tidy(&plan.format.title),
                        what,
                        rank: Rank::Quiet,
                    });
                };
                // One whose sign-up should have opened is opened at once.
                if run == 0 && plan.opens < plan.next && plan.opens > self.service.now() {
                    entry(plan.opens, say!(voice, "event-agenda-opens"));
                }
                entry(next, say!(voice, "event-agenda-planned"));
                at = next_run(&plan.cron, &plan.zone, next);
            }
        }
        entries.sort_by_key(|entry| entry.at.unwrap_or(Millis(i64::MAX)));
        let calendar = self.calendar(venue).await?;
        let zone = self.zone(venue).await?;
        let title = say!(voice, "event-agenda");
        let note = say!(voice, "event-agenda-zone", zone = calendar.iana_name().unwrap_or("UTC"));
        let at = |entry: &Entry| entry.at.and_then(|at| written(at, &calendar));
        // Each as long as with its time written in full, which only some platforms need.
        let long: Vec<String> = entries.iter().map(|entry| entry.words(voice, at(entry))).collect();
        let leaf = leaves(&long, room(&[title.clone(), note.clone()], MORE)).swap_remove(0);
        let mut lines = Lines::default();
        lines.bold(title.clone());
        if zone.is_some() || venue.platform == Platform::Web {
            lines.plain(note.clone());
        }
        for entry in &entries[leaf.clone()] {
            let at = entry
                .at
                .map(|at| match zone.as_ref().and_then(|zone| written(at, zone)) {
                    Some(written) => Span::Plain(written),
                    None => Span::At(at),
                });
            lines.line(entry.spans(voice, at));
        }
        if let Some(left) = entries.len().checked_sub(leaf.end).filter(|left| *left > 0) {
            let left = i64::try_from(left).unwrap_or(i64::MAX);
            lines.plain(say!(voice, "event-agenda-more", n = left));
        }
        let picture = SheetPicture {
            title: title.clone(),
            note,
            rows: entries[leaf.clone()].iter().map(|entry| entry.row(at(entry))).collect(),
            ..SheetPicture::default()
        };
        // The times stand in the words beside it.
        let alt = entries[leaf].iter().map(|entry| entry.words(voice, None));
        let alt = format!("{title}\n{}", alt.collect::<Vec<_>>().join("\n"));
        let rows = (!options.is_empty()).then(|| which("event-agenda", voice, options));
        let draft = Draft {
            text: lines.text(),
            sketch: (!picture.rows.is_empty()).then_some((Sketch::Sheet(picture), alt)),
            rows: rows.into_iter().collect(),
            ..Draft::default()
        };
        Ok(Some(self.to_one(draft).await))
    }
}

impl Entry {
    fn spans(&self, voice: Voice<'_>, at: Option<Span>) -> Vec<Span> {
        let (title, what) = (isolated(&self.title), &self.what);
        match at {
            Some(at) => spans!(voice, "event-agenda-line", at = at, title = title, what = what),
            None => vec![Span::Plain(format!("{title} · {what}"))],
        }
    }

    /// The same with its time in words.
    fn words(&self, voice: Voice<'_>, at: Option<String>) -> String {
        let spans = self.spans(voice, at.map(Span::Plain));
        crate::ui::post::Text(spans).plain()
    }

    fn row(&self, at: Option<String>) -> SheetRow {
        SheetRow {
            rank: self.rank,
            name: self.title.clone(),
            under: match at {
                Some(at) => format!("{at} · {}", self.what),
                None => self.what.clone(),
            },
            ..SheetRow::default()
        }
    }
}

impl EventScene<'_> {
    /// What is expected of this event, with its times.
    fn entries(&self) -> Vec<Entry> {
        let voice = self.voice;
        let entry = |at: Option<Millis>, what: String, rank: Rank| Entry {
            at,
            title: tidy(&self.contest.format().title),
            what,
            rank,
        };
        if self.view.held {
            return vec![entry(None, self.state(), Rank::Plain)];
        }
        match self.view.status {
            Status::Open => {
                let checks = self.due(|due| due.kind == DueKind::CheckIn);
                let check_in = checks.map(|at| entry(Some(at), say!(voice, "event-agenda-check-in"), Rank::Plain));
                let start = match (self.contest.format().start, self.contest.starts()) {
                    (_, Some(at)) => entry(Some(at), say!(voice, "event-agenda-starts"), Rank::Plain),
                    (Start::WhenFull, None) => {
                        let most = self.contest.format().size.most;
                        entry(None, say!(voice, "event-starts-full", n = most), Rank::Plain)
                    }
                    _ => entry(None, say!(voice, "event-starts-hand"), Rank::Plain),
                };
                check_in.into_iter().chain([start]).collect()
            }
            Status::Running => {
                let state = self.state();
                if let Some(at) = self.next_at() {
                    let what = match self.contest.ends_next() {
                        true => say!(voice, "event-agenda-ends"),
                        false => say!(voice, "event-agenda-goes-on"),
                    };
                    return vec![entry(Some(at), what, Rank::Plain)];
                }
                match self.round_until() {
                    Some(at) => vec![entry(
                        Some(at),
                        say!(voice, "event-agenda-until", round = state),
                        Rank::Plain,
                    )],
                    None => vec![entry(None, state, Rank::Plain)],
                }
            }
            Status::Finished | Status::Cancelled => Vec::new(),
        }
    }

    fn due(&self, wanted: impl Fn(&Due) -> bool) -> Option<Millis> {
        self.contest.dues().into_iter().find(wanted).map(|due| due.at)
    }

    /// When the next round begins, or the stage ends, where nothing is open any more.
    fn next_at(&self) -> Option<Millis> {
        self.due(|due| matches!(due.kind, DueKind::Next { .. }))
    }

    /// Until when the last open match of the round is to be played.
    fn round_until(&self) -> Option<Millis> {
        let open = self.view.pairings.iter().filter(|pairing| pairing.score.is_none());
        open.map(|pairing| pairing.until).max()
    }

    /// The rounds of the event: what was, what is, what comes.
    pub(super) fn schedule_page(&self) -> Draft {
        let voice = self.voice;
        let mut text = Lines::default();
        text.bold(self.title()).plain(self.state());
        let mut rows = Vec::new();
        let mut alt = vec![self.title()];
        if self.view.status == Status::Open {
            for entry in self.entries() {
                let at = entry.at.map(|at| self.drawn_at(at));
                alt.push(entry.what.clone());
                rows.push(SheetRow {
                    name: entry.what.clone(),
                    under: at.unwrap_or_default(),
                    ..SheetRow::default()
                });
                match entry.at {
                    Some(at) => text.line(spans!(voice, "event-agenda-at", at = self.at(at), what = entry.what)),
                    None => text.plain(entry.what),
                };
            }
        } else if let Some(starts) = self.contest.starts() {
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
                    rank: Rank::Quiet,
                    name,
                    figures: vec!["–".to_owned()],
                    ..SheetRow::default()
                });
                continue;
            };
            let current = self.view.status == Status::Running && at + 1 == self.contest.stages().len();
            let next = self.next_at().filter(|_| current);
            for round in 1..=ran.rounds.max(ran.round) {
                let all: Vec<_> = self
                    .contest
                    .pairings_of(number)
                    .filter(|one| one.round == round)
                    .collect();
                let done = all.iter().filter(|one| one.score.is_some()).count();
                let title = self.round_name(number, round);
                if round > ran.round {
                    if ran.places.is_some() {
                        continue;
                    }
                    let begins = next.filter(|_| round == ran.round + 1);
                    let line = match begins {
                        Some(_) => title.clone(),
                        None => say!(voice, "event-schedule-later", stage = &title),
                    };
                    alt.push(line.clone());
                    match begins {
                        Some(at) => text.line(spans!(voice, "event-schedule-begins", round = line, at = self.at(at))),
                        None => text.plain(line),
                    };
                    rows.push(SheetRow {
                        place: round.to_string(),
                        rank: Rank::Quiet,
                        name: title,
                        under: begins
                            .map(|at| say!(voice, "event-schedule-from", at = self.drawn_at(at)))
                            .unwrap_or_default(),
                        figures: vec!["–".to_owned()],
                        ..SheetRow::default()
                    });
                    continue;
                }
                let until = all.iter().filter(|one| one.score.is_none()).map(|one| one.until).max();
                let until = until.filter(|_| current && !self.view.held);
                let (n, of) = (
                    i64::try_from(done).unwrap_or(i64::MAX),
                    i64::try_from(all.len()).unwrap_or(i64::MAX),
                );
                let line = say!(voice, "event-schedule-round", round = &title, n = n, of = of);
                alt.push(line.clone());
                match until {
                    Some(until) => text.line(spans!(voice, "event-schedule-until", round = line, at = self.at(until))),
                    None => text.plain(line),
                };
                rows.push(SheetRow {
                    place: round.to_string(),
                    rank: if done == all.len() { Rank::Quiet } else { Rank::Gold },
                    name: title,
                    under: until
                        .map(|at| say!(voice, "event-schedule-by", at = self.drawn_at(at)))
                        .unwrap_or_default(),
                    figures: vec![format!("{done}/{}", all.len())],
                    ..SheetRow::default()
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
            foot: Vec::new(),
        };
        let text = text.text();
        let fits = units(&text.plain()) + 40 < BESIDE;
        Draft {
            text,
            sketch: fits.then(|| (Sketch::Sheet(picture), alt.join("\n"))),
            ..Draft::default()
        }
    }
}

/// A list of words that is longer than this many UTF-16 units stands without a picture.
const BESIDE: usize = CAPTION - 220;
