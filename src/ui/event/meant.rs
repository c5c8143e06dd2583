//! Which event is meant where none is named: the only one that fits, or one that is asked for.

use super::guests::venue_of;
use super::mine::which;
use super::run::token_of;
use super::scene::{code, key};
use super::token::EventAct;
use crate::contest::{Contest, Status};
use crate::id::{Platform, PlayerId};
use crate::service::EventError;
use crate::ui::ask::{Answer, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::Desk;
use crate::ui::draft::Draft;
use crate::ui::names::tidy;
use crate::ui::post::Style;
use crate::ui::voice::{Voice, say};

/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;

/// Which event is meant.
pub(super) enum Meant {
    One(Box<Contest>),
    /// One of these.
    Several(Vec<Contest>),
    /// None, and why.
    Said(String),
}

/// Which events can be meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One that the person takes part in.
    Own,
    /// One that the person does not take part in.
    Joinable,
    /// Any that is not over.
    Any,
    /// Any, and the last one when all are over.
    Shown,
}

impl Desk {
    /// The event with a typed id, or that there is none.
    pub(super) async fn event_called(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        typed: &str,
    ) -> Result<Result<Contest, String>, EventError> {
        match self.service.event_called(guest.account, typed, venue_of(guest)).await {
            Err(EventError::NoEvent) => Ok(Err(say!(voice, "refused-event-unknown", text = shown(typed)))),
            found => Ok(Ok(found?)),
        }
    }

    /// The event that must be meant.
    pub(super) async fn meant(
        &self,
        guest: &Guest,
        player: PlayerId,
        typed: Option<&str>,
        wanted: Wanted,
    ) -> Result<Meant, EventError> {
        let voice = self.voice_for(guest).await;
        if let Some(typed) = typed
            .map(|typed| typed.trim().trim_start_matches('#'))
            .filter(|typed| !typed.is_empty())
        {
            return Ok(match self.event_called(guest, voice, typed).await? {
                Ok(contest) => Meant::One(Box::new(contest)),
                Err(said) => Meant::Said(said),
            });
        }
        let mine = self.service.my_events(player).await?;
        let venue = venue_of(guest);
        let mut here = Vec::new();
        if let Some(venue) = venue {
            // Pages are also looked at when all is over.
            let open_only = wanted != Wanted::Shown;
            let found = self.service.events(venue, open_only).await?;
            for row in found.into_iter().take(OPTIONS) {
                match mine.iter().find(|contest| contest.id() == row.id) {
                    Some(contest) => here.push(contest.clone()),
                    None => here.extend(self.service.readable_event(row.id).await?),
                }
            }
        }
        // What is shown here as a guest is here, too.
        let near = |contest: &&Contest| {
            let home = venue.is_none_or(|venue| contest.place().venue == venue);
            home || here.iter().any(|one| one.id() == contest.id())
        };
        // Where none of one's own is here, those elsewhere can only be meant.
        let own: Vec<Contest> = match mine.iter().any(|contest| near(&contest)) {
            true => mine.iter().filter(near).cloned().collect(),
            false => mine.clone(),
        };
        let mut found: Vec<Contest> = match wanted {
            Wanted::Own => own,
            Wanted::Joinable => here
                .into_iter()
                .filter(|contest| contest.entrant(player).is_none())
                .collect(),
            Wanted::Any => {
                let mut all = if here.is_empty() { own } else { here };
                // Who runs one of several means that one.
                if all.iter().filter(|contest| contest.is_organiser(player)).count() == 1 {
                    all.retain(|contest| contest.is_organiser(player));
                }
                all
            }
            Wanted::Shown => {
                let mut all = if here.is_empty() { own } else { here };
                let open = |contest: &Contest| matches!(contest.status(), Status::Open | Status::Running);
                if all.iter().any(open) {
                    all.retain(open);
                } else {
                    // The one that was last.
                    all.truncate(1);
                }
                let takes_part: Vec<Contest> = all
                    .iter()
                    .filter(|one| one.entrant(player).is_some())
                    .cloned()
                    .collect();
                if takes_part.len() == 1 { takes_part } else { all }
            }
        };
        if found.len() == 1
            && let Some(one) = found.pop()
        {
            return Ok(Meant::One(Box::new(one)));
        }
        if found.is_empty() {
            return Ok(Meant::Said(match wanted {
                Wanted::Own => say!(voice, "refused-event-none-own"),
                Wanted::Joinable => say!(voice, "refused-event-none-open"),
                Wanted::Any | Wanted::Shown if guest.account.platform == Platform::Web => {
                    say!(voice, "refused-event-none-page")
                }
                Wanted::Any | Wanted::Shown => say!(voice, "refused-event-none"),
            }));
        }
        Ok(Meant::Several(found))
    }

    /// "Which event?": a choice that does with the chosen one what was asked for.
    pub(super) async fn which_event(&self, guest: &Guest, all: &[(&Contest, EventAct)]) -> Answer {
        let voice = self.voice_for(guest).await;
        let options = all.iter().take(OPTIONS).map(|(contest, act)| {
            let label = format!("{} · {}", tidy(&contest.format().title), code(contest.id()));
            token_of(key(contest.id(), label, *act, Style::Secondary))
        });
        let row = which("event", voice, options.flatten().collect());
        self.to_one(Draft {
            text: say!(voice, "event-which").into(),
            rows: vec![row],
            ..Draft::default()
        })
        .await
    }
}
