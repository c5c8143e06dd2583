//! The network and the platform at their worst.

use super::*;
use crate::fakes::telegram::{Call, Failure};

fn sends(call: &Call) -> bool {
    matches!(call.method.as_str(), "sendMessage" | "sendPhoto")
}

fn edits(call: &Call) -> bool {
    call.method.starts_with("editMessage")
}

/// The same update twice, and a whole match's opening delivered again: one table.
#[tokio::test]
async fn a_repeated_update_is_handled_once() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    anna.says(&group, "/challenge @ben");
    let id = tg.last_update().expect("an update");
    tg.post(&group, |post| has(post, "Accept")).await;
    tg.resend_update(id);
    anna.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    // Also when the program started anew in between and remembers only what is stored.
    let house = house.reopen().await;
    tg.resend_update(id);
    anna.says(&group, "/help");
    tg.post(&group, |post| post.words().contains("/challenge")).await;
    assert_eq!(tg.posts(&group).iter().filter(|post| has(post, "Accept")).count(), 1);
    tg.assert_clean();
    house.close().await;
}

/// After a day of silence old commands are left alone, old presses are answered.
#[tokio::test]
async fn a_backlog_is_not_obeyed() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    anna.says(&group, "/challenge @ben");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    let (folder, before) = (Arc::clone(&house.folder), tg.posts(&group).len());
    house.close().await;
    tg.shift_clock(-3600);
    anna.says(&group, "/challenge @ben classic");
    ben.says(&group, "/top");
    tg.shift_clock(3600);
    let press = ben.tap(&table, |label| label == "Accept");
    let house = House::furnished(&tg, folder, FAST, None).await;
    press.answered().await;
    house.hand(&anna).await;
    ben.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert_eq!(tg.posts(&group).len(), before + 1, "only the new command was answered");
    tg.assert_clean();
    house.close().await;
}

/// A 429 in one group stops that group alone, and states in between are skipped.
#[tokio::test]
async fn a_noisy_group_waits_alone() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo, dora] = ["Anna", "Ben", "Cleo", "Dora"].map(|name| tg.user(name, Some(name), "en"));
    house.known(&[&anna, &ben, &cleo, &dora]).await;
    let noisy = house.club(&[&anna, &ben]);
    let table = house.match_between(&noisy, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("the table runs", || has(&table, "My hand")).await;
    let chat = noisy.id();
    tg.fail_next(move |call| call.chat == Some(chat) && edits(call), Failure::TooMany(4));
    let calls = move |tg: &FakeTelegram| {
        tg.calls()
            .into_iter()
            .filter(|call| call.chat == Some(chat) && edits(call))
            .collect::<Vec<_>>()
    };
    let before = calls(&tg).len();
    let mut moves = 0;
    house
        .play_until(&[&anna, &ben], || {
            moves += 1;
            moves > 40 && calls(&tg).len() > before
        })
        .await;
    // While that group waits, another one is served at once.
    let quiet = tg.supergroup("Quiet club");
    tg.join(&quiet, &cleo);
    tg.join(&quiet, &dora);
    house.match_between(&quiet, &cleo, &dora, "classic").await;
    house.hand(&cleo).await;
    tg.eventually("the noisy group is served again", || {
        calls(&tg).len() > before + 1
            && calls(&tg)
                .last()
                .is_some_and(|call| call.outcome.as_ref().is_some_and(Result::is_ok))
    })
    .await;
    let after: Vec<_> = calls(&tg).into_iter().skip(before).collect();
    assert!(after[1].at - after[0].at >= Duration::from_secs(4), "it waited as told");
    tg.assert_clean();
    house.close().await;
}

