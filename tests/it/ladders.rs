//! Boards, ratings and seasons: what results make of them, in whatever order they come and whatever is taken back.

mod long;
mod parts;
mod unlisted;

use jinlami::contest::{Provisional, Rating, Reset};
use jinlami::id::{Account, EventId, Millis, Place, Platform, PlayerId, TableId, Venue, Version};
use jinlami::service::{
    Board, BoardQuery, Calendar, Metric, ModeKind, Period, RatingBook, RatingChange, Scope, SeasonDone, Who,
};
use jinlami::store::{Append, MatchResult, SeatResult, Store};
use jinlami::table::Feats;

use crate::dice::Dice;
use crate::moderation::append;
use crate::rig::{PLACE, Rig};

const DAY: i64 = 86_400_000;

/// Another channel of the rig's server, and another server.
const PLACES: [Place; 3] = [
    PLACE,
    Place {
        venue: PLACE.venue,
        channel: 72,
    },
    Place {
        venue: Venue {
            platform: Platform::Discord,
            chat: 90,
        },
        channel: 91,
    },
];

async fn people(rig: &Rig, count: i64) -> Vec<PlayerId> {
    let mut people = Vec::new();
    for user in 0..count {
        let account = Account {
            platform: Platform::Discord,
            user: 1_000 + user,
        };
        people.push(rig.service.meet(account, &format!("P{user}"), None).await.unwrap());
    }
    people
}

fn seat(player: PlayerId, won: bool, points: i32) -> SeatResult {
    SeatResult {
        player: Some(player),
        won,
        points,
        feats: Feats::default(),
    }
}

/// Player `one` beats `two` by 50 points.
fn beats(table: i64, ended: i64, place: Place, one: PlayerId, two: PlayerId) -> MatchResult {
    MatchResult {
        table: TableId(table),
        venue: place.venue,
        ended: Millis(ended),
        preset: "jinlami".to_owned(),
        mode: ModeKind::Fixed,
        rated: true,
        seats: vec![seat(one, true, 50), seat(two, false, 0)],
    }
}

async fn play(store: &Store, result: &MatchResult, place: Place) {
    store.append(append(result, place, false)).await.unwrap();
}

fn any_result(dice: &mut Dice, table: i64, place: Place, people: &[PlayerId]) -> MatchResult {
    let one = dice.below(people.len());
    let two = (one + 1 + dice.below(people.len() - 1)) % people.len();
    let winner = dice.below(3);
    let mut line = |at: usize, number: usize| SeatResult {
        player: Some(people[at]),
        won: winner == number,
        points: i32::try_from(dice.below(300)).unwrap() - 20,
        feats: Feats {
            hands: u32::try_from(dice.below(4)).unwrap(),
            gold: u32::try_from(dice.below(3)).unwrap(),
            dragon: u32::try_from(dice.below(2)).unwrap(),
            undercuts: u32::try_from(dice.below(3)).unwrap(),
            best_hand: u32::try_from(dice.below(100)).unwrap(),
            deadwood: 7,
            caught: 1,
            ..Feats::default()
        },
    };
    let seats = vec![line(one, 0), line(two, 1)];
    MatchResult {
        table: TableId(table),
        venue: place.venue,
        ended: Millis(1_800_000_000_000 + i64::try_from(dice.below(60)).unwrap() * DAY / 2),
        preset: ["jinlami", "classic"][dice.below(2)].to_owned(),
        mode: [ModeKind::Fixed, ModeKind::Target][dice.below(2)],
        rated: dice.below(5) > 0,
        seats,
    }
}

