//! The real program, killed without warning in the middle of a match.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use jinlami::ui::token::{self, Act};

use crate::page::{SeatPage, Site, confirmation, next_press, tokens};
use crate::program::program;

/// The program, running.
struct Running {
    child: Child,
    site: Site,
    said: Vec<String>,
}

impl Running {
    fn start(folder: &Path) -> Running {
        let mut child = program(folder)
            .env("JINLAMI_WEB__LISTEN", "127.0.0.1:0")
            .env("JINLAMI_LOG__FILTER", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = Vec::new();
        let mut site = None;
        while let Some(Ok(line)) = lines.next() {
            if let Some((_, address)) = line.split_once("http://") {
                site = site.or(Some(Site::at(&format!("http://{address}"))));
            }
            said.push(line.clone());
            if line.contains("Ctrl-C") {
                break;
            }
        }
        Running {
            child,
            site: site.unwrap_or_else(|| panic!("no address: {said:?}")),
            said,
        }
    }

    /// SIGKILL: no farewell, no flush.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn stop(mut self) -> bool {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap().success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_goes_on_with_the_same_cards_and_the_old_buttons() {
    // C-020, C-022, C-025: SIGKILL after an acknowledged press, again and again.
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(folder.path());
    let said = running.said.join("\n");
    for file in ["data/jinlami.db", "data/jinlami.db-wal"] {
        let mode = std::os::unix::fs::PermissionsExt::mode(&folder.path().join(file).metadata().unwrap().permissions());
        assert_eq!(
            mode & 0o077,
            0,
            "{file} holds open hands: nobody but its owner may read it"
        );
    }
    assert!(
        said.contains("JINLAMI_DISCORD__TOKEN") && said.contains("JINLAMI_TELEGRAM__TOKEN"),
        "{said}"
    );
    let paths: Vec<String> = running
        .site
        .seats(&["Anna", "Ben"], 1)
        .await
        .into_iter()
        .map(|seat| seat.path)
        .collect();
    let seats = |running: &Running| {
        paths
            .clone()
            .into_iter()
            .map(|path| SeatPage {
                site: running.site.clone(),
                path,
            })
            .collect::<Vec<_>>()
    };
    let invited = &seats(&running)[1];
    let accept = next_press(&invited.tokens().await).unwrap();
    invited.press(&accept).await;
    let (mut kills, mut presses) = (0, 0);
    'match_: loop {
        let mut pressed = false;
        for seat in seats(&running) {
            let Some(token) = next_press(&seat.tokens().await) else {
                continue;
            };
            let answer = seat.press(&token).await;
            // Knocking asks once to confirm.
            if let Some(sure) = confirmation(&answer) {
                seat.press(&sure).await;
            }
            presses += 1;
            pressed = true;
            if presses % 4 == 0 && kills < 6 {
                let before = (seats(&running)[0].hand().await, seats(&running)[1].hand().await);
                // Old buttons: what is on the screen now is pressed after the restart.
                let screen = seat.tokens().await;
                running.kill();
                running = Running::start(folder.path());
                kills += 1;
                let after = (seats(&running)[0].hand().await, seats(&running)[1].hand().await);
                assert_eq!(after, before, "after kill {kills}");
                let seat = SeatPage {
                    site: running.site.clone(),
                    path: seat.path.clone(),
                };
                assert_eq!(seat.tokens().await, screen);
            }
            break;
        }
        if !pressed {
            break 'match_;
        }
        assert!(presses < 400, "the match does not end");
    }
    assert!(kills >= 5, "only {kills} kills in {presses} presses");
    // A match is counted right after it ended, not in the same moment.
    let mut text = String::new();
    for _ in 0..600 {
        let board = seats(&running)[0]
            .ask(serde_json::json!({ "leaders": { "by": null } }))
            .await;
        text = board.to_string();
        if text.contains("Anna") && text.contains("Ben") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    assert!(
        text.contains("Anna") && text.contains("Ben"),
        "the board shows the match: {text:.400}"
    );
    assert!(running.stop(), "SIGTERM ends it in order");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_program_on_the_same_file_stops_with_a_clear_sentence() {
    // C-059
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path());
    let second = program(folder.path())
        .env("JINLAMI_WEB__LISTEN", "127.0.0.1:0")
        .output()
        .unwrap();
    assert!(!second.status.success());
    let words = String::from_utf8_lossy(&second.stderr);
    assert!(words.contains("in use by another jinlami"), "{words}");
    drop(running);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_the_running_program_is_played_on_elsewhere() {
    // C-134: the documented commands, with the real program, in the middle of a hand.
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let running = Running::start(here.path());
    let seats = running.site.seats(&["Anna", "Ben"], 1).await;
    for _ in 0..6 {
        for seat in &seats {
            if let Some(token) = next_press(&seat.tokens().await) {
                seat.press(&token).await;
            }
        }
    }
    let jinlami = |folder: &Path, arguments: &[&str]| {
        let output = program(folder).args(arguments).output().unwrap();
        let words = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&words).into_owned())
    };
    let copy = there.path().join("copy.db").display().to_string();
    let (fine, words) = jinlami(here.path(), &["backup", &copy]);
    assert!(fine && words.contains("1 matches"), "{words}");
    let (fine, words) = jinlami(here.path(), &["backup", &copy]);
    assert!(!fine && words.contains("overwrites nothing"), "{words}");
    let (fine, words) = jinlami(here.path(), &["restore", &copy]);
    assert!(!fine && words.contains("in use by another jinlami"), "{words}");
    let (fine, words) = jinlami(there.path(), &["restore", &copy]);
    assert!(fine && words.contains("1 matches"), "{words}");

