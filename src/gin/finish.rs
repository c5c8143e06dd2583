//! How a hand comes to its end: the knock, the defender's answer, eleven melded cards, the last discard, giving up.

use super::choices::knock_choices;
use super::layoff::{self, LayOff};
use super::meld::Arrangement;
use super::play::Hand;
use super::score::{self, Against, Ending, HandScore, Showdown};
use super::solve;
use super::turn::{Action, Event, Illegal, Knocked, Phase, TAKE_BACKS_MAX, opponent};
use crate::cards::{Card, CardSet, Suit};
use crate::id::Seat;

impl Hand {
    /// How many times every score of this hand counts (rule book: `spade_multiplier`, bonuses included).
    #[must_use]
    pub fn multiplier(&self) -> u8 {
        match self.upcard {
            Some(card) if card.suit() == Suit::Spades => self.rules.spade_multiplier,
            _ => 1,
        }
    }

    /// The score when this seat gives the hand up: lost to a gold hand of three melds with the seat's present deadwood
    /// (rule book, decision 13), a knocker's as they have shown it. A hand that is over keeps its score.
    #[must_use]
    pub fn forfeit(&self, seat: Seat) -> HandScore {
        if let Phase::Over(score) = &self.phase {
            return score.clone();
        }
        let winner = opponent(seat);
        let shown = self.laid_open(self.hands);
        let lost = shown.deadwood(seat);
        HandScore {
            winner: Some(winner),
            points: self.times(self.rules.gold.three.saturating_add(u16::from(lost))),
            ending: Ending::Forfeit,
            shown,
        }
    }

    /// What follows when the player to move goes out with this discard, showing the arrangement with this index.
    pub(super) fn knock(&self, discard: Card, index: u8) -> Result<Vec<Event>, Illegal> {
        let kept = self.hands[self.turn.index()].without(discard);
        let (deadwood, limit) = (solve::deadwood(kept, self.rules.aces), self.limit());
        if deadwood > limit {
            return Err(Illegal::TooMuchDeadwood { deadwood, limit });
        }
        let knock = Knocked {
            seat: self.turn,
            discard,
            shown: self.shown(kept, index).ok_or(Illegal::NoSuchArrangement)?,
        };
        let hand = self.hands[knock.defender().index()];
        let fits = |meld: &super::Meld| !(meld.open(self.rules.aces.runs) & hand).is_empty();
        if Against::shown(&knock.shown, &self.rules).permits_layoff(&self.rules) && knock.shown.melds().iter().any(fits)
        {
            return Ok(vec![Event::Knocked(knock)]);
        }
        // Where no card fits there is nothing to ask the defender.
        let answer = layoff::keep(&self.rules, &knock.shown, hand, &[]);
        let score = score::settle(&knock, self.weighed(answer), &self.rules);
        Ok(vec![Event::Knocked(knock), Event::Scored(score)])
    }

    /// How many ways there are to show these ten cards in a knock.
    pub(super) fn ways(&self, kept: CardSet) -> u8 {
        knock_choices(kept, self.limit(), &self.rules).len() as u8
    }

    fn shown(&self, kept: CardSet, index: u8) -> Option<Arrangement> {
        if index == 0 {
            return Some(Arrangement::best(kept, self.rules.aces));
        }
        let ways = knock_choices(kept, self.limit(), &self.rules);
        ways.get(usize::from(index)).copied()
    }

    /// What follows when the player to move shows eleven melded cards.
    pub(super) fn big_gin(&self) -> Result<Vec<Event>, Illegal> {
        let points = self.rules.big_gin.ok_or(Illegal::WrongPhase)?;
        let seat = self.turn;
        let deadwood = solve::deadwood(self.hands[seat.index()], self.rules.aces);
        if deadwood > 0 {
            return Err(Illegal::TooMuchDeadwood { deadwood, limit: 0 });
        }
        let mut shown = self.laid_open(self.hands);
        shown.knocker = Some(seat);
        let left = shown.deadwood(opponent(seat));
        let melded = Event::MeldedAll {
            seat,
            shown: shown.arrangements[seat.index()],
        };
        let score = HandScore {
            winner: Some(seat),
            points: self.times(points.saturating_add(u16::from(left))),
            ending: Ending::BigGin,
            shown,
        };
        Ok(vec![melded, Event::Scored(score)])
    }

