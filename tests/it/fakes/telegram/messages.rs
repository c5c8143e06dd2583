//! Messages as people see them.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::Value;

use super::Inner;
use super::places::Spot;
use super::world::{Sender, Stored, Version, World};

/// A message in a chat; it always shows the newest version.
#[derive(Clone)]
pub struct Message {
    inner: Arc<Inner>,
    chat: i64,
    id: i64,
}

/// One button under a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    pub data: Option<String>,
    pub url: Option<String>,
}

/// One version of a message.
#[derive(Clone, Debug)]
pub struct Shown {
    pub text: Option<String>,
    pub caption: Option<String>,
    pub photo: Option<Bytes>,
    pub buttons: Vec<Button>,
}

/// Something a person could read: one version of a message, or the answer to a press.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Text or caption; of a toast its text.
    pub text: String,
    pub photo: Option<Bytes>,
    pub animation: Option<Bytes>,
    /// Labels of the buttons.
    pub buttons: Vec<String>,
    /// Everything a client holds besides: callback data and links, of buttons and of text.
    pub hidden: Vec<String>,
    pub chat: i64,
    /// `None` for the answer to a press.
    pub message: Option<i64>,
    pub from_bot: bool,
}

impl Message {
    pub(super) fn new(inner: Arc<Inner>, chat: i64, id: i64) -> Self {
        Message { inner, chat, id }
    }

    pub fn chat(&self) -> i64 {
        self.chat
    }

    pub fn id(&self) -> i64 {
        self.id
    }

    /// Text or caption, empty when there is neither.
    pub fn words(&self) -> String {
        self.look(|stored| stored.now().words().to_owned())
    }

    pub fn text(&self) -> Option<String> {
        self.look(|stored| stored.now().text.clone())
    }

    pub fn caption(&self) -> Option<String> {
        self.look(|stored| stored.now().caption.clone())
    }

    /// The entities of text or caption.
    pub fn entities(&self) -> Vec<Value> {
        self.look(|stored| stored.now().entities.clone())
    }

    /// The file's bytes as they were uploaded.
    pub fn document(&self) -> Option<Bytes> {
        self.look(|stored| stored.now().document.clone())
    }

    /// The photo's bytes as they were uploaded.
    pub fn photo(&self) -> Option<Bytes> {
        self.look(|stored| stored.now().photo.as_ref().map(|photo| photo.bytes.clone()))
    }

    /// The animation's bytes as they were uploaded.
    pub fn animation(&self) -> Option<Bytes> {
        self.look(|stored| stored.now().animation.as_ref().map(|film| film.bytes.clone()))
    }

    /// All buttons, row after row.
    pub fn buttons(&self) -> Vec<Button> {
        self.rows().into_iter().flatten().collect()
    }

    pub fn rows(&self) -> Vec<Vec<Button>> {
        self.look(|stored| rows(stored.now()))
    }

    /// The first button whose label fits.
    #[track_caller]
    pub fn button(&self, label: impl Fn(&str) -> bool) -> Button {
        let buttons = self.buttons();
        let labels: Vec<&str> = buttons.iter().map(|button| button.label.as_str()).collect();
        let button = buttons.iter().find(|button| label(&button.label));
        button
            .unwrap_or_else(|| panic!("no such button under the message; there are {labels:?}"))
            .clone()
    }

    /// Every version so far, oldest first.
    pub fn versions(&self) -> Vec<Shown> {
        self.look(|stored| stored.versions.iter().map(Shown::of).collect())
    }

    pub fn deleted(&self) -> bool {
        self.look(|stored| stored.deleted)
    }

    pub fn is_from_bot(&self) -> bool {
        self.look(|stored| matches!(stored.sender, Sender::Bot))
    }

    /// Sent with `protect_content`: nobody can forward or save it.
    pub fn protected(&self) -> bool {
        self.look(|stored| stored.protected)
    }

    pub fn reply_to(&self) -> Option<i64> {
        self.look(|stored| stored.reply_to)
    }

    pub fn thread(&self) -> Option<i64> {
        self.look(|stored| stored.thread)
    }

