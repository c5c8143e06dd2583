//! Cards, sets of cards, and the order of a pack.

mod card;
mod pack;
mod set;

pub use card::{Card, NotACard, Rank, Suit};
pub use pack::{NotAPack, Pack};
pub use set::CardSet;
