//! Sealed deals: what the public sees, what each player adds, and the check.

use jinlami::id::{Place, Seat, Venue};
use jinlami::service::SlotKind;
use jinlami::table::{Event, Table};
use jinlami::ui::token::{Act, replies, table_code};
use jinlami::ui::{Ask, Challenge, Guest};

use super::house::{House, alone, eve, find, guest, said, usual};
use crate::fair::checks_itself;
use crate::rig::{ANNA, BEN};

fn verify(id: &str, hand: Option<i64>) -> Ask {
    Ask::Verify {
        id: id.to_owned(),
        hand,
    }
}

fn cut(words: &str) -> Ask {
    Ask::Cut {
        words: words.to_owned(),
    }
}

/// A match of two hands, each press with a number as a platform gives it, until this many hands are over.
async fn played(house: &House, table: &Table, hands: usize) -> Table {
    let mut table = house.rig.service.table(table.id()).await.unwrap();
    while table.hands().len() < hands {
        house.rig.pass(1);
        table = house.rig.step(table.id()).await;
    }
    table
}

fn two_hands() -> Challenge {
    Challenge {
        hands: Some(2),
        ..usual()
    }
}

/// Whoever plays several matches says which of them their words are for; else they are asked.
#[tokio::test]
async fn words_go_into_the_match_that_is_named() {
    let house = House::new().await;
    let one = house.challenge(&guest(ANNA, "Anna"), two_hands()).await;
    let told = async |words: &str| house.ask(&guest(ANNA, "Anna"), cut(words)).await.toast.unwrap().text;
    assert!(told("hello there").await.contains("“hello there”"));
    let two = house.challenge(&guest(ANNA, "Anna"), two_hands()).await;
    let ids = [one, two].map(|id| table_code(id).to_uppercase());
    let which = told("hello again").await;
    assert!(
        ids.iter().all(|id| which.contains(id)) && which.contains("several"),
        "{which}"
    );
    for (id, other) in [(&ids[0], &ids[1]), (&ids[1], &ids[0])] {
        for typed in [
            format!("{id} hello again"),
            format!("#{} hello again", id.to_lowercase()),
        ] {
            let said = told(&typed).await;
            assert!(
                said.contains("“hello again”") && said.contains(id) && !said.contains(other),
                "{said}"
            );
        }
    }
}

