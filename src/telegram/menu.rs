//! The commands that Telegram offers while typing, in each language, registered only when they changed.

use sha2::{Digest, Sha256};
use teloxide::Bot;
use teloxide::payloads::SetMyCommandsSetters;
use teloxide::requests::{Request, Requester};
use teloxide::types::{BotCommand, BotCommandScope};

use super::failure::{Failure, sort};
use super::text::shorten;
use crate::id::Lang;
use crate::service::Service;
use crate::ui::{admin_about, commands, event_about, team_about};

/// Each language with its code at Telegram, which knows only two letters; English is what everybody else gets.
const LANGUAGES: [(Lang, Option<&str>); 2] = [(Lang::En, None), (Lang::ZhHans, Some("zh"))];
/// The longest description of a command (Telegram's limit).
const DESCRIPTION: usize = 256;

/// One list of commands: for whom, in which language, what.
struct List {
    scope: BotCommandScope,
    language: Option<&'static str>,
    commands: Vec<BotCommand>,
}

/// Registers the commands if they are not what was registered last for this bot.
pub(super) async fn register(bot: &Bot, bot_id: u64, service: &Service) -> Result<(), Failure> {
    let lists = lists();
    let print = fingerprint(&lists);
    let key = format!("telegram.commands.{bot_id}");
    let store = service.store();
    if store.setting(&key).await.ok().flatten().as_deref() == Some(&print) {
        return Ok(());
    }
    for list in lists {
        let mut request = bot.set_my_commands(list.commands).scope(list.scope);
        if let Some(language) = list.language {
            request = request.language_code(language);
        }
        request.send().await.map_err(|error| sort(&error))?;
    }
    if store.set_setting(&key, &print).await.is_err() {
        tracing::warn!("the commands are registered and will be again at the next start");
    }
    tracing::info!("the commands are registered");
    Ok(())
}

fn lists() -> Vec<List> {
    let mut lists = Vec::new();
    for (lang, language) in LANGUAGES {
        let all = commands(lang);
        for (scope, private) in [
            (BotCommandScope::AllPrivateChats, true),
            (BotCommandScope::AllGroupChats, false),
            (BotCommandScope::AllChatAdministrators, false),
        ] {
            let moderates = scope == BotCommandScope::AllChatAdministrators;
            let admin = moderates.then(|| BotCommand::new("ginadmin", shorten(&admin_about(lang), DESCRIPTION)));
            let commands = all
                .iter()
                .map(|command| BotCommand::new(command.telegram, shorten(&command.description, DESCRIPTION)))
                .chain((!private).then(|| BotCommand::new("team", shorten(&team_about(lang), DESCRIPTION))))
                .chain([BotCommand::new("event", shorten(&event_about(lang), DESCRIPTION))])
                .chain(admin)
                .collect();
            lists.push(List {
                scope,
                language,
                commands,
            });
        }
    }
    lists
}

fn fingerprint(lists: &[List]) -> String {
    let mut hasher = Sha256::new();
    for list in lists {
        hasher.update(format!("{:?} {:?}\n", list.scope, list.language));
        for command in &list.commands {
            hasher.update(format!("{}\t{}\n", command.command, command.description));
        }
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
