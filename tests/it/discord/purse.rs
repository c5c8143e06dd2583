//! Events with a fee in a server: paid by a press, given back when nothing comes of it, won by who is best.

use jinlami::contest::{Asked, Status};
use jinlami::id::EventId;
use jinlami::ui::event::token::EventAct;
use jinlami::ui::token::Act;

use super::events::{asked, crowd, does, event_on, has, posted};
use super::host::{Club, act, is, table_of};
use crate::fakes::discord::{Message, User, opt};

async fn join(user: &User, board: &Message) -> Message {
    let told = user
        .press(board, |b: &_| does(b, EventAct::Join))
        .await
        .response()
        .await;
    assert!(told.is_only_me(), "{}", told.content);
    told
}

async fn begin(club: &Club, mo: &User, title: &str, fee: i64) -> (Message, EventId) {
    let options = [
        ("template", opt("friendly")),
        ("title", opt(title)),
        ("rounds", opt(1)),
        ("fee", opt(fee)),
    ];
    let done = mo.slash(&club.channel, "event create", &options).await.response().await;
    assert!(done.content.contains("open for sign-up"), "{}", done.content);
    let find = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains(title) && has(message, EventAct::Join))
    };
    let board = club.discord.until("the event", find).await;
    // Of two of the same second none is the newer one.
    let event = event_on(&board);
    (board, event)
}

