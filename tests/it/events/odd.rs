//! Rows and logs of events that can't be read: each stands for itself, and in nobody's way.

use jinlami::contest::{Kind, NoShow, Start, Status, Wish};
use jinlami::id::{EventId, PlayerId};
use jinlami::service::{Caller, Command, NewSchedule, reckon};
use jinlami::store::{Audit, Unread};

use super::hall::{Hall, format, person};
use crate::program::program;
use crate::rig::{ANNA, BEN, PLACE};

const MINUTE: i64 = 60_000;

fn swiss() -> jinlami::contest::Format {
    format(Kind::Swiss { rounds: Some(2) })
}

fn weekly(by: PlayerId) -> NewSchedule {
    let mut format = swiss();
    format.start = Start::ByHand;
    NewSchedule {
        place: PLACE,
        by,
        template: "cup".to_owned(),
        format,
        cron: "0 20 * * 5".to_owned(),
        zone: None,
        ahead: None,
    }
}

/// How many faults there were.
async fn faults(hall: &Hall) -> u64 {
    let page = hall.rig.service.metrics().await.unwrap();
    let line = page.lines().find_map(|line| line.strip_prefix("jinlami_faults_total "));
    line.unwrap().parse().unwrap()
}

/// Lets time pass until the next thing of the event is due, and ticks until it is done: a first try may break elsewhere.
async fn advance(hall: &Hall) {
    let dues = hall.contest().await.dues();
    let at = dues.iter().map(|due| due.at).min().expect("something is due");
    hall.rig.pass((at.0 - hall.now().0).max(0));
    for _ in 0..3 {
        if hall.rig.service.tick().await {
            return;
        }
    }
    panic!("something of what is due always fails");
}

/// More rows than are read at once can't be, and the events go on, and so do the other schedules; each is in the log once,
/// `doctor` names each, and `rebuild` takes away what falls due.
#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_stops_nothing_else() {
    let mut format = swiss();
    format.rounds.no_show = NoShow::Lose;
    let hall = Hall::begun(format, 2).await;
    let service = &hall.rig.service;
    let anna = hall.rig.player(ANNA).await;
    let lost = service.add_schedule(weekly(anna)).await.unwrap();
    let kept = service.add_schedule(weekly(anna)).await.unwrap();
    hall.change(&format!(
        "UPDATE schedules SET format = '{{', opens_at = 0 WHERE id = {}; \
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300) \
         INSERT INTO contest_due(event, kind, about, at) SELECT {}, 77, n, n FROM n",
        lost.id, hall.event.0
    ))
    .await;
    let before = faults(&hall).await;
    hall.tick().await;
    assert_eq!(faults(&hall).await, before + 301, "each is in the log");
    // Nobody comes to the first round.
    hall.next().await;
    hall.next().await;
    assert!(hall.contest().await.pairings()[0].score.is_some(), "the clock goes on");
    hall.rig.pass(kept.opens.0 - hall.now().0 + MINUTE);
    hall.tick().await;
    assert_eq!(
        service.events(PLACE.venue, false).await.unwrap().len(),
        2,
        "the other schedule has opened its event"
    );
    let known: Vec<i64> = service
        .schedules(PLACE.venue)
        .await
        .unwrap()
        .iter()
        .map(|row| row.id)
        .collect();
    assert_eq!(known, [kept.id]);
    assert_eq!(faults(&hall).await, before + 301, "and once only");

    let url = format!("sqlite://{}", hall.rig.path().display());
    let mut audit = Audit::look(&url).await.unwrap();
    assert_eq!(reckon(&mut audit).await.unwrap(), []);
    let unread = audit.unreadable().await.unwrap();
    let due = |about| Unread::Due {
        event: hall.event,
        kind: 77,
        about,
    };
    assert_eq!(unread.len(), 301);
    assert!(unread.contains(&due(1)) && unread.contains(&due(300)) && unread.contains(&Unread::Schedule(lost.id)));
    assert_eq!(audit.finish().await.unwrap(), []);
    let folder = tempfile::tempdir().unwrap();
    let run = |word: &str| {
        let mut program = program(folder.path());
        let output = program.arg(word).env("JINLAMI_DATABASE__URL", &url).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let schedule = format!("Events: schedule {} can't be read", lost.id);
    let (fine, said) = run("doctor");
    assert!(
        !fine && said.contains(&schedule) && said.contains("as kind 77 about 300"),
        "{said}"
    );
    service.store().close().await;
    let (fine, said) = run("rebuild");
    assert!(!fine && said.contains(&schedule), "{said}");
    hall.change(&format!("DELETE FROM schedules WHERE id = {}", lost.id))
        .await;
    let (fine, said) = run("doctor");
    assert!(fine, "{said}");
}

