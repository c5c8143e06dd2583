//! A match from its text.

use serde_json::{Map, Value};

use super::event::{By, Event, Invitee, Sitter, Why};
use super::fair::Proof;
use super::notation::{ENDS, HEADER, VOIDED, letters, number, result, score};
use super::state::{Stage, Table};
use super::{BadTerms, Terms};
use crate::cards::{Card, Pack, Seed};
use crate::gin::{self, Action, Arrangements, Hand, Illegal, Phase};
use crate::id::{Millis, Place, Platform, PlayerId, Seat, TableId, Venue};

/// The longest text that is read, in bytes: more than 999 hands of the longest kind that is played (ours).
pub const SIZE_MAX: usize = 16 << 20;

/// The most parameters, and the deepest name of one (ours): more than the rules have.
const TERMS_MAX: usize = 200;
const DEPTH_MAX: usize = 8;

/// The text is no match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct NotAMatch {
    /// The line, from 1; 0 for the text as a whole.
    pub line: usize,
    /// What is wrong with it.
    pub why: Fault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is longer than [`SIZE_MAX`].
    #[error("the text is too long")]
    TooLong,
    /// Something else belongs there.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The parameters are not those of a match.
    #[error("the terms can't be read")]
    Terms,
    /// The parameters can't be played.
    #[error("{0}")]
    BadTerms(#[from] BadTerms),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// Another card lies on top of the stock.
    #[error("the card drawn was {0}")]
    Drew(Card),
    /// It came out otherwise.
    #[error("it must be “{0}”")]
    Otherwise(String),
}

/// The match that this text tells: its id, and a log that replays to the same hands, scores and end. Places and persons are
/// not in the text, so the log names a local room and the players 1 and 2; all its times are 0.
///
/// # Errors
/// The first line that is no line of a match, or that the rules forbid.
pub fn read(text: &str) -> Result<(TableId, Vec<(Millis, Event)>), NotAMatch> {
    if text.len() > SIZE_MAX {
        return Err(NotAMatch {
            line: 0,
            why: Fault::TooLong,
        });
    }
    let mut lines = Lines {
        rest: text.lines(),
        line: 0,
        held: None,
    };
    match game(&mut lines) {
        Ok(game) => Ok((game.table.id(), game.log)),
        Err(why) => Err(NotAMatch { line: lines.line, why }),
    }
}

/// The lines that say something.
struct Lines<'a> {
    rest: std::str::Lines<'a>,
    line: usize,
    held: Option<&'a str>,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        if let Some(held) = self.held.take() {
            return Some(held);
        }
        loop {
            let line = self.rest.next()?;
            self.line += 1;
            if !line.trim().is_empty() && !line.starts_with('#') {
                return Some(line);
            }
        }
    }
}

fn game(lines: &mut Lines<'_>) -> Result<Game, Fault> {
    let mut game = begin(lines)?;
    while let Some(line) = lines.next() {
        game.line(line)?;
    }
    if game.ended {
        Ok(game)
    } else {
        Err(Fault::Expected("a result"))
    }
}

/// Reads everything before the first hand.
fn begin(lines: &mut Lines<'_>) -> Result<Game, Fault> {
    if lines.next().map(str::trim_end) != Some(HEADER) {
        return Err(Fault::Expected(HEADER));
    }
    let id = lines.next().and_then(|line| line.trim_end().strip_prefix("match "));
    let id = id
        .and_then(TableId::from_code)
        .ok_or(Fault::Expected("the match's id"))?;
    let (mut seats, mut terms, mut more) = (None, Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "seats" if seats.is_none() => seats = Some(sitters(rest)?),
            "terms" if terms.len() < TERMS_MAX => terms.push(rest.split_once(' ').ok_or(Fault::Terms)?),
            "first-dealer" => more.push(Event::Follows {
                table: TableId(0),
                dealer: seat(rest)?,
            }),
            "seal" => more.push(Event::Sealed {
                commitment: rest.parse().map_err(|_| Fault::Expected("64 hexadecimal digits"))?,
                root: None,
            }),
            "hand" | "result" => {
                lines.held = Some(line);
                break;
            }
            _ => return Err(Fault::Expected("seats, terms, a seal, a hand or a result")),
        }
    }
    let second = seats.ok_or(Fault::Expected("seats"))?;
    let terms = unflatten(&terms)?;
    terms.check()?;
    let opened = Event::Opened {
        place: Place {
            venue: Venue {
                platform: Platform::Web,
                chat: 0,
            },
            channel: 0,
        },
        challenger: PlayerId(1),
        invitee: match second {
            None => Invitee::Anyone,
            Some(Sitter::Player(player)) => Invitee::Player(player),
            Some(Sitter::Robot) => Invitee::Robot,
        },
        terms,
        press: None,
        bout: None,
    };
    let table = Table::opened(id, Millis(0), &opened).ok_or(Fault::Terms)?;
    let mut game = Game {
        table,
        log: vec![(Millis(0), opened)],
        deal: None,
        owes_score: false,
        ended: false,
    };
    more.into_iter().for_each(|event| game.take(event));
    if let Some(by) = second {
        game.take(Event::Accepted { by, press: None });
    }
    Ok(game)
}

