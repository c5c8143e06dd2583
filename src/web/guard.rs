use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Room;

/// Lets a request in only when it names this page as its host and comes from this page, and forbids the browser to keep
/// or embed anything.
pub(super) async fn guard(State(room): State<Room>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let allowed = host(headers).is_some_and(|host| known(&room.hosts, host))
        && (matches!(*request.method(), Method::GET | Method::HEAD) || same_origin(headers));
    let mut response = if allowed {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "forbidden").into_response()
    };
    let fixed = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

/// Whether a host, with or without a port, is a loopback name or one that the operator named: a foreign name that was
/// made to point here (DNS rebinding) is not.
fn known(hosts: &[String], host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
        || hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(host))
}

/// Whether a request that changes something comes from this very page.
fn same_origin(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let from = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    from.is_some() && from == host(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_and_named_hosts_are_known() {
        let named = vec!["play.example".to_owned(), "port.example:8443".to_owned()];
        for host in [
            "localhost",
            "127.0.0.1:8080",
            "[::1]:8080",
            "play.example:443",
            "PLAY.example",
            "port.example:8443",
        ] {
            assert!(known(&named, host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil",
            "",
            "[",
            "10.0.0.1",
            "port.example:1",
        ] {
            assert!(!known(&named, host), "{host}");
        }
    }
}
