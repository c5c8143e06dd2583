//! A post whose picture is not drawn yet.

use std::sync::Arc;

use super::post::{Button, Document, Picture, PictureKind, Post, Press, Row, Span, Style, Text};
use super::token::{Act, Token, encode};
use crate::id::{Account, Stamp, TableId};
use crate::pictures::{
    BoardsPicture, BracketPicture, HandPicture, PictureError, Pictures, ProfilePicture, RankingPicture, ReplayPicture,
    SheetPicture, ShowdownPicture, TablePicture,
};

/// A picture's description is cut to this many UTF-16 units (Discord's and Telegram's limit is 1024).
const ALT_LIMIT: usize = 1024;

/// The longest text in UTF-16 units that a picture can stand with, and its description after it (Telegram's limit of a caption).
pub(super) const CAPTION: usize = 1024;

/// A post whose picture is not drawn yet.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) text: Text,
    pub(super) sketch: Option<(Sketch, String)>,
    pub(super) document: Option<Document>,
    pub(super) rows: Vec<Row>,
    pub(super) private: bool,
    pub(super) ping: Option<Account>,
    pub(super) calls: Vec<Account>,
}

/// What is to be drawn.
pub(super) enum Sketch {
    Hand(HandPicture),
    Table(TablePicture),
    Showdown(ShowdownPicture),
    Ranking(RankingPicture),
    Profile(ProfilePicture),
    Sheet(SheetPicture),
    Boards(BoardsPicture),
    Bracket(BracketPicture),
    Replay(Box<ReplayPicture>),
    Animation(Vec<ReplayPicture>),
}

impl Sketch {
    fn name(&self) -> &'static str {
        match self {
            Sketch::Hand(_) => "hand.png",
            Sketch::Table(_) => "table.png",
            Sketch::Showdown(_) => "showdown.png",
            Sketch::Ranking(_) => "leaders.png",
            Sketch::Profile(_) => "profile.png",
            Sketch::Sheet(_) => "standings.png",
            Sketch::Boards(_) => "pairings.png",
            Sketch::Bracket(_) => "bracket.png",
            Sketch::Replay(_) => "replay.png",
            Sketch::Animation(_) => "replay.gif",
        }
    }

    /// Whether it becomes an animation.
    pub(super) fn moves(&self) -> bool {
        matches!(self, Sketch::Animation(_))
    }

    fn draw(&self, pictures: &Pictures) -> Result<Vec<u8>, PictureError> {
        match self {
            Sketch::Hand(picture) => pictures.hand(picture),
            Sketch::Table(picture) => pictures.table(picture),
            Sketch::Showdown(picture) => pictures.showdown(picture),
            Sketch::Ranking(picture) => pictures.ranking(picture),
            Sketch::Profile(picture) => pictures.profile(picture),
            Sketch::Sheet(picture) => pictures.sheet(picture),
            Sketch::Boards(picture) => pictures.boards(picture),
            Sketch::Bracket(picture) => pictures.bracket(picture),
            Sketch::Replay(picture) => pictures.replay(picture),
            Sketch::Animation(moments) => pictures.animation(moments),
        }
    }
}

impl Draft {
    /// Draws the picture, away from the threads that answer. Without a picture its description stands in the text.
    pub(super) async fn finish(self, pictures: &Arc<Pictures>) -> Post {
        let mut post = Post {
            text: self.text,
            picture: None,
            document: self.document,
            rows: self.rows,
            private: self.private,
            ping: self.ping,
            calls: self.calls,
        };
        let Some((sketch, alt)) = self.sketch else { return post };
        let alt = cut(alt, ALT_LIMIT);
        let name = sketch.name();
        let kind = if sketch.moves() {
            PictureKind::Animated
        } else {
            PictureKind::Still
        };
        let pictures = Arc::clone(pictures);
        let drawn = tokio::task::spawn_blocking(move || sketch.draw(&pictures)).await;
        match drawn {
            Ok(Ok(bytes)) => {
                post.picture = Some(Picture {
                    bytes: Arc::new(bytes),
                    kind,
                    alt,
                    name,
                })
            }
            failed => {
                let cause = match failed {
                    Ok(Err(error)) => error.to_string(),
                    Err(error) => error.to_string(),
                    Ok(Ok(_)) => String::new(),
                };
                tracing::error!(name, cause, "a picture was not drawn");
                post.text.0.push(Span::Plain(format!("\n{alt}")));
            }
        }
        post
    }
}

/// The text within this many UTF-16 units, with `…` where it is cut.
pub(super) fn cut(text: String, limit: usize) -> String {
    if text.encode_utf16().count() <= limit {
        return text;
    }
    let mut short = String::new();
    let mut units = 1;
    for letter in text.chars() {
        units += letter.len_utf16();
        if units > limit {
            break;
        }
        short.push(letter);
    }
    short.push('…');
    short
}

/// Makes the buttons of one seat's question at one table.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) table: TableId,
    pub(super) stamp: Stamp,
}

impl Keys {
    pub(super) fn token(self, act: Act) -> String {
        encode(Token::new(self.table, self.stamp, act))
    }

    pub(super) fn button(self, label: impl Into<String>, act: Act, style: Style) -> Button {
        Button {
            label: label.into(),
            press: Press::Token(self.token(act)),
            style,
        }
    }
}

/// A button that opens an address.
pub(super) fn link(label: impl Into<String>, address: String) -> Button {
    Button {
        label: label.into(),
        press: Press::Link(address),
        style: Style::Secondary,
    }
}

/// Buttons in rows of at most five (Discord's limit).
pub(super) fn rows(buttons: Vec<Button>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut buttons = buttons.into_iter().peekable();
    while buttons.peek().is_some() {
        rows.push(Row::Buttons(buttons.by_ref().take(5).collect()));
    }
    rows
}
