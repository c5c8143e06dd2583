//! What moderators can type, in words.

use super::commands::{ChoiceText, CommandText, OptionText};
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
    let command = CommandText::behind;
    let option = OptionText::of;
    let id = || option("match", say!(voice, "option-match"), say!(voice, "option-match-about"));
    let reason = || {
        option(
            "reason",
            say!(voice, "option-reason"),
            say!(voice, "option-reason-about"),
        )
    };
    let player = || {
        option(
            "player",
            say!(voice, "option-player"),
            say!(voice, "option-player-about"),
        )
    };
    let choices = |name, values: [(&'static str, String); 2]| OptionText {
        choices: values
            .into_iter()
            .map(|(value, local)| ChoiceText { value, local })
            .collect(),
        ..option(name, say!(voice, "option-set"), say!(voice, "option-set-about"))
    };
    let circle = || {
        let values = [
            ("everybody", say!(voice, "choice-everybody")),
            ("admins", say!(voice, "choice-admins")),
        ];
        let choices = values.into_iter().map(|(value, local)| ChoiceText { value, local });
        choices.collect::<Vec<_>>()
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
        command(
            "block",
            say!(voice, "command-admin-block"),
            say!(voice, "command-admin-block-about"),
            vec![player(), reason()],
        ),
        command(
            "unblock",
            say!(voice, "command-admin-unblock"),
            say!(voice, "command-admin-unblock-about"),
            vec![player()],
        ),
        command(
            "channel",
            say!(voice, "command-admin-channel"),
            say!(voice, "command-admin-channel-about"),
            vec![choices(
                "where",
                [("here", say!(voice, "choice-here")), ("off", say!(voice, "choice-off"))],
            )],
        ),
        command(
            "threads",
            say!(voice, "command-admin-threads"),
            say!(voice, "command-admin-threads-about"),
            vec![choices(
                "set",
                [("on", say!(voice, "choice-on")), ("off", say!(voice, "choice-off"))],
            )],
        ),
        command(
            "zone",
            say!(voice, "command-admin-zone"),
            say!(voice, "command-admin-zone-about"),
            vec![option(
                "zone",
                say!(voice, "option-zone"),
                say!(voice, "option-zone-about"),
            )],
        ),
        command(
            "limits",
            say!(voice, "command-admin-limits"),
            say!(voice, "command-admin-limits-about"),
            vec![
                option(
                    "channel",
                    say!(voice, "option-per-channel"),
                    say!(voice, "option-per-channel-about"),
                ),
                option(
                    "player",
                    say!(voice, "option-per-player"),
                    say!(voice, "option-per-player-about"),
                ),
            ],
        ),
        season(voice),
        command(
            "absent",
            say!(voice, "command-admin-absent"),
            say!(voice, "command-admin-absent-about"),
            vec![choices(
                "set",
                [
                    ("hide", say!(voice, "choice-hide")),
                    ("show", say!(voice, "choice-show")),
                ],
            )],
        ),
        command(
            "events",
            say!(voice, "command-admin-events"),
            say!(voice, "command-admin-events-about"),
            vec![
                OptionText {
                    choices: circle(),
                    ..option("who", say!(voice, "option-set"), say!(voice, "option-set-about"))
                },
                option("role", say!(voice, "option-role"), say!(voice, "option-role-about")),
                OptionText {
                    choices: circle(),
                    ..option(
                        "guests",
                        say!(voice, "option-guests"),
                        say!(voice, "option-guests-about"),
                    )
                },
            ],
        ),
        command(
            "teams",
            say!(voice, "command-admin-teams"),
            say!(voice, "command-admin-teams-about"),
            vec![OptionText {
                choices: circle(),
                ..option("who", say!(voice, "option-set"), say!(voice, "option-set-about"))
            }],
        ),
        command(
            "language",
            say!(voice, "command-language"),
            say!(voice, "command-admin-language-about"),
            vec![OptionText {
                choices: Lang::ALL
                    .iter()
                    .map(|&lang| ChoiceText {
                        value: lang.tag(),
                        local: say!(Voice { lang, ..voice }, "language-name"),
                    })
                    .collect(),
                ..option(
                    "language",
                    say!(voice, "option-language"),
                    say!(voice, "option-language-about"),
                )
            }],
        ),
        command(
            "permissions",
            say!(voice, "command-admin-permissions"),
            say!(voice, "command-admin-permissions-about"),
            Vec::new(),
        ),
        command(
            "settings",
            say!(voice, "command-settings"),
            say!(voice, "command-admin-settings-about"),
            Vec::new(),
        ),
    ]
}

fn season(voice: Voice<'_>) -> CommandText {
    let option = OptionText::among;
    CommandText {
        name: "season",
        telegram: "season",
        local: say!(voice, "command-admin-season"),
        description: say!(voice, "command-admin-season-about"),
        options: vec![
            option(
                "do",
                say!(voice, "option-season-do"),
                say!(voice, "option-season-do-about"),
                vec![
                    ("start", say!(voice, "choice-start")),
                    ("end", say!(voice, "choice-end")),
                    ("roll", say!(voice, "choice-roll")),
                    ("list", say!(voice, "choice-list")),
                ],
            ),
            option(
                "name",
                say!(voice, "option-season-name"),
                say!(voice, "option-season-name-about"),
                Vec::new(),
            ),
            option(
                "calendar",
                say!(voice, "option-calendar"),
                say!(voice, "option-calendar-about"),
                vec![
                    ("open", say!(voice, "choice-open")),
                    ("weekly", say!(voice, "choice-weekly")),
                    ("monthly", say!(voice, "choice-monthly")),
                    ("quarterly", say!(voice, "choice-quarterly")),
                    ("yearly", say!(voice, "choice-yearly")),
                ],
            ),
        ],
    }
}
