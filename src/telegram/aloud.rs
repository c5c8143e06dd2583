//! What is said in a group only because it can't be said in private: seldom, so that nobody who never opened the private chat
//! uses up what the group may be written.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

/// How long after one such answer the same speaker gets no other in that group (ours).
const QUIET: Duration = Duration::from_secs(60);
/// How many speakers are kept in mind; while there are more, the others get none (ours).
const KEPT: usize = 4096;

/// Who had such an answer lately, by speaker and group.
#[derive(Default)]
pub(super) struct Aloud {
    since: HashMap<(i64, i64), Instant>,
}

impl Aloud {
    /// Whether this speaker may be answered aloud in this group now; notes it when so.
    pub(super) fn claim(&mut self, speaker: i64, chat: i64, now: Instant) -> bool {
        let recent = |since: &Instant| now.saturating_duration_since(*since) < QUIET;
        if self.since.get(&(speaker, chat)).is_some_and(recent) {
            return false;
        }
        if self.since.len() >= KEPT {
            self.since.retain(|_, since| recent(since));
            if self.since.len() >= KEPT {
                return false;
            }
        }
        self.since.insert((speaker, chat), now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_a_minute_for_each_speaker_and_group() {
        let (mut aloud, now) = (Aloud::default(), Instant::now());
        let after = |seconds| now + Duration::from_secs(seconds);
        let given = (0..180).filter(|second| aloud.claim(1, -5, after(*second))).count();
        assert_eq!(given, 3);
        assert!(aloud.claim(1, -6, after(179)), "another group");
        assert!(aloud.claim(2, -5, after(179)), "somebody else");
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let (mut aloud, now) = (Aloud::default(), Instant::now());
        let given = (0..10_000).filter(|speaker| aloud.claim(*speaker, -5, now)).count();
        assert_eq!((given, aloud.since.len()), (KEPT, KEPT));
        assert!(aloud.claim(20_000, -5, now + QUIET), "the quiet ones are forgotten");
        assert_eq!(aloud.since.len(), 1);
    }
}
