//! What is kept about a person: handed over whole and without anybody else's secrets, deleted everywhere in one write.

use std::collections::BTreeSet;
use std::path::Path;

use jinlami::cards::Card;
use jinlami::id::{Account, Lang, Place, Platform, Seat, TableId, Venue};
use jinlami::service::{
    Caller, Change, Command, DeedKind, Error, Gone, Metric, Of, Parting, Reach, Ruling, SlotKey, SlotKind, reckon,
};
use jinlami::store::{Append, Audit, Live, LiveStage, Store, StoreError, Want};
use jinlami::table::{Checked, Event, Invitee, MatchEnd, Rematch, Stage, Table, Terms, Why, Wish, WonBy, notation};
use serde_json::Value;
use sqlx::{ConnectOptions, Connection, Executor, Row};

use crate::program::program;
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

/// A name, a handle, words and a number that stand for nothing else.
const NAME: &str = "Zelda Quux";
const HANDLE: &str = "zelda_quux";
const WORDS: &str = "purple zebras never lie";
const ZELDA: Account = Account {
    platform: Platform::Telegram,
    user: 7_310_845_226,
};
/// Her group.
const CLUB: Place = Place {
    venue: Venue {
        platform: Platform::Telegram,
        chat: -1_001_234_567_890,
    },
    channel: 0,
};
/// Her private chat with the bot.
const ALONE: Place = Place {
    venue: Venue {
        platform: Platform::Telegram,
        chat: ZELDA.user,
    },
    channel: 0,
};
const FRIEND: Account = Account {
    platform: Platform::Telegram,
    user: 5_550_001_112,
};

/// Zelda and a friend who can both be written to.
async fn friends() -> Rig {
    let rig = Rig::new().await;
    for (account, name, handle) in [(ZELDA, NAME, HANDLE), (FRIEND, "Friend", "friend_handle")] {
        rig.service.meet(account, name, Some(handle)).await.unwrap();
        rig.service.reachable(account, account.user).await.unwrap();
        rig.service.store().set_locale(account, Lang::ZhHant).await.unwrap();
    }
    rig
}

async fn challenge(rig: &Rig, who: Account, place: Place, opponent: Invitee, terms: Terms) -> Table {
    let command = Command::Challenge {
        place,
        opponent,
        terms,
        inbox: None,
    };
    rig.service.handle(Caller::Person(who), command).await.unwrap().table
}

async fn begin(rig: &Rig, terms: Terms) -> Table {
    // Ids are as old as their tables, to the second.
    rig.pass(1_000);
    let friend = rig.player(FRIEND).await;
    let opened = challenge(rig, ZELDA, CLUB, Invitee::Player(friend), terms).await;
    rig.wish(FRIEND, &opened, Wish::Accept).await.unwrap().table
}

async fn step(rig: &Rig, table: &Table) -> Table {
    let seat = table.to_move().unwrap();
    let who = if seat == Seat::FIRST { ZELDA } else { FRIEND };
    let action = crate::rig::sensible(table, seat);
    rig.wish(who, table, Wish::Play(action)).await.unwrap().table
}

async fn play_out(rig: &Rig, mut table: Table) -> Table {
    while !table.is_over() {
        rig.pass(1_000);
        table = step(rig, &table).await;
    }
    table
}

async fn cut(rig: &Rig, who: Account, table: &Table, words: &str) {
    let command = Command::Cut {
        table: table.id(),
        words: words.to_owned(),
    };
    rig.service.handle(Caller::Person(who), command).await.unwrap();
}

/// Every cell of every table as text.
async fn cells(path: &Path) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.unwrap();
    let names = connection
        .fetch_all("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .await
        .unwrap();
    let mut cells = Vec::new();
    for name in names {
        let name: String = name.get(0);
        let text = format!("SELECT * FROM {name}");
        for row in connection.fetch_all(sqlx::AssertSqlSafe(text)).await.unwrap() {
            for column in 0..row.len() {
                let cell = row
                    .try_get::<Option<String>, _>(column)
                    .unwrap_or_else(|_| row.get::<Option<i64>, _>(column).map(|number| number.to_string()));
                cells.extend(cell.map(|cell| format!("{name}: {cell}")));
            }
        }
    }
    connection.close().await.unwrap();
    cells
}

