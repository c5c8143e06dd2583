//! Things that go wrong on purpose, and the check against Discord's own description.

use super::*;
use crate::fakes::discord::{Fault, Hold, Request};
use crate::fakes::specs;

fn posts(request: &Request) -> bool {
    request.is("POST", "/channels/*/messages")
}

#[tokio::test]
async fn a_request_fails_as_often_as_told() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = messages(&channel);
    let body = json!({"content": "x", "nonce": "n", "enforce_nonce": true});
    discord.fail_times(
        2,
        posts,
        Fault::Status(500, json!({"code": 0, "message": "500: Internal Server Error"})),
    );
    for status in [500, 500, 200] {
        assert_eq!(raw.call("POST", &path, body.clone()).await.0, status);
    }
    discord.fail_next(posts, Fault::Page(502));
    let page = raw.request("POST", &path).json(&body).send().await.expect("an answer");
    assert_eq!(page.status().as_u16(), 502);
    assert!(page.text().await.expect("a body").starts_with("<html>"));

    discord.fail_next(posts, Fault::Reset);
    assert!(
        raw.request("POST", &path)
            .json(&json!({"content": "never"}))
            .send()
            .await
            .is_err()
    );
    assert_eq!(discord.messages(&channel).len(), 1, "nothing happened");
    // The answer is lost but the message is there; the nonce makes the second try harmless.
    let other = json!({"content": "y", "nonce": "m", "enforce_nonce": true});
    discord.fail_next(posts, Fault::LostAnswer);
    assert!(raw.request("POST", &path).json(&other).send().await.is_err());
    assert_eq!(discord.messages(&channel).len(), 2);
    assert_eq!(raw.call("POST", &path, other).await.0, 200);
    assert_eq!(discord.messages(&channel).len(), 2);

    let too_many = Fault::TooMany {
        retry_after: Duration::from_millis(1500),
        global: true,
    };
    discord.fail_next(posts, too_many);
    let refused = raw.request("POST", &path).json(&body).send().await.expect("an answer");
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(refused.headers()["retry-after"], "2");
    assert_eq!(refused.headers()["x-ratelimit-global"], "true");
    let told: Value = serde_json::from_str(&refused.text().await.expect("a body")).expect("JSON");
    assert_eq!(
        told,
        json!({"message": "You are being rate limited.", "retry_after": 1.5, "global": true})
    );

    assert_eq!(
        discord.statuses("POST", "/channels/*/messages"),
        [500, 500, 200, 502, 0, 200, 200, 429]
    );
    assert_eq!(discord.count("POST", "/channels/*/messages"), 8);
}

#[tokio::test]
async fn a_limit_by_path_and_a_gate() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = messages(&channel);
    discord.rate_limit(posts, 2, 60 * SECOND);
    let post = || raw.call("POST", &path, json!({"content": "x"}));
    assert_eq!(post().await.0, 200);
    let last = raw
        .request("POST", &path)
        .json(&json!({"content": "x"}))
        .send()
        .await
        .expect("an answer");
    assert_eq!(last.headers()["x-ratelimit-remaining"], "0");
    let wait: f64 = last.headers()["x-ratelimit-reset-after"]
        .to_str()
        .expect("text")
        .parse()
        .expect("a number");
    assert!((50.0..=60.0).contains(&wait), "{wait}");
    let (status, refusal) = post().await;
    assert_eq!(status, 429);
    assert!(refusal["retry_after"].as_f64().is_some_and(|wait| wait > 50.0));
    discord.heal();
    assert_eq!(post().await.0, 200);

    let hold: Hold = discord.hold(posts);
    let (one, two) = (post(), post());
    let open = async {
        hold.waiting(2).await;
        assert_eq!(discord.messages(&channel).len(), 3, "both stand at the gate");
        hold.release();
    };
    let (one, two, ()) = tokio::join!(one, two, open);
    assert_eq!((one.0, two.0), (200, 200));
    assert_eq!(discord.messages(&channel).len(), 5);
}

#[tokio::test]
async fn an_outage_cuts_everything_and_ends() {
    let Club { discord, channel, .. } = Club::open().await;
    // The library notices a failed resume at its next heartbeat only.
    discord.set_limits(|limits| limits.heartbeat = Duration::from_millis(500));
    let bot = Bot::start(&discord).await;
    let raw = Raw::new(&discord);
    let send = || {
        raw.request("POST", &messages(&channel))
            .json(&json!({"content": "x"}))
            .send()
    };
    discord.outage(true);
    discord.eventually("the bot is gone", || !discord.is_connected()).await;
    discord
        .eventually("the bot has tried to come back", || discord.turned_away() > 0)
        .await;
    assert!(send().await.is_err());
    discord.outage(false);
    discord.connected().await;
    assert_eq!((discord.identifies().len(), discord.resumes()), (2, 0));
    assert!(send().await.is_ok_and(|answer| answer.status().is_success()));
    discord.refuse_gateway(true);
    assert_eq!(raw.call("GET", "/gateway", Value::Null).await.0, 503);
    discord.stop();
    assert!(send().await.is_err());
    drop(bot);
}

#[tokio::test]
async fn requests_are_held_against_the_description() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    raw.call("POST", &messages(&channel), json!({"content": "x", "colour": "red"}))
        .await;
    raw.call(
        "POST",
        &format!("{}?loud=true", messages(&channel)),
        json!({"content": "x", "tts": "yes"}),
    )
    .await;
    raw.call("POST", &messages(&channel), json!({"content": "x", "components": [{"type": 1, "components": [{"type": 2, "label": "L", "custom_id": "a"}]}]})).await;
    let violations = discord.violations().join("\n");
    if specs::load("discord-openapi.json").is_none() {
        assert_eq!(violations, "", "without the description nothing can be said");
        return;
    }
    for expected in [
        "body.colour: unknown field",
        "query: unknown parameter loud",
        "body.tts",
        "components.0.style: missing",
    ] {
        assert!(violations.contains(expected), "{expected} in:\n{violations}");
    }
    assert_eq!(violations.lines().count(), 4, "{violations}");
    discord.forgive();
}
