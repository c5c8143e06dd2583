//! Schedules on the calendar of a place, and the queue for quick matches.

use jinlami::contest::{Kind, Start};
use jinlami::id::{Millis, Place, PlayerId};
use jinlami::service::{
    AHEAD_LEAST, AHEAD_MAX, Error, EventError, NewSchedule, QUICK_MS, Quick, next_run, templates, turn,
};
use jinlami::store::ScheduleRow;
use jinlami::table::Stage;

use super::hall::format;
use crate::dice::Dice;
use crate::effort::cases;
use crate::rig::{ANNA, BEN, EVE, PLACE, Rig, hands};

fn at(text: &str) -> Millis {
    let moment: jiff::Timestamp = text.parse().unwrap();
    Millis(moment.as_millisecond())
}

fn runs(cron: &str, zone: &str, from: &str, count: usize) -> Vec<String> {
    let mut now = at(from);
    (0..count)
        .map(|_| {
            now = next_run(cron, zone, now).unwrap();
            jiff::Timestamp::from_millisecond(now.0).unwrap().to_string()
        })
        .collect()
}

/// C-106: a weekly event is at the same hour of the place's clock on both sides of each change.
#[test]
fn a_weekly_event_keeps_its_hour_over_clock_changes() {
    for (zone, from, expected) in [
        (
            "Europe/Berlin",
            "2026-03-21T00:00:00Z",
            ["2026-03-27T19:00:00Z", "2026-04-03T18:00:00Z"],
        ),
        (
            "Europe/Berlin",
            "2026-10-17T00:00:00Z",
            ["2026-10-23T18:00:00Z", "2026-10-30T19:00:00Z"],
        ),
        (
            "America/New_York",
            "2026-03-01T00:00:00Z",
            ["2026-03-07T01:00:00Z", "2026-03-14T00:00:00Z"],
        ),
        (
            "America/New_York",
            "2026-10-25T00:00:00Z",
            ["2026-10-31T00:00:00Z", "2026-11-07T01:00:00Z"],
        ),
        (
            "Asia/Shanghai",
            "2026-03-21T00:00:00Z",
            ["2026-03-27T12:00:00Z", "2026-04-03T12:00:00Z"],
        ),
    ] {
        let found = runs("0 20 * * 5", zone, from, 2);
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, expected, "{zone} {from}");
    }
    // An hour that the clock leaves out comes as much later; one that comes twice comes once.
    assert_eq!(
        runs("30 2 * * 0", "Europe/Berlin", "2026-03-28T12:00:00Z", 2),
        ["2026-03-29T01:30:00Z", "2026-04-05T00:30:00Z"]
    );
    assert_eq!(
        runs("30 2 * * 0", "Europe/Berlin", "2026-10-24T12:00:00Z", 2),
        ["2026-10-25T00:30:00Z", "2026-11-01T01:30:00Z"]
    );
}

/// C-107: daily, weekly and on the sixteenth, at midnight of the place, whatever zone the machine is in.
#[test]
fn midnight_is_the_places_midnight() {
    for (cron, expected) in [
        ("0 0 * * *", "2026-05-03T16:00:00Z"),
        ("0 0 * * 1", "2026-05-03T16:00:00Z"),
        ("0 0 16 * *", "2026-05-15T16:00:00Z"),
    ] {
        assert_eq!(
            runs(cron, "Asia/Shanghai", "2026-05-03T12:00:00Z", 1),
            [expected],
            "{cron}"
        );
    }
}

fn new(place: Place, by: jinlami::id::PlayerId, start: Start, cron: &str) -> NewSchedule {
    let mut format = format(Kind::Knockout { third_place: false });
    format.start = start;
    NewSchedule {
        place,
        by,
        template: "cup".to_owned(),
        format,
        cron: cron.to_owned(),
        zone: Some("europe/berlin".to_owned()),
        ahead: None,
    }
}

#[tokio::test]
async fn a_schedule_opens_its_events_once() {
    let rig = Rig::new().await;
    let anna = rig.player(ANNA).await;
    let refused = |cron: &str| rig.service.add_schedule(new(PLACE, anna, Start::AtTime, cron));
    assert!(matches!(refused("often").await, Err(EventError::Cron)));
    assert!(matches!(refused("0 0 30 2 *").await, Err(EventError::Cron)));
    assert!(matches!(refused("*/5 * * * *").await, Err(EventError::TooOften)));
    let row = rig
        .service
        .add_schedule(new(PLACE, anna, Start::AtTime, "0 20 * * *"))
        .await
        .unwrap();
    assert_eq!(
        (row.zone.as_str(), row.opens),
        ("Europe/Berlin", row.next.plus(-86_400_000))
    );
    // The next one lies within a day, so sign-up for it is opened at once.
    let ticks = (0..4).map(|_| rig.service.tick());
    futures::future::join_all(ticks).await;
    let open = rig.service.events(PLACE.venue, true).await.unwrap();
    assert_eq!(open.iter().map(|row| row.starts).collect::<Vec<_>>(), [Some(row.next)]);
    let rig = rig.restart().await;
    rig.service.tick().await;
    assert_eq!(rig.service.events(PLACE.venue, true).await.unwrap().len(), 1);
    // While the bot was down for a week, starts passed that nobody could sign up for; the next one is opened, once.
    rig.pass(7 * 86_400_000);
    let rig = rig.restart().await;
    rig.service.tick().await;
    let schedule = rig.service.schedules(PLACE.venue).await.unwrap().remove(0);
    let open = rig.service.events(PLACE.venue, false).await.unwrap();
    assert_eq!(open.len(), 2);
    assert!(open[0].starts.unwrap() > rig.service.now() && schedule.next > open[0].starts.unwrap());
    assert!(rig.service.remove_schedule(Some(anna), &schedule).await.unwrap());
    assert!(!rig.service.remove_schedule(Some(anna), &schedule).await.unwrap());
}

