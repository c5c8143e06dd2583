//! What a button carries: `1.<table>.<stamp>.<action>`, numbers in base 32. Nothing in it is secret and nothing trusted.

use crate::cards::Card;
use crate::id::base32::{read as value, write as number};
use crate::id::{Lang, Stamp, TableId};

/// The longest token in bytes (Telegram's limit for callback data; Discord's is 100).
pub const LIMIT: usize = 64;

/// A pressed button, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The table; 0 where the button belongs to none.
    pub table: TableId,
    /// The decision point that the button was made for.
    pub stamp: Stamp,
    /// What it wants.
    pub act: Act,
}

/// What a button wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Draw from the stock.
    Stock,
    /// Take this card from the discard pile.
    Take(Card),
    /// Leave the upcard.
    Pass,
    /// Discard this card.
    Discard(Card),
    /// The page that asks whether to knock with this discard.
    AskKnock(Card),
    /// Knock with this discard.
    Knock(Card),
    /// Knock with this discard and show the arrangement with this index.
    KnockWith(Card, u8),
    /// Show eleven melded cards.
    BigGin,
    /// Lay off the best way.
    Best,
    /// Lay off nothing.
    LayNone,
    /// The page where one lays off card by card.
    Choose,
    /// Lay this card off on the knocker's meld with this index.
    Place(Card, u8),
    /// Take the last laid-off card back.
    TakeBack,
    /// The laying off is done.
    Done,
    /// The page that asks whether to resign.
    AskResign,
    /// Resign.
    Resign,
    /// "My hand".
    Hand,
    /// "The table".
    Table,
    /// Accept the challenge.
    Accept,
    /// Decline the challenge.
    Decline,
    /// Withdraw the challenge.
    Withdraw,
    /// Back to the hand's main page.
    Main,
    /// Check the deal of the hand with this number.
    Verify(u16),
    /// The page with everything that is no play.
    More,
    /// Offer a draw.
    OfferDraw,
    /// Agree to a draw.
    AcceptDraw,
    /// Decline a draw, or take the offer back.
    DeclineDraw,
    /// The page that asks whether to break the match off.
    AskAbort,
    /// Break the match off.
    Abort,
    /// Call the player to move.
    Nudge,
    /// Ask for a rematch, or accept one.
    Rematch,
    /// Decline a rematch, or take the question back.
    DeclineRematch,
    /// Claim the match of somebody who is away.
    Claim,
    /// A copy of the public facts of one's own.
    Watch,
    /// The same copy as things stand now.
    Refresh,
    /// A finished hand, by its number, in a new message.
    OpenReplay(u16),
    /// This step of the finished hand with this number, in place of another step.
    Replay(u16, u16),
    /// The finished hand with this number as an animation, in place of a step.
    Animation(u16),
    /// Speak this language: to the asker, or with `true` to the venue.
    Speak(Lang, bool),
    /// The rules of the match, in a message of their own.
    ShowRules,
    /// A page of these rules, counted from 0.
    Rules(Book, u8),
    /// Something about what is kept about whoever presses; the stamp is the minute of the question.
    Own(Own),
    /// Something that whoever presses sets for themselves.
    Taste(Taste),
}

/// What a player can set for themselves; each button says what shall be, so that pressing twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Show the settings.
    Show,
    /// Whether knocking and resigning ask back.
    Confirm(bool),
    /// Whether cards are large.
    Large(bool),
    /// Whether each suit has a colour of its own.
    FourColours(bool),
    /// Whether the hand comes as a picture.
    Pictures(bool),
    /// Whether others may look at one's statistics.
    Profile(bool),
}

/// What can be wanted of what is kept about oneself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// All of it as a file.
    Export,
    /// The first question whether to delete it.
    AskDelete,
    /// The last question whether to delete it.
    AskAgain,
    /// Delete it.
    Delete,
    /// Keep it.
    Keep,
}

/// Whose rules a page explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// The preset of this number, in the order of `Preset::ALL`.
    Preset(u8),
    /// What is played in the place where it is pressed, when nothing else is said.
    House,
    /// Those of the match.
    Match,
}

/// The number that stands for the rules of the place.
const HOUSE: u8 = 30;
/// The number that stands for the rules of the match.
const MATCH: u8 = 31;

impl Token {
    /// The token of an act at a table's decision point.
    #[must_use]
    pub fn new(table: TableId, stamp: Stamp, act: Act) -> Token {
        Token { table, stamp, act }
    }
}

