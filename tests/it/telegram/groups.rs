//! Groups as they are: topics, upgrades, anonymous administrators, missing rights.

use super::*;
use crate::fakes::telegram::{Call, Failure};

/// C-051: in a forum everything about a match stays in its topic, also after a restart; the general topic is never named.
#[tokio::test]
async fn a_match_stays_in_its_topic() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let forum = tg.forum("Forum");
    tg.join(&forum, &anna);
    tg.join(&forum, &ben);
    let topic = tg.topic(&forum, "Gin");
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&topic, &anna, &ben, "classic 1 hand").await;
    house.hand(&anna).await;
    let house = house.reopen().await;
    let over = || table.words().contains("wins the match") || table.words().contains("The match is drawn");
    house.play_until(&[&anna, &ben], over).await;
    anna.says(&topic, "/top");
    tg.post(&topic, |post| post.words().contains("Leaders here")).await;
    for post in tg.posts(&forum) {
        assert_eq!(post.thread(), Some(topic.id()), "{post:?}");
    }
    anna.says(&forum, "/rules");
    tg.eventually("an answer in General", || {
        tg.posts(&forum).iter().any(|post| post.thread().is_none())
    })
    .await;
    tg.assert_clean();
    house.close().await;
}

/// C-050: the group becomes a supergroup in the middle of a match: table and leaderboard move with it, once.
#[tokio::test]
async fn a_group_becomes_a_supergroup_mid_match() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = tg.group("Small club");
    tg.join(&group, &anna);
    tg.join(&group, &ben);
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "classic 1 hand").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    let old = group.id();
    tg.upgrade(&group);
    assert_ne!(group.id(), old);
    house
        .play_until(&[&anna, &ben], || {
            tg.posts(&group)
                .iter()
                .any(|post| post.words().contains("wins the match") || post.words().contains("The match is drawn"))
        })
        .await;
    anna.says(&group, "/top");
    let top = tg.post(&group, |post| post.words().contains("Leaders here")).await;
    assert!(top.words().contains("Anna") && top.words().contains("Ben"), "{top:?}");
    tg.assert_clean();
    house.close().await;
}

/// C-053, C-055: an anonymous administrator may set the group's language but can't play: told why, and nobody is seated.
#[tokio::test]
async fn an_anonymous_administrator() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    let group = house.club(&[&anna]);
    tg.promote(&group, &anna, true);
    anna.says_anonymously(&group, "/settings language en");
    tg.post(&group, |post| post.words().contains("I speak English here from now on"))
        .await;
    anna.says_anonymously(&group, "/challenge");
    let told = tg.post(&group, |post| post.words().contains("anonymous")).await;
    assert!(tg.posts(&group).iter().all(|post| !has(post, "Accept")), "{told:?}");
    anna.says_anonymously(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// Messages that speak for no person: as a channel, forwarded from one, edited. Explained or ignored, never a crash.
#[tokio::test]
async fn channels_and_edits_are_no_players() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    let group = house.club(&[&anna]);
    tg.auto_forward(&group, "News", "/challenge");
    anna.says_as_channel(&group, "Anna's channel", "/challenge");
    tg.post(&group, |post| post.words().contains("channel")).await;
    let said = anna.says(&group, "/nothing");
    anna.edits(&said, "/challenge");
    anna.says(&group, "/challenge@some_other_bot");
    // What follows proves that all of it was looked at.
    anna.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert!(tg.posts(&group).iter().all(|post| !has(post, "Accept")));
    tg.assert_clean();
    house.close().await;
}

/// C-041, C-042: photos are forbidden in one group, the bot is thrown out of another, a third goes on; all recover.
#[tokio::test]
async fn missing_rights_stay_in_their_group() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    house.known(&[&anna, &ben]).await;
    let groups = ["Words only", "Closed door", "Quiet"].map(|title| {
        let group = tg.supergroup(title);
        tg.join(&group, &anna);
        tg.join(&group, &ben);
        group
    });
    tg.restrict_bot(&groups[0], true, false);
    let words_only = house.match_between(&groups[0], &anna, &ben, "classic").await;
    tg.eventually("the table in words", || {
        tg.posts(&groups[0])
            .iter()
            .any(|post| post.photo().is_none() && post.words().contains("in the stock"))
    })
    .await;
    assert!(words_only.photo().is_none());

    house.match_between(&groups[1], &anna, &ben, "classic").await;
    let hand = tg
        .post(&anna, |post| {
            has(post, "Resign") && post.words().contains("Closed door")
        })
        .await;
    tg.kick_bot(&groups[1]);
    let quiet = house.match_between(&groups[2], &anna, &ben, "classic").await;
    tg.eventually("another group is served", || has(&quiet, "My hand"))
        .await;
    anna.press(&hand, |label| label == "Resign").await;
    let sure = tg.post(&anna, |post| has(post, "Yes, resign")).await;
    anna.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("moves still count", || hand.words().contains("This match is over"))
        .await;
    let closed = groups[1].id();
    tg.eventually("the closed door is felt", || {
        let refused = |call: &Call| {
            call.chat == Some(closed) && matches!(&call.outcome, Some(Err(why)) if why.contains("kicked"))
        };
        tg.calls().iter().any(refused)
    })
    .await;
    tg.add_bot(&groups[1]);
    tg.post(&groups[1], |post| post.words().contains("Ben wins the match"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// C-036: the table and the hand are deleted: the next turn brings the table back, `/hand` the hand; a press on the
/// message that is gone is answered all the same.
#[tokio::test]
async fn deleted_messages_come_back() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let button = table.button(|label| label == "My hand");
    tg.delete_message(&table);
    tg.delete_message(&hand);
    anna.tap_stale(&table, &button).answered().await;
    anna.says(&anna, "/hand");
    let again = house.hand(&anna).await;
    assert_ne!(again.id(), hand.id());
    house
        .play_until(&[&anna, &ben], || {
            tg.latest(&group)
                .is_some_and(|post| post.id() != table.id() && has(&post, "My hand"))
        })
        .await;
    tg.assert_clean();
    house.close().await;
}

/// The topic of a match is closed: its players are told in private, once, and play on; reopened, the table is back.
#[tokio::test]
async fn a_closed_topic_is_told_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let forum = tg.forum("Forum");
    tg.join(&forum, &anna);
    tg.join(&forum, &ben);
    let topic = tg.topic(&forum, "Gin");
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&topic, &anna, &ben, "classic").await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    tg.close_topic(&topic);
    tg.fail_next(
        |call| call.method.starts_with("editMessage") && call.chat.is_some_and(|chat| chat < 0),
        TOPIC_CLOSED,
    );
    let told = |person: &User| {
        tg.posts(person)
            .into_iter()
            .filter(|post| post.words().contains("can’t write in Forum"))
            .count()
    };
    house
        .play_until(&[&anna, &ben], || {
            told(&anna) > 0 && told(&ben) > 0 && hand.versions().len() > 3
        })
        .await;
    assert_eq!((told(&anna), told(&ben)), (1, 1));
    let shown = table.versions().len();
    tg.reopen_topic(&topic);
    house.later.fetch_add(11 * 60_000, Ordering::SeqCst);
    tg.eventually("the table is back", || table.versions().len() > shown)
        .await;
    tg.assert_clean();
    house.close().await;
}

const TOPIC_CLOSED: Failure = Failure::Refused(400, "Bad Request: TOPIC_CLOSED");
