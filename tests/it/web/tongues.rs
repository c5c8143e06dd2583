//! Everybody reads the page in their own language, what is for all to see too.

use jinlami::ui::event::token::{EventAct, decode};
use serde_json::{Value, json};

use super::{Open, words};
use crate::page::{SeatPage, next_press, tokens};

/// Everything that stands on somebody's page for all to see, with the pictures' words.
async fn public(seat: &SeatPage) -> String {
    let all = seat.messages().await;
    let shown = all
        .iter()
        .map(|message| &message["post"])
        .filter(|post| post["private"] == false);
    let said = |post: &Value| {
        let alt = post["picture"]["alt"].as_str().unwrap_or_default();
        let labels = post["rows"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row["buttons"].as_array().cloned());
        let labels = labels
            .flatten()
            .map(|button| button["label"].as_str().unwrap_or_default().to_owned());
        format!("{}\n{alt}\n{}", words(post), labels.collect::<Vec<_>>().join("\n"))
    };
    shown.map(said).collect::<Vec<_>>().join("\n")
}

/// C-071: tables, showdowns, events and rounds in the reader's language, whoever opened them; what one asks for
/// aloud too.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_all_to_see_is_read_in_ones_own_language() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    seats[1].ask(json!({ "language": "zh-Hant" })).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    let both = async || (public(&seats[0]).await, public(&seats[1]).await);
    let (own, other) = both().await;
    assert!(own.contains("to move") && !other.contains("to move"), "{own}\n{other}");
    seats[0].ask(json!({ "event": "create friendly “Cup” size 2" })).await;
    seats[0].ask(json!({ "season": "start" })).await;
    let join = async |seat: &SeatPage| {
        let all = seat.tokens().await;
        let wanted = |token: &String| decode(token).is_some_and(|token| token.act == EventAct::Join);
        let join = all.into_iter().find(wanted).expect("an event to join");
        seat.press(&join).await;
    };
    let (own, other) = both().await;
    assert!(
        own.contains("Sign up") && own.contains("Starts when an organiser says so"),
        "{own}"
    );
    assert!(other.contains("報名") && !other.contains("Sign up"), "{other}");
    join(&seats[0]).await;
    join(&seats[1]).await;
    seats[1].ask(json!({ "event": "start" })).await;
    seats[0].ask(json!({ "event": "start" })).await;
    let (own, other) = both().await;
    assert!(own.contains("Round 1") && own.contains("I’m here"), "{own}");
    assert!(other.contains("第 1 輪") && !other.contains("Round 1"), "{other}");
    super::play_out(&seats).await;
    let (own, other) = both().await;
    for word in [
        "wins the match",
        "match is drawn",
        "scores",
        "Sign",
        "Round",
        "Standings",
    ] {
        assert!(!other.contains(word), "{word}: {other}");
    }
    let over = ["wins the match", "match is drawn"];
    assert!(over.iter().any(|words| own.contains(words)), "{own}");
    let ended = super::season_for_sure(&seats[1], "end").await;
    let said = words(&ended["public"]);
    assert!(said.contains("賽季") && !said.contains("Season"), "{said}");
    // What is asked for aloud is read by who asked.
    let board = seats[1].ask(json!({ "leaders": { "by": null } })).await;
    let said = words(&board["public"]);
    assert!(!said.contains("Leaders") && said.contains("Anna"), "{board}");
    assert!(tokens(&seats[1].messages().await[0]["post"]).len() < 100);
    open.close().await;
}
