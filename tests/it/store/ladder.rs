//! Results and leaderboards.

use std::collections::BTreeMap;

use jinlami::id::Lang;
use jinlami::store::{MatchResult, Metric, ModeKind, SeatResult};
use jinlami::table::Feats;

use super::*;

promises! { sqlite:
    a_result_counts_once,
    equal_scores_share_a_place,
    boards_equal_the_sums_of_the_results,
    robots_are_on_no_board,
    a_result_a_name_and_a_setting_at_the_same_instant_are_all_there,
}

fn seat(player: Option<PlayerId>, won: bool, points: i32, hands: u32, gold: u32) -> SeatResult {
    let feats = Feats {
        hands,
        gold,
        ..Feats::default()
    };
    SeatResult {
        player,
        won,
        points,
        feats,
    }
}

async fn finish(store: &Store, table: i64, chat: i64, seats: Vec<SeatResult>) {
    let table = TableId(table);
    let mut over = press(table, 0);
    over.live.stage = LiveStage::Over;
    over.live.place = place(chat);
    over.results = Some(MatchResult {
        table,
        venue: venue(chat),
        ended: NOW,
        preset: "classic".to_owned(),
        mode: ModeKind::Fixed,
        rated: true,
        seats,
    });
    store.append(over).await.expect("over");
}

async fn a_result_counts_once(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    finish(&store, 1, -10, vec![seat(Some(ann), true, 30, 3, 1)]).await;
    for version in 1..4 {
        let mut again = press(TableId(1), version);
        let seats = vec![seat(Some(ann), false, 999, 9, 9)];
        again.results = Some(MatchResult {
            table: TableId(1),
            venue: venue(-10),
            ended: NOW,
            preset: String::new(),
            mode: ModeKind::Fixed,
            rated: true,
            seats,
        });
        store.append(again).await.expect("appended");
    }
    for scope in [None, Some(venue(-10))] {
        let board = store.leaders(scope, Metric::Points, 10, 0).await.expect("a board");
        assert_eq!(board.len(), 1);
        let line = &board[0];
        assert_eq!(
            (line.played, line.wins, line.points, line.hands, line.gold),
            (1, 1, 30, 3, 1)
        );
    }
    assert_eq!(store.leaders(Some(venue(-11)), Metric::Points, 10, 0).await, Ok(vec![]));
}

async fn equal_scores_share_a_place(home: Home) {
    let store = home.open().await;
    let mut players = Vec::new();
    for (user, points) in [(1, 20), (2, 50), (3, 50), (4, -5), (5, 20), (6, 20)] {
        let player = person(&store, user, "Alex").await;
        finish(&store, user, -10, vec![seat(Some(player), false, points, 0, 0)]).await;
        players.push(player);
    }
    let at = |number: usize| players[number - 1];
    let all = [(1, at(2)), (1, at(3)), (3, at(1)), (3, at(5)), (3, at(6)), (6, at(4))];
    for size in 1..=7_u32 {
        let mut seen = Vec::new();
        for page in 0..7 {
            let lines = store
                .leaders(Some(venue(-10)), Metric::Points, size, page * size)
                .await
                .expect("a page");
            seen.extend(lines.iter().map(|line| (line.place, line.player)));
        }
        assert_eq!(seen, all, "pages of {size}");
    }
    for (place, player) in all {
        let line = store
            .standing(Some(venue(-10)), Metric::Points, player)
            .await
            .expect("a line")
            .expect("is there");
        assert_eq!((line.place, line.player), (place, player));
    }
    let nobody_won = store.leaders(None, Metric::Wins, 9, 0).await.expect("a board");
    assert!(nobody_won.iter().all(|line| line.place == 1));
    assert_eq!(store.standing(None, Metric::Points, PlayerId(404)).await, Ok(None));
    assert_eq!(store.standing(Some(venue(-99)), Metric::Points, at(1)).await, Ok(None));

    // Names are those of today.
    person(&store, 2, "Alexandra").await;
    let board = store.leaders(None, Metric::Points, 1, 0).await.expect("a board");
    assert_eq!(board[0].name, "Alexandra");
}

