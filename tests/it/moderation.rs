//! Moderators: cancelled matches, voided results, and what is kept of it.

use jinlami::id::{Account, Millis, Place, Platform, PlayerId, TableId, Venue, Version};
use jinlami::service::{
    Bound, Caller, Change, Command, Deed, DeedKind, Error, Metric, PER_CHANNEL, PER_PLAYER, Ruling, SlotKind, Standing,
};
use jinlami::store::{Append, Live, LiveStage, MatchResult, ModeKind, SeatResult, Store};
use jinlami::table::{Event, Feats, Invitee, MatchEnd, REASON_MAX, Refusal, Rematch, Stage, Table, Wish, notation};

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

/// Another server than the rig's.
const ELSEWHERE: Place = Place {
    venue: Venue {
        platform: Platform::Discord,
        chat: 90,
    },
    channel: 91,
};

/// A small chance that is the same at every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

async fn challenge(rig: &Rig, who: Account, whom: Account, place: Place) -> Table {
    let opponent = Invitee::Player(rig.player(whom).await);
    let challenge = Command::Challenge {
        place,
        opponent,
        terms: hands(1),
        inbox: None,
    };
    rig.service.handle(Caller::Person(who), challenge).await.unwrap().table
}

async fn wish(rig: &Rig, who: Account, table: &Table, wish: Wish) -> Table {
    rig.wish(who, table, wish).await.unwrap().table
}

/// A result of two of the three, in one of the two places.
fn result(table: i64, chance: &mut Chance, people: &[PlayerId; 3]) -> MatchResult {
    let one = chance.below(3) as usize;
    let other = (one + 1 + chance.below(2) as usize) % 3;
    let winner = chance.below(3);
    let chance_mode = chance.below(2) as usize;
    let mut seat = |at: usize, number: u64| SeatResult {
        player: Some(people[at]),
        won: winner == number,
        points: chance.below(300) as i32 - 20,
        feats: Feats {
            hands: chance.below(4) as u32,
            gold: chance.below(2) as u32,
            undercuts: chance.below(2) as u32,
            dragon: chance.below(2) as u32,
            best_hand: chance.below(90) as u32,
            ..Feats::default()
        },
    };
    MatchResult {
        table: TableId(table),
        venue: PLACE.venue,
        ended: Millis(1_000 * table),
        preset: "jinlami".to_owned(),
        mode: [ModeKind::Fixed, ModeKind::Target][chance_mode],
        rated: true,
        seats: vec![seat(one, 0), seat(other, 1)],
    }
}

/// An append that ends a table at once with this result, or voids the result of one that has ended.
pub fn append(result: &MatchResult, place: Place, void: bool) -> Append {
    let players = result.seats.iter().filter_map(|seat| seat.player).collect();
    Append {
        table: result.table,
        expected: Version(i64::from(void)),
        at: result.ended,
        events: vec![Event::Lapsed],
        live: Live {
            stage: LiveStage::Over,
            place,
            players,
        },
        due: Vec::new(),
        slots: Vec::new(),
        results: (!void).then(|| result.clone()),
        abort: None,
        bout: None,
        tells: false,
        bounds: Vec::new(),
        mirrors: Vec::new(),
        invite: None,
        void,
        deed: None,
        joins: Vec::new(),
        inbox: None,
    }
}

/// Every leaderboard and every line of it.
async fn boards(store: &Store, people: &[PlayerId]) -> Vec<Vec<Standing>> {
    let mut boards = Vec::new();
    for scope in [None, Some(PLACE.venue), Some(ELSEWHERE.venue)] {
        for metric in Metric::ALL {
            boards.push(store.leaders(scope, metric, 100, 0).await.unwrap());
            for player in people {
                boards.push(
                    store
                        .standing(scope, metric, *player)
                        .await
                        .unwrap()
                        .into_iter()
                        .collect(),
                );
            }
        }
    }
    boards
}

