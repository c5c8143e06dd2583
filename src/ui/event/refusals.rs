//! Every refusal about events in words: a new one can't be forgotten, since nothing here matches everything.

use crate::contest::{Flaw, ORGANISERS_MAX, Refusal};
use crate::service::EventError;
use crate::ui::voice::{Voice, say};

const ORGANISERS: u32 = ORGANISERS_MAX as u32;

impl Voice<'_> {
    /// Why nothing came of a wish about an event; `None` for a repeated update, which is answered by silence.
    pub(super) fn event_excuse(&self, error: &EventError) -> Option<String> {
        Some(match error {
            EventError::Refused(refusal) => self.event_refusal(*refusal),
            EventError::Flawed(flaw) => self.flaw(*flaw),
            EventError::NoEvent => say!(self, "refused-event-none"),
            EventError::Blocked => say!(self, "refused-blocked"),
            EventError::BlockedOther(_) => say!(self, "refused-event-blocked-other", name = say!(self, "nobody")),
            EventError::Guesses => say!(self, "refused-code-often"),
            EventError::Crowded => say!(self, "refused-event-crowded"),
            EventError::TooMany => say!(self, "refused-event-too-many"),
            EventError::Poor { fee, points } => say!(self, "refused-fee-poor", fee = *fee, points = *points),
            EventError::Private => say!(self, "refused-event-private"),
            EventError::Cron => say!(self, "refused-event-cron", text = "?"),
            EventError::TooOften => say!(self, "refused-event-too-often"),
            EventError::Zone => say!(self, "refused-event-zone"),
            EventError::Duplicate => return None,
            EventError::Gone => say!(self, "refused-gone"),
            EventError::NotStored { code } => say!(self, "not-stored", code = code),
            EventError::Fault { code } => say!(self, "fault", code = code),
        })
    }

    fn event_refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::Over => say!(self, "refused-event-over"),
            Refusal::NotOrganiser => say!(self, "refused-event-organiser"),
            Refusal::NoOrganiser => say!(self, "refused-event-no-organiser"),
            Refusal::NotAdmin => say!(self, "refused-moderator"),
            Refusal::Elsewhere => say!(self, "refused-event-elsewhere"),
            Refusal::NotShown => say!(self, "refused-event-not-shown"),
            Refusal::NotSignedUp => say!(self, "refused-event-not-in"),
            Refusal::Full => say!(self, "refused-event-full"),
            Refusal::LineFull => say!(self, "refused-event-line-full"),
            Refusal::TooOften => say!(self, "refused-event-flapping"),
            Refusal::Organisers => say!(self, "refused-event-organisers", most = ORGANISERS),
            Refusal::Closed => say!(self, "refused-event-closed"),
            Refusal::Begun => say!(self, "refused-event-begun"),
            Refusal::NotBegun => say!(self, "refused-event-not-begun"),
            Refusal::NoCheckIn => say!(self, "refused-event-no-check-in"),
            Refusal::TeamNeeded => say!(self, "refused-event-team-needed"),
            Refusal::NoTeams => say!(self, "refused-event-no-teams"),
            Refusal::TeamSize => say!(self, "refused-event-team-size"),
            Refusal::Roster => say!(self, "refused-event-roster"),
            Refusal::OtherTeam(_) => say!(self, "refused-event-other-team", name = say!(self, "nobody")),
            Refusal::NotCaptain => say!(self, "refused-event-captain"),
            Refusal::NotSubstitute => say!(self, "refused-event-substitute"),
            Refusal::Sits => say!(self, "refused-event-sits"),
            Refusal::TooFew => say!(self, "refused-event-too-few"),
            Refusal::RoundOpen => say!(self, "refused-event-round-open"),
            Refusal::NotYet => say!(self, "refused-event-not-yet"),
            Refusal::NoPairing => say!(self, "refused-event-no-pairing"),
            Refusal::NotYours => say!(self, "refused-event-not-yours"),
            Refusal::Scored => say!(self, "refused-event-scored"),
            Refusal::Seated => say!(self, "refused-event-seated"),
            Refusal::Depends => say!(self, "refused-event-depends"),
            Refusal::NoWinner => say!(self, "refused-event-no-winner"),
            Refusal::Dropped => say!(self, "refused-event-dropped"),
            Refusal::Held => say!(self, "refused-event-held"),
            Refusal::Bounds => say!(self, "refused-event-bounds"),
            Refusal::NoTime => say!(self, "refused-event-start-past"),
            Refusal::Format(flaw) => self.flaw(flaw),
        }
    }

    /// Why a format can't be played.
    pub(super) fn flaw(&self, flaw: Flaw) -> String {
        let stage = |stage: usize| i64::try_from(stage).unwrap_or(1);
        match flaw {
            Flaw::Title => say!(self, "flaw-title"),
            Flaw::Terms => say!(self, "flaw-terms"),
            Flaw::Size => say!(self, "flaw-size"),
            Flaw::Fee => say!(self, "flaw-fee"),
            Flaw::TeamFee => say!(self, "flaw-team-fee"),
            Flaw::Stages => say!(self, "flaw-stages"),
            Flaw::Minutes => say!(self, "flaw-minutes"),
            Flaw::CheckIn => say!(self, "flaw-check-in"),
            Flaw::Late => say!(self, "flaw-late"),
            Flaw::NoSquads => say!(self, "flaw-no-squads"),
            Flaw::TeamsAlone => say!(self, "flaw-teams-alone"),
            Flaw::Squads => say!(self, "flaw-squads"),
            Flaw::Advance { stage: n } => say!(self, "flaw-advance", n = stage(n)),
            Flaw::AdvanceNowhere { stage: n } => say!(self, "flaw-advance-nowhere", n = stage(n)),
            Flaw::Carry { stage: n } => say!(self, "flaw-carry", n = stage(n)),
            Flaw::Figures { stage: n } => say!(self, "flaw-figures", n = stage(n)),
            Flaw::Keep { stage: n } => say!(self, "flaw-keep", n = stage(n)),
            Flaw::TieBreaks { stage: n } => say!(self, "flaw-tie-breaks", n = stage(n)),
            Flaw::Pace { stage: n } => say!(self, "flaw-pace", n = stage(n)),
        }
    }
}
