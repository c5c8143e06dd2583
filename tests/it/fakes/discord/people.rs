//! What people do: commands, presses, menus, words. Whatever a real client wouldn't let them do panics.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::json as write_json;
use super::letters::{self, Envelope, Incoming};
use super::offer::{offer, resolved, slash_data, spell_out, usable};
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
    pub fn number(&self) -> u8 {
        match self {
            Self::Text(_) => 3,
            Self::Whole(_) => 4,
            Self::Flag(_) => 5,
            Self::User(_) => 6,
        }
    }

    pub fn json(&self) -> Value {
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

    pub(super) fn press_id(&self, world: &mut World, message: &Message, custom_id: &str) -> Interaction {
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
    pub(super) fn send(
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
