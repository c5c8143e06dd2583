//! Ratings against the formulas of Glicko-2, written out anew, and the laws that make them fit to be recomputed.

use std::collections::BTreeMap;

use jinlami::contest::{Measure, Met, Provisional, Rated, Rating, RatingRules, rate, reckon};
use jinlami::id::{Millis, PlayerId, Seat, TableId};

use super::arena::player;
use crate::dice::Dice;
use crate::effort::cases;

/// Glicko-2 for one result (Glickman, "Example of the Glicko-2 system", steps 2 to 8), the volatility by halving an interval.
fn glicko(own: &Rating, other: &Rating, score: f64, tau: f64) -> [f64; 3] {
    const SCALE: f64 = 173.7178;
    let (mu, phi) = ((own.value - 1500.0) / SCALE, own.deviation / SCALE);
    let (mu_j, phi_j) = ((other.value - 1500.0) / SCALE, other.deviation / SCALE);
    let g = 1.0 / (1.0 + 3.0 * phi_j.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
    let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
    let v = 1.0 / (g.powi(2) * e * (1.0 - e));
    let delta = v * g * (score - e);
    let a = own.volatility.powi(2).ln();
    let f = |x: f64| {
        let ex = x.exp();
        let d = phi.powi(2) + v + ex;
        ex * (delta.powi(2) - d) / (2.0 * d.powi(2)) - (x - a) / tau.powi(2)
    };
    let (mut low, mut high) = (a - 20.0, a + 20.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let sigma = (low / 2.0).exp();
    let star = (phi.powi(2) + sigma.powi(2)).sqrt();
    let phi_new = 1.0 / (1.0 / star.powi(2) + 1.0 / v).sqrt();
    [
        1500.0 + SCALE * (mu + phi_new.powi(2) * g * (score - e)),
        SCALE * phi_new,
        sigma,
    ]
}

fn result(table: i64, ended: i64, players: [usize; 2], margin: i32) -> Rated {
    Rated {
        table: TableId(table),
        ended: Millis(ended),
        day: ended / 86_400_000,
        players: players.map(player),
        winner: match margin.cmp(&0) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        },
        margin,
    }
}

/// Results by chance, hours apart.
fn season(dice: &mut Dice, count: usize) -> Vec<Rated> {
    (0..count)
        .map(|at| {
            let one = dice.below(6);
            let two = (one + 1 + dice.below(5)) % 6;
            let ended = i64::try_from(at / 2).unwrap() * 5_000_000;
            let table = i64::try_from(count * 2 - at).unwrap();
            result(table, ended, [one, two], i32::try_from(dice.below(200)).unwrap() - 100)
        })
        .collect()
}

#[test]
fn a_result_moves_ratings_as_the_formulas_say() {
    let mut dice = Dice::new(1);
    for _ in 0..cases(200) {
        let mut any = || Rating {
            value: 1000.0 + dice.below(1000) as f64,
            deviation: 30.0 + dice.below(320) as f64,
            volatility: 0.03 + dice.below(60) as f64 / 1000.0,
            games: 5,
            opponents: 2,
        };
        let before = [any(), any()];
        let rules = RatingRules::default();
        for (margin, score) in [(1, 1.0), (0, 0.5), (-1, 0.0)] {
            let after = rate(before, &result(1, 1, [0, 1], margin), Met::default(), &rules);
            for (seat, score) in [(0, score), (1, 1.0 - score)] {
                let [value, deviation, volatility] = glicko(&before[seat], &before[1 - seat], score, rules.tau);
                let rating = after[seat];
                assert!((rating.value - value).abs() < 0.02, "{rating:?} {value}");
                assert!((rating.deviation - deviation).abs() < 0.02, "{rating:?} {deviation}");
                assert!((rating.volatility - volatility).abs() < 1e-5, "{rating:?} {volatility}");
                assert_eq!((rating.games, rating.opponents), (6, 3));
            }
        }
    }
}

#[test]
fn a_margin_counts_between_a_draw_and_a_whole_win() {
    let rules = RatingRules {
        measure: Measure::Margin { full: 100 },
        ..RatingRules::default()
    };
    let score = |margin, winner| {
        rules.score(&Rated {
            winner,
            ..result(1, 1, [0, 1], margin)
        })
    };
    assert_eq!(score(50, Some(Seat::FIRST)), 0.75);
    assert_eq!(score(300, Some(Seat::FIRST)), 1.0);
    assert_eq!(score(-20, Some(Seat::SECOND)), 0.4);
    // Given up while ahead: the winner has no less than a draw.
    assert_eq!(score(-80, Some(Seat::FIRST)), 0.5);
    assert_eq!(score(0, None), 0.5);
    let after = |margin| {
        rate(
            [Rating::default(); 2],
            &result(1, 1, [0, 1], margin),
            Met::default(),
            &rules,
        )[0]
        .value
    };
    let mut last = f64::MIN;
    for margin in (-120..=120).step_by(10) {
        assert!(after(margin) >= last);
        last = after(margin);
    }
    let whole = rate(
        [Rating::default(); 2],
        &result(1, 1, [0, 1], 1),
        Met::default(),
        &RatingRules::default(),
    )[0];
    assert!((after(100) - whole.value).abs() < 1e-9);
}

/// C-088: whatever is delivered in whatever order and how often, the ratings are the same.
#[test]
fn the_order_and_number_of_deliveries_change_nothing() {
    let mut dice = Dice::new(2);
    let rules = RatingRules::default();
    for _ in 0..cases(20) {
        let results = season(&mut dice, 40);
        let known = reckon(&BTreeMap::new(), &results, &rules);
        let mut again = results.clone();
        again.extend(results.iter().take(15));
        dice.shuffle(&mut again);
        assert_eq!(reckon(&BTreeMap::new(), &again, &rules), known);
    }
}

/// C-089: a voided result gives what it would be had it never been played, whichever of the results it is.
#[test]
fn a_void_is_as_if_never_played() {
    let mut dice = Dice::new(3);
    let rules = RatingRules::default();
    let results = season(&mut dice, 12);
    for void in 0..results.len() {
        let mut rest = results.clone();
        rest.remove(void);
        let mut ratings: BTreeMap<PlayerId, Rating> = BTreeMap::new();
        let mut ordered = rest.clone();
        ordered.sort_by_key(Rated::order);
        let mut met: BTreeMap<[PlayerId; 2], u32> = BTreeMap::new();
        for one in &ordered {
            let mut pair = one.players;
            pair.sort_unstable();
            let ever = met.entry(pair).or_default();
            // One by one, as they are stored.
            let before = one
                .players
                .map(|player| ratings.get(&player).copied().unwrap_or_default());
            let after = rate(before, one, Met { ever: *ever, today: 0 }, &rules);
            *ever += 1;
            ratings.extend(one.players.into_iter().zip(after));
        }
        assert_eq!(reckon(&BTreeMap::new(), &rest, &rules), ratings);
        assert_ne!(reckon(&BTreeMap::new(), &results, &rules), ratings);
    }
}

/// C-093: many wins over one other account list nobody.
#[test]
fn a_second_account_alone_lifts_nobody_onto_the_board() {
    let limits = Provisional::default();
    let day = 86_400_000;
    let against_one: Vec<Rated> = (0..40).map(|at| result(at, at * day, [0, 1], 50)).collect();
    let rating = reckon(&BTreeMap::new(), &against_one, &RatingRules::default())[&player(0)];
    assert!(rating.games == 40 && rating.opponents == 1 && rating.is_provisional(&limits));
    let mut against_three = against_one;
    against_three.extend((0..2).map(|at| result(100 + at, 41 * day + at, [0, 2 + at as usize], 50)));
    let rating = reckon(&BTreeMap::new(), &against_three, &RatingRules::default())[&player(0)];
    assert_eq!((rating.games, rating.opponents), (42, 3));
    let sure = Provisional {
        deviation: 400.0,
        ..limits
    };
    assert!(!rating.is_provisional(&sure));
    assert!(rating.is_provisional(&Provisional { games: 43, ..sure }));
    assert!(rating.is_provisional(&Provisional {
        deviation: 20.0,
        ..sure
    }));
}

/// C-114: beyond ten results of the same two within a day nothing counts any more.
#[test]
fn the_same_two_count_only_so_often_in_a_day() {
    let rules = RatingRules::default();
    let hour = 3_600_000;
    let in_a_day: Vec<Rated> = (0..30).map(|at| result(at, at * hour / 2, [0, 1], 50)).collect();
    let ratings = reckon(&BTreeMap::new(), &in_a_day, &rules);
    assert_eq!(ratings[&player(0)].games, 10);
    assert_eq!(ratings, reckon(&BTreeMap::new(), &in_a_day[..10], &rules));
    let mut later = in_a_day;
    later.push(result(99, 30 * hour, [1, 0], 50));
    assert_eq!(reckon(&BTreeMap::new(), &later, &rules)[&player(0)].games, 11);
}

#[test]
fn a_new_season_keeps_part_of_the_way() {
    let rating = Rating {
        value: 1900.0,
        deviation: 60.0,
        volatility: 0.05,
        games: 50,
        opponents: 9,
    };
    let fresh = rating.reset(0.5, 150.0);
    assert_eq!((fresh.value, fresh.deviation, fresh.volatility), (1700.0, 150.0, 0.05));
    assert!(fresh.is_provisional(&Provisional::default()));
    assert_eq!(
        Rating {
            deviation: 300.0,
            ..rating
        }
        .reset(0.0, 150.0)
        .deviation,
        300.0
    );
    let start = BTreeMap::from([(player(0), fresh)]);
    let after = reckon(&start, &[result(1, 1, [0, 1], 10)], &RatingRules::default());
    assert!(after[&player(0)].value > 1700.0 && after[&player(0)].games == 1);
    assert!(after[&player(1)].value < 1500.0);
}
