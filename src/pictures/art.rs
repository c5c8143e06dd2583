use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::cards::{Card, Rank, Suit};

use super::lettering::Lettering;
use super::mask::{Mask, quantise};
use super::palette::{EDGE, FACE, GOLD, Nearest, Ramp, SLOT, palette, ramp, suit_colour, suit_hex, suit_ink};
use super::plane::{Plane, Sprite};
use super::{Look, PictureError};

/// A card's size on the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 208 × 296, in a hand and on the table.
    Full,
    /// 0.68 of it, in a showdown.
    Small,
    /// Half of it, in a replay.
    Half,
    /// 204 × 214, uncovered, in large print.
    Large,
}

impl Size {
    /// Width and height in pixels.
    pub fn of(self) -> (i32, i32) {
        match self {
            Size::Full => (208, 296),
            Size::Small => (141, 201),
            Size::Half => (104, 148),
            Size::Large => (204, 214),
        }
    }
}

/// Where and how a card lies.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The card's upper left corner.
    pub at: (i32, i32),
    /// Its size.
    pub size: Size,
    /// The next card lies over it.
    pub covered: bool,
    /// It was just drawn; in large print, where there is little room to stand higher, its rim is gold too.
    pub drawn: bool,
}

/// Everything drawn once at start: parts of cards, not whole cards.
pub struct Art {
    full: CardArt,
    small: CardArt,
    half: CardArt,
    large: CardArt,
    back: Sprite,
    half_back: Sprite,
    drawn: Sprite,
    numbers: Vec<Mask>,
}

/// The parts of a card at one size; anchors are the card's upper left corner.
struct CardArt {
    blank: Sprite,
    ranks: Vec<Mask>,
    suits: Vec<Mask>,
    corner_suits: Vec<Mask>,
    /// By suit colour and suit, jack, queen and king; empty where a suit never has this colour.
    courts: Vec<Court>,
}

/// A court's bust as it lies in the lower right corner.
#[derive(Clone)]
struct Court {
    rank: Rank,
    suit: Suit,
    colour: usize,
    left: i32,
    top: i32,
    sprite: Sprite,
}

const BLANK: &str = include_str!("../../assets/cards/blank.svg");
const BLANK_LARGE: &str = include_str!("../../assets/cards/blank-large.svg");
const BLANK_DRAWN: &str = include_str!("../../assets/cards/blank-large-drawn.svg");
const BACK: &str = include_str!("../../assets/cards/back.svg");
const SUITS: [&str; 4] = [
    include_str!("../../assets/cards/clubs.svg"),
    include_str!("../../assets/cards/diamonds.svg"),
    include_str!("../../assets/cards/hearts.svg"),
    include_str!("../../assets/cards/spades.svg"),
];
/// Each court's bust, and where on it the suit sits: left, top, scale.
const COURTS: [(Rank, &str, [f32; 3]); 3] = [
    (
        Rank::Jack,
        include_str!("../../assets/cards/jack.svg"),
        [35.0, 98.0, 0.30],
    ),
    (
        Rank::Queen,
        include_str!("../../assets/cards/queen.svg"),
        [35.0, 98.0, 0.30],
    ),
    (
        Rank::King,
        include_str!("../../assets/cards/king.svg"),
        [37.0, 112.0, 0.26],
    ),
];
/// The suit colour and the clothing in which the courts are drawn: hearts'.
const DRAWN_IN: usize = 2;

/// The part of a full card that a bust may cover: left, top, right, bottom.
const BUST: [f32; 4] = [100.0, 132.0, 199.0, 285.0];

impl Art {
    /// Renders every drawing once.
    pub fn new(lettering: &Lettering) -> Result<Art, PictureError> {
        Ok(Art {
            full: CardArt::new(lettering, Size::Full, 1.0)?,
            small: CardArt::new(lettering, Size::Small, 0.68)?,
            half: CardArt::new(lettering, Size::Half, 0.5)?,
            large: CardArt::large(lettering)?,
            back: sprite(BACK, Size::Full.of(), 1.0)?,
            half_back: sprite(BACK, Size::Half.of(), 0.5)?,
            drawn: Sprite {
                rim: GOLD,
                ..sprite(BLANK_DRAWN, Size::Large.of(), 1.0)?
            },
            numbers: (1..=MOST_NUMBERS)
                .map(|number| lettering.number(&number.to_string()))
                .collect(),
        })
    }

    /// Draws a card, with its lower right corner only when nothing covers it.
    pub fn card(&self, plane: &mut Plane, card: Card, look: Look, spot: Spot) {
        let Spot {
            at: (x, y),
            size,
            covered,
            drawn,
        } = spot;
        let art = self.at(size);
        let ink = suit_ink(card.suit(), look);
        let colours = ramp(FACE, ink);
        plane.sprite(
            if drawn && size == Size::Large {
                &self.drawn
            } else {
                &art.blank
            },
            x,
            y,
        );
        let suit = card.suit() as usize;
        plane.mask(&art.ranks[card.rank() as usize], x, y, colours);
        plane.mask(&art.suits[suit], x, y, colours);
        if covered || size == Size::Large {
            return;
        }
        let colour = suit_colour(ink);
        let court = art
            .courts
            .iter()
            .find(|court| court.rank == card.rank() && court.suit == card.suit() && court.colour == colour);
        match court {
            Some(court) => plane.sprite(&court.sprite, x + court.left, y + court.top),
            None => plane.mask(&art.corner_suits[suit], x, y, colours),
        }
    }

