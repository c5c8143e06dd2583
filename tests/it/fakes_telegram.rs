//! The fake Telegram itself, driven by a real teloxide bot: its refusals, its updates, its memory of who saw what.

mod groups;
mod posts;
mod trouble;
mod updates;

use serde_json::Value;
use teloxide::payloads::*;
use teloxide::prelude::*;
use teloxide::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile, ParseMode, UpdateKind};
use teloxide::{ApiError, RequestError};

use crate::fakes::telegram::{Button, FakeTelegram, Group, Place, Press, Spot, Toast, User};

fn bot(tg: &FakeTelegram) -> Bot {
    Bot::new(tg.token()).set_api_url(tg.url().parse().expect("a base address"))
}

fn png(width: u32, height: u32, shade: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    let pixels = vec![shade; usize::try_from(width * height).expect("a small picture")];
    writer.write_image_data(&pixels).expect("pixels");
    drop(writer);
    bytes
}

fn photo(shade: u8) -> InputFile {
    InputFile::memory(png(40, 30, shade)).file_name("hand.png")
}

fn keys(data: &str) -> InlineKeyboardMarkup {
    InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Go", data.to_owned())]])
}

/// What the server said, whichever way teloxide sorts it.
fn refusal<T: std::fmt::Debug>(result: Result<T, RequestError>) -> String {
    match result.expect_err("refused") {
        RequestError::Api(ApiError::Unknown(text)) => text,
        RequestError::Api(known) => format!("{known:?}"),
        other => format!("{other:?}"),
    }
}

/// A request without teloxide in between: status and body.
async fn raw(tg: &FakeTelegram, method: &str, body: Value) -> (u16, Value) {
    let address = format!("{}/bot{}/{method}", tg.url(), tg.token());
    let answer = reqwest::Client::new()
        .post(address)
        .json(&body)
        .send()
        .await
        .expect("an answer");
    (answer.status().as_u16(), answer.json().await.expect("JSON"))
}

async fn poll(bot: &Bot, offset: i32) -> Vec<Update> {
    bot.get_updates().offset(offset).timeout(5).await.expect("updates")
}

/// Confirms all that waits and answers the next press with its data.
async fn answer_press(bot: &Bot) {
    let mut offset = 0;
    for _ in 0..10 {
        let mut pressed = false;
        for update in poll(bot, offset).await {
            offset = update.id.as_offset();
            if let UpdateKind::CallbackQuery(query) = update.kind {
                let data = query.data.clone().unwrap_or_default();
                bot.answer_callback_query(query.id)
                    .text(data)
                    .show_alert(true)
                    .await
                    .expect("answered");
                pressed = true;
            }
        }
        if pressed {
            bot.get_updates()
                .offset(offset)
                .timeout(0)
                .limit(1)
                .await
                .expect("confirmed");
            return;
        }
    }
    panic!("nobody pressed");
}

/// A supergroup with Anna (@anna, en) and Ben (no username, zh-hans) in it.
fn club(tg: &FakeTelegram) -> (Group, User, User) {
    let group = tg.supergroup("Card club");
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", None, "zh-hans"));
    tg.join(&group, &anna);
    tg.join(&group, &ben);
    (group, anna, ben)
}

#[tokio::test]
async fn a_press_reaches_the_bot_and_the_answer_its_presser() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let me = bot.get_me().await.expect("me");
    assert_eq!(me.username(), tg.bot_username());
    anna.says(&group, "/challenge @ben");
    bot.send_message(ChatId(group.id()), "<b>Anna</b> &lt;3")
        .parse_mode(ParseMode::Html)
        .reply_markup(keys("accept"))
        .await
        .expect("sent");
    let card = tg.post(&group, |post| post.words() == "Anna <3").await;
    assert_eq!(card.entities()[0]["type"], "bold");
    let (toast, ()) = tokio::join!(ben.press(&card, |label| label == "Go"), answer_press(&bot));
    assert_eq!(
        toast,
        Toast {
            text: "accept".into(),
            alert: true,
            url: None
        }
    );
    assert!(
        tg.seen_by(&ben)
            .iter()
            .any(|seen| seen.text == "accept" && seen.message.is_none())
    );
    assert!(tg.seen_by(&anna).iter().all(|seen| seen.text != "accept"));
    tg.assert_clean();
}

