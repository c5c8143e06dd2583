//! A venue's settings: its language and its house rules.

use super::ask::{Answer, Challenge, Guest, Settings};
use super::challenge::terms;
use super::desk::{Desk, alert};
use super::draft::{Draft, Keys, rows};
use super::hand::NO_STAMP;
use super::house::House;
use super::people::is_private;
use super::post::{Row, Style};
use super::reception::language;
use super::replay::on_or_off;
use super::taste::own_settings_button;
use super::token::Act;
use super::voice::{Lines, Voice, say};
use crate::gin::Preset;
use crate::id::{Lang, Platform, TableId, Venue};
use crate::service::{Change, DeedKind, Error};
use crate::table::Terms;

/// The key of a venue's house rules.
const HOUSE: &str = "house";

impl Desk {
    /// Shows a venue's settings, or changes them: all that was asked for, or nothing.
    pub(super) async fn settings(&self, guest: &Guest, wish: Settings) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            if wish.house.is_some() || wish.open_replay.is_some() {
                return Ok(alert(say!(voice, "refused-no-venue")));
            }
            if wish.lang.is_none() {
                let player = self.meet(guest).await?;
                return self.own_settings(guest, player).await;
            }
            return self.language(guest, wish.lang.as_deref(), false).await;
        };
        if !guest.admin && wish == Settings::default() {
            let player = self.meet(guest).await?;
            return self.own_settings(guest, player).await;
        }
        if !guest.admin {
            return Ok(alert(match (&wish.house, &wish.open_replay) {
                (Some(_), _) => say!(voice, "refused-admin-house"),
                (None, Some(_)) => say!(voice, "refused-replay-admin"),
                (None, None) => say!(voice, "refused-admin"),
            }));
        }
        let Settings {
            lang,
            house,
            open_replay,
        } = wish;
        let lang = match &lang {
            None => None,
            Some(typed) => match language(typed) {
                Some(lang) => Some(lang),
                None => {
                    let text = super::challenge::shown(typed);
                    return Ok(alert(say!(voice, "refused-language", text = text)));
                }
            },
        };
        let house = match house.as_deref().map(|typed| read(voice, typed)) {
            None => None,
            Some(Ok(house)) => Some(house),
            Some(Err(said)) => return Ok(alert(said)),
        };
        let open_replay = match &open_replay {
            None => None,
            Some(typed) => match on_or_off(typed) {
                Some(open) => Some(open),
                None => {
                    let text = super::challenge::shown(typed);
                    return Ok(alert(say!(voice, "refused-open-replay", text = text)));
                }
            },
        };
        if lang.is_none() && house.is_none() && open_replay.is_none() {
            return self.settings_page(guest, place.venue).await;
        }
        let by = self.moderating(guest).await?;
        if let Some((house, _)) = &house {
            let text = house.as_ref().map(House::write);
            let change = Change::Setting(HOUSE, text.clone());
            self.service
                .govern(by, place.venue, DeedKind::House, change, text)
                .await?;
        }
        if let Some(lang) = lang {
            let tag = Some(lang.tag().to_owned());
            self.service
                .govern(by, place.venue, DeedKind::Language, Change::Language(lang), tag)
                .await?;
        }
        if let Some(open) = open_replay {
            self.open_replays(by, place.venue, open).await?;
        }
        let voice = self.public_voice(guest).await?;
        let mut lines = Lines::default();
        match open_replay {
            None => {}
            Some(true) => _ = lines.plain(say!(voice, "open-replay-on")),
            Some(false) => _ = lines.plain(say!(voice, "open-replay-off")),
        }
        if lang.is_some() {
            lines.plain(say!(voice, "language-venue-set"));
        }
        match &house {
            None => {}
            Some((Some(_), terms)) => {
                lines.plain(say!(voice, "settings-house-set", terms = voice.agreed(terms)));
            }
            Some((None, terms)) => {
                lines.plain(say!(voice, "settings-house-off", terms = voice.agreed(terms)));
            }
        }
        let text = lines.text();
        self.to_all(
            guest,
            Draft {
                text,
                ..Draft::default()
            },
        )
        .await
    }

    /// What is set, and how it is changed.
    async fn settings_page(&self, guest: &Guest, venue: Venue) -> Result<Answer, Error> {
        let voice = self.public_voice(guest).await?;
        let keys = Keys {
            table: TableId(0),
            stamp: NO_STAMP,
        };
        let button = |lang: Lang| {
            let name = say!(Voice { lang, ..voice }, "language-name");
            keys.button(name, Act::Speak(lang, true), Style::Secondary)
        };
        let (_, terms) = self.usual(venue).await?;
        let mut lines = Lines::default();
        lines.plain(say!(voice, "settings-house", terms = voice.agreed(&terms)));
        lines.plain(match guest.account.platform {
            Platform::Telegram => say!(voice, "settings-house-how", command = "/settings house"),
            Platform::Discord | Platform::Web => {
                say!(voice, "settings-house-how", command = "/gin settings house:")
            }
        });
        lines.plain(match (self.replays_are_open(venue).await?, guest.account.platform) {
            (true, Platform::Telegram) => say!(voice, "settings-replay-open", command = "/settings open_replay off"),
            (true, _) => say!(voice, "settings-replay-open", command = "/gin settings open_replay:off"),
            (false, Platform::Telegram) => say!(voice, "settings-replay-closed", command = "/settings open_replay on"),
            (false, _) => say!(
                voice,
                "settings-replay-closed",
                command = "/gin settings open_replay:on"
            ),
        });
        lines.plain(say!(voice, "language-venue"));
        let mut all = rows(Lang::ALL.into_iter().map(button).collect());
        all.push(Row::Buttons(vec![own_settings_button(voice)]));
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows: all,
                ..Draft::default()
            })
            .await)
    }

    /// What challenges of this guest's place play when they name no rules.
    pub(super) async fn house_here(&self, guest: &Guest) -> Result<House, Error> {
        match guest.place.filter(|place| !is_private(*place)) {
            Some(place) => Ok(self.usual(place.venue).await?.0),
            None => Ok(House::default()),
        }
    }

    /// A venue's house rules, and the terms that they give.
    pub(super) async fn usual(&self, venue: Venue) -> Result<(House, Terms), Error> {
        let kept = self.service.store().venue_setting(venue, HOUSE).await;
        let kept = kept.map_err(|error| self.service.fault(error))?.unwrap_or_default();
        match read(Voice::new(&self.words, Lang::En), &kept) {
            Ok((house, terms)) => Ok((house.unwrap_or_default(), terms)),
            Err(reason) => {
                // What another release could read must not keep anybody from playing.
                tracing::warn!(
                    reason,
                    "a place's house rules can't be read any more: the usual ones are played"
                );
                Ok((House::default(), Terms::of(Preset::Jinlami)))
            }
        }
    }
}

/// House rules as typed, `None` for none, with the terms that they give alone.
pub(super) fn read(voice: Voice<'_>, typed: &str) -> Result<(Option<House>, Terms), String> {
    let none = matches!(
        typed.trim().to_lowercase().as_str(),
        "" | "off" | "none" | "reset" | "default" | "关" | "關" | "取消" | "无" | "無"
    );
    let house = if none {
        House::default()
    } else {
        House::read(voice, typed)?
    };
    let challenge = Challenge::default();
    let terms = terms(voice, &challenge, &house)?;
    Ok(((house != House::default()).then_some(house), terms))
}
