//! Brings every message of a match to its wanted state: one worker a chat, so that a slow chat holds up no other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::id::{Account, Platform};
use crate::service::{AccountRow, Delivery, Slot};

use super::bot::Bot;
use super::message::Message;
use super::rest::{Failure, code};

/// How many messages are looked at in one round.
const BATCH: u32 = 1000;
/// How many chats are written to at the same time.
const CHATS_AT_ONCE: usize = 256;
/// The longest sleep, should a wake-up be missed.
const NAP: Duration = Duration::from_secs(15);
/// The shortest sleep between two rounds that nothing woke.
const BLINK: Duration = Duration::from_millis(50);
/// When a place that may have been opened meanwhile is tried again (ours).
const SOON_MS: i64 = 1_000;
/// How long the chats in work may take to finish at the end.
const LAST_CALL: Duration = Duration::from_secs(5);

/// The chat a message belongs to: a person's private one, or a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Chat {
    Private(i64),
    Channel(i64),
}

/// Delivers until told to stop.
pub(super) async fn run(bot: &Arc<Bot>, stop: &CancellationToken) {
    let mut busy: HashSet<Chat> = HashSet::new();
    let mut workers: JoinSet<()> = JoinSet::new();
    let (done, mut finished) = tokio::sync::mpsc::unbounded_channel::<Chat>();
    while !stop.is_cancelled() {
        let calm = match bot.service.todo(Platform::Discord, BATCH).await {
            Ok(slots) => {
                for (chat, slots) in by_chat(slots) {
                    if busy.len() < CHATS_AT_ONCE && busy.insert(chat) {
                        let (bot, done) = (Arc::clone(bot), done.clone());
                        workers.spawn(async move {
                            // Sent when the worker is dropped too, so that a panic leaves no chat busy for ever.
                            let _done = Done { chat, done };
                            for slot in slots {
                                bot.bring(slot).await;
                            }
                        });
                    }
                }
                true
            }
            Err(_) => false,
        };
        let nap = if calm {
            until_next(bot).await
        } else {
            Duration::from_secs(1)
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = bot.service.changed(Platform::Discord).notified() => {}
            Some(chat) = finished.recv() => {
                busy.remove(&chat);
                while let Ok(chat) = finished.try_recv() {
                    busy.remove(&chat);
                }
            }
            () = tokio::time::sleep(nap) => {}
        }
        while workers.try_join_next().is_some() {}
    }
    let all = async { while workers.join_next().await.is_some() {} };
    if tokio::time::timeout(LAST_CALL, all).await.is_err() {
        tracing::info!("some messages are left for the next start");
    }
}

struct Done {
    chat: Chat,
    done: tokio::sync::mpsc::UnboundedSender<Chat>,
}

impl Drop for Done {
    fn drop(&mut self) {
        // The receiver is only gone when the loop is.
        let _ = self.done.send(self.chat);
    }
}

fn by_chat(slots: Vec<Slot>) -> HashMap<Chat, Vec<Slot>> {
    let mut chats: HashMap<Chat, Vec<Slot>> = HashMap::new();
    for slot in slots {
        chats.entry(chat_of(&slot)).or_default().push(slot);
    }
    chats
}

fn chat_of(slot: &Slot) -> Chat {
    match slot.key.reader {
        Some(_) => Chat::Private(slot.key.chat),
        // The venue of a match that lives in a private chat is the person with a minus sign.
        None if slot.key.channel == 0 && slot.key.chat < 0 => Chat::Private(-slot.key.chat),
        None => Chat::Channel(slot.key.channel),
    }
}

async fn until_next(bot: &Bot) -> Duration {
    match bot.service.next_todo(Platform::Discord).await {
        Ok(Some(at)) => {
            let wait = u64::try_from(at.0 - bot.service.now().0).unwrap_or(0);
            Duration::from_millis(wait).clamp(BLINK, NAP)
        }
        _ => NAP,
    }
}

/// What became of a message.
enum Brought {
    /// It shows this version; its id when it is new.
    Shown(i64, Option<i64>),
    /// It has the wanted state already, or there is nothing to show any more.
    Nothing,
    /// It does not.
    Failed(Delivery),
}

