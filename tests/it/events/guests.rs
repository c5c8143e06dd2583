//! People and places that an event does not belong to: who comes in, by which door, and where it is shown.

use jinlami::contest::{Kind, Presence, Refusal, Squads, Uneven, Wish};
use jinlami::id::{Account, Place, Platform, PlayerId, TableId, Venue};
use jinlami::service::{
    Change, DeedKind, EventError, GUESSES, GUESTS, LineupError, Speaker, TeamRow, TeamWho, TeamWish,
};
use jinlami::store::SlotKind;

use super::hall::{Hall, format, person};
use crate::rig::{ANNA, PLACE};

const HOUR: i64 = 3_600_000;

fn group(chat: i64) -> Place {
    Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat,
        },
        channel: 0,
    }
}

async fn guest(hall: &Hall, user: i64) -> Account {
    let guest = Account {
        platform: Platform::Telegram,
        user,
    };
    hall.rig.service.meet(guest, "Guest", None).await.unwrap();
    guest
}

/// The event's own messages stand in these places.
async fn stands_in(hall: &Hall, places: &[Place]) {
    assert_eq!(hall.rig.service.event_places(hall.event).await.unwrap(), places);
    let slots = hall.rig.service.store().slots_of(TableId(hall.event.0)).await.unwrap();
    let mut chats: Vec<i64> = slots
        .iter()
        .filter(|slot| slot.key.kind == SlotKind::Event)
        .map(|slot| slot.key.chat)
        .collect();
    let mut wanted: Vec<i64> = places.iter().map(|place| place.venue.chat).collect();
    chats.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(chats, wanted);
}

async fn block(hall: &Hall, venue: Venue, player: PlayerId) {
    let block = Change::Block(player);
    let done = hall
        .rig
        .service
        .govern(None, venue, DeedKind::Blocked, block, None)
        .await;
    assert!(done.unwrap());
}

/// An event can be joined from another place, and its messages stand there only by that place's own leave: when its
/// moderators let everybody bring events, or when somebody joins or asks who may.
#[tokio::test]
async fn an_event_is_shown_elsewhere_only_by_leave() {
    let hall = Hall::open(format(Kind::Swiss { rounds: None }), None, 3).await;
    let service = &hall.rig.service;
    let [quiet, open, led, asked] = [-71, -72, -73, -74].map(group);
    let one = guest(&hall, 9_001).await;
    hall.ask_from(one, Wish::SignUp, Some(quiet)).await.unwrap();
    let player = hall.rig.player(one).await;
    assert!(hall.contest().await.entrant(player).is_some(), "they are in");
    stands_in(&hall, &[PLACE]).await;
    assert!(service.events(quiet.venue, true).await.unwrap().is_empty());

    let everybody = Change::Setting(GUESTS, Some("everybody".to_owned()));
    service
        .govern(None, open.venue, DeedKind::Events, everybody, None)
        .await
        .unwrap();
    hall.ask_from(guest(&hall, 9_002).await, Wish::SignUp, Some(open))
        .await
        .unwrap();
    stands_in(&hall, &[PLACE, open]).await;
    hall.ask_as(guest(&hall, 9_003).await, Wish::SignUp, Some(led), true)
        .await
        .unwrap();
    stands_in(&hall, &[PLACE, open, led]).await;
    let slots = service.store().slots_of(TableId(hall.event.0)).await.unwrap();
    assert!(slots.iter().all(|slot| slot.want == slots[0].want), "all show the same");

    // Whoever may asks for it without taking part; asked twice it is there once, and stays over a stop.
    let moderator = guest(&hall, 9_004).await;
    for _ in 0..2 {
        let brought = service.bring_event(moderator, hall.event, asked, None).await.unwrap();
        assert_eq!(brought.before, brought.contest.version());
    }
    let alone = service.bring_event(moderator, hall.event, group(9_004), None).await;
    assert!(matches!(alone.err(), Some(EventError::Private)));
    let hall = hall.restart().await;
    stands_in(&hall, &[PLACE, open, led, asked]).await;
    let service = &hall.rig.service;
    assert_eq!(service.events(asked.venue, true).await.unwrap().len(), 1);
    hall.is_sound().await;

    // Whom the other place has shut out brings nothing there.
    let shut = guest(&hall, 9_005).await;
    let player = hall.rig.player(shut).await;
    block(&hall, group(-75).venue, player).await;
    let refused = hall.ask_as(shut, Wish::SignUp, Some(group(-75)), true).await.err();
    assert!(matches!(refused, Some(EventError::Blocked)));
    assert!(hall.contest().await.entrant(player).is_none());

    // There is room for so many places.
    for chat in 80..86 {
        service
            .bring_event(moderator, hall.event, group(-chat), None)
            .await
            .unwrap();
    }
    let full = service.bring_event(moderator, hall.event, group(-90), None).await.err();
    assert!(matches!(full, Some(EventError::Crowded)));
    hall.is_sound().await;
}

