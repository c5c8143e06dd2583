use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::alone::{Alone, alone};
use crate::config::{Config, OwnerOn, RatedBy};
use crate::contest::{Measure, Provisional, RatingRules, Reset};
use crate::id::{Account, Platform};
use crate::pictures::Pictures;
use crate::service::{Clock, Dice, RatingBook, Service};
use crate::store::Store;
use crate::ui::{Allowance, Desk, Limits};
use crate::words::Words;

/// How long nothing is done for whoever asks too much: 10 s (ours).
const PAUSE: Duration = Duration::from_secs(10);
/// How long a stop waits for work under way: 10 s (ours).
const DRAIN: Duration = Duration::from_secs(10);

/// The running whole: one service, one store, whichever platforms are configured.
pub struct App {
    service: Service,
    desk: Arc<Desk>,
    stop: CancellationToken,
    tasks: JoinSet<()>,
    address: Option<SocketAddr>,
    signs: Option<SocketAddr>,
    /// Why this process must end, told by a platform.
    verdict: (mpsc::Sender<String>, mpsc::Receiver<String>),
    /// The tokens that nobody else on this machine may run with.
    _tokens: Vec<Alone>,
}

impl App {
    /// Opens the store, gives time to whoever was waiting, starts the ticker and every platform.
    ///
    /// # Errors
    /// When the store can't be opened, the page can't listen, or another process runs with the same token.
    pub async fn start(config: &Config, clock: Clock, dice: Dice, stop: CancellationToken) -> anyhow::Result<App> {
        let store = Store::open(&config.database.url).await?;
        let tokens = tokens(config)?;
        let service = Service::new(store, clock, dice);
        service.set_templates(super::events::templates(config)?);
        service.set_idle_days(config.events.idle_days);
        service.rate_by(book(config)).await?;
        service.wake().await?;
        let pictures = tokio::task::spawn_blocking(Pictures::new).await??;
        let pictures = Arc::new(pictures);
        let desk = Desk::new(service.clone(), Words::new(), pictures).limited(limits(config));
        let desk = Arc::new(desk);
        desk.set_owners(owners(config)?);
        let mut app = App {
            service,
            desk,
            stop,
            tasks: JoinSet::new(),
            address: None,
            signs: None,
            verdict: mpsc::channel(1),
            _tokens: tokens,
        };
        let (service, stop) = (app.service.clone(), app.stop.clone());
        app.tasks.spawn(async move { service.run(stop).await });
        app.web(config).await?;
        app.signs(config).await?;
        app.discord(config);
        app.telegram(config)?;
        Ok(app)
    }

    /// Where the local page listens.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Where health and metrics answer beside the page.
    #[must_use]
    pub fn signs_address(&self) -> Option<SocketAddr> {
        self.signs
    }

    /// Ends when a platform says that this process must end, with the reason; else never.
    pub async fn doomed(&mut self) -> String {
        match self.verdict.1.recv().await {
            Some(reason) => reason,
            None => std::future::pending().await,
        }
    }

    /// The service.
    #[must_use]
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// The desk.
    #[must_use]
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// Stops in order: no new wishes, then what is under way ends, then the store closes.
    pub async fn stop(mut self) {
        self.stop.cancel();
        let drained = tokio::time::timeout(DRAIN, async { while self.tasks.join_next().await.is_some() {} }).await;
        if drained.is_err() {
            tracing::warn!("some work did not end in time");
            self.tasks.shutdown().await;
        }
        self.service.store().close().await;
    }

    #[cfg(feature = "web")]
    async fn web(&mut self, config: &Config) -> anyhow::Result<()> {
        use crate::web::{Page, WebConfig};
        if config.web.listen.is_empty() {
            return Ok(());
        }
        let hosts = config
            .web
            .hosts
            .split(',')
            .map(|host| host.trim().to_owned())
            .filter(|host| !host.is_empty());
        let web = WebConfig {
            listen: config.web.listen.parse()?,
            hosts: hosts.collect(),
        };
        let page = Page::bind(web, Arc::clone(&self.desk), self.service.clone(), self.stop.clone()).await?;
        self.address = Some(page.address());
        self.tasks.spawn(async move {
            if let Err(error) = page.serve().await {
                tracing::error!(%error, "the local page stopped");
            }
        });
        Ok(())
    }

    #[cfg(not(feature = "web"))]
    #[expect(clippy::unused_async, reason = "the same shape as with the feature")]
    async fn web(&mut self, _: &Config) -> anyhow::Result<()> {
        Ok(())
    }

    #[cfg(feature = "web")]
    async fn signs(&mut self, config: &Config) -> anyhow::Result<()> {
        use crate::web::Signs;
        if config.metrics.listen.is_empty() {
            return Ok(());
        }
        let signs = Signs::bind(config.metrics.listen.parse()?, self.service.clone(), self.stop.clone()).await?;
        self.signs = Some(signs.address());
        self.tasks.spawn(async move {
            if let Err(error) = signs.serve().await {
                tracing::error!(%error, "health and metrics stopped");
            }
        });
        Ok(())
    }

