//! Groups: rights, upgrades, topics, and who is who in them.

use serde_json::Value;
use teloxide::payloads::*;
use teloxide::prelude::*;
use teloxide::types::{ChatMemberKind, MessageId, ReplyParameters, ThreadId};
use teloxide::{ApiError, RequestError};

use super::{bot, club, keys, photo, refusal};
use crate::fakes::telegram::{FakeTelegram, Topic};

fn thread(topic: &Topic) -> ThreadId {
    ThreadId(MessageId(i32::try_from(topic.id()).expect("a small number")))
}

fn last<'a>(updates: &'a [Value], kind: &str) -> &'a Value {
    updates
        .iter()
        .rev()
        .find_map(|update| update.get(kind))
        .unwrap_or_else(|| panic!("no {kind}"))
}

#[tokio::test]
async fn a_group_can_throw_the_bot_out_and_take_its_rights() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, ..) = club(&tg);
    let basic = tg.group("Family");
    let chat = ChatId(group.id());
    let say = |chat: ChatId| bot.send_message(chat, "x");
    tg.restrict_bot(&group, true, false);
    say(chat).await.expect("texts may be sent");
    let refused = refusal(bot.send_photo(chat, photo(1)).await);
    assert_eq!(refused, "Bad Request: not enough rights to send photos to the chat");
    tg.restrict_bot(&group, false, false);
    assert_eq!(
        refusal(say(chat).await),
        "Bad Request: not enough rights to send text messages to the chat"
    );
    tg.restrict_bot(&group, true, true);
    tg.kick_bot(&group);
    assert!(matches!(
        say(chat).await,
        Err(RequestError::Api(ApiError::BotKickedFromSupergroup))
    ));
    assert_eq!(
        last(&tg.updates(), "my_chat_member")["new_chat_member"]["status"],
        "kicked"
    );
    tg.add_bot(&group);
    say(chat).await.expect("back again");
    tg.kick_bot(&basic);
    assert_eq!(
        refusal(say(ChatId(basic.id())).await),
        "Forbidden: bot was kicked from the group chat"
    );
    tg.add_bot(&basic);
    bot.leave_chat(ChatId(basic.id())).await.expect("left");
    assert_eq!(
        refusal(say(ChatId(basic.id())).await),
        "Forbidden: bot is not a member of the group chat"
    );
    tg.delete_group(&group);
    assert_eq!(refusal(say(chat).await), "Forbidden: the group chat was deleted");
    assert_eq!(refusal(say(ChatId(-100_999)).await), "ChatNotFound");
    tg.assert_clean();
}

#[tokio::test]
async fn an_upgrade_moves_the_group() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let group = tg.group("Family");
    let anna = tg.user("Anna", None, "en");
    tg.join(&group, &anna);
    let old = group.id();
    assert!(!group.is_supergroup());
    let sent = bot
        .send_message(ChatId(old), "table")
        .reply_markup(keys("k"))
        .await
        .expect("sent");
    let table = tg.latest(&group).expect("the table");
    tg.upgrade(&group);
    assert!(group.is_supergroup() && group.id() != old);
    let moved = |error: RequestError| match error {
        RequestError::MigrateToChatId(id) => assert_eq!(id.0, group.id()),
        other => panic!("{other:?}"),
    };
    moved(bot.send_message(ChatId(old), "x").await.expect_err("moved"));
    moved(
        bot.edit_message_text(ChatId(old), sent.id, "x")
            .await
            .expect_err("moved"),
    );
    bot.send_message(ChatId(group.id()), "here").await.expect("sent");
    let updates = tg.updates();
    let messages: Vec<&Value> = updates.iter().filter_map(|update| update.get("message")).collect();
    assert!(
        messages
            .iter()
            .any(|message| message["migrate_to_chat_id"] == group.id() && message["chat"]["id"] == old)
    );
    assert!(messages.iter().any(|message| message["migrate_from_chat_id"] == old));
    // The old message still hangs in people's history.
    anna.tap(&table, |_| true);
    assert_eq!(last(&tg.updates(), "callback_query")["message"]["chat"]["id"], old);
    assert!(tg.seen_by(&anna).iter().any(|seen| seen.text == "here"));
    tg.assert_clean();
}