/// C-089: any results with some of them voided, at once or later, are the same results without them: every board, every
/// sum, every place. What is left is in order, so that whatever is reckoned from it by order can be reckoned anew.
#[tokio::test]
async fn any_results_with_some_voided_are_the_same_results_without_them() {
    for seed in 0..12 {
        let (rig, same) = (Rig::new().await, Rig::new().await);
        let (store, other) = (rig.service.store(), same.service.store());
        let people = [rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await];
        assert_eq!(people[2], same.player(EVE).await);
        let mut chance = Chance(seed);
        let mut later = Vec::new();
        let mut voided = 0;
        for table in 1..=20 {
            let place = [PLACE, ELSEWHERE][chance.below(2) as usize];
            let result = result(table, &mut chance, &people);
            store.append(append(&result, place, false)).await.unwrap();
            match chance.below(3) {
                0 => store.append(append(&result, place, true)).await.unwrap(),
                1 => later.push((result, place)),
                _ => {
                    other.append(append(&result, place, false)).await.unwrap();
                    continue;
                }
            }
            voided += 1;
        }
        for (result, place) in later.iter().rev() {
            store.append(append(result, *place, true)).await.unwrap();
        }
        assert!(voided > 3, "seed {seed}");
        assert_eq!(
            boards(store, &people).await,
            boards(other, &people).await,
            "seed {seed}"
        );
        assert_eq!(
            store.reckon().await.unwrap(),
            other.reckon().await.unwrap(),
            "seed {seed}"
        );
    }
}

/// C-044: a running match and a stuck challenge are cancelled: no result, nobody is in a match, both are told, the deed is
/// kept. A match of another place is none of a moderator's business.
#[tokio::test]
async fn matches_and_challenges_are_cancelled() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let running = rig.begin(hands(3)).await;
    rig.step(running.id()).await;
    let stuck = challenge(&rig, ANNA, BEN, PLACE).await;
    let refused = rig
        .service
        .rule(Some(eve), Some(ELSEWHERE.venue), running.id(), Ruling::Cancel, None)
        .await;
    assert!(matches!(refused, Err(Error::NoTable)));
    let reason = format!("  stuck\nfor {}", "x".repeat(400));
    for table in [&running, &stuck] {
        let outcome = rig
            .service
            .rule(Some(eve), Some(PLACE.venue), table.id(), Ruling::Cancel, Some(&reason))
            .await
            .unwrap();
        assert_eq!(outcome.table.stage(), Stage::Over(MatchEnd::Cancelled));
        assert_eq!(outcome.table.rematch(), Rematch::Closed);
        assert!(outcome.table.dues().is_empty() && outcome.table.to_move().is_none());
        let kept = outcome.table.ruling_reason().unwrap();
        assert!(
            kept.starts_with("stuck for x") && kept.chars().count() == REASON_MAX,
            "{kept}"
        );
        for who in [ANNA, BEN] {
            let late = rig.wish(who, &outcome.table, Wish::Resign).await;
            assert!(matches!(late, Err(Error::Refused(Refusal::Over | Refusal::NotOpen))));
        }
        let again = rig.service.rule(None, None, table.id(), Ruling::Cancel, None).await;
        assert!(matches!(again, Err(Error::Refused(Refusal::Over))));
        let void = rig.service.rule(None, None, table.id(), Ruling::Void, None).await;
        assert!(matches!(void, Err(Error::Refused(Refusal::NoResult))));
    }
    let store = rig.service.store();
    for (table, told) in [(&running, vec![anna, ben]), (&stuck, vec![anna])] {
        let slots = store.slots_of(table.id()).await.unwrap();
        let mut readers: Vec<PlayerId> = slots
            .iter()
            .filter(|slot| slot.key.kind == SlotKind::Ruling)
            .filter_map(|slot| slot.key.reader)
            .collect();
        readers.sort();
        assert_eq!(readers, told);
    }
    assert_eq!(store.leaders(None, Metric::Points, 10, 0).await.unwrap(), []);
    assert_eq!(store.next_due().await.unwrap(), None);
    assert!(rig.service.tables(jinlami::service::Of::All).await.unwrap().is_empty());
    let deeds = store.deeds(PLACE.venue, 10).await.unwrap();
    let kept: Vec<(Option<PlayerId>, DeedKind, Option<TableId>)> =
        deeds.iter().map(|deed| (deed.by, deed.act, deed.table)).collect();
    let deed = |table: &Table| (Some(eve), DeedKind::Cancelled, Some(table.id()));
    assert_eq!(kept, [deed(&stuck), deed(&running)]);
    // The deeds outlive the process.
    let rig = rig.restart().await;
    let after: Vec<Deed> = rig.service.store().deeds(PLACE.venue, 10).await.unwrap();
    assert_eq!(after, deeds);
}

