//! An event's standings, its matches, its bracket and two teams, decoded.

use jinlami::pictures::{
    BoardRow, BoardsPicture, BracketMatch, BracketPicture, BracketSide, PictureError, Rank, SheetPicture, SheetRow,
    Side,
};

use super::{Area, FELT, GOLD, PANEL, PICTURES, QUIET, TEXT, compare_with_stored, decode};

const NAMES: [&str; 10] = [
    "Mara",
    "Tomasz Żółć",
    "李小龙",
    "さくら🌸",
    "김민준",
    "محمد علي",
    "דנה כהן",
    "अनिता",
    "Αλέξανδρος",
    "A very long display name that goes on and on",
];

fn standings() -> SheetPicture {
    let rows = NAMES.iter().zip(1..).map(|(name, place)| SheetRow {
        place: place.to_string(),
        rank: match place {
            1..=3 => Rank::Gold,
            9 | 10 => Rank::Quiet,
            _ => Rank::Plain,
        },
        name: (*name).to_owned(),
        mark: match place {
            9 => "sits out".to_owned(),
            10 => "out".to_owned(),
            _ => String::new(),
        },
        under: String::new(),
        figures: vec![
            format!("{}½", 12 - place),
            format!("{}–1–{}", 10 - place, place),
            (40 - place).to_string(),
            format!("+{}", 1400 / place),
        ],
    });
    SheetPicture {
        title: "Friday Swiss".to_owned(),
        note: "Round 4 of 5".to_owned(),
        columns: ["Score", "W–D–L", "Median", "Buchh."].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: [
            "then: median Buchholz (without best and worst), Buchholz (opponents’ scores), direct encounter, wins, point \
             difference",
            "out: beaten, gone or taken out, and plays no further part",
        ]
        .map(str::to_owned)
        .to_vec(),
    }
}

fn boards() -> BoardsPicture {
    let rows = NAMES.chunks(2).zip(1..).map(|(pair, n)| BoardRow {
        number: ["1", "12", "123", "1234", ""][n - 1].to_owned(),
        names: [pair[0].to_owned(), pair[1].to_owned()],
        middle: ["134 : 12", "20 : 20", "playing", "+ : –", "–"][n - 1].to_owned(),
        under: ["", "draw (ruling)", "", "no-show", ""][n - 1].to_owned(),
        won: [Some(0), None, None, Some(0), None][n - 1],
        over: [true, true, false, true, false][n - 1],
    });
    BoardsPicture {
        title: "Winter teams".to_owned(),
        note: "Round 2 of 3".to_owned(),
        teams: Some([
            Side {
                name: "Red Dragons".to_owned(),
                score: "1234".to_owned(),
                ahead: true,
            },
            Side {
                name: "青龙队".to_owned(),
                score: "987".to_owned(),
                ahead: false,
            },
        ]),
        rows: rows.collect(),
    }
}

fn bracket() -> BracketPicture {
    let side = |name: &str, score: &str, won: Option<bool>| BracketSide {
        name: name.to_owned(),
        score: score.to_owned(),
        won,
    };
    let game = |one: &str, two: &str, won: bool| BracketMatch {
        sides: [side(one, "34", Some(won)), side(two, "12", Some(!won))],
    };
    let open = |one: &str, two: &str| BracketMatch {
        sides: [side(one, "", None), side(two, "", None)],
    };
    let first: Vec<BracketMatch> = (0..8)
        .map(|n| match n {
            0 => open(NAMES[0], "–"),
            n => game(NAMES[n], NAMES[(n + 2) % 10], n % 2 == 0),
        })
        .collect();
    let second = (0..4).map(|n| game(NAMES[n], NAMES[n + 4], n % 2 == 1)).collect();
    BracketPicture {
        title: "Winter cup".to_owned(),
        note: "Semi-finals".to_owned(),
        heads: ["Last 16", "Quarter-finals", "Semi-finals", "Final"]
            .map(str::to_owned)
            .to_vec(),
        columns: vec![
            first,
            second,
            vec![open("Mara", "李小龙"), open("محمد علي", "")],
            vec![open("", "")],
        ],
        aside: Some(("Third place".to_owned(), open("", ""))),
    }
}

#[test]
fn standings_matches_and_brackets_are_as_stored() {
    compare_with_stored("standings", &PICTURES.sheet(&standings()).unwrap());
    compare_with_stored("pairings", &PICTURES.boards(&boards()).unwrap());
    compare_with_stored("bracket", &PICTURES.bracket(&bracket()).unwrap());
}

