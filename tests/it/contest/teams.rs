//! Team matches: the schedule, the rosters, the score.

use std::collections::BTreeMap;

use jinlami::contest::{
    Asked, Count, DueKind, Format, How, Kind, Pace, Refusal, Score, Squads, Stage, Status, Team, Uneven, Who, Wish,
    team_match,
};
use jinlami::id::{PlayerId, Seat, TeamId};

use super::arena::{Arena, HOST, format, player, team};
use super::schedule::meetings;
use crate::dice::Dice;
use crate::effort::cases;

fn match_of(uneven: Uneven, hands: Option<u32>) -> Format {
    let mut format = format(vec![Stage::of(Kind::Team { uneven, hands })]);
    format.squads = Some(Squads {
        least: 1,
        most: 6,
        substitutes: 2,
    });
    format.size.most = 6;
    format
}

fn begun(format: &Format, teams: &[Team], seed: u64) -> Arena {
    let mut arena = Arena::open(format, seed);
    for team in teams {
        arena.ask(team.captain, Wish::Enter(team.clone()));
    }
    arena.organise(Wish::Start);
    arena
}

/// Teams of chance sizes, nobody in two.
fn any_teams(dice: &mut Dice) -> Vec<Team> {
    let mut next = 0;
    (0..2 + dice.below(4))
        .map(|id| {
            let people: Vec<usize> = (next..next + 1 + dice.below(5)).collect();
            next += people.len();
            team(id as i64 + 1, &people, &[])
        })
        .collect()
}

#[test]
fn every_pair_of_a_team_match_meets_exactly_once_and_nobody_a_team_mate() {
    let mut dice = Dice::new(1);
    for _ in 0..cases(100) {
        let teams = any_teams(&mut dice);
        let team_of = |player: PlayerId| teams.iter().find(|team| team.has(player)).unwrap();
        for uneven in [Uneven::Average, Uneven::Leaders] {
            let met = meetings(&team_match(&teams, uneven));
            assert!(met.values().all(|times| *times == 1));
            assert!(met.keys().all(|[one, two]| team_of(*one).id != team_of(*two).id));
            let mut expected = 0;
            for (at, one) in teams.iter().enumerate() {
                for two in &teams[at + 1..] {
                    let fewest = one.members.len().min(two.members.len());
                    expected += match uneven {
                        Uneven::Average => one.members.len() * two.members.len(),
                        Uneven::Leaders => fewest * fewest,
                    };
                }
            }
            assert_eq!(met.len(), expected);
        }
    }
}

#[test]
fn the_larger_team_sends_its_leaders() {
    let teams = [team(1, &[0, 1], &[]), team(2, &[2, 3, 4], &[])];
    let met = meetings(&team_match(&teams, Uneven::Leaders));
    assert!(met.keys().flatten().all(|one| *one != player(4)));
    assert_eq!(met.len(), 4);
}

#[test]
fn the_points_of_the_hands_are_the_teams_score() {
    let mut dice = Dice::new(2);
    for seed in 0..u64::from(cases(8)) {
        let teams = any_teams(&mut dice);
        let mut arena = begun(&match_of(Uneven::Average, None), &teams, seed);
        arena.run();
        let table = arena.contest.team_standings();
        for row in &table {
            let team = arena.contest.teams().iter().find(|team| team.id == row.team).unwrap();
            let mut sum = 0;
            let mut boards = 0;
            for pairing in arena.contest.pairings_of(0) {
                for seat in Seat::BOTH {
                    if team.has(pairing.players[seat.index()]) {
                        sum += i64::from(pairing.score.unwrap().0.points[seat.index()]);
                        boards += 1;
                    }
                }
            }
            assert_eq!((row.points, row.boards), (sum, boards));
            assert_eq!(row.best.iter().map(|(_, points)| points).sum::<i64>(), sum);
            assert!(row.best.is_sorted_by(|one, two| one.1 >= two.1));
        }
        let people = arena.contest.standings(0);
        assert_eq!(
            people.iter().map(|row| row.points).sum::<i64>(),
            table.iter().map(|row| row.points).sum::<i64>()
        );
        // The better mean is before; the same shares a place.
        for two in table.windows(2) {
            let mean = |row: &jinlami::contest::TeamStanding| row.points as f64 / f64::from(row.boards.max(1));
            assert!(mean(&two[0]) >= mean(&two[1]) - 1e-9 && two[0].place <= two[1].place);
        }
    }
}

