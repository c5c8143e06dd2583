//! The sockets: a listener whose connections can be cut, and the way of a request from the wire to its answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::Json;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::connect_info::Connected;
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Multipart, Request as HttpRequest, State,
    WebSocketUpgrade,
};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::{IncomingStream, Listener};
use futures::task::AtomicWaker;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::faults::{Fault, Meter};
use super::gateway;
use super::letters::{Incoming, Upload};
use super::refusal::Refusal;
use super::rest;
use super::world::{Request, Shared};

/// Serves until the runtime ends.
pub fn start(listener: TcpListener, shared: Arc<Shared>) -> tokio::task::JoinHandle<()> {
    // The limit that counts is Discord's own, in `Limits`.
    let app = Router::new()
        .fallback(answer)
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::clone(&shared));
    let door = Door { listener, shared };
    let service = app.into_make_service_with_connect_info::<Cut>();
    tokio::spawn(async move {
        // axum's server only ends with its task.
        let _ = axum::serve(door, service).await;
    })
}

/// Ends one connection in the middle of whatever it does.
#[derive(Clone)]
pub struct Cut(Arc<CutState>);

struct CutState {
    cut: AtomicBool,
    waker: AtomicWaker,
}

impl Cut {
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
        self.0.waker.wake();
    }

    /// Whether the connection itself is gone.
    pub fn is_last(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn check(&self, context: &Context<'_>) -> io::Result<()> {
        self.0.waker.register(context.waker());
        if self.0.cut.load(Ordering::SeqCst) {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            Ok(())
        }
    }
}

