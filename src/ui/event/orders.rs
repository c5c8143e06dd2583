//! What can be typed about events, in words; and the help.

use super::fee::fee_help;
use crate::id::{Lang, Platform};
use crate::ui::challenge::shown;
use crate::ui::commands::{CommandText, OptionText};
use crate::ui::post::Text;
use crate::ui::voice::{Lines, Voice, say};
use crate::words::Words;

/// What can be typed about events (`/event …`) in this language, in the order in which it is shown.
#[must_use]
pub fn event_commands(lang: Lang) -> Vec<CommandText> {
    let words = Words::new();
    commands_in(Voice::new(&words, lang))
}

/// What the events' command is about, in this language.
#[must_use]
pub fn event_about(lang: Lang) -> String {
    say!(Voice::new(&Words::new(), lang), "command-event-about")
}

pub(super) fn commands_in(voice: Voice<'_>) -> Vec<CommandText> {
    let command = CommandText::behind;
    let option = OptionText::of;
    let event = || option("event", say!(voice, "option-event"), say!(voice, "option-event-about"));
    let player = || {
        option(
            "player",
            say!(voice, "option-player"),
            say!(voice, "option-player-about"),
        )
    };
    let set = || {
        OptionText::among(
            "set",
            say!(voice, "option-set"),
            say!(voice, "option-event-set-about"),
            vec![("on", say!(voice, "choice-on")), ("off", say!(voice, "choice-off"))],
        )
    };
    let form = || {
        vec![
            option(
                "template",
                say!(voice, "option-template"),
                say!(voice, "option-template-about"),
            ),
            option("title", say!(voice, "option-title"), say!(voice, "option-title-about")),
            option("start", say!(voice, "option-start"), say!(voice, "option-start-about")),
            option("terms", say!(voice, "option-terms"), say!(voice, "option-terms-about")),
            option("size", say!(voice, "option-size"), say!(voice, "option-size-about")),
            option(
                "rounds",
                say!(voice, "option-rounds"),
                say!(voice, "option-rounds-about"),
            ),
            option("fee", say!(voice, "option-fee"), say!(voice, "option-fee-about")),
        ]
    };
    let mut plan = vec![
        option("when", say!(voice, "option-when"), say!(voice, "option-when-about")),
        option("ahead", say!(voice, "option-ahead"), say!(voice, "option-ahead-about")),
    ];
    plan.extend(form());
    vec![
        command(
            "create",
            say!(voice, "command-event-create"),
            say!(voice, "command-event-create-about"),
            form(),
        ),
        command(
            "join",
            say!(voice, "command-event-join"),
            say!(voice, "command-event-join-about"),
            vec![event()],
        ),
        command(
            "bring",
            say!(voice, "command-event-bring"),
            say!(voice, "command-event-bring-about"),
            vec![
                event(),
                OptionText::among(
                    "set",
                    say!(voice, "option-set"),
                    say!(voice, "option-event-bring-set-about"),
                    vec![("on", say!(voice, "choice-on")), ("off", say!(voice, "choice-off"))],
                ),
            ],
        ),
        command(
            "leave",
            say!(voice, "command-event-leave"),
            say!(voice, "command-event-leave-about"),
            vec![event()],
        ),
        command(
            "checkin",
            say!(voice, "command-event-checkin"),
            say!(voice, "command-event-checkin-about"),
            vec![event()],
        ),
        command(
            "mine",
            say!(voice, "command-event-mine"),
            say!(voice, "command-event-mine-about"),
            Vec::new(),
        ),
        command(
            "list",
            say!(voice, "command-event-list"),
            say!(voice, "command-event-list-about"),
            Vec::new(),
        ),
        command(
            "standings",
            say!(voice, "command-event-standings"),
            say!(voice, "command-event-standings-about"),
            vec![event()],
        ),
        command(
            "pairings",
            say!(voice, "command-event-pairings"),
            say!(voice, "command-event-pairings-about"),
            vec![event()],
        ),
        command(
            "bracket",
            say!(voice, "command-event-bracket"),
            say!(voice, "command-event-bracket-about"),
            vec![event()],
        ),
        command(
            "schedule",
            say!(voice, "command-event-schedule"),
            say!(voice, "command-event-schedule-about"),
            vec![event()],
        ),
        command(
            "rest",
            say!(voice, "command-event-rest"),
            say!(voice, "command-event-rest-about"),
            vec![event()],
        ),
        command(
            "return",
            say!(voice, "command-event-return"),
            say!(voice, "command-event-return-about"),
            vec![event()],
        ),
        command(
            "drop",
            say!(voice, "command-event-drop"),
            say!(voice, "command-event-drop-about"),
            vec![event()],
        ),
        command(
            "manage",
            say!(voice, "command-event-manage"),
            say!(voice, "command-event-manage-about"),
            vec![event()],
        ),
        command(
            "start",
            say!(voice, "command-event-start"),
            say!(voice, "command-event-start-about"),
            vec![event()],
        ),
        command(
            "move",
            say!(voice, "command-event-move"),
            say!(voice, "command-event-move-about"),
            vec![
                option("start", say!(voice, "option-start"), say!(voice, "option-start-about")),
                event(),
            ],
        ),
        command(
            "pause",
            say!(voice, "command-event-pause"),
            say!(voice, "command-event-pause-about"),
            vec![event()],
        ),
        command(
            "resume",
            say!(voice, "command-event-resume"),
            say!(voice, "command-event-resume-about"),
            vec![event()],
        ),
        command(
            "correct",
            say!(voice, "command-event-correct"),
            say!(voice, "command-event-correct-about"),
            vec![
                option("board", say!(voice, "option-board"), say!(voice, "option-board-about")),
                option(
                    "result",
                    say!(voice, "option-result"),
                    say!(voice, "option-result-about"),
                ),
                event(),
            ],
        ),
        command(
            "expel",
            say!(voice, "command-event-expel"),
            say!(voice, "command-event-expel-about"),
            vec![player(), event()],
        ),
        command(
            "organiser",
            say!(voice, "command-event-organiser"),
            say!(voice, "command-event-organiser-about"),
            vec![player(), event(), set()],
        ),
        command(
            "cancel",
            say!(voice, "command-event-cancel"),
            say!(voice, "command-event-cancel-about"),
            vec![event()],
        ),
        command(
            "plan",
            say!(voice, "command-event-plan"),
            say!(voice, "command-event-plan-about"),
            plan,
        ),
        command(
            "help",
            say!(voice, "command-help"),
            say!(voice, "command-event-help-about"),
            Vec::new(),
        ),
    ]
}

