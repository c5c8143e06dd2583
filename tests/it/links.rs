//! Matches across places, and two accounts that become one player: what is stored, and what the logs say about it.

use jinlami::id::{Account, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::service::{
    Caller, Change, CodeError, Command, DeedKind, Delivery, Error, GUESSES, LINK_MS, Metric, Of, SlotKind, ZONE, reckon,
};
use jinlami::store::{Audit, Difference, StoreError};
use jinlami::table::{Event, Invitee, Refusal, Rematch, Table, Wish};

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands, sensible};

/// A group on Telegram.
const GROUP: Place = Place {
    venue: Venue {
        platform: Platform::Telegram,
        chat: -500,
    },
    channel: 0,
};
/// Anna's account on Telegram, and somebody else's.
const ANNA_TG: Account = Account {
    platform: Platform::Telegram,
    user: 501,
};
const MARA: Account = Account {
    platform: Platform::Telegram,
    user: 502,
};

async fn people(rig: &Rig) {
    for (account, name) in [(ANNA_TG, "Anna T"), (MARA, "Mara")] {
        rig.service.meet(account, name, None).await.unwrap();
        rig.service.reachable(account, account.user).await.unwrap();
    }
}

/// A match between these two in a place, dealt.
async fn begin(rig: &Rig, one: Account, other: Account, place: Place) -> Table {
    let opponent = Invitee::Player(rig.player(other).await);
    let challenge = Command::Challenge {
        place,
        opponent,
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(one), challenge).await.unwrap();
    rig.wish(other, &opened.table, Wish::Accept).await.unwrap().table
}

/// A match by a code: opened in one place, accepted in another.
async fn across(rig: &Rig, one: Account, here: Place, other: Account, there: Place) -> Table {
    let (_, code) = rig.service.invite(one, here, hands(1), None).await.unwrap();
    rig.service.join(other, &code, there, Some(7)).await.unwrap().table
}

/// Played to the end; each seat by this account.
async fn out(rig: &Rig, id: TableId, seats: [Account; 2]) -> Table {
    let mut table = rig.service.table(id).await.unwrap();
    while let Some(seat) = table.to_move() {
        rig.pass(1_000);
        let action = sensible(&table, seat);
        table = rig
            .wish(seats[seat.index()], &table, Wish::Play(action))
            .await
            .unwrap()
            .table;
    }
    assert!(table.is_over());
    table
}

async fn whole(rig: &Rig, one: Account, other: Account, place: Place) -> Table {
    let table = begin(rig, one, other, place).await;
    out(rig, table.id(), [one, other]).await
}

async fn link(rig: &Rig, asked: Account, entered: Account) -> Result<(), CodeError> {
    let (code, _) = rig.service.link_code(asked).await.unwrap();
    rig.service.enter_link(entered, &code).await?;
    rig.service.link(entered, &code).await.map(drop)
}

async fn differences(rig: &Rig) -> Vec<Difference> {
    let mut audit = Audit::look(&format!("sqlite://{}", rig.path().display()))
        .await
        .unwrap();
    assert_eq!(audit.faults().await.unwrap(), Vec::<String>::new());
    assert_eq!(reckon(&mut audit).await.unwrap(), Vec::new());
    audit.finish().await.unwrap()
}

/// Wins and matches over all.
async fn counted(rig: &Rig, player: PlayerId) -> (i64, i64) {
    let line = rig
        .service
        .store()
        .standing(None, Metric::Points, player)
        .await
        .unwrap();
    line.map_or((0, 0), |line| (line.played, line.wins))
}

