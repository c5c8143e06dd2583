//! Events at the desk: opened, joined, played and run by pressing what is shown, in three languages.

use jinlami::contest::{Contest, Status};
use jinlami::id::{Account, EventId, Lang, Place, Platform, TableId, Venue};
use jinlami::service::{Caller, Command, GUESSES, SlotKind, round_number};
use jinlami::table::{Stage, Wish};
use jinlami::ui::event::token::{EventAct, decode};
use jinlami::ui::{
    Answer, Ask, EventAsk, EventDeed, EventPage, Foe, Guest, NewEvent, Openers, Order, Post, Press, Row,
};

use super::house::{House, alone, guest};
use crate::rig::{ANNA, PLACE};

/// Somebody who may manage the server.
pub(super) fn mo() -> Guest {
    Guest {
        admin: true,
        ..person(9, "Mo")
    }
}

pub(super) fn person(user: i64, name: &str) -> Guest {
    let platform = Platform::Discord;
    guest(Account { platform, user }, name)
}

pub(super) fn people(count: i64) -> Vec<Guest> {
    (1..=count).map(|n| person(100 + n, &format!("Player{n}"))).collect()
}

/// What an answer says to the asker alone.
pub(super) fn said(answer: &Answer) -> String {
    assert!(answer.public.is_none(), "said aloud: {:?}", answer.public);
    let toast = answer.toast.as_ref().map(|toast| toast.text.clone());
    let post = answer.post.as_ref().map(|post| post.text.plain());
    toast.into_iter().chain(post).collect::<Vec<_>>().join("\n")
}

/// The token behind a label of a post.
pub(super) fn token(post: &Post, label: &str) -> String {
    let found = post.presses().find(|(shown, _)| shown.contains(label));
    let labels: Vec<&str> = post.presses().map(|(shown, _)| shown).collect();
    found
        .unwrap_or_else(|| panic!("no {label:?} among {labels:?}"))
        .1
        .to_owned()
}

pub(super) fn new_event(template: &str) -> NewEvent {
    NewEvent {
        template: Some(template.to_owned()),
        ..NewEvent::default()
    }
}

pub(super) async fn ask(house: &House, who: &Guest, ask: EventAsk) -> Answer {
    house.ask(who, Ask::Event(ask)).await
}

pub(super) async fn deed(house: &House, who: &Guest, deed: EventDeed) -> String {
    said(&ask(house, who, EventAsk::Do { event: None, deed }).await)
}

/// The same, and yes to the question about a result.
pub(super) async fn sure(house: &House, who: &Guest, deed: EventDeed) -> String {
    let question = ask(house, who, EventAsk::Do { event: None, deed }).await;
    match &question.post {
        Some(post) if post.presses().next().is_some() => press(house, who, post, "Yes, that is the result").await,
        _ => said(&question),
    }
}

/// Opens an event; the newest of the place.
pub(super) async fn open(house: &House, who: &Guest, new: NewEvent) -> EventId {
    let answer = ask(house, who, EventAsk::Create(Box::new(new))).await;
    let words = said(&answer);
    assert!(words.contains("open for sign-up"), "{words}");
    house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id
}

pub(super) async fn contest(house: &House, event: EventId) -> Contest {
    house.rig.service.event(event).await.unwrap()
}

/// The event's own message as it must look now.
pub(super) async fn message(house: &House, event: EventId) -> Post {
    let post = house.slot_post(TableId(event.0), SlotKind::Event, 0, None).await;
    post.expect("a message of the event")
}

/// The message of a round as it must look now.
pub(super) async fn round(house: &House, event: EventId, number: u16) -> Post {
    let number = round_number(0, number);
    let post = house.slot_post(TableId(event.0), SlotKind::Round, number, None).await;
    post.expect("a message of the round")
}

/// Somebody presses a button of a public message; what they are told.
pub(super) async fn press(house: &House, who: &Guest, post: &Post, label: &str) -> String {
    said(&house.press(who, &token(post, label)).await)
}

pub(super) async fn join(house: &House, event: EventId, people: &[Guest]) {
    for one in people {
        let post = message(house, event).await;
        press(house, one, &post, "Sign up").await;
    }
}

/// A friendly that four have joined and that has just begun.
async fn four(house: &House, rounds: i64) -> (EventId, Vec<Guest>) {
    let new = NewEvent {
        rounds: Some(rounds),
        ..new_event("friendly")
    };
    let (event, people) = (open(house, &mo(), new).await, people(4));
    join(house, event, &people).await;
    deed(house, &mo(), EventDeed::Start).await;
    (event, people)
}

