//! One match of an event that can't go on stops no other.

use jinlami::contest::Kind;
use jinlami::id::TableId;
use sqlx::{ConnectOptions, Connection};

use super::hall::{Hall, format};

/// Writes another body into the second fact of a table; the one that was there.
async fn rewrite(hall: &Hall, table: TableId, body: &str) -> String {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.rig.path());
    let mut connection = options.connect().await.unwrap();
    let was: String = sqlx::query_scalar("SELECT body FROM events WHERE table_id = $1 AND version = 2")
        .bind(table.0)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    sqlx::query("UPDATE events SET body = $2 WHERE table_id = $1 AND version = 2")
        .bind(table.0)
        .bind(body)
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    was
}

/// Whichever of four tables can't be read when they all have ended: the other three are told, and it is too once it can be.
#[tokio::test]
async fn one_broken_match_stops_no_other() {
    for broken in 0..4 {
        let hall = Hall::begun(format(Kind::Swiss { rounds: Some(3) }), 8).await;
        let mut tables = Vec::new();
        let pairings = hall.contest().await.pairings().to_vec();
        for pairing in &pairings {
            tables.push(hall.seat(pairing.id).await);
        }
        for table in &tables {
            hall.resign(*table, 0).await;
        }
        let was = rewrite(&hall, tables[broken], "{}").await;
        assert!(!hall.rig.service.tick().await, "one of them can't be told");
        for (at, pairing) in pairings.iter().enumerate() {
            let told = hall.pairing(pairing.id).await.score.is_some();
            assert_eq!(told, at != broken, "match {at}, where {broken} is broken");
        }
        rewrite(&hall, tables[broken], &was).await;
        // It is left alone for a while, and tried again.
        hall.rig.pass(120_000);
        hall.tick().await;
        assert!(hall.pairing(pairings[broken].id).await.score.is_some());
        hall.is_sound().await;
    }
}
