//! Refusals: the right number with the right status.

use super::*;
use crate::fakes::discord::{opt, permission};

#[tokio::test]
async fn answers_come_once_and_in_time() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    register(&raw, &discord).await;
    let hello = json!({"type": 4, "data": {"content": "hello"}});

    let asked = anna.slash(&channel, "gin help", &[]).await;
    let original = format!("{}/messages/@original", webhook(&discord, &asked));
    assert_eq!(
        raw.refusal("PATCH", &original, json!({"content": "x"})).await,
        (404, 10_015),
        "not before the answer"
    );
    assert_eq!(respond(&raw, &asked, hello.clone()).await.0, 204);
    assert_eq!(respond(&raw, &asked, hello.clone()).await, (400, 40_060));
    let (one, two) = (anna.slash(&channel, "gin help", &[]).await, hello.clone());
    let both = tokio::join!(respond(&raw, &one, two.clone()), respond(&raw, &one, two));
    let mut both = [both.0.0, both.1.0];
    both.sort_unstable();
    assert_eq!(both, [204, 400], "of two at once one wins");
    assert_eq!(raw.call("PATCH", &original, json!({"content": "x"})).await.0, 200);
    asked.age(15 * 60 * SECOND);
    assert_eq!(
        raw.refusal("PATCH", &original, json!({"content": "y"})).await,
        (401, 50_027)
    );
    assert_eq!(
        raw.refusal("POST", &webhook(&discord, &asked), json!({"content": "y"}))
            .await,
        (401, 50_027)
    );

    let late = anna.slash(&channel, "gin help", &[]).await;
    late.age(3 * SECOND);
    assert_eq!(respond(&raw, &late, hello.clone()).await, (404, 10_062));
    assert!(late.failed() && !asked.failed());
    assert_eq!(late.callback(), None);
    let unknown = format!("/interactions/{}/nonsense/callback", asked.id);
    assert_eq!(raw.refusal("POST", &unknown, hello).await, (404, 10_062));
    let unknown = format!("/webhooks/{}/nonsense", discord.application());
    assert_eq!(
        raw.refusal("POST", &unknown, json!({"content": "y"})).await,
        (404, 10_015)
    );
    discord.assert_clean();
}

#[tokio::test]
async fn a_deferred_answer_is_a_placeholder_until_something_follows() {
    let Club {
        discord,
        channel,
        anna,
        ben,
        ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    register(&raw, &discord).await;

    let asked = anna.slash(&channel, "gin help", &[]).await;
    assert_eq!(
        respond(&raw, &asked, json!({"type": 5, "data": {"flags": 64}})).await.0,
        204
    );
    assert!(anna.sees(&channel)[0].loading && ben.sees(&channel).is_empty());
    assert!(asked.answers().is_empty(), "the placeholder is no answer");
    // The follow-up takes the placeholder's place, and its flags don't count any more.
    let (status, message) = raw
        .call("POST", &webhook(&discord, &asked), json!({"content": "done"}))
        .await;
    assert_eq!(status, 200);
    let answer = asked.response().await;
    assert_eq!(answer.id.to_string(), message["id"].as_str().expect("an id"));
    assert!(answer.is_only_me() && !answer.loading && answer.edits == 0);
    // The second one is a message of its own.
    raw.call(
        "POST",
        &webhook(&discord, &asked),
        json!({"content": "more", "flags": 64}),
    )
    .await;
    raw.call("POST", &webhook(&discord, &asked), json!({"content": "public"}))
        .await;
    assert_eq!(asked.answers().len(), 3);
    let contents = |user: &User| user.sees(&channel).into_iter().map(|m| m.content).collect::<Vec<_>>();
    assert_eq!(contents(&anna), ["done", "more", "public"]);
    assert_eq!(contents(&ben), ["public"]);
    let follow_up = format!("{}/messages/{}", webhook(&discord, &asked), asked.answers()[1].id);
    assert_eq!(raw.call("DELETE", &follow_up, Value::Null).await.0, 204);
    assert_eq!(raw.refusal("GET", &follow_up, Value::Null).await, (404, 10_008));
    let original = format!("{}/messages/@original", webhook(&discord, &asked));
    assert_eq!(raw.call("GET", &original, Value::Null).await.1["content"], "done");

    // Only components may be answered by an update.
    let asked = anna.slash(&channel, "gin help", &[]).await;
    assert_eq!(
        respond(&raw, &asked, json!({"type": 7, "data": {"content": "x"}})).await,
        (400, 50_035)
    );
    assert_eq!(respond(&raw, &asked, json!({"type": 6})).await, (400, 50_035));
    assert_eq!(
        respond(&raw, &asked, json!({"type": 4, "data": {"content": "still in time"}}))
            .await
            .0,
        204
    );
}

#[tokio::test]
async fn a_window_is_opened_filled_in_and_answered() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    register(&raw, &discord).await;
    let asked = anna.slash(&channel, "gin help", &[]).await;
    let input = json!({"type": 4, "custom_id": "n", "label": "How many", "style": 1});
    let window = json!({"custom_id": "w", "title": "Hands", "components": [{"type": 1, "components": [input]}]});
    assert_eq!(
        respond(
            &raw,
            &asked,
            json!({"type": 9, "data": {"custom_id": "w", "title": ""}})
        )
        .await,
        (400, 50_035)
    );
    assert_eq!(respond(&raw, &asked, json!({"type": 9, "data": window})).await.0, 204);
    assert_eq!(asked.window().expect("it is open")["title"], "Hands");
    let sent = anna.submit(&asked, &["5"]).await;
    assert_eq!(sent.payload()["data"]["components"][0]["components"][0]["value"], "5");
    assert_eq!(
        respond(&raw, &sent, json!({"type": 9, "data": {}})).await,
        (400, 50_035)
    );
    assert_eq!(
        respond(&raw, &sent, json!({"type": 4, "data": {"content": "five"}}))
            .await
            .0,
        204
    );
    assert_eq!(sent.response().await.content, "five");
    assert_own_answers_clean(&discord);
}

