//! Runs inside the four suit lanes of a card mask, whether the ace stands low only or closes the circle.

use super::meld::Meld;
use super::rules::{AceRuns, Aces};
use crate::cards::CardSet;

/// The four cards of the lowest rank; shifted by a rank, the four of that rank.
pub(super) const COLUMN: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// The thirteen cards of the lowest suit.
pub(super) const LANE: u64 = 0x1FFF;
const ACES: u64 = COLUMN;
const KINGS: u64 = COLUMN << 12;

/// Loose aces are counted apart, in steps of this: no eleven cards without aces are worth as much.
const ACE: u32 = 128;

/// The least deadwood of a suit lane when only runs count, in points; the ace low and worth one.
static PLAIN: [u8; 8192] = weights(false, 1);
/// The same without the aces' points: a loose ace weighs [`ACE`].
static STRAIGHT: [u8; 8192] = weights(false, ACE as u8);
/// The same when runs go round the corner.
static AROUND: [u8; 8192] = weights(true, ACE as u8);

const fn weights(around: bool, ace: u8) -> [u8; 8192] {
    let mut table = [0; 8192];
    let mut lane: u64 = 0;
    while lane < 8192 {
        let ring = if around { lane | (lane & 3) << 13 } else { lane };
        let starts = ring & ring >> 1 & ring >> 2 & LANE;
        let used = starts | starts << 1 | starts << 2;
        let loose = lane & !(used | used >> 13);
        let mut rank = 0;
        while rank < 13 {
            if loose >> rank & 1 == 1 {
                table[lane as usize] += match rank {
                    0 => ace,
                    1..9 => rank + 1,
                    _ => 10,
                };
            }
            rank += 1;
        }
        lane += 1;
    }
    table
}

/// How runs are found and loose cards weighed; one type for each way, so that the plain game pays nothing for the others.
pub(super) trait Runs: Copy {
    /// What cannot go into runs weighs, of one suit's lane.
    fn weigh_lane(self, lane: u64) -> u32;

    /// What one loose card of this rank, 0..13, weighs.
    fn weigh_loose(self, rank: u8) -> u32;

    /// The points of a weight.
    fn points(self, weight: u32) -> u8;

    /// Each card's neighbour of the next higher rank.
    fn up(self, bits: u64) -> u64;

    /// Each card's neighbour of the next lower rank.
    fn down(self, bits: u64) -> u64;

    /// What cannot go into runs weighs.
    #[inline]
    fn weigh(self, bits: u64) -> u32 {
        let lane = |shift: u32| self.weigh_lane(bits >> shift & LANE);
        lane(0) + lane(13) + lane(26) + lane(39)
    }

    /// Where a run of three starts.
    #[inline]
    fn starts(self, bits: u64) -> u64 {
        let second = self.down(bits);
        bits & second & self.down(second)
    }

    /// The cards in stretches of three or more.
    #[inline]
    fn cards(self, bits: u64) -> u64 {
        let starts = self.starts(bits);
        let second = self.up(starts);
        starts | second | self.up(second)
    }

    /// How many stretches of three or more there are.
    #[inline]
    fn count(self, bits: u64) -> u8 {
        let starts = self.starts(bits);
        (starts & !self.up(starts)).count_ones() as u8
    }

    /// The cards that continue a stretch of three or more.
    #[inline]
    fn ends(self, bits: u64) -> u64 {
        let cards = self.cards(bits);
        (self.up(cards) | self.down(cards)) & !cards
    }

    /// The stretches of cards, each as a run.
    fn stretches(self, mut bits: u64) -> impl Iterator<Item = Meld> {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let starts = bits & !self.up(bits);
            let starts = if starts == 0 { bits } else { starts };
            let mut next = starts & starts.wrapping_neg();
            let mut run = 0;
            while next & bits != 0 {
                run |= next;
                bits &= !next;
                next = self.up(next);
            }
            Some(Meld::of(CardSet::from_bits(run)))
        })
    }
}

/// The ace low and worth one point.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Runs for Plain {
    #[inline]
    fn weigh_lane(self, lane: u64) -> u32 {
        u32::from(PLAIN[lane as usize])
    }

    #[inline]
    fn weigh_loose(self, rank: u8) -> u32 {
        u32::from(rank + 1).min(10)
    }

    #[inline]
    fn points(self, weight: u32) -> u8 {
        weight.min(u32::from(u8::MAX)) as u8
    }

    #[inline]
    fn up(self, bits: u64) -> u64 {
        (bits & !KINGS) << 1
    }

    #[inline]
    fn down(self, bits: u64) -> u64 {
        (bits & !ACES) >> 1
    }
}

/// An ace of any worth, in points, and runs that go round the corner or not.
#[derive(Clone, Copy)]
pub(super) struct Worth<const ROUND: bool>(pub(super) u8);

impl<const ROUND: bool> Runs for Worth<ROUND> {
    #[inline]
    fn weigh_lane(self, lane: u64) -> u32 {
        u32::from(if ROUND { &AROUND } else { &STRAIGHT }[lane as usize])
    }

    #[inline]
    fn weigh_loose(self, rank: u8) -> u32 {
        if rank == 0 { ACE } else { Plain.weigh_loose(rank) }
    }

    #[inline]
    fn points(self, weight: u32) -> u8 {
        Plain.points(weight % ACE + weight / ACE * u32::from(self.0))
    }

    #[inline]
    fn up(self, bits: u64) -> u64 {
        let corner = if ROUND { (bits & KINGS) >> 12 } else { 0 };
        Plain.up(bits) | corner
    }

    #[inline]
    fn down(self, bits: u64) -> u64 {
        let corner = if ROUND { (bits & ACES) << 12 } else { 0 };
        Plain.down(bits) | corner
    }
}

/// Calls the expression with the [`Runs`] of these [`Aces`].
macro_rules! with_runs {
    ($aces:expr, $runs:ident => $call:expr) => {
        match $aces {
            $crate::gin::rules::Aces::LOW => {
                let $runs = $crate::gin::runs::Plain;
                $call
            }
            $crate::gin::rules::Aces {
                runs: $crate::gin::rules::AceRuns::Low,
                points,
            } => {
                let $runs = $crate::gin::runs::Worth::<false>(points);
                $call
            }
            $crate::gin::rules::Aces {
                runs: $crate::gin::rules::AceRuns::Around,
                points,
            } => {
                let $runs = $crate::gin::runs::Worth::<true>(points);
                $call
            }
        }
    };
}
pub(super) use with_runs;

/// Each card's neighbour of the next higher rank in the same suit.
pub(super) fn up(bits: u64, runs: AceRuns) -> u64 {
    match runs {
        AceRuns::Low => Plain.up(bits),
        AceRuns::Around => Worth::<true>(0).up(bits),
    }
}

/// Each card's neighbour of the next lower rank in the same suit.
pub(super) fn down(bits: u64, runs: AceRuns) -> u64 {
    match runs {
        AceRuns::Low => Plain.down(bits),
        AceRuns::Around => Worth::<true>(0).down(bits),
    }
}

/// The points of these cards, all of them loose.
pub(super) fn loose_points(bits: u64, aces: Aces) -> u8 {
    let points = CardSet::from_bits(bits)
        .iter()
        .map(|card| super::meld::points(card, aces));
    points.fold(0, u8::saturating_add)
}
