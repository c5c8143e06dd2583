//! A hundred kills during play: at any moment, with presses in flight at several tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jinlami::cards::CardSet;
use jinlami::gin::{self, ViewPhase};
use jinlami::id::{Seat, TableId};
use jinlami::table::Event;
use jinlami::ui::token::{Act, Token, decode};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::page::{SeatPage, Site, next_press, tokens};
use crate::storm::chance::Chance;
use crate::storm::chronicle::{Archive, Chronicle, cards_in};
use crate::storm::host::Host;

const KILLS: usize = 100;
const TABLES: usize = 10;
/// At so many of them somebody plays between two kills; the others must stay as they are.
const BUSY: usize = 4;

/// How long is waited for such a moment at most.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many hands are looked at after each start.
const LOOKS: usize = 6;

/// When the program is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// At any time, also before anything was done.
    Any,
    /// Soon after a press was acknowledged.
    Acknowledged,
    /// While somebody answers a knock.
    LayOff,
    /// While the first upcard is offered.
    Upcard,
}

impl Moment {
    /// Whether a hand that offers this is at that moment.
    fn has_come(self, offered: &[String]) -> bool {
        let offers = |wanted: fn(Act) -> bool| {
            let acts = offered.iter().filter_map(|text| decode(text));
            acts.map(|token| token.act).any(wanted)
        };
        match self {
            Moment::Any | Moment::Acknowledged => false,
            Moment::LayOff => offers(|act| matches!(act, Act::Best | Act::Done | Act::LayNone)),
            Moment::Upcard => offers(|act| act == Act::Pass),
        }
    }
}

/// A press that its person was told is done.
#[derive(Clone, Debug)]
struct Done {
    seat: Seat,
    token: Token,
    /// What the answer showed.
    shown: CardSet,
}

/// One person at the page.
#[derive(Clone)]
struct Player {
    path: String,
    seat: Seat,
    table: TableId,
}

impl Player {
    /// Asks the program; `None` when it is dead.
    async fn ask(&self, client: &reqwest::Client, base: &str, what: &Value) -> Option<Value> {
        let request = client
            .post(format!("{base}{}/ask", self.path))
            .header("origin", base)
            .header("accept-language", "en")
            .json(what);
        let response = request.send().await.ok()?;
        assert_eq!(response.status(), 200, "{what}");
        response.json().await.ok()
    }

    /// The hand as it is shown now.
    async fn hand(&self, client: &reqwest::Client, base: &str) -> Option<Value> {
        Some(self.ask(client, base, &json!({ "hand": null })).await?["post"].take())
    }

    /// Presses on, as fast as it goes, until the program is dead; tells when the moment has come.
    async fn play(self, round: Round, mut chance: Chance, book: Arc<Mutex<Vec<Done>>>) {
        let Round {
            client,
            base,
            moment,
            come,
        } = round;
        loop {
            let Some(hand) = self.hand(&client, &base).await else {
                return;
            };
            let offered = if hand.is_object() { tokens(&hand) } else { Vec::new() };
            let Some(text) = next_press(&offered) else {
                tokio::time::sleep(chance.millis(1, 10)).await;
                continue;
            };
            if moment.has_come(&offered) {
                come.notify_one();
            }
            let Some(token) = decode(&text) else { continue };
            let Some(answer) = self.ask(&client, &base, &json!({ "press": text })).await else {
                return;
            };
            if answer["toast"].is_null() && answer["post"].is_object() {
                let shown = cards_of(&answer["post"]);
                book.lock().unwrap().push(Done {
                    seat: self.seat,
                    token,
                    shown,
                });
                if moment == Moment::Acknowledged {
                    come.notify_one();
                }
                // A knock asks once more.
                let sure = tokens(&answer["post"])
                    .into_iter()
                    .find(|text| matches!(decode(text).map(|token| token.act), Some(Act::Knock(_))));
                if let (Act::AskKnock(_), Some(text)) = (token.act, sure) {
                    let Some(token) = decode(&text) else { continue };
                    let Some(answer) = self.ask(&client, &base, &json!({ "press": text })).await else {
                        return;
                    };
                    if answer["toast"].is_null() && answer["post"].is_object() {
                        let shown = cards_of(&answer["post"]);
                        book.lock().unwrap().push(Done {
                            seat: self.seat,
                            token,
                            shown,
                        });
                    }
                }
            }
        }
    }
}

/// The time between a start and the next kill.
#[derive(Clone)]
struct Round {
    client: reqwest::Client,
    base: String,
    moment: Moment,
    come: Arc<Notify>,
}

