//! Many people, many matches, many fingers.

use std::time::Duration;

use jinlami::id::Seat;
use jinlami::ui::token::{Act, decode};
use tokio::time::Instant;

use super::host::{Club, act, is, table_of};
use super::play::{Look, choose_now, is_final, press, step};
use crate::fakes::discord::{Message, User, opt};

#[tokio::test(flavor = "multi_thread")]
async fn c_031_accepting_ten_times_at_once_takes_one_seat() {
    let club = Club::open().await;
    let options = [("hands", opt(1))];
    club.anna
        .slash(&club.channel, "gin challenge", &options)
        .await
        .response()
        .await;
    let posted = club.posted().await;
    let (_, accept, _) = act(&posted, |act| act == Act::Accept).unwrap();
    let rival = club.discord.user("Carl", "en-US");
    club.discord.join(&club.guild, &rival);
    let people: Vec<&User> = (0..10).map(|n| if n % 2 == 0 { &club.ben } else { &rival }).collect();
    let presses = futures::future::join_all(people.iter().map(|user| press(user, &posted, &accept, false))).await;
    for press in &presses {
        press.acknowledged().await;
        press.response().await;
    }
    let table = club.table(table_of(&posted)).await;
    assert_eq!(table.players().count(), 2);
    club.discord
        .eventually("two hands", || {
            [&club.anna, &club.ben, &rival]
                .iter()
                .filter(|user| !user.dms().is_empty())
                .count()
                == 2
        })
        .await;
    club.assert_tidy(&[&club.channel]);
}

/// C-028: nobody sees "interaction failed", however many ask at once.
#[tokio::test(flavor = "multi_thread")]
async fn c_028_fifty_wishes_for_a_hand_at_once_are_all_acknowledged_in_time() {
    let club = Club::open().await;
    let (posted, _) = club.begin(1).await;
    let (_, wish, _) = act(&posted, |act| act == Act::Hand).unwrap();
    let people: Vec<&User> = (0..50)
        .map(|n| if n % 2 == 0 { &club.anna } else { &club.ben })
        .collect();
    let presses = futures::future::join_all(people.iter().map(|user| press(user, &posted, &wish, false))).await;
    for press in &presses {
        press.acknowledged().await;
        assert!(!press.failed(), "{:?}", press.answered_after());
        assert!(press.private().await.pictures.len() == 1);
    }
    club.assert_tidy(&[&club.channel]);
}

/// C-005: nobody is written to before a match, and then at a measured pace.
#[tokio::test(flavor = "multi_thread")]
async fn c_005_private_chats_are_opened_at_a_measured_pace() {
    let club = Club::open().await;
    let began = Instant::now();
    for n in 0..6 {
        let pair = [
            // Long enough that no match's code holds one by chance.
            club.discord.user(&format!("Anton{n}"), "en-US"),
            club.discord.user(&format!("Berta{n}"), "en-US"),
        ];
        pair.iter().for_each(|user| club.discord.join(&club.guild, user));
        pair[0]
            .slash(&club.channel, "gin challenge", &[("opponent", opt(&pair[1]))])
            .await
            .response()
            .await;
        let theirs = |message: &Message| message.content.contains(&format!("Anton{n}"));
        let find = || {
            club.discord
                .messages(&club.channel)
                .into_iter()
                .find(|message| theirs(message))
        };
        let posted = club.discord.until("their challenge", find).await;
        assert_eq!(club.discord.dms_opened(), n * 2, "nobody is written to before a match");
        pair[1]
            .press(&posted, |b: &_| is(b, Act::Accept))
            .await
            .acknowledged()
            .await;
        // Whoever has to wait for the private chat plays by "My hand" meanwhile.
        club.discord
            .eventually("their chats", || club.discord.dms_opened() == (n + 1) * 2)
            .await;
    }
    assert!(
        began.elapsed() >= Duration::from_secs(10),
        "twelve chats in {:?}",
        began.elapsed()
    );
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_002_c_038_two_matches_at_once_do_not_mix_and_a_press_costs_one_edit() {
    let club = Club::open().await;
    let (_, first) = club.begin(1).await;
    let (_, second) = club.begin(1).await;
    assert_ne!(first, second);
    let codes = [first, second].map(jinlami::ui::token::table_code);
    for player in [&club.anna, &club.ben] {
        club.discord.eventually("two hands", || player.dms().len() == 2).await;
        for (hand, code) in player.dms().iter().zip(&codes) {
            assert!(
                hand.content.to_lowercase().contains(code),
                "{code} is not in {}",
                hand.content
            );
            assert!(hand.content.contains("Club"), "{}", hand.content);
        }
    }
    let others = club.table(second).await.version();
    let mover = club.table(first).await.to_move().unwrap();
    let user = if mover == Seat::FIRST { &club.anna } else { &club.ben };
    let hand = user.dms().into_iter().find(|hand| table_of(hand) == first).unwrap();
    let chat = format!("/channels/{}/messages/*", user.dm_channel().id);
    let edits = club.discord.count("PATCH", &chat);
    let (id, menu) = choose_now(&hand).unwrap();
    let done = press(user, &hand, &id, menu).await;
    done.response().await;
    let shown = |of: &User| of.dms().into_iter().find(|hand| table_of(hand) == first);
    let opponent = if mover == Seat::FIRST { &club.ben } else { &club.anna };
    club.discord
        .eventually("the opponent may move", || {
            shown(opponent).is_some_and(|hand| choose_now(&hand).is_some())
        })
        .await;
    assert_eq!(
        club.discord.count("PATCH", &chat),
        edits,
        "the press itself changed the message"
    );
    assert_eq!(club.table(second).await.version(), others);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_010_c_012_resigning_asks_once_and_sets_both_free() {
    let club = Club::open().await;
    let (posted, table) = club.begin(3).await;
    let mut pressed = std::collections::BTreeSet::new();
    step(&club, table, [Look::Private; 2], &mut pressed).await;
    // The hand as it stands after that press: an older one's button would only be told to be old.
    let stamp = club.table(table).await.stamp(jinlami::id::Seat::SECOND);
    let fresh = |token: &str| decode(token).is_some_and(|token| token.stamp == stamp);
    let stands = || {
        let hands = club.ben.dms().into_iter();
        hands
            .rev()
            .find(|hand| act(hand, |a| a == Act::AskResign).is_some_and(|(_, token, _)| fresh(&token)))
    };
    let hand = club.discord.until("the hand as it stands", stands).await;
    club.ben
        .press(&hand, |b: &_| is(b, Act::AskResign))
        .await
        .response()
        .await;
    assert!(!club.table(table).await.is_over(), "it asks first");
    club.discord
        .eventually("the question", || {
            act(&club.discord.message(&hand), |a| a == Act::Resign).is_some()
        })
        .await;
    club.ben.press(&hand, |b: &_| is(b, Act::Resign)).await.response().await;
    assert!(club.table(table).await.is_over());
    for player in [&club.anna, &club.ben] {
        club.discord
            .eventually("the hand is closed", || {
                player.dms().pop().is_some_and(|hand| is_final(&hand))
            })
            .await;
        let none = player.slash(&club.channel, "gin hand", &[]).await.response().await;
        assert!(none.is_only_me() && none.pictures.is_empty(), "{none:?}");
    }
    club.discord
        .eventually("the table is closed", || {
            act(&club.discord.message(&posted), |a| a != Act::Rematch).is_none()
        })
        .await;
    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(board.alts().join(" ").contains("1 Anna"), "{board:?}");
    club.assert_tidy(&[&club.channel]);
}