#[tokio::test]
async fn a_match_across_stands_in_both_places_and_each_hand_goes_home() {
    let rig = Rig::new().await;
    people(&rig).await;
    let table = across(&rig, ANNA, PLACE, MARA, GROUP).await;
    assert_eq!(table.mirrors(), [GROUP]);
    assert_eq!(
        Seat::BOTH.map(|seat| table.side(seat)),
        [Platform::Discord, Platform::Telegram]
    );
    let slots = rig.service.store().slots_of(table.id()).await.unwrap();
    let at = |kind, platform| {
        slots
            .iter()
            .filter(move |slot| slot.key.kind == kind && slot.key.platform == platform)
    };
    for (platform, chat, hand) in [(Platform::Discord, 70, 1), (Platform::Telegram, -500, 502)] {
        assert_eq!(
            at(SlotKind::Table, platform)
                .map(|slot| slot.key.chat)
                .collect::<Vec<_>>(),
            [chat]
        );
        assert_eq!(
            at(SlotKind::Hand, platform)
                .map(|slot| slot.key.chat)
                .collect::<Vec<_>>(),
            [hand]
        );
    }
    // Found in both places, and looked at from both; counted for the one where it was opened.
    for place in [PLACE, GROUP] {
        assert_eq!(rig.service.standing_in(place).await.unwrap(), [table.id()]);
        let eve = rig.player(EVE).await;
        assert!(rig.service.look(eve, Some(place), table.id()).await.is_ok());
    }
    // The group gets another id: the match follows, and so does the next message.
    rig.service
        .migrate_chat(Platform::Telegram, -500, -100_500)
        .await
        .unwrap();
    let moved = rig.service.table(table.id()).await.unwrap();
    assert_eq!(moved.mirrors()[0].venue.chat, -100_500);
    // The group alone is gone: nothing stands still. The server is: the clock does.
    let gone = jinlami::table::Hindrance::Removed;
    assert!(
        !rig.service
            .suspend(table.id(), moved.mirrors()[0].venue, gone)
            .await
            .unwrap()
    );
    assert!(rig.service.suspend(table.id(), PLACE.venue, gone).await.unwrap());
    rig.service
        .place_works(table.id(), moved.mirrors()[0].venue)
        .await
        .unwrap();
    assert!(rig.service.table(table.id()).await.unwrap().paused().is_some());
    rig.service.place_works(table.id(), PLACE.venue).await.unwrap();
    let rig = rig.restart().await;
    let over = out(&rig, table.id(), [ANNA, MARA]).await;
    let slots = rig.service.store().slots_of(table.id()).await.unwrap();
    let shown = slots.iter().filter(|slot| slot.key.kind == SlotKind::Showdown);
    let mut shown: Vec<i64> = shown.map(|slot| slot.key.chat).collect();
    shown.sort_unstable();
    assert_eq!(shown, [-100_500, 70]);
    assert!(slots.iter().all(|slot| slot.key.chat != -500), "nothing for the old id");
    assert_eq!(counted(&rig, rig.player(MARA).await).await.0, 1);
    // The rematch stands in both places, too.
    for who in [ANNA, MARA] {
        let again = Command::Rematch {
            table: over.id(),
            press: None,
        };
        rig.service.handle(Caller::Person(who), again).await.unwrap();
    }
    let Rematch::Made(next) = rig.service.table(over.id()).await.unwrap().rematch() else {
        panic!("a rematch")
    };
    let next = rig.service.table(next).await.unwrap();
    assert_eq!(next.mirrors()[0].venue.chat, -100_500);
    assert_eq!(
        Seat::BOTH.map(|seat| next.side(seat)),
        [Platform::Discord, Platform::Telegram]
    );
    assert_eq!(differences(&rig).await, []);
}

