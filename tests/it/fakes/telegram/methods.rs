//! The methods, except those about updates: each either does its work on the world or refuses as Telegram does.

use serde_json::{Value, json};

use super::commands;
use super::keyboard;
use super::markup::{self, Formatted};
use super::params::Params;
use super::picture;
use super::queue;
use super::world::{
    ChatKind, Media, Picture, Refusal, Reply, Sender, Standing, Stored, Version, World, bad, forbidden,
};

/// Longest text, UTF-16 units after parsing.
const MAX_TEXT: usize = 4096;
/// Longest caption, UTF-16 units after parsing.
const MAX_CAPTION: usize = 1024;
/// Longest answer to a press, UTF-16 units.
const MAX_TOAST: usize = 200;
/// How long messages of private chats and basic groups can be deleted, seconds.
const DELETABLE: i64 = 48 * 3600;
const NOT_MODIFIED: &str = "message is not modified: specified new message content and reply markup are exactly the \
                            same as a current content and reply markup of the message";

/// Methods that need nothing but a "yes" from the fake.
const SETTINGS: [&str; 6] = [
    "setMyName",
    "setMyDescription",
    "setMyShortDescription",
    "setChatMenuButton",
    "setMyDefaultAdministratorRights",
    "deleteMyDefaultAdministratorRights",
];

/// Every method modelled here or in `queue`, in Telegram's spelling.
pub const METHODS: [&str; 34] = [
    "getMe",
    "getUpdates",
    "setWebhook",
    "deleteWebhook",
    "getWebhookInfo",
    "setMyCommands",
    "getMyCommands",
    "deleteMyCommands",
    "sendMessage",
    "sendPhoto",
    "sendAnimation",
    "sendDocument",
    "editMessageText",
    "editEphemeralMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "editMessageReplyMarkup",
    "deleteMessage",
    "deleteMessages",
    "answerCallbackQuery",
    "getChat",
    "getChatMember",
    "getChatMemberCount",
    "getChatAdministrators",
    "sendChatAction",
    "leaveChat",
    "pinChatMessage",
    "setMyName",
    "setMyDescription",
    "setMyShortDescription",
    "setChatMenuButton",
    "setMyDefaultAdministratorRights",
    "getMyName",
    "getFile",
];

pub fn call(world: &mut World, method: &str, params: &Params) -> Reply {
    match method {
        "getMe" => Ok(me(world)),
        "getWebhookInfo" => Ok(queue::webhook_info(world)),
        "setMyCommands" => commands::set(world, params),
        "getMyCommands" => commands::get(world, params),
        "deleteMyCommands" => commands::delete(world, params),
        "sendMessage" => send_message(world, params),
        "sendPhoto" => send_media(world, params, Media::Photo, "photo"),
        "sendAnimation" => send_media(world, params, Media::Animation, "animation"),
        "sendDocument" => send_document(world, params),
        "editMessageText" => edit_text(world, params),
        "editEphemeralMessageText" => edit_only(world, params),
        "editMessageCaption" => edit_caption(world, params),
        "editMessageMedia" => edit_media(world, params),
        "editMessageReplyMarkup" => edit_keyboard(world, params),
        "deleteMessage" => delete_message(world, params),
        "deleteMessages" => delete_messages(world, params),
        "answerCallbackQuery" => answer(world, params),
        "getChat" => get_chat(world, params),
        "getChatMember" => get_member(world, params),
        "getChatMemberCount" => {
            let chat = reachable(world, params)?;
            Ok(json!(world.audience(chat).len() + 1))
        }
        "getChatAdministrators" => get_administrators(world, params),
        "sendChatAction" => {
            let chat = writable(world, params)?;
            allowed(world, chat, Media::Text).map(|()| json!(true))
        }
        "leaveChat" => {
            let chat = reachable(world, params)?;
            let bot = world.bot.id;
            world.move_bot(chat, bot, Standing::Left);
            Ok(json!(true))
        }
        "pinChatMessage" => {
            let chat = writable(world, params)?;
            if world.chat(chat).kind != ChatKind::Private && !world.chat(chat).bot.admin() {
                return Err(bad("not enough rights to manage pinned messages in the chat"));
            }
            own_message(world, params, chat, "message to pin not found").map(|_| json!(true))
        }
        "getMyName" => Ok(json!({"name": world.bot.first_name})),
        "getFile" => {
            let file = params.text("file_id").and_then(|id| world.files.get(&id).cloned());
            let file = file.ok_or_else(|| bad("invalid file_id"))?;
            Ok(json!({"file_id": file.file_id, "file_unique_id": format!("u{}", file.file_id)}))
        }
        _ if SETTINGS.contains(&method) => {
            world
                .profile
                .insert(method.into(), Value::Object(params.fields.clone()));
            Ok(json!(true))
        }
        _ => Err(bad(format!("the fake does not model {method}"))),
    }
}

