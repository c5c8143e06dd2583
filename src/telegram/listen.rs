//! Long polling: the next updates are asked for, and the last ones confirmed by that, only when the last ones are handled.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use teloxide::Bot;
use teloxide::payloads::GetUpdatesSetters;
use teloxide::requests::{Request, Requester};
use teloxide::types::{AllowedUpdate, Update};
use tokio_util::sync::CancellationToken;

use super::Error;
use super::failure::{Failure, sort};
use super::reception::Reception;

/// What this bot wants to hear of; edited messages and channel posts are not among it.
pub(super) const WANTED: [AllowedUpdate; 3] = [
    AllowedUpdate::Message,
    AllowedUpdate::CallbackQuery,
    AllowedUpdate::MyChatMember,
];
/// How long Telegram may hold a question for updates, in seconds; the client's own limit is higher.
pub(super) const HOLD: u32 = 25;
/// The most updates at once (Telegram's limit).
const BATCH: u8 = 100;
/// How many chats are served at the same time.
const AT_ONCE: usize = 64;
/// The last question, which confirms what was handled, must not delay the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// A copy that is so young gives way to the one that was there first.
const YOUNG: Duration = Duration::from_secs(60);
/// How often it must be told that there is one: a copy that was just stopped may still be heard of once.
const TOLD: u32 = 3;

/// Polls until told to stop.
///
/// # Errors
/// When the token is refused, or another copy polls with it.
pub(super) async fn poll(bot: &Bot, reception: &Arc<Reception>, stop: &CancellationToken) -> Result<(), Error> {
    let mut offset = None;
    let mut patience = Patience::default();
    let (begun, mut told) = (tokio::time::Instant::now(), 0);
    loop {
        let asked = ask(bot, offset, HOLD).send();
        let answered = tokio::select! {
            () = stop.cancelled() => break,
            answered = asked => answered,
        };
        match answered {
            Ok(updates) => {
                reception.heard();
                patience = Patience::default();
                let last = updates.iter().map(|update| update.id.0).max();
                receive(reception, updates).await;
                // Once nothing came the last ones are confirmed, and no number needs to be remembered: after a quiet week
                // Telegram counts from anywhere.
                offset = last.and_then(|last| i32::try_from(i64::from(last) + 1).ok());
            }
            Err(error) => {
                let wait = match sort(&error) {
                    Failure::Token => return Err(Error::Token),
                    Failure::Wait(time) => time,
                    Failure::Conflict => {
                        tracing::warn!(
                            "somebody else receives this bot's updates: another running copy with the same token, or a \
                             webhook; trying again"
                        );
                        told += 1;
                        if told >= TOLD && begun.elapsed() < YOUNG {
                            return Err(Error::Twice);
                        }
                        patience.next()
                    }
                    failure => {
                        tracing::warn!(%failure, "Telegram can't be reached; trying again");
                        patience.next()
                    }
                };
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = tokio::time::sleep(wait) => {}
                }
            }
        }
    }
    if offset.is_some() {
        // Whether it arrives or not: what comes twice is recognised.
        drop(tokio::time::timeout(FAREWELL, ask(bot, offset, 0).limit(1).send()).await);
    }
    Ok(())
}

fn ask(bot: &Bot, offset: Option<i32>, hold: u32) -> teloxide::requests::JsonRequest<teloxide::payloads::GetUpdates> {
    let mut request = bot.get_updates().limit(BATCH).timeout(hold).allowed_updates(WANTED);
    if let Some(offset) = offset {
        request = request.offset(offset);
    }
    request
}

/// Handles a batch: in order within each chat, all chats at the same time.
async fn receive(reception: &Arc<Reception>, updates: Vec<Update>) {
    let mut chats: Vec<Vec<Update>> = Vec::new();
    let mut places: HashMap<Option<i64>, usize> = HashMap::new();
    for update in updates {
        let place = *places.entry(update.chat().map(|chat| chat.id.0)).or_insert_with(|| {
            chats.push(Vec::new());
            chats.len() - 1
        });
        chats[place].push(update);
    }
    futures::stream::iter(chats)
        .for_each_concurrent(AT_ONCE, |updates| async {
            for update in updates {
                reception.receive(update).await;
            }
        })
        .await;
}

/// Waits that grow: one second, doubled up to a minute.
#[derive(Default)]
pub(super) struct Patience(u32);

impl Patience {
    pub(super) fn next(&mut self) -> Duration {
        let wait = Duration::from_secs(1 << self.0.min(6)).min(Duration::from_secs(60));
        self.0 += 1;
        wait
    }
}
