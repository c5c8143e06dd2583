//! Everything that goes wrong, at random, and how it is put right again.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::chance::Chance;
use super::pair::Book;
use super::people::Fate;
use super::town::Town;
use crate::fakes::discord::{self, Channel, Fault, Guild, permission};
use crate::fakes::telegram::{self, Call, Failure, Faulty, Group, Topic};

/// What must be taken back some time later.
enum Undo {
    OpenDms(discord::User),
    Return(discord::User, Guild),
    Pardon(Channel),
    Invite(Guild),
    Available(Guild),
    Unarchive(Channel),
    Up,
    Heartbeats,
    Unblock(telegram::User),
    Rejoin(telegram::User, Group),
    AddBot(Group),
    Unrestrict(Group),
    Reopen(Topic),
    Release,
    Lift(Faulty),
}

/// The weather of one storm.
pub struct Weather {
    chance: Chance,
    undo: Vec<(Instant, Undo)>,
    /// How often each thing happened.
    pub tally: BTreeMap<&'static str, usize>,
    locks: JoinSet<anyhow::Result<()>>,
}

/// The program waits for the file for 5 s; most locks are shorter.
const LOCK: (usize, usize) = (200, 2500);

impl Weather {
    pub fn new(chance: Chance) -> Weather {
        Weather {
            chance,
            undo: Vec::new(),
            tally: BTreeMap::new(),
            locks: JoinSet::new(),
        }
    }

    /// How long until the next thing goes wrong.
    pub fn pause(&mut self) -> Duration {
        self.chance.millis(50, 350)
    }

    /// Puts right what went wrong long enough, and lets one more thing go wrong.
    pub fn step(&mut self, town: &Town, book: &Book, database: &str) {
        let now = Instant::now();
        let (due, later) = std::mem::take(&mut self.undo)
            .into_iter()
            .partition(|(at, _)| *at <= now);
        self.undo = later;
        let due: Vec<(Instant, Undo)> = due;
        for (_, undo) in due {
            self.take_back(town, undo);
        }
        match self.chance.below(100) {
            0..40 => self.discord_request(town),
            40..65 => self.telegram_request(town),
            65..80 => self.discord_world(town, book),
            80..97 => self.telegram_world(town),
            _ => self.slow_database(database),
        }
    }

    /// Puts everything right.
    pub async fn calm(&mut self, town: &Town) {
        for (_, undo) in std::mem::take(&mut self.undo) {
            self.take_back(town, undo);
        }
        town.discord.heal();
        town.limit();
        town.telegram.forgive_faults();
        self.unlock().await;
    }

    /// Waits until the file is free.
    pub async fn unlock(&mut self) {
        while self.locks.join_next().await.is_some() {}
    }

