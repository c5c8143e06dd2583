//! One post to one chat: sent, edited, deleted. No waiting and no repeating happens here.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use teloxide::Bot;
use teloxide::payloads::{
    AnswerCallbackQuerySetters, EditMessageCaptionSetters, EditMessageMediaSetters, EditMessageTextSetters,
    SendAnimationSetters, SendDocumentSetters, SendMessageSetters, SendPhotoSetters,
};
use teloxide::requests::{Request, Requester};
use teloxide::types::{
    CallbackQueryId, ChatId, InlineKeyboardMarkup, InputFile, InputMedia, InputMediaAnimation, InputMediaPhoto,
    LinkPreviewOptions, MessageId, ReplyParameters, ThreadId, UserId,
};
use tokio::time::Instant;

use super::absent::standing;
use super::chat::group;
use super::failure::{Failure, sort};
use super::keyboard::keyboard;
use super::text::{CAPTION, MESSAGE, TOAST, Written, shorten, write};
use crate::service::Gone;
use crate::ui::{Document, Picture, PictureKind, Post};

/// How long a chat that refused a photo gets words instead, until photos are tried again (ours).
const WORDS_ONLY: Duration = Duration::from_secs(600);
/// The library waits 10 s before it gives a server's error back; nobody watches a callback answer that long.
const TOAST_TIME: Duration = Duration::from_secs(5);

/// Where a new message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The chat.
    pub(super) chat: i64,
    /// The forum topic; never the general one, which must not be named.
    pub(super) thread: Option<i32>,
    /// The message it answers.
    pub(super) reply_to: Option<i32>,
}

/// Speaks for the bot.
pub(super) struct Mouth {
    pub(super) bot: Bot,
    /// The server knew no messages for one reader.
    pub(super) no_only: AtomicBool,
    /// Chats that take no photos, with the time they refused one.
    wordy: Mutex<HashMap<i64, Instant>>,
}

/// What a message looked like when it was last brought to a chat, to spare requests that would change nothing and uploads
/// of the same picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    picture: Option<u64>,
    rest: u64,
}

impl Look {
    pub(super) fn of(post: &Post) -> Look {
        let picture = post.picture.as_ref().map(|picture| {
            let mut hasher = DefaultHasher::new();
            picture.bytes.hash(&mut hasher);
            hasher.finish()
        });
        let mut hasher = DefaultHasher::new();
        let alt = post.picture.as_ref().map(|picture| &picture.alt);
        // Written out for the hash alone; it goes nowhere.
        format!("{:?}{:?}{alt:?}", post.text, post.rows).hash(&mut hasher);
        Look {
            picture,
            rest: hasher.finish(),
        }
    }
}

impl Mouth {
    pub(super) fn new(bot: Bot) -> Mouth {
        Mouth {
            bot,
            no_only: AtomicBool::new(false),
            wordy: Mutex::default(),
        }
    }

    /// Sends a new message and gives its id.
    pub(super) async fn send(&self, to: Address, post: &Post) -> Result<i32, Failure> {
        if let Some(document) = &post.document {
            return self.send_document(to, post, document).await;
        }
        if let Some(picture) = self.picture(to.chat, post) {
            let sent = match picture.kind {
                PictureKind::Still => self.send_photo(to, post, picture).await,
                PictureKind::Animated => self.send_animation(to, post, picture).await,
            };
            match sent {
                Err(Failure::NoPhotos) => self.note_wordy(to.chat, picture.kind),
                other => return other,
            }
        }
        self.send_text(to, post).await
    }

    /// Brings a message of the bot to a new state; `look` is what it shows now, where that is known.
    pub(super) async fn edit(&self, chat: i64, message: i32, post: &Post, look: Option<Look>) -> Result<(), Failure> {
        if let Some(picture) = self.picture(chat, post) {
            let same = look.is_some_and(|look| look.picture == Look::of(post).picture);
            let edited = if same {
                self.edit_caption(chat, message, post, picture).await
            } else {
                self.edit_media(chat, message, post, picture).await
            };
            match edited {
                Err(Failure::NoPhotos) => self.note_wordy(chat, picture.kind),
                other => return other,
            }
        }
        self.edit_text(chat, message, post).await
    }

