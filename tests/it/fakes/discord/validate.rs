//! What Discord refuses in the body of a message.

use std::collections::BTreeSet;

use serde_json::Value;

use super::refusal::{Form, Refusal};
use super::world::World;

const KNOWN_FLAGS: u64 = 1 << 2 | 1 << 6 | 1 << 12;

/// Checks the fields that are there; whether the message as a whole is empty is for the caller to say.
///
/// # Errors
///
/// 50035 with the tree of errors.
pub fn message(world: &World, body: &Value, prefix: &str) -> Result<(), Refusal> {
    let mut form = Form::default();
    message_into(&mut form, world, body, prefix);
    form.finish()
}

pub fn message_into(form: &mut Form, world: &World, body: &Value, prefix: &str) {
    let at = |name: &str| {
        if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        }
    };
    match &body["content"] {
        Value::Null => {}
        Value::String(text) => form.length(&at("content"), text, 0, 2000),
        _ => form.wrong(
            at("content"),
            "BASE_TYPE_STRING",
            "Could not interpret value as string.",
        ),
    }
    if let Some(flags) = body["flags"].as_u64()
        && flags & !KNOWN_FLAGS != 0
    {
        form.wrong(
            at("flags"),
            "MESSAGE_FLAGS_INVALID",
            "Only SUPPRESS_EMBEDS, EPHEMERAL and SUPPRESS_NOTIFICATIONS",
        );
    }
    match &body["nonce"] {
        Value::Null | Value::Number(_) => {}
        Value::String(nonce) => form.length(&at("nonce"), nonce, 0, 25),
        _ => form.wrong(at("nonce"), "NONCE_TYPE", "A nonce is a string or a number."),
    }
    embeds(form, &body["embeds"], &at("embeds"));
    components(form, world, &body["components"], &at("components"));
    allowed_mentions(form, &body["allowed_mentions"], &at("allowed_mentions"));
    if let Value::Array(attachments) = &body["attachments"] {
        if attachments.len() > 10 {
            form.wrong(
                at("attachments"),
                "BASE_TYPE_MAX_LENGTH",
                "Must be 10 or fewer in length.",
            );
        }
        for (n, attachment) in attachments.iter().enumerate() {
            if attachment["id"].is_null() {
                form.required(&at(&format!("attachments.{n}.id")));
            }
            if let Some(text) = attachment["description"].as_str() {
                form.length(&at(&format!("attachments.{n}.description")), text, 0, 1024);
            }
        }
    }
}

