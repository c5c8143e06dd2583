use super::art::{Size, Spot};
use super::cleaning::Trust;
use super::hand::tone;
use super::lettering::{At, Style, Text};
use super::palette::{CORAL, FELT, GOLD, Ink, PANEL, QUIET, TEXT};
use super::plane::{Frame, Plane};
use super::{Group, Look, PictureError, Pictures, REPLAY_WIDTH, ReplayHand, ReplayPicture, at_most};

/// How high a replay is in pixels.
const HEIGHT: u32 = 784;
/// The left and right edge of everything.
const MARGIN: i32 = 16;
/// Where each hand's panel starts, and how high it is.
const PANELS: [i32; 2] = [90, 498];
const PANEL_HEIGHT: i32 = 236;
/// Where stock and pile lie between the panels.
const PILES: i32 = 338;
const STOCK: i32 = 56;
const PILE: i32 = 400;
/// How far each card behind lies up and aside, and how many lie behind one another at most.
const LAYER: i32 = 4;
const MOST_LAYERS: i32 = 3;
/// How wide a hand may be inside its panel.
const ROOM: i32 = 744;
/// More space between two groups.
const GAP: i32 = 14;
/// The widest step from card to card.
const WIDEST_STEP: i32 = 62;
/// How much higher the card that came in stands, and how much lower a card laid off.
const RAISED: i32 = 7;
const LAID_OFF_LOWER: i32 = 8;
/// A panel a player.
const MOST_HANDS: usize = 2;
/// An eleven-card gin hand with every card of the opponent laid off.
const MOST_CARDS: usize = 22;

/// Draws a moment of a finished hand.
pub fn draw(pictures: &Pictures, picture: &ReplayPicture) -> Result<Plane, PictureError> {
    at_most("hands", picture.hands.len(), MOST_HANDS)?;
    for hand in &picture.hands {
        let count = hand.groups.iter().map(|group| group.cards.len()).sum();
        at_most("cards", count, MOST_CARDS)?;
    }
    let mut plane = Plane::sized(REPLAY_WIDTH, HEIGHT);
    head(pictures, &mut plane, picture);
    for (hand, y) in picture.hands.iter().zip(PANELS) {
        panel(pictures, &mut plane, hand, y, picture.look);
    }
    piles(pictures, &mut plane, picture);
    let ink = if picture.gold { GOLD } else { QUIET };
    let foot = text(
        &picture.foot,
        Style::semi(24),
        FELT,
        ink,
        REPLAY_WIDTH as i32 - 2 * MARGIN,
    );
    pictures
        .lettering
        .write(&mut plane, &foot, At::Middle(REPLAY_WIDTH as i32 / 2), 768);
    Ok(plane)
}

fn head(pictures: &Pictures, plane: &mut Plane, picture: &ReplayPicture) {
    let right = REPLAY_WIDTH as i32 - MARGIN - 8;
    let step = text(&picture.step, Style::semi(22), FELT, QUIET, 360);
    let (from, _) = pictures.lettering.write(plane, &step, At::Right(right), 34);
    let title = text(&picture.title, Style::semi(22), FELT, QUIET, from - MARGIN - 40);
    pictures.lettering.write(plane, &title, At::Left(MARGIN + 8), 34);
    let ink = if picture.gold { GOLD } else { TEXT };
    let caption = |size, widest| text(&picture.caption, Style::bold(size), FELT, ink, widest);
    let widest = right - MARGIN - 8;
    // A long name must not push the card out of the sentence, so such a sentence is set smaller.
    let wide = pictures.lettering.line(&caption(30, i32::MAX)).width > widest as f32;
    let caption = caption(if wide { 22 } else { 30 }, widest);
    pictures.lettering.write(plane, &caption, At::Left(MARGIN + 8), 74);
}

fn panel(pictures: &Pictures, plane: &mut Plane, hand: &ReplayHand, y: i32, look: Look) {
    let width = REPLAY_WIDTH as i32 - 2 * MARGIN;
    let frame = Frame {
        x: MARGIN,
        y,
        width,
        height: PANEL_HEIGHT,
    };
    plane.panel(frame, 14.0);
    if hand.acts {
        let mark = Frame {
            y: y + 10,
            width: 8,
            height: PANEL_HEIGHT - 20,
            ..frame
        };
        plane.bar(mark, PANEL, GOLD);
    }
    let (left, right) = (MARGIN + 22, MARGIN + width - 18);
    let ink = if hand.acts { GOLD } else { TEXT };
    let count = text(&hand.count, Style::bold(28), PANEL, TEXT, 340);
    let (from, _) = pictures.lettering.write(plane, &count, At::Right(right), y + 36);
    let name = Text {
        trust: Trust::Name,
        ..text(&hand.name, Style::bold(28), PANEL, ink, from - left - 20)
    };
    pictures.lettering.write(plane, &name, At::Left(left), y + 36);
    spread(pictures, plane, hand, y, look);
}

