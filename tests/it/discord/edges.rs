//! Rare things that must not hurt.

use std::collections::BTreeSet;

use jinlami::id::TableId;
use jinlami::ui::token::Act;
use serde_json::json;

use super::host::{Club, act, is, table_of};
use super::play::{Look, my_hand, play_out, step};
use crate::fakes::discord::{Fault, Message, Opt, Request, opt, permission};

fn is_post(request: &Request) -> bool {
    request.is("POST", "/channels/*/messages")
}

#[tokio::test(flavor = "multi_thread")]
async fn challenging_the_bot_itself_is_a_match_against_the_computer() {
    let club = Club::open().await;
    let options = [("opponent", Opt::User(club.discord.application())), ("hands", opt(1))];
    club.anna
        .slash(&club.channel, "gin challenge", &options)
        .await
        .response()
        .await;
    let hand = club.hand_of(&club.anna).await;
    play_out(&club, table_of(&hand), [Look::Private; 2]).await;
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_sending_and_noting_doubles_nothing() {
    let mut club = Club::open().await;
    let (_, table) = club.begin(1).await;
    let mut pressed = BTreeSet::new();
    step(&club, table, [Look::Private; 2], &mut pressed).await;
    for channel in [&club.channel, &club.anna.dm_channel(), &club.ben.dm_channel()] {
        // Each chat's message is written anew, arrives, and nobody hears of it.
        let path = format!("/channels/{}/messages", channel.id);
        club.discord
            .fail_times(9, move |r| r.is("POST", &path), Fault::LostAnswer);
        club.discord
            .messages(channel)
            .iter()
            .for_each(|message| club.discord.delete_message(message));
    }
    let (first, second) = (club.anna.clone(), club.ben.clone());
    for player in [&first, &second] {
        let hand = player.slash(&club.channel, "gin hand", &[]).await.response().await;
        if let Some((id, menu)) = super::play::choose_now(&hand) {
            super::play::press(player, &hand, &id, menu).await.response().await;
        }
    }
    club.discord
        .eventually("written", || club.discord.messages(&club.channel).len() == 1)
        .await;
    club.crash();
    club.discord.heal();
    club.launch().await;
    club.discord.connected().await;
    play_out(&club, table, [Look::MyHand; 2]).await;
    let closed = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .all(|message| act(message, |a| a == Act::Hand).is_none())
    };
    club.discord.eventually("the table is closed", closed).await;
    let tables = club.discord.messages(&club.channel);
    let tables = tables
        .iter()
        .filter(|m| m.pictures.iter().any(|p| p.filename == "table.png"))
        .count();
    assert!(tables <= 1, "{tables} tables");
    for player in [&first, &second] {
        assert!(player.dms().len() <= 1, "{:?}", player.dms());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_thread_is_left_for_its_channel() {
    let club = Club::open().await;
    let thread = club.discord.thread(&club.channel, "our match");
    let options = [("opponent", opt(&club.ben)), ("hands", opt(1))];
    club.anna
        .slash(&thread, "gin challenge", &options)
        .await
        .response()
        .await;
    let find = || {
        club.discord
            .messages(&thread)
            .into_iter()
            .find(|m| act(m, |a| a == Act::Accept).is_some())
    };
    let posted = club.discord.until("the challenge in the thread", find).await;
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    club.discord.deny(&club.channel, permission::MANAGE_THREADS);
    club.discord.archive(&thread, true);
    let mut pressed = BTreeSet::new();
    step(&club, table_of(&posted), [Look::Private; 2], &mut pressed).await;
    let moved = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .any(|m| act(m, |a| a == Act::Hand).is_some())
    };
    club.discord.eventually("the table stands in the channel", moved).await;
    play_out(&club, table_of(&posted), [Look::Private; 2]).await;
    let open = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .filter(|m| act(m, |a| a == Act::Hand).is_some())
            .count()
    };
    club.discord.eventually("and is closed there", || open() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_refused_is_given_in_plain_words() {
    let club = Club::open().await;
    let (_, _) = club.begin(1).await;
    let wrong = json!({ "message": "Invalid Form Body", "code": 50035, "errors": {} });
    club.discord.fail_next(
        |r| r.is("PATCH", "/webhooks/*/*/messages/@original") && r.files > 0,
        Fault::Status(400, wrong),
    );
    let hand = my_hand(&club, &club.ben).await;
    assert!(
        hand.pictures.is_empty() && hand.content.contains("Deadwood"),
        "{hand:?}"
    );
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn private_chats_that_open_too_fast_are_left_for_later() {
    let club = Club::open().await;
    club.discord.set_limits(|limits| limits.dm_opens = Some(1));
    let (_, table) = club.begin(1).await;
    club.discord
        .eventually("one chat", || club.discord.dms_opened() == 1)
        .await;
    play_out(&club, table, [Look::MyHand; 2]).await;
    let tries = club.discord.count("POST", "/users/@me/channels");
    assert!(tries <= 3, "{tries} attempts to open private chats");
}

/// Anna's hand of this match in the private chat.
async fn hand_at(club: &Club, table: TableId) -> Message {
    let theirs = || {
        club.anna
            .dms()
            .into_iter()
            .find(|m| act(m, |a| a == Act::AskResign).is_some() && table_of(m) == table)
    };
    club.discord.until("a hand", theirs).await
}

/// Anna gives the match up in the private chat, which works wherever it is played.
async fn resigns(club: &Club, table: TableId) {
    let hand = hand_at(club, table).await;
    club.discord
        .eventually("the hand says that the place is gone", || {
            club.discord.message(&hand).content.contains("Paused")
        })
        .await;
    club.anna
        .press(&hand, |b: &_| is(b, Act::AskResign))
        .await
        .acknowledged()
        .await;
    club.discord
        .eventually("the question", || {
            act(&club.discord.message(&hand), |a| a == Act::Resign).is_some()
        })
        .await;
    club.anna
        .press(&hand, |b: &_| is(b, Act::Resign))
        .await
        .response()
        .await;
    assert!(
        club.table(table).await.is_over(),
        "whoever was in a match gets out of it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kicked_bot_and_a_deleted_channel_make_no_storm() {
    let club = Club::open().await;
    let doomed = club.discord.channel(&club.guild, "doomed");
    let options = [("opponent", opt(&club.ben)), ("hands", opt(1))];
    club.anna
        .slash(&doomed, "gin challenge", &options)
        .await
        .response()
        .await;
    let find = || {
        club.discord
            .messages(&doomed)
            .into_iter()
            .find(|m| act(m, |a| a == Act::Accept).is_some())
    };
    let posted = club.discord.until("the challenge", find).await;
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    club.discord.delete_channel(&doomed);
    let before = club.discord.requests().len();
    resigns(&club, table_of(&posted)).await;
    let (posts, edits) = (
        format!("/channels/{}/messages", doomed.id),
        format!("/channels/{}/messages/*", doomed.id),
    );
    let late = || {
        club.discord
            .requests()
            .split_off(before)
            .into_iter()
            .filter(|r| r.is("POST", &posts) || r.is("PATCH", &edits))
            .count()
    };
    assert!(late() <= 6, "{} requests to a channel that is gone", late());

    let (_, table) = club.begin(1).await;
    hand_at(&club, table).await;
    club.discord.kick_bot(&club.guild);
    let before = club.discord.requests().len();
    assert!(!club.table(table).await.is_over());
    resigns(&club, table).await;
    let refused = club
        .discord
        .requests()
        .split_off(before)
        .into_iter()
        .filter(|r| r.status >= 400 && is_post(r))
        .count();
    assert!(refused <= 4, "{refused} refused posts");
}