#[tokio::test]
async fn private_messages_need_an_open_door_and_a_common_server() {
    let Club {
        discord, guild, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = raw.dm(&anna).await;
    assert_eq!(raw.dm(&anna).await, path, "one channel each");
    assert_eq!(discord.dms_opened(), 1);
    assert_eq!(raw.call("POST", &path, json!({"content": "hand"})).await.0, 200);
    discord.close_dms(&anna);
    let (status, refusal) = raw.call("POST", &path, json!({"content": "hand"})).await;
    assert_eq!(
        (status, refusal),
        (
            403,
            json!({"code": 50_007, "message": "Cannot send messages to this user"})
        )
    );
    discord.open_dms(&anna);
    discord.leave(&guild, &anna);
    assert_eq!(
        raw.refusal("POST", &path, json!({"content": "hand"})).await,
        (403, 50_007)
    );
    discord.install(&anna);
    assert_eq!(raw.call("POST", &path, json!({"content": "hand"})).await.0, 200);

    let robot = discord.other_bot("Robot");
    let to = |user: &User| json!({"recipient_id": user.id.to_string()});
    assert_eq!(
        raw.refusal("POST", "/users/@me/channels", to(&robot)).await,
        (400, 50_033)
    );
    assert_eq!(
        raw.refusal("POST", "/users/@me/channels", json!({})).await,
        (400, 50_035)
    );
    discord.set_limits(|limits| limits.dm_opens = Some(1));
    let cleo = discord.user("Cleo", "en-US");
    assert_eq!(
        raw.refusal("POST", "/users/@me/channels", to(&cleo)).await,
        (400, 40_003)
    );
    assert_eq!(discord.dms_opened_within(600 * SECOND), 1);
}

#[tokio::test]
async fn permissions_are_computed_as_discord_does() {
    let Club {
        discord,
        guild,
        channel,
        anna,
        ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = messages(&channel);
    let post = || raw.refusal("POST", &path, json!({"content": "x"}));
    let embed = || raw.refusal("POST", &path, json!({"embeds": [{"title": "x"}]}));
    let picture = json!({"content": "x", "attachments": [{"id": 0}]});
    let upload = || raw.upload("POST", &path, picture.clone(), ("a.png", b"png"));

    discord.deny(&channel, permission::ATTACH_FILES | permission::EMBED_LINKS);
    assert_eq!(upload().await.0, 403);
    assert_eq!(embed().await, (403, 50_013));
    assert_eq!(post().await.0, 200);
    discord.deny(&channel, permission::SEND_MESSAGES);
    assert_eq!(post().await, (403, 50_013));
    discord.deny(&channel, permission::VIEW_CHANNEL);
    assert_eq!(post().await, (403, 50_001));
    assert_eq!(
        raw.refusal("GET", &format!("/channels/{}", channel.id), Value::Null)
            .await,
        (403, 50_001)
    );
    discord.allow(
        &channel,
        permission::VIEW_CHANNEL | permission::SEND_MESSAGES | permission::ATTACH_FILES,
    );
    assert_eq!(upload().await.0, 200);

    register(&raw, &discord).await;
    let asked = anna.slash(&channel, "gin help", &[]).await;
    let bits: u64 = asked.payload()["app_permissions"]
        .as_str()
        .expect("bits")
        .parse()
        .expect("a number");
    assert!(bits & permission::ATTACH_FILES != 0 && bits & permission::EMBED_LINKS == 0);
    let own = |press: &crate::fakes::discord::Interaction| {
        press.payload()["member"]["permissions"]
            .as_str()
            .and_then(|bits| bits.parse::<u64>().ok())
            .expect("bits")
    };
    assert_eq!(own(&asked) & permission::MANAGE_GUILD, 0);
    discord.make_owner(&guild, &anna);
    assert_ne!(
        own(&anna.slash(&channel, "gin help", &[]).await) & permission::MANAGE_GUILD,
        0
    );

    discord.kick_bot(&guild);
    assert_eq!(post().await, (403, 50_001));
    assert_eq!(
        raw.refusal("GET", &format!("/guilds/{}", guild.id), Value::Null).await,
        (403, 50_001)
    );
    assert_eq!(raw.refusal("GET", "/guilds/1", Value::Null).await, (404, 10_004));
    assert_eq!(
        raw.refusal("POST", "/channels/1/messages", json!({"content": "x"}))
            .await,
        (404, 10_003)
    );
}

#[tokio::test]
async fn strangers_tokens_and_strange_paths() {
    let Club { discord, channel, .. } = Club::open().await;
    let mut raw = Raw::new(&discord);
    assert_eq!(raw.call("GET", "/users/@me", Value::Null).await.1["bot"], true);
    assert_eq!(
        raw.call("GET", "/applications/@me", Value::Null).await.1["id"],
        discord.application().to_string()
    );
    assert_eq!(raw.call("GET", "/oauth2/applications/@me", Value::Null).await.0, 200);
    assert_eq!(
        raw.call("GET", &format!("/channels/{}", channel.id), Value::Null)
            .await
            .1["name"],
        "gin"
    );
    discord.assert_clean();
    raw.token = "stolen".into();
    assert_eq!(raw.refusal("GET", "/users/@me", Value::Null).await, (401, 0));
    raw.token = discord.token();
    assert_eq!(raw.refusal("GET", "/users/@me/secrets", Value::Null).await, (404, 0));
    let own = discord.violations();
    assert!(own.iter().any(|line| line.contains("/users/@me/secrets")), "{own:?}");
    discord.forgive();
}

#[tokio::test]
async fn old_messages_and_archived_threads() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    register(&raw, &discord).await;
    let post = async |channel: &Channel| {
        let (status, message) = raw.call("POST", &messages(channel), json!({"content": "x"})).await;
        (
            status,
            message["code"].as_i64(),
            message["id"].as_str().unwrap_or("").to_owned(),
        )
    };
    let edit = async |channel: &Channel, id: &str| {
        raw.refusal("PATCH", &format!("{}/{id}", messages(channel)), json!({"content": "y"}))
            .await
    };

    let (_, _, id) = post(&channel).await;
    discord.make_old(&discord.messages(&channel)[0], 1);
    assert_eq!(edit(&channel, &id).await.0, 200);
    assert_eq!(edit(&channel, &id).await, (429, 30_046));

    let thread = discord.thread(&channel, "table 1");
    let (_, _, id) = post(&thread).await;
    discord.archive(&thread, false);
    assert_eq!(edit(&thread, &id).await, (400, 50_083));
    assert_eq!(post(&thread).await.0, 200, "a new message opens it again");
    assert_eq!(edit(&thread, &id).await.0, 200);
    discord.archive(&thread, true);
    assert_eq!(post(&thread).await.1, Some(50_083));
    let open = raw
        .refusal("PATCH", &format!("/channels/{}", thread.id), json!({"archived": false}))
        .await;
    assert_eq!(open, (403, 50_013), "locked");
    let stuck = anna.slash(&thread, "gin help", &[]).await;
    assert_eq!(
        respond(&raw, &stuck, json!({"type": 4, "data": {"content": "x"}})).await,
        (400, 50_083)
    );
    discord.allow(&channel, permission::MANAGE_THREADS);
    let open = raw
        .call(
            "PATCH",
            &format!("/channels/{}", thread.id),
            json!({"archived": false, "locked": false}),
        )
        .await;
    assert_eq!(open.0, 200);
    let (status, thread) = raw
        .call(
            "POST",
            &format!("/channels/{}/threads", channel.id),
            json!({"name": "t", "type": 11}),
        )
        .await;
    assert_eq!((status, &thread["parent_id"]), (201, &json!(channel.id.to_string())));
    discord.assert_clean();
}

#[tokio::test]
async fn a_bot_may_not_touch_what_others_wrote() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let word = anna.say(&channel, "hi").await;
    let path = format!("{}/{}", messages(&channel), word.id);
    assert_eq!(
        raw.refusal("PATCH", &path, json!({"content": "x"})).await,
        (403, 50_005)
    );
    assert_eq!(raw.refusal("DELETE", &path, Value::Null).await, (403, 50_013));
    discord.allow(&channel, permission::MANAGE_MESSAGES);
    assert_eq!(raw.call("DELETE", &path, Value::Null).await.0, 204);
    assert_eq!(raw.refusal("DELETE", &path, Value::Null).await, (404, 10_008));
    assert!(discord.message(&word).deleted);
}

