//! New events: from a template, with a title, terms, a start, a size; at once, or by the calendar.

use futures::future::BoxFuture;
use jiff::tz::TimeZone;

use super::ask::NewEvent;
use super::run::token_of;
use super::scene::{code, key};
use super::times::{BadStart, Begins, start};
use super::token::EventAct;
use crate::contest::{Format, Kind, Start};
use crate::id::{EventId, Millis, Place, Platform, PlayerId, Venue};
use crate::service::{AHEAD_MAX, Caller, Command, Error, EventError, NewSchedule, ScheduleRow, next_run};
use crate::ui::admin::speaks_for_chat;
use crate::ui::ask::{Answer, Challenge, Guest};
use crate::ui::challenge::{shown, terms};
use crate::ui::desk::{Desk, alert, note};
use crate::ui::draft::Draft;
use crate::ui::house::House;
use crate::ui::names::tidy;
use crate::ui::people::is_private;
use crate::ui::post::{Row, Span, Style};
use crate::ui::token::table_of_code;
use crate::ui::voice::{Lines, Voice, say, spans};
use crate::ui::zone::written;

/// How many runs of a schedule are told ahead (ours).
const RUNS: usize = 3;
/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;

impl Desk {
    /// Where an event that this guest wants would stand, or why they can't have one.
    async fn ground(&self, guest: &Guest) -> Result<Result<(Place, PlayerId), String>, Error> {
        let voice = self.voice_for(guest).await;
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return Ok(Err(say!(voice, "refused-event-private")));
        };
        if speaks_for_chat(guest) {
            return Ok(Err(say!(voice, "refused-event-faceless")));
        }
        if !self.may_open(guest).await? {
            return Ok(Err(say!(voice, "refused-event-opener")));
        }
        let player = self.meet(guest).await?;
        self.service.admit(place.venue, player, None).await?;
        Ok(Ok((place, player)))
    }

    /// Opens an event.
    pub(super) fn create<'a>(&'a self, guest: &'a Guest, new: NewEvent) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let voice = self.voice_for(guest).await;
            let place = match self.ground(guest).await? {
                Ok((place, _)) => place,
                Err(said) => return Ok(alert(said)),
            };
            let templates = self.service.templates();
            let Some((_, format)) = named(&templates, new.template.as_deref()) else {
                let typed = new.template.as_deref();
                // A press opens an event as its template has it, so it must not stand in for what was typed.
                let rest = NewEvent {
                    template: None,
                    ..new.clone()
                };
                if rest != NewEvent::default() {
                    return Ok(self.templates(guest, voice, &templates, typed, false).await);
                }
                return self.offer(guest, &templates, typed).await;
            };
            let zone = self.calendar(place.venue).await?;
            let (mut format, starts) = match self.formed(guest, voice, format, &new).await? {
                Ok(format) => match &new.starts {
                    None => (by_hand(format), None),
                    Some(typed) => match start(typed, &zone, self.service.now()) {
                        Ok(begins) => begun(format, begins),
                        Err(bad) => return Ok(self.tell(voice.bad_start(bad, typed, &zone, self.service.now())).await),
                    },
                },
                Err(said) => return Ok(alert(said)),
            };
            let typed = new.title.as_deref().is_some_and(|title| !tidy(title).is_empty());
            if let Err(said) = self.titled_apart(voice, place.venue, &mut format, typed).await? {
                return Ok(self.tell(said).await);
            }
            self.opened(guest, voice, place, format, starts).await
        })
    }

    /// Opens an event of the template with this number, as it is.
    pub(super) async fn create_plain(&self, guest: &Guest, at: u8) -> Result<Answer, EventError> {
        let templates = self.service.templates();
        let template = templates.get(usize::from(at)).map(|(name, _)| name.clone());
        let new = NewEvent {
            template,
            ..NewEvent::default()
        };
        self.create(guest, new).await
    }

    async fn opened(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        place: Place,
        format: Format,
        starts: Option<Millis>,
    ) -> Result<Answer, EventError> {
        let command = Command::OpenEvent {
            place,
            format,
            starts,
            inbox: guest.update,
        };
        let outcome = self
            .service
            .handle_event(Caller::Person(guest.account), command)
            .await?;
        if guest.account.platform == Platform::Telegram {
            // The event's own message is the answer.
            return Ok(Answer::default());
        }
        Ok(note(say!(voice, "event-created", id = code(outcome.event))))
    }

    /// The template with what was typed over it and its terms written out in full, or what is wrong.
    async fn formed(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        template: &Format,
        new: &NewEvent,
    ) -> Result<Result<Format, String>, Error> {
        let mut format = template.titled_in(self.public_voice(guest).await?.lang);
        if let Some(title) = new.title.as_deref().map(tidy).filter(|title| !title.is_empty()) {
            format.title = title;
        }
        if let Some(size) = new.size {
            let most = u16::try_from(size).ok().filter(|size| (2..=256).contains(size));
            let Some(most) = most else {
                return Ok(Err(say!(voice, "flaw-size")));
            };
            format.size.most = most;
            format.size.least = format.size.least.min(most);
        }
        if let Some(fee) = new.fee {
            let Some(fee) = u32::try_from(fee).ok().filter(|fee| *fee <= Format::FEE_MAX) else {
                return Ok(Err(say!(voice, "flaw-fee")));
            };
            format.fee = fee;
        }
        if let Some(rounds) = new.rounds {
            let rounds = u16::try_from(rounds)
                .ok()
                .filter(|rounds| (1..=Format::ROUNDS_MAX).contains(rounds));
            let (Some(wanted), Some(stage)) = (rounds, format.stages.first_mut()) else {
                return Ok(Err(say!(voice, "refused-event-rounds")));
            };
            match &mut stage.play {
                Kind::Swiss { rounds } => *rounds = Some(wanted),
                Kind::Fixed { matches } => *matches = wanted,
                Kind::Target { rounds, .. } | Kind::Elimination { rounds, .. } => *rounds = wanted,
                Kind::RoundRobin { cycles } => *cycles = wanted,
                Kind::Knockout { .. } | Kind::Team { .. } => return Ok(Err(say!(voice, "refused-event-rounds"))),
            }
        }
        match self.spelled(guest, voice, &format.terms, new.terms.as_ref()).await? {
            Ok(terms) => format.terms = terms,
            Err(said) => return Ok(Err(said)),
        }
        Ok(match format.check() {
            Ok(()) => Ok(format),
            Err(flaw) => Err(voice.flaw(flaw)),
        })
    }

    /// The terms of an event's matches, written out in full.
    async fn spelled(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        template: &str,
        typed: Option<&Challenge>,
    ) -> Result<Result<String, String>, Error> {
        let mut usual = self.house_here(guest).await?;
        if !template.trim().is_empty() {
            usual = match House::read(voice, template) {
                Ok(house) => house,
                Err(said) => return Ok(Err(said)),
            };
        }
        let challenge = typed.cloned().unwrap_or_default();
        Ok(match terms(voice, &challenge, &usual) {
            Ok(terms) => Ok(serde_json::to_string(&terms).map_err(|error| self.service.fault(error))?),
            Err(said) => Err(said),
        })
    }

    /// The templates to choose from.
    async fn offer(
        &self,
        guest: &Guest,
        templates: &[(String, Format)],
        typed: Option<&str>,
    ) -> Result<Answer, EventError> {
        // On Telegram the choice is pressed where it stands, so it stands where the event will.
        let loud = guest.account.platform == Platform::Telegram;
        let voice = if loud {
            self.public_voice(guest).await?
        } else {
            self.voice_for(guest).await
        };
        let mut lines = template_lines(voice, templates, typed);
        let mut options = Vec::new();
        for (at, (name, format)) in templates.iter().enumerate().take(OPTIONS) {
            let act = EventAct::Make(u8::try_from(at).unwrap_or(u8::MAX));
            let label = format!("{name} · {}", tidy(format.title_in(voice.lang)));
            options.extend(token_of(key(EventId(0), label, act, Style::Secondary)));
        }
        lines.plain(match guest.account.platform {
            Platform::Web => say!(voice, "event-template-how-page"),
            Platform::Discord | Platform::Telegram => say!(voice, "event-template-how"),
        });
        let row = Row::Select {
            id: "event-template".to_owned(),
            prompt: say!(voice, "event-choose-template"),
            options,
        };
        let draft = Draft {
            text: lines.text(),
            rows: vec![row],
            ..Draft::default()
        };
        if loud {
            return Ok(self.to_all(guest, draft).await?);
        }
        Ok(self.to_one(draft).await)
    }

    /// The templates to be named, where more was typed than a press could keep.
    async fn templates(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        templates: &[(String, Format)],
        typed: Option<&str>,
        planned: bool,
    ) -> Answer {
        let mut lines = template_lines(voice, templates, typed);
        let named = guest.account.platform == Platform::Discord;
        lines.plain(match (planned, named) {
            (true, true) => say!(voice, "event-plan-how"),
            (true, false) if guest.account.platform == Platform::Web => say!(voice, "event-plan-how-page"),
            (true, false) => say!(voice, "event-plan-how-telegram"),
            (false, true) => say!(voice, "event-template-name"),
            (false, false) => say!(voice, "event-template-name-telegram"),
        });
        self.to_one(Draft {
            text: lines.text(),
            ..Draft::default()
        })
        .await
    }

    /// Shows what is planned here, or plans one more.
    pub(super) fn plan<'a>(
        &'a self,
        guest: &'a Guest,
        when: Option<String>,
        ahead: Option<i64>,
        new: NewEvent,
    ) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let voice = self.voice_for(guest).await;
            let (place, player) = match self.ground(guest).await? {
                Ok(ground) => ground,
                Err(said) => return Ok(alert(said)),
            };
            let Some(when) = when else {
                return self.planned(guest, voice, place.venue).await;
            };
            let templates = self.service.templates();
            let Some((name, format)) = named(&templates, new.template.as_deref()) else {
                let typed = new.template.as_deref();
                return Ok(self.templates(guest, voice, &templates, typed, true).await);
            };
            let mut format = match self.formed(guest, voice, format, &new).await? {
                Ok(format) => format,
                Err(said) => return Ok(alert(said)),
            };
            match new.starts.as_deref() {
                // Planned events begin at the planned time unless something else is said.
                None if format.start == Start::ByHand => format.start = Start::AtTime,
                None => {}
                Some(typed) => match start(typed, &self.calendar(place.venue).await?, self.service.now()) {
                    Ok(begins) if begins.at.is_none() => format.start = begins.start,
                    _ => return Ok(alert(say!(voice, "refused-event-plan-start"))),
                },
            }
            let ahead = match ahead {
                None => None,
                Some(minutes) => match u32::try_from(minutes).ok().filter(|minutes| *minutes <= AHEAD_MAX) {
                    Some(minutes) => Some(minutes),
                    None => return Ok(alert(say!(voice, "refused-event-ahead", most = AHEAD_MAX))),
                },
            };
            let Some(cron) = super::calendar::cron(&when) else {
                return Ok(alert(say!(voice, "refused-event-cron", text = shown(&when))));
            };
            let typed = new.title.as_deref().is_some_and(|title| !tidy(title).is_empty());
            let same = (name.as_str(), cron.as_str());
            let apart = self.planned_apart(voice, place.venue, same, &mut format, typed).await?;
            if let Err(said) = apart {
                return Ok(self.tell(said).await);
            }
            let schedule = NewSchedule {
                place,
                by: player,
                template: name.clone(),
                format,
                cron,
                zone: None,
                ahead,
            };
            let row = self.service.add_schedule(schedule).await?;
            let mut lines = Lines::default();
            lines.bold(say!(voice, "event-planned"));
            self.schedule_lines(voice, &row, &mut lines);
            let remove = key(
                EventId(0),
                say!(voice, "button-event-unplan"),
                EventAct::Unplan(row.id),
                Style::Danger,
            );
            Ok(self
                .to_one(Draft {
                    text: lines.text(),
                    rows: vec![Row::Buttons(vec![remove])],
                    ..Draft::default()
                })
                .await)
        })
    }

    async fn planned(&self, guest: &Guest, voice: Voice<'_>, venue: Venue) -> Result<Answer, EventError> {
        let rows = self.service.schedules(venue).await?;
        let mut lines = Lines::default();
        lines.bold(say!(voice, "event-plans"));
        let mut options = Vec::new();
        if rows.is_empty() {
            lines.plain(say!(voice, "event-plans-none"));
        }
        for row in &rows {
            self.schedule_lines(voice, row, &mut lines);
            let title = tidy(&row.format.title);
            let label = format!("{title} · {} · #{}", voice.cron(&row.cron), code(EventId(row.id)));
            let button = key(EventId(0), label, EventAct::Unplan(row.id), Style::Danger);
            options.extend(token_of(button));
        }
        lines.plain(match guest.account.platform {
            Platform::Telegram => say!(voice, "event-plan-how-telegram"),
            Platform::Web => say!(voice, "event-plan-how-page"),
            Platform::Discord => say!(voice, "event-plan-how"),
        });
        let row = Row::Select {
            id: "event-unplan".to_owned(),
            prompt: say!(voice, "event-choose-unplan"),
            options,
        };
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows: if rows.is_empty() { Vec::new() } else { vec![row] },
                ..Draft::default()
            })
            .await)
    }

    /// What is opened, when the next times, and from when on people can sign up.
    fn schedule_lines(&self, voice: Voice<'_>, row: &ScheduleRow, lines: &mut Lines) {
        let title = tidy(&row.format.title);
        lines.plain(say!(
            voice,
            "event-plan-line",
            title = title,
            template = &row.template,
            cron = voice.cron(&row.cron),
            zone = &row.zone,
            id = code(EventId(row.id))
        ));
        if row.format.fee > 0 {
            lines.plain(say!(voice, "fee-plan", fee = row.format.fee));
        }
        let zone = crate::ui::zone::named(&row.zone).unwrap_or(TimeZone::UTC);
        let mut at = Some(row.next);
        for _ in 0..RUNS {
            let Some(run) = at else { break };
            // In the zone of the calendar, where people check whether it is what they meant.
            let when = written(run, &zone).map_or(Span::At(run), Span::Plain);
            lines.line(spans!(voice, "event-plan-run", when = when));
            at = next_run(&row.cron, &row.zone, run);
        }
        if row.ahead > 0 {
            let ahead = voice.lasting(i64::from(row.ahead) * 60_000);
            lines.plain(say!(voice, "event-plan-ahead", time = ahead));
        }
    }

    /// Takes a schedule away. Whoever planned it can, and whoever administers its place; from there, or from the private chat.
    pub(super) async fn unplan(&self, guest: &Guest, schedule: i64) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        let here = guest.place.filter(|place| !is_private(*place)).map(|place| place.venue);
        let known = self.service.schedule(schedule).await?;
        let Some(row) = known.filter(|row| here.is_none_or(|here| here == row.place.venue)) else {
            return Ok(alert(say!(voice, "event-unplanned-already")));
        };
        let home = row.place.venue;
        let planned = !speaks_for_chat(guest) && self.meet(guest).await? == row.by;
        if !planned && !guest.governs(home) && !self.owns(guest) {
            return Ok(alert(say!(voice, "refused-event-unplan")));
        }
        let by = self.moderating(guest).await?;
        let done = self.service.remove_schedule(by, &row).await?;
        Ok(alert(if done {
            say!(voice, "event-unplanned", title = tidy(&row.format.title))
        } else {
            say!(voice, "event-unplanned-already")
        }))
    }

    /// The same for a schedule whose id was typed.
    pub(super) async fn unplan_typed(&self, guest: &Guest, typed: &str) -> Result<Answer, EventError> {
        match table_of_code(typed.trim().trim_start_matches('#')) {
            Some(id) => self.unplan(guest, id.0).await,
            None => Ok(alert(say!(self.voice_for(guest).await, "event-unplanned-already"))),
        }
    }

    pub(super) fn owns(&self, guest: &Guest) -> bool {
        let owners = self.owners.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        owners.contains(&guest.account)
    }
}