/// Every board of every metric, scope, period and filter, whole.
async fn boards(store: &Store, now: i64, player: PlayerId) -> Vec<Board> {
    let mut boards = Vec::new();
    for scope in [
        Scope::All,
        Scope::Friends(player),
        Scope::Venue(PLACES[0].venue),
        Scope::Venue(PLACES[2].venue),
        Scope::Channel(PLACES[0].venue, PLACES[0].channel),
        Scope::Channel(PLACES[1].venue, PLACES[1].channel),
    ] {
        for period in [
            Period::Today,
            Period::Week,
            Period::Month,
            Period::Season(None),
            Period::All,
        ] {
            for metric in Metric::ALL {
                for (rules, mode) in [
                    (None, None),
                    (Some("classic"), None),
                    (None, Some(ModeKind::Target)),
                    (Some("jinlami"), Some(ModeKind::Fixed)),
                ] {
                    let query = BoardQuery {
                        metric,
                        period,
                        rules: rules.map(str::to_owned),
                        mode,
                        viewer: Some(player),
                        ..BoardQuery::of(scope)
                    };
                    boards.push(store.board(&query, Millis(now), 0, 100).await.unwrap());
                }
            }
        }
    }
    boards
}

/// A book by which few matches list everybody.
fn quick_book() -> RatingBook {
    RatingBook {
        provisional: Provisional {
            deviation: 350.0,
            games: 1,
            opponents: 1,
        },
        ..RatingBook::default()
    }
}

/// C-088, C-089: results delivered in any order and any number, some voided at once or later, give the boards and the
/// ratings of those that are left, streaks included, as if the others had never been played.
#[tokio::test(flavor = "multi_thread")]
async fn any_order_and_repetition_of_results_and_voids_gives_the_same_boards() {
    for seed in 1..=4 {
        let mut dice = Dice::new(seed);
        let (rig, same) = (Rig::new().await, Rig::new().await);
        let players = people(&rig, 5).await;
        assert_eq!(people(&same, 5).await, players);
        for rig in [&rig, &same] {
            rig.service.rate_by(quick_book()).await.unwrap();
        }
        let mut all = Vec::new();
        for table in 1..=24 {
            let place = PLACES[dice.below(3)];
            let void = dice.below(3) == 0;
            all.push((any_result(&mut dice, table, place, &players), place, void));
        }
        // In order, without those that are voided.
        all.sort_by_key(|(result, ..)| (result.ended, result.table));
        for (result, place, _) in all.iter().filter(|(.., void)| !void) {
            play(same.service.store(), result, *place).await;
        }
        // In any order, each more than once, some rated on the way.
        dice.shuffle(&mut all);
        let store = rig.service.store();
        for (result, place, void) in &all {
            play(store, result, *place).await;
            if dice.below(3) == 0 {
                store.settle().await.unwrap();
            }
            let again = Append {
                expected: Version(1),
                ..append(result, *place, false)
            };
            store.append(again).await.unwrap();
            if *void && dice.below(2) == 0 {
                let at_once = Append {
                    expected: Version(2),
                    ..append(result, *place, true)
                };
                store.append(at_once).await.unwrap();
            }
        }
        for (result, place, _) in all.iter().filter(|(.., void)| *void) {
            let length = store.load(result.table).await.unwrap().unwrap().len();
            let later = Append {
                expected: Version(i64::try_from(length).unwrap()),
                ..append(result, *place, true)
            };
            store.append(later).await.unwrap();
        }
        let now = 1_800_000_000_000 + 29 * DAY;
        let (left, right) = (
            boards(store, now, players[0]).await,
            boards(same.service.store(), now, players[0]).await,
        );
        assert!(left.iter().filter(|board| !board.lines.is_empty()).count() > 60);
        for (one, two) in left.iter().zip(&right) {
            assert_eq!(one, two, "seed {seed}");
        }
    }
}