#[tokio::test]
async fn codes_are_good_once_and_guesses_are_counted() {
    let rig = Rig::new().await;
    people(&rig).await;
    let (opened, code) = rig.service.invite(ANNA, PLACE, hands(1), None).await.unwrap();
    assert_eq!(code.len(), 8);
    let own = rig.service.join(ANNA, &code, PLACE, None).await;
    assert!(matches!(
        own,
        Err(CodeError::Other(Error::Refused(Refusal::OwnChallenge)))
    ));
    let joined = rig.service.join(MARA, &code.to_uppercase(), GROUP, None).await.unwrap();
    assert_eq!(joined.table.id(), opened.table.id());
    let late = rig.service.join(EVE, &code, PLACE, None).await;
    assert!(matches!(late, Err(CodeError::Other(Error::Refused(_)))), "taken");
    rig.service
        .handle(
            Caller::Person(ANNA),
            Command::Wish {
                table: opened.table.id(),
                stamp: None,
                wish: Wish::Resign,
                press: None,
            },
        )
        .await
        .unwrap();
    assert!(matches!(
        rig.service.join(EVE, &code, PLACE, None).await,
        Err(CodeError::NoCode)
    ));

    // Wrong ones are counted, also over a restart; an hour later they are forgotten.
    let mut last = None;
    for _ in 0..GUESSES {
        last = rig.service.join(BEN, "00000000", PLACE, None).await.err();
    }
    assert!(matches!(last, Some(CodeError::NoCode)));
    let rig = rig.restart().await;
    let refused = rig.service.join(BEN, "00000000", PLACE, None).await;
    assert!(matches!(refused, Err(CodeError::TooOften)));
    rig.pass(3_600_001);
    let again = rig.service.enter_link(BEN, "00000000").await;
    assert!(matches!(again, Err(CodeError::NoCode)));

    // A code of one's own, one that somebody else has entered, one that is too old, and one that was used.
    let (code, _) = rig.service.link_code(ANNA).await.unwrap();
    assert!(matches!(
        rig.service.enter_link(ANNA, &code).await,
        Err(CodeError::NoCode)
    ));
    rig.service.enter_link(MARA, &code).await.unwrap();
    assert!(matches!(
        rig.service.enter_link(ANNA_TG, &code).await,
        Err(CodeError::NoCode)
    ));
    rig.pass(LINK_MS + 1);
    assert!(matches!(rig.service.link(MARA, &code).await, Err(CodeError::NoCode)));
    let (code, _) = rig.service.link_code(ANNA).await.unwrap();
    rig.service.enter_link(ANNA_TG, &code).await.unwrap();
    rig.service.link(ANNA_TG, &code).await.unwrap();
    assert!(
        matches!(rig.service.link(ANNA_TG, &code).await, Err(CodeError::NoCode)),
        "asked twice, done once"
    );
    assert_eq!(rig.player(ANNA).await, rig.player(ANNA_TG).await);
    assert!(matches!(link(&rig, ANNA, ANNA_TG).await, Err(CodeError::Linked)));
    assert!(matches!(link(&rig, BEN, EVE).await, Err(CodeError::Twice)));
    assert!(matches!(link(&rig, ANNA_TG, BEN).await, Err(CodeError::Twice)));
    assert_eq!(differences(&rig).await, []);
}

