//! The platforms' own machine-readable descriptions, found through `JINLAMI_SPECS`.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use serde_json::Value;

/// The JSON document `name` from the folder that the environment variable `JINLAMI_SPECS` names; `None` without it.
///
/// Says once a process that the check is skipped when the variable is missing. A variable that names a folder without
/// the document is a mistake in the set-up and panics.
pub fn load(name: &str) -> Option<Arc<Value>> {
    static LOADED: OnceLock<Mutex<HashMap<String, Arc<Value>>>> = OnceLock::new();
    static SAID: Once = Once::new();

    let Some(folder) = std::env::var_os("JINLAMI_SPECS").filter(|folder| !folder.is_empty()) else {
        SAID.call_once(|| {
            // Straight to the stream: the test harness swallows `eprintln!` of tests that pass.
            let _ = writeln!(
                std::io::stderr(),
                "JINLAMI_SPECS is not set: requests to the fake platforms are not checked against the platforms' own descriptions"
            );
        });
        return None;
    };
    let mut loaded = LOADED
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(document) = loaded.get(name) {
        return Some(Arc::clone(document));
    }
    let path = PathBuf::from(folder).join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("JINLAMI_SPECS: {}: {error}", path.display()));
    let document: Value =
        serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("JINLAMI_SPECS: {}: {error}", path.display()));
    let document = Arc::new(document);
    loaded.insert(name.to_owned(), Arc::clone(&document));
    Some(document)
}
