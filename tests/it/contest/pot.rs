//! What events take and pay: it follows from the event alone, write by write and fact by fact.

use std::collections::BTreeMap;

use jinlami::contest::{Booking, Contest, Flaw, Format, Kind, Status, Who, Why, Wish, bookings};
use jinlami::id::PlayerId;

use super::arena::{Arena, one, player, players};
use super::whole::wild;
use crate::effort::cases;

const FEE: u32 = 7;

/// What everybody has beside what they began with, and the pot.
#[derive(Clone, Debug, Default, PartialEq)]
struct Book {
    purses: BTreeMap<PlayerId, i64>,
    pot: i64,
}

impl Book {
    fn take(&mut self, booked: &[Booking]) {
        for booking in booked {
            assert!(booking.points > 0);
            let into = match booking.why {
                Why::Paid => booking.points,
                Why::Returned | Why::Won => -booking.points,
            };
            self.pot += into;
            *self.purses.entry(booking.player).or_default() -= into;
            assert!(self.pot >= 0, "a pot never holds less than nothing");
        }
        self.purses.retain(|_, points| *points != 0);
    }
}

/// One step of an event, booked as one write and fact by fact: both come to the same.
fn step(arena: &mut Arena, books: &mut [Book; 2], act: impl FnOnce(&mut Arena)) {
    let (before, known) = (arena.contest.clone(), arena.log.len());
    act(arena);
    books[0].take(&bookings(Some(&before), &arena.contest));
    let mut lived = before;
    for (at, fact) in &arena.log[known..] {
        let was = lived.clone();
        lived.evolve(*at, fact);
        books[1].take(&bookings(Some(&was), &lived));
    }
    assert_eq!(books[0], books[1]);
    let contest = &arena.contest;
    assert_eq!(books[0].pot, contest.pot());
    assert_eq!(bookings(Some(contest), contest), [], "nothing is booked twice");
    if contest.status() != Status::Finished {
        let paid = contest.paid_in().into_iter().map(|(player, points)| (player, -points));
        assert_eq!(books[0].purses, paid.collect());
    }
}

fn over(contest: &Contest, book: &Book) {
    assert_eq!((book.pot, contest.pot()), (0, 0));
    assert_eq!(book.purses.values().sum::<i64>(), 0);
    if contest.status() == Status::Cancelled {
        assert!(book.purses.is_empty(), "everybody has what they had before");
    } else {
        let won: i64 = contest.prizes().iter().map(|(_, points)| points).sum();
        assert_eq!(
            won,
            contest.paid_in().values().sum::<i64>(),
            "paid out to the last point"
        );
    }
}

/// Whatever anybody wishes at whatever moment: no pot below nothing, and none that is not empty after the end; who is called off
/// has everything back.
#[test]
fn any_wishes_of_anybody_leave_books_that_balance() {
    let kinds = [
        Kind::Swiss { rounds: Some(4) },
        Kind::Knockout { third_place: false },
        Kind::RoundRobin { cycles: 1 },
        Kind::Fixed { matches: 3 },
        Kind::Elimination {
            start: 200,
            line: 1,
            base: 1,
            grow_every: 2,
            grow_by: 1,
            keep: 2,
            rounds: 30,
        },
        Kind::Target {
            points: 120,
            rounds: 8,
            arrive: Some(2),
        },
    ];
    let (mut finished, mut cancelled) = (0, 0);
    for seed in 0..u64::from(cases(60)) {
        let kind = kinds[usize::try_from(seed).unwrap() % kinds.len()];
        let mut event = one(kind);
        event.fee = FEE;
        event.sign_up.late = u16::from(matches!(kind, Kind::Swiss { .. } | Kind::Target { .. }));
        event.size.most = 8;
        let mut arena = Arena::open(&event, seed);
        let mut books = [Book::default(), Book::default()];
        for number in 0..10 {
            step(&mut arena, &mut books, |arena| arena.ask(player(number), Wish::SignUp));
        }
        assert_eq!(books[0].pot, 10 * i64::from(FEE), "who waits has paid too");
        for _ in 0..200 {
            step(&mut arena, &mut books, wild);
        }
        step(&mut arena, &mut books, |arena| {
            arena.replayed();
            if !arena.is_over() {
                arena.organise(Wish::Resume);
            }
            if arena.contest.status() == Status::Open {
                arena.wish(Who::Clock, Wish::Start).unwrap();
            }
        });
        step(&mut arena, &mut books, Arena::run);
        over(&arena.contest, &books[0]);
        match arena.contest.status() {
            Status::Finished => finished += 1,
            _ => cancelled += 1,
        }
    }
    assert!(
        finished > 9 && cancelled > 4,
        "{finished} were played and {cancelled} called off"
    );
}

