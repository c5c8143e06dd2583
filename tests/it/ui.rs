//! The desk on a real file: pages, tokens, refusals, languages, and who sees which card.

mod board;
mod challenge;
mod crowd;
mod events;
mod fair;
mod house;
mod listed;
mod manners;
mod moderation;
mod orders;
mod organise;
mod places;
mod play;
mod presets;
mod privacy;
mod profile;
mod rated;
mod replay;
mod season_news;
mod speech;
mod taste;
mod teams;
mod texts;
mod tokens;
mod variants;
