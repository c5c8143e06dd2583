//! Draws, aborts, nudges, rematches, watching.

use std::collections::BTreeSet;
use std::time::Duration;

use jinlami::id::{Platform, Seat, TableId};
use jinlami::table::{MatchEnd, Rematch, Stage};
use jinlami::ui::token::{Act, decode, table_code};

use super::host::{Club, act, is};
use super::play::{Look, is_final, play_out};
use crate::fakes::discord::{Message, User, opt};

/// This person's hand of this match, once it carries such a button with the present stamp.
async fn hand_with(club: &Club, id: TableId, user: &User, wanted: Act) -> Message {
    settled(club).await;
    let table = club.table(id).await;
    let seat = if user.id == club.anna.id {
        Seat::FIRST
    } else {
        Seat::SECOND
    };
    let stamp = table.stamp(seat);
    let stands = || {
        user.dms().into_iter().rev().find(|hand| {
            act(hand, |found| found == wanted)
                .and_then(|(_, token, _)| decode(&token))
                .is_some_and(|token| token.table == id && token.stamp == stamp)
        })
    };
    club.discord.until("a hand with that button", stands).await
}

/// Waits until every message shows what it should: a message that is about to change may not be pressed.
async fn settled(club: &Club) {
    let settled = async {
        while !club.service().todo(Platform::Discord, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), settled)
        .await
        .expect("all is delivered");
}

/// Presses "More" under the hand, and this on that page.
async fn more(club: &Club, id: TableId, user: &User, wanted: Act) {
    let hand = hand_with(club, id, user, Act::More).await;
    user.press(&hand, |b: &_| is(b, Act::More)).await.response().await;
    let page = hand_with(club, id, user, wanted).await;
    assert_eq!(page.id, hand.id, "the page replaces the hand");
    user.press(&page, |b: &_| is(b, wanted)).await.response().await;
}

