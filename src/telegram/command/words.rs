//! The words after a command, and whom they name.

use teloxide::types::{MessageEntity, MessageEntityKind, User};

use super::Scene;
use crate::id::{Account, Platform};
use crate::ui::Foe;

/// The words after the command, and whom they name.
#[derive(Default)]
pub(super) struct Words {
    pub(super) plain: Vec<String>,
    pub(super) foe: Option<Foe>,
    /// Whom the second word names: in `/ginadmin block @bob for insulting @anna` that is who is meant, and nobody else.
    pub(super) second: Option<Foe>,
    /// All whom the words name, in their order.
    pub(super) people: Vec<Foe>,
}

impl Words {
    /// The words from this byte on, of a message to the bot with this @name.
    pub(super) fn split(text: &str, from: usize, entities: &[MessageEntity], me: &str) -> Words {
        let mut rest = text.to_owned();
        let (mut foe, mut second) = (None, None);
        let mut people: Vec<(usize, Foe)> = Vec::new();
        // A mention of a person without a @name: its words are a name and could be anything, so they are taken out.
        for entity in entities {
            let MessageEntityKind::TextMention { user } = &entity.kind else {
                continue;
            };
            let Some(range) = bytes(text, entity.offset, entity.length) else {
                continue;
            };
            if range.start < from {
                continue;
            }
            foe.get_or_insert_with(|| person(user, me));
            people.push((range.start, person(user, me)));
            if text[from..range.start].split_whitespace().count() == 1 {
                second.get_or_insert_with(|| person(user, me));
            }
            rest.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let mut plain = Vec::new();
        for (number, word) in rest[from..].split_whitespace().enumerate() {
            match word.strip_prefix('@') {
                Some(name) => {
                    let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if !name.is_empty() {
                        let at = word.as_ptr().addr() - rest.as_ptr().addr();
                        people.push((at, handle(&name, me)));
                        foe.get_or_insert_with(|| handle(&name, me));
                        if number == 1 {
                            second.get_or_insert_with(|| handle(&name, me));
                        }
                    }
                }
                None => plain.push(word.to_owned()),
            }
        }
        people.sort_by_key(|(at, _)| *at);
        let people = people.into_iter().map(|(_, foe)| foe).collect();
        Words {
            plain,
            foe,
            second,
            people,
        }
    }
}

fn handle(name: &str, me: &str) -> Foe {
    if name.eq_ignore_ascii_case(me) {
        Foe::Computer
    } else {
        Foe::Handle(name.to_lowercase())
    }
}

/// Whom a moderator means: named right behind the order, else whose message they answer. A name in the reason is nobody's.
pub(super) fn meant(words: &Words, scene: Scene<'_>) -> Option<Foe> {
    let answered = || Some(person(scene.answered?, scene.me));
    words.second.clone().or_else(answered)
}

/// Whom the words name first, else whose message they answer.
pub(super) fn first_named(words: &Words, scene: Scene<'_>) -> Option<Foe> {
    let answered = || Some(person(scene.answered?, scene.me));
    words.foe.clone().or_else(answered)
}

/// A person, this bot (the computer plays) or some other bot.
pub(super) fn person(user: &User, me: &str) -> Foe {
    if user
        .username
        .as_deref()
        .is_some_and(|name| name.eq_ignore_ascii_case(me))
    {
        return Foe::Computer;
    }
    match i64::try_from(user.id.0) {
        Ok(id) if !user.is_bot => Foe::Person {
            account: Account {
                platform: Platform::Telegram,
                user: id,
            },
            name: user.full_name(),
            handle: user.username.as_ref().map(|name| name.to_lowercase()),
        },
        _ => Foe::Bot,
    }
}

/// The bytes that a range of UTF-16 units covers.
pub(super) fn bytes(text: &str, offset: usize, length: usize) -> Option<std::ops::Range<usize>> {
    let at = |units: usize| {
        let mut seen = 0;
        for (byte, letter) in text.char_indices() {
            if seen >= units {
                return Some(byte);
            }
            seen += letter.len_utf16();
        }
        (seen >= units).then_some(text.len())
    };
    Some(at(offset)?..at(offset.checked_add(length)?)?)
}

/// A whole number; one too large for any rule stays too large, so that it is refused as one.
pub(super) fn whole(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if word.starts_with('-') { -size } else { size })
}

/// `hands=3` and `target:100` are two words; `3局` is a number and its word.
pub(super) fn pieces(word: &str) -> Vec<String> {
    if let Some((name, value)) = word.split_once(['=', ':', '：']) {
        return [name, value]
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .map(str::to_owned)
            .collect();
    }
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match word.split_at(digits) {
        (number, counted @ ("局" | "手" | "把")) if !number.is_empty() => {
            vec![number.to_owned(), counted.to_owned()]
        }
        _ => vec![word.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{GROUP, asked, user};
    use super::super::{Spoken, read};
    use super::*;
    use crate::ui::Ask;

    /// C-057, C-061: a mention without @name carries the person; the name's own words mean nothing.
    #[test]
    fn a_name_made_of_command_words_is_only_a_name() {
        let text = "/challenge 🎴 target 9 computer classic";
        let named = user(9, "🎴 target 9 computer", None, false);
        let entity = MessageEntity::text_mention(named, 11, "🎴 target 9 computer".encode_utf16().count());
        let Spoken::Ask(Ask::Challenge(challenge)) = read(text, &[entity], GROUP) else {
            panic!()
        };
        assert!(matches!(challenge.opponent, Foe::Person { account, .. } if account.user == 9));
        assert_eq!(
            (challenge.rules.as_deref(), challenge.target, challenge.mode),
            (Some("classic"), None, None)
        );
    }

    #[test]
    fn a_range_outside_the_text_is_no_panic() {
        let entity = MessageEntity::text_mention(user(9, "x", None, false), 11, usize::MAX);
        let far = MessageEntity::text_mention(user(9, "x", None, false), 500, 3);
        assert_eq!(asked("/challenge", GROUP).opponent, Foe::Anyone);
        let Spoken::Ask(Ask::Challenge(challenge)) = read("/challenge x", &[entity, far], GROUP) else {
            panic!()
        };
        assert_eq!(challenge.opponent, Foe::Anyone);
    }
}