#[tokio::test]
#[should_panic(expected = "0 buttons \"Draw\"")]
async fn a_button_that_is_gone_cannot_be_pressed() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let (_, sent) = raw
        .call(
            "POST",
            &messages(&channel),
            json!({"components": [row(&[("d", "Draw")])]}),
        )
        .await;
    let old = discord.messages(&channel).remove(0);
    let path = format!("{}/{}", messages(&channel), sent["id"].as_str().expect("an id"));
    raw.call("PATCH", &path, json!({"content": "over", "components": []}))
        .await;
    // On its way before the edit: that may still come.
    assert_eq!(anna.press_late(&old, "Draw").await.payload()["data"]["custom_id"], "d");
    anna.press(&old, "Draw").await;
}

#[tokio::test]
#[should_panic(expected = "ben can't see message")]
async fn a_message_of_somebody_else_cannot_be_pressed() {
    let Club { discord, anna, ben, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = raw.dm(&anna).await;
    raw.call("POST", &path, json!({"components": [row(&[("d", "Draw")])]}))
        .await;
    let hand = anna.dms().remove(0);
    anna.press(&hand, |button: &crate::fakes::discord::Button| button.custom_id == "d")
        .await;
    ben.press(&hand, "Draw").await;
}

#[tokio::test]
#[should_panic(expected = "is greyed out")]
async fn a_grey_button_cannot_be_pressed() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let mut grey = row(&[("d", "Draw")]);
    grey["components"][0]["disabled"] = json!(true);
    raw.call("POST", &messages(&channel), json!({"components": [grey]}))
        .await;
    anna.press(&discord.messages(&channel)[0], "Draw").await;
}

