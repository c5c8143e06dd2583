//! An order that nobody chose.

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Puts the items into a random order that follows from the seed alone; every order is as likely as any other.
pub(super) fn shuffle<T>(items: &mut [T], seed: [u8; 32]) {
    let mut rng = ChaCha20Rng::from_seed(seed);
    for last in (1..items.len()).rev() {
        let bound = last as u64 + 1;
        // Numbers beyond the last whole multiple of the bound would favour the first places.
        let whole = u64::MAX - u64::MAX % bound;
        let number = loop {
            let number = rng.next_u64();
            if number < whole {
                break number;
            }
        };
        items.swap(last, usize::try_from(number % bound).unwrap_or(0));
    }
}
