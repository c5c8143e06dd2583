//! What the card rooms cost, each beside its yardsticks in the same run: a plain textbook solver, and where the game is the
//! plain one the crate `gin-rummy`.
//!
//! `cargo bench --bench gin`. Goals (per call, one core): least deadwood of ten random cards 8 ns, of eleven played 20 ns;
//! with arrangement 40 ns; all eleven discards 60 and 100 ns; best lay-off 500 ns on average and never above 20 µs; at
//! least 200,000 random hands a second through `decide` and `evolve`; a log of 2,000 facts replayed in 1 ms. `jinlami` has
//! the plain aces, `tedesco` those that go round the corner.

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::counter::ItemsCount;
use divan::{Bencher, bench};
use gin_rummy as yardstick;
use jinlami::cards::{Card, CardSet, Pack};
use jinlami::gin::{self, Action, Arrangement, Event, Hand, Illegal, Meld, Mode, Phase, Preset, Rules};
use jinlami::id::{Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::table::{self, By, Chance, Invitee, Table, Terms, Wish};
use serde_json::Value;

#[path = "../tests/it/dice.rs"]
mod dice;
mod textbook;

use dice::Dice;

/// Counts what is allocated; of the solver's figures only the lay-offs have any, the list of the cards placed.
#[global_allocator]
static MEMORY: divan::AllocProfiler = divan::AllocProfiler::system();

const HANDS: usize = 4096;

/// The two kinds of aces.
const ACES: [Preset; 2] = [Preset::Jinlami, Preset::Tedesco];

#[expect(clippy::print_stdout, reason = "the figures are what a benchmark is for")]
fn main() {
    for preset in Preset::ALL {
        let (rules, positions) = (preset.rules(), knocks(preset));
        let wrong = positions
            .iter()
            .filter(|(shown, hand)| {
                gin::best_layoff(&rules, shown, *hand).points != textbook::layoff(&rules, shown, *hand)
            })
            .count();
        let (mean, worst) = layoff_times(&positions, &rules);
        println!(
            "best lay-off, {preset}, {} knocks: mean {mean:?}, worst {worst:?}; {wrong} scores differ from the textbook's",
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
fn played_hands(preset: Preset) -> Vec<CardSet> {
    let rules = preset.rules();
    let mut dice = Dice::new(11);
    let mut found = Vec::with_capacity(HANDS);
    while found.len() < HANDS {
        let mut hand = Hand::deal(&rules, Seat::FIRST, dice.pack());
        while let Some((seat, automatic)) = hand.automatic() {
            let action = match hand.phase() {
                Phase::Discard { .. } => {
                    let view = hand.view(Some(seat));
                    let cards = view.hand.expect("a seat sees its cards");
                    found.push(cards);
                    let best = gin::discards(cards, rules.aces)
                        .into_iter()
                        .min_by_key(|&(_, dead)| dead);
                    Action::Discard(best.expect("eleven cards").0)
                }
                _ => automatic,
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

#[bench(args = ACES)]
fn deadwood_10_random(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(10), |hand| gin::deadwood(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn deadwood_10_random_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(10), |hand| textbook::deadwood(hand, aces));
}

#[bench]
fn deadwood_10_random_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(10).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::deadwood);
}

#[bench(args = ACES)]
fn deadwood_11_played(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| gin::deadwood(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn deadwood_11_played_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| textbook::deadwood(hand, aces));
}

#[bench]
fn deadwood_11_played_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands(Preset::Jinlami).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::deadwood);
}

#[bench(args = ACES)]
fn arrangement_10_random(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(10), |hand| Arrangement::best(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn arrangement_10_random_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(10), |hand| textbook::best_melds(hand, aces));
}

#[bench]
fn arrangement_10_random_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(10).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::best_melds);
}

#[bench(args = ACES)]
fn arrangement_11_played(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| Arrangement::best(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn arrangement_11_played_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| textbook::best_melds(hand, aces));
}

#[bench]
fn arrangement_11_played_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands(Preset::Jinlami).into_iter().map(theirs).collect();
    over(bencher, &hands, yardstick::best_melds);
}

#[bench(args = ACES)]
fn discards_11_random(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(11), |hand| gin::discards(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn discards_11_random_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &random_hands(11), |hand| textbook::discards(hand, aces));
}

#[bench]
fn discards_11_random_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = random_hands(11).into_iter().map(theirs).collect();
    over(bencher, &hands, their_discards);
}

#[bench(args = ACES)]
fn discards_11_played(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| gin::discards(hand, aces));
}

#[bench(args = ACES, sample_count = 5)]
fn discards_11_played_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| textbook::discards(hand, aces));
}

#[bench]
fn discards_11_played_crate(bencher: Bencher<'_, '_>) {
    let hands: Vec<_> = played_hands(Preset::Jinlami).into_iter().map(theirs).collect();
    over(bencher, &hands, their_discards);
}

/// Eleven calls of the yardstick, which has no such thing.
fn their_discards(hand: yardstick::Hand) -> u32 {
    hand.iter()
        .map(|card| u32::from(yardstick::deadwood(hand - card.into())))
        .sum()
}

