use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::Pack;

/// How many links a chain has: more than the 999 hands that a match may have (ours).
const LINKS: u16 = 1024;

/// What a key is made for, so that no hash made for another purpose is ever the same.
const PURPOSE: &[u8] = b"jinlami/deal/1\0";

/// The end of a match's chain; secret for ever.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root(Bytes);

impl Root {
    /// The chain that ends in these bytes, which nobody may know.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Root {
        Root(Bytes(bytes))
    }

    /// What is published before the first deal: link 0.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(hashed(self.0, LINKS))
    }

    /// The seed of this hand, counted from 1: the link with its number.
    #[must_use]
    pub fn seed(&self, hand: u16) -> Seed {
        Seed(hashed(self.0, LINKS.saturating_sub(hand)))
    }
}

/// A secret is never printed.
impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Root(…)")
    }
}

/// The seed of one hand; secret until that hand is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(Bytes);

impl Seed {
    /// The seed in 64 hexadecimal digits, for when its hand is over.
    #[must_use]
    pub fn hex(&self) -> String {
        self.0.to_string()
    }
}

/// A seed is never printed by accident.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl FromStr for Seed {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Seed, NotHex> {
        text.parse().map(Seed)
    }
}

/// What the bot is bound to before the first deal of a match; public.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment(Bytes);

impl Commitment {
    /// Whether this is the seed of this hand, counted from 1, under this commitment.
    #[must_use]
    pub fn covers(&self, seed: &Seed, hand: u16) -> bool {
        (1..LINKS).contains(&hand) && hashed(seed.0, hand) == self.0
    }
}

/// In 64 hexadecimal digits.
impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Commitment, NotHex> {
        text.parse().map(Commitment)
    }
}

/// What orders the pack of one hand; as secret as its seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DealKey([u8; 32]);

/// A secret is never printed.
impl fmt::Debug for DealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DealKey(…)")
    }
}

/// The key of the hand with this number, counted from 1, from its seed and what each seat added, the first seat's first.
#[must_use]
pub fn deal_key(seed: &Seed, hand: u16, entropy: [&str; 2]) -> DealKey {
    let mut hash = Sha256::new();
    hash.update(PURPOSE);
    hash.update(seed.0.0);
    hash.update(u32::from(hand).to_be_bytes());
    for text in entropy {
        // No text of a player is anywhere near as long as 4 GiB.
        hash.update(u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
        hash.update(text);
    }
    DealKey(hash.finalize().into())
}

impl DealKey {
    /// The order of the pack.
    #[must_use]
    pub fn pack(&self) -> Pack {
        Pack::shuffled(self.0)
    }

    /// The pack that is cut for the first deal: its first two cards are the first and the second seat's.
    #[must_use]
    pub fn cut(&self) -> Pack {
        Pack::shuffled(self.cut_bytes())
    }

    /// Whether the second seat deals first, where chance decides.
    #[must_use]
    pub fn second_deals(&self) -> bool {
        self.cut_bytes()[0] & 1 == 1
    }

    fn cut_bytes(&self) -> [u8; 32] {
        Sha256::new()
            .chain_update(self.0)
            .chain_update(b"cut")
            .finalize()
            .into()
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub struct NotHex;

/// Thirty-two bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bytes([u8; 32]);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Bytes {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Bytes, NotHex> {
        if text.len() != 64 {
            return Err(NotHex);
        }
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = digit(pair[0]).ok_or(NotHex)? << 4 | digit(pair[1]).ok_or(NotHex)?;
        }
        Ok(Bytes(bytes))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The bytes hashed so many times.
fn hashed(bytes: Bytes, times: u16) -> Bytes {
    Bytes((0..times).fold(bytes.0, |bytes, _| Sha256::digest(bytes).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_binds_every_hand_and_gives_no_later_one_away() {
        let root = Root::new([3; 32]);
        let commitment = root.commitment();
        for hand in [1, 2, 3, 500, 999, 1023] {
            let seed = root.seed(hand);
            assert!(commitment.covers(&seed, hand), "{hand}");
            assert!(!commitment.covers(&seed, hand + 1) && !commitment.covers(&seed, hand - 1));
            // One hash leads back, never forth.
            assert!(hashed(root.seed(hand + 1).0, 1) == seed.0);
        }
        assert!(!commitment.covers(&Root::new([4; 32]).seed(1), 1));
        assert!(!commitment.covers(&root.seed(1), 0));
    }

    #[test]
    fn every_part_of_the_key_matters_and_none_runs_into_the_next() {
        let seed = Root::new([3; 32]).seed(1);
        let other = Root::new([3; 32]).seed(2);
        let key = deal_key(&seed, 1, ["ab", "c"]);
        for different in [
            deal_key(&other, 1, ["ab", "c"]),
            deal_key(&seed, 2, ["ab", "c"]),
            deal_key(&seed, 1, ["a", "bc"]),
            deal_key(&seed, 1, ["c", "ab"]),
            deal_key(&seed, 1, ["abc", ""]),
        ] {
            assert_ne!(different, key);
            assert_ne!(different.pack(), key.pack());
        }
        assert_ne!(key.cut(), key.pack());
    }

    #[test]
    fn secrets_print_nothing_and_read_back() {
        let root = Root::new([0xAB; 32]);
        let seed = root.seed(9);
        let printed = format!("{root:?} {seed:?} {:?}", deal_key(&seed, 9, ["", ""]));
        assert_eq!(printed, "Root(…) Seed(…) DealKey(…)");
        let text = serde_json::to_string(&root).unwrap();
        assert_eq!(text, format!("\"{}\"", "ab".repeat(32)));
        assert_eq!(serde_json::from_str::<Root>(&text).unwrap(), root);
        assert_eq!(seed.hex().parse::<Seed>(), Ok(seed));
        assert_eq!(seed.hex().to_uppercase().parse::<Seed>(), Ok(seed));
        let commitment = root.commitment();
        assert_eq!(commitment.to_string().parse::<Commitment>(), Ok(commitment));
        for wrong in [
            "",
            "ab",
            &"g".repeat(64),
            &"a".repeat(63),
            &"a".repeat(65),
            &"ä".repeat(32),
        ] {
            assert_eq!(wrong.parse::<Seed>(), Err(NotHex), "{wrong}");
        }
    }
}
