//! How the Bot API writes people, chats, members and messages.

use serde_json::{Value, json};

use super::world::{ChatKind, Picture, Sender, Standing, World};

/// The account that speaks for anonymous administrators everywhere in Telegram.
pub const GROUP_ANONYMOUS_BOT: i64 = 1_087_968_824;
/// The account that speaks for people who write as a channel.
pub const CHANNEL_BOT: i64 = 136_817_688;
/// Telegram's own account, which forwards channel posts into discussion groups.
pub const TELEGRAM_ACCOUNT: i64 = 777_000;

impl World {
    pub fn bot_user(&self) -> Value {
        json!({
            "id": self.bot.id, "is_bot": true, "first_name": self.bot.first_name, "username": self.bot.username,
        })
    }

    pub fn user(&self, id: i64) -> Value {
        if id == self.bot.id {
            return self.bot_user();
        }
        let person = self.person(id);
        let mut user = json!({
            "id": person.id,
            "is_bot": person.is_bot,
            "first_name": if person.deactivated { "" } else { &person.first_name },
        });
        if !person.deactivated {
            put(&mut user, "last_name", person.last_name.as_ref());
            put(&mut user, "username", person.username.as_ref());
            put(&mut user, "language_code", person.language.as_ref());
        }
        user
    }

    pub fn chat_value(&self, id: i64) -> Value {
        let chat = self.chat(id);
        match chat.kind {
            ChatKind::Private => {
                let person = self.person(id);
                let mut value = json!({"id": id, "type": "private", "first_name": person.first_name});
                put(&mut value, "last_name", person.last_name.as_ref());
                put(&mut value, "username", person.username.as_ref());
                value
            }
            ChatKind::Group => json!({"id": id, "type": "group", "title": chat.title}),
            ChatKind::Supergroup => {
                let mut value = json!({"id": id, "type": "supergroup", "title": chat.title});
                put(&mut value, "is_forum", chat.forum.then_some(true));
                value
            }
        }
    }

    /// A message as the bot is shown it; replies are one level deep, as in the real interface.
    pub fn message(&self, chat: i64, id: i64) -> Value {
        self.message_at(chat, id, true)
    }

    fn message_at(&self, chat: i64, id: i64, with_reply: bool) -> Value {
        let stored = self.stored(chat, id);
        let version = stored.now();
        let mut value = json!({"message_id": id, "chat": self.chat_value(chat), "date": stored.date});
        self.put_sender(&mut value, chat, &stored.sender);
        put(&mut value, "edit_date", stored.edit_date);
        if let Some(reader) = stored.only_for {
            value["receiver_user"] = self.user(reader);
            value["ephemeral_message_id"] = json!(id);
        }
        put(&mut value, "message_thread_id", stored.thread);
        put(&mut value, "is_topic_message", stored.topic.then_some(true));
        put(&mut value, "has_protected_content", stored.protected.then_some(true));
        if let Some(text) = &version.text {
            value["text"] = json!(text);
            put(
                &mut value,
                "entities",
                (!version.entities.is_empty()).then_some(&version.entities),
            );
        }
        if let Some(animation) = &version.animation {
            let file = animation.animation();
            // The real server sets both, for old bots.
            value["document"] = json!({
                "file_id": file["file_id"], "file_unique_id": file["file_unique_id"], "file_name": file["file_name"],
                "mime_type": file["mime_type"], "file_size": file["file_size"],
            });
            value["animation"] = file;
        }
        if let Some(photo) = &version.photo {
            value["photo"] = photo.sizes();
        }
        if let Some(document) = &version.document {
            let file_id = format!("BQACAgQAAxkD{id:08}");
            value["document"] = json!({
                "file_unique_id": format!("u{file_id}"), "file_id": file_id, "file_size": document.len(),
            });
        }
        if version.photo.is_some() || version.animation.is_some() || version.document.is_some() {
            put(&mut value, "caption", version.caption.as_ref());
            put(
                &mut value,
                "caption_entities",
                (!version.entities.is_empty()).then_some(&version.entities),
            );
        }
        put(&mut value, "reply_markup", version.keyboard.as_ref());
        if with_reply && let Some(reply) = stored.reply_to.filter(|reply| !self.stored(chat, *reply).deleted) {
            value["reply_to_message"] = self.message_at(chat, reply, false);
        }
        for (key, field) in stored.service.iter().flatten() {
            value[key] = field.clone();
        }
        value
    }

