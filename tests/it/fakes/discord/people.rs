//! What people do: commands, presses, menus, words. Whatever a real client wouldn't let them do panics.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::commands::Command;
use super::json as write_json;
use super::letters::{self, Envelope, Incoming};
use super::rest;
use super::view::{Message, Pick, Seen, Where};
use super::world::{ChannelKind, Press, Shared, World};
use super::{Channel, Interaction, User, permission};

/// The value of a command's option.
#[derive(Clone, Debug)]
pub enum Opt {
    User(u64),
    Text(String),
    Whole(i64),
    Flag(bool),
}

/// `opt(&ben)`, `opt("classic")`, `opt(3)`, `opt(true)`.
pub fn opt(value: impl Into<Opt>) -> Opt {
    value.into()
}

impl From<&User> for Opt {
    fn from(user: &User) -> Self {
        Self::User(user.id)
    }
}

impl From<&str> for Opt {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Opt {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<bool> for Opt {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl Opt {
    fn number(&self) -> u8 {
        match self {
            Self::Text(_) => 3,
            Self::Whole(_) => 4,
            Self::Flag(_) => 5,
            Self::User(_) => 6,
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::User(id) => json!(id.to_string()),
            Self::Text(text) => json!(text),
            Self::Whole(number) => json!(number),
            Self::Flag(flag) => json!(flag),
        }
    }
}

impl User {
    /// Types a slash command: `anna.slash(&channel, "gin challenge", &[("opponent", opt(&ben))])`.
    ///
    /// # Panics
    ///
    /// When the client wouldn't offer it: not registered, not in this place, an option missing or out of bounds.
    pub async fn slash(&self, channel: &Channel, command: &str, options: &[(&str, Opt)]) -> Interaction {
        self.shared.change(|world| {
            let words: Vec<&str> = command.split(' ').collect();
            let found = usable(world, self.id, channel.id, 1, words[0]);
            let data = slash_data(world, &found, &words, options, channel.id);
            self.send(world, 2, 1, command, channel.id, None, data)
        })
    }

    /// Chooses an entry of the menu behind a person's name.
    ///
    /// # Panics
    ///
    /// When the client wouldn't offer it here.
    pub async fn context_menu(&self, entry: &str, target: &User, channel: &Channel) -> Interaction {
        self.shared.change(|world| {
            let found = usable(world, self.id, channel.id, 2, entry);
            let data = json!({
                "id": found.id.to_string(), "name": found.name(), "type": 2, "target_id": target.id.to_string(),
                "resolved": resolved(world, &[target.id], channel.id),
            });
            self.send(world, 2, 2, entry, channel.id, None, data)
        })
    }

    /// Presses a button that is on the message at this moment.
    ///
    /// # Panics
    ///
    /// When this person can't see the message, or there isn't exactly one such button, or it is greyed out.
    pub async fn press(&self, message: &Message, which: impl Pick) -> Interaction {
        self.shared.change(|world| {
            let now = self.looks_at(world, message.id);
            let custom_id = pick(&now, &which);
            self.press_id(world, &now, &custom_id)
        })
    }

    /// Presses a button as it was on the copy of the message in the test's hands: the press was already on its way
    /// when the message changed.
    ///
    /// # Panics
    ///
    /// When this person can't see the message, or the copy has no such button.
    pub async fn press_late(&self, message: &Message, which: impl Pick) -> Interaction {
        let custom_id = pick(message, &which);
        self.shared.change(|world| {
            let now = self.looks_at(world, message.id);
            self.press_id(world, &now, &custom_id)
        })
    }

    /// Chooses the line with this label or value of the menu that has it.
    ///
    /// # Panics
    ///
    /// When this person can't see the message, or no enabled menu of it has this line.
    pub async fn select(&self, message: &Message, line: &str) -> Interaction {
        self.select_all(message, &[line]).await
    }

    /// Chooses several lines of one menu.
    ///
    /// # Panics
    ///
    /// As [`User::select`], and when the menu doesn't take that many.
    pub async fn select_all(&self, message: &Message, lines: &[&str]) -> Interaction {
        self.shared.change(|world| {
            let now = self.looks_at(world, message.id);
            let has = |line: &str, select: &super::view::Select| {
                select
                    .choices
                    .iter()
                    .find(|choice| choice.label == line || choice.value == line)
                    .map(|c| c.value.clone())
            };
            let menu = now
                .selects
                .iter()
                .find(|select| !select.disabled && lines.iter().all(|line| has(line, select).is_some()));
            let Some(menu) = menu else {
                panic!("no menu with the lines {lines:?} on {now:?}")
            };
            assert!(
                (menu.min..=menu.max).contains(&lines.len()),
                "the menu takes {} to {} lines",
                menu.min,
                menu.max
            );
            let values: Vec<String> = lines.iter().filter_map(|line| has(line, menu)).collect();
            let data = json!({"component_type": 3, "custom_id": menu.custom_id, "values": values});
            self.send(world, 3, 0, &menu.custom_id, now.channel, Some(now.id), data)
        })
    }

