//! A webhook that answers "received" only after the update is handled. The library's own one answers before.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use sha2::{Digest, Sha256};
use teloxide::types::Update;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::reception::{Received, Reception};

/// The header with the secret (Telegram's `setWebhook`).
const SECRET: &str = "x-telegram-bot-api-secret-token";
/// The largest update taken, in bytes; Telegram's are far smaller.
const LARGEST: usize = 1 << 20;
/// The most connections at a time; Telegram opens up to 40 by default.
const CONNECTIONS: usize = 128;
/// How long a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// A webhook that listens.
pub(super) struct Door {
    listener: TcpListener,
    path: String,
    secret: [u8; 32],
}

impl Door {
    /// Binds the address.
    ///
    /// # Errors
    /// When it is taken or not ours.
    pub(super) async fn open(listen: SocketAddr, path: &str, secret: &str) -> std::io::Result<Door> {
        let listener = TcpListener::bind(listen).await?;
        Ok(Door {
            listener,
            path: path.to_owned(),
            secret: digest(secret.as_bytes()),
        })
    }

    /// Takes updates until told to stop; requests in hand are finished.
    pub(super) async fn serve(self, reception: Arc<Reception>, stop: CancellationToken) {
        let door = Arc::new(self);
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        let guests = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                () = stop.cancelled() => break,
                accepted = door.listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // Out of sockets for a moment; trying at once again would only burn time.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Ok(seat) = Arc::clone(&room).try_acquire_owned() else {
                continue;
            };
            let (door, reception, stop) = (Arc::clone(&door), Arc::clone(&reception), stop.clone());
            guests.spawn(async move {
                let service = service_fn(|request| door.take(&reception, request));
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(ARRIVAL);
                let connection = http.serve_connection(TokioIo::new(stream), service);
                tokio::pin!(connection);
                tokio::select! {
                    _ = connection.as_mut() => {}
                    () = stop.cancelled() => {
                        connection.as_mut().graceful_shutdown();
                        // A broken connection is the caller's to repeat.
                        drop(connection.await);
                    }
                }
                drop(seat);
            });
        }
        guests.close();
        guests.wait().await;
    }

    async fn take(
        &self,
        reception: &Arc<Reception>,
        request: Request<Incoming>,
    ) -> Result<Response<Empty<Bytes>>, Infallible> {
        let status = self.status(reception, request).await;
        let mut response = Response::new(Empty::new());
        *response.status_mut() = status;
        Ok(response)
    }

    async fn status(&self, reception: &Arc<Reception>, request: Request<Incoming>) -> StatusCode {
        if request.uri().path() != self.path {
            return StatusCode::NOT_FOUND;
        }
        if request.method() != Method::POST {
            return StatusCode::METHOD_NOT_ALLOWED;
        }
        let given = request
            .headers()
            .get(SECRET)
            .map_or(&[][..], |secret| secret.as_bytes());
        if !same(&digest(given), &self.secret) {
            return StatusCode::UNAUTHORIZED;
        }
        let body = Limited::new(request.into_body(), LARGEST).collect();
        let Ok(Ok(body)) = tokio::time::timeout(ARRIVAL, body).await else {
            return StatusCode::BAD_REQUEST;
        };
        let Ok(update) = serde_json::from_slice::<Update>(&body.to_bytes()) else {
            tracing::warn!("the webhook was given something that is no update");
            return StatusCode::BAD_REQUEST;
        };
        match reception.receive(update).await {
            Received::Done => StatusCode::OK,
            // The first of the two is not done yet, so the second can't be confirmed; Telegram asks again.
            Received::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

fn digest(secret: &[u8]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Compares in constant time, and digests, so that neither the time nor the length tells how much was guessed.
fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.iter().zip(other).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_is_the_same() {
        assert!(same(&digest(b"s3cret_A-1"), &digest(b"s3cret_A-1")));
        for wrong in [&b""[..], b"s3cret_A-2", b"s3cret_A-", b"s3cret_A-1 "] {
            assert!(!same(&digest(wrong), &digest(b"s3cret_A-1")));
        }
    }
}
