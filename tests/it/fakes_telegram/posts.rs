//! What may be written, shown and changed.

use serde_json::json;
use teloxide::payloads::*;
use teloxide::prelude::*;
use teloxide::types::{
    FileId, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMedia, InputMediaPhoto, MessageId, ParseMode,
    ReplyParameters,
};

use super::{bot, club, keys, photo, png, raw, refusal};
use crate::fakes::telegram::{FakeTelegram, Shown};

#[tokio::test]
async fn texts_are_measured_after_parsing() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, _) = club(&tg);
    let chat = ChatId(group.id());
    let html = |text: &str| bot.send_message(chat, text.to_owned()).parse_mode(ParseMode::Html);
    assert_eq!(refusal(bot.send_message(chat, "  \n").await), "MessageTextIsEmpty");
    assert_eq!(refusal(html("<b></b>").await), "MessageTextIsEmpty");
    html(&format!("<b>{}</b>", "x".repeat(4096))).await.expect("fits");
    assert_eq!(
        refusal(bot.send_message(chat, "x".repeat(4097)).await),
        "MessageIsTooLong"
    );
    // Two UTF-16 units each.
    bot.send_message(chat, "🂡".repeat(2048)).await.expect("fits");
    assert_eq!(
        refusal(bot.send_message(chat, "🂡".repeat(2049)).await),
        "MessageIsTooLong"
    );
    let sent = html("a <i>b</i> <a href=\"https://example.org/?a=1&amp;b=2\">c</a> &quot;d&#39; &nbsp;").await;
    let sent = sent.expect("sent");
    assert_eq!(sent.text(), Some("a b c \"d' &nbsp;"));
    let shown = tg.latest(&group).expect("shown");
    assert_eq!(shown.entities()[1]["url"], "https://example.org/?a=1&b=2");
    assert!(
        tg.seen_by(&anna)
            .iter()
            .any(|seen| seen.hidden == ["https://example.org/?a=1&b=2"])
    );
    for (source, problem) in [
        ("<b>open", "Can't find end tag corresponding to start tag \\\"b\\\""),
        ("<b>a</i>", "Unmatched end tag at byte offset 4"),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<font>a</font>", "Unsupported start tag \\\"font\\\" at byte offset 0"),
        ("3 < 4", "Unclosed start tag at byte offset 2"),
    ] {
        let said = refusal(html(source).await);
        assert!(
            said.starts_with("CantParseEntities") && said.contains(problem),
            "{source}: {said}"
        );
    }
    let link = format!(
        "<a href=\"tg://user?id={}\">Anna</a> and <a href=\"tg://user?id=77\">Nobody</a>",
        anna.id()
    );
    html(&link).await.expect("sent");
    let entities = tg.latest(&group).expect("shown").entities();
    assert_eq!(
        entities.len(),
        1,
        "only people whom Telegram knows are linked: {entities:?}"
    );
    assert_eq!(entities[0]["user"]["id"], anna.id());
    let markdown = |text: &str| {
        bot.send_message(chat, text.to_owned())
            .parse_mode(ParseMode::MarkdownV2)
    };
    markdown("*bold* _it_ ||spoiler|| `co.de` [l\\.](https://example.org/) 1\\.5\n>quote")
        .await
        .expect("sent");
    let shown = tg.latest(&group).expect("shown");
    assert_eq!(shown.words(), "bold it spoiler co.de l. 1.5\nquote");
    let kinds: Vec<String> = shown
        .entities()
        .iter()
        .map(|entity| entity["type"].to_string())
        .collect();
    let expected = ["bold", "italic", "spoiler", "code", "text_link", "blockquote"];
    assert_eq!(kinds, expected.map(|kind| format!("\"{kind}\"")));
    assert!(refusal(markdown("1.5").await).contains("Character '.' is reserved"));
    assert!(refusal(markdown("*bold").await).contains("Can't find end of the entity"));
    tg.assert_clean();
}

