//! Text with entities: HTML and MarkdownV2 as the real server reads them, and what it finds by itself.

use serde_json::{Value, json};

use super::params::Params;
use super::world::{Refusal, World, bad};

/// A text with its entities, trimmed as the server trims it.
pub struct Formatted {
    pub text: String,
    pub entities: Vec<Value>,
}

impl Formatted {
    /// Length in UTF-16 units, which is what the limits count.
    pub fn units(&self) -> usize {
        units(&self.text)
    }
}

/// Reads `text` with `parse_mode` or given entities.
pub fn formatted(
    world: &World,
    params: &Params,
    text: &str,
    mode: Option<&str>,
    entities: &str,
) -> Result<Formatted, Refusal> {
    read(world, text, mode, params.json(entities))
}

pub fn read(world: &World, text: &str, mode: Option<&str>, given: Option<Value>) -> Result<Formatted, Refusal> {
    let refuse = |problem: String| bad(format!("can't parse entities: {problem}"));
    let (text, entities) = match mode.unwrap_or_default().to_ascii_lowercase().as_str() {
        "" => (
            text.to_owned(),
            given.and_then(|list| list.as_array().cloned()).unwrap_or_default(),
        ),
        "html" => html(text).map_err(refuse)?,
        "markdownv2" => markdown(text).map_err(refuse)?,
        "markdown" => return Err(bad("the fake does not read the legacy Markdown mode")),
        other => return Err(bad(format!("unsupported parse_mode {other}"))),
    };
    Ok(tidy(world, &text, entities))
}

/// What a person types: only what the server finds by itself.
pub fn typed(text: &str) -> Vec<Value> {
    found(text)
}

/// In privacy mode a command reaches the bot unless it names another one.
pub fn addresses_bot(text: &str, username: &str) -> bool {
    let Some(rest) = text.strip_prefix('/') else {
        return false;
    };
    let word: &str = rest
        .split(|letter: char| !word(letter) && letter != '@')
        .next()
        .unwrap_or_default();
    match word.split_once('@') {
        Some((name, bot)) => !name.is_empty() && bot.eq_ignore_ascii_case(username),
        None => !word.is_empty(),
    }
}

pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

fn tidy(world: &World, text: &str, entities: Vec<Value>) -> Formatted {
    let cut = units(text) - units(text.trim_start());
    let text = text.trim().to_owned();
    let length = units(&text);
    let number = |entity: &Value, name: &str| entity[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let mut kept: Vec<Value> = Vec::new();
    for mut entity in entities {
        let (start, end) = (
            number(&entity, "offset"),
            number(&entity, "offset") + number(&entity, "length"),
        );
        let (start, end) = (start.saturating_sub(cut), end.saturating_sub(cut).min(length));
        if start >= end {
            continue;
        }
        entity["offset"] = json!(start);
        entity["length"] = json!(end - start);
        if let Some(id) = entity["url"].as_str().and_then(|url| url.strip_prefix("tg://user?id=")) {
            // Telegram links only people whom it knows; the text stays.
            let Some(id) = id.parse().ok().filter(|id| world.people.contains_key(id)) else {
                continue;
            };
            entity = json!({"type": "text_mention", "offset": start, "length": end - start, "user": world.user(id)});
        }
        kept.push(entity);
    }
    let taken: Vec<(usize, usize)> = kept
        .iter()
        .filter(|entity| {
            matches!(
                entity["type"].as_str(),
                Some("code" | "pre" | "text_link" | "text_mention")
            )
        })
        .map(|entity| {
            (
                number(entity, "offset"),
                number(entity, "offset") + number(entity, "length"),
            )
        })
        .collect();
    for entity in found(&text) {
        let (start, end) = (
            number(&entity, "offset"),
            number(&entity, "offset") + number(&entity, "length"),
        );
        if taken.iter().all(|(from, to)| end <= *from || *to <= start) {
            kept.push(entity);
        }
    }
    kept.sort_by_key(|entity| (number(entity, "offset"), usize::MAX - number(entity, "length")));
    Formatted { text, entities: kept }
}

fn word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Commands and mentions in plain text.
fn found(text: &str) -> Vec<Value> {
    let mut entities = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let run = |from: usize| letters[from..].iter().take_while(|letter| word(**letter)).count();
    let (mut at, mut offset) = (0, 0);
    while at < letters.len() {
        let letter = letters[at];
        let before = at.checked_sub(1).map(|before| letters[before]);
        let free =
            before.is_none_or(|before| !before.is_alphanumeric() && !matches!(before, '_' | '/' | '<' | '>' | '@'));
        let mut length = 1;
        if letter == '/' && free {
            let name = run(at + 1);
            let mut end = at + 1 + name;
            if letters.get(end) == Some(&'@') && (3..=32).contains(&run(end + 1)) {
                end += 1 + run(end + 1);
            }
            let closed = letters
                .get(end)
                .is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '/' | '<' | '>'));
            if (1..=64).contains(&name) && closed {
                length = end - at;
                entities.push(json!({"type": "bot_command", "offset": offset, "length": length}));
            }
        } else if letter == '@' && free && (2..=32).contains(&run(at + 1)) {
            length = 1 + run(at + 1);
            entities.push(json!({"type": "mention", "offset": offset, "length": length}));
        }
        offset += letters[at..at + length]
            .iter()
            .map(|letter| letter.len_utf16())
            .sum::<usize>();
        at += length;
    }
    entities
}

