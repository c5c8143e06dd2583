//! Thousands of random hands: what must hold at every step, whatever is played; and the rule book's worked examples.

use std::collections::HashMap;

use jinlami::cards::{Card, CardSet, Pack};
use jinlami::gin::{
    self, Action, Arrangement, Ending, Event, Hand, HandScore, Illegal, Knocked, Last, Meld, Pattern, Phase, Preset,
    Rules, Tier, ViewPhase,
};
use jinlami::id::Seat;
use serde_json::Value;

use crate::dice::Dice;

const DEALER: Seat = Seat::FIRST;
const OTHER: Seat = Seat::SECOND;

/// The cards written with blanks between.
pub fn set(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A hand that is being played, with everything that happened.
struct Game {
    rules: Rules,
    dealer: Seat,
    pack: Pack,
    hand: Hand,
    events: Vec<Event>,
}

impl Game {
    fn new(rules: Rules, dealer: Seat, pack: Pack) -> Game {
        let hand = Hand::deal(&rules, dealer, pack.clone());
        Game {
            rules,
            dealer,
            pack,
            hand,
            events: Vec::new(),
        }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let events = self.hand.decide(seat, &action)?;
        for event in &events {
            self.hand.evolve(event);
        }
        self.events.extend(events);
        Ok(())
    }

    /// Plays an action that must be legal for whoever is to move.
    fn play(&mut self, action: Action) {
        let seat = self.hand.to_move().unwrap();
        self.act(seat, action)
            .unwrap_or_else(|why| panic!("{seat:?} {action:?}: {why}"));
    }

    fn score(&self) -> &HandScore {
        self.hand.score().expect("the hand is over")
    }

    /// What each seat holds, as its own view tells.
    fn cards_of(&self, seat: Seat) -> CardSet {
        self.hand.view(Some(seat)).hand.unwrap()
    }
}

/// How a random player picks, so that hands end in every way.
#[derive(Clone, Copy)]
enum Style {
    /// Anything legal.
    Anything,
    /// Knocks when it may, keeps what melds, lays off anything.
    Keen,
    /// Keeps what melds and knocks only with gold.
    Patient,
    /// Never knocks, likes to take from the pile.
    Taker,
}

fn pick(hand: &Hand, style: Style, dice: &mut Dice) -> Action {
    let seat = hand.to_move().unwrap();
    let legal = hand.legal(seat);
    let anything = legal[dice.below(legal.len())];
    let knock = legal.iter().copied().find(|action| matches!(action, Action::Knock(_)));
    match (style, hand.phase()) {
        (Style::Keen | Style::Patient, Phase::Discard { .. }) => {
            let cards = hand.view(Some(seat)).hand.unwrap();
            let kept = |action: &Action| match action {
                Action::Discard(card) => gin::deadwood(cards.without(*card)),
                _ => u8::MAX,
            };
            let thrown = legal.iter().copied().min_by_key(kept).unwrap();
            let gold =
                |action: &Action| matches!(*action, Action::Knock(card) if gin::deadwood(cards.without(card)) == 0);
            knock
                .filter(|knock| matches!(style, Style::Keen) || gold(knock))
                .unwrap_or(thrown)
        }
        (Style::Taker, Phase::Draw | Phase::Upcard { .. }) if dice.below(8) != 0 => legal
            .iter()
            .copied()
            .find(|action| matches!(action, Action::TakePile(_)))
            .unwrap_or(anything),
        (Style::Taker, Phase::Discard { .. }) => {
            let thrown: Vec<Action> = legal
                .into_iter()
                .filter(|action| matches!(action, Action::Discard(_)))
                .collect();
            thrown[dice.below(thrown.len())]
        }
        _ => anything,
    }
}

fn style(dice: &mut Dice) -> Style {
    [Style::Anything, Style::Keen, Style::Patient, Style::Taker][dice.below(4)]
}

/// Plays a random hand; `each` sees the game before every action and after the last.
fn random_hand(preset: Preset, seed: u64, mut each: impl FnMut(&Game, &mut Dice)) -> Game {
    let mut dice = Dice::new(seed);
    let dealer = Seat::BOTH[dice.below(2)];
    let pack = dice.pack();
    let mut game = Game::new(preset.rules(), dealer, pack);
    let styles = [style(&mut dice), style(&mut dice)];
    while let Some(seat) = game.hand.to_move() {
        each(&game, &mut dice);
        let action = pick(&game.hand, styles[seat.index()], &mut dice);
        game.play(action);
    }
    each(&game, &mut dice);
    game
}

/// Every wish that can be written.
fn universe() -> Vec<Action> {
    let mut all = vec![
        Action::Pass,
        Action::DrawStock,
        Action::LayOffBest,
        Action::LayOffNone,
        Action::TakeBack,
        Action::Done,
    ];
    for card in Card::all() {
        all.extend([Action::TakePile(card), Action::Discard(card), Action::Knock(card)]);
        all.extend([0, 1, 2, 3, 255].map(|meld| Action::Place(card, meld)));
    }
    all
}

/// The cards that a viewer can't know: the other hands without what was taken before everybody's eyes, the stock, and the
/// knock's discard. The test knows them from the pack and the events alone.
fn hidden_from(game: &Game, viewer: Option<Seat>) -> CardSet {
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
struct Ledger {
    hands: [CardSet; 2],
    public: [CardSet; 2],
    stock: CardSet,
    pile: Vec<Card>,
    buried: CardSet,
    known: CardSet,
}

impl Ledger {
    fn of(game: &Game) -> Ledger {
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
            ledger.hands[seat.index()].insert(cards.pop().unwrap());
        }
        let next = cards.pop().unwrap();
        match game.rules.opening {
            gin::Opening::DealerEleven => _ = ledger.hands[game.dealer.index()].insert(next),
            gin::Opening::Upcard => ledger.pile.push(next),
        }
        for event in &game.events {
            match event {
                Event::DrewStock { seat } => _ = ledger.hands[seat.index()].insert(cards.pop().unwrap()),
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
                Event::Passed { .. } | Event::Placed { .. } | Event::TookBack | Event::Scored(_) => {}
            }
        }
        ledger.stock = cards.into_iter().collect();
        ledger
    }
}

fn placed(hand: &Hand) -> CardSet {
    match hand.phase() {
        Phase::LayOff { placed, .. } => placed.iter().map(|&(card, _)| card).collect(),
        _ => CardSet::EMPTY,
    }
}

const SEEDS: u64 = 1500;

#[test]
fn every_card_is_kept_in_thousands_of_hands_of_both_games() {
    let mut endings: HashMap<String, usize> = HashMap::new();
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..SEEDS).map(move |seed| (preset, seed)))
    {
        let game = random_hand(preset, seed, |_, _| {});
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
        let shown = &game.score().shown;
        for seat in Seat::BOTH {
            let mut cards = shown.arrangements[seat.index()].cards();
            if shown.knocker.is_some_and(|knocker| knocker != seat) {
                cards |= shown.laid_off.iter().map(|&(card, _)| card).collect();
            }
            assert_eq!(cards, ledger.hands[seat.index()], "{preset} {seed}");
        }
        *endings
            .entry(format!("{preset} {:?}", game.score().ending).replace(['(', ')'], " "))
            .or_default() += 1;
    }
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
    ] {
        assert!(endings.get(ending).copied().unwrap_or(0) >= 3, "{ending}: {endings:?}");
    }
}

