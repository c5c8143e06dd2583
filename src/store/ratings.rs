//! Ratings: results mark in their own write which ladder waits, and here the ladder is brought up to date: from the first
//! waiting result on, in order, each once. A stop in between loses nothing, since the mark goes with the work.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::plan::{Need, Plan, args};
use super::{Store, StoreError, int, maybe, narrow, rungs, statements as sql, text};
use crate::contest::{Ladder, Met, Provisional, Rated, Rating, RatingRules, Reset};
use crate::id::{Millis, PlayerId, Seat, TableId, Venue};

/// How many results are rated in one write (ours): each is six rows, and a command takes 32,766 values at most.
const AT_ONCE: usize = 100;
/// How much work somebody who wants to see ratings waits for at most, in results (ours), and how many of them the reading and
/// the commit of a write are worth (ours).
const PATIENCE: u64 = 400;
const EACH: u64 = 15;
/// Before everything.
pub(super) const BEGINNING: i64 = -i64::MAX;

/// How ratings are reckoned, and which are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RatingBook {
    /// How a result moves them.
    pub rules: RatingRules,
    /// When they are sure enough to be listed.
    pub provisional: Provisional,
    /// What a new season makes of them.
    pub reset: Reset,
}

/// What a match did to the ratings of its two players in the venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingChange {
    /// It has no result, or is still to be rated.
    Nothing,
    /// It was agreed on as unrated.
    Unrated,
    /// The two had played as many rated matches on that day as count.
    TooMany,
    /// Each player's rating before and after it, rounded.
    Moved(Vec<(PlayerId, i64, i64)>),
}

/// The key of the program's setting that holds the book by which all ratings were reckoned.
const BOOK: &str = "ratings";

/// A ladder that waits.
struct Waiting {
    id: i64,
    venue: i64,
    rules: String,
    from: i64,
    version: i64,
}

