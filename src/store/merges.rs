//! Players who became another player: what stands in the logs under the old number is read under the new one.

use std::borrow::Cow;
use std::collections::HashMap;

use sqlx::{Executor, SqliteConnection};

use super::{StoreError, int, statements as sql};
use crate::id::PlayerId;

/// Old numbers, each with the new one; never a chain.
#[derive(Clone, Debug, Default)]
pub(super) struct Merges(HashMap<i64, i64>);

impl Merges {
    /// All that are stored.
    pub(super) async fn load(connection: &mut SqliteConnection) -> Result<Merges, StoreError> {
        let rows = connection.fetch_all(sql::MERGES.sql).await?;
        let pair = |row| Ok::<_, StoreError>((int(row, 0)?, int(row, 1)?));
        Ok(Merges(rows.iter().map(pair).collect::<Result<_, _>>()?))
    }

    /// The same with one more.
    pub(super) fn with(&self, old: PlayerId, new: PlayerId) -> Merges {
        let mut all = self.0.clone();
        for known in all.values_mut().filter(|known| **known == old.0) {
            *known = new.0;
        }
        all.insert(old.0, new.0);
        Merges(all)
    }

    /// Who this player is today.
    pub(super) fn today(&self, player: PlayerId) -> PlayerId {
        PlayerId(self.0.get(&player.0).copied().unwrap_or(player.0))
    }

    /// The numbers in a fact that belong to somebody who became, or whom somebody became.
    pub(super) fn named(&self, body: &str) -> Vec<i64> {
        let numbers = body.split(|letter: char| !letter.is_ascii_digit());
        let numbers = numbers.filter_map(|text| text.parse().ok());
        numbers
            .filter(|number| self.0.contains_key(number) || self.0.values().any(|new| new == number))
            .collect()
    }

    /// A fact with every old number replaced. Ids of all kinds come from one counter, so a number says by itself whom it
    /// means; what people wrote stands in strings and stays, and only a whole string in front of a colon is a key.
    pub(super) fn read<'a>(&self, body: &'a str) -> Cow<'a, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(body);
        }
        let mut out: Option<String> = None;
        let (bytes, mut copied, mut at) = (body.as_bytes(), 0, 0);
        while at < bytes.len() {
            let begin = at;
            let (from, to) = match bytes[at] {
                b'"' => {
                    at += 1;
                    let inside = at;
                    while at < bytes.len() && bytes[at] != b'"' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    let end = at.min(bytes.len());
                    at = end + 1;
                    if bytes.get(at) != Some(&b':') {
                        continue;
                    }
                    (inside, end)
                }
                b'0'..=b'9' => {
                    while at < bytes.len() && bytes[at].is_ascii_digit() {
                        at += 1;
                    }
                    (begin, at)
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            let number: Option<i64> = body.get(from..to).and_then(|text| text.parse().ok());
            if let Some(new) = number.and_then(|number| self.0.get(&number)) {
                let text = out.get_or_insert_with(String::new);
                text.push_str(&body[copied..from]);
                text.push_str(&new.to_string());
                copied = to;
            }
        }
        match out {
            None => Cow::Borrowed(body),
            Some(mut text) => {
                text.push_str(&body[copied..]);
                Cow::Owned(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_numbers_are_read_as_new_ones_and_words_stay() {
        let none = Merges::default();
        let merges = none.with(PlayerId(41), PlayerId(7)).with(PlayerId(7), PlayerId(5));
        for (body, read) in [
            (r#"{"declined":{"by":41}}"#, r#"{"declined":{"by":5}}"#),
            (r#"{"a":[7,17,411,41],"b":-3}"#, r#"{"a":[5,17,411,5],"b":-3}"#),
            (r#"{"41":2,"x41":41}"#, r#"{"5":2,"x41":5}"#),
            (
                r#"{"words":"41","w":"say \"41\": 41"}"#,
                r#"{"words":"41","w":"say \"41\": 41"}"#,
            ),
            (r#"{"open":"41"#, r#"{"open":"41"#),
            ("", ""),
        ] {
            assert_eq!(merges.read(body), read);
            assert!(matches!(none.read(body), Cow::Borrowed(_)));
        }
        assert_eq!(merges.today(PlayerId(41)), PlayerId(5));
        assert_eq!(merges.today(PlayerId(6)), PlayerId(6));
    }
}
