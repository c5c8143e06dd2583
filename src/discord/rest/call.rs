//! One call, sent as often as it takes: rate limits are waited for, what is lost is repeated where that does no harm.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::Value;

use super::{Failure, Rest, code};
use crate::discord::message::{File, Message};

/// How often a call that may be repeated is tried.
const TRIES: u32 = 5;

/// How often delivery tries at once; it comes back later by itself and must not keep presses in the same chat waiting.
const DELIVERY_TRIES: u32 = 3;

/// May a call be repeated when nobody knows whether it arrived?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// Repeating changes nothing more.
    Safe,
    /// Only when it surely did not arrive.
    Unsure,
}

pub(super) struct Call<'a> {
    pub(super) method: Method,
    pub(super) path: String,
    /// Which rate limit it counts for: the route with its main parameter.
    pub(super) gate: String,
    pub(super) message: Option<&'a Message>,
    pub(super) body: Option<Value>,
    pub(super) again: Again,
    /// With the bot's token and under its global limit; calls on an interaction's own token are neither.
    pub(super) bot: bool,
    pub(super) patience: Duration,
}

impl Rest {
    /// Sends the call until it is answered, refused, or out of patience.
    pub(super) async fn call(&self, call: Call<'_>) -> Result<Value, Failure> {
        let mut patience = call.patience;
        let most = if call.patience.is_zero() { DELIVERY_TRIES } else { TRIES };
        let mut tries = 0;
        loop {
            if let Some(wait) = self.gates.wait(&call.gate, call.bot) {
                patience = patience.checked_sub(wait).ok_or(Failure::Limited { wait })?;
                tokio::time::sleep(wait).await;
                continue;
            }
            tries += 1;
            let trouble = match self.once(&call).await {
                Ok(answer) => {
                    self.note_limits(&call, &answer.headers);
                    match answer.status {
                        status if status.is_success() => return Ok(answer.body),
                        // These come as 429 too, but waiting a little does not help.
                        status
                            if matches!(
                                answer.body["code"].as_i64(),
                                Some(code::TOO_MANY_OLD_EDITS | code::OPENING_TOO_FAST)
                            ) =>
                        {
                            return refusal(status, &answer.body, &call, tries);
                        }
                        StatusCode::TOO_MANY_REQUESTS => {
                            let global = answer.body["global"].as_bool().unwrap_or(false);
                            self.gates
                                .close(if global { None } else { Some(&call.gate) }, retry_after(&answer));
                            // A limit that ends at once is not worth an endless round.
                            if tries >= most * 2 {
                                return Err(Failure::Limited {
                                    wait: retry_after(&answer),
                                });
                            }
                            continue;
                        }
                        status if status.is_server_error() => status.to_string(),
                        status => return refusal(status, &answer.body, &call, tries),
                    }
                }
                Err(error) if call.again == Again::Safe || error.is_connect() => error.without_url().to_string(),
                Err(error) => return Err(Failure::Broken(error.without_url().to_string())),
            };
            let sure_to_be_lost = call.again == Again::Safe || !trouble.starts_with('5');
            if tries >= most || !sure_to_be_lost {
                return Err(Failure::Broken(trouble));
            }
            tokio::time::sleep(pause(tries, call.bot)).await;
        }
    }

    async fn once(&self, call: &Call<'_>) -> Result<Answer, reqwest::Error> {
        let mut request = self
            .http
            .request(call.method.clone(), format!("{}/api/v10{}", self.base, call.path));
        if call.bot {
            request = request.header(AUTHORIZATION, self.authorization.clone());
        }
        request = match (&call.body, call.message.and_then(Message::file)) {
            (Some(body), Some(file)) => request.multipart(form(body, &file)),
            (Some(body), None) => request.json(body),
            (None, _) => request,
        };
        let response = request.send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await?;
        Ok(Answer {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        })
    }

    fn note_limits(&self, call: &Call<'_>, headers: &HeaderMap) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        if number("x-ratelimit-remaining") == Some(0.0)
            && let Some(after) = number("x-ratelimit-reset-after").and_then(seconds)
        {
            self.gates.close(Some(&call.gate), after);
        }
    }
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

fn refusal(status: StatusCode, body: &Value, call: &Call<'_>, tries: u32) -> Result<Value, Failure> {
    let code = body["code"].as_i64().unwrap_or(0);
    if tries > 1 && code == code::ALREADY_ACKNOWLEDGED && call.path.ends_with("/callback") {
        return Ok(Value::Null);
    }
    // What was wrong with which field is worth more than "Invalid Form Body".
    let mut message = body["message"].as_str().unwrap_or_default().to_owned();
    if let Some(errors) = body.get("errors") {
        message = format!("{message} {errors}");
    }
    Err(Failure::Refused {
        status: status.as_u16(),
        code,
        message,
    })
}

fn retry_after(answer: &Answer) -> Duration {
    let header = || answer.headers.get("retry-after")?.to_str().ok()?.parse::<f64>().ok();
    answer.body["retry_after"]
        .as_f64()
        .or_else(header)
        .and_then(seconds)
        .unwrap_or(Duration::from_secs(1))
}

fn seconds(seconds: f64) -> Option<Duration> {
    // An absurd figure must not park a chat for ever.
    Duration::try_from_secs_f64(seconds)
        .ok()
        .map(|wait| wait.min(Duration::from_secs(3600)))
}

fn pause(tries: u32, bot: bool) -> Duration {
    // The first answer to a press is due within 3 seconds, a message is not.
    let first = if bot { 250 } else { 100 };
    Duration::from_millis(first << (tries - 1).min(5))
}

fn form(body: &Value, file: &File<'_>) -> Form {
    let json = Part::text(body.to_string()).mime_str("application/json");
    let file = Part::bytes(file.bytes.to_vec())
        .file_name(file.name)
        .mime_str(file.media_type);
    let mut form = Form::new();
    if let Ok(json) = json {
        form = form.part("payload_json", json);
    }
    if let Ok(file) = file {
        form = form.part("files[0]", file);
    }
    form
}
