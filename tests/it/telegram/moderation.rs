//! Moderators of a group.

use super::*;

/// The id of the match that stands in this message's buttons.
fn id_of(table: &Message) -> String {
    use jinlami::ui::token::{decode, table_code};
    let token = table.buttons().into_iter().find_map(|button| decode(&button.data?));
    table_code(token.expect("a button of a table").table).to_uppercase()
}

/// C-044, C-053, C-089: an anonymous administrator cancels a match and a named one voids a result; an ordinary member is
/// refused, and nobody is seated for it.
#[tokio::test]
async fn administrators_cancel_and_void() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    house.known(&[&anna, &ben, &mo]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let id = id_of(&table);

    ben.says(&group, &format!("/ginadmin cancel {id}"));
    tg.post(&ben, |post| post.words().contains("Only moderators can do this"))
        .await;
    assert!(has(&table, "My hand"), "the match goes on");

    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, &format!("/ginadmin cancel {id} <b>too late</b>"));
    tg.post(&group, |post| {
        post.words().contains(&format!("Match {id} is cancelled"))
    })
    .await;
    tg.eventually("the table says it", || {
        table.words().contains("A moderator cancelled this match") && table.words().contains("<b>too late</b>")
    })
    .await;
    for person in [&anna, &ben] {
        tg.post(person, |post| post.words().contains("A moderator cancelled your match"))
            .await;
    }

    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = tg.post(&anna, |post| has(post, "Resign")).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let id = id_of(&table);
    anna.press(&hand, |label| label == "Resign").await;
    let sure = tg.post(&anna, |post| has(post, "Yes, resign")).await;
    anna.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("it is over", || table.words().contains("Ben wins the match"))
        .await;
    tg.promote(&group, &mo, false);
    mo.says(&group, &format!("/ginadmin void {id}"));
    tg.post(&mo, |post| {
        post.words().contains(&format!("The result of match {id} is voided"))
    })
    .await;
    tg.eventually("the table says it", || {
        table.words().contains("A moderator voided this result")
    })
    .await;
    ben.says(&group, "/top");
    tg.post(&group, |post| post.words().contains("No match has been finished yet"))
        .await;
    mo.says(&group, "/ginadmin log");
    let log = tg
        .post(&mo, |post| post.words().contains("What moderators did here"))
        .await;
    assert!(
        log.words().contains("Mo: voided match") && log.words().contains("an anonymous admin: cancelled match"),
        "{log:?}"
    );
    let players = house
        .service
        .store()
        .leaders(None, jinlami::service::Metric::Points, 10, 0)
        .await
        .unwrap();
    assert!(players.is_empty());
    tg.assert_clean();
    house.close().await;
}

/// C-053, C-041, C-038: an anonymous administrator sets the time zone, blocks a player by answering a message and sets limits; the
/// bot says what it may not do; a member who is blocked is told so in private.
#[tokio::test]
async fn administrators_set_their_group() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    house.known(&[&anna, &ben, &mo]).await;
    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, "/ginadmin zone America/Sao_Paulo");
    tg.post(&group, |post| post.words().contains("time of America/Sao_Paulo"))
        .await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    tg.eventually("the deadline in the group's zone", || table.words().contains("UTC-03"))
        .await;
    let hand = house.hand(&anna).await;
    assert!(!hand.words().contains(" UTC\n"), "{}", hand.words());

    mo.says_anonymously(&group, "/ginadmin limits player 1");
    tg.post(&group, |post| post.words().contains("for one player: 1")).await;
    anna.says(&group, "/challenge");
    tg.post(&anna, |post| post.words().contains("only one match at a time"))
        .await;
    mo.says_anonymously(&group, "/ginadmin limits player off");
    tg.post(&group, |post| post.words().contains("for one player: no limit"))
        .await;

    tg.promote(&group, &mo, false);
    mo.says(&group, "/ginadmin block @ben for shouting");
    tg.post(&mo, |post| post.words().contains("Ben can’t play here any more"))
        .await;
    ben.says(&group, "/challenge");
    tg.post(&ben, |post| post.words().contains("blocked you")).await;
    mo.says(&group, "/ginadmin threads on");
    tg.post(&mo, |post| post.words().contains("no threads of their own"))
        .await;
    mo.says(&group, "/ginadmin permissions");
    tg.post(&mo, |post| post.words().contains("every permission")).await;
    tg.restrict_bot(&group, true, false);
    mo.says(&group, "/ginadmin permissions");
    tg.post(&mo, |post| post.words().contains("send photos")).await;
    mo.says(&group, "/ginadmin log");
    let log = tg
        .post(&mo, |post| post.words().contains("What moderators did here"))
        .await;
    for words in [
        "Mo: blocked Ben (for shouting)",
        "an anonymous admin: set the limits",
        "UTC-03",
    ] {
        assert!(log.words().contains(words), "{words}: {}", log.words());
    }
    tg.assert_clean();
    house.close().await;
}
