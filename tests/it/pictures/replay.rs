//! The moments of a replay and their animation.

use jinlami::pictures::{REPLAY_WIDTH, ReplayHand, ReplayPicture};

use super::*;

/// The height of a replay.
const HEIGHT: usize = 784;

fn panel(name: &str, count: &str, acts: bool, groups: Vec<Group>) -> ReplayHand {
    ReplayHand {
        name: name.to_owned(),
        count: count.to_owned(),
        acts,
        groups,
        raised: None,
    }
}

fn draw_moment() -> ReplayPicture {
    ReplayPicture {
        title: "Hand 2 of 4".to_owned(),
        step: "Step 12 of 47".to_owned(),
        caption: "Mara draws the 3 of diamonds".to_owned(),
        hands: vec![
            panel(
                "Tomasz",
                "deadwood 27",
                false,
                vec![
                    group("Set", Tone::Meld, "KC KD KH"),
                    group("Deadwood", Tone::Deadwood, "2H 4C 5D 6S 8H 9H JS"),
                ],
            ),
            ReplayHand {
                raised: "3D".parse().ok(),
                ..panel(
                    "Mara",
                    "deadwood 15",
                    true,
                    vec![
                        group("Run", Tone::Meld, "4H 5H 6H 7H"),
                        group("Set", Tone::Meld, "9C 9D 9S"),
                        group("Deadwood", Tone::Deadwood, "2S 3D QD 10C"),
                    ],
                )
            },
        ],
        stock: 23,
        stock_label: "in stock".to_owned(),
        discard: "QH".parse().ok(),
        pile: 9,
        discard_name: "Queen of hearts".to_owned(),
        discard_label: "on the discard pile".to_owned(),
        foot: "Knock at 10 or less".to_owned(),
        ..ReplayPicture::default()
    }
}

fn last_moment() -> ReplayPicture {
    let laid = |label: &str, text: &str| Group {
        laid_off: 1,
        ..group(label, Tone::Meld, text)
    };
    ReplayPicture {
        step: "第 47 步，共 47 步".to_owned(),
        caption: "李小龙 以 6 点胡牌".to_owned(),
        gold: true,
        hands: vec![
            panel(
                "محمد علي",
                "米 27",
                false,
                vec![
                    group("刻子", Tone::Meld, "KC KD KH"),
                    group("米牌", Tone::Deadwood, "2H 4C 5D 6S JS"),
                ],
            ),
            panel(
                "李小龙",
                "米 6",
                true,
                vec![
                    laid("同花顺 + 贴牌", "4H 5H 6H 7H 8H"),
                    laid("刻子 + 贴牌", "9C 9D 9S 9H"),
                    group("米牌", Tone::Deadwood, "AC 2S 3D"),
                ],
            ),
        ],
        stock: 0,
        discard: None,
        pile: 0,
        discard_name: "空".to_owned(),
        foot: "李小龙 得 21 点".to_owned(),
        ..draw_moment()
    }
}

fn shown(picture: &ReplayPicture) -> Decoded {
    decode(&PICTURES.replay(picture).unwrap())
}

#[test]
fn moments_look_as_stored() {
    for (name, picture) in [("replay", draw_moment()), ("replay-zh", last_moment())] {
        let bytes = PICTURES.replay(&picture).unwrap();
        let decoded = decode(&bytes);
        assert_eq!(
            (decoded.width, decoded.height),
            (REPLAY_WIDTH as usize, HEIGHT),
            "{name}"
        );
        compare_with_stored(name, &bytes);
    }
}