/// Everybody who is awaited in this round comes, and the second of each two gives up; then the next round may begin.
pub(super) async fn play_round(house: &House, event: EventId, number: u16, people: &[Guest]) {
    let post = round(house, event, number).await;
    for one in people {
        let player = house.rig.player(one.account).await;
        let awaited = contest(house, event).await.asked(player);
        if matches!(awaited, jinlami::contest::Asked::Show(..)) {
            press(house, one, &post, "I’m here").await;
        }
    }
    assert!(house.rig.service.tick().await);
    for pairing in contest(house, event).await.pairings() {
        let Some(table) = pairing.table.filter(|_| pairing.score.is_none()) else {
            continue;
        };
        let loser = pairing.players[1];
        for one in people {
            if house.rig.player(one.account).await == loser {
                resign(house, one, table).await;
            }
        }
    }
    assert!(house.rig.service.tick().await);
    house.rig.pass(3 * 60_000);
    assert!(house.rig.service.tick().await);
}

pub(super) async fn resign(house: &House, who: &Guest, table: TableId) {
    let table = house.rig.service.table(table).await.unwrap();
    assert_eq!(table.stage(), Stage::Playing, "cards are dealt");
    let wish = Command::Wish {
        table: table.id(),
        stamp: None,
        wish: Wish::Resign,
        press: None,
    };
    house
        .rig
        .service
        .handle(Caller::Person(who.account), wish)
        .await
        .unwrap();
}

/// Issue 5, "What must be shown": eight play a Swiss; one drops out, the process is stopped and started on the same file in the
/// middle, and it ends with places and winners.
#[tokio::test]
async fn eight_play_a_swiss_with_a_drop_out_and_a_restart() {
    let mut house = House::new().await;
    let new = NewEvent {
        title: Some("Friday <b>Swiss</b>".to_owned()),
        size: Some(8),
        rounds: Some(3),
        ..new_event("swiss")
    };
    let event = open(&house, &mo(), new).await;
    let people = people(8);
    join(&house, event, &people).await;
    let post = message(&house, event).await;
    assert!(
        post.text.plain().contains("Friday <b>Swiss</b>"),
        "{}",
        post.text.plain()
    );
    assert!(post.text.plain().contains("8 of 8"), "{}", post.text.plain());
    let began = press(&house, &mo(), &post, "Organise").await;
    assert!(began.contains("You run this event"), "{began}");
    let panel = house.press(&mo(), &token(&post, "Organise")).await.post.unwrap();
    let began = press(&house, &mo(), &panel, "Start now").await;
    assert!(began.contains("has begun"), "{began}");
    // Everybody is called once, by the round's message alone.
    let first = round(&house, event, 1).await;
    assert_eq!(first.calls.len(), 8);
    assert!(message(&house, event).await.calls.is_empty());
    play_round(&house, event, 1, &people).await;
    // One drops out after the first round, and is asked before.
    let asked = deed(&house, &people[7], EventDeed::Drop).await;
    assert!(asked.contains("for good?"), "{asked}");
    let answer = ask(
        &house,
        &people[7],
        EventAsk::Do {
            event: None,
            deed: EventDeed::Drop,
        },
    )
    .await;
    press(&house, &people[7], &answer.post.unwrap(), "Leave for good").await;
    let back = deed(&house, &people[7], EventDeed::Return).await;
    assert!(
        back.contains("left this event for good") || back.contains("no event"),
        "{back}"
    );
    // The process ends in the middle of the second round.
    let second = round(&house, event, 2).await;
    press(&house, &people[0], &second, "I’m here").await;
    let before = message(&house, event).await.text.plain();
    house = house.restart().await;
    assert_eq!(message(&house, event).await.text.plain(), before);
    play_round(&house, event, 2, &people).await;
    play_round(&house, event, 3, &people).await;
    let over = contest(&house, event).await;
    assert_eq!(over.status(), Status::Finished);
    let said = message(&house, event).await;
    assert!(said.text.plain().contains("Final standings"), "{}", said.text.plain());
    assert!(
        said.text.plain().contains("Buchholz"),
        "tie-breaks are named: {}",
        said.text.plain()
    );
    assert_eq!(said.picture.as_ref().unwrap().name, "standings.png");
    let closing = house
        .slot_post(TableId(event.0), SlotKind::Closing, 0, None)
        .await
        .unwrap();
    assert!(
        closing.text.plain().contains("is over\n1. "),
        "{}",
        closing.text.plain()
    );
    assert!(!closing.calls.is_empty());
    // C-103: an event that is over stays as it is.
    let refused = house.press(&people[0], &token(&first, "I’m here")).await;
    let words = said_of(&refused);
    assert!(
        words.contains("nothing more to do") || words.contains("over"),
        "{words}"
    );
    for act in [EventDeed::Cancel, EventDeed::Start, EventDeed::Leave] {
        let typed = Some(TableId(event.0).code());
        let answer = ask(
            &house,
            &mo(),
            EventAsk::Do {
                event: typed,
                deed: act,
            },
        )
        .await;
        let words = said_of(&answer);
        assert!(words.contains("over"), "{words}");
    }
}

