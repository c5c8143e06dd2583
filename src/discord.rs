//! The Discord wire: presses and commands in, posts out. It knows Discord and nothing of the game.
//!
//! The gateway library only listens; what the program says goes through `rest`. Every press is acknowledged before
//! anything else
//! happens, and every message of a match is brought to its wanted state by `deliver`, which reads what to show from
//! the store: a
//! crash, an outage or a deleted message loses nothing.

mod absent;
mod admin;
mod bot;
mod chats;
mod commands;
mod deferred;
mod deliver;
mod doors;
mod escape;
mod event;
mod gates;
mod gateway;
mod message;
mod register;
mod reply;
mod rest;
mod team;
mod texts;
mod threads;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::service::Service;
use crate::ui::Desk;

use bot::Bot;
use rest::{Failure, PUBLIC_BASE, Rest};

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
    #[error(
        "Discord refuses the intents of this connection, though none of them needs a switch in the developer portal: is the \
         token that of a bot application?"
    )]
    Intents,
    /// No answer, or none that helps.
    #[error("Discord can't be reached: {0}")]
    Unreachable(String),
    /// The configuration can't be used.
    #[error("discord: {0}")]
    Config(String),
}

/// What Discord says about the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// The bot's name.
    pub name: String,
    /// How many servers it is in, counted to 200 (Discord's page).
    pub servers: usize,
    /// The servers in which its role lacks permissions, by name, with what is lacking. Single channels may give or take more.
    pub lacking: Vec<(String, Vec<&'static str>)>,
    /// The address that invites it to a server, with the permissions it needs.
    pub invite: String,
}

/// What the bot needs in a channel: view it, send messages, also in threads, attach files (Discord's permission bits).
const NEEDED: u64 = (1 << 10) | (1 << 11) | (1 << 38) | (1 << 15);
/// The same by name, as Discord's settings call them.
const NAMES: [(u64, &str); 4] = [
    (1 << 10, "View Channels"),
    (1 << 11, "Send Messages"),
    (1 << 38, "Send Messages in Threads"),
    (1 << 15, "Attach Files"),
];
/// May do everything (Discord's permission bit).
const ADMINISTRATOR: u64 = 1 << 3;

/// What is lacking with these permissions.
fn lacking(may: u64) -> Vec<&'static str> {
    let lacks = |bit: u64| may & (bit | ADMINISTRATOR) == 0;
    NAMES
        .into_iter()
        .filter_map(|(bit, name)| lacks(bit).then_some(name))
        .collect()
}

/// Asks Discord who the token belongs to.
///
/// # Errors
/// When the token is refused or Discord can't be reached.
pub async fn check(config: &DiscordConfig) -> Result<Checkup, Error> {
    let rest = client(config)?;
    let unreachable = |failure: Failure| match failure {
        Failure::Refused { status: 401, .. } => Error::Token,
        other => Error::Unreachable(other.to_string()),
    };
    let (id, name) = rest.me().await.map_err(unreachable)?;
    let servers = rest.servers().await.map_err(unreachable)?;
    let invite = format!(
        "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={NEEDED}"
    );
    let lacking = servers
        .iter()
        .map(|(name, may)| (name.clone(), lacking(*may)))
        .filter(|(_, lacks)| !lacks.is_empty())
        .collect();
    Ok(Checkup {
        name,
        servers: servers.len(),
        lacking,
        invite,
    })
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
    let base = base_of(&config)?;
    let rest = client(&config)?;
    // One of them ending, for whatever reason, ends the other in order.
    let ended = stop.child_token();
    let bot = Arc::new(Bot::new(rest, desk, service, ended.clone()));
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

fn client(config: &DiscordConfig) -> Result<Rest, Error> {
    Rest::new(&config.token, &base_of(config)?).map_err(|failure| Error::Config(failure.to_string()))
}

fn base_of(config: &DiscordConfig) -> Result<String, Error> {
    config
        .api_url
        .as_deref()
        .map_or_else(|| Ok(PUBLIC_BASE.to_owned()), checked)
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
    fn what_a_role_lacks_is_named() {
        assert_eq!(lacking(NEEDED), [""; 0]);
        assert_eq!(lacking(ADMINISTRATOR), [""; 0]);
        assert_eq!(lacking(u64::MAX), [""; 0]);
        assert_eq!(lacking(NEEDED & !(1 << 15)), ["Attach Files"]);
        assert_eq!(lacking(0).len(), NAMES.len());
        assert_eq!(NAMES.iter().map(|(bit, _)| bit).sum::<u64>(), NEEDED);
    }

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
