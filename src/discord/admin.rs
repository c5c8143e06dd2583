//! `/ginadmin …`: what moderators ask for. Discord shows it to those who may manage the server; whether they may is looked
//! at again, since a server can show it to others.

use poise::serenity_prelude as serenity;

use crate::ui::{Ask, Guest, Lack, Limit, Openers, Order, Rights, SeasonWish};

use super::bot::{Asked, Bot};
use super::commands::{Command, Context, Done, ask, foe, lacks};
use super::reply::Way;
use super::rest::Failure;

#[poise::command(
    slash_command,
    rename = "ginadmin",
    subcommands(
        "cancel",
        "void",
        "log",
        "block",
        "unblock",
        "channel",
        "threads",
        "zone",
        "limits",
        "season",
        "absent",
        "events",
        "teams",
        "language",
        "permissions",
        "settings"
    ),
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
    id: Option<String>,
    #[max_length = 200] reason: Option<String>,
) -> Done {
    let id = id.unwrap_or_default();
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

#[poise::command(slash_command)]
async fn block(ctx: Context<'_>, player: serenity::User, #[max_length = 200] reason: Option<String>) -> Done {
    let whom = Some(foe(ctx, &player));
    order(ctx, Order::Block { whom, reason }).await
}

#[poise::command(slash_command)]
async fn unblock(ctx: Context<'_>, player: serenity::User) -> Done {
    let whom = Some(foe(ctx, &player));
    order(ctx, Order::Unblock { whom }).await
}

#[poise::command(slash_command)]
async fn channel(ctx: Context<'_>, #[rename = "where"] place: String) -> Done {
    order(ctx, Order::Channel(Some(place))).await
}

#[poise::command(slash_command)]
async fn threads(ctx: Context<'_>, set: String) -> Done {
    order(ctx, Order::Threads(Some(set))).await
}

#[poise::command(slash_command)]
async fn zone(ctx: Context<'_>, #[max_length = 60] zone: String) -> Done {
    order(ctx, Order::Zone(Some(zone))).await
}

#[poise::command(slash_command)]
async fn limits(
    ctx: Context<'_>,
    #[min = 0]
    #[max = 100]
    channel: Option<i64>,
    #[min = 0]
    #[max = 100]
    player: Option<i64>,
) -> Done {
    let limit = |number: Option<i64>| Limit(number.map(|number| number.to_string()));
    let (channel, player) = (limit(channel), limit(player));
    order(ctx, Order::Limits { channel, player }).await
}

#[poise::command(slash_command)]
async fn season(
    ctx: Context<'_>,
    #[rename = "do"] what: String,
    #[max_length = 40] name: Option<String>,
    calendar: Option<String>,
) -> Done {
    let what = Some(what);
    order(ctx, Order::Season(SeasonWish { what, name, calendar })).await
}

#[poise::command(slash_command)]
async fn absent(ctx: Context<'_>, set: String) -> Done {
    order(ctx, Order::Absent(Some(set))).await
}

#[poise::command(slash_command)]
async fn events(ctx: Context<'_>, who: Option<String>, role: Option<serenity::Role>, guests: Option<String>) -> Done {
    let role = role.map(|role| role.id.get().cast_signed());
    order(ctx, Order::Events(Openers { who, role, guests })).await
}

#[poise::command(slash_command)]
async fn teams(ctx: Context<'_>, who: Option<String>) -> Done {
    order(ctx, Order::Teams(who)).await
}

#[poise::command(slash_command)]
async fn language(ctx: Context<'_>, language: Option<String>) -> Done {
    order(ctx, Order::Language(language)).await
}

#[poise::command(slash_command)]
async fn permissions(ctx: Context<'_>) -> Done {
    let (bot, cache) = (ctx.framework.user_data, &ctx.framework.serenity_context.cache);
    let asked = Asked::by_command(ctx.interaction);
    if !bot.acknowledge(&asked, Way::OnlyMe).await {
        return Ok(());
    }
    let guest = asked.guest(cache);
    let rights = bot.rights(&asked, &guest).await;
    let answer = bot.desk.answer(&guest, Ask::Admin(Order::Permissions(rights))).await;
    bot.finish(&asked, Way::OnlyMe, answer).await;
    Ok(())
}

#[poise::command(slash_command)]
async fn settings(ctx: Context<'_>) -> Done {
    order(ctx, Order::Overview).await
}

impl Bot {
    /// What the bot lacks where it is asked, and in the channel for games when that is another one.
    async fn rights(&self, asked: &Asked<'_>, guest: &Guest) -> Rights {
        let mut rights = Rights {
            here: asked.knows_rights().then(|| lacks(asked.missing())),
            games: Vec::new(),
        };
        let Some(place) = guest.place else { return rights };
        if let Some(here) = &mut rights.here
            && self.desk.wants_threads(place.venue).await
            && asked.lacks_threads()
        {
            here.push(Lack::MakeThreads);
        }
        // Which rights the bot has in another channel is told only there; whether it sees it at all can be tried.
        if let Some(games) = self.desk.games_elsewhere(guest).await
            && matches!(self.rest.kind_of(games).await, Err(Failure::Refused { .. }))
        {
            rights.games.push(Lack::See);
        }
        rights
    }
}

async fn order(ctx: Context<'_>, order: Order) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Admin(order)).await
}
