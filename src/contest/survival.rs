//! Elimination as the match servers have it (打立出局): points pass from the loser to the winner of a match, and who falls below the
//! line is out.

use super::matching::cheapest;
use super::shuffle::shuffle;
use super::swiss::Contender;
use crate::id::PlayerId;

/// What a player still has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Who.
    pub player: PlayerId,
    /// In points.
    pub points: i64,
}

/// Who falls out: everybody below the line, the worst first, but never so many that fewer than `keep` are left; between equal
/// points whoever is later in the list falls first.
#[must_use]
pub fn fallen(alive: &[Balance], line: i64, keep: usize) -> Vec<PlayerId> {
    let mut below: Vec<&Balance> = alive.iter().rev().filter(|balance| balance.points < line).collect();
    below.sort_by_key(|balance| balance.points);
    below.truncate(alive.len().saturating_sub(keep));
    below.into_iter().map(|balance| balance.player).collect()
}

/// Tables drawn anew: by lot, without a second round at rest while another had none, and with the fewest repeats.
#[must_use]
pub fn redraw(field: &[Contender], seed: [u8; 32]) -> (Vec<[PlayerId; 2]>, Option<PlayerId>) {
    let mut order: Vec<&Contender> = field.iter().collect();
    shuffle(&mut order, seed);
    if order.len() < 2 {
        return (Vec::new(), order.first().map(|contender| contender.player));
    }
    let mut lots: Vec<i128> = (0..).take(order.len()).collect();
    shuffle(&mut lots, seed.map(|byte| !byte));
    let count = order.len() + order.len() % 2;
    let pairs = cheapest(count, |one, two| match order.get(two) {
        Some(other) => {
            let met = i128::from(order[one].met.get(&other.player).copied().unwrap_or(0).min(999));
            // The lots only choose between pairings that are as good.
            ((met * met) << 40) + (lots[one] - lots[two]).abs()
        }
        None => (i128::from(order[one].byes) << 80) + lots[one],
    });
    let mut tables = Vec::new();
    let mut rest = None;
    for [one, two] in pairs {
        match order.get(two) {
            Some(other) if other.first < order[one].first => tables.push([other.player, order[one].player]),
            Some(other) => tables.push([order[one].player, other.player]),
            None => rest = Some(order[one].player),
        }
    }
    (tables, rest)
}
