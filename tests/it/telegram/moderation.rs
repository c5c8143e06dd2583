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
