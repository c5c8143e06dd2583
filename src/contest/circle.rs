//! Schedules that are fixed before the first match: everybody meets everybody, or everybody plays equally often.

use super::fact::Pair;
use crate::id::PlayerId;

/// Rounds in which everybody meets everybody this many times, by the circle method; where the number is odd, somebody has
/// no opponent in each round. Nobody sits in the first seat more than once more than in the second, cycle by cycle.
#[must_use]
pub fn round_robin(players: &[PlayerId], cycles: u16) -> Vec<Vec<Pair>> {
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        rounds.extend(circle(players, cycle % 2 == 1));
    }
    rounds
}

/// Rounds in which everybody plays this many matches, against different people as long as there are any; one more where
/// both the number of people and of matches are odd, which can't be.
#[must_use]
pub fn equal_schedule(players: &[PlayerId], matches: u16) -> Vec<Vec<Pair>> {
    let count = players.len();
    if count < 2 {
        return Vec::new();
    }
    let matches = usize::from(matches);
    let (cycles, rest) = (matches / (count - 1), matches % (count - 1));
    let mut rounds = round_robin(players, u16::try_from(cycles).unwrap_or(u16::MAX));
    let swap = cycles % 2 == 1;
    if count.is_multiple_of(2) {
        rounds.extend(circle(players, swap).into_iter().take(rest));
    } else {
        rounds.extend(ring(players, rest.div_ceil(2)));
    }
    let played = |round: Vec<Pair>| round.into_iter().filter(|pair| pair.second.is_some());
    rounds
        .into_iter()
        .map(|round| Pair::boards(played(round).map(|pair| (pair.first, pair.second))))
        .collect()
}

/// Every cycle of the circle method: one stays, the others turn around.
fn circle(players: &[PlayerId], swap: bool) -> Vec<Vec<Pair>> {
    let even = players.len() + players.len() % 2;
    if even < 2 {
        return Vec::new();
    }
    let turning = even - 1;
    let mut rounds = Vec::with_capacity(turning);
    for round in 0..turning {
        let mut pairs = Vec::with_capacity(even / 2);
        for apart in 0..even / 2 {
            let one = (round + apart) % turning;
            let two = if apart == 0 {
                turning
            } else {
                (round + turning - apart) % turning
            };
            let forth = if apart == 0 { round % 2 == 0 } else { apart % 2 == 1 };
            let (first, second) = if forth != swap { (one, two) } else { (two, one) };
            let pair = match (players.get(first), players.get(second)) {
                (Some(first), second) => (*first, second.copied()),
                (None, Some(second)) => (*second, None),
                (None, None) => continue,
            };
            pairs.push(pair);
        }
        rounds.push(Pair::boards(pairs));
    }
    rounds
}

/// Everybody in a ring meets as many neighbours on each side; put into rounds in which nobody plays twice.
fn ring(players: &[PlayerId], reach: usize) -> Vec<Vec<Pair>> {
    let count = players.len();
    let mut rounds: Vec<Vec<(PlayerId, Option<PlayerId>)>> = Vec::new();
    for apart in 1..=reach {
        for one in 0..count {
            let (first, second) = (players[one], players[(one + apart) % count]);
            let busy = |round: &Vec<(PlayerId, Option<PlayerId>)>| {
                let busy = |player| round.iter().any(|(one, two)| *one == player || *two == Some(player));
                busy(first) || busy(second)
            };
            match rounds.iter_mut().find(|round| !busy(round)) {
                Some(round) => round.push((first, Some(second))),
                None => rounds.push(vec![(first, Some(second))]),
            }
        }
    }
    rounds.into_iter().map(Pair::boards).collect()
}
