//! What the fake remembers: people, chats, every version of every message and who could read it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::UNIX_EPOCH;

use axum::body::Bytes;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::calls::{Call, Fault};
use super::commands::Commands;
use super::floods::Floods;
use super::markup;
use super::queue::Queue;

/// A request refused by Telegram, as it goes over the wire.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub code: u16,
    pub description: String,
    pub parameters: Option<Value>,
}

pub type Reply = Result<Value, Refusal>;

pub fn bad(description: impl AsRef<str>) -> Refusal {
    Refusal {
        code: 400,
        description: format!("Bad Request: {}", description.as_ref()),
        parameters: None,
    }
}

pub fn forbidden(description: impl AsRef<str>) -> Refusal {
    Refusal {
        code: 403,
        description: format!("Forbidden: {}", description.as_ref()),
        parameters: None,
    }
}

pub fn conflict(description: &str) -> Refusal {
    Refusal {
        code: 409,
        description: format!("Conflict: {description}"),
        parameters: None,
    }
}

pub struct Account {
    pub id: i64,
    pub first_name: String,
    pub username: String,
    pub token: String,
    /// Privacy mode off: the bot reads every group message.
    pub reads_all: bool,
}

pub struct Person {
    pub id: i64,
    pub first_name: String,
    pub last_name: Option<String>,
    pub username: Option<String>,
    pub language: Option<String>,
    pub is_bot: bool,
    pub started: bool,
    pub blocked: bool,
    pub deactivated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChatKind {
    Private,
    Group,
    Supergroup,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Owner,
    Admin {
        anonymous: bool,
    },
    Member,
    /// May stay and read, but not write texts or photos as told.
    Restricted {
        texts: bool,
        photos: bool,
    },
    Left,
    Banned,
}

impl Standing {
    pub fn present(self) -> bool {
        !matches!(self, Standing::Left | Standing::Banned)
    }

    pub fn admin(self) -> bool {
        matches!(self, Standing::Owner | Standing::Admin { .. })
    }
}

pub struct Topic {
    pub closed: bool,
    pub deleted: bool,
}

pub struct Chat {
    pub id: i64,
    pub kind: ChatKind,
    pub title: String,
    pub forum: bool,
    pub members: BTreeMap<i64, Standing>,
    pub bot: Standing,
    pub messages: BTreeMap<i64, Stored>,
    /// Supergroups count their own messages; private chats and basic groups share the account's counter.
    pub last_message: i64,
    pub topics: BTreeMap<i64, Topic>,
    pub general_closed: bool,
    /// Whether ordinary members may send texts, and photos.
    pub everybody: (bool, bool),
    pub migrated_to: Option<i64>,
    pub deleted: bool,
}

#[derive(Clone, Debug)]
pub enum Sender {
    Bot,
    Person(i64),
    /// An administrator who writes as the group itself.
    Anonymous,
    /// Somebody who writes as a channel (id, title).
    Channel(i64, String),
    /// A channel post forwarded into its discussion group by Telegram (id, title).
    AutoForward(i64, String),
}

#[derive(Clone, PartialEq)]
pub struct Picture {
    pub bytes: Bytes,
    pub width: u32,
    pub height: u32,
    pub file_id: String,
    /// Of an animation, how long it plays, seconds; `None` for a photo.
    pub seconds: Option<u32>,
}

/// What a message or a request carries besides words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Media {
    Text,
    Photo,
    Animation,
}

/// What a message says at one moment, and who could read it then.
#[derive(Clone, Default)]
pub struct Version {
    pub text: Option<String>,
    pub caption: Option<String>,
    pub entities: Vec<Value>,
    pub photo: Option<Picture>,
    pub animation: Option<Picture>,
    pub document: Option<Bytes>,
    pub keyboard: Option<Value>,
    pub seen: BTreeSet<i64>,
    /// When it was shown.
    pub at: Option<Instant>,
}

impl Version {
    pub fn words(&self) -> &str {
        self.text.as_deref().or(self.caption.as_deref()).unwrap_or_default()
    }
}

pub struct Stored {
    pub id: i64,
    pub sender: Sender,
    pub date: i64,
    pub edit_date: Option<i64>,
    /// Topic, or in a plain supergroup the root of the reply thread.
    pub thread: Option<i64>,
    pub topic: bool,
    pub reply_to: Option<i64>,
    pub service: Option<Map<String, Value>>,
    pub protected: bool,
    pub deleted: bool,
    /// The one member of a group who sees it.
    pub only_for: Option<i64>,
    pub versions: Vec<Version>,
}

