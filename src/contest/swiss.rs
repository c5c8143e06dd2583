//! A Swiss round: everybody meets somebody new with about the same score.
//!
//! The round is the cheapest of all pairings. What counts, most important first: nobody has a second bye while another has
//! none; no repeats; the bye goes to the lowest score; scores differ little; nobody is paired up or down twice in a row;
//! seats stay balanced; and inside a score group the upper half meets the lower half in order, as chess federations have it.

use std::collections::BTreeMap;

use super::matching::cheapest;
use crate::id::PlayerId;

/// The most players that one round is made for (ours); the costs below stay exact up to there.
pub const ENTRANTS_MAX: usize = 256;

/// A player of a Swiss round, with what is known of the rounds before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Who.
    pub player: PlayerId,
    /// The score so far in half points.
    pub marks: i32,
    /// How often the player met whom in the contest.
    pub met: BTreeMap<PlayerId, u32>,
    /// How many rounds the player had no opponent.
    pub byes: u32,
    /// How many times more the player sat in the first seat than in the second.
    pub first: i32,
    /// In the round before, paired with a lower (−1), an equal (0) or a higher (1) score.
    pub float: i32,
}

impl Contender {
    /// A player who has not played yet.
    #[must_use]
    pub fn new(player: PlayerId) -> Contender {
        Contender {
            player,
            marks: 0,
            met: BTreeMap::new(),
            byes: 0,
            first: 0,
            float: 0,
        }
    }
}

/// The pairs of a round, first seat first, and whoever has no opponent. `field` is in the order of rank: the order of the
/// draw decides between equal scores. `rounds_left` are the rounds that are to come after this one: repeats are
/// avoided for them too where that can be told.
#[must_use]
pub fn swiss(field: &[Contender], rounds_left: usize) -> (Vec<[PlayerId; 2]>, Option<PlayerId>) {
    let mut order: Vec<&Contender> = field.iter().take(ENTRANTS_MAX).collect();
    order.sort_by_key(|contender| -contender.marks);
    if order.len() < 2 {
        return (Vec::new(), order.first().map(|contender| contender.player));
    }
    let round = Round::new(order);
    let pairs = round.foresee(round.pairs(), rounds_left);
    let mut boards = Vec::with_capacity(pairs.len());
    let mut bye = None;
    for [one, two] in pairs {
        match round.order.get(two) {
            Some(_) => boards.push(round.seat(one, two, boards.len())),
            None => bye = Some(round.order[one].player),
        }
    }
    (boards, bye)
}

/// A round that is being made. Indexes are places in the order of rank; one beyond it, where the number is odd, stands for
/// the bye.
struct Round<'a> {
    order: Vec<&'a Contender>,
    count: usize,
    /// For each place, the first place of its score group and the group's size.
    groups: Vec<(usize, usize)>,
    lowest: i32,
    fewest_byes: u32,
}

impl<'a> Round<'a> {
    fn new(order: Vec<&'a Contender>) -> Round<'a> {
        let mut groups = Vec::with_capacity(order.len());
        for group in order.chunk_by(|one, two| one.marks == two.marks) {
            let start = groups.len();
            groups.extend(group.iter().map(|_| (start, group.len())));
        }
        Round {
            count: order.len() + order.len() % 2,
            lowest: order.last().map_or(0, |contender| contender.marks),
            fewest_byes: order.iter().map(|contender| contender.byes).min().unwrap_or(0),
            groups,
            order,
        }
    }

    fn pairs(&self) -> Vec<[usize; 2]> {
        cheapest(self.count, |one, two| self.cost(one, two))
    }

    fn cost(&self, one: usize, two: usize) -> i128 {
        match self.order.get(two) {
            Some(_) => self.meeting(one, two),
            None => self.bye(one),
        }
    }

    fn bye(&self, one: usize) -> i128 {
        let contender = self.order[one];
        let places = (self.order.len() - 1 - one) as i128;
        Costs {
            second_byes: i128::from(contender.byes - self.fewest_byes).min(63),
            bye_score: i128::from(contender.marks - self.lowest).min(1023),
            fold: places * places,
            ..Costs::default()
        }
        .sum()
    }

    fn meeting(&self, one: usize, two: usize) -> i128 {
        let (upper, lower) = (self.order[one], self.order[two]);
        let apart = i128::from(upper.marks - lower.marks).min(1023);
        let (start, size) = self.groups[one];
        let (next, _) = self.groups[two];
        let fold = if start == next {
            // The best partner is half a group away.
            (2 * (two - one)).abs_diff(size) as i128
        } else {
            // Who leaves the group comes from its end, and meets the beginning of the other.
            ((start + size - 1 - one) + (two - next)) as i128 * 2
        };
        Costs {
            repeats: i128::from(upper.met.get(&lower.player).copied().unwrap_or(0).min(127)),
            apart: apart * apart,
            floats: i128::from(apart > 0 && upper.float < 0) + i128::from(apart > 0 && lower.float > 0),
            seats: i128::from(upper.first * lower.first > 0),
            fold: fold * fold,
            ..Costs::default()
        }
        .sum()
    }

    /// Who sits first: whoever sat there less often; between equals it changes from board to board.
    fn seat(&self, one: usize, two: usize, board: usize) -> [PlayerId; 2] {
        let (upper, lower) = (self.order[one], self.order[two]);
        let swap = match upper.first.cmp(&lower.first) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => board % 2 == 1,
        };
        if swap {
            [lower.player, upper.player]
        } else {
            [upper.player, lower.player]
        }
    }

