//! The REST interface: which path means what.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::commands;
use super::gateway;
use super::interactions;
use super::json as write_json;
use super::letters::{self, Envelope, Incoming};
use super::permission;
use super::refusal::{Form, Refusal};
use super::validate::snowflake;
use super::world::{ChannelKind, Place, Request, World};

/// What a request got: a status, and JSON unless there is nothing to say.
pub type Answer = Result<(u16, Option<Value>), Refusal>;

/// Does what a request asks for. `None`: no such path here.
pub fn route(world: &mut World, request: &Request, incoming: &Incoming<'_>) -> Option<Answer> {
    let segments: Vec<&str> = request.path.trim_matches('/').split('/').collect();
    let flag = |name: &str| request.query.split('&').any(|pair| pair == format!("{name}=true"));
    let id = |text: &str| text.parse::<u64>().unwrap_or(0);
    let answer = match (request.method.as_str(), segments.as_slice()) {
        ("GET", ["gateway"]) => gateway_url(world, false),
        ("GET", ["gateway", "bot"]) => gateway_url(world, true),
        ("GET", ["users", "@me"]) => ok(write_json::me(world)),
        ("GET", ["users", "@me", "guilds"]) => ok(own_guilds(world)),
        ("GET", ["users", user]) => match world.people.get(&id(user)).filter(|person| !person.erased) {
            Some(person) => ok(write_json::person(person)),
            None => Err(Refusal::unknown_user()),
        },
        ("POST", ["users", "@me", "channels"]) => open_dm(world, incoming.json),
        ("GET", ["applications" | "oauth2", .., "@me"]) if segments.len() <= 3 => ok(write_json::application(world)),
        ("GET", ["applications", app]) if id(app) == world.app => ok(write_json::application(world)),
        (_, ["applications", app, "emojis"]) if id(app) == world.app && request.method == "GET" => {
            let emojis = world.emojis.iter().map(|(id, name)| json!({"id": id.to_string(), "name": name, "animated": false, "available": true, "managed": false, "require_colons": true, "roles": []}));
            ok(json!({"items": emojis.collect::<Vec<_>>()}))
        }
        (method, ["applications", app, "commands", rest @ ..]) if id(app) == world.app => {
            command_routes(world, method, None, rest, incoming.json, flag("with_localizations"))?
        }
        (method, ["applications", app, "guilds", guild, "commands", rest @ ..]) if id(app) == world.app => {
            let guild = id(guild);
            if !world.servers.contains_key(&guild) {
                return Some(Err(Refusal::missing_access()));
            }
            command_routes(
                world,
                method,
                Some(guild),
                rest,
                incoming.json,
                flag("with_localizations"),
            )?
        }
        ("POST", ["interactions", press, token, "callback"]) => {
            match interactions::callback(world, id(press), token, incoming, flag("with_response")) {
                Ok(Some(body)) => ok(body),
                Ok(None) => Ok((204, None)),
                Err(refusal) => Err(refusal),
            }
        }
        (method, ["webhooks", app, token, rest @ ..]) => webhook(world, method, id(app), token, rest, incoming)?,
        (method, ["channels", channel, rest @ ..]) => {
            channel_routes(world, method, id(channel), rest, request, incoming)?
        }
        (method, ["guilds", guild, rest @ ..]) => guild_routes(world, method, id(guild), rest)?,
        _ => return None,
    };
    Some(answer)
}

fn ok(body: Value) -> Answer {
    Ok((200, Some(body)))
}