fn said_of(answer: &Answer) -> String {
    said(answer)
}

/// A full event has a waiting list that moves up; who does not check in does not play; C-101: who does not come loses, sits out
/// the next round and can come back.
#[tokio::test]
async fn full_waiting_check_in_and_no_show() {
    let house = House::new().await;
    let new = NewEvent {
        size: Some(4),
        starts: Some("+2h".to_owned()),
        terms: None,
        ..new_event("masters")
    };
    // Sixty-four is what the template has: a small one is made of it, and its final goes on with fewer than come in.
    let answer = ask(&house, &mo(), EventAsk::Create(Box::new(new))).await;
    assert!(said(&answer).contains("must say how many go on"), "{}", said(&answer));
    let new = NewEvent {
        size: Some(4),
        starts: Some("+2h".to_owned()),
        ..new_event("cup")
    };
    let event = open(&house, &mo(), new).await;
    let people = people(6);
    join(&house, event, &people[..4]).await;
    let post = message(&house, event).await;
    let fifth = press(&house, &people[4], &post, "Sign up").await;
    assert!(fifth.contains("no. 1 on the waiting list"), "{fifth}");
    press(&house, &people[5], &post, "Sign up").await;
    assert!(
        message(&house, event)
            .await
            .text
            .plain()
            .contains("Waiting for a place: Player5, Player6")
    );
    // The one who leaves makes room for the first who waits.
    press(&house, &people[0], &post, "Leave").await;
    let now = message(&house, event).await.text.plain();
    assert!(now.contains("Waiting for a place: Player6"), "{now}");
    let early = deed(&house, &people[1], EventDeed::CheckIn).await;
    assert!(early.contains("no check-in at the moment"), "{early}");
    // A quarter of an hour before the start everybody is called to say that they are here.
    house.rig.pass(106 * 60_000);
    assert!(house.rig.service.tick().await);
    let call = house
        .slot_post(TableId(event.0), SlotKind::Call, 0, None)
        .await
        .unwrap();
    assert_eq!(call.calls.len(), 4);
    for one in [&people[1], &people[2], &people[4], &people[5]] {
        let done = press(&house, one, &call, "Check in").await;
        assert!(done.contains("You are checked in"), "{done}");
    }
    let mine = said(&ask(&house, &people[3], EventAsk::Mine).await);
    assert!(mine.contains("Say that you are here"), "{mine}");
    house.rig.pass(15 * 60_000);
    assert!(house.rig.service.tick().await);
    let running = contest(&house, event).await;
    assert_eq!(running.status(), Status::Running);
    // Who did not check in is not there; who waited and did is.
    let player = |n: usize| house.rig.player(people[n].account);
    assert!(running.entrant(player(3).await).is_none());
    assert!(running.entrant(player(5).await).is_some());
    // Nobody comes to one match, one comes to the other.
    let post = round(&house, event, 1).await;
    let came = running.pairings()[0].players[0];
    for one in &people {
        if house.rig.player(one.account).await == came {
            let here = press(&house, one, &post, "I’m here").await;
            assert!(here.contains("You are here"), "{here}");
        }
    }
    house.rig.pass(8 * 60_000);
    assert!(house.rig.service.tick().await);
    let call = house
        .slot_post(TableId(event.0), SlotKind::Call, round_number(0, 1), None)
        .await;
    assert_eq!(call.expect("those who are awaited are called").calls.len(), 3);
    house.rig.pass(8 * 60_000);
    assert!(house.rig.service.tick().await);
    let round = round(&house, event, 1).await.text.plain();
    assert!(round.contains("+ : –") && round.contains("no-show"), "{round}");
    assert!(round.contains("nobody came"), "{round}");
}

