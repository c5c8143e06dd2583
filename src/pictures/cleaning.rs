use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How many characters of a text are looked at: more than fit on a line in any script.
const LONGEST: usize = 240;
/// How many marks may stand on one letter; no living script needs more.
const MOST_MARKS: usize = 3;

/// What a text may keep beyond its letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trust {
    /// Somebody's name: nothing that could reach beyond it.
    Name,
    /// A sentence of the program: the marks that isolate a name in it keep their meaning.
    Sentence,
}

/// The drawable part of a text: composed, on one line, without control characters, bidi overrides, letters no font has, and
/// without towers of marks. `None` stands for "nothing left although something was there".
pub fn clean(text: &str, trust: Trust, drawable: impl Fn(char) -> bool) -> Option<String> {
    let mut kept = String::new();
    let mut marks = 0;
    let mut isolates = 0_usize;
    let mut keep = |letter: char, kept: &mut String| {
        if is_combining_mark(letter) {
            marks += 1;
            // A mark needs a letter to stand on.
            if marks > MOST_MARKS || kept.is_empty() || kept.ends_with(' ') {
                return;
            }
        } else {
            marks = 0;
        }
        kept.push(letter);
    };
    for letter in text.chars().take(LONGEST).nfc() {
        match letter {
            '\u{2066}'..='\u{2068}' if trust == Trust::Sentence => {
                isolates += 1;
                kept.push(letter);
            }
            '\u{2069}' if trust == Trust::Sentence && isolates > 0 => {
                isolates -= 1;
                kept.push(letter);
            }
            // Joiners shape Arabic and Indic letters; anywhere else they only hide.
            '\u{200C}' | '\u{200D}' => {
                if kept.chars().next_back().is_some_and(joins) {
                    kept.push(letter);
                }
            }
            _ if letter.is_whitespace() || letter.is_control() => {
                if !kept.is_empty() && !kept.ends_with(' ') {
                    keep(' ', &mut kept);
                }
            }
            _ if drawable(letter) => keep(letter, &mut kept),
            // Letters in fancy dress, 𝓜 or ⓜ, are drawn plain.
            _ => letter
                .nfkc()
                .filter(|&plain| plain != letter && drawable(plain))
                .for_each(|l| keep(l, &mut kept)),
        }
    }
    kept.extend(std::iter::repeat_n('\u{2069}', isolates));
    kept.truncate(kept.trim_end_matches([' ', '\u{200C}', '\u{200D}']).len());
    let empty = kept.chars().all(isolate);
    if empty {
        text.is_empty().then(String::new)
    } else {
        Some(kept)
    }
}

/// A mark that isolates a stretch of text; it has no shape of its own.
pub fn isolate(letter: char) -> bool {
    ('\u{2066}'..='\u{2069}').contains(&letter)
}

/// Letters of the scripts in which a joiner changes the shape: Arabic and the Indic ones.
fn joins(letter: char) -> bool {
    ('\u{600}'..='\u{7FF}').contains(&letter) || ('\u{900}'..='\u{DFF}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<String> {
        clean(text, Trust::Name, |letter| {
            !letter.is_control()
                && !('\u{1F000}'..'\u{20000}').contains(&letter)
                && !('\u{2000}'..'\u{2070}').contains(&letter)
        })
    }

    #[test]
    fn what_could_reach_beyond_a_name_is_gone() {
        assert_eq!(
            name("Ma\u{202E}ra\u{2069}\u{200F}\n\t B\u{7}").as_deref(),
            Some("Mara B")
        );
        assert_eq!(
            name("Z\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}a").as_deref(),
            Some("\u{179}\u{301}\u{301}\u{301}a")
        );
        assert_eq!(name("さくら🌸").as_deref(), Some("さくら"));
        assert_eq!(name("🌸 🌸"), None);
        assert_eq!(name("").as_deref(), Some(""));
        assert_eq!(name(&"x".repeat(10_000)).map(|kept| kept.len()), Some(LONGEST));
    }

    #[test]
    fn a_sentence_keeps_its_isolates_and_closes_them() {
        let kept = clean("\u{2069}\u{2068}Mara", Trust::Sentence, |letter| letter.is_alphabetic());
        assert_eq!(kept.as_deref(), Some("\u{2068}Mara\u{2069}"));
    }
}