#[tokio::test]
async fn the_seal_stands_in_public_and_the_seed_only_after_its_hand() {
    // C-122.
    let house = House::new().await;
    let pressed = |account, name, number| Guest {
        update: Some(number),
        ..guest(account, name)
    };
    let anna = pressed(ANNA, "Anna", 71);
    let id = house.challenge(&anna, two_hands()).await;
    let commitment = house
        .rig
        .service
        .table(id)
        .await
        .unwrap()
        .commitment()
        .unwrap()
        .to_string();
    let sealed = format!("Deals sealed: {commitment}");
    let invitation = house.table_post(id).await;
    assert!(said(&invitation).contains(&sealed), "{}", said(&invitation));
    let accept = find(&invitation, |act| act == Act::Accept).unwrap();
    house.press(&pressed(BEN, "Ben", 72), &accept).await;
    let table = house.rig.service.table(id).await.unwrap();
    assert!(said(&house.table_post(id).await).contains(&sealed));
    let code = table_code(id).to_uppercase();
    // While the hand runs there is nothing to see, for nobody.
    for hand in [None, Some(1)] {
        let refused = house.ask(&anna, verify(&code, hand)).await;
        let text = refused.toast.expect("a refusal").text;
        assert!(
            refused.post.is_none() && text.contains("Hand 1 is not over yet"),
            "{text}"
        );
    }
    let table = played(&house, &table, 1).await;
    let seed = table.hands()[0].proof.as_ref().unwrap().seed.hex();
    let showdown = house.slot_post(id, SlotKind::Showdown, 1, None).await.unwrap();
    assert!(said(&showdown).contains(&format!("Seed of this hand: {seed}")));
    let button = find(&showdown, |act| act == Act::Verify(1)).expect("a button that checks the deal");
    assert!(replies(&button), "the showdown stays as it is");
    for who in [anna.clone(), guest(BEN, "Ben")] {
        let answer = house.press(&who, &button).await;
        let post = answer.post.expect("the check");
        assert!(post.private && answer.public.is_none() && !answer.replace);
        let text = post.text.plain();
        for part in ["was fair", &commitment, &seed, "Anna added: “71”", "Ben added: “72”"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        checks_itself(&text);
    }
    // The second hand's seed and the root are nowhere.
    let log = house.rig.service.facts(id).await.unwrap();
    let running = log.iter().rev().find_map(|(_, event)| match event {
        Event::Dealt { proof, .. } => Some(proof.as_ref().unwrap().seed.hex()),
        _ => None,
    });
    let running = running.unwrap();
    for post in [
        house.table_post(id).await,
        showdown,
        house.hand_post(id, house.rig.player(ANNA).await).await,
        house.hand_post(id, house.rig.player(BEN).await).await,
    ] {
        assert!(!format!("{post:?}").contains(&running));
    }
    let refused = house.ask(&anna, verify(&code, Some(2))).await;
    assert!(refused.toast.unwrap().text.contains("Hand 2 is not over yet"));
    // Typed in lower case, without a number: the last finished hand; and after the match.
    let answer = house.ask(&anna, verify(&code.to_lowercase(), None)).await;
    assert!(answer.post.unwrap().text.plain().contains(&seed));
    played(&house, &table, 2).await;
    let answer = house.ask(&alone(anna.clone()), verify(&code, Some(2))).await;
    checks_itself(&answer.post.unwrap().text.plain());
    assert!(
        said(&house.table_post(id).await).contains(&sealed),
        "also when it is over"
    );
    for hand in [3, 0, -1, i64::MAX, i64::MIN] {
        let refused = house.ask(&anna, verify(&code, Some(hand))).await;
        let text = refused.toast.expect("a refusal").text;
        assert!(
            refused.post.is_none() && text.contains("There was no hand"),
            "{hand}: {text}"
        );
    }
}

#[tokio::test]
async fn a_match_is_looked_at_by_its_players_and_where_it_is_played() {
    let house = House::new().await;
    let table = house.begin(two_hands()).await;
    let table = played(&house, &table, 1).await;
    let code = table_code(table.id());
    let elsewhere = Guest {
        place: Some(Place {
            venue: Venue {
                chat: 999,
                ..table.place().venue
            },
            channel: 1,
        }),
        ..eve()
    };
    // The pack tells every draw: while the match runs as much as a replay is for its players alone, unless an admin opens it.
    let refused = house.ask(&eve(), verify(&code, None)).await;
    assert!(refused.post.is_none() && refused.toast.unwrap().text.contains("players"));
    let store = house.rig.service.store();
    let venue = table.place().venue;
    store.set_venue_setting(venue, "open_replay", Some("on")).await.unwrap();
    assert!(house.ask(&eve(), verify(&code, None)).await.post.is_some());
    for stranger in [elsewhere.clone(), alone(eve())] {
        let answer = house.ask(&stranger, verify(&code, None)).await;
        assert!(answer.post.is_none());
        assert!(answer.toast.unwrap().text.contains("There is no match"));
        let showdown = house.slot_post(table.id(), SlotKind::Showdown, 1, None).await.unwrap();
        let button = find(&showdown, |act| act == Act::Verify(1)).unwrap();
        assert!(
            house.press(&stranger, &button).await.post.is_none(),
            "a forwarded button tells nothing"
        );
    }
    let player = Guest {
        place: elsewhere.place,
        ..guest(ANNA, "Anna")
    };
    assert!(house.ask(&player, verify(&code, None)).await.post.is_some());
    for wrong in ["", "!", "zzzzzzzzzzzzzzzzzzzz", "1", "K7Q2M; drop", "０"] {
        let answer = house.ask(&player, verify(wrong, None)).await;
        assert!(
            answer.post.is_none() && answer.toast.unwrap().text.contains("There is no match"),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn words_of_ones_own_are_cleaned_and_told_to_their_owner() {
    let house = House::new().await;
    let table = house.begin(two_hands()).await;
    let (anna, ben) = (guest(ANNA, "Anna"), guest(BEN, "Ben"));
    let code = table_code(table.id()).to_uppercase();
    let answer = house.ask(&anna, cut("  it’s\u{202E} 'my'\n deal \u{200B}$(x) ")).await;
    let text = answer.toast.expect("a note").text;
    assert!(
        text.contains("“it’s 'my' deal $(x)”") && text.contains(&code) && text.contains("Ben"),
        "{text}"
    );
    let hand = house.hand_post(table.id(), house.rig.player(ANNA).await).await;
    assert!(
        said(&hand).contains("“it’s 'my' deal $(x)” go into the next deal"),
        "{}",
        said(&hand)
    );
    let theirs = house.hand_post(table.id(), house.rig.player(BEN).await).await;
    assert!(
        !said(&theirs).contains("deal $(x)"),
        "nobody else is told before the hand is over"
    );
    for wrong in ["", " \u{200B}\n", &"x".repeat(65)] {
        let refused = house.ask(&ben, cut(wrong)).await.toast.unwrap();
        assert!(refused.text.contains("1 to 64 letters"), "{wrong:?}: {}", refused.text);
    }
    let nobody = house.ask(&eve(), cut("hello")).await.toast.unwrap();
    assert!(nobody.text.contains("not in a match"), "{}", nobody.text);
    let table = played(&house, &table, 1).await;
    let hand = house.hand_post(table.id(), house.rig.player(ANNA).await).await;
    assert!(
        said(&hand).contains("Your words “it’s 'my' deal $(x)” are in this deal"),
        "{}",
        said(&hand)
    );
    let table = played(&house, &table, 2).await;
    let answer = house.ask(&ben, verify(&code, Some(2))).await.post.unwrap();
    let text = answer.text.plain();
    assert!(text.contains("it’s 'my' deal $(x)"), "{text}");
    checks_itself(&text);
    assert_eq!(table.words_in_deal(Seat::SECOND), None);
}

#[tokio::test]
async fn the_check_speaks_every_language_and_fits() {
    let house = House::new().await;
    let table = house.begin(two_hands()).await;
    house.ask(&guest(BEN, "Ben"), cut(&"米".repeat(64))).await;
    house.ask(&guest(ANNA, "Anna"), cut(&"\\*_`".repeat(16))).await;
    let table = played(&house, &table, 2).await;
    let code = table_code(table.id());
    for (locale, fair, sealed) in [
        ("en", "was fair", "Sealed: "),
        ("zh-CN", "发牌公平", "封存码："),
        ("zh-TW", "發牌公平", "封存碼："),
    ] {
        let anna = Guest {
            locale: Some(locale.to_owned()),
            ..guest(ANNA, "Anna")
        };
        let text = house
            .ask(&anna, verify(&code, Some(2)))
            .await
            .post
            .unwrap()
            .text
            .plain();
        assert!(text.contains(fair) && text.contains(sealed), "{text}");
        checks_itself(&text);
    }
}
