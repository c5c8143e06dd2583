//! `/event …`: tournaments, leagues and team matches, for those who play and those who run them.

use poise::serenity_prelude as serenity;

use crate::ui::{Ask, Challenge, EventAsk, EventDeed, EventPage, NewEvent};

use super::commands::{Command, Context, Done, ask, foe, post};
use super::reply::Way;

#[poise::command(
    slash_command,
    rename = "event",
    subcommands(
        "create",
        "join",
        "bring",
        "leave",
        "checkin",
        "mine",
        "list",
        "standings",
        "pairings",
        "bracket",
        "schedule",
        "rest",
        "come_back",
        "drop_out",
        "manage",
        "start",
        "put_off",
        "pause",
        "resume",
        "correct",
        "expel",
        "organiser",
        "cancel",
        "plan",
        "help"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
async fn root(_: Context<'_>) -> Done {
    Ok(())
}

/// The command with everything under it.
pub(super) fn event() -> Command {
    root()
}

#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "a slash command has as many options as it has")]
async fn create(
    ctx: Context<'_>,
    #[max_length = 40] template: Option<String>,
    #[max_length = 100] title: Option<String>,
    #[max_length = 40] start: Option<String>,
    #[max_length = 400] terms: Option<String>,
    #[min = 2]
    #[max = 256]
    size: Option<i64>,
    #[min = 1]
    #[max = 60]
    rounds: Option<i64>,
    #[min = 0]
    #[max = 10_000]
    fee: Option<i64>,
) -> Done {
    let new = form(template, title, start, terms, size, rounds, fee);
    post(ctx, Ask::Event(EventAsk::Create(Box::new(new)))).await
}

#[poise::command(slash_command)]
async fn join(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Join).await
}

#[poise::command(slash_command)]
async fn bring(ctx: Context<'_>, #[max_length = 16] event: String, set: Option<String>) -> Done {
    let ask = match set.as_deref() {
        Some("off") => EventAsk::Away(event),
        _ => EventAsk::Bring(event),
    };
    about(ctx, ask).await
}

#[poise::command(slash_command)]
async fn leave(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Leave).await
}

#[poise::command(slash_command)]
async fn checkin(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::CheckIn).await
}

#[poise::command(slash_command)]
async fn mine(ctx: Context<'_>) -> Done {
    about(ctx, EventAsk::Mine).await
}

#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Done {
    about(ctx, EventAsk::List).await
}

#[poise::command(slash_command)]
async fn standings(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    show(ctx, event, EventPage::Standings).await
}

#[poise::command(slash_command)]
async fn pairings(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    show(ctx, event, EventPage::Pairings).await
}

#[poise::command(slash_command)]
async fn bracket(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    show(ctx, event, EventPage::Bracket).await
}

#[poise::command(slash_command)]
async fn schedule(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    show(ctx, event, EventPage::Schedule).await
}

#[poise::command(slash_command)]
async fn rest(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Rest).await
}

#[poise::command(slash_command, rename = "return")]
async fn come_back(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Return).await
}

#[poise::command(slash_command, rename = "drop")]
async fn drop_out(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Drop).await
}

#[poise::command(slash_command)]
async fn manage(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Manage).await
}

#[poise::command(slash_command)]
async fn start(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Start).await
}

#[poise::command(slash_command, rename = "move")]
async fn put_off(ctx: Context<'_>, #[max_length = 40] start: String, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Move(Some(start))).await
}

#[poise::command(slash_command)]
async fn pause(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Pause).await
}

#[poise::command(slash_command)]
async fn resume(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Resume).await
}

#[poise::command(slash_command)]
async fn correct(
    ctx: Context<'_>,
    #[min = 1]
    #[max = 100_000]
    board: Option<i64>,
    #[max_length = 20] result: Option<String>,
    #[max_length = 16] event: Option<String>,
) -> Done {
    act(ctx, event, EventDeed::Correct { board, result }).await
}

#[poise::command(slash_command)]
async fn expel(ctx: Context<'_>, player: Option<serenity::User>, #[max_length = 16] event: Option<String>) -> Done {
    let whom = player.map(|player| foe(ctx, &player));
    act(ctx, event, EventDeed::Expel(whom)).await
}

#[poise::command(slash_command)]
async fn organiser(
    ctx: Context<'_>,
    player: serenity::User,
    #[max_length = 16] event: Option<String>,
    set: Option<String>,
) -> Done {
    let whom = Some(foe(ctx, &player));
    let deed = match set.as_deref() {
        Some("off") => EventDeed::NoOrganiser(whom),
        _ => EventDeed::Organiser(whom),
    };
    act(ctx, event, deed).await
}

#[poise::command(slash_command)]
async fn cancel(ctx: Context<'_>, #[max_length = 16] event: Option<String>) -> Done {
    act(ctx, event, EventDeed::Cancel).await
}

#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "a slash command has as many options as it has")]
async fn plan(
    ctx: Context<'_>,
    #[max_length = 60] when: Option<String>,
    #[min = 0]
    #[max = 20_160]
    ahead: Option<i64>,
    #[max_length = 40] template: Option<String>,
    #[max_length = 100] title: Option<String>,
    #[max_length = 40] start: Option<String>,
    #[max_length = 400] terms: Option<String>,
    #[min = 2]
    #[max = 256]
    size: Option<i64>,
    #[min = 1]
    #[max = 60]
    rounds: Option<i64>,
    #[min = 0]
    #[max = 10_000]
    fee: Option<i64>,
) -> Done {
    let event = Box::new(form(template, title, start, terms, size, rounds, fee));
    let shows = when.is_none();
    let wish = EventAsk::Plan { when, ahead, event };
    if shows {
        return about(ctx, wish).await;
    }
    post(ctx, Ask::Event(wish)).await
}

#[poise::command(slash_command)]
async fn help(ctx: Context<'_>) -> Done {
    about(ctx, EventAsk::Help).await
}

fn form(
    template: Option<String>,
    title: Option<String>,
    starts: Option<String>,
    terms: Option<String>,
    size: Option<i64>,
    rounds: Option<i64>,
    fee: Option<i64>,
) -> NewEvent {
    let terms = terms.map(|house| Challenge {
        house: Some(house),
        ..Challenge::default()
    });
    NewEvent {
        template,
        title,
        terms,
        starts,
        size,
        rounds,
        fee,
    }
}

async fn show(ctx: Context<'_>, event: Option<String>, page: EventPage) -> Done {
    about(ctx, EventAsk::Show { event, page }).await
}

async fn act(ctx: Context<'_>, event: Option<String>, deed: EventDeed) -> Done {
    about(ctx, EventAsk::Do { event, deed }).await
}

async fn about(ctx: Context<'_>, wish: EventAsk) -> Done {
    ask(ctx, Way::OnlyMe, Ask::Event(wish)).await
}
