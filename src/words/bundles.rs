use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::id::Lang;

macro_rules! source {
    ($lang:literal, $theme:literal) => {
        include_str!(concat!("../../assets/words/", $lang, "/", $theme, ".ftl"))
    };
}

macro_rules! sources {
    ($lang:literal) => {
        &[
            source!($lang, "boards"),
            source!($lang, "cards"),
            source!($lang, "challenge"),
            source!($lang, "commands"),
            source!($lang, "events"),
            source!($lang, "fair"),
            source!($lang, "hand"),
            source!($lang, "link"),
            source!($lang, "manners"),
            source!($lang, "moderation"),
            source!($lang, "page"),
            source!($lang, "privacy"),
            source!($lang, "purse"),
            source!($lang, "refusals"),
            source!($lang, "replay"),
            source!($lang, "rules"),
            source!($lang, "table"),
            source!($lang, "vanish"),
            source!($lang, "taste"),
            source!($lang, "teams"),
            source!($lang, "variants"),
            source!($lang, "venue"),
        ]
    };
}

/// The sentences, one file a theme, the same themes in every language.
const SOURCES: [&[&str]; 3] = [sources!("en"), sources!("zh-Hans"), sources!("zh-Hant")];

/// What a sentence's variable holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Words.
    Text(Cow<'a, str>),
    /// A whole number, written without separators; it chooses plural forms.
    Number(i64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value::Number(i64::from(number))
            }
        })*
    };
}

numbers!(u8, u16, u32, i32, i64);

/// All sentences of all languages; made once.
pub struct Words {
    bundles: [FluentBundle<FluentResource>; 3],
}

impl Words {
    /// Reads the built-in sentences.
    #[must_use]
    pub fn new() -> Words {
        Words {
            bundles: Lang::ALL.map(bundle),
        }
    }

    /// The sentence of this key in this language with its variables filled in. A key that a language lacks is said in
    /// English; a key that nobody knows comes back as `⟨key⟩`, and the tests see to it that neither happens.
    #[must_use]
    pub fn say(&self, lang: Lang, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let args: FluentArgs<'_> = values
            .iter()
            .map(|(name, value)| {
                let value = match value {
                    Value::Text(text) => FluentValue::String(Cow::Borrowed(text)),
                    Value::Number(number) => FluentValue::from(*number),
                };
                (*name, value)
            })
            .collect();
        self.format(lang, key, &args)
            .or_else(|| self.format(Lang::En, key, &args))
            .unwrap_or_else(|| {
                tracing::error!(key, "a sentence is missing");
                format!("⟨{key}⟩")
            })
    }

    /// Whether a language has this key.
    #[must_use]
    pub fn knows(&self, lang: Lang, key: &str) -> bool {
        self.bundles[lang as usize].has_message(key)
    }

    fn format(&self, lang: Lang, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let bundle = &self.bundles[lang as usize];
        let pattern = bundle.get_message(key)?.value()?;
        let mut errors: Vec<FluentError> = Vec::new();
        let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(key, lang = lang.tag(), ?errors, "a sentence is not filled in");
        }
        Some(text)
    }
}

impl Default for Words {
    fn default() -> Words {
        Words::new()
    }
}

fn bundle(lang: Lang) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = lang.tag().parse().expect("a language's tag is well formed");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // The marks would show up as boxes in some clients; names that need isolation bring their own.
    bundle.set_use_isolating(false);
    for source in SOURCES[lang as usize] {
        // What can't be read is left out here and found by the tests, so a slip in a file can't stop a start.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(read, errors)| {
            tracing::error!(lang = lang.tag(), ?errors, "a file of sentences has a slip");
            read
        });
        if let Err(errors) = bundle.add_resource(resource) {
            tracing::error!(lang = lang.tag(), ?errors, "a key is there twice");
        }
    }
    bundle
}
