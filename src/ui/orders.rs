//! What moderators can type, in words.

use super::commands::{CommandText, OptionText};
use super::voice::{Voice, say};
use crate::id::Lang;
use crate::words::Words;

/// What moderators can type (`/ginadmin …`) in this language, in the order in which it is shown.
#[must_use]
pub fn admin_commands(lang: Lang) -> Vec<CommandText> {
    let words = Words::new();
    commands_in(Voice::new(&words, lang))
}

/// What the moderators' command is about, in this language.
#[must_use]
pub fn admin_about(lang: Lang) -> String {
    say!(Voice::new(&Words::new(), lang), "command-ginadmin-about")
}

pub(super) fn commands_in(voice: Voice<'_>) -> Vec<CommandText> {
    let command = |name, local, description, options| CommandText {
        name,
        telegram: name,
        local,
        description,
        options,
    };
    let option = |name, local, description| OptionText {
        name,
        local,
        description,
        choices: Vec::new(),
    };
    let id = || option("match", say!(voice, "option-match"), say!(voice, "option-match-about"));
    let reason = || {
        option(
            "reason",
            say!(voice, "option-reason"),
            say!(voice, "option-reason-about"),
        )
    };
    vec![
        command(
            "cancel",
            say!(voice, "command-admin-cancel"),
            say!(voice, "command-admin-cancel-about"),
            vec![id(), reason()],
        ),
        command(
            "void",
            say!(voice, "command-admin-void"),
            say!(voice, "command-admin-void-about"),
            vec![id(), reason()],
        ),
        command(
            "log",
            say!(voice, "command-admin-log"),
            say!(voice, "command-admin-log-about"),
            Vec::new(),
        ),
    ]
}
