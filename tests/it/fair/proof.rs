//! What a match's deals are bound to, what each player adds, and that the log alone decides them.

use jinlami::cards::deal_key;
use jinlami::gin::Preset;
use jinlami::id::{Account, Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::service::{Caller, Command, Error};
use jinlami::table::{CUTS_MAX, Chance, Checked, Event, Invitee, Refusal, Stage, Table, Terms, Wish};

use super::letters;
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

/// The number in the first press of the seat that a log holds before its deal with this index.
fn sealed(log: &[(Millis, Event)]) -> &Event {
    log.iter()
        .map(|(_, event)| event)
        .find(|event| matches!(event, Event::Sealed { .. }))
        .expect("a seal")
}

#[tokio::test]
async fn every_deal_of_a_match_is_fair_and_holds_what_the_players_added() {
    // C-122.
    let rig = Rig::new().await;
    let mut table = rig.begin(hands(3)).await;
    let commitment = table.commitment().unwrap();
    let cut = async |who: Account, words: &str| {
        let (table, words) = (table.id(), words.to_owned());
        rig.service
            .handle(Caller::Person(who), Command::Cut { table, words })
            .await
    };
    cut(BEN, "金拉米 is fair").await.unwrap();
    let told = cut(ANNA, "mine").await.unwrap().table;
    assert_eq!(told.words(Seat::FIRST), Some("mine"));
    assert_eq!(told.words_in_deal(Seat::FIRST), None, "it was dealt before");
    assert!(
        Table::deals(&rig.service.facts(table.id()).await.unwrap()).is_empty(),
        "no hand is over yet"
    );
    let words = ["mine", "金拉米 is fair"].map(str::to_owned);
    while !table.is_over() {
        rig.pass(1);
        let before = table.hand_number();
        table = rig.step(table.id()).await;
        if table.hand_number() > before {
            assert_eq!(table.words_in_deal(Seat::SECOND), Some("金拉米 is fair"));
        }
        assert_eq!(table.commitment(), Some(commitment), "one seal for the whole match");
    }
    let deals = Table::deals(&rig.service.facts(table.id()).await.unwrap());
    assert_eq!(deals.len(), 3);
    assert!(deals.iter().all(|deal| deal.checked == Checked::Fair));
    // The first hand was dealt before any words.
    assert!(!deals[0].proof.as_ref().unwrap().entropy.concat().contains("fair"));
    assert_eq!(deals[1].proof.as_ref().unwrap().entropy, words);
    assert_eq!(deals[2].proof.as_ref().unwrap().entropy, words);
    for deal in &deals {
        let proof = deal.proof.as_ref().unwrap();
        assert!(commitment.covers(&proof.seed, deal.number));
        let [first, second] = &proof.entropy;
        assert!(deal_key(&proof.seed, deal.number, [first, second]).pack() == deal.pack);
        let record = &table.hands()[usize::from(deal.number) - 1];
        assert_eq!(
            record.proof.as_ref(),
            Some(proof),
            "it is told now that the hand is over"
        );
    }
}

#[tokio::test]
async fn a_crash_between_the_seal_and_the_deal_deals_nothing_else() {
    // C-025: on Telegram the deal waits until both opened the private chat. The service is dropped without a farewell in
    // between, and its dice fall otherwise afterwards; the deal is the one that the log had decided.
    let mut rig = Rig::new().await;
    let place = Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat: -5,
        },
        channel: 0,
    };
    let [one, two] = [101, 102].map(|user| Account {
        platform: Platform::Telegram,
        user,
    });
    for (account, name) in [(one, "One"), (two, "Two")] {
        rig.service.meet(account, name, None).await.unwrap();
    }
    let challenge = Command::Challenge {
        place,
        opponent: Invitee::Anyone,
        terms: Terms::of(Preset::Classic),
        inbox: Some(31),
    };
    let table = rig.service.handle(Caller::Person(one), challenge).await.unwrap().table;
    let wish = Command::Wish {
        table: table.id(),
        stamp: None,
        wish: Wish::Accept,
        press: Some(32),
    };
    let table = rig.service.handle(Caller::Person(two), wish).await.unwrap().table;
    assert_eq!(table.stage(), Stage::Gathering);
    let log = rig.service.facts(table.id()).await.unwrap();
    let Event::Sealed { commitment, root } = sealed(&log) else {
        panic!("a seal");
    };
    // What must come is known from the log alone.
    let key = deal_key(&root.unwrap().seed(1), 1, ["31", "32"]);
    let version = table.version();
    for _ in 0..3 {
        rig = rig.restart().await;
        assert_eq!(
            rig.service.table(table.id()).await.unwrap().version(),
            version,
            "nothing happens by itself"
        );
    }
    rig.service.reachable(one, 101).await.unwrap();
    rig = rig.restart().await;
    rig.service.reachable(two, 102).await.unwrap();
    let table = rig.service.table(table.id()).await.unwrap();
    assert_eq!((table.stage(), table.commitment()), (Stage::Playing, Some(*commitment)));
    let dealt = rig
        .service
        .facts(table.id())
        .await
        .unwrap()
        .into_iter()
        .find_map(|(_, event)| match event {
            Event::Dealt { pack, cut, .. } => Some((letters(&pack), cut)),
            _ => None,
        });
    let cut = key.cut();
    assert_eq!(
        dealt,
        Some((letters(&key.pack()), Some([cut.cards()[0], cut.cards()[1]])))
    );
}