/// A style that was opened and waits for its end.
struct Open {
    tag: String,
    kind: Value,
    at: usize,
}

fn close(open: Open, end: usize, entities: &mut Vec<Value>) {
    let mut entity = open.kind;
    if !entity.is_null() && end > open.at {
        entity["offset"] = json!(open.at);
        entity["length"] = json!(end - open.at);
        entities.push(entity);
    }
}

fn html(source: &str) -> Result<(String, Vec<Value>), String> {
    let (mut text, mut entities, mut stack) = (String::new(), Vec::new(), Vec::<Open>::new());
    let mut at = 0;
    while let Some(letter) = source[at..].chars().next() {
        match letter {
            '&' => {
                let (shown, length) = character(&source[at..]).unwrap_or(('&', 1));
                text.push(shown);
                at += length;
            }
            '<' => {
                let end = source[at..]
                    .find('>')
                    .ok_or_else(|| format!("Unclosed start tag at byte offset {at}"))?;
                let tag = &source[at + 1..at + end];
                if let Some(name) = tag.strip_prefix('/') {
                    let open = stack
                        .pop()
                        .ok_or_else(|| format!("Unexpected end tag at byte offset {at}"))?;
                    let name = name.trim().to_ascii_lowercase();
                    if !name.is_empty() && name != open.tag {
                        let expected = open.tag;
                        return Err(format!(
                            "Unmatched end tag at byte offset {at}, expected \"</{expected}>\", found \"</{name}>\""
                        ));
                    }
                    close(open, units(&text), &mut entities);
                } else {
                    let name = tag.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
                    let kind = start_tag(&name, &tag[name.len().min(tag.len())..])
                        .ok_or_else(|| format!("Unsupported start tag \"{name}\" at byte offset {at}"))?;
                    stack.push(Open {
                        tag: name,
                        kind,
                        at: units(&text),
                    });
                }
                at += end + 1;
            }
            other => {
                text.push(other);
                at += other.len_utf8();
            }
        }
    }
    match stack.pop() {
        Some(open) => Err(format!(
            "Can't find end tag corresponding to start tag \"{}\"",
            open.tag
        )),
        None => Ok((text, entities)),
    }
}

fn start_tag(name: &str, attributes: &str) -> Option<Value> {
    let attribute = |key: &str| {
        let start = attributes.find(&format!("{key}="))? + key.len() + 1;
        let rest = &attributes[start..];
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let value = match quote {
            Some(quote) => rest[1..].split(quote).next()?,
            None => rest.split_whitespace().next()?,
        };
        Some(
            value
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&"),
        )
    };
    Some(match name {
        "b" | "strong" => json!({"type": "bold"}),
        "i" | "em" => json!({"type": "italic"}),
        "u" | "ins" => json!({"type": "underline"}),
        "s" | "strike" | "del" => json!({"type": "strikethrough"}),
        "code" => json!({"type": "code"}),
        "pre" => json!({"type": "pre"}),
        "tg-spoiler" => json!({"type": "spoiler"}),
        "span" if attribute("class").as_deref() == Some("tg-spoiler") => json!({"type": "spoiler"}),
        "blockquote" if attributes.contains("expandable") => json!({"type": "expandable_blockquote"}),
        "blockquote" => json!({"type": "blockquote"}),
        "tg-emoji" => json!({"type": "custom_emoji", "custom_emoji_id": attribute("emoji-id")?}),
        "a" => match attribute("href") {
            Some(url) => json!({"type": "text_link", "url": url}),
            None => Value::Null,
        },
        _ => return None,
    })
}

