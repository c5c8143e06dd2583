//! The Discord wire: presses and commands in, posts out. It knows Discord and nothing of the game.
//!
//! The gateway library only listens; what the program says goes through [`rest`]. Every press is acknowledged before
//! anything else
//! happens, and every message of a match is brought to its wanted state by [`deliver`], which reads what to show from
//! the store: a
//! crash, an outage or a deleted message loses nothing.

mod bot;
mod chats;
mod commands;
mod deliver;
mod escape;
mod gates;
mod gateway;
mod message;
mod register;
mod reply;
mod rest;
mod texts;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::service::Service;
use crate::ui::Desk;

use bot::Bot;
use rest::{PUBLIC_BASE, Rest};

/// How long answers under way may take at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// How Discord is reached.
#[derive(Clone)]
pub struct DiscordConfig {
    /// The bot's token, without "Bot ".
    pub token: String,
    /// Scheme and host of the HTTP interface; `None`: Discord itself. With a base set, nothing ever goes to the public
    /// hosts.
    pub api_url: Option<String>,
}

/// The token stays out of every log.
impl fmt::Debug for DiscordConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiscordConfig")
            .field("api_url", &self.api_url)
            .finish_non_exhaustive()
    }
}

/// What no waiting can mend.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Discord does not know the token.
    #[error("Discord refuses the token; create a new one in the developer portal and set JINLAMI_DISCORD__TOKEN")]
    Token,
    /// The application may not ask for what the bot asks for.
    #[error("Discord refuses the connection: {0}")]
    Refused(String),
    /// The configuration can't be used.
    #[error("discord: {0}")]
    Config(String),
}

/// How the connection is; for readiness and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Not connected yet, or not any more.
    Down,
    /// Connected and listening.
    Up,
}

/// Runs the wire until it is told to stop.
///
/// # Errors
/// When the token or the application's settings are refused; everything else is tried again.
pub async fn run(
    config: DiscordConfig,
    desk: Arc<Desk>,
    service: Service,
    stop: CancellationToken,
) -> Result<(), Error> {
    let (health, _) = watch::channel(Health::Down);
    run_watched(config, desk, service, stop, health).await
}

/// The same, telling how the connection is.
///
/// # Errors
/// When the token or the application's settings are refused; everything else is tried again.
pub async fn run_watched(
    config: DiscordConfig,
    desk: Arc<Desk>,
    service: Service,
    stop: CancellationToken,
    health: watch::Sender<Health>,
) -> Result<(), Error> {
    let base = match &config.api_url {
        None => PUBLIC_BASE.to_owned(),
        Some(url) => checked(url)?,
    };
    let rest = Rest::new(&config.token, &base).map_err(|failure| Error::Config(failure.to_string()))?;
    let bot = Arc::new(Bot::new(rest, desk, service, health));
    // One of them ending, for whatever reason, ends the other in order.
    let ended = stop.child_token();
    let gateway = async {
        let result = gateway::listen(&bot, &config.token, &base, &ended).await;
        ended.cancel();
        result
    };
    let (result, ()) = tokio::join!(gateway, deliver::run(&bot, &ended));
    // Whoever pressed last still gets an answer.
    bot.under_way.close();
    if tokio::time::timeout(LAST_ANSWERS, bot.under_way.wait()).await.is_err() {
        tracing::info!("some presses are left without an answer");
    }
    result
}

fn checked(url: &str) -> Result<String, Error> {
    let parsed = url::Url::parse(url).map_err(|error| Error::Config(format!("api_url: {error}")))?;
    if !matches!(parsed.scheme(), "http" | "https") || parsed.host_str().is_none() {
        return Err(Error::Config("api_url: an http or https address is needed".to_owned()));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_taken_as_a_base() {
        assert_eq!(checked("http://127.0.0.1:3000/").unwrap(), "http://127.0.0.1:3000");
        for bad in ["", "127.0.0.1:3000", "ftp://example.org", "file:///etc"] {
            assert!(checked(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_token_is_not_printed() {
        let config = DiscordConfig {
            token: "very.secret".to_owned(),
            api_url: None,
        };
        assert!(!format!("{config:?}").contains("secret"));
    }
}