fn me(world: &World) -> Value {
    let mut me = world.bot_user();
    me["can_join_groups"] = json!(true);
    me["can_read_all_group_messages"] = json!(world.bot.reads_all);
    me["supports_inline_queries"] = json!(false);
    me["can_connect_to_business"] = json!(false);
    me["has_main_web_app"] = json!(false);
    me
}

/// The chat a request names, when the bot knows it.
fn known(world: &World, params: &Params) -> Result<i64, Refusal> {
    let given = params.text("chat_id").unwrap_or_default();
    if given.is_empty() {
        return Err(bad("chat_id is empty"));
    }
    let id = params.int("chat_id").ok_or_else(|| bad("chat not found"))?;
    let chat = world.chats.get(&id).ok_or_else(|| bad("chat not found"))?;
    let met = match chat.kind {
        ChatKind::Private => {
            world.person(id).started
                || world.chats.values().any(|group| {
                    group.kind != ChatKind::Private && group.bot != Standing::Left && group.members.contains_key(&id)
                })
        }
        // A bot that never was in a group has never heard of it.
        ChatKind::Group | ChatKind::Supergroup => chat.bot != Standing::Left || !chat.messages.is_empty(),
    };
    if met { Ok(id) } else { Err(bad("chat not found")) }
}

/// A chat the bot is still part of.
fn reachable(world: &World, params: &Params) -> Result<i64, Refusal> {
    let id = known(world, params)?;
    let chat = world.chat(id);
    if let Some(new) = chat.migrated_to {
        let mut refusal = bad("group chat was upgraded to a supergroup chat");
        refusal.parameters = Some(json!({"migrate_to_chat_id": new}));
        return Err(refusal);
    }
    let name = if chat.kind == ChatKind::Supergroup {
        "supergroup"
    } else {
        "group"
    };
    match chat.kind {
        ChatKind::Private => {}
        _ if chat.deleted => return Err(forbidden("the group chat was deleted")),
        _ if chat.bot == Standing::Banned => return Err(forbidden(format!("bot was kicked from the {name} chat"))),
        _ if chat.bot == Standing::Left => return Err(forbidden(format!("bot is not a member of the {name} chat"))),
        _ => {}
    }
    Ok(id)
}

/// A chat where the bot may speak at all.
fn writable(world: &World, params: &Params) -> Result<i64, Refusal> {
    let id = reachable(world, params)?;
    if world.chat(id).kind == ChatKind::Private {
        let person = world.person(id);
        if person.deactivated {
            return Err(forbidden("user is deactivated"));
        }
        if person.is_bot {
            return Err(forbidden("bot can't send messages to bots"));
        }
        if person.blocked {
            return Err(forbidden("bot was blocked by the user"));
        }
        if !person.started {
            return Err(forbidden("bot can't initiate conversation with a user"));
        }
    }
    Ok(id)
}

