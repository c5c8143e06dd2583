//! Whatever is read, cards, melds, arrangements, lay-offs or rows of vectors, is either refused or what was written, and
//! nothing panics.

use std::fmt::Debug;
use std::hint::black_box;

use jinlami::cards::{Card, CardSet, Pack, Rank, Suit};
use jinlami::gin::vectors::{check, check_text};
use jinlami::gin::{self, AceRuns, Aces, Arrangement, Event, Hand, LayOff, Meld, Preset, Rules};
use jinlami::id::Seat;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::Dice;
use crate::effort::cases;
use crate::slow::Slow;

/// What is read is written and read again as the same; tells what it is.
fn read<T: DeserializeOwned + Serialize + PartialEq + Debug>(text: &str) -> Option<T> {
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).expect("plain data");
    assert_eq!(serde_json::from_str::<T>(&written).ok().as_ref(), Some(&read), "{text}");
    Some(read)
}

/// A card's name, if the text is one, by its parts alone.
fn named(text: &str) -> Option<Card> {
    let plain: String = text.chars().filter(|c| !matches!(c, '\u{FE0E}' | '\u{FE0F}')).collect();
    let plain = plain.to_ascii_uppercase();
    let both = Suit::ALL
        .into_iter()
        .flat_map(|suit| Rank::ALL.map(|rank| (rank, suit)));
    both.filter(|(rank, suit)| {
        let ranks = [rank.label().to_owned(), rank.letter().to_string()];
        let suits = [suit.symbol(), suit.letter()];
        ranks.iter().any(|rank| {
            suits
                .iter()
                .any(|suit| plain == format!("{rank}{suit}") || plain == format!("{suit}{rank}"))
        })
    })
    .map(|(rank, suit)| Card::new(rank, suit))
    .next()
}

/// Everything that is read of an arrangement holds, whoever wrote it.
fn check_arrangement(read: &Arrangement, aces: Aces) {
    let in_melds: u32 = read.melds().iter().map(|meld| meld.cards().len()).sum();
    assert_eq!(
        read.cards().len(),
        in_melds + read.loose().len(),
        "a card twice: {read:?}"
    );
    assert!(
        read.melds()
            .iter()
            .all(|meld| Meld::new(meld.cards(), aces.runs).is_ok()),
        "{read:?}"
    );
    assert_eq!(read.loose_in_order().len() as u32, read.loose().len());
    assert!((read.open() & read.cards()).is_empty());
    let points = Slow::new(aces).dead(read.loose());
    assert_eq!(u32::from(read.deadwood()), points.min(255));
    for meld in read.melds() {
        let order = meld.in_order();
        assert_eq!(order.iter().copied().collect::<CardSet>(), meld.cards());
        assert_eq!(order.first().copied(), meld.start());
    }
}

/// A text with some of its letters replaced, doubled, left out or swapped.
fn spoiled(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        if letters.is_empty() {
            break;
        }
        let (here, there) = (dice.below(letters.len()), dice.below(letters.len()));
        match dice.below(4) {
            0 => letters[here] = letters[there],
            1 => letters.insert(here, letters[there]),
            2 => drop(letters.remove(here)),
            _ => letters.swap(here, there),
        }
    }
    letters.into_iter().collect()
}

/// A text with single cards exchanged for others.
fn exchanged(text: &str, dice: &mut Dice) -> String {
    let [from, to] = [0; 2].map(|_| Card::from_code(dice.below(52) as u8).expect("a card").letters());
    text.replacen(&from, &to, 1 + dice.below(2))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_card_is_what_its_name_says(
        any in ".{0,6}",
        near in "[aA1-9tT0jJqQkKcCdDhHsS♣♦♥♠\u{FE0E}\u{FE0F} 🂡]{0,5}",
    ) {
        for text in [any, near] {
            prop_assert_eq!(text.parse::<Card>().ok(), named(&text), "{:?}", text);
        }
    }

    #[test]
    fn sets_melds_and_packs_are_read_or_refused(letters in "([A2-9TJQK][CDHS]){0,14}", any in ".{0,30}") {
        for text in [letters, any] {
            let text = serde_json::to_string(&text).expect("a text");
            let cards = read::<CardSet>(&text);
            let meld = read::<Meld>(&text);
            prop_assert_eq!(
                meld.map(Meld::cards),
                cards.filter(|&cards| Slow::new(Aces::CORNER).is_meld(cards)),
                "{}", text
            );
            prop_assert!(read::<Pack>(&text).is_none(), "too short for a pack");
        }
    }

    #[test]
    fn arrangements_and_layoffs_are_read_or_refused(seed: u64) {
        let mut dice = Dice::new(seed);
        let pack = dice.pack();
        let (hand, defender) = pack.cards()[..20].split_at(10);
        for rules in [Preset::Jinlami, Preset::Tedesco].map(Preset::rules) {
            let shown = Arrangement::best(hand.iter().copied().collect(), rules.aces);
            let layoff = gin::best_layoff(&rules, &shown, defender.iter().copied().collect());
            let texts = [&shown, &layoff.own].map(|own| serde_json::to_string(own).expect("plain data"));
            for text in texts {
                prop_assert!(read::<Arrangement>(&text).is_some());
                for text in [spoiled(&text, &mut dice), exchanged(&text, &mut dice)] {
                    if let Some(read) = read::<Arrangement>(&text) {
                        // Which aces it was made for, only the text says.
                        let value: serde_json::Value = serde_json::from_str(&text).expect("it was read");
                        let aces = value.get("aces").cloned().map_or(Ok(Aces::LOW), serde_json::from_value);
                        check_arrangement(&read, aces.expect("it was read"));
                    }
                }
            }
            let text = serde_json::to_string(&layoff).expect("plain data");
            prop_assert_eq!(read::<LayOff>(&text), Some(layoff));
            read::<LayOff>(&spoiled(&text, &mut dice));
            let text = serde_json::to_string(&rules).expect("plain data");
            prop_assert_eq!(read::<Rules>(&text), Some(rules));
            read::<Rules>(&spoiled(&text, &mut dice));
        }
    }

    #[test]
    fn a_spoiled_row_of_vectors_is_a_mismatch_or_a_row(seed: u64, any in ".{0,60}") {
        let mut dice = Dice::new(seed);
        let files = [
            include_str!("vectors/hands.jsonl"),
            include_str!("vectors/knocks.jsonl"),
            include_str!("vectors/tedesco_hands.jsonl"),
            include_str!("vectors/tedesco_knocks.jsonl"),
        ];
        let file = files[dice.below(files.len())];
        let row = file.lines().nth(dice.below(200)).expect("a row");
        for text in [spoiled(row, &mut dice), exchanged(row, &mut dice), any] {
            let checked = check(&text);
            prop_assert!(checked.compared > 0 || !checked.mismatches.is_empty() || !checked.skipped.is_empty());
            prop_assert_eq!(check_text(&text.replace('\n', " ")).rows, usize::from(!text.trim().is_empty()));
        }
    }
}

