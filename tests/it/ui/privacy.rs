//! What is kept about somebody: told, handed over, deleted after two questions.

use jinlami::id::{Lang, Platform, Seat};
use jinlami::service::{Change, DeedKind, Metric};
use jinlami::table::{Stage, Wish};
use jinlami::ui::token::{Act, Own, Token, encode};
use jinlami::ui::{Ask, BoardWish, Guest, Post};
use serde_json::Value;

use super::house::{House, alone, find, guest, said, telegram, usual};
use crate::rig::{ANNA, BEN, PLACE};

fn anna() -> Guest {
    alone(guest(ANNA, "Anna"))
}

fn privacy(what: &str) -> Ask {
    Ask::Privacy {
        what: Some(what.to_owned()),
    }
}

fn own(post: &Post, wanted: Own) -> String {
    find(post, |act| act == Act::Own(wanted)).unwrap_or_else(|| panic!("{wanted:?} on {}", said(post)))
}

/// Somebody who is blocked somewhere is told that this is kept, and gets it.
#[tokio::test]
async fn a_blocked_person_is_not_told_that_nothing_is_kept() {
    let house = House::new().await;
    let player = house.rig.player(ANNA).await;
    let service = &house.rig.service;
    let block = Change::Block(player);
    service
        .govern(None, PLACE.venue, DeedKind::Blocked, block, None)
        .await
        .unwrap();
    let first = house.ask(&anna(), privacy("delete")).await.post.unwrap();
    let last = house.press(&anna(), &own(&first, Own::AskAgain)).await.post.unwrap();
    let sure = own(&last, Own::Delete);
    for _ in 0..2 {
        let done = said(&house.press(&anna(), &sure).await.post.unwrap());
        assert!(
            done.contains("only the number of your account") && !done.contains("Nothing"),
            "{done}"
        );
    }
    let asked = house.ask(&anna(), privacy("delete")).await.toast.unwrap().text;
    assert!(asked.contains("only the number of your account"), "{asked}");
    let file = house
        .ask(&anna(), privacy("export"))
        .await
        .post
        .unwrap()
        .document
        .unwrap();
    let record: Value = serde_json::from_slice(&file.bytes).unwrap();
    assert_eq!(record["shut_out_of"][0]["place"]["chat"], PLACE.venue.chat.to_string());
    assert!(service.store().player_of(ANNA).await.unwrap().is_none());
}

#[tokio::test]
async fn the_policy_is_told_in_every_language_and_to_the_asker_alone() {
    let house = House::new().await;
    for (lang, word) in [("en", "Kept:"), ("zh-CN", "保存的有"), ("zh-TW", "保存的有")] {
        for who in [guest(ANNA, "Anna"), anna(), telegram(77, "Tess")] {
            let who = Guest {
                locale: Some(lang.to_owned()),
                ..who
            };
            let answer = house.ask(&who, Ask::Privacy { what: None }).await;
            let post = answer.post.unwrap();
            assert!(post.private && answer.public.is_none());
            assert!(said(&post).contains(word), "{}", said(&post));
            let export = match who.account.platform {
                Platform::Telegram => "/privacy export",
                _ => "/gin privacy what:export",
            };
            assert!(
                said(&post).contains(export) && said(&post).contains('7'),
                "{}",
                said(&post)
            );
        }
    }
    let refused = house.ask(&anna(), privacy("everything!")).await;
    assert!(refused.toast.unwrap().text.contains("everything!"));
    let nothing = house.ask(&telegram(123_456, "Nobody"), privacy("delete")).await;
    assert!(nothing.toast.unwrap().text.contains("Nothing is kept"));
    assert!(
        house
            .rig
            .service
            .store()
            .player_of(telegram(123_456, "").account)
            .await
            .unwrap()
            .is_none()
    );
}

// C-128: the file goes to the asker alone, and holds no card that the asker may not know.
#[tokio::test]
async fn the_file_holds_what_is_ones_own() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let answer = house.ask(&guest(ANNA, "Anna"), privacy("export")).await;
    let post = answer.post.unwrap();
    assert!(post.private && answer.public.is_none() && post.picture.is_none());
    let file = post.document.unwrap();
    assert!(!format!("{file:?}").contains("Anna"), "a log learns its size alone");
    let record: Value = serde_json::from_slice(&file.bytes).unwrap();
    assert_eq!(record["player"]["name"], "Anna");
    assert_eq!(record["matches"][0]["result"], "running");
    assert_eq!(record["matches"][0]["hands"], Value::Array(Vec::new()));
    assert_eq!(record["matches"][0]["opponent"]["name"], "Ben");
    house.rig.wish(BEN, &table, Wish::Resign).await.unwrap();
    let button = own(
        &house.ask(&anna(), Ask::Privacy { what: None }).await.post.unwrap(),
        Own::Export,
    );
    let again = house.press(&anna(), &button).await;
    assert!(!again.replace);
    let record: Value = serde_json::from_slice(&again.post.unwrap().document.unwrap().bytes).unwrap();
    assert_eq!(record["matches"][0]["result"], "won 1 resigned");
    assert_eq!(
        record["matches"][0]["hands"][0]["dealt"]["your_cards"]
            .as_str()
            .unwrap()
            .len()
            % 2,
        0
    );
}

