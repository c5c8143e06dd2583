//! Nobody fills an event by coming and going, waiting or naming.

use jinlami::contest::{
    COMINGS_MAX, GOINGS_MAX, Kind, ORGANISERS_MAX, Refusal, Squads, Uneven, WAITING_MAX, WAITING_TEAMS_MAX, Who, Wish,
};
use jinlami::id::TeamId;

use super::arena::{Arena, HOST, one, player, team};

const HOUR: i64 = 3_600_000;

/// Whoever comes and goes has to wait before they come again, and can go at any time; nobody else is kept from anything.
#[test]
fn coming_and_going_has_an_end() {
    let mut arena = Arena::open(&one(Kind::Swiss { rounds: Some(3) }), 1);
    for _ in 0..COMINGS_MAX {
        arena.ask(player(0), Wish::SignUp);
        arena.ask(player(0), Wish::SignOff);
    }
    let version = arena.contest.version();
    assert_eq!(arena.wish(Who::Person(player(0)), Wish::SignUp), Err(Refusal::TooOften));
    assert_eq!(arena.contest.version(), version);
    for number in 1..5 {
        arena.ask(player(number), Wish::SignUp);
    }
    arena.now = arena.now.plus(HOUR);
    arena.ask(player(0), Wish::SignUp);
    arena.organise(Wish::Start);
    arena.now = arena.now.plus(HOUR);
    for _ in 0..COMINGS_MAX {
        arena.ask(player(0), Wish::Pause);
        arena.ask(player(0), Wish::Return);
    }
    arena.ask(player(0), Wish::Pause);
    for wish in [Wish::Return, Wish::SignUp] {
        assert_eq!(arena.wish(Who::Person(player(0)), wish), Err(Refusal::TooOften));
    }
    arena.ask(player(0), Wish::Drop);
    arena.run();
}

/// A match that somebody came to and went from again and again before its deal is not opened for them any more.
#[test]
fn a_match_is_not_opened_for_ever() {
    let mut arena = Arena::begun(&one(Kind::Swiss { rounds: Some(2) }), 2, 2);
    let pairing = arena.open_pairings()[0];
    let [stays, goes] = arena.contest.pairing(pairing).unwrap().players;
    arena.ask(stays, Wish::Show(pairing));
    for _ in 0..GOINGS_MAX {
        arena.ask(goes, Wish::Show(pairing));
        let table = arena.seat(pairing);
        let gone = Wish::Unseat {
            pairing,
            table,
            stayed: Some([true, false]),
        };
        arena.wish(Who::Clock, gone).unwrap();
    }
    assert_eq!(
        arena.wish(Who::Person(goes), Wish::Show(pairing)),
        Err(Refusal::TooOften)
    );
    arena.replayed();
    while arena.contest.pairing(pairing).unwrap().score.is_none() {
        arena.tick();
    }
    assert_eq!(arena.contest.pairing(pairing).unwrap().winner(), Some(stays));
}

#[test]
fn the_waiting_list_and_the_organisers_have_an_end() {
    let mut small = one(Kind::Swiss { rounds: Some(2) });
    small.size.most = 2;
    let mut arena = Arena::open(&small, 3);
    for number in 0..WAITING_MAX + 2 {
        arena.ask(player(number), Wish::SignUp);
    }
    let late = Who::Person(player(WAITING_MAX + 2));
    assert_eq!(arena.wish(late, Wish::SignUp), Err(Refusal::LineFull));
    arena.ask(player(0), Wish::SignOff);
    assert_eq!(arena.wish(late, Wish::SignUp), Ok(1));
    for number in 1..ORGANISERS_MAX {
        arena.organise(Wish::NameOrganiser(player(number)));
    }
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::NameOrganiser(player(90))),
        Err(Refusal::Organisers)
    );
    assert_eq!(arena.wish(Who::Person(HOST), Wish::NameOrganiser(player(1))), Ok(0));
}

/// Who changes teams to and fro is stopped, not the captains whose teams it changes; a captain neither changes for ever.
#[test]
fn line_ups_are_not_changed_for_ever() {
    let mut event = one(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    event.size.most = 2;
    event.squads = Some(Squads {
        least: 1,
        most: 4,
        substitutes: 0,
    });
    let mut arena = Arena::open(&event, 4);
    arena.ask(player(0), Wish::Enter(team(1, &[0, 1, 2], &[])));
    arena.ask(player(3), Wish::Enter(team(2, &[3, 4], &[])));
    let mut to = [2, 1].into_iter().cycle();
    let moved = (0..3 * COMINGS_MAX).take_while(|_| {
        let wish = Wish::Switch(TeamId(to.next().unwrap()));
        arena.wish(Who::Person(player(2)), wish) != Err(Refusal::TooOften)
    });
    assert!((COMINGS_MAX / 2..=COMINGS_MAX).contains(&moved.count()));
    for number in 0..WAITING_TEAMS_MAX {
        let (id, captain) = (i64::try_from(number).unwrap() + 3, 10 + number);
        arena.ask(player(captain), Wish::Enter(team(id, &[captain], &[])));
    }
    assert_eq!(
        arena.wish(Who::Person(player(60)), Wish::Enter(team(60, &[60], &[]))),
        Err(Refusal::LineFull)
    );
    // A waiting team's captain who turns the line-up round and round.
    let mut turns = 0;
    arena.ask(player(10), Wish::Enter(team(3, &[10, 70, 71], &[])));
    loop {
        let people = if turns % 2 == 0 { [10, 71, 70] } else { [10, 70, 71] };
        match arena.wish(Who::Person(player(10)), Wish::Enter(team(3, &people, &[]))) {
            Ok(_) => turns += 1,
            Err(refusal) => break assert_eq!(refusal, Refusal::TooOften),
        }
    }
    assert!(turns <= COMINGS_MAX);
    arena
        .wish(Who::Person(HOST), Wish::Enter(team(3, &[10, 70], &[])))
        .unwrap();
    arena.ask(player(10), Wish::WithdrawTeam(TeamId(3)));
}
