//! Whatever was acknowledged is there after a restart: same hands, same stock, same turn, same stamps, same clock.

use jinlami::gin::Action;
use jinlami::id::{Account, Place, Platform, Seat, Venue};
use jinlami::service::{Caller, Command, Delivery, Error, Gone, Hindrance, Metric, OPEN_TABLES, Of, Reach, SlotKind};
use jinlami::table::{DueKind, Event, Invitee, MatchEnd, Refusal, Stage, Table, Terms, Why, Wish, WonBy};

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands, sensible};

/// Everything of a table that a restart may not change.
fn everything(table: &Table) -> impl PartialEq + std::fmt::Debug + use<> {
    let hand = table
        .hand()
        .map(|hand| serde_json::to_value(hand.view(None).stock).unwrap());
    (
        [None, Some(Seat::FIRST), Some(Seat::SECOND)].map(|viewer| format!("{:?}", table.view(viewer))),
        Seat::BOTH.map(|seat| (table.stamp(seat), table.missed(seat), table.changed(seat))),
        (table.version(), table.deadline(), table.dues(), hand),
    )
}

#[tokio::test]
async fn a_match_goes_on_after_a_stop_between_any_two_presses() {
    // C-020, C-025: the service is dropped without a farewell after every single press of a whole match.
    let mut rig = Rig::new().await;
    let mut table = rig.begin(hands(2)).await;
    let mut presses = 0;
    while !table.is_over() {
        let before = everything(&table);
        rig = rig.restart().await;
        let again = rig.service.table(table.id()).await.unwrap();
        assert_eq!(everything(&again), before);
        // What comes next from the stock is the same card in the same order, which only the next draw can show.
        let seat = again.to_move().unwrap();
        let old = again.stamp(seat);
        table = rig.step(table.id()).await;
        presses += 1;
        // C-022: the button that was pressed is old now, also for a process that never saw it.
        if !table.is_over() && table.stamp(seat) != old {
            let who = if seat == Seat::FIRST { ANNA } else { BEN };
            let wish = Command::Wish {
                table: table.id(),
                stamp: Some(old),
                wish: Wish::Play(Action::DrawStock),
                press: None,
            };
            let refused = rig.service.handle(Caller::Person(who), wish).await.err();
            assert!(matches!(refused, Some(Error::Refused(Refusal::Stale))), "{refused:?}");
        }
    }
    assert!(presses > 20, "only {presses} presses");
    rig = rig.restart().await;
    let leaders = rig
        .service
        .store()
        .leaders(Some(PLACE.venue), Metric::Points, 10, 0)
        .await
        .unwrap();
    assert_eq!(leaders.len(), 2);
    let total: i64 = leaders.iter().map(|standing| standing.points).sum();
    assert_eq!(total, table.scores().iter().map(|&score| i64::from(score)).sum::<i64>());
    assert!(
        rig.service.tables(Of::All).await.unwrap().is_empty(),
        "nobody stays in a match"
    );
}

#[tokio::test]
async fn the_drawn_card_and_the_stock_are_the_same_after_a_crash() {
    // C-025: the same wishes after a crash lead to the very same cards as without one.
    let mut rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    let (id, mut shadow) = (table.id(), table);
    for _ in 0..12 {
        rig = rig.restart().await;
        let seat = shadow.to_move().unwrap();
        let action = sensible(&shadow, seat);
        let facts = shadow.hand().unwrap().decide(seat, &action).unwrap();
        let mut hand = shadow.hand().unwrap().clone();
        facts.iter().for_each(|fact| hand.evolve(fact));
        shadow = rig.step(id).await;
        if shadow.hands().is_empty() {
            assert_eq!(shadow.hand().unwrap().view(Some(seat)), hand.view(Some(seat)));
        } else {
            break;
        }
    }
}

#[tokio::test]
async fn two_presses_at_once_draw_one_card() {
    // C-030: both carry the same stamp; one wins, the other is told so, and the log has one fact.
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    let table = rig.step(table.id()).await;
    let seat = table.to_move().unwrap();
    let who = if seat == Seat::FIRST { ANNA } else { BEN };
    let press = || rig.wish(who, &table, Wish::Play(Action::DrawStock));
    let results = futures::future::join_all((0..10).map(|_| press())).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert!(
        results
            .iter()
            .all(|result| matches!(result, Ok(_) | Err(Error::Refused(Refusal::Stale))))
    );
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!(after.version().0, table.version().0 + 1);
}

