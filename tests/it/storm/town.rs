//! The people of a storm, and where they meet.

use std::sync::Arc;
use std::time::Duration;

use super::chance::Chance;
use super::pair::{Book, Pair};
use super::people::{Body, Person, Spot};
use crate::fakes::discord::{self, Channel, FakeDiscord, Guild};
use crate::fakes::telegram::{self, FakeTelegram, Group, Topic};

/// Both platforms and who is there.
pub struct Town {
    pub discord: FakeDiscord,
    pub telegram: FakeTelegram,
    pub guilds: Vec<Guild>,
    pub channels: Vec<(Guild, Channel)>,
    pub threads: Vec<Channel>,
    pub groups: Vec<Group>,
    pub topics: Vec<Topic>,
    /// Who is where.
    pub members: Vec<(discord::User, Guild)>,
    pub regulars: Vec<(telegram::User, Group)>,
}

/// How many pairs share a channel of Discord's.
const TOGETHER: usize = 3;
/// How many share a group of Telegram's, which is written to 20 times a minute at most.
const IN_A_GROUP: usize = 2;
/// Telegram's limit for a group and for a private chat (its FAQ): the fake refuses what goes beyond it.
const GROUP_LIMIT: (usize, Duration) = (20, Duration::from_secs(60));
/// Discord's limit for messages to one channel, as its headers tell it.
const CHANNEL_LIMIT: (usize, Duration) = (5, Duration::from_secs(5));

const DISCORD_LANGUAGES: [&str; 4] = ["en-US", "de", "zh-CN", "zh-TW"];
const TELEGRAM_LANGUAGES: [&str; 4] = ["en", "fr", "zh-hans", "zh-hant"];

impl Town {
    /// Two fake platforms without anybody.
    pub async fn found() -> Town {
        let (discord, telegram) = (FakeDiscord::start().await, FakeTelegram::start().await);
        discord.forget_pictures();
        telegram.forget_pictures();
        telegram.flood_groups(GROUP_LIMIT.0, GROUP_LIMIT.1);
        let town = Town {
            discord,
            telegram,
            guilds: Vec::new(),
            channels: Vec::new(),
            threads: Vec::new(),
            groups: Vec::new(),
            topics: Vec::new(),
            members: Vec::new(),
            regulars: Vec::new(),
        };
        town.limit();
        town
    }

    /// Discord's limit holds (again).
    pub fn limit(&self) {
        let sends = |request: &discord::Request| request.is("POST", "/channels/*/messages");
        self.discord.rate_limit(sends, CHANNEL_LIMIT.0, CHANNEL_LIMIT.1);
    }

    /// Lets so many people in, half of them on each platform, and pairs them.
    pub fn settle(&mut self, players: usize, chance: &mut Chance, book: &Arc<Book>, pace: (usize, usize)) -> Vec<Pair> {
        let pairs = (players / 2).max(2);
        let mut settled = Vec::new();
        for number in 0..pairs {
            let spot = if number % 2 == 0 {
                self.discord_pair(number / 2, chance)
            } else {
                self.telegram_pair(number / 2, chance)
            };
            let (people, spot) = spot;
            settled.push(Pair {
                people,
                spot,
                chance: chance.branch(),
                book: Arc::clone(book),
                pace,
            });
        }
        settled
    }

    fn discord_pair(&mut self, number: usize, chance: &mut Chance) -> ([Person; 2], Spot) {
        let place = number / TOGETHER;
        if number.is_multiple_of(TOGETHER) {
            // Two channels a server, then a thread under the last of them.
            let guild = if place.is_multiple_of(3) {
                let guild = self.discord.guild(&format!("Server {place}"));
                self.guilds.push(guild);
                guild
            } else {
                *self.guilds.last().expect("the first place makes one")
            };
            let last = self.channels.last().filter(|_| place % 3 == 2).copied();
            match last {
                Some((_, parent)) => {
                    let thread = self.discord.thread(&parent, "cards");
                    self.threads.push(thread);
                    self.channels.push((guild, thread));
                }
                None => {
                    let channel = self.discord.channel(&guild, "gin");
                    self.channels.push((guild, channel));
                }
            }
        }
        let (guild, channel) = *self.channels.last().expect("made above");
        let people = ["A", "B"].map(|half| {
            let name = format!("D{number}{half}");
            let user = self.discord.user(&name, chance.one::<&str>(&DISCORD_LANGUAGES));
            self.discord.join(&guild, &user);
            self.members.push((user.clone(), guild));
            Person {
                name,
                body: Body::Discord(user),
            }
        });
        (people, Spot::Channel(channel))
    }

    fn telegram_pair(&mut self, number: usize, chance: &mut Chance) -> ([Person; 2], Spot) {
        let place = number / IN_A_GROUP;
        if number.is_multiple_of(IN_A_GROUP) {
            let title = format!("Club {place}");
            let group = match place % 3 {
                0 => self.telegram.group(&title),
                1 => self.telegram.supergroup(&title),
                _ => self.telegram.forum(&title),
            };
            if place % 3 == 2 {
                self.topics.push(self.telegram.topic(&group, "Cards"));
            }
            self.groups.push(group);
        }
        let group = self.groups.last().expect("made above").clone();
        let people = ["A", "B"].map(|half| {
            let name = format!("T{number}{half}");
            // Half of them have no @name.
            let handle = name.to_lowercase();
            let handle = (half == "A").then_some(handle.as_str());
            let user = self
                .telegram
                .user(&name, handle, chance.one::<&str>(&TELEGRAM_LANGUAGES));
            self.telegram.join(&group, &user);
            self.regulars.push((user.clone(), group.clone()));
            user.try_start();
            Person {
                name,
                body: Body::Telegram(user),
            }
        });
        let spot = match self.topics.last() {
            Some(topic) if place % 3 == 2 => Spot::Topic(topic.clone()),
            _ => Spot::Group(group),
        };
        (people, spot)
    }
}
