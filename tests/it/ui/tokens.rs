//! Tokens: what is written reads back, and nothing else reads.

use jinlami::cards::Card;
use jinlami::id::{Lang, Stamp, TableId};
use jinlami::ui::Ask;
use jinlami::ui::token::{Act, Book, LIMIT, Own, Taste, Token, decode, encode, replies, table_code, table_of_code};
use proptest::prelude::*;

use super::house::{House, guest};
use crate::rig::ANNA;

fn card() -> impl Strategy<Value = Card> {
    (0..Card::COUNT).prop_map(|code| Card::from_code(code).unwrap())
}

fn book() -> impl Strategy<Value = Book> {
    prop_oneof![(0..30u8).prop_map(Book::Preset), Just(Book::House), Just(Book::Match)]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        Just(Act::Stock),
        card().prop_map(Act::Take),
        Just(Act::Pass),
        card().prop_map(Act::Discard),
        card().prop_map(Act::AskKnock),
        card().prop_map(Act::Knock),
        Just(Act::Best),
        Just(Act::LayNone),
        Just(Act::Choose),
        (card(), any::<u8>()).prop_map(|(card, meld)| Act::Place(card, meld)),
        Just(Act::TakeBack),
        Just(Act::Done),
        Just(Act::AskResign),
        Just(Act::Resign),
        Just(Act::Hand),
        Just(Act::Table),
        Just(Act::Accept),
        Just(Act::Decline),
        Just(Act::Withdraw),
        Just(Act::Main),
        Just(Act::More),
        Just(Act::OfferDraw),
        Just(Act::AcceptDraw),
        Just(Act::DeclineDraw),
        Just(Act::AskAbort),
        Just(Act::Abort),
        Just(Act::Nudge),
        Just(Act::Rematch),
        Just(Act::DeclineRematch),
        Just(Act::Watch),
        Just(Act::Refresh),
        any::<u16>().prop_map(Act::Verify),
        any::<u16>().prop_map(Act::OpenReplay),
        (any::<u16>(), any::<u16>()).prop_map(|(hand, step)| Act::Replay(hand, step)),
        any::<u16>().prop_map(Act::Animation),
        (0..3usize, any::<bool>()).prop_map(|(lang, venue)| Act::Speak(Lang::ALL[lang], venue)),
        (card(), any::<u8>()).prop_map(|(card, shown)| Act::KnockWith(card, shown)),
        Just(Act::BigGin),
        Just(Act::ShowRules),
        prop_oneof![
            Just(Own::Export),
            Just(Own::AskDelete),
            Just(Own::AskAgain),
            Just(Own::Delete),
            Just(Own::Keep)
        ]
        .prop_map(Act::Own),
        prop_oneof![
            Just(Taste::Show),
            any::<bool>().prop_map(Taste::Confirm),
            any::<bool>().prop_map(Taste::Large),
            any::<bool>().prop_map(Taste::FourColours),
            any::<bool>().prop_map(Taste::Pictures),
        ]
        .prop_map(Act::Taste),
        (book(), any::<u8>()).prop_map(|(book, page)| Act::Rules(book, page)),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(table in 0..=i64::MAX, stamp: u32, act in act()) {
        let token = Token::new(TableId(table), Stamp(stamp), act);
        let text = encode(token);
        prop_assert!(text.len() <= LIMIT);
        prop_assert!(text.starts_with("1."));
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.'));
        prop_assert_eq!(decode(&text), Some(token));
        let opens = matches!(act, Act::Hand | Act::Table | Act::Verify(_) | Act::Watch | Act::ShowRules | Act::OpenReplay(_)
            | Act::Own(Own::Export) | Act::Taste(Taste::Show));
        prop_assert_eq!(replies(&text), opens);
    }

    #[test]
    fn whatever_reads_is_written_the_same_way(text in "[0-9a-z.]{0,40}|1\\.[0-9a-z]{0,14}\\.[0-9a-z]{0,9}\\.[0-9a-z][0-9a-z.]{0,9}|\\PC*") {
        if let Some(token) = decode(&text) {
            prop_assert_eq!(encode(token), text);
        }
    }

    #[test]
    fn a_damaged_token_is_refused_or_another_whole_one(table in 0..=i64::MAX, stamp: u32, act in act(), at: usize, new: char, cut: bool) {
        let mut letters: Vec<char> = encode(Token::new(TableId(table), Stamp(stamp), act)).chars().collect();
        let at = at % letters.len();
        if cut {
            letters.remove(at);
        } else {
            letters[at] = new;
        }
        let text: String = letters.into_iter().collect();
        if let Some(token) = decode(&text) {
            prop_assert_eq!(encode(token), text);
        }
    }

    #[test]
    fn a_table_has_a_code(table in 0..=i64::MAX) {
        let code = table_code(TableId(table));
        prop_assert_eq!(table_of_code(&code), Some(TableId(table)));
        prop_assert_eq!(table_of_code(&code.to_uppercase()), Some(TableId(table)));
        prop_assert!(code.len() <= 13);
    }
}

#[test]
fn garbage_is_no_token() {
    let long = "1.".to_owned() + &"0".repeat(80);
    for text in [
        "",
        "1",
        "1.1",
        "1.1.1",
        "2.1.1.s",
        "1.1.1.",
        "1.1.1.S",
        "1.1.1.s1",
        "1.1.1.d",
        "1.1.1.d1z",
        "1.1.1.l1",
        "1.1.1.s.1",
        "1.1.1.2",
        "1.1.1.2.1",
        "1.1.1.21.",
        "1.1.1.21.1.1",
        "1.1.1.21.02",
        "1.1.1.22000",
        "1.1.1.21.2000",
        "1.1.1.3",
        "1.1.1.31.1",
        "1.01.1.s",
        "1.-1.1.s",
        "1.fzzzzzzzzzzzz.zzzzzzzz.s",
        "1.zzzzzzzzzzzzz.1.s",
        "1.1.1.\u{661}",
        "\u{0}",
        &long,
    ] {
        assert_eq!(decode(text), None, "{text}");
    }
    assert_eq!(table_of_code("../../etc"), None);
}

#[tokio::test]
async fn garbage_is_answered() {
    let house = House::new().await;
    for token in ["", "x", "1.1.1.zz", "💥", "1.zzzz.1.d1"] {
        let answer = house.ask(&guest(ANNA, "Anna"), Ask::Press(token.to_owned())).await;
        assert!(answer.toast.is_some() && answer.post.is_none(), "{token}");
    }
    // A table that never was.
    let token = encode(Token::new(TableId(77), Stamp(1), Act::Stock));
    let answer = house.press(&guest(ANNA, "Anna"), &token).await;
    assert!(answer.toast.unwrap().text.contains("not there any more"));
}
