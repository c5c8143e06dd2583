//! Boards of much: what is rated part by part, and what goes elsewhere as a whole.

use std::collections::HashMap;

use jinlami::contest::{Measure, Provisional, RatingRules};
use jinlami::id::{Millis, Place, Venue};
use jinlami::service::{BoardQuery, Calendar, Metric, Period, RatingBook, Scope};

use super::{DAY, PLACES, any_result, append, beats, people, play, quick_book};
use crate::dice::Dice;
use crate::rig::{PLACE, Rig};

/// So many results that nobody waits for them are rated part by part, between which the clock goes on; until a player's last
/// one is rated, everybody sees the rating that they had.
#[tokio::test(flavor = "multi_thread")]
async fn much_is_rated_in_parts_and_ratings_stand_until_it_is_done() {
    const RESULTS: i64 = 700;
    let (rig, same) = (Rig::new().await, Rig::new().await);
    let players = people(&rig, 31).await;
    people(&same, 31).await;
    let by_margin = RatingBook {
        rules: RatingRules {
            measure: Measure::Margin { full: 300 },
            ..RatingRules::default()
        },
        ..quick_book()
    };
    rig.service.rate_by(quick_book()).await.unwrap();
    same.service.rate_by(by_margin).await.unwrap();
    let mut dice = Dice::new(9);
    for table in 1..=RESULTS {
        let mut one = dice.below(30);
        let two = (one + 1 + dice.below(29)) % 30;
        // One of them plays a single time, early.
        if table == 50 {
            one = 30;
        }
        let mut result = beats(
            table,
            1_800_000_000_000 + table * DAY / 4,
            PLACE,
            players[one],
            players[two],
        );
        result.seats[0].points = i32::try_from(dice.below(200)).unwrap() + 1;
        for rig in [&rig, &same] {
            play(rig.service.store(), &result, PLACE).await;
        }
    }
    // A part is a hundred results of the venue, or of everywhere.
    let parts = 2 * RESULTS / 100;
    let mut turns = 0;
    while rig.service.keep_boards().await {
        turns += 1;
    }
    assert_eq!(turns, parts);
    same.service.store().settle().await.unwrap();

    let query = BoardQuery {
        metric: Metric::Rating,
        ..BoardQuery::of(Scope::Venue(PLACE.venue))
    };
    let ratings = async |rig: &Rig| {
        let board = rig.service.board(&query, 0, 100).await.unwrap();
        let lines = board.lines.iter().map(|line| (line.who, line.value));
        lines.collect::<HashMap<_, _>>()
    };
    let (old, new) = (ratings(&rig).await, ratings(&same).await);
    assert_eq!((old.len(), new.len()), (31, 31));
    assert_ne!(old, new);
    rig.service.rate_by(by_margin).await.unwrap();
    // What comes meanwhile and is voided before its turn leaves them rated by what they had played before.
    let late = beats(
        RESULTS + 1,
        1_800_000_000_000 + RESULTS * DAY,
        PLACE,
        players[30],
        players[0],
    );
    play(rig.service.store(), &late, PLACE).await;
    let first = ratings(&rig).await;
    assert_ne!(first, new, "whoever looks doesn't wait for all of it");
    rig.service.store().append(append(&late, PLACE, true)).await.unwrap();
    let mut seen = first;
    while seen != new {
        for (who, value) in &seen {
            assert!([old[who], new[who]].contains(value), "{who:?}: {value}");
        }
        assert!(rig.service.keep_boards().await, "there is more");
        seen = ratings(&rig).await;
    }
}

/// Without rules a board of ratings is of those that list the most, whoever has been rated by others.
#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_ratings_is_of_the_rules_that_list_the_most() {
    let rig = Rig::new().await;
    let players = people(&rig, 6).await;
    let store = rig.service.store();
    let book = RatingBook {
        provisional: Provisional {
            games: 2,
            ..quick_book().provisional
        },
        ..RatingBook::default()
    };
    rig.service.rate_by(book).await.unwrap();
    // Six by one family of rules, once each; two by another, twice.
    for at in 0..5_i64 {
        let (one, two) = if at < 3 { (2 * at, 2 * at + 1) } else { (0, 1) };
        let player = |at: i64| players[usize::try_from(at).unwrap()];
        let mut result = beats(at + 1, 1_800_000_000_000 + at, PLACE, player(one), player(two));
        if at < 3 {
            result.preset = "classic".to_owned();
        }
        play(store, &result, PLACE).await;
    }
    let query = BoardQuery {
        metric: Metric::Rating,
        ..BoardQuery::of(Scope::Venue(PLACE.venue))
    };
    let board = rig.service.board(&query, 0, 10).await.unwrap();
    assert_eq!(board.query.rules.as_deref(), Some("jinlami"));
    assert_eq!(board.lines.len(), 2);
}

/// C-050: a chat that gets a new id keeps its boards, its channels' and its season's, whether anything was played under the
/// new id before it was told or not.
#[tokio::test(flavor = "multi_thread")]
async fn boards_go_with_a_chat_that_gets_a_new_id() {
    const START: i64 = 1_800_000_000_000;
    let there = |place: Place, chat: i64| Place {
        venue: Venue { chat, ..place.venue },
        ..place
    };
    for early in [false, true] {
        let (rig, same) = (Rig::new().await, Rig::new().await);
        let players = people(&rig, 4).await;
        people(&same, 4).await;
        for (rig, chat) in [(&rig, 70), (&same, 7_000)] {
            rig.service.rate_by(quick_book()).await.unwrap();
            let store = rig.service.store();
            let begun = store.begin_season(there(PLACE, chat), Millis(START), None, Calendar::Open, None);
            begun.await.unwrap().unwrap();
            let mut dice = Dice::new(5);
            for table in 1..=12 {
                let place = PLACES[dice.below(2)];
                let mut result = any_result(&mut dice, table, place, &players);
                result.venue.chat = chat;
                play(store, &result, there(place, chat)).await;
            }
            // Under the new id, while the old one is still known.
            if early {
                let result = beats(50, START + 70 * DAY, there(PLACES[1], 7_000), players[3], players[0]);
                play(store, &result, there(PLACES[1], 7_000)).await;
            }
        }
        let venue = PLACE.venue;
        rig.service
            .store()
            .migrate_chat(venue.platform, venue.chat, 7_000)
            .await
            .unwrap();
        let now = Millis(START + 29 * DAY);
        for scope in [
            Scope::All,
            Scope::Venue(there(PLACE, 7_000).venue),
            Scope::Channel(there(PLACE, 7_000).venue, PLACES[0].channel),
            Scope::Channel(there(PLACE, 7_000).venue, PLACES[1].channel),
        ] {
            for period in [Period::Today, Period::Month, Period::Season(None), Period::All] {
                for metric in Metric::ALL {
                    // A season that goes to a chat where something was played has begun before that.
                    if early && period == Period::Season(None) {
                        continue;
                    }
                    let query = BoardQuery {
                        metric,
                        period,
                        viewer: Some(players[0]),
                        ..BoardQuery::of(scope)
                    };
                    let moved = rig.service.store().board(&query, now, 0, 100).await.unwrap();
                    let played = same.service.store().board(&query, now, 0, 100).await.unwrap();
                    assert_eq!(
                        (moved.lines, moved.own),
                        (played.lines, played.own),
                        "{query:?}, {early}"
                    );
                }
            }
        }
        let old = rig
            .service
            .store()
            .board(&BoardQuery::of(Scope::Venue(venue)), now, 0, 10)
            .await;
        assert_eq!(old.unwrap().total, 0);
    }
}