#[tokio::test]
async fn buttons_do_exactly_one_thing() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, ..) = club(&tg);
    let chat = ChatId(group.id());
    let with = |keyboard: InlineKeyboardMarkup| bot.send_message(chat, "x").reply_markup(keyboard);
    with(keys(&"d".repeat(64))).await.expect("sent");
    assert_eq!(refusal(with(keys(&"d".repeat(65))).await), "ButtonDataInvalid");
    assert_eq!(refusal(with(keys("")).await), "ButtonDataInvalid");
    let link =
        |url: &str| InlineKeyboardMarkup::new([[InlineKeyboardButton::url("Open", url.parse().expect("a link"))]]);
    with(link("https://t.me/some_bot?start=1")).await.expect("sent");
    assert!(refusal(with(link("http://localhost/x")).await).contains("is invalid: Wrong HTTP URL"));
    let many = InlineKeyboardMarkup::new((0..101).map(|n| [InlineKeyboardButton::callback("x", format!("{n}"))]));
    assert!(refusal(with(many).await).contains("REPLY_MARKUP_TOO_LONG"));
    for button in [
        json!({"text": "x"}),
        json!({"text": "x", "callback_data": "1", "url": "https://example.org"}),
    ] {
        let body = json!({"chat_id": group.id(), "text": "x", "reply_markup": {"inline_keyboard": [[button]]}});
        let (status, answer) = raw(&tg, "SENDMESSAGE", body).await;
        assert_eq!((status, answer["error_code"].as_u64()), (400, Some(400)), "{answer}");
    }
    assert_eq!(tg.posts(&group).len(), 2);
    assert_eq!(
        tg.latest(&group).expect("sent").rows()[0][0].url.as_deref(),
        Some("https://t.me/some_bot?start=1")
    );
    tg.assert_clean();
}

#[tokio::test]
async fn edits_change_what_they_may() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, _) = club(&tg);
    let chat = ChatId(group.id());
    let sent = bot
        .send_message(chat, "one")
        .reply_markup(keys("a"))
        .await
        .expect("sent");
    let edit = |text: &str| bot.edit_message_text(chat, sent.id, text.to_owned());
    assert_eq!(refusal(edit("one").reply_markup(keys("a")).await), "MessageNotModified");
    edit("one").await.expect("the keyboard went");
    let table = tg.latest(&group).expect("the table");
    assert!(table.buttons().is_empty());
    assert_eq!(refusal(edit("one").await), "MessageNotModified");
    assert_eq!(refusal(edit(&"x".repeat(4097)).await), "EditedMessageIsTooLong");
    bot.edit_message_reply_markup(chat, sent.id)
        .reply_markup(keys("b"))
        .await
        .expect("edited");
    assert_eq!((table.words().as_str(), table.buttons().len()), ("one", 1));
    assert!(refusal(bot.edit_message_caption(chat, sent.id).caption("c").await).contains("there is no caption"));
    let media = |shade: u8, caption: &str| {
        InputMedia::Photo(
            InputMediaPhoto::new(photo(shade))
                .caption(caption.to_owned())
                .parse_mode(ParseMode::Html),
        )
    };
    bot.edit_message_media(chat, sent.id, media(1, "<b>two</b>"))
        .reply_markup(keys("c"))
        .await
        .expect("now a photo");
    assert_eq!((table.caption().as_deref(), table.text()), (Some("two"), None));
    assert_eq!(table.photo().as_deref(), Some(&png(40, 30, 1)[..]));
    assert!(refusal(edit("back").await).contains("there is no text in the message to edit"));
    bot.edit_message_caption(chat, sent.id)
        .caption("three")
        .await
        .expect("edited");
    assert!(table.photo().is_some() && table.buttons().is_empty());
    let too_long = bot.edit_message_caption(chat, sent.id).caption("x".repeat(1025)).await;
    assert!(refusal(too_long).contains("message caption is too long"));
    bot.edit_message_media(chat, sent.id, media(2, "four"))
        .await
        .expect("another photo");
    let versions: Vec<Shown> = table.versions();
    let words: Vec<&str> = versions
        .iter()
        .filter_map(|v| v.text.as_deref().or(v.caption.as_deref()))
        .collect();
    assert_eq!(words, ["one", "one", "one", "two", "three", "four"]);
    assert!(versions[5].photo.is_some() && versions[5].buttons.is_empty());
    let hers = anna.says(&group, "/hello");
    let hers = MessageId(i32::try_from(hers.id()).expect("small"));
    assert_eq!(
        refusal(bot.edit_message_text(chat, hers, "mine").await),
        "MessageCantBeEdited"
    );
    assert_eq!(
        refusal(bot.edit_message_text(chat, MessageId(999), "x").await),
        "MessageToEditNotFound"
    );
    assert_eq!(refusal(bot.delete_message(chat, hers).await), "MessageCantBeDeleted");
    bot.delete_message(chat, sent.id).await.expect("deleted");
    assert!(table.deleted() && tg.posts(&group).is_empty());
    assert_eq!(
        refusal(bot.delete_message(chat, sent.id).await),
        "MessageToDeleteNotFound"
    );
    assert_eq!(refusal(edit("x").await), "MessageToEditNotFound");
    let reply = |strict: bool| {
        let to = ReplyParameters::new(sent.id);
        let to = if strict { to } else { to.allow_sending_without_reply() };
        bot.send_message(chat, "x").reply_parameters(to)
    };
    assert_eq!(refusal(reply(true).await), "MessageToReplyNotFound");
    reply(false).await.expect("sent");
    anna.start("").await;
    let private = bot.send_message(ChatId(anna.id()), "old").await.expect("sent");
    tg.shift_clock(49 * 3600);
    let late = refusal(bot.delete_message(ChatId(anna.id()), private.id).await);
    assert!(late.contains("message can't be deleted for everyone"), "{late}");
    bot.edit_message_text(ChatId(anna.id()), private.id, "new")
        .await
        .expect("own messages can be edited for ever");
    tg.assert_clean();
}