impl Bot {
    /// Brings one message to its wanted state and says so to the service.
    async fn bring(&self, slot: Slot) {
        self.look_around(&slot).await;
        let doors = self.chats.doors();
        let noted = match self.try_bring(&slot).await {
            Brought::Shown(version, message) => self.service.sent(&slot, version, message).await,
            Brought::Nothing => return,
            Brought::Failed(why) => {
                if why == Delivery::Gone {
                    self.chats.note_gone(slot.id.0);
                }
                match chat_of(&slot) {
                    Chat::Private(user) if why == Delivery::Forbidden => {
                        let platform = Platform::Discord;
                        self.chats.note_reachable(Account { platform, user }, false);
                        self.chats.note_refused(user);
                        self.service.failed(&slot, why).await
                    }
                    // It may have been opened just after it refused.
                    Chat::Channel(_) if why == Delivery::Forbidden && self.chats.doors() != doors => {
                        self.service.failed(&slot, Delivery::TryLater(SOON_MS)).await
                    }
                    Chat::Channel(channel) if why == Delivery::Forbidden => {
                        let noted = self.service.failed(&slot, why).await;
                        // From here on a press finds what it can wake.
                        self.chats.note_closed(channel);
                        // What opened it while that was written found nothing to wake.
                        if self.chats.doors() != doors {
                            drop(self.service.failed(&slot, Delivery::TryLater(SOON_MS)).await);
                        }
                        noted
                    }
                    _ => self.service.failed(&slot, why).await,
                }
            }
        };
        if noted.is_err() {
            // The store is in trouble, and the slot comes again at once.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn try_bring(&self, slot: &Slot) -> Brought {
        let channel = match self.channel(slot).await {
            Ok(channel) => channel,
            Err(failure) => {
                self.vanished(slot, &failure).await;
                return Brought::Failed(delivery(&failure));
            }
        };
        let turn = self.chats.turn(channel);
        let _turn = turn.lock().await;
        // A press may have brought it there while this one waited for its turn.
        let slot = match self.service.store().slot_now(slot.id).await {
            Ok(Some(slot)) if slot.sent < slot.want => slot,
            Ok(_) => return Brought::Nothing,
            Err(error) => return Brought::Failed(Delivery::Other(error.to_string())),
        };
        let reached = self.service.reached();
        let shown = match self.desk.show(&slot).await {
            Ok(Some(shown)) => shown,
            Ok(None) => return Brought::Shown(slot.want, None),
            Err(fault) => return Brought::Failed(Delivery::Other(fault.to_string())),
        };
        let message = Message::of(&shown.post);
        let result = match slot.message {
            Some(id) => self.edit(channel, id, &message).await.map(|()| None),
            None => self.send(channel, &slot, &message).await.map(Some),
        };
        match result {
            Ok(new) => {
                if new.is_some() {
                    self.note_written(&slot, channel).await;
                }
                self.place_works(&slot).await;
                // A public message also shows who can be written to: where that changed meanwhile it is made once more.
                let stale = slot.key.reader.is_none() && self.service.reached() != reached;
                Brought::Shown(if stale { slot.want - 1 } else { shown.version }, new)
            }
            Err(failure)
                if slot.key.reader.is_none()
                    && matches!(failure.code(), Some(code::THREAD_ARCHIVED | code::MISSING_PERMISSIONS)) =>
            {
                let brought = self.leave_thread(channel, &failure).await;
                if matches!(brought, Brought::Failed(Delivery::Forbidden)) {
                    self.vanished(&slot, &failure).await;
                }
                brought
            }
            Err(failure) => {
                self.vanished(&slot, &failure).await;
                Brought::Failed(delivery(&failure))
            }
        }
    }

    async fn edit(&self, channel: i64, id: i64, message: &Message) -> Result<(), Failure> {
        match self.rest.edit(channel, id, message).await {
            Err(failure)
                if failure.code() == Some(code::THREAD_ARCHIVED) && self.rest.unarchive(channel).await.is_ok() =>
            {
                self.rest.edit(channel, id, message).await
            }
            Err(failure) if wants_no_picture(&failure, message) => {
                self.rest.edit(channel, id, &message.clone().without_picture()).await
            }
            done => done,
        }
    }

    async fn send(&self, channel: i64, slot: &Slot, message: &Message) -> Result<i64, Failure> {
        let nonce = self.chats.nonce(slot.key.table.0, slot.id.0);
        if let Err(error) = self.service.attempt(slot).await {
            return Err(Failure::Broken(error.to_string()));
        }
        let sent = match self.rest.send(channel, message, &nonce).await {
            Err(failure) if wants_no_picture(&failure, message) => {
                self.rest
                    .send(channel, &message.clone().without_picture(), &nonce)
                    .await
            }
            Err(failure)
                if failure.code() == Some(code::THREAD_ARCHIVED) && self.rest.unarchive(channel).await.is_ok() =>
            {
                self.rest.send(channel, message, &nonce).await
            }
            sent => sent,
        };
        let id = sent?;
        if slot.attempted.is_some() {
            // An earlier attempt may have arrived, and the nonce gave its message back, in an older state.
            self.edit(channel, id, message).await?;
        }
        Ok(id)
    }

    /// The channel of a slot's messages; opens a person's private channel where it is not known.
    async fn channel(&self, slot: &Slot) -> Result<i64, Failure> {
        let user = match chat_of(slot) {
            Chat::Channel(channel) => return self.stand_in(channel).await,
            Chat::Private(user) => user,
        };
        let account = Account {
            platform: Platform::Discord,
            user,
        };
        if let Some(channel) = self.known_private(account).await {
            return Ok(channel);
        }
        self.chats.may_open().map_err(|wait| Failure::Limited { wait })?;
        let channel = self.rest.open_private(user).await?;
        self.chats.note_private(user, channel);
        Ok(channel)
    }

    /// The private channel with a person, where it was opened before.
    pub(super) async fn known_private(&self, account: Account) -> Option<i64> {
        if let Some(channel) = self.chats.private(account.user) {
            return Some(channel);
        }
        let channel = self.known(account).await?.private_chat?;
        self.chats.note_private(account.user, channel);
        Some(channel)
    }

    /// What is stored about a person's private chat.
    pub(super) async fn known(&self, account: Account) -> Option<AccountRow> {
        // A store that fails is in the log already, and Discord gives the same channel every time.
        let player = self.service.store().player_of(account).await.ok()??;
        let people = self.service.people(&[player]).await.ok()?;
        let mut known = people.into_iter().flat_map(|person| person.accounts);
        known.find(|known| known.account == account)
    }

    /// A first message in a private channel arrived: the person can be reached there, also after a restart.
    async fn note_written(&self, slot: &Slot, channel: i64) {
        let Chat::Private(user) = chat_of(slot) else { return };
        let account = Account {
            platform: Platform::Discord,
            user,
        };
        if self.chats.reachable(account) != Some(true) {
            self.chats.note_reachable(account, true);
            if let Err(error) = self.service.reachable(account, channel).await {
                tracing::debug!(%error, "a private chat could not be noted");
            }
        }
    }

    /// The channel that stands in for this one since its thread was locked, also after a restart, or this one.
    pub(super) async fn stand_in(&self, channel: i64) -> Result<i64, Failure> {
        if let Some(known) = self.chats.stand_in(channel) {
            return Ok(known);
        }
        let kept = self.service.store().setting(&stand_in_key(channel)).await;
        let kept = kept.map_err(|error| Failure::Broken(error.to_string()))?;
        let other = kept.and_then(|other| other.parse().ok()).unwrap_or(channel);
        self.chats.note_stand_in(channel, other);
        Ok(other)
    }

    /// A thread that is locked, or archived where the bot may not open it, takes nothing any more: its channel does, unless that
    /// is a forum, which holds posts alone. Then the match goes on in private, and the table is back when the thread is.
    async fn leave_thread(&self, thread: i64, refusal: &Failure) -> Brought {
        let archived = refusal.code() == Some(code::THREAD_ARCHIVED);
        let parent = match self.rest.kind_of(thread).await {
            Ok(kind) if archived || kind.locked => kind.parent,
            Ok(_) => None,
            Err(failure) => return Brought::Failed(delivery(&failure)),
        };
        let Some(parent) = parent else {
            return Brought::Failed(Delivery::Forbidden);
        };
        match self.rest.kind_of(parent).await {
            Ok(kind) if kind.takes_messages => {}
            Ok(_) => return Brought::Failed(Delivery::Forbidden),
            Err(failure) => return Brought::Failed(delivery(&failure)),
        }
        match self.stand_for(thread, parent).await {
            Ok(()) => Brought::Failed(Delivery::Gone),
            Err(failure) => Brought::Failed(delivery(&failure)),
        }
    }

    /// From now on, also after a restart, `other` stands in for this channel.
    pub(super) async fn stand_for(&self, channel: i64, other: i64) -> Result<(), Failure> {
        let store = self.service.store();
        let kept = store.set_setting(&stand_in_key(channel), &other.to_string()).await;
        kept.map_err(|error| Failure::Broken(error.to_string()))?;
        self.chats.note_stand_in(channel, other);
        Ok(())
    }
}

fn stand_in_key(channel: i64) -> String {
    format!("discord.stand_in.{channel}")
}

fn wants_no_picture(failure: &Failure, message: &Message) -> bool {
    let permission_or_size = matches!(
        failure,
        Failure::Refused {
            code: code::MISSING_PERMISSIONS | code::TOO_LARGE,
            ..
        }
    );
    permission_or_size && message.has_picture()
}

fn delivery(failure: &Failure) -> Delivery {
    match failure {
        Failure::Limited { wait } => {
            Delivery::TryLater(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX).saturating_add(1))
        }
        Failure::Broken(cause) => Delivery::Other(cause.clone()),
        Failure::Refused {
            code: code::UNKNOWN_MESSAGE | code::TOO_MANY_OLD_EDITS,
            ..
        } => Delivery::Gone,
        Failure::Refused {
            code: code::OPENING_TOO_FAST,
            ..
        } => Delivery::TryLater(60_000),
        Failure::Refused { status: 403, .. } => Delivery::Forbidden,
        Failure::Refused {
            code:
                code::UNKNOWN_CHANNEL
                | code::UNKNOWN_GUILD
                | code::UNKNOWN_USER
                | code::CANNOT_WRITE_TO
                | code::NO_TEXT_CHANNEL
                | code::NO_COMMON_SERVER
                | code::INVALID_RECIPIENT,
            ..
        } => Delivery::Forbidden,
        Failure::Refused { .. } => Delivery::Other(failure.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, code: i64) -> Failure {
        Failure::Refused {
            status,
            code,
            message: String::new(),
        }
    }

    #[test]
    fn refusals_decide_between_dropping_waiting_and_writing_anew() {
        for (failure, wanted) in [
            (refused(404, code::UNKNOWN_MESSAGE), Delivery::Gone),
            (refused(400, code::TOO_MANY_OLD_EDITS), Delivery::Gone),
            (refused(404, code::UNKNOWN_CHANNEL), Delivery::Forbidden),
            (refused(403, 50001), Delivery::Forbidden),
            (refused(403, code::MISSING_PERMISSIONS), Delivery::Forbidden),
            (refused(403, code::CANNOT_WRITE_TO), Delivery::Forbidden),
            (refused(400, code::NO_COMMON_SERVER), Delivery::Forbidden),
            (refused(404, code::UNKNOWN_USER), Delivery::Forbidden),
            (refused(400, code::NO_TEXT_CHANNEL), Delivery::Forbidden),
            (
                Failure::Limited {
                    wait: Duration::from_millis(1500),
                },
                Delivery::TryLater(1501),
            ),
            (Failure::Broken("502".to_owned()), Delivery::Other("502".to_owned())),
        ] {
            assert_eq!(delivery(&failure), wanted);
        }
    }
}