    /// Takes a message away, or at least its buttons: a bot may delete only for 48 hours.
    pub(super) async fn retire(&self, chat: i64, message: i32) {
        if self
            .bot
            .delete_message(ChatId(chat), MessageId(message))
            .send()
            .await
            .is_err()
        {
            self.strip(chat, message).await;
        }
    }

    /// Takes the buttons from a message.
    pub(super) async fn strip(&self, chat: i64, message: i32) {
        // A message that is gone has no buttons either, so every failure is as good as done.
        drop(
            self.bot
                .edit_message_reply_markup(ChatId(chat), MessageId(message))
                .send()
                .await,
        );
    }

    /// Answers a press, with a note or without.
    pub(super) async fn toast(&self, query: CallbackQueryId, note: Option<(&str, bool)>) {
        let mut request = self.bot.answer_callback_query(query);
        if let Some((text, alert)) = note {
            request = request.text(shorten(text, TOAST)).show_alert(alert);
        }
        match tokio::time::timeout(TOAST_TIME, request.send())
            .await
            .map(|answered| answered.map_err(|error| sort(&error)))
        {
            Ok(Ok(_) | Err(Failure::Late)) => {}
            Ok(Err(failure)) => tracing::info!(%failure, "a press was not answered"),
            Err(_) => tracing::info!("a press was not answered in time"),
        }
    }

    /// Whether a person is in a group: how they went, when they aren't. `None`: Telegram does not say.
    pub(super) async fn presence(&self, chat: i64, user: i64) -> Option<Option<Gone>> {
        let user = UserId(u64::try_from(user).ok()?);
        let member = self.bot.get_chat_member(ChatId(chat), user).send().await.ok()?;
        Some(standing(&member))
    }

