//! Large events, and those of several stages, at the desk: everybody is listed, called and found on a page.

use std::collections::BTreeSet;

use jinlami::contest::{Format, Kind, Start, Status, Wish};
use jinlami::id::{Account, EventId, Lang, Platform, TableId};
use jinlami::service::{CALLED, Caller, Command, MATCHES, SlotKind, part_number, round_number};
use jinlami::ui::event::token::{EventAct, decode};
use jinlami::ui::{Ask, EventAsk, EventDeed, EventPage, Guest, NewEvent, Order, Post, Span};

use super::events::{
    ask, contest, deed, join, message, mo, new_event, people, person, play_round, press, round, said, token,
};
use super::house::House;
use crate::rig::PLACE;

/// Names as long as they can be.
fn long(count: i64) -> Vec<Guest> {
    (1..=count)
        .map(|n| person(100 + n, &format!("{n:03} {}", "Wx".repeat(14))))
        .collect()
}

pub(super) async fn wish(house: &House, who: &Guest, event: EventId, wish: Wish) {
    let command = Command::Event {
        event,
        wish,
        admin: false,
        at: Some(PLACE),
        brings: false,
        inbox: None,
    };
    let done = house
        .rig
        .service
        .handle_event(Caller::Person(who.account), command)
        .await;
    assert!(done.is_ok());
}

/// An event of which these are all in, begun.
pub(super) async fn begun(house: &House, format: Format, people: &[Guest]) -> EventId {
    let command = Command::OpenEvent {
        place: PLACE,
        format,
        starts: None,
        inbox: None,
    };
    let (mo, service) = (mo(), &house.rig.service);
    for one in people.iter().chain([&mo]) {
        service.meet(one.account, &one.name, None).await.unwrap();
    }
    let event = service
        .handle_event(Caller::Person(mo.account), command)
        .await
        .unwrap()
        .event;
    for one in people {
        wish(house, one, event, Wish::SignUp).await;
    }
    wish(house, &mo, event, Wish::Start).await;
    event
}

/// A template of the program's own, by hand and without any check-in, under the usual rules.
pub(super) fn template(house: &House, name: &str) -> Format {
    let templates = house.rig.service.templates();
    let (_, mut format) = templates.into_iter().find(|(known, _)| known == name).unwrap();
    format.terms = String::new();
    format.start = Start::ByHand;
    format.sign_up.check_in = None;
    // What is said of fees must find room as well.
    format.fee = if format.squads.is_none() { 20 } else { 0 };
    format
}

async fn slot(house: &House, event: EventId, kind: SlotKind, number: i64) -> Option<Post> {
    house.slot_post(TableId(event.0), kind, number, None).await
}

/// Every page of this kind from the first on, as somebody turns them.
pub(super) async fn turned(house: &House, who: &Guest, event: EventId, page: EventPage) -> Vec<Post> {
    let show = EventAsk::Show {
        event: Some(TableId(event.0).code()),
        page,
    };
    let mut shown = ask(house, who, show).await.post.unwrap();
    while let Some(token) = turn(&shown, "◀") {
        shown = house.press(who, &token).await.post.unwrap();
    }
    let mut pages = vec![shown];
    while let Some(token) = turn(pages.last().unwrap(), "▶") {
        pages.push(house.press(who, &token).await.post.unwrap());
    }
    pages
}

fn turn(post: &Post, arrow: &str) -> Option<String> {
    let mut presses = post.presses();
    presses
        .find(|(label, _)| label.contains(arrow))
        .map(|(_, token)| token.to_owned())
}

/// How many of these stand in the words of the pages, each of them once.
fn named(pages: &[Post], people: &[Guest]) -> usize {
    let words: String = pages.iter().map(|page| page.text.plain() + "\n").collect();
    let times = people.iter().map(|one| words.matches(&one.name).count());
    times
        .inspect(|times| assert!(*times <= 1, "{words}"))
        .filter(|times| *times == 1)
        .count()
}

