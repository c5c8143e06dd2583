//! Packs that lie as a story wants them: while the bot is stopped, the deal in its file is changed.

use std::path::Path;

use jinlami::cards::{Card, CardSet};
use jinlami::id::Seat;
use sqlx::Row;

/// The newest hand in the file has these cards: those of whoever moves first after an upcard, those of the dealer, the
/// upcard, and the top of the stock. Gives the dealer.
pub async fn stack(file: &Path, first: &str, dealer: &str, upcard: &str, stock: &str) -> Seat {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let newest = "SELECT table_id, version, body FROM events WHERE body LIKE '{\"dealt\"%' ORDER BY rowid DESC LIMIT 1";
    let row = sqlx::query(newest).fetch_one(&pool).await.unwrap();
    let (table, version): (i64, i64) = (row.get(0), row.get(1));
    let mut body: serde_json::Value = serde_json::from_str(&row.get::<String, _>(2)).unwrap();
    let mut order: Vec<Card> = Vec::new();
    for (one, other) in cards(first).into_iter().zip(cards(dealer)) {
        order.extend([one, other]);
    }
    assert_eq!(order.len(), 20, "ten cards each");
    order.extend(cards(upcard));
    order.extend(cards(stock));
    let used: CardSet = order.iter().copied().collect();
    assert_eq!(used.len() as usize, order.len(), "a card is there twice");
    order.extend((CardSet::FULL - used).iter());
    // The last card of a pack is dealt first.
    let pack: String = order.iter().rev().map(|card| card.letters()).collect();
    body["dealt"]["pack"] = serde_json::Value::String(pack);
    let dealer = body["dealt"]["dealer"].as_u64().unwrap();
    sqlx::query("UPDATE events SET body = $1 WHERE table_id = $2 AND version = $3")
        .bind(body.to_string())
        .bind(table)
        .bind(version)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    Seat(u8::try_from(dealer).unwrap())
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}
