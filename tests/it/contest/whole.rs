//! Whole events by chance, from the first sign-up to the last place.

use std::collections::{BTreeMap, BTreeSet};

use jinlami::contest::{
    Asked, Count, DueKind, Fact, Kind, Pace, PairingId, Presence, Refusal, Score, Stage, Status, Uneven, Who, Wish,
};
use jinlami::id::{PlayerId, Seat, TableId, TeamId};

use super::arena::{Arena, HOST, format, one, player, players, team};
use crate::effort::cases;

/// Places without a gap: equal ones share, everybody has one.
fn are_places(places: &[(u16, PlayerId)], count: usize) {
    assert_eq!(
        places.iter().map(|(_, player)| player).collect::<BTreeSet<_>>().len(),
        count
    );
    for (at, (place, _)) in places.iter().enumerate() {
        let alone = at == 0 || places[at - 1].0 != *place;
        assert!(!alone || usize::from(*place) == at + 1, "{places:?}");
    }
}

/// C-099, C-100: sixty-four people, seven rounds, people who leave, pause and come back.
#[test]
fn a_swiss_of_sixty_four_is_played_to_its_end() {
    let mut arena = Arena::begun(&one(Kind::Swiss { rounds: Some(7) }), 64, 1);
    for round in 1..=7 {
        if round > 2 && round < 7 {
            arena.ask(player(round), Wish::Drop);
            arena.ask(player(round + 20), Wish::Pause);
            if round > 3 {
                arena.ask(player(round + 19), Wish::Return);
            }
        }
        arena.round();
    }
    assert_eq!(arena.contest.status(), Status::Finished);
    arena.replayed();
    assert!(arena.meetings(0).values().all(|times| *times == 1));
    let ran = &arena.contest.stages()[0];
    let rested: Vec<PlayerId> = ran.byes.iter().map(|(.., player)| *player).collect();
    assert_eq!(rested.iter().collect::<BTreeSet<_>>().len(), rested.len());
    are_places(&arena.contest.final_places(), 64);
}

#[test]
fn swisses_of_every_small_size_and_length() {
    for count in 2..=12 {
        for rounds in [1, 3, count - 1] {
            let rounds = u16::try_from(rounds.clamp(1, count - 1)).unwrap();
            let mut arena = Arena::begun(&one(Kind::Swiss { rounds: Some(rounds) }), count, count as u64);
            arena.run();
            assert!(
                arena.meetings(0).values().all(|times| *times == 1),
                "{count} players, {rounds} rounds"
            );
            are_places(&arena.contest.final_places(), count);
        }
    }
}

#[test]
fn knockouts_of_every_size_have_one_winner() {
    for count in 2..=64 {
        for third_place in [false, true] {
            let mut arena = Arena::begun(&one(Kind::Knockout { third_place }), count, count as u64);
            arena.run();
            let places = arena.contest.final_places();
            are_places(&places, count);
            assert!(places[0].0 == 1 && places[1].0 == 2);
            // Everybody but the winner lost once; the losers of the semifinal may have met again.
            let extra = usize::from(third_place && count > 3);
            assert_eq!(arena.contest.pairings_of(0).count(), count - 1 + extra);
            if extra == 1 {
                assert_eq!((places[2].0, places[3].0), (3, 4));
            } else if count > 3 {
                assert_eq!((places[2].0, places[3].0), (3, 3));
            }
        }
    }
}

#[test]
fn knockouts_go_on_when_people_leave_at_any_moment() {
    for seed in 0..u64::from(cases(30)) {
        let mut arena = Arena::begun(&one(Kind::Knockout { third_place: true }), 13, seed);
        for _ in 0..200 {
            if arena.is_over() {
                break;
            }
            for _ in 0..arena.dice.below(4) {
                let gone = player(arena.dice.below(13));
                arena.wish(Who::Person(gone), Wish::Drop).unwrap();
            }
            arena.round();
        }
        assert_eq!(arena.contest.status(), Status::Finished);
        arena.replayed();
        are_places(&arena.contest.final_places(), 13);
    }
}

fn elimination(keep: u16) -> Kind {
    Kind::Elimination {
        start: 200,
        line: 1,
        base: 1,
        grow_every: 2,
        grow_by: 1,
        keep,
        rounds: 30,
    }
}

