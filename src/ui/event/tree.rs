//! A bracket cut into parts that read on a phone: at most four rounds wide and eight matches high.

use super::scene::EventScene;
use crate::contest::{Kind, Pairing};
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

/// The bracket's parts, the first round's top ones first, the end last.
pub(super) fn parts(scene: &EventScene<'_>) -> Vec<Part> {
    let (Some(first), Some((stage, ran))) = (scene.view.bracket.as_ref(), scene.contest.stage()) else {
        return Vec::new();
    };
    let rounds = usize::from(ran.rounds);
    let mut tree: Vec<Vec<[Who; 2]>> = Vec::new();
    let mut line: Vec<Who> = first
        .iter()
        .map(|place| place.map_or(Who::Nobody, Who::Player))
        .collect();
    for round in 1..=rounds {
        let pairs: Vec<[Who; 2]> = line
            .chunks(2)
            .map(|pair| [pair[0], *pair.get(1).unwrap_or(&Who::Nobody)])
            .collect();
        line = pairs
            .iter()
            .enumerate()
            .map(|(slot, pair)| ahead(scene, round, slot, *pair))
            .collect();
        tree.push(pairs);
    }
    let mut parts = Vec::new();
    let mut from = 0;
    while from < rounds {
        // The last part may be narrower; all parts of one width come before the next ones.
        let width = COLUMNS.min(rounds - from);
        let all = tree[from].len();
        let high = MATCHES.min(all).min(1 << (width - 1));
        let count = all / high.max(1);
        for part in 0..count {
            parts.push(cut(scene, &tree, from, width, (part * high, high)));
        }
        from += width;
    }
    if matches!(stage.play, Kind::Knockout { third_place: true })
        && let (Some(last), Some(pairing)) = (parts.last_mut(), of(scene, rounds, 1))
    {
        let sides = pairing.players.map(Who::Player);
        last.aside = Some((say!(scene.voice, "event-third"), game(scene, rounds, 1, sides)));
        last.lines.push(format!(
            "{} · {}",
            say!(scene.voice, "event-third"),
            words(scene, rounds, 1, sides)
        ));
        last.open |= pairing.score.is_none();
    }
    parts
}

/// So many rounds from one on, of the part that begins with these matches of the first of them.
fn cut(scene: &EventScene<'_>, tree: &[Vec<[Who; 2]>], from: usize, width: usize, (top, high): (usize, usize)) -> Part {
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
        let head = scene.voice.knockout_round(number(round), number(tree.len()));
        part.lines.push(head.clone());
        part.heads.push(head);
        let mut matches = Vec::new();
        for (at, sides) in tree[round - 1].iter().enumerate().skip(start).take(count) {
            matches.push(game(scene, round, at, *sides));
            if !sides.contains(&Who::Nobody) {
                part.lines.push(words(scene, round, at, *sides));
                part.open |= of(scene, round, at).is_some_and(|pairing| pairing.score.is_none());
            }
        }
        part.columns.push(matches);
    }
    part
}

fn of<'a>(scene: &'a EventScene<'_>, round: usize, slot: usize) -> Option<&'a Pairing> {
    let at = |pairing: &&Pairing| usize::from(pairing.round) == round && usize::from(pairing.slot) == slot;
    scene.view.pairings.iter().find(at)
}

/// Who goes on from a match.
fn ahead(scene: &EventScene<'_>, round: usize, slot: usize, pair: [Who; 2]) -> Who {
    match pair {
        [Who::Nobody, Who::Nobody] => Who::Nobody,
        [one, Who::Nobody] => one,
        [Who::Nobody, two] => two,
        _ => {
            let found = of(scene, round, slot).and_then(Pairing::winner);
            found.map_or(Who::Open, Who::Player)
        }
    }
}

fn game(scene: &EventScene<'_>, round: usize, slot: usize, sides: [Who; 2]) -> BracketMatch {
    let pairing = of(scene, round, slot);
    let side = |who: Who| {
        let Who::Player(player) = who else {
            let name = if who == Who::Nobody { "–" } else { "" };
            return BracketSide {
                name: name.to_owned(),
                ..BracketSide::default()
            };
        };
        let seat = pairing.and_then(|pairing| pairing.seat_of(player));
        let result = pairing.and_then(|pairing| scene.result(pairing));
        let score = result.zip(seat).and_then(|(result, seat)| {
            let (one, two) = result.split_once(" : ")?;
            Some(if seat.index() == 0 { one } else { two }.to_owned())
        });
        BracketSide {
            name: scene.bare(player),
            score: score.unwrap_or_default(),
            won: pairing
                .filter(|pairing| pairing.score.is_some())
                .map(|pairing| pairing.winner() == Some(player)),
        }
    };
    BracketMatch { sides: sides.map(side) }
}

/// "Anna – Ben · 34 : 12"
fn words(scene: &EventScene<'_>, round: usize, slot: usize, sides: [Who; 2]) -> String {
    let name = |who: Who| match who {
        Who::Player(player) => scene.name(player),
        Who::Nobody => "–".to_owned(),
        Who::Open => "?".to_owned(),
    };
    let pair = format!("{} – {}", name(sides[0]), name(sides[1]));
    match of(scene, round, slot) {
        // The seats may be the other way round than the places.
        Some(pairing) => {
            let [one, two] = pairing.players.map(|player| scene.name(player));
            format!("{one} – {two} · {}", scene.board_state(pairing))
        }
        None => pair,
    }
}
