//! Stateful fake platforms: real servers on loopback ports that know who may see what.

pub mod telegram;
