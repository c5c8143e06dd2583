//! What hundreds of people at once need: looks at a screen that copy only what is looked at, and hands that come too late
//! without a panic, as hands do when a message changes under them.

use axum::body::Bytes;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use super::super::glimpse::Glimpse;
use super::messages::{Button, rows};
use super::people::toast;
use super::world::{ChatKind, Query, Sender, Standing, Stored, Version, World};
use super::{FakeTelegram, Group, Place, Press, User, markup};

/// A message of the bot as it stands on a screen.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub chat: i64,
    pub id: i64,
    pub words: String,
    pub buttons: Vec<Button>,
}

impl User {
    /// The bot's newest messages in a chat that this person can read now, newest first.
    pub fn screen(&self, place: impl Place, most: usize) -> Vec<Sheet> {
        let spot = place.spot();
        self.inner.quietly(|world| {
            let chat = world.chat(spot.chat);
            if !chat.members.get(&self.id()).is_some_and(|standing| standing.present()) {
                return Vec::new();
            }
            let there = chat.messages.values().rev().filter(|stored| {
                !stored.deleted
                    && matches!(stored.sender, Sender::Bot)
                    && (spot.thread.is_none() || stored.thread == spot.thread)
            });
            there
                .take(most)
                .map(|stored| Sheet {
                    chat: spot.chat,
                    id: stored.id,
                    words: stored.now().words().to_owned(),
                    buttons: rows(stored.now()).into_iter().flatten().collect(),
                })
                .collect()
        })
    }

    /// Presses a button of a message; `None` when it is gone or leads nowhere. With the press the number of its update.
    pub fn try_tap(&self, chat: i64, message: i64, data: &str) -> Option<(Press, u32)> {
        let (id, update) = self.inner.change(|world| {
            let person = self.id();
            let place = world.chats.get(&chat)?;
            let stored = place.messages.get(&message)?;
            let has = rows(stored.now())
                .into_iter()
                .flatten()
                .any(|button| button.data.as_deref() == Some(data));
            let present = place.members.get(&person).is_some_and(|standing| standing.present());
            let blocked = place.kind == ChatKind::Private && world.person(person).blocked;
            if !has || stored.deleted || !present || blocked || !place.bot.present() || place.migrated_to.is_some() {
                return None;
            }
            let id = format!("{}", 21_474_836_480_000_000 + world.fresh());
            let query = Query {
                presser: person,
                chat,
                created: world.now(),
                answer: None,
                answered: None,
            };
            world.queries.insert(id.clone(), query);
            let body = json!({
                "id": id, "from": world.user(person), "message": world.message(chat, message), "data": data,
                "chat_instance": format!("{}", chat.wrapping_mul(7_919)),
            });
            let update = world.push("callback_query", body)?;
            Some((id, update))
        })?;
        Some((Press::new(self.inner.clone(), id, data), update))
    }

    /// Writes, with the other person's name tapped in at `{}`; `false` where this person can't write now.
    pub fn try_says(&self, place: impl Place, text: &str, other: Option<&User>) -> bool {
        let spot = place.spot();
        self.inner.change(|world| {
            let person = self.id();
            let Some(chat) = world.chats.get(&spot.chat) else {
                return false;
            };
            let present = chat.members.get(&person).is_some_and(|standing| standing.present());
            let topic = spot.thread.and_then(|thread| chat.topics.get(&thread));
            let closed = topic.is_some_and(|topic| topic.closed || topic.deleted);
            let blocked = chat.kind == ChatKind::Private && world.person(person).blocked;
            if !present || closed || blocked || chat.migrated_to.is_some() || chat.deleted {
                return false;
            }
            if chat.kind == ChatKind::Private {
                world.person_mut(person).started = true;
            }
            let (mut words, mut entities) = (text.to_owned(), markup::typed(text));
            if let (Some((before, after)), Some(other)) = (text.split_once("{}"), other) {
                let name = world.person(other.id()).first_name.clone();
                words = format!("{before}{name}{after}");
                entities = markup::typed(&words);
                entities.push(json!({
                    "type": "text_mention", "offset": markup::units(before), "length": markup::units(&name),
                    "user": world.user(other.id()),
                }));
            }
            let version = Version {
                text: Some(words),
                entities,
                ..Version::default()
            };
            let mut message = Stored::new(Sender::Person(person), version);
            message.topic = spot.thread.is_some();
            message.thread = spot.thread;
            message.reply_to = spot.thread;
            let id = world.post(spot.chat, message);
            world.deliver(spot.chat, id);
            true
        })
    }

