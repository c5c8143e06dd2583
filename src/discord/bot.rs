//! What all parts of the wire share, and who asks.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CommandInteraction, ComponentInteraction, Permissions};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::id::{Account, Millis, Place, Platform, Venue};
use crate::service::Service;
use crate::ui::{Desk, Guest};

use super::chats::Chats;
use super::rest::Rest;

/// The wire's parts.
pub(super) struct Bot {
    pub(super) rest: Arc<Rest>,
    pub(super) desk: Arc<Desk>,
    pub(super) service: Service,
    pub(super) chats: Chats,
    /// When it began: a press of before that may have been answered by the program that ran then.
    pub(super) since: Millis,
    /// Whose turn it is to have its menu looked at.
    pub(super) menus: tokio::sync::Mutex<()>,
    /// Presses and commands that are being answered.
    pub(super) under_way: TaskTracker,
    /// The wire ends.
    pub(super) over: CancellationToken,
}

impl Bot {
    /// A wire over these parts.
    pub(super) fn new(rest: Rest, desk: Arc<Desk>, service: Service, over: CancellationToken) -> Bot {
        Bot {
            rest: Arc::new(rest),
            since: service.now(),
            desk,
            service,
            chats: Chats::new(),
            menus: tokio::sync::Mutex::default(),
            under_way: TaskTracker::new(),
            over,
        }
    }
}

/// What a press and a command have in common.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) id: u64,
    pub(super) application: u64,
    pub(super) token: &'a str,
    user: &'a serenity::User,
    member: Option<&'a serenity::Member>,
    guild: Option<serenity::GuildId>,
    pub(super) channel: i64,
    pub(super) thread: bool,
    /// The channel that this thread belongs to.
    parent: Option<i64>,
    /// What the bot may do in that channel.
    may: Option<Permissions>,
    locale: &'a str,
    guild_locale: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// Of a slash command or a menu entry.
    pub(super) fn by_command(it: &'a CommandInteraction) -> Asked<'a> {
        Asked {
            id: it.id.get(),
            application: it.application_id.get(),
            token: &it.token,
            user: &it.user,
            member: it.member.as_deref(),
            guild: it.guild_id,
            channel: it.channel_id.get().cast_signed(),
            thread: it.channel.as_ref().is_some_and(is_thread),
            parent: it.channel.as_ref().and_then(parent),
            may: it.app_permissions,
            locale: &it.locale,
            guild_locale: it.guild_locale.as_deref(),
        }
    }

    /// Of a button or a select.
    pub(super) fn by_press(it: &'a ComponentInteraction) -> Asked<'a> {
        Asked {
            id: it.id.get(),
            application: it.application_id.get(),
            token: &it.token,
            user: &it.user,
            member: it.member.as_ref(),
            guild: it.guild_id,
            channel: it.channel_id.get().cast_signed(),
            thread: it.channel.as_ref().is_some_and(is_thread),
            parent: it.channel.as_ref().and_then(parent),
            may: it.app_permissions,
            locale: &it.locale,
            guild_locale: it.guild_locale.as_deref(),
        }
    }

    /// Whether it was asked in a private chat with the bot.
    pub(super) fn private(&self) -> bool {
        self.guild.is_none()
    }

    /// The server's id as a venue's chat.
    pub(super) fn guild_chat(&self) -> Option<i64> {
        self.guild.map(|guild| guild.get().cast_signed())
    }

    /// The chats that a message pressed here can belong to: the server, or the person's hand or own match.
    pub(super) fn chats(&self) -> Vec<i64> {
        match self.guild {
            Some(guild) => vec![guild.get().cast_signed()],
            None => vec![self.account().user, -self.account().user],
        }
    }

    /// Who asks.
    pub(super) fn account(&self) -> Account {
        account(self.user)
    }

    /// The asker as the desk knows guests.
    pub(super) fn guest(&self, cache: &serenity::Cache) -> Guest {
        let venue_name = self
            .guild
            .and_then(|id| cache.guild(id).map(|guild| guild.name.clone()));
        Guest {
            account: self.account(),
            name: self
                .member
                .map_or_else(|| self.user.display_name(), serenity::Member::display_name)
                .to_owned(),
            handle: Some(self.user.name.clone()),
            locale: Some(self.locale.to_owned()),
            place: self.guild.map(|guild| Place {
                venue: Venue {
                    platform: Platform::Discord,
                    chat: guild.get().cast_signed(),
                },
                channel: self.channel,
            }),
            parent: self.parent,
            private_chat: self.private().then_some(self.channel),
            admin: self
                .member
                .and_then(|member| member.permissions)
                .is_some_and(Permissions::manage_guild),
            admin_of: None,
            roles: self
                .member
                .map(|member| member.roles.iter().map(|role| role.get().cast_signed()).collect())
                .unwrap_or_default(),
            update: Some(self.id.cast_signed()),
            venue_name,
            venue_locale: self.guild_locale.map(str::to_owned),
        }
    }

    /// Whether Discord told what the bot may do here.
    pub(super) fn knows_rights(&self) -> bool {
        self.may.is_some()
    }

    /// Whether the bot may not make threads here, or not write in them.
    pub(super) fn lacks_threads(&self) -> bool {
        let needed = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        self.may
            .is_some_and(|may| !may.administrator() && !may.contains(needed))
    }

    /// What the bot lacks in this channel to post a table with its picture.
    pub(super) fn missing(&self) -> Permissions {
        let send = if self.thread {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        let needed = Permissions::VIEW_CHANNEL | send | Permissions::ATTACH_FILES;
        match self.may {
            Some(may) if !self.private() && !may.administrator() => needed - may,
            _ => Permissions::empty(),
        }
    }
}

/// A Discord user's account.
pub(super) fn account(user: &serenity::User) -> Account {
    Account {
        platform: Platform::Discord,
        user: user.id.get().cast_signed(),
    }
}

/// The channel of a thread.
fn parent(channel: &serenity::PartialChannel) -> Option<i64> {
    let parent = channel.parent_id.filter(|_| is_thread(channel));
    parent.map(|parent| parent.get().cast_signed())
}

fn is_thread(channel: &serenity::PartialChannel) -> bool {
    matches!(
        channel.kind,
        serenity::ChannelType::PublicThread | serenity::ChannelType::PrivateThread | serenity::ChannelType::NewsThread
    )
}
