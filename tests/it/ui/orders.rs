//! What organisers type: understood whole, asked about before it can't be taken back, refused with the reason.

use jinlami::contest::{Asked, PairingId, Status};
use jinlami::id::{EventId, Lang, Place, TableId, Venue};
use jinlami::service::{reckon, terms_of};
use jinlami::store::Audit;
use jinlami::ui::{Answer, Ask, EventAsk, EventDeed, Guest, NewEvent};

use super::events::{ask, contest, deed, join, mo, new_event, open, people, person, press, said, sure, token};
use super::house::House;
use crate::rig::PLACE;

fn about(event: EventId, deed: EventDeed) -> EventAsk {
    let event = Some(TableId(event.0).code());
    EventAsk::Do { event, deed }
}

fn correct(board: i64, result: &str) -> EventDeed {
    EventDeed::Correct {
        board: Some(board),
        result: Some(result.to_owned()),
    }
}

fn titled(title: &str) -> NewEvent {
    NewEvent {
        title: Some(title.to_owned()),
        rounds: Some(1),
        size: Some(2),
        ..new_event("friendly")
    }
}

/// An event of one round that two of these have begun.
async fn begun(house: &House, title: &str, pair: &[Guest]) -> EventId {
    let event = open(house, &mo(), titled(title)).await;
    join(house, event, pair).await;
    ask(house, &mo(), about(event, EventDeed::Start)).await;
    event
}

async fn points(house: &House, event: EventId) -> Option<[i32; 2]> {
    let contest = contest(house, event).await;
    contest
        .pairing(PairingId(0))
        .unwrap()
        .score
        .map(|(score, _)| score.points)
}

/// Whatever is typed where several events are open is done in the one that is chosen, with everything that was typed.
#[tokio::test]
async fn what_was_typed_outlasts_the_question_which_event() {
    let house = House::new().await;
    let people = people(4);
    let one = begun(&house, "Alpha", &people[..2]).await;
    let two = begun(&house, "Beta", &people[2..]).await;
    let typed = EventAsk::Do {
        event: None,
        deed: correct(1, "34:12"),
    };
    let which = ask(&house, &mo(), typed.clone()).await.post.unwrap();
    assert!(which.text.plain().contains("Which event?"));
    let question = house.press(&mo(), &token(&which, "Beta")).await.post.unwrap();
    let words = question.text.plain();
    assert!(words.contains("34 : 12") && words.contains("no result yet"), "{words}");
    let done = press(&house, &mo(), &question, "Yes, that is").await;
    assert!(done.contains("34 : 12"), "{done}");
    assert_eq!(points(&house, two).await, Some([34, 12]));
    assert_eq!(points(&house, one).await, None);
    // Whatever else is typed: another start, one more organiser.
    let (three, four) = (
        open(&house, &mo(), titled("Gamma")).await,
        open(&house, &mo(), titled("Delta")).await,
    );
    let order = |deed| EventAsk::Do { event: None, deed };
    let which = ask(&house, &mo(), order(EventDeed::Move(Some("+2h".to_owned())))).await;
    let which = which.post.unwrap();
    let moved = press(&house, &mo(), &which, "Gamma").await;
    assert!(moved.contains("Starts: "), "{moved}");
    let ben = person(31, "Ben");
    house.desk.note_guest(&ben).await;
    let foe = jinlami::ui::Foe::Person {
        account: ben.account,
        name: ben.name.clone(),
        handle: None,
    };
    let which = ask(&house, &mo(), order(EventDeed::Organiser(Some(foe))))
        .await
        .post
        .unwrap();
    let named = press(&house, &mo(), &which, "Delta").await;
    assert!(named.contains("Ben may run Delta too"), "{named}");
    let ben = house.rig.player(ben.account).await;
    assert!(contest(&house, four).await.is_organiser(ben) && !contest(&house, three).await.is_organiser(ben));
    assert!(contest(&house, three).await.starts().is_some() && contest(&house, four).await.starts().is_none());
}