#[tokio::test]
async fn the_same_presses_deal_the_same_after_a_crash_before_any_deal() {
    // C-025: two files with the same beginning; in one of them the service crashes before each press that ends a hand.
    let mut decks = Vec::new();
    for crashes in [false, true] {
        let mut rig = Rig::new().await;
        let mut table = rig.begin(hands(3)).await;
        while !table.is_over() {
            if crashes {
                rig = rig.restart().await;
            }
            rig.pass(1);
            table = rig.step(table.id()).await;
        }
        let deals = Table::deals(&rig.service.facts(table.id()).await.unwrap());
        decks.push(deals.iter().map(|deal| letters(&deal.pack)).collect::<Vec<_>>());
    }
    assert_eq!(decks[0], decks[1]);
}

#[tokio::test]
async fn words_are_refused_with_their_reason_and_change_nothing() {
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    let id = table.id();
    let cut = async |who, words: &str| {
        let words = words.to_owned();
        let command = Command::Cut { table: id, words };
        match rig.service.handle(Caller::Person(who), command).await {
            Ok(outcome) => Ok(outcome.table.version()),
            Err(Error::Refused(refusal)) => Err(refusal),
            Err(error) => panic!("{error}"),
        }
    };
    let before = table.version();
    assert_eq!(cut(EVE, "hello").await, Err(Refusal::NotSeated));
    for wrong in ["", &"x".repeat(65), "two\nlines", "a\u{0}b"] {
        assert_eq!(cut(ANNA, wrong).await, Err(Refusal::Words), "{wrong:?}");
    }
    assert_eq!(rig.service.table(id).await.unwrap().version(), before);
    assert!(cut(ANNA, &"米".repeat(64)).await.is_ok());
    let now = cut(ANNA, &"米".repeat(64)).await.unwrap();
    assert_eq!(now.0, before.0 + 1, "the same words again are no change");
    for round in 1..CUTS_MAX {
        assert!(cut(ANNA, &format!("round {round}")).await.is_ok());
    }
    assert_eq!(cut(ANNA, "once more").await, Err(Refusal::CutOften));
    assert!(cut(BEN, "mine").await.is_ok(), "each has their own");
    rig.wish(BEN, &table, Wish::Resign).await.unwrap();
    assert_eq!(cut(BEN, "too late").await, Err(Refusal::Over));
}

#[tokio::test]
async fn whoever_challenges_may_add_words_before_the_first_deal() {
    let rig = Rig::new().await;
    let challenge = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Player(rig.player(BEN).await),
        terms: hands(1),
        inbox: None,
    };
    let opened = rig.service.handle(Caller::Person(ANNA), challenge).await.unwrap().table;
    assert!(opened.commitment().is_some(), "sealed before anybody answers");
    let command = Command::Cut {
        table: opened.id(),
        words: "from the start".to_owned(),
    };
    rig.service.handle(Caller::Person(ANNA), command).await.unwrap();
    let table = rig.wish(BEN, &opened, Wish::Accept).await.unwrap().table;
    assert_eq!(table.words_in_deal(Seat::FIRST), Some("from the start"));
    assert_eq!(table.commitment(), opened.commitment());
}