/// Ids of events can be guessed, so whoever has nothing to do with an event, typing or pressing, can try a few in an hour, and
/// what they try beyond says nothing, not even when it is right. At home, for who takes part, and for who runs it, ids are free.
#[tokio::test]
async fn ids_of_other_places_can_not_be_tried_out() {
    let hall = Hall::open(format(Kind::Swiss { rounds: None }), None, 2).await;
    let service = &hall.rig.service;
    let code = TableId(hall.event.0).code();
    let there = group(-71);
    let thief = guest(&hall, 9_001).await;
    for number in 0..GUESSES {
        let here = (number % 2 == 0).then_some(there.venue);
        let wrong = TableId(hall.event.0 + 1_000 + i64::from(number)).code();
        let missed = match number % 3 {
            // Right ones count as well, and so does a pressed button that nobody was given.
            0 => service.event_called(thief, &code, here).await.map(|_| ()),
            1 => service.event_met(thief, hall.event, here).await.map(|_| ()),
            _ => match service.event_called(thief, &wrong, here).await {
                Err(EventError::NoEvent) => Ok(()),
                other => other.map(|_| ()),
            },
        };
        assert!(missed.is_ok(), "{number}: {:?}", missed.err());
    }
    for here in [None, Some(there.venue)] {
        for typed in [code.clone(), "7zzzz".to_owned()] {
            let said = service.event_called(thief, &typed, here).await.err();
            assert!(matches!(said, Some(EventError::Guesses)), "{said:?}");
        }
        let said = service.event_met(thief, hall.event, here).await.err();
        assert!(matches!(said, Some(EventError::Guesses)), "{said:?}");
    }
    // Nobody else pays for it, and where the event is shown everybody knows of it.
    let friend = guest(&hall, 9_002).await;
    service.event_called(friend, &code, Some(there.venue)).await.unwrap();
    service.event_called(thief, &code, Some(PLACE.venue)).await.unwrap();
    for (who, here) in [(ANNA, Some(there.venue)), (ANNA, None), (person(0), None)] {
        if who != ANNA {
            hall.ask(who, Wish::SignUp).await.unwrap();
        }
        for _ in 0..=GUESSES {
            service.event_called(who, &code, here).await.unwrap();
        }
    }
    // What is no id at all is no guess.
    assert!(matches!(
        service.event_called(thief, "!?", None).await.err(),
        Some(EventError::NoEvent)
    ));
    hall.rig.pass(HOUR + 1);
    service.event_called(thief, &code, Some(there.venue)).await.unwrap();
}

async fn make_team(hall: &Hall, place: Place, name: &str, people: &[Account]) -> TeamRow {
    let service = &hall.rig.service;
    let mut players = Vec::new();
    for one in people {
        players.push(hall.rig.player(*one).await);
    }
    let who = |player| TeamWho {
        player: Some(player),
        admin: false,
    };
    let made = service
        .make_team(who(players[0]), place, name, true, None)
        .await
        .unwrap();
    for player in &players[1..] {
        hall.rig.pass(1_000);
        service
            .handle_team(who(*player), made.id, &TeamWish::Join)
            .await
            .unwrap();
    }
    service.team(made.id).await.unwrap()
}

