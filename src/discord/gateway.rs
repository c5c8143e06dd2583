//! The connection that presses and commands come in by: made, watched, made again.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ClientBuilder, ConnectionStage, FullEvent, GatewayError, GatewayIntents, HttpBuilder, Interaction};
use serenity::{ShardId, ShardManager};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::id::Platform;
use crate::ui::BotName;

use super::bot::Bot;
use super::rest::Failure;
use super::{Error, commands, register};

/// Servers and their names; nothing privileged, no message content.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS;

/// The address that messages lie under for those who read them; the bot itself asks nothing of it.
const LINKS: &str = "https://discord.com/channels";

/// The first and the longest pause before the next attempt.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// A connection that was up this long starts counting pauses anew.
const STEADY: Duration = Duration::from_secs(120);

/// How often the heartbeats are looked at.
const LOOK: Duration = Duration::from_secs(3);

/// Without a sign of life from a shard for this long, everything is connected anew; heartbeats come every 41 s.
const DEAD: Duration = Duration::from_secs(120);

/// Heartbeats come every 41 s; a shard with a younger one is alive.
const BEAT: Duration = Duration::from_secs(60);

/// How long the library may try to get its connections back, which takes it 5 s where that goes well. After a resume
/// that fails
/// in the middle it listens to a dead socket until the next heartbeat, 41 s later.
const APART: Duration = Duration::from_secs(15);

/// How long shards may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Listens until told to stop.
///
/// # Errors
/// When the token or the application's settings are refused; everything else is tried again.
pub(super) async fn listen(bot: &Arc<Bot>, token: &str, base: &str, stop: &CancellationToken) -> Result<(), Error> {
    let mut pause = PAUSES.0;
    while !stop.is_cancelled() {
        let started = Instant::now();
        let ended = connect(bot, token, base, stop).await;
        match ended {
            Ok(()) => {}
            Err(Ended::ForGood(error)) => return Err(error),
            Err(Ended::Lost(cause)) => tracing::warn!(cause, "Discord is not connected; trying again"),
        }
        if started.elapsed() > STEADY {
            pause = PAUSES.0;
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => {}
        }
        pause = (pause * 2).min(PAUSES.1);
    }
    Ok(())
}

enum Ended {
    Lost(String),
    ForGood(Error),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        match failure {
            Failure::Refused { status: 401, .. } => Ended::ForGood(Error::Token),
            other => Ended::Lost(other.to_string()),
        }
    }
}

async fn connect(bot: &Arc<Bot>, token: &str, base: &str, stop: &CancellationToken) -> Result<(), Ended> {
    let (name, gateway) = tokio::select! {
        both = greet(bot) => both?,
        () = stop.cancelled() => return Ok(()),
    };
    // With its limiter on, the library ignores the base and sends the token to the public host.
    let http = HttpBuilder::new(token).proxy(base).ratelimiter_disabled(true).build();
    let framework = OnMain {
        inner: Arc::new(framework(bot, stop)),
        main: Handle::current(),
    };
    bot.desk.set_bot(
        Platform::Discord,
        BotName {
            name,
            link_base: Some(LINKS.to_owned()),
        },
    );
    let apart = Apart::new()?;
    let (made, manager) = oneshot::channel();
    let mut running = apart.spawn(async move {
        let mut client = ClientBuilder::new_with_http(http, INTENTS).framework(framework).await?;
        *client.ws_url.lock().await = gateway;
        drop(made.send(Arc::clone(&client.shard_manager)));
        client.start_autosharded().await
    });
    let Ok(manager) = manager.await else {
        return Err(running.await.map_or_else(|error| Ended::Lost(error.to_string()), lost));
    };
    let watched = tokio::select! {
        ended = &mut running => Some(ended.map_or_else(|error| Ended::Lost(error.to_string()), lost)),
        () = silence(bot, &manager) => Some(Ended::Lost("no heartbeat for too long".to_owned())),
        () = stop.cancelled() => None,
    };
    if let Some(ended) = watched {
        return Err(ended);
    }
    let goodbye = apart.spawn(async move { manager.shutdown_all().await });
    if tokio::time::timeout(GOODBYE, goodbye).await.is_err() {
        tracing::debug!("a shard did not say goodbye");
    }
    Ok(())
}

fn lost(ended: serenity::Result<()>) -> Ended {
    ended.map_or_else(
        |error| reason(&error),
        |()| Ended::Lost("the library stopped listening".to_owned()),
    )
}

/// A runtime of its own for the library's connections. After a resume that fails in the middle, a shard spins on its dead
/// socket without ever yielding until the next heartbeat: on the main runtime that could hold up every timer and socket,
/// the other platforms' too.
struct Apart(Option<Runtime>);

