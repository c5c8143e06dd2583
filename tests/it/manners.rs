//! Draws, aborts, nudges, rematches and watching on a real file: races, restarts between any two steps, third persons.

use std::collections::BTreeSet;

use jinlami::id::{Account, Place, Platform, Seat, TableId, Venue};
use jinlami::service::{Aborts, Caller, Command, Error, Metric, OPEN_TABLES, Of, Outcome, SlotKind};
use jinlami::table::{
    ABORTS_MAX, ABORTS_MS, DueKind, Invitee, MatchEnd, REMATCH_MS, Refusal, Rematch, Stage, Table, Wish,
};

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

/// A Telegram person of no group.
const ZOE: Account = Account {
    platform: Platform::Telegram,
    user: 900,
};

async fn rematch(rig: &Rig, who: Account, table: TableId) -> Result<Outcome, Error> {
    let command = Command::Rematch { table, press: None };
    rig.service.handle(Caller::Person(who), command).await
}

fn refusal<T>(result: Result<T, Error>) -> Option<Refusal> {
    match result {
        Err(Error::Refused(refusal)) => Some(refusal),
        _ => None,
    }
}

async fn now(rig: &Rig, table: &Table) -> Table {
    rig.service.table(table.id()).await.unwrap()
}

/// A match that Anna has resigned.
async fn finished(rig: &Rig) -> Table {
    let table = rig.begin(hands(2)).await;
    rig.wish(ANNA, &table, Wish::Resign).await.unwrap().table
}

async fn points(rig: &Rig) -> Vec<(i64, i64)> {
    let store = rig.service.store();
    let leaders = store.leaders(Some(PLACE.venue), Metric::Points, 10, 0).await.unwrap();
    leaders.iter().map(|line| (line.played, line.points)).collect()
}

/// Which public messages a table has: kind and number.
async fn shown(rig: &Rig, table: &Table) -> Vec<(SlotKind, i64)> {
    let slots = rig.service.store().slots_of(table.id()).await.unwrap();
    let public = slots.iter().filter(|slot| slot.key.reader.is_none());
    public.map(|slot| (slot.key.kind, slot.key.number)).collect()
}

#[tokio::test]
async fn a_rematch_survives_a_stop_between_any_two_steps() {
    // C-127, C-020: asked, accepted, dealt; the process ends after each.
    let mut rig = Rig::new().await;
    let old = finished(&rig).await;
    let counted = points(&rig).await;
    rig = rig.restart().await;
    let asked = rematch(&rig, ANNA, old.id()).await.unwrap().table;
    assert!(matches!(asked.rematch(), Rematch::Asked { by: Seat::FIRST, .. }));
    assert_eq!(
        rig.service.tables(Of::All).await.unwrap().len(),
        0,
        "a question is no match"
    );
    rig = rig.restart().await;
    assert_eq!(now(&rig, &old).await.rematch(), asked.rematch());
    assert_eq!(
        refusal(rematch(&rig, ANNA, old.id()).await),
        Some(Refusal::RematchAsked)
    );
    let accepted = rematch(&rig, BEN, old.id()).await.unwrap().table;
    let Rematch::Made(next) = accepted.rematch() else {
        panic!("{:?}", accepted.rematch())
    };
    rig = rig.restart().await;
    let table = rig.service.table(next).await.unwrap();
    assert_eq!(table.stage(), Stage::Playing);
    assert_eq!((table.seats(), table.terms()), (old.seats(), old.terms()));
    assert_eq!(table.follows(), Some(old.id()));
    assert_eq!(table.hand().unwrap().dealer(), old.hands()[0].dealer.other());
    let Rematch::Asked { commitment, .. } = asked.rematch() else {
        panic!("asked")
    };
    assert_eq!(
        table.commitment(),
        Some(commitment),
        "the deals are those that were sealed"
    );
    for who in [ANNA, BEN] {
        assert_eq!(refusal(rematch(&rig, who, old.id()).await), Some(Refusal::Rematched));
        assert!(
            rig.service
                .tables(Of::Player(rig.player(who).await))
                .await
                .unwrap()
                .len()
                == 1
        );
    }
    assert_eq!(
        points(&rig).await,
        counted,
        "what comes after the end counts nothing again"
    );
    // The new match is a match like any other.
    let mut table = table;
    while !table.is_over() {
        rig = rig.restart().await;
        table = rig.step(table.id()).await;
    }
    assert_eq!(points(&rig).await.iter().map(|(played, _)| played).sum::<i64>(), 4);
}

