//! Thousands of random hands: what must hold at every step, whatever is played.

mod players;

use std::collections::HashMap;

use jinlami::cards::{Card, CardSet, Pack};
use jinlami::gin::{self, Action, Event, Hand, HandScore, Illegal, Knocked, Phase, Rules};
use jinlami::id::Seat;
use serde_json::Value;

use crate::dice::Dice;
pub use players::{every_kind, keen, kinds, random_hand, universe};

/// The cards written with blanks between.
pub fn set(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

/// The card of this name.
pub fn card(text: &str) -> Card {
    text.parse().expect("made by the test")
}

/// A hand that is being played, with everything that happened.
pub struct Game {
    pub rules: Rules,
    pub dealer: Seat,
    pub pack: Pack,
    pub hand: Hand,
    pub events: Vec<Event>,
}

impl Game {
    pub fn new(rules: Rules, dealer: Seat, pack: Pack) -> Game {
        let hand = Hand::deal(&rules, dealer, pack.clone());
        Game {
            rules,
            dealer,
            pack,
            hand,
            events: Vec::new(),
        }
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let events = self.hand.decide(seat, &action)?;
        for event in &events {
            self.hand.evolve(event);
        }
        self.events.extend(events);
        Ok(())
    }

    /// Plays an action that must be legal for whoever is to move.
    pub fn play(&mut self, action: Action) {
        let seat = self.hand.to_move().expect("made by the test");
        self.act(seat, action)
            .unwrap_or_else(|why| panic!("{seat:?} {action:?}: {why}"));
    }

    pub fn score(&self) -> &HandScore {
        self.hand.score().expect("the hand is over")
    }

    /// What each seat holds, as its own view tells.
    pub fn cards_of(&self, seat: Seat) -> CardSet {
        self.hand.view(Some(seat)).hand.expect("made by the test")
    }
}

/// The cards that a viewer can't know: the other hands without what was taken before everybody's eyes, the stock, and the
/// knock's discard. The test knows them from the pack and the events alone.
pub fn hidden_from(game: &Game, viewer: Option<Seat>) -> CardSet {
    if game.hand.score().is_some() {
        return CardSet::EMPTY;
    }
    let table = Ledger::of(game);
    let mut hidden = table.stock;
    for seat in Seat::BOTH {
        if viewer != Some(seat) {
            hidden |= table.hands[seat.index()] - table.public[seat.index()];
        }
    }
    match game.hand.phase() {
        Phase::LayOff { knock, .. } => {
            let own = if viewer == Some(knock.seat) {
                CardSet::EMPTY
            } else {
                table.buried - table.known
            };
            (hidden | own) - knock.shown.cards()
        }
        _ => hidden,
    }
}

/// Where every card lies, kept from the pack and the events alone.
pub struct Ledger {
    pub hands: [CardSet; 2],
    pub public: [CardSet; 2],
    pub stock: CardSet,
    pub pile: Vec<Card>,
    pub buried: CardSet,
    known: CardSet,
}

impl Ledger {
    pub fn of(game: &Game) -> Ledger {
        let mut cards: Vec<Card> = game.pack.cards().to_vec();
        let mut ledger = Ledger {
            hands: [CardSet::EMPTY; 2],
            public: [CardSet::EMPTY; 2],
            stock: CardSet::EMPTY,
            pile: Vec::new(),
            buried: CardSet::EMPTY,
            known: CardSet::EMPTY,
        };
        for index in 0..20 {
            let seat = if index % 2 == 0 {
                game.dealer.other()
            } else {
                game.dealer
            };
            ledger.hands[seat.index()].insert(cards.pop().expect("made by the test"));
        }
        let next = cards.pop().expect("made by the test");
        match game.rules.opening {
            gin::Opening::DealerEleven => _ = ledger.hands[game.dealer.index()].insert(next),
            gin::Opening::Upcard => ledger.pile.push(next),
        }
        for event in &game.events {
            match event {
                Event::DrewStock { seat } => {
                    _ = ledger.hands[seat.index()].insert(cards.pop().expect("made by the test"))
                }
                Event::TookPile { seat, card } => {
                    assert_eq!(ledger.pile.pop(), Some(*card));
                    ledger.hands[seat.index()].insert(*card);
                    ledger.public[seat.index()].insert(*card);
                }
                Event::Discarded { seat, card } => {
                    assert!(ledger.hands[seat.index()].remove(*card));
                    ledger.public[seat.index()].remove(*card);
                    ledger.pile.push(*card);
                }
                Event::Knocked(knock) => {
                    assert!(ledger.hands[knock.seat.index()].remove(knock.discard));
                    ledger.buried.insert(knock.discard);
                    // A card taken before everybody's eyes that isn't shown must be the one put down.
                    if ledger.public[knock.seat.index()].remove(knock.discard) {
                        ledger.known.insert(knock.discard);
                    }
                }
                Event::Passed { .. }
                | Event::OfferedLast { .. }
                | Event::MeldedAll { .. }
                | Event::Placed { .. }
                | Event::TookBack
                | Event::Scored(_) => {}
            }
        }
        ledger.stock = cards.into_iter().collect();
        ledger
    }
}

pub fn placed(hand: &Hand) -> CardSet {
    match hand.phase() {
        Phase::LayOff { placed, .. } => placed.iter().map(|&(card, _)| card).collect(),
        _ => CardSet::EMPTY,
    }
}

const SEEDS: u64 = 800;

#[test]
fn every_card_is_kept_in_thousands_of_hands_of_both_games() {
    let mut endings: HashMap<String, usize> = HashMap::new();
    let (mut last_taken, mut last_left) = (0, 0);
    for (kind, seed) in every_kind(SEEDS) {
        let game = random_hand(&kind, seed, |_, _| {});
        let ledger = Ledger::of(&game);
        let all = [
            ledger.hands[0],
            ledger.hands[1],
            ledger.stock,
            ledger.pile.iter().copied().collect(),
            ledger.buried,
        ];
        assert_eq!(all.iter().map(|part| part.len()).sum::<u32>(), 52);
        assert_eq!(
            all.into_iter().fold(CardSet::EMPTY, |all, part| all | part),
            CardSet::FULL
        );
        for pair in game.events.windows(2) {
            match pair {
                [Event::OfferedLast { .. }, Event::TookPile { .. }] => last_taken += 1,
                [Event::OfferedLast { .. }, Event::Passed { .. }] => last_left += 1,
                _ => {}
            }
        }
        let shown = &game.score().shown;
        for seat in Seat::BOTH {
            let mut cards = shown.arrangements[seat.index()].cards();
            if shown.knocker.is_some_and(|knocker| knocker != seat) {
                cards |= shown.laid_off.iter().map(|&(card, _)| card).collect();
            }
            assert_eq!(cards, ledger.hands[seat.index()], "{kind} {seed}");
        }
        *endings
            .entry(format!("{kind} {:?}", game.score().ending).replace(['(', ')'], " "))
            .or_default() += 1;
    }
    assert!(last_taken >= 3 && last_left >= 3, "{last_taken} {last_left}");
    // The random players reach the ways in which a hand ends, or the other tests would show little.
    for ending in [
        "jinlami Knock",
        "jinlami Gold Three ",
        "jinlami Undercut Loose ",
        "jinlami DrawnStock",
        "classic Knock",
        "classic Gold Three ",
        "classic Undercut Loose ",
        "classic DrawnStock",
        "jinlami with options BigGin",
    ] {
        assert!(endings.get(ending).copied().unwrap_or(0) >= 3, "{ending}: {endings:?}");
    }
}

#[test]
fn what_the_views_count_is_what_lies_there_at_every_step() {
    for (kind, seed) in every_kind(60) {
        random_hand(&kind, seed, |game, _| {
            let ledger = Ledger::of(game);
            for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
                let view = game.hand.view(viewer);
                assert_eq!(view.counts, ledger.hands.map(|hand| hand.len() as u8));
                assert_eq!(u32::from(view.stock), ledger.stock.len());
                assert_eq!(usize::from(view.pile), ledger.pile.len());
                assert_eq!(view.upcard, ledger.pile.last().copied());
                assert_eq!(view.held, ledger.public);
                assert!(view.discarded.contains_all(ledger.pile.iter().copied().collect()));
                if let Some(seat) = viewer {
                    let mut own = ledger.hands[seat.index()] - placed(&game.hand);
                    if let Some(score) = game.hand.score() {
                        own = ledger.hands[seat.index()];
                        assert_eq!(view.score.as_ref(), Some(score));
                    } else if game.hand.to_move() != Some(seat) {
                        own = ledger.hands[seat.index()];
                    }
                    assert_eq!(view.hand, Some(own));
                }
                assert_eq!(view.legal, viewer.map(|seat| game.hand.legal(seat)).unwrap_or_default());
            }
        });
    }
}

