//! Stateful fake platforms: real servers on loopback ports that know who may see what.

pub mod discord;
pub mod glimpse;
pub mod specs;
#[cfg(feature = "telegram")]
pub mod telegram;
