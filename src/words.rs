//! Every sentence, in every language, by Project Fluent.

mod bundles;

pub use bundles::{Value, Words};