#[test]
fn what_the_views_count_is_what_lies_there_at_every_step() {
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..60).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, _| {
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..300).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, dice| {
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
                assert_eq!(legal, accepted, "{preset} {seed}");
                assert_eq!(legal.is_empty(), game.hand.to_move() != Some(seat));
            }
        });
    }
}

#[test]
fn refused_presses_change_nothing() {
    let universe = universe();
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..100).map(move |seed| (preset, seed)))
    {
        let quiet = random_hand(preset, seed, |_, _| {});
        let mut noisy = Game::new(quiet.rules, quiet.dealer, quiet.pack.clone());
        let mut noise = Dice::new(!seed);
        let mut wishes = quiet.events.iter().peekable();
        while let Some(event) = wishes.next() {
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..200).map(move |seed| (preset, seed)))
    {
        let game = random_hand(preset, seed, |game, dice| {
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
    let stray = random_hand(Preset::Classic, 5, |_, _| {}).events;
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut hand = Hand::deal(
            &Preset::ALL[dice.below(2)].rules(),
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
fn cards_written(value: &Value, found: &mut CardSet) {
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..120).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, dice| {
            let rare = matches!(game.hand.phase(), Phase::LayOff { .. } | Phase::Upcard { .. });
            if game.hand.score().is_some() || !rare && dice.below(6) != 0 {
                return;
            }
            for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
                let hidden = hidden_from(game, viewer);
                let view = game.hand.view(viewer);
                let mut written = CardSet::EMPTY;
                cards_written(&serde_json::to_value(&view).unwrap(), &mut written);
                assert!(
                    (written & hidden).is_empty(),
                    "{preset} {seed} {viewer:?}: {:?}",
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..120).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, dice| {
            let rare = matches!(game.hand.phase(), Phase::LayOff { .. } | Phase::Upcard { .. });
            if game.hand.score().is_some() || !rare && dice.below(6) != 0 {
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
                    "{preset} {seed}"
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
    let mut other = Game::new(game.rules, game.dealer, Pack::new(&pack).unwrap());
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..100).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, dice| {
            if game.hand.score().is_none() && dice.below(30) != 0 {
                return;
            }
            let mut hand = game.hand.clone();
            let mut steps = 0;
            while let Some((seat, action)) = hand.automatic() {
                assert!(hand.legal(seat).contains(&action), "{preset} {seed}");
                match (hand.phase(), action) {
                    (Phase::Upcard { .. }, action) => assert_eq!(action, Action::Pass),
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
    for (preset, seed) in Preset::ALL
        .into_iter()
        .flat_map(|preset| (0..400).map(move |seed| (preset, seed)))
    {
        random_hand(preset, seed, |game, _| {
            if let Phase::LayOff { knock, .. } = game.hand.phase() {
                let defender = knock.defender();
                let view = game.hand.view(Some(defender));
                let (best, running) = (view.best_layoff.unwrap(), view.running.unwrap());
                assert!(best.points >= running.points, "{preset} {seed}");
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

// ---- dealt by hand ----

/// A pack that deals the dealer and the other these ten cards, then `next` in order; the rest follows by code.
fn stacked(dealer: &str, other: &str, next: &str) -> Pack {
    let in_order = |text: &str| text.split_whitespace().map(card).collect::<Vec<_>>();
    let (dealer, other) = (in_order(dealer), in_order(other));
    assert_eq!((dealer.len(), other.len()), (10, 10));
    let mut dealt: Vec<Card> = other
        .into_iter()
        .zip(dealer)
        .flat_map(|(other, dealer)| [other, dealer])
        .collect();
    dealt.extend(in_order(next));
    let used: CardSet = dealt.iter().copied().collect();
    dealt.extend(Card::all().filter(|&card| !used.contains(card)));
    dealt.reverse();
    Pack::new(&dealt).unwrap()
}

/// The dealer knocks at once with the eleventh card, and the other answers.
fn jinlami_knock(shown: &str, discard: &str, defender: &str) -> Game {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(shown, defender, discard));
    game.play(Action::Knock(card(discard)));
    game
}

/// Both pass, the non-dealer draws the card and knocks with it.
fn classic_knock(shown: &str, drawn: &str, defender: &str) -> Game {
    let upcard = Card::all()
        .find(|card| !set(shown).contains(*card) && !set(defender).contains(*card) && *card != drawn.parse().unwrap());
    let next = format!("{} {drawn}", upcard.unwrap().letters());
    let mut game = Game::new(Preset::Classic.rules(), DEALER, stacked(defender, shown, &next));
    game.play(Action::Pass);
    game.play(Action::Pass);
    game.play(Action::DrawStock);
    game.play(Action::Knock(card(drawn)));
    game
}

fn answered(mut game: Game) -> HandScore {
    if game.hand.score().is_none() {
        game.play(Action::LayOffBest);
    }
    game.score().clone()
}

fn won_by(score: &HandScore) -> (Option<Seat>, u16) {
    (score.winner, score.points)
}

/// The cards that may be placed now.
fn placeable(game: &Game) -> CardSet {
    let placing = |action: Action| {
        if let Action::Place(card, _) = action {
            Some(card)
        } else {
            None
        }
    };
    game.hand
        .legal(game.hand.to_move().unwrap())
        .into_iter()
        .filter_map(placing)
        .collect()
}

/// Places a card wherever it fits.
fn place(game: &mut Game, text: &str) {
    let wanted = card(text);
    let legal = game.hand.legal(game.hand.to_move().unwrap());
    let action = legal
        .into_iter()
        .find(|action| matches!(action, Action::Place(card, _) if *card == wanted));
    game.play(action.unwrap_or_else(|| panic!("{text} does not fit")));
}

#[test]
fn knocker_shows_s8_s9_s10_defender_holds_s7_and_sj_both_can_be_laid_off() {
    let mut game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "7S JS 2C 4H 6H 8H TH 5C 9D QD");
    assert_eq!(placeable(&game), set("7S JS"));
    place(&mut game, "7S");
    place(&mut game, "JS");
    game.play(Action::Done);
    assert_eq!(game.score().shown.laid_off.len(), 2);
}

#[test]
fn knockers_loose_s2_defender_d2_c2_nothing_can_be_laid_off() {
    let game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2S", "5D", "2D 2C 4S 6H 8H TH 5C 9D QD 7D");
    assert_eq!(placeable(&game), CardSet::EMPTY);
    let score = answered(game);
    assert_eq!(score.ending, Ending::Knock);
    assert!(score.shown.laid_off.is_empty());
}

#[test]
fn defender_breaks_h5_c5_s5_and_lays_off_h5_h6_c5_c6_left_s5() {
    let game = jinlami_knock("2H 3H 4H 2C 3C 4C KS KH KC AS", "QC", "5H 5C 5S 6H 6C 8D 9D TD JD QD");
    let own = game.hand.view(Some(OTHER)).best_layoff.unwrap();
    assert_eq!(
        own.placed.iter().map(|&(card, _)| card).collect::<CardSet>(),
        set("5H 6H 5C 6C")
    );
    let score = answered(game);
    assert_eq!(score.shown.deadwood(OTHER), 5);
    assert_eq!(score.shown.cards_left(OTHER), 6);
    assert_eq!(score.shown.arrangements[OTHER.index()].loose(), set("5S"));
    assert_eq!(won_by(&score), (Some(DEALER), 10 + 5 - 1));
}

const THREE_GOLD: &str = "AS 2S 3S 4S 8H 8D 8C 9H TH JH";
const TWO_GOLD: &str = "AS 2S 3S 4S 5S 6S 8H 8D 8C 8S";
const DRAGON_GOLD: &str = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS";
const SEVEN_LEFT: &str = "2H 3H 4H 9C TC JC KD KC KH 7D";

#[test]
fn three_gold_opponent_left_7_scores_57_opponent_two_gold_scores_50() {
    let seven = "2H 3H 4H 9C TC JC 5D 5C 5H 7D";
    let score = answered(jinlami_knock(THREE_GOLD, "AD", seven));
    assert_eq!(score.ending, Ending::Gold(Tier::Three));
    assert_eq!(won_by(&score), (Some(DEALER), 57));
    let two_gold = "3H 4H 5H 6H 7H 9C TC JC QC KC";
    assert_eq!(
        won_by(&answered(jinlami_knock(THREE_GOLD, "AD", two_gold))),
        (Some(DEALER), 50)
    );
}

#[test]
fn two_gold_left_7_scores_107_dragon_left_7_scores_407() {
    let score = answered(jinlami_knock(TWO_GOLD, "AD", SEVEN_LEFT));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Gold(Tier::Two), (Some(DEALER), 107))
    );
    let score = answered(jinlami_knock(DRAGON_GOLD, "AD", SEVEN_LEFT));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Gold(Tier::Dragon), (Some(DEALER), 407))
    );
}

#[test]
fn nothing_is_laid_off_on_gold() {
    // The jack of spades would fit on the dragon.
    let game = jinlami_knock(DRAGON_GOLD, "AD", "2H 3H 4H 9C TC JC KD KC KH JS");
    assert_eq!(won_by(game.score()), (Some(DEALER), 410));
    assert!(game.score().shown.laid_off.is_empty());
}

/// A knock with three melds and this much deadwood on an ace or two or three.
fn knocker(loose: &str) -> String {
    format!("8S 9S TS JH JD JC QH QD QC {loose}")
}

#[test]
fn a_2_knock_against_5_left_scores_13() {
    let score = answered(jinlami_knock(&knocker("2S"), "7D", "3H 4H 5H 3C 4C 5C 9H 9D 9C 5S"));
    assert_eq!(score.shown.deadwood(OTHER), 5);
    assert_eq!(won_by(&score), (Some(DEALER), 13));
}

#[test]
fn a_3_knock_undercut_scores_51_53_103_403_by_what_is_left() {
    for (defender, left, pattern, points) in [
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 2S", 2, Pattern::Loose, 51),
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 7C", 0, Pattern::Three, 53),
        ("4H 5H 6H 7H 8H 4C 5C 6C 7C 8C", 0, Pattern::Two, 103),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD", 0, Pattern::Dragon, 403),
    ] {
        let score = answered(jinlami_knock(&knocker("3S"), "KS", defender));
        assert_eq!(score.shown.deadwood(OTHER), left);
        assert_eq!(
            (score.ending, won_by(&score)),
            (Ending::Undercut(pattern), (Some(OTHER), points)),
            "{defender}"
        );
    }
}

#[test]
fn a_tie_3_3_scores_50_for_the_defender() {
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "4H 5H 6H 4C 5C 6C 9H 9D 9C 3D"));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(OTHER), 50))
    );
}

#[test]
fn undercut_table_by_cards_left_8_7_and_6_or_fewer() {
    let table = Preset::Jinlami.rules().undercut;
    for (pattern, row) in [
        (Pattern::Dragon, [400, 400, 400, 100, 50, 50, 50, 50]),
        (Pattern::Two, [100, 100, 100, 50, 50, 50, 50, 50]),
        (Pattern::Three, [50; 8]),
        (Pattern::Loose, [50; 8]),
        (Pattern::Bare, [50; 8]),
    ] {
        let found = [10, 9, 8, 7, 6, 5, 3, 0].map(|cards| table.points(cards, pattern));
        assert_eq!(found, row, "{pattern:?}");
    }
}

#[test]
fn undercut_by_an_eight_card_run_and_two_laid_off_scores_400_and_the_difference() {
    // The fourth jack and queen go onto the sets, or the spade jack onto the run: eight cards in one run stay.
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "AD 2D 3D 4D 5D 6D 7D 8D JS QS"));
    assert_eq!(score.shown.cards_left(OTHER), 8);
    assert_eq!(score.shown.laid_off.len(), 2);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Dragon), (Some(OTHER), 403))
    );
}

