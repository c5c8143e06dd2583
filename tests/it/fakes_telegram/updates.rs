//! How updates reach the bot.

use std::sync::{Arc, Mutex};

use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use teloxide::payloads::*;
use teloxide::prelude::*;
use teloxide::types::{AllowedUpdate, UpdateKind};

use super::{bot, club, poll, raw, refusal};
use crate::fakes::telegram::FakeTelegram;

fn texts(updates: &[Update]) -> Vec<String> {
    let text = |update: &Update| match &update.kind {
        UpdateKind::Message(message) => message.text().map(str::to_owned),
        UpdateKind::EditedMessage(message) => message.text().map(|text| format!("edited {text}")),
        _ => None,
    };
    updates.iter().filter_map(text).collect()
}

#[tokio::test]
async fn offsets_confirm_and_privacy_hides() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let offset = poll(&bot, 0).await.last().expect("the joining").id.as_offset();
    anna.says(&group, "good evening");
    anna.says(&group, "/hand");
    anna.says(&group, &format!("/table@{}", tg.bot_username().to_uppercase()));
    anna.says(&group, "/roll@some_other_bot");
    bot.send_message(ChatId(group.id()), "table").await.expect("sent");
    let table = tg.latest(&group).expect("the table");
    let reply = ben.replies(&table, "nice");
    ben.edits(&reply, "very nice");
    let heard = poll(&bot, offset).await;
    let table_command = format!("/table@{}", tg.bot_username().to_uppercase());
    assert_eq!(texts(&heard), ["/hand", &table_command, "nice", "edited very nice"]);
    assert_eq!(
        texts(&poll(&bot, offset).await),
        texts(&heard),
        "what is not confirmed comes again"
    );
    let two = bot.get_updates().offset(offset).limit(2).await.expect("updates");
    assert_eq!(two.len(), 2);
    assert_eq!(
        texts(&poll(&bot, two[1].id.as_offset()).await),
        ["nice", "edited very nice"]
    );
    assert_eq!(tg.pending(), 2);
    assert_eq!(
        texts(&bot.get_updates().offset(-1).await.expect("updates")),
        ["edited very nice"]
    );
    assert_eq!(tg.pending(), 1);
    tg.let_bot_read_all();
    anna.says(&group, "good night");
    assert_eq!(texts(&poll(&bot, heard[3].id.as_offset()).await), ["good night"]);
    tg.assert_clean();
}

#[tokio::test]
async fn a_long_poll_waits_for_the_news() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let anna = tg.user("Anna", None, "en");
    let waiting = tokio::spawn({
        let bot = bot.clone();
        async move { bot.get_updates().timeout(10).await }
    });
    tg.eventually("the poll is there", || tg.count("getUpdates") == 1).await;
    anna.start("").await;
    assert_eq!(texts(&waiting.await.expect("joined").expect("updates")), ["/start"]);
    let only = [AllowedUpdate::CallbackQuery];
    let first = bot
        .get_updates()
        .offset(-1)
        .allowed_updates(only)
        .timeout(0)
        .await
        .expect("updates");
    bot.get_updates()
        .offset(first[0].id.as_offset())
        .await
        .expect("confirmed");
    anna.says(&anna, "unheard");
    assert_eq!(tg.pending(), 0, "the kinds stay as they were last named");
    tg.assert_clean();
}

#[tokio::test]
async fn the_second_poller_ends_the_first() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let first = tokio::spawn({
        let bot = bot.clone();
        async move { bot.get_updates().timeout(10).await }
    });
    tg.eventually("the poll is there", || tg.count("getUpdates") == 1).await;
    let second = tokio::spawn({
        let bot = bot.clone();
        async move { bot.get_updates().timeout(10).await }
    });
    let said = refusal(first.await.expect("joined"));
    assert!(
        said.contains("TerminatedByOtherGetUpdates") || said.starts_with("Conflict: terminated by other"),
        "{said}"
    );
    tg.user("Anna", None, "en").start("").await;
    assert_eq!(second.await.expect("joined").expect("updates").len(), 1);
    tg.assert_clean();
}

