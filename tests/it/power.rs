//! Power cuts. A kill cannot tell whether the disk was asked to sync; this can: a child plays matches while everything it does
//! to its folder is recorded, and then the power fails at a hundred moments of that record. Each time only what was synced is
//! certainly there, and any torn part of the rest; the file opens, every press acknowledged before the cut is in it, and
//! nothing is half done. A disk that does not sync what it is told to shows that the model finds losses.

mod disk;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use disk::{Deed, Disk, What};
use jinlami::gin::Preset;
use jinlami::id::{Account, Millis, Platform, Seat, TableId};
use jinlami::service::{Caller, Command as Wanted, Service, reckon};
use jinlami::store::{Audit, Store};
use jinlami::table::{Event, Invitee, Table, Terms, Wish};

use crate::dice::Dice;
use crate::effort::cases;
use crate::rig::{PLACE, hands, sensible};

const HOME: &str = "JINLAMI_TEST_POWER_HOME";
const DATABASE: &str = "jinlami.db";
const ACKNOWLEDGED: &str = "acknowledged";
/// Pairs of people who play at the same time, so that presses share commits.
const PAIRS: i64 = 6;
/// Presses of each pair: enough for the log ahead of the file to be carried over into it several times.
const PRESSES: usize = 70;
const CUTS: u32 = 100;

/// The child: six pairs play, and each press is written down once it is acknowledged. Does nothing as an ordinary test.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test passes the folder in the environment"
)]
async fn child_that_is_recorded() {
    let Ok(home) = std::env::var(HOME) else { return };
    let home = PathBuf::from(home);
    let store = Store::open(&url(&home)).await.unwrap();
    let service = service(store, 0);
    let told = std::fs::File::options()
        .create(true)
        .append(true)
        .open(home.join(ACKNOWLEDGED))
        .unwrap();
    let told = Arc::new(Mutex::new(told));
    let pairs = (0..PAIRS).map(|pair| {
        let pair = Pair {
            service: service.clone(),
            told: Arc::clone(&told),
            accounts: [account(2 * pair), account(2 * pair + 1)],
        };
        tokio::spawn(async move { pair.plays().await })
    });
    for done in futures::future::join_all(pairs.collect::<Vec<_>>()).await {
        done.unwrap();
    }
    service.store().close().await;
}

struct Pair {
    service: Service,
    told: Arc<Mutex<std::fs::File>>,
    accounts: [Account; 2],
}

impl Pair {
    async fn plays(&self) {
        for account in self.accounts {
            self.service
                .meet(account, &format!("Guest {}", account.user), None)
                .await
                .unwrap();
        }
        let opponent = Invitee::Player(self.service.player(self.accounts[1]).await.unwrap());
        let terms = if self.accounts[0].user % 4 == 1 {
            hands(1)
        } else {
            Terms::of(Preset::Classic)
        };
        let challenge = Wanted::Challenge {
            place: PLACE,
            opponent,
            terms,
            inbox: Some(self.accounts[0].user),
        };
        let mut table = self.asks(Seat::FIRST, challenge).await;
        table = self.wishes(Seat::SECOND, &table, Wish::Accept).await;
        for press in 0..PRESSES {
            self.shows(&table).await;
            table = match table.to_move() {
                Some(_) if press % 40 == 39 => self.wishes(Seat::SECOND, &table, Wish::Resign).await,
                Some(seat) => self.wishes(seat, &table, Wish::Play(sensible(&table, seat))).await,
                None => self.again(&table).await,
            };
        }
    }

    /// The next match: asked for by one, and accepted by the other, which changes two logs in one write.
    async fn again(&self, table: &Table) -> Table {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let rematch = Wanted::Rematch {
                table: table.id(),
                press: Some(self.service.now().0),
            };
            self.asks(seat, rematch).await;
        }
        let facts = self.service.facts(table.id()).await.unwrap();
        let next = facts
            .iter()
            .find_map(|(_, event)| successor(event))
            .expect("both want one");
        let next = self.service.table(next).await.unwrap();
        self.tell(&next, 0);
        next
    }

    async fn wishes(&self, seat: Seat, table: &Table, wish: Wish) -> Table {
        let command = Wanted::Wish {
            table: table.id(),
            stamp: Some(table.stamp(seat)),
            wish,
            press: Some(self.service.now().0),
        };
        self.asks(seat, command).await
    }

    async fn asks(&self, seat: Seat, command: Wanted) -> Table {
        let caller = Caller::Person(self.accounts[seat.index()]);
        let outcome = self.service.handle(caller, command).await.unwrap();
        self.tell(&outcome.table, outcome.before.0);
        outcome.table
    }

    /// Acknowledged: the log had this length before, and has that now.
    fn tell(&self, table: &Table, before: i64) {
        let line = format!("{} {before} {}\n", table.id().0, table.version().0);
        // One write a line: what is told is told whole.
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write_all(line.as_bytes())
            .unwrap();
    }

    /// What delivery notes.
    async fn shows(&self, table: &Table) {
        for slot in self.service.store().slots_of(table.id()).await.unwrap() {
            if slot.message.is_none() {
                self.service.attempt(&slot).await.unwrap();
            }
            self.service
                .sent(&slot, slot.want, slot.message.or(Some(slot.id.0)))
                .await
                .unwrap();
        }
    }
}