/// Where anything of Zelda's is still to be found.
async fn traces_of_zelda(path: &Path) -> Vec<String> {
    let user = ZELDA.user.to_string();
    let own = [NAME, HANDLE, WORDS, user.as_str()];
    let mut cells = cells(path).await;
    cells.retain(|cell| own.iter().any(|own| cell.contains(own)));
    cells
}

async fn differences(rig: &Rig) -> Vec<jinlami::store::Difference> {
    let url = format!("sqlite://{}", rig.path().display());
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(audit.faults().await.unwrap(), Vec::<String>::new());
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    audit.finish().await.unwrap()
}

/// The cards that stand in a line of letters.
fn cards(text: &str) -> BTreeSet<Card> {
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(2)
        .map(|pair| pair.iter().collect::<String>().parse().unwrap())
        .collect()
}

// C-128: a hundred matches; the export is whole and holds nobody else's secrets; opponents' records keep counting.
#[tokio::test]
async fn a_hundred_matches_are_handed_over_and_deleted() {
    let rig = friends().await;
    let zelda = rig.player(ZELDA).await;
    let friend = rig.player(FRIEND).await;
    let mut played = Vec::new();
    for round in 0..100 {
        let mut table = begin(&rig, hands(1)).await;
        played.push(table.id());
        if round % 20 == 0 {
            cut(&rig, ZELDA, &table, WORDS).await;
            cut(&rig, FRIEND, &table, "the friend's words").await;
            play_out(&rig, table).await;
            continue;
        }
        table = step(&rig, &table).await;
        if table.is_over() {
            continue;
        }
        let loser = if round % 3 == 0 { FRIEND } else { ZELDA };
        rig.wish(loser, &table, Wish::Resign).await.unwrap();
    }
    let two = begin(&rig, hands(2)).await;
    cut(&rig, ZELDA, &two, WORDS).await;
    let mut running = two;
    while running.hand_number() < 2 {
        running = step(&rig, &running).await;
    }
    let store = rig.service.store();
    store.set_preference(zelda, "cards", Some("large")).await.unwrap();
    store.watch(TableId(77), zelda).await.unwrap();

    let record = rig.service.record(zelda).await.unwrap();
    let text = record.to_string();
    assert_eq!(record["player"]["name"], NAME);
    assert_eq!(record["accounts"][0]["user"], ZELDA.user.to_string());
    assert_eq!(record["accounts"][0]["name"], HANDLE);
    assert_eq!(record["settings"]["cards"], "large");
    assert_eq!(
        record["watched"],
        serde_json::json!([TableId(77).code().to_uppercase()])
    );
    let told = record["matches"].as_array().unwrap();
    assert_eq!(told.len(), 101);
    assert_eq!(record["leaderboards"][0]["matches"], 100);
    for foreign in ["friend_handle", "the friend's words", &FRIEND.user.to_string()] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    let mut looked = 0;
    for (id, told) in played.iter().zip(told) {
        assert_eq!(told["match"], id.code().to_uppercase());
        assert_eq!(told["opponent"]["name"], "Friend");
        let log = store.load(*id).await.unwrap().unwrap();
        looked += check_hands(&log, *id, &told["hands"]);
    }
    assert_eq!(looked, 100, "every finished hand");
    // Of the running match the finished hand alone, and of the other one nothing that only they saw.
    let last = &told[100];
    assert_eq!(last["hands"].as_array().unwrap().len(), 1);
    let hidden = running.view(Some(Seat::SECOND)).hand.unwrap().hand.unwrap();
    assert!(
        !last
            .to_string()
            .contains(&hidden.iter().map(|card| card.letters()).collect::<String>())
    );

    let before = store.leaders(Some(CLUB.venue), Metric::Points, 10, 0).await.unwrap();
    let parting = rig.service.forget(ZELDA).await.unwrap();
    assert_eq!(parting, Some(Parting { given_up: 1 }));
    assert_eq!(
        rig.service.forget(ZELDA).await.unwrap(),
        None,
        "a second time there is nobody"
    );
    assert_eq!(traces_of_zelda(&rig.path()).await, Vec::<String>::new());
    assert_eq!(differences(&rig).await, []);

    // The running match went to the friend by the rules, and nothing else has changed on the board but the name.
    let after = store.leaders(Some(CLUB.venue), Metric::Points, 10, 0).await.unwrap();
    let line = |lines: &[jinlami::service::Standing], player| {
        let line = lines.iter().find(|line| line.player == player).unwrap();
        (line.played, line.wins, line.points)
    };
    let (was, is) = (line(&before, friend), line(&after, friend));
    assert_eq!((is.0, is.1), (was.0 + 1, was.1 + 1));
    assert_eq!(line(&after, zelda).0, 101);
    assert!(after.iter().all(|line| line.name != NAME));
    let ended = rig.service.table(running.id()).await.unwrap();
    let forfeit = MatchEnd::Won {
        winner: Seat::SECOND,
        by: WonBy::Forfeit(Why::Resigned),
    };
    assert_eq!(ended.stage(), Stage::Over(forfeit));

    // Deals that held her words can't be computed again; all others can, and each log can be written and read.
    let (mut erased, mut fair) = (0, 0);
    for id in played.iter().chain([&running.id()]) {
        let log = store.load(*id).await.unwrap().unwrap();
        for deal in Table::deals(&log) {
            match deal.checked {
                Checked::Erased => erased += 1,
                Checked::Fair => fair += 1,
                other => panic!("{other:?}"),
            }
        }
        let text = notation::write(*id, &log).unwrap();
        let (_, read) = notation::read(&text).unwrap();
        assert_eq!(notation::write(*id, &read).unwrap(), text);
        let checked = |log| Table::deals(log).iter().map(|deal| deal.checked).collect::<Vec<_>>();
        assert_eq!(checked(&read), checked(&log));
    }
    // The first hand of a match is dealt before anybody can give words for it.
    assert_eq!((erased, fair), (1, 101));

    // The friend asks for nothing any more, and whoever comes back is somebody new.
    let again = Command::Rematch {
        table: played[0],
        press: None,
    };
    let refused = rig.service.handle(Caller::Person(FRIEND), again).await;
    assert!(matches!(refused, Err(Error::Gone)));
    let back = rig.service.meet(ZELDA, NAME, Some(HANDLE)).await.unwrap();
    assert_ne!(back, zelda);
    assert_eq!(
        rig.service.record(back).await.unwrap()["matches"],
        Value::Array(Vec::new())
    );

    // And nothing of it comes back with a restart.
    let rig = rig.restart().await;
    assert!(rig.service.people(&[zelda]).await.unwrap()[0].gone);
    assert_eq!(differences(&rig).await, []);
}

