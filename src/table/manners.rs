use super::event::{Event, Invitee, Sitter};
use super::game::{Chance, Refusal};
use super::state::{MatchEnd, Stage, Table};
use super::{Due, DueKind, Wish};
use crate::cards::{Commitment, Root};
use crate::gin;
use crate::id::{Millis, PlayerId, Seat, Stamp, TableId};

/// How long the question for a rematch waits for its answer: 24 h (ours).
pub const REMATCH_MS: i64 = 86_400_000;

/// How many matches a player may break off within [`ABORTS_MS`]; the next one can only be resigned (ours, C-092).
pub const ABORTS_MAX: u32 = 3;

/// The time over which broken-off matches are counted: 24 h (ours, C-092).
pub const ABORTS_MS: i64 = 86_400_000;

/// What two players may ask of each other beside the play, as the log tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Manners {
    /// Whose offer of a draw waits for the other's answer.
    offer: Option<Seat>,
    /// Who offered a draw in this hand.
    offered: [bool; 2],
    /// Whether the player to move was nudged in this turn.
    pub(super) nudged: bool,
    /// Whether a card was discarded in this match.
    discarded: bool,
    /// Who dealt the first hand.
    first_dealer: Option<Seat>,
    /// The match before this one and who deals first here.
    follows: Option<(TableId, Seat)>,
    /// Who asks for a rematch.
    asked: Option<Asked>,
    /// Who asked for a rematch at some time.
    asked_once: [bool; 2],
    /// The rematch.
    next: Option<TableId>,
}

/// The question for a rematch.
#[derive(Clone, Copy, Debug)]
struct Asked {
    by: Seat,
    since: Millis,
    commitment: Commitment,
    root: Root,
    press: Option<i64>,
}

/// How it stands with another match between the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// It can't be asked for: nothing was played to an end.
    Closed,
    /// Nobody asks; by seat, whether that player may.
    Free([bool; 2]),
    /// Somebody asks, and the other may accept.
    Asked {
        /// Who asks.
        by: Seat,
        /// Until when.
        until: Millis,
        /// What its deals will be bound to.
        commitment: Commitment,
    },
    /// It is being played, or was.
    Made(TableId),
}

