//! Everything a test can make go wrong, and what it can look up about the connection.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::faults::{Fault, Gate};
use super::gateway::GUILDS;
use super::rest;
use super::view::Message;
use super::world::{ChannelKind, Limits, Member, Overwrite, Request, World, iso8601, unix_ms};
use super::{Channel, FakeDiscord, Guild, PATIENCE, User, json as write_json};

/// Requests wait here until it is released or dropped.
pub struct Hold {
    gate: Arc<Gate>,
}

impl Hold {
    /// Waits until this many requests stand at the gate.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn waiting(&self, count: usize) {
        let mut waiting = self.gate.waiting.subscribe();
        let enough = tokio::time::timeout(PATIENCE, waiting.wait_for(|now| *now >= count)).await;
        assert!(enough.is_ok(), "fewer than {count} requests came to the gate");
    }

    /// Opens the gate for good.
    pub fn release(self) {}
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.gate.release();
    }
}

impl FakeDiscord {
    /// The next request that fits gets this instead of its answer.
    pub fn fail_next(&self, which: impl Fn(&Request) -> bool + Send + Sync + 'static, fault: Fault) {
        self.fail_times(1, which, fault);
    }

    /// The next `times` requests that fit get this instead of their answer.
    pub fn fail_times(&self, times: usize, which: impl Fn(&Request) -> bool + Send + Sync + 'static, fault: Fault) {
        self.shared.change(|world| world.faults.fail(which, fault, times));
    }

