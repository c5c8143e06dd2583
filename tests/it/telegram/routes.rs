//! The ways to a player, one after the other, and back; and the way of a table back into sight.

use super::*;
use crate::fakes::telegram::{Call, Failure};

/// A house that may show hands in groups to their players alone.
async fn open(tg: &FakeTelegram) -> House {
    let config = TelegramConfig {
        token: tg.token(),
        api_url: Some(tg.url().to_owned()),
        webhook: None,
        paces: FAST,
        ephemeral: true,
    };
    House::equipped(tg, Arc::new(tempfile::tempdir().expect("a folder")), config).await
}

/// The newest hand that only this person sees in the group.
fn shown_alone(tg: &FakeTelegram, group: &Group, person: &User) -> Option<Message> {
    let mut posts = tg.posts(group).into_iter().rev();
    posts.find(|post| post.only_for() == Some(person.id()) && has(post, "Resign"))
}

/// A player whom no private chat reaches is shown the hand in the group, and nobody else sees it; a move made there counts.
/// When the private chat opens again it is used again.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_in_the_group_for_its_player_alone() {
    let tg = FakeTelegram::start().await;
    tg.know_ephemeral(true);
    let house = open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    let private = house.hand(&ben).await;
    house.settled().await;
    let before = private.versions().len();
    ben.blocks();
    tg.eventually("the group is told", || has(&table, "Open the private chat"))
        .await;

    let toast = ben.press(&table, |label| label == "My hand").await;
    assert!(
        toast.text.contains("Only you") && cards(&toast.text).is_empty(),
        "{toast:?}"
    );
    let hand = tg.eventually("his hand", || shown_alone(&tg, &group, &ben)).await;
    assert!(cards(&hand.words()).len() >= 10, "{hand:?}");
    let first = hand.versions()[0].text.clone().expect("words");
    assert!(cards(&first).is_empty(), "what goes first holds no card: {first}");
    ben.says(&group, "/hand");
    tg.eventually("by command too", || {
        shown_alone(&tg, &group, &ben).is_some_and(|newest| newest.id() != hand.id())
    })
    .await;
    assert!(tg.seen_by(&anna).iter().all(|seen| {
        tg.message(&group, seen.message.unwrap_or(0))
            .is_none_or(|message| seen.chat != group.id() || message.only_for().is_none())
    }));

    // Both play on, he by what he is shown in the group.
    let mut moved = false;
    while !moved {
        let step = tg
            .eventually("somebody can play", || {
                let his = shown_alone(&tg, &group, &ben).and_then(|hand| {
                    let plays = |label: &str| label == "Stock" || label == "Pass" || is_card(label);
                    let button = hand.buttons().into_iter().rev().find(|button| plays(&button.label))?;
                    Some((true, hand, button))
                });
                his.or_else(|| next_press(&tg, &anna).map(|(hand, button)| (false, hand, button)))
            })
            .await;
        let (his, message, button) = step;
        let person = if his { &ben } else { &anna };
        person.press(&message, |label| label == button.label).await;
        house.settled().await;
        moved = his;
        if !his {
            ben.press(&table, |label| label == "My hand").await;
        }
    }

    ben.unblocks();
    tg.eventually("his private chat is used again", || private.versions().len() > before)
        .await;
    let toast = ben.press(&table, |label| label == "My hand").await;
    assert!(toast.text.contains("in private"), "{toast:?}");
    tg.assert_clean();
    house.close().await;
}