impl Stored {
    pub fn new(sender: Sender, version: Version) -> Self {
        Stored {
            id: 0,
            sender,
            date: 0,
            edit_date: None,
            thread: None,
            topic: false,
            reply_to: None,
            service: None,
            protected: false,
            deleted: false,
            only_for: None,
            versions: vec![version],
        }
    }

    pub fn service(sender: Sender, service: Value) -> Self {
        let mut stored = Stored::new(sender, Version::default());
        stored.service = service.as_object().cloned();
        stored
    }

    pub fn now(&self) -> &Version {
        self.versions.last().expect("a message has at least one version")
    }
}

/// A press that waits for the bot's answer.
pub struct Query {
    pub presser: i64,
    pub chat: i64,
    pub created: i64,
    pub answer: Option<Value>,
    pub answered: Option<Instant>,
}

pub struct World {
    pub bot: Account,
    pub people: BTreeMap<i64, Person>,
    pub chats: BTreeMap<i64, Chat>,
    /// Which chat id a group handle means today (it changes when a group is upgraded).
    pub groups: Vec<i64>,
    pub clock_shift: i64,
    pub queue: Queue,
    pub queries: BTreeMap<String, Query>,
    pub query_lifetime: i64,
    pub commands: Commands,
    pub profile: BTreeMap<String, Value>,
    pub calls: Vec<Call>,
    pub faults: Vec<Fault>,
    /// Messages for one reader in groups: `None`: a bot that asks for them has made a mistake; `false`: an older server, which
    /// leaves out what it does not know; `true`: they are there.
    pub ephemeral: Option<bool>,
    pub floods: Floods,
    pub violations: Vec<String>,
    pub files: HashMap<String, Picture>,
    /// Else only what identifies them is kept.
    pub keep_pictures: bool,
    account_messages: i64,
    next_id: i64,
}

impl World {
    pub fn new() -> Self {
        World {
            bot: Account {
                id: 7_001_002_003,
                first_name: "Jinlami".into(),
                username: "jinlami_test_bot".into(),
                token: "7001002003:AAFakeFakeFakeFakeFakeFakeFakeFake-_x".into(),
                reads_all: false,
            },
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            groups: Vec::new(),
            clock_shift: 0,
            queue: Queue::new(),
            queries: BTreeMap::new(),
            query_lifetime: 15,
            commands: Commands::default(),
            profile: BTreeMap::new(),
            calls: Vec::new(),
            faults: Vec::new(),
            ephemeral: None,
            floods: Floods::default(),
            violations: Vec::new(),
            files: HashMap::new(),
            keep_pictures: true,
            account_messages: 0,
            next_id: 0,
        }
    }

    /// Seconds since 1970, moved by the test's own shift.
    pub fn now(&self) -> i64 {
        let real = UNIX_EPOCH.elapsed().map(|past| past.as_secs()).unwrap_or_default();
        i64::try_from(real).unwrap_or(i64::MAX) + self.clock_shift
    }

