//! The program in an operator's hands: health, metrics, a second copy, a full disk, a file that can't be used.

use std::path::Path;
use std::process::{Child, Output, Stdio};

use jinlami::app::{App, clock, dice};
use jinlami::config::Config;
use jinlami::id::Platform;
use jinlami::service::{Caller, Command, Error, Service};
use jinlami::store::{Store, Tuning};
use jinlami::table::Invitee;
use tokio_util::sync::CancellationToken;

use crate::page::{Site, next_press};
use crate::program::program;
use crate::rig::{ANNA, BEN, PLACE, Rig, hands};

/// The program's page and its own address for health and metrics.
async fn open(folder: &Path) -> (App, Site, Site) {
    std::fs::create_dir_all(folder.join("config")).unwrap();
    let settings = format!(
        "[database]\nurl = \"sqlite://{}\"\n[web]\nlisten = \"127.0.0.1:0\"\n[limits]\nperson_per_minute = 0\nchat_per_minute = 0\n[metrics]\nlisten = \"127.0.0.1:0\"\n",
        folder.join("jinlami.db").display()
    );
    std::fs::write(folder.join("config/local.toml"), settings).unwrap();
    let config = Config::load(folder).unwrap();
    let app = App::start(&config, clock(), dice(), CancellationToken::new())
        .await
        .unwrap();
    let site = |address| Site::at(&format!("http://{address}"));
    let (page, signs) = (site(app.address().unwrap()), site(app.signs_address().unwrap()));
    (app, page, signs)
}

async fn text(site: &Site, path: &str) -> (u16, String) {
    let response = site.get(path).await;
    (response.status().as_u16(), response.text().await.unwrap())
}

/// The value of a sample, by its name and labels.
fn sample(page: &str, name: &str) -> f64 {
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
}

