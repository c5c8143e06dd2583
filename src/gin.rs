//! One hand of Gin Rummy under any [`Rules`], without clock, chance or platform.
//!
//! [`Hand::decide`] holds all rules and turns a wish ([`Action`]) into facts ([`Event`]); [`Hand::evolve`] holds none and
//! only writes facts down; [`Hand::view`] is the only way out for private cards. What ten or eleven cards are worth is
//! answered exactly by [`deadwood`], [`Arrangement::best`], [`discards`], [`knocks`] and [`best_layoff`]; what a
//! knocker may show by [`arrangements`].

mod choices;
mod finish;
mod layoff;
mod meld;
pub mod options;
mod play;
mod rules;
mod runs;
mod score;
mod settings;
mod solve;
mod turn;
pub mod vectors;
mod view;

pub use choices::{Arrangements, arrangements, knock_choices};
pub use layoff::{LayOff, best_layoff};
pub use meld::{Arrangement, Meld, MeldKind, NotAMeld, NotAnArrangement, points};
pub use options::{BadOption, Change, Contradiction, Setting, Variant};
pub use play::Hand;
pub use rules::{
    AceRuns, Aces, AfterDrawn, Bonuses, FirstDealer, GamesScoring, Gold, KnockLimit, LimitFrom, Mode, NextDealer,
    NotAPreset, Opening, Preset, Rules, Tie, Undercut, UndercutRow,
};
pub use score::{Ending, HandScore, Pattern, Showdown, Tier};
pub use solve::{Discards, Knock, Knocks, deadwood, discards, knocks};
pub use turn::{Action, Event, Illegal, Knocked, Phase, TAKE_BACKS_MAX};
pub use view::{Last, View, ViewPhase};
