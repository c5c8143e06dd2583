//! Outcome to posts, press to wish: what the wires show, without any platform in it.

mod ask;
mod post;
pub mod token;

pub use ask::{Answer, Ask, Challenge, Foe, Guest, SlotId, Toast};
pub use post::{Button, Picture, Post, Press, Row, Span, Style, Text};
