//! Who asks about a team, and which team and which person is meant.

use super::admin::speaks_for_chat;
use super::ask::Guest;
use super::challenge::shown;
use super::desk::Desk;
use super::names::{isolated, tidy};
use super::people::tidy_handle;
use super::teams::Lost;
use super::voice::{Voice, say};
use crate::id::{PlayerId, Venue};
use crate::service::{Error, PersonRow, TeamRow, TeamWho, team_key};

/// Which of somebody's teams are meant when none is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Those they lead.
    Captain,
    /// Those they are in.
    Member,
}

impl Desk {
    /// Who asks, and whether they may moderate this venue.
    pub(super) async fn team_who(&self, guest: &Guest, venue: Venue) -> Result<TeamWho, Error> {
        let player = if speaks_for_chat(guest) {
            None
        } else {
            Some(self.meet(guest).await?)
        };
        let moderator = self.moderator(guest).await?;
        let admin = moderator.is_ok_and(|moderator| moderator.within.is_none_or(|within| within == venue));
        let admin = admin || guest.governs(venue);
        Ok(TeamWho { player, admin })
    }

    /// The team with this typed name, or the only one of the asker's that can be meant.
    pub(super) async fn team_meant(
        &self,
        voice: Voice<'_>,
        who: TeamWho,
        venue: Venue,
        typed: Option<&str>,
        part: Part,
    ) -> Result<TeamRow, Lost> {
        if let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) {
            let found = self.service.team_called(venue, &tidy(typed)).await?;
            return found.ok_or_else(|| Lost::Said(say!(voice, "refused-no-team", text = shown(typed))));
        }
        let mut own = match who.player {
            Some(player) => self.service.teams_with(player, venue).await?,
            None => Vec::new(),
        };
        if part == Part::Captain && own.iter().any(|team| who.player == Some(team.captain)) {
            own.retain(|team| who.player == Some(team.captain));
        }
        match own.len() {
            0 => Err(Lost::Said(say!(voice, "refused-team-none"))),
            1 => Ok(own.remove(0)),
            _ => {
                let names = voice.list(own.iter().map(|team| isolated(&team.name)));
                Err(Lost::Said(say!(voice, "refused-team-which", names = names)))
            }
        }
    }

    /// Who of these people is meant by a mention, a user name, a name, or a number in their order.
    pub(super) async fn one_of(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        people: &[PlayerId],
        typed: &str,
    ) -> Result<PlayerId, Lost> {
        let rows = self.service.people(people).await?;
        let found = match typed.trim() {
            "" => None,
            typed => meant(&rows, people, guest, typed),
        };
        found.ok_or_else(|| match typed.trim() {
            "" => Lost::Said(say!(voice, "refused-team-nobody")),
            typed => Lost::Said(say!(voice, "refused-team-person", text = shown(typed))),
        })
    }
}

fn meant(rows: &[PersonRow], order: &[PlayerId], guest: &Guest, typed: &str) -> Option<PlayerId> {
    let platform = guest.account.platform;
    if let Some(number) = typed.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>')) {
        let user: i64 = number.trim_start_matches('!').parse().ok()?;
        let has = |person: &&PersonRow| {
            let mut accounts = person.accounts.iter();
            accounts.any(|known| known.account.platform == platform && known.account.user == user)
        };
        return rows.iter().find(has).map(|person| person.player);
    }
    let handle = tidy_handle(typed);
    let handles = |person: &&PersonRow| {
        let mut accounts = person.accounts.iter();
        accounts.any(|known| known.account.platform == platform && known.handle.as_deref() == Some(handle.as_str()))
    };
    if let Some(person) = rows.iter().find(handles) {
        return Some(person.player);
    }
    let only = |found: Vec<&PersonRow>| match found.as_slice() {
        [one] => Some(one.player),
        _ => None,
    };
    let key = team_key(typed.trim_start_matches('@'));
    let same = rows.iter().filter(|person| team_key(&person.name) == key).collect();
    if let Some(player) = only(same) {
        return Some(player);
    }
    if let Ok(number) = typed.trim_start_matches('#').parse::<usize>() {
        return order.get(number.checked_sub(1)?).copied();
    }
    if key.is_empty() {
        return None;
    }
    only(
        rows.iter()
            .filter(|person| team_key(&person.name).starts_with(&key))
            .collect(),
    )
}
