//! Outcome to posts, press to wish: what the wires show, without any platform in it.

mod ask;
mod cards;
mod commands;
mod draft;
mod hand;
mod names;
mod post;
mod scene;
mod showdown;
mod table;
pub mod token;
mod voice;

pub use ask::{Answer, Ask, Challenge, Foe, Guest, SlotId, Toast};
pub use commands::{ChoiceText, CommandText, OptionText, commands, gin_about, menu_name};
pub use post::{Button, Picture, Post, Press, Row, Span, Style, Text};
