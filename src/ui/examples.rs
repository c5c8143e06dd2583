//! Example hands for the pages of rules, played by the game itself under the rules they explain.

use crate::cards::{Card, CardSet, Pack};
use crate::gin::{AceRuns, Action, Arrangement, Ending, Hand, HandScore, Opening, Rules};
use crate::id::Seat;

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lesson {
    /// A knock that succeeds, as dear as the limit allows.
    Knock,
    /// A gold hand.
    Gold,
    /// A knock that is undercut.
    Undercut,
}

/// A hand that was played for a page of rules. The first seat knocks.
pub(super) struct Example {
    /// How it ended.
    pub(super) score: HandScore,
    /// How many times it counts.
    pub(super) times: u8,
}

/// The hand as it is dealt: what an opening looks like, and the first seat's ten cards.
pub(super) struct Opened {
    /// The hand before the first move.
    pub(super) hand: Hand,
    /// The first seat's cards, without an eleventh.
    pub(super) ten: Arrangement,
}

/// Cards for one lesson: those that always lie in melds, in groups, and the opponent's.
struct Cast {
    melds: &'static str,
    /// How many cards from the pool are loose.
    loose: usize,
    defender: &'static str,
}

/// Runs as everywhere. The first is the example of the picture design.
const LOW: [Cast; 3] = [
    Cast {
        melds: "4H 5H 6H 7H 9C 9D 9S",
        loose: 3,
        defender: "KC KD KH 2H 4C 5D 6S JS 8H 9H",
    },
    Cast {
        melds: "4H 5H 6H 7H TC TD TS TH",
        loose: 2,
        defender: "KC KD KH 2H 4C 5D 6S JS 8H 9H",
    },
    Cast {
        melds: "5H 6H 7H 9C 9D 9S TC TD TS",
        loose: 1,
        defender: "KC KD KH 2H 4C 5D 6S JS 8H 9H",
    },
];
const LOW_GOLD: Cast = Cast {
    melds: "4H 5H 6H 7H 9C 9D 9S TC TD TS",
    ..LOW[0]
};
const LOW_UNDERCUT: &str = "KC KD KH QC QD QH JC JD JH AH";
/// Runs that go round the corner.
const AROUND: [Cast; 3] = [
    Cast {
        melds: "QD KD AD 2D 9C 9D 9S",
        loose: 3,
        defender: "6C 6D 6H 3D 4C 5S 8C JS JD 7H",
    },
    Cast {
        melds: "QD KD AD 2D TC TD TS TH",
        loose: 2,
        defender: "6C 6D 6H 3D 4C 5S 8C JS JD 7H",
    },
    Cast {
        melds: "KD AD 2D 9C 9D 9S TC TD TS",
        loose: 1,
        defender: "6C 6D 6H 3D 4C 5S 8C JS QD 7H",
    },
];
const AROUND_GOLD: Cast = Cast {
    melds: "QD KD AD 2D 9C 9D 9S TC TD TS",
    ..AROUND[0]
};
const AROUND_UNDERCUT: &str = "6C 6D 6H 7C 7D 7H JC JD JH 3D";
/// From these the loose cards are chosen; none is anywhere else.
const POOL: &str = "AC AS 2C 2S 3C 3S 4S 5C 6S 7C 7S 8D QC QS KC TH";
/// The card that is put down with the knock.
const DISCARD: &str = "KS";
/// The first upcard: a spade, so that a rule about spades shows.
const UPCARD: &str = "8S";

/// The example of a lesson under these rules; none where they know no such thing.
pub(super) fn example(rules: &Rules, lesson: Lesson) -> Option<Example> {
    let around = rules.aces.runs == AceRuns::Around;
    let (casts, gold, undercut) = if around {
        (&AROUND, &AROUND_GOLD, AROUND_UNDERCUT)
    } else {
        (&LOW, &LOW_GOLD, LOW_UNDERCUT)
    };
    if lesson == Lesson::Gold {
        let played = play(rules, cards(gold.melds), cards(gold.defender))?;
        return matches!(played.score.ending, Ending::Gold(_)).then_some(played);
    }
    let mut best: Option<(u8, Example)> = None;
    for cast in casts {
        let defender = cards(if lesson == Lesson::Undercut {
            undercut
        } else {
            cast.defender
        });
        let melds = cards(cast.melds);
        for loose in choices(cards(POOL) - defender - melds, cast.loose) {
            let kept = melds | loose;
            let laid = Arrangement::best(kept, rules.aces);
            // Loose cards that make a meld of their own would be another example.
            if laid.loose() != loose {
                continue;
            }
            let deadwood = laid.deadwood();
            if best.as_ref().is_some_and(|(dearest, _)| *dearest >= deadwood) {
                continue;
            }
            let Some(played) = play(rules, kept, defender) else {
                continue;
            };
            let wanted = match lesson {
                Lesson::Knock => played.score.ending == Ending::Knock,
                Lesson::Undercut => matches!(played.score.ending, Ending::Undercut(_)),
                Lesson::Gold => false,
            };
            if wanted {
                best = Some((deadwood, played));
            }
        }
    }
    best.map(|(_, played)| played)
}

/// The beginning of a hand under these rules.
pub(super) fn opened(rules: &Rules) -> Option<Opened> {
    let around = rules.aces.runs == AceRuns::Around;
    let cast = if around { &AROUND[0] } else { &LOW[0] };
    let ten = cards(cast.melds) | cards("AC 2S 3S");
    Some(Opened {
        hand: deal(rules, ten, cards(cast.defender))?,
        ten: Arrangement::best(ten, rules.aces),
    })
}

