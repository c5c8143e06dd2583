//! The local page: a third adapter over `ui`, without any game logic. One link per seat, unguessable; loopback by default.

mod asks;
mod feed;
mod guard;
mod json;
mod signs;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::id::{Account, Lang, Place, Platform, PlayerId, Venue};
use crate::service::{Service, Slot};
use crate::ui::Desk;

pub use signs::Signs;

/// Where the page listens.
#[derive(Clone, Debug)]
pub struct WebConfig {
    /// The address.
    pub listen: SocketAddr,
    /// Host names under which the page may be reached besides the loopback ones.
    pub hosts: Vec<String>,
}

/// The page, listening.
pub struct Page {
    listener: TcpListener,
    address: SocketAddr,
    room: Room,
}

/// What every request sees.
#[derive(Clone)]
struct Room {
    desk: Arc<Desk>,
    service: Service,
    hosts: Arc<Vec<String>>,
    changes: broadcast::Sender<Slot>,
    stop: CancellationToken,
}

/// The page can't listen.
#[derive(Debug, thiserror::Error)]
#[error("{what} can't listen on {address}: {cause}")]
pub struct CannotListen {
    what: &'static str,
    address: SocketAddr,
    cause: std::io::Error,
}

/// The one room of the page, as a venue.
pub const ROOM: Place = Place {
    venue: Venue {
        platform: Platform::Web,
        chat: 1,
    },
    channel: 0,
};

/// How many changes a slow browser may lag behind before it gets everything anew.
const LAG: usize = 256;

impl Page {
    /// Starts to listen; nothing is answered before `serve`.
    ///
    /// # Errors
    /// When the address is taken or not this machine's.
    pub async fn bind(
        config: WebConfig,
        desk: Arc<Desk>,
        service: Service,
        stop: CancellationToken,
    ) -> Result<Page, CannotListen> {
        let fault = |cause| CannotListen {
            what: "the local page",
            address: config.listen,
            cause,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        let (changes, _) = broadcast::channel(LAG);
        let room = Room {
            desk,
            service,
            hosts: Arc::new(config.hosts),
            changes,
            stop,
        };
        Ok(Page {
            listener,
            address,
            room,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop.
    ///
    /// # Errors
    /// When the listener breaks.
    pub async fn serve(self) -> std::io::Result<()> {
        let Page { listener, room, .. } = self;
        let stop = room.stop.clone();
        let router = Router::new()
            .route("/", get(lobby))
            .route(
                "/page.js",
                get(|| asset("text/javascript; charset=utf-8", include_str!("../assets/web/page.js"))),
            )
            .route(
                "/page.css",
                get(|| asset("text/css; charset=utf-8", include_str!("../assets/web/page.css"))),
            )
            .route("/healthz", get(|State(room): State<Room>| signs::health(room.service)))
            .route("/metrics", get(|State(room): State<Room>| signs::metrics(room.service)))
            .route("/new", post(asks::new_seats))
            .route("/s/{key}", get(seat))
            .route("/s/{key}/events", get(feed::events))
            .route("/s/{key}/ask", post(asks::ask))
            .layer(axum::extract::DefaultBodyLimit::max(16 * 1024))
            .layer(axum::middleware::from_fn_with_state(room.clone(), guard::guard))
            .with_state(room.clone());
        let delivery = tokio::spawn(feed::deliver(room));
        let served = axum::serve(listener, router)
            .with_graceful_shutdown(async move { stop.cancelled().await })
            .await;
        delivery.abort();
        served
    }
}

/// The account that a seat's key stands for: nothing is kept beside it, so a link outlives a restart.
fn account_of(key: &str) -> Option<Account> {
    if key.len() != 32 || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let digest = Sha256::digest(key.as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    Some(Account {
        platform: Platform::Web,
        user: i64::from_le_bytes(bytes) & i64::MAX,
    })
}

/// A seat's key that nobody can guess: 160 bits.
fn fresh_key(service: &Service) -> String {
    service
        .dice()
        .iter()
        .map(|byte| char::from(b"abcdefghijklmnopqrstuvwxyz234567"[usize::from(byte % 32)]))
        .collect()
}

/// The language that the browser asks for first, of those that have words.
fn locale(headers: &HeaderMap) -> Option<String> {
    let wanted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let mut tags = wanted
        .split(',')
        .map(|tag| tag.split(';').next().unwrap_or_default().trim());
    tags.find(|tag| Lang::from_locale(tag).is_some()).map(str::to_owned)
}

async fn asset(kind: &'static str, body: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

async fn lobby(State(room): State<Room>, headers: HeaderMap) -> Html<String> {
    let lang = locale(&headers)
        .and_then(|tag| Lang::from_locale(&tag))
        .unwrap_or_default();
    page(&room, "lobby", lang)
}

async fn seat(State(room): State<Room>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    let Some(account) = account_of(&key) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match room.service.store().player_of(account).await {
        Ok(Some(player)) => {
            let lang = language(&room, player, &headers).await;
            page(&room, "seat", lang).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            room.service.fault(error);
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// The language in which somebody reads the page: the one that they chose, else their browser's.
async fn language(room: &Room, player: PlayerId, headers: &HeaderMap) -> Lang {
    let people = room.service.people(&[player]).await.ok();
    let chosen = people.and_then(|people| people.first().and_then(|person| person.lang));
    let asked = locale(headers).and_then(|tag| Lang::from_locale(&tag));
    chosen.or(asked).unwrap_or_default()
}

/// The page's frame with its words; everything else comes by the feed.
fn page(room: &Room, kind: &str, lang: Lang) -> Html<String> {
    // In a script element only "<" could end the text early.
    let words = serde_json::json!(room.desk.page_words(lang))
        .to_string()
        .replace('<', "\\u003c");
    let frame = include_str!("../assets/web/page.html");
    Html(
        frame
            .replace("{lang}", lang.tag())
            .replace("{kind}", kind)
            .replace("{words}", &words),
    )
}