#[cfg(feature = "web")]
#[tokio::test(flavor = "multi_thread")]
async fn health_and_metrics_tell_how_it_goes_and_nothing_about_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let (app, page, signs) = open(folder.path()).await;
    let seats = page.seats(&["Quetzalcoatl", "Rumpelstiltskin"], 1).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[0].press(&accept).await;
    seats[1].press(&accept).await;
    for seat in &seats {
        if let Some(token) = next_press(&seat.tokens().await) {
            seat.press(&token).await;
        }
    }
    for site in [&page, &signs] {
        let (status, words) = text(site, "/healthz").await;
        assert_eq!(status, 200, "{words}");
        assert!(
            words.contains("ok database: takes writes") && words.contains("ok clock"),
            "{words}"
        );
        let (status, words) = text(site, "/metrics").await;
        assert_eq!(status, 200);
        assert!((sample(&words, "jinlami_open_tables") - 1.0).abs() < 0.1);
        assert!((sample(&words, "jinlami_database_writable") - 1.0).abs() < 0.1);
        let done = sample(&words, "jinlami_commands_total{caller=\"person\",outcome=\"done\"}");
        let refused = sample(&words, "jinlami_commands_total{caller=\"person\",outcome=\"refused\"}");
        assert!(done >= 2.0 && refused >= 1.0, "{words}");
        assert!(
            (sample(&words, "jinlami_command_seconds_count") - done - refused).abs() < 0.1,
            "{words}"
        );
        assert!((sample(&words, "jinlami_command_seconds_bucket{le=\"+Inf\"}") - done - refused).abs() < 0.1);
        assert!(sample(&words, "jinlami_command_seconds_sum") > 0.0);
        assert!(words.contains("jinlami_refusals_total{kind=\""), "{words}");
        assert!((sample(&words, "jinlami_queue_messages{platform=\"discord\"}")).abs() < 0.1);
        // Every line is one that Prometheus reads, each family told of once.
        let mut families = Vec::new();
        for line in words.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                families.push(help.split(' ').next().unwrap().to_owned());
                continue;
            }
            if line.starts_with("# TYPE ") {
                continue;
            }
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(value.parse::<f64>().is_ok(), "{line}");
            let name = name.split('{').next().unwrap();
            assert!(families.iter().any(|family| name.starts_with(family)), "{line}");
        }
        let told = families.len();
        families.sort();
        families.dedup();
        assert_eq!(families.len(), told);
        let secret = seats[0].path.rsplit('/').next().unwrap();
        for private in ["Quetzalcoatl", "Rumpelstiltskin", secret, "♠", "♥"] {
            assert!(!words.contains(private), "{private}");
        }
    }
    // The page lets nobody in under another name; the other address needs none.
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_falls_silent_or_a_queue_that_stands_is_told() {
    let rig = Rig::new().await;
    let health = async || rig.service.health().await;
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (service, stop) = (rig.service.clone(), stop.clone());
        async move { service.run(stop).await }
    });
    rig.service.awaits(Platform::Telegram, true);
    let waiting = async {
        while !health().await.fine {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(120), waiting)
        .await
        .unwrap();

    rig.pass(149_000);
    rig.service.heard(Platform::Telegram);
    rig.pass(149_000);
    let bad = |lines: &[String], what: &str| lines.iter().any(|line| line.starts_with("BAD") && line.contains(what));
    assert!(!bad(&health().await.lines, "telegram"));
    rig.pass(2_000);
    let told = health().await;
    assert!(!told.fine && bad(&told.lines, "telegram: heard 151 s ago"), "{told:?}");
    // Nothing is heard of one that is off, and its messages wait for its token.
    rig.service.heard(Platform::Discord);
    rig.begin(hands(1)).await;
    rig.pass(601_000);
    assert!(!bad(&health().await.lines, "discord"));
    rig.service.awaits(Platform::Discord, false);
    let told = health().await;
    assert!(bad(&told.lines, "messages wait"), "{told:?}");
    let page = rig.service.metrics().await.unwrap();
    assert!(
        sample(&page, "jinlami_queue_age_seconds{platform=\"discord\"}") > 600.0,
        "{page}"
    );
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_moves_in_a_clear_sentence_and_play_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jinlami.db");
    let url = format!("sqlite://{}", path.display());
    Store::migrate(&url).await.unwrap();
    let pages = u32::try_from(path.metadata().unwrap().len() / 4_096).unwrap();
    let tuning = |max_pages| Tuning {
        max_pages,
        ..Tuning::default()
    };
    let store = Store::open_with(&url, tuning(Some(pages + 60))).await.unwrap();
    let service = Service::new(store, clock(), dice());
    for (account, name) in [(ANNA, "Anna"), (BEN, "Ben")] {
        service.meet(account, name, None).await.unwrap();
    }
    let mut kept = Vec::new();
    let refused = loop {
        let challenge = Command::Challenge {
            place: PLACE,
            opponent: Invitee::Name("n".repeat(4_000)),
            terms: hands(1),
            inbox: None,
        };
        match service.handle(Caller::Person(ANNA), challenge).await {
            Ok(done) => kept.push((done.table.id(), done.table.version())),
            Err(error) => break error,
        }
        // The limit of open tables is no matter here.
        let (id, _) = *kept.last().unwrap();
        let withdraw = Command::Wish {
            table: id,
            stamp: None,
            wish: jinlami::table::Wish::Withdraw,
            press: None,
        };
        match service.handle(Caller::Person(ANNA), withdraw).await {
            Ok(done) => kept.last_mut().unwrap().1 = done.table.version(),
            Err(error) => break error,
        }
        assert!(kept.len() < 1_000, "the disk never fills");
    };
    assert!(matches!(refused, Error::NotStored { .. }), "{refused}");
    assert!(kept.len() > 5);
    for (id, version) in &kept {
        assert_eq!(
            service.table(*id).await.unwrap().version(),
            *version,
            "acknowledged is kept"
        );
    }
    let told = service.health().await;
    let line = told.lines.iter().find(|line| line.contains("database")).unwrap();
    assert!(!told.fine && line.contains("make room"), "{line}");
    assert!(sample(&service.metrics().await.unwrap(), "jinlami_database_writable").abs() < 0.1);
    service.store().close().await;

    // With room again the same file goes on.
    let service = Service::new(Store::open(&url).await.unwrap(), clock(), dice());
    for (id, version) in &kept {
        assert_eq!(service.table(*id).await.unwrap().version(), *version);
    }
    let challenge = Command::Challenge {
        place: PLACE,
        opponent: Invitee::Anyone,
        terms: hands(1),
        inbox: None,
    };
    service.handle(Caller::Person(ANNA), challenge).await.unwrap();
    assert!(service.health().await.lines[0].starts_with("ok database"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_another_program_holds_or_that_cannot_be_written_is_told() {
    use sqlx::{ConnectOptions, Executor};
    // Held by another program for longer than anybody waits: told, nothing half done, and on when it lets go.
    let rig = Rig::new().await;
    let table = rig.begin(hands(1)).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(rig.path());
    let mut other = options.connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let wish = jinlami::table::Wish::Resign;
    let refused = rig.wish(ANNA, &table, wish).await.map(drop).unwrap_err();
    assert!(matches!(refused, Error::NotStored { .. }), "{refused}");
    assert!(rig.service.health().await.lines[0].contains("another program holds the file"));
    other.execute("ROLLBACK").await.unwrap();
    assert_eq!(rig.service.table(table.id()).await.unwrap().version(), table.version());
    assert!(rig.wish(ANNA, &table, wish).await.unwrap().table.is_over());

    // Files and folders that can't be used at all.
    let folder = tempfile::tempdir().unwrap();
    let started = |url: String| {
        let mut command = program(folder.path());
        command.env("JINLAMI_WEB__LISTEN", "").env("JINLAMI_DATABASE__URL", url);
        words(&command.output().unwrap())
    };
    let nowhere = started("sqlite:///proc/nowhere/jinlami.db".to_owned());
    assert!(
        nowhere.contains("the folder /proc/nowhere can't be written"),
        "{nowhere}"
    );
    let torn = folder.path().join("torn.db");
    std::fs::write(&torn, [7; 8_192]).unwrap();
    let damaged = started(format!("sqlite://{}", torn.display()));
    assert!(
        damaged.contains("damaged") && damaged.contains("jinlami restore"),
        "{damaged}"
    );
    assert_eq!(std::fs::read(&torn).unwrap(), [7; 8_192], "and it is left as it is");
}

fn words(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&[output.stdout.as_slice(), output.stderr.as_slice()].concat()).into_owned()
}

#[cfg(feature = "telegram")]
mod twice {
    use super::*;
    use crate::fakes::telegram::{Failure, FakeTelegram};

    fn copy(folder: &Path, tg: &FakeTelegram) -> std::process::Command {
        let mut command = program(folder);
        command
            .env("JINLAMI_WEB__LISTEN", "")
            .env("JINLAMI_TELEGRAM__TOKEN", tg.token())
            .env("JINLAMI_TELEGRAM__API_URL", tg.url());
        command
    }

    async fn ended(mut command: std::process::Command) -> String {
        let done = tokio::task::spawn_blocking(move || command.output().unwrap());
        let output = tokio::time::timeout(std::time::Duration::from_secs(60), done).await;
        words(&output.expect("it ends by itself").unwrap())
    }

    struct Started(Child);

    impl Drop for Started {
        fn drop(&mut self) {
            drop(self.0.kill());
            drop(self.0.wait());
        }
    }

    /// C-059: with a database of its own, but the same token.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_second_copy_with_the_same_token_stops_with_a_clear_sentence() {
        let tg = FakeTelegram::start().await;
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let first = copy(one.path(), &tg)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let first = Started(first);
        tg.eventually("the first one polls", || tg.count("getUpdates") > 0)
            .await;
        let words = ended(copy(two.path(), &tg)).await;
        assert!(words.contains("runs with the same Telegram token"), "{words}");
        assert!(!words.contains(&tg.token()), "{words}");
        drop(first);
    }

    /// C-059: the other one is on another machine: only Telegram knows of it.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_that_telegram_says_is_the_second_one_stops_with_a_clear_sentence() {
        let tg = FakeTelegram::start().await;
        let said = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
        let _conflict = tg.fail_always(|call| call.method == "getUpdates", Failure::Refused(409, said));
        let folder = tempfile::tempdir().unwrap();
        let words = ended(copy(folder.path(), &tg)).await;
        assert!(
            words.contains("another running copy receives this Telegram bot's updates"),
            "{words}"
        );
    }
}