/// C-089, C-088: of ten matches the third is voided: every rating is what it would be without it. Results that were stored
/// and not rated when the process was killed are rated afterwards, each once.
#[tokio::test(flavor = "multi_thread")]
async fn a_void_moves_every_later_rating_and_a_stop_loses_none() {
    let (rig, same) = (Rig::new().await, Rig::new().await);
    let players = people(&rig, 4).await;
    people(&same, 4).await;
    let results: Vec<MatchResult> = (0..10_i64)
        .map(|at| {
            let pair = [(0, 1), (1, 2), (2, 0), (3, 1), (0, 3)][usize::try_from(at % 5).unwrap()];
            beats(
                at + 1,
                1_800_000_000_000 + at * DAY,
                PLACE,
                players[pair.0],
                players[pair.1],
            )
        })
        .collect();
    for result in &results {
        play(rig.service.store(), result, PLACE).await;
        if result.table != TableId(3) {
            play(same.service.store(), result, PLACE).await;
        }
    }
    // Nothing was rated yet.
    let rig = rig.restart().await;
    let store = rig.service.store();
    let all = Scope::All;
    let before = store.profile(players[0], None, all, Millis(0)).await.unwrap();
    assert_eq!(before.ratings[0].rating.games, 6);
    assert_eq!(before.ratings[0].curve.len(), 6);
    store.append(append(&results[2], PLACE, true)).await.unwrap();
    // A second stop between the void and what follows from it.
    let rig = rig.restart().await;
    for player in &players {
        let left = rig.service.profile(*player, *player, None, all).await.unwrap();
        let right = same.service.profile(*player, *player, None, all).await.unwrap();
        assert_eq!(left.ratings, right.ratings);
        assert_eq!(left.figures, right.figures);
    }
    let after = rig.service.rating_change(TableId(10)).await.unwrap();
    assert!(matches!(after, RatingChange::Moved(_)), "{after:?}");
    assert_eq!(
        rig.service.rating_change(TableId(3)).await.unwrap(),
        RatingChange::Nothing
    );
}

/// C-114, C-093: the same two count ten times on a day of theirs, and one opponent alone lists nobody.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_two_are_rated_ten_times_a_day_and_listed_after_others() {
    let rig = Rig::new().await;
    let players = people(&rig, 4).await;
    let store = rig.service.store();
    for at in 0..30 {
        let result = beats(at + 1, 1_800_000_000_000 + at * 60_000, PLACE, players[0], players[1]);
        play(store, &result, PLACE).await;
    }
    let profile = store
        .profile(players[0], Some(players[1]), Scope::Venue(PLACE.venue), Millis(0))
        .await;
    let profile = profile.unwrap();
    assert_eq!((profile.ratings[0].rating.games, profile.figures.played), (10, 30));
    assert!(profile.ratings[0].provisional);
    assert_eq!(profile.versus.unwrap().wins, 30);
    assert_eq!(store.rating_change(TableId(11)).await.unwrap(), RatingChange::TooMany);
    let query = BoardQuery {
        metric: Metric::Rating,
        ..BoardQuery::of(Scope::All)
    };
    assert!(rig.service.board(&query, 0, 10).await.unwrap().lines.is_empty());
    let unrated = MatchResult {
        rated: false,
        ..beats(40, 1_800_000_000_000 + DAY, PLACE, players[0], players[2])
    };
    play(store, &unrated, PLACE).await;
    assert_eq!(store.rating_change(TableId(40)).await.unwrap(), RatingChange::Unrated);
    // Others, over many days: sure enough to be listed.
    for at in 0..30 {
        let other = players[2 + usize::try_from(at % 2).unwrap()];
        let result = beats(100 + at, 1_800_000_000_000 + (2 + at) * DAY, PLACE, players[0], other);
        play(store, &result, PLACE).await;
    }
    let book = RatingBook {
        provisional: Provisional {
            deviation: 300.0,
            ..Provisional::default()
        },
        ..RatingBook::default()
    };
    rig.service.rate_by(book).await.unwrap();
    let board = rig.service.board(&query, 0, 10).await.unwrap();
    assert_eq!(
        board.lines.iter().map(|line| line.who).collect::<Vec<_>>(),
        [Who::Player(players[0])]
    );
    assert_eq!(board.query.rules.as_deref(), Some("jinlami"));
}