#[test]
fn legal_is_exactly_what_decide_accepts() {
    let universe = universe();
    for (kind, seed) in every_kind(300) {
        random_hand(&kind, seed, |game, dice| {
            // Answers to a knock and openings are rare, so they are always looked at.
            let common = matches!(game.hand.phase(), Phase::Draw | Phase::Discard { .. });
            if common && !game.events.is_empty() && dice.below(40) != 0 {
                return;
            }
            for seat in Seat::BOTH {
                let mut legal = game.hand.legal(seat);
                let mut accepted: Vec<Action> = universe
                    .iter()
                    .copied()
                    .filter(|action| game.hand.decide(seat, action).is_ok())
                    .collect();
                let order = |action: &Action| format!("{action:?}");
                legal.sort_by_key(order);
                accepted.sort_by_key(order);
                assert_eq!(legal, accepted, "{kind} {seed}");
                assert_eq!(legal.is_empty(), game.hand.to_move() != Some(seat));
            }
        });
    }
}

#[test]
fn refused_presses_change_nothing() {
    let universe = universe();
    for (kind, seed) in every_kind(100) {
        let quiet = random_hand(&kind, seed, |_, _| {});
        let mut noisy = Game::new(quiet.rules, quiet.dealer, quiet.pack.clone());
        let mut noise = Dice::new(!seed);
        for event in &quiet.events {
            let before = noisy.hand.clone();
            for _ in 0..12 {
                let (seat, action) = (Seat::BOTH[noise.below(2)], universe[noise.below(universe.len())]);
                if noisy.hand.legal(seat).contains(&action) {
                    continue;
                }
                let why = noisy.act(seat, action).unwrap_err();
                if noisy.hand.to_move().is_some_and(|turn| turn != seat) {
                    assert_eq!(why, Illegal::NotYourTurn);
                }
                assert_eq!(noisy.hand, before);
            }
            noisy.hand.evolve(event);
        }
        assert_eq!(noisy.hand, quiet.hand);
        let before = noisy.hand.clone();
        for (seat, action) in Seat::BOTH
            .into_iter()
            .flat_map(|seat| universe.iter().map(move |action| (seat, *action)))
        {
            assert_eq!(noisy.act(seat, action), Err(Illegal::Over));
        }
        assert_eq!(noisy.hand, before);
    }
}

