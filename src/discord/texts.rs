//! The words of the commands, from the same place as all other words.

use serde_json::{Value, json};

use crate::id::Lang;
use crate::ui::{
    CommandText, OptionText, admin_about, admin_commands, commands, event_about, event_commands, gin_about, menu_name,
    team_about, team_commands,
};

/// Discord's locale codes and the languages they get; English is the default for all others.
const LOCALES: [(&str, Lang); 2] = [("zh-CN", Lang::ZhHans), ("zh-TW", Lang::ZhHant)];

/// What a command is for, in a language.
type About = fn(Lang) -> String;
/// The words of its subcommands.
type Texts = fn(Lang) -> Vec<CommandText>;

/// Puts the words on the commands: English as the default, the others as localizations, and the choices.
pub(super) fn dress(list: &mut Value) {
    for command in entries(list) {
        if command["type"] == 2 {
            command["name_localizations"] = localized(LOCALES.map(|(_, lang)| menu_name(lang)));
            continue;
        }
        let (about, texts): (About, Texts) = match command["name"].as_str() {
            Some("ginadmin") => (admin_about, admin_commands),
            Some("team") => (team_about, team_commands),
            Some("event") => (event_about, event_commands),
            _ => (gin_about, commands),
        };
        let all = [Lang::En, LOCALES[0].1, LOCALES[1].1].map(texts);
        command["description"] = json!(about(Lang::En));
        command["description_localizations"] = localized(LOCALES.map(|(_, lang)| about(lang)));
        for sub in entries(&mut command["options"]) {
            let texts = all
                .each_ref()
                .map(|list| list.iter().find(|text| sub["name"] == text.name));
            if let [Some(english), Some(hans), Some(hant)] = texts {
                dress_sub(sub, [english, hans, hant]);
            }
        }
    }
}

fn dress_sub(sub: &mut Value, texts: [&CommandText; 3]) {
    let [english, hans, hant] = texts;
    sub["description"] = json!(english.description);
    sub["name_localizations"] = localized([&hans.local, &hant.local]);
    sub["description_localizations"] = localized([&hans.description, &hant.description]);
    for option in entries(&mut sub["options"]) {
        let texts = texts.map(|text| text.options.iter().find(|text| option["name"] == text.name));
        if let [Some(english), Some(hans), Some(hant)] = texts {
            dress_option(option, [english, hans, hant]);
        }
    }
}

fn dress_option(option: &mut Value, [english, hans, hant]: [&OptionText; 3]) {
    option["description"] = json!(english.description);
    option["name_localizations"] = localized([&hans.local, &hant.local]);
    option["description_localizations"] = localized([&hans.description, &hant.description]);
    let choices = english.choices.iter().zip(&hans.choices).zip(&hant.choices);
    option["choices"] = choices
        .map(|((english, hans), hant)| {
            json!({
                "name": english.local,
                "name_localizations": localized([&hans.local, &hant.local]),
                "value": english.value,
            })
        })
        .collect();
}

fn localized<S: AsRef<str>>(texts: [S; 2]) -> Value {
    let pairs = LOCALES
        .iter()
        .zip(texts)
        .map(|((code, _), text)| ((*code).to_owned(), json!(text.as_ref())));
    Value::Object(pairs.collect())
}

fn entries(list: &mut Value) -> impl Iterator<Item = &mut Value> {
    list.as_array_mut().into_iter().flatten()
}
