//! The private chat: never opened, blocked, opened again; and who is spoken to in which language.

use super::*;

/// C-004: a fresh account accepts without ever having opened the bot. No card is dealt and no clock runs until the
/// button was followed; then the match goes on by itself.
#[tokio::test]
async fn a_player_who_never_pressed_start() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", None, "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna]).await;

    let table = house.match_between(&group, &anna, &ben, "").await;
    tg.eventually("the group shows who must open the chat", || {
        table.words().contains("Ben: open a private chat") && has(&table, "Open the private chat")
    })
    .await;
    assert!(!table.words().contains("eadline"), "no clock runs: {table:?}");
    assert!(
        tg.posts(&anna).iter().all(|post| post.photo().is_none()),
        "no card is dealt yet"
    );

    ben.follow(table.button(|label| label == "Open the private chat")).await;
    let (hers, his) = (house.hand(&anna).await, house.hand(&ben).await);
    assert!(hers.photo().is_some() && his.photo().is_some());
    tg.eventually("the table runs", || table.words().contains("to move"))
        .await;
    assert!(!has(&table, "Open the private chat"));
    tg.assert_clean();
    house.close().await;
}

/// A deep link that lost its payload finds the waiting table all the same.
#[tokio::test]
async fn a_plain_start_is_as_good_as_the_link() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", None, "en"));
    let group = house.club(&[&anna, &ben]);
    let table = house.match_between(&group, &anna, &ben, "").await;
    tg.eventually("both are asked", || {
        table.words().contains("Anna: open") && table.words().contains("Ben: open")
    })
    .await;
    ben.start("").await;
    tg.eventually("only one is asked", || !table.words().contains("Ben: open"))
        .await;
    anna.start("t0000000000").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    tg.assert_clean();
    house.close().await;
}

/// C-007: a player blocks the bot in the middle of a match. The opponent is told, everything else goes on; unblocking
/// brings the newest hand.
#[tokio::test]
async fn blocked_and_unblocked_mid_match() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hers = house.hand(&anna).await;
    house.hand(&ben).await;

    ben.blocks();
    tg.eventually("the group is told", || has(&table, "Open the private chat"))
        .await;
    assert!(has(&hers, "Resign"), "Anna's match is still there");

    ben.unblocks();
    tg.eventually("the group is told that all is well", || {
        !has(&table, "Open the private chat")
    })
    .await;
    house.play_until(&[&anna, &ben], || hers.versions().len() > 4).await;
    tg.assert_clean();
    house.close().await;
}

/// C-071: each person reads their own language in private, the group its own, and admins change that one.
#[tokio::test]
async fn a_chinese_player_in_an_english_group() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, bo) = (tg.user("Anna", Some("anna"), "en"), tg.user("小波", None, "zh-hans"));
    let group = house.club(&[&anna, &bo]);
    group.owner().says(&group, "/settings language en");
    tg.post(&group, |post| post.words().contains("I speak English here from now on"))
        .await;
    house.known(&[&anna, &bo]).await;
    let table = house.match_between(&group, &anna, &bo, "jinlami").await;
    let his = tg.post(&bo, |post| post.photo().is_some()).await;
    assert!(!his.words().contains("Your hand"), "{his:?}");
    assert!(his.words().contains('牌') || his.words().contains('米'), "{his:?}");
    assert!(house.hand(&anna).await.words().contains("Your hand"));
    tg.eventually("an English table", || table.words().contains("to move"))
        .await;

    let before = tg.posts(&group).len();
    anna.says(&group, "/settings language zh-Hans");
    tg.eventually("who is no admin is refused", || {
        tg.posts(&anna).iter().any(|post| post.words().contains("Only admins"))
    })
    .await;
    assert_eq!(tg.posts(&group).len(), before);
    tg.promote(&group, &anna, false);
    anna.says(&group, "/settings language zh-Hans");
    tg.eventually("an admin is obeyed", || {
        tg.latest(&group)
            .is_some_and(|post| !post.words().contains("English") && post.words().contains("中文"))
    })
    .await;
    tg.assert_clean();
    house.close().await;
}

/// "My hand" under the public table: for whom the private chat is open it arrives there, as the one living copy; for whom
/// it is closed the cards pop up for them alone.
#[tokio::test]
async fn my_hand_from_the_table() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let first = house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;

    let toast = anna.press(&table, |label| label == "My hand").await;
    assert!(toast.text.contains("in private") && !toast.alert, "{toast:?}");
    let again = tg
        .post(&anna, |post| has(post, "Resign") && post.id() != first.id())
        .await;
    tg.eventually("one living copy", || first.deleted()).await;
    anna.says(&group, "/hand");
    tg.eventually("and by command", || again.deleted()).await;
    let newest = house.hand(&anna).await;
    house.play_until(&[&anna, &ben], || newest.versions().len() > 2).await;

    ben.blocks();
    tg.eventually("the group is told", || has(&table, "Open the private chat"))
        .await;
    let toast = ben.press(&table, |label| label == "My hand").await;
    assert!(toast.alert && cards(&toast.text).len() >= 10, "{toast:?}");
    assert!(toast.text.chars().count() <= 200);
    tg.assert_clean();
    house.close().await;
}

/// Somebody who never opened the private chat asks in the group: a refusal is said beside the command, a hand never; for
/// that the button to the private chat is offered.
#[tokio::test]
async fn questions_of_somebody_without_a_private_chat() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    let asked = anna.says(&group, "/challenge whatever");
    let told = tg.post(&group, |post| post.words().contains("no rules called")).await;
    assert_eq!(told.reply_to(), Some(asked.id()));
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&ben).await;
    ben.blocks();
    let asked = ben.says(&group, "/hand");
    let told = tg.post(&group, |post| post.reply_to() == Some(asked.id())).await;
    assert!(cards(&told.words()).is_empty(), "{told:?}");
    ben.follow(told.button(|label| label == "Open the private chat")).await;
    house.hand(&ben).await;
    tg.assert_clean();
    house.close().await;
}
