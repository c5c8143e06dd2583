//! The integration tests: one binary, real sockets, real files.
#![expect(clippy::unwrap_used, reason = "a step that fails fails its test")]

#[cfg(all(feature = "discord", feature = "telegram", feature = "web"))]
mod abuse;
#[cfg(all(feature = "discord", feature = "telegram"))]
mod across;
mod architecture;
mod audit;
#[cfg(all(feature = "discord", feature = "telegram"))]
mod both;
#[cfg(feature = "web")]
mod browser;
mod cases;
mod contest;
mod deploy;
mod dice;
#[cfg(feature = "discord")]
mod discord;
mod effort;
mod events;
mod fair;
mod fakes;
#[cfg(feature = "discord")]
mod fakes_discord;
#[cfg(feature = "telegram")]
mod fakes_telegram;
mod joined;
#[cfg(all(feature = "discord", feature = "telegram", feature = "web"))]
mod kills;
mod ladders;
mod links;
#[cfg(feature = "telegram")]
mod logs;
mod manners;
mod melds;
mod moderation;
mod operation;
mod page;
mod perft;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod power;
mod privacy;
mod process;
mod program;
mod reading;
mod restart;
mod rig;
mod robot;
mod scrub;
mod sequences;
mod slow;
#[cfg(any(feature = "discord", feature = "telegram"))]
mod stacked;
mod store;
#[cfg(all(feature = "discord", feature = "telegram"))]
mod storm;
#[cfg(all(feature = "discord", feature = "telegram"))]
mod storms;
mod table;
mod teams;
#[cfg(feature = "telegram")]
mod telegram;
mod ui;
mod upgrade;
mod vectors;
#[cfg(feature = "web")]
mod web;
mod words;
mod worked;