#[test]
fn laying_off_too_much_would_leave_the_eight_card_row() {
    // 7S fits on 8-9-10 of spades, but ten cards in two runs are worth 100 and nine with a hole are not.
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "3C 4C 5C 6C 7C 4S 5S 6S 7S KD"));
    // The king is loose: d = 10 > 3 whatever is laid off.
    assert_eq!(won_by(&score), (Some(DEALER), 10 + 10 - 3));
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "2C 3C 4C 5C 6C 7C 4S 5S 6S 7S"));
    assert_eq!(score.shown.laid_off, []);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Two), (Some(OTHER), 103))
    );
}

#[test]
fn everything_laid_off_is_the_row_of_six_cards_or_fewer() {
    let shown = Arrangement::new(
        set("4S 5S 6S 4H 5H 6H 4D 5D 6D 3C"),
        &["4S 5S 6S", "4H 5H 6H", "4D 5D 6D"].map(|meld| Meld::new(set(meld)).unwrap()),
    )
    .unwrap();
    let none_left = gin::best_layoff(&Preset::Jinlami.rules(), &shown, set("7S 7H 7D"));
    assert_eq!(none_left.points, 53);
    let hand = set("3S 3H 3D 7S 7H 7D 8S 8H 2S 2H");
    let answer = gin::best_layoff(&Preset::Jinlami.rules(), &shown, hand);
    assert_eq!(answer.points, 53);
}