/// C-005: with 256 players a round has 128 matches: each is listed, and both are called, in one of four messages; so are those who
/// do not come, and everybody when it is called off.
#[tokio::test]
async fn every_match_of_a_large_round_is_listed_and_called() {
    let house = House::new().await;
    let people = long(256);
    let mut format = template(&house, "friendly");
    format.size.most = 256;
    let event = begun(&house, format, &people).await;
    let first = round_number(0, 1);
    let (mut called, mut listed) = (BTreeSet::new(), 0);
    for part in 0..4 {
        let post = slot(&house, event, SlotKind::Round, part_number(first, part))
            .await
            .unwrap();
        assert_eq!(post.calls.len(), CALLED);
        called.extend(post.calls.iter().map(|account| account.user));
        listed += post.text.plain().lines().filter(|line| line.contains(" – ")).count();
        assert!(turn(&post, "I’m here").is_some());
    }
    assert_eq!((called.len(), listed), (256, 128));
    assert!(
        slot(&house, event, SlotKind::Round, part_number(first, 4))
            .await
            .is_none()
    );
    // The last match's players come, and their message says so by itself.
    let last = contest(&house, event).await.pairings()[127].clone();
    for one in &people {
        if last.players.contains(&house.rig.player(one.account).await) {
            wish(&house, one, event, Wish::Show(last.id)).await;
        }
    }
    assert!(house.rig.service.tick().await);
    house.rig.pass(8 * 60_000);
    assert!(house.rig.service.tick().await);
    let mut reminded = 0;
    for part in 0..4 {
        let call = slot(&house, event, SlotKind::Call, part_number(first, part))
            .await
            .unwrap();
        reminded += call.calls.len();
    }
    assert_eq!(reminded, 254);
    // The board shows the first, says how many more there are, and what it is.
    let board = message(&house, event).await.text.plain();
    let code = TableId(event.0).code().to_uppercase();
    assert!(
        board.contains(&format!("event {code}")) && board.contains("Organiser: Mo"),
        "{board}"
    );
    assert!(board.contains("more\n"), "{board}");
    wish(&house, &mo(), event, Wish::Cancel).await;
    let mut told = 0;
    for part in 0..4 {
        let closing = slot(&house, event, SlotKind::Closing, part_number(0, part))
            .await
            .unwrap();
        told += closing.calls.len();
    }
    assert_eq!(told, 256);
    house.deliver(Platform::Discord).await;
}

/// The pages of sixty-four players with long names end where their words end: everybody stands on one of them, once.
#[tokio::test]
async fn no_page_leaves_anybody_out() {
    let house = House::new().await;
    let people = long(64);
    let event = begun(&house, template(&house, "friendly"), &people).await;
    let post = slot(&house, event, SlotKind::Round, round_number(0, 1)).await.unwrap();
    assert_eq!((post.calls.len(), MATCHES), (64, 32));
    let standings = turned(&house, &people[0], event, EventPage::Standings).await;
    assert_eq!(named(&standings, &people), 64);
    let pairings = turned(&house, &people[0], event, EventPage::Pairings).await;
    assert_eq!(named(&pairings, &people), 64);
    for page in standings.iter().chain(&pairings) {
        let words = page.text.plain();
        assert!(!words.contains("more"), "{words}");
    }
}

/// What is left out of a bracket's words are matches, and Chinese counts them as such.
#[tokio::test]
async fn matches_are_not_counted_as_people() {
    let house = House::new().await;
    let chinese = Order::Language(Some(Lang::ZhHans.tag().to_owned()));
    house.ask(&mo(), Ask::Admin(chinese)).await;
    let wide = (1..=64).map(|n| person(100 + n, &format!("{n:03} {}", "😀".repeat(28))));
    let event = begun(&house, template(&house, "cup"), &wide.collect::<Vec<_>>()).await;
    let board = message(&house, event).await.text.plain();
    assert!(board.contains(" 场\n") && !board.contains("另有 1 人"), "{board}");
    assert!(board.contains(&TableId(event.0).code().to_uppercase()), "{board}");
}

/// In a knockout after a Swiss, what was played in the Swiss is still to be found.
#[tokio::test]
async fn earlier_stages_stay_to_be_read() {
    let house = House::new().await;
    let people = people(4);
    let mut format = template(&house, "masters");
    format.size.least = 3;
    format.stages[0].play = Kind::Swiss { rounds: Some(1) };
    format.stages[0].advance = Some(2);
    let event = begun(&house, format, &people).await;
    play_round(&house, event, 1, &people).await;
    house.rig.pass(60_000);
    assert!(house.rig.service.tick().await);
    let running = contest(&house, event).await;
    assert_eq!((running.status(), running.stages().len()), (Status::Running, 2));
    for over in [false, true] {
        if over {
            play_stage(&house, event, &people).await;
            assert_eq!(contest(&house, event).await.status(), Status::Finished);
        }
        let standings = turned(&house, &people[0], event, EventPage::Standings).await;
        let words: Vec<String> = standings.iter().map(|page| page.text.plain()).collect();
        assert_eq!(words.len(), if over { 3 } else { 2 }, "{words:?}");
        let swiss = words.last().unwrap();
        assert!(
            swiss.contains("Swiss · Round 1 of 1") && swiss.contains("W–D–L"),
            "{swiss}"
        );
        assert!(people.iter().all(|one| swiss.contains(&one.name)), "{swiss}");
        let pairings = turned(&house, &people[0], event, EventPage::Pairings).await;
        assert_eq!(pairings.len(), 2);
        let [first, last] = [0, 1].map(|at| pairings[at].text.plain());
        assert!(
            first.contains("Swiss · Round 1 of 1") && first.contains(" : "),
            "{first}"
        );
        assert!(last.contains("Knockout · Final"), "{last}");
        // Without a number it is the newest that is shown.
        let show = EventAsk::Show {
            event: Some(TableId(event.0).code()),
            page: EventPage::Pairings,
        };
        let newest = ask(&house, &people[0], show).await.post.unwrap();
        assert_eq!(newest.text.plain(), last);
    }
}

