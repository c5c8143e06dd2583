//! What moderators set for their place: who may not play there, where games are posted, how many at once, in which time
//! zone moments are written; and what the bot lacks there.

use super::admin::Chief;
use super::ask::{Answer, Foe, Guest, Settings};
use super::challenge::shown;
use super::desk::{Desk, Lack, alert};
use super::draft::Draft;
use super::elsewhere::place_link;
use super::orders::commands_in;
use super::people::tidy_handle;
use super::post::Span;
use super::replay::on_or_off;
use super::voice::{Lines, Voice, say, spans};
use super::zone::named;
use crate::id::{Place, Platform, PlayerId, Venue};
use crate::service::{CHANNEL, Change, DeedKind, Error, PER_CHANNEL, PER_PLAYER, THREADS, ZONE};

/// The most matches that a place can allow at once, in a channel or to a player (ours); nought takes the limit away.
const MOST: i64 = 100;

/// What a wire found out about the bot's own rights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// What is missing where it was asked; `None`: that can't be known.
    pub here: Option<Vec<Lack>>,
    /// What is missing in the channel for games, when that is another one.
    pub games: Vec<Lack>,
}

/// A limit as it was typed: nothing, a number, or "off".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limit(pub Option<String>);

impl Limit {
    fn read(&self) -> Result<Option<i64>, &str> {
        let Some(typed) = self.0.as_deref() else {
            return Ok(None);
        };
        if on_or_off(typed) == Some(false) {
            return Ok(Some(0));
        }
        match typed.trim().parse() {
            Ok(number) if (0..=MOST).contains(&number) => Ok(Some(number)),
            _ => Err(typed),
        }
    }
}

