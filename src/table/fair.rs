//! The fair deal of a match: what is sealed when it is opened, what each player adds, and the deal that follows.

use serde::{Deserialize, Serialize};

use super::event::{Event, Sitter};
use super::game::{Chance, Refusal};
use super::state::Table;
use crate::cards::{Card, Commitment, Pack, Root, Seed, deal_key};
use crate::gin::FirstDealer;
use crate::id::{Millis, PlayerId, Seat, TableId};

/// The longest words that a player may mix into the deals, in characters (ours).
pub const CUT_MAX: usize = 64;
/// How often a player may change them between two deals (ours): the log keeps every change.
pub const CUTS_MAX: u8 = 5;

/// What a match's deals are bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    /// What the public was told.
    pub commitment: Commitment,
    /// What it was made from; missing in a match that was read from an export.
    pub(super) root: Option<Root>,
}

/// What a deal was computed from; secret until its hand is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The hand's seed.
    pub seed: Seed,
    /// What each seat added.
    pub entropy: [String; 2],
    /// By seat: whether what it added was words that went with the player's data, so that nobody can tell any more.
    #[serde(default, skip_serializing_if = "none_erased")]
    pub erased: [bool; 2],
}

fn none_erased(erased: &[bool; 2]) -> bool {
    *erased == [false; 2]
}

/// What one seat adds to the next deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entropy {
    press: Option<i64>,
    words: Option<String>,
    /// The words at the last deal.
    dealt: Option<String>,
    changes: u8,
}

impl Entropy {
    /// The player's words, else the number of their latest press in decimal digits, else nothing. A press number beside
    /// words would only take from them: players can't see it, so a server could try one after the other.
    fn text(&self) -> String {
        match (&self.words, self.press) {
            (Some(words), _) => words.clone(),
            (None, Some(press)) => press.to_string(),
            (None, None) => String::new(),
        }
    }
}

/// The deal of a hand that is over, checked. It holds every card: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal {
    /// The hand's number in the match, from 1.
    pub number: u16,
    /// Who dealt.
    pub dealer: Seat,
    /// The cards that were cut for the first deal, first seat's first.
    pub cut: Option<[Card; 2]>,
    /// The order of the pack.
    pub pack: Pack,
    /// What it was computed from.
    pub proof: Option<Proof>,
    /// What the public was told before.
    pub commitment: Option<Commitment>,
    /// Whether it is what it had to be.
    pub checked: Checked,
}

/// Whether a deal is what its proof and its match's commitment make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is.
    Fair,
    /// It is, but the cards came in the same moment as the seal, before anybody could note it: the first hand against the
    /// computer, and the first one sealed in a match that an earlier release opened.
    Together,
    /// It was dealt before deals were sealed: there is nothing to check it by.
    Unsealed,
    /// The seed does not lead to the commitment.
    WrongSeed,
    /// Seed and entropy give another pack, another cut or another dealer.
    WrongDeal,
    /// The seed leads to the commitment. What a player added went with their data, so nobody can compute the deal again who
    /// has not kept it.
    Erased,
}