async fn boards_equal_the_sums_of_the_results(home: Home) {
    let store = home.open().await;
    let mut players = Vec::new();
    for user in 0..7 {
        players.push(person(&store, user, &format!("P{user}")).await);
    }
    // A plain congruence is chance enough here.
    let mut state = 12_345_u32;
    let mut roll = |sides: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % sides
    };
    for table in 1..=120 {
        let first = roll(7);
        let second = (first + 1 + roll(6)) % 7;
        let seats = [first, second].map(|who| {
            let points = i32::try_from(roll(200)).expect("small") - 40;
            seat(Some(players[who as usize]), roll(2) == 1, points, roll(5), roll(3))
        });
        finish(&store, table, -1 - i64::from(roll(3)), seats.to_vec()).await;
    }
    let reckoned = store.reckon().await.expect("reckoned");
    let mut overall: BTreeMap<PlayerId, [i64; 5]> = BTreeMap::new();
    assert!(reckoned.len() > 15);
    for (venue, line) in &reckoned {
        let kept = store
            .standing(Some(*venue), Metric::Points, line.player)
            .await
            .expect("a line")
            .expect("is there");
        assert_eq!(
            (kept.played, kept.wins, kept.points, kept.hands, kept.gold),
            (line.played, line.wins, line.points, line.hands, line.gold)
        );
        let sums = overall.entry(line.player).or_default();
        for (sum, part) in sums
            .iter_mut()
            .zip([line.played, line.wins, line.points, line.hands, line.gold])
        {
            *sum += part;
        }
    }
    for (metric, column) in [
        (Metric::Wins, 1),
        (Metric::Points, 2),
        (Metric::Hands, 3),
        (Metric::Gold, 4),
    ] {
        let board = store.leaders(None, metric, 100, 0).await.expect("a board");
        // Who has none of it is not on the board.
        let some = overall.values().filter(|sums| column == 2 || sums[column] != 0);
        assert_eq!(board.len(), some.count());
        for line in &board {
            let sums = overall[&line.player];
            assert_eq!([line.played, line.wins, line.points, line.hands, line.gold], sums);
            let better = overall.values().filter(|other| other[column] > sums[column]).count();
            assert_eq!(line.place as usize, better + 1);
        }
        assert!(board.windows(2).all(|pair| pair[0].place <= pair[1].place));
    }
    assert_eq!(overall.values().map(|sums| sums[0]).sum::<i64>(), 240);
}

async fn robots_are_on_no_board(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    finish(
        &store,
        1,
        -10,
        vec![seat(Some(ann), false, 3, 0, 0), seat(None, true, 90, 4, 2)],
    )
    .await;
    let board = store.leaders(None, Metric::Points, 10, 0).await.expect("a board");
    assert_eq!(board.iter().map(|line| line.player).collect::<Vec<_>>(), [ann]);
    assert_eq!(store.reckon().await.expect("reckoned").len(), 1);
}

/// C-027: a result, a new name and two settings of the same person at the same instant, a thousand times: nothing writes back what
/// it read before.
async fn a_result_a_name_and_a_setting_at_the_same_instant_are_all_there(home: Home) {
    const INSTANTS: i64 = 1000;
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    let account = Account {
        platform: venue(-10).platform,
        user: 1,
    };
    for instant in 1..=INSTANTS {
        let lang = Lang::ALL[usize::try_from(instant).expect("small") % Lang::ALL.len()];
        let name = format!("Ann {instant}");
        let seats = vec![seat(Some(ann), true, 2, 1, 0)];
        let (met, spoken, set, ()) = tokio::join!(
            store.meet(account, &name, None, NOW),
            store.set_player_lang(ann, lang),
            store.set_venue_setting(venue(-10), "house", Some(&name)),
            finish(&store, instant, -10, seats),
        );
        assert_eq!((met, spoken, set), (Ok(ann), Ok(()), Ok(())));
        let person = store.people(&[ann]).await.expect("a person").remove(0);
        assert_eq!((person.name.as_str(), person.lang), (name.as_str(), Some(lang)));
        let house = store.venue_setting(venue(-10), "house").await;
        assert_eq!(house, Ok(Some(name)));
    }
    let board = store.leaders(None, Metric::Points, 10, 0).await.expect("a board");
    assert_eq!((board[0].played, board[0].wins), (1000, 1000));
    assert_eq!(board[0].points, 2 * INSTANTS);
}
