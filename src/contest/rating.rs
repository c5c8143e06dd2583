//! How strong players are: Glicko-2, one result after another.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::id::{Millis, PlayerId, Seat, TableId};

/// How strong a player is held to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; 1500 is where everybody begins (Glicko-2).
    pub value: f64,
    /// How unsure the rating is: 350 at the beginning, less with every match (Glicko-2).
    pub deviation: f64,
    /// How much the strength is held to change: 0.06 at the beginning (Glicko-2).
    pub volatility: f64,
    /// How many results counted.
    pub games: u32,
    /// Against how many different opponents.
    pub opponents: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating {
            value: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
            games: 0,
            opponents: 0,
        }
    }
}

impl Rating {
    /// Whether the rating is too unsure to be listed.
    #[must_use]
    pub fn is_provisional(&self, limits: &Provisional) -> bool {
        self.deviation > limits.deviation || self.games < limits.games || self.opponents < limits.opponents
    }

    /// The rating at the start of a new season: part of the distance from 1500 is kept, the deviation is at least the
    /// given one, and the player is provisional again.
    #[must_use]
    pub fn reset(&self, keep: f64, deviation: f64) -> Rating {
        let fresh = Rating::default();
        Rating {
            value: fresh.value + (self.value - fresh.value) * keep.clamp(0.0, 1.0),
            deviation: self.deviation.max(deviation.min(fresh.deviation)),
            volatility: self.volatility,
            games: 0,
            opponents: 0,
        }
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.value,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

/// When a rating is sure enough to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Provisional {
    /// The most that the deviation may be: 110 (ours).
    pub deviation: f64,
    /// The fewest results: 10 (ours).
    pub games: u32,
    /// The fewest different opponents: 3 (ours), so that a second account alone lifts nobody.
    pub opponents: u32,
}

impl Default for Provisional {
    fn default() -> Provisional {
        Provisional {
            deviation: 110.0,
            games: 10,
            opponents: 3,
        }
    }
}

/// What of a result is rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Who won.
    #[default]
    Result,
    /// By how much: the score is ½ + margin ÷ (2 × `full`), at most 1; whoever won has at least ½, a drawn match is ½.
    Margin {
        /// The margin in points that counts as a whole win.
        full: u16,
    },
}

/// How ratings are reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatingRules {
    /// What of a result is rated.
    pub measure: Measure,
    /// How freely the volatility changes: 0.5 (Glicko-2, reasonable is 0.3 to 1.2).
    pub tau: f64,
    /// How many results of the same two players count on one day: 10 (ours); later ones change nothing.
    pub a_day: u32,
}

impl Default for RatingRules {
    fn default() -> RatingRules {
        RatingRules {
            measure: Measure::Result,
            tau: 0.5,
            a_day: 10,
        }
    }
}

impl RatingRules {
    /// The first seat's score, 0 to 1.
    #[must_use]
    pub fn score(&self, result: &Rated) -> f64 {
        let whole = match result.winner {
            Some(Seat::FIRST) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let Measure::Margin { full } = self.measure else {
            return whole;
        };
        let score = (0.5 + f64::from(result.margin) / (2.0 * f64::from(full.max(1)))).clamp(0.0, 1.0);
        match result.winner {
            Some(Seat::FIRST) => score.max(0.5),
            Some(_) => score.min(0.5),
            None => 0.5,
        }
    }
}

/// A finished match of two people, as far as ratings have to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// Which match.
    pub table: TableId,
    /// When it ended.
    pub ended: Millis,
    /// On which day, where it was played: any number that is the same for the same day.
    pub day: i64,
    /// Who played, by seat.
    pub players: [PlayerId; 2],
    /// Who won; nobody when it was drawn.
    pub winner: Option<Seat>,
    /// The first seat's points minus the second's.
    pub margin: i32,
}

impl Rated {
    /// The order in which results count.
    #[must_use]
    pub fn order(&self) -> (Millis, TableId) {
        (self.ended, self.table)
    }
}

/// How often two players met before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// In how many results that counted, since the last soft reset.
    pub ever: u32,
    /// In how many results that counted on the same day.
    pub today: u32,
}

/// The ratings of both players after a result, by seat.
#[must_use]
pub fn rate(ratings: [Rating; 2], result: &Rated, met: Met, rules: &RatingRules) -> [Rating; 2] {
    if met.today >= rules.a_day || result.players[0] == result.players[1] {
        return ratings;
    }
    let config = Glicko2Config {
        tau: rules.tau,
        ..Glicko2Config::default()
    };
    let [one, two] = ratings.map(|rating| rating.glicko());
    let after = |outcome| {
        let (one, two) = glicko2(&one, &two, &outcome, &config);
        [one, two]
    };
    // The library knows whole results only; a score between them lies between what they give, in proportion.
    let score = rules.score(result);
    let (low, high, share) = if score >= 0.5 {
        (Outcomes::DRAW, Outcomes::WIN, (score - 0.5) * 2.0)
    } else {
        (Outcomes::LOSS, Outcomes::DRAW, score * 2.0)
    };
    let (low, high) = (after(low), after(high));
    let between = |low: f64, high: f64| low + (high - low) * share;
    [0, 1].map(|seat: usize| Rating {
        value: between(low[seat].rating, high[seat].rating),
        deviation: between(low[seat].deviation, high[seat].deviation),
        volatility: between(low[seat].volatility, high[seat].volatility),
        games: ratings[seat].games.saturating_add(1),
        opponents: ratings[seat].opponents.saturating_add(u32::from(met.ever == 0)),
    })
}