/// The cards that a post names.
fn cards_of(post: &Value) -> CardSet {
    post.to_string()
        .split("\\n")
        .fold(CardSet::EMPTY, |cards, line| cards | cards_in(line))
}

/// Whether the log says that this seat did this at this decision point.
fn did(chronicle: &Chronicle, done: &Done) -> bool {
    let points = chronicle
        .moments
        .iter()
        .zip(chronicle.log.iter().skip(chronicle.first + 1));
    let mut here = points
        .filter(|(moment, _)| moment.stamps[done.seat.index()] == done.token.stamp)
        .filter_map(|(_, (_, event))| match event {
            Event::Played { seat, fact, .. } if *seat == done.seat => Some(fact),
            _ => None,
        });
    here.any(|fact| match (done.token.act, fact) {
        (Act::Stock, gin::Event::DrewStock { .. }) | (Act::Pass, gin::Event::Passed { .. }) => true,
        (Act::Discard(card), gin::Event::Discarded { card: thrown, .. }) => card == *thrown,
        (Act::Knock(card), gin::Event::Knocked(knocked)) => knocked.discard == card,
        // Laying off ends in a score, with as many cards placed as fit.
        (Act::Best | Act::Done, gin::Event::Placed { .. } | gin::Event::Scored(_)) => true,
        _ => false,
    })
}

/// What a kill may leave behind: every acknowledged press, and the hands that were shown with it.
fn check(archive: &Archive, book: &[(TableId, Done)]) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    for (table, done) in book {
        let chronicle = &archive.tables[table];
        let kind = match done.token.act {
            Act::Stock | Act::Take(_) => "draw",
            Act::Pass => "pass",
            Act::Discard(_) => "discard",
            Act::Knock(_) => "knock",
            Act::Best | Act::Done => "lay off",
            _ => continue,
        };
        kinds.insert(kind);
        assert!(did(chronicle, done), "an acknowledged press is missing: {done:?}");
        // The hand that the answer showed was held: nothing shown was taken back.
        let held = chronicle
            .moments
            .iter()
            .any(|moment| done.shown.contains_all(moment.own[done.seat.index()]));
        assert!(held, "a hand was shown that nobody held: {done:?}");
    }
    kinds
}