#[tokio::test]
async fn both_at_once_make_one_match() {
    for round in 0..6 {
        let rig = Rig::new().await;
        let old = finished(&rig).await;
        // Both press at the same moment, and each of them twice.
        let presses = [ANNA, BEN, BEN, ANNA];
        let done = futures::future::join_all((0..4).map(|at| rematch(&rig, presses[(at + round) % 4], old.id()))).await;
        let made: BTreeSet<i64> = done
            .iter()
            .flatten()
            .filter_map(|outcome| match outcome.table.rematch() {
                Rematch::Made(next) => Some(next.0),
                _ => None,
            })
            .collect();
        assert_eq!(made.len(), 1, "one match: {made:?}");
        assert_eq!(
            done.iter().filter(|done| done.is_ok()).count(),
            2,
            "one asked, one accepted"
        );
        let open = rig.service.tables(Of::All).await.unwrap();
        assert_eq!(open.len(), 1);
        assert_eq!(Some(&open[0].id().0), made.first());
        let after = now(&rig, &old).await;
        assert_eq!(after.version().0, old.version().0 + 2);
    }
}

#[tokio::test]
async fn only_the_two_of_a_match_have_to_do_with_its_rematch() {
    // C-125, C-127, C-115.
    let rig = Rig::new().await;
    let old = finished(&rig).await;
    assert_eq!(refusal(rematch(&rig, EVE, old.id()).await), Some(Refusal::NotSeated));
    rematch(&rig, BEN, old.id()).await.unwrap();
    assert_eq!(refusal(rematch(&rig, EVE, old.id()).await), Some(Refusal::NotSeated));
    assert_eq!(
        refusal(rig.wish(EVE, &old, Wish::DeclineRematch).await),
        Some(Refusal::NotSeated)
    );
    assert!(matches!(now(&rig, &old).await.rematch(), Rematch::Asked { .. }));
    rig.wish(ANNA, &old, Wish::DeclineRematch).await.unwrap();
    assert_eq!(refusal(rematch(&rig, BEN, old.id()).await), Some(Refusal::RematchAsked));
    assert!(
        rig.service.tables(Of::All).await.unwrap().is_empty(),
        "it can't be forced"
    );
    let kinds = shown(&rig, &old).await;
    let calls = kinds.iter().filter(|(kind, _)| *kind == SlotKind::Rematch).count();
    assert_eq!(calls, 1, "who declines is not called again: {kinds:?}");
}