/// At the real pace a group never sees Telegram's limit, however fast two people play.
#[tokio::test]
async fn the_own_pace_keeps_below_the_limit() {
    let tg = FakeTelegram::start().await;
    tg.flood_groups(20, Duration::from_secs(60));
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let paces = Paces {
        private: FAST.private,
        ..Paces::default()
    };
    let house = House::furnished(&tg, folder, paces, None).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic 2 hands").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    let started = tokio::time::Instant::now();
    let hand = house.hand(&anna).await;
    house
        .play_until(&[&anna, &ben], || {
            hand.versions().len() > 20 || hand.words().contains("match is over")
        })
        .await;
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "the players need not wait for the group"
    );
    let refused = tg
        .calls()
        .into_iter()
        .any(|call| matches!(call.outcome, Some(Err(words)) if words.contains("Too Many")));
    assert!(!refused);
    assert!(!table.words().is_empty());
    tg.assert_clean();
    house.close().await;
}

/// C-048: two people move every second for three minutes in one group, ten times as fast. The group sees fewer sends and
/// edits than moves, never more than Telegram takes; a refusal is honoured there and nowhere else; the newest state wins.
#[tokio::test(flavor = "multi_thread")]
async fn two_fast_players_in_one_group() {
    const FASTER: u32 = 10;
    let tg = FakeTelegram::start().await;
    // Forty seconds instead of a minute: room for the delays of a busy machine. How many calls there are is counted below.
    tg.flood_groups(20, Duration::from_secs(40) / FASTER);
    let every = Pace::GROUP.every / FASTER;
    let paces = Paces {
        group: Pace { every, ..Pace::GROUP },
        ..FAST
    };
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let house = House::furnished(&tg, folder, paces, None).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let begun = tokio::time::Instant::now();
    let table = house.match_between(&group, &anna, &ben, "classic 30 hands").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    let chat = group.id();
    let there = |tg: &FakeTelegram| {
        let calls = tg.calls().into_iter();
        calls
            .filter(|call| call.chat == Some(chat) && (sends(call) || edits(call)))
            .collect::<Vec<_>>()
    };
    let moves = |tg: &FakeTelegram| tg.count("answerCallbackQuery");
    house.play_until(&[&anna, &ben], || moves(&tg) >= 60).await;
    tg.fail_next(move |call| call.chat == Some(chat) && edits(call), Failure::TooMany(2));
    house.play_until(&[&anna, &ben], || moves(&tg) >= 180).await;
    let elapsed = begun.elapsed();
    let calls = there(&tg);
    let most = 6 + usize::try_from(elapsed.as_millis() / every.as_millis()).expect("a few");
    assert!(calls.len() <= most, "{} calls in {elapsed:?}", calls.len());
    let refused: Vec<_> = calls
        .iter()
        .filter(|call| matches!(&call.outcome, Some(Err(_))))
        .collect();
    assert_eq!(refused.len(), 1, "only the one that was planned: {refused:?}");
    let next = calls.iter().find(|call| call.at > refused[0].at).expect("it goes on");
    assert!(next.at - refused[0].at >= Duration::from_secs(2), "it waited as told");
    house.settled().await;
    let live = house.service.todo(Platform::Telegram, 1).await;
    assert!(live.expect("a store that answers").is_empty() && !table.deleted());
    tg.assert_clean();
    house.close().await;
}