impl Store {
    /// Reckons by this book from now on; when it is another than before, everything anew.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn rate_by(&self, book: RatingBook) -> Result<(), StoreError> {
        *self
            .inner
            .book
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = book;
        let text = serde_json::to_string(&book)
            .map_err(|_| StoreError::Impossible("the ratings' book can't be written".to_owned()))?;
        let kept = self.setting(BOOK).await?;
        if kept.as_deref() == Some(text.as_str()) || kept.is_none() && book == RatingBook::default() {
            return Ok(());
        }
        let mut plan = Plan::of(&sql::SETTING_SET, args![BOOK, text]);
        plan.add(&rungs::RATINGS_ANEW, args![]);
        self.write(plan).await.map(|_| ())
    }

    /// The book by which ratings are reckoned.
    #[must_use]
    pub fn book(&self) -> RatingBook {
        *self
            .inner
            .book
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Rates every result that waits for it, however long that takes.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails; what was rated until then stays so.
    pub async fn settle(&self) -> Result<(), StoreError> {
        loop {
            // One after another: whoever waits finds done what was done meanwhile, and nobody does it twice in vain.
            let _turn = self.inner.rating.lock().await;
            if !self.settle_one(None).await? {
                return Ok(());
            }
        }
    }

    /// Rates the first hundred results that wait for it, unless somebody does already; whether there may be more to do.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn settle_some(&self) -> Result<bool, StoreError> {
        match self.inner.rating.try_lock() {
            Ok(_turn) => self.settle_one(None).await,
            Err(_) => Ok(false),
        }
    }

    /// Rates what waits in a venue (0: on the ladders over all), for somebody who wants to see it. Where so much waits that
    /// they would have to wait too, they see what was until that is done.
    pub(super) async fn settle_for(&self, venue: i64) -> Result<(), StoreError> {
        let done = || self.inner.settled.load(Ordering::Relaxed);
        let before = done();
        while self.ladder_waiting(Some(venue)).await?.is_some() {
            // Many who look at once don't rate the same results: what one has done the others needn't.
            let _turn = self.inner.rating.lock().await;
            if done() - before > PATIENCE || !self.settle_one(Some(venue)).await? {
                break;
            }
        }
        Ok(())
    }

    /// Rates the first results that wait, in a venue or anywhere, for whoever has the turn; whether any waited.
    async fn settle_one(&self, venue: Option<i64>) -> Result<bool, StoreError> {
        let Some(waiting) = self.ladder_waiting(venue).await? else {
            return Ok(false);
        };
        let work = match self.climb(&waiting).await {
            Ok(results) => results,
            // A result came in between, or the ladder is gone: what waits now is looked at anew.
            Err(StoreError::Conflict) => 0,
            Err(error) => return Err(error),
        };
        let work = u64::try_from(work).unwrap_or(u64::MAX).saturating_add(EACH);
        self.inner.settled.fetch_add(work, Ordering::Relaxed);
        Ok(true)
    }

    /// A ladder that waits.
    async fn ladder_waiting(&self, venue: Option<i64>) -> Result<Option<Waiting>, StoreError> {
        let query = match venue {
            None => sqlx::query(rungs::DIRTY.sql),
            Some(venue) => sqlx::query(rungs::DIRTY_IN.sql).bind(venue),
        };
        let Some(row) = query.fetch_optional(self.readers()).await? else {
            return Ok(None);
        };
        Ok(Some(Waiting {
            id: int(&row, 0)?,
            venue: int(&row, 1)?,
            rules: text(&row, 2)?,
            from: maybe(&row, 3)?.unwrap_or(BEGINNING),
            version: int(&row, 4)?,
        }))
    }

    /// Rates the first waiting results of a ladder: how many.
    async fn climb(&self, waiting: &Waiting) -> Result<usize, StoreError> {
        let (results, next) = self.waiting_results(waiting).await?;
        let until = next.unwrap_or(i64::MAX);
        let book = self.book();
        let starts = sqlx::query(rungs::SEASON_STARTS.sql).bind(waiting.venue);
        let starts = starts.fetch_all(self.readers()).await?;
        let starts: Vec<Millis> = starts
            .iter()
            .map(|row| Ok(Millis(int(row, 0)?)))
            .collect::<Result<_, StoreError>>()?;
        let era = starts
            .iter()
            .filter(|at| at.0 <= waiting.from)
            .max()
            .map_or(BEGINNING, |at| at.0);

        let stepped = sqlx::query(rungs::STEPPED.sql)
            .bind(waiting.id)
            .bind(waiting.from)
            .bind(until);
        let mut players: BTreeSet<PlayerId> = BTreeSet::new();
        for row in stepped.fetch_all(self.readers()).await? {
            players.insert(PlayerId(int(&row, 0)?));
        }
        players.extend(results.iter().flat_map(|result| result.players));

        let mut ladder = Ladder::new(starts, book.reset, Millis(waiting.from));
        for &player in &players {
            let before = sqlx::query(rungs::STEP_BEFORE.sql)
                .bind(waiting.id)
                .bind(player.0)
                .bind(waiting.from);
            if let Some(row) = before.fetch_optional(self.readers()).await? {
                ladder.place(player, rating(&row, 1)?, Millis(int(&row, 0)?));
            }
        }
        let mut pairs = BTreeSet::new();
        for result in &results {
            let [one, two] = result.players;
            if !pairs.insert((one.min(two), one.max(two), result.day)) {
                continue;
            }
            let met = sqlx::query(rungs::MEETINGS.sql)
                .bind(waiting.id)
                .bind(one.0)
                .bind(two.0)
                .bind(waiting.from)
                .bind(era)
                .bind(result.day)
                .fetch_one(self.readers())
                .await?;
            let met = Met {
                ever: narrow(int(&met, 0)?)?,
                today: narrow(int(&met, 1)?)?,
            };
            ladder.acquaint(result.players, result.day, met);
        }

        let mut plan = Plan::default();
        plan.require(
            &rungs::LADDER_CLEAN,
            args![waiting.id, waiting.version, next],
            Need::Conflict,
        );
        plan.add(&rungs::STEPS_DROP, args![waiting.id, waiting.from, until]);
        for result in &results {
            let before = result.players.map(|player| ladder.rating(player, result.ended));
            let Some(after) = ladder.take(result, &book.rules) else {
                continue;
            };
            for seat in [0, 1] {
                let step = Step {
                    ladder: waiting.id,
                    player: result.players[seat],
                    opponent: result.players[1 - seat],
                    ended: result.ended,
                    table: result.table,
                    day: result.day,
                    before: before[seat].unwrap_or_default(),
                    after: after[seat],
                };
                plan.add(&rungs::STEP_ADD, step.row());
            }
        }
        for player in players {
            let who = args![waiting.id, player.0, until, waiting.rules.as_str(), waiting.venue];
            // Later seasons that have begun have reset it since.
            match ladder.rating(player, Millis(i64::MAX)) {
                Some(rating) => {
                    let (shown, listed) = (shown(&rating), is_listed(&rating, &book));
                    let mut row = who;
                    row.extend(args![
                        rating.value,
                        rating.deviation,
                        rating.volatility,
                        i64::from(rating.games),
                        i64::from(rating.opponents),
                        shown,
                        i64::from(listed),
                    ]);
                    plan.add(&rungs::RATING_SET, row);
                }
                None => {
                    plan.add(&rungs::RATING_OFF, who);
                }
            }
        }
        self.write(plan).await.map(|_| results.len())
    }

    /// The first results that wait, in order and whole moments of them, and from when on others still wait.
    async fn waiting_results(&self, waiting: &Waiting) -> Result<(Vec<Rated>, Option<i64>), StoreError> {
        let mut most = AT_ONCE;
        loop {
            let limit = i64::try_from(most + 1).unwrap_or(i64::MAX);
            let rows = if waiting.venue == 0 {
                let query = sqlx::query(rungs::RESULTS_OF_ALL.sql)
                    .bind(&waiting.rules)
                    .bind(waiting.from)
                    .bind(limit);
                query.fetch_all(self.readers()).await?
            } else {
                let query = sqlx::query(rungs::RESULTS_OF_VENUE.sql)
                    .bind(&waiting.rules)
                    .bind(waiting.from)
                    .bind(limit)
                    .bind(waiting.venue);
                query.fetch_all(self.readers()).await?
            };
            let mut results = rows.iter().map(rated).collect::<Result<Vec<_>, _>>()?;
            if results.len() <= most {
                return Ok((results, None));
            }
            let next = results[most].ended;
            results.retain(|result| result.ended < next);
            if !results.is_empty() {
                return Ok((results, Some(next.0)));
            }
            most *= 4;
        }
    }

    /// What a match did to the ratings of its players in its venue.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn rating_change(&self, table: TableId) -> Result<RatingChange, StoreError> {
        let flag = sqlx::query(rungs::RATED_FLAG.sql).bind(table.0);
        let Some(row) = flag.fetch_optional(self.readers()).await? else {
            return Ok(RatingChange::Nothing);
        };
        self.settle_for(int(&row, 1)?).await?;
        if int(&row, 0)? == 0 {
            return Ok(RatingChange::Unrated);
        }
        let rows = sqlx::query(rungs::RATED_TABLE.sql).bind(table.0);
        let rows = rows.fetch_all(self.readers()).await?;
        if rows.is_empty() {
            return Ok(RatingChange::TooMany);
        }
        let moved = rows
            .iter()
            .map(|row| Ok((PlayerId(int(row, 0)?), int(row, 1)?, int(row, 2)?)));
        Ok(RatingChange::Moved(moved.collect::<Result<_, StoreError>>()?))
    }

    /// Every rating of a player: the venue with its name (none: all venues), the rules, the rating.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn ratings_of(&self, player: PlayerId) -> Result<Vec<KnownRating>, StoreError> {
        let query = sqlx::query(rungs::ALL_RATINGS_OF.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        let one = |row: &SqliteRow| {
            let venue = match (maybe(row, 0)?, maybe(row, 1)?) {
                (Some(platform), Some(chat)) => Some(Venue {
                    platform: super::codes::platform(platform)?,
                    chat,
                }),
                _ => None,
            };
            Ok((venue, row.try_get(2)?, text(row, 3)?, rating(row, 4)?))
        };
        rows.iter().map(one).collect()
    }
}

