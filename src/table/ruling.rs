use super::event::Event;
use super::game::Refusal;
use super::state::{MatchEnd, Stage, Table};
use crate::id::PlayerId;

/// The longest reason that a moderator gives, in letters; what is longer is cut (ours).
pub const REASON_MAX: usize = 200;

/// What a moderator decided about a match, as its log tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Ruling {
    /// Whether the result counts no more.
    voided: bool,
    /// Why, in the moderator's words.
    reason: Option<String>,
}

impl Table {
    /// What follows when a moderator ends a match or a challenge that is not over: it has no result. `by` is nobody for
    /// an administrator whom the platform does not name.
    ///
    /// # Errors
    /// When it is over.
    pub fn cancel(&self, by: Option<PlayerId>, reason: Option<&str>) -> Result<Vec<Event>, Refusal> {
        match self.stage {
            Stage::Over(_) => Err(Refusal::Over),
            Stage::Invited | Stage::Gathering | Stage::Playing => Ok(vec![Event::Cancelled {
                by,
                reason: reason.and_then(tidy),
            }]),
        }
    }

    /// What follows when a moderator takes a result out of every reckoning.
    ///
    /// # Errors
    /// When there is none, or none any more.
    pub fn void(&self, by: Option<PlayerId>, reason: Option<&str>) -> Result<Vec<Event>, Refusal> {
        match self.stage {
            Stage::Invited | Stage::Gathering | Stage::Playing => Err(Refusal::NotOver),
            Stage::Over(_) if self.voided() => Err(Refusal::Voided),
            Stage::Over(MatchEnd::Won { .. } | MatchEnd::Drawn | MatchEnd::Agreed) if self.players().count() == 2 => {
                Ok(vec![Event::Voided {
                    by,
                    reason: reason.and_then(tidy),
                }])
            }
            Stage::Over(_) => Err(Refusal::NoResult),
        }
    }

    /// Whether a moderator took the result out of every reckoning.
    #[must_use]
    pub fn voided(&self) -> bool {
        self.ruling.voided
    }

    /// Why a moderator cancelled the match or voided its result, in the moderator's words.
    #[must_use]
    pub fn ruling_reason(&self) -> Option<&str> {
        self.ruling.reason.as_deref()
    }

    /// Takes in what a moderator decided; called for every fact.
    pub(super) fn heed(&mut self, event: &Event) {
        match event {
            Event::Cancelled { reason, .. } => {
                self.stage = Stage::Over(MatchEnd::Cancelled);
                self.ruling.reason.clone_from(reason);
            }
            Event::Voided { reason, .. } => {
                self.ruling = Ruling {
                    voided: true,
                    reason: reason.clone(),
                };
            }
            _ => return,
        }
        // Both hand messages say it.
        self.changed = vec![self.version; 2];
    }
}

/// A reason as it is kept: on one line, not too long.
fn tidy(reason: &str) -> Option<String> {
    let words: Vec<&str> = reason.split_whitespace().collect();
    let kept: String = words
        .join(" ")
        .chars()
        .filter(|letter| !letter.is_control())
        .take(REASON_MAX)
        .collect();
    (!kept.is_empty()).then_some(kept)
}