/// C-101: in a Swiss who does not come sits out until they say that they are back.
#[tokio::test]
async fn who_does_not_come_sits_out_and_can_come_back() {
    let house = House::new().await;
    let (event, people) = four(&house, 3).await;
    let first = round(&house, event, 1).await;
    let absent = contest(&house, event).await.pairings()[0].players[1];
    for one in &people {
        if house.rig.player(one.account).await != absent {
            press(&house, one, &first, "I’m here").await;
        }
    }
    house.rig.pass(16 * 60_000);
    assert!(house.rig.service.tick().await);
    for one in &people {
        if house.rig.player(one.account).await == absent {
            let mine = said(&ask(&house, one, EventAsk::Mine).await);
            assert!(mine.contains("You are not paired for now"), "{mine}");
            let back = deed(&house, one, EventDeed::Return).await;
            assert!(!back.contains("You are not paired for now"), "{back}");
            let mine = said(&house.ask(one, Ask::Games).await);
            assert!(mine.contains("Nothing to do until the next round"), "{mine}");
        }
    }
}

/// C-103, C-086: an event is run where it belongs and by whom it belongs to; what can't be taken back is asked first; who called
/// it off is known.
#[tokio::test]
async fn only_organisers_run_an_event_and_only_at_home() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let people = people(4);
    join(&house, event, &people).await;
    let code = Some(TableId(event.0).code());
    let about = |deed| EventAsk::Do {
        event: code.clone(),
        deed,
    };
    let whom = || {
        Some(Foe::Person {
            account: people[1].account,
            name: "Player2".to_owned(),
            handle: None,
        })
    };
    let orders = || {
        [
            EventDeed::Start,
            EventDeed::Manage,
            EventDeed::Pause,
            EventDeed::Resume,
            EventDeed::Cancel,
            EventDeed::Correct {
                board: None,
                result: None,
            },
            EventDeed::Expel(whom()),
            EventDeed::Organiser(whom()),
            EventDeed::Move(Some("+3h".to_owned())),
        ]
    };
    let other = person(77, "Other");
    for order in orders() {
        let words = said(&ask(&house, &away(mo(), 1_234), about(order.clone())).await);
        assert!(words.contains("run only where it belongs"), "{order:?}: {words}");
        let words = said(&ask(&house, &other, about(order.clone())).await);
        assert!(words.contains("Only this event’s organisers"), "{order:?}: {words}");
    }
    assert_eq!(contest(&house, event).await.status(), Status::Open);
    // Who is named may, also from the private chat.
    let named = said(&ask(&house, &mo(), about(EventDeed::Organiser(whom()))).await);
    assert!(named.contains("Player2 may run"), "{named}");
    let question = ask(&house, &alone(people[1].clone()), about(EventDeed::Cancel)).await;
    assert!(said(&question).contains("can’t be undone"), "{}", said(&question));
    assert_eq!(
        contest(&house, event).await.status(),
        Status::Open,
        "asking is not doing"
    );
    let yes = token(question.post.as_ref().unwrap(), "Yes, cancel");
    let stranger = said(&house.press(&other, &yes).await);
    assert!(stranger.contains("Only this event’s organisers"), "{stranger}");
    let done = said(&house.press(&people[1], &yes).await);
    assert!(done.contains("is cancelled"), "{done}");
    assert_eq!(contest(&house, event).await.status(), Status::Cancelled);
    assert!(message(&house, event).await.text.plain().contains("was cancelled"));
    let closing = house
        .slot_post(TableId(event.0), SlotKind::Closing, 0, None)
        .await
        .unwrap();
    assert_eq!(closing.calls.len(), 4, "who had signed up hears of it");
}

/// Who may open events: moderators, everybody where they say so, and the members of a role; never in a private chat.
#[tokio::test]
async fn who_may_open_events_is_set() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let create = || EventAsk::Create(Box::new(new_event("friendly")));
    let words = said(&ask(&house, &anna, create()).await);
    assert!(words.contains("only moderators open events"), "{words}");
    let words = said(&ask(&house, &alone(mo()), create()).await);
    assert!(words.contains("not in a private chat"), "{words}");
    let set = |who: Option<&str>, role| {
        Order::Events(Openers {
            who: who.map(str::to_owned),
            role,
            guests: None,
        })
    };
    let words = said(&house.ask(&mo(), Ask::Admin(set(None, Some(55)))).await);
    assert!(words.contains("members of one role"), "{words}");
    let holder = Guest {
        roles: vec![54, 55],
        ..anna.clone()
    };
    let words = said(&ask(&house, &anna, create()).await);
    assert!(words.contains("only moderators open events"), "{words}");
    open(&house, &holder, new_event("friendly")).await;
    let words = said(&house.ask(&mo(), Ask::Admin(set(Some("nobody"), None))).await);
    assert!(words.contains("neither everybody nor admins"), "{words}");
    let words = said(&house.ask(&mo(), Ask::Admin(set(Some("everybody"), None))).await);
    assert!(words.contains("opened by everybody"), "{words}");
    open(&house, &anna, new_event("friendly")).await;
    let log = said(&house.ask(&mo(), Ask::Admin(Order::Log)).await);
    assert!(log.contains("role 55") && log.contains("everybody"), "{log}");
    assert!(said(&house.ask(&anna, Ask::Admin(set(Some("everybody"), None))).await).contains("Only moderators"));
}