#[tokio::test]
async fn a_question_for_a_rematch_expires() {
    let mut rig = Rig::new().await;
    let old = finished(&rig).await;
    rematch(&rig, ANNA, old.id()).await.unwrap();
    rig.pass(REMATCH_MS - 1);
    assert!(rig.service.tick().await);
    assert!(matches!(now(&rig, &old).await.rematch(), Rematch::Asked { .. }));
    // Also when the bot is down at that moment.
    rig.pass(1);
    rig = rig.restart().await;
    assert!(rig.service.tick().await);
    assert_eq!(now(&rig, &old).await.rematch(), Rematch::Free([false, true]));
    assert!(rig.service.store().next_due().await.unwrap().is_none());
    assert_eq!(
        refusal(rig.wish(BEN, &old, Wish::DeclineRematch).await),
        Some(Refusal::NoRematch)
    );
    // Nor is it accepted while the ticker is late: it has lapsed, and the press asks anew.
    let late = finished(&rig).await;
    rematch(&rig, ANNA, late.id()).await.unwrap();
    rig.pass(REMATCH_MS);
    let asked = rematch(&rig, BEN, late.id()).await.unwrap().table;
    let until = match asked.rematch() {
        Rematch::Asked {
            by: Seat::SECOND,
            until,
            ..
        } => until,
        odd => panic!("{odd:?}"),
    };
    assert_eq!(asked.version().0, late.version().0 + 3, "asked, lapsed, asked");
    // Both have asked once, so the second one that lapses is refused.
    rig.pass(REMATCH_MS);
    assert!(until <= rig.service.now());
    assert_eq!(
        refusal(rematch(&rig, ANNA, late.id()).await),
        Some(Refusal::RematchAsked)
    );
    assert_eq!(now(&rig, &late).await.rematch(), Rematch::Free([false, false]));
    // Accepting races the expiry: it comes too late either way.
    let other = finished(&rig).await;
    rematch(&rig, ANNA, other.id()).await.unwrap();
    rig.pass(REMATCH_MS);
    let (accepted, calm) = tokio::join!(rematch(&rig, BEN, other.id()), rig.service.tick());
    assert!(calm && accepted.is_ok());
    let after = now(&rig, &other).await;
    // The question had lapsed, so the press asked anew.
    assert!(
        matches!(after.rematch(), Rematch::Asked { by: Seat::SECOND, .. }),
        "{:?}",
        after.rematch()
    );
}

#[tokio::test]
async fn the_computer_plays_again_at_once_and_a_full_house_is_refused() {
    let rig = Rig::new().await;
    let challenge = |opponent| Command::Challenge {
        place: PLACE,
        opponent,
        terms: hands(1),
        inbox: None,
    };
    let open = async |opponent| {
        let done = rig.service.handle(Caller::Person(ANNA), challenge(opponent)).await;
        done.unwrap().table
    };
    let old = open(Invitee::Robot).await;
    rig.wish(ANNA, &old, Wish::Resign).await.unwrap();
    let again = rematch(&rig, ANNA, old.id()).await.unwrap().table;
    let Rematch::Made(next) = again.rematch() else {
        panic!("at once")
    };
    let next = rig.service.table(next).await.unwrap();
    assert_eq!(next.stage(), Stage::Playing);
    assert_eq!(
        refusal(rematch(&rig, ANNA, next.id()).await),
        Some(Refusal::NotOver),
        "one after the other"
    );
    rig.wish(ANNA, &next, Wish::Resign).await.unwrap();
    for _ in 0..OPEN_TABLES {
        open(Invitee::Anyone).await;
    }
    assert!(matches!(rematch(&rig, ANNA, next.id()).await, Err(Error::TooMany)));
}

#[tokio::test]
async fn a_draw_is_a_result_that_nobody_wins() {
    let mut rig = Rig::new().await;
    let mut table = rig.begin(hands(5)).await;
    while table.hands().is_empty() {
        table = rig.step(table.id()).await;
    }
    let scores = table.scores().to_vec();
    rig.wish(ANNA, &table, Wish::OfferDraw).await.unwrap();
    rig = rig.restart().await;
    let offered = now(&rig, &table).await;
    assert_eq!(offered.draw_offer(), Some(Seat::FIRST));
    assert_eq!(offered.deadline(), table.deadline());
    // The other agrees and plays at the same moment: one of the two happens.
    let who = if table.to_move() == Some(Seat::FIRST) {
        ANNA
    } else {
        BEN
    };
    let play = crate::rig::sensible(&offered, offered.to_move().unwrap());
    let (agreed, played) = tokio::join!(
        rig.wish(BEN, &offered, Wish::AcceptDraw),
        rig.wish(who, &offered, Wish::Play(play))
    );
    let mut after = now(&rig, &table).await;
    let mut agreed = agreed.is_ok();
    if !agreed && after.draw_offer().is_some() {
        // Whoever offered played on; that is no answer to the offer.
        assert_eq!(who, ANNA);
        after = rig.wish(BEN, &after, Wish::AcceptDraw).await.unwrap().table;
        agreed = true;
    }
    if agreed {
        assert_eq!(after.stage(), Stage::Over(MatchEnd::Agreed));
        assert_eq!(after.scores(), scores, "the points of the finished hands stand");
        let lines = rig
            .service
            .store()
            .leaders(Some(PLACE.venue), Metric::Points, 10, 0)
            .await;
        let lines = lines.unwrap();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| (line.played, line.wins) == (1, 0)));
        assert!(rig.service.tables(Of::All).await.unwrap().is_empty(), "both are free");
    } else {
        assert!(played.is_ok() && after.draw_offer().is_none());
    }
}