    fn put_sender(&self, value: &mut Value, chat: i64, sender: &Sender) {
        match sender {
            Sender::Bot => value["from"] = self.bot_user(),
            Sender::Person(id) => value["from"] = self.user(*id),
            Sender::Anonymous => {
                value["from"] = json!({
                    "id": GROUP_ANONYMOUS_BOT, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot",
                });
                value["sender_chat"] = self.chat_value(chat);
            }
            Sender::Channel(id, title) => {
                value["from"] = json!({
                    "id": CHANNEL_BOT, "is_bot": true, "first_name": "Channel", "username": "Channel_Bot",
                });
                value["sender_chat"] = json!({"id": id, "type": "channel", "title": title});
            }
            Sender::AutoForward(id, title) => {
                value["from"] = json!({"id": TELEGRAM_ACCOUNT, "is_bot": false, "first_name": "Telegram"});
                value["sender_chat"] = json!({"id": id, "type": "channel", "title": title});
                value["is_automatic_forward"] = json!(true);
            }
        }
    }

    pub fn member(&self, user: i64, standing: Standing) -> Value {
        let user = self.user(user);
        match standing {
            Standing::Owner => json!({"status": "creator", "user": user, "is_anonymous": false}),
            Standing::Admin { anonymous } => json!({
                "status": "administrator", "user": user, "is_anonymous": anonymous, "can_be_edited": false,
                "can_manage_chat": true, "can_delete_messages": true, "can_manage_video_chats": true,
                "can_restrict_members": true, "can_promote_members": false, "can_change_info": true,
                "can_invite_users": true, "can_post_stories": false, "can_edit_stories": false,
                "can_delete_stories": false, "can_pin_messages": true, "can_manage_topics": true,
                "can_send_welcome_messages": false,
            }),
            Standing::Member => json!({"status": "member", "user": user}),
            Standing::Restricted { texts, photos } => json!({
                "status": "restricted", "user": user, "is_member": true, "can_send_messages": texts,
                "can_send_audios": photos, "can_send_documents": photos, "can_send_photos": photos,
                "can_send_videos": photos, "can_send_video_notes": photos, "can_send_voice_notes": photos,
                "can_send_polls": texts, "can_send_other_messages": texts, "can_add_web_page_previews": texts,
                "can_react_to_messages": true, "can_edit_tag": false,
                "can_change_info": false, "can_invite_users": false, "can_pin_messages": false,
                "can_manage_topics": false, "until_date": 0,
            }),
            Standing::Left => json!({"status": "left", "user": user}),
            Standing::Banned => json!({"status": "kicked", "user": user, "until_date": 0}),
        }
    }
}

impl Picture {
    /// As the server shows it after turning the GIF into a film.
    fn animation(&self) -> Value {
        json!({
            "file_id": self.file_id, "file_unique_id": format!("u{}", self.file_id),
            "width": self.width, "height": self.height, "duration": self.seconds.unwrap_or(0),
            "file_name": "replay.gif.mp4", "mime_type": "video/mp4", "file_size": self.bytes.len(),
        })
    }

    fn sizes(&self) -> Value {
        let small = |side: u32| (side * 90 / self.width.max(self.height)).max(1);
        json!([
            {
                "file_id": format!("{}s", self.file_id), "file_unique_id": format!("u{}s", self.file_id),
                "width": small(self.width), "height": small(self.height), "file_size": 1000,
            },
            {
                "file_id": self.file_id, "file_unique_id": format!("u{}", self.file_id),
                "width": self.width, "height": self.height, "file_size": self.bytes.len(),
            },
        ])
    }
}

/// Sets a field unless it is absent.
pub fn put(value: &mut Value, key: &str, field: Option<impl serde::Serialize>) {
    if let Some(field) = field {
        value[key] = json!(field);
    }
}