    /// The picture to show, unless this chat takes only words.
    fn picture<'a>(&self, chat: i64, post: &'a Post) -> Option<&'a Picture> {
        let picture = post.picture.as_ref()?;
        let mut wordy = self.wordy.lock().unwrap_or_else(PoisonError::into_inner);
        wordy.retain(|_, since| since.elapsed() < WORDS_ONLY);
        (!wordy.contains_key(&chat)).then_some(picture)
    }

    fn note_wordy(&self, chat: i64, kind: PictureKind) {
        if kind == PictureKind::Animated {
            // A right of its own: where it lacks, photos may still be welcome.
            return tracing::info!(group = group(chat), "no animations may be sent here: words instead");
        }
        tracing::info!(group = group(chat), "no photos may be sent here: words instead");
        self.wordy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(chat, Instant::now());
    }

    async fn send_photo(&self, to: Address, post: &Post, picture: &Picture) -> Result<i32, Failure> {
        let Written { text, entities } = write(&post.text, Some(&picture.alt), CAPTION);
        let mut request = self
            .bot
            .send_photo(ChatId(to.chat), upload(picture))
            .caption(text)
            .caption_entities(entities)
            .protect_content(post.private)
            .disable_notification(quiet(post));
        if let Some(keyboard) = keyboard(&post.rows) {
            request = request.reply_markup(keyboard);
        }
        if let Some(thread) = to.thread {
            request = request.message_thread_id(ThreadId(MessageId(thread)));
        }
        if let Some(message) = to.reply_to {
            request = request.reply_parameters(reply(message));
        }
        sent(request.send().await)
    }

    async fn send_animation(&self, to: Address, post: &Post, picture: &Picture) -> Result<i32, Failure> {
        let Written { text, entities } = write(&post.text, Some(&picture.alt), CAPTION);
        let mut request = self
            .bot
            .send_animation(ChatId(to.chat), upload(picture))
            .caption(text)
            .caption_entities(entities)
            .protect_content(post.private)
            .disable_notification(quiet(post));
        if let Some(keyboard) = keyboard(&post.rows) {
            request = request.reply_markup(keyboard);
        }
        if let Some(thread) = to.thread {
            request = request.message_thread_id(ThreadId(MessageId(thread)));
        }
        if let Some(message) = to.reply_to {
            request = request.reply_parameters(reply(message));
        }
        sent(request.send().await)
    }

    /// A file is for keeping, so it may be saved and passed on.
    async fn send_document(&self, to: Address, post: &Post, document: &Document) -> Result<i32, Failure> {
        let Written { text, entities } = write(&post.text, None, CAPTION);
        let file = InputFile::memory(document.bytes.as_ref().clone()).file_name(document.name);
        let mut request = self
            .bot
            .send_document(ChatId(to.chat), file)
            .caption(text)
            .caption_entities(entities);
        if let Some(message) = to.reply_to {
            request = request.reply_parameters(reply(message));
        }
        sent(request.send().await)
    }

    async fn send_text(&self, to: Address, post: &Post) -> Result<i32, Failure> {
        let Written { text, entities } = words(post);
        let mut request = self
            .bot
            .send_message(ChatId(to.chat), text)
            .entities(entities)
            .link_preview_options(no_preview())
            .protect_content(post.private)
            .disable_notification(quiet(post));
        if let Some(keyboard) = keyboard(&post.rows) {
            request = request.reply_markup(keyboard);
        }
        if let Some(thread) = to.thread {
            request = request.message_thread_id(ThreadId(MessageId(thread)));
        }
        if let Some(message) = to.reply_to {
            request = request.reply_parameters(reply(message));
        }
        sent(request.send().await)
    }

    async fn edit_media(&self, chat: i64, message: i32, post: &Post, picture: &Picture) -> Result<(), Failure> {
        let Written { text, entities } = write(&post.text, Some(&picture.alt), CAPTION);
        let media = match picture.kind {
            PictureKind::Still => InputMedia::Photo(
                InputMediaPhoto::new(upload(picture))
                    .caption(text)
                    .caption_entities(entities),
            ),
            PictureKind::Animated => InputMedia::Animation(
                InputMediaAnimation::new(upload(picture))
                    .caption(text)
                    .caption_entities(entities),
            ),
        };
        let request = self
            .bot
            .edit_message_media(ChatId(chat), MessageId(message), media)
            .reply_markup(whole_keyboard(post));
        edited(request.send().await)
    }

    async fn edit_caption(&self, chat: i64, message: i32, post: &Post, picture: &Picture) -> Result<(), Failure> {
        let Written { text, entities } = write(&post.text, Some(&picture.alt), CAPTION);
        let request = self
            .bot
            .edit_message_caption(ChatId(chat), MessageId(message))
            .caption(text)
            .caption_entities(entities)
            .reply_markup(whole_keyboard(post));
        edited(request.send().await)
    }

    async fn edit_text(&self, chat: i64, message: i32, post: &Post) -> Result<(), Failure> {
        let Written { text, entities } = words(post);
        let request = self
            .bot
            .edit_message_text(ChatId(chat), MessageId(message), text)
            .entities(entities)
            .link_preview_options(no_preview())
            .reply_markup(whole_keyboard(post));
        edited(request.send().await)
    }
}

/// The post in words, the picture's description with it.
pub(super) fn words(post: &Post) -> Written {
    write(
        &post.text,
        post.picture.as_ref().map(|picture| picture.alt.as_str()),
        MESSAGE,
    )
}

/// An edit without a keyboard would leave the old buttons in some clients: an empty one takes them away.
pub(super) fn whole_keyboard(post: &Post) -> InlineKeyboardMarkup {
    keyboard(&post.rows).unwrap_or_default()
}

fn upload(picture: &Picture) -> InputFile {
    InputFile::memory(picture.bytes.as_ref().clone()).file_name(picture.name)
}

/// Only a message to one person makes a sound.
fn quiet(post: &Post) -> bool {
    !post.private && post.ping.is_none() && post.calls.is_empty()
}

fn no_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}

fn reply(message: i32) -> ReplyParameters {
    ReplyParameters::new(MessageId(message)).allow_sending_without_reply()
}

fn sent(result: Result<teloxide::types::Message, teloxide::RequestError>) -> Result<i32, Failure> {
    match result.map(|message| message.id.0).map_err(|error| sort(&error)) {
        Err(Failure::Done(Some(message))) => Ok(message),
        other => other,
    }
}

fn edited(result: Result<teloxide::types::Message, teloxide::RequestError>) -> Result<(), Failure> {
    match result.map(drop).map_err(|error| sort(&error)) {
        Err(Failure::Same | Failure::Done(_)) => Ok(()),
        other => other,
    }
}
