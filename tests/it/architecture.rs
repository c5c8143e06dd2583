//! The table of rooms in `src/ARCHITECTURE.md` is enforced: no arrow that it does not allow, no library outside its one room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which rooms each room may name. `app` and `main` may name all.
const ROOMS: &[(&str, &[&str])] = &[
    ("id", &[]),
    ("cards", &[]),
    ("gin", &["id", "cards"]),
    ("table", &["id", "cards", "gin"]),
    ("contest", &["id"]),
    ("robot", &["id", "cards", "gin"]),
    ("store", &["id", "table", "contest"]),
    ("service", &["id", "table", "contest", "robot", "store"]),
    ("words", &["id"]),
    ("pictures", &["cards"]),
    (
        "ui",
        &["id", "cards", "gin", "table", "contest", "service", "words", "pictures"],
    ),
    ("config", &[]),
    ("discord", &["id", "service", "ui", "config"]),
    ("telegram", &["id", "service", "ui", "config"]),
    ("web", &["id", "service", "ui", "config"]),
];

/// Libraries that only one room may name.
const LIBRARIES: &[(&str, &str)] = &[
    ("sqlx", "store"),
    ("libsqlite3_sys", "store"),
    ("serenity", "discord"),
    ("poise", "discord"),
    ("teloxide", "telegram"),
    ("axum", "web"),
    ("resvg", "pictures"),
    ("cosmic_text", "pictures"),
    ("ab_glyph", "pictures"),
    ("fluent_bundle", "words"),
];

fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                into.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(Path::new("src"), &mut files);
    files.sort();
    files
}

fn room(path: &Path) -> String {
    let inside = path.strip_prefix("src").unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The file without comments, texts and what is compiled for tests only.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let mut code = String::new();
    for line in text.lines() {
        let line = line.trim_start();
        if !line.starts_with("//") {
            code.push_str(line.split(" // ").next().unwrap());
            code.push('\n');
        }
    }
    code
}

/// The rooms that `crate::…` paths name, grouped `use` included.
fn named(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            let mut fresh = true;
            for letter in group.chars() {
                match letter {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        rooms.insert(std::mem::take(&mut word));
                        fresh = true;
                    }
                    ':' if depth == 0 => fresh = false,
                    _ if depth == 0 && fresh && (letter.is_alphanumeric() || letter == '_') => word.push(letter),
                    _ => {}
                }
            }
            rooms.insert(word);
        } else {
            rooms.insert(
                rest.chars()
                    .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                    .collect(),
            );
        }
    }
    rooms.remove("");
    rooms
}

#[test]
fn every_arrow_is_in_the_table() {
    let allowed: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in sources() {
        let from = room(&path);
        if matches!(from.as_str(), "app" | "main" | "lib") {
            continue;
        }
        let Some(allowed) = allowed.get(from.as_str()) else {
            wrong.push(format!("{} is in no room", path.display()));
            continue;
        };
        for to in named(&code(&path)) {
            seen += 1;
            if to != from && !allowed.contains(&to.as_str()) {
                wrong.push(format!("{}: {from} → {to}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 20, "only {seen} arrows were found: the test is blind");
}

#[test]
fn every_library_stays_in_its_room() {
    let mut wrong = Vec::new();
    for path in sources() {
        let (from, code) = (room(&path), code(&path));
        for (library, home) in LIBRARIES {
            let named = code.match_indices(library).any(|(at, _)| {
                let before = code[..at].chars().next_back().unwrap_or(' ');
                let after = code[at + library.len()..].chars().next().unwrap_or(' ');
                let word = |letter: char| letter.is_alphanumeric() || letter == '_';
                !word(before) && !word(after) && before != '"'
            });
            if named && from != *home {
                wrong.push(format!("{}: {library} belongs to {home}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doors_and_insides_have_their_names() {
    for path in sources() {
        let name = path.file_name().unwrap().to_str().unwrap();
        for banned in ["mod.rs", "utils.rs", "types.rs", "common.rs", "helpers.rs"] {
            assert_ne!(name, banned, "{}", path.display());
        }
    }
}

#[test]
fn grouped_and_plain_paths_are_both_found() {
    let code = "use crate::{id::{Seat, Lang}, cards, table::Table as T};\nfn f(x: crate::gin::View) { my_crate::nothing() }\npub(crate) use super::x;";
    let found: Vec<String> = named(code).into_iter().collect();
    assert_eq!(found, ["cards", "gin", "id", "table"]);
}
