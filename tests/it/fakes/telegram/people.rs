//! What a person does with Telegram in their hand.

use std::future::Future;
use std::panic::Location;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::Inner;
use super::markup;
use super::messages::{Button, Message};
use super::methods::thread_of_reply;
use super::places::{Place, Spot};
use super::world::{ChatKind, Query, Sender, Standing, Stored, Version};

/// A person with an account.
#[derive(Clone)]
pub struct User {
    pub(super) inner: Arc<Inner>,
    id: i64,
}

/// What the presser was shown as the answer to a press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Empty when the bot only stopped the spinner.
    pub text: String,
    /// Shown as a box that has to be closed.
    pub alert: bool,
    /// A link that opens at once.
    pub url: Option<String>,
}

/// A press under way.
pub struct Press {
    inner: Arc<Inner>,
    id: String,
    label: String,
}

impl User {
    pub(super) fn new(inner: Arc<Inner>, id: i64) -> Self {
        User { inner, id }
    }

    /// The user id, which is the id of the private chat as well.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Everything in the private chat with the bot, oldest first.
    pub fn private(&self) -> Vec<Message> {
        self.inner.messages(self.spot())
    }

    /// Opens the bot and presses Start; with a payload as if by a deep link.
    pub async fn start(&self, payload: &str) -> Message {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        assert!(
            payload.len() <= 64 && payload.bytes().all(fits),
            "Telegram drops the start payload {payload:?}"
        );
        self.inner.change(|world| {
            if world.person(self.id).blocked {
                world.person_mut(self.id).blocked = false;
                world.move_bot(self.id, self.id, Standing::Member);
            }
            world.person_mut(self.id).started = true;
        });
        let text = if payload.is_empty() {
            "/start".to_owned()
        } else {
            format!("/start {payload}")
        };
        self.says(self, &text)
    }

    /// Writes a message.
    pub fn says(&self, place: impl Place, text: &str) -> Message {
        self.writes(place.spot(), text, markup::typed(text), None, Sender::Person(self.id))
    }

    /// Answers a message.
    pub fn replies(&self, to: &Message, text: &str) -> Message {
        let spot = self.inner.quietly(|world| Spot {
            chat: to.chat(),
            thread: topic_of(world, to),
        });
        self.writes(spot, text, markup::typed(text), Some(to.id()), Sender::Person(self.id))
    }

    /// Writes with the other person's name tapped in at `{}`, as people without a username are mentioned.
    pub fn mentions(&self, place: impl Place, text: &str, other: &User) -> Message {
        let (before, after) = text.split_once("{}").unwrap_or_else(|| panic!("no {{}} in {text:?}"));
        let (name, user) = self
            .inner
            .quietly(|world| (world.person(other.id).first_name.clone(), world.user(other.id)));
        let text = format!("{before}{name}{after}");
        let mut entities = markup::typed(&text);
        entities.push(json!({
            "type": "text_mention", "offset": markup::units(before), "length": markup::units(&name), "user": user,
        }));
        self.writes(place.spot(), &text, entities, None, Sender::Person(self.id))
    }

    /// Writes as the group, as anonymous administrators do.
    pub fn says_anonymously(&self, place: impl Place, text: &str) -> Message {
        let spot = place.spot();
        self.inner.quietly(|world| {
            let chat = world.chat(spot.chat);
            let admin = chat.members.get(&self.id).is_some_and(|standing| standing.admin());
            assert!(
                admin && chat.kind == ChatKind::Supergroup,
                "only administrators of supergroups are anonymous"
            );
        });
        self.writes(spot, text, markup::typed(text), None, Sender::Anonymous)
    }

    /// Writes as a channel of theirs.
    pub fn says_as_channel(&self, place: impl Place, channel: &str, text: &str) -> Message {
        let id = -1_003_000_000_000 - self.id;
        self.writes(
            place.spot(),
            text,
            markup::typed(text),
            None,
            Sender::Channel(id, channel.into()),
        )
    }

