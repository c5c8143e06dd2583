//! A match as text: for people, for scripts, and to be played again to the same result.
//!
//! One thing a line, in UTF-8. Empty lines and lines that begin with `#` say nothing. Cards are two letters, rank and suit
//! (`TD` is the ten of diamonds). Seats are `1` (the challenger) and `2`. Names, accounts, places and times are not in it.
//!
//! ```text
//! jinlami match 1              the format and its version
//! match K7Q2M                  the match's id
//! seats person computer        who sits; one word while nobody has accepted
//! terms rules.stock_floor 0    every parameter of rules and match by its dotted name, with its JSON value
//! first-dealer 2               only in a rematch, where the first dealer is certain
//! seal 3d38…                   what the deals are bound to (room `cards`); none in matches of earlier releases
//!
//! hand 1
//! dealer 2
//! cut 5H 2D                    only where the lowest card deals first
//! pack KD3C…                   the 52 cards; the last one is dealt first
//! seed 22af…                   what the deal was made from, and what each seat added (a line with nothing: nothing)
//! entropy 1 1021 no peeking
//! entropy 2
//! erased 1                     only where a player's words for this deal were deleted with their data
//! 2 discard 4H                 the seat, what it did; then `by clock` or `by computer` unless the player pressed
//! 1 draw 5C by computer        from the stock
//! 1 take 4H                    from the pile
//! 1 pass                       leaves the upcard, or the last discard
//! 1 knock 9D shows 4H5H6H 7C7D7S
//! 1 big-gin
//! 2 lay 8H on 1                on the first of the melds shown
//! 2 back                       takes the card laid off last back
//! 2 done                       or `best`, or `none`: ends the laying off
//! resigned 2                   or `out-of-time 2`, or `absent 2`: gives the match up
//! score 1 21 knock             who scores (`-`: nobody), how many points, how the hand ended
//!
//! result won 1 points          or target, games, resigned, out-of-time, absent; or drawn, agreed, aborted 1, declined, withdrawn, lapsed, abandoned,
//!                              cancelled, running; and ` voided` behind it when a moderator took the result out of every reckoning
//! ```
//!
//! `asks` behind a knock says that the defender was asked although nothing could be laid off, as earlier releases did.
//! A hand that is not over is left out, so a running match gives nothing away. A reader plays every line by the rules
//! and refuses what they forbid; that the deals were fair is checked by [`Table::deals`].

use std::fmt::Write;

use serde_json::Value;

use super::event::{By, Event, Sitter, Why};
pub use super::reading::{Fault, NotAMatch, SIZE_MAX, read};
use super::state::{MatchEnd, Stage, Table, WonBy};
use crate::cards::CardSet;
use crate::gin::{self, Action, Arrangements, Ending, HandScore, Phase, Tier};
use crate::id::{Millis, Seat, TableId};

/// The first line.
pub const HEADER: &str = "jinlami match 1";

/// The log can't be written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// It does not begin with the opening of a match.
    #[error("the log does not begin with the opening of a match")]
    NoOpening,
    /// A hand was played by rules that this program does not have.
    #[error("hand {0} does not follow from its rules as this program knows them")]
    Hand(u16),
}

/// The match that this log tells, without any hand that is not over.
///
/// # Errors
/// When the log is not one that this program's rules make.
pub fn write(id: TableId, log: &[(Millis, Event)]) -> Result<String, Unwritable> {
    let whole = Table::replay(id, log).ok_or(Unwritable::NoOpening)?;
    let mut table = Table::opened(id, log[0].0, &log[0].1).ok_or(Unwritable::NoOpening)?;
    let mut text = head(&whole, log);
    let mut rest = &log[1..];
    while let Some((_, event)) = rest.first() {
        let mut facts = 1;
        match event {
            Event::Dealt { .. } if !whole.may_reveal(table.dealt + 1) => break,
            Event::Dealt { .. } => deal(&mut text, table.dealt + 1, event),
            Event::Played { seat, by, .. } => {
                let act = act(&table, *seat, *by, rest).ok_or(Unwritable::Hand(table.dealt))?;
                line(
                    &mut text,
                    format_args!("{} {}{}", number(*seat), act.words, by_whom(*by)),
                );
                facts = act.facts;
            }
            Event::Forfeited { seat, why, .. } => {
                let how = match why {
                    Why::Resigned => "resigned",
                    Why::Clock => "out-of-time",
                    Why::Absent => "absent",
                };
                line(&mut text, format_args!("{how} {}", number(*seat)));
            }
            _ => {}
        }
        let finished = table.hands.len();
        let (now, later) = rest.split_at(facts);
        for (at, event) in now {
            table.evolve(*at, event);
        }
        rest = later;
        if let Some(record) = table.hands.get(finished) {
            line(&mut text, format_args!("{}", score(&record.score)));
        }
    }
    text.push('\n');
    line(&mut text, format_args!("result {}", result(&whole)));
    Ok(text)
}

fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    // A text takes whatever is written to it.
    let _ = writeln!(text, "{what}");
}

fn head(table: &Table, log: &[(Millis, Event)]) -> String {
    let mut text = String::new();
    line(&mut text, format_args!("{HEADER}"));
    line(&mut text, format_args!("match {}", table.id.code().to_uppercase()));
    text.push_str("seats");
    for sitter in &table.seats {
        text.push_str(match sitter {
            Sitter::Player(_) => " person",
            Sitter::Robot => " computer",
        });
    }
    text.push('\n');
    let mut terms = Vec::new();
    // Plain data is always JSON.
    flatten("", &serde_json::to_value(&table.terms).unwrap_or_default(), &mut terms);
    terms.sort();
    for (name, value) in terms {
        line(&mut text, format_args!("terms {name} {value}"));
    }
    for (_, event) in log {
        if let Event::Follows { dealer, .. } = event {
            line(&mut text, format_args!("first-dealer {}", number(*dealer)));
        }
    }
    if let Some(commitment) = table.commitment() {
        line(&mut text, format_args!("seal {commitment}"));
    }
    text
}

/// Every scalar of a JSON value with its dotted name.
fn flatten(name: &str, value: &Value, into: &mut Vec<(String, String)>) {
    let Value::Object(fields) = value else {
        return into.push((name.to_owned(), value.to_string()));
    };
    for (field, value) in fields {
        let dot = if name.is_empty() { "" } else { "." };
        flatten(&format!("{name}{dot}{field}"), value, into);
    }
}

fn deal(text: &mut String, hand: u16, event: &Event) {
    let Event::Dealt {
        dealer,
        cut,
        pack,
        proof,
    } = event
    else {
        return;
    };
    line(text, format_args!("\nhand {hand}\ndealer {}", number(*dealer)));
    if let Some([first, second]) = cut {
        line(text, format_args!("cut {} {}", first.letters(), second.letters()));
    }
    let pack: String = pack.cards().iter().map(|card| card.letters()).collect();
    line(text, format_args!("pack {pack}"));
    if let Some(proof) = proof {
        line(text, format_args!("seed {}", proof.seed.hex()));
        for (seat, added) in ["1", "2"].into_iter().zip(&proof.entropy) {
            line(text, format_args!("{}", format!("entropy {seat} {added}").trim_end()));
        }
        for (seat, _) in ["1", "2"].into_iter().zip(proof.erased).filter(|(_, erased)| *erased) {
            line(text, format_args!("erased {seat}"));
        }
    }
}

/// A line of play, and how many facts it stands for.
struct Act {
    words: String,
    facts: usize,
}

