//! What players set for themselves, and what nobody can set: a draw is never taken back.

use std::collections::BTreeSet;

use jinlami::cards::Card;
use jinlami::gin::{Action, ViewPhase};
use jinlami::id::{Seat, TableId};
use jinlami::table::{Stage, Table};
use jinlami::ui::token::{Act, Taste, Token, decode, encode};
use jinlami::ui::{Ask, Guest, Post, Press, Row, Settings, Style};

use super::house::{House, alone, find, guest, named, said, usual};
use crate::rig::{ANNA, BEN, PLACE, sensible};

fn person(seat: Seat) -> Guest {
    if seat == Seat::FIRST {
        alone(guest(ANNA, "Anna"))
    } else {
        alone(guest(BEN, "Ben"))
    }
}

async fn set(house: &House, who: &Guest, wanted: Taste) -> Post {
    let page = house.ask(who, Ask::Settings(Settings::default())).await.post.unwrap();
    let token = find(&page, |act| act == Act::Taste(wanted)).unwrap_or_else(|| panic!("{wanted:?}: {}", said(&page)));
    let answer = house.press(who, &token).await;
    assert!(answer.replace);
    answer.post.unwrap()
}

async fn hand(house: &House, id: TableId, seat: Seat) -> Post {
    let player = house.rig.player(person(seat).account).await;
    house.hand_post(id, player).await
}

async fn step(house: &House, table: &Table) -> Table {
    house.rig.step(table.id()).await
}

/// The acts of each row with how its buttons look.
fn acts(post: &Post) -> Vec<Vec<(Act, Option<Style>)>> {
    let of = |token: &str| decode(token).unwrap().act;
    post.rows
        .iter()
        .map(|row| match row {
            Row::Buttons(buttons) => buttons
                .iter()
                .filter_map(|button| match &button.press {
                    Press::Token(token) => Some((of(token), Some(button.style))),
                    Press::Link(_) => None,
                })
                .collect(),
            Row::Select { options, .. } => options.iter().map(|(_, token)| (of(token), None)).collect(),
        })
        .collect()
}

// C-032: knocking and resigning stand apart, look otherwise, and ask once unless switched off; C-034: per person,
// remembered.
#[tokio::test]
async fn knock_and_resign_ask_once_unless_switched_off() {
    let mut house = House::new().await;
    // Until somebody may knock.
    let (mut table, seat) = 'found: loop {
        let mut table = house.begin(usual()).await;
        while table.stage() == Stage::Playing {
            let seat = table.to_move().unwrap();
            let view = table.view(Some(seat)).hand.unwrap();
            if view.legal.iter().any(|action| matches!(action, Action::Knock(_))) {
                break 'found (table, seat);
            }
            table = step(&house, &table).await;
        }
        house.rig.pass(1_000);
    };
    let who = person(seat);
    let page = hand(&house, table.id(), seat).await;
    let rows = acts(&page);
    for row in &rows {
        let plays = row
            .iter()
            .any(|(act, _)| matches!(act, Act::Discard(_) | Act::Stock | Act::Take(_) | Act::Pass));
        for (act, style) in row {
            match act {
                Act::AskKnock(_) => assert!(!plays && style.is_none_or(|style| style == Style::Success)),
                Act::AskResign => assert!(!plays && *style == Some(Style::Danger)),
                Act::Discard(_) => assert_eq!(*style, Some(Style::Secondary)),
                Act::Knock(_) | Act::KnockWith(..) | Act::Resign => panic!("{act:?} without a question"),
                _ => {}
            }
        }
    }
    let all = |rows: &[Vec<(Act, Option<Style>)>], wanted: fn(&Act) -> bool| {
        rows.iter().flatten().filter(|(act, _)| wanted(act)).count()
    };
    assert!(all(&rows, |act| matches!(act, Act::AskKnock(_))) > 0);
    assert_eq!(all(&rows, |act| matches!(act, Act::AskResign)), 1);

    let shown = set(&house, &who, Taste::Confirm(false)).await;
    assert!(said(&shown).contains("at the first press"), "{}", said(&shown));
    assert!(find(&shown, |act| act == Act::Taste(Taste::Confirm(true))).is_some());
    house = house.restart().await;
    let rows = acts(&hand(&house, table.id(), seat).await);
    assert_eq!(all(&rows, |act| matches!(act, Act::AskKnock(_) | Act::AskResign)), 0);
    assert_eq!(all(&rows, |act| matches!(act, Act::Resign)), 1);
    // The other one's own hand asks as before.
    let others = acts(&hand(&house, table.id(), seat.other()).await);
    assert_eq!(all(&others, |act| matches!(act, Act::AskResign)), 1);

    // At the first press; and from an old message not at all.
    let old = encode(Token::new(table.id(), jinlami::id::Stamp(1), Act::Resign));
    house.press(&who, &old).await;
    table = house.rig.service.table(table.id()).await.unwrap();
    assert_eq!(table.stage(), Stage::Playing);
    let knock = find(&hand(&house, table.id(), seat).await, |act| {
        matches!(act, Act::Knock(_))
    })
    .unwrap();
    house.press(&who, &knock).await;
    let after = house.rig.service.table(table.id()).await.unwrap();
    let knocked = after.hands().len() > table.hands().len()
        || after
            .view(None)
            .hand
            .is_some_and(|view| view.phase == ViewPhase::LayOff);
    assert!(knocked);
    let shown = set(&house, &who, Taste::Confirm(true)).await;
    assert!(said(&shown).contains("ask once more"));
}

