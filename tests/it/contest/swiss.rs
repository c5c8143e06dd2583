//! Swiss rounds against brute force, and against the rounds of a pairing program of chess federations.

use std::collections::{BTreeMap, BTreeSet};

use jinlami::contest::{Contender, swiss};
use jinlami::id::PlayerId;

use super::arena::{player, players};
use crate::dice::Dice;
use crate::effort::cases;

/// Rounds that were played, and what follows from them for the next.
#[derive(Clone)]
struct Field {
    order: Vec<Contender>,
    rounds: Vec<Vec<[PlayerId; 2]>>,
}

impl Field {
    fn new(count: usize) -> Field {
        Field {
            order: players(count).into_iter().map(Contender::new).collect(),
            rounds: Vec::new(),
        }
    }

    fn of(&mut self, player: PlayerId) -> Option<&mut Contender> {
        self.order.iter_mut().find(|contender| contender.player == player)
    }

    fn play(&mut self, pairs: &[[PlayerId; 2]], bye: Option<PlayerId>, mut first: impl FnMut(usize) -> i32) {
        let marks: BTreeMap<PlayerId, i32> = self.order.iter().map(|one| (one.player, one.marks)).collect();
        for contender in &mut self.order {
            contender.float = 0;
        }
        for (board, pair) in pairs.iter().enumerate() {
            let won = first(board);
            for (at, gained) in [(0, won), (1, 2 - won)] {
                let (own, other) = (pair[at], pair[1 - at]);
                let contender = self.of(own).unwrap();
                contender.marks += gained;
                contender.first += if at == 0 { 1 } else { -1 };
                contender.float = (marks[&other] - marks[&own]).signum();
                *contender.met.entry(other).or_default() += 1;
            }
        }
        if let Some(contender) = bye.and_then(|player| self.of(player)) {
            contender.marks += 2;
            contender.byes += 1;
        }
        self.rounds.push(pairs.to_vec());
    }

    fn drop(&mut self, at: usize) {
        self.order.remove(at);
    }

    /// What counts most in a round, the less the better.
    fn price(&self, pairs: &[[PlayerId; 2]], bye: Option<PlayerId>) -> [i64; 4] {
        let of = |player: PlayerId| self.order.iter().find(|contender| contender.player == player).unwrap();
        let fewest = self.order.iter().map(|contender| contender.byes).min().unwrap();
        let lowest = self.order.iter().map(|contender| contender.marks).min().unwrap();
        let repeats = pairs
            .iter()
            .map(|[one, two]| i64::from(of(*one).met.get(two).copied().unwrap_or(0)));
        let apart = pairs
            .iter()
            .map(|[one, two]| i64::from(of(*one).marks - of(*two).marks).pow(2));
        [
            bye.map_or(0, |player| i64::from(of(player).byes - fewest)),
            repeats.sum(),
            bye.map_or(0, |player| i64::from(of(player).marks - lowest)),
            apart.sum(),
        ]
    }

    /// Everybody once, in one pair or with the bye.
    fn is_whole(&self, pairs: &[[PlayerId; 2]], bye: Option<PlayerId>) {
        let mut all: Vec<PlayerId> = pairs.iter().flatten().copied().chain(bye).collect();
        all.sort_unstable();
        let mut known: Vec<PlayerId> = self.order.iter().map(|contender| contender.player).collect();
        known.sort_unstable();
        assert_eq!(all, known);
    }

    /// The least price of any pairing.
    fn least(&self) -> [i64; 4] {
        let all: Vec<PlayerId> = self.order.iter().map(|contender| contender.player).collect();
        let mut best = [i64::MAX; 4];
        every(&all, &mut Vec::new(), None, &mut |pairs, bye| {
            best = best.min(self.price(pairs, bye))
        });
        best
    }
}

/// Who looks at a pairing.
type See<'a> = dyn FnMut(&[[PlayerId; 2]], Option<PlayerId>) + 'a;

