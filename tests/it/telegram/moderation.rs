//! Moderators of a group.

use super::*;
use crate::fakes::telegram::Failure;

/// The id of the match that stands in this message's buttons.
fn id_of(table: &Message) -> String {
    use jinlami::ui::token::{decode, table_code};
    let token = table.buttons().into_iter().find_map(|button| decode(&button.data?));
    table_code(token.expect("a button of a table").table).to_uppercase()
}

/// C-044, C-053, C-089: an anonymous administrator cancels a match and a named one voids a result; an ordinary member is
/// refused, and nobody is seated for it.
#[tokio::test]
async fn administrators_cancel_and_void() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    house.known(&[&anna, &ben, &mo]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let id = id_of(&table);

    ben.says(&group, &format!("/ginadmin cancel {id}"));
    tg.post(&ben, |post| post.words().contains("Only moderators can do this"))
        .await;
    assert!(has(&table, "My hand"), "the match goes on");

    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, &format!("/ginadmin cancel {id} <b>too late</b>"));
    tg.post(&group, |post| {
        post.words().contains(&format!("Match {id} is cancelled"))
    })
    .await;
    tg.eventually("the table says it", || {
        table.words().contains("A moderator cancelled this match") && table.words().contains("<b>too late</b>")
    })
    .await;
    for person in [&anna, &ben] {
        tg.post(person, |post| post.words().contains("A moderator cancelled your match"))
            .await;
    }

    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = tg.post(&anna, |post| has(post, "Resign")).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let id = id_of(&table);
    anna.press(&hand, |label| label == "Resign").await;
    let sure = tg.post(&anna, |post| has(post, "Yes, resign")).await;
    anna.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("it is over", || table.words().contains("Ben wins the match"))
        .await;
    tg.promote(&group, &mo, false);
    mo.says(&group, &format!("/ginadmin void {id}"));
    tg.post(&mo, |post| {
        post.words().contains(&format!("The result of match {id} is voided"))
    })
    .await;
    tg.eventually("the table says it", || {
        table.words().contains("A moderator voided this result")
    })
    .await;
    ben.says(&group, "/top");
    tg.post(&group, |post| post.words().contains("No match has been finished yet"))
        .await;
    mo.says(&group, "/ginadmin log");
    let log = tg
        .post(&mo, |post| post.words().contains("What moderators did here"))
        .await;
    assert!(
        log.words().contains("Mo: voided match") && log.words().contains("an anonymous admin: cancelled match"),
        "{log:?}"
    );
    let players = house
        .service
        .store()
        .leaders(None, jinlami::service::Metric::Points, 10, 0)
        .await
        .unwrap();
    assert!(players.is_empty());
    tg.assert_clean();
    house.close().await;
}

/// C-053, C-041, C-038: an anonymous administrator sets the time zone, blocks a player by answering a message and sets limits; the
/// bot says what it may not do; a member who is blocked is told so in private.
#[tokio::test]
async fn administrators_set_their_group() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    house.known(&[&anna, &ben, &mo]).await;
    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, "/ginadmin zone America/Sao_Paulo");
    tg.post(&group, |post| post.words().contains("time of America/Sao_Paulo"))
        .await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    tg.eventually("the deadline in the group's zone", || table.words().contains("UTC-03"))
        .await;
    let hand = house.hand(&anna).await;
    assert!(!hand.words().contains(" UTC\n"), "{}", hand.words());

    mo.says_anonymously(&group, "/ginadmin limits player 1");
    tg.post(&group, |post| post.words().contains("for one player: 1")).await;
    anna.says(&group, "/challenge");
    tg.post(&anna, |post| post.words().contains("only one match at a time"))
        .await;
    mo.says_anonymously(&group, "/ginadmin limits player off");
    tg.post(&group, |post| post.words().contains("for one player: no limit"))
        .await;

    tg.promote(&group, &mo, false);
    mo.says(&group, "/ginadmin block @ben for shouting");
    tg.post(&mo, |post| post.words().contains("Ben can’t play here any more"))
        .await;
    ben.says(&group, "/challenge");
    tg.post(&ben, |post| post.words().contains("blocked you")).await;
    mo.says(&group, "/ginadmin threads on");
    tg.post(&mo, |post| post.words().contains("no threads of their own"))
        .await;
    mo.says(&group, "/ginadmin permissions");
    tg.post(&mo, |post| post.words().contains("every permission")).await;
    let lacking = |text: &'static str| tg.post(&mo, move |post| post.words().contains(text));
    tg.restrict_bot(&group, true, false);
    mo.says(&group, "/ginadmin permissions");
    lacking("send photos").await;
    // A plain member may only what the group allows everybody.
    tg.restrict_bot(&group, true, true);
    tg.allow_everybody(&group, false, true);
    mo.says(&group, "/ginadmin permissions");
    lacking("I lack permissions here: send messages.").await;
    tg.promote_bot(&group);
    let fine = || {
        let posts = tg.posts(&mo);
        posts
            .iter()
            .filter(|post| post.words().contains("every permission"))
            .count()
    };
    mo.says(&group, "/ginadmin permissions");
    tg.eventually("an administrator may more", || fine() == 2).await;
    tg.allow_everybody(&group, true, true);
    // Whom it blocks is not read out to everybody for an administrator without a name.
    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, "/ginadmin settings");
    let aloud = tg.post(&group, |post| post.words().contains("for moderators")).await;
    assert!(
        aloud.words().contains("One player is blocked here") && !aloud.words().contains("Blocked here"),
        "{}",
        aloud.words()
    );
    tg.promote(&group, &mo, false);
    mo.says(&group, "/ginadmin log");
    let log = tg
        .post(&mo, |post| post.words().contains("What moderators did here"))
        .await;
    for words in [
        "Mo: blocked Ben (for shouting)",
        "an anonymous admin: set the limits",
        "UTC-03",
    ] {
        assert!(log.words().contains(words), "{words}: {}", log.words());
    }
    tg.assert_clean();
    house.close().await;
}

