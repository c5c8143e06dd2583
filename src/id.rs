//! Who, where and when: the small types that every room shares.

pub mod base32;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A person, whatever platform they write from; made by the store, time-ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

/// A table (one match); made by the service, time-ordered, positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub i64);

impl TableId {
    /// The id as people see and type it.
    #[must_use]
    pub fn code(self) -> String {
        let mut text = String::new();
        base32::write(&mut text, self.0.unsigned_abs());
        text
    }

    /// The table with this typed id, in either case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TableId> {
        Some(TableId(i64::try_from(base32::read(&code.to_ascii_lowercase())?).ok()?))
    }
}

/// A tournament or another event of a venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub i64);

/// A team of a venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamId(pub i64);

/// A season of a venue's leaderboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeasonId(pub i64);

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The first seat: the challenger's.
    pub const FIRST: Seat = Seat(0);
    /// The second seat: the challenged player's.
    pub const SECOND: Seat = Seat(1);
    /// Both seats of a two-player game.
    pub const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

    /// The opponent's seat in a two-player game.
    #[must_use]
    pub fn other(self) -> Seat {
        Seat(1 - self.0)
    }

    /// The seat as an index into per-seat lists.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The decision point a button belongs to; moves only when that seat's own question changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stamp(pub u32);

/// The length of a stream's log; guards the store and never leaves the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(pub i64);

/// A moment in Unix milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// The moment `ms` milliseconds later.
    #[must_use]
    pub fn plus(self, ms: i64) -> Millis {
        Millis(self.0.saturating_add(ms))
    }
}

/// A chat platform; the number is what the store keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Discord.
    Discord = 1,
    /// Telegram.
    Telegram = 2,
    /// The local page.
    Web = 3,
}

impl Platform {
    /// Every platform.
    pub const ALL: [Platform; 3] = [Platform::Discord, Platform::Telegram, Platform::Web];

    /// The number the store keeps.
    #[must_use]
    pub fn code(self) -> i64 {
        self as i64
    }

    /// The name in a line of a terminal: `discord`, `telegram`, `web`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Platform::Discord => "discord",
            Platform::Telegram => "telegram",
            Platform::Web => "web",
        }
    }

    /// The platform with this number.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Platform> {
        Platform::ALL.into_iter().find(|platform| platform.code() == code)
    }
}

/// A person as one platform knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Account {
    /// The platform.
    pub platform: Platform,
    /// The platform's own user id.
    pub user: i64,
}

impl FromStr for Account {
    type Err = ();

    /// An account as it is typed: `discord:80351110224678912`.
    fn from_str(text: &str) -> Result<Account, ()> {
        let (name, user) = text.trim().split_once(':').ok_or(())?;
        let platform = Platform::ALL
            .into_iter()
            .find(|platform| platform.name() == name.trim().to_lowercase());
        Ok(Account {
            platform: platform.ok_or(())?,
            user: user.trim().parse().map_err(drop)?,
        })
    }
}

/// A community: a Discord server, a Telegram chat, a local room. Leaderboards and settings belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Venue {
    /// The platform.
    pub platform: Platform,
    /// The Discord server id, the Telegram chat id, or the local room's number. A person's own private chat with the bot
    /// is a venue too (Telegram: the chat id; Discord: the user id with a minus sign).
    pub chat: i64,
}

/// Where inside a venue public messages go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The venue.
    pub venue: Venue,
    /// The Discord channel id, the Telegram topic's thread id (0: none), 0 on the local page.
    pub channel: i64,
}

/// A language that every sentence exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lang {
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
    /// 简体中文.
    #[serde(rename = "zh-Hans")]
    ZhHans,
    /// 繁體中文.
    #[serde(rename = "zh-Hant")]
    ZhHant,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::ZhHans, Lang::ZhHant];

    /// The language tag: `en`, `zh-Hans`, `zh-Hant`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
            Lang::ZhHant => "zh-Hant",
        }
    }

    /// The language that fits a platform's locale best (`zh-TW` → 繁體, `zh-CN` and `zh` → 简体); `None` for a locale
    /// that has no words here.
    #[must_use]
    pub fn from_locale(locale: &str) -> Option<Lang> {
        let locale = locale.to_ascii_lowercase().replace('_', "-");
        let mut parts = locale.split('-');
        match parts.next() {
            Some("en") => Some(Lang::En),
            Some("zh") => {
                let hant = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
                Some(if hant { Lang::ZhHant } else { Lang::ZhHans })
            }
            _ => None,
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Lang {
    type Err = ();

    fn from_str(text: &str) -> Result<Lang, ()> {
        Lang::from_locale(text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_find_their_language() {
        for (locale, lang) in [
            ("en", Some(Lang::En)),
            ("en-US", Some(Lang::En)),
            ("zh", Some(Lang::ZhHans)),
            ("zh-CN", Some(Lang::ZhHans)),
            ("zh-hans", Some(Lang::ZhHans)),
            ("zh-TW", Some(Lang::ZhHant)),
            ("zh_HK", Some(Lang::ZhHant)),
            ("de", None),
            ("", None),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }
}
