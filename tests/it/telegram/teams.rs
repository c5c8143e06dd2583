//! Teams in a group.

use super::*;

/// C-046, C-061: names like commands and calls are names; an invitation by @name and one by a mention without a name; only
/// the invited can answer, also after a restart; an anonymous administrator gives another name and ends a team.
#[tokio::test]
async fn a_team_is_made_filled_led_and_ended() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let eve = tg.user("Eve <b>", None, "en");
    let group = house.club(&[&anna, &ben, &mo, &eve]);
    house.known(&[&anna, &ben, &mo, &eve]).await;
    let said = |words: &'static str| tg.post(&group, move |post| post.words().contains(words));

    anna.says(&group, "/team create @everyone <b>Red</b> /start");
    said("Team @everyone <b>Red</b> /start is there. Captain: Anna").await;
    ben.says(&group, "/team create @EVERYONE <b>red</b> /start");
    tg.post(&ben, |post| post.words().contains("Another team here has that name"))
        .await;
    anna.says(&group, "/team invite @ben");
    let asked = tg.post(&group, |post| has(post, "Accept")).await;
    assert!(
        asked.words().contains("Ben, Anna asks you to come into team"),
        "{}",
        asked.words()
    );
    eve.press(&asked, |label| label == "Accept").await;
    assert!(has(&asked, "Accept"), "somebody else's press answers nothing");
    let house = house.reopen().await;
    ben.press(&asked, |label| label == "Accept").await;
    tg.eventually("it is answered", || asked.words().contains("Ben is now in team"))
        .await;

    anna.mentions(&group, "/team invite {}", &eve);
    let asked = tg.post(&group, |post| has(post, "Decline")).await;
    eve.press(&asked, |label| label == "Decline").await;
    tg.eventually("it is declined", || asked.words().contains("does not want to come"))
        .await;
    anna.says(&group, "/team open on");
    let open = said("Everybody may now join").await;
    eve.press(&open, |label| label == "Join").await;
    said("Eve <b> is now in team").await;
    ben.says(&group, "/team");
    tg.post(&ben, |post| {
        post.words().contains("Your teams here") && post.words().contains("3 members")
    })
    .await;
    ben.says(&group, "/team roster");
    let roster = said("3 of at most 32 members").await;
    assert!(roster.words().contains("1. Anna (captain)"), "{}", roster.words());
    anna.says(&group, "/team captain @ben");
    said("Ben is now captain").await;
    anna.says(&group, "/team kick @ben");
    tg.post(&anna, |post| post.words().contains("Only the captain of the team"))
        .await;
    ben.says(&group, "/team kick 1");
    said("Anna is no longer in team").await;

    tg.promote(&group, &mo, true);
    mo.says_anonymously(&group, "/team rename @everyone <b>Red</b> /start = Polite");
    said("is now called Polite").await;
    eve.says(&group, "/team disband Polite");
    tg.post(&eve, |post| post.words().contains("Only the captain")).await;
    mo.says_anonymously(&group, "/team disband Polite");
    said("ended team Polite").await;
    ben.says(&group, "/team list");
    said("No teams here yet").await;
    tg.promote(&group, &mo, false);
    mo.says(&group, "/team log");
    let log = tg
        .post(&mo, |post| post.words().contains("What happened in the teams here"))
        .await;
    for line in [
        "made as",
        "invited Ben",
        "Ben came in",
        "declined",
        "Ben became captain",
        "sent Anna away",
        "ended",
    ] {
        assert!(log.words().contains(line), "{line}: {}", log.words());
    }
    ben.says(&group, "/team log");
    tg.post(&ben, |post| post.words().contains("Only moderators")).await;
    let alone = tg.user("Zoe", Some("zoe"), "en");
    house.known(&[&alone]).await;
    alone.says(&alone, "/team create Mine");
    tg.post(&alone, |post| post.words().contains("only works in a group"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// Administrators, also those without a name, say who makes teams in a group.
#[tokio::test]
async fn who_makes_teams_is_set_by_administrators() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, mo] = ["Anna", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &mo]);
    house.known(&[&anna, &mo]).await;
    tg.promote(&group, &mo, true);
    anna.says(&group, "/ginadmin teams admins");
    tg.post(&anna, |post| post.words().contains("Only moderators")).await;
    mo.says_anonymously(&group, "/ginadmin teams admins");
    tg.post(&group, |post| {
        post.words().contains("Teams here are made by moderators")
    })
    .await;
    anna.says(&group, "/team create Red");
    tg.post(&anna, |post| post.words().contains("Only moderators make teams"))
        .await;
    mo.says(&group, "/team create Red");
    tg.post(&group, |post| post.words().contains("Captain: Mo")).await;
    mo.says(&group, "/ginadmin teams 所有人");
    tg.post(&mo, |post| post.words().contains("Teams here are made by everybody"))
        .await;
    anna.says(&group, "/team create Blue");
    tg.post(&group, |post| post.words().contains("Captain: Anna")).await;
    tg.assert_clean();
    house.close().await;
}
