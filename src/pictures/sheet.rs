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
    /// Quiet words under the rows, each in as many lines as it needs.
    pub foot: Vec<String>,
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
    /// A word behind the name, "out".
    pub mark: String,
    /// Quiet words under the name, "2026-12-05 20:00"; with them on any row, all rows are higher.
    pub under: String,
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
/// The same with words under the names.
const HIGH: i32 = 104;
/// Where the first row starts under a head of two lines.
const FIRST: i32 = 176;
/// What is left below the last row.
const FOOT: i32 = 24;
/// Where names start behind places, and without any.
const NAME: (i32, i32) = (124, 44);
/// Where the last figure ends.
const LAST: i32 = 1224;
/// From the edge to the words above and below the rows, and how wide those may be.
const EDGE: (i32, i32) = (32, 1216);
/// From one quiet line to the next.
const QUIET_LINE: i32 = 38;
/// From one line of a long title to the next.
const TITLE_LINE: i32 = 54;
/// What is at least between two columns of figures.
const BETWEEN: i32 = 36;
/// As many lines as a title has.
const TITLE_LINES: usize = 3;
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
    let head = Head::new(pictures, &picture.title, &picture.note);
    let foot = quiet_lines(pictures, &picture.foot);
    let first = FIRST + head.more();
    let row_height = if picture.rows.iter().any(|row| !row.under.is_empty()) {
        HIGH
    } else {
        ROW
    };
    let end = first + row_height * picture.rows.len() as i32;
    let mut plane = Plane::new((end + FOOT + QUIET_LINE * foot.len() as i32) as u32);
    head.write(pictures, &mut plane);
    let step = match columns {
        0..=2 => 190,
        3 => 170,
        _ => 156,
    };
    let ends: Vec<i32> = (0..columns).rev().map(|back| LAST - step * back as i32).collect();
    for (words, &end) in picture.columns.iter().zip(&ends) {
        let text = line(words, Trust::Sentence, Style::semi(28), (FELT, QUIET), step - 14);
        pictures.lettering.write(&mut plane, &text, At::Right(end), first - 14);
    }
    let placed = picture.rows.iter().any(|row| !row.place.is_empty());
    let left = if placed { NAME.0 } else { NAME.1 };
    let widest = LAST - step * columns as i32 - left - 16;
    // A figure is never cut: a column with a long one is set smaller.
    let sizes: Vec<u8> = (0..columns)
        .map(|column| {
            let mut figures = picture.rows.iter().filter_map(|row| row.figures.get(column));
            let fits = |words: &String| {
                let text = line(words, Trust::Sentence, Style::bold(44), (FELT, TEXT), i32::MAX);
                pictures.lettering.line(&text).width <= (step - BETWEEN) as f32
            };
            if figures.all(fits) { 44 } else { 36 }
        })
        .collect();
    for (at, row) in picture.rows.iter().enumerate() {
        let y = first + row_height * at as i32;
        let ground = stripe(&mut plane, (y, row_height), at);
        let (place, _, figure) = inks(row.rank);
        let baseline = y + row_height / 2 + 15;
        let text = line(&row.place, Trust::Name, Style::bold(44), (ground, place), 88);
        pictures.lettering.write(&mut plane, &text, At::Right(98), baseline);
        let frame = Frame {
            x: left,
            y,
            width: widest,
            height: row_height,
        };
        named(pictures, &mut plane, row, frame, ground);
        for ((words, &end), &size) in row.figures.iter().zip(&ends).zip(&sizes) {
            let text = line(words, Trust::Sentence, Style::bold(size), (ground, figure), step - 8);
            pictures.lettering.write(&mut plane, &text, At::Right(end), baseline);
        }
    }
    write_quiet(pictures, &mut plane, &foot, end + 36);
    Ok(plane)
}

/// The colours of a row: of its place, its name, its figures.
fn inks(rank: Rank) -> (Ink, Ink, Ink) {
    match rank {
        Rank::Gold => (GOLD, TEXT, TEXT),
        Rank::Plain => (QUIET, TEXT, TEXT),
        Rank::Quiet => (QUIET, QUIET, QUIET),
    }
}

