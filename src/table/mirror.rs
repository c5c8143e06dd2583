//! A match between people of two places: where else its public messages stand, and from which platform each player plays.

use super::event::{Event, Sitter};
use super::state::{Stage, Table};
use crate::id::{Place, Platform, PlayerId, Seat, Venue};

/// In how many places beside its own a match may stand (ours): its two players' and one more.
pub const MIRRORS_MAX: usize = 3;

/// Where a match stands beside its own place, and who plays from where, as the log tells it.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// In the order in which they were added; their number is their place in it.
    mirrors: Vec<Place>,
    /// The platform of the opening, from which everybody plays about whom nothing else is known.
    home: Platform,
    on: [Option<Platform>; 2],
}

impl Sides {
    pub(super) fn of(place: Place) -> Sides {
        Sides {
            mirrors: Vec::new(),
            home: place.venue.platform,
            on: [None; 2],
        }
    }
}

impl Table {
    /// Where the public messages stand beside the match's own place.
    #[must_use]
    pub fn mirrors(&self) -> &[Place] {
        &self.sides.mirrors
    }

    /// Everywhere the public messages stand, the match's own place first.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        std::iter::once(self.place).chain(self.sides.mirrors.iter().copied())
    }

    /// Where in this venue the match stands, when it does.
    #[must_use]
    pub fn place_in(&self, venue: Venue) -> Option<Place> {
        self.places().find(|place| place.venue == venue)
    }

    /// The first of its places on this platform.
    #[must_use]
    pub fn place_on(&self, platform: Platform) -> Option<Place> {
        self.places().find(|place| place.venue.platform == platform)
    }

    /// The platform from which the player in this seat plays: where their hand goes.
    #[must_use]
    pub fn side(&self, seat: Seat) -> Platform {
        self.sides.on[seat.index()].unwrap_or(self.sides.home)
    }

    /// Whether people of two platforms play.
    #[must_use]
    pub fn is_across(&self) -> bool {
        self.side(Seat::FIRST) != self.side(Seat::SECOND)
    }

    /// The same match with its second places as they are numbered today, in the same order.
    #[must_use]
    pub fn mirrored_to(mut self, mirrors: Vec<Place>) -> Table {
        self.sides.mirrors = mirrors;
        self
    }

    /// The same match as it is seen from this place: its own name, language, moments and mentions are those of there.
    #[must_use]
    pub fn seen_from(self, place: Place) -> Table {
        self.moved_to(place)
    }

    /// What follows when the public messages shall stand in this place too: nothing where they stand in its venue already, or
    /// in as many places as a match can.
    #[must_use]
    pub fn mirror(&self, place: Place) -> Vec<Event> {
        let over = matches!(self.stage, Stage::Over(_));
        if over || self.place_in(place.venue).is_some() || self.sides.mirrors.len() >= MIRRORS_MAX {
            return Vec::new();
        }
        vec![Event::Mirrored { place }]
    }

    /// What follows when this player acts from this platform: their hand goes there from now on.
    #[must_use]
    pub fn cross(&self, player: PlayerId, to: Platform) -> Vec<Event> {
        match self.seat_of(player) {
            Some(seat) if !matches!(self.stage, Stage::Over(_)) && self.side(seat) != to => {
                vec![Event::Crossed { seat, to }]
            }
            _ => Vec::new(),
        }
    }

    /// Whether both seats are one person's: two accounts that played each other before they became one player. Such a match
    /// counts for nobody.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        matches!(self.seats[..], [Sitter::Player(one), Sitter::Player(other)] if one == other)
    }

    /// Takes in what a fact means for places and platforms; called for every fact.
    pub(super) fn stand(&mut self, event: &Event) {
        match event {
            Event::Mirrored { place } => self.sides.mirrors.push(*place),
            Event::Crossed { seat, to } => {
                self.sides.on[seat.index()] = Some(*to);
                self.changed[seat.index()] = self.version;
            }
            Event::Merged { from, into } => {
                let renamed = |player: &mut PlayerId| {
                    if player == from {
                        *player = *into;
                    }
                };
                renamed(&mut self.challenger);
                for sitter in &mut self.seats {
                    if let Sitter::Player(player) = sitter {
                        renamed(player);
                    }
                }
                if let super::Invitee::Player(player) = &mut self.invitee {
                    renamed(player);
                }
                // Both hands name their players.
                self.changed = vec![self.version; 2];
            }
            _ => {}
        }
    }
}
