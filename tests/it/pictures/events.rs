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
            9 => Rank::Quiet,
            _ => Rank::Plain,
        },
        name: (*name).to_owned(),
        figures: vec![
            format!("{}½", 12 - place),
            format!("{}–1–{}", 10 - place, place),
            (40 - place).to_string(),
            format!("+{}", 1400 / place),
        ],
    });
    SheetPicture {
        title: "Friday Swiss".to_owned(),
        note: "Round 4 of 5 · then: median Buchholz (without best and worst), Buchholz, direct encounter, wins"
            .to_owned(),
        columns: ["Score", "W–D–L", "Median", "Buchh."].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn boards() -> BoardsPicture {
    let rows = NAMES.chunks(2).zip(1..).map(|(pair, n)| BoardRow {
        number: n.to_string(),
        names: [pair[0].to_owned(), pair[1].to_owned()],
        middle: ["134 : 12", "20 : 20", "playing", "+ : –", "–"][n - 1].to_owned(),
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
    assert_eq!((drawn.width, drawn.height), (1280, 176 + 78 * 10 + 24));
    for row in 0..10 {
        let ground = [if row % 2 == 0 { PANEL } else { FELT }];
        let part = |from: usize, to: usize| -> Area { (from..to, 176 + 78 * row + 4..176 + 78 * row + 74) };
        let name = drawn.ink(&part(110, 590), &ground).expect("a name in every script");
        let figures = drawn.ink(&part(596, 1256), &ground).expect("figures");
        assert!(name.0.end + 6 < figures.0.start, "row {row}: {name:?} {figures:?}");
        let place = part(20, 104);
        assert_eq!(drawn.has(&place, GOLD), row < 3, "row {row}");
        let colour = if row == 8 { QUIET } else { TEXT };
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
