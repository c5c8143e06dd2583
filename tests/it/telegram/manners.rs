//! Draws, aborts, nudges, rematches, watching.

use jinlami::id::Account;
use jinlami::service::{Caller, Command, Of};
use jinlami::table::Wish;

use super::*;

/// Presses "More" under this person's hand, and this on that page.
async fn more(house: &House, person: &User, label: &'static str) -> crate::fakes::telegram::Toast {
    let tg = &house.tg;
    let hand = tg
        .post(person, |post| has(post, "More") || has(post, "Draw offered"))
        .await;
    person
        .press(&hand, |shown| shown == "More" || shown == "Draw offered")
        .await;
    let page = tg.post(person, move |post| has(post, label)).await;
    assert_eq!(page.id(), hand.id(), "the page replaces the hand");
    person.press(&page, |shown| shown == label).await
}

fn over(table: &Message) -> bool {
    table.words().contains("wins the match") || table.words().contains("The match is drawn")
}

/// A draw, then a rematch: every step from another process, and a third person presses whatever is there.
#[tokio::test]
async fn a_draw_and_a_rematch_with_a_restart_after_each_step() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami 3 hands").await;
    for person in [&anna, &ben] {
        house.hand(person).await;
    }
    let said = more(&house, &anna, "Offer a draw").await;
    assert!(said.text.contains("You offered a draw"), "{said:?}");
    tg.eventually("everybody sees the offer", || {
        table.words().contains("Anna offers a draw")
    })
    .await;
    house.settled().await;
    house = house.reopen().await;
    // Ben's own hand says it too.
    let hand = tg.post(&ben, |post| has(post, "Draw offered")).await;
    assert!(hand.words().contains("Anna offers a draw"), "{hand:?}");
    more(&house, &ben, "Agree to a draw").await;
    tg.eventually("agreed", || {
        table.words().contains("agreed on a draw") && has(&table, "Rematch")
    })
    .await;
    house.settled().await;
    house = house.reopen().await;

    // C-127: asked and accepted; nobody else can do either.
    let stranger = cleo.press(&table, |label| label == "Rematch").await;
    assert!(stranger.text.contains("don’t play at this table"), "{stranger:?}");
    let asked = anna.press(&table, |label| label == "Rematch").await;
    assert!(asked.text.contains("24 hours"), "{asked:?}");
    let call = tg
        .post(&group, |post| post.words().contains("would like a rematch on"))
        .await;
    assert!(
        call.entities()
            .iter()
            .any(|entity| entity["user"]["id"] == ben.id() || entity.to_string().contains(&ben.id().to_string())),
        "it calls Ben: {:?}",
        call.entities()
    );
    house.settled().await;
    house = house.reopen().await;
    for message in [&call, &table] {
        let stranger = cleo.press(message, |label| label == "Yes, a rematch").await;
        assert!(stranger.text.contains("don’t play"), "{stranger:?}");
        let stranger = cleo.press(message, |label| label == "Not now").await;
        assert!(stranger.text.contains("don’t play"), "{stranger:?}");
        let own = anna.press(message, |label| label == "Yes, a rematch").await;
        assert!(own.text.contains("already"), "nobody accepts for the other: {own:?}");
    }
    let yes = ben.press(&call, |label| label == "Yes, a rematch").await;
    assert!(yes.text.contains("rematch is on"), "{yes:?}");
    let next = tg.post(&group, |post| post.words().contains("Rematch of match")).await;
    assert_ne!(next.id(), table.id());
    house.settled().await;
    for message in [&call, &table] {
        assert!(message.buttons().is_empty(), "C-024: {message:?}");
        assert!(message.words().contains("The rematch: match"), "{message:?}");
    }
    house = house.reopen().await;
    // The new match is a match like any other.
    house.play_until(&[&anna, &ben], || over(&next)).await;
    super::matches::secrets_kept(&tg, &group, &[&anna, &ben, &cleo]);
    tg.assert_clean();
    house.close().await;
}

/// Both press at the same moment: one match.
#[tokio::test]
async fn both_ask_for_a_rematch_at_once() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami 1 hand").await;
    house.hand(&anna).await;
    anna.says(&group, "/resign");
    let sure = tg.post(&anna, |post| has(post, "Yes, resign")).await;
    assert!(sure.words().contains("points"), "what it costs: {sure:?}");
    anna.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("over", || has(&table, "Rematch")).await;
    let (one, other) = tokio::join!(
        anna.press(&table, |label| label == "Rematch"),
        ben.press(&table, |label| label == "Rematch")
    );
    let texts = [one.text, other.text];
    assert!(texts.iter().any(|text| text.contains("rematch is on")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("24 hours")), "{texts:?}");
    tg.post(&group, |post| post.words().contains("Rematch of match")).await;
    house.settled().await;
    let rematches = tg
        .posts(&group)
        .iter()
        .filter(|post| post.words().contains("Rematch of match"))
        .count();
    assert_eq!(rematches, 1);
    tg.assert_clean();
    house.close().await;
}

