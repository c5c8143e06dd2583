use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ROOM, Room, account_of, fresh_key, json, locale};
use crate::id::{Account, PlayerId};
use crate::service::Of;
use crate::ui::{Ask, BoardWish, Challenge, EventAsk, Foe, Guest, NoSeat, Order, SeasonWish, Settings, TeamAsk};

/// The longest name that a browser may send, in bytes.
const NAME: usize = 400;
/// The longest house rules that a browser may send, in bytes.
const HOUSE: usize = 1_600;

/// New seats: one against the computer, or two.
#[derive(Deserialize)]
pub(super) struct NewSeats {
    names: Vec<String>,
    computer: bool,
    #[serde(flatten)]
    terms: Typed,
}

/// The terms as they were typed.
#[derive(Deserialize, Default)]
pub(super) struct Typed {
    rules: Option<String>,
    mode: Option<String>,
    hands: Option<i64>,
    target: Option<i64>,
    clock: Option<String>,
    house: Option<String>,
}

impl Typed {
    /// Whether the house rules are longer than anybody types.
    fn is_too_long(&self) -> bool {
        self.house.as_ref().is_some_and(|house| house.len() > HOUSE)
    }

    fn against(self, opponent: Foe) -> Challenge {
        let Typed {
            rules,
            mode,
            hands,
            target,
            clock,
            house,
        } = self;
        Challenge {
            opponent,
            rules,
            mode,
            hands,
            target,
            clock,
            house,
        }
    }
}

/// What a seat asks.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Asked {
    Press(String),
    /// Another match: against the computer, or against whom one played last.
    Challenge {
        computer: bool,
        #[serde(flatten)]
        terms: Typed,
    },
    /// An open challenge with a code.
    Invite {
        #[serde(flatten)]
        terms: Typed,
    },
    Join(String),
    Link(Option<String>),
    Unlink,
    Hand,
    Table,
    Resign,
    Draw,
    Abort,
    Nudge,
    Rematch,
    /// The events here.
    Events,
    /// A new event: the templates.
    NewEvent,
    /// What stands behind `/event` elsewhere.
    Event(String),
    /// A match at once, with whoever waits here or comes next.
    Quick,
    Leaders {
        by: Option<String>,
        scope: Option<String>,
        period: Option<String>,
        season: Option<String>,
    },
    Stats,
    Seasons,
    /// What stands behind `/season` elsewhere.
    Season(String),
    Rules {
        preset: Option<String>,
    },
    Verify {
        id: String,
        hand: Option<i64>,
    },
    Cut(String),
    Help,
    Privacy {
        what: Option<String>,
    },
    Settings,
    /// What stands behind `/team` elsewhere.
    Team(String),
    Language(String),
}

pub(super) async fn new_seats(
    State(room): State<Room>,
    headers: HeaderMap,
    Json(new): Json<NewSeats>,
) -> Result<Response, StatusCode> {
    let mut seats = Vec::new();
    for name in &new.names {
        let key = fresh_key(&room.service);
        let account = account_of(&key).ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
        seats.push((key, account, name.clone()));
    }
    let count = if new.computer { 1 } else { 2 };
    if seats.len() != count {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // Everything that can be refused is refused before anybody is made for it.
    let why = if !room.desk.admits_seat() {
        Some((StatusCode::TOO_MANY_REQUESTS, NoSeat::Busy))
    } else if new.terms.is_too_long() || new.names.iter().any(|name| name.len() > NAME) {
        Some((StatusCode::UNPROCESSABLE_ENTITY, NoSeat::Long))
    } else if !new.names.iter().all(|name| room.desk.is_name(name)) {
        Some((StatusCode::UNPROCESSABLE_ENTITY, NoSeat::Name))
    } else {
        None
    };
    if let Some((status, why)) = why {
        let toast = room.desk.no_seat(&guest(&room, seats[0].1, "", &headers), why).await;
        return Ok((status, Json(json!({ "toast": toast, "refused": true }))).into_response());
    }
    let opponent = match seats.get(1) {
        Some((_, account, name)) => Foe::Person {
            account: *account,
            name: name.clone(),
            handle: None,
        },
        None => Foe::Computer,
    };
    let (_, account, name) = &seats[0];
    let guest = guest(&room, *account, name, &headers);
    let challenge = new.terms.against(opponent);
    let refused = room.desk.refuses(&guest, &challenge).await;
    if let Some(toast) = refused.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)? {
        return Ok(Json(json!({ "seats": [], "toast": toast, "refused": true })).into_response());
    }
    for (_, account, name) in &seats {
        let met = room.service.meet(*account, name, None).await;
        met.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    }
    let answer = room.desk.answer(&guest, Ask::Challenge(challenge)).await;
    let links: Vec<String> = seats.iter().map(|(key, ..)| format!("/s/{key}")).collect();
    let refused = answer.toast.as_ref().is_some_and(|toast| toast.alert);
    let toast = answer.toast.map(|toast| toast.text);
    Ok(Json(json!({ "seats": links, "toast": toast, "refused": refused })).into_response())
}

