//! Leaderboards, statistics and seasons of a group.

use super::*;

/// A match that the second one gives up at once.
async fn won(house: &House, group: &Group, winner: &User, loser: &User) {
    let tg = house.tg.clone();
    let table = house.match_between(group, winner, loser, "classic").await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    house.settled().await;
    loser.says(loser, "/resign");
    let sure = tg.post(loser, |post| has(post, "Yes, resign")).await;
    loser.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("it is over", || table.words().contains("wins the match"))
        .await;
    // C-114: also what became of the ratings.
    let words = table.words();
    assert!(
        words.contains("Rating: ") || words.contains("counts no more today"),
        "{words}"
    );
    house.settled().await;
}

async fn said(house: &House, place: impl Place + Clone, words: &str) -> Message {
    house.tg.post(place, |post| post.words().contains(words)).await
}

/// Says an order that is asked about, and not answered in the same breath, until it is done.
async fn for_sure(house: &House, who: &User, group: &Group, order: &str, words: &str) -> Message {
    for _ in 0..200 {
        who.says(group, order);
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        let all = house.tg.posts(group);
        if let Some(post) = all.into_iter().find(|post| post.words().contains(words)) {
            return post;
        }
    }
    panic!("{order} is asked about for ever");
}

/// C-086, C-087: boards by words in any order and language; who asked turns the page for all, anybody else reads on in the
/// private chat, and nobody reads a group's board who was never there.
#[tokio::test]
async fn boards_by_words_and_by_buttons() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, eve] = ["Anna", "Ben", "Eve"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &eve]);
    house.known(&[&anna, &ben, &eve]).await;
    won(&house, &group, &anna, &ben).await;
    anna.says(&group, "/top week wins");
    let board = said(&house, &group, "Matches won · this week").await;
    assert!(board.words().contains("1 Anna: 1 of 1 matches won") && board.photo().is_some());
    assert!(board.words().contains("Anna is #1 of 1"), "{board:?}");
    for (words, title) in [
        ("/top 胜率 本月", "Win rate · this month"),
        ("/leaderboard gold hands today", "Gin hands · today"),
        ("/top all points", "Overall leaders"),
        ("/top this channel", "Leaders of this channel"),
    ] {
        ben.says(&group, words);
        said(&house, &group, title).await;
    }
    ben.says(&group, "/top luck");
    said(&house, &ben, "no leaderboard by “luck”").await;
    ben.says(&group, "/top friends");
    said(&house, &ben, "You and those you have played with").await;
    assert!(
        !tg.posts(&group)
            .iter()
            .any(|post| post.words().contains("You and those"))
    );

    // Who asked changes it in place; somebody else gets their own, and goes on there.
    anna.press(&board, |label| label == "Rank by …").await;
    tg.eventually("choices", || has(&board, "Win rate")).await;
    anna.press(&board, |label| label == "Points").await;
    tg.eventually("by points", || board.words().contains("Points · this week"))
        .await;
    let before = board.words();
    eve.press(&board, |label| label == "Time …").await;
    let own = tg.post(&eve, |post| has(post, "‹ To the board")).await;
    assert_eq!(board.words(), before);
    eve.press(&own, |label| label == "of all time").await;
    tg.eventually("it is theirs to turn", || own.words().contains("Points · of all time"))
        .await;
    assert!(own.words().contains("You are not on this board yet"), "{own:?}");
    let stranger = tg.user("Mallory", Some("mallory"), "en");
    let chat = stranger.start("").await;
    let token = own.buttons().into_iter().find_map(|button| button.data).unwrap();
    let told = stranger.forge(&chat, &token).answered().await;
    assert!(told.text.contains("only to who plays there"), "{told:?}");
    tg.assert_clean();
    house.close().await;
}

/// Statistics by command, by answer and against somebody; hidden ones are nobody else's.
#[tokio::test]
async fn statistics_by_words() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    won(&house, &group, &anna, &ben).await;
    anna.says(&group, "/stats");
    let own = said(&house, &group, "What Anna has done").await;
    assert!(
        own.photo().is_some() && own.words().contains("won against Ben"),
        "{own:?}"
    );
    assert!(own.words().contains("Matches won: 1 of 1"), "{own:?}");
    ben.replies(&own, "/stats");
    ben.says(&group, "/stats @Anna vs @Ben");
    said(&house, &ben, "Against Ben: won 1 of 1").await;
    ben.says(&group, "/stats vs @Anna");
    let mine = said(&house, &group, "Against Anna: won 0 of 1").await;
    assert!(mine.words().contains("What Ben has done"), "{mine:?}");
    ben.says(&group, "/stats computer");
    said(&house, &ben, "The computer keeps no count").await;

    anna.says(&anna, "/settings");
    let page = tg.post(&anna, |post| has(post, "Hide my statistics")).await;
    anna.press(&page, |label| label == "Hide my statistics").await;
    tg.eventually("hidden", || has(&page, "Show my statistics")).await;
    ben.says(&group, "/stats @Anna");
    said(&house, &ben, "keeps their profile hidden").await;
    anna.says(&group, "/stats");
    said(&house, &anna, "only you see this").await;
    tg.assert_clean();
    house.close().await;
}

