//! What a picture costs, against the least that any PNG of the same pixels could cost.
//!
//! Goals (one core): hand 0.9 ms and 28 KB, table 1.2 ms, showdown 2.2 ms, leaderboard 3 ms, sprites 2 MiB, start 150 ms; an
//! animation of a hand of sixty steps 3 MB.
//! Yardstick in the same run: a copy of the finished pixels and the fastest deflate that the encoder has.
#![expect(clippy::print_stdout, reason = "the figures go to the terminal")]

use std::sync::LazyLock;

use divan::Bencher;
use jinlami::cards::{Card, Pack};
use jinlami::gin::{Arrangement, Hand, MeldKind, Preset};
use jinlami::id::Seat;
use jinlami::pictures::{
    Curve, Figure, Group, HandPicture, LeaderRow, LeadersPicture, Look, Pictures, ProfilePicture, RankingPicture,
    RankingRow, ReplayHand, ReplayPicture, SeatPanel, ShowdownPicture, ShownHand, TablePicture, Tone,
};

static PICTURES: LazyLock<Pictures> = LazyLock::new(|| Pictures::new().expect("the fonts are part of the program"));

const KINDS: [&str; 9] = [
    "hand",
    "hand large",
    "hand zh",
    "table",
    "showdown",
    "replay",
    "leaders",
    "ranking",
    "profile",
];

fn main() {
    for kind in KINDS {
        let bytes = draw(kind);
        println!("{kind}: {:.1} KB", bytes.len() as f64 / 1024.0);
    }
    let moments = moments();
    let film = PICTURES.animation(&moments).expect("everything fits");
    println!(
        "animation of {} steps: {:.1} KB",
        moments.len(),
        film.len() as f64 / 1024.0
    );
    println!(
        "sprites: {:.2} MiB",
        PICTURES.sprite_bytes() as f64 / f64::from(1 << 20)
    );
    divan::main();
}

#[divan::bench]
fn start() -> Pictures {
    Pictures::new().expect("the fonts are part of the program")
}

#[divan::bench(args = KINDS)]
fn picture(bencher: Bencher, kind: &str) {
    bencher.bench(|| draw(kind));
}

/// A whole hand, drawn moment by moment and written as a GIF.
#[divan::bench(sample_count = 20)]
fn animation(bencher: Bencher) {
    let moments = moments();
    bencher.bench(|| PICTURES.animation(&moments).expect("everything fits"));
}

/// The same pictures as so many PNGs: what an animation would cost without the changed rectangles.
#[divan::bench(sample_count = 20)]
fn animation_yardstick(bencher: Bencher) {
    let moments = moments();
    bencher.bench(|| {
        let stills = moments
            .iter()
            .map(|moment| PICTURES.replay(moment).expect("everything fits").len());
        stills.sum::<usize>()
    });
}

/// A leaderboard whose names nobody saw before: every line is set anew.
#[divan::bench]
fn leaders_with_new_names(bencher: Bencher) {
    let mut board = leaders();
    let names: Vec<String> = board.rows.iter().map(|row| row.name.clone()).collect();
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        for (row, name) in board.rows.iter_mut().zip(&names) {
            row.name = format!("{number} {name}");
        }
        PICTURES.leaders(&board).expect("everything fits")
    });
}

/// A copy of the finished pixels and the fastest deflate of them.
#[divan::bench(args = KINDS)]
fn yardstick(bencher: Bencher, kind: &str) {
    let bytes = draw(kind);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().expect("our own PNG");
    let (width, height) = (reader.info().width, reader.info().height);
    let palette = reader.info().palette.clone().expect("an indexed PNG");
    let mut pixels = vec![0; (width * height) as usize];
    reader.next_frame(&mut pixels).expect("our own PNG");
    bencher.bench(|| {
        let copy = divan::black_box(pixels.clone());
        let mut file = Vec::with_capacity(64 * 1024);
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.as_ref());
        encoder.set_compression(png::Compression::Fastest);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&copy))
            .expect("memory does not fail");
        file
    });
}

