//! The fast solver gives what a slow one gives that tries everything. The slow one shares nothing with it but the cards.

use jinlami::cards::{Card, CardSet};
use jinlami::gin::{self, AceRuns, Aces, Arrangement, Ending, KnockLimit, LayOff, Meld, MeldKind, Preset, Rules, Tie};
use proptest::prelude::*;

use crate::dice::Dice;
use crate::effort::cases;
use crate::play::set;
use crate::slow::{Layout, Slow};

/// The aces of every preset and some that only a house rule gives.
fn every_ace(dice: &mut Dice) -> [Aces; 4] {
    let points = 1 + dice.below(25) as u8;
    [
        Aces::LOW,
        Aces::CORNER,
        Aces {
            runs: AceRuns::Low,
            points,
        },
        Aces {
            runs: AceRuns::Around,
            points,
        },
    ]
}

/// Rules that no preset has; a gold hand is worth no less than a knock.
pub fn any_rules(dice: &mut Dice, aces: Aces) -> Rules {
    let mut points = |most: usize| dice.below(most + 1) as u16;
    let knock_bonus = points(30);
    let mut row = || {
        let mut sorted = [points(400), points(400), points(100), points(100)];
        sorted.sort_unstable();
        gin::UndercutRow {
            dragon: sorted[3],
            two: sorted[2],
            three: sorted[1],
            loose: sorted[0],
        }
    };
    let undercut = gin::Undercut {
        eight: row(),
        seven: row(),
        six: row(),
    };
    let three = knock_bonus + points(50);
    let two = three + points(100);
    Rules {
        aces,
        knock_bonus,
        undercut,
        gold: gin::Gold {
            dragon: two + points(400),
            two,
            three,
        },
        layoff_on_gold: points(1) == 1,
        throw_back_taken: points(1) == 1,
        tie: if points(1) == 1 { Tie::Nobody } else { Tie::Undercut },
        ..Preset::ALL[usize::from(points(4))].rules()
    }
}

/// The rules to try on one kind of ace: each preset's that has it, and others.
fn rules_with(dice: &mut Dice, aces: Aces) -> Vec<Rules> {
    let presets = Preset::ALL.into_iter().map(Preset::rules);
    let mut all: Vec<Rules> = presets.filter(|rules| rules.aces == aces).collect();
    all.push(any_rules(dice, aces));
    all.push(any_rules(dice, aces));
    all
}

/// How many cards outside the hand fit directly on one of these melds.
fn open_places(chosen: &[CardSet], hand: CardSet, slow: &Slow) -> usize {
    let fits = |card: Card| chosen.iter().any(|&meld| slow.is_meld(meld.with(card)));
    Card::all().filter(|&card| !hand.contains(card) && fits(card)).count()
}

/// The order in which arrangements are preferred, the best first.
fn preference(chosen: &[CardSet], loose: CardSet, hand: CardSet, slow: &Slow) -> (u32, usize, usize) {
    let deadwood = slow.dead(loose);
    (
        deadwood,
        if deadwood == 0 { chosen.len() } else { 0 },
        open_places(chosen, hand, slow),
    )
}

/// A hand that is likely to hold melds that cross: cards from a window of ranks, which may reach round the corner.
fn crossing_hand(dice: &mut Dice, count: usize, runs: AceRuns) -> CardSet {
    let width = 3 + dice.below(11);
    let lowest = dice.below(match runs {
        AceRuns::Low => 14 - width,
        AceRuns::Around => 13,
    });
    let suits = if width >= 6 { [4, 4, 2, 1][dice.below(4)] } else { 4 };
    let mut from: Vec<Card> = Card::all()
        .filter(|card| (card.rank() as usize + 13 - lowest) % 13 < width && (card.suit() as usize) < suits)
        .collect();
    let mut hand = CardSet::EMPTY;
    while (hand.len() as usize) < count {
        if from.is_empty() {
            from = Card::all().filter(|&card| !hand.contains(card)).collect();
        }
        let card = from.swap_remove(dice.below(from.len()));
        hand.insert(card);
    }
    hand
}