/// C-083, C-107: a season is begun and rolled over by an administrator, with a stop of the program in the middle; the champions
/// are announced in the group, and everybody reads the old board later.
#[tokio::test]
async fn a_season_is_rolled_over() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    tg.promote(&group, &mo, false);
    house.known(&[&anna, &ben, &mo]).await;
    anna.says(&group, "/season start");
    said(&house, &anna, "Only moderators can do this").await;
    mo.says(&group, "/season start Spring <b>cup monthly");
    let begun = said(&house, &group, "Season 1: Spring <b>cup has begun").await;
    assert!(begun.words().contains("on the first of each month"), "{begun:?}");
    won(&house, &group, &anna, &ben).await;
    won(&house, &group, &anna, &ben).await;
    house = house.reopen().await;
    ben.says(&group, "/top season wins");
    let now = said(&house, &group, "1 Anna: 2 of 2 matches won").await;
    assert!(now.words().contains("Next season: "), "{now:?}");
    // What ends a season is said twice.
    mo.says(&group, "/season roll");
    said(&house, &mo, "say the same once more within 10 minutes").await;
    let news = for_sure(&house, &mo, &group, "/season roll", "Season 1: Spring <b>cup is over").await;
    for words in ["Champions:", "1 Anna: ", "Season 2 begins now"] {
        assert!(news.words().contains(words), "{words}: {news:?}");
    }
    house = house.reopen().await;
    won(&house, &group, &ben, &anna).await;
    ben.says(&group, "/top season wins");
    said(&house, &group, "1 Ben: 1 of 1 matches won").await;
    anna.says(&group, "/top 赛季1 wins");
    tg.eventually("the old board again", || {
        let all = tg.posts(&group);
        all.iter()
            .any(|post| post.words().contains("1 Anna: 2 of 2") && post.words().contains("From "))
    })
    .await;
    ben.says(&group, "/season");
    let list = said(&house, &ben, "Seasons: Card club").await;
    assert!(
        list.words().contains("1 Anna (") && list.words().contains("Season 2: running"),
        "{list:?}"
    );
    ben.press(&list, |label| label.starts_with("Season 1")).await;
    tg.eventually("the old board for one", || {
        list.words().contains("Leaders here") || {
            tg.posts(&ben)
                .iter()
                .any(|post| post.words().contains("Leaders here: Card club"))
        }
    })
    .await;
    mo.says(&group, "/ginadmin season end");
    said(&house, &mo, "End Season 2 for good?").await;
    for_sure(&house, &mo, &group, "/ginadmin season end", "Season 2 is over").await;
    tg.assert_clean();
    house.close().await;
}

/// C-083: a season that ends by its calendar is told of in the group by itself, once, also when the program is stopped after
/// it.
#[tokio::test]
async fn a_season_ends_by_its_calendar() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let [anna, ben, mo] = ["Anna", "Ben", "Mo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &mo]);
    tg.promote(&group, &mo, false);
    house.known(&[&anna, &ben, &mo]).await;
    mo.says(&group, "/season start Spring monthly");
    said(&house, &group, "Season 1: Spring has begun").await;
    won(&house, &group, &anna, &ben).await;
    house.later.fetch_add(32 * 86_400_000, Ordering::SeqCst);
    let news = said(&house, &group, "Season 1: Spring is over").await;
    for words in ["Champions:", "1 Anna: ", "Season 2 begins now"] {
        assert!(news.words().contains(words), "{words}: {news:?}");
    }
    house.settled().await;
    house = house.reopen().await;
    ben.press(&news, |label| label.starts_with("Season 1")).await;
    tg.eventually("the old board for one", || {
        let posts = tg.posts(&ben);
        posts.iter().any(|post| post.words().contains("1 Anna: "))
    })
    .await;
    house.settled().await;
    let all = tg.posts(&group);
    let told = all.iter().filter(|post| post.words().contains("is over"));
    assert_eq!(told.count(), 1);
    tg.assert_clean();
    house.close().await;
}