#[tokio::test]
async fn only_a_result_that_counts_is_voided() {
    let rig = Rig::new().await;
    let running = rig.begin(hands(1)).await;
    let refused = rig.service.rule(None, None, running.id(), Ruling::Void, None).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::NotOver))));
    let robot = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Robot,
        terms: hands(1),
        inbox: None,
    };
    let practice = rig.service.handle(Caller::Person(ANNA), robot).await.unwrap().table;
    wish(&rig, ANNA, &practice, Wish::Resign).await;
    let refused = rig.service.rule(None, None, practice.id(), Ruling::Void, None).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::NoResult))));
    let over = wish(&rig, BEN, &running, Wish::Resign).await;
    let before = over.stage();
    let voided = rig
        .service
        .rule(None, None, over.id(), Ruling::Void, None)
        .await
        .unwrap()
        .table;
    assert!(
        voided.voided() && voided.stage() == before,
        "how it ended is still told"
    );
    // A voided match may still be played again.
    for who in [ANNA, BEN] {
        let again = Command::Rematch {
            table: over.id(),
            press: None,
        };
        rig.service.handle(Caller::Person(who), again).await.unwrap();
    }
    assert!(matches!(
        rig.service.table(over.id()).await.unwrap().rematch(),
        Rematch::Made(_)
    ));
    assert_eq!(rig.service.store().reckon().await.unwrap(), []);
}

/// What a moderator decided stands in a match's text and comes back from it.
#[tokio::test]
async fn cancelled_and_voided_matches_come_back_from_their_text() {
    let rig = Rig::new().await;
    let lobby = challenge(&rig, ANNA, BEN, PLACE).await;
    let running = rig.begin(hands(2)).await;
    rig.step(running.id()).await;
    let over = rig.begin(hands(1)).await;
    wish(&rig, ANNA, &over, Wish::Resign).await;
    let agreed = rig.begin(hands(1)).await;
    let offered = wish(&rig, ANNA, &agreed, Wish::OfferDraw).await;
    wish(&rig, BEN, &offered, Wish::AcceptDraw).await;
    for (table, ruling, said) in [
        (&lobby, Ruling::Cancel, "result cancelled"),
        (&running, Ruling::Cancel, "result cancelled"),
        (&over, Ruling::Void, "result won 2 resigned voided"),
        (&agreed, Ruling::Void, "result agreed voided"),
    ] {
        rig.service
            .rule(None, None, table.id(), ruling, Some("why"))
            .await
            .unwrap();
        let log = rig.service.facts(table.id()).await.unwrap();
        let text = notation::write(table.id(), &log).unwrap();
        assert_eq!(text.lines().last(), Some(said));
        let (id, again) = notation::read(&text).unwrap();
        let back = Table::replay(id, &again).unwrap();
        let now = rig.service.table(table.id()).await.unwrap();
        assert_eq!((back.stage(), back.voided()), (now.stage(), now.voided()));
        assert_eq!(notation::write(id, &again).unwrap(), text);
    }
    // What was never played to an end has nothing to void.
    let log = rig.service.facts(running.id()).await.unwrap();
    let text = notation::write(running.id(), &log).unwrap();
    assert!(notation::read(&text.replace("result cancelled", "result cancelled voided")).is_err());
}