/// Every way to pair these people.
fn every(left: &[PlayerId], pairs: &mut Vec<[PlayerId; 2]>, bye: Option<PlayerId>, see: &mut See<'_>) {
    let Some((first, rest)) = left.split_first() else {
        return see(pairs, bye);
    };
    if left.len() % 2 == 1 {
        every(rest, pairs, Some(*first), see);
    }
    for at in 0..rest.len() {
        let mut others = rest.to_vec();
        let second = others.remove(at);
        if others.len() % 2 == 1 && bye.is_some() {
            continue;
        }
        pairs.push([*first, second]);
        every(&others, pairs, bye, see);
        pairs.pop();
    }
}

#[test]
fn a_round_is_the_cheapest_of_all_for_up_to_eight_players() {
    let mut dice = Dice::new(1);
    for _ in 0..cases(60) {
        let mut field = Field::new(2 + dice.below(7));
        for _ in 0..dice.below(7) {
            // Rounds that nobody would pair that way leave nothing easy behind.
            let mut order = field.order.clone();
            dice.shuffle(&mut order);
            let bye = (order.len() % 2 == 1).then(|| order.pop().unwrap().player);
            let pairs: Vec<[PlayerId; 2]> = order.chunks(2).map(|two| [two[0].player, two[1].player]).collect();
            field.play(&pairs, bye, |_| i32::try_from(dice.below(3)).unwrap());
            if field.order.len() > 2 && dice.below(6) == 0 {
                field.drop(dice.below(field.order.len()));
            }
        }
        let (pairs, bye) = swiss(&field.order, 0);
        field.is_whole(&pairs, bye);
        assert_eq!(field.price(&pairs, bye), field.least(), "{:?}", field.order);
        assert_eq!(swiss(&field.order, 0), (pairs, bye));
    }
}

/// A whole tournament; the price of each round and of the best one there could have been.
fn tournament(count: usize, rounds: usize, dice: &mut Dice) -> Field {
    let mut field = Field::new(count);
    for round in 1..=rounds {
        let (pairs, bye) = swiss(&field.order, rounds - round);
        field.is_whole(&pairs, bye);
        let price = field.price(&pairs, bye);
        assert_eq!(
            price[..2],
            [0, 0],
            "{count} players, round {round} of {rounds}: {pairs:?} {bye:?}"
        );
        field.play(&pairs, bye, |_| i32::try_from(dice.below(3)).unwrap());
    }
    field
}

/// C-100: with a view to the rounds to come no repeat is ever needed where a schedule without repeats exists.
#[test]
fn small_fields_play_all_their_rounds_without_a_repeat() {
    let mut dice = Dice::new(2);
    for _ in 0..cases(20) {
        for (count, rounds) in [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (10, 9), (12, 8)] {
            tournament(count, rounds, &mut dice);
        }
    }
}

/// C-100: eight people, two of whom leave: whenever a round without repeats exists, none has one.
#[test]
fn after_drop_outs_there_is_no_repeat_that_can_be_avoided() {
    let mut dice = Dice::new(3);
    for _ in 0..cases(40) {
        let mut field = Field::new(8);
        for round in 1..=6 {
            let (pairs, bye) = swiss(&field.order, 6 - round);
            assert!(field.price(&pairs, bye)[..2] <= field.least()[..2], "round {round}");
            field.play(&pairs, bye, |_| i32::try_from(dice.below(3)).unwrap());
            if field.order.len() > 6 && dice.below(2) == 0 {
                field.drop(dice.below(field.order.len()));
            }
        }
    }
}

/// C-099: nine people, seven rounds: seven of them have a bye.
#[test]
fn nobody_has_a_second_bye_while_somebody_has_none() {
    let mut dice = Dice::new(4);
    for _ in 0..cases(20) {
        let field = tournament(9, 7, &mut dice);
        let byes: Vec<u32> = field.order.iter().map(|contender| contender.byes).collect();
        assert_eq!((byes.iter().sum::<u32>(), byes.iter().max()), (7, Some(&1)));
    }
}

