//! Messages: writing them, changing them, and what happens to files, mentions and nonces on the way.

use std::collections::BTreeSet;

use axum::body::Bytes;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::permission;
use super::refusal::{Form, Refusal};
use super::validate::{self, snowflake};
use super::world::{ChannelKind, File, Letter, Version, World, iso8601, unix_ms};

/// One `files[n]` part.
#[derive(Clone, Debug)]
pub struct Upload {
    pub index: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

/// A body with the files that came with it.
#[derive(Clone, Debug)]
pub struct Incoming<'a> {
    pub json: &'a Value,
    pub files: &'a [Upload],
}

/// What a new message is besides its body.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    pub channel: u64,
    pub author: u64,
    pub only_for: Option<u64>,
    pub interaction: Option<u64>,
    pub kind: u8,
    pub loading: bool,
}

/// Writes a new message whose body is checked here; permissions are the caller's business.
///
/// # Errors
///
/// 50035 for a body that breaks a limit, 50006 for an empty one, 40005 for too many bytes.
pub fn write(world: &mut World, envelope: Envelope, incoming: &Incoming<'_>) -> Result<u64, Refusal> {
    if !envelope.loading {
        validate::message(world, incoming.json, "")?;
    }
    let version = next_version(world, None, envelope, incoming)?;
    if !envelope.loading && is_empty(&version) {
        return Err(Refusal::empty_message());
    }
    let id = world.fresh_id();
    let mentions = mentioned(&version.content);
    let (pinged, everyone) = pings(world, envelope, &version.content, incoming.json);
    let ephemeral = u64::from(envelope.only_for.is_some()) << 6;
    let letter = Letter {
        id,
        channel: envelope.channel,
        author: envelope.author,
        only_for: envelope.only_for,
        versions: vec![version],
        deleted: false,
        loading: envelope.loading,
        kind: envelope.kind,
        flags: incoming.json["flags"].as_u64().unwrap_or(0) & !(1 << 6) | ephemeral,
        nonce: incoming.json.get("nonce").filter(|nonce| !nonce.is_null()).cloned(),
        mentions,
        pinged,
        everyone,
        interaction: envelope.interaction,
        created: Instant::now(),
        timestamp: iso8601(unix_ms()),
        edited: None,
        edits_left: None,
    };
    world.letters.insert(id, letter);
    if let Some(place) = world.places.get_mut(&envelope.channel) {
        place.messages.push(id);
        if let ChannelKind::Thread { archived, .. } = &mut place.kind
            && envelope.only_for.is_none()
        {
            *archived = false;
        }
    }
    Ok(id)
}

/// Changes a message: fields that are absent stay, and so do old files unless `attachments` says otherwise.
///
/// # Errors
///
/// Those of [`write`].
pub fn edit(world: &mut World, message: u64, incoming: &Incoming<'_>) -> Result<(), Refusal> {
    validate::message(world, incoming.json, "")?;
    let letter = world
        .letters
        .get(&message)
        .filter(|letter| !letter.deleted)
        .ok_or_else(Refusal::unknown_message)?;
    let envelope = Envelope {
        channel: letter.channel,
        author: letter.author,
        only_for: letter.only_for,
        interaction: letter.interaction,
        kind: letter.kind,
        loading: false,
    };
    let before = letter.now().clone();
    let was_loading = letter.loading;
    let version = next_version(world, Some(&before), envelope, incoming)?;
    if is_empty(&version) {
        return Err(Refusal::empty_message());
    }
    let mentions = mentioned(&version.content);
    // The edit that replaces a placeholder is the message's first real state; later edits never ping.
    let first = was_loading.then(|| pings(world, envelope, &version.content, incoming.json));
    let keep_history = world.keep_history;
    let letter = world.letters.get_mut(&message).expect("looked up above");
    if !keep_history {
        letter.versions.clear();
    }
    if was_loading {
        letter.versions.clear();
        letter.loading = false;
    } else {
        letter.edited = Some(iso8601(unix_ms()));
    }
    if let Some((pinged, everyone)) = first {
        letter.pinged = pinged;
        letter.everyone = everyone;
    }
    letter.mentions = mentions;
    letter.versions.push(version);
    Ok(())
}

