//! A service on a real SQLite file with a clock and dice that the test holds, and two people who play.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jinlami::gin::{Action, Mode, Preset};
use jinlami::id::{Account, Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::service::{Caller, Command, Error, Outcome, Service};
use jinlami::store::Store;
use jinlami::table::{Invitee, Table, Terms, Wish};

/// The place where the test's tables stand.
pub const PLACE: Place = Place {
    venue: Venue {
        platform: Platform::Discord,
        chat: 70,
    },
    channel: 71,
};
/// The challenger's account.
pub const ANNA: Account = Account {
    platform: Platform::Discord,
    user: 1,
};
/// The challenged person's account.
pub const BEN: Account = Account {
    platform: Platform::Discord,
    user: 2,
};
/// Somebody else's account.
pub const EVE: Account = Account {
    platform: Platform::Discord,
    user: 3,
};

/// A service on a file.
pub struct Rig {
    pub service: Service,
    pub now: Arc<AtomicI64>,
    dice: Arc<AtomicU64>,
    folder: tempfile::TempDir,
}

impl Rig {
    /// A fresh file.
    pub async fn new() -> Rig {
        let folder = tempfile::tempdir().unwrap();
        let now = Arc::new(AtomicI64::new(1_800_000_000_000));
        let dice = Arc::new(AtomicU64::new(1));
        let service = service(&url(&folder), &now, &dice).await;
        let rig = Rig {
            service,
            now,
            dice,
            folder,
        };
        for (account, name) in [(ANNA, "Anna"), (BEN, "Ben"), (EVE, "Eve")] {
            rig.service.meet(account, name, None).await.unwrap();
        }
        rig
    }

    /// A file that an earlier release left, at this moment.
    pub async fn of_file(dump: &'static str, at: i64) -> Rig {
        let folder = tempfile::tempdir().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(folder.path().join("jinlami.db"))
            .create_if_missing(true)
            .foreign_keys(false);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
        sqlx::raw_sql(dump).execute(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
        let now = Arc::new(AtomicI64::new(at));
        let dice = Arc::new(AtomicU64::new(1));
        let service = service(&url(&folder), &now, &dice).await;
        service.wake().await.unwrap();
        Rig {
            service,
            now,
            dice,
            folder,
        }
    }

    /// Where the file is.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("jinlami.db")
    }

    /// The same file after the process ended without any farewell.
    pub async fn restart(self) -> Rig {
        let Rig {
            service,
            now,
            dice,
            folder,
        } = self;
        drop(service);
        // The lock beside the file goes with the old service's last task.
        let service = loop {
            match Store::open(&url(&folder)).await {
                Ok(store) => break over(store, &now, &dice),
                Err(jinlami::store::OpenError::InUse { .. }) => tokio::task::yield_now().await,
                Err(error) => panic!("{error}"),
            }
        };
        service.wake().await.unwrap();
        Rig {
            service,
            now,
            dice,
            folder,
        }
    }

    /// Lets time pass.
    pub fn pass(&self, ms: i64) {
        self.now.fetch_add(ms, Ordering::SeqCst);
    }

    pub async fn player(&self, account: Account) -> PlayerId {
        self.service.player(account).await.unwrap()
    }

    pub async fn wish(&self, who: Account, table: &Table, wish: Wish) -> Result<Outcome, Error> {
        let seat = table.seat_of(self.player(who).await);
        let stamp = seat.map(|seat| table.stamp(seat));
        self.service
            .handle(
                Caller::Person(who),
                Command::Wish {
                    table: table.id(),
                    stamp,
                    wish,
                    press: Some(self.now.load(Ordering::SeqCst)),
                },
            )
            .await
    }

    /// A match between Anna and Ben with cards dealt.
    pub async fn begin(&self, terms: Terms) -> Table {
        self.begin_at(PLACE, terms).await
    }

    /// The same, elsewhere.
    pub async fn begin_at(&self, place: Place, terms: Terms) -> Table {
        let opponent = Invitee::Player(self.player(BEN).await);
        let challenge = Command::Challenge {
            place,
            opponent,
            terms,
            inbox: None,
        };
        let opened = self.service.handle(Caller::Person(ANNA), challenge).await.unwrap();
        self.wish(BEN, &opened.table, Wish::Accept).await.unwrap().table
    }

    /// Whoever is to move plays a sensible move; the table afterwards.
    pub async fn step(&self, id: TableId) -> Table {
        let table = self.service.table(id).await.unwrap();
        let seat = table.to_move().expect("somebody is to move");
        let action = sensible(&table, seat);
        let who = if seat == Seat::FIRST { ANNA } else { BEN };
        self.wish(who, &table, Wish::Play(action)).await.unwrap().table
    }
}

/// 金拉米 over so many hands.
pub fn hands(hands: u16) -> Terms {
    Terms {
        mode: Mode::Fixed { hands },
        ..Terms::of(Preset::Jinlami)
    }
}

/// What the computer would do in this seat.
pub fn sensible(table: &Table, seat: Seat) -> Action {
    jinlami::robot::choose(&table.view(Some(seat)).hand.unwrap()).unwrap()
}

async fn service(url: &str, now: &Arc<AtomicI64>, dice: &Arc<AtomicU64>) -> Service {
    over(Store::open(url).await.unwrap(), now, dice)
}

fn over(store: Store, now: &Arc<AtomicI64>, dice: &Arc<AtomicU64>) -> Service {
    let (now, dice) = (Arc::clone(now), Arc::clone(dice));
    let clock = Arc::new(move || Millis(now.load(Ordering::SeqCst)));
    let dice = Arc::new(move || {
        let mut seed = [0; 32];
        let mut state = dice.fetch_add(1, Ordering::SeqCst);
        for byte in &mut seed {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
        seed
    });
    Service::new(store, clock, dice)
}

fn url(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}", folder.path().join("jinlami.db").display())
}