    /// Opens the bot and presses Start, taking a block off first as the app does.
    pub fn try_start(&self) {
        self.inner.change(|world| {
            let person = self.id();
            if std::mem::replace(&mut world.person_mut(person).blocked, false) {
                world.move_bot(person, person, Standing::Member);
            }
        });
        self.try_says(self, "/start", None);
    }
}

impl FakeTelegram {
    /// From now on pictures are kept as what identifies them, not as what they show: for long storms.
    pub fn forget_pictures(&self) {
        self.inner.change(|world| world.keep_pictures = false);
    }

    /// No more troubles that were planned and have not come yet.
    pub fn forgive_faults(&self) {
        self.inner.change(|world| world.faults.clear());
    }

    /// Whether this person is in this group.
    pub fn is_member(&self, group: &Group, person: &User) -> bool {
        let (chat, person) = (group.id(), person.id());
        self.inner.quietly(|world| {
            world
                .chat(chat)
                .members
                .get(&person)
                .is_some_and(|standing| standing.present())
        })
    }

    /// Whether the bot is in this group.
    pub fn is_bot_there(&self, group: &Group) -> bool {
        let chat = group.id();
        self.inner.quietly(|world| world.chat(chat).bot.present())
    }

    /// Every attempt to send or edit a message: where and when.
    pub fn writes(&self) -> Vec<(i64, Instant)> {
        let counts = |method: &str| method.starts_with("send") || method.starts_with("edit");
        self.inner.quietly(|world| {
            let calls = world.calls.iter().filter(|call| counts(&call.method));
            calls.filter_map(|call| Some((call.chat?, call.at))).collect()
        })
    }

    /// What a message says now; `None` when it is gone.
    pub fn words_of(&self, chat: i64, message: i64) -> Option<String> {
        self.inner.quietly(|world| {
            let stored = world.chats.get(&chat)?.messages.get(&message)?;
            (!stored.deleted).then(|| stored.now().words().to_owned())
        })
    }

    /// Everything that ever stood before anybody's eyes, each state of each message once, and the answers to presses.
    pub fn everything(&self) -> Vec<Glimpse> {
        self.inner.quietly(|world| {
            let mut all = Vec::new();
            for chat in world.chats.values() {
                let reader = (chat.kind == ChatKind::Private).then_some(chat.id);
                let ours = chat
                    .messages
                    .values()
                    .filter(|stored| matches!(stored.sender, Sender::Bot));
                for version in ours.flat_map(|stored| &stored.versions) {
                    all.push(glimpse(chat.id, reader, version));
                }
            }
            for query in world.queries.values() {
                if let Some(toast) = toast(query) {
                    all.push(Glimpse {
                        reader: Some(query.presser),
                        place: query.chat,
                        lines: toast.text.lines().map(str::to_owned).collect(),
                        tokens: toast.url.into_iter().collect(),
                        pictures: Vec::new(),
                        at: None,
                    });
                }
            }
            all
        })
    }
}

/// What is kept of an uploaded picture.
pub fn kept(world: &World, bytes: Bytes) -> Bytes {
    if world.keep_pictures {
        bytes
    } else {
        Bytes::copy_from_slice(&Sha256::digest(&bytes))
    }
}

fn glimpse(place: i64, reader: Option<i64>, version: &Version) -> Glimpse {
    let buttons: Vec<Button> = rows(version).into_iter().flatten().collect();
    let behind = buttons
        .iter()
        .flat_map(|button| button.data.iter().chain(button.url.iter()).cloned());
    let pictures = [&version.photo, &version.animation];
    Glimpse {
        reader,
        place,
        lines: (version.words().lines().map(str::to_owned))
            .chain(buttons.iter().map(|button| button.label.clone()))
            .collect(),
        tokens: behind.collect(),
        pictures: pictures
            .into_iter()
            .flatten()
            .map(|picture| picture.bytes.clone())
            .collect(),
        at: version.at,
    }
}
