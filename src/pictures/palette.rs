use std::collections::HashMap;
use std::sync::LazyLock;

use crate::cards::Suit;

use super::Look;
use super::mask::LEVELS;

/// An index into the one palette.
pub type Ink = u8;

/// The table.
pub const FELT: Ink = 0;
/// A panel on the table.
pub const PANEL: Ink = 1;
/// The card's face.
pub const FACE: Ink = 2;
/// The card's edge.
pub const EDGE: Ink = 3;
/// Text.
pub const TEXT: Ink = 4;
/// Quiet text, the deadwood bar.
pub const QUIET: Ink = 5;
/// The slot number on a card.
pub const SLOT: Ink = 6;
/// Melds, the turn mark, results, crowns.
pub const GOLD: Ink = 7;
/// The layoff bar.
pub const CORAL: Ink = 8;
/// The four suit colours: green, blue, red, black.
const GREEN: Ink = 12;
const BLUE: Ink = 13;
const RED: Ink = 14;
const BLACK: Ink = 15;
/// The clothing of these four.
const CLOTHING: Ink = 16;

const COLOURS: [[u8; 3]; 20] = [
    [0x16, 0x42, 0x3A],
    [0x0F, 0x31, 0x2B],
    [0xFD, 0xFD, 0xFB],
    [0x7F, 0x93, 0x8C],
    [0xF4, 0xF6, 0xF2],
    [0xA9, 0xC6, 0xBB],
    [0x5E, 0x6E, 0x68],
    [0xF5, 0xC0, 0x4A],
    [0xFF, 0x8A, 0x70],
    [0x2E, 0x4A, 0x8F],
    [0x44, 0x64, 0xB4],
    [0xF6, 0xD9, 0xBE],
    [0x0E, 0x92, 0x79],
    [0x14, 0x40, 0xE0],
    [0xC8, 0x1E, 0x22],
    [0x10, 0x14, 0x1A],
    [0xBF, 0xE6, 0xDD],
    [0xC6, 0xD2, 0xFB],
    [0xF7, 0xCA, 0xCB],
    [0xCF, 0xD4, 0xDA],
];

/// The grounds and inks that masks are drawn with; each gets all [`LEVELS`] steps.
const RAMPS: [(Ink, Ink); 18] = [
    (FELT, TEXT),
    (FELT, QUIET),
    (FELT, GOLD),
    (PANEL, TEXT),
    (PANEL, QUIET),
    (PANEL, GOLD),
    (PANEL, CORAL),
    (FACE, GREEN),
    (FACE, BLUE),
    (FACE, RED),
    (FACE, BLACK),
    (FACE, SLOT),
    (FELT, EDGE),
    (PANEL, EDGE),
    (FACE, EDGE),
    (GOLD, PANEL),
    (QUIET, PANEL),
    (CORAL, PANEL),
];

/// Neighbours inside the drawings, and the panel's corners; three steps between them are enough.
const SOFT: [(Ink, Ink); 15] = [
    (FELT, PANEL),
    (9, 10),
    (9, FACE),
    (GREEN, CLOTHING),
    (GREEN, GOLD),
    (GREEN, 11),
    (BLUE, CLOTHING + 1),
    (BLUE, GOLD),
    (BLUE, 11),
    (RED, CLOTHING + 2),
    (RED, GOLD),
    (RED, 11),
    (BLACK, CLOTHING + 3),
    (BLACK, GOLD),
    (BLACK, 11),
];
/// Steps between two soft neighbours.
const SOFT_STEPS: u8 = 3;

const _: () = assert!(
    FIRST_SOFT + SOFT.len() * SOFT_STEPS as usize <= 256,
    "a PNG's palette has at most 256 entries"
);

const FIRST_SOFT: usize = COLOURS.len() + RAMPS.len() * LEVELS as usize;

/// The way from a ground to an ink: level 0 leaves the ground, level n is index `base + n - 1`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ramp {
    /// The index of level 1.
    pub base: u8,
}

/// The ramp from `ground` to `ink`; a pair that no picture uses falls back to text on felt.
pub fn ramp(ground: Ink, ink: Ink) -> Ramp {
    let place = RAMPS.iter().position(|&pair| pair == (ground, ink));
    debug_assert!(place.is_some(), "no ramp from {ground} to {ink}");
    let base = COLOURS.len() + place.unwrap_or(0) * LEVELS as usize;
    Ramp {
        base: u8::try_from(base).expect("the palette has at most 256 entries"),
    }
}

/// The index on the way from felt to panel at this coverage.
pub fn panel_edge(coverage: f32) -> Ink {
    let step = (coverage.clamp(0.0, 1.0) * f32::from(SOFT_STEPS + 1) + 0.5) as u8;
    match step {
        0 => FELT,
        step if step > SOFT_STEPS => PANEL,
        step => u8::try_from(FIRST_SOFT).expect("the palette has at most 256 entries") + step - 1,
    }
}

/// The colour in which this suit is drawn.
pub fn suit_ink(suit: Suit, look: Look) -> Ink {
    match suit {
        Suit::Clubs if look.four_colours => GREEN,
        Suit::Diamonds if look.four_colours => BLUE,
        Suit::Clubs | Suit::Spades => BLACK,
        Suit::Diamonds | Suit::Hearts => RED,
    }
}

/// Which of the four suit colours this is, 0 to 3.
pub fn suit_colour(ink: Ink) -> usize {
    usize::from(ink.saturating_sub(GREEN).min(3))
}

/// The hexadecimal form of a suit colour and of its clothing, as in the drawings.
pub fn suit_hex(colour: usize) -> (String, String) {
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    (
        hex(COLOURS[usize::from(GREEN) + colour]),
        hex(COLOURS[usize::from(CLOTHING) + colour]),
    )
}

/// The one palette of the program as red, green, blue, at most 256 entries: the design's colours and the steps between them.
#[must_use]
pub fn palette() -> &'static [[u8; 3]] {
    static PALETTE: LazyLock<Vec<[u8; 3]>> = LazyLock::new(|| {
        let between = |(from, to): (Ink, Ink), step: u8, of: u8| {
            let part = f32::from(step) / f32::from(of);
            let (from, to) = (COLOURS[usize::from(from)], COLOURS[usize::from(to)]);
            [0, 1, 2].map(|i| (f32::from(from[i]) * (1.0 - part) + f32::from(to[i]) * part + 0.5) as u8)
        };
        let mut entries = COLOURS.to_vec();
        entries.extend(
            RAMPS
                .iter()
                .flat_map(|&pair| (1..=LEVELS).map(move |step| between(pair, step, LEVELS))),
        );
        entries.extend(
            SOFT.iter()
                .flat_map(|&pair| (1..=SOFT_STEPS).map(move |s| between(pair, s, SOFT_STEPS + 1))),
        );
        entries
    });
    &PALETTE
}

/// Finds the palette's nearest entry for a drawing's colours, most of which come up again and again.
#[derive(Default)]
pub struct Nearest(HashMap<[u8; 3], Ink>);

impl Nearest {
    /// The entry nearest to this colour.
    pub fn of(&mut self, colour: [u8; 3]) -> Ink {
        *self.0.entry(colour).or_insert_with(|| {
            let distance = |entry: &[u8; 3]| -> u32 {
                entry
                    .iter()
                    .zip(colour)
                    .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
                    .sum()
            };
            let nearest = palette().iter().enumerate().min_by_key(|(_, entry)| distance(entry));
            nearest.map_or(FELT, |(index, _)| {
                u8::try_from(index).expect("the palette has at most 256 entries")
            })
        })
    }
}
