//! `jinlami doctor` and `jinlami rebuild`: everything derived is what the logs say, and can be made anew from them alone.

use std::path::Path;

use jinlami::gin::Preset;
use jinlami::id::{Account, Platform, TableId};
use jinlami::service::{Caller, Command, Gone, Hindrance, Ruling, Slot, reckon};
use jinlami::store::{Audit, Difference};
use jinlami::table::{Invitee, Terms, Wish};
use sqlx::{ConnectOptions, Connection, Executor, Row};

use crate::program::program;
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

/// What is derived, in one order: its name and what of it a log determines.
const DERIVED: [(&str, &str); 10] = [
    ("tables", "*"),
    ("seats", "*"),
    ("due", "*"),
    ("slots", "table_id, kind, number, reader, platform, chat, channel, want"),
    ("results", "*"),
    ("standings", "*"),
    ("rating_steps", "*"),
    ("ratings", "*"),
    ("aborts", "*"),
    ("venues", "platform, chat"),
];

async fn open(path: &Path) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false);
    options.connect().await.unwrap()
}

/// Every derived row as text, sorted.
async fn dump(path: &Path) -> Vec<String> {
    let mut connection = open(path).await;
    let mut rows = Vec::new();
    for (table, columns) in DERIVED {
        let text = format!("SELECT {columns} FROM {table}");
        for row in connection.fetch_all(sqlx::AssertSqlSafe(text)).await.unwrap() {
            let values: Vec<String> = (0..row.len())
                .map(|column| {
                    row.try_get::<Option<i64>, _>(column).map_or_else(
                        |_| match row.try_get::<f64, _>(column) {
                            Ok(number) => format!("{number:?}"),
                            Err(_) => row.try_get::<String, _>(column).unwrap(),
                        },
                        |number| format!("{number:?}"),
                    )
                })
                .collect();
            rows.push(format!("{table} {}", values.join(" ")));
        }
    }
    connection.close().await.unwrap();
    rows.sort();
    rows
}