    /// Changes an own message.
    pub fn edits(&self, message: &Message, text: &str) {
        self.inner.change(|world| {
            let stored = world.stored(message.chat(), message.id());
            assert!(
                matches!(stored.sender, Sender::Person(id) if id == self.id) && !stored.deleted,
                "people can change their own messages only"
            );
            let version = Version {
                text: Some(text.into()),
                entities: markup::typed(text),
                ..Version::default()
            };
            world.revise(message.chat(), message.id(), version);
            if world.bot_hears(message.chat(), message.id()) {
                world.push("edited_message", world.message(message.chat(), message.id()));
            }
        });
    }

    /// Presses the first button whose label fits, at once, and waits for the answer.
    #[track_caller]
    pub fn press(&self, message: &Message, label: impl Fn(&str) -> bool) -> impl Future<Output = Toast> {
        self.tap(message, label).answered()
    }

    /// Presses the first button whose label fits; the answer can be awaited later.
    #[track_caller]
    pub fn tap(&self, message: &Message, label: impl Fn(&str) -> bool) -> Press {
        let buttons = message.buttons();
        let labels: Vec<&str> = buttons.iter().map(|button| button.label.as_str()).collect();
        let button = buttons.iter().find(|button| label(&button.label));
        let button = button.unwrap_or_else(|| panic!("no such button under the message; there are {labels:?}"));
        assert!(!message.deleted(), "the message with {labels:?} was deleted");
        self.send_press(message, button)
    }

    /// Presses a button that an earlier version of the message had, as a client does that has not heard of the edit.
    #[track_caller]
    pub fn tap_stale(&self, message: &Message, button: &Button) -> Press {
        assert!(
            message
                .versions()
                .iter()
                .any(|version| version.buttons.contains(button)),
            "no version of the message ever had the button {:?}",
            button.label
        );
        self.send_press(message, button)
    }

    /// Sends a press with any data, as only a tampered client does.
    #[track_caller]
    pub fn forge(&self, message: &Message, data: &str) -> Press {
        let button = Button {
            label: "(forged)".into(),
            data: Some(data.into()),
            url: None,
        };
        self.send_press(message, &button)
    }