/// Whether the bot may post this body into this channel.
///
/// # Errors
///
/// 10003, 50001, 50013, 50007 or 50083, as Discord would say it.
pub fn may_post(world: &World, channel: u64, incoming: &Incoming<'_>) -> Result<(), Refusal> {
    let place = world.places.get(&channel).ok_or_else(Refusal::unknown_channel)?;
    if let ChannelKind::Dm { with } = place.kind {
        let open = world.people.get(&with).is_some_and(|person| person.dms_open);
        return if open && world.mutual(with) {
            Ok(())
        } else {
            Err(Refusal::cannot_dm())
        };
    }
    let bits = access(world, channel)?;
    if world.forums.contains(&channel) {
        return Err(Refusal::no_text_channel());
    }
    let send = match place.kind {
        ChannelKind::Thread { archived, locked, .. } => {
            if locked && bits & permission::MANAGE_THREADS == 0 {
                return Err(if archived {
                    Refusal::thread_archived()
                } else {
                    Refusal::missing_permissions()
                });
            }
            permission::SEND_MESSAGES_IN_THREADS
        }
        _ => permission::SEND_MESSAGES,
    };
    let mut needed = send;
    if !incoming.files.is_empty() {
        needed |= permission::ATTACH_FILES;
    }
    if incoming.json["embeds"]
        .as_array()
        .is_some_and(|embeds| !embeds.is_empty())
    {
        needed |= permission::EMBED_LINKS;
    }
    if bits & needed == needed {
        Ok(())
    } else {
        Err(Refusal::missing_permissions())
    }
}

/// The bot's permissions in a channel it can look into.
///
/// # Errors
///
/// 10003 for no such channel, 50001 for one out of reach.
pub fn access(world: &World, channel: u64) -> Result<u64, Refusal> {
    if !world.places.contains_key(&channel) {
        return Err(Refusal::unknown_channel());
    }
    let bits = world.permissions(channel, world.bot);
    if bits & permission::VIEW_CHANNEL == 0 {
        Err(Refusal::missing_access())
    } else {
        Ok(bits)
    }
}

/// Whether the bot may edit a message of its own that stands in this channel.
///
/// # Errors
///
/// As [`access`], and 50083 in an archived thread, 50013 in a locked one.
pub fn may_edit(world: &World, channel: u64, incoming: &Incoming<'_>) -> Result<(), Refusal> {
    let bits = access(world, channel)?;
    if let Some(ChannelKind::Thread { archived, locked, .. }) = world.places.get(&channel).map(|place| &place.kind) {
        if *archived {
            return Err(Refusal::thread_archived());
        }
        if *locked && bits & permission::MANAGE_THREADS == 0 {
            return Err(Refusal::missing_permissions());
        }
    }
    if !incoming.files.is_empty() && bits & permission::ATTACH_FILES == 0 {
        return Err(Refusal::missing_permissions());
    }
    Ok(())
}

fn next_version(
    world: &mut World,
    before: Option<&Version>,
    envelope: Envelope,
    incoming: &Incoming<'_>,
) -> Result<Version, Refusal> {
    let body = incoming.json;
    let content = match body.get("content") {
        Some(value) => value.as_str().unwrap_or("").to_owned(),
        None => before.map_or_else(String::new, |version| version.content.clone()),
    };
    let list = |name: &str, old: Option<&Value>| match body.get(name) {
        Some(Value::Array(items)) => Value::Array(items.clone()),
        Some(_) => json!([]),
        None => old.cloned().unwrap_or_else(|| json!([])),
    };
    let embeds = list("embeds", before.map(|version| &version.embeds));
    let components = list("components", before.map(|version| &version.components));
    let old = before.map_or(&[][..], |version| version.files.as_slice());
    let files = next_files(world, old, incoming)?;
    for name in attachment_links(&embeds) {
        if !files.iter().any(|file| file.filename == name) {
            let channel = envelope.channel;
            world.violations.push(format!(
                "an embed in channel {channel} shows attachment://{name}, which isn't there"
            ));
        }
    }
    let seen_by = match envelope.only_for {
        Some(user) => std::sync::Arc::new(BTreeSet::from([user])),
        None => world.viewers(envelope.channel),
    };
    Ok(Version {
        content,
        embeds,
        components,
        files,
        seen_by,
        at: Instant::now(),
    })
}

