//! The Telegram adapter: updates become wishes, posts become messages. It knows no rule of the game.

mod absent;
mod aloud;
mod chat;
mod command;
mod doors;
mod errand;
mod failure;
mod keyboard;
mod lanes;
mod listen;
mod menu;
mod mouth;
mod office;
mod only;
mod pace;
mod press;
mod recent;
mod reception;
mod spot;
mod text;
mod webhook;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;
use teloxide::payloads::SetWebhookSetters;
use teloxide::requests::{Request, Requester};
use tokio_util::sync::CancellationToken;
use url::Url;

pub use pace::{Pace, Paces};

use crate::id::Platform;
use crate::service::Service;
use crate::ui::{BotName, Desk};
use failure::{Failure, meeting, sort};
use listen::Patience;
use mouth::Mouth;
use office::Office;
use reception::Reception;
use webhook::Door;

/// How long a request may take before its answer counts as lost; the library waits 10 s of it after a server's error.
const SEND_TIME: Duration = Duration::from_secs(20);

/// How the bot reaches Telegram.
#[derive(Clone)]
pub struct TelegramConfig {
    /// The bot's token.
    pub token: String,
    /// Another address of the Bot API, for a server or proxy of one's own; then nothing ever goes elsewhere.
    pub api_url: Option<String>,
    /// Updates by webhook; without it they are polled.
    pub webhook: Option<Webhook>,
    /// How fast chats are written to.
    pub paces: Paces,
    /// Whom no private chat reaches is shown the hand in the group, in a message that nobody else sees (Bot API 10.2).
    pub ephemeral: bool,
}

/// Where Telegram brings updates.
#[derive(Clone)]
pub struct Webhook {
    /// The public address, whose path is also where the bot listens.
    pub url: String,
    /// Where the bot listens, behind whatever speaks TLS for it.
    pub listen: SocketAddr,
    /// What Telegram sends along with every update: 1 to 256 of `A-Z a-z 0-9 _ -`.
    pub secret: String,
}

/// Why the adapter can't run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The token is refused.
    #[error("Telegram refuses the bot token: copy it again from @BotFather into telegram.token")]
    Token,
    /// The base address can't be read.
    #[error("telegram.api_url is no http:// or https:// address")]
    ApiUrl,
    /// The webhook's address can't be read.
    #[error("telegram.webhook_url is no web address")]
    WebhookUrl,
    /// The secret would not be taken by Telegram.
    #[error("telegram.webhook_secret must be 1 to 256 characters of A-Z a-z 0-9 _ -")]
    WebhookSecret,
    /// Nobody can listen there.
    #[error("the webhook can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// Telegram does not take the webhook.
    #[error("Telegram does not take the webhook: {0}")]
    WebhookRefused(String),
    /// There is no sensible answer.
    #[error("Telegram can't be reached: {0}")]
    Unreachable(String),
    /// Another copy receives the updates, and it was there first.
    #[error(
        "another running copy receives this Telegram bot's updates: stop that one first, or give this one a token of its own"
    )]
    Twice,
    /// The HTTP client can't be made.
    #[error("no HTTP client: {0}")]
    Client(String),
}

/// Runs the adapter until told to stop.
///
/// # Errors
/// When the settings make no sense or Telegram refuses the token or the webhook.
pub async fn run(
    config: TelegramConfig,
    desk: Arc<Desk>,
    service: Service,
    stop: CancellationToken,
) -> Result<(), Error> {
    // A failure here ends this adapter, not the whole program.
    let stop = stop.child_token();
    let bot = bot(&config, SEND_TIME)?;
    let Some((id, name)) = meet_self(&bot, &stop).await? else {
        return Ok(());
    };
    tracing::info!(name, "Telegram knows this bot");
    desk.set_bot(
        Platform::Telegram,
        BotName {
            name: name.clone(),
            link_base: Some(format!("https://t.me/{name}")),
        },
    );
    if let Err(failure) = menu::register(&bot, id, &service).await {
        tracing::warn!(%failure, "the commands could not be registered; the next start tries again");
    }
    let office = Office::new(
        Mouth::new(bot.clone()),
        desk,
        service,
        config.paces,
        config.ephemeral,
        stop.clone(),
    );
    let reception = Reception::new(Arc::clone(&office), bot.clone(), name);
    let delivery = tokio::spawn(office.run());
    let heard = match &config.webhook {
        Some(webhook) => be_called(&bot, webhook, &reception, &stop).await,
        None => {
            stop_webhook(&bot).await;
            let patient = self::bot(&config, Duration::from_secs(u64::from(listen::HOLD) + 15))?;
            listen::poll(&patient, &reception, &stop).await
        }
    };
    // Without updates there is no bot: delivery ends with them.
    stop.cancel();
    drop(delivery.await);
    heard
}

