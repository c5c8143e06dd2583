//! People who press more often than a group may be written to.

use super::*;

/// An old button is pressed again and again: that does not use up what the group may be written, so others get theirs.
#[tokio::test]
async fn an_old_button_pressed_again_and_again_holds_up_nobody() {
    let tg = FakeTelegram::start().await;
    // Ten messages and edits, and then none for an hour.
    let paces = Paces {
        group: Pace {
            burst: 10,
            every: Duration::from_secs(3600),
        },
        ..FAST
    };
    let house = House::furnished(&tg, Arc::new(tempfile::tempdir().expect("a folder")), paces, None).await;
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
