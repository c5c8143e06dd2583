//! Discord, as its users live it: real sockets to a stateful fake, a real database file, whole matches by buttons.

mod boards;
mod crowd;
mod data;
mod derby;
mod doors;
mod edges;
mod events;
mod fair;
mod farewell;
pub mod host;
mod manners;
mod matches;
mod moderation;
pub mod play;
mod privacy;
mod purse;
mod registration;
mod replay;
mod teams;
mod trouble;
mod vanish;
mod variants;
