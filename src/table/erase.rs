//! A log without what tells who a player is, when their data is deleted.

use super::event::{Event, Invitee};
use super::fair::Proof;
use super::state::Table;
use crate::id::{Millis, PlayerId, TableId, Venue, Version};

/// What is deleted from a log.
#[derive(Clone, Copy, Debug)]
pub struct Erasure<'a> {
    /// Whose words for the deals go.
    pub player: PlayerId,
    /// Whether the name that the challenge was for is theirs.
    pub named: bool,
    /// Private chats, each with the number that stands there from now on.
    pub hidden: &'a [(Venue, i64)],
}

impl Erasure<'_> {
    /// The facts of this log that read otherwise from now on, by their place in it. The cards, the moves and the score stay
    /// what they were.
    #[must_use]
    pub fn of(&self, log: &[(Millis, Event)]) -> Vec<(Version, Event)> {
        let Some(((at, first), rest)) = log.split_first() else {
            return Vec::new();
        };
        // The id decides nothing here.
        let Some(mut table) = Table::opened(TableId(0), *at, first) else {
            return Vec::new();
        };
        let mut changed: Vec<(Version, Event)> = Vec::new();
        changed.extend(self.opening(first).map(|event| (Version(1), event)));
        for (version, (at, event)) in (2..).zip(rest) {
            if let Some(event) = self.later(&table, event) {
                changed.push((Version(version), event));
            }
            table.evolve(*at, event);
        }
        changed
    }

    fn opening(&self, event: &Event) -> Option<Event> {
        let mut opening = event.clone();
        if let Event::Opened { place, invitee, .. } = &mut opening {
            if let Some((_, nobody)) = self.hidden.iter().find(|(venue, _)| *venue == place.venue) {
                place.venue.chat = *nobody;
            }
            if self.named && matches!(invitee, Invitee::Name(_)) {
                *invitee = Invitee::Name(String::new());
            }
        }
        (opening != *event).then_some(opening)
    }

    /// A fact that holds words of the player's own; the table stands just before it.
    fn later(&self, table: &Table, event: &Event) -> Option<Event> {
        if let Event::Mirrored { place } = event {
            let (_, nobody) = self.hidden.iter().find(|(venue, _)| *venue == place.venue)?;
            let mut place = *place;
            place.venue.chat = *nobody;
            return Some(Event::Mirrored { place });
        }
        let own = table.seat_of(self.player)?;
        let mut erased = event.clone();
        match &mut erased {
            Event::Cut { seat, words } if *seat == own => words.clear(),
            Event::Dealt { proof: Some(proof), .. } if table.words(own).is_some_and(|words| !words.is_empty()) => {
                let Proof { entropy, erased, .. } = proof;
                entropy[own.index()].clear();
                erased[own.index()] = true;
            }
            _ => return None,
        }
        (erased != *event).then_some(erased)
    }
}
