//! What the card rooms cost, each beside its yardstick in the same run: the crate `gin-rummy` or the tests' slow solver.
//!
//! `cargo bench --bench gin`. Goals (per call, one core): least deadwood of ten random cards 8 ns, of eleven played 20 ns;
//! with arrangement 40 ns; all eleven discards 60 and 100 ns; best lay-off 500 ns on average and never above 20 µs; at
//! least 200,000 random hands a second through `decide` and `evolve`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::counter::ItemsCount;
use divan::{Bencher, bench};
use gin_rummy as yardstick;
use jinlami::cards::{Card, CardSet, Pack};
use jinlami::gin::{self, Aces, Action, Arrangement, Event, Hand, Illegal, Meld, Phase, Preset, Rules};
use jinlami::id::Seat;
use serde_json::Value;

#[path = "../tests/it/dice.rs"]
mod dice;
#[path = "../tests/it/slow.rs"]
mod slow;

use dice::Dice;

const HANDS: usize = 4096;

#[expect(clippy::print_stdout, reason = "the figures are what a benchmark is for")]
fn main() {
    let positions = knocks();
    for preset in Preset::ALL {
        let (mean, worst) = layoff_times(&positions, &preset.rules());
        println!(
            "best lay-off, {preset}, {} knocks: mean {mean:?}, worst {worst:?}",
            positions.len()
        );
    }
    divan::main();
}

/// Ten or eleven cards from a shuffled pack.
fn random_hands(count: usize) -> Vec<CardSet> {
    let mut dice = Dice::new(count as u64);
    (0..HANDS)
        .map(|_| dice.pack().cards()[..count].iter().copied().collect())
        .collect()
}

/// The eleven cards before a discard, from hands played towards little deadwood.
fn played_hands() -> Vec<CardSet> {
    let mut dice = Dice::new(11);
    let mut found = Vec::with_capacity(HANDS);
    while found.len() < HANDS {
        let mut hand = Hand::deal(&Preset::Jinlami.rules(), Seat::FIRST, dice.pack());
        while let Some(seat) = hand.to_move() {
            let action = match hand.phase() {
                Phase::Discard { .. } => {
                    let view = hand.view(Some(seat));
                    let cards = view.hand.expect("a seat sees its cards");
                    found.push(cards);
                    let best = gin::discards(cards, Aces::LOW)
                        .into_iter()
                        .min_by_key(|&(_, dead)| dead);
                    Action::Discard(best.expect("eleven cards").0)
                }
                _ => Action::DrawStock,
            };
            hand.decide(seat, &action)
                .expect("legal")
                .iter()
                .for_each(|event| hand.evolve(event));
        }
    }
    found.truncate(HANDS);
    found
}

fn theirs(hand: CardSet) -> yardstick::Hand {
    hand.iter().map(their_card).collect()
}

fn their_card(card: Card) -> yardstick::Card {
    yardstick::Card {
        suit: yardstick::Suit::ASC[card.suit() as usize],
        rank: yardstick::Rank::new(card.rank() as u8 + 1),
    }
}

/// Measures one call over many hands.
fn over<H: Copy + Sync, R>(bencher: Bencher<'_, '_>, hands: &[H], call: impl Fn(H) -> R + Sync) {
    bencher.counter(ItemsCount::new(hands.len())).bench(|| {
        for &hand in hands {
            black_box(call(black_box(hand)));
        }
    });
}

#[bench]
fn deadwood_10_random(bencher: Bencher<'_, '_>) {
    over(bencher, &random_hands(10), |hand| gin::deadwood(hand, Aces::LOW));
}

#[bench]
fn deadwood_10_random_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(10).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::deadwood);
}

#[bench]
fn deadwood_11_played(bencher: Bencher<'_, '_>) {
    over(bencher, &played_hands(), |hand| gin::deadwood(hand, Aces::LOW));
}

#[bench]
fn deadwood_11_played_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands().into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::deadwood);
}

#[bench]
fn arrangement_10_random(bencher: Bencher<'_, '_>) {
    over(bencher, &random_hands(10), |hand| Arrangement::best(hand, Aces::LOW));
}

#[bench]
fn arrangement_10_random_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(10).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::best_melds);
}

#[bench]
fn arrangement_11_played(bencher: Bencher<'_, '_>) {
    over(bencher, &played_hands(), |hand| Arrangement::best(hand, Aces::LOW));
}

