//! When an event begins, as people type it: `20:00`, `tomorrow 19:30`, `2026-12-05 20:00`, `+90m`, `full`.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use crate::contest::Start;
use crate::id::Millis;

/// The longest time ahead in days (ours).
const AHEAD_DAYS: i64 = 366;

/// When an event begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Begins {
    /// How it comes to begin.
    pub(super) start: Start,
    /// When, where that is a time.
    pub(super) at: Option<Millis>,
}

/// Why a start can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadStart {
    /// It is no time.
    Unknown,
    /// It is over, or further away than a year.
    Far,
}

/// Reads a start in this zone.
pub(super) fn start(typed: &str, zone: &TimeZone, now: Millis) -> Result<Begins, BadStart> {
    let text = plain(typed);
    let start = match text.as_str() {
        "full" | "when full" | "满员" | "滿員" | "人满" | "人滿" | "满" | "滿" => Some(Start::WhenFull),
        "hand" | "by hand" | "manual" | "manually" | "手动" | "手動" => Some(Start::ByHand),
        _ => None,
    };
    if let Some(start) = start {
        return Ok(Begins { start, at: None });
    }
    let at = moment(&text, zone, now).ok_or(BadStart::Unknown)?;
    if at <= now || at.0 - now.0 > AHEAD_DAYS * 86_400_000 {
        return Err(BadStart::Far);
    }
    Ok(Begins {
        start: Start::AtTime,
        at: Some(at),
    })
}

/// Whether a word belongs to a time, so that a line of words can be read: `20:00`, `2026-12-05`, `+2h`, `tomorrow`.
pub(super) fn names_time(word: &str) -> bool {
    let word = plain(word);
    day(&word, Date::MIN).is_some() || clock(&word).is_some() || word.starts_with('+') && later(&word).is_some()
}

/// Whether a word belongs behind `in`: a number, a unit of time, or both.
pub(super) fn counts_time(word: &str) -> bool {
    let word = plain(word);
    let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    number || later(&word).is_some() || later(&format!("1 {word}")).is_some()
}

/// Whether a word is meant to be a time, right or wrong: `25:99`, `yesterday`, `2026-13-40`, `+5x`.
pub(super) fn means_time(word: &str) -> bool {
    let word = plain(word);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let figures = |marks: &[char]| word.split(marks).count() > 1 && word.split(marks).all(digits);
    matches!(
        word.as_str(),
        "yesterday" | "tonight" | "now" | "soon" | "later" | "昨天" | "昨晚" | "现在" | "現在" | "马上" | "馬上"
    ) || figures(&[':'])
        || figures(&['-'])
        || figures(&['/'])
        || word
            .strip_prefix('+')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || word
            .strip_suffix("am")
            .or_else(|| word.strip_suffix("pm"))
            .is_some_and(|rest| figures(&[':']) || digits(rest))
}