/// The message in the channel that says this.
async fn says(club: &Club, words: &str) -> Message {
    let find = || {
        let messages = club.discord.messages(&club.channel);
        messages
            .into_iter()
            .rev()
            .find(|message| message.content.contains(words))
    };
    club.discord.until(words, find).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_and_a_rematch_with_a_restart_after_each_step() {
    let mut club = Club::open().await;
    let eve = club.discord.user("Eve", "en-US");
    club.discord.join(&club.guild, &eve);
    let (posted, id) = club.begin(3).await;
    more(&club, id, &club.anna, Act::OfferDraw).await;
    says(&club, "Anna offers a draw").await;
    club.restart().await;
    assert_eq!(club.table(id).await.draw_offer(), Some(Seat::FIRST));
    let ask = hand_with(&club, id, &club.ben, Act::More).await;
    assert!(ask.content.contains("Anna offers a draw"), "{}", ask.content);
    more(&club, id, &club.ben, Act::AcceptDraw).await;
    says(&club, "agreed on a draw").await;
    assert_eq!(club.table(id).await.stage(), Stage::Over(MatchEnd::Agreed));
    club.restart().await;

    // C-127: asked and accepted; nobody else can do either.
    let over = club.discord.message(&posted);
    let stranger = eve.press(&over, |b: &_| is(b, Act::Rematch)).await.private().await;
    assert!(
        stranger.content.contains("don’t play at this table"),
        "{}",
        stranger.content
    );
    let asked = club
        .anna
        .press(&over, |b: &_| is(b, Act::Rematch))
        .await
        .private()
        .await;
    assert!(asked.content.contains("24 hours"), "{}", asked.content);
    let call = says(&club, "would like a rematch on").await;
    let rung = || club.ben.pings().iter().any(|message| message.id == call.id);
    club.discord.eventually("Ben is called", rung).await;
    assert!(eve.pings().is_empty() && !club.anna.pings().iter().any(|message| message.id == call.id));
    club.restart().await;
    let both = || act(&club.discord.message(&posted), |a| a == Act::DeclineRematch).is_some();
    club.discord.eventually("the last message asks too", both).await;
    for message in [club.discord.message(&posted), club.discord.message(&call)] {
        for button in [Act::Rematch, Act::DeclineRematch] {
            let stranger = eve.press(&message, |b: &_| is(b, button)).await.private().await;
            assert!(stranger.content.contains("don’t play"), "{}", stranger.content);
        }
        let own = club
            .anna
            .press(&message, |b: &_| is(b, Act::Rematch))
            .await
            .private()
            .await;
        assert!(own.content.contains("already"), "{}", own.content);
    }
    let done = club.ben.slash(&club.channel, "gin rematch", &[]).await.response().await;
    assert!(done.content.contains("rematch is on"), "{}", done.content);
    let Rematch::Made(next) = club.table(id).await.rematch() else {
        panic!("made")
    };
    club.restart().await;
    let table = says(&club, "Rematch of match").await;
    assert!(table.content.contains(&table_code(next).to_uppercase()));
    let closed = || {
        [&posted, &call]
            .iter()
            .all(|old| super::host::acts(&club.discord.message(old)).is_empty())
    };
    club.discord.eventually("C-024: nothing is left to press", closed).await;
    // The new match is a match like any other, in the same private chats.
    for user in [&club.anna, &club.ben] {
        hand_with(&club, next, user, Act::AskResign).await;
    }
    play_out(&club, next, [Look::Private; 2]).await;
    assert_eq!(club.discord.dms_opened(), 2);
    let finals = || club.anna.dms().iter().all(is_final);
    club.discord.eventually("both hands are closed", finals).await;
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_ask_for_a_rematch_at_once() {
    let club = Club::open().await;
    let (posted, id) = club.begin(1).await;
    let hand = hand_with(&club, id, &club.ben, Act::AskResign).await;
    club.ben
        .press(&hand, |b: &_| is(b, Act::AskResign))
        .await
        .response()
        .await;
    let sure = hand_with(&club, id, &club.ben, Act::Resign).await;
    assert!(sure.content.contains("points"), "what it costs: {}", sure.content);
    club.ben.press(&sure, |b: &_| is(b, Act::Resign)).await.response().await;
    let over = || act(&club.discord.message(&posted), |a| a == Act::Rematch).is_some();
    club.discord.eventually("over", over).await;
    let over = club.discord.message(&posted);
    let (one, other) = tokio::join!(
        club.anna.press(&over, |b: &_| is(b, Act::Rematch)),
        club.ben.press(&over, |b: &_| is(b, Act::Rematch))
    );
    let texts = [one.private().await.content, other.private().await.content];
    assert!(texts.iter().any(|text| text.contains("rematch is on")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("24 hours")), "{texts:?}");
    says(&club, "Rematch of match").await;
    let open = club.service().tables(jinlami::service::Of::All).await.unwrap();
    assert_eq!(open.len(), 1, "one match");
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nudges_and_aborts_by_command() {
    let club = Club::open().await;
    for round in 0..4 {
        let (posted, id) = club.begin(1).await;
        let seat = club.table(id).await.to_move().unwrap();
        if round == 0 {
            let [mover, waiting] = if seat == Seat::FIRST {
                [&club.anna, &club.ben]
            } else {
                [&club.ben, &club.anna]
            };
            let own = mover.slash(&club.channel, "gin nudge", &[]).await.response().await;
            assert!(
                own.is_only_me() && own.content.contains("your own turn"),
                "{}",
                own.content
            );
            let done = waiting.slash(&club.channel, "gin nudge", &[]).await.response().await;
            assert!(done.is_only_me() && done.content.contains("Nudged"), "{}", done.content);
            let call = says(&club, "is waiting for your move").await;
            let rung = || mover.pings().iter().filter(|message| message.id == call.id).count() == 1;
            club.discord.eventually("the call rings", rung).await;
            let twice = waiting.slash(&club.channel, "gin nudge", &[]).await.response().await;
            assert!(twice.content.contains("already"), "{}", twice.content);
        }
        let sure = club.anna.slash(&club.channel, "gin abort", &[]).await.response().await;
        assert!(sure.is_only_me());
        let count = ["not aborted a match", "one match", "2 matches", "3 matches"][round];
        assert!(sure.content.contains(count), "{}", sure.content);
        if round < 3 {
            club.anna.press(&sure, |b: &_| is(b, Act::Abort)).await.response().await;
            let over = || {
                let now = club.discord.message(&posted);
                now.content.contains("Anna aborted the match") && super::host::acts(&now).is_empty()
            };
            club.discord.eventually("C-024: aborted", over).await;
        } else {
            // C-092: what can only be refused is not offered.
            assert!(sure.content.contains("3 matches within 24 hours"), "{}", sure.content);
            assert!(!super::host::acts(&sure).iter().any(|(act, ..)| *act == Act::Abort));
            assert!(!club.table(id).await.is_over());
        }
    }
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_has_a_copy_that_can_be_refreshed() {
    // C-123.
    let club = Club::open().await;
    let watcher = club.discord.user("Watcher", "en-US");
    club.discord.join(&club.guild, &watcher);
    let (posted, id) = club.begin(1).await;
    let copy = watcher.press(&posted, |b: &_| is(b, Act::Watch)).await.private().await;
    assert!(
        copy.is_only_me() && copy.content.contains("You are watching"),
        "{}",
        copy.content
    );
    let acts: Vec<Act> = super::host::acts(&copy).into_iter().map(|(act, ..)| act).collect();
    assert_eq!(acts, [Act::Refresh], "nothing to play with");
    let mut pressed = BTreeSet::new();
    super::play::step(&club, id, [Look::Private; 2], &mut pressed).await;
    let changed = || club.discord.message(&posted).content != posted.content;
    club.discord.eventually("a move is shown", changed).await;
    watcher.press(&copy, |b: &_| is(b, Act::Refresh)).await.response().await;
    let fresh = || club.discord.message(&copy).content != copy.content;
    club.discord.eventually("the copy is up to date", fresh).await;
    let code = table_code(id).to_uppercase();
    let typed = [("match", opt(code.as_str()))];
    let again = watcher.slash(&club.channel, "gin table", &typed).await.response().await;
    assert!(
        again.is_only_me() && again.content.contains("You are watching"),
        "{}",
        again.content
    );
    // Outside the server nobody learns that there is such a match.
    let other = club.discord.guild("Other club");
    let channel = club.discord.channel(&other, "gin");
    let mallory = club.discord.user("Mallory", "en-US");
    club.discord.join(&other, &mallory);
    let refused = mallory.slash(&channel, "gin table", &typed).await.response().await;
    assert!(refused.content.contains("There is no match"), "{}", refused.content);
    let alone = mallory
        .slash(&mallory.dm_channel(), "gin table", &typed)
        .await
        .response()
        .await;
    assert!(alone.content.contains("There is no match"), "{}", alone.content);
    assert!(
        club.discord
            .seen_by(&watcher)
            .iter()
            .all(|seen| seen.pictures.iter().all(|picture| picture.filename != "hand.png"))
    );
    assert!(
        club.discord
            .seen_by(&mallory)
            .iter()
            .all(|seen| seen.pictures.is_empty())
    );
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn c_008_a_player_who_left_keeps_nobody_in_a_match() {
    let club = Club::open().await;
    let (_, id) = club.begin(3).await;
    hand_with(&club, id, &club.ben, Act::AskResign).await;
    club.discord.leave(&club.guild, &club.ben);
    // The one who stays gets out at once, and the one who left from the private chat.
    more(&club, id, &club.anna, Act::OfferDraw).await;
    more(&club, id, &club.ben, Act::DeclineDraw).await;
    let hand = hand_with(&club, id, &club.ben, Act::More).await;
    club.ben
        .press(&hand, |b: &_| is(b, Act::AskResign))
        .await
        .response()
        .await;
    let sure = hand_with(&club, id, &club.ben, Act::Resign).await;
    club.ben.press(&sure, |b: &_| is(b, Act::Resign)).await.response().await;
    says(&club, "Ben resigned").await;
    for user in [&club.anna, &club.ben] {
        let place = user.dm_channel();
        let none = user.slash(&place, "gin games", &[]).await.response().await;
        assert!(none.content.contains("not in any match"), "{}", none.content);
    }
    club.assert_tidy(&[&club.channel]);
}
