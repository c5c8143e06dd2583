//! What the finished hands make of a match: its games, the totals, the bonuses, and whether they decide it.

use std::cmp::Ordering;

use super::state::{HandRecord, MatchEnd, Table, WonBy};
use super::terms::Terms;
use crate::gin::{Bonuses, GamesScoring, Mode};
use crate::id::Seat;

/// One game of a match: a column of the score sheet. A match that isn't played in several games is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The hands' points entered in it, by seat, without bonuses.
    pub points: [i32; 2],
    /// How many won hands are entered in it, by seat.
    pub hands: [u16; 2],
    /// Who reached the target first; the game is closed then.
    pub winner: Option<Seat>,
    /// What was added when it was won, in points, by seat (rule book: game / box / shutout bonus).
    pub bonus: [i32; 2],
}

impl Game {
    fn enter(&mut self, winner: Seat, points: i32, target: Option<i32>, bonuses: Bonuses) {
        let at = winner.index();
        self.points[at] += points;
        self.hands[at] += 1;
        if target.is_some_and(|target| self.points[at] >= target) {
            self.winner = Some(winner);
            self.bonus = self.hands.map(|hands| i32::from(bonuses.hand) * i32::from(hands));
            let shutout = bonuses.shutout_doubles && self.hands[winner.other().index()] == 0;
            self.bonus[at] += i32::from(bonuses.game) * if shutout { 2 } else { 1 };
        }
    }
}

/// The score sheet of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    mode: Mode,
    bonuses: Bonuses,
    hands: u16,
    won: [usize; 2],
    games: Vec<Game>,
}

impl Tally {
    pub(super) fn new(terms: &Terms) -> Tally {
        let games = match terms.mode {
            Mode::Fixed { .. } | Mode::Target { .. } => 1,
            Mode::Games { games, .. } => usize::from(games),
        };
        Tally {
            mode: terms.mode,
            bonuses: terms.rules.bonuses,
            hands: 0,
            won: [0; 2],
            games: vec![Game::default(); games],
        }
    }

    /// Enters a finished hand: in the match's only game; in the game that is played, of one after another; or as Hollywood
    /// scoring has it, a player's first won hand in the first game, the second in the first two, and so on. A closed game
    /// takes nothing more; whoever was shut out of a game makes the next entry in the first that is open (the rule
    /// book is silent; std rummy-games.com, Hollywood).
    pub(super) fn enter(&mut self, winner: Option<Seat>, points: u16) {
        self.hands = self.hands.saturating_add(1);
        let Some(winner) = winner else { return };
        self.won[winner.index()] += 1;
        let (target, wide) = match self.mode {
            Mode::Fixed { .. } => (None, 1),
            Mode::Target { points, .. } => (Some(i32::from(points)), 1),
            Mode::Games { points, scoring, .. } => {
                let wide = match scoring {
                    GamesScoring::Hollywood => self.won[winner.index()],
                    GamesScoring::Sequential => 0,
                };
                (Some(i32::from(points)), wide)
            }
        };
        let reached = self.games.iter().take(wide).filter(|game| game.winner.is_none());
        let least = usize::from(reached.count() == 0);
        let open = self.games.iter_mut().enumerate();
        let open = open.filter(|(_, game)| game.winner.is_none());
        let entered = open.enumerate().filter(|(nth, (at, _))| *at < wide || *nth < least);
        for (_, (_, game)) in entered {
            game.enter(winner, i32::from(points), target, self.bonuses);
        }
    }

    pub(super) fn games(&self) -> &[Game] {
        &self.games
    }

    /// What was added for games won, by seat, in points.
    pub(super) fn bonuses(&self) -> [i32; 2] {
        [0, 1].map(|seat: usize| self.games.iter().map(|game| game.bonus[seat]).sum())
    }

    /// All that counts for each seat: the points in every game, and the bonuses.
    pub(super) fn totals(&self) -> [i32; 2] {
        [0, 1].map(|seat: usize| self.games.iter().map(|game| game.points[seat] + game.bonus[seat]).sum())
    }

    /// Whether the finished hands decide the match: the mode's rule, nothing else.
    pub(super) fn verdict(&self) -> Option<MatchEnd> {
        let won = |winner, by| Some(MatchEnd::Won { winner, by });
        let (last, closed) = match self.mode {
            Mode::Fixed { hands } => (hands, false),
            Mode::Target { within, .. } => {
                if let Some(winner) = self.games.first().and_then(|game| game.winner) {
                    return won(winner, WonBy::Target);
                }
                (within.unwrap_or(Terms::HANDS_CAP), false)
            }
            Mode::Games { .. } => (Terms::HANDS_CAP, self.games.iter().all(|game| game.winner.is_some())),
        };
        if !closed && self.hands < last {
            return None;
        }
        let several = self.games.len() > 1;
        let games = |seat: Seat| self.games.iter().filter(|game| game.winner == Some(seat)).count();
        let [one, two] = self.totals();
        match (games(Seat::FIRST).cmp(&games(Seat::SECOND)), one.cmp(&two)) {
            (Ordering::Greater, _) if several => won(Seat::FIRST, WonBy::Games),
            (Ordering::Less, _) if several => won(Seat::SECOND, WonBy::Games),
            (Ordering::Greater, _) => won(Seat::FIRST, WonBy::Target),
            (Ordering::Less, _) => won(Seat::SECOND, WonBy::Target),
            (_, Ordering::Greater) => won(Seat::FIRST, WonBy::Points),
            (_, Ordering::Less) => won(Seat::SECOND, WonBy::Points),
            (_, Ordering::Equal) => Some(MatchEnd::Drawn),
        }
    }
}

impl Table {
    /// The games of the match as far as they are: one, unless several are played.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        self.tally.games()
    }

    /// What was added for games won, by seat, in points; the totals hold it.
    #[must_use]
    pub fn bonuses(&self) -> [i32; 2] {
        self.tally.bonuses()
    }

    /// The games and the totals, by seat, as they stood after this many finished hands.
    #[must_use]
    pub fn sheet_after(&self, hands: usize) -> (Vec<Game>, [i32; 2]) {
        let mut tally = Tally::new(&self.terms);
        for record in self.hands.iter().take(hands) {
            tally.enter(record.score.winner, record.score.points);
        }
        let totals = tally.totals();
        (tally.games, totals)
    }

    /// Enters a finished hand.
    pub(super) fn enter(&mut self, record: HandRecord) {
        self.tally.enter(record.score.winner, record.score.points);
        self.scores = self.tally.totals().to_vec();
        self.hands.push(record);
    }
}