#[test]
fn a_log_of_an_earlier_release_knows_no_moderator() {
    let event: Event = serde_json::from_str(r#"{"cancelled":{}}"#).unwrap();
    assert_eq!(event, Event::Cancelled { by: None, reason: None });
    let written = serde_json::to_string(&Event::Voided { by: None, reason: None }).unwrap();
    assert_eq!(written, r#"{"voided":{}}"#);
}

async fn set(rig: &Rig, key: &'static str, value: Option<&str>) {
    let change = Change::Setting(key, value.map(str::to_owned));
    rig.service
        .govern(None, PLACE.venue, DeedKind::Limits, change, None)
        .await
        .unwrap();
}

async fn ask(rig: &Rig, who: Account, whom: Invitee, place: Place) -> Result<Table, Error> {
    let challenge = Command::Challenge {
        place,
        opponent: whom,
        terms: hands(1),
        inbox: None,
    };
    let outcome = rig.service.handle(Caller::Person(who), challenge).await;
    outcome.map(|outcome| outcome.table)
}

/// C-038: however many ask at once, as many matches open in a channel as moderators allow; other channels are not counted.
#[tokio::test]
async fn a_channel_holds_as_many_matches_as_moderators_allow() {
    let rig = Rig::new().await;
    set(&rig, PER_CHANNEL, Some("2")).await;
    let asks = (0..10).map(|number| ask(&rig, [ANNA, BEN, EVE][number % 3], Invitee::Anyone, PLACE));
    let answers = futures::future::join_all(asks).await;
    let opened: Vec<&Table> = answers.iter().filter_map(|answer| answer.as_ref().ok()).collect();
    assert_eq!(opened.len(), 2);
    for answer in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert!(matches!(answer, Error::Full(Bound::Place(2))), "{answer}");
    }
    let eve = rig.player(EVE).await;
    assert!(matches!(
        rig.service.may_open(PLACE, eve, None).await,
        Err(Error::Full(Bound::Place(2)))
    ));
    let beside = Place { channel: 72, ..PLACE };
    rig.service.may_open(beside, eve, None).await.unwrap();
    ask(&rig, EVE, Invitee::Anyone, beside).await.unwrap();
    ask(&rig, EVE, Invitee::Anyone, ELSEWHERE).await.unwrap();
    rig.service
        .rule(None, None, opened[0].id(), Ruling::Cancel, None)
        .await
        .unwrap();
    ask(&rig, EVE, Invitee::Anyone, PLACE).await.unwrap();
    set(&rig, PER_CHANNEL, None).await;
    ask(&rig, EVE, Invitee::Anyone, PLACE).await.unwrap();
}

/// C-038: a player sits in as many matches of a place as moderators allow, whether they challenge or accept; being asked
/// does not count, and a rematch fits in when the match before is over.
#[tokio::test]
async fn a_player_is_in_as_many_matches_of_a_place_as_moderators_allow() {
    let rig = Rig::new().await;
    let (anna, ben) = (rig.player(ANNA).await, rig.player(BEN).await);
    set(&rig, PER_PLAYER, Some("1")).await;
    let first = ask(&rig, ANNA, Invitee::Player(ben), PLACE).await.unwrap();
    for place in [PLACE, Place { channel: 72, ..PLACE }] {
        let full = ask(&rig, ANNA, Invitee::Anyone, place).await;
        assert!(matches!(full, Err(Error::Full(Bound::Player(who, 1))) if who == anna));
    }
    ask(&rig, ANNA, Invitee::Anyone, ELSEWHERE).await.unwrap();
    // Ben is asked, and may still challenge Eve; then he can't accept.
    let own = ask(&rig, BEN, Invitee::Anyone, PLACE).await.unwrap();
    let accepting = rig.wish(BEN, &first, Wish::Accept).await;
    assert!(matches!(accepting, Err(Error::Full(Bound::Player(who, 1))) if who == ben));
    wish(&rig, BEN, &own, Wish::Withdraw).await;
    let running = wish(&rig, BEN, &first, Wish::Accept).await;
    let full = rig.service.may_open(PLACE, ben, None).await;
    assert!(matches!(full, Err(Error::Full(Bound::Player(..)))));
    let over = wish(&rig, BEN, &running, Wish::Resign).await;
    for who in [ANNA, BEN] {
        let again = Command::Rematch {
            table: over.id(),
            press: None,
        };
        rig.service.handle(Caller::Person(who), again).await.unwrap();
    }
    assert!(matches!(
        rig.service.table(over.id()).await.unwrap().rematch(),
        Rematch::Made(_)
    ));
}

/// Whoever is blocked neither challenges nor accepts nor is challenged there, in person or by a rematch; elsewhere they
/// play, and what runs goes on.
#[tokio::test]
async fn a_blocked_player_plays_elsewhere() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let running = rig.begin(hands(1)).await;
    let lobby = ask(&rig, BEN, Invitee::Player(eve), PLACE).await.unwrap();
    let asked = ask(&rig, EVE, Invitee::Player(ben), PLACE).await.unwrap();
    let done = rig
        .service
        .govern(
            Some(anna),
            PLACE.venue,
            DeedKind::Blocked,
            Change::Block(ben),
            Some("spam".to_owned()),
        )
        .await;
    assert!(done.unwrap());
    let again = rig
        .service
        .govern(Some(anna), PLACE.venue, DeedKind::Blocked, Change::Block(ben), None)
        .await;
    assert!(!again.unwrap(), "twice is once");
    let rig = rig.restart().await;
    let own = |answer: Result<Table, Error>| matches!(answer, Err(Error::Blocked { own: true }));
    let other = |answer: Result<Table, Error>| matches!(answer, Err(Error::Blocked { own: false }));
    let accept = async |who, table: &Table| rig.wish(who, table, Wish::Accept).await.map(|outcome| outcome.table);
    assert!(own(ask(&rig, BEN, Invitee::Anyone, PLACE).await));
    assert!(own(ask(&rig, BEN, Invitee::Robot, PLACE).await));
    assert!(other(ask(&rig, EVE, Invitee::Player(ben), PLACE).await));
    assert!(own(accept(BEN, &asked).await));
    assert!(other(accept(EVE, &lobby).await));
    ask(&rig, BEN, Invitee::Player(eve), ELSEWHERE).await.unwrap();
    let over = wish(&rig, ANNA, &running, Wish::Resign).await;
    for (who, refused) in [(BEN, true), (ANNA, false)] {
        let again = Command::Rematch {
            table: over.id(),
            press: None,
        };
        let answer = rig
            .service
            .handle(Caller::Person(who), again)
            .await
            .map(|outcome| outcome.table);
        assert!(if refused { own(answer) } else { other(answer) });
    }
    let store = rig.service.store();
    assert_eq!(store.blocks(PLACE.venue).await.unwrap(), [ben]);
    let about: Vec<(DeedKind, Option<String>)> = store
        .deeds_about(ben)
        .await
        .unwrap()
        .into_iter()
        .map(|deed| (deed.act, deed.detail))
        .collect();
    assert_eq!(about, [(DeedKind::Blocked, Some("spam".to_owned()))]);
    let free = rig
        .service
        .govern(None, PLACE.venue, DeedKind::Unblocked, Change::Unblock(ben), None)
        .await;
    assert!(free.unwrap());
    accept(BEN, &asked).await.unwrap();
}

