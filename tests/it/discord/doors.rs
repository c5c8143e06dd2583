//! Doors that close and open: private chats, channels, threads, forums. A door that is closed hurts nobody else, is not
//! knocked at for ever, and is found open again.

use std::collections::BTreeSet;
use std::time::Duration;

use jinlami::ui::token::Act;
use serde_json::json;

use super::host::{Club, act, is, table_of};
use super::play::{Look, my_hand, play_out, step};
use crate::fakes::discord::{Channel, Fault, Message, Request, User, permission};

/// How many live tables stand in a channel.
fn tables(club: &Club, channel: &Channel) -> usize {
    let messages = club.discord.messages(channel).into_iter();
    messages.filter(|m| act(m, |a| a == Act::Hand).is_some()).count()
}

/// C-007: one player's private chat is closed while ten other matches begin and run: one attempt, nobody else notices, and
/// that player plays by "My hand".
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_private_chat_hurts_nobody_else() {
    let club = Club::open().await;
    club.discord.close_dms(&club.ben);
    let mut others = Vec::new();
    for n in 0..4 {
        let pair = [0, 1].map(|side| club.discord.user(&format!("{n}{side}"), "en-US"));
        pair.iter().for_each(|user| club.discord.join(&club.guild, user));
        others.push(pair);
    }
    let (_, table) = club.begin(1).await;
    let (mut matches, elsewhere) = (Vec::new(), club.discord.channel(&club.guild, "elsewhere"));
    // Ten more matches among four pairs, so that private chats are not opened faster than the bot allows itself.
    for n in 0..10 {
        let [one, other] = &others[n % 4];
        matches.push((club.begin_in(&elsewhere, one, other, 1).await.1, n % 4));
    }
    play_out(&club, table, [Look::Private, Look::MyHand]).await;
    for (id, pair) in matches {
        for user in &others[pair] {
            let theirs = || user.dms().into_iter().any(|hand| table_of(&hand) == id);
            club.discord.eventually("everybody else has a hand", theirs).await;
        }
    }
    assert!(club.ben.dms().is_empty());
    let path = format!("/channels/{}/messages", club.ben.dm_channel().id);
    assert_eq!(club.discord.count("POST", &path), 1, "one attempt, one line in the log");
    club.assert_tidy(&[&club.channel]);
}

/// The private chat comes back by itself: a press in it shows that it is open, and the hand that waited arrives.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_chat_that_opens_again_is_used_again() {
    let club = Club::open().await;
    club.begin(1).await;
    let old = club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.discord.close_dms(&club.ben);
    let (_, second) = club.begin(1).await;
    let path = format!("/channels/{}/messages", club.ben.dm_channel().id);
    club.discord
        .eventually("refused", || club.discord.statuses("POST", &path).contains(&403))
        .await;
    assert!(!my_hand(&club, &club.ben).await.pictures.is_empty(), "the other way");
    club.discord.open_dms(&club.ben);
    club.ben
        .press(&old, |b: &_| is(b, Act::AskResign))
        .await
        .response()
        .await;
    let arrived = || club.ben.dms().into_iter().any(|hand| table_of(&hand) == second);
    club.discord.eventually("the hand that waited", arrived).await;
    club.assert_tidy(&[&club.channel]);
}

/// A private chat that refused before the program started anew, and opens then: a press in the channel brings the hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_chat_that_refused_before_a_restart_is_tried_again() {
    let mut club = Club::open().await;
    club.discord.close_dms(&club.ben);
    let (posted, table) = club.begin(1).await;
    let path = format!("/channels/{}/messages", club.ben.dm_channel().id);
    club.discord
        .eventually("refused", || club.discord.statuses("POST", &path).contains(&403))
        .await;
    club.restart().await;
    // Still closed: one more try, not one for each press.
    for _ in 0..3 {
        let hand = club.ben.press(&posted, |b: &_| is(b, Act::Hand)).await.private().await;
        assert_eq!(hand.pictures.len(), 1, "the other way");
    }
    club.restart().await;
    let tries = club.discord.count("POST", &path);
    assert!(tries <= 2, "{tries} tries");
    club.discord.open_dms(&club.ben);
    club.ben.press(&posted, |b: &_| is(b, Act::Hand)).await.private().await;
    let arrived = || club.ben.dms().into_iter().any(|hand| table_of(&hand) == table);
    club.discord.eventually("the hand that waited", arrived).await;
    club.assert_tidy(&[&club.channel]);
}

