//! A Telegram that remembers: a real HTTP server on a loopback port which speaks the Bot API to a real bot and lets a
//! test act as the people on the other side.
//!
//! ```ignore
//! let tg = FakeTelegram::start().await;           // Bot::new(tg.token()).set_api_url(tg.url())
//! let group = tg.group("Card club");              // also .supergroup(…), .forum(…) with tg.topic(&group, "Gin")
//! let anna = tg.user("Anna", Some("anna"), "en");
//! tg.join(&group, &anna);
//! anna.start("").await;                           // Start in the private chat; a payload as by a deep link
//! let asked = anna.says(&group, "/challenge @ben");
//! anna.replies(&asked, "/challenge");             // anna.mentions(&group, "/challenge {}", &ben) taps a name in
//! let card = tg.post(&group, |post| post.words().contains("Anna")).await;   // waits for a post of the bot
//! let toast = anna.press(&card, |label| label.contains("Accept")).await;    // waits for the bot's answer
//! anna.follow(card.button(|label| label == "Start")).await;                 // link button t.me/<bot>?start=…
//! tg.eventually("two posts", || tg.posts(&group).len() == 2).await;         // bool or Option, woken by changes
//! assert!(tg.seen_by(&ben).iter().all(|seen| !seen.text.contains("A♠")));   // every version ever shown to Ben
//! tg.assert_clean();
//! ```
//!
//! * **People** ([`User`]): `start`, `says`, `replies`, `mentions`, `says_anonymously`, `says_as_channel`, `edits`,
//!   `press` (waits), `tap` (does not wait: `Press::answered().await`, `Press::answer()`), `tap_stale` (a client that
//!   has not heard of an edit), `forge` (a tampered client), `follow`, `blocks`, `unblocks`, `deactivates`, `renames`,
//!   `speaks`. What a real person can't do (press a button that is gone, write where they are not) panics.
//! * **Messages** ([`Message`]): live handles with `words`, `text`, `caption`, `photo`, `animation`, `rows`, `buttons`, `button`,
//!   `versions`, `protected`, `thread`, `reply_to`, `deleted`. `tg.messages(place)` are all that are still there,
//!   `tg.posts(place)` the bot's, `tg.latest(place)` the bot's newest; a place is a group, a topic or a person
//!   (their private chat).
//! * **Groups**: `join`, `leave`, `promote`, `promote_bot`, `kick_bot`, `add_bot`, `restrict_bot`, `delete_group`,
//!   `upgrade`, `topic`, `close_topic`, `reopen_topic`, `delete_topic`, `close_general`, `delete_message`,
//!   `auto_forward`. Basic groups and private chats share one message counter, supergroups count from one.
//! * **Trouble**: `fail_next`, `fail_always` (until the guard is dropped) with a [`Failure`]; `resend_update`,
//!   `hold_updates`/`release_updates` (reordered at will), `shift_clock`
//!   (back a day, act, forth again: a backlog), `flood_groups`, `flood_privates`,
//!   `set_query_lifetime`.
//! * **Book-keeping**: `calls`, `count`, `commands`, `updates`, `pending`, `webhook`, `violations`.
//! * Every request is held against `telegram-botapi.json` in the folder named by `JINLAMI_SPECS`, when set.
//!
//! Visibility is on the strict side: who joins later sees all that is still there, who leaves keeps what they saw.

mod calls;
mod commands;
mod controls;
mod crowd;
mod floods;
mod http;
mod keyboard;
mod markup;
mod messages;
mod methods;
mod params;
mod people;
mod picture;
mod places;
mod queue;
mod shapes;
mod spec;
mod world;

use std::future::Future;
use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use serde_json::Value;
use tokio::sync::watch;

pub use calls::{Call, Failure};
pub use controls::Faulty;
pub use crowd::Sheet;
pub use messages::{Button, Message, Seen, Shown};
pub use people::{Press, Toast, User};
pub use places::{Group, Place, Spot, Topic};

use spec::Spec;
use world::World;

/// How long a test waits for something to come true.
const PATIENCE: Duration = Duration::from_secs(120);

/// The server, with its world; dropped, it stops.
#[derive(Clone)]
pub struct FakeTelegram {
    inner: Arc<Inner>,
    url: String,
    _server: Arc<Server>,
}

struct Server(tokio::task::JoinHandle<()>);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.abort();
    }
}

struct Inner {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    spec: Option<Spec>,
}