    /// The one person who sees it.
    pub fn only_for(&self) -> Option<i64> {
        self.look(|stored| stored.only_for)
    }

    /// A service message ("… joined the group").
    pub fn is_service(&self) -> bool {
        self.look(|stored| stored.service.is_some())
    }

    /// The message as the Bot API writes it.
    pub fn json(&self) -> Value {
        self.inner.quietly(|world| world.message(self.chat, self.id))
    }

    fn look<T>(&self, get: impl FnOnce(&Stored) -> T) -> T {
        self.inner.quietly(|world| get(world.stored(self.chat, self.id)))
    }
}

impl std::fmt::Debug for Message {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let labels: Vec<String> = self.buttons().into_iter().map(|button| button.label).collect();
        write!(out, "{}/{} {:?} {labels:?}", self.chat, self.id, self.words())
    }
}

impl Shown {
    fn of(version: &Version) -> Self {
        Shown {
            text: version.text.clone(),
            caption: version.caption.clone(),
            photo: version.photo.as_ref().map(|photo| photo.bytes.clone()),
            buttons: rows(version).into_iter().flatten().collect(),
        }
    }
}

impl AsRef<str> for Button {
    /// The link of a link button.
    fn as_ref(&self) -> &str {
        self.url
            .as_deref()
            .unwrap_or_else(|| panic!("{:?} is no link", self.label))
    }
}

pub(super) fn rows(version: &Version) -> Vec<Vec<Button>> {
    let text = |button: &Value, name: &str| button[name].as_str().map(str::to_owned);
    let button = |button: &Value| Button {
        label: text(button, "text").unwrap_or_default(),
        data: text(button, "callback_data"),
        url: text(button, "url"),
    };
    let rows = version
        .keyboard
        .as_ref()
        .and_then(|keyboard| keyboard["inline_keyboard"].as_array());
    rows.into_iter()
        .flatten()
        .map(|row| row.as_array().into_iter().flatten().map(button).collect())
        .collect()
}

impl Inner {
    /// The messages of a chat or topic that are still there, oldest first.
    pub(super) fn messages(self: &Arc<Self>, spot: Spot) -> Vec<Message> {
        let ids: Vec<i64> = self.quietly(|world| {
            let there = |stored: &&Stored| !stored.deleted && (spot.thread.is_none() || stored.thread == spot.thread);
            world
                .chat(spot.chat)
                .messages
                .values()
                .filter(there)
                .map(|stored| stored.id)
                .collect()
        });
        ids.into_iter()
            .map(|id| Message::new(self.clone(), spot.chat, id))
            .collect()
    }
}

/// Everything a person could ever read.
pub(super) fn seen_by(world: &World, person: i64) -> Vec<Seen> {
    let mut seen = Vec::new();
    for chat in world.chats.values() {
        for stored in chat.messages.values() {
            for version in stored.versions.iter().filter(|version| version.seen.contains(&person)) {
                seen.push(one(chat.id, stored, version));
            }
        }
    }
    for query in world.queries.values().filter(|query| query.presser == person) {
        if let Some(toast) = super::people::toast(query) {
            seen.push(Seen {
                text: toast.text,
                photo: None,
                animation: None,
                buttons: Vec::new(),
                hidden: toast.url.into_iter().collect(),
                chat: query.chat,
                message: None,
                from_bot: true,
            });
        }
    }
    seen
}

fn one(chat: i64, stored: &Stored, version: &Version) -> Seen {
    let buttons: Vec<Button> = rows(version).into_iter().flatten().collect();
    let links = version
        .entities
        .iter()
        .filter_map(|entity| entity["url"].as_str().map(str::to_owned));
    let behind = buttons
        .iter()
        .flat_map(|button| button.data.iter().chain(button.url.iter()).cloned());
    Seen {
        text: version.words().to_owned(),
        photo: version.photo.as_ref().map(|photo| photo.bytes.clone()),
        animation: version.animation.as_ref().map(|film| film.bytes.clone()),
        hidden: links.chain(behind).collect(),
        buttons: buttons.into_iter().map(|button| button.label).collect(),
        chat,
        message: Some(stored.id),
        from_bot: matches!(stored.sender, Sender::Bot),
    }
}