/// The cards side by side, every group over its bar.
fn spread(pictures: &Pictures, plane: &mut Plane, hand: &ReplayHand, y: i32, look: Look) {
    let groups: Vec<&Group> = hand.groups.iter().filter(|group| !group.cards.is_empty()).collect();
    let count: i32 = groups.iter().map(|group| group.cards.len() as i32).sum();
    if count == 0 {
        return;
    }
    let (card_width, _) = Size::Half.of();
    let gaps = GAP * (groups.len() as i32 - 1);
    let step = ((ROOM - gaps - card_width) / (count - 1).max(1)).min(WIDEST_STEP);
    let mut x = (REPLAY_WIDTH as i32 - (step * (count - 1) + gaps + card_width)) / 2;
    let mut drawn = 0;
    for (place, group) in groups.iter().enumerate() {
        let last_group = place + 1 == groups.len();
        let own = group.cards.len() - group.laid_off.min(group.cards.len());
        let start = x;
        for (index, &card) in group.cards.iter().enumerate() {
            drawn += 1;
            let lower = if index >= own { LAID_OFF_LOWER } else { 0 };
            let raised = if hand.raised == Some(card) { RAISED } else { 0 };
            let spot = Spot {
                at: (x, y + 50 + lower - raised),
                size: Size::Half,
                covered: drawn < count,
                drawn: false,
            };
            pictures.art.card(plane, card, look, spot);
            x += step;
        }
        let end = if last_group { x - step + card_width } else { x };
        let border = if own == group.cards.len() {
            end
        } else {
            start + step * own as i32
        };
        under(pictures, plane, group, [start, border, end], y);
        x += GAP;
    }
}

/// The bars under a group, its own cards' and those of the cards laid off, and its word.
fn under(pictures: &Pictures, plane: &mut Plane, group: &Group, [start, border, end]: [i32; 3], y: i32) {
    let ink = tone(group.tone);
    for (from, to, ink) in [(start, border, ink), (border, end, CORAL)] {
        if from < to {
            let bar = Frame {
                x: from + 2,
                y: y + 207,
                width: to - from - 4,
                height: 6,
            };
            plane.bar(bar, PANEL, ink);
        }
    }
    let label = text(&group.label, Style::semi(18), PANEL, ink, end - start + GAP);
    pictures
        .lettering
        .write(plane, &label, At::Middle((start + end) / 2), y + 230);
}

fn piles(pictures: &Pictures, plane: &mut Plane, picture: &ReplayPicture) {
    let (width, height) = Size::Half.of();
    // A layer stands for up to eleven cards, so that the stock visibly runs down.
    let layers = i32::from(picture.stock.div_ceil(11)).min(MOST_LAYERS);
    let top = (STOCK, PILES);
    stack(pictures, plane, top, layers, -LAYER);
    if picture.stock > 0 {
        pictures.art.back(plane, Size::Half, top.0, top.1);
    }
    let beside = STOCK + width + 24;
    let widest = PILE - MOST_LAYERS * LAYER - beside - 8;
    let number = picture.stock.to_string();
    let number = text(&number, Style::bold(44), FELT, TEXT, widest);
    let middle = PILES + height / 2;
    pictures.lettering.write(plane, &number, At::Left(beside), middle + 6);
    let label = text(&picture.stock_label, Style::semi(22), FELT, QUIET, widest);
    pictures.lettering.write(plane, &label, At::Left(beside), middle + 40);

    let top = (PILE, PILES);
    stack(pictures, plane, top, i32::from(picture.pile).min(MOST_LAYERS), LAYER);
    let mut ink: Ink = QUIET;
    if let Some(card) = picture.discard {
        ink = GOLD;
        let spot = Spot {
            at: top,
            size: Size::Half,
            covered: false,
            drawn: false,
        };
        pictures.art.card(plane, card, picture.look, spot);
    }
    let beside = PILE + width + 24;
    let widest = REPLAY_WIDTH as i32 - MARGIN - beside;
    let name = text(&picture.discard_name, Style::bold(28), FELT, ink, widest);
    pictures.lettering.write(plane, &name, At::Left(beside), middle + 2);
    let label = text(&picture.discard_label, Style::semi(22), FELT, QUIET, widest);
    pictures.lettering.write(plane, &label, At::Left(beside), middle + 36);
}

/// The edges of the cards behind the front one, or an empty place.
fn stack(pictures: &Pictures, plane: &mut Plane, (x, y): (i32, i32), layers: i32, aside: i32) {
    let (width, height) = Size::Half.of();
    if layers == 0 {
        plane.panel(Frame { x, y, width, height }, 9.0);
    }
    for behind in (1..layers).rev() {
        let (x, y) = (x + aside * behind, y - LAYER * behind);
        pictures.art.blank(plane, Size::Half, x, y);
    }
}

fn text(words: &str, style: Style, ground: Ink, ink: Ink, widest: i32) -> Text<'_> {
    Text {
        words,
        trust: Trust::Sentence,
        style,
        ground,
        ink,
        widest,
    }
}
