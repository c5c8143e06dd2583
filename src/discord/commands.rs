//! `/gin …` and the menu entry "Challenge": what they are called, and which wish each one is.

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{Permissions, ResolvedValue};

use crate::ui::{Ask, BoardWish, Challenge, Foe, Lack, Settings};

use super::bot::{Asked, Bot, account};
use super::reply::Way;
use super::texts;

pub(super) type Context<'a> = poise::ApplicationContext<'a, Arc<Bot>, Infallible>;
pub(super) type Command = poise::Command<Arc<Bot>, Infallible>;
pub(super) type Done = Result<(), Infallible>;

/// How long is waited at most to learn where games are posted, before a command is acknowledged (ours).
const GLANCE: std::time::Duration = std::time::Duration::from_millis(300);

/// The commands, as the library runs them.
pub(super) fn all() -> Vec<Command> {
    vec![
        gin(),
        super::admin::ginadmin(),
        super::team::team(),
        super::event::event(),
        challenge_menu(),
    ]
}

/// The commands as they are registered, in every language.
pub(super) fn definitions() -> Value {
    let builders = poise::builtins::create_application_commands(&all());
    let mut list = serde_json::to_value(builders).unwrap_or_else(|error| {
        tracing::error!(%error, "the commands can't be written as JSON");
        Value::Array(Vec::new())
    });
    texts::dress(&mut list);
    list
}

/// A library error is answered too: an outdated menu gets the help, and nothing stays "thinking".
pub(super) async fn on_error(error: poise::FrameworkError<'_, Arc<Bot>, Infallible>) {
    let (framework, interaction) = match &error {
        poise::FrameworkError::UnknownInteraction {
            framework, interaction, ..
        } => (*framework, *interaction),
        other => match other.ctx() {
            Some(poise::Context::Application(ctx)) => (ctx.framework, ctx.interaction),
            _ => return tracing::warn!(%error, "a library error"),
        },
    };
    // The message of a panic may hold anything, also cards.
    tracing::error!(command = interaction.data.name, "a command was not understood");
    let bot = framework.user_data;
    let asked = Asked::by_command(interaction);
    // Answered already when the command broke after that.
    bot.acknowledge(&asked, Way::OnlyMe).await;
    let answer = bot
        .desk
        .answer(&asked.guest(&framework.serenity_context.cache), Ask::Help)
        .await;
    bot.finish(&asked, Way::OnlyMe, answer).await;
}

#[poise::command(
    slash_command,
    subcommands(
        "challenge",
        "quick",
        "invite",
        "accept",
        "link",
        "unlink",
        "hand",
        "table",
        "games",
        "resign",
        "draw",
        "abort",
        "nudge",
        "rematch",
        "leaderboard",
        "stats",
        "seasons",
        "rules",
        "verify",
        "cut",
        "language",
        "settings",
        "replay",
        "privacy",
        "help"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
async fn gin(_: Context<'_>) -> Done {
    Ok(())
}

#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "a slash command has as many options as it has")]
async fn challenge(
    ctx: Context<'_>,
    opponent: Option<serenity::User>,
    computer: Option<bool>,
    rules: Option<String>,
    mode: Option<String>,
    #[min = 1]
    #[max = 99]
    hands: Option<i64>,
    #[min = 10]
    #[max = 10_000]
    target: Option<i64>,
    #[max_length = 16] clock: Option<String>,
    #[max_length = 400] house: Option<String>,
) -> Done {
    let opponent = match opponent {
        _ if computer == Some(true) => Foe::Computer,
        Some(user) => foe(ctx, &user),
        None => Foe::Anyone,
    };
    let challenge = Challenge {
        opponent,
        rules,
        mode,
        hands,
        target,
        clock,
        house,
    };
    post_challenge(ctx, challenge).await
}

#[poise::command(
    context_menu_command = "Challenge",
    install_context = "Guild",
    interaction_context = "Guild"
)]
async fn challenge_menu(ctx: Context<'_>, user: serenity::User) -> Done {
    let opponent = foe(ctx, &user);
    let challenge = Challenge {
        opponent,
        ..Challenge::default()
    };
    post_challenge(ctx, challenge).await
}

#[poise::command(slash_command)]
async fn quick(ctx: Context<'_>) -> Done {
    post(ctx, Ask::Quick(None)).await
}

#[poise::command(slash_command)]
async fn invite(
    ctx: Context<'_>,
    rules: Option<String>,
    mode: Option<String>,
    #[min = 1]
    #[max = 99]
    hands: Option<i64>,
    #[min = 10]
    #[max = 10_000]
    target: Option<i64>,
    #[max_length = 16] clock: Option<String>,
    #[max_length = 400] house: Option<String>,
) -> Done {
    let challenge = Challenge {
        opponent: Foe::Anyone,
        rules,
        mode,
        hands,
        target,
        clock,
        house,
    };
    post(ctx, Ask::Invite(challenge)).await
}

#[poise::command(slash_command)]
async fn accept(ctx: Context<'_>, #[max_length = 16] code: String) -> Done {
    post(ctx, Ask::Join { code }).await
}

