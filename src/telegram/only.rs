//! Messages in a group that one person alone sees, on servers that have them (Bot API 10.2). The library does not know them.

use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use teloxide::requests::{JsonRequest, Payload, Request, Requester};
use teloxide::types::{CallbackQueryId, ChatId, InlineKeyboardMarkup, MessageEntity, MessageId};

use super::failure::{Failure, sort};
use super::mouth::{Address, Mouth, whole_keyboard, words};
use super::office::Alone;
use super::text::Written;
use crate::ui::Post;

/// `sendMessage` to one reader of a group.
#[derive(Clone, Serialize)]
struct Cover {
    chat_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_thread_id: Option<i32>,
    text: String,
    disable_notification: bool,
    ephemeral_message_parameters: Reader,
}

#[derive(Clone, Serialize)]
struct Reader {
    receiver_user_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    callback_query_id: Option<CallbackQueryId>,
}

impl Payload for Cover {
    type Output = Covered;
    const NAME: &'static str = "SendMessage";
}

/// What was sent, as far as it matters.
#[derive(Clone, Deserialize)]
struct Covered {
    message_id: i32,
    ephemeral_message_id: Option<i64>,
}

/// `editEphemeralMessageText`.
#[derive(Clone, Serialize)]
struct Secret {
    chat_id: i64,
    receiver_user_id: i64,
    ephemeral_message_id: i64,
    text: String,
    entities: Vec<MessageEntity>,
    reply_markup: InlineKeyboardMarkup,
}

impl Payload for Secret {
    type Output = bool;
    const NAME: &'static str = "EditEphemeralMessageText";
}

impl Mouth {
    /// Whether the server is not known to have no such messages.
    pub(super) fn shows_alone(&self) -> bool {
        !self.no_only.load(Ordering::Relaxed)
    }

    /// Shows a post in a group to one person alone, in words. A server that knows no such messages would leave the reader out
    /// and show it to everybody: so words without any secret go first, and the secret follows by a call that only a server with
    /// such messages has, once it said that this is one.
    pub(super) async fn show_alone(&self, to: Address, alone: &Alone, post: &Post) -> Result<(), Failure> {
        let cover = Cover {
            chat_id: to.chat,
            message_thread_id: to.thread,
            text: alone.cover.clone(),
            disable_notification: true,
            ephemeral_message_parameters: Reader {
                receiver_user_id: alone.reader,
                callback_query_id: alone.query.clone(),
            },
        };
        let covered = JsonRequest::new(self.bot.clone(), cover).send().await;
        let covered = covered.map_err(|error| sort(&error))?;
        let Some(ephemeral_message_id) = covered.ephemeral_message_id else {
            self.no_only.store(true, Ordering::Relaxed);
            tracing::warn!("this Bot API server shows nothing to one person alone: telegram.ephemeral has no effect");
            let stray = self.bot.delete_message(ChatId(to.chat), MessageId(covered.message_id));
            if let Err(error) = stray.send().await {
                tracing::info!(failure = %sort(&error), "a message of no meaning stays");
            }
            return Err(Failure::Refused("no messages for one person alone".to_owned()));
        };
        let Written { text, entities } = words(post);
        let secret = Secret {
            chat_id: to.chat,
            receiver_user_id: alone.reader,
            ephemeral_message_id,
            text,
            entities,
            reply_markup: whole_keyboard(post),
        };
        let shown = JsonRequest::new(self.bot.clone(), secret).send().await;
        shown.map(drop).map_err(|error| sort(&error))
    }
}
