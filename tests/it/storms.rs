//! The short storm.

use std::time::Duration;

use crate::storm::{Plan, storm};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_stuck_or_leaked_in_a_storm() {
    let plan = Plan {
        program: env!("CARGO_BIN_EXE_jinlami").into(),
        length: Duration::from_secs(15),
        seed: None,
        players: 16,
    };
    let said = std::sync::Mutex::new(Vec::new());
    let fine = storm(plan, &|line| said.lock().unwrap().push(line.to_owned())).await;
    assert!(fine.unwrap(), "{}", said.lock().unwrap().join("\n"));
}
