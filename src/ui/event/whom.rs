//! Whom an organiser means.

use crate::contest::Contest;
use crate::id::{Platform, PlayerId};
use crate::service::{EventError, TeamError};
use crate::ui::ask::{Foe, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::Desk;
use crate::ui::teams::Lost;
use crate::ui::voice::{Voice, say};

impl Desk {
    /// Whom somebody names. On the page nobody has a name that the platform knows, so whoever has to do with the event is
    /// found by what they are called.
    pub(super) async fn event_person(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        contest: &Contest,
        foe: Option<Foe>,
    ) -> Result<Result<PlayerId, String>, EventError> {
        let (Platform::Web, Some(Foe::Handle(typed))) = (guest.account.platform, &foe) else {
            return Ok(self.somebody(voice, guest, foe).await?);
        };
        let entrants = contest.entrants().map(|entrant| entrant.player);
        let mut people: Vec<PlayerId> = Vec::new();
        for player in entrants.chain(contest.waiting()).chain(contest.organisers()) {
            if !people.contains(&player) {
                people.push(player);
            }
        }
        match self.one_of(voice, guest, &people, typed).await {
            Ok(whom) => Ok(Ok(whom)),
            Err(Lost::Said(_)) => Ok(Err(say!(voice, "refused-event-person", text = shown(typed)))),
            Err(Lost::Event(error)) => Err(error),
            Err(Lost::Failed(TeamError::Other(error))) => Err(error.into()),
            Err(Lost::Failed(TeamError::Barred(bar))) => Ok(Err(voice.team_bar(bar))),
        }
    }
}
