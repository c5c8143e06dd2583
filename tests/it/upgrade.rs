//! C-021: what an earlier release left goes on under this one. The dumps were written by the releases themselves.

use jinlami::gin::{Mode, Preset};
use jinlami::id::{Lang, Seat, TableId};
use jinlami::service::{Aborts, Caller, Command, Metric, Of, Ruling, Standing};
use jinlami::store::Store;
use jinlami::table::{MatchEnd, Rematch, Stage, Terms, Wish, WonBy};

use crate::rig::{ANNA, BEN, PLACE, Rig, hands};

/// Schema 1: one match played out, one that runs in its second hand, one challenge, written at this moment.
const SCHEMA_1: &str = include_str!("vectors/schema-0001.sql");
const THEN: i64 = 1_800_000_065_000;
const DONE: TableId = TableId(33_560_986_220);
const RUNNING: TableId = TableId(33_561_047_124);
const ASKED: TableId = TableId(33_561_053_164);

#[tokio::test]
async fn a_file_of_schema_1_opens_and_its_matches_go_on() {
    let mut rig = Rig::of_file(SCHEMA_1, THEN).await;
    let store = rig.service.store();
    let lines = store.leaders(Some(PLACE.venue), Metric::Points, 10, 0).await.unwrap();
    let sums: Vec<(i64, i64, i64)> = lines.iter().map(|line| (line.played, line.wins, line.points)).collect();
    assert_eq!(sums, [(1, 1, 27), (1, 0, 0)], "the leaderboard as it was");

    let done = rig.service.table(DONE).await.unwrap();
    let won = MatchEnd::Won {
        winner: Seat::SECOND,
        by: WonBy::Points,
    };
    assert_eq!((done.stage(), done.scores()), (Stage::Over(won), &[0, 27][..]));

    // The running match: its score, its turn, its clock, and every card that it will still bring.
    let mut table = rig.service.table(RUNNING).await.unwrap();
    assert_eq!(
        (table.scores(), table.hand_number(), table.version().0),
        (&[0, 13][..], 2, 28)
    );
    assert_eq!(
        *table.terms(),
        Terms {
            mode: Mode::Fixed { hands: 3 },
            ..Terms::of(Preset::Jinlami)
        }
    );
    assert_eq!((table.to_move(), table.stamp(Seat::SECOND).0), (Some(Seat::SECOND), 21));
    assert_eq!(table.deadline().map(|at| at.0), Some(1_800_086_460_000));
    let due = rig.service.store().due(table.deadline().unwrap(), 10).await.unwrap();
    let due: Vec<_> = due
        .iter()
        .filter(|row| row.table == RUNNING)
        .map(|row| row.due)
        .collect();
    let mut planned = table.dues();
    planned.sort_by_key(|due| due.at);
    assert_eq!(due, planned);
    assert_eq!(table.draw_offer(), None);
    assert_eq!(table.may_nudge(Seat::FIRST), Ok(()));
    assert_eq!(table.rematch(), Rematch::Closed);
    while !table.is_over() {
        rig = rig.restart().await;
        table = rig.step(RUNNING).await;
    }
    assert_eq!(table.hands().len(), 3);

    // The open challenge can be accepted, and what is new works for what is old.
    let asked = rig.service.table(ASKED).await.unwrap();
    assert_eq!(asked.stage(), Stage::Invited);
    let accepted = rig.wish(BEN, &asked, Wish::Accept).await.unwrap().table;
    rig.wish(BEN, &accepted, Wish::Abort).await.unwrap();
    let ben = rig.player(BEN).await;
    assert_eq!(rig.service.aborts(ben).await.unwrap(), Aborts { all: 1, recent: 1 });
    for who in [ANNA, BEN] {
        let again = Command::Rematch {
            table: DONE,
            press: None,
        };
        rig.service.handle(Caller::Person(who), again).await.unwrap();
    }
    let Rematch::Made(next) = rig.service.table(DONE).await.unwrap().rematch() else {
        panic!("a rematch of a match of the last release")
    };
    let next = rig.service.table(next).await.unwrap();
    assert_eq!(next.hand().unwrap().dealer(), done.hands()[0].dealer.other());
    assert!(next.commitment().is_some(), "and its deals are sealed");
    assert_eq!(*next.terms(), hands(1));
    assert_eq!(rig.service.tables(Of::All).await.unwrap().len(), 1);

    // A result of the first release is voided as any other.
    let counted = |lines: &[Standing]| lines.iter().map(|line| line.played).sum::<i64>();
    let store = rig.service.store();
    let before = store.leaders(Some(PLACE.venue), Metric::Points, 10, 0).await.unwrap();
    rig.service
        .rule(Some(ben), Some(PLACE.venue), DONE, Ruling::Void, Some("long ago"))
        .await
        .unwrap();
    let after = store.leaders(Some(PLACE.venue), Metric::Points, 10, 0).await.unwrap();
    assert_eq!((counted(&before), counted(&after)), (4, 2));
    assert_eq!(store.deeds(PLACE.venue, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_is_brought_up_to_date_once_and_not_by_a_look() {
    let rig = Rig::of_file(SCHEMA_1, THEN).await;
    let url = format!("sqlite://{}", rig.path().display());
    let found = Store::check(&url).await.unwrap();
    assert_eq!(found.schema, Some(found.known));
    assert!(found.known >= 2);
    let rig = rig.restart().await;
    assert_eq!(rig.service.table(RUNNING).await.unwrap().version().0, 28);
}

/// What schema 1 to 3 kept of a platform's language was a setting of the program, named after the account (0004).
#[tokio::test]
async fn languages_that_platforms_told_are_kept_with_their_accounts() {
    const TOLD: &str = concat!(
        include_str!("vectors/schema-0001.sql"),
        "INSERT INTO settings(venue, key, value) VALUES (0, 'locale/1/1', 'zh-Hant'), (0, 'locale/1/2', 'tlh'), \
         (0, 'locale/2/999', 'en'), (0, 'other', 'stays');"
    );
    let rig = Rig::of_file(TOLD, THEN).await;
    let store = rig.service.store();
    assert_eq!(store.locale(ANNA).await.unwrap(), Some(Lang::ZhHant));
    assert_eq!(store.locale(BEN).await.unwrap(), None);
    assert_eq!(
        store.setting("locale/1/1").await.unwrap(),
        None,
        "no number of an account is left there"
    );
    assert_eq!(store.setting("other").await.unwrap().as_deref(), Some("stays"));
    let anna = rig.player(ANNA).await;
    assert_eq!(store.preferences(anna).await.unwrap(), []);
    // And who is in a file of the first release can be forgotten in it.
    rig.service.forget(ANNA).await.unwrap().unwrap();
    assert!(rig.service.table(RUNNING).await.unwrap().is_over());
    assert_eq!(store.locale(ANNA).await.unwrap(), None);
}