async fn change(path: &Path, statements: &'static str) {
    let mut connection = open(path).await;
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

async fn look(url: &str) -> (Vec<TableId>, Vec<Difference>) {
    let mut audit = Audit::look(url).await.unwrap();
    assert_eq!(audit.faults().await.unwrap(), Vec::<String>::new());
    let unread = reckon(&mut audit).await.unwrap();
    (unread, audit.finish().await.unwrap())
}

async fn repair(url: &str) -> (Vec<TableId>, Vec<Difference>) {
    let mut audit = Audit::repair(url).await.unwrap();
    let unread = reckon(&mut audit).await.unwrap();
    (unread, audit.finish().await.unwrap())
}

/// Many matches in every state that one can be in, messages partly shown, one chat with a new id.
async fn many_matches() -> Rig {
    let rig = Rig::new().await;
    let again = |table| Command::Rematch { table, press: None };
    for round in 0..8 {
        let terms = match round % 3 {
            0 => hands(1),
            1 => hands(2),
            _ => Terms::of(Preset::Classic),
        };
        let mut table = rig.begin(terms).await;
        let mut presses = 0;
        while !table.is_over() {
            rig.pass(1_000);
            table = rig.step(table.id()).await;
            presses += 1;
            match (round, presses) {
                (3, 5) => table = rig.wish(ANNA, &table, Wish::Resign).await.unwrap().table,
                (4, 1) => {
                    // A reminder, then the clock plays, until it forfeits.
                    while !table.is_over() {
                        let next = rig.service.store().next_due().await.unwrap().unwrap();
                        rig.pass(next.0 - rig.service.now().0);
                        assert!(rig.service.tick().await);
                        table = rig.service.table(table.id()).await.unwrap();
                    }
                }
                _ => {}
            }
        }
        if round == 1 {
            for who in [ANNA, BEN] {
                rig.service
                    .handle(Caller::Person(who), again(table.id()))
                    .await
                    .unwrap();
            }
        }
        if round == 2 {
            rig.service
                .handle(Caller::Person(ANNA), again(table.id()))
                .await
                .unwrap();
        }
    }
    let table = rig.begin(hands(1)).await;
    rig.wish(ANNA, &table, Wish::Abort).await.unwrap();
    // C-089, C-044: what moderators decided is in the logs too.
    for void in [true, false, true] {
        let table = rig.begin(hands(1)).await;
        let ruling = if void { Ruling::Void } else { Ruling::Cancel };
        if void {
            rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
        }
        rig.service
            .rule(
                Some(rig.player(EVE).await),
                Some(PLACE.venue),
                table.id(),
                ruling,
                Some("a test"),
            )
            .await
            .unwrap();
    }
    let table = rig.begin(hands(3)).await;
    rig.step(table.id()).await;
    let table = rig.begin(hands(3)).await;
    let mut waited = rig.service.table(table.id()).await.unwrap();
    while waited.version() == table.version() {
        let next = rig.service.store().next_due().await.unwrap().unwrap();
        rig.pass((next.0 - rig.service.now().0).max(0));
        assert!(rig.service.tick().await);
        waited = rig.service.table(table.id()).await.unwrap();
    }
    for (opponent, wish) in [
        (Invitee::Anyone, None),
        (Invitee::Player(rig.player(EVE).await), Some(Wish::Decline)),
        (Invitee::Robot, None),
    ] {
        let challenge = Command::Challenge {
            place: PLACE,
            opponent,
            terms: hands(1),
            inbox: None,
        };
        let table = rig.service.handle(Caller::Person(ANNA), challenge).await.unwrap().table;
        if let Some(wish) = wish {
            rig.wish(EVE, &table, wish).await.unwrap();
        }
    }
    // A group that became a supergroup, twice, with matches before, between and after.
    let group = |chat| jinlami::id::Place {
        venue: jinlami::id::Venue {
            platform: Platform::Telegram,
            chat,
        },
        channel: 5,
    };
    let [anna, ben] = [61, 62].map(|user| Account {
        platform: Platform::Telegram,
        user,
    });
    for (account, name) in [(anna, "Anna T"), (ben, "Ben T")] {
        rig.service.meet(account, name, None).await.unwrap();
        rig.service.reachable(account, account.user).await.unwrap();
    }
    for (chat, moved) in [(-10, Some(-1010)), (-1010, Some(-2010)), (-2010, None)] {
        for resigns in [false, true] {
            let challenge = Command::Challenge {
                place: group(chat),
                opponent: Invitee::Player(rig.player(ben).await),
                terms: hands(1),
                inbox: None,
            };
            rig.pass(1_000);
            let table = rig.service.handle(Caller::Person(anna), challenge).await.unwrap().table;
            let mut table = rig.wish(ben, &table, Wish::Accept).await.unwrap().table;
            if resigns {
                while table.to_move().is_some() && table.may_abort().is_ok() {
                    let seat = table.to_move().unwrap();
                    let who = [anna, ben][seat.index()];
                    let action = crate::rig::sensible(&table, seat);
                    table = rig.wish(who, &table, Wish::Play(action)).await.unwrap().table;
                }
                rig.wish(ben, &table, Wish::Resign).await.unwrap();
            }
        }
        if let Some(moved) = moved {
            rig.service.migrate_chat(Platform::Telegram, chat, moved).await.unwrap();
        }
    }
    // People and places that vanished: one match paused, one void, one waits for somebody who left.
    let venue = group(-2010).venue;
    let alone = Command::Challenge {
        place: group(-2010),
        opponent: Invitee::Robot,
        terms: hands(1),
        inbox: None,
    };
    rig.service.handle(Caller::Person(ben), alone).await.unwrap();
    let gone = rig
        .service
        .place_gone(venue, Some(5), Hindrance::Removed)
        .await
        .unwrap();
    assert_eq!(gone.len(), 4);
    rig.service.place_back(venue, &[Hindrance::Removed]).await.unwrap();
    rig.service.left(ben, Some(venue), Gone::Left).await.unwrap();
    rig.service.returned(ben, None).await.unwrap();
    rig.service.left(anna, Some(venue), Gone::Removed).await.unwrap();
    let gone = rig.service.place_gone(venue, None, Hindrance::Deleted).await.unwrap();
    assert_eq!(
        gone.len(),
        3,
        "the match against the computer ended with its only person"
    );
    rig.service.left(EVE, None, Gone::Blocked).await.unwrap();
    // Some messages are in their chats.
    let todo: Vec<Slot> = rig.service.todo(Platform::Discord, 20).await.unwrap();
    for (slot, message) in todo.iter().zip(9_000..) {
        rig.service.attempt(slot).await.unwrap();
        rig.service.sent(slot, slot.want, Some(message)).await.unwrap();
    }
    // Every result is rated.
    while rig.service.keep_boards().await {}
    rig.service.store().close().await;
    rig
}

fn url(rig: &Rig) -> String {
    format!("sqlite://{}", rig.path().display())
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_derived_can_be_made_anew_from_the_logs_to_the_identical_state() {
    let rig = many_matches().await;
    let (path, url) = (rig.path(), url(&rig));
    let before = dump(&path).await;
    assert!(before.len() > 100, "{}", before.len());
    for (name, _) in DERIVED {
        assert!(before.iter().any(|row| row.starts_with(name)), "no {name} in the file");
    }
    assert_eq!(look(&url).await, (vec![], vec![]), "a sound file");
    assert_eq!(repair(&url).await, (vec![], vec![]));
    assert_eq!(dump(&path).await, before, "a rebuild of a sound file changes nothing");

    // Every derived row lost, and the venues with them.
    change(
        &path,
        "DELETE FROM tables; DELETE FROM seats; DELETE FROM due; DELETE FROM results; DELETE FROM standings; \
         DELETE FROM rating_steps; DELETE FROM ratings; DELETE FROM aborts; UPDATE slots SET want = 0",
    )
    .await;
    let (_, differences) = look(&url).await;
    let named: Vec<&str> = differences.iter().map(|difference| difference.rows).collect();
    assert_eq!(
        named,
        [
            "tables",
            "seats",
            "due",
            "slots",
            "results",
            "standings",
            "rating_steps",
            "ratings",
            "aborts"
        ]
    );
    assert_eq!(repair(&url).await.1, differences);
    assert_eq!(dump(&path).await, before);
    assert_eq!(look(&url).await, (vec![], vec![]));

    // Rows that are wrong, twice there, or of nothing.
    change(
        &path,
        "UPDATE standings SET points = points + 7 WHERE scope <> 0; DELETE FROM standings WHERE scope = 0; UPDATE ratings SET value = value + 1; UPDATE rating_steps SET games = 77; \
         UPDATE results SET won = 1 - won; CREATE TEMP TABLE one AS SELECT * FROM results LIMIT 1; UPDATE one SET table_id = 999; INSERT INTO results SELECT * FROM one; UPDATE tables SET version = version - 1, stage = 1 WHERE ended_at IS NULL; \
         INSERT INTO due VALUES (5, 1, 0, 7, 1); UPDATE due SET at = at + 1; UPDATE seats SET open = 1 - open; \
         INSERT INTO aborts VALUES (12, 13, 14); UPDATE tables SET channel = 1",
    )
    .await;
    assert!(!repair(&url).await.1.is_empty());
    assert_eq!(dump(&path).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_messages_are_wanted_again_where_somebody_still_plays() {
    let rig = many_matches().await;
    let (path, url) = (rig.path(), url(&rig));
    let before = dump(&path).await;
    change(&path, "DELETE FROM slots WHERE message IS NULL").await;
    let mut connection = open(&path).await;
    let kept = "SELECT count(*) FROM slots WHERE message >= 9000";
    let shown: i64 = connection.fetch_one(kept).await.unwrap().get(0);
    assert!(shown > 0);
    repair(&url).await;
    assert_eq!(dump(&path).await, before);
    assert_eq!(
        connection.fetch_one(kept).await.unwrap().get::<i64, _>(0),
        shown,
        "what is shown is known still"
    );
    let old = "SELECT count(*) FROM slots s JOIN tables t ON t.id = s.table_id \
        WHERE t.ended_at IS NOT NULL AND s.want > s.sent AND s.message IS NULL";
    assert_eq!(
        connection.fetch_one(old).await.unwrap().get::<i64, _>(0),
        0,
        "old matches don't flood the chats"
    );
    let open = "SELECT count(*) FROM slots s JOIN tables t ON t.id = s.table_id \
        WHERE t.ended_at IS NULL AND s.want > s.sent AND s.kind = 1";
    assert!(connection.fetch_one(open).await.unwrap().get::<i64, _>(0) > 0);
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_is_named_and_nothing_stored_about_it_is_touched() {
    let rig = many_matches().await;
    let (path, url) = (rig.path(), url(&rig));
    let before = dump(&path).await;
    // The log of the first match that counted.
    change(
        &path,
        "UPDATE events SET body = '{\"dealt\":{\"pack\":\"QH9S\"}}' WHERE version = 6 \
         AND table_id = (SELECT min(table_id) FROM results); DELETE FROM standings",
    )
    .await;
    let (unread, differences) = look(&url).await;
    assert_eq!(unread.len(), 1);
    assert_eq!(differences.len(), 1, "{differences:?}");
    assert_eq!(repair(&url).await.0, unread);
    assert_eq!(dump(&path).await, before, "its result counts on");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_say_what_they_found_also_beside_a_running_bot() {
    let rig = many_matches().await;
    let url = url(&rig);
    let jinlami = |arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = program(folder.path());
        let output = command
            .env("JINLAMI_DATABASE__URL", &url)
            .args(arguments)
            .output()
            .unwrap();
        let words = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&words).into_owned())
    };
    let (fine, words) = jinlami(&["doctor"]);
    assert!(
        fine && words.contains("Sound.") && words.contains("no jinlami is running"),
        "{words}"
    );
    change(&rig.path(), "DELETE FROM standings").await;
    let (fine, words) = jinlami(&["doctor"]);
    assert!(
        !fine && words.contains("of standings") && words.contains("jinlami rebuild"),
        "{words}"
    );

    let rig = rig.restart().await;
    let (fine, words) = jinlami(&["doctor"]);
    assert!(!fine && words.contains("a jinlami is running on it"), "{words}");
    let (fine, words) = jinlami(&["rebuild"]);
    assert!(!fine && words.contains("in use by another jinlami"), "{words}");
    rig.service.store().close().await;
    let (fine, words) = jinlami(&["rebuild"]);
    assert!(fine && words.contains("Put right"), "{words}");
    let (fine, words) = jinlami(&["doctor"]);
    assert!(fine, "{words}");
    change(
        &rig.path(),
        "INSERT INTO identities(platform, user_id, player, changed_at) VALUES (1, 77, 77, 0)",
    )
    .await;
    let (fine, words) = jinlami(&["doctor"]);
    assert!(
        !fine && words.contains("a row of identities names a row of players"),
        "{words}"
    );
    let (fine, words) = (jinlami)(&["doctor", "--help"]);
    assert!(fine, "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_first_release_is_sound_after_its_upgrade() {
    // C-021
    let rig = Rig::of_file(include_str!("vectors/schema-0001.sql"), 1_800_000_065_000).await;
    rig.service.store().close().await;
    assert_eq!(look(&url(&rig)).await, (vec![], vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn chats_that_moved_before_anybody_noted_it_are_known_after_the_upgrade() {
    // C-021, C-050
    let rig = many_matches().await;
    let (path, url) = (rig.path(), url(&rig));
    let before = dump(&path).await;
    // The migration once more, on a file that has only what was there before it.
    change(&path, "DROP TABLE moves").await;
    change(&path, include_str!("../../migrations/sqlite/0003_moves.sql")).await;
    assert_eq!(look(&url).await, (vec![], vec![]));
    change(&path, "DELETE FROM tables; DELETE FROM results").await;
    repair(&url).await;
    assert_eq!(dump(&path).await, before);
}

/// Lines of days, weeks and months that no board shows any more are taken away a few at a time; everything else stays, the
/// file is sound at every moment of it, and neither a rebuild nor a void brings it out of order.
#[tokio::test(flavor = "multi_thread")]
async fn lines_of_times_that_are_over_are_taken_away() {
    let rig = many_matches().await.restart().await;
    let (path, url) = (rig.path(), url(&rig));
    let old = rig.begin(hands(1)).await;
    rig.wish(ANNA, &old, Wish::Resign).await.unwrap();
    rig.pass(100 * 86_400_000);
    let table = rig.begin(hands(1)).await;
    rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
    while rig.service.keep_boards().await {}
    let kinds = async |kinds: &str, than: &str| {
        let mut connection = open(&path).await;
        let text = format!(
            "SELECT count(*) FROM standings WHERE period / 100000000 % 10 IN ({kinds}) AND period % 100000000 {than} \
             CASE period / 100000000 % 10 WHEN 1 THEN 20270401 WHEN 2 THEN 202714 WHEN 3 THEN 202704 ELSE 20272 END"
        );
        let count: i64 = connection.fetch_one(sqlx::AssertSqlSafe(text)).await.unwrap().get(0);
        connection.close().await.unwrap();
        count
    };
    let (before, kept) = (kinds("1, 2, 3, 5", "<").await, kinds("0, 4", "<").await);
    let shown = kinds("1, 2, 3, 5", ">=").await;
    assert!(before > 10 && shown > 10, "{before} {shown}");
    assert_eq!(look(&url).await, (vec![], vec![]));
    let store = rig.service.store();
    let mut turns = 0;
    while store.prune_boards(rig.service.now()).await.unwrap() {
        assert_eq!(look(&url).await, (vec![], vec![]));
        turns += 1;
        assert!(turns < 100, "it comes to an end");
    }
    assert_eq!(kinds("1, 2, 3, 5", "<").await, 0);
    assert_eq!(kinds("1, 2, 3, 5", ">=").await, shown);
    assert_eq!(kinds("0, 4", "<").await, kept);
    assert_eq!(look(&url).await, (vec![], vec![]));
    assert!(
        !store.prune_boards(rig.service.now()).await.unwrap(),
        "there is nothing left to do"
    );

    // An old match is voided: what stands of its day is reckoned anew and goes again.
    let eve = rig.player(EVE).await;
    rig.service
        .rule(Some(eve), Some(PLACE.venue), old.id(), Ruling::Void, None)
        .await
        .unwrap();
    while rig.service.keep_boards().await {}
    assert_eq!(look(&url).await, (vec![], vec![]));
    rig.service.store().close().await;
    let before = dump(&path).await;
    assert_eq!(repair(&url).await, (vec![], vec![]));
    assert_eq!(dump(&path).await, before, "a rebuild brings nothing back");
    change(&path, "DELETE FROM standings").await;
    repair(&url).await;
    let rig = rig.restart().await;
    while rig.service.store().prune_boards(rig.service.now()).await.unwrap() {}
    assert_eq!(kinds("1, 2, 3, 5", "<").await, 0);
    assert_eq!(kinds("1, 2, 3, 5", ">=").await, shown);
    assert_eq!(look(&url).await, (vec![], vec![]));
}

/// A ladder whose last results are still to be rated is examined up to them, and it is said that it waits.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_rated_before_what_waits_is_examined() {
    let rig = many_matches().await.restart().await;
    let (path, url) = (rig.path(), url(&rig));
    let waiting = async || {
        let mut audit = Audit::look(&url).await.unwrap();
        audit.waiting().await.unwrap()
    };
    assert_eq!(waiting().await, 0);
    rig.pass(1_000);
    let table = rig.begin(Terms::of(Preset::Jinlami)).await;
    rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
    // In its venue, and over all.
    assert_eq!(waiting().await, 2);
    assert_eq!(look(&url).await, (vec![], vec![]));
    change(
        &path,
        "UPDATE rating_steps SET games = games + 1 WHERE table_id = (SELECT min(table_id) FROM rating_steps)",
    )
    .await;
    let (_, differences) = look(&url).await;
    assert_eq!(
        differences.iter().map(|one| one.rows).collect::<Vec<_>>(),
        ["rating_steps"]
    );
    rig.service.store().close().await;
    assert_eq!(repair(&url).await.1, differences);
    assert_eq!(look(&url).await, (vec![], vec![]));
    let rig = rig.restart().await;
    assert_eq!(waiting().await, 2);
    while rig.service.keep_boards().await {}
    assert_eq!(waiting().await, 0);
    assert_eq!(look(&url).await, (vec![], vec![]));
}
