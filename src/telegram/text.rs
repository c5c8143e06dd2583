//! A post's words as Telegram wants them: plain text and entities that count in UTF-16 units, so no name needs escaping.

use teloxide::types::{MessageEntity, MessageEntityKind, User, UserId};
use unicode_segmentation::UnicodeSegmentation;

use crate::id::{Account, Millis, Platform};
use crate::ui::{Span, Text};

/// The longest text of a message, in UTF-16 units (Telegram's limit).
pub(super) const MESSAGE: usize = 4096;
/// The longest caption of a photo, in UTF-16 units (Telegram's limit).
pub(super) const CAPTION: usize = 1024;
/// The longest answer to a callback query (Telegram: 200 characters).
pub(super) const TOAST: usize = 200;

/// Text with its entities, ready to be sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) entities: Vec<MessageEntity>,
}

/// The text, and after it as much of the picture's description as the limit leaves room for.
pub(super) fn write(text: &Text, description: Option<&str>, limit: usize) -> Written {
    let mut page = Page {
        written: Written::default(),
        units: 0,
        limit,
    };
    for span in &text.0 {
        page.span(span);
    }
    // What the text says already is not said twice: a board's lines are its picture's description too.
    let said = |words: &str| words.lines().skip(1).all(|line| page.written.text.contains(line)) && words.contains('\n');
    if let Some(description) = description.filter(|words| !words.is_empty() && !said(words)) {
        // A description of a few letters helps nobody.
        if page.units + 24 < limit {
            if page.units > 0 {
                page.push("\n\n", None);
            }
            page.push(description, None);
        }
    }
    page.written
}

/// At most `limit` UTF-16 units of the text, cut between characters as people count them, with "…" where it was cut.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    if units(text) <= limit {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for piece in text.graphemes(true) {
        used += units(piece);
        if used > limit {
            break;
        }
        kept.push_str(piece);
    }
    kept.push('…');
    kept
}

/// The words of a text without any form.
pub(super) fn plain(text: &Text) -> String {
    write(text, None, usize::MAX).text
}

/// A moment as explicit UTC time: the reader's zone is not known here.
pub(super) fn moment(at: Millis) -> String {
    let minutes = at.0.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let (year, month, day) = civil(days);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC",
        minute / 60,
        minute % 60
    )
}

struct Page {
    written: Written,
    units: usize,
    limit: usize,
}

impl Page {
    fn span(&mut self, span: &Span) {
        match span {
            Span::Plain(words) => self.push(words, None),
            Span::Bold(words) => self.push(words, Some(MessageEntityKind::Bold)),
            Span::Mono(words) => self.push(words, Some(MessageEntityKind::Pre { language: None })),
            Span::Person { account, name } => self.push(name, mention(*account, name)),
            Span::When(at) | Span::At(at) => self.push(&moment(*at), None),
        }
    }

    fn push(&mut self, words: &str, kind: Option<MessageEntityKind>) {
        let room = self.limit - self.units;
        let whole = units(words);
        if whole == 0 || room == 0 {
            return;
        }
        let words = shorten(words, room);
        let length = units(&words);
        if let Some(kind) = kind {
            self.written.entities.push(MessageEntity::new(kind, self.units, length));
        }
        self.written.text.push_str(&words);
        // Once something was cut nothing may follow it.
        self.units = if whole > room { self.limit } else { self.units + length };
    }
}

/// A mention that needs no @username; nothing for a person of another platform.
fn mention(account: Account, name: &str) -> Option<MessageEntityKind> {
    if account.platform != Platform::Telegram {
        return None;
    }
    let id = u64::try_from(account.user).ok()?;
    let user = User {
        id: UserId(id),
        is_bot: false,
        first_name: name.to_owned(),
        last_name: None,
        username: None,
        language_code: None,
        is_premium: false,
        added_to_attachment_menu: false,
    };
    Some(MessageEntityKind::TextMention { user })
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Year, month and day of a day counted from 1970-01-01 (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Span {
        Span::Person {
            account: Account {
                platform: Platform::Telegram,
                user: 7,
            },
            name: name.to_owned(),
        }
    }

    /// What a client would show for an entity: the UTF-16 slice it covers.
    fn covered(written: &Written, entity: &MessageEntity) -> String {
        let wide: Vec<u16> = written.text.encode_utf16().collect();
        String::from_utf16(&wide[entity.offset..entity.offset + entity.length]).unwrap()
    }

    #[test]
    fn entities_cover_their_words_after_wide_characters() {
        let text = Text(vec![
            Span::Plain("🂡 金胡 ".to_owned()),
            Span::Bold("Żółć 🎉".to_owned()),
            Span::Plain(" · ".to_owned()),
            person("a_b*c<&>\\"),
            Span::Mono("4♥︎ 5♥︎".to_owned()),
        ]);
        let written = write(&text, None, MESSAGE);
        assert_eq!(written.text, "🂡 金胡 Żółć 🎉 · a_b*c<&>\\4♥︎ 5♥︎");
        let shown: Vec<String> = written
            .entities
            .iter()
            .map(|entity| covered(&written, entity))
            .collect();
        assert_eq!(shown, ["Żółć 🎉", "a_b*c<&>\\", "4♥︎ 5♥︎"]);
        assert!(matches!(&written.entities[1].kind, MessageEntityKind::TextMention { user } if user.id == UserId(7)));
    }

    #[test]
    fn a_caption_takes_the_description_as_far_as_it_fits() {
        let text = Text(vec![Span::Plain("Your hand".to_owned())]);
        let short = write(&text, Some("Run: 4, 5, 6 of hearts."), CAPTION);
        assert_eq!(short.text, "Your hand\n\nRun: 4, 5, 6 of hearts.");
        let long = write(&text, Some(&"🎴".repeat(2000)), CAPTION);
        assert!(units(&long.text) <= CAPTION, "{}", units(&long.text));
        assert!(long.text.ends_with('…'));
        let full = Text(vec![Span::Plain("x".repeat(1020))]);
        assert_eq!(write(&full, Some("too late"), CAPTION).text.len(), 1020);
    }

    #[test]
    fn a_long_text_is_cut_and_its_entities_with_it() {
        let text = Text(vec![
            Span::Plain("é".repeat(1000)),
            Span::Bold("👨‍👩‍👧".repeat(20)),
            Span::Bold("gone".to_owned()),
        ]);
        let written = write(&text, None, CAPTION);
        assert!(units(&written.text) <= CAPTION);
        for entity in &written.entities {
            assert!(entity.offset + entity.length <= units(&written.text));
        }
        assert!(written.text.trim_end_matches('…').ends_with("👨‍👩‍👧"));
    }

    #[test]
    fn people_of_other_platforms_are_named_not_mentioned() {
        let text = Text(vec![Span::Person {
            account: Account {
                platform: Platform::Discord,
                user: 7,
            },
            name: "Mara".to_owned(),
        }]);
        assert_eq!(
            write(&text, None, MESSAGE),
            Written {
                text: "Mara".to_owned(),
                entities: Vec::new()
            }
        );
    }

    #[test]
    fn moments_are_written_in_full() {
        for (millis, words) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_798_761_599_999, "2026-12-31 23:59 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
        ] {
            assert_eq!(moment(Millis(millis)), words);
        }
    }
}
