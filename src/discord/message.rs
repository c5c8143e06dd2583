//! A post as Discord's JSON.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::id::{Account, Platform};
use crate::ui::{Button, Document, Picture, Post, Press, Row, Span, Style};

use super::escape::{block, escape, escape_into};

/// A message's text, in UTF-16 units to be on the safe side (Discord: 2000 characters).
const CONTENT: usize = 2000;
/// A button's label (Discord: 80 characters).
const LABEL: usize = 80;
/// A select's entry (Discord: 100 characters).
const OPTION: usize = 100;
/// A select's placeholder (Discord: 150 characters).
const PLACEHOLDER: usize = 150;
/// A custom id and a select's value (Discord: 100 characters).
const CUSTOM_ID: usize = 100;
/// An attachment's description (Discord: 1024 characters).
const ALT: usize = 1024;
/// Rows in a message (Discord: 5).
const ROWS: usize = 5;
/// Buttons in a row (Discord: 5).
const BUTTONS: usize = 5;
/// Entries of a select (Discord: 25).
const OPTIONS: usize = 25;

/// Only the person who pressed sees it.
const EPHEMERAL: u64 = 1 << 6;
/// No preview grows out of a link in a name.
const NO_EMBEDS: u64 = 1 << 2;

/// What a message shall look like.
#[derive(Clone)]
pub(super) struct Message {
    content: String,
    mentions: Vec<String>,
    components: Vec<Value>,
    picture: Option<Picture>,
    document: Option<Document>,
    ephemeral: bool,
}

impl Message {
    /// The post as a message.
    pub(super) fn of(post: &Post) -> Message {
        Message {
            content: content(post),
            mentions: post.ping.iter().chain(&post.calls).filter_map(discord_user).collect(),
            components: components(&post.rows),
            picture: post.picture.clone(),
            document: post.document.clone(),
            ephemeral: false,
        }
    }

    /// A message of one plain sentence.
    pub(super) fn sentence(text: &str) -> Message {
        Message {
            content: cut(&escape(text), CONTENT),
            mentions: Vec::new(),
            components: Vec::new(),
            picture: None,
            document: None,
            ephemeral: false,
        }
    }

    /// The same, seen only by the person the answer is for.
    pub(super) fn only_me(mut self) -> Message {
        self.ephemeral = true;
        self
    }

    /// The same with the picture's description in its place, where pictures can't be sent.
    pub(super) fn without_picture(mut self) -> Message {
        self.document = None;
        if let Some(picture) = self.picture.take() {
            let said = format!("{}\n{}", self.content, escape(&picture.alt));
            self.content = cut(said.trim_start(), CONTENT);
        }
        self
    }

    /// The same without anything to press.
    pub(super) fn without_rows(mut self) -> Message {
        self.components.clear();
        self
    }

    /// Does only the person see it whom it answers?
    pub(super) fn is_only_me(&self) -> bool {
        self.ephemeral
    }

    /// Does it carry a picture?
    pub(super) fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    /// The body that creates it.
    pub(super) fn body(&self) -> Value {
        let mut body = self.edit_body();
        body["flags"] = json!(NO_EMBEDS | if self.ephemeral { EPHEMERAL } else { 0 });
        body
    }

    /// The body that brings an existing message to this state. Every field is there: what is left out of an edit stays
    /// as it was, and
    /// pictures would pile up.
    pub(super) fn edit_body(&self) -> Value {
        let picture = self.picture.iter();
        let picture = picture.map(|it| json!({ "id": 0, "filename": it.name, "description": cut(&it.alt, ALT) }));
        let document = self.document.iter().map(|it| json!({ "id": 0, "filename": it.name }));
        let attachments: Vec<Value> = picture.chain(document).take(1).collect();
        json!({
            "content": self.content,
            "allowed_mentions": { "parse": [], "users": self.mentions },
            "components": self.components,
            "attachments": attachments,
            "embeds": [],
        })
    }

