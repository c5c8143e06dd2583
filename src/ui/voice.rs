use super::{Span, Text};
use crate::id::Lang;
use crate::words::{Value, Words};

/// The words in one language.
#[derive(Clone, Copy)]
pub(super) struct Voice<'w> {
    pub(super) words: &'w Words,
    pub(super) lang: Lang,
}

/// Says a sentence as a string: `say!(voice, "key", name = value, …)`.
macro_rules! say {
    ($voice:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $voice.say($key, &[$((stringify!($name), $crate::words::Value::from($value))),*])
    };
}

/// Says a sentence whose values may be people and moments: `spans!(voice, "key", name = value, …)`.
macro_rules! spans {
    ($voice:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $voice.spans($key, vec![$((stringify!($name), $crate::ui::voice::Arg::from($value))),*])
    };
}

pub(super) use {say, spans};

impl<'w> Voice<'w> {
    pub(super) fn new(words: &'w Words, lang: Lang) -> Voice<'w> {
        Voice { words, lang }
    }

    pub(super) fn say(&self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, values)
    }

    pub(super) fn spans(&self, key: &str, args: Vec<(&str, Arg<'_>)>) -> Vec<Span> {
        let mut held = Vec::new();
        let values: Vec<(&str, Value<'_>)> = args
            .into_iter()
            .map(|(name, arg)| {
                let value = match arg {
                    Arg::Value(value) => value,
                    Arg::Span(span) => {
                        held.push(span);
                        Value::from(mark(held.len() - 1).to_string())
                    }
                };
                (name, value)
            })
            .collect();
        let said = self.say(key, &values);
        let mut spans = Vec::new();
        let mut plain = String::new();
        for letter in said.chars() {
            match (0..held.len()).find(|&index| mark(index) == letter) {
                Some(index) => {
                    if !plain.is_empty() {
                        spans.push(Span::Plain(std::mem::take(&mut plain)));
                    }
                    spans.push(held[index].clone());
                }
                None => plain.push(letter),
            }
        }
        if !plain.is_empty() {
            spans.push(Span::Plain(plain));
        }
        spans
    }

    /// What stands between two sentences.
    pub(super) fn space(&self) -> &'static str {
        match self.lang {
            Lang::En => " ",
            Lang::ZhHans | Lang::ZhHant => "",
        }
    }

    /// Parts with the language's comma between them.
    pub(super) fn list(&self, parts: impl IntoIterator<Item = String>) -> String {
        parts.into_iter().collect::<Vec<_>>().join(&say!(self, "comma"))
    }
}

/// Stands for a span inside a sentence: a private-use letter, which no cleaned name holds.
fn mark(index: usize) -> char {
    u32::try_from(index)
        .ok()
        .and_then(|index| char::from_u32(0xE000 + index))
        .unwrap_or('\u{F8FF}')
}

/// A sentence's value: words, a number, or a piece of its own.
pub(super) enum Arg<'a> {
    Value(Value<'a>),
    Span(Span),
}

impl From<Span> for Arg<'_> {
    fn from(span: Span) -> Self {
        Arg::Span(span)
    }
}

macro_rules! values {
    ($($kind:ty),*) => {
        $(impl<'a> From<$kind> for Arg<'a> {
            fn from(value: $kind) -> Self {
                Arg::Value(Value::from(value))
            }
        })*
    };
}

values!(&'a str, &'a String, String, u8, u16, u32, i32, i64);

/// The length of a text in UTF-16 units.
pub(super) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A moment written in full: "2026-03-08 14:00 UTC", in UTF-16 units.
const MOMENT: usize = 20;

/// A text that grows line by line.
#[derive(Default)]
pub(super) struct Lines(Vec<Span>);

impl Lines {
    /// A line of its own.
    pub(super) fn line(&mut self, spans: impl IntoIterator<Item = Span>) -> &mut Lines {
        let mut spans = spans.into_iter().peekable();
        if spans.peek().is_some() && !self.0.is_empty() && !matches!(self.0.last(), Some(Span::Mono(_))) {
            self.0.push(Span::Plain("\n".to_owned()));
        }
        self.0.extend(spans);
        self
    }

    /// A line of words.
    pub(super) fn plain(&mut self, text: impl Into<String>) -> &mut Lines {
        self.line([Span::Plain(text.into())])
    }

    /// A line in bold.
    pub(super) fn bold(&mut self, text: impl Into<String>) -> &mut Lines {
        self.line([Span::Bold(text.into())])
    }

    /// A monospace block.
    pub(super) fn mono(&mut self, text: impl Into<String>) -> &mut Lines {
        self.line([Span::Mono(text.into())])
    }

    /// How long it is in UTF-16 units, with room for every moment as it is written in full.
    pub(super) fn units(&self) -> usize {
        self.0
            .iter()
            .map(|span| match span {
                Span::Plain(text) | Span::Bold(text) | Span::Mono(text) | Span::Person { name: text, .. } => {
                    units(text)
                }
                Span::When(_) | Span::At(_) => MOMENT,
            })
            .sum()
    }

    pub(super) fn text(self) -> Text {
        let mut spans: Vec<Span> = Vec::new();
        for span in self.0 {
            match (spans.last_mut(), span) {
                (Some(Span::Plain(before)), Span::Plain(more)) => before.push_str(&more),
                (_, span) => spans.push(span),
            }
        }
        Text(spans)
    }
}