#[poise::command(slash_command)]
async fn link(ctx: Context<'_>, #[max_length = 16] code: Option<String>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Link { code }).await
}

#[poise::command(slash_command)]
async fn unlink(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Unlink).await
}

#[poise::command(slash_command)]
async fn hand(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Hand).await
}

#[poise::command(slash_command)]
async fn table(ctx: Context<'_>, #[rename = "match"] id: Option<String>) -> Done {
    let wish = id.map_or(Ask::Table, |id| Ask::Watch { id });
    ask(ctx, Way::OnlyMe, wish).await
}

#[poise::command(slash_command)]
async fn games(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Games).await
}

#[poise::command(slash_command)]
async fn resign(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Resign).await
}

#[poise::command(slash_command)]
async fn draw(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Draw).await
}

#[poise::command(slash_command)]
async fn abort(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Abort).await
}

#[poise::command(slash_command)]
async fn nudge(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Nudge).await
}

#[poise::command(slash_command)]
async fn rematch(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Rematch).await
}

#[poise::command(slash_command)]
async fn leaderboard(
    ctx: Context<'_>,
    by: Option<String>,
    scope: Option<String>,
    period: Option<String>,
    #[max_length = 40] season: Option<String>,
    rules: Option<String>,
    mode: Option<String>,
) -> Done {
    let (bot, cache) = (ctx.framework.user_data, &ctx.framework.serenity_context.cache);
    let guest = Asked::by_command(ctx.interaction).guest(cache);
    // Not even "thinking" shows outside the channel for games; but no slow disk keeps the answer waiting.
    let elsewhere = tokio::time::timeout(GLANCE, bot.desk.is_elsewhere(&guest)).await;
    let alone = elsewhere == Ok(true) || scope.as_deref() == Some("friends");
    let way = if alone { Way::OnlyMe } else { Way::Open };
    let wish = BoardWish {
        by,
        scope,
        period,
        season,
        rules,
        mode,
    };
    ask(ctx, way, Ask::Leaders(wish)).await
}

#[poise::command(slash_command)]
async fn stats(ctx: Context<'_>, player: Option<serenity::User>, versus: Option<serenity::User>) -> Done {
    let (bot, cache) = (ctx.framework.user_data, &ctx.framework.serenity_context.cache);
    let guest = Asked::by_command(ctx.interaction).guest(cache);
    let [whom, versus] = [player, versus].map(|user| user.map(|user| foe(ctx, &user)));
    let alone = tokio::time::timeout(GLANCE, bot.desk.answers_alone(&guest, whom.is_some())).await;
    let way = if alone == Ok(false) { Way::Open } else { Way::OnlyMe };
    ask(ctx, way, Ask::Stats { whom, versus }).await
}

#[poise::command(slash_command)]
async fn seasons(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Seasons).await
}

#[poise::command(slash_command)]
async fn rules(ctx: Context<'_>, rules: Option<String>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Rules { preset: rules }).await
}

#[poise::command(slash_command)]
async fn verify(
    ctx: Context<'_>,
    #[rename = "match"]
    #[max_length = 16]
    id: String,
    #[min = 1]
    #[max = 999]
    hand: Option<i64>,
) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Verify { id, hand }).await
}

#[poise::command(slash_command)]
async fn cut(ctx: Context<'_>, #[max_length = 64] text: String) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Cut { words: text }).await
}

#[poise::command(slash_command)]
async fn help(ctx: Context<'_>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Help).await
}

#[poise::command(slash_command)]
async fn language(ctx: Context<'_>, language: Option<String>) -> Done {
    ask(
        ctx,
        Way::OnlyMe,
        Ask::Language {
            lang: language,
            venue: false,
        },
    )
    .await
}

#[poise::command(slash_command)]
async fn settings(
    ctx: Context<'_>,
    language: Option<String>,
    #[max_length = 400] house: Option<String>,
    open_replay: Option<String>,
) -> Done {
    let settings = Settings {
        lang: language,
        house,
        open_replay,
    };
    ask(ctx, Way::OnlyMe, Ask::Settings(settings)).await
}

#[poise::command(slash_command)]
async fn replay(
    ctx: Context<'_>,
    #[rename = "match"]
    #[max_length = 32]
    table: Option<String>,
    #[min = 1]
    #[max = 999]
    hand: Option<i64>,
) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Replay { table, hand }).await
}

#[poise::command(slash_command)]
async fn privacy(ctx: Context<'_>, what: Option<String>) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Privacy { what }).await
}

pub(super) async fn ask(ctx: Context<'_>, way: Way, ask: Ask) -> Done {
    let cache = &ctx.framework.serenity_context.cache;
    ctx.framework
        .user_data
        .command(cache, Asked::by_command(ctx.interaction), way, ask)
        .await;
    Ok(())
}

