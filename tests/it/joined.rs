//! Two chats that become one, with seasons in both.

use jinlami::id::{Account, Millis, Place, Platform, PlayerId, Venue};
use jinlami::service::{
    BoardQuery, Calendar, Caller, Command, Metric, Period, RatingChange, Scope, Season, SeasonDone, Who, reckon,
};
use jinlami::store::Audit;
use jinlami::table::{Invitee, Table, Wish};

use crate::rig::{Rig, hands};

const DAY: i64 = 86_400_000;

fn group(chat: i64) -> Place {
    Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat,
        },
        channel: 0,
    }
}

const OLD: i64 = -10;
const NEW: i64 = -1_000_000_000_010;

fn anna() -> Account {
    account(61)
}

fn ben() -> Account {
    account(62)
}

fn account(user: i64) -> Account {
    Account {
        platform: Platform::Telegram,
        user,
    }
}

async fn rig() -> Rig {
    let rig = Rig::new().await;
    for (account, name) in [(anna(), "Anna T"), (ben(), "Ben T")] {
        rig.service.meet(account, name, None).await.unwrap();
        rig.service.reachable(account, account.user).await.unwrap();
    }
    rig
}

/// A match in a group that Ben gives up.
async fn won(rig: &Rig, chat: i64) -> Table {
    rig.pass(60_000);
    let challenge = Command::Challenge {
        place: group(chat),
        opponent: Invitee::Player(rig.player(ben()).await),
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(anna()), challenge).await.unwrap();
    let dealt = rig.wish(ben(), &opened.table, Wish::Accept).await.unwrap().table;
    rig.wish(ben(), &dealt, Wish::Resign).await.unwrap().table
}

async fn begin(rig: &Rig, chat: i64, name: &str) -> Season {
    let begun = rig
        .service
        .season_start(None, group(chat), Some(name), Calendar::Open)
        .await;
    match begun.unwrap() {
        SeasonDone::Done(season) => season,
        other => panic!("{other:?}"),
    }
}

async fn wins(rig: &Rig, period: Period, player: PlayerId) -> i64 {
    let query = BoardQuery {
        metric: Metric::Wins,
        period,
        viewer: Some(player),
        ..BoardQuery::of(Scope::Venue(group(NEW).venue))
    };
    let board = rig.service.board(&query, 0, 10).await.unwrap();
    board.own.map_or(0, |line| line.value)
}

/// What the logs say is what is stored, and no two seasons are at one time.
async fn is_sound(rig: &Rig) -> Vec<Season> {
    while rig.service.keep_boards().await {}
    let mut audit = Audit::look(&format!("sqlite://{}", rig.path().display()))
        .await
        .unwrap();
    assert_eq!(audit.faults().await.unwrap(), Vec::<String>::new());
    assert_eq!(reckon(&mut audit).await.unwrap(), Vec::new());
    assert_eq!(audit.finish().await.unwrap(), Vec::new());
    let seasons = rig.service.seasons(group(NEW).venue).await.unwrap();
    for (one, later) in seasons.iter().skip(1).zip(&seasons) {
        assert!(
            one.ended.is_some_and(|ended| ended <= later.starts),
            "{one:?} {later:?}"
        );
        assert_eq!(one.number + 1, later.number);
    }
    seasons
}

async fn moves(rig: &Rig) {
    for _ in 0..2 {
        rig.service.migrate_chat(Platform::Telegram, OLD, NEW).await.unwrap();
    }
    assert!(rig.service.seasons(group(OLD).venue).await.unwrap().is_empty());
}

/// C-050: the season of the group ran first: it is over, with its champions, when that of the supergroup began; that one goes
/// on with what was played in both since.
#[tokio::test]
async fn the_season_that_ran_before_is_archived() {
    let rig = rig().await;
    let player = rig.player(anna()).await;
    let spring = begin(&rig, OLD, "Spring").await;
    for _ in 0..2 {
        won(&rig, OLD).await;
    }
    rig.pass(DAY);
    let fresh = begin(&rig, NEW, "Fresh").await;
    won(&rig, NEW).await;
    let last = won(&rig, OLD).await;
    rig.pass(DAY);
    moves(&rig).await;
    let rig = rig.restart().await;
    let seasons = is_sound(&rig).await;
    let told: Vec<_> = seasons
        .iter()
        .map(|season| (season.id, season.number, season.starts, season.ended))
        .collect();
    assert_eq!(
        told,
        [
            (fresh.id, 2, fresh.starts, None),
            (spring.id, 1, spring.starts, Some(fresh.starts))
        ]
    );
    assert_eq!(wins(&rig, Period::Season(Some(spring.id)), player).await, 2);
    assert_eq!(wins(&rig, Period::Season(None), player).await, 2);
    assert_eq!(wins(&rig, Period::All, player).await, 4);
    let archive = rig.service.season_archive(group(NEW).venue, spring.id, 0, 5).await;
    let archive = archive.unwrap().unwrap();
    assert_eq!((archive.champions[0].who, archive.total), (Who::Player(player), 2));
    let change = rig.service.rating_change(last.id()).await.unwrap();
    assert!(matches!(change, RatingChange::Moved(_)), "{change:?}");
    // The next one has the next number.
    let SeasonDone::Done(next) = rig.service.season_roll(None, group(NEW), None, None).await.unwrap() else {
        panic!("one runs");
    };
    assert_eq!(next.number, 3);
    assert_eq!(is_sound(&rig).await.len(), 3);
}

/// C-050: the season of the supergroup ran first: it goes on as it is, and what was played in the group meanwhile counts to it.
#[tokio::test]
async fn the_season_that_runs_longer_goes_on_alone() {
    let rig = rig().await;
    let player = rig.player(anna()).await;
    let first = begin(&rig, NEW, "First").await;
    won(&rig, NEW).await;
    rig.pass(DAY);
    begin(&rig, OLD, "Second").await;
    won(&rig, OLD).await;
    moves(&rig).await;
    let seasons = is_sound(&rig).await;
    assert_eq!(seasons.len(), 1);
    assert_eq!((seasons[0].id, seasons[0].ended), (first.id, None));
    assert_eq!(wins(&rig, Period::Season(None), player).await, 2);
}

/// C-050: only the group has a season that runs: it goes on under the new id, after what the supergroup had.
#[tokio::test]
async fn the_only_season_that_runs_goes_on() {
    let rig = rig().await;
    let player = rig.player(anna()).await;
    begin(&rig, NEW, "Over").await;
    won(&rig, NEW).await;
    rig.pass(1_000);
    rig.service.season_end(None, group(NEW).venue).await.unwrap();
    rig.pass(DAY);
    let runs = begin(&rig, OLD, "Runs").await;
    won(&rig, OLD).await;
    moves(&rig).await;
    let seasons = is_sound(&rig).await;
    assert_eq!(seasons.len(), 2);
    assert_eq!(
        (seasons[0].id, seasons[0].ended, seasons[0].starts),
        (runs.id, None, runs.starts)
    );
    assert!(seasons[1].ended < Some(Millis(runs.starts.0)));
    assert_eq!(wins(&rig, Period::Season(None), player).await, 1);
    assert_eq!(wins(&rig, Period::All, player).await, 2);
}