    /// Fills in the window that an answer opened and sends it off; `values` in the order of the inputs.
    ///
    /// # Panics
    ///
    /// When the answer opened no window.
    pub async fn submit(&self, interaction: &Interaction, values: &[&str]) -> Interaction {
        self.shared.change(|world| {
            let press = &world.presses[&interaction.id];
            let modal = press.modal.clone().unwrap_or_else(|| panic!("the answer opened no window"));
            let (channel, message) = (press.channel, press.message);
            let inputs = modal["components"].as_array().into_iter().flatten();
            let rows: Vec<Value> = inputs
                .zip(values)
                .map(|(row, value)| {
                    json!({"type": 1, "components": [{"type": 4, "custom_id": row["components"][0]["custom_id"], "value": value}]})
                })
                .collect();
            let data = json!({"custom_id": modal["custom_id"], "components": rows});
            let name = modal["custom_id"].as_str().unwrap_or("").to_owned();
            self.send(world, 5, 0, &name, channel, message, data)
        })
    }

    /// Writes a message.
    ///
    /// # Panics
    ///
    /// When this person may not write there.
    pub async fn say(&self, channel: &Channel, text: &str) -> Message {
        self.shared.change(|world| {
            let may = world.permissions(channel.id, self.id) & permission::SEND_MESSAGES != 0;
            assert!(may, "{} may not write in this channel", self.name());
            let envelope = Envelope {
                channel: channel.id,
                author: self.id,
                only_for: None,
                interaction: None,
                kind: 0,
                loading: false,
            };
            let body = json!({"content": text});
            let id = letters::write(
                world,
                envelope,
                &Incoming {
                    json: &body,
                    files: &[],
                },
            );
            let id = id.unwrap_or_else(|refusal| panic!("refused: {}", refusal.body));
            let message = write_json::message(world, &world.letters[&id]);
            rest::announce(world, channel.id, "MESSAGE_CREATE", &message);
            Message::now(&world.letters[&id])
        })
    }

    /// The commands that this person's client offers here, by name and description in their language; sub-commands
    /// written out, entries of people's menus last.
    pub fn offered(&self, channel: &Channel) -> Vec<(String, String)> {
        let world = self.shared.lock();
        let locale = world.people[&self.id].locale.clone();
        let mut offered = Vec::new();
        for kind in [1, 2] {
            for command in &world.commands {
                if command.kind() == kind && offer(&world, self.id, channel.id, command).is_ok() {
                    spell_out(&Value::Object(command.body.clone()), "", &locale, &mut offered);
                }
            }
        }
        offered
    }

    /// The private chat with the bot, opened from this person's side if need be.
    pub fn dm_channel(&self) -> Channel {
        let id = self.shared.change(|world| world.dm_with(self.id));
        Channel { id }
    }

    /// What stands in the private chat with the bot.
    pub fn dms(&self) -> Vec<Message> {
        let world = self.shared.lock();
        let place = world.known_dm(self.id).and_then(|id| world.places.get(&id));
        let letters = place
            .into_iter()
            .flat_map(|place| &place.messages)
            .filter_map(|id| world.letters.get(id));
        letters
            .filter(|letter| !letter.deleted && letter.only_for.is_none())
            .map(Message::now)
            .collect()
    }

    /// What this person sees in a channel now: public messages and their own only-me answers.
    pub fn sees(&self, channel: &Channel) -> Vec<Message> {
        let mut world = self.shared.lock();
        let ids = world
            .places
            .get(&channel.id)
            .map_or_else(Vec::new, |place| place.messages.clone());
        let visible: Vec<u64> = ids.into_iter().filter(|id| world.can_see(self.id, *id)).collect();
        visible
            .iter()
            .filter_map(|id| world.letters.get(id))
            .map(Message::now)
            .collect()
    }

    /// The messages that made this person's client ring.
    pub fn pings(&self) -> Vec<Message> {
        let world = self.shared.lock();
        let rings = world
            .letters
            .values()
            .filter(|letter| letter.pinged.contains(&self.id) || letter.everyone);
        rings.map(Message::now).collect()
    }

    fn looks_at(&self, world: &mut World, message: u64) -> Message {
        assert!(
            world.can_see(self.id, message),
            "{} can't see message {message}",
            self.name_in(world)
        );
        Message::now(&world.letters[&message])
    }

    fn press_id(&self, world: &mut World, message: &Message, custom_id: &str) -> Interaction {
        let data = json!({"component_type": 2, "custom_id": custom_id});
        self.send(world, 3, 0, custom_id, message.channel, Some(message.id), data)
    }

    fn name(&self) -> String {
        self.name_in(&self.shared.lock())
    }

    fn name_in(&self, world: &World) -> String {
        world
            .people
            .get(&self.id)
            .map_or_else(|| self.id.to_string(), |person| person.name.clone())
    }