fn allowed(world: &World, chat: i64, media: Media) -> Result<(), Refusal> {
    let everybody = world.chat(chat).everybody;
    let (texts, photos) = match world.chat(chat).bot {
        Standing::Restricted { texts, photos } => (texts && everybody.0, photos && everybody.1),
        Standing::Member => everybody,
        _ => return Ok(()),
    };
    // GIFs go with stickers and games, which this fake's groups permit together with texts.
    let (permitted, what) = match media {
        Media::Text => (texts, "text messages"),
        Media::Photo => (photos, "photos"),
        Media::Animation => (texts, "animations"),
    };
    if permitted {
        Ok(())
    } else {
        Err(bad(format!("not enough rights to send {what} to the chat")))
    }
}

/// Where in a chat a new message goes.
struct Place {
    chat: i64,
    topic: Option<i64>,
    thread: Option<i64>,
    reply_to: Option<i64>,
    only_for: Option<i64>,
}

fn place(world: &mut World, params: &Params, media: Media) -> Result<Place, Refusal> {
    // Messages for one reader only are not modelled; taking them for public ones would hide a leak.
    let only_for = match (params.json("ephemeral_message_parameters"), world.ephemeral) {
        (Some(asked), Some(true)) if media == Media::Text => Some(
            asked["receiver_user_id"]
                .as_i64()
                .ok_or_else(|| bad("invalid receiver_user_id specified"))?,
        ),
        (Some(_), Some(true) | None) => return Err(bad("the fake does not model ephemeral_message_parameters here")),
        _ => None,
    };
    for field in ["receiver_user_id", "business_connection_id"] {
        if params.has(field) {
            return Err(bad(format!("the fake does not model {field}")));
        }
    }
    let chat = writable(world, params)?;
    allowed(world, chat, media)?;
    let place = world.chat(chat);
    let reply_to = reply(world, params, chat)?;
    let topic = match params.int("message_thread_id") {
        Some(topic) => {
            let found = place.topics.get(&topic).filter(|found| place.forum && !found.deleted);
            let found = found.ok_or_else(|| bad("message thread not found"))?;
            if found.closed && !place.bot.admin() {
                return Err(bad("TOPIC_CLOSED"));
            }
            Some(topic)
        }
        None if place.forum => {
            let topic = reply_to.and_then(|reply| world.stored(chat, reply).thread);
            if topic.is_none() && place.general_closed && !place.bot.admin() {
                return Err(bad("TOPIC_CLOSED"));
            }
            topic
        }
        None => None,
    };
    let thread = topic.or_else(|| thread_of_reply(world, chat, reply_to));
    if let Some(reader) = only_for
        && (place.kind == ChatKind::Private || !place.members.get(&reader).is_some_and(|member| member.present()))
    {
        return Err(bad("user not found"));
    }
    world.floods.spend(chat)?;
    Ok(Place {
        chat,
        topic,
        thread,
        reply_to,
        only_for,
    })
}

/// In a plain supergroup an answer belongs to the thread of the message it answers.
pub fn thread_of_reply(world: &World, chat: i64, reply_to: Option<i64>) -> Option<i64> {
    let place = world.chat(chat);
    if place.kind != ChatKind::Supergroup || place.forum {
        return None;
    }
    reply_to.map(|reply| world.stored(chat, reply).thread.unwrap_or(reply))
}

fn reply(world: &World, params: &Params, chat: i64) -> Result<Option<i64>, Refusal> {
    let parameters = params.json("reply_parameters");
    let number = parameters.as_ref().and_then(|reply| reply["message_id"].as_i64());
    let Some(id) = number.or_else(|| params.int("reply_to_message_id")) else {
        return Ok(None);
    };
    let lenient = parameters
        .as_ref()
        .is_some_and(|reply| reply["allow_sending_without_reply"] == json!(true));
    let there = world
        .chat(chat)
        .messages
        .get(&id)
        .is_some_and(|message| !message.deleted);
    if there {
        Ok(Some(id))
    } else if lenient || params.flag("allow_sending_without_reply") {
        Ok(None)
    } else {
        Err(bad("message to be replied not found"))
    }
}

fn text_of(world: &World, params: &Params, too_long: &str) -> Result<Formatted, Refusal> {
    let text = params.text("text").unwrap_or_default();
    let read = markup::formatted(world, params, &text, params.text("parse_mode").as_deref(), "entities")?;
    if read.text.is_empty() {
        return Err(bad("message text is empty"));
    }
    if read.units() > MAX_TEXT {
        return Err(bad(too_long));
    }
    Ok(read)
}

