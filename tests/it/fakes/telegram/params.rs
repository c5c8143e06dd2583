//! The parameters of one request. Like the real server it takes numbers and objects as JSON or as text.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use serde_json::{Map, Value};

/// The largest request taken, bytes (the real server takes 50 MB uploads).
const MAX_BODY: usize = 60 * 1024 * 1024;

#[derive(Clone, Default)]
pub struct Params {
    pub fields: Map<String, Value>,
    pub files: BTreeMap<String, Bytes>,
    /// The fields came as text (multipart or form), so numbers and objects are inside strings.
    pub as_text: bool,
}

impl Params {
    /// Reads a request in any of the encodings the real server takes.
    ///
    /// # Errors
    /// A text that says what can't be read.
    pub async fn read(request: Request) -> Result<Params, String> {
        let mut params = Params::default();
        if let Some(query) = request.uri().query() {
            params.put_form(query.as_bytes());
        }
        let kind = request
            .headers()
            .get("content-type")
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            params.as_text = true;
            let mut parts = Multipart::from_request(request, &())
                .await
                .map_err(|error| error.to_string())?;
            while let Some(part) = parts.next_field().await.map_err(|error| error.to_string())? {
                let name = part.name().unwrap_or_default().to_owned();
                let file = part.file_name().is_some();
                let bytes = part.bytes().await.map_err(|error| error.to_string())?;
                match String::from_utf8(bytes.to_vec()) {
                    Ok(text) if !file => {
                        params.fields.insert(name, Value::String(text));
                    }
                    _ => {
                        params.files.insert(name, bytes);
                    }
                }
            }
            return Ok(params);
        }
        let json = kind.starts_with("application/json");
        let body = axum::body::to_bytes(request.into_body(), MAX_BODY)
            .await
            .map_err(|error| error.to_string())?;
        if json && !body.is_empty() {
            let value: Value = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
            match value {
                Value::Object(fields) => params.fields.extend(fields),
                // A unit-like request without parameters.
                Value::Null => {}
                _ => return Err("can't parse JSON object".into()),
            }
        } else if !json {
            params.put_form(&body);
        }
        Ok(params)
    }

    fn put_form(&mut self, form: &[u8]) {
        for (name, value) in url::form_urlencoded::parse(form) {
            self.as_text = true;
            self.fields.insert(name.into_owned(), Value::String(value.into_owned()));
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name) || self.files.contains_key(name)
    }

    pub fn text(&self, name: &str) -> Option<String> {
        match self.fields.get(name)? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        match self.fields.get(name)? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        match self.fields.get(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1"),
            Some(Value::Number(number)) => number.as_i64() != Some(0),
            _ => false,
        }
    }

    /// An object or array, also when it came as text.
    pub fn json(&self, name: &str) -> Option<Value> {
        match self.fields.get(name)? {
            Value::Null => None,
            Value::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        }
    }
}
