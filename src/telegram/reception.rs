//! An update becomes a wish, and its answer finds its way back. Nothing that is sent is waited for before an update
//! counts as handled; what must not be lost is stored by then.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use teloxide::Bot;
use teloxide::requests::{Request, Requester};
use teloxide::types::{
    CallbackQuery, CallbackQueryId, Chat, ChatId, ChatMemberKind, ChatMemberUpdated, ChatMigration, ChatPermissions,
    Message, Update, UpdateKind, User, UserId,
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::aloud::Aloud;
use super::command::{Scene, Spoken, read};
use super::errand::Errand;
use super::failure::Failure;
use super::office::{Alone, Job, Office, Say, lock};
use super::press::{Presses, Query};
use super::recent::Recent;
use super::spot::{Sender, Spot, account, answered};
use super::text::{TOAST, plain, shorten};
use crate::id::{Account, Place, Platform, Venue};
use crate::service::Gone;
use crate::service::SlotId;
use crate::ui::event;
use crate::ui::token::{Act, decode};
use crate::ui::{Answer, Ask, Button, Guest, Lack, Notice, Order, Post, Press, Rights, Row, Style, TeamAsk, Text};

/// How long the question who is an administrator may take.
const ADMIN_TIME: Duration = Duration::from_secs(3);
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

    async fn answer_command(self: &Arc<Self>, mut guest: Guest, ask: Ask, spot: Spot, sender: &Sender) {
        let refusal = self.office.desk.admit(&guest, &ask).await;
        // What was counted as an answer for all to see is no further load on the group, however it ends.
        let mut counted = refusal.is_none() && ask.is_loud(Platform::Telegram);
        match sender {
            _ if refusal.is_some() => {}
            Sender::Person => {
                // Names are shown as they are today, also where the question itself needs none.
                self.note(&guest, matches!(ask, Ask::Privacy { .. })).await;
                guest.admin = self.is_admin(&guest, &ask, &spot).await;
                counted |= refusal.is_none() && guest.admin && ask.governs();
            }
            // Telegram shows this name only to administrators of this very chat.
            Sender::Anonymous if impersonal(&ask) => guest.admin = true,
            Sender::Channel(_)
                if impersonal(&ask)
                    && !matches!(
                        ask,
                        Ask::Language { .. } | Ask::Settings(_) | Ask::Admin(_) | Ask::Team(_)
                    ) => {}
            Sender::Anonymous | Sender::Channel(_) => {
                let notice = if matches!(sender, Sender::Anonymous) {
                    Notice::Anonymous
                } else {
                    Notice::Channel
                };
                if counted || self.may_say(&guest, &spot) {
                    let text = self.office.desk.notice(&guest, notice).await;
                    let post = Post {
                        text,
                        ..Post::default()
                    };
                    self.say(&spot, post);
                }
                return;
            }
            Sender::Bot => return,
        }
        let ask = match ask {
            Ask::Admin(Order::Permissions(_)) => Ask::Admin(Order::Permissions(self.rights(&spot).await)),
            other => other,
        };
        let secret = matches!(ask, Ask::Hand);
        let errand = Errand::of(&ask);
        let (faceless, refused) = (!matches!(sender, Sender::Person), refusal.is_some());
        let answer = match refusal {
            Some(refusal) => refusal,
            None => self.office.desk.serve(&guest, ask).await,
        };
        let Answer {
            toast,
            post,
            slot,
            public,
            anew,
            hushed,
            ..
        } = answer;
        if let Some(post) = public {
            let slot = anew.map(|slot| (slot.id, slot.want));
            self.say_or_whisper(&guest, &spot, post, slot);
        }
        if let Some(post) = post {
            // Nobody in particular has no private chat.
            if spot.private || !post.private || faceless {
                let say = Say {
                    slot,
                    ..self.reply(&spot, post)
                };
                self.office.post(spot.chat, Job::Say(Box::new(say)));
            } else {
                self.whisper(&guest, &spot, post, slot, Fallback::Open(errand));
            }
        }
        if let Some(toast) = toast {
            let post = Post {
                text: Text::from(toast.text),
                private: true,
                ..Post::default()
            };
            // Most refusals are nobody's secret: where the private chat is closed, it is said beside the command.
            let fallback = match secret || hushed {
                true => Fallback::Open(errand),
                false => Fallback::Words { counted },
            };
            if !spot.private && !faceless {
                self.whisper(&guest, &spot, post, None, fallback);
            } else if spot.private || !refused || self.may_say(&guest, &spot) {
                self.say(&spot, post);
            }
        }
    }

    /// Says something to everybody; where the chat or the topic is closed to the bot, at least to whoever asked.
    fn say_or_whisper(self: &Arc<Self>, guest: &Guest, spot: &Spot, post: Post, slot: Option<(SlotId, i64)>) {
        let (done, arrived) = oneshot::channel();
        let say = Say {
            slot,
            done: Some(done),
            ..self.reply(spot, post.clone())
        };
        self.office.post(spot.chat, Job::Say(Box::new(say)));
        // Nobody in particular has no private chat.
        if spot.private || guest.account.user < 0 {
            return;
        }
        let (office, person) = (Arc::clone(&self.office), guest.account.user);
        self.office.spawn(async move {
            if let Ok(Err(Failure::Outside | Failure::Gone(_) | Failure::Topic)) = arrived.await {
                office.post(person, Job::Say(Box::new(Say::new(post))));
            }
        });
    }

    /// Whether this speaker may be answered in the group what belongs into a private chat that is closed.
    fn may_say(&self, guest: &Guest, spot: &Spot) -> bool {
        lock(&self.aloud).claim(guest.account.user, spot.chat, Instant::now())
    }

    /// Says something to a person alone; where that is impossible, the fallback, and that seldom.
    fn whisper(
        self: &Arc<Self>,
        guest: &Guest,
        spot: &Spot,
        post: Post,
        slot: Option<(SlotId, i64)>,
        fallback: Fallback,
    ) {
        let (done, arrived) = oneshot::channel();
        let say = Say {
            slot,
            done: Some(done),
            ..Say::new(post.clone())
        };
        self.office.post(guest.account.user, Job::Say(Box::new(say)));
        let (reception, guest, spot) = (Arc::clone(self), guest.clone(), *spot);
        self.office.spawn(async move {
            if !matches!(arrived.await, Ok(Err(failure)) if failure.unreachable()) {
                return;
            }
            drop(reception.office.service.unreachable(guest.account).await);
            let shown = reception.show_alone(&guest, &spot, post.clone(), None).await;
            if matches!(shown.await, Ok(Ok(()))) {
                return;
            }
            match fallback {
                Fallback::Words { counted } if counted || reception.may_say(&guest, &spot) => {
                    let post = Post { private: false, ..post };
                    reception.say(&spot, post);
                }
                Fallback::Words { .. } => {}
                Fallback::Open(errand) => reception.offer_private(&guest, &spot, errand).await,
            }
        });
    }

    /// Shows something in the group to a person alone, where that is wanted and the server can; tells what came of it.
    async fn show_alone(
        &self,
        guest: &Guest,
        spot: &Spot,
        post: Post,
        query: Option<CallbackQueryId>,
    ) -> oneshot::Receiver<Result<(), Failure>> {
        let (done, shown) = oneshot::channel();
        // Only words can be shown that way.
        if spot.private || post.document.is_some() || !self.office.shows_alone() {
            // Dropped, which says that nothing came of it.
            return shown;
        }
        let alone = Alone {
            reader: guest.account.user,
            query,
            cover: plain(&self.office.desk.notice(guest, Notice::OnlyYou).await),
        };
        let say = Say {
            thread: spot.thread,
            alone: Some(alone),
            done: Some(done),
            ..Say::new(post)
        };
        self.office.post(spot.chat, Job::Say(Box::new(say)));
        shown
    }

    /// "Open our private chat", with the button that does it; seldom.
    async fn offer_private(&self, guest: &Guest, spot: &Spot, errand: Option<Errand>) {
        if !self.may_say(guest, spot) {
            return;
        }
        let notice = match errand {
            Some(Errand::Hand) => Notice::OpenPrivate,
            Some(_) => Notice::OpenErrand,
            None => Notice::OpenAgain,
        };
        let text = self.office.desk.notice(guest, notice).await;
        let label = plain(&self.office.desk.notice(guest, Notice::OpenLabel).await);
        let link = format!("https://t.me/{}", self.me);
        let press = Press::Link(match errand {
            Some(errand) => format!("{link}?start={}", errand.payload()),
            None => link,
        });
        let post = Post {
            text,
            rows: vec![Row::Buttons(vec![Button {
                label,
                press,
                style: Style::Primary,
            }])],
            ..Post::default()
        };
        self.say(spot, post);
    }

    async fn press(self: &Arc<Self>, key: i64, press: CallbackQuery, query: &Query) {
        let CallbackQuery {
            from, message, data, ..
        } = press;
        let Some(token) = data else {
            return self.toast(query, None);
        };
        let regular = message.as_ref().and_then(|message| message.regular_message());
        let spot = match (&message, regular) {
            (_, Some(message)) => Spot::of(message),
            (Some(message), None) => Spot {
                chat: message.chat().id.0,
                thread: None,
                private: message.chat().is_private(),
                message: Some(message.id().0),
            },
            // Only a message sent by inline mode has no chat, and this bot sends none.
            (None, _) => return self.toast(query, None),
        };
        let Some(chat) = message.as_ref().map(|message| message.chat()) else {
            return;
        };
        if let Some(message) = spot.message {
            self.office.adopt(spot.chat, message, &token).await;
        }
        let mut guest = self.guest(key, chat, &spot, &from, &Sender::Person);
        let asker = guest.clone();
        let (reception, ask) = (Arc::clone(self), Ask::Press(token));
        let work = tokio::spawn(async move {
            let desk = &reception.office.desk;
            if let Some(refusal) = desk.admit(&guest, &ask).await {
                return (guest, refusal);
            }
            guest.admin = reception.is_admin(&guest, &ask, &spot).await;
            let answer = desk.serve(&guest, ask).await;
            (guest, answer)
        });
        match work.await {
            Ok((guest, answer)) => self.answer_press(guest, answer, spot, query).await,
            Err(error) => {
                tracing::error!(update = key, panic = error.is_panic(), "a press could not be handled");
                let excuse = self.office.desk.broke(&asker).await;
                self.toast(query, excuse.toast.map(|toast| (toast.text, toast.alert)));
            }
        }
        self.sign(&spot).await;
    }

    /// Somebody is there, and perhaps the bot may write there again.
    async fn sign(&self, spot: &Spot) {
        let topic = i64::from(spot.thread.unwrap_or(0));
        self.office.sign(spot.chat, topic, false).await;
    }

    /// Brings the answer of a press to where it belongs.
    async fn answer_press(self: &Arc<Self>, guest: Guest, answer: Answer, spot: Spot, query: &Query) {
        let Answer {
            toast,
            post,
            replace,
            slot,
            public,
            ..
        } = answer;
        if let Some(post) = public {
            self.say(&spot, post);
        }
        let mut arrival = None;
        match post {
            Some(post) if spot.private || !post.private => {
                let instead = spot.message.filter(|_| replace);
                let say = Say {
                    instead,
                    slot,
                    thread: spot.thread,
                    ..Say::new(post)
                };
                self.office.post(spot.chat, Job::Say(Box::new(say)));
            }
            // What only the asker may see never goes where others read.
            Some(post) => {
                let words = shorten(&plain(&post.text), TOAST);
                let (done, arrived) = oneshot::channel();
                let say = Say {
                    slot,
                    done: Some(done),
                    ..Say::new(post.clone())
                };
                self.office.post(guest.account.user, Job::Say(Box::new(say)));
                arrival = Some((arrived, words, post));
            }
            None => {}
        }
        match (query.take(), arrival) {
            (Some(query), None) => self.answer(query, toast.map(|toast| (toast.text, toast.alert))),
            (Some(id), Some((mut arrived, words, post))) => {
                let (reception, until) = (Arc::clone(self), query.until);
                self.office.spawn(async move {
                    let office = &reception.office;
                    let sent = tokio::time::timeout_at(until, &mut arrived).await;
                    let note = match &sent {
                        Ok(Ok(Err(failure))) if failure.unreachable() => {
                            drop(office.service.unreachable(guest.account).await);
                            let shown = reception
                                .show_alone(&guest, &spot, post.clone(), Some(id.clone()))
                                .await;
                            match tokio::time::timeout_at(until, shown).await {
                                Ok(Ok(Ok(()))) => (plain(&office.desk.notice(&guest, Notice::OnlyYou).await), false),
                                // No note holds a file.
                                _ if post.document.is_some() => {
                                    reception.offer_private(&guest, &spot, None).await;
                                    (plain(&office.desk.notice(&guest, Notice::OpenAgain).await), true)
                                }
                                _ => (toast.map_or(words, |toast| toast.text), true),
                            }
                        }
                        _ => (plain(&office.desk.notice(&guest, Notice::SentPrivately).await), false),
                    };
                    office.mouth.toast(id, Some((&note.0, note.1))).await;
                    if sent.is_err() {
                        reception.otherwise(arrived, guest, spot, post).await;
                    }
                });
            }
            // Too late for a note on the press itself.
            (None, Some((arrived, _, post))) => {
                let reception = Arc::clone(self);
                self.office
                    .spawn(async move { reception.otherwise(arrived, guest, spot, post).await });
            }
            (None, None) => {
                if let Some(toast) = toast {
                    let post = Post {
                        text: Text::from(toast.text),
                        private: true,
                        ..Post::default()
                    };
                    self.office.post(guest.account.user, Job::Say(Box::new(Say::new(post))));
                }
            }
        }
    }

    /// What was sent in private says it; where that is impossible, it is shown in the group to the person alone, or the way to
    /// the private chat is.
    async fn otherwise(
        self: &Arc<Self>,
        arrived: oneshot::Receiver<Result<(), Failure>>,
        guest: Guest,
        spot: Spot,
        post: Post,
    ) {
        if !matches!(arrived.await, Ok(Err(failure)) if failure.unreachable()) {
            return;
        }
        drop(self.office.service.unreachable(guest.account).await);
        let shown = self.show_alone(&guest, &spot, post, None).await;
        if !matches!(shown.await, Ok(Ok(()))) {
            self.offer_private(&guest, &spot, None).await;
        }
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
            roles: Vec::new(),
            update: Some(key),
            venue_name: chat.title().map(str::to_owned),
            venue_locale: None,
        }
    }

    /// Asks Telegram only where the answer matters.
    async fn is_admin(&self, guest: &Guest, ask: &Ask, spot: &Spot) -> bool {
        if !for_admins(ask) {
            return false;
        }
        let Ok(user) = u64::try_from(guest.account.user) else {
            return false;
        };
        if spot.private {
            return true;
        }
        let request = self.bot.get_chat_member(ChatId(spot.chat), UserId(user)).send();
        matches!(tokio::time::timeout(ADMIN_TIME, request).await, Ok(Ok(member)) if member.is_privileged())
    }

    /// What the bot may not do in this group. Who is no administrator may only what the group allows everybody.
    async fn rights(&self, spot: &Spot) -> Rights {
        let request = async {
            let me = self.bot.get_me().send().await?;
            let standing = self.bot.get_chat_member(ChatId(spot.chat), me.id).send().await?.kind;
            let bound = matches!(standing, ChatMemberKind::Member(_) | ChatMemberKind::Restricted(_));
            let everybody = if bound {
                self.bot.get_chat(ChatId(spot.chat)).send().await?.permissions()
            } else {
                None
            };
            Ok::<_, teloxide::RequestError>((lacks(&standing), everybody))
        };
        let here = match tokio::time::timeout(ADMIN_TIME, request).await {
            Ok(Ok((mut lacks, everybody))) => {
                let may = everybody.unwrap_or(ChatPermissions::all());
                let bounds = [
                    (ChatPermissions::SEND_MESSAGES, Lack::Write),
                    (ChatPermissions::SEND_PHOTOS, Lack::Pictures),
                ];
                for (right, lack) in bounds {
                    if !may.contains(right) && !lacks.contains(&lack) && !lacks.contains(&Lack::See) {
                        lacks.push(lack);
                    }
                }
                Some(lacks)
            }
            _ => None,
        };
        Rights {
            here,
            games: Vec::new(),
        }
    }

    /// Answers a press unless it has its answer.
    fn toast(&self, query: &Query, note: Option<(String, bool)>) {
        if let Some(query) = query.take() {
            self.answer(query, note);
        }
    }

    fn answer(&self, query: CallbackQueryId, note: Option<(String, bool)>) {
        let office = Arc::clone(&self.office);
        self.office.spawn(async move {
            office
                .mouth
                .toast(query, note.as_ref().map(|(text, alert)| (text.as_str(), *alert)))
                .await;
        });
    }

    fn say(&self, spot: &Spot, post: Post) {
        self.office.post(spot.chat, Job::Say(Box::new(self.reply(spot, post))));
    }

    /// In a group it must be seen which command is answered.
    fn reply(&self, spot: &Spot, post: Post) -> Say {
        Say {
            thread: spot.thread,
            reply_to: spot.message.filter(|_| !spot.private),
            ..Say::new(post)
        }
    }
}

