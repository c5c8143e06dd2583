//! Names as others see them: cleaned, short, and told apart.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use super::Span;
use crate::id::{Account, PlayerId};

/// The longest name in letters as a reader counts them; a longer one ends in `…`.
pub(super) const LONGEST: usize = 32;

/// The most characters in it: a letter may be made of several, and some scripts join any number into one.
const MOST: usize = 96;

/// A person or the computer, ready to be named.
#[derive(Clone)]
pub(super) struct Face {
    /// `None` for the computer.
    pub(super) player: Option<PlayerId>,
    /// The account on the platform where the name will stand.
    pub(super) account: Option<Account>,
    /// The unique user name.
    pub(super) handle: Option<String>,
    /// The cleaned name; not isolated.
    pub(super) name: String,
}

impl Face {
    /// The name inside a sentence.
    pub(super) fn said(&self) -> String {
        isolated(&self.name)
    }

    /// The name as a piece of its own, linked to the account where there is one.
    pub(super) fn span(&self) -> Span {
        match self.account {
            Some(account) => Span::Person {
                account,
                name: self.said(),
            },
            None => Span::Plain(self.said()),
        }
    }
}

/// Tells identical names apart: by the user name, else by the end of the player's number.
pub(super) fn tell_apart(faces: &mut [Face]) {
    let names: Vec<String> = faces.iter().map(|face| face.name.to_lowercase()).collect();
    let twins: Vec<bool> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            names
                .iter()
                .enumerate()
                .any(|(other, twin)| other != at && twin == name && faces[other].player != faces[at].player)
        })
        .collect();
    for (face, twin) in faces.iter_mut().zip(twins) {
        if !twin {
            continue;
        }
        match (&face.handle, face.player) {
            (Some(handle), _) if !handle.is_empty() => face.name = format!("{} (@{handle})", face.name),
            (_, Some(player)) => face.name = format!("{} #{:04}", face.name, player.0.rem_euclid(10_000)),
            (_, None) => {}
        }
    }
    // The same user name on two platforms is no user name of one person.
    let names: Vec<String> = faces.iter().map(|face| face.name.to_lowercase()).collect();
    for at in 1..faces.len() {
        let twin = names[..at].contains(&names[at]) && faces[..at].iter().all(|face| face.player != faces[at].player);
        if let (true, Some(player)) = (twin, faces[at].player) {
            faces[at].name = format!("{} #{:04}", faces[at].name, player.0.rem_euclid(10_000));
        }
    }
}

/// A name without anything that could disturb a line: no control, bidi, zero-width, private or blank letters, at most two marks
/// on a letter, single spaces, at most [`LONGEST`] letters and [`MOST`] characters. Empty when nothing is left.
pub(super) fn clean(name: &str) -> String {
    let text = tidy(name);
    if text.graphemes(true).count() <= LONGEST && text.chars().count() <= MOST {
        return text;
    }
    let mut short = String::new();
    for letter in text.graphemes(true).take(LONGEST - 1) {
        if short.chars().count() + letter.chars().count() >= MOST {
            break;
        }
        short.push_str(letter);
    }
    if short.is_empty() {
        short.extend(text.chars().take(MOST - 1));
    }
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// The same without the limit: a text of one line that looks the same wherever it is copied to.
pub(super) fn tidy(name: &str) -> String {
    let mut text = String::new();
    let mut marks = 0;
    for letter in name.nfc() {
        if letter.is_whitespace() {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            continue;
        }
        if letter.is_control() || invisible(letter) {
            continue;
        }
        if is_combining_mark(letter) {
            marks += 1;
            if marks > 2 || text.is_empty() {
                continue;
            }
        } else {
            marks = 0;
        }
        text.push(letter);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The name wrapped in isolation marks when it holds letters written from right to left, so that what stands beside it stays
/// in its place.
pub(super) fn isolated(name: &str) -> String {
    if name.chars().any(right_to_left) {
        format!("\u{2068}{name}\u{2069}")
    } else {
        name.to_owned()
    }
}

fn right_to_left(letter: char) -> bool {
    matches!(u32::from(letter),
        0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
}

fn invisible(letter: char) -> bool {
    matches!(u32::from(letter),
        0x00AD | 0x034F | 0x061C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164 | 0xE000..=0xF8FF | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB
        | 0xE0000..=0x10FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_disturbs_a_line() {
        for (dirty, clean_name) in [
            ("Mara", "Mara"),
            ("  Mara \n\t  K. ", "Mara K."),
            ("Ma\u{202E}ra\u{200B}", "Mara"),
            ("\u{3164}\u{2800}", ""),
            ("a\u{0300}\u{0301}\u{0302}\u{0303}\u{0304}", "à\u{0301}\u{0302}"),
            ("@everyone <b>*_`", "@everyone <b>*_`"),
            ("金拉米", "金拉米"),
        ] {
            assert_eq!(clean(dirty), clean_name, "{dirty:?}");
        }
        assert_eq!(clean(&"x".repeat(32)), "x".repeat(32));
        assert_eq!(clean(&"é".repeat(40)), format!("{}…", "é".repeat(31)));
        // Leading consonants of Hangul are one letter however many there are.
        assert_eq!(clean(&"\u{1100}".repeat(10_000)), format!("{}…", "\u{1100}".repeat(95)));
        assert_eq!(clean(&format!("Mara{}", "\u{1100}".repeat(10_000))), "Mara…");
        let marked = "a\u{0323}\u{0331}".repeat(32);
        assert_eq!(clean(&marked), marked.nfc().collect::<String>());
    }

    #[test]
    fn a_right_to_left_name_is_isolated() {
        assert_eq!(isolated("Mara"), "Mara");
        assert_eq!(isolated("دانا"), "\u{2068}دانا\u{2069}");
    }

    #[test]
    fn twins_get_their_handle_or_a_number() {
        let face = |player, handle: Option<&str>, name: &str| Face {
            player: Some(PlayerId(player)),
            account: None,
            handle: handle.map(str::to_owned),
            name: name.to_owned(),
        };
        let mut faces = [
            face(1, Some("mara"), "Mara"),
            face(120_034, None, "mara"),
            face(3, None, "Tomasz"),
        ];
        tell_apart(&mut faces);
        assert_eq!(faces.map(|face| face.name), ["Mara (@mara)", "mara #0034", "Tomasz"]);
        // One is of Discord, the other of Telegram.
        let mut faces = [face(1, Some("mara"), "Mara"), face(120_034, Some("mara"), "Mara")];
        tell_apart(&mut faces);
        assert_eq!(faces.map(|face| face.name), ["Mara (@mara)", "Mara (@mara) #0034"]);
    }
}
