//! The gateway: hello, heartbeats, identify, resume with replay, and every way in which it says goodbye.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::json as write_json;
use super::world::{Shared, World};

pub const GUILDS: u64 = 1 << 0;
pub const GUILD_MEMBERS: u64 = 1 << 1;
pub const GUILD_PRESENCES: u64 = 1 << 8;
pub const GUILD_MESSAGES: u64 = 1 << 9;
pub const DIRECT_MESSAGES: u64 = 1 << 12;
pub const MESSAGE_CONTENT: u64 = 1 << 15;
/// Intents that the application's page in the developer portal must switch on.
pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;

const KNOWN_INTENTS: u64 = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
/// Commands a connection may send in a minute before close code 4008.
const COMMANDS_A_MINUTE: usize = 120;
/// How many sessions without a connection are kept for a resume.
const IDLE_SESSIONS: usize = 8;

/// What the gateway remembers.
#[derive(Default)]
pub struct Gateway {
    pub sessions: Vec<Session>,
    pub refuse: bool,
    pub stalled: bool,
    /// Intents of every IDENTIFY, in order.
    pub identifies: Vec<u64>,
    pub resumes: usize,
    pub heartbeats: usize,
    pub connections: usize,
    pub closes: Vec<u16>,
    open: Vec<mpsc::UnboundedSender<Out>>,
}

/// A session outlives its connection, so that it can be resumed.
pub struct Session {
    pub id: String,
    pub intents: u64,
    seq: u64,
    past: VecDeque<(u64, String)>,
    link: Option<(usize, mpsc::UnboundedSender<Out>)>,
}

impl Session {
    /// Whether a bot is at the other end at this moment.
    pub fn connected(&self) -> bool {
        self.link.as_ref().is_some_and(|(_, link)| !link.is_closed())
    }
}

enum Out {
    Text(String),
    Close(u16, &'static str),
    Drop,
}

impl World {
    /// Sends an event to every session that asked for it (`intents` 0: goes to all).
    pub fn dispatch(&mut self, event: &str, intents: u64, data: &Value) {
        for session in &mut self.gateway.sessions {
            if intents == 0 || session.intents & intents != 0 {
                session.send(event, data);
            }
        }
    }

    /// Cuts every gateway connection without a word.
    pub fn drop_sockets(&mut self) {
        self.gateway.tell_all(|| Out::Drop);
    }

    /// Closes every gateway connection with a code.
    pub fn close_sockets(&mut self, code: u16, reason: &'static str) {
        self.gateway.tell_all(|| Out::Close(code, reason));
    }

    /// Opcode 7: reconnect and resume, please.
    pub fn ask_reconnect(&mut self) {
        self.gateway
            .tell_all(|| Out::Text(json!({"op": 7, "d": null}).to_string()));
    }

    /// Opcode 9. A session that can't be resumed is forgotten.
    pub fn invalidate_sessions(&mut self, resumable: bool) {
        self.gateway
            .tell_all(|| Out::Text(json!({"op": 9, "d": resumable}).to_string()));
        if !resumable {
            self.gateway.sessions.clear();
        }
    }
}

impl Gateway {
    /// Sessions that nobody came back to end some time; here, when there are many.
    fn forget_old(&mut self) {
        let idle = self.sessions.iter().filter(|session| session.link.is_none()).count();
        let mut surplus = idle.saturating_sub(IDLE_SESSIONS);
        self.sessions.retain(|session| {
            let forget = surplus > 0 && session.link.is_none();
            surplus -= usize::from(forget);
            !forget
        });
    }