#[tokio::test]
async fn only_real_pictures_are_photos() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, ..) = club(&tg);
    let chat = ChatId(group.id());
    let send = |bytes: Vec<u8>| bot.send_photo(chat, InputFile::memory(bytes).file_name("x.png"));
    let sent = send(png(40, 30, 9))
        .caption("nine")
        .reply_markup(keys("k"))
        .await
        .expect("sent");
    let sizes = sent.photo().expect("a photo");
    let largest = sizes.last().expect("sizes");
    assert_eq!((largest.width, largest.height), (40, 30));
    bot.send_photo(chat, InputFile::file_id(largest.file.id.clone()))
        .await
        .expect("sent again");
    let again = tg.latest(&group).expect("a post");
    assert_eq!(again.photo().as_deref(), Some(&png(40, 30, 9)[..]));
    assert_eq!(
        refusal(bot.send_photo(chat, InputFile::file_id(FileId("x".into()))).await),
        "WrongFileIdOrUrl"
    );
    assert_eq!(refusal(send(b"no picture".to_vec()).await), "ImageProcessFailed");
    let whole = png(40, 30, 9);
    assert_eq!(
        refusal(send(whole[..whole.len() / 2].to_vec()).await),
        "ImageProcessFailed"
    );
    assert!(refusal(send(png(2100, 100, 0)).await).contains("PHOTO_INVALID_DIMENSIONS"));
    assert!(refusal(send(png(9000, 1001, 0)).await).contains("PHOTO_INVALID_DIMENSIONS"));
    let mut huge = png(40, 30, 9);
    huge.resize(10 * 1024 * 1024 + 1, 0);
    assert!(refusal(send(huge).await).contains("is too big for a photo"));
    let frame = [
        0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xff, 0xd9,
    ];
    let jpeg = send(frame.to_vec()).await.expect("a JPEG");
    assert_eq!(
        jpeg.photo()
            .and_then(|sizes| sizes.last())
            .map(|size| (size.width, size.height)),
        Some((40, 30))
    );
    assert!(refusal(send(png(40, 30, 9)).caption("x".repeat(1025)).await).contains("caption is too long"));
    tg.assert_clean();
}

#[tokio::test]
async fn the_menu_is_checked_and_kept_by_scope_and_language() {
    use teloxide::types::{BotCommand, BotCommandScope};
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let hand = |description: &str| vec![BotCommand::new("hand", description)];
    let groups = BotCommandScope::AllGroupChats;
    bot.set_my_commands(hand("Your hand")).await.expect("set");
    bot.set_my_commands(hand("手牌"))
        .scope(groups.clone())
        .language_code("zh")
        .await
        .expect("set");
    assert_eq!(
        tg.commands("default", ""),
        [("hand".to_owned(), "Your hand".to_owned())]
    );
    assert_eq!(tg.commands("all_group_chats", "zh")[0].1, "手牌");
    assert_eq!(
        bot.get_my_commands()
            .scope(groups.clone())
            .language_code("zh")
            .await
            .expect("list")
            .len(),
        1
    );
    assert!(
        bot.get_my_commands()
            .language_code("zh")
            .await
            .expect("list")
            .is_empty()
    );
    bot.delete_my_commands()
        .scope(groups)
        .language_code("zh")
        .await
        .expect("deleted");
    assert!(tg.commands("all_group_chats", "zh").is_empty());
    assert_eq!(tg.count("setMyCommands"), 2);
    let refused = [
        refusal(bot.set_my_commands(vec![BotCommand::new("Hand", "x")]).await),
        refusal(bot.set_my_commands(vec![BotCommand::new("hand", "")]).await),
        refusal(bot.set_my_commands(hand("x")).language_code("zh-hant").await),
        refusal(
            bot.set_my_commands((0..101).map(|n| BotCommand::new(format!("c{n}"), "x")))
                .await,
        ),
    ];
    assert!(
        refused.iter().all(|said| said.starts_with("Bad Request: ")),
        "{refused:?}"
    );
    assert!(
        bot.set_my_short_description()
            .short_description("Gin Rummy")
            .await
            .is_ok()
    );
    assert_eq!(bot.get_my_name().await.expect("a name").name, "Jinlami");
    tg.assert_clean();
}