/// The templates with what they are, after what was typed for one and is none.
fn template_lines(voice: Voice<'_>, templates: &[(String, Format)], typed: Option<&str>) -> Lines {
    let mut lines = Lines::default();
    if let Some(typed) = typed {
        lines.plain(say!(voice, "refused-event-template", text = shown(typed)));
    }
    lines.bold(say!(voice, "event-templates"));
    for (name, format) in templates.iter().take(OPTIONS) {
        let stages = format.stages.iter().map(|stage| voice.stage(stage));
        let stages = stages.collect::<Vec<_>>().join(" → ");
        let title = tidy(format.title_in(voice.lang));
        lines.plain(say!(
            voice,
            "event-template",
            name = name,
            title = title,
            stages = stages
        ));
    }
    lines
}

/// The template of this name, in any case.
fn named<'a>(templates: &'a [(String, Format)], typed: Option<&str>) -> Option<&'a (String, Format)> {
    let typed = typed?.trim().to_lowercase();
    let wanted = match typed.as_str() {
        "swiss" | "瑞士" | "瑞士制" | "友谊赛" | "友誼賽" => "friendly",
        "knockout" | "ko" | "淘汰" | "淘汰赛" | "淘汰賽" | "杯赛" | "盃賽" => "cup",
        "定局" | "定局积分" | "定局積分" => "fixed",
        "达标" | "達標" => "target",
        "打立出局" => "elimination",
        "round_robin" | "roundrobin" | "robin" | "循环赛" | "循環賽" | "联赛" | "聯賽" => "league",
        "teams" | "队式赛" | "隊式賽" | "团队" | "團隊" => "team",
        "大师赛" | "大師賽" => "masters",
        other => other,
    };
    let by = |name: &str| templates.iter().find(|(known, _)| known.to_lowercase() == name);
    by(&typed).or_else(|| by(wanted))
}

