//! A finished hand, moment by moment, with everybody's cards open.

use super::event::{By, Event, Why};
use super::state::{HandRecord, Table};
use crate::cards::{Card, CardSet};
use crate::gin::{self, Arrangement, HandScore};
use crate::id::{Millis, Seat, TableId};

/// A finished hand from the deal to its score.
#[derive(Clone, PartialEq)]
pub struct Replay {
    /// The hand's number in the match, who dealt, and how it ended.
    pub record: HandRecord,
    /// What the most deadwood was that might be left when knocking, in points.
    pub limit: u8,
    /// The moments, at least two: the deal and the end.
    pub moments: Vec<Moment>,
}

/// How a finished hand stood after something had happened. It holds every card of it: no `Debug`.
#[derive(Clone, PartialEq)]
pub struct Moment {
    /// What had just happened.
    pub what: What,
    /// Who pressed; nobody for a deal.
    pub by: Option<By>,
    /// Each seat's cards in the hand; what the defender has laid off is no longer there.
    pub hands: [CardSet; 2],
    /// How many cards are left in the stock.
    pub stock: u8,
    /// The card on top of the pile.
    pub top: Option<Card>,
    /// How many cards lie on the pile.
    pub pile: u8,
    /// The card that was put down with a knock; it lay face down then.
    pub put_down: Option<Card>,
    /// After a knock: who knocked and what they showed.
    pub shown: Option<(Seat, Arrangement)>,
    /// The defender's cards laid off so far, each with the index of the knocker's meld.
    pub laid_off: Vec<(Card, u8)>,
    /// Everything, when the hand is over.
    pub score: Option<HandScore>,
}

/// What happened in a hand, with the cards that were hidden then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The cards were dealt.
    Dealt(Seat),
    /// A player left this card.
    Passed(Seat, Option<Card>),
    /// A player took this card from the pile.
    Took(Seat, Card),
    /// A player drew this card from the stock.
    Drew(Seat, Option<Card>),
    /// A player put this card on the pile.
    Discarded(Seat, Card),
    /// A player knocked and put this card down; none with eleven melded cards (big gin).
    Knocked(Seat, Option<Card>),
    /// The defender laid these cards off.
    LaidOff(Seat, Vec<Card>),
    /// The defender took this card back.
    TookBack(Seat, Option<Card>),
    /// The hand was given up.
    GaveUp(Seat, Why),
    /// The hand was scored.
    Scored,
}

impl Replay {
    /// The hand with this number; `None` while it is played and when there is none.
    #[must_use]
    pub fn of(log: &[(Millis, Event)], number: u16) -> Option<Replay> {
        let ((at, first), rest) = log.split_first()?;
        // The id decides nothing here.
        let mut table = Table::opened(TableId(0), *at, first)?;
        let mut moments: Vec<Moment> = Vec::new();
        let mut limit = 0;
        for (at, event) in rest {
            let before = table.hand().filter(|_| table.hand_number() == number).cloned();
            table.evolve(*at, event);
            if table.hand_number() > number {
                break;
            }
            let Some(hand) = table.hand().filter(|_| table.hand_number() == number) else {
                continue;
            };
            match event {
                Event::Dealt { dealer, .. } => {
                    limit = hand.limit();
                    moments.push(Moment::of(hand, What::Dealt(*dealer), None, None));
                }
                Event::Played { seat, by, fact, .. } => {
                    let last = moments.last();
                    if let gin::Event::Scored(score) = fact
                        && let Some(laid) = laid_at_once(score, last)
                    {
                        moments.push(Moment { by: Some(*by), ..laid });
                    }
                    if let Some(what) = what(*seat, fact, before.as_ref(), hand) {
                        moments.push(Moment::of(hand, what, Some(*by), moments.last()));
                    }
                }
                Event::Forfeited { seat, why, score } => {
                    let last = moments.last()?;
                    moments.push(Moment {
                        what: What::GaveUp(*seat, *why),
                        by: None,
                        score: Some(score.clone()),
                        ..last.clone()
                    });
                }
                _ => {}
            }
        }
        let record = table.hands().iter().find(|record| record.number == number)?.clone();
        (moments.len() > 1).then_some(Replay { record, limit, moments })
    }
}

impl Moment {
    /// How the hand stands now; `before` is the moment before.
    fn of(hand: &gin::Hand, what: What, by: Option<By>, before: Option<&Moment>) -> Moment {
        let views = Seat::BOTH.map(|seat| hand.view(Some(seat)));
        let hands = [0, 1].map(|seat: usize| views[seat].hand.unwrap_or(CardSet::EMPTY));
        let view = &views[0];
        let shown = view.knock;
        let mut moment = Moment {
            by,
            hands,
            stock: view.stock,
            top: view.upcard,
            pile: view.pile,
            put_down: match (&what, &view.score) {
                (What::Knocked(_, card), _) => *card,
                (_, Some(score)) => score.shown.discard,
                _ => before.and_then(|before| before.put_down),
            },
            what,
            shown,
            laid_off: Vec::new(),
            score: view.score.clone(),
        };
        if let Some((knocker, _)) = shown {
            moment.laid_off.clone_from(&views[knocker.other().index()].placed);
        }
        if let Some(score) = &moment.score {
            moment.laid_off.clone_from(&score.shown.laid_off);
            moment.hands = [0, 1].map(|seat: usize| score.shown.arrangements[seat].cards());
        }
        moment
    }
}

/// The moment in which the defender laid cards off all at once: the log tells only the score that followed.
fn laid_at_once(score: &HandScore, last: Option<&Moment>) -> Option<Moment> {
    let last = last?;
    let knocker = score.shown.knocker?;
    let laid = &score.shown.laid_off;
    if laid.is_empty() || *laid == last.laid_off {
        return None;
    }
    let mut hands = last.hands;
    hands[knocker.other().index()] = score.shown.arrangements[knocker.other().index()].cards();
    Some(Moment {
        what: What::LaidOff(knocker.other(), laid.iter().map(|(card, _)| *card).collect()),
        hands,
        laid_off: laid.clone(),
        ..last.clone()
    })
}

/// What a fact says, with the card that it does not name; nothing when it moves no card.
fn what(seat: Seat, fact: &gin::Event, before: Option<&gin::Hand>, now: &gin::Hand) -> Option<What> {
    Some(match fact {
        gin::Event::Passed { seat } => What::Passed(*seat, now.view(None).upcard),
        gin::Event::TookPile { seat, card } => What::Took(*seat, *card),
        gin::Event::DrewStock { seat } => What::Drew(*seat, now.view(Some(*seat)).drawn),
        gin::Event::Discarded { seat, card } => What::Discarded(*seat, *card),
        gin::Event::Knocked(knock) => What::Knocked(knock.seat, Some(knock.discard)),
        gin::Event::Placed { card, .. } => What::LaidOff(seat, vec![*card]),
        gin::Event::TookBack => {
            let placed = before.map(|hand| hand.view(Some(seat)).placed);
            What::TookBack(seat, placed.and_then(|placed| placed.last().map(|(card, _)| *card)))
        }
        gin::Event::MeldedAll { seat, .. } => What::Knocked(*seat, None),
        gin::Event::OfferedLast { .. } => return None,
        gin::Event::Scored(_) => What::Scored,
    })
}