    pub fn fresh(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    pub fn chat(&self, id: i64) -> &Chat {
        self.chats
            .get(&id)
            .unwrap_or_else(|| panic!("the fake has no chat {id}"))
    }

    pub fn chat_mut(&mut self, id: i64) -> &mut Chat {
        self.chats
            .get_mut(&id)
            .unwrap_or_else(|| panic!("the fake has no chat {id}"))
    }

    pub fn person(&self, id: i64) -> &Person {
        self.people
            .get(&id)
            .unwrap_or_else(|| panic!("the fake has no person {id}"))
    }

    pub fn person_mut(&mut self, id: i64) -> &mut Person {
        self.people
            .get_mut(&id)
            .unwrap_or_else(|| panic!("the fake has no person {id}"))
    }

    pub fn stored(&self, chat: i64, id: i64) -> &Stored {
        self.chat(chat)
            .messages
            .get(&id)
            .unwrap_or_else(|| panic!("chat {chat} has no message {id}"))
    }

    pub fn add_person(&mut self, first_name: &str, username: Option<&str>, language: Option<&str>) -> i64 {
        let id = 5_000_000_000 + self.fresh();
        self.people.insert(
            id,
            Person {
                id,
                first_name: first_name.into(),
                last_name: None,
                username: username.map(Into::into),
                language: language.map(Into::into),
                is_bot: false,
                started: false,
                blocked: false,
                deactivated: false,
            },
        );
        self.add_chat(id, ChatKind::Private, "", false);
        self.chat_mut(id).members.insert(id, Standing::Member);
        self.chat_mut(id).bot = Standing::Member;
        id
    }

    pub fn add_chat(&mut self, id: i64, kind: ChatKind, title: &str, forum: bool) {
        self.chats.insert(
            id,
            Chat {
                id,
                kind,
                title: title.into(),
                forum,
                members: BTreeMap::new(),
                bot: Standing::Left,
                messages: BTreeMap::new(),
                last_message: 0,
                topics: BTreeMap::new(),
                general_closed: false,
                everybody: (true, true),
                migrated_to: None,
                deleted: false,
            },
        );
    }

    pub fn fresh_group_id(&mut self, kind: ChatKind) -> i64 {
        match kind {
            ChatKind::Supergroup => -1_002_000_000_000 - self.fresh(),
            ChatKind::Group | ChatKind::Private => -4_000_000_000 - self.fresh(),
        }
    }

    /// Everybody who can read what is written in the chat now.
    pub fn audience(&self, chat: i64) -> BTreeSet<i64> {
        let chat = self.chat(chat);
        chat.members
            .iter()
            .filter(|(_, standing)| standing.present())
            .map(|(id, _)| *id)
            .collect()
    }

    /// Stores a message, counts its id and notes its readers.
    pub fn post(&mut self, chat: i64, mut message: Stored) -> i64 {
        let mut readers = self.audience(chat);
        readers.retain(|reader| message.only_for.is_none_or(|only| only == *reader));
        let id = if self.chat(chat).kind == ChatKind::Supergroup {
            self.chat_mut(chat).last_message += 1;
            self.chat(chat).last_message
        } else {
            self.account_messages += 1;
            self.account_messages
        };
        message.id = id;
        message.date = self.now();
        for version in &mut message.versions {
            version.seen.clone_from(&readers);
            version.at = Some(Instant::now());
        }
        self.chat_mut(chat).messages.insert(id, message);
        id
    }

    /// Adds a version to a message; the readers of today see it.
    pub fn revise(&mut self, chat: i64, id: i64, mut version: Version) {
        version.seen = self.audience(chat);
        version.at = Some(Instant::now());
        let only_for = self.stored(chat, id).only_for;
        version
            .seen
            .retain(|reader| only_for.is_none_or(|only| only == *reader));
        let now = self.now();
        let message = self
            .chat_mut(chat)
            .messages
            .get_mut(&id)
            .expect("only stored messages are revised");
        message.versions.push(version);
        message.edit_date = Some(now);
    }

    /// Lets somebody who just came in read the history, as visible histories do.
    pub fn reveal_history(&mut self, chat: i64, person: i64) {
        for message in self
            .chat_mut(chat)
            .messages
            .values_mut()
            .filter(|message| !message.deleted && message.only_for.is_none())
        {
            if let Some(version) = message.versions.last_mut() {
                version.seen.insert(person);
            }
        }
    }

    /// Changes the bot's place in a chat and tells it so.
    pub fn move_bot(&mut self, chat: i64, by: i64, to: Standing) {
        let from = self.chat(chat).bot;
        self.chat_mut(chat).bot = to;
        let update = json!({
            "chat": self.chat_value(chat), "from": self.user(by), "date": self.now(),
            "old_chat_member": self.member(self.bot.id, from),
            "new_chat_member": self.member(self.bot.id, to),
        });
        self.push("my_chat_member", update);
    }

    /// Changes a person's place in a group and tells bots that asked for `chat_member`.
    pub fn move_person(&mut self, chat: i64, by: i64, person: i64, to: Standing) {
        let from = self.chat(chat).members.get(&person).copied().unwrap_or(Standing::Left);
        self.chat_mut(chat).members.insert(person, to);
        let update = json!({
            "chat": self.chat_value(chat), "from": self.user(by), "date": self.now(),
            "old_chat_member": self.member(person, from),
            "new_chat_member": self.member(person, to),
        });
        if self.chat(chat).bot.admin() {
            self.push("chat_member", update);
        }
    }

    pub fn push(&mut self, kind: &str, body: Value) -> Option<u32> {
        self.queue.push(kind, body)
    }

    /// Hands a new message to the bot when it may see it; says whether it did.
    pub fn deliver(&mut self, chat: i64, id: i64) -> bool {
        let hears = self.bot_hears(chat, id);
        if hears {
            self.push("message", self.message(chat, id));
        }
        hears
    }

    /// Privacy mode: in groups a bot hears commands, replies to itself and service messages.
    pub fn bot_hears(&self, chat: i64, id: i64) -> bool {
        let place = self.chat(chat);
        if !place.bot.present() {
            return false;
        }
        if place.kind == ChatKind::Private || self.bot.reads_all || place.bot.admin() {
            return true;
        }
        let message = self.stored(chat, id);
        if message.service.is_some() {
            return true;
        }
        let to_bot = message
            .reply_to
            .is_some_and(|reply| matches!(self.stored(chat, reply).sender, Sender::Bot));
        to_bot || markup::addresses_bot(message.now().words(), &self.bot.username)
    }
}