#[tokio::test]
#[should_panic(expected = "isn't registered")]
async fn a_command_that_is_not_there_cannot_be_typed() {
    let Club { channel, anna, .. } = Club::open().await;
    anna.slash(&channel, "gin help", &[]).await;
}

#[tokio::test]
#[should_panic(expected = "21 is too large")]
async fn an_option_out_of_bounds_cannot_be_typed() {
    let Club {
        discord,
        channel,
        anna,
        ben,
        ..
    } = Club::open().await;
    register(&Raw::new(&discord), &discord).await;
    anna.slash(
        &channel,
        "gin challenge",
        &[("opponent", opt(&ben)), ("rules", opt("classic"))],
    )
    .await;
    anna.slash(
        &channel,
        "gin challenge",
        &[("opponent", opt(&ben)), ("hands", opt(20 + 1))],
    )
    .await;
}

#[tokio::test]
async fn groups_and_foreign_servers_need_an_installation_for_the_user() {
    let Club {
        discord,
        guild,
        channel,
        anna,
        ben,
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let mut list = serde_json::to_value(commands()).expect("JSON");
    list[0]["integration_types"] = json!([0, 1]);
    list[0]["contexts"] = json!([0, 1, 2]);
    raw.call(
        "PUT",
        &format!("/applications/{}/commands", discord.application()),
        list,
    )
    .await;
    discord.install(&anna);
    let group = discord.group(&[&anna, &ben]);
    let asked = anna.slash(&group, "gin challenge", &[("opponent", opt(&ben))]).await;
    let payload = asked.payload();
    assert_eq!(payload["context"], 2);
    assert_eq!(payload["authorizing_integration_owners"]["1"], anna.id.to_string());
    assert_eq!(
        respond(&raw, &asked, json!({"type": 4, "data": {"content": "play?"}}))
            .await
            .0,
        204
    );
    assert_eq!(ben.sees(&group).len(), 1);
    assert_eq!(
        raw.refusal("POST", &messages(&group), json!({"content": "x"})).await,
        (403, 50_001)
    );
    discord.kick_bot(&guild);
    let asked = anna.slash(&channel, "gin help", &[]).await;
    assert_eq!(
        asked.payload()["authorizing_integration_owners"],
        json!({"1": anna.id.to_string()})
    );
    assert_eq!(
        anna.dm_channel().id,
        anna.slash(&anna.dm_channel(), "gin help", &[]).await.payload()["channel_id"]
            .as_str()
            .expect("an id")
            .parse::<u64>()
            .expect("a number")
    );
}
