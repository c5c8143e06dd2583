//! The worker of one chat: brings its messages to their wanted state, one request after the other, at the chat's pace.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::mpsc;

use super::failure::Failure;
use super::mouth::{Address, Look};
use super::office::{Job, Office, Say};
use super::pace::Bucket;
use crate::id::Platform;
use crate::service::{Delivery, Slot, SlotId};
use crate::ui::Post;

/// A worker without work for this long goes home; longer than any pace remembers.
const IDLE: Duration = Duration::from_secs(300);
/// How long a first send that may have arrived is given to show itself by a press, before it is sent again (ours).
const DOUBT_MS: i64 = 10_000;
/// After a fault of our own (ours).
const FAULT_MS: i64 = 5_000;
/// While the token is refused or somebody else holds the bot (ours).
const REFUSED_MS: i64 = 30_000;
/// How often an answer is tried; a message slot is tried for ever.
const TRIES: usize = 3;
/// An answer in a group that waited so long is not given any more (ours): the table's newest state matters more.
const STALE: Duration = Duration::from_secs(60);
/// How many messages' looks are remembered.
const LOOKS: usize = 64;

pub(super) struct Worker {
    office: Arc<Office>,
    chat: i64,
    jobs: mpsc::UnboundedReceiver<Job>,
    /// Jobs taken from the box.
    waiting: VecDeque<Job>,
    /// The last job was an answer.
    said: bool,
    bucket: Bucket,
    /// The message of each slot, as far as this worker has seen it.
    messages: HashMap<SlotId, i32>,
    /// The version each slot shows.
    versions: HashMap<SlotId, i64>,
    looks: HashMap<i32, Look>,
}

/// Told to stop: what is in hand stays undone.
struct Stopped;

impl Worker {
    pub(super) fn new(office: Arc<Office>, chat: i64, jobs: mpsc::UnboundedReceiver<Job>) -> Worker {
        // Telegram's groups have negative ids.
        let pace = if chat < 0 {
            office.paces.group
        } else {
            office.paces.private
        };
        Worker {
            bucket: Bucket::new(pace),
            office,
            chat,
            jobs,
            waiting: VecDeque::new(),
            said: false,
            messages: HashMap::new(),
            versions: HashMap::new(),
            looks: HashMap::new(),
        }
    }

