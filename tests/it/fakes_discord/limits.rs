//! The limits on bodies: one case a limit, with the place where Discord reports it.

use super::*;

fn place_of(errors: &Value) -> Vec<String> {
    fn walk(value: &Value, path: &str, into: &mut Vec<String>) {
        for (key, inner) in value.as_object().into_iter().flatten() {
            if key == "_errors" {
                let codes = inner
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|error| error["code"].as_str());
                into.extend(codes.map(|code| format!("{path} {code}")));
            } else {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                walk(inner, &path, into);
            }
        }
    }
    let mut found = Vec::new();
    walk(errors, "", &mut found);
    found
}

#[tokio::test]
async fn every_limit_of_a_message_is_kept() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let emoji = discord.emoji("spade_8");
    let long = |n: usize| "x".repeat(n);
    let button = |id: &str, label: &str| row(&[(id, label)]);
    let rows = |n: usize| (0..n).map(|n| button(&format!("b{n}"), "B")).collect::<Vec<_>>();
    let cell = |cell: Value| json!({"components": [{"type": 1, "components": [cell]}]});
    let with_emoji = |emoji: Value| cell(json!({"type": 2, "style": 1, "custom_id": "a", "emoji": emoji}));
    let option = |n: usize| json!({"label": format!("l{n}"), "value": format!("v{n}")});
    let select = |options: Vec<Value>| cell(json!({"type": 3, "custom_id": "s", "options": options}));
    let first = "components.0.components.0";
    let many: Vec<(String, String)> = (0..6).map(|n| (n.to_string(), n.to_string())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let cases: Vec<(Value, String)> = vec![
        (json!({"content": long(2001)}), "content BASE_TYPE_MAX_LENGTH".into()),
        (
            json!({"content": "x", "nonce": long(26)}),
            "nonce BASE_TYPE_MAX_LENGTH".into(),
        ),
        (json!({"components": rows(6)}), "components BASE_TYPE_BAD_LENGTH".into()),
        (
            json!({"components": [row(&many)]}),
            "components.0.components BASE_TYPE_BAD_LENGTH".into(),
        ),
        (
            json!({"components": [{"type": 1, "components": []}]}),
            "components.0.components BASE_TYPE_BAD_LENGTH".into(),
        ),
        (
            json!({"components": [button(&long(101), "B")]}),
            format!("{first}.custom_id BASE_TYPE_BAD_LENGTH"),
        ),
        (
            json!({"components": [button("", "B")]}),
            format!("{first}.custom_id BASE_TYPE_REQUIRED"),
        ),
        (
            json!({"components": [button("a", &long(81))]}),
            format!("{first}.label BASE_TYPE_MAX_LENGTH"),
        ),
        (
            json!({"components": [button("a", "")]}),
            format!("{first} BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
        ),
        (
            json!({"components": [row(&[("a", "A"), ("a", "B")])]}),
            "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED".into(),
        ),
        (
            with_emoji(json!({"name": "spade"})),
            format!("{first}.emoji.name COMPONENT_INVALID_EMOJI"),
        ),
        (
            with_emoji(json!({"name": "♠♥"})),
            format!("{first}.emoji.name COMPONENT_INVALID_EMOJI"),
        ),
        (
            with_emoji(json!({"id": "1", "name": "gone"})),
            format!("{first}.emoji.name COMPONENT_INVALID_EMOJI"),
        ),
        (
            cell(json!({"type": 2, "style": 5, "label": "L", "url": "ftp://x"})),
            format!("{first}.url URL_TYPE_INVALID_SCHEME"),
        ),
        (
            cell(json!({"type": 2, "style": 9, "label": "L", "custom_id": "a"})),
            format!("{first}.style BASE_TYPE_CHOICES"),
        ),
        (select(Vec::new()), format!("{first}.options BASE_TYPE_BAD_LENGTH")),
        (
            select((0..26).map(option).collect()),
            format!("{first}.options BASE_TYPE_BAD_LENGTH"),
        ),
        (
            select(vec![json!({"label": "", "value": "v"})]),
            format!("{first}.options.0.label BASE_TYPE_REQUIRED"),
        ),
        (
            select(vec![json!({"label": "l", "value": long(101)})]),
            format!("{first}.options.0.value BASE_TYPE_BAD_LENGTH"),
        ),
        (
            select(vec![option(1), option(1)]),
            format!("{first}.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        ),
        (
            json!({"embeds": [{"title": long(257)}]}),
            "embeds.0.title BASE_TYPE_MAX_LENGTH".into(),
        ),
        (
            json!({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}),
            "embeds.0.fields.0.value BASE_TYPE_REQUIRED".into(),
        ),
        (
            json!({"embeds": [{"description": long(4000)}, {"description": long(2001)}]}),
            "embeds MAX_EMBED_SIZE_EXCEEDED".into(),
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "description": long(1025)}]}),
            "attachments.0.description BASE_TYPE_MAX_LENGTH".into(),
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE".into(),
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["all"]}}),
            "allowed_mentions.parse.0 BASE_TYPE_CHOICES".into(),
        ),
    ];
    for (body, place) in cases {
        let (status, refusal) = raw.call("POST", &messages(&channel), body.clone()).await;
        assert_eq!((status, refusal["code"].as_i64()), (400, Some(50_035)), "{body}");
        assert_eq!(place_of(&refusal["errors"]), [place], "{body}");
    }
    let good = [
        json!({"content": long(2000)}),
        json!({"components": rows(5)}),
        json!({"components": [row(&many[..5])]}),
        json!({"components": [button(&long(100), &long(80))]}),
        with_emoji(json!({"name": "♠️"})),
        with_emoji(json!({"name": "👍🏽"})),
        with_emoji(json!({"name": "🇹🇼"})),
        with_emoji(json!({"id": emoji.to_string(), "name": "spade_8"})),
        select((0..25).map(option).collect()),
        cell(json!({"type": 2, "style": 5, "label": "L", "url": "https://x"})),
    ];
    for body in good {
        let (status, answer) = raw.call("POST", &messages(&channel), body.clone()).await;
        assert_eq!(status, 200, "{body}: {answer}");
    }
    assert_eq!(
        raw.refusal("POST", &messages(&channel), json!({"content": "  "})).await,
        (400, 50_006)
    );
    assert_eq!(raw.refusal("POST", &messages(&channel), json!({})).await, (400, 50_006));
    let broken = raw
        .request("POST", &messages(&channel))
        .header("content-type", "application/json")
        .body("{");
    assert_eq!(answer(broken).await.1["code"], 50_109);
    assert_own_answers_clean(&discord);
}