#[test]
fn every_row_has_its_name_and_its_figures_apart() {
    let drawn = decode(&PICTURES.sheet(&standings()).unwrap());
    assert_eq!((drawn.width, drawn.height), (1280, 176 + 78 * 10 + 24 + 3 * 38));
    for row in 0..10 {
        let ground = [if row % 2 == 0 { PANEL } else { FELT }];
        let part = |from: usize, to: usize| -> Area { (from..to, 176 + 78 * row + 4..176 + 78 * row + 74) };
        let name = drawn.ink(&part(110, 590), &ground).expect("a name in every script");
        let figures = drawn.ink(&part(596, 1256), &ground).expect("figures");
        assert!(name.0.end + 6 < figures.0.start, "row {row}: {name:?} {figures:?}");
        let place = part(20, 104);
        assert_eq!(drawn.has(&place, GOLD), row < 3, "row {row}");
        let colour = if row > 7 { QUIET } else { TEXT };
        assert!(drawn.has(&part(110, 590), colour), "row {row}");
    }
}

#[test]
fn a_winner_is_told_by_place_and_figure_as_well_as_colour() {
    let drawn = decode(&PICTURES.boards(&boards()).unwrap());
    assert_eq!((drawn.width, drawn.height), (1280, 320 + 78 * 5 + 24));
    let row = |at: usize, from: usize, to: usize| -> Area { (from..to, 320 + 78 * at + 4..320 + 78 * at + 74) };
    assert!(drawn.has(&row(0, 110, 580), GOLD) && !drawn.has(&row(0, 800, 1256), GOLD));
    for at in 0..5 {
        let ground = [if at % 2 == 0 { PANEL } else { FELT }];
        assert!(
            drawn.ink(&row(at, 580, 790), &ground).is_some(),
            "what stands between, row {at}"
        );
    }
    // The team ahead has a mark at its edge.
    assert!(drawn.has(&(24..34, 176..272), GOLD) && !drawn.has(&(648..658, 176..272), GOLD));
}

#[test]
fn brackets_of_every_width_are_drawn_and_more_is_refused() {
    let whole = bracket();
    for from in 0..4 {
        let picture = BracketPicture {
            heads: whole.heads[from..].to_vec(),
            columns: whole.columns[from..].to_vec(),
            aside: None,
            ..whole.clone()
        };
        let high = picture.columns[0].len();
        let drawn = decode(&PICTURES.bracket(&picture).unwrap());
        assert_eq!((drawn.width, drawn.height), (1280, 216 + 132 * high));
    }
    let wide = BracketPicture {
        columns: vec![Vec::new(); 5],
        ..BracketPicture::default()
    };
    assert!(matches!(PICTURES.bracket(&wide), Err(PictureError::TooMany { .. })));
    let high = BracketPicture {
        columns: vec![vec![BracketMatch::default(); 9]],
        ..BracketPicture::default()
    };
    assert!(matches!(PICTURES.bracket(&high), Err(PictureError::TooMany { .. })));
    let rows = SheetPicture {
        rows: vec![SheetRow::default(); 41],
        ..SheetPicture::default()
    };
    assert!(matches!(PICTURES.sheet(&rows), Err(PictureError::TooMany { .. })));
}

/// Everybody who is out or sits out is told by a word behind the name, which a long name gives way to.
#[test]
fn a_mark_is_never_cut() {
    let marked = |name: &str, mark: &str| {
        let mut picture = standings();
        picture.rows.truncate(1);
        picture.rows[0].name = name.to_owned();
        picture.rows[0].mark = mark.to_owned();
        decode(&PICTURES.sheet(&picture).unwrap())
    };
    let name: Area = (110..596, 180..250);
    let long = NAMES[9];
    let bare = marked(long, "").ink(&name, &[PANEL]).unwrap();
    for mark in ["out", "sits out", "出局", "暂歇"] {
        let drawn = marked(long, mark);
        let ink = drawn.ink(&name, &[PANEL]).unwrap();
        assert!(ink.0.end <= 600 - 16, "{mark}: {ink:?}");
        // The mark's own width, drawn alone, stands at the end of it.
        let alone = marked("I", mark).ink(&name, &[PANEL]).unwrap();
        let plain = marked("I", "").ink(&name, &[PANEL]).unwrap();
        let width = alone.0.end - plain.0.end - 14;
        let tail: Area = (ink.0.end - width..ink.0.end, name.1.clone());
        let own: Area = (alone.0.end - width..alone.0.end, name.1.clone());
        let (tail, own) = (drawn.part(&tail), marked("I", mark).part(&own));
        assert_eq!(tail, own, "{mark} is whole behind a long name");
        assert_ne!(bare, ink);
    }
}