#[test]
fn classic_undercut_jqk_678_loose_8_against_a_knock_with_9_scores_11() {
    let score = answered(classic_knock(
        "2C 3C 4C 9H 9D 9C KH KD KC 9S",
        "5D",
        "JS QS KS 6S 7S 8S AS 4S AD 2D",
    ));
    // The nine is loose beside three nines only if it is shown so; the best arrangement would be gold.
    assert_eq!(score.ending, Ending::Gold(Tier::Three));
    let score = answered(classic_knock(
        "2C 3C 4C TH TD TC KH KD KC 9C",
        "5D",
        "JS QS KS 6S 7S 8S AS 4S AD 2D",
    ));
    assert_eq!(score.shown.deadwood(DEALER), 8);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(DEALER), 11))
    );
}

#[test]
fn classic_gin_against_8_scores_33() {
    let game = classic_knock("2C 3C 4C 9H 9D 9C KH KD KC 9S", "5D", "JS QS KS 6S 7S 8S AS 4S AD 2D");
    assert_eq!(won_by(game.score()), (Some(OTHER), 33));
    // All tiers count alike.
    let game = classic_knock("2C 3C 4C 5C 6C 7C 9H TH JH QH", "5D", "JS QS KS 6S 7S 8S AS 4S AD 2D");
    assert_eq!(won_by(game.score()), (Some(OTHER), 33));
}

