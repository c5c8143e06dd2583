//! Application commands: what Discord accepts, and how it writes them back.

use serde_json::{Map, Value, json};

use super::refusal::{Form, Refusal};
use super::world::World;

/// The languages that localizations may be keyed by.
pub const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// A registered command.
#[derive(Clone, Debug)]
pub struct Command {
    pub id: u64,
    /// `None` for a global one.
    pub guild: Option<u64>,
    pub version: u64,
    /// As Discord keeps it, without ids.
    pub body: Map<String, Value>,
}

impl Command {
    pub fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or("")
    }

    /// 1 slash, 2 user menu, 3 message menu.
    pub fn kind(&self) -> u64 {
        self.body["type"].as_u64().unwrap_or(1)
    }

    /// As the REST interface writes it.
    pub fn json(&self, app: u64, with_localizations: bool) -> Value {
        let mut body = self.body.clone();
        if !with_localizations {
            strip_localizations(&mut body);
        }
        body.insert("id".into(), json!(self.id.to_string()));
        body.insert("application_id".into(), json!(app.to_string()));
        body.insert("version".into(), json!(self.version.to_string()));
        if let Some(guild) = self.guild {
            body.insert("guild_id".into(), json!(guild.to_string()));
        }
        Value::Object(body)
    }
}

fn strip_localizations(body: &mut Map<String, Value>) {
    body.remove("name_localizations");
    body.remove("description_localizations");
    for list in ["options", "choices"] {
        for entry in body.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Value::Object(entry) = entry {
                strip_localizations(entry);
            }
        }
    }
}

