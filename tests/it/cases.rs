//! The table of cases from the field says what is true.

use std::fs;
use std::path::Path;

const TABLE: &str = include_str!("CASES.md");

/// The cases with what stands beside each.
fn rows() -> Vec<(&'static str, &'static str)> {
    TABLE
        .lines()
        .filter_map(|line| line.strip_prefix("| C-"))
        .filter_map(|row| row.split_once(" | "))
        .collect()
}

#[test]
fn every_test_named_for_a_case_exists_and_speaks_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut named = 0;
    for (case, held) in rows() {
        let tests: Vec<&str> = held.split('`').skip(1).step_by(2).collect();
        assert!(
            !tests.is_empty() || held.contains("waits for issue"),
            "C-{case} has neither a test nor an issue"
        );
        for test in tests {
            let (module, name) = test.rsplit_once("::").unwrap();
            let file = root.join(module.replace("::", "/")).with_extension("rs");
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(text.contains(&format!("fn {name}(")), "{test} is not there");
            assert!(text.contains(&format!("C-{case}")), "{test} does not speak of C-{case}");
            named += 1;
        }
    }
    assert!(named > 100);
}

#[test]
fn no_case_is_left_out_or_told_twice() {
    let mut cases: Vec<&str> = rows().into_iter().map(|(case, _)| case).collect();
    let count = cases.len();
    cases.dedup();
    assert_eq!(cases.len(), count);
    // The list itself lies beside the project where it is at hand.
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases.md");
    if let Ok(text) = fs::read_to_string(list) {
        let all: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| C-"))
            .filter_map(|row| row.split_once(" | "))
            .map(|(case, _)| case)
            .collect();
        assert_eq!(cases, all);
    }
}