#[test]
fn an_elimination_ends_with_as_many_as_it_should() {
    for (count, keep) in [(2, 1), (5, 2), (16, 4), (33, 4), (64, 8)] {
        let mut arena = Arena::begun(&one(elimination(keep)), count, count as u64);
        arena.run();
        let view = arena.contest.view(None);
        let ran = &arena.contest.stages()[0];
        assert_eq!(ran.fallen.len(), count - usize::from(keep), "{count} players");
        // Points only pass from one to another.
        assert_eq!(
            view.balances.iter().map(|balance| balance.points).sum::<i64>(),
            200 * count as i64
        );
        are_places(&view.places, count);
        let place = |player: PlayerId| view.places.iter().find(|(_, placed)| *placed == player).unwrap().0;
        // Who fell in a later round is before whoever fell earlier, and after whoever never fell.
        for one in ran.fallen.windows(2) {
            assert!(place(one[0].1) > place(one[1].1));
        }
        assert!(ran.fallen.iter().all(|(_, player)| place(*player) > keep));
        for (_, gone) in &ran.fallen {
            assert_eq!(arena.asked(*gone), Asked::Done);
        }
    }
}

#[test]
fn whoever_stays_away_from_an_elimination_falls() {
    let mut arena = Arena::begun(&one(elimination(2)), 6, 3);
    // Who is out for good falls at once, who pauses pays for every round.
    arena.ask(player(0), Wish::Drop);
    arena.play_round();
    arena.ask(player(1), Wish::Pause);
    arena.tick();
    assert_eq!(arena.contest.stages()[0].fallen, [(1, player(0))]);
    for _ in 0..60 {
        if arena.is_over() {
            break;
        }
        for pairing in arena.open_pairings() {
            // Nobody else ever loses a point.
            let level = Score {
                winner: None,
                points: [10, 10],
                hands: 2,
                how: jinlami::contest::How::Played,
            };
            arena.play(pairing, level);
        }
        arena.tick();
    }
    let ran = &arena.contest.stages()[0];
    assert!(ran.absent.iter().all(|(_, away)| *away == player(1)) && ran.absent.len() > 2);
    assert_eq!(ran.fallen.last().map(|(_, gone)| *gone), Some(player(1)));
}

#[test]
fn stages_follow_each_other_and_carry_over() {
    let mut first = Stage::of(elimination(4));
    first.advance = Some(4);
    first.carry = 50;
    let mut last = Stage::of(Kind::Fixed { matches: 3 });
    last.pace = Pace::Free;
    let mut arena = Arena::begun(&format(vec![first, last]), 16, 4);
    while arena.contest.stages().len() < 2 {
        arena.round();
    }
    let view = arena.contest.view(None);
    let ran = arena.contest.stages();
    assert_eq!(ran[1].entries.len(), 4);
    let places = ran[0].places.clone().unwrap();
    assert_eq!(
        ran[1].entries.iter().map(|entry| entry.player).collect::<Vec<_>>(),
        places[..4].iter().map(|(_, one)| *one).collect::<Vec<_>>()
    );
    // Half of what each had: 200, and what passed in matches whose worth grows by one every two rounds.
    for entry in &ran[1].entries {
        let mut points = 200;
        for pairing in arena.contest.pairings_of(0) {
            if let Some(seat) = pairing.seat_of(entry.player) {
                let score = pairing.score.unwrap().0;
                let lead = score.points[seat.index()] - score.points[seat.other().index()];
                points += i64::from(lead) * (1 + i64::from((pairing.round - 1) / 2));
            }
        }
        assert_eq!(entry.points, points / 2);
    }
    let total: i64 = ran[1].entries.iter().map(|entry| entry.points).sum();
    assert_eq!(view.standings.iter().map(|row| row.points).sum::<i64>(), total);
    // Everything of the last stage can be played now; whoever fell has nothing more to do with it.
    assert_eq!(arena.open_pairings().len(), 6);
    assert_eq!(
        players(16)
            .into_iter()
            .filter(|one| arena.asked(*one) == Asked::Done)
            .count(),
        12
    );
    arena.run();
    let all = arena.contest.final_places();
    are_places(&all, 16);
    assert_eq!(
        all[..4].iter().map(|(_, one)| one).collect::<BTreeSet<_>>(),
        ran_entries(&arena, 1).iter().collect()
    );
    // The places of those who did not go on are those of the stage where they left.
    assert_eq!(all[4..], places[4..]);
}

