//! People and places that vanish: leavers, blockers, deleted accounts; the bot thrown out, muted, its group deleted.

use super::*;
use crate::fakes::telegram::{Call, Failure};

const HOUR: i64 = 3_600_000;

fn over(table: &Message) -> bool {
    let words = table.words();
    words.contains("wins the match") || words.contains("The match is drawn")
}

impl House {
    /// Time passes, for the bot and for Telegram.
    fn pass(&self, ms: i64) {
        self.later.fetch_add(ms, Ordering::SeqCst);
    }

    /// Both play until this one of them is to move.
    async fn until_turn_of(&self, table: &Message, people: &[&User], name: &str) {
        let wanted = format!("{name} to move");
        self.play_until(people, || table.words().contains(&wanted)).await;
        self.settled().await;
    }

    /// Asks for one's matches: there are none.
    async fn is_free(&self, person: &User) {
        self.tg.shift_clock(self.later.load(Ordering::SeqCst) / 1000);
        let before = self.tg.posts(person).len();
        person.says(person, "/games");
        let last = self
            .tg
            .eventually("an answer", || {
                let posts = self.tg.posts(person);
                (posts.len() > before).then(|| posts.last().cloned()).flatten()
            })
            .await;
        assert!(last.words().contains("not in any match"), "{last:?}");
    }
}

/// C-008, C-017: somebody leaves a match with three days a turn; the other one sees it on table and hand, with the moment
/// from which the match may be claimed, and claims it a day later; both are free.
#[tokio::test]
async fn a_leavers_match_is_claimed() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house
        .match_between(&group, &anna, &ben, "jinlami 3 hands clock 3d")
        .await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Ben").await;
    let hand = house.hand(&anna).await;
    tg.leave(&group, &ben);
    tg.eventually("the table says it", || {
        table.words().contains("Ben has left this place") && table.words().contains("Anna may claim the match")
    })
    .await;
    tg.eventually("the hand says it", || has(&hand, "Claim the match"))
        .await;
    assert!(
        hand.words().contains("you may claim the match, from this moment on"),
        "{hand:?}"
    );
    let early = anna.press(&hand, |label| label == "Claim the match").await;
    assert!(early.text.contains("can’t be claimed yet"), "{early:?}");
    // Ben's own hand, still in his private chat, offers him nothing of the kind.
    assert!(!has(&house.hand(&ben).await, "Claim the match"));
    house.pass(24 * HOUR + 60_000);
    anna.press(&hand, |label| label == "Claim the match").await;
    tg.eventually("the claim counts", || over(&table)).await;
    assert!(table.words().contains("Ben was away for too long"), "{table:?}");
    house.is_free(&anna).await;
    house.is_free(&ben).await;
    tg.assert_clean();
    house.close().await;
}

/// C-008: somebody is banned during the other one's turn, and comes back: rejoining and playing on in private each clear it.
#[tokio::test]
async fn a_removed_player_comes_back() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami clock 3d").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Anna").await;
    let gone = || table.words().contains("Ben was removed from this place");
    tg.ban(&group, &ben);
    tg.eventually("the table says it", gone).await;
    assert!(
        !has(&house.hand(&anna).await, "Claim the match"),
        "not in one's own turn"
    );
    // He still plays in private, and that is being there; before he does nothing has changed.
    house
        .play_until(&[&anna], || table.words().contains("Ben to move"))
        .await;
    assert!(gone());
    house
        .play_until(&[&ben], || table.words().contains("Anna to move"))
        .await;
    tg.eventually("whoever plays is not away", || !gone()).await;
    tg.leave(&group, &anna);
    tg.eventually("Anna leaves", || table.words().contains("Anna has left this place"))
        .await;
    tg.join(&group, &anna);
    tg.eventually("Anna is back", || !table.words().contains("Anna has left this place"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// C-011, C-008: a challenge, and an accepted match that waits for the deal, end with whoever leaves or withdraws; the next one
/// is fresh.
#[tokio::test]
async fn a_lobby_ends_with_whoever_leaves_it() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo, dan] = ["Anna", "Ben", "Cleo", "Dan"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo, &dan]);
    house.known(&[&anna]).await;
    anna.says(&group, "/challenge");
    let first = tg.post(&group, |post| has(post, "Accept")).await;
    tg.leave(&group, &anna);
    tg.eventually("called off", || first.words().contains("was withdrawn"))
        .await;
    house.pass(HOUR);
    tg.shift_clock(HOUR / 1000);
    ben.says(&group, "/challenge");
    let second = tg.post(&group, |post| has(post, "Accept")).await;
    assert_ne!(first.id(), second.id());
    let open = house.service.tables(jinlami::service::Of::All).await.unwrap();
    let waits = |table: &jinlami::table::Table| table.deadline().unwrap().0 - house.service.now().0;
    assert_eq!(open.len(), 1, "nothing of the first is left");
    assert!(waits(&open[0]) > 23 * HOUR + HOUR / 2, "a fresh timer");
    cleo.press(&second, |label| label == "Accept").await;
    tg.eventually("waits for private chats", || second.words().contains("Cleo"))
        .await;
    tg.leave(&group, &cleo);
    tg.eventually("called off too", || second.words().contains("was withdrawn"))
        .await;
    ben.says(&group, "/challenge");
    let third = tg
        .post(&group, |post| post.id() != second.id() && has(post, "Accept"))
        .await;
    ben.press(&third, |label| label == "Withdraw").await;
    tg.eventually("withdrawn", || third.words().contains("was withdrawn"))
        .await;
    dan.says(&group, "/challenge");
    tg.post(&group, |post| post.id() != third.id() && has(post, "Accept"))
        .await;
    let open = house.service.tables(jinlami::service::Of::All).await.unwrap();
    assert_eq!(open.len(), 1);
    assert!(waits(&open[0]) > 23 * HOUR + HOUR / 2, "a fresh timer again");
    tg.assert_clean();
    house.close().await;
}