    /// Follows a button or toast link to the bot and presses Start there.
    pub async fn follow(&self, link: impl AsRef<str>) -> Message {
        let link = link.as_ref();
        let name = self.inner.quietly(|world| world.bot.username.clone());
        let parsed = url::Url::parse(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        let bot = match (parsed.scheme(), parsed.host_str()) {
            ("https" | "http", Some("t.me" | "telegram.me")) => parsed.path().trim_matches('/').to_owned(),
            _ => panic!("{link} does not lead to Telegram"),
        };
        assert!(
            bot.eq_ignore_ascii_case(&name),
            "{link} leads to @{bot}, not to @{name}"
        );
        let payload = parsed
            .query_pairs()
            .find(|(key, _)| key == "start")
            .map(|(_, value)| value.into_owned());
        self.start(&payload.unwrap_or_default()).await
    }

    /// Blocks the bot.
    pub fn blocks(&self) {
        self.inner.change(|world| {
            if !std::mem::replace(&mut world.person_mut(self.id).blocked, true) {
                world.move_bot(self.id, self.id, Standing::Banned);
            }
        });
    }

    /// Takes the block off without writing anything.
    pub fn unblocks(&self) {
        self.inner.change(|world| {
            if std::mem::replace(&mut world.person_mut(self.id).blocked, false) {
                world.move_bot(self.id, self.id, Standing::Member);
            }
        });
    }

    /// Deletes the account.
    pub fn deactivates(&self) {
        self.inner.change(|world| world.person_mut(self.id).deactivated = true);
    }

    /// Takes another name, and a username or none.
    pub fn renames(&self, first: &str, last: Option<&str>, username: Option<&str>) {
        self.inner.change(|world| {
            let person = world.person_mut(self.id);
            person.first_name = first.into();
            person.last_name = last.map(Into::into);
            person.username = username.map(Into::into);
        });
    }

    /// Switches the app to another language.
    pub fn speaks(&self, language: Option<&str>) {
        self.inner
            .change(|world| world.person_mut(self.id).language = language.map(Into::into));
    }

    fn writes(&self, spot: Spot, text: &str, entities: Vec<Value>, reply: Option<i64>, sender: Sender) -> Message {
        let id = self.inner.change(|world| {
            let chat = world.chat(spot.chat);
            let standing = chat.members.get(&self.id).copied().unwrap_or(Standing::Left);
            assert!(
                standing.present(),
                "{} is not in the chat",
                world.person(self.id).first_name
            );
            assert!(
                chat.migrated_to.is_none() && !chat.deleted,
                "nobody can write in a closed group"
            );
            if chat.kind == ChatKind::Private {
                assert!(!world.person(self.id).blocked, "nobody writes to a bot they block");
                world.person_mut(self.id).started = true;
            }
            let version = Version {
                text: Some(text.into()),
                entities,
                ..Version::default()
            };
            let mut message = Stored::new(sender, version);
            message.topic = spot.thread.is_some();
            message.thread = spot.thread.or_else(|| thread_of_reply(world, spot.chat, reply));
            // In a topic a message that answers nothing is shown as an answer to the topic's first message.
            message.reply_to = reply.or(spot.thread);
            let id = world.post(spot.chat, message);
            world.deliver(spot.chat, id);
            id
        });
        Message::new(self.inner.clone(), spot.chat, id)
    }

    #[track_caller]
    fn send_press(&self, message: &Message, button: &Button) -> Press {
        let data = button.data.clone();
        let data = data.unwrap_or_else(|| panic!("{:?} is a link; follow it", button.label));
        let id = self.inner.change(|world| {
            let chat = world.chat(message.chat());
            let present = chat.members.get(&self.id).is_some_and(|standing| standing.present());
            assert!(present, "{} can't see that message", world.person(self.id).first_name);
            assert!(
                chat.bot.present(),
                "the bot is gone from that chat: a press leads nowhere"
            );
            let stored = world.stored(message.chat(), message.id());
            assert!(
                stored.only_for.is_none_or(|only| only == self.id),
                "that message is somebody else's"
            );
            let shown = if stored.deleted {
                json!({"chat": world.chat_value(message.chat()), "message_id": message.id(), "date": 0})
            } else {
                world.message(message.chat(), message.id())
            };
            let id = format!("{}", 21_474_836_480_000_000 + world.fresh());
            let query = Query {
                presser: self.id,
                chat: message.chat(),
                created: world.now(),
                answer: None,
                answered: None,
            };
            world.queries.insert(id.clone(), query);
            let update = json!({
                "id": id, "from": world.user(self.id), "message": shown, "data": data,
                "chat_instance": format!("{}", message.chat().wrapping_mul(7_919)),
            });
            world.push("callback_query", update);
            id
        });
        Press {
            inner: self.inner.clone(),
            id,
            label: button.label.clone(),
        }
    }
}

fn topic_of(world: &super::world::World, message: &Message) -> Option<i64> {
    let stored = world.stored(message.chat(), message.id());
    stored.thread.filter(|_| stored.topic)
}

impl Press {
    pub(super) fn new(inner: Arc<Inner>, id: String, label: &str) -> Self {
        Press {
            inner,
            id,
            label: label.to_owned(),
        }
    }

    /// Waits for the bot's answer.
    #[track_caller]
    pub fn answered(self) -> impl Future<Output = Toast> {
        let at = Location::caller();
        async move {
            let what = format!("the press of {:?} is answered", self.label);
            self.inner.wait(&what, at, || self.answer()).await
        }
    }

    /// The bot's answer, if it came already.
    pub fn answer(&self) -> Option<Toast> {
        self.inner.quietly(|world| world.queries.get(&self.id).and_then(toast))
    }

    /// When the bot's answer came, if it came already.
    pub fn answered_at(&self) -> Option<Instant> {
        self.inner
            .quietly(|world| world.queries.get(&self.id).and_then(|query| query.answered))
    }

    /// The id under which the bot got this press.
    pub fn id(&self) -> &str {
        &self.id
    }
}

pub(super) fn toast(query: &Query) -> Option<Toast> {
    let answer = query.answer.as_ref()?;
    Some(Toast {
        text: answer["text"].as_str().unwrap_or_default().into(),
        alert: answer["show_alert"] == true,
        url: answer["url"].as_str().map(Into::into),
    })
}
