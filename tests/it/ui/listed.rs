//! What the pages of an event list, in words and in pictures: who is out, who has no match, what was drawn, earlier brackets,
//! what happens when, and what it is called.

use std::collections::BTreeSet;

use jinlami::contest::{Format, How, Kind, PairingId, Score, Stage, Status, TieBreak, Wish};
use jinlami::id::{EventId, Lang, Seat, TableId};
use jinlami::service::{Caller, Command, SlotKind};
use jinlami::table::Wish as Move;
use jinlami::ui::{Ask, EventAsk, EventDeed, EventPage, Guest, NewEvent, Order, Post, Row, Span};
use jinlami::words::Words;

use super::crowd::{begun, template, turned, wish};
use super::events::{ask, contest, deed, message, mo, new_event, open, people, press, round, said, sure};
use super::house::{House, telegram};
use crate::rig::PLACE;

fn speaking(one: &Guest, lang: Lang) -> Guest {
    Guest {
        locale: Some(lang.tag().to_owned()),
        ..one.clone()
    }
}

/// The page as this person sees it who typed the event's id.
async fn page(house: &House, who: &Guest, event: EventId, page: EventPage) -> Post {
    let show = EventAsk::Show {
        event: Some(TableId(event.0).code()),
        page,
    };
    ask(house, who, show).await.post.unwrap()
}

/// The words of a post and those that describe its picture.
fn both(post: &Post) -> [String; 2] {
    let alt = post.picture.as_ref().expect("a picture").alt.clone();
    [post.text.plain(), alt]
}

fn ruling(winner: Option<Seat>, points: [i32; 2]) -> Score {
    Score {
        winner,
        points,
        hands: 0,
        how: How::Organiser,
    }
}

/// The first of each two wins by an organiser's word, whatever of the round is open; then the next one begins.
async fn rule_round(house: &House, event: EventId) {
    for pairing in contest(house, event).await.pairings() {
        if pairing.score.is_none() {
            let won = Wish::Correct(pairing.id, ruling(Some(Seat::FIRST), [34, 12]));
            wish(house, &mo(), event, won).await;
        }
    }
    house.rig.pass(4 * 60_000);
    assert!(house.rig.service.tick().await);
}

/// The height of a picture in its header.
fn height(post: &Post) -> u32 {
    let bytes = &post.picture.as_ref().unwrap().bytes;
    u32::from_be_bytes(bytes[20..24].try_into().unwrap())
}

#[tokio::test]
async fn who_is_out_or_sits_out_is_marked_by_a_word() {
    let house = House::new().await;
    let people = people(5);
    let mut format = template(&house, "friendly");
    format.stages[0].play = Kind::Swiss { rounds: Some(3) };
    let event = begun(&house, format, &people).await;
    let marks = [
        (
            Lang::En,
            "Player4 (out)",
            "Player5 (sits out)",
            "plays no further part",
            "not paired",
        ),
        (
            Lang::ZhHans,
            "Player4（出局）",
            "Player5（暂歇）",
            "不再参赛",
            "不参加编排",
        ),
        (
            Lang::ZhHant,
            "Player4（出局）",
            "Player5（暫歇）",
            "不再參賽",
            "不參加編排",
        ),
    ];
    let mut heights = Vec::new();
    for (lang, out, rest, ..) in marks {
        let before = page(&house, &speaking(&people[0], lang), event, EventPage::Standings).await;
        heights.push(height(&before));
        let [words, alt] = both(&before);
        assert!(
            ![out, rest]
                .iter()
                .any(|mark| words.contains(mark) || alt.contains(mark)),
            "{words}"
        );
    }
    wish(&house, &people[3], event, Wish::Drop).await;
    wish(&house, &people[4], event, Wish::Pause).await;
    for ((lang, out, rest, no_more, later), before) in marks.into_iter().zip(heights) {
        let shown = page(&house, &speaking(&people[0], lang), event, EventPage::Standings).await;
        for words in both(&shown) {
            for mark in [out, rest, no_more, later] {
                assert!(words.contains(mark), "{lang}: {mark} in {words}");
            }
            assert!(!words.contains("Player1 (") && !words.contains("Player1（"), "{words}");
        }
        // The two explanations stand in the picture as well.
        assert_eq!(height(&shown), before + 2 * 38, "{lang}");
    }
    // Whoever is back is marked no more; whoever is gone is also when all is over.
    wish(&house, &people[4], event, Wish::Return).await;
    for _ in 0..3 {
        rule_round(&house, event).await;
    }
    assert_eq!(contest(&house, event).await.status(), Status::Finished);
    let words = message(&house, event).await.text.plain();
    assert!(
        words.contains("Player4 (out)") && !words.contains("sits out"),
        "{words}"
    );
}

