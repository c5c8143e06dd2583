//! The pictures, decoded from their PNGs.
//!
//! Stored pictures lie in `tests/it/pictures/`. After a wanted change of the look, `UPDATE_PICTURES=1 cargo test --test it pictures::`
//! writes them anew; look at every one of them before committing.

mod cards;
mod events;
mod lettering;
mod ranking;
mod replay;
mod sight;

use std::path::PathBuf;
use std::sync::LazyLock;

use jinlami::cards::Card;
use jinlami::pictures::{
    Group, HandPicture, LeaderRow, LeadersPicture, Look, Pictures, SeatPanel, ShowdownPicture, ShownHand, TablePicture,
    Tone,
};

static PICTURES: LazyLock<Pictures> = LazyLock::new(|| Pictures::new().unwrap());

/// A decoded picture: palette indices.
struct Decoded {
    width: usize,
    height: usize,
    palette: Vec<[u8; 3]>,
    pixels: Vec<u8>,
}

fn decode(bytes: &[u8]) -> Decoded {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let info = reader.info();
    assert_eq!(
        (info.color_type, info.bit_depth),
        (png::ColorType::Indexed, png::BitDepth::Eight)
    );
    assert!(info.trns.is_none(), "no transparency");
    let palette = info.palette.as_ref().unwrap().as_chunks::<3>().0.to_vec();
    let (width, height) = (info.width as usize, info.height as usize);
    let mut pixels = vec![0; width * height];
    reader.next_frame(&mut pixels).unwrap();
    Decoded {
        width,
        height,
        palette,
        pixels,
    }
}

const FELT: [u8; 3] = [0x16, 0x42, 0x3A];
const PANEL: [u8; 3] = [0x0F, 0x31, 0x2B];
const FACE: [u8; 3] = [0xFD, 0xFD, 0xFB];
const EDGE: [u8; 3] = [0x7F, 0x93, 0x8C];
const TEXT: [u8; 3] = [0xF4, 0xF6, 0xF2];
const QUIET: [u8; 3] = [0xA9, 0xC6, 0xBB];
const GOLD: [u8; 3] = [0xF5, 0xC0, 0x4A];
const CORAL: [u8; 3] = [0xFF, 0x8A, 0x70];

/// A part of a picture: columns and rows, from and to.
type Area = (std::ops::Range<usize>, std::ops::Range<usize>);

impl Decoded {
    fn colour(&self, x: usize, y: usize) -> [u8; 3] {
        self.palette[usize::from(self.pixels[y * self.width + x])]
    }

    /// The colours of a part, row by row.
    fn part(&self, (columns, rows): &Area) -> Vec<[u8; 3]> {
        rows.clone()
            .flat_map(|y| columns.clone().map(move |x| self.colour(x, y)))
            .collect()
    }

    /// How far the pixels that are not of these colours reach inside a part: columns and rows, from and to.
    fn ink(&self, (columns, rows): &Area, grounds: &[[u8; 3]]) -> Option<Area> {
        let inked = |x: usize, y: usize| !grounds.contains(&self.colour(x, y));
        let across = |x: &usize| rows.clone().any(|y| inked(*x, y));
        let down = |y: &usize| columns.clone().any(|x| inked(x, *y));
        let (left, right) = (columns.clone().find(across)?, columns.clone().rfind(across)?);
        let (top, bottom) = (rows.clone().find(down)?, rows.clone().rfind(down)?);
        Some((left..right + 1, top..bottom + 1))
    }

    fn has(&self, area: &Area, colour: [u8; 3]) -> bool {
        self.part(area).contains(&colour)
    }
}

