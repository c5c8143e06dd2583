use crate::cards::Root;
use crate::gin;
use crate::id::{Millis, Place, PlayerId, Seat, Stamp, TableId};

use super::event::{Bout, By, Event, Invitee, Sitter, Why};
use super::state::{Drawn, Stage, Table};
use super::{BadTerms, Terms};

/// What a person can want at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Take the second seat.
    Accept,
    /// Say no to a challenge.
    Decline,
    /// Call a challenge off.
    Withdraw,
    /// Give the match up; before the first deal the same as decline or withdraw.
    Resign,
    /// Play.
    Play(gin::Action),
    /// Offer a draw, or agree to the other's offer.
    OfferDraw,
    /// Agree to a draw.
    AcceptDraw,
    /// Say no to a draw, or take the own offer back.
    DeclineDraw,
    /// Break the match off before its first discard.
    Abort,
    /// Call the player to move.
    Nudge,
    /// Say no to a rematch, or take the own question back.
    DeclineRematch,
}

/// Why a wish is not fulfilled: an answer to the person, nothing is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The hand's rules forbid it.
    #[error("illegal: {0}")]
    Illegal(#[from] gin::Illegal),
    /// The button belongs to an earlier question.
    #[error("the button is of an earlier turn")]
    Stale,
    /// The person does not sit at this table.
    #[error("not seated at this table")]
    NotSeated,
    /// The challenge is for somebody else.
    #[error("the challenge is for somebody else")]
    NotInvited,
    /// It is the person's own challenge.
    #[error("one's own challenge")]
    OwnChallenge,
    /// The challenge was answered already.
    #[error("the challenge was answered already")]
    NotOpen,
    /// No cards are dealt yet.
    #[error("no cards are dealt yet")]
    NotDealt,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The computer neither agrees to draws nor needs a nudge.
    #[error("not against the computer")]
    Computer,
    /// The player offered a draw in this hand already.
    #[error("a draw was offered in this hand already")]
    Offered,
    /// No draw is offered.
    #[error("no draw is offered")]
    NoOffer,
    /// A card was discarded: the match can't be broken off any more.
    #[error("the first card was discarded already")]
    Begun,
    /// A match of an event can't be broken off.
    #[error("a match of an event can't be broken off")]
    OfEvent,
    /// The player broke off too many matches lately.
    #[error("too many matches broken off")]
    Aborts,
    /// It is the player's own turn, so there is nobody to nudge.
    #[error("one's own turn")]
    OwnTurn,
    /// The player to move was nudged in this turn already.
    #[error("nudged already")]
    Nudged,
    /// The match is not over yet.
    #[error("the match is not over")]
    NotOver,
    /// There is no rematch to accept or decline.
    #[error("no rematch is asked for")]
    NoRematch,
    /// The player asked for a rematch already; each asks once.
    #[error("a rematch was asked for already")]
    RematchAsked,
    /// The rematch is made already.
    #[error("the rematch is made already")]
    Rematched,
    /// The opponent is not away, so there is nothing to claim.
    #[error("the opponent is not away")]
    NotAway,
    /// It is not the turn of the opponent who is away, or they are not away for long enough yet.
    #[error("not away for long enough, or one's own turn")]
    ClaimEarly,
    /// The place of the match is gone, so nothing is played.
    #[error("the match is paused")]
    Paused,
    /// The match has no result that a moderator could void.
    #[error("there is no result to void")]
    NoResult,
    /// A moderator voided the result already.
    #[error("the result was voided already")]
    Voided,
    /// The words for the deal are none, too long, or hold what is no letter.
    #[error("not words for a deal")]
    Words,
    /// The words for the deal were changed too often since the last one.
    #[error("the words for the deal were changed too often")]
    CutOften,
    /// A figure of the terms is out of bounds.
    #[error("{0}")]
    Terms(#[from] BadTerms),
}

/// The chance that a decision may use.
#[derive(Clone, Copy)]
pub struct Chance {
    /// Thirty-two bytes nobody could know before; they seal a match that is not sealed yet.
    pub root: [u8; 32],
    /// The platform's number of the press that asks, the player's own share in the deals.
    pub press: Option<i64>,
}

impl Chance {
    pub(super) fn root(&self) -> Root {
        Root::new(self.root)
    }
}

/// How many turns in a row the clock plays before the match is given up: the third missed turn forfeits (issue 2, turn clock).
const MISSED_TURNS: u8 = 3;

impl Table {
    /// The facts that open a match.
    ///
    /// # Errors
    /// When the terms are out of bounds or the challenge is to oneself.
    pub fn open(
        place: Place,
        challenger: PlayerId,
        invitee: Invitee,
        terms: Terms,
        chance: &Chance,
    ) -> Result<Vec<Event>, Refusal> {
        terms.check()?;
        if invitee == Invitee::Player(challenger) {
            return Err(Refusal::OwnChallenge);
        }
        let robot = invitee == Invitee::Robot;
        let opened = Event::Opened {
            place,
            challenger,
            invitee,
            terms,
            press: chance.press,
            bout: None,
        };
        let mut events = vec![opened, Event::sealed(chance)];
        if robot {
            events.push(Event::Accepted {
                by: Sitter::Robot,
                press: None,
            });
        }
        Ok(events)
    }

    /// The facts that open a match of an event: both sit, and nothing is left to be asked.
    ///
    /// # Errors
    /// When the terms are out of bounds.
    pub fn of_event(
        place: Place,
        players: [PlayerId; 2],
        terms: Terms,
        bout: Bout,
        chance: &Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let [first, second] = players;
        let mut events = Table::open(place, first, Invitee::Player(second), terms, chance)?;
        if let Some(Event::Opened { bout: of, .. }) = events.first_mut() {
            *of = Some(bout);
        }
        events.push(Event::Accepted {
            by: Sitter::Player(second),
            press: None,
        });
        Ok(events)
    }

    /// What follows when this player, known on the platform by `handle`, wants this.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn decide(
        &self,
        player: PlayerId,
        handle: Option<&str>,
        stamp: Option<Stamp>,
        wish: Wish,
        chance: &Chance,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(answer) = self.courtesy(player, stamp, wish) {
            return answer;
        }
        match self.stage {
            Stage::Over(_) if self.seat_of(player).is_some() || self.may_accept(player, handle) => {
                return Err(if self.seats.len() < 2 {
                    Refusal::NotOpen
                } else {
                    Refusal::Over
                });
            }
            Stage::Invited => return self.answer(player, handle, wish, chance),
            _ => {}
        }
        let Some(seat) = self.seat_of(player) else {
            return Err(Refusal::NotSeated);
        };
        match (wish, self.stage) {
            (Wish::Accept | Wish::Decline, _) => Err(Refusal::NotOpen),
            (Wish::Withdraw | Wish::Resign, Stage::Gathering) => Ok(vec![Event::Withdrawn { by: player }]),
            (Wish::Withdraw, _) => Err(Refusal::NotOpen),
            (Wish::Resign, _) => self.forfeit(seat, Why::Resigned),
            (Wish::Play(_), Stage::Gathering) => Err(Refusal::NotDealt),
            (Wish::Play(_), _) if self.paused().is_some() => Err(Refusal::Paused),
            (Wish::Play(_), _) if stamp.is_some_and(|stamp| stamp != self.stamp(seat)) => Err(Refusal::Stale),
            (Wish::Play(action), _) => self.play(seat, By::Person, action, chance),
            // `courtesy` has answered.
            _ => Err(Refusal::NotOpen),
        }
    }

    /// What follows when the computer, in this seat, plays this.
    ///
    /// # Errors
    /// Why it can't be: a fault of the computer.
    pub fn robot(&self, seat: Seat, action: gin::Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        self.play(seat, By::Robot, action, chance)
    }

    /// What follows when the move that the clock would make is made for whoever is asked.
    ///
    /// # Errors
    /// When nobody is asked for a move.
    pub fn automatic(&self, by: By, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let (seat, action) = self
            .hand
            .as_ref()
            .and_then(gin::Hand::automatic)
            .ok_or(Refusal::NotDealt)?;
        self.play(seat, by, action, chance)
    }

    /// What follows once everybody can be reached: the first hand is dealt. Nothing unless the table waits for that.
    #[must_use]
    pub fn gather(&self, now: Millis, chance: &Chance) -> Vec<Event> {
        if self.stage != Stage::Gathering || self.paused().is_some() {
            return Vec::new();
        }
        let mut table = self.clone();
        table.evolve(now, &Event::Gathered);
        let mut events = vec![Event::Gathered];
        events.extend(table.deal(chance));
        events
    }

    /// What follows when nobody answered in time, or nobody came to be reached, or a rematch was asked for in vain.
    #[must_use]
    pub fn lapse(&self) -> Vec<Event> {
        match self.stage {
            Stage::Invited | Stage::Gathering => vec![Event::Lapsed],
            Stage::Over(_) if !self.afterwards().is_empty() => vec![Event::RematchLapsed],
            _ => Vec::new(),
        }
    }

    /// What follows when the turn of the player to move runs out: the clock plays the turn to its end, or, when it did so
    /// too often in a row, the match is given up.
    #[must_use]
    pub fn out_of_time(&self, now: Millis, chance: &Chance) -> Vec<Event> {
        let Some(seat) = self.asked() else { return Vec::new() };
        if self.missed[seat.index()] + 1 >= MISSED_TURNS {
            return self.forfeit(seat, Why::Clock).unwrap_or_default();
        }
        let mut table = self.clone();
        let mut events = Vec::new();
        let hand = self.hands.len();
        while table.asked() == Some(seat) && table.hands.len() == hand {
            let Ok(more) = table.automatic(By::Clock, chance) else {
                break;
            };
            for event in &more {
                table.evolve(now, event);
            }
            events.extend(more);
        }
        events
    }

    fn answer(
        &self,
        player: PlayerId,
        handle: Option<&str>,
        wish: Wish,
        chance: &Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let own = player == self.challenger;
        match wish {
            Wish::Accept if own => Err(Refusal::OwnChallenge),
            Wish::Withdraw | Wish::Resign | Wish::Decline if own => Ok(vec![Event::Withdrawn { by: player }]),
            _ if !self.may_accept(player, handle) => Err(Refusal::NotInvited),
            Wish::Accept => Ok(vec![Event::Accepted {
                by: Sitter::Player(player),
                press: chance.press,
            }]),
            // An open challenge is nobody's to decline.
            Wish::Decline | Wish::Resign if self.invitee == Invitee::Anyone => Err(Refusal::NotInvited),
            Wish::Decline | Wish::Resign => Ok(vec![Event::Declined { by: player }]),
            Wish::Withdraw => Err(Refusal::NotInvited),
            _ => Err(Refusal::NotDealt),
        }
    }

    /// Whether this player may take the second seat.
    #[must_use]
    pub fn may_accept(&self, player: PlayerId, handle: Option<&str>) -> bool {
        match &self.invitee {
            Invitee::Player(invited) => *invited == player,
            Invitee::Name(name) => handle.is_some_and(|handle| handle.to_lowercase() == *name),
            Invitee::Anyone => player != self.challenger,
            Invitee::Robot => false,
        }
    }

    fn play(&self, seat: Seat, by: By, action: gin::Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let mut table = self.clone();
        let mut events = Vec::new();
        let mut press = chance.press.filter(|_| by == By::Person);
        for fact in self.hand.as_ref().ok_or(Refusal::NotDealt)?.decide(seat, &action)? {
            let event = Event::Played {
                seat,
                by,
                fact,
                press: press.take(),
            };
            table.evolve(self.last_at, &event);
            events.push(event);
        }
        if table.stage == Stage::Playing && !table.hand_runs() {
            events.extend(table.deal(chance));
        }
        Ok(events)
    }

    pub(super) fn forfeit(&self, seat: Seat, why: Why) -> Result<Vec<Event>, Refusal> {
        let score = self.hand.as_ref().ok_or(Refusal::NotDealt)?.forfeit(seat);
        Ok(vec![Event::Forfeited { seat, why, score }])
    }
}

