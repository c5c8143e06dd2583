//! Moderators of a server.

use jinlami::table::{MatchEnd, Stage};
use jinlami::ui::token::{Act, table_code};

use super::host::{Club, act, is, table_of};
use crate::fakes::discord::{User, opt, permission};

/// Somebody who may manage the server.
fn moderator(club: &Club) -> User {
    let mo = club.discord.user("Mo", "en-US");
    club.discord.join(&club.guild, &mo);
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    mo
}

/// C-044, C-089: a moderator cancels a running match and a stuck challenge and voids a result; an ordinary member is not
/// even offered the command; both players are told, the table says it, the log keeps it.
#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_cancels_and_voids() {
    let club = Club::open().await;
    let mo = moderator(&club);
    let offered = |user: &User| {
        user.offered(&club.channel)
            .iter()
            .any(|(name, _)| name.contains("ginadmin"))
    };
    assert!(offered(&mo) && !offered(&club.anna));

    let (running, id) = club.begin(3).await;
    club.hand_of(&club.anna).await;
    club.hand_of(&club.ben).await;
    let code = table_code(id).to_uppercase();
    let options = [
        ("match", opt(code.as_str())),
        ("reason", opt("the hall @everyone closes")),
    ];
    let done = mo
        .slash(&club.channel, "ginadmin cancel", &options)
        .await
        .response()
        .await;
    assert!(
        done.is_only_me() && done.content.contains(&format!("Match {code} is cancelled")),
        "{}",
        done.content
    );
    assert_eq!(club.table(id).await.stage(), Stage::Over(MatchEnd::Cancelled));
    let said = || {
        let now = club.discord.message(&running);
        now.content.contains("A moderator cancelled this match") && act(&now, |_| true).is_none()
    };
    club.discord.eventually("the table says it", said).await;
    for user in [&club.anna, &club.ben] {
        let told = || {
            user.dms()
                .iter()
                .any(|message| message.content.contains("A moderator cancelled your match"))
        };
        club.discord.eventually("both are told", told).await;
    }
    assert!(
        club.anna
            .pings()
            .iter()
            .all(|message| !message.content.contains("the hall"))
    );

    let stuck = club.challenge(1).await;
    let lobby = table_of(&stuck);
    let code = table_code(lobby);
    let options = [("match", opt(code.as_str()))];
    mo.slash(&club.channel, "ginadmin cancel", &options)
        .await
        .response()
        .await;
    let said = || {
        club.discord
            .message(&stuck)
            .content
            .contains("A moderator cancelled this challenge")
    };
    club.discord.eventually("the challenge says it", said).await;

    let (_, id) = club.begin(1).await;
    let page = || {
        club.ben
            .dms()
            .into_iter()
            .rev()
            .find(|hand| act(hand, |a| a == Act::AskResign).is_some())
    };
    let hand = club.discord.until("the new hand", page).await;
    club.ben
        .press(&hand, |b: &_| is(b, Act::AskResign))
        .await
        .response()
        .await;
    let sure = || {
        club.ben
            .dms()
            .into_iter()
            .rev()
            .find(|hand| act(hand, |a| a == Act::Resign).is_some())
    };
    let sure = club.discord.until("the question", sure).await;
    club.ben.press(&sure, |b: &_| is(b, Act::Resign)).await.response().await;
    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(board.content.contains("1 of 1 matches"), "{}", board.content);
    let code = table_code(id).to_uppercase();
    let options = [("match", opt(code.as_str()))];
    let done = mo
        .slash(&club.channel, "ginadmin void", &options)
        .await
        .response()
        .await;
    assert!(done.content.contains("is voided"), "{}", done.content);
    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(
        board.content.contains("No match has been finished yet"),
        "{}",
        board.content
    );
    let told = || {
        club.ben
            .dms()
            .iter()
            .any(|message| message.content.contains("voided the result of your match"))
    };
    club.discord.eventually("both are told", told).await;
    let again = mo
        .slash(&club.channel, "ginadmin void", &options)
        .await
        .response()
        .await;
    assert!(again.content.contains("already"), "{}", again.content);

    let log = mo.slash(&club.channel, "ginadmin log", &[]).await.response().await;
    assert!(log.is_only_me());
    for words in ["Mo: voided match", "Mo: cancelled match", "the hall"] {
        assert!(log.content.contains(words), "{}", log.content);
    }
    club.assert_tidy(&[&club.channel]);
}