/// Whether the hands are told as the log has them from the first seat; gives how many.
fn check_hands(log: &[(jinlami::id::Millis, Event)], id: TableId, told: &Value) -> usize {
    let mut table = Table::opened(id, log[0].0, &log[0].1).unwrap();
    let mut own = BTreeSet::new();
    let mut told = told.as_array().unwrap().iter();
    let mut count = 0;
    for (at, event) in &log[1..] {
        let over = table.hands().len();
        table.evolve(*at, event);
        if let Some(view) = table.hand().map(|hand| hand.view(Some(Seat::FIRST))) {
            if matches!(event, Event::Dealt { .. }) {
                own.clear();
            }
            own.extend(view.hand.into_iter().flat_map(jinlami::cards::CardSet::iter));
        }
        if table.hands().len() > over {
            let hand = told.next().expect("every finished hand is told");
            let mut seen = cards(hand["dealt"]["your_cards"].as_str().unwrap());
            for line in hand["moves"].as_array().unwrap() {
                let words: Vec<&str> = line.as_str().unwrap().split(' ').collect();
                match (words[1], words[2], words.get(3)) {
                    ("you", "draw" | "take", Some(card)) => seen.extend(cards(card)),
                    ("opponent", "draw", more) => assert_eq!(more, None, "{line}"),
                    ("opponent", "knock", more) => assert_eq!(more, None, "{line}"),
                    _ => {}
                }
            }
            assert_eq!(seen, own, "every own card of {id:?}, and no other");
            count += 1;
        }
    }
    assert!(told.next().is_none());
    count
}

