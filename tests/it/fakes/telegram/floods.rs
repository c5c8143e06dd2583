//! Flood limits, off until a test switches them on.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::world::Refusal;

/// How many sends and edits a chat takes in a window of time.
#[derive(Clone, Copy)]
pub struct Limit {
    pub count: usize,
    pub window: Duration,
}

#[derive(Default)]
pub struct Floods {
    pub groups: Option<Limit>,
    pub privates: Option<Limit>,
    spent: BTreeMap<i64, VecDeque<Instant>>,
}

impl Floods {
    /// Counts one send or edit, or says how long to wait.
    pub fn spend(&mut self, chat: i64) -> Result<(), Refusal> {
        let Some(limit) = (if chat < 0 { self.groups } else { self.privates }) else {
            return Ok(());
        };
        let now = Instant::now();
        let spent = self.spent.entry(chat).or_default();
        while spent
            .front()
            .is_some_and(|first| now.duration_since(*first) >= limit.window)
        {
            spent.pop_front();
        }
        if spent.len() < limit.count {
            spent.push_back(now);
            return Ok(());
        }
        let since = spent
            .front()
            .map(|first| now.duration_since(*first))
            .unwrap_or_default();
        Err(too_many(limit.window.saturating_sub(since).as_secs() + 1))
    }
}

pub fn too_many(seconds: u64) -> Refusal {
    Refusal {
        code: 429,
        description: format!("Too Many Requests: retry after {seconds}"),
        parameters: Some(json!({"retry_after": seconds})),
    }
}
