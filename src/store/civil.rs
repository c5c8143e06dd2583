//! Days, weeks, months and quarters of a moment, as the numbers under which results are added up.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, ZonedDateTime};

use super::codes::Calendar;
use crate::id::Millis;

/// The key of a venue's setting: the time zone in which its days begin.
pub const ZONE: &str = "zone";

/// Where the days of a venue without a zone begin.
pub(super) const GREENWICH: &str = "UTC";

/// The civil keys of a moment: yyyymmdd, ISO yyyyww, yyyymm in the zone, and the same with the quarter yyyyq in UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keys {
    pub zone: String,
    pub day: i64,
    pub week: i64,
    pub month: i64,
    pub uday: i64,
    pub uweek: i64,
    pub umonth: i64,
    pub quarter: i64,
}

impl Keys {
    /// Those of a moment in a zone; one that nobody knows is UTC.
    pub(super) fn of(at: Millis, zone: Option<&str>) -> Keys {
        let (zone, name) = known(zone);
        let local = date(at, &zone);
        let utc = date(at, &TimeZone::UTC);
        Keys {
            zone: name,
            day: day(local),
            week: week(local),
            month: month(local),
            uday: day(utc),
            uweek: week(utc),
            umonth: month(utc),
            quarter: quarter(utc),
        }
    }
}

/// When a season that began at this moment ends by itself: at a midnight in the zone.
pub(super) fn next(calendar: Calendar, from: Millis, zone: Option<&str>) -> Option<Millis> {
    let (zone, _) = known(zone);
    let today = date(from, &zone);
    let first = match calendar {
        Calendar::Open => return None,
        Calendar::Weekly => today.nth_weekday(1, Weekday::Monday).ok()?,
        Calendar::Monthly => today.first_of_month().checked_add(1.month()).ok()?,
        Calendar::Quarterly => {
            let ahead = 3 - (i64::from(today.month()) - 1) % 3;
            today.first_of_month().checked_add(ahead.months()).ok()?
        }
        Calendar::Yearly => today.first_of_year().checked_add(1.year()).ok()?,
    };
    // Where a clock change leaves midnight out, the day begins with the first moment that there is.
    let midnight: ZonedDateTime = first.to_zoned_datetime(zone).ok()?.start_of_day().ok()?;
    Some(Millis(midnight.timestamp().as_millisecond()))
}

fn known(zone: Option<&str>) -> (TimeZone, String) {
    let found = zone.and_then(|name| TimeZone::get(name).ok());
    match found {
        Some(zone) => {
            let name = zone.iana_name().unwrap_or(GREENWICH).to_owned();
            (zone, name)
        }
        None => (TimeZone::UTC, GREENWICH.to_owned()),
    }
}

fn date(at: Millis, zone: &TimeZone) -> Date {
    let moment = Timestamp::from_millisecond(at.0).unwrap_or(if at.0 < 0 { Timestamp::MIN } else { Timestamp::MAX });
    moment.to_zoned_datetime(zone.clone()).date()
}

fn day(date: Date) -> i64 {
    (i64::from(date.year()) * 100 + i64::from(date.month())) * 100 + i64::from(date.day())
}

fn week(date: Date) -> i64 {
    let week = date.iso_week_date();
    i64::from(week.year()) * 100 + i64::from(week.week())
}

fn month(date: Date) -> i64 {
    i64::from(date.year()) * 100 + i64::from(date.month())
}

fn quarter(date: Date) -> i64 {
    i64::from(date.year()) * 10 + (i64::from(date.month()) + 2) / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        let moment: ZonedDateTime = text.parse().expect("a moment");
        Millis(moment.timestamp().as_millisecond())
    }

    /// C-107: days begin at the venue's own midnight, wherever the machine stands.
    #[test]
    fn days_begin_at_the_venues_midnight() {
        let before = Keys::of(at("2026-11-30T23:59:59+08[Asia/Shanghai]"), Some("Asia/Shanghai"));
        let after = Keys::of(at("2026-12-01T00:00:00+08[Asia/Shanghai]"), Some("asia/shanghai"));
        assert_eq!((before.day, before.week, before.month), (20_261_130, 202_649, 202_611));
        assert_eq!((after.day, after.week, after.month), (20_261_201, 202_649, 202_612));
        assert_eq!((after.uday, after.umonth, after.quarter), (20_261_130, 202_611, 20_264));
        assert_eq!(after.zone, "Asia/Shanghai");
        // The ISO year of the first days of January is not always the civil one.
        assert_eq!(Keys::of(at("2027-01-01T12:00:00Z[UTC]"), None).week, 202_653);
        assert_eq!(Keys::of(Millis(i64::MAX), Some("Nowhere/Land")).zone, "UTC");
    }

    /// C-106: across both clock changes a season ends at midnight as people there know it.
    #[test]
    fn seasons_end_at_midnight_across_clock_changes() {
        for (zone, from, until) in [
            (
                "Europe/Berlin",
                "2026-03-15T12:00:00[Europe/Berlin]",
                "2026-04-01T00:00:00+02[Europe/Berlin]",
            ),
            (
                "Europe/Berlin",
                "2026-10-15T12:00:00[Europe/Berlin]",
                "2026-11-01T00:00:00+01[Europe/Berlin]",
            ),
            (
                "America/New_York",
                "2026-03-02T00:00:00[America/New_York]",
                "2026-04-01T00:00:00-04[America/New_York]",
            ),
            (
                "Asia/Shanghai",
                "2026-03-31T23:59:59[Asia/Shanghai]",
                "2026-04-01T00:00:00+08[Asia/Shanghai]",
            ),
            (
                "Pacific/Kiritimati",
                "2026-12-31T23:59:00[Pacific/Kiritimati]",
                "2027-01-01T00:00:00+14[Pacific/Kiritimati]",
            ),
        ] {
            assert_eq!(
                next(Calendar::Monthly, at(from), Some(zone)),
                Some(at(until)),
                "{zone} {from}"
            );
        }
        let from = at("2026-08-05T10:00:00[Europe/Berlin]");
        let berlin = Some("Europe/Berlin");
        assert_eq!(next(Calendar::Open, from, berlin), None);
        assert_eq!(
            next(Calendar::Weekly, from, berlin),
            Some(at("2026-08-10T00:00:00[Europe/Berlin]"))
        );
        let monday = at("2026-08-10T00:00:00[Europe/Berlin]");
        assert_eq!(
            next(Calendar::Weekly, monday, berlin),
            Some(at("2026-08-17T00:00:00[Europe/Berlin]"))
        );
        assert_eq!(
            next(Calendar::Quarterly, from, berlin),
            Some(at("2026-10-01T00:00:00[Europe/Berlin]"))
        );
        assert_eq!(
            next(Calendar::Yearly, from, berlin),
            Some(at("2027-01-01T00:00:00[Europe/Berlin]"))
        );
        // No midnight on that day in that zone: the clocks went from 23:59:59 to 01:00:00.
        let gap = at("2018-10-05T10:00:00[America/Sao_Paulo]");
        assert!(next(Calendar::Monthly, gap, Some("America/Sao_Paulo")).is_some());
    }
}