fn ran_entries(arena: &Arena, stage: usize) -> Vec<PlayerId> {
    arena.contest.stages()[stage]
        .entries
        .iter()
        .map(|entry| entry.player)
        .collect()
}

#[test]
fn a_swiss_leads_into_a_knockout_seeded_by_its_places() {
    let mut first = Stage::of(Kind::Swiss { rounds: Some(3) });
    first.advance = Some(4);
    let mut arena = Arena::begun(
        &format(vec![first, Stage::of(Kind::Knockout { third_place: true })]),
        9,
        5,
    );
    while arena.contest.stages().len() < 2 {
        arena.round();
    }
    // Nothing of the stage before can be changed any more.
    assert_eq!(
        arena.wish(Who::Person(HOST), Wish::Void(PairingId(0))),
        Err(Refusal::Depends)
    );
    let places = arena.contest.stages()[0].places.clone().unwrap();
    let seeds: Vec<PlayerId> = places[..4].iter().map(|(_, one)| *one).collect();
    assert_eq!(ran_entries(&arena, 1), seeds);
    let first: BTreeSet<PlayerId> = arena.contest.pairings_of(1).next().unwrap().players.into();
    assert_eq!(first, BTreeSet::from([seeds[0], seeds[3]]));
    arena.run();
    are_places(&arena.contest.final_places(), 9);
}

#[test]
fn in_a_fixed_event_everybody_plays_as_many_hands() {
    for count in [2, 3, 7, 10] {
        let mut arena = Arena::begun(&one(Kind::Fixed { matches: 4 }), count, 6);
        arena.run();
        let table = arena.contest.standings(0);
        assert!(table.iter().all(|row| row.played == 4), "{count} players");
        assert!(table.is_sorted_by(|one, two| one.points >= two.points));
    }
}

#[test]
fn a_target_is_reached_in_turn() {
    let target = Kind::Target {
        points: 150,
        rounds: 20,
        arrive: Some(3),
    };
    let mut arena = Arena::begun(&one(target), 8, 7);
    while !arena.is_over() {
        arena.round();
        for (round, there) in arena.contest.stages()[0].arrived.clone() {
            assert_eq!(arena.asked(there), Asked::Done);
            let mut later = arena.contest.pairings_of(0).filter(|pairing| pairing.round > round);
            assert!(later.all(|pairing| pairing.seat_of(there).is_none()));
        }
    }
    let ran = &arena.contest.stages()[0];
    assert!(ran.arrived.len() >= 3 && ran.arrived.is_sorted_by_key(|(round, _)| *round));
    let places = arena.contest.final_places();
    are_places(&places, 8);
    let first: Vec<PlayerId> = places.iter().take(ran.arrived.len()).map(|(_, one)| *one).collect();
    assert_eq!(first, ran.arrived.iter().map(|(_, one)| *one).collect::<Vec<_>>());
    // Nobody gets there: the rounds are over, and the higher total is before.
    let never = Kind::Target {
        points: 60_000,
        rounds: 3,
        arrive: None,
    };
    let mut arena = Arena::begun(&one(never), 6, 7);
    arena.run();
    assert!(arena.contest.stages()[0].arrived.is_empty() && arena.contest.stages()[0].round == 3);
}

#[test]
fn a_round_robin_is_played_out() {
    for count in [2, 5, 8] {
        let mut arena = Arena::begun(&one(Kind::RoundRobin { cycles: 2 }), count, 8);
        arena.run();
        let met = arena.meetings(0);
        assert!(met.len() == count * (count - 1) / 2 && met.values().all(|times| *times == 2));
        are_places(&arena.contest.final_places(), count);
        assert_eq!(
            arena.contest.standings(0).iter().map(|row| row.byes).max(),
            Some(if count % 2 == 1 { 2 } else { 0 })
        );
    }
}