/// A server that knows no such messages would show them to everybody: it is given no card, and the hand pops up instead.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_server_shows_no_card_to_anybody_else() {
    let tg = FakeTelegram::start().await;
    tg.know_ephemeral(false);
    let house = open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    let his = cards(&house.hand(&ben).await.words());
    ben.blocks();
    tg.eventually("the group is told", || has(&table, "Open the private chat"))
        .await;
    for _ in 0..2 {
        let toast = ben.press(&table, |label| label == "My hand").await;
        assert!(toast.alert && cards(&toast.text).len() >= 10, "{toast:?}");
    }
    let asked = |call: &&Call| call.params.contains_key("ephemeral_message_parameters");
    assert_eq!(tg.calls().iter().filter(asked).count(), 1, "once is enough to know");
    let seen = tg.seen_by(&anna);
    let leaked = seen
        .iter()
        .any(|seen| his.iter().all(|card| cards(&seen.text).contains(card)));
    assert!(!leaked, "{seen:?}");
    let covers = tg
        .posts(&group)
        .into_iter()
        .filter(|post| post.words().contains("Only you"));
    assert_eq!(covers.count(), 0, "and what it showed to all is taken away");
    tg.assert_clean();
    house.close().await;
}

/// A private chat that fails only after the press had to be answered: the way to it is shown in the group.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_failure_shows_the_way() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let chat = ben.id();
    tg.fail_next(move |call| call.chat == Some(chat), Failure::TooMany(1));
    let press = ben.tap(&table, |label| label == "My hand");
    tg.eventually("it is asked to wait", || {
        tg.calls()
            .iter()
            .any(|call| call.chat == Some(chat) && matches!(call.outcome, Some(Err(_))))
    })
    .await;
    ben.blocks();
    press.answered().await;
    let way = tg
        .post(&group, |post| {
            has(post, "Open the private chat") && post.id() != table.id()
        })
        .await;
    assert!(cards(&way.words()).is_empty(), "{way:?}");
    tg.assert_clean();
    house.close().await;
}

/// C-024, C-036: a table that has scrolled away stands anew where it was asked for, once: the old one is gone, the new one goes on,
/// also when the bot was started in between.
#[tokio::test]
async fn a_table_comes_back_into_sight() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    anna.mentions(&group, "/challenge {}", &ben);
    let first = tg.post(&group, |post| has(post, "Accept")).await;
    anna.says(&group, "/table");
    tg.eventually("one challenge", || first.deleted()).await;
    let second = tg.post(&group, |post| has(post, "Accept")).await;
    ben.press(&second, |label| label == "Accept").await;
    tg.eventually("it goes on there", || has(&second, "My hand")).await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let house = house.reopen().await;
    ben.says(&group, "/table");
    tg.eventually("one table", || second.deleted()).await;
    let third = tg.post(&group, |post| has(post, "My hand")).await;
    let (shown, played) = (third.versions().len(), hand.versions().len());
    house
        .play_until(&[&anna, &ben], || {
            third.versions().len() > shown && hand.versions().len() > played
        })
        .await;
    assert_eq!(tg.posts(&group).iter().filter(|post| has(post, "My hand")).count(), 1);
    tg.assert_clean();
    house.close().await;
}

/// C-042: a group forbids everybody to write and allows it again, of which a bot is told nothing: the next thing that can be said
/// there shows it, and the table is brought up to date at once.
#[tokio::test]
async fn what_can_be_said_again_brings_the_table() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let chat = group.id();
    let words = "Bad Request: not enough rights to send text messages to the chat";
    let shut = tg.fail_always(
        move |call| call.chat == Some(chat) && call.method != "getChatMember",
        Failure::Refused(400, words),
    );
    let refused = || {
        let calls = tg.calls().into_iter().filter(|call| call.chat == Some(chat));
        calls.filter(|call| matches!(call.outcome, Some(Err(_)))).count()
    };
    let played = hand.versions().len();
    house
        .play_until(&[&anna, &ben], || refused() > 0 && hand.versions().len() > played + 2)
        .await;
    assert!(refused() <= 2, "{} attempts", refused());
    drop(shut);
    let shown = table.versions().len();
    anna.says(&group, "/rules");
    tg.eventually("the table goes on", || table.versions().len() > shown)
        .await;
    tg.assert_clean();
    house.close().await;
}