/// C-083: a season with a thousand players rolls over: the old board can be read, its champions stand, sums are what they
/// were, and ratings begin softly anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_a_thousand_players_rolls_over() {
    const PLAYERS: i64 = 1_000;
    let rig = Rig::new().await;
    let players = people(&rig, PLAYERS).await;
    let (service, venue) = (&rig.service, PLACE.venue);
    service.rate_by(quick_book()).await.unwrap();
    let SeasonDone::Done(first) = service
        .season_start(None, PLACE, Some("Spring"), Calendar::Monthly)
        .await
        .unwrap()
    else {
        panic!("no season runs yet")
    };
    let again = service.season_start(None, PLACE, None, Calendar::Open).await.unwrap();
    assert_eq!(again, SeasonDone::Running(first.clone()));
    let results = (0..PLAYERS).map(|at| {
        let one = usize::try_from(at).unwrap();
        let mut result = beats(
            at + 1,
            rig.now.load(std::sync::atomic::Ordering::SeqCst) + at,
            PLACE,
            players[one],
            players[(one + 1) % 1_000],
        );
        result.seats[0].points = 1_000 - i32::try_from(at).unwrap();
        result
    });
    for result in results {
        play(service.store(), &result, PLACE).await;
    }
    let season = |id| BoardQuery {
        period: Period::Season(id),
        viewer: Some(players[499]),
        ..BoardQuery::of(Scope::Venue(venue))
    };
    let running = service.board(&season(None), 0, 10).await.unwrap();
    assert_eq!(
        (running.total, running.own.as_ref().map(|line| line.place)),
        (1_000, Some(500))
    );
    service.store().settle().await.unwrap();
    let rated = service
        .store()
        .profile(players[0], None, Scope::Venue(venue), Millis(0))
        .await
        .unwrap();

    // The month ends while nobody looks; what comes after it counts to the next season, at whatever time it is noticed.
    let until = first.until.unwrap();
    rig.pass(until.0 + 5 * DAY - rig.now.load(std::sync::atomic::Ordering::SeqCst));
    let late = beats(5_000, until.0 + 1, PLACE, players[7], players[8]);
    play(service.store(), &late, PLACE).await;
    let seasons = service.seasons(venue).await.unwrap();
    assert_eq!(seasons.iter().map(|season| season.number).collect::<Vec<_>>(), [2, 1]);
    assert_eq!((seasons[1].ended, seasons[0].starts), (Some(until), until));
    let archive = service.season_archive(venue, first.id, 0, 10).await.unwrap().unwrap();
    assert_eq!((archive.total, &archive.lines), (1_000, &running.lines));
    assert_eq!(archive.champions, running.lines[..3]);
    assert_eq!(service.season_champions(&seasons[1]).await.unwrap(), archive.champions);
    assert_eq!(archive.rated.as_ref().map(|(rules, _)| rules.as_str()), Some("jinlami"));
    let old = service.board(&season(Some(first.id)), 0, 2_000).await.unwrap();
    let sum: i64 = old.lines.iter().map(|line| line.value).sum();
    assert_eq!(sum, (1..=1_000).sum::<i64>());
    let new = service.board(&season(None), 0, 10).await.unwrap();
    assert_eq!(
        new.lines.iter().map(|line| line.who).collect::<Vec<_>>(),
        [Who::Player(players[7]), Who::Player(players[8])]
    );
    // Only the venue's ratings were reset, and the deviation grew.
    let reset = service
        .store()
        .profile(players[0], None, Scope::Venue(venue), Millis(0))
        .await
        .unwrap();
    let Reset { keep, deviation } = Reset::default();
    assert_eq!(reset.ratings[0].rating, rated.ratings[0].rating.reset(keep, deviation));
    let over_all = service
        .store()
        .profile(players[0], None, Scope::All, Millis(0))
        .await
        .unwrap();
    assert_eq!(over_all.ratings[0].rating.games, 2);
    assert_ne!(over_all.ratings[0].rating, Rating::default());

    // Nobody else's season: another server's archive is none (C-086).
    assert_eq!(
        service.season_archive(PLACES[2].venue, first.id, 0, 10).await.unwrap(),
        None
    );
    let SeasonDone::Done(third) = service.season_roll(None, PLACE, Some("Autumn"), None).await.unwrap() else {
        panic!("one runs")
    };
    assert_eq!((third.number, third.name.as_deref()), (3, Some("Autumn")));
    assert!(matches!(
        service.season_end(None, venue).await.unwrap(),
        SeasonDone::Done(_)
    ));
    assert_eq!(service.season_end(None, venue).await.unwrap(), SeasonDone::NoSeason);
    assert_eq!(service.store().deeds(venue, 10).await.unwrap().len(), 3);
}

