//! Looking at finished hands on Telegram.

use std::collections::BTreeSet;

use jinlami::table::Replay;
use jinlami::ui::token;

use super::*;

/// The id of the match as it stands under its table.
fn code(table: &Message) -> String {
    let words = table.words();
    let at = words.find("match ").expect("an id under the table") + "match ".len();
    words[at..]
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric())
        .collect()
}

fn showdown(tg: &FakeTelegram, group: &Group, hand: &str) -> Option<Message> {
    let posts = tg.posts(group);
    posts
        .into_iter()
        .find(|post| has(post, "Replay") && post.words().contains(hand))
}

/// C-123: players step through a finished hand and see it move, others once an admin has opened it, and nobody sees the hand
/// that is being played.
#[tokio::test]
async fn a_finished_hand_is_stepped_through_and_a_running_one_stays_hidden() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo, dora] = ["Anna", "Ben", "Cleo", "Dora"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo, &dora]);
    tg.promote(&group, &dora, false);
    house.known(&[&anna, &ben, &cleo]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami 2 hands").await;
    let done = || showdown(&tg, &group, "Hand 1 of 2").is_some();
    house.play_until(&[&anna, &ben], done).await;
    let code = code(&table);

    // A player: a photo in the private chat, turned in place, then an animation in its place and back.
    let first = showdown(&tg, &group, "Hand 1 of 2").expect("the first showdown");
    anna.press(&first, |label| label == "Replay").await;
    let page = tg.post(&anna, |post| post.words().contains("Step 1 of")).await;
    assert!(page.photo().is_some() && page.protected(), "{page:?}");
    assert!(
        page.words().contains("deals") && page.words().contains("Hand 1 of 2"),
        "{page:?}"
    );
    anna.press(&page, |label| label == "▶").await;
    tg.eventually("the second step", || page.words().contains("Step 2 of"))
        .await;
    anna.press(&page, |label| label == "⏭").await;
    tg.eventually("the last step", || page.words().contains("scores")).await;
    let last = page.words();
    anna.press(&page, |label| label == "▶").await;
    anna.press(&page, |label| label == "Animation").await;
    tg.eventually("it moves", || page.animation().is_some()).await;
    assert!(
        page.photo().is_none() && page.words().contains("as an animation of"),
        "{page:?}"
    );
    assert!(page.animation().is_some_and(|film| film.starts_with(b"GIF89a")));
    anna.press(&page, |label| label == "⏭").await;
    tg.eventually("a still picture again", || page.photo().is_some()).await;
    assert_eq!(page.words(), last);
    assert_eq!(
        page.id(),
        tg.post(&anna, |post| post.words().contains("Step")).await.id(),
        "one message for all"
    );

    // Ben by the typed id, in his private chat.
    ben.says(&ben, &format!("/replay {}", code.to_lowercase()));
    tg.post(&ben, |post| post.words().contains("Step 1 of")).await;

    // Somebody else is refused, by button and by id; so is whoever is no admin and opens it.
    let toast = cleo.press(&first, |label| label == "Replay").await;
    assert!(toast.text.contains("still being played"), "{toast:?}");
    cleo.says(&group, "/settings open_replay on");
    tg.post(&cleo, |post| post.words().contains("Only admins")).await;
    dora.says(&group, "/settings open_replay on");
    tg.post(&group, |post| post.words().contains("everybody here may look"))
        .await;
    cleo.says(&group, &format!("/replay {code} 1"));
    let hers = tg.post(&cleo, |post| post.words().contains("Step 1 of")).await;
    assert!(
        tg.posts(&group).iter().all(|post| !post.words().contains("Step 1 of")),
        "to her alone"
    );
    cleo.press(&hers, |label| label == "▶").await;
    tg.eventually("her second step", || hers.words().contains("Step 2 of"))
        .await;

    // The hand that is being played: not by id, and not by a button that somebody made up.
    let asked = tg.posts(&cleo).len();
    cleo.says(&group, &format!("/replay {code} 2"));
    tg.eventually("an answer", || tg.posts(&cleo).len() > asked).await;
    let refused = tg.latest(&cleo).expect("an answer");
    assert!(refused.words().contains("not finished"), "{refused:?}");
    for made_up in ["2", "3", "4"] {
        for button in hers.buttons() {
            let data = button.data.expect("a token");
            let forged = data
                .replacen(".21.", &format!(".2{made_up}."), 1)
                .replacen(".31", ".32", 1);
            if forged != data {
                let read = token::decode(&forged).expect("a token like any other");
                assert_eq!(token::encode(read), forged);
                cleo.forge(&hers, &forged).answered().await;
            }
        }
    }
    house.settled().await;

    // The fake knows who saw what: of the second hand nobody saw anything by a replay.
    let id = token::table_of_code(&code).expect("a table's id");
    let log = house.service.store().load(id).await.expect("a store").expect("a log");
    assert!(Replay::of(&log, 1).is_some() && Replay::of(&log, 2).is_none());
    for person in [&anna, &ben, &cleo, &dora] {
        for seen in tg.seen_by(person) {
            let replay = seen.text.contains("Step ") || seen.animation.is_some();
            assert!(!replay || seen.text.contains("Hand 1 of 2"), "{}", seen.text);
            assert!(!replay || seen.chat == person.id(), "each in the own private chat");
        }
    }
    let seen_pictures: BTreeSet<Vec<u8>> = tg
        .seen_by(&dora)
        .into_iter()
        .filter_map(|seen| seen.photo.or(seen.animation))
        .map(|bytes| bytes.to_vec())
        .collect();
    for seen in tg.seen_by(&cleo).into_iter().filter(|seen| seen.chat == cleo.id()) {
        let picture = seen.photo.or(seen.animation).map(|bytes| bytes.to_vec());
        assert!(picture.is_none_or(|picture| !seen_pictures.contains(&picture)));
    }

    // After a restart the same buttons turn the same pages.
    let house = house.reopen().await;
    cleo.press(&hers, |label| label == "⏮").await;
    tg.eventually("her first step", || hers.words().contains("Step 1 of"))
        .await;
    tg.assert_clean();
    house.close().await;
}
