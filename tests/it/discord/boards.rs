//! Leaderboards, statistics and seasons of a server.

use jinlami::ui::token::Act;

use super::host::{Club, act, table_of};
use crate::fakes::discord::{Channel, Message, User, opt, permission};

/// A match in this channel that the second one gives up at once.
async fn won(club: &Club, channel: &Channel, winner: &User, loser: &User) {
    let (table, id) = club.begin_in(channel, winner, loser, 1).await;
    assert_eq!(table_of(&table), id);
    let asked = loser.slash(channel, "gin resign", &[]).await.response().await;
    let (_, yes, _) = act(&asked, |act| act == Act::Resign).unwrap();
    loser
        .press(&asked, |button: &crate::fakes::discord::Button| button.custom_id == yes)
        .await
        .acknowledged()
        .await;
    let over = || club.discord.message(&table).content.contains("wins the match");
    club.discord.eventually("it is over", over).await;
    // C-114: also what became of the ratings.
    let words = club.discord.message(&table).content;
    assert!(
        words.contains("Rating: ") || words.contains("counts no more today"),
        "{words}"
    );
}

fn moderator(club: &Club) -> User {
    let mo = club.discord.user("Mo", "en-US");
    club.discord.join(&club.guild, &mo);
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    mo
}

async fn board(club: &Club, who: &User, options: &[(&str, &str)]) -> Message {
    let options: Vec<_> = options.iter().map(|(name, value)| (*name, opt(*value))).collect();
    who.slash(&club.channel, "gin leaderboard", &options)
        .await
        .response()
        .await
}

/// C-082, C-087: a board of two pages, turned in place by whoever asked for it; whoever else presses gets their own page, with
/// their own line marked, and finds their place; equal scores share a place across the end of the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_turned_by_who_asked_and_alone_by_others() {
    let mut club = Club::open().await;
    let people: Vec<User> = (0..11)
        .map(|at| {
            let user = club.discord.user(&format!("Player {at}"), "en-US");
            club.discord.join(&club.guild, &user);
            user
        })
        .collect();
    for user in &people {
        won(&club, &club.channel, user, &club.anna).await;
    }
    let posted = board(&club, &club.ben, &[("by", "wins")]).await;
    assert!(!posted.is_only_me());
    assert!(posted.content.contains("Page 1 of 2") && posted.content.contains("11 on this board"));
    assert!(!posted.content.contains('▶'), "nobody is marked where all see it");
    // Somebody else's press leaves the message as it is.
    let last = people.last().unwrap();
    let own = last.press(&posted, "My place").await.private().await;
    assert!(
        own.content.contains("▶ 1 Player 10: 1 of 1 matches won (you)") && own.content.contains("#1 of 11"),
        "{}",
        own.content
    );
    assert_eq!(club.discord.message(&posted).content, posted.content);
    let back = last.press(&own, "‹ Back").await;
    back.acknowledged().await;
    let turned = || {
        last.sees(&club.channel)
            .iter()
            .any(|m| m.id == own.id && m.content.contains("Page 1 of 2"))
    };
    club.discord.eventually("their own page is turned", turned).await;
    // Who asked turns it for all, also after a restart.
    club.restart().await;
    club.ben.press(&posted, "Next ›").await.acknowledged().await;
    let second = || club.discord.message(&posted).content.contains("Page 2 of 2");
    club.discord.eventually("the page is turned for all", second).await;
    let page = club.discord.message(&posted);
    assert!(
        page.content.contains("1 Player 10") && !page.content.contains("Anna"),
        "{}",
        page.content
    );
    assert!(
        page.alts().join(" ").contains("1 Player 10"),
        "the description says the same"
    );
    // Another board is a choice away.
    club.ben.select(&page, "Points").await.acknowledged().await;
    let points = || club.discord.message(&posted).content.contains("Points · of all time");
    club.discord.eventually("another board", points).await;
    let friends = board(&club, &club.ben, &[("scope", "friends")]).await;
    assert!(
        friends.is_only_me() && friends.content.contains("have not finished a match"),
        "{}",
        friends.content
    );
    let wrong = board(&club, &club.ben, &[("season", "9")]).await;
    assert!(
        wrong.is_only_me() && wrong.content.contains("no season “9”"),
        "{}",
        wrong.content
    );
    club.assert_tidy(&[&club.channel]);
}