/// Whoever presses faster than their chat may be written to sees the last page they asked for, not each in turn (found by a
/// storm of two hundred players: messages waited for minutes behind such pages).
#[tokio::test(flavor = "multi_thread")]
async fn an_impatient_finger_does_not_hold_up_its_own_chat() {
    let tg = FakeTelegram::start().await;
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let paces = Paces {
        private: Pace {
            burst: 1,
            every: Duration::from_secs(1),
        },
        ..FAST
    };
    let house = House::furnished(&tg, folder, paces, None).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    house.match_between(&group, &anna, &ben, "classic 2 hands").await;
    let hand = house.hand(&anna).await;
    let more = hand.button(|label| label == "More");
    anna.press(&hand, |label| label == "More").await;
    tg.eventually("the other page", || has(&hand, "Back")).await;
    let back = hand.button(|label| label == "Back");
    let chat = anna.id();
    let shown = |tg: &FakeTelegram| {
        let calls = tg.calls().into_iter();
        calls.filter(|call| call.chat == Some(chat) && edits(call)).count()
    };
    let before = shown(&tg);
    for _ in 0..15 {
        for button in [&back, &more] {
            anna.tap_stale(&hand, button).answered().await;
        }
    }
    anna.tap_stale(&hand, &back).answered().await;
    tg.eventually("the page asked for last", || has(&hand, "More")).await;
    // What is said next comes behind everything that was asked for before.
    anna.says(&anna, "/rules");
    tg.post(&anna, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert!(has(&hand, "More"));
    let after = shown(&tg) - before;
    assert!(after <= 12, "{after} pages were shown for 31 presses");
    tg.assert_clean();
    house.close().await;
}

/// One group is cut off for ever, another is limited for ever: a third plays on as if nothing were, and both catch up in the
/// end. Private chats of all three go on.
#[tokio::test(flavor = "multi_thread")]
async fn groups_that_fail_for_ever_slow_nobody() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let people = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"].map(|name| tg.user(name, Some(name), "en"));
    let everybody: Vec<&User> = people.iter().collect();
    house.known(&everybody).await;
    let mut tables = Vec::new();
    let mut groups = Vec::new();
    for pair in people.chunks(2) {
        let group = house.club(&[&pair[0], &pair[1]]);
        tables.push(house.match_between(&group, &pair[0], &pair[1], "classic 1 hand").await);
        for person in pair {
            house.hand(person).await;
        }
        groups.push(group);
    }
    house.settled().await;
    let [broken, limited] = [groups[0].id(), groups[1].id()];
    let faults = [
        tg.fail_always(move |call| call.chat == Some(broken), Failure::Reset),
        tg.fail_always(move |call| call.chat == Some(limited), Failure::TooMany(1)),
    ];
    let over = |table: &Message| table.words().contains("wins the match") || table.words().contains("match is drawn");
    house.play_until(&[&people[4], &people[5]], || over(&tables[2])).await;
    for pair in [&people[..2], &people[2..4]] {
        let done = || {
            pair.iter().all(|person| {
                tg.posts(person)
                    .iter()
                    .any(|post| post.words().contains("match is over"))
            })
        };
        house.play_until(&[&pair[0], &pair[1]], done).await;
    }
    assert!(!over(&tables[0]) && !over(&tables[1]));
    drop(faults);
    // The longest wait after errors is minutes.
    house.later.fetch_add(600_000, Ordering::SeqCst);
    for table in &tables {
        tg.eventually("its table shows the end", || over(table)).await;
    }
    tg.assert_clean();
    house.close().await;
}

/// The answer to a first send is lost: a press on the message that arrived shows that it is there, and it is not doubled.
#[tokio::test]
async fn a_lost_answer_is_not_doubled() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let chat = group.id();
    tg.fail_next(move |call| call.chat == Some(chat) && sends(call), Failure::LostAnswer);
    anna.says(&group, "/challenge @ben");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    ben.press(&table, |label| label == "Accept").await;
    tg.eventually("the same message goes on", || has(&table, "My hand"))
        .await;
    assert_eq!(tg.posts(&group).len(), 1, "{:?}", tg.posts(&group));
    tg.assert_clean();
    house.close().await;
}

/// A send that did not arrive is repeated by itself; edits whose answer is lost are repeated and change nothing.
#[tokio::test]
async fn what_did_not_arrive_is_repeated() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let chat = group.id();
    tg.fail_next(move |call| call.chat == Some(chat) && sends(call), Failure::Reset);
    anna.says(&group, "/challenge @ben");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    tg.fail_next(move |call| call.chat == Some(chat) && edits(call), Failure::LostAnswer);
    ben.press(&table, |label| label == "Accept").await;
    let owner = anna.id();
    tg.fail_next(move |call| call.chat == Some(owner) && edits(call), Failure::Reset);
    let hand = house.hand(&anna).await;
    house.hand(&ben).await;
    house.play_until(&[&anna, &ben], || hand.versions().len() > 4).await;
    assert_eq!(tg.posts(&group).len(), 1);
    tg.assert_clean();
    house.close().await;
}

