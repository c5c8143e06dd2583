use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::palette::{FELT, GOLD, Ink, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{PictureError, Pictures, at_most};

/// A table of places: the standings of an event, its teams, its rounds.
#[derive(Clone, Debug, Default)]
pub struct SheetPicture {
    /// The words above, "Friday Swiss".
    pub title: String,
    /// Quiet words under them, "Round 2 of 5 · then wins, difference".
    pub note: String,
    /// The heads of the figures, at most four.
    pub columns: Vec<String>,
    /// The rows, at most 40.
    pub rows: Vec<SheetRow>,
}

/// A row of a table of places.
#[derive(Clone, Debug, Default)]
pub struct SheetRow {
    /// The place, "1".
    pub place: String,
    /// What the row says about it.
    pub rank: Rank,
    /// The player's, the team's or the round's name.
    pub name: String,
    /// One figure a column.
    pub figures: Vec<String>,
}

/// How a row stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rank {
    /// One of the best: the place is gold.
    Gold,
    /// One of many.
    #[default]
    Plain,
    /// Out, or still to come: everything is quiet.
    Quiet,
}

/// The height of a row in pixels.
pub(super) const ROW: i32 = 78;
/// Where the first row starts.
const FIRST: i32 = 176;
/// What is left below the last row.
const FOOT: i32 = 24;
/// Where names start.
const NAME: i32 = 124;
/// Where the last figure ends.
const LAST: i32 = 1224;
/// As many rows as are read in one picture.
const MOST_ROWS: usize = 40;
/// As many columns as leave room for a name.
const MOST_COLUMNS: usize = 4;

/// Draws a table of places.
pub fn draw(pictures: &Pictures, picture: &SheetPicture) -> Result<Plane, PictureError> {
    at_most("rows", picture.rows.len(), MOST_ROWS)?;
    let figures = picture.rows.iter().map(|row| row.figures.len()).max().unwrap_or(0);
    let columns = figures.max(picture.columns.len());
    at_most("columns", columns, MOST_COLUMNS)?;
    let height = FIRST + ROW * picture.rows.len() as i32 + FOOT;
    let mut plane = Plane::new(height as u32);
    head(pictures, &mut plane, &picture.title, &picture.note);
    let step = match columns {
        0..=2 => 190,
        3 => 170,
        _ => 156,
    };
    let ends: Vec<i32> = (0..columns).rev().map(|back| LAST - step * back as i32).collect();
    for (words, &end) in picture.columns.iter().zip(&ends) {
        let text = line(words, Trust::Sentence, Style::semi(28), (FELT, QUIET), step - 14);
        pictures.lettering.write(&mut plane, &text, At::Right(end), FIRST - 14);
    }
    let widest = LAST - step * columns as i32 - NAME - 16;
    for (at, row) in picture.rows.iter().enumerate() {
        let y = FIRST + ROW * at as i32;
        let ground = stripe(&mut plane, y, at);
        let (place, name, figure) = match row.rank {
            Rank::Gold => (GOLD, TEXT, TEXT),
            Rank::Plain => (QUIET, TEXT, TEXT),
            Rank::Quiet => (QUIET, QUIET, QUIET),
        };
        let text = line(&row.place, Trust::Name, Style::bold(44), (ground, place), 88);
        pictures.lettering.write(&mut plane, &text, At::Right(98), y + 54);
        let text = line(&row.name, Trust::Name, Style::semi(40), (ground, name), widest);
        pictures.lettering.write(&mut plane, &text, At::Left(NAME), y + 54);
        for (words, &end) in row.figures.iter().zip(&ends) {
            // A figure is never cut: a long one is set smaller.
            let large = line(words, Trust::Sentence, Style::bold(44), (ground, figure), i32::MAX);
            let fits = pictures.lettering.line(&large).width <= (step - 14) as f32;
            let small = line(words, Trust::Sentence, Style::bold(36), (ground, figure), step - 8);
            let text = if fits { &large } else { &small };
            pictures.lettering.write(&mut plane, text, At::Right(end), y + 54);
        }
    }
    Ok(plane)
}

/// The title and the quiet words under it.
pub(super) fn head(pictures: &Pictures, plane: &mut Plane, title: &str, note: &str) {
    let text = line(title, Trust::Sentence, Style::bold(64), (FELT, TEXT), 1216);
    pictures.lettering.write(plane, &text, At::Left(32), 80);
    let text = line(note, Trust::Sentence, Style::semi(28), (FELT, QUIET), 1216);
    pictures.lettering.write(plane, &text, At::Left(32), 124);
}

/// Every other row lies on a panel; gives what the row's letters lie on.
pub(super) fn stripe(plane: &mut Plane, y: i32, at: usize) -> Ink {
    if !at.is_multiple_of(2) {
        return FELT;
    }
    let frame = Frame {
        x: 20,
        y,
        width: 1240,
        height: ROW,
    };
    plane.panel(frame, 14.0);
    PANEL
}

/// A text in these colours: what it lies on, and its own.
pub(super) fn line(words: &str, trust: Trust, style: Style, (ground, ink): (Ink, Ink), widest: i32) -> Text<'_> {
    Text {
        words,
        trust,
        style,
        ground,
        ink,
        widest,
    }
}