fn draw(kind: &str) -> Vec<u8> {
    let drawn = match kind {
        "hand" => PICTURES.hand(&hand(
            "Your hand",
            "Deadwood 15",
            "after discard",
            ["Run", "Set", "Deadwood"],
        )),
        "hand zh" => PICTURES.hand(&hand("我的手牌", "米 15", "弃牌后", ["同花顺", "刻子", "米牌"])),
        "hand large" => PICTURES.hand(&HandPicture {
            look: Look {
                large: true,
                ..Look::default()
            },
            ..hand("Your hand", "Deadwood 15", "after discard", ["Run", "Set", "Deadwood"])
        }),
        "table" => PICTURES.table(&table()),
        "showdown" => PICTURES.showdown(&showdown()),
        "replay" => PICTURES.replay(&moments()[20]),
        "ranking" => PICTURES.ranking(&board()),
        "profile" => PICTURES.profile(&profile()),
        _ => PICTURES.leaders(&leaders()),
    };
    drawn.expect("everything fits")
}

fn group(label: &str, tone: Tone, text: &str) -> Group {
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().expect("a card")).collect();
    Group {
        label: label.to_owned(),
        tone,
        cards,
        laid_off: 0,
    }
}

fn hand(title: &str, count: &str, aside: &str, [run, set, deadwood]: [&str; 3]) -> HandPicture {
    HandPicture {
        title: title.to_owned(),
        count: count.to_owned(),
        aside: Some(aside.to_owned()),
        groups: vec![
            group(run, Tone::Meld, "4H 5H 6H 7H"),
            group(set, Tone::Meld, "9C 9D 9S"),
            group(deadwood, Tone::Deadwood, "2S 3D QD KC"),
        ],
        drawn: "3D".parse().ok(),
        ..HandPicture::default()
    }
}

fn table() -> TablePicture {
    let seat = |name: &str, line: &str, score: &str, to_move| SeatPanel {
        name: name.to_owned(),
        line: line.to_owned(),
        score: score.to_owned(),
        to_move,
    };
    TablePicture {
        seats: vec![
            seat("Mara", "10 cards · to move", "34", true),
            seat("Tomasz", "10 cards", "52", false),
        ],
        stock: 23,
        stock_label: "in stock".to_owned(),
        discard: "QH".parse().ok(),
        pile: 9,
        discard_name: "Queen of hearts".to_owned(),
        discard_label: "on the discard pile".to_owned(),
        foot: "Knock at 10 or less".to_owned(),
        ..TablePicture::default()
    }
}

fn showdown() -> ShowdownPicture {
    let with_layoff = |label, text| Group {
        laid_off: 1,
        ..group(label, Tone::Meld, text)
    };
    let hand = |name: &str, count: &str, groups| ShownHand {
        name: name.to_owned(),
        count: count.to_owned(),
        groups,
    };
    ShowdownPicture {
        title: "Mara knocks with 6".to_owned(),
        hands: vec![
            hand(
                "Mara",
                "deadwood 6",
                vec![
                    with_layoff("Run + layoff", "4H 5H 6H 7H 8H"),
                    with_layoff("Set + layoff", "9C 9D 9S 9H"),
                    group("Deadwood", Tone::Deadwood, "AC 2S 3D"),
                ],
            ),
            hand(
                "Tomasz",
                "deadwood 27",
                vec![
                    group("Set", Tone::Meld, "KC KD KH"),
                    group("Deadwood", Tone::Deadwood, "2H 4C 5D 6S JS"),
                ],
            ),
        ],
        result: "Mara scores 21".to_owned(),
        ..ShowdownPicture::default()
    }
}

fn leaders() -> LeadersPicture {
    let names = [
        "Mara",
        "Tomasz Żółć",
        "李小龙",
        "さくら",
        "김민준",
        "محمد علي",
        "דנה כהן",
        "अनिता",
        "Αλέξανδρος",
    ];
    let row = |(index, name): (usize, &&str)| LeaderRow {
        place: (index + 1).to_string(),
        gold: index < 3,
        name: (*name).to_owned(),
        figures: [1720 - 37 * index, 80 - 6 * index, 20 + 3 * index]
            .map(|figure| figure.to_string())
            .to_vec(),
    };
    LeadersPicture {
        title: "Season 3 leaders".to_owned(),
        columns: ["Rating", "Won", "Lost"].map(str::to_owned).to_vec(),
        rows: names
            .iter()
            .chain(&["A very long display name that goes on"])
            .enumerate()
            .map(row)
            .collect(),
    }
}

