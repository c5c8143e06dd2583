//! An update becomes a wish, and its answer finds its way back. Nothing that is sent is waited for before an update
//! counts as handled; what must not be lost is stored by then.

mod commands;
mod presses;
mod rank;
mod whisper;

use std::sync::{Arc, Mutex};

use teloxide::Bot;
use teloxide::types::{Chat, ChatMemberUpdated, ChatMigration, Message, Update, UpdateKind, User};

use super::aloud::Aloud;
use super::command::{Scene, Spoken, read};
use super::office::{Office, lock};
use super::press::Presses;
use super::recent::Recent;
use super::spot::{Sender, Spot, account, answered};
use crate::id::{Account, Place, Platform, Venue};
use crate::service::Gone;
use crate::ui::{Ask, Guest};
use rank::{for_admins, must_last};

/// A command older than this was not meant for now any more (ours).
const OLD_MS: i64 = 600_000;

pub(super) struct Reception {
    pub(super) office: Arc<Office>,
    bot: Bot,
    /// The bot's own @name.
    me: String,
    recent: Mutex<Recent>,
    aloud: Mutex<Aloud>,
    presses: Presses,
}

/// What became of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// Stored, refused or ignored: it may be confirmed.
    Done,
    /// The same update is being handled right now.
    Busy,
}

impl Reception {
    /// Telegram answered.
    pub(super) fn heard(&self) {
        self.office.service.heard(Platform::Telegram);
    }

    pub(super) fn new(office: Arc<Office>, bot: Bot, me: String) -> Arc<Reception> {
        Arc::new(Reception {
            office,
            bot,
            me,
            recent: Mutex::default(),
            aloud: Mutex::default(),
            presses: Presses::default(),
        })
    }

    /// An update that is handled when its turn comes: a press is answered in time all the same.
    pub(super) fn expect(&self, update: &Update) {
        if !lock(&self.recent).knows(update.id.0) {
            self.presses.expect(&self.office, update);
        }
    }

    /// Handles an update, each only once.
    pub(super) async fn receive(self: &Arc<Self>, update: Update) -> Received {
        let id = update.id.0;
        self.expect(&update);
        if let Some(done) = lock(&self.recent).claim(id) {
            return if done { Received::Done } else { Received::Busy };
        }
        let reception = Arc::clone(self);
        // In a task of its own, so that a bug in one update's handling costs only that update.
        let work = tokio::spawn(async move { reception.handle(update).await });
        if let Err(error) = work.await {
            tracing::error!(update = id, panic = error.is_panic(), "an update could not be handled");
        }
        lock(&self.recent).done(id);
        Received::Done
    }

    async fn handle(self: Arc<Self>, update: Update) {
        let key = i64::from(update.id.0);
        let query = self.presses.begin(update.id.0);
        match update.kind {
            UpdateKind::Message(message) => self.hear(key, message).await,
            UpdateKind::CallbackQuery(press) => {
                let Some(query) = query else { return };
                let asks = press
                    .data
                    .as_deref()
                    .is_some_and(|token| for_admins(&Ask::Press(token.to_owned())));
                let reception = Arc::clone(&self);
                self.work(asks, async move { reception.press(key, press, &query).await })
                    .await;
            }
            UpdateKind::MyChatMember(change) => self.standing(change).await,
            UpdateKind::Error(_) => tracing::warn!(update = key, "an update of an unknown kind"),
            // Edited commands, channel posts and whatever else Telegram may send are nobody's wish.
            _ => {}
        }
    }

