//! Who is not listed, what is not told, and whose day, season and rating is meant.

use std::sync::atomic::Ordering;

use jinlami::id::{EventId, Millis, PlayerId};
use jinlami::service::{
    Board, BoardQuery, Calendar, Change, DeedKind, Gone, HIDE_ABSENT, Metric, Period, Scope, Season, SeasonDone, Who,
    ZONE,
};
use jinlami::table::Wish;

use super::{DAY, PLACES, beats, people, play, quick_book};
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

const HOUR: i64 = 3_600_000;

async fn begin(rig: &Rig, calendar: Calendar) -> Season {
    let begun = rig.service.season_start(None, PLACE, None, calendar).await.unwrap();
    let SeasonDone::Done(season) = begun else {
        panic!("none runs yet")
    };
    season
}

/// The venue's board without those who left.
async fn present(rig: &Rig, metric: Metric, period: Period, viewer: PlayerId) -> Board {
    let query = BoardQuery {
        metric,
        period,
        hide_absent: true,
        viewer: Some(viewer),
        ..BoardQuery::of(Scope::Venue(PLACE.venue))
    };
    rig.service.board(&query, 0, 10).await.unwrap()
}

/// The place by rating that a profile tells.
async fn place(rig: &Rig, player: PlayerId) -> Option<u32> {
    let profile = rig
        .service
        .profile(player, player, None, Scope::Venue(PLACE.venue))
        .await;
    profile.unwrap().ratings[0].place
}

/// C-079: who left in the middle of a match has left when it ends; no board, old or new, and no profile counts them, their
/// own line among them; a match that was begun afterwards brings them back.
#[tokio::test(flavor = "multi_thread")]
async fn who_left_in_the_middle_of_a_match_has_left() {
    let rig = Rig::new().await;
    let (service, venue) = (&rig.service, PLACE.venue);
    let (anna, ben) = (rig.player(ANNA).await, rig.player(BEN).await);
    service.rate_by(quick_book()).await.unwrap();
    service
        .store()
        .set_venue_setting(venue, HIDE_ABSENT, Some("1"))
        .await
        .unwrap();
    let season = begin(&rig, Calendar::Open).await;
    let table = rig.begin(hands(1)).await;
    rig.pass(1_000);
    service.left(BEN, Some(venue), Gone::Left).await.unwrap();
    rig.pass(1_000);
    let table = service.table(table.id()).await.unwrap();
    assert!(rig.wish(ANNA, &table, Wish::Resign).await.unwrap().table.is_over());

    let wins = present(&rig, Metric::Wins, Period::All, ben).await;
    assert_eq!((wins.total, &wins.own), (0, &None));
    let rated = present(&rig, Metric::Rating, Period::All, ben).await;
    let who: Vec<_> = rated.lines.iter().map(|line| (line.place, line.who)).collect();
    assert_eq!((who.as_slice(), &rated.own), (&[(1, Who::Player(anna))][..], &None));
    assert_eq!((place(&rig, anna).await, place(&rig, ben).await), (Some(1), None));
    rig.pass(1_000);
    service.season_end(None, venue).await.unwrap();
    let then = present(&rig, Metric::Rating, Period::Season(Some(season.id)), ben).await;
    let who: Vec<_> = then.lines.iter().map(|line| line.who).collect();
    assert_eq!((who.as_slice(), &then.own), (&[Who::Player(anna)][..], &None));
    let teams = present(&rig, Metric::Teams, Period::All, ben).await;
    assert!(!teams.query.hide_absent, "teams leave nobody out");

    let table = rig.begin(hands(1)).await;
    rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
    let wins = present(&rig, Metric::Wins, Period::All, ben).await;
    assert_eq!((wins.total, wins.own.map(|line| line.place)), (1, Some(1)));
    assert_eq!((place(&rig, anna).await, place(&rig, ben).await), (Some(2), Some(1)));
}

/// C-086: a rival who hides is told of to the two alone, and who hid stays hidden when nobody is left who could show them.
#[tokio::test(flavor = "multi_thread")]
async fn who_hides_is_told_of_to_nobody_else() {
    let rig = Rig::new().await;
    let (service, scope) = (&rig.service, Scope::Venue(PLACE.venue));
    let [anna, ben, eve] = [rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await];
    let table = rig.begin(hands(1)).await;
    rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
    let told = async |viewer| {
        let profile = service.profile(anna, viewer, Some(ben), scope).await.unwrap();
        profile.versus.map(|versus| (versus.played, versus.wins))
    };
    assert_eq!(told(eve).await, Some((1, 0)));
    service.hide_profile(ben, true).await.unwrap();
    assert_eq!(told(eve).await, None);
    assert_eq!((told(anna).await, told(ben).await), (Some((1, 0)), Some((1, 0))));

    let seen = async || service.profile(ben, anna, None, scope).await.unwrap();
    assert!(seen().await.hidden);
    service.forget(BEN).await.unwrap().unwrap();
    let seen = seen().await;
    assert_eq!((seen.hidden, seen.figures.played, seen.last.len()), (true, 0, 0));
}