    /// What goes with it as a file.
    pub(super) fn file(&self) -> Option<File<'_>> {
        let picture = self.picture.as_ref().map(|picture| File {
            bytes: &picture.bytes,
            name: picture.name,
            media_type: picture.kind.media_type(),
        });
        picture.or_else(|| {
            self.document.as_ref().map(|document| File {
                bytes: &document.bytes,
                name: document.name,
                media_type: document.media_type,
            })
        })
    }
}

/// A file that is sent with a message.
pub(super) struct File<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) name: &'static str,
    pub(super) media_type: &'static str,
}

fn discord_user(account: &Account) -> Option<String> {
    (account.platform == Platform::Discord).then(|| account.user.to_string())
}

/// Whether a message notifies this person.
fn calls(post: &Post, account: &Account) -> bool {
    post.ping == Some(*account) || post.calls.contains(account)
}

fn content(post: &Post) -> String {
    let mut out = String::new();
    let mut pinged = false;
    for span in &post.text.0 {
        let mut piece = String::new();
        match span {
            Span::Plain(text) => {
                // The line start is looked for in what is already there.
                let before = out.len();
                escape_into(&mut out, text);
                piece = out.split_off(before);
            }
            Span::Bold(text) if text.trim().is_empty() => piece.push_str(text),
            Span::Bold(text) => {
                piece.push_str("**");
                // Inside the stars no letter stands at the start of a line.
                escape_into(&mut piece, text);
                piece.push_str("**");
            }
            Span::Mono(text) => {
                if !out.is_empty() && !out.ends_with('\n') {
                    piece.push('\n');
                }
                let room = CONTENT.saturating_sub(units(&out) + units(&piece) + 9);
                piece.push_str(&block(&cut(text, room)));
                piece.push('\n');
            }
            Span::Person { account, name } => match discord_user(account).filter(|_| calls(post, account)) {
                Some(user) => {
                    pinged |= post.ping == Some(*account);
                    piece = format!("<@{user}>");
                }
                // A mention of somebody who is not cached shows as a number: only the ping is one.
                None => piece = escape(name),
            },
            Span::When(at) => piece = format!("<t:{}:R>", at.0.div_euclid(1000)),
            Span::At(at) => {
                let seconds = at.0.div_euclid(1000);
                piece = format!("<t:{seconds}:F> (<t:{seconds}:R>)");
            }
        }
        if units(&out) + units(&piece) > CONTENT {
            let room = CONTENT - units(&out);
            // Half a mention or half a block would be worse than none.
            if matches!(span, Span::Plain(_)) && room > 1 {
                out.push_str(&cut(&piece, room));
            }
            break;
        }
        out.push_str(&piece);
    }
    if let Some(user) = post.ping.as_ref().and_then(discord_user).filter(|_| !pinged) {
        let mention = format!("<@{user}> ");
        out = mention + &out;
        out = cut(&out, CONTENT);
    }
    out.truncate(out.trim_end().len());
    out
}

fn components(rows: &[Row]) -> Vec<Value> {
    // Discord rejects the whole message when an id stands in it twice.
    let mut seen = HashSet::new();
    rows.iter()
        .filter_map(|row| action_row(row, &mut seen))
        .take(ROWS)
        .collect()
}

fn action_row(row: &Row, seen: &mut HashSet<String>) -> Option<Value> {
    let parts: Vec<Value> = match row {
        Row::Buttons(buttons) => buttons
            .iter()
            .filter_map(|each| button(each, seen))
            .take(BUTTONS)
            .collect(),
        Row::Select { id, prompt, options } => {
            let mut values = HashSet::new();
            let options: Vec<Value> = options
                .iter()
                .filter(|(_, token)| token.len() <= CUSTOM_ID && values.insert(token.as_str()))
                .take(OPTIONS)
                .map(|(label, token)| json!({ "label": label_of(label, OPTION), "value": token }))
                .collect();
            (!options.is_empty() && seen.insert(id.clone()))
                .then(|| {
                    json!({
                        "type": 3,
                        "custom_id": id,
                        "placeholder": cut(prompt, PLACEHOLDER),
                        "min_values": 1,
                        "max_values": 1,
                        "options": options,
                    })
                })
                .into_iter()
                .collect()
        }
    };
    (!parts.is_empty()).then(|| json!({ "type": 1, "components": parts }))
}