/// Every frame of a GIF laid over those before it, with its delay in hundredths of a second.
fn frames(bytes: &[u8]) -> (Vec<Vec<[u8; 3]>>, Vec<u16>, gif::Repeat) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    assert_eq!((width, height), (REPLAY_WIDTH as usize, HEIGHT));
    let palette = decoder.global_palette().unwrap().as_chunks::<3>().0.to_vec();
    let mut canvas = vec![[0; 3]; width * height];
    let (mut canvases, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette for all");
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let columns = usize::from(frame.width);
        for (row, line) in frame.buffer.chunks_exact(columns).enumerate() {
            for (column, &index) in line.iter().enumerate() {
                if frame.transparent != Some(index) {
                    let place = (usize::from(frame.top) + row) * width + usize::from(frame.left) + column;
                    canvas[place] = palette[usize::from(index)];
                }
            }
        }
        canvases.push(canvas.clone());
        delays.push(frame.delay);
    }
    (canvases, delays, decoder.repeat())
}

#[test]
fn an_animation_shows_every_moment_exactly() {
    let still = draw_moment();
    let mut thrown = draw_moment();
    thrown.caption = "Mara discards the queen of diamonds".to_owned();
    thrown.discard = "QD".parse().ok();
    let moments = [still.clone(), still, thrown, last_moment(), draw_moment()];
    let (shown_frames, delays, repeat) = frames(&PICTURES.animation(&moments).unwrap());
    assert_eq!(repeat, gif::Repeat::Infinite);
    assert_eq!(
        shown_frames.len(),
        moments.len(),
        "a moment like the one before is a frame too"
    );
    for (place, (frame, moment)) in shown_frames.iter().zip(&moments).enumerate() {
        let still = shown(moment);
        let wanted = still.part(&(0..still.width, 0..still.height));
        assert!(*frame == wanted, "moment {place}");
    }
    assert!(delays[1..4].iter().all(|&delay| (100..=300).contains(&delay)));
    assert!(delays[0] > delays[1] && delays[4] > delays[0], "the ends stay longer");
}

#[test]
fn an_animation_is_bounded() {
    assert!(PICTURES.animation(&[]).is_err(), "nothing to show");
    let many = vec![ReplayPicture::default(); 201];
    assert!(PICTURES.animation(&many).is_err(), "more than any hand has");
    let mut crowd = draw_moment();
    crowd.hands.push(ReplayHand::default());
    assert!(PICTURES.replay(&crowd).is_err());
    let mut full = draw_moment();
    full.hands[0].groups = vec![group("", Tone::Deadwood, &["AC"; 23].join(" "))];
    assert!(PICTURES.replay(&full).is_err());
    assert!(PICTURES.animation(&[full]).is_err());
}

#[test]
fn a_long_sentence_keeps_its_card() {
    let mut long = draw_moment();
    long.caption = format!("{} draws the queen of diamonds", "Maximiliane".repeat(2));
    let (wide, normal) = (shown(&long), shown(&draw_moment()));
    let line = (0..wide.width, 44..86);
    let right = wide.ink(&line, &[FELT]).unwrap().0.end;
    assert!(right <= wide.width - 20, "inside the picture: {right}");
    let height = |area: Area| area.1.len();
    assert!(
        height(wide.ink(&line, &[FELT]).unwrap()) < height(normal.ink(&line, &[FELT]).unwrap()),
        "smaller letters rather than a cut"
    );
}

#[test]
fn a_replay_marks_who_acts_what_came_in_and_what_was_laid_off() {
    let picture = draw_moment();
    let decoded = shown(&picture);
    let mark = |panel: usize| (16..24, panel + 20..panel + 216);
    assert!(!decoded.has(&mark(90), GOLD) && decoded.has(&mark(498), GOLD));
    let mut lying = picture.clone();
    lying.hands[1].raised = None;
    let top = |decoded: &Decoded| (decoded.ink(&(560..640, 535..600), &[PANEL]).unwrap().1).start;
    assert_eq!(
        top(&shown(&lying)) - top(&decoded),
        7,
        "the card that came in stands higher"
    );
    assert!(
        shown(&last_moment()).has(&(16..784, 704..712), CORAL),
        "a bar of its own under a layoff"
    );
    assert!(!decoded.has(&(16..784, 704..712), CORAL));
}
