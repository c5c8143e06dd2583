//! Discord, as its users live it: real sockets to a stateful fake, a real database file, whole matches by buttons.

mod crowd;
mod host;
mod matches;
mod play;
mod privacy;
mod registration;
mod trouble;
