//! Events without any chat: pairings, standings, ratings, formats, and whole events from sign-up to the last place.

mod arena;
mod caps;
mod format;
mod heard;
mod hosts;
mod life;
mod pot;
mod rating;
mod schedule;
mod standings;
mod swiss;
mod teams;
mod whole;