    /// Requests that fit wait, before anything happens, until the hold is released.
    pub fn hold(&self, which: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Hold {
        Hold {
            gate: self.shared.change(|world| world.faults.hold(which)),
        }
    }

    /// Of the requests that fit, each path gets only `most` in a `window`; others get 429.
    pub fn rate_limit(&self, which: impl Fn(&Request) -> bool + Send + Sync + 'static, most: usize, window: Duration) {
        self.shared.change(|world| world.faults.limit(which, most, window));
    }

    /// No more planned faults, holds and rate limits.
    pub fn heal(&self) {
        self.shared.change(|world| world.faults.clear());
    }

    /// Changes the time limits and the like.
    pub fn set_limits(&self, f: impl FnOnce(&mut Limits)) {
        self.shared.change(|world| f(&mut world.limits));
    }

    /// Which privileged intents the developer portal allows (bits); none at the start.
    pub fn allow_intents(&self, bits: u64) {
        self.shared.change(|world| world.privileged = bits);
    }

    /// Keeps only the present state of messages and no bytes of pictures: for long storms.
    pub fn forget_history(&self) {
        self.shared.change(|world| world.keep_history = false);
    }

    /// From now on this person gets no private messages: 50007.
    pub fn close_dms(&self, user: &User) {
        self.shared
            .change(|world| world.people.get_mut(&user.id).expect("a person").dms_open = false);
    }

    /// This person takes private messages again.
    pub fn open_dms(&self, user: &User) {
        self.shared
            .change(|world| world.people.get_mut(&user.id).expect("a person").dms_open = true);
    }

    /// Takes permissions from the bot in a channel.
    pub fn deny(&self, channel: &Channel, bits: u64) {
        self.shared.change(|world| {
            let bot = world.bot;
            set_overwrite(world, channel.id, bot, 0, bits);
        });
    }

    /// Gives permissions to the bot in a channel.
    pub fn allow(&self, channel: &Channel, bits: u64) {
        self.shared.change(|world| {
            let bot = world.bot;
            set_overwrite(world, channel.id, bot, bits, 0);
        });
    }

    /// Takes permissions from one person in a channel (`VIEW_CHANNEL` hides it).
    pub fn deny_user(&self, channel: &Channel, user: &User, bits: u64) {
        self.shared
            .change(|world| set_overwrite(world, channel.id, user.id, 0, bits));
    }

    /// Gives permissions to one person in a channel.
    pub fn allow_user(&self, channel: &Channel, user: &User, bits: u64) {
        self.shared
            .change(|world| set_overwrite(world, channel.id, user.id, bits, 0));
    }

    /// Throws the bot out of a server.
    pub fn kick_bot(&self, guild: &Guild) {
        self.shared.change(|world| {
            let bot = world.bot;
            world.servers.get_mut(&guild.id).expect("a server").members.remove(&bot);
            world.forget_viewers();
            world.dispatch("GUILD_DELETE", GUILDS, &json!({"id": guild.id.to_string()}));
        });
    }

    /// Puts the bot into a server again.
    pub fn add_bot(&self, guild: &Guild) {
        self.shared.change(|world| {
            let bot = world.bot;
            let member = Member {
                nick: None,
                roles: Vec::new(),
                joined: iso8601(unix_ms()),
            };
            let server = world.servers.get_mut(&guild.id).expect("a server");
            server.members.insert(bot, member);
            world.forget_viewers();
            world.announce_guild(guild.id);
        });
    }

    /// A person deletes the account: gone from every server, and nobody of that id is known any more.
    pub fn erase(&self, user: &User) {
        self.shared.change(|world| {
            for server in world.servers.values_mut() {
                server.members.remove(&user.id);
            }
            let person = world.people.get_mut(&user.id).expect("a person");
            (person.erased, person.dms_open) = (true, false);
            world.forget_viewers();
        });
    }

    /// A server is out of order for a while (true) or back (false): not a kick.
    pub fn guild_outage(&self, guild: &Guild, out: bool) {
        self.shared.change(|world| {
            world.servers.get_mut(&guild.id).expect("a server").unavailable = out;
            if out {
                world.dispatch(
                    "GUILD_DELETE",
                    GUILDS,
                    &json!({"id": guild.id.to_string(), "unavailable": true}),
                );
            } else {
                world.announce_guild(guild.id);
            }
        });
    }

    /// Somebody deletes a channel. Its threads go with it, and nobody is told of them.
    pub fn delete_channel(&self, channel: &Channel) {
        self.shared.change(|world| {
            let Some(place) = world.places.get(&channel.id) else {
                return;
            };
            let event = write_json::channel(world, place);
            let thread = matches!(place.kind, ChannelKind::Thread { .. });
            let goes = |id: u64, kind: &ChannelKind| {
                id == channel.id || matches!(kind, ChannelKind::Thread { parent, .. } if *parent == channel.id)
            };
            let places = world.places.values().filter(|place| goes(place.id, &place.kind));
            for id in places.flat_map(|place| place.messages.clone()).collect::<Vec<_>>() {
                world.letters.get_mut(&id).expect("a message").deleted = true;
            }
            world.places.retain(|id, place| !goes(*id, &place.kind));
            world.dispatch(if thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" }, GUILDS, &event);
        });
    }

    /// Somebody deletes a message (or dismisses an only-me answer).
    pub fn delete_message(&self, message: &Message) {
        self.shared.change(|world| rest::delete(world, message.id));
    }

    /// The message is now older than an hour: so many more edits through the channel, then 30046.
    pub fn make_old(&self, message: &Message, edits_left: u32) {
        self.shared.change(|world| {
            world.letters.get_mut(&message.id).expect("a message").edits_left = Some(edits_left);
        });
    }

    /// A moderator locks a thread that stays in the list, or unlocks it (and an archived one is in the list again).
    pub fn lock(&self, thread: &Channel, lock: bool) {
        self.shared.change(|world| {
            let place = world.places.get_mut(&thread.id).expect("a thread");
            let ChannelKind::Thread { archived, locked, .. } = &mut place.kind else {
                panic!("not a thread")
            };
            (*archived, *locked) = (false, lock);
            let event = write_json::channel(world, &world.places[&thread.id]);
            world.dispatch("THREAD_UPDATE", GUILDS, &event);
        });
    }

    /// Archives a thread, and locks it too if asked.
    pub fn archive(&self, thread: &Channel, lock: bool) {
        self.shared.change(|world| {
            let place = world.places.get_mut(&thread.id).expect("a thread");
            let ChannelKind::Thread { archived, locked, .. } = &mut place.kind else {
                panic!("not a thread")
            };
            (*archived, *locked) = (true, lock);
            let event = write_json::channel(world, &world.places[&thread.id]);
            world.dispatch("THREAD_UPDATE", GUILDS, &event);
        });
    }

    /// Everything is unreachable (true): connections are cut and new ones too; or back (false).
    pub fn outage(&self, down: bool) {
        self.shared.change(|world| {
            world.down = down;
            if down {
                world.cuts.iter().for_each(super::server::Cut::cut);
            }
        });
    }

    /// How many connections came in vain during outages: waiting for one makes sure that the bot has noticed.
    pub fn turned_away(&self) -> usize {
        self.shared.lock().turned_away
    }

    /// `GET /gateway` gets 503 and sockets are turned away (true), or not (false).
    pub fn refuse_gateway(&self, refuse: bool) {
        self.shared.change(|world| world.gateway.refuse = refuse);
    }

    /// Cuts the gateway connections without a word.
    pub fn drop_sockets(&self) {
        self.shared.change(super::World::drop_sockets);
    }

    /// Closes the gateway connections with a code.
    pub fn close_sockets(&self, code: u16) {
        self.shared.change(|world| world.close_sockets(code, ""));
    }

    /// Sends opcode 7.
    pub fn ask_reconnect(&self) {
        self.shared.change(super::World::ask_reconnect);
    }

    /// Sends opcode 9; sessions that aren't resumable are forgotten.
    pub fn invalidate_sessions(&self, resumable: bool) {
        self.shared.change(|world| world.invalidate_sessions(resumable));
    }

    /// Forgets all sessions without a word, so that a RESUME is refused.
    pub fn forget_sessions(&self) {
        self.shared.change(|world| world.gateway.sessions.clear());
    }

    /// Heartbeats get no acknowledgement (true), or do (false).
    pub fn stall_heartbeats(&self, stall: bool) {
        self.shared.change(|world| world.gateway.stalled = stall);
    }

    /// Waits until a bot is connected and through READY.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn connected(&self) {
        self.eventually("a bot is connected", || self.is_connected()).await;
    }

    /// Whether a bot is connected and through READY.
    pub fn is_connected(&self) -> bool {
        self.shared
            .lock()
            .gateway
            .sessions
            .iter()
            .any(super::gateway::Session::connected)
    }

    /// The intents of every IDENTIFY so far.
    pub fn identifies(&self) -> Vec<u64> {
        self.shared.lock().gateway.identifies.clone()
    }

    /// How many sessions were resumed.
    pub fn resumes(&self) -> usize {
        self.shared.lock().gateway.resumes
    }

    /// How many heartbeats came.
    pub fn heartbeats(&self) -> usize {
        self.shared.lock().gateway.heartbeats
    }

    /// How many gateway connections there were.
    pub fn connections(&self) -> usize {
        self.shared.lock().gateway.connections
    }

    /// The codes that the gateway closed connections with, in order.
    pub fn closes(&self) -> Vec<u16> {
        self.shared.lock().gateway.closes.clone()
    }

    /// Sends any event to the bot, if its intents (0: always) allow it.
    pub fn dispatch(&self, event: &str, intents: u64, data: &Value) {
        self.shared.change(|world| world.dispatch(event, intents, data));
    }
}

fn set_overwrite(world: &mut World, channel: u64, user: u64, allow: u64, deny: u64) {
    let overwrites = &mut world.places.get_mut(&channel).expect("a channel").overwrites;
    let at = overwrites
        .iter()
        .position(|overwrite| overwrite.member && overwrite.id == user)
        .unwrap_or_else(|| {
            overwrites.push(Overwrite {
                id: user,
                member: true,
                allow: 0,
                deny: 0,
            });
            overwrites.len() - 1
        });
    let overwrite = &mut overwrites[at];
    overwrite.allow = overwrite.allow & !deny | allow;
    overwrite.deny = overwrite.deny & !allow | deny;
    world.forget_viewers();
    let event = write_json::channel(world, &world.places[&channel]);
    world.dispatch("CHANNEL_UPDATE", GUILDS, &event);
}
