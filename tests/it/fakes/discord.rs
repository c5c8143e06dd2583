//! A stateful fake Discord: REST, gateway and CDN on a real socket of this machine.
//!
//! ```ignore
//! let discord = FakeDiscord::start().await;
//! // The bot: `discord.api_url` = discord.url(), token = discord.token().
//! let guild = discord.guild("Club");                       // guild_locale en-US; discord.guild_in("社", "zh-CN")
//! let channel = discord.channel(&guild, "gin");
//! let (anna, ben) = (discord.user("Anna", "en-US"), discord.user("Ben", "zh-TW"));
//! discord.join(&guild, &anna);
//! discord.join(&guild, &ben);
//! discord.connected().await;                               // the bot is through READY
//! discord.commands_registered().await;                     // and somebody wrote commands
//!
//! let asked = anna.slash(&channel, "gin challenge", &[("opponent", opt(&ben)), ("hands", opt(3))]).await;
//! let challenge = asked.response().await;                  // Message: content, buttons, pictures, is_only_me()
//! let accepted = ben.press(&challenge, "Accept").await;    // label, custom_id, part of a label, or |b| …
//! accepted.acknowledged().await;                           // some first answer came
//! let hand = discord.until("Anna's hand", || anna.dms().pop()).await;
//! anna.select(&hand, "♠8").await;                          // a line of a menu by label or value
//! anna.context_menu("Challenge", &ben, &channel).await;
//! discord.eventually("two messages", || discord.messages(&channel).len() == 2).await;
//! for seen in discord.seen_by(&anna) { assert!(!seen.mentions("…")); }   // everything she ever saw, every version
//! discord.assert_clean();                                  // no request broke Discord's own description
//! ```
//!
//! * **People do only what a client lets them**: pressing a button that isn't there (any more), that is greyed out or
//!   on a message they can't see panics; so does a command that isn't registered or offered. `press_late` presses what
//!   was on an older copy.
//! * **Refusals are Discord's own**, body and status: see `refusal.rs`. The time limits (3 s, 15 min, …) are real;
//!   `discord.set_limits(|limits| …)` changes them, `interaction.age(by)` makes one interaction older.
//! * **Things go wrong on request**: `fail_next`/`fail_times(which, Fault)`, `hold(which)` (a gate that requests wait
//!   at), `rate_limit(which, n, window)`, `close_dms`, `deny`/`allow`, `kick_bot`, `guild_outage`, `delete_channel`,
//!   `delete_message`, `make_old`, `archive`, `outage`, `refuse_gateway`, `drop_sockets`, `close_sockets`,
//!   `ask_reconnect`, `invalidate_sessions`, `stall_heartbeats`.
//! * **Waiting** is never sleeping: `eventually`, `until`, `connected`, `response`, `acknowledged` look again at every
//!   change and give up (panic) after `PATIENCE`. `discord.ring()` makes them look when something outside changed.
//! * **What it doesn't model**: components v2, autocomplete, voice, reactions, webhooks other than those of interactions,
//!   slow mode, emoji of servers, compressed payloads, and which limits exist besides those written down here.
//! * A bench or a storm takes it in with `#[path = "../tests/it"] mod it { pub mod fakes; }` and calls
//!   `forget_history()`; `Message::since` and `Interaction::pressed_at` give the times.
//! * **Looking back**: `requests`, `count`, `statuses` (method and path), `command_writes`, `dms_opened`, `history`,
//!   `seen_by`, `pings`, `offered`, `identifies`, `resumes`, `heartbeats`, `connections`, `closes`, `violations`.
//! * `which` is a closure over [`Request`]: `|r| r.is("POST", "/channels/*/messages")`.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::Instant;

use super::specs;

mod commands;
mod crowd;
mod faults;
mod gateway;
mod interaction;
mod interactions;
mod json;
mod letters;
mod offer;
mod openapi;
mod people;
pub mod permission;
mod refusal;
mod rest;
mod server;
mod trouble;
mod validate;
mod view;
mod world;

pub use faults::Fault;
pub use gateway::{GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT};
pub use interaction::Interaction;
pub use people::{Opt, opt};
pub use trouble::Hold;
pub use view::{Button, Message, Seen, Where};
pub use world::Request;

use world::{ChannelKind, Member, Person, Place, Role, Server, Shared, World, iso8601, unix_ms};

