//! Messages as a person sees them.

use std::fmt;

use axum::body::Bytes;
use serde_json::Value;
use tokio::time::Instant;

use super::world::{File, Letter, Version};

/// A message at one moment.
#[derive(Clone)]
pub struct Message {
    pub id: u64,
    pub channel: u64,
    pub author: u64,
    /// The only person who sees it, when it is an only-me answer.
    pub only_for: Option<u64>,
    pub content: String,
    pub embeds: Vec<Value>,
    pub buttons: Vec<Button>,
    pub selects: Vec<Select>,
    pub pictures: Vec<Picture>,
    /// "… is thinking": a deferred answer that nothing has followed yet.
    pub loading: bool,
    pub deleted: bool,
    /// How many states it has been in before this one.
    pub edits: usize,
    /// When this state appeared.
    pub since: Instant,
}

/// A button on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The text on it, with the emoji in front if there is one.
    pub label: String,
    /// Empty on link buttons.
    pub custom_id: String,
    pub url: Option<String>,
    /// 1 blue, 2 grey, 3 green, 4 red, 5 link.
    pub style: u64,
    pub disabled: bool,
    pub row: usize,
}

/// A menu on a message.
#[derive(Clone, Debug)]
pub struct Select {
    pub custom_id: String,
    pub placeholder: String,
    pub choices: Vec<Choice>,
    pub min: usize,
    pub max: usize,
    pub disabled: bool,
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    pub value: String,
    pub description: String,
    /// Already chosen when the menu opens.
    pub default: bool,
}

/// A file on a message.
#[derive(Clone)]
pub struct Picture {
    pub filename: String,
    /// The description that a screen reader reads.
    pub alt: String,
    pub content_type: String,
    pub bytes: Bytes,
    /// Of a PNG.
    pub dimensions: Option<(u32, u32)>,
    pub size: usize,
}

/// One thing a person has had in front of their eyes.
#[derive(Clone, Debug)]
pub struct Seen {
    pub message: u64,
    pub channel: u64,
    /// Where it was.
    pub place: Where,
    /// Content and every text of its embeds.
    pub text: String,
    pub alts: Vec<String>,
    pub pictures: Vec<Picture>,
    /// Labels of buttons and lines of menus.
    pub buttons: Vec<String>,
    /// 0 for the message as it first appeared.
    pub version: usize,
}

impl Seen {
    /// Whether any text of it (content, alt text, button) contains this.
    pub fn mentions(&self, text: &str) -> bool {
        self.text.contains(text)
            || self.alts.iter().any(|alt| alt.contains(text))
            || self.buttons.iter().any(|button| button.contains(text))
    }
}

/// Who else was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// A channel of a server or a group: everybody there saw it.
    Public,
    /// An only-me answer.
    OnlyMe,
    /// The private chat with the bot.
    Dm,
}

impl Message {
    pub(super) fn of(letter: &Letter, version: &Version, number: usize) -> Self {
        let (buttons, selects) = parts(&version.components);
        Self {
            id: letter.id,
            channel: letter.channel,
            author: letter.author,
            only_for: letter.only_for,
            content: version.content.clone(),
            embeds: version.embeds.as_array().cloned().unwrap_or_default(),
            buttons,
            selects,
            pictures: version.files.iter().map(Picture::of).collect(),
            loading: letter.loading,
            deleted: letter.deleted,
            edits: number,
            since: version.at,
        }
    }

    /// The current state of a letter.
    pub(super) fn now(letter: &Letter) -> Self {
        Self::of(letter, letter.now(), letter.versions.len() - 1)
    }

    /// Whether only one person sees it.
    pub fn is_only_me(&self) -> bool {
        self.only_for.is_some()
    }

    /// The labels of all buttons, in order.
    pub fn labels(&self) -> Vec<&str> {
        self.buttons.iter().map(|button| button.label.as_str()).collect()
    }

    /// The button with this label or id, or whose label contains the text; `None` when there is none.
    pub fn button(&self, which: &str) -> Option<&Button> {
        let exact = self
            .buttons
            .iter()
            .find(|button| button.label == which || button.custom_id == which);
        exact.or_else(|| self.buttons.iter().find(|button| button.label.contains(which)))
    }

    /// Content and every text of the embeds, line by line.
    pub fn text(&self) -> String {
        all_text(&self.content, &self.embeds)
    }

