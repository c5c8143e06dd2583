//! Schedules that are fixed before the first match.

use std::collections::{BTreeMap, BTreeSet};

use jinlami::contest::{
    Balance, Contender, Pair, bracket, equal_schedule, fallen, knockout_places, redraw, round_robin,
};
use jinlami::id::PlayerId;

use super::arena::{player, players};
use crate::dice::Dice;

/// Nobody twice in a round; how often each two meet.
pub fn meetings(rounds: &[Vec<Pair>]) -> BTreeMap<[PlayerId; 2], usize> {
    let mut met = BTreeMap::new();
    for round in rounds {
        let mut busy = BTreeSet::new();
        for (slot, pair) in (0..).zip(round) {
            assert_eq!(pair.slot, slot);
            assert!(busy.insert(pair.first), "twice in a round");
            let Some(second) = pair.second else { continue };
            assert!(busy.insert(second), "twice in a round");
            *met.entry([pair.first.min(second), pair.first.max(second)]).or_default() += 1;
        }
    }
    met
}

fn firsts(rounds: &[Vec<Pair>]) -> BTreeMap<PlayerId, i32> {
    let mut firsts = BTreeMap::new();
    for pair in rounds.iter().flatten() {
        if let Some(second) = pair.second {
            *firsts.entry(pair.first).or_default() += 1;
            *firsts.entry(second).or_default() -= 1;
        }
    }
    firsts
}

#[test]
fn in_a_round_robin_everybody_meets_everybody() {
    for count in 2..=33 {
        for cycles in 1..=3 {
            let rounds = round_robin(&players(count), cycles);
            let met = meetings(&rounds);
            assert_eq!(met.len(), count * (count - 1) / 2);
            assert!(met.values().all(|times| *times == usize::from(cycles)));
            assert_eq!(rounds.len(), (count - 1 + count % 2) * usize::from(cycles));
            // Seats are even, or one apart where they can't be.
            let most = if cycles % 2 == 0 || count % 2 == 1 { 0 } else { 1 };
            let uneven = firsts(&rounds).values().map(|first| first.abs()).max();
            assert!(uneven <= Some(most), "{count} players, {cycles} cycles: {uneven:?}");
        }
    }
    assert!(round_robin(&[], 1).is_empty());
}

#[test]
fn in_a_fixed_schedule_everybody_plays_as_often() {
    for count in 2..=21 {
        for matches in 1..=12 {
            let rounds = equal_schedule(&players(count), matches);
            let met = meetings(&rounds);
            let mut played: BTreeMap<PlayerId, usize> = BTreeMap::new();
            for (pair, times) in &met {
                for player in pair {
                    *played.entry(*player).or_default() += times;
                }
            }
            // An odd number of people can't play an odd number of matches each.
            let odd = usize::from(count % 2 == 1 && matches % 2 == 1);
            let each = usize::from(matches) + odd;
            assert!(
                played.len() == count && played.values().all(|times| *times == each),
                "{count}: {matches}"
            );
            let (least, most) = (each / (count - 1), each.div_ceil(count - 1));
            assert!(met.values().all(|times| (least..=most).contains(times)));
        }
    }
}

#[test]
fn a_bracket_keeps_the_best_apart_and_gives_them_the_byes() {
    let numbers = |places: Vec<Option<PlayerId>>| {
        places
            .into_iter()
            .map(|place| place.map_or(0, |one| one.0))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(bracket(&players(8))), [1, 8, 4, 5, 2, 7, 3, 6]);
    assert_eq!(numbers(bracket(&players(5))), [1, 0, 4, 5, 2, 0, 3, 0]);
    for count in 2..=64 {
        let places = bracket(&players(count));
        let size = places.len();
        assert_eq!(size, count.next_power_of_two());
        assert_eq!(places.iter().flatten().collect::<BTreeSet<_>>().len(), count);
        for round in places.chunks(2) {
            assert!(round.iter().any(Option::is_some));
            if let [Some(alone), None] | [None, Some(alone)] = round {
                assert!(alone.0 <= (size - count) as i64, "seed {} has a bye", alone.0);
            }
        }
        // While the better seed always wins, the best two meet last, the best four not before the semifinal, and so on.
        let mut left = places;
        while left.len() > 1 {
            let best: BTreeSet<i64> = left.iter().flatten().map(|one| one.0).collect();
            assert_eq!(best, (1..=left.len().min(count) as i64).collect());
            left = left.chunks(2).map(|two| two.iter().flatten().min().copied()).collect();
        }
    }
}

#[test]
fn who_lost_in_the_same_round_shares_a_place() {
    let seeds = players(8);
    let won: BTreeMap<PlayerId, u16> = [(0, 3), (1, 2), (2, 1), (3, 1)]
        .map(|(at, won)| (player(at), won))
        .into();
    let places = |third| {
        knockout_places(&seeds, &won, third)
            .into_iter()
            .map(|(place, _)| place)
            .collect::<Vec<_>>()
    };
    assert_eq!(places(None), [1, 2, 3, 3, 5, 5, 5, 5]);
    assert_eq!(places(Some([player(3), player(2)])), [1, 2, 3, 4, 5, 5, 5, 5]);
    assert_eq!(
        knockout_places(&seeds, &won, Some([player(3), player(2)]))[2],
        (3, player(3))
    );
}

#[test]
fn below_the_line_the_worst_fall_first_and_enough_stay() {
    let alive = |points: &[i64]| -> Vec<Balance> {
        let balance = |(at, points): (usize, &i64)| Balance {
            player: player(at),
            points: *points,
        };
        points.iter().enumerate().map(balance).collect()
    };
    let out = |points: &[i64], keep| {
        fallen(&alive(points), 1, keep)
            .into_iter()
            .map(|one| one.0 - 1)
            .collect::<Vec<_>>()
    };
    assert_eq!(out(&[5, 1, 0, -7], 1), [3, 2]);
    assert_eq!(out(&[0, 0, 0, 0], 2), [3, 2]);
    assert_eq!(out(&[-1, -5, 9], 2), [1]);
    assert_eq!(out(&[-1, -5], 2), [0_i64; 0]);
}

#[test]
fn tables_are_drawn_anew_without_needless_repeats() {
    let mut dice = Dice::new(6);
    for count in [2, 3, 7, 12, 33] {
        let mut field: Vec<Contender> = players(count).into_iter().map(Contender::new).collect();
        for round in 0..count.min(6) {
            let seed = [u8::try_from(dice.below(256)).unwrap(); 32];
            let (tables, rest) = redraw(&field, seed);
            assert_eq!(tables.len() * 2 + usize::from(rest.is_some()), count);
            let mut busy = BTreeSet::new();
            for [one, two] in tables {
                assert!(busy.insert(one) && busy.insert(two));
                for (own, other) in [(one, two), (two, one)] {
                    let own = field.iter_mut().find(|contender| contender.player == own).unwrap();
                    let times = own.met.entry(other).or_default();
                    *times += 1;
                    assert!(*times == 1 || round + 1 >= count / 2, "{count} players, round {round}");
                }
            }
            if let Some(rest) = rest {
                assert!(busy.insert(rest));
                let rest = field.iter_mut().find(|contender| contender.player == rest).unwrap();
                rest.byes += 1;
                assert!(rest.byes == 1 || round >= count);
            }
        }
    }
}
