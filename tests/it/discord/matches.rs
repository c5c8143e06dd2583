//! Whole matches.

use jinlami::ui::token::Act;

use super::host::{Club, act, is, table_of};
use super::play::{Look, is_final, my_hand, play_out, press};
use crate::fakes::discord::opt;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_match_from_the_challenge_to_the_leaderboard() {
    let club = Club::open().await;
    let posted = club.challenge(3).await;
    assert!(posted.content.contains("Anna") && !posted.is_only_me());
    assert!(
        club.ben.pings().iter().any(|message| message.id == posted.id),
        "the challenge notifies Ben"
    );
    assert!(club.anna.pings().is_empty());
    let table = table_of(&posted);

    let accepted = club.ben.press(&posted, |b: &_| is(b, Act::Accept)).await;
    accepted.acknowledged().await;
    for player in [&club.anna, &club.ben] {
        let hand = club.hand_of(player).await;
        assert_eq!(hand.pictures.len(), 1, "{hand:?}");
        assert!(hand.pictures[0].alt.contains("hand"), "{hand:?}");
        assert!(
            hand.content.contains("Club"),
            "the hand says where the match is: {}",
            hand.content
        );
    }
    play_out(&club, table, [Look::Private; 2]).await;

    for player in [&club.anna, &club.ben] {
        club.discord
            .eventually("the hand is closed", || {
                player.dms().pop().is_some_and(|hand| is_final(&hand))
            })
            .await;
        assert_eq!(player.dms().len(), 1, "one message, edited in place");
    }
    let record = club.table(table).await;
    let showdowns = || {
        club.discord
            .messages(&club.channel)
            .iter()
            .filter(|m| m.pictures.iter().any(|p| p.filename == "showdown.png"))
            .count()
    };
    club.discord
        .eventually("a showdown for every hand", || showdowns() == record.hands().len())
        .await;
    let closed = || club.discord.message(&posted);
    club.discord
        .eventually("of the match nothing is left to press", || {
            let left = super::host::acts(&closed());
            left.len() == 1 && left[0].0 == Act::Rematch
        })
        .await;
    assert_eq!(club.discord.dms_opened(), 2);

    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(!board.is_only_me());
    let words = board.alts().join(" ");
    assert!(words.contains("Anna") && words.contains("Ben"), "{words}");
    let best = record.scores().iter().max().unwrap().to_string();
    assert!(words.contains(&best), "{words} lacks {best}");
    let overall = [("scope", opt("overall")), ("by", opt("points"))];
    let overall = club.ben.slash(&club.channel, "gin leaderboard", &overall).await;
    assert!(overall.response().await.alts().join(" ").contains("Anna"));
    club.assert_tidy(&[&club.channel, &club.anna.dm_channel()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_001_with_closed_private_chats_a_whole_match_is_played_by_my_hand() {
    let club = Club::open().await;
    club.discord.close_dms(&club.ben);
    let (_, table) = club.begin(2).await;
    play_out(&club, table, [Look::Private, Look::MyHand]).await;
    assert!(club.table(table).await.is_over());
    assert!(club.ben.dms().is_empty());
    let tries = club
        .discord
        .count("POST", &format!("/channels/{}/messages", club.ben.dm_channel().id));
    assert_eq!(tries, 1, "a closed private chat is tried once, not at every move");
    let board = club
        .ben
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(board.alts().join(" ").contains("Ben"), "{board:?}");
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_a_match_in_the_private_chat_and_in_a_channel() {
    let club = Club::open().await;
    for place in [club.anna.dm_channel(), club.channel] {
        let before = club.anna.dms().len();
        let options = [
            ("computer", opt(true)),
            ("hands", opt(1)),
            ("rules", opt("classic")),
            ("mode", opt("fixed")),
        ];
        club.anna
            .slash(&place, "gin challenge", &options)
            .await
            .response()
            .await;
        let hand = || {
            club.anna
                .dms()
                .into_iter()
                .skip(before)
                .find(|m| act(m, |a| a == Act::AskResign).is_some())
        };
        let hand = club.discord.until("a hand against the computer", hand).await;
        play_out(&club, table_of(&hand), [Look::Private; 2]).await;
    }
    club.assert_tidy(&[&club.channel, &club.anna.dm_channel()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_entry_challenges_too_and_no_other_bot_can_be_challenged() {
    let club = Club::open().await;
    club.anna
        .context_menu("Challenge", &club.ben, &club.channel)
        .await
        .response()
        .await;
    let posted = club.posted().await;
    club.ben
        .press(&posted, |b: &_| is(b, Act::Decline))
        .await
        .acknowledged()
        .await;
    club.discord
        .eventually("declined", || act(&club.discord.message(&posted), |_| true).is_none())
        .await;

    let robot = club.discord.other_bot("Helper");
    club.discord.join(&club.guild, &robot);
    let before = club.discord.messages(&club.channel).len();
    let refused = club
        .anna
        .slash(&club.channel, "gin challenge", &[("opponent", opt(&robot))])
        .await
        .response()
        .await;
    assert!(refused.is_only_me(), "{refused:?}");
    let own = club
        .anna
        .slash(&club.channel, "gin challenge", &[("opponent", opt(&club.anna))])
        .await
        .response()
        .await;
    assert!(own.is_only_me(), "{own:?}");
    assert_eq!(club.discord.messages(&club.channel).len(), before);
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_022_buttons_outlive_a_restart_and_commands_are_not_written_again() {
    let mut club = Club::open().await;
    let (posted, table) = club.begin(1).await;
    let hand = club.hand_of(&club.anna).await;
    let version = club.table(table).await.version();
    let writes = club.discord.command_writes();
    club.restart().await;

    assert_eq!(club.table(table).await.version(), version);
    assert!(act(&club.discord.message(&posted), |act| act == Act::Hand).is_some());
    my_hand(&club, &club.ben).await;
    let mut pressed = std::collections::BTreeSet::new();
    super::play::press_best(&club.anna, &club.discord.message(&hand), &mut pressed).await;
    play_out(&club, table, [Look::Private; 2]).await;
    assert_eq!(
        club.discord.command_writes(),
        writes,
        "unchanged commands are not written again"
    );
    assert_eq!(club.discord.dms_opened(), 2, "known private chats are used again");
    let (_, old, _) = act(&hand, |act| act == Act::AskResign).unwrap();
    let late = club.anna.press_late(&hand, old.as_str()).await;
    assert!(
        late.private().await.content.len() > 3,
        "an old button says that it is old"
    );
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_030_a_double_press_does_one_thing() {
    let club = Club::open().await;
    let (_, table) = club.begin(1).await;
    let to_move = club.table(table).await.to_move().unwrap();
    let user = if to_move == jinlami::id::Seat::FIRST {
        &club.anna
    } else {
        &club.ben
    };
    let hand = club
        .discord
        .until("a hand with discards", || {
            user.dms()
                .pop()
                .filter(|m| act(m, |a| matches!(a, Act::Discard(_))).is_some())
        })
        .await;
    let (_, id, menu) = act(&hand, |act| matches!(act, Act::Discard(_))).unwrap();
    let before = club.table(table).await.version();
    let (first, second) = tokio::join!(press(user, &hand, &id, menu), press(user, &hand, &id, menu));
    first.acknowledged().await;
    second.acknowledged().await;
    club.discord
        .eventually("both are answered", || {
            !first.answers().is_empty() && !second.answers().is_empty()
        })
        .await;
    assert_eq!(club.table(table).await.version().0, before.0 + 1, "one card is thrown");
    club.assert_tidy(&[&club.channel]);
}