/// C-007: somebody blocks the bot in the middle of a match: the others are served, the opponent sees it and may claim.
#[tokio::test]
async fn somebody_blocks_the_bot() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami clock 3d").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Ben").await;
    let hand = house.hand(&anna).await;
    ben.blocks();
    tg.eventually("the opponent sees it", || {
        table.words().contains("Ben has blocked me") && has(&hand, "Claim the match")
    })
    .await;
    ben.start("").await;
    tg.eventually("Ben is back", || {
        !table.words().contains("Ben has blocked me") && !has(&hand, "Claim the match")
    })
    .await;
    house.until_turn_of(&table, &[&anna, &ben], "Anna").await;
    house.until_turn_of(&table, &[&anna, &ben], "Ben").await;
    // C-017: he blocks it for good. That he is still in the group, which a look at him tells when he is reminded and when he
    // comes in anew, brings nobody back.
    ben.blocks();
    let gone = || table.words().contains("Ben has blocked me");
    tg.eventually("the opponent sees it again", gone).await;
    let posts = tg.posts(&group).len();
    house.pass(55 * HOUR);
    tg.eventually("a reminder", || tg.posts(&group).len() > posts).await;
    house.settled().await;
    assert!(gone(), "{table:?}");
    tg.leave(&group, &ben);
    tg.join(&group, &ben);
    house.settled().await;
    assert!(gone(), "{table:?}");
    anna.press(&house.hand(&anna).await, |label| label == "Claim the match")
        .await;
    tg.eventually("the claim counts", || over(&table)).await;
    assert!(table.words().contains("Ben was away for too long"), "{table:?}");
    tg.assert_clean();
    house.close().await;
}

/// C-007, C-008: an account is deleted: the opponent is told, and a match against the computer ends with its only person.
#[tokio::test]
async fn an_account_is_deleted() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben, &cleo]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami clock 3d").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    cleo.says(&cleo, "/challenge computer");
    let alone = tg.post(&cleo, |post| post.words().contains("to move")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Anna").await;
    ben.deactivates();
    cleo.deactivates();
    house
        .play_until(&[&anna], || table.words().contains("Ben to move"))
        .await;
    tg.eventually("it is felt", || table.words().contains("does not exist any more"))
        .await;
    assert!(has(&house.hand(&anna).await, "Claim the match"));
    // The computer's opponent is reminded in time, which shows that there is nobody.
    house.pass(20 * HOUR);
    let practice = async {
        loop {
            let open = house.service.tables(jinlami::service::Of::All).await.unwrap();
            if open.len() == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), practice)
        .await
        .expect("the practice match ends");
    drop(alone);
    tg.assert_clean();
    house.close().await;
}

