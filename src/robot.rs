//! The computer as an opponent: picks an action from a view, never from the hidden state.

use crate::cards::{Card, CardSet};
use crate::gin::{self, AceRuns, Action, View, ViewPhase};
use crate::id::Seat;

/// The action the computer takes in this view; `None` when it has nothing to decide.
#[must_use]
pub fn choose(view: &View) -> Option<Action> {
    let hand = view.hand?;
    let seat = view.viewer?;
    match view.phase {
        ViewPhase::Upcard | ViewPhase::Draw => draw(view, hand),
        ViewPhase::Discard { .. } => legal(view, Action::BigGin)
            .or_else(|| knock(view, hand))
            .or_else(|| discard(view, hand, seat)),
        // It is offered only to whom it lets knock, and leaving it wins nothing.
        ViewPhase::Last => view.upcard.and_then(|card| legal(view, Action::TakePile(card))),
        ViewPhase::LayOff => legal(view, Action::LayOffBest),
        ViewPhase::Over => None,
    }
    .or_else(|| view.legal.first().copied())
}

/// Takes the top of the discard pile when it goes into a meld and leaves less deadwood than the hand has now.
fn draw(view: &View, hand: CardSet) -> Option<Action> {
    if let Some(top) = view.upcard
        && let Some(take) = legal(view, Action::TakePile(top))
    {
        let now = gin::deadwood(hand, view.aces);
        let with = hand.with(top);
        let better = hand.iter().any(|card| {
            let kept = with.without(card);
            gin::deadwood(kept, view.aces) < now && !gin::Arrangement::best(kept, view.aces).loose().contains(top)
        });
        if better {
            return Some(take);
        }
    }
    legal(view, Action::DrawStock).or_else(|| legal(view, Action::Pass))
}

/// Knocks with the least deadwood: always when all is melded, and while the opponent is likely to hold more.
fn knock(view: &View, hand: CardSet) -> Option<Action> {
    let (left, action) = view
        .legal
        .iter()
        .filter_map(|action| match action {
            Action::Knock(card) => Some((gin::deadwood(hand.without(*card), view.aces), *action)),
            _ => None,
        })
        .min_by_key(|(left, _)| *left)?;
    // The shorter the stock, the more the opponent has melded, and the dearer an undercut becomes likely.
    let worth = match view.stock {
        21.. => 10,
        13..=20 => 7,
        6..=12 => 4,
        _ => 10,
    };
    (left <= worth).then_some(action)
}

/// Throws the card that leaves the least deadwood; among nearly equal ones the one that promises least and helps least.
fn discard(view: &View, hand: CardSet, seat: Seat) -> Option<Action> {
    let theirs = view.held[seat.other().index()];
    view.legal
        .iter()
        .filter_map(|action| match action {
            Action::Discard(card) => {
                let kept = hand.without(*card);
                let loose = gin::Arrangement::best(kept, view.aces).loose();
                let cost = 4 * i32::from(gin::deadwood(kept, view.aces)) - 5 * promise(loose, view)
                    + 6 * i32::from(helps(*card, theirs, view.aces.runs));
                Some((cost, *action))
            }
            _ => None,
        })
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, action)| action)
}

/// How many cards not yet seen would make a meld with two of these loose cards.
fn promise(loose: CardSet, view: &View) -> i32 {
    Card::all()
        .filter(|card| !loose.contains(*card) && !view.discarded.contains(*card))
        .filter(|card| {
            let with = loose.with(*card);
            !gin::Arrangement::best(with, view.aces).loose().contains(*card)
        })
        .count()
        .try_into()
        .unwrap_or(0)
}

/// Whether a card lies next to, or is of the same rank as, one the opponent took.
fn helps(card: Card, theirs: CardSet, runs: AceRuns) -> bool {
    theirs.iter().any(|taken| {
        let apart = (taken.rank() as i32 - card.rank() as i32).abs();
        let apart = match runs {
            AceRuns::Low => apart,
            AceRuns::Around => apart.min(13 - apart),
        };
        apart == 0 || taken.suit() == card.suit() && apart <= 2
    })
}

fn legal(view: &View, action: Action) -> Option<Action> {
    view.legal.contains(&action).then_some(action)
}