fn speaker(account: Account, captain: PlayerId, at: Place, brings: bool) -> Speaker {
    Speaker {
        account,
        who: TeamWho {
            player: Some(captain),
            admin: false,
        },
        at: Some(at),
        brings,
        inbox: None,
    }
}

fn of_teams() -> jinlami::contest::Format {
    let mut teams = format(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    teams.squads = Some(Squads {
        least: 1,
        most: 2,
        substitutes: 1,
    });
    teams
}

fn refused<T>(done: Result<T, LineupError>) -> Option<Refusal> {
    match done.err() {
        Some(LineupError::Event(EventError::Refused(refusal))) => Some(refusal),
        _ => None,
    }
}

/// C-103: a captain's orders come from where the event belongs or is shown, from nowhere else.
#[tokio::test]
async fn a_captain_leads_where_the_event_is_shown() {
    let hall = Hall::open(of_teams(), None, 2).await;
    let service = &hall.rig.service;
    let (there, elsewhere) = (group(-71), group(-72));
    let mut people = Vec::new();
    for user in 9_001..=9_003 {
        people.push(guest(&hall, user).await);
    }
    let team = make_team(&hall, there, "Red", &people).await;
    let from = |at, brings| speaker(people[0], team.captain, at, brings);
    let early = service
        .enter_team(&from(there, false), hall.event, team.id, None, None)
        .await;
    assert_eq!(refused(early), Some(Refusal::NotShown));
    assert!(hall.contest().await.teams().is_empty());
    stands_in(&hall, &[PLACE]).await;
    service
        .enter_team(&from(there, true), hall.event, team.id, None, None)
        .await
        .unwrap();
    stands_in(&hall, &[PLACE, there]).await;
    // It is shown there now: the captain needs nobody's leave any more.
    let lineup = [team.members[0], team.members[2]];
    let substitutes = [team.members[1]];
    let changed = service
        .enter_team(
            &from(there, false),
            hall.event,
            team.id,
            Some(&lineup),
            Some(&substitutes),
        )
        .await
        .unwrap();
    assert_eq!(changed.contest.teams()[0].members, lineup);
    let foreign = service.withdraw_team(&from(elsewhere, true), hall.event, team.id).await;
    assert_eq!(refused(foreign), Some(Refusal::NotShown));
    // Anna runs the event, at home.
    let order = Wish::WithdrawTeam(team.id);
    for at in [Some(there), Some(elsewhere), None] {
        let said = hall.ask_from(ANNA, order.clone(), at).await.err();
        assert!(
            matches!(said, Some(EventError::Refused(Refusal::Elsewhere))),
            "{at:?}: {said:?}"
        );
    }
    let home = [person(0), person(1)];
    let blue = make_team(&hall, PLACE, "Blue", &home).await;
    service
        .enter_team(
            &speaker(home[0], blue.captain, PLACE, false),
            hall.event,
            blue.id,
            None,
            None,
        )
        .await
        .unwrap();
    hall.ask(ANNA, Wish::Start).await.unwrap();
    let (out, into) = (lineup[1], substitutes[0]);
    let foreign = service.substitute(&from(elsewhere, false), hall.event, out, into).await;
    assert_eq!(refused(foreign), Some(Refusal::NotShown));
    let swap = Wish::Substitute { out, into };
    let said = hall.ask_from(ANNA, swap, Some(there)).await.err();
    assert!(matches!(said, Some(EventError::Refused(Refusal::Elsewhere))));
    service
        .substitute(&from(there, false), hall.event, out, into)
        .await
        .unwrap();
    hall.is_sound().await;
}

/// Whom moderators have shut out comes in by no door: not with a team, not for a member of one, not by coming back, and not by
/// having waited.
#[tokio::test]
async fn who_is_shut_out_comes_in_by_no_door() {
    // A team, and a substitute's place.
    let hall = Hall::open(of_teams(), None, 5).await;
    let service = &hall.rig.service;
    let people = [person(0), person(1), person(2)];
    let red = make_team(&hall, PLACE, "Red", &people).await;
    let blue = make_team(&hall, PLACE, "Blue", &[person(3), person(4)]).await;
    let shut = hall.rig.player(person(2)).await;
    let captain = speaker(person(0), red.captain, PLACE, false);
    service
        .enter_team(&captain, hall.event, red.id, None, None)
        .await
        .unwrap();
    let other = speaker(person(3), blue.captain, PLACE, false);
    service
        .enter_team(&other, hall.event, blue.id, None, None)
        .await
        .unwrap();
    hall.ask(ANNA, Wish::Start).await.unwrap();
    block(&hall, PLACE.venue, shut).await;
    let swap = service
        .substitute(&captain, hall.event, hall.rig.player(person(1)).await, shut)
        .await;
    let who = |done: Result<_, LineupError>| match done.err() {
        Some(LineupError::Event(EventError::BlockedOther(player))) => Some(player),
        _ => None,
    };
    assert_eq!(who(swap), Some(shut));
    let by_hand = Wish::Substitute {
        out: hall.rig.player(person(1)).await,
        into: shut,
    };
    let by_hand = hall.ask(ANNA, by_hand).await.err();
    assert!(matches!(by_hand, Some(EventError::BlockedOther(player)) if player == shut));
    hall.is_sound().await;

    let next = Hall::open(of_teams(), None, 5).await;
    let service = &next.rig.service;
    let red = make_team(&next, PLACE, "Red", &people).await;
    let shut = next.rig.player(person(2)).await;
    block(&next, PLACE.venue, shut).await;
    let captain = speaker(person(0), red.captain, PLACE, false);
    for (lineup, substitutes) in [
        (vec![red.captain, shut], vec![]),
        (vec![red.captain], vec![shut]),
        (vec![red.captain, red.members[1]], vec![shut]),
    ] {
        let entered = service
            .enter_team(&captain, next.event, red.id, Some(&lineup), Some(&substitutes))
            .await;
        assert_eq!(who(entered), Some(shut));
    }
    assert!(next.contest().await.teams().is_empty());
    let rest = [red.captain, red.members[1]];
    service
        .enter_team(&captain, next.event, red.id, Some(&rest), Some(&[]))
        .await
        .unwrap();
    let changed = service
        .change_team_in(&speaker(person(2), shut, PLACE, false), next.event, red.id)
        .await;
    assert!(changed.is_err());

    // Coming back.
    let hall = Hall::begun(format(Kind::Swiss { rounds: Some(3) }), 4).await;
    let player = hall.rig.player(person(0)).await;
    block(&hall, PLACE.venue, player).await;
    assert_eq!(
        hall.contest().await.entrant(player).unwrap().presence,
        Presence::Paused,
        "nobody waits for them in vain"
    );
    for wish in [Wish::Return, Wish::SignUp] {
        let said = hall.ask(person(0), wish).await.err();
        assert!(matches!(said, Some(EventError::Blocked)), "{said:?}");
    }
    let unblock = Change::Unblock(player);
    let service = &hall.rig.service;
    service
        .govern(None, PLACE.venue, DeedKind::Unblocked, unblock, None)
        .await
        .unwrap();
    hall.ask(person(0), Wish::Return).await.unwrap();
    hall.is_sound().await;

    // Having waited for a place.
    let mut small = format(Kind::Swiss { rounds: None });
    small.size.most = 2;
    let hall = Hall::open(small, None, 4).await;
    for number in 0..4 {
        hall.ask(person(number), Wish::SignUp).await.unwrap();
    }
    let waits = hall.rig.player(person(2)).await;
    block(&hall, PLACE.venue, waits).await;
    hall.ask(person(0), Wish::SignOff).await.unwrap();
    let contest = hall.contest().await;
    assert!(contest.entrant(waits).is_none() && contest.waiting().all(|player| player != waits));
    assert!(contest.entrant(hall.rig.player(person(3)).await).is_some());
    hall.is_sound().await;
}