fn button(button: &Button, seen: &mut HashSet<String>) -> Option<Value> {
    let label = label_of(&button.label, LABEL);
    match &button.press {
        Press::Link(url) => Some(json!({ "type": 2, "style": 5, "label": label, "url": url })),
        Press::Token(token) => {
            let style = match button.style {
                Style::Primary => 1,
                Style::Secondary => 2,
                Style::Success => 3,
                Style::Danger => 4,
            };
            (token.len() <= CUSTOM_ID && seen.insert(token.clone()))
                .then(|| json!({ "type": 2, "style": style, "label": label, "custom_id": token }))
        }
    }
}

fn label_of(label: &str, most: usize) -> String {
    // An empty label is refused.
    if label.trim().is_empty() {
        "·".to_owned()
    } else {
        cut(label, most)
    }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The text in at most so many UTF-16 units, with an ellipsis where something is cut off.
fn cut(text: &str, most: usize) -> String {
    if units(text) <= most {
        return text.to_owned();
    }
    let mut left = most.saturating_sub(1);
    let mut out = String::new();
    for letter in text.chars() {
        match left.checked_sub(letter.len_utf16()) {
            Some(rest) => left = rest,
            None => break,
        }
        out.push(letter);
    }
    // A lone backslash at the end would escape the ellipsis.
    let slashes = out.chars().rev().take_while(|letter| *letter == '\\').count();
    if slashes % 2 == 1 {
        out.pop();
    }
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Millis;
    use crate::ui::Text;

    const MARA: Account = Account {
        platform: Platform::Discord,
        user: 80_351_110_224_678_912,
    };

    fn post(spans: Vec<Span>) -> Post {
        Post {
            text: Text(spans),
            picture: None,
            document: None,
            rows: Vec::new(),
            private: false,
            ping: None,
            calls: Vec::new(),
        }
    }

    fn token(label: &str, token: &str) -> Button {
        Button {
            label: label.to_owned(),
            press: Press::Token(token.to_owned()),
            style: Style::Primary,
        }
    }

    #[test]
    fn nobody_is_notified_unless_the_post_says_so() {
        let named = post(vec![
            Span::Person {
                account: MARA,
                name: "@everyone".to_owned(),
            },
            Span::Plain(" <@1> @here".to_owned()),
        ]);
        let body = Message::of(&named).body();
        assert_eq!(body["content"], "\\@everyone \\<\\@1\\> \\@here");
        assert_eq!(body["allowed_mentions"], json!({ "parse": [], "users": [] }));

        let ping = Post {
            ping: Some(MARA),
            ..named
        };
        let body = Message::of(&ping).body();
        assert_eq!(body["content"], "<@80351110224678912> \\<\\@1\\> \\@here");
        assert_eq!(
            body["allowed_mentions"],
            json!({ "parse": [], "users": ["80351110224678912"] })
        );
    }

    #[test]
    fn a_ping_without_a_name_in_the_text_is_put_in_front() {
        let ping = Post {
            ping: Some(MARA),
            ..post(vec![Span::Plain("Your turn".to_owned())])
        };
        assert_eq!(Message::of(&ping).body()["content"], "<@80351110224678912> Your turn");
    }

    #[test]
    fn a_reader_of_another_platform_is_only_named() {
        let other = Account {
            platform: Platform::Telegram,
            user: 5,
        };
        let named = Post {
            ping: Some(other),
            ..post(vec![Span::Person {
                account: other,
                name: "_x_".to_owned(),
            }])
        };
        let body = Message::of(&named).body();
        assert_eq!(body["content"], "\\_x\\_");
        assert_eq!(body["allowed_mentions"]["users"], json!([]));
    }

    #[test]
    fn spans_become_markdown_that_stays_closed() {
        let text = post(vec![
            Span::Bold("a*b\\".to_owned()),
            Span::Plain(" until ".to_owned()),
            Span::When(Millis(1_700_000_000_999)),
            Span::Mono("4♥ 5♥ ``` 6♥".to_owned()),
            Span::Plain("- not a list".to_owned()),
        ]);
        assert_eq!(
            Message::of(&text).body()["content"],
            "**a\\*b\\\\** until <t:1700000000:R>\n```\n4♥ 5♥ ˋˋˋ 6♥\n```\n\\- not a list"
        );
    }

    #[test]
    fn long_texts_stay_within_2000_units_and_blocks_stay_closed() {
        for text in ["x".repeat(5000), "😀".repeat(3000), "*".repeat(3000), "\\".repeat(3001)] {
            let plain = Message::of(&post(vec![Span::Plain(text.clone())])).content;
            assert!(units(&plain) <= CONTENT && plain.ends_with('…'), "{}", units(&plain));
            let mono = Message::of(&post(vec![Span::Plain("before".to_owned()), Span::Mono(text)])).content;
            assert!(units(&mono) <= CONTENT && mono.ends_with("…\n```"), "{}", units(&mono));
        }
    }

    #[test]
    fn pictures_carry_their_description_and_edits_always_name_the_attachments() {
        let picture = Picture {
            bytes: std::sync::Arc::new(vec![1, 2, 3]),
            kind: crate::ui::PictureKind::Still,
            alt: "Your hand, 10 cards.".to_owned(),
            name: "hand.png",
        };
        let with = Message::of(&Post {
            picture: Some(picture),
            ..post(vec![Span::Plain("x".to_owned())])
        });
        let body = with.edit_body();
        assert_eq!(
            body["attachments"],
            json!([{ "id": 0, "filename": "hand.png", "description": "Your hand, 10 cards." }])
        );
        assert_eq!(
            with.file().map(|file| (file.name, file.bytes.len())),
            Some(("hand.png", 3))
        );
        let without = with.without_picture().edit_body();
        assert_eq!(without["attachments"], json!([]));
        assert_eq!(without["content"], "x\nYour hand, 10 cards.");
    }

    #[test]
    fn rows_keep_discords_limits() {
        let rows = vec![
            Row::Buttons((0..7).map(|n| token(&"long ".repeat(40), &format!("a{n}"))).collect()),
            Row::Buttons(vec![token("", "b"), token("twice", "a0")]),
            Row::Buttons(vec![token("twice again", "a0")]),
            Row::Buttons(vec![Button {
                label: "Open".to_owned(),
                press: Press::Link("https://example.org/".to_owned()),
                style: Style::Primary,
            }]),
            Row::Select {
                id: "s".to_owned(),
                prompt: "Which?".to_owned(),
                options: (0..30).map(|n| (format!("{n}"), format!("t{n}"))).collect(),
            },
        ];
        let all = components(&rows);
        assert_eq!(all.len(), 4);
        assert_eq!(all[0]["components"].as_array().map(Vec::len), Some(5));
        assert_eq!(all[0]["components"][0]["label"].as_str().map(units), Some(LABEL));
        assert_eq!(
            all[1]["components"],
            json!([{ "type": 2, "style": 1, "label": "·", "custom_id": "b" }])
        );
        assert_eq!(all[2]["components"][0]["url"], "https://example.org/");
        assert_eq!(all[3]["components"][0]["options"].as_array().map(Vec::len), Some(25));
    }

    #[test]
    fn only_me_is_a_flag_of_the_new_message_alone() {
        let message = Message::sentence("*hi*").only_me();
        assert_eq!(message.body()["flags"], 68);
        assert_eq!(message.body()["content"], "\\*hi\\*");
        assert_eq!(message.edit_body().get("flags"), None);
    }
}