/// The guest in another server of this number.
fn away(who: Guest, chat: i64) -> Guest {
    let venue = Venue { chat, ..PLACE.venue };
    Guest {
        place: Some(Place { venue, channel: 1 }),
        ..who
    }
}

/// An event of another server is joined with its id by anybody, and shown where they are only by that server's leave; who
/// tries ids out is told so in private, and learns nothing more.
#[tokio::test]
async fn an_event_of_another_server_is_shown_by_leave() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let code = TableId(event.0).code();
    let join = || EventAsk::Do {
        event: Some(code.clone()),
        deed: EventDeed::Join,
    };
    let bring = || EventAsk::Bring(code.clone());
    let places = async || house.rig.service.event_places(event).await.unwrap().len();
    let (one, boss) = (
        person(201, "One"),
        Guest {
            admin: true,
            ..person(202, "Boss")
        },
    );
    let words = said(&ask(&house, &away(one.clone(), 1_234), join()).await);
    assert!(
        words.contains("You are in") && words.contains("do not stand here"),
        "{words}"
    );
    let words = said(&ask(&house, &away(one.clone(), 1_234), bring()).await);
    assert!(words.contains("only those who may open events"), "{words}");
    assert_eq!(places().await, 1);
    let words = said(&ask(&house, &alone(boss.clone()), bring()).await);
    assert!(words.contains("not in a private chat"), "{words}");
    for wanted in ["is shown here from now on", "is shown here already"] {
        let words = said(&ask(&house, &away(boss.clone(), 1_234), bring()).await);
        assert!(words.contains(wanted), "{words}");
        assert_eq!(places().await, 2);
    }
    let words = said(&ask(&house, &away(one, 1_234), join()).await);
    assert!(
        words.contains("You are in already") && !words.contains("do not stand"),
        "{words}"
    );
    // A moderator who joins brings it; where moderators say so, everybody does.
    let words = said(&ask(&house, &away(boss.clone(), 2_345), join()).await);
    assert!(
        words.contains("You are in") && !words.contains("do not stand"),
        "{words}"
    );
    assert_eq!(places().await, 3);
    let guests = |who: &str| {
        Ask::Admin(Order::Events(Openers {
            guests: Some(who.to_owned()),
            ..Openers::default()
        }))
    };
    let words = said(&house.ask(&away(boss.clone(), 3_456), guests("nobody")).await);
    assert!(words.contains("neither everybody nor admins"), "{words}");
    let words = said(&house.ask(&away(boss.clone(), 3_456), guests("everybody")).await);
    assert!(words.contains("when anybody joins one"), "{words}");
    ask(&house, &away(person(203, "Two"), 3_456), join()).await;
    assert_eq!(places().await, 4);

    let thief = away(person(204, "Thief"), 4_567);
    for number in 1..=GUESSES {
        let typed = TableId(event.0 + i64::from(number)).code();
        let page = EventAsk::Show {
            event: Some(typed),
            page: EventPage::Standings,
        };
        let words = said(&ask(&house, &thief, page).await);
        assert!(words.contains("no event"), "{words}");
    }
    let post = message(&house, event).await;
    let pressed = press(&house, &thief, &post, "Sign up").await;
    for words in [pressed, said(&ask(&house, &thief, join()).await)] {
        assert!(
            words.contains("Too many codes") && !words.contains("Friendly"),
            "{words}"
        );
    }
    let player = house.rig.player(thief.account).await;
    assert!(contest(&house, event).await.entrant(player).is_none());
}

