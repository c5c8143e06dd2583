//! Messages: nonces, files, and the picture server.

use super::*;

const A: &[u8] = b"first picture";
const B: &[u8] = b"second picture";

#[tokio::test]
async fn an_enforced_nonce_makes_one_message_of_two_requests() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let body = |enforce: bool| json!({"content": "x", "nonce": "table-1-v7", "enforce_nonce": enforce});
    let first = raw.call("POST", &messages(&channel), body(true)).await.1;
    assert_eq!(first["nonce"], "table-1-v7");
    assert_eq!(
        raw.call("POST", &messages(&channel), body(true)).await.1["id"],
        first["id"]
    );
    assert_eq!(discord.messages(&channel).len(), 1);
    raw.call("POST", &messages(&channel), body(false)).await;
    assert_eq!(
        discord.messages(&channel).len(),
        2,
        "without enforce_nonce it is only a label"
    );
    raw.dm(&anna).await;
    raw.call("POST", &raw.dm(&anna).await, body(true)).await;
    assert_eq!(anna.dms().len(), 1, "another channel, another nonce");
    discord.set_limits(|limits| limits.nonce = Duration::ZERO);
    raw.call("POST", &messages(&channel), body(true)).await;
    assert_eq!(discord.messages(&channel).len(), 3, "forgotten after a while");
    discord.assert_clean();
}

#[tokio::test]
async fn pictures_pile_up_unless_the_list_says_otherwise() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let one = json!({"attachments": [{"id": 0, "description": "one"}]});
    let (status, sent) = raw.upload("POST", &messages(&channel), one, ("hand 1.png", A)).await;
    assert_eq!(status, 200, "{sent}");
    let path = format!("{}/{}", messages(&channel), sent["id"].as_str().expect("an id"));
    let now = || discord.messages(&channel).remove(0);
    assert_eq!(
        (now().pictures[0].filename.as_str(), now().alts()),
        ("hand_1.png", vec!["one"])
    );

    // Without `attachments` the old picture stays.
    raw.upload("PATCH", &path, json!({"content": "turn 2"}), ("hand.png", B))
        .await;
    assert_eq!(now().pictures.len(), 2);
    // With a list only what is listed stays.
    let keep = now().pictures.len();
    assert_eq!(keep, 2);
    let two = json!({"attachments": [{"id": 0, "description": "two"}]});
    raw.upload("PATCH", &path, two, ("hand.png", B)).await;
    assert_eq!(now().alts(), ["two"]);
    // An old one is kept by its own id; its text may change.
    let id = raw.call("GET", &path, Value::Null).await.1["attachments"][0]["id"].clone();
    let both = json!({"attachments": [{"id": id, "description": "old"}, {"id": 0, "description": "new"}]});
    raw.upload("PATCH", &path, both, ("hand.png", A)).await;
    assert_eq!(now().alts(), ["old", "new"]);
    assert_eq!(
        raw.refusal("PATCH", &path, json!({"attachments": [{"id": "12345"}]}))
            .await,
        (400, 50_035)
    );
    // Other fields that are absent stay, too.
    assert_eq!(now().content, "turn 2");
    assert_eq!(
        raw.refusal("PATCH", &path, json!({"content": "", "attachments": []}))
            .await,
        (400, 50_006)
    );
    raw.call("PATCH", &path, json!({"attachments": []})).await;
    assert!(now().pictures.is_empty());
    assert_eq!(discord.history(&now()).len(), 5);
    assert_eq!(discord.requests()[0].files, 1);
    discord.assert_clean();
}

#[tokio::test]
async fn the_picture_server_serves_what_is_there() {
    let Club { discord, channel, .. } = Club::open().await;
    let raw = Raw::new(&discord);
    let body = json!({
        "attachments": [{"id": 0, "filename": "board.png"}],
        "embeds": [{"title": "Leaders", "image": {"url": "attachment://board.png"}}],
    });
    let (_, sent) = raw.upload("POST", &messages(&channel), body, ("x.png", A)).await;
    let url = sent["attachments"][0]["url"].as_str().expect("a url");
    let fetch = async || reqwest::get(url).await.expect("an answer");
    assert_eq!(fetch().await.bytes().await.expect("bytes"), A);
    assert_eq!(discord.messages(&channel)[0].text(), "Leaders");
    discord.assert_clean();
    let path = format!("{}/{}", messages(&channel), sent["id"].as_str().expect("an id"));
    raw.call("PATCH", &path, json!({"attachments": []})).await;
    assert_eq!(fetch().await.status().as_u16(), 404, "links don't last");
    assert!(
        discord.violations()[0].contains("attachment://board.png"),
        "the embed shows nothing now"
    );
    discord.forgive();

    discord.set_limits(|limits| limits.upload = 4);
    let (status, refusal) = raw.upload("POST", &messages(&channel), json!({}), ("x.png", A)).await;
    assert_eq!((status, refusal["code"].as_i64()), (413, Some(40_005)));
    discord.set_limits(|limits| limits.upload = 100);
    discord.forget_history();
    raw.upload(
        "POST",
        &messages(&channel),
        json!({"attachments": [{"id": 0}]}),
        ("x.png", A),
    )
    .await;
    let light = discord.messages(&channel).remove(1);
    assert_eq!((light.pictures[0].size, light.pictures[0].bytes.len()), (A.len(), 0));
}
