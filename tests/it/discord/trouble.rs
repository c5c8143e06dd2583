//! What goes wrong on real servers.

use std::collections::BTreeSet;
use std::time::Duration;

use jinlami::id::Seat;
use jinlami::ui::token::Act;
use serde_json::json;

use super::host::{Club, act, is, table_of};
use super::play::{Look, my_hand, play_out, step};
use crate::fakes::discord::{Fault, PATIENCE, Request, opt, permission};

fn is_edit(request: &Request) -> bool {
    request.is("PATCH", "/channels/*/messages/*") || request.is("PATCH", "/webhooks/*/*/messages/@original")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_connection_breaks_in_every_way_and_no_press_is_lost() {
    let club = Club::open().await;
    let (_, table) = club.begin(1).await;
    let mut pressed = BTreeSet::new();
    let breaks: [&dyn Fn(); 4] = [
        &|| club.discord.drop_sockets(),
        &|| club.discord.ask_reconnect(),
        &|| club.discord.close_sockets(4000),
        &|| club.discord.drop_sockets(),
    ];
    for broken in breaks {
        let before = club.discord.resumes();
        broken();
        // The press falls into the gap: it is delivered when the session resumes.
        assert!(step(&club, table, [Look::Private; 2], &mut pressed).await);
        club.discord
            .eventually("resumed", || club.discord.resumes() > before)
            .await;
    }
    play_out(&club, table, [Look::Private; 2]).await;
    assert!(club.table(table).await.is_over());
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_answers_are_repeated_and_nothing_is_doubled() {
    let club = Club::open().await;
    let posts = |r: &Request| r.is("POST", "/channels/*/messages");
    club.discord.fail_next(posts, Fault::LostAnswer);
    club.discord.fail_next(posts, Fault::Page(502));
    club.discord.fail_next(posts, Fault::Reset);
    let (_, table) = club.begin(1).await;
    let tables = club.discord.messages(&club.channel);
    assert_eq!(tables.len(), 1, "{tables:?}");
    club.discord.fail_times(3, is_edit, Fault::Page(503));
    club.discord.fail_times(2, is_edit, Fault::LostAnswer);
    club.discord
        .fail_next(|r| r.is("POST", "/interactions/*/*/callback"), Fault::LostAnswer);
    play_out(&club, table, [Look::Private; 2]).await;
    for player in [&club.anna, &club.ben] {
        assert_eq!(player.dms().len(), 1);
    }
    let record = club.table(table).await;
    let settled = || club.discord.messages(&club.channel).len() == 1 + record.hands().len();
    club.discord
        .eventually("the table and its showdowns, each once", settled)
        .await;
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rate_limited_channel_slows_only_itself() {
    let club = Club::open().await;
    let other = club.discord.channel(&club.guild, "other");
    let (_, table) = club.begin(1).await;
    let limited = format!("/channels/{}/messages/*", club.channel.id);
    club.discord.fail_times(
        1,
        move |r| r.is("PATCH", &limited),
        Fault::TooMany {
            retry_after: Duration::from_secs(3),
            global: false,
        },
    );
    let mut pressed = BTreeSet::new();
    for _ in 0..4 {
        assert!(
            step(&club, table, [Look::Private; 2], &mut pressed).await,
            "private chats go on"
        );
    }
    let asked = club
        .ben
        .slash(&other, "gin challenge", &[("opponent", opt(&club.anna))])
        .await;
    asked.response().await;
    club.discord
        .eventually("the other channel gets its challenge", || {
            !club.discord.messages(&other).is_empty()
        })
        .await;
    play_out(&club, table, [Look::Private; 2]).await;
    let closed = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .all(|message| act(message, |a| a == Act::Hand).is_none())
    };
    club.discord.eventually("the slow channel catches up", closed).await;
    club.assert_tidy(&[&club.channel, &other]);
}

/// C-036: the table and a hand are deleted; play brings both back.
#[tokio::test(flavor = "multi_thread")]
async fn c_036_deleted_messages_come_back() {
    let club = Club::open().await;
    let (posted, table) = club.begin(1).await;
    let hand = club.hand_of(&club.anna).await;
    club.discord.delete_message(&posted);
    club.discord.delete_message(&hand);
    let mut pressed = BTreeSet::new();
    club.ben.slash(&club.channel, "gin hand", &[]).await.response().await;
    let asked = club.anna.slash(&club.channel, "gin hand", &[]).await.response().await;
    assert!(asked.is_only_me() && asked.pictures.len() == 1);
    let looks = [Look::MyHand, Look::Private];
    if club.table(table).await.to_move() == Some(Seat::FIRST) {
        super::play::press_best(&club.anna, &asked, &mut pressed).await;
    }
    let back = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .any(|m| m.id != posted.id && act(m, |a| a == Act::Hand).is_some())
    };
    while !back() {
        assert!(step(&club, table, [Look::Private; 2], &mut pressed).await);
        club.discord
            .eventually("something stands in the channel", || {
                !club.discord.messages(&club.channel).is_empty()
            })
            .await;
    }
    play_out(&club, table, looks).await;
    club.assert_tidy(&[&club.channel]);
}

/// C-041: what is missing is named; without the right to attach pictures the match goes on in words.
#[tokio::test(flavor = "multi_thread")]
async fn c_041_a_missing_permission_is_named_in_private_before_anything_is_posted() {
    let club = Club::open().await;
    for (bits, word) in [
        (permission::SEND_MESSAGES, "send messages"),
        (permission::VIEW_CHANNEL, "view the channel"),
    ] {
        club.discord.deny(&club.channel, bits);
        let asked = club
            .anna
            .slash(&club.channel, "gin challenge", &[("opponent", opt(&club.ben))])
            .await;
        let answer = asked.response().await;
        assert!(
            answer.is_only_me() && answer.content.contains(word),
            "{word}: {answer:?}"
        );
        assert!(club.discord.messages(&club.channel).is_empty());
        club.discord.allow(&club.channel, bits);
    }
    // Without pictures the match goes on in words.
    club.discord.deny(&club.channel, permission::ATTACH_FILES);
    let asked = club
        .anna
        .slash(
            &club.channel,
            "gin challenge",
            &[("opponent", opt(&club.ben)), ("hands", opt(1))],
        )
        .await;
    asked.response().await;
    let notes = || {
        asked
            .answers()
            .iter()
            .any(|m| m.is_only_me() && m.content.contains("files"))
    };
    club.discord.eventually("the missing permission is named", notes).await;
    let posted = club.posted().await;
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    club.hand_of(&club.anna).await;
    play_out(&club, table_of(&posted), [Look::Private; 2]).await;
    let texts = club.discord.messages(&club.channel);
    assert!(texts.iter().all(|message| message.pictures.is_empty()));
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_042_taking_the_channel_away_hurts_nobody_else_and_makes_no_storm() {
    let club = Club::open().await;
    let other = club.discord.channel(&club.guild, "other");
    let (_, table) = club.begin(1).await;
    club.discord
        .deny(&club.channel, permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    let path = format!("/channels/{}/messages", club.channel.id);
    let edits = format!("{path}/*");
    let before = club.discord.count("PATCH", &edits) + club.discord.count("POST", &path);
    play_out(&club, table, [Look::Private; 2]).await;
    let after = club.discord.count("PATCH", &edits) + club.discord.count("POST", &path);
    assert!(after - before <= 6, "{} requests to a closed channel", after - before);
    club.ben
        .slash(&other, "gin challenge", &[("opponent", opt(&club.anna))])
        .await
        .response()
        .await;
    club.discord
        .eventually("elsewhere it goes on", || !club.discord.messages(&other).is_empty())
        .await;
    club.discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_is_opened_and_an_old_message_is_written_anew() {
    let club = Club::open().await;
    let thread = club.discord.thread(&club.channel, "our match");
    let asked = club
        .anna
        .slash(
            &thread,
            "gin challenge",
            &[("opponent", opt(&club.ben)), ("hands", opt(1))],
        )
        .await;
    asked.response().await;
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
    let table = table_of(&posted);
    club.discord
        .eventually("the table", || {
            act(&club.discord.message(&posted), |a| a == Act::Hand).is_some()
        })
        .await;
    club.discord.archive(&thread, false);
    let mut pressed = BTreeSet::new();
    let before = club.discord.message(&posted).edits;
    step(&club, table, [Look::Private; 2], &mut pressed).await;
    club.discord
        .eventually("the table goes on", || club.discord.message(&posted).edits > before)
        .await;

    club.discord.make_old(&posted, 0);
    step(&club, table, [Look::Private; 2], &mut pressed).await;
    let fresh = || {
        club.discord
            .messages(&thread)
            .iter()
            .any(|m| m.id != posted.id && act(m, |a| a == Act::Hand).is_some())
    };
    club.discord.eventually("a fresh table", fresh).await;
    play_out(&club, table, [Look::Private; 2]).await;
    club.assert_tidy(&[&thread]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_comes_too_late_or_twice_is_nobodys_fault() {
    let club = Club::open().await;
    let (posted, table) = club.begin(1).await;
    let version = club.table(table).await.version();
    for code in [10062, 40060] {
        club.discord.fail_next(
            |r| r.is("POST", "/interactions/*/*/callback"),
            Fault::Status(
                if code == 10062 { 404 } else { 400 },
                json!({ "message": "no", "code": code }),
            ),
        );
        let tried = || {
            club.discord
                .requests()
                .iter()
                .filter(|r| r.path.ends_with("/callback") && r.status >= 400)
                .count()
        };
        let before = tried();
        club.ben.press(&posted, |b: &_| is(b, Act::Hand)).await;
        club.discord
            .eventually("the answer was refused", || tried() > before)
            .await;
    }
    assert_eq!(club.table(table).await.version(), version);
    assert!(!my_hand(&club, &club.ben).await.pictures.is_empty());
}

/// C-059: two copies with one token, each with a file of its own, on different machines: whichever answers second says so.
#[tokio::test(flavor = "multi_thread")]
async fn c_059_a_second_copy_elsewhere_is_noticed() {
    let club = Club::open().await;
    let (posted, _) = club.begin(1).await;
    let told = async || {
        club.service()
            .health()
            .await
            .lines
            .join("\n")
            .contains("another program answers")
    };
    assert!(!told().await);
    let taken = json!({ "message": "Interaction has already been acknowledged.", "code": 40060 });
    club.discord.fail_next(
        |r| r.is("POST", "/interactions/*/*/callback"),
        Fault::Status(400, taken),
    );
    let refused = || {
        let requests = club.discord.requests();
        requests
            .iter()
            .any(|r| r.path.ends_with("/callback") && r.status >= 400)
    };
    club.ben.press(&posted, |b: &_| is(b, Act::Hand)).await;
    club.discord.eventually("the answer was refused", refused).await;
    assert!(!my_hand(&club, &club.ben).await.pictures.is_empty(), "it goes on");
    let noticed = async {
        while !told().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, noticed).await.expect("it is noticed");
    assert!(!club.service().health().await.fine);
}

/// Told again of a press that it answered before it was started anew, the program takes nobody else for the one who did.
#[tokio::test(flavor = "multi_thread")]
async fn c_059_the_program_before_is_no_second_copy() {
    let mut club = Club::open().await;
    let (posted, _) = club.begin(1).await;
    let press = club.ben.press(&posted, |b: &_| is(b, Act::Hand)).await;
    club.restart().await;
    let refused = || {
        let requests = club.discord.requests();
        let count = requests
            .iter()
            .filter(|r| r.path.ends_with("/callback") && r.status >= 400);
        count.count()
    };
    let before = refused();
    club.discord.repeat(&press);
    club.discord
        .eventually("the repetition was refused", || refused() > before)
        .await;
    // What comes after it is answered, so it was dealt with.
    assert!(!my_hand(&club, &club.ben).await.pictures.is_empty());
    let health = club.service().health().await;
    assert!(
        !health.lines.join("\n").contains("another program answers"),
        "{}",
        health.lines.join(" ")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_everything_is_survived() {
    let club = Club::open().await;
    let (_, table) = club.begin(1).await;
    club.discord.guild_outage(&club.guild, true);
    club.discord.guild_outage(&club.guild, false);
    club.discord.outage(true);
    club.discord
        .eventually("cut off", || !club.discord.is_connected())
        .await;
    // The library's first attempt to resume fails in the middle: from here on it would spin on a dead socket.
    club.discord
        .eventually("tried in vain", || club.discord.turned_away() > 0)
        .await;
    club.discord.outage(false);
    club.discord.connected().await;
    play_out(&club, table, [Look::Private; 2]).await;
    assert!(club.table(table).await.is_over());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_answers_no_heartbeat_is_left() {
    let club = Club::prepare("Anna", "Ben").await;
    club.discord
        .set_limits(|limits| limits.heartbeat = Duration::from_millis(500));
    let club = club.start().await;
    let before = club.discord.connections();
    club.discord.stall_heartbeats(true);
    let again = || club.discord.connections() > before;
    club.discord.eventually("connected anew", again).await;
    club.discord.stall_heartbeats(false);
    club.discord.connected().await;
    club.begin(1).await;
}

/// Answers that Discord shows as "thinking" fail for longer than one call tries: they come when the trouble is over, and nobody
/// waits for them meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn no_answer_stays_thinking_after_an_outage() {
    let club = Club::open().await;
    let first = |r: &Request| r.is("PATCH", "/webhooks/*/*/messages/@original");
    club.discord.fail_times(7, first, Fault::Page(503));
    let asked = club.anna.slash(&club.channel, "gin rules", &[]).await;
    asked.acknowledged().await;
    club.discord
        .eventually("one call gave up", || {
            let answers = club.discord.statuses("PATCH", "/webhooks/*/*/messages/@original");
            answers.iter().filter(|status| **status == 503).count() >= 5
        })
        .await;
    let answer = asked.response().await;
    assert!(answer.is_only_me() && !answer.loading && !answer.content.is_empty());
    club.assert_tidy(&[&club.channel]);
}

/// A bug in the answer to a press ends in words, not in a placeholder for ever, and the next press is answered.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_meets_a_bug_is_answered() {
    let club = Club::open().await;
    let (posted, table) = club.begin(1).await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    club.plant_bug();
    let answer = club
        .anna
        .press(&posted, |b: &_| is(b, Act::Hand))
        .await
        .response()
        .await;
    assert!(answer.is_only_me(), "{answer:?}");
    assert!(answer.content.contains("Something went wrong on my side"), "{answer:?}");
    assert!(!my_hand(&club, &club.anna).await.pictures.is_empty());
    play_out(&club, table, [Look::Private; 2]).await;
    club.assert_tidy(&[&club.channel]);
}