/// An event whose log can't be read, with more that falls due in it than is read at once, keeps no other from going on, is in
/// nobody's way in lists, and keeps nobody's data from being handed over or deleted.
#[tokio::test]
async fn an_event_that_cannot_be_read_is_in_nobodys_way() {
    let hall = Hall::begun(swiss(), 2).await;
    let service = &hall.rig.service;
    let opening = Command::OpenEvent {
        place: PLACE,
        format: swiss(),
        starts: None,
        inbox: None,
    };
    let other: EventId = service.handle_event(Caller::Person(BEN), opening).await.unwrap().event;
    for number in 0..2 {
        let sign_up = Command::Event {
            event: other,
            wish: Wish::SignUp,
            admin: false,
            at: Some(PLACE),
            brings: false,
            inbox: None,
        };
        service
            .handle_event(Caller::Person(person(number)), sign_up)
            .await
            .unwrap();
    }
    hall.change(&format!(
        "UPDATE facts SET body = '{{\"unknown\":1}}' WHERE event = {other} AND version = 2; \
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300) \
         INSERT INTO contest_due(event, kind, about, at) SELECT {other}, 3, n, n FROM n",
        other = other.0
    ))
    .await;
    advance(&hall).await;
    advance(&hall).await;
    assert!(hall.contest().await.pairings()[0].score.is_some(), "the clock goes on");
    let player = hall.rig.player(person(0)).await;
    let mine: Vec<EventId> = service
        .my_events(player)
        .await
        .unwrap()
        .iter()
        .map(|event| event.id())
        .collect();
    assert_eq!(mine, [hall.event]);
    assert_eq!(service.events(PLACE.venue, true).await.unwrap().len(), 2);
    assert!(service.readable_event(other).await.unwrap().is_none());
    let record = service.record(player).await.unwrap();
    let events = record["events"].as_array().unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!(
        events.iter().filter(|event| event["can_be_read"] == false).count(),
        1,
        "{record}"
    );
    let faults_before = faults(&hall).await;
    assert!(service.tick().await, "it is not tried again");
    assert_eq!(faults(&hall).await, faults_before);
    service.forget(person(0)).await.unwrap().unwrap();
    assert_eq!(service.store().player_of(person(0)).await.unwrap(), None);
    let open =
        "SELECT count(*) FROM entrants e JOIN players p ON p.id = e.player WHERE p.gone_at IS NOT NULL AND e.open = 1";
    assert_eq!(hall.number(open).await, 0);
    assert_ne!(hall.contest().await.status(), Status::Open);
}

/// What somebody has scheduled is handed over to them, and goes with them; what others have stays.
#[tokio::test]
async fn schedules_go_with_whose_they_are() {
    let hall = Hall::open(swiss(), None, 1).await;
    let service = &hall.rig.service;
    let (anna, ben) = (hall.rig.player(ANNA).await, hall.rig.player(BEN).await);
    let own = service.add_schedule(weekly(anna)).await.unwrap();
    let others = service.add_schedule(weekly(ben)).await.unwrap();
    let record = service.record(anna).await.unwrap();
    let told = record["schedules"].as_array().unwrap();
    assert_eq!(told.len(), 1, "{record}");
    assert_eq!(told[0]["schedule"], own.id.to_string());
    assert_eq!(
        (&told[0]["when"], &told[0]["time_zone"]),
        (&"0 20 * * 5".into(), &"UTC".into())
    );
    service.forget(ANNA).await.unwrap().unwrap();
    let left: Vec<i64> = service
        .schedules(PLACE.venue)
        .await
        .unwrap()
        .iter()
        .map(|row| row.id)
        .collect();
    assert_eq!(left, [others.id]);
    // Nothing is opened in a name that is gone.
    hall.rig.pass(own.opens.0 - hall.now().0 + MINUTE);
    hall.tick().await;
    let opened = service.events(PLACE.venue, false).await.unwrap();
    assert_eq!(opened.iter().filter(|row| row.id != hall.event).count(), 1);
}
