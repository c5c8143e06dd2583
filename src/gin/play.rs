use std::fmt;

use super::layoff;
use super::meld::{Arrangement, points};
use super::rules::{Aces, Opening, Rules};
use super::score::HandScore;
use super::solve;
use super::turn::{Action, Event, Illegal, Phase, TAKE_BACKS_MAX, opponent, seated};
use super::view::Last;
use crate::cards::{Card, CardSet, Pack};
use crate::id::Seat;

/// One hand from the deal to its score.
#[derive(Clone, PartialEq, Eq)]
pub struct Hand {
    pub(super) rules: Rules,
    pub(super) dealer: Seat,
    pack: Pack,
    pub(super) stock: u8,
    /// The card that was turned up for the offer, as far as the rules open with one.
    pub(super) upcard: Option<Card>,
    pub(super) pile: Vec<Card>,
    pub(super) hands: [CardSet; 2],
    pub(super) held: [CardSet; 2],
    pub(super) seen: CardSet,
    pub(super) discards: u16,
    pub(super) turn: Seat,
    pub(super) phase: Phase,
    pub(super) last: Last,
}

/// Prints no card.
impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hand")
            .field("turn", &self.turn)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

/// Cards that each player is dealt (rule book: hand size).
const HAND_SIZE: usize = 10;

impl Hand {
    /// Deals: one card at a time, the non-dealer first, from the end of the pack; then the dealer's eleventh card or the
    /// first upcard, as the rules open.
    #[must_use]
    pub fn deal(rules: &Rules, dealer: Seat, pack: Pack) -> Hand {
        let other = opponent(dealer);
        let mut hands = [CardSet::EMPTY; 2];
        let mut cards = pack.cards().iter().rev().copied();
        for (index, card) in cards.by_ref().take(2 * HAND_SIZE).enumerate() {
            let seat = if index % 2 == 0 { other } else { dealer };
            hands[seat.index()].insert(card);
        }
        let next = cards.next();
        let stock = cards.len() as u8;
        let mut hand = Hand {
            rules: *rules,
            dealer,
            pack,
            stock,
            upcard: None,
            pile: Vec::with_capacity(32),
            hands,
            held: [CardSet::EMPTY; 2],
            seen: CardSet::EMPTY,
            discards: 0,
            turn: dealer,
            phase: Phase::Discard {
                taken: None,
                drawn: None,
                must_knock: false,
            },
            last: Last::Dealt,
        };
        match rules.opening {
            Opening::DealerEleven => hand.hands[dealer.index()] |= next.into_iter().collect(),
            Opening::Upcard => {
                hand.upcard = next;
                hand.pile.extend(next);
                hand.seen = next.into_iter().collect();
                hand.turn = other;
                hand.phase = Phase::Upcard { passes: 0 };
            }
        }
        hand
    }