// C-128: what is kept beside matches: a name that others challenged, a private chat, words, questions that wait.
#[tokio::test]
async fn nothing_of_a_player_stays_in_any_corner() {
    let rig = Rig::new().await;
    // Challenged by name before anybody had met her: one she declines, one she plays, one that nobody answers.
    let mut named = Vec::new();
    for _ in 0..4 {
        named.push(challenge(&rig, ANNA, CLUB, Invitee::Name(HANDLE.to_owned()), hands(1)).await);
    }
    rig.service.meet(ANNA, "Anna", None).await.unwrap();
    let zelda = rig.service.meet(ZELDA, NAME, Some(HANDLE)).await.unwrap();
    rig.service.reachable(ZELDA, ZELDA.user).await.unwrap();
    rig.wish(ZELDA, &named[0], Wish::Decline).await.unwrap();
    let gathering = rig.wish(ZELDA, &named[1], Wish::Accept).await.unwrap().table;
    assert_eq!(
        gathering.stage(),
        Stage::Playing,
        "Anna is on Discord and gets her hand there"
    );
    rig.wish(ANNA, &named[2], Wish::Withdraw).await.unwrap();
    // The one she declined was for the name that she had then.
    rig.service.meet(ZELDA, NAME, Some("another_zelda_quux")).await.unwrap();
    rig.service.meet(ZELDA, NAME, Some(HANDLE)).await.unwrap();

    // Alone with the computer in her private chat, which has a setting of its own.
    let robot = challenge(&rig, ZELDA, ALONE, Invitee::Robot, hands(1)).await;
    cut(&rig, ZELDA, &robot, WORDS).await;
    let store = rig.service.store();
    store.note_venue(ALONE.venue, Some(NAME), Some(Lang::En)).await.unwrap();
    store
        .set_venue_setting(ALONE.venue, "house", Some("oklahoma"))
        .await
        .unwrap();
    store.set_player_lang(zelda, Lang::ZhHans).await.unwrap();
    for slot in rig.service.todo(Platform::Telegram, 100).await.unwrap() {
        rig.service
            .sent(&slot, slot.want, Some(900 + slot.id.0 % 100))
            .await
            .unwrap();
    }
    assert!(!traces_of_zelda(&rig.path()).await.is_empty());
    assert_eq!(rig.service.at_stake(zelda).await.unwrap(), 2);
    assert_eq!(differences(&rig).await, []);

    let parting = rig.service.forget(ZELDA).await.unwrap();
    assert_eq!(parting, Some(Parting { given_up: 3 }), "the one for her name too");
    assert_eq!(traces_of_zelda(&rig.path()).await, Vec::<String>::new());
    assert_eq!(differences(&rig).await, []);
    for table in &named {
        let table = rig.service.table(table.id()).await.unwrap();
        assert!(table.is_over(), "{:?}", table.stage());
        assert_eq!(table.invitee(), &Invitee::Name(String::new()));
    }
    let robot = rig.service.table(robot.id()).await.unwrap();
    assert!(robot.is_over());
    assert!(robot.place().venue.chat > 1 << 61, "a private chat still, and nobody's");
    assert_eq!(
        rig.service
            .todo(Platform::Telegram, 100)
            .await
            .unwrap()
            .iter()
            .filter(|slot| slot.key.chat == robot.place().venue.chat)
            .count(),
        0
    );

    // A question for a rematch is closed with it.
    let table = rig.begin(hands(1)).await;
    let mut table = rig.service.table(table.id()).await.unwrap();
    while !table.is_over() {
        table = rig.step(table.id()).await;
    }
    let again = Command::Rematch {
        table: table.id(),
        press: None,
    };
    rig.service.handle(Caller::Person(ANNA), again.clone()).await.unwrap();
    let ben = rig.player(BEN).await;
    assert_eq!(rig.service.forget(BEN).await.unwrap(), Some(Parting { given_up: 0 }));
    let table = rig.service.table(table.id()).await.unwrap();
    assert_eq!(table.rematch(), Rematch::Free([false, true]));
    assert!(matches!(
        rig.service.handle(Caller::Person(ANNA), again).await,
        Err(Error::Gone)
    ));
    assert!(
        store
            .due(rig.service.now().plus(i64::MAX / 4), 100)
            .await
            .unwrap()
            .iter()
            .all(|row| row.table != table.id())
    );
    assert!(rig.service.people(&[ben]).await.unwrap()[0].gone);
    assert_eq!(differences(&rig).await, []);
}

