//! What a button of an event carries: `3.<event>.<act>[.<number>[.<number>]]`, numbers in base 32.

use crate::contest::PairingId;
use crate::id::base32::{read as value, write as number};
use crate::id::{EventId, Millis, PlayerId};

/// A pressed button of an event, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventToken {
    /// The event; 0 where the button belongs to none.
    pub event: EventId,
    /// What it wants.
    pub act: EventAct,
}

/// What a button of an event wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventAct {
    /// Sign up, or come in late.
    Join,
    /// The page that asks whether to leave.
    AskLeave,
    /// Sign off, or be out for good once it has begun.
    Leave,
    /// Say that one is there before the start.
    CheckIn,
    /// Say that one is there for one's match of this round.
    Here,
    /// Not be paired for the time being.
    Pause,
    /// Be paired again.
    Return,
    /// What is asked of whoever presses.
    Mine,
    /// A page in a message of its own.
    Open(EventPage),
    /// A page, from 0, in place of another.
    Turn(EventPage, u8),
    /// What an organiser can do.
    Manage,
    /// Begin.
    Start,
    /// Begin this round of this stage; where that is the end of the event, the page that asks whether to.
    Next(u8, u16),
    /// Let the event end with this round, which is one after the last, of this stage.
    End(u8, u16),
    /// Give the start this time.
    Move(Millis),
    /// Let somebody run it too.
    Name(PlayerId),
    /// Let somebody not run it any more.
    Unname(PlayerId),
    /// Not show it any more in the venue with this chat, to which it does not belong.
    Away(i64),
    /// Let everything stand still.
    Hold,
    /// Let it go on.
    Resume,
    /// The page that asks whether to call it off.
    AskCancel,
    /// Call it off.
    Cancel,
    /// The page of matches whose result can be corrected, from 0.
    Matches(u8),
    /// The page with the results that a match can be given.
    AskCorrect(PairingId),
    /// The page that asks whether that shall be the result.
    AskRuling(PairingId, Ruled),
    /// Give a match this result, where what stood in it when that was asked still does; see [`Pairing::mark`].
    ///
    /// [`Pairing::mark`]: crate::contest::Pairing::mark
    Correct(PairingId, Ruled, u32),
    /// The page of people who can be taken out, from 0.
    People(u8),
    /// The page that asks whether to take somebody out.
    AskExpel(PlayerId),
    /// Take somebody out.
    Expel(PlayerId),
    /// Do not open this schedule's events any more.
    Unplan(i64),
    /// Not wait for a quick match any more.
    Unqueue,
    /// Open an event of the template with this number, as it is.
    Make(u8),
}

/// A result that an organiser gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruled {
    /// The first of the two won.
    First,
    /// The second won.
    Second,
    /// It was drawn.
    Drawn,
    /// It has no result: it is open as if it had never been played.
    Void,
    /// These points, by seat, as they were typed.
    Points(i32, i32),
}

/// A page about an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventPage {
    /// Places.
    Standings,
    /// Who meets whom.
    Pairings,
    /// The knockout's tree.
    Bracket,
    /// The rounds and when they are.
    Schedule,
    /// Who takes part.
    People,
}

const RULED: [(Ruled, u64); 4] = [
    (Ruled::First, 1),
    (Ruled::Second, 2),
    (Ruled::Drawn, 3),
    (Ruled::Void, 4),
];

const PAGES: [(EventPage, char); 5] = [
    (EventPage::Standings, 's'),
    (EventPage::Pairings, 'p'),
    (EventPage::Bracket, 'b'),
    (EventPage::Schedule, 't'),
    (EventPage::People, 'w'),
];

/// The code of points, which follow it.
const POINTS: u64 = 5;

const PLAIN: [(EventAct, char); 15] = [
    (EventAct::Join, 'j'),
    (EventAct::AskLeave, 'k'),
    (EventAct::Leave, 'l'),
    (EventAct::CheckIn, 'c'),
    (EventAct::Here, 'h'),
    (EventAct::Pause, 'z'),
    (EventAct::Return, 'y'),
    (EventAct::Mine, 'a'),
    (EventAct::Manage, 'm'),
    (EventAct::Start, 'b'),
    (EventAct::Hold, 'd'),
    (EventAct::Resume, 'r'),
    (EventAct::AskCancel, 'x'),
    (EventAct::Cancel, 'v'),
    (EventAct::Unqueue, 'q'),
];

