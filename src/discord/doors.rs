//! What the server tells about itself: doors that open again, and commands that stand in the menu twice.

use std::time::Duration;

use poise::serenity_prelude::FullEvent;
use serde_json::Value;

use crate::id::{Platform, Venue};

use super::bot::Bot;
use super::commands;
use super::rest::Failure;

/// Between two servers whose menus are looked at (ours): there may be thousands, and nobody waits for it.
const NEXT_MENU: Duration = Duration::from_secs(1);

impl Bot {
    /// Tries again at once what could not be said, when a server, a channel or a thread may be open again.
    pub(super) async fn look_at_doors(&self, event: &FullEvent, application: u64) {
        let opened = match event {
            FullEvent::GuildCreate { guild, .. } if !guild.unavailable => Some((guild.id, None)),
            FullEvent::GuildRoleUpdate { new, .. } => Some((new.guild_id, None)),
            // A channel's rights are its threads' too, and it may stand in for some of them.
            FullEvent::ChannelUpdate { new, .. } => Some((new.guild_id, None)),
            FullEvent::ThreadUpdate { new, .. } => Some((new.guild_id, Some(new.id))),
            _ => None,
        };
        let Some((guild, channel)) = opened else { return };
        self.chats.note_door();
        let venue = Venue {
            platform: Platform::Discord,
            chat: guild.get().cast_signed(),
        };
        let channel = channel.map(|id| id.get().cast_signed());
        if let Err(error) = self.service.reopened(venue, channel).await {
            tracing::debug!(%error, "what waits is tried later");
        }
        if let FullEvent::GuildCreate { .. } = event {
            self.tidy_menu(application, guild.get()).await;
        }
    }

    /// Commands stand for every server; what an earlier program with this token registered for one server alone would show
    /// the same command twice. Looked at once for each server; commands of other names are left alone.
    async fn tidy_menu(&self, application: u64, guild: u64) {
        let key = format!("discord.menu.{application}.{guild}");
        let store = self.service.store();
        if !matches!(store.setting(&key).await, Ok(None)) {
            return;
        }
        let _turn = self.menus.lock().await;
        match self.take_away_doubles(application, guild).await {
            Ok(doubles) => {
                if doubles > 0 {
                    tracing::info!(
                        server = guild,
                        doubles,
                        "commands that stood in the menu twice were taken away"
                    );
                }
                if store.set_setting(&key, "tidy").await.is_err() {
                    tracing::debug!("the menu is looked at again at the next start");
                }
            }
            Err(failure) => tracing::debug!(%failure, "the menu is looked at at the next start"),
        }
        tokio::time::sleep(NEXT_MENU).await;
    }

    async fn take_away_doubles(&self, application: u64, guild: u64) -> Result<usize, Failure> {
        let ours = commands::definitions();
        let there = self.rest.commands_of(application, guild).await?;
        let doubles = there.as_array().into_iter().flatten().filter(|command| {
            let same = |own: &Value| own["name"] == command["name"] && kind(own) == kind(command);
            ours.as_array().into_iter().flatten().any(same)
        });
        let mut count = 0;
        for id in doubles.filter_map(|command| command["id"].as_str()) {
            self.rest.drop_command(application, guild, id).await?;
            count += 1;
        }
        Ok(count)
    }
}

/// A slash command need not say that it is one.
fn kind(command: &Value) -> i64 {
    command["type"].as_i64().unwrap_or(1)
}