/// Who sits in the second seat, if anybody does.
fn sitters(text: &str) -> Result<Option<Sitter>, Fault> {
    match text {
        "person" => Ok(None),
        "person person" => Ok(Some(Sitter::Player(PlayerId(2)))),
        "person computer" => Ok(Some(Sitter::Robot)),
        _ => Err(Fault::Expected("person, person person or person computer")),
    }
}

/// The terms from their scalars with dotted names.
fn unflatten(scalars: &[(&str, &str)]) -> Result<Terms, Fault> {
    let mut whole = Map::new();
    for (name, text) in scalars {
        let value: Value = serde_json::from_str(text).map_err(|_| Fault::Terms)?;
        let mut path: Vec<&str> = name.split('.').collect();
        let last = path.pop().filter(|_| path.len() < DEPTH_MAX).ok_or(Fault::Terms)?;
        let mut fields = &mut whole;
        for part in path {
            let inner = fields.entry(part).or_insert_with(|| Value::Object(Map::new()));
            fields = inner.as_object_mut().ok_or(Fault::Terms)?;
        }
        if value.is_object() || fields.insert(last.to_owned(), value).is_some() {
            return Err(Fault::Terms);
        }
    }
    // The parser's message may quote the text; what is wrong is plain enough without.
    serde_json::from_value(Value::Object(whole)).map_err(|_| Fault::Terms)
}

fn seat(text: &str) -> Result<Seat, Fault> {
    match text {
        "1" => Ok(Seat::FIRST),
        "2" => Ok(Seat::SECOND),
        _ => Err(Fault::Expected("1 or 2")),
    }
}

fn card(text: Option<&str>) -> Result<Card, Fault> {
    text.filter(|text| text.len() == 2)
        .and_then(|text| text.parse().ok())
        .ok_or(Fault::Expected("a card"))
}

/// A match as far as it is read.
struct Game {
    table: Table,
    log: Vec<(Millis, Event)>,
    /// The hand that is about to be dealt.
    deal: Option<Deal>,
    /// Whether a hand just ended and its score must follow.
    owes_score: bool,
    ended: bool,
}

#[derive(Default)]
struct Deal {
    dealer: Option<Seat>,
    cut: Option<[Card; 2]>,
    pack: Option<Pack>,
    seed: Option<Seed>,
    entropy: [Option<String>; 2],
    erased: [bool; 2],
}

