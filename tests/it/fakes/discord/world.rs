//! What the fake Discord knows: people, servers, channels, messages with every version, interactions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::commands::Command;
use super::faults::Faults;
use super::gateway::Gateway;
use super::openapi::OpenApi;
use super::permission;
use super::server::Cut;

/// One request as it arrived, for tests that count and look.
#[derive(Clone, Debug)]
pub struct Request {
    /// `GET`, `POST`, ….
    pub method: String,
    /// The path below `/api/v10`, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The JSON body, or `payload_json` of a multipart one; `Null` without a body.
    pub body: Arc<Value>,
    /// How many files came with it.
    pub files: usize,
    /// The status of the answer; 0 while it is under way or when the connection was cut.
    pub status: u16,
    /// When it arrived.
    pub at: tokio::time::Instant,
}

impl Request {
    /// Whether this is a request with this method to this path; `*` stands for one segment of it.
    pub fn is(&self, method: &str, path: &str) -> bool {
        let mut ours = self.path.split('/');
        let mut theirs = path.split('/');
        self.method == method
            && loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => break true,
                    (Some(a), Some(b)) if b == "*" || a == b => {}
                    _ => break false,
                }
            }
    }
}

/// What must be done in time. The defaults are Discord's own.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long an interaction waits for its first answer: 3 s.
    pub first_answer: Duration,
    /// How long an interaction's token works: 15 min.
    pub token: Duration,
    /// For how long `enforce_nonce` remembers a nonce: a few minutes.
    pub nonce: Duration,
    /// The heartbeat interval that Hello asks for: 41.25 s.
    pub heartbeat: Duration,
    /// How many new direct-message channels may be opened before 40003; `None` counts only.
    pub dm_opens: Option<usize>,
    /// The largest upload of one request: 10 MiB.
    pub upload: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            first_answer: Duration::from_secs(3),
            token: Duration::from_secs(15 * 60),
            nonce: Duration::from_secs(5 * 60),
            heartbeat: Duration::from_millis(41_250),
            dm_opens: None,
            upload: 10 << 20,
        }
    }
}

/// A person or the bot.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: u64,
    pub name: String,
    pub global_name: Option<String>,
    pub locale: String,
    pub dms_open: bool,
    /// The account was deleted.
    pub erased: bool,
    pub bot: bool,
    /// Whether this person installed the application for themself.
    pub installed: bool,
}

/// Someone's place in a server.
#[derive(Clone, Debug)]
pub struct Member {
    pub nick: Option<String>,
    pub roles: Vec<u64>,
    pub joined: String,
}

/// A role of a server.
#[derive(Clone, Debug)]
pub struct Role {
    pub name: String,
    pub permissions: u64,
    pub managed: bool,
}

/// A server.
#[derive(Clone, Debug)]
pub struct Server {
    pub id: u64,
    pub name: String,
    pub locale: String,
    pub owner: u64,
    pub members: BTreeMap<u64, Member>,
    pub roles: BTreeMap<u64, Role>,
    pub unavailable: bool,
}

/// A channel's exception for one role or member.
#[derive(Clone, Copy, Debug)]
pub struct Overwrite {
    pub id: u64,
    /// For a member, not for a role.
    pub member: bool,
    pub allow: u64,
    pub deny: u64,
}

/// What a channel is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelKind {
    Text {
        guild: u64,
    },
    Thread {
        guild: u64,
        parent: u64,
        archived: bool,
        locked: bool,
    },
    Dm {
        with: u64,
    },
    GroupDm {
        people: BTreeSet<u64>,
    },
}

/// A place where messages are.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: u64,
    pub name: String,
    pub kind: ChannelKind,
    pub overwrites: Vec<Overwrite>,
    pub messages: Vec<u64>,
}

impl Place {
    /// The server this channel belongs to.
    pub fn guild(&self) -> Option<u64> {
        match self.kind {
            ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. } => Some(guild),
            ChannelKind::Dm { .. } | ChannelKind::GroupDm { .. } => None,
        }
    }
}

/// A file on a message.
#[derive(Clone, Debug)]
pub struct File {
    pub id: u64,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: Option<String>,
    pub size: usize,
    pub bytes: Bytes,
    pub dimensions: Option<(u32, u32)>,
}

