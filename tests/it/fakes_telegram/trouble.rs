//! Requests that go wrong, and floods.

use std::time::Duration;

use serde_json::json;
use teloxide::RequestError;
use teloxide::payloads::*;
use teloxide::prelude::*;
use tokio::time::Instant;

use super::{bot, club, raw, refusal};
use crate::fakes::telegram::{Call, Failure, FakeTelegram, Faulty};

#[tokio::test]
async fn answers_get_lost_and_connections_drop() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, ..) = club(&tg);
    let chat = ChatId(group.id());
    let sends = |call: &Call| call.method == "sendMessage";
    tg.fail_next(sends, Failure::Reset);
    assert!(matches!(
        bot.send_message(chat, "one").await,
        Err(RequestError::Network(_))
    ));
    assert!(tg.posts(&group).is_empty(), "nothing was done");
    tg.fail_next(sends, Failure::LostAnswer);
    assert!(matches!(
        bot.send_message(chat, "two").await,
        Err(RequestError::Network(_))
    ));
    assert_eq!(tg.posts(&group).len(), 1, "done, but the bot can't know");
    tg.fail_next(sends, Failure::TooMany(7));
    let Err(RequestError::RetryAfter(seconds)) = bot.send_message(chat, "three").await else {
        panic!("a flood")
    };
    assert_eq!(seconds.seconds(), 7);
    let to = group.id();
    let guard: Faulty = tg.fail_always(
        move |call| call.chat == Some(to),
        Failure::Refused(400, "Bad Request: CHAT_RESTRICTED"),
    );
    for _ in 0..2 {
        assert_eq!(
            refusal(bot.send_message(chat, "four").await),
            "Bad Request: CHAT_RESTRICTED"
        );
    }
    drop(guard);
    tg.fail_next(sends, Failure::Slow(Duration::from_millis(50)));
    let began = Instant::now();
    bot.send_message(chat, "five").await.expect("sent");
    assert!(began.elapsed() >= Duration::from_millis(50));
    tg.fail_next(|_| true, Failure::BadGateway);
    let address = format!("{}/bot{}/getMe", tg.url(), tg.token());
    let answer = reqwest::get(address).await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 502);
    let calls = tg.calls();
    let outcomes: Vec<bool> = calls
        .iter()
        .filter_map(|call| Some(call.outcome.as_ref()?.is_ok()))
        .collect();
    assert_eq!(outcomes, [false, true, false, false, false, true, false]);
    assert!(calls.iter().all(|call| call.at <= Instant::now()));
    assert_eq!(calls[0].params["text"], "one");
    tg.assert_clean();
}

#[tokio::test]
async fn floods_count_sends_and_edits_of_each_chat() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, _) = club(&tg);
    anna.start("").await;
    tg.flood_groups(3, Duration::from_secs(60));
    let sent = bot.send_message(ChatId(group.id()), "0").await.expect("sent");
    for text in ["1", "2"] {
        bot.edit_message_text(ChatId(group.id()), sent.id, text)
            .await
            .expect("edited");
    }
    let (status, answer) = raw(&tg, "sendMessage", json!({"chat_id": group.id(), "text": "3"})).await;
    let wait = answer["parameters"]["retry_after"].as_u64().expect("a time to wait");
    assert_eq!(
        (status, &answer["description"]),
        (429, &json!(format!("Too Many Requests: retry after {wait}")))
    );
    assert!((1..=60).contains(&wait));
    assert_eq!(tg.message(&group, i64::from(sent.id.0)).expect("there").words(), "2");
    bot.send_message(ChatId(anna.id()), "other chats go on")
        .await
        .expect("sent");
    tg.flood_privates(0, Duration::from_secs(1));
    assert!(matches!(
        bot.send_message(ChatId(anna.id()), "x").await,
        Err(RequestError::RetryAfter(_))
    ));
    assert!(tg.messages(&group).iter().any(|message| message.is_service()));
    assert_eq!(tg.bot_id(), 7_001_002_003);
    tg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_presses_at_once_are_all_answered() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let sent = bot
        .send_message(ChatId(group.id()), "table")
        .reply_markup(super::keys("k"))
        .await
        .expect("sent");
    let table = tg.message(&group, i64::from(sent.id.0)).expect("the table");
    let brain = tokio::spawn({
        let bot = bot.clone();
        async move {
            let mut offset = 0;
            loop {
                for update in super::poll(&bot, offset).await {
                    offset = update.id.as_offset();
                    if let teloxide::types::UpdateKind::CallbackQuery(query) = update.kind {
                        let bot = bot.clone();
                        tokio::spawn(async move { bot.answer_callback_query(query.id).text("ok").await });
                    }
                }
            }
        }
    });
    let presses: Vec<_> = (0..100)
        .flat_map(|_| [anna.tap(&table, |_| true), ben.tap(&table, |_| true)])
        .collect();
    for press in presses {
        assert_eq!(press.answered().await.text, "ok");
    }
    brain.abort();
    tg.assert_clean();
}
