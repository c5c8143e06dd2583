//! `/event create friendly “Friday” 20:00 size 16`: the words behind `/event`, in any order and in three languages.

use std::iter::Peekable;

use super::ask::{EventAsk, EventDeed, NewEvent};
use super::times::{counts_time, means_time, names_time};
use super::token::EventPage;
use crate::ui::ask::{Challenge, Foe};
use crate::ui::token::table_of_code;

impl EventAsk {
    /// Reads what stands behind `/event`; `named` is whom the words name, or who wrote the message that they answer, and
    /// `terms` reads the words of a challenge.
    #[must_use]
    pub fn read(text: &str, named: Option<Foe>, terms: impl Fn(&[String]) -> Challenge) -> EventAsk {
        read(text, |rest| (code(rest), named), terms)
    }

    /// The same where the platform knows nobody by name: the words themselves name somebody, and an id begins with `#`.
    #[must_use]
    pub fn read_names(text: &str, terms: impl Fn(&[String]) -> Challenge) -> EventAsk {
        let terms = |words: &[String]| terms(&paired(words));
        let named = |rest: &[String]| {
            let marked = rest.iter().position(|word| word.starts_with('#'));
            // Without the sign, what looks like an id and not like a name is one beside a name.
            let like_an_id = |word: &String| is_code(word) && word.contains(|c: char| c.is_ascii_digit());
            let at = marked.or_else(|| rest.iter().position(like_an_id).filter(|_| rest.len() > 1));
            let event = at.and_then(|at| rest.get(at)).map(|word| bare(word).to_owned());
            let others = rest.iter().enumerate().filter(|(place, _)| Some(*place) != at);
            let name = others.map(|(_, word)| word).filter(|word| !is_off(word));
            let name: Vec<&str> = name.map(String::as_str).collect();
            (event, (!name.is_empty()).then(|| Foe::Handle(name.join(" "))))
        };
        read(text, named, terms)
    }
}

/// What a challenge is played under, each figure with its name: `target 100` is `target=100`.
fn paired(words: &[String]) -> Vec<String> {
    let mut paired: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let takes = matches!(
            word.to_lowercase().as_str(),
            "target" | "hands" | "games" | "clock" | "within"
        );
        let figure = |next: &&String| takes && next.starts_with(|c: char| c.is_ascii_digit());
        paired.push(match words.next_if(figure) {
            Some(next) => format!("{word}={next}"),
            None => word.clone(),
        });
    }
    paired
}