/// One state a message was in.
#[derive(Clone, Debug)]
pub struct Version {
    pub content: String,
    pub embeds: Value,
    pub components: Value,
    pub files: Vec<File>,
    /// Who could look at it when it was shown.
    pub seen_by: Arc<BTreeSet<u64>>,
    pub at: Instant,
}

/// A message and every state it was in.
#[derive(Clone, Debug)]
pub struct Letter {
    pub id: u64,
    pub channel: u64,
    pub author: u64,
    /// Only this person sees it: an answer with the only-me flag.
    pub only_for: Option<u64>,
    pub versions: Vec<Version>,
    pub deleted: bool,
    /// "… is thinking": the placeholder of a deferred answer.
    pub loading: bool,
    pub kind: u8,
    pub flags: u64,
    pub nonce: Option<Value>,
    pub mentions: Vec<u64>,
    pub pinged: BTreeSet<u64>,
    pub everyone: bool,
    pub interaction: Option<u64>,
    pub created: Instant,
    pub timestamp: String,
    pub edited: Option<String>,
    /// Older than an hour: this many more edits, then 30046.
    pub edits_left: Option<u32>,
}

impl Letter {
    /// The state it is in now.
    pub fn now(&self) -> &Version {
        self.versions.last().expect("a message has at least one version")
    }
}

/// One press, command or modal on its way to the bot and back.
#[derive(Clone, Debug)]
pub struct Press {
    pub id: u64,
    pub token: String,
    /// 2 command, 3 component, 5 modal.
    pub kind: u8,
    /// 1 slash, 2 user menu; 0 for others.
    pub command_kind: u8,
    pub name: String,
    pub user: u64,
    pub channel: u64,
    /// The message whose component was used.
    pub message: Option<u64>,
    pub created: Instant,
    /// Added to the age by a test that doesn't want to wait.
    pub aged: Duration,
    /// Type and time of the first answer.
    pub callback: Option<(u8, Instant)>,
    /// What `@original` means.
    pub original: Option<u64>,
    pub followups: Vec<u64>,
    pub modal: Option<Value>,
    /// Messages in the order in which this press brought them about or changed them, no placeholders.
    pub results: Vec<u64>,
    pub payload: Arc<Value>,
}

impl Press {
    /// How old it is, what a test added included.
    pub fn age(&self) -> Duration {
        self.created.elapsed() + self.aged
    }
}

/// Everything behind the one lock.
pub struct World {
    pub base: String,
    pub app: u64,
    pub bot: u64,
    /// Whoever made the application and the servers; does nothing.
    pub host: u64,
    pub token: String,
    pub limits: Limits,
    pub privileged: u64,
    pub keep_history: bool,
    /// Else only what identifies them is kept.
    pub keep_pictures: bool,
    pub people: BTreeMap<u64, Person>,
    pub servers: BTreeMap<u64, Server>,
    /// Channels that hold posts (threads) and no messages.
    pub forums: BTreeSet<u64>,
    pub places: BTreeMap<u64, Place>,
    pub letters: BTreeMap<u64, Letter>,
    pub presses: BTreeMap<u64, Press>,
    pub press_tokens: HashMap<String, u64>,
    pub nonces: HashMap<(u64, String), u64>,
    pub commands: Vec<Command>,
    pub command_writes: usize,
    pub emojis: BTreeMap<u64, String>,
    pub dm_opens: Vec<Instant>,
    dms: HashMap<u64, u64>,
    pub gateway: Gateway,
    pub faults: Faults,
    pub log: Vec<Request>,
    pub violations: Vec<String>,
    pub down: bool,
    /// Connections that came while everything was down.
    pub turned_away: usize,
    pub cuts: Vec<Cut>,
    viewers: HashMap<u64, Arc<BTreeSet<u64>>>,
    last_id: u64,
}

