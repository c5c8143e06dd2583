//! Events on a real file: people, tables, the clock, and a process that may end between any two steps.

mod calendar;
mod hall;
mod trouble;
mod whole;
