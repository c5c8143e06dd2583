//! A bracket cut into parts that read on a phone: at most four rounds wide and eight matches high.

use super::scene::EventScene;
use crate::contest::{Kind, Pairing, Plan, Ran};
use crate::id::PlayerId;
use crate::pictures::{BracketMatch, BracketSide};
use crate::ui::voice::say;

/// As many rounds as stand side by side.
const COLUMNS: usize = 4;
/// As many matches as stand in the first of them.
const MATCHES: usize = 8;

/// A part of a bracket.
pub(super) struct Part {
    pub(super) heads: Vec<String>,
    pub(super) columns: Vec<Vec<BracketMatch>>,
    /// The match for the third place.
    pub(super) aside: Option<(String, BracketMatch)>,
    /// The same as lines of words.
    pub(super) lines: Vec<String>,
    /// Whether a match of it has no result.
    pub(super) open: bool,
}

/// Somebody in a place of the bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Player(PlayerId),
    /// Nobody: the other has no opponent.
    Nobody,
    /// Not known yet.
    Open,
}

/// The bracket of a stage.
pub(super) struct Bracket<'s, 'a> {
    scene: &'s EventScene<'a>,
    stage: u8,
    third: bool,
    /// Its rounds from the first to the last, each with its matches from top to bottom.
    rounds: Vec<Vec<[Who; 2]>>,
}

impl<'s, 'a> Bracket<'s, 'a> {
    /// The bracket of this stage, where one is played there.
    pub(super) fn of(scene: &'s EventScene<'a>, ran: &Ran) -> Option<Bracket<'s, 'a>> {
        let Plan::Bracket(first) = &ran.plan else {
            return None;
        };
        let stage = scene.contest.format().stages.get(usize::from(ran.stage))?;
        let mut bracket = Bracket {
            scene,
            stage: ran.stage,
            third: matches!(stage.play, Kind::Knockout { third_place: true }),
            rounds: Vec::new(),
        };
        let first = first.iter().map(|place| place.map_or(Who::Nobody, Who::Player));
        let mut line: Vec<Who> = first.collect();
        for round in 1..=usize::from(ran.rounds) {
            let pairs: Vec<[Who; 2]> = line
                .chunks(2)
                .map(|pair| [pair[0], *pair.get(1).unwrap_or(&Who::Nobody)])
                .collect();
            let next = pairs.iter().enumerate();
            line = next.map(|(slot, pair)| bracket.ahead(round, slot, *pair)).collect();
            bracket.rounds.push(pairs);
        }
        Some(bracket)
    }

    /// Its parts, the first round's top ones first, the end last.
    pub(super) fn parts(&self) -> Vec<Part> {
        let rounds = self.rounds.len();
        let mut parts = Vec::new();
        let mut from = 0;
        while from < rounds {
            // The last part may be narrower; all parts of one width come before the next ones.
            let width = COLUMNS.min(rounds - from);
            let all = self.rounds[from].len();
            let high = MATCHES.min(all).min(1 << (width - 1));
            let count = all / high.max(1);
            for part in 0..count {
                parts.push(self.cut(from, width, (part * high, high)));
            }
            from += width;
        }
        if self.third
            && let (Some(last), Some(pairing)) = (parts.last_mut(), self.pairing(rounds, 1))
        {
            let sides = pairing.players.map(Who::Player);
            let title = say!(self.scene.voice, "event-third");
            last.lines.push(format!("{title} · {}", self.words(rounds, 1, sides)));
            last.aside = Some((title, self.game(rounds, 1, sides)));
            last.open |= pairing.score.is_none();
        }
        parts
    }

    /// So many rounds from one on, of the part that begins with these matches of the first of them.
    fn cut(&self, from: usize, width: usize, (top, high): (usize, usize)) -> Part {
        let mut part = Part {
            heads: Vec::new(),
            columns: Vec::new(),
            aside: None,
            lines: Vec::new(),
            open: false,
        };
        for column in 0..width {
            let round = from + column + 1;
            let (start, count) = (top >> column, (high >> column).max(1));
            let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            let head = self
                .scene
                .voice
                .knockout_round(number(round), number(self.rounds.len()));
            part.lines.push(head.clone());
            part.heads.push(head);
            let mut matches = Vec::new();
            for (at, sides) in self.rounds[round - 1].iter().enumerate().skip(start).take(count) {
                matches.push(self.game(round, at, *sides));
                if !sides.contains(&Who::Nobody) {
                    part.lines.push(self.words(round, at, *sides));
                    part.open |= self.pairing(round, at).is_some_and(|pairing| pairing.score.is_none());
                }
            }
            part.columns.push(matches);
        }
        part
    }

    fn pairing(&self, round: usize, slot: usize) -> Option<&'s Pairing> {
        let at = |pairing: &&Pairing| usize::from(pairing.round) == round && usize::from(pairing.slot) == slot;
        self.scene.contest.pairings_of(self.stage).find(at)
    }

    /// Who goes on from a match.
    fn ahead(&self, round: usize, slot: usize, pair: [Who; 2]) -> Who {
        match pair {
            [Who::Nobody, Who::Nobody] => Who::Nobody,
            [one, Who::Nobody] => one,
            [Who::Nobody, two] => two,
            _ => {
                let found = self.pairing(round, slot).and_then(Pairing::winner);
                found.map_or(Who::Open, Who::Player)
            }
        }
    }

    fn game(&self, round: usize, slot: usize, sides: [Who; 2]) -> BracketMatch {
        let pairing = self.pairing(round, slot);
        let figures = pairing.and_then(|pairing| self.scene.figures(pairing));
        let side = |who: Who| {
            let Who::Player(player) = who else {
                let name = if who == Who::Nobody { "–" } else { "" };
                return BracketSide {
                    name: name.to_owned(),
                    ..BracketSide::default()
                };
            };
            let seat = pairing.and_then(|pairing| pairing.seat_of(player));
            let score = figures.as_ref().zip(seat).map(|(figures, seat)| &figures[seat.index()]);
            BracketSide {
                name: self.scene.bare(player),
                score: score.cloned().unwrap_or_default(),
                won: pairing
                    .filter(|pairing| pairing.score.is_some())
                    .map(|pairing| pairing.winner() == Some(player)),
            }
        };
        BracketMatch { sides: sides.map(side) }
    }

    /// "Anna – Ben · 34 : 12"
    fn words(&self, round: usize, slot: usize, sides: [Who; 2]) -> String {
        let name = |who: Who| match who {
            Who::Player(player) => self.scene.name(player),
            Who::Nobody => "–".to_owned(),
            Who::Open => "?".to_owned(),
        };
        match self.pairing(round, slot) {
            // The seats may be the other way round than the places.
            Some(pairing) => {
                let [one, two] = pairing.players.map(|player| self.scene.name(player));
                format!("{one} – {two} · {}", self.scene.board_state(pairing))
            }
            None => format!("{} – {}", name(sides[0]), name(sides[1])),
        }
    }
}
