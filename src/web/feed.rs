use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use super::{Room, account_of, json, language};
use crate::id::{Lang, Platform, PlayerId, TableId};
use crate::service::{Of, Slot, SlotKind};

/// How many of a person's newest tables a fresh page shows beside those that are open.
const TABLES: u32 = 4;
/// How many messages are looked at in one go.
const BATCH: u32 = 64;
/// How many open events a page shows: more than there may be at once.
const EVENTS: u32 = 64;
/// How many events that are over it shows, and among how many of the newest they are looked for.
const EVENTS_OVER: usize = 5;
const EVENTS_SEEN: u32 = 64;
/// How long delivery sleeps at most, should a wake-up be missed.
const NAP: Duration = Duration::from_secs(1);

/// The messages of one seat: all of them first, then each change.
pub(super) async fn events(State(room): State<Room>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    let Some(account) = account_of(&key) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let player = match room.service.store().player_of(account).await {
        Ok(Some(player)) => player,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            room.service.fault(error);
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let lang = language(&room, player, &headers).await;
    Sse::new(stream(room, Reader { player, lang }))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Who looks at a page, in which language.
#[derive(Clone, Copy)]
struct Reader {
    player: PlayerId,
    lang: Lang,
}

fn stream(room: Room, reader: Reader) -> impl Stream<Item = Result<Event, Infallible>> {
    let changes = room.changes.subscribe();
    let (parted, teamed) = (room.service.parted(), room.service.teamed());
    let stop = room.stop.clone();
    futures::stream::unfold(
        (room, changes, parted, teamed, Some(())),
        move |(room, mut changes, mut parted, mut teamed, fresh)| async move {
            if fresh.is_some() {
                let messages = everything(&room, reader).await;
                return Some((event("all", &json!(messages)), (room, changes, parted, teamed, None)));
            }
            loop {
                let change = tokio::select! {
                    change = changes.recv() => change,
                    // Old messages name whoever is gone, though nothing else of them changed.
                    Ok(()) = parted.changed() => {
                        let messages = everything(&room, reader).await;
                        return Some((event("anew", &json!(messages)), (room, changes, parted, teamed, None)));
                    }
                    Ok(()) = teamed.changed() => {
                        let message = invitations(&room, reader).await;
                        return Some((event("one", &message), (room, changes, parted, teamed, None)));
                    }
                };
                match change {
                    Ok(slot) => {
                        let Some(message) = message(&room, reader, &slot).await else {
                            continue;
                        };
                        return Some((event("one", &message), (room, changes, parted, teamed, None)));
                    }
                    Err(RecvError::Lagged(_)) => {
                        let messages = everything(&room, reader).await;
                        return Some((event("all", &json!(messages)), (room, changes, parted, teamed, None)));
                    }
                    Err(RecvError::Closed) => return None,
                }
            }
        },
    )
    .take_until(async move { stop.cancelled().await })
    .map(Ok)
}

/// The invitations to teams that wait for this person: a message that is there while there are any.
async fn invitations(room: &Room, reader: Reader) -> serde_json::Value {
    let venue = super::ROOM.venue;
    // What fails is in the log already.
    let post = room
        .desk
        .invitations(reader.player, venue, reader.lang)
        .await
        .ok()
        .flatten();
    json!({ "id": "invitations", "version": null, "post": post.as_ref().map(json::post) })
}

fn event(name: &str, data: &serde_json::Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

async fn everything(room: &Room, reader: Reader) -> Vec<serde_json::Value> {
    let mut messages = Vec::new();
    let store = room.service.store();
    let mut tables = BTreeSet::new();
    // However many newer ones are over by now: an open match must never be out of reach.
    for found in [
        store.open_tables(Of::Player(reader.player)).await,
        store.latest_tables(Of::Player(reader.player), TABLES).await,
    ] {
        match found {
            Ok(found) => tables.extend(found),
            Err(error) => drop(room.service.fault(error)),
        }
    }
    // What everybody here may join, and the last ones that are over.
    for (open, most) in [(true, EVENTS), (false, EVENTS_SEEN)] {
        match store.events_in(super::ROOM.venue, open, most).await {
            Ok(found) => {
                let found = room.service.sift(found);
                let wanted = found.iter().filter(|row| open != row.is_over());
                let wanted = wanted.take(if open { usize::MAX } else { EVENTS_OVER });
                tables.extend(wanted.map(|row| TableId(row.id.0)));
            }
            Err(error) => drop(room.service.fault(error)),
        }
    }
    // How the last season ended.
    match store.seasons(super::ROOM.venue).await {
        Ok(seasons) => {
            let over = seasons.into_iter().find(|season| season.ended.is_some());
            tables.extend(over.map(|season| TableId(season.id.0)));
        }
        Err(error) => drop(room.service.fault(error)),
    }
    for table in tables {
        for slot in slots(room, table).await {
            messages.extend(message(room, reader, &slot).await);
        }
    }
    let asked = invitations(room, reader).await;
    messages.extend((!asked["post"].is_null()).then_some(asked));
    messages
}

async fn slots(room: &Room, table: TableId) -> Vec<Slot> {
    room.service.store().slots_of(table).await.unwrap_or_else(|error| {
        room.service.fault(error);
        Vec::new()
    })
}

/// What this person sees of a message; nothing of other people's private ones, nor of tables that are not theirs.
async fn message(room: &Room, looks: Reader, slot: &Slot) -> Option<serde_json::Value> {
    // What stands on another platform is shown there.
    if slot.key.platform != Platform::Web {
        return None;
    }
    match slot.key.reader {
        Some(reader) if reader != looks.player => return None,
        Some(_) => {}
        // An event and a season are everybody's business.
        None if matches!(
            slot.key.kind,
            SlotKind::Event | SlotKind::Round | SlotKind::Call | SlotKind::Closing | SlotKind::Season
        ) => {}
        None => {
            let theirs = room
                .service
                .store()
                .players_of(slot.key.table)
                .await
                .unwrap_or_default();
            if !theirs.contains(&looks.player) {
                return None;
            }
        }
    }
    match room.desk.show_in(slot, looks.lang).await {
        Ok(shown) => shown
            .map(|shown| json!({ "id": json::id(slot.id), "version": shown.version, "post": json::post(&shown.post) })),
        Err(_) => None,
    }
}

/// Tells the open pages of every message that has to change. A page that is not open asks for everything when it opens,
/// so a message counts as delivered once it was announced.
pub(super) async fn deliver(room: Room) {
    let wake = room.service.changed(Platform::Web);
    loop {
        let slots = room.service.todo(Platform::Web, BATCH).await.unwrap_or_default();
        if slots.is_empty() {
            tokio::select! {
                () = room.stop.cancelled() => return,
                () = wake.notified() => {}
                () = tokio::time::sleep(NAP) => {}
            }
            continue;
        }
        for slot in slots {
            // Nobody listening is no fault.
            drop(room.changes.send(slot));
            if room.service.sent(&slot, slot.want, Some(slot.id.0)).await.is_err() {
                tokio::time::sleep(NAP).await;
            }
        }
    }
}