    /// What happens when this seat wishes this; all rules are here.
    ///
    /// # Errors
    /// When the rules refuse it; nothing happens then.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        if matches!(self.phase, Phase::Over(_)) {
            return Err(Illegal::Over);
        }
        if seat != self.turn {
            return Err(Illegal::NotYourTurn);
        }
        match (&self.phase, *action) {
            (Phase::Upcard { .. }, Action::Pass) => Ok(vec![Event::Passed { seat }]),
            (Phase::Last, Action::Pass) => Ok(self.leave_last()),
            (Phase::Upcard { .. } | Phase::Draw | Phase::Last, Action::TakePile(card)) => {
                self.may_take(card)?;
                Ok(vec![Event::TookPile { seat, card }])
            }
            (Phase::Draw, Action::DrawStock) => {
                if self.stock == 0 {
                    return Err(Illegal::StockEmpty);
                }
                Ok(vec![Event::DrewStock { seat }])
            }
            (Phase::Discard { taken, must_knock, .. }, Action::Discard(card)) => {
                self.may_discard(*taken, card)?;
                if *must_knock {
                    return Err(Illegal::MustKnock);
                }
                Ok(self.discard(card))
            }
            (Phase::Discard { taken, .. }, Action::Knock(card)) => {
                self.may_discard(*taken, card)?;
                self.knock(card, 0)
            }
            (Phase::Discard { taken, .. }, Action::KnockWith(card, index)) => {
                self.may_discard(*taken, card)?;
                self.knock(card, index)
            }
            (Phase::Discard { .. }, Action::BigGin) => self.big_gin(),
            (
                Phase::LayOff {
                    knock,
                    placed,
                    taken_back,
                },
                answer,
            ) => self.answer(knock, placed, *taken_back, answer),
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// Writes a fact down; no rules are asked, and a fact that fits nothing changes nothing.
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Passed { seat } => {
                self.phase = match self.phase {
                    Phase::Upcard { passes: 0 } => Phase::Upcard { passes: 1 },
                    // Whoever leaves the last discard ends the hand; its score follows.
                    Phase::Last => Phase::Last,
                    _ => Phase::Draw,
                };
                self.turn = opponent(seat);
                self.last = Last::Passed(seat);
            }
            Event::TookPile { seat, card } => {
                self.pile.pop();
                self.give(seat, card);
                if let Some(held) = self.held.get_mut(seat.index()) {
                    held.insert(card);
                }
                self.turn = seated(seat);
                self.phase = Phase::Discard {
                    taken: Some(card),
                    drawn: None,
                    must_knock: self.phase == Phase::Last,
                };
                self.last = Last::Took(seat, card);
            }
            Event::DrewStock { seat } => {
                let drawn = self.top_of_stock();
                self.stock = self.stock.saturating_sub(1);
                if let Some(card) = drawn {
                    self.give(seat, card);
                }
                self.turn = seated(seat);
                self.phase = Phase::Discard {
                    taken: None,
                    drawn,
                    must_knock: false,
                };
                self.last = Last::Drew(seat);
            }
            Event::Discarded { seat, card } => {
                self.take(seat, card);
                self.pile.push(card);
                self.seen.insert(card);
                self.discards = self.discards.saturating_add(1);
                self.turn = opponent(seat);
                self.phase = Phase::Draw;
                self.last = Last::Discarded(seat, card);
            }
            Event::OfferedLast { seat } => {
                self.turn = seated(seat);
                self.phase = Phase::Last;
            }
            Event::MeldedAll { seat, .. } => self.last = Last::Knocked(seat),
            Event::Knocked(ref knock) => {
                self.take(knock.seat, knock.discard);
                self.turn = knock.defender();
                self.phase = Phase::LayOff {
                    knock: knock.clone(),
                    placed: Vec::new(),
                    taken_back: 0,
                };
                self.last = Last::Knocked(knock.seat);
            }
            Event::Placed { card, meld } => {
                if let Phase::LayOff { placed, .. } = &mut self.phase {
                    placed.push((card, meld));
                }
            }
            Event::TookBack => {
                if let Phase::LayOff { placed, taken_back, .. } = &mut self.phase {
                    placed.pop();
                    *taken_back = taken_back.saturating_add(1);
                }
            }
            Event::Scored(ref score) => self.phase = Phase::Over(score.clone()),
        }
    }

    /// Everything that this seat may do now: exactly what [`Hand::decide`] accepts.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        if self.to_move() != Some(seat) {
            return Vec::new();
        }
        let mut actions = Vec::new();
        let top = self.pile.last().copied().filter(|&top| self.may_take(top).is_ok());
        match &self.phase {
            Phase::Upcard { .. } | Phase::Last => {
                actions.extend(top.map(Action::TakePile));
                actions.push(Action::Pass);
            }
            Phase::Draw => {
                if self.stock > 0 {
                    actions.push(Action::DrawStock);
                }
                actions.extend(top.map(Action::TakePile));
            }
            Phase::Discard { taken, must_knock, .. } => {
                let hand = self.hands[seat.index()];
                let kept = taken.filter(|_| !self.rules.throw_back_taken);
                if !must_knock {
                    actions.extend(hand.iter().filter(|&card| Some(card) != kept).map(Action::Discard));
                }
                if self.big_gin().is_ok() {
                    actions.push(Action::BigGin);
                }
                let knocks = solve::knocks(hand, &self.rules, self.limit(), *taken);
                actions.extend(knocks.iter().map(|knock| Action::Knock(knock.discard)));
                for discard in knocks.iter().map(|knock| knock.discard) {
                    let ways = self.ways(hand.without(discard));
                    actions.extend((0..ways).map(|index| Action::KnockWith(discard, index)));
                }
            }
            Phase::LayOff {
                knock,
                placed,
                taken_back,
            } => {
                actions.extend([Action::LayOffBest, Action::LayOffNone, Action::Done]);
                if !placed.is_empty() && *taken_back < TAKE_BACKS_MAX {
                    actions.push(Action::TakeBack);
                }
                let hand = self.remaining(seat);
                for index in 0..knock.shown.melds().len() as u8 {
                    if let Some(meld) = layoff::grown(&self.rules, &knock.shown, placed, index) {
                        actions.extend(
                            (meld.open(self.rules.aces.runs) & hand)
                                .iter()
                                .map(|card| Action::Place(card, index)),
                        );
                    }
                }
            }
            Phase::Over(_) => {}
        }
        actions
    }

    /// What the clock plays for a player who doesn't answer: leaves an upcard and the last discard, draws from the stock,
    /// throws the drawn card (else the dearest loose one), knocks only where it must, lays off what scores best.
    #[must_use]
    pub fn automatic(&self) -> Option<(Seat, Action)> {
        let seat = self.to_move()?;
        let action = match &self.phase {
            Phase::Upcard { .. } | Phase::Last => Action::Pass,
            Phase::Draw if self.stock > 0 => Action::DrawStock,
            Phase::Draw => Action::TakePile(*self.pile.last()?),
            Phase::Discard {
                taken,
                must_knock: true,
                ..
            } => {
                let knocks = solve::knocks(self.hands[seat.index()], &self.rules, self.limit(), *taken);
                Action::Knock(knocks.first()?.discard)
            }
            Phase::Discard { drawn: Some(card), .. } => Action::Discard(*card),
            Phase::Discard { taken, drawn: None, .. } => {
                let kept = taken.filter(|_| !self.rules.throw_back_taken);
                Action::Discard(dearest(self.hands[seat.index()], kept, self.rules.aces)?)
            }
            Phase::LayOff { .. } => Action::LayOffBest,
            Phase::Over(_) => return None,
        };
        Some((seat, action))
    }

    /// Where the hand stands.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whose turn it is; nobody's when the hand is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        if matches!(self.phase, Phase::Over(_)) {
            None
        } else {
            Some(self.turn)
        }
    }

    /// Who dealt.
    #[must_use]
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The score of a hand that is over.
    #[must_use]
    pub fn score(&self) -> Option<&HandScore> {
        if let Phase::Over(score) = &self.phase {
            Some(score)
        } else {
            None
        }
    }

    /// The most deadwood that may be left when knocking in this hand, in points.
    #[must_use]
    pub fn limit(&self) -> u8 {
        self.rules.knock_limit.of(self.upcard)
    }

    /// The rules that the hand is played by.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat's cards without those placed on the knocker's melds.
    pub(super) fn remaining(&self, seat: Seat) -> CardSet {
        let hand = self.hands[seat.index()];
        match &self.phase {
            Phase::LayOff { knock, placed, .. } if knock.seat != seat => {
                placed.iter().fold(hand, |hand, &(card, _)| hand.without(card))
            }
            _ => hand,
        }
    }

    fn may_take(&self, card: Card) -> Result<(), Illegal> {
        if self.pile.last() != Some(&card) {
            return Err(Illegal::NotThatCard);
        }
        // The first draw: nobody has discarded, so both have left the card on top.
        if self.phase == Phase::Draw && self.discards == 0 {
            return Err(Illegal::UpcardPassed);
        }
        Ok(())
    }

    fn may_discard(&self, taken: Option<Card>, card: Card) -> Result<(), Illegal> {
        if !self.hands[self.turn.index()].contains(card) {
            return Err(Illegal::NotInHand(card));
        }
        if taken == Some(card) && !self.rules.throw_back_taken {
            return Err(Illegal::JustTaken(card));
        }
        Ok(())
    }

    fn top_of_stock(&self) -> Option<Card> {
        self.pack.cards().get(usize::from(self.stock).checked_sub(1)?).copied()
    }

    fn give(&mut self, seat: Seat, card: Card) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.insert(card);
        }
    }

    fn take(&mut self, seat: Seat, card: Card) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.remove(card);
        }
        if let Some(held) = self.held.get_mut(seat.index()) {
            held.remove(card);
        }
    }
}

/// The dearest loose card of the best arrangement; when none is loose, the discard that leaves the least deadwood.
fn dearest(hand: CardSet, kept: Option<Card>, aces: Aces) -> Option<Card> {
    let loose = Arrangement::best(hand, aces).loose();
    let dearest = loose
        .iter()
        .filter(|&card| Some(card) != kept)
        .max_by_key(|&card| (points(card, aces), card.rank()));
    dearest.or_else(|| {
        let others = solve::discards(hand, aces)
            .into_iter()
            .filter(|&(card, _)| Some(card) != kept);
        others
            .min_by_key(|&(card, dead)| (dead, std::cmp::Reverse(points(card, aces))))
            .map(|(card, _)| card)
    })
}