#[tokio::test]
async fn an_event_without_a_start_of_its_own_is_opened_late_or_left_out() {
    let rig = Rig::new().await;
    let anna = rig.player(ANNA).await;
    let row = rig
        .service
        .add_schedule(new(PLACE, anna, Start::ByHand, "0 20 * * 5"))
        .await
        .unwrap();
    assert_eq!(row.opens, row.next);
    rig.pass(row.next.0 - rig.service.now().0 + 3_600_000);
    let rig = rig.restart().await;
    rig.service.tick().await;
    assert_eq!(
        rig.service.events(PLACE.venue, true).await.unwrap().len(),
        1,
        "an hour late"
    );
    rig.pass(8 * 86_400_000);
    let rig = rig.restart().await;
    rig.service.tick().await;
    assert_eq!(
        rig.service.events(PLACE.venue, false).await.unwrap().len(),
        1,
        "a day late is too late"
    );
}

/// A schedule whose events lie closer to each other than they are opened ahead leaves none of them out.
#[tokio::test]
async fn a_schedule_that_opens_long_ahead_opens_every_date() {
    let rig = Rig::new().await;
    let anna = rig.player(ANNA).await;
    let mut weekly = new(PLACE, anna, Start::AtTime, "0 20 * * 5");
    weekly.ahead = Some(AHEAD_MAX);
    let row = rig.service.add_schedule(weekly).await.unwrap();
    rig.service.tick().await;
    let next = |after| next_run(&row.cron, &row.zone, after).unwrap();
    let expected = [Some(next(row.next)), Some(row.next)];
    let open = rig.service.events(PLACE.venue, true).await.unwrap();
    assert_eq!(open.iter().map(|row| row.starts).collect::<Vec<_>>(), expected);
    let schedule = rig.service.schedules(PLACE.venue).await.unwrap().remove(0);
    assert!(schedule.opens > rig.service.now());
    // Nobody could come to what begins as soon as it is opened.
    let mut close = new(PLACE, anna, Start::AtTime, "0 20 * * 6");
    close.ahead = Some(0);
    assert_eq!(rig.service.add_schedule(close).await.unwrap().ahead, AHEAD_LEAST);
}

/// C-106: whatever the zone, the calendar, how long ahead and when the bot is awake: every date that people could still come to when
/// the bot was awake is opened, and only once; what can't be come to is left out.
#[test]
fn every_date_that_can_be_come_to_is_opened_once() {
    const ZONES: [&str; 12] = [
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "America/St_Johns",
        "America/Santiago",
        "Asia/Shanghai",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Pacific/Chatham",
        "Africa/Casablanca",
        "Antarctica/Troll",
    ];
    const CRONS: [&str; 7] = [
        "0 20 * * *",
        "30 2 * * *",
        "0 20 * * 5",
        "15 1 * * 0",
        "0 0 16 * *",
        "0 */6 * * *",
        "30 23 31 * *",
    ];
    const HOUR: i64 = 3_600_000;
    for seed in 0..u64::from(cases(400)) {
        let mut dice = Dice::new(seed);
        let (zone, cron) = (ZONES[dice.below(ZONES.len())], CRONS[dice.below(CRONS.len())]);
        let timed = dice.below(4) > 0;
        let ahead = if timed {
            [5, 60, 1_440, 10_080, AHEAD_MAX][dice.below(5)]
        } else {
            0
        };
        let before = i64::from(ahead) * 60_000;
        let begun = at("2026-01-01T00:00:00Z").plus(i64::try_from(dice.below(365 * 24 * 60)).unwrap() * 60_000);
        let mut format = format(Kind::Swiss { rounds: Some(2) });
        format.start = if timed { Start::AtTime } else { Start::ByHand };
        let first = next_run(cron, zone, begun).unwrap();
        let mut row = ScheduleRow {
            id: 1,
            place: PLACE,
            by: PlayerId(1),
            template: String::new(),
            format,
            cron: cron.to_owned(),
            zone: zone.to_owned(),
            ahead,
            next: first,
            opens: first.plus(-before),
        };
        let (mut now, mut awake, mut opened) = (begun, Vec::new(), Vec::new());
        let asleep = [HOUR / 4, 6 * HOUR, 72 * HOUR, 400 * HOUR][dice.below(4)];
        for _ in 0..80 {
            awake.push(now);
            let mut turns = 0;
            while row.opens <= now {
                let done = turn(&row, now);
                opened.extend(done.open.map(|date| (date, now)));
                let (next, opens) = done.next.unwrap();
                assert!(next > row.next && opens == next.plus(-before));
                (row.next, row.opens) = (next, opens);
                turns += 1;
                assert!(turns < 100, "a schedule that never rests");
            }
            now = now.plus(1 + i64::try_from(dice.below(usize::try_from(asleep).unwrap())).unwrap());
        }
        let end = *awake.last().unwrap();
        let told = format!("{seed} {zone} {cron} {ahead} {timed}");
        let mut date = first;
        while date.plus(-before) <= end {
            let following = next_run(cron, zone, date).unwrap();
            // Until when it may be opened, the moment itself not included: what begins can't be come to any more, and of what
            // has no time of its own the next one takes the place.
            let late = if timed {
                date.plus(-(600_000.min(before / 2)) + 1)
            } else {
                date.plus(12 * HOUR).min(following)
            };
            let when: Vec<Millis> = opened
                .iter()
                .filter(|(open, _)| *open == date)
                .map(|(_, now)| *now)
                .collect();
            let could = awake
                .iter()
                .copied()
                .find(|now| date.plus(-before) <= *now && *now < late);
            assert_eq!(when, could.into_iter().collect::<Vec<_>>(), "{told}: {date:?}");
            date = following;
        }
        assert!(opened.iter().all(|(open, _)| *open >= first), "{told}");
    }
}

