//! Text that Discord shows as it is written: no markdown, no mention, no link, no list.

/// Discord's characters with a meaning anywhere in a line.
const ANYWHERE: &[char] = &['\\', '*', '_', '~', '`', '|', '[', ']', '<', '>', '@', '#'];

/// Adds `text` to `out` so that it is shown letter by letter.
pub(super) fn escape_into(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let at_line_start = out.is_empty() || out.ends_with('\n');
        let after = &rest[letter.len_utf8()..];
        if at_line_start && let Some(digits) = list_number(rest) {
            // A numbered list would be numbered anew: two people who share a place would get two places.
            out.push_str(&rest[..digits]);
            out.push_str("\\.");
            rest = &rest[digits + 1..];
            continue;
        }
        match letter {
            '-' | '+' if at_line_start && after.starts_with([' ', '#']) => out.push('\\'),
            // "scheme://" would become a link, a name in it included.
            ':' if after.starts_with("//") => out.push('\\'),
            // "<:name:1>" is covered by "<"; a lone ":name:" is not turned into a picture in a bot's message.
            letter if ANYWHERE.contains(&letter) => out.push('\\'),
            _ => {}
        }
        out.push(letter);
        rest = after;
    }
}

/// The text escaped.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    escape_into(&mut out, text);
    out
}

/// A block of fixed-width text that nothing inside can end.
pub(super) fn block(text: &str) -> String {
    // A look-alike keeps a fence inside from closing the block.
    format!("```\n{}\n```", text.replace("```", "ˋˋˋ"))
}

fn list_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && text[digits..].starts_with(". ")).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_letter_by_letter() {
        for (name, shown) in [
            ("Mara", "Mara"),
            ("_under_score_", r"\_under\_score\_"),
            (
                "**bold** ~~gone~~ ||hidden||",
                r"\*\*bold\*\* \~\~gone\~\~ \|\|hidden\|\|",
            ),
            ("[click](https://evil.example)", r"\[click\](https\://evil.example)"),
            ("@everyone", r"\@everyone"),
            ("<@80351110224678912>", r"\<\@80351110224678912\>"),
            ("`code`", r"\`code\`"),
            (r"trailing\", r"trailing\\"),
            ("# heading", r"\# heading"),
            ("> quote", r"\> quote"),
            ("- item", r"\- item"),
            ("-# small", r"\-\# small"),
            ("a - b", "a - b"),
            ("1. first\n1. shared", "1\\. first\n1\\. shared"),
            ("1.5 points", "1.5 points"),
            ("金拉米 (♠8)", "金拉米 (♠8)"),
        ] {
            assert_eq!(escape(name), shown);
        }
    }

    #[test]
    fn the_start_of_a_line_is_seen_across_pieces() {
        let mut out = String::from("line\n");
        escape_into(&mut out, "- item");
        assert_eq!(out, "line\n\\- item");
    }

    #[test]
    fn nothing_inside_ends_a_block() {
        assert_eq!(block("a``` b"), "```\naˋˋˋ b\n```");
    }
}
