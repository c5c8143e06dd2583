//! `/team …`: teams and their part in events.

use poise::serenity_prelude as serenity;

use crate::ui::{Ask, TeamAsk};

use super::commands::{Command, Context, Done, ask, foe};
use super::reply::Way;

#[poise::command(
    slash_command,
    rename = "team",
    subcommands(
        "create",
        "invite",
        "join",
        "leave",
        "mine",
        "list",
        "roster",
        "kick",
        "captain",
        "rename",
        "open",
        "disband",
        "enter",
        "lineup",
        "substitute",
        "change",
        "withdraw",
        "log",
        "help"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
async fn root(_: Context<'_>) -> Done {
    Ok(())
}

/// The command with everything under it.
pub(super) fn team() -> Command {
    root()
}

#[poise::command(slash_command)]
async fn create(ctx: Context<'_>, #[max_length = 96] name: String, open: Option<bool>) -> Done {
    let open = open == Some(true);
    about(ctx, TeamAsk::Create { name, open }).await
}

#[poise::command(slash_command)]
async fn invite(ctx: Context<'_>, player: serenity::User, #[max_length = 96] team: Option<String>) -> Done {
    let whom = Some(foe(ctx, &player));
    about(ctx, TeamAsk::Invite { whom, team }).await
}

#[poise::command(slash_command)]
async fn join(ctx: Context<'_>, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Join { team }).await
}

#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Leave { team }).await
}

#[poise::command(slash_command)]
async fn mine(ctx: Context<'_>) -> Done {
    about(ctx, TeamAsk::Mine).await
}

#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Done {
    about(ctx, TeamAsk::List).await
}

#[poise::command(slash_command)]
async fn roster(ctx: Context<'_>, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Roster { team }).await
}

#[poise::command(slash_command)]
async fn kick(ctx: Context<'_>, player: serenity::User, #[max_length = 96] team: Option<String>) -> Done {
    let whom = mention(&player);
    about(ctx, TeamAsk::Kick { whom, team }).await
}

#[poise::command(slash_command)]
async fn captain(ctx: Context<'_>, player: serenity::User, #[max_length = 96] team: Option<String>) -> Done {
    let whom = mention(&player);
    about(ctx, TeamAsk::Captain { whom, team }).await
}

#[poise::command(slash_command)]
async fn rename(ctx: Context<'_>, #[max_length = 96] name: String, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Rename { name, team }).await
}

#[poise::command(slash_command)]
async fn open(ctx: Context<'_>, set: String, #[max_length = 96] team: Option<String>) -> Done {
    let set = Some(set);
    about(ctx, TeamAsk::Open { set, team }).await
}

#[poise::command(slash_command)]
async fn disband(ctx: Context<'_>, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Disband { team }).await
}

#[poise::command(slash_command)]
async fn enter(
    ctx: Context<'_>,
    #[max_length = 16] event: String,
    #[max_length = 96] team: Option<String>,
    #[max_length = 800] lineup: Option<String>,
    #[max_length = 800] substitutes: Option<String>,
) -> Done {
    let wish = TeamAsk::Enter {
        event,
        team,
        lineup,
        substitutes,
    };
    about(ctx, wish).await
}

#[poise::command(slash_command)]
async fn lineup(
    ctx: Context<'_>,
    #[max_length = 16] event: String,
    #[max_length = 96] team: Option<String>,
    #[max_length = 800] lineup: Option<String>,
    #[max_length = 800] substitutes: Option<String>,
) -> Done {
    let wish = TeamAsk::Enter {
        event,
        team,
        lineup,
        substitutes,
    };
    about(ctx, wish).await
}

#[poise::command(slash_command)]
async fn substitute(
    ctx: Context<'_>,
    #[max_length = 16] event: String,
    out: serenity::User,
    #[rename = "in"] into: serenity::User,
) -> Done {
    let (out, into) = (mention(&out), mention(&into));
    about(ctx, TeamAsk::Substitute { event, out, into }).await
}

#[poise::command(slash_command)]
async fn change(ctx: Context<'_>, #[max_length = 16] event: String, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Change { event, team }).await
}

#[poise::command(slash_command)]
async fn withdraw(ctx: Context<'_>, #[max_length = 16] event: String, #[max_length = 96] team: Option<String>) -> Done {
    about(ctx, TeamAsk::Withdraw { event, team }).await
}

#[poise::command(slash_command)]
async fn log(ctx: Context<'_>) -> Done {
    about(ctx, TeamAsk::Log).await
}

#[poise::command(slash_command)]
async fn help(ctx: Context<'_>) -> Done {
    about(ctx, TeamAsk::Help).await
}

async fn about(ctx: Context<'_>, wish: TeamAsk) -> Done {
    let way = if wish.is_public() { Way::Open } else { Way::OnlyMe };
    ask(ctx, way, Ask::Team(wish)).await
}

fn mention(user: &serenity::User) -> String {
    format!("<@{}>", user.id)
}