/// C-086: two servers with the same people: no name and no number of one shows in the other.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_leak_nothing() {
    let club = Club::open().await;
    let other = club.discord.guild("Other club");
    let hall = club.discord.channel(&other, "hall");
    let carl = club.discord.user("Carl", "en-US");
    for user in [&club.anna, &carl] {
        club.discord.join(&other, user);
    }
    won(&club, &club.channel, &club.anna, &club.ben).await;
    won(&club, &hall, &carl, &club.anna).await;
    let here = club.anna.slash(&hall, "gin leaderboard", &[]).await.response().await;
    assert!(
        here.content.contains("Carl") && !here.content.contains("Ben"),
        "{}",
        here.content
    );
    assert!(here.content.contains("Other club"));
    for command in ["gin stats", "gin seasons"] {
        let shown = club.anna.slash(&hall, command, &[]).await.response().await;
        let all = format!("{} {}", shown.content, shown.alts().join(" "));
        assert!(!all.contains("Ben") && !all.contains("1 of 1"), "{command}: {all}");
    }
    let theirs = [("player", opt(&club.anna))];
    let theirs = carl.slash(&hall, "gin stats", &theirs).await.response().await;
    assert!(
        theirs.is_only_me() && theirs.alts().join(" ").contains("0 of 1"),
        "{theirs:?}"
    );
    let everywhere = carl.press(&theirs, "Everywhere").await;
    everywhere.acknowledged().await;
    let asked = || {
        let seen = carl.sees(&hall);
        seen.into_iter()
            .find(|m| m.id == theirs.id && m.alts().join(" ").contains("1 of 2"))
    };
    let all = club.discord.until("what was asked for", asked).await;
    assert!(
        !format!("{} {}", all.content, all.alts().join(" ")).contains("Ben"),
        "{all:?}"
    );
    club.discord.assert_clean();
}

/// Statistics: one's own for all to see, another's for the asker, hidden ones for nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_shown_and_hidden() {
    let club = Club::open().await;
    won(&club, &club.channel, &club.anna, &club.ben).await;
    let own = club.anna.slash(&club.channel, "gin stats", &[]).await.response().await;
    assert!(!own.is_only_me());
    let words = own.alts().join(" ");
    assert!(
        words.contains("Matches won: 1 of 1 (100.0%)") && own.content.contains("won against Ben"),
        "{own:?}"
    );
    let options = [("player", opt(&club.anna)), ("versus", opt(&club.ben))];
    let theirs = club
        .ben
        .slash(&club.channel, "gin stats", &options)
        .await
        .response()
        .await;
    assert!(
        theirs.is_only_me() && theirs.content.contains("Against Ben: won 1 of 1"),
        "{theirs:?}"
    );
    let page = club
        .anna
        .slash(&club.channel, "gin settings", &[])
        .await
        .response()
        .await;
    club.anna.press(&page, "Hide my statistics").await.acknowledged().await;
    let hidden = || {
        let seen = club.anna.sees(&club.channel);
        seen.iter()
            .any(|m| m.id == page.id && m.content.contains("hidden from others"))
    };
    club.discord.eventually("it is set", hidden).await;
    let theirs = club
        .ben
        .slash(&club.channel, "gin stats", &options)
        .await
        .response()
        .await;
    assert!(
        theirs.is_only_me() && theirs.content.contains("keeps their profile hidden"),
        "{theirs:?}"
    );
    let own = club.anna.slash(&club.channel, "gin stats", &[]).await.response().await;
    assert!(own.is_only_me() && own.content.contains("only you see this"), "{own:?}");
    club.assert_tidy(&[&club.channel]);
}

