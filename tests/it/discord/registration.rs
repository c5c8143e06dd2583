//! The connection and the commands at start.

use super::host::Club;
use crate::fakes::discord::{Fault, GUILDS};
use serde_json::json;

/// C-138: a fresh application, no switch set.
#[tokio::test(flavor = "multi_thread")]
async fn c_138_only_guilds_are_asked_for() {
    let club = Club::open().await;
    assert_eq!(club.discord.identifies(), [GUILDS]);
    club.discord.assert_clean();
}

/// C-043: one scope, so nothing stands in the menu twice.
#[tokio::test(flavor = "multi_thread")]
async fn c_043_commands_stand_in_one_scope_in_three_languages() {
    let mut club = Club::open().await;
    let commands = club.discord.commands(Some(&club.guild));
    let names: Vec<&str> = commands.iter().filter_map(|command| command["name"].as_str()).collect();
    assert_eq!(names, ["event", "gin", "ginadmin", "team", "Challenge"]);
    assert_eq!(
        commands,
        club.discord.commands(None),
        "nothing is registered for one server alone"
    );
    let challenge = &commands[1]["options"][0];
    assert_eq!(challenge["name"], "challenge");
    for locale in ["zh-CN", "zh-TW"] {
        assert!(challenge["name_localizations"][locale].is_string(), "{challenge}");
        assert!(
            challenge["description_localizations"][locale].is_string(),
            "{challenge}"
        );
    }
    let writes = club.discord.command_writes();
    assert_eq!(writes, 1);
    club.restart().await;
    let reads = club.discord.count("GET", "/applications/*/commands");
    assert!(reads >= 1);
    club.discord
        .eventually("the commands are compared", || {
            club.discord.count("GET", "/applications/*/commands") >= 2
        })
        .await;
    club.stop().await;
    assert_eq!(club.discord.command_writes(), writes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_gateway_at_registration_leaves_no_deaf_bot() {
    let mut club = Club::prepare("Anna", "Ben").await;
    club.discord
        .fail_times(2, |r| r.is("GET", "/applications/*/commands"), Fault::Page(502));
    club.discord.fail_times(
        7,
        |r| r.is("PUT", "/applications/*/commands"),
        Fault::Status(500, json!({ "message": "500", "code": 0 })),
    );
    club.launch().await;
    club.discord.connected().await;
    club.discord.commands_registered().await;
    club.anna.slash(&club.channel, "gin help", &[]).await.response().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_gateway_is_waited_for_and_never_replaced() {
    let mut club = Club::prepare("Anna", "Ben").await;
    club.discord.refuse_gateway(true);
    club.launch().await;
    club.discord
        .eventually("asked twice", || club.discord.count("GET", "/gateway") >= 2)
        .await;
    assert!(!club.discord.is_connected());
    club.discord.refuse_gateway(false);
    club.discord.connected().await;
    club.discord.commands_registered().await;
    club.anna.slash(&club.channel, "gin help", &[]).await.response().await;
    club.stop().await;
    club.discord
        .eventually("gone in order", || !club.discord.is_connected())
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_ends_with_one_clear_sentence() {
    let club = Club::prepare("Anna", "Ben").await;
    let config = jinlami::discord::DiscordConfig {
        token: "no.such.token".to_owned(),
        api_url: Some(club.discord.url()),
    };
    let error = club.run_alone(config).await.unwrap_err();
    assert!(
        error.to_string().contains("token") && !error.to_string().contains("no.such"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkup_says_whose_token_it_is_and_how_to_invite_the_bot() {
    let club = Club::prepare("Anna", "Ben").await;
    let config = jinlami::discord::DiscordConfig {
        token: club.discord.token(),
        api_url: Some(club.discord.url()),
    };
    let found = jinlami::discord::check(&config).await.unwrap();
    assert_eq!((found.name.as_str(), found.servers), ("jinlami", 1));
    assert_eq!(found.lacking, []);
    assert!(found.invite.contains(&club.discord.application().to_string()));
    club.discord.stop();
    assert!(jinlami::discord::check(&config).await.is_err());
}