    fn tell_all(&mut self, out: impl Fn() -> Out) {
        for link in self.open.drain(..).collect::<Vec<_>>() {
            if link.send(out()).is_ok() {
                self.open.push(link);
            }
        }
    }
}

impl Session {
    fn send(&mut self, event: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": event, "s": self.seq, "d": data}).to_string();
        if let Some((_, link)) = &self.link {
            let _ = link.send(Out::Text(text.clone()));
        }
        self.past.push_back((self.seq, text));
    }
}

/// One connection, until it ends.
pub async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (link, mut inbox) = mpsc::unbounded_channel();
    let (number, interval) = shared.change(|world| {
        world.gateway.connections += 1;
        world.gateway.open.push(link.clone());
        (world.gateway.connections, world.limits.heartbeat)
    });
    let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": interval.as_millis() as u64, "_trace": ["fake"]}});
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    let mut connection = Connection {
        shared: Arc::clone(&shared),
        number,
        link,
        session: None,
        recent: VecDeque::new(),
    };
    // Discord gives up on a silent client some time after the second missed heartbeat.
    let mut deadline = Instant::now() + interval * 2 + Duration::from_secs(1);
    let mut goodbye = false;
    let code = loop {
        let (code, reason) = tokio::select! {
            out = inbox.recv() => match out {
                Some(Out::Text(text)) => match socket.send(Message::text(text)).await {
                    Ok(()) => continue,
                    Err(_) => break None,
                },
                Some(Out::Close(code, reason)) => (code, reason),
                Some(Out::Drop) | None => break None,
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => match connection.take(&text) {
                    Ok(heard) => {
                        if heard {
                            deadline = Instant::now() + interval * 2 + Duration::from_secs(1);
                        }
                        continue;
                    }
                    Err(close) => close,
                },
                Some(Ok(Message::Close(frame))) => {
                    goodbye = frame.is_none_or(|frame| matches!(frame.code, 1000 | 1001));
                    // The answer to a goodbye goes out while the rest is read.
                    let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
                    let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
                    break None;
                }
                Some(Err(_)) | None => break None,
                Some(Ok(_)) => continue,
            },
            () = tokio::time::sleep_until(deadline) => (4009, "Session timed out"),
        };
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let _ = socket.send(Message::Close(Some(frame))).await;
        break Some(code);
    };
    shared.change(|world| {
        world.gateway.closes.extend(code);
        for session in &mut world.gateway.sessions {
            if session.link.as_ref().is_some_and(|(owner, _)| *owner == number) {
                session.link = None;
            }
        }
        // Only these codes and an orderly goodbye end a session for good.
        if (goodbye || matches!(code, Some(4004 | 4007 | 4009 | 4010..=4014)))
            && let Some(id) = &connection.session
        {
            world.gateway.sessions.retain(|session| session.id != *id);
        }
        world.gateway.forget_old();
    });
}

struct Connection {
    shared: Arc<Shared>,
    number: usize,
    link: mpsc::UnboundedSender<Out>,
    session: Option<String>,
    recent: VecDeque<Instant>,
}

impl Connection {
    /// Takes one message of the client; says whether it was a heartbeat.
    fn take(&mut self, text: &str) -> Result<bool, (u16, &'static str)> {
        let now = Instant::now();
        self.recent.push_back(now);
        while self
            .recent
            .front()
            .is_some_and(|first| now.duration_since(*first) > Duration::from_secs(60))
        {
            self.recent.pop_front();
        }
        if self.recent.len() > COMMANDS_A_MINUTE {
            return Err((4008, "You are being rate limited."));
        }
        let message: Value = serde_json::from_str(text).map_err(|_| (4002, "Error while decoding payload."))?;
        let shared = Arc::clone(&self.shared);
        match message["op"].as_u64() {
            Some(1) => {
                shared.change(|world| {
                    world.gateway.heartbeats += 1;
                    self.forget_heard(world, message["d"].as_u64());
                    if !world.gateway.stalled {
                        let _ = self.link.send(Out::Text(json!({"op": 11, "d": null}).to_string()));
                    }
                });
                Ok(true)
            }
            Some(2) => shared
                .change(|world| self.identify(world, &message["d"]))
                .map(|()| false),
            Some(6) => shared.change(|world| self.resume(world, &message["d"])).map(|()| false),
            Some(3 | 4 | 8 | 31) if self.session.is_some() => Ok(false),
            Some(3 | 4 | 8 | 31) => Err((4003, "Not authenticated.")),
            _ => Err((4001, "Unknown opcode.")),
        }
    }

