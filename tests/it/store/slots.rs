//! Message slots, and chats that get a new id.

use jinlami::id::Lang;
use jinlami::store::{MatchResult, Metric, Of, Reach, SeatResult, Slot};

use super::*;

promises! { sqlite:
    a_slot_is_behind_until_it_shows_the_wanted_version,
    slots_wait_in_order_and_by_platform,
    a_message_that_is_gone_is_sent_anew,
    a_parked_hand_wakes_when_its_reader_opens_the_chat,
    a_table_knows_its_messages_and_its_people,
    a_chat_that_gets_a_new_id_takes_everything_along,
    two_known_chats_become_one,
}

async fn todo(store: &Store, now: Millis) -> Vec<Slot> {
    store.slots_todo(Platform::Telegram, now, 100).await.expect("slots")
}

async fn want(store: &Store, table: TableId, expected: i64, slots: Vec<Want>) {
    let mut append = press(table, expected);
    append.slots = slots;
    store.append(append).await.expect("appended");
}

async fn a_slot_is_behind_until_it_shows_the_wanted_version(home: Home) {
    let store = home.open().await;
    want(&store, T, 0, vec![public(T, 1)]).await;
    assert_eq!(todo(&store, Millis(NOW.0 - 1)).await, []);
    let slot = todo(&store, NOW).await[0];
    assert_eq!(
        (slot.key, slot.message, slot.want, slot.sent),
        (public(T, 1).key, None, 1, -1)
    );
    assert_eq!((slot.attempted, slot.fails), (None, 0));
    assert_eq!(store.slot(T, SlotKind::Table, 0, None).await, Ok(Some(slot)));
    assert_eq!(store.slot(T, SlotKind::Hand, 0, None).await, Ok(None));
    assert_eq!(store.next_slot(Platform::Telegram).await, Ok(Some(NOW)));

    store.slot_attempt(slot.id, NOW).await.expect("noted");
    assert_eq!(todo(&store, NOW).await[0].attempted, Some(NOW));
    // The table moves on while the message is on its way.
    want(&store, T, 1, vec![public(T, 2)]).await;
    store.slot_sent(slot.id, 1, Some(77)).await.expect("noted");
    let later = todo(&store, NOW).await[0];
    assert_eq!(
        (later.id, later.message, later.want, later.sent, later.attempted),
        (slot.id, Some(77), 2, 1, None)
    );
    store.slot_sent(slot.id, 2, None).await.expect("noted");
    assert_eq!(todo(&store, NOW).await, []);
    assert_eq!(store.next_slot(Platform::Telegram).await, Ok(None));
    let found = store
        .slot_by_message(Platform::Telegram, -10, 77)
        .await
        .expect("found")
        .expect("is there");
    assert_eq!((found.id, found.sent), (slot.id, 2));
    assert_eq!(store.slot_by_message(Platform::Telegram, -11, 77).await, Ok(None));

    // An older wish never takes a newer one back, nor an older send.
    want(&store, T, 2, vec![public(T, 1)]).await;
    assert_eq!(todo(&store, Millis(i64::MAX - 1)).await, []);
    store.slot_sent(slot.id, 1, None).await.expect("noted");
    assert_eq!(todo(&store, Millis(i64::MAX - 1)).await, []);
}

async fn slots_wait_in_order_and_by_platform(home: Home) {
    let store = home.open().await;
    for number in 0..5 {
        want(&store, TableId(100 + number), 0, vec![public(TableId(100 + number), 1)]).await;
    }
    let first = todo(&store, NOW).await;
    assert_eq!(
        first.iter().map(|slot| slot.key.table.0).collect::<Vec<_>>(),
        [100, 101, 102, 103, 104]
    );
    store.slot_retry(first[0].id, NOW.plus(500)).await.expect("put off");
    store
        .slot_retry(first[0].id, NOW.plus(900))
        .await
        .expect("put off again");
    assert_eq!(todo(&store, NOW).await.len(), 4);
    assert_eq!(
        store.slots_todo(Platform::Telegram, NOW, 2).await.expect("slots").len(),
        2
    );
    assert_eq!(
        store.slots_todo(Platform::Discord, NOW.plus(9_999), 10).await,
        Ok(vec![])
    );
    for slot in &first[1..] {
        store.slot_sent(slot.id, 1, Some(slot.id.0)).await.expect("noted");
    }
    assert_eq!(store.next_slot(Platform::Telegram).await, Ok(Some(NOW.plus(900))));
    // A new state doesn't shorten the wait that a platform asked for.
    want(&store, TableId(100), 1, vec![public(TableId(100), 2)]).await;
    assert_eq!(todo(&store, NOW.plus(899)).await, []);
    let again = todo(&store, NOW.plus(900)).await[0];
    assert_eq!((again.want, again.fails), (2, 2));
    store.slot_sent(again.id, 2, Some(1)).await.expect("noted");
    assert_eq!(
        store
            .slot(TableId(100), SlotKind::Table, 0, None)
            .await
            .expect("slot")
            .expect("is there")
            .fails,
        0
    );
}

