//! What can be wrong with a format, in words for whoever wrote it.

/// A file of templates that can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFormat {
    /// It is no TOML, or no format.
    #[error("{0}")]
    Toml(String),
    /// An event can't be played.
    #[error("event \"{name}\": {flaw}")]
    Event {
        /// Its name in the file.
        name: String,
        /// What is wrong.
        flaw: Flaw,
    },
}

/// Why a format can't be played; stages are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// No title, or too long.
    #[error("the title must have 1 to 100 characters")]
    Title,
    /// The terms are too long.
    #[error("the terms must have at most 6000 characters")]
    Terms,
    /// The sizes don't fit.
    #[error("size: least is at least 2, most at least least and at most 256")]
    Size,
    /// The fee is out of bounds.
    #[error("fee is 0 to 10000 play points")]
    Fee,
    /// Teams pay nothing.
    #[error("an event of teams takes no fee")]
    TeamFee,
    /// No stage, or too many.
    #[error("there must be 1 to 6 stages")]
    Stages,
    /// The times don't fit.
    #[error("rounds: appear is at least 1 and at most minutes; minutes and rest are at most 43200 (30 days)")]
    Minutes,
    /// There is no time to check in.
    #[error("sign_up.check_in is 1 to 43200 minutes, and not for an event that starts when it is full")]
    CheckIn,
    /// Nobody can come late.
    #[error("sign_up.late is only for an event whose first stage is swiss or target")]
    Late,
    /// A team stage without teams.
    #[error("a team stage needs squads")]
    NoSquads,
    /// Teams play one stage of their own kind.
    #[error("an event with squads has exactly one stage, and that is team")]
    TeamsAlone,
    /// The sizes of teams don't fit.
    #[error("squads: least is at least 1, most at least least and at most 32; at most 512 people and 32 substitutes")]
    Squads,
    /// It is not said how many go on.
    #[error("stage {stage}: advance must say how many go on: at least 2, and fewer than come in")]
    Advance {
        /// Which stage.
        stage: usize,
    },
    /// Nothing comes after the last stage.
    #[error("stage {stage} is the last one: nobody advances from it")]
    AdvanceNowhere {
        /// Which stage.
        stage: usize,
    },
    /// Nothing can be taken along.
    #[error("stage {stage}: carry is 0 to 100 percent, and 0 before and after a knockout and in the last stage")]
    Carry {
        /// Which stage.
        stage: usize,
    },
    /// A figure is out of bounds.
    #[error(
        "stage {stage}: a figure is out of bounds (rounds and matches 1 to 60, cycles 1 to 4, everything else above 0)"
    )]
    Figures {
        /// Which stage.
        stage: usize,
    },
    /// Two numbers for the same thing.
    #[error("stage {stage}: keep and advance must be the same number")]
    Keep {
        /// Which stage.
        stage: usize,
    },
    /// The same tie-break twice.
    #[error("stage {stage}: a tie-break is named twice")]
    TieBreaks {
        /// Which stage.
        stage: usize,
    },
    /// What is paired by score can't be played in any order.
    #[error("stage {stage}: pace = \"free\" is for fixed, round_robin and team without hands")]
    Pace {
        /// Which stage.
        stage: usize,
    },
}
