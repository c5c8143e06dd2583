use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::mask::Mask;
use super::palette::{EDGE, FELT, GOLD, PANEL, QUIET, TEXT, ramp};
use super::plane::{Frame, Plane};
use super::{Curve, Figure, PictureError, Pictures, ProfilePicture, at_most};

/// Where the first figure's panel starts.
const FIRST: i32 = 160;
/// The height of a figure's panel, and from one row of them to the next.
const PANELS: (i32, i32) = (124, 136);
/// The height of the curve's panel.
const CURVE: i32 = 372;
/// Where the curve may be drawn inside its panel: from the left, from the top, width, height.
const DRAWN: (i32, i32, i32, i32) = (150, 84, 1050, 216);
/// How wide the line of a curve is.
const LINE: f32 = 6.0;
/// As many figures as a phone shows at once (ours).
const MOST_FIGURES: usize = 12;
/// More points than pixels between them show nothing more.
const MOST_POINTS: usize = 500;

/// Draws what a player has done: figures two a row, and under them the rating's curve.
pub fn draw(pictures: &Pictures, picture: &ProfilePicture) -> Result<Plane, PictureError> {
    at_most("figures", picture.figures.len(), MOST_FIGURES)?;
    at_most("points", picture.curve.points.len(), MOST_POINTS)?;
    let rows = picture.figures.len().div_ceil(2) as i32;
    let curve_at = FIRST + PANELS.1 * rows;
    let mut plane = Plane::new((curve_at + CURVE + 20) as u32);
    let felt = |words, style, ink| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: FELT,
        ink,
        widest: 1216,
    };
    let title = Text {
        trust: Trust::Name,
        ..felt(&picture.name, Style::bold(64), TEXT)
    };
    pictures.lettering.write(&mut plane, &title, At::Left(32), 80);
    let aside = felt(&picture.aside, Style::semi(36), QUIET);
    pictures.lettering.write(&mut plane, &aside, At::Left(32), 134);
    for (at, one) in (0..).zip(&picture.figures) {
        figure(
            pictures,
            &mut plane,
            one,
            20 + 624 * (at % 2),
            FIRST + PANELS.1 * (at / 2),
        );
    }
    curve(pictures, &mut plane, &picture.curve, curve_at);
    Ok(plane)
}

fn figure(pictures: &Pictures, plane: &mut Plane, one: &Figure, x: i32, y: i32) {
    let panel = Frame {
        x,
        y,
        width: 616,
        height: PANELS.0,
    };
    plane.panel(panel, 18.0);
    let text = |words, style, ink| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: PANEL,
        ink,
        widest: 568,
    };
    let label = text(&one.label, Style::semi(36), QUIET);
    pictures.lettering.write(plane, &label, At::Left(x + 24), y + 46);
    let ink = if one.gold { GOLD } else { TEXT };
    let large = text(&one.value, Style::bold(52), ink);
    let whole = Text {
        widest: i32::MAX,
        ..text(&one.value, Style::bold(52), ink)
    };
    let fits = pictures.lettering.line(&whole).width <= large.widest as f32;
    let small = text(&one.value, Style::bold(40), ink);
    let value = if fits { &large } else { &small };
    pictures.lettering.write(plane, value, At::Left(x + 24), y + 103);
}

fn curve(pictures: &Pictures, plane: &mut Plane, curve: &Curve, y: i32) {
    let panel = Frame {
        x: 20,
        y,
        width: 1240,
        height: CURVE,
    };
    plane.panel(panel, 18.0);
    let text = |words, style, ink| Text {
        words,
        trust: Trust::Sentence,
        style,
        ground: PANEL,
        ink,
        widest: 1180,
    };
    let title = text(&curve.title, Style::semi(36), QUIET);
    pictures.lettering.write(plane, &title, At::Left(44), y + 50);
    let (left, top, width, height) = (20 + DRAWN.0, y + DRAWN.1, DRAWN.2, DRAWN.3);
    if curve.points.len() < 2 {
        let words = text(&curve.empty, Style::semi(40), TEXT);
        pictures
            .lettering
            .write(plane, &words, At::Middle(640), top + height / 2);
        return;
    }
    for across in [top, top + height] {
        let line = Frame {
            x: left,
            y: across - 1,
            width,
            height: 2,
        };
        plane.bar(line, PANEL, EDGE);
    }
    let mark = |words| Text {
        widest: DRAWN.0 - 28,
        ..text(words, Style::semi(28), QUIET)
    };
    let ends = [(&curve.high, top + 10), (&curve.low, top + height + 10)];
    for (words, baseline) in ends {
        pictures
            .lettering
            .write(plane, &mark(words), At::Right(left - 16), baseline);
    }
    let date = |words| Text {
        widest: width / 2,
        ..mark(words)
    };
    let under = top + height + 50;
    pictures
        .lettering
        .write(plane, &date(&curve.from), At::Left(left), under);
    pictures
        .lettering
        .write(plane, &date(&curve.to), At::Right(left + width), under);
    let places = places(&curve.points, width, height);
    plane.mask(&stroke(&places, width, height), left, top, ramp(PANEL, GOLD));
    if let Some(&(x, y)) = places.last() {
        let dot = Frame {
            x: left + x as i32 - 11,
            y: top + y as i32 - 11,
            width: 22,
            height: 22,
        };
        plane.bar(dot, PANEL, GOLD);
    }
}

/// Where each point lies in the drawn part, in pixels: evenly along, the lowest value at the bottom and the highest at the top.
fn places(points: &[i32], width: i32, height: i32) -> Vec<(f32, f32)> {
    let low = points.iter().copied().min().unwrap_or(0);
    let high = points.iter().copied().max().unwrap_or(0);
    let (steps, span) = ((points.len() - 1).max(1) as f32, (high - low) as f32);
    let up = |value: i32| match span {
        0.0 => 0.5,
        span => (value - low) as f32 / span,
    };
    let place = |(at, &value): (usize, &i32)| (at as f32 / steps * width as f32, (1.0 - up(value)) * height as f32);
    points.iter().enumerate().map(place).collect()
}

/// A line through these places, with round corners.
fn stroke(places: &[(f32, f32)], width: i32, height: i32) -> Mask {
    const REACH: i32 = LINE as i32;
    let mut mask = Mask::new(
        -REACH,
        -REACH,
        (width + 2 * REACH) as usize,
        (height + 2 * REACH) as usize,
    );
    for pair in places.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        let from = |a: f32, b: f32| a.min(b) as i32 - REACH;
        let to = |a: f32, b: f32| a.max(b) as i32 + REACH;
        for y in from(y0, y1)..=to(y0, y1) {
            for x in from(x0, x1)..=to(x0, x1) {
                let (px, py) = (x as f32 - x0, y as f32 - y0);
                let along = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
                let far = (px - along * dx).hypot(py - along * dy);
                mask.ink(x, y, LINE / 2.0 + 0.5 - far);
            }
        }
    }
    mask
}
