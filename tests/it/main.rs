//! The integration tests: one binary, real sockets, real files.
#![expect(clippy::unwrap_used, reason = "a step that fails fails its test")]

mod architecture;
#[cfg(all(feature = "discord", feature = "telegram"))]
mod both;
#[cfg(feature = "web")]
mod browser;
mod rig;
mod page;
mod process;
mod restart;
mod table;
mod ui;
mod words;
mod fakes;
#[cfg(feature = "discord")]
mod fakes_discord;
#[cfg(feature = "telegram")]
mod fakes_telegram;
#[cfg(feature = "discord")]
mod discord;
mod pictures;
mod melds;
mod play;
mod vectors;
mod store;
mod dice;
mod slow;
#[cfg(feature = "telegram")]
mod telegram;
#[cfg(feature = "web")]
mod web;
mod worked;