/// In a knockout and an elimination too nobody is told by colour alone that they are out.
#[tokio::test]
async fn who_was_beaten_is_marked_while_it_is_played() {
    let house = House::new().await;
    let people = people(4);
    let event = begun(&house, template(&house, "cup"), &people).await;
    rule_round(&house, event).await;
    let losers: Vec<String> = {
        let running = contest(&house, event).await;
        let lost = running.pairings().iter().take(2).map(|pairing| pairing.players[1]);
        let mut names = Vec::new();
        for player in lost {
            for one in &people {
                if house.rig.player(one.account).await == player {
                    names.push(one.name.clone());
                }
            }
        }
        names
    };
    let [words, _] = both(&page(&house, &people[0], event, EventPage::Standings).await);
    assert_eq!(words.matches(" (out)").count(), 2, "{words}");
    assert!(
        losers.iter().all(|name| words.contains(&format!("{name} (out)"))),
        "{words}"
    );
    rule_round(&house, event).await;
    let [words, _] = both(&page(&house, &people[0], event, EventPage::Standings).await);
    assert!(words.contains("Final standings") && !words.contains("(out)"), "{words}");
}

/// The numbers that pages show are those that a correction takes, no more and no fewer: who has no match has no number.
#[tokio::test]
async fn numbers_are_those_that_a_correction_takes() {
    let house = House::new().await;
    let people = people(5);
    let mut format = template(&house, "friendly");
    format.stages[0].play = Kind::Swiss { rounds: Some(2) };
    let event = begun(&house, format, &people).await;
    for (number, lang) in [1_u16, 2].into_iter().zip([Lang::En, Lang::ZhHans]) {
        let shown = page(&house, &speaking(&people[0], lang), event, EventPage::Pairings).await;
        let message = round(&house, event, number).await;
        for words in both(&shown).into_iter().chain([message.text.plain()]) {
            let numbers: BTreeSet<i64> = words
                .lines()
                .filter_map(|line| line.split_once(". ")?.0.parse().ok())
                .collect();
            let known = contest(&house, event).await;
            let of_round = known.pairings().iter().filter(|pairing| pairing.round == number);
            let expected: BTreeSet<i64> = of_round.map(|pairing| i64::from(pairing.id.0) + 1).collect();
            assert_eq!((numbers, expected.len()), (expected.clone(), 2), "{words}");
            for board in expected {
                let correct = EventDeed::Correct {
                    board: Some(board),
                    result: None,
                };
                let asked = deed(&house, &mo(), correct).await;
                assert!(asked.contains("Which result?"), "{asked}");
            }
        }
        let beyond = EventDeed::Correct {
            board: Some(i64::from(number) * 2 + 1),
            result: Some("34:12".to_owned()),
        };
        let refused = deed(&house, &mo(), beyond).await;
        assert!(refused.contains("no such match"), "{refused}");
        rule_round(&house, event).await;
    }
}

