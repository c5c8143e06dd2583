//! Chance for tests and benches: the same seed gives the same run.

use jinlami::cards::{Card, Pack};

/// Chance that can be repeated: SplitMix64.
pub struct Dice(u64);

impl Dice {
    /// The chance that this seed gives.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A pack in a random order.
    pub fn pack(&mut self) -> Pack {
        let mut cards: Vec<Card> = Card::all().collect();
        self.shuffle(&mut cards);
        Pack::new(&cards).expect("a shuffle keeps every card")
    }
}
