use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::palette::{FELT, GOLD, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{LeaderRow, LeadersPicture, PictureError, Pictures, at_most};

/// The height of a row in pixels.
const ROW: i32 = 78;
/// Where the first row starts.
const FIRST: i32 = 132;
/// Where names start, and how much of a line is theirs.
const NAME: (i32, i32) = (124, 560);
/// Where the last figure ends.
const LAST_FIGURE: i32 = 1220;
/// As many rows as a chat shows in one picture: Telegram allows 10,000 pixels of width and height together.
const MOST_ROWS: usize = 100;
/// As many columns as leave room for four digits each, and for six in the first.
const MOST_COLUMNS: usize = 4;

/// Draws a leaderboard.
pub fn draw(pictures: &Pictures, picture: &LeadersPicture) -> Result<Plane, PictureError> {
    at_most("rows", picture.rows.len(), MOST_ROWS)?;
    let columns = picture
        .rows
        .iter()
        .map(|row| row.figures.len())
        .max()
        .unwrap_or(0)
        .max(picture.columns.len());
    at_most("columns", columns, MOST_COLUMNS)?;
    let mut plane = Plane::new(156 + ROW as u32 * picture.rows.len() as u32);
    let felt = |words, style, ink, widest| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: FELT,
        ink,
        widest,
    };
    let title = felt(&picture.title, Style::bold(64), TEXT, 1200);
    pictures.lettering.write(&mut plane, &title, At::Left(32), 84);
    let ends = ends(columns);
    for (head, &(end, widest)) in picture.columns.iter().zip(&ends) {
        let head = felt(head, Style::semi(28), QUIET, widest);
        pictures.lettering.write(&mut plane, &head, At::Right(end), 115);
    }
    for (place, row) in picture.rows.iter().enumerate() {
        line(pictures, &mut plane, row, &ends, place);
    }
    Ok(plane)
}

fn line(pictures: &Pictures, plane: &mut Plane, row: &LeaderRow, ends: &[(i32, i32)], place: usize) {
    let y = FIRST + ROW * place as i32;
    let on_panel = place.is_multiple_of(2);
    if on_panel {
        plane.panel(
            Frame {
                x: 20,
                y,
                width: 1240,
                height: ROW,
            },
            14.0,
        );
    }
    let ground = if on_panel { PANEL } else { FELT };
    let figure = |words, ink, widest| Text {
        words,
        trust: Trust::Name,
        style: Style::bold(44),
        ground,
        ink,
        widest,
    };
    let baseline = y + 54;
    let place_ink = if row.gold { GOLD } else { QUIET };
    pictures
        .lettering
        .write(plane, &figure(&row.place, place_ink, 80), At::Right(91), baseline);
    let name = Text {
        style: Style::semi(40),
        ..figure(&row.name, TEXT, NAME.1)
    };
    pictures.lettering.write(plane, &name, At::Left(NAME.0), baseline);
    for (index, (words, &(end, widest))) in row.figures.iter().zip(ends).enumerate() {
        // The last of several figures is the least: losses after wins.
        let ink = if index > 0 && index + 1 == ends.len() {
            QUIET
        } else {
            TEXT
        };
        // A figure is never cut: five digits are set smaller where they must be.
        let large = figure(words, ink, i32::MAX);
        let fits = pictures.lettering.line(&large).width <= widest as f32;
        let small = Text {
            style: Style::bold(36),
            ..figure(words, ink, widest)
        };
        let text = if fits { &large } else { &small };
        pictures.lettering.write(plane, text, At::Right(end), baseline);
    }
}

/// Where each column of figures ends and how wide it may be.
fn ends(columns: usize) -> Vec<(i32, i32)> {
    let steps: &[i32] = match columns {
        0..=3 => &[160, 180, 190],
        _ => &[121, 121, 121, 167],
    };
    let mut end = LAST_FIGURE;
    let mut ends: Vec<(i32, i32)> = steps
        .iter()
        .take(columns)
        .map(|&step| {
            let here = (end, step - 14);
            end -= step;
            here
        })
        .collect();
    ends.reverse();
    ends
}
