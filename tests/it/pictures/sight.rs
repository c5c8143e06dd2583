//! Colours measured on the decoded pictures: contrast, and how far suits stay apart for every common kind of sight.

use super::*;

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// WCAG 2 contrast.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |[r, g, b]: [u8; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

type Matrix = [[f64; 3]; 3];
const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Machado, Oliveira and Fernandes 2009, severity 1.0.
const PROTANOPIA: Matrix = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];
const DEUTERANOPIA: Matrix = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const TRITANOPIA: Matrix = [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303900],
];

fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// CIE L*a*b* (D65) of a colour as seen through `sight`.
fn lab(colour: [u8; 3], sight: &Matrix) -> [f64; 3] {
    let seen = times(sight, colour.map(linear)).map(|channel| channel.clamp(0.0, 1.0));
    let to_xyz = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ];
    let [x, y, z] = times(&to_xyz, seen);
    let f = |t: f64| {
        if t > 216.0 / 24389.0 {
            t.cbrt()
        } else {
            (24389.0 / 27.0 * t + 16.0) / 116.0
        }
    };
    let (x, y, z) = (f(x / 0.95047), f(y), f(z / 1.08883));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000 (Sharma, Wu and Dalal 2005).
fn difference([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let mean_chroma = f64::midpoint(a1.hypot(b1), a2.hypot(b2));
    let weight = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt();
    let stretch = 1.0 + 0.5 * (1.0 - weight(mean_chroma));
    let (a1, a2) = (a1 * stretch, a2 * stretch);
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| {
        if a == 0.0 && b == 0.0 {
            0.0
        } else {
            b.atan2(a).to_degrees().rem_euclid(360.0)
        }
    };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let mean_hue = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let (dl, dc) = (l2 - l1, c2 - c1);
    let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(mean_hue - 30.0) + 0.24 * cos(2.0 * mean_hue) + 0.32 * cos(3.0 * mean_hue + 6.0)
        - 0.20 * cos(4.0 * mean_hue - 63.0);
    let sl = 1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt();
    let (sc, sh) = (1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let around_blue = 30.0 * (-((mean_hue - 275.0) / 25.0).powi(2)).exp();
    let rt = -2.0 * weight(c) * (2.0 * around_blue).to_radians().sin();
    let (l, c, h) = (dl / sl, dc / sc, dh / sh);
    (l * l + c * c + h * h + rt * c * h).sqrt()
}

/// The four suit colours as a hand shows them, taken from the middle of each suit: clubs, diamonds, hearts, spades.
fn suit_colours(look: Look) -> [[u8; 3]; 4] {
    ["AC", "AD", "AH", "AS"].map(|card| {
        let groups = vec![group("", Tone::Deadwood, card)];
        let picture = drawn_hand(&HandPicture {
            look,
            groups,
            ..HandPicture::default()
        });
        picture.colour(536 + 50, 84 + 150)
    })
}

#[test]
fn the_measure_itself_is_right() {
    // Two pairs of Sharma's test data.
    assert!((difference([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485]) - 2.0425).abs() < 1e-4);
    assert!((difference([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619]) - 2.0373).abs() < 1e-4);
    assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
}

/// C-073: the four colours stay apart with every common kind of colour blindness.
#[test]
fn suits_stay_apart_for_every_sight() {
    let colours = suit_colours(Look::default());
    for (sight, matrix, designed) in [
        ("normal", NORMAL, 30.0),
        ("protanopia", PROTANOPIA, 24.0),
        ("deuteranopia", DEUTERANOPIA, 22.0),
        ("tritanopia", TRITANOPIA, 20.0),
    ] {
        for one in 0..4 {
            for other in one + 1..4 {
                let apart = difference(lab(colours[one], &matrix), lab(colours[other], &matrix));
                assert!(
                    apart >= designed,
                    "{sight}: suits {one} and {other} differ by {apart:.1}"
                );
            }
        }
    }
}

#[test]
fn two_colours_are_black_and_red() {
    let [clubs, diamonds, hearts, spades] = suit_colours(Look {
        four_colours: false,
        ..Look::default()
    });
    assert_eq!((clubs, diamonds), (spades, hearts));
    assert!(difference(lab(clubs, &DEUTERANOPIA), lab(hearts, &DEUTERANOPIA)) >= 20.0);
}

/// C-078: text is told from its ground.
#[test]
fn contrast_is_enough() {
    for suit in suit_colours(Look::default()) {
        assert!(contrast(suit, FACE) >= 3.0, "a suit, which is large");
    }
    for ink in [TEXT, QUIET, GOLD] {
        for ground in [FELT, PANEL] {
            assert!(contrast(ink, ground) >= 4.5, "text {ink:?} on {ground:?}");
        }
    }
    let hand = drawn_hand(&hand());
    let number = (36..110, 322..360);
    let slot = hand
        .part(&number)
        .into_iter()
        .max_by(|a, b| contrast(*a, FACE).total_cmp(&contrast(*b, FACE)));
    assert!(contrast(slot.unwrap(), FACE) >= 4.5, "slot numbers");
}
