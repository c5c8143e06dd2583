//! Events that the clock opens, on the calendar of their place.

use std::cmp::Ordering;
use std::str::FromStr;

use croner::errors::CronError;
use croner::{CivilDateTime, Cron, CronDateTime, Resolution, Weekday};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::events::{EventError, may_be_opened};
use super::{Service, ZONE, chapter};
use crate::contest::{Contest, Format, Start};
use crate::id::{EventId, Millis, Place, PlayerId, Venue};
use crate::store::{Chapter, Deed, DeedKind, ScheduleRow, StoreError};

/// How many schedules a venue may have (ours).
pub const SCHEDULES_MAX: u32 = 20;
/// How long before its start an event that begins at a time is opened, in minutes, when nothing else is said: a day (ours).
pub const AHEAD: u32 = 1_440;
/// How long before its start an event that begins at a time is opened at least, in minutes: 5 (ours); nobody could come to one
/// that begins as soon as it is opened.
pub const AHEAD_LEAST: u32 = 5;
/// How long before its start an event may be opened at most, in minutes: 14 days (ours).
pub const AHEAD_MAX: u32 = 20_160;
/// Two events of one schedule lie at least so far apart: 1 hour (ours), so that nobody floods a channel.
const APART_MS: i64 = 3_600_000;
/// Until so long before its start an event whose opening was missed is opened late: 10 minutes (ours); nobody could come to
/// one that begins sooner.
const LATE_MS: i64 = 600_000;
/// For so long an event without a time of its own whose opening was missed is opened late: 12 hours (ours).
const MISSED_MS: i64 = 43_200_000;

/// A schedule as it is asked for.
#[derive(Clone, Debug)]
pub struct NewSchedule {
    /// Where the events are opened.
    pub place: Place,
    /// In whose name.
    pub by: PlayerId,
    /// The name of the template.
    pub template: String,
    /// What is opened, with its terms written out in full.
    pub format: Format,
    /// When: minute, hour, day of the month, month, day of the week.
    pub cron: String,
    /// The time zone by its name; none: that of the place, or Greenwich.
    pub zone: Option<String>,
    /// How many minutes before that moment an event is opened; none: what is usual.
    pub ahead: Option<u32>,
}