async fn a_message_that_is_gone_is_sent_anew(home: Home) {
    let store = home.open().await;
    want(&store, T, 0, vec![public(T, 1)]).await;
    let slot = todo(&store, NOW).await[0];
    store.slot_sent(slot.id, 1, Some(77)).await.expect("noted");
    store.slot_gone(slot.id).await.expect("noted");
    let again = todo(&store, NOW).await[0];
    assert_eq!(
        (again.id, again.message, again.want, again.sent),
        (slot.id, None, 1, -1)
    );
}

async fn a_parked_hand_wakes_when_its_reader_opens_the_chat(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    let bob = person(&store, 2, "Bob").await;
    want(
        &store,
        T,
        0,
        vec![private(T, ann, 1, 1), private(T, bob, 2, 1), public(T, 1)],
    )
    .await;
    for slot in todo(&store, NOW).await {
        store.slot_park(slot.id).await.expect("parked");
    }
    let late = Millis(i64::MAX - 1);
    assert_eq!(todo(&store, late).await, []);
    assert_eq!(store.next_slot(Platform::Telegram).await, Ok(None));
    want(&store, T, 1, vec![private(T, ann, 1, 2)]).await;
    assert_eq!(todo(&store, late).await, [], "a new state doesn't wake it");

    store
        .set_reach(account(1), Reach::Open, Some(1), NOW)
        .await
        .expect("set");
    let awake = todo(&store, NOW).await;
    assert_eq!(awake.len(), 1);
    assert_eq!((awake[0].key.reader, awake[0].want), (Some(ann), 2));
    // The chat was opened at the same moment as a send failed: it must not rest for ever.
    store.slot_park(awake[0].id).await.expect("asked");
    assert_eq!(todo(&store, NOW).await.len(), 1);
    store
        .set_reach(account(1), Reach::Closed, None, NOW)
        .await
        .expect("set");
    store.slot_park(awake[0].id).await.expect("parked");
    assert_eq!(todo(&store, late).await, []);
    store.unpark_player(account(1), NOW).await.expect("woken");
    assert_eq!(todo(&store, NOW).await.len(), 1);
    store.unpark_chat(Platform::Telegram, -10, NOW).await.expect("woken");
    assert_eq!(todo(&store, NOW).await.len(), 2);
    store
        .set_reach(account(2), Reach::Open, Some(2), NOW)
        .await
        .expect("set");
    assert_eq!(todo(&store, NOW).await.len(), 3);
}

async fn a_table_knows_its_messages_and_its_people(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    let mut opening = press(T, 0);
    opening.live.players = vec![ann, PlayerId(3)];
    opening.slots = vec![public(T, 1), private(T, ann, 1, 1)];
    store.append(opening).await.expect("opened");
    assert_eq!(store.players_of(T).await, Ok(vec![ann, PlayerId(3)]));
    assert_eq!(store.players_of(TableId(404)).await, Ok(vec![]));
    let slots = store.slots_of(T).await.expect("slots");
    assert_eq!(
        slots.iter().map(|slot| slot.key).collect::<Vec<_>>(),
        [public(T, 1).key, private(T, ann, 1, 1).key]
    );
    assert_eq!(store.slots_of(TableId(404)).await, Ok(vec![]));

    for (slot, message) in slots.iter().zip(900..) {
        store.slot_sent(slot.id, 1, Some(message)).await.expect("noted");
    }
    assert_eq!(todo(&store, NOW).await, []);
    store.show_again(T, SlotKind::Hand).await.expect("asked");
    let again = todo(&store, NOW).await;
    assert_eq!(
        again.iter().map(|slot| (slot.id, slot.message)).collect::<Vec<_>>(),
        [(slots[1].id, Some(901))]
    );
}

fn result(table: TableId, chat: i64, player: PlayerId, points: i32) -> Option<MatchResult> {
    let seats = vec![SeatResult {
        player: Some(player),
        won: true,
        points,
        feats: jinlami::table::Feats {
            hands: 2,
            gold: 1,
            ..jinlami::table::Feats::default()
        },
    }];
    Some(MatchResult {
        mode: jinlami::store::ModeKind::Fixed,
        rated: true,
        table,
        venue: venue(chat),
        ended: NOW,
        preset: "jinlami".to_owned(),
        seats,
    })
}

