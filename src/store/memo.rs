//! What is read at every press and seldom changes: who somebody is, what they set, and what a chat is called.
//!
//! Each is kept in memory until a write changes any row of the tables that they are read from, which the writer sees from its
//! statements. It counts such writes before it answers, so nobody reads an older state than one that was acknowledged.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::people::{Identity, PersonRow};
use super::statements::Statement;
use super::venues::VenueRow;
use super::{Store, StoreError};
use crate::id::{Account, PlayerId, Venue};

/// Of how many each kind is kept (ours): some megabytes.
const MOST: usize = 4_096;
/// The tables that they are read from.
const TABLES: [&str; 4] = ["players", "identities", "preferences", "venues"];

/// How often the tables changed.
#[derive(Clone, Default)]
pub(super) struct Era {
    count: Arc<AtomicU64>,
    /// Whether somebody else writes, whose changes nobody counts: then each read is of an era of its own.
    foreign: bool,
}

impl Era {
    pub(super) fn ends(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    fn number(&self) -> u64 {
        if self.foreign {
            self.ends();
        }
        self.count.load(Ordering::SeqCst)
    }
}

/// Whether a statement changes one of the tables.
pub(super) fn changes_people(statement: &Statement) -> bool {
    let text = statement.sql.trim_start();
    ["INSERT INTO ", "UPDATE ", "DELETE FROM "].iter().any(|verb| {
        let rest = text.strip_prefix(verb);
        let table = rest.and_then(|rest| rest.split([' ', '(']).next());
        table.is_some_and(|table| TABLES.contains(&table))
    })
}

/// Everything that is kept.
#[derive(Default)]
pub(super) struct Memos {
    pub(super) era: Era,
    pub(super) people: Memo<PlayerId, Option<PersonRow>>,
    pub(super) identities: Memo<Account, Option<Identity>>,
    pub(super) preferences: Memo<PlayerId, Vec<(String, String)>>,
    pub(super) venues: Memo<Venue, Option<VenueRow>>,
}

impl Memos {
    /// For a file that another process writes: nothing is kept.
    pub(super) fn foreign() -> Memos {
        Memos {
            era: Era {
                foreign: true,
                ..Era::default()
            },
            ..Memos::default()
        }
    }
}

/// What is kept of one kind, and of which era it is.
pub(super) struct Memo<K, V>(Mutex<(u64, HashMap<K, V>)>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Memo<K, V> {
    fn get(&self, era: u64, key: K) -> Option<V> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != era {
            *kept = (era, HashMap::new());
        }
        kept.1.get(&key).cloned()
    }

    fn put(&self, era: u64, key: K, value: V) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What was read before a change may be as it was.
        if kept.0 != era {
            return;
        }
        if kept.1.len() >= MOST {
            kept.1.clear();
        }
        kept.1.insert(key, value);
    }
}

impl Store {
    /// What is kept, or else what this reads, which is kept from now on.
    pub(super) async fn kept<K: Copy + Eq + Hash, V: Clone>(
        &self,
        memo: impl Fn(&Memos) -> &Memo<K, V>,
        key: K,
        read: impl Future<Output = Result<V, StoreError>>,
    ) -> Result<V, StoreError> {
        let memos = &self.inner.memos;
        let era = memos.era.number();
        if let Some(value) = memo(memos).get(era, key) {
            return Ok(value);
        }
        let value = read.await?;
        memo(memos).put(era, key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_era_that_is_over_nothing_is_kept() {
        let (era, memo) = (Era::default(), Memo::default());
        let before = era.number();
        assert_eq!(memo.get(before, 1), None);
        memo.put(before, 1, "one");
        assert_eq!(memo.get(before, 1), Some("one"));
        era.ends();
        assert_eq!(memo.get(era.number(), 1), None);
        // Read before the change, and there only after it.
        memo.put(before, 1, "one");
        assert_eq!(memo.get(era.number(), 1), None);
        memo.put(era.number(), 1, "two");
        assert_eq!(memo.get(era.number(), 1), Some("two"));
    }
}