impl Game {
    fn take(&mut self, event: Event) {
        let hands = self.table.hands().len();
        self.table.evolve(Millis(0), &event);
        self.owes_score |= self.table.hands().len() > hands;
        self.log.push((Millis(0), event));
    }

    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.ended {
            return Err(Fault::Expected("nothing after the result"));
        }
        if self.owes_score && word != "score" {
            return Err(Fault::Expected("the hand's score"));
        }
        if !matches!(word, "dealer" | "cut" | "pack" | "seed" | "entropy" | "erased") {
            self.dealt()?;
        }
        match word {
            "hand" => self.begin_hand(rest.trim_end()),
            "dealer" | "cut" | "pack" | "seed" | "entropy" | "erased" => self.note(word, rest),
            "1" | "2" => self.act(seat(word)?, rest.trim_end()),
            "resigned" => self.forfeit(seat(rest.trim_end())?, Why::Resigned),
            "out-of-time" => self.forfeit(seat(rest.trim_end())?, Why::Clock),
            "absent" => self.forfeit(seat(rest.trim_end())?, Why::Absent),
            "score" => self.score(line.trim_end()),
            "result" => self.end(rest.trim_end()),
            _ => Err(Fault::Expected("a hand, an act, a score or the result")),
        }
    }

    fn begin_hand(&mut self, text: &str) -> Result<(), Fault> {
        let ready = matches!(self.table.stage(), Stage::Gathering | Stage::Playing) && !self.table.hand_runs();
        if !ready {
            return Err(Fault::Expected("no new hand here"));
        }
        let wanted = u32::from(self.table.hand_number()) + 1;
        if text != wanted.to_string() {
            return Err(Fault::Otherwise(format!("hand {wanted}")));
        }
        self.deal = Some(Deal::default());
        Ok(())
    }

    fn note(&mut self, word: &str, rest: &str) -> Result<(), Fault> {
        let deal = self.deal.as_mut().ok_or(Fault::Expected("a hand before it"))?;
        let mut words = rest.split_whitespace();
        match word {
            "dealer" => deal.dealer = Some(seat(rest.trim_end())?),
            "cut" => deal.cut = Some([card(words.next())?, card(words.next())?]),
            "pack" => {
                // Sorted out by the type that holds packs in the log too.
                let text = Value::String(rest.trim_end().to_owned());
                deal.pack = Some(serde_json::from_value(text).map_err(|_| Fault::Expected("a pack of 52 cards"))?);
            }
            "seed" => {
                let seed = rest.trim_end().parse();
                deal.seed = Some(seed.map_err(|_| Fault::Expected("64 hexadecimal digits"))?);
            }
            "erased" => deal.erased[seat(rest.trim_end())?.index()] = true,
            _ => {
                let (whose, added) = rest.split_once(' ').unwrap_or((rest, ""));
                deal.entropy[seat(whose)?.index()] = Some(added.to_owned());
            }
        }
        Ok(())
    }

    /// Deals the hand whose notes are complete; nothing when none is waiting.
    fn dealt(&mut self) -> Result<(), Fault> {
        let Some(deal) = self.deal.take() else { return Ok(()) };
        let dealer = deal.dealer.ok_or(Fault::Expected("a dealer"))?;
        if self.table.stage() == Stage::Gathering {
            self.take(Event::Gathered);
        }
        if let Some(appointed) = self.table.appointed_dealer().filter(|&appointed| appointed != dealer) {
            return Err(Fault::Otherwise(format!("dealer {}", number(appointed))));
        }
        let proof = match (deal.seed, deal.entropy, deal.erased) {
            (Some(seed), entropy, erased) => Some(Proof {
                seed,
                entropy: entropy.map(Option::unwrap_or_default),
                erased,
            }),
            (None, [None, None], [false, false]) => None,
            (None, ..) => return Err(Fault::Expected("a seed")),
        };
        self.take(Event::Dealt {
            dealer,
            cut: deal.cut,
            pack: deal.pack.ok_or(Fault::Expected("a pack"))?,
            proof,
        });
        Ok(())
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<(), Fault> {
        let (text, by) = match (text.strip_suffix(" by clock"), text.strip_suffix(" by computer")) {
            (Some(text), _) => (text, By::Clock),
            (_, Some(text)) => (text, By::Robot),
            (None, None) => (text, By::Person),
        };
        let hand = self.table.hand().filter(|_| self.table.hand_runs());
        let hand = hand.ok_or(Fault::Expected("a hand before it"))?;
        let (facts, drawn) = facts(hand, seat, text)?;
        for fact in facts {
            self.take(Event::Played {
                seat,
                by,
                fact,
                press: None,
            });
        }
        match (drawn, self.table.hand().map(Hand::phase)) {
            (Some(named), Some(Phase::Discard { drawn: Some(drawn), .. })) if named != *drawn => {
                Err(Fault::Drew(*drawn))
            }
            _ => Ok(()),
        }
    }

    fn forfeit(&mut self, seat: Seat, why: Why) -> Result<(), Fault> {
        let hand = self.table.hand().filter(|_| self.table.hand_runs());
        let score = hand.ok_or(Fault::Expected("a hand before it"))?.forfeit(seat);
        self.take(Event::Forfeited { seat, why, score });
        Ok(())
    }

    fn score(&mut self, line: &str) -> Result<(), Fault> {
        let record = self.table.hands().last().filter(|_| self.owes_score);
        let wanted = score(&record.ok_or(Fault::Expected("no score before a hand is over"))?.score);
        self.owes_score = false;
        if line == wanted {
            Ok(())
        } else {
            Err(Fault::Otherwise(wanted))
        }
    }

    fn end(&mut self, text: &str) -> Result<(), Fault> {
        let waiting = matches!(self.table.stage(), Stage::Invited | Stage::Gathering);
        let running = self.table.hand_runs();
        let by = |text: &str| seat(text.split_once(' ').map_or("", |(_, seat)| seat));
        let (end, voided) = text.strip_suffix(VOIDED).map_or((text, false), |end| (end, true));
        match end {
            "declined" if waiting => self.take(Event::Declined { by: PlayerId(2) }),
            "withdrawn" if waiting => self.take(Event::Withdrawn { by: PlayerId(1) }),
            "lapsed" if waiting => self.take(Event::Lapsed),
            "abandoned" if waiting || running => self.take(Event::Abandoned),
            "agreed" if running => self.take(Event::DrawAgreed { by: Seat::FIRST }),
            "cancelled" if waiting || running => self.take(Event::Cancelled { by: None, reason: None }),
            _ if running && end.starts_with("aborted") => self.take(Event::Aborted { by: by(end)? }),
            _ if running => return Err(Fault::Expected("the hand's end")),
            _ => {}
        }
        if voided && self.table.void(None, None).is_ok() {
            self.take(Event::Voided { by: None, reason: None });
        }
        self.ended = true;
        let wanted = result(&self.table);
        if text == wanted {
            Ok(())
        } else {
            Err(Fault::Otherwise(format!("result {wanted}")))
        }
    }
}