#[test]
fn knocker_shows_kkk_and_234_of_clubs_defender_lays_off_the_fourth_king_and_the_ace_of_clubs() {
    let mut game = classic_knock("KH KD KC 2C 3C 4C 7H 7D 7S AH", "9D", "KS AC 3D 5H 6H 8H TS 6D 8C JD");
    assert_eq!(placeable(&game), set("KS AC"));
    place(&mut game, "KS");
    place(&mut game, "AC");
    game.play(Action::Done);
    assert_eq!(game.score().shown.laid_off.len(), 2);
}

#[test]
fn classic_knock_that_succeeds_scores_the_difference_and_a_tie_is_an_undercut() {
    // The defender's loose cards: 5D 6C 7C 9S.
    let defender = "JS QS KS 6S 7S 8S 5D 6C 7C 9S";
    let score = answered(classic_knock("2C 3C 4C TH TD TC KH KD KC 2H", "8D", defender));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Knock, (Some(OTHER), 27 - 9 - 2))
    );
    let tie = "JS QS KS 6S 7S 8S AS 4S AD 3D";
    let score = answered(classic_knock("2C 3C 4C TH TD TC KH KD KC 9C", "8D", tie));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(DEALER), 10))
    );
}

/// C-116: cards go one after another onto the same end of a run.
#[test]
fn c_116_chains_onto_both_ends_of_a_run_singly_and_together() {
    let position = || jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    for order in [
        ["7S", "6S", "JS", "QS"],
        ["JS", "QS", "7S", "6S"],
        ["7S", "JS", "6S", "QS"],
        ["JS", "7S", "QS", "6S"],
    ] {
        let mut game = position();
        assert_eq!(placeable(&game) & set("6S 7S JS QS"), set("7S JS"));
        order.iter().for_each(|card| place(&mut game, card));
        assert_eq!(game.cards_of(OTHER), set("4H 5H 6H AC 2C 4C"));
        game.play(Action::Done);
        assert_eq!(game.score().shown.deadwood(OTHER), 7);
        assert_eq!(won_by(game.score()), (Some(DEALER), 10 + 7 - 2));
    }
    let mut game = position();
    for text in ["QS", "6S"] {
        assert_eq!(
            game.act(OTHER, Action::Place(card(text), 0)),
            Err(Illegal::DoesNotFit(card(text)))
        );
    }
    place(&mut game, "JS");
    place(&mut game, "QS");
    // The grown run is given back card by card, the last one first.
    game.play(Action::TakeBack);
    assert_eq!(placeable(&game) & set("6S JS QS"), set("QS"));
    game.play(Action::TakeBack);
    assert_eq!(game.act(OTHER, Action::TakeBack), Err(Illegal::NothingPlaced));
    assert_eq!(
        game.act(OTHER, Action::Place(card("QS"), 0)),
        Err(Illegal::DoesNotFit(card("QS")))
    );
    let best = game.hand.view(Some(OTHER)).best_layoff.unwrap();
    assert_eq!(
        best.placed.iter().map(|&(card, _)| card).collect::<CardSet>(),
        set("6S 7S JS QS")
    );
}

