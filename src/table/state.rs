//! A match as its log tells it.

use super::Terms;
use super::event::{Bout, By, Event, Invitee, Sitter, Why};
use super::fair::{Entropy, Proof, Seal};
use super::manners::Manners;
use super::mirror::Sides;
use super::ruling::Ruling;
use super::tally::Tally;
use super::vanish::Vanished;
use crate::cards::Card;
use crate::gin::{self, AfterDrawn, Hand, HandScore, NextDealer};
use crate::id::{Millis, Place, PlayerId, Seat, Stamp, TableId, Version};

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The challenge waits for an answer.
    Invited,
    /// Accepted; somebody must still open the private chat before cards are dealt.
    Gathering,
    /// Cards are out.
    Playing,
    /// The match is over.
    Over(MatchEnd),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// Somebody won.
    Won {
        /// Who.
        winner: Seat,
        /// How.
        by: WonBy,
    },
    /// Level totals (rule book, decision 10).
    Drawn,
    /// Both agreed on a draw: nobody wins, the points of the finished hands stand (ours).
    Agreed,
    /// Broken off before the first discard: no result (ours).
    Aborted {
        /// By whom.
        by: Seat,
    },
    /// The challenge was declined.
    Declined,
    /// The challenge was called off.
    Withdrawn,
    /// Nobody answered in time.
    Lapsed,
    /// Its place did not come back, or nobody was left to play: no result (ours).
    Abandoned,
    /// A moderator ended it: no result (ours).
    Cancelled,
}

/// How a match was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// The higher total after the last hand.
    Points,
    /// The target was reached.
    Target,
    /// More of the games.
    Games,
    /// The other player gave up.
    Forfeit(Why),
}

/// A finished hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRecord {
    /// Its number in the match, from 1.
    pub number: u16,
    /// Who dealt.
    pub dealer: Seat,
    /// How it ended.
    pub score: HandScore,
    /// How many times every score of it counted (rule book: `spade_multiplier`); in `score` it is counted already.
    pub times: u8,
    /// Both seats' ten or eleven cards at the end are in `score`; the log's length after its last event.
    pub version: Version,
    /// What it was dealt from, to be told now that it is over; none in a match of an earlier release.
    pub proof: Option<Proof>,
}

impl HandRecord {
    /// Whether the winner melded every card: a gold hand (金胡, gin).
    #[must_use]
    pub fn is_gold(&self) -> bool {
        matches!(self.score.ending, gin::Ending::Gold(_) | gin::Ending::BigGin)
    }
}

/// How whoever moved last got a card in that turn, as everybody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Not at all: the hand was just dealt, or the upcard was left.
    Nothing,
    /// From the stock.
    Stock,
    /// This card, from the pile.
    Pile(Card),
}

/// A match as its log tells it.
#[derive(Clone)]
pub struct Table {
    pub(super) id: TableId,
    pub(super) place: Place,
    pub(super) challenger: PlayerId,
    pub(super) invitee: Invitee,
    pub(super) terms: Terms,
    pub(super) seats: Vec<Sitter>,
    pub(super) stage: Stage,
    pub(super) hand: Option<Hand>,
    pub(super) dealer: Seat,
    pub(super) dealt: u16,
    pub(super) hands: Vec<HandRecord>,
    pub(super) scores: Vec<i32>,
    pub(super) tally: Tally,
    pub(super) stamps: Vec<Stamp>,
    pub(super) changed: Vec<Version>,
    pub(super) missed: Vec<u8>,
    pub(super) version: Version,
    pub(super) opened_at: Millis,
    pub(super) asked_at: Millis,
    pub(super) last_at: Millis,
    pub(super) grace: Option<Millis>,
    pub(super) reminded: bool,
    pub(super) last_by: By,
    pub(super) last_drawn: Drawn,
    pub(super) manners: Manners,
    pub(super) vanished: Vanished,
    pub(super) sides: Sides,
    pub(super) ruling: Ruling,
    pub(super) seal: Option<Seal>,
    pub(super) entropy: [Entropy; 2],
    pub(super) proof: Option<Proof>,
    pub(super) bout: Option<Bout>,
}