/// PUT: this list replaces all commands of the scope; commands that stay keep their id.
///
/// # Errors
///
/// 50035 with the place of every mistake.
pub fn replace(world: &mut World, guild: Option<u64>, list: &Value) -> Result<Vec<Value>, Refusal> {
    let empty = Vec::new();
    let list = list.as_array().unwrap_or(&empty);
    let mut form = Form::default();
    for (n, body) in list.iter().enumerate() {
        check(&mut form, body, &n.to_string());
        let twin = |other: &Value| other["name"] == body["name"] && kind_of(other) == kind_of(body);
        if list[..n].iter().any(twin) {
            let message = "Application command names must be unique";
            form.wrong(n.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        if list.iter().filter(|body| kind_of(body) == kind).count() > most {
            form.wrong(
                "",
                "BASE_TYPE_MAX_LENGTH",
                format!("At most {most} commands of type {kind}."),
            );
        }
    }
    form.finish()?;
    let mut old: Vec<Command> = world
        .commands
        .iter()
        .filter(|command| command.guild == guild)
        .cloned()
        .collect();
    world.commands.retain(|command| command.guild != guild);
    let mut written = Vec::new();
    for body in list {
        let body = normal(body);
        let known = old
            .iter()
            .position(|c| c.name() == body["name"] && body["type"] == c.kind());
        let known = known.map(|at| old.swap_remove(at));
        let command = match known {
            Some(command) if command.body == body => command,
            Some(command) => Command {
                version: world.fresh_id(),
                body,
                ..command
            },
            None => Command {
                id: world.fresh_id(),
                guild,
                version: world.fresh_id(),
                body,
            },
        };
        written.push(command.json(world.app, true));
        world.commands.push(command);
    }
    Ok(written)
}

/// POST: adds a command, or replaces the one with the same name. The flag says whether it is new.
///
/// # Errors
///
/// 50035 with the place of every mistake.
pub fn upsert(world: &mut World, guild: Option<u64>, body: &Value) -> Result<(Value, bool), Refusal> {
    let mut form = Form::default();
    check(&mut form, body, "");
    form.finish()?;
    let body = normal(body);
    let version = world.fresh_id();
    let twin = world
        .commands
        .iter()
        .position(|c| c.guild == guild && c.name() == body["name"] && body["type"] == c.kind());
    let new = twin.is_none();
    let command = match twin {
        Some(at) => Command {
            version,
            body,
            ..world.commands.swap_remove(at)
        },
        None => Command {
            id: world.fresh_id(),
            guild,
            version,
            body,
        },
    };
    let json = command.json(world.app, true);
    world.commands.push(command);
    Ok((json, new))
}

/// PATCH: the fields that are there replace the old ones.
///
/// # Errors
///
/// 10063 for an unknown command, 50035 for what it would become.
pub fn patch(world: &mut World, guild: Option<u64>, id: u64, change: &Value) -> Result<Value, Refusal> {
    let at = position(world, guild, id)?;
    let mut body = Value::Object(world.commands[at].body.clone());
    for (key, value) in change.as_object().into_iter().flatten() {
        body[key] = value.clone();
    }
    let mut form = Form::default();
    check(&mut form, &body, "");
    form.finish()?;
    let version = world.fresh_id();
    let app = world.app;
    let command = &mut world.commands[at];
    command.body = normal(&body);
    command.version = version;
    Ok(command.json(app, true))
}

/// Where a command is in the list.
///
/// # Errors
///
/// 10063 for an unknown one.
pub fn position(world: &World, guild: Option<u64>, id: u64) -> Result<usize, Refusal> {
    world
        .commands
        .iter()
        .position(|command| command.id == id && command.guild == guild)
        .ok_or_else(Refusal::unknown_command)
}

fn kind_of(body: &Value) -> u64 {
    body["type"].as_u64().unwrap_or(1)
}

fn check(form: &mut Form, body: &Value, prefix: &str) {
    let at = |name: &str| {
        if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        }
    };
    let kind = kind_of(body);
    let name = body["name"].as_str().unwrap_or("");
    if kind == 1 {
        command_name(form, name, &at("name"));
        form.length(&at("description"), body["description"].as_str().unwrap_or(""), 1, 100);
    } else {
        form.length(&at("name"), name, 1, 32);
        if body["description"].as_str().is_some_and(|text| !text.is_empty()) {
            form.wrong(
                at("description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands can't have a description",
            );
        }
        if body["options"].as_array().is_some_and(|options| !options.is_empty()) {
            form.wrong(
                at("options"),
                "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
                "Context menu commands can't have options",
            );
        }
    }
    localizations(form, body, prefix, kind == 1);
    options(form, &body["options"], &at("options"), 0);
    for (field, most) in [("contexts", 2), ("integration_types", 1)] {
        for entry in body[field].as_array().into_iter().flatten() {
            if entry.as_u64().is_none_or(|n| n > most) {
                form.choices(&at(field), entry);
            }
        }
    }
    if weight(body) > 8000 {
        form.wrong(
            prefix,
            "APPLICATION_COMMAND_TOO_LARGE",
            "Command exceeds maximum size (8000)",
        );
    }
}

fn command_name(form: &mut Form, name: &str, at: &str) {
    let letters = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\''));
    let lower = name.to_lowercase() == name;
    if !(1..=32).contains(&name.chars().count()) || !letters || !lower {
        let message = "Command name is invalid";
        form.wrong(at, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn localizations(form: &mut Form, body: &Value, prefix: &str, strict_name: bool) {
    let at = |name: &str| {
        if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        }
    };
    for (locale, text) in body["name_localizations"].as_object().into_iter().flatten() {
        let here = at(&format!("name_localizations.{locale}"));
        if !LOCALES.contains(&locale.as_str()) {
            form.choices(&at("name_localizations"), locale);
        }
        if strict_name {
            command_name(form, text.as_str().unwrap_or(""), &here);
        } else {
            form.length(&here, text.as_str().unwrap_or(""), 1, 32);
        }
    }
    for (locale, text) in body["description_localizations"].as_object().into_iter().flatten() {
        if !LOCALES.contains(&locale.as_str()) {
            form.choices(&at("description_localizations"), locale);
        }
        form.length(
            &at(&format!("description_localizations.{locale}")),
            text.as_str().unwrap_or(""),
            1,
            100,
        );
    }
}

fn options(form: &mut Form, options: &Value, at: &str, depth: usize) {
    let Value::Array(list) = options else { return };
    if list.len() > 25 {
        form.wrong(at, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
    }
    let sub = |option: &Value| matches!(option["type"].as_u64(), Some(1 | 2));
    if list.iter().any(sub) && !list.iter().all(sub) {
        form.wrong(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    let mut optional = false;
    for (n, option) in list.iter().enumerate() {
        let here = format!("{at}.{n}");
        let kind = option["type"].as_u64().unwrap_or(0);
        let nested_too_deep = match kind {
            1 => depth > 1,
            2 => depth > 0,
            3..=11 => false,
            _ => {
                form.choices(&format!("{here}.type"), &option["type"]);
                continue;
            }
        };
        if nested_too_deep {
            form.wrong(
                format!("{here}.type"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-commands can't be nested that deep",
            );
        }
        command_name(form, option["name"].as_str().unwrap_or(""), &format!("{here}.name"));
        form.length(
            &format!("{here}.description"),
            option["description"].as_str().unwrap_or(""),
            1,
            100,
        );
        localizations(form, option, &here, true);
        if list[..n].iter().any(|other| other["name"] == option["name"]) {
            form.wrong(
                format!("{here}.name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists",
            );
        }
        if kind > 2 {
            if option["required"] == true && optional {
                form.wrong(
                    format!("{here}.required"),
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                );
            }
            optional |= option["required"] != true;
        }
        choices(form, option, kind, &here);
        for bound in ["min_value", "max_value"] {
            if !option[bound].is_null() && !matches!(kind, 4 | 10) {
                form.wrong(
                    format!("{here}.{bound}"),
                    "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID",
                    "Only for number options",
                );
            }
        }
        if kind <= 2 {
            self::options(form, &option["options"], &format!("{here}.options"), depth + 1);
        }
    }
}

fn choices(form: &mut Form, option: &Value, kind: u64, at: &str) {
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    if choices.len() > 25 {
        form.wrong(
            format!("{at}.choices"),
            "BASE_TYPE_MAX_LENGTH",
            "Must be 25 or fewer in length.",
        );
    }
    if !choices.is_empty() && option["autocomplete"] == true {
        form.wrong(
            at,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "choices and autocomplete are mutually exclusive",
        );
    }
    for (n, choice) in choices.iter().enumerate() {
        let here = format!("{at}.choices.{n}");
        form.length(&format!("{here}.name"), choice["name"].as_str().unwrap_or(""), 1, 100);
        let fits = match kind {
            3 => choice["value"]
                .as_str()
                .is_some_and(|text| (1..=100).contains(&text.chars().count())),
            4 => choice["value"].is_i64() || choice["value"].is_u64(),
            10 => choice["value"].is_number(),
            _ => false,
        };
        if !fits {
            form.wrong(
                format!("{here}.value"),
                "BASE_TYPE_BAD_VALUE",
                "The value doesn't fit the option's type.",
            );
        }
        for locale in choice["name_localizations"].as_object().into_iter().flat_map(Map::keys) {
            if !LOCALES.contains(&locale.as_str()) {
                form.choices(&format!("{here}.name_localizations"), locale);
            }
        }
    }
}

/// All letters of names, descriptions and values; of localizations the longest counts.
fn weight(body: &Value) -> usize {
    let own: usize = ["name", "description", "value"]
        .iter()
        .map(|field| {
            let text = body[field].as_str().map_or(0, |text| text.chars().count());
            let longest = body[format!("{field}_localizations")]
                .as_object()
                .into_iter()
                .flatten()
                .filter_map(|(_, text)| text.as_str())
                .map(|text| text.chars().count())
                .max();
            text.max(longest.unwrap_or(0))
        })
        .sum();
    let nested = ["options", "choices"]
        .iter()
        .flat_map(|list| body[list].as_array().into_iter().flatten());
    own + nested.map(weight).sum::<usize>()
}

/// A command as Discord writes it back: nothing that says nothing, defaults spelled out.
fn normal(body: &Value) -> Map<String, Value> {
    let mut normal = Map::new();
    let or_null = |name: &str| {
        body.get(name)
            .filter(|value| !is_nothing(value))
            .cloned()
            .unwrap_or(Value::Null)
    };
    normal.insert("type".into(), json!(kind_of(body)));
    normal.insert("name".into(), body["name"].clone());
    normal.insert("description".into(), json!(body["description"].as_str().unwrap_or("")));
    for field in ["name_localizations", "description_localizations", "contexts"] {
        normal.insert(field.into(), or_null(field));
    }
    let permissions = match &body["default_member_permissions"] {
        Value::Number(bits) => json!(bits.to_string()),
        other => other.clone(),
    };
    normal.insert("default_member_permissions".into(), permissions);
    normal.insert(
        "dm_permission".into(),
        json!(body["dm_permission"].as_bool().unwrap_or(true)),
    );
    let integration = body
        .get("integration_types")
        .filter(|value| !is_nothing(value))
        .cloned();
    normal.insert("integration_types".into(), integration.unwrap_or_else(|| json!([0])));
    normal.insert("nsfw".into(), json!(body["nsfw"] == true));
    if let Some(options) = body["options"].as_array().filter(|options| !options.is_empty()) {
        normal.insert("options".into(), options.iter().map(normal_option).collect());
    }
    normal
}

fn normal_option(option: &Value) -> Value {
    let mut normal = Map::new();
    for (key, value) in option.as_object().into_iter().flatten() {
        let value = match (key.as_str(), value) {
            ("options", Value::Array(list)) => list.iter().map(normal_option).collect(),
            ("choices", Value::Array(list)) => list.iter().map(normal_option).collect(),
            _ => value.clone(),
        };
        if !is_nothing(&value) {
            normal.insert(key.clone(), value);
        }
    }
    Value::Object(normal)
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}
