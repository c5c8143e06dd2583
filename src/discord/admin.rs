//! `/ginadmin …`: what moderators ask for. Discord shows it to those who may manage the server; whether they may is looked
//! at again, since a server can show it to others.

use crate::ui::{Ask, Order};

use super::commands::{Command, Context, Done, ask};
use super::reply::Way;

#[poise::command(
    slash_command,
    rename = "ginadmin",
    subcommands("cancel", "void", "log"),
    subcommand_required,
    default_member_permissions = "MANAGE_GUILD",
    install_context = "Guild",
    interaction_context = "Guild"
)]
async fn root(_: Context<'_>) -> Done {
    Ok(())
}

/// The command with everything under it.
pub(super) fn ginadmin() -> Command {
    root()
}

#[poise::command(slash_command)]
async fn cancel(
    ctx: Context<'_>,
    #[rename = "match"]
    #[max_length = 16]
    id: String,
    #[max_length = 200] reason: Option<String>,
) -> Done {
    order(ctx, Order::Cancel { id, reason }).await
}

#[poise::command(slash_command)]
async fn void(
    ctx: Context<'_>,
    #[rename = "match"]
    #[max_length = 16]
    id: String,
    #[max_length = 200] reason: Option<String>,
) -> Done {
    order(ctx, Order::Void { id, reason }).await
}

#[poise::command(slash_command)]
async fn log(ctx: Context<'_>) -> Done {
    order(ctx, Order::Log).await
}

async fn order(ctx: Context<'_>, order: Order) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Admin(order)).await
}
