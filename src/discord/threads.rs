//! A thread for each match, where moderators want that: made before the challenge is stored, so that its place is the
//! thread from the beginning.

use poise::serenity_prelude as serenity;

use crate::id::Place;
use crate::ui::{Answer, Ask, Challenge, Guest, Lack};

use super::bot::{Asked, Bot};
use super::reply::Way;

impl Bot {
    /// Answers a challenge.
    pub(super) async fn challenge(&self, cache: &serenity::Cache, asked: Asked<'_>, challenge: Challenge) {
        let _under_way = self.under_way.token();
        if !self.acknowledge(&asked, Way::OnlyMe).await {
            return;
        }
        let guest = asked.guest(cache);
        let ask = Ask::Challenge(challenge.clone());
        let (answer, more) = match self.desk.admit(&guest, &ask).await {
            Some(refusal) => (refusal, None),
            None => self.open(&asked, guest, challenge).await,
        };
        self.finish(&asked, Way::OnlyMe, answer).await;
        if let Some(more) = more {
            self.add(&asked, more).await;
        }
        self.note_private_chat(&asked).await;
        self.try_again(&asked).await;
    }

    /// Opens the match in a thread, or where it was asked for, and says then why there is none.
    async fn open(&self, asked: &Asked<'_>, guest: Guest, challenge: Challenge) -> (Answer, Option<Answer>) {
        let (name, place) = match (self.desk.thread_name(&guest, &challenge).await, guest.place) {
            (Some(name), Some(place)) => (name, place),
            _ => return (self.desk.serve(&guest, Ask::Challenge(challenge)).await, None),
        };
        let made = if asked.lacks_threads() {
            None
        } else {
            let made = self.rest.start_thread(asked.channel, &name).await;
            made.inspect_err(|failure| tracing::warn!(%failure, "a thread could not be made"))
                .ok()
        };
        let Some(thread) = made else {
            let lacking = self.desk.lacking(&guest, &[Lack::MakeThreads]).await;
            return (self.desk.serve(&guest, Ask::Challenge(challenge)).await, Some(lacking));
        };
        let within = Guest {
            place: Some(Place {
                channel: thread,
                ..place
            }),
            parent: Some(asked.channel),
            ..guest
        };
        let answer = self.desk.serve(&within, Ask::Challenge(challenge)).await;
        if answer.toast.as_ref().is_some_and(|toast| toast.alert) {
            // Refused after all: somebody was faster. An empty thread is nobody's match.
            if let Err(failure) = self.rest.archive(thread).await {
                tracing::debug!(%failure, "an empty thread could not be closed");
            }
            return (answer, None);
        }
        (self.desk.in_thread(&within).await, None)
    }
}