/// A knockout that the calendar opens: planned with its next three times, called to check in, played to the winner; the plan is
/// taken away again.
#[tokio::test]
async fn a_knockout_starts_by_the_calendar() {
    let house = House::new().await;
    let mo = mo();
    let plan = |when: &str| EventAsk::Plan {
        when: Some(when.to_owned()),
        ahead: Some(60),
        event: Box::new(NewEvent {
            size: Some(4),
            ..new_event("cup")
        }),
    };
    for (when, why) in [
        ("whenever", "is no calendar"),
        ("*/5 * * * *", "at least an hour"),
        ("0 0 31 2 *", "no calendar"),
    ] {
        let words = said(&ask(&house, &mo, plan(when)).await);
        assert!(words.contains(why), "{when}: {words}");
    }
    house
        .ask(&mo, Ask::Admin(Order::Zone(Some("Europe/Berlin".to_owned()))))
        .await;
    let planned = ask(&house, &mo, plan("daily 20:00")).await;
    let words = said(&planned);
    // The rig's clock stands at 2027-01-15 08:00 in Greenwich.
    for day in ["2027-01-15 20:00 CET", "2027-01-16 20:00 CET", "2027-01-17 20:00 CET"] {
        assert!(words.contains(day), "{words}");
    }
    house.rig.pass(10 * 3_600_000 + 60_000);
    assert!(house.rig.service.tick().await);
    let open = house.rig.service.events(PLACE.venue, true).await.unwrap();
    assert_eq!(open.len(), 1);
    let event = open[0].id;
    let people = people(4);
    join(&house, event, &people).await;
    house.rig.pass(45 * 60_000);
    assert!(house.rig.service.tick().await);
    let call = house
        .slot_post(TableId(event.0), SlotKind::Call, 0, None)
        .await
        .unwrap();
    for one in &people {
        press(&house, one, &call, "Check in").await;
    }
    house.rig.pass(15 * 60_000);
    assert!(house.rig.service.tick().await);
    assert_eq!(contest(&house, event).await.status(), Status::Running);
    let semifinals = round(&house, event, 1).await.text.plain();
    assert!(semifinals.contains("Semi-finals"), "{semifinals}");
    assert_eq!(message(&house, event).await.picture.unwrap().name, "bracket.png");
    play_round(&house, event, 1, &people).await;
    house.rig.pass(60_000);
    assert!(house.rig.service.tick().await);
    play_round(&house, event, 2, &people).await;
    let over = contest(&house, event).await;
    assert_eq!(over.status(), Status::Finished);
    let page = EventAsk::Show {
        event: Some(TableId(event.0).code()),
        page: EventPage::Bracket,
    };
    let bracket = ask(&house, &people[0], page).await.post.unwrap();
    assert!(bracket.text.plain().contains("Third place"), "{}", bracket.text.plain());
    // The plan goes when its button is pressed, and nobody else's press takes it away.
    let remove = token(planned.post.as_ref().unwrap(), "Remove");
    assert!(said(&house.press(&people[0], &remove).await).contains("Only whoever planned it"));
    assert!(said(&house.press(&mo, &remove).await).contains("not opened by the calendar any more"));
    let none = ask(
        &house,
        &mo,
        EventAsk::Plan {
            when: None,
            ahead: None,
            event: Box::default(),
        },
    )
    .await;
    assert!(said(&none).contains("Nothing is planned"), "{}", said(&none));
}

/// An organiser corrects and voids results with buttons and words; what came after holds a result fast.
#[tokio::test]
async fn results_are_corrected_and_voided() {
    let house = House::new().await;
    four(&house, 2).await;
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
    let first = list.post.as_ref().unwrap().presses().last().unwrap().1.to_owned();
    let results = house.press(&mo(), &first).await.post.unwrap();
    let question = house.press(&mo(), &token(&results, " wins")).await;
    assert!(
        said(&question).contains("shall this be the result?"),
        "{}",
        said(&question)
    );
    let done = press(&house, &mo(), &question.post.unwrap(), "Yes, that is").await;
    assert!(done.contains("organiser’s ruling"), "{done}");
    let typed = |board, result: &str| EventDeed::Correct {
        board: Some(board),
        result: Some(result.to_owned()),
    };
    let words = deed(&house, &mo(), typed(2, "34:12")).await;
    assert!(words.contains("34 : 12"), "{words}");
    for (board, result, why) in [
        (2, "soon", "is no result"),
        (99, "1:0", "no such match"),
        (0, "1:0", "no such match"),
        (2, "200000:1", "can’t come out of one match"),
    ] {
        let words = deed(&house, &mo(), typed(board, result)).await;
        assert!(words.contains(why), "{board} {result}: {words}");
    }
    let words = sure(&house, &mo(), typed(2, "void")).await;
    assert!(words.contains("nobody is here yet"), "{words}");
}

