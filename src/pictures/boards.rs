use super::cleaning::Trust;
use super::lettering::{At, Style};
use super::palette::{GOLD, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::sheet::{Head, ROW, line, stripe};
use super::{PictureError, Pictures, at_most};

/// Who meets whom in a round, or two teams against each other.
#[derive(Clone, Debug, Default)]
pub struct BoardsPicture {
    /// The words above, "Friday Swiss".
    pub title: String,
    /// Quiet words under them, "Round 2 of 5".
    pub note: String,
    /// Two teams with their scores, where two teams meet.
    pub teams: Option<[Side; 2]>,
    /// The matches, at most 40.
    pub rows: Vec<BoardRow>,
}

/// A team over its boards.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Its score.
    pub score: String,
    /// Whether it is ahead.
    pub ahead: bool,
}

/// A match of a round.
#[derive(Clone, Debug, Default)]
pub struct BoardRow {
    /// The match's number; nothing where nobody is met.
    pub number: String,
    /// Who plays, the first seat at the left.
    pub names: [String; 2],
    /// What stands between them, "34 : 12" or "–".
    pub middle: String,
    /// A word under it, "draw", "no-show".
    pub under: String,
    /// Who won, by place.
    pub won: Option<usize>,
    /// Whether it is decided, or nobody has to come: then it is quiet.
    pub over: bool,
}

/// Where the first row starts, without teams and under them.
const FIRST: (i32, i32) = (152, 320);
/// What is left below the last row.
const FOOT: i32 = 24;
/// The middle of what stands between the names, and how wide it is.
const MIDDLE: (i32, i32) = (684, 216);
/// How wide a name may be.
const NAME: i32 = 450;
/// As many rows as are read in one picture.
const MOST_ROWS: usize = 40;

/// Draws the matches of a round.
pub fn draw(pictures: &Pictures, picture: &BoardsPicture) -> Result<Plane, PictureError> {
    at_most("rows", picture.rows.len(), MOST_ROWS)?;
    let first = if picture.teams.is_some() { FIRST.1 } else { FIRST.0 };
    let head = Head::new(pictures, &picture.title, &picture.note);
    let first = first + head.more();
    let mut plane = Plane::new((first + ROW * picture.rows.len() as i32 + FOOT) as u32);
    head.write(pictures, &mut plane);
    for (at, side) in picture.teams.iter().flatten().enumerate() {
        panel(pictures, &mut plane, side, (24 + 624 * at as i32, 152 + head.more()));
    }
    for (at, row) in picture.rows.iter().enumerate() {
        board(pictures, &mut plane, row, first + ROW * at as i32, at);
    }
    Ok(plane)
}

fn board(pictures: &Pictures, plane: &mut Plane, row: &BoardRow, y: i32, at: usize) {
    let ground = stripe(plane, (y, ROW), at);
    let baseline = y + 54;
    // A number is what a result is corrected by, so it is never cut.
    let size = if row.number.chars().count() > 3 { 28 } else { 36 };
    let number = line(&row.number, Trust::Name, Style::semi(size), (ground, QUIET), 100);
    pictures.lettering.write(plane, &number, At::Right(100), baseline);
    let ink = |side: usize| match (row.won, row.over) {
        (Some(won), _) if won == side => GOLD,
        (_, true) => QUIET,
        (_, false) => TEXT,
    };
    let (middle, width) = MIDDLE;
    let ends = [At::Right(middle - width / 2), At::Left(middle + width / 2)];
    for (side, end) in ends.into_iter().enumerate() {
        let style = if row.won == Some(side) {
            Style::bold(40)
        } else {
            Style::semi(40)
        };
        let name = line(&row.names[side], Trust::Name, style, (ground, ink(side)), NAME);
        pictures.lettering.write(plane, &name, end, baseline);
    }
    let between = line(
        &row.middle,
        Trust::Sentence,
        Style::bold(36),
        (ground, TEXT),
        width - 16,
    );
    if row.under.is_empty() {
        pictures.lettering.write(plane, &between, At::Middle(middle), baseline);
        return;
    }
    pictures.lettering.write(plane, &between, At::Middle(middle), y + 38);
    let under = line(&row.under, Trust::Sentence, Style::semi(28), (ground, QUIET), width - 8);
    pictures.lettering.write(plane, &under, At::Middle(middle), y + 67);
}

fn panel(pictures: &Pictures, plane: &mut Plane, side: &Side, (x, y): (i32, i32)) {
    let frame = Frame {
        x,
        y,
        width: 608,
        height: 144,
    };
    plane.panel(frame, 18.0);
    let ink = if side.ahead { GOLD } else { TEXT };
    if side.ahead {
        let mark = Frame {
            x,
            y: y + 24,
            width: 10,
            height: 96,
        };
        plane.bar(mark, PANEL, GOLD);
    }
    let score = line(&side.score, Trust::Sentence, Style::bold(88), (PANEL, ink), 300);
    let (end, _) = pictures.lettering.write(plane, &score, At::Right(x + 582), y + 104);
    let name = line(&side.name, Trust::Name, Style::bold(44), (PANEL, TEXT), end - x - 54);
    pictures.lettering.write(plane, &name, At::Left(x + 30), y + 88);
}