#[tokio::test]
async fn private_chats_open_with_start_and_close_with_a_block() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let stranger = tg.user("Cleo", None, "en");
    let hello = |to: &User| {
        let (bot, id) = (bot.clone(), to.id());
        async move { bot.send_message(ChatId(id), "hello").await }
    };
    assert!(matches!(
        hello(&stranger).await,
        Err(RequestError::Api(ApiError::ChatNotFound))
    ));
    assert_eq!(
        refusal(hello(&anna).await),
        "Forbidden: bot can't initiate conversation with a user"
    );
    bot.send_message(ChatId(group.id()), "Start me first")
        .reply_markup(InlineKeyboardMarkup::new([[InlineKeyboardButton::url(
            "Start",
            format!("https://t.me/{}?start=t1", tg.bot_username())
                .parse()
                .expect("a link"),
        )]]))
        .await
        .expect("sent");
    let card = tg.latest(&group).expect("the card");
    let started = anna.follow(card.button(|label| label == "Start")).await;
    assert_eq!(started.words(), "/start t1");
    let sent = hello(&anna).await.expect("sent");
    anna.blocks();
    assert!(matches!(
        hello(&anna).await,
        Err(RequestError::Api(ApiError::BotBlocked))
    ));
    let edit = bot.edit_message_text(ChatId(anna.id()), sent.id, "changed").await;
    assert!(matches!(edit, Err(RequestError::Api(ApiError::BotBlocked))));
    anna.unblocks();
    hello(&anna).await.expect("sent again");
    anna.blocks();
    anna.start("").await;
    hello(&anna).await.expect("and again");
    ben.start("").await;
    ben.deactivates();
    assert!(matches!(
        hello(&ben).await,
        Err(RequestError::Api(ApiError::UserDeactivated))
    ));
    let told: Vec<String> = tg
        .updates()
        .iter()
        .filter_map(|update| Some(update["my_chat_member"].as_object()?["new_chat_member"]["status"].to_string()))
        .collect();
    assert_eq!(
        told,
        ["\"member\"", "\"kicked\"", "\"member\"", "\"kicked\"", "\"member\""]
    );
    assert!(tg.seen_by(&ben).iter().all(|seen| seen.text != "hello"));
    tg.assert_clean();
}

#[tokio::test]
async fn every_version_remembers_its_readers() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let chat = ChatId(group.id());
    let table = bot
        .send_message(chat, "first")
        .reply_markup(keys("secret-token"))
        .await
        .expect("sent");
    tg.leave(&group, &ben);
    bot.edit_message_text(chat, table.id, "second").await.expect("edited");
    let cleo = tg.user("Cleo", None, "");
    tg.join(&group, &cleo);
    bot.edit_message_text(chat, table.id, "third").await.expect("edited");
    anna.start("").await;
    bot.send_photo(ChatId(anna.id()), photo(7))
        .caption("A hand")
        .protect_content(true)
        .await
        .expect("sent");
    let texts = |person: &User| -> Vec<String> {
        tg.seen_by(person)
            .into_iter()
            .filter(|seen| seen.from_bot)
            .map(|seen| seen.text)
            .collect()
    };
    assert_eq!(texts(&ben), ["first"]);
    assert_eq!(texts(&cleo), ["second", "third"]);
    assert_eq!(texts(&anna), ["first", "second", "third", "A hand"]);
    let seen = tg.seen_by(&anna);
    let hand = seen.iter().find(|seen| seen.text == "A hand").expect("seen");
    assert_eq!(hand.photo.as_deref(), Some(&png(40, 30, 7)[..]));
    assert_eq!(
        Spot {
            chat: hand.chat,
            thread: None
        },
        anna.spot()
    );
    let first = seen.iter().find(|seen| seen.text == "first").expect("seen");
    assert_eq!(
        (&first.buttons[..], &first.hidden[..]),
        (&["Go".to_owned()][..], &["secret-token".to_owned()][..])
    );
    assert!(anna.private().last().expect("the hand").protected());
    assert!(tg.seen_by(&ben).iter().all(|seen| seen.photo.is_none()));
    tg.assert_clean();
}