#[tokio::test]
async fn a_stranger_changes_nothing() {
    // C-125
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    for wish in [
        Wish::Accept,
        Wish::Decline,
        Wish::Withdraw,
        Wish::Resign,
        Wish::Play(Action::DrawStock),
    ] {
        let refused = rig.wish(EVE, &table, wish).await.err();
        assert!(
            matches!(refused, Some(Error::Refused(Refusal::NotSeated | Refusal::NotOpen))),
            "{wish:?}: {refused:?}"
        );
    }
    assert_eq!(rig.service.table(table.id()).await.unwrap().version(), table.version());
}

#[tokio::test]
async fn the_clock_reminds_plays_and_forfeits() {
    // C-013, C-008: a player who stopped responding; the other one plays on.
    let rig = Rig::new().await;
    let mut table = rig.begin(hands(5)).await;
    let sleeper = table.to_move().unwrap();
    let mut reminders = 0;
    while !table.is_over() {
        if table.to_move() == Some(sleeper) {
            let next = table.dues().into_iter().min_by_key(|due| due.at).unwrap();
            rig.pass(next.at.0 - rig.service.now().0);
            assert!(rig.service.tick().await);
            reminders += usize::from(next.kind == DueKind::Remind);
            table = rig.service.table(table.id()).await.unwrap();
        } else {
            table = rig.step(table.id()).await;
        }
    }
    let won = MatchEnd::Won {
        winner: sleeper.other(),
        by: WonBy::Forfeit(Why::Clock),
    };
    assert_eq!(table.stage(), Stage::Over(won));
    assert_eq!(reminders, 3);
    assert!(rig.service.store().next_due().await.unwrap().is_none());
}

#[tokio::test]
async fn an_unanswered_challenge_lapses() {
    // C-019
    let rig = Rig::new().await;
    let opponent = jinlami::table::Invitee::Player(rig.player(BEN).await);
    let challenge = Command::Challenge {
        place: PLACE,
        opponent,
        terms: hands(1),
        inbox: Some(9),
    };
    let opened = rig
        .service
        .handle(Caller::Person(ANNA), challenge.clone())
        .await
        .unwrap();
    let again = rig.service.handle(Caller::Person(ANNA), challenge).await.err();
    assert!(
        matches!(again, Some(Error::Duplicate)),
        "the same update twice opens one table"
    );
    rig.pass(jinlami::table::GATHER_MS - 1);
    rig.service.tick().await;
    assert_eq!(
        rig.service.table(opened.table.id()).await.unwrap().stage(),
        Stage::Invited
    );
    rig.pass(1);
    rig.service.tick().await;
    assert_eq!(
        rig.service.table(opened.table.id()).await.unwrap().stage(),
        Stage::Over(MatchEnd::Lapsed)
    );
    let refused = rig.wish(BEN, &opened.table, Wish::Accept).await.err();
    assert!(matches!(refused, Some(Error::Refused(Refusal::NotOpen))));
}

#[tokio::test]
async fn a_deadline_that_passed_while_the_bot_was_down_gets_grace() {
    let rig = Rig::new().await;
    let table = rig.begin(hands(2)).await;
    let seat = table.to_move().unwrap();
    rig.pass(3 * 86_400_000);
    let rig = rig.restart().await;
    rig.service.tick().await;
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!((after.to_move(), after.missed(seat)), (Some(seat), 0));
    assert_eq!(after.deadline(), Some(rig.service.now().plus(jinlami::table::GRACE_MS)));
    rig.pass(jinlami::table::GRACE_MS);
    rig.service.tick().await;
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!((after.to_move(), after.missed(seat)), (Some(seat.other()), 1));
}

