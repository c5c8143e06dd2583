//! Answers to interactions: the first within three seconds and only once, then edits and follow-ups for a quarter hour.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::json as write_json;
use super::letters::{self, Envelope, Incoming};
use super::refusal::{Form, Refusal};
use super::validate;
use super::world::{ChannelKind, Press, World};

/// `POST /interactions/{id}/{token}/callback`.
///
/// # Errors
///
/// 10062 for an unknown or overdue interaction, 40060 for a second answer, 50035 for a body that can't be.
pub fn callback(
    world: &mut World,
    id: u64,
    token: &str,
    incoming: &Incoming<'_>,
    with_response: bool,
) -> Result<Option<Value>, Refusal> {
    let press = world
        .presses
        .get(&id)
        .filter(|press| press.token == token)
        .ok_or_else(Refusal::unknown_interaction)?;
    if press.callback.is_some() {
        return Err(Refusal::already_acknowledged());
    }
    if press.age() > world.limits.first_answer {
        return Err(Refusal::unknown_interaction());
    }
    let press = press.clone();
    if let Some(ChannelKind::Thread {
        archived: true,
        locked: true,
        ..
    }) = world.places.get(&press.channel).map(|place| &place.kind)
    {
        return Err(Refusal::thread_archived());
    }
    let kind = incoming.json["type"].as_u64().unwrap_or(0);
    let empty = json!({});
    let data = incoming
        .json
        .get("data")
        .filter(|data| !data.is_null())
        .unwrap_or(&empty);
    let inner = Incoming {
        json: data,
        files: incoming.files,
    };
    let mut form = Form::default();
    match (kind, press.kind) {
        (4 | 5, 2 | 3 | 5) | (6 | 7, 3) | (9, 2 | 3) => {}
        (6 | 7, 5) if press.message.is_some() => {}
        _ => form.choices("type", kind),
    }
    form.finish()?;

    match kind {
        4 => {
            validate::message(world, data, "data")?;
            let letter = letters::write(world, answer_envelope(world, &press, data, false), &inner)?;
            settle(world, id, Some(letter), true);
        }
        5 => {
            let envelope = answer_envelope(world, &press, data, true);
            let letter = letters::write(
                world,
                envelope,
                &Incoming {
                    json: &empty,
                    files: &[],
                },
            )?;
            settle(world, id, Some(letter), false);
        }
        6 => settle(world, id, press.message, false),
        7 => {
            validate::message(world, data, "data")?;
            let message = press.message.ok_or_else(Refusal::unknown_message)?;
            letters::edit(world, message, &inner)?;
            settle(world, id, Some(message), true);
        }
        _ => {
            modal(data)?;
            world.presses.get_mut(&id).expect("looked up above").modal = Some(data.clone());
            settle(world, id, None, false);
        }
    }
    let press = world.presses.get_mut(&id).expect("looked up above");
    press.callback = Some((kind as u8, Instant::now()));
    if !with_response {
        return Ok(None);
    }
    let original = press.original;
    let message = original
        .and_then(|id| world.letters.get(&id))
        .map(|letter| write_json::message(world, letter));
    Ok(Some(json!({
        "interaction": {"id": id.to_string(), "type": press_kind(world, id), "response_message_id": original.map(|id| id.to_string())},
        "resource": {"type": kind, "message": message},
    })))
}

fn press_kind(world: &World, id: u64) -> u8 {
    world.presses.get(&id).map_or(0, |press| press.kind)
}

fn settle(world: &mut World, press: u64, original: Option<u64>, shown: bool) {
    if let Some(press) = world.presses.get_mut(&press) {
        press.original = original;
        if let (Some(letter), true) = (original, shown) {
            press.results.push(letter);
        }
    }
}

fn answer_envelope(world: &World, press: &Press, data: &Value, loading: bool) -> Envelope {
    let only_me = data["flags"].as_u64().unwrap_or(0) & 64 != 0;
    Envelope {
        channel: press.channel,
        author: world.bot,
        only_for: only_me.then_some(press.user),
        interaction: Some(press.id),
        kind: match (press.kind, press.command_kind) {
            (2, 1) => 20,
            (2, _) => 23,
            _ => 0,
        },
        loading,
    }
}