#[test]
fn placing_is_refused_for_cards_that_are_placed_or_not_held_and_melds_that_are_not_there() {
    let mut game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    assert_eq!(
        game.act(OTHER, Action::Place(card("JS"), 9)),
        Err(Illegal::DoesNotFit(card("JS")))
    );
    assert_eq!(
        game.act(OTHER, Action::Place(card("KS"), 2)),
        Err(Illegal::NotInHand(card("KS")))
    );
    assert_eq!(game.act(DEALER, Action::LayOffBest), Err(Illegal::NotYourTurn));
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    place(&mut game, "JS");
    assert_eq!(
        game.act(OTHER, Action::Place(card("JS"), 0)),
        Err(Illegal::NotInHand(card("JS")))
    );
    // The best answer takes the place of what was placed, and so does none.
    let mut best = Game {
        hand: game.hand.clone(),
        events: Vec::new(),
        pack: game.pack.clone(),
        ..game
    };
    best.play(Action::LayOffBest);
    assert_eq!(best.score().shown.laid_off.len(), 4);
    game.play(Action::LayOffNone);
    assert_eq!(game.score().shown.laid_off, []);
}

/// C-030: the second of two draws is refused.
#[test]
fn c_030_a_second_draw_is_refused() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(30).pack());
    let thrown = game.cards_of(DEALER).iter().next().unwrap();
    game.play(Action::Discard(thrown));
    game.play(Action::DrawStock);
    let before = game.hand.clone();
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    assert_eq!(game.act(OTHER, Action::TakePile(thrown)), Err(Illegal::WrongPhase));
    assert_eq!(game.hand, before);
    assert_eq!(game.cards_of(OTHER).len(), 11);
}