/// Where a table stands, for the count of what was hit.
fn phase(chronicle: &Chronicle) -> &'static str {
    match chronicle.table.view(None).hand.map(|view| view.phase) {
        Some(ViewPhase::Upcard) => "upcard",
        Some(ViewPhase::Draw) => "draw",
        Some(ViewPhase::Discard { .. }) => "discard",
        Some(ViewPhase::LayOff) => "lay off",
        Some(ViewPhase::Last) => "last",
        Some(ViewPhase::Over) | None => "over",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_kills_lose_nothing_acknowledged_and_leave_nothing_half_done() {
    // C-020, C-022: SIGKILL at random moments, in every phase of a hand, presses in flight.
    let mut chance = Chance::new(20_26);
    let folder = tempfile::tempdir().unwrap();
    let settings = vec![
        ("JINLAMI_WEB__LISTEN", "127.0.0.1:0".to_owned()),
        ("JINLAMI_LOG__FILTER", "error".to_owned()),
        // Nobody presses as fast as this test does.
        ("JINLAMI_LIMITS__PERSON_PER_MINUTE", "0".to_owned()),
    ];
    let mut host = Host::new(Path::new(env!("CARGO_BIN_EXE_jinlami")), folder.path(), settings);
    host.start().await.unwrap();
    let players = sit_down(&host).await;

    let client = reqwest::Client::new();
    let (mut acknowledged, mut kinds, mut phases) = (0, BTreeSet::new(), BTreeSet::new());
    let mut before: BTreeMap<String, (usize, Value)> = BTreeMap::new();
    let (mut same, mut quiet, mut hit) = (0, 0, 0);
    for kill in 0..KILLS {
        if kill > 0 {
            host.start().await.unwrap();
        }
        let base = host.page().unwrap();
        let lengths = Archive::lengths(&host.url()).await.unwrap();
        // The same hands after the restart, wherever nothing happened in between.
        for _ in 0..LOOKS {
            let player = chance.one(&players);
            let version = lengths[&player.table];
            let hand = player.hand(&client, &base).await.unwrap();
            if let Some((then, shown)) = before.insert(player.path.clone(), (version, hand.clone()))
                && then == version
            {
                assert_eq!(hand, shown, "kill {kill} changed a hand");
                same += 1;
            }
        }
        let moment = match kill % 10 {
            0 => Moment::LayOff,
            1 => Moment::Upcard,
            2 => Moment::Any,
            _ => Moment::Acknowledged,
        };
        let round = Round {
            client: client.clone(),
            base,
            moment,
            come: Arc::default(),
        };
        let first = chance.below(TABLES);
        let busy: Vec<&Player> = (0..BUSY)
            .flat_map(|table| &players[2 * ((first + table) % TABLES)..][..2])
            .collect();
        let books: Vec<Arc<Mutex<Vec<Done>>>> = busy.iter().map(|_| Arc::default()).collect();
        let playing: Vec<_> = busy
            .iter()
            .zip(&books)
            .map(|(player, book)| {
                let player = Player::clone(player);
                tokio::spawn(player.play(round.clone(), chance.branch(), Arc::clone(book)))
            })
            .collect();
        if moment == Moment::Any {
            tokio::time::sleep(chance.millis(0, 160)).await;
        } else {
            let soon = tokio::time::timeout(PATIENCE, round.come.notified()).await;
            hit += usize::from(soon.is_ok());
            // In the middle of that very press or of the next one, or between two.
            tokio::time::sleep(chance.millis(0, 12)).await;
        }
        host.kill().await.unwrap();
        for player in playing {
            tokio::time::timeout(Duration::from_secs(120), player)
                .await
                .expect("a dead program answers nobody")
                .unwrap();
        }
        let archive = Archive::read_since(&host.url(), &lengths).await.unwrap();
        let book: Vec<(TableId, Done)> = busy
            .iter()
            .zip(&books)
            .flat_map(|(player, book)| {
                book.lock()
                    .unwrap()
                    .clone()
                    .into_iter()
                    .map(|done| (player.table, done))
            })
            .collect();
        acknowledged += book.len();
        quiet += usize::from(book.is_empty());
        kinds.extend(check(&archive, &book));
        phases.extend(archive.tables.values().map(phase));
        if kill % 20 == 19 {
            let (sound, words) = host.run(&["doctor"]).await.unwrap();
            assert!(sound, "after kill {kill}: {words}");
        }
    }
    assert!(
        acknowledged > KILLS && quiet < KILLS / 3,
        "only {acknowledged} presses in {KILLS} kills, none in {quiet}"
    );
    assert!(same >= 20, "only {same} hands could be compared");
    for phase in ["upcard", "draw", "discard", "lay off"] {
        assert!(
            phases.contains(phase),
            "no kill in {phase}: {phases:?}, {hit} moments hit"
        );
    }
    for kind in ["draw", "pass", "discard", "knock", "lay off"] {
        assert!(kinds.contains(kind), "no acknowledged {kind}: {kinds:?}");
    }
    // What came out can still be exported, and stands up to the rules.
    for table in players
        .iter()
        .map(|player| player.table.code())
        .collect::<BTreeSet<_>>()
    {
        let (fine, text) = host.run(&["export", &table]).await.unwrap();
        assert!(fine, "{text}");
        std::fs::write(folder.path().join("match.txt"), &text).unwrap();
        let (fine, words) = host.run(&["vectors", "match.txt"]).await.unwrap();
        assert!(fine, "{words}");
    }
}

/// Tables of two, in long matches that all have begun.
async fn sit_down(host: &Host) -> Vec<Player> {
    let site = Site::at(&host.page().unwrap());
    let mut players = Vec::new();
    for table in 0..TABLES {
        let names = [format!("Anna {table}"), format!("Ben {table}")];
        // In the first the dealer begins with eleven cards, in the others an upcard is offered.
        let rules = ["jinlami", "classic", "oklahoma"][table % 3];
        let body = json!({ "names": names, "computer": false, "rules": rules, "mode": "fixed", "hands": 60 });
        let answer: Value = site.post("/new", &body).await.json().await.unwrap();
        let seats = answer["seats"].as_array().unwrap().iter().map(|path| SeatPage {
            site: site.clone(),
            path: path.as_str().unwrap().to_owned(),
        });
        let seats: Vec<SeatPage> = seats.collect();
        let invited = seats[1].tokens().await;
        let accept = next_press(&invited).expect("a challenge");
        seats[1].press(&accept).await;
        let table = decode(&accept).unwrap().table;
        for (seat, page) in Seat::BOTH.into_iter().zip(seats) {
            players.push(Player {
                path: page.path,
                seat,
                table,
            });
        }
    }
    players
}