    /// Whether two have not met yet (or one has had no bye yet, beside the place that stands for it).
    fn fresh(&self, one: usize, two: usize) -> bool {
        let (one, two) = (one.min(two), one.max(two));
        match self.order.get(two) {
            Some(lower) => !self.order[one].met.contains_key(&lower.player),
            None => self.order[one].byes == self.fewest_byes,
        }
    }

    /// The same pairs, or others where after these the rounds that are left could not be played without repeats, and after
    /// the others they can.
    fn foresee(&self, pairs: Vec<[usize; 2]>, rounds_left: usize) -> Vec<[usize; 2]> {
        let count = self.count;
        let row = |one: usize| (0..count).map(|two| one != two && self.fresh(one, two)).collect();
        let open: Vec<Vec<bool>> = (0..count).map(row).collect();
        let repeats = pairs.iter().any(|[one, two]| !open[*one][*two]);
        let mut after = open.clone();
        for [one, two] in &pairs {
            after[*one][*two] = false;
            after[*two][*one] = false;
        }
        // With so many strangers left for everybody the rounds to come can't be trapped (Dirac's theorem).
        let strangers = |row: &Vec<bool>| row.iter().filter(|fresh| **fresh).count();
        if repeats || rounds_left == 0 || after.iter().all(|row| strangers(row) >= count / 2 + rounds_left - 1) {
            return pairs;
        }
        let rounds_left = rounds_left.min(after.iter().map(strangers).min().unwrap_or(0));
        if rounds_left == 0 || Rest::new(after).rounds(rounds_left).is_some() {
            return pairs;
        }
        let total = |pairs: &Vec<[usize; 2]>| pairs.iter().map(|[one, two]| self.cost(*one, *two)).sum::<i128>();
        // The cheapest pairings without one of these pairs are nearly as good; where none of them is open to the end,
        // a round of a search for all the rounds is.
        let mut others: Vec<Vec<[usize; 2]>> = pairs.iter().map(|pair| self.without(*pair)).collect();
        others.sort_by_key(total);
        let lasting = |pairs: &Vec<[usize; 2]>| {
            let mut after = open.clone();
            for [one, two] in pairs {
                if !std::mem::take(&mut after[*one][*two]) {
                    return false;
                }
                after[*two][*one] = false;
            }
            Rest::new(after).rounds(rounds_left).is_some()
        };
        if let Some(found) = others.into_iter().find(lasting) {
            return found;
        }
        let rounds = Rest::new(open).rounds(rounds_left + 1).unwrap_or_default();
        rounds.into_iter().min_by_key(total).map_or(pairs, |mut best| {
            best.sort_unstable();
            best
        })
    }

    /// The cheapest pairs without this one.
    fn without(&self, pair: [usize; 2]) -> Vec<[usize; 2]> {
        cheapest(self.count, |one, two| {
            if [one, two] == pair {
                self.cost(one, two) + (1 << 100)
            } else {
                self.cost(one, two)
            }
        })
    }
}

/// What a pair costs, the most important first; each is a sum over at most 128 pairs that never outweighs the one before.
#[derive(Default)]
struct Costs {
    second_byes: i128,
    repeats: i128,
    bye_score: i128,
    apart: i128,
    floats: i128,
    seats: i128,
    fold: i128,
}

impl Costs {
    fn sum(&self) -> i128 {
        let mut sum = self.second_byes;
        for (width, cost) in [
            (15, self.repeats),
            (11, self.bye_score),
            (28, self.apart),
            (9, self.floats),
            (8, self.seats),
            (26, self.fold),
        ] {
            sum = (sum << width) + cost;
        }
        sum
    }
}

/// Who can still meet whom without a repeat, and a search for whole rounds of that.
struct Rest {
    open: Vec<Vec<bool>>,
    steps: usize,
}

impl Rest {
    /// How long is searched (ours): a few milliseconds; what isn't found by then is held to be impossible.
    const STEPS: usize = 100_000;

    fn new(open: Vec<Vec<bool>>) -> Rest {
        Rest {
            open,
            steps: Rest::STEPS,
        }
    }

    /// This many rounds without any repeat.
    fn rounds(&mut self, rounds: usize) -> Option<Vec<Vec<[usize; 2]>>> {
        let mut found = Vec::new();
        self.search(rounds, &mut vec![false; self.open.len()], &mut Vec::new(), &mut found)
            .then_some(found)
    }

    fn search(
        &mut self,
        rounds: usize,
        paired: &mut Vec<bool>,
        round: &mut Vec<[usize; 2]>,
        found: &mut Vec<Vec<[usize; 2]>>,
    ) -> bool {
        if rounds == 0 {
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let choices = |one: usize, paired: &Vec<bool>, open: &Vec<Vec<bool>>| {
            (0..open.len())
                .filter(|two| open[one][*two] && !paired[*two])
                .collect::<Vec<_>>()
        };
        // Whoever has the fewest left to meet chooses first.
        let next = (0..self.open.len())
            .filter(|one| !paired[*one])
            .min_by_key(|one| choices(*one, paired, &self.open).len());
        let Some(one) = next else {
            found.push(round.clone());
            let whole = std::mem::take(round);
            paired.fill(false);
            if self.search(rounds - 1, paired, round, found) {
                return true;
            }
            found.pop();
            *round = whole;
            paired.fill(true);
            return false;
        };
        for two in choices(one, paired, &self.open) {
            paired[one] = true;
            paired[two] = true;
            self.open[one][two] = false;
            self.open[two][one] = false;
            round.push([one.min(two), one.max(two)]);
            if self.search(rounds, paired, round, found) {
                return true;
            }
            round.pop();
            self.open[one][two] = true;
            self.open[two][one] = true;
            paired[one] = false;
            paired[two] = false;
        }
        false
    }
}