impl Table {
    /// The match that this log tells; `None` for a log that does not begin with `Opened`.
    #[must_use]
    pub fn replay(id: TableId, log: &[(Millis, Event)]) -> Option<Table> {
        let ((at, first), rest) = log.split_first()?;
        let mut table = Table::opened(id, *at, first)?;
        for (at, event) in rest {
            table.evolve(*at, event);
        }
        Some(table)
    }

    /// The match that this first event begins.
    #[must_use]
    pub fn opened(id: TableId, at: Millis, event: &Event) -> Option<Table> {
        let Event::Opened {
            place,
            challenger,
            invitee,
            terms,
            bout,
            ..
        } = event
        else {
            return None;
        };
        let mut table = Table {
            id,
            place: *place,
            challenger: *challenger,
            invitee: invitee.clone(),
            terms: terms.clone(),
            seats: vec![Sitter::Player(*challenger)],
            stage: Stage::Invited,
            hand: None,
            dealer: Seat::FIRST,
            dealt: 0,
            hands: Vec::new(),
            scores: vec![0; 2],
            tally: Tally::new(terms),
            stamps: vec![Stamp(1); 2],
            changed: vec![Version(1); 2],
            missed: vec![0; 2],
            version: Version(1),
            opened_at: at,
            asked_at: at,
            last_at: at,
            grace: None,
            reminded: false,
            last_by: By::Person,
            last_drawn: Drawn::Nothing,
            manners: Manners::default(),
            vanished: Vanished::default(),
            sides: Sides::of(*place),
            ruling: Ruling::default(),
            seal: None,
            entropy: Default::default(),
            proof: None,
            bout: *bout,
        };
        table.mix(event);
        Some(table)
    }

    /// Takes a fact in. It is not judged again.
    pub fn evolve(&mut self, at: Millis, event: &Event) {
        let before = self.question();
        self.version.0 += 1;
        self.last_at = at;
        self.mind(at, event);
        self.part(at, event);
        self.heed(event);
        self.stand(event);
        let mut moved = None;
        self.mix(event);
        match event {
            Event::Opened { .. } | Event::Sealed { .. } | Event::Cut { .. } => {}
            Event::Accepted { by, .. } => {
                self.seats.push(*by);
                self.stage = Stage::Gathering;
                self.asked_at = at;
                // What was granted for the answer is no limit for what comes after it.
                self.grace = None;
            }
            Event::Gathered => self.stage = Stage::Playing,
            Event::Declined { .. } => self.stage = Stage::Over(MatchEnd::Declined),
            Event::Withdrawn { .. } => self.stage = Stage::Over(MatchEnd::Withdrawn),
            Event::Lapsed => self.stage = Stage::Over(MatchEnd::Lapsed),
            Event::Dealt { dealer, pack, .. } => {
                self.dealer = *dealer;
                self.dealt += 1;
                self.hand = Some(Hand::deal(&self.terms.rules, *dealer, pack.clone()));
                self.changed = vec![self.version; 2];
                self.last_drawn = Drawn::Nothing;
            }
            Event::Played { seat, by, fact, .. } => {
                self.last_by = *by;
                match fact {
                    gin::Event::TookPile { card, .. } => self.last_drawn = Drawn::Pile(*card),
                    gin::Event::DrewStock { .. } => self.last_drawn = Drawn::Stock,
                    gin::Event::Passed { .. } => self.last_drawn = Drawn::Nothing,
                    _ => {}
                }
                moved = Some(*seat);
                match by {
                    By::Clock => {}
                    By::Person | By::Robot => self.missed[seat.index()] = 0,
                }
                if let Some(hand) = &mut self.hand {
                    hand.evolve(fact);
                }
                if let Some(score) = self.hand.as_ref().and_then(|hand| hand.score().cloned()) {
                    self.finish_hand(score);
                }
            }
            Event::Reminded { .. } => self.reminded = true,
            Event::Grace { until } => self.grace = Some(*until),
            Event::Forfeited { seat, why, score } => {
                self.finish_hand(score.clone());
                self.stage = Stage::Over(MatchEnd::Won {
                    winner: seat.other(),
                    by: WonBy::Forfeit(*why),
                });
            }
            // `mind` has taken the manners in, `part` who and what is away, `heed` what a moderator decided, `stand` the places.
            _ => {}
        }
        self.ask(at, before, moved, matches!(event, Event::Dealt { .. }));
        if let Event::Played {
            seat, by: By::Clock, ..
        } = event
            && before.asked.is_some_and(|(asked, _)| asked == *seat)
            && self.asked() != Some(*seat)
        {
            self.missed[seat.index()] = self.missed[seat.index()].saturating_add(1);
        }
    }