impl Table {
    /// What follows when this player mixes these words into the deals from the next one on.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn cut(&self, player: PlayerId, words: &str) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let own = &self.entropy[seat.index()];
        if words.is_empty() || words.chars().count() > CUT_MAX || words.chars().any(char::is_control) {
            return Err(Refusal::Words);
        }
        if own.words.as_deref() == Some(words) {
            return Ok(Vec::new());
        }
        if own.changes >= CUTS_MAX {
            return Err(Refusal::CutOften);
        }
        let words = words.to_owned();
        Ok(vec![Event::Cut { seat, words }])
    }

    /// What the public was told before the first deal; `None` for a match that was opened before deals were sealed.
    #[must_use]
    pub fn commitment(&self) -> Option<Commitment> {
        self.seal.map(|seal| seal.commitment)
    }

    /// The words that this seat mixes into the next deal.
    #[must_use]
    pub fn words(&self, seat: Seat) -> Option<&str> {
        self.entropy[seat.index()].words.as_deref()
    }

    /// The words of this seat that are in the running (or last) deal.
    #[must_use]
    pub fn words_in_deal(&self, seat: Seat) -> Option<&str> {
        self.entropy[seat.index()].dealt.as_deref()
    }

    /// Whether everything about the hand with this number may be told: it is over, or the whole match is.
    #[must_use]
    pub fn may_reveal(&self, hand: u16) -> bool {
        (1..=self.dealt).contains(&hand) && (self.is_over() || self.hands.iter().any(|record| record.number == hand))
    }

    /// The deals of this log's finished hands, each checked.
    #[must_use]
    pub fn deals(log: &[(Millis, Event)]) -> Vec<Deal> {
        let Some(mut table) = log
            .first()
            .and_then(|(at, first)| Table::opened(TableId(0), *at, first))
        else {
            return Vec::new();
        };
        let mut deals = Vec::new();
        // Whether the seal was there before somebody pressed for what follows.
        let mut noted = false;
        for (at, event) in &log[1..] {
            match event {
                Event::Sealed { .. } => noted = false,
                Event::Accepted {
                    by: Sitter::Player(_), ..
                }
                | Event::Played { .. }
                | Event::Cut { .. } => noted = true,
                _ => {}
            }
            if let Event::Dealt {
                dealer,
                cut,
                pack,
                proof,
            } = event
            {
                deals.push(Deal {
                    number: table.dealt + 1,
                    dealer: *dealer,
                    cut: *cut,
                    pack: pack.clone(),
                    proof: proof.clone(),
                    commitment: table.commitment(),
                    checked: match table.check_deal(event) {
                        Checked::Fair if !noted => Checked::Together,
                        checked => checked,
                    },
                });
            }
            table.evolve(*at, event);
        }
        deals.retain(|deal| table.may_reveal(deal.number));
        deals
    }

    /// Whether the deal that this log holds next is what it had to be. The table stands just before it.
    fn check_deal(&self, dealt: &Event) -> Checked {
        let Event::Dealt { proof, .. } = dealt else {
            return Checked::WrongDeal;
        };
        let (Some(proof), Some(seal)) = (proof, self.seal) else {
            return Checked::Unsealed;
        };
        // An export holds no presses to compare with.
        let added = seal.root.is_none() || proof.entropy == self.added();
        if !seal.commitment.covers(&proof.seed, self.dealt + 1) {
            Checked::WrongSeed
        } else if proof.erased.contains(&true) {
            Checked::Erased
        } else if added && self.dealt_from(proof.clone()) == *dealt {
            Checked::Fair
        } else {
            Checked::WrongDeal
        }
    }

    /// The next hand, and before it the seal where there is none yet: in a match that an earlier release opened.
    pub(super) fn deal(&self, chance: &Chance) -> Vec<Event> {
        let hand = self.dealt + 1;
        let (root, sealed) = match self.seal.and_then(|seal| seal.root) {
            Some(root) => (root, None),
            None => (chance.root(), Some(Event::sealed(chance))),
        };
        let dealt = self.dealt_from(Proof {
            seed: root.seed(hand),
            entropy: self.added(),
            erased: [false; 2],
        });
        sealed.into_iter().chain([dealt]).collect()
    }

    /// What each seat adds to the next deal.
    fn added(&self) -> [String; 2] {
        Seat::BOTH.map(|seat| self.entropy[seat.index()].text())
    }

    fn dealt_from(&self, proof: Proof) -> Event {
        let [first, second] = &proof.entropy;
        let key = deal_key(&proof.seed, self.dealt + 1, [first, second]);
        let (dealer, cut) = if let Some(dealer) = self.appointed_dealer() {
            (dealer, None)
        } else {
            match self.terms.rules.first_dealer {
                FirstDealer::Random if key.second_deals() => (Seat::SECOND, None),
                FirstDealer::Random => (Seat::FIRST, None),
                FirstDealer::LowestCard => lowest(&key.cut()),
            }
        };
        Event::Dealt {
            dealer,
            cut,
            pack: key.pack(),
            proof: Some(proof),
        }
    }

    /// Notes what a fact adds to the next deal.
    pub(super) fn mix(&mut self, event: &Event) {
        let (seat, press) = match event {
            Event::Opened { press, .. } => (Seat::FIRST, press),
            Event::Accepted { press, .. } => (Seat::SECOND, press),
            Event::Played { seat, press, .. } => (*seat, press),
            Event::Cut { seat, words } => {
                if let Some(own) = self.entropy.get_mut(seat.index()) {
                    own.words = Some(words.clone());
                    own.changes = own.changes.saturating_add(1);
                }
                return;
            }
            Event::Sealed { commitment, root } => {
                self.seal = Some(Seal {
                    commitment: *commitment,
                    root: *root,
                });
                return;
            }
            Event::Dealt { proof, .. } => {
                self.proof.clone_from(proof);
                for own in &mut self.entropy {
                    own.dealt.clone_from(&own.words);
                    own.changes = 0;
                }
                return;
            }
            _ => return,
        };
        if let (Some(own), Some(press)) = (self.entropy.get_mut(seat.index()), press) {
            own.press = Some(*press);
        }
    }
}

impl Event {
    /// The seal that this chance gives.
    pub(super) fn sealed(chance: &Chance) -> Event {
        let root = chance.root();
        Event::Sealed {
            commitment: root.commitment(),
            root: Some(root),
        }
    }
}

/// Who cut the lower card, and both.
fn lowest(pack: &Pack) -> (Seat, Option<[Card; 2]>) {
    let cut = [pack.cards()[0], pack.cards()[1]];
    let low = |card: Card| (card.rank(), card.suit());
    let dealer = if low(cut[0]) < low(cut[1]) {
        Seat::FIRST
    } else {
        Seat::SECOND
    };
    (dealer, Some(cut))
}
