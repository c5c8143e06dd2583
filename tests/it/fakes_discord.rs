//! The fake Discord itself: does it refuse what Discord refuses, and does it know who saw what?

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{
    CommandInteraction, ComponentInteraction, Context, CreateCommand, CreateCommandOption, EventHandler, FullEvent,
    GatewayIntents, Http, HttpBuilder, Interaction,
};
use tokio::sync::{Mutex, mpsc};

use crate::fakes::discord::{Channel, FakeDiscord, Guild, PATIENCE, User};

mod connection;
mod faults;
mod limits;
mod messages;
mod refusals;
mod visibility;

/// A server with one channel and two people.
struct Club {
    discord: FakeDiscord,
    guild: Guild,
    channel: Channel,
    anna: User,
    ben: User,
}

impl Club {
    async fn open() -> Self {
        let discord = FakeDiscord::start().await;
        let guild = discord.guild_in("Club", "zh-CN");
        let channel = discord.channel(&guild, "gin");
        let (anna, ben) = (discord.user("Anna", "en-US"), discord.user("Ben", "zh-TW"));
        discord.join(&guild, &anna);
        discord.join(&guild, &ben);
        Self {
            discord,
            guild,
            channel,
            anna,
            ben,
        }
    }
}

/// A bot that does nothing by itself: the test answers for it, through serenity.
struct Bot {
    http: Arc<Http>,
    inbox: Mutex<mpsc::UnboundedReceiver<FullEvent>>,
    /// Ends when the client gives up.
    client: tokio::task::JoinHandle<serenity::Result<()>>,
}

struct Forward(mpsc::UnboundedSender<FullEvent>);

#[serenity::async_trait]
impl EventHandler for Forward {
    async fn ready(&self, ctx: Context, data_about_bot: serenity::Ready) {
        let _ = ctx;
        let _ = self.0.send(FullEvent::Ready { data_about_bot });
    }

    async fn guild_create(&self, _: Context, guild: serenity::Guild, is_new: Option<bool>) {
        let _ = self.0.send(FullEvent::GuildCreate { guild, is_new });
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let _ = self.0.send(FullEvent::InteractionCreate { interaction });
    }

    async fn guild_delete(&self, _: Context, incomplete: serenity::UnavailableGuild, _: Option<serenity::Guild>) {
        let _ = self.0.send(FullEvent::GuildDelete { incomplete, full: None });
    }

    async fn channel_delete(&self, _: Context, channel: serenity::GuildChannel, _: Option<Vec<serenity::Message>>) {
        let _ = self.0.send(FullEvent::ChannelDelete {
            channel,
            messages: None,
        });
    }

    async fn guild_member_addition(&self, _: Context, new_member: serenity::Member) {
        let _ = self.0.send(FullEvent::GuildMemberAddition { new_member });
    }

    async fn message(&self, _: Context, new_message: serenity::Message) {
        let _ = self.0.send(FullEvent::Message { new_message });
    }
}

impl Bot {
    /// Connects with GUILDS only and registers `/gin challenge` and the user menu "Challenge".
    async fn start(discord: &FakeDiscord) -> Self {
        let bot = Self::connect(discord, GatewayIntents::GUILDS).await;
        let ready = |event| matches!(event, FullEvent::Ready { .. }).then_some(());
        bot.event(ready).await;
        serenity::Command::set_global_commands(&bot.http, commands())
            .await
            .expect("commands are accepted");
        bot
    }

    async fn connect(discord: &FakeDiscord, intents: GatewayIntents) -> Self {
        let http = HttpBuilder::new(discord.token())
            .proxy(discord.url())
            .ratelimiter_disabled(true)
            .build();
        let (events, inbox) = mpsc::unbounded_channel();
        let client = serenity::ClientBuilder::new_with_http(http, intents).event_handler(Forward(events));
        let mut client = client.await.expect("a client");
        let http = Arc::clone(&client.http);
        let client = tokio::spawn(async move { client.start().await });
        Self {
            http,
            inbox: Mutex::new(inbox),
            client,
        }
    }

    /// The next event for which `pick` has an answer; others are passed over.
    async fn event<T>(&self, mut pick: impl FnMut(FullEvent) -> Option<T>) -> T {
        let mut inbox = self.inbox.lock().await;
        let search = async {
            loop {
                let event = inbox.recv().await.expect("the client runs");
                if let Some(found) = pick(event) {
                    return found;
                }
            }
        };
        tokio::time::timeout(PATIENCE, search).await.expect("the event comes")
    }

    async fn command(&self) -> CommandInteraction {
        self.event(|event| match event {
            FullEvent::InteractionCreate { interaction } => interaction.command(),
            _ => None,
        })
        .await
    }

    async fn component(&self) -> ComponentInteraction {
        self.event(|event| match event {
            FullEvent::InteractionCreate { interaction } => interaction.message_component(),
            _ => None,
        })
        .await
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.client.abort();
    }
}

