//! Events of other places: who knows of them, and where their messages stand by a place's own leave.

use super::events::{EventError, EventOutcome, is_private};
use super::{Error, Service, chapter};
use crate::contest::{Contest, Refusal, Wish};
use crate::id::{Account, EventId, Place, PlayerId, TableId, Venue};
use crate::store::{PLACES_MAX, SlotKind};

/// The key of a venue's setting: by whom events of other places are brought there, `everybody` or `admins` (where nothing is
/// set), who are those that may open events.
pub const GUESTS: &str = "guest_events";

/// How an event stands where somebody asks from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Its messages stand there, or do from this wish on.
    pub(super) shown: bool,
    /// The place where they do from this wish on.
    pub(super) brought: Option<Place>,
}

impl Service {
    /// The event with this id, as somebody in `here` (`None`: the private chat) typed it. Ids can be guessed: whoever asks for
    /// an event that is not shown there, and that they neither take part in nor run, enters a code as any other.
    ///
    /// # Errors
    /// `NoEvent` when there is none; `Guesses` when too many codes were entered lately.
    pub async fn event_called(
        &self,
        account: Account,
        typed: &str,
        here: Option<Venue>,
    ) -> Result<Contest, EventError> {
        let id = TableId::from_code(typed.trim().trim_start_matches('#')).ok_or(EventError::NoEvent)?;
        self.event_met(account, EventId(id.0), here).await
    }

    /// The same for an event whose button was pressed.
    ///
    /// # Errors
    /// Those of `event_called`.
    pub async fn event_met(
        &self,
        account: Account,
        event: EventId,
        here: Option<Venue>,
    ) -> Result<Contest, EventError> {
        let player = self.player(account).await?;
        let found = match self.event(event).await {
            Err(EventError::NoEvent) => None,
            found => Some(found?),
        };
        let known = match &found {
            Some(contest) => self.is_known(contest, player, here).await?,
            None => false,
        };
        if !known && !self.may_guess(account).await? {
            return Err(EventError::Guesses);
        }
        found.ok_or(EventError::NoEvent)
    }

    /// Shows an event of another place in this one from now on; that the person may have it here is for the caller to know.
    /// Nothing changes where it is shown already.
    ///
    /// # Errors
    /// Why it can't be.
    pub async fn bring_event(
        &self,
        account: Account,
        event: EventId,
        place: Place,
        inbox: Option<i64>,
    ) -> Result<EventOutcome, EventError> {
        if is_private(place.venue) {
            return Err(EventError::Private);
        }
        let player = self.player(account).await?;
        self.admit(place.venue, player, None).await?;
        let contest = self.event(event).await?;
        if chapter::is_over(&contest) {
            return Err(Refusal::Over.into());
        }
        let places = self.event_places(event).await?;
        let before = contest.version();
        if places.iter().any(|known| known.venue == place.venue) {
            return Ok(EventOutcome {
                event,
                contest,
                before,
                points: Vec::new(),
            });
        }
        // Its own place is among them.
        if i64::try_from(places.len()).unwrap_or(i64::MAX) > PLACES_MAX {
            return Err(EventError::Crowded);
        }
        let show = |chapter: &mut crate::store::Chapter| {
            chapter.slots = vec![(SlotKind::Event, 0, chapter.expected.0)];
            chapter.shown_in = Some(place);
            chapter.inbox = inbox.map(|key| (account.platform, key));
        };
        self.rewrite_event(event, show).await
    }

    /// Shows an event of another place in this one no more; that the person may send it away is for the caller to know. Its
    /// messages there say so. `false` when it is not shown there, or at home there.
    ///
    /// # Errors
    /// When there is no such event, or the store fails.
    pub async fn send_event_away(&self, event: EventId, venue: Venue) -> Result<bool, EventError> {
        let broke = |error| EventError::of(self, error);
        let shown = self.store().event_places(event).await.map_err(broke)?;
        if !shown.iter().any(|known| known.venue == venue) {
            return Ok(false);
        }
        let hide = |chapter: &mut crate::store::Chapter| chapter.hidden_in = Some(venue);
        self.rewrite_event(event, hide).await?;
        self.changed(venue.platform).notify_one();
        Ok(true)
    }

    /// How an event stands where this is wished from, and whether it is brought there by it.
    pub(super) async fn standing(
        &self,
        contest: &Contest,
        wish: &Wish,
        at: Option<Place>,
        brings: bool,
    ) -> Result<Standing, EventError> {
        let Some(at) = at.filter(|at| at.venue != contest.place().venue && !is_private(at.venue)) else {
            return Ok(Standing::default());
        };
        let broke = |error| EventError::of(self, error);
        let places = self.store().event_places(contest.id()).await.map_err(broke)?;
        if places.iter().any(|known| known.venue == at.venue) {
            return Ok(Standing {
                shown: true,
                brought: None,
            });
        }
        // Who comes in from elsewhere finds the event's messages there too, where that place wants them.
        let comes = matches!(wish, Wish::SignUp | Wish::Enter(_) | Wish::Switch(_));
        let set = self.store().venue_setting(at.venue, GUESTS).await.map_err(broke)?;
        let welcome = comes && (brings || set.as_deref() == Some("everybody"));
        Ok(Standing {
            shown: welcome,
            brought: welcome.then_some(at),
        })
    }

    /// Refuses whom moderators have shut out of the event's venue: whoever asks for something there, and whoever else the wish
    /// lets in.
    pub(super) async fn let_in(&self, home: Venue, player: PlayerId, wish: &Wish) -> Result<(), EventError> {
        let mut comers = match wish {
            Wish::SignUp | Wish::Show(_) | Wish::CheckIn | Wish::Switch(_) | Wish::Return => vec![player],
            Wish::Enter(team) => team.people().collect(),
            Wish::Substitute { into, .. } => vec![*into],
            _ => Vec::new(),
        };
        if matches!(wish, Wish::Enter(_)) {
            comers.insert(0, player);
        }
        for comer in comers {
            match self.admit(home, comer, None).await {
                Err(Error::Blocked { .. }) if comer != player => return Err(EventError::BlockedOther(comer)),
                admitted => admitted?,
            }
        }
        Ok(())
    }

    /// Whether somebody may know of this event in `here` without a code.
    async fn is_known(&self, contest: &Contest, player: PlayerId, here: Option<Venue>) -> Result<bool, EventError> {
        let has_part = contest.entrant(player).is_some()
            || contest.waiting().any(|waiting| waiting == player)
            || contest.is_organiser(player);
        let Some(here) = here.filter(|_| !has_part) else {
            return Ok(has_part);
        };
        let places = self.event_places(contest.id()).await?;
        Ok(places.iter().any(|place| place.venue == here))
    }
}