/// A group that gets a new id keeps its deeds, its blocked players and its settings.
#[tokio::test]
async fn a_group_keeps_its_moderation_under_a_new_id() {
    let rig = Rig::new().await;
    let (anna, ben) = (rig.player(ANNA).await, rig.player(BEN).await);
    let venue = |chat| Venue {
        platform: Platform::Telegram,
        chat,
    };
    let (old, new) = (venue(-7), venue(-1_000_000_000_007));
    let block = Change::Block(ben);
    rig.service
        .govern(Some(anna), old, DeedKind::Blocked, block, None)
        .await
        .unwrap();
    let limit = Change::Setting(PER_PLAYER, Some("3".to_owned()));
    rig.service
        .govern(Some(anna), old, DeedKind::Limits, limit, None)
        .await
        .unwrap();
    for _ in 0..2 {
        rig.service
            .migrate_chat(Platform::Telegram, old.chat, new.chat)
            .await
            .unwrap();
    }
    let store = rig.service.store();
    assert_eq!(store.deeds(new, 10).await.unwrap().len(), 2);
    assert!(store.is_blocked(new, ben).await.unwrap() && !store.is_blocked(old, ben).await.unwrap());
    assert_eq!(
        store.venue_setting(new, PER_PLAYER).await.unwrap().as_deref(),
        Some("3")
    );
    assert!(store.deeds(old, 10).await.unwrap().is_empty());
}