#[tokio::test]
async fn updates_come_twice_late_and_in_any_order() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let anna = tg.user("Anna", None, "en");
    tg.hold_updates();
    anna.start("").await;
    let id = tg.last_update().expect("an update");
    anna.says(&anna, "/hand");
    anna.says(&anna, "/table");
    assert!(bot.get_updates().timeout(0).await.expect("updates").is_empty());
    tg.release_updates(|updates| updates.reverse());
    let heard = poll(&bot, 0).await;
    assert_eq!(texts(&heard), ["/table", "/hand", "/start"]);
    assert!(heard[0].id.0 > heard[1].id.0, "numbers tell the true order");
    bot.get_updates()
        .offset(heard[0].id.as_offset())
        .await
        .expect("confirmed");
    tg.resend_update(id);
    let again = poll(&bot, heard[0].id.as_offset()).await;
    assert_eq!((texts(&again), again[0].id.0), (vec!["/start".to_owned()], id));
    tg.shift_clock(-86_400);
    let old = anna.says(&anna, "/challenge").json()["date"].as_i64();
    tg.shift_clock(86_400);
    let new = anna.says(&anna, "/challenge").json()["date"].as_i64();
    assert!(new.zip(old).is_some_and(|(new, old)| new - old >= 86_400));
    tg.assert_clean();
}

#[tokio::test]
async fn a_webhook_gets_each_update_until_it_takes_it() {
    type Heard = Arc<Mutex<Vec<(Option<String>, Value)>>>;
    let heard = Heard::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let ear = heard.clone();
    let router = axum::Router::new().fallback(move |headers: HeaderMap, body: axum::Json<Value>| {
        let ear = ear.clone();
        async move {
            let secret = headers
                .get("x-telegram-bot-api-secret-token")
                .and_then(|value| value.to_str().ok());
            let mut ear = ear.lock().expect("no panic in here");
            ear.push((secret.map(Into::into), body.0));
            if ear.len() == 1 {
                StatusCode::INTERNAL_SERVER_ERROR
            } else {
                StatusCode::OK
            }
        }
    });
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let anna = tg.user("Anna", None, "en");
    anna.start("").await;
    let url: url::Url = format!("http://{address}/hook").parse().expect("an address");
    bot.set_webhook(url.clone())
        .secret_token("s3cret_token-")
        .max_connections(1)
        .await
        .expect("set");
    assert_eq!(tg.webhook().as_deref(), Some(url.as_str()));
    tg.eventually("the update is taken", || tg.pending() == 0).await;
    {
        let heard = heard.lock().expect("no panic in here");
        assert_eq!(heard.len(), 2, "the first try failed");
        assert!(
            heard
                .iter()
                .all(|(secret, _)| secret.as_deref() == Some("s3cret_token-"))
        );
        assert_eq!(heard[0].1, heard[1].1);
    }
    let info = bot.get_webhook_info().await.expect("info");
    assert!(info.last_error_message.is_some_and(|text| text.contains("500")));
    assert!(refusal(bot.get_updates().await).contains("can't use getUpdates method while webhook is active"));
    tg.resend_update(tg.last_update().expect("an update"));
    tg.eventually("it came again", || {
        (heard.lock().expect("no panic").len() == 3).then_some(())
    })
    .await;
    let bad = bot.set_webhook(url).secret_token("no spaces").await;
    assert!(refusal(bad).contains("unallowed characters"));
    bot.delete_webhook().drop_pending_updates(true).await.expect("deleted");
    anna.says(&anna, "/hand");
    assert_eq!(texts(&poll(&bot, 0).await), ["/hand"]);
    server.abort();
    tg.assert_clean();
}

#[tokio::test]
async fn doors_that_stay_shut() {
    let tg = FakeTelegram::start().await;
    let (status, answer) = raw(&tg, "brewCoffee", json!({})).await;
    assert_eq!(
        (status, answer["description"].as_str()),
        (404, Some("Not Found: method not found"))
    );
    let ask = |token: String| async move { reqwest::get(token).await.expect("an answer").status().as_u16() };
    assert_eq!(ask(format!("{}/bot12:{}/getMe", tg.url(), "x".repeat(35))).await, 401);
    assert_eq!(ask(format!("{}/bot/getMe", tg.url())).await, 404);
    assert_eq!(ask(format!("{}/bot{}/getme", tg.url(), tg.token())).await, 200);
    let bad =
        json!({"chat_id": 1, "text": 5, "reply_markup": {"inline_keyboard": [[{"text": "x", "data": "y"}]]}, "z": 1});
    raw(&tg, "sendMessage", bad).await;
    if std::env::var_os("JINLAMI_SPECS").is_some() {
        let found = tg.violations().join("\n");
        for part in [
            "brewCoffee: no such method",
            "sendMessage.text: String expected",
            "unknown parameter z",
            "data is unknown",
        ] {
            assert!(found.contains(part), "{part} is not in\n{found}");
        }
    }
}