#[tokio::test]
async fn the_computer_plays_a_whole_match_and_counts_for_nobody() {
    let rig = Rig::new().await;
    let opponent = jinlami::table::Invitee::Robot;
    let challenge = Command::Challenge {
        place: PLACE,
        opponent,
        terms: hands(2),
        inbox: None,
    };
    let mut table = rig.service.handle(Caller::Person(ANNA), challenge).await.unwrap().table;
    assert_eq!(table.stage(), Stage::Playing);
    while !table.is_over() {
        assert!(rig.service.tick().await);
        table = rig.service.table(table.id()).await.unwrap();
        if table.to_move() == Some(Seat::FIRST) {
            table = rig.step(table.id()).await;
        }
    }
    assert!(
        rig.service
            .store()
            .leaders(None, Metric::Points, 10, 0)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_stop_between_start_and_the_deal_leaves_no_table_waiting() {
    // C-004, C-020: the private chat was noted as open, and the process ended before it dealt.
    let mut rig = Rig::new().await;
    let person = |user| Account {
        platform: Platform::Telegram,
        user,
    };
    let (dora, emil) = (person(11), person(12));
    rig.service.meet(dora, "Dora", None).await.unwrap();
    let invited = rig.service.meet(emil, "Emil", None).await.unwrap();
    rig.service.reachable(dora, 11).await.unwrap();
    let challenge = Command::Challenge {
        place: Place {
            venue: Venue {
                platform: Platform::Telegram,
                chat: -5,
            },
            channel: 0,
        },
        opponent: Invitee::Player(invited),
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(dora), challenge).await.unwrap();
    let id = opened.table.id();
    let accepted = rig.wish(emil, &opened.table, Wish::Accept).await.unwrap();
    assert_eq!(accepted.table.stage(), Stage::Gathering);
    let now = rig.service.now();
    rig.service
        .store()
        .set_reach(emil, Reach::Open, Some(12), now)
        .await
        .unwrap();
    assert_eq!(rig.service.table(id).await.unwrap().stage(), Stage::Gathering);
    rig = rig.restart().await;
    assert_eq!(rig.service.table(id).await.unwrap().stage(), Stage::Playing);
}

#[tokio::test]
async fn a_log_that_cannot_be_read_keeps_no_other_table_from_being_played() {
    let rig = Rig::new().await;
    let (broken, sound) = (rig.begin(hands(1)).await, rig.begin(hands(1)).await);
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(rig.path());
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    sqlx::query("UPDATE events SET body = '{}' WHERE table_id = $1 AND version = 2")
        .bind(broken.id().0)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    rig.pass(3 * 86_400_000);
    let rig = rig.restart().await;
    assert!(rig.service.table(broken.id()).await.is_err());
    let after = rig.service.table(sound.id()).await.unwrap();
    assert_eq!(after.deadline(), Some(rig.service.now().plus(jinlami::table::GRACE_MS)));
    // The broken one is tried, then left alone for a while: the sound one's clock runs on.
    assert!(!rig.service.tick().await);
    assert!(rig.service.tick().await);
    let sleeper = after.to_move().unwrap();
    rig.pass(jinlami::table::GRACE_MS);
    rig.service.tick().await;
    let played = rig.service.table(sound.id()).await.unwrap();
    assert_eq!(played.missed(sleeper), 1);
}

#[tokio::test]
async fn being_asked_by_many_keeps_nobody_from_asking() {
    let rig = Rig::new().await;
    let challenge = |opponent| Command::Challenge {
        place: PLACE,
        opponent,
        terms: hands(1),
        inbox: None,
    };
    let ben = Invitee::Player(rig.player(BEN).await);
    for _ in 0..OPEN_TABLES {
        rig.service
            .handle(Caller::Person(EVE), challenge(ben.clone()))
            .await
            .unwrap();
    }
    let too_many = rig.service.handle(Caller::Person(EVE), challenge(ben)).await.err();
    assert!(matches!(too_many, Some(Error::TooMany)));
    let anna = Invitee::Player(rig.player(ANNA).await);
    rig.service.handle(Caller::Person(BEN), challenge(anna)).await.unwrap();
}

#[tokio::test]
async fn a_chat_that_is_closed_for_good_is_knocked_at_ever_less_often() {
    // C-042: after a short closure the next try comes soon; for ever it would be one request for each old message.
    let rig = Rig::new().await;
    rig.begin(hands(1)).await;
    let mut waits = Vec::new();
    for _ in 0..14 {
        let slots = rig.service.todo(PLACE.venue.platform, 64).await.unwrap();
        let public = slots.iter().find(|slot| slot.key.reader.is_none()).unwrap();
        for slot in &slots {
            if slot.key.reader.is_none() {
                rig.service.failed(slot, Delivery::Forbidden).await.unwrap();
            } else {
                rig.service.sent(slot, slot.want, Some(1)).await.unwrap();
            }
        }
        assert!(public.message.is_none());
        let next = rig.service.next_todo(PLACE.venue.platform).await.unwrap().unwrap();
        waits.push((next.0 - rig.service.now().0) / 60_000);
        rig.pass(next.0 - rig.service.now().0);
    }
    assert_eq!(waits, [10, 10, 10, 10, 10, 10, 10, 20, 40, 80, 160, 320, 320, 320]);
}

/// What is told by the log of a table that its clock did.
async fn facts(rig: &Rig, table: &Table) -> Vec<Event> {
    let log = rig.service.facts(table.id()).await.unwrap();
    log.into_iter().map(|(_, event)| event).collect()
}

#[tokio::test]
async fn no_clock_runs_out_while_the_platform_is_silent() {
    // The bot lives, but nobody can reach it; that is as if it were down.
    const TURN: i64 = 300_000;
    let rig = Rig::new().await;
    rig.service.awaits(Platform::Discord, true);
    let terms = || Terms { turn: TURN, ..hands(2) };
    let table = rig.begin(terms()).await;
    let robot = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Robot,
        terms: terms(),
        inbox: None,
    };
    let robot = rig.service.handle(Caller::Person(EVE), robot).await.unwrap().table;
    let page = Place {
        venue: Venue {
            platform: Platform::Web,
            chat: 1,
        },
        channel: 0,
    };
    let elsewhere = rig.begin_at(page, terms()).await;
    let (seat, before) = (table.to_move().unwrap(), table.version());
    // Twenty minutes, looked at every second by the ticker, here every ten.
    for _ in 0..120 {
        rig.pass(10_000);
        assert!(rig.service.tick().await);
    }
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!((after.to_move(), after.missed(seat)), (Some(seat), 0));
    assert_eq!(after.version().0, before.0 + 1, "the reminder alone");
    assert_eq!(rig.service.table(robot.id()).await.unwrap().missed(Seat::FIRST), 0);
    let played = rig.service.table(elsewhere.id()).await.unwrap();
    assert!(
        played.is_over() || played.version().0 > elsewhere.version().0 + 3,
        "the page is not silent"
    );

    rig.service.heard(Platform::Discord);
    assert!(rig.service.tick().await);
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!((after.to_move(), after.missed(seat)), (Some(seat), 0));
    assert_eq!(
        after.deadline(),
        Some(rig.service.now().plus(TURN)),
        "a fair time, as after a restart"
    );
    let grace = facts(&rig, &table).await;
    assert_eq!(
        grace
            .iter()
            .filter(|event| matches!(event, Event::Grace { .. }))
            .count(),
        1,
        "once"
    );
    // From then on it runs as ever.
    for _ in 0..30 {
        rig.pass(10_000);
        rig.service.heard(Platform::Discord);
        rig.service.tick().await;
    }
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!((after.to_move(), after.missed(seat)), (Some(seat.other()), 1));
}

#[tokio::test]
async fn a_platform_without_signs_of_life_is_never_silent() {
    // A webhook: nothing is heard while nobody presses.
    let rig = Rig::new().await;
    rig.service.awaits(Platform::Discord, false);
    let table = rig.begin(hands(2)).await;
    let seat = table.to_move().unwrap();
    rig.pass(table.deadline().unwrap().0 - rig.service.now().0);
    assert!(rig.service.tick().await);
    assert_eq!(rig.service.table(table.id()).await.unwrap().missed(seat), 1);
}

#[tokio::test]
async fn a_challenge_does_not_lapse_in_a_silence_and_crowds_out_nobody() {
    let rig = Rig::new().await;
    rig.service.awaits(Platform::Discord, true);
    let anyone = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Anyone,
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(ANNA), anyone).await.unwrap().table;
    rig.pass(jinlami::table::GATHER_MS);
    assert!(rig.service.tick().await);
    let now = rig.service.now();
    let store = rig.service.store();
    assert_eq!(store.due(now, 10).await.unwrap().len(), 1, "it is still to be done");
    assert!(store.due_but(&[Platform::Discord], now, 10).await.unwrap().is_empty());
    assert_eq!(
        store
            .due_but(&[Platform::Telegram, Platform::Web], now, 10)
            .await
            .unwrap()
            .len(),
        1
    );
    rig.service.heard(Platform::Discord);
    assert!(rig.service.tick().await);
    let after = rig.service.table(opened.id()).await.unwrap();
    assert_eq!(after.stage(), Stage::Invited);
    assert_eq!(after.deadline(), Some(now.plus(jinlami::table::GRACE_MS)));
}