#[tokio::test]
#[should_panic(expected = "no such button")]
async fn a_button_that_is_gone_cant_be_pressed() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, _) = club(&tg);
    let sent = bot
        .send_message(ChatId(group.id()), "table")
        .reply_markup(keys("x"))
        .await
        .expect("sent");
    bot.edit_message_text(ChatId(group.id()), sent.id, "over")
        .await
        .expect("edited");
    let card = tg.latest(&group).expect("the card");
    anna.press(&card, |label| label == "Go").await;
}

#[tokio::test]
#[should_panic(expected = "can't see that message")]
async fn strangers_cant_press() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, _, _) = club(&tg);
    bot.send_message(ChatId(group.id()), "table")
        .reply_markup(keys("x"))
        .await
        .expect("sent");
    let stranger = tg.user("Cleo", None, "en");
    stranger.tap(&tg.latest(&group).expect("the card"), |_| true);
}

#[tokio::test]
async fn stale_forged_and_late_presses() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let chat = ChatId(group.id());
    let sent = bot
        .send_message(chat, "one")
        .reply_markup(keys("old"))
        .await
        .expect("sent");
    let card = tg.latest(&group).expect("the card");
    let old: Button = card.button(|label| label == "Go");
    bot.edit_message_text(chat, sent.id, "two")
        .reply_markup(keys("new"))
        .await
        .expect("edited");
    let presses: [Press; 3] = [
        anna.tap_stale(&card, &old),
        ben.forge(&card, "anything"),
        anna.tap(&card, |_| true),
    ];
    tg.delete_message(&card);
    let gone = ben.tap_stale(&card, &old);
    let waiting = poll(&bot, 0).await;
    let data: Vec<String> = waiting
        .iter()
        .filter_map(|update| match &update.kind {
            UpdateKind::CallbackQuery(query) => query.data.clone(),
            _ => None,
        })
        .collect();
    assert_eq!(data, ["old", "anything", "new", "old"]);
    let UpdateKind::CallbackQuery(last) = &waiting.last().expect("updates").kind else {
        panic!("a press")
    };
    assert!(
        last.regular_message().is_none() && last.message.is_some(),
        "an inaccessible message"
    );
    assert_eq!(last.id.0, gone.id());
    let [stale, forged, good] = presses;
    let answer = |id: &str, text: &str| bot.answer_callback_query(id.to_owned().into()).text(text.to_owned());
    answer(stale.id(), "too late").await.expect("answered");
    assert_eq!(stale.answered().await.text, "too late");
    let twice = "Bad Request: query is too old and response timeout expired or query ID is invalid";
    answer(forged.id(), "no").await.expect("answered");
    assert_eq!(refusal(answer(forged.id(), "no").await), twice);
    assert!(refusal(answer(good.id(), &"x".repeat(201)).await).contains("TooLong"));
    let elsewhere = bot
        .answer_callback_query(good.id().to_owned().into())
        .url("https://t.me/other_bot?start=x".parse().expect("a link"));
    assert_eq!(refusal(elsewhere.await), "Bad Request: URL_INVALID");
    let link = format!("https://t.me/{}?start=t9", tg.bot_username());
    bot.answer_callback_query(good.id().to_owned().into())
        .url(link.parse().expect("a link"))
        .await
        .expect("answered");
    let toast = good.answer().expect("answered");
    assert_eq!(anna.follow(toast.url.expect("a link")).await.words(), "/start t9");
    tg.set_query_lifetime(10);
    tg.shift_clock(11);
    assert_eq!(refusal(answer(gone.id(), "hello").await), twice);
    assert!(gone.answer().is_none());
    tg.assert_clean();
}
