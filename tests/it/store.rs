//! The store: what every backend promises, and what the SQLite file promises beyond it.

mod copy;
mod crash;
mod file;
mod ladder;
mod log;
mod manners;
mod people;
mod slots;

use jinlami::gin::Preset;
use jinlami::id::{Account, Millis, Place, Platform, PlayerId, Seat, Stamp, TableId, Venue, Version};
use jinlami::store::{Append, Live, LiveStage, SlotKey, SlotKind, Store, StoreError, Tuning, Want};
use jinlami::table::{Due, DueKind, Event, Invitee, Terms};

/// Where a test's database lives; another backend gets another constructor.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn sqlite() -> Home {
        Home {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn url(&self) -> String {
        format!("sqlite://{}", self.path().display())
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("deep/jinlami.db")
    }

    async fn open(&self) -> Store {
        self.open_with(Tuning::default()).await
    }

    async fn open_with(&self, tuning: Tuning) -> Store {
        Store::open_with(&self.url(), tuning).await.expect("the store opens")
    }
}

/// Makes a test of each of these promises for a backend.
macro_rules! promises {
    ($backend:ident: $($name:ident,)*) => {
        mod $backend {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(crate::store::Home::$backend()).await;
                }
            )*
        }
    };
}
use promises;

const T: TableId = TableId(7_000);
const NOW: Millis = Millis(1_700_000_000_000);

fn venue(chat: i64) -> Venue {
    Venue {
        platform: Platform::Telegram,
        chat,
    }
}

fn place(chat: i64) -> Place {
    Place {
        venue: venue(chat),
        channel: 0,
    }
}

fn account(user: i64) -> Account {
    Account {
        platform: Platform::Telegram,
        user,
    }
}

fn fact(number: i64) -> Event {
    Event::Grace { until: Millis(number) }
}

/// A fact whose row takes about so many bytes.
fn long_fact(bytes: usize) -> Event {
    let invitee = Invitee::Name("x".repeat(bytes));
    Event::Opened {
        place: place(-10),
        challenger: PlayerId(1),
        invitee,
        terms: Terms::of(Preset::Classic),
        press: None,
        bout: None,
    }
}

fn live(players: &[PlayerId]) -> Live {
    Live {
        stage: LiveStage::Playing,
        place: place(-10),
        players: players.to_vec(),
    }
}

/// A press with one fact.
fn press(table: TableId, expected: i64) -> Append {
    Append {
        table,
        expected: Version(expected),
        at: Millis(NOW.0 + expected),
        events: vec![fact(expected + 1)],
        live: live(&[PlayerId(1), PlayerId(2)]),
        due: Vec::new(),
        slots: Vec::new(),
        results: None,
        abort: None,
        bout: None,
        tells: false,
        bounds: Vec::new(),
        mirrors: Vec::new(),
        invite: None,
        void: false,
        deed: None,
        joins: Vec::new(),
        inbox: None,
    }
}

fn public(table: TableId, want: i64) -> Want {
    let key = SlotKey {
        table,
        kind: SlotKind::Table,
        number: 0,
        reader: None,
        platform: Platform::Telegram,
        chat: -10,
        channel: 0,
    };
    Want { key, want }
}

fn private(table: TableId, reader: PlayerId, user: i64, want: i64) -> Want {
    let key = SlotKey {
        kind: SlotKind::Hand,
        reader: Some(reader),
        chat: user,
        ..public(table, 0).key
    };
    Want { key, want }
}

fn clock(seat: u8, at: i64, stamp: u32) -> Due {
    Due {
        kind: DueKind::Clock,
        at: Millis(at),
        stamp: Stamp(stamp),
        seat: Seat(seat),
    }
}

async fn length(store: &Store, table: TableId) -> usize {
    store
        .load(table)
        .await
        .expect("the log loads")
        .map_or(0, |log| log.len())
}

async fn person(store: &Store, user: i64, name: &str) -> PlayerId {
    store.meet(account(user), name, None, NOW).await.expect("met")
}

fn is_backend<T: std::fmt::Debug>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Backend(_) | StoreError::NotStored(_)))
}
