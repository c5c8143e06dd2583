//! Cards, sets of cards, the order of a pack, and the fair deal.
//!
//! # The fair deal
//!
//! How a match's packs come about, to the byte, so that anybody can compute them again.
//!
//! **Notation.** `‖` joins bytes, `u32be(n)` is `n` in four bytes, most significant first, texts are UTF-8. SHA-256 is that of
//! FIPS 180-4, ChaCha20 that of RFC 8439.
//!
//! **The chain.** When a match is opened, the bot draws 32 random bytes, the *root*. With `link(1024) = root` and
//! `link(i) = SHA-256(link(i + 1))`, the *commitment* is `link(0)` and the *seed* of hand `n`, counted from 1, is `link(n)`. The
//! commitment is published before anybody has accepted; a hand's seed is published when that hand is over. Hashing it `n` times
//! must give the commitment. A seed gives away the seeds of all earlier hands, which are published already, and of no later one.
//!
//! **The key.** Each seat adds a text of its own, its *entropy* (in a match: the words that the player chose, else the number that
//! the platform gave to that player's latest press before the deal; see [`crate::table`]). The first seat is the challenger's.
//!
//! ```text
//! key = SHA-256("jinlami/deal/1" ‖ 0x00 ‖ seed ‖ u32be(n) ‖ u32be(length of entropy 1) ‖ entropy 1
//!                                                         ‖ u32be(length of entropy 2) ‖ entropy 2)
//! ```
//!
//! Lengths are in bytes.
//!
//! **The pack.** `key` is the key of ChaCha20, the nonce is zero, the block counter starts at 0 and grows by one a block. The
//! keystream is read as a row of 32-bit numbers, each from four bytes, least significant first. The pack starts in order: clubs,
//! diamonds, hearts, spades, each from ace to king. For `last` from 51 down to 1, with `bound = last + 1`:
//!
//! 1. `limit = (2³² − 1) − (2³² − 1) mod bound`;
//! 2. the next number of the keystream that is below `limit` is `x`; numbers that are not are thrown away, so that every
//!    remainder has the same chance;
//! 3. the cards at the places `last` and `x mod bound`, counted from 0, change places.
//!
//! **The deal.** Cards leave the pack from its end. Ten to each player, one at a time, the non-dealer's first; the next card is
//! the dealer's eleventh or the upcard, as the rules open; the rest is the stock, drawn from its end too.
//!
//! **Who deals first.** `cut = SHA-256(key ‖ "cut")` of the first hand. Where chance decides, the second seat deals if the lowest
//! bit of the first byte of `cut` is set, else the first. Where the lowest card decides, `cut` is the key of a second pack, made
//! the same way; its first two cards (places 0 and 1) are cut by the first and the second seat, and the lower one deals, by rank
//! from the ace up, then clubs, diamonds, hearts, spades. Who deals later hands follows from the rules.
//!
//! # Test vectors
//!
//! ```
//! use jinlami::cards::{Root, deal_key};
//!
//! let root = Root::new([7; 32]);
//! let commitment = root.commitment();
//! assert_eq!(commitment.to_string(), "3d387985d76db6aceb04073d34b7e0715ad19a6bc9ae88b18c6884c60ce980eb");
//! let seed = root.seed(1);
//! assert_eq!(seed.hex(), "5de57ccc7a005644cd839678833191dc00e160e04a9faf0699e3483140b61823");
//! assert!(commitment.covers(&seed, 1) && !commitment.covers(&seed, 2));
//! let key = deal_key(&seed, 1, ["1021 no peeking", "1022 金拉米"]);
//! let pack: String = key.pack().cards().iter().map(|card| card.letters()).collect();
//! assert_eq!(
//!     pack,
//!     "KD3CQHAC2D4H8S8H9D8D7CTD8CJC7HQC5H4C9C9H6S3SKHTH6CTC7SAS5C2CQD7DJS5D5STS6HQS4D4S2H3HAHJH2S3D6DKC9SJDKSAD"
//! );
//! assert_eq!(key.cut().cards()[..2].iter().map(|card| card.letters()).collect::<String>(), "7SKH");
//! ```

mod card;
mod fair;
mod pack;
mod set;

pub use card::{Card, NotACard, Rank, Suit};
pub use fair::{Commitment, DealKey, NotHex, Root, Seed, deal_key};
pub use pack::{NotAPack, Pack};
pub use set::CardSet;