    let elsewhere = Running::start(there.path());
    for seat in &seats {
        let moved = SeatPage {
            site: elsewhere.site.clone(),
            path: seat.path.clone(),
        };
        assert_eq!(moved.hand().await, seat.hand().await);
        assert_eq!(moved.tokens().await, seat.tokens().await);
    }
}

#[test]
fn check_migrate_and_vectors_say_what_they_found() {
    let folder = tempfile::tempdir().unwrap();
    let started = |arguments: &[&str], token: &str, api_url: &str| {
        let output = program(folder.path())
            .env("JINLAMI_DISCORD__TOKEN", token)
            .env("JINLAMI_DISCORD__API_URL", api_url)
            .env("JINLAMI_WEB__LISTEN", "127.0.0.1:0")
            .args(arguments)
            .output()
            .unwrap();
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let jinlami = |arguments: &[&str]| started(arguments, "", "");
    let (fine, words) = jinlami(&["check"]);
    assert!(
        fine && words.contains("JINLAMI_DISCORD__TOKEN") && words.contains("JINLAMI_TELEGRAM__TOKEN"),
        "{words}"
    );
    let (fine, words) = started(&["check"], "secret-token", &refuses_every_token());
    assert!(
        !fine && words.contains("Discord is on, through http://127.0.0.1"),
        "{words}"
    );
    assert!(!words.contains("secret-token"), "{words}");
    let (fine, words) = jinlami(&["migrate"]);
    assert!(fine, "{words}");
    assert!(folder.path().join("data/jinlami.db").exists());
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/vectors");
    let file = |name: &str| vectors.join(name).display().to_string();
    let names = ["hands", "hands_drop", "knocks", "tedesco_hands", "tedesco_knocks"];
    let files = names.map(|name| file(&format!("{name}.jsonl")));
    let arguments: Vec<&str> = std::iter::once("vectors")
        .chain(files.iter().map(String::as_str))
        .collect();
    let (fine, words) = jinlami(&arguments);
    assert!(
        fine && words.contains("1240 rows") && words.contains(" 0 mismatches"),
        "{words}"
    );
    assert!(!words.contains("skipped"), "{words}");
    let wrong = folder.path().join("wrong.jsonl");
    let text = std::fs::read_to_string(file("hands.jsonl"))
        .unwrap()
        .replacen("\"deadwood\":76", "\"deadwood\":75", 1);
    std::fs::write(&wrong, text + "not json\n").unwrap();
    let (fine, words) = jinlami(&["vectors", &wrong.display().to_string()]);
    assert!(
        !fine
            && words.contains("wrong.jsonl:1:")
            && words.contains("wrong.jsonl:401:")
            && words.contains("2 mismatches"),
        "{words}"
    );
    let (fine, _) = jinlami(&["vectors", "missing.jsonl"]);
    assert!(!fine);
}

/// A server of our own that answers 401 to everything, until the test ends.
fn refuses_every_token() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let body = r#"{"message":"401: Unauthorized","code":0}"#;
            let answer = format!(
                "HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_started_in_the_same_second_deal_differently_and_tell_what_they_dealt() {
    // C-121: the same people, the same presses, the same second.
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let running = folders.each_ref().map(|folder| Running::start(folder.path()));
    let mut told = Vec::new();
    for (running, folder) in running.iter().zip(&folders) {
        let seat = running.site.seats(&["Anna"], 1).await.remove(0);
        let sealed = |text: String| {
            let (_, rest) = text.split_once("Deals sealed: ").expect("a seal");
            rest[..64].to_owned()
        };
        let hand = seat.hand().await;
        let public = seat.ask(serde_json::json!({ "table": null })).await.to_string();
        let commitment = sealed(public.clone());
        let code: String = {
            let (_, rest) = public.split_once("match ").expect("an id");
            rest.chars().take_while(char::is_ascii_alphanumeric).collect()
        };
        // Beside the running bot, whose hand is not over: not a card of it.
        let export = program(folder.path()).args(["export", &code]).output().unwrap();
        let text = String::from_utf8(export.stdout).unwrap();
        assert!(
            export.status.success() && text.contains(&format!("seal {commitment}")),
            "{text}"
        );
        assert!(!text.contains("pack") && text.ends_with("result running\n"), "{text}");
        // It is given up, so everything may be told.
        let ask = seat.ask(serde_json::json!({ "resign": null })).await;
        let sure = tokens(&ask["post"]).into_iter().find(|token| {
            let act = token::decode(token).map(|token| token.act);
            act == Some(Act::Resign)
        });
        seat.press(&sure.expect("one is asked once")).await;
        let export = program(folder.path())
            .args(["export", &code.to_lowercase()])
            .output()
            .unwrap();
        let text = String::from_utf8(export.stdout).unwrap();
        let file = folder.path().join("match.txt");
        std::fs::write(&file, &text).unwrap();
        for command in ["verify", "vectors"] {
            let checked = program(folder.path()).arg(command).arg(&file).output().unwrap();
            let said = String::from_utf8_lossy(&checked.stdout).into_owned();
            assert!(checked.status.success(), "{command}: {said}");
        }
        std::fs::write(&file, text.replacen("\nentropy 1 ", "\nentropy 1 1", 1)).unwrap();
        for command in ["verify", "vectors"] {
            let checked = program(folder.path()).arg(command).arg(&file).output().unwrap();
            assert!(!checked.status.success(), "{command} finds a forged deal");
        }
        let none = program(folder.path()).args(["export", "zz"]).output().unwrap();
        assert!(!none.status.success() && String::from_utf8_lossy(&none.stderr).contains("no match zz"));
        let pack = text.lines().find(|line| line.starts_with("pack ")).unwrap().to_owned();
        told.push((commitment, pack, hand));
    }
    assert_ne!(told[0].0, told[1].0);
    assert_ne!(told[0].1, told[1].1);
    assert_ne!(told[0].2, told[1].2);
}