/// C-042: the right to write is taken from three channels during three matches. They go on in private, a fourth elsewhere is
/// served, nothing hammers, and all three tables are brought up to date as soon as the right is back.
#[tokio::test(flavor = "multi_thread")]
async fn three_closed_channels_recover_when_they_open() {
    let club = Club::open().await;
    let channels: Vec<Channel> = (0..3)
        .map(|n| club.discord.channel(&club.guild, &format!("table-{n}")))
        .collect();
    let mut matches = Vec::new();
    for channel in &channels {
        matches.push(club.begin_in(channel, &club.anna, &club.ben, 1).await);
    }
    let shut = permission::VIEW_CHANNEL | permission::SEND_MESSAGES;
    channels.iter().for_each(|channel| club.discord.deny(channel, shut));
    let before = club.discord.requests().len();
    for (_, table) in &matches {
        play_out(&club, *table, [Look::Private; 2]).await;
    }
    club.begin_in(&club.channel, &club.anna, &club.ben, 1).await;
    let refused = club.discord.requests().split_off(before).into_iter();
    let refused = refused.filter(|r| r.status == 403).count();
    assert!(refused <= 12, "{refused} requests to closed channels");
    for (channel, (posted, _)) in channels.iter().zip(&matches) {
        assert!(act(&club.discord.message(posted), |a| a == Act::Hand).is_some());
        club.discord.allow(channel, shut);
        club.discord
            .eventually("the table shows the end", || tables(&club, channel) == 0)
            .await;
    }
    club.discord.forgive();
}

/// C-042: nobody may tell the bot that a thread is open to it again: a press there shows it.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_shows_that_a_channel_is_open_again() {
    let club = Club::open().await;
    let thread = club.discord.thread(&club.channel, "our match");
    let (posted, table) = club.begin_in(&thread, &club.anna, &club.ben, 3).await;
    let edits = format!("/channels/{}/messages/*", thread.id);
    let path = edits.clone();
    let closed = json!({ "code": 50001, "message": "Missing Access" });
    let edit = move |r: &Request| r.is("PATCH", &path);
    club.discord.fail_times(usize::MAX, edit, Fault::Status(403, closed));
    let mut pressed = BTreeSet::new();
    while !club.discord.statuses("PATCH", &edits).contains(&403) {
        assert!(step(&club, table, [Look::Private; 2], &mut pressed).await);
    }
    club.discord.heal();
    let shown = club.discord.message(&posted).edits;
    // The refusal has to be noted before a press can bring anything about.
    for _ in 0..50 {
        let wish = club.anna.press(&posted, |b: &_| is(b, Act::Hand)).await;
        wish.response().await;
        if club.discord.message(&posted).edits > shown {
            break;
        }
    }
    club.discord
        .eventually("the table goes on", || club.discord.message(&posted).edits > shown)
        .await;
}

/// C-042: what opens a channel opens its threads: their tables are brought up to date at once, without a press.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_opens_brings_the_tables_of_its_threads() {
    let club = Club::open().await;
    let thread = club.discord.thread(&club.channel, "our match");
    let (_, table) = club.begin_in(&thread, &club.anna, &club.ben, 1).await;
    club.discord.deny(&club.channel, permission::VIEW_CHANNEL);
    play_out(&club, table, [Look::Private; 2]).await;
    let edits = format!("/channels/{}/messages/*", thread.id);
    club.discord
        .eventually("refused", || club.discord.statuses("PATCH", &edits).contains(&403))
        .await;
    assert_eq!(tables(&club, &thread), 1, "it shows what it showed");
    club.discord.allow(&club.channel, permission::VIEW_CHANNEL);
    club.discord
        .eventually("the table shows the end", || tables(&club, &thread) == 0)
        .await;
    club.discord.forgive();
}

/// C-041: what a thread lacks is named for a thread, in private, and nothing is posted.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_takes_no_messages_is_named() {
    let club = Club::open().await;
    let thread = club.discord.thread(&club.channel, "our match");
    club.discord.deny(&club.channel, permission::SEND_MESSAGES_IN_THREADS);
    let asked = club.anna.slash(&thread, "gin challenge", &[]).await;
    let answer = asked.response().await;
    assert!(answer.is_only_me() && answer.content.contains("thread"), "{answer:?}");
    assert!(club.discord.messages(&thread).is_empty());
    // Links need no right of their own: no message of the bot has an embed.
    club.discord.allow(&club.channel, permission::SEND_MESSAGES_IN_THREADS);
    club.discord.deny(&club.channel, permission::EMBED_LINKS);
    let (posted, table) = club.begin_in(&thread, &club.anna, &club.ben, 1).await;
    assert!(!posted.content.is_empty() && posted.pictures.len() == 1);
    play_out(&club, table, [Look::Private; 2]).await;
    club.assert_tidy(&[&thread]);
}

