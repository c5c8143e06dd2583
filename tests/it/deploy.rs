//! The files that others install the program by: they name settings that exist and keep the data where the README says.

use std::collections::BTreeSet;

fn file(name: &str) -> String {
    std::fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every variable that a text names.
fn variables(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with("JINLAMI_") && word.contains("__") && !word.ends_with("__"))
        .map(str::to_owned)
        .collect()
}

/// Every variable that is a setting.
fn settings() -> BTreeSet<String> {
    let mut section = String::new();
    let mut found = BTreeSet::new();
    for line in file("config/default.toml").lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_uppercase();
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            found.insert(format!("JINLAMI_{section}__{}", key.to_uppercase()));
        }
    }
    found
}

#[test]
fn every_setting_is_in_the_readme_and_no_file_names_another() {
    let settings = settings();
    assert!(settings.len() > 10);
    let readme = variables(&file("README.md"));
    assert_eq!(settings.difference(&readme).collect::<Vec<_>>(), Vec::<&String>::new());
    for name in ["README.md", "Dockerfile", "compose.yaml", "deploy/jinlami.service"] {
        let named = variables(&file(name));
        assert!(!named.is_empty(), "{name}");
        assert_eq!(
            named.difference(&settings).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{name}"
        );
    }
}

/// C-136: the documented way keeps the data when the image is new; C-137: nothing in it is of one processor alone.
#[test]
fn the_image_keeps_everything_in_a_volume_and_runs_as_nobody_in_particular() {
    let (image, compose) = (file("Dockerfile"), file("compose.yaml"));
    assert!(image.contains("JINLAMI_DATABASE__URL=sqlite:///data/jinlami.db") && image.contains("WORKDIR /data"));
    assert!(compose.contains("- data:/data\n") && compose.contains("\nvolumes:\n  data:\n"));
    let runs_as = image.lines().rfind(|line| line.starts_with("USER "));
    assert_eq!(runs_as, Some("USER jinlami"));
    assert!(image.matches("FROM ").count() == 2 && !image.contains("--platform=") && !image.contains("amd64"));
    // What the build copies is there, and is all that the program is made of.
    for line in image.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        if line.starts_with("--from") {
            continue;
        }
        let mut words: Vec<&str> = line.split(' ').collect();
        words.pop();
        for name in words {
            assert!(std::path::Path::new(name).exists(), "{name}");
        }
    }
    let unit = file("deploy/jinlami.service");
    for (name, text) in [("image", &image), ("compose", &compose), ("unit", &unit)] {
        assert!(text.contains("MALLOC_ARENA_MAX"), "{name}");
    }
    assert!(unit.contains("StateDirectory=jinlami") && unit.contains("sqlite:///var/lib/jinlami/jinlami.db"));
    assert!(unit.contains("DynamicUser=yes") && unit.contains("ProtectSystem=strict"));
}

/// Whether a licence's expression can be met by what is allowed: `OR` (in old crates `/`) chooses, `AND` wants both.
fn met(expression: &str, allowed: &[&str]) -> bool {
    fn either(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>, allowed: &[&str]) -> bool {
        let mut met = both(words, allowed);
        while words.next_if(|word| word == "OR").is_some() {
            met |= both(words, allowed);
        }
        met
    }
    fn both(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>, allowed: &[&str]) -> bool {
        let mut met = one(words, allowed);
        while words.next_if(|word| word == "AND").is_some() {
            met &= one(words, allowed);
        }
        met
    }
    fn one(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>, allowed: &[&str]) -> bool {
        let mut name = words.next().expect("a licence");
        if name == "(" {
            let met = either(words, allowed);
            assert_eq!(words.next().as_deref(), Some(")"));
            return met;
        }
        if words.next_if(|word| word == "WITH").is_some() {
            name = format!("{name} WITH {}", words.next().expect("an exception"));
        }
        allowed.contains(&name.as_str())
    }
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut words = words.into_iter().peekable();
    let met = either(&mut words, allowed);
    assert!(words.next().is_none(), "{expression}");
    met
}

#[test]
fn expressions_of_licences() {
    let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "GPL-2.0-only OR Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(met(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0-only", "MIT AND MPL-2.0", "Apache-2.0 OR (MIT AND ISC)"] {
        assert!(!met(bad, &allowed), "{bad}");
    }
}

/// What `.deny.toml` allows is all that the program is made of, also where nobody has `cargo deny`.
#[test]
fn licences_sources_and_banned_crates() {
    let rules = file(".deny.toml");
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let allow = rules
        .split("allow = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("a list");
    let allowed: Vec<String> = allow.lines().filter_map(quoted).collect();
    let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
    let excepted = |licence: &str, name: &str| {
        // Of several licences to choose from, any.
        licence.split(" OR ").any(|licence| {
            let line = format!("{{ allow = [\"{licence}\"], crate = \"{name}\" }},");
            rules.lines().any(|known| known.trim() == line)
        })
    };
    assert!(allowed.contains(&"MIT") && allowed.len() > 5);
    let output = std::process::Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--all-features",
            "--edges",
            "normal,build",
        ])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("text");
    let crates: BTreeSet<(&str, &str)> = tree.lines().filter_map(|line| line.split_once('|')).collect();
    assert!(crates.len() > 100, "{}", crates.len());
    let banned: Vec<String> = rules
        .lines()
        .filter(|line| line.trim_start().starts_with("{ crate = "))
        .filter_map(quoted)
        .collect();
    assert!(banned.contains(&"openssl-sys".to_owned()));
    for (name, licence) in crates {
        let short = name.split(' ').next().unwrap_or_default();
        if short == "jinlami" {
            continue;
        }
        assert!(met(licence, &allowed) || excepted(licence, short), "{name}: {licence}");
        assert!(!banned.iter().any(|banned| banned == short), "{name}");
    }
    for line in file("Cargo.lock").lines().filter(|line| line.starts_with("source = ")) {
        assert_eq!(
            line,
            "source = \"registry+https://github.com/rust-lang/crates.io-index\""
        );
    }
}