fn modal(data: &Value) -> Result<(), Refusal> {
    let mut form = Form::default();
    form.length("data.custom_id", data["custom_id"].as_str().unwrap_or(""), 1, 100);
    form.length("data.title", data["title"].as_str().unwrap_or(""), 1, 45);
    let rows = data["components"].as_array().map_or(&[][..], Vec::as_slice);
    if rows.is_empty() || rows.len() > 5 {
        form.wrong(
            "data.components",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    for (n, row) in rows.iter().enumerate() {
        let at = format!("data.components.{n}");
        let inputs = row["components"].as_array().map_or(&[][..], Vec::as_slice);
        if row["type"] != 1 || inputs.len() != 1 || inputs[0]["type"] != 4 {
            form.wrong(at, "MODAL_COMPONENTS", "Each row of a modal holds one text input.");
            continue;
        }
        form.length(
            &format!("{at}.components.0.custom_id"),
            inputs[0]["custom_id"].as_str().unwrap_or(""),
            1,
            100,
        );
        form.length(
            &format!("{at}.components.0.label"),
            inputs[0]["label"].as_str().unwrap_or(""),
            1,
            45,
        );
    }
    form.finish()
}

/// The press behind a webhook token that still works.
///
/// # Errors
///
/// 10015 before the first answer and for unknown tokens, 50027 after the token's quarter hour.
pub fn by_token(world: &World, app: u64, token: &str) -> Result<u64, Refusal> {
    let id = *world
        .press_tokens
        .get(token)
        .filter(|_| app == world.app)
        .ok_or_else(Refusal::unknown_webhook)?;
    let press = &world.presses[&id];
    if press.age() > world.limits.token {
        return Err(Refusal::invalid_webhook_token());
    }
    if press.callback.is_none() {
        return Err(Refusal::unknown_webhook());
    }
    Ok(id)
}

/// The message that a webhook path names: `@original` or a follow-up's id.
///
/// # Errors
///
/// 10008 when there is none.
pub fn named(world: &World, press: u64, name: &str) -> Result<u64, Refusal> {
    let press = &world.presses[&press];
    let id = match name {
        "@original" => press.original,
        id => id
            .parse()
            .ok()
            .filter(|id| press.followups.contains(id) || press.original == Some(*id)),
    };
    id.filter(|id| world.letters.get(id).is_some_and(|letter| !letter.deleted))
        .ok_or_else(Refusal::unknown_message)
}

/// `PATCH /webhooks/{app}/{token}/messages/{name}`.
///
/// # Errors
///
/// 10008 for an unknown message, and what a body can get.
pub fn edit(world: &mut World, press: u64, name: &str, incoming: &Incoming<'_>) -> Result<u64, Refusal> {
    let letter = named(world, press, name)?;
    letters::edit(world, letter, incoming)?;
    world
        .presses
        .get_mut(&press)
        .expect("the caller looked it up")
        .results
        .push(letter);
    Ok(letter)
}

/// `POST /webhooks/{app}/{token}`.
///
/// # Errors
///
/// What a body can get.
pub fn follow_up(world: &mut World, press_id: u64, incoming: &Incoming<'_>) -> Result<u64, Refusal> {
    let press = world.presses[&press_id].clone();
    // The first follow-up to a deferred answer replaces the placeholder and inherits who sees it.
    let placeholder = press
        .original
        .filter(|id| world.letters.get(id).is_some_and(|l| l.loading && !l.deleted));
    if placeholder.is_some() && press.callback.is_some_and(|(kind, _)| kind == 5) {
        return edit(world, press_id, "@original", incoming);
    }
    let mut envelope = answer_envelope(world, &press, incoming.json, false);
    envelope.kind = if press.original.is_some() { 19 } else { 0 };
    let letter = letters::write(world, envelope, incoming)?;
    let press = world.presses.get_mut(&press_id).expect("the caller looked it up");
    press.followups.push(letter);
    press.results.push(letter);
    Ok(letter)
}