#[test]
fn the_templates_can_be_played_and_replaced() {
    let known = templates(None).unwrap();
    for name in [
        "friendly",
        "cup",
        "fixed",
        "target",
        "elimination",
        "league",
        "team",
        "masters",
    ] {
        assert!(known.contains_key(name), "{name}");
    }
    let own = templates(Some("[cup]\ntitle = \"Mine\"\nstages = [{ play = { swiss = {} } }]\n")).unwrap();
    assert_eq!((own["cup"].title.as_str(), own.len()), ("Mine", known.len()));
    let error = templates(Some("[x]\ntitle = \"\"\nstages = []\n"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("\"x\"") && error.contains("title"), "{error}");
}

/// C-011: a seat that was left lets the next one begin anew; two who wait become one match.
#[tokio::test]
async fn a_quick_match_comes_about_at_once() {
    let rig = Rig::new().await;
    let quick = |who| rig.service.quick(who, PLACE, hands(1), None);
    let Quick::Waiting { until } = quick(ANNA).await.unwrap() else {
        panic!("nobody waits yet")
    };
    assert_eq!(until, rig.service.now().plus(QUICK_MS));
    assert!(rig.service.quick_leave(ANNA).await.unwrap() && !rig.service.quick_leave(ANNA).await.unwrap());
    rig.pass(QUICK_MS / 2);
    let Quick::Waiting { until } = quick(BEN).await.unwrap() else {
        panic!("nobody waits any more")
    };
    assert_eq!(until, rig.service.now().plus(QUICK_MS), "a fresh timer");
    let other = rig.service.quick(EVE, PLACE, hands(2), None).await.unwrap();
    assert!(matches!(other, Quick::Waiting { .. }), "other rules are another match");
    rig.service.quick_leave(EVE).await.unwrap();
    let Quick::Found(found) = quick(ANNA).await.unwrap() else {
        panic!("Ben waits")
    };
    assert_eq!(found.table.stage(), Stage::Playing);
    assert_eq!(
        found.table.seat_of(rig.player(BEN).await),
        Some(jinlami::id::Seat::FIRST)
    );
    assert!(rig.service.quick_waits(BEN).await.unwrap().is_empty());
    // Whoever waits in vain waits no longer.
    assert!(matches!(quick(EVE).await.unwrap(), Quick::Waiting { .. }));
    rig.pass(QUICK_MS);
    rig.service.tick().await;
    assert!(rig.service.quick_waits(EVE).await.unwrap().is_empty());
    assert!(matches!(quick(BEN).await.unwrap(), Quick::Waiting { .. }));
    let both = futures::future::join(quick(ANNA), quick(EVE)).await;
    let found = [both.0, both.1]
        .into_iter()
        .filter(|done| matches!(done, Ok(Quick::Found(_))))
        .count();
    assert_eq!(found, 1, "one seat, one match");
    let update = rig.service.quick(BEN, PLACE, hands(3), Some(7)).await;
    assert!(matches!(update, Ok(Quick::Waiting { .. })));
    assert!(matches!(
        rig.service.quick(BEN, PLACE, hands(3), Some(7)).await,
        Err(Error::Duplicate)
    ));
}
