//! Presses that wait for their answer. Telegram shows a spinner until one comes, so every press gets it in time, whatever
//! its work waits for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use teloxide::types::{CallbackQueryId, Update, UpdateKind};
use tokio::time::Instant;

use super::office::{Office, lock};

/// A press is answered after this time at the latest, whether its work is done or not.
const PRESS_TIME: Duration = Duration::from_millis(800);

/// A press that came in.
pub(super) struct Query {
    id: Mutex<Option<CallbackQueryId>>,
    /// When it must be answered.
    pub(super) until: Instant,
}

impl Query {
    /// The right to answer it, once.
    pub(super) fn take(&self) -> Option<CallbackQueryId> {
        lock(&self.id).take()
    }
}

/// Presses by the number of their update.
#[derive(Default)]
pub(super) struct Presses(Mutex<HashMap<u32, Arc<Query>>>);

impl Presses {
    /// From now on this press is answered in time, also while it waits for its turn.
    pub(super) fn expect(&self, office: &Arc<Office>, update: &Update) {
        let UpdateKind::CallbackQuery(press) = &update.kind else {
            return;
        };
        let mut open = lock(&self.0);
        if open.contains_key(&update.id.0) {
            return;
        }
        let query = Arc::new(Query {
            id: Mutex::new(Some(press.id.clone())),
            until: Instant::now() + PRESS_TIME,
        });
        open.insert(update.id.0, Arc::clone(&query));
        let speaker = Arc::clone(office);
        office.spawn(async move {
            tokio::time::sleep_until(query.until).await;
            if let Some(id) = query.take() {
                speaker.mouth.toast(id, None).await;
            }
        });
    }

    /// The press of this update, whose turn has come.
    pub(super) fn begin(&self, update: u32) -> Option<Arc<Query>> {
        lock(&self.0).remove(&update)
    }
}