impl World {
    pub fn new(base: String) -> Self {
        let mut world = Self {
            base,
            app: 0,
            bot: 0,
            host: 0,
            token: String::new(),
            limits: Limits::default(),
            privileged: 0,
            keep_history: true,
            keep_pictures: true,
            people: BTreeMap::new(),
            servers: BTreeMap::new(),
            places: BTreeMap::new(),
            forums: BTreeSet::new(),
            letters: BTreeMap::new(),
            presses: BTreeMap::new(),
            press_tokens: HashMap::new(),
            nonces: HashMap::new(),
            commands: Vec::new(),
            command_writes: 0,
            emojis: BTreeMap::new(),
            dm_opens: Vec::new(),
            dms: HashMap::new(),
            gateway: Gateway::default(),
            faults: Faults::default(),
            log: Vec::new(),
            violations: Vec::new(),
            down: false,
            turned_away: 0,
            cuts: Vec::new(),
            viewers: HashMap::new(),
            last_id: 0,
        };
        world.app = world.fresh_id();
        // An application and its bot user share their number, as they do for every application of recent years.
        world.bot = world.app;
        world.token = format!("fake.{}.token", world.app);
        world.host = world.fresh_id();
        for (id, name, bot) in [(world.bot, "jinlami", true), (world.host, "host", false)] {
            let person = Person {
                id,
                name: name.into(),
                global_name: None,
                locale: "en-US".into(),
                dms_open: true,
                erased: false,
                bot,
                installed: false,
            };
            world.people.insert(id, person);
        }
        world
    }

    /// A new snowflake: milliseconds since Discord's epoch in the upper bits, always rising.
    pub fn fresh_id(&mut self) -> u64 {
        let stamp = (unix_ms() - 1_420_070_400_000) << 22;
        self.last_id = stamp.max(self.last_id + 1);
        self.last_id
    }

    /// What this user may do in this channel, as Discord computes it.
    pub fn permissions(&self, channel: u64, user: u64) -> u64 {
        let Some(place) = self.places.get(&channel) else {
            return 0;
        };
        let (guild, overwrites) = match &place.kind {
            ChannelKind::Dm { with } => {
                return if *with == user || user == self.bot {
                    permission::IN_DM
                } else {
                    0
                };
            }
            ChannelKind::GroupDm { people } => return if people.contains(&user) { permission::IN_DM } else { 0 },
            ChannelKind::Text { guild } => (*guild, &place.overwrites),
            ChannelKind::Thread { guild, parent, .. } => (
                *guild,
                self.places
                    .get(parent)
                    .map_or(&place.overwrites, |parent| &parent.overwrites),
            ),
        };
        let Some(server) = self.servers.get(&guild) else {
            return 0;
        };
        let Some(member) = server.members.get(&user) else {
            return 0;
        };
        if server.owner == user {
            return permission::ALL;
        }
        let granted = std::iter::once(&guild)
            .chain(&member.roles)
            .filter_map(|role| server.roles.get(role))
            .fold(0, |sum, role| sum | role.permissions);
        if granted & permission::ADMINISTRATOR != 0 {
            return permission::ALL;
        }
        let mut bits = granted;
        for overwrite in overwrites
            .iter()
            .filter(|overwrite| !overwrite.member && overwrite.id == guild)
        {
            bits = bits & !overwrite.deny | overwrite.allow;
        }
        let of_roles = overwrites
            .iter()
            .filter(|o| !o.member && o.id != guild && member.roles.contains(&o.id));
        let (allow, deny) = of_roles.fold((0, 0), |(allow, deny), o| (allow | o.allow, deny | o.deny));
        bits = bits & !deny | allow;
        for overwrite in overwrites
            .iter()
            .filter(|overwrite| overwrite.member && overwrite.id == user)
        {
            bits = bits & !overwrite.deny | overwrite.allow;
        }
        if bits & permission::VIEW_CHANNEL == 0 { 0 } else { bits }
    }