/// A soft reset: what a new season makes of every rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reset {
    /// Which part of the distance from 1500 is kept: 0.5 (ours).
    pub keep: f64,
    /// The least that the deviation is afterwards: 150 (ours).
    pub deviation: f64,
}

impl Default for Reset {
    fn default() -> Reset {
        Reset {
            keep: 0.5,
            deviation: 150.0,
        }
    }
}

/// The ratings of one ladder while results are taken in, in their order.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    ratings: BTreeMap<PlayerId, (Rating, Millis)>,
    ever: BTreeMap<[PlayerId; 2], u32>,
    today: BTreeMap<([PlayerId; 2], i64), u32>,
    resets: Vec<Millis>,
    reset: Reset,
    era: usize,
}

impl Ladder {
    /// A ladder that is softly reset at these moments, and that knows nothing of results before `from`.
    #[must_use]
    pub fn new(mut resets: Vec<Millis>, reset: Reset, from: Millis) -> Ladder {
        resets.sort_unstable();
        let era = resets.partition_point(|at| *at <= from);
        Ladder {
            resets,
            reset,
            era,
            ..Ladder::default()
        }
    }

    /// A player's rating after their last result, which ended at this moment.
    pub fn place(&mut self, player: PlayerId, rating: Rating, ended: Millis) {
        self.ratings.insert(player, (rating, ended));
    }

    /// How often two players met before in results that counted.
    pub fn acquaint(&mut self, pair: [PlayerId; 2], day: i64, met: Met) {
        let pair = ordered(pair);
        self.ever.insert(pair, met.ever);
        self.today.insert((pair, day), met.today);
    }

    /// A player's rating at a moment; none before their first result.
    #[must_use]
    pub fn rating(&self, player: PlayerId, at: Millis) -> Option<Rating> {
        let (rating, since) = self.ratings.get(&player)?;
        let passed = self.resets.iter().filter(|reset| *since < **reset && **reset <= at);
        let Reset { keep, deviation } = self.reset;
        Some(passed.fold(*rating, |rating, _| rating.reset(keep, deviation)))
    }

    /// Takes a result in: the ratings of both players after it, by seat; none when it does not count.
    pub fn take(&mut self, result: &Rated, rules: &RatingRules) -> Option<[Rating; 2]> {
        let era = self.resets.partition_point(|at| *at <= result.ended);
        if era != self.era {
            self.ever.clear();
            self.era = era;
        }
        let pair = ordered(result.players);
        let met = Met {
            ever: self.ever.get(&pair).copied().unwrap_or(0),
            today: self.today.get(&(pair, result.day)).copied().unwrap_or(0),
        };
        let before = result
            .players
            .map(|player| self.rating(player, result.ended).unwrap_or_default());
        let after = rate(before, result, met, rules);
        if after[0].games == before[0].games {
            return None;
        }
        for (player, rating) in result.players.into_iter().zip(after) {
            self.place(player, rating, result.ended);
        }
        let met = Met {
            ever: met.ever.saturating_add(1),
            today: met.today.saturating_add(1),
        };
        self.acquaint(pair, result.day, met);
        Some(after)
    }
}

fn ordered([one, two]: [PlayerId; 2]) -> [PlayerId; 2] {
    [one.min(two), one.max(two)]
}

/// The ratings that these results give, whoever delivers them in whatever order and how often; those who begin with
/// something else than everybody (a season's soft reset) are in `start`. A voided result is simply not among them.
#[must_use]
pub fn reckon(
    start: &BTreeMap<PlayerId, Rating>,
    results: &[Rated],
    rules: &RatingRules,
) -> BTreeMap<PlayerId, Rating> {
    let mut seen = BTreeSet::new();
    let mut in_order: Vec<&Rated> = results.iter().filter(|result| seen.insert(result.table)).collect();
    in_order.sort_by_key(|result| result.order());
    let mut ladder = Ladder::default();
    for (player, rating) in start {
        ladder.place(*player, *rating, Millis(i64::MIN));
    }
    for result in in_order {
        ladder.take(result, rules);
    }
    ladder
        .ratings
        .into_iter()
        .map(|(player, (rating, _))| (player, rating))
        .collect()
}