fn caption_of(world: &World, params: &Params) -> Result<Formatted, Refusal> {
    let text = params.text("caption").unwrap_or_default();
    let read = markup::formatted(
        world,
        params,
        &text,
        params.text("parse_mode").as_deref(),
        "caption_entities",
    )?;
    fits_caption(&read).map(|()| read)
}

fn fits_caption(caption: &Formatted) -> Result<(), Refusal> {
    if caption.units() > MAX_CAPTION {
        Err(bad("message caption is too long"))
    } else {
        Ok(())
    }
}

fn send(world: &mut World, params: &Params, place: Place, version: Version) -> Value {
    let mut message = Stored::new(Sender::Bot, version);
    message.thread = place.thread;
    message.topic = place.topic.is_some();
    message.reply_to = place.reply_to;
    message.protected = params.flag("protect_content");
    message.only_for = place.only_for;
    let id = world.post(place.chat, message);
    world.message(place.chat, id)
}

fn send_message(world: &mut World, params: &Params) -> Reply {
    let text = text_of(world, params, "message is too long")?;
    let keyboard = keyboard::inline(params)?;
    let place = place(world, params, Media::Text)?;
    let version = Version {
        text: Some(text.text),
        entities: text.entities,
        keyboard,
        ..Version::default()
    };
    Ok(send(world, params, place, version))
}

fn send_media(world: &mut World, params: &Params, media: Media, field: &str) -> Reply {
    let caption = caption_of(world, params)?;
    let keyboard = keyboard::inline(params)?;
    let picture = picture::find(world, params, media, field, params.text(field).as_deref())?;
    let place = place(world, params, media)?;
    Ok(send(world, params, place, media_version(caption, picture, keyboard)))
}

/// A file as it is. Only uploads; one that was sent before is not modelled.
fn send_document(world: &mut World, params: &Params) -> Reply {
    let caption = caption_of(world, params)?;
    let keyboard = keyboard::inline(params)?;
    let name = params.text("document");
    let name = name
        .as_deref()
        .map_or("document", |name| name.trim_start_matches("attach://"));
    let bytes = params.files.get(name).cloned();
    let bytes = bytes.ok_or_else(|| bad("there is no document in the request"))?;
    if bytes.is_empty() {
        return Err(bad("file must be non-empty"));
    }
    let place = place(world, params, Media::Photo)?;
    let version = Version {
        caption: (!caption.text.is_empty()).then_some(caption.text),
        entities: caption.entities,
        document: Some(bytes),
        keyboard,
        ..Version::default()
    };
    Ok(send(world, params, place, version))
}

fn media_version(caption: Formatted, picture: Picture, keyboard: Option<Value>) -> Version {
    let words = (!caption.text.is_empty()).then_some(caption.text);
    let moves = picture.seconds.is_some();
    let (photo, animation) = if moves {
        (None, Some(picture))
    } else {
        (Some(picture), None)
    };
    Version {
        caption: words,
        entities: caption.entities,
        photo,
        animation,
        keyboard,
        ..Version::default()
    }
}

/// A message that the bot may edit.
fn own_message(world: &World, params: &Params, chat: i64, missing: &str) -> Result<i64, Refusal> {
    let id = params
        .int("message_id")
        .filter(|id| *id > 0)
        .ok_or_else(|| bad("message identifier is not specified"))?;
    let message = world.chat(chat).messages.get(&id).filter(|message| !message.deleted);
    message
        .filter(|message| message.only_for.is_none())
        .map(|_| id)
        .ok_or_else(|| bad(missing))
}

fn editable(world: &World, params: &Params) -> Result<(i64, i64), Refusal> {
    let chat = writable(world, params)?;
    let id = own_message(world, params, chat, "message to edit not found")?;
    match world.stored(chat, id).sender {
        Sender::Bot => Ok((chat, id)),
        _ => Err(bad("message can't be edited")),
    }
}

