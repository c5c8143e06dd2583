//! The integration tests: one binary, real sockets, real files.

mod architecture;
mod table;
mod fakes;
#[cfg(feature = "telegram")]
mod fakes_telegram;
mod pictures;
