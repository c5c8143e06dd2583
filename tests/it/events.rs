//! Events on a real file: people, tables, the clock, and a process that may end between any two steps.

mod broken;
mod calendar;
mod crowd;
mod deeds;
mod guests;
mod hall;
mod lapse;
mod laurels;
mod lineups;
mod merged;
mod news;
mod odd;
mod purse;
mod queue;
mod ratings;
mod trouble;
mod whole;
