use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::gin::vectors::check_text;
use crate::table::notation;

/// Checks files of test vectors: a line per mismatch, the rule sets that were skipped, a count.
pub(super) fn check(files: &[PathBuf], say: &dyn Fn(&str)) -> bool {
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let (mut rows, mut compared, mut wrong, mut unread) = (0, 0, 0, 0);
    for file in files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                unread += 1;
                say(&format!("{}: can't be read: {error}", file.display()));
                continue;
            }
        };
        if text.starts_with(notation::HEADER) {
            rows += 1;
            match super::fair::verify_match(&text, &|_| ()) {
                Ok(true) => compared += 1,
                Ok(false) => {
                    wrong += 1;
                    say(&format!("{}: a deal is not what it had to be", file.display()));
                }
                Err(error) => {
                    wrong += 1;
                    say(&format!("{}: {error}", file.display()));
                }
            }
            continue;
        }
        let report = check_text(&text);
        for (line, mismatch) in &report.mismatches {
            say(&format!("{}:{line}: {mismatch}", file.display()));
        }
        rows += report.rows;
        compared += report.compared;
        wrong += report.mismatches.len();
        for (name, count) in report.skipped {
            *skipped.entry(name).or_default() += count;
        }
    }
    for (name, count) in &skipped {
        say(&format!(
            "skipped: {name} ({count} cases): no rule set of this name can be checked"
        ));
    }
    say(&format!(
        "{rows} rows, {compared} values compared, {wrong} mismatches, {unread} files unread"
    ));
    wrong == 0 && unread == 0
}
