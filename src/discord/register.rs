//! The commands that Discord's menus show: written only when they differ from what is there.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::bot::Bot;
use super::commands;
use super::rest::Failure;

/// The longest pause between attempts.
const LONGEST: Duration = Duration::from_secs(300);

/// Sees to it that the commands are registered, however long that takes.
pub(super) async fn keep(bot: Arc<Bot>, application: u64, stop: CancellationToken) {
    // Without the empty fields that the library writes and Discord's own description does not know.
    let wanted = Value::Array(essence(&commands::definitions()));
    let mut pause = Duration::from_secs(1);
    loop {
        match once(&bot, application, &wanted).await {
            Ok(true) => return tracing::info!("commands registered"),
            Ok(false) => return tracing::debug!("commands are as they should be"),
            Err(failure) => tracing::warn!(%failure, "commands could not be registered; trying again"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST),
        }
    }
}

async fn once(bot: &Bot, application: u64, wanted: &Value) -> Result<bool, Failure> {
    let there = bot.rest.commands(application).await?;
    if essence(&there) == essence(wanted) {
        return Ok(false);
    }
    bot.rest.replace_commands(application, wanted).await?;
    Ok(true)
}

/// What makes a list of commands what it is: without ids and versions, defaults left out, in a fixed order.
fn essence(commands: &Value) -> Vec<Value> {
    let mut list: Vec<Value> = commands.as_array().into_iter().flatten().map(entry).collect();
    for command in &mut list {
        // A slash command need not say that it is one.
        if command["type"].is_null() {
            command["type"] = json!(1);
        }
    }
    list.sort_by_key(|command| (command["type"].as_i64().unwrap_or(1), command["name"].to_string()));
    list
}

fn entry(value: &Value) -> Value {
    let mut kept = Map::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        let value = match key.as_str() {
            "options" | "choices" => Value::Array(value.as_array().into_iter().flatten().map(entry).collect()),
            "contexts" | "integration_types" => {
                let mut numbers: Vec<i64> = value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_i64)
                    .collect();
                numbers.sort_unstable();
                json!(numbers)
            }
            // 1 and 1.0 are one limit.
            "min_value" | "max_value" => value.as_f64().map_or(Value::Null, whole),
            "name_localizations"
            | "description_localizations"
            | "description"
            | "name"
            | "type"
            | "value"
            | "required"
            | "autocomplete"
            | "min_length"
            | "max_length"
            | "channel_types"
            | "default_member_permissions"
            | "nsfw" => value.clone(),
            _ => continue,
        };
        let default = match &value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::Number(_) | Value::Bool(true) => false,
        };
        if !default {
            kept.insert(key.clone(), value);
        }
    }
    Value::Object(kept)
}

/// 1.0 as 1, since Discord's own description wants whole limits for whole numbers.
fn whole(number: f64) -> Value {
    let digits = format!("{number:.0}");
    match digits.parse::<i64>() {
        Ok(integer) if number.fract() == 0.0 => json!(integer),
        _ => json!(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_adds_makes_no_difference() {
        let ours = json!([
            { "name": "gin", "description": "Play", "options": [
                { "type": 1, "name": "help", "description": "Help", "required": false, "options": [] },
                { "type": 4, "name": "hands", "description": "Hands", "min_value": 1.0, "choices": [] },
            ], "contexts": [0, 1], "integration_types": [0] },
            { "name": "Challenge", "type": 2 },
        ]);
        let theirs = json!([
            { "id": "2", "application_id": "1", "version": "4", "name": "Challenge", "type": 2, "description": "",
              "default_member_permissions": null, "nsfw": false, "name_localizations": null },
            { "id": "1", "application_id": "1", "version": "3", "name": "gin", "type": 1, "description": "Play",
              "description_localizations": {}, "dm_permission": true, "contexts": [1, 0], "integration_types": [0],
              "options": [
                { "type": 1, "name": "help", "description": "Help" },
                { "type": 4, "name": "hands", "description": "Hands", "min_value": 1 },
              ] },
        ]);
        assert_eq!(essence(&ours), essence(&theirs));
    }

    #[test]
    fn a_changed_word_makes_a_difference() {
        let one = json!([{ "name": "gin", "type": 1, "description": "Play", "name_localizations": { "zh-CN": "金" } }]);
        let other =
            json!([{ "name": "gin", "type": 1, "description": "Play", "name_localizations": { "zh-CN": "银" } }]);
        assert_ne!(essence(&one), essence(&other));
        assert_ne!(essence(&one), essence(&json!([])));
    }
}
