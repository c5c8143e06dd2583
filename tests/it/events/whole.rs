//! Whole events at real tables.

use tokio::time::Instant;

use jinlami::contest::{Fact, How, Kind, Pace, Status, Wish};
use jinlami::store::SlotKind;

use super::hall::{Hall, cut, format, person};
use crate::rig::ANNA;

/// Every match of an event that is over has one result and had one table, and nothing is left to be done.
async fn all_is_told_once(hall: &Hall) {
    let contest = hall.contest().await;
    assert_eq!(contest.status(), Status::Finished);
    let log = hall.rig.service.event_facts(hall.event).await.unwrap();
    let mut seated = 0;
    for pairing in contest.pairings() {
        let (score, _) = pairing.score.expect("a result");
        let count = |is: &dyn Fn(&Fact) -> bool| log.iter().filter(|(_, fact)| is(fact)).count();
        let own = pairing.id;
        let scored = count(&|fact| matches!(fact, Fact::Scored { pairing, .. } if *pairing == own));
        assert_eq!(scored, 1, "{pairing:?}");
        if let (How::Played, Some(id)) = (score.how, pairing.table) {
            let table = hall.table(id).await;
            assert_eq!(score.points.as_slice(), table.scores(), "the points are the table's");
            assert_eq!(score.winner.map(|seat| pairing.players[seat.index()]), pairing.winner());
            assert_eq!(
                table.bout().map(|bout| (bout.event, bout.pairing)),
                Some((hall.event, own.0))
            );
        }
    }
    for (_, fact) in &log {
        seated += i64::from(matches!(fact, Fact::Seated { .. }));
    }
    assert_eq!(
        hall.number("SELECT count(*) FROM tables").await,
        seated,
        "no table twice"
    );
    assert_eq!(hall.number("SELECT count(*) FROM bouts").await, seated);
    assert_eq!(
        hall.number("SELECT count(*) FROM contest_due").await,
        0,
        "nothing is left to be done"
    );
    assert_eq!(hall.number("SELECT count(*) FROM entrants WHERE open = 1").await, 0);
    assert_eq!(hall.number("SELECT count(*) FROM seats WHERE open = 1").await, 0);
    hall.is_sound().await;
}

/// C-098, C-020: the process ends in the middle of every single step, each time a little later in it.
async fn survives(mut hall: Hall) {
    for polls in 0..2_000 {
        if hall.is_over().await {
            let rounds = hall.contest().await.stages()[0].round;
            assert!(rounds > 0 && polls > 20, "only {polls} steps");
            all_is_told_once(&hall).await;
            return;
        }
        cut(hall.step(), 1 + polls % 40).await;
        // What was begun happens whole or not at all.
        hall = hall.restart().await;
        let contest = hall.contest().await;
        for pairing in contest.pairings() {
            let tables = contest
                .pairings()
                .iter()
                .filter(|other| other.table.is_some() && other.table == pairing.table);
            assert!(pairing.table.is_none() || tables.count() == 1);
        }
    }
    panic!("it does not end");
}

#[tokio::test]
async fn a_swiss_survives_a_stop_within_every_step() {
    survives(Hall::begun(format(Kind::Swiss { rounds: Some(3) }), 6).await).await;
}

#[tokio::test]
async fn a_knockout_survives_a_stop_within_every_step() {
    survives(Hall::begun(format(Kind::Knockout { third_place: true }), 4).await).await;
}

#[tokio::test]
async fn a_team_match_survives_a_stop_within_every_step() {
    let mut teams = format(Kind::Team {
        uneven: jinlami::contest::Uneven::Leaders,
        hands: None,
    });
    teams.squads = Some(jinlami::contest::Squads {
        least: 2,
        most: 2,
        substitutes: 0,
    });
    survives(Hall::of_teams(teams, 2).await).await;
}

