//! Which updates were handled lately, to know a repeated one without asking the store.

use std::collections::{HashMap, VecDeque};

/// How many updates are remembered.
const REMEMBERED: usize = 4096;

/// The newest updates and whether they are handled.
#[derive(Default)]
pub(super) struct Recent {
    /// `true` once handled.
    known: HashMap<u32, bool>,
    order: VecDeque<u32>,
}

impl Recent {
    /// Whether this update was handled; `None` for a new one, which is noted.
    pub(super) fn claim(&mut self, id: u32) -> Option<bool> {
        if let Some(done) = self.known.get(&id) {
            return Some(*done);
        }
        self.known.insert(id, false);
        self.order.push_back(id);
        if self.order.len() > REMEMBERED
            && let Some(old) = self.order.pop_front()
        {
            self.known.remove(&old);
        }
        None
    }

    /// Whether this update came before.
    pub(super) fn knows(&self, id: u32) -> bool {
        self.known.contains_key(&id)
    }

    pub(super) fn done(&mut self, id: u32) {
        if let Some(done) = self.known.get_mut(&id) {
            *done = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_new_once_then_busy_then_done() {
        let mut recent = Recent::default();
        assert_eq!(recent.claim(5), None);
        assert_eq!(recent.claim(5), Some(false));
        recent.done(5);
        assert_eq!(recent.claim(5), Some(true));
        assert_eq!(
            recent.claim(4),
            None,
            "an older one may still be new: Telegram starts over after a quiet week"
        );
    }

    #[test]
    fn old_ones_are_forgotten() {
        let mut recent = Recent::default();
        for id in 0..10_000 {
            recent.claim(id);
            recent.done(id);
        }
        assert_eq!((recent.known.len(), recent.order.len()), (REMEMBERED, REMEMBERED));
        assert_eq!(recent.claim(9_999), Some(true));
    }
}