    fn note(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn later(&mut self, from: usize, to: usize, undo: Undo) {
        let at = Instant::now() + self.chance.millis(from, to);
        self.undo.push((at, undo));
    }

    fn discord_request(&mut self, town: &Town) {
        let fault = match self.chance.below(6) {
            0 => Fault::Status(500, json!({"message": "500: Internal Server Error", "code": 0})),
            1 => Fault::Page(502 + u16::try_from(self.chance.below(2)).unwrap_or(0)),
            2 => Fault::TooMany {
                retry_after: self.chance.millis(100, 1500),
                global: self.chance.happens(100),
            },
            3 | 4 => Fault::Reset,
            _ => Fault::LostAnswer,
        };
        let routes: [(&str, &str); 6] = [
            ("POST", "/channels/*/messages"),
            ("PATCH", "/channels/*/messages/*"),
            ("POST", "/interactions/*/*/callback"),
            ("PATCH", "/webhooks/*/*/messages/@original"),
            ("POST", "/webhooks/*/*"),
            ("POST", "/users/@me/channels"),
        ];
        let (method, path) = *self.chance.one(&routes);
        let times = 1 + self.chance.below(3);
        self.note("requests to Discord that fail");
        town.discord
            .fail_times(times, move |request| request.is(method, path), fault);
    }

    fn telegram_request(&mut self, town: &Town) {
        let methods = ["send", "edit", "answerCallbackQuery", "getUpdates"];
        let method = *self.chance.one::<&str>(&methods);
        let failure = match self.chance.below(8) {
            // The library sleeps for 10 s after a server's error: rarely.
            0 => Failure::Refused(500, "Internal Server Error"),
            1 => Failure::BadGateway,
            2 => Failure::TooMany(1 + self.chance.next() % 3),
            3 | 4 => Failure::Reset,
            5 | 6 => Failure::LostAnswer,
            _ => Failure::Slow(self.chance.millis(100, 1500)),
        };
        self.note("requests to Telegram that fail");
        town.telegram
            .fail_next(move |call: &Call| call.method.starts_with(method), failure);
    }

    fn discord_world(&mut self, town: &Town, book: &Book) {
        let fake = &town.discord;
        let (user, guild) = self.chance.one(&town.members).clone();
        let (_, channel) = *self.chance.one(&town.channels);
        match self.chance.below(14) {
            0 | 1 => {
                self.note("private chats closed");
                fake.close_dms(&user);
                self.later(1000, 6000, Undo::OpenDms(user));
            }
            2 => {
                if fake.is_member(&guild, &user) {
                    self.note("people who leave a server");
                    fake.leave(&guild, &user);
                    self.later(1000, 4000, Undo::Return(user, guild));
                }
            }
            3 => {
                self.note("channels closed to the bot");
                let bits = if self.chance.happens(500) {
                    permission::SEND_MESSAGES | permission::SEND_MESSAGES_IN_THREADS
                } else {
                    permission::VIEW_CHANNEL
                };
                fake.deny(&channel, bits);
                self.later(1000, 4000, Undo::Pardon(channel));
            }
            4 => {
                self.note("kicks from a server");
                fake.kick_bot(&guild);
                self.later(1000, 4000, Undo::Invite(guild));
            }
            5 => {
                self.note("outages of a server");
                fake.guild_outage(&guild, true);
                self.later(500, 3000, Undo::Available(guild));
            }
            6 => {
                if let Some(message) = fake.posts(&channel, 3).pop() {
                    self.note("messages deleted");
                    fake.delete_message(&message);
                }
            }
            7 => {
                if let Some(message) = fake.posts(&channel, 1).pop() {
                    self.note("messages too old to edit");
                    fake.make_old(&message, 1);
                }
            }
            8 => {
                if !town.threads.is_empty() {
                    let thread = *self.chance.one(&town.threads);
                    let lock = self.chance.happens(300);
                    self.note("threads archived");
                    fake.archive(&thread, lock);
                    self.later(500, 4000, Undo::Unarchive(thread));
                }
            }
            9 => {
                self.note("gateway sockets cut");
                fake.drop_sockets();
            }
            10 => {
                self.note("gateway sessions ended");
                match self.chance.below(3) {
                    0 => fake.ask_reconnect(),
                    1 => fake.invalidate_sessions(false),
                    _ => fake.close_sockets(4000),
                }
            }
            11 => {
                if self.chance.happens(300) {
                    self.note("outages of Discord");
                    fake.outage(true);
                    self.later(300, 2000, Undo::Up);
                } else {
                    fake.stall_heartbeats(true);
                    self.later(500, 2000, Undo::Heartbeats);
                }
            }
            _ => {
                let presses = book.latest(40);
                if !presses.is_empty()
                    && let Fate::Discord(press) = &self.chance.one(&presses).fate
                {
                    self.note("presses that come twice");
                    fake.repeat(press);
                }
            }
        }
    }

    fn telegram_world(&mut self, town: &Town) {
        let fake = &town.telegram;
        let (user, group) = self.chance.one(&town.regulars).clone();
        match self.chance.below(12) {
            0 | 1 => {
                self.note("blocks");
                user.blocks();
                self.later(1000, 5000, Undo::Unblock(user));
            }
            2 => {
                if fake.is_member(&group, &user) {
                    self.note("people who leave a group");
                    fake.leave(&group, &user);
                    self.later(1000, 4000, Undo::Rejoin(user, group));
                }
            }
            3 => {
                if fake.is_bot_there(&group) {
                    self.note("kicks from a group");
                    fake.kick_bot(&group);
                    self.later(1000, 4000, Undo::AddBot(group));
                }
            }
            4 => {
                if fake.is_bot_there(&group) {
                    self.note("rights taken in a group");
                    let texts = self.chance.happens(500);
                    fake.restrict_bot(&group, texts, false);
                    self.later(1000, 4000, Undo::Unrestrict(group));
                }
            }
            5 => {
                if !group.is_supergroup() && fake.is_bot_there(&group) {
                    self.note("groups that become supergroups");
                    fake.upgrade(&group);
                }
            }
            6 => {
                if let Some(message) = fake.latest(&group) {
                    self.note("messages deleted");
                    fake.delete_message(&message);
                }
            }
            7 => {
                if !town.topics.is_empty() {
                    let topic = self.chance.one(&town.topics).clone();
                    self.note("topics closed");
                    fake.close_topic(&topic);
                    self.later(1000, 4000, Undo::Reopen(topic));
                }
            }
            8 => {
                self.note("updates out of order");
                fake.hold_updates();
                self.later(200, 1500, Undo::Release);
            }
            9 => {
                self.note("outages of a Telegram method");
                let methods = ["send", "edit", "getUpdates", "answerCallbackQuery"];
                let method = *self.chance.one::<&str>(&methods);
                let guard = fake.fail_always(move |call: &Call| call.method.starts_with(method), Failure::Reset);
                self.later(300, 2000, Undo::Lift(guard));
            }
            _ => {
                if let Some(last) = fake.last_update() {
                    let back = u32::try_from(self.chance.below(60)).unwrap_or(0);
                    let first = 480_000_001;
                    self.note("updates that come twice");
                    fake.resend_update(last.saturating_sub(back).max(first));
                }
            }
        }
    }

    /// Another process holds the file for a while.
    fn slow_database(&mut self, url: &str) {
        if !self.locks.is_empty() && self.locks.try_join_next().is_none() {
            return;
        }
        self.note("locks on the database");
        let time = self.chance.millis(LOCK.0, LOCK.1);
        let url = url.to_owned();
        self.locks.spawn(async move {
            let mut file = SqliteConnection::connect(&url).await?;
            sqlx::query("BEGIN IMMEDIATE").execute(&mut file).await?;
            tokio::time::sleep(time).await;
            sqlx::query("ROLLBACK").execute(&mut file).await?;
            file.close().await?;
            Ok(())
        });
    }

    fn take_back(&mut self, town: &Town, undo: Undo) {
        let (discord, telegram) = (&town.discord, &town.telegram);
        match undo {
            Undo::OpenDms(user) => discord.open_dms(&user),
            Undo::Return(user, guild) => {
                if !discord.is_member(&guild, &user) {
                    discord.join(&guild, &user);
                }
            }
            Undo::Pardon(channel) => discord.pardon(&channel),
            Undo::Invite(guild) => discord.invite_bot(&guild),
            Undo::Available(guild) => discord.guild_outage(&guild, false),
            Undo::Unarchive(thread) => discord.unarchive(&thread),
            Undo::Up => discord.outage(false),
            Undo::Heartbeats => discord.stall_heartbeats(false),
            Undo::Unblock(user) => user.try_start(),
            Undo::Rejoin(user, group) => {
                if !telegram.is_member(&group, &user) {
                    telegram.join(&group, &user);
                }
            }
            Undo::AddBot(group) => {
                if !telegram.is_bot_there(&group) {
                    telegram.add_bot(&group);
                }
            }
            Undo::Unrestrict(group) => {
                if telegram.is_bot_there(&group) {
                    telegram.restrict_bot(&group, true, true);
                }
            }
            Undo::Reopen(topic) => telegram.reopen_topic(&topic),
            Undo::Release => {
                let chance = &mut self.chance;
                telegram.release_updates(|bodies| {
                    for at in 1..bodies.len() {
                        if chance.happens(400) {
                            bodies.swap(at - 1, at);
                        }
                    }
                });
            }
            Undo::Lift(guard) => drop(guard),
        }
    }
}