/// Somebody slips out of a group so large that nobody is told: a look at them when a reminder is due finds out.
#[tokio::test]
async fn a_look_finds_out_who_slipped_away() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Ben").await;
    tg.slip_away(&group, &ben);
    house.pass(19 * HOUR);
    tg.eventually("the look tells", || table.words().contains("Ben has left this place"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// C-042: the bot is thrown out of a group: its matches are paused and told so in private, presses say why, the clock stands
/// still; when it is back they go on with the time that was left.
#[tokio::test]
async fn a_match_is_paused_while_the_bot_is_out() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami clock 1h").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    house.until_turn_of(&table, &[&anna, &ben], "Ben").await;
    let hands = [house.hand(&anna).await, house.hand(&ben).await];
    let old = hands[1].buttons();
    tg.kick_bot(&group);
    let paused = |hand: &Message| hand.words().contains("Paused: I was removed");
    tg.eventually("both hands say it", || hands.iter().all(paused)).await;
    for person in [&anna, &ben] {
        tg.eventually("both are told", || {
            tg.posts(person)
                .iter()
                .any(|post| post.words().contains("removed from Card club"))
        })
        .await;
    }
    let play = old
        .iter()
        .find(|button| button.label != "More" && button.data.is_some());
    let told = ben.tap_stale(&hands[1], play.expect("a way to play")).answered().await;
    assert!(told.text.contains("paused"), "{told:?}");
    // A night passes: no clock plays.
    house.pass(10 * HOUR);
    house.service.tick().await;
    assert!(hands.iter().all(paused));
    tg.add_bot(&group);
    tg.eventually("both play on", || {
        !hands.iter().any(paused) && tg.posts(&group).iter().any(|post| post.words().contains("Ben to move"))
    })
    .await;
    assert!(!table.words().contains("let the clock play"), "{table:?}");
    house
        .play_until(&[&anna, &ben], || {
            tg.posts(&group)
                .iter()
                .any(|post| post.words().contains("Anna to move"))
        })
        .await;
    tg.assert_clean();
    house.close().await;
}

/// A group is deleted while a match is on: the match is paused, can be ended by its players, and is void after a week.
#[tokio::test]
async fn a_deleted_group_voids_its_match_after_a_week() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben, &cleo]).await;
    house.match_between(&group, &anna, &ben, "jinlami").await;
    let hand = house.hand(&anna).await;
    house.match_between(&group, &cleo, &ben, "jinlami").await;
    let other = house.hand(&cleo).await;
    house.settled().await;
    tg.delete_group(&group);
    tg.eventually("paused", || {
        hand.words().contains("Paused") && other.words().contains("Paused")
    })
    .await;
    cleo.press(&other, |label| label == "Resign").await;
    let sure = tg.post(&cleo, |post| has(post, "Yes, resign")).await;
    cleo.press(&sure, |label| label == "Yes, resign").await;
    tg.eventually("resigning works", || other.words().contains("Ben wins the match"))
        .await;
    house.pass(7 * 24 * HOUR + 1_000);
    tg.eventually("void", || hand.words().contains("is void: it has no result"))
        .await;
    house.is_free(&anna).await;
    house.is_free(&ben).await;
    tg.assert_clean();
    house.close().await;
}

/// The bot hears of no removal and of no return, but feels both: by the refusal of a message, and by its arrival.
#[tokio::test]
async fn a_refusal_pauses_and_an_arrival_resumes() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami").await;
    tg.eventually("dealt", || has(&table, "My hand")).await;
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let chat = group.id();
    let gone = tg.fail_always(
        move |call: &Call| call.chat == Some(chat),
        Failure::Refused(403, "Forbidden: the group chat was deleted"),
    );
    house
        .play_until(&[&anna, &ben], || hand.words().contains("Paused: the channel or group"))
        .await;
    drop(gone);
    house.pass(11 * 60_000);
    tg.eventually("the match goes on", || !hand.words().contains("Paused"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// C-042: the right to write is taken away during three matches: they go on in private, their players are told once, another
/// group notices nothing, and all three tables are right again when the right is back.
#[tokio::test]
async fn three_matches_go_on_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let names = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];
    let people = names.map(|name| tg.user(name, Some(name), "en"));
    let all: Vec<&User> = people.iter().collect();
    let group = house.club(&all[..6]);
    let quiet = tg.supergroup("Elsewhere");
    tg.join(&quiet, &people[6]);
    tg.join(&quiet, &people[7]);
    house.known(&all).await;
    for pair in people[..6].chunks(2) {
        house.match_between(&group, &pair[0], &pair[1], "jinlami").await;
    }
    let elsewhere = house.match_between(&quiet, &people[6], &people[7], "jinlami").await;
    let mut hands = Vec::new();
    for person in &people {
        hands.push(house.hand(person).await);
    }
    house.settled().await;
    tg.restrict_bot(&group, false, false);
    let told = |person: &User| {
        tg.posts(person)
            .iter()
            .filter(|post| post.words().contains("can’t write in Card club"))
            .count()
    };
    house
        .play_until(&all, || {
            people[..6].iter().all(|person| told(person) > 0)
                && hands[..6].iter().all(|hand| hand.versions().len() > 3)
                && elsewhere.versions().len() > 5
        })
        .await;
    for (person, hand) in people[..6].iter().zip(&hands) {
        assert_eq!(told(person), 1, "once");
        assert!(!hand.words().contains("Paused"), "no pause");
    }
    assert!(people[6..].iter().all(|person| told(person) == 0));
    // Whatever could not be said while they played is said for each of the three.
    let shown = tg.posts(&group).len();
    tg.restrict_bot(&group, true, true);
    tg.eventually("all three are back", || tg.posts(&group).len() >= shown + 3)
        .await;
    house.settled().await;
    tg.assert_clean();
    house.close().await;
}