/// Everything that a run left: its deeds, and how each log looked in the end.
struct Run {
    deeds: Vec<Deed>,
    logs: BTreeMap<TableId, Vec<(Millis, Event)>>,
    /// The lengths that each log had between two presses.
    whole: BTreeMap<TableId, BTreeSet<usize>>,
}

impl Run {
    async fn new() -> Run {
        let folder = tempfile::tempdir().unwrap();
        let folder_path = folder.path().canonicalize().unwrap();
        let (shim, record, home) = (
            folder_path.join("record.so"),
            folder_path.join("record"),
            folder_path.join("home"),
        );
        std::fs::create_dir(&home).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/power/record.c");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .args([&shim, &source])
            .status()
            .unwrap();
        assert!(built.success(), "the database needs a C compiler anyway");
        let done = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "power::child_that_is_recorded"])
            .env(HOME, &home)
            .env("LD_PRELOAD", &shim)
            .env("RECORD_OF", &home)
            .env("RECORD_TO", &record)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(done.success(), "the child played to its end");
        let deeds = disk::read(&std::fs::read(&record).unwrap());
        let mut whole: BTreeMap<TableId, BTreeSet<usize>> = BTreeMap::new();
        for (table, before, after) in deeds.iter().flat_map(acknowledged) {
            whole.entry(table).or_default().extend([before, after]);
        }
        let store = Store::open(&url(&home)).await.unwrap();
        let mut logs = BTreeMap::new();
        for table in whole.keys() {
            logs.insert(*table, store.load(*table).await.unwrap().unwrap());
        }
        store.close().await;
        Run { deeds, logs, whole }
    }

    /// Moments of the record: any, right after an acknowledgement, and in the middle of carrying the log over into the file.
    fn moments(&self, dice: &mut Dice, count: usize) -> Vec<usize> {
        let all = |wanted: &dyn Fn(&Deed) -> bool| -> Vec<usize> {
            (0..self.deeds.len())
                .filter(|at| wanted(&self.deeds[*at]))
                .map(|at| at + 1)
                .collect()
        };
        let kinds = [
            all(&|_| true),
            all(&|deed| deed.name == ACKNOWLEDGED),
            all(&|deed| deed.name == DATABASE && matches!(deed.what, What::Wrote { .. })),
        ];
        let mut moments: Vec<usize> = (0..count)
            .map(|cut| kinds[cut % 3][dice.below(kinds[cut % 3].len())])
            .collect();
        moments.sort_unstable();
        moments
    }

    /// Cuts the power at each of these moments; what was wrong afterwards, and how many presses had been acknowledged in all.
    async fn cut(&self, mut disk: Disk, moments: &[usize], dice: &mut Dice) -> (Vec<String>, usize) {
        let (mut done, mut wrong, mut presses) = (0, Vec::new(), 0);
        let mut kept: BTreeMap<TableId, usize> = BTreeMap::new();
        for &moment in moments {
            for deed in &self.deeds[done..moment] {
                disk.does(deed);
                for (table, _, after) in acknowledged(deed) {
                    kept.insert(table, after);
                }
            }
            done = moment;
            presses += kept.len();
            let folder = tempfile::tempdir().unwrap();
            disk.fails(folder.path(), &["-shm", ".lock", ACKNOWLEDGED], dice);
            if let Err(what) = self.examine(folder.path(), &kept).await {
                wrong.push(format!("after deed {moment} of {}: {what}", self.deeds.len()));
            }
        }
        (wrong, presses)
    }

    /// The file opens, holds what was acknowledged, and nothing in it is half done; and the game goes on.
    async fn examine(&self, folder: &Path, kept: &BTreeMap<TableId, usize>) -> Result<(), String> {
        let store = Store::open(&url(folder)).await.map_err(|error| error.to_string())?;
        let said = |error: &dyn std::fmt::Display| error.to_string();
        for (table, log) in &self.logs {
            let there = store
                .load(*table)
                .await
                .map_err(|error| said(&error))?
                .unwrap_or_default();
            let least = kept.get(table).copied().unwrap_or(0);
            if there.len() < least {
                return Err(format!(
                    "{} of {least} acknowledged facts of table {}",
                    there.len(),
                    table.0
                ));
            }
            if !log.starts_with(&there) || !(there.is_empty() || self.whole[table].contains(&there.len())) {
                return Err(format!("table {} has another log, or half a press", table.0));
            }
            for next in there.iter().filter_map(|(_, event)| successor(event)) {
                if store.load(next).await.map_err(|error| said(&error))?.is_none() {
                    return Err("a rematch was noted and not opened".to_owned());
                }
            }
        }
        let service = service(store, 1_000_000);
        service.wake().await.map_err(|error| said(&error))?;
        let guest = service
            .meet(account(999), "Zoe", None)
            .await
            .map_err(|error| said(&error))?;
        let challenge = Wanted::Challenge {
            place: PLACE,
            opponent: Invitee::Robot,
            terms: hands(1),
            inbox: None,
        };
        let table = service
            .handle(Caller::Person(account(999)), challenge)
            .await
            .map_err(|error| said(&error))?
            .table;
        if table.seat_of(guest).is_none() {
            return Err("nobody can play on".to_owned());
        }
        service.store().close().await;
        drop(service);
        let mut audit = Audit::look(&url(folder)).await.map_err(|error| said(&error))?;
        let faults = audit.faults().await.map_err(|error| said(&error))?;
        let unread = reckon(&mut audit).await.map_err(|error| said(&error))?;
        let differences = audit.finish().await.map_err(|error| said(&error))?;
        if faults.is_empty() && unread.is_empty() && differences.is_empty() {
            Ok(())
        } else {
            Err(format!("not sound: {faults:?} {unread:?} {differences:?}"))
        }
    }
}

