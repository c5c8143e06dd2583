//! What can be typed about teams, in words.

use super::commands::{ChoiceText, CommandText, OptionText};
use super::post::Text;
use super::voice::{Lines, Voice, say};
use crate::id::{Lang, Platform};
use crate::words::Words;

/// What can be typed behind `/team` in this language, in the order in which it is shown.
#[must_use]
pub fn team_commands(lang: Lang) -> Vec<CommandText> {
    let words = Words::new();
    team_commands_in(Voice::new(&words, lang))
}

/// What the command about teams is about, in this language.
#[must_use]
pub fn team_about(lang: Lang) -> String {
    say!(Voice::new(&Words::new(), lang), "command-team-about")
}

pub(super) fn team_commands_in(voice: Voice<'_>) -> Vec<CommandText> {
    let command = CommandText::behind;
    let option = OptionText::of;
    let switch = |name, local, description| OptionText {
        choices: vec![
            ChoiceText {
                value: "on",
                local: say!(voice, "choice-on"),
            },
            ChoiceText {
                value: "off",
                local: say!(voice, "choice-off"),
            },
        ],
        ..option(name, local, description)
    };
    let team = || option("team", say!(voice, "option-team"), say!(voice, "option-team-about"));
    let name = || {
        option(
            "name",
            say!(voice, "option-team-name"),
            say!(voice, "option-team-name-about"),
        )
    };
    let player = || {
        option(
            "player",
            say!(voice, "option-player"),
            say!(voice, "option-player-about"),
        )
    };
    let event = || option("event", say!(voice, "option-event"), say!(voice, "option-event-about"));
    let lineup = || {
        vec![
            event(),
            team(),
            option(
                "lineup",
                say!(voice, "option-lineup"),
                say!(voice, "option-lineup-about"),
            ),
            option(
                "substitutes",
                say!(voice, "option-substitutes"),
                say!(voice, "option-substitutes-about"),
            ),
        ]
    };
    vec![
        command(
            "create",
            say!(voice, "command-team-create"),
            say!(voice, "command-team-create-about"),
            vec![
                name(),
                option("open", say!(voice, "option-open"), say!(voice, "option-open-about")),
            ],
        ),
        command(
            "invite",
            say!(voice, "command-team-invite"),
            say!(voice, "command-team-invite-about"),
            vec![player(), team()],
        ),
        command(
            "join",
            say!(voice, "command-team-join"),
            say!(voice, "command-team-join-about"),
            vec![team()],
        ),
        command(
            "leave",
            say!(voice, "command-team-leave"),
            say!(voice, "command-team-leave-about"),
            vec![team()],
        ),
        command(
            "mine",
            say!(voice, "command-team-mine"),
            say!(voice, "command-team-mine-about"),
            Vec::new(),
        ),
        command(
            "list",
            say!(voice, "command-team-list"),
            say!(voice, "command-team-list-about"),
            Vec::new(),
        ),
        command(
            "roster",
            say!(voice, "command-team-roster"),
            say!(voice, "command-team-roster-about"),
            vec![team()],
        ),
        command(
            "kick",
            say!(voice, "command-team-kick"),
            say!(voice, "command-team-kick-about"),
            vec![player(), team()],
        ),
        command(
            "captain",
            say!(voice, "command-team-captain"),
            say!(voice, "command-team-captain-about"),
            vec![player(), team()],
        ),
        command(
            "rename",
            say!(voice, "command-team-rename"),
            say!(voice, "command-team-rename-about"),
            vec![name(), team()],
        ),
        command(
            "open",
            say!(voice, "command-team-open"),
            say!(voice, "command-team-open-about"),
            vec![
                switch("set", say!(voice, "option-set"), say!(voice, "option-set-about")),
                team(),
            ],
        ),
        command(
            "disband",
            say!(voice, "command-team-disband"),
            say!(voice, "command-team-disband-about"),
            vec![team()],
        ),
        command(
            "enter",
            say!(voice, "command-team-enter"),
            say!(voice, "command-team-enter-about"),
            lineup(),
        ),
        command(
            "lineup",
            say!(voice, "command-team-lineup"),
            say!(voice, "command-team-lineup-about"),
            lineup(),
        ),
        command(
            "substitute",
            say!(voice, "command-team-substitute"),
            say!(voice, "command-team-substitute-about"),
            vec![
                event(),
                option("out", say!(voice, "option-out"), say!(voice, "option-out-about")),
                option("in", say!(voice, "option-in"), say!(voice, "option-in-about")),
            ],
        ),
        command(
            "change",
            say!(voice, "command-team-change"),
            say!(voice, "command-team-change-about"),
            vec![event(), team()],
        ),
        command(
            "withdraw",
            say!(voice, "command-team-withdraw"),
            say!(voice, "command-team-withdraw-about"),
            vec![event(), team()],
        ),
        command(
            "log",
            say!(voice, "command-team-log"),
            say!(voice, "command-team-log-about"),
            Vec::new(),
        ),
        command(
            "help",
            say!(voice, "command-help"),
            say!(voice, "command-team-help-about"),
            Vec::new(),
        ),
    ]
}

/// How teams work, with everything that can be typed.
pub(super) fn team_help(voice: Voice<'_>, platform: Platform) -> Text {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "team-help-title"));
    lines.plain(say!(voice, "team-help"));
    let commands = team_commands_in(voice);
    if platform == Platform::Discord {
        // A client says what each does while it is typed, and a message there is short.
        let names = commands.into_iter().map(|command| command.name);
        lines.plain(format!("/team {}", names.collect::<Vec<_>>().join(" · ")));
        return lines.text();
    }
    for command in commands {
        lines.plain(format!("/team {} – {}", command.name, command.description));
    }
    lines.text()
}