fn next_files(world: &mut World, old: &[File], incoming: &Incoming<'_>) -> Result<Vec<File>, Refusal> {
    let size: usize = incoming.files.iter().map(|upload| upload.bytes.len()).sum();
    if size > world.limits.upload {
        return Err(Refusal::too_large());
    }
    let listed = incoming.json.get("attachments").and_then(Value::as_array);
    let mut files: Vec<File> = Vec::new();
    let mut form = Form::default();
    match listed {
        // Without a list every old file stays: this is how pictures pile up.
        None => files.extend(old.iter().cloned()),
        Some(list) => {
            for (n, entry) in list.iter().enumerate() {
                let id = snowflake(&entry["id"]);
                let uploaded = incoming.files.iter().any(|upload| Some(upload.index) == id);
                match old.iter().find(|file| Some(file.id) == id) {
                    Some(kept) => {
                        let mut kept = kept.clone();
                        if let Some(text) = entry["description"].as_str() {
                            kept.description = Some(text.to_owned());
                        }
                        files.push(kept);
                    }
                    None if uploaded => {}
                    None => form.wrong(
                        format!("attachments.{n}.id"),
                        "ATTACHMENT_NOT_FOUND",
                        format!("Attachment data associated with ID {} not found", entry["id"]),
                    ),
                }
            }
        }
    }
    form.finish()?;
    for upload in incoming.files {
        let entry = listed
            .into_iter()
            .flatten()
            .find(|entry| snowflake(&entry["id"]) == Some(upload.index));
        if listed.is_some_and(|list| !list.is_empty()) && entry.is_none() {
            world
                .violations
                .push(format!("files[{}] came without its entry in attachments", upload.index));
        }
        let named = entry
            .and_then(|entry| entry["filename"].as_str())
            .unwrap_or(&upload.filename);
        files.push(File {
            id: world.fresh_id(),
            filename: named.replace(' ', "_"),
            description: entry.and_then(|entry| entry["description"].as_str()).map(str::to_owned),
            content_type: upload.content_type.clone(),
            size: upload.bytes.len(),
            dimensions: png_dimensions(&upload.bytes),
            bytes: super::crowd::kept(world, &upload.bytes),
        });
    }
    if files.len() > 10 {
        let mut form = Form::default();
        form.wrong("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
        form.finish()?;
    }
    Ok(files)
}

fn png_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.get(..24)?;
    let word = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    header.starts_with(b"\x89PNG\r\n\x1a\n").then(|| (word(16), word(20)))
}

fn is_empty(version: &Version) -> bool {
    let none = |list: &Value| list.as_array().is_none_or(Vec::is_empty);
    version.content.trim().is_empty() && version.files.is_empty() && none(&version.embeds) && none(&version.components)
}

fn attachment_links(embeds: &Value) -> Vec<String> {
    embeds
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|embed| ["image", "thumbnail"].map(|part| embed[part]["url"].as_str().unwrap_or("").to_owned()))
        .filter_map(|url| url.strip_prefix("attachment://").map(str::to_owned))
        .collect()
}

/// The people named in a text with `<@id>`.
fn mentioned(content: &str) -> Vec<u64> {
    let mut found = Vec::new();
    for piece in content.split("<@").skip(1) {
        let Some((inner, _)) = piece.split_once('>') else {
            continue;
        };
        if let Ok(id) = inner.trim_start_matches('!').parse()
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// Whose client makes a noise at a new message.
fn pings(world: &World, envelope: Envelope, content: &str, body: &Value) -> (BTreeSet<u64>, bool) {
    let allowed = &body["allowed_mentions"];
    let parses = |word: &str| {
        allowed.is_null()
            || allowed["parse"]
                .as_array()
                .is_some_and(|parse| parse.iter().any(|entry| entry == word))
    };
    let named: Vec<u64> = allowed["users"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(snowflake)
        .collect();
    let people = mentioned(content)
        .into_iter()
        .filter(|id| world.people.contains_key(id) && (parses("users") || named.contains(id)))
        .filter(|id| envelope.only_for.is_none_or(|only| only == *id))
        .collect();
    let may = world.permissions(envelope.channel, envelope.author) & permission::MENTION_EVERYONE != 0;
    let calls = content.contains("@everyone") || content.contains("@here");
    (
        people,
        calls && may && parses("everyone") && envelope.only_for.is_none(),
    )
}
