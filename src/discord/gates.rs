//! Which rate limits hold until when.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

/// How many closed gates are kept before those that are open again are swept out.
const SWEEP_AT: usize = 512;

/// Closed gates by route, and the one for everything the bot's token is used for.
#[derive(Default)]
pub(super) struct Gates {
    closed: Mutex<Closed>,
}

#[derive(Default)]
struct Closed {
    everything: Option<Instant>,
    routes: HashMap<String, Instant>,
}

impl Gates {
    /// How long a call on this route has to wait; `bot`: it counts for the bot's global limit too.
    pub(super) fn wait(&self, route: &str, bot: bool) -> Option<Duration> {
        let now = Instant::now();
        let closed = self.closed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let until = closed
            .routes
            .get(route)
            .copied()
            .max(closed.everything.filter(|_| bot))?;
        until.checked_duration_since(now).filter(|wait| !wait.is_zero())
    }

    /// Closes a route (`None`: everything) for this long.
    pub(super) fn close(&self, route: Option<&str>, wait: Duration) {
        let now = Instant::now();
        let mut closed = self.closed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match route {
            None => closed.everything = Some(now + wait),
            Some(route) => {
                if closed.routes.len() >= SWEEP_AT {
                    closed.routes.retain(|_, until| *until > now);
                }
                closed.routes.insert(route.to_owned(), now + wait);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_closed_route_opens_by_itself_and_closes_no_other() {
        let gates = Gates::default();
        gates.close(Some("send 1"), Duration::from_secs(3));
        assert_eq!(gates.wait("send 1", true), Some(Duration::from_secs(3)));
        assert_eq!(gates.wait("send 2", true), None);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(gates.wait("send 1", true), None);
    }

    #[tokio::test(start_paused = true)]
    async fn the_global_limit_stops_all_but_answers_to_presses() {
        let gates = Gates::default();
        gates.close(None, Duration::from_secs(5));
        assert_eq!(gates.wait("send 1", true), Some(Duration::from_secs(5)));
        assert_eq!(gates.wait("webhook t", false), None);
    }
}