/// A GIF of so many frames that stay half a second each.
fn film(width: u16, height: u16, frames: u8) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[0, 0, 0, 255, 255, 255]).expect("a header");
    for shade in 0..frames {
        let frame = gif::Frame {
            width,
            height,
            delay: 50,
            buffer: vec![shade % 2; usize::from(width) * usize::from(height)].into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).expect("a frame");
    }
    encoder.into_inner().expect("memory does not fail")
}

#[tokio::test]
async fn a_gif_plays_and_changes_places_with_a_photo() {
    use teloxide::types::{FileId, InputMedia, InputMediaAnimation, InputMediaPhoto};
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, ..) = club(&tg);
    let chat = ChatId(group.id());
    let send = |bytes: Vec<u8>| bot.send_animation(chat, InputFile::memory(bytes).file_name("x.gif"));
    let sent = send(film(40, 30, 5)).caption("plays").await.expect("sent");
    let shown = sent.animation().expect("an animation");
    assert_eq!((shown.width, shown.height), (40, 30));
    assert_eq!(shown.duration.seconds(), 2, "five halves, whole seconds");
    assert_eq!(sent.caption(), Some("plays"));
    assert!(sent.photo().is_none());
    let post = tg.latest(&group).expect("a post");
    assert_eq!(post.animation().as_deref(), Some(&film(40, 30, 5)[..]));
    // A caption of its own, and the same again is refused as everywhere.
    bot.edit_message_caption(chat, sent.id)
        .caption("still plays")
        .await
        .expect("edited");
    assert_eq!(
        refusal(bot.edit_message_caption(chat, sent.id).caption("still plays").await),
        "MessageNotModified"
    );
    let words = refusal(bot.edit_message_text(chat, sent.id, "words").await);
    assert!(words.contains("there is no text in the message"), "{words}");
    // To a photo and back: both are media.
    let to_photo = InputMedia::Photo(InputMediaPhoto::new(photo(9)));
    let edited = bot
        .edit_message_media(chat, sent.id, to_photo)
        .await
        .expect("a photo now");
    assert!(edited.photo().is_some() && edited.animation().is_none());
    assert!(post.animation().is_none() && post.photo().is_some());
    let kept = shown.file.id.clone();
    let back = InputMedia::Animation(InputMediaAnimation::new(InputFile::file_id(kept.clone())).caption("again"));
    bot.edit_message_media(chat, sent.id, back)
        .await
        .expect("an animation again");
    assert_eq!(post.animation().as_deref(), Some(&film(40, 30, 5)[..]));
    // One kind of file can't be used as the other.
    let wrong = refusal(bot.send_photo(chat, InputFile::file_id(kept)).await);
    assert!(wrong.contains("can't use file of type Animation as Photo"), "{wrong}");
    let still = bot.send_photo(chat, photo(3)).await.expect("sent");
    let still = still
        .photo()
        .and_then(|sizes| sizes.last())
        .expect("sizes")
        .file
        .id
        .clone();
    let wrong = refusal(bot.send_animation(chat, InputFile::file_id(still)).await);
    assert!(wrong.contains("can't use file of type Photo as Animation"), "{wrong}");
    assert_eq!(
        refusal(bot.send_animation(chat, InputFile::file_id(FileId("x".into()))).await),
        "WrongFileIdOrUrl"
    );
    assert!(refusal(send(film(40, 30, 2)).caption("x".repeat(1025)).await).contains("caption is too long"));
    tg.assert_clean();
    // Rights of its own.
    tg.restrict_bot(&group, false, true);
    let barred = refusal(send(film(40, 30, 2)).await);
    assert!(barred.contains("not enough rights to send animations"), "{barred}");
    tg.restrict_bot(&group, true, false);
    send(film(40, 30, 3)).await.expect("photos are another right");
    tg.restrict_bot(&group, true, true);
    // What is no film is a mistake, as are sides that a film can't have.
    tg.assert_clean();
    assert!(send(png(40, 30, 1)).await.is_err());
    send(film(41, 30, 2)).await.expect("cropped");
    assert_eq!(tg.violations().len(), 2, "{:?}", tg.violations());
}