/// The final's two come, and one gives up.
async fn play_stage(house: &House, event: EventId, people: &[Guest]) {
    let number = round_number(1, 1);
    let post = slot(house, event, SlotKind::Round, number).await.unwrap();
    let last = contest(house, event).await.pairings().last().unwrap().clone();
    for one in people {
        if last.players.contains(&house.rig.player(one.account).await) {
            press(house, one, &post, "I’m here").await;
        }
    }
    assert!(house.rig.service.tick().await);
    let table = contest(house, event).await.pairing(last.id).unwrap().table.unwrap();
    for one in people {
        if house.rig.player(one.account).await == last.players[1] {
            super::events::resign(house, one, table).await;
        }
    }
    assert!(house.rig.service.tick().await);
    house.rig.pass(4 * 60_000);
    assert!(house.rig.service.tick().await);
}

/// Who waited hears of the place that became theirs, once and by name; called off, it is told to those who still wait as well.
#[tokio::test]
async fn who_waits_is_told_of_a_free_place() {
    let house = House::new().await;
    let people = people(5);
    let new = NewEvent {
        size: Some(3),
        ..new_event("friendly")
    };
    let event = super::events::open(&house, &mo(), new).await;
    join(&house, event, &people).await;
    house.deliver(Platform::Discord).await;
    let mine = said(&ask(&house, &people[3], EventAsk::Mine).await);
    assert!(mine.contains("You hear as soon as a place is free"), "{mine}");
    deed(&house, &people[0], EventDeed::Leave).await;
    let calls = |shown: Vec<(jinlami::service::Slot, Post)>| {
        let calls = shown.into_iter().filter(|(slot, _)| slot.key.kind == SlotKind::Call);
        calls.map(|(_, post)| post).collect::<Vec<_>>()
    };
    let told = calls(house.deliver(Platform::Discord).await);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].calls, [people[3].account]);
    let words = told[0].text.plain();
    assert!(
        words.contains("A place became free") && words.contains("Player4"),
        "{words}"
    );
    let leave = token(&told[0], "Leave");
    assert!(matches!(decode(&leave).unwrap().act, EventAct::AskLeave));
    // Whoever leaves again before it is said is not called, and nobody twice.
    deed(&house, &people[1], EventDeed::Leave).await;
    deed(&house, &people[4], EventDeed::Leave).await;
    assert!(calls(house.deliver(Platform::Discord).await).is_empty());
    join(&house, event, &people[..2]).await;
    wish(&house, &mo(), event, Wish::Cancel).await;
    let closing = slot(&house, event, SlotKind::Closing, 0).await.unwrap();
    let everybody: BTreeSet<Account> = closing.calls.iter().copied().collect();
    let expected = [0, 1, 2, 3].map(|at: usize| people[at].account);
    assert_eq!(everybody, BTreeSet::from(expected), "who waited as well");
}

/// A moment after "until" is written out, and an answer that has one is no note, which would leave a hole.
#[tokio::test]
async fn who_is_here_is_told_until_when() {
    let house = House::new().await;
    let people = people(4);
    let event = begun(&house, template(&house, "friendly"), &people).await;
    let post = round(&house, event, 1).await;
    let here = house.press(&people[0], &token(&post, "I’m here")).await;
    assert!(here.toast.is_none(), "{:?}", here.toast);
    let text = here.post.unwrap().text;
    assert!(text.plain().contains("You are here."), "{text:?}");
    assert!(text.0.iter().any(|span| matches!(span, Span::At(_))), "{text:?}");
}

/// What was typed is not thrown away by a press: without a template's name, or with a wrong one, the names are only listed.
#[tokio::test]
async fn a_forgotten_template_loses_nothing() {
    let house = House::new().await;
    let typed = NewEvent {
        title: Some("Friday".to_owned()),
        starts: Some("20:00".to_owned()),
        ..NewEvent::default()
    };
    let wrong = NewEvent {
        template: Some("chess".to_owned()),
        size: Some(8),
        ..NewEvent::default()
    };
    let plan = |event: &NewEvent| EventAsk::Plan {
        when: Some("fri 20:00".to_owned()),
        ahead: None,
        event: Box::new(event.clone()),
    };
    for new in [&typed, &wrong] {
        let post = ask(&house, &mo(), EventAsk::Create(Box::new(new.clone())))
            .await
            .post
            .unwrap();
        let words = post.text.plain();
        assert!(
            words.contains("friendly") && words.contains("Nothing is opened yet"),
            "{words}"
        );
        assert!(post.rows.is_empty(), "{:?}", post.rows);
    }
    for new in [&NewEvent::default(), &typed, &wrong] {
        let post = ask(&house, &mo(), plan(new)).await.post.unwrap();
        let words = post.text.plain();
        assert!(
            words.contains("friendly") && words.contains("/event plan template:cup"),
            "{words}"
        );
        assert!(post.rows.is_empty(), "{:?}", post.rows);
    }
    assert!(house.rig.service.events(PLACE.venue, false).await.unwrap().is_empty());
    assert!(house.rig.service.schedules(PLACE.venue).await.unwrap().is_empty());
}