/// C-107, C-087, C-086: days begin at the server's own midnight, channels and servers have boards of their own.
#[tokio::test(flavor = "multi_thread")]
async fn days_channels_and_servers_are_apart() {
    let rig = Rig::new().await;
    let players = people(&rig, 3).await;
    let (store, venue) = (rig.service.store(), PLACE.venue);
    store
        .set_venue_setting(venue, "zone", Some("Asia/Shanghai"))
        .await
        .unwrap();
    // 2027-01-15, a quarter to and a quarter past midnight in Shanghai: 15:45 and 16:15 in Greenwich.
    let (before, after) = (1_800_027_900_000, 1_800_029_700_000);
    play(store, &beats(1, before, PLACES[0], players[0], players[1]), PLACES[0]).await;
    play(store, &beats(2, after, PLACES[1], players[1], players[2]), PLACES[1]).await;
    play(store, &beats(3, after, PLACES[2], players[2], players[0]), PLACES[2]).await;
    let names = async |scope: Scope, period: Period, now: i64| {
        let query = BoardQuery {
            metric: Metric::Wins,
            period,
            ..BoardQuery::of(scope)
        };
        let board = store.board(&query, Millis(now), 0, 10).await.unwrap();
        board.lines.into_iter().map(|line| line.name).collect::<Vec<_>>()
    };
    assert_eq!(names(Scope::Venue(venue), Period::Today, before).await, ["P0"]);
    assert_eq!(names(Scope::Venue(venue), Period::Today, after).await, ["P1"]);
    assert_eq!(names(Scope::Venue(venue), Period::All, after).await, ["P0", "P1"]);
    assert_eq!(
        names(Scope::All, Period::Today, after).await,
        ["P0", "P1", "P2"],
        "one day in Greenwich"
    );
    assert_eq!(
        names(Scope::Channel(venue, PLACES[0].channel), Period::All, after).await,
        ["P0"]
    );
    assert_eq!(
        names(Scope::Channel(venue, PLACES[1].channel), Period::All, after).await,
        ["P1"]
    );
    assert_eq!(names(Scope::Venue(PLACES[2].venue), Period::All, after).await, ["P2"]);
    assert_eq!(
        names(Scope::Friends(players[1]), Period::All, after).await,
        ["P0", "P1", "P2"]
    );
    assert_eq!(
        names(Scope::Channel(venue, 999), Period::All, after).await,
        Vec::<String>::new()
    );
}