fn embeds(form: &mut Form, embeds: &Value, at: &str) {
    let Value::Array(embeds) = embeds else { return };
    if embeds.len() > 10 {
        form.wrong(at, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
    let mut total = 0;
    for (n, embed) in embeds.iter().enumerate() {
        let mut text = |form: &mut Form, path: &str, value: &Value, least: usize, most: usize| {
            if let Some(text) = value.as_str() {
                total += text.chars().count();
                form.length(&format!("{at}.{n}.{path}"), text, least, most);
            } else if least > 0 {
                form.required(&format!("{at}.{n}.{path}"));
            }
        };
        text(form, "title", &embed["title"], 0, 256);
        text(form, "description", &embed["description"], 0, 4096);
        text(form, "footer.text", &embed["footer"]["text"], 0, 2048);
        text(form, "author.name", &embed["author"]["name"], 0, 256);
        let fields = embed["fields"].as_array().map_or(&[][..], Vec::as_slice);
        for (m, field) in fields.iter().enumerate() {
            text(form, &format!("fields.{m}.name"), &field["name"], 1, 256);
            text(form, &format!("fields.{m}.value"), &field["value"], 1, 1024);
        }
        if fields.len() > 25 {
            form.wrong(
                format!("{at}.{n}.fields"),
                "BASE_TYPE_MAX_LENGTH",
                "Must be 25 or fewer in length.",
            );
        }
    }
    if total > 6000 {
        form.wrong(at, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn components(form: &mut Form, world: &World, components: &Value, at: &str) {
    let Value::Array(rows) = components else { return };
    if rows.len() > 5 {
        form.wrong(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    let mut ids = BTreeSet::new();
    for (r, row) in rows.iter().enumerate() {
        let here = format!("{at}.{r}");
        if row["type"] != 1 {
            form.choices(&format!("{here}.type"), &row["type"]);
            continue;
        }
        let Some(cells) = row["components"].as_array() else {
            form.required(&format!("{here}.components"));
            continue;
        };
        if cells.is_empty() || cells.len() > 5 {
            form.wrong(
                format!("{here}.components"),
                "BASE_TYPE_BAD_LENGTH",
                "Must be between 1 and 5 in length.",
            );
        }
        let wide = cells.iter().filter(|cell| cell["type"] != 2).count();
        if wide > 0 && cells.len() > 1 {
            let message = "The specified component exceeds the maximum width";
            form.wrong(format!("{here}.components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (c, cell) in cells.iter().enumerate() {
            let here = format!("{here}.components.{c}");
            match cell["type"].as_u64() {
                Some(2) => button(form, world, cell, &here),
                Some(3) => string_select(form, world, cell, &here),
                Some(5..=8) => select_frame(form, cell, &here),
                _ => form.choices(&format!("{here}.type"), &cell["type"]),
            }
            if let Some(id) = cell["custom_id"].as_str()
                && !ids.insert(id.to_owned())
            {
                let message = "Component custom id cannot be duplicated";
                form.wrong(format!("{here}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
        }
    }
}

fn custom_id(form: &mut Form, cell: &Value, at: &str) {
    match cell["custom_id"].as_str() {
        Some(id) => form.length(&format!("{at}.custom_id"), id, 1, 100),
        None => form.required(&format!("{at}.custom_id")),
    }
}

fn button(form: &mut Form, world: &World, cell: &Value, at: &str) {
    match cell["style"].as_u64() {
        Some(1..=4) => {
            custom_id(form, cell, at);
            if !cell["url"].is_null() {
                form.wrong(
                    at,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        Some(5) => {
            match cell["url"].as_str() {
                Some(url)
                    if ["http://", "https://", "discord://"]
                        .iter()
                        .any(|scheme| url.starts_with(scheme)) =>
                {
                    form.length(&format!("{at}.url"), url, 1, 512);
                }
                Some(_) => form.wrong(
                    format!("{at}.url"),
                    "URL_TYPE_INVALID_SCHEME",
                    "Scheme must be one of http, https, discord.",
                ),
                None => form.required(&format!("{at}.url")),
            }
            if !cell["custom_id"].is_null() {
                form.wrong(
                    at,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        Some(6) => {}
        _ => form.choices(&format!("{at}.style"), &cell["style"]),
    }
    let label = cell["label"].as_str().unwrap_or("");
    form.length(&format!("{at}.label"), label, 0, 80);
    if label.is_empty() && cell["emoji"].is_null() {
        form.wrong(
            at,
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A label or emoji is required",
        );
    }
    emoji(form, world, &cell["emoji"], &format!("{at}.emoji"));
}

fn select_frame(form: &mut Form, cell: &Value, at: &str) {
    custom_id(form, cell, at);
    if let Some(text) = cell["placeholder"].as_str() {
        form.length(&format!("{at}.placeholder"), text, 0, 150);
    }
    let least = cell["min_values"].as_u64().unwrap_or(1);
    let most = cell["max_values"].as_u64().unwrap_or(1);
    if least > 25 || least > most {
        form.wrong(
            format!("{at}.min_values"),
            "NUMBER_TYPE_MAX",
            "min_values must be at most max_values and 25.",
        );
    }
    if !(1..=25).contains(&most) {
        form.wrong(
            format!("{at}.max_values"),
            "NUMBER_TYPE_MAX",
            "int value should be between 1 and 25.",
        );
    }
}

fn string_select(form: &mut Form, world: &World, cell: &Value, at: &str) {
    select_frame(form, cell, at);
    let Some(options) = cell["options"].as_array() else {
        form.required(&format!("{at}.options"));
        return;
    };
    if options.is_empty() || options.len() > 25 {
        form.wrong(
            format!("{at}.options"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 25 in length.",
        );
    }
    if !options.is_empty() && cell["max_values"].as_u64().unwrap_or(1) as usize > options.len() {
        form.wrong(
            format!("{at}.options"),
            "BASE_TYPE_MIN_LENGTH",
            "max_values is more than the number of options.",
        );
    }
    let mut values = BTreeSet::new();
    for (n, option) in options.iter().enumerate() {
        let here = format!("{at}.options.{n}");
        form.length(&format!("{here}.label"), option["label"].as_str().unwrap_or(""), 1, 100);
        let value = option["value"].as_str().unwrap_or("");
        form.length(&format!("{here}.value"), value, 1, 100);
        if !values.insert(value) {
            let message = "The specified option value is already used";
            form.wrong(
                format!("{here}.value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                message,
            );
        }
        if let Some(text) = option["description"].as_str() {
            form.length(&format!("{here}.description"), text, 0, 100);
        }
        emoji(form, world, &option["emoji"], &format!("{here}.emoji"));
    }
    let chosen = options.iter().filter(|option| option["default"] == true).count();
    if chosen > cell["max_values"].as_u64().unwrap_or(1) as usize {
        form.wrong(
            at,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More default options than max_values",
        );
    }
}

/// An own emoji must exist; any other must be one Unicode emoji.
fn emoji(form: &mut Form, world: &World, emoji: &Value, at: &str) {
    if emoji.is_null() {
        return;
    }
    let known = match snowflake(&emoji["id"]) {
        Some(id) => world.emojis.contains_key(&id),
        None => emoji["name"].as_str().is_some_and(is_emoji),
    };
    if !known {
        form.wrong(format!("{at}.name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

fn is_emoji(text: &str) -> bool {
    let keycap = |c: char| c.is_ascii_digit() || c == '#' || c == '*';
    let plausible = |c: char| {
        matches!(c as u32,
            0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122 | 0x2139 | 0x2194..=0x21AA | 0x231A..=0x23FF | 0x24C2
            | 0x25AA..=0x27BF | 0x2934..=0x2935 | 0x2B05..=0x2B55 | 0x3030 | 0x303D | 0x3297 | 0x3299
            | 0x1F000..=0x1FAFF)
    };
    let joins = |c: char| matches!(c as u32, 0x200D | 0xFE0F | 0x20E3 | 0x1F3FB..=0x1F3FF | 0xE0020..=0xE007F);
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    let rest: Vec<char> = chars.collect();
    (plausible(first) || keycap(first) && rest.last() == Some(&'\u{20E3}'))
        && rest.len() < 12
        && rest.iter().all(|c| joins(*c) || plausible(*c))
        // Two emoji in a row are two emoji, not one, unless they are glued together or form a flag.
        && (rest.iter().all(|c| joins(*c)) || rest.contains(&'\u{200D}') || is_flag(first, &rest))
}

fn is_flag(first: char, rest: &[char]) -> bool {
    let regional = |c: char| matches!(c as u32, 0x1F1E6..=0x1F1FF);
    regional(first) && rest.len() == 1 && regional(rest[0])
}

fn allowed_mentions(form: &mut Form, allowed: &Value, at: &str) {
    if allowed.is_null() {
        return;
    }
    for kind in ["users", "roles"] {
        let list = allowed[kind].as_array().map_or(0, Vec::len);
        if list > 100 {
            form.wrong(
                format!("{at}.{kind}"),
                "BASE_TYPE_MAX_LENGTH",
                "Must be 100 or fewer in length.",
            );
        }
        let parsed = allowed["parse"]
            .as_array()
            .is_some_and(|parse| parse.iter().any(|word| word == kind));
        if parsed && list > 0 {
            let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            form.wrong(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
    for (n, word) in allowed["parse"].as_array().into_iter().flatten().enumerate() {
        if !matches!(word.as_str(), Some("users" | "roles" | "everyone")) {
            form.choices(&format!("{at}.parse.{n}"), word);
        }
    }
}

/// An id, written as a string or (Discord takes both) as a number.
pub fn snowflake(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}