async fn a_chat_that_gets_a_new_id_takes_everything_along(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    store.set_venue_lang(venue(-10), Lang::ZhHant).await.expect("set");
    want(&store, T, 0, vec![public(T, 1), private(T, ann, 1, 1)]).await;
    let mut over = press(TableId(8), 0);
    over.live.stage = LiveStage::Over;
    over.slots = vec![public(TableId(8), 1)];
    over.results = result(TableId(8), -10, ann, 50);
    store.append(over).await.expect("over");
    for (slot, message) in todo(&store, NOW).await.iter().zip(900..) {
        store.slot_sent(slot.id, 1, Some(message)).await.expect("noted");
    }

    for _ in 0..2 {
        store
            .migrate_chat(Platform::Telegram, -10, -100_777)
            .await
            .expect("moved");
        assert_eq!(store.place_of(T).await, Ok(Some(place(-100_777))));
        assert_eq!(store.open_tables(Of::Venue(venue(-100_777))).await, Ok(vec![T]));
        assert_eq!(store.open_tables(Of::Venue(venue(-10))).await, Ok(vec![]));
        assert_eq!(store.venue_lang(venue(-100_777)).await, Ok(Some(Lang::ZhHant)));
        assert_eq!(store.venue_lang(venue(-10)).await, Ok(None));
        let leaders = store
            .leaders(Some(venue(-100_777)), Metric::Points, 9, 0)
            .await
            .expect("a board");
        assert_eq!(leaders.len(), 1);
        assert_eq!((leaders[0].points, leaders[0].played), (50, 1));
        assert_eq!(store.leaders(Some(venue(-10)), Metric::Points, 9, 0).await, Ok(vec![]));
        assert_eq!(store.reckon().await.expect("reckoned")[0].0, venue(-100_777));
        // The running table's message is sent anew in the new chat; the finished one's isn't.
        let again = todo(&store, NOW).await;
        assert_eq!(again.len(), 1);
        assert_eq!(
            (again[0].key.table, again[0].key.chat, again[0].message),
            (T, -100_777, None)
        );
    }
    let hand = store
        .slot(T, SlotKind::Hand, 0, Some(ann))
        .await
        .expect("slot")
        .expect("is there");
    assert_eq!((hand.key.chat, hand.sent), (1, 1), "private messages stay");

    // A press whose decision began before the move names the old chat: it counts for the new one all the same.
    let slot = todo(&store, NOW).await[0];
    store.slot_sent(slot.id, 1, Some(1)).await.expect("noted");
    store
        .migrate_chat(Platform::Telegram, -10, -100_777)
        .await
        .expect("nothing to move");
    assert_eq!(todo(&store, NOW).await, [], "a message in the new chat stays");
    let mut late = press(T, 1);
    late.live.stage = LiveStage::Over;
    late.slots = vec![public(T, 2)];
    late.results = result(T, -10, ann, 7);
    store.append(late).await.expect("appended");
    assert_eq!(todo(&store, Millis(NOW.0 + 1)).await[0].id, slot.id);
    let leaders = store
        .leaders(Some(venue(-100_777)), Metric::Points, 9, 0)
        .await
        .expect("a board");
    assert_eq!((leaders[0].points, leaders[0].played), (57, 2));
}

async fn two_known_chats_become_one(home: Home) {
    let store = home.open().await;
    let ann = person(&store, 1, "Ann").await;
    let bob = person(&store, 2, "Bob").await;
    let play = async |table: i64, chat: i64, player: PlayerId, points: i32| {
        let mut over = press(TableId(table), 0);
        over.live.stage = LiveStage::Over;
        over.live.place = place(chat);
        over.results = result(TableId(table), chat, player, points);
        store.append(over).await.expect("over");
    };
    store.set_venue_lang(venue(-20), Lang::En).await.expect("set");
    store.set_venue_lang(venue(-10), Lang::ZhHant).await.expect("set");
    play(1, -10, ann, 5).await;
    play(2, -20, ann, 6).await;
    play(3, -10, bob, 3).await;
    store.migrate_chat(Platform::Telegram, -10, -20).await.expect("moved");
    let board = store
        .leaders(Some(venue(-20)), Metric::Points, 9, 0)
        .await
        .expect("a board");
    let lines: Vec<_> = board
        .iter()
        .map(|line| (line.player, line.points, line.played))
        .collect();
    assert_eq!(lines, [(ann, 11, 2), (bob, 3, 1)]);
    assert_eq!(
        store.venue_lang(venue(-20)).await,
        Ok(Some(Lang::En)),
        "what the new chat had set stays"
    );
    assert_eq!(
        store.latest_tables(Of::Venue(venue(-20)), 9).await,
        Ok(vec![TableId(3), TableId(2), TableId(1)])
    );
    store.migrate_chat(Platform::Telegram, -20, -20).await.expect("nothing");
    store
        .migrate_chat(Platform::Telegram, -404, -20)
        .await
        .expect("nothing");
    assert_eq!(store.leaders(Some(venue(-20)), Metric::Points, 9, 0).await, Ok(board));
}
