//! Discord's HTTP interface as this program needs it: few calls, each with its own answer to trouble.
//!
//! The gateway library's own client loses `retry_after` of a 429 when its limiter is off, and sends the token to the
//! public host when it is on, so what the program says goes through here; the library only listens.

mod call;

use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};

use super::gates::Gates;
use super::message::Message;
use call::{Again, Call};

/// The public host; used only when no other base is configured.
pub(super) const PUBLIC_BASE: &str = "https://discord.com";

/// How long one request may take before it counts as broken.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a call about an interaction waits for a rate limit; the token lives 15 minutes, a person's patience does
/// not.
const PRESS_PATIENCE: Duration = Duration::from_secs(20);

/// Discord's numbers for refusals (`code` of the error body).
pub(super) mod code {
    /// The channel is gone.
    pub const UNKNOWN_CHANNEL: i64 = 10003;
    /// The server is gone, or the bot was removed from it.
    pub const UNKNOWN_GUILD: i64 = 10004;
    /// The person is no member of the server.
    pub const UNKNOWN_MEMBER: i64 = 10007;
    /// The message is gone.
    pub const UNKNOWN_MESSAGE: i64 = 10008;
    /// There is no such person.
    pub const UNKNOWN_USER: i64 = 10013;
    /// The interaction was never known, or its three seconds are over.
    pub const UNKNOWN_INTERACTION: i64 = 10062;
    /// An old message was edited too often.
    pub const TOO_MANY_OLD_EDITS: i64 = 30046;
    /// The interaction has its answer already.
    pub const ALREADY_ACKNOWLEDGED: i64 = 40060;
    /// The request is larger than Discord takes.
    pub const TOO_LARGE: i64 = 40005;
    /// Private channels are opened too fast.
    pub const OPENING_TOO_FAST: i64 = 40003;
    /// The person takes no private messages.
    pub const CANNOT_WRITE_TO: i64 = 50007;
    /// The channel takes no messages, such as a forum outside its posts.
    pub const NO_TEXT_CHANNEL: i64 = 50008;
    /// The person shares no server with the bot any more.
    pub const NO_COMMON_SERVER: i64 = 50278;
    /// There is no such person to write to, or it is a bot.
    pub const INVALID_RECIPIENT: i64 = 50033;
    /// The channel or server can't be seen.
    pub const MISSING_ACCESS: i64 = 50001;
    /// A permission is missing in the channel.
    pub const MISSING_PERMISSIONS: i64 = 50013;
    /// The interaction's token is over (15 minutes).
    pub const INVALID_WEBHOOK_TOKEN: i64 = 50027;
    /// The thread is archived.
    pub const THREAD_ARCHIVED: i64 = 50083;
}

/// Why a call did not work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Discord refused; a repetition would be refused too.
    #[error("refused with {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The number in the error body, 0 where there is none.
        code: i64,
        /// Discord's own words.
        message: String,
    },
    /// A rate limit that lasts longer than this call may wait.
    #[error("rate limited for {wait:?}")]
    Limited {
        /// How long the limit still holds.
        wait: Duration,
    },
    /// The connection or the server broke, also after repetitions.
    #[error("broken: {0}")]
    Broken(String),
}

impl Failure {
    /// Discord's number for this refusal.
    pub(super) fn code(&self) -> Option<i64> {
        match self {
            Failure::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }
}

/// Discord's numbers for channels that hold posts and no messages of their own.
const FORUM: u64 = 15;
const MEDIA: u64 = 16;

/// What a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// Messages can stand in it.
    pub(super) takes_messages: bool,
    /// A thread that only moderators write in.
    pub(super) locked: bool,
    /// The channel that a thread belongs to.
    pub(super) parent: Option<i64>,
}

/// The client.
pub(super) struct Rest {
    http: reqwest::Client,
    base: String,
    gates: Gates,
    authorization: HeaderValue,
}

impl Rest {
    /// A client for the API under `base` (scheme and host; `/api/v10` is added).
    pub(super) fn new(token: &str, base: &str) -> Result<Rest, Failure> {
        let mut authorization = HeaderValue::from_str(&format!("Bot {token}"))
            .map_err(|_| Failure::Broken("the token holds characters that no token has".to_owned()))?;
        authorization.set_sensitive(true);
        let http = reqwest::Client::builder()
            .user_agent(concat!("DiscordBot (jinlami, ", env!("CARGO_PKG_VERSION"), ")"))
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(Duration::from_secs(5))
            // A redirect could lead away from the configured host.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| Failure::Broken(error.without_url().to_string()))?;
        Ok(Rest {
            http,
            base: base.trim_end_matches('/').to_owned(),
            gates: Gates::default(),
            authorization,
        })
    }

    /// The gateway's address.
    pub(super) async fn gateway(&self) -> Result<String, Failure> {
        let answer = self.get("/gateway").await?;
        answer["url"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| Failure::Broken("no gateway address given".to_owned()))
    }

