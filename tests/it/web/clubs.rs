//! Teams by invitation and seasons, at the page alone.

use serde_json::{Value, json};

use super::{Open, season_for_sure, words};
use crate::page::{SeatPage, tokens};

async fn team(seat: &SeatPage, typed: &str) -> Value {
    seat.ask(json!({ "team": typed })).await
}

/// The token under the button with this label.
fn labelled(post: &Value, label: &str) -> Option<String> {
    let rows = post["rows"].as_array()?;
    let buttons = rows.iter().filter_map(|row| row["buttons"].as_array()).flatten();
    let found = buttons.into_iter().find(|button| button["label"] == label)?;
    tokens(&json!({ "rows": [{ "buttons": [found] }] })).pop()
}

fn toast(answer: &Value) -> &str {
    answer["toast"].as_str().unwrap_or_default()
}

/// The invitations that stand on somebody's page.
async fn asked_on(seat: &SeatPage) -> Option<Value> {
    let all = seat.messages().await;
    let found = all.into_iter().find(|message| message["id"] == "invitations")?;
    Some(found["post"].clone())
}

/// An open page shows an invitation as soon as it comes, and takes it away when it is answered.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_shows_an_invitation_as_it_comes() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    team(&seats[0], "create Red").await;
    team(&seats[0], "open off").await;
    let mut feed = seats[1].feed().await;
    assert_eq!(feed.next().await.0, "all");
    let mut next = async || {
        loop {
            let (name, data) = feed.next().await;
            if name == "one" && data["id"] == "invitations" {
                return data["post"].clone();
            }
        }
    };
    team(&seats[0], "invite Ben").await;
    let post = next().await;
    assert!(words(&post).contains("Red") && post["private"] == true, "{post}");
    let decline = tokens(&post).pop().unwrap();
    seats[1].press(&decline).await;
    assert!(next().await.is_null());
    open.close().await;
}

/// Somebody is invited by name and answers by a press; of several with one name whom one has played with is meant, else a
/// code is asked for, which stands on each one's own page.
#[tokio::test(flavor = "multi_thread")]
async fn people_are_invited_to_a_team_by_name_and_by_code() {
    let open = Open::new().await;
    let [anna, ben] = <[SeatPage; 2]>::try_from(open.site.seats(&["Anna", "Ben"], 1).await)
        .ok()
        .unwrap();
    let [cleo, other] = <[SeatPage; 2]>::try_from(open.site.seats(&["Cleo", "ben"], 1).await)
        .ok()
        .unwrap();
    let [dora, emil] = <[SeatPage; 2]>::try_from(open.site.seats(&["Dora", "Emil"], 1).await)
        .ok()
        .unwrap();
    for (captain, name) in [(&anna, "Red"), (&cleo, "Blue"), (&dora, "Green")] {
        let made = team(captain, &format!("create {name}")).await;
        assert!(words(&made["public"]).contains(name), "{made}");
        team(captain, "open off").await;
    }
    let shut = team(&ben, "join Red").await;
    assert!(toast(&shut).contains("invit"), "{shut}");
    let nobody = team(&anna, "invite Zoe").await;
    assert!(toast(&nobody).contains("Nobody here is called “Zoe”"), "{nobody}");
    let stranger = team(&emil, "invite Anna to Red").await;
    assert!(
        stranger["public"].is_null() && !toast(&stranger).is_empty(),
        "{stranger}"
    );

    // Whom one has sat at a table with is meant.
    for (captain, name, invited, left_out) in [(&anna, "Red", &ben, &other), (&cleo, "Blue", &other, &ben)] {
        let asked = team(captain, "invite BEN").await;
        assert!(words(&asked["public"]).contains(name), "{asked}");
        let own = team(left_out, "").await;
        assert!(!words(&own["post"]).contains(name), "{own}");
        let own = team(invited, "").await;
        assert!(words(&own["post"]).contains(name), "{own}");
        // It stands on the page by itself, and on nobody else's.
        let front = asked_on(invited).await.expect("an invitation");
        assert!(
            words(&front).contains("You are invited") && words(&front).contains(name),
            "{front}"
        );
        assert!(asked_on(left_out).await.is_none() && asked_on(captain).await.is_none());
        let accept = labelled(&front, &format!("Join {name}"))
            .or_else(|| tokens(&front).into_iter().next())
            .unwrap();
        invited.press(&accept).await;
        assert!(asked_on(invited).await.is_none(), "answered");
        let roster = team(captain, &format!("roster {name}")).await;
        assert!(words(&roster["public"]).to_lowercase().contains("ben"), "{roster}");
    }
    // Who met neither needs the code.
    let several = team(&dora, "invite Ben to Green").await;
    assert!(
        toast(&several).contains("Several people here are called “Ben”"),
        "{several}"
    );
    let own = team(&other, "").await;
    let text = words(&own["post"]);
    let code = text.split("code: ").nth(1).unwrap().split_whitespace().next().unwrap();
    let asked = team(&dora, &format!("invite {} to Green", code.to_lowercase())).await;
    assert!(words(&asked["public"]).contains("Green"), "{asked}");
    assert!(words(&team(&other, "").await["post"]).contains("Green"));
    assert!(!words(&team(&ben, "").await["post"]).contains("Green"));
    open.close().await;
}

/// A page that nobody is named to own is its users' own: they begin, roll over and end its seasons.
#[tokio::test(flavor = "multi_thread")]
async fn seasons_are_begun_and_ended_at_the_page() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let season = async |typed: &str| seats[0].ask(json!({ "season": typed })).await;
    let begun = season("start Spring monthly").await;
    let text = words(&begun["public"]);
    assert!(
        text.contains("Season 1: Spring has begun") && text.contains("first of each month"),
        "{begun}"
    );
    assert!(toast(&season("start").await).contains("running already"));
    assert!(toast(&season("dance").await).contains("Say start, end, roll or list"));
    let asked = season("roll Summer").await;
    assert!(toast(&asked).contains("say the same once more"), "{asked}");
    let rolled = season_for_sure(&seats[0], "roll Summer").await;
    let text = words(&rolled["public"]);
    assert!(
        text.contains("Season 1: Spring is over") && text.contains("Season 2: Summer begins now"),
        "{rolled}"
    );
    assert!(toast(&season("end").await).contains("for good?"));
    let ended = season_for_sure(&seats[0], "end").await;
    assert!(words(&ended["public"]).contains("Season 2: Summer is over"), "{ended}");
    assert!(toast(&season("end").await).contains("No season is running"));
    let list = seats[1].ask(json!({ "season": "list" })).await;
    let text = words(&list["post"]);
    assert!(
        text.contains("Season 1: Spring") && text.contains("Season 2: Summer"),
        "{list}"
    );
    open.close().await;
}