    pub(super) async fn run(mut self) {
        loop {
            while let Ok(job) = self.jobs.try_recv() {
                self.waiting.push_back(job);
            }
            self.thin_out();
            let job = match self.pick() {
                Some(job) => Ok(Some(job)),
                None => tokio::select! {
                    () = self.office.stop.cancelled() => return,
                    job = tokio::time::timeout(IDLE, self.jobs.recv()) => job,
                },
            };
            self.said = matches!(job, Ok(Some(Job::Say(_))));
            let done = match job {
                Ok(Some(Job::Bring(slot))) => {
                    // A bug in one message costs that message alone, and its chat goes on.
                    let done = AssertUnwindSafe(self.bring(slot)).catch_unwind().await;
                    let done = match done {
                        Ok(done) => done,
                        Err(_) => {
                            self.failed(&slot, Delivery::Other("a fault of our own".to_owned()))
                                .await;
                            Ok(())
                        }
                    };
                    self.office.finish(slot.id);
                    done
                }
                Ok(Some(Job::Say(say))) => {
                    let done = AssertUnwindSafe(self.say(*say)).catch_unwind().await;
                    done.unwrap_or_else(|_| {
                        tracing::error!(group = group(self.chat), "an answer broke");
                        Ok(())
                    })
                }
                Ok(None) => return,
                Err(_) if self.office.leave(self.chat, &mut self.jobs) => return,
                Err(_) => Ok(()),
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Of several answers that wait to replace the same page of the same message, only the newest is worth a request: whoever
    /// presses faster than the chat may be written to must not wait for all they saw pass by.
    fn thin_out(&mut self) {
        let mut newer = HashSet::new();
        let mut kept = VecDeque::with_capacity(self.waiting.len());
        while let Some(job) = self.waiting.pop_back() {
            let page = match &job {
                Job::Say(say) => say.instead.zip(say.slot.map(|(slot, _)| slot)),
                Job::Bring(_) => None,
            };
            match job {
                Job::Say(say) if page.is_some_and(|page| !newer.insert(page)) => {
                    // What was asked for is on its way.
                    if let Some(done) = say.done {
                        drop(done.send(Ok(())));
                    }
                }
                job => kept.push_front(job),
            }
        }
        self.waiting = kept;
    }

    /// The next job: in a private chat the oldest, in a group tables and answers by turns, so that neither a stream of questions
    /// nor a fast match holds up the other.
    fn pick(&mut self) -> Option<Job> {
        let other = |job: &Job| matches!(job, Job::Say(_)) != self.said;
        let at = if self.chat < 0 {
            self.waiting.iter().position(other).unwrap_or(0)
        } else {
            0
        };
        self.waiting.remove(at)
    }

    /// Brings a slot's message to the newest state there is when its turn comes, so states in between are skipped.
    async fn bring(&mut self, found: Slot) -> Result<(), Stopped> {
        let office = Arc::clone(&self.office);
        // While it waited in the box an answer may have brought it up to date, or turned the page since.
        let Ok(Some(mut slot)) = office.service.store().slot_now(found.id).await else {
            return Ok(());
        };
        if slot.sent >= slot.want || slot.key.chat != self.chat {
            return Ok(());
        }
        if let Some(wait) = self.in_doubt(&slot) {
            office.doubt(&slot);
            if wait > 0 {
                self.failed(&slot, Delivery::TryLater(wait)).await;
                return Ok(());
            }
        }
        self.look_around(&slot).await;
        loop {
            self.pace().await?;
            let reached = office.service.reached();
            let shown = match office.desk.show(&slot).await {
                Ok(Some(shown)) => shown,
                Ok(None) => {
                    self.sent(&slot, slot.want, None).await;
                    return Ok(());
                }
                Err(_) => {
                    self.failed(&slot, Delivery::TryLater(FAULT_MS)).await;
                    return Ok(());
                }
            };
            let message = number(slot.message);
            if let Some(message) = message {
                self.messages.insert(slot.id, message);
            }
            let result = match message {
                Some(message) => self.edit(message, &shown.post).await.map(|()| None),
                None => match office.service.attempt(&slot).await {
                    Ok(()) => self.send(self.address(&slot), &shown.post).await.map(Some),
                    Err(_) => return Ok(()),
                },
            };
            match result {
                Ok(fresh) => {
                    office.settle(&slot, false);
                    office.place_open(&slot).await;
                    office.sign(self.chat, slot.key.channel, true).await;
                    self.sent(&slot, shown.version, fresh).await;
                    if slot.key.reader.is_some() || office.service.reached() == reached {
                        return Ok(());
                    }
                    // Who can be written to changed while it was on its way, and the public message shows that.
                    slot.message = fresh.map(i64::from).or(slot.message);
                }
                Err(Failure::Wait(time)) => {
                    office.settle(&slot, true);
                    self.wait(time).await?;
                }
                Err(Failure::Missing) if message.is_some() => self.forget(&mut slot).await,
                Err(Failure::Photo) => {
                    self.forget(&mut slot).await;
                    if let Some(old) = message {
                        office.mouth.retire(self.chat, old).await;
                    }
                }
                Err(failure) => {
                    self.give_up(&slot, shown.version, message.is_none(), failure).await;
                    return Ok(());
                }
            }
        }
    }

    async fn give_up(&mut self, slot: &Slot, version: i64, first: bool, failure: Failure) {
        let office = Arc::clone(&self.office);
        let unknown = matches!(failure, Failure::Unsure | Failure::Done(_));
        if first {
            if unknown {
                office.doubt(slot)
            } else {
                office.settle(slot, true)
            }
        }
        match failure {
            Failure::Moved(to) => self.moved(to).await,
            Failure::Closed | Failure::Deleted | Failure::Outside | Failure::Gone(_) | Failure::Topic => {
                self.failed(slot, Delivery::Forbidden).await;
                // From here on a sign finds what it can wake.
                office.shut(slot, &failure);
                office.vanished(slot, &failure).await;
                office.place_closed(slot).await;
            }
            Failure::Done(_) => self.sent(slot, version, None).await,
            Failure::Unsure if first => self.failed(slot, Delivery::TryLater(DOUBT_MS)).await,
            Failure::Token | Failure::Conflict => self.failed(slot, Delivery::TryLater(REFUSED_MS)).await,
            other => self.failed(slot, Delivery::Other(other.to_string())).await,
        }
    }

    async fn say(&mut self, mut say: Say) -> Result<(), Stopped> {
        let mut result = Err(Failure::Undone);
        let stale = self.chat < 0 && say.since.elapsed() > STALE;
        for _ in 0..if stale { 0 } else { TRIES } {
            // What stands there already costs nothing: an old button pressed again and again must not use up the chat's pace.
            if self.is_behind(&say) {
                result = Ok(());
                break;
            }
            self.pace().await?;
            if let Some(alone) = &say.alone {
                let shown = self
                    .office
                    .mouth
                    .show_alone(self.address_of(&say), alone, &say.post)
                    .await;
                result = shown;
                break;
            }
            let spoken = match say.instead {
                Some(message) => self.edit(message, &say.post).await.map(|()| message),
                None => self.send(self.address_of(&say), &say.post).await,
            };
            match spoken {
                Ok(message) => {
                    self.shown_by_answer(&say, message).await;
                    let topic = i64::from(say.thread.unwrap_or(0));
                    self.office.sign(self.chat, topic, true).await;
                    result = Ok(());
                    break;
                }
                Err(Failure::Wait(time)) => {
                    result = Err(Failure::Wait(time));
                    self.wait(time).await?;
                }
                Err(Failure::Missing) if say.instead.is_some() => say.instead = None,
                Err(Failure::Photo) => {
                    if let Some(old) = say.instead.take() {
                        self.office.mouth.retire(self.chat, old).await;
                    }
                }
                Err(Failure::Moved(to)) => {
                    self.moved(to).await;
                    self.office.post(to, Job::Say(Box::new(say)));
                    return Ok(());
                }
                Err(failure @ (Failure::Undone | Failure::Unsure)) => {
                    let repeat = failure == Failure::Undone || say.instead.is_some();
                    result = Err(failure);
                    if !repeat {
                        break;
                    }
                    self.wait(Duration::from_secs(1)).await?;
                }
                Err(failure) => {
                    result = Err(failure);
                    break;
                }
            }
        }
        if let Err(failure) = &result {
            let group = group(self.chat);
            tracing::info!(group, %failure, "an answer was not delivered");
        }
        if let Some(done) = say.done {
            // Nobody waits any more when the press was answered in the meantime.
            drop(done.send(result));
        }
        Ok(())
    }

    /// Whether what the answer shows stands there already, or something newer.
    fn is_behind(&self, say: &Say) -> bool {
        let Some((slot, version)) = say.slot else { return false };
        // A table that somebody asked for stands anew, however new its state is.
        if self.chat < 0 && say.instead.is_none() {
            return false;
        }
        let Some(&shown) = self.versions.get(&slot) else {
            return false;
        };
        // A hand has several pages of one version; a table has one state.
        let same_table = self.chat < 0 && say.instead.is_some() && say.instead == self.messages.get(&slot).copied();
        shown > version || (shown == version && same_table)
    }

    /// The answer showed a slot: its message is the slot's now, and an older one must not stay pressable.
    async fn shown_by_answer(&mut self, say: &Say, message: i32) {
        let Some((id, version)) = say.slot else { return };
        let store = self.office.service.store();
        let known = self.messages.insert(id, message);
        let old = match known {
            Some(old) => Some(old),
            None => number(store.slot_message(id).await.ok().flatten()),
        };
        self.versions.insert(id, version);
        // A public message also shows who can be written to, which may have changed since: delivery looks once more.
        let noted = if self.chat < 0 && say.instead.is_none() {
            store.slot_anew(id, i64::from(message)).await
        } else {
            let version = if self.chat < 0 { 0 } else { version };
            store.slot_sent(id, version, Some(i64::from(message))).await
        };
        if let Err(error) = noted {
            tracing::error!(slot = id.0, %error, "a sent message could not be noted");
        }
        if let Some(old) = old.filter(|old| *old != message) {
            self.office.mouth.retire(self.chat, old).await;
        }
        if self.chat < 0 {
            self.office.service.changed(Platform::Telegram).notify_one();
        }
    }

    pub(super) fn office(&self) -> &Office {
        &self.office
    }

    async fn send(&mut self, to: Address, post: &Post) -> Result<i32, Failure> {
        let message = self.office.mouth.send(to, post).await?;
        self.looked(message, post);
        Ok(message)
    }

    async fn edit(&mut self, message: i32, post: &Post) -> Result<(), Failure> {
        let look = self.looks.get(&message).copied();
        if look == Some(Look::of(post)) {
            return Ok(());
        }
        let result = self.office.mouth.edit(self.chat, message, post, look).await;
        match result {
            Ok(()) => self.looked(message, post),
            Err(_) => drop(self.looks.remove(&message)),
        }
        result
    }

    fn looked(&mut self, message: i32, post: &Post) {
        if self.looks.len() >= LOOKS {
            self.looks.clear();
        }
        self.looks.insert(message, Look::of(post));
    }

    /// For a slot whose first send was tried and never confirmed: how many milliseconds of patience are left.
    fn in_doubt(&self, slot: &Slot) -> Option<i64> {
        let attempted = slot.attempted.filter(|_| slot.message.is_none())?;
        if self.office.surely_failed(slot.id) {
            return None;
        }
        Some(attempted.0 + DOUBT_MS - self.office.service.now().0)
    }

    async fn forget(&mut self, slot: &mut Slot) {
        self.messages.remove(&slot.id);
        slot.message = None;
        self.failed(slot, Delivery::Gone).await;
    }

    async fn sent(&mut self, slot: &Slot, version: i64, message: Option<i32>) {
        if let Some(message) = message {
            self.messages.insert(slot.id, message);
        }
        self.versions.insert(slot.id, version);
        // A store that fails is in the log already, and the slot comes back.
        drop(self.office.service.sent(slot, version, message.map(i64::from)).await);
    }

    async fn failed(&self, slot: &Slot, why: Delivery) {
        drop(self.office.service.failed(slot, why).await);
    }

    async fn moved(&self, to: i64) {
        tracing::info!(from = self.chat, to, "a group became a supergroup");
        drop(
            self.office
                .service
                .migrate_chat(Platform::Telegram, self.chat, to)
                .await,
        );
    }

    fn address(&self, slot: &Slot) -> Address {
        let thread = i32::try_from(slot.key.channel).ok().filter(|thread| *thread > 1);
        Address {
            chat: self.chat,
            thread,
            reply_to: None,
        }
    }

    fn address_of(&self, say: &Say) -> Address {
        Address {
            chat: self.chat,
            thread: say.thread,
            reply_to: say.reply_to,
        }
    }

    async fn pace(&mut self) -> Result<(), Stopped> {
        let wait = self.bucket.take(self.office.age());
        self.wait(wait).await?;
        self.wait(self.office.total_wait()).await
    }

    async fn wait(&self, time: Duration) -> Result<(), Stopped> {
        if time.is_zero() {
            return Ok(());
        }
        tokio::select! {
            () = self.office.stop.cancelled() => Err(Stopped),
            () = tokio::time::sleep(time) => Ok(()),
        }
    }
}

/// A message id as Telegram counts it.
fn number(message: Option<i64>) -> Option<i32> {
    message.and_then(|message| i32::try_from(message).ok())
}

/// A chat's number for a log: a private chat's is a person's account, so only a group's is named.
pub(super) fn group(chat: i64) -> Option<i64> {
    (chat < 0).then_some(chat)
}