pub(super) async fn ask(
    State(room): State<Room>,
    Path(key): Path<String>,
    headers: HeaderMap,
    Json(asked): Json<Asked>,
) -> Result<Json<Value>, StatusCode> {
    let account = account_of(&key).ok_or(StatusCode::NOT_FOUND)?;
    let fault = |error| {
        room.service.fault(error);
        StatusCode::SERVICE_UNAVAILABLE
    };
    let player = room
        .service
        .store()
        .player_of(account)
        .await
        .map_err(fault)?
        .ok_or(StatusCode::NOT_FOUND)?;
    let name = name_of(&room, player).await.ok_or(StatusCode::SERVICE_UNAVAILABLE)?;
    let ask = match asked {
        Asked::Press(token) => Ask::Press(token),
        Asked::Challenge { terms, .. } if terms.is_too_long() => return Err(StatusCode::UNPROCESSABLE_ENTITY),
        Asked::Challenge { computer: true, terms } => Ask::Challenge(terms.against(Foe::Computer)),
        Asked::Challenge { computer: false, terms } => {
            Ask::Challenge(terms.against(last_opponent(&room, player).await.unwrap_or(Foe::Computer)))
        }
        Asked::Invite { terms } if terms.is_too_long() => return Err(StatusCode::UNPROCESSABLE_ENTITY),
        Asked::Invite { terms } => Ask::Invite(terms.against(Foe::Anyone)),
        Asked::Join(code) => Ask::Join { code },
        Asked::Link(code) => Ask::Link { code },
        Asked::Unlink => Ask::Unlink,
        Asked::Hand => Ask::Hand,
        Asked::Table => Ask::Table,
        Asked::Resign => Ask::Resign,
        Asked::Draw => Ask::Draw,
        Asked::Abort => Ask::Abort,
        Asked::Nudge => Ask::Nudge,
        Asked::Rematch => Ask::Rematch,
        Asked::Events => Ask::Event(EventAsk::List),
        Asked::NewEvent => Ask::Event(EventAsk::Create(Box::default())),
        Asked::Leaders {
            by,
            scope,
            period,
            season,
        } => Ask::Leaders(BoardWish {
            by,
            scope,
            period,
            season,
            ..BoardWish::default()
        }),
        Asked::Stats => Ask::Stats {
            whom: None,
            versus: None,
        },
        Asked::Seasons => Ask::Seasons,
        Asked::Season(words) if words.len() > HOUSE => return Err(StatusCode::UNPROCESSABLE_ENTITY),
        Asked::Season(words) => {
            let words: Vec<String> = behind(&words).split_whitespace().map(str::to_owned).collect();
            match SeasonWish::typed(&words) {
                Some(wish) if !wish.changes() => Ask::Seasons,
                wish => Ask::Admin(Order::Season(wish.unwrap_or_default())),
            }
        }
        Asked::Rules { preset } => Ask::Rules { preset },
        Asked::Verify { id, hand } => Ask::Verify { id, hand },
        Asked::Cut(words) => Ask::Cut { words },
        Asked::Help => Ask::Help,
        Asked::Settings => Ask::Settings(Settings::default()),
        Asked::Privacy { what } => Ask::Privacy { what },
        Asked::Quick => Ask::Quick(None),
        Asked::Event(words) | Asked::Team(words) if words.len() > HOUSE => {
            return Err(StatusCode::UNPROCESSABLE_ENTITY);
        }
        Asked::Event(words) => Ask::Event(EventAsk::read_names(behind(&words), |played| {
            let terms = Typed {
                house: Some(played.join(" ")),
                ..Typed::default()
            };
            terms.against(Foe::Anyone)
        })),
        Asked::Team(words) => {
            let words: Vec<String> = behind(&words).split_whitespace().map(str::to_owned).collect();
            Ask::Team(TeamAsk::read_by_name(&words))
        }
        Asked::Language(lang) => Ask::Language {
            lang: Some(lang),
            venue: false,
        },
    };
    let answer = room.desk.answer(&guest(&room, account, &name, &headers), ask).await;
    Ok(Json(json!({
        "toast": answer.toast.map(|toast| toast.text),
        "post": answer.post.as_ref().map(json::post),
        "replace": answer.replace,
        "slot": answer.slot.map(|(slot, version)| json!({ "id": json::id(slot), "version": version })),
        "public": answer.public.as_ref().map(json::post),
    })))
}

/// What stands behind a command, where it was typed as elsewhere: `/event join` is `join`.
fn behind(typed: &str) -> &str {
    let typed = typed.trim();
    match typed.split_once(char::is_whitespace) {
        Some((command, rest)) if command.starts_with('/') => rest,
        None if typed.starts_with('/') => "",
        _ => typed,
    }
}

/// The page numbers no presses, so each gets a number nobody could know before: the player's share in the deals.
fn number(room: &Room) -> i64 {
    let dice = room.service.dice();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&dice[..8]);
    i64::from_le_bytes(bytes) & i64::MAX
}

fn guest(room: &Room, account: Account, name: &str, headers: &HeaderMap) -> Guest {
    Guest {
        account,
        name: name.to_owned(),
        handle: None,
        locale: locale(headers),
        place: Some(ROOM),
        parent: None,
        private_chat: None,
        admin: false,
        admin_of: None,
        roles: Vec::new(),
        update: Some(number(room)),
        venue_name: None,
        venue_locale: locale(headers),
    }
}

async fn name_of(room: &Room, player: PlayerId) -> Option<String> {
    room.service
        .people(&[player])
        .await
        .ok()?
        .into_iter()
        .next()
        .map(|person| person.name)
}

/// Whom this person played last, unless it was the computer.
async fn last_opponent(room: &Room, player: PlayerId) -> Option<Foe> {
    let table = room
        .service
        .store()
        .latest_tables(Of::Player(player), 1)
        .await
        .ok()?
        .into_iter()
        .next()?;
    let others = room.service.store().players_of(table).await.ok()?;
    let other = others.into_iter().find(|other| *other != player)?;
    let person = room.service.people(&[other]).await.ok()?.into_iter().next()?;
    let account = person.accounts.first()?.account;
    Some(Foe::Person {
        account,
        name: person.name,
        handle: None,
    })
}
