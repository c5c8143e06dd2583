//! How fast a chat may be written to, so that Telegram never has to refuse.

use std::time::Duration;

/// Telegram's limits for sends and edits, as a bucket that refills: `burst` at once, then one every `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many may follow each other at once.
    pub burst: u32,
    /// How long one more takes to become free.
    pub every: Duration,
}

impl Pace {
    /// A private chat: about one message a second (Telegram's FAQ), with a short run allowed.
    pub const PRIVATE: Pace = Pace {
        burst: 4,
        every: Duration::from_millis(1000),
    };
    /// A group: never more than 20 sends and edits in any minute (Telegram's FAQ).
    pub const GROUP: Pace = Pace {
        burst: 5,
        every: Duration::from_millis(4000),
    };
    /// All chats together: 30 a second (Telegram's FAQ).
    pub const TOTAL: Pace = Pace {
        burst: 5,
        every: Duration::from_millis(40),
    };
}

/// The paces of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paces {
    /// In each private chat.
    pub private: Pace,
    /// In each group.
    pub group: Pace,
    /// In all chats together.
    pub total: Pace,
}

impl Default for Paces {
    fn default() -> Paces {
        Paces {
            private: Pace::PRIVATE,
            group: Pace::GROUP,
            total: Pace::TOTAL,
        }
    }
}

/// What is left of a pace; times are counted from any fixed moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    pace: Pace,
    /// When the bucket would be full again.
    full: Duration,
}

impl Bucket {
    pub(super) fn new(pace: Pace) -> Bucket {
        Bucket {
            pace,
            full: Duration::ZERO,
        }
    }

    /// Takes one and tells how long to wait before using it.
    pub(super) fn take(&mut self, now: Duration) -> Duration {
        let room = self.pace.every.saturating_mul(self.pace.burst.saturating_sub(1));
        let at = self.full.saturating_sub(room).max(now);
        self.full = self.full.max(now) + self.pace.every;
        at - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything as soon as the bucket allows it, for `span`.
    fn greedy(pace: Pace, span: Duration) -> Vec<Duration> {
        let mut bucket = Bucket::new(pace);
        let (mut now, mut times) = (Duration::ZERO, Vec::new());
        while now < span {
            now += bucket.take(now);
            times.push(now);
        }
        times
    }

    #[test]
    fn no_minute_of_a_group_sees_more_than_twenty() {
        let minute = Duration::from_secs(60);
        let times = greedy(Pace::GROUP, minute * 10);
        for (index, from) in times.iter().enumerate() {
            let within = times[index..].iter().take_while(|time| **time < *from + minute).count();
            assert!(within <= 20, "{within} from {from:?}");
        }
        assert!(times.len() > 140, "the pace is used, not wasted: {}", times.len());
    }

    #[test]
    fn all_chats_together_stay_under_thirty_a_second() {
        let second = Duration::from_secs(1);
        let times = greedy(Pace::TOTAL, second * 10);
        for (index, from) in times.iter().enumerate() {
            let within = times[index..].iter().take_while(|time| **time < *from + second).count();
            assert!(within <= 30, "{within} from {from:?}");
        }
    }

    #[test]
    fn a_pause_refills_the_bucket() {
        let mut bucket = Bucket::new(Pace {
            burst: 2,
            every: Duration::from_secs(1),
        });
        let at = Duration::from_secs;
        assert_eq!(
            [bucket.take(at(0)), bucket.take(at(0)), bucket.take(at(0))],
            [at(0), at(0), at(1)]
        );
        assert_eq!(
            [bucket.take(at(60)), bucket.take(at(60)), bucket.take(at(60))],
            [at(0), at(0), at(1)]
        );
    }
}
