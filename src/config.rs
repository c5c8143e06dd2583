//! Settings: `config/default.toml` < `config/local.toml` < environment. The only room that reads the environment.

use std::fmt;
use std::path::Path;

use config::{Config as Layers, Environment, File, FileFormat};
use serde::Deserialize;

/// Every setting.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The database.
    pub database: Database,
    /// Discord.
    pub discord: Discord,
    /// Telegram.
    pub telegram: Telegram,
    /// The local page.
    pub web: Web,
    /// Health and metrics.
    pub metrics: Metrics,
    /// How much may be asked.
    pub limits: Limits,
    /// Moderation.
    pub moderation: Moderation,
    /// Events.
    pub events: Events,
    /// Ratings.
    pub ratings: Ratings,
    /// Logging.
    pub log: Log,
}

/// Where everything is kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// An SQLite file as `sqlite://PATH`.
    pub url: String,
}

/// How Discord is reached.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The bot's token; empty: Discord is off.
    pub token: Secret,
    /// Another address of the HTTP interface; empty: Discord itself.
    pub api_url: String,
}

/// How Telegram is reached.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telegram {
    /// The bot's token; empty: Telegram is off.
    pub token: Secret,
    /// Another address of the Bot API; empty: Telegram itself.
    pub api_url: String,
    /// The public address for updates; empty: long polling.
    pub webhook_url: String,
    /// Where the bot listens for them.
    pub webhook_listen: String,
    /// What Telegram sends along with every update.
    pub webhook_secret: Secret,
    /// Whom no private chat reaches is shown the hand in the group, in a message that nobody else sees (Bot API 10.2).
    pub ephemeral: bool,
}

/// The local page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    /// Where it listens; empty: no page.
    pub listen: String,
    /// Further host names, comma-separated.
    pub hosts: String,
}

/// Health and metrics.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// Where they listen beside the page; empty: on the page's address alone.
    pub listen: String,
}

/// How much one person and one chat may ask; the figures are explained in the default file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// What a person may ask at once.
    pub person_burst: u32,
    /// What a person may ask a minute; 0: no limit.
    pub person_per_minute: u32,
    /// What a chat may ask at once.
    pub chat_burst: u32,
    /// What a chat may ask a minute; 0: no limit.
    pub chat_per_minute: u32,
}

/// Moderation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moderation {
    /// Who may do everywhere what moderators may do in their own place: `discord:1,telegram:2`.
    pub owners: String,
}

/// Events.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    /// A file with templates of one's own; one that does not exist holds none.
    pub templates: String,
    /// After how many days in which nothing happens an event is called off.
    pub idle_days: u16,
}

/// A platform on which somebody can own the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerOn {
    /// Discord.
    Discord,
    /// Telegram.
    Telegram,
}

impl Moderation {
    /// The owners' accounts, by platform and user id.
    ///
    /// # Errors
    /// When one is not written as an account, or is one that anybody can speak through.
    pub fn owners(&self) -> Result<Vec<(OwnerOn, i64)>, &'static str> {
        let each = self.owners.split([',', ' ']).filter(|piece| !piece.is_empty());
        each.map(owner).collect()
    }
}

fn owner(text: &str) -> Result<(OwnerOn, i64), &'static str> {
    const FORM: &str = "must be discord: or telegram: and a person's number for each owner, separated by commas, such as \
        discord:123456789012345678,telegram:1234567";
    let (platform, user) = text.split_once(':').ok_or(FORM)?;
    let on = match platform.to_ascii_lowercase().as_str() {
        "discord" => OwnerOn::Discord,
        "telegram" => OwnerOn::Telegram,
        _ => return Err(FORM),
    };
    let user: i64 = user.parse().ok().filter(|user| *user > 0).ok_or(FORM)?;
    match (on, user) {
        (OwnerOn::Telegram, 1_087_968_824) => Err(
            "telegram:1087968824 is the account through which every anonymous administrator of every group speaks; name \
             persons only",
        ),
        (OwnerOn::Telegram, 777_000) => {
            Err("telegram:777000 is Telegram itself, through which every channel speaks; name persons only")
        }
        (OwnerOn::Telegram, 136_817_688) => Err(
            "telegram:136817688 is the account through which everybody who writes as a channel speaks; name persons only",
        ),
        found => Ok(found),
    }
}

/// How players are rated; the figures are explained in the default file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    /// What of a result is rated.
    pub by: RatedBy,
    /// The margin in points that counts as a whole win, where the margin is rated.
    pub full: u16,
    /// The most that the deviation of a listed rating may be.
    pub deviation: f64,
    /// The fewest matches of a listed rating.
    pub games: u32,
    /// The fewest different opponents of a listed rating.
    pub opponents: u32,
    /// How many matches of the same two players are rated on one day.
    pub a_day: u32,
    /// Which part of the distance from 1500 a new season keeps.
    pub keep: f64,
    /// The least deviation at the beginning of a season.
    pub season_deviation: f64,
}