    /// Moves the stamps of the seats whose question changed, and starts the clock anew for a new turn.
    fn ask(&mut self, at: Millis, before: Question, moved: Option<Seat>, dealt: bool) {
        let after = self.question();
        for seat in Seat::BOTH {
            let changed =
                before.of(seat) != after.of(seat) || (moved == Some(seat) && after.of(seat).is_some()) || dealt;
            if changed {
                self.stamps[seat.index()].0 += 1;
            }
            if changed || moved == Some(seat) || before.stage != after.stage || before.hands != after.hands {
                self.changed[seat.index()] = self.version;
            }
        }
        if before.asked.map(|(seat, _)| seat) != after.asked.map(|(seat, _)| seat) || dealt {
            self.asked_at = at;
            self.grace = None;
            self.reminded = false;
            self.manners.nudged = false;
        }
    }

    fn finish_hand(&mut self, score: HandScore) {
        self.enter(HandRecord {
            number: self.dealt,
            dealer: self.dealer,
            times: self.hand.as_ref().map_or(1, Hand::multiplier),
            score,
            version: self.version,
            proof: self.proof.clone(),
        });
        if let Some(end) = self.tally.verdict() {
            self.stage = Stage::Over(end);
        }
    }

    /// Who deals the next hand, after the first.
    pub(super) fn next_dealer(&self) -> Seat {
        let Some(last) = self.hands.last() else {
            return self.dealer;
        };
        match (
            last.score.winner,
            self.terms.rules.next_dealer,
            self.terms.rules.after_drawn,
        ) {
            (Some(winner), NextDealer::Loser, _) => winner.other(),
            (Some(winner), NextDealer::Winner, _) => winner,
            (Some(_), NextDealer::Alternate, _) | (None, _, AfterDrawn::Alternate) => last.dealer.other(),
            (None, _, AfterDrawn::Same) => last.dealer,
        }
    }

    /// Whether a hand is on the table and not over.
    pub(super) fn hand_runs(&self) -> bool {
        self.stage == Stage::Playing && self.hand.as_ref().is_some_and(|hand| hand.score().is_none())
    }

    /// Who is asked for a move of the running hand.
    pub(super) fn asked(&self) -> Option<Seat> {
        if self.hand_runs() {
            self.hand.as_ref()?.to_move()
        } else {
            None
        }
    }

    fn question(&self) -> Question {
        Question {
            stage: self.stage,
            hands: self.hands.len(),
            asked: self
                .asked()
                .map(|seat| (seat, self.hand.as_ref().map_or(0, |hand| point(hand.phase())))),
        }
    }
}

/// What is asked of whom; a stamp moves when its seat's part changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    stage: Stage,
    hands: usize,
    asked: Option<(Seat, u8)>,
}

impl Question {
    fn of(&self, seat: Seat) -> Option<u8> {
        match (self.stage, self.asked) {
            (Stage::Invited, _) => Some(u8::MAX),
            (_, Some((asked, point))) if asked == seat => Some(point),
            _ => None,
        }
    }
}

/// The kind of question, from the phase alone: never from the list of legal moves, which would run the solver.
fn point(phase: &gin::Phase) -> u8 {
    match phase {
        gin::Phase::Upcard { .. } => 1,
        gin::Phase::Draw => 2,
        gin::Phase::Discard { .. } => 3,
        gin::Phase::LayOff { .. } => 4,
        gin::Phase::Over(_) => 5,
        gin::Phase::Last => 6,
    }
}
