use std::fmt;

use serde::{Deserialize, Serialize};

use super::layoff::LayOff;
use super::meld::Arrangement;
use super::play::Hand;
use super::rules::Aces;
use super::score::HandScore;
use super::turn::{Action, Phase};
use crate::cards::{Card, CardSet};
use crate::id::Seat;

/// What one viewer may know of a hand: the public facts and the viewer's own.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Who looks; nobody: the public.
    pub viewer: Option<Seat>,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is; nobody's when the hand is over.
    pub to_move: Option<Seat>,
    /// Where the hand stands.
    pub phase: ViewPhase,
    /// The viewer's own cards, without those placed on the knocker's melds.
    pub hand: Option<CardSet>,
    /// How many cards each seat holds; cards that are placed, but may still be taken back, count.
    pub counts: [u8; 2],
    /// How many cards are left in the stock.
    pub stock: u8,
    /// The top of the discard pile.
    pub upcard: Option<Card>,
    /// How many cards lie in the discard pile.
    pub pile: u8,
    /// The card that the viewer has just drawn or taken.
    pub drawn: Option<Card>,
    /// The cards that each seat took from the pile before everybody's eyes and still holds.
    pub held: [CardSet; 2],
    /// The cards that everybody has seen on the pile so far.
    pub discarded: CardSet,
    /// The last public act.
    pub last: Last,
    /// What the viewer may do now.
    pub legal: Vec<Action>,
    /// After a knock: who knocked and what they showed.
    pub knock: Option<(Seat, Arrangement)>,
    /// The defender's cards placed so far, each with the index of the knocker's meld; the defender's own until the hand is
    /// over.
    pub placed: Vec<(Card, u8)>,
    /// The most deadwood that may be left when knocking, in points.
    pub limit: u8,
    /// How many times every score of this hand counts.
    pub multiplier: u8,
    /// The card that was turned up first, where the limit or the score follows from it: anybody may ask for it then (rule
    /// book, oklahoma).
    pub turned: Option<Card>,
    /// Where an ace stands in a run and what it costs.
    pub aces: Aces,
    /// Everything, when the hand is over.
    pub score: Option<HandScore>,
    /// For the defender: what the best lay-off would be and score.
    pub best_layoff: Option<LayOff>,
    /// For the defender: what it would score to leave it at what is placed.
    pub running: Option<LayOff>,
}

/// Where a hand stands, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewPhase {
    /// The first upcard is offered.
    Upcard,
    /// A player is to draw.
    Draw,
    /// A player is to discard or to knock.
    Discard {
        /// The card just taken from the pile.
        taken: Option<Card>,
    },
    /// The discard that would end the hand drawn is offered, to be taken only for a knock.
    Last,
    /// The defender answers a knock.
    LayOff,
    /// The hand is over.
    Over,
}

/// The last public act of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Last {
    /// The cards were dealt.
    Dealt,
    /// A player left the first upcard, or the last discard.
    Passed(Seat),
    /// A player took this card from the pile.
    Took(Seat, Card),
    /// A player drew from the stock.
    Drew(Seat),
    /// A player put this card on the pile.
    Discarded(Seat, Card),
    /// A player knocked, or showed eleven melded cards.
    Knocked(Seat),
}

/// Prints no card: a view knows its viewer's hand.
impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("viewer", &self.viewer)
            .field("to_move", &self.to_move)
            .finish_non_exhaustive()
    }
}

impl Hand {
    /// What this seat may know, or the public; the only way out for private cards.
    #[must_use]
    pub fn view(&self, viewer: Option<Seat>) -> View {
        let viewer = viewer.filter(|seat| Seat::BOTH.contains(seat));
        let mine = viewer.is_some() && viewer == self.to_move();
        let mut view = View {
            viewer,
            dealer: self.dealer,
            to_move: self.to_move(),
            phase: ViewPhase::Draw,
            hand: viewer.map(|seat| self.remaining(seat)),
            counts: self.hands.map(|hand| hand.len() as u8),
            stock: self.stock,
            upcard: self.pile.last().copied(),
            pile: self.pile.len() as u8,
            drawn: None,
            held: self.held,
            discarded: self.seen,
            last: self.last,
            legal: viewer.map(|seat| self.legal(seat)).unwrap_or_default(),
            knock: None,
            placed: Vec::new(),
            limit: self.limit(),
            multiplier: self.multiplier(),
            turned: self.upcard.filter(|_| self.rules.asks_upcard()),
            aces: self.rules.aces,
            score: None,
            best_layoff: None,
            running: None,
        };
        match &self.phase {
            Phase::Upcard { .. } => view.phase = ViewPhase::Upcard,
            Phase::Draw => view.phase = ViewPhase::Draw,
            Phase::Last => view.phase = ViewPhase::Last,
            Phase::Discard { taken, drawn, .. } => {
                view.phase = ViewPhase::Discard { taken: *taken };
                if mine {
                    view.drawn = drawn.or(*taken);
                }
            }
            Phase::LayOff { knock, placed, .. } => {
                view.phase = ViewPhase::LayOff;
                view.knock = Some((knock.seat, knock.shown));
                if mine {
                    view.best_layoff = Some(self.best_answer(knock));
                    view.running = Some(self.running_answer(knock, placed));
                    view.placed.clone_from(placed);
                }
            }
            Phase::Over(score) => {
                view.phase = ViewPhase::Over;
                view.knock = score
                    .shown
                    .knocker
                    .map(|seat| (seat, score.shown.arrangements[seat.index()]));
                view.placed.clone_from(&score.shown.laid_off);
                view.score = Some(score.clone());
            }
        }
        view
    }
}
