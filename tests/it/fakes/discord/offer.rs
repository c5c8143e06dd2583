//! Which commands a person's client offers where, and what it sends when one is typed.

use serde_json::{Value, json};

use super::commands::Command;
use super::json as write_json;
use super::people::Opt;
use super::permission;
use super::world::{ChannelKind, World};

/// The command as this person's client offers it in this place.
pub fn usable(world: &World, user: u64, channel: u64, kind: u64, name: &str) -> Command {
    let guild = world.places[&channel].guild();
    let here = |command: &&Command| command.guild.is_none() || command.guild == guild;
    let known = world
        .commands
        .iter()
        .filter(here)
        .find(|c| c.kind() == kind && c.name() == name);
    let Some(command) = known else {
        let names: Vec<&str> = world.commands.iter().filter(here).map(Command::name).collect();
        panic!("the command {name:?} isn't registered; there are {names:?}");
    };
    if let Err(why) = offer(world, user, channel, command) {
        panic!("the command {name:?} isn't offered: {why}");
    }
    command.clone()
}

/// Whether a client shows this command to this person in this place, or why it doesn't.
pub fn offer(world: &World, user: u64, channel: u64, command: &Command) -> Result<(), &'static str> {
    let place = &world.places[&channel];
    let guild = place.guild();
    if command.guild.is_some() && command.guild != guild {
        return Err("it belongs to another server");
    }
    let bits = world.permissions(channel, user);
    if bits & permission::USE_APPLICATION_COMMANDS == 0 {
        return Err("this person may not use commands in this channel");
    }
    let needed = command.body["default_member_permissions"]
        .as_str()
        .and_then(|bits| bits.parse::<u64>().ok());
    if guild.is_some() && needed.is_some_and(|needed| bits & needed != needed || needed == 0 && bits != permission::ALL)
    {
        return Err("this person lacks the permissions that the command asks for");
    }
    let (context, installed) = match (&place.kind, guild.and_then(|guild| world.servers.get(&guild))) {
        (ChannelKind::Dm { .. }, _) => (1, true),
        (_, Some(server)) => (0, server.members.contains_key(&world.bot)),
        _ => (2, false),
    };
    let lists = |field: &str, number: u64| {
        command.body[field]
            .as_array()
            .is_none_or(|list| list.iter().any(|entry| entry == number))
    };
    if !lists("contexts", context) || context == 1 && command.body["dm_permission"] == false {
        return Err("not in this kind of place");
    }
    let own_copy = world.people[&user].installed && lists("integration_types", 1);
    if installed && lists("integration_types", 0) || own_copy {
        Ok(())
    } else {
        Err("the application isn't installed here")
    }
}

/// Name and description of a command in this language, sub-commands written out.
pub fn spell_out(command: &Value, before: &str, locale: &str, into: &mut Vec<(String, String)>) {
    let local = |field: &str| {
        let translated = command[format!("{field}_localizations")][locale].as_str();
        translated.or(command[field].as_str()).unwrap_or("").to_owned()
    };
    let name = format!("{before}{}", local("name"));
    let is_sub = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let subs: Vec<&Value> = command["options"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(is_sub)
        .collect();
    if subs.is_empty() {
        into.push((name, local("description")));
        return;
    }
    for sub in subs {
        spell_out(sub, &format!("{name} "), locale, into);
    }
}

/// What a typed command sends, or a panic where the client wouldn't let it be sent.
pub fn slash_data(world: &World, command: &Command, words: &[&str], given: &[(&str, Opt)], channel: u64) -> Value {
    let mut level = command
        .body
        .get("options")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut path = Vec::new();
    for word in &words[1..] {
        let sub = level
            .iter()
            .find(|option| option["name"] == *word && matches!(option["type"].as_u64(), Some(1 | 2)));
        let Some(sub) = sub.cloned() else {
            panic!("/{} has no sub-command {word:?}", words.join(" "))
        };
        level = sub["options"].as_array().cloned().unwrap_or_default();
        path.push(sub);
    }
    let unfinished = level
        .iter()
        .any(|option| matches!(option["type"].as_u64(), Some(1 | 2)));
    assert!(!unfinished, "/{} needs a sub-command", words.join(" "));
    for option in &level {
        let there = given.iter().any(|(name, _)| option["name"] == *name);
        assert!(
            there || option["required"] != true,
            "the option {} is required",
            option["name"]
        );
    }
    let mut people = Vec::new();
    let mut options: Vec<Value> = Vec::new();
    for (name, value) in given {
        let Some(option) = level.iter().find(|option| option["name"] == *name) else {
            panic!("/{} has no option {name:?}", words.join(" "));
        };
        fits(option, value);
        if let Opt::User(id) = value {
            people.push(*id);
        }
        options.push(json!({"name": name, "type": option["type"], "value": value.json()}));
    }
    for sub in path.iter().rev() {
        options = vec![json!({"name": sub["name"], "type": sub["type"], "options": options})];
    }
    let mut data = json!({"id": command.id.to_string(), "name": command.name(), "type": 1, "options": options});
    if let Some(guild) = command.guild {
        data["guild_id"] = json!(guild.to_string());
    }
    if !people.is_empty() {
        data["resolved"] = resolved(world, &people, channel);
    }
    data
}

fn fits(option: &Value, value: &Opt) {
    let kind = option["type"].as_u64().unwrap_or(0);
    let number = u64::from(value.number());
    assert!(
        kind == number || kind == 9 && number == 6 || kind == 10 && number == 4,
        "the option {} has another type",
        option["name"]
    );
    let choices = option["choices"].as_array();
    assert!(
        choices.is_none_or(|choices| choices.iter().any(|choice| choice["value"] == value.json())),
        "{value:?} is none of the choices of {}",
        option["name"],
    );
    match value {
        Opt::Whole(number) => {
            assert!(
                option["min_value"].as_i64().is_none_or(|least| *number >= least),
                "{number} is too small"
            );
            assert!(
                option["max_value"].as_i64().is_none_or(|most| *number <= most),
                "{number} is too large"
            );
        }
        Opt::Text(text) => {
            let length = text.chars().count() as u64;
            assert!(
                length <= option["max_length"].as_u64().unwrap_or(6000),
                "{text:?} is too long"
            );
            assert!(
                length >= option["min_length"].as_u64().unwrap_or(0),
                "{text:?} is too short"
            );
        }
        Opt::User(_) | Opt::Flag(_) => {}
    }
}

/// The people that an interaction names, as Discord sends them along.
pub fn resolved(world: &World, people: &[u64], channel: u64) -> Value {
    let mut resolved = json!({"users": {}});
    let server = world.places[&channel]
        .guild()
        .and_then(|guild| world.servers.get(&guild));
    for id in people {
        resolved["users"][id.to_string()] = write_json::user(world, *id);
        if let Some(member) = server.and_then(|server| server.members.get(id)) {
            let mut member = write_json::member(world, *id, member, false);
            member["permissions"] = json!(world.permissions(channel, *id).to_string());
            resolved["members"][id.to_string()] = member;
        }
    }
    resolved
}
