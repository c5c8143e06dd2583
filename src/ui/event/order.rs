//! Typed orders: for the event that is meant they become what a button of it would carry, so that the answer to "Which event?"
//! carries on with what was typed.

use futures::future::BoxFuture;

use super::ask::EventDeed;
use super::meant::{Meant, Wanted};
use super::rule::ruled;
use super::run::next_round;
use super::times::start;
use super::token::{EventAct, Ruled};
use crate::contest::{Contest, PairingId, Refusal, Start, Status};
use crate::id::PlayerId;
use crate::service::EventError;
use crate::ui::ask::{Answer, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::Desk;
use crate::ui::voice::{Voice, say};

impl Desk {
    /// Does what was typed, or asks in which event.
    pub(super) fn event_deed<'a>(
        &'a self,
        guest: &'a Guest,
        typed: Option<&'a str>,
        deed: EventDeed,
    ) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let player = self.meet(guest).await?;
            let voice = self.voice_for(guest).await;
            let all = match self.meant(guest, player, typed, wanted(&deed)).await? {
                Meant::One(contest) => {
                    return match self.act_of(guest, voice, player, &contest, &deed).await? {
                        Ok(act) => self.act(guest, voice, player, &contest, at_once(&contest, act)).await,
                        Err(said) => Ok(self.tell(said).await),
                    };
                }
                Meant::Several(all) => all,
                Meant::Said(said) => return Ok(self.tell(said).await),
            };
            // Where it takes an organiser, the events that somebody runs are meant.
            let takes = |contest: &Contest| {
                let part = matches!(deed, EventDeed::Pause | EventDeed::Resume) && contest.entrant(player).is_some();
                part || contest.is_organiser(player) || guest.governs(contest.place().venue) || self.owns(guest)
            };
            let mut all = all;
            if wanted(&deed) == Wanted::Any {
                all.retain(takes);
                if all.is_empty() {
                    return Err(EventError::Refused(Refusal::NotOrganiser));
                }
            }
            let (mut fits, mut refused) = (Vec::new(), None);
            for contest in &all {
                match self.act_of(guest, voice, player, contest, &deed).await? {
                    Ok(act) => fits.push((contest, act)),
                    Err(said) => refused = refused.or(Some(said)),
                }
            }
            match (fits.as_slice(), refused) {
                ([], Some(said)) => Ok(self.tell(said).await),
                // It can be done in one of them alone.
                ([(contest, act)], _) => {
                    let act = at_once(contest, *act);
                    self.act(guest, voice, player, contest, act).await
                }
                (fits, _) => Ok(self.which_event(guest, fits).await),
            }
        })
    }

    /// What a button of this event would carry that does the same, or why it can't be done in it.
    async fn act_of(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
        deed: &EventDeed,
    ) -> Result<Result<EventAct, String>, EventError> {
        // Whoever does not run it can only mean themselves.
        let runs = contest.is_organiser(player) || guest.governs(contest.place().venue) || self.owns(guest);
        let myself = !runs && contest.entrant(player).is_some();
        Ok(Ok(match deed {
            EventDeed::Join => EventAct::Join,
            EventDeed::Leave | EventDeed::Drop => EventAct::AskLeave,
            EventDeed::CheckIn => EventAct::CheckIn,
            EventDeed::Rest => EventAct::Pause,
            EventDeed::Return => EventAct::Return,
            EventDeed::Pause if myself => EventAct::Pause,
            EventDeed::Resume if myself => EventAct::Return,
            EventDeed::Pause => EventAct::Hold,
            EventDeed::Resume => EventAct::Resume,
            EventDeed::Manage => EventAct::Manage,
            EventDeed::Cancel => EventAct::AskCancel,
            EventDeed::Start if contest.status() == Status::Open => EventAct::Start,
            EventDeed::Start => {
                let (stage, round) = next_round(contest).unwrap_or_else(|| {
                    let ran = contest.stages().last();
                    ran.map_or((0, 1), |ran| (ran.stage, ran.round + 1))
                });
                EventAct::Next(stage, round)
            }
            EventDeed::Correct { board, result } => {
                return Ok(correction(voice, contest, *board, result.as_deref()));
            }
            EventDeed::Expel(None) => EventAct::People(0),
            EventDeed::Expel(foe) => {
                let whom = self.event_person(guest, voice, contest, foe.clone()).await?;
                return Ok(whom.map(EventAct::AskExpel));
            }
            EventDeed::Organiser(foe) => {
                let whom = self.event_person(guest, voice, contest, foe.clone()).await?;
                return Ok(whom.map(EventAct::Name));
            }
            EventDeed::NoOrganiser(foe) => {
                let whom = self.event_person(guest, voice, contest, foe.clone()).await?;
                return Ok(whom.map(EventAct::Unname));
            }
            EventDeed::Move(typed) => {
                if contest.format().start == Start::WhenFull {
                    return Ok(Err(say!(voice, "refused-event-move-full")));
                }
                let Some(typed) = typed.as_deref() else {
                    return Ok(Err(say!(voice, "event-move-how")));
                };
                let (zone, now) = (self.calendar(contest.place().venue).await?, self.service.now());
                return Ok(match start(typed, &zone, now).map(|begins| begins.at) {
                    Ok(Some(at)) => Ok(EventAct::Move(at)),
                    // "When full" is no time.
                    Ok(None) => Err(voice.no_time(typed, &zone, now)),
                    Err(bad) => Err(voice.bad_time(bad, typed, &zone, now)),
                });
            }
        }))
    }
}

/// Which events can be meant by an order.
fn wanted(deed: &EventDeed) -> Wanted {
    match deed {
        EventDeed::Join => Wanted::Joinable,
        EventDeed::Leave | EventDeed::Drop | EventDeed::CheckIn | EventDeed::Rest | EventDeed::Return => Wanted::Own,
        EventDeed::Start
        | EventDeed::Manage
        | EventDeed::Pause
        | EventDeed::Resume
        | EventDeed::Cancel
        | EventDeed::Correct { .. }
        | EventDeed::Expel(_)
        | EventDeed::Organiser(_)
        | EventDeed::NoOrganiser(_)
        | EventDeed::Move(_) => Wanted::Any,
    }
}

/// A typed result, for a match of this event.
fn correction(
    voice: Voice<'_>,
    contest: &Contest,
    board: Option<i64>,
    result: Option<&str>,
) -> Result<EventAct, String> {
    // What can't be read is the same in every event.
    let wanted = match result {
        None => None,
        Some(typed) => match ruled(typed) {
            None => return Err(say!(voice, "refused-event-result", text = shown(typed))),
            some => some,
        },
    };
    let Some(board) = board else {
        return Ok(EventAct::Matches(0));
    };
    let number = board.checked_sub(1).and_then(|number| u32::try_from(number).ok());
    let pairing = number.map(PairingId).filter(|id| contest.pairing(*id).is_some());
    let pairing = pairing.ok_or_else(|| say!(voice, "refused-event-no-pairing"))?;
    Ok(match wanted {
        None => EventAct::AskCorrect(pairing),
        Some(wanted) => EventAct::AskRuling(pairing, wanted),
    })
}

/// The result of a match that has none and is not being played takes nothing back, so it is not asked about.
fn at_once(contest: &Contest, act: EventAct) -> EventAct {
    let EventAct::AskRuling(id, wanted) = act else {
        return act;
    };
    match contest.pairing(id) {
        Some(pairing) if pairing.score.is_none() && pairing.table.is_none() && wanted != Ruled::Void => {
            EventAct::Correct(id, wanted, pairing.mark())
        }
        _ => act,
    }
}
