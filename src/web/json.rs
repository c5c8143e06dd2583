use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use crate::service::SlotId;
use crate::ui::{Button, Document, Picture, Post, Press, Row, Span, Style};

/// A message's name on the page; as a text, since a browser's numbers are too coarse for it.
pub(super) fn id(slot: SlotId) -> Value {
    Value::String(format!("m{}", slot.0))
}

/// A post as the page draws it; names are text there, never markup.
pub(super) fn post(post: &Post) -> Value {
    json!({
        "text": post.text.0.iter().map(span).collect::<Vec<_>>(),
        "picture": post.picture.as_ref().map(picture),
        "document": post.document.as_ref().map(document),
        "rows": post.rows.iter().map(row).collect::<Vec<_>>(),
        "private": post.private,
    })
}

fn span(span: &Span) -> Value {
    match span {
        Span::Plain(text) => json!({ "plain": text }),
        Span::Bold(text) => json!({ "bold": text }),
        Span::Mono(text) => json!({ "mono": text }),
        Span::Person { name, .. } => json!({ "person": name }),
        Span::When(at) => json!({ "when": at.0 }),
        Span::At(at) => json!({ "at": at.0 }),
    }
}

/// The picture travels inside the message: a card is in no address and in no cache.
fn picture(picture: &Picture) -> Value {
    let (kind, data) = (picture.kind.media_type(), BASE64_STANDARD.encode(&*picture.bytes));
    json!({ "kind": kind, "data": data, "alt": picture.alt, "name": picture.name })
}

/// The file too: it is in no address that anybody could open later.
fn document(document: &Document) -> Value {
    json!({ "kind": document.media_type, "data": BASE64_STANDARD.encode(&*document.bytes), "name": document.name })
}

fn row(row: &Row) -> Value {
    match row {
        Row::Buttons(buttons) => json!({ "buttons": buttons.iter().map(button).collect::<Vec<_>>() }),
        Row::Select { prompt, options, .. } => json!({
            "prompt": prompt,
            "options": options.iter().map(|(label, token)| json!({ "label": label, "token": token })).collect::<Vec<_>>(),
        }),
    }
}

fn button(button: &Button) -> Value {
    let style = match button.style {
        Style::Primary => "primary",
        Style::Secondary => "secondary",
        Style::Success => "success",
        Style::Danger => "danger",
    };
    match &button.press {
        Press::Token(token) => json!({ "label": button.label, "token": token, "style": style }),
        Press::Link(link) => json!({ "label": button.label, "link": link, "style": style }),
    }
}