/// C-041: where the private chat is closed, what concerns only one person is not said to the group: it shows the way to the
/// private chat instead.
#[tokio::test]
async fn who_is_blocked_is_not_said_aloud() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    // What is said aloud comes once a minute to each, so each asks once.
    let [ben, cy, mo, max, mia] = ["Ben", "Cy", "Mo", "Max", "Mia"].map(|name| tg.user(name, Some(name), "en"));
    let forum = tg.forum("Club");
    for person in [&ben, &cy, &mo, &max, &mia] {
        tg.join(&forum, person);
    }
    for moderator in [&mo, &max, &mia] {
        tg.promote(&forum, moderator, false);
    }
    let ways = || {
        let posts = tg.posts(&forum);
        posts.iter().filter(|post| has(post, "Open the private chat")).count()
    };
    mo.mentions(&forum, "/ginadmin block {} for shouting", &ben);
    tg.eventually("the moderator is shown the way", || ways() == 1).await;
    ben.says(&forum, "/challenge");
    tg.eventually("so is who is blocked", || ways() == 2).await;
    max.mentions(&forum, "/ginadmin unblock {}", &ben);
    tg.eventually("and again", || ways() == 3).await;
    let topic = tg.topic(&forum, "Games");
    mia.says(&topic, "/ginadmin channel here");
    tg.eventually("set", || ways() == 4).await;
    cy.says(&forum, "/challenge");
    tg.eventually("who asks elsewhere too", || ways() == 5).await;
    for post in tg.posts(&forum).iter().chain(&tg.posts(&topic)) {
        let words = post.words();
        for secret in [
            "blocked",
            "can’t play",
            "play here again",
            "posted in one place",
            "Games are posted",
        ] {
            assert!(!words.contains(secret), "{words}");
        }
    }
    tg.assert_clean();
    house.close().await;
}

/// A moderator's order is not confirmed to Telegram before it is done: killed meanwhile, it would be lost. Other chats are
/// served all the same.
#[tokio::test]
async fn an_order_is_confirmed_only_when_it_is_done() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&ben, &mo]);
    let other = tg.supergroup("Another club");
    tg.join(&other, &anna);
    house.known(&[&anna, &ben, &mo]).await;
    tg.promote(&group, &mo, false);
    let slow = tg.fail_always(
        |call| call.method == "getChatMember",
        Failure::Slow(Duration::from_secs(2)),
    );
    mo.says(&group, "/ginadmin block @ben");
    let order = tg.last_update().expect("an update");
    tg.eventually("Telegram is asked", || tg.count("getChatMember") > 0)
        .await;
    anna.says(&other, "/challenge");
    tg.post(&other, |post| has(post, "Accept")).await;
    let blocked = async || {
        let venue = jinlami::id::Venue {
            platform: Platform::Telegram,
            chat: group.id(),
        };
        house.service.store().blocks(venue).await.unwrap().len()
    };
    assert_eq!(blocked().await, 0, "Telegram has not said yet who Mo is");
    assert!(tg.pending() > 0, "update {order} is not confirmed");
    tg.eventually("confirmed", || tg.pending() == 0).await;
    assert_eq!(blocked().await, 1, "confirmed, so done");
    drop(slow);
    tg.assert_clean();
    house.close().await;
}