/// Writes a token.
#[must_use]
pub fn encode(token: Token) -> String {
    let mut text = String::from("1.");
    number(&mut text, token.table.0.unsigned_abs());
    text.push('.');
    number(&mut text, u64::from(token.stamp.0));
    text.push('.');
    let card = |text: &mut String, letter: char, card: Card| {
        text.push(letter);
        number(text, u64::from(card.code()));
    };
    match token.act {
        Act::Stock => text.push('s'),
        Act::Take(taken) => card(&mut text, 't', taken),
        Act::Pass => text.push('p'),
        Act::Discard(thrown) => card(&mut text, 'd', thrown),
        Act::AskKnock(thrown) => card(&mut text, 'q', thrown),
        Act::Knock(thrown) => card(&mut text, 'k', thrown),
        Act::KnockWith(thrown, shown) => {
            card(&mut text, 'k', thrown);
            text.push('.');
            number(&mut text, u64::from(shown));
        }
        Act::BigGin => text.push('i'),
        Act::Best => text.push('b'),
        Act::LayNone => text.push('n'),
        Act::Choose => text.push('c'),
        Act::Place(placed, meld) => {
            card(&mut text, 'l', placed);
            text.push('.');
            number(&mut text, u64::from(meld));
        }
        Act::TakeBack => text.push('u'),
        Act::Done => text.push('o'),
        Act::AskResign => text.push('r'),
        Act::Resign => text.push('x'),
        Act::Hand => text.push('h'),
        Act::Table => text.push('v'),
        Act::Accept => text.push('a'),
        Act::Decline => text.push('e'),
        Act::Withdraw => text.push('w'),
        Act::Main => text.push('m'),
        Act::Verify(hand) => {
            text.push('j');
            number(&mut text, u64::from(hand));
        }
        Act::More
        | Act::OfferDraw
        | Act::AcceptDraw
        | Act::DeclineDraw
        | Act::AskAbort
        | Act::Abort
        | Act::Nudge
        | Act::Rematch
        | Act::DeclineRematch
        | Act::Claim
        | Act::Watch
        | Act::Refresh => {
            text.push('z');
            text.extend(
                MANNERS
                    .iter()
                    .find(|(act, _)| *act == token.act)
                    .map(|(_, letter)| letter),
            );
        }
        Act::OpenReplay(hand) | Act::Replay(hand, _) => {
            text.push('2');
            number(&mut text, u64::from(hand));
            if let Act::Replay(_, step) = token.act {
                text.push('.');
                number(&mut text, u64::from(step));
            }
        }
        Act::Taste(taste) => {
            text.push('6');
            text.extend(TASTES.iter().find(|(one, _)| *one == taste).map(|(_, letter)| letter));
        }
        Act::Own(own) => {
            text.push('4');
            text.extend(OWN.iter().find(|(one, _)| *one == own).map(|(_, letter)| letter));
        }
        Act::Animation(hand) => {
            text.push('3');
            number(&mut text, u64::from(hand));
        }
        Act::Speak(lang, venue) => {
            text.push(if venue { 'g' } else { 'f' });
            number(&mut text, lang as u64);
        }
        Act::ShowRules => text.push('y'),
        Act::Rules(book, page) => {
            text.push('y');
            number(
                &mut text,
                u64::from(match book {
                    Book::Preset(at) => at,
                    Book::House => HOUSE,
                    Book::Match => MATCH,
                }),
            );
            text.push('.');
            number(&mut text, u64::from(page));
        }
    }
    text
}

/// Reads a token; `None` for anything that [`encode`] does not write.
#[must_use]
pub fn decode(text: &str) -> Option<Token> {
    if text.len() > LIMIT {
        return None;
    }
    let mut parts = text.split('.');
    if parts.next()? != "1" {
        return None;
    }
    let table = i64::try_from(value(parts.next()?)?).ok()?;
    let stamp = u32::try_from(value(parts.next()?)?).ok()?;
    let act = parts.next()?;
    let extra = parts.next();
    if parts.next().is_some() {
        return None;
    }
    let letter = act.chars().next()?;
    let rest = &act[letter.len_utf8()..];
    let card = || Card::from_code(u8::try_from(value(rest)?).ok()?);
    let bare = |act: Act| rest.is_empty().then_some(act);
    let act = match letter {
        's' => bare(Act::Stock)?,
        't' => Act::Take(card()?),
        'p' => bare(Act::Pass)?,
        'd' => Act::Discard(card()?),
        'q' => Act::AskKnock(card()?),
        'k' => match extra {
            None => Act::Knock(card()?),
            Some(shown) => Act::KnockWith(card()?, u8::try_from(value(shown)?).ok()?),
        },
        'i' => bare(Act::BigGin)?,
        'b' => bare(Act::Best)?,
        'n' => bare(Act::LayNone)?,
        'c' => bare(Act::Choose)?,
        'l' => Act::Place(card()?, u8::try_from(value(extra?)?).ok()?),
        'u' => bare(Act::TakeBack)?,
        'o' => bare(Act::Done)?,
        'r' => bare(Act::AskResign)?,
        'x' => bare(Act::Resign)?,
        'h' => bare(Act::Hand)?,
        'v' => bare(Act::Table)?,
        'a' => bare(Act::Accept)?,
        'e' => bare(Act::Decline)?,
        'w' => bare(Act::Withdraw)?,
        'm' => bare(Act::Main)?,
        'j' => Act::Verify(u16::try_from(value(rest)?).ok()?),
        'z' => MANNERS.iter().find(|(_, letter)| rest == letter.to_string())?.0,
        '2' => {
            let hand = small(rest)?;
            extra.map_or(Some(Act::OpenReplay(hand)), |step| {
                Some(Act::Replay(hand, small(step)?))
            })?
        }
        '3' => Act::Animation(small(rest)?),
        '6' => Act::Taste(TASTES.iter().find(|(_, letter)| rest == letter.to_string())?.0),
        '4' => Act::Own(OWN.iter().find(|(_, letter)| rest == letter.to_string())?.0),
        'f' | 'g' => {
            let code = value(rest)?;
            Act::Speak(Lang::ALL.into_iter().find(|&lang| lang as u64 == code)?, letter == 'g')
        }
        'y' => match extra {
            None => bare(Act::ShowRules)?,
            Some(page) => {
                let book = match u8::try_from(value(rest)?).ok()? {
                    HOUSE => Book::House,
                    MATCH => Book::Match,
                    at => Book::Preset(at),
                };
                Act::Rules(book, u8::try_from(value(page)?).ok()?)
            }
        },
        _ => return None,
    };
    let two_parts = matches!(
        act,
        Act::Place(..) | Act::KnockWith(..) | Act::Rules(..) | Act::Replay(..)
    );
    if extra.is_some() && !two_parts {
        return None;
    }
    Some(Token {
        table: TableId(table),
        stamp: Stamp(stamp),
        act,
    })
}

