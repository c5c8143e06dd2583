//! What those who run an event can do, and what is taken from them again.

use jinlami::contest::Status;
use jinlami::id::{EventId, Place, TableId, Venue};
use jinlami::ui::{
    Answer, Ask, EventAsk, EventDeed, Foe, Guest, NewEvent, Openers, Order, TeamAct, TeamAsk, encode_team,
};

use super::events::{ask, contest, deed, join, message, mo, new_event, open, people, person, press, said, token};
use super::house::{House, alone};
use crate::rig::PLACE;

fn named(who: &Guest) -> Option<Foe> {
    Some(Foe::Person {
        account: who.account,
        name: who.name.clone(),
        handle: None,
    })
}

fn about(event: EventId, deed: EventDeed) -> EventAsk {
    let event = Some(TableId(event.0).code());
    EventAsk::Do { event, deed }
}

async fn block(house: &House, whom: &Guest) {
    let order = Order::Block {
        whom: named(whom),
        reason: None,
    };
    let words = said(&house.ask(&mo(), Ask::Admin(order)).await);
    assert!(words.contains(&whom.name), "{words}");
}

/// An event that an organiser would have begun by hand begins at the time that it was given.
#[tokio::test]
async fn a_start_that_was_given_comes() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let people = people(4);
    join(&house, event, &people).await;
    let before = message(&house, event).await.text.plain();
    assert!(before.contains("Starts when an organiser says so"), "{before}");
    let moved = deed(&house, &mo(), EventDeed::Move(Some("+2h".to_owned()))).await;
    assert!(moved.contains("Starts:"), "{moved}");
    let after = message(&house, event).await.text.plain();
    assert!(
        after.contains("Starts:") && !after.contains("when an organiser"),
        "{after}"
    );
    house.rig.pass(2 * 3_600_000 + 1_000);
    assert!(house.rig.service.tick().await);
    assert_eq!(contest(&house, event).await.status(), Status::Running);
}

/// Before the start the panel strikes people off the list, those who wait among them; it asks first.
#[tokio::test]
async fn somebody_is_taken_out_before_the_start() {
    let house = House::new().await;
    let new = NewEvent {
        size: Some(3),
        ..new_event("friendly")
    };
    let event = open(&house, &mo(), new).await;
    let people = people(5);
    join(&house, event, &people).await;
    for (name, left) in [("Player1", "Player5"), ("Player5", "")] {
        let panel = ask(&house, &mo(), about(event, EventDeed::Manage)).await.post.unwrap();
        let list = house
            .press(&mo(), &token(&panel, "Take somebody out"))
            .await
            .post
            .unwrap();
        let question = house.press(&mo(), &token(&list, name)).await.post.unwrap();
        let words = question.text.plain();
        assert!(words.contains("off the list") && words.contains(name), "{words}");
        let done = press(&house, &mo(), &question, "Yes, take out").await;
        assert!(done.contains(name), "{done}");
        let waiting = message(&house, event).await.text.plain();
        let waits = waiting.lines().find(|line| line.contains("Waiting for a place"));
        assert_eq!(waits.is_some(), !left.is_empty(), "{waiting}");
        assert!(waits.is_none_or(|line| line.ends_with(left)), "{waiting}");
    }
    let view = contest(&house, event).await.view(None);
    assert_eq!(view.entrants.len(), 3);
}

/// A named organiser is an organiser until a moderator says otherwise, and whoever is shut out runs nothing.
#[tokio::test]
async fn organisers_are_unnamed_and_the_blocked_run_nothing() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let people = people(4);
    join(&house, event, &people).await;
    for one in &people[..2] {
        let words = said(&ask(&house, &mo(), about(event, EventDeed::Organiser(named(one)))).await);
        assert!(words.contains("may run"), "{words}");
    }
    let off = |whom: &Guest| about(event, EventDeed::NoOrganiser(named(whom)));
    let words = said(&ask(&house, &people[0], off(&mo())).await);
    assert!(words.contains("Only moderators"), "{words}");
    let words = said(&ask(&house, &mo(), off(&people[3])).await);
    assert!(words.contains("does not run the event"), "{words}");
    let words = said(&ask(&house, &mo(), off(&people[0])).await);
    assert!(words.contains("Player1 does not run"), "{words}");
    let words = said(&ask(&house, &people[0], about(event, EventDeed::Cancel)).await);
    assert!(words.contains("Only this event’s organisers"), "{words}");
    block(&house, &people[1]).await;
    for order in [
        EventDeed::Start,
        EventDeed::Move(Some("+2h".to_owned())),
        EventDeed::Organiser(named(&people[0])),
    ] {
        let words = said(&ask(&house, &people[1], about(event, order.clone())).await);
        assert!(words.contains("blocked you"), "{order:?}: {words}");
    }
    // The way out is never shut: here the block was it.
    let words = said(&ask(&house, &people[1], about(event, EventDeed::Leave)).await);
    assert!(words.contains("not signed up"), "{words}");
    assert_eq!(contest(&house, event).await.status(), Status::Open);
}