    #[expect(clippy::too_many_arguments, reason = "one call shape for every kind of interaction")]
    fn send(
        &self,
        world: &mut World,
        kind: u8,
        command_kind: u8,
        name: &str,
        channel: u64,
        message: Option<u64>,
        data: Value,
    ) -> Interaction {
        let id = world.fresh_id();
        let token = format!("aW50ZXJhY3Rpb246{id}:{}", world.fresh_id());
        let mut payload = frame(world, self.id, channel);
        payload["id"] = json!(id.to_string());
        payload["token"] = json!(token);
        payload["type"] = json!(kind);
        payload["data"] = data;
        if let Some(letter) = message.and_then(|id| world.letters.get(&id)) {
            payload["message"] = write_json::message(world, letter);
        }
        let press = Press {
            id,
            token: token.clone(),
            kind,
            command_kind,
            name: name.to_owned(),
            user: self.id,
            channel,
            message,
            created: Instant::now(),
            aged: Duration::ZERO,
            callback: None,
            original: None,
            followups: Vec::new(),
            modal: None,
            results: Vec::new(),
            payload: Arc::new(payload.clone()),
        };
        world.presses.insert(id, press);
        world.press_tokens.insert(token, id);
        world.dispatch("INTERACTION_CREATE", 0, &payload);
        Interaction {
            id,
            shared: Arc::clone(&self.shared),
        }
    }
}

/// Everything a person has ever had in front of their eyes, in order.
pub fn seen_by(shared: &Shared, user: u64) -> Vec<Seen> {
    let mut world = shared.lock();
    let ids: Vec<u64> = world.letters.keys().copied().collect();
    let mut seen = Vec::new();
    for id in ids {
        let still = world.can_see(user, id);
        let letter = &world.letters[&id];
        if letter.loading || letter.author == user {
            continue;
        }
        let place = match (
            letter.only_for,
            world.places.get(&letter.channel).map(|place| &place.kind),
        ) {
            (Some(_), _) => Where::OnlyMe,
            (None, Some(ChannelKind::Dm { .. })) => Where::Dm,
            _ => Where::Public,
        };
        let last = letter.versions.len() - 1;
        for (number, version) in letter.versions.iter().enumerate() {
            if version.seen_by.contains(&user) || still && number == last {
                seen.push(Seen::of(letter, number, place));
            }
        }
    }
    seen
}

fn pick(message: &Message, which: &impl Pick) -> String {
    let found = which.pick(&message.buttons);
    let [button] = found.as_slice() else {
        panic!("{} buttons {} on {message:?}", found.len(), which.name());
    };
    assert!(
        !button.disabled,
        "the button {} is greyed out on {message:?}",
        which.name()
    );
    assert!(!button.custom_id.is_empty(), "the button {} is a link", which.name());
    button.custom_id.clone()
}

/// The fields that every interaction has.
fn frame(world: &World, user: u64, channel: u64) -> Value {
    let place = &world.places[&channel];
    let mut payload = json!({
        "application_id": world.app.to_string(),
        "version": 1,
        "locale": world.people[&user].locale,
        "channel_id": channel.to_string(),
        "channel": write_json::channel(world, place),
        "entitlements": [], "entitlement_sku_ids": [],
        "attachment_size_limit": world.limits.upload,
    });
    let Some(server) = place.guild().and_then(|guild| world.servers.get(&guild)) else {
        payload["user"] = write_json::user(world, user);
        payload["app_permissions"] = json!(permission::IN_DM.to_string());
        let own_dm = matches!(place.kind, ChannelKind::Dm { .. });
        payload["context"] = json!(if own_dm { 1 } else { 2 });
        payload["authorizing_integration_owners"] = if own_dm {
            json!({"0": "0"})
        } else {
            json!({"1": user.to_string()})
        };
        return payload;
    };
    let mut member = write_json::member(world, user, &server.members[&user], true);
    let permissions = world.permissions(channel, user).to_string();
    payload["channel"]["permissions"] = json!(permissions);
    member["permissions"] = json!(permissions);
    payload["member"] = member;
    payload["guild_id"] = json!(server.id.to_string());
    payload["guild_locale"] = json!(server.locale);
    payload["guild"] = json!({"id": server.id.to_string(), "locale": server.locale, "features": []});
    payload["context"] = json!(0);
    if server.members.contains_key(&world.bot) {
        payload["app_permissions"] = json!(world.permissions(channel, world.bot).to_string());
        payload["authorizing_integration_owners"] = json!({"0": server.id.to_string()});
    } else {
        payload["app_permissions"] = json!(permission::IN_DM.to_string());
        payload["authorizing_integration_owners"] = json!({"1": user.to_string()});
    }
    payload
}

/// The command as this person's client offers it in this place.
fn usable(world: &World, user: u64, channel: u64, kind: u64, name: &str) -> Command {
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
fn offer(world: &World, user: u64, channel: u64, command: &Command) -> Result<(), &'static str> {
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

fn spell_out(command: &Value, before: &str, locale: &str, into: &mut Vec<(String, String)>) {
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

fn slash_data(world: &World, command: &Command, words: &[&str], given: &[(&str, Opt)], channel: u64) -> Value {
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

fn resolved(world: &World, people: &[u64], channel: u64) -> Value {
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