    /// Draws a card's face with nothing on it.
    pub fn blank(&self, plane: &mut Plane, size: Size, x: i32, y: i32) {
        plane.sprite(&self.at(size).blank, x, y);
    }

    /// Draws a card's back, at half size in a replay and else at full size.
    pub fn back(&self, plane: &mut Plane, size: Size, x: i32, y: i32) {
        let back = if size == Size::Half {
            &self.half_back
        } else {
            &self.back
        };
        plane.sprite(back, x, y);
    }

    /// Draws a slot number, 1 upwards, at the foot of a full card's strip.
    pub fn number(&self, plane: &mut Plane, number: usize, x: i32, y: i32) {
        let on_card: Ramp = ramp(FACE, SLOT);
        if let Some(mask) = number.checked_sub(1).and_then(|index| self.numbers.get(index)) {
            plane.mask(mask, x, y, on_card);
        }
    }

    /// How many bytes all sprites take.
    pub fn bytes(&self) -> usize {
        let cards = [&self.full, &self.small, &self.half, &self.large]
            .into_iter()
            .map(CardArt::bytes)
            .sum::<usize>();
        let backs = sprite_bytes(&self.back) + sprite_bytes(&self.half_back);
        cards + backs + self.numbers.iter().map(|mask| mask.levels.len()).sum::<usize>()
    }

    fn at(&self, size: Size) -> &CardArt {
        match size {
            Size::Full => &self.full,
            Size::Small => &self.small,
            Size::Half => &self.half,
            Size::Large => &self.large,
        }
    }
}

/// The highest slot number: as many cards as a row can hold.
const MOST_NUMBERS: usize = 22;

impl CardArt {
    fn new(lettering: &Lettering, size: Size, scale: f32) -> Result<CardArt, PictureError> {
        let rank = |rank: Rank| {
            // "10" is squeezed to the width of the others.
            let across = if rank == Rank::Ten { 80.0 } else { 108.0 };
            lettering.rank(
                rank.label(),
                (across * scale, 122.0 * scale),
                50.0 * scale,
                100.0 * scale,
            )
        };
        let suits = |left: f32, top: f32, size: f32| -> Result<Vec<Mask>, PictureError> {
            SUITS
                .iter()
                .map(|svg| suit_mask(svg, left * scale, top * scale, size * scale / 100.0))
                .collect()
        };
        Ok(CardArt {
            blank: sprite(BLANK, size.of(), scale)?,
            ranks: Rank::ALL.into_iter().map(rank).collect(),
            suits: suits(13.0, 116.0, 74.0)?,
            corner_suits: suits(103.0, 192.0, 90.0)?,
            courts: courts(scale)?,
        })
    }

    fn large(lettering: &Lettering) -> Result<CardArt, PictureError> {
        let rank = |rank: Rank| {
            let across = if rank == Rank::Ten { 97.0 } else { 146.0 };
            lettering.rank(rank.label(), (across, 206.0), 62.0, 182.0)
        };
        Ok(CardArt {
            blank: sprite(BLANK_LARGE, Size::Large.of(), 1.0)?,
            ranks: Rank::ALL.into_iter().map(rank).collect(),
            suits: SUITS
                .iter()
                .map(|svg| suit_mask(svg, 116.0, 67.0, 0.82))
                .collect::<Result<_, _>>()?,
            corner_suits: Vec::new(),
            courts: Vec::new(),
        })
    }

    fn bytes(&self) -> usize {
        let masks = self.ranks.iter().chain(&self.suits).chain(&self.corner_suits);
        sprite_bytes(&self.blank)
            + masks.map(|mask| mask.levels.len()).sum::<usize>()
            + self
                .courts
                .iter()
                .map(|court| sprite_bytes(&court.sprite))
                .sum::<usize>()
    }
}

fn sprite_bytes(sprite: &Sprite) -> usize {
    sprite.pixels.len() + size_of_val(sprite.opaque.as_slice()) + size_of_val(sprite.soft.as_slice())
}

fn tree(svg: &str) -> Result<Tree, PictureError> {
    Tree::from_str(svg, &Options::default()).map_err(|error| PictureError::Asset("a card drawing", error.to_string()))
}

fn canvas(width: i32, height: i32) -> Result<Pixmap, PictureError> {
    let sides = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    sides
        .and_then(|(width, height)| Pixmap::new(width, height))
        .ok_or_else(|| PictureError::Asset("a card drawing", "it has no size".to_owned()))
}

