//! What a player presses: sensible mostly, anything sometimes.

use jinlami::cards::{Card, CardSet};
use jinlami::gin::{Aces, deadwood};
use jinlami::ui::token::Act;

use super::chance::Chance;
use super::people::{Offer, Sheet};

/// The most sensible offer of a hand, if it asks for anything.
pub fn sensible<'a>(sheet: &'a Sheet, chance: &mut Chance) -> Option<&'a Offer> {
    let takes = chance.happens(300);
    let thrown = discard(sheet);
    let weight = |act: Act| match act {
        Act::BigGin => Some(0),
        Act::Knock(_) | Act::KnockWith(..) => Some(1),
        Act::Best => Some(2),
        Act::AskKnock(_) => Some(3),
        Act::LayNone => Some(4),
        Act::Take(_) => Some(if takes { 5 } else { 8 }),
        Act::Stock => Some(6),
        Act::Pass => Some(7),
        Act::Discard(card) if Some(card) == thrown => Some(9),
        // A page that only leads back.
        Act::Main => Some(10),
        _ => None,
    };
    let weighed = sheet
        .offers
        .iter()
        .filter_map(|offer| Some((weight(offer.token.act)?, offer)));
    weighed.min_by_key(|(weight, _)| *weight).map(|(_, offer)| offer)
}

/// The way out of a match.
pub fn leaving(sheet: &Sheet) -> Option<&Offer> {
    let way = [Act::Resign, Act::AskResign, Act::More];
    way.into_iter().find_map(|wanted| sheet.offer(|act| act == wanted))
}

/// Anything at all.
pub fn wild<'a>(sheet: &'a Sheet, chance: &mut Chance) -> Option<&'a Offer> {
    let tame: Vec<&Offer> = sheet
        .offers
        .iter()
        // Giving up ends matches too soon for anything to go wrong in them, and
        // languages and proofs of a deal are no play.
        .filter(|offer| !matches!(offer.token.act, Act::Speak(..) | Act::Verify(_)))
        .filter(|offer| !matches!(offer.token.act, Act::Resign | Act::Abort) || chance.happens(200))
        .collect();
    (!tame.is_empty()).then(|| *chance.one(&tame))
}

/// Whether a sheet asks its reader for a move.
pub fn asks(sheet: &Sheet) -> bool {
    let moves = |act: Act| {
        matches!(
            act,
            Act::BigGin
                | Act::Knock(_)
                | Act::KnockWith(..)
                | Act::Best
                | Act::AskKnock(_)
                | Act::LayNone
                | Act::Take(_)
                | Act::Stock
                | Act::Pass
                | Act::Discard(_)
                | Act::Main
        )
    };
    sheet.offer(moves).is_some()
}

/// The discard that leaves the least deadwood.
fn discard(sheet: &Sheet) -> Option<Card> {
    let cards: Vec<Card> = sheet
        .offers
        .iter()
        .filter_map(|offer| match offer.token.act {
            Act::Discard(card) => Some(card),
            _ => None,
        })
        .collect();
    let hand: CardSet = cards.iter().copied().collect();
    cards.into_iter().min_by_key(|card| {
        let mut kept = hand;
        kept.remove(*card);
        (deadwood(kept, Aces::LOW), card.code())
    })
}
