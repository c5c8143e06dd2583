//! People and places that vanish, as far as Telegram tells: by service messages, by refusals, and by a look at whom a
//! reminder is for.

use std::sync::Arc;
use std::time::Duration;

use teloxide::types::{Message, User};

use super::chat::Worker;
use super::failure::Failure;
use super::office::{Job, Office, Say};
use super::reception::Reception;
use super::spot::account;
use crate::id::{Account, Platform, TableId, Venue};
use crate::service::{Gone, Hindrance};
use crate::service::{Slot, SlotKind};

/// How long the question whether somebody is still there may take.
const LOOK_TIME: Duration = Duration::from_secs(5);

impl Reception {
    /// Somebody came into a group or left it: whether the message says nothing else.
    pub(super) async fn traffic(&self, message: &Message) -> bool {
        let venue = group(message.chat.id.0);
        let service = &self.office.service;
        if let Some(gone) = message.left_chat_member() {
            let alone = message.from.as_ref().is_none_or(|from| from.id == gone.id);
            let how = if alone { Gone::Left } else { Gone::Removed };
            if let Some(account) = person(gone) {
                // A store that fails is in the log already; the clock goes on as ever.
                drop(service.left(account, Some(venue), how).await);
            }
            return true;
        }
        let Some(come) = message.new_chat_members() else {
            return false;
        };
        for account in come.iter().filter_map(person) {
            drop(service.returned(account, Some(venue)).await);
        }
        true
    }

    /// The bot is in this group, or is there no more.
    pub(super) async fn group_standing(&self, chat: i64, here: bool) {
        let (service, venue) = (&self.office.service, group(chat));
        if here {
            // Back in the group, or with more rights than before: what could not be said there is tried again.
            drop(
                service
                    .place_back(venue, &[Hindrance::Removed, Hindrance::Deleted])
                    .await,
            );
            return;
        }
        for table in service
            .place_gone(venue, None, Hindrance::Removed)
            .await
            .unwrap_or_default()
        {
            self.office.tell_closed(table).await;
        }
    }
}

impl Office {
    /// Tells the players of a table in private that its public place is closed, once.
    pub(super) async fn tell_closed(self: &Arc<Self>, table: TableId) {
        if !self.note_told(table) {
            return;
        }
        for (account, post) in self.desk.place_closed(table).await {
            self.post(account.user, Job::Say(Box::new(Say::new(post))));
        }
    }

    /// A refusal that tells more than that this one message can't be shown.
    pub(super) async fn vanished(&self, slot: &Slot, failure: &Failure) {
        match failure {
            Failure::Gone(why) if slot.key.reader.is_none() && slot.key.chat < 0 => {
                drop(self.service.suspend(slot.key.table, group(slot.key.chat), *why).await);
            }
            Failure::Deleted if slot.key.chat > 0 => {
                let account = Account {
                    platform: Platform::Telegram,
                    user: slot.key.chat,
                };
                drop(self.service.left(account, None, Gone::Deleted).await);
            }
            _ => {}
        }
    }
}

impl Worker {
    /// Somebody is called to move, so it is worth a question whether they are still in the group.
    pub(super) async fn look_around(&self, slot: &Slot) {
        let call = matches!(slot.key.kind, SlotKind::Reminder | SlotKind::Nudge);
        if !call || slot.key.chat >= 0 || slot.message.is_some() {
            return;
        }
        let (service, venue) = (&self.office().service, group(slot.key.chat));
        let Ok(Some(account)) = service.waited_for(slot.key.table).await else {
            return;
        };
        // Whoever plays from another platform need not be there.
        if account.platform != Platform::Telegram {
            return;
        }
        let asked = self.office().mouth.presence(slot.key.chat, account.user);
        match tokio::time::timeout(LOOK_TIME, asked).await {
            Ok(Some(Some(how))) => drop(service.left(account, Some(venue), how).await),
            Ok(Some(None)) => drop(service.returned(account, Some(venue)).await),
            // No answer, or none that says it.
            Ok(None) | Err(_) => {}
        }
    }
}

fn group(chat: i64) -> Venue {
    Venue {
        platform: Platform::Telegram,
        chat,
    }
}

fn person(user: &User) -> Option<Account> {
    account(user).filter(|_| !user.is_bot)
}

/// Telling apart that somebody left, was removed, or is there: by the words of the platform's own answer.
pub(super) fn standing(member: &teloxide::types::ChatMember) -> Option<Gone> {
    if member.kind.is_banned() {
        Some(Gone::Removed)
    } else if member.kind.is_present() {
        None
    } else {
        Some(Gone::Left)
    }
}
