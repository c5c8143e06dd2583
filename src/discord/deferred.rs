//! An answer that Discord shows as "thinking" until it is there. It has to come, also after an outage: nobody can take the
//! placeholder away but the bot, and only while the press's token lives.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::message::Message;
use super::rest::{Failure, Rest, code};

/// For how long an answer is tried: 14 minutes (ours); Discord's token lives 15.
const PATIENCE: Duration = Duration::from_secs(14 * 60);
/// The first and the longest pause between two tries (ours).
const PAUSES: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(60));

/// The answer to a press or command that was acknowledged with a placeholder.
pub(super) struct Deferred {
    pub(super) rest: Arc<Rest>,
    pub(super) application: u64,
    pub(super) token: String,
    /// What takes the placeholder's place; `None`: nothing, it goes.
    pub(super) message: Option<Message>,
}

impl Deferred {
    /// Shows it, in a simpler form where Discord refuses it. What Discord refuses altogether is gone for good.
    ///
    /// # Errors
    /// When it is not known whether Discord took it, or it does later.
    pub(super) async fn show(&self) -> Result<(), Failure> {
        let Some(message) = &self.message else {
            return self.take_away().await;
        };
        let first = self.rest.edit_original(self.application, &self.token, message).await;
        let Err(failure) = first else { return Ok(()) };
        tracing::warn!(%failure, "an answer could not be shown");
        if !matches!(failure, Failure::Refused { .. }) {
            return Err(failure);
        }
        if failure.code() == Some(code::INVALID_WEBHOOK_TOKEN) {
            return Ok(());
        }
        let plain = message.clone().without_picture().without_rows();
        match self.rest.edit_original(self.application, &self.token, &plain).await {
            Err(Failure::Refused { .. }) => self.take_away().await,
            shown => shown,
        }
    }

    /// Tries again, ever more rarely, until it is shown or nothing can be shown any more.
    pub(super) async fn insist(self, mut failure: Failure) {
        let until = Instant::now() + PATIENCE;
        let mut pause = PAUSES.0;
        while Instant::now() + pause < until {
            let told = match failure {
                Failure::Limited { wait } => wait,
                _ => Duration::ZERO,
            };
            tokio::time::sleep(pause.max(told)).await;
            match self.show().await {
                Ok(()) => return,
                Err(again) => failure = again,
            }
            pause = (pause * 2).min(PAUSES.1);
        }
        tracing::warn!(%failure, "an answer was never shown");
    }

    async fn take_away(&self) -> Result<(), Failure> {
        match self.rest.delete_original(self.application, &self.token).await {
            Err(failure @ Failure::Refused { .. }) => {
                tracing::debug!(%failure, "a placeholder could not be taken away");
                Ok(())
            }
            gone => gone,
        }
    }
}