/// The name with its mark behind it and the words under it. A long name is cut, its mark is not.
fn named(pictures: &Pictures, plane: &mut Plane, row: &SheetRow, frame: Frame, ground: Ink) {
    let (_, ink, _) = inks(row.rank);
    let (left, widest) = (At::Left(frame.x), frame.width);
    let baseline = match row.under.is_empty() {
        true => frame.y + frame.height / 2 + 15,
        false => frame.y + 48,
    };
    let mark = line(&row.mark, Trust::Sentence, Style::semi(36), (ground, QUIET), widest / 2);
    let room = match row.mark.is_empty() {
        true => 0,
        false => pictures.lettering.line(&mark).width.ceil() as i32 + 14,
    };
    let name = line(&row.name, Trust::Name, Style::semi(40), (ground, ink), widest - room);
    let (_, end) = pictures.lettering.write(plane, &name, left, baseline);
    if !row.mark.is_empty() {
        pictures.lettering.write(plane, &mark, At::Left(end + 14), baseline);
    }
    if !row.under.is_empty() {
        let under = line(&row.under, Trust::Sentence, Style::semi(28), (ground, QUIET), widest);
        pictures.lettering.write(plane, &under, left, frame.y + 86);
    }
}

/// The title and the quiet words under it, both in as many lines as they need.
pub(super) struct Head {
    title: Vec<String>,
    /// Whether the title fits on one line as large as it should be.
    large: bool,
    note: Vec<String>,
}

impl Head {
    pub(super) fn new(pictures: &Pictures, title: &str, note: &str) -> Head {
        let whole = line(title, Trust::Sentence, Style::bold(64), (FELT, TEXT), i32::MAX);
        let large = pictures.lettering.line(&whole).width <= EDGE.1 as f32;
        let mut title = match large {
            true => vec![title.to_owned()],
            false => pictures.lettering.wrapped(title, Style::bold(44), EDGE.1),
        };
        if title.len() > TITLE_LINES {
            // What is left stands on the last line and is cut there.
            let rest = title.split_off(TITLE_LINES - 1);
            title.push(rest.join(" "));
        }
        Head {
            title,
            large,
            note: pictures.lettering.wrapped(note, Style::semi(28), EDGE.1),
        }
    }

    /// How much higher it is than a title and one quiet line.
    pub(super) fn more(&self) -> i32 {
        let titles = self.title.len().max(1) as i32 - 1;
        let notes = self.note.len().max(1) as i32 - 1;
        TITLE_LINE * titles + QUIET_LINE * notes
    }

    pub(super) fn write(&self, pictures: &Pictures, plane: &mut Plane) {
        let style = if self.large { Style::bold(64) } else { Style::bold(44) };
        let mut baseline = if self.large { 80 } else { 72 };
        for words in &self.title {
            let text = line(words, Trust::Sentence, style, (FELT, TEXT), EDGE.1);
            pictures.lettering.write(plane, &text, At::Left(EDGE.0), baseline);
            baseline += TITLE_LINE;
        }
        let titles = self.title.len().max(1) as i32 - 1;
        write_quiet(pictures, plane, &self.note, 124 + TITLE_LINE * titles);
    }
}

/// These words in quiet lines.
fn quiet_lines(pictures: &Pictures, words: &[String]) -> Vec<String> {
    let lines = words.iter();
    lines
        .flat_map(|words| pictures.lettering.wrapped(words, Style::semi(28), EDGE.1))
        .collect()
}

fn write_quiet(pictures: &Pictures, plane: &mut Plane, lines: &[String], first: i32) {
    for (at, words) in (0..).zip(lines) {
        let text = line(words, Trust::Sentence, Style::semi(28), (FELT, QUIET), EDGE.1);
        let baseline = first + QUIET_LINE * at;
        pictures.lettering.write(plane, &text, At::Left(EDGE.0), baseline);
    }
}

/// Every other row lies on a panel; gives what the row's letters lie on.
pub(super) fn stripe(plane: &mut Plane, (y, height): (i32, i32), at: usize) -> Ink {
    if !at.is_multiple_of(2) {
        return FELT;
    }
    let frame = Frame {
        x: 20,
        y,
        width: 1240,
        height,
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