fn check_hand(hand: CardSet, slow: &Slow) {
    let aces = slow.aces;
    let all = slow.layouts(hand);
    let expected = all
        .iter()
        .map(|layout| slow.dead(layout.loose))
        .min()
        .expect("made by the test");
    assert_eq!(u32::from(gin::deadwood(hand, aces)), expected, "{hand:?} {aces:?}");
    let best = Arrangement::best(hand, aces);
    assert_eq!(best.cards(), hand);
    assert_eq!(u32::from(best.deadwood()), expected, "{hand:?} {aces:?}");
    let chosen: Vec<CardSet> = best.melds().iter().map(|meld| meld.cards()).collect();
    assert!(chosen.iter().all(|&meld| slow.is_meld(meld)), "{best:?}");
    assert_eq!(
        chosen.iter().fold(best.loose(), |all, &meld| all | meld),
        hand,
        "{best:?}"
    );
    let preferred = all
        .iter()
        .filter(|layout| slow.dead(layout.loose) == expected)
        .map(|layout| preference(&layout.melds, layout.loose, hand, slow))
        .min()
        .expect("made by the test");
    assert_eq!(
        preference(&chosen, best.loose(), hand, slow),
        preferred,
        "{hand:?} {best:?} {aces:?}"
    );
    assert_eq!(best.open().len() as usize, preferred.2, "{best:?}");
    assert_eq!(
        Arrangement::new(hand, best.melds(), aces),
        Ok(best),
        "in order: {best:?}"
    );
    let text = serde_json::to_string(&best).expect("plain data");
    assert_eq!(serde_json::from_str::<Arrangement>(&text).expect("just written"), best);
}

