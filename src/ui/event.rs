//! Events as people see and run them: questions and buttons in, the event's messages and pages out.

mod agenda;
mod ask;
mod calendar;
mod calls;
mod fee;
mod guests;
mod make;
mod meant;
mod messages;
mod mine;
mod openers;
mod order;
mod orders;
mod organise;
mod pages;
mod quick;
mod read;
mod refusals;
mod results;
mod rule;
mod run;
mod scene;
mod tables;
mod times;
mod titles;
pub mod token;
mod tree;
mod whom;

pub(super) use guests::venue_of;
pub(super) use messages::broken;
pub(super) use mine::which;

pub use ask::{EventAsk, EventDeed, NewEvent};
pub use openers::Openers;
pub use orders::{event_about, event_commands};
pub use token::EventPage;