/// How long tests wait for something to happen before they fail.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The whole fake. It ends with the test's runtime.
pub struct FakeDiscord {
    shared: Arc<Shared>,
    server: tokio::task::JoinHandle<()>,
}

/// A server.
#[derive(Clone, Copy, Debug)]
pub struct Guild {
    pub id: u64,
}

/// A person.
#[derive(Clone)]
pub struct User {
    pub id: u64,
    shared: Arc<Shared>,
}

/// A channel, a thread or a private chat.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    pub id: u64,
}

impl FakeDiscord {
    /// Listens on a free port of 127.0.0.1.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let openapi = specs::load("discord-openapi.json").map(openapi::OpenApi::new);
        let shared = Arc::new(Shared::new(World::new(format!("http://{address}")), openapi));
        let server = server::start(listener, Arc::clone(&shared));
        Self { shared, server }
    }

    /// What `discord.api_url` is to be set to.
    pub fn url(&self) -> String {
        self.shared.lock().base.clone()
    }

    /// The bot's token.
    pub fn token(&self) -> String {
        self.shared.lock().token.clone()
    }

    /// The number of the application, which is the bot's user number too.
    pub fn application(&self) -> u64 {
        self.shared.lock().app
    }

    /// A server where the bot is, English.
    pub fn guild(&self, name: &str) -> Guild {
        self.guild_in(name, "en-US")
    }

    /// A server where the bot is, with this language.
    pub fn guild_in(&self, name: &str, locale: &str) -> Guild {
        let id = self.shared.change(|world| {
            let id = world.fresh_id();
            let bot_role = world.fresh_id();
            let everyone = Role {
                name: "@everyone".into(),
                permissions: permission::USUAL,
                managed: false,
            };
            let managed = Role {
                name: "jinlami".into(),
                permissions: permission::USUAL,
                managed: true,
            };
            let member = Member {
                nick: None,
                roles: vec![bot_role],
                joined: iso8601(unix_ms()),
            };
            let server = Server {
                id,
                name: name.to_owned(),
                locale: locale.to_owned(),
                owner: world.host,
                members: [(world.bot, member)].into(),
                roles: [(id, everyone), (bot_role, managed)].into(),
                unavailable: false,
            };
            world.servers.insert(id, server);
            world.announce_guild(id);
            id
        });
        Guild { id }
    }

    /// A person with this name and client language, whose private chats are open.
    pub fn user(&self, name: &str, locale: &str) -> User {
        let id = self.shared.change(|world| {
            let id = world.fresh_id();
            let handle: String = name
                .to_lowercase()
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            let person = Person {
                id,
                name: if handle.is_empty() {
                    format!("user{}", world.people.len())
                } else {
                    handle
                },
                global_name: Some(name.to_owned()),
                locale: locale.to_owned(),
                dms_open: true,
                erased: false,
                bot: false,
                installed: false,
            };
            world.people.insert(id, person);
            id
        });
        User {
            id,
            shared: Arc::clone(&self.shared),
        }
    }

    /// Another bot, for those who try to challenge one.
    pub fn other_bot(&self, name: &str) -> User {
        let user = self.user(name, "en-US");
        self.shared.change(|world| {
            if let Some(person) = world.people.get_mut(&user.id) {
                person.bot = true;
            }
        });
        user
    }

    /// Makes a person a member with the usual permissions; see [`FakeDiscord::make_owner`].
    pub fn join(&self, guild: &Guild, user: &User) {
        self.shared.change(|world| {
            let member = Member {
                nick: None,
                roles: Vec::new(),
                joined: iso8601(unix_ms()),
            };
            world
                .servers
                .get_mut(&guild.id)
                .expect("a server")
                .members
                .insert(user.id, member.clone());
            world.forget_viewers();
            let mut event = json::member(world, user.id, &member, true);
            event["guild_id"] = json!(guild.id.to_string());
            world.dispatch("GUILD_MEMBER_ADD", GUILD_MEMBERS, &event);
        });
    }

    /// Takes a person out of a server.
    pub fn leave(&self, guild: &Guild, user: &User) {
        self.shared.change(|world| {
            world
                .servers
                .get_mut(&guild.id)
                .expect("a server")
                .members
                .remove(&user.id);
            world.forget_viewers();
            let event = json!({"guild_id": guild.id.to_string(), "user": json::user(world, user.id)});
            world.dispatch("GUILD_MEMBER_REMOVE", GUILD_MEMBERS, &event);
        });
    }

    /// Gives a member another name in this server.
    pub fn nick(&self, guild: &Guild, user: &User, nick: &str) {
        self.shared.change(|world| {
            let server = world.servers.get_mut(&guild.id).expect("a server");
            server.members.get_mut(&user.id).expect("a member").nick = Some(nick.to_owned());
        });
    }

    /// Makes a member the owner, who may do everything.
    pub fn make_owner(&self, guild: &Guild, user: &User) {
        self.shared
            .change(|world| world.servers.get_mut(&guild.id).expect("a server").owner = user.id);
    }

    /// A text channel that everybody in the server sees.
    pub fn channel(&self, guild: &Guild, name: &str) -> Channel {
        let id = self.shared.change(|world| {
            let id = world.fresh_id();
            let kind = ChannelKind::Text { guild: guild.id };
            let place = Place {
                id,
                name: name.to_owned(),
                kind,
                overwrites: Vec::new(),
                messages: Vec::new(),
            };
            let event = json::channel(world, &place);
            world.places.insert(id, place);
            world.dispatch("CHANNEL_CREATE", GUILDS, &event);
            id
        });
        Channel { id }
    }

    /// A forum that everybody in the server sees: its posts are threads, and nothing else can be written there.
    pub fn forum(&self, guild: &Guild, name: &str) -> Channel {
        let channel = self.channel(guild, name);
        self.shared.change(|world| {
            world.forums.insert(channel.id);
            let event = json::channel(world, &world.places[&channel.id]);
            world.dispatch("CHANNEL_UPDATE", GUILDS, &event);
        });
        channel
    }

    /// An open thread under a text channel.
    pub fn thread(&self, parent: &Channel, name: &str) -> Channel {
        let id = self.shared.change(|world| {
            let guild = world.places[&parent.id].guild().expect("a channel of a server");
            let id = world.add_thread(guild, parent.id, name);
            let event = json::channel(world, &world.places[&id]);
            world.dispatch("THREAD_CREATE", GUILDS, &event);
            id
        });
        Channel { id }
    }

    /// A group chat without the bot; those who installed the application can use it there.
    pub fn group(&self, people: &[&User]) -> Channel {
        let people: BTreeSet<u64> = people.iter().map(|user| user.id).collect();
        let id = self.shared.change(|world| {
            let id = world.fresh_id();
            let kind = ChannelKind::GroupDm { people };
            let place = Place {
                id,
                name: String::new(),
                kind,
                overwrites: Vec::new(),
                messages: Vec::new(),
            };
            world.places.insert(id, place);
            id
        });
        Channel { id }
    }

    /// This person adds the application to their own account.
    pub fn install(&self, user: &User) {
        self.shared
            .change(|world| world.people.get_mut(&user.id).expect("a person").installed = true);
    }

    /// An emoji of the application; returns its number.
    pub fn emoji(&self, name: &str) -> u64 {
        self.shared.change(|world| {
            let id = world.fresh_id();
            world.emojis.insert(id, name.to_owned());
            id
        })
    }

    /// What stands in a channel now, as somebody sees it who has no only-me answers.
    pub fn messages(&self, channel: &Channel) -> Vec<Message> {
        let world = self.shared.lock();
        let ids = world
            .places
            .get(&channel.id)
            .map_or(&[][..], |place| place.messages.as_slice());
        let letters = ids.iter().filter_map(|id| world.letters.get(id));
        letters
            .filter(|letter| !letter.deleted && letter.only_for.is_none())
            .map(Message::now)
            .collect()
    }

    /// The present state of a message, deleted ones included.
    pub fn message(&self, message: &Message) -> Message {
        Message::now(&self.shared.lock().letters[&message.id])
    }

    /// Every state a message was in, oldest first.
    pub fn history(&self, message: &Message) -> Vec<Message> {
        let world = self.shared.lock();
        let letter = &world.letters[&message.id];
        letter
            .versions
            .iter()
            .enumerate()
            .map(|(n, version)| Message::of(letter, version, n))
            .collect()
    }

    /// Everything this person has ever had in front of their eyes, in order, every version of it.
    pub fn seen_by(&self, user: &User) -> Vec<Seen> {
        people::seen_by(&self.shared, user.id)
    }

    /// Every request since the start, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().log.clone()
    }

    /// How many requests there were with this method and path (`*` stands for one segment).
    pub fn count(&self, method: &str, path: &str) -> usize {
        self.shared
            .lock()
            .log
            .iter()
            .filter(|request| request.is(method, path))
            .count()
    }

    /// The statuses that requests with this method and path got so far, in order of arrival; 0 is under way or cut.
    pub fn statuses(&self, method: &str, path: &str) -> Vec<u16> {
        self.shared
            .lock()
            .log
            .iter()
            .filter(|request| request.is(method, path))
            .map(|request| request.status)
            .collect()
    }

    /// How many private chats the bot opened.
    pub fn dms_opened(&self) -> usize {
        self.shared.lock().dm_opens.len()
    }

    /// The most private chats that the bot opened within any stretch of time of this length.
    pub fn dms_opened_within(&self, window: Duration) -> usize {
        let world = self.shared.lock();
        let opens = &world.dm_opens;
        let from = |at: &Instant| {
            opens
                .iter()
                .filter(|open| *open >= at && open.duration_since(*at) < window)
                .count()
        };
        opens.iter().map(from).max().unwrap_or(0)
    }

    /// How often commands were written (not read), refused attempts included.
    pub fn command_writes(&self) -> usize {
        self.shared.lock().command_writes
    }

    /// The commands that a server's members see, as Discord keeps them; `None` for the global ones only.
    pub fn commands(&self, guild: Option<&Guild>) -> Vec<Value> {
        let world = self.shared.lock();
        let guild = guild.map(|guild| guild.id);
        let here = world
            .commands
            .iter()
            .filter(|command| command.guild.is_none() || command.guild == guild);
        here.map(|command| command.json(world.app, true)).collect()
    }

    /// Waits until there are commands.
    pub async fn commands_registered(&self) {
        self.eventually("commands are registered", || !self.shared.lock().commands.is_empty())
            .await;
    }

    /// Waits until the condition holds; it is asked again at every change of this fake.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn eventually(&self, what: &str, mut condition: impl FnMut() -> bool) {
        self.until(what, || condition().then_some(())).await;
    }

    /// Waits until there is an answer; it is asked for again at every change of this fake.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn until<T>(&self, what: &str, answer: impl FnMut() -> Option<T>) -> T {
        match self.shared.wait(PATIENCE, answer).await {
            Some(answer) => answer,
            None => panic!("waited {PATIENCE:?} in vain: {what}\n{}", self.shared.lock().summary()),
        }
    }

    /// Makes everything that waits look again, after something outside of the fake has changed.
    pub fn ring(&self) {
        self.shared.ring();
    }

    /// What was wrong with requests so far.
    pub fn violations(&self) -> Vec<String> {
        self.shared.lock().violations.clone()
    }

    /// Forgets what was wrong so far, for tests that send nonsense on purpose.
    pub fn forgive(&self) {
        self.shared.change(|world| world.violations.clear());
    }

    /// # Panics
    ///
    /// When any request broke Discord's own description or went to an unknown place.
    pub fn assert_clean(&self) {
        let violations = self.violations();
        assert!(
            violations.is_empty(),
            "requests that Discord doesn't describe:\n{}",
            violations.join("\n")
        );
    }

    /// Stops listening; open connections stay until they are cut.
    pub fn stop(&self) {
        self.outage(true);
        self.server.abort();
    }
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        self.server.abort();
        let violations = self.violations();
        if !violations.is_empty() {
            let _ = writeln!(
                std::io::stderr(),
                "fake Discord: {}",
                violations.join("\nfake Discord: ")
            );
        }
    }
}

impl World {
    /// Tells the bot of a server it is in.
    fn announce_guild(&mut self, guild: u64) {
        let server = &self.servers[&guild];
        let event = json::guild_create(self, server, false);
        self.dispatch("GUILD_CREATE", GUILDS, &event);
    }

    /// The last requests, for the message of a failed test.
    fn summary(&self) -> String {
        let last = self.log.iter().rev().take(12).rev();
        let lines: Vec<String> = last
            .map(|r| format!("  {} {} → {}", r.method, r.path, r.status))
            .collect();
        format!("the last requests:\n{}", lines.join("\n"))
    }
}
