//! From a press or a command to its answer: acknowledged first, answered after, never left "thinking".

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, MessageFlags};

use crate::id::{Account, Platform, Venue};
use crate::service::{Reach, Slot};
use crate::ui::{Answer, Ask, Guest, Post, token};

use super::bot::{Asked, Bot};
use super::deferred::Deferred;
use super::message::Message;
use super::rest::code;

/// A table above so many messages has scrolled away (ours).
const FAR: usize = 10;

/// How an answer is going to be given; decided before anything is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The pressed message is changed.
    Update,
    /// A new message that only the asker sees.
    OnlyMe,
    /// A new message that the whole chat sees.
    Open,
}

/// The message that was pressed.
struct Pressed {
    message: i64,
    only_me: bool,
}

impl Bot {
    /// Answers a button or a select.
    pub(super) async fn press(&self, cache: &serenity::Cache, it: &ComponentInteraction) {
        let _under_way = self.under_way.token();
        let pressed_token = match &it.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().map_or("", String::as_str),
            _ => it.data.custom_id.as_str(),
        };
        let asked = Asked::by_press(it);
        let way = if token::replies(pressed_token) {
            Way::OnlyMe
        } else {
            Way::Update
        };
        if !self.acknowledge(&asked, way).await {
            return;
        }
        let guest = asked.guest(cache);
        let pressed = Pressed {
            message: it.message.id.get().cast_signed(),
            only_me: it
                .message
                .flags
                .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)),
        };
        let answered = AssertUnwindSafe(self.answer_press(&asked, &guest, way, &pressed, pressed_token));
        if answered.catch_unwind().await.is_err() {
            // The message of a panic may hold anything, also cards.
            let excuse = self.desk.broke(&guest).await;
            match way {
                Way::Update => self.add(&asked, excuse).await,
                Way::OnlyMe | Way::Open => self.finish(&asked, way, excuse).await,
            }
        }
        self.note_private_chat(&asked).await;
        self.try_again(&asked).await;
    }

    async fn answer_press(&self, asked: &Asked<'_>, guest: &Guest, way: Way, pressed: &Pressed, token: &str) {
        let ask = Ask::Press(token.to_owned());
        match way {
            Way::Update => {
                let turn = self.chats.turn(asked.channel);
                // Delivery waits meanwhile, so that the press brings the message to its new state: one edit, not two.
                // A message that only the asker sees is nobody else's to edit.
                let _turn = if pressed.only_me { None } else { Some(turn.lock().await) };
                let reached = self.service.reached();
                let answer = self.desk.answer(guest, ask).await;
                self.update(asked, pressed, answer, reached).await;
            }
            Way::OnlyMe | Way::Open => {
                let mut answer = self.desk.answer(guest, ask).await;
                if answer.post.is_some() {
                    // The note says the same, for platforms where it comes first.
                    answer.toast = None;
                }
                self.finish(asked, way, answer).await;
            }
        }
    }

    /// Answers a command.
    pub(super) async fn command(&self, cache: &serenity::Cache, asked: Asked<'_>, way: Way, ask: Ask) {
        let _under_way = self.under_way.token();
        if self.acknowledge(&asked, way).await {
            let mut answer = self.desk.answer(&asked.guest(cache), ask).await;
            let anew = answer.anew.take();
            self.finish(&asked, way, answer).await;
            self.note_private_chat(&asked).await;
            self.try_again(&asked).await;
            if let Some(slot) = anew
                && asked.missing().is_empty()
            {
                self.bring_down(&slot).await;
            }
        }
    }

    /// Answers "later"; `false` when the press is nobody's business any more.
    pub(super) async fn acknowledge(&self, asked: &Asked<'_>, way: Way) -> bool {
        let answer = match way {
            Way::Update => json!({ "type": 6 }),
            Way::OnlyMe => json!({ "type": 5, "data": { "flags": 64 } }),
            Way::Open => json!({ "type": 5 }),
        };
        match self.rest.acknowledge(asked.id, asked.token, answer).await {
            Ok(()) => {
                self.chats.note_answered(asked.id);
                self.back_in_thread(asked).await;
                true
            }
            Err(failure) => {
                match failure.code() {
                    Some(code::ALREADY_ACKNOWLEDGED)
                        if !self.chats.was_answered(asked.id) && pressed_at(asked.id) > self.since.0 =>
                    {
                        self.service.rivalled(Platform::Discord);
                    }
                    // Somebody else answers it, or the three seconds are over and the person was told so.
                    Some(code::ALREADY_ACKNOWLEDGED | code::UNKNOWN_INTERACTION) => {
                        tracing::debug!(%failure, "a press needs no answer");
                    }
                    _ => tracing::warn!(%failure, "a press could not be acknowledged"),
                }
                false
            }
        }
    }

    /// Somebody is answered in a thread that was locked once: it takes messages again, and its channel no longer stands in.
    async fn back_in_thread(&self, asked: &Asked<'_>) {
        if !asked.thread {
            return;
        }
        match self.stand_in(asked.channel).await {
            Ok(other) if other != asked.channel => drop(self.stand_for(asked.channel, asked.channel).await),
            // A store that fails is in the log already, and the next answer tries again.
            Ok(_) | Err(_) => {}
        }
    }

    /// Shows the answer in a new message; the placeholder never stays "thinking".
    pub(super) async fn finish(&self, asked: &Asked<'_>, way: Way, answer: Answer) {
        let open = answer.public.as_ref().map(Message::of);
        let private = answer.post.as_ref().map(Message::of);
        let note = answer.toast.map(|toast| Message::sentence(&toast.text));
        let hidden = private.into_iter().chain(note);
        if way == Way::Open && open.is_none() && !asked.private() {
            // What is meant for one person must not stand where all can see it.
            self.settle(asked, None).await;
            for message in hidden {
                self.follow_up(asked, message.only_me()).await;
            }
            return;
        }
        let mut pieces: Vec<(Message, bool)> = hidden.map(|message| (message, true)).collect();
        if let Some(open) = open {
            let at = if way == Way::Open { 0 } else { pieces.len() };
            pieces.insert(at, (open, false));
        }
        let mut pieces = pieces.into_iter();
        match pieces.next() {
            Some((first, _)) => self.settle(asked, Some(first)).await,
            None => self.settle(asked, None).await,
        }
        for (message, only_me) in pieces {
            self.follow_up(asked, if only_me { message.only_me() } else { message })
                .await;
        }
    }

    /// Shows one more answer to the same question, to the asker alone.
    pub(super) async fn add(&self, asked: &Asked<'_>, answer: Answer) {
        let note = answer.toast.map(|toast| Message::sentence(&toast.text));
        for message in answer.post.as_ref().map(Message::of).into_iter().chain(note) {
            self.follow_up(asked, message.only_me()).await;
        }
    }

    /// Shows the answer in the pressed message.
    async fn update(&self, asked: &Asked<'_>, pressed: &Pressed, answer: Answer, reached: u64) {
        if let Some(post) = &answer.post {
            // What is private never replaces what others see.
            if answer.replace && (!post.private || pressed.only_me || asked.private()) {
                self.replace(
                    asked,
                    pressed,
                    post,
                    answer.slot.map(|(slot, version)| (slot.0, version)),
                    reached,
                )
                .await;
            } else {
                self.follow_up(asked, Message::of(post).only_me()).await;
            }
        }
        if let Some(toast) = answer.toast {
            self.follow_up(asked, Message::sentence(&toast.text).only_me()).await;
        }
        if let Some(public) = &answer.public {
            self.follow_up(asked, Message::of(public)).await;
        }
    }

    async fn replace(
        &self,
        asked: &Asked<'_>,
        pressed: &Pressed,
        post: &Post,
        shows: Option<(i64, i64)>,
        reached: u64,
    ) {
        let message = Message::of(post);
        if pressed.only_me {
            // A copy that only the asker sees is no slot's message, and nobody else would mend it.
            drop(self.deferred(asked, Some(message)).show().await);
            return;
        }
        if let Err(failure) = self.rest.edit_original(asked.application, asked.token, &message).await {
            // Delivery brings the message to this state.
            tracing::debug!(%failure, "a pressed message could not be changed");
            return;
        }
        let Some((slot, version)) = shows else { return };
        // What others see also shows who can be written to: where that changed meanwhile delivery looks once more.
        let stale = !post.private && self.service.reached() != reached;
        let version = if stale { version - 1 } else { version };
        for chat in asked.chats() {
            let known = self
                .service
                .store()
                .slot_by_message(Platform::Discord, chat, pressed.message)
                .await;
            if let Ok(Some(known)) = known
                && known.id.0 == slot
                && let Err(error) = self.service.sent(&known, version, None).await
            {
                tracing::debug!(%error, "a shown state could not be noted; it is shown once more");
            }
        }
    }

    fn deferred(&self, asked: &Asked<'_>, message: Option<Message>) -> Deferred {
        Deferred {
            rest: Arc::clone(&self.rest),
            application: asked.application,
            token: asked.token.to_owned(),
            message,
        }
    }

    /// Puts the answer in the placeholder's place; what Discord does not take now is tried on beside everything else.
    async fn settle(&self, asked: &Asked<'_>, message: Option<Message>) {
        let answer = self.deferred(asked, message);
        if let Err(failure) = answer.show().await {
            let over = self.over.clone();
            tokio::spawn(async move { over.run_until_cancelled(answer.insist(failure)).await });
        }
    }

    async fn follow_up(&self, asked: &Asked<'_>, message: Message) {
        if let Err(failure) = self.rest.follow_up(asked.application, asked.token, &message).await {
            tracing::warn!(%failure, "a note could not be shown");
        }
    }

    /// Where the message of a slot has scrolled away, a fresh one takes its place.
    async fn bring_down(&self, slot: &Slot) {
        let Some(message) = slot.message else { return };
        let channel = self.chats.stand_in(slot.key.channel).unwrap_or(slot.key.channel);
        let turn = self.chats.turn(channel);
        let _turn = turn.lock().await;
        let far = match self.rest.after(channel, message, FAR).await {
            Ok(after) => after >= FAR,
            Err(failure) => return tracing::debug!(%failure, "where a table stands is not known"),
        };
        // Somebody else may have asked at the same moment.
        let stands = self.service.store().slot_message(slot.id).await;
        if !far || stands != Ok(Some(message)) {
            return;
        }
        match self.rest.delete(channel, message).await {
            Ok(()) => {}
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) => {}
            Err(failure) => return tracing::debug!(%failure, "a table stays where it is"),
        }
        self.chats.note_gone(slot.id.0);
        if let Err(error) = self.service.gone(slot).await {
            tracing::debug!(%error, "the next change finds that a table is gone");
        }
    }

    /// Whoever asks is there: what could not be said to them in private, or in this channel, may be sayable again.
    pub(super) async fn try_again(&self, asked: &Asked<'_>) {
        let account = asked.account();
        let mut tried = Ok(());
        if self.may_try_again(account).await {
            tried = self.service.try_private(account).await;
        }
        if let Some(guild) = asked.guild_chat()
            && asked.missing().is_empty()
            && self.chats.was_closed(asked.channel)
        {
            let venue = Venue {
                platform: Platform::Discord,
                chat: guild,
            };
            tried = tried.and(self.service.reopened(venue, Some(asked.channel)).await);
        }
        if let Err(error) = tried {
            tracing::debug!(%error, "what waits is tried later");
        }
    }

    /// Whether it is time to find out if this person takes private messages again.
    async fn may_try_again(&self, account: Account) -> bool {
        if let Some(ripe) = self.chats.may_try_again(account.user) {
            return ripe;
        }
        if self.chats.reachable(account) == Some(true) {
            return false;
        }
        // They may have refused before the program started.
        let closed = self
            .known(account)
            .await
            .is_some_and(|known| known.reach == Reach::Closed);
        if closed {
            self.chats.note_refused(account.user);
        }
        closed
    }

    /// A person who presses in the private chat can be reached there: tell the service once.
    pub(super) async fn note_private_chat(&self, asked: &Asked<'_>) {
        let account = asked.account();
        if !asked.private() || self.chats.reachable(account) == Some(true) {
            return;
        }
        self.chats.note_private(account.user, asked.channel);
        match self.service.reachable(account, asked.channel).await {
            Ok(_) => self.chats.note_reachable(account, true),
            Err(error) => tracing::debug!(%error, "a private chat could not be noted"),
        }
    }
}

/// When an interaction was made, milliseconds since 1970: its id tells.
fn pressed_at(id: u64) -> i64 {
    serenity::InteractionId::new(id.max(1)).created_at().timestamp_millis()
}
