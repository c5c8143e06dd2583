//! What the bot asked for, and the troubles a test puts in its way.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::time::Instant;

use super::floods::too_many;
use super::params::Params;
use super::world::Refusal;

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    /// The parameters without uploads; text that holds JSON is opened.
    pub params: Map<String, Value>,
    pub chat: Option<i64>,
    pub at: Instant,
    /// `None` while it runs, then what was answered (or would have been).
    pub outcome: Option<Result<Value, String>>,
}

impl Call {
    pub fn new(method: &str, params: &Params) -> Self {
        let open = |value: &Value| match value {
            Value::String(text) if text.starts_with(['{', '[']) => {
                serde_json::from_str(text).unwrap_or_else(|_| value.clone())
            }
            other => other.clone(),
        };
        Call {
            method: method.into(),
            params: params
                .fields
                .iter()
                .map(|(name, value)| (name.clone(), open(value)))
                .collect(),
            chat: params.int("chat_id"),
            at: Instant::now(),
            outcome: None,
        }
    }
}

/// What goes wrong with a request.
#[derive(Clone, Debug)]
pub enum Failure {
    /// Answered with this error, nothing done.
    Refused(u16, &'static str),
    /// Answered 429 with so many seconds to wait, nothing done.
    TooMany(u64),
    /// A web page from a proxy instead of an answer (502), nothing done.
    BadGateway,
    /// The connection drops before anything is done.
    Reset,
    /// The work is done, then the connection drops: the bot never learns of it.
    LostAnswer,
    /// The work is done and answered after this time.
    Slow(Duration),
}

impl Failure {
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            Failure::Refused(code, description) => Some(Refusal {
                code: *code,
                description: (*description).into(),
                parameters: None,
            }),
            Failure::TooMany(seconds) => Some(too_many(*seconds)),
            _ => None,
        }
    }
}

pub struct Fault {
    pub id: u64,
    pub picks: Box<dyn Fn(&Call) -> bool + Send>,
    pub failure: Failure,
    /// How many requests it still hits; `None` until lifted.
    pub left: Option<usize>,
}

/// The first trouble that picks this call, counted down.
pub fn strike(faults: &mut Vec<Fault>, call: &Call) -> Option<Failure> {
    let at = faults.iter().position(|fault| (fault.picks)(call))?;
    let failure = faults[at].failure.clone();
    if let Some(left) = &mut faults[at].left {
        *left -= 1;
        if *left == 0 {
            faults.remove(at);
        }
    }
    Some(failure)
}