    /// The bot's own user: its id and name.
    pub(super) async fn me(&self) -> Result<(i64, String), Failure> {
        let answer = self.get("/users/@me").await?;
        Ok((
            id_of(&answer)?,
            answer["username"].as_str().unwrap_or_default().to_owned(),
        ))
    }

    /// The servers that the bot is in, at most 200, by name with what its roles may do there.
    pub(super) async fn servers(&self) -> Result<Vec<(String, u64)>, Failure> {
        let answer = self.get("/users/@me/guilds").await?;
        let servers = answer.as_array().into_iter().flatten().map(|server| {
            let may = server["permissions"].as_str().and_then(|bits| bits.parse().ok());
            let name = server["name"].as_str().unwrap_or_default();
            let name = name.chars().filter(|letter| !letter.is_control()).collect();
            // What is not told is taken to be there.
            (name, may.unwrap_or(u64::MAX))
        });
        Ok(servers.collect())
    }

    /// Posts a message; the nonce makes a repetition return the same message.
    pub(super) async fn send(&self, channel: i64, message: &Message, nonce: &str) -> Result<i64, Failure> {
        let mut body = message.body();
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        let answer = self
            .call(Call {
                method: Method::POST,
                path: format!("/channels/{channel}/messages"),
                gate: format!("send {channel}"),
                message: Some(message),
                body: Some(body),
                again: Again::Safe,
                bot: true,
                patience: Duration::ZERO,
            })
            .await?;
        id_of(&answer)
    }

    /// Brings a message to a new state.
    pub(super) async fn edit(&self, channel: i64, id: i64, message: &Message) -> Result<(), Failure> {
        self.call(Call {
            method: Method::PATCH,
            path: format!("/channels/{channel}/messages/{id}"),
            gate: format!("edit {channel}"),
            message: Some(message),
            body: Some(message.edit_body()),
            again: Again::Safe,
            bot: true,
            patience: Duration::ZERO,
        })
        .await
        .map(drop)
    }

    /// The private channel with a person; the same one every time.
    pub(super) async fn open_private(&self, user: i64) -> Result<i64, Failure> {
        let answer = self
            .call(Call {
                method: Method::POST,
                path: "/users/@me/channels".to_owned(),
                gate: "open".to_owned(),
                message: None,
                body: Some(json!({ "recipient_id": user.to_string() })),
                again: Again::Safe,
                bot: true,
                patience: Duration::ZERO,
            })
            .await?;
        id_of(&answer)
    }

    /// Opens an archived thread again.
    pub(super) async fn unarchive(&self, thread: i64) -> Result<(), Failure> {
        self.call(Call {
            method: Method::PATCH,
            path: format!("/channels/{thread}"),
            gate: format!("channel {thread}"),
            message: None,
            body: Some(json!({ "archived": false })),
            again: Again::Safe,
            bot: true,
            patience: Duration::ZERO,
        })
        .await
        .map(drop)
    }

    /// What kind of channel it is.
    pub(super) async fn kind_of(&self, channel: i64) -> Result<Kind, Failure> {
        let answer = self.get(&format!("/channels/{channel}")).await?;
        let thread = answer["thread_metadata"].as_object();
        let locked = thread.and_then(|thread| thread.get("locked")?.as_bool()) == Some(true);
        Ok(Kind {
            takes_messages: !matches!(answer["type"].as_u64(), Some(FORUM | MEDIA)),
            locked,
            parent: thread.and(answer["parent_id"].as_str()).and_then(|id| id.parse().ok()),
        })
    }

    /// Whether a person is a member of a server: refused with `UNKNOWN_MEMBER` when not.
    pub(super) async fn member(&self, guild: i64, user: i64) -> Result<(), Failure> {
        self.get(&format!("/guilds/{guild}/members/{user}")).await.map(drop)
    }

    /// Whether the bot is in a server: refused when not.
    pub(super) async fn server(&self, guild: i64) -> Result<(), Failure> {
        self.get(&format!("/guilds/{guild}")).await.map(drop)
    }

    /// How many of the newest messages in this channel stand after this one, counted to `most` (at most 100).
    pub(super) async fn after(&self, channel: i64, message: i64, most: usize) -> Result<usize, Failure> {
        let path = format!("/channels/{channel}/messages?after={message}&limit={most}");
        let answer = self.get(&path).await?;
        Ok(answer.as_array().map_or(0, Vec::len))
    }

    /// Takes a message of the bot away.
    pub(super) async fn delete(&self, channel: i64, id: i64) -> Result<(), Failure> {
        self.call(Call {
            method: Method::DELETE,
            path: format!("/channels/{channel}/messages/{id}"),
            gate: format!("delete {channel}"),
            message: None,
            body: None,
            again: Again::Safe,
            bot: true,
            patience: Duration::ZERO,
        })
        .await
        .map(drop)
    }