struct Door {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Listener for Door {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Without Nagle the yardsticks of the benches measure the bot, not the kernel's patience.
        let _ = stream.set_nodelay(true);
        let cut = Cut(Arc::new(CutState {
            cut: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }));
        let mut world = self.shared.lock();
        world.cuts.retain(|cut| !cut.is_last());
        world.cuts.push(cut.clone());
        let down = world.down;
        if down {
            world.turned_away += 1;
            cut.cut();
        }
        drop(world);
        if down {
            self.shared.ring();
        }
        (Wire { stream, cut }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

struct Wire {
    stream: TcpStream,
    cut: Cut,
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.cut.0.cut.load(Ordering::SeqCst) {
            // A reset instead of an orderly end, as when a cable is pulled.
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Err(error) = self.cut.check(cx) {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if let Err(error) = self.cut.check(cx) {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Connected<IncomingStream<'_, Door>> for Cut {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        stream.io().cut.clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, ConnectInfo(cut): ConnectInfo<Cut>, http: HttpRequest) -> Response {
    let upgrade = http.headers().get(header::UPGRADE).is_some();
    if upgrade {
        return gateway_socket(shared, http).await;
    }
    let Some(path) = http.uri().path().strip_prefix("/api/v10").map(str::to_owned) else {
        return outside(&shared, &http);
    };
    let authorized = authorized(&shared, &http, &path);
    let (request, files) = match read(http, path).await {
        Ok(read) => read,
        Err(refusal) => return refusal.into_response(),
    };
    let (number, fault, gate) = shared.change(|world| {
        world.log.push(request.clone());
        let fault = world.faults.take(&request);
        (world.log.len() - 1, fault, world.faults.gate(&request))
    });
    let lose_answer = match fault {
        None => false,
        Some(Fault::LostAnswer) => true,
        Some(Fault::Reset) => {
            cut.cut();
            return StatusCode::NO_CONTENT.into_response();
        }
        Some(Fault::Status(status, body)) => {
            let refusal = Refusal {
                status,
                body,
                retry_after: None,
                global: false,
            };
            return finish(&shared, number, status, refusal.into_response());
        }
        Some(Fault::Page(status)) => {
            let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            let page = (
                code,
                [(header::CONTENT_TYPE, "text/html")],
                "<html><body>error</body></html>",
            );
            return finish(&shared, number, status, page.into_response());
        }
        Some(Fault::TooMany { retry_after, global }) => {
            let refusal = Refusal::rate_limited(retry_after.as_secs_f64(), global);
            return finish(&shared, number, 429, refusal.into_response());
        }
    };
    if let Some(gate) = gate {
        gate.pass().await;
    }
    if !authorized {
        return finish(&shared, number, 401, Refusal::unauthorized().into_response());
    }
    let meter = shared.lock().faults.meter(&request);
    let result = match meter {
        Some(Meter {
            passes: false,
            reset_after,
            ..
        }) => Err(Refusal::rate_limited(reset_after.as_secs_f64(), false)),
        _ => perform(&shared, &request, &files),
    };
    let (status, mut response) = match result {
        Ok((status, Some(body))) => {
            check_own_answer(&shared, &request, status, &body);
            let code = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            (status, (code, Json(body)).into_response())
        }
        Ok((status, None)) => (
            status,
            StatusCode::from_u16(status)
                .unwrap_or(StatusCode::NO_CONTENT)
                .into_response(),
        ),
        Err(refusal) => (refusal.status, refusal.into_response()),
    };
    if let Some(meter) = meter {
        let tell = [
            ("x-ratelimit-limit", meter.most.to_string()),
            ("x-ratelimit-remaining", meter.left.to_string()),
            (
                "x-ratelimit-reset-after",
                format!("{:.3}", meter.reset_after.as_secs_f64()),
            ),
        ];
        for (name, value) in tell {
            let value = HeaderValue::try_from(value).expect("digits are a header value");
            response.headers_mut().insert(name, value);
        }
    }
    if lose_answer {
        cut.cut();
    }
    finish(&shared, number, status, response)
}

fn perform(shared: &Shared, request: &Request, files: &[Upload]) -> rest::Answer {
    let mut world = shared.lock();
    if let Some(openapi) = &shared.openapi {
        let wrong = openapi.check(request);
        world.violations.extend(wrong);
    }
    let incoming = Incoming {
        json: &request.body,
        files,
    };
    rest::route(&mut world, request, &incoming).unwrap_or_else(|| {
        world.violations.push(format!(
            "{} {}: this fake knows no such route",
            request.method, request.path
        ));
        Err(Refusal::not_found())
    })
}

/// A fake that answers what Discord never would proves nothing.
fn check_own_answer(shared: &Shared, request: &Request, status: u16, body: &Value) {
    if let Some(openapi) = &shared.openapi {
        let wrong = openapi.check_answer(request, status, body);
        shared
            .lock()
            .violations
            .extend(wrong.into_iter().map(|what| format!("the fake's own answer: {what}")));
    }
}

fn finish(shared: &Shared, number: usize, status: u16, response: Response) -> Response {
    shared.change(|world| {
        if let Some(request) = world.log.get_mut(number) {
            request.status = status;
        }
    });
    response
}

/// Answers and webhooks carry their right in the path; everything else needs the bot's token.
fn authorized(shared: &Shared, http: &HttpRequest, path: &str) -> bool {
    let in_path = path.starts_with("/interactions/") || path.starts_with("/webhooks/") || path == "/gateway";
    let given = http
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    in_path || given == Some(&format!("Bot {}", shared.lock().token))
}

async fn read(http: HttpRequest, path: String) -> Result<(Request, Vec<Upload>), Refusal> {
    let (parts, body) = http.into_parts();
    let kind = parts
        .headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("")
        .to_owned();
    let method = parts.method.to_string();
    let query = parts.uri.query().unwrap_or("").to_owned();
    let mut files = Vec::new();
    let mut json = Value::Null;
    if kind.starts_with("multipart/form-data") {
        let http = HttpRequest::from_parts(parts, body);
        let mut form = Multipart::from_request(http, &())
            .await
            .map_err(|_| Refusal::bad_json())?;
        while let Some(field) = form.next_field().await.map_err(|_| Refusal::too_large())? {
            let name = field.name().unwrap_or("").to_owned();
            if name == "payload_json" {
                let text = field.text().await.map_err(|_| Refusal::bad_json())?;
                json = serde_json::from_str(&text).map_err(|_| Refusal::bad_json())?;
            } else if let Some(index) = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')) {
                let upload = Upload {
                    index: index.parse().map_err(|_| Refusal::bad_json())?,
                    filename: field.file_name().unwrap_or("file").to_owned(),
                    content_type: field.content_type().map(str::to_owned),
                    bytes: field.bytes().await.map_err(|_| Refusal::too_large())?,
                };
                files.push(upload);
            }
        }
    } else {
        let bytes: Bytes = axum::body::to_bytes(body, 64 << 20)
            .await
            .map_err(|_| Refusal::too_large())?;
        if !bytes.is_empty() {
            json = serde_json::from_slice(&bytes).map_err(|_| Refusal::bad_json())?;
        }
    }
    let request = Request {
        method,
        path,
        query,
        body: Arc::new(json),
        files: files.len(),
        status: 0,
        at: tokio::time::Instant::now(),
    };
    Ok((request, files))
}

/// What isn't the REST interface: pictures, and mistakes.
fn outside(shared: &Shared, http: &HttpRequest) -> Response {
    let segments: Vec<&str> = http.uri().path().trim_matches('/').split('/').collect();
    let mut world = shared.lock();
    if let ["attachments", _, id, _] = segments.as_slice() {
        let id = id.parse().unwrap_or(0);
        let files = world
            .letters
            .values()
            .filter(|letter| !letter.deleted)
            .flat_map(|letter| &letter.now().files);
        let found = files
            .into_iter()
            .find(|file| file.id == id)
            .map(|file| (file.content_type.clone(), file.bytes.clone()));
        return match found {
            Some((kind, bytes)) => {
                let kind = kind.unwrap_or_else(|| "application/octet-stream".into());
                ([(header::CONTENT_TYPE, kind)], Body::from(bytes)).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        };
    }
    world
        .violations
        .push(format!("{} {}: not below /api/v10", http.method(), http.uri().path()));
    Refusal::not_found().into_response()
}

async fn gateway_socket(shared: Arc<Shared>, http: HttpRequest) -> Response {
    let query = http.uri().query().unwrap_or("").to_owned();
    if shared.lock().gateway.refuse {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    if !query.split('&').any(|pair| pair == "v=10") {
        shared.change(|world| {
            world
                .violations
                .push(format!("gateway: version 10 wanted, got `{query}`"))
        });
    }
    let (mut parts, _) = http.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| gateway::serve(shared, socket)),
        Err(rejection) => rejection.into_response(),
    }
}
