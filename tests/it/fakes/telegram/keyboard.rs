//! Inline keyboards: what Telegram takes under a message.

use serde_json::{Value, json};

use super::params::Params;
use super::world::{Refusal, bad};

/// Most buttons under one message.
const MAX_BUTTONS: usize = 100;
/// Most buttons in one row.
const MAX_ROW: usize = 8;
/// Longest callback data, bytes.
const MAX_DATA: usize = 64;
/// The fields of which a button has exactly one.
const ACTIONS: [&str; 10] = [
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
];

/// The inline keyboard of a request, `None` when there is none (or an empty one).
pub fn inline(params: &Params) -> Result<Option<Value>, Refusal> {
    if !params.fields.contains_key("reply_markup") {
        return Ok(None);
    }
    let markup = params
        .json("reply_markup")
        .ok_or_else(|| bad("can't parse reply keyboard markup JSON object"))?;
    let Some(rows) = markup.get("inline_keyboard") else {
        return Ok(None);
    };
    let rows = rows.as_array().ok_or_else(|| bad("object expected as reply markup"))?;
    let mut kept = Vec::new();
    let mut count = 0;
    for row in rows {
        let row = row
            .as_array()
            .ok_or_else(|| bad("can't parse inline keyboard: expected an Array of Array"))?;
        count += row.len();
        if row.len() > MAX_ROW || count > MAX_BUTTONS {
            return Err(bad("REPLY_MARKUP_TOO_LONG"));
        }
        row.iter().try_for_each(button)?;
        if !row.is_empty() {
            kept.push(Value::Array(row.clone()));
        }
    }
    Ok((!kept.is_empty()).then(|| json!({"inline_keyboard": kept})))
}

fn button(button: &Value) -> Result<(), Refusal> {
    let refuse = |problem: &str| bad(format!("can't parse inline keyboard button: {problem}"));
    let label = button
        .get("text")
        .and_then(Value::as_str)
        .ok_or_else(|| refuse("Can't find field \"text\""))?;
    if label.trim().is_empty() {
        return Err(refuse("Field \"text\" must be non-empty"));
    }
    let actions: Vec<&str> = ACTIONS
        .into_iter()
        .filter(|name| button.get(name).is_some_and(|v| !v.is_null()))
        .collect();
    match actions[..] {
        [] => Err(refuse("Text buttons are unallowed in the inline keyboard")),
        ["callback_data"] => {
            let data = button["callback_data"].as_str().unwrap_or_default();
            if (1..=MAX_DATA).contains(&data.len()) {
                Ok(())
            } else {
                Err(bad("BUTTON_DATA_INVALID"))
            }
        }
        ["url"] => {
            let url = button["url"].as_str().unwrap_or_default();
            if good_url(url) {
                Ok(())
            } else {
                Err(bad(format!(
                    "inline keyboard button URL '{url}' is invalid: Wrong HTTP URL"
                )))
            }
        }
        [_] => Ok(()),
        _ => Err(refuse("exactly one of the optional fields must be used")),
    }
}

/// Links that Telegram accepts: its own scheme, or a public web address.
pub fn good_url(url: &str) -> bool {
    let address = if url.contains("://") {
        url.to_owned()
    } else {
        format!("http://{url}")
    };
    let Ok(parsed) = url::Url::parse(&address) else {
        return false;
    };
    match parsed.scheme() {
        "tg" | "ton" => true,
        "http" | "https" => parsed
            .host_str()
            .is_some_and(|host| host.contains('.') && !host.ends_with('.')),
        _ => false,
    }
}