/// The acknowledgements in one deed: table, length before, length after.
fn acknowledged(deed: &Deed) -> Vec<(TableId, usize, usize)> {
    let What::Wrote { bytes, .. } = &deed.what else {
        return Vec::new();
    };
    if deed.name != ACKNOWLEDGED {
        return Vec::new();
    }
    let numbers = |line: &str| {
        line.split(' ')
            .map(|number| number.parse::<i64>().unwrap())
            .collect::<Vec<_>>()
    };
    let length = |number| usize::try_from(number).unwrap();
    let lines = std::str::from_utf8(bytes).unwrap().lines().map(numbers);
    lines
        .map(|line| (TableId(line[0]), length(line[1]), length(line[2])))
        .collect()
}

fn successor(event: &Event) -> Option<TableId> {
    match event {
        Event::Rematched { table, .. } => Some(*table),
        _ => None,
    }
}

fn account(user: i64) -> Account {
    Account {
        platform: Platform::Discord,
        user: user + 1,
    }
}

fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join(DATABASE).display())
}

/// A service whose clock goes on by itself, as fast as it is looked at.
fn service(store: Store, later: i64) -> Service {
    let (now, dice) = (AtomicI64::new(1_800_000_000_000 + later), Mutex::new(Dice::new(7)));
    let clock = Arc::new(move || Millis(now.fetch_add(1, Ordering::SeqCst)));
    let dice = Arc::new(move || {
        let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = [0; 32];
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&dice.next().to_le_bytes());
        }
        bytes
    });
    Service::new(store, clock, dice)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn power_cuts_lose_nothing_acknowledged_and_leave_nothing_half_done() {
    // C-020: a reboot of the host, the hard way.
    let run = Run::new().await;
    let mut dice = Dice::new(2_026);
    let moments = run.moments(&mut dice, cases(CUTS) as usize);
    let (wrong, presses) = run.cut(Disk::default(), &moments, &mut dice).await;
    assert_eq!(wrong, Vec::<String>::new());
    assert!(
        moments.len() >= 100 && presses > 500,
        "{presses} acknowledged logs at {} cuts",
        moments.len()
    );

    // The model finds losses: a disk that ignores the syncs of the log ahead of the file (what synchronous=NORMAL leaves
    // out) loses acknowledged presses, and one that ignores those of the file itself breaks it.
    for ending in ["-wal", DATABASE] {
        let mut dice = Dice::new(2_027);
        let moments = run.moments(&mut dice, 30);
        let (wrong, _) = run.cut(Disk::deaf_to(ending), &moments, &mut dice).await;
        assert!(
            wrong.len() >= 3,
            "without syncs of {ending} only this is wrong: {wrong:?}"
        );
    }
}