// C-129: asks twice, says what stays, gives running matches up first; C-128: the name is gone from table, hand and board.
#[tokio::test]
async fn deleting_asks_twice_and_leaves_a_deleted_player() {
    let house = House::new().await;
    let done = house.begin(usual()).await;
    house.rig.wish(ANNA, &done, Wish::Resign).await.unwrap();
    house.rig.pass(2_000);
    let table = house.begin(usual()).await;
    let first = house.ask(&anna(), privacy("delete")).await.post.unwrap();
    for words in ["One match", "Deleted player", "keep counting", "can’t be undone"] {
        assert!(said(&first).contains(words), "{words}: {}", said(&first));
    }
    assert!(
        find(&first, |act| act == Act::Own(Own::Delete)).is_none(),
        "one press deletes nothing"
    );
    let kept = house.press(&anna(), &own(&first, Own::Keep)).await;
    assert!(kept.replace && said(&kept.post.unwrap()).contains("Nothing was deleted"));

    let last = house.press(&anna(), &own(&first, Own::AskAgain)).await;
    assert!(last.replace);
    let last = last.post.unwrap();
    assert!(said(&last).contains("last question"));
    let sure = own(&last, Own::Delete);
    // A quarter of an hour later, or from some other time, the button deletes nothing.
    house.rig.pass(16 * 60_000);
    for old in [
        sure.clone(),
        own(&first, Own::AskAgain),
        encode(Token::new(done.id(), table.stamp(Seat::FIRST), Act::Own(Own::Delete))),
    ] {
        let late = house.press(&anna(), &old).await;
        assert!(said(&late.post.unwrap()).contains("too old"));
    }
    let anna_id = house.rig.player(ANNA).await;
    let store = house.rig.service.store();
    assert!(store.player_of(ANNA).await.unwrap().is_some());

    let first = house.ask(&guest(ANNA, "Anna"), privacy("delete")).await.post.unwrap();
    let last = house.press(&anna(), &own(&first, Own::AskAgain)).await.post.unwrap();
    let sure = own(&last, Own::Delete);
    let answer = house.press(&anna(), &sure).await;
    assert!(answer.replace && said(&answer.post.unwrap()).contains("one match or challenge was given up"));
    // The second press of a double one finds nobody, and makes nobody.
    let twice = house.press(&anna(), &sure).await;
    assert!(said(&twice.post.unwrap()).contains("Nothing is kept"));
    assert!(store.player_of(ANNA).await.unwrap().is_none());

    let ended = house.rig.service.table(table.id()).await.unwrap();
    assert!(matches!(ended.stage(), Stage::Over(_)));
    house.deliver(Platform::Discord).await;
    let ben = house.rig.player(BEN).await;
    let board = || Ask::Leaders(BoardWish::default());
    for (lang, deleted) in [
        (Lang::En, "Deleted player"),
        (Lang::ZhHans, "已注销的玩家"),
        (Lang::ZhHant, "已註銷的玩家"),
    ] {
        store.set_venue_lang(PLACE.venue, lang).await.unwrap();
        store.set_player_lang(ben, lang).await.unwrap();
        let shown = [
            house.table_post(table.id()).await,
            house.hand_post(table.id(), ben).await,
            house.ask(&guest(BEN, "Ben"), board()).await.public.unwrap(),
        ];
        for post in shown {
            assert!(said(&post).contains(deleted), "{}", said(&post));
            assert!(!said(&post).contains("Anna"), "{}", said(&post));
            assert!(
                find(&post, |act| act == Act::Rematch).is_none(),
                "nothing to ask of who is gone"
            );
        }
    }
    let lines = store.leaders(Some(PLACE.venue), Metric::Points, 10, 0).await.unwrap();
    assert_eq!(lines.iter().find(|line| line.player == ben).unwrap().wins, 2);
    assert!(lines.iter().any(|line| line.player == anna_id && line.name.is_empty()));
    // Whoever comes back is a new player, who sits at no table.
    let back = house.ask(&guest(ANNA, "Anna"), Ask::Games).await;
    assert!(
        find(&back.post.unwrap(), |act| act == Act::Hand).is_none(),
        "no match of theirs"
    );
    assert_ne!(house.rig.player(ANNA).await, anna_id);
}