/// A thread that is locked, archived or not, is left for its channel; the table stands there once, also after a restart. What
/// is asked for in the thread when it is open again stands there.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_thread_is_left_once() {
    for archived in [false, true] {
        let mut club = Club::open().await;
        let thread = club.discord.thread(&club.channel, "our match");
        let (_, table) = club.begin_in(&thread, &club.anna, &club.ben, 1).await;
        club.hand_of(&club.anna).await;
        club.hand_of(&club.ben).await;
        if archived {
            club.discord.archive(&thread, true);
        } else {
            club.discord.lock(&thread, true);
        }
        let mut pressed = BTreeSet::new();
        step(&club, table, [Look::Private; 2], &mut pressed).await;
        club.discord
            .eventually("the table stands in the channel", || tables(&club, &club.channel) == 1)
            .await;
        club.restart().await;
        let before = club.discord.messages(&club.channel).pop().unwrap().edits;
        step(&club, table, [Look::Private; 2], &mut pressed).await;
        let goes_on = || {
            let tables = club.discord.messages(&club.channel);
            tables.len() == 1 && tables[0].edits > before
        };
        club.discord.eventually("it goes on there", goes_on).await;
        play_out(&club, table, [Look::Private; 2]).await;
        club.discord
            .eventually("and is closed there", || tables(&club, &club.channel) == 0)
            .await;

        // Unlocked, it is played in again (a storm found its challenges in the channel, where nobody looked for them).
        club.discord.unarchive(&thread);
        club.begin_in(&thread, &club.anna, &club.ben, 1).await;
    }
}

/// A locked post of a forum has no channel to go to: the match goes on in private, nothing hammers the forum, and the table is
/// brought up to date when the post is unlocked.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_post_of_a_forum_is_waited_for() {
    let club = Club::open().await;
    let forum = club.discord.forum(&club.guild, "games");
    let post = club.discord.thread(&forum, "our match");
    let (_, table) = club.begin_in(&post, &club.anna, &club.ben, 1).await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    club.discord.lock(&post, true);
    play_out(&club, table, [Look::Private; 2]).await;
    let knocks = |method: &str, tail: &str| {
        let at = |channel: &Channel| {
            club.discord
                .count(method, &format!("/channels/{}/messages{tail}", channel.id))
        };
        at(&forum) + at(&post)
    };
    let refused = || {
        club.discord
            .statuses("PATCH", &format!("/channels/{}/messages/*", post.id))
    };
    assert!(refused().iter().filter(|status| **status == 403).count() <= 4);
    assert_eq!(
        club.discord.count("POST", &format!("/channels/{}/messages", forum.id)),
        0
    );
    assert!(knocks("POST", "") <= 4);
    assert_eq!(tables(&club, &post), 1, "it shows what it showed");
    club.discord.lock(&post, false);
    club.discord
        .eventually("the table shows the end", || tables(&club, &post) == 0)
        .await;
    club.assert_tidy(&[&post]);
}