/// What can't be taken back is asked about, typed or pressed; a yes is to what was asked and to nothing that came meanwhile.
#[tokio::test]
async fn what_can_not_be_taken_back_is_asked_about() {
    let house = House::new().await;
    let people = people(2);
    let event = begun(&house, "Alpha", &people).await;
    // The result of a match without one takes nothing back.
    let done = deed(&house, &mo(), correct(1, "34:12")).await;
    assert!(done.contains("Noted") && !done.contains("shall this be"), "{done}");
    let asked = async |result: &str| {
        let answer = ask(&house, &mo(), about(event, correct(1, result))).await;
        answer.post.unwrap()
    };
    let (void, other) = (asked("void").await, asked("20:12").await);
    assert_eq!(points(&house, event).await, Some([34, 12]), "only asked");
    let words = void.text.plain();
    assert!(words.contains("Until now: ") && words.contains("34 : 12"), "{words}");
    assert!(words.contains("called to play it again"), "{words}");
    let done = press(&house, &mo(), &other, "Yes, that is").await;
    assert!(done.contains("20 : 12"), "{done}");
    // Pressed twice it is the same; the other question was about what stood there before.
    let twice = press(&house, &mo(), &other, "Yes, that is").await;
    assert!(!twice.contains("Meanwhile"), "{twice}");
    let stale = press(&house, &mo(), &void, "Yes, that is").await;
    assert!(stale.contains("Meanwhile something else stands there"), "{stale}");
    assert_eq!(points(&house, event).await, Some([20, 12]));
    let done = sure(&house, &mo(), correct(1, "void")).await;
    assert!(done.contains("Both are called to play again"), "{done}");
    assert_eq!(points(&house, event).await, None);
    let nothing = deed(&house, &mo(), correct(1, "void")).await;
    assert!(nothing.contains("no result that could be void"), "{nothing}");
    // The step after the last round ends the event.
    deed(&house, &mo(), correct(1, "30:12")).await;
    let question = ask(&house, &mo(), about(event, EventDeed::Start)).await.post.unwrap();
    let words = question.text.plain();
    assert!(words.contains("End Alpha now?"), "{words}");
    assert_eq!(contest(&house, event).await.status(), Status::Running);
    press(&house, &mo(), &question, "Yes, end it").await;
    assert_eq!(contest(&house, event).await.status(), Status::Finished);
}

/// No more points than a match can give; and a match that was played keeps its own result on boards, which is said.
#[tokio::test]
async fn a_correction_says_what_it_changes_and_is_possible() {
    let house = House::new().await;
    let people = people(2);
    let event = begun(&house, "Alpha", &people).await;
    for absurd in ["5:99999", "100000:0"] {
        let refused = deed(&house, &mo(), correct(1, absurd)).await;
        assert!(refused.contains("can’t come out of one match"), "{absurd}: {refused}");
    }
    assert_eq!(points(&house, event).await, None);
    // The most that is said is the most that is taken.
    let most = terms_of(contest(&house, event).await.format()).unwrap().most();
    let refused = deed(&house, &mo(), correct(1, &format!("{}:0", most + 1))).await;
    assert!(refused.contains(&format!("{most} points are the most")), "{refused}");
    assert_eq!(points(&house, event).await, None);
    deed(&house, &mo(), correct(1, &format!("{most}:0"))).await;
    assert_eq!(points(&house, event).await, Some([most, 0]));
    sure(&house, &mo(), correct(1, "void")).await;
    let done = deed(&house, &mo(), correct(1, "30:12")).await;
    assert!(!done.contains("Boards and ratings"), "nothing was played: {done}");
    let played = House::new().await;
    let event = begun(&played, "Beta", &people).await;
    play_once(&played, event, &people).await;
    let done = sure(&played, &mo(), correct(1, "30:12")).await;
    assert!(
        done.contains("Boards and ratings keep") && done.contains("/ginadmin void"),
        "{done}"
    );
}

