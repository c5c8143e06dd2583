use super::cleaning::Trust;
use super::lettering::{At, Style};
use super::palette::{EDGE, FELT, GOLD, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::sheet::{Head, line};
use super::{PictureError, Pictures, at_most};

/// A knockout, or a part of one: each column has half as many matches as the one before.
#[derive(Clone, Debug, Default)]
pub struct BracketPicture {
    /// The words above, "Winter cup".
    pub title: String,
    /// Quiet words under them, "Round 2 of 4 · part 1 of 3".
    pub note: String,
    /// The heads of the columns, "Semi-finals".
    pub heads: Vec<String>,
    /// The matches from the first column to the last, at most four columns and eight matches in the first.
    pub columns: Vec<Vec<BracketMatch>>,
    /// A match beside the tree with its own head: the one for the third place.
    pub aside: Option<(String, BracketMatch)>,
}

/// A match of a bracket.
#[derive(Clone, Debug, Default)]
pub struct BracketMatch {
    /// Who plays, from the top.
    pub sides: [BracketSide; 2],
}

/// One of two in a match of a bracket.
#[derive(Clone, Debug, Default)]
pub struct BracketSide {
    /// The player's name, "–" for nobody, nothing for somebody who is not known yet.
    pub name: String,
    /// The points.
    pub score: String,
    /// Whether they went on; nothing: it is open.
    pub won: Option<bool>,
}

/// Where the columns' heads stand, and where the first match starts.
const HEADS: i32 = 176;
const FIRST: i32 = 196;
/// The height of a match, and from one to the next in the first column.
const BOX: i32 = 112;
const STEP: i32 = 132;
/// What is left below the last match.
const FOOT: i32 = 20;
/// Between two columns.
const GAP: i32 = 28;
/// From the left edge to the right one.
const EDGES: (i32, i32) = (24, 1256);
/// The thickness of a line.
const LINE: i32 = 4;
/// How large a name is set, and how small a long one.
const NAMES: (u8, u8) = (36, 32);
/// As many as are read on a phone.
const MOST_COLUMNS: usize = 4;
const MOST_MATCHES: usize = 8;

/// Draws a bracket.
pub fn draw(pictures: &Pictures, picture: &BracketPicture) -> Result<Plane, PictureError> {
    at_most("columns", picture.columns.len(), MOST_COLUMNS)?;
    let most = picture.columns.iter().map(Vec::len).max().unwrap_or(0);
    at_most("matches", most, MOST_MATCHES)?;
    let tree = STEP * most.max(1) as i32;
    let aside = picture.aside.as_ref().map_or(0, |_| BOX + 56);
    let head = Head::new(pictures, &picture.title, &picture.note);
    let (heads, first) = (HEADS + head.more(), FIRST + head.more());
    let mut plane = Plane::new((first + tree + aside + FOOT) as u32);
    head.write(pictures, &mut plane);
    let columns = picture.columns.len().max(1) as i32;
    let width = (EDGES.1 - EDGES.0 - GAP * (columns - 1)) / columns;
    let left = |column: usize| EDGES.0 + (width + GAP) * column as i32;
    let middle = |column: usize, at: usize| {
        // A match stands between the two that lead to it.
        let step = tree / picture.columns[column].len().max(1) as i32;
        first + step * at as i32 + step / 2
    };
    for (column, matches) in picture.columns.iter().enumerate() {
        if let Some(words) = picture.heads.get(column) {
            let text = line(words, Trust::Sentence, Style::semi(28), (FELT, QUIET), width);
            pictures
                .lettering
                .write(&mut plane, &text, At::Left(left(column)), heads);
        }
        for at in 0..matches.len() {
            if column + 1 < picture.columns.len() {
                let from = (left(column) + width, middle(column, at));
                let next = (at / 2).min(picture.columns[column + 1].len().saturating_sub(1));
                connect(&mut plane, from, (left(column + 1), middle(column + 1, next)));
            }
        }
        for (at, game) in matches.iter().enumerate() {
            let y = middle(column, at) - BOX / 2;
            pair(pictures, &mut plane, game, (left(column), y), width);
        }
    }
    if let Some((words, game)) = &picture.aside {
        let x = EDGES.1 - width.min(600);
        let y = first + tree + 44;
        let text = line(words, Trust::Sentence, Style::semi(28), (FELT, QUIET), width.min(600));
        pictures.lettering.write(&mut plane, &text, At::Left(x), y - 12);
        pair(pictures, &mut plane, game, (x, y), width.min(600));
    }
    Ok(plane)
}

/// From a match to the one that its winner plays: out, up or down, and in.
fn connect(plane: &mut Plane, from: (i32, i32), to: (i32, i32)) {
    let half = (from.0 + to.0) / 2;
    let mut stroke = |x: i32, y: i32, width: i32, height: i32| {
        let frame = Frame { x, y, width, height };
        plane.bar(frame, FELT, EDGE);
    };
    stroke(from.0, from.1 - LINE / 2, half - from.0 + LINE / 2, LINE);
    stroke(half - LINE / 2, to.1 - LINE / 2, to.0 - half + LINE / 2, LINE);
    let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
    stroke(half - LINE / 2, top - LINE / 2, LINE, bottom - top + LINE);
}

fn pair(pictures: &Pictures, plane: &mut Plane, game: &BracketMatch, (x, y): (i32, i32), width: i32) {
    let frame = Frame {
        x,
        y,
        width,
        height: BOX,
    };
    plane.panel(frame, 14.0);
    for (at, side) in game.sides.iter().enumerate() {
        let top = y + at as i32 * (BOX / 2);
        let ink = match side.won {
            Some(true) => GOLD,
            Some(false) => QUIET,
            None => TEXT,
        };
        if side.won == Some(true) {
            let mark = Frame {
                x,
                y: top + 10,
                width: 8,
                height: BOX / 2 - 20,
            };
            plane.bar(mark, PANEL, GOLD);
        }
        let score = line(&side.score, Trust::Sentence, Style::bold(36), (PANEL, ink), 110);
        let (end, _) = pictures
            .lettering
            .write(plane, &score, At::Right(x + width - 12), top + 41);
        let set = |size: u8, widest: i32| {
            let style = if side.won == Some(true) {
                Style::bold(size)
            } else {
                Style::semi(size)
            };
            line(&side.name, Trust::Name, style, (PANEL, ink), widest)
        };
        // Columns are narrow: a long name is set smaller before it is cut.
        let widest = end - x - 26;
        let fits = pictures.lettering.line(&set(NAMES.0, i32::MAX)).width <= widest as f32;
        let name = set(if fits { NAMES.0 } else { NAMES.1 }, widest);
        pictures.lettering.write(plane, &name, At::Left(x + 16), top + 41);
    }
}
