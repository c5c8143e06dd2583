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
    assert!(unit.contains("StateDirectory=jinlami") && unit.contains("sqlite:///var/lib/jinlami/jinlami.db"));
    assert!(unit.contains("DynamicUser=yes") && unit.contains("ProtectSystem=strict"));
}
