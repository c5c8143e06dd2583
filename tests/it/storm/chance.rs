//! Chance from a printed seed.

use std::time::Duration;

/// SplitMix64: small, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Another one that goes its own way from here.
    pub fn branch(&mut self) -> Chance {
        Chance(self.next())
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a length");
        usize::try_from(self.next() % bound).expect("below a length")
    }

    /// Whether it happens, that many times in a thousand.
    pub fn happens(&mut self, in_a_thousand: usize) -> bool {
        self.below(1000) < in_a_thousand
    }

    /// One of these.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A time between these, in milliseconds.
    pub fn millis(&mut self, from: usize, to: usize) -> Duration {
        Duration::from_millis(u64::try_from(from + self.below(to - from + 1)).expect("a short time"))
    }
}