/// Both players are called in turns whose questions have the same number: two messages that ring, not one edited.
#[tokio::test]
async fn a_call_of_either_player_is_a_message_of_its_own() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let players = [&anna, &ben];
    for (round, words) in ["is waiting for your move", "it is your turn"].into_iter().enumerate() {
        let post = house.match_between(&group, &anna, &ben, "jinlami 1 hand 1h").await;
        tg.eventually("dealt", || has(&post, "My hand")).await;
        let id = house.service.tables(Of::All).await.unwrap()[0].id();
        let step = async || {
            let table = house.service.table(id).await.unwrap();
            let seat = table.to_move().unwrap();
            let command = Command::Wish {
                table: id,
                stamp: Some(table.stamp(seat)),
                wish: Wish::Play(crate::rig::sensible(&table, seat)),
                press: None,
            };
            let account = Account {
                platform: Platform::Telegram,
                user: players[seat.index()].id(),
            };
            house.service.handle(Caller::Person(account), command).await.unwrap();
        };
        let calls = || {
            let posts = tg.posts(&group);
            posts.iter().filter(|post| post.words().contains(words)).count()
        };
        // The first discard, the other's draw: that seat's question has the number that the first's next one gets.
        step().await;
        step().await;
        let mut stamps = Vec::new();
        for call in 1..=2 {
            let table = house.service.table(id).await.unwrap();
            let seat = table.to_move().unwrap();
            stamps.push((seat, table.stamp(seat)));
            house.settled().await;
            if round == 0 {
                players[seat.other().index()].says(&group, "/nudge");
            } else {
                house.later.fetch_add(55 * 60_000, Ordering::SeqCst);
            }
            tg.eventually("one more call", || calls() == call).await;
            step().await;
        }
        let [(one, first), (other, second)] = stamps[..] else {
            panic!("two calls: {stamps:?}")
        };
        assert!(one != other && first == second, "{stamps:?}");
        house.settled().await;
        assert_eq!(calls(), 2);
        let command = Command::Wish {
            table: id,
            stamp: None,
            wish: Wish::Resign,
            press: None,
        };
        let account = Account {
            platform: Platform::Telegram,
            user: anna.id(),
        };
        house.service.handle(Caller::Person(account), command).await.unwrap();
    }
    tg.assert_clean();
    house.close().await;
}

/// A nudge calls once; an abort asks, and tells how often it was done; both by command.
#[tokio::test]
async fn nudges_and_aborts_by_command() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    for round in 1..=4 {
        let table = house.match_between(&group, &anna, &ben, "jinlami 1 hand").await;
        tg.eventually("dealt", || has(&table, "My hand")).await;
        house.settled().await;
        if round == 1 {
            let waiting = if table.words().contains("Anna to move") {
                &ben
            } else {
                &anna
            };
            let nudges = || {
                let posts = tg.posts(&group);
                posts
                    .iter()
                    .filter(|post| post.words().contains("is waiting for your move"))
                    .count()
            };
            waiting.says(&group, "/nudge");
            tg.eventually("the call", || nudges() == 1).await;
            waiting.says(&group, "/nudge");
            tg.post(waiting, |post| post.words().contains("nudged in this turn already"))
                .await;
            assert_eq!(nudges(), 1, "never twice for one question");
        }
        anna.says(&group, "/abort");
        let count = ["not aborted a match", "one match", "2 matches", "3 matches"][round - 1];
        let asked = |post: &_| has(post, "Back") && has(post, "Yes, abort") == (round < 4);
        let sure = tg.post(&anna, |post| asked(post) && post.words().contains(count)).await;
        if round < 4 {
            anna.press(&sure, |label| label == "Yes, abort").await;
            tg.eventually("aborted", || table.words().contains("Anna aborted the match"))
                .await;
            house.settled().await;
            assert!(table.buttons().is_empty(), "C-024: {table:?}");
        } else {
            // C-092: what can only be refused is not offered.
            assert!(sure.words().contains("3 matches within 24 hours"), "{sure:?}");
            assert!(has(&table, "My hand"), "the match goes on");
        }
    }
    tg.assert_clean();
    house.close().await;
}

