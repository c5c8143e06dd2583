//! Who may open events and make teams in a place, and bring events of others there.

use super::guests::venue_of;
use crate::id::{Platform, Venue};
use crate::service::{Change, DeedKind, EVENT_ROLE, EVENTS, Error, GUESTS, TEAMS};
use crate::ui::admin::Chief;
use crate::ui::ask::{Answer, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::{Desk, alert};
use crate::ui::voice::{Voice, say};

/// Who may open events in a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openers {
    /// `everybody` or `admins`.
    pub who: Option<String>,
    /// The role whose members may as well, on Discord; 0 takes it away.
    pub role: Option<i64>,
    /// Who brings events of other places here: `everybody`, or `admins` for those who may open events.
    pub guests: Option<String>,
}

impl Desk {
    /// Whether this guest may open events in the place where they ask.
    pub(in crate::ui) async fn may_open(&self, guest: &Guest) -> Result<bool, Error> {
        let Some(venue) = venue_of(guest) else {
            return Ok(false);
        };
        if guest.admin || venue.platform == Platform::Web || self.owns(guest) {
            return Ok(true);
        }
        let settings = self.service.store().venue_settings(venue).await;
        let settings = settings.map_err(|error| self.service.fault(error))?;
        let set = |wanted: &str| {
            settings
                .iter()
                .find(|(known, _)| known == wanted)
                .map(|(_, value)| value.as_str())
        };
        if set(EVENTS) == Some("everybody") {
            return Ok(true);
        }
        let role = set(EVENT_ROLE).and_then(|role| role.parse::<i64>().ok());
        Ok(role.is_some_and(|role| guest.roles.contains(&role)))
    }

    /// Sets who may open events.
    pub(in crate::ui) async fn set_openers(&self, chief: &Chief<'_>, openers: &Openers) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let (who, guests) = match (circle(openers.who.as_deref()), circle(openers.guests.as_deref())) {
            (Ok(who), Ok(guests)) => (who, guests),
            (Err(other), _) | (_, Err(other)) => {
                return Ok(alert(say!(voice, "refused-event-openers", text = shown(other))));
            }
        };
        for (key, set, what) in [(EVENTS, who, ""), (GUESTS, guests, "guests ")] {
            let Some(who) = set else { continue };
            let change = Change::Setting(key, (who == "everybody").then(|| who.to_owned()));
            let detail = Some(format!("{what}{who}"));
            self.service.govern(by, venue, DeedKind::Events, change, detail).await?;
        }
        if let Some(role) = openers.role {
            let value = (role != 0).then(|| role.to_string());
            let change = Change::Setting(EVENT_ROLE, value.clone());
            let detail = Some(format!("role {}", value.as_deref().unwrap_or("off")));
            self.service.govern(by, venue, DeedKind::Events, change, detail).await?;
        }
        Ok(alert(self.openers(voice, venue).await?))
    }

    /// "Events here are opened by everybody."
    pub(in crate::ui) async fn openers(&self, voice: Voice<'_>, venue: Venue) -> Result<String, Error> {
        let settings = self.service.store().venue_settings(venue).await;
        let settings = settings.map_err(|error| self.service.fault(error))?;
        let set = |wanted: &str| settings.iter().any(|(known, _)| known == wanted);
        let who = match (set(EVENTS), set(EVENT_ROLE)) {
            (true, _) => "everybody",
            (false, true) => "role",
            (false, false) => "admins",
        };
        let guests = if set(GUESTS) { "everybody" } else { "admins" };
        Ok([
            say!(voice, "event-openers", who = who),
            say!(voice, "event-guests", who = guests),
        ]
        .join(voice.space()))
    }

    /// Sets who may make teams; shows it when nothing is given.
    pub(in crate::ui) async fn set_makers(&self, chief: &Chief<'_>, typed: Option<&str>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let who = match circle(typed) {
            Ok(who) => who,
            Err(other) => return Ok(alert(say!(voice, "refused-event-openers", text = shown(other)))),
        };
        if let Some(who) = who {
            let change = Change::Setting(TEAMS, (who == "admins").then(|| who.to_owned()));
            self.service
                .govern(by, venue, DeedKind::Teams, change, Some(who.to_owned()))
                .await?;
        }
        Ok(alert(self.makers(voice, venue).await?))
    }

    /// "Teams here are made by everybody."
    pub(in crate::ui) async fn makers(&self, voice: Voice<'_>, venue: Venue) -> Result<String, Error> {
        let set = self.service.store().venue_setting(venue, TEAMS).await;
        let set = set.map_err(|error| self.service.fault(error))?;
        let who = if set.as_deref() == Some("admins") {
            "admins"
        } else {
            "everybody"
        };
        Ok(say!(voice, "team-makers", who = who))
    }
}

/// `everybody` or `admins`, as it is typed; what is neither comes back.
fn circle(typed: Option<&str>) -> Result<Option<&'static str>, &str> {
    let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
        return Ok(None);
    };
    match typed.to_lowercase().as_str() {
        "everybody" | "everyone" | "all" | "on" | "所有人" | "大家" => Ok(Some("everybody")),
        "admins" | "admin" | "moderators" | "off" | "管理员" | "管理員" => Ok(Some("admins")),
        _ => Err(typed),
    }
}