#[test]
fn a_replay_of_the_written_events_is_the_live_hand() {
    for (kind, seed) in every_kind(200) {
        let game = random_hand(&kind, seed, |game, dice| {
            if dice.below(20) == 0 {
                let mut replayed = Hand::deal(&game.rules, game.dealer, game.pack.clone());
                game.events.iter().for_each(|event| replayed.evolve(event));
                assert_eq!(replayed, game.hand);
            }
        });
        let written = serde_json::to_string(&game.events).unwrap();
        let pack: Pack = serde_json::from_str(&serde_json::to_string(&game.pack).unwrap()).unwrap();
        let rules: Rules = serde_json::from_str(&serde_json::to_string(&game.rules).unwrap()).unwrap();
        let mut replayed = Hand::deal(&rules, game.dealer, pack);
        for event in serde_json::from_str::<Vec<Event>>(&written).unwrap() {
            replayed.evolve(&event);
        }
        assert_eq!(replayed, game.hand);
        for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
            assert_eq!(replayed.view(viewer), game.hand.view(viewer));
        }
    }
}

#[test]
fn a_log_that_fits_nothing_is_written_down_without_a_panic() {
    let stray = random_hand(&kinds()[2], 5, |_, _| {}).events;
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut hand = Hand::deal(
            &kinds()[dice.below(kinds().len())].rules,
            Seat::BOTH[dice.below(2)],
            dice.pack(),
        );
        for _ in 0..80 {
            let seat = Seat(dice.below(4) as u8);
            let card = Card::from_code(dice.below(52) as u8).unwrap();
            hand.evolve(&match dice.below(8) {
                0 => Event::Passed { seat },
                1 => Event::TookPile { seat, card },
                2 => Event::DrewStock { seat },
                3 => Event::Discarded { seat, card },
                4 => Event::Placed {
                    card,
                    meld: dice.below(256) as u8,
                },
                5 => Event::TookBack,
                _ => stray[dice.below(stray.len())].clone(),
            });
        }
    }
}

