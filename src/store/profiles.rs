//! What is told of one player.

use super::boards::{Figures, Scope};
use super::manners::Aborts;
use crate::contest::Rating;
use crate::id::{Millis, PlayerId, TableId};

/// Everything that a profile shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Whose.
    pub player: PlayerId,
    /// The name that they showed last.
    pub name: String,
    /// Whether they hide it from others; then a viewer other than they finds nothing but zeros in it.
    pub hidden: bool,
    /// When they were met.
    pub since: Millis,
    /// What it adds up.
    pub scope: Scope,
    /// All matches of the scope added up.
    pub figures: Figures,
    /// The ratings of each family of rules, the most played first: of the venue, or over all.
    pub ratings: Vec<FamilyRating>,
    /// The best that there was.
    pub records: Records,
    /// Against the one asked for.
    pub versus: Option<Versus>,
    /// The last matches, newest first.
    pub last: Vec<LastMatch>,
    /// Matches broken off before their first discard.
    pub aborts: Aborts,
}

/// A rating and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyRating {
    /// The rules' name.
    pub rules: String,
    /// The rating.
    pub rating: Rating,
    /// Whether it is too unsure to be listed.
    pub provisional: bool,
    /// The place on the board, once it is listed.
    pub place: Option<u32>,
    /// When it changed and to what, oldest first; of a long history the last 200 points.
    pub curve: Vec<(Millis, i64)>,
}

/// A player's records in a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The most points in a match.
    pub points: Option<(i64, TableId, Millis)>,
    /// The most points in a hand.
    pub hand: Option<(i64, TableId, Millis)>,
    /// The widest margin of a won match, in points.
    pub margin: Option<(i64, TableId, Millis)>,
}

/// One player against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    /// The other one.
    pub rival: PlayerId,
    /// The name that they showed last.
    pub name: String,
    /// Matches.
    pub played: i64,
    /// Those that the player won.
    pub wins: i64,
    /// Drawn ones.
    pub draws: i64,
    /// The player's points.
    pub points: i64,
    /// The rival's.
    pub against: i64,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMatch {
    /// Which.
    pub table: TableId,
    /// When it ended.
    pub ended: Millis,
    /// The rules' name.
    pub rules: String,
    /// Against whom.
    pub opponent: PlayerId,
    /// The name that they showed last.
    pub name: String,
    /// Whether it was won; none: drawn.
    pub won: Option<bool>,
    /// The player's points and the opponent's.
    pub points: [i64; 2],
    /// How much the rating changed by it, rounded; none when it did not count.
    pub change: Option<i64>,
}