/// C-019: three pay; a fourth has spent too much and is told so alone; the bot dies; called off, everybody has the fee back and
/// reads so. Then one is played to its end, and the pot goes to who won it. Nobody else reads what somebody has.
#[tokio::test(flavor = "multi_thread")]
async fn a_fee_is_paid_given_back_and_won() {
    let mut club = Club::open().await;
    let (mo, people) = crowd(&club, 4);
    let (small, _) = begin(&club, &mo, "Small", 700).await;
    let told = join(&people[3], &small).await;
    assert!(told.content.contains("700 play points, 300 left"), "{}", told.content);
    let (board, event) = begin(&club, &mo, "Cup", 400).await;
    assert!(
        board.content.contains("Fee: 400 play points. In the pot so far: 0."),
        "{}",
        board.content
    );
    for user in &people[..3] {
        let told = join(user, &board).await;
        assert!(told.content.contains("400 play points, 600 left"), "{}", told.content);
    }
    let poor = join(&people[3], &board).await;
    assert!(
        poor.content.contains("The fee is 400 play points, and you have 300."),
        "{}",
        poor.content
    );
    let pot = || club.discord.message(&board).content.contains("pot so far: 1200");
    club.discord.eventually("the pot is told", pot).await;
    // Dies wherever it is, and comes back.
    club.crash();
    club.launch().await;
    club.discord.connected().await;
    mo.slash(
        &club.channel,
        "event start",
        &[("event", opt(event_code(event).as_str()))],
    )
    .await
    .response()
    .await;
    posted(&club, "the round", EventAct::Here).await;
    let options = [("event", opt(event_code(event).as_str()))];
    let question = mo.slash(&club.channel, "event cancel", &options).await.response().await;
    mo.press(&question, |b: &_| does(b, EventAct::Cancel))
        .await
        .response()
        .await;
    let closing = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains("Cup is cancelled"))
    };
    let closing = club.discord.until("that it is cancelled", closing).await;
    assert!(
        closing.content.contains("The fee of 400 play points is given back."),
        "{}",
        closing.content
    );
    let card = people[0].slash(&club.channel, "event mine", &[]).await.response().await;
    assert!(card.content.contains("You take part in no event"), "{}", card.content);

    // Three play one round: two at a table, one without an opponent.
    let (board, event) = begin(&club, &mo, "Final", 1_000).await;
    for user in &people[..3] {
        assert!(join(user, &board).await.content.contains("1000 play points, 0 left"));
    }
    let mine = people[0]
        .press(&board, |b: &_| does(b, EventAct::Mine))
        .await
        .response()
        .await;
    assert!(
        mine.is_only_me() && mine.content.contains("Your play points: 0"),
        "{}",
        mine.content
    );
    mo.slash(
        &club.channel,
        "event start",
        &[("event", opt(event_code(event).as_str()))],
    )
    .await
    .response()
    .await;
    let find = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains("Final · Round 1") && has(message, EventAct::Here))
    };
    let round = club.discord.until("the round", find).await;
    let mut loser = None;
    for user in &people[..3] {
        if matches!(asked(&club, event, user).await, Asked::Show(..)) {
            user.press(&round, |b: &_| does(b, EventAct::Here))
                .await
                .response()
                .await;
            loser = Some(user);
        }
    }
    let loser = loser.expect("two of three meet");
    let Asked::Play(_, table) = asked(&club, event, loser).await else {
        panic!("both came");
    };
    for wanted in [Act::AskResign, Act::Resign] {
        let find = || {
            let mut dms = loser.dms().into_iter().rev();
            dms.find(|dm| act(dm, |a| a == wanted).is_some() && table_of(dm) == table)
        };
        let hand = club.discord.until("the hand, then the question", find).await;
        loser.press(&hand, |b: &_| is(b, wanted)).await.response().await;
    }
    let scored = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .any(|message| message.content.contains("Final · Round 1") && !has(&message, EventAct::Here))
    };
    club.discord.eventually("the round is over", scored).await;
    club.pass(3 * 60_000);
    let over = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains("Final is over"))
    };
    let mut tries = 0;
    while over().is_none() {
        tries += 1;
        assert!(tries < 2_400, "it never ends");
        // The last result may have come after the clock was put on: the pause counts from there.
        club.pass(if tries % 40 == 0 { 60_000 } else { 0 });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let contest = club.service().event(event).await.unwrap();
    assert_eq!(contest.status(), Status::Finished);
    let closing = over().unwrap();
    let won = contest.prizes();
    assert_eq!(won.iter().map(|(_, points)| points).sum::<i64>(), 3_000);
    assert!(
        closing.content.contains("Play points from the pot:"),
        "{}",
        closing.content
    );
    assert!(closing.content.contains(&won[0].1.to_string()), "{}", closing.content);
    let board_says = || {
        club.discord
            .message(&board)
            .content
            .contains("Play points from the pot:")
    };
    club.discord.eventually("the board says it", board_says).await;
    // What one has is told where nobody else reads it.
    let public = loser.slash(&club.channel, "gin stats", &[]).await.response().await;
    assert!(!public.content.contains("Your play points"), "{}", public.content);
    let own = loser
        .slash(&loser.dm_channel(), "gin stats", &[])
        .await
        .response()
        .await;
    let points = won
        .iter()
        .find(|(player, _)| futures::executor::block_on(is_player(&club, loser, *player)));
    let points = points.map_or(0, |(_, points)| *points);
    assert!(
        own.content.contains(&format!("Your play points: {points}")),
        "{}",
        own.content
    );
    club.discord.assert_clean();
}

async fn is_player(club: &Club, user: &User, player: jinlami::id::PlayerId) -> bool {
    let account = jinlami::id::Account {
        platform: jinlami::id::Platform::Discord,
        user: user.id.cast_signed(),
    };
    club.service().player(account).await.unwrap() == player
}

fn event_code(event: EventId) -> String {
    jinlami::ui::token::table_code(jinlami::id::TableId(event.0))
}

/// The option has bounds, and teams pay nothing.
#[tokio::test(flavor = "multi_thread")]
async fn no_event_is_opened_with_a_fee_that_cannot_be() {
    let club = Club::open().await;
    let (mo, _) = crowd(&club, 0);
    let options = [("template", opt("team")), ("title", opt("Teams")), ("fee", opt(5))];
    let told = mo.slash(&club.channel, "event create", &options).await.response().await;
    assert!(
        told.is_only_me() && told.content.contains("Teams play without a fee"),
        "{}",
        told.content
    );
    let venue = jinlami::id::Venue {
        platform: jinlami::id::Platform::Discord,
        chat: club.guild.id.cast_signed(),
    };
    assert!(club.service().events(venue, false).await.unwrap().is_empty());
    club.discord.assert_clean();
}