/// A fact of any kind about any card.
fn any_fact(dice: &mut Dice) -> Event {
    let seat = Seat(dice.below(3) as u8);
    let card = Card::from_code(dice.below(52) as u8).expect("a card");
    match dice.below(12) {
        0 => Event::Passed { seat },
        1..4 => Event::TookPile { seat, card },
        4..7 => Event::DrewStock { seat },
        7..10 => Event::Discarded { seat, card },
        10 => Event::Placed {
            card,
            meld: dice.below(5) as u8,
        },
        _ => Event::TookBack,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    /// A damaged log gives a strange hand, with too many cards perhaps, but no panic.
    #[test]
    fn facts_in_any_order_leave_a_hand_that_can_be_looked_at(seed: u64) {
        let mut dice = Dice::new(seed);
        for preset in Preset::ALL {
            let mut hand = Hand::deal(&preset.rules(), Seat(dice.below(2) as u8), dice.pack());
            for _ in 0..80 {
                hand.evolve(&any_fact(&mut dice));
                let seat = Seat(dice.below(2) as u8);
                for viewer in [None, Some(seat)] {
                    prop_assert_eq!(hand.view(viewer).viewer, viewer);
                }
                for action in hand.legal(seat) {
                    prop_assert!(hand.decide(seat, &action).is_ok(), "{:?}", action);
                }
                black_box((hand.automatic(), hand.forfeit(seat)));
            }
        }
    }

    /// A knock on which more is laid off than a hand can hold: the search ends, whatever the cards.
    #[test]
    fn hands_of_any_size_are_answered(seed: u64, mine in 0_usize..30, theirs in 0_usize..22) {
        let mut dice = Dice::new(seed);
        let pack = dice.pack();
        let hand: CardSet = pack.cards()[..mine].iter().copied().collect();
        let other: CardSet = pack.cards()[30..30 + theirs].iter().copied().collect();
        for runs in [AceRuns::Low, AceRuns::Around] {
            let aces = Aces { runs, points: 1 + dice.below(25) as u8 };
            black_box(gin::deadwood(hand, aces));
            prop_assert_eq!(gin::discards(hand, aces).len(), mine.min(11));
            black_box(gin::arrangements(hand, u8::MAX, aces));
            let rules = Rules { aces, ..Preset::Tedesco.rules() };
            prop_assert!(gin::knocks(hand, &rules, 10, None).len() <= 11);
            let shown = Arrangement::best(hand, aces);
            black_box(gin::best_layoff(&rules, &shown, other));
        }
    }
}

#[test]
fn a_run_round_the_corner_is_refused_where_aces_are_low() {
    let corner: CardSet = ["QS", "KS", "AS"]
        .map(|card| card.parse::<Card>().unwrap())
        .into_iter()
        .collect();
    let meld = Meld::new(corner, AceRuns::Around).unwrap();
    assert!(Meld::new(corner, AceRuns::Low).is_err());
    assert!(Arrangement::new(corner, &[meld], Aces::LOW).is_err());
    let shown = Arrangement::new(corner, &[meld], Aces::CORNER).unwrap();
    let text = serde_json::to_string(&shown).unwrap();
    assert_eq!(
        text,
        r#"{"melds":["ASQSKS"],"loose":"","aces":{"runs":"around","points":15}}"#
    );
    assert_eq!(read::<Arrangement>(&text), Some(shown));
    assert_eq!(read::<Arrangement>(r#"{"melds":["ASQSKS"],"loose":""}"#), None);
}
