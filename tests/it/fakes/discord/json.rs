//! Everything as Discord writes it.

use serde_json::{Map, Value, json};

use super::permission;
use super::world::{ChannelKind, Letter, Member, Person, Place, Press, Server, World};

pub fn person(person: &Person) -> Value {
    json!({
        "id": person.id.to_string(),
        "username": person.name,
        "discriminator": "0",
        "global_name": person.global_name,
        "avatar": null,
        "banner": null,
        "accent_color": null,
        "avatar_decoration_data": null,
        "collectibles": null,
        "primary_guild": null,
        "bot": person.bot,
        "system": false,
        "flags": 0,
        "public_flags": 0,
    })
}

pub fn user(world: &World, id: u64) -> Value {
    world.people.get(&id).map_or(Value::Null, person)
}

/// The bot's own account, with the fields that only it may see.
pub fn me(world: &World) -> Value {
    let mut me = user(world, world.bot);
    me["verified"] = json!(true);
    me["mfa_enabled"] = json!(false);
    me["email"] = Value::Null;
    me["locale"] = json!("en-US");
    me["premium_type"] = json!(0);
    me
}

pub fn member(world: &World, id: u64, member: &Member, with_user: bool) -> Value {
    let mut value = json!({
        "nick": member.nick,
        "avatar": null,
        "banner": null,
        "avatar_decoration_data": null,
        "collectibles": null,
        "roles": member.roles.iter().map(u64::to_string).collect::<Vec<_>>(),
        "joined_at": member.joined,
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "flags": 0,
        "pending": false,
        "communication_disabled_until": null,
    });
    if with_user {
        value["user"] = user(world, id);
    }
    value
}

pub fn role(id: u64, role: &super::world::Role) -> Value {
    json!({
        "id": id.to_string(),
        "name": role.name,
        "description": null,
        "permissions": role.permissions.to_string(),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "managed": role.managed,
        "mentionable": false,
        "icon": null,
        "unicode_emoji": null,
        "flags": 0,
    })
}

pub fn channel(world: &World, place: &Place) -> Value {
    let last = place.messages.last().map(u64::to_string);
    let id = place.id.to_string();
    match &place.kind {
        ChannelKind::Dm { with } => json!({
            "id": id, "type": 1, "last_message_id": last, "flags": 0, "recipients": [user(world, *with)],
        }),
        ChannelKind::GroupDm { people } => json!({
            "id": id, "type": 3, "last_message_id": last, "flags": 0, "name": null, "icon": null,
            "owner_id": people.first().map(u64::to_string),
            "recipients": people.iter().map(|person| user(world, *person)).collect::<Vec<_>>(),
        }),
        ChannelKind::Text { guild } => json!({
            "id": id, "type": if world.forums.contains(&place.id) { 15 } else { 0 }, "last_message_id": last, "flags": 0,
            "guild_id": guild.to_string(), "name": place.name, "parent_id": null, "position": 0, "topic": null, "nsfw": false,
            "rate_limit_per_user": 0, "last_pin_timestamp": null,
            "permission_overwrites": place.overwrites.iter().map(|o| json!({
                "id": o.id.to_string(),
                "type": u8::from(o.member),
                "allow": o.allow.to_string(),
                "deny": o.deny.to_string(),
            })).collect::<Vec<_>>(),
        }),
        ChannelKind::Thread {
            guild,
            parent,
            archived,
            locked,
        } => json!({
            "id": id, "type": 11, "last_message_id": last, "flags": 0, "guild_id": guild.to_string(),
            "name": place.name, "parent_id": parent.to_string(), "owner_id": world.bot.to_string(),
            "rate_limit_per_user": 0, "message_count": place.messages.len(), "member_count": 1,
            "total_message_sent": place.messages.len(),
            "thread_metadata": {
                "archived": archived, "locked": locked, "auto_archive_duration": 1440,
                "archive_timestamp": "2026-01-01T00:00:00.000000+00:00",
            },
        }),
    }
}

/// A server without its members and channels.
pub fn guild(server: &Server) -> Value {
    json!({
        "id": server.id.to_string(),
        "name": server.name,
        "icon": null, "icon_hash": null, "splash": null, "discovery_splash": null, "home_header": null,
        "owner_id": server.owner.to_string(),
        "region": "deprecated",
        "afk_channel_id": null, "afk_timeout": 300,
        "widget_enabled": false, "widget_channel_id": null,
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
        "roles": server.roles.iter().map(|(id, r)| role(*id, r)).collect::<Vec<_>>(),
        "emojis": [], "stickers": [], "features": [],
        "mfa_level": 0, "application_id": null,
        "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
        "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null,
        "premium_tier": 0, "premium_subscription_count": 0,
        "preferred_locale": server.locale,
        "public_updates_channel_id": null, "safety_alerts_channel_id": null,
        "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
        "nsfw": false, "nsfw_level": 0, "premium_progress_bar_enabled": false, "incidents_data": null,
    })
}

