//! What must hold when the storm is over.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jinlami::cards::{Card, CardSet};
use jinlami::id::{Account, Millis, Platform, Stamp};
use jinlami::table::Event;
use jinlami::ui::token::{Act, Token, decode};
use tokio::time::Instant;

use super::chronicle::{Archive, Chronicle, cards_in};
use super::pair::Book;
use super::people::{Fate, Pressed};
use super::town::Town;
use crate::fakes::glimpse::Glimpse;

/// What was found.
#[derive(Debug, Default)]
pub struct Verdict {
    pub faults: Vec<String>,
    pub counts: BTreeMap<&'static str, usize>,
}

/// How many faults of a kind are told.
const TOLD: usize = 5;
/// The kinds of messages of a table (`store::SlotKind`).
const TABLE: i64 = 1;
/// A message that is tried again only so much later waits for a chat that can't be written to: 20 s, in milliseconds; the
/// service's own waits for one are 10 minutes and more.
const PARKED: i64 = 20_000;

const DISCORD: i64 = 1;
/// What Telegram takes (its FAQ): a group 20 in a minute; a private chat one a second, with a short run allowed. A request that
/// hangs arrives later than it was meant to.
const GROUP: (usize, Duration) = (20, Duration::from_secs(55));
const PRIVATE: (usize, Duration) = (16, Duration::from_secs(10));

/// What is known of the run besides what the fakes and the file tell.
pub struct Run<'a> {
    pub town: &'a Town,
    pub book: &'a Book,
    /// When the program was killed.
    pub kills: &'a [Instant],
    /// The same moment on both clocks.
    pub anchor: (Instant, Millis),
    /// When it was over.
    pub end: Millis,
}

impl Verdict {
    /// Looks at everything that is left of a run.
    pub fn judge(&mut self, run: &Run<'_>, archive: &Archive) {
        self.matches(archive);
        self.presses(run, archive);
        self.eyes(run, archive);
        self.shown(run, archive);
        self.floods(run);
        self.interfaces(run);
    }