// C-129: presses that arrive at the same moment; whichever comes first, nobody who is gone sits at an open table.
#[tokio::test(flavor = "multi_thread")]
async fn presses_at_the_same_moment_leave_nothing_behind() {
    for round in 0..12 {
        let rig = friends().await;
        let zelda = rig.player(ZELDA).await;
        let friend = rig.player(FRIEND).await;
        let table = begin(&rig, hands(2)).await;
        let open = challenge(&rig, FRIEND, CLUB, Invitee::Anyone, hands(1)).await;
        let service = &rig.service;
        let spawn = |who, command: Command| {
            let service = service.clone();
            tokio::spawn(async move {
                let answer = service.handle(Caller::Person(who), command).await;
                answer.map(drop).map_err(|error| error.to_string())
            })
        };
        let wish = |table: &Table, wish| Command::Wish {
            table: table.id(),
            stamp: None,
            wish,
            press: None,
        };
        let opening = |opponent| Command::Challenge {
            place: CLUB,
            opponent,
            terms: hands(1),
            inbox: None,
        };
        let seat = table.to_move().unwrap();
        let mover = if seat == Seat::FIRST { ZELDA } else { FRIEND };
        let mut presses = vec![
            spawn(ZELDA, opening(Invitee::Anyone)),
            spawn(ZELDA, wish(&open, Wish::Accept)),
            spawn(FRIEND, opening(Invitee::Player(zelda))),
            spawn(
                ZELDA,
                Command::Cut {
                    table: table.id(),
                    words: WORDS.to_owned(),
                },
            ),
            spawn(mover, wish(&table, Wish::Play(crate::rig::sensible(&table, seat)))),
        ];
        for _ in 0..round {
            tokio::task::yield_now().await;
        }
        let forgetting = {
            let service = service.clone();
            tokio::spawn(async move { service.forget(ZELDA).await.unwrap() })
        };
        presses.push(spawn(ZELDA, opening(Invitee::Player(friend))));
        assert!(forgetting.await.unwrap().is_some());
        for press in presses {
            // Done before, refused after, and never a fault of the program but that she is not known any more.
            drop(press.await.unwrap());
        }
        let left = service.store().open_tables(Of::Player(zelda)).await.unwrap();
        assert_eq!(left, [], "round {round}");
        assert_eq!(
            traces_of_zelda(&rig.path()).await,
            Vec::<String>::new(),
            "round {round}"
        );
        assert_eq!(differences(&rig).await, [], "round {round}");
        assert!(service.store().player_of(ZELDA).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_farewell_that_comes_too_late_changes_nothing() {
    let rig = friends().await;
    let zelda = rig.player(ZELDA).await;
    let table = begin(&rig, hands(1)).await;
    let before = cells(&rig.path()).await;
    // Without the end of her open table: as if that had been opened a moment ago.
    let farewell = jinlami::store::Farewell {
        player: zelda,
        at: rig.service.now(),
        appends: Vec::new(),
        rewritten: Vec::new(),
        hidden: vec![(ALONE.venue, 5)],
        chapters: Vec::new(),
        unread: Vec::new(),
    };
    let store = rig.service.store();
    assert_eq!(store.forget(farewell).await, Err(StoreError::Conflict));
    assert_eq!(cells(&rig.path()).await, before);
    assert_eq!(rig.service.table(table.id()).await.unwrap().stage(), Stage::Playing);
    let people = rig.service.people(&[zelda]).await.unwrap();
    assert_eq!((people[0].gone, people[0].accounts[0].reach), (false, Reach::Open));
}

// C-128, C-129: what an operator does for somebody who asks.
#[tokio::test]
async fn an_operator_hands_over_and_deletes_by_the_platforms_number() {
    let rig = friends().await;
    let table = begin(&rig, hands(1)).await;
    let table = play_out(&rig, table).await;
    let url = format!("sqlite://{}", rig.path().display());
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let output = program(folder.path())
            .env("JINLAMI_DATABASE__URL", &url)
            .args(words)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    let zelda = format!("telegram:{}", ZELDA.user);
    // While the bot runs.
    let (fine, said) = run(&["person", &zelda]);
    let record: Value = serde_json::from_str(&said).unwrap();
    assert!(
        fine && record["player"]["name"] == NAME && record["matches"][0]["match"] == table.id().code().to_uppercase()
    );
    let (fine, said) = run(&["forget", &zelda]);
    assert!(
        fine && said.contains(NAME) && said.contains("1 matches, 0 of them open") && said.contains("--yes"),
        "{said}"
    );
    let (fine, said) = run(&["forget", &zelda, "--yes"]);
    assert!(!fine && said.contains("in use by another jinlami"), "{said}");
    for (words, wanted) in [
        (["person", "telegram:1"], "Nothing is kept about telegram:1."),
        (["forget", "discord:7310845226"], "Nothing is kept about"),
        (["person", "zelda"], "is no account"),
        (["forget", "telegram:zelda"], "is no account"),
    ] {
        let (fine, said) = run(&words);
        assert!(!fine && said.contains(wanted), "{said}");
    }
    assert!(!traces_of_zelda(&rig.path()).await.is_empty());
    rig.service.store().close().await;
    let (fine, said) = run(&["forget", &zelda, "--yes"]);
    assert!(fine && said.contains("Deleted. 0 open matches"), "{said}");
    assert_eq!(traces_of_zelda(&rig.path()).await, Vec::<String>::new());
    let (fine, _) = run(&["person", &zelda]);
    assert!(!fine);
    let store = Store::open(&url).await.unwrap();
    assert!(store.player_of(EVE).await.unwrap().is_some(), "everybody else is there");
    assert_eq!(PLACE.venue.platform, Platform::Discord);
}

const BLAMED: &str = "stalls and insults";

async fn block(rig: &Rig, place: Place) -> Result<bool, Error> {
    let zelda = rig.service.store().player_of(ZELDA).await.unwrap().unwrap();
    let anna = rig.player(ANNA).await;
    let change = Change::Block(zelda);
    let reason = Some(BLAMED.to_owned());
    rig.service
        .govern(Some(anna), place.venue, DeedKind::Blocked, change, reason)
        .await
}

// C-128: a block outlives a deletion, and what says so is true; a group that gets a new id keeps it, under whichever id it was.
#[tokio::test]
async fn a_blocked_account_stays_blocked_and_is_told_so() {
    let rig = friends().await;
    let zelda = rig.player(ZELDA).await;
    let moved = Venue {
        chat: -1_002_000_000_001,
        ..CLUB.venue
    };
    assert!(block(&rig, CLUB).await.unwrap());
    assert!(block(&rig, Place { venue: moved, ..CLUB }).await.unwrap());
    assert_eq!(rig.service.remnant(ZELDA).await.unwrap(), None);
    rig.service.forget(ZELDA).await.unwrap();

    let store = rig.service.store();
    let left = traces_of_zelda(&rig.path()).await;
    assert!(
        left.len() == 2 && left.iter().all(|cell| cell.starts_with("barred: ")),
        "{left:?}"
    );
    let cells = cells(&rig.path()).await;
    assert!(!cells.iter().any(|cell| cell.contains(BLAMED)), "no reason stays");
    let remnant = rig.service.remnant(ZELDA).await.unwrap().unwrap();
    assert_eq!(remnant["accounts"][0]["user"], ZELDA.user.to_string());
    assert_eq!(remnant["shut_out_of"].as_array().unwrap().len(), 2);
    assert_eq!(rig.service.remnant(EVE).await.unwrap(), None);
    let url = format!("sqlite://{}", rig.path().display());
    let folder = tempfile::tempdir().unwrap();
    let output = program(folder.path())
        .env("JINLAMI_DATABASE__URL", &url)
        .args(["person", &format!("telegram:{}", ZELDA.user)])
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(said["shut_out_of"], remnant["shut_out_of"]);

    // A moderator who comes a moment too late blocks nobody who could come back unblocked, and hears it.
    let late = Change::Block(zelda);
    let late = rig
        .service
        .govern(None, PLACE.venue, DeedKind::Blocked, late, None)
        .await;
    assert!(matches!(late, Err(Error::Gone)), "{late:?}");
    assert_eq!(store.blocks(PLACE.venue).await.unwrap(), []);

    rig.service
        .migrate_chat(Platform::Telegram, CLUB.venue.chat, moved.chat)
        .await
        .unwrap();
    assert_eq!(
        store.barred(ZELDA).await.unwrap().len(),
        1,
        "two blocks of one group are one"
    );
    let back = rig.service.meet(ZELDA, NAME, Some(HANDLE)).await.unwrap();
    assert_ne!(back, zelda);
    assert!(store.is_blocked(moved, back).await.unwrap());
    assert_eq!(store.barred(ZELDA).await.unwrap(), []);
    let record = rig.service.record(back).await.unwrap();
    assert_eq!(record["shut_out_of"].as_array().unwrap().len(), 1);
}

// C-128: also a hand that nobody finished, who went away, what moderators said; and of nobody else's private chat a number.
#[tokio::test]
async fn what_ends_without_a_result_is_handed_over_too() {
    let rig = friends().await;
    let zelda = rig.player(ZELDA).await;
    let anna = rig.player(ANNA).await;
    let mut table = begin(&rig, hands(2)).await;
    while table.hand_number() < 2 {
        table = step(&rig, &table).await;
    }
    for _ in 0..4 {
        table = step(&rig, &table).await;
    }
    rig.service.left(ZELDA, None, Gone::Blocked).await.unwrap();
    rig.service.returned(ZELDA, None).await.unwrap();
    let table = rig.service.table(table.id()).await.unwrap();
    let view = |seat| table.view(Some(seat)).hand.unwrap().hand.unwrap();
    let letters = |seat| view(seat).iter().map(|card| card.letters()).collect::<String>();
    let (own, hidden) = (letters(Seat::FIRST), letters(Seat::SECOND));
    let told = |record: &Value| record["matches"][0]["hands"].as_array().unwrap().clone();
    let running = rig.service.record(zelda).await.unwrap();
    assert_eq!(told(&running).len(), 1, "nothing of what runs");

    let cancel = rig
        .service
        .rule(Some(anna), None, table.id(), Ruling::Cancel, Some(BLAMED));
    cancel.await.unwrap();
    let record = rig.service.record(zelda).await.unwrap();
    let shown = told(&record);
    assert_eq!(shown.len(), 2);
    assert_eq!(
        (&shown[1]["hand"], &shown[1]["finished"]),
        (&Value::from(2), &Value::from(false))
    );
    assert_eq!(shown[1]["your_cards_at_the_end"], own);
    assert!(!shown[1]["moves"].as_array().unwrap().is_empty());
    assert!(
        !record.to_string().contains(&hidden),
        "nothing that only the other one saw"
    );
    for line in shown[1]["moves"].as_array().unwrap() {
        let words: Vec<&str> = line.as_str().unwrap().split(' ').collect();
        assert!(
            words[1] != "opponent" || words[2] != "draw" || words.len() == 3,
            "{line}"
        );
    }
    assert_eq!(record["matches"][0]["moderators_reason"], BLAMED);
    let wishes = record["matches"][0]["wishes"].to_string();
    assert!(
        wishes.contains("{\"went_away\":\"blocked\"}") && wishes.contains("came back"),
        "{wishes}"
    );

    // An owner who cancelled a match in her private chat learns no number of hers.
    rig.pass(1_000);
    let robot = challenge(&rig, ZELDA, ALONE, Invitee::Robot, hands(1)).await;
    let cancel = rig.service.rule(Some(anna), None, robot.id(), Ruling::Cancel, None);
    cancel.await.unwrap();
    let owners = rig.service.record(anna).await.unwrap();
    assert_eq!(owners["moderation"].as_array().unwrap().len(), 2);
    assert!(!owners.to_string().contains(&ZELDA.user.to_string()), "{owners}");
    let hers = rig.service.record(zelda).await.unwrap();
    assert_eq!(hers["matches"][1]["place"]["chat"], ZELDA.user.to_string());
}

// C-128: reasons go with the person they are about; what was decided a moment before the deletion names nobody after it.
#[tokio::test]
async fn reasons_and_late_wishes_leave_no_trace() {
    let rig = friends().await;
    let zelda = rig.player(ZELDA).await;
    let finished = play_out(&rig, begin(&rig, hands(1)).await).await;
    let other = play_out(&rig, begin(&rig, hands(1)).await).await;
    let running = begin(&rig, hands(1)).await;
    for (table, ruling) in [(&finished, Ruling::Void), (&running, Ruling::Cancel)] {
        let ruled = rig.service.rule(None, None, table.id(), ruling, Some(BLAMED)).await;
        assert_eq!(ruled.unwrap().table.ruling_reason(), Some(BLAMED));
    }
    let blamed = async || {
        let cells = cells(&rig.path()).await;
        cells.iter().filter(|cell| cell.contains(BLAMED)).count()
    };
    assert_eq!(blamed().await, 4);
    // What a moderator's press has read before the deletion, and writes after it.
    let late = Append {
        table: other.id(),
        expected: other.version(),
        at: rig.service.now(),
        events: vec![Event::Voided { by: None, reason: None }],
        live: Live {
            stage: LiveStage::Over,
            place: CLUB,
            players: other.players().map(|(_, player)| player).collect(),
        },
        due: Vec::new(),
        joins: Vec::new(),
        slots: vec![Want {
            key: SlotKey {
                table: other.id(),
                kind: SlotKind::Hand,
                number: 0,
                reader: Some(zelda),
                platform: Platform::Telegram,
                chat: ZELDA.user,
                channel: 0,
            },
            want: other.version().0 + 1,
        }],
        results: None,
        abort: None,
        bout: None,
        tells: false,
        bounds: Vec::new(),
        mirrors: Vec::new(),
        invite: None,
        void: true,
        deed: None,
        inbox: None,
    };
    rig.service.forget(ZELDA).await.unwrap();
    assert_eq!(differences(&rig).await, []);
    // It names only the message that must not come to be.
    rig.service.store().append(late).await.unwrap();
    assert_eq!(blamed().await, 0);
    assert_eq!(traces_of_zelda(&rig.path()).await, Vec::<String>::new());
    for (table, voided) in [(&finished, true), (&running, false), (&other, true)] {
        let table = rig.service.table(table.id()).await.unwrap();
        assert_eq!((table.voided(), table.ruling_reason()), (voided, None));
    }
}
