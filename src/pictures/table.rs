use super::art::{Size, Spot};
use super::cleaning::Trust;
use super::lettering::{At, Style, Text};
use super::palette::{FELT, GOLD, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{PictureError, Pictures, SeatPanel, TablePicture, at_most};

/// The upper left corner of the stock's and of the pile's front card.
const STOCK: (i32, i32) = (300, 164);
const PILE: (i32, i32) = (772, 164);
/// How far each card behind lies up and aside.
const LAYER: i32 = 7;
/// How many cards lie behind one another at most, the front one included.
const MOST_LAYERS: i32 = 4;
/// Panels side by side.
const MOST_SEATS: usize = 2;

/// Draws the public table.
pub fn draw(pictures: &Pictures, picture: &TablePicture) -> Result<Plane, PictureError> {
    at_most("seats", picture.seats.len(), MOST_SEATS)?;
    let mut plane = Plane::new(656);
    for (place, seat) in picture.seats.iter().enumerate() {
        panel(pictures, &mut plane, seat, 24 + 624 * place as i32);
    }
    let (card_width, _) = Size::Full.of();
    let write = |plane: &mut Plane, words: &str, style, ink, middle, baseline, widest| {
        let text = Text {
            words,
            trust: Trust::Sentence,
            style,
            ground: FELT,
            ink,
            widest,
        };
        pictures.lettering.write(plane, &text, At::Middle(middle), baseline);
    };

    // A layer stands for up to eight cards, so that the stock visibly runs down.
    let layers = i32::from(picture.stock.div_ceil(8));
    stack(pictures, &mut plane, STOCK, layers.min(MOST_LAYERS), -LAYER);
    if picture.stock > 0 {
        pictures.art.back(&mut plane, Size::Full, STOCK.0, STOCK.1);
    }
    let middle = STOCK.0 + card_width / 2;
    write(
        &mut plane,
        &picture.stock.to_string(),
        Style::bold(64),
        TEXT,
        middle,
        532,
        300,
    );
    write(
        &mut plane,
        &picture.stock_label,
        Style::semi(36),
        QUIET,
        middle,
        576,
        440,
    );

    stack(
        pictures,
        &mut plane,
        PILE,
        i32::from(picture.pile).min(MOST_LAYERS - 1),
        LAYER,
    );
    let middle = PILE.0 + card_width / 2;
    let name_ink = if let Some(card) = picture.discard {
        let spot = Spot {
            at: PILE,
            size: Size::Full,
            covered: false,
            drawn: false,
        };
        pictures.art.card(&mut plane, card, picture.look, spot);
        plane.bar(
            Frame {
                x: PILE.0 + 4,
                y: 470,
                width: card_width - 8,
                height: 10,
            },
            FELT,
            GOLD,
        );
        GOLD
    } else {
        QUIET
    };
    write(
        &mut plane,
        &picture.discard_name,
        Style::bold(44),
        name_ink,
        middle,
        530,
        600,
    );
    write(
        &mut plane,
        &picture.discard_label,
        Style::semi(36),
        QUIET,
        middle,
        576,
        600,
    );
    write(&mut plane, &picture.foot, Style::semi(36), QUIET, 640, 632, 1200);
    Ok(plane)
}

/// The edges of the cards behind the front one, or an empty place.
fn stack(pictures: &Pictures, plane: &mut Plane, (x, y): (i32, i32), layers: i32, aside: i32) {
    let (width, height) = Size::Full.of();
    if layers == 0 {
        plane.panel(Frame { x, y, width, height }, 18.0);
    }
    for behind in (1..layers).rev() {
        let (x, y) = (x + aside * behind, y - LAYER * behind);
        pictures.art.blank(plane, Size::Full, x, y);
    }
}

fn panel(pictures: &Pictures, plane: &mut Plane, seat: &SeatPanel, x: i32) {
    plane.panel(
        Frame {
            x,
            y: 24,
            width: 608,
            height: 104,
        },
        18.0,
    );
    if seat.to_move {
        plane.bar(
            Frame {
                x,
                y: 40,
                width: 10,
                height: 72,
            },
            PANEL,
            GOLD,
        );
    }
    let text = |words, trust, style, ink, widest| Text {
        words,
        trust,
        style,
        ground: PANEL,
        ink,
        widest,
    };
    let score = text(&seat.score, Trust::Sentence, Style::bold(64), TEXT, 240);
    let (end, _) = pictures.lettering.write(plane, &score, At::Right(x + 582), 100);
    let widest = end - x - 54;
    let name = text(&seat.name, Trust::Name, Style::bold(44), TEXT, widest);
    let set = pictures.lettering.line(&name);
    // Letters that hang deep, as Arabic ones do, must not touch the line below.
    let baseline = 72 - (set.below() - 16).max(0);
    set.write(plane, &name, At::Left(x + 30), baseline);
    let ink = if seat.to_move { GOLD } else { QUIET };
    let line = text(&seat.line, Trust::Sentence, Style::semi(28), ink, widest);
    pictures.lettering.write(plane, &line, At::Left(x + 30), 111);
}