/// How events work, with everything that can be typed; first what of an order was not understood.
pub(super) fn help(voice: Voice<'_>, platform: Platform, unknown: Option<&str>) -> Text {
    let mut lines = Lines::default();
    if let Some(word) = unknown {
        lines.plain(say!(voice, "refused-event-word", text = shown(word)));
    }
    lines.bold(say!(voice, "event-help-title"));
    lines.plain(say!(voice, "event-help-player"));
    lines.plain(match platform {
        Platform::Telegram => say!(voice, "event-help-organiser-telegram"),
        Platform::Discord => say!(voice, "event-help-organiser"),
        Platform::Web => say!(voice, "event-help-organiser-page"),
    });
    lines.plain(fee_help(voice, platform));
    let names = commands_in(voice).into_iter().map(|command| command.name);
    let names = names.collect::<Vec<_>>().join(" · ");
    match platform {
        Platform::Web => {
            lines.plain(names);
            return lines.text();
        }
        // A client says what each does while it is typed, and a message there is short.
        Platform::Discord => {
            lines.plain(format!("/event {names}"));
            return lines.text();
        }
        Platform::Telegram => {}
    }
    for command in commands_in(voice) {
        lines.plain(format!("/event {} – {}", command.name, command.description));
    }
    lines.text()
}