/// C-079, C-081, C-082: who left is left out where moderators want that, and comes back as they were; equal values share a
/// place on whatever page; one won match leads no board of win rates.
#[tokio::test(flavor = "multi_thread")]
async fn who_left_leaves_no_gap_and_few_matches_give_no_rate() {
    let rig = Rig::new().await;
    let players = people(&rig, 12).await;
    let (service, venue) = (&rig.service, PLACE.venue);
    let store = service.store();
    // Everybody but the last loses to them often; the first wins a single match.
    for at in 0..22_usize {
        let result = beats(
            i64::try_from(at).unwrap() + 1,
            1_800_000_000_000,
            PLACE,
            players[11],
            players[at % 11],
        );
        play(store, &result, PLACE).await;
    }
    play(
        store,
        &beats(50, 1_800_000_000_001, PLACE, players[0], players[1]),
        PLACE,
    )
    .await;
    let query = |metric, hide_absent| BoardQuery {
        metric,
        hide_absent,
        viewer: Some(players[0]),
        ..BoardQuery::of(Scope::Venue(venue))
    };
    let rate = service.board(&query(Metric::WinRate, false), 0, 10).await.unwrap();
    assert_eq!((rate.lines.len(), rate.least, rate.own), (1, Some(10), None));
    assert_eq!(
        (rate.lines[0].who, rate.lines[0].value),
        (Who::Player(players[11]), 10_000)
    );

    let wins = service.board(&query(Metric::Wins, true), 0, 10).await.unwrap();
    assert_eq!(
        (wins.total, wins.own.map(|line| (line.place, line.row))),
        (2, Some((2, 1)))
    );
    let best = Account {
        platform: Platform::Discord,
        user: 1_011,
    };
    service
        .left(best, Some(venue), jinlami::service::Gone::Left)
        .await
        .unwrap();
    let without = service.board(&query(Metric::Wins, true), 0, 10).await.unwrap();
    assert_eq!(
        (without.total, without.own.map(|line| (line.place, line.row))),
        (1, Some((1, 0)))
    );
    let with = service.board(&query(Metric::Wins, false), 0, 10).await.unwrap();
    assert_eq!(with.total, 2);
    service.returned(best, Some(venue)).await.unwrap();
    let back = service.board(&query(Metric::Wins, true), 0, 10).await.unwrap();
    assert_eq!((back.total, back.lines[0].who), (2, Who::Player(players[11])));

    // Ten players with nothing share the third place, on every page, however often it is asked for.
    for size in [1, 3, 4, 12] {
        let mut seen = Vec::new();
        for page in 0..12_u32.div_ceil(size) {
            let board = service
                .board(&query(Metric::Points, false), page * size, size)
                .await
                .unwrap();
            seen.extend(board.lines.iter().map(|line| (line.place, line.row)));
        }
        let all: Vec<(u32, u32)> = (0..12).map(|row| (if row < 2 { row + 1 } else { 3 }, row)).collect();
        assert_eq!(seen, all, "pages of {size}");
    }

    // The same with one of those ten gone.
    let user = 1_005;
    let one = Account { user, ..best };
    service
        .left(one, Some(venue), jinlami::service::Gone::Left)
        .await
        .unwrap();
    for size in [1, 3, 4, 12] {
        let mut seen = Vec::new();
        for page in 0..12_u32.div_ceil(size) {
            let board = service.board(&query(Metric::Points, true), page * size, size).await;
            seen.extend(board.unwrap().lines.iter().map(|line| (line.place, line.row)));
        }
        let all: Vec<(u32, u32)> = (0..11).map(|row| (if row < 2 { row + 1 } else { 3 }, row)).collect();
        assert_eq!(seen, all, "pages of {size} without one");
    }
}

/// An event is won once, however often it is told, and counts where results count.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_won_once() {
    let rig = Rig::new().await;
    let players = people(&rig, 3).await;
    let (store, venue) = (rig.service.store(), PLACE.venue);
    play(
        store,
        &beats(1, 1_800_000_000_000, PLACE, players[1], players[0]),
        PLACE,
    )
    .await;
    let podium = [(players[0], 1), (players[1], 2)];
    for _ in 0..3 {
        store
            .award(EventId(77), venue, rig.service.now(), &podium)
            .await
            .unwrap();
    }
    store
        .award(EventId(78), venue, rig.service.now(), &[(players[2], 1)])
        .await
        .unwrap();
    for scope in [Scope::All, Scope::Venue(venue)] {
        for period in [Period::All, Period::Today, Period::Month] {
            let query = BoardQuery {
                metric: Metric::Events,
                period,
                ..BoardQuery::of(scope)
            };
            let board = rig.service.board(&query, 0, 10).await.unwrap();
            let lines: Vec<_> = board
                .lines
                .iter()
                .map(|line| (line.who, line.value, line.place))
                .collect();
            assert_eq!(
                lines,
                [(Who::Player(players[0]), 1, 1), (Who::Player(players[2]), 1, 1)]
            );
        }
    }
    // A void takes the match back and leaves the event.
    let result = beats(1, 1_800_000_000_000, PLACE, players[1], players[0]);
    store.append(append(&result, PLACE, true)).await.unwrap();
    let profile = store.profile(players[0], None, Scope::All, Millis(0)).await.unwrap();
    assert_eq!((profile.figures.played, profile.figures.events), (0, 1));
    // Without a match nobody is on the board of points.
    assert_eq!(
        store
            .board(&BoardQuery::of(Scope::All), rig.service.now(), 0, 9)
            .await
            .unwrap()
            .total,
        0
    );
}
