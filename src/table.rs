//! A match: seats, hands, modes, scores and deadlines. Pure: time and chance are parameters.
//!
//! `Table::decide` holds the rules of a match and leaves those of a hand to `gin`; `Table::evolve` holds none.

mod erase;
mod event;
mod fair;
mod feats;
mod game;
mod manners;
mod mirror;
pub mod notation;
mod plan;
mod reading;
mod replay;
mod ruling;
mod state;
mod tally;
mod terms;
mod vanish;
mod view;
mod witness;

pub use erase::Erasure;
pub use event::{Bout, By, Event, Invitee, Sitter, Why};
pub use fair::{CUT_MAX, CUTS_MAX, Checked, Deal, Proof, Seal};
pub use feats::Feats;
pub use game::{Chance, Refusal, Wish};
pub use manners::{ABORTS_MAX, ABORTS_MS, REMATCH_MS, Rematch};
pub use mirror::MIRRORS_MAX;
pub use plan::{Due, DueKind, GATHER_MS, GRACE_MS};
pub use replay::{Moment, Replay, What};
pub use ruling::REASON_MAX;
pub use state::{Drawn, HandRecord, MatchEnd, Stage, Table, WonBy};
pub use tally::Game;
pub use terms::{BadTerms, ModeKind, Terms};
pub use vanish::{ABANDON_MS, Away, CLAIM_MS, Gone, Hindrance, LEAVES_MAX, Pause};
pub use view::View;
pub use witness::witnessed;