/// A rating as it is told to its owner: the venue with its name (none: all venues), the rules, the rating.
pub type KnownRating = (Option<Venue>, Option<String>, String, Rating);

/// What a result made of one rating.
pub(super) struct Step {
    pub ladder: i64,
    pub player: PlayerId,
    pub opponent: PlayerId,
    pub ended: Millis,
    pub table: TableId,
    pub day: i64,
    pub before: Rating,
    pub after: Rating,
}

impl Step {
    fn row(&self) -> Vec<super::plan::Arg> {
        args![
            self.ladder,
            self.player.0,
            self.ended.0,
            self.table.0,
            self.opponent.0,
            self.day,
            self.before.value,
            self.after.value,
            self.after.deviation,
            self.after.volatility,
            i64::from(self.after.games),
            i64::from(self.after.opponents),
        ]
    }
}

/// A rating as people read it.
#[expect(clippy::cast_possible_truncation, reason = "a rating is a few thousand")]
pub(super) fn shown(rating: &Rating) -> i64 {
    rating.value.round() as i64
}

pub(super) fn is_listed(rating: &Rating, book: &RatingBook) -> bool {
    !rating.is_provisional(&book.provisional)
}

/// A result from its row: table, end, day, player, opponent, won, drawn, margin.
pub(super) fn rated(row: &SqliteRow) -> Result<Rated, StoreError> {
    let (won, drawn) = (int(row, 5)? == 1, int(row, 6)? == 1);
    Ok(Rated {
        table: TableId(int(row, 0)?),
        ended: Millis(int(row, 1)?),
        day: int(row, 2)?,
        players: [PlayerId(int(row, 3)?), PlayerId(int(row, 4)?)],
        winner: match (won, drawn) {
            (true, _) => Some(Seat::FIRST),
            (false, true) => None,
            (false, false) => Some(Seat::SECOND),
        },
        margin: narrow(int(row, 7)?)?,
    })
}

/// A rating from this column on.
pub(super) fn rating(row: &SqliteRow, first: usize) -> Result<Rating, StoreError> {
    Ok(Rating {
        value: row.try_get(first)?,
        deviation: row.try_get(first + 1)?,
        volatility: row.try_get(first + 2)?,
        games: narrow(int(row, first + 3)?)?,
        opponents: narrow(int(row, first + 4)?)?,
    })
}