/// `named` says which event is meant and whom the words name, where an order is about somebody.
fn read(
    text: &str,
    named: impl FnOnce(&[String]) -> (Option<String>, Option<Foe>),
    terms: impl Fn(&[String]) -> Challenge,
) -> EventAsk {
    let (title, rest) = quoted(text);
    let words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    let Some((what, rest)) = words.split_first() else {
        return EventAsk::List;
    };
    let page = |page| EventAsk::Show {
        event: code(rest),
        page,
    };
    let act = |deed| EventAsk::Do {
        event: code(rest),
        deed,
    };
    match what.to_lowercase().as_str() {
        "create" | "new" | "open" | "开赛" | "開賽" | "创建" | "創建" => {
            EventAsk::Create(Box::new(form(title, rest, terms)))
        }
        "plan" | "plans" | "安排" => plan(title, rest, terms),
        "join" | "signup" | "报名" | "報名" => act(EventDeed::Join),
        "bring" | "show" | "带来" | "帶來" if !rest.iter().any(|word| is_off(word)) => {
            EventAsk::Bring(code(rest).unwrap_or_default())
        }
        "bring" | "show" | "带来" | "帶來" | "away" | "hide" | "送走" => {
            EventAsk::Away(code(rest).unwrap_or_default())
        }
        "help" | "?" | "帮助" | "幫助" => EventAsk::Help,
        "leave" | "退出" => act(EventDeed::Leave),
        "checkin" | "check-in" | "check_in" | "签到" | "簽到" => act(EventDeed::CheckIn),
        "mine" | "my" | "我的" => EventAsk::Mine,
        "list" | "列表" => EventAsk::List,
        "standings" | "table" | "排名" => page(EventPage::Standings),
        "pairings" | "matches" | "对阵" | "對陣" => page(EventPage::Pairings),
        "bracket" | "签表" | "籤表" => page(EventPage::Bracket),
        "schedule" | "日程" => page(EventPage::Schedule),
        "rest" | "歇着" | "歇著" => act(EventDeed::Rest),
        "return" | "back" | "归队" | "歸隊" => act(EventDeed::Return),
        "drop" | "退赛" | "退賽" => act(EventDeed::Drop),
        "manage" | "主持" => act(EventDeed::Manage),
        "start" | "begin" | "开始" | "開始" => act(EventDeed::Start),
        "pause" | "暂停" | "暫停" => act(EventDeed::Pause),
        "resume" | "继续" | "繼續" => act(EventDeed::Resume),
        "cancel" | "取消" => act(EventDeed::Cancel),
        "expel" | "kick" | "除名" => {
            let (event, whom) = named(rest);
            EventAsk::Do {
                event,
                deed: EventDeed::Expel(whom),
            }
        }
        "organiser" | "organizer" | "主办人" | "主辦人" => {
            let (event, whom) = named(rest);
            let deed = match rest.iter().any(|word| is_off(word)) {
                true => EventDeed::NoOrganiser(whom),
                false => EventDeed::Organiser(whom),
            };
            EventAsk::Do { event, deed }
        }
        "move" | "改期" => {
            let at = rest.iter().position(|word| is_code(word) && !names_time(word));
            let time = rest.iter().enumerate().filter(|(place, _)| Some(*place) != at);
            let time: Vec<&str> = time.map(|(_, word)| word.as_str()).collect();
            EventAsk::Do {
                event: at.and_then(|at| rest.get(at)).map(|word| bare(word).to_owned()),
                deed: EventDeed::Move((!time.is_empty()).then(|| time.join(" "))),
            }
        }
        "correct" | "改结果" | "改結果" => correct(rest),
        "void" | "作废" | "作廢" => {
            let void: Vec<String> = rest.iter().cloned().chain(["void".to_owned()]).collect();
            correct(&void)
        }
        _ => EventAsk::Unknown(what.clone()),
    }
}

/// Words of these commands that could be ids as well.
const OWN: [&str; 4] = ["drawn", "event", "match", "start"];

/// An event's id, which has five signs and more.
fn is_code(word: &str) -> bool {
    let word = bare(word);
    word.len() >= 5 && !OWN.contains(&word.to_lowercase().as_str()) && table_of_code(word).is_some()
}

/// The event that words name by its id, wherever it stands among them; what has the sign is meant as one.
fn code(words: &[String]) -> Option<String> {
    words
        .iter()
        .find(|word| is_code(word) || word.len() > 1 && word.starts_with('#'))
        .map(|word| bare(word).to_owned())
}

fn bare(word: &str) -> &str {
    word.trim_start_matches('#')
}

fn is_off(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "off" | "no" | "remove" | "关" | "關" | "否" | "移除" | "取消"
    )
}

/// `3 34:12`, `k7q2m 3 draw`, `board:3 result:34:12`
fn correct(words: &[String]) -> EventAsk {
    #[derive(Clone, Copy)]
    enum Part {
        Event,
        Board,
        Result,
    }
    let part = |name: &str| match name.to_lowercase().as_str() {
        "event" | "赛事" | "賽事" => Some(Part::Event),
        "board" | "match" | "编号" | "編號" => Some(Part::Board),
        "result" | "结果" | "結果" => Some(Part::Result),
        _ => None,
    };
    let marks = [':', '：', '=', '＝'];
    let (mut event, mut board, mut result) = (None, None, Vec::new());
    for word in words {
        let (name, value) = word.split_once(marks).unwrap_or((word.as_str(), ""));
        let (wanted, value) = match part(name) {
            // The name alone: what it names comes next.
            Some(_) if value.is_empty() => continue,
            Some(wanted) => (wanted, value),
            None if event.is_none() && is_code(word) => (Part::Event, word.as_str()),
            None if board.is_none() => (Part::Board, word.as_str()),
            None => (Part::Result, word.as_str()),
        };
        match wanted {
            Part::Event => event = Some(bare(value).to_owned()),
            Part::Board => board = Some(bare(value).parse().unwrap_or(0)),
            Part::Result => result.push(value),
        }
    }
    EventAsk::Do {
        event,
        deed: EventDeed::Correct {
            board,
            result: (!result.is_empty()).then(|| result.join(" ")),
        },
    }
}

