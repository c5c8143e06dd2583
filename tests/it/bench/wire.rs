//! The whole way of a press: from the platform's socket to the acknowledgement, and to the messages that it changes, on a
//! fake Discord. (Telegram lets a bot write 30 messages a second in all, so a rate like this one is Discord's alone.)

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use jinlami::id::{Account, Place, Platform, TableId, Venue};
use jinlami::store::Store;
use jinlami::ui::token::{self, Act};
use tokio::time::{Instant, sleep_until};

use super::press;
use super::sheet::{Run, Sheet, folder, ms};
use super::weight::host;
use crate::fakes::discord::{Button, Channel, FakeDiscord, Message, User};

/// How many matches are played.
const TABLES: usize = 400;
/// How many of them share a channel.
const A_CHANNEL: usize = 10;
/// Presses a second: a busy evening (ours), and the goal's.
const RATES: [u32; 2] = [50, 500];
const WARM: Duration = Duration::from_secs(3);
const MEASURED: Duration = Duration::from_secs(10);
/// How long the messages may take before and after.
const PATIENCE: Duration = Duration::from_secs(120);

/// A match, and where its people look.
struct Match {
    table: TableId,
    channel: Channel,
    people: [User; 2],
}

/// A press on its way.
struct Sent {
    at: Instant,
    table: TableId,
}

pub async fn presses(sheet: &mut Sheet<'_>, program: &Path) -> anyhow::Result<()> {
    sheet.head("A press on a fake Discord");
    for rate in RATES {
        presses_at(sheet, program, rate).await?;
    }
    Ok(())
}

async fn presses_at(sheet: &mut Sheet<'_>, program: &Path, rate: u32) -> anyhow::Result<()> {
    let discord = FakeDiscord::start().await;
    let folder = folder()?;
    let settings = vec![
        ("JINLAMI_DISCORD__TOKEN", discord.token()),
        ("JINLAMI_DISCORD__API_URL", discord.url()),
    ];
    let mut host = host(program, folder.path(), settings);
    let matches = prepare(&discord, &host.url()).await?;
    let bare = bare(rate).await?;
    host.start().await?;
    discord.connected().await;
    let mut pressed = HashSet::new();
    for game in &matches {
        let ready = async {
            while game.next(&pressed).is_none() || tables(&discord, game).is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await
            }
        };
        tokio::time::timeout(PATIENCE, ready)
            .await
            .context("the hands are not shown")?;
    }
    let shown_in: HashMap<TableId, u64> = matches
        .iter()
        .filter_map(|game| Some((game.table, tables(&discord, game)?)))
        .collect();
    discord.forget_history();

    let mut sent: HashMap<String, Sent> = HashMap::new();
    let mut queue: VecDeque<usize> = (0..matches.len()).collect();
    let (begun, gap) = (Instant::now(), Duration::from_secs(1) / rate);
    let before = (busy(host.pid()?)?, busy(std::process::id())?);
    let (mut tick, mut idle) = (0_u32, 0_u32);
    while begun.elapsed() < WARM + MEASURED {
        tick += 1;
        sleep_until(begun + gap * tick).await;
        let mut done = false;
        for _ in 0..queue.len().min(40) {
            let number = queue.pop_front().context("a match")?;
            queue.push_back(number);
            let game = &matches[number];
            let Some((seat, message, id, in_menu)) = game.next(&pressed) else {
                continue;
            };
            let person = &game.people[seat];
            pressed.insert((message.id, id.clone()));
            let press = if in_menu {
                person.select(&message, &id).await
            } else {
                person
                    .press_late(&message, |button: &Button| button.custom_id == id)
                    .await
            };
            let token = press.payload()["token"].as_str().context("a token")?.to_owned();
            sent.insert(
                token,
                Sent {
                    at: press.pressed_at(),
                    table: game.table,
                },
            );
            done = true;
            break;
        }
        idle += u32::from(!done);
    }
    let took = begun.elapsed();
    let spent = (busy(host.pid()?)? - before.0, busy(std::process::id())? - before.1);
    let from = begun + WARM;
    tokio::time::sleep(Duration::from_secs(3)).await;

    let (mut acknowledged, mut answered): (HashMap<&str, Instant>, HashMap<&str, Instant>) = Default::default();
    let mut edits: HashMap<u64, Vec<Instant>> = HashMap::new();
    let requests = discord.requests();
    for request in &requests {
        let parts: Vec<&str> = request.path.trim_matches('/').split('/').collect();
        match (request.method.as_str(), parts.as_slice()) {
            ("POST", ["interactions", _, token, "callback"]) => {
                acknowledged.entry(token).or_insert(request.at);
            }
            ("PATCH", ["webhooks", _, token, "messages", "@original"]) => {
                answered.entry(token).or_insert(request.at);
            }
            ("PATCH", ["channels", _, "messages", message]) => {
                edits
                    .entry(message.parse().unwrap_or_default())
                    .or_default()
                    .push(request.at);
            }
            _ => {}
        }
    }
    let measured: Vec<(&String, &Sent)> = sent.iter().filter(|(_, press)| press.at >= from).collect();
    let times = |found: &HashMap<&str, Instant>| {
        let times = measured
            .iter()
            .filter_map(|(token, press)| Some(found.get(token.as_str())?.duration_since(press.at)));
        Run::of(times.collect(), took.saturating_sub(WARM))
    };
    let (first, second) = (times(&acknowledged), times(&answered));
    // The public message shows the newest state only, so the first change after a press holds it.
    let public = measured.iter().filter_map(|(_, press)| {
        let edits = edits.get(shown_in.get(&press.table)?)?;
        Some(edits.iter().find(|at| **at >= press.at)?.duration_since(press.at))
    });
    let public = Run::of(public.collect(), took.saturating_sub(WARM));
    let lost = measured
        .iter()
        .filter(|(token, _)| !acknowledged.contains_key(token.as_str()))
        .count();
    let usage = host.usage()?;
    host.stop().await?;
    ensure!(
        lost == 0,
        "{lost} of {} presses were never acknowledged",
        measured.len()
    );
    let yardstick = format!(
        "p50 {}; bare store append p99 {}",
        ms(first.at(50.0)),
        ms(bare.at(99.0))
    );
    sheet.note(
        &format!("presses of {TABLES} matches that could be pressed, {rate} a second asked"),
        &format!("{:.0}/s; {idle} of {tick} ticks found nobody to move", first.rate()),
    );
    if first.rate() < f64::from(rate) * 0.9 {
        sheet.note(
            "  people wait for the program here: it is the bottleneck, or this machine is",
            "",
        );
    }
    sheet.most_ms_beside(
        &format!("{rate}/s: from the socket to acknowledged, p99"),
        first.at(99.0),
        20.0,
        &yardstick,
    );
    sheet.most_ms_beside(
        &format!("{rate}/s: from the socket to the pressed hand shown, p99"),
        second.at(99.0),
        50.0,
        &format!("p50 {}", ms(second.at(50.0))),
    );
    sheet.most_ms_beside(
        &format!("{rate}/s: from the socket to the public table shown, p99"),
        public.at(99.0),
        50.0,
        &format!("p50 {}", ms(public.at(50.0))),
    );
    let each = |busy: u64| busy as f64 / sent.len().max(1) as f64;
    sheet.note(
        "a processor's time a press",
        &format!(
            "{:.2} ms the program, {:.2} ms the fake and its people",
            each(spent.0),
            each(spent.1)
        ),
    );
    sheet.note("resident meanwhile", &format!("{} MiB", usage.resident >> 10));
    Ok(())
}

