//! The post office: one worker a chat, so that a slow or noisy chat never holds up another.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use teloxide::types::CallbackQueryId;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::chat::Worker;
use super::doors::Doors;
use super::failure::Failure;
use super::mouth::Mouth;
use super::pace::{Bucket, Paces};
use crate::id::{Platform, TableId, Venue};
use crate::service::{Service, Slot, SlotId, SlotKind};
use crate::ui::{Desk, Post, token};

/// How many messages are looked up at once.
const BATCH: u32 = 256;
/// How long delivery sleeps at most, should a wake-up be missed.
const NAP: Duration = Duration::from_secs(2);
/// A time of the store that has come is looked at again after this long, not at once.
const BLINK: Duration = Duration::from_millis(50);

/// How many messages and tables are remembered for each purpose (ours).
const REMEMBERED: usize = 16_384;

/// How long requests in hand may take at the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Work for a chat.
pub(super) enum Job {
    /// Bring this message to its wanted state.
    Bring(Slot),
    /// Say this.
    Say(Box<Say>),
}

/// An answer on its way to a chat.
pub(super) struct Say {
    pub(super) post: Post,
    pub(super) thread: Option<i32>,
    pub(super) reply_to: Option<i32>,
    /// The message that the post replaces.
    pub(super) instead: Option<i32>,
    /// The message slot that the post shows, with its version.
    pub(super) slot: Option<(SlotId, i64)>,
    /// In a group: who alone may see it.
    pub(super) alone: Option<Alone>,
    /// Since when it waits.
    pub(super) since: Instant,
    /// Told what came of it.
    pub(super) done: Option<oneshot::Sender<Result<(), Failure>>>,
}

impl Say {
    /// A new message.
    pub(super) fn new(post: Post) -> Say {
        Say {
            post,
            thread: None,
            reply_to: None,
            instead: None,
            slot: None,
            alone: None,
            since: Instant::now(),
            done: None,
        }
    }
}

/// The one reader of a message in a group.
pub(super) struct Alone {
    pub(super) reader: i64,
    /// The press that asks for it.
    pub(super) query: Option<CallbackQueryId>,
    /// Words without any secret, which go first.
    pub(super) cover: String,
}

/// What all workers share.
pub(super) struct Office {
    pub(super) mouth: Mouth,
    pub(super) desk: Arc<Desk>,
    pub(super) service: Service,
    pub(super) stop: CancellationToken,
    pub(super) paces: Paces,
    /// Groups may show messages that only one person sees.
    ephemeral: bool,
    /// The pace of all chats together.
    total: Mutex<Bucket>,
    born: Instant,
    boxes: Mutex<HashMap<i64, mpsc::UnboundedSender<Job>>>,
    /// Messages that a worker has in hand.
    busy: Mutex<HashSet<SlotId>>,
    /// Messages whose first send may or may not have arrived, by chat.
    lost: Mutex<HashMap<i64, Vec<Slot>>>,
    /// Messages whose last send surely failed, so that the next may follow at once.
    failed: Mutex<BTreeSet<SlotId>>,
    /// Tables whose players know that the public place is closed.
    told: Mutex<BTreeSet<TableId>>,
    doors: Mutex<Doors>,
    finished: Notify,
    tasks: TaskTracker,
}