impl Table {
    /// The match's id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Where the public messages go.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The same match after its group got another id.
    #[must_use]
    pub fn moved_to(mut self, place: Place) -> Table {
        self.place = place;
        self
    }

    /// The match of an event that it is, if it is one.
    #[must_use]
    pub fn bout(&self) -> Option<Bout> {
        self.bout
    }

    /// What is played.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How far the match is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Who asked for the match.
    #[must_use]
    pub fn challenger(&self) -> PlayerId {
        self.challenger
    }

    /// Who may accept.
    #[must_use]
    pub fn invitee(&self) -> &Invitee {
        &self.invitee
    }

    /// Who sits, by seat; one entry until the challenge is accepted.
    #[must_use]
    pub fn seats(&self) -> &[Sitter] {
        &self.seats
    }

    /// The persons at the table, by seat.
    pub fn players(&self) -> impl Iterator<Item = (Seat, PlayerId)> {
        Seat::BOTH
            .into_iter()
            .zip(&self.seats)
            .filter_map(|(seat, sitter)| Some((seat, sitter.player()?)))
    }

    /// The seat of this player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players()
            .find(|(_, seated)| *seated == player)
            .map(|(seat, _)| seat)
    }

    /// The running (or last) hand.
    #[must_use]
    pub fn hand(&self) -> Option<&gin::Hand> {
        self.hand.as_ref()
    }

    /// Its number in the match, from 1; 0 before the first deal.
    #[must_use]
    pub fn hand_number(&self) -> u16 {
        self.dealt
    }

    /// The finished hands.
    #[must_use]
    pub fn hands(&self) -> &[super::HandRecord] {
        &self.hands
    }

    /// The totals in points, by seat.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The log's length.
    #[must_use]
    pub fn version(&self) -> crate::id::Version {
        self.version
    }

    /// The stamp of this seat's present question.
    #[must_use]
    pub fn stamp(&self, seat: Seat) -> Stamp {
        self.stamps[seat.index()]
    }

    /// The number of a message that calls this seat to its present question. Both seats' stamps run through the same
    /// numbers, so the seat is in it; and what calls anew after a pause is a message of its own.
    #[must_use]
    pub fn call(&self, seat: Seat) -> i64 {
        (self.recalls() << 40) | (i64::from(self.stamp(seat).0) * 2 + i64::from(seat.0))
    }

    /// The log's length when this seat's private message last had to change.
    #[must_use]
    pub fn changed(&self, seat: Seat) -> crate::id::Version {
        self.changed[seat.index()]
    }

    /// Who is asked for a move.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        self.asked()
    }

    /// How many turns in a row the clock played for this seat.
    #[must_use]
    pub fn missed(&self, seat: Seat) -> u8 {
        self.missed[seat.index()]
    }

    /// When the challenge was made.
    #[must_use]
    pub fn opened_at(&self) -> Millis {
        self.opened_at
    }

    /// Who made the last move of the hand.
    #[must_use]
    pub fn last_by(&self) -> By {
        self.last_by
    }

    /// How whoever made the last move got a card in that turn.
    #[must_use]
    pub fn last_drawn(&self) -> Drawn {
        self.last_drawn
    }
}
