//! Outcome to posts, press to wish: what the wires show, without any platform in it.

mod ask;
mod cards;
mod challenge;
mod closed;
mod commands;
mod desk;
mod draft;
mod examples;
mod fair;
mod hand;
mod house;
mod knock;
mod leaders;
mod library;
mod lookup;
mod manners;
mod names;
mod people;
mod post;
mod press;
mod reception;
mod refusals;
mod replay;
mod rules;
mod scene;
mod settings;
mod sheet;
mod showdown;
mod table;
pub mod token;
mod voice;

pub use ask::{Answer, Ask, Challenge, Foe, Guest, Settings, Toast};
pub use commands::{ChoiceText, CommandText, OptionText, commands, gin_about, menu_name};
pub use desk::{BotName, Desk, Fault, Lack, Notice, Shown};
pub use house::names_option;
pub use post::{Button, Picture, PictureKind, Post, Press, Row, Span, Style, Text};
