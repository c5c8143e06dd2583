//! Who runs an event, and what they can do before it begins.

use jinlami::contest::{Contest, DueKind, Fact, Kind, Refusal, Start, Status, Who, Wish};
use jinlami::id::EventId;

use super::arena::{Arena, HOST, one, player, players};

const MINUTE: i64 = 60_000;

/// An event that somebody would have begun by hand begins by itself at the time that it was given; an older log is read as it
/// was lived.
#[test]
fn who_is_told_a_time_comes_at_that_time() {
    let mut by_hand = one(Kind::Swiss { rounds: Some(2) });
    by_hand.start = Start::ByHand;
    let mut arena = Arena::open(&by_hand, 1);
    for one in players(4) {
        arena.ask(one, Wish::SignUp);
    }
    let starts = arena.now.plus(30 * MINUTE);
    arena.organise(Wish::Move(starts));
    // The same time again is nothing new.
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Move(starts)), Ok(0));
    arena.organise(Wish::Move(starts.plus(MINUTE)));
    assert_eq!(arena.tick(), DueKind::Start);
    assert_eq!(
        (arena.now, arena.contest.status()),
        (starts.plus(MINUTE), Status::Running)
    );
    arena.replayed();
    let mut older = Arena::open(&by_hand, 1);
    let moved = Fact::StartMoved { starts, timed: false };
    older.take(std::slice::from_ref(&moved));
    let written = serde_json::to_string(&moved).unwrap();
    assert!(!written.contains("timed"), "{written}");
    // It only lapses.
    assert!(older.contest.dues().iter().all(|due| due.kind == DueKind::Lapse));
    // What begins when it is full has no time.
    by_hand.start = Start::WhenFull;
    let mut full = Arena::open(&by_hand, 1);
    assert_eq!(full.wish(Who::Person(HOST), Wish::Move(starts)), Err(Refusal::NoTime));
}

/// Before the start whoever runs the event strikes somebody off the list, and the next who waits moves up; whoever only waits
/// is struck off as well.
#[test]
fn somebody_is_struck_off_the_list() {
    let mut small = one(Kind::Swiss { rounds: Some(2) });
    small.size.most = 3;
    let mut arena = Arena::open(&small, 2);
    for one in players(5) {
        arena.ask(one, Wish::SignUp);
    }
    assert_eq!(
        arena.wish(Who::Person(player(1)), Wish::Expel(player(0))),
        Err(Refusal::NotOrganiser)
    );
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Expel(player(9))),
        Err(Refusal::NotSignedUp)
    );
    arena.organise(Wish::Expel(player(0)));
    arena.wish(Who::Admin(player(77)), Wish::Expel(player(4))).unwrap();
    let view = arena.contest.view(None);
    let there: Vec<_> = view.entrants.iter().map(|entrant| entrant.player).collect();
    assert_eq!((there, view.waiting), ([1, 2, 3].map(player).to_vec(), Vec::new()));
    // Nobody is out for good before it begins.
    arena.ask(player(0), Wish::SignUp);
    assert_eq!(arena.contest.view(None).waiting, [player(0)]);
    arena.organise(Wish::Start);
    arena.organise(Wish::Expel(player(1)));
    assert_eq!(arena.wish(Who::Person(player(1)), Wish::Return), Err(Refusal::Dropped));
    arena.replayed();
}

/// Organisers name each other, and only administrators take that back; without any of them administrators run the event.
#[test]
fn only_administrators_take_the_right_to_organise_back() {
    let mut arena = Arena::open(&one(Kind::Swiss { rounds: Some(2) }), 3);
    for one in players(4) {
        arena.ask(one, Wish::SignUp);
    }
    let (named, admin) = (player(0), Who::Admin(player(77)));
    arena.organise(Wish::NameOrganiser(named));
    for one in [named, HOST] {
        let refused = arena.wish(Who::Person(one), Wish::UnnameOrganiser(HOST));
        assert_eq!(refused, Err(Refusal::NotAdmin));
    }
    assert_eq!(
        arena.wish(Who::Person(player(3)), Wish::UnnameOrganiser(named)),
        Err(Refusal::NotOrganiser)
    );
    assert_eq!(
        arena.wish(admin, Wish::UnnameOrganiser(player(3))),
        Err(Refusal::NoOrganiser)
    );
    for one in [named, HOST] {
        arena.wish(admin, Wish::UnnameOrganiser(one)).unwrap();
        assert_eq!(arena.wish(Who::Person(one), Wish::Start), Err(Refusal::NotOrganiser));
    }
    arena.wish(admin, Wish::Start).unwrap();
    assert_eq!(arena.contest.status(), Status::Running);
    let again = Contest::replay(EventId(1), &arena.log).unwrap();
    assert_eq!(again.organisers().count(), 0);
}