/// A press is answered at once even while the message to edit hangs for three seconds.
#[tokio::test]
async fn a_press_is_answered_while_the_network_crawls() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    anna.says(&group, "/challenge @ben");
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    let crawl = tg.fail_always(|call| sends(call) || edits(call), Failure::Slow(Duration::from_secs(3)));
    let asked = tokio::time::Instant::now();
    ben.press(&table, |label| label == "Accept").await;
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    drop(crawl);
    house.hand(&ben).await;
    tg.assert_clean();
    house.close().await;
}

/// C-059: while another copy polls with the same token this one backs off, and goes on when it is alone again.
#[tokio::test]
async fn a_second_copy_makes_it_wait() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    house.known(&[&anna]).await;
    let words = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
    let conflict = tg.fail_always(|call| call.method == "getUpdates", Failure::Refused(409, words));
    let before = tg.count("getUpdates");
    anna.says(&anna, "/rules");
    tg.eventually("it is refused", || tg.count("getUpdates") > before).await;
    drop(conflict);
    tg.post(&anna, |post| post.words().contains("Each player holds ten cards"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// `jinlami check` asks whose token it is and takes no update.
#[tokio::test]
async fn a_checkup_names_the_bot_or_what_is_wrong() {
    let tg = FakeTelegram::start().await;
    let config = |token: String, url: &str| TelegramConfig {
        token,
        api_url: Some(url.to_owned()),
        webhook: None,
        paces: FAST,
        ephemeral: false,
    };
    let found = jinlami::telegram::check(&config(tg.token(), tg.url()))
        .await
        .expect("the token is right");
    assert_eq!(found.name, tg.bot_username());
    let refused = jinlami::telegram::check(&config("1:wrong".to_owned(), tg.url())).await;
    assert!(matches!(refused, Err(Error::Token)), "{refused:?}");
    let nobody = jinlami::telegram::check(&config(tg.token(), "http://127.0.0.1:9")).await;
    assert!(matches!(nobody, Err(Error::Unreachable(_))), "{nobody:?}");
    assert_eq!(tg.count("getUpdates"), 0);
}

/// A token that Telegram refuses ends the adapter with a sentence that tells what to do.
#[tokio::test]
async fn a_wrong_token_is_told() {
    let tg = FakeTelegram::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&format!("sqlite://{}", folder.path().join("t.db").display()))
        .await
        .expect("a store");
    let service = Service::new(store, Arc::new(now), Arc::new(dice()));
    let config = TelegramConfig {
        token: "1:wrong".to_owned(),
        api_url: Some(tg.url().to_owned()),
        webhook: None,
        paces: FAST,
        ephemeral: false,
    };
    let desk = desk(&service);
    let error = run(config, desk, service, CancellationToken::new())
        .await
        .expect_err("refused");
    assert!(error.to_string().contains("@BotFather"), "{error}");
    assert!(!error.to_string().contains("1:wrong"));
}

/// The command menus are registered once, in both languages, and not again at the next start.
#[tokio::test]
async fn the_menu_is_registered_only_on_change() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let anna = tg.user("Anna", Some("anna"), "en");
    house.known(&[&anna]).await;
    let registered = tg.count("setMyCommands");
    assert_eq!(registered, 6);
    for scope in ["all_private_chats", "all_group_chats", "all_chat_administrators"] {
        let [en, zh] = ["", "zh"].map(|language| tg.commands(scope, language));
        assert!(
            en.iter()
                .any(|(name, about)| name == "challenge" && about.contains("Challenge")),
            "{scope}: {en:?}"
        );
        let moderates = en.iter().any(|(name, _)| name == "ginadmin");
        assert_eq!(moderates, scope == "all_chat_administrators");
        assert_eq!(en.len(), zh.len());
        assert!(zh.iter().all(|(_, about)| !about.is_ascii()), "{zh:?}");
    }
    let house = house.reopen().await;
    anna.says(&anna, "/rules");
    tg.post(&anna, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert_eq!(tg.count("setMyCommands"), registered);
    tg.assert_clean();
    house.close().await;
}

/// C-013, C-014: the deadline is shown, a reminder pings whoever is to move, and when time is up the clock plays.
#[tokio::test]
async fn the_clock_reminds_and_plays() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "jinlami 1h").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("an explicit deadline", || table.words().contains("UTC"))
        .await;
    house.later.fetch_add(55 * 60_000, Ordering::SeqCst);
    let reminder = tg.post(&group, |post| post.words().contains("it is your turn")).await;
    let pinged = reminder
        .entities()
        .into_iter()
        .filter(|entity| entity["type"] == "text_mention")
        .count();
    assert_eq!(pinged, 1, "{:?}", reminder.entities());
    house.later.fetch_add(10 * 60_000, Ordering::SeqCst);
    tg.eventually("the clock played", || table.words().contains("the clock played"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// A proxy's error page instead of an answer: what was not done is done later, once, and nobody else waits.
#[tokio::test]
async fn a_bad_gateway_delays_one_chat() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let chat = group.id();
    tg.fail_next(move |call| call.chat == Some(chat) && sends(call), Failure::BadGateway);
    anna.says(&group, "/challenge @ben");
    // The library keeps such an answer for ten seconds; meanwhile a private chat is served.
    ben.says(&ben, "/rules");
    tg.post(&ben, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert!(tg.posts(&group).is_empty());
    let posted = async {
        while tg.posts(&group).is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), posted)
        .await
        .expect("it is sent after all");
    house.settled().await;
    assert_eq!(tg.posts(&group).len(), 1);
    tg.assert_clean();
    house.close().await;
}

/// A question to Telegram that takes its time (who is an administrator?) holds up nobody else's updates.
#[tokio::test]
async fn a_slow_question_holds_up_nobody() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let slow = tg.fail_always(
        |call| call.method == "getChatMember",
        Failure::Slow(Duration::from_secs(2)),
    );
    group.owner().says(&group, "/settings language en");
    tg.eventually("Telegram is asked", || tg.count("getChatMember") == 1)
        .await;
    ben.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    let set = || tg.posts(&group).iter().any(|post| post.words().contains("from now on"));
    assert!(!set(), "the other one was served first");
    drop(slow);
    tg.eventually("and this one after it", set).await;
    tg.assert_clean();
    house.close().await;
}