#[tokio::test]
async fn a_merge_counts_as_if_one_player_had_played_it_all() {
    let rig = Rig::new().await;
    people(&rig).await;
    let store = rig.service.store();
    whole(&rig, ANNA, BEN, PLACE).await;
    whole(&rig, BEN, ANNA, PLACE).await;
    whole(&rig, ANNA_TG, MARA, GROUP).await;
    let against = across(&rig, ANNA, PLACE, ANNA_TG, GROUP).await;
    let against = out(&rig, against.id(), [ANNA, ANNA_TG]).await;
    let asked = Command::Rematch {
        table: against.id(),
        press: None,
    };
    rig.service.handle(Caller::Person(ANNA), asked).await.unwrap();
    let running = begin(&rig, MARA, ANNA_TG, GROUP).await;
    let (anna, other) = (rig.player(ANNA).await, rig.player(ANNA_TG).await);
    store.set_preference(other, "large", Some("on")).await.unwrap();
    store.watch(running.id(), other).await.unwrap();
    let block = Change::Block(other);
    let done = rig
        .service
        .govern(None, GROUP.venue, DeedKind::Blocked, block, None)
        .await;
    assert!(done.unwrap());
    let mut sums = (0, 0);
    for player in [anna, other] {
        let (played, wins) = counted(&rig, player).await;
        sums = (sums.0 + played, sums.1 + wins);
    }
    assert_eq!(sums.0, 5);

    let (code, _) = rig.service.link_code(ANNA_TG).await.unwrap();
    let proposal = rig.service.enter_link(ANNA, &code).await.unwrap();
    assert_eq!(
        (proposal.name.as_str(), proposal.matches, proposal.against),
        ("Anna T", [3, 3], 1)
    );
    rig.service.link(ANNA, &code).await.unwrap();

    for rig in [&rig] {
        assert_eq!(
            rig.player(ANNA_TG).await,
            anna,
            "among equals who was met first goes on"
        );
        // The match between the two counts no more: one side won it, unless it was drawn.
        let won = i64::from(against.scores()[0] != against.scores()[1]);
        assert_eq!(counted(rig, anna).await, (3, sums.1 - won));
        assert_eq!(counted(rig, other).await, (0, 0));
        assert!(
            rig.service.store().is_blocked(GROUP.venue, anna).await.unwrap(),
            "a block on either stays"
        );
        assert!(rig.service.store().watches(running.id(), anna).await.unwrap());
        let kept = rig.service.store().preferences(anna).await.unwrap();
        assert!(kept.contains(&("large".to_owned(), "on".to_owned())));
        assert_eq!(differences(rig).await, []);
    }
    // The log stays as it was; whoever reads it reads one player, and nobody plays themself once more.
    let raw = raw(&rig, running.id()).await;
    assert!(raw[0].contains(&other.0.to_string()) && !raw[0].contains(&anna.0.to_string()));
    let table = rig.service.table(running.id()).await.unwrap();
    assert_eq!(table.seat_of(anna), Some(Seat::SECOND));
    assert_eq!(
        rig.service.table(against.id()).await.unwrap().rematch(),
        Rematch::Closed
    );
    // It goes on after a kill, played from where one is.
    let rig = rig.restart().await;
    assert_eq!(rig.service.store().today(other), anna);
    let over = out(&rig, running.id(), [MARA, ANNA]).await;
    assert_eq!(
        over.side(Seat::SECOND),
        Platform::Discord,
        "the hand went to where the last move came from"
    );
    assert_eq!(counted(&rig, anna).await.0, 4);
    let themself = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Player(rig.player(ANNA_TG).await),
        terms: hands(1),
        inbox: None,
    };
    let refused = rig.service.handle(Caller::Person(ANNA), themself).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::OwnChallenge))), "C-115");
    let (_, code) = rig.service.invite(ANNA, PLACE, hands(1), None).await.unwrap();
    let refused = rig.service.join(ANNA_TG, &code, PLACE, None).await;
    assert!(
        matches!(refused, Err(CodeError::Other(Error::Refused(Refusal::OwnChallenge)))),
        "C-115"
    );
    assert_eq!(differences(&rig).await, []);
    // A third account joins, and everything follows.
    let web = Account {
        platform: Platform::Web,
        user: 9,
    };
    rig.service.meet(web, "Anna W", None).await.unwrap();
    for _ in 0..12 {
        let table = begin(&rig, web, BEN, PLACE).await;
        rig.wish(web, &table, Wish::Resign).await.unwrap();
    }
    link(&rig, web, ANNA).await.unwrap();
    let now = rig.player(web).await;
    assert_eq!(
        (rig.service.store().today(other), rig.service.store().today(anna)),
        (now, now)
    );
    assert_eq!(counted(&rig, now).await.0, 16);
    assert_eq!(differences(&rig).await, []);
    // All of them are deleted together.
    rig.service.forget(ANNA_TG).await.unwrap().unwrap();
    for account in [ANNA, ANNA_TG, web] {
        assert_eq!(rig.service.store().player_of(account).await.unwrap(), None);
    }
    assert_eq!(differences(&rig).await, []);
}

#[tokio::test]
async fn nobody_is_merged_with_their_own_opponent_of_now() {
    let rig = Rig::new().await;
    people(&rig).await;
    let table = across(&rig, ANNA, PLACE, ANNA_TG, GROUP).await;
    let refused = link(&rig, ANNA, ANNA_TG).await;
    assert!(matches!(refused, Err(CodeError::Together(id)) if id == table.id()));
    assert_ne!(rig.player(ANNA).await, rig.player(ANNA_TG).await);
    out(&rig, table.id(), [ANNA, ANNA_TG]).await;
    // An open challenge between them is a part in one match, too.
    let (anna, other) = (rig.player(ANNA).await, rig.player(ANNA_TG).await);
    let challenge = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Player(other),
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(ANNA), challenge).await.unwrap();
    let (code, _) = rig.service.link_code(ANNA).await.unwrap();
    assert!(matches!(
        rig.service.enter_link(ANNA_TG, &code).await,
        Err(CodeError::Together(_))
    ));
    assert!(
        matches!(rig.service.link(ANNA_TG, &code).await, Err(CodeError::NoCode)),
        "a refused code is used up"
    );
    rig.wish(ANNA, &opened.table, Wish::Withdraw).await.unwrap();
    link(&rig, ANNA, ANNA_TG).await.unwrap();
    assert_eq!(rig.player(ANNA).await, rig.player(ANNA_TG).await);
    assert_eq!(counted(&rig, anna).await, (0, 0));
    assert_eq!(counted(&rig, other).await, (0, 0));
    assert_eq!(differences(&rig).await, []);
}