/// The words in quotation marks, and the text without them.
fn quoted(text: &str) -> (Option<String>, String) {
    for (open, close) in [
        ('“', '”'),
        ('"', '"'),
        ('„', '“'),
        ('「', '」'),
        ('《', '》'),
        ('«', '»'),
    ] {
        let Some(from) = text.find(open) else { continue };
        let inside = &text[from + open.len_utf8()..];
        let Some(to) = inside.find(close) else { continue };
        let rest = format!("{} {}", &text[..from], &inside[to + close.len_utf8()..]);
        return (Some(inside[..to].to_owned()), rest);
    }
    (None, text.to_owned())
}

/// The template comes first; a time, `size 16` and `rounds 5` stand anywhere, and everything else is what is played.
fn form(title: Option<String>, words: &[String], terms: impl Fn(&[String]) -> Challenge) -> NewEvent {
    let mut new = NewEvent {
        title,
        ..NewEvent::default()
    };
    let mut starts: Vec<String> = Vec::new();
    let mut played: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        let (name, value) = lower.split_once(['=', ':', '：']).unwrap_or((&lower, ""));
        match name {
            "title" | "标题" | "標題" if word.contains(['=', ':', '：']) => {
                let title = word.split_once(['=', ':', '：']).map_or("", |(_, title)| title);
                if new.title.is_none() && !title.is_empty() {
                    new.title = Some(title.to_owned());
                }
            }
            "template" | "模板" | "範本" if !value.is_empty() => new.template = Some(value.to_owned()),
            "size" | "人数" | "人數" | "players" => new.size = Some(figure(value, &mut words)),
            "rounds" | "轮数" | "輪數" | "轮" | "輪" => new.rounds = Some(figure(value, &mut words)),
            "fee" | "报名费" | "報名費" => new.fee = Some(figure(value, &mut words)),
            "start" | "at" | "on" | "开始" | "開始" => {
                if !value.is_empty() {
                    starts.push(value.to_owned());
                }
            }
            // `in 2 hours`
            "in" if value.is_empty() => {
                starts.push(lower.clone());
                while let Some(next) = words.next_if(|next| counts_time(next)) {
                    starts.push(next.clone());
                }
            }
            "terms" | "规则" | "規則" if word.contains([':', '：']) => {
                played.extend((!value.is_empty()).then(|| value.to_owned()));
            }
            "full" | "满员" | "滿員" | "hand" | "手动" | "手動" => starts.push(lower.clone()),
            // What is meant to be a time and is none is refused as one.
            _ if names_time(word) || means_time(word) => starts.push(word.clone()),
            _ if word.ends_with(['轮', '輪']) && word.chars().count() > 1 => {
                new.rounds = word.trim_end_matches(['轮', '輪']).parse().ok();
            }
            _ if new.template.is_none() && played.is_empty() => new.template = Some(word.clone()),
            _ => played.push(word.clone()),
        }
    }
    new.starts = (!starts.is_empty()).then(|| starts.join(" "));
    new.terms = (!played.is_empty()).then(|| terms(&played));
    new
}

/// A figure behind its name, or as the next word. What is none is a figure that nothing allows, so that it is refused and not
/// passed over.
fn figure<'a>(value: &str, words: &mut Peekable<impl Iterator<Item = &'a String>>) -> i64 {
    const NONE: i64 = i64::MIN;
    if !value.is_empty() {
        return value.parse().unwrap_or(NONE);
    }
    let next = words.next_if(|next| next.parse::<i64>().is_ok());
    next.and_then(|next| next.parse().ok()).unwrap_or(NONE)
}