// C-034, C-073, C-078: each setting shows at once, lasts over restarts, and is that person's alone.
#[tokio::test]
async fn cards_are_shown_as_each_player_wants_them() {
    let mut house = House::new().await;
    let table = house.begin(usual()).await;
    let usual_hand = hand(&house, table.id(), Seat::FIRST).await;
    let bens = hand(&house, table.id(), Seat::SECOND).await;
    let who = person(Seat::FIRST);
    let mut pictures = vec![usual_hand.picture.clone().unwrap().bytes];
    for wanted in [Taste::Large(true), Taste::FourColours(false)] {
        set(&house, &who, wanted).await;
        house = house.restart().await;
        let picture = hand(&house, table.id(), Seat::FIRST).await.picture.unwrap();
        assert_eq!(picture.alt, usual_hand.picture.as_ref().unwrap().alt);
        assert!(!pictures.contains(&picture.bytes), "{wanted:?} looks otherwise");
        pictures.push(picture.bytes);
    }
    // C-075, C-076: words alone say all of it.
    set(&house, &who, Taste::Pictures(false)).await;
    let words = hand(&house, table.id(), Seat::FIRST).await;
    assert!(words.picture.is_none());
    assert!(said(&words).contains(&usual_hand.picture.as_ref().unwrap().alt));
    assert_eq!(hand(&house, table.id(), Seat::SECOND).await.picture, bens.picture);
    for back in [Taste::Pictures(true), Taste::FourColours(true), Taste::Large(false)] {
        set(&house, &who, back).await;
    }
    assert_eq!(hand(&house, table.id(), Seat::FIRST).await, usual_hand);

    // In a server: members get their own settings, admins the server's with the way to their own.
    let member = guest(BEN, "Ben");
    let page = house
        .ask(&member, Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    assert!(page.private && find(&page, |act| act == Act::Taste(Taste::Large(true))).is_some());
    let admin = Guest { admin: true, ..member };
    let page = house
        .ask(&admin, Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    let show = find(&page, |act| act == Act::Taste(Taste::Show)).unwrap();
    let own = house.press(&admin, &show).await;
    assert!(!own.replace && own.post.unwrap().private);
    assert_eq!(admin.place, Some(PLACE));
}

// C-035: there is no undo. A drawn card stays drawn, whatever is pressed; only cards just laid off can be taken back, and
// those show nothing that was hidden.
#[tokio::test]
async fn nothing_takes_a_draw_back() {
    let house = House::new().await;
    let mut table = house.begin(usual()).await;
    // Until somebody has drawn from the stock and must discard.
    let (before, seat) = loop {
        let seat = table.to_move().unwrap();
        let view = table.view(Some(seat)).hand.unwrap();
        if view.phase == ViewPhase::Draw {
            break (table, seat);
        }
        table = step(&house, &table).await;
    };
    let old: Vec<String> = hand(&house, before.id(), seat)
        .await
        .presses()
        .map(|(_, token)| token.to_owned())
        .collect();
    let stock = encode(Token::new(before.id(), before.stamp(seat), Act::Stock));
    assert!(old.contains(&stock));
    house.press(&person(seat), &stock).await;
    let drawn = house.rig.service.table(before.id()).await.unwrap();
    let cards = drawn.view(Some(seat)).hand.unwrap().hand.unwrap();
    assert_eq!(cards.len(), 11);
    let page = hand(&house, before.id(), seat).await;
    let offered: Vec<Act> = page.presses().map(|(_, token)| decode(token).unwrap().act).collect();
    let goes_on = |act: &Act| {
        matches!(
            act,
            Act::Discard(_) | Act::AskKnock(_) | Act::BigGin | Act::Table | Act::More | Act::AskResign
        )
    };
    assert!(offered.iter().all(goes_on), "{offered:?}");
    let stamp = drawn.stamp(seat);
    let forged = [Act::TakeBack, Act::Stock, Act::Pass, Act::Done, Act::LayNone]
        .map(|act| encode(Token::new(before.id(), stamp, act)));
    for token in old
        .iter()
        .filter(|token| matches!(decode(token).unwrap().act, Act::Stock | Act::Take(_) | Act::Pass))
        .chain(&forged)
    {
        house.press(&person(seat), token).await;
        let now = house.rig.service.table(before.id()).await.unwrap();
        assert_eq!(now.version(), drawn.version(), "{token}");
        assert_eq!(now.view(Some(seat)).hand.unwrap().hand.unwrap(), cards);
    }
}

const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

fn in_words(card: Card) -> (String, String) {
    let rank = match card.rank().label() {
        "A" => "ace",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        other => other,
    };
    (rank.to_owned(), SUITS[card.suit() as usize].to_owned())
}

/// The cards that the melds and the deadwood of a description list: "Run: 8, 9, 10 of hearts. Set: 2 of clubs, spades."
fn listed(alt: &str) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    let groups = alt.split(". ").filter_map(|part| part.split_once(": "));
    for (_, group) in groups.filter(|(kind, _)| ["Run", "Set", "Deadwood"].contains(kind)) {
        let (mut ranks, mut last) = (Vec::new(), String::new());
        for piece in group.trim_end_matches('.').split(", ") {
            match piece.split_once(" of ") {
                Some((rank, suit)) => {
                    ranks.push(rank.to_owned());
                    all.extend(ranks.drain(..).map(|rank| (rank, suit.to_owned())));
                    last = rank.to_owned();
                }
                None if SUITS.contains(&piece) => _ = all.insert((last.clone(), piece.to_owned())),
                None => ranks.push(piece.to_owned()),
            }
        }
    }
    all
}

// C-076: a whole match by descriptions and buttons: each description names every card of the hand, and whatever can be
// done is a button whose words say it.
#[tokio::test]
async fn a_match_is_played_from_descriptions_and_buttons_alone() {
    let house = House::new().await;
    let mut table = house.begin(usual()).await;
    let mut looked = 0;
    while table.stage() == Stage::Playing {
        let seat = table.to_move().unwrap();
        let view = table.view(Some(seat)).hand.unwrap();
        let cards = view.hand.unwrap();
        let post = hand(&house, table.id(), seat).await;
        let alt = post.picture.as_ref().expect("a picture").alt.clone();
        let wanted: BTreeSet<(String, String)> = cards.iter().map(in_words).collect();
        assert_eq!(listed(&alt), wanted, "{alt}");
        if let Some(card) = view.upcard.filter(|_| view.phase == ViewPhase::Draw) {
            assert_eq!(named(&alt, [card].into_iter().collect()), [card], "{alt}");
        }
        for (label, token) in post.presses() {
            if let Act::Discard(card) | Act::Take(card) | Act::AskKnock(card) = decode(token).unwrap().act {
                assert!(label.contains(&card.to_string()), "{label}");
            }
        }
        looked += 1;
        table = house
            .rig
            .wish(
                person(seat).account,
                &table,
                jinlami::table::Wish::Play(sensible(&table, seat)),
            )
            .await
            .unwrap()
            .table;
    }
    assert!(looked > 10);
    for post in [
        house.table_post(table.id()).await,
        hand(&house, table.id(), Seat::FIRST).await,
    ] {
        assert!(post.picture.is_none_or(|picture| picture.alt.len() > 20));
    }
}
