//! Before anybody sits at the local page: what is refused there, so that nobody is made for it.

use super::ask::{Challenge, Guest};
use super::challenge::terms;
use super::desk::Desk;
use super::names::clean;
use super::voice::say;
use crate::service::Error;

/// Why the page makes no seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSeat {
    /// A name has no letters that anybody sees.
    Name,
    /// What was typed is longer than anybody types.
    Long,
    /// Too many new seats at once.
    Busy,
}

impl Desk {
    /// Whether anything is left of a name once it is cleaned.
    #[must_use]
    pub fn is_name(&self, typed: &str) -> bool {
        !clean(typed).is_empty()
    }

    /// Why there are no seats, in the guest's language.
    pub async fn no_seat(&self, guest: &Guest, why: NoSeat) -> String {
        let voice = self.voice_for(guest).await;
        match why {
            NoSeat::Name => say!(voice, "page-no-name"),
            NoSeat::Long => say!(voice, "page-too-long"),
            NoSeat::Busy => say!(voice, "page-busy"),
        }
    }

    /// Why these terms can't be played where the guest is, in words; `None`: they can.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn refuses(&self, guest: &Guest, challenge: &Challenge) -> Result<Option<String>, Error> {
        let voice = self.voice_for(guest).await;
        Ok(terms(voice, challenge, &self.house_here(guest).await?).err())
    }
}
