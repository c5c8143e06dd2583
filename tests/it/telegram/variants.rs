//! Presets and house rules.

use jinlami::id::Seat;

use super::*;
use crate::stacked::stack;

/// A match in which the newest hand is this; whoever moves first, and the dealer.
async fn stacked<'a>(house: House, people: [&'a User; 2], hands: [&str; 4]) -> (House, &'a User, &'a User) {
    let (tg, folder) = (house.tg.clone(), Arc::clone(&house.folder));
    house.settled().await;
    house.close().await;
    let file = folder.path().join("jinlami.db");
    let dealer = stack(&file, hands[0], hands[1], hands[2], hands[3]).await;
    let house = House::furnished(&tg, folder, FAST, None).await;
    let [anna, ben] = people;
    let (first, second) = if dealer == Seat::SECOND {
        (anna, ben)
    } else {
        (ben, anna)
    };
    // What lies in the chats is the deal of before.
    for person in people {
        person.says(person, "/hand");
    }
    house.settled().await;
    (house, first, second)
}

/// Waits until the person's newest hand offers this, and presses it.
async fn go(tg: &FakeTelegram, person: &User, label: &str) {
    let offered = || {
        let newest = tg.posts(person).into_iter().rev();
        let mut hands = newest.filter(|post| post.buttons().iter().any(|button| button.label.starts_with(label)));
        hands.next()
    };
    let hand = tg.eventually(label, offered).await;
    person.press(&hand, |shown| shown.starts_with(label)).await;
}

async fn draw(tg: &FakeTelegram, first: &User, second: &User) {
    go(tg, first, "Pass").await;
    go(tg, second, "Pass").await;
    go(tg, first, "Stock").await;
}

#[tokio::test]
async fn a_group_plays_oklahoma_with_a_big_gin_as_its_admin_set_it() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    tg.promote(&group, &anna, false);
    ben.says(&group, "/settings house oklahoma big_gin=31");
    tg.eventually("who is no admin is refused", || {
        tg.posts(&ben)
            .iter()
            .any(|post| post.words().contains("Only admins can set the house rules"))
    })
    .await;
    anna.says(&group, "/settings house oklahoma, big_gin = 31, target: 150");
    let said = tg.post(&group, |post| post.words().contains("From now on")).await;
    assert!(
        said.words()
            .contains("Oklahoma gin rules with big gin 31 · first to 150"),
        "{said:?}"
    );
    anna.says(&group, "/rules");
    let rules = tg
        .post(&group, |post| post.words().contains("with big gin 31 · Melds"))
        .await;
    ben.press(&rules, |label| label == "Gin").await;
    tg.eventually("the page is turned", || {
        rules.words().contains("Big gin: whoever has all eleven cards")
    })
    .await;
    assert!(rules.photo().is_some());

    let table = house.match_between(&group, &anna, &ben, "").await;
    let hands = [
        "4H 5H 6H 7H 9C 9D 9S TC TD TS",
        "KC KD KH 2H 4C 5D 6S JS 3C QC",
        "8S",
        "8H",
    ];
    let (house, first, second) = stacked(house, [&anna, &ben], hands).await;
    let limit = || {
        tg.posts(first).iter().any(|post| {
            let words = post.words();
            words.contains("Knock at 8 or less") && words.contains("counts double")
        })
    };
    tg.eventually("the limit of this hand", limit).await;
    draw(&tg, first, second).await;
    go(&tg, first, "Big gin").await;
    let shown = tg.post(&group, |post| post.words().contains("goes big gin")).await;
    let points = (31 + 2 + 4 + 5 + 6 + 10 + 3 + 10) * 2;
    assert!(
        shown.words().contains(&format!("scores {points} (counts double)")),
        "{points}: {shown:?}"
    );
    assert!(
        table.words().contains("Oklahoma gin rules with big gin 31"),
        "{table:?}"
    );
    tg.assert_clean();
    house.close().await;
}

#[tokio::test]
async fn a_tedesco_knocker_shows_the_run_round_the_corner() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "tedesco").await;
    let hands = [
        "QD KD AD 2D 2C 2S 9C 9D 9S 5C",
        "2H 4C 6D 8S TH JC QH KC 5S 7H",
        "8D",
        "KS",
    ];
    let (house, first, second) = stacked(house, [&anna, &ben], hands).await;
    draw(&tg, first, second).await;
    go(&tg, first, "Knock K♠ (5)").await;
    go(&tg, first, "Q♦K♦A♦2♦ · 9♣9♦9♠").await;
    let shown = tg
        .post(&group, |post| {
            post.words().contains("run queen, king, ace, 2 of diamonds")
        })
        .await;
    let words = shown.words();
    assert!(
        words.contains("knocks with 9") && words.contains("scores 63"),
        "{words}"
    );
    assert!(
        words.contains("2. 0 : 0 · 3. 0 : 0") && !words.contains("lays off"),
        "{words}"
    );
    tg.assert_clean();
    house.close().await;
}

/// What can't be played together is refused in private, and nothing is posted.
#[tokio::test]
async fn contradictory_house_rules_open_no_table() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    for (text, why) in [
        (
            "/challenge @ben classic knock_limit=upcard opening=dealer_eleven",
            "needs opening=upcard",
        ),
        ("/challenge @ben 3 games hands 5", "not after a number of hands"),
        ("/challenge @ben oklahoma big_gin=many", "off, 1 to 1000"),
    ] {
        anna.says(&group, text);
        tg.eventually(why, || tg.posts(&anna).iter().any(|post| post.words().contains(why)))
            .await;
    }
    assert!(tg.posts(&group).iter().all(|post| !has(post, "Accept")));
    tg.assert_clean();
    house.close().await;
}
