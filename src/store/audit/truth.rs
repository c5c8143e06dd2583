//! What a log says about everything that is derived from it.

use crate::contest::{self, PairingId};
use crate::id::{EventId, Millis, Place, Platform, PlayerId, TableId, Version};
use crate::store::codes::{LiveStage, SlotKind};
use crate::store::laurels::TeamPlace;
use crate::store::{EventRow, MatchResult};
use crate::table::Due;

/// What a table's log says about everything that is derived from it.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The table.
    pub table: TableId,
    /// The length of its log.
    pub version: Version,
    /// Where it stands.
    pub stage: LiveStage,
    /// Where it was opened.
    pub place: Place,
    /// Where else its public messages stand, as the log names these places.
    pub mirrors: Vec<Place>,
    /// When it was opened.
    pub opened: Millis,
    /// When it ended.
    pub ended: Option<Millis>,
    /// The people who find it among their tables, in seat order.
    pub players: Vec<PlayerId>,
    /// The match of an event that it is.
    pub bout: Option<(EventId, PairingId)>,
    /// What falls due there.
    pub due: Vec<Due>,
    /// What must be shown.
    pub shown: Vec<Shown>,
    /// The result, when it counts.
    pub result: Option<MatchResult>,
    /// Who is counted for breaking it off, and when.
    pub abort: Option<(PlayerId, Millis)>,
}

/// What an event's log says about everything that is derived from it.
#[derive(Clone, Debug)]
pub struct EventTruth {
    /// The event's row for look-ups, with the place of its opening.
    pub row: EventRow,
    /// The length of its log.
    pub version: Version,
    /// When it was opened.
    pub opened: Millis,
    /// When it ended.
    pub ended: Option<Millis>,
    /// Everybody who has or had to do with it, and whether they take part or wait in it while it is not over.
    pub people: Vec<(PlayerId, bool)>,
    /// Who came off best, with the place, when it was played to its end.
    pub winners: Vec<(PlayerId, u32)>,
    /// How the teams came off, when it was played to its end.
    pub team_places: Vec<TeamPlace>,
    /// How many play points lie in its pot.
    pub pot: i64,
    /// What falls due there.
    pub due: Vec<contest::Due>,
    /// What must be shown: the kind of message, its number, and the event's version that it must show at least.
    pub shown: Vec<(SlotKind, i64, i64)>,
}

/// A message that must show a state, wherever its reader is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it shows.
    pub kind: SlotKind,
    /// As in `SlotKey`.
    pub number: i64,
    /// Who reads it; `None`: everybody.
    pub reader: Option<PlayerId>,
    /// Where.
    pub to: Spot,
    /// The table's version that it must show at least.
    pub want: i64,
}

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In the table's own place.
    Home,
    /// In the second place with this number, counted from 0.
    Mirror(usize),
    /// In the reader's private chat on this platform.
    On(Platform),
}
