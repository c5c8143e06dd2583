//! What is told of one player.

use sqlx::Row;

use super::boards::{BoardQuery, Figures, Scope};
use super::manners::Aborts;
use super::marks::Mark;
use super::pages::figures;
use super::ratings::rating;
use super::statements::Statement;
use super::{Store, StoreError, int, leaves, rungs, statements as sql, sums, text};
use crate::contest::Rating;
use crate::id::{Millis, PlayerId, TableId};

/// How many points of a rating's history a curve has at most (ours).
const CURVE: i64 = 200;
/// How many of the last matches a profile lists (ours).
const LAST: i64 = 10;

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
    /// The place on the board, once it is listed; none where who left is not.
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

impl Store {
    /// What a player's matches in a scope add up to; a channel's are its venue's, and those among friends are those
    /// everywhere.
    ///
    /// # Errors
    ///
    /// `Impossible` for an unknown player; `Backend` when the database fails.
    pub async fn profile(
        &self,
        player: PlayerId,
        rival: Option<PlayerId>,
        scope: Scope,
        since: Millis,
    ) -> Result<Profile, StoreError> {
        let scope = scope.venue().map_or(Scope::All, Scope::Venue);
        let people = self.people(&[player]).await?;
        let name = people.first().map(|person| person.name.clone());
        let met = sqlx::query(sql::PLAYER_SINCE.sql).bind(player.0);
        let met = met.fetch_optional(self.readers()).await?;
        let (Some(name), Some(met)) = (name, met) else {
            return Err(StoreError::Impossible("the player is unknown".to_owned()));
        };
        let mut profile = Profile {
            player,
            name,
            hidden: false,
            since: Millis(int(&met, 0)?),
            scope,
            figures: Figures::default(),
            ratings: Vec::new(),
            records: Records::default(),
            versus: None,
            last: Vec::new(),
            aborts: self.aborts(player, since).await?,
        };
        if let Some(rival) = rival {
            let people = self.people(&[rival]).await?;
            profile.versus = people.first().map(|person| Versus {
                rival,
                name: person.name.clone(),
                played: 0,
                wins: 0,
                draws: 0,
                points: 0,
                against: 0,
            });
        }
        let place = self.place_of_board(&BoardQuery::of(scope), Millis(0)).await?;
        let Some((place, _)) = place else { return Ok(profile) };
        self.settle_for(place.venue).await?;
        let line = sqlx::query(leaves::LINE_OF.sql)
            .bind(place.scope)
            .bind(place.period)
            .bind(player.0);
        if let Some(row) = line.fetch_optional(self.readers()).await? {
            profile.figures = figures(&row, 3)?;
        }
        profile.ratings = self.family_ratings(place.venue, player).await?;
        profile.records = Records {
            points: self.record(&sums::RECORD_POINTS, player, place.venue).await?,
            hand: self.record(&sums::RECORD_HAND, player, place.venue).await?,
            margin: self.record(&sums::RECORD_MARGIN, player, place.venue).await?,
        };
        if let Some(versus) = &mut profile.versus {
            let query = sqlx::query(sums::VERSUS.sql)
                .bind(player.0)
                .bind(versus.rival.0)
                .bind(place.venue);
            let row = query.fetch_one(self.readers()).await?;
            versus.played = int(&row, 0)?;
            versus.wins = int(&row, 1)?;
            versus.draws = int(&row, 2)?;
            versus.points = int(&row, 3)?;
            versus.against = int(&row, 4)?;
        }
        let last = sqlx::query(sums::LAST_OF.sql)
            .bind(player.0)
            .bind(place.venue)
            .bind(LAST);
        for row in last.fetch_all(self.readers()).await? {
            profile.last.push(LastMatch {
                table: TableId(int(&row, 0)?),
                ended: Millis(int(&row, 1)?),
                rules: text(&row, 2)?,
                opponent: PlayerId(int(&row, 3)?),
                name: text(&row, 4)?,
                won: (int(&row, 6)? == 0).then_some(int(&row, 5)? == 1),
                points: [int(&row, 7)?, int(&row, 8)?],
                change: row.try_get(9)?,
            });
        }
        Ok(profile)
    }

    async fn family_ratings(&self, venue: i64, player: PlayerId) -> Result<Vec<FamilyRating>, StoreError> {
        let query = sqlx::query(rungs::RATINGS_OF.sql).bind(venue).bind(player.0);
        let mut ratings = Vec::new();
        // The place is that on the board, which may leave out who is no member any more.
        let hides = sqlx::query(sums::VENUE_HIDES.sql).bind(venue);
        let hides = hides.fetch_optional(self.readers()).await?.is_some();
        let absent = if hides { venue } else { 0 };
        let left = hides && self.is_absent(venue, player).await?;
        for row in query.fetch_all(self.readers()).await? {
            let (ladder, listed) = (int(&row, 0)?, int(&row, 8)? == 1);
            let place = if listed && !left {
                let top = (Mark::TOP, 0);
                let before = self.rated_before(ladder, top, absent, int(&row, 7)?, player.0).await?;
                Some(before.0 + 1)
            } else {
                None
            };
            let curve = sqlx::query(rungs::CURVE.sql).bind(ladder).bind(player.0).bind(CURVE);
            let curve = curve.fetch_all(self.readers()).await?;
            let points = curve.iter().rev().map(|row| Ok((Millis(int(row, 0)?), int(row, 1)?)));
            ratings.push(FamilyRating {
                rules: text(&row, 1)?,
                rating: rating(&row, 2)?,
                provisional: !listed,
                place,
                curve: points.collect::<Result<_, StoreError>>()?,
            });
        }
        Ok(ratings)
    }

    async fn record(
        &self,
        statement: &Statement,
        player: PlayerId,
        venue: i64,
    ) -> Result<Option<(i64, TableId, Millis)>, StoreError> {
        let query = sqlx::query(statement.sql).bind(player.0).bind(venue);
        let row = query.fetch_optional(self.readers()).await?;
        row.map(|row| Ok((int(&row, 0)?, TableId(int(&row, 1)?), Millis(int(&row, 2)?))))
            .transpose()
    }
}
