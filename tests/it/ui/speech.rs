//! Languages, names, rules and help.

use jinlami::cards::{Card, Rank, Suit};
use jinlami::id::{Lang, Platform};
use jinlami::service::SlotKind;
use jinlami::ui::token::Act;
use jinlami::ui::{Ask, Challenge, Foe, Guest, Lack, Notice};

use super::house::{House, alone, find, guest, said, telegram, usual};
use super::variants::pages;
use crate::rig::{ANNA, BEN};

#[tokio::test]
async fn private_posts_speak_the_readers_language_and_public_ones_the_venues() {
    // C-071.
    let house = House::new().await;
    let anna = Guest {
        locale: Some("zh-TW".into()),
        ..guest(ANNA, "Anna")
    };
    let ben = Guest {
        locale: Some("en-GB".into()),
        ..guest(BEN, "Ben")
    };
    let admin = Guest {
        admin: true,
        ..ben.clone()
    };
    let refused = house
        .ask(
            &ben,
            Ask::Language {
                lang: Some("zh-Hans".into()),
                venue: true,
            },
        )
        .await;
    assert!(refused.toast.unwrap().text.contains("Only admins"));
    let set = house
        .ask(
            &admin,
            Ask::Language {
                lang: Some("zh-Hans".into()),
                venue: true,
            },
        )
        .await;
    assert!(set.public.unwrap().text.plain().contains("简体中文"));

    let id = house.challenge(&anna, usual()).await;
    let invitation = house.table_post(id).await;
    assert!(said(&invitation).contains("发起金拉米挑战"), "{}", said(&invitation));
    let accept = find(&invitation, |act| act == Act::Accept).unwrap();
    let answer = house.press(&ben, &accept).await;
    assert!(
        answer.toast.unwrap().text.contains("Accepted"),
        "the note is the presser's"
    );
    assert!(said(&answer.post.unwrap()).contains("牌堆"), "the table is the venue's");
    // What a message shows is the same when nobody presses, also after a restart.
    let house = house.restart().await;
    assert!(said(&house.table_post(id).await).contains("弃牌堆"));
    let (a, b) = (house.rig.player(ANNA).await, house.rig.player(BEN).await);
    assert!(said(&house.hand_post(id, a).await).contains("你對 Ben 的手牌"));
    assert!(said(&house.hand_post(id, b).await).contains("Your hand against Anna"));
    // One's own choice wins over the platform's.
    let answer = house
        .ask(
            &anna,
            Ask::Language {
                lang: Some("English".into()),
                venue: false,
            },
        )
        .await;
    assert!(answer.toast.unwrap().text.contains("English"));
    assert!(said(&house.hand_post(id, a).await).contains("Your hand against Ben"));
    let answer = house
        .ask(
            &anna,
            Ask::Language {
                lang: Some("tlh".into()),
                venue: false,
            },
        )
        .await;
    assert!(answer.toast.unwrap().text.contains("tlh"));
    // By buttons too.
    let page = house
        .ask(
            &anna,
            Ask::Language {
                lang: None,
                venue: false,
            },
        )
        .await
        .post
        .unwrap();
    let labels: Vec<&str> = page.presses().map(|(label, _)| label).collect();
    assert_eq!(labels, ["English", "简体中文", "繁體中文"]);
    let token = find(&page, |act| act == Act::Speak(Lang::ZhHans, false)).unwrap();
    house.press(&anna, &token).await;
    assert!(said(&house.hand_post(id, a).await).contains("你对 Ben 的手牌"));
    let venue = find(
        &house
            .ask(
                &admin,
                Ask::Language {
                    lang: None,
                    venue: true,
                },
            )
            .await
            .post
            .unwrap(),
        |act| act == Act::Speak(Lang::En, true),
    )
    .unwrap();
    assert!(
        house
            .press(&ben, &venue)
            .await
            .toast
            .unwrap()
            .text
            .contains("Only admins")
    );
    assert!(house.press(&admin, &venue).await.public.is_some());
    assert!(said(&house.table_post(id).await).contains("Stock"));
}

