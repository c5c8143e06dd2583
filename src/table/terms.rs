use serde::{Deserialize, Serialize};

use crate::gin::{Contradiction, Mode, Preset, Rules, Variant};

/// What two players agreed on: the rules of a hand, how the match ends, and the turn clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The preset's name, for words; behaviour follows from `rules`.
    pub preset: Preset,
    /// The rules of a hand, stored whole so that an old match never depends on a later change of a preset.
    pub rules: Rules,
    /// How the match ends.
    pub mode: Mode,
    /// How long a turn may take, in milliseconds.
    pub turn: i64,
    /// Whether the result moves ratings.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

impl Default for Terms {
    /// The rules that a place has which set none: 金拉米.
    fn default() -> Terms {
        Terms::of(Preset::Jinlami)
    }
}

impl Terms {
    /// The shortest turn: 60 s (issue 2, turn clock).
    pub const TURN_MIN: i64 = 60_000;
    /// The longest turn: 3 days (issue 2, turn clock).
    pub const TURN_MAX: i64 = 3 * 86_400_000;
    /// The turn when nothing else is said: 24 h (issue 2, turn clock).
    pub const TURN_DEFAULT: i64 = 86_400_000;
    /// The most hands of a match (ours).
    pub const HANDS_MAX: u16 = 99;
    /// A match without a limit of its own ends after this many hands at the latest, by the higher total (ours).
    pub const HANDS_CAP: u16 = 999;
    /// The highest target in points (ours).
    pub const TARGET_MAX: u16 = 10_000;

    /// The preset's own terms.
    #[must_use]
    pub fn of(preset: Preset) -> Terms {
        Terms {
            preset,
            rules: preset.rules(),
            mode: preset.mode(),
            turn: Terms::TURN_DEFAULT,
            rated: true,
        }
    }

    /// Whether every figure is within its bounds.
    ///
    /// # Errors
    /// The figure that is not.
    pub fn check(&self) -> Result<(), BadTerms> {
        let hands = |hands: u16| (1..=Terms::HANDS_MAX).contains(&hands);
        match self.mode {
            Mode::Fixed { hands: n } if !hands(n) => Err(BadTerms::Hands),
            Mode::Target { within: Some(n), .. } if !hands(n) => Err(BadTerms::Hands),
            Mode::Target { points, .. } | Mode::Games { points, .. } if !(1..=Terms::TARGET_MAX).contains(&points) => {
                Err(BadTerms::Target)
            }
            _ if !(Terms::TURN_MIN..=Terms::TURN_MAX).contains(&self.turn) => Err(BadTerms::Turn),
            _ => Ok(self.variant().check()?),
        }
    }

    /// The most points that one hand can give under these rules: never less than what is possible.
    #[must_use]
    pub fn most_of_hand(&self) -> i32 {
        let rules = &self.rules;
        // Eleven loose cards, the dearest that there are.
        let loose = 11 * i32::from(rules.aces.points.max(10));
        let undercut = &rules.undercut;
        let rows = [undercut.eight, undercut.seven, undercut.six];
        let base = rows
            .iter()
            .flat_map(|row| [row.dragon, row.two, row.three, row.loose])
            .chain([rules.knock_bonus, rules.big_gin.unwrap_or(0)])
            .chain([rules.gold.dragon, rules.gold.two, rules.gold.three])
            .max()
            .unwrap_or(0);
        (i32::from(base) + loose) * i32::from(rules.spade_multiplier.max(1))
    }

    /// The most points that one player can have at the end of a match on these terms: never less than what is possible.
    #[must_use]
    pub fn most(&self) -> i32 {
        let hand = self.most_of_hand();
        let bonuses = self.rules.bonuses;
        let game = |points: u16, hands: u16| {
            let shutout = if bonuses.shutout_doubles { 2 } else { 1 };
            i32::from(points) + hand + i32::from(bonuses.game) * shutout + i32::from(bonuses.hand) * i32::from(hands)
        };
        match self.mode {
            Mode::Fixed { hands } => i32::from(hands) * hand,
            Mode::Target { points, within } => game(points, within.unwrap_or(Terms::HANDS_CAP)),
            Mode::Games { games, points, .. } => i32::from(games) * game(points, Terms::HANDS_CAP),
        }
    }

    /// What is played, without the clock.
    #[must_use]
    pub fn variant(&self) -> Variant {
        Variant {
            rules: self.rules,
            mode: self.mode,
        }
    }
}

/// A figure of the terms is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// The number of hands is not 1 to 99.
    #[error("the number of hands is out of bounds")]
    Hands,
    /// The target is not 1 to 10,000 points.
    #[error("the target is out of bounds")]
    Target,
    /// The turn is not 60 s to 3 days.
    #[error("the turn clock is out of bounds")]
    Turn,
    /// The rules can't be played together.
    #[error("{0}")]
    Rules(#[from] Contradiction),
}

/// How a match is to end, whatever the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModeKind {
    /// After a number of hands (定局積分).
    Fixed = 1,
    /// At a number of points (達標).
    Target = 2,
    /// By several games.
    Games = 3,
}

impl ModeKind {
    /// Every kind.
    pub const ALL: [ModeKind; 3] = [ModeKind::Fixed, ModeKind::Target, ModeKind::Games];

    /// The number that the store keeps.
    #[must_use]
    pub fn code(self) -> i64 {
        self as i64
    }
}

impl Terms {
    /// How the match is to end.
    #[must_use]
    pub fn kind(&self) -> ModeKind {
        match self.mode {
            Mode::Fixed { .. } => ModeKind::Fixed,
            Mode::Target { .. } => ModeKind::Target,
            Mode::Games { .. } => ModeKind::Games,
        }
    }
}