/// C-099, C-100: large fields with people who leave.
#[test]
fn large_fields_with_drop_outs_have_no_repeat_and_no_second_bye() {
    let mut dice = Dice::new(5);
    for count in [16, 33, 64] {
        let mut field = Field::new(count);
        for round in 1..=7 {
            let (pairs, bye) = swiss(&field.order, 7 - round);
            field.is_whole(&pairs, bye);
            assert_eq!(field.price(&pairs, bye)[..2], [0, 0], "{count} players, round {round}");
            field.play(&pairs, bye, |_| i32::try_from(dice.below(3)).unwrap());
            for _ in 0..dice.below(3) {
                if field.order.len() > count / 2 + 8 {
                    field.drop(dice.below(field.order.len()));
                }
            }
        }
        let uneven = field.order.iter().map(|contender| contender.first.abs()).max();
        assert!(uneven <= Some(3), "somebody sat {uneven:?} times more in one seat");
    }
}

#[test]
fn the_first_round_is_upper_half_against_lower_half() {
    let field = Field::new(8);
    let (pairs, bye) = swiss(&field.order, 2);
    let met: Vec<BTreeSet<PlayerId>> = pairs.into_iter().map(BTreeSet::from).collect();
    assert_eq!(met, [0, 1, 2, 3].map(|at| BTreeSet::from([player(at), player(at + 4)])));
    assert_eq!(bye, None);
    assert_eq!(swiss(&Field::new(9).order, 2).1, Some(player(8)));
}

#[test]
fn nobody_and_one_alone_are_no_pair() {
    assert_eq!(swiss(&[], 3), (Vec::new(), None));
    assert_eq!(swiss(&Field::new(1).order, 3), (Vec::new(), Some(player(0))));
}

#[derive(serde::Deserialize)]
struct Tournament {
    players: usize,
    rounds: Vec<Vec<Vec<usize>>>,
}

/// The rounds in `dutch.jsonl` were paired by caissify-pairings 0.5.0 (Dutch system of the chess federation FIDE, C.04.3) with chance
/// results. Its rules weigh some things differently (colours, who floats), so what must agree is what both promise: no
/// repeat, no second bye, the bye at the end of the field, and scores as near as can be.
#[test]
fn rounds_are_as_good_as_those_of_a_chess_program() {
    let (mut rounds, mut same) = (0, 0);
    for line in include_str!("dutch.jsonl").lines() {
        let tournament: Tournament = serde_json::from_str(line).unwrap();
        let mut field = Field::new(tournament.players);
        for (at, theirs) in tournament.rounds.iter().enumerate() {
            let pairs: Vec<[PlayerId; 2]> = theirs
                .iter()
                .filter(|row| row.len() == 3)
                .map(|row| [player(row[0] - 1), player(row[1] - 1)])
                .collect();
            let bye = theirs.iter().find(|row| row.len() == 1).map(|row| player(row[0] - 1));
            let won: Vec<i32> = theirs
                .iter()
                .filter(|row| row.len() == 3)
                .map(|row| row[2] as i32)
                .collect();
            let (ours, rests) = swiss(&field.order, tournament.rounds.len() - at - 1);
            field.is_whole(&ours, rests);
            let (mine, known) = (field.price(&ours, rests), field.price(&pairs, bye));
            assert_eq!(known[..2], [0, 0]);
            assert_eq!(mine[..2], [0, 0], "{} players, round {}", tournament.players, at + 1);
            // Foresight for small fields may cost something now.
            if tournament.players > 2 * tournament.rounds.len() {
                assert!(
                    mine <= known,
                    "{} players, round {}: {mine:?} {known:?}",
                    tournament.players,
                    at + 1
                );
            }
            let sets = |pairs: &[[PlayerId; 2]]| -> BTreeSet<BTreeSet<PlayerId>> {
                pairs.iter().map(|pair| BTreeSet::from(*pair)).collect()
            };
            if at == 0 {
                assert_eq!((sets(&ours), rests), (sets(&pairs), bye));
            }
            rounds += 1;
            same += usize::from(mine == known);
            field.play(&pairs, bye, |board| won[board]);
        }
    }
    println!("{same} of {rounds} rounds have the very same differences of score");
    assert!(rounds > 100 && same * 10 >= rounds * 8, "{same} of {rounds}");
}
