use std::collections::HashSet;

use jinlami::cards::{Rank, Suit};

use super::*;

/// The upper left strip of a single card in a hand, and its lower right corner; a single card lies in the middle.
const STRIP: Area = (539..634, 88..280);
const CORNER: Area = (636..739, 216..376);

fn single(card: Card, look: Look) -> Decoded {
    let groups = vec![Group {
        label: String::new(),
        tone: Tone::Deadwood,
        cards: vec![card],
        laid_off: 0,
    }];
    drawn_hand(&HandPicture {
        look,
        groups,
        ..HandPicture::default()
    })
}

fn one_of_each_rank() -> impl Iterator<Item = Card> {
    Rank::ALL.into_iter().map(|rank| Card::new(rank, Suit::Clubs))
}

#[test]
fn all_cards_differ_in_the_strip_alone() {
    for look in [
        Look::default(),
        Look {
            four_colours: false,
            ..Look::default()
        },
        Look {
            large: true,
            ..Look::default()
        },
        Look {
            four_colours: false,
            large: true,
        },
    ] {
        let area = if look.large { (10..214, 84..298) } else { STRIP };
        let strips: HashSet<Vec<[u8; 3]>> = Card::all().map(|card| single(card, look).part(&area)).collect();
        assert_eq!(strips.len(), 52, "{look:?}");
    }
}

#[test]
fn every_uncovered_corner_says_the_suit_and_every_court_is_its_own() {
    let mut corners = HashSet::new();
    for card in Card::all() {
        let corner = single(card, Look::default()).part(&CORNER);
        assert_eq!(corner.contains(&GOLD), card.rank() >= Rank::Jack, "{card}");
        corners.insert(corner);
    }
    // Four suits, which ace to ten share, and twelve courts.
    assert_eq!(corners.len(), 16);
}

#[test]
fn suits_are_told_without_any_colour() {
    // C-073: which pixels of the strip are inked, whatever their colour.
    for look in [
        Look::default(),
        Look {
            large: true,
            ..Look::default()
        },
    ] {
        let area = if look.large { (13..211, 87..290) } else { STRIP };
        let shapes: HashSet<Vec<bool>> = Card::all()
            .map(|card| {
                single(card, look)
                    .part(&area)
                    .into_iter()
                    .map(|colour| colour == FACE)
                    .collect()
            })
            .collect();
        assert_eq!(shapes.len(), 52);
    }
}

#[test]
fn a_rank_is_readable_on_a_phone() {
    // C-078: a chat shows 400 of 1280 pixels; there a rank is at least 24 pixels tall in a hand and 18 elsewhere.
    let on_phone = |rows: usize| rows as f64 * 400.0 / 1280.0;
    for card in one_of_each_rank() {
        let (_, rows) = single(card, Look::default())
            .ink(&(539..634, 88..190), &[FACE])
            .unwrap();
        assert!(on_phone(rows.len()) >= 24.0, "{card} in a hand: {rows:?}");
        let large = Look {
            large: true,
            ..Look::default()
        };
        let (_, rows) = single(card, large).ink(&(13..115, 87..290), &[FACE]).unwrap();
        assert!(on_phone(rows.len()) >= 46.0, "{card} in large print: {rows:?}");
        let on_table = decode(
            &PICTURES
                .table(&TablePicture {
                    discard: Some(card),
                    ..table()
                })
                .unwrap(),
        );
        let (_, rows) = on_table.ink(&(776..870, 168..270), &[FACE]).unwrap();
        assert!(on_phone(rows.len()) >= 18.0, "{card} on the table: {rows:?}");
        let group = Group {
            label: String::new(),
            tone: Tone::Meld,
            cards: vec![card],
            laid_off: 0,
        };
        let hand = ShownHand {
            name: String::new(),
            count: String::new(),
            groups: vec![group],
        };
        let shown = decode(
            &PICTURES
                .showdown(&ShowdownPicture {
                    hands: vec![hand],
                    ..showdown()
                })
                .unwrap(),
        );
        let (_, rows) = shown.ink(&(574..635, 179..249), &[FACE]).unwrap();
        assert!(on_phone(rows.len()) >= 18.0, "{card} in a showdown: {rows:?}");
    }
}

#[test]
fn a_rank_stays_inside_its_strip() {
    for card in one_of_each_rank() {
        let picture = single(card, Look::default());
        let (columns, _) = picture.ink(&(540..736, 106..190), &[FACE]).unwrap();
        // The card's left edge is at 536; 98 pixels of it stay visible under the next card.
        assert!(
            columns.start >= 536 + 9 && columns.end <= 536 + 95,
            "{card}: {columns:?}"
        );
    }
}

#[test]
fn slots_are_numbered_and_nothing_is_covered_in_large_print() {
    let picture = drawn_hand(&hand());
    for x in [24, 122, 220, 318, 438, 536, 634, 754, 950, 1048] {
        let number = (x + 12..x + 86, 322..360);
        assert!(picture.ink(&number, &[FACE]).is_some(), "a number at {x}");
    }
    let large = drawn_hand(&HandPicture {
        look: Look {
            large: true,
            ..Look::default()
        },
        drawn: None,
        ..hand()
    });
    for slot in 0..11 {
        let (x, y) = (10 + 211 * (slot % 6), 84 + 276 * (slot / 6));
        // The right edge of every card is there.
        assert_eq!(large.colour(x + 202, y + 107), EDGE, "slot {slot}");
    }
    assert_eq!(
        large.colour(10 + 211 * 5 + 100, 84 + 276 + 100),
        FELT,
        "eleven cards: six and five"
    );
}

#[test]
fn large_print_breaks_between_groups_where_it_can() {
    let picture = HandPicture {
        look: Look {
            large: true,
            ..Look::default()
        },
        groups: vec![
            group("Run", Tone::Meld, "4H 5H 6H"),
            group("Set", Tone::Meld, "9C 9D"),
            group("Deadwood", Tone::Deadwood, "2S 3D QD KC AC"),
        ],
        ..hand()
    };
    let drawn = drawn_hand(&picture);
    assert_eq!(drawn.colour(10 + 211 * 5 + 100, 190), FELT, "five above");
    assert_eq!(drawn.colour(10 + 211 * 4 + 202, 84 + 276 + 107), EDGE, "five below");
}
