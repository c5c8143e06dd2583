//! Boards in one column and what a player has done, decoded.

use jinlami::pictures::{Curve, Figure, ProfilePicture, RankingPicture, RankingRow};

use super::{Area, CORAL, FELT, GOLD, PANEL, PICTURES, QUIET, TEXT, compare_with_stored, decode};

fn board() -> RankingPicture {
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
        "A very long display name that goes on and on",
    ];
    let places = [1, 2, 2, 4, 5, 6, 7, 8, 9, 10];
    let rows = names.iter().zip(places).map(|(name, place)| RankingRow {
        place: place.to_string(),
        medal: place,
        name: (*name).to_owned(),
        note: format!("{} of 40 matches won", 33 - 3 * place),
        figure: (1720 - 37 * place).to_string(),
        own: place == 7,
    });
    RankingPicture {
        title: "Leaders: The Den".to_owned(),
        aside: "Rating · this week".to_owned(),
        page: "Page 1 of 34".to_owned(),
        rows: rows.collect(),
        foot: "You are #7 of 340".to_owned(),
    }
}

fn profile() -> ProfilePicture {
    let figure = |label: &str, value: &str| Figure {
        label: label.to_owned(),
        value: value.to_owned(),
        gold: label == "Rating",
    };
    ProfilePicture {
        name: "Tomasz Żółć".to_owned(),
        aside: "The Den · all time".to_owned(),
        figures: vec![
            figure("Rating", "1634 ± 52"),
            figure("Matches won", "80 of 120 (67 %)"),
            figure("Points", "4210"),
            figure("Hands won", "311"),
            figure("Gin hands", "31 · 12 · 2"),
            figure("Knocks that won", "83 %"),
            figure("Undercuts", "14 made, 9 suffered"),
            figure("Deadwood when losing", "23.4"),
        ],
        curve: Curve {
            title: "Rating".to_owned(),
            points: (0..60).map(|at| 1500 + (at * 37 % 90) - 30 + at * 2).collect(),
            high: "1677".to_owned(),
            low: "1471".to_owned(),
            from: "2026-03-01".to_owned(),
            to: "2026-08-16".to_owned(),
            empty: "No curve yet".to_owned(),
        },
    }
}

#[test]
fn boards_and_profiles_look_as_agreed() {
    compare_with_stored("ranking", &PICTURES.ranking(&board()).unwrap());
    compare_with_stored("profile", &PICTURES.profile(&profile()).unwrap());
}

#[test]
fn a_board_is_one_column_that_a_phone_can_show() {
    let picture = decode(&PICTURES.ranking(&board()).unwrap());
    assert_eq!((picture.width, picture.height), (1280, 160 + 100 * 10 + 84));
    let row = |at: usize| 160 + 100 * at..160 + 100 * at + 92;
    for at in 0..10 {
        let grounds = [PANEL];
        // Shown 400 pixels wide, names and figures are at least 9 pixels tall there.
        let figure = picture.ink(&(1070..1250, row(at)), &grounds).unwrap();
        assert!(figure.1.len() >= 30, "{figure:?}");
        let name = picture
            .ink(&(148..800, row(at).start..row(at).start + 58), &grounds)
            .unwrap();
        assert!(name.1.len() >= 28, "{at}: {name:?}");
        // What stands beside the figure never reaches it.
        let between: Area = (figure.0.start - 20..figure.0.start, row(at));
        assert!(picture.ink(&between, &grounds).is_none(), "{at}");
    }
}

#[test]
fn the_first_three_have_medals_and_equals_the_same_one() {
    let picture = decode(&PICTURES.ranking(&board()).unwrap());
    let medal = |at: usize| picture.colour(84 - 30, 160 + 100 * at + 46);
    assert_eq!([0, 1, 2, 3].map(medal), [GOLD, QUIET, QUIET, PANEL]);
    let third = RankingPicture {
        rows: vec![RankingRow {
            place: "3".to_owned(),
            medal: 3,
            ..RankingRow::default()
        }],
        ..RankingPicture::default()
    };
    assert_eq!(
        decode(&PICTURES.ranking(&third).unwrap()).colour(54, 160 + 46),
        CORAL,
        "the third"
    );
}

#[test]
fn ones_own_row_is_marked_by_place_and_colour() {
    let marked = decode(&PICTURES.ranking(&board()).unwrap());
    let mark = |at: usize| -> Area { (20..30, 160 + 100 * at + 20..160 + 100 * at + 70) };
    let own: Vec<bool> = (0..10).map(|at| marked.has(&mark(at), GOLD)).collect();
    assert_eq!(own.iter().filter(|own| **own).count(), 1);
    assert!(own[6]);
    let mut public = board();
    public.rows[6].own = false;
    let public = decode(&PICTURES.ranking(&public).unwrap());
    assert!(!(0..10).any(|at| public.has(&mark(at), GOLD)));
}

#[test]
fn a_curve_goes_from_the_first_value_to_the_last() {
    let top = 160 + 136 * 4;
    let line: Area = (170..1222, top + 78..top + 310);
    let drawn = decode(&PICTURES.profile(&profile()).unwrap());
    assert_eq!((drawn.width, drawn.height), (1280, 552 + 136 * 4));
    // The line is there in every part of the width.
    for part in 0..10 {
        let columns = 170 + part * 105..170 + (part + 1) * 105;
        assert!(drawn.has(&(columns, line.1.clone()), GOLD), "part {part}");
    }
    // Rising values rise: gold is low at the left and high at the right.
    let mut rising = profile();
    rising.curve.points = vec![1400, 1500, 1600];
    let rising = decode(&PICTURES.profile(&rising).unwrap());
    let half = (line.1.start + line.1.end) / 2;
    let (low, high) = (half..line.1.end, line.1.start..half);
    assert!(rising.has(&(170..300, low.clone()), GOLD) && !rising.has(&(170..300, high.clone()), GOLD));
    assert!(rising.has(&(1100..1215, high), GOLD) && !rising.has(&(1100..1200, low), GOLD));
    // Without a curve there are words.
    let mut empty = profile();
    empty.curve.points = vec![1500];
    let empty = decode(&PICTURES.profile(&empty).unwrap());
    assert!(!empty.has(&line, GOLD) && empty.has(&line, TEXT));
    // Values that never change are a line, not a fault.
    let mut flat = profile();
    flat.curve.points = vec![1500; 500];
    assert!(decode(&PICTURES.profile(&flat).unwrap()).has(&line, GOLD));
}

#[test]
fn more_than_fits_on_a_board_or_a_profile_is_refused() {
    let rows = |count| RankingPicture {
        rows: vec![RankingRow::default(); count],
        ..board()
    };
    assert!(PICTURES.ranking(&rows(25)).is_ok() && PICTURES.ranking(&rows(26)).is_err());
    let mut wide = profile();
    wide.curve.points = vec![1; 501];
    assert!(PICTURES.profile(&wide).is_err());
    wide.curve.points.clear();
    wide.figures = vec![Figure::default(); 13];
    assert!(PICTURES.profile(&wide).is_err());
    let nothing = decode(&PICTURES.ranking(&RankingPicture::default()).unwrap());
    assert_eq!(nothing.height, 168);
    assert!(nothing.part(&(0..1280, 0..168)).iter().all(|colour| *colour == FELT));
    assert!(PICTURES.profile(&ProfilePicture::default()).is_ok());
}
