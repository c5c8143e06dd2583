//! The server itself: `POST {base}/bot{token}/{method}`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::Inner;
use super::calls::{self, Call, Failure};
use super::methods;
use super::params::Params;
use super::queue;
use super::world::{Refusal, Reply, bad};

pub async fn serve(inner: Arc<Inner>, request: Request) -> Response {
    let path = request.uri().path().replace("%3A", ":");
    let Some((token, name)) = path.strip_prefix("/bot").and_then(|rest| rest.split_once('/')) else {
        return answer(Err(missing("Not Found")));
    };
    let well_formed = token
        .split_once(':')
        .is_some_and(|(id, secret)| id.parse::<u64>().is_ok() && secret.len() > 20);
    if !well_formed {
        return answer(Err(missing("Not Found")));
    }
    if token != inner.quietly(|world| world.bot.token.clone()) {
        return answer(Err(Refusal {
            code: 401,
            description: "Unauthorized".into(),
            parameters: None,
        }));
    }
    let name = name.to_owned();
    let params = match Params::read(request).await {
        Ok(params) => params,
        Err(problem) => return answer(Err(bad(problem))),
    };
    let problems = inner
        .spec
        .as_ref()
        .map(|spec| spec.check(&name, &params))
        .unwrap_or_default();
    let method = methods::METHODS
        .into_iter()
        .find(|method| method.eq_ignore_ascii_case(&name));
    let call = Call::new(method.unwrap_or(&name), &params);
    let (number, failure) = inner.change(|world| {
        world.violations.extend(problems);
        let failure = calls::strike(&mut world.faults, &call);
        world.calls.push(call);
        (world.calls.len() - 1, failure)
    });
    if let Some(refusal) = failure.as_ref().and_then(Failure::refusal) {
        inner.change(|world| world.calls[number].outcome = Some(Err(refusal.description.clone())));
        return answer(Err(refusal));
    }
    match failure {
        Some(Failure::BadGateway) => {
            inner.change(|world| world.calls[number].outcome = Some(Err("Bad Gateway".into())));
            let page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
            return (StatusCode::BAD_GATEWAY, [(header::CONTENT_TYPE, "text/html")], page).into_response();
        }
        Some(Failure::Reset) => {
            inner.change(|world| world.calls[number].outcome = Some(Err("connection dropped".into())));
            drop_connection();
        }
        _ => {}
    }
    let reply = match method {
        Some("getUpdates") => queue::get_updates(&inner, &params).await,
        Some("setWebhook") => queue::set_webhook(&inner, &params),
        Some("deleteWebhook") => queue::delete_webhook(&inner, &params),
        Some(method) => inner.change(|world| methods::call(world, method, &params)),
        None if inner.spec.as_ref().is_some_and(|spec| spec.knows(&name)) => {
            let problem = format!("the fake does not model {name}");
            inner.change(|world| world.violations.push(problem.clone()));
            Err(bad(problem))
        }
        None => Err(missing("Not Found: method not found")),
    };
    let outcome = match &reply {
        // A storm fetches far too much to keep.
        Ok(_) if method == Some("getUpdates") => Ok(Value::Null),
        Ok(result) => Ok(result.clone()),
        Err(refusal) => Err(refusal.description.clone()),
    };
    inner.change(|world| world.calls[number].outcome = Some(outcome));
    match failure {
        Some(Failure::LostAnswer) => drop_connection(),
        Some(Failure::Slow(time)) => tokio::time::sleep(time).await,
        _ => {}
    }
    answer(reply)
}

fn missing(description: &str) -> Refusal {
    Refusal {
        code: 404,
        description: description.into(),
        parameters: None,
    }
}

/// Unwinds the connection's task without a message, so its socket closes in the client's face.
fn drop_connection() -> ! {
    std::panic::resume_unwind(Box::new("the fake drops this connection"))
}

fn answer(reply: Reply) -> Response {
    let (code, body) = match reply {
        Ok(result) => (200, json!({"ok": true, "result": result})),
        Err(refusal) => {
            let mut body = json!({"ok": false, "error_code": refusal.code, "description": refusal.description});
            if let Some(parameters) = refusal.parameters {
                body["parameters"] = parameters;
            }
            (refusal.code, body)
        }
    };
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (
        status,
        [(header::CONTENT_TYPE, "application/json")],
        Body::from(body.to_string()),
    )
        .into_response()
}
