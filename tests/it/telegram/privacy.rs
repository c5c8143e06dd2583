//! One's own data and settings, on Telegram.

use super::*;

/// C-128, C-129: asked for in a group, answered in private; the file can be saved; deleting is asked twice; the group sees a
/// deleted player.
#[tokio::test]
async fn data_is_handed_over_in_private_and_deleted_after_two_questions() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Annabel", "Ben"].map(|name| tg.user(name, Some(&name.to_lowercase()), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami 2 hands").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let before = tg.posts(&group).len();

    anna.says(&group, "/privacy export");
    let sent = tg.post(&anna, |post| post.document().is_some()).await;
    assert!(!sent.protected(), "a file is for keeping");
    let record: serde_json::Value = serde_json::from_slice(&sent.document().unwrap()).unwrap();
    assert_eq!(record["player"]["name"], "Annabel");
    assert_eq!(record["accounts"][0]["user"], anna.id().to_string());
    assert!(!record.to_string().contains(&ben.id().to_string()));

    anna.says(&group, "/privacy delete");
    let first = tg.post(&anna, |post| has(post, "Keep my data")).await;
    assert!(first.words().contains("One match"), "{first:?}");
    anna.press(&first, |label| label.starts_with("Delete my data")).await;
    tg.eventually("the last question", || has(&first, "Yes, delete everything"))
        .await;
    anna.press(&first, |label| label == "Yes, delete everything").await;
    tg.eventually("done", || first.words().contains("Done: one match"))
        .await;
    tg.eventually("the table says it", || {
        table.words().contains("Deleted player") && !table.words().contains("Annabel")
    })
    .await;
    let hand = tg
        .post(&ben, |post| post.words().contains("Deleted player resigned"))
        .await;
    assert!(!hand.words().contains("Annabel"), "{hand:?}");
    ben.says(&group, "/top");
    let board = tg.post(&group, |post| post.words().contains("Leaders here")).await;
    assert!(
        board.words().contains("Deleted player") && !board.words().contains("Annabel"),
        "{board:?}"
    );
    house.settled().await;
    let public = tg.posts(&group);
    assert!(
        public[before..]
            .iter()
            .all(|post| post.document().is_none() && !post.words().contains("Keep my data"))
    );
    tg.assert_clean();
    house.close().await;
}

/// C-034, C-078: one's own settings by command, in private wherever it is asked; the hand message changes its kind.
#[tokio::test]
async fn own_settings_are_set_by_buttons_and_remembered() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "jinlami 2 hands").await;
    let hand = house.hand(&anna).await;
    assert!(hand.photo().is_some());
    anna.says(&group, "/settings");
    let page = tg.post(&anna, |post| has(post, "Words alone")).await;
    for label in ["Words alone", "Don’t ask again"] {
        anna.press(&page, |shown| shown == label).await;
        tg.eventually("the button is gone", || !has(&page, label)).await;
    }
    house.settled().await;
    house = house.reopen().await;
    anna.says(&anna, "/hand");
    let words = tg
        .post(&anna, |post| has(post, "Resign") && post.photo().is_none())
        .await;
    anna.press(&words, |label| label == "Resign").await;
    tg.post(&ben, |post| post.words().contains("Anna resigned")).await;
    tg.assert_clean();
    house.close().await;
}

/// C-128: whoever asks about their data is not stored for asking, in private or in a group, nor kept after a deletion.
#[tokio::test]
async fn asking_about_data_makes_nobody() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let account = |user: &User| jinlami::id::Account {
        platform: Platform::Telegram,
        user: user.id(),
    };
    let parting = house.service.forget(account(&anna)).await.unwrap();
    assert!(parting.is_some());
    for (place, what) in [(false, "export"), (false, "policy"), (true, "delete"), (true, "export")] {
        let before = tg.posts(&anna).len();
        let words = format!("/privacy {what}");
        if place {
            anna.says(&group, &words);
        } else {
            anna.says(&anna, &words);
        }
        tg.eventually("an answer", || tg.posts(&anna).len() > before).await;
        let known = house.service.store().player_of(account(&anna)).await.unwrap();
        assert_eq!(known, None, "{words}");
    }
    let said = tg
        .posts(&anna)
        .iter()
        .any(|post| post.words().contains("Nothing is kept"));
    assert!(said);
    // Anything else begins anew.
    anna.says(&anna, "/help");
    house.settled().await;
    tg.eventually("help", || {
        tg.posts(&anna)
            .last()
            .is_some_and(|post| !post.words().contains("Nothing is kept"))
    })
    .await;
    let known = house.service.store().player_of(account(&anna)).await.unwrap();
    assert!(known.is_some());
    tg.assert_clean();
    house.close().await;
}
