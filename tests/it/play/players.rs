//! Which games the random hands are of, and who plays them.

use std::fmt;

use jinlami::cards::Card;
use jinlami::gin::{self, Action, Hand, KnockLimit, Phase, Preset, Rules, Tie};
use jinlami::id::Seat;

use super::Game;
use crate::dice::Dice;

/// A game with a name.
pub struct Kind {
    pub name: &'static str,
    pub rules: Rules,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Every preset, and house rules with every option of the book.
pub fn kinds() -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Preset::ALL
        .into_iter()
        .map(|preset| Kind {
            name: preset.name(),
            rules: preset.rules(),
        })
        .collect();
    let options = |rules: Rules| Rules {
        big_gin: Some(31),
        fiftieth_card: true,
        throw_back_taken: true,
        layoff_on_gold: true,
        tie: Tie::Nobody,
        ..rules
    };
    kinds.extend([
        Kind {
            name: "jinlami with options",
            rules: options(JINLAMI_HOUSE),
        },
        Kind {
            name: "oklahoma with options",
            rules: options(Preset::Oklahoma.rules()),
        },
        Kind {
            name: "tedesco with options",
            rules: Rules {
                stock_floor: 6,
                ..options(Preset::Tedesco.rules())
            },
        },
    ]);
    kinds
}

/// So high a limit and so short a stock that the last discard often permits a knock.
const JINLAMI_HOUSE: Rules = Rules {
    knock_limit: KnockLimit::Points(25),
    stock_floor: 12,
    ..Preset::Jinlami.rules()
};

pub fn every_kind(seeds: u64) -> impl Iterator<Item = (Kind, u64)> {
    (0..seeds).flat_map(|seed| kinds().into_iter().map(move |kind| (kind, seed)))
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
    let seat = hand.to_move().expect("made by the test");
    let legal = hand.legal(seat);
    let anything = legal[dice.below(legal.len())];
    let rules = hand.rules();
    let knock = legal.iter().copied().find(|action| matches!(action, Action::Knock(_)));
    match (style, hand.phase()) {
        (Style::Keen | Style::Patient, Phase::Discard { .. }) => {
            let cards = hand.view(Some(seat)).hand.expect("made by the test");
            let kept = |action: &Action| match action {
                Action::Discard(card) => gin::deadwood(cards.without(*card), rules.aces),
                _ => u8::MAX,
            };
            let thrown = legal.iter().copied().min_by_key(kept).expect("made by the test");
            let gold = |action: &Action| matches!(*action, Action::Knock(card) if gin::deadwood(cards.without(card), rules.aces) == 0);
            if legal.contains(&Action::BigGin) {
                return Action::BigGin;
            }
            // Where eleven melded cards pay, patience may wait for them.
            let waits = rules.big_gin.is_some() && dice.below(4) != 0;
            knock
                .filter(|knock| matches!(style, Style::Keen) || gold(knock) && !waits)
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
            // After the last discard was taken there is none but a knock.
            if thrown.is_empty() {
                anything
            } else {
                thrown[dice.below(thrown.len())]
            }
        }
        _ => anything,
    }
}

/// What a keen player does: takes what melds, throws what costs most, and knocks when the stock is this short; without
/// a figure only where it must.
pub fn keen(hand: &Hand, seat: Seat, knocks_at: Option<u8>) -> Action {
    let view = hand.view(Some(seat));
    let (cards, aces) = (view.hand.expect("made by the test"), view.aces);
    let kept = |action: &Action| match action {
        Action::Discard(card) => gin::deadwood(cards.without(*card), aces),
        _ => u8::MAX,
    };
    let take = view.legal.iter().find(|action| match action {
        Action::TakePile(card) => {
            let with = cards.with(*card);
            !gin::Arrangement::best(with, aces).loose().contains(*card)
        }
        _ => false,
    });
    let knock = view.legal.iter().find(|action| matches!(action, Action::Knock(_)));
    match hand.phase() {
        Phase::Draw | Phase::Upcard { .. } | Phase::Last => *take.unwrap_or(&view.legal[0]),
        Phase::Discard { .. } => {
            let thrown = view
                .legal
                .iter()
                .min_by_key(|action| kept(action))
                .expect("made by the test");
            *knock
                .filter(|_| knocks_at.is_some_and(|stock| view.stock <= stock))
                .unwrap_or(thrown)
        }
        Phase::LayOff { .. } | Phase::Over(_) => Action::LayOffBest,
    }
}

fn style(dice: &mut Dice) -> Style {
    [Style::Anything, Style::Keen, Style::Patient, Style::Taker][dice.below(4)]
}

/// Plays a random hand; `each` sees the game before every action and after the last.
pub fn random_hand(kind: &Kind, seed: u64, mut each: impl FnMut(&Game, &mut Dice)) -> Game {
    let mut dice = Dice::new(seed);
    let dealer = Seat::BOTH[dice.below(2)];
    let pack = dice.pack();
    let mut game = Game::new(kind.rules, dealer, pack);
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
pub fn universe() -> Vec<Action> {
    let mut all = vec![
        Action::Pass,
        Action::DrawStock,
        Action::LayOffBest,
        Action::LayOffNone,
        Action::TakeBack,
        Action::Done,
        Action::BigGin,
    ];
    for card in Card::all() {
        all.extend([Action::TakePile(card), Action::Discard(card), Action::Knock(card)]);
        all.extend(
            (0..gin::Arrangements::MOST as u8)
                .chain([255])
                .map(|index| Action::KnockWith(card, index)),
        );
        all.extend([0, 1, 2, 3, 255].map(|meld| Action::Place(card, meld)));
    }
    all
}
