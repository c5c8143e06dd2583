//! Every stored test vector must come out exactly; the same checker serves the command `jinlami vectors`.

use std::collections::BTreeMap;

use jinlami::gin::vectors::{Report, check, check_text};

const HANDS: &str = include_str!("vectors/hands.jsonl");
const HANDS_DROP: &str = include_str!("vectors/hands_drop.jsonl");
const KNOCKS: &str = include_str!("vectors/knocks.jsonl");
const TEDESCO_HANDS: &str = include_str!("vectors/tedesco_hands.jsonl");
const TEDESCO_KNOCKS: &str = include_str!("vectors/tedesco_knocks.jsonl");

fn assert_clean(report: &Report, rows: usize) {
    let shown: Vec<String> = report
        .mismatches
        .iter()
        .map(|(line, what)| format!("{line} {what}"))
        .collect();
    assert!(shown.is_empty(), "{shown:#?}");
    assert_eq!(report.rows, rows);
}

#[test]
fn hands_come_out_exactly() {
    let report = check_text(HANDS);
    assert_clean(&report, 400);
    // Deadwood, tier, the eleven cards, two values for each of them, the best, two lists of knocks.
    assert_eq!(report.compared, 400 * (3 + 22 + 3));
    assert_eq!((report.rows_skipped, report.skipped.len()), (0, 0));
}

#[test]
fn dropping_the_dearest_loose_card_is_not_always_best() {
    let report = check_text(HANDS_DROP);
    assert_clean(&report, 40);
    assert_eq!(report.compared, 40 * (3 + 22 + 3));
}

#[test]
fn knocks_come_out_exactly_under_all_four_rule_sets() {
    let report = check_text(KNOCKS);
    assert_clean(&report, 400);
    assert_eq!(report.compared, 400 * (3 + 4));
    assert_eq!((report.rows_skipped, report.skipped.len()), (0, 0));
}

#[test]
fn hands_and_knocks_round_the_corner_come_out_exactly() {
    let report = check_text(TEDESCO_HANDS);
    assert_clean(&report, 200);
    assert_eq!(report.compared, 200 * 3);
    assert_eq!((report.rows_skipped, report.skipped.len()), (0, 0));
    let report = check_text(TEDESCO_KNOCKS);
    assert_clean(&report, 200);
    assert_eq!(report.compared, 200 * (3 + 1));
    assert_eq!((report.rows_skipped, report.skipped.len()), (0, 0));
}

#[test]
fn rows_of_games_that_are_not_built_are_skipped_by_name() {
    for (row, name) in [
        (
            r#"{"id":"c1","players":5,"cards":["JK"],"shapes":["three4_one3"]}"#,
            "continental",
        ),
        // Which card lay up first, no row says.
        (
            r#"{"id":"k1","knocker_melds":[["CA","C2","C3"]],"expect":{"oklahoma":{"score":-28}}}"#,
            "oklahoma",
        ),
    ] {
        let checked = check(row);
        assert_eq!(checked.skipped, [name]);
        assert_eq!((checked.compared, checked.mismatches.len()), (0, 0), "{row}");
        assert_eq!(check_text(row).rows_skipped, 1);
        let skipped = BTreeMap::from([(name.to_owned(), 1)]);
        assert_eq!(check_text(row).skipped, skipped);
    }
}

