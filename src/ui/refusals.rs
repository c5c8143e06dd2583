//! Every refusal in words: a new one can't be forgotten, since nothing here matches everything.

use super::cards::symbol;
use super::challenge::{HANDS, TARGET};
use super::voice::{Voice, say};
use crate::gin::{Illegal, TAKE_BACKS_MAX};
use crate::service::{Bound, Error};
use crate::table::{ABORTS_MAX, BadTerms, CUT_MAX, Refusal};

impl Voice<'_> {
    /// Why nothing came of a wish; `None` for a repeated update, which is answered by silence.
    pub(super) fn excuse(&self, error: &Error) -> Option<String> {
        Some(match error {
            Error::Refused(refusal) => self.refusal(*refusal),
            Error::NoTable => say!(self, "refused-no-table"),
            Error::TooMany => say!(self, "refused-limit"),
            Error::Gone => say!(self, "refused-gone"),
            Error::Full(Bound::Place(most)) => say!(self, "refused-full-channel", most = i64::from(*most)),
            Error::Full(Bound::Player(_, most)) => say!(self, "refused-full-player", most = i64::from(*most)),
            Error::Blocked { own: true } => say!(self, "refused-blocked"),
            Error::Blocked { own: false } => say!(self, "refused-blocked-other"),
            Error::Duplicate => return None,
            Error::NotStored { code } => say!(self, "not-stored", code = code),
            Error::Fault { code } => say!(self, "fault", code = code),
        })
    }

    fn refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::Illegal(illegal) => self.illegal(illegal),
            Refusal::Stale => say!(self, "refused-stale"),
            Refusal::NotSeated => say!(self, "refused-stranger"),
            Refusal::NotInvited => say!(self, "refused-not-invited"),
            Refusal::OwnChallenge => say!(self, "refused-own"),
            Refusal::NotOpen => say!(self, "refused-not-open"),
            Refusal::NotDealt => say!(self, "refused-not-dealt"),
            Refusal::Over => say!(self, "refused-over"),
            Refusal::Computer => say!(self, "refused-computer"),
            Refusal::Offered => say!(self, "refused-offered"),
            Refusal::NoOffer => say!(self, "refused-no-offer"),
            Refusal::Begun => say!(self, "refused-begun"),
            Refusal::OfEvent => say!(self, "refused-of-event"),
            Refusal::Aborts => say!(self, "refused-aborts", most = ABORTS_MAX),
            Refusal::OwnTurn => say!(self, "refused-own-turn"),
            Refusal::Nudged => say!(self, "refused-nudged"),
            Refusal::NotOver => say!(self, "refused-not-over"),
            Refusal::NoRematch => say!(self, "refused-no-rematch"),
            Refusal::RematchAsked => say!(self, "refused-rematch-asked"),
            Refusal::Rematched => say!(self, "refused-rematched"),
            Refusal::NotAway => say!(self, "refused-not-away"),
            Refusal::ClaimEarly => say!(self, "refused-claim-early"),
            Refusal::Paused => say!(self, "refused-paused"),
            Refusal::NoResult => say!(self, "refused-no-result"),
            Refusal::Voided => say!(self, "refused-voided"),
            Refusal::Words => say!(self, "refused-words", most = i64::try_from(CUT_MAX).unwrap_or(0)),
            Refusal::CutOften => say!(self, "refused-cut-often"),
            Refusal::Terms(bad) => self.bad_terms(bad),
        }
    }

    /// Why terms can't be played.
    pub(super) fn bad_terms(&self, bad: BadTerms) -> String {
        match bad {
            BadTerms::Hands => say!(self, "refused-hands", least = *HANDS.start(), most = *HANDS.end()),
            BadTerms::Target => say!(self, "refused-target", least = *TARGET.start(), most = *TARGET.end()),
            BadTerms::Turn => say!(self, "refused-clock", text = "?"),
            BadTerms::Rules(contradiction) => self.contradiction(contradiction),
        }
    }

    /// Why the rules of a hand forbid something.
    pub(super) fn illegal(&self, illegal: Illegal) -> String {
        match illegal {
            Illegal::NotYourTurn => say!(self, "illegal-turn"),
            Illegal::WrongPhase => say!(self, "illegal-phase"),
            Illegal::NotThatCard => say!(self, "illegal-top"),
            Illegal::UpcardPassed => say!(self, "illegal-upcard-passed"),
            Illegal::StockEmpty => say!(self, "illegal-stock"),
            Illegal::NotInHand(card) => say!(self, "illegal-not-held", card = symbol(card)),
            Illegal::JustTaken(card) => say!(self, "illegal-just-taken", card = symbol(card)),
            Illegal::TooMuchDeadwood { deadwood, limit } => {
                say!(self, "illegal-deadwood", points = deadwood, limit = limit)
            }
            Illegal::MustKnock => say!(self, "illegal-must-knock"),
            Illegal::NoSuchArrangement => say!(self, "illegal-arrangement"),
            Illegal::DoesNotFit(card) => say!(self, "illegal-no-fit", card = symbol(card)),
            Illegal::NothingPlaced => say!(self, "illegal-none-placed"),
            Illegal::TakenBackOften => say!(self, "illegal-taken-back-often", most = TAKE_BACKS_MAX),
            Illegal::Over => say!(self, "illegal-over"),
        }
    }
}