#[test]
fn jinlami_deals_eleven_to_the_dealer_who_discards_first_and_may_knock_with_it() {
    let pack = Dice::new(1).pack();
    let game = Game::new(Preset::Jinlami.rules(), OTHER, pack.clone());
    let dealt: Vec<Card> = pack.cards().iter().rev().copied().collect();
    assert_eq!(game.cards_of(DEALER), dealt[..20].iter().step_by(2).copied().collect());
    assert_eq!(
        game.cards_of(OTHER),
        dealt[1..20].iter().step_by(2).chain([&dealt[20]]).copied().collect()
    );
    let view = game.hand.view(None);
    assert_eq!(
        (view.to_move, view.stock, view.upcard, view.pile),
        (Some(OTHER), 31, None, 0)
    );
    assert_eq!(
        (view.phase, view.last),
        (ViewPhase::Discard { taken: None }, Last::Dealt)
    );
    let game = jinlami_knock(DRAGON_GOLD, "AD", SEVEN_LEFT);
    assert_eq!(game.events.len(), 2);
}

#[test]
fn classic_offers_the_upcard_to_the_non_dealer_then_to_the_dealer() {
    let pack = Dice::new(2).pack();
    let upcard = pack.cards()[31];
    let fresh = || Game::new(Preset::Classic.rules(), DEALER, pack.clone());
    let mut game = fresh();
    assert_eq!(game.hand.view(None).upcard, Some(upcard));
    assert_eq!((game.hand.to_move(), game.hand.view(None).stock), (Some(OTHER), 31));
    assert_eq!(game.act(DEALER, Action::Pass), Err(Illegal::NotYourTurn));
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    game.play(Action::TakePile(upcard));
    assert_eq!(
        game.act(OTHER, Action::Discard(upcard)),
        Err(Illegal::JustTaken(upcard))
    );
    let mut game = fresh();
    game.play(Action::Pass);
    assert_eq!(game.hand.to_move(), Some(DEALER));
    game.play(Action::TakePile(upcard));
    assert_eq!(game.hand.view(None).held[DEALER.index()], CardSet::EMPTY.with(upcard));
    let mut game = fresh();
    game.play(Action::Pass);
    game.play(Action::Pass);
    assert_eq!(game.hand.to_move(), Some(OTHER));
    assert_eq!(game.act(OTHER, Action::TakePile(upcard)), Err(Illegal::UpcardPassed));
    assert_eq!(game.hand.legal(OTHER), [Action::DrawStock]);
    game.play(Action::DrawStock);
    assert_eq!(game.cards_of(OTHER).len(), 11);
}

#[test]
fn the_card_just_taken_is_neither_discarded_nor_knocked_with_a_stock_card_may_be() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "5S"));
    let wrong = card("5S");
    assert_eq!(
        game.act(DEALER, Action::Discard(card("2H"))),
        Err(Illegal::NotInHand(card("2H")))
    );
    game.play(Action::Discard(wrong));
    assert_eq!(game.act(OTHER, Action::TakePile(card("7D"))), Err(Illegal::NotThatCard));
    game.play(Action::TakePile(wrong));
    assert_eq!(game.act(OTHER, Action::Discard(wrong)), Err(Illegal::JustTaken(wrong)));
    assert_eq!(game.act(OTHER, Action::Knock(wrong)), Err(Illegal::JustTaken(wrong)));
    assert_eq!(
        game.act(OTHER, Action::Knock(card("2H"))),
        Err(Illegal::TooMuchDeadwood {
            deadwood: 3 + 4 + 5 + 7,
            limit: 10
        })
    );
    assert_eq!(game.hand.view(Some(OTHER)).drawn, Some(wrong));
    assert_eq!(game.hand.view(None).phase, ViewPhase::Discard { taken: Some(wrong) });
    game.play(Action::Discard(card("7D")));
    game.play(Action::DrawStock);
    let drawn = game.hand.view(Some(DEALER)).drawn.unwrap();
    assert_eq!(game.hand.view(Some(OTHER)).drawn, None);
    game.play(Action::Discard(drawn));
    assert_eq!(game.hand.view(None).last, Last::Discarded(DEALER, drawn));
}

/// Draws from the stock and throws the drawn card until the hand is over.
fn draw_it_out(game: &mut Game) {
    while let Some((_, action)) = game.hand.automatic() {
        game.play(action);
    }
}

#[test]
fn jinlami_is_drawn_by_the_discard_after_the_last_stock_card() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(3).pack());
    draw_it_out(&mut game);
    let draws = game
        .events
        .iter()
        .filter(|event| matches!(event, Event::DrewStock { .. }))
        .count();
    assert_eq!((draws, game.hand.view(None).stock), (31, 0));
    assert_eq!(
        (game.score().ending, won_by(game.score())),
        (Ending::DrawnStock, (None, 0))
    );
    // The last discard may not be taken.
    let last = game.hand.view(None).upcard.unwrap();
    assert_eq!(game.act(DEALER, Action::TakePile(last)), Err(Illegal::Over));
}

