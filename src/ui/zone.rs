//! Moments as a place's readers know them: in the time zone that its moderators set, where the platform has no moments of
//! its own.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::desk::Desk;
use super::post::Span;
use super::scene::Scene;
use crate::id::{Millis, Platform, Venue};
use crate::service::{Error, ZONE};

/// A time zone as the database of zones writes its name (`Europe/Berlin`), whatever case it is typed in.
pub(super) fn named(typed: &str) -> Option<TimeZone> {
    TimeZone::get(typed.trim())
        .ok()
        .filter(|zone| zone.iana_name().is_some())
}

/// A moment in a zone, with what tells the zone: `2026-03-08 15:00 CET`, `2026-03-08 17:30 UTC+03`.
pub(super) fn written(at: Millis, zone: &TimeZone) -> Option<String> {
    let moment = Timestamp::from_millisecond(at.0).ok()?.to_zoned_datetime(zone.clone());
    let mark = moment.strftime("%Z").to_string();
    // Zones without letters of their own are known by their distance alone.
    let mark = if mark.starts_with(['+', '-']) {
        format!("UTC{mark}")
    } else {
        mark
    };
    Some(format!("{} {mark}", moment.strftime("%Y-%m-%d %H:%M")))
}

impl Desk {
    /// The zone that moderators set; none where the platform shows each reader their own time.
    pub(super) async fn zone(&self, venue: Venue) -> Result<Option<TimeZone>, Error> {
        if venue.platform != Platform::Telegram {
            return Ok(None);
        }
        let set = self.service.store().venue_setting(venue, ZONE).await;
        Ok(set
            .map_err(|error| self.service.fault(error))?
            .as_deref()
            .and_then(named))
    }
}

impl Scene<'_> {
    /// A moment in the place's zone.
    pub(super) fn when(&self, at: Millis) -> Span {
        let written = self.zone.as_ref().and_then(|zone| written(at, zone));
        written.map_or(Span::When(at), Span::Plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_stand_in_their_zone() {
        // 2026-01-15 and 2026-07-15, noon in Greenwich.
        for (name, winter, summer) in [
            ("Europe/Berlin", "2026-01-15 13:00 CET", "2026-07-15 14:00 CEST"),
            ("asia/shanghai", "2026-01-15 20:00 CST", "2026-07-15 20:00 CST"),
            (
                "America/Sao_Paulo",
                "2026-01-15 09:00 UTC-03",
                "2026-07-15 09:00 UTC-03",
            ),
            (
                "Asia/Kathmandu",
                "2026-01-15 17:45 UTC+0545",
                "2026-07-15 17:45 UTC+0545",
            ),
            ("UTC", "2026-01-15 12:00 UTC", "2026-07-15 12:00 UTC"),
        ] {
            let zone = named(name).unwrap();
            assert_eq!(written(Millis(1_768_478_400_000), &zone).as_deref(), Some(winter));
            assert_eq!(written(Millis(1_784_116_800_000), &zone).as_deref(), Some(summer));
        }
        assert_eq!(named("asia/shanghai").unwrap().iana_name(), Some("Asia/Shanghai"));
        for name in [
            "",
            "Berlin",
            "Europe/Nowhere",
            "../etc/passwd",
            "UTC+25",
            "europe / berlin",
        ] {
            assert!(named(name).is_none(), "{name}");
        }
        let zone = named("UTC").unwrap();
        assert_eq!(written(Millis(i64::MAX), &zone), None);
    }
}
