//! What is known about chats while the program runs: whose turn it is to write there, private channels, pacing.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::id::{Account, TableId};

/// New private channels that may be opened at once (ours); Discord quarantines bots that open many.
const OPENS_AT_ONCE: u32 = 10;
/// How long it takes until one more may be opened (ours).
const OPENS_EVERY: Duration = Duration::from_secs(5);
/// The longest nonce (Discord: 25 characters).
const NONCE: usize = 25;
/// How long a person who takes no private messages is left alone, at least: 10 minutes (ours).
const TRY_AGAIN: Duration = Duration::from_secs(600);
/// How many people, channels and messages are remembered for each purpose (ours).
const REMEMBERED: usize = 16_384;
/// How many turns are kept before those nobody waits for are swept out.
const SWEEP_AT: usize = 1024;

/// Chats.
pub(super) struct Chats {
    turns: Mutex<HashMap<i64, Arc<tokio::sync::Mutex<()>>>>,
    /// Whether a person was found to be reachable since the program started.
    known: Mutex<BTreeMap<Account, bool>>,
    /// Private channels by user id.
    private: Mutex<BTreeMap<i64, i64>>,
    /// Channels by the one that stands in for them; most stand for themselves.
    stand_ins: Mutex<HashMap<i64, i64>>,
    /// Channels that could not be written to.
    closed: Mutex<BTreeMap<i64, ()>>,
    /// Counts what may have opened a channel.
    doors: AtomicU64,
    /// When a person was last found to be out of reach.
    refused: Mutex<BTreeMap<i64, Instant>>,
    /// How often a slot's message had to be written anew; part of the nonce.
    fresh: Mutex<BTreeMap<i64, u32>>,
    /// Tables whose players know that the public place is closed.
    told: Mutex<BTreeMap<TableId, ()>>,
    /// Presses that this program answered; Discord may tell of one again after a broken connection.
    answered: Mutex<BTreeMap<u64, ()>>,
    opens: Mutex<Opens>,
}

struct Opens {
    left: u32,
    since: Instant,
}

impl Chats {
    /// Nothing known yet.
    pub(super) fn new() -> Chats {
        Chats {
            turns: Mutex::default(),
            known: Mutex::default(),
            private: Mutex::default(),
            stand_ins: Mutex::default(),
            closed: Mutex::default(),
            doors: AtomicU64::new(0),
            refused: Mutex::default(),
            fresh: Mutex::default(),
            told: Mutex::default(),
            answered: Mutex::default(),
            opens: Mutex::new(Opens {
                left: OPENS_AT_ONCE,
                since: Instant::now(),
            }),
        }
    }

