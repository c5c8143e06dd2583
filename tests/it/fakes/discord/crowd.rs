//! What hundreds of people at once need: looks at a screen that copy only what is looked at, and hands that come too late
//! without a panic, as hands do when a message changes under them.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Bytes;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::super::glimpse::Glimpse;
use super::offer::{offer, slash_data};
use super::people::Opt;
use super::view::Message;
use super::world::{ChannelKind, World, iso8601, unix_ms};
use super::{Channel, FakeDiscord, Guild, Interaction, User, permission};

impl User {
    /// The newest messages of a channel that this person sees, their only-me answers among them, newest first.
    pub fn screen(&self, channel: &Channel, most: usize) -> Vec<Message> {
        let mut world = self.shared.lock();
        newest(&mut world, self.id, channel.id, most)
    }

    /// The newest messages of the private chat with the bot, newest first.
    pub fn private_screen(&self, most: usize) -> Vec<Message> {
        let mut world = self.shared.lock();
        match world.known_dm(self.id) {
            Some(channel) => newest(&mut world, self.id, channel, most),
            None => Vec::new(),
        }
    }

    /// Presses a button or chooses a line of a menu of a message; `None` when it is gone, greyed out, or leads nowhere.
    pub fn try_press(&self, message: u64, custom_id: &str) -> Option<Interaction> {
        self.shared.change(|world| {
            if !world.can_see(self.id, message) {
                return None;
            }
            let now = Message::now(world.letters.get(&message)?);
            let place = world.places.get(&now.channel)?;
            if let Some(guild) = place.guild() {
                let members = &world.servers.get(&guild)?.members;
                if !members.contains_key(&self.id) || !members.contains_key(&world.bot) {
                    return None;
                }
            }
            if let Some(button) = now.buttons.iter().find(|button| button.custom_id == custom_id) {
                return (!button.disabled).then(|| self.press_id(world, &now, custom_id));
            }
            let menu = now
                .selects
                .iter()
                .find(|menu| !menu.disabled && menu.choices.iter().any(|choice| choice.value == custom_id))?;
            let data = json!({"component_type": 3, "custom_id": menu.custom_id, "values": [custom_id]});
            Some(self.send(world, 3, 0, &menu.custom_id, now.channel, Some(now.id), data))
        })
    }

    /// Types a slash command; `None` when the client offers no such command here.
    pub fn try_slash(&self, channel: &Channel, command: &str, options: &[(&str, Opt)]) -> Option<Interaction> {
        self.shared.change(|world| {
            let words: Vec<&str> = command.split(' ').collect();
            let guild = world.places.get(&channel.id)?.guild();
            if let Some(guild) = guild
                && !world.servers.get(&guild)?.members.contains_key(&self.id)
            {
                return None;
            }
            let found = world
                .commands
                .iter()
                .find(|found| found.kind() == 1 && found.name() == words[0])?
                .clone();
            offer(world, self.id, channel.id, &found).ok()?;
            let data = slash_data(world, &found, &words, options, channel.id);
            Some(self.send(world, 2, 1, command, channel.id, None, data))
        })
    }
}

impl Interaction {
    /// Whether all that came of a press is that the pressed message changed.
    pub fn changed_only_its_message(&self) -> bool {
        let world = self.shared.lock();
        let Some(press) = world.presses.get(&self.id) else {
            return false;
        };
        let only = press
            .message
            .is_some_and(|message| press.results.iter().all(|id| *id == message));
        press.callback.is_some() && !press.results.is_empty() && only
    }
}

impl FakeDiscord {
    /// From now on pictures are kept as what identifies them, not as what they show: for long storms.
    pub fn forget_pictures(&self) {
        self.shared.change(|world| world.keep_pictures = false);
    }

    /// Lets the bot into a server again.
    pub fn invite_bot(&self, guild: &Guild) {
        self.shared.change(|world| {
            let bot = world.bot;
            let server = world.servers.get_mut(&guild.id).expect("a server");
            let roles = server
                .roles
                .iter()
                .filter(|(_, role)| role.managed)
                .map(|(id, _)| *id)
                .collect();
            let member = super::world::Member {
                nick: None,
                roles,
                joined: iso8601(unix_ms()),
            };
            if server.members.insert(bot, member).is_none() {
                world.forget_viewers();
                world.announce_guild(guild.id);
            }
        });
    }

    /// Sends the bot a press a second time, as a gateway does that resumes too far back.
    pub fn repeat(&self, interaction: &Interaction) {
        let payload = interaction.payload();
        self.dispatch("INTERACTION_CREATE", 0, &payload);
    }

