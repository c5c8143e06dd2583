use super::art::{Size, Spot};
use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::palette::{FELT, GOLD, Ink, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{Group, HandPicture, PictureError, Pictures, Tone, at_most};

/// Where the cards' row starts, in pixels from the top.
const ROW: i32 = 84;
/// How wide the row may be.
const ROOM: i32 = 1240;
/// More space between two groups.
const GAP: i32 = 22;
/// The widest step from card to card.
const WIDEST_STEP: i32 = 216;
/// How much higher the card just drawn stands.
const DRAWN_HIGHER: i32 = 14;
/// The same in large print, where the words above must stay free.
const DRAWN_HIGHER_LARGE: i32 = 4;
/// More cards than any hand has, and as many as a row can hold readably.
const MOST_CARDS: usize = 22;
/// Large print holds two rows of six.
const LARGE_ROW: usize = 6;

/// Draws a player's own hand.
pub fn draw(pictures: &Pictures, picture: &HandPicture) -> Result<Plane, PictureError> {
    let count = picture.groups.iter().map(|group| group.cards.len()).sum();
    if picture.look.large {
        at_most("cards", count, 2 * LARGE_ROW)?;
        Ok(large(pictures, picture, count))
    } else {
        at_most("cards", count, MOST_CARDS)?;
        Ok(normal(pictures, picture, count))
    }
}

fn normal(pictures: &Pictures, picture: &HandPicture, count: usize) -> Plane {
    let mut plane = Plane::new(460);
    header(pictures, &mut plane, picture, 24, 56);
    let groups: Vec<&Group> = picture.groups.iter().filter(|group| !group.cards.is_empty()).collect();
    if groups.is_empty() {
        return plane;
    }
    let (card_width, _) = Size::Full.of();
    let (count, gaps) = (count as i32, GAP * (groups.len() as i32 - 1));
    let step = ((ROOM - gaps - card_width) / (count - 1).max(1)).min(WIDEST_STEP);
    let mut x = (super::WIDTH as i32 - (step * (count - 1) + gaps + card_width)) / 2;
    let mut slot = 0;
    for (place, group) in groups.iter().enumerate() {
        let start = x;
        for &card in &group.cards {
            slot += 1;
            let drawn = picture.drawn == Some(card);
            let y = if drawn { ROW - DRAWN_HIGHER } else { ROW };
            let covered = (slot as i32) < count && step < card_width;
            let spot = Spot {
                at: (x, y),
                size: Size::Full,
                covered,
                drawn,
            };
            pictures.art.card(&mut plane, card, picture.look, spot);
            pictures.art.number(&mut plane, slot, x, y);
            x += step;
        }
        let end = if place + 1 == groups.len() {
            x - step + card_width - 4
        } else {
            x - 10
        };
        under(
            pictures,
            &mut plane,
            group,
            (start + 4, end.min(x - step + card_width - 4)),
            (392, 444),
        );
        x += GAP;
    }
    plane
}

fn large(pictures: &Pictures, picture: &HandPicture, count: usize) -> Plane {
    let mut plane = Plane::new(640);
    header(pictures, &mut plane, picture, 28, 58);
    let (card_width, _) = Size::Large.of();
    let first_row = break_at(picture, count);
    let mut slot = 0;
    for group in &picture.groups {
        let mut left = &group.cards[..];
        while !left.is_empty() {
            let (row, column) = if slot < first_row {
                (0, slot)
            } else {
                (1, slot - first_row)
            };
            let room = if row == 0 { first_row - slot } else { left.len() };
            let (now, later) = left.split_at(room.min(left.len()));
            let y = ROW + 276 * row;
            for (index, &card) in now.iter().enumerate() {
                let x = 10 + 211 * (column + index) as i32;
                let drawn = picture.drawn == Some(card);
                let y = if drawn { y - DRAWN_HIGHER_LARGE } else { y };
                let spot = Spot {
                    at: (x, y),
                    size: Size::Large,
                    covered: false,
                    drawn,
                };
                pictures.art.card(&mut plane, card, picture.look, spot);
            }
            let start = 10 + 211 * column as i32;
            let end = start + 211 * (now.len() as i32 - 1) + card_width;
            under(pictures, &mut plane, group, (start + 4, end - 4), (y + 222, y + 268));
            slot += now.len();
            left = later;
        }
    }
    plane
}

/// How many cards the first of two rows holds: up to a group's end when both rows then have room.
fn break_at(picture: &HandPicture, count: usize) -> usize {
    let fits = |first: &usize| *first <= LARGE_ROW && count - *first <= LARGE_ROW;
    let ends = picture.groups.iter().scan(0, |total, group| {
        *total += group.cards.len();
        Some(*total)
    });
    let all_in_one = if count <= LARGE_ROW { count } else { LARGE_ROW };
    ends.filter(|end| *end > 0).filter(fits).max().unwrap_or(all_in_one)
}

fn header(pictures: &Pictures, plane: &mut Plane, picture: &HandPicture, left: i32, baseline: i32) {
    let sentence = |words, style, ink, widest| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: FELT,
        ink,
        widest,
    };
    let mut right = 1252;
    if let Some(aside) = &picture.aside {
        let text = sentence(aside, Style::semi(36), QUIET, 420);
        right = pictures.lettering.write(plane, &text, At::Right(right), baseline).0 - 16;
    }
    let ink = if picture.gold { GOLD } else { TEXT };
    let count = sentence(&picture.count, Style::bold(44), ink, 520);
    let (from, _) = pictures.lettering.write(plane, &count, At::Right(right), baseline);
    let title = sentence(&picture.title, Style::bold(44), TEXT, from - left - 32);
    pictures.lettering.write(plane, &title, At::Left(left), baseline);
}

/// The bar under a group and its word: from where to where, and the bar's top and the word's baseline.
fn under(pictures: &Pictures, plane: &mut Plane, group: &Group, (from, to): (i32, i32), (bar, baseline): (i32, i32)) {
    let ink = tone(group.tone);
    plane.bar(
        Frame {
            x: from,
            y: bar,
            width: to - from,
            height: 10,
        },
        FELT,
        ink,
    );
    let text = Text {
        words: &group.label,
        trust: Trust::Sentence,
        style: Style::semi(36),
        ground: FELT,
        ink,
        widest: (to - from).max(0) + GAP,
    };
    pictures
        .lettering
        .write(plane, &text, At::Middle((from + to) / 2), baseline);
}

/// The colour of a group's bar and word.
pub fn tone(tone: Tone) -> Ink {
    match tone {
        Tone::Meld => GOLD,
        Tone::Deadwood => QUIET,
    }
}
