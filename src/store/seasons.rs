//! Seasons of a venue.

use crate::id::{Millis, SeasonId, Venue};

/// When a season ends by itself and the next one begins: at midnight in the venue's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Calendar {
    /// Never by itself.
    Open,
    /// Every Monday.
    Weekly,
    /// On the first day of each month.
    Monthly,
    /// On the first day of January, April, July and October.
    Quarterly,
    /// On the first day of each year.
    Yearly,
}

impl Calendar {
    /// Every calendar.
    pub const ALL: [Calendar; 5] = [
        Calendar::Open,
        Calendar::Weekly,
        Calendar::Monthly,
        Calendar::Quarterly,
        Calendar::Yearly,
    ];
}

/// A season of a venue's leaderboards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Which.
    pub id: SeasonId,
    /// Where.
    pub venue: Venue,
    /// Its number in the venue, from 1.
    pub number: u32,
    /// What moderators call it.
    pub name: Option<String>,
    /// When it began.
    pub starts: Millis,
    /// When it ended; none while it runs.
    pub ended: Option<Millis>,
    /// When it will end by itself.
    pub until: Option<Millis>,
    /// How the next one follows.
    pub calendar: Calendar,
}