#[test]
fn a_wrong_value_is_found_wherever_it_stands() {
    let change = |text: &str, from: &str, to: &str| {
        let line = text.lines().next().unwrap();
        let changed = line.replacen(from, to, 1);
        assert_ne!(line, changed, "{from}");
        check(&changed)
            .mismatches
            .into_iter()
            .map(|mismatch| mismatch.to_string())
            .collect::<Vec<_>>()
    };
    for (from, to, found) in [
        (
            r#""deadwood":76"#,
            r#""deadwood":75"#,
            "h0001 deadwood: expected 75, got 76",
        ),
        (
            r#""tier":null"#,
            r#""tier":"sanjin""#,
            "h0001 tier: expected sanjin, got none",
        ),
        (
            r#""SQ":{"deadwood":70"#,
            r#""SQ":{"deadwood":7"#,
            "h0001 after_discard QS deadwood: expected 7, got 70",
        ),
        (
            r#""best_after_discard":70"#,
            r#""best_after_discard":69"#,
            "h0001 best_after_discard: expected 69, got 70",
        ),
        (
            r#""knock10":[]"#,
            r#""knock10":["SQ"]"#,
            "h0001 knock10: expected {QS}, got {}",
        ),
        (
            r#""knock5":[]"#,
            r#""knock5":["SQ"]"#,
            "h0001 knock5: expected {QS}, got {}",
        ),
    ] {
        assert_eq!(change(HANDS, from, to), [found]);
    }
    for (from, to, found) in [
        (
            r#""jinlami":{"score":-35"#,
            r#""jinlami":{"score":35"#,
            "k0001 jinlami score: expected 35, got -35",
        ),
        (
            r#""classic":{"score":-25"#,
            r#""classic":null,"x":{"score":-25"#,
            "k0001 classic score: expected no knock, got -25",
        ),
        (
            r#""knocker_deadwood":4"#,
            r#""knocker_deadwood":5"#,
            "k0001 knocker_deadwood: expected 5, got 4",
        ),
        (
            r#""knocker_tier":null"#,
            r#""knocker_tier":"erjin""#,
            "k0001 knocker_tier: expected erjin, got none",
        ),
        (
            r#""classic-notie":{"score":-25"#,
            r#""classic-notie":{"score":0"#,
            "k0001 classic-notie score: expected 0, got -25",
        ),
        (
            r#""jinlami-pk":{"score":-35"#,
            r#""jinlami-pk":{"score":-34"#,
            "k0001 jinlami-pk score: expected -34, got -35",
        ),
    ] {
        assert_eq!(change(KNOCKS, from, to), [found]);
    }
    for (from, to, found) in [
        (
            r#""deadwood":51"#,
            r#""deadwood":36"#,
            "t0001 deadwood: expected 36, got 51",
        ),
        (
            r#""deadwood_ace_low":51"#,
            r#""deadwood_ace_low":50"#,
            "t0001 deadwood_ace_low: expected 50, got 51",
        ),
        (
            r#""knock10":{}"#,
            r#""knock10":{"DQ":9}"#,
            "t0001 knock10: expected {QD: 9}, got {}",
        ),
    ] {
        assert_eq!(change(TEDESCO_HANDS, from, to), [found]);
    }
    let (from, to) = (r#""tedesco":{"score":-28"#, r#""tedesco":null,"x":{"score":-28"#);
    assert_eq!(
        change(TEDESCO_KNOCKS, from, to),
        ["tk0001 tedesco score: expected no knock, got -28"]
    );
}

#[test]
fn rows_that_cannot_be_read_are_mismatches_with_their_line() {
    let first = HANDS.lines().next().unwrap();
    let knock = KNOCKS.lines().next().unwrap();
    let corner = TEDESCO_HANDS.lines().next().unwrap();
    let broken = [
        "{".to_owned(),
        "7".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        r#"{"id":"x","hand":"S8"}"#.to_owned(),
        r#"{"id":"x","expect":7}"#.to_owned(),
        r#"{"id":"x","expect":{}}"#.to_owned(),
        r#"{"id":"x","expect":{"jinlami":null}}"#.to_owned(),
        first.replacen("\"SQ\"", "\"XX\"", 1),
        first.replacen("\"SQ\",", "", 1),
        first.replacen("\"SQ\"", "\"SK\"", 1),
        first.replacen(r#""draw":"S4""#, r#""draw":"SK""#, 1),
        first.replacen(r#""S4":{"deadwood":76,"tier":null},"#, "", 1),
        knock.replacen("\"S3\",\"H3\"", "\"S3\",\"H5\"", 1),
        knock.replacen("\"S8\"", "\"S3\"", 1),
        knock.replacen("\"S9\"", "\"S3\"", 1),
        knock.replacen("\"H7\",", "", 1),
        knock.replacen("\"classic\":", "\"tedesco\":", 1),
        corner.replacen("\"DA\",", "", 1),
        corner.replacen(r#""draw":"HQ""#, r#""draw":"DQ""#, 1),
        corner.replacen(r#""knock10":{}"#, r#""knock10":[]"#, 1),
        first[..first.len() / 2].to_owned(),
    ];
    for text in &broken {
        let report = check_text(&format!("\n{text}\n\n{first}\n"));
        assert_eq!(report.rows, 2, "{text}");
        assert!(!report.mismatches.is_empty(), "{text}");
        assert!(report.mismatches.iter().all(|(line, _)| *line == 2), "{text}");
    }
}
