use std::net::SocketAddr;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::CannotListen;
use crate::service::Service;

/// Health and metrics at an address of their own, listening.
pub struct Signs {
    listener: TcpListener,
    address: SocketAddr,
    service: Service,
    stop: CancellationToken,
}

impl Signs {
    /// Starts to listen; nothing is answered before `serve`.
    ///
    /// # Errors
    /// When the address is taken or not this machine's.
    pub async fn bind(listen: SocketAddr, service: Service, stop: CancellationToken) -> Result<Signs, CannotListen> {
        let fault = |cause| CannotListen {
            what: "the address for metrics",
            address: listen,
            cause,
        };
        let listener = TcpListener::bind(listen).await.map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        Ok(Signs {
            listener,
            address,
            service,
            stop,
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
        let Signs {
            listener,
            service,
            stop,
            ..
        } = self;
        let (well, counted) = (service.clone(), service);
        let router = Router::new()
            .route("/healthz", get(move || health(well.clone())))
            .route("/metrics", get(move || metrics(counted.clone())));
        axum::serve(listener, router)
            .with_graceful_shutdown(async move { stop.cancelled().await })
            .await
    }
}

/// 200 when everything works, else 503; a line about each part.
pub(super) async fn health(service: Service) -> Response {
    let health = service.health().await;
    let status = if health.fine {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, health.lines.join("\n") + "\n").into_response()
}

/// Prometheus's text format.
pub(super) async fn metrics(service: Service) -> Response {
    match service.metrics().await {
        Ok(page) => (
            [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
            page,
        )
            .into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