/// An event for which no start was given begins when somebody says so, unless it does when it is full.
fn by_hand(mut format: Format) -> Format {
    if format.start == Start::AtTime {
        format.start = Start::ByHand;
        // Whoever signs up for something that may begin at once is there.
        format.sign_up.check_in = None;
    }
    format
}

fn begun(mut format: Format, begins: Begins) -> (Format, Option<Millis>) {
    format.start = begins.start;
    if begins.start == Start::WhenFull {
        // Nobody knows when that will be, so nobody can be asked to be there before.
        format.sign_up.check_in = None;
    }
    (format, begins.at)
}

impl Voice<'_> {
    /// Why what was typed is no start: which are, and what time it is there.
    fn bad_start(&self, bad: BadStart, typed: &str, zone: &TimeZone, now: Millis) -> String {
        let why = match bad {
            BadStart::Unknown => say!(self, "refused-event-start", text = shown(typed)),
            BadStart::Far => say!(self, "refused-event-start-past"),
        };
        [why, self.clock_there(zone, now)].join(self.space())
    }

    /// The same where only a time will do.
    pub(super) fn bad_time(&self, bad: BadStart, typed: &str, zone: &TimeZone, now: Millis) -> String {
        match bad {
            BadStart::Unknown => self.no_time(typed, zone, now),
            BadStart::Far => self.bad_start(bad, typed, zone, now),
        }
    }

    /// That this is no time.
    pub(super) fn no_time(&self, typed: &str, zone: &TimeZone, now: Millis) -> String {
        let why = say!(self, "refused-event-time", text = shown(typed));
        [why, self.clock_there(zone, now)].join(self.space())
    }

    fn clock_there(&self, zone: &TimeZone, now: Millis) -> String {
        say!(self, "event-clock", now = written(now, zone).unwrap_or_default())
    }
}