    /// The turn to change slot messages in this channel: who holds it shows the newest state, so no older one can
    /// follow.
    pub(super) fn turn(&self, channel: i64) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = lock(&self.turns);
        if turns.len() >= SWEEP_AT {
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        }
        Arc::clone(turns.entry(channel).or_default())
    }

    /// Whether the person was found reachable in private; `None`: not tried yet.
    pub(super) fn reachable(&self, account: Account) -> Option<bool> {
        lock(&self.known).get(&account).copied()
    }

    /// Notes whether the person can be reached in private.
    pub(super) fn note_reachable(&self, account: Account, open: bool) {
        remember(&mut lock(&self.known), account, open);
    }

    /// The private channel with this user, once it is known.
    pub(super) fn private(&self, user: i64) -> Option<i64> {
        lock(&self.private).get(&user).copied()
    }

    /// Notes the private channel with this user.
    pub(super) fn note_private(&self, user: i64, channel: i64) {
        remember(&mut lock(&self.private), user, channel);
    }

    /// The channel that stands in for this one, or this one; `None`: not looked up yet.
    pub(super) fn stand_in(&self, channel: i64) -> Option<i64> {
        lock(&self.stand_ins).get(&channel).copied()
    }

    /// From now on `other` stands in for this channel.
    pub(super) fn note_stand_in(&self, channel: i64, other: i64) {
        let mut stand_ins = lock(&self.stand_ins);
        if stand_ins.len() >= SWEEP_AT {
            // They are looked up again.
            stand_ins.clear();
        }
        stand_ins.insert(channel, other);
    }

    /// The channels that this one stands in for, as far as they are known.
    pub(super) fn stands_in_for(&self, other: i64) -> Vec<i64> {
        let stand_ins = lock(&self.stand_ins);
        let left = stand_ins.iter().filter(|(left, now)| **now == other && **left != other);
        left.map(|(left, _)| *left).collect()
    }

    /// How often something happened that may have opened a channel.
    pub(super) fn doors(&self) -> u64 {
        self.doors.load(Ordering::SeqCst)
    }

    /// Something happened that may have opened a channel.
    pub(super) fn note_door(&self) {
        self.doors.fetch_add(1, Ordering::SeqCst);
    }

    /// This program answered a press.
    pub(super) fn note_answered(&self, press: u64) {
        remember(&mut lock(&self.answered), press, ());
    }

    /// Whether this program answered that press.
    pub(super) fn was_answered(&self, press: u64) -> bool {
        lock(&self.answered).contains_key(&press)
    }

    /// A channel could not be written to.
    pub(super) fn note_closed(&self, channel: i64) {
        remember(&mut lock(&self.closed), channel, ());
    }

    /// Whether a channel that could not be written to deserves another try; asked once for each time it was closed.
    pub(super) fn was_closed(&self, channel: i64) -> bool {
        lock(&self.closed).remove(&channel).is_some()
    }

    /// A person takes no private messages.
    pub(super) fn note_refused(&self, user: i64) {
        remember(&mut lock(&self.refused), user, Instant::now());
    }

    /// Whether it is time to find out if somebody who took no private messages does so again; asked once for each refusal.
    /// `None`: no refusal is known, which after a start says little.
    pub(super) fn may_try_again(&self, user: i64) -> Option<bool> {
        let mut refused = lock(&self.refused);
        let ripe = refused.get(&user)?.elapsed() >= TRY_AGAIN;
        if ripe {
            refused.remove(&user);
        }
        Some(ripe)
    }

    /// The nonce of a slot's message: the same for every attempt at the same message, a new one once that message is
    /// gone.
    pub(super) fn nonce(&self, table: i64, slot: i64) -> String {
        let fresh = lock(&self.fresh).get(&slot).copied().unwrap_or(0);
        let mut nonce = format!("{table:x}.{slot:x}.{fresh}");
        // The end tells slots apart; the table only tells one database from another.
        nonce.drain(..nonce.len().saturating_sub(NONCE));
        nonce
    }

    /// The slot's message is gone; the next one is another message.
    pub(super) fn note_gone(&self, slot: i64) {
        let mut fresh = lock(&self.fresh);
        let times = fresh.get(&slot).copied().unwrap_or(0);
        remember(&mut fresh, slot, times + 1);
    }

    /// Notes whether a table's players know that its place is closed; `false` when that was known before.
    pub(super) fn note_told(&self, table: TableId, told: bool) -> bool {
        let mut known = lock(&self.told);
        if told {
            remember(&mut known, table, ()).is_none()
        } else {
            known.remove(&table).is_some()
        }
    }

    /// Takes the right to open one more private channel, or says how long that has to wait.
    pub(super) fn may_open(&self) -> Result<(), Duration> {
        let mut opens = lock(&self.opens);
        let now = Instant::now();
        let earned = now.duration_since(opens.since).as_secs() / OPENS_EVERY.as_secs();
        if earned > 0 {
            let earned = u32::try_from(earned).unwrap_or(u32::MAX);
            opens.left = opens.left.saturating_add(earned).min(OPENS_AT_ONCE);
            opens.since = if opens.left == OPENS_AT_ONCE {
                now
            } else {
                opens.since + OPENS_EVERY * earned
            };
        }
        if opens.left == 0 {
            return Err(OPENS_EVERY.saturating_sub(now.duration_since(opens.since)));
        }
        if opens.left == OPENS_AT_ONCE {
            opens.since = now;
        }
        opens.left -= 1;
        Ok(())
    }
}

