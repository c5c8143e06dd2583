//! People and places that vanish, as far as Discord tells without a privileged intent: by its refusals, by the servers and
//! channels that come and go, and by a look at whom a reminder is for.

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use crate::id::{Account, Platform, TableId, Venue};
use crate::service::{Gone, Hindrance, Slot, SlotKind};

use super::bot::Bot;
use super::message::Message;
use super::rest::{Failure, code};

impl Bot {
    /// A server came or went, or a channel went. An outage of a server is no farewell: its matches go on when it is back.
    pub(super) async fn place_changed(&self, cache: &serenity::Cache, event: &FullEvent) {
        let (guild, channel, why) = match event {
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                tracing::info!(server = incomplete.id.get(), "removed from a server");
                (incomplete.id, None, Hindrance::Removed)
            }
            FullEvent::ChannelDelete { channel, .. } => (channel.guild_id, Some(channel.id), Hindrance::Deleted),
            FullEvent::ThreadDelete { thread, .. } => (thread.guild_id, Some(thread.id), Hindrance::Deleted),
            FullEvent::GuildCreate { guild, .. } if !guild.unavailable => {
                // A channel that was deleted is not back with its server.
                let back = self.service.place_back(server(guild.id.get()), &[Hindrance::Removed]);
                return drop(back.await);
            }
            _ => return,
        };
        let mut gone = vec![channel.map(|channel| channel.get().cast_signed())];
        if let (FullEvent::ChannelDelete { .. }, Some(channel)) = (event, channel) {
            // Its threads go with it, of which nothing is told.
            let threads = cache.guild(guild).map(|guild| threads_of(&guild, channel));
            let own = channel.get().cast_signed();
            let left = self.chats.stands_in_for(own);
            gone.extend(threads.unwrap_or_default().into_iter().chain(left).map(Some));
        }
        for channel in gone {
            let paused = self.service.place_gone(server(guild.get()), channel, why).await;
            // A store that fails is in the log already; the refusal of the next message tells the same.
            for table in paused.unwrap_or_default() {
                self.tell_closed(table).await;
            }
        }
        if why == Hindrance::Removed {
            self.back_meanwhile(guild.get().cast_signed()).await;
        }
    }

    /// Events of one server are handled side by side, and a refusal is older than what is made of it: whoever was let in again
    /// while matches were being paused must not leave them so.
    async fn back_meanwhile(&self, guild: i64) {
        if guild > 0 && self.rest.server(guild).await.is_ok() {
            let back = self
                .service
                .place_back(server(guild.unsigned_abs()), &[Hindrance::Removed]);
            drop(back.await);
        }
    }

    /// A message that could not be shown before arrived in a server.
    pub(super) async fn place_works(&self, slot: &Slot) {
        if let Some(table) = in_server(slot)
            && (self.chats.note_told(table, false) || slot.fails > 0)
        {
            drop(
                self.service
                    .place_works(table, server(slot.key.chat.unsigned_abs()))
                    .await,
            );
        }
    }

    /// A refusal that tells more than that this one message can't be shown.
    pub(super) async fn vanished(&self, slot: &Slot, failure: &Failure) {
        let Failure::Refused { status, code, .. } = failure else {
            return;
        };
        let Some(table) = in_server(slot) else {
            return self.person_vanished(slot, *status, *code).await;
        };
        let why = match *code {
            code::UNKNOWN_CHANNEL => Some(Hindrance::Deleted),
            code::UNKNOWN_GUILD => Some(Hindrance::Removed),
            // Either the bot is gone, or it only lost a permission.
            _ if *status == 403 => match self.rest.server(slot.key.chat).await {
                Err(Failure::Refused {
                    code: code::UNKNOWN_GUILD | code::MISSING_ACCESS,
                    ..
                }) => Some(Hindrance::Removed),
                _ => None,
            },
            _ => return,
        };
        if let Some(why) = why
            && let Ok(true) = self
                .service
                .suspend(table, server(slot.key.chat.unsigned_abs()), why)
                .await
            && why == Hindrance::Removed
        {
            self.back_meanwhile(slot.key.chat).await;
        }
        self.tell_closed(table).await;
    }

    /// Somebody is called to move, so it is worth a question whether they are still in the server.
    pub(super) async fn look_around(&self, slot: &Slot) {
        if !matches!(slot.key.kind, SlotKind::Reminder | SlotKind::Nudge) || slot.message.is_some() {
            return;
        }
        if let Some(table) = in_server(slot)
            && let Ok(Some(account)) = self.service.waited_for(table).await
        {
            self.look_for(account, slot.key.chat).await;
        }
    }

    /// Somebody can't be written to in private: perhaps they are gone.
    async fn person_vanished(&self, slot: &Slot, status: u16, code: i64) {
        let account = Account {
            platform: Platform::Discord,
            user: slot.key.chat.abs(),
        };
        if code == code::UNKNOWN_USER {
            drop(self.service.left(account, None, Gone::Deleted).await);
        } else if slot.key.reader.is_some() && (status == 403 || code == code::INVALID_RECIPIENT) {
            let table = self.service.table(slot.key.table).await;
            if let Ok(table) = table {
                let place = table.place_on(Platform::Discord);
                self.look_for(account, place.map_or(0, |place| place.venue.chat)).await;
            }
        }
    }

    /// Looks whether a person is a member of a server.
    async fn look_for(&self, account: Account, guild: i64) {
        // Whoever plays from another platform need not be there.
        if guild <= 0 || account.platform != Platform::Discord {
            return;
        }
        let venue = server(guild.unsigned_abs());
        match self.rest.member(guild, account.user).await {
            Ok(()) => drop(self.service.returned(account, Some(venue)).await),
            Err(failure) => match failure.code() {
                Some(code::UNKNOWN_MEMBER) => drop(self.service.left(account, Some(venue), Gone::Left).await),
                Some(code::UNKNOWN_USER) => drop(self.service.left(account, None, Gone::Deleted).await),
                // No answer, or none that says it.
                _ => {}
            },
        }
    }

    /// Tells the players of a table in private that its public place is closed, once, as far as they can be written to.
    async fn tell_closed(&self, table: TableId) {
        if !self.chats.note_told(table, true) {
            return;
        }
        for (account, post) in self.desk.place_closed(table).await {
            let Some(channel) = self.known_private(account).await else {
                continue;
            };
            let nonce = format!("c{:x}.{:x}", table.0, account.user & 0xffff_ffff);
            if let Err(failure) = self.rest.send(channel, &Message::of(&post), &nonce).await {
                tracing::info!(%failure, "a player could not be told that a place is closed");
            }
        }
    }
}

/// The threads of a channel that are not archived.
fn threads_of(guild: &serenity::Guild, channel: serenity::ChannelId) -> Vec<i64> {
    let threads = guild.threads.iter().filter(|thread| thread.parent_id == Some(channel));
    threads.map(|thread| thread.id.get().cast_signed()).collect()
}

/// The table of a public message in a server; none for private messages and for matches in a private chat.
fn in_server(slot: &Slot) -> Option<TableId> {
    (slot.key.reader.is_none() && slot.key.chat > 0).then_some(slot.key.table)
}

fn server(id: u64) -> Venue {
    Venue {
        platform: Platform::Discord,
        chat: id.cast_signed(),
    }
}