/// Whether this press is answered by a new message to the asker alone, and not by changing the pressed message: "My hand" and
/// "Rules" on the public table, and everything that can't be read.
#[must_use]
pub fn replies(token: &str) -> bool {
    // A board, a profile or a list of seasons is turned in place; where it must not be, the answer says so itself.
    if token.starts_with("2.") {
        return false;
    }
    if token.starts_with("3.") {
        return super::event::token::replies(token);
    }
    if token.starts_with("4.") {
        return super::team_token::team_replies(token);
    }
    decode(token).is_none_or(|token| {
        matches!(
            token.act,
            Act::Hand
                | Act::Table
                | Act::Verify(_)
                | Act::Watch
                | Act::ShowRules
                | Act::OpenReplay(_)
                | Act::Own(Own::Export)
                | Act::Taste(Taste::Show)
        )
    })
}

/// Whether some reader of tokens understands this one, whichever it is for.
#[must_use]
pub fn knows(token: &str) -> bool {
    match token.split('.').next() {
        Some("2") => super::leaf::decode(token).is_some(),
        Some("3") => super::event::token::decode(token).is_some(),
        Some("4") => super::team_token::decode_team(token).is_some(),
        Some("5") => token.starts_with(super::links::PREFIX),
        _ => decode(token).is_some(),
    }
}

/// A table's id as people see it and as a deep link carries it.
#[must_use]
pub fn table_code(table: TableId) -> String {
    table.code()
}

/// The table with this code.
#[must_use]
pub fn table_of_code(code: &str) -> Option<TableId> {
    TableId::from_code(code)
}

/// What is no play, behind the letter `z`.
const MANNERS: [(Act, char); 12] = [
    (Act::More, 'm'),
    (Act::OfferDraw, 'd'),
    (Act::AcceptDraw, 'y'),
    (Act::DeclineDraw, 'n'),
    (Act::AskAbort, 'b'),
    (Act::Abort, 'x'),
    (Act::Nudge, 'g'),
    (Act::Rematch, 'r'),
    (Act::DeclineRematch, 'o'),
    (Act::Claim, 'c'),
    (Act::Watch, 'w'),
    (Act::Refresh, 'u'),
];

/// What is set for oneself, behind the digit `6`.
const TASTES: [(Taste, char); 11] = [
    (Taste::Show, 's'),
    (Taste::Confirm(true), 'c'),
    (Taste::Confirm(false), 'd'),
    (Taste::Large(true), 'l'),
    (Taste::Large(false), 'm'),
    (Taste::FourColours(true), 'f'),
    (Taste::FourColours(false), 'g'),
    (Taste::Pictures(true), 'p'),
    (Taste::Pictures(false), 'q'),
    (Taste::Profile(true), 'v'),
    (Taste::Profile(false), 'w'),
];

/// What is wanted of one's own data, behind the digit `4`.
const OWN: [(Own, char); 5] = [
    (Own::Export, 'e'),
    (Own::AskDelete, 'a'),
    (Own::AskAgain, 'g'),
    (Own::Delete, 'x'),
    (Own::Keep, 'k'),
];

/// A hand's or a step's number.
fn small(text: &str) -> Option<u16> {
    u16::try_from(value(text)?).ok()
}