/// Writes a token.
#[must_use]
pub fn encode(token: EventToken) -> String {
    let mut text = String::from("3.");
    number(&mut text, token.event.0.unsigned_abs());
    text.push('.');
    let page = |page: EventPage| PAGES.iter().find(|(one, _)| *one == page).map(|(_, letter)| *letter);
    let ruled = |ruled: Ruled| match ruled {
        // None below zero is ever asked for.
        Ruled::Points(one, two) => vec![POINTS, u64::from(one.unsigned_abs()), u64::from(two.unsigned_abs())],
        other => RULED
            .iter()
            .filter(|(one, _)| *one == other)
            .map(|(_, code)| *code)
            .collect(),
    };
    let plain = PLAIN.iter().find(|(act, _)| *act == token.act);
    let numbers: Vec<u64> = match (plain, token.act) {
        (Some((_, letter)), _) => {
            text.push(*letter);
            Vec::new()
        }
        (None, EventAct::Open(one)) => {
            text.push('o');
            text.extend(page(one));
            Vec::new()
        }
        (None, EventAct::Turn(one, at)) => {
            text.push('t');
            text.extend(page(one));
            vec![u64::from(at)]
        }
        (None, EventAct::Next(stage, round)) => {
            text.push('n');
            vec![u64::from(stage), u64::from(round)]
        }
        (None, EventAct::Matches(at)) => {
            text.push('i');
            vec![u64::from(at)]
        }
        (None, EventAct::AskCorrect(pairing)) => {
            text.push('f');
            vec![u64::from(pairing.0)]
        }
        (None, EventAct::AskRuling(pairing, wanted)) => {
            text.push('g');
            [vec![u64::from(pairing.0)], ruled(wanted)].concat()
        }
        (None, EventAct::Correct(pairing, wanted, stood)) => {
            text.push('e');
            [vec![u64::from(pairing.0), u64::from(stood)], ruled(wanted)].concat()
        }
        (None, EventAct::End(stage, round)) => {
            text.push('3');
            vec![u64::from(stage), u64::from(round)]
        }
        (None, EventAct::Move(at)) => {
            text.push('4');
            vec![at.0.unsigned_abs()]
        }
        (None, EventAct::Name(player)) => {
            text.push('5');
            vec![player.0.unsigned_abs()]
        }
        (None, EventAct::Unname(player)) => {
            text.push('6');
            vec![player.0.unsigned_abs()]
        }
        (None, EventAct::Away(chat)) => {
            text.push('7');
            vec![signed(chat)]
        }
        (None, EventAct::People(at)) => {
            text.push('w');
            vec![u64::from(at)]
        }
        (None, EventAct::AskExpel(player)) => {
            text.push('1');
            vec![player.0.unsigned_abs()]
        }
        (None, EventAct::Expel(player)) => {
            text.push('2');
            vec![player.0.unsigned_abs()]
        }
        (None, EventAct::Unplan(schedule)) => {
            text.push('u');
            vec![schedule.unsigned_abs()]
        }
        (None, EventAct::Make(template)) => {
            text.push('p');
            vec![u64::from(template)]
        }
        (None, _) => Vec::new(),
    };
    for n in numbers {
        text.push('.');
        number(&mut text, n);
    }
    text
}

/// Reads a token; `None` for anything that [`encode`] does not write.
#[must_use]
pub fn decode(text: &str) -> Option<EventToken> {
    if text.len() > crate::ui::token::LIMIT {
        return None;
    }
    let mut parts = text.split('.');
    if parts.next()? != "3" {
        return None;
    }
    let event = EventId(i64::try_from(value(parts.next()?)?).ok()?);
    let word = parts.next()?;
    let numbers: Vec<u64> = parts.map(value).collect::<Option<_>>()?;
    let mut letters = word.chars();
    let (letter, second) = (letters.next()?, letters.next());
    if letters.next().is_some() {
        return None;
    }
    let page = || {
        PAGES
            .iter()
            .find(|(_, one)| Some(*one) == second)
            .map(|(page, _)| *page)
    };
    let pairing = |n: u64| u32::try_from(n).ok().map(PairingId);
    let small = |n: u64| u8::try_from(n).ok();
    let points = |n: u64| i32::try_from(n).ok();
    let ruled = |numbers: &[u64]| match numbers {
        [POINTS, one, two] => Some(Ruled::Points(points(*one)?, points(*two)?)),
        [n] => RULED.iter().find(|(_, code)| code == n).map(|(ruled, _)| *ruled),
        _ => None,
    };
    let id = |n: u64| i64::try_from(n).ok();
    let act = match (letter, second, numbers.as_slice()) {
        ('o', Some(_), []) => EventAct::Open(page()?),
        ('t', Some(_), [at]) => EventAct::Turn(page()?, small(*at)?),
        (_, Some(_), _) => return None,
        (letter, None, []) => PLAIN.iter().find(|(_, one)| *one == letter)?.0,
        ('n', None, [stage, round]) => EventAct::Next(small(*stage)?, u16::try_from(*round).ok()?),
        ('i', None, [at]) => EventAct::Matches(small(*at)?),
        ('f', None, [at]) => EventAct::AskCorrect(pairing(*at)?),
        ('g', None, [at, wanted @ ..]) => EventAct::AskRuling(pairing(*at)?, ruled(wanted)?),
        ('e', None, [at, stood, wanted @ ..]) => {
            EventAct::Correct(pairing(*at)?, ruled(wanted)?, u32::try_from(*stood).ok()?)
        }
        ('3', None, [stage, round]) => EventAct::End(small(*stage)?, u16::try_from(*round).ok()?),
        ('4', None, [at]) => EventAct::Move(Millis(id(*at)?)),
        ('5', None, [player]) => EventAct::Name(PlayerId(id(*player)?)),
        ('6', None, [player]) => EventAct::Unname(PlayerId(id(*player)?)),
        ('7', None, [chat]) => EventAct::Away(unsigned(*chat)),
        ('w', None, [at]) => EventAct::People(small(*at)?),
        ('1', None, [player]) => EventAct::AskExpel(PlayerId(id(*player)?)),
        ('2', None, [player]) => EventAct::Expel(PlayerId(id(*player)?)),
        ('p', None, [template]) => EventAct::Make(small(*template)?),
        ('u', None, [schedule]) => EventAct::Unplan(id(*schedule)?),
        _ => return None,
    };
    Some(EventToken { event, act })
}