/// The wish that made the next facts of this log what they are.
fn act(table: &Table, seat: Seat, by: By, log: &[(Millis, Event)]) -> Option<Act> {
    let hand = table.hand.as_ref()?;
    let facts: Vec<&gin::Event> = log
        .iter()
        .map_while(|(_, event)| match event {
            Event::Played {
                seat: whose,
                by: who,
                fact,
                ..
            } if (*whose, *who) == (seat, by) => Some(fact),
            _ => None,
        })
        .take(MOST_FACTS)
        .collect();
    let stands_for = |action: Action| {
        let made = hand.decide(seat, &action).ok()?;
        let common = made.iter().zip(&facts).take_while(|(made, fact)| made == *fact).count();
        // Earlier releases asked the defender even where nothing fits.
        let asked = matches!(made[..], [gin::Event::Knocked(_), gin::Event::Scored(_)]) && common == 1;
        (common == made.len() || asked).then_some((common, asked))
    };
    let plain = |action: Action, words: String| stands_for(action).map(|(facts, _)| Act { words, facts });
    match *facts.first()? {
        gin::Event::Passed { .. } => plain(Action::Pass, "pass".to_owned()),
        gin::Event::TookPile { card, .. } => plain(Action::TakePile(*card), format!("take {}", card.letters())),
        gin::Event::DrewStock { .. } => {
            let mut after = hand.clone();
            after.evolve(facts[0]);
            let Phase::Discard { drawn: Some(card), .. } = after.phase() else {
                return None;
            };
            plain(Action::DrawStock, format!("draw {}", card.letters()))
        }
        gin::Event::Discarded { card, .. } => plain(Action::Discard(*card), format!("discard {}", card.letters())),
        gin::Event::Knocked(knock) => (0..Arrangements::MOST).find_map(|index| {
            let action = Action::KnockWith(knock.discard, u8::try_from(index).ok()?);
            let (facts, asked) = stands_for(action)?;
            let asks = if asked { " asks" } else { "" };
            let melds: String = knock
                .shown
                .melds()
                .iter()
                .map(|meld| format!(" {}", letters(meld.cards())))
                .collect();
            let shows = if melds.is_empty() { "" } else { " shows" };
            let words = format!("knock {}{shows}{melds}{asks}", knock.discard.letters());
            Some(Act { words, facts })
        }),
        gin::Event::MeldedAll { .. } => plain(Action::BigGin, "big-gin".to_owned()),
        gin::Event::Placed { card, meld } => {
            let words = format!("lay {} on {}", card.letters(), meld + 1);
            plain(Action::Place(*card, *meld), words)
        }
        gin::Event::TookBack => plain(Action::TakeBack, "back".to_owned()),
        gin::Event::Scored(_) => ENDS
            .into_iter()
            .find_map(|(words, action)| plain(action, words.to_owned())),
        gin::Event::OfferedLast { .. } => None,
    }
}

/// More facts than any wish makes.
const MOST_FACTS: usize = 4;

/// The ways to end the laying off.
pub(super) const ENDS: [(&str, Action); 3] = [
    ("done", Action::Done),
    ("none", Action::LayOffNone),
    ("best", Action::LayOffBest),
];

fn by_whom(by: By) -> &'static str {
    match by {
        By::Person => "",
        By::Clock => " by clock",
        By::Robot => " by computer",
    }
}

pub(super) fn letters(cards: CardSet) -> String {
    cards.iter().map(|card| card.letters()).collect()
}

pub(super) fn number(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

/// The line that says what a hand was worth.
pub(super) fn score(score: &HandScore) -> String {
    let ending = match score.ending {
        Ending::Knock => "knock",
        Ending::Gold(Tier::Three) => "gold-three",
        Ending::Gold(Tier::Two) => "gold-two",
        Ending::Gold(Tier::Dragon) => "gold-dragon",
        Ending::BigGin => "big-gin",
        Ending::Undercut(_) => "undercut",
        Ending::Tie => "tie",
        Ending::DrawnStock => "stock-out",
        Ending::DrawnCap => "discard-cap",
        Ending::Forfeit => "forfeit",
    };
    let winner = score.winner.map_or("-".to_owned(), |seat| number(seat).to_string());
    format!("score {winner} {} {ending}", score.points)
}

/// Stands behind a result that a moderator voided.
pub(super) const VOIDED: &str = " voided";

/// How a match stands, in a few words.
#[must_use]
pub fn result(table: &Table) -> String {
    let end = match table.stage {
        Stage::Invited | Stage::Gathering | Stage::Playing => return "running".to_owned(),
        Stage::Over(end) => end,
    };
    let end = match end {
        MatchEnd::Won { winner, by } => {
            let how = match by {
                WonBy::Points => "points",
                WonBy::Target => "target",
                WonBy::Games => "games",
                WonBy::Forfeit(Why::Resigned) => "resigned",
                WonBy::Forfeit(Why::Clock) => "out-of-time",
                WonBy::Forfeit(Why::Absent) => "absent",
            };
            format!("won {} {how}", number(winner))
        }
        MatchEnd::Drawn => "drawn".to_owned(),
        MatchEnd::Agreed => "agreed".to_owned(),
        MatchEnd::Aborted { by } => format!("aborted {}", number(by)),
        MatchEnd::Declined => "declined".to_owned(),
        MatchEnd::Withdrawn => "withdrawn".to_owned(),
        MatchEnd::Lapsed => "lapsed".to_owned(),
        MatchEnd::Abandoned => "abandoned".to_owned(),
        MatchEnd::Cancelled => "cancelled".to_owned(),
    };
    if table.voided() { end + VOIDED } else { end }
}