#[tokio::test]
async fn commands_are_checked_kept_and_counted() {
    let Club { discord, guild, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let path = format!("/applications/{}/commands", discord.application());
    let put = async |body: Value| raw.call("PUT", &path, body).await;
    let with = |option: Value| json!([{"name": "gin", "description": "d", "options": [option]}]);
    let cases = [
        (
            json!([{"name": "Gin", "description": "d"}]),
            "0.name APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            json!([{"name": "gin rummy", "description": "d"}]),
            "0.name APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            json!([{"name": "gin", "description": ""}]),
            "0.description BASE_TYPE_REQUIRED",
        ),
        (
            json!([{"name": "gin", "description": "x".repeat(101)}]),
            "0.description BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!([{"name": "gin", "description": "d", "name_localizations": {"zh-Hans": "金"}}]),
            "0.name_localizations BASE_TYPE_CHOICES",
        ),
        (
            json!([{"name": "gin", "description": "d"}, {"name": "gin", "description": "d"}]),
            "1 APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        (
            json!([{"name": "Challenge", "type": 2, "description": "d"}]),
            "0.description APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
        ),
        (
            with(json!({"type": 12, "name": "o", "description": "d"})),
            "0.options.0.type BASE_TYPE_CHOICES",
        ),
        (
            with(json!({"type": 3, "name": "O", "description": "d"})),
            "0.options.0.name APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            with(json!({"type": 4, "name": "o", "description": "d", "choices": [{"name": "n", "value": "text"}]})),
            "0.options.0.choices.0.value BASE_TYPE_BAD_VALUE",
        ),
        (
            with(json!({"type": 3, "name": "o", "description": "d", "min_value": 1})),
            "0.options.0.min_value APPLICATION_COMMAND_OPTIONS_BOUND_INVALID",
        ),
    ];
    for (body, place) in cases {
        let (status, refusal) = put(body.clone()).await;
        assert_eq!(status, 400, "{body}");
        assert_eq!(place_of(&refusal["errors"]), [place], "{body}");
    }
    let optional_first = json!([{"name": "gin", "description": "d", "options": [
        {"type": 3, "name": "a", "description": "d"}, {"type": 3, "name": "b", "description": "d", "required": true}]}]);
    let place = place_of(&put(optional_first).await.1["errors"]);
    assert_eq!(
        place,
        ["0.options.1.required APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"]
    );

    let before = discord.command_writes();
    register(&raw, &discord).await;
    assert_eq!(discord.command_writes(), before + 1);
    let list = || discord.commands(None);
    let first = list();
    let get = raw.call("GET", &path, Value::Null).await.1;
    assert_eq!(get.as_array().map(Vec::len), Some(2));
    assert!(
        get[1].get("name_localizations").is_none(),
        "localizations only on demand"
    );
    let get = raw
        .call("GET", &format!("{path}?with_localizations=true"), Value::Null)
        .await
        .1;
    assert_eq!(get[1]["name_localizations"]["zh-TW"], "挑戰");
    assert_eq!(discord.command_writes(), before + 1, "reading isn't writing");
    register(&raw, &discord).await;
    assert_eq!(list(), first, "the same list keeps ids and versions");

    let (anna, ben) = (discord.user("Anna", "en-US"), discord.user("Ben", "zh-TW"));
    let channel = discord.channel(&guild, "gin");
    discord.join(&guild, &anna);
    discord.join(&guild, &ben);
    let names = |user: &User| {
        user.offered(&channel)
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&anna), ["gin challenge", "gin help", "Challenge"]);
    assert_eq!(names(&ben), ["gin challenge", "gin help", "挑戰"]);

    let one = json!({"name": "gin", "description": "Other words"});
    let (status, changed) = raw.call("POST", &path, one.clone()).await;
    assert_eq!((status, &changed["id"]), (200, &first[0]["id"]));
    assert_ne!(changed["version"], first[0]["version"]);
    let id = changed["id"].as_str().expect("an id");
    let (_, patched) = raw
        .call("PATCH", &format!("{path}/{id}"), json!({"description": "Third"}))
        .await;
    assert_eq!(patched["description"], "Third");
    assert_eq!(
        raw.call("GET", &format!("{path}/{id}"), Value::Null).await.1["description"],
        "Third"
    );
    assert_eq!(raw.call("DELETE", &format!("{path}/{id}"), Value::Null).await.0, 204);
    assert_eq!(
        raw.refusal("DELETE", &format!("{path}/{id}"), Value::Null).await,
        (404, 10_063)
    );
    let local = format!("/applications/{}/guilds/{}/commands", discord.application(), guild.id);
    assert_eq!(raw.call("POST", &local, one).await.0, 201);
    assert_eq!(
        (discord.commands(None).len(), discord.commands(Some(&guild)).len()),
        (1, 2)
    );
    assert_own_answers_clean(&discord);
}
