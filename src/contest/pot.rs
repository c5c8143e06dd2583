//! What taking part costs: who has paid into an event's pot, and to whom it goes at the end. All of it follows from the event
//! alone, so that the same change books the same whenever and however often it is looked at.

use std::collections::BTreeMap;

use super::state::{Contest, Status};
use crate::id::PlayerId;

/// Below so many entrants everything goes to the first place (ours).
const FEW: usize = 4;
/// How much of the pot the second and the third place get, in percent; the first has the rest (ours).
const SECOND_AND_THIRD: [i64; 2] = [30, 20];

/// Play points that one change of an event moves between a player's purse and the event's pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Booking {
    /// Why.
    pub why: Why,
    /// Whose purse.
    pub player: PlayerId,
    /// How many: above 0.
    pub points: i64,
}

/// Why play points are moved by an event, in the order in which one change books them: the pot never holds less than nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Somebody comes in, or waits for a place: their fee goes into the pot.
    Paid,
    /// Somebody went before the start, got no place, or the event is called off: they have it back.
    Returned,
    /// The event is over: the pot goes to the places.
    Won,
}

/// What one change of an event books. Nothing is booked for an event that is over already: what a moderator says of a match
/// afterwards moves no points.
#[must_use]
pub fn bookings(before: Option<&Contest>, after: &Contest) -> Vec<Booking> {
    let was = before.map(Contest::paid_in).unwrap_or_default();
    let is = after.paid_in();
    let of = |list: &BTreeMap<PlayerId, i64>, player| list.get(player).copied().unwrap_or(0);
    let mut booked = Vec::new();
    for player in was.keys().chain(is.keys().filter(|player| !was.contains_key(player))) {
        let points = of(&is, player) - of(&was, player);
        let why = if points > 0 { Why::Paid } else { Why::Returned };
        booked.push((why, *player, points.abs()));
    }
    if before.is_none_or(|before| before.status() != Status::Finished) {
        let won = after.prizes().into_iter();
        booked.extend(won.map(|(player, points)| (Why::Won, player, points)));
    }
    let some = booked.into_iter().filter(|(.., points)| *points > 0);
    let mut booked: Vec<Booking> = some
        .map(|(why, player, points)| Booking { why, player, points })
        .collect();
    booked.sort();
    booked
}

impl Contest {
    /// What everybody has paid in and not got back: who takes part or waits for a place, their fee; also who dropped out after
    /// the start. Nobody in an event that was called off.
    #[must_use]
    pub fn paid_in(&self) -> BTreeMap<PlayerId, i64> {
        if self.status() == Status::Cancelled {
            return BTreeMap::new();
        }
        self.payers()
    }

    /// Who has the fee back, now that it is called off.
    #[must_use]
    pub fn refunds(&self) -> Vec<PlayerId> {
        match self.status() {
            Status::Cancelled => self.payers().into_keys().collect(),
            _ => Vec::new(),
        }
    }

    /// How many play points lie in the pot: none once it is over.
    #[must_use]
    pub fn pot(&self) -> i64 {
        match self.status() {
            Status::Finished => 0,
            _ => self.paid_in().values().sum(),
        }
    }

    /// What an event that was played to its end has paid out, the best first: with fewer than four entrants all to the first
    /// place, else 50, 30 and 20 percent. Equal places share; what can't be shared equally goes to a better place, and no lot
    /// is drawn. The whole pot is paid out.
    #[must_use]
    pub fn prizes(&self) -> Vec<(PlayerId, i64)> {
        if self.status() != Status::Finished || self.format().fee == 0 {
            return Vec::new();
        }
        let paid = self.paid_in();
        let mut places = self.final_places();
        places.retain(|(_, player)| paid.contains_key(player));
        if places.is_empty() {
            return paid.into_iter().collect();
        }
        shared(paid.values().sum(), &places)
    }

    fn payers(&self) -> BTreeMap<PlayerId, i64> {
        let fee = i64::from(self.format().fee);
        // Teams pay nothing.
        if fee == 0 || self.format().squads.is_some() {
            return BTreeMap::new();
        }
        let entered = self.entrants().map(|entrant| entrant.player);
        entered.chain(self.waiting()).map(|player| (player, fee)).collect()
    }
}

/// A pot among places, which come the best first.
fn shared(pot: i64, places: &[(u16, PlayerId)]) -> Vec<(PlayerId, i64)> {
    let [second, third] = match places.len() {
        0..FEW => [0, 0],
        _ => SECOND_AND_THIRD.map(|percent| pot * percent / 100),
    };
    let parts = [pot - second - third, second, third];
    let mut won: Vec<(PlayerId, i64)> = Vec::new();
    // Who has the place alone, by the place in the list: there what can't be shared goes to.
    let mut alone = None;
    let mut left = pot;
    for equals in places.chunk_by(|one, two| one.0 == two.0) {
        let first = won.len();
        if first >= parts.len() {
            break;
        }
        if equals.len() == 1 {
            alone.get_or_insert(first);
        }
        let part: i64 = parts[first..parts.len().min(first + equals.len())].iter().sum();
        let each = part / i64::try_from(equals.len()).unwrap_or(i64::MAX);
        left -= each * i64::try_from(equals.len()).unwrap_or(0);
        won.extend(equals.iter().map(|(_, player)| (*player, each)));
    }
    if let Some(at) = alone {
        won[at].1 += left;
    } else {
        // Nobody is before the others: one point each, the longest known first.
        let best = places.iter().take_while(|(place, _)| *place == places[0].0);
        let mut best: Vec<usize> = (0..best.count()).collect();
        best.sort_by_key(|at| won[*at].0);
        for at in best.into_iter().cycle() {
            if left == 0 {
                break;
            }
            won[at].1 += 1;
            left -= 1;
        }
    }
    won.retain(|(_, points)| *points > 0);
    won
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_goes_to_the_places_to_the_last_point() {
        for (pot, places, wanted) in [
            (0, &[1, 2, 3, 4][..], &[][..]),
            (60, &[1, 2, 3], &[60]),
            (40, &[1, 1], &[20, 20]),
            (100, &[1, 2, 3, 4, 5], &[50, 30, 20]),
            // What is left over is the first one's.
            (77, &[1, 2, 3, 4], &[39, 23, 15]),
            (4, &[1, 2, 3, 4], &[3, 1]),
            (100, &[1, 1, 3, 4], &[40, 40, 20]),
            (100, &[1, 2, 2, 4], &[50, 25, 25]),
            (100, &[1, 2, 3, 3], &[50, 30, 10, 10]),
            (105, &[1, 2, 3, 3, 3], &[53, 31, 7, 7, 7]),
            (100, &[1, 1, 1, 1, 1], &[20, 20, 20, 20, 20]),
            (35, &[1, 1, 3, 4, 5], &[14, 14, 7]),
            // Two before a third who is alone: the odd point is nobody's but the third one's.
            (15, &[1, 1, 3], &[7, 7, 1]),
            (21, &[1, 1, 3, 3], &[9, 8, 2, 2]),
        ] {
            let places: Vec<(u16, PlayerId)> = (1..).map(PlayerId).zip(places).map(|(who, at)| (*at, who)).collect();
            let won = shared(pot, &places);
            let points: Vec<i64> = won.iter().map(|(_, points)| *points).collect();
            assert_eq!(points.iter().sum::<i64>(), pot, "{places:?}");
            assert_eq!(points, wanted, "{pot} among {places:?}");
        }
    }
}
