//! Which groups and topics refuse whatever is written there. Nobody tells a bot that all members may write again, so what is
//! said or pressed there is a sign to try what waits, also after a restart, which remembers nothing of this.

use std::collections::HashMap;

use crate::id::Millis;

/// So long after a refusal a mere press is no sign: 1 minute (ours), so that presses in a closed group hammer nothing.
const KNOCK_MS: i64 = 60_000;
/// How many places are remembered (ours); whatever is forgotten is tried once more.
const REMEMBERED: usize = 4096;

/// A group, or one topic of it.
type Door = (i64, Option<i64>);

/// Places by when they refused; `None`: nothing waits for them to open.
#[derive(Default)]
pub(super) struct Doors(HashMap<Door, Option<Millis>>);

impl Doors {
    /// Nothing can be written there.
    pub(super) fn shut(&mut self, door: Door, now: Millis) {
        self.note(door, Some(now));
    }

    /// Whether what waits there is worth another try, now that something was said there (`sure`) or somebody pressed; asked
    /// once for each refusal.
    pub(super) fn sign(&mut self, door: Door, sure: bool, now: Millis) -> bool {
        let ripe = match self.0.get(&door) {
            Some(None) => false,
            Some(Some(since)) => sure || now.0 - since.0 >= KNOCK_MS,
            // Refused before the start, perhaps; what waits in a group's topics wakes with the group.
            None => door.1.is_none(),
        };
        if ripe {
            self.note(door, None);
        }
        ripe
    }

    fn note(&mut self, door: Door, shut: Option<Millis>) {
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        self.0.insert(door, shut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_tried_again_once_and_by_a_press_not_at_once() {
        let mut doors = Doors::default();
        let (group, topic) = ((-5, None), (-5, Some(7)));
        assert!(
            doors.sign(group, false, Millis(0)),
            "it may have refused before the start"
        );
        assert!(!doors.sign(group, true, Millis(1)));
        assert!(!doors.sign(topic, true, Millis(1)), "its group was asked");
        for door in [group, topic] {
            doors.shut(door, Millis(1_000));
            assert!(!doors.sign(door, false, Millis(KNOCK_MS)));
            assert!(doors.sign(door, false, Millis(1_000 + KNOCK_MS)));
            doors.shut(door, Millis(1_000));
            assert!(doors.sign(door, true, Millis(1_001)), "what is said there proves it");
            assert!(!doors.sign(door, true, Millis(1_002)), "once");
        }
    }

    #[test]
    fn no_number_of_groups_fills_the_memory() {
        let mut doors = Doors::default();
        for group in 0..10_000 {
            doors.shut((-group, None), Millis(0));
        }
        assert!(doors.0.len() <= REMEMBERED);
        assert!(
            doors.sign((-1, None), false, Millis(1)),
            "what is forgotten is tried again"
        );
    }
}