    /// A fault, told as long as there are few of its kind.
    pub fn fault(&mut self, kind: &'static str, what: impl FnOnce() -> String) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        if *count <= TOLD {
            self.faults.push(format!("{kind}: {}", what()));
        }
    }

    fn count(&mut self, what: &'static str, more: usize) {
        *self.counts.entry(what).or_default() += more;
    }

    /// Every match is finished.
    fn matches(&mut self, archive: &Archive) {
        for chronicle in archive.tables.values() {
            self.count("matches", 1);
            self.count("facts", chronicle.log.len());
            if !chronicle.table.is_over() {
                self.fault("a match is not over", || {
                    format!("{} at {:?}", chronicle.id.code(), chronicle.table.stage())
                });
            }
        }
    }

    /// Every press that its person was told is done is in the log.
    fn presses(&mut self, run: &Run<'_>, archive: &Archive) {
        let rough = run.town.discord.rough_presses();
        let mut kept: BTreeSet<i64> = BTreeSet::new();
        for chronicle in archive.tables.values() {
            for number in chronicle.presses() {
                self.count("presses in the logs", 1);
                if !kept.insert(number) {
                    self.fault("a press counted twice", || {
                        format!("{number} in {}", chronicle.id.code())
                    });
                }
            }
        }
        for pressed in run.book.all() {
            self.count("presses", 1);
            // Whoever is killed between an answer and its second half can't tell both.
            let cut = |kill: &Instant| *kill >= pressed.at && (*kill - pressed.at).as_secs() < 20;
            let doubtful = match &pressed.fate {
                Fate::Discord(press) => rough.contains(&press.id) || run.kills.iter().any(cut),
                Fate::Telegram(_) => false,
            };
            if doubtful || !pressed.is_wish() || !pressed.told_done() {
                continue;
            }
            self.count("presses told done", 1);
            let table = archive.tables.get(&pressed.token.table);
            let has =
                |fits: fn(&Event) -> bool| table.is_some_and(|table| table.log.iter().any(|(_, event)| fits(event)));
            let there = match pressed.token.act {
                Act::Accept => has(|event| matches!(event, Event::Accepted { .. })),
                Act::Decline => has(|event| matches!(event, Event::Declined { .. })),
                Act::Withdraw => has(|event| matches!(event, Event::Withdrawn { .. })),
                Act::Resign => has(|event| matches!(event, Event::Forfeited { .. } | Event::Withdrawn { .. })),
                // A play stands in the log with its number.
                _ => kept.contains(&pressed.number),
            };
            if !there {
                self.fault("an acknowledged press is missing", || told(&pressed, archive));
            }
        }
    }

    /// Nobody saw a card that was not theirs or everybody's, and nobody a hand that then was another.
    fn eyes(&mut self, run: &Run<'_>, archive: &Archive) {
        let everything = [
            (Platform::Discord, run.town.discord.everything()),
            (Platform::Telegram, run.town.telegram.everything()),
        ];
        // Whose hand a picture shows.
        let mut pictures: BTreeMap<Vec<u8>, (i64, CardSet)> = BTreeMap::new();
        for (platform, glimpses) in &everything {
            for glimpse in glimpses {
                self.count("messages seen", 1);
                self.glimpse(run, archive, *platform, glimpse, &mut pictures);
            }
        }
        for (platform, glimpses) in &everything {
            for glimpse in glimpses {
                for picture in &glimpse.pictures {
                    if let Some((owner, cards)) = pictures.get(picture.as_ref())
                        && glimpse.reader != Some(*owner)
                    {
                        self.fault("a hand's picture went to somebody else", || {
                            format!("{cards:?} of {owner} in {platform:?} {glimpse:?}")
                        });
                    }
                }
            }
        }
    }

    fn glimpse(
        &mut self,
        run: &Run<'_>,
        archive: &Archive,
        platform: Platform,
        glimpse: &Glimpse,
        pictures: &mut BTreeMap<Vec<u8>, (i64, CardSet)>,
    ) {
        let tokens: Vec<Token> = glimpse.tokens.iter().filter_map(|text| decode(text)).collect();
        // A page of the rules draws hands of its own.
        if tokens.iter().any(|token| matches!(token.act, Act::Rules(..))) {
            return;
        }
        let until = glimpse.at.map_or(Millis(i64::MAX), |at| {
            let since = i64::try_from((at - run.anchor.0).as_millis()).unwrap_or(i64::MAX);
            // The two clocks are read one after the other.
            run.anchor.1.plus(since).plus(5)
        });
        let chronicle = tokens.iter().find_map(|token| archive.tables.get(&token.table));
        let reader = glimpse.reader.map(|user| Account { platform, user });
        let seat = |chronicle: &Chronicle| reader.and_then(|account| archive.seat(chronicle, account));
        let on_buttons: CardSet = tokens.iter().filter_map(|token| card_of(token.act)).collect();
        let lines = glimpse.lines.iter().map(|line| cards_in(line)).chain([on_buttons]);
        let mut all = CardSet::EMPTY;
        for cards in lines.filter(|cards| !cards.is_empty()) {
            self.count("lines with cards", 1);
            all |= cards;
            let may = match chronicle {
                Some(chronicle) => chronicle.may_show(cards, seat(chronicle), until),
                None => archive
                    .tables
                    .values()
                    .any(|chronicle| chronicle.may_show(cards, seat(chronicle), until)),
            };
            if !may {
                self.fault("a card was seen too soon or by the wrong person", || {
                    format!("{cards:?} in {platform:?} {}: {glimpse:?}", glimpse.place)
                });
            }
        }
        // A hand as it was shown is a hand as it was.
        let stamp = tokens
            .iter()
            .find(|token| token.act == Act::More)
            .map(|token| token.stamp);
        if let (Some(chronicle), Some(stamp)) = (chronicle, stamp)
            && stamp != Stamp(0)
            && let Some(seat) = seat(chronicle)
        {
            self.count("hands seen", 1);
            if !chronicle.held(seat, stamp, all) {
                self.fault("a hand was shown that nobody held", || {
                    format!("{all:?} at {stamp:?} of {} in {glimpse:?}", chronicle.id.code())
                });
            }
            if let (Some(reader), true) = (glimpse.reader, all.len() >= 10) {
                for picture in &glimpse.pictures {
                    pictures.entry(picture.to_vec()).or_insert((reader, all));
                }
            }
        }
    }

    /// Every message that must show something shows it, and the last public one the result.
    fn shown(&mut self, run: &Run<'_>, archive: &Archive) {
        for slot in &archive.slots {
            if slot.want > slot.sent {
                if slot.retry_at > run.end.0 + PARKED {
                    self.count("messages parked", 1);
                } else if slot.unopened && slot.message.is_none() && slot.platform == DISCORD {
                    // Many new private channels at once would have the bot quarantined: one every five seconds.
                    self.count("private channels not opened yet", 1);
                } else {
                    self.fault("a message still waits", || format!("{slot:?}"));
                }
                continue;
            }
            let (Some(message), Some(chronicle)) = (slot.message, archive.tables.get(&slot.table)) else {
                continue;
            };
            if slot.kind != TABLE || slot.reader != 0 || chronicle.table.hands().is_empty() {
                continue;
            }
            let words = match Platform::from_code(slot.platform) {
                Some(Platform::Discord) => run.town.discord.words_of(message.cast_unsigned()),
                Some(Platform::Telegram) => run.town.telegram.words_of(slot.chat, message),
                _ => None,
            };
            let Some(words) = words else {
                self.count("last messages deleted", 1);
                continue;
            };
            self.count("results shown", 1);
            let numbers: BTreeSet<i32> = words
                .split(|letter: char| !letter.is_ascii_digit() && letter != '-' && letter != '\u{2212}')
                .filter_map(|number| number.replace('\u{2212}', "-").parse().ok())
                .collect();
            if !chronicle.table.scores().iter().all(|score| numbers.contains(score)) {
                self.fault("the shown result is not the log's", || {
                    format!("{:?} in {words:?}", chronicle.table.scores())
                });
            }
        }
    }

    /// No chat was written to beyond its limit by any one process.
    fn floods(&mut self, run: &Run<'_>) {
        let mut chats: BTreeMap<(i64, usize), Vec<Instant>> = BTreeMap::new();
        for (chat, at) in run.town.telegram.writes() {
            let process = run.kills.iter().filter(|kill| **kill < at).count();
            chats.entry((chat, process)).or_default().push(at);
        }
        for ((chat, _), times) in chats {
            let (most, window) = if chat < 0 { GROUP } else { PRIVATE };
            let within = |from: usize| {
                times[from..]
                    .iter()
                    .take_while(|at| **at - times[from] < window)
                    .count()
            };
            let worst = (0..times.len()).map(within).max().unwrap_or(0);
            if worst > most {
                self.fault("a chat was written to too often", || {
                    format!("{chat}: {worst} in {window:?}")
                });
            }
        }
        let (sends, refused, time) = run.town.discord.sends();
        self.count("messages sent to Discord", sends);
        self.count("of them too fast", refused);
        if refused > sends / 10 + 20 {
            self.fault("Discord was written to too fast", || {
                format!("{refused} of {sends} in {time:?}")
            });
        }
    }

    /// Nothing was asked of a platform that it does not describe.
    fn interfaces(&mut self, run: &Run<'_>) {
        let violations = [run.town.discord.violations(), run.town.telegram.violations()].concat();
        for violation in violations {
            self.fault("a request that the platform does not describe", || violation);
        }
    }
}

/// The card that a button names.
fn card_of(act: Act) -> Option<Card> {
    match act {
        Act::Take(card)
        | Act::Discard(card)
        | Act::AskKnock(card)
        | Act::Knock(card)
        | Act::KnockWith(card, _)
        | Act::Place(card, _) => Some(card),
        _ => None,
    }
}

fn told(pressed: &Pressed, archive: &Archive) -> String {
    let table = archive.tables.get(&pressed.token.table);
    let known = table.map(|table| (table.table.version(), table.moments.last().map(|moment| moment.stamps)));
    format!(
        "{:?} by {} as {}: the log has {known:?}",
        pressed.token, pressed.account, pressed.number
    )
}
