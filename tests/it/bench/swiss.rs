//! A Swiss of sixty-four at real tables, from the first sign-up to the last place.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use anyhow::{Context, bail, ensure};
use futures::StreamExt;
use jinlami::contest::{Format, Kind, PairingId, Stage, Status, Wish};
use jinlami::gin::{Mode, Preset};
use jinlami::id::{Account, EventId, Place, Platform, PlayerId, TableId, Venue};
use jinlami::service::{Caller, Command, EventOutcome, Service};
use jinlami::store::Tuning;
use jinlami::table::{Table, Terms, Wish as Move};

use super::sheet::{Sheet, ms};

const PEOPLE: i64 = 64;
const PLACE: Place = Place {
    venue: Venue {
        platform: Platform::Discord,
        chat: 640,
    },
    channel: 641,
};

fn person(number: i64) -> Account {
    Account {
        platform: Platform::Discord,
        user: 1_000_000 + number,
    }
}

/// What a round took.
struct Round {
    took: Duration,
    presses: usize,
    slowest: Duration,
}

/// Everybody signs up, six rounds are played by two who know how at thirty-two tables at once, and places are given.
///
/// # Errors
/// When it does not come to its end.
pub async fn swiss(sheet: &mut Sheet<'_>) -> anyhow::Result<()> {
    sheet.head("A Swiss of 64 at real tables, one hand a match");
    let folder = super::sheet::folder()?;
    let store = super::open(&folder, Tuning::default().batch).await?;
    let service = super::press::service(store);
    let mut people = BTreeMap::new();
    for number in 0..PEOPLE {
        let player = service.meet(person(number), &format!("Player {number}"), None).await?;
        people.insert(player, person(number));
    }
    let begun = Instant::now();
    let opened = service
        .handle_event(
            Caller::Person(person(0)),
            Command::OpenEvent {
                place: PLACE,
                format: format()?,
                starts: None,
                inbox: None,
            },
        )
        .await?;
    let event = opened.event;
    let mut slowest = Duration::ZERO;
    for account in people.values() {
        let (_, took) = ask(&service, event, *account, Wish::SignUp).await?;
        slowest = slowest.max(took);
    }
    sheet.note(
        "64 sign up",
        &format!("{}, the slowest {}", ms(begun.elapsed()), ms(slowest)),
    );
    let (_, took) = ask(&service, event, person(0), Wish::Start).await?;
    sheet.most_ms("the start, with the first round's pairs", took, 1_000.0);
    let mut number = 0;
    loop {
        let round = play_round(&service, event, &people).await?;
        number += 1;
        let rate = round.presses as f64 / round.took.as_secs_f64();
        sheet.note(
            &format!("round {number}"),
            &format!(
                "{}, {} presses, {rate:.0}/s, the slowest {}",
                ms(round.took),
                round.presses,
                ms(round.slowest)
            ),
        );
        let contest = service.event(event).await?;
        let (_, ran) = contest.stage().context("a stage")?;
        let next = Wish::Next {
            stage: ran.stage,
            round: ran.round + 1,
        };
        let (outcome, took) = ask(&service, event, person(0), next).await?;
        if outcome.contest.status() == Status::Finished {
            sheet.most_ms("the end, with all places", took, 1_000.0);
            break;
        }
        sheet.most_ms("  the next round's pairs", took, 1_000.0);
        ensure!(number < 20, "a Swiss that does not end");
    }
    let contest = service.event(event).await?;
    ensure!(contest.final_places().len() == 64, "not everybody has a place");
    sheet.note("the whole event", &ms(begun.elapsed()));
    service.store().close().await;
    Ok(())
}

async fn play_round(service: &Service, event: EventId, people: &BTreeMap<PlayerId, Account>) -> anyhow::Result<Round> {
    let begun = Instant::now();
    let contest = service.event(event).await?;
    let open: Vec<(PairingId, [PlayerId; 2])> = contest
        .pairings()
        .iter()
        .filter(|pairing| pairing.score.is_none())
        .map(|pairing| (pairing.id, pairing.players))
        .collect();
    let count = open.len();
    let mut played = futures::stream::iter(open)
        .map(|(pairing, players)| async move {
            let mut slowest = Duration::ZERO;
            for player in players {
                let (_, took) = ask(service, event, people[&player], Wish::Show(pairing)).await?;
                slowest = slowest.max(took);
            }
            let contest = service.event(event).await?;
            let table = contest.pairing(pairing).and_then(|pairing| pairing.table);
            let (presses, slow) = play(service, table.context("a table")?, people).await?;
            anyhow::Ok((presses, slowest.max(slow)))
        })
        .buffer_unordered(count.max(1));
    let (mut presses, mut slowest) = (0, Duration::ZERO);
    while let Some(done) = played.next().await {
        let (count, slow) = done?;
        presses += count;
        slowest = slowest.max(slow);
    }
    ensure!(service.tick().await, "something of what is due failed");
    Ok(Round {
        took: begun.elapsed(),
        presses,
        slowest,
    })
}

async fn play(
    service: &Service,
    id: TableId,
    people: &BTreeMap<PlayerId, Account>,
) -> anyhow::Result<(usize, Duration)> {
    let mut table: Table = service.table(id).await?;
    let (mut presses, mut slowest) = (0, Duration::ZERO);
    while let Some(seat) = table.to_move() {
        let player = table.seats()[seat.index()].player().context("a person")?;
        let view = table.view(Some(seat)).hand.context("a hand")?;
        let Some(action) = jinlami::robot::choose(&view) else {
            bail!("no move")
        };
        let begun = Instant::now();
        let command = Command::Wish {
            table: id,
            stamp: Some(table.stamp(seat)),
            wish: Move::Play(action),
            press: None,
        };
        table = service.handle(Caller::Person(people[&player]), command).await?.table;
        slowest = slowest.max(begun.elapsed());
        presses += 1;
    }
    Ok((presses, slowest))
}

async fn ask(service: &Service, event: EventId, who: Account, wish: Wish) -> anyhow::Result<(EventOutcome, Duration)> {
    let begun = Instant::now();
    let command = Command::Event {
        event,
        wish,
        admin: false,
        at: Some(PLACE),
        brings: false,
        inbox: None,
    };
    let outcome = service.handle_event(Caller::Person(who), command).await?;
    Ok((outcome, begun.elapsed()))
}

fn format() -> anyhow::Result<Format> {
    let mut known = jinlami::service::templates(None)?;
    let mut format = known.remove("friendly").context("a template")?;
    let terms = Terms {
        mode: Mode::Fixed { hands: 1 },
        ..Terms::of(Preset::Jinlami)
    };
    format.terms = serde_json::to_string(&terms)?;
    format.stages = vec![Stage::of(Kind::Swiss { rounds: None })];
    Ok(format)
}