/// A match that is being played is not ended without a question, and says by whom it can have been.
#[tokio::test]
async fn a_running_match_is_asked_about() {
    let house = House::new().await;
    let people = people(2);
    let event = begun(&house, "Alpha", &people).await;
    let post = super::events::round(&house, event, 1).await;
    for one in &people {
        press(&house, one, &post, "I’m here").await;
    }
    assert!(house.rig.service.tick().await);
    let table = contest(&house, event)
        .await
        .pairing(PairingId(0))
        .unwrap()
        .table
        .unwrap();
    let question = ask(&house, &mo(), about(event, correct(1, "30:12")))
        .await
        .post
        .unwrap();
    let words = question.text.plain();
    assert!(
        words.contains("is being played") && words.contains("30 : 12"),
        "{words}"
    );
    assert_eq!(points(&house, event).await, None);
    press(&house, &mo(), &question, "Yes, that is").await;
    assert_eq!(points(&house, event).await, Some([30, 12]));
    assert!(house.rig.service.tick().await);
    let said = house.table_post(table).await.text.plain();
    assert!(
        said.contains("The event’s organiser, or a moderator, ended this match"),
        "{said}"
    );
}

/// Nobody is asked which event where they could do it in none, and only those are offered that they run.
#[tokio::test]
async fn only_events_that_one_runs_are_offered() {
    let house = House::new().await;
    let openers = jinlami::ui::Openers {
        who: Some("everybody".to_owned()),
        ..jinlami::ui::Openers::default()
    };
    house.ask(&mo(), Ask::Admin(jinlami::ui::Order::Events(openers))).await;
    let (kim, zoe) = (person(81, "Kim"), person(82, "Zoe"));
    for (who, title) in [(&mo(), "Alpha"), (&kim, "Beta"), (&kim, "Gamma")] {
        open(&house, who, titled(title)).await;
    }
    let order = |deed| EventAsk::Do { event: None, deed };
    let none = said(&ask(&house, &zoe, order(EventDeed::Cancel)).await);
    assert!(none.contains("Only this event’s organisers"), "{none}");
    let which = ask(&house, &kim, order(EventDeed::Cancel)).await.post.unwrap();
    let labels: Vec<&str> = which.presses().map(|(label, _)| label).collect();
    assert!(
        labels.len() == 2 && !labels.iter().any(|label| label.contains("Alpha")),
        "{labels:?}"
    );
    let empty = said(&ask(&house, &kim, order(correct_none())).await);
    assert!(empty.contains("Which event?"), "{empty}");
    let how = said(&ask(&house, &kim, order(EventDeed::Move(None))).await);
    assert!(how.contains("Say when it shall begin"), "{how}");
}

fn correct_none() -> EventDeed {
    EventDeed::Correct {
        board: None,
        result: None,
    }
}

/// Round one is played, and nothing else.
async fn play_once(house: &House, event: EventId, people: &[Guest]) {
    let before = contest(house, event).await.status();
    assert_eq!(before, Status::Running);
    let post = super::events::round(house, event, 1).await;
    for one in people {
        press(house, one, &post, "I’m here").await;
    }
    assert!(house.rig.service.tick().await);
    let table = contest(house, event)
        .await
        .pairing(PairingId(0))
        .unwrap()
        .table
        .unwrap();
    let player = house.rig.player(people[0].account).await;
    assert_eq!(
        contest(house, event).await.asked(player),
        Asked::Play(PairingId(0), table)
    );
    super::events::resign(house, &people[0], table).await;
    assert!(house.rig.service.tick().await);
}

/// What is meant to be a time is refused as one, with the time that it is there.
#[tokio::test]
async fn a_wrong_time_is_called_one() {
    let house = House::new().await;
    let create = |typed: &str| EventAsk::read(typed, None, |_| unreachable!("{typed}: no rules"));
    for typed in [
        "create friendly 25:99",
        "create friendly yesterday",
        "create friendly 2026-13-40 20:00",
    ] {
        let refused = said(&ask(&house, &mo(), create(typed)).await);
        assert!(
            refused.contains("is no start") && refused.contains("It is 20"),
            "{typed}: {refused}"
        );
    }
    assert!(house.rig.service.events(PLACE.venue, false).await.unwrap().is_empty());
    let event = open(&house, &mo(), titled("Alpha")).await;
    for (typed, why) in [
        ("25:99", "is no time"),
        ("full", "is no time"),
        ("+0m", "in the future"),
    ] {
        let refused = deed(&house, &mo(), EventDeed::Move(Some(typed.to_owned()))).await;
        assert!(
            refused.contains(why) && refused.contains("It is 20"),
            "{typed}: {refused}"
        );
    }
    assert_eq!(contest(&house, event).await.starts(), None);
}