    fn forget_heard(&self, world: &mut World, seq: Option<u64>) {
        let Some(session) = world
            .gateway
            .sessions
            .iter_mut()
            .find(|s| Some(&s.id) == self.session.as_ref())
        else {
            return;
        };
        while session.past.front().is_some_and(|(first, _)| Some(*first) <= seq) {
            session.past.pop_front();
        }
    }

    fn identify(&mut self, world: &mut World, d: &Value) -> Result<(), (u16, &'static str)> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        if !is_token(world, &d["token"]) {
            return Err((4004, "Authentication failed."));
        }
        let intents = d["intents"]
            .as_u64()
            .filter(|bits| bits & !KNOWN_INTENTS == 0)
            .ok_or((4013, "Invalid intent(s)."))?;
        world.gateway.identifies.push(intents);
        if intents & PRIVILEGED & !world.privileged != 0 {
            return Err((4014, "Disallowed intent(s)."));
        }
        if d["properties"].as_object().is_none() {
            return Err((4002, "Error while decoding payload."));
        }
        let shard = d["shard"]
            .as_array()
            .map_or((0, 1), |s| (s[0].as_u64().unwrap_or(0), s[1].as_u64().unwrap_or(1)));
        if shard.0 >= shard.1 {
            return Err((4010, "Invalid shard."));
        }
        let id = format!("session-{}", world.fresh_id());
        let mut session = Session {
            id: id.clone(),
            intents,
            seq: 0,
            past: VecDeque::new(),
            link: Some((self.number, self.link.clone())),
        };
        self.session = Some(id.clone());
        let here = |server: &&super::world::Server| {
            server.members.contains_key(&world.bot) && (server.id >> 22) % shard.1 == shard.0
        };
        let ready = json!({
            "v": 10,
            "user": write_json::me(world),
            "guilds": world.servers.values().filter(here).map(|s| json!({"id": s.id.to_string(), "unavailable": true})).collect::<Vec<_>>(),
            "session_id": id,
            "session_type": "normal",
            "resume_gateway_url": world.base.replacen("http", "ws", 1),
            "shard": [shard.0, shard.1],
            "application": {"id": world.app.to_string(), "flags": write_json::application_flags(world)},
            "user_settings": {}, "relationships": [], "private_channels": [], "presences": [], "guild_join_requests": [],
            "geo_ordered_rtc_regions": [], "auth": {}, "_trace": ["fake"],
        });
        session.send("READY", &ready);
        if intents & GUILDS != 0 {
            let all_members = intents & GUILD_MEMBERS != 0;
            for server in world.servers.values().filter(here).filter(|server| !server.unavailable) {
                session.send("GUILD_CREATE", &write_json::guild_create(world, server, all_members));
            }
        }
        world.gateway.sessions.push(session);
        Ok(())
    }

    fn resume(&mut self, world: &mut World, d: &Value) -> Result<(), (u16, &'static str)> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        if !is_token(world, &d["token"]) {
            return Err((4004, "Authentication failed."));
        }
        let Some(session) = world
            .gateway
            .sessions
            .iter_mut()
            .find(|session| d["session_id"] == session.id)
        else {
            let _ = self.link.send(Out::Text(json!({"op": 9, "d": false}).to_string()));
            return Ok(());
        };
        let heard = d["seq"].as_u64().unwrap_or(0);
        if heard > session.seq {
            return Err((4007, "Invalid sequence."));
        }
        if let Some((_, old)) = session.link.take() {
            let _ = old.send(Out::Close(4000, "Resumed elsewhere."));
        }
        for (seq, text) in &session.past {
            if *seq > heard {
                let _ = self.link.send(Out::Text(text.clone()));
            }
        }
        session.link = Some((self.number, self.link.clone()));
        session.send("RESUMED", &json!({"_trace": ["fake"]}));
        self.session = Some(session.id.clone());
        world.gateway.resumes += 1;
        Ok(())
    }
}

fn is_token(world: &World, given: &Value) -> bool {
    given
        .as_str()
        .is_some_and(|token| token.strip_prefix("Bot ").unwrap_or(token) == world.token)
}
