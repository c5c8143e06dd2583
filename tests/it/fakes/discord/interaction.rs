//! What became of a press.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::PATIENCE;
use super::view::Message;
use super::world::{Press, Shared};

/// A command or press on its way.
#[derive(Clone)]
pub struct Interaction {
    pub id: u64,
    pub(super) shared: Arc<Shared>,
}

impl Interaction {
    /// The type of the first answer (4 message, 5 deferred, 6 deferred update, 7 update, 9 window).
    ///
    /// # Panics
    ///
    /// When none comes within [`PATIENCE`].
    pub async fn acknowledged(&self) -> u8 {
        let answer = self
            .shared
            .wait(PATIENCE, || self.look(|press| press.callback.map(|(kind, _)| kind)))
            .await;
        answer.unwrap_or_else(|| panic!("nobody answered {}", self.describe()))
    }

    /// The first message that came of it: an answer, the edit of the pressed message, or a follow-up.
    ///
    /// # Panics
    ///
    /// When none comes within [`PATIENCE`].
    pub async fn response(&self) -> Message {
        self.response_where("a message", |_| true).await
    }

    /// The first only-me message that came of it.
    ///
    /// # Panics
    ///
    /// When none comes within [`PATIENCE`].
    pub async fn private(&self) -> Message {
        self.response_where("an only-me message", Message::is_only_me).await
    }

    /// The first message of its own that fits.
    ///
    /// # Panics
    ///
    /// When none comes within [`PATIENCE`].
    pub async fn response_where(&self, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
        let found = self
            .shared
            .wait(PATIENCE, || self.answers().into_iter().find(|message| fits(message)))
            .await;
        found.unwrap_or_else(|| panic!("waited {PATIENCE:?} for {what} after {}", self.describe()))
    }

    /// All messages it brought about or changed so far, in their present state, each once.
    pub fn answers(&self) -> Vec<Message> {
        let world = self.shared.lock();
        let mut ids: Vec<u64> = Vec::new();
        for id in &world.presses[&self.id].results {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        ids.iter()
            .filter_map(|id| world.letters.get(id))
            .filter(|letter| !letter.deleted)
            .map(Message::now)
            .collect()
    }

    /// The type of the first answer, if one came.
    pub fn callback(&self) -> Option<u8> {
        self.look(|press| press.callback.map(|(kind, _)| kind))
    }

    /// How long the first answer took, if one came.
    pub fn answered_after(&self) -> Option<Duration> {
        self.look(|press| press.callback.map(|(_, at)| at.duration_since(press.created)))
    }

    /// When the person pressed.
    pub fn pressed_at(&self) -> Instant {
        self.look(|press| press.created)
    }

    /// Whether the person is told "The application did not respond".
    pub fn failed(&self) -> bool {
        let world = self.shared.lock();
        let press = &world.presses[&self.id];
        press.callback.is_none() && press.age() > world.limits.first_answer
    }

    /// The window that the answer opened.
    pub fn window(&self) -> Option<Value> {
        self.look(|press| press.modal.clone())
    }

    /// Makes it older, so that a test needn't wait for the three seconds or the quarter hour.
    pub fn age(&self, by: Duration) {
        self.shared.change(|world| {
            if let Some(press) = world.presses.get_mut(&self.id) {
                press.aged += by;
            }
        });
    }

    /// What was sent to the bot.
    pub fn payload(&self) -> Arc<Value> {
        self.look(|press| Arc::clone(&press.payload))
    }

    fn look<T>(&self, f: impl FnOnce(&Press) -> T) -> T {
        f(&self.shared.lock().presses[&self.id])
    }

    fn describe(&self) -> String {
        let world = self.shared.lock();
        let press = &world.presses[&self.id];
        let who = world
            .people
            .get(&press.user)
            .map_or("somebody", |person| person.name.as_str());
        format!(
            "{who}'s {:?} (first answer: {:?})\n{}",
            press.name,
            press.callback.map(|(kind, _)| kind),
            world.summary()
        )
    }
}