/// Who has paid at each moment of an event.
#[test]
fn who_has_paid_follows_from_the_event() {
    let mut event = one(Kind::Swiss { rounds: Some(2) });
    event.fee = FEE;
    event.size.most = 4;
    let mut arena = Arena::open(&event, 5);
    let fee = i64::from(FEE);
    let paid = |arena: &Arena| arena.contest.paid_in().into_keys().collect::<Vec<_>>();
    for number in 0..7 {
        arena.ask(player(number), Wish::SignUp);
    }
    assert_eq!(paid(&arena), players(7));
    arena.ask(player(0), Wish::SignOff);
    arena.organise(Wish::Expel(player(6)));
    assert_eq!(paid(&arena), [1, 2, 3, 4, 5].map(player));
    // Who waits when it begins gets no place.
    arena.organise(Wish::Start);
    assert_eq!(paid(&arena), [1, 2, 3, 4].map(player));
    arena.ask(player(1), Wish::Drop);
    arena.organise(Wish::Expel(player(2)));
    assert_eq!(arena.contest.pot(), 4 * fee, "what was paid stays in");
    let mut called_off = arena.contest.clone();
    let cancelled = arena.decide(Who::Clock, Wish::Cancel, None).unwrap();
    cancelled.iter().for_each(|fact| called_off.evolve(arena.now, fact));
    assert_eq!(
        called_off.refunds(),
        [1, 2, 3, 4].map(player),
        "also who had dropped out"
    );
    assert_eq!(bookings(Some(&arena.contest), &called_off).len(), 4);
    arena.run();
    // Four came in: 28 points are 50, 30 and 20 percent, the rest the first one's.
    let points: Vec<i64> = arena.contest.prizes().iter().map(|(_, points)| *points).collect();
    assert_eq!(points.iter().sum::<i64>(), 4 * fee);
    assert!(
        points.len() >= 3 && points.is_sorted_by(|one, two| one >= two),
        "{points:?}"
    );
}

/// C-109 for fees in templates, and where there are none.
#[test]
fn fees_have_bounds_and_teams_pay_none() {
    let mut event = one(Kind::Swiss { rounds: Some(2) });
    for (fee, fine) in [(0, true), (1, true), (10_000, true), (10_001, false), (u32::MAX, false)] {
        event.fee = fee;
        assert_eq!(event.check().is_ok(), fine, "{fee}");
    }
    assert_eq!(event.check(), Err(Flaw::Fee));
    let mut teams = one(Kind::Team {
        uneven: jinlami::contest::Uneven::Leaders,
        hands: None,
    });
    teams.squads = Some(jinlami::contest::Squads {
        least: 1,
        most: 4,
        substitutes: 0,
    });
    teams.size.most = 8;
    assert_eq!(teams.check(), Ok(()));
    teams.fee = 1;
    assert_eq!(teams.check(), Err(Flaw::TeamFee));
    let text = |fee: &str| format!("[e]\ntitle = \"E\"\nfee = {fee}\nstages = [{{ play = {{ swiss = {{}} }} }}]\n");
    assert_eq!(Format::templates(&text("20")).unwrap()["e"].fee, 20);
    for fee in ["-1", "1.5", "1e9", "\"20\"", "10001", "99999999999999999999"] {
        assert!(Format::templates(&text(fee)).is_err(), "{fee}");
    }
}