/// Three against three with one who does not come and one who comes late as a substitute (rule book: every member plays every
/// opponent once, the higher total wins).
#[test]
fn three_against_three_with_a_no_show_and_a_late_substitute() {
    let teams = [team(1, &[0, 1, 2], &[3]), team(2, &[10, 11, 12], &[])];
    let mut arena = begun(&match_of(Uneven::Leaders, None), &teams, 3);
    assert_eq!(arena.asked(player(3)), Asked::StandBy(TeamId(1)));
    let absent = player(2);
    let own = |arena: &Arena| {
        let open = arena.open_pairings().into_iter();
        open.filter(|id| arena.contest.pairing(*id).unwrap().seat_of(absent).is_some())
            .collect::<Vec<_>>()
    };
    let missed = own(&arena)[0];
    for pairing in arena.open_pairings() {
        if pairing == missed {
            let seat = arena.contest.pairing(pairing).unwrap().seat_of(absent).unwrap().other();
            arena.ask(
                arena.contest.pairing(pairing).unwrap().players[seat.index()],
                Wish::Show(pairing),
            );
        } else {
            let score = arena.score();
            arena.play(pairing, score);
        }
    }
    while arena.contest.pairing(missed).unwrap().score.is_none() {
        arena.tick();
    }
    let (score, _) = arena.contest.pairing(missed).unwrap().score.unwrap();
    assert_eq!(
        (score.how, score.points.iter().max(), score.hands),
        (How::Walkover, Some(&50), 0)
    );
    // The captain of the other team can't, nor can somebody be put in who is no substitute.
    let swap = |out, into| Wish::Substitute {
        out: player(out),
        into: player(into),
    };
    assert_eq!(
        arena.wish(Who::Person(player(10)), swap(2, 3)),
        Err(Refusal::NotCaptain)
    );
    assert_eq!(
        arena.wish(Who::Person(player(0)), swap(2, 10)),
        Err(Refusal::NotSubstitute)
    );
    arena.ask(player(0), swap(2, 3));
    assert_eq!(arena.asked(absent), Asked::Return);
    arena.round();
    arena.run();
    assert_eq!(arena.contest.status(), Status::Finished);
    // The substitute played what was left: every opponent was met once by one of the two.
    let met = arena.meetings(0);
    assert_eq!(met.len(), 9);
    let by = |one: usize| met.keys().filter(|pair| pair.contains(&player(one))).count();
    assert_eq!((by(2), by(3)), (1, 2));
    let table = arena.contest.team_standings();
    assert_eq!(table.iter().map(|row| row.boards).collect::<Vec<_>>(), [9, 9]);
}

/// C-094: a roster is what it was at the start, whoever changes team in the same moment; nobody ever meets a team-mate.
#[test]
fn rosters_are_frozen_at_the_start() {
    let mut arena = Arena::open(&match_of(Uneven::Leaders, None), 4);
    let (one, two) = (team(1, &[0, 1], &[]), team(2, &[2, 3], &[]));
    arena.ask(player(0), Wish::Enter(one.clone()));
    arena.ask(player(2), Wish::Enter(two.clone()));
    // The start and the change are decided on the same state; the start is stored first, so the change decides again.
    let start = arena
        .decide(Who::Person(HOST), Wish::Start, Some(super::arena::VENUE))
        .unwrap();
    assert!(
        arena
            .decide(Who::Person(player(1)), Wish::Switch(TeamId(2)), None)
            .is_ok()
    );
    arena.take(&start);
    let late = [
        Wish::Switch(TeamId(2)),
        Wish::Enter(team(1, &[0], &[])),
        Wish::SignOff,
        Wish::WithdrawTeam(TeamId(1)),
    ];
    for wish in late {
        assert_eq!(arena.wish(Who::Person(player(0)), wish), Err(Refusal::Begun));
    }
    let mut frozen = arena.contest.teams().to_vec();
    frozen.sort_by_key(|team| team.id);
    assert_eq!(frozen, [one, two]);
    arena.run();
    for pairing in arena.contest.pairings_of(0) {
        let team = |at: usize| arena.contest.entrant(pairing.players[at]).unwrap().team;
        assert_ne!(team(0), team(1));
    }
}

/// C-096: until the start everybody can change, as often as they like, while there is room.
#[test]
fn people_change_team_until_the_start() {
    let mut small = match_of(Uneven::Leaders, None);
    small.squads = Some(Squads {
        least: 1,
        most: 2,
        substitutes: 1,
    });
    let mut arena = Arena::open(&small, 5);
    arena.ask(player(0), Wish::Enter(team(1, &[0, 1], &[])));
    arena.ask(player(2), Wish::Enter(team(2, &[2], &[])));
    // Nobody plays for two.
    let stolen = arena.wish(Who::Person(player(4)), Wish::Enter(team(3, &[4, 1], &[])));
    assert_eq!(stolen, Err(Refusal::OtherTeam(player(1))));
    arena.ask(player(0), Wish::Switch(TeamId(2)));
    assert_eq!(arena.wish(Who::Person(player(0)), Wish::Switch(TeamId(2))), Ok(0));
    assert_eq!(arena.contest.teams()[0].captain, player(1));
    assert_eq!(arena.contest.teams()[1].members, [player(2), player(0)]);
    assert_eq!(
        arena.wish(Who::Person(player(1)), Wish::Switch(TeamId(2))),
        Err(Refusal::Full)
    );
    arena.ask(player(0), Wish::Switch(TeamId(1)));
    assert_eq!(arena.contest.teams()[0].members, [player(1), player(0)]);
    // The last one of a team takes it along.
    arena.ask(player(2), Wish::SignOff);
    assert_eq!(arena.contest.teams().len(), 1);
    assert_eq!(arena.asked(player(2)), Asked::Nothing);
    assert_eq!(arena.wish(Who::Person(HOST), Wish::Start), Err(Refusal::TooFew));
}