/// A bug in the making of one message costs that message a second, and its chat nothing.
#[tokio::test]
async fn a_bug_silences_no_chat() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    house.settled().await;
    house.bug.store(true, Ordering::SeqCst);
    anna.says(&group, "/challenge @ben");
    tg.eventually("the bug is met", || !house.bug.load(Ordering::SeqCst))
        .await;
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    ben.press(&table, |label| label == "Accept").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    tg.eventually("its table goes on", || has(&table, "My hand")).await;
    assert_eq!(tg.posts(&group).iter().filter(|post| has(post, "My hand")).count(), 1);
    anna.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// While a table's first send is in doubt somebody presses under another message of the same match: that one stays what it is.
#[tokio::test]
async fn a_press_elsewhere_makes_no_table_of_another_message() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = house.club(&[&anna, &ben]);
    house.known(&[&anna, &ben]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    let replays = |post: &Message| post.id() != table.id() && has(post, "Replay");
    house
        .play_until(&[&anna, &ben], || tg.posts(&group).iter().any(replays))
        .await;
    house.settled().await;
    let showdown = tg.post(&group, replays).await;
    let words = showdown.words();
    let chat = group.id();
    tg.delete_message(&table);
    tg.fail_next(move |call| call.chat == Some(chat) && sends(call), Failure::Reset);
    let posts = tg.posts(&group).len();
    let tried = tg.calls().len();
    house
        .play_until(&[&anna, &ben], || {
            tg.calls()[tried..]
                .iter()
                .any(|call| call.chat == Some(chat) && sends(call))
        })
        .await;
    anna.press(&showdown, |label| label == "Replay").await;
    house.later.fetch_add(11_000, Ordering::SeqCst);
    tg.eventually("the table is sent again", || {
        tg.posts(&group)
            .iter()
            .any(|post| post.id() > showdown.id() && has(post, "My hand"))
    })
    .await;
    house.settled().await;
    assert_eq!(showdown.words(), words);
    assert!(tg.posts(&group).len() >= posts);
    tg.assert_clean();
    house.close().await;
}
