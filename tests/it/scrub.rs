//! What was deleted is in no file of the database: not in its pages, not in its write-ahead log, while the bot runs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jinlami::id::{Account, Platform};
use jinlami::service::{Caller, Command};
use jinlami::store::Store;
use jinlami::table::{Invitee, Wish};
use sqlx::{ConnectOptions, Connection, Executor};

use crate::rig::{BEN, PLACE, Rig, hands};

const NAME: &str = "Zelda Quux";
const HANDLE: &str = "zelda_quux";
const WORDS: &str = "purple zebras never lie";
const ZELDA: Account = Account {
    platform: Platform::Telegram,
    user: 7_310_845_226,
};

/// Which of her words are in the files of the database, as `grep -a` would find them.
fn found(database: &Path) -> Vec<(PathBuf, &'static str)> {
    let mut found = Vec::new();
    for ending in ["", "-wal", "-journal"] {
        let mut file = database.to_owned().into_os_string();
        file.push(ending);
        let bytes = std::fs::read(&file).unwrap_or_default();
        for word in [NAME, HANDLE, WORDS] {
            if bytes.windows(word.len()).any(|part| part == word.as_bytes()) {
                found.push((PathBuf::from(&file), word));
            }
        }
    }
    found
}

async fn gone(database: &Path) {
    for _ in 0..600 {
        if found(database).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("still there: {:?}", found(database));
}

/// Zelda in a match, her words in its log, among many people who come before and after her.
async fn lived() -> Rig {
    let rig = Rig::new().await;
    let crowd = async |from: i64| {
        for number in from..from + 150 {
            let who = Account {
                platform: Platform::Telegram,
                user: 1_000_000 + number * 7_919 % 100_003,
            };
            let name = format!("Somebody {number}");
            rig.service
                .meet(who, &name, Some(&format!("some_{number}")))
                .await
                .unwrap();
        }
    };
    crowd(0).await;
    rig.service.meet(ZELDA, NAME, Some(HANDLE)).await.unwrap();
    let ben = rig.player(BEN).await;
    let opened = rig
        .service
        .handle(
            Caller::Person(ZELDA),
            Command::Challenge {
                place: PLACE,
                opponent: Invitee::Player(ben),
                terms: hands(2),
                inbox: None,
            },
        )
        .await
        .unwrap()
        .table;
    let table = rig.wish(BEN, &opened, Wish::Accept).await.unwrap().table;
    let cut = Command::Cut {
        table: table.id(),
        words: WORDS.to_owned(),
    };
    rig.service.handle(Caller::Person(ZELDA), cut).await.unwrap();
    crowd(150).await;
    rig
}

// C-128: in no file while the program runs, also when somebody reads the database at that moment.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_deleted_is_in_no_file_while_the_program_runs() {
    let rig = lived().await;
    let path = rig.path();
    assert!(!found(&path).is_empty());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut reader = options.connect().await.unwrap();
    reader.execute("BEGIN").await.unwrap();
    reader.execute("SELECT count(*) FROM players").await.unwrap();
    rig.service.forget(ZELDA).await.unwrap().unwrap();
    assert!(!found(&path).is_empty(), "a reader still needs what was");
    // Play goes on meanwhile.
    rig.service.meet(ZELDA, "Somebody new", None).await.unwrap();
    reader.execute("COMMIT").await.unwrap();
    gone(&path).await;
    reader.close().await.unwrap();
}

// C-128: a kill between the deletion and the end of it changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_deleted_before_a_kill_is_gone_after_the_next_start() {
    let rig = lived().await;
    let path = rig.path();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut reader = options.connect().await.unwrap();
    reader.execute("BEGIN").await.unwrap();
    reader.execute("SELECT count(*) FROM players").await.unwrap();
    rig.service.forget(ZELDA).await.unwrap().unwrap();
    // What a kill leaves: the file and its write-ahead log as they are now.
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("jinlami.db");
    std::fs::copy(&path, &copy).unwrap();
    std::fs::copy(path.with_extension("db-wal"), copy.with_extension("db-wal")).unwrap();
    reader.execute("COMMIT").await.unwrap();
    assert!(!found(&copy).is_empty());
    let store = Store::open(&format!("sqlite://{}", copy.display())).await.unwrap();
    assert!(store.player_of(ZELDA).await.unwrap().is_none());
    gone(&copy).await;
}