/// Of two codes that were entered one after the other the question about the first can't be said yes to any more, and a yes
/// to the second makes nobody else one; the first is free for others again.
#[tokio::test]
async fn a_yes_means_the_account_that_was_asked_about() {
    let rig = Rig::new().await;
    people(&rig).await;
    let (ben, _) = rig.service.link_code(BEN).await.unwrap();
    rig.pass(1_000);
    let (eve, _) = rig.service.link_code(EVE).await.unwrap();
    assert_eq!(rig.service.enter_link(MARA, &eve).await.unwrap().with, EVE);
    // Ben's was given out before Eve's, but entered later.
    let proposal = rig.service.enter_link(MARA, &ben).await.unwrap();
    assert_eq!((proposal.with, proposal.code.as_str()), (BEN, ben.as_str()));
    assert!(matches!(rig.service.link(MARA, &eve).await, Err(CodeError::NoCode)));
    assert_ne!(rig.player(MARA).await, rig.player(EVE).await);
    assert_eq!(rig.service.enter_link(ANNA_TG, &eve).await.unwrap().with, EVE);
    // A no to what somebody else has entered, or to nothing, changes nothing.
    rig.service.no_link(MARA, &eve).await.unwrap();
    rig.service.no_link(MARA, "").await.unwrap();
    assert_eq!(rig.service.link(MARA, &ben).await.unwrap().with, BEN);
    assert_eq!(rig.player(MARA).await, rig.player(BEN).await);
    assert!(matches!(rig.service.link(MARA, &ben).await, Err(CodeError::NoCode)));
    // Nor is a code that the account has replaced said yes to.
    let (newer, _) = rig.service.link_code(EVE).await.unwrap();
    assert!(matches!(rig.service.link(ANNA_TG, &eve).await, Err(CodeError::NoCode)));
    rig.service.enter_link(ANNA_TG, &newer).await.unwrap();
    rig.service.no_link(ANNA_TG, &newer).await.unwrap();
    assert!(matches!(
        rig.service.link(ANNA_TG, &newer).await,
        Err(CodeError::NoCode)
    ));
    assert_ne!(rig.player(ANNA_TG).await, rig.player(EVE).await);
    assert_eq!(differences(&rig).await, []);
}