/// C-107: the running season ends at midnight of the zone that is set last; one that is over by the old one is over.
#[tokio::test(flavor = "multi_thread")]
async fn a_zone_moves_the_end_of_the_season() {
    let rig = Rig::new().await;
    let (service, venue) = (&rig.service, PLACE.venue);
    let zone = async |zone: Option<&str>| {
        let change = Change::Setting(ZONE, zone.map(str::to_owned));
        service.govern(None, venue, DeedKind::Zone, change, None).await.unwrap();
        service.seasons(venue).await.unwrap()
    };
    // 2027-01-15, and the first of February in Greenwich.
    let (february, march) = (1_801_440_000_000, 1_801_440_000_000 + 28 * DAY);
    assert_eq!(begin(&rig, Calendar::Monthly).await.until, Some(Millis(february)));
    let seasons = zone(Some("Asia/Shanghai")).await;
    assert_eq!(seasons[0].until, Some(Millis(february - 8 * HOUR)));
    assert_eq!(zone(None).await[0].until, Some(Millis(february)));
    rig.now.store(february + 1, Ordering::SeqCst);
    let seasons = zone(Some("America/New_York")).await;
    assert_eq!(seasons.len(), 2);
    assert_eq!(
        (seasons[1].ended, seasons[0].starts),
        (Some(Millis(february)), Millis(february))
    );
    // There it is January still.
    assert_eq!(seasons[0].until, Some(Millis(february + 5 * HOUR)));
    assert_eq!(zone(Some("UTC")).await[0].until, Some(Millis(march)));
}

/// What counted to a season while a moderator was ending it is in it, and the next one begins after that.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_at_the_moment_of_a_roll_is_in_one_season() {
    let rig = Rig::new().await;
    let players = people(&rig, 2).await;
    let (service, venue) = (&rig.service, PLACE.venue);
    let first = begin(&rig, Calendar::Weekly).await;
    rig.pass(HOUR);
    let now = rig.now.load(Ordering::SeqCst);
    play(
        service.store(),
        &beats(1, now + 5, PLACE, players[0], players[1]),
        PLACE,
    )
    .await;
    let rolled = service
        .season_roll(None, PLACE, None, Some(Calendar::Open))
        .await
        .unwrap();
    let SeasonDone::Done(second) = rolled else {
        panic!("one runs")
    };
    let seasons = service.seasons(venue).await.unwrap();
    assert_eq!((seasons[1].id, seasons[1].ended), (first.id, Some(Millis(now + 6))));
    assert_eq!((seasons[0].id, seasons[0].starts), (second.id, Millis(now + 6)));
    assert_eq!(
        (second.calendar, second.until),
        (Calendar::Open, None),
        "the wish for the next ones"
    );
    let old = present(&rig, Metric::Wins, Period::Season(Some(first.id)), players[0]).await;
    let new = present(&rig, Metric::Wins, Period::Season(Some(second.id)), players[0]).await;
    assert_eq!((old.total, new.total), (1, 0));
}

/// An event that is won after a season's end is won in the next one, though nobody noticed the end before.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_won_in_the_season_of_that_moment() {
    let rig = Rig::new().await;
    let players = people(&rig, 1).await;
    let until = begin(&rig, Calendar::Monthly).await.until.unwrap();
    rig.now.store(until.0 + HOUR, Ordering::SeqCst);
    let winner = [(players[0], 1)];
    let store = rig.service.store();
    store
        .award(EventId(7), PLACE.venue, until.plus(1), &winner)
        .await
        .unwrap();
    let seasons = rig.service.seasons(PLACE.venue).await.unwrap();
    assert_eq!((seasons.len(), seasons[1].ended), (2, Some(until)));
    for (season, won) in [(&seasons[1], 0), (&seasons[0], 1)] {
        let board = present(&rig, Metric::Events, Period::Season(Some(season.id)), players[0]).await;
        assert_eq!(board.total, won);
    }
}

/// A profile tells of each match what it did to the rating that stands above it.
#[tokio::test(flavor = "multi_thread")]
async fn changes_are_those_of_the_scopes_own_ladder() {
    let rig = Rig::new().await;
    let players = people(&rig, 2).await;
    let store = rig.service.store();
    let at = 1_800_000_000_000;
    for (table, place) in [(1, PLACES[0]), (2, PLACES[2]), (3, PLACES[0])] {
        play(store, &beats(table, at + table, place, players[0], players[1]), place).await;
    }
    for scope in [Scope::All, Scope::Venue(PLACES[0].venue), Scope::Venue(PLACES[2].venue)] {
        let profile = rig.service.profile(players[0], players[0], None, scope).await.unwrap();
        let mut before = 1_500;
        let mut changes = Vec::new();
        for (_, value) in &profile.ratings[0].curve {
            changes.push(Some(value - before));
            before = *value;
        }
        changes.reverse();
        let told: Vec<Option<i64>> = profile.last.iter().map(|last| last.change).collect();
        assert_eq!(told, changes, "{scope:?}");
    }
}