fn edit(world: &mut World, chat: i64, id: i64, new: Version) -> Reply {
    let old = world.stored(chat, id).now();
    let same = old.text == new.text
        && old.caption == new.caption
        && old.entities == new.entities
        && old.photo == new.photo
        && old.animation == new.animation
        && old.document == new.document
        && old.keyboard == new.keyboard;
    if same {
        return Err(bad(NOT_MODIFIED));
    }
    world.floods.spend(chat)?;
    world.revise(chat, id, new);
    Ok(world.message(chat, id))
}

fn edit_text(world: &mut World, params: &Params) -> Reply {
    let text = text_of(world, params, "MESSAGE_TOO_LONG")?;
    let keyboard = keyboard::inline(params)?;
    let (chat, id) = editable(world, params)?;
    if world.stored(chat, id).now().text.is_none() {
        return Err(bad("there is no text in the message to edit"));
    }
    edit(
        world,
        chat,
        id,
        Version {
            text: Some(text.text),
            entities: text.entities,
            keyboard,
            ..Version::default()
        },
    )
}

/// A message for one reader has a call of its own, which older servers lack.
fn edit_only(world: &mut World, params: &Params) -> Reply {
    if world.ephemeral != Some(true) {
        return Err(Refusal {
            code: 404,
            description: "Not Found: method not found".into(),
            parameters: None,
        });
    }
    let text = text_of(world, params, "MESSAGE_TOO_LONG")?;
    let keyboard = keyboard::inline(params)?;
    let chat = writable(world, params)?;
    let id = params.int("ephemeral_message_id").unwrap_or_default();
    let reader = params.int("receiver_user_id");
    let theirs = world
        .chat(chat)
        .messages
        .get(&id)
        .is_some_and(|message| message.only_for == reader);
    if !theirs || reader.is_none() {
        return Err(bad("message to edit not found"));
    }
    let new = Version {
        text: Some(text.text),
        entities: text.entities,
        keyboard,
        ..Version::default()
    };
    edit(world, chat, id, new).map(|_| json!(true))
}

fn edit_caption(world: &mut World, params: &Params) -> Reply {
    let caption = caption_of(world, params)?;
    let keyboard = keyboard::inline(params)?;
    let (chat, id) = editable(world, params)?;
    let now = world.stored(chat, id).now();
    let picture = now.photo.clone().or_else(|| now.animation.clone());
    let picture = picture.ok_or_else(|| bad("there is no caption in the message to edit"))?;
    edit(world, chat, id, media_version(caption, picture, keyboard))
}

fn edit_media(world: &mut World, params: &Params) -> Reply {
    let media = params
        .json("media")
        .ok_or_else(|| bad("can't parse input media JSON object"))?;
    let field = |name: &str| media.get(name).and_then(Value::as_str);
    let kind = match field("type") {
        Some("photo") => Media::Photo,
        Some("animation") => Media::Animation,
        _ => return Err(bad("the fake takes photos and animations only as media")),
    };
    let words = field("caption").unwrap_or_default();
    let caption = markup::read(
        world,
        words,
        field("parse_mode"),
        media.get("caption_entities").cloned(),
    )?;
    fits_caption(&caption)?;
    let keyboard = keyboard::inline(params)?;
    let name = field("media").ok_or_else(|| bad("media not found in the request"))?;
    let picture = picture::find(world, params, kind, "media", Some(name))?;
    let (chat, id) = editable(world, params)?;
    allowed(world, chat, kind)?;
    edit(world, chat, id, media_version(caption, picture, keyboard))
}

fn edit_keyboard(world: &mut World, params: &Params) -> Reply {
    let keyboard = keyboard::inline(params)?;
    let (chat, id) = editable(world, params)?;
    let version = Version {
        keyboard,
        ..world.stored(chat, id).now().clone()
    };
    edit(world, chat, id, version)
}