#[bench(args = ACES)]
fn knocks_11_played(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    over(bencher, &played_hands(preset), |hand| {
        gin::knocks(hand, &rules, 10, None)
    });
}

#[bench(args = ACES, sample_count = 5)]
fn knocks_11_played_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    over(bencher, &played_hands(preset), |hand| textbook::knocks(hand, 10, aces));
}

/// What may be shown of the ten cards that the vectors' knockers keep; no textbook has it.
#[bench(args = ACES)]
fn arrangements_of_knocks(bencher: Bencher<'_, '_>, preset: Preset) {
    let aces = preset.rules().aces;
    let kept: Vec<CardSet> = knocks(preset).iter().map(|(shown, _)| shown.cards()).collect();
    over(bencher, &kept, |kept| gin::arrangements(kept, 10, aces));
}

#[bench(args = Preset::ALL)]
fn layoff_vectors(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    over(bencher, &knocks(preset), |(shown, defender)| {
        gin::best_layoff(&rules, &shown, defender)
    });
}

#[bench(args = Preset::ALL, sample_count = 3)]
fn layoff_vectors_textbook(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    over(bencher, &knocks(preset), |(shown, defender)| {
        textbook::layoff(&rules, &shown, defender)
    });
}

/// The knocks of the stored vectors with the preset's aces: what is shown and the defender's cards.
fn knocks(preset: Preset) -> Vec<(Arrangement, CardSet)> {
    let cards = |value: &Value| {
        let cards: Vec<Card> = serde_json::from_value(value.clone()).expect("a list of cards");
        cards.into_iter().collect::<CardSet>()
    };
    let aces = preset.rules().aces;
    let text = match aces.runs {
        gin::AceRuns::Low => include_str!("../tests/it/vectors/knocks.jsonl"),
        gin::AceRuns::Around => include_str!("../tests/it/vectors/tedesco_knocks.jsonl"),
    };
    text.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).expect("a row");
            let melds: Vec<Meld> = row["knocker_melds"]
                .as_array()
                .expect("melds")
                .iter()
                .map(|meld| Meld::new(cards(meld), aces.runs).expect("a meld"))
                .collect();
            let hand = melds
                .iter()
                .fold(cards(&row["knocker_deadwood_cards"]), |all, meld| all | meld.cards());
            (
                Arrangement::new(hand, &melds, aces).expect("an arrangement"),
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

/// A hand by two who draw either card, throw a random one and knock when it permits: through the validating `decide` and
/// `evolve`.
fn play_randomly(rules: &Rules, pack: Pack, dice: &mut Dice) -> Hand {
    let mut hand = Hand::deal(rules, Seat::FIRST, pack);
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
                if gin::deadwood(mine.without(card), rules.aces) <= 10 {
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

#[bench(args = [Preset::Classic, Preset::Tedesco])]
fn random_hands_played(bencher: Bencher<'_, '_>, preset: Preset) {
    let rules = preset.rules();
    let packs: Vec<Pack> = {
        let mut dice = Dice::new(1);
        (0..256).map(|_| dice.pack()).collect()
    };
    let mut dice = Dice::new(2);
    bencher.counter(ItemsCount::new(packs.len())).bench_local(|| {
        for pack in &packs {
            black_box(play_randomly(&rules, pack.clone(), &mut dice));
        }
    });
}

#[bench]
fn random_hands_played_crate(bencher: Bencher<'_, '_>) {
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

/// A match's log of 2,000 facts, written down again.
#[bench(args = ACES)]
fn replay_2000_events(bencher: Bencher<'_, '_>, preset: Preset) {
    let log = long_match(preset, 2000);
    bencher
        .counter(ItemsCount::new(log.len()))
        .bench(|| black_box(Table::replay(TableId(5), black_box(&log)).expect("a whole log")));
}

/// A match in which both seats make the clock's moves, until its log is this long.
fn long_match(preset: Preset, length: usize) -> Vec<(Millis, table::Event)> {
    let (now, anna, ben) = (Millis(1_000_000), PlayerId(1), PlayerId(2));
    let chance = Chance {
        root: [7; 32],
        press: Some(1),
    };
    let venue = Venue {
        platform: Platform::Discord,
        chat: 7,
    };
    let terms = Terms {
        mode: Mode::Target {
            points: Terms::TARGET_MAX,
            within: None,
        },
        ..Terms::of(preset)
    };
    let place = Place { venue, channel: 8 };
    let opened = Table::open(place, anna, Invitee::Player(ben), terms, &chance).expect("fine terms");
    let mut table = Table::opened(TableId(5), now, &opened[0]).expect("it is opened");
    let mut log = vec![(now, opened[0].clone())];
    let mut next = opened[1..].to_vec();
    while log.len() < length {
        for event in std::mem::take(&mut next) {
            table.evolve(now, &event);
            log.push((now, event));
        }
        next = match table.stage() {
            table::Stage::Invited => table
                .decide(ben, None, None, Wish::Accept, &chance)
                .expect("it is open"),
            table::Stage::Gathering => table.gather(now, &chance),
            table::Stage::Playing => table.automatic(By::Clock, &chance).expect("a move"),
            table::Stage::Over(_) => break,
        };
    }
    log.truncate(length);
    assert_eq!(log.len(), length, "the match was too short");
    log
}