/// A drawn match is said to be drawn, with its points where it has any; by whom, where it was ruled.
#[tokio::test]
async fn a_draw_is_called_a_draw() {
    let house = House::new().await;
    let people = people(4);
    let event = begun(&house, template(&house, "friendly"), &people).await;
    // The second match is played and agreed to be drawn.
    let second = contest(&house, event).await.pairings()[1].clone();
    let post = round(&house, event, 1).await;
    let mut pair = Vec::new();
    for one in &people {
        if second.players.contains(&house.rig.player(one.account).await) {
            press(&house, one, &post, "I’m here").await;
            pair.push(one);
        }
    }
    assert!(house.rig.service.tick().await);
    let table = contest(&house, event).await.pairings()[1].table.expect("a table");
    for (one, offered) in pair.into_iter().zip([Move::OfferDraw, Move::AcceptDraw]) {
        let command = Command::Wish {
            table,
            stamp: None,
            wish: offered,
            press: None,
        };
        let done = house.rig.service.handle(Caller::Person(one.account), command).await;
        assert!(done.is_ok(), "{:?}", done.err());
    }
    assert!(house.rig.service.tick().await);
    let correct = |result: &str| EventDeed::Correct {
        board: Some(1),
        result: Some(result.to_owned()),
    };
    let ruled = [
        (
            "20:20",
            [
                "20 : 20, draw (organiser’s ruling)",
                "20 : 20，和局（主办人裁定）",
                "20 : 20，和局（主辦人裁定）",
            ],
        ),
        (
            "draw",
            [
                "· draw (organiser’s ruling)",
                "· 和局（主办人裁定）",
                "· 和局（主辦人裁定）",
            ],
        ),
    ];
    for (typed, said) in ruled {
        let told = sure(&house, &mo(), correct(typed)).await;
        assert!(told.contains(said[0]), "{told}");
        for (lang, wanted) in Lang::ALL.into_iter().zip(said) {
            let shown = page(&house, &speaking(&people[0], lang), event, EventPage::Pairings).await;
            for words in both(&shown) {
                assert!(words.contains(wanted), "{lang}: {words}");
                let played = ["0 : 0, draw\n", "0 : 0，和局\n"];
                let words = format!("{words}\n");
                assert!(played.iter().any(|played| words.contains(played)), "{words}");
                assert_eq!(words.matches("0 : 0").count(), 1, "{words}");
            }
        }
        let words = round(&house, event, 1).await.text.plain();
        assert!(words.contains(said[0]) && words.contains("0 : 0, draw"), "{words}");
    }
    // A result that is no draw is none.
    let told = sure(&house, &mo(), correct("34:12")).await;
    assert!(
        told.contains("34 : 12 (organiser’s ruling)") && !told.contains("draw"),
        "{told}"
    );
}

/// A knockout match that stays level says who goes on, in words and in the bracket's picture.
#[tokio::test]
async fn a_level_knockout_match_says_who_goes_on() {
    let house = House::new().await;
    let people = people(4);
    let event = begun(&house, template(&house, "cup"), &people).await;
    let first = contest(&house, event).await.pairings()[0].clone();
    let seed = Score {
        how: How::Seed,
        ..ruling(Some(Seat::FIRST), [20, 20])
    };
    wish(&house, &mo(), event, Wish::Correct(first.id, seed)).await;
    let bracket = page(&house, &people[0], event, EventPage::Bracket).await;
    for words in both(&bracket) {
        assert!(words.contains("20 : 20, draw ("), "{words}");
        assert!(words.contains("goes on as the better seed"), "{words}");
    }
}

/// The bracket of an earlier stage stays to be read, as its matches and places do.
#[tokio::test]
async fn an_earlier_bracket_stays_to_be_read() {
    let house = House::new().await;
    let people = people(8);
    let mut format = template(&house, "cup");
    let mut knockout = Stage::of(Kind::Knockout { third_place: false });
    knockout.advance = Some(4);
    format.stages = vec![knockout, Stage::of(Kind::RoundRobin { cycles: 1 })];
    let event = begun(&house, format, &people).await;
    while contest(&house, event).await.stages().len() < 2 {
        rule_round(&house, event).await;
    }
    let running = contest(&house, event).await;
    assert_eq!(running.stages().len(), 2);
    // The button that leads there stands on the event's message.
    let board = message(&house, event).await;
    let shown = house.press(&people[0], &super::events::token(&board, "Bracket")).await;
    let [words, alt] = both(&shown.post.unwrap());
    assert!(words.contains("Knockout · Final"), "{words}");
    for words in [&words, &alt] {
        assert!(words.contains("Quarter-finals") && words.contains("34 : 12"), "{words}");
        assert!(people.iter().all(|one| words.contains(&one.name)), "{words}");
    }
    let typed = page(&house, &people[1], event, EventPage::Bracket).await;
    assert_eq!(typed.picture.unwrap().name, "bracket.png");
}

