//! Updates in hand: in order within each chat, all chats at the same time, each confirmed only when it is handled.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use teloxide::types::Update;
use tokio::task::JoinSet;

use super::reception::Reception;

/// How many chats are served at the same time.
const AT_ONCE: usize = 64;

/// Whose turn an update waits for; `None`: nobody's.
type Lane = Option<i64>;

/// Updates that are not confirmed yet.
pub(super) struct Lanes {
    reception: Arc<Reception>,
    /// Those that came since the last confirmation, handled or not.
    known: HashSet<u32>,
    /// Those of them that are not handled.
    open: BTreeSet<u32>,
    /// Those that wait, by chat; a chat is here while one of its updates is in work or waits.
    waiting: HashMap<Lane, VecDeque<Update>>,
    /// Chats with nothing in work, in the order of their turns.
    next: VecDeque<Lane>,
    work: JoinSet<(Lane, u32)>,
    /// What the next question for updates confirms: everything before this number.
    offset: Option<i32>,
}

impl Lanes {
    pub(super) fn new(reception: &Arc<Reception>) -> Lanes {
        Lanes {
            reception: Arc::clone(reception),
            known: HashSet::new(),
            open: BTreeSet::new(),
            waiting: HashMap::new(),
            next: VecDeque::new(),
            work: JoinSet::new(),
            offset: None,
        }
    }

    /// Everything before this number is handled; `None` when nothing came since that was confirmed, so that no number needs to
    /// be remembered: after a quiet week Telegram counts from anywhere.
    pub(super) fn offset(&self) -> Option<i32> {
        self.offset
    }

    /// Takes updates in hand; those that are already in hand came once more because they are not confirmed. `confirmed`: the
    /// question that brought these confirmed all others.
    pub(super) fn take(&mut self, updates: Vec<Update>, confirmed: bool) {
        if confirmed {
            self.known.clear();
            self.offset = None;
        }
        for update in updates {
            let id = update.id.0;
            if !self.known.insert(id) {
                continue;
            }
            self.open.insert(id);
            self.reception.expect(&update);
            let lane = update.chat().map(|chat| chat.id.0);
            let queue = self.waiting.entry(lane).or_insert_with(|| {
                self.next.push_back(lane);
                VecDeque::new()
            });
            queue.push_back(update);
        }
        self.begin();
        self.reckon();
    }

    /// Waits until everything in hand is handled, or for so long; `true` when it is.
    pub(super) async fn handled(&mut self, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.finish()).await.is_ok()
    }

    /// Goes on with what is in hand for as long as something else is waited for.
    pub(super) async fn carry_on(&mut self) -> Infallible {
        self.finish().await;
        std::future::pending().await
    }

    /// Waits until everything in hand is handled.
    pub(super) async fn finish(&mut self) {
        while let Some(done) = self.work.join_next().await {
            // Handling happens in a task of its own, whose panic ends nothing here.
            if let Ok((lane, id)) = done {
                self.open.remove(&id);
                match self.waiting.get(&lane) {
                    Some(queue) if !queue.is_empty() => self.next.push_back(lane),
                    _ => drop(self.waiting.remove(&lane)),
                }
            }
            self.begin();
            self.reckon();
        }
    }

    fn begin(&mut self) {
        while self.work.len() < AT_ONCE
            && let Some(lane) = self.next.pop_front()
        {
            let Some(update) = self.waiting.get_mut(&lane).and_then(VecDeque::pop_front) else {
                continue;
            };
            let (reception, id) = (Arc::clone(&self.reception), update.id.0);
            self.work.spawn(async move {
                reception.receive(update).await;
                (lane, id)
            });
        }
    }

    fn reckon(&mut self) {
        let first_open = self.open.first().copied();
        let after_all = || self.known.iter().max().map(|last| last.saturating_add(1));
        self.offset = first_open.or_else(after_all).and_then(|id| i32::try_from(id).ok());
        if let Some(first) = first_open {
            self.known.retain(|id| *id >= first);
        }
    }
}