/// How long a look at the token may take.
const CHECK_TIME: Duration = Duration::from_secs(10);

fn bot(config: &TelegramConfig, timeout: Duration) -> Result<Bot, Error> {
    let client = teloxide::net::default_reqwest_settings()
        .timeout(timeout)
        // Whoever sets a base address means it: no server may send the bot elsewhere.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|error| Error::Client(error.to_string()))?;
    let bot = Bot::with_client(&config.token, client);
    let Some(address) = &config.api_url else { return Ok(bot) };
    let url = Url::parse(address.trim_end_matches('/')).map_err(|_| Error::ApiUrl)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Error::ApiUrl);
    }
    Ok(bot.set_api_url(url))
}

/// What a look at the token tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// The bot's @name, without the `@`.
    pub name: String,
    /// Whether it may be added to groups.
    pub joins_groups: bool,
}

/// Asks Telegram once whose token this is; nothing is changed and no update is taken.
///
/// # Errors
/// When the token is refused, Telegram can't be reached, or the address makes no sense.
pub async fn check(config: &TelegramConfig) -> Result<Checkup, Error> {
    let me = bot(config, CHECK_TIME)?
        .get_me()
        .send()
        .await
        .map_err(|error| match sort(&error) {
            Failure::Token => Error::Token,
            _ => Error::Unreachable(meeting(&error)),
        })?;
    Ok(Checkup {
        name: me.username().to_owned(),
        joins_groups: me.can_join_groups,
    })
}

/// The bot's id and @name; `None` when told to stop before Telegram could be reached.
async fn meet_self(bot: &Bot, stop: &CancellationToken) -> Result<Option<(u64, String)>, Error> {
    let mut patience = Patience::default();
    loop {
        let asked = tokio::select! {
            () = stop.cancelled() => return Ok(None),
            asked = bot.get_me().send() => asked,
        };
        let wait = match asked.map_err(|error| (sort(&error), meeting(&error))) {
            Ok(me) => return Ok(Some((me.user.id.0, me.username().to_owned()))),
            Err((Failure::Token, _)) => return Err(Error::Token),
            Err((Failure::Wait(time), _)) => time,
            Err((_, failure)) => {
                tracing::warn!(%failure, "Telegram can't be reached; trying again");
                patience.next()
            }
        };
        tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// While a webhook is set Telegram refuses polling; whoever configures polling wants it gone. Nothing that waits is lost.
async fn stop_webhook(bot: &Bot) {
    if let Err(error) = bot.delete_webhook().send().await {
        tracing::warn!(failure = %sort(&error), "an old webhook may still be set");
    }
}

async fn be_called(
    bot: &Bot,
    webhook: &Webhook,
    reception: &Arc<Reception>,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let url = Url::parse(&webhook.url).map_err(|_| Error::WebhookUrl)?;
    let letters = |secret: &str| {
        secret
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    if !(1..=256).contains(&webhook.secret.len()) || !letters(&webhook.secret) {
        return Err(Error::WebhookSecret);
    }
    let opened = Door::open(webhook.listen, url.path(), &webhook.secret).await;
    let door = opened.map_err(|error| Error::Listen(webhook.listen, error))?;
    let serving = tokio::spawn(door.serve(Arc::clone(reception), stop.clone()));
    let mut patience = Patience::default();
    while !stop.is_cancelled() {
        let request = bot
            .set_webhook(url.clone())
            .secret_token(&webhook.secret)
            .allowed_updates(listen::WANTED)
            .send();
        let wait = match request.await.map_err(|error| sort(&error)) {
            Ok(_) => break,
            Err(Failure::Token) => return Err(Error::Token),
            Err(Failure::Refused(words)) => return Err(Error::WebhookRefused(words)),
            Err(Failure::Wait(time)) => time,
            Err(failure) => {
                tracing::warn!(%failure, "the webhook could not be set; trying again");
                patience.next()
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
    tracing::info!(listen = %webhook.listen, "updates come by webhook");
    // It ends when told to stop; a panic in it was logged.
    drop(serving.await);
    Ok(())
}