impl Office {
    pub(super) fn new(
        mouth: Mouth,
        desk: Arc<Desk>,
        service: Service,
        paces: Paces,
        ephemeral: bool,
        stop: CancellationToken,
    ) -> Arc<Office> {
        Arc::new(Office {
            mouth,
            desk,
            service,
            stop,
            total: Mutex::new(Bucket::new(paces.total)),
            paces,
            ephemeral,
            born: Instant::now(),
            boxes: Mutex::default(),
            busy: Mutex::default(),
            lost: Mutex::default(),
            failed: Mutex::default(),
            told: Mutex::default(),
            doors: Mutex::default(),
            finished: Notify::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// Hands every message that is not in its wanted state to its chat's worker, until told to stop.
    pub(super) async fn run(self: Arc<Self>) {
        while !self.stop.is_cancelled() {
            let nap = self.hand_out().await;
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = self.service.changed(Platform::Telegram).notified() => {}
                () = self.finished.notified() => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
        self.tasks.close();
        // Whatever hangs longer is in the store and done after the next start.
        drop(tokio::time::timeout(FAREWELL, self.tasks.wait()).await);
    }

    /// Puts work into a chat's box and sees to it that somebody empties it.
    pub(super) fn post(self: &Arc<Self>, chat: i64, job: Job) {
        let mut boxes = lock(&self.boxes);
        let sender = boxes.entry(chat).or_insert_with(|| {
            let (sender, jobs) = mpsc::unbounded_channel();
            self.tasks.spawn(Worker::new(Arc::clone(self), chat, jobs).run());
            sender
        });
        // Refused only when the worker was told to stop: slots stay in the store, answers are asked for again.
        drop(sender.send(job));
    }

    /// Does something beside the updates; the end waits for it.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Lets a worker go whose box is empty.
    pub(super) fn leave(&self, chat: i64, jobs: &mut mpsc::UnboundedReceiver<Job>) -> bool {
        let mut boxes = lock(&self.boxes);
        let empty = jobs.is_empty();
        if empty {
            boxes.remove(&chat);
        }
        empty
    }

    /// A worker has this message no longer in hand.
    pub(super) fn finish(&self, slot: SlotId) {
        lock(&self.busy).remove(&slot);
        self.finished.notify_one();
    }

    /// Whether a group can be tried with what only one person may see.
    pub(super) fn shows_alone(&self) -> bool {
        self.ephemeral && self.mouth.shows_alone()
    }

    /// How long all chats together must wait before one more request.
    pub(super) fn total_wait(&self) -> Duration {
        lock(&self.total).take(self.age())
    }

    /// The time that paces are counted in.
    pub(super) fn age(&self) -> Duration {
        self.born.elapsed()
    }

    /// The first send of this message may or may not have arrived.
    pub(super) fn doubt(&self, slot: &Slot) {
        let mut lost = lock(&self.lost);
        let slots = lost.entry(slot.key.chat).or_default();
        slots.retain(|other| other.id != slot.id);
        slots.push(*slot);
        lock(&self.failed).remove(&slot.id);
    }

    /// The first send of this message surely failed, or surely arrived.
    pub(super) fn settle(&self, slot: &Slot, failed: bool) {
        let mut lost = lock(&self.lost);
        if let Some(slots) = lost.get_mut(&slot.key.chat) {
            slots.retain(|other| other.id != slot.id);
            if slots.is_empty() {
                lost.remove(&slot.key.chat);
            }
        }
        let mut known = lock(&self.failed);
        if failed {
            remember(&mut known, slot.id)
        } else {
            known.remove(&slot.id)
        };
    }

    /// Whether the last send of this message surely failed.
    pub(super) fn surely_failed(&self, slot: SlotId) -> bool {
        lock(&self.failed).contains(&slot)
    }

    /// The public place of this slot can't be written to: its players are told in private, once.
    pub(super) async fn place_closed(self: &Arc<Self>, slot: &Slot) {
        if slot.key.reader.is_none() {
            self.tell_closed(slot.key.table).await;
        }
    }

    /// Notes that a table's players are told; `false` when they were before.
    pub(super) fn note_told(&self, table: TableId) -> bool {
        remember(&mut lock(&self.told), table)
    }

    /// This refusal says that nothing can be written where the slot belongs.
    pub(super) fn shut(&self, slot: &Slot, failure: &Failure) {
        let topic = match failure {
            Failure::Outside | Failure::Gone(_) => None,
            // A topic that is closed says nothing about the others.
            Failure::Topic => Some(slot.key.channel),
            _ => return,
        };
        lock(&self.doors).shut((slot.key.chat, topic), self.service.now());
    }

    /// Something was said in a group (`sure`), or somebody pressed there: what was refused before is tried again at once.
    pub(super) async fn sign(&self, chat: i64, topic: i64, sure: bool) {
        if chat >= 0 {
            return;
        }
        let venue = Venue {
            platform: Platform::Telegram,
            chat,
        };
        for topic in [None, Some(topic)] {
            if lock(&self.doors).sign((chat, topic), sure, self.service.now()) {
                // A store that fails is in the log already, and the slots come back later.
                drop(self.service.reopened(venue, topic).await);
            }
        }
    }

    /// The public place of this slot can be written to.
    pub(super) async fn place_open(&self, slot: &Slot) {
        if slot.key.reader.is_some() {
            return;
        }
        let told = lock(&self.told).remove(&slot.key.table);
        if told || slot.fails > 0 {
            // What had failed arrives: a match that was paused goes on. A store that fails is in the log already.
            let venue = Venue {
                platform: Platform::Telegram,
                chat: slot.key.chat,
            };
            drop(self.service.place_works(slot.key.table, venue).await);
        }
    }

    /// A press shows that a message is there whose sending was never confirmed: from now on it is the one to edit.
    pub(super) async fn adopt(&self, chat: i64, message: i32, token: &str) {
        let found = {
            let lost = lock(&self.lost);
            let Some(slots) = lost.get(&chat) else { return };
            let Some(token) = token::decode(token) else { return };
            // A watcher's copy is no slot's message.
            if token.act == token::Act::Refresh {
                return;
            }
            let kind = if chat > 0 { SlotKind::Hand } else { SlotKind::Table };
            slots
                .iter()
                .find(|slot| slot.key.table == token.table && slot.key.kind == kind)
                .cloned()
        };
        let Some(slot) = found else { return };
        let known = self
            .service
            .store()
            .slot_by_message(Platform::Telegram, chat, i64::from(message));
        // A showdown's button or a reminder's is of the same table, and its message must stay what it is.
        if !matches!(known.await, Ok(None)) {
            return;
        }
        if self
            .service
            .sent(&slot, slot.sent, Some(i64::from(message)))
            .await
            .is_ok()
        {
            tracing::info!(slot = slot.id.0, "a message turned up whose sending was in doubt");
            self.settle(&slot, false);
            self.finished.notify_one();
        }
    }

    /// Looks for messages to bring up to date; gives the time until the next look.
    async fn hand_out(self: &Arc<Self>) -> Duration {
        let now = self.service.now();
        let busy = u32::try_from(lock(&self.busy).len()).unwrap_or(u32::MAX);
        let limit = BATCH.saturating_add(busy);
        let Ok(todo) = self.service.todo(Platform::Telegram, limit).await else {
            return NAP;
        };
        for slot in todo {
            if lock(&self.busy).insert(slot.id) {
                self.post(slot.key.chat, Job::Bring(slot));
            }
        }
        match self.service.next_todo(Platform::Telegram).await {
            // What was due before is in a worker's hands, which tells when it is done.
            Ok(Some(at)) if at > now => {
                let wait = u64::try_from(at.0 - self.service.now().0).unwrap_or(0);
                Duration::from_millis(wait).clamp(BLINK, NAP)
            }
            _ => NAP,
        }
    }
}

/// Notes something; where there is too much already, the oldest goes.
fn remember<T: Ord>(known: &mut BTreeSet<T>, new: T) -> bool {
    if known.len() >= REMEMBERED && !known.contains(&new) {
        known.pop_first();
    }
    known.insert(new)
}

/// No lock here is held across anything that can panic half-way, so a poisoned one is as good as new.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