/// The strings of a JSON value that are cards, as cards.
pub fn cards_written(value: &Value, found: &mut CardSet) {
    match value {
        Value::String(text) => {
            *found |= serde_json::from_value(value.clone()).unwrap_or_else(|_| {
                assert!(
                    text.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
                    "what is {text}?"
                );
                CardSet::EMPTY
            })
        }
        Value::Array(items) => items.iter().for_each(|item| cards_written(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| cards_written(field, found)),
        _ => {}
    }
}

#[test]
fn no_view_holds_a_card_that_its_viewer_may_not_know() {
    for (kind, seed) in every_kind(120) {
        random_hand(&kind, seed, |game, dice| {
            let rare = matches!(game.hand.phase(), Phase::LayOff { .. } | Phase::Upcard { .. });
            if game.hand.score().is_some() || !rare && dice.below(10) != 0 {
                return;
            }
            for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
                let hidden = hidden_from(game, viewer);
                let view = game.hand.view(viewer);
                let mut written = CardSet::EMPTY;
                cards_written(&serde_json::to_value(&view).unwrap(), &mut written);
                assert!(
                    (written & hidden).is_empty(),
                    "{kind} {seed} {viewer:?}: {:?}",
                    written & hidden
                );
                // Nothing prints a card that isn't public: neither the hand nor a view.
                let printed = format!("{:?} {view:?} {:?}", game.hand, game.hand.phase());
                assert!(Card::all().all(|card| !printed.contains(&card.letters())), "{printed}");
            }
        });
    }
}

#[test]
fn a_view_is_the_same_in_every_world_that_its_viewer_cannot_tell_apart() {
    let mut seen_layoffs = 0;
    for (kind, seed) in every_kind(120) {
        random_hand(&kind, seed, |game, dice| {
            let rare = matches!(game.hand.phase(), Phase::LayOff { .. } | Phase::Upcard { .. });
            if game.hand.score().is_some() || !rare && dice.below(10) != 0 {
                return;
            }
            seen_layoffs += usize::from(matches!(game.hand.phase(), Phase::LayOff { .. }));
            for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
                let other = other_world(game, viewer, dice);
                assert!(other.pack != game.pack || hidden_from(game, viewer).len() < 6);
                let (here, there) = (game.hand.view(viewer), other.hand.view(viewer));
                assert_eq!(
                    serde_json::to_value(&here).unwrap(),
                    serde_json::to_value(&there).unwrap(),
                    "{kind} {seed}"
                );
                assert_eq!(here, there);
            }
        });
    }
    assert!(seen_layoffs > 30);
}