#[test]
fn a_match_of_an_earlier_release_is_sealed_for_its_next_deal() {
    // C-021: a log of the release before deals were sealed, as it lies in its file.
    let opened = r#"{"opened":{"place":{"venue":{"platform":"discord","chat":7},"channel":8},"challenger":1,"invitee":{"player":2},
        "terms":TERMS}}"#;
    let terms = serde_json::to_string(&Terms::of(Preset::Jinlami)).unwrap();
    let pack: String = {
        let pack = jinlami::cards::Pack::shuffled([9; 32]);
        letters(&pack)
    };
    let old = [
        opened.replace("TERMS", &terms),
        r#"{"accepted":{"by":{"player":2}}}"#.to_owned(),
        r#""gathered""#.to_owned(),
        format!(r#"{{"dealt":{{"dealer":0,"cut":null,"pack":"{pack}"}}}}"#),
    ];
    let log: Vec<(Millis, Event)> = old
        .iter()
        .map(|text| (Millis(1), serde_json::from_str(text).unwrap()))
        .collect();
    let mut table = Table::replay(TableId(3), &log).unwrap();
    assert_eq!(table.commitment(), None);
    let mut log = log;
    let mut dice = 0;
    while !table.is_over() {
        dice += 1;
        let seat = table.to_move().unwrap();
        let action = crate::rig::sensible(&table, seat);
        let chance = Chance {
            root: [dice; 32],
            press: None,
        };
        let player = jinlami::id::PlayerId(1 + i64::from(seat.0));
        for event in table.decide(player, None, None, Wish::Play(action), &chance).unwrap() {
            table.evolve(Millis(2), &event);
            log.push((Millis(2), event));
        }
    }
    let seals = log
        .iter()
        .filter(|(_, event)| matches!(event, Event::Sealed { .. }))
        .count();
    assert_eq!(seals, 1, "once, at the first deal of this release");
    let deals = Table::deals(&log);
    assert_eq!(deals[0].checked, Checked::Unsealed);
    assert_eq!(deals[1].checked, Checked::Together, "nobody could note its seal before");
    assert!(deals[2..].iter().all(|deal| deal.checked == Checked::Fair));
}

#[test]
fn no_secret_is_ever_printed() {
    let chance = Chance {
        root: [0xAB; 32],
        press: Some(5),
    };
    let events = Table::open(PLACE, jinlami::id::PlayerId(1), Invitee::Robot, hands(1), &chance).unwrap();
    let mut table = Table::opened(TableId(1), Millis(0), &events[0]).unwrap();
    events[1..].iter().for_each(|event| table.evolve(Millis(0), event));
    let mut all = events;
    for event in table.gather(Millis(0), &chance) {
        table.evolve(Millis(0), &event);
        all.push(event);
    }
    let printed = format!("{all:?} {:?}", table.view(None));
    assert!(
        printed.contains("Root(…)") && printed.contains("Seed(…)") && printed.contains("Pack(…)"),
        "{printed}"
    );
    let root = jinlami::cards::Root::new([0xAB; 32]);
    assert!(!printed.contains(&"ab".repeat(32)) && !printed.contains(&root.seed(1).hex()));
    assert!(
        printed.contains(&root.commitment().to_string()),
        "what is public may be printed"
    );
}

#[test]
fn a_deal_in_the_moment_of_its_seal_is_called_so_and_one_from_other_words_is_found() {
    let chance = Chance {
        root: [7; 32],
        press: Some(5),
    };
    let player = PlayerId(1);
    let mut log: Vec<(Millis, Event)> = Table::open(PLACE, player, Invitee::Robot, hands(1), &chance)
        .unwrap()
        .into_iter()
        .map(|event| (Millis(1), event))
        .collect();
    let replay = |log: &[(Millis, Event)]| Table::replay(TableId(1), log).unwrap();
    let more = replay(&log).gather(Millis(1), &chance);
    log.extend(more.into_iter().map(|event| (Millis(1), event)));
    let over = replay(&log).decide(player, None, None, Wish::Resign, &chance).unwrap();
    log.extend(over.into_iter().map(|event| (Millis(2), event)));
    let checked = |log: &[(Millis, Event)]| Table::deals(log)[0].checked;
    assert_eq!(checked(&log), Checked::Together);
    // A deal from something else than what was pressed fits its own proof, but not the log.
    let table = replay(&log);
    for (_, event) in &mut log {
        if let Event::Dealt {
            dealer,
            pack,
            proof: Some(proof),
            ..
        } = event
        {
            proof.entropy[0] = "6".to_owned();
            let key = deal_key(&proof.seed, 1, ["6", &proof.entropy[1]]);
            *pack = key.pack();
            *dealer = if key.second_deals() { Seat::SECOND } else { Seat::FIRST };
        }
    }
    assert!(table.commitment().is_some());
    assert_eq!(checked(&log), Checked::WrongDeal);
}
