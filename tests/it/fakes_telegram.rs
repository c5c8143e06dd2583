//! The fake Telegram itself, driven by a real teloxide bot: its refusals, its updates, its memory of who saw what.

use std::time::Duration;

use teloxide::ApiError;
use teloxide::RequestError;
use teloxide::payloads::*;
use teloxide::prelude::*;
use teloxide::types::{
    AllowedUpdate, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMedia, InputMediaPhoto, MessageId,
    ParseMode, Recipient, ReplyParameters, ThreadId, UpdateId, UpdateKind,
};

use crate::fakes::telegram::{Failure, FakeTelegram, Group, User};

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
        other => format!("{other:?}"),
    }
}

async fn updates(bot: &Bot, offset: i32) -> Vec<Update> {
    bot.get_updates().offset(offset).timeout(5).await.expect("updates")
}

/// Confirms all that waits and answers every press with its data.
async fn answer_presses(bot: &Bot) {
    let mut offset = 0;
    for _ in 0..10 {
        let mut pressed = false;
        for update in updates(bot, offset).await {
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

fn world(tg: &FakeTelegram) -> (Group, User, User) {
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
    let (group, anna, ben) = world(&tg);
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
    let (toast, ()) = tokio::join!(ben.press(&card, |label| label == "Go"), answer_presses(&bot));
    assert_eq!((toast.text.as_str(), toast.alert), ("accept", true));
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
    let (group, anna, ben) = world(&tg);
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
    anna.start("").await;
    hello(&anna).await.expect("sent again");
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
    assert_eq!(told, ["\"member\"", "\"kicked\"", "\"member\""]);
    assert!(tg.seen_by(&ben).iter().all(|seen| seen.text != "hello"));
    tg.assert_clean();
}
