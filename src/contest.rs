//! Teams, tournaments, pairings, standings and ratings. Pure: knows results, never cards; time and chance are parameters.
//!
//! A contest is what people call an event. `Contest::decide` holds its rules, `Contest::evolve` holds none; how its
//! rounds are made lies beside it in plain functions, and every pairing is stored in a fact, so an old contest never
//! depends on how a later program would pair.

mod bracket;
mod caps;
mod circle;
mod decide;
mod dues;
mod evolve;
mod fact;
mod flaw;
mod format;
mod lapse;
mod matching;
mod organise;
mod places;
mod pot;
mod rating;
mod rounds;
mod scoring;
mod shuffle;
mod sign;
mod standings;
mod state;
mod survival;
mod swiss;
mod team;
mod view;

pub use bracket::{bracket, knockout_places};
pub use caps::{COMINGS_MAX, GOINGS_MAX, ORGANISERS_MAX, WAITING_MAX, WAITING_TEAMS_MAX};
pub use circle::{equal_schedule, round_robin};
pub use decide::{Refusal, Setting, Who, Wish};
pub use dues::{Due, DueKind};
pub use fact::{Fact, How, Pair, PairingId, Plan, Score};
pub use flaw::{BadFormat, Flaw};
pub use format::{
    Count, Format, Kind, NoShow, Pace, Rounds, Seeding, SignUp, Size, Squads, Stage, Start, TieBreak, Uneven,
    Unfinished,
};
pub use lapse::{IDLE_DAYS, LOST_MS, Lapse, Loss};
pub use organise::Muster;
pub use pot::{Booking, Why, bookings};
pub use rating::{Ladder, Measure, Met, Provisional, Rated, Rating, RatingRules, Reset, rate, reckon};
pub use standings::{Entry, Line, Sheet, Standing, TeamStanding, standings, team_standings};
pub use state::{Contest, Entrant, Pairing, Presence, Ran, Status};
pub use survival::{Balance, fallen, redraw};
pub use swiss::{Contender, ENTRANTS_MAX, swiss};
pub use team::{Team, team_match};
pub use view::{Asked, View};
