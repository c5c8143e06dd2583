//! What comes in: answered in time whatever the bot waits for, in any order, as often as it comes.

use std::sync::mpsc;

use super::*;

/// A connection of another program that keeps everybody from writing until it lets go.
async fn hold_the_file(house: &House) -> sqlx::sqlite::SqliteConnection {
    use sqlx::{ConnectOptions, Executor};
    let file = house.folder.path().join("jinlami.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut other = options.connect().await.expect("the same file");
    other.execute("BEGIN IMMEDIATE").await.expect("the only writer");
    other
}

/// C-028: while nothing can be stored, presses are answered all the same: the first, one behind it in the same group, and one
/// that comes while they wait. Nothing is confirmed to Telegram that is not stored, and all of it is when there is room.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_keeps_no_press_waiting() {
    use sqlx::Executor;
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo, dora] = ["Anna", "Ben", "Cleo", "Dora"].map(|name| tg.user(name, Some(name), "en"));
    house.known(&[&anna, &ben, &cleo, &dora]).await;
    let (club, other) = (house.club(&[&anna, &ben]), house.club(&[&cleo, &dora]));
    anna.mentions(&club, "/challenge {}", &ben);
    cleo.mentions(&other, "/challenge {}", &dora);
    let table = tg.post(&club, |post| has(post, "Accept")).await;
    let theirs = tg.post(&other, |post| has(post, "Accept")).await;
    house.settled().await;
    tg.eventually("all is confirmed", || tg.pending() == 0).await;

    let mut held = hold_the_file(&house).await;
    let first = ben.tap(&table, |label| label == "Accept");
    let behind = anna.tap(&table, |label| label == "Accept");
    first.answered().await;
    behind.answered().await;
    dora.press(&theirs, |label| label == "Accept").await;
    assert!(has(&table, "Accept") && has(&theirs, "Accept"), "nothing is stored yet");
    assert!(tg.pending() > 0, "and nothing of it is confirmed");
    held.execute("ROLLBACK").await.expect("it lets go");

    for person in [&anna, &ben, &cleo, &dora] {
        house.hand(person).await;
    }
    tg.eventually("all is confirmed", || tg.pending() == 0).await;
    tg.assert_clean();
    house.close().await;
}

/// C-028: while no picture can be drawn, presses are answered, moves are stored, and who asks for words gets them.
#[test]
fn a_slow_renderer_keeps_no_press_waiting() {
    // Pictures are drawn on the threads for slow work: here there is one, and somebody else has it.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let tg = FakeTelegram::start().await;
        let house = House::open(&tg).await;
        let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
        let group = house.club(&[&anna, &ben]);
        house.known(&[&anna, &ben, &cleo]).await;
        let table = house.match_between(&group, &anna, &ben, "classic").await;
        house.hand(&anna).await;
        house.hand(&ben).await;
        house.settled().await;
        let (let_go, held) = mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || held.recv());
        let presses: Vec<_> = (0..20)
            .map(|number| {
                let who = if number % 2 == 0 { &anna } else { &ben };
                who.tap(&table, |label| label == "My hand")
            })
            .collect();
        for press in presses {
            press.answered().await;
        }
        let (mover, message, button) = [&anna, &ben]
            .into_iter()
            .find_map(|person| next_press(&tg, person).map(|(message, button)| (person, message, button)))
            .expect("somebody can play");
        let shown = message.versions().len();
        mover.press(&message, |label| label == button.label).await;
        let before = tg.posts(&cleo).len();
        cleo.says(&cleo, "/games");
        tg.eventually("words are said", || tg.posts(&cleo).len() > before).await;
        assert_eq!(message.versions().len(), shown, "no picture was drawn meanwhile");
        let_go.send(()).expect("somebody waits for it");
        drop(busy.await);
        let newest = house.hand(mover).await;
        house
            .play_until(&[&anna, &ben], || newest.versions().len() > 2 || newest.deleted())
            .await;
        tg.assert_clean();
        house.close().await;
    });
}

/// Updates that come in the wrong order and more than once: each is obeyed once, and an old press plays nothing.
#[tokio::test]
async fn any_order_and_any_number_is_one_match() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [anna, ben, cleo] = ["Anna", "Ben", "Cleo"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&anna, &ben, &cleo]);
    house.known(&[&anna, &ben, &cleo]).await;
    let table = house.match_between(&group, &anna, &ben, "classic").await;
    house.hand(&anna).await;
    house.hand(&ben).await;
    house.settled().await;
    let mut numbers = Vec::new();
    for _ in 0..6 {
        let (mover, message, button) = [&anna, &ben]
            .into_iter()
            .find_map(|person| next_press(&tg, person).map(|(message, button)| (person, message, button)))
            .expect("somebody can play");
        tg.hold_updates();
        let move_made = mover.tap(&message, |label| label == button.label);
        numbers.extend(tg.last_update());
        // The same press once more, somebody's question, and a look at the table: all of it comes backwards.
        let again = mover.tap(&message, |label| label == button.label);
        numbers.extend(tg.last_update());
        let looked = cleo.tap(&table, |label| label == "My hand");
        numbers.extend(tg.last_update());
        tg.release_updates(|updates| updates.reverse());
        move_made.answered().await;
        again.answered().await;
        looked.answered().await;
        house.settled().await;
    }
    let id = house
        .service
        .tables(jinlami::service::Of::Player(player(&house, &anna).await))
        .await;
    let version = id.expect("a store that answers")[0].version();
    // Everything that was ever sent comes again.
    for number in numbers {
        tg.resend_update(number);
    }
    anna.says(&group, "/rules");
    tg.post(&group, |post| post.words().contains("Each player holds ten cards"))
        .await;
    let tables = house
        .service
        .tables(jinlami::service::Of::Player(player(&house, &anna).await))
        .await;
    assert_eq!(tables.expect("a store that answers")[0].version(), version);
    let hand = house.hand(&anna).await;
    let shown = hand.versions().len();
    house
        .play_until(&[&anna, &ben], || hand.versions().len() > shown + 2)
        .await;
    tg.assert_clean();
    house.close().await;
}

async fn player(house: &House, person: &User) -> jinlami::id::PlayerId {
    let account = jinlami::id::Account {
        platform: Platform::Telegram,
        user: person.id(),
    };
    house.service.player(account).await.expect("somebody known")
}