/// The file with every match dealt and every private chat open, as after a day of play.
async fn prepare(discord: &FakeDiscord, url: &str) -> anyhow::Result<Vec<Match>> {
    let service = press::service(Store::open(url).await?);
    let guild = discord.guild("Club");
    let (mut matches, mut channel) = (Vec::new(), None);
    for number in 0..TABLES {
        if number % A_CHANNEL == 0 {
            channel = Some(discord.channel(&guild, &format!("gin-{}", number / A_CHANNEL)));
        }
        let channel = channel.context("a channel")?;
        let people = [0, 1].map(|seat| discord.user(&format!("Guest {number}-{seat}"), "en-US"));
        let accounts = people.each_ref().map(|person| Account {
            platform: Platform::Discord,
            user: person.id.cast_signed(),
        });
        for (person, account) in people.iter().zip(accounts) {
            discord.join(&guild, person);
            service.meet(account, "Guest", None).await?;
            service.reachable(account, person.dm_channel().id.cast_signed()).await?;
        }
        let place = Place {
            venue: Venue {
                platform: Platform::Discord,
                chat: guild.id.cast_signed(),
            },
            channel: channel.id.cast_signed(),
        };
        let table = press::open(&service, accounts, place).await?.id();
        matches.push(Match { table, channel, people });
    }
    service.store().close().await;
    Ok(matches)
}

/// What the disk gives at this moment.
async fn bare(rate: u32) -> anyhow::Result<Run> {
    let folder = folder()?;
    let store = super::open(&folder, jinlami::store::Tuning::default().batch).await?;
    let run = press::steady_appends(&store, rate, Duration::from_secs(3)).await?;
    store.close().await;
    Ok(run)
}

/// The public message of a match, once it is there.
fn tables(discord: &FakeDiscord, game: &Match) -> Option<u64> {
    let messages = discord.messages(&game.channel);
    let of = |message: &&Message| offers(message).iter().any(|(token, ..)| token.table == game.table);
    messages.iter().find(of).map(|message| message.id)
}

impl Match {
    /// What somebody may press now and has not pressed yet: seat, message, button or line, and whether it is in a menu.
    fn next(&self, pressed: &HashSet<(u64, String)>) -> Option<(usize, Message, String, bool)> {
        self.people.iter().enumerate().find_map(|(seat, person)| {
            let hand = person.dms().pop()?;
            let weight = |act: Act| match act {
                Act::Stock => Some(0),
                Act::Discard(_) => Some(1),
                Act::Pass => Some(2),
                Act::Best => Some(3),
                _ => None,
            };
            let mut offers = offers(&hand);
            offers.retain(|(token, id, _)| {
                token.table == self.table && weight(token.act).is_some() && !pressed.contains(&(hand.id, id.clone()))
            });
            let (_, id, in_menu) = offers.into_iter().min_by_key(|(token, ..)| weight(token.act))?;
            Some((seat, hand, id, in_menu))
        })
    }
}

/// Everything that can be pressed on a message.
fn offers(message: &Message) -> Vec<(token::Token, String, bool)> {
    let buttons = message.buttons.iter().map(|button| (button.custom_id.clone(), false));
    let lines = message
        .selects
        .iter()
        .flat_map(|select| &select.choices)
        .map(|line| (line.value.clone(), true));
    buttons
        .chain(lines)
        .filter_map(|(id, menu)| Some((token::decode(&id)?, id, menu)))
        .collect()
}

/// A process's time on a processor, from its `stat` line (proc(5): fields 14 and 15, in hundredths of a second).
fn busy(pid: u32) -> anyhow::Result<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name before may hold spaces, but no second closing bracket follows it.
    let (_, after) = stat.rsplit_once(')').context("a name")?;
    let times = after.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    Ok(times.sum::<Result<u64, _>>()? * 10)
}