/// C-099, C-100 and C-005 at real tables.
#[tokio::test]
async fn a_swiss_of_sixteen_is_played_at_real_tables() {
    let hall = Hall::begun(format(Kind::Swiss { rounds: None }), 16).await;
    let begun = Instant::now();
    let mut presses = 0;
    while !hall.is_over().await {
        while let Some(pairing) = hall.open_pairing().await {
            let id = hall.seat(pairing.id).await;
            presses += hall.play(id).await;
            hall.tick().await;
        }
        hall.next().await;
    }
    let contest = hall.contest().await;
    assert_eq!((contest.stages()[0].round, contest.pairings().len()), (4, 32));
    all_is_told_once(&hall).await;
    assert!(presses > 300, "only {presses} presses in {:?}", begun.elapsed());
    // One message for the event, one for each round, one at the end; none in private.
    let service = &hall.rig.service;
    let slots = service
        .store()
        .slots_of(jinlami::id::TableId(hall.event.0))
        .await
        .unwrap();
    let kinds = |kind| slots.iter().filter(|slot| slot.key.kind == kind).count();
    assert_eq!(
        (kinds(SlotKind::Event), kinds(SlotKind::Round), kinds(SlotKind::Closing)),
        (1, 4, 1)
    );
    assert!(slots.iter().all(|slot| slot.key.reader.is_none()));
    assert_eq!(
        slots.iter().find(|slot| slot.key.kind == SlotKind::Event).unwrap().want,
        contest.version().0
    );
}

/// C-098: whoever asks for the next round, and however often at once, it is made once.
#[tokio::test]
async fn the_next_round_comes_once() {
    let hall = Hall::begun(format(Kind::Swiss { rounds: Some(3) }), 8).await;
    for round in 1..=2 {
        while let Some(pairing) = hall.open_pairing().await {
            let id = hall.seat(pairing.id).await;
            hall.resign(id, 0).await;
            hall.tick().await;
        }
        let next = Wish::Next {
            stage: 0,
            round: round + 1,
        };
        let presses = (0..5).map(|_| hall.ask(ANNA, next.clone()));
        let ticks = (0..5).map(|_| hall.rig.service.tick());
        let (asked, _) =
            futures::future::join(futures::future::join_all(presses), futures::future::join_all(ticks)).await;
        assert!(asked.into_iter().all(|done| done.is_ok()));
        let contest = hall.contest().await;
        assert_eq!(
            (contest.stages()[0].round, contest.pairings().len()),
            (round + 1, 4 * usize::from(round + 1))
        );
    }
    hall.is_sound().await;
}

/// Any order in which tables end, and any number of looks of the clock in between, gives the same places.
#[tokio::test]
async fn the_order_of_results_and_clocks_changes_nothing() {
    let mut all = Vec::new();
    for order in 0..6_usize {
        let mut league = format(Kind::RoundRobin { cycles: 1 });
        league.stages[0].pace = Pace::Free;
        let hall = Hall::begun(league, 4).await;
        let mut tables = Vec::new();
        let pairings: Vec<_> = hall
            .contest()
            .await
            .pairings()
            .iter()
            .map(|pairing| pairing.id)
            .collect();
        for pairing in pairings {
            tables.push((pairing, hall.seat(pairing).await));
        }
        let count = tables.len();
        tables.rotate_left(order % count);
        if order % 2 == 1 {
            tables.reverse();
        }
        for (at, (pairing, id)) in tables.into_iter().enumerate() {
            // The one who came into the world later gives up.
            let players = hall.pairing(pairing).await.players;
            hall.resign(id, usize::from(players[1] > players[0])).await;
            if (at + order) % 3 == 0 {
                let ticks = (0..3).map(|_| hall.rig.service.tick());
                futures::future::join_all(ticks).await;
            }
        }
        hall.tick().await;
        while !hall.is_over().await {
            hall.next().await;
        }
        let contest = hall.contest().await;
        let mut standings = Vec::new();
        for line in contest.standings(0) {
            standings.push((line.place, hall.account(line.player).await.user, line.marks, line.wins));
        }
        assert_eq!(contest.final_places()[0].1, hall.rig.player(person(0)).await);
        all_is_told_once(&hall).await;
        all.push(standings);
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
}
