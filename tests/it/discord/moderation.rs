//! Moderators of a server.

use jinlami::table::{MatchEnd, Stage};
use jinlami::ui::token::{Act, table_code};

use super::host::{Club, act, is, table_of};
use crate::fakes::discord::{Channel, User, opt, permission};

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
    assert!(board.content.contains("1 of 1 won"), "{}", board.content);
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

/// The channel with this number.
fn channel(id: i64) -> Channel {
    Channel { id: id.cast_unsigned() }
}

/// Each match gets a thread, made before the challenge, and lives in it; without the permission it stays in the channel, and
/// what is missing is said. C-038: two matches in one channel, each press at its own table.
#[tokio::test(flavor = "multi_thread")]
async fn each_match_gets_a_thread() {
    let mut club = Club::open().await;
    let mo = moderator(&club);
    let set = async |set: &str| {
        let options = [("set", opt(set))];
        mo.slash(&club.channel, "ginadmin threads", &options)
            .await
            .response()
            .await
    };
    assert!(set("on").await.content.contains("a thread of its own"));
    let options = [("opponent", opt(&club.ben)), ("hands", opt(2))];
    let answer = club
        .anna
        .slash(&club.channel, "gin challenge", &options)
        .await
        .response()
        .await;
    assert!(
        answer.is_only_me() && answer.content.contains("a thread of its own"),
        "{}",
        answer.content
    );
    let opened = async || {
        let open = club.service().tables(jinlami::service::Of::All).await.unwrap();
        open.first().map(|table| (table.id(), table.place().channel))
    };
    let (id, place) = opened().await.expect("a match");
    let thread = channel(place);
    assert_ne!(thread.id, club.channel.id);
    assert!(format!("{:?}", answer.buttons).contains(&format!("/{}/{}", club.guild.id, thread.id)));
    let posted = || {
        club.discord
            .messages(&thread)
            .into_iter()
            .find(|m| act(m, |a| a == Act::Accept).is_some())
    };
    let posted = club.discord.until("the challenge in the thread", posted).await;
    club.restart().await;
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let running = || act(&club.discord.message(&posted), |a| a == Act::Hand).is_some();
    club.discord.eventually("the table in the thread", running).await;
    assert!(
        club.discord.messages(&club.channel).is_empty(),
        "nothing stands in the channel itself"
    );

    // A challenge that can't be made leaves no thread behind.
    let threads = || club.discord.count("POST", "/channels/*/threads");
    assert_eq!(threads(), 1);
    let own = [("opponent", opt(&club.anna))];
    club.anna
        .slash(&club.channel, "gin challenge", &own)
        .await
        .response()
        .await;
    assert_eq!(threads(), 1);

    club.discord.deny(&club.channel, permission::CREATE_PUBLIC_THREADS);
    let rights = mo
        .slash(&club.channel, "ginadmin permissions", &[])
        .await
        .response()
        .await;
    assert!(rights.content.contains("create threads"), "{}", rights.content);
    club.anna
        .slash(&club.channel, "gin challenge", &options)
        .await
        .response()
        .await;
    let here = club.posted().await;
    let told = || {
        club.anna
            .sees(&club.channel)
            .iter()
            .any(|m| m.is_only_me() && m.content.contains("create threads"))
    };
    club.discord.eventually("what is missing is said", told).await;
    let second = table_of(&here);
    club.ben
        .press(&here, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let running = || act(&club.discord.message(&here), |a| a == Act::Hand).is_some();
    club.discord.eventually("the second table", running).await;

    // Each public button belongs to its own table.
    for (message, id) in [(&posted, id), (&here, second)] {
        let hand = club.anna.press(message, |b: &_| is(b, Act::Hand)).await.private().await;
        assert!(
            hand.content.contains(&table_code(id).to_uppercase()),
            "{}",
            hand.content
        );
    }
    let games = club.anna.slash(&club.channel, "gin games", &[]).await.response().await;
    for id in [id, second] {
        assert!(
            games.content.contains(&table_code(id).to_uppercase()),
            "{}",
            games.content
        );
    }
    club.assert_tidy(&[&club.channel, &thread]);
}

/// C-039: with a channel for games, whoever asks elsewhere gets a pointer for their eyes alone, and nothing public, not even
/// for a moment; C-041: what the bot lacks is named.
#[tokio::test(flavor = "multi_thread")]
async fn games_have_their_channel() {
    let club = Club::open().await;
    let mo = moderator(&club);
    let lounge = club.discord.channel(&club.guild, "lounge");
    club.discord.allow_user(&lounge, &mo, permission::MANAGE_GUILD);
    let options = [("where", opt("here"))];
    let set = mo
        .slash(&club.channel, "ginadmin channel", &options)
        .await
        .response()
        .await;
    assert!(set.content.contains("in this place alone"), "{}", set.content);
    for (command, options) in [
        ("gin challenge", vec![("opponent", opt(&club.ben))]),
        ("gin leaderboard", Vec::new()),
        ("gin help", Vec::new()),
    ] {
        let told = club.anna.slash(&lounge, command, &options).await.private().await;
        assert!(
            told.content.contains("posted in one place"),
            "{command}: {}",
            told.content
        );
        let link = format!("/{}/{}", club.guild.id, club.channel.id);
        assert!(
            told.buttons
                .iter()
                .any(|button| button.url.as_deref().is_some_and(|url| url.ends_with(&link)))
        );
    }
    assert!(club.discord.messages(&lounge).is_empty(), "nothing public");
    assert!(
        !club
            .discord
            .seen_by(&club.ben)
            .iter()
            .any(|seen| seen.channel == lounge.id),
        "not even for a moment"
    );
    let (_, id) = club.begin(1).await;
    assert_eq!(club.table(id).await.place().channel, club.channel.id.cast_signed());
    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(!board.is_only_me());

    let fine = mo.slash(&lounge, "ginadmin permissions", &[]).await.response().await;
    assert!(fine.content.contains("every permission"), "{}", fine.content);
    club.discord
        .deny(&lounge, permission::ATTACH_FILES | permission::SEND_MESSAGES);
    club.discord.deny(&club.channel, permission::VIEW_CHANNEL);
    let missing = mo.slash(&lounge, "ginadmin permissions", &[]).await.response().await;
    for words in ["attach files", "send messages", "Where games are posted I lack"] {
        assert!(missing.content.contains(words), "{words}: {}", missing.content);
    }
    club.discord.assert_clean();
}