/// Whatever anybody wishes at whatever moment: nothing panics, the log replays to what was lived, sums stay what they are, and a
/// round that is paired never names anybody twice.
#[test]
fn any_wishes_of_anybody_leave_a_sound_event() {
    let kinds = [
        Kind::Swiss { rounds: Some(4) },
        Kind::Knockout { third_place: true },
        Kind::RoundRobin { cycles: 1 },
        Kind::Fixed { matches: 3 },
        elimination(2),
        Kind::Target {
            points: 120,
            rounds: 8,
            arrive: Some(2),
        },
        Kind::Team {
            uneven: Uneven::Leaders,
            hands: None,
        },
    ];
    for seed in 0..u64::from(cases(70)) {
        let kind = kinds[usize::try_from(seed).unwrap() % kinds.len()];
        let mut event = one(kind);
        event.sign_up.late = u16::from(matches!(kind, Kind::Swiss { .. } | Kind::Target { .. }));
        event.size.most = 12;
        let teams = matches!(kind, Kind::Team { .. });
        if teams {
            event.size.most = 3;
            event.squads = Some(jinlami::contest::Squads {
                least: 1,
                most: 4,
                substitutes: 2,
            });
        }
        let mut arena = Arena::open(&event, seed);
        for number in 0..9 {
            if teams && number % 3 == 0 {
                let id = i64::try_from(number).unwrap() / 3 + 1;
                arena.ask(
                    player(number),
                    Wish::Enter(team(id, &[number, number + 1], &[number + 2])),
                );
            } else if !teams {
                arena.ask(player(number), Wish::SignUp);
            }
        }
        for _ in 0..250 {
            wild(&mut arena);
            sound(&arena);
        }
        arena.replayed();
        // Left alone, it comes to an end.
        if !arena.is_over() {
            arena.organise(Wish::Resume);
        }
        if arena.contest.status() == Status::Open {
            arena.wish(Who::Clock, Wish::Start).unwrap();
        }
        arena.run();
        sound(&arena);
    }
}

pub(super) fn wild(arena: &mut Arena) {
    let someone = player(arena.dice.below(14));
    let other = player(arena.dice.below(14));
    let count = arena.contest.view(None).pairings.len();
    let pairing = PairingId(u32::try_from(arena.dice.below(count + 2)).unwrap());
    let table = TableId(i64::try_from(arena.dice.below(40)).unwrap());
    let team = TeamId(i64::try_from(arena.dice.below(4)).unwrap());
    let score = arena.score();
    let who = match arena.dice.below(10) {
        0 => Who::Clock,
        1 => Who::Admin(someone),
        2 | 3 => Who::Person(HOST),
        _ => Who::Person(someone),
    };
    let wish = match arena.dice.below(40) {
        0 | 1 => Wish::SignUp,
        2 => Wish::SignOff,
        3 => Wish::CheckIn,
        4 => Wish::Switch(team),
        5 => Wish::WithdrawTeam(team),
        6 | 7 => Wish::Pause,
        8 | 9 => Wish::Return,
        10 => Wish::Drop,
        11 => Wish::Substitute {
            out: someone,
            into: other,
        },
        12..=14 => Wish::Show(pairing),
        15 => Wish::Seat(pairing, table),
        16 => Wish::Score(pairing, table, score),
        17..=19 => Wish::Start,
        20 => Wish::Next {
            stage: 0,
            round: u16::try_from(arena.dice.below(5)).unwrap(),
        },
        21 | 22 => Wish::Void(pairing),
        23 => Wish::Correct(pairing, score),
        24 => Wish::Hold,
        25 | 26 => Wish::Resume,
        27 => Wish::NameOrganiser(someone),
        28 if arena.dice.below(20) == 0 => Wish::Cancel,
        29 => Wish::Expel(other),
        30 => Wish::Enter(super::arena::team(team.0, &[0, 1], &[2])),
        31 => Wish::UnnameOrganiser(someone),
        32 => Wish::Move(arena.now.plus(60_000 * i64::try_from(arena.dice.below(600)).unwrap())),
        33 => Wish::Unseat {
            pairing,
            table: arena
                .contest
                .pairing(pairing)
                .and_then(|known| known.table)
                .unwrap_or(table),
            stayed: [None, Some([true, false]), Some([false; 2])][arena.dice.below(3)],
        },
        _ => {
            let open = arena.open_pairings();
            let held = arena.contest.view(None).held;
            match arena.dice.below(3) {
                0 | 1 if !open.is_empty() && !held && !arena.is_over() => {
                    let pairing = open[arena.dice.below(open.len())];
                    let known = arena.contest.pairing(pairing).unwrap().table;
                    let table = known.unwrap_or_else(|| arena.seat(pairing));
                    arena.wish(Who::Clock, Wish::Score(pairing, table, score)).unwrap();
                }
                // That it is called off by itself is the end of most of what could come.
                _ if arena.contest.dues().iter().any(|due| due.kind != DueKind::Lapse)
                    || !arena.contest.dues().is_empty() && arena.dice.below(50) == 0 =>
                {
                    arena.tick();
                }
                _ => {}
            }
            return;
        }
    };
    let before = arena.contest.view(None);
    if arena.wish(who, wish).is_err() {
        assert_eq!(arena.contest.view(None), before);
    }
}

