//! The desk on a real file: pages, tokens, refusals, languages, and who sees which card.

mod board;
mod challenge;
mod crowd;
mod events;
mod fair;
mod house;
mod manners;
mod moderation;
mod organise;
mod play;
mod presets;
mod privacy;
mod profile;
mod replay;
mod speech;
mod taste;
mod teams;
mod texts;
mod tokens;
mod variants;
