//! The pictures, decoded from their PNGs.
//!
//! Stored pictures lie in `tests/it/pictures/`. After a wanted change of the look, `UPDATE_PICTURES=1 cargo test --test it pictures::`
//! writes them anew; look at every one of them before committing.

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
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
    assert!(info.trns.is_none(), "no transparency");
    let palette = info.palette.as_ref().unwrap().as_chunks::<3>().0.to_vec();
    let (width, height) = (info.width as usize, info.height as usize);
    let mut pixels = vec![0; width * height];
    reader.next_frame(&mut pixels).unwrap();
    Decoded { width, height, palette, pixels }
}

impl Decoded {
    fn colour(&self, x: usize, y: usize) -> [u8; 3] {
        self.palette[usize::from(self.pixels[y * self.width + x])]
    }
}

fn compare_with_stored(name: &str, bytes: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/pictures").join(name).with_extension("png");
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
    Group { label: label.to_owned(), tone, cards: cards(text), laid_off: 0 }
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
    let with_layoff = |label: &str, text: &str| Group { laid_off: 1, ..group(label, Tone::Meld, text) };
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

#[test]
fn pictures_look_as_stored() {
    compare_with_stored("hand", &PICTURES.hand(&hand()).unwrap());
    let large = Look { large: true, ..Look::default() };
    compare_with_stored("hand-large", &PICTURES.hand(&HandPicture { look: large, ..hand() }).unwrap());
    let two_colours = Look { four_colours: false, ..Look::default() };
    compare_with_stored("hand-two-colours", &PICTURES.hand(&HandPicture { look: two_colours, ..hand() }).unwrap());
    compare_with_stored("table", &PICTURES.table(&table()).unwrap());
    compare_with_stored("showdown", &PICTURES.showdown(&showdown()).unwrap());
    compare_with_stored("leaders", &PICTURES.leaders(&leaders()).unwrap());
}

#[test]
fn probe() {
    let mut board = leaders();
    let names = [
        "\u{2068}محمد\u{2069} knocks with 6 李",
        "محمد علي 12 abc",
        "李小龙 Bruce Lee — 嘅𠮶",
        "สมชาย ใจดี",
        "क्षत्रिय प्रिया",
        "Z̷̢̛͎a̸̡͚l̵̨g̶o",
        "🌸🌸🌸",
        "𝓜𝓪𝓻𝓪 ⓜⓐⓡⓐ ﷽",
        "我的手牌 米 15, 詐胡 三金 二金 金龙 诈胡 貼牌 搭子 米胡 金胡 我的手牌",
        "محمد علي محمد علي محمد علي محمد علي محمد علي محمد علي",
    ];
    for (row, name) in board.rows.iter_mut().zip(names) {
        row.name = name.to_owned();
    }
    board.title = "\u{2068}محمد\u{2069} 胡 Season — 赛季".to_owned();
    std::fs::write("/tmp/pfonts/probe.png", PICTURES.leaders(&board).unwrap()).unwrap();
    let mut t = table();
    t.seats[0].name = "李小龙李小龙李小龙李小龙".into();
    t.seats[0].line = "10 张牌 · 轮到你".into();
    t.discard_name = "红心 Q".into();
    t.discard_label = "弃牌堆".into();
    t.stock_label = "牌堆".into();
    t.foot = "\u{2068}Mara\u{2069} 米数不超过 10 可胡".into();
    t.stock = 31;
    t.pile = 1;
    std::fs::write("/tmp/pfonts/probe2.png", PICTURES.table(&t).unwrap()).unwrap();
    let mut h = hand();
    h.title = "我的手牌".into();
    h.count = "米 15".into();
    h.aside = Some("弃牌后".into());
    h.gold = true;
    h.groups[0].label = "同花顺".into();
    h.groups[1].label = "刻子".into();
    h.groups[2].label = "米牌".into();
    h.groups[2].cards = cards("AS 10D JD");
    std::fs::write("/tmp/pfonts/probe3.png", PICTURES.hand(&h).unwrap()).unwrap();
}
