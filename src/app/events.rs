use std::collections::BTreeMap;
use std::io::ErrorKind;

use crate::config::Config;
use crate::contest::Format;
use crate::service;

/// The templates of events: those built in and the operator's own.
///
/// # Errors
/// What is wrong with the operator's file, and which file that is.
pub(super) fn templates(config: &Config) -> anyhow::Result<BTreeMap<String, Format>> {
    let file = config.events.templates.trim();
    let own = match std::fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if file.is_empty() || error.kind() == ErrorKind::NotFound => None,
        Err(error) => anyhow::bail!("{file} can't be read: {error}"),
    };
    service::templates(own.as_deref()).map_err(|error| anyhow::anyhow!("{file}: {}", one_line(&error.to_string())))
}

/// A message of many lines on one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
