//! Updates by webhook.

use super::*;

const SECRET: &str = "s3cret-Word_1";

async fn called(tg: &FakeTelegram) -> (House, String) {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listen = socket.local_addr().expect("an address");
    drop(socket);
    let url = format!("http://{listen}/telegram/hook");
    let webhook = Webhook {
        url: url.clone(),
        listen,
        secret: SECRET.to_owned(),
    };
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let house = House::furnished(tg, folder, FAST, Some(webhook)).await;
    tg.eventually("the webhook is set", || tg.webhook().is_some()).await;
    (house, url)
}

/// A match begins by webhook; what comes without the secret is refused and does nothing.
#[tokio::test]
async fn a_match_by_webhook() {
    let tg = FakeTelegram::start().await;
    let (house, url) = called(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.play_until(&[&anna, &ben], || hand.versions().len() > 3).await;
    assert!(has(&table, "My hand"));
    assert_eq!(tg.count("getUpdates"), 0);

    let client = reqwest::Client::new();
    let forged = serde_json::json!({
        "update_id": 999_999_999,
        "message": {
            "message_id": 999, "date": now().0 / 1000, "text": "/top",
            "chat": {"id": group.id(), "type": "supergroup", "title": "Card club"},
            "from": {"id": ben.id(), "is_bot": false, "first_name": "Ben"},
            "entities": [{"type": "bot_command", "offset": 0, "length": 4}],
        },
    });
    let before = tg.posts(&group).len();
    for secret in [None, Some("wrong"), Some("s3cret-Word_"), Some("s3cret-Word_12")] {
        let mut request = client.post(&url).json(&forged);
        if let Some(secret) = secret {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        assert_eq!(request.send().await.expect("an answer").status(), 401, "{secret:?}");
    }
    let right = || client.post(&url).header("X-Telegram-Bot-Api-Secret-Token", SECRET);
    assert_eq!(right().body("no update").send().await.expect("an answer").status(), 400);
    let elsewhere = url.replace("/telegram/hook", "/");
    assert_eq!(
        client
            .post(elsewhere)
            .json(&forged)
            .send()
            .await
            .expect("an answer")
            .status(),
        404
    );
    assert_eq!(client.get(&url).send().await.expect("an answer").status(), 405);
    assert_eq!(tg.posts(&group).len(), before);
    assert_eq!(right().json(&forged).send().await.expect("an answer").status(), 200);
    tg.eventually("the right one is obeyed", || tg.posts(&group).len() == before + 1)
        .await;
    tg.assert_clean();
    house.close().await;
}

/// "Received" is said only after the update is stored: when it was said, the table is in the store.
#[tokio::test]
async fn received_means_stored() {
    let tg = FakeTelegram::start().await;
    let (house, _) = called(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    let group = house.club(&[&anna]);
    anna.says(&group, "/challenge");
    tg.eventually("it was received", || tg.pending() == 0).await;
    let place = jinlami::id::Place {
        venue: jinlami::id::Venue {
            platform: jinlami::id::Platform::Telegram,
            chat: group.id(),
        },
        channel: 0,
    };
    let tables = house
        .service
        .tables(jinlami::service::Of::Place(place))
        .await
        .expect("a store that answers");
    assert_eq!(tables.len(), 1);
    house.close().await;
}