    /// The alt texts of all pictures.
    pub fn alts(&self) -> Vec<&str> {
        self.pictures.iter().map(|picture| picture.alt.as_str()).collect()
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("id", &self.id)
            .field("only_for", &self.only_for)
            .field("content", &self.content)
            .field("buttons", &self.labels())
            .field("selects", &self.selects)
            .field("pictures", &self.pictures)
            .field("loading", &self.loading)
            .field("deleted", &self.deleted)
            .field("edits", &self.edits)
            .finish_non_exhaustive()
    }
}

impl Picture {
    fn of(file: &File) -> Self {
        Self {
            filename: file.filename.clone(),
            alt: file.description.clone().unwrap_or_default(),
            content_type: file.content_type.clone().unwrap_or_default(),
            bytes: file.bytes.clone(),
            dimensions: file.dimensions,
            size: file.size,
        }
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes, {:?})", self.filename, self.size, self.alt)
    }
}

impl Seen {
    pub(super) fn of(letter: &Letter, number: usize, place: Where) -> Self {
        let message = Message::of(letter, &letter.versions[number], number);
        let lines = message.selects.iter().flat_map(|select| &select.choices);
        let lines = lines.map(|choice| format!("{} {}", choice.label, choice.description).trim().to_owned());
        Self {
            message: letter.id,
            channel: letter.channel,
            place,
            text: message.text(),
            alts: message.pictures.iter().map(|picture| picture.alt.clone()).collect(),
            buttons: message
                .buttons
                .iter()
                .map(|button| button.label.clone())
                .chain(lines)
                .collect(),
            pictures: message.pictures,
            version: number,
        }
    }
}

/// Says which button is meant: a `&str` (label, id, or part of a label) or a closure.
pub trait Pick {
    /// The buttons that fit, best ones only.
    fn pick<'a>(&self, buttons: &'a [Button]) -> Vec<&'a Button>;
    /// For the message of a failed test.
    fn name(&self) -> String;
}

impl Pick for &str {
    fn pick<'a>(&self, buttons: &'a [Button]) -> Vec<&'a Button> {
        let exact: Vec<_> = buttons
            .iter()
            .filter(|b| b.label == *self || b.custom_id == *self)
            .collect();
        if exact.is_empty() {
            buttons.iter().filter(|button| button.label.contains(self)).collect()
        } else {
            exact
        }
    }

    fn name(&self) -> String {
        format!("{self:?}")
    }
}

impl<F: Fn(&Button) -> bool> Pick for F {
    fn pick<'a>(&self, buttons: &'a [Button]) -> Vec<&'a Button> {
        buttons.iter().filter(|button| self(button)).collect()
    }

    fn name(&self) -> String {
        "that the test describes".into()
    }
}

fn parts(components: &Value) -> (Vec<Button>, Vec<Select>) {
    let mut buttons = Vec::new();
    let mut selects = Vec::new();
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    for (row, line) in components.as_array().into_iter().flatten().enumerate() {
        for cell in line["components"].as_array().into_iter().flatten() {
            if cell["type"] == 2 {
                let emoji = if cell["emoji"]["id"].is_null() {
                    text(&cell["emoji"]["name"])
                } else {
                    format!(":{}:", text(&cell["emoji"]["name"]))
                };
                let label = [emoji, text(&cell["label"])];
                let label = label
                    .iter()
                    .filter(|part| !part.is_empty() && *part != "::")
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" ");
                buttons.push(Button {
                    label,
                    custom_id: text(&cell["custom_id"]),
                    url: cell["url"].as_str().map(str::to_owned),
                    style: cell["style"].as_u64().unwrap_or(2),
                    disabled: cell["disabled"] == true,
                    row,
                });
            } else {
                let choices = cell["options"].as_array().into_iter().flatten().map(|option| Choice {
                    label: text(&option["label"]),
                    value: text(&option["value"]),
                    description: text(&option["description"]),
                    default: option["default"] == true,
                });
                selects.push(Select {
                    custom_id: text(&cell["custom_id"]),
                    placeholder: text(&cell["placeholder"]),
                    choices: choices.collect(),
                    min: cell["min_values"].as_u64().unwrap_or(1) as usize,
                    max: cell["max_values"].as_u64().unwrap_or(1) as usize,
                    disabled: cell["disabled"] == true,
                });
            }
        }
    }
    (buttons, selects)
}

fn all_text(content: &str, embeds: &[Value]) -> String {
    fn collect(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text)
                            if matches!(name.as_str(), "title" | "description" | "text" | "name" | "value") =>
                        {
                            into.push(text.clone());
                        }
                        other => collect(other, into),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|entry| collect(entry, into)),
            _ => {}
        }
    }
    let mut lines = vec![content.to_owned()];
    embeds.iter().for_each(|embed| collect(embed, &mut lines));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}
