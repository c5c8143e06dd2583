//! People as they are: without names, with odd names, in a hurry, in the wrong place.

use super::*;

/// C-056, C-057: two people without usernames, found by a tapped name and by an answer; an unknown @name gets a challenge
/// that only its bearer can accept.
#[tokio::test]
async fn opponents_are_found_however_they_are_named() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, eve] = ["Anna", "Ben", "Eve"].map(|name| tg.user(name, None, "en"));
    let zed = tg.user("Zora", Some("Zed_99"), "en");
    let group = house.club(&[&anna, &ben, &zed, &eve]);

    anna.mentions(&group, "/challenge {} classic", &ben);
    let tapped = tg.post(&group, |post| has(post, "Accept")).await;
    assert!(tapped.words().contains("Anna challenges Ben"), "{tapped:?}");
    assert!(!tapped.words().contains("None"));
    anna.press(&tapped, |label| label == "Withdraw").await;
    tg.eventually("withdrawn", || !has(&tapped, "Accept")).await;

    let said = ben.says(&group, "hello");
    anna.replies(&said, "/challenge");
    let answered = tg.post(&group, |post| has(post, "Accept")).await;
    assert!(answered.words().contains("Anna challenges Ben"), "{answered:?}");
    ben.press(&answered, |label| label == "Decline").await;
    tg.eventually("declined", || !has(&answered, "Accept")).await;

    anna.says(&group, "/challenge @ZED_99");
    let named = tg.post(&group, |post| has(post, "Accept")).await;
    assert!(named.words().to_lowercase().contains("@zed_99"), "{named:?}");
    let refused = eve.press(&named, |label| label == "Accept").await;
    assert!(refused.text.contains("for somebody else"), "{refused:?}");
    assert!(has(&named, "Accept"));
    zed.press(&named, |label| label == "Accept").await;
    tg.eventually("Zora sits down", || named.words().contains("Zora")).await;
    tg.assert_clean();
    house.close().await;
}

/// C-115: against oneself, against some bot.
#[tokio::test]
async fn nobody_plays_against_themselves_or_a_bot() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    let group = house.club(&[&anna]);
    house.known(&[&anna]).await;
    let before = tg.posts(&group).len();
    anna.says(&group, "/challenge @Anna");
    tg.post(&anna, |post| post.words().contains("challenge yourself")).await;
    anna.says(&group, "/challenge hands -3");
    tg.post(&anna, |post| post.words().contains("number of hands")).await;
    anna.says(&group, "/challenge whatever");
    tg.post(&anna, |post| post.words().contains("no rules called")).await;
    assert_eq!(tg.posts(&group).len(), before, "bad input is answered in private");
    tg.assert_clean();
    house.close().await;
}

/// C-058, C-061: names full of markup and command words are shown as they are and trigger nothing.
#[tokio::test]
async fn odd_names_are_only_names() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let odd = tg.user("_*`[](<b>&~>#+-=|{}.!\\", None, "en");
    let command = tg.user("/start reset all knock", None, "en");
    let group = house.club(&[&odd, &command]);
    house.known(&[&odd, &command]).await;
    let table = house.match_between(&group, &odd, &command, "classic 1 hand").await;
    house.hand(&odd).await;
    let his = house.hand(&command).await;
    assert!(his.words().contains("<b>&"), "{his:?}");
    tg.eventually("the table names both", || {
        table.words().contains("_*`[](<b>&") && table.words().contains("reset all knock")
    })
    .await;
    let over = || table.words().contains("wins the match") || table.words().contains("The match is drawn");
    house.play_until(&[&odd, &command], over).await;
    odd.says(&group, "/top");
    tg.post(&group, |post| {
        post.words().contains("Leaders here") && post.words().contains("<b>&")
    })
    .await;
    tg.assert_clean();
    house.close().await;
}