#[tokio::test]
async fn who_is_to_move_is_called_when_a_match_goes_on() {
    // After a reminder that nobody can see any more: a message of its own pings anew, with a fair time.
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    rig.pass(table.deadline().unwrap().0 - rig.service.now().0 - 60_000);
    assert!(rig.service.tick().await);
    let reminders = async || {
        let slots = rig.service.todo(PLACE.venue.platform, 64).await.unwrap();
        let mut calls: Vec<i64> = slots
            .iter()
            .filter(|slot| slot.key.kind == SlotKind::Reminder)
            .map(|slot| slot.key.number)
            .collect();
        calls.sort_unstable();
        calls
    };
    let first = reminders().await;
    assert_eq!(first.len(), 1);
    rig.service
        .place_gone(PLACE.venue, None, Hindrance::Removed)
        .await
        .unwrap();
    rig.pass(3_600_000);
    rig.service
        .place_back(PLACE.venue, &[Hindrance::Removed])
        .await
        .unwrap();
    let calls = reminders().await;
    let after = rig.service.table(table.id()).await.unwrap();
    assert_eq!(calls, [first[0], after.call(after.to_move().unwrap())]);
    assert_eq!(after.deadline(), Some(rig.service.now().plus(jinlami::table::GRACE_MS)));
    assert!(rig.service.tick().await);
    assert_eq!(reminders().await, calls, "once");
}