/// A server as GUILD_CREATE shows it: with channels, and of the members only those the intents allow.
pub fn guild_create(world: &World, server: &Server, all_members: bool) -> Value {
    let mut value = guild(server);
    let of_server = |place: &&Place| place.guild() == Some(server.id);
    let channels = world.places.values().filter(of_server);
    let (threads, channels): (Vec<&Place>, Vec<&Place>) =
        channels.partition(|place| matches!(place.kind, ChannelKind::Thread { .. }));
    let visible = |place: &&Place| world.permissions(place.id, world.bot) & permission::VIEW_CHANNEL != 0;
    value["channels"] = channels.into_iter().map(|place| channel(world, place)).collect();
    value["threads"] = threads
        .into_iter()
        .filter(visible)
        .map(|place| channel(world, place))
        .collect();
    value["members"] = server
        .members
        .iter()
        .filter(|(id, _)| all_members || **id == world.bot)
        .map(|(id, m)| member(world, *id, m, true))
        .collect();
    value["member_count"] = json!(server.members.len());
    value["joined_at"] = json!(server.members.get(&world.bot).map(|bot| bot.joined.clone()));
    value["large"] = json!(false);
    value["unavailable"] = json!(false);
    for list in [
        "voice_states",
        "presences",
        "stage_instances",
        "guild_scheduled_events",
        "soundboard_sounds",
    ] {
        value[list] = json!([]);
    }
    value
}

pub fn message(world: &World, letter: &Letter) -> Value {
    let version = letter.now();
    let attachments: Vec<Value> = version
        .files
        .iter()
        .map(|file| {
            let url = format!(
                "{}/attachments/{}/{}/{}",
                world.base, letter.channel, file.id, file.filename
            );
            let mut value = json!({
                "id": file.id.to_string(), "filename": file.filename, "size": file.size,
                "url": url, "proxy_url": url, "content_type": file.content_type,
            });
            if let Some(text) = &file.description {
                value["description"] = json!(text);
            }
            if let Some((width, height)) = file.dimensions {
                value["width"] = json!(width);
                value["height"] = json!(height);
            }
            if letter.only_for.is_some() {
                value["ephemeral"] = json!(true);
            }
            value
        })
        .collect();
    let mut embeds = version.embeds.clone();
    for embed in embeds.as_array_mut().into_iter().flatten() {
        embed["type"] = json!("rich");
    }
    let flags = letter.flags | u64::from(letter.loading) << 7;
    let mut value = json!({
        "id": letter.id.to_string(),
        "channel_id": letter.channel.to_string(),
        "type": letter.kind,
        "author": user(world, letter.author),
        "content": version.content,
        "timestamp": letter.timestamp,
        "edited_timestamp": letter.edited,
        "tts": false,
        "mention_everyone": letter.everyone,
        "mentions": letter.mentions.iter().filter(|id| world.people.contains_key(id)).map(|id| user(world, *id)).collect::<Vec<_>>(),
        "mention_roles": [],
        "attachments": attachments,
        "embeds": embeds,
        "components": numbered(&version.components),
        "pinned": false,
        "flags": flags,
    });
    if let Some(nonce) = &letter.nonce {
        value["nonce"] = nonce.clone();
    }
    if let Some(press) = letter.interaction.and_then(|id| world.presses.get(&id)) {
        value["application_id"] = json!(world.app.to_string());
        value["webhook_id"] = json!(world.app.to_string());
        value["interaction_metadata"] = interaction_metadata(world, press);
        if press.original != Some(letter.id)
            && let Some(original) = press.original
        {
            value["message_reference"] =
                json!({"type": 0, "channel_id": letter.channel.to_string(), "message_id": original.to_string()});
        }
    }
    value
}

fn interaction_metadata(world: &World, press: &Press) -> Value {
    let mut value = json!({
        "id": press.id.to_string(),
        "type": press.kind,
        "user": user(world, press.user),
        "authorizing_integration_owners": press.payload["authorizing_integration_owners"],
    });
    if let (3, Some(message)) = (press.kind, press.message) {
        value["interacted_message_id"] = json!(message.to_string());
    }
    value
}

/// Discord gives every component of a message a number.
fn numbered(components: &Value) -> Value {
    let mut components = components.clone();
    let mut next = 1;
    for row in components.as_array_mut().into_iter().flatten() {
        let Value::Object(row) = row else { continue };
        number(row, &mut next);
        for cell in row
            .get_mut("components")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            if let Value::Object(cell) = cell {
                number(cell, &mut next);
            }
        }
    }
    components
}

fn number(component: &mut Map<String, Value>, next: &mut u64) {
    if component.get("id").is_none_or(Value::is_null) {
        component.insert("id".into(), json!(*next));
    }
    *next += 1;
    if component.get("type").is_some_and(|kind| kind == 3) {
        for bound in ["min_values", "max_values"] {
            component.entry(bound).or_insert_with(|| json!(1));
        }
    }
}

pub fn application(world: &World) -> Value {
    let flags = application_flags(world);
    json!({
        "id": world.app.to_string(),
        "name": world.people.get(&world.bot).map_or("", |bot| bot.name.as_str()),
        "icon": null, "description": "", "type": null,
        "verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
        "flags": flags, "flags_new": flags.to_string(),
        "bot": user(world, world.bot),
        "bot_public": true, "bot_require_code_grant": false,
        "owner": user(world, world.host),
        "team": null, "is_monetized": false,
        "integration_types_config": {"0": {}, "1": {}},
        "approximate_guild_count": world.servers.len(),
        "approximate_user_install_count": world.people.values().filter(|person| person.installed).count(),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
        "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "rpc_origins": [], "tags": [],
    })
}

/// The switches for privileged intents, as the application's flags show them (those of unverified applications).
pub fn application_flags(world: &World) -> u64 {
    let has = |intent: u64| u64::from(world.privileged & intent != 0);
    has(1 << 8) << 13 | has(1 << 1) << 15 | has(1 << 15) << 19 | 1 << 23
}