impl Inner {
    /// Looks, and tells nobody.
    fn quietly<T>(&self, work: impl FnOnce(&mut World) -> T) -> T {
        work(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world and wakes all who wait.
    fn change<T>(&self, work: impl FnOnce(&mut World) -> T) -> T {
        let result = self.quietly(work);
        self.changed.send_modify(|count| *count += 1);
        result
    }

    async fn wait<T>(&self, what: &str, at: &Location<'_>, mut come: impl FnMut() -> Option<T>) -> T {
        let mut changes = self.changed.subscribe();
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            changes.mark_unchanged();
            if let Some(value) = come() {
                return value;
            }
            if tokio::time::timeout_at(deadline, changes.changed()).await.is_err() {
                panic!("{at}: never came true: {what}\n{}", self.transcript());
            }
        }
    }

    /// The newest messages and requests, for a test that waited in vain.
    fn transcript(&self) -> String {
        self.quietly(|world| {
            let mut lines = Vec::new();
            for chat in world.chats.values() {
                for message in chat
                    .messages
                    .values()
                    .rev()
                    .take(6)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev()
                {
                    let labels = message
                        .now()
                        .keyboard
                        .as_ref()
                        .map(ToString::to_string)
                        .unwrap_or_default();
                    let photo = match (&message.now().photo, &message.now().animation) {
                        (Some(_), _) => " [photo]",
                        (_, Some(_)) => " [animation]",
                        _ => "",
                    };
                    let (id, words) = (message.id, message.now().words());
                    lines.push(format!(
                        "  {}/{id} {:?}{photo} {words:?} {labels}",
                        chat.id, message.sender
                    ));
                }
            }
            let calls = world.calls.iter().filter(|call| call.method != "getUpdates");
            for call in calls.rev().take(12) {
                let outcome = match &call.outcome {
                    None => "running",
                    Some(Ok(_)) => "ok",
                    Some(Err(problem)) => problem,
                };
                lines.push(format!("  {} {:?}: {outcome}", call.method, call.chat));
            }
            lines.push(format!("  {} updates wait for the bot", world.queue.pending.len()));
            lines.join("\n")
        })
    }
}

/// What [`FakeTelegram::eventually`] can wait for.
pub trait Holds {
    type Value;
    fn held(self) -> Option<Self::Value>;
}

impl Holds for bool {
    type Value = ();
    fn held(self) -> Option<()> {
        self.then_some(())
    }
}

impl<T> Holds for Option<T> {
    type Value = T;
    fn held(self) -> Option<T> {
        self
    }
}

impl FakeTelegram {
    /// Opens the server on a free loopback port.
    pub async fn start() -> Self {
        let (changed, _) = watch::channel(0);
        let inner = Arc::new(Inner {
            world: Mutex::new(World::new()),
            changed,
            spec: spec::load(),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free loopback port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let served = inner.clone();
        let router = Router::new()
            .fallback(move |request: Request| http::serve(served.clone(), request))
            .layer(DefaultBodyLimit::disable());
        let server = tokio::spawn(async move {
            drop(axum::serve(listener, router).await);
        });
        FakeTelegram {
            inner,
            url: format!("http://{address}"),
            _server: Arc::new(Server(server)),
        }
    }

    /// The base address for `telegram.api_url`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The bot's token.
    pub fn token(&self) -> String {
        self.inner.quietly(|world| world.bot.token.clone())
    }

    /// The bot's username, without the `@`.
    pub fn bot_username(&self) -> String {
        self.inner.quietly(|world| world.bot.username.clone())
    }

    /// The bot's user id.
    pub fn bot_id(&self) -> i64 {
        self.inner.quietly(|world| world.bot.id)
    }

    /// A new person, who has not started the bot.
    pub fn user(&self, first_name: &str, username: Option<&str>, language: &str) -> User {
        let language = (!language.is_empty()).then_some(language);
        let id = self
            .inner
            .change(|world| world.add_person(first_name, username, language));
        User::new(self.inner.clone(), id)
    }

    /// All messages of a place that are still there, oldest first.
    pub fn messages(&self, place: impl Place) -> Vec<Message> {
        self.inner.messages(place.spot())
    }

    /// The bot's messages of a place that are still there, oldest first.
    pub fn posts(&self, place: impl Place) -> Vec<Message> {
        self.messages(place).into_iter().filter(Message::is_from_bot).collect()
    }

    /// The bot's newest message of a place.
    pub fn latest(&self, place: impl Place) -> Option<Message> {
        self.posts(place).pop()
    }

    /// Waits for a post of the bot that fits; the newest when there are several.
    #[track_caller]
    pub fn post(&self, place: impl Place, fits: impl Fn(&Message) -> bool) -> impl Future<Output = Message> {
        let at = Location::caller();
        let tg = self.clone();
        async move {
            let find = || tg.posts(&place).into_iter().rev().find(|post| fits(post));
            tg.inner.wait("a post that fits", at, find).await
        }
    }

    /// Waits until the condition holds, looking again after every change of the fake.
    #[track_caller]
    pub fn eventually<H: Holds>(&self, what: &str, mut holds: impl FnMut() -> H) -> impl Future<Output = H::Value> {
        let (at, what, inner) = (Location::caller(), what.to_owned(), self.inner.clone());
        async move { inner.wait(&what, at, || holds().held()).await }
    }

    /// Everything a person could ever read, in all versions, answers to their presses included.
    pub fn seen_by(&self, person: &User) -> Vec<Seen> {
        self.inner.quietly(|world| messages::seen_by(world, person.id()))
    }

    /// What was wrong with the bot's requests, as the interface description sees it; and with what the fake itself
    /// said, so that no test believes in a Telegram that does not exist.
    pub fn violations(&self) -> Vec<String> {
        let mut violations = self.inner.quietly(|world| world.violations.clone());
        if let Some(spec) = &self.inner.spec {
            let check = |kind: &str, value: &Value| {
                let problem = spec.check_value(kind, value).err()?;
                Some(format!("the fake itself: {problem} in {value}"))
            };
            violations.extend(self.updates().iter().filter_map(|update| check("Update", update)));
            for call in self.calls() {
                let kind = match call.method.as_str() {
                    "sendMessage" | "sendPhoto" | "sendAnimation" | "sendDocument" => "Message",
                    method if method.starts_with("editMessage") => "Message",
                    "getMe" => "User",
                    "getChat" => "ChatFullInfo",
                    "getChatMember" => "ChatMember",
                    "getChatAdministrators" => "Array of ChatMember",
                    "getWebhookInfo" => "WebhookInfo",
                    "getMyCommands" => "Array of BotCommand",
                    _ => continue,
                };
                if let Some(Ok(result)) = &call.outcome {
                    violations.extend(check(kind, result));
                }
            }
        }
        violations
    }

    /// Fails the test when a request was wrong.
    #[track_caller]
    pub fn assert_clean(&self) {
        let violations = self.violations();
        assert!(
            violations.is_empty(),
            "requests against the interface:\n{}",
            violations.join("\n")
        );
    }
}
