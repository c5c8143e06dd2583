//! People who press more often than a group may be written to.

use super::*;
use crate::fakes::telegram::Call;

/// Ten messages and edits in a group, and then none for an hour.
const SCARCE: Paces = Paces {
    group: Pace {
        burst: 10,
        every: Duration::from_secs(3600),
    },
    ..FAST
};

/// Somebody who never opened the private chat asks again and again for what belongs there: told once a minute, and what the
/// group may be written is left for the others.
#[tokio::test]
async fn a_closed_private_chat_uses_up_nobodys_answers() {
    let tg = FakeTelegram::start().await;
    let house = House::furnished(&tg, Arc::new(tempfile::tempdir().expect("a folder")), SCARCE, None).await;
    let [anna, ben, mallory] = ["Anna", "Ben", "Mallory"].map(|name| tg.user(name, None, "en"));
    let group = house.club(&[&anna, &ben, &mallory]);
    house.known(&[&anna, &ben]).await;
    for _ in 0..20 {
        mallory.says(&group, "/hand");
        mallory.says(&group, "/nudge");
        mallory.says_as_channel(&group, "A channel", "/hand");
    }
    anna.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    ben.mentions(&group, "/challenge {}", &anna);
    tg.post(&group, |post| has(post, "Accept")).await;
    // All sixty were tried in private, or belong to nobody who could be.
    tg.eventually("all tries", || {
        let tries = |call: &&Call| call.chat == Some(mallory.id()) && call.method == "sendMessage";
        tg.calls().iter().filter(tries).count() >= 40
    })
    .await;
    let said = tg.posts(&group);
    let of = |words: &str| said.iter().filter(|post| post.words().contains(words)).count();
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(of("A channel can’t play"), 1);
    tg.assert_clean();
    house.close().await;
}

/// An old button is pressed again and again: that does not use up what the group may be written, so others get theirs.
#[tokio::test]
async fn an_old_button_pressed_again_and_again_holds_up_nobody() {
    let tg = FakeTelegram::start().await;
    let house = House::furnished(&tg, Arc::new(tempfile::tempdir().expect("a folder")), SCARCE, None).await;
    let [anna, ben, carl, dora] = ["Anna", "Ben", "Carl", "Dora"].map(|name| tg.user(name, None, "en"));
    let group = house.club(&[&anna, &ben, &carl, &dora]);
    house.known(&[&anna, &ben, &carl, &dora]).await;
    let table = house.match_between(&group, &anna, &ben, "").await;
    house.hand(&anna).await;
    let before = table.versions().swap_remove(0);
    let accept = before
        .buttons
        .iter()
        .find(|button| button.label == "Accept")
        .expect("a challenge");
    for _ in 0..30 {
        ben.tap_stale(&table, accept).answered().await;
    }
    carl.mentions(&group, "/challenge {}", &dora);
    tg.post(&group, |post| has(post, "Accept")).await;
    tg.assert_clean();
    house.close().await;
}