fn gateway_url(world: &World, bot: bool) -> Answer {
    if world.gateway.refuse {
        return Err(Refusal::new(503, 0, "503: Service Unavailable"));
    }
    let mut body = json!({"url": world.base.replacen("http", "ws", 1)});
    if bot {
        body["shards"] = json!(1);
        body["session_start_limit"] =
            json!({"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1});
    }
    ok(body)
}

fn own_guilds(world: &World) -> Value {
    let own = world
        .servers
        .values()
        .filter(|server| server.members.contains_key(&world.bot));
    own.map(|server| {
        json!({"id": server.id.to_string(), "name": server.name, "icon": null, "banner": null, "owner": false,
               "permissions": permission::USUAL.to_string(), "features": []})
    })
    .collect()
}

fn open_dm(world: &mut World, body: &Value) -> Answer {
    let Some(user) = snowflake(&body["recipient_id"]) else {
        let mut form = Form::default();
        form.required("recipient_id");
        return Err(form.finish().expect_err("one mistake was noted"));
    };
    if world.people.get(&user).is_none_or(|person| person.bot || person.erased) {
        return Err(Refusal::invalid_recipients());
    }
    if world.known_dm(user).is_none() {
        if world.limits.dm_opens.is_some_and(|most| world.dm_opens.len() >= most) {
            return Err(Refusal::too_fast_dms());
        }
        world.dm_opens.push(Instant::now());
    }
    let channel = world.dm_with(user);
    ok(write_json::channel(world, &world.places[&channel]))
}

fn command_routes(
    world: &mut World,
    method: &str,
    guild: Option<u64>,
    rest: &[&str],
    body: &Value,
    with_localizations: bool,
) -> Option<Answer> {
    if method != "GET" {
        world.command_writes += 1;
    }
    let app = world.app;
    let one = |text: &str| text.parse().unwrap_or(0);
    Some(match (method, rest) {
        ("GET", []) => {
            let scope = world.commands.iter().filter(|command| command.guild == guild);
            ok(scope.map(|command| command.json(app, with_localizations)).collect())
        }
        ("PUT", []) => commands::replace(world, guild, body).map(|list| (200, Some(Value::Array(list)))),
        ("POST", []) => {
            commands::upsert(world, guild, body).map(|(json, new)| (if new { 201 } else { 200 }, Some(json)))
        }
        ("GET", [id]) => {
            commands::position(world, guild, one(id)).map(|at| (200, Some(world.commands[at].json(app, true))))
        }
        ("PATCH", [id]) => commands::patch(world, guild, one(id), body).map(|json| (200, Some(json))),
        ("DELETE", [id]) => commands::position(world, guild, one(id)).map(|at| {
            world.commands.remove(at);
            (204, None)
        }),
        _ => return None,
    })
}

fn webhook(
    world: &mut World,
    method: &str,
    app: u64,
    token: &str,
    rest: &[&str],
    incoming: &Incoming<'_>,
) -> Option<Answer> {
    let press = match interactions::by_token(world, app, token) {
        Ok(press) => press,
        Err(refusal) => return Some(Err(refusal)),
    };
    let shown = |world: &World, id: u64| ok(write_json::message(world, &world.letters[&id]));
    Some(match (method, rest) {
        ("POST", []) => interactions::follow_up(world, press, incoming).and_then(|id| shown(world, id)),
        ("GET", ["messages", name]) => interactions::named(world, press, name).and_then(|id| shown(world, id)),
        ("PATCH", ["messages", name]) => {
            interactions::edit(world, press, name, incoming).and_then(|id| shown(world, id))
        }
        ("DELETE", ["messages", name]) => interactions::named(world, press, name).map(|id| {
            delete(world, id);
            (204, None)
        }),
        _ => return None,
    })
}

fn channel_routes(
    world: &mut World,
    method: &str,
    channel: u64,
    rest: &[&str],
    request: &Request,
    incoming: &Incoming<'_>,
) -> Option<Answer> {
    let one = |text: &str| text.parse().unwrap_or(0);
    Some(match (method, rest) {
        ("GET", []) => {
            letters::access(world, channel).and_then(|_| ok(write_json::channel(world, &world.places[&channel])))
        }
        ("PATCH", []) => change_thread(world, channel, incoming.json),
        ("POST", ["typing"]) => letters::may_post(world, channel, incoming).map(|()| (204, None)),
        ("POST", ["messages"]) => post(world, channel, incoming),
        ("GET", ["messages"]) => history(world, channel, &request.query),
        ("GET", ["messages", id]) => {
            own_view(world, channel, one(id)).and_then(|id| ok(write_json::message(world, &world.letters[&id])))
        }
        ("PATCH", ["messages", id]) => patch(world, channel, one(id), incoming),
        ("DELETE", ["messages", id]) => remove(world, channel, one(id)),
        ("POST", ["threads"]) => start_thread(world, channel, incoming.json),
        ("POST", ["messages", id, "threads"]) => {
            own_view(world, channel, one(id)).and_then(|_| start_thread(world, channel, incoming.json))
        }
        _ => return None,
    })
}

fn post(world: &mut World, channel: u64, incoming: &Incoming<'_>) -> Answer {
    letters::may_post(world, channel, incoming)?;
    let nonce = match &incoming.json["nonce"] {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let enforced = nonce.filter(|_| incoming.json["enforce_nonce"] == true);
    if let Some(nonce) = &enforced
        && let Some(known) = world.nonces.get(&(channel, nonce.clone()))
        && let Some(letter) = world.letters.get(known)
        && letter.created.elapsed() < world.limits.nonce
    {
        return ok(write_json::message(world, letter));
    }
    let envelope = Envelope {
        channel,
        author: world.bot,
        only_for: None,
        interaction: None,
        kind: 0,
        loading: false,
    };
    let id = letters::write(world, envelope, incoming)?;
    if let Some(nonce) = enforced {
        world.nonces.insert((channel, nonce), id);
    }
    let message = write_json::message(world, &world.letters[&id]);
    announce(world, channel, "MESSAGE_CREATE", &message);
    ok(message)
}

/// Tells the sessions that asked for messages; a bot hears its own too.
pub fn announce(world: &mut World, channel: u64, event: &str, message: &Value) {
    let mut message = message.clone();
    let intent = match world.places.get(&channel).and_then(Place::guild) {
        Some(guild) => {
            message["guild_id"] = json!(guild.to_string());
            gateway::GUILD_MESSAGES
        }
        None => gateway::DIRECT_MESSAGES,
    };
    world.dispatch(event, intent, &message);
}

/// A message the bot can fetch in this channel: only-me answers are not among them.
fn own_view(world: &World, channel: u64, id: u64) -> Result<u64, Refusal> {
    let bits = letters::access(world, channel)?;
    if bits & permission::READ_MESSAGE_HISTORY == 0 {
        return Err(Refusal::missing_access());
    }
    let letter = world
        .letters
        .get(&id)
        .filter(|letter| letter.channel == channel && !letter.deleted);
    letter
        .filter(|letter| letter.only_for.is_none())
        .map(|letter| letter.id)
        .ok_or_else(Refusal::unknown_message)
}

fn history(world: &World, channel: u64, query: &str) -> Answer {
    let bits = letters::access(world, channel)?;
    if bits & permission::READ_MESSAGE_HISTORY == 0 {
        return ok(json!([]));
    }
    let limit = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("limit="))
        .and_then(|n| n.parse().ok())
        .unwrap_or(50);
    let shown = world.places[&channel]
        .messages
        .iter()
        .rev()
        .filter_map(|id| world.letters.get(id));
    let shown = shown
        .filter(|letter| !letter.deleted && letter.only_for.is_none())
        .take(limit);
    ok(shown.map(|letter| write_json::message(world, letter)).collect())
}

fn patch(world: &mut World, channel: u64, id: u64, incoming: &Incoming<'_>) -> Answer {
    let id = own_view(world, channel, id)?;
    letters::may_edit(world, channel, incoming)?;
    let bot = world.bot;
    let letter = world.letters.get_mut(&id).expect("found above");
    if letter.author != bot {
        return Err(Refusal::not_the_author());
    }
    match &mut letter.edits_left {
        Some(0) => return Err(Refusal::old_message_edits()),
        Some(left) => *left -= 1,
        None => {}
    }
    letters::edit(world, id, incoming)?;
    let message = write_json::message(world, &world.letters[&id]);
    announce(world, channel, "MESSAGE_UPDATE", &message);
    ok(message)
}

fn remove(world: &mut World, channel: u64, id: u64) -> Answer {
    let bits = letters::access(world, channel)?;
    let letter = world
        .letters
        .get(&id)
        .filter(|letter| letter.channel == channel && !letter.deleted);
    let letter = letter
        .filter(|letter| letter.only_for.is_none())
        .ok_or_else(Refusal::unknown_message)?;
    if letter.author != world.bot && bits & permission::MANAGE_MESSAGES == 0 {
        return Err(Refusal::missing_permissions());
    }
    if let ChannelKind::Thread { archived: true, .. } = world.places[&channel].kind {
        return Err(Refusal::thread_archived());
    }
    delete(world, id);
    Ok((204, None))
}

/// Takes a message away and tells those who asked for it.
pub fn delete(world: &mut World, id: u64) {
    let Some(letter) = world.letters.get_mut(&id) else {
        return;
    };
    letter.deleted = true;
    let (channel, private) = (letter.channel, letter.only_for.is_some());
    if !private {
        announce(
            world,
            channel,
            "MESSAGE_DELETE",
            &json!({"id": id.to_string(), "channel_id": channel.to_string()}),
        );
    }
}

fn start_thread(world: &mut World, parent: u64, body: &Value) -> Answer {
    let bits = letters::access(world, parent)?;
    if bits & permission::CREATE_PUBLIC_THREADS == 0 {
        return Err(Refusal::missing_permissions());
    }
    let mut form = Form::default();
    let name = body["name"].as_str().unwrap_or("");
    form.length("name", name, 1, 100);
    form.finish()?;
    let Some(guild) = world.places[&parent].guild() else {
        return Err(Refusal::missing_access());
    };
    let id = world.add_thread(guild, parent, name);
    let thread = write_json::channel(world, &world.places[&id]);
    world.dispatch("THREAD_CREATE", gateway::GUILDS, &thread);
    Ok((201, Some(thread)))
}

fn change_thread(world: &mut World, channel: u64, body: &Value) -> Answer {
    let bits = letters::access(world, channel)?;
    let place = world.places.get_mut(&channel).ok_or_else(Refusal::unknown_channel)?;
    let ChannelKind::Thread { archived, locked, .. } = &mut place.kind else {
        return Err(Refusal::missing_permissions());
    };
    let manages = bits & permission::MANAGE_THREADS != 0;
    let only_opens = body["archived"] == false && body.as_object().is_some_and(|fields| fields.len() == 1);
    if *archived && body["archived"] != false {
        return Err(Refusal::thread_archived());
    }
    if !manages && (!only_opens || *locked || bits & permission::SEND_MESSAGES_IN_THREADS == 0) {
        return Err(Refusal::missing_permissions());
    }
    if let Some(value) = body["archived"].as_bool() {
        *archived = value;
    }
    if let Some(value) = body["locked"].as_bool() {
        *locked = value;
    }
    let thread = write_json::channel(world, &world.places[&channel]);
    world.dispatch("THREAD_UPDATE", gateway::GUILDS, &thread);
    ok(thread)
}

fn guild_routes(world: &World, method: &str, guild: u64, rest: &[&str]) -> Option<Answer> {
    let Some(server) = world.servers.get(&guild) else {
        return Some(Err(Refusal::unknown_guild()));
    };
    if !server.members.contains_key(&world.bot) {
        return Some(Err(Refusal::missing_access()));
    }
    Some(match (method, rest) {
        ("GET", []) => ok(write_json::guild(server)),
        ("GET", ["channels"]) => {
            let channels = world
                .places
                .values()
                .filter(|place| matches!(place.kind, ChannelKind::Text { guild: of } if of == guild));
            ok(channels.map(|place| write_json::channel(world, place)).collect())
        }
        ("GET", ["roles"]) => ok(server
            .roles
            .iter()
            .map(|(id, role)| write_json::role(*id, role))
            .collect()),
        ("GET", ["members", user]) => {
            let user = if *user == "@me" {
                world.bot
            } else {
                user.parse().unwrap_or(0)
            };
            match server.members.get(&user) {
                Some(member) => ok(write_json::member(world, user, member, true)),
                None if world.people.get(&user).is_some_and(|person| !person.erased) => Err(Refusal::unknown_member()),
                None => Err(Refusal::unknown_user()),
            }
        }
        ("GET", ["members"]) if world.privileged & gateway::GUILD_MEMBERS == 0 => Err(Refusal::missing_access()),
        ("GET", ["members"]) => ok(server
            .members
            .iter()
            .map(|(id, m)| write_json::member(world, *id, m, true))
            .collect()),
        _ => return None,
    })
}
