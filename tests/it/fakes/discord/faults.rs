//! Things that go wrong on purpose.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::world::Request;

type Which = Arc<dyn Fn(&Request) -> bool + Send + Sync>;

/// What happens to a request instead of an answer.
#[derive(Clone, Debug)]
pub enum Fault {
    /// This status with this JSON; nothing happens.
    Status(u16, Value),
    /// A gateway's error page, not JSON; nothing happens.
    Page(u16),
    /// 429 with `retry_after`; nothing happens.
    TooMany { retry_after: Duration, global: bool },
    /// The connection is cut before anything happens.
    Reset,
    /// It happens, but the connection is cut before the answer: the caller can't know.
    LostAnswer,
}

#[derive(Default)]
pub struct Faults {
    next: Vec<(Which, Fault, usize)>,
    holds: Vec<(Which, Arc<Gate>)>,
    limits: Vec<RateLimit>,
}

/// A gate some requests wait at.
pub struct Gate {
    open: watch::Sender<bool>,
    pub waiting: watch::Sender<usize>,
}

impl Gate {
    pub async fn pass(&self) {
        self.waiting.send_modify(|count| *count += 1);
        let mut open = self.open.subscribe();
        let _ = open.wait_for(|open| *open).await;
        self.waiting.send_modify(|count| *count -= 1);
    }

    pub fn release(&self) {
        self.open.send_replace(true);
    }
}

struct RateLimit {
    which: Which,
    most: usize,
    window: Duration,
    /// Times of the requests let through, by path.
    past: BTreeMap<String, VecDeque<Instant>>,
}

impl Faults {
    pub fn fail(&mut self, which: impl Fn(&Request) -> bool + Send + Sync + 'static, fault: Fault, times: usize) {
        self.next.push((Arc::new(which), fault, times));
    }

    pub fn hold(&mut self, which: impl Fn(&Request) -> bool + Send + Sync + 'static) -> Arc<Gate> {
        let gate = Arc::new(Gate {
            open: watch::Sender::new(false),
            waiting: watch::Sender::new(0),
        });
        self.holds.push((Arc::new(which), Arc::clone(&gate)));
        gate
    }

    pub fn limit(&mut self, which: impl Fn(&Request) -> bool + Send + Sync + 'static, most: usize, window: Duration) {
        self.limits.push(RateLimit {
            which: Arc::new(which),
            most,
            window,
            past: BTreeMap::new(),
        });
    }

    /// No more faults and limits; gates open.
    pub fn clear(&mut self) {
        self.next.clear();
        self.limits.clear();
        for (_, gate) in self.holds.drain(..) {
            gate.release();
        }
    }

    /// The fault planned for this request; it is used up.
    pub fn take(&mut self, request: &Request) -> Option<Fault> {
        let at = self
            .next
            .iter()
            .position(|(which, _, left)| *left > 0 && which(request))?;
        let (_, fault, left) = &mut self.next[at];
        let fault = fault.clone();
        *left -= 1;
        if *left == 0 {
            self.next.remove(at);
        }
        Some(fault)
    }

    pub fn gate(&mut self, request: &Request) -> Option<Arc<Gate>> {
        self.holds.retain(|(_, gate)| !*gate.open.borrow());
        self.holds
            .iter()
            .find(|(which, _)| which(request))
            .map(|(_, gate)| Arc::clone(gate))
    }

    /// What the limit that this request falls under says to it, if there is one.
    pub fn meter(&mut self, request: &Request) -> Option<Meter> {
        let now = Instant::now();
        let limit = self.limits.iter_mut().find(|limit| (limit.which)(request))?;
        let past = limit.past.entry(request.path.clone()).or_default();
        while past
            .front()
            .is_some_and(|first| now.duration_since(*first) >= limit.window)
        {
            past.pop_front();
        }
        let passes = past.len() < limit.most;
        if passes {
            past.push_back(now);
        }
        let reset_after = past
            .front()
            .map_or(limit.window, |first| limit.window - now.duration_since(*first));
        Some(Meter {
            most: limit.most,
            left: limit.most - past.len(),
            reset_after,
            passes,
        })
    }
}

/// What the headers of a limited answer tell.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    pub most: usize,
    pub left: usize,
    pub reset_after: Duration,
    pub passes: bool,
}