#[tokio::test]
async fn aborts_are_free_three_times_a_day_and_seen() {
    // C-092: twenty tries at once.
    let rig = Rig::new().await;
    assert_eq!((ABORTS_MAX, ABORTS_MS), (3, 86_400_000));
    let player = rig.player(ANNA).await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(rig.begin(hands(2)).await);
        rig.pass(1_000);
    }
    let done = futures::future::join_all(tables.iter().map(|table| rig.wish(ANNA, table, Wish::Abort))).await;
    let (free, refused): (Vec<_>, Vec<_>) = done.into_iter().partition(Result::is_ok);
    assert_eq!(free.len(), 3);
    assert!(
        refused
            .into_iter()
            .all(|refused| refusal(refused) == Some(Refusal::Aborts))
    );
    let three = Aborts { all: 3, recent: 3 };
    assert_eq!(rig.service.aborts(player).await.unwrap(), three);
    assert_eq!(
        rig.service.aborts(rig.player(BEN).await).await.unwrap(),
        Aborts::default()
    );
    assert!(points(&rig).await.is_empty(), "no result");
    let open = rig.service.tables(Of::Player(player)).await.unwrap();
    assert_eq!(open.len(), 17);
    // Resigning stays possible, and the other one may still break off.
    rig.wish(ANNA, &open[0], Wish::Resign).await.unwrap();
    rig.wish(BEN, &open[1], Wish::Abort).await.unwrap();
    let rig = rig.restart().await;
    assert_eq!(rig.service.aborts(player).await.unwrap(), three);
    assert_eq!(
        refusal(rig.wish(ANNA, &open[2], Wish::Abort).await),
        Some(Refusal::Aborts)
    );
    rig.pass(ABORTS_MS);
    let later = now(&rig, &open[2]).await;
    rig.wish(ANNA, &later, Wish::Abort).await.unwrap();
    assert_eq!(rig.service.aborts(player).await.unwrap(), Aborts { all: 4, recent: 1 });
    // Practice counts for nobody.
    let challenge = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Robot,
        terms: hands(1),
        inbox: None,
    };
    for _ in 0..5 {
        let table = rig.service.handle(Caller::Person(ANNA), challenge.clone()).await;
        rig.wish(ANNA, &table.unwrap().table, Wish::Abort).await.unwrap();
    }
    assert_eq!(rig.service.aborts(player).await.unwrap().all, 4);
}

#[tokio::test]
async fn an_abort_races_the_first_discard() {
    let rig = Rig::new().await;
    let table = rig.begin(hands(2)).await;
    let seat = table.to_move().unwrap();
    let (mover, other) = if seat == Seat::FIRST { (ANNA, BEN) } else { (BEN, ANNA) };
    let discard = Wish::Play(crate::rig::sensible(&table, seat));
    let (aborted, played) = tokio::join!(rig.wish(other, &table, Wish::Abort), rig.wish(mover, &table, discard));
    let after = now(&rig, &table).await;
    match after.stage() {
        Stage::Over(MatchEnd::Aborted { by }) => assert!(aborted.is_ok() && played.is_err() && by == seat.other()),
        Stage::Playing => {
            assert!(played.is_ok());
            assert!(matches!(refusal(aborted), Some(Refusal::Begun | Refusal::Stale)));
        }
        odd => panic!("{odd:?}"),
    }
}