/// Two channels fail for ever, one with errors, one with a limit; a third plays a whole match meanwhile at its own speed.
#[tokio::test(flavor = "multi_thread")]
async fn chats_that_fail_for_ever_slow_nobody() {
    let club = Club::open().await;
    let [broken, limited] = ["broken", "limited"].map(|name| club.discord.channel(&club.guild, name));
    let mut matches = Vec::new();
    for channel in [&broken, &limited] {
        matches.push(club.begin_in(channel, &club.anna, &club.ben, 1).await.1);
    }
    for (channel, fault) in [
        (&broken, Fault::Page(503)),
        (
            &limited,
            Fault::TooMany {
                retry_after: Duration::from_secs(2),
                global: false,
            },
        ),
    ] {
        let path = format!("/channels/{}/messages", channel.id);
        let all = move |r: &crate::fakes::discord::Request| r.path.starts_with(&path);
        club.discord.fail_times(usize::MAX, all, fault);
    }
    let [cara, dirk] = ["Cara", "Dirk"].map(|name| club.discord.user(name, "en-US"));
    [&cara, &dirk]
        .into_iter()
        .for_each(|user| club.discord.join(&club.guild, user));
    let mut pressed = BTreeSet::new();
    for table in &matches {
        step(&club, *table, [Look::Private; 2], &mut pressed).await;
    }
    let (posted, healthy) = club.begin_in(&club.channel, &club.anna, &club.ben, 1).await;
    play_out(&club, healthy, [Look::Private; 2]).await;
    let closed = |message: &Message| act(message, |a| a == Act::Hand).is_none();
    club.discord
        .eventually("its table is up to date", || closed(&club.discord.message(&posted)))
        .await;
    for table in &matches {
        play_out(&club, *table, [Look::Private; 2]).await;
    }
    club.discord.heal();
    for channel in [&broken, &limited] {
        club.discord
            .eventually("they catch up", || tables(&club, channel) == 0)
            .await;
    }
    club.assert_tidy(&[&club.channel, &broken, &limited]);
}

/// C-005: sixty-four players begin at once. The tables stand in the channel at once, private chats are opened at a measured
/// pace, and who waits for theirs plays by "My hand".
#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_players_open_few_private_chats() {
    let club = Club::open().await;
    let players: Vec<User> = (0..64)
        .map(|n| club.discord.user(&format!("P{n:02}"), "en-US"))
        .collect();
    players.iter().for_each(|user| club.discord.join(&club.guild, user));
    let began = tokio::time::Instant::now();
    let mut posted = Vec::new();
    for pair in players.chunks(2) {
        posted.push(club.begin_in(&club.channel, &pair[0], &pair[1], 1).await.0);
    }
    let allowed = 10 + usize::try_from(began.elapsed().as_secs() / 5).unwrap() + 1;
    let opened = club.discord.dms_opened_within(Duration::from_secs(600));
    assert!(opened <= allowed, "{opened} private chats opened, {allowed} allowed");
    assert_eq!(tables(&club, &club.channel), 32);
    for (pair, table) in players.chunks(2).zip(&posted).rev().take(3) {
        for user in pair {
            let hand = user.press(table, |b: &_| is(b, Act::Hand)).await.private().await;
            assert_eq!(hand.pictures.len(), 1, "the other way");
        }
    }
    club.assert_tidy(&[&club.channel]);
}

/// C-138: told that an intent is not allowed, the bot ends with one sentence; asked for by itself is none that needs a switch.
#[tokio::test(flavor = "multi_thread")]
async fn a_disallowed_intent_ends_with_one_sentence() {
    let mut club = Club::open().await;
    assert_eq!(club.discord.identifies(), [crate::fakes::discord::GUILDS]);
    club.discord.close_sockets(4014);
    let ended = tokio::time::timeout(Duration::from_secs(120), club.ended()).await;
    let said = ended.expect("it ends by itself").unwrap_err().to_string();
    assert!(said.contains("intent") && said.contains("developer portal"), "{said}");
    assert_eq!(said.lines().count(), 1);
}

/// C-043: what a program with the same token registered for one server alone is taken away, so that each command stands in the
/// menu once; commands of other names stay, and a server is looked at once.
#[tokio::test(flavor = "multi_thread")]
async fn commands_registered_for_one_server_are_taken_away() {
    let mut club = Club::prepare("Anna", "Ben").await;
    let path = format!(
        "{}/api/v10/applications/{}/guilds/{}/commands",
        club.discord.url(),
        club.discord.application(),
        club.guild.id
    );
    let client = reqwest::Client::new();
    for name in ["gin", "other"] {
        let body = serde_json::json!({ "name": name, "description": "In development", "type": 1 });
        let token = format!("Bot {}", club.discord.token());
        let made = client
            .post(&path)
            .header("Authorization", token)
            .json(&body)
            .send()
            .await
            .unwrap();
        assert!(made.status().is_success(), "{}", made.status());
    }
    club = club.start().await;
    let names = |club: &Club| -> Vec<String> {
        let all = club.discord.commands(Some(&club.guild));
        all.iter()
            .filter_map(|c| c["name"].as_str().map(str::to_owned))
            .collect()
    };
    club.discord
        .eventually("each command once", || {
            let names = names(&club);
            let once = |name: &str| names.iter().filter(|other| *other == name).count() == 1;
            ["Challenge", "gin", "other"].into_iter().all(once)
        })
        .await;
    let looks = "/applications/*/guilds/*/commands";
    assert_eq!(club.discord.count("GET", looks), 1);
    club.restart().await;
    club.anna.slash(&club.channel, "gin help", &[]).await.response().await;
    assert_eq!(club.discord.count("GET", looks), 1, "the server is known to be tidy");
    club.discord.assert_clean();
}

