//! The hands of a match that are over, as one of its players saw them, to be handed to that player.

use serde_json::{Value, json};

use super::event::{By, Event};
use super::state::Table;
use crate::cards::CardSet;
use crate::gin;
use crate::id::{Millis, Seat, TableId};

/// The hands of this log that are over as this seat saw them, in JSON: its own cards, and of the other one only what everybody
/// could see. Also a hand in the middle of which the match ended. Who the players are is not in it.
#[must_use]
pub fn witnessed(log: &[(Millis, Event)], own: Seat) -> Value {
    let Some(((at, first), rest)) = log.split_first() else {
        return Value::Null;
    };
    // The id decides nothing here.
    let Some(mut table) = Table::opened(TableId(0), *at, first) else {
        return Value::Null;
    };
    let (mut finished, mut moves, mut dealt) = (Vec::new(), Vec::new(), Value::Null);
    for (at, event) in rest {
        let over = table.hands().len();
        table.evolve(*at, event);
        match event {
            Event::Dealt { dealer, proof, .. } => {
                let cards = table.hand().and_then(|hand| hand.view(Some(own)).hand);
                let added = proof.as_ref().map(|proof| proof.entropy[own.index()].as_str());
                moves.clear();
                dealt = json!({ "at": at, "dealer": who(own, *dealer), "your_cards": cards.map(letters), "you_added": added });
            }
            Event::Played { seat, by, fact, press } => {
                if let Some(what) = told(&table, own, *seat, fact) {
                    let mut line = format!("{} {} {what}", at.0, who(own, *seat));
                    match (by, press) {
                        (By::Clock, _) => line.push_str(" (the clock)"),
                        (By::Person, Some(press)) if *seat == own => line.push_str(&format!(" (press {press})")),
                        _ => {}
                    }
                    moves.push(line);
                }
            }
            _ => {}
        }
        if let Some(record) = table.hands().get(over) {
            let shown = &record.score.shown;
            let side = |seat: Seat| {
                let laid = &shown.arrangements[seat.index()];
                json!({
                    "melds": laid.melds().iter().map(|meld| letters(meld.cards())).collect::<Vec<_>>(),
                    "loose": letters(laid.loose()),
                    "deadwood": laid.deadwood(),
                })
            };
            finished.push(json!({
                "hand": record.number,
                "dealt": dealt.take(),
                "moves": std::mem::take(&mut moves),
                "knocked": shown.knocker.map(|seat| who(own, seat)),
                "laid_off": letters(shown.laid_off.iter().map(|(card, _)| *card).collect()),
                "won": record.score.winner.map(|seat| who(own, seat)),
                "points": record.score.points,
                "you_at_the_end": side(own),
                "opponent_as_shown_at_the_end": side(own.other()),
            }));
        }
    }
    if table.is_over() && !dealt.is_null() {
        // The match ended in the middle of this hand, without a reckoning: what the other one held was never shown.
        let left = table.hand().and_then(|hand| hand.view(Some(own)).hand);
        finished.push(json!({
            "hand": table.hand_number(),
            "dealt": dealt,
            "moves": moves,
            "finished": false,
            "your_cards_at_the_end": left.map(letters),
        }));
    }
    finished.into()
}

fn who(own: Seat, seat: Seat) -> &'static str {
    if own == seat { "you" } else { "opponent" }
}

fn letters(cards: CardSet) -> String {
    cards.iter().map(|card| card.letters()).collect()
}

/// What everybody saw of an act, and of the player's own also what only they saw. The table stands just after it.
fn told(table: &Table, own: Seat, seat: Seat, fact: &gin::Event) -> Option<String> {
    Some(match fact {
        gin::Event::Passed { .. } => "pass".to_owned(),
        gin::Event::TookPile { card, .. } => format!("take {}", card.letters()),
        gin::Event::DrewStock { .. } => {
            let drawn = table
                .hand()
                .filter(|_| seat == own)
                .and_then(|hand| hand.view(Some(own)).drawn);
            drawn.map_or_else(|| "draw".to_owned(), |card| format!("draw {}", card.letters()))
        }
        gin::Event::Discarded { card, .. } => format!("discard {}", card.letters()),
        gin::Event::Knocked(knock) if seat == own => format!("knock, putting down {}", knock.discard.letters()),
        gin::Event::Knocked(_) => "knock".to_owned(),
        gin::Event::MeldedAll { .. } => "show eleven melded cards".to_owned(),
        gin::Event::Placed { card, .. } => format!("lay off {}", card.letters()),
        gin::Event::TookBack => "take back".to_owned(),
        gin::Event::OfferedLast { .. } | gin::Event::Scored(_) => return None,
    })
}
