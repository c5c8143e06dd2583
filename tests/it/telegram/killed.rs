//! The real program, killed without warning: no farewell, no flush.

use std::path::Path;
use std::process::{Child, Stdio};

use jinlami::id::{Place as Where, Venue};
use jinlami::service::Of;

use super::*;
use crate::program::program;

struct Program(Child);

impl Program {
    fn start(tg: &FakeTelegram, folder: &Path) -> Program {
        let child = program(folder)
            .env("JINLAMI_TELEGRAM__TOKEN", tg.token())
            .env("JINLAMI_TELEGRAM__API_URL", tg.url())
            .env("JINLAMI_WEB__LISTEN", "")
            .env("JINLAMI_LOG__FILTER", "error")
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        Program(child)
    }

    fn kill(mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is gone");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Ten commands wait while the program is killed again and again: each is obeyed once. An update is confirmed only when
/// it is stored, and what was stored is known when the update comes again.
#[tokio::test(flavor = "multi_thread")]
async fn ten_waiting_commands_survive_being_killed() {
    let tg = FakeTelegram::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut clubs = Vec::new();
    for number in 0..10 {
        let person = tg.user(&format!("Person {number}"), None, "en");
        let group = tg.supergroup(&format!("Club {number}"));
        tg.join(&group, &person);
        person.says(&group, "/challenge");
        clubs.push(group);
    }
    let posted = || clubs.iter().filter(|group| !tg.posts(*group).is_empty()).count();
    let mut kills = 0;
    while tg.pending() > 0 || posted() < clubs.len() {
        let (asked, before) = (tg.count("getUpdates"), posted());
        let program = Program::start(&tg, folder.path());
        tg.eventually("it does something", || {
            if kills < 4 {
                tg.count("getUpdates") > asked || posted() > before
            } else {
                posted() == clubs.len() && tg.pending() == 0
            }
        })
        .await;
        program.kill();
        kills += 1;
    }
    let url = format!("sqlite://{}", folder.path().join("data/jinlami.db").display());
    let store = Store::open(&url).await.expect("the same store");
    let service = Service::new(store, Arc::new(now), Arc::new(dice()));
    for group in &clubs {
        let venue = Venue {
            platform: Platform::Telegram,
            chat: group.id(),
        };
        let tables = service
            .tables(Of::Place(Where { venue, channel: 0 }))
            .await
            .expect("a store that answers");
        assert_eq!(tables.len(), 1, "one command, one table; killed {kills} times");
    }
    tg.assert_clean();
}

/// C-020, C-022: killed after answered presses; the same cards, the same turn, and the old buttons work.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_being_killed() {
    let tg = FakeTelegram::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let (anna, ben) = (tg.user("Anna", Some("anna"), "en"), tg.user("Ben", Some("ben"), "en"));
    let group = tg.supergroup("Card club");
    let people = [&anna, &ben];
    for person in people {
        tg.join(&group, person);
        person.start("").await;
    }
    let mut program = Program::start(&tg, folder.path());
    anna.mentions(&group, "/challenge {} classic 1 hand", &ben);
    let table = tg.post(&group, |post| has(post, "Accept")).await;
    ben.press(&table, |label| label == "Accept").await;
    let mut pressed = [String::new(), String::new()];
    for turn in 0..10 {
        let (index, message, button) = tg
            .eventually("somebody can play", || {
                people.iter().enumerate().find_map(|(index, person)| {
                    let (message, button) = next_press(&tg, person)?;
                    (button.data.as_ref() != Some(&pressed[index])).then_some((index, message, button))
                })
            })
            .await;
        pressed[index] = button.data.clone().unwrap_or_default();
        let held = message.words();
        people[index].tap_stale(&message, &button).answered().await;
        if turn % 3 == 2 {
            program.kill();
            // Pressed again while nobody is there: told, or known to be done.
            let again = people[index].tap_stale(&message, &button);
            program = Program::start(&tg, folder.path());
            again.answered().await;
            tg.eventually("the press counted once", || message.words() != held)
                .await;
        }
        if table.words().contains("wins the match") {
            break;
        }
    }
    let tables = tg.posts(&group).into_iter().filter(|post| has(post, "My hand")).count();
    assert!(tables <= 1, "{:?}", tg.posts(&group));
    program.kill();
    tg.assert_clean();
}