/// What of a result is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatedBy {
    /// Who won.
    Result,
    /// By how much.
    Margin,
}

/// Logging.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// A level or a filter.
    pub filter: String,
}

/// A text that is never printed.
#[derive(Clone, Default, Deserialize, PartialEq, Eq)]
#[serde(from = "String")]
pub struct Secret(String);

impl From<String> for Secret {
    /// Takes the white space away that copying a token brings along; no token has any.
    fn from(text: String) -> Secret {
        Secret(text.trim().to_owned())
    }
}

impl Secret {
    /// The text itself.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "(set)" })
    }
}

/// A setting can't be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A file or variable can't be read as settings.
    #[error("the settings can't be read: {0}")]
    Unreadable(String),
    /// One value is wrong.
    #[error("{key}: {why}")]
    Value {
        /// The key, as section.key.
        key: &'static str,
        /// What is wrong with it; never the value of a secret.
        why: &'static str,
    },
}

impl Config {
    /// The settings of this folder and the process's environment.
    ///
    /// # Errors
    /// When something can't be read or makes no sense.
    pub fn load(folder: &Path) -> Result<Config, Unusable> {
        let text = |value: std::ffi::OsString| value.into_string().ok();
        Config::layered(
            folder,
            std::env::vars_os().filter_map(|(key, value)| Some((text(key)?, text(value)?))),
        )
    }

    fn layered(folder: &Path, variables: impl Iterator<Item = (String, String)>) -> Result<Config, Unusable> {
        // Without two underscores it is no setting of ours, whatever else it may be good for.
        let settings = variables
            .filter(|(key, _)| key.starts_with("JINLAMI_") && key.contains("__"))
            .collect();
        let environment = Environment::with_prefix("JINLAMI")
            .prefix_separator("_")
            .separator("__")
            .source(Some(settings));
        let layers = Layers::builder()
            .add_source(File::from_str(include_str!("../config/default.toml"), FileFormat::Toml))
            .add_source(
                File::from(folder.join("config/local.toml"))
                    .format(FileFormat::Toml)
                    .required(false),
            )
            .add_source(environment)
            .build();
        let config: Config = layers.and_then(Layers::try_deserialize).map_err(unreadable)?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), Unusable> {
        let wrong = |key, why| Err(Unusable::Value { key, why });
        for (key, url) in [
            ("discord.api_url", &self.discord.api_url),
            ("telegram.api_url", &self.telegram.api_url),
        ] {
            if !url.is_empty() && !is_http(url) {
                return wrong(key, "must be an http:// or https:// address");
            }
        }
        if !self.database.url.starts_with("sqlite://") || self.database.url.len() == "sqlite://".len() {
            return wrong("database.url", "must be sqlite:// and the path of a file");
        }
        for (key, listen) in [
            ("web.listen", &self.web.listen),
            ("metrics.listen", &self.metrics.listen),
        ] {
            if !listen.is_empty() && listen.parse::<std::net::SocketAddr>().is_err() {
                return wrong(key, "must be an address and a port, such as 127.0.0.1:8080, or empty");
            }
        }
        for (key, figure, most) in [
            ("ratings.deviation", self.ratings.deviation, 350.0),
            ("ratings.season_deviation", self.ratings.season_deviation, 350.0),
            ("ratings.keep", self.ratings.keep, 1.0),
        ] {
            if !(0.0..=most).contains(&figure) {
                return wrong(
                    key,
                    if most > 1.0 {
                        "must be 0 to 350"
                    } else {
                        "must be 0 to 1"
                    },
                );
            }
        }
        if !(1..=365).contains(&self.events.idle_days) {
            return wrong("events.idle_days", "must be 1 to 365");
        }
        if self.ratings.full == 0 {
            return wrong("ratings.full", "must be at least 1 point");
        }
        if let Err(why) = self.moderation.owners() {
            return wrong("moderation.owners", why);
        }
        if !self.telegram.webhook_url.is_empty() {
            if !is_http(&self.telegram.webhook_url) {
                return wrong("telegram.webhook_url", "must be an http:// or https:// address");
            }
            if self.telegram.webhook_listen.parse::<std::net::SocketAddr>().is_err() {
                return wrong(
                    "telegram.webhook_listen",
                    "must be an address and a port, such as 127.0.0.1:8443",
                );
            }
            let secret = self.telegram.webhook_secret.reveal();
            let plain = secret
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
            if !(1..=256).contains(&secret.len()) || !plain {
                return wrong(
                    "telegram.webhook_secret",
                    "must be 1 to 256 characters of A-Z a-z 0-9 _ -",
                );
            }
        }
        Ok(())
    }
}