    /// What follows when the player to move puts this card on the pile.
    pub(super) fn discard(&self, card: Card) -> Vec<Event> {
        let seat = self.turn;
        let discarded = Event::Discarded { seat, card };
        let mut hands = self.hands;
        hands[seat.index()].remove(card);
        if self.stock <= self.rules.stock_floor {
            let other = opponent(seat);
            let with = hands[other.index()].with(card);
            let mut knocks = solve::knocks(with, &self.rules, self.limit(), Some(card)).into_iter();
            if self.rules.fiftieth_card && knocks.next().is_some() {
                return vec![discarded, Event::OfferedLast { seat: other }];
            }
            return vec![discarded, Event::Scored(self.drawn(Ending::DrawnStock, hands))];
        }
        if self.discards + 1 >= self.rules.discard_cap {
            return vec![discarded, Event::Scored(self.drawn(Ending::DrawnCap, hands))];
        }
        vec![discarded]
    }

    /// What follows when the player to move leaves the last discard.
    pub(super) fn leave_last(&self) -> Vec<Event> {
        vec![
            Event::Passed { seat: self.turn },
            Event::Scored(self.drawn(Ending::DrawnStock, self.hands)),
        ]
    }

    /// What follows when the defender answers a knock like this, having placed these cards.
    pub(super) fn answer(
        &self,
        knock: &Knocked,
        placed: &[(Card, u8)],
        taken_back: u8,
        answer: Action,
    ) -> Result<Vec<Event>, Illegal> {
        match answer {
            Action::LayOffBest => Ok(self.scored(knock, self.best_answer(knock))),
            Action::LayOffNone => Ok(self.scored(knock, self.running_answer(knock, &[]))),
            Action::Done => Ok(self.scored(knock, self.running_answer(knock, placed))),
            Action::Place(card, index) => {
                if !self.remaining(self.turn).contains(card) {
                    return Err(Illegal::NotInHand(card));
                }
                let meld = layoff::grown(&self.rules, &knock.shown, placed, index).ok_or(Illegal::DoesNotFit(card))?;
                meld.with(card, self.rules.aces.runs).ok_or(Illegal::DoesNotFit(card))?;
                Ok(vec![Event::Placed { card, meld: index }])
            }
            Action::TakeBack if placed.is_empty() => Err(Illegal::NothingPlaced),
            Action::TakeBack if taken_back >= TAKE_BACKS_MAX => Err(Illegal::TakenBackOften),
            Action::TakeBack => Ok(vec![Event::TookBack]),
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// The defender's best answer to this knock, and what it scores in this hand.
    pub(super) fn best_answer(&self, knock: &Knocked) -> LayOff {
        let hand = self.hands[knock.defender().index()];
        self.weighed(layoff::best_layoff(&self.rules, &knock.shown, hand))
    }

    /// The answer that lays off exactly these cards, and what it scores in this hand.
    pub(super) fn running_answer(&self, knock: &Knocked, placed: &[(Card, u8)]) -> LayOff {
        let hand = self.hands[knock.defender().index()];
        self.weighed(layoff::keep(&self.rules, &knock.shown, hand, placed))
    }

    fn scored(&self, knock: &Knocked, answer: LayOff) -> Vec<Event> {
        vec![Event::Scored(score::settle(knock, answer, &self.rules))]
    }

    fn weighed(&self, mut answer: LayOff) -> LayOff {
        answer.points *= i32::from(self.multiplier());
        answer
    }

    fn times(&self, points: u16) -> u16 {
        points.saturating_mul(u16::from(self.multiplier()))
    }

    fn drawn(&self, ending: Ending, hands: [CardSet; 2]) -> HandScore {
        HandScore {
            winner: None,
            points: 0,
            ending,
            shown: Showdown::without_knock(hands, self.rules.aces),
        }
    }

    /// Both hands laid open as the hand stands: after a knock as the knocker showed.
    fn laid_open(&self, hands: [CardSet; 2]) -> Showdown {
        let mut shown = Showdown::without_knock(hands, self.rules.aces);
        if let Phase::LayOff { knock, .. } = &self.phase {
            shown.knocker = Some(knock.seat);
            shown.discard = Some(knock.discard);
            shown.arrangements[knock.seat.index()] = knock.shown;
        }
        shown
    }
}
