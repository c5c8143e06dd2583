//! Places and what decides between equals.

use jinlami::contest::{Count, Entry, Line, Sheet, Standing, TieBreak, standings};
use jinlami::id::PlayerId;

use super::arena::{player, players};
use crate::dice::Dice;

fn line(one: usize, two: usize, marks: i32, points: [i64; 2]) -> Line {
    Line {
        players: [player(one), player(two)],
        marks: [marks, 2 - marks],
        points,
    }
}

fn table(count: usize, lines: &[Line], byes: &[usize], by: Count, tie_breaks: &[TieBreak]) -> Vec<Standing> {
    let entries: Vec<Entry> = players(count).into_iter().map(Entry::new).collect();
    standings(&Sheet {
        entries: &entries,
        lines: lines.to_vec(),
        byes: byes.iter().map(|number| player(*number)).collect(),
        bye_points: 0,
        count: by,
        tie_breaks,
    })
}

fn places(table: &[Standing]) -> Vec<(u16, i64)> {
    table.iter().map(|row| (row.place, row.player.0 - 1)).collect()
}

/// Five people, three rounds, with one bye each for three of them; reckoned by hand.
fn worked() -> (Vec<Line>, Vec<usize>) {
    let lines = vec![
        line(0, 1, 2, [30, 10]),
        line(2, 3, 1, [20, 20]),
        line(0, 2, 2, [25, 5]),
        line(4, 1, 0, [0, 40]),
        line(3, 0, 2, [12, 3]),
        line(1, 2, 0, [8, 9]),
    ];
    (lines, vec![4, 3, 4])
}

#[test]
fn the_named_tie_breaks_are_what_their_names_say() {
    let (lines, byes) = worked();
    let all = [
        TieBreak::Buchholz,
        TieBreak::MedianBuchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Wins,
        TieBreak::Difference,
        TieBreak::Points,
        TieBreak::Marks,
    ];
    let rows = table(5, &lines, &byes, Count::Match, &all);
    let of = |number: usize| rows.iter().find(|row| row.player == player(number)).unwrap();
    // Half points: 0 has 4, 1 has 2, 2 has 3, 3 has 5, 4 has 4.
    let marks = [0, 1, 2, 3, 4].map(|number| of(number).marks);
    assert_eq!(marks, [4, 2, 3, 5, 4]);
    // 0 met 1, 2 and 3: 2 + 3 + 5; without the best and the worst 3; beat 1 and 2: 2 × 2 + 2 × 3.
    assert_eq!(of(0).breaks, [10, 3, 10, 2, 58 - 27, 58, 4]);
    // 3 met 2 and 0 and once nobody, which counts its own 5: 3 + 4 + 5; drew with 2, beat 0: 3 + 2 × 4.
    assert_eq!(of(3).breaks, [12, 4, 11, 1, 32 - 23, 32, 5]);
    assert_eq!(of(4).breaks[0], 2 + 4 + 4);
    assert_eq!((of(3).played, of(3).byes, of(2).draws, of(1).wins), (2, 1, 1, 1));
    // 0 and 4 have as much; Buchholz 10 and 10 leaves them level, the median 3 and 4 does not.
    assert_eq!(places(&rows), [(1, 3), (2, 4), (3, 0), (4, 2), (5, 1)]);
    assert_eq!(
        places(&table(5, &lines, &byes, Count::Match, &all[..1])),
        [(1, 3), (2, 0), (2, 4), (4, 2), (5, 1)]
    );
    assert_eq!(places(&table(5, &lines, &byes, Count::Hands, &[]))[0], (1, 0));
}

#[test]
fn equal_ones_share_a_place_and_the_next_is_left_out() {
    let lines = [line(0, 1, 1, [5, 5]), line(2, 3, 1, [5, 5]), line(4, 5, 2, [9, 0])];
    let rows = table(6, &lines, &[], Count::Match, &[TieBreak::Difference]);
    assert_eq!(places(&rows), [(1, 4), (2, 0), (2, 1), (2, 2), (2, 3), (6, 5)]);
}

#[test]
fn the_direct_encounter_counts_only_when_all_equals_met() {
    // 0, 1 and 2 are level; 0 beat 1 and 1 beat 2.
    let some = [line(0, 1, 2, [1, 0]), line(1, 2, 2, [1, 0]), line(2, 3, 2, [1, 0])];
    let rows = table(4, &some, &[], Count::Match, &[TieBreak::Direct]);
    assert_eq!(places(&rows), [(1, 0), (1, 1), (1, 2), (4, 3)]);
    let mut all = some.to_vec();
    all.extend([line(0, 2, 2, [1, 0]), line(1, 3, 2, [1, 0]), line(2, 3, 2, [1, 0])]);
    // Now all three have four half points, and 0 beat both.
    let rows = table(4, &all, &[], Count::Match, &[TieBreak::Direct]);
    assert_eq!(places(&rows), [(1, 0), (2, 1), (3, 2), (4, 3)]);
    assert_eq!(rows[0].breaks, [4]);
}

#[test]
fn the_order_of_results_changes_nothing_and_points_are_conserved() {
    let mut dice = Dice::new(1);
    let ties = [
        TieBreak::MedianBuchholz,
        TieBreak::Buchholz,
        TieBreak::Direct,
        TieBreak::SonnebornBerger,
        TieBreak::Difference,
    ];
    for _ in 0..30 {
        let mut lines: Vec<Line> = (0..20)
            .map(|_| {
                let one = dice.below(8);
                let two = (one + 1 + dice.below(7)) % 8;
                let points = [0, 0].map(|zero: i64| zero + dice.below(60) as i64);
                line(one, two, i32::try_from(dice.below(3)).unwrap(), points)
            })
            .collect();
        let known = table(8, &lines, &[3, 5], Count::Match, &ties);
        dice.shuffle(&mut lines);
        assert_eq!(table(8, &lines, &[5, 3], Count::Match, &ties), known);
        assert_eq!(known.iter().map(|row| row.marks).sum::<i32>(), 2 * 20 + 2 * 2);
        assert_eq!(
            known.iter().map(|row| row.points).sum::<i64>(),
            known.iter().map(|row| row.against).sum::<i64>()
        );
        // Better first; the same place exactly when nothing tells two apart.
        let key = |row: &Standing| (row.marks, row.breaks.clone());
        for two in known.windows(2) {
            assert!(key(&two[0]) >= key(&two[1]));
            assert_eq!(two[0].place == two[1].place, key(&two[0]) == key(&two[1]));
        }
    }
}

#[test]
fn what_was_brought_along_counts() {
    let entries = [(0, 0, 0), (1, 3, 100)].map(|(number, marks, points)| Entry {
        player: player(number),
        marks,
        points,
    });
    let sheet = |count| Sheet {
        entries: &entries,
        lines: vec![line(0, 1, 2, [60, 10])],
        byes: Vec::new(),
        bye_points: 0,
        count,
        tie_breaks: &[],
    };
    let first = |count| standings(&sheet(count))[0].clone();
    assert_eq!(
        (first(Count::Hands).player, first(Count::Hands).points),
        (PlayerId(2), 110)
    );
    assert_eq!(
        (first(Count::Match).player, first(Count::Match).marks),
        (PlayerId(2), 3)
    );
}
