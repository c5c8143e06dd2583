//! What stands on the page: every open event, and what became of the last ones.

use serde_json::{Value, json};

use super::{Open, words};
use crate::page::SeatPage;

async fn stands(seat: &SeatPage) -> String {
    let all = seat.messages().await;
    all.iter()
        .map(|message: &Value| words(&message["post"]))
        .collect::<Vec<_>>()
        .join("\n")
}

/// However many events are open each has its message, and one that ended is not gone with its end.
#[tokio::test(flavor = "multi_thread")]
async fn every_open_event_stands_on_the_page_and_so_do_the_last_ones() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let tell = async |typed: &str| seats[0].ask(json!({ "event": typed })).await;
    for number in 1..=14 {
        let made = tell(&format!("create friendly “Event {number} of all” size 2")).await;
        assert!(made["toast"].as_str().unwrap().contains("open for sign-up"), "{made}");
    }
    let all = stands(&seats[1]).await;
    for number in 1..=14 {
        assert!(all.contains(&format!("Event {number} of all")), "{number}: {all}");
    }
    // The oldest is called off: that stays to be read, however many newer ones there are.
    let list = seats[0].ask(json!({ "events": null })).await;
    let list = words(&list["post"]);
    let line = list
        .lines()
        .find(|line| line.contains("Event 1 of all"))
        .unwrap_or_else(|| panic!("{list}"));
    let code = line
        .split_whitespace()
        .find(|word| word.len() >= 7 && word.chars().all(|c| c.is_ascii_alphanumeric()));
    let code = code.unwrap_or_else(|| panic!("{line}")).to_owned();
    let asked = tell(&format!("cancel {code}")).await;
    let yes = crate::page::tokens(&asked["post"]).remove(0);
    seats[0].press(&yes).await;
    let all = stands(&seats[1]).await;
    assert!(all.contains("Event 1 of all is cancelled"), "{all}");
    open.close().await;
}