/// The moments of a hand that both players let the clock play to the end of the stock: about sixty.
fn moments() -> Vec<ReplayPicture> {
    let rules = Preset::Jinlami.rules();
    let mut hand = Hand::deal(&rules, Seat::FIRST, Pack::shuffled([7; 32]));
    let mut moments = vec![moment(&hand, "Mara deals", Seat::FIRST)];
    while let Some((seat, action)) = hand.automatic() {
        for fact in hand.decide(seat, &action).expect("the clock moves legally") {
            hand.evolve(&fact);
        }
        moments.push(moment(&hand, "Mara draws the queen of hearts", seat));
    }
    moments
}

fn moment(hand: &Hand, caption: &str, acts: Seat) -> ReplayPicture {
    let of = |seat: Seat| {
        let view = hand.view(Some(seat));
        let cards = view.hand.expect("a seat's own cards");
        let best = Arrangement::best(cards, hand.rules().aces);
        let melds = best.melds().iter().map(|meld| Group {
            label: match meld.kind() {
                MeldKind::Run => "Run".to_owned(),
                MeldKind::Set => "Set".to_owned(),
            },
            tone: Tone::Meld,
            cards: meld.in_order(),
            laid_off: 0,
        });
        let loose = Group {
            label: "Deadwood".to_owned(),
            tone: Tone::Deadwood,
            cards: best.loose_in_order(),
            laid_off: 0,
        };
        ReplayHand {
            name: ["Mara", "Tomasz"][seat.index()].to_owned(),
            count: format!("deadwood {}", best.deadwood()),
            acts: seat == acts,
            groups: melds.chain([loose]).collect(),
            raised: view.drawn,
        }
    };
    let view = hand.view(None);
    ReplayPicture {
        title: "Hand 2 of 4".to_owned(),
        step: format!("Step {} of 63", 32 - view.stock),
        caption: caption.to_owned(),
        hands: Seat::BOTH.map(of).to_vec(),
        stock: view.stock,
        stock_label: "in stock".to_owned(),
        discard: view.upcard,
        pile: view.pile,
        discard_name: view.upcard.map(|card| card.to_string()).unwrap_or_default(),
        discard_label: "on the discard pile".to_owned(),
        foot: "Knock at 10 or less".to_owned(),
        ..ReplayPicture::default()
    }
}

/// A page of a board in one column: the same names, ten rows.
fn board() -> RankingPicture {
    let rows = leaders().rows.into_iter().zip(1..);
    RankingPicture {
        title: "Leaders: The Den".to_owned(),
        aside: "Rating · this week".to_owned(),
        page: "Page 1 of 34".to_owned(),
        rows: rows
            .map(|(row, medal)| RankingRow {
                place: row.place,
                medal,
                name: row.name,
                note: format!("{} of 100 matches won", row.figures[1]),
                figure: row.figures[0].clone(),
                own: medal == 7,
            })
            .collect(),
        foot: "You are #7 of 340".to_owned(),
    }
}

/// Eight figures and a curve of two hundred matches.
fn profile() -> ProfilePicture {
    let figure = |number: usize| Figure {
        label: "Hands won".to_owned(),
        value: format!("{} of 120", number * 13),
        gold: number == 0,
    };
    ProfilePicture {
        name: "Tomasz Żółć".to_owned(),
        aside: "The Den · all time".to_owned(),
        figures: (0..8).map(figure).collect(),
        curve: Curve {
            title: "Rating".to_owned(),
            points: (0..200).map(|at| 1500 + at * 37 % 190).collect(),
            high: "1689".to_owned(),
            low: "1500".to_owned(),
            from: "2026-03-01".to_owned(),
            to: "2026-08-16".to_owned(),
            empty: String::new(),
        },
    }
}