/// Of two brackets the one that is played comes first, and from it one turns back to the other.
#[tokio::test]
async fn one_turns_from_bracket_to_bracket() {
    let house = House::new().await;
    let people = people(8);
    let mut format = template(&house, "cup");
    let mut first = Stage::of(Kind::Knockout { third_place: false });
    first.advance = Some(4);
    format.stages = vec![first, Stage::of(Kind::Knockout { third_place: true })];
    let event = begun(&house, format, &people).await;
    while contest(&house, event).await.stages().len() < 2 {
        rule_round(&house, event).await;
    }
    let newest = page(&house, &people[0], event, EventPage::Bracket).await.text.plain();
    assert!(
        newest.contains("Knockout · Semi-finals") && !newest.contains("Quarter-finals"),
        "{newest}"
    );
    let pages = turned(&house, &people[0], event, EventPage::Bracket).await;
    let words: Vec<String> = pages.iter().map(|page| page.text.plain()).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    assert!(
        words[0].contains("Quarter-finals") && words[0].contains("Knockout · Final"),
        "{words:?}"
    );
    assert_eq!(words[1], newest);
}

/// With every tie-break there is, in every language, the line that names them is in the picture as a whole, and in the words.
#[tokio::test]
async fn the_longest_line_of_tie_breaks_is_wrapped() {
    let house = House::new().await;
    let people = people(3);
    let all = [
        TieBreak::Buchholz,
        TieBreak::MedianBuchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Direct,
        TieBreak::Wins,
        TieBreak::Marks,
        TieBreak::Points,
        TieBreak::Difference,
    ];
    let mut format = template(&house, "friendly");
    format.stages[0].tie_breaks = Some(all.to_vec());
    let event = begun(&house, format, &people).await;
    let books = Words::new();
    let keys = [
        "buchholz",
        "median",
        "sonneborn",
        "direct",
        "wins",
        "marks",
        "points",
        "difference",
    ];
    for lang in Lang::ALL {
        let shown = page(&house, &speaking(&people[0], lang), event, EventPage::Standings).await;
        let lines = shown.text.plain();
        let last = lines.lines().last().unwrap();
        for key in keys {
            let name = books.say(lang, "event-tie-break", &[("by", key.into())]);
            assert!(last.contains(&name), "{lang}: {name} in {last}");
        }
        // Every line of the foot is within the edges, and as many letters as one line holds stand on each but the last.
        let more = (height(&shown) - 176 - 3 * 78 - 24) / 38;
        assert!((2..=4).contains(&more), "{lang}: {more} lines for {last}");
        assert!(!last.contains('…'));
    }
}

