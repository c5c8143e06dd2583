//! Discord's refusals, with their real numbers and words.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// An answer that isn't a success.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub status: u16,
    pub body: Value,
    /// Seconds, for 429.
    pub retry_after: Option<f64>,
    pub global: bool,
}

impl Refusal {
    pub fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            body: json!({"message": message, "code": code}),
            retry_after: None,
            global: false,
        }
    }

    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    pub fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    pub fn unknown_channel() -> Self {
        Self::new(404, 10_003, "Unknown Channel")
    }

    pub fn unknown_guild() -> Self {
        Self::new(404, 10_004, "Unknown Guild")
    }

    pub fn unknown_member() -> Self {
        Self::new(404, 10_007, "Unknown Member")
    }

    pub fn unknown_message() -> Self {
        Self::new(404, 10_008, "Unknown Message")
    }

    pub fn unknown_user() -> Self {
        Self::new(404, 10_013, "Unknown User")
    }

    pub fn unknown_webhook() -> Self {
        Self::new(404, 10_015, "Unknown Webhook")
    }

    pub fn unknown_interaction() -> Self {
        Self::new(404, 10_062, "Unknown interaction")
    }

    pub fn unknown_command() -> Self {
        Self::new(404, 10_063, "Unknown application command")
    }

    pub fn old_message_edits() -> Self {
        let mut refusal = Self::new(
            429,
            30_046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later",
        );
        refusal.retry_after = Some(20.0);
        refusal
    }

    pub fn too_fast_dms() -> Self {
        Self::new(400, 40_003, "You are opening direct messages too fast")
    }

    pub fn too_large() -> Self {
        Self::new(413, 40_005, "Request entity too large")
    }

    pub fn already_acknowledged() -> Self {
        Self::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    pub fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    pub fn not_the_author() -> Self {
        Self::new(403, 50_005, "Cannot edit a message authored by another user")
    }

    pub fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }

    pub fn cannot_dm() -> Self {
        Self::new(403, 50_007, "Cannot send messages to this user")
    }

    pub fn no_text_channel() -> Self {
        Refusal::new(400, 50008, "Cannot send messages in a non-text channel")
    }

    pub fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    pub fn invalid_webhook_token() -> Self {
        Self::new(401, 50_027, "Invalid Webhook Token")
    }

    pub fn invalid_recipients() -> Self {
        Self::new(400, 50_033, "Invalid Recipient(s)")
    }

    pub fn thread_archived() -> Self {
        Self::new(400, 50_083, "Thread is archived")
    }

    pub fn bad_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }

    pub fn rate_limited(retry_after: f64, global: bool) -> Self {
        Self {
            status: 429,
            body: json!({"message": "You are being rate limited.", "retry_after": retry_after, "global": global}),
            retry_after: Some(retry_after),
            global,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, axum::Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            let whole = HeaderValue::from(seconds.ceil().max(1.0) as u64);
            headers.insert(header::RETRY_AFTER, whole);
            let exact = HeaderValue::from_str(&format!("{seconds:.3}")).expect("digits are a header value");
            headers.insert("x-ratelimit-reset-after", exact);
            headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
            headers.insert("x-ratelimit-limit", HeaderValue::from_static("5"));
            headers.insert("x-ratelimit-bucket", HeaderValue::from_static("a1b2c3d4e5f6"));
            let scope = if self.global { "global" } else { "user" };
            headers.insert("x-ratelimit-scope", HeaderValue::from_static(scope));
            if self.global {
                headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
            }
        }
        response
    }
}

/// Collects what is wrong with a body and where, then refuses with 50035 and the tree of errors.
#[derive(Debug, Default)]
pub struct Form {
    errors: Vec<(String, &'static str, String)>,
}

impl Form {
    /// Notes one mistake; `path` is dotted: `components.0.components.1.label`.
    pub fn wrong(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.errors.push((path.into(), code, message.into()));
    }

    /// A string must have a length in this range, counted in characters.
    pub fn length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length < least && least == 1 && length == 0 {
            self.required(path);
        } else if length < least || length > most {
            let message = if least == 0 {
                format!("Must be {most} or fewer in length.")
            } else {
                format!("Must be between {least} and {most} in length.")
            };
            self.wrong(
                path,
                if least == 0 {
                    "BASE_TYPE_MAX_LENGTH"
                } else {
                    "BASE_TYPE_BAD_LENGTH"
                },
                message,
            );
        }
    }

    pub fn required(&mut self, path: &str) {
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    pub fn choices(&mut self, path: &str, what: impl std::fmt::Display) {
        self.wrong(
            path,
            "BASE_TYPE_CHOICES",
            format!("Value {what} is not one of the allowed choices."),
        );
    }

    /// # Errors
    ///
    /// 50035 when anything was noted.
    pub fn finish(self) -> Result<(), Refusal> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let mut tree = Map::new();
        for (path, code, message) in self.errors {
            let mut node = &mut tree;
            for step in path.split('.').filter(|step| !step.is_empty()) {
                let next = node.entry(step).or_insert_with(|| Value::Object(Map::new()));
                node = next
                    .as_object_mut()
                    .expect("only objects and _errors are put into the tree");
            }
            let list = node.entry("_errors").or_insert_with(|| json!([]));
            list.as_array_mut()
                .expect("_errors is a list")
                .push(json!({"code": code, "message": message}));
        }
        let mut refusal = Refusal::new(400, 50_035, "Invalid Form Body");
        refusal.body["errors"] = Value::Object(tree);
        Err(refusal)
    }
}