    async fn hear(self: &Arc<Self>, key: i64, message: Message) {
        if let Some(migration) = message.chat_migration() {
            let (from, to) = match migration {
                ChatMigration::To { chat_id } => (message.chat.id, *chat_id),
                ChatMigration::From { chat_id } => (*chat_id, message.chat.id),
            };
            tracing::info!(from = from.0, to = to.0, "a group became a supergroup");
            drop(self.office.service.migrate_chat(Platform::Telegram, from.0, to.0).await);
            return;
        }
        if self.traffic(&message).await {
            return;
        }
        // A channel's post that Telegram forwards into its discussion group speaks for nobody.
        let Some(from) = message.from.as_ref().filter(|_| !message.is_automatic_forward()) else {
            return;
        };
        if message.chat.is_channel() {
            return;
        }
        let spot = Spot::of(&message);
        let sender = Sender::of(&message, from);
        if matches!(sender, Sender::Bot) {
            return;
        }
        let guest = self.guest(key, &message.chat, &spot, from, &sender);
        let scene = Scene {
            me: &self.me,
            private: spot.private,
            answered: answered(&message),
        };
        let text = message.text().unwrap_or_default();
        let spoken = read(text, message.entities().unwrap_or_default(), scene);
        if spot.private {
            // Whatever it says, it proves that the person can be written to.
            self.note(&guest, matches!(spoken, Spoken::Ask(Ask::Privacy { .. })))
                .await;
        }
        let ask = match spoken {
            Spoken::Ask(ask) => ask,
            Spoken::Unknown(addressed) if spot.private || addressed => Ask::Help,
            Spoken::Other if spot.private && !text.is_empty() && !text.starts_with('/') => Ask::Help,
            Spoken::Unknown(_) | Spoken::Other => return,
        };
        let age = self.office.service.now().0 - message.date.timestamp() * 1000;
        if age > OLD_MS {
            tracing::info!(update = key, "an old command is left alone");
            return;
        }
        let store = self.office.service.store();
        if store.seen(Platform::Telegram, key).await.unwrap_or(false) {
            return;
        }
        let reception = Arc::clone(self);
        self.work(for_admins(&ask) && !must_last(&ask), async move {
            reception.answer_command(guest, ask, spot, &sender).await;
            reception.sign(&spot).await;
            let service = &reception.office.service;
            drop(service.store().remember(Platform::Telegram, key, service.now()).await);
        })
        .await;
    }

    /// Notes the person as Telegram shows them now. Whoever asks what is kept about them is not stored for asking.
    async fn note(&self, guest: &Guest, about_data: bool) {
        if about_data {
            self.office.desk.note_known(guest).await;
        } else {
            self.office.desk.note_guest(guest).await;
        }
    }

    /// Does the work; what has to ask Telegram first is not waited for, so that one slow answer never holds up everybody's
    /// updates. Lost in a crash, it is only asked again; a moderator's order, which must not be lost, holds up its own chat.
    async fn work(&self, asks: bool, work: impl Future<Output = ()> + Send + 'static) {
        if asks { self.office.spawn(work) } else { work.await }
    }

    /// Somebody is there, and perhaps the bot may write there again.
    async fn sign(&self, spot: &Spot) {
        let topic = i64::from(spot.thread.unwrap_or(0));
        self.office.sign(spot.chat, topic, false).await;
    }

    /// The bot was blocked, unblocked, added or removed.
    async fn standing(&self, change: ChatMemberUpdated) {
        let service = &self.office.service;
        let here = change.new_chat_member.is_present();
        if change.chat.is_private() {
            let Some(account) = account(&change.from) else { return };
            if here {
                drop(service.reachable(account, change.chat.id.0).await);
                drop(service.returned(account, None).await);
            } else {
                drop(service.unreachable(account).await);
                drop(service.left(account, None, Gone::Blocked).await);
            }
        } else {
            self.group_standing(change.chat.id.0, here).await;
        }
    }

    fn guest(&self, key: i64, chat: &Chat, spot: &Spot, from: &User, sender: &Sender) -> Guest {
        let person = account(from).filter(|_| matches!(sender, Sender::Person));
        let place = Place {
            venue: Venue {
                platform: Platform::Telegram,
                chat: spot.chat,
            },
            channel: i64::from(spot.thread.unwrap_or(0)),
        };
        // Whoever speaks for a chat is that chat and never a person, so nobody can play as it; a channel is not the group, whose
        // administrators must not be held up by it.
        let speaker = match sender {
            Sender::Channel(id) => *id,
            Sender::Anonymous | Sender::Person | Sender::Bot => spot.chat,
        };
        Guest {
            account: person.unwrap_or(Account {
                platform: Platform::Telegram,
                user: speaker,
            }),
            name: if person.is_some() {
                from.full_name()
            } else {
                chat.title().unwrap_or_default().to_owned()
            },
            handle: person.and_then(|_| from.username.as_ref().map(|name| name.to_lowercase())),
            locale: person.and_then(|_| from.language_code.clone()),
            place: (!spot.private).then_some(place),
            parent: None,
            private_chat: spot.private.then_some(spot.chat),
            admin: false,
            admin_of: None,
            roles: Vec::new(),
            update: Some(key),
            venue_name: chat.title().map(str::to_owned),
            venue_locale: None,
        }
    }
}
