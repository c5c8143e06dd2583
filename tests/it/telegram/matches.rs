//! Whole matches.

use super::*;

/// The way once: challenge, accept, play by buttons in the private chats, leaderboard. On the way: each card is seen by
/// its owner alone until the showdown, hands can't be forwarded, and the table is one message.
#[tokio::test]
async fn a_match_from_challenge_to_leaderboard() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("Ben_2"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;

    anna.says(&group, "/challenge @ben_2 jinlami 2 hands");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    assert!(
        table.words().contains("Anna") && table.words().contains("Ben"),
        "{table:?}"
    );
    ben.press(&table, |label| label == "Accept").await;

    let over = || table.words().contains("wins the match") || table.words().contains("The match is drawn");
    house.play_until(&[&anna, &ben], over).await;
    for person in [&anna, &ben] {
        let last = tg
            .post(person, |post| post.words().contains("This match is over"))
            .await;
        assert!(!has(&last, "Resign"), "a match that is over has no buttons: {last:?}");
    }
    assert!(table.buttons().iter().all(|button| button.label != "Accept"));

    // C-062: the name of today.
    anna.renames("Anna-Lena", Some("Łuk"), Some("anna"));
    anna.says(&group, "/top");
    let top = tg.post(&group, |post| post.words().contains("Leaders here")).await;
    assert!(
        top.words().contains("Anna-Lena Łuk") && top.words().contains("Ben"),
        "{top:?}"
    );
    assert!(top.photo().is_some(), "the leaderboard is a picture with words");

    secrets_kept(&tg, &group, &[&anna, &ben]);
    tg.assert_clean();
    house.close().await;
}

/// Against the computer, in the private chat alone.
#[tokio::test]
async fn a_match_against_the_computer_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", None, "en");
    house.known(&[&anna]).await;
    anna.says(&anna, "/challenge 1 hand");
    let hand = house.hand(&anna).await;
    assert!(hand.words().contains("Your hand against Computer"), "{hand:?}");
    let over = || hand.words().contains("wins the match") || hand.words().contains("The match is drawn");
    house.play_until(&[&anna], over).await;
    tg.assert_clean();
    house.close().await;
}

/// C-022, C-020: after a restart the same hands lie there and old buttons work, or say that their turn is over.
#[tokio::test]
async fn old_buttons_work_after_a_restart() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic 1 hand").await;
    let hands = [house.hand(&anna).await, house.hand(&ben).await];
    house
        .play_until(&[&anna, &ben], || hands.iter().all(|hand| hand.versions().len() > 3))
        .await;
    house.settled().await;
    let before = hands.clone().map(|hand| hand.words());
    let gone = |button: &Button| button.label == "Stock" && !hands[0].buttons().contains(button);
    let old = hands[0]
        .versions()
        .iter()
        .flat_map(|shown| shown.buttons.clone())
        .find(gone);

    let house = house.reopen().await;
    assert_eq!(
        hands.clone().map(|hand| hand.words()),
        before,
        "nothing is shown anew without need"
    );
    if let Some(old) = old {
        let toast = anna.tap_stale(&hands[0], &old).answered().await;
        assert!(!toast.text.is_empty(), "an old button says what is the matter");
    }
    let over = || table.words().contains("wins the match") || table.words().contains("The match is drawn");
    house.play_until(&[&anna, &ben], over).await;
    secrets_kept(&tg, &group, &[&anna, &ben]);
    tg.assert_clean();
    house.close().await;
}

/// Two matches in one group and one player at both: buttons, messages and moves don't mix.
#[tokio::test]
async fn two_tables_in_one_group_stay_apart() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben, &cleo]).await;
    house.match_between(&group, &anna, &ben, "classic").await;
    tg.post(&ben, |post| post.words().contains("Anna") && has(post, "Resign"))
        .await;
    cleo.mentions(&group, "/challenge {}", &anna);
    let second = tg.post(&group, |post| has(post, "Accept")).await;
    anna.press(&second, |label| label == "Accept").await;
    let against = |name: &'static str| {
        let (tg, anna) = (tg.clone(), anna.clone());
        async move {
            tg.post(&anna, move |post| {
                has(post, "Resign") && post.words().lines().next().is_some_and(|line| line.contains(name))
            })
            .await
        }
    };
    let (with_ben, with_cleo) = (against("Ben").await, against("Cleo").await);
    assert_ne!(with_ben.id(), with_cleo.id());
    anna.press(&with_ben, |label| label == "Resign").await;
    let sure = tg.post(&anna, |post| has(post, "Yes, resign")).await;
    assert_eq!(sure.id(), with_ben.id(), "the question replaces the hand of that match");
    anna.press(&sure, |label| label == "Yes, resign").await;
    tg.post(&group, |post| post.words().contains("Ben wins the match"))
        .await;
    assert!(has(&with_cleo, "Resign"), "the other match goes on");
    tg.assert_clean();
    house.close().await;
}

/// Whatever anybody could ever read in the group names only cards that lie or lay open, and no private picture was ever
/// shown to somebody else.
pub(super) fn secrets_kept(tg: &FakeTelegram, group: &Group, people: &[&User]) {
    for person in people {
        for message in tg.messages(*person).iter().filter(|message| message.is_from_bot()) {
            if message.photo().is_some() {
                assert!(message.protected(), "a hand can't be forwarded: {message:?}");
            }
        }
        let strangers: Vec<&&User> = people.iter().filter(|other| other.id() != person.id()).collect();
        let mine: Vec<_> = tg
            .posts(*person)
            .iter()
            .flat_map(Message::versions)
            .filter_map(|shown| shown.photo)
            .collect();
        for stranger in strangers {
            for seen in tg.seen_by(stranger) {
                assert_ne!(seen.chat, person.id(), "a private chat is private");
                assert!(
                    seen.photo.is_none_or(|photo| !mine.contains(&photo)),
                    "a private picture is private"
                );
            }
        }
    }
    for post in tg.posts(group) {
        for shown in post.versions() {
            let words = shown.text.or(shown.caption).unwrap_or_default();
            let named = cards(&words);
            let open = words.contains("knocks")
                || words.contains("knocked")
                || words.contains("goes gin")
                || words.contains("Hand drawn");
            let open = open || words.contains("undercuts") || words.contains("forfeits");
            let distinct: std::collections::BTreeSet<_> = named.iter().collect();
            assert!(
                open || distinct.len() <= 2,
                "more cards than the pile's top and the last move: {words}"
            );
        }
    }
}