/// C-036: asked for, a table that has scrolled away stands below, and the old one is gone; one in sight stays where it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_scrolled_away_stands_below() {
    let club = Club::open().await;
    let (posted, table) = club.begin(1).await;
    let asked = club.anna.slash(&club.channel, "gin table", &[]).await;
    assert!(asked.response().await.is_only_me());
    for n in 0..12 {
        club.ben.say(&club.channel, &format!("word {n}")).await;
    }
    club.ben.slash(&club.channel, "gin table", &[]).await.response().await;
    let below = || {
        let messages = club.discord.messages(&club.channel);
        let tables: Vec<_> = messages
            .iter()
            .filter(|m| act(m, |a| a == Act::Hand).is_some())
            .collect();
        tables.len() == 1 && tables[0].id != posted.id && messages.last().map(|m| m.id) == Some(tables[0].id)
    };
    club.discord.eventually("one table, below", below).await;
    play_out(&club, table, [Look::Private; 2]).await;
    club.discord
        .eventually("and it goes on there", || tables(&club, &club.channel) == 0)
        .await;
    club.assert_tidy(&[&club.channel]);
}

/// C-028: while nothing can be stored, presses and commands are acknowledged all the same, and answered when there is room.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_keeps_nobody_waiting() {
    use sqlx::{ConnectOptions, Executor};
    let club = Club::open().await;
    let posted = club.challenge(1).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(club.file());
    let mut other = options.connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let accept = club.ben.press(&posted, |b: &_| is(b, Act::Accept)).await;
    let withdraw = club.ben.slash(&club.channel, "gin games", &[]).await;
    let again = club.anna.slash(&club.channel, "gin challenge", &[]).await;
    for press in [&accept, &withdraw, &again] {
        press.acknowledged().await;
    }
    let now = club.discord.message(&posted);
    assert!(act(&now, |a| a == Act::Accept).is_some(), "nothing is stored yet");
    other.execute("ROLLBACK").await.unwrap();
    withdraw.response().await;
    again.response().await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    club.assert_tidy(&[&club.channel]);
}

/// A note for one person whose sending failed is said again; nobody else sees it, so that twice would be no harm.
#[tokio::test(flavor = "multi_thread")]
async fn a_note_that_got_lost_is_said_again() {
    let club = Club::open().await;
    club.discord.deny(&club.channel, permission::ATTACH_FILES);
    let follow_up = |r: &crate::fakes::discord::Request| r.is("POST", "/webhooks/*/*");
    club.discord.fail_next(follow_up, Fault::Page(502));
    club.discord.fail_next(follow_up, Fault::Reset);
    let asked = club.anna.slash(&club.channel, "gin challenge", &[]).await;
    club.discord
        .eventually("both notes", || {
            let answers = asked.answers();
            answers.len() == 2 && answers.iter().all(Message::is_only_me)
        })
        .await;
    club.posted().await;
    club.assert_tidy(&[&club.channel]);
}

/// Who can be written to changes while the table is on its way: what the table says of it is mended.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_on_its_way_learns_who_is_out_of_reach() {
    let club = Club::open().await;
    club.discord.close_dms(&club.ben);
    let posted = club.challenge(1).await;
    // The press itself shows the match; the table's way to the channel is held up until the private chat was refused.
    let path = format!("/channels/{}/messages/*", club.channel.id);
    let held = club
        .discord
        .hold(move |r| r.is("PATCH", &path) || r.is("PATCH", "/webhooks/*/*/messages/@original"));
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let refused = format!("/channels/{}/messages", club.ben.dm_channel().id);
    club.discord
        .eventually("refused", || club.discord.statuses("POST", &refused).contains(&403))
        .await;
    held.waiting(1).await;
    held.release();
    club.discord
        .eventually("the table says so", || {
            let content = club.discord.message(&posted).content;
            content.contains("to Ben in private")
        })
        .await;
    club.assert_tidy(&[&club.channel]);
}