/// `cup fri 20:00`, `cup 0 20 * * 5 ahead 60`; nothing: what is planned.
fn plan(title: Option<String>, words: &[String], terms: impl Fn(&[String]) -> Challenge) -> EventAsk {
    let field = |word: &str| {
        let plain = word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '*' | ',' | '-' | '/' | '#'));
        plain || matches!(word, "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")
    };
    if let Some((first, rest)) = words.split_first()
        && matches!(
            first.to_lowercase().as_str(),
            "remove" | "delete" | "cancel" | "off" | "移除" | "删除" | "刪除" | "取消"
        )
    {
        return EventAsk::Unplan(rest.first().map(|word| bare(word).to_owned()));
    }
    // Named as on Discord: `when:fri 20:00 ahead:120`.
    let named = |word: &String| match word.split_once([':', '：']) {
        Some((name, value)) if matches!(name.to_lowercase().as_str(), "when" | "时间" | "時間") => {
            vec![value.to_owned()]
        }
        Some((name, value)) if matches!(name.to_lowercase().as_str(), "ahead" | "提前") => {
            vec![name.to_owned(), value.to_owned()]
        }
        _ => vec![word.clone()],
    };
    let mut left: Vec<String> = words.iter().flat_map(named).filter(|word| !word.is_empty()).collect();
    let mut ahead = None;
    if let Some(at) = left
        .iter()
        .position(|word| matches!(word.to_lowercase().as_str(), "ahead" | "提前"))
        && at + 1 < left.len()
    {
        ahead = Some(left[at + 1].parse().unwrap_or(-1));
        left.drain(at..=at + 1);
    }
    // Five cron fields in a row, else a day and a time.
    let cron = left
        .windows(5)
        .position(|part| part.iter().all(|word| field(&word.to_lowercase())));
    let when = if let Some(at) = cron {
        Some(left.drain(at..at + 5).collect::<Vec<_>>().join(" "))
    } else {
        let day = |word: &str| {
            names_time(word)
                // What is none is refused as one.
                || means_time(word)
                || matches!(
                    word.to_lowercase().as_str(),
                    "daily" | "weekdays" | "weekends" | "每天" | "每日" | "工作日" | "周末" | "週末"
                )
                || word.starts_with('每')
                || word.ends_with(['号', '號'])
                || word.contains([',', '、'])
        };
        let (when, rest): (Vec<String>, Vec<String>) = left.into_iter().partition(|word| day(word));
        left = rest;
        (!when.is_empty()).then(|| when.join(" "))
    };
    EventAsk::Plan {
        when,
        ahead,
        event: Box::new(form(title, &left, terms)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(words: &[String]) -> Challenge {
        Challenge {
            rules: Some(words.join(" ")),
            ..Challenge::default()
        }
    }

    fn asked(text: &str) -> EventAsk {
        EventAsk::read(text, Some(Foe::Handle("bob".to_owned())), terms)
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn an_event_is_read_in_any_order() {
        let whole = NewEvent {
            template: text("friendly"),
            title: text("Friday cup"),
            terms: Some(terms(&["classic".to_owned(), "target".to_owned(), "100".to_owned()])),
            starts: text("tomorrow 20:00"),
            size: Some(16),
            rounds: Some(5),
            fee: Some(20),
        };
        for typed in [
            "create friendly “Friday cup” tomorrow 20:00 size 16 rounds 5 fee 20 classic target 100",
            "create \"Friday cup\" friendly classic size=16 target 100 fee:20 rounds:5 at tomorrow 20:00",
            "开赛 friendly 「Friday cup」 classic target 100 人数 16 5轮 报名费：20 start tomorrow 20:00",
        ] {
            assert_eq!(asked(typed), EventAsk::Create(Box::new(whole.clone())), "{typed}");
        }
        let fields = EventAsk::Create(Box::new(NewEvent {
            template: text("friendly"),
            title: text("Friday"),
            starts: text("hand"),
            size: Some(4),
            ..NewEvent::default()
        }));
        assert_eq!(asked("create template:friendly title:Friday start:hand size:4"), fields);
        assert_eq!(asked("create friendly title:“Friday” start:hand size:4"), fields);
        assert_eq!(asked("create"), EventAsk::Create(Box::default()));
        let EventAsk::Create(full) = asked("create cup full") else {
            panic!()
        };
        assert_eq!(
            (full.template, full.starts, full.terms),
            (text("cup"), text("full"), None)
        );
    }

    #[test]
    fn deeds_and_pages_are_read_with_and_without_an_id() {
        let act = |event: Option<&str>, deed| EventAsk::Do {
            event: event.map(str::to_owned),
            deed,
        };
        for (typed, wanted) in [
            ("", EventAsk::List),
            ("help", EventAsk::Help),
            (
                "void k7q2m4 3",
                act(
                    Some("k7q2m4"),
                    EventDeed::Correct {
                        board: Some(3),
                        result: text("void"),
                    },
                ),
            ),
            ("join #x", act(Some("x"), EventDeed::Join)),
            ("what is", EventAsk::Unknown("what".to_owned())),
            ("bring k7q2m4 off", EventAsk::Away("k7q2m4".to_owned())),
            ("away #k7q2m4", EventAsk::Away("k7q2m4".to_owned())),
            ("join", act(None, EventDeed::Join)),
            ("报名 K7Q2M4", act(Some("K7Q2M4"), EventDeed::Join)),
            ("bring #k7q2m4", EventAsk::Bring("k7q2m4".to_owned())),
            ("checkin #k7q2m4", act(Some("k7q2m4"), EventDeed::CheckIn)),
            (
                "排名",
                EventAsk::Show {
                    event: None,
                    page: EventPage::Standings,
                },
            ),
            (
                "correct 3 34:12",
                act(
                    None,
                    EventDeed::Correct {
                        board: Some(3),
                        result: text("34:12"),
                    },
                ),
            ),
            (
                "correct k7q2m4 board 3",
                act(
                    Some("k7q2m4"),
                    EventDeed::Correct {
                        board: Some(3),
                        result: None,
                    },
                ),
            ),
            (
                "move tomorrow 19:30",
                act(None, EventDeed::Move(text("tomorrow 19:30"))),
            ),
            (
                "expel @bob",
                act(None, EventDeed::Expel(Some(Foe::Handle("bob".to_owned())))),
            ),
            ("mine", EventAsk::Mine),
            // An id without a digit, and words that could be one.
            ("join kqmxnt", act(Some("kqmxnt"), EventDeed::Join)),
            ("cancel event KQMXNT", act(Some("KQMXNT"), EventDeed::Cancel)),
            (
                "correct board:3 result:34:12",
                act(
                    None,
                    EventDeed::Correct {
                        board: Some(3),
                        result: text("34:12"),
                    },
                ),
            ),
            (
                "改结果 结果：34:12 编号=3 #k7q2m4",
                act(
                    Some("k7q2m4"),
                    EventDeed::Correct {
                        board: Some(3),
                        result: text("34:12"),
                    },
                ),
            ),
            (
                "correct match 3 drawn event: kqmxnt",
                act(
                    Some("kqmxnt"),
                    EventDeed::Correct {
                        board: Some(3),
                        result: text("drawn"),
                    },
                ),
            ),
            (
                "move tomorrow 19:30 kqmxnt",
                act(Some("kqmxnt"), EventDeed::Move(text("tomorrow 19:30"))),
            ),
            (
                "move k7q2m4 wednesday 19:30",
                act(Some("k7q2m4"), EventDeed::Move(text("wednesday 19:30"))),
            ),
            (
                "organiser @bob off",
                act(None, EventDeed::NoOrganiser(Some(Foe::Handle("bob".to_owned())))),
            ),
            (
                "organiser @bob k7q2m4",
                act(
                    Some("k7q2m4"),
                    EventDeed::Organiser(Some(Foe::Handle("bob".to_owned()))),
                ),
            ),
            ("plan remove #k7q2m4", EventAsk::Unplan(text("k7q2m4"))),
            ("安排 移除", EventAsk::Unplan(None)),
        ] {
            assert_eq!(asked(typed), wanted, "{typed}");
        }
    }

    #[test]
    fn people_without_names_of_their_own_are_named_in_words() {
        let asked = |text: &str| match EventAsk::read_names(text, terms) {
            EventAsk::Do { event, deed } => (event, deed),
            other => panic!("{text}: {other:?}"),
        };
        let ben = || Some(Foe::Handle("Benny Lee".to_owned()));
        for (typed, event, deed) in [
            ("organiser Benny Lee", None, EventDeed::Organiser(ben())),
            ("organiser #k7q2m Benny Lee", text("k7q2m"), EventDeed::Organiser(ben())),
            ("organiser Benny Lee off", None, EventDeed::NoOrganiser(ben())),
            ("expel Benny Lee #K7Q2M", text("K7Q2M"), EventDeed::Expel(ben())),
            ("expel VH8DM9Z Benny Lee", text("VH8DM9Z"), EventDeed::Expel(ben())),
            ("expel", None, EventDeed::Expel(None)),
            ("join k7q2m", text("k7q2m"), EventDeed::Join),
        ] {
            assert_eq!(asked(typed), (event, deed), "{typed}");
        }
    }

    /// What README writes for Discord and for Telegram is understood on the page.
    #[test]
    fn the_lines_of_the_readme_are_read() {
        let form = |typed: &str| match EventAsk::read_names(typed, terms) {
            EventAsk::Create(new) => *new,
            other => panic!("{typed}: {other:?}"),
        };
        let whole = NewEvent {
            template: text("friendly"),
            title: text("Friday"),
            terms: Some(terms(&["classic".to_owned(), "target=100".to_owned()])),
            starts: text("tomorrow 20:00"),
            size: Some(16),
            rounds: Some(5),
            fee: None,
        };
        for typed in [
            "create template:friendly title:Friday start:tomorrow 20:00 size:16 rounds:5 terms:classic target=100",
            "create friendly “Friday” tomorrow 20:00 size 16 rounds 5 classic target 100",
        ] {
            assert_eq!(form(typed), whole, "{typed}");
        }
        assert_eq!(form("create friendly in 2 hours").starts, text("in 2 hours"));
        // And what its Chinese help writes.
        let chinese = form("创建 友谊赛 “周五” 20:00 人数 16");
        assert_eq!(
            (chinese.template, chinese.title, chinese.size),
            (text("友谊赛"), text("周五"), Some(16))
        );
    }

    /// C-109: what is no figure is never passed over as if it had not been typed.
    #[test]
    fn odd_figures_are_refused_and_not_passed_over() {
        let form = |typed: &str| match asked(typed) {
            EventAsk::Create(new) => new,
            EventAsk::Plan { event, .. } => event,
            other => panic!("{typed}: {other:?}"),
        };
        for typed in [
            "fee:-1",
            "fee:",
            "fee",
            "fee:1.5",
            "fee:1e9",
            "fee:٣",
            "fee=1,000",
            "fee:99999999999999999999",
            "fee ٣",
            "fee:20点",
        ] {
            let fee = form(&format!("create friendly {typed}")).fee;
            assert!(fee.is_some_and(|fee| fee < 0), "{typed}: {fee:?}");
        }
        for (typed, wanted) in [
            ("fee:0", 0),
            ("fee 10000", 10_000),
            ("fee: 20", 20),
            ("fee=10001", 10_001),
        ] {
            assert_eq!(form(&format!("create friendly {typed}")).fee, Some(wanted), "{typed}");
            assert_eq!(
                form(&format!("plan friendly fri 20:00 {typed}")).fee,
                Some(wanted),
                "{typed}"
            );
        }
        assert_eq!(form("create friendly").fee, None);
        assert!(form("create friendly size:1e9").size.is_some_and(|size| size < 0));
        assert!(form("create friendly rounds:٣").rounds.is_some_and(|rounds| rounds < 0));
    }

    #[test]
    fn plans_are_read() {
        let plan = |typed: &str| match asked(typed) {
            EventAsk::Plan { when, ahead, event } => (when, ahead, event.template, event.size),
            other => panic!("{typed}: {other:?}"),
        };
        assert_eq!(plan("plan"), (None, None, None, None));
        assert_eq!(
            plan("plan template:cup when:fri 20:00 ahead:120 size:8"),
            (text("fri 20:00"), Some(120), text("cup"), Some(8))
        );
        assert_eq!(plan("plan cup fri 25:99"), (text("fri 25:99"), None, text("cup"), None));
        assert_eq!(plan("plan cup fri 20:00"), (text("fri 20:00"), None, text("cup"), None));
        assert_eq!(
            plan("plan cup 0 20 * * 5 ahead 60 size 8"),
            (text("0 20 * * 5"), Some(60), text("cup"), Some(8))
        );
        assert_eq!(
            plan("安排 cup 每周五 20:00"),
            (text("每周五 20:00"), None, text("cup"), None)
        );
    }
}