    #[cfg(not(feature = "web"))]
    #[expect(clippy::unused_async, reason = "the same shape as with the feature")]
    async fn signs(&mut self, _: &Config) -> anyhow::Result<()> {
        Ok(())
    }

    #[cfg(feature = "discord")]
    fn discord(&mut self, config: &Config) {
        use crate::discord::{DiscordConfig, run};
        if config.discord.token.is_empty() {
            return;
        }
        let discord = DiscordConfig {
            token: config.discord.token.reveal().to_owned(),
            api_url: some(&config.discord.api_url),
        };
        self.service.awaits(Platform::Discord, true);
        let (desk, service, stop) = (Arc::clone(&self.desk), self.service.clone(), self.stop.clone());
        self.tasks.spawn(async move {
            if let Err(error) = run(discord, desk, service, stop).await {
                tracing::error!(%error, "Discord stopped");
            }
        });
    }

    #[cfg(not(feature = "discord"))]
    fn discord(&mut self, _: &Config) {}

    #[cfg(feature = "telegram")]
    fn telegram(&mut self, config: &Config) -> anyhow::Result<()> {
        use crate::telegram::{Error, Paces, TelegramConfig, Webhook, run};
        if config.telegram.token.is_empty() {
            return Ok(());
        }
        let webhook = match some(&config.telegram.webhook_url) {
            Some(url) => Some(Webhook {
                url,
                listen: config.telegram.webhook_listen.parse()?,
                secret: config.telegram.webhook_secret.reveal().to_owned(),
            }),
            None => None,
        };
        let telegram = TelegramConfig {
            token: config.telegram.token.reveal().to_owned(),
            api_url: some(&config.telegram.api_url),
            webhook,
            paces: Paces::default(),
            ephemeral: config.telegram.ephemeral,
        };
        // By webhook nothing comes as long as nobody does anything.
        self.service.awaits(Platform::Telegram, telegram.webhook.is_none());
        let (desk, service, stop) = (Arc::clone(&self.desk), self.service.clone(), self.stop.clone());
        let verdict = self.verdict.0.clone();
        self.tasks.spawn(async move {
            if let Err(error) = run(telegram, desk, service, stop).await {
                tracing::error!(%error, "Telegram stopped");
                if matches!(error, Error::Twice) {
                    let _ = verdict.try_send(error.to_string());
                }
            }
        });
        Ok(())
    }

    #[cfg(not(feature = "telegram"))]
    #[expect(clippy::unnecessary_wraps, reason = "the same shape as with the feature")]
    fn telegram(&mut self, _: &Config) -> anyhow::Result<()> {
        Ok(())
    }
}

/// What one person and one chat may ask.
fn limits(config: &Config) -> Limits {
    let limits = &config.limits;
    Limits {
        person: Allowance {
            burst: limits.person_burst,
            minute: limits.person_per_minute,
        },
        chat: Allowance {
            burst: limits.chat_burst,
            minute: limits.chat_per_minute,
        },
        pause: PAUSE,
    }
}

/// Who owns the program.
fn owners(config: &Config) -> anyhow::Result<Vec<Account>> {
    let owners = config.moderation.owners().map_err(anyhow::Error::msg)?;
    let account = |(on, user)| Account {
        platform: match on {
            OwnerOn::Discord => Platform::Discord,
            OwnerOn::Telegram => Platform::Telegram,
        },
        user,
    };
    Ok(owners.into_iter().map(account).collect())
}

/// Takes every token that is set for this process alone.
fn tokens(config: &Config) -> anyhow::Result<Vec<Alone>> {
    let mut taken = Vec::new();
    for (built, platform, token, api_url) in [
        (
            cfg!(feature = "discord"),
            "Discord",
            &config.discord.token,
            &config.discord.api_url,
        ),
        (
            cfg!(feature = "telegram"),
            "Telegram",
            &config.telegram.token,
            &config.telegram.api_url,
        ),
    ] {
        if built && !token.is_empty() {
            taken.push(alone(platform, token.reveal(), api_url)?);
        }
    }
    Ok(taken)
}

#[cfg(any(feature = "discord", feature = "telegram"))]
fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// The ratings' book, as the settings have it.
fn book(config: &Config) -> RatingBook {
    let ratings = &config.ratings;
    RatingBook {
        rules: RatingRules {
            measure: match ratings.by {
                RatedBy::Result => Measure::Result,
                RatedBy::Margin => Measure::Margin { full: ratings.full },
            },
            a_day: ratings.a_day,
            ..RatingRules::default()
        },
        provisional: Provisional {
            deviation: ratings.deviation,
            games: ratings.games,
            opponents: ratings.opponents,
        },
        reset: Reset {
            keep: ratings.keep,
            deviation: ratings.season_deviation,
        },
    }
}