/// The character that `&…;` stands for and its length in the source; only four names are known to Telegram.
fn character(source: &str) -> Option<(char, usize)> {
    let end = source.find(';').filter(|end| *end <= 10)?;
    let name = &source[1..end];
    let shown = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|shown| *shown != '\0')?
        }
    };
    Some((shown, end + 1))
}

fn markdown(source: &str) -> Result<(String, Vec<Value>), String> {
    const RESERVED: &str = "_*[]()~`>#+-=|{}.!";
    const STYLES: [(&str, &str); 6] = [
        ("||", "spoiler"),
        ("__", "underline"),
        ("*", "bold"),
        ("_", "italic"),
        ("~", "strikethrough"),
        ("```", "pre"),
    ];
    let (mut text, mut entities, mut stack) = (String::new(), Vec::new(), Vec::<Open>::new());
    let (mut at, mut quote) = (0, None::<usize>);
    while let Some(letter) = source[at..].chars().next() {
        let rest = &source[at..];
        let verbatim = stack.last().is_some_and(|open| open.tag.starts_with('`'));
        if letter == '\\'
            && rest[1..]
                .chars()
                .next()
                .is_some_and(|next| next.is_ascii() && !next.is_ascii_alphanumeric())
        {
            text.push_str(&rest[1..2]);
            at += 2;
            continue;
        }
        if letter == '`' {
            let mark = if rest.starts_with("```") { "```" } else { "`" };
            if verbatim && stack.last().is_some_and(|open| open.tag == mark) {
                let open = stack.pop().expect("just looked at");
                close(open, units(&text), &mut entities);
            } else if verbatim {
                text.push('`');
                at += 1;
                continue;
            } else {
                let kind = json!({"type": if mark == "`" { "code" } else { "pre" }});
                stack.push(Open {
                    tag: mark.into(),
                    kind,
                    at: units(&text),
                });
            }
            at += mark.len();
            continue;
        }
        if verbatim || !RESERVED.contains(letter) {
            if letter == '\n'
                && let Some(start) = quote.take_if(|_| !rest.starts_with("\n>"))
            {
                let open = Open {
                    tag: ">".into(),
                    kind: json!({"type": "blockquote"}),
                    at: start,
                };
                close(open, units(&text), &mut entities);
            }
            text.push(letter);
            at += letter.len_utf8();
            continue;
        }
        let line_start = at == 0 || source[..at].ends_with('\n');
        if letter == '>' && line_start {
            quote.get_or_insert(units(&text));
            at += 1;
            continue;
        }
        if letter == '[' {
            stack.push(Open {
                tag: "[".into(),
                kind: Value::Null,
                at: units(&text),
            });
            at += 1;
            continue;
        }
        if letter == ']' && stack.last().is_some_and(|open| open.tag == "[") {
            let mut open = stack.pop().expect("just looked at");
            at += 1;
            if let Some(link) = source[at..].strip_prefix('(') {
                let end = link
                    .find(')')
                    .ok_or_else(|| format!("Can't find end of a URL at byte offset {at}"))?;
                open.kind = json!({"type": "text_link", "url": link[..end].replace('\\', "")});
                at += end + 2;
            }
            close(open, units(&text), &mut entities);
            continue;
        }
        let style = STYLES.iter().find(|(mark, _)| rest.starts_with(mark));
        let Some((mark, kind)) = style else {
            return Err(format!(
                "Character '{letter}' is reserved and must be escaped with the preceding '\\'"
            ));
        };
        if stack.last().is_some_and(|open| open.tag == *mark) {
            let open = stack.pop().expect("just looked at");
            close(open, units(&text), &mut entities);
        } else {
            stack.push(Open {
                tag: (*mark).into(),
                kind: json!({"type": kind}),
                at: units(&text),
            });
        }
        at += mark.len();
    }
    if let Some(start) = quote {
        close(
            Open {
                tag: ">".into(),
                kind: json!({"type": "blockquote"}),
                at: start,
            },
            units(&text),
            &mut entities,
        );
    }
    match stack.pop() {
        Some(open) => Err(format!("Can't find end of the entity starting with \"{}\"", open.tag)),
        None => Ok((text, entities)),
    }
}