    /// Starts a public thread in a channel. Never repeated where it may have arrived: a second one would stay empty.
    pub(super) async fn start_thread(&self, channel: i64, name: &str) -> Result<i64, Failure> {
        let answer = self
            .call(Call {
                method: Method::POST,
                path: format!("/channels/{channel}/threads"),
                gate: format!("threads {channel}"),
                message: None,
                body: Some(json!({ "name": name, "type": 11, "auto_archive_duration": 1440 })),
                again: Again::Unsure,
                bot: true,
                patience: PRESS_PATIENCE,
            })
            .await?;
        id_of(&answer)
    }

    /// Closes a thread.
    pub(super) async fn archive(&self, thread: i64) -> Result<(), Failure> {
        self.call(Call {
            method: Method::PATCH,
            path: format!("/channels/{thread}"),
            gate: format!("channel {thread}"),
            message: None,
            body: Some(json!({ "archived": true })),
            again: Again::Safe,
            bot: true,
            patience: PRESS_PATIENCE,
        })
        .await
        .map(drop)
    }

    /// The first answer to an interaction; due within 3 seconds.
    ///
    /// Repeating is safe: Discord takes one answer, and "already acknowledged" to a repetition means that the first one
    /// arrived.
    pub(super) async fn acknowledge(&self, id: u64, token: &str, answer: Value) -> Result<(), Failure> {
        self.call(Call {
            method: Method::POST,
            path: format!("/interactions/{id}/{token}/callback"),
            gate: format!("callback {id}"),
            message: None,
            body: Some(answer),
            again: Again::Safe,
            bot: false,
            patience: Duration::from_secs(2),
        })
        .await
        .map(drop)
    }

    /// Brings an interaction's first answer to a new state: for a press answered "later", the pressed message itself.
    pub(super) async fn edit_original(&self, application: u64, token: &str, message: &Message) -> Result<(), Failure> {
        self.call(Call {
            method: Method::PATCH,
            path: format!("/webhooks/{application}/{token}/messages/@original"),
            gate: format!("webhook {token}"),
            message: Some(message),
            body: Some(message.edit_body()),
            again: Again::Safe,
            bot: false,
            patience: PRESS_PATIENCE,
        })
        .await
        .map(drop)
    }

    /// Takes an interaction's first answer away.
    pub(super) async fn delete_original(&self, application: u64, token: &str) -> Result<(), Failure> {
        self.call(Call {
            method: Method::DELETE,
            path: format!("/webhooks/{application}/{token}/messages/@original"),
            gate: format!("webhook {token}"),
            message: None,
            body: None,
            again: Again::Safe,
            bot: false,
            patience: PRESS_PATIENCE,
        })
        .await
        .map(drop)
    }

    /// One more message after an interaction's first answer. No nonce is taken here, so what nobody knows the end of could
    /// stand there twice: a note to one person may, what the whole chat sees is rather left out.
    pub(super) async fn follow_up(&self, application: u64, token: &str, message: &Message) -> Result<(), Failure> {
        self.call(Call {
            method: Method::POST,
            path: format!("/webhooks/{application}/{token}"),
            gate: format!("webhook {token}"),
            message: Some(message),
            body: Some(message.body()),
            again: if message.is_only_me() {
                Again::Safe
            } else {
                Again::Unsure
            },
            bot: false,
            patience: PRESS_PATIENCE,
        })
        .await
        .map(drop)
    }

    /// The commands registered for every server.
    pub(super) async fn commands(&self, application: u64) -> Result<Value, Failure> {
        self.get(&format!("/applications/{application}/commands?with_localizations=true"))
            .await
    }

    /// Replaces the commands registered for every server.
    pub(super) async fn replace_commands(&self, application: u64, commands: &Value) -> Result<(), Failure> {
        self.call(Call {
            method: Method::PUT,
            path: format!("/applications/{application}/commands"),
            gate: "commands".to_owned(),
            message: None,
            body: Some(commands.clone()),
            again: Again::Safe,
            bot: true,
            patience: Duration::from_secs(60),
        })
        .await
        .map(drop)
    }

    /// The commands registered for one server alone.
    pub(super) async fn commands_of(&self, application: u64, guild: u64) -> Result<Value, Failure> {
        self.get(&format!("/applications/{application}/guilds/{guild}/commands"))
            .await
    }

    /// Takes a command away that is registered for one server alone.
    pub(super) async fn drop_command(&self, application: u64, guild: u64, command: &str) -> Result<(), Failure> {
        self.call(Call {
            method: Method::DELETE,
            path: format!("/applications/{application}/guilds/{guild}/commands/{command}"),
            gate: "commands".to_owned(),
            message: None,
            body: None,
            again: Again::Safe,
            bot: true,
            patience: Duration::from_secs(60),
        })
        .await
        .map(drop)
    }

    async fn get(&self, path: &str) -> Result<Value, Failure> {
        self.call(Call {
            method: Method::GET,
            path: path.to_owned(),
            gate: format!("get {path}"),
            message: None,
            body: None,
            again: Again::Safe,
            bot: true,
            patience: Duration::from_secs(10),
        })
        .await
    }
}

fn id_of(answer: &Value) -> Result<i64, Failure> {
    answer["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .ok_or_else(|| Failure::Broken("an answer without an id".to_owned()))
}
