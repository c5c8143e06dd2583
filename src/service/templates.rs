//! The events that can be opened by a name: those built in, and the operator's own.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use super::Service;
use crate::contest::{BadFormat, Format};

const BUILT_IN: &str = include_str!("../../config/events.toml");

/// The templates by name: those built in, each replaced by one of the operator's with the same name.
///
/// # Errors
/// What is wrong with the operator's text.
pub fn templates(own: Option<&str>) -> Result<BTreeMap<String, Format>, BadFormat> {
    let mut all = Format::templates(BUILT_IN)?;
    if let Some(own) = own {
        all.extend(Format::templates(own)?);
    }
    Ok(all)
}

impl Service {
    /// The templates by name, in the order of their names.
    #[must_use]
    pub fn templates(&self) -> Vec<(String, Format)> {
        let known = self.0.templates.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some(known) => known.clone(),
            None => templates(None).unwrap_or_default().into_iter().collect(),
        }
    }

    /// Takes these templates from now on.
    pub fn set_templates(&self, templates: BTreeMap<String, Format>) {
        let mut known = self.0.templates.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Some(templates.into_iter().collect());
    }
}