/// Lower case, plain digits and colons, single spaces.
fn plain(typed: &str) -> String {
    let letters = typed.trim().chars().map(|letter| match letter {
        '０'..='９' => char::from_u32(u32::from(letter) - u32::from('０') + u32::from('0')).unwrap_or(letter),
        '：' => ':',
        '＋' => '+',
        '－' | '–' => '-',
        '　' | 'T' | ',' | '，' => ' ',
        other => other,
    });
    let text: String = letters.flat_map(char::to_lowercase).collect();
    text.split_whitespace()
        .filter(|word| !matches!(*word, "at" | "on" | "start" | "开始" | "開始" | "于" | "於"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn moment(text: &str, zone: &TimeZone, now: Millis) -> Option<Millis> {
    if let Some(ms) = later(text) {
        return Some(now.plus(ms));
    }
    let today = zone.to_datetime(Timestamp::from_millisecond(now.0).ok()?).date();
    let mut words = text.split(' ');
    let (first, second, rest) = (words.next()?, words.next(), words.next());
    if rest.is_some() {
        return None;
    }
    let whole = |date: Date, time: Time| {
        let at = zone
            .to_ambiguous_zoned_datetime(date.to_datetime(time))
            .compatible()
            .ok()?;
        Some(Millis(at.timestamp().as_millisecond()))
    };
    match (second, clock(first)) {
        // The next time that the clock shows this.
        (None, Some(time)) => {
            let at = whole(today, time)?;
            if at > now {
                Some(at)
            } else {
                whole(today.tomorrow().ok()?, time)
            }
        }
        (None, None) => None,
        (Some(second), Some(time)) => whole(day(second, today)?, time),
        (Some(second), None) => whole(day(first, today)?, clock(second)?),
    }
}

/// `+2h`, `in 90m`: milliseconds from now.
fn later(text: &str) -> Option<i64> {
    let rest = text
        .strip_prefix('+')
        .or_else(|| text.strip_prefix("in "))
        .unwrap_or(text)
        .trim();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = rest.split_at(digits);
    let unit = match unit.trim() {
        "m" | "min" | "minutes" | "minute" | "分" | "分钟" | "分鐘" | "分钟后" | "分鐘後" => 60_000,
        "h" | "hours" | "hour" | "小时" | "小時" | "小时后" | "小時後" => 3_600_000,
        "d" | "days" | "day" | "天" | "天后" | "天後" => 86_400_000,
        _ => return None,
    };
    number.parse::<i64>().ok()?.checked_mul(unit)
}

/// `20:00`, `8:30pm`, `20点`, `20点30`.
fn clock(word: &str) -> Option<Time> {
    let (word, noon) = match word.strip_suffix("pm").map(|rest| (rest, 12)) {
        Some(found) => found,
        None => word.strip_suffix("am").map_or((word, -1), |rest| (rest, 0)),
    };
    let parts = word.split_once(':').or_else(|| word.split_once(['点', '點']));
    let (hour, minute) = match parts {
        Some((hour, minute)) => (hour, minute.trim_end_matches('分')),
        None if noon >= 0 => (word, ""),
        None => return None,
    };
    let number = |text: &str| {
        let fine = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        fine.then(|| text.parse::<i8>().ok()).flatten()
    };
    let minute = if minute.is_empty() { 0 } else { number(minute)? };
    let hour = number(hour)?;
    let hour = match noon {
        -1 => hour,
        _ if !(1..=12).contains(&hour) => return None,
        noon => hour % 12 + noon,
    };
    Time::new(hour, minute, 0, 0).ok()
}

/// `today`, `tomorrow`, `friday`, `2026-12-05`, `12-05`, `12/5`, `12月5日`, `5.12.`.
fn day(word: &str, today: Date) -> Option<Date> {
    use jiff::civil::Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    let weekday = match word {
        "today" | "今天" | "今晚" => return Some(today),
        "tomorrow" | "明天" | "明晚" => return today.tomorrow().ok(),
        "后天" | "後天" => return today.checked_add(2.days()).ok(),
        "monday" | "mon" | "周一" | "週一" | "星期一" => Some(Monday),
        "tuesday" | "tue" | "周二" | "週二" | "星期二" => Some(Tuesday),
        "wednesday" | "wed" | "周三" | "週三" | "星期三" => Some(Wednesday),
        "thursday" | "thu" | "周四" | "週四" | "星期四" => Some(Thursday),
        "friday" | "fri" | "周五" | "週五" | "星期五" => Some(Friday),
        "saturday" | "sat" | "周六" | "週六" | "星期六" => Some(Saturday),
        "sunday" | "sun" | "周日" | "週日" | "星期日" | "星期天" => Some(Sunday),
        _ => None,
    };
    if let Some(weekday) = weekday {
        // A weekday is the next one, never today.
        return today.nth_weekday(1, weekday).ok();
    }
    let german = word.ends_with('.');
    let parts: Vec<&str> = word
        .split(['-', '/', '.', '年', '月', '日', '号', '號'])
        .filter(|part| !part.is_empty())
        .collect();
    let numbers: Option<Vec<i16>> = parts
        .iter()
        .map(|part| {
            part.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| part.parse().ok())
                .flatten()
        })
        .collect();
    let date =
        |year: i16, month: i16, day: i16| Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok();
    match numbers?.as_slice() {
        [year, month, day] if *year >= 2000 => date(*year, *month, *day),
        [day, month] if german => next(date(today.year(), *month, *day)?, today),
        // Without a year it is the next one.
        [month, day] => next(date(today.year(), *month, *day)?, today),
        _ => None,
    }
}

fn next(date: Date, today: Date) -> Option<Date> {
    if date < today {
        date.checked_add(1.year()).ok()
    } else {
        Some(date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-03-06 12:00 in Berlin, a Friday.
    const NOW: Millis = Millis(1_772_794_800_000);

    fn read(typed: &str, zone: &str) -> Result<String, BadStart> {
        let zone = TimeZone::get(zone).unwrap();
        let begins = start(typed, &zone, NOW)?;
        Ok(match begins.at {
            Some(at) => zone
                .to_datetime(Timestamp::from_millisecond(at.0).unwrap())
                .strftime("%Y-%m-%d %H:%M")
                .to_string(),
            None => format!("{:?}", begins.start),
        })
    }

    #[test]
    fn starts_are_read_as_people_type_them() {
        for (typed, wanted) in [
            ("20:00", "2026-03-06 20:00"),
            ("11:59", "2026-03-07 11:59"),
            ("8:30pm", "2026-03-06 20:30"),
            ("8PM", "2026-03-06 20:00"),
            ("12am", "2026-03-07 00:00"),
            ("２０：００", "2026-03-06 20:00"),
            ("20点30分", "2026-03-06 20:30"),
            ("tomorrow 19:30", "2026-03-07 19:30"),
            ("明天 20:00", "2026-03-07 20:00"),
            ("20:00 tomorrow", "2026-03-07 20:00"),
            ("friday at 20:00", "2026-03-13 20:00"),
            ("周日 9:05", "2026-03-08 09:05"),
            ("2026-12-05 20:00", "2026-12-05 20:00"),
            ("2026-12-05T20:00", "2026-12-05 20:00"),
            ("12月5日 20:00", "2026-12-05 20:00"),
            ("5.12. 20:00", "2026-12-05 20:00"),
            ("12/5 20:00", "2026-12-05 20:00"),
            ("01-02 20:00", "2027-01-02 20:00"),
            ("+90m", "2026-03-06 13:30"),
            ("in 2 hours", "2026-03-06 14:00"),
            ("3天后", "2026-03-09 12:00"),
            ("full", "WhenFull"),
            ("满员", "WhenFull"),
            ("手動", "ByHand"),
        ] {
            assert_eq!(read(typed, "Europe/Berlin").as_deref(), Ok(wanted), "{typed}");
        }
        assert_eq!(read("20:00", "Asia/Shanghai").as_deref(), Ok("2026-03-06 20:00"));
        assert_eq!(read("18:00", "Asia/Shanghai").as_deref(), Ok("2026-03-07 18:00"));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for typed in [
            "",
            "soon",
            "25:00",
            "20:60",
            "20",
            "2026-02-30 20:00",
            "-5m",
            "13pm",
            "20:00:00",
            "٣:00",
            "tomorrow",
        ] {
            assert_eq!(read(typed, "UTC"), Err(BadStart::Unknown), "{typed}");
        }
        for typed in ["+0m", "400d", "2025-12-05 20:00", "2099-01-01 00:00"] {
            assert_eq!(read(typed, "UTC"), Err(BadStart::Far), "{typed}");
        }
        assert_eq!(read("+99999999999999999999h", "UTC"), Err(BadStart::Unknown));
    }

    /// C-106: a start after a change of the clock is what the clock shows then.
    #[test]
    fn a_start_after_a_change_of_the_clock_is_what_the_clock_shows() {
        for (zone, typed) in [
            ("Europe/Berlin", "2026-03-29 20:00"),
            ("Europe/Berlin", "2026-10-25 20:00"),
            ("America/New_York", "2026-03-08 20:00"),
            ("America/New_York", "2026-11-01 20:00"),
            ("Asia/Shanghai", "2026-03-29 20:00"),
        ] {
            assert_eq!(read(typed, zone).as_deref(), Ok(typed), "{zone}");
        }
        // An hour that is left out comes an hour later.
        assert_eq!(
            read("2026-03-29 02:30", "Europe/Berlin").as_deref(),
            Ok("2026-03-29 03:30")
        );
    }

    #[test]
    fn what_is_meant_to_be_a_time_is_known() {
        for word in [
            "25:99",
            "20:00:00",
            "yesterday",
            "昨天",
            "2026-13-40",
            "31/31",
            "+5x",
            "13pm",
            "soon",
        ] {
            assert!(means_time(word), "{word}");
        }
        for word in [
            "swiss",
            "classic",
            "5",
            "target=100",
            "clock=5m",
            "5m",
            "-5",
            "hands:4",
            "start:hand",
            "",
        ] {
            assert!(!means_time(word), "{word}");
        }
    }

    #[test]
    fn words_of_a_time_are_known() {
        for word in ["20:00", "tomorrow", "2026-12-05", "+2h", "周日", "8pm"] {
            assert!(names_time(word), "{word}");
        }
        for word in ["swiss", "5", "2h", "classic", "target=100", "5m", ""] {
            assert!(!names_time(word), "{word}");
        }
    }
}