#[cfg(all(feature = "discord", feature = "telegram"))]
#[tokio::test(flavor = "multi_thread")]
async fn both_platforms_give_signs_of_life() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use jinlami::id::Millis;

    use crate::fakes::discord::FakeDiscord;
    use crate::fakes::telegram::FakeTelegram;

    let (fake, tg) = (FakeDiscord::start().await, FakeTelegram::start().await);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("config")).unwrap();
    let settings = format!(
        "[database]\nurl = \"sqlite://{}\"\n[limits]\nperson_per_minute = 0\nchat_per_minute = 0\n[web]\nlisten = \"\"\n[discord]\ntoken = \"{}\"\napi_url = \"{}\"\n\
         [telegram]\ntoken = \"{}\"\napi_url = \"{}\"\n",
        folder.path().join("both.db").display(),
        fake.token(),
        fake.url(),
        tg.token(),
        tg.url(),
    );
    std::fs::write(folder.path().join("config/local.toml"), settings).unwrap();
    let config = Config::load(folder.path()).unwrap();
    let now = Arc::new(AtomicI64::new(1_800_000_000_000));
    let clock: jinlami::service::Clock = {
        let now = Arc::clone(&now);
        Arc::new(move || Millis(now.load(Ordering::SeqCst)))
    };
    let app = App::start(&config, clock, dice(), CancellationToken::new())
        .await
        .unwrap();
    fake.connected().await;
    tg.eventually("it polls", || tg.count("getUpdates") > 0).await;

    now.fetch_add(200_000, Ordering::SeqCst);
    let silent = app.service().health().await;
    let bad = |lines: &[String], what: &str| lines.iter().any(|line| line.starts_with("BAD") && line.contains(what));
    assert!(bad(&silent.lines, "telegram: heard 200 s ago"), "{silent:?}");
    tg.user("Anna", Some("anna"), "en").start("").await;
    let alive = async {
        loop {
            let lines = app.service().health().await.lines;
            let heard = |name: &str| lines.iter().any(|line| line.starts_with("ok") && line.contains(name));
            if heard("discord: heard") && heard("telegram: heard") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), alive)
        .await
        .unwrap();
    app.stop().await;
}
