//! Who won an event, reckoned anew from its log.

use jinlami::contest::{Kind, NoShow, Squads, Status, Uneven, Wish};
use jinlami::id::{Account, Platform};
use jinlami::service::reckon;
use jinlami::store::{Audit, Difference};
use sqlx::{ConnectOptions, Connection, Row};

use super::hall::{Hall, format, person};
use crate::rig::ANNA;

/// Played to its end.
async fn played(hall: &Hall) {
    for _ in 0..200 {
        if hall.is_over().await {
            assert_eq!(hall.contest().await.status(), Status::Finished);
            return;
        }
        hall.step().await;
    }
    panic!("it does not end");
}

/// Everything of these tables as text, sorted.
async fn dump(hall: &Hall) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.rig.path());
    let mut connection = options.connect().await.unwrap();
    let mut rows = Vec::new();
    for table in ["awards", "team_results", "standings", "team_standings"] {
        let text = sqlx::AssertSqlSafe(format!("SELECT * FROM {table}"));
        for row in sqlx::query(text).fetch_all(&mut connection).await.unwrap() {
            let cells: Vec<String> = (0..row.len())
                .map(|at| match row.try_get::<Option<i64>, _>(at) {
                    Ok(number) => format!("{number:?}"),
                    Err(_) => row.get::<String, _>(at),
                })
                .collect();
            rows.push(format!("{table} {}", cells.join(" ")));
        }
    }
    connection.close().await.unwrap();
    rows.sort();
    rows
}

async fn differences(hall: &Hall, repair: bool) -> Vec<Difference> {
    let url = format!("sqlite://{}", hall.rig.path().display());
    let audit = if repair {
        Audit::repair(&url).await
    } else {
        Audit::look(&url).await
    };
    let mut audit = audit.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    audit.finish().await.unwrap()
}

fn named(differences: &[Difference]) -> Vec<&str> {
    differences.iter().map(|difference| difference.rows).collect()
}

/// What was lost or is wrong of events won is found by a look, and made anew by a repair to the identical rows.
async fn is_made_anew(hall: Hall, rows: &[&str]) {
    while hall.rig.service.keep_boards().await {}
    hall.rig.service.store().close().await;
    let before = dump(&hall).await;
    assert!(before.iter().any(|row| row.starts_with("awards")), "{before:?}");
    assert_eq!(differences(&hall, false).await, []);
    let lost = "DELETE FROM awards; DELETE FROM team_results; DELETE FROM standings; DELETE FROM team_standings";
    let wrong = "UPDATE awards SET place = place + 1; INSERT INTO awards SELECT event, 5, venue, at, place, day, week, month, \
        season, uday, uweek, umonth, quarter FROM awards LIMIT 1; UPDATE team_results SET points = points + 1; \
        UPDATE standings SET events = 7; UPDATE team_standings SET won = won + 1";
    for damage in [lost, wrong] {
        hall.change(damage).await;
        let found = differences(&hall, false).await;
        for rows in rows {
            assert!(named(&found).contains(rows), "{rows} in {found:?}");
        }
        assert_eq!(differences(&hall, true).await, found);
        assert_eq!(dump(&hall).await, before);
    }
    assert_eq!(differences(&hall, false).await, []);
}

#[tokio::test]
async fn awards_are_made_anew_from_the_log() {
    let hall = Hall::begun(format(Kind::Knockout { third_place: true }), 5).await;
    played(&hall).await;
    is_made_anew(hall, &["awards", "standings"]).await;
}

#[tokio::test]
async fn what_teams_won_is_made_anew_from_the_log() {
    let mut teams = format(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    teams.squads = Some(Squads {
        least: 2,
        most: 2,
        substitutes: 0,
    });
    let hall = Hall::of_teams(teams, 2).await;
    played(&hall).await;
    is_made_anew(hall, &["awards", "standings", "team_results", "team_standings"]).await;
}

/// Two who played against each other in an event become one after it: the log can't say any more who won, so what was stored
/// stays, with a repair too; what nobody doubles is compared as ever.
#[tokio::test]
async fn what_two_won_who_became_one_stays() {
    let guest = Account {
        platform: Platform::Telegram,
        user: 777,
    };
    let mut all = format(Kind::RoundRobin { cycles: 1 });
    all.rounds.no_show = NoShow::Lose;
    let hall = Hall::open(all, None, 3).await;
    let service = &hall.rig.service;
    service.meet(guest, "Guest", None).await.unwrap();
    for who in [person(0), person(1), guest] {
        hall.ask(who, Wish::SignUp).await.unwrap();
    }
    hall.ask(ANNA, Wish::Start).await.unwrap();
    // Nobody comes to any match.
    while !hall.is_over().await {
        hall.next().await;
    }
    let before = hall.number("SELECT count(*) FROM awards").await;
    assert!(before > 1);
    let (code, _) = service.link_code(person(0)).await.unwrap();
    service.enter_link(guest, &code).await.unwrap();
    service.link(guest, &code).await.unwrap();
    while service.keep_boards().await {}
    service.store().close().await;
    let merged = dump(&hall).await;
    assert_eq!(hall.number("SELECT count(*) FROM awards").await, before - 1);
    assert_eq!(differences(&hall, false).await, []);
    assert_eq!(differences(&hall, true).await, []);
    assert_eq!(dump(&hall).await, merged);
    hall.change("UPDATE standings SET events = events + 1 WHERE events > 0")
        .await;
    assert_eq!(named(&differences(&hall, true).await), ["standings"]);
    assert_eq!(dump(&hall).await, merged);
}