#[bench]
fn arrangement_11_played_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands().into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::best_melds);
}

#[bench]
fn discards_11_random(bencher: Bencher<'_, '_>) {
    over(bencher, &random_hands(11), |hand| gin::discards(hand, Aces::LOW));
}

#[bench]
fn discards_11_random_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(11).into_iter().map(theirs).collect();
    over(bencher, &hands, their_discards);
}

#[bench]
fn discards_11_played(bencher: Bencher<'_, '_>) {
    over(bencher, &played_hands(), |hand| gin::discards(hand, Aces::LOW));
}

#[bench]
fn discards_11_played_yardstick(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands().into_iter().map(theirs).collect();
    over(bencher, &hands, their_discards);
}

/// Eleven calls of the yardstick, which has no such thing.
fn their_discards(hand: yardstick::Hand) -> u32 {
    hand.iter()
        .map(|card| u32::from(yardstick::deadwood(hand - card.into())))
        .sum()
}

#[bench(args = Preset::ALL)]
fn layoff_vectors(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    let positions = knocks();
    over(bencher, &positions, |(shown, defender)| {
        gin::best_layoff(&rules, &shown, defender)
    });
}

#[bench(args = Preset::ALL, sample_count = 3)]
fn layoff_vectors_yardstick(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    let melds = slow::every_meld();
    let positions = knocks();
    over(bencher, &positions, |(shown, defender)| {
        slow::slow_layoff(&rules, &shown, defender, &melds)
    });
}

/// The knocks of the stored vectors: what is shown and the defender's cards.
fn knocks() -> Vec<(Arrangement, CardSet)> {
    let cards = |value: &Value| {
        let cards: Vec<Card> = serde_json::from_value(value.clone()).expect("a list of cards");
        cards.into_iter().collect::<CardSet>()
    };
    let text = include_str!("../tests/it/vectors/knocks.jsonl");
    text.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).expect("a row");
            let melds: Vec<Meld> = row["knocker_melds"]
                .as_array()
                .expect("melds")
                .iter()
                .map(|meld| Meld::new(cards(meld), Aces::LOW.runs).expect("a meld"))
                .collect();
            let hand = melds
                .iter()
                .fold(cards(&row["knocker_deadwood_cards"]), |all, meld| all | meld.cards());
            (
                Arrangement::new(hand, &melds, Aces::LOW).expect("an arrangement"),
                cards(&row["defender"]),
            )
        })
        .collect()
}

/// The mean and the worst time of one best lay-off; each position's is its quickest of many, so that a neighbour on the
/// machine doesn't count.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn layoff_times(positions: &[(Arrangement, CardSet)], rules: &Rules) -> (Duration, Duration) {
    let times: Vec<Duration> = positions
        .iter()
        .map(|(shown, defender)| {
            let quickest = (0..200).map(|_| {
                let start = Instant::now();
                black_box(gin::best_layoff(rules, black_box(shown), black_box(*defender)));
                start.elapsed()
            });
            quickest.min().expect("many")
        })
        .collect();
    (
        times.iter().sum::<Duration>() / times.len() as u32,
        times.into_iter().max().expect("positions"),
    )
}

/// A hand of the classic game by two who draw either card, throw a random one and knock when it permits: through the
/// validating `decide` and `evolve`.
fn play_randomly(pack: Pack, dice: &mut Dice) -> Hand {
    let mut hand = Hand::deal(&Preset::Classic.rules(), Seat::FIRST, pack);
    let mut cards = [CardSet::EMPTY; 2];
    for seat in Seat::BOTH {
        cards[seat.index()] = hand.view(Some(seat)).hand.expect("a seat sees its cards");
    }
    let mut upcard = hand.view(None).upcard;
    let mut taken = None;
    while let Some(seat) = hand.to_move() {
        let mine = &mut cards[seat.index()];
        let action = match hand.phase() {
            Phase::Upcard { .. } => Action::Pass,
            Phase::Draw => match upcard {
                Some(card) if dice.below(4) == 0 => Action::TakePile(card),
                _ => Action::DrawStock,
            },
            Phase::Discard { drawn, .. } => {
                mine.insert(drawn.or(taken).expect("a card was drawn"));
                let card = mine.iter().nth(dice.below(10)).filter(|&card| Some(card) != taken);
                let card = card.unwrap_or_else(|| mine.iter().nth(10).expect("eleven cards"));
                if gin::deadwood(mine.without(card), Aces::LOW) <= 10 {
                    Action::Knock(card)
                } else {
                    Action::Discard(card)
                }
            }
            _ => Action::LayOffBest,
        };
        let events = match hand.decide(seat, &action) {
            Err(Illegal::UpcardPassed) => hand.decide(seat, &Action::DrawStock),
            other => other,
        };
        for event in events.expect("legal") {
            match event {
                Event::TookPile { card, .. } => taken = Some(card),
                Event::DrewStock { .. } => taken = None,
                Event::Discarded { card, .. } => {
                    mine.remove(card);
                    upcard = Some(card);
                }
                _ => {}
            }
            hand.evolve(&event);
        }
    }
    hand
}

