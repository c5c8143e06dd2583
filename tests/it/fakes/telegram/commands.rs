//! The command menu: one list for each scope and language.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::params::Params;
use super::world::{Refusal, Reply, World, bad};

/// Most commands in one list.
const MAX_COMMANDS: usize = 100;

#[derive(Default)]
pub struct Commands {
    pub lists: BTreeMap<(String, String), Vec<(String, String)>>,
}

pub fn set(world: &mut World, params: &Params) -> Reply {
    let list = params
        .json("commands")
        .ok_or_else(|| bad("can't parse commands JSON object"))?;
    let list = list.as_array().ok_or_else(|| bad("expected an Array of BotCommand"))?;
    if list.len() > MAX_COMMANDS {
        return Err(bad("BOT_COMMANDS_TOO_MUCH"));
    }
    let mut commands = Vec::new();
    for entry in list {
        let field = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
        let command = field("command").strip_prefix('/').unwrap_or(field("command"));
        let description = field("description");
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !(1..=32).contains(&command.len()) || !command.bytes().all(fits) {
            return Err(bad("BOT_COMMAND_INVALID"));
        }
        if description.trim().is_empty() {
            return Err(bad("command description must be non-empty"));
        }
        if description.chars().count() > 256 {
            return Err(bad("command description length must not exceed 256"));
        }
        if commands.iter().any(|(known, _)| known == command) {
            return Err(bad("BOT_COMMAND_INVALID"));
        }
        commands.push((command.to_owned(), description.to_owned()));
    }
    let key = key(world, params)?;
    if commands.is_empty() {
        world.commands.lists.remove(&key);
    } else {
        world.commands.lists.insert(key, commands);
    }
    Ok(json!(true))
}

pub fn get(world: &mut World, params: &Params) -> Reply {
    let key = key(world, params)?;
    let list = world.commands.lists.get(&key).into_iter().flatten();
    Ok(list
        .map(|(command, description)| json!({"command": command, "description": description}))
        .collect())
}

pub fn delete(world: &mut World, params: &Params) -> Reply {
    let key = key(world, params)?;
    world.commands.lists.remove(&key);
    Ok(json!(true))
}

/// The scope by name (with its chat and user) and the language, both checked.
fn key(world: &World, params: &Params) -> Result<(String, String), Refusal> {
    let language = params.text("language_code").unwrap_or_default();
    let two_letters = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
    if !language.is_empty() && !two_letters {
        return Err(bad("invalid language code specified"));
    }
    let scope = params.json("scope").unwrap_or_else(|| json!({"type": "default"}));
    let kind = scope.get("type").and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str| scope.get(name).and_then(Value::as_i64);
    let scope = match kind {
        "default" | "all_private_chats" | "all_group_chats" | "all_chat_administrators" => kind.to_owned(),
        "chat" | "chat_administrators" | "chat_member" => {
            let chat = number("chat_id").filter(|id| world.chats.contains_key(id));
            let chat = chat.ok_or_else(|| bad("chat not found"))?;
            match (kind, number("user_id")) {
                ("chat_member", None) => return Err(bad("invalid user_id specified")),
                ("chat_member", Some(user)) => format!("{kind} {chat} {user}"),
                _ => format!("{kind} {chat}"),
            }
        }
        "" => return Err(bad("can't parse BotCommandScope: field \"type\" must be specified")),
        _ => return Err(bad("can't parse BotCommandScope: unsupported type specified")),
    };
    Ok((scope, language))
}