#[test]
fn classic_is_drawn_by_a_discard_that_leaves_two_stock_cards() {
    let mut game = Game::new(Preset::Classic.rules(), DEALER, Dice::new(4).pack());
    draw_it_out(&mut game);
    let draws = game
        .events
        .iter()
        .filter(|event| matches!(event, Event::DrewStock { .. }))
        .count();
    assert_eq!((draws, game.hand.view(None).stock), (29, 2));
    assert_eq!(
        (game.score().ending, won_by(game.score())),
        (Ending::DrawnStock, (None, 0))
    );
    assert_eq!(game.score().shown.knocker, None);
}

#[test]
fn a_knock_with_the_discard_after_the_last_stock_card_counts() {
    // The dealer's gold waits while both throw what they draw; the thirty-first card is the non-dealer's.
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(SEVEN_LEFT, THREE_GOLD, "AD"));
    game.play(Action::Discard(card("AD")));
    while game.hand.view(None).stock > 0 {
        game.play(game.hand.automatic().unwrap().1);
    }
    let last = game.hand.view(Some(OTHER)).drawn.unwrap();
    game.play(Action::Knock(last));
    assert_eq!(won_by(game.score()), (Some(OTHER), 57));
}

#[test]
fn two_hundred_discards_without_a_knock_are_drawn() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(6).pack());
    let mut discards = 0;
    while let Some(seat) = game.hand.to_move() {
        let action = match game.hand.phase() {
            Phase::Draw => Action::TakePile(game.hand.view(None).upcard.unwrap()),
            _ => {
                discards += 1;
                *game
                    .hand
                    .legal(seat)
                    .iter()
                    .find(|action| matches!(action, Action::Discard(_)))
                    .unwrap()
            }
        };
        game.play(action);
    }
    assert_eq!(
        (discards, game.score().ending, game.score().points),
        (200, Ending::DrawnCap, 0)
    );
}

#[test]
fn a_forfeit_counts_as_a_lost_three_gold_with_the_present_deadwood() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "AD"));
    assert_eq!(won_by(&game.hand.forfeit(OTHER)), (Some(DEALER), 57));
    // Eleven cards count as they lie: the ace is loose.
    assert_eq!(won_by(&game.hand.forfeit(DEALER)), (Some(OTHER), 51));
    game.play(Action::Discard(card("AD")));
    let score = game.hand.forfeit(DEALER);
    assert_eq!((score.ending, won_by(&score)), (Ending::Forfeit, (Some(OTHER), 50)));
    assert_eq!(score.shown.arrangements[OTHER.index()].cards(), set(SEVEN_LEFT));
    game.hand.evolve(&Event::Scored(score.clone()));
    assert_eq!((game.hand.score(), game.hand.to_move()), (Some(&score), None));
    // A hand that is over stays as it ended.
    assert_eq!(game.hand.forfeit(OTHER), score);
    let classic = Game::new(Preset::Classic.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "AD"));
    assert_eq!(won_by(&classic.hand.forfeit(OTHER)), (Some(DEALER), 32));
    // In the middle of an answer nothing placed is lost sight of.
    let mut knocked = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    place(&mut knocked, "JS");
    let score = knocked.hand.forfeit(OTHER);
    assert_eq!(won_by(&score), (Some(DEALER), 50 + 6 + 7 + 10 + 10 + 7));
    assert_eq!(score.shown.knocker, Some(DEALER));
}

#[test]
fn presets_are_read_by_name_and_carry_the_rule_books_columns() {
    for preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(preset));
        let written = serde_json::to_string(&preset).unwrap();
        assert_eq!(written, format!("\"{preset}\""));
    }
    assert!("oklahoma".parse::<Preset>().is_err());
    let jinlami = Preset::Jinlami.rules();
    assert_eq!(
        (
            jinlami.knock_limit,
            jinlami.knock_bonus,
            jinlami.stock_floor,
            jinlami.discard_cap
        ),
        (10, 10, 0, 200)
    );
    let classic = Preset::Classic.rules();
    assert_eq!(
        (
            classic.knock_limit,
            classic.knock_bonus,
            classic.stock_floor,
            classic.discard_cap
        ),
        (10, 0, 2, 200)
    );
}