impl Desk {
    /// Shuts somebody out of a place's matches, or lets them in again.
    pub(super) async fn block(
        &self,
        guest: &Guest,
        chief: &Chief<'_>,
        (whom, block): (Option<Foe>, bool),
        reason: Option<String>,
    ) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let player = match self.somebody(voice, guest, whom).await? {
            Ok(player) => player,
            Err(said) => return Ok(alert(said)),
        };
        if by == Some(player) && block {
            return Ok(alert(say!(voice, "refused-block-self")));
        }
        let (act, change) = if block {
            (DeedKind::Blocked, Change::Block(player))
        } else {
            (DeedKind::Unblocked, Change::Unblock(player))
        };
        let changed = self.service.govern(by, venue, act, change, reason).await?;
        let name = self.name_of(voice, guest, player).await?;
        Ok(alert(match (block, changed) {
            (true, true) => say!(voice, "admin-blocked", name = name),
            (true, false) => say!(voice, "admin-blocked-already", name = name),
            (false, true) => say!(voice, "admin-unblocked", name = name),
            (false, false) => say!(voice, "admin-not-blocked", name = name),
        }))
    }

    /// Sets the channel in which games are posted, or takes it away.
    pub(super) async fn set_channel(
        &self,
        guest: &Guest,
        chief: &Chief<'_>,
        typed: Option<&str>,
    ) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let asked = guest.place.filter(|place| place.venue == venue);
        let asked = guest.parent.or(asked.map(|place| place.channel));
        let here = typed.map(|typed| typed.trim().to_lowercase());
        let channel = match here.as_deref() {
            Some("here" | "这里" | "這裡" | "on") => asked,
            Some(typed) if on_or_off(typed) == Some(false) => None,
            _ => return Ok(alert(say!(voice, "refused-channel"))),
        };
        let value = channel.map(|channel| channel.to_string());
        let change = Change::Setting(CHANNEL, value.clone());
        self.service.govern(by, venue, DeedKind::Channel, change, value).await?;
        Ok(alert(match channel {
            Some(_) => say!(voice, "admin-channel-here"),
            None => say!(voice, "admin-channel-off"),
        }))
    }

    /// Sets whether each match gets a thread.
    pub(super) async fn set_threads(&self, chief: &Chief<'_>, typed: Option<&str>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        if venue.platform != Platform::Discord {
            return Ok(alert(say!(voice, "refused-threads-platform")));
        }
        let Some(on) = typed.and_then(on_or_off) else {
            return Ok(alert(say!(
                voice,
                "refused-on-off",
                text = shown(typed.unwrap_or_default())
            )));
        };
        let change = Change::Setting(THREADS, on.then(|| "on".to_owned()));
        let detail = Some(if on { "on" } else { "off" }.to_owned());
        self.service
            .govern(by, venue, DeedKind::Threads, change, detail)
            .await?;
        Ok(alert(if on {
            say!(voice, "admin-threads-on")
        } else {
            say!(voice, "admin-threads-off")
        }))
    }

    /// Sets the time zone.
    pub(super) async fn set_zone(&self, chief: &Chief<'_>, typed: Option<&str>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let typed = typed.unwrap_or_default();
        let zone = match named(typed) {
            Some(zone) => zone.iana_name().map(str::to_owned),
            None if on_or_off(typed) == Some(false) => None,
            None => return Ok(alert(say!(voice, "refused-zone", text = shown(typed)))),
        };
        let change = Change::Setting(ZONE, zone.clone());
        self.service
            .govern(by, venue, DeedKind::Zone, change, zone.clone())
            .await?;
        Ok(alert(match (zone, venue.platform) {
            (None, _) => say!(voice, "admin-zone-off"),
            (Some(zone), Platform::Telegram) => say!(voice, "admin-zone", zone = zone),
            (Some(zone), _) => say!(voice, "admin-zone-own", zone = zone),
        }))
    }

    /// Sets how many matches may be open at once; shows it when nothing is given.
    pub(super) async fn set_limits(&self, chief: &Chief<'_>, channel: &Limit, player: &Limit) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let (channel, player) = match (channel.read(), player.read()) {
            (Ok(channel), Ok(player)) => (channel, player),
            (Err(typed), _) | (_, Err(typed)) => {
                return Ok(alert(say!(voice, "refused-limits", text = shown(typed), most = MOST)));
            }
        };
        for (key, name, limit) in [
            (PER_CHANNEL, "per-channel", channel),
            (PER_PLAYER, "per-player", player),
        ] {
            let Some(limit) = limit else { continue };
            let value = (limit > 0).then(|| limit.to_string());
            let detail = Some(format!("{name} {}", value.as_deref().unwrap_or("off")));
            let change = Change::Setting(key, value);
            self.service.govern(by, venue, DeedKind::Limits, change, detail).await?;
        }
        Ok(alert(self.limits(voice, venue).await?))
    }

    /// Sets the language of public messages.
    pub(super) async fn set_language(&self, guest: &Guest, lang: Option<String>) -> Result<Answer, Error> {
        let admin = Guest {
            admin: true,
            ..guest.clone()
        };
        let wish = Settings {
            lang,
            ..Settings::default()
        };
        self.settings(&admin, wish).await
    }

    /// What the bot may and may not do here.
    pub(super) async fn rights(&self, voice: Voice<'_>, rights: Rights) -> Answer {
        let mut lines = Lines::default();
        match &rights.here {
            None => lines.plain(say!(voice, "permissions-unknown")),
            Some(lacks) if lacks.is_empty() => lines.plain(say!(voice, "permissions-fine")),
            Some(lacks) => lines.plain(say!(voice, "permissions-missing", what = self.lacks(voice, lacks))),
        };
        if !rights.games.is_empty() {
            lines.plain(say!(
                voice,
                "permissions-games",
                what = self.lacks(voice, &rights.games)
            ));
        }
        self.to_one(Draft {
            text: lines.text(),
            ..Draft::default()
        })
        .await
    }

    /// What is set here, and everything that moderators can ask for.
    pub(super) async fn overview(&self, guest: &Guest, chief: &Chief<'_>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let store = self.service.store();
        let settings = store.venue_settings(venue).await;
        let settings = settings.map_err(|error| self.service.fault(error))?;
        let set = |key: &str| settings.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        let mut lines = Lines::default();
        lines.bold(say!(voice, "admin-title"));
        let (_, terms) = self.usual(venue).await?;
        lines.plain(say!(voice, "settings-house", terms = voice.agreed(&terms)));
        match set(CHANNEL).and_then(|channel| channel.parse().ok()) {
            None => lines.plain(say!(voice, "admin-channel-any")),
            Some(channel) => {
                let base = self.bot(venue.platform).and_then(|bot| bot.link_base);
                let at = base.and_then(|base| place_link(&base, Place { venue, channel }));
                lines.plain(say!(voice, "admin-channel-set", at = at.unwrap_or_default()))
            }
        };
        if venue.platform == Platform::Discord {
            lines.plain(if set(THREADS).is_some() {
                say!(voice, "admin-threads-on")
            } else {
                say!(voice, "admin-threads-off")
            });
        }
        lines.plain(match set(ZONE) {
            Some(zone) => say!(voice, "admin-zone-set", zone = zone),
            None => say!(voice, "admin-zone-none"),
        });
        lines.plain(self.limits(voice, venue).await?);
        lines.plain(self.openers(voice, venue).await?);
        lines.plain(self.makers(voice, venue).await?);
        let blocked = store.blocks(venue).await.map_err(|error| self.service.fault(error))?;
        if by.is_none() {
            // Nobody in particular has no private chat, so this is read by everybody.
            if !blocked.is_empty() {
                let n = i64::try_from(blocked.len()).unwrap_or(i64::MAX);
                lines.plain(say!(voice, "admin-blocks-number", n = n));
            }
        } else if !blocked.is_empty() {
            let mut names = Vec::new();
            for player in blocked.iter().take(NAMED) {
                names.push(self.name_of(voice, guest, *player).await?);
            }
            if blocked.len() > NAMED {
                let more = i64::try_from(blocked.len() - NAMED).unwrap_or(i64::MAX);
                names.push(say!(voice, "and-more", n = more));
            }
            lines.plain(say!(voice, "admin-blocks", names = voice.list(names)));
        }
        let barred = store
            .barred_in(venue)
            .await
            .map_err(|error| self.service.fault(error))?;
        if barred > 0 {
            let way = match venue.platform {
                Platform::Telegram => "answer",
                Platform::Discord | Platform::Web => "name",
            };
            lines.plain(say!(voice, "admin-barred", n = barred, way = way));
        }
        for command in commands_in(voice) {
            let typed = format!("/ginadmin {}", command.name);
            lines.line(spans!(
                voice,
                "help-line",
                command = Span::Plain(typed),
                description = command.description
            ));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }

    /// "At most 2 matches at once in a channel, 1 for a player."
    async fn limits(&self, voice: Voice<'_>, venue: Venue) -> Result<String, Error> {
        let settings = self.service.store().venue_settings(venue).await;
        let settings = settings.map_err(|error| self.service.fault(error))?;
        let of = |key: &str| {
            let found = settings.iter().find(|(known, _)| known == key);
            found.and_then(|(_, value)| value.parse::<i64>().ok()).unwrap_or(0)
        };
        let (channel, player) = (of(PER_CHANNEL), of(PER_PLAYER));
        Ok([
            say!(voice, "limit-channel", platform = venue.platform.name(), n = channel),
            say!(voice, "limit-player", n = player),
        ]
        .join(voice.space()))
    }

    /// Whom the words name.
    pub(super) async fn somebody(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        whom: Option<Foe>,
    ) -> Result<Result<PlayerId, String>, Error> {
        match whom {
            Some(Foe::Person { account, name, handle }) => {
                Ok(Ok(self.meet_person(account, &name, handle.as_deref()).await?))
            }
            Some(Foe::Handle(typed)) => {
                let known = self
                    .service
                    .store()
                    .by_handle(guest.account.platform, &tidy_handle(&typed))
                    .await;
                Ok(match known.map_err(|error| self.service.fault(error))? {
                    Some(player) => Ok(player),
                    None => Err(say!(voice, "refused-block-unknown", text = shown(&typed))),
                })
            }
            Some(Foe::Computer | Foe::Bot | Foe::Anyone) | None => Ok(Err(say!(voice, "refused-block-nobody"))),
        }
    }

    pub(super) async fn name_of(&self, voice: Voice<'_>, guest: &Guest, player: PlayerId) -> Result<String, Error> {
        let people = self.service.people(&[player]).await?;
        Ok(people.first().map_or_else(
            || say!(voice, "nobody"),
            |person| self.face(voice, person, guest.account.platform).said(),
        ))
    }
}

/// How many shut-out players the overview names (ours).
const NAMED: usize = 20;