/// C-123, C-125: somebody who watches sees what everybody may see, in a copy of their own, and nothing of other groups.
#[tokio::test]
async fn a_watcher_has_a_copy_that_can_be_refreshed() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo, mallory] = ["Anna", "Ben", "Cleo", "Mallory"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic 1 hand").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("the table runs", || has(&table, "Watch")).await;
    // Without a private chat the facts stand in a note.
    let note = cleo.press(&table, |label| label == "Watch").await;
    assert!(note.alert && note.text.contains("Anna"), "{note:?}");
    cleo.start("").await;
    cleo.press(&table, |label| label == "Watch").await;
    let copy = tg.post(&cleo, |post| post.words().contains("You are watching")).await;
    assert_eq!(copy.buttons().len(), 1, "nothing to play with: {copy:?}");
    house.settled().await;
    let before = copy.words();
    let moved = table.words();
    house.play_until(&[&anna, &ben], || table.words() != moved).await;
    cleo.press(&copy, |label| label == "Refresh").await;
    tg.eventually("the copy is up to date", || copy.words() != before).await;
    assert_eq!(
        tg.posts(&cleo)
            .iter()
            .filter(|post| post.words().contains("You are watching"))
            .count(),
        1,
        "one message, edited in place"
    );
    // By its id, as it stands under the table; somebody outside the group learns nothing, with a forged button neither.
    let id = table.words().split("match ").nth(1).unwrap()[..7].trim().to_owned();
    cleo.says(&group, &format!("/table {id}"));
    tg.eventually("another copy", || {
        tg.posts(&cleo)
            .iter()
            .filter(|post| post.words().contains("You are watching"))
            .count()
            == 2
    })
    .await;
    let greeting = mallory.start("").await;
    mallory.says(&mallory, &format!("/table {id}"));
    tg.post(&mallory, |post| post.words().contains("There is no match"))
        .await;
    let refresh = copy.button(|label| label == "Refresh").data.unwrap();
    let forged = mallory.forge(&greeting, &refresh).answered().await;
    assert!(forged.text.contains("not there"), "{forged:?}");
    house.play_until(&[&anna, &ben], || over(&table)).await;
    house.settled().await;
    cleo.press(&copy, |label| label == "Refresh").await;
    tg.eventually("the end", || copy.buttons().is_empty()).await;
    super::matches::secrets_kept(&tg, &group, &[&anna, &ben, &mallory]);
    // The watcher's copy is the group's picture; a hand never reached it.
    for person in [&anna, &ben] {
        let hands: Vec<_> = tg
            .posts(person)
            .iter()
            .flat_map(Message::versions)
            .filter_map(|shown| shown.photo)
            .collect();
        assert!(hands.len() > 3);
        let seen = tg.seen_by(&cleo);
        assert!(
            seen.iter()
                .all(|seen| seen.photo.as_ref().is_none_or(|photo| !hands.contains(photo)))
        );
    }
    assert!(tg.posts(&mallory).iter().all(|post| post.photo().is_none()));
    tg.assert_clean();
    house.close().await;
}

/// C-008: a player who left the group at the own turn, or at the other's, keeps nobody in a match.
#[tokio::test]
async fn a_player_who_left_loses_by_the_clock_and_both_are_free() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    for at_own_turn in [true, false] {
        let group = house.club(&[&anna, &ben]);
        house.known(&[&anna, &ben]).await;
        let table = house
            .match_between(&group, &anna, &ben, "jinlami 9 hands clock 1m")
            .await;
        tg.eventually("dealt", || has(&table, "My hand")).await;
        let wanted = if at_own_turn { "Ben to move" } else { "Anna to move" };
        house
            .play_until(&[&anna, &ben], || table.words().contains(wanted))
            .await;
        house.settled().await;
        tg.leave(&group, &ben);
        // Anna plays on by what she sees; Ben's turns run out.
        let mut waited = 0;
        while !over(&table) {
            assert!(waited < 40, "the match never ends: {table:?}");
            waited += 1;
            house
                .play_until(&[&anna], || table.words().contains("Ben to move") || over(&table))
                .await;
            house.settled().await;
            if !over(&table) {
                let before = table.words();
                house.later.fetch_add(61_000, Ordering::SeqCst);
                tg.eventually("the clock plays", || table.words() != before).await;
            }
        }
        assert!(table.words().contains("missed three turns") || table.words().contains("wins the match"));
        house.settled().await;
        tg.shift_clock(house.later.load(Ordering::SeqCst) / 1000);
        let before = tg.posts(&anna).len();
        anna.says(&anna, "/games");
        tg.eventually("an answer", || tg.posts(&anna).len() > before).await;
        let last = tg.posts(&anna).pop().unwrap();
        assert!(last.words().contains("not in any match"), "{last:?}");
        tg.join(&group, &ben);
    }
    tg.assert_clean();
    house.close().await;
}