/// Every page, message and answer in every language, for every kind of event that can be opened here: it fits, and speaks.
#[tokio::test]
async fn every_page_speaks_every_language() {
    for lang in Lang::ALL {
        let house = House::new().await;
        house
            .ask(&mo(), Ask::Admin(Order::Language(Some(lang.tag().to_owned()))))
            .await;
        let mo = Guest {
            locale: Some(lang.tag().to_owned()),
            ..mo()
        };
        let people: Vec<Guest> = people(9)
            .into_iter()
            .map(|one| Guest {
                locale: Some(lang.tag().to_owned()),
                ..one
            })
            .collect();
        for (template, _) in house.rig.service.templates() {
            if template == "team" {
                continue;
            }
            let answer = ask(&house, &mo, EventAsk::Create(Box::new(new_event(&template)))).await;
            assert!(answer.toast.is_some(), "{template}");
            let event = house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id;
            let code = Some(TableId(event.0).code());
            for one in &people {
                let deed = EventDeed::Join;
                ask(
                    &house,
                    one,
                    EventAsk::Do {
                        event: code.clone(),
                        deed,
                    },
                )
                .await;
                let deed = EventDeed::CheckIn;
                ask(
                    &house,
                    one,
                    EventAsk::Do {
                        event: code.clone(),
                        deed,
                    },
                )
                .await;
            }
            let pages = [
                EventPage::Standings,
                EventPage::Pairings,
                EventPage::Bracket,
                EventPage::Schedule,
                EventPage::People,
            ];
            for begun in [false, true] {
                if begun {
                    let deed = EventDeed::Start;
                    ask(
                        &house,
                        &mo,
                        EventAsk::Do {
                            event: code.clone(),
                            deed,
                        },
                    )
                    .await;
                    assert_eq!(contest(&house, event).await.status(), Status::Running, "{template}");
                }
                for page in pages {
                    let shown = ask(
                        &house,
                        &people[0],
                        EventAsk::Show {
                            event: code.clone(),
                            page,
                        },
                    )
                    .await;
                    let post = shown.post.expect("a page");
                    assert!(
                        post.private && !post.text.plain().contains('⟨'),
                        "{}",
                        post.text.plain()
                    );
                    turn_all(&house, &people[0], post).await;
                }
                let deed = EventDeed::Manage;
                let panel = ask(
                    &house,
                    &mo,
                    EventAsk::Do {
                        event: code.clone(),
                        deed,
                    },
                )
                .await;
                assert!(panel.post.is_some());
            }
            for who in [&mo, &people[0]] {
                for wish in [EventAsk::List, EventAsk::Mine, EventAsk::Help] {
                    assert!(!said(&ask(&house, who, wish).await).is_empty());
                }
            }
            house.deliver(Platform::Discord).await;
            let deed = EventDeed::Cancel;
            let question = ask(&house, &mo, EventAsk::Do { event: code, deed }).await.post.unwrap();
            let yes = question.presses().next().unwrap().1.to_owned();
            house.press(&mo, &yes).await;
            house.deliver(Platform::Discord).await;
        }
    }
}

/// Presses everything that only turns pages, once.
async fn turn_all(house: &House, who: &Guest, post: Post) {
    let turns: Vec<String> = post
        .presses()
        .map(|(_, token)| token.to_owned())
        .filter(|token| decode(token).is_some_and(|token| matches!(token.act, EventAct::Turn(..))))
        .collect();
    for token in turns {
        let shown = house.press(who, &token).await;
        assert!(shown.replace && shown.post.is_some_and(|post| post.private));
    }
}

/// Two who want a match at once find each other; who waits can stop.
#[tokio::test]
async fn a_quick_match_is_found() {
    let house = House::new().await;
    let people = people(3);
    let waiting = house.ask(&people[0], Ask::Quick(None)).await;
    assert!(
        said(&waiting).contains("You wait for the next one"),
        "{}",
        said(&waiting)
    );
    let stop = token(waiting.post.as_ref().unwrap(), "Stop waiting");
    assert!(said(&house.press(&people[0], &stop).await).contains("don’t wait any more"));
    house.ask(&people[1], Ask::Quick(None)).await;
    let found = house.ask(&people[2], Ask::Quick(None)).await;
    assert!(said(&found).contains("Your opponent is Player2"), "{}", said(&found));
    assert_eq!(house.open().await.len(), 1);
    assert!(said(&house.ask(&alone(people[0].clone()), Ask::Quick(None)).await).contains("servers and groups"));
}