/// A file can't be shown in a group to one person: where the private chat is closed, the way to it is shown instead of words
/// that promise one.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_waits_for_the_private_chat() {
    let tg = FakeTelegram::start().await;
    tg.know_ephemeral(true);
    let house = open(&tg).await;
    let ben = tg.user("Ben", Some("Ben"), "en");
    let group = house.club(&[&ben]);
    house.known(&[&ben]).await;
    ben.blocks();
    let promised = || {
        let posts = tg.posts(&group);
        posts.iter().any(|post| post.words().contains("as a file. It holds"))
    };
    let ways = || {
        let posts = tg.posts(&group);
        posts.iter().filter(|post| has(post, "Open the private chat")).count()
    };
    ben.says(&group, "/privacy export");
    tg.eventually("the way", || ways() == 1).await;
    // The policy is words, and its button asks for the file.
    ben.says(&group, "/privacy");
    let policy = tg
        .eventually("the policy", || {
            let mut posts = tg.posts(&group).into_iter();
            posts.find(|post| post.only_for() == Some(ben.id()) && has(post, "My data as a file"))
        })
        .await;
    let toast = ben.press(&policy, |label| label == "My data as a file").await;
    assert!(toast.alert && toast.text.contains("Open our private chat"), "{toast:?}");
    house.settled().await;
    assert!(!promised() && ways() == 1, "the way is shown once a minute");
    tg.assert_clean();
    house.close().await;
}

/// What was asked for in a group while the private chat was closed comes when it is opened by the button; a log at its usual level
/// names nobody meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn the_way_to_the_private_chat_asks_again() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [ben, anna] = ["Ben", "Anna"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&ben, &anna]);
    house.known(&[&ben, &anna]).await;
    for (person, words, said) in [
        (&ben, "/privacy export", "the answer comes there"),
        (&anna, "/settings", "ask there again"),
    ] {
        person.blocks();
        person.says(&group, words);
        let way = tg.post(&group, |post| post.words().contains(said)).await;
        let link = way.buttons()[0].url.clone().expect("a link");
        let payload = link.split_once("?start=").map(|(_, payload)| payload.to_owned());
        assert_eq!(payload.is_some(), person.id() == ben.id(), "{link}");
        if let Some(payload) = payload {
            person.start(&payload).await;
            tg.post(person, |post| post.document().is_some()).await;
        }
    }
    tg.assert_clean();
    house.close().await;
}

/// C-042: a group that opens again without a word, after its worker went home or the program started anew: a press on its table
/// shows it, in the running program and after a restart.
#[tokio::test]
async fn a_press_brings_the_table_of_a_group_that_opened() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    let chat = group.id();
    let words = "Bad Request: not enough rights to send text messages to the chat";
    let refused = || {
        let calls = tg.calls().into_iter().filter(|call| call.chat == Some(chat));
        calls.filter(|call| matches!(call.outcome, Some(Err(_)))).count()
    };
    for restart in [false, true] {
        house.settled().await;
        let shut = tg.fail_always(
            move |call| call.chat == Some(chat) && call.method != "getChatMember",
            Failure::Refused(400, words),
        );
        let (before, played) = (refused(), hand.versions().len());
        house
            .play_until(&[&anna, &ben], || {
                refused() > before && hand.versions().len() > played + 2
            })
            .await;
        house.settled().await;
        let (before, shown) = (refused(), table.versions().len());
        for _ in 0..5 {
            ben.press(&table, |label| label == "My hand").await;
        }
        house.settled().await;
        assert!(refused() <= before + 1, "presses hammer nothing");
        drop(shut);
        if restart {
            house = house.reopen().await;
        } else {
            house.later.fetch_add(90_000, Ordering::SeqCst);
        }
        ben.press(&table, |label| label == "My hand").await;
        tg.eventually("the table goes on", || table.versions().len() > shown)
            .await;
    }
    tg.assert_clean();
    house.close().await;
}