/// What follows from a line of play, and the card that it says was drawn.
fn facts(hand: &Hand, seat: Seat, text: &str) -> Result<(Vec<gin::Event>, Option<Card>), Fault> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let one = || card(Some(rest));
    let action = match word {
        "pass" if rest.is_empty() => Action::Pass,
        "take" => Action::TakePile(one()?),
        "draw" => return Ok((hand.decide(seat, &Action::DrawStock)?, Some(one()?))),
        "discard" => Action::Discard(one()?),
        "knock" => return Ok((knocks(hand, seat, rest)?, None)),
        "big-gin" if rest.is_empty() => Action::BigGin,
        "lay" => {
            let (laid, meld) = rest.split_once(" on ").ok_or(Fault::Expected("a card on a meld"))?;
            let meld = meld.parse::<u8>().ok().and_then(|meld| meld.checked_sub(1));
            Action::Place(card(Some(laid))?, meld.ok_or(Fault::Expected("a meld's number"))?)
        }
        "back" if rest.is_empty() => Action::TakeBack,
        _ => match ENDS.into_iter().find(|(end, _)| *end == text) {
            Some((_, action)) => action,
            None => return Err(Fault::Expected("an act")),
        },
    };
    Ok((hand.decide(seat, &action)?, None))
}

/// What follows from a knock that shows these melds; without any named, the best arrangement.
fn knocks(hand: &Hand, seat: Seat, text: &str) -> Result<Vec<gin::Event>, Fault> {
    let (text, asks) = text.strip_suffix(" asks").map_or((text, false), |text| (text, true));
    let (discard, melds) = match text.split_once(" shows ") {
        Some((discard, melds)) => (discard, Some(melds)),
        None => (text, None),
    };
    let discard = card(Some(discard))?;
    for index in 0..Arrangements::MOST {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        let mut facts = match hand.decide(seat, &Action::KnockWith(discard, index)) {
            Ok(facts) => facts,
            Err(illegal) if index == 0 => return Err(illegal.into()),
            Err(_) => break,
        };
        let Some(gin::Event::Knocked(knock)) = facts.first() else {
            break;
        };
        let shown: Vec<String> = knock.shown.melds().iter().map(|meld| letters(meld.cards())).collect();
        if melds.is_some_and(|melds| melds != shown.join(" ")) {
            continue;
        }
        if asks && matches!(facts.last(), Some(gin::Event::Scored(_))) {
            facts.pop();
        }
        return Ok(facts);
    }
    Err(Fault::Expected("melds that may be shown"))
}
