//! A knockout: who may meet whom when, and the places it gives.

use std::collections::BTreeMap;

use crate::id::PlayerId;

/// The first round's places from top to bottom, two for a match: the best seed against the last one, in the order 1–8–4–5–2–7–3–6,
/// so that the best two can meet in the final only. Missing players are at the bottom, so the best seeds have byes.
#[must_use]
pub fn bracket(seeds: &[PlayerId]) -> Vec<Option<PlayerId>> {
    let size = seeds.len().next_power_of_two().max(2);
    let mut order = vec![0];
    while order.len() < size {
        let double = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, double - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| seeds.get(seed).copied()).collect()
}

/// How many rounds a bracket of this many places has.
#[must_use]
pub(super) fn rounds(places: usize) -> u16 {
    u16::try_from(places.max(2).ilog2()).unwrap_or(u16::MAX)
}

/// The places: who came further is before; those who lost in the same round share a place, unless the losers of the last
/// but one played for the third (`third`: its winner, then its loser). In the order of the seeds where shared.
#[must_use]
pub fn knockout_places(
    seeds: &[PlayerId],
    won: &BTreeMap<PlayerId, u16>,
    third: Option<[PlayerId; 2]>,
) -> Vec<(u16, PlayerId)> {
    let won = |player: PlayerId| won.get(&player).copied().unwrap_or(0);
    let mut places: Vec<(u16, PlayerId)> = seeds
        .iter()
        .map(|player| {
            let before = seeds.iter().filter(|other| won(**other) > won(*player)).count();
            let extra = usize::from(third.is_some_and(|[_, loser]| loser == *player));
            (u16::try_from(1 + before + extra).unwrap_or(u16::MAX), *player)
        })
        .collect();
    places.sort_by_key(|(place, _)| *place);
    places
}
