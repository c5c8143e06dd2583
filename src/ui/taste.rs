//! What a player sets for themselves, on every platform alike: whether the big presses ask back, and how cards are shown.

use super::ask::{Answer, Guest};
use super::desk::Desk;
use super::draft::{Draft, Keys, rows};
use super::hand::NO_STAMP;
use super::post::{Button, Row, Style};
use super::token::{Act, Taste as Wanted};
use super::voice::{Lines, Voice, say};
use crate::id::{Lang, PlayerId, TableId};
use crate::pictures::Look;
use crate::service::{Error, HIDE_PROFILE};

/// How one player wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taste {
    /// Knocking and resigning ask back once.
    pub(super) confirm: bool,
    /// The cards of the own hand in large print.
    pub(super) large: bool,
    /// Each suit in a colour of its own.
    pub(super) four_colours: bool,
    /// The own hand as a picture; without, in words alone.
    pub(super) pictures: bool,
    /// Others may look at what they have done.
    pub(super) profile: bool,
}

impl Default for Taste {
    fn default() -> Taste {
        Taste {
            confirm: true,
            large: false,
            four_colours: true,
            pictures: true,
            profile: true,
        }
    }
}

impl Taste {
    pub(super) fn look(self) -> Look {
        Look {
            four_colours: self.four_colours,
            large: self.large,
        }
    }

    /// From what is kept; what another release could read is as for everybody.
    fn of(kept: &[(String, String)]) -> Taste {
        let has = |key: &str, value: &str| kept.iter().any(|(name, kept)| name == key && kept == value);
        Taste {
            confirm: !has("confirm", "off"),
            large: has("cards", "large"),
            four_colours: !has("colours", "two"),
            pictures: !has("pictures", "off"),
            profile: !has(HIDE_PROFILE, "1"),
        }
    }
}

/// What is kept for a wish: the key, and the value unless it is as for everybody.
fn kept(wanted: Wanted) -> Option<(&'static str, Option<&'static str>)> {
    Some(match wanted {
        Wanted::Show => return None,
        Wanted::Confirm(on) => ("confirm", (!on).then_some("off")),
        Wanted::Large(on) => ("cards", on.then_some("large")),
        Wanted::FourColours(on) => ("colours", (!on).then_some("two")),
        Wanted::Pictures(on) => ("pictures", (!on).then_some("off")),
        Wanted::Profile(on) => (HIDE_PROFILE, (!on).then_some("1")),
    })
}

impl Desk {
    pub(super) async fn taste(&self, player: PlayerId) -> Result<Taste, Error> {
        let kept = self.service.store().preferences(player).await;
        Ok(Taste::of(&kept.map_err(|error| self.service.fault(error))?))
    }

    /// A press under one's own settings: sets what it says and shows how they stand now.
    pub(super) async fn taste_press(&self, guest: &Guest, player: PlayerId, wanted: Wanted) -> Result<Answer, Error> {
        if let Some((key, value)) = kept(wanted) {
            let done = self.service.store().set_preference(player, key, value).await;
            done.map_err(|error| self.service.fault(error))?;
        }
        let mut answer = self.own_settings(guest, player).await?;
        answer.replace = wanted != Wanted::Show;
        Ok(answer)
    }

    /// One's own settings, each with the button that changes it.
    pub(super) async fn own_settings(&self, guest: &Guest, player: PlayerId) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let draft = page(voice, self.taste(player).await?);
        Ok(self.to_one(draft).await)
    }
}

/// The button that opens one's own settings.
pub(super) fn own_settings_button(voice: Voice<'_>) -> Button {
    keys().button(
        say!(voice, "button-own-settings"),
        Act::Taste(Wanted::Show),
        Style::Secondary,
    )
}

fn keys() -> Keys {
    Keys {
        table: TableId(0),
        stamp: NO_STAMP,
    }
}

fn page(voice: Voice<'_>, taste: Taste) -> Draft {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "own-title"));
    let button = |label, wanted| keys().button(label, Act::Taste(wanted), Style::Secondary);
    let mut buttons = Vec::new();
    if taste.confirm {
        lines.plain(say!(voice, "own-confirm-on"));
        buttons.push(button(say!(voice, "button-confirm-off"), Wanted::Confirm(false)));
    } else {
        lines.plain(say!(voice, "own-confirm-off"));
        buttons.push(button(say!(voice, "button-confirm-on"), Wanted::Confirm(true)));
    }
    if taste.large {
        lines.plain(say!(voice, "own-large-on"));
        buttons.push(button(say!(voice, "button-large-off"), Wanted::Large(false)));
    } else {
        lines.plain(say!(voice, "own-large-off"));
        buttons.push(button(say!(voice, "button-large-on"), Wanted::Large(true)));
    }
    if taste.four_colours {
        lines.plain(say!(voice, "own-colours-four"));
        buttons.push(button(say!(voice, "button-colours-two"), Wanted::FourColours(false)));
    } else {
        lines.plain(say!(voice, "own-colours-two"));
        buttons.push(button(say!(voice, "button-colours-four"), Wanted::FourColours(true)));
    }
    if taste.pictures {
        lines.plain(say!(voice, "own-pictures-on"));
        buttons.push(button(say!(voice, "button-pictures-off"), Wanted::Pictures(false)));
    } else {
        lines.plain(say!(voice, "own-pictures-off"));
        buttons.push(button(say!(voice, "button-pictures-on"), Wanted::Pictures(true)));
    }
    if taste.profile {
        lines.plain(say!(voice, "own-profile-shown"));
        buttons.push(button(say!(voice, "button-profile-hide"), Wanted::Profile(false)));
    } else {
        lines.plain(say!(voice, "own-profile-hidden"));
        buttons.push(button(say!(voice, "button-profile-show"), Wanted::Profile(true)));
    }
    lines.plain(say!(voice, "language-yours"));
    let speak = |lang: Lang| {
        let name = say!(Voice { lang, ..voice }, "language-name");
        keys().button(name, Act::Speak(lang, false), Style::Secondary)
    };
    // Two a row, so that the words fit a phone.
    let mut all: Vec<Row> = buttons.chunks(2).map(|row| Row::Buttons(row.to_vec())).collect();
    all.extend(rows(Lang::ALL.into_iter().map(speak).collect()));
    Draft {
        text: lines.text(),
        rows: all,
        ..Draft::default()
    }
}