fn compare_with_stored(name: &str, bytes: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/pictures")
        .join(name)
        .with_extension("png");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, bytes).unwrap();
        return;
    }
    let stored = decode(&std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    let drawn = decode(bytes);
    assert_eq!((drawn.width, drawn.height), (stored.width, stored.height), "{name}");
    let different = (0..drawn.height)
        .flat_map(|y| (0..drawn.width).map(move |x| (x, y)))
        .find(|&(x, y)| drawn.colour(x, y) != stored.colour(x, y));
    assert_eq!(different, None, "{name}: first different pixel");
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

fn group(label: &str, tone: Tone, text: &str) -> Group {
    Group {
        label: label.to_owned(),
        tone,
        cards: cards(text),
        laid_off: 0,
    }
}

fn hand() -> HandPicture {
    HandPicture {
        look: Look::default(),
        title: "Your hand".to_owned(),
        count: "Deadwood 15".to_owned(),
        aside: Some("after discard".to_owned()),
        gold: false,
        groups: vec![
            group("Run", Tone::Meld, "4H 5H 6H 7H"),
            group("Set", Tone::Meld, "9C 9D 9S"),
            group("Deadwood", Tone::Deadwood, "2S 3D QD KC"),
        ],
        drawn: Some("3D".parse().unwrap()),
    }
}

fn table() -> TablePicture {
    TablePicture {
        look: Look::default(),
        seats: vec![
            SeatPanel {
                name: "Mara".to_owned(),
                line: "10 cards · to move".to_owned(),
                score: "34".to_owned(),
                to_move: true,
            },
            SeatPanel {
                name: "Tomasz".to_owned(),
                line: "10 cards".to_owned(),
                score: "52".to_owned(),
                to_move: false,
            },
        ],
        stock: 23,
        stock_label: "in stock".to_owned(),
        discard: Some("QH".parse().unwrap()),
        pile: 9,
        discard_name: "Queen of hearts".to_owned(),
        discard_label: "on the discard pile".to_owned(),
        foot: "Knock at 10 or less".to_owned(),
    }
}

fn showdown() -> ShowdownPicture {
    let with_layoff = |label: &str, text: &str| Group {
        laid_off: 1,
        ..group(label, Tone::Meld, text)
    };
    ShowdownPicture {
        look: Look::default(),
        title: "Mara knocks with 6".to_owned(),
        hands: vec![
            ShownHand {
                name: "Mara".to_owned(),
                count: "deadwood 6".to_owned(),
                groups: vec![
                    with_layoff("Run + layoff", "4H 5H 6H 7H 8H"),
                    with_layoff("Set + layoff", "9C 9D 9S 9H"),
                    group("Deadwood", Tone::Deadwood, "AC 2S 3D"),
                ],
            },
            ShownHand {
                name: "Tomasz".to_owned(),
                count: "deadwood 27".to_owned(),
                groups: vec![
                    group("Set", Tone::Meld, "KC KD KH"),
                    group("Deadwood", Tone::Deadwood, "2H 4C 5D 6S JS"),
                ],
            },
        ],
        result: "Mara scores 21".to_owned(),
    }
}

fn leaders() -> LeadersPicture {
    let names = [
        "Mara",
        "Tomasz Żółć",
        "李小龙",
        "さくら🌸",
        "김민준",
        "محمد علي",
        "דנה כהן",
        "अनिता",
        "Αλέξανδρος",
        "A very long display name that goes on",
    ];
    let rows = names.iter().enumerate().map(|(index, name)| LeaderRow {
        place: (index + 1).to_string(),
        gold: index < 3,
        name: (*name).to_owned(),
        figures: vec![
            (1720 - 37 * index).to_string(),
            (80 - 6 * index).to_string(),
            (20 + 3 * index).to_string(),
        ],
    });
    LeadersPicture {
        title: "Season 3 leaders".to_owned(),
        columns: ["Rating", "Won", "Lost"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn chinese_hand() -> HandPicture {
    HandPicture {
        title: "我的手牌".to_owned(),
        count: "米 3".to_owned(),
        aside: Some("棄牌後".to_owned()),
        gold: true,
        groups: vec![
            group("同花順", Tone::Meld, "4H 5H 6H 7H"),
            group("刻子", Tone::Meld, "9C 9D 9S"),
            group("米牌", Tone::Deadwood, "AS 2D 10D JD"),
        ],
        ..hand()
    }
}

fn chinese_table() -> TablePicture {
    let seat = |name: &str, line: &str, score: &str, to_move| SeatPanel {
        name: name.to_owned(),
        line: line.to_owned(),
        score: score.to_owned(),
        to_move,
    };
    TablePicture {
        seats: vec![
            seat("李小龙", "10 张牌", "120", false),
            seat("محمد علي", "10 张牌 · 轮到", "-35", true),
        ],
        stock: 31,
        stock_label: "牌堆".to_owned(),
        discard: None,
        pile: 0,
        discard_name: "空".to_owned(),
        discard_label: "弃牌堆".to_owned(),
        foot: "米数不超过 10 可胡".to_owned(),
        ..table()
    }
}

fn drawn_hand(picture: &HandPicture) -> Decoded {
    decode(&PICTURES.hand(picture).unwrap())
}

#[test]
fn pictures_look_as_stored() {
    compare_with_stored("hand", &PICTURES.hand(&hand()).unwrap());
    let large = Look {
        large: true,
        ..Look::default()
    };
    compare_with_stored(
        "hand-large",
        &PICTURES.hand(&HandPicture { look: large, ..hand() }).unwrap(),
    );
    let two_colours = Look {
        four_colours: false,
        ..Look::default()
    };
    compare_with_stored(
        "hand-two-colours",
        &PICTURES
            .hand(&HandPicture {
                look: two_colours,
                ..hand()
            })
            .unwrap(),
    );
    compare_with_stored("hand-chinese", &PICTURES.hand(&chinese_hand()).unwrap());
    compare_with_stored("table", &PICTURES.table(&table()).unwrap());
    compare_with_stored("table-chinese", &PICTURES.table(&chinese_table()).unwrap());
    compare_with_stored("showdown", &PICTURES.showdown(&showdown()).unwrap());
    compare_with_stored("leaders", &PICTURES.leaders(&leaders()).unwrap());
}

#[test]
fn sizes_are_the_designs_and_the_palette_is_one() {
    let large = Look {
        large: true,
        ..Look::default()
    };
    let mut palettes = Vec::new();
    for (bytes, height) in [
        (PICTURES.hand(&hand()), 460),
        (PICTURES.hand(&HandPicture { look: large, ..hand() }), 640),
        (PICTURES.table(&table()), 656),
        (PICTURES.showdown(&showdown()), 960),
        (PICTURES.leaders(&leaders()), 156 + 78 * 10),
        (PICTURES.leaders(&LeadersPicture::default()), 156),
        (PICTURES.hand(&HandPicture::default()), 460),
        (PICTURES.table(&TablePicture::default()), 656),
        (PICTURES.showdown(&ShowdownPicture::default()), 960),
    ] {
        let picture = decode(&bytes.unwrap());
        assert_eq!((picture.width, picture.height), (1280, height));
        palettes.push(picture.palette);
    }
    assert!(palettes[0].len() <= 256, "{} entries", palettes[0].len());
    assert_eq!(palettes[0], jinlami::pictures::palette());
    assert!(palettes.iter().all(|palette| *palette == palettes[0]));
    assert!(PICTURES.sprite_bytes() <= 2 << 20, "{} bytes", PICTURES.sprite_bytes());
}

#[test]
fn more_than_fits_is_refused() {
    let deck: Vec<Card> = Card::all().collect();
    let with = |count: usize, large| HandPicture {
        look: Look {
            large,
            ..Look::default()
        },
        groups: vec![Group {
            cards: deck[..count].to_vec(),
            ..group("", Tone::Deadwood, "AC")
        }],
        ..HandPicture::default()
    };
    assert!(PICTURES.hand(&with(22, false)).is_ok() && PICTURES.hand(&with(23, false)).is_err());
    assert!(PICTURES.hand(&with(12, true)).is_ok() && PICTURES.hand(&with(13, true)).is_err());
    let rows = |count| LeadersPicture {
        rows: vec![LeaderRow::default(); count],
        ..LeadersPicture::default()
    };
    let longest = decode(&PICTURES.leaders(&rows(100)).unwrap());
    // Telegram takes photos of at most 10,000 pixels of width and height together.
    assert!(longest.width + longest.height <= 10_000);
    assert!(PICTURES.leaders(&rows(101)).is_err());
    assert!(
        PICTURES
            .table(&TablePicture {
                seats: vec![SeatPanel::default(); 3],
                ..table()
            })
            .is_err()
    );
    let three = ShowdownPicture {
        hands: vec![showdown().hands[0].clone(); 3],
        ..showdown()
    };
    assert!(PICTURES.showdown(&three).is_err());
}

#[test]
fn many_at_once_draw_the_same() {
    let alone = PICTURES.leaders(&leaders()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!((0..4).all(|_| PICTURES.leaders(&leaders()).unwrap() == alone)));
        }
    });
}

#[test]
fn a_state_shows_by_place_as_well_as_colour() {
    let plain = drawn_hand(&hand());
    let none = drawn_hand(&HandPicture { drawn: None, ..hand() });
    // The ninth card, drawn: its top edge is 14 pixels above the row's.
    let edge = |picture: &Decoded| (60..120).find(|&y| picture.colour(960, y) == EDGE).unwrap();
    assert_eq!((edge(&plain), edge(&none)), (70, 84));

    let count = (700..1020, 16..70);
    assert!(!plain.has(&count, GOLD) && drawn_hand(&HandPicture { gold: true, ..hand() }).has(&count, GOLD));
    // Gold bars under melds, a grey one under deadwood.
    assert_eq!(
        [plain.colour(200, 397), plain.colour(600, 397), plain.colour(1000, 397)],
        [GOLD, GOLD, QUIET]
    );

    let table = decode(&PICTURES.table(&table()).unwrap());
    assert_eq!((table.colour(29, 76), table.colour(653, 76)), (GOLD, PANEL));

    let showdown = decode(&PICTURES.showdown(&showdown()).unwrap());
    let top = |x: usize| (150..250).find(|&y| showdown.colour(x, y) == EDGE).unwrap();
    assert_eq!(top(450) - top(300), 16, "a card laid off lies lower");
    assert_eq!((showdown.colour(200, 402), showdown.colour(430, 402)), (GOLD, CORAL));
}

#[test]
fn a_table_runs_down_to_empty_places() {
    let with = |stock, pile, discard| {
        decode(
            &PICTURES
                .table(&TablePicture {
                    stock,
                    pile,
                    discard,
                    ..table()
                })
                .unwrap(),
        )
    };
    let stock_top = |picture: &Decoded| (132..200).find(|&y| picture.colour(400, y) != FELT).unwrap();
    let heights: Vec<usize> = [31, 24, 16, 8, 1]
        .map(|stock| stock_top(&with(stock, 1, None)))
        .to_vec();
    assert_eq!(heights, [143, 150, 157, 164, 164]);
    let empty = with(0, 0, None);
    assert_eq!((empty.colour(404, 300), empty.colour(876, 300)), (PANEL, PANEL));
    assert_eq!(empty.colour(876, 475), FELT, "no bar under an empty pile");
    assert!(empty.has(&(380..430, 480..540), TEXT), "the number 0");
}