/// C-083: a season is begun and rolled over by a moderator, with a stop of the program in the middle; the champions are
/// announced in the channel, and everybody reads the old board whatever is played later.
#[tokio::test(flavor = "multi_thread")]
async fn a_season_is_rolled_over() {
    let mut club = Club::open().await;
    let mo = moderator(&club);
    let order = |what: &str| vec![("do", opt(what)), ("name", opt("Spring"))];
    let announced = async |club: &Club, words: &str| {
        let find = || {
            let there = club.discord.messages(&club.channel).into_iter();
            there
                .rev()
                .find(|message| !message.is_only_me() && message.content.contains(words))
        };
        club.discord.until("an announcement", find).await
    };
    let begun = mo
        .slash(&club.channel, "ginadmin season", &order("start"))
        .await
        .response()
        .await;
    assert!(begun.is_only_me(), "{begun:?}");
    announced(&club, "Season 1: Spring has begun").await;
    won(&club, &club.channel, &club.anna, &club.ben).await;
    won(&club, &club.channel, &club.anna, &club.ben).await;
    club.restart().await;
    let now = board(&club, &club.ben, &[("by", "wins"), ("period", "season")]).await;
    assert!(
        now.content.contains("1 Anna: 2 of 2") && now.content.contains("Season 1: Spring"),
        "{}",
        now.content
    );

    // What ends a season is said twice.
    let roll = async || {
        let options = [("do", opt("roll"))];
        let order = mo.slash(&club.channel, "ginadmin season", &options);
        order.await.response().await
    };
    let asked = roll().await;
    assert!(
        asked.is_only_me() && asked.content.contains("say the same once more within 10 minutes"),
        "{}",
        asked.content
    );
    club.pass(2_000);
    roll().await;
    let news = announced(&club, "Season 1: Spring is over").await;
    for words in ["Champions:", "1 Anna: ", "Season 2 begins now"] {
        assert!(news.content.contains(words), "{words}: {}", news.content);
    }
    club.crash();
    club.launch().await;
    club.discord.connected().await;
    won(&club, &club.channel, &club.ben, &club.anna).await;
    let now = board(&club, &club.ben, &[("by", "wins"), ("period", "season")]).await;
    assert!(now.content.contains("1 Ben: 1 of 1"), "{}", now.content);
    let past = board(&club, &club.ben, &[("by", "wins"), ("season", "1")]).await;
    assert!(past.content.contains("1 Anna: 2 of 2"), "{}", past.content);
    // The button under the news opens the old board for whoever presses, alone.
    let read = club.ben.press(&news, "Season 1: Spring").await.private().await;
    assert!(read.content.contains("1 Anna: "), "{}", read.content);
    let list = club.ben.slash(&club.channel, "gin seasons", &[]).await.response().await;
    assert!(list.is_only_me() && list.content.contains("1 Anna (") && list.content.contains("Season 2: running"));
    let ever = board(&club, &club.ben, &[("by", "wins")]).await;
    assert!(ever.content.contains("1 Anna: 2 of 3"), "{}", ever.content);
    for _ in 0..2 {
        let options = [("do", opt("end"))];
        let order = mo.slash(&club.channel, "ginadmin season", &options);
        assert!(order.await.response().await.is_only_me());
        club.pass(2_000);
    }
    announced(&club, "Season 2 is over").await;
    let none = board(&club, &club.ben, &[("period", "season")]).await;
    assert!(none.content.contains("No season is running"), "{}", none.content);
    let log = mo.slash(&club.channel, "ginadmin log", &[]).await.response().await;
    assert!(log.content.contains("season"), "{}", log.content);
    club.assert_tidy(&[&club.channel]);
}

/// C-083: a season that ends by its calendar while the bot is down is told of when it is back, once, in the channel for games;
/// also when it dies right afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_season_ends_by_its_calendar() {
    let mut club = Club::open().await;
    let mo = moderator(&club);
    let order = [
        ("do", opt("start")),
        ("name", opt("Spring")),
        ("calendar", opt("monthly")),
    ];
    mo.slash(&club.channel, "ginadmin season", &order)
        .await
        .response()
        .await;
    won(&club, &club.channel, &club.anna, &club.ben).await;
    let hall = club.discord.channel(&club.guild, "hall");
    club.discord.allow_user(&hall, &mo, permission::MANAGE_GUILD);
    mo.slash(&hall, "ginadmin channel", &[("where", opt("here"))])
        .await
        .response()
        .await;
    club.crash();
    club.pass(32 * 86_400_000);
    club.launch().await;
    club.discord.connected().await;
    let told = |club: &Club, channel: &Channel| -> Vec<Message> {
        let there = club.discord.messages(channel).into_iter();
        there
            .filter(|message| message.content.contains("Season 1: Spring is over"))
            .collect()
    };
    let find = || told(&club, &hall).pop();
    let news = club.discord.until("the news", find).await;
    for words in ["Champions:", "1 Anna: ", "Season 2 begins now"] {
        assert!(news.content.contains(words), "{words}: {}", news.content);
    }
    assert!(!news.is_only_me());
    club.crash();
    club.launch().await;
    club.discord.connected().await;
    won(&club, &hall, &club.ben, &club.anna).await;
    assert_eq!(told(&club, &hall).len(), 1);
    assert!(told(&club, &club.channel).is_empty());
    let read = club.ben.press(&news, "Season 1: Spring").await.private().await;
    assert!(read.content.contains("1 Anna: "), "{}", read.content);
    club.assert_tidy(&[&club.channel, &hall]);
}
