//! Who saw the seed, and the check of a deal, on Telegram.

use super::*;
use crate::fair::{checks_itself, secrets};

#[tokio::test]
async fn c_122_the_seed_comes_with_the_showdown_and_never_before() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let watcher = tg.user("Watcher", None, "zh-hant");
    let group = house.club(&[&anna, &ben, &watcher]);
    house.known(&[&anna, &ben, &watcher]).await;
    anna.says(&group, "/challenge @ben jinlami 2 hands");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    let sealed = |post: &Message| {
        let words = post.words();
        let (_, rest) = words.split_once("Deals sealed: ").expect("a seal");
        rest.lines().next().unwrap().trim().to_owned()
    };
    let commitment = sealed(&table);
    assert_eq!(commitment.len(), 64);
    anna.says(&group, "/cut nobody  peeks 'here'");
    tg.eventually("the words are taken", || {
        tg.seen_by(&anna)
            .iter()
            .any(|seen| seen.text.contains("“nobody peeks 'here'”"))
    })
    .await;
    ben.press(&table, |label| label == "Accept").await;
    let id = {
        let find = async || house.service.tables(jinlami::service::Of::All).await.unwrap()[0].id();
        find().await
    };
    let hand = house.hand(&anna).await;
    assert!(hand.words().contains("are in this deal"), "{}", hand.words());
    assert_eq!(sealed(&table), commitment, "the table shows the same");

    let people = [&anna, &ben, &watcher];
    let code = jinlami::ui::token::table_code(id).to_uppercase();
    let (mut looks, mut last) = (0, 0);
    loop {
        // Some moves, then what everybody ever saw, then the log: what is secret afterwards was secret then.
        let moved = || table.versions().len() > last + 1;
        let over = || table.words().contains("wins the match") || table.words().contains("The match is drawn");
        house.play_until(&[&anna, &ben], || moved() || over()).await;
        last = table.versions().len();
        let seen: Vec<_> = people.iter().flat_map(|person| tg.seen_by(person)).collect();
        let secrets = secrets(&house.service.facts(id).await.unwrap());
        for seen in &seen {
            let text = format!("{} {:?} {:?}", seen.text, seen.buttons, seen.hidden);
            assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
        }
        looks += 1;
        if over() {
            break;
        }
    }
    assert!(looks > 5, "{looks}");
    let record = house.service.table(id).await.unwrap();
    for hand in record.hands() {
        let seed = hand.proof.as_ref().unwrap().seed.hex();
        let told = || tg.seen_by(&watcher).iter().any(|seen| seen.text.contains(&seed));
        tg.eventually("the seed is told to everybody", told).await;
    }
    let showdown = tg.post(&group, |post| has(post, "Check the deal")).await;
    watcher.press(&showdown, |label| label == "Check the deal").await;
    let check = tg.post(&watcher, |post| post.words().contains("發牌公平")).await;
    checks_itself(&check.words());
    ben.says(&ben, &format!("/verify {code} 2"));
    let check = tg.post(&ben, |post| post.words().contains("of hand 2 was fair")).await;
    checks_itself(&check.words());
    for wrong in ["/verify", "/verify nonsense", "/verify 1 2 3"] {
        let before = tg.posts(&anna).len();
        anna.says(&anna, wrong);
        tg.eventually("a refusal", || tg.posts(&anna).len() > before).await;
        let words = tg.posts(&anna).pop().unwrap().words();
        assert!(words.contains("There is no match"), "{wrong}: {words}");
    }
    // In a private chat a stranger knows nothing of it.
    watcher.says(&watcher, &format!("/verify {code} 2"));
    tg.post(&watcher, |post| post.words().contains("這裡沒有對局")).await;
    tg.assert_clean();
    house.close().await;
}
