//! Plays by pressing what is on the messages, as a person would: draw, throw the dearest loose card, knock when one
//! may.

use std::collections::BTreeSet;

use jinlami::id::{Seat, TableId};
use jinlami::table::Sitter;
use jinlami::ui::token::{Act, decode};

use super::host::{Club, act, acts};
use crate::fakes::discord::{Interaction, Message, User};

/// Where somebody looks at the hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// In the private chat.
    Private,
    /// By "My hand" on the public table.
    MyHand,
}

/// Plays the match out; Anna sits in the first seat, Ben or the computer in the second.
pub async fn play_out(club: &Club, table: TableId, looks: [Look; 2]) {
    let mut pressed = BTreeSet::new();
    while step(club, table, looks, &mut pressed).await {}
}

/// Makes one press of whoever is to move; `false` when the match is over.
pub async fn step(club: &Club, id: TableId, looks: [Look; 2], pressed: &mut BTreeSet<String>) -> bool {
    let table = club.table(id).await;
    if table.is_over() {
        return false;
    }
    let Some(seat) = table.to_move() else {
        panic!("nobody is to move at a table that is not over")
    };
    if table.seats()[seat.index()] == Sitter::Robot {
        // The computer's move shows in what its opponent sees.
        let news = || {
            club.anna
                .dms()
                .pop()
                .filter(|hand| choose(hand, pressed).is_some() || is_final(hand))
        };
        let hand = club.discord.until("the computer moves", news).await;
        return !is_final(&hand);
    }
    let user = if seat == Seat::FIRST { &club.anna } else { &club.ben };
    match looks[seat.index()] {
        Look::Private => {
            let theirs = || user.dms().into_iter().rev().find(|hand| belongs(hand, id));
            let ready = || theirs().filter(|hand| choose(hand, pressed).is_some());
            let hand = club.discord.until("a hand with something to press", ready).await;
            press_best(user, &hand, pressed).await;
        }
        Look::MyHand => {
            let hand = my_hand(club, user).await;
            let mut done = press_best(user, &hand, pressed).await;
            // A knock asks once more, in the same message.
            while let Some(more) = done.filter(|hand| act(hand, |act| matches!(act, Act::Knock(_))).is_some()) {
                done = press_best(user, &more, pressed).await;
            }
        }
    }
    true
}

/// Whether something on this message can be pressed at this table.
fn belongs(hand: &Message, id: TableId) -> bool {
    let mut tokens = acts(hand).into_iter().filter_map(|(_, token, _)| decode(&token));
    tokens.any(|token| token.table == id)
}

/// Presses "My hand" on the public table and gives the only-me answer.
pub async fn my_hand(club: &Club, user: &User) -> Message {
    let table = || {
        club.discord
            .messages(&club.channel)
            .into_iter()
            .rev()
            .find(|m| act(m, |a| a == Act::Hand).is_some())
    };
    let table = club.discord.until("a table with \"My hand\"", table).await;
    let asked = user.press(&table, |b: &_| super::host::is(b, Act::Hand)).await;
    asked.private().await
}

/// Presses the most sensible thing and gives the message as it then is.
pub async fn press_best(user: &User, hand: &Message, pressed: &mut BTreeSet<String>) -> Option<Message> {
    let (id, menu) = choose(hand, pressed)?;
    pressed.insert(key(hand, &id));
    let done = press(user, hand, &id, menu).await;
    done.acknowledged().await;
    Some(done.response().await)
}

/// Presses a button or chooses a line by its token.
pub async fn press(user: &User, message: &Message, id: &str, menu: bool) -> Interaction {
    if menu {
        user.select(message, id).await
    } else {
        user.press(message, id).await
    }
}

/// Whether a hand message belongs to a match that is over: not even resigning is left.
pub fn is_final(hand: &Message) -> bool {
    act(hand, |act| act == Act::AskResign).is_none() && act(hand, |act| matches!(act, Act::Main)).is_none()
}

/// A button of a message; the same token may stand on the other player's too, since each seat's stamps count by themselves.
pub fn key(hand: &Message, token: &str) -> String {
    format!("{}/{token}", hand.id)
}

/// The most sensible thing on a message that was not pressed yet.
fn choose(hand: &Message, pressed: &BTreeSet<String>) -> Option<(String, bool)> {
    let weight = |act: Act| match act {
        Act::Knock(_) => Some(0),
        Act::Best => Some(1),
        Act::AskKnock(_) => Some(2),
        Act::Stock => Some(3),
        Act::Pass => Some(4),
        Act::Discard(_) => Some(5),
        _ => None,
    };
    // The dearest loose card stands last.
    let fresh = acts(hand)
        .into_iter()
        .rev()
        .filter(|(_, id, _)| !pressed.contains(&key(hand, id)));
    let weighed = fresh.filter_map(|(act, id, menu)| Some((weight(act)?, id, menu)));
    weighed
        .min_by_key(|(weight, ..)| *weight)
        .map(|(_, id, menu)| (id, menu))
}

/// The most sensible thing on a message.
pub fn choose_now(hand: &Message) -> Option<(String, bool)> {
    choose(hand, &BTreeSet::new())
}
