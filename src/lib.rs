//! jinlami: Gin Rummy (金拉米) for Discord, Telegram and a local page.

pub mod cards;
pub mod config;
pub mod id;
#[cfg(feature = "telegram")]
pub mod telegram;
pub mod pictures;
pub mod ui;
pub mod words;