#[tokio::test]
async fn topics_open_and_close() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let forum = tg.forum("Club with topics");
    let anna = tg.user("Anna", Some("anna"), "en");
    tg.join(&forum, &anna);
    let topic = tg.topic(&forum, "Gin");
    let chat = ChatId(forum.id());
    let asked = anna.says(&topic, "/challenge");
    let update = asked.json();
    assert_eq!(
        (
            update["message_thread_id"].as_i64(),
            update["is_topic_message"].as_bool()
        ),
        (Some(topic.id()), Some(true))
    );
    assert!(
        update["reply_to_message"]["forum_topic_created"].is_object(),
        "a topic's messages answer its first one"
    );
    let answer = anna.replies(&asked, "/hand");
    assert_eq!(
        (answer.thread(), answer.reply_to()),
        (Some(topic.id()), Some(asked.id()))
    );
    bot.send_message(chat, "table")
        .message_thread_id(thread(&topic))
        .reply_markup(keys("k"))
        .await
        .expect("sent");
    let table = tg.latest(&topic).expect("the table");
    assert_eq!(table.words(), "table");
    bot.send_message(chat, "general").await.expect("sent");
    assert_eq!(tg.posts(&topic).len(), 1);
    assert_eq!(tg.posts(&forum).len(), 2);
    let general = ThreadId(MessageId(1));
    let in_thread = |thread: ThreadId| bot.send_message(chat, "x").message_thread_id(thread);
    assert_eq!(
        refusal(in_thread(general).await),
        "Bad Request: message thread not found"
    );
    assert_eq!(
        refusal(in_thread(ThreadId(MessageId(4000))).await),
        "Bad Request: message thread not found"
    );
    tg.close_topic(&topic);
    assert_eq!(refusal(in_thread(thread(&topic)).await), "Bad Request: TOPIC_CLOSED");
    tg.reopen_topic(&topic);
    in_thread(thread(&topic)).await.expect("open again");
    tg.close_general(&forum);
    assert_eq!(refusal(bot.send_message(chat, "x").await), "Bad Request: TOPIC_CLOSED");
    tg.promote_bot(&forum);
    bot.send_message(chat, "administrators write in closed topics")
        .await
        .expect("sent");
    tg.delete_topic(&topic);
    assert!(table.deleted());
    assert_eq!(
        refusal(in_thread(thread(&topic)).await),
        "Bad Request: message thread not found"
    );
    let (plain, anna, _) = club(&tg);
    let first = anna.says(&plain, "/first");
    let second = anna.replies(&first, "/second");
    let json = second.json();
    assert_eq!(
        json["message_thread_id"],
        first.id(),
        "a plain supergroup has reply threads,"
    );
    assert!(json.get("is_topic_message").is_none(), "which are no topics");
    let refused = bot
        .send_message(ChatId(plain.id()), "x")
        .message_thread_id(thread(&topic))
        .await;
    assert_eq!(refusal(refused), "Bad Request: message thread not found");
    let to = ReplyParameters::new(MessageId(i32::try_from(second.id()).expect("small")));
    let sent = bot
        .send_message(ChatId(plain.id()), "x")
        .reply_parameters(to)
        .await
        .expect("sent");
    assert_eq!(sent.thread_id.map(|thread| i64::from(thread.0.0)), Some(first.id()));
    tg.assert_clean();
}

#[tokio::test]
async fn members_administrators_and_masks() {
    let tg = FakeTelegram::start().await;
    let bot = bot(&tg);
    let (group, anna, ben) = club(&tg);
    let chat = ChatId(group.id());
    let id = |user: i64| UserId(u64::try_from(user).expect("positive"));
    let kind = |user: i64| {
        let asked = bot.get_chat_member(chat, id(user));
        async move { asked.await.map(|member| member.kind) }
    };
    assert!(matches!(kind(anna.id()).await, Ok(ChatMemberKind::Member(_))));
    assert!(matches!(kind(group.owner().id()).await, Ok(ChatMemberKind::Owner(_))));
    tg.promote(&group, &anna, true);
    let ChatMemberKind::Administrator(admin) = kind(anna.id()).await.expect("a member") else {
        panic!("promoted")
    };
    assert!(admin.is_anonymous);
    tg.leave(&group, &ben);
    assert!(matches!(kind(ben.id()).await, Ok(ChatMemberKind::Left)));
    assert_eq!(refusal(kind(4).await), "UserNotFound");
    let all = bot.get_chat_administrators(chat).await.expect("administrators");
    assert_eq!(all.len(), 2);
    assert_eq!(bot.get_chat_member_count(chat).await.expect("a count"), 3);
    assert_eq!(bot.get_chat(chat).await.expect("a chat").title(), Some("Card club"));
    anna.says_anonymously(&group, "/settings");
    let message = last(&tg.updates(), "message").clone();
    assert_eq!(message["from"]["id"], 1_087_968_824_i64);
    assert_eq!(message["sender_chat"]["id"], group.id());
    anna.says_as_channel(&group, "Anna's channel", "/challenge");
    assert_eq!(last(&tg.updates(), "message")["sender_chat"]["type"], "channel");
    tg.auto_forward(&group, "News", "/challenge me");
    assert_eq!(last(&tg.updates(), "message")["is_automatic_forward"], true);
    anna.renames("Annabel", Some("<b>&_"), None);
    anna.speaks(Some("zh-hant"));
    anna.mentions(&group, "/challenge {}!", &ben);
    let message = last(&tg.updates(), "message").clone();
    assert_eq!(
        (&message["from"]["last_name"], &message["from"]["language_code"]),
        (&"<b>&_".into(), &"zh-hant".into())
    );
    assert!(message["from"].get("username").is_none());
    assert_eq!(message["entities"][0]["type"], "bot_command");
    let mention = &message["entities"][1];
    assert_eq!(
        (mention["offset"].as_u64(), mention["length"].as_u64()),
        (Some(11), Some(3))
    );
    assert_eq!(mention["user"]["id"], ben.id());
    tg.assert_clean();
}