/// C-125, C-123: a stranger presses every button of a table, and of a hand that was forwarded to him.
#[tokio::test]
async fn a_stranger_presses_everything() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let eve = tg.user("Eve", Some("eve"), "en");
    let group = house.club(&[&anna, &ben, &eve]);
    house.known(&[&anna, &ben, &eve]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hers = house.hand(&anna).await;
    let his = house.hand(&ben).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let (before, welcome) = (hers.words() + &his.words() + &table.words(), tg.posts(&eve).len());

    let toast = eve.press(&table, |label| label == "My hand").await;
    assert!(toast.text.contains("don’t play at this table"), "{toast:?}");
    let own = tg.posts(&eve)[0].clone();
    for button in hers.buttons().into_iter().chain(his.buttons()) {
        let Some(token) = button.data else { continue };
        for place in [&table, &own] {
            let toast = eve.forge(place, &token).answered().await;
            assert!(
                toast.text.contains("don’t play at this table"),
                "{}: {toast:?}",
                button.label
            );
        }
    }
    for nonsense in ["", "1.0.0", "1.zzzzzzzzzzzzz.0.x", "☃", &"9".repeat(64)] {
        if !nonsense.is_empty() {
            assert!(
                !eve.forge(&table, nonsense).answered().await.text.is_empty(),
                "{nonsense}"
            );
        }
    }
    assert_eq!(hers.words() + &his.words() + &table.words(), before, "nothing changed");
    assert_eq!(tg.posts(&eve).len(), welcome, "nothing but notes came back");
    assert!(
        tg.seen_by(&eve)
            .iter()
            .all(|seen| seen.photo.is_none() || seen.chat == group.id())
    );
    tg.assert_clean();
    house.close().await;
}

/// C-030: the same button twice within milliseconds draws one card; the second press gets a polite note.
#[tokio::test]
async fn a_double_press_draws_one_card() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "jinlami").await;
    let both = [&anna, &ben];
    house.hand(&anna).await;
    house.hand(&ben).await;
    let drawer = || {
        both.into_iter()
            .find(|person| next_press(&tg, person).is_some_and(|(_, button)| button.label == "Stock"))
    };
    house.play_until(&both, || drawer().is_some()).await;
    let person = drawer().expect("somebody is to draw");
    let hand = house.hand(person).await;
    let (one, two) = (
        hand.button(|label| label == "Stock"),
        hand.button(|label| label == "Stock"),
    );
    let presses = [person.tap_stale(&hand, &one), person.tap_stale(&hand, &two)];
    let mut notes = Vec::new();
    for press in presses {
        notes.push(press.answered().await.text);
    }
    assert!(
        notes.iter().any(|note| note.contains("old")),
        "one of both is told: {notes:?}"
    );
    tg.eventually("eleven cards", || {
        hand.buttons().iter().filter(|button| is_card(&button.label)).count() >= 10
    })
    .await;
    let held = hand.caption().unwrap_or_default();
    assert!(held.contains("11 cards"), "{held}");
    tg.assert_clean();
    house.close().await;
}

/// Both accept an open challenge at the same moment: one sits down, the other is told.
#[tokio::test]
async fn two_accept_at_once() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben, &cleo]).await;
    anna.says(&group, "/challenge");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    let presses = [
        ben.tap(&table, |label| label == "Accept"),
        cleo.tap(&table, |label| label == "Accept"),
    ];
    let mut notes = Vec::new();
    for press in presses {
        notes.push(press.answered().await.text);
    }
    let accepted = |note: &&String| note.contains("Accepted");
    assert_eq!(notes.iter().filter(accepted).count(), 1, "{notes:?}");
    assert!(notes.iter().all(|note| !note.is_empty()), "{notes:?}");
    house.hand(&anna).await;
    let seated = [&ben, &cleo]
        .into_iter()
        .filter(|person| tg.posts(*person).iter().any(|post| has(post, "Resign")));
    assert!(seated.count() <= 1);
    tg.assert_clean();
    house.close().await;
}