fn check_eleven(hand: CardSet, slow: &Slow, dice: &mut Dice) {
    let aces = slow.aces;
    let kept: Vec<(Card, (u32, usize))> = hand.iter().map(|card| (card, slow.least(hand.without(card)))).collect();
    let discards: Vec<(Card, u32)> = gin::discards(hand, aces)
        .into_iter()
        .map(|(card, deadwood)| (card, u32::from(deadwood)))
        .collect();
    assert_eq!(
        discards,
        kept.iter()
            .map(|&(card, (deadwood, _))| (card, deadwood))
            .collect::<Vec<_>>(),
        "{hand:?} {aces:?}"
    );
    let taken = hand.iter().nth(dice.below(12));
    for rules in rules_with(dice, aces) {
        let limit = match rules.knock_limit {
            KnockLimit::Points(limit) => limit,
            KnockLimit::From(_) => dice.below(60) as u8,
        };
        let mut expected: Vec<(Card, u32, Option<usize>)> = kept
            .iter()
            .filter(|&&(card, _)| Some(card) != taken || rules.throw_back_taken)
            .filter(|&&(_, (deadwood, _))| deadwood <= u32::from(limit))
            .map(|&(card, (deadwood, count))| (card, deadwood, (deadwood == 0).then_some(count)))
            .collect();
        // The best first, as they are offered.
        expected.sort_by_key(|&(_, deadwood, count)| (deadwood, count));
        let knocks: Vec<(Card, u32, Option<usize>)> = gin::knocks(hand, &rules, limit, taken)
            .into_iter()
            .map(|knock| {
                (
                    knock.discard,
                    u32::from(knock.deadwood),
                    knock.tier.map(|tier| tier as usize + 1),
                )
            })
            .collect();
        assert_eq!(knocks, expected, "{hand:?} {aces:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ten_and_eleven_cards_are_laid_out_as_by_trying_everything(seed: u64) {
        let mut dice = Dice::new(seed);
        for aces in every_ace(&mut dice) {
            let slow = Slow::new(aces);
            check_hand(crossing_hand(&mut dice, 10, aces.runs), &slow);
            let eleven = crossing_hand(&mut dice, 11, aces.runs);
            check_hand(eleven, &slow);
            check_eleven(eleven, &slow, &mut dice);
            // A plain deal too.
            let pack = dice.pack();
            check_hand(pack.cards()[..10].iter().copied().collect(), &slow);
            check_eleven(pack.cards()[..11].iter().copied().collect(), &slow, &mut dice);
        }
    }

    #[test]
    fn a_hand_with_few_cards_left_is_laid_out_exactly_too(seed: u64, count in 0_usize..10) {
        let mut dice = Dice::new(seed);
        for aces in every_ace(&mut dice) {
            check_hand(crossing_hand(&mut dice, count, aces.runs), &Slow::new(aces));
        }
    }
}

/// C-117: long runs are one meld, and no card is in two.
#[test]
fn c_117_long_runs_that_cross_sets() {
    let slow = Slow::new(Aces::LOW);
    for (text, deadwood) in [
        ("3S 4S 5S 6S 7S 5H 5D KC QD 9H", 39),
        ("3S 4S 5S 6S 7S 8S 5H 5D 8H 8D", 10),
        ("4H 5H 6H 7H 8H 6S 6D 6C AC 2C", 3),
        ("AS 2S 3S 4S 5S 6S AH AD 6H 6D", 0),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC", 0),
        ("7S 8S 9S TS JS 7H 7D JH JD KD", 10),
    ] {
        let hand = set(text);
        check_hand(hand, &slow);
        assert_eq!(gin::deadwood(hand, Aces::LOW), deadwood, "{text}");
        for card in Card::all().filter(|&card| !hand.contains(card)) {
            check_eleven(hand.with(card), &slow, &mut Dice::new(0));
        }
    }
}

#[test]
fn runs_round_the_corner_are_one_meld_and_lie_from_their_first_card() {
    let slow = Slow::new(Aces::CORNER);
    for (text, deadwood, melds) in [
        ("QS KS AS 2S 3S 4S 5S 6S 7S 8S", 0, vec!["QSKSAS2S3S4S5S6S7S8S"]),
        ("QS KS AS 5H 6H 7H KD KH KC AD", 15, vec!["5H6H7H", "QSKSAS", "KCKDKH"]),
        ("KD AD 2D 2C 2H 2S KC KH 7D AH", 21, vec!["KDAD2D", "KHAH2H"]),
        ("JC QC KC AC AD AH AS 2C 3C 4C", 0, vec!["JCQCKCAC2C3C4C", "ADAHAS"]),
        ("KH AH 2H KC AC 2C KS AS 2S 9D", 9, vec!["ACAHAS", "2C2H2S", "KCKHKS"]),
    ] {
        let hand = set(text);
        check_hand(hand, &slow);
        let best = Arrangement::best(hand, Aces::CORNER);
        assert_eq!(best.deadwood(), deadwood, "{best:?}");
        let lying: Vec<String> = best
            .melds()
            .iter()
            .map(|meld| meld.in_order().into_iter().map(Card::letters).collect())
            .collect();
        assert_eq!(lying, melds, "{text}");
        for card in Card::all().filter(|&card| !hand.contains(card)) {
            check_eleven(hand.with(card), &slow, &mut Dice::new(0));
        }
    }
}

/// A knocker's arrangement and a defender whose cards like to lie beside it.
fn knock_position(dice: &mut Dice, slow: &Slow) -> (Arrangement, CardSet) {
    loop {
        let mut chosen: Vec<Meld> = Vec::new();
        let mut taken = CardSet::EMPTY;
        for _ in 0..3 {
            let meld = slow.melds[dice.below(slow.melds.len())];
            let meld = Meld::new(meld, slow.aces.runs).expect("made by the test");
            let long = meld.cards().len() > 5 && dice.below(4) != 0;
            if !long && (taken & meld.cards()).is_empty() && (taken | meld.cards()).len() <= 10 {
                chosen.push(meld);
                taken |= meld.cards();
            }
        }
        let mut hand = taken;
        let mut cheap: Vec<Card> = Card::all()
            .filter(|&card| !taken.contains(card) && slow.worth(card) <= 10)
            .collect();
        cheap.sort_by_key(|&card| slow.worth(card));
        while hand.len() < 10 {
            hand.insert(cheap.remove(dice.below(8.min(cheap.len()))));
        }
        let shown = Arrangement::new(hand, &chosen, slow.aces).expect("made by the test");
        if shown.deadwood() > 10 {
            continue;
        }
        let near = |&card: &Card| !hand.contains(card) && chosen.iter().any(|meld| beside(*meld, card));
        return (shown, defender(dice, hand, near));
    }
}

/// Ten cards outside the hand, mostly such as these.
fn defender(dice: &mut Dice, hand: CardSet, near: impl Fn(&Card) -> bool) -> CardSet {
    let (mut near, mut rest): (Vec<Card>, Vec<Card>) = Card::all().filter(|&card| !hand.contains(card)).partition(near);
    dice.shuffle(&mut near);
    let mut defender = CardSet::EMPTY;
    while defender.len() < 10 {
        let pick_near = rest.is_empty() || !near.is_empty() && dice.below(3) != 0;
        let card = if pick_near {
            near.pop().expect("made by the test")
        } else {
            rest.swap_remove(dice.below(rest.len()))
        };
        defender.insert(card);
    }
    defender
}

/// Whether the card is near the meld: of its rank, or not far from it in its suit, round the corner too.
fn beside(meld: Meld, card: Card) -> bool {
    let apart = |other: Card| {
        let up = (card.rank() as u8 + 13 - other.rank() as u8) % 13;
        up.min(13 - up)
    };
    meld.cards().iter().any(|other| match meld.kind() {
        MeldKind::Set => other.rank() == card.rank(),
        MeldKind::Run => other.suit() == card.suit() && apart(other) <= 3 || apart(other) <= 1,
    })
}

/// The answer is one that the rules allow and that scores what it says.
fn check_answer(rules: &Rules, shown: &Arrangement, hand: CardSet, answer: &LayOff, slow: &Slow) {
    let mut on_table: Vec<Meld> = shown.melds().to_vec();
    let mut rest = hand;
    for &(card, index) in &answer.placed {
        assert!(rest.remove(card), "{answer:?}");
        let meld = &mut on_table[usize::from(index)];
        *meld = meld
            .with(card, rules.aces.runs)
            .unwrap_or_else(|| panic!("{card} does not fit: {answer:?}"));
        assert!(slow.is_meld(meld.cards()), "{meld:?}");
    }
    assert_eq!(answer.own.cards(), rest);
    assert_eq!(u32::from(answer.own.deadwood()), slow.least(rest).0);
    match answer.ending {
        Ending::Knock | Ending::Gold(_) => assert!(answer.points <= 0),
        Ending::Undercut(_) => assert!(answer.points >= 0),
        Ending::Tie => assert_eq!((answer.points, rules.tie), (0, Tie::Nobody)),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_best_layoff_scores_as_by_trying_everything(seed: u64) {
        let mut dice = Dice::new(seed);
        for aces in every_ace(&mut dice) {
            let slow = Slow::new(aces);
            let (shown, defender) = knock_position(&mut dice, &slow);
            for rules in rules_with(&mut dice, aces) {
                let answer = gin::best_layoff(&rules, &shown, defender);
                check_answer(&rules, &shown, defender, &answer, &slow);
                prop_assert_eq!(
                    answer.points,
                    slow.layoff(&rules, &shown, defender),
                    "{:?} against {:?} under {:?}", defender, shown, rules
                );
            }
        }
    }
}

/// What may be shown, found by trying everything: nothing that matters is missing, nothing that is there is beaten.
fn check_choices(hand: CardSet, limit: u8, slow: &Slow, dice: &mut Dice) {
    let aces = slow.aces;
    let offered = gin::arrangements(hand, limit, aces);
    let best = Arrangement::best(hand, aces);
    if best.deadwood() > limit {
        assert!(offered.is_empty());
        return;
    }
    assert_eq!(offered[0], best);
    let as_layout = |shown: &Arrangement| Layout {
        melds: shown.melds().iter().map(|meld| meld.cards()).collect(),
        loose: shown.loose(),
    };
    let kept: Vec<Layout> = offered.iter().map(as_layout).collect();
    let beats = |one: &Layout, other: &Layout| {
        slow.dead(one.loose) <= slow.dead(other.loose) && slow.no_more_open(one, other, hand)
    };
    for (index, (shown, layout)) in offered.iter().zip(&kept).enumerate() {
        assert_eq!(shown.cards(), hand);
        assert!(shown.deadwood() <= limit && layout.melds.iter().all(|&meld| slow.is_meld(meld)));
        let others = kept
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index && index > 0);
        for (other, better) in others {
            assert!(
                !beats(better, layout),
                "{:?} beats {shown:?} of {hand:?}",
                offered[other]
            );
        }
        let order = |shown: &Arrangement| (shown.deadwood(), shown.open().len());
        assert!(index < 2 || order(&offered[index - 1]) <= order(shown), "{offered:?}");
    }
    let all = slow.layouts(hand);
    let dropped: Vec<&Layout> = all
        .iter()
        .filter(|layout| layout.melds.len() <= Arrangement::MOST && slow.dead(layout.loose) <= u32::from(limit))
        .filter(|layout| !kept.iter().any(|kept| kept.melds == layout.melds))
        .collect();
    for layout in &dropped {
        assert!(
            kept.iter().any(|kept| beats(kept, layout)),
            "{layout:?} of {hand:?} is missing"
        );
    }
    // And by the scores themselves: no defender wishes that something else had been dropped.
    for _ in 0..3 {
        let Some(layout) = dropped.get(dice.below(dropped.len().max(1))) else {
            return;
        };
        let melds: Result<Vec<Meld>, _> = layout.melds.iter().map(|&meld| Meld::new(meld, aces.runs)).collect();
        let shown = Arrangement::new(hand, &melds.expect("known melds"), aces).expect("a layout");
        let melds: Vec<Meld> = offered
            .iter()
            .chain([&shown])
            .flat_map(|shown| shown.melds().to_vec())
            .collect();
        let defender = defender(dice, hand, |&card| melds.iter().any(|meld| beside(*meld, card)));
        for rules in rules_with(dice, aces) {
            let scores = |shown: &Arrangement| -gin::best_layoff(&rules, shown, defender).points;
            let choices = gin::knock_choices(hand, limit, &rules);
            assert_eq!(choices[..], offered[..choices.len()]);
            let most = choices.iter().map(scores).max().expect("the best is there");
            assert!(scores(&shown) <= most, "{shown:?} against {defender:?} under {rules:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_knocker_is_offered_what_no_other_choice_beats_and_nothing_else(seed: u64) {
        let mut dice = Dice::new(seed);
        for aces in every_ace(&mut dice) {
            let slow = Slow::new(aces);
            for limit in [0, 5, 10, 30, u8::MAX] {
                check_choices(crossing_hand(&mut dice, 10, aces.runs), limit, &slow, &mut dice);
                check_choices(knock_position(&mut dice, &slow).0.cards(), limit, &slow, &mut dice);
            }
        }
    }
}

#[test]
fn a_knocker_may_close_the_end_of_a_run_with_a_card_kept_loose() {
    let shown = |text: &str, limit: u8, aces: Aces| -> Vec<(u8, String)> {
        let lying = |shown: &Arrangement| {
            let melds = shown.melds().iter().map(|meld| meld.in_order());
            let melds: Vec<String> = melds
                .map(|cards| cards.into_iter().map(Card::letters).collect())
                .collect();
            (shown.deadwood(), melds.join(" "))
        };
        gin::arrangements(set(text), limit, aces).iter().map(lying).collect()
    };
    let text = "3S 4S 5S 6S 9D 9C 9H KC KD KH";
    let all = [
        (0, "3S4S5S6S 9C9D9H KCKDKH"),
        // The two of spades can't be laid off any more, then the seven, then neither.
        (3, "4S5S6S 9C9D9H KCKDKH"),
        (6, "3S4S5S 9C9D9H KCKDKH"),
        (18, "9C9D9H KCKDKH"),
    ];
    let texts = |count: usize| -> Vec<(u8, String)> {
        all[..count]
            .iter()
            .map(|&(points, melds)| (points, melds.to_owned()))
            .collect()
    };
    assert_eq!(shown(text, 10, Aces::LOW), texts(3));
    assert_eq!(shown(text, 5, Aces::LOW), texts(2));
    assert_eq!(shown(text, 18, Aces::LOW), texts(4));
    // Nobody may lay off on a gold hand, except where a rule says so.
    let choices = |preset: Preset| gin::knock_choices(set(text), 10, &preset.rules()).len();
    assert_eq!((choices(Preset::Jinlami), choices(Preset::JinlamiPk)), (1, 3));
    // A king below the ace closes what only goes round the corner.
    let text = "AS 2S 3S KS 9D 9C 9H 8C 8D 8H";
    assert_eq!(shown(text, 10, Aces::LOW).len(), 1);
    assert_eq!(shown(text, 10, Aces::CORNER).len(), 3);
    // The fourth card of a set in the own hand leaves no place at all.
    assert_eq!(shown("4S 4D 4C 4H 9S 9D 9C 9H AS 2D", 30, Aces::LOW).len(), 1);
}