/// An event of a template is called by the title of its place's language; what an organiser typed stays as it was typed.
#[tokio::test]
async fn a_template_has_a_title_in_each_language() {
    let house = House::new().await;
    let titles = [
        (Lang::En, "Friendly"),
        (Lang::ZhHans, "友谊赛"),
        (Lang::ZhHant, "友誼賽"),
    ];
    for (lang, title) in titles {
        let order = Order::Language(Some(lang.tag().to_owned()));
        house.ask(&mo(), Ask::Admin(order)).await;
        // Whoever opens it may read another language.
        let opener = speaking(&mo(), if lang == Lang::En { Lang::ZhHant } else { Lang::En });
        let answer = ask(&house, &opener, EventAsk::Create(Box::new(new_event("friendly")))).await;
        assert!(answer.toast.is_some());
        let event = house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id;
        let format = contest(&house, event).await.format().clone();
        assert_eq!((format.title.as_str(), format.titles.len()), (title, 0));
        assert!(message(&house, event).await.text.plain().starts_with(title));
        let own = NewEvent {
            title: Some(format!("{title} · 友")),
            ..new_event("friendly")
        };
        ask(&house, &opener, EventAsk::Create(Box::new(own))).await;
        let newest = house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id;
        assert_eq!(contest(&house, newest).await.format().title, format!("{title} · 友"));
        // The list of templates is in the language of whoever reads it.
        let list = ask(&house, &speaking(&mo(), lang), EventAsk::Create(Box::default())).await;
        let post = list.post.unwrap();
        let words = post.text.plain();
        for (other, title) in titles {
            assert_eq!(
                words.contains(&format!("friendly：{title}")) || words.contains(&format!("friendly: {title}")),
                other == lang,
                "{words}"
            );
        }
    }
    for (name, format) in house.rig.service.templates() {
        let said: BTreeSet<&str> = Lang::ALL.iter().map(|lang| format.title_in(*lang)).collect();
        assert!(said.len() >= 2 && !format.title.contains('·'), "{name}: {said:?}");
    }
    // What an event of an earlier program is called is read as before.
    let old: Format =
        serde_json::from_str(r#"{"title":"友谊赛 · Friendly","stages":[{"play":{"swiss":{}}}]}"#).unwrap();
    assert_eq!(old.title_in(Lang::ZhHant), "友谊赛 · Friendly");
    assert!(!serde_json::to_string(&old).unwrap().contains("titles"));
}

/// Opens an event with this title, which begins then, in the place of whoever opens it.
async fn titled(house: &House, who: &Guest, template: &str, title: &str, starts: Option<&str>) -> EventId {
    let new = NewEvent {
        title: Some(title.to_owned()),
        starts: starts.map(str::to_owned),
        ..new_event(template)
    };
    ask(house, who, EventAsk::Create(Box::new(new))).await;
    let venue = who.place.unwrap().venue;
    house.rig.service.events(venue, true).await.unwrap()[0].id
}

/// `/event schedule`: everything that a place expects, in the order of time and in the place's zone; one event's own rounds with
/// their times.
#[tokio::test]
async fn a_place_says_what_happens_when() {
    let house = House::new().await;
    let chief = Guest {
        admin: true,
        ..telegram(9, "Mo")
    };
    house
        .ask(&chief, Ask::Admin(Order::Zone(Some("Asia/Shanghai".to_owned()))))
        .await;
    let schedule = || EventAsk::Show {
        event: None,
        page: EventPage::Schedule,
    };
    let none = said(&ask(&house, &chief, schedule()).await);
    assert!(none.contains("no such event here"), "{none}");
    // One event says all by itself.
    titled(&house, &chief, "cup", "Later", Some("+26h")).await;
    let [words, _] = both(&ask(&house, &chief, schedule()).await.post.unwrap());
    assert!(
        words.starts_with("Later\n") && words.contains(" CST: check-in opens\n"),
        "{words}"
    );
    // One that begins sooner, one that waits for a hand, two of one name, and one by the calendar.
    titled(&house, &chief, "friendly", "Sooner", Some("+3h")).await;
    titled(&house, &chief, "friendly", "By hand", None).await;
    let twin = titled(&house, &chief, "friendly", "Twin", Some("+4h")).await;
    // As the calendar opens them: nobody typed it twice.
    let command = Command::OpenEvent {
        place: chief.place.unwrap(),
        format: contest(&house, twin).await.format().clone(),
        starts: Some(house.rig.service.now().plus(5 * 3_600_000)),
        inbox: None,
    };
    let by = Caller::Person(chief.account);
    let twins = [twin, house.rig.service.handle_event(by, command).await.unwrap().event];
    let plan = EventAsk::Plan {
        when: Some("daily 20:00".to_owned()),
        ahead: Some(60),
        event: Box::new(NewEvent {
            title: Some("Daily".to_owned()),
            ..new_event("friendly")
        }),
    };
    ask(&house, &chief, plan).await;
    let shown = ask(&house, &chief, schedule()).await.post.unwrap();
    let [words, alt] = both(&shown);
    let times: Vec<&str> = words
        .lines()
        .filter_map(|line| line.split_once(" CST: "))
        .map(|(at, _)| at)
        .collect();
    assert!(times.len() == 9 && times.is_sorted(), "{words}");
    assert!(
        words.starts_with("What happens here, and when\nTimes: Asia/Shanghai\n"),
        "{words}"
    );
    let daily: Vec<&str> = words
        .lines()
        .filter(|line| line.ends_with("Daily · starts (planned)"))
        .collect();
    assert!(
        daily.len() == 3 && daily.iter().all(|line| line.contains(" 20:00 CST")),
        "{words}"
    );
    assert!(
        words.contains(" 19:00 CST: Daily · sign-up opens (planned)\n"),
        "{words}"
    );
    assert!(
        words.lines().last().unwrap().starts_with("By hand · Starts when"),
        "{words}"
    );
    for twin in twins {
        let code = TableId(twin.0).code().to_uppercase();
        assert!(words.contains(&format!(": Twin · {code} · starts\n")), "{words}");
    }
    // The picture shows as many, each with its time under it, and is described by the same.
    assert_eq!(alt.lines().count(), 1 + 10, "{alt}");
    assert!(alt.lines().skip(1).all(|line| words.contains(line)), "{alt}");
    assert_eq!(height(&shown), 176 + 104 * 10 + 24);
    // From there each event's own rounds are one press away.
    let Some(Row::Select { options, .. }) = shown.rows.first() else {
        panic!("{:?}", shown.rows);
    };
    assert_eq!(options.len(), 5);
    let (_, token) = options.iter().find(|(label, _)| label.starts_with("Later")).unwrap();
    let pressed = house.press(&chief, token).await.post.unwrap();
    assert!(pressed.text.plain().starts_with("Later\n"), "{}", pressed.text.plain());
}

/// A round that is played says until when, the next one from when.
#[tokio::test]
async fn rounds_say_until_when_and_from_when() {
    let house = House::new().await;
    let people = people(4);
    let event = begun(&house, template(&house, "cup"), &people).await;
    let moments = |post: &Post| {
        let moments = post.text.0.iter().filter(|span| matches!(span, Span::At(_)));
        moments.count()
    };
    let shown = page(&house, &mo(), event, EventPage::Schedule).await;
    let [words, alt] = both(&shown);
    assert!(
        words.contains("Semi-finals: 0 of 2 matches finished · to be played by"),
        "{words}"
    );
    assert!(
        words.contains("Final: still to come") && alt.contains("Final: still to come"),
        "{words}\n{alt}"
    );
    assert_eq!((moments(&shown), height(&shown)), (1, 176 + 2 * 104 + 24));
    for pairing in contest(&house, event).await.pairings() {
        let won = Wish::Correct(pairing.id, ruling(Some(Seat::FIRST), [34, 12]));
        wish(&house, &mo(), event, won).await;
    }
    let shown = page(&house, &mo(), event, EventPage::Schedule).await;
    let [words, _] = both(&shown);
    assert!(
        words.contains("Final · begins at") && words.contains("2 of 2"),
        "{words}"
    );
    assert_eq!((moments(&shown), height(&shown)), (1, 176 + 2 * 104 + 24));
    // Beside another event the place says that it goes on, and when.
    titled(&house, &mo(), "friendly", "Other", Some("+3h")).await;
    let show = EventAsk::Show {
        event: None,
        page: EventPage::Schedule,
    };
    let shown = ask(&house, &mo(), show).await.post.unwrap();
    let [words, _] = both(&shown);
    assert!(
        words.contains(": Cup · goes on") && words.contains(": Other · starts"),
        "{words}"
    );
    assert_eq!(moments(&shown), 2);
}

/// In every language, with whatever is expected, the page says it and fits.
#[tokio::test]
async fn what_happens_when_is_said_in_every_language() {
    let house = House::new().await;
    for n in 0..12 {
        let new = NewEvent {
            title: Some(format!("{n} {}", "Wide title ".repeat(7))),
            starts: Some(format!("+{}h", n + 2)),
            ..new_event("cup")
        };
        open(&house, &mo(), new).await;
    }
    for (lang, head, more) in [
        (Lang::En, "What happens here, and when", "more date"),
        (Lang::ZhHans, "这里的赛事日程", "另有 "),
        (Lang::ZhHant, "這裡的賽事日程", "另有 "),
    ] {
        let show = EventAsk::Show {
            event: None,
            page: EventPage::Schedule,
        };
        let shown = ask(&house, &speaking(&mo(), lang), show).await.post.unwrap();
        let [words, alt] = both(&shown);
        assert!(words.starts_with(head) && words.contains(more), "{words}");
        assert!(alt.encode_utf16().count() < 1024 && !alt.contains('…'), "{alt}");
    }
}

/// The board of two teams, the round's message and the list to correct from number the same.
#[tokio::test]
async fn the_list_to_correct_from_shows_the_same_numbers() {
    let house = House::new().await;
    let people = people(5);
    let event = begun(&house, template(&house, "friendly"), &people).await;
    let list = ask(
        &house,
        &mo(),
        EventAsk::Do {
            event: None,
            deed: EventDeed::Correct {
                board: None,
                result: None,
            },
        },
    )
    .await;
    let post = list.post.unwrap();
    let Some(Row::Select { options, .. }) = post.rows.first() else {
        panic!("{:?}", post.rows);
    };
    let labels: Vec<&str> = options.iter().map(|(label, _)| &label[..3]).collect();
    assert_eq!(labels, ["2. ", "1. "]);
    let known = contest(&house, event).await;
    assert!(known.pairing(PairingId(1)).is_some() && known.pairing(PairingId(2)).is_none());
    let slot = house.slot_post(TableId(event.0), SlotKind::Event, 0, None).await;
    assert!(slot.is_some());
}
