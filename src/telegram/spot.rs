//! Where something was said, and by whom.

use teloxide::types::{Message, User};

use crate::id::{Account, Platform};

/// Where something was said or pressed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) chat: i64,
    pub(super) thread: Option<i32>,
    pub(super) private: bool,
    /// The command, or the message whose button was pressed.
    pub(super) message: Option<i32>,
}

/// Who speaks.
pub(super) enum Sender {
    /// A person under their own name.
    Person,
    /// An administrator who speaks as the group itself.
    Anonymous,
    /// Somebody who speaks as this channel.
    Channel(i64),
    /// A bot.
    Bot,
}

impl Sender {
    pub(super) fn of(message: &Message, from: &User) -> Sender {
        match &message.sender_chat {
            Some(chat) if chat.id == message.chat.id => Sender::Anonymous,
            Some(chat) => Sender::Channel(chat.id.0),
            None if from.is_bot => Sender::Bot,
            None => Sender::Person,
        }
    }
}

impl Spot {
    pub(super) fn of(message: &Message) -> Spot {
        // Outside forums a thread id only says that something was answered, and the general topic must not be named.
        let thread = message
            .thread_id
            .filter(|_| message.is_topic_message)
            .map(|thread| thread.0.0);
        Spot {
            chat: message.chat.id.0,
            thread: thread.filter(|thread| *thread > 1),
            private: message.chat.is_private(),
            message: Some(message.id.0),
        }
    }
}

/// Who wrote the message that this one answers; inside a topic every message answers the topic's own first one.
pub(super) fn answered(message: &Message) -> Option<&User> {
    let reply = message.reply_to_message()?;
    let root = reply.forum_topic_created().is_some() || message.thread_id.is_some_and(|thread| thread.0 == reply.id);
    reply.from.as_ref().filter(|_| !root || !message.is_topic_message)
}

/// The account of a person.
pub(super) fn account(user: &User) -> Option<Account> {
    Some(Account {
        platform: Platform::Telegram,
        user: i64::try_from(user.id.0).ok()?,
    })
}
