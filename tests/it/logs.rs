//! What the program writes to its log at the usual level: enough to find a fault, and nobody's account.

use std::process::Stdio;

use crate::fakes::telegram::FakeTelegram;
use crate::program::program;

/// Private chats that are closed, a match, commands and presses: no number of a person is in the log, and no colour where it is
/// read from a file.
#[tokio::test(flavor = "multi_thread")]
async fn no_account_is_named_and_nothing_is_coloured() {
    let tg = FakeTelegram::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut running = program(folder.path())
        .env("JINLAMI_WEB__LISTEN", "")
        .env("JINLAMI_TELEGRAM__TOKEN", tg.token())
        .env("JINLAMI_TELEGRAM__API_URL", tg.url())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let [anna, ben] = ["Anna", "Ben"].map(|name| tg.user(name, Some(&name.to_lowercase()), "en"));
    let group = tg.supergroup("Club");
    for person in [&anna, &ben] {
        tg.join(&group, person);
        person.start("").await;
    }
    anna.mentions(&group, "/challenge {} 2 hands", &ben);
    let table = tg
        .post(&group, |post| {
            post.buttons().iter().any(|button| button.label == "Accept")
        })
        .await;
    ben.press(&table, |label| label == "Accept").await;
    tg.post(&anna, |post| post.words().contains("Your hand against")).await;
    anna.blocks();
    ben.blocks();
    for (person, words) in [(&anna, "/privacy export"), (&ben, "/games")] {
        person.says(&group, words);
    }
    tg.eventually("both are shown the way", || {
        let posts = tg.posts(&group);
        let ways = posts
            .iter()
            .filter(|post| post.words().contains("Open our private chat"));
        ways.count() == 2
    })
    .await;
    let pid = running.id().to_string();
    let stopped = std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .unwrap();
    assert!(stopped.success());
    let output = tokio::task::spawn_blocking(move || {
        let mut log = String::new();
        std::io::Read::read_to_string(&mut running.stderr.take().unwrap(), &mut log).unwrap();
        running.wait().unwrap();
        log
    });
    let log = output.await.unwrap();
    assert!(log.contains("an answer was not delivered"), "{log}");
    for person in [&anna, &ben] {
        assert!(!names(&log, person.id()), "{log}");
    }
    assert!(!log.contains('\u{1b}'), "{log:?}");
}

/// Whether this very number stands somewhere in the text.
fn names(log: &str, number: i64) -> bool {
    let number = number.to_string();
    log.split(|letter: char| !letter.is_ascii_digit())
        .any(|digits| digits == number)
}
