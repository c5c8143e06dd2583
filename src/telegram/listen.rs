//! Long polling: updates are confirmed, by asking for what comes after them, only when they are handled. While that takes
//! its time, what came since is looked for all the same, so that no press waits unanswered behind it.

use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;
use teloxide::payloads::GetUpdatesSetters;
use teloxide::requests::{Request, Requester};
use teloxide::types::AllowedUpdate;
use tokio_util::sync::CancellationToken;

use super::Error;
use super::failure::{Failure, sort};
use super::lanes::Lanes;
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
/// While updates are being handled for so long, newer ones are looked for (ours).
const PEEK: Duration = Duration::from_millis(250);
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
    let mut lanes = Lanes::new(reception);
    let mut patience = Patience::default();
    let (begun, mut told) = (tokio::time::Instant::now(), 0);
    loop {
        let confirms = lanes.handled(PEEK).await;
        if stop.is_cancelled() {
            break;
        }
        let asked = ask(bot, lanes.offset(), if confirms { HOLD } else { 0 }).send();
        let answered = tokio::select! {
            () = stop.cancelled() => break,
            answered = asked => answered,
            never = lanes.carry_on() => match never {},
        };
        match answered {
            Ok(updates) => {
                reception.heard();
                patience = Patience::default();
                lanes.take(updates, confirms);
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
                    never = lanes.carry_on() => match never {},
                }
            }
        }
    }
    lanes.finish().await;
    if lanes.offset().is_some() {
        // Whether it arrives or not: what comes twice is recognised.
        drop(tokio::time::timeout(FAREWELL, ask(bot, lanes.offset(), 0).limit(1).send()).await);
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
