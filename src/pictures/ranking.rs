use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::palette::{CORAL, FELT, GOLD, Ink, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{PictureError, Pictures, RankingPicture, RankingRow, at_most};

/// The height of a row in pixels, and from one row to the next.
const ROW: (i32, i32) = (92, 100);
/// Where the first row starts.
const FIRST: i32 = 160;
/// What stands under the last row, without and with a last line.
const FOOT: (i32, i32) = (8, 84);
/// How wide a medal is.
const MEDAL: i32 = 68;
/// The middle of the places.
const PLACE: i32 = 84;
/// Where names start, and where figures end.
const NAME: i32 = 148;
const FIGURE: i32 = 1232;
/// How wide a figure may be before it is set smaller, and how wide at most.
const FIGURES: (i32, i32) = (330, 420);
/// As many rows as a page of a chat shows at once (ours).
const MOST_ROWS: usize = 25;

/// Draws a page of a board: one column, so that it can be read on a phone.
pub fn draw(pictures: &Pictures, picture: &RankingPicture) -> Result<Plane, PictureError> {
    at_most("rows", picture.rows.len(), MOST_ROWS)?;
    let rows = ROW.1 * picture.rows.len() as i32;
    let foot = if picture.foot.is_empty() { FOOT.0 } else { FOOT.1 };
    let mut plane = Plane::new((FIRST + rows + foot) as u32);
    let felt = |words, style, ink, widest| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: FELT,
        ink,
        widest,
    };
    let title = felt(&picture.title, Style::bold(64), TEXT, 1216);
    pictures.lettering.write(&mut plane, &title, At::Left(32), 80);
    let page = felt(&picture.page, Style::semi(36), QUIET, 400);
    let (page_from, _) = pictures.lettering.write(&mut plane, &page, At::Right(1248), 134);
    let aside = felt(&picture.aside, Style::semi(36), QUIET, page_from - 64);
    pictures.lettering.write(&mut plane, &aside, At::Left(32), 134);
    for (at, row) in (0..).zip(&picture.rows) {
        line(pictures, &mut plane, row, FIRST + ROW.1 * at);
    }
    let foot = felt(&picture.foot, Style::semi(40), TEXT, 1216);
    pictures
        .lettering
        .write(&mut plane, &foot, At::Left(32), FIRST + rows + 50);
    Ok(plane)
}

fn line(pictures: &Pictures, plane: &mut Plane, row: &RankingRow, y: i32) {
    let panel = Frame {
        x: 20,
        y,
        width: 1240,
        height: ROW.0,
    };
    plane.panel(panel, 18.0);
    if row.own {
        let mark = Frame {
            x: 20,
            y: y + 14,
            width: 10,
            height: ROW.0 - 28,
        };
        plane.bar(mark, PANEL, GOLD);
    }
    place(pictures, plane, row, y);
    let text = |words, style, ink, widest| Text {
        words,
        trust: Trust::Name,
        style,
        ground: PANEL,
        ink,
        widest,
    };
    // A figure is never cut where it can be set smaller.
    let large = text(&row.figure, Style::bold(56), TEXT, i32::MAX);
    let fits = pictures.lettering.line(&large).width <= FIGURES.0 as f32;
    let small = text(&row.figure, Style::bold(40), TEXT, FIGURES.1);
    let figure = if fits { &large } else { &small };
    let (figure_from, _) = pictures.lettering.write(plane, figure, At::Right(FIGURE), y + 66);
    let widest = figure_from - 28 - NAME;
    let ink = if row.own { GOLD } else { TEXT };
    let baseline = if row.note.is_empty() { y + 60 } else { y + 46 };
    let name = text(&row.name, Style::semi(44), ink, widest);
    pictures.lettering.write(plane, &name, At::Left(NAME), baseline);
    let note = Text {
        trust: Trust::Sentence,
        ..text(&row.note, Style::semi(28), QUIET, widest)
    };
    pictures.lettering.write(plane, &note, At::Left(NAME), y + 79);
}

/// The place: the first three on a medal.
fn place(pictures: &Pictures, plane: &mut Plane, row: &RankingRow, y: i32) {
    let metal: Option<Ink> = match row.medal {
        1 => Some(GOLD),
        2 => Some(QUIET),
        3 => Some(CORAL),
        _ => None,
    };
    if let Some(metal) = metal {
        let medal = Frame {
            x: PLACE - MEDAL / 2,
            y: y + (ROW.0 - MEDAL) / 2,
            width: MEDAL,
            height: MEDAL,
        };
        plane.bar(medal, PANEL, metal);
    }
    let (size, widest) = if row.place.chars().count() > 3 {
        (36, 112)
    } else {
        (44, 112)
    };
    let text = Text {
        words: &row.place,
        trust: Trust::Name,
        style: Style::bold(size),
        ground: metal.unwrap_or(PANEL),
        ink: if metal.is_some() { PANEL } else { QUIET },
        widest,
    };
    pictures.lettering.write(plane, &text, At::Middle(PLACE), y + 62);
}