fn sound(arena: &Arena) {
    let contest = &arena.contest;
    for ran in contest.stages() {
        let mut busy: BTreeMap<u16, BTreeSet<PlayerId>> = BTreeMap::new();
        for pairing in contest.pairings_of(ran.stage) {
            assert_ne!(pairing.players[0], pairing.players[1]);
            let [one, two] = pairing
                .players
                .map(|player| contest.entrant(player).and_then(|entrant| entrant.team));
            assert!(one.is_none() || one != two, "team-mates meet");
            for seat in Seat::BOTH {
                // A substitute may have taken over beside an own match; nobody else plays twice in a round.
                let fresh = busy
                    .entry(pairing.round)
                    .or_default()
                    .insert(pairing.players[seat.index()]);
                assert!(fresh || one.is_some());
            }
        }
        for (round, _, rested) in &ran.byes {
            assert!(
                busy.entry(*round).or_default().insert(*rested),
                "a bye and a match in one round"
            );
        }
        let table = contest.standings(ran.stage);
        let sum: i32 = table.iter().map(|row| row.marks).sum();
        let brought: i32 = ran.entries.iter().map(|entry| entry.marks).sum();
        let scored = contest.pairings_of(ran.stage).filter_map(|pairing| pairing.score);
        let played: i32 = scored.map(|(score, _)| score.marks().iter().sum::<i32>()).sum();
        assert_eq!(sum, brought + played + 2 * i32::try_from(ran.byes.len()).unwrap());
    }
    let view = contest.view(None);
    for entrant in &view.entrants {
        if entrant.presence == Presence::Dropped && contest.status() == Status::Running {
            let asked = contest.asked(entrant.player);
            assert!(matches!(
                asked,
                Asked::Done | Asked::Play(..) | Asked::Show(..) | Asked::WaitForOpponent(..)
            ));
        }
    }
    let opened = arena.log.iter().filter(|(_, fact)| matches!(fact, Fact::Paired { .. }));
    let mut rounds = BTreeSet::new();
    for (_, fact) in opened {
        if let Fact::Paired { stage, round, .. } = fact {
            assert!(rounds.insert((*stage, *round)), "a round was paired twice");
        }
    }
}

#[test]
fn hands_may_decide_a_swiss_too() {
    let mut event = one(Kind::Swiss { rounds: Some(3) });
    event.stages[0].count = Some(Count::Hands);
    let mut arena = Arena::begun(&event, 7, 9);
    arena.run();
    let table = arena.contest.standings(0);
    assert!(table.is_sorted_by(|one, two| one.points >= two.points));
    // A round without an opponent is worth a walkover's points there.
    let rested = arena.contest.stages()[0].byes[0].2;
    let row = table.iter().find(|row| row.player == rested).unwrap();
    let played: i64 = arena
        .contest
        .pairings_of(0)
        .filter_map(|pairing| Some(i64::from(pairing.score?.0.points[pairing.seat_of(rested)?.index()])))
        .sum();
    assert_eq!(row.points, played + 50 * i64::from(row.byes));
}