impl Service {
    /// The schedule with this number, wherever it belongs.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn schedule(&self, id: i64) -> Result<Option<ScheduleRow>, EventError> {
        let row = self.store().schedule(id).await;
        row.map_err(|error| EventError::of(self, error))
    }

    /// The schedules of a venue, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn schedules(&self, venue: Venue) -> Result<Vec<ScheduleRow>, EventError> {
        let rows = self.store().schedules(venue).await;
        Ok(self.sift(rows.map_err(|error| EventError::of(self, error))?))
    }

    /// Adds a schedule and keeps who did, in one write.
    ///
    /// # Errors
    /// When the format can't be played, the times can't be read or come too often, or there are too many.
    pub async fn add_schedule(&self, new: NewSchedule) -> Result<ScheduleRow, EventError> {
        let broke = |error| EventError::of(self, error);
        let venue = new.place.venue;
        self.admit(venue, new.by, None).await?;
        may_be_opened(venue, &new.format)?;
        let set = self.store().venue_setting(venue, ZONE).await.map_err(broke)?;
        let zone = new.zone.or(set).unwrap_or_else(|| "UTC".to_owned());
        let zone = zone_named(&zone).ok_or(EventError::Zone)?;
        let cron = cron(&new.cron)?;
        let now = self.now();
        spaced(&cron, now, &zone)?;
        let (usual, least) = match new.format.start {
            Start::AtTime => (AHEAD, AHEAD_LEAST),
            _ => (0, 0),
        };
        let mut row = ScheduleRow {
            id: 0,
            place: new.place,
            by: new.by,
            template: new.template,
            ahead: new.ahead.unwrap_or(usual).clamp(least, AHEAD_MAX),
            format: new.format,
            cron: new.cron.trim().to_owned(),
            zone: zone.iana_name().unwrap_or("UTC").to_owned(),
            next: Millis(0),
            opens: Millis(0),
        };
        (row.next, row.opens) = following(&row, now).ok_or(EventError::Cron)?;
        row.id = self
            .store()
            .add_schedule(&row, SCHEDULES_MAX, &planning('+', Some(row.by), &row, now))
            .await
            .map_err(broke)?;
        self.0.planned.notify_one();
        Ok(row)
    }

    /// Removes a schedule and keeps who did, in one write; `false` when it is not there any more. `by` is `None` for an
    /// administrator whom the platform does not name.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remove_schedule(&self, by: Option<PlayerId>, row: &ScheduleRow) -> Result<bool, EventError> {
        let deed = planning('–', by, row, self.now());
        let done = self.store().remove_schedule(row.id, &deed).await;
        done.map_err(|error| EventError::of(self, error))
    }

    /// Opens the event of a schedule whose time has come and moves the schedule on, both in one write.
    pub(super) async fn run_schedule(&self, row: &ScheduleRow) -> Result<(), EventError> {
        let turn = turn(row, self.now());
        let opened = match turn.open {
            Some(at) => Some(self.scheduled(row, at).await),
            None => None,
        };
        let opened = match opened {
            Some(Ok(opened)) => Some(opened),
            // The schedule goes on: what stands against it may be gone by the next time.
            Some(Err(error @ (EventError::Fault { .. } | EventError::NotStored { .. }))) => return Err(error),
            Some(Err(error)) => {
                tracing::warn!(schedule = row.id, %error, "a scheduled event could not be opened");
                None
            }
            None => {
                tracing::warn!(
                    schedule = row.id,
                    at = row.next.0,
                    "a scheduled event was missed and is left out"
                );
                None
            }
        };
        let (contest, chapter) = opened.unzip();
        let mut done = self.store().run_schedule(row, turn.next, chapter).await;
        if matches!(done, Err(StoreError::Limit | StoreError::Gone)) {
            tracing::warn!(
                schedule = row.id,
                "no room for a scheduled event, or its organiser is gone"
            );
            done = self.store().run_schedule(row, turn.next, None).await;
        } else if let (Ok(()), Some(contest)) = (&done, contest) {
            self.told_of_event(&contest);
        }
        match done {
            // Somebody else did it, or the id is taken: it is looked at once more.
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(EventError::of(self, error)),
        }
    }

    /// The event of a schedule for this moment.
    async fn scheduled(&self, row: &ScheduleRow, at: Millis) -> Result<(Contest, Chapter), EventError> {
        // Whom moderators shut out opens nothing by the calendar either.
        self.admit(row.place.venue, row.by, None).await?;
        let starts = (row.format.start == Start::AtTime).then_some(at);
        let facts = self.begin_event(row.place, row.by, row.format.clone(), starts)?;
        let event = EventId(self.fresh_id(0).0);
        let opening = chapter::opening(event, self.now(), &facts);
        Ok(opening.ok_or_else(|| self.fault("no opening"))?)
    }
}

/// What the log of a place says about a schedule that was added or removed.
fn planning(what: char, by: Option<PlayerId>, row: &ScheduleRow, at: Millis) -> Deed {
    Deed {
        at,
        venue: row.place.venue,
        by,
        act: DeedKind::Schedule,
        table: None,
        whom: None,
        detail: Some(format!("{what} {} · {}", row.format.title, row.cron)),
    }
}

/// A time zone as the database of zones writes its name, whatever case it is typed in.
fn zone_named(typed: &str) -> Option<TimeZone> {
    let zone = TimeZone::get(typed.trim()).ok()?;
    zone.iana_name().is_some().then_some(zone)
}

fn cron(text: &str) -> Result<Cron, EventError> {
    let parts = text.split_whitespace().count();
    // Seconds and years are of no use here.
    if parts != 5 && !text.trim().starts_with('@') {
        return Err(EventError::Cron);
    }
    Cron::from_str(text.trim()).map_err(|_| EventError::Cron)
}

/// The moment after `after` at which a cron expression comes in a zone. What the clock leaves out is as much later as the
/// clock was moved; what comes twice counts the first time.
#[must_use]
pub fn next_run(cron_text: &str, zone: &str, after: Millis) -> Option<Millis> {
    next_of(&cron(cron_text).ok()?, &zone_named(zone)?, after)
}

fn next_of(cron: &Cron, zone: &TimeZone, after: Millis) -> Option<Millis> {
    let now = Timestamp::from_millisecond(after.0).ok()?;
    // A clock that was set back shows an hour twice, so that the calendar of now may be ahead of the moment.
    let mut wall = Wall(zone.to_datetime(now).checked_sub(SignedDuration::from_hours(3)).ok()?);
    // A dozen runs within those hours at the most often that is allowed.
    for _ in 0..1_000 {
        wall = cron.find_next_occurrence(&wall, false).ok()?;
        let at = zone.to_ambiguous_timestamp(wall.0).compatible().ok()?;
        if at > now {
            return Some(Millis(at.as_millisecond()));
        }
    }
    None
}

