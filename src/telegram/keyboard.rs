//! A post's rows as an inline keyboard.

use teloxide::types::{InlineKeyboardButton, InlineKeyboardMarkup};
use url::Url;

use super::text::shorten;
use crate::ui::{Button, Press, Row};

/// The longest data of a button, in bytes (Telegram's limit).
const DATA: usize = 64;
/// A label longer than this, in UTF-16 units, is cut by the phone anyway.
const LABEL: usize = 64;
/// Labels up to so many UTF-16 units share a row so many at a time: a phone shows about 40 in a row.
const BESIDE: [(usize, usize); 2] = [(8, 4), (16, 2)];

/// Buttons that need up to so many columns together stay in one row; a Chinese letter takes two.
const WIDE: usize = 36;

/// The keyboard of these rows; `None` when there is nothing to press.
pub(super) fn keyboard(rows: &[Row]) -> Option<InlineKeyboardMarkup> {
    let rows: Vec<Vec<InlineKeyboardButton>> = rows.iter().flat_map(lines).filter(|line| !line.is_empty()).collect();
    (!rows.is_empty()).then(|| InlineKeyboardMarkup::new(rows))
}

/// A select is a list elsewhere; here each of its options is a button, as many beside each other as stay readable.
fn lines(row: &Row) -> Vec<Vec<InlineKeyboardButton>> {
    match row {
        Row::Buttons(buttons) => {
            // All buttons of a row get the same width.
            let widest = buttons.iter().map(|button| columns(&button.label)).max().unwrap_or(0);
            let beside = if widest * buttons.len() <= WIDE {
                buttons.len()
            } else {
                2
            };
            let buttons: Vec<InlineKeyboardButton> = buttons.iter().filter_map(button).collect();
            buttons
                .chunks(beside.max(1))
                .map(<[InlineKeyboardButton]>::to_vec)
                .collect()
        }
        Row::Select { options, .. } => {
            let widest = options
                .iter()
                .map(|(label, _)| label.encode_utf16().count())
                .max()
                .unwrap_or(0);
            let beside = BESIDE
                .iter()
                .find(|(width, _)| widest <= *width)
                .map_or(1, |(_, beside)| *beside);
            let buttons: Vec<InlineKeyboardButton> = options
                .iter()
                .filter_map(|(label, token)| callback(label, token))
                .collect();
            buttons.chunks(beside).map(<[InlineKeyboardButton]>::to_vec).collect()
        }
    }
}

fn columns(label: &str) -> usize {
    label
        .chars()
        .map(|letter| if u32::from(letter) >= 0x2E80 { 2 } else { 1 })
        .sum()
}

fn button(button: &Button) -> Option<InlineKeyboardButton> {
    match &button.press {
        Press::Token(token) => callback(&button.label, token),
        Press::Link(link) => Some(InlineKeyboardButton::url(
            shorten(&button.label, LABEL),
            Url::parse(link).ok()?,
        )),
    }
}

/// One button that Telegram would refuse must not cost the whole message.
fn callback(label: &str, token: &str) -> Option<InlineKeyboardButton> {
    if token.is_empty() || token.len() > DATA {
        tracing::error!(bytes = token.len(), "a button's token does not fit");
        return None;
    }
    Some(InlineKeyboardButton::callback(shorten(label, LABEL), token))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::Style;

    fn press(label: &str, token: &str) -> Button {
        Button {
            label: label.to_owned(),
            press: Press::Token(token.to_owned()),
            style: Style::Primary,
        }
    }

    #[test]
    fn rows_stay_rows_and_selects_become_buttons() {
        let link = Button {
            label: "Open".to_owned(),
            press: Press::Link("https://t.me/gin_bot?start=t1".to_owned()),
            style: Style::Success,
        };
        let options = (0..7)
            .map(|n| (format!("Knock K♣ ({n})"), format!("1.a.b.{n}")))
            .collect();
        let rows = [
            Row::Buttons(vec![press("Stock", "1.a.b.c"), press("Take 8♠", "1.a.b.d")]),
            Row::Select {
                id: "knock".to_owned(),
                prompt: "Knock".to_owned(),
                options,
            },
            Row::Buttons(vec![link]),
            // On a phone three of these side by side would lose their ends.
            Row::Buttons(vec![
                press("米胡 10♥（10）", "1.a.b.e"),
                press("米胡 9♥（9）", "1.a.b.f"),
                press("金胡 K♥", "1.a.b.g"),
            ]),
            Row::Buttons(vec![]),
        ];
        let shape: Vec<usize> = keyboard(&rows).unwrap().inline_keyboard.iter().map(Vec::len).collect();
        assert_eq!(shape, [2, 2, 2, 2, 1, 1, 2, 1]);
    }

    #[test]
    fn a_button_that_would_be_refused_is_left_out() {
        let long = "x".repeat(65);
        let bad = Button {
            label: "?".to_owned(),
            press: Press::Link("not a link".to_owned()),
            style: Style::Primary,
        };
        assert!(keyboard(&[Row::Buttons(vec![press("a", &long), bad])]).is_none());
        assert!(keyboard(&[]).is_none());
    }
}