/// Who is missing at the start is named, with what they still have to do.
#[tokio::test]
async fn who_is_missing_is_named() {
    let house = House::new().await;
    let people = people(3);
    let event = open(&house, &mo(), titled("Alpha")).await;
    let none = deed(&house, &mo(), EventDeed::Start).await;
    assert!(none.contains("0 are in; it takes"), "{none}");
    deed(&house, &mo(), EventDeed::Cancel).await;
    let new = NewEvent {
        starts: Some("+2h".to_owned()),
        title: Some("Beta".to_owned()),
        ..new_event("cup")
    };
    let cup = open(&house, &mo(), new).await;
    join(&house, cup, &people).await;
    let start = about(cup, EventDeed::Start);
    let early = said(&ask(&house, &mo(), start.clone()).await);
    assert!(
        early.contains("Signed up: 3. Checked in: 0.") && early.contains("Check-in is not open yet"),
        "{early}"
    );
    house.rig.pass(115 * 60_000);
    assert!(house.rig.service.tick().await);
    ask(&house, &people[1], about(cup, EventDeed::CheckIn)).await;
    let missing = said(&ask(&house, &mo(), start).await);
    assert!(missing.contains("Checked in: 1."), "{missing}");
    let named = missing.split("Still to press “Check in”: ").nth(1).unwrap_or_default();
    assert!(
        named.contains("Player1") && named.contains("Player3") && !named.contains("Player2"),
        "{missing}"
    );
    assert_eq!(contest(&house, event).await.status(), Status::Open, "cancelling asks");
}

/// Two open events of a place have two names, and plans are told apart when one is taken away.
#[tokio::test]
async fn no_two_are_called_the_same() {
    let house = House::new().await;
    let first = open(&house, &mo(), titled("Friday")).await;
    let refused = ask(&house, &mo(), EventAsk::Create(Box::new(titled("FRIDAY")))).await;
    let words = said(&refused);
    let id = TableId(first.0).code().to_uppercase();
    assert!(words.contains("is here already") && words.contains(&id), "{words}");
    // A template's own title is numbered.
    let titles = async || {
        let all = house.rig.service.events(PLACE.venue, true).await.unwrap();
        all.into_iter().map(|row| row.title).collect::<Vec<_>>()
    };
    open(&house, &mo(), new_event("cup")).await;
    open(&house, &mo(), new_event("cup")).await;
    let known = titles().await;
    assert_eq!(known[0], format!("{} 2", known[1]), "{known:?}");
    let plan = |template: &str, when: &str, title: Option<&str>| EventAsk::Plan {
        when: Some(when.to_owned()),
        ahead: None,
        event: Box::new(NewEvent {
            title: title.map(str::to_owned),
            ..new_event(template)
        }),
    };
    assert!(said(&ask(&house, &mo(), plan("cup", "fri 20:00", None)).await).contains("Planned"));
    let again = said(&ask(&house, &mo(), plan("cup", "friday 20:00", None)).await);
    assert!(again.contains("planned already"), "{again}");
    assert!(said(&ask(&house, &mo(), plan("cup", "16th 19:30", None)).await).contains("Planned"));
    assert!(said(&ask(&house, &mo(), plan("league", "daily 18:00", Some("Evening"))).await).contains("Planned"));
    let again = said(&ask(&house, &mo(), plan("cup", "sat 18:00", Some("evening"))).await);
    assert!(again.contains("is here already"), "{again}");
    let rows = house.rig.service.schedules(PLACE.venue).await.unwrap();
    assert_eq!(rows.len(), 3);
    let list = ask(&house, &mo(), EventAsk::Unplan(None)).await.post.unwrap();
    for (row, when) in rows
        .iter()
        .zip(["Fri 20:00", "on day 16 of each month 19:30", "daily 18:00"])
    {
        let id = TableId(row.id).code().to_uppercase();
        let label = list.presses().find(|(label, _)| label.contains(&format!("#{id}")));
        let (label, _) = label.unwrap_or_else(|| panic!("{id} among the plans"));
        assert!(label.contains(when) && !label.contains('*'), "{label}");
        assert!(list.text.plain().contains(when), "{}", list.text.plain());
    }
}