fn delete_message(world: &mut World, params: &Params) -> Reply {
    let chat = writable(world, params)?;
    let id = own_message(world, params, chat, "message to delete not found")?;
    let (now, place) = (world.now(), world.chat(chat));
    let message = world.stored(chat, id);
    let own = matches!(message.sender, Sender::Bot);
    if !own && place.kind != ChatKind::Private && !place.bot.admin() {
        return Err(bad("message can't be deleted"));
    }
    if place.kind != ChatKind::Supergroup && now - message.date > DELETABLE {
        return Err(bad("message can't be deleted for everyone"));
    }
    world.chat_mut(chat).messages.get_mut(&id).expect("found above").deleted = true;
    Ok(json!(true))
}

fn delete_messages(world: &mut World, params: &Params) -> Reply {
    let ids = params
        .json("message_ids")
        .and_then(|ids| ids.as_array().cloned())
        .unwrap_or_default();
    if !(1..=100).contains(&ids.len()) {
        return Err(bad("wrong number of message identifiers specified"));
    }
    for id in ids {
        let mut one = params.clone();
        one.fields.insert("message_id".into(), id);
        match delete_message(world, &one) {
            // Missing ones are skipped.
            Err(refusal) if refusal.description.ends_with("not found") && refusal.description.contains("message") => {}
            other => drop(other?),
        }
    }
    Ok(json!(true))
}

fn answer(world: &mut World, params: &Params) -> Reply {
    let text = params.text("text").unwrap_or_default();
    if markup::units(&text) > MAX_TOAST {
        return Err(bad("MESSAGE_TOO_LONG"));
    }
    let link = format!("https://t.me/{}?start=", world.bot.username);
    let url = params.text("url");
    if url
        .as_ref()
        .is_some_and(|url| !url.to_ascii_lowercase().starts_with(&link.to_ascii_lowercase()))
    {
        return Err(bad("URL_INVALID"));
    }
    let (now, lifetime) = (world.now(), world.query_lifetime);
    let query = params
        .text("callback_query_id")
        .and_then(|id| world.queries.get_mut(&id));
    let fresh = query.filter(|query| query.answer.is_none() && now - query.created <= lifetime);
    let query = fresh.ok_or_else(|| bad("query is too old and response timeout expired or query ID is invalid"))?;
    query.answered = Some(tokio::time::Instant::now());
    query.answer = Some(json!({"text": text, "show_alert": params.flag("show_alert"), "url": url}));
    Ok(json!(true))
}

fn get_chat(world: &World, params: &Params) -> Reply {
    let id = reachable(world, params)?;
    let mut chat = world.chat_value(id);
    chat["accent_color_id"] = json!(0);
    chat["max_reaction_count"] = json!(11);
    let gifts = json!({
        "unlimited_gifts": true, "limited_gifts": true, "unique_gifts": true, "premium_subscription": true,
        "gifts_from_channels": true,
    });
    chat["accepted_gift_types"] = gifts;
    if world.chat(id).kind != ChatKind::Private {
        let (texts, photos) = world.chat(id).everybody;
        chat["permissions"] = json!({"can_send_messages": texts, "can_send_photos": photos});
    }
    Ok(chat)
}

fn get_member(world: &World, params: &Params) -> Reply {
    let chat = reachable(world, params)?;
    let user = params.int("user_id").ok_or_else(|| bad("invalid user_id specified"))?;
    if user == world.bot.id {
        return Ok(world.member(user, world.chat(chat).bot));
    }
    if !world.people.contains_key(&user) {
        return Err(bad("user not found"));
    }
    let standing = world.chat(chat).members.get(&user).copied().unwrap_or(Standing::Left);
    Ok(world.member(user, standing))
}

fn get_administrators(world: &World, params: &Params) -> Reply {
    let id = reachable(world, params)?;
    let chat = world.chat(id);
    if chat.kind == ChatKind::Private {
        return Err(bad("there are no administrators in the private chat"));
    }
    let people = chat.members.iter().map(|(user, standing)| (*user, *standing));
    let all = people
        .chain([(world.bot.id, chat.bot)])
        .filter(|(_, standing)| standing.admin());
    Ok(all.map(|(user, standing)| world.member(user, standing)).collect())
}