/// Whoever is shut out plans nothing, and what they had planned opens nothing; who planned and took away is in the log.
#[tokio::test]
async fn the_blocked_open_nothing_by_the_calendar() {
    let house = House::new().await;
    let openers = Openers {
        who: Some("everybody".to_owned()),
        ..Openers::default()
    };
    house.ask(&mo(), Ask::Admin(Order::Events(openers))).await;
    let anna = person(50, "Anna");
    let plan = || EventAsk::Plan {
        when: Some("daily 20:00".to_owned()),
        ahead: Some(60),
        event: Box::new(new_event("cup")),
    };
    let planned = ask(&house, &anna, plan()).await;
    assert!(said(&planned).contains("Planned"), "{}", said(&planned));
    block(&house, &anna).await;
    let words = said(&ask(&house, &anna, plan()).await);
    assert!(words.contains("blocked you"), "{words}");
    house.rig.pass(24 * 3_600_000);
    assert!(house.rig.service.tick().await);
    assert!(house.rig.service.events(PLACE.venue, false).await.unwrap().is_empty());
    // A moderator takes it away by its id.
    let row = &house.rig.service.schedules(PLACE.venue).await.unwrap()[0];
    let typed = EventAsk::Unplan(Some(TableId(row.id).code().to_uppercase()));
    let other = Guest {
        admin: true,
        place: Some(Place {
            venue: Venue {
                chat: 1_234,
                ..PLACE.venue
            },
            channel: 1,
        }),
        ..person(60, "Other")
    };
    for stranger in [other, alone(person(61, "Ben"))] {
        let words = said(&ask(&house, &stranger, typed.clone()).await);
        assert!(
            words.contains("no such plan") || words.contains("Only whoever planned"),
            "{words}"
        );
    }
    let words = said(&ask(&house, &mo(), typed.clone()).await);
    assert!(words.contains("not opened by the calendar any more"), "{words}");
    let words = said(&ask(&house, &mo(), typed).await);
    assert!(words.contains("no such plan"), "{words}");
    let log = said(&house.ask(&mo(), Ask::Admin(Order::Log)).await);
    let kept = log.lines().filter(|line| line.contains("schedule of events")).count();
    assert_eq!(kept, 2, "{log}");
}

/// Who plays as a visitor is understood without an id where they joined, whatever else is open there.
#[tokio::test]
async fn a_visitor_is_understood_where_they_joined() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("friendly")).await;
    let away = |who: Guest| Guest {
        place: Some(Place {
            venue: Venue {
                chat: 1_234,
                ..PLACE.venue
            },
            channel: 1,
        }),
        ..who
    };
    let visitor = away(Guest {
        admin: true,
        ..person(70, "Zoe")
    });
    let words = said(&ask(&house, &visitor, about(event, EventDeed::Join)).await);
    assert!(words.contains("You are in"), "{words}");
    let created = EventAsk::Create(Box::new(new_event("friendly")));
    assert!(said(&ask(&house, &visitor, created).await).contains("open for sign-up"));
    let words = deed(&house, &visitor, EventDeed::Leave).await;
    assert!(words.contains("You are not in"), "{words}");
    assert_eq!(contest(&house, event).await.entrants().count(), 0);
}

async fn team(house: &House, who: &Guest, wish: TeamAsk) -> Answer {
    house.ask(who, Ask::Team(wish)).await
}

fn heard(answer: &Answer) -> String {
    let posts = answer.post.iter().chain(&answer.public).map(|post| post.text.plain());
    let toast = answer.toast.iter().map(|toast| toast.text.clone());
    posts.chain(toast).collect::<Vec<_>>().join("\n")
}

/// Whoever runs the event takes a team out of it; nobody gets into a team by a change that the event refuses.
#[tokio::test]
async fn a_team_is_taken_out_and_a_full_one_takes_nobody_in() {
    let house = House::new().await;
    let event = open(&house, &mo(), new_event("team")).await;
    let code = TableId(event.0).code();
    let people = people(12);
    let mut teams = Vec::new();
    for (captain, name) in [(0, "Red"), (8, "Blue")] {
        let create = TeamAsk::Create {
            name: name.to_owned(),
            open: true,
        };
        team(&house, &people[captain], create).await;
        let made = house.rig.service.team_called(PLACE.venue, name).await.unwrap();
        teams.push(made.unwrap().id);
    }
    for (at, one) in people.iter().enumerate().filter(|(at, _)| ![0, 8, 11].contains(at)) {
        let id = teams[usize::from(at > 8)];
        let came = house.press(one, &encode_team(id, TeamAct::Join)).await;
        assert!(came.public.is_some(), "{}", heard(&came));
    }
    for captain in [0, 8] {
        let enter = TeamAsk::Enter {
            event: code.clone(),
            team: None,
            lineup: None,
            substitutes: None,
        };
        let words = heard(&team(&house, &people[captain], enter).await);
        assert!(words.contains("takes part in"), "{words}");
    }
    // Red has its eight.
    let change = TeamAsk::Change {
        event: code.clone(),
        team: Some("Red".to_owned()),
    };
    let words = heard(&team(&house, &people[9], change).await);
    assert!(words.contains("No place is free"), "{words}");
    let player = house.rig.player(people[9].account).await;
    assert!(!house.rig.service.team(teams[0]).await.unwrap().has(player));
    let withdraw = || TeamAsk::Withdraw {
        event: code.clone(),
        team: Some("Blue".to_owned()),
    };
    for stranger in [&people[0], &people[11]] {
        let words = heard(&team(&house, stranger, withdraw()).await);
        assert!(words.contains("Only the captain"), "{words}");
    }
    assert_eq!(contest(&house, event).await.teams().len(), 2);
    let words = heard(&team(&house, &mo(), withdraw()).await);
    assert!(words.contains("Blue"), "{words}");
    let left = contest(&house, event).await;
    assert_eq!(left.teams().len(), 1);
    assert!(left.entrant(player).is_none());
}