/// Templates are offered where none is named; odd numbers and times are refused in words and open nothing (C-109).
#[tokio::test]
async fn odd_events_are_refused_in_words() {
    let house = House::new().await;
    let mo = mo();
    let offered = ask(&house, &mo, EventAsk::Create(Box::default())).await.post.unwrap();
    assert!(matches!(offered.rows.first(), Some(Row::Select { options, .. }) if options.len() >= 8));
    let press_of = token(&offered, "friendly");
    for (new, why) in [
        (
            NewEvent {
                size: Some(1),
                ..new_event("friendly")
            },
            "2 to 256",
        ),
        (
            NewEvent {
                size: Some(-5),
                ..new_event("friendly")
            },
            "2 to 256",
        ),
        (
            NewEvent {
                size: Some(i64::MAX),
                ..new_event("friendly")
            },
            "2 to 256",
        ),
        (
            NewEvent {
                rounds: Some(0),
                ..new_event("friendly")
            },
            "1 to 60",
        ),
        (
            NewEvent {
                fee: Some(-1),
                ..new_event("friendly")
            },
            "0 to 10000",
        ),
        (
            NewEvent {
                fee: Some(10_001),
                ..new_event("friendly")
            },
            "0 to 10000",
        ),
        (
            NewEvent {
                fee: Some(i64::MAX),
                ..new_event("friendly")
            },
            "0 to 10000",
        ),
        (
            NewEvent {
                fee: Some(1),
                ..new_event("team")
            },
            "Teams play without a fee",
        ),
        (
            NewEvent {
                rounds: Some(3),
                ..new_event("cup")
            },
            "not for a knockout",
        ),
        (
            NewEvent {
                rounds: Some(9),
                ..new_event("league")
            },
            "out of bounds",
        ),
        (
            NewEvent {
                starts: Some("25:00".to_owned()),
                ..new_event("cup")
            },
            "is no start",
        ),
        (
            NewEvent {
                starts: Some("2020-01-01 20:00".to_owned()),
                ..new_event("cup")
            },
            "in the future",
        ),
        (
            NewEvent {
                title: Some("x".repeat(101)),
                ..new_event("cup")
            },
            "1 to 100 characters",
        ),
    ] {
        let words = said(&ask(&house, &mo, EventAsk::Create(Box::new(new.clone()))).await);
        assert!(words.contains(why), "{new:?}: {words}");
    }
    let unknown = ask(&house, &mo, EventAsk::Create(Box::new(new_event("chess<b>")))).await;
    assert!(said(&unknown).contains("no template “chess<b>”"), "{}", said(&unknown));
    assert!(house.rig.service.events(PLACE.venue, false).await.unwrap().is_empty());
    // A press on the list opens it as it is.
    assert!(said(&house.press(&mo, &press_of).await).contains("open for sign-up"));
    assert!(matches!(offered.rows[0], Row::Select { .. }));
    let none = offered.rows.iter().all(|row| match row {
        Row::Buttons(buttons) => buttons.iter().all(|button| matches!(button.press, Press::Token(_))),
        Row::Select { .. } => true,
    });
    assert!(none);
}

/// An event that nobody wants says when it ends by itself; then its organiser is told, and why.
#[tokio::test]
async fn an_event_that_nobody_wants_says_so() {
    let house = House::new().await;
    let mo = mo();
    let event = open(&house, &mo, new_event("friendly")).await;
    let text = message(&house, event).await.text.plain();
    assert!(text.contains("It is cancelled by itself at"), "{text}");
    house.rig.pass(14 * 86_400_000);
    assert!(house.rig.service.tick().await);
    let why = "nobody signed up for it or started it for 14 days";
    let text = message(&house, event).await.text.plain();
    assert!(text.contains(why), "{text}");
    let closing = house.slot_post(TableId(event.0), SlotKind::Closing, 0, None).await;
    let closing = closing.expect("a closing message");
    assert!(closing.text.plain().contains(why), "{}", closing.text.plain());
    assert_eq!(closing.calls, [mo.account]);
}

/// Whoever comes and goes again and again is told in private to wait; nothing is changed by it.
#[tokio::test]
async fn who_comes_and_goes_too_often_is_told_so() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let restless = &people(1)[0];
    let post = message(&house, event).await;
    for _ in 0..jinlami::contest::COMINGS_MAX {
        press(&house, restless, &post, "Sign up").await;
        deed(&house, restless, EventDeed::Leave).await;
    }
    let version = contest(&house, event).await.version();
    let words = press(&house, restless, &post, "Sign up").await;
    assert!(words.contains("too often"), "{words}");
    assert_eq!(contest(&house, event).await.version(), version);
    let mut others = people(3);
    others.remove(0);
    join(&house, event, &others).await;
    assert_eq!(contest(&house, event).await.entrants().count(), 2);
}
