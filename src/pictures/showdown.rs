use super::art::{Size, Spot};
use super::cleaning::Trust;
use super::hand::tone;
use super::lettering::{At, Style, Text};
use super::palette::{CORAL, FELT, GOLD, PANEL, TEXT};
use super::plane::{Frame, Plane};
use super::{Group, Look, PictureError, Pictures, ShowdownPicture, ShownHand, WIDTH, at_most};

/// How wide a hand may be inside its panel.
const ROOM: i32 = 1190;
/// Space between two groups.
const GAP: i32 = 26;
/// The widest step from card to card.
const WIDEST_STEP: i32 = 84;
/// How much lower a card laid off lies.
const LAID_OFF_LOWER: i32 = 16;
/// A panel a player.
const MOST_HANDS: usize = 2;
/// An eleven-card gin hand with every card of the opponent laid off.
const MOST_CARDS: usize = 22;

/// Draws the end of a hand.
pub fn draw(pictures: &Pictures, picture: &ShowdownPicture) -> Result<Plane, PictureError> {
    at_most("hands", picture.hands.len(), MOST_HANDS)?;
    for hand in &picture.hands {
        at_most(
            "cards",
            hand.groups.iter().map(|group| group.cards.len()).sum(),
            MOST_CARDS,
        )?;
    }
    let mut plane = Plane::new(960);
    let title = Text {
        words: &picture.title,
        trust: Trust::Sentence,
        style: Style::bold(44),
        ground: FELT,
        ink: TEXT,
        widest: 1224,
    };
    pictures.lettering.write(&mut plane, &title, At::Left(28), 62);
    for (place, hand) in picture.hands.iter().enumerate() {
        panel(
            pictures,
            &mut plane,
            hand,
            place == 0,
            92 + 372 * place as i32,
            picture.look,
        );
    }
    let result = Text {
        words: &picture.result,
        style: Style::bold(64),
        ink: GOLD,
        ..title
    };
    pictures.lettering.write(&mut plane, &result, At::Middle(640), 916);
    Ok(plane)
}

fn panel(pictures: &Pictures, plane: &mut Plane, hand: &ShownHand, knocker: bool, y: i32, look: Look) {
    plane.panel(
        Frame {
            x: 20,
            y,
            width: 1240,
            height: 356,
        },
        20.0,
    );
    let ink = if knocker { GOLD } else { TEXT };
    let text = |words, trust, ink, widest| Text {
        words,
        trust,
        style: Style::bold(44),
        ground: PANEL,
        ink,
        widest,
    };
    let count = text(&hand.count, Trust::Sentence, ink, 560);
    let (from, _) = pictures.lettering.write(plane, &count, At::Right(1236), y + 56);
    let name = text(&hand.name, Trust::Name, TEXT, from - 44 - 32);
    pictures.lettering.write(plane, &name, At::Left(44), y + 56);

    let groups: Vec<&Group> = hand.groups.iter().filter(|group| !group.cards.is_empty()).collect();
    let (card_width, _) = Size::Small.of();
    let steps: i32 = groups.iter().map(|group| group.cards.len() as i32 - 1).sum();
    let fixed = groups.len() as i32 * card_width + GAP * (groups.len() as i32 - 1).max(0);
    let step = ((ROOM - fixed) / steps.max(1)).min(WIDEST_STEP);
    let mut x = (WIDTH as i32 - fixed - step * steps) / 2;
    for group in groups {
        let last = group.cards.len() - 1;
        let own = group.cards.len() - group.laid_off.min(group.cards.len());
        for (index, &card) in group.cards.iter().enumerate() {
            let lower = if index >= own { LAID_OFF_LOWER } else { 0 };
            let at = (x + step * index as i32, y + 84 + lower);
            let covered = index < last && step < card_width;
            pictures.art.card(
                plane,
                card,
                look,
                Spot {
                    at,
                    size: Size::Small,
                    covered,
                    drawn: false,
                },
            );
        }
        let end = x + step * last as i32 + card_width;
        let border = if own > last { end } else { x + step * own as i32 };
        let ink = tone(group.tone);
        let bar = |from: i32, to: i32| Frame {
            x: from + 4,
            y: y + 307,
            width: to - from - 8,
            height: 8,
        };
        if own > 0 {
            plane.bar(bar(x, border), PANEL, ink);
        }
        if own <= last {
            plane.bar(bar(border, end), PANEL, CORAL);
        }
        let label = Text {
            words: &group.label,
            trust: Trust::Sentence,
            style: Style::semi(28),
            ground: PANEL,
            ink,
            widest: end - x + GAP,
        };
        pictures
            .lettering
            .write(plane, &label, At::Middle((x + end) / 2), y + 345);
        x = end + GAP;
    }
}