/// A column of figures is set in one size, and no two columns touch.
#[test]
fn columns_of_figures_stand_apart() {
    for record in ["1–1–0", "2–0–0", "10–10–10"] {
        let mut picture = standings();
        picture.rows[0].figures[1] = record.to_owned();
        let drawn = decode(&PICTURES.sheet(&picture).unwrap());
        let rows: std::ops::Range<usize> = 180..250;
        let inked: Vec<bool> = (600..1230)
            .map(|x| rows.clone().any(|y| ![PANEL, FELT].contains(&drawn.colour(x, y))))
            .collect();
        // What is before the first figure and between each two is at least as wide as a letter.
        let wide = inked
            .chunk_by(|one, two| one == two)
            .filter(|run| !run[0] && run.len() >= 24);
        assert!(wide.count() >= 4, "{record}");
    }
}

/// Words above and below a table get as many lines as they need: nothing reaches over the edge, and nothing is left out.
#[test]
fn long_words_are_wrapped() {
    let words = |n: usize| (0..n).map(|at| format!("word{at}")).collect::<Vec<_>>().join(" ");
    let picture = |title: &str, note: &str, foot: &[&str]| SheetPicture {
        title: title.to_owned(),
        note: note.to_owned(),
        foot: foot.iter().map(|line| (*line).to_owned()).collect(),
        ..standings()
    };
    let plain = decode(&PICTURES.sheet(&picture("Swiss", "Round 1", &[])).unwrap());
    assert_eq!(plain.height, 176 + 780 + 24);
    let long = words(30);
    let noted = decode(&PICTURES.sheet(&picture("Swiss", &long, &[])).unwrap());
    let footed = decode(&PICTURES.sheet(&picture("Swiss", "Round 1", &[&long])).unwrap());
    let lines = (noted.height - plain.height) / 38;
    assert!(lines > 0 && noted.height == plain.height + 38 * lines, "{lines}");
    assert_eq!(footed.height, plain.height + 38 * (lines + 1));
    for at in 0..=lines {
        let above: Area = (0..1280, 100 + 38 * at..132 + 38 * at);
        let below: Area = (
            0..1280,
            footed.height - 38 * (lines + 1 - at) - 8..footed.height - 38 * (lines - at) - 12,
        );
        for (drawn, area) in [(&noted, above), (&footed, below)] {
            let ink = drawn
                .ink(&area, &[FELT])
                .unwrap_or_else(|| panic!("line {at} is empty"));
            assert!(ink.0.start >= 30 && ink.0.end <= 1250, "line {at}: {ink:?}");
        }
    }
    // A long title has up to three lines, a picture with one is higher by as much.
    let title = "A title of a hundred letters that somebody typed because it was allowed and nobody has told them no";
    let titled = decode(&PICTURES.sheet(&picture(title, "Round 1", &[])).unwrap());
    assert_eq!(titled.height, plain.height + 54);
    let ink = titled.ink(&(0..1280, 0..140), &[FELT]).unwrap();
    assert!(ink.0.end <= 1250, "{ink:?}");
    let boards = BoardsPicture {
        title: title.to_owned(),
        ..boards()
    };
    assert_eq!(
        decode(&PICTURES.boards(&boards).unwrap()).height,
        320 + 78 * 5 + 24 + 54
    );
    let bracket = BracketPicture {
        title: title.to_owned(),
        ..bracket()
    };
    let high = bracket.columns[0].len();
    assert_eq!(
        decode(&PICTURES.bracket(&bracket).unwrap()).height,
        216 + 132 * high + 168 + 54
    );
}

/// A match's number is what its result is corrected by: it stands whole, however long; who has no match has none.
#[test]
fn numbers_of_matches_stand_whole() {
    let drawn = decode(&PICTURES.boards(&boards()).unwrap());
    let number = |at: usize| {
        let area: Area = (22..110, 320 + 78 * at + 16..320 + 78 * at + 62);
        drawn.ink(&area, &[PANEL, FELT])
    };
    let widths: Vec<usize> = (0..4).map(|at| number(at).unwrap().0.len()).collect();
    assert!(
        widths[0] < widths[1] && widths[1] < widths[2] && widths[3] > 55,
        "{widths:?}"
    );
    assert_eq!(number(4), None, "nobody is met");
}
