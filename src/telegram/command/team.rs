//! `/team create Red Dragons`, `/team enter k7q2m lineup @ann @bob`: the words behind `/team`, people among them in their order.

use teloxide::types::{MessageEntity, MessageEntityKind};

use super::words::bytes;
use crate::ui::{Foe, TeamAsk};

/// Reads what stands from this byte on; `named` is whom the words name first, or who wrote the message that they answer.
pub(super) fn read(text: &str, from: usize, entities: &[MessageEntity], named: Option<Foe>) -> TeamAsk {
    let mut words = text.to_owned();
    // From the end, so that what is put in moves nothing that is still to be found.
    for entity in entities.iter().rev() {
        let MessageEntityKind::TextMention { user } = &entity.kind else {
            continue;
        };
        if let Some(range) = bytes(text, entity.offset, entity.length).filter(|range| range.start >= from) {
            words.replace_range(range, &format!(" <@{}> ", user.id.0));
        }
    }
    let words: Vec<String> = words[from..].split_whitespace().map(str::to_owned).collect();
    TeamAsk::read(&words, named)
}