#[tokio::test]
async fn a_nudge_is_a_message_of_its_own_once_a_turn() {
    let mut rig = Rig::new().await;
    let table = rig.begin(hands(3)).await;
    let seat = table.to_move().unwrap();
    let (mover, waiting) = if seat == Seat::FIRST { (ANNA, BEN) } else { (BEN, ANNA) };
    assert_eq!(
        refusal(rig.wish(mover, &table, Wish::Nudge).await),
        Some(Refusal::OwnTurn)
    );
    assert_eq!(
        refusal(rig.wish(EVE, &table, Wish::Nudge).await),
        Some(Refusal::NotSeated)
    );
    let done = futures::future::join_all((0..5).map(|_| rig.wish(waiting, &table, Wish::Nudge))).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    rig = rig.restart().await;
    assert_eq!(
        refusal(rig.wish(waiting, &table, Wish::Nudge).await),
        Some(Refusal::Nudged)
    );
    let nudge = (SlotKind::Nudge, table.call(seat));
    let nudges = |shown: Vec<(SlotKind, i64)>| shown.into_iter().filter(|(kind, _)| *kind == SlotKind::Nudge).count();
    assert!(shown(&rig, &table).await.contains(&nudge));
    // The deadline passed while the bot was down and was moved: the same turn.
    rig.pass(2 * table.terms().turn);
    rig = rig.restart().await;
    assert!(now(&rig, &table).await.deadline() > table.deadline());
    assert_eq!(
        refusal(rig.wish(waiting, &table, Wish::Nudge).await),
        Some(Refusal::Nudged)
    );
    assert_eq!(nudges(shown(&rig, &table).await), 1);
    let kinds: Vec<DueKind> = now(&rig, &table).await.dues().iter().map(|due| due.kind).collect();
    assert!(kinds.contains(&DueKind::Clock), "the clock runs on");
    let after = rig.step(table.id()).await;
    let mut after = after;
    while after.to_move() != Some(seat.other()) {
        after = rig.step(table.id()).await;
    }
    rig.wish(mover, &after, Wish::Nudge).await.unwrap();
    assert_eq!(nudges(shown(&rig, &table).await), 2);
}

#[tokio::test]
async fn a_table_is_looked_at_where_it_stands_and_by_its_players_anywhere() {
    // C-123, C-086: somebody elsewhere learns nothing, not even that there is such a match.
    let rig = Rig::new().await;
    let table = rig.begin(hands(2)).await;
    let elsewhere = Place {
        venue: Venue {
            chat: 71,
            ..PLACE.venue
        },
        ..PLACE
    };
    let channel = Place { channel: 99, ..PLACE };
    for (who, from, may) in [
        (EVE, Some(PLACE), true),
        (EVE, Some(channel), true),
        (EVE, Some(elsewhere), false),
        (EVE, None, false),
        (ANNA, Some(elsewhere), true),
        (BEN, None, true),
    ] {
        let looked = rig.service.look(rig.player(who).await, from, table.id()).await;
        assert_eq!(looked.is_ok(), may, "{who:?} {from:?}");
        assert!(may || matches!(looked, Err(Error::NoTable)));
    }
    let ghost = TableId(table.id().0 + 1);
    assert!(matches!(
        rig.service.look(rig.player(ANNA).await, Some(PLACE), ghost).await,
        Err(Error::NoTable)
    ));
    // On Telegram a copy of one's own lies in the private chat: who watched in the group may refresh it there.
    rig.service.meet(ZOE, "Zoe", None).await.unwrap();
    let group = Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat: -5,
        },
        channel: 0,
    };
    let challenge = Command::Challenge {
        place: group,
        opponent: Invitee::Anyone,
        terms: hands(1),
        inbox: None,
    };
    let there = rig.service.handle(Caller::Person(ANNA), challenge).await.unwrap().table;
    assert!(matches!(
        rig.service.watch(rig.player(ZOE).await, None, there.id()).await,
        Err(Error::NoTable)
    ));
    rig.service
        .watch(rig.player(ZOE).await, Some(group), there.id())
        .await
        .unwrap();
    let rig = rig.restart().await;
    rig.service
        .watch(rig.player(ZOE).await, None, there.id())
        .await
        .unwrap();
    assert!(matches!(
        rig.service.look(rig.player(ZOE).await, None, table.id()).await,
        Err(Error::NoTable)
    ));
}
