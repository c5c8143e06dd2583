//! A server with two players, and the bot that serves it.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use jinlami::discord::{DiscordConfig, Error, run};
use jinlami::id::{Millis, TableId};
use jinlami::pictures::Pictures;
use jinlami::service::{Clock, Dice, Service};
use jinlami::store::Store;
use jinlami::table::Table;
use jinlami::ui::Desk;
use jinlami::ui::token::{self, Act};
use jinlami::words::Words;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::fakes::discord::{Channel, FakeDiscord, Guild, Message, User, opt};

/// A club on Discord with a games channel, Anna and Ben.
pub struct Club {
    pub discord: FakeDiscord,
    pub guild: Guild,
    pub channel: Channel,
    pub anna: User,
    pub ben: User,
    folder: tempfile::TempDir,
    dealt: Arc<AtomicU64>,
    /// Added to the real time, in milliseconds.
    later: Arc<AtomicI64>,
    /// The next look at the clock on behalf of a press panics.
    bug: Arc<AtomicBool>,
    bot: Option<Bot>,
}

/// The bot in a runtime of its own, so that it can die as a process does: all at once.
struct Bot {
    service: Service,
    stop: CancellationToken,
    wire: JoinHandle<Result<(), Error>>,
    ticker: JoinHandle<()>,
    runtime: Option<Runtime>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Club {
    /// The bot is connected and its commands are there.
    pub async fn open() -> Club {
        let club = Club::prepare("Anna", "Ben").await;
        club.start().await
    }

    /// Everything but the bot.
    pub async fn prepare(anna: &str, ben: &str) -> Club {
        let discord = FakeDiscord::start().await;
        let guild = discord.guild("Club");
        let channel = discord.channel(&guild, "gin");
        let (anna, ben) = (discord.user(anna, "en-US"), discord.user(ben, "en-GB"));
        discord.join(&guild, &anna);
        discord.join(&guild, &ben);
        let folder = tempfile::tempdir().unwrap();
        Club {
            discord,
            guild,
            channel,
            anna,
            ben,
            folder,
            dealt: Arc::default(),
            later: Arc::default(),
            bug: Arc::default(),
            bot: None,
        }
    }

    /// Starts the bot and waits until people can use it.
    pub async fn start(mut self) -> Club {
        self.launch().await;
        self.discord.connected().await;
        self.discord.commands_registered().await;
        self
    }

    /// Starts the bot without waiting for it.
    pub async fn launch(&mut self) {
        let url = format!("sqlite://{}/jinlami.db", self.folder.path().display());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (dice, clock) = (self.dice(), self.clock());
        let service = runtime.spawn(async move {
            let service = Service::new(open(&url).await, clock, dice);
            service.wake().await.unwrap();
            service
        });
        let service = service.await.unwrap();
        let desk = Arc::new(Desk::new(service.clone(), Words::new(), pictures()));
        let stop = CancellationToken::new();
        let config = DiscordConfig {
            token: self.discord.token(),
            api_url: Some(self.discord.url()),
        };
        let wire = runtime.spawn(run(config, desk, service.clone(), stop.clone()));
        let ticker = runtime.spawn({
            let (service, stop) = (service.clone(), stop.clone());
            async move { service.run(stop).await }
        });
        self.bot = Some(Bot {
            service,
            stop,
            wire,
            ticker,
            runtime: Some(runtime),
        });
    }

    /// Runs a wire with another configuration until it ends by itself.
    pub async fn run_alone(&self, config: DiscordConfig) -> Result<(), Error> {
        let url = format!("sqlite://{}/alone.db", self.folder.path().display());
        let service = Service::new(Store::open(&url).await.unwrap(), self.clock(), self.dice());
        let desk = Arc::new(Desk::new(service.clone(), Words::new(), pictures()));
        run(config, desk, service, CancellationToken::new()).await
    }

    /// Stops the bot in order.
    pub async fn stop(&mut self) {
        let mut bot = self.bot.take().expect("it runs");
        bot.stop.cancel();
        (&mut bot.wire).await.unwrap().unwrap();
        (&mut bot.ticker).await.unwrap();
        bot.service.store().close().await;
    }

    /// What the wire says when it ends by itself.
    pub async fn ended(&mut self) -> Result<(), Error> {
        let mut bot = self.bot.take().expect("it runs");
        let said = (&mut bot.wire).await.unwrap();
        bot.stop.cancel();
        said
    }

    /// A challenge of one person to another in a channel, accepted: the table's message and its id.
    pub async fn begin_in(&self, channel: &Channel, one: &User, other: &User, hands: i64) -> (Message, TableId) {
        let options = [("opponent", opt(other)), ("hands", opt(hands))];
        let before = self.discord.messages(channel).len();
        one.slash(channel, "gin challenge", &options).await.response().await;
        let find = || {
            let there = self.discord.messages(channel).into_iter().skip(before);
            there.into_iter().find(|m| act(m, |a| a == Act::Accept).is_some())
        };
        let posted = self.discord.until("a challenge in the channel", find).await;
        other
            .press(&posted, |b: &_| is(b, Act::Accept))
            .await
            .acknowledged()
            .await;
        let dealt = || Some(self.discord.message(&posted)).filter(|now| act(now, |a| a == Act::Hand).is_some());
        (self.discord.until("the table", dealt).await, table_of(&posted))
    }

    /// The bot dies wherever it is: nothing is finished, nothing is noted.
    pub fn crash(&mut self) {
        drop(self.bot.take().expect("it runs"));
    }

    /// Stops the bot and starts it again on the same file.
    pub async fn restart(&mut self) {
        let before = self.discord.identifies().len();
        self.stop().await;
        self.launch().await;
        self.discord
            .eventually("the bot is back", || self.discord.identifies().len() > before)
            .await;
        self.discord.connected().await;
    }

    /// Where the bot keeps everything.
    pub fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("jinlami.db")
    }

