//! jinlami: Gin Rummy (金拉米) for Discord, Telegram and a local page.

pub mod cards;
pub mod config;
pub mod gin;
pub mod id;
pub mod pictures;
pub mod robot;
pub mod store;
pub mod table;
#[cfg(feature = "telegram")]
pub mod telegram;
pub mod ui;
pub mod words;