/// What another place brought along can be sent away again, by those who could have brought it; what stood there says so, and
/// it comes back whole.
#[tokio::test]
async fn a_brought_event_is_sent_away() {
    let house = House::new().await;
    let event = open(&house, &mo(), titled("Alpha")).await;
    let there = Place {
        venue: Venue {
            chat: 1_234,
            ..PLACE.venue
        },
        channel: 1,
    };
    let away = |who: Guest, admin: bool| Guest {
        place: Some(there),
        admin,
        ..who
    };
    let (boss, member) = (away(person(70, "Zoe"), true), away(person(71, "Yan"), false));
    let code = TableId(event.0).code();
    let bring = || EventAsk::Bring(code.clone());
    let gone = || EventAsk::Away(code.clone());
    let none = said(&ask(&house, &boss, gone()).await);
    assert!(none.contains("is not shown here"), "{none}");
    let brought = said(&ask(&house, &boss, bring()).await);
    assert!(brought.contains("from now on") && brought.contains("off"), "{brought}");
    let again = said(&ask(&house, &boss, bring()).await);
    assert!(again.contains("shown here already"), "{again}");
    let stands = async |house: &House| {
        let shown = house.deliver(PLACE.venue.platform).await;
        let found = shown.into_iter().filter(|(slot, _)| slot.key.chat == 1_234);
        found
            .map(|(_, post)| (post.text.plain(), post.presses().count()))
            .collect::<Vec<_>>()
    };
    let board = stands(&house).await;
    assert!(
        board.len() == 1 && board[0].0.contains("Alpha") && board[0].1 > 0,
        "{board:?}"
    );
    let refused = said(&ask(&house, &member, gone()).await);
    assert!(refused.contains("only those who may open events"), "{refused}");
    let home = said(&ask(&house, &mo(), gone()).await);
    assert!(home.contains("belongs here"), "{home}");
    // Whoever tries to run it there is told what they can do.
    let panel = ask(&house, &boss, about(event, EventDeed::Manage)).await.post.unwrap();
    assert!(panel.text.plain().contains("run only where it belongs"));
    let done = press(&house, &boss, &panel, "Don’t show it here").await;
    assert!(done.contains("is not shown here any more"), "{done}");
    let board = stands(&house).await;
    assert!(
        board.len() == 1 && board[0].0.contains("not shown here any more"),
        "{board:?}"
    );
    assert_eq!(board[0].1, 0, "nothing to press");
    // What changes it later says nothing there, and the file is sound.
    for one in people(2) {
        ask(&house, &one, about(event, EventDeed::Join)).await;
    }
    assert!(stands(&house).await.is_empty());
    let url = format!("sqlite://{}", house.rig.path().display());
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    assert_eq!(audit.finish().await.unwrap(), []);
    let list = said(&ask(&house, &boss, EventAsk::List).await);
    assert!(!list.contains("Alpha"), "{list}");
    ask(&house, &boss, bring()).await;
    let board = stands(&house).await;
    assert!(
        board.len() == 1 && board[0].0.contains("Player1") && board[0].1 > 0,
        "{board:?}"
    );
}

/// A word that is no order is named before the help, in every language; a typed order for help is none of them.
#[tokio::test]
async fn a_word_that_is_no_order_is_named() {
    let house = House::new().await;
    let typed = |text: &str| EventAsk::read(text, None, |_| jinlami::ui::Challenge::default());
    for lang in Lang::ALL {
        let who = Guest {
            locale: Some(lang.tag().to_owned()),
            ..person(80, "Mara")
        };
        let help = said(&ask(&house, &who, typed("help")).await);
        let told = said(&ask(&house, &who, typed("sgnup @everyone")).await);
        assert!(told.contains("sgnup") && told.ends_with(&help), "{told}");
        assert!(!help.contains("sgnup"));
    }
    let answer: Answer = house.ask(&mo(), Ask::Event(typed("join"))).await;
    assert!(!said(&answer).contains("There is no order"), "{}", said(&answer));
}