fn commands() -> Vec<CreateCommand> {
    use serenity::{CommandOptionType, CommandType};
    let opponent = CreateCommandOption::new(CommandOptionType::User, "opponent", "Whom")
        .required(true)
        .name_localized("zh-TW", "對手");
    let rules = CreateCommandOption::new(CommandOptionType::String, "rules", "Which rules")
        .add_string_choice("Classic", "classic")
        .add_string_choice("Jinlami", "jinlami");
    let hands = CreateCommandOption::new(CommandOptionType::Integer, "hands", "How many")
        .min_int_value(1)
        .max_int_value(20);
    let challenge = CreateCommandOption::new(CommandOptionType::SubCommand, "challenge", "Ask somebody to play")
        .add_sub_option(opponent)
        .add_sub_option(rules)
        .add_sub_option(hands);
    let help = CreateCommandOption::new(CommandOptionType::SubCommand, "help", "How it works");
    vec![
        CreateCommand::new("gin")
            .description("Gin Rummy")
            .add_option(challenge)
            .add_option(help),
        CreateCommand::new("Challenge")
            .kind(CommandType::User)
            .name_localized("zh-TW", "挑戰"),
    ]
}

/// The REST interface without a library in between: what a test wants to see is the bare answer.
struct Raw {
    client: reqwest::Client,
    base: String,
    token: String,
}

impl Raw {
    fn new(discord: &FakeDiscord) -> Self {
        Self {
            client: reqwest::Client::new(),
            base: format!("{}/api/v10", discord.url()),
            token: discord.token(),
        }
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.header("authorization", format!("Bot {}", self.token))
    }

    /// Status and JSON (`Null` without a body).
    async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let mut request = self.request(method, path);
        if !body.is_null() {
            request = request.json(&body);
        }
        answer(request).await
    }

    /// With one file, which must be listed in `attachments` by the caller.
    async fn upload(&self, method: &str, path: &str, body: Value, file: (&str, &[u8])) -> (u16, Value) {
        let part = reqwest::multipart::Part::bytes(file.1.to_vec()).file_name(file.0.to_owned());
        let part = part.mime_str("image/png").expect("a media type");
        let form = reqwest::multipart::Form::new()
            .part("files[0]", part)
            .text("payload_json", body.to_string());
        answer(self.request(method, path).multipart(form)).await
    }

    /// The code of a refusal.
    async fn refusal(&self, method: &str, path: &str, body: Value) -> (u16, i64) {
        let (status, body) = self.call(method, path, body).await;
        (status, body["code"].as_i64().unwrap_or(-1))
    }

    /// The private channel with somebody, opened if need be.
    async fn dm(&self, user: &User) -> String {
        let (status, channel) = self
            .call(
                "POST",
                "/users/@me/channels",
                json!({"recipient_id": user.id.to_string()}),
            )
            .await;
        assert_eq!(status, 200, "{channel}");
        format!("/channels/{}/messages", channel["id"].as_str().expect("an id"))
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let text = response.text().await.expect("a body");
    (
        status,
        if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).expect("JSON")
        },
    )
}

/// A row of buttons from pairs of id and label.
fn row(buttons: &[(&str, &str)]) -> Value {
    let buttons = buttons
        .iter()
        .map(|(id, label)| json!({"type": 2, "style": 1, "custom_id": id, "label": label}));
    json!({"type": 1, "components": buttons.collect::<Vec<_>>()})
}

/// The path of a channel's messages.
fn messages(channel: &Channel) -> String {
    format!("/channels/{}/messages", channel.id)
}

/// Registers the usual commands without a gateway.
async fn register(raw: &Raw, discord: &FakeDiscord) {
    let path = format!("/applications/{}/commands", discord.application());
    let body = serde_json::to_value(commands()).expect("commands are JSON");
    let (status, body) = raw.call("PUT", &path, body).await;
    assert_eq!(status, 200, "{body}");
}

/// For tests that send nonsense on purpose: at least the fake's own answers must be as Discord describes them.
fn assert_own_answers_clean(discord: &FakeDiscord) {
    let own = discord
        .violations()
        .into_iter()
        .filter(|line| line.starts_with("the fake's own answer"));
    assert_eq!(own.collect::<Vec<_>>(), Vec::<String>::new());
    discord.forgive();
}

/// Answers an interaction without a library.
async fn respond(raw: &Raw, press: &crate::fakes::discord::Interaction, body: Value) -> (u16, i64) {
    let payload = press.payload();
    let token = payload["token"].as_str().expect("a token");
    raw.refusal("POST", &format!("/interactions/{}/{token}/callback", press.id), body)
        .await
}

/// The webhook path of an interaction.
fn webhook(discord: &FakeDiscord, press: &crate::fakes::discord::Interaction) -> String {
    let payload = press.payload();
    format!(
        "/webhooks/{}/{}",
        discord.application(),
        payload["token"].as_str().expect("a token")
    )
}

const SECOND: Duration = Duration::from_secs(1);