    /// The game service behind the bot.
    pub fn service(&self) -> &Service {
        &self.bot.as_ref().expect("it runs").service
    }

    /// The table as it stands.
    pub async fn table(&self, id: TableId) -> Table {
        self.service().table(id).await.unwrap()
    }

    /// Anna challenges Ben to this many hands; the challenge as it stands in the channel.
    pub async fn challenge(&self, hands: i64) -> Message {
        let options = [("opponent", opt(&self.ben)), ("hands", opt(hands))];
        self.anna
            .slash(&self.channel, "gin challenge", &options)
            .await
            .response()
            .await;
        self.posted().await
    }

    /// The challenge that stands in the channel.
    pub async fn posted(&self) -> Message {
        let find = || {
            self.discord
                .messages(&self.channel)
                .into_iter()
                .rev()
                .find(|m| act(m, |a| a == Act::Accept).is_some())
        };
        self.discord.until("a challenge", find).await
    }

    /// A running match of this many hands: the table's message and its id.
    pub async fn begin(&self, hands: i64) -> (Message, TableId) {
        let posted = self.challenge(hands).await;
        let table = table_of(&posted);
        self.ben
            .press(&posted, |b: &_| is(b, Act::Accept))
            .await
            .acknowledged()
            .await;
        let dealt = || Some(self.discord.message(&posted)).filter(|now| act(now, |a| a == Act::Hand).is_some());
        (self.discord.until("the table", dealt).await, table)
    }

    /// The picture a person has of the hand in the private chat, once it is there.
    pub async fn hand_of(&self, user: &User) -> Message {
        self.discord
            .until("a hand in the private chat", || user.dms().pop())
            .await
    }

    /// Nothing is left "thinking", and nothing was asked that Discord does not describe.
    pub fn assert_tidy(&self, channels: &[&Channel]) {
        for channel in channels {
            for person in [&self.anna, &self.ben] {
                let left: Vec<Message> = person
                    .sees(channel)
                    .into_iter()
                    .filter(|message| message.loading)
                    .collect();
                assert!(left.is_empty(), "still thinking: {left:?}");
            }
        }
        self.discord.assert_clean();
    }

    /// Time passes for the bot.
    pub fn pass(&self, ms: i64) {
        self.later.fetch_add(ms, Ordering::SeqCst);
    }

    /// The next press meets a bug.
    pub fn plant_bug(&self) {
        self.bug.store(true, Ordering::SeqCst);
    }

    fn clock(&self) -> Clock {
        let (later, bug) = (Arc::clone(&self.later), Arc::clone(&self.bug));
        Arc::new(move || {
            if bug.load(Ordering::SeqCst) && in_press() {
                assert!(!bug.swap(false, Ordering::SeqCst), "a bug, as planned");
            }
            let since = std::time::UNIX_EPOCH.elapsed().unwrap();
            Millis(i64::try_from(since.as_millis()).unwrap() + later.load(Ordering::SeqCst))
        })
    }

    /// Chance that is the same at every run, and goes on after a restart.
    fn dice(&self) -> Dice {
        let dealt = Arc::clone(&self.dealt);
        Arc::new(move || {
            let mut seed = [0; 32];
            for chunk in seed.chunks_mut(8) {
                let mut z = dealt
                    .fetch_add(1, Ordering::Relaxed)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes());
            }
            seed
        })
    }
}

/// Whether the answer to a press asks.
fn in_press() -> bool {
    let stack = std::backtrace::Backtrace::force_capture().to_string();
    stack.contains("discord/reply.rs")
}

/// Opens the store once the one before has let go of the file.
async fn open(url: &str) -> Store {
    let mut last = None;
    for _ in 0..200 {
        match Store::open(url).await {
            Ok(store) => return store,
            Err(error) => last = Some(error),
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the file is never free: {last:?}");
}

/// Pictures are drawn once for all tests.
fn pictures() -> Arc<Pictures> {
    static PICTURES: OnceLock<Arc<Pictures>> = OnceLock::new();
    Arc::clone(PICTURES.get_or_init(|| Arc::new(Pictures::new().unwrap())))
}

/// Whether a button does this.
pub fn is(button: &crate::fakes::discord::Button, wanted: Act) -> bool {
    token::decode(&button.custom_id).is_some_and(|token| token.act == wanted)
}

/// What can be done on a message: the act, its custom id or menu value, and whether it is in a menu.
pub fn acts(message: &Message) -> Vec<(Act, String, bool)> {
    let buttons = message.buttons.iter().map(|button| (button.custom_id.clone(), false));
    let lines = message
        .selects
        .iter()
        .flat_map(|select| &select.choices)
        .map(|choice| (choice.value.clone(), true));
    buttons
        .chain(lines)
        .filter_map(|(id, menu)| Some((token::decode(&id)?.act, id, menu)))
        .collect()
}

/// The first such act on a message.
pub fn act(message: &Message, fits: impl Fn(Act) -> bool) -> Option<(Act, String, bool)> {
    acts(message).into_iter().find(|(act, ..)| fits(*act))
}

/// The table that a message belongs to.
pub fn table_of(message: &Message) -> TableId {
    let mut tokens = message
        .buttons
        .iter()
        .filter_map(|button| token::decode(&button.custom_id));
    tokens.next().expect("a button of a table").table
}