/// The same game with the cards that the viewer can't know dealt otherwise.
fn other_world(game: &Game, viewer: Option<Seat>, dice: &mut Dice) -> Game {
    let hidden: Vec<Card> = hidden_from(game, viewer).iter().collect();
    let mut mixed = hidden.clone();
    dice.shuffle(&mut mixed);
    let swap: HashMap<Card, Card> = hidden.into_iter().zip(mixed).collect();
    let there = |card: Card| swap.get(&card).copied().unwrap_or(card);
    let pack: Vec<Card> = game.pack.cards().iter().map(|&card| there(card)).collect();
    let mut other = Game::new(game.rules, game.dealer, Pack::new(&pack).expect("made by the test"));
    for event in &game.events {
        let event = match event {
            Event::Knocked(knock) => Event::Knocked(Knocked {
                discard: there(knock.discard),
                ..knock.clone()
            }),
            Event::Placed { card, meld } => Event::Placed {
                card: there(*card),
                meld: *meld,
            },
            event => event.clone(),
        };
        other.hand.evolve(&event);
        other.events.push(event);
    }
    other
}

#[test]
fn what_the_clock_plays_is_legal_and_ends_every_hand() {
    for (kind, seed) in every_kind(100) {
        random_hand(&kind, seed, |game, dice| {
            if game.hand.score().is_none() && dice.below(30) != 0 {
                return;
            }
            let mut hand = game.hand.clone();
            let mut steps = 0;
            while let Some((seat, action)) = hand.automatic() {
                assert!(hand.legal(seat).contains(&action), "{kind} {seed}");
                match (hand.phase(), action) {
                    (Phase::Upcard { .. } | Phase::Last, action) => assert_eq!(action, Action::Pass),
                    (Phase::Discard { must_knock: true, .. }, action) => assert!(matches!(action, Action::Knock(_))),
                    (Phase::Draw, action) => assert_eq!(action, Action::DrawStock),
                    (Phase::Discard { drawn: Some(drawn), .. }, action) => assert_eq!(action, Action::Discard(*drawn)),
                    (Phase::LayOff { .. }, action) => assert_eq!(action, Action::LayOffBest),
                    (Phase::Discard { .. }, Action::Discard(_)) => {}
                    (phase, action) => panic!("{phase:?} {action:?}"),
                }
                for event in hand.decide(seat, &action).unwrap() {
                    hand.evolve(&event);
                }
                steps += 1;
                assert!(steps < 500);
            }
            assert!(hand.score().is_some());
        });
    }
}

#[test]
fn the_best_layoff_is_at_least_as_good_as_whatever_is_placed() {
    let mut compared = 0;
    for (kind, seed) in every_kind(400) {
        random_hand(&kind, seed, |game, _| {
            if let Phase::LayOff { knock, .. } = game.hand.phase() {
                let defender = knock.defender();
                let view = game.hand.view(Some(defender));
                let (best, running) = (view.best_layoff.unwrap(), view.running.unwrap());
                assert!(best.points >= running.points, "{kind} {seed}");
                for (action, promised) in [(Action::LayOffBest, best), (Action::Done, running)] {
                    let mut hand = game.hand.clone();
                    hand.decide(defender, &action)
                        .unwrap()
                        .iter()
                        .for_each(|event| hand.evolve(event));
                    let score = hand.score().unwrap();
                    let points = i32::from(score.points) * if score.winner == Some(defender) { 1 } else { -1 };
                    assert_eq!((points, &score.ending), (promised.points, &promised.ending));
                    assert_eq!(score.shown.laid_off, promised.placed);
                    assert_eq!(score.shown.arrangements[defender.index()], promised.own);
                }
                compared += 1;
            }
        });
    }
    assert!(compared > 100, "{compared}");
}