impl Table {
    /// Whose offer of a draw waits for an answer.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Seat> {
        self.manners.offer.filter(|_| self.stage == Stage::Playing)
    }

    /// Whether this seat may offer a draw now.
    ///
    /// # Errors
    /// Why not.
    pub fn may_offer_draw(&self, seat: Seat) -> Result<(), Refusal> {
        self.dealt_and_running()?;
        self.against_a_person()?;
        if self.manners.offered[seat.index()] {
            return Err(Refusal::Offered);
        }
        Ok(())
    }

    /// Whether the match may still be broken off without a result: before its first discard.
    ///
    /// # Errors
    /// Why not.
    pub fn may_abort(&self) -> Result<(), Refusal> {
        self.dealt_and_running()?;
        if self.bout.is_some() {
            return Err(Refusal::OfEvent);
        }
        if self.manners.discarded || self.dealt > 1 {
            return Err(Refusal::Begun);
        }
        Ok(())
    }

    /// Whether this seat may nudge the other one now: while it waits, once a turn.
    ///
    /// # Errors
    /// Why not.
    pub fn may_nudge(&self, seat: Seat) -> Result<(), Refusal> {
        self.dealt_and_running()?;
        self.against_a_person()?;
        match self.asked() {
            Some(asked) if asked == seat => Err(Refusal::OwnTurn),
            _ if self.paused().is_some() => Err(Refusal::Paused),
            _ if self.manners.nudged => Err(Refusal::Nudged),
            _ => Ok(()),
        }
    }

    /// How it stands with a rematch.
    #[must_use]
    pub fn rematch(&self) -> Rematch {
        let Manners {
            asked,
            asked_once,
            next,
            ..
        } = &self.manners;
        match (self.stage, *next, *asked) {
            // Both seats are one player's by now, and nobody plays themself.
            _ if self.is_alone() => Rematch::Closed,
            (Stage::Over(MatchEnd::Won { .. } | MatchEnd::Drawn | MatchEnd::Agreed), next, asked) => {
                match (next, asked) {
                    (Some(table), _) => Rematch::Made(table),
                    (None, Some(asked)) => Rematch::Asked {
                        by: asked.by,
                        until: asked.since.plus(REMATCH_MS),
                        commitment: asked.commitment,
                    },
                    (None, None) => Rematch::Free(asked_once.map(|once| !once)),
                }
            }
            _ => Rematch::Closed,
        }
    }

    /// The match before this one, when this is its rematch.
    #[must_use]
    pub fn follows(&self) -> Option<TableId> {
        self.manners.follows.map(|(table, _)| table)
    }

    /// What the opponent would score in the running hand if this seat resigned now; `None` when no hand runs.
    #[must_use]
    pub fn resigning_costs(&self, seat: Seat) -> Option<u16> {
        let hand = self.hand.as_ref().filter(|_| self.hand_runs())?;
        Some(hand.forfeit(seat).points)
    }

    /// What follows when this player wants a rematch, which would get the id `next`: the question, or, where the other
    /// one asks already or is the computer, the rematch itself.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn ask_rematch(&self, player: PlayerId, next: TableId, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.rematch() {
            Rematch::Closed if self.is_over() => Err(Refusal::NoRematch),
            Rematch::Closed => Err(Refusal::NotOver),
            Rematch::Made(_) => Err(Refusal::Rematched),
            Rematch::Free(_) if self.seats.contains(&Sitter::Robot) => {
                Ok(vec![Event::Rematched { by: seat, table: next }])
            }
            Rematch::Free(may) if may[seat.index()] => {
                let root = chance.root();
                Ok(vec![Event::RematchAsked {
                    by: seat,
                    commitment: root.commitment(),
                    root,
                    press: chance.press,
                }])
            }

            Rematch::Asked { by, .. } if by != seat => Ok(vec![Event::Rematched { by: seat, table: next }]),
            Rematch::Free(_) | Rematch::Asked { .. } => Err(Refusal::RematchAsked),
        }
    }

    /// The facts that open the rematch of this match: the same two, in the same seats and place, on the same terms; the
    /// other one deals first. The deals are bound to what was told with the question; `chance` is that of the press that
    /// accepts.
    ///
    /// # Errors
    /// When its terms are out of today's bounds.
    pub fn successor(&self, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let second = self.seats.get(1).copied().ok_or(Refusal::NoRematch)?;
        let invitee = second.player().map_or(Invitee::Robot, Invitee::Player);
        let asked = self.manners.asked;
        // Each seat's own share in the deals: the press that asked, and the one that accepts.
        let press = |seat| match asked {
            Some(asked) if asked.by == seat => asked.press,
            _ => chance.press,
        };
        let opening = Chance {
            press: press(Seat::FIRST),
            ..*chance
        };
        let mut events = Table::open(self.place, self.challenger, invitee, self.terms.clone(), &opening)?;
        if let Some(asked) = asked {
            // What was told with the question, before the other's press.
            let sealed = Event::Sealed {
                commitment: asked.commitment,
                root: Some(asked.root),
            };
            let own = events.iter_mut().find(|event| matches!(event, Event::Sealed { .. }));
            if let Some(own) = own {
                *own = sealed;
            }
        }
        if let Some(dealer) = self.manners.first_dealer {
            events.push(Event::Follows {
                table: self.id,
                dealer: dealer.other(),
            });
        }
        if second != Sitter::Robot {
            events.push(Event::Accepted {
                by: second,
                press: press(Seat::SECOND),
            });
        }
        // It stands wherever this one does, and each plays from where they played last.
        events.extend(self.mirrors().iter().map(|&place| Event::Mirrored { place }));
        for (seat, _) in self.players() {
            let to = self.side(seat);
            if to != self.place.venue.platform {
                events.push(Event::Crossed { seat, to });
            }
        }
        Ok(events)
    }

    /// What follows from a wish that is no play; `None` for every other wish.
    pub(super) fn courtesy(
        &self,
        player: PlayerId,
        stamp: Option<Stamp>,
        wish: Wish,
    ) -> Option<Result<Vec<Event>, Refusal>> {
        match wish {
            Wish::OfferDraw | Wish::AcceptDraw | Wish::DeclineDraw | Wish::Abort | Wish::Nudge => {}
            Wish::DeclineRematch => return Some(self.decline_rematch(player)),
            Wish::Accept | Wish::Decline | Wish::Withdraw | Wish::Resign | Wish::Play(_) => return None,
        }
        let Some(seat) = self.seat_of(player) else {
            return Some(Err(Refusal::NotSeated));
        };
        Some(self.ask_other(seat, stamp, wish))
    }

    /// What is due at a match that is over: the question for a rematch ends.
    pub(super) fn afterwards(&self) -> Vec<Due> {
        let Rematch::Asked { by, until, .. } = self.rematch() else {
            return Vec::new();
        };
        vec![Due {
            kind: DueKind::Rematch,
            at: until,
            stamp: self.stamp(by),
            seat: by,
        }]
    }

    /// Who deals the next hand, where that is certain.
    pub(super) fn appointed_dealer(&self) -> Option<Seat> {
        if self.dealt > 0 {
            return Some(self.next_dealer());
        }
        self.manners.follows.map(|(_, dealer)| dealer)
    }

    /// Takes in what a fact means for the manners; called for every fact.
    pub(super) fn mind(&mut self, at: Millis, event: &Event) {
        let manners = &mut self.manners;
        match event {
            Event::Follows { table, dealer } => manners.follows = Some((*table, *dealer)),
            Event::Dealt { dealer, .. } => {
                manners.first_dealer.get_or_insert(*dealer);
                manners.offer = None;
                manners.offered = [false; 2];
            }
            Event::Played { seat, fact, .. } => {
                let knocked = matches!(fact, gin::Event::Knocked(_));
                manners.discarded |= knocked || matches!(fact, gin::Event::Discarded { .. });
                // Whoever plays on has answered; and a hand that was knocked is not saved by an older offer.
                if knocked || manners.offer.is_some_and(|by| by != *seat) {
                    manners.offer = None;
                }
            }
            Event::DrawOffered { by } => {
                manners.offer = Some(*by);
                manners.offered[by.index()] = true;
            }
            Event::DrawDeclined { .. } => manners.offer = None,
            Event::DrawAgreed { .. } => self.stage = Stage::Over(MatchEnd::Agreed),
            Event::Aborted { by } => self.stage = Stage::Over(MatchEnd::Aborted { by: *by }),
            Event::Nudged { .. } => manners.nudged = true,
            Event::RematchAsked {
                by,
                commitment,
                root,
                press,
            } => {
                manners.asked = Some(Asked {
                    by: *by,
                    since: at,
                    commitment: *commitment,
                    root: *root,
                    press: *press,
                });
                manners.asked_once[by.index()] = true;
            }
            Event::RematchDeclined { .. } | Event::RematchLapsed => manners.asked = None,
            Event::Rematched { table, .. } => manners.next = Some(*table),
            _ => return,
        }
        if !matches!(event, Event::Dealt { .. } | Event::Played { .. }) {
            // Both hand messages say it.
            self.changed = vec![self.version; 2];
        }
    }

    fn ask_other(&self, seat: Seat, stamp: Option<Stamp>, wish: Wish) -> Result<Vec<Event>, Refusal> {
        self.dealt_and_running()?;
        if stamp.is_some_and(|stamp| stamp != self.stamp(seat)) {
            return Err(Refusal::Stale);
        }
        let theirs = self.draw_offer() == Some(seat.other());
        Ok(vec![match wish {
            // Who offers a draw to somebody that offers one has agreed.
            Wish::OfferDraw | Wish::AcceptDraw if theirs => Event::DrawAgreed { by: seat },
            Wish::OfferDraw => {
                self.may_offer_draw(seat)?;
                Event::DrawOffered { by: seat }
            }
            Wish::DeclineDraw if self.draw_offer().is_some() => Event::DrawDeclined { by: seat },
            Wish::Abort => {
                self.may_abort()?;
                Event::Aborted { by: seat }
            }
            Wish::Nudge => {
                self.may_nudge(seat)?;
                Event::Nudged { seat: seat.other() }
            }
            _ => return Err(Refusal::NoOffer),
        }])
    }

    fn decline_rematch(&self, player: PlayerId) -> Result<Vec<Event>, Refusal> {
        let by = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.rematch() {
            Rematch::Asked { .. } => Ok(vec![Event::RematchDeclined { by }]),
            Rematch::Made(_) => Err(Refusal::Rematched),
            Rematch::Closed | Rematch::Free(_) => Err(Refusal::NoRematch),
        }
    }

    pub(super) fn dealt_and_running(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Playing => Ok(()),
            Stage::Invited | Stage::Gathering => Err(Refusal::NotDealt),
            Stage::Over(_) if self.seats.len() < 2 => Err(Refusal::NotOpen),
            Stage::Over(_) => Err(Refusal::Over),
        }
    }

    fn against_a_person(&self) -> Result<(), Refusal> {
        if self.seats.contains(&Sitter::Robot) {
            Err(Refusal::Computer)
        } else {
            Ok(())
        }
    }
}