/// What is to be done about a schedule when the time to open one of its events has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The moment whose event is opened now; none: nobody could come to any that is due.
    pub open: Option<Millis>,
    /// The next moment, and when its event is opened; none: it never comes again.
    pub next: Option<(Millis, Millis)>,
}

/// What is to be done about a schedule of which something is due by `now`.
///
/// What was missed while the bot was down is opened late where people can still come to it; of several whose moment has passed
/// only the newest. An event whose start has passed is left out: nobody could have signed up. However long ahead events are
/// opened, none that is still to come is left out for the one behind it.
#[must_use]
pub fn turn(row: &ScheduleRow, now: Millis) -> Turn {
    let timed = row.format.start == Start::AtTime;
    let ahead = i64::from(row.ahead) * 60_000;
    let passed = |at: Millis| {
        if timed {
            at.0 - now.0 < LATE_MS.min(ahead / 2)
        } else {
            at <= now
        }
    };
    let (mut at, mut opens) = (row.next, row.opens);
    while passed(at)
        && let Some(following) = following(row, at).filter(|(_, opens)| *opens <= now)
    {
        (at, opens) = following;
    }
    let usable = if timed {
        !passed(at)
    } else {
        now.0 - opens.0 < MISSED_MS
    };
    Turn {
        open: usable.then_some(at),
        next: following(row, at.max(now)),
    }
}

/// The next moment of a schedule after one, and when its event is opened.
fn following(row: &ScheduleRow, after: Millis) -> Option<(Millis, Millis)> {
    let next = next_run(&row.cron, &row.zone, after)?;
    Some((next, next.plus(-i64::from(row.ahead) * 60_000)))
}

/// Refuses what comes more often than once an hour.
fn spaced(cron: &Cron, now: Millis, zone: &TimeZone) -> Result<(), EventError> {
    let mut last = next_of(cron, zone, now).ok_or(EventError::Cron)?;
    for _ in 0..48 {
        let Some(next) = next_of(cron, zone, last) else {
            return Ok(());
        };
        if next.0 - last.0 < APART_MS {
            return Err(EventError::TooOften);
        }
        last = next;
    }
    Ok(())
}

/// What a clock on the wall shows, wherever it hangs.
#[derive(Clone)]
struct Wall(DateTime);

impl CronDateTime for Wall {
    fn to_civil(&self) -> CivilDateTime {
        let now = self.0;
        let part = |value: i8| u32::try_from(value).unwrap_or(0);
        CivilDateTime::from_ymd_hms_opt(
            i32::from(now.year()),
            part(now.month()),
            part(now.day()),
            part(now.hour()),
            part(now.minute()),
            part(now.second()),
        )
        .expect("a day of the calendar")
    }

    fn civil_weekday(&self) -> Weekday {
        match self.0.weekday() {
            jiff::civil::Weekday::Monday => Weekday::Monday,
            jiff::civil::Weekday::Tuesday => Weekday::Tuesday,
            jiff::civil::Weekday::Wednesday => Weekday::Wednesday,
            jiff::civil::Weekday::Thursday => Weekday::Thursday,
            jiff::civil::Weekday::Friday => Weekday::Friday,
            jiff::civil::Weekday::Saturday => Weekday::Saturday,
            jiff::civil::Weekday::Sunday => Weekday::Sunday,
        }
    }

    fn resolve_civil(&self, civil: CivilDateTime) -> Result<Resolution<Wall>, CronError> {
        let part = |value: u32| i8::try_from(value).map_err(|_| CronError::InvalidDate);
        let (day, time) = (civil.date(), civil.time());
        let year = i16::try_from(day.year()).map_err(|_| CronError::InvalidDate)?;
        let at = DateTime::new(
            year,
            part(day.month())?,
            part(day.day())?,
            part(time.hour())?,
            part(time.minute())?,
            part(time.second())?,
            0,
        );
        Ok(Resolution::Single(Wall(at.map_err(|_| CronError::InvalidDate)?)))
    }

    fn checked_add_seconds(&self, seconds: i64) -> Option<Wall> {
        self.0.checked_add(SignedDuration::from_secs(seconds)).ok().map(Wall)
    }

    fn cmp_instant(&self, other: &Wall) -> Ordering {
        self.0.cmp(&other.0)
    }
}