/// Something that makes a match or an event stand where it is asked, so the bot must be able to write there; without pictures
/// if need be.
pub(super) async fn post(ctx: Context<'_>, wish: Ask) -> Done {
    let (bot, cache) = (ctx.framework.user_data, &ctx.framework.serenity_context.cache);
    let asked = Asked::by_command(ctx.interaction);
    let missing = asked.missing();
    if missing.is_empty() || missing == Permissions::ATTACH_FILES {
        return ask(ctx, Way::OnlyMe, wish).await;
    }
    if bot.acknowledge(&asked, Way::OnlyMe).await {
        let lacking = bot.desk.lacking(&asked.guest(cache), &lacks(missing)).await;
        bot.finish(&asked, Way::OnlyMe, lacking).await;
    }
    Ok(())
}

/// A challenge is posted where it was asked for, so the bot must be able to write there.
async fn post_challenge(ctx: Context<'_>, challenge: Challenge) -> Done {
    let (bot, cache) = (ctx.framework.user_data, &ctx.framework.serenity_context.cache);
    let asked = Asked::by_command(ctx.interaction);
    let missing = asked.missing();
    if missing.is_empty() {
        bot.challenge(cache, asked, challenge).await;
        return Ok(());
    }
    if !bot.acknowledge(&asked, Way::OnlyMe).await {
        return Ok(());
    }
    let guest = asked.guest(cache);
    bot.finish(&asked, Way::OnlyMe, bot.desk.lacking(&guest, &lacks(missing)).await)
        .await;
    if missing == Permissions::ATTACH_FILES {
        // The table goes without its picture then; what it shows stands in the text.
        let answer = bot.desk.answer(&guest, Ask::Challenge(challenge)).await;
        bot.add(&asked, answer).await;
    }
    Ok(())
}

pub(super) fn lacks(missing: Permissions) -> Vec<Lack> {
    [
        (Permissions::VIEW_CHANNEL, Lack::See),
        (Permissions::SEND_MESSAGES, Lack::Write),
        (Permissions::SEND_MESSAGES_IN_THREADS, Lack::WriteInThreads),
        (Permissions::ATTACH_FILES, Lack::Files),
    ]
    .into_iter()
    .filter_map(|(permission, lack)| missing.contains(permission).then_some(lack))
    .collect()
}

/// Whom a chosen user stands for; the bot itself is the computer.
pub(super) fn foe(ctx: Context<'_>, user: &serenity::User) -> Foe {
    if user.id == ctx.framework.bot_id() {
        return Foe::Computer;
    }
    if user.bot {
        return Foe::Bot;
    }
    let nick = nick_of(ctx, user.id);
    Foe::Person {
        account: account(user),
        name: nick.unwrap_or_else(|| user.display_name().to_owned()),
        handle: Some(user.name.clone()),
    }
}

fn nick_of(ctx: Context<'_>, id: serenity::UserId) -> Option<String> {
    let chosen = ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::User(user, member) if user.id == id => member?.nick.clone(),
        _ => None,
    });
    chosen.or_else(|| ctx.interaction.data.resolved.members.get(&id)?.nick.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option<'a>(within: &'a Value, name: &str) -> &'a Value {
        within["options"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|option| option["name"] == name)
            .unwrap()
    }

    #[test]
    fn every_command_of_the_words_is_there_with_its_options_and_choices() {
        let list = definitions();
        let root = |name: &str| {
            let mut commands = list.as_array().into_iter().flatten();
            commands.find(|command| command["name"] == name).unwrap()
        };
        let lang = crate::id::Lang::ZhHans;
        let gin = crate::ui::commands(lang).into_iter().map(|text| ("gin", text));
        let team = crate::ui::team_commands(lang).into_iter().map(|text| ("team", text));
        for (of, text) in gin.chain(team) {
            let command = option(root(of), text.name);
            assert_eq!(command["name_localizations"]["zh-CN"], text.local);
            assert_eq!(command["description_localizations"]["zh-CN"], text.description);
            assert_eq!(
                command["options"].as_array().map_or(0, Vec::len),
                text.options.len(),
                "{}",
                text.name
            );
            for wanted in text.options {
                let option = option(command, wanted.name);
                assert_eq!(option["name_localizations"]["zh-CN"], wanted.local);
                assert_eq!(option["description_localizations"]["zh-CN"], wanted.description);
                let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
                assert_eq!(choices.len(), wanted.choices.len(), "{} {}", text.name, wanted.name);
                for (choice, wanted) in choices.iter().zip(wanted.choices) {
                    assert_eq!(choice["value"], wanted.value);
                    assert_eq!(choice["name_localizations"]["zh-CN"], wanted.local);
                }
            }
        }
    }

    #[test]
    fn the_menu_entry_is_localized_and_only_for_servers() {
        let list = definitions();
        let menu = list
            .as_array()
            .unwrap()
            .iter()
            .find(|command| command["type"] == 2)
            .unwrap();
        assert_eq!(menu["name"], "Challenge");
        assert_eq!(menu["contexts"], serde_json::json!([0]));
        assert_eq!(
            menu["name_localizations"]["zh-TW"],
            crate::ui::menu_name(crate::id::Lang::ZhHant)
        );
    }
}