/// Notes something; where there is too much already, the oldest goes: ids grow with time on Discord as here. What is forgotten
/// is found out again.
fn remember<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: V) -> Option<V> {
    if map.len() >= REMEMBERED && !map.contains_key(&key) {
        map.pop_first();
    }
    map.insert(key, value)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn private_channels_are_opened_at_a_measured_pace() {
        let chats = Chats::new();
        for _ in 0..OPENS_AT_ONCE {
            assert_eq!(chats.may_open(), Ok(()));
        }
        assert_eq!(chats.may_open(), Err(OPENS_EVERY));
        tokio::time::advance(Duration::from_secs(12)).await;
        assert_eq!(chats.may_open(), Ok(()));
        assert_eq!(chats.may_open(), Ok(()));
        assert_eq!(chats.may_open(), Err(Duration::from_secs(3)));
        tokio::time::advance(Duration::from_secs(3600)).await;
        for _ in 0..OPENS_AT_ONCE {
            assert_eq!(chats.may_open(), Ok(()));
        }
        assert!(chats.may_open().is_err());
    }

    #[test]
    fn a_nonce_changes_only_when_its_message_is_gone() {
        let chats = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(async { Chats::new() });
        assert_eq!(chats.nonce(255, 7), "ff.7.0");
        assert_eq!(chats.nonce(255, 7), "ff.7.0");
        chats.note_gone(7);
        assert_eq!(chats.nonce(255, 7), "ff.7.1");
        assert_eq!(chats.nonce(i64::MAX, i64::MAX).len(), NONCE);
    }

    #[tokio::test(start_paused = true)]
    async fn who_refused_is_tried_again_once_and_not_at_once() {
        let chats = Chats::new();
        assert_eq!(chats.may_try_again(1), None, "nobody refused");
        chats.note_refused(1);
        tokio::time::advance(TRY_AGAIN - Duration::from_secs(1)).await;
        assert_eq!(chats.may_try_again(1), Some(false));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(chats.may_try_again(1), Some(true));
        assert_eq!(chats.may_try_again(1), None, "once");
        chats.note_closed(5);
        assert!(chats.was_closed(5) && !chats.was_closed(5));
    }

    #[tokio::test]
    async fn no_number_of_people_and_places_fills_the_memory() {
        let chats = Chats::new();
        let many = i64::try_from(REMEMBERED).unwrap() + 1_000;
        for id in 1..=many {
            let platform = crate::id::Platform::Discord;
            chats.note_reachable(Account { platform, user: id }, true);
            chats.note_private(id, id);
            chats.note_closed(id);
            chats.note_refused(id);
            chats.note_gone(id);
            assert!(chats.note_told(TableId(id), true));
        }
        let sizes = [
            lock(&chats.known).len(),
            lock(&chats.private).len(),
            lock(&chats.closed).len(),
            lock(&chats.refused).len(),
            lock(&chats.fresh).len(),
            lock(&chats.told).len(),
        ];
        assert_eq!(sizes, [REMEMBERED; 6]);
        assert_eq!((chats.private(1), chats.private(many)), (None, Some(many)));
        assert!(!chats.note_told(TableId(many), true), "the newest are known");
    }

    #[tokio::test]
    async fn a_channel_has_one_turn() {
        let chats = Chats::new();
        let turn = chats.turn(1);
        let held = turn.lock().await;
        assert!(chats.turn(1).try_lock().is_err());
        assert!(chats.turn(2).try_lock().is_ok());
        drop(held);
        assert!(chats.turn(1).try_lock().is_ok());
    }
}