#[tokio::test]
async fn a_venue_that_told_no_language_speaks_the_challengers() {
    let house = House::new().await;
    let anna = Guest {
        locale: Some("zh-CN".into()),
        ..guest(ANNA, "Anna")
    };
    let id = house.challenge(&anna, usual()).await;
    assert!(said(&house.table_post(id).await).contains("挑战"));
    let house = House::new().await;
    let told = Guest {
        venue_locale: Some("en-US".into()),
        ..anna
    };
    let id = house.challenge(&told, usual()).await;
    assert!(said(&house.table_post(id).await).contains("challenges"));
}

#[tokio::test]
async fn every_page_is_there_in_every_language_with_its_cards_in_words() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let a = house.rig.player(ANNA).await;
    let seat = table.seat_of(a).unwrap();
    let hand = table.view(Some(seat)).hand.unwrap().hand.unwrap();
    for (lang, suits) in [
        (Lang::En, ["clubs", "diamonds", "hearts", "spades"]),
        (Lang::ZhHans, ["梅花", "方块", "红桃", "黑桃"]),
        (Lang::ZhHant, ["梅花", "方塊", "紅心", "黑桃"]),
    ] {
        house.rig.service.store().set_player_lang(a, lang).await.unwrap();
        let alt = house.hand_post(table.id(), a).await.picture.unwrap().alt;
        for suit in Suit::ALL {
            if hand.iter().any(|card| card.suit() == suit) {
                assert!(alt.contains(suits[suit as usize]), "{alt}");
            }
        }
    }
}

#[tokio::test]
async fn rules_and_help_fit_into_a_message_everywhere() {
    let house = House::new().await;
    for platform in Platform::ALL {
        for lang in ["en", "zh-CN", "zh-TW"] {
            let mut who = Guest {
                locale: Some(lang.into()),
                ..guest(ANNA, "Anna")
            };
            who.account.platform = platform;
            who.place = None;
            let help = house.ask(&who, Ask::Help).await.post.unwrap().text.plain();
            for (typed, on) in [
                ("/gin challenge ", Platform::Discord),
                ("/challenge ", Platform::Telegram),
            ] {
                assert_eq!(help.contains(typed), platform == on, "{help}");
            }
        }
    }
    let text = |preset: &'static str| pages(&house, guest(ANNA, "Anna"), Some(preset));
    let jinlami = text("jinlami").await;
    for part in [
        "eleventh card",
        "10 or less deadwood after the discard may knock",
        "scores 10 and the difference",
        "50 for three melds, 100 for two, 400 for one",
        "eight or more cards: 400 · 100 · 50 · 50",
        "no more deadwood",
        "After 200 discards",
        "take turns to deal",
    ] {
        assert!(jinlami.contains(part), "{part}: {jinlami}");
    }
    let classic = text("classic").await;
    for part in [
        "21st card",
        "knocker scores the difference",
        "Gin (no deadwood): 25 and",
        "scores 10 and the difference",
        "only 2 cards in the stock",
        "lower of two cards",
        "the loser of the hand deals",
        "same player deals again",
        "first to 100",
    ] {
        assert!(classic.contains(part), "{part}: {classic}");
    }
    let wrong = house
        .ask(
            &guest(ANNA, "Anna"),
            Ask::Rules {
                preset: Some("poker".into()),
            },
        )
        .await;
    assert!(
        wrong
            .toast
            .unwrap()
            .text
            .contains("jinlami, jinlami-pk, classic, oklahoma, tedesco")
    );
}