/// An error's text without the value that caused it, which may be a token.
fn unreadable(error: config::ConfigError) -> Unusable {
    let text = match error {
        config::ConfigError::Type { key, expected, .. } => {
            format!("{} must be {expected}", key.unwrap_or_else(|| "a value".to_owned()))
        }
        config::ConfigError::FileParse { uri, .. } => {
            format!("{} is not valid TOML", uri.unwrap_or_else(|| "a file".to_owned()))
        }
        other => other.to_string(),
    };
    Unusable::Unreadable(text)
}

fn is_http(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(local: &str, variables: &[(&str, &str)]) -> Result<Config, Unusable> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("config")).unwrap();
        std::fs::write(folder.path().join("config/local.toml"), local).unwrap();
        let variables = variables
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Config::layered(folder.path(), variables)
    }

    #[test]
    fn the_environment_wins_over_the_file_and_the_file_over_the_default() {
        let plain = load("", &[]).unwrap();
        assert_eq!(plain.database.url, "sqlite://data/jinlami.db");
        assert!(plain.discord.token.is_empty() && plain.web.listen == "127.0.0.1:8080");
        let local = "[database]\nurl = 'sqlite://a.db'\n[discord]\ntoken = 'from-file'\n";
        let file = load(local, &[]).unwrap();
        assert_eq!(
            (file.database.url.as_str(), file.discord.token.reveal()),
            ("sqlite://a.db", "from-file")
        );
        let both = load(
            local,
            &[
                ("JINLAMI_DATABASE__URL", "sqlite://b.db"),
                ("JINLAMI_TELEGRAM__TOKEN", " 123:abc\n"),
                ("JINLAMI_TELEGRAM__API_URL", "http://127.0.0.1:1"),
                ("JINLAMI_SPECS", "/somewhere"),
            ],
        )
        .unwrap();
        assert_eq!(both.database.url, "sqlite://b.db");
        assert_eq!(both.telegram.token.reveal(), "123:abc");
        assert_eq!(both.telegram.api_url, "http://127.0.0.1:1");
    }

    #[test]
    fn a_wrong_value_is_named_and_no_secret_is_printed() {
        let secret = "123456:very-secret";
        for (local, key) in [
            ("[discord]\napi_url = 'ftp://x'".to_owned(), "discord.api_url"),
            ("[database]\nurl = 'postgres://x'".to_owned(), "database.url"),
            ("[web]\nlisten = 'here'".to_owned(), "web.listen"),
            ("[metrics]\nlisten = ':9'".to_owned(), "metrics.listen"),
            (
                format!("[telegram]\nwebhook_url = 'https://x.example'\nwebhook_secret = '{secret} !'"),
                "webhook_secret",
            ),
            (format!("[discord]\ntokn = '{secret}'"), "tokn"),
            (format!("[discord]\ntoken = '{secret}"), "local.toml"),
            (format!("[discord]\ntoken = ['{secret}']"), "discord.token"),
        ] {
            let error = load(&local, &[]).unwrap_err().to_string();
            assert!(error.contains(key), "{error}");
            assert!(!error.contains(secret), "{error}");
        }
        let config = load(&format!("[discord]\ntoken = '{secret}'"), &[]).unwrap();
        assert!(!format!("{config:?}").contains(secret));
    }

    /// C-055.
    #[test]
    fn owners_are_persons() {
        let owners = |text: &str| {
            load(&format!("[moderation]\nowners = '{text}'"), &[]).map(|config| config.moderation.owners())
        };
        assert_eq!(owners("").unwrap(), Ok(Vec::new()));
        let both = vec![(OwnerOn::Discord, 123_456_789_012_345_678), (OwnerOn::Telegram, 42)];
        assert_eq!(owners("discord:123456789012345678, Telegram:42,").unwrap(), Ok(both));
        for (text, said) in [
            ("telegram:1087968824", "every anonymous administrator"),
            ("discord:1,telegram:777000", "Telegram itself"),
            ("telegram:136817688", "writes as a channel"),
            ("42", "such as discord:"),
            ("telegram:-1001234567890", "such as discord:"),
            ("telegram:@mo", "such as discord:"),
            ("web:1", "such as discord:"),
        ] {
            let error = owners(text).unwrap_err().to_string();
            assert!(
                error.contains(said) && error.starts_with("moderation.owners: "),
                "{text}: {error}"
            );
        }
        let variable = [("JINLAMI_MODERATION__OWNERS", "telegram:7")];
        let config = load("", &variable).unwrap();
        assert_eq!(config.moderation.owners(), Ok(vec![(OwnerOn::Telegram, 7)]));
    }

    #[test]
    fn every_key_of_the_default_file_has_a_comment() {
        let lines: Vec<&str> = include_str!("../config/default.toml").lines().collect();
        for (number, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.contains(" = ") && !line.starts_with('#'))
        {
            assert!(
                number > 0 && lines[number - 1].starts_with("# "),
                "no comment above: {line}"
            );
        }
    }
}