/// A whole card: opaque inside, its round corners as levels of edge.
fn sprite(svg: &str, (width, height): (i32, i32), scale: f32) -> Result<Sprite, PictureError> {
    let mut canvas = canvas(width, height)?;
    let tree = tree(svg)?;
    let (across, down) = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    debug_assert!((across - scale).abs() < 0.01 && (down - scale).abs() < 0.01);
    resvg::render(&tree, Transform::from_scale(across, down), &mut canvas.as_mut());
    let mut nearest = Nearest::default();
    let mut sprite = Sprite {
        width: width as usize,
        rim: EDGE,
        ..Sprite::default()
    };
    for (row, line) in canvas.pixels().chunks_exact(width as usize).enumerate() {
        let opaque = |pixel: &resvg::tiny_skia::PremultipliedColorU8| pixel.alpha() == u8::MAX;
        let from = line.iter().position(opaque).unwrap_or(0);
        let to = line.iter().rposition(opaque).map_or(0, |last| last + 1);
        sprite.opaque.push((from, to));
        for (column, pixel) in line.iter().enumerate() {
            sprite
                .pixels
                .push(nearest.of([pixel.red(), pixel.green(), pixel.blue()]));
            let level = quantise(f32::from(pixel.alpha()) / 255.0);
            if !(from..to).contains(&column) && level > 0 {
                sprite.soft.push((column, row, level));
            }
        }
    }
    Ok(sprite)
}

/// A suit's shape with its 100 × 100 box scaled and its corner at this point.
fn suit_mask(svg: &str, left: f32, top: f32, scale: f32) -> Result<Mask, PictureError> {
    let (first, above) = (left.floor(), top.floor());
    let side = (100.0 * scale).ceil() as i32 + 2;
    let mut canvas = canvas(side, side)?;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, left - first, top - above);
    resvg::render(&tree(svg)?, place, &mut canvas.as_mut());
    let mut mask = Mask::new(first as i32, above as i32, side as usize, side as usize);
    for (level, pixel) in mask.levels.iter_mut().zip(canvas.pixels()) {
        *level = quantise(f32::from(pixel.alpha()) / 255.0);
    }
    Ok(mask)
}

/// The twelve busts in four colours, and those of clubs and diamonds in two.
fn courts(scale: f32) -> Result<Vec<Court>, PictureError> {
    let (from_suit, from_clothing) = suit_hex(DRAWN_IN);
    let mut nearest = Nearest::default();
    let mut courts = Vec::new();
    for (rank, drawing, chest) in COURTS {
        for suit in Suit::ALL {
            let mut colours = [true, false]
                .map(|four| {
                    suit_colour(suit_ink(
                        suit,
                        Look {
                            four_colours: four,
                            large: false,
                        },
                    ))
                })
                .to_vec();
            colours.dedup();
            for colour in colours {
                let (to_suit, to_clothing) = suit_hex(colour);
                let dyed = drawing
                    .replace(&from_suit, &to_suit)
                    .replace(&from_clothing, &to_clothing);
                let (own, _) = suit_hex(suit_colour(suit_ink(suit, Look::default())));
                let badge = SUITS[suit as usize].replace(&own, &to_suit);
                courts.push(Court {
                    colour,
                    ..court(&dyed, &badge, chest, scale, &mut nearest, (rank, suit))?
                });
            }
        }
    }
    Ok(courts)
}

fn court(
    drawing: &str,
    badge: &str,
    [left, top, size]: [f32; 3],
    scale: f32,
    nearest: &mut Nearest,
    (rank, suit): (Rank, Suit),
) -> Result<Court, PictureError> {
    let [from_x, from_y, to_x, to_y] = BUST.map(|edge| (edge * scale).round());
    let (width, height) = ((to_x - from_x) as i32, (to_y - from_y) as i32);
    let mut canvas = canvas(width, height)?;
    let [red, green, blue] = palette()[usize::from(FACE)];
    canvas.fill(resvg::tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
    // The bust lies at 102, 149 on a full card, 0.96 of its drawn size.
    let place = Transform::from_row(0.96, 0.0, 0.0, 0.96, 102.0, 149.0)
        .post_scale(scale, scale)
        .post_translate(-from_x, -from_y);
    resvg::render(&tree(drawing)?, place, &mut canvas.as_mut());
    let on_chest = Transform::from_row(size, 0.0, 0.0, size, left, top).post_concat(place);
    resvg::render(&tree(badge)?, on_chest, &mut canvas.as_mut());
    let pixels = canvas
        .pixels()
        .iter()
        .map(|pixel| nearest.of([pixel.red(), pixel.green(), pixel.blue()]))
        .collect();
    let sprite = Sprite {
        width: width as usize,
        pixels,
        opaque: vec![(0, width as usize); height as usize],
        soft: Vec::new(),
        rim: EDGE,
    };
    Ok(Court {
        rank,
        suit,
        colour: 0,
        left: from_x as i32,
        top: from_y as i32,
        sprite,
    })
}
