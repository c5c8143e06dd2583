//! Which venue a wish belongs to that is said in a private chat.

use super::ask::{Ask, Guest};
use super::desk::Desk;
use super::event::EventAsk;
use super::event::token::{self as event_token, EventAct};
use super::team_token::{decode_team, team_for_admins};
use super::token::table_of_code;
use crate::id::{EventId, Venue};

impl Desk {
    /// The venue that a wish belongs to which somebody says in a private chat, where what it does depends on who administers
    /// that venue.
    pub async fn home_of(&self, guest: &Guest, ask: &Ask) -> Option<Venue> {
        match ask {
            Ask::Press(token) if event_token::is_for_admins(token) => {
                let token = event_token::decode(token)?;
                match token.act {
                    EventAct::Unplan(schedule) => self.home_of_plan(schedule).await,
                    _ => self.home_of_event(token.event).await,
                }
            }
            Ask::Press(token) if team_for_admins(token) => {
                let (team, _) = decode_team(token)?;
                Some(self.service.team(team).await.ok()?.venue)
            }
            Ask::Event(EventAsk::Unplan(Some(typed))) => self.home_of_plan(table_of_code(typed)?.0).await,
            Ask::Event(wish @ EventAsk::Do { event, .. }) if wish.is_for_admins() => match event {
                Some(typed) => self.home_of_event(EventId(table_of_code(typed)?.0)).await,
                // Where none is named, the only one of one's own is meant.
                None => {
                    let player = self.known(guest.account).await.ok().flatten()?;
                    match self.service.my_events(player).await.ok()?.as_slice() {
                        [only] => Some(only.place().venue),
                        _ => None,
                    }
                }
            },
            _ => None,
        }
    }

    async fn home_of_event(&self, event: EventId) -> Option<Venue> {
        let places = self.service.event_places(event).await.ok()?;
        places.first().map(|home| home.venue)
    }

    async fn home_of_plan(&self, schedule: i64) -> Option<Venue> {
        let row = self.service.schedule(schedule).await.ok()??;
        Some(row.place.venue)
    }
}
