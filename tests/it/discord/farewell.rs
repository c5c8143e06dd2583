//! Farewells that are overtaken.

use std::time::Duration;

use jinlami::table::Event;
use serde_json::json;

use super::host::Club;
use crate::fakes::discord::GUILDS;

#[tokio::test(flavor = "multi_thread")]
async fn a_farewell_that_is_handled_after_the_welcome_leaves_no_match_paused() {
    let club = Club::open().await;
    let (_, table) = club.begin(1).await;
    // The bot is in the server again when this is read: that it came back was handled first.
    let event = json!({ "id": club.guild.id.to_string() });
    club.discord.dispatch("GUILD_DELETE", GUILDS, &event);
    let goes_on = async {
        loop {
            let log = club.service().store().load(table).await.unwrap().unwrap();
            if log.iter().any(|(_, event)| matches!(event, Event::Resumed { .. })) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), goes_on)
        .await
        .expect("the match goes on");
    club.assert_tidy(&[&club.channel]);
}