#[tokio::test]
async fn names_of_every_kind_are_harmless() {
    // C-046, C-056, C-058, C-061, C-070.
    for (odd, seen) in [
        ("@everyone", "@everyone"),
        ("<b>&_*`[x](y)~>#+-=|{}.!\\", "<b>&_*`[x](y)~>#+-=|{}.!\\"),
        ("/start", "/start"),
        ("دانا", "\u{2068}دانا\u{2069}"),
        ("א\u{202E}b", "\u{2068}אb\u{2069}"),
        ("\u{200B}\u{3164}", "Unknown player"),
        ("\u{E000}\u{E001}Mara", "Mara"),
        ("undo knock reset all", "undo knock reset all"),
    ] {
        let house = House::new().await;
        let anna = guest(ANNA, odd);
        // Braces stand in names too, so holes are looked for in the other tests.
        let answer = house.desk.answer(&anna, Ask::Challenge(usual())).await;
        assert!(answer.toast.is_some_and(|toast| !toast.alert), "{odd}");
        let todo = house.rig.service.todo(Platform::Discord, 10).await.unwrap();
        let slot = *todo.iter().find(|slot| slot.key.kind == SlotKind::Table).unwrap();
        let post = house.desk.show(&slot).await.unwrap().unwrap().post;
        assert!(
            post.text.plain().starts_with(&format!("{seen} challenges Ben")),
            "{}",
            post.text.plain()
        );
        let accept = find(&post, |act| act == Act::Accept).unwrap();
        house.desk.answer(&guest(BEN, "Ben"), Ask::Press(accept)).await;
        let post = house.desk.show(&slot).await.unwrap().unwrap().post;
        assert!(
            post.text.plain().starts_with(&format!("{seen} 0 · Ben 0")),
            "{}",
            post.text.plain()
        );
        let picture = post.picture.unwrap();
        assert!(picture.alt.contains(&format!("{seen} 0, Ben 0.")), "{}", picture.alt);
    }
}

#[tokio::test]
async fn wires_have_words_for_what_they_say_themselves() {
    let house = House::new().await;
    let who = Guest {
        locale: Some("zh-Hant".into()),
        ..telegram(5, "Mara")
    };
    for notice in [
        Notice::Anonymous,
        Notice::Channel,
        Notice::OpenPrivate,
        Notice::OpenLabel,
        Notice::SentPrivately,
    ] {
        let text = house.desk.notice(&who, notice).await.plain();
        assert!(
            text.chars().any(|letter| ('\u{4E00}'..='\u{9FFF}').contains(&letter)),
            "{text}"
        );
    }
    let english = guest(ANNA, "Anna");
    let lacks = [Lack::See, Lack::Write, Lack::WriteInThreads, Lack::Files];
    let text = house.desk.lacking(&english, &lacks).await.toast.unwrap().text;
    assert!(
        text.contains("view the channel, send messages, send messages in threads, attach files"),
        "{text}"
    );
    for lang in Lang::ALL {
        let words = house.desk.page_words(lang);
        assert!(words.len() >= 20 && words.values().all(|word| !word.is_empty()));
    }
    // A person nobody met leaves no trace by reading the help.
    house.ask(&who, Ask::Help).await;
    assert_eq!(house.rig.service.store().player_of(who.account).await.unwrap(), None);
}

#[tokio::test]
async fn the_table_can_be_asked_for_again() {
    // C-036.
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let none = house.ask(&anna, Ask::Table).await;
    assert!(none.toast.unwrap().text.contains("No match is being played here"));
    let table = house
        .begin(Challenge {
            opponent: Foe::Person {
                account: BEN,
                name: "Ben".into(),
                handle: None,
            },
            ..usual()
        })
        .await;
    let again = house.ask(&anna, Ask::Table).await.public.unwrap();
    assert_eq!(again.ping, None);
    assert!(find(&again, |act| act == Act::Hand).is_some());
    assert!(house.ask(&alone(anna), Ask::Table).await.post.unwrap().private);
    let top = table.view(None).hand.unwrap().upcard;
    assert_eq!(top, None, "the dealer opens with eleven cards");
    assert!(again.picture.unwrap().alt.contains("The discard pile is empty."));
    assert_eq!(Card::new(Rank::Queen, Suit::Hearts).to_string(), "Q♥");
}
