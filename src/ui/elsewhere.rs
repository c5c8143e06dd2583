//! Where games are posted: a place that has a channel for them shows nothing public in the others.

use super::ask::{Answer, Ask, Challenge, Guest};
use super::desk::{Desk, alert};
use super::draft::{Draft, link, rows};
use super::event::EventAsk;
use super::names::clean;
use super::people::is_private;
use super::post::Text;
use super::voice::say;
use crate::id::{Place, Platform, Venue};
use crate::service::{CHANNEL, Error, THREADS};
use crate::table::Invitee;

impl Desk {
    /// Whether this guest asks outside the channel that moderators set for games.
    pub async fn is_elsewhere(&self, guest: &Guest) -> bool {
        matches!(self.games_channel(guest).await, Ok(Some(_)))
    }

    /// The channel that moderators set for games, when this guest asks elsewhere.
    pub async fn games_elsewhere(&self, guest: &Guest) -> Option<i64> {
        let games = self.games_channel(guest).await.ok().flatten();
        games.map(|place| place.channel)
    }

    /// Whether moderators want a thread for each match.
    pub async fn wants_threads(&self, venue: Venue) -> bool {
        let set = self.service.store().venue_setting(venue, THREADS).await;
        matches!(set, Ok(Some(_)))
    }

    /// The name of the thread that a challenge is to get: when moderators want one and nothing stands against the match.
    pub async fn thread_name(&self, guest: &Guest, challenge: &Challenge) -> Option<String> {
        let place = guest.place.filter(|place| !is_private(*place))?;
        if guest.parent.is_some() || !self.wants_threads(place.venue).await || self.is_elsewhere(guest).await {
            return None;
        }
        let player = self.meet(guest).await.ok()?;
        let voice = self.voice_for(guest).await;
        let (_, opponent, _) = self.wanted(voice, guest, challenge).await.ok()?.ok()?;
        let other = match opponent {
            Invitee::Player(other) => Some(other),
            Invitee::Name(_) | Invitee::Anyone | Invitee::Robot => None,
        };
        self.service.may_open(place, player, other).await.ok()?;
        let own = clean(&guest.name);
        Some(match (other, opponent) {
            (Some(other), _) => format!("{own} – {}", self.name_of(voice, guest, other).await.ok()?),
            (None, Invitee::Name(name)) => format!("{own} – @{name}"),
            (None, Invitee::Robot) => format!("{own} – {}", say!(voice, "computer")),
            (None, _) => own,
        })
    }

    /// Leads the challenger to the thread where the challenge stands.
    pub async fn in_thread(&self, guest: &Guest) -> Answer {
        let voice = self.voice_for(guest).await;
        let base = self.bot(guest.account.platform).and_then(|bot| bot.link_base);
        let address = base.and_then(|base| place_link(&base, guest.place?));
        let button = address.map(|address| link(say!(voice, "button-thread"), address));
        self.to_one(Draft {
            text: Text::from(say!(voice, "toast-thread")),
            rows: button.map(|button| rows(vec![button])).unwrap_or_default(),
            ..Draft::default()
        })
        .await
    }

    /// For a question whose answer everybody would see, asked outside the channel for games: where that is.
    pub(super) async fn pointer(&self, guest: &Guest, ask: &Ask) -> Result<Option<Answer>, Error> {
        let public = matches!(
            ask,
            Ask::Challenge(_)
                | Ask::Invite(_)
                | Ask::Join { .. }
                | Ask::Leaders(_)
                | Ask::Table
                | Ask::Help
                | Ask::Rules { .. }
                | Ask::Quick(_)
                | Ask::Event(EventAsk::Create(_))
        ) || matches!(ask, Ask::Team(wish) if wish.is_public());
        if !public {
            return Ok(None);
        }
        Ok(match self.games_channel(guest).await? {
            Some(games) => Some(self.lead(guest, games).await),
            None => None,
        })
    }

    /// For a wish for one more match where an old one stands: where games are posted now, when that is somewhere else. A
    /// thread is known to be one of the channel for games only to whoever asks in it.
    pub(super) async fn moved_away(&self, guest: &Guest, old: Place) -> Result<Option<Answer>, Error> {
        if is_private(old) {
            return Ok(None);
        }
        let Some(channel) = self.channel_of(old.venue).await? else {
            return Ok(None);
        };
        let inside = old.channel == channel || (guest.place == Some(old) && guest.parent == Some(channel));
        if inside {
            return Ok(None);
        }
        Ok(Some(self.lead(guest, Place { channel, ..old }).await))
    }

    /// Leads somebody to the channel for games.
    async fn lead(&self, guest: &Guest, games: Place) -> Answer {
        let voice = self.voice_for(guest).await;
        let base = self.bot(games.venue.platform).and_then(|bot| bot.link_base);
        let address = base.and_then(|base| place_link(&base, games));
        match (address, games.venue.platform) {
            (Some(address), Platform::Discord) => {
                let button = link(say!(voice, "button-games-channel"), address);
                self.to_one(Draft {
                    text: Text::from(say!(voice, "elsewhere")),
                    rows: rows(vec![button]),
                    ..Draft::default()
                })
                .await
            }
            (Some(address), _) => alert(format!("{} {address}", say!(voice, "elsewhere"))),
            (None, _) => alert(say!(voice, "elsewhere")),
        }
    }

    /// The channel for games of the guest's place, when they ask outside of it.
    async fn games_channel(&self, guest: &Guest) -> Result<Option<Place>, Error> {
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return Ok(None);
        };
        let Some(channel) = self.channel_of(place.venue).await? else {
            return Ok(None);
        };
        let inside = place.channel == channel || guest.parent == Some(channel);
        Ok((!inside).then_some(Place { channel, ..place }))
    }

    /// The channel that moderators set for games.
    pub(super) async fn channel_of(&self, venue: Venue) -> Result<Option<i64>, Error> {
        let set = self.service.store().venue_setting(venue, CHANNEL).await;
        let set = set.map_err(|error| self.service.fault(error))?;
        Ok(set.and_then(|channel| channel.parse().ok()))
    }
}

/// Leads to a channel or a topic.
pub(super) fn place_link(base: &str, place: Place) -> Option<String> {
    match place.venue.platform {
        Platform::Discord => Some(format!("{base}/{}/{}", place.venue.chat, place.channel)),
        Platform::Telegram => {
            let number = (-place.venue.chat)
                .checked_sub(1_000_000_000_000)
                .filter(|number| *number > 0)?;
            let (site, _) = base.rsplit_once('/')?;
            // The general topic is number 1 in links.
            Some(format!("{site}/c/{number}/{}", place.channel.max(1)))
        }
        Platform::Web => None,
    }
}