#[tokio::test]
async fn an_account_is_a_player_of_its_own_again_without_losing_a_block() {
    let rig = Rig::new().await;
    people(&rig).await;
    assert!(matches!(rig.service.unlink(ANNA, "Anna").await, Err(CodeError::Only)));
    whole(&rig, ANNA, BEN, PLACE).await;
    link(&rig, ANNA_TG, ANNA).await.unwrap();
    let both = rig.player(ANNA).await;
    let block = Change::Block(both);
    rig.service
        .govern(None, GROUP.venue, DeedKind::Blocked, block, None)
        .await
        .unwrap();
    let running = begin(&rig, ANNA, BEN, PLACE).await;
    assert!(matches!(
        rig.service.unlink(ANNA_TG, "Anna T").await,
        Err(CodeError::Busy)
    ));
    out(&rig, running.id(), [ANNA, BEN]).await;
    let own = rig.service.unlink(ANNA_TG, "Anna T").await.unwrap();
    assert_eq!((rig.player(ANNA_TG).await, rig.player(ANNA).await), (own, both));
    assert_eq!(counted(&rig, own).await, (0, 0));
    assert_eq!(counted(&rig, both).await.0, 2);
    assert!(rig.service.store().is_blocked(GROUP.venue, own).await.unwrap());
    assert_eq!(differences(&rig).await, []);
    assert_eq!(rig.service.tables(Of::Player(own)).await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_hand_takes_the_other_way_where_the_first_is_closed() {
    let rig = Rig::new().await;
    people(&rig).await;
    link(&rig, ANNA_TG, ANNA).await.unwrap();
    let table = begin(&rig, ANNA, BEN, PLACE).await;
    let hand = |platform| {
        let (service, id) = (rig.service.clone(), table.id());
        async move {
            let slots = service.store().slots_of(id).await.unwrap();
            let mut hands = slots.into_iter().filter(|slot| slot.key.kind == SlotKind::Hand);
            hands.find(|slot| slot.key.platform == platform)
        }
    };
    assert!(hand(Platform::Telegram).await.is_none());
    let slot = rig.service.todo(Platform::Discord, 10).await.unwrap();
    let own = rig.player(ANNA).await;
    let slot = slot.into_iter().find(|slot| slot.key.reader == Some(own)).unwrap();
    rig.service.failed(&slot, Delivery::Forbidden).await.unwrap();
    let there = hand(Platform::Telegram)
        .await
        .expect("the hand goes to the other account");
    assert_eq!(there.key.chat, ANNA_TG.user);
    assert_eq!(differences(&rig).await, []);
}

/// A write that is told off half-way leaves nothing behind: the merge is one transaction.
#[tokio::test]
async fn whoever_moves_meanwhile_is_not_run_over() {
    let rig = Rig::new().await;
    people(&rig).await;
    let running = begin(&rig, ANNA_TG, MARA, GROUP).await;
    whole(&rig, ANNA, BEN, PLACE).await;
    whole(&rig, ANNA, BEN, PLACE).await;
    let (from, into) = (rig.player(ANNA_TG).await, rig.player(ANNA).await);
    let (code, _) = rig.service.link_code(ANNA).await.unwrap();
    rig.service.enter_link(ANNA_TG, &code).await.unwrap();
    // A plan that does not know of the open match.
    let merge = jinlami::store::Merge {
        from,
        into,
        at: rig.service.now(),
        accounts: [ANNA, ANNA_TG],
        open: 0,
        appends: Vec::new(),
        results: Vec::new(),
    };
    assert_eq!(rig.service.store().merge(merge).await, Err(StoreError::Conflict));
    assert_ne!(rig.player(ANNA_TG).await, rig.player(ANNA).await);
    rig.service.link(ANNA_TG, &code).await.unwrap();
    assert_eq!(rig.player(ANNA_TG).await, into);
    let facts = rig.service.facts(running.id()).await.unwrap();
    assert!(matches!(facts.last(), Some((_, Event::Merged { .. }))));
    assert_eq!(
        rig.service.table(running.id()).await.unwrap().seat_of(into),
        Some(Seat::FIRST)
    );
    assert_eq!(differences(&rig).await, []);
}

/// Matches, voids, zones and merges in any order: the boards are those that somebody reckons who knows who is who in the end.
#[tokio::test]
async fn any_order_of_matches_voids_and_merges_gives_the_boards_reckoned_from_scratch() {
    for seed in 1..=6_u64 {
        let mut state = seed;
        let mut dice = |sides: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % sides
        };
        let rig = Rig::new().await;
        people(&rig).await;
        let crowd = [ANNA, BEN, EVE, ANNA_TG, MARA];
        let mut over: Vec<(TableId, [Account; 2], usize)> = Vec::new();
        for _ in 0..30 {
            rig.pass(1_000);
            let (one, other) = (crowd[dice(5)], crowd[dice(5)]);
            match dice(8) {
                0 => drop(link(&rig, one, other).await),
                1 if !over.is_empty() => {
                    let (table, ..) = over.swap_remove(dice(over.len()));
                    let void = jinlami::service::Ruling::Void;
                    drop(rig.service.rule(None, None, table, void, None).await);
                }
                2 => {
                    // One in which it is still yesterday: what was played before keeps its day.
                    let zone = ["UTC", "Pacific/Pago_Pago"][dice(2)].to_owned();
                    let place = if dice(2) == 0 { PLACE } else { GROUP };
                    let change = Change::Setting(ZONE, Some(zone));
                    let done = rig
                        .service
                        .govern(None, place.venue, DeedKind::Zone, change, None)
                        .await;
                    done.unwrap();
                }
                _ if rig.player(one).await != rig.player(other).await => {
                    let place = if dice(2) == 0 { PLACE } else { GROUP };
                    let table = begin(&rig, one, other, place).await;
                    let loser = dice(2);
                    let quits = [one, other][loser];
                    rig.wish(quits, &table, Wish::Resign).await.unwrap();
                    over.push((table.id(), [one, other], loser));
                }
                _ => {}
            }
        }
        let mut wanted = std::collections::BTreeMap::<PlayerId, (i64, i64)>::new();
        for (_, seats, loser) in &over {
            let players = [rig.player(seats[0]).await, rig.player(seats[1]).await];
            if players[0] == players[1] {
                continue;
            }
            for (seat, player) in players.into_iter().enumerate() {
                let line = wanted.entry(player).or_default();
                *line = (line.0 + 1, line.1 + i64::from(seat != *loser));
            }
        }
        for account in crowd {
            let player = rig.player(account).await;
            assert_eq!(
                counted(&rig, player).await,
                wanted.get(&player).copied().unwrap_or_default(),
                "seed {seed}"
            );
        }
        assert_eq!(differences(&rig).await, [], "seed {seed}");
        let rig = rig.restart().await;
        assert_eq!(differences(&rig).await, [], "seed {seed}");
    }
}

/// The facts as they stand in the file.
async fn raw(rig: &Rig, id: TableId) -> Vec<String> {
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(rig.path());
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    let rows =
        sqlx::query_scalar("SELECT body FROM events WHERE table_id = $1 AND version IN (1, 3) ORDER BY version DESC")
            .bind(id.0)
            .fetch_all(&pool)
            .await;
    rows.unwrap()
}

/// Every cell of every table that holds one of these numbers by itself or inside a fact.
async fn traces(rig: &Rig, numbers: &[String]) -> Vec<String> {
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(rig.path());
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    let names: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .fetch_all(&pool)
        .await
        .unwrap();
    let mut found = Vec::new();
    for name in names {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM {name}")))
            .fetch_all(&pool)
            .await
            .unwrap();
        for row in rows {
            for column in 0..sqlx::Row::len(&row) {
                let text = sqlx::Row::try_get::<Option<String>, _>(&row, column).unwrap_or_else(|_| {
                    let number: Option<i64> = sqlx::Row::get(&row, column);
                    number.map(|number| number.to_string())
                });
                let Some(text) = text else { continue };
                let mut words = text.split(|letter: char| !letter.is_ascii_digit());
                if words.any(|word| numbers.iter().any(|number| number == word)) {
                    found.push(format!("{name}: {text}"));
                }
            }
        }
    }
    found
}

#[tokio::test]
async fn both_accounts_and_their_codes_are_told_and_deleted() {
    // Numbers that stand for nothing else.
    let zelda = Account {
        platform: Platform::Telegram,
        user: 7_310_845_226,
    };
    let here = Account {
        platform: Platform::Discord,
        user: 803_511_052_246,
    };
    let alone = Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat: zelda.user,
        },
        channel: 0,
    };
    let rig = Rig::new().await;
    people(&rig).await;
    for (account, name) in [(zelda, "Zelda T"), (here, "Zelda D")] {
        rig.service.meet(account, name, None).await.unwrap();
        rig.service.reachable(account, account.user).await.unwrap();
    }
    // By a code into the private chat, and another match on Discord, before the two are one.
    let table = across(&rig, ANNA, PLACE, zelda, alone).await;
    out(&rig, table.id(), [ANNA, zelda]).await;
    whole(&rig, here, BEN, PLACE).await;
    link(&rig, zelda, here).await.unwrap();
    let running = across(&rig, here, PLACE, MARA, GROUP).await;
    let (code, _) = rig.service.link_code(zelda).await.unwrap();
    let web = Account {
        platform: Platform::Web,
        user: 9,
    };
    rig.service.meet(web, "Somebody", None).await.unwrap();
    rig.service.enter_link(web, &code).await.unwrap();
    drop(rig.service.enter_link(here, "00000000").await);

    let player = rig.player(zelda).await;
    let told = rig.service.record(player).await.unwrap();
    let text = told.to_string();
    for number in [zelda.user.to_string(), here.user.to_string()] {
        assert!(text.contains(&number), "both accounts are told");
    }
    assert_eq!(told["matches"].as_array().unwrap().len(), 3);
    assert_eq!(told["link_codes"][0]["code"], code);
    assert_eq!(told["accounts_linked_at"].as_array().unwrap().len(), 1);

    let parting = rig.service.forget(here).await.unwrap().unwrap();
    assert_eq!(parting.given_up, 1);
    assert!(rig.service.table(running.id()).await.unwrap().is_over());
    for account in [zelda, here] {
        assert_eq!(rig.service.store().player_of(account).await.unwrap(), None);
    }
    let numbers = [zelda.user.to_string(), here.user.to_string()];
    assert_eq!(traces(&rig, &numbers).await, Vec::<String>::new());
    assert!(
        matches!(rig.service.link(web, &code).await, Err(CodeError::NoCode)),
        "the code went, too"
    );
    assert_eq!(differences(&rig).await, []);
}