#[test]
fn teams_that_do_not_fit_are_refused() {
    let mut arena = Arena::open(&match_of(Uneven::Leaders, None), 6);
    let mut enter = |who: usize, team: Team| arena.wish(Who::Person(player(who)), Wish::Enter(team));
    assert_eq!(enter(0, team(1, &[0, 1, 2, 3, 4, 5, 6], &[])), Err(Refusal::TeamSize));
    assert_eq!(enter(0, team(1, &[0], &[1, 2, 3])), Err(Refusal::TeamSize));
    assert_eq!(enter(0, team(1, &[0, 1, 1], &[])), Err(Refusal::Roster));
    assert_eq!(enter(1, team(1, &[0, 1], &[])), Err(Refusal::NotCaptain));
    let headless = Team {
        captain: player(9),
        ..team(1, &[0, 1], &[])
    };
    assert_eq!(enter(9, headless), Err(Refusal::Roster));
    assert_eq!(enter(0, team(1, &[0, 1], &[])), Ok(1));
    assert_eq!(enter(0, team(1, &[0, 1], &[])), Ok(0));
    assert_eq!(enter(3, team(1, &[3, 4], &[])), Err(Refusal::NotCaptain));
    assert_eq!(
        arena.wish(Who::Person(player(7)), Wish::SignUp),
        Err(Refusal::TeamNeeded)
    );
    assert_eq!(
        arena.wish(Who::Person(player(7)), Wish::WithdrawTeam(TeamId(1))),
        Err(Refusal::NotCaptain)
    );
    arena.ask(player(0), Wish::WithdrawTeam(TeamId(1)));
    assert!(arena.contest.teams().is_empty());
    let mut single = Arena::open(&super::arena::one(Kind::Swiss { rounds: None }), 6);
    let refused = single.wish(Who::Person(player(0)), Wish::Enter(team(1, &[0, 1], &[])));
    assert_eq!(refused, Err(Refusal::NoTeams));
}

#[test]
fn an_agreed_number_of_hands_ends_the_match_or_prolongs_it() {
    let teams = [team(1, &[0, 1], &[]), team(2, &[2, 3], &[])];
    // Four matches of six hands are one turn of the schedule.
    for (hands, matches) in [(10, 2), (24, 4), (25, 6), (60, 10)] {
        let mut arena = begun(&match_of(Uneven::Leaders, Some(hands)), &teams, 7);
        arena.run();
        assert_eq!(arena.contest.pairings_of(0).count(), matches, "{hands} hands");
    }
    // Without a single hand played it ends too.
    let mut format = match_of(Uneven::Leaders, Some(100));
    format.rounds.no_show = jinlami::contest::NoShow::Lose;
    let mut arena = begun(&format, &teams, 7);
    for _ in 0..2000 {
        if arena.is_over() {
            break;
        }
        arena.tick();
    }
    assert_eq!(arena.contest.status(), Status::Finished);
}

#[test]
fn everything_may_be_played_in_any_order() {
    let mut free = match_of(Uneven::Leaders, None);
    free.stages[0].pace = Pace::Free;
    let mut arena = begun(&free, &[team(1, &[0, 1, 2], &[]), team(2, &[3, 4, 5], &[])], 8);
    let mut open = arena.open_pairings();
    assert_eq!(open.len(), 9);
    open.reverse();
    for pairing in open {
        let score = arena.score();
        arena.play(pairing, score);
    }
    assert!(matches!(arena.tick(), DueKind::Next { .. }));
    assert_eq!(arena.contest.status(), Status::Finished);
}

#[test]
fn won_meetings_can_count_before_points() {
    let mut league = match_of(Uneven::Leaders, None);
    league.stages[0].count = Some(Count::Match);
    let mut arena = begun(
        &league,
        &[team(1, &[0], &[]), team(2, &[1], &[]), team(3, &[2], &[])],
        9,
    );
    while !arena.is_over() {
        for id in arena.open_pairings() {
            let pairing = arena.contest.pairing(id).unwrap();
            let better = Seat::BOTH
                .into_iter()
                .min_by_key(|seat| pairing.players[seat.index()])
                .unwrap();
            // The first wins narrowly, the others high.
            let mut points = [0; 2];
            points[better.index()] = if pairing.seat_of(player(0)).is_some() { 5 } else { 90 };
            let score = Score {
                winner: Some(better),
                points,
                hands: 2,
                how: How::Played,
            };
            arena.play(id, score);
        }
        arena.tick();
    }
    let table: BTreeMap<i64, (u16, i32)> = arena
        .contest
        .team_standings()
        .iter()
        .map(|row| (row.team.0, (row.place, row.marks)))
        .collect();
    assert_eq!(table, BTreeMap::from([(1, (1, 4)), (2, (2, 2)), (3, (3, 0))]));
}
