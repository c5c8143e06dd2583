use super::decide::{Setting, Who};
use super::fact::{Fact, PairingId};
use super::format::{Start, Unfinished};
use super::state::{Contest, Status};
use crate::id::Millis;

/// Something to be done at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// What.
    pub kind: DueKind,
    /// When.
    pub at: Millis,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DueKind {
    /// The event begins.
    Start,
    /// People are asked to say that they are there.
    CheckIn,
    /// Whoever is awaited at a match is reminded.
    Remind(PairingId),
    /// The time to come to a match is over.
    NoShow(PairingId),
    /// The time of a match's round is over.
    Unfinished(PairingId),
    /// Nothing comes of the event any more: it is called off.
    Lapse,
    /// This round of this stage begins, or the stage ends.
    Next {
        /// The stage, from 0.
        stage: u8,
        /// The round, from 1.
        round: u16,
    },
}

impl DueKind {
    /// The kind as the store keeps it: a number for the kind, and what it is about.
    #[must_use]
    pub fn code(self) -> (i64, i64) {
        match self {
            DueKind::Start => (1, 0),
            DueKind::CheckIn => (6, 0),
            DueKind::Lapse => (7, 0),
            DueKind::Remind(pairing) => (2, i64::from(pairing.0)),
            DueKind::NoShow(pairing) => (3, i64::from(pairing.0)),
            DueKind::Unfinished(pairing) => (4, i64::from(pairing.0)),
            DueKind::Next { stage, round } => (5, i64::from(stage) << 16 | i64::from(round)),
        }
    }

    /// The kind with these numbers.
    #[must_use]
    pub fn from_code((kind, about): (i64, i64)) -> Option<DueKind> {
        let pairing = || u32::try_from(about).ok().map(PairingId);
        match kind {
            1 => Some(DueKind::Start),
            6 => Some(DueKind::CheckIn),
            7 => Some(DueKind::Lapse),
            2 => pairing().map(DueKind::Remind),
            3 => pairing().map(DueKind::NoShow),
            4 => pairing().map(DueKind::Unfinished),
            5 => Some(DueKind::Next {
                stage: u8::try_from(about >> 16).ok()?,
                round: u16::try_from(about & 0xFFFF).ok()?,
            }),
            _ => None,
        }
    }
}

impl Contest {
    /// Everything that is to be done at some time; while everything stands still only the end of that.
    #[must_use]
    pub fn dues(&self) -> Vec<Due> {
        let lapse = self.lapses().map(|(at, _)| Due {
            kind: DueKind::Lapse,
            at,
        });
        if self.held().is_some() {
            return lapse.into_iter().collect();
        }
        match self.status {
            Status::Open => {
                let begins = self.starts.filter(|_| self.format.start == Start::AtTime);
                let begins = begins.map(|at| Due {
                    kind: DueKind::Start,
                    at,
                });
                let opens = self.check_in_opens().filter(|_| !self.check_in_open);
                let opens = opens.map(|at| Due {
                    kind: DueKind::CheckIn,
                    at,
                });
                begins.into_iter().chain(opens).chain(lapse).collect()
            }
            Status::Running => self.running_dues(),
            Status::Finished | Status::Cancelled => Vec::new(),
        }
    }

    /// From when on people can say that they are there, where that depends on the start.
    fn check_in_opens(&self) -> Option<Millis> {
        let minutes = self.format.sign_up.check_in?;
        Some(self.starts?.plus(-i64::from(minutes) * 60_000))
    }

    fn running_dues(&self) -> Vec<Due> {
        let Some((_, ran)) = self.stage() else {
            return Vec::new();
        };
        if self.is_complete() {
            let results = self.pairings_of(ran.stage).filter_map(|pairing| pairing.score);
            let last = results
                .map(|(_, at)| at)
                .max()
                .unwrap_or(ran.paired_at)
                .max(ran.paired_at);
            return vec![Due {
                kind: DueKind::Next {
                    stage: ran.stage,
                    round: ran.round + 1,
                },
                at: last.plus(i64::from(self.format.rounds.rest) * 60_000),
            }];
        }
        let mut dues = Vec::new();
        for pairing in self.pairings_of(ran.stage).filter(|pairing| pairing.score.is_none()) {
            let id = pairing.id;
            if pairing.table.is_none() && pairing.shown != [true, true] {
                // Half of the time to come is left: late enough not to nag, early enough to come.
                let half = i64::from(self.format.rounds.appear) * 30_000;
                if !pairing.reminded {
                    dues.push(Due {
                        kind: DueKind::Remind(id),
                        at: pairing.appear.plus(-half),
                    });
                }
                dues.push(Due {
                    kind: DueKind::NoShow(id),
                    at: pairing.appear,
                });
            } else if self.format.rounds.unfinished == Unfinished::Draw {
                dues.push(Due {
                    kind: DueKind::Unfinished(id),
                    at: pairing.until,
                });
            }
        }
        dues
    }

    /// What follows when the time for something has come; nothing when it is not to be done (any more, or yet).
    #[must_use]
    pub fn fire(&self, kind: DueKind, setting: &Setting<'_>) -> Vec<Fact> {
        let now = setting.now;
        if !self.dues().iter().any(|due| due.kind == kind && due.at <= now) {
            return Vec::new();
        }
        let pairing = |pairing: PairingId| self.pairing(pairing);
        match kind {
            DueKind::Start => self.start(setting, Who::Clock).unwrap_or_default(),
            DueKind::CheckIn => vec![Fact::CheckInOpened],
            DueKind::Lapse => self.lapse(),
            DueKind::Remind(pairing) => vec![Fact::Reminded { pairing }],
            DueKind::NoShow(id) => pairing(id)
                .map(|pairing| self.no_show(now, pairing))
                .unwrap_or_default(),
            DueKind::Unfinished(id) => pairing(id)
                .map(|pairing| self.out_of_time(now, pairing))
                .unwrap_or_default(),
            DueKind::Next { stage, round } => self.next_round(setting, stage, round).unwrap_or_default(),
        }
    }
}
