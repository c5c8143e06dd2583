//! When planned events come, in words or as a cron expression: `fri 20:00`, `daily 20:00`, `0 20 * * 5`.

use crate::ui::voice::{Voice, say};

/// The cron expression that is meant: five fields as they are, or a day and a time.
pub(super) fn cron(typed: &str) -> Option<String> {
    let text = typed.trim().to_lowercase();
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !matches!(*word, "at" | "every" | "on"))
        .collect();
    if words.len() == 5 {
        let field = |word: &&str| {
            word.chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '*' | ',' | '-' | '/' | '#'))
        };
        return words.iter().all(field).then(|| words.join(" "));
    }
    let [day, time] = words.as_slice() else { return None };
    let (day, time) = if clock(time).is_some() {
        (day, time)
    } else {
        (time, day)
    };
    let (hour, minute) = clock(time)?;
    let date = day
        .strip_suffix(['号', '號', '日'])
        .or_else(|| day.strip_prefix('#'))
        .or_else(|| {
            ["st", "nd", "rd", "th"]
                .iter()
                .find_map(|ending| day.strip_suffix(ending))
        });
    // A Sunday ends like a date.
    if let Some(date) = date.and_then(|date| date.trim_start_matches("每月").parse::<u8>().ok()) {
        return (1..=31).contains(&date).then(|| format!("{minute} {hour} {date} * *"));
    }
    let days: Option<Vec<&str>> = day.split([',', '，', '、', '/']).map(weekday).collect();
    let days = match *day {
        "daily" | "day" | "每天" | "每日" => "*".to_owned(),
        "weekdays" | "工作日" | "平日" => "1-5".to_owned(),
        "weekends" | "weekend" | "周末" | "週末" => "6,0".to_owned(),
        _ => days?.join(","),
    };
    Some(format!("{minute} {hour} * * {days}"))
}

impl Voice<'_> {
    /// When planned events come, in words where it can be typed in words: "Fri 20:00".
    pub(super) fn cron(&self, cron: &str) -> String {
        match spoken(cron) {
            Some((When::Daily, time)) => say!(self, "event-cron-daily", time = time),
            Some((When::Date(date), time)) => say!(self, "event-cron-date", date = date, time = time),
            Some((When::Days(days), time)) => {
                let days = self.list(days.iter().map(|day| say!(self, "weekday", day = *day)));
                say!(self, "event-cron-days", days = days, time = time)
            }
            None => cron.to_owned(),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum When {
    Daily,
    /// A day of each month.
    Date(u8),
    /// Days of the week, Sunday is 0.
    Days(Vec<u8>),
}

/// A cron expression of one time on some days; none of any other kind.
fn spoken(cron: &str) -> Option<(When, String)> {
    let fields: Vec<&str> = cron.split_whitespace().collect();
    let [minute, hour, date, month, days] = fields.as_slice() else {
        return None;
    };
    let (hour, minute) = (hour.parse::<u8>().ok()?, minute.parse::<u8>().ok()?);
    if *month != "*" || hour > 23 || minute > 59 {
        return None;
    }
    let time = format!("{hour:02}:{minute:02}");
    let when = match (*date, *days) {
        ("*", "*") => When::Daily,
        (date, "*") => When::Date(date.parse().ok().filter(|date| (1..=31).contains(date))?),
        ("*", "1-5") => When::Days(vec![1, 2, 3, 4, 5]),
        ("*", days) => When::Days(days.split(',').map(day_of_week).collect::<Option<_>>()?),
        _ => return None,
    };
    Some((when, time))
}

fn day_of_week(field: &str) -> Option<u8> {
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    let named = names.iter().position(|name| *name == field);
    let day = named.map_or_else(|| field.parse().ok(), |at| u8::try_from(at).ok())?;
    // Sunday has two numbers.
    (day <= 7).then_some(day % 7)
}

fn clock(word: &str) -> Option<(u8, u8)> {
    let (hour, minute) = word.split_once([':', '：', '点', '點'])?;
    let minute = minute.trim_end_matches('分');
    let (hour, minute) = (
        hour.parse().ok()?,
        if minute.is_empty() { 0 } else { minute.parse().ok()? },
    );
    (hour < 24 && minute < 60).then_some((hour, minute))
}

fn weekday(word: &str) -> Option<&'static str> {
    let word = word.trim_start_matches('每');
    Some(match word {
        "monday" | "mondays" | "mon" | "周一" | "週一" | "星期一" => "1",
        "tuesday" | "tuesdays" | "tue" | "周二" | "週二" | "星期二" => "2",
        "wednesday" | "wednesdays" | "wed" | "周三" | "週三" | "星期三" => "3",
        "thursday" | "thursdays" | "thu" | "周四" | "週四" | "星期四" => "4",
        "friday" | "fridays" | "fri" | "周五" | "週五" | "星期五" => "5",
        "saturday" | "saturdays" | "sat" | "周六" | "週六" | "星期六" => "6",
        "sunday" | "sundays" | "sun" | "周日" | "週日" | "星期日" | "星期天" => "0",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_that_can_be_said_is_said() {
        let time = |time: &str| time.to_owned();
        for (cron, wanted) in [
            ("0 20 * * 5", Some((When::Days(vec![5]), time("20:00")))),
            ("30 9 * * 6,0", Some((When::Days(vec![6, 0]), time("09:30")))),
            ("0 18 * * 1-5", Some((When::Days(vec![1, 2, 3, 4, 5]), time("18:00")))),
            ("0 20 * * fri,7", Some((When::Days(vec![5, 0]), time("20:00")))),
            ("5 9 * * *", Some((When::Daily, time("09:05")))),
            ("0 0 16 * *", Some((When::Date(16), time("00:00")))),
            ("*/30 20 * * 5", None),
            ("0 20 1-7 * fri", None),
            ("0 20 * 12 *", None),
            ("0 20 * * 1-3", None),
            ("0 24 * * *", None),
            ("", None),
        ] {
            assert_eq!(spoken(cron), wanted, "{cron}");
        }
    }

    #[test]
    fn calendars_are_read_as_people_type_them() {
        for (typed, wanted) in [
            ("0 20 * * 5", "0 20 * * 5"),
            ("*/30 20 1-7 * FRI", "*/30 20 1-7 * fri"),
            ("fri 20:00", "0 20 * * 5"),
            ("every friday at 20:30", "30 20 * * 5"),
            ("20:30 sat,sun", "30 20 * * 6,0"),
            ("daily 9:05", "5 9 * * *"),
            ("每周五 20:00", "0 20 * * 5"),
            ("周六、周日 20点30分", "30 20 * * 6,0"),
            ("每天 21:00", "0 21 * * *"),
            ("weekdays 18:00", "0 18 * * 1-5"),
            ("16号 00:00", "0 0 16 * *"),
            ("16th 00:00", "0 0 16 * *"),
            ("周日 20:00", "0 20 * * 0"),
            ("每月16日 0:00", "0 0 16 * *"),
        ] {
            assert_eq!(cron(typed).as_deref(), Some(wanted), "{typed}");
        }
        for typed in [
            "",
            "friday",
            "20:00",
            "fri 25:00",
            "someday 20:00",
            "0 20 * *",
            "a b c d ;",
            "32号 20:00",
            "fri 20:00 x",
        ] {
            assert_eq!(cron(typed), None, "{typed}");
        }
    }
}