/// A chat's id may be negative: small either way, it stays short.
fn signed(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn unsigned(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

/// Whether this press is answered by a new message to the asker alone: everything that stands on a public message.
#[must_use]
pub fn replies(token: &str) -> bool {
    decode(token).is_none_or(|token| {
        matches!(
            token.act,
            EventAct::Join
                | EventAct::AskLeave
                | EventAct::CheckIn
                | EventAct::Here
                | EventAct::Mine
                | EventAct::Open(_)
                | EventAct::Manage
                | EventAct::Make(_)
        )
    })
}

/// Whether what the press does depends on whoever presses being an administrator.
#[must_use]
pub fn is_for_admins(token: &str) -> bool {
    decode(token).is_some_and(|token| {
        matches!(
            token.act,
            EventAct::Manage
                | EventAct::Start
                | EventAct::Next(..)
                | EventAct::End(..)
                | EventAct::Move(_)
                | EventAct::Name(_)
                | EventAct::Unname(_)
                | EventAct::Away(_)
                | EventAct::Hold
                | EventAct::Resume
                | EventAct::AskCancel
                | EventAct::Cancel
                | EventAct::Matches(_)
                | EventAct::AskCorrect(_)
                | EventAct::AskRuling(..)
                | EventAct::Correct(..)
                | EventAct::People(_)
                | EventAct::AskExpel(_)
                | EventAct::Expel(_)
                | EventAct::Unplan(_)
                | EventAct::Make(_)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<EventAct> {
        let player = PlayerId(i64::MAX);
        let pairing = PairingId(u32::MAX);
        let mut acts: Vec<EventAct> = PLAIN.iter().map(|(act, _)| *act).collect();
        for (page, _) in PAGES {
            acts.extend([EventAct::Open(page), EventAct::Turn(page, 255)]);
        }
        for (ruled, _) in RULED {
            acts.extend([
                EventAct::AskRuling(pairing, ruled),
                EventAct::Correct(pairing, ruled, u32::MAX),
            ]);
        }
        for ruled in [
            Ruled::Points(0, 0),
            Ruled::Points(34, 12),
            Ruled::Points(99_999, 100_000),
        ] {
            acts.push(EventAct::AskRuling(pairing, ruled));
            acts.push(EventAct::Correct(pairing, ruled, u32::MAX));
        }
        acts.extend([
            EventAct::Next(5, 60),
            EventAct::End(5, 60),
            EventAct::Move(Millis(9_999_999_999_999)),
            EventAct::Name(player),
            EventAct::Unname(player),
            EventAct::Away(i64::MIN),
            EventAct::Away(1_499_999_999_999_999_999),
            EventAct::Away(-1),
            EventAct::Matches(3),
            EventAct::AskCorrect(pairing),
            EventAct::People(0),
            EventAct::People(255),
            EventAct::AskExpel(player),
            EventAct::Expel(player),
            EventAct::Unplan(i64::MAX),
            EventAct::Make(24),
        ]);
        acts
    }

    #[test]
    fn tokens_come_back_and_fit() {
        let mut seen = std::collections::BTreeSet::new();
        for event in [EventId(0), EventId(i64::MAX)] {
            for act in all() {
                let token = EventToken { event, act };
                let text = encode(token);
                assert!(text.len() <= crate::ui::token::LIMIT, "{text}");
                assert_eq!(decode(&text), Some(token), "{text}");
                assert!(seen.insert(text), "{act:?}");
            }
        }
    }

    #[test]
    fn anything_else_is_no_token() {
        for text in [
            "",
            "3",
            "3.",
            "3..j",
            "3.a",
            "3.a.",
            "3.a.jj",
            "3.a.j.1",
            "3.a.os.1",
            "3.a.ox",
            "3.a.ts",
            "3.a.n.1",
            "3.a.e.1.9",
            "3.a.e.1.0.9",
            "3.a.e.1.0.5.1",
            "3.a.g.1.5.1",
            "3.a.g.1.1.1",
            "3.a.w",
            "1.a.b.s",
            "4.a.j",
            "3.a.f.zzzzzzzzzzzzzzz",
            "3.A.j",
            "3.a.ü",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