/// The first seat is dealt these cards, gets the discard, and knocks at once; the opponent answers as well as possible.
fn play(rules: &Rules, kept: CardSet, defender: CardSet) -> Option<Example> {
    let mut hand = deal(rules, kept, defender)?;
    if rules.opening == Opening::Upcard {
        act(&mut hand, Seat::FIRST, Action::Pass)?;
        act(&mut hand, Seat::SECOND, Action::Pass)?;
        act(&mut hand, Seat::FIRST, Action::DrawStock)?;
    }
    act(&mut hand, Seat::FIRST, Action::Knock(cards(DISCARD).iter().next()?))?;
    if hand.score().is_none() {
        act(&mut hand, Seat::SECOND, Action::LayOffBest)?;
    }
    Some(Example {
        score: hand.score()?.clone(),
        times: hand.multiplier(),
    })
}

fn act(hand: &mut Hand, seat: Seat, action: Action) -> Option<()> {
    for event in hand.decide(seat, &action).ok()? {
        hand.evolve(&event);
    }
    Some(())
}

/// A hand with these cards, in which the first seat moves first.
fn deal(rules: &Rules, first: CardSet, second: CardSet) -> Option<Hand> {
    let (discard, upcard) = (cards(DISCARD), cards(UPCARD));
    // Whoever moves first is dealt first, unless the dealer begins.
    let (dealer, begins) = match rules.opening {
        Opening::Upcard => (Seat::SECOND, [first, second]),
        Opening::DealerEleven => (Seat::FIRST, [second, first]),
    };
    let mut order: Vec<Card> = Vec::with_capacity(52);
    for (one, other) in begins[0].iter().zip(begins[1].iter()) {
        order.extend([one, other]);
    }
    if rules.opening == Opening::Upcard {
        order.extend(upcard.iter());
    }
    order.extend(discard.iter());
    let used: CardSet = order.iter().copied().collect();
    order.extend((CardSet::FULL - used).iter());
    order.reverse();
    Some(Hand::deal(rules, dealer, Pack::new(&order).ok()?))
}

/// Every choice of this many cards.
fn choices(from: CardSet, count: usize) -> Vec<CardSet> {
    if count == 0 {
        return vec![CardSet::EMPTY];
    }
    let mut all = Vec::new();
    let mut rest = from;
    for card in from.iter() {
        rest.remove(card);
        all.extend(choices(rest, count - 1).into_iter().map(|mut chosen| {
            chosen.insert(card);
            chosen
        }));
    }
    all
}

fn cards(text: &str) -> CardSet {
    text.split(' ').filter_map(|card| card.parse::<Card>().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gin::{KnockLimit, Preset};

    #[test]
    fn every_preset_has_its_examples_as_dear_as_it_allows() {
        for (preset, limit) in [
            (Preset::Jinlami, 10),
            (Preset::JinlamiPk, 5),
            (Preset::Classic, 10),
            (Preset::Oklahoma, 8),
            (Preset::Tedesco, 10),
        ] {
            let rules = preset.rules();
            let knock = example(&rules, Lesson::Knock).unwrap();
            assert_eq!(knock.score.shown.deadwood(Seat::FIRST), limit, "{preset}");
            assert_eq!(knock.score.winner, Some(Seat::FIRST));
            assert!(
                !knock.score.shown.laid_off.is_empty(),
                "{preset}: something is laid off"
            );
            let around = rules.aces.runs == AceRuns::Around;
            let corner = |score: &HandScore| {
                let melds = score.shown.arrangements[0].melds().to_vec();
                melds.iter().any(|meld| {
                    let order = meld.in_order();
                    order
                        .windows(2)
                        .any(|pair| pair[0].rank().label() == "K" && pair[1].rank().label() == "A")
                })
            };
            assert_eq!(corner(&knock.score), around, "{preset}");
            let gold = example(&rules, Lesson::Gold).unwrap();
            assert_eq!(corner(&gold.score), around, "{preset}");
            let lost = u16::from(gold.score.shown.deadwood(Seat::SECOND));
            assert_eq!(
                gold.score.points,
                (rules.gold.three + lost) * u16::from(gold.times),
                "{preset}"
            );
            assert_eq!(gold.score.shown.laid_off.is_empty(), !rules.layoff_on_gold, "{preset}");
            let undercut = example(&rules, Lesson::Undercut).unwrap();
            assert_eq!(undercut.score.winner, Some(Seat::SECOND), "{preset}");
            assert_eq!(knock.times, if preset == Preset::Oklahoma { 2 } else { 1 });
            let opened = opened(&rules).unwrap();
            assert_eq!(opened.hand.to_move(), Some(Seat::FIRST), "{preset}");
        }
    }

    #[test]
    fn other_limits_have_other_examples_and_none_where_only_gin_ends_a_hand() {
        for limit in 0..=50 {
            for preset in [Preset::Jinlami, Preset::Tedesco] {
                let rules = Rules {
                    knock_limit: KnockLimit::Points(limit),
                    ..preset.rules()
                };
                let knock = example(&rules, Lesson::Knock);
                let shown = knock.map(|played| played.score.shown.deadwood(Seat::FIRST));
                match limit {
                    0 => assert_eq!(shown, None),
                    1 if preset == Preset::Tedesco => assert_eq!(shown, None, "a loose ace costs fifteen"),
                    1..=25 => assert_eq!(shown, Some(limit), "{preset} {limit}"),
                    _ => assert!(shown.is_some_and(|shown| shown > 20 && shown <= limit)),
                }
            }
        }
    }
}