    /// Who can look at a channel at this moment.
    pub fn viewers(&mut self, channel: u64) -> Arc<BTreeSet<u64>> {
        if let Some(known) = self.viewers.get(&channel) {
            return Arc::clone(known);
        }
        let candidates: Vec<u64> = match self.places.get(&channel).map(|place| &place.kind) {
            Some(ChannelKind::Dm { with }) => vec![*with],
            Some(ChannelKind::GroupDm { people }) => people.iter().copied().collect(),
            Some(ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. }) => self
                .servers
                .get(guild)
                .map_or_else(Vec::new, |server| server.members.keys().copied().collect()),
            None => Vec::new(),
        };
        let viewers = candidates
            .into_iter()
            .filter(|user| *user != self.bot && self.permissions(channel, *user) & permission::VIEW_CHANNEL != 0)
            .collect();
        let viewers = Arc::new(viewers);
        self.viewers.insert(channel, Arc::clone(&viewers));
        viewers
    }

    /// Must follow every change of members, roles and overwrites.
    pub fn forget_viewers(&mut self) {
        self.viewers.clear();
    }

    /// Whether this person can look at this message now.
    pub fn can_see(&mut self, user: u64, message: u64) -> bool {
        let Some(letter) = self.letters.get(&message) else {
            return false;
        };
        if letter.deleted {
            return false;
        }
        match letter.only_for {
            Some(only) => only == user,
            None => {
                let channel = letter.channel;
                self.viewers(channel).contains(&user)
            }
        }
    }

    /// Whether the bot shares a server with this person, or was installed by them.
    pub fn mutual(&self, user: u64) -> bool {
        self.people.get(&user).is_some_and(|person| person.installed)
            || self
                .servers
                .values()
                .any(|server| server.members.contains_key(&user) && server.members.contains_key(&self.bot))
    }

    /// A new open thread under a text channel.
    pub fn add_thread(&mut self, guild: u64, parent: u64, name: &str) -> u64 {
        let id = self.fresh_id();
        let kind = ChannelKind::Thread {
            guild,
            parent,
            archived: false,
            locked: false,
        };
        let place = Place {
            id,
            name: name.to_owned(),
            kind,
            overwrites: Vec::new(),
            messages: Vec::new(),
        };
        self.places.insert(id, place);
        id
    }

    /// The one direct-message channel between the bot and a person, if there is one.
    pub fn known_dm(&self, user: u64) -> Option<u64> {
        self.dms.get(&user).copied()
    }

    /// The one direct-message channel between the bot and a person.
    pub fn dm_with(&mut self, user: u64) -> u64 {
        if let Some(id) = self.known_dm(user) {
            return id;
        }
        let id = self.fresh_id();
        let place = Place {
            id,
            name: String::new(),
            kind: ChannelKind::Dm { with: user },
            overwrites: Vec::new(),
            messages: Vec::new(),
        };
        self.places.insert(id, place);
        self.dms.insert(user, id);
        id
    }
}

/// The world behind its lock, and the bell that rings at every change.
pub struct Shared {
    world: Mutex<World>,
    bell: watch::Sender<u64>,
    /// Discord's own description of its interface, when it is at hand.
    pub openapi: Option<OpenApi>,
}

impl Shared {
    pub fn new(world: World, openapi: Option<OpenApi>) -> Self {
        Self {
            world: Mutex::new(world),
            bell: watch::Sender::new(0),
            openapi,
        }
    }

    /// Looks without ringing.
    pub fn lock(&self) -> MutexGuard<'_, World> {
        // A test that panics while it looks must not hide its own message behind a poisoned lock.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something and rings.
    pub fn change<R>(&self, f: impl FnOnce(&mut World) -> R) -> R {
        let result = f(&mut self.lock());
        self.ring();
        result
    }

    pub fn ring(&self) {
        self.bell.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Asks `f` now and after every change until it has an answer or the time is over.
    pub async fn wait<T>(&self, patience: Duration, mut f: impl FnMut() -> Option<T>) -> Option<T> {
        let mut bell = self.bell.subscribe();
        let deadline = Instant::now() + patience;
        loop {
            bell.borrow_and_update();
            if let Some(answer) = f() {
                return Some(answer);
            }
            match tokio::time::timeout_at(deadline, bell.changed()).await {
                Ok(Ok(())) => {}
                _ => return f(),
            }
        }
    }
}

/// Milliseconds since 1970.
pub fn unix_ms() -> u64 {
    let elapsed = std::time::UNIX_EPOCH.elapsed().expect("the clock is past 1970");
    u64::try_from(elapsed.as_millis()).expect("the clock is before the year 584 million")
}

/// A moment as Discord writes it.
pub fn iso8601(unix_ms: u64) -> String {
    let (days, ms) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    // Howard Hinnant's civil-from-days, for days after 1970.
    let z = days + 719_468;
    let (era, day_of_era) = (z / 146_097, z % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let m = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * m + 2) / 5 + 1;
    let month = if m < 10 { m + 3 } else { m - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (h, min, s) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{h:02}:{min:02}:{s:02}.{:03}000+00:00",
        ms % 1000
    )
}