/// What is said aloud where a person can't be written to.
enum Fallback {
    /// The way to the private chat, where this is asked again by itself.
    Open(Option<Errand>),
    /// The words themselves.
    Words {
        /// They were counted as an answer for all to see.
        counted: bool,
    },
}

/// What this standing in a group does not allow the bot.
fn lacks(standing: &ChatMemberKind) -> Vec<Lack> {
    match standing {
        ChatMemberKind::Restricted(may) if may.is_member => [
            (may.can_send_messages, Lack::Write),
            (may.can_send_photos, Lack::Pictures),
        ]
        .into_iter()
        .filter_map(|(may, lack)| (!may).then_some(lack))
        .collect(),
        ChatMemberKind::Owner(_) | ChatMemberKind::Administrator(_) | ChatMemberKind::Member(_) => Vec::new(),
        ChatMemberKind::Restricted(_) | ChatMemberKind::Left | ChatMemberKind::Banned(_) => vec![Lack::See],
    }
}

/// Whether the answer depends on the asker being an administrator.
fn for_admins(ask: &Ask) -> bool {
    match ask {
        Ask::Language { venue, .. } => *venue,
        Ask::Settings(_) | Ask::Admin(_) => true,
        Ask::Team(wish) => wish.depends_on_rank(),
        Ask::Event(ask) => ask.is_for_admins(),
        Ask::Press(token) if event::token::is_for_admins(token) => true,
        Ask::Press(token) => decode(token).is_some_and(|token| matches!(token.act, Act::Speak(_, true))),
        _ => false,
    }
}

/// Whether somebody relies on it as soon as it is said, so that it must be done or refused before its update counts as
/// handled; the time that Telegram has to say who is an administrator bounds it.
fn must_last(ask: &Ask) -> bool {
    match ask {
        Ask::Admin(order) => !matches!(order, Order::Log | Order::Overview | Order::Permissions(_)),
        Ask::Team(wish) => wish.changes(),
        Ask::Event(ask) => ask.is_for_admins(),
        _ => false,
    }
}

/// What can be asked without being a person.
fn impersonal(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Language { venue: true, .. }
            | Ask::Settings(_)
            | Ask::Admin(_)
            | Ask::Team(
                TeamAsk::List
                    | TeamAsk::Roster { .. }
                    | TeamAsk::Rename { .. }
                    | TeamAsk::Disband { .. }
                    | TeamAsk::Log
            )
            | Ask::Leaders(_)
            | Ask::Seasons
            | Ask::Rules { .. }
            | Ask::Help
            | Ask::Table
    )
}
