//! What one can type: the words for registering commands, and the help.

use super::Text;
use super::ranking::{board_words, stats_words};
use super::voice::{Lines, Voice, say};
use crate::gin::Preset;
use crate::id::{Lang, Platform};
use crate::words::Words;

/// A command in one language, for registration and for the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandText {
    /// The name on Discord (under `gin`), the same in every language.
    pub name: &'static str,
    /// The name on Telegram, the same in every language.
    pub telegram: &'static str,
    /// The name in this language: lower case, at most 32 letters, no spaces (Discord's limits).
    pub local: String,
    /// What it does, at most 100 letters (Discord's limit; Telegram's is 256).
    pub description: String,
    /// What it takes.
    pub options: Vec<OptionText>,
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionText {
    /// The name, the same in every language.
    pub name: &'static str,
    /// The name in this language.
    pub local: String,
    /// What it is, at most 100 letters.
    pub description: String,
    /// The values it can have; none: anything.
    pub choices: Vec<ChoiceText>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceText {
    /// The value, the same in every language.
    pub value: &'static str,
    /// The value in this language.
    pub local: String,
}

impl CommandText {
    /// One that stands behind another command and is called the same on every platform.
    pub(super) fn behind(
        name: &'static str,
        local: String,
        description: String,
        options: Vec<OptionText>,
    ) -> CommandText {
        CommandText {
            name,
            telegram: name,
            local,
            description,
            options,
        }
    }
}

impl OptionText {
    /// One that takes anything.
    pub(super) fn of(name: &'static str, local: String, description: String) -> OptionText {
        OptionText::among(name, local, description, Vec::new())
    }

    /// One that takes one of these values, where there are any: how each is typed, and its words.
    pub(super) fn among(
        name: &'static str,
        local: String,
        description: String,
        values: Vec<(&'static str, String)>,
    ) -> OptionText {
        let choices = values.into_iter().map(|(value, local)| ChoiceText { value, local });
        OptionText {
            name,
            local,
            description,
            choices: choices.collect(),
        }
    }
}

/// Every command in this language, in the order in which they are shown.
#[must_use]
pub fn commands(lang: Lang) -> Vec<CommandText> {
    let words = Words::new();
    commands_in(Voice::new(&words, lang))
}

/// The name of the menu entry on a person, "Challenge", in this language.
#[must_use]
pub fn menu_name(lang: Lang) -> String {
    say!(Voice::new(&Words::new(), lang), "command-menu")
}

/// What the whole bot's command is about, in this language.
#[must_use]
pub fn gin_about(lang: Lang) -> String {
    say!(Voice::new(&Words::new(), lang), "command-gin")
}

fn commands_in(voice: Voice<'_>) -> Vec<CommandText> {
    let option = OptionText::of;
    let choice = |value, local| ChoiceText { value, local };
    let rules = || OptionText {
        choices: Preset::ALL
            .iter()
            .map(|preset| choice(preset.name(), say!(voice, "preset", preset = preset.name())))
            .collect(),
        ..option("rules", say!(voice, "option-rules"), say!(voice, "option-rules-about"))
    };
    // What a challenge and an invitation say about the match.
    let played = || {
        vec![
            rules(),
            OptionText {
                choices: vec![
                    choice("fixed", say!(voice, "choice-fixed")),
                    choice("target", say!(voice, "choice-target")),
                    choice("games", say!(voice, "choice-games")),
                ],
                ..option("mode", say!(voice, "option-mode"), say!(voice, "option-mode-about"))
            },
            option("hands", say!(voice, "option-hands"), say!(voice, "option-hands-about")),
            option(
                "target",
                say!(voice, "option-target"),
                say!(voice, "option-target-about"),
            ),
            option("clock", say!(voice, "option-clock"), say!(voice, "option-clock-about")),
            option("house", say!(voice, "option-house"), say!(voice, "option-house-about")),
        ]
    };
    let code = |about| option("code", say!(voice, "option-code"), about);
    let shown_rules = || {
        let mut rules = rules();
        rules.choices.push(choice("house", say!(voice, "choice-house")));
        rules
    };
    let language = || OptionText {
        choices: Lang::ALL
            .iter()
            .map(|&lang| choice(lang.tag(), say!(Voice { lang, ..voice }, "language-name")))
            .collect(),
        ..option(
            "language",
            say!(voice, "option-language"),
            say!(voice, "option-language-about"),
        )
    };
    let command = |name, telegram, local, description, options| CommandText {
        name,
        telegram,
        local,
        description,
        options,
    };
    vec![
        command(
            "challenge",
            "challenge",
            say!(voice, "command-challenge"),
            say!(voice, "command-challenge-about"),
            vec![
                option(
                    "opponent",
                    say!(voice, "option-opponent"),
                    say!(voice, "option-opponent-about"),
                ),
                option(
                    "computer",
                    say!(voice, "option-computer"),
                    say!(voice, "option-computer-about"),
                ),
            ]
            .into_iter()
            .chain(played())
            .collect(),
        ),
        command(
            "invite",
            "invite",
            say!(voice, "command-invite"),
            say!(voice, "command-invite-about"),
            played(),
        ),
        command(
            "accept",
            "join",
            say!(voice, "command-accept"),
            say!(voice, "command-accept-about"),
            vec![code(say!(voice, "option-code-about"))],
        ),
        command(
            "link",
            "link",
            say!(voice, "command-link"),
            say!(voice, "command-link-about"),
            vec![code(say!(voice, "option-link-code-about"))],
        ),
        command(
            "unlink",
            "unlink",
            say!(voice, "command-unlink"),
            say!(voice, "command-unlink-about"),
            Vec::new(),
        ),
        command(
            "quick",
            "quick",
            say!(voice, "command-quick"),
            say!(voice, "command-quick-about"),
            Vec::new(),
        ),
        command(
            "hand",
            "hand",
            say!(voice, "command-hand"),
            say!(voice, "command-hand-about"),
            Vec::new(),
        ),
        command(
            "table",
            "table",
            say!(voice, "command-table"),
            say!(voice, "command-table-about"),
            vec![option(
                "match",
                say!(voice, "option-match"),
                say!(voice, "option-match-about"),
            )],
        ),
        command(
            "games",
            "games",
            say!(voice, "command-games"),
            say!(voice, "command-games-about"),
            Vec::new(),
        ),
        command(
            "resign",
            "resign",
            say!(voice, "command-resign"),
            say!(voice, "command-resign-about"),
            Vec::new(),
        ),
        command(
            "draw",
            "draw",
            say!(voice, "command-draw"),
            say!(voice, "command-draw-about"),
            Vec::new(),
        ),
        command(
            "abort",
            "abort",
            say!(voice, "command-abort"),
            say!(voice, "command-abort-about"),
            Vec::new(),
        ),
        command(
            "nudge",
            "nudge",
            say!(voice, "command-nudge"),
            say!(voice, "command-nudge-about"),
            Vec::new(),
        ),
        command(
            "rematch",
            "rematch",
            say!(voice, "command-rematch"),
            say!(voice, "command-rematch-about"),
            Vec::new(),
        ),
        board_words(voice, rules()),
        stats_words(voice),
        command(
            "seasons",
            "season",
            say!(voice, "command-seasons"),
            say!(voice, "command-seasons-about"),
            Vec::new(),
        ),
        command(
            "rules",
            "rules",
            say!(voice, "command-rules"),
            say!(voice, "command-rules-about"),
            vec![shown_rules()],
        ),
        command(
            "verify",
            "verify",
            say!(voice, "command-verify"),
            say!(voice, "command-verify-about"),
            vec![
                option("match", say!(voice, "option-match"), say!(voice, "option-match-about")),
                option("hand", say!(voice, "option-hand"), say!(voice, "option-hand-about")),
            ],
        ),
        command(
            "cut",
            "cut",
            say!(voice, "command-cut"),
            say!(voice, "command-cut-about"),
            vec![option(
                "text",
                say!(voice, "option-text"),
                say!(voice, "option-text-about"),
            )],
        ),
        command(
            "language",
            "language",
            say!(voice, "command-language"),
            say!(voice, "command-language-about"),
            vec![language()],
        ),
        command(
            "settings",
            "settings",
            say!(voice, "command-settings"),
            say!(voice, "command-settings-about"),
            vec![
                language(),
                option(
                    "house",
                    say!(voice, "option-house"),
                    say!(voice, "option-house-set-about"),
                ),
                OptionText {
                    choices: vec![
                        choice("on", say!(voice, "choice-on")),
                        choice("off", say!(voice, "choice-off")),
                    ],
                    ..option(
                        "open_replay",
                        say!(voice, "option-open-replay"),
                        say!(voice, "option-open-replay-about"),
                    )
                },
            ],
        ),
        command(
            "replay",
            "replay",
            say!(voice, "command-replay"),
            say!(voice, "command-replay-about"),
            vec![
                option("match", say!(voice, "option-match"), say!(voice, "option-match-about")),
                option("hand", say!(voice, "option-hand"), say!(voice, "option-hand-about")),
            ],
        ),
        command(
            "privacy",
            "privacy",
            say!(voice, "command-privacy"),
            say!(voice, "command-privacy-about"),
            vec![OptionText {
                choices: vec![
                    choice("policy", say!(voice, "choice-policy")),
                    choice("export", say!(voice, "choice-export")),
                    choice("delete", say!(voice, "choice-delete")),
                ],
                ..option(
                    "what",
                    say!(voice, "option-privacy"),
                    say!(voice, "option-privacy-about"),
                )
            }],
        ),
        command(
            "help",
            "help",
            say!(voice, "command-help"),
            say!(voice, "command-help-about"),
            Vec::new(),
        ),
    ]
}

/// What the game is and how a match begins, for a first message.
pub(super) fn first_steps(voice: Voice<'_>, platform: Platform) -> Text {
    let mut lines = start(voice, platform);
    lines.plain(say!(voice, "play-points"));
    lines.text()
}

/// Commands that the help only names: a message is short, they are buttons too or seldom needed, and whoever types one is told
/// what it does.
const BRIEF: [&str; 16] = [
    "quick", "hand", "table", "resign", "draw", "abort", "nudge", "rematch", "seasons", "verify", "cut", "replay",
    "help", "language", "accept", "unlink",
];

/// The help, with the commands as they are typed on this platform; the local page has buttons for all of them.
pub(super) fn help(voice: Voice<'_>, platform: Platform) -> Text {
    let mut lines = start(voice, platform);
    if platform != Platform::Web {
        let mut brief = Vec::new();
        for command in commands_in(voice) {
            let typed = match platform {
                // A client shows the local name, whatever language the bot speaks here.
                Platform::Discord if command.local != command.name => {
                    format!("/gin {} ({})", command.name, command.local)
                }
                Platform::Discord => format!("/gin {}", command.name),
                Platform::Telegram | Platform::Web => format!("/{}", command.telegram),
            };
            if BRIEF.contains(&command.name) {
                brief.push(typed);
                continue;
            }
            lines.plain(say!(
                voice,
                "help-line",
                command = typed,
                description = command.description
            ));
        }
        lines.plain(say!(voice, "help-also", commands = brief.join(" · ")));
        lines.plain(say!(
            voice,
            "help-line",
            command = "/team",
            description = say!(voice, "command-team-about")
        ));
        lines.plain(say!(
            voice,
            "help-line",
            command = "/event",
            description = say!(voice, "command-event-about")
        ));
        lines.plain(say!(
            voice,
            "help-line",
            command = "/ginadmin",
            description = say!(voice, "help-moderators")
        ));
    }
    lines.plain(say!(voice, "play-points"));
    lines.text()
}

fn start(voice: Voice<'_>, platform: Platform) -> Lines {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "help-title"));
    lines.plain(say!(voice, "help-game"));
    match platform {
        Platform::Discord => lines.plain(say!(voice, "help-challenge-discord")),
        Platform::Telegram => lines.plain(say!(voice, "help-challenge-telegram")),
        Platform::Web => lines.plain(say!(voice, "help-challenge-page")),
    };
    lines.plain(say!(voice, "help-buttons"));
    lines
}