    /// The bot's public messages of a channel, newest first.
    pub fn posts(&self, channel: &Channel, most: usize) -> Vec<Message> {
        let world = self.shared.lock();
        let ids = world
            .places
            .get(&channel.id)
            .map_or(&[][..], |place| place.messages.as_slice());
        let letters = ids.iter().rev().filter_map(|id| world.letters.get(id));
        letters
            .filter(|letter| !letter.deleted && letter.only_for.is_none() && letter.author == world.bot)
            .take(most)
            .map(Message::now)
            .collect()
    }

    /// Everything that ever stood before anybody's eyes, each state of each message once.
    pub fn everything(&self) -> Vec<Glimpse> {
        let world = self.shared.lock();
        let mut all = Vec::new();
        for letter in world
            .letters
            .values()
            .filter(|letter| letter.author == world.bot && !letter.loading)
        {
            let with = match world.places.get(&letter.channel).map(|place| &place.kind) {
                Some(ChannelKind::Dm { with }) => Some(*with),
                _ => None,
            };
            for (number, version) in letter.versions.iter().enumerate() {
                let message = Message::of(letter, version, number);
                let choices = message.selects.iter().flat_map(|menu| &menu.choices);
                let tokens = message.buttons.iter().map(|button| button.custom_id.clone());
                let labels = message.buttons.iter().map(|button| button.label.clone());
                let lines = message.text();
                all.push(Glimpse {
                    reader: letter.only_for.or(with).map(u64::cast_signed),
                    place: letter.channel.cast_signed(),
                    lines: (lines.lines().map(str::to_owned))
                        .chain(message.pictures.iter().map(|picture| picture.alt.clone()))
                        .chain(labels)
                        .chain(
                            choices
                                .clone()
                                .map(|line| format!("{} {}", line.label, line.description)),
                        )
                        .collect(),
                    tokens: tokens.chain(choices.map(|line| line.value.clone())).collect(),
                    pictures: message.pictures.iter().map(|picture| picture.bytes.clone()).collect(),
                    at: Some(message.since),
                });
            }
        }
        all
    }

    /// The presses with an answer that did not go through.
    pub fn rough_presses(&self) -> BTreeSet<u64> {
        let world = self.shared.lock();
        let failed = world.log.iter().filter(|request| !(200..300).contains(&request.status));
        let parts = failed.flat_map(|request| request.path.split('/'));
        parts.filter_map(|part| world.press_tokens.get(part)).copied().collect()
    }

    /// How many messages were sent to channels, how many of them came too fast, and over what time.
    pub fn sends(&self) -> (usize, usize, Duration) {
        let world = self.shared.lock();
        let sends = world
            .log
            .iter()
            .filter(|request| request.is("POST", "/channels/*/messages"));
        let refused = sends.clone().filter(|request| request.status == 429).count();
        let first = sends.clone().map(|request| request.at).min();
        let last = sends.clone().map(|request| request.at).max();
        let time = first.zip(last).map_or(Duration::ZERO, |(first, last)| last - first);
        (sends.count(), refused, time)
    }

    /// What a message says now; `None` when it is gone.
    pub fn words_of(&self, message: u64) -> Option<String> {
        let world = self.shared.lock();
        let letter = world.letters.get(&message).filter(|letter| !letter.deleted)?;
        Some(Message::now(letter).text())
    }

    /// Opens a thread again that was archived.
    pub fn unarchive(&self, thread: &Channel) {
        self.shared.change(|world| {
            if let Some(place) = world.places.get_mut(&thread.id)
                && let ChannelKind::Thread { archived, locked, .. } = &mut place.kind
            {
                (*archived, *locked) = (false, false);
            }
        });
    }

    /// Whether this person is in this server.
    pub fn is_member(&self, guild: &Guild, user: &User) -> bool {
        let world = self.shared.lock();
        world
            .servers
            .get(&guild.id)
            .is_some_and(|server| server.members.contains_key(&user.id))
    }

    /// Gives the bot everything back that was taken from it in a channel.
    pub fn pardon(&self, channel: &Channel) {
        self.allow(channel, permission::USUAL);
    }
}

/// What is kept of an uploaded picture.
pub fn kept(world: &World, bytes: &Bytes) -> Bytes {
    match (world.keep_history, world.keep_pictures) {
        (false, _) => Bytes::new(),
        (true, false) => Bytes::copy_from_slice(&Sha256::digest(bytes)),
        (true, true) => bytes.clone(),
    }
}

fn newest(world: &mut World, user: u64, channel: u64, most: usize) -> Vec<Message> {
    let ids = world
        .places
        .get(&channel)
        .map_or_else(Vec::new, |place| place.messages.clone());
    let mut found = Vec::new();
    for id in ids.into_iter().rev() {
        if found.len() == most {
            break;
        }
        if world.can_see(user, id)
            && let Some(letter) = world.letters.get(&id)
        {
            found.push(Message::now(letter));
        }
    }
    found
}