impl Apart {
    fn new() -> Result<Apart, Ended> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_name("discord").enable_all().build();
        runtime
            .map(|runtime| Apart(Some(runtime)))
            .map_err(|error| Ended::Lost(error.to_string()))
    }

    fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.0.as_ref().expect("it is there until it is dropped").spawn(work)
    }
}

/// Does not wait for a shard that spins; what it still holds goes with it.
impl Drop for Apart {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Hands every event to the main runtime, so that no press depends on the library's runtime once it is read.
struct OnMain {
    inner: Arc<poise::Framework<Arc<Bot>, Infallible>>,
    main: Handle,
}

#[serenity::async_trait]
impl serenity::Framework for OnMain {
    async fn init(&mut self, client: &serenity::Client) {
        if let Some(inner) = Arc::get_mut(&mut self.inner) {
            inner.init(client).await;
        }
    }

    async fn dispatch(&self, context: serenity::Context, event: FullEvent) {
        let inner = Arc::clone(&self.inner);
        self.main.spawn(async move { inner.dispatch(context, event).await });
    }
}

/// The bot's name and the gateway's address. Asked here because the library goes to the public gateway when its own
/// question fails.
async fn greet(bot: &Bot) -> Result<(String, String), Failure> {
    let (_, name) = bot.rest.me().await?;
    Ok((name, bot.rest.gateway().await?))
}

fn reason(error: &serenity::Error) -> Ended {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => Ended::ForGood(Error::Token),
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents) => {
            Ended::ForGood(Error::Intents)
        }
        other => Ended::Lost(other.to_string()),
    }
}

/// Ends when a shard gave no sign of life for too long. Its latency changes with every answered heartbeat.
async fn silence(bot: &Bot, manager: &ShardManager) {
    let mut signs: HashMap<ShardId, (Option<Duration>, Instant)> = HashMap::new();
    let mut connected = Instant::now();
    loop {
        tokio::time::sleep(LOOK).await;
        let now = Instant::now();
        // A shard that spins may hold the lock: that is silence too.
        let Ok(runners) = tokio::time::timeout(APART, manager.runners.lock()).await else {
            return;
        };
        if !runners.is_empty()
            && runners
                .values()
                .all(|runner| runner.stage == ConnectionStage::Connected)
        {
            connected = now;
        }
        signs.retain(|shard, _| runners.contains_key(shard));
        for (shard, runner) in runners.iter() {
            let sign = signs.entry(*shard).or_insert((runner.latency, now));
            if sign.0 != runner.latency {
                *sign = (runner.latency, now);
            }
        }
        // The longest silent shard counts.
        if connected == now && signs.values().all(|(_, since)| now.duration_since(*since) < BEAT) {
            bot.service.heard(Platform::Discord);
        }
        let still = signs.values().any(|(_, since)| now.duration_since(*since) > DEAD);
        if still || now.duration_since(connected) > APART {
            return;
        }
    }
}

fn framework(bot: &Arc<Bot>, stop: &CancellationToken) -> poise::Framework<Arc<Bot>, Infallible> {
    let options = poise::FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(commands::on_error(error)),
        event_handler: |framework, event| Box::pin(on_event(framework, event)),
        ..Default::default()
    };
    let (bot, stop) = (Arc::clone(bot), stop.clone());
    poise::Framework::builder()
        // Nobody owns commands here, and the question would be one more request that can fail.
        .initialize_owners(false)
        .options(options)
        .setup(move |_, ready, _| {
            // A setup that fails leaves a connected but deaf bot: this one can't.
            let application = ready.application.id.get();
            tokio::spawn(register::keep(Arc::clone(&bot), application, stop));
            Box::pin(async move { Ok(bot) })
        })
        .build()
}

async fn on_event(
    framework: poise::FrameworkContext<'_, Arc<Bot>, Infallible>,
    event: &FullEvent,
) -> Result<(), Infallible> {
    let bot = framework.user_data;
    bot.place_changed(&framework.serenity_context.cache, event).await;
    bot.look_at_doors(event, framework.bot_id().get()).await;
    match event {
        FullEvent::InteractionCreate {
            interaction: Interaction::Component(press),
        } => {
            bot.press(&framework.serenity_context.cache, press).await;
        }
        FullEvent::Ready { data_about_bot } => {
            tracing::info!(
                name = data_about_bot.user.name,
                servers = data_about_bot.guilds.len(),
                "connected"
            );
        }
        FullEvent::ShardStageUpdate { event } if event.new == ConnectionStage::Disconnected => {}
        _ => {}
    }
    Ok(())
}
