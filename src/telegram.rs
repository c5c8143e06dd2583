//! The Telegram adapter.

mod command;
mod failure;
mod keyboard;
mod pace;
mod text;

pub use pace::Pace;
