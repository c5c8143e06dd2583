#![doc = include_str!("ARCHITECTURE.md")]

pub mod cards;
pub mod config;
#[cfg(feature = "discord")]
pub mod discord;
pub mod gin;
pub mod id;
pub mod pictures;
pub mod robot;
pub mod service;
pub mod store;
pub mod table;
#[cfg(feature = "telegram")]
pub mod telegram;
pub mod ui;
pub mod words;