#[tokio::test]
async fn a_damaged_log_keeps_no_neighbour_from_being_paused_told_and_resumed() {
    let rig = Rig::new().await;
    let tables = [
        rig.begin(hands(1)).await.id(),
        rig.begin(hands(1)).await.id(),
        rig.begin(hands(1)).await.id(),
    ];
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(rig.path());
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    let damage = async |body: &str| {
        sqlx::query("UPDATE events SET body = $2 WHERE table_id = $1 AND version = 2")
            .bind(tables[1].0)
            .bind(body)
            .execute(&pool)
            .await
            .unwrap();
    };
    let sound: String = sqlx::query_scalar("SELECT body FROM events WHERE table_id = $1 AND version = 2")
        .bind(tables[1].0)
        .fetch_one(&pool)
        .await
        .unwrap();
    let neighbours = [tables[0], tables[2]];
    let table = async |id| rig.service.table(id).await.unwrap();

    // Paused while its log could be read, so that it is among those that go on.
    rig.service
        .suspend(tables[1], PLACE.venue, Hindrance::Removed)
        .await
        .unwrap();
    damage("{}").await;
    let mut paused = rig
        .service
        .place_gone(PLACE.venue, None, Hindrance::Removed)
        .await
        .unwrap();
    paused.sort_unstable_by_key(|id| id.0);
    let mut all = neighbours.to_vec();
    all.sort_unstable_by_key(|id| id.0);
    assert_eq!(paused, all, "their players are to be told");
    let back = rig.service.place_back(PLACE.venue, &[Hindrance::Removed]).await;
    assert!(matches!(back, Err(Error::Fault { .. })), "{back:?}");
    for id in neighbours {
        assert_eq!(table(id).await.paused(), None);
    }
    let left = rig.service.left(BEN, Some(PLACE.venue), Gone::Left).await;
    assert!(matches!(left, Err(Error::Fault { .. })), "{left:?}");
    for id in neighbours {
        let table = table(id).await;
        assert!(Seat::BOTH.iter().any(|&seat| table.away(seat).is_some()));
    }
    damage(&sound).await;
    rig.service
        .place_back(PLACE.venue, &[Hindrance::Removed])
        .await
        .unwrap();
    assert_eq!(table(tables[1]).await.paused(), None);
    pool.close().await;
}

#[tokio::test]
async fn a_chat_that_is_gone_is_left_alone_once_its_match_is_over() {
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    let platform = PLACE.venue.platform;
    let over = rig.wish(ANNA, &table, Wish::Resign).await.unwrap().table;
    assert!(over.is_over());
    let (begun, mut tries) = (rig.service.now(), 0);
    loop {
        for slot in rig.service.todo(platform, 64).await.unwrap() {
            if slot.key.reader.is_none() {
                tries += 1;
                rig.service.failed(&slot, Delivery::Forbidden).await.unwrap();
            } else {
                rig.service.sent(&slot, slot.want, Some(1)).await.unwrap();
            }
        }
        let Some(next) = rig.service.next_todo(platform).await.unwrap() else {
            break;
        };
        assert!(tries < 100, "it is knocked at for ever");
        rig.pass(next.0 - rig.service.now().0);
    }
    let hours = (rig.service.now().0 - begun.0) / 3_600_000;
    assert!((6..24).contains(&hours), "{hours} hours");
}
