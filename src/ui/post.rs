//! What a wire shows: plain data, the same on every platform.

use std::sync::Arc;

use crate::id::{Account, Millis};

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// The words.
    pub text: Text,
    /// The picture above or below the words.
    pub picture: Option<Picture>,
    /// A file that goes with the words; never together with a picture, and only in a post to one person.
    pub document: Option<Document>,
    /// Buttons and selects, at most five rows (Discord's limit).
    pub rows: Vec<Row>,
    /// Whether only the asker (or the reader of the slot) may ever see this post; it may hold cards.
    pub private: bool,
    /// The one person whom this message shall notify; nobody else is notified by it.
    pub ping: Option<Account>,
    /// Those whom this message shall notify when it is sent, besides; each is named in the words.
    pub calls: Vec<Account>,
}

/// Words in pieces, none of them markup: a wire escapes every piece in its own way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Span>);

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words as they are, line breaks included.
    Plain(String),
    /// Words in bold.
    Bold(String),
    /// A block in a monospace font, on lines of its own.
    Mono(String),
    /// A person: the name, linked to the account where the platform can. It notifies only when [`Post::ping`] says so.
    Person {
        /// Who it is.
        account: Account,
        /// The cleaned name, isolated where it is written from right to left.
        name: String,
    },
    /// A moment: relative and in the reader's own zone where the platform can (`<t:s:R>`), else an explicit UTC time.
    When(Millis),
    /// A moment in full, and where the platform can, in the reader's own zone and relative too (`<t:s:F> (<t:s:R>)`).
    At(Millis),
}

/// A picture with its description.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Arc<Vec<u8>>,
    /// What kind of file it is.
    pub kind: PictureKind,
    /// The full description, cards in words, at most 1024 characters. Where the picture can't be sent, a wire shows this
    /// under the text instead.
    pub alt: String,
    /// The file's name: `hand.png`, `table.png`, `showdown.png`, `leaders.png`, `profile.png`, `standings.png`,
    /// `pairings.png`, `bracket.png`, `replay.png`, `replay.gif`.
    pub name: &'static str,
}

/// A file to be kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Document {
    /// The file.
    pub bytes: Arc<Vec<u8>>,
    /// The file's name.
    pub name: &'static str,
    /// The file's media type.
    pub media_type: &'static str,
}

/// What somebody is handed is theirs alone: a log only learns the size.
impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Document({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// What kind of file a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// A PNG.
    Still,
    /// A GIF that plays by itself.
    Animated,
}

impl PictureKind {
    /// The file's media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Still => "image/png",
            PictureKind::Animated => "image/gif",
        }
    }
}

/// A description may hold private cards, so a log only learns the size.
impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// A row under a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// At most five buttons (Discord's limit).
    Buttons(Vec<Button>),
    /// A choice of one out of up to 25 (Discord's limit); where a platform has no select, each option is a button.
    Select {
        /// A name for the select that is unique in its message.
        id: String,
        /// What is asked.
        prompt: String,
        /// Label and token of each option.
        options: Vec<(String, String)>,
    },
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What stands on it.
    pub label: String,
    /// What it does.
    pub press: Press,
    /// How it looks.
    pub style: Style,
}

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Sends this token back as [`super::Ask::Press`].
    Token(String),
    /// Opens this address.
    Link(String),
}

/// How a button looks where a platform has button colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The usual next step.
    Primary,
    /// One of many.
    Secondary,
    /// A step that ends a hand well.
    Success,
    /// A step that can't be taken back and hurts.
    Danger,
}

impl Text {
    /// The words without any decoration; moments are left out.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0
            .iter()
            .map(|span| match span {
                Span::Plain(text) | Span::Bold(text) | Span::Mono(text) => text.as_str(),
                Span::Person { name, .. } => name,
                Span::When(_) | Span::At(_) => "",
            })
            .collect()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(vec![Span::Plain(text)])
    }
}

impl Post {
    /// Every button and option with a token, in order: label and token.
    pub fn presses(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rows.iter().flat_map(|row| {
            let pairs: Vec<(&str, &str)> = match row {
                Row::Buttons(buttons) => buttons
                    .iter()
                    .filter_map(|button| match &button.press {
                        Press::Token(token) => Some((button.label.as_str(), token.as_str())),
                        Press::Link(_) => None,
                    })
                    .collect(),
                Row::Select { options, .. } => options
                    .iter()
                    .map(|(label, token)| (label.as_str(), token.as_str()))
                    .collect(),
            };
            pairs
        })
    }
}