#[bench]
fn random_hands_played(bencher: Bencher<'_, '_>) {
    let packs: Vec<Pack> = {
        let mut dice = Dice::new(1);
        (0..256).map(|_| dice.pack()).collect()
    };
    let mut dice = Dice::new(2);
    bencher.counter(ItemsCount::new(packs.len())).bench_local(|| {
        for pack in &packs {
            black_box(play_randomly(pack.clone(), &mut dice));
        }
    });
}

#[bench]
fn random_hands_played_yardstick(bencher: Bencher<'_, '_>) {
    let packs: Vec<Pack> = {
        let mut dice = Dice::new(1);
        (0..256).map(|_| dice.pack()).collect()
    };
    let mut dice = Dice::new(2);
    bencher.counter(ItemsCount::new(packs.len())).bench_local(|| {
        for pack in &packs {
            black_box(play_theirs(pack, &mut dice));
        }
    });
}

/// The same by the yardstick crate.
fn play_theirs(pack: &Pack, dice: &mut Dice) -> yardstick::Round {
    let cards: Vec<yardstick::Card> = pack.cards().iter().rev().copied().map(their_card).collect();
    let hand = |first: usize| cards[first..20].iter().step_by(2).copied().collect();
    let stock = cards[21..].iter().rev().copied().collect();
    let mut round = yardstick::Round::from_deal(
        yardstick::Rules::default(),
        yardstick::Player::One,
        [hand(1), hand(0)],
        cards[20],
        stock,
    )
    .expect("a fresh deal");
    let mut taken = None;
    while let Some(player) = round.turn() {
        match round.phase() {
            yardstick::Phase::Upcard => round.pass().expect("legal"),
            yardstick::Phase::Draw => {
                taken = if dice.below(4) == 0 {
                    round.take_discard().ok()
                } else {
                    None
                };
                if taken.is_none() {
                    round.draw_stock().expect("legal");
                }
            }
            yardstick::Phase::Discard => {
                let mine = round.hand(player);
                let card = mine.iter().nth(dice.below(10)).filter(|&card| Some(card) != taken);
                let card = card.unwrap_or_else(|| mine.iter().nth(10).expect("eleven cards"));
                let kept = mine - card.into();
                if yardstick::deadwood(kept) <= 10 {
                    round.knock(card, yardstick::best_melds(kept)).expect("legal");
                } else {
                    round.discard(card).expect("legal");
                }
            }
            _ => {
                let mine = round.hand(player);
                let laid = mine
                    .iter()
                    .find(|&card| (0..3).any(|meld| round.lay_off(card, meld).is_ok()));
                if laid.is_none() {
                    round.finish_layoffs().expect("legal");
                }
            }
        }
    }
    round
}

/// 2,000 facts of many hands, written down again.
#[bench]
fn replay_2000_events(bencher: Bencher<'_, '_>) {
    let mut dice = Dice::new(3);
    let mut games: Vec<(Pack, Vec<Event>)> = Vec::new();
    let mut count = 0;
    while count < 2000 {
        let pack = dice.pack();
        let mut hand = Hand::deal(&Preset::Jinlami.rules(), Seat::FIRST, pack.clone());
        let mut events = Vec::new();
        while let Some((seat, action)) = hand.automatic() {
            for event in hand.decide(seat, &action).expect("legal") {
                hand.evolve(&event);
                events.push(event);
            }
        }
        events.truncate(2000 - count);
        count += events.len();
        games.push((pack, events));
    }
    bencher.counter(ItemsCount::new(count)).bench(|| {
        for (pack, events) in &games {
            let mut hand = Hand::deal(&Preset::Jinlami.rules(), Seat::FIRST, pack.clone());
            events.iter().for_each(|event| hand.evolve(event));
            black_box(hand);
        }
    });
}
